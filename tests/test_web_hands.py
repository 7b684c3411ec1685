"""Your own hands: a list with cards, results and dates, even from tables that are closed, old or damaged."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from kicker.records import parse_phhs
from tests.test_web_privacy import STILL
from tests.web import Server, is_over, leave, problem, running_server, seat_at

FORM_1 = (
    "ALTER TABLE seats DROP COLUMN departure",
    "ALTER TABLE hands DROP COLUMN summary",
    "UPDATE about SET value = '1'",
)
"""The SQL that turns a database back into one of the first version."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which nothing moves by itself."""
    with running_server(tmp_path_factory.mktemp("hands"), *STILL) as running:
        yield running


def play_deals(server: Server, count: int) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Play some deals to the end against two callers; returns the table and the last view of each deal."""
    table = server.make_table(seats=3, bots=["caller", "folder"], rise=0, name="Corner", stack=5000)
    views: list[dict[str, Any]] = []

    async def play() -> None:
        async with seat_at(server, table) as ada:
            for deal in range(1, count + 1):
                await ada.play_until(lambda update: update["deal"] == deal and is_over(update))  # noqa: B023
                views.append(ada.view or {})
                if deal < count:
                    await ada.send(type="next")
                    await ada.until(lambda update: update["deal"] > deal)  # noqa: B023

    asyncio.run(play())
    return table, views


def hands_of(server: Server, table: dict[str, Any]) -> dict[str, Any]:
    answer = server.get(f"/api/tables/{table['id']}/hands", table["token"])
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def check(found: dict[str, Any], views: list[dict[str, Any]]) -> None:
    """The list shows each deal as the person saw it."""
    assert found["name"] == "Corner"
    assert [hand["deal"] for hand in found["hands"]] == list(range(1, len(views) + 1))
    for hand, view in zip(found["hands"], views, strict=True):
        assert (hand["cards"], hand["board"], hand["words"]) == (view["hand"], view["board"], view["words"])
        assert hand["result"] == view["payoffs"][0]
        assert sorted(hand["others"]) == ["caller", "folder"]
        assert abs(datetime.fromisoformat(hand["ended"]) - datetime.now(UTC)) < timedelta(hours=1)


def test_the_list_has_cards_results_and_dates_also_when_the_table_is_closed(server: Server) -> None:
    table, views = play_deals(server, 3)
    check(hands_of(server, table), views)
    leave(server, table)
    assert server.get(f"/api/tables/{table['id']}").status_code == 404
    check(hands_of(server, table), views)
    assert server.get(f"/api/tables/{table['id']}/hands/2", table["token"]).status_code == 200


def test_the_hands_of_a_database_of_the_first_form_are_listed_too(tmp_path: Path) -> None:
    with running_server(tmp_path, *STILL) as server:
        table, views = play_deals(server, 2)
        server.stop()
    with sqlite3.connect(server.database) as database:
        for statement in FORM_1:
            database.execute(statement)
    with running_server(tmp_path, *STILL) as server:
        check(hands_of(server, table), views)

        async def play() -> None:
            async with seat_at(server, table) as ada:
                await ada.send(type="next") if ada.update["next"] is not None else None
                await ada.play_until(lambda update: update["deal"] == 3 and is_over(update))
                views.append(ada.view or {})

        asyncio.run(play())
        check(hands_of(server, table), views)
        server.stop()
    with running_server(tmp_path, *STILL) as server:  # and it is of the new form now
        check(hands_of(server, table), views)


@pytest.mark.parametrize("damage", ["{", "null", '{"names": []}', '{"rules": 7}'])
def test_a_damaged_deal_hides_no_other(tmp_path: Path, damage: str) -> None:
    with running_server(tmp_path, *STILL) as server:
        table, views = play_deals(server, 3)
        with sqlite3.connect(server.database) as database:
            database.execute("UPDATE deals SET record = ? WHERE number IN (2, 3)", (damage,))
            database.execute("UPDATE hands SET summary = NULL")
        found = hands_of(server, table)["hands"]
        assert [hand["cards"] for hand in found] == [views[0]["hand"], [], []]
        assert [hand["result"] for hand in found] == [view["payoffs"][0] for view in views]
        base = f"/api/tables/{table['id']}"
        assert problem(server.get(f"{base}/hands/2", table["token"])) == (503, "damaged")
        assert problem(server.get(f"{base}/proof/2", table["token"])) == (503, "damaged")
        text = server.get(f"{base}/hands.phhs", table["token"]).text
        assert [record.hand for record in parse_phhs(text)] == [1]
        assert text.startswith("# hand 2 cannot be read")
        server.stop()
    with running_server(tmp_path, *STILL) as server:  # the table itself is whole
        assert server.get(f"/api/tables/{table['id']}").status_code == 200


def test_the_hands_of_a_damaged_table_stay_readable(tmp_path: Path) -> None:
    with running_server(tmp_path, *STILL) as server:
        table, views = play_deals(server, 2)
        server.stop()
    with sqlite3.connect(server.database) as database:
        database.execute("UPDATE tables SET save = '{'")
    with running_server(tmp_path, *STILL) as server:
        assert server.get(f"/api/tables/{table['id']}").status_code == 404
        check(hands_of(server, table), views)
        assert server.get(f"/api/tables/{table['id']}/hands/1", table["token"]).status_code == 200
        database = sqlite3.connect(server.database)
        database.execute("UPDATE tables SET settings = '{'")
        database.commit()
        database.close()
        assert [hand["deal"] for hand in hands_of(server, table)["hands"]] == [1, 2]
