"""A player who sits down sees nothing of the seat's previous holder, on the wire and by every way in.

The tables have people only and a server that deals when it is asked to, so nothing moves but what a test moves.
"""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web import FAST, Client, Frame, Server, is_over, problem, running_server, seat_at

CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")
STILL = (*FAST, "--pause", "3600", "--limit", "tables=1000")
"""A deal begins when somebody says `next`, and the first one at once."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which nothing moves by itself."""
    with running_server(tmp_path_factory.mktemp("privacy"), *STILL) as running:
        yield running


def people_table(server: Server, **settings: Any) -> dict[str, Any]:
    """A table for Ada and other people, with time enough for everybody."""
    return server.make_table(**({"seats": 3, "bots": [], "stack": 1000, "rise": 0, "seconds": 600} | settings))


def cards_in(value: object) -> set[str]:
    """Every card that is named anywhere in a value; salts, hashes and names have none."""
    return set(CARD.findall(json.dumps(value)))


def cards_of(server: Server, table: str, seat: int) -> set[str]:
    """The cards that were dealt to a seat in all deals so far, from the database."""
    with sqlite3.connect(server.database) as database:
        rows = database.execute("SELECT event FROM events WHERE table_id = ?", (table,))
        events = [json.loads(text) for (text,) in rows]
    return {card for event in events if event["kind"] == "dealt" and event["seat"] == seat
            for card in event["cards"].split()}  # fmt: skip


async def fold_and_leave(server: Server, table: dict[str, Any], ben: dict[str, Any], ada: Client) -> set[str]:
    """Ben is dealt cards, folds them unseen and leaves; returns his cards."""
    async with seat_at(server, ben) as other:
        await other.until(lambda update: bool(update["view"] and update["view"]["hand"]))
        mine = set(other.view["hand"]) if other.view else set()
        while not is_over(other.update):
            actor = other if other.update["view"]["options"] else ada
            await actor.my_turn()
            await actor.act("fold" if actor is other else "call")
            await other.next("update")
        await other.send(type="leave")
        await other.until(lambda update: update["seats"][ben["seat"]]["kind"] == "empty")
    assert len(mine) == 2
    assert mine <= await asyncio.to_thread(cards_of, server, table["id"], ben["seat"])
    return mine


def updates_of(client: Client) -> list[Frame]:
    """All updates that a client was sent, that of the welcome first."""
    return [frame.get("update", frame) for frame in client.frames if frame["type"] in ("welcome", "update")]


@pytest.mark.parametrize("have", [-1, 0, 3])
def test_a_newcomer_sees_no_card_of_whoever_sat_there_before(server: Server, have: int) -> None:
    table = people_table(server)
    ben = server.join(table["id"], "Ben", 1)

    async def play() -> None:
        async with seat_at(server, table) as ada:
            hidden = await fold_and_leave(server, table, ben, ada)
            cem = await asyncio.to_thread(server.join, table["id"], "Cem", 1)
            async with seat_at(server, cem, have) as newcomer:
                assert newcomer.seat == 1
                first = newcomer.update
                assert (first["view"]["hand"], first["view"]["words"], first["view"]["seat"]) == ([], "", None)
                assert not hidden & cards_in(first)
                assert first["events"][-1]["kind"] == "joined"
                # In the next deal it has cards of its own, and still none of the deal before.
                await ada.send(type="next")
                await newcomer.until(lambda update: update["deal"] == 2)
                own = set(newcomer.view["hand"]) if newcomer.view else set()
                assert len(own) == 2
                assert cards_in(updates_of(newcomer)) == own
            async with seat_at(server, cem, 0) as newcomer:
                assert newcomer.update["from"] < first["version"] - 5  # the deal before is told too
                assert cards_in(newcomer.update) == own

    asyncio.run(play())


def test_a_watcher_who_sits_down_sees_no_card_of_the_seat(server: Server) -> None:
    table = people_table(server)
    ben = server.join(table["id"], "Ben", 1)

    async def play() -> None:
        async with seat_at(server, table) as ada, seat_at(server, {"id": table["id"]}) as eve:
            hidden = await fold_and_leave(server, table, ben, ada)
            await eve.until(lambda update: update["seats"][1]["kind"] == "empty")
            joined = await asyncio.to_thread(server.join, table["id"], "Eve", 1)
            for have in (eve.update["version"], -1, 0):
                async with seat_at(server, joined, have) as seated:
                    assert not hidden & cards_in(seated.update)
            assert not hidden & cards_in(updates_of(eve))

    asyncio.run(play())


def test_who_changes_seats_is_somebody_else_there(server: Server) -> None:
    table = people_table(server)
    ben = server.join(table["id"], "Ben", 1)

    async def play() -> None:
        async with seat_at(server, table) as ada:
            hidden = await fold_and_leave(server, table, ben, ada)
            again = await asyncio.to_thread(server.join, table["id"], "Ben", 2)  # Ben comes back, to another seat
            dora = await asyncio.to_thread(server.join, table["id"], "Dora", 1)
            for who in (again, dora):
                async with seat_at(server, who, 0) as client:
                    assert not hidden & cards_in(client.update)

    asyncio.run(play())


def test_a_new_game_opens_nothing_and_loses_nothing(server: Server) -> None:
    table = people_table(server, seats=2, stack=300, blinds="50/100")
    ben = server.join(table["id"], "Ben", 1)

    def all_in(view: Frame) -> str:
        return f"raise {view['options']['max_raise_to']}" if view["options"]["max_raise_to"] else "call"

    async def play() -> None:
        async with seat_at(server, table) as ada, seat_at(server, ben) as other:
            while not ada.update["over"]:  # a tie is played again
                await asyncio.gather(ada.play_until(is_over, all_in), other.play_until(is_over, all_in))
                if not ada.update["over"]:
                    await begin_next(ada, other, "next")
            have, own = ada.update["version"], set((ada.view or {})["hand"])
            await begin_next(ada, other, "again")
            own |= set((ada.view or {})["hand"])
            hidden = await fold_and_leave(server, table, ben, ada)
            cem = await asyncio.to_thread(server.join, table["id"], "Cem", 1)
            async with seat_at(server, cem, have - 1) as newcomer:
                assert newcomer.update["from"] == have - 1
                assert not (hidden | own) & cards_in(newcomer.update)
            async with seat_at(server, table, have - 1) as back:
                assert back.update["from"] == have - 1
                assert cards_in(back.update) & own

    async def begin_next(ada: Client, other: Client, wish: str) -> None:
        deal = ada.update["deal"]
        await ada.send(type=wish)
        for client in (ada, other):
            await client.until(lambda update: update["deal"] > deal and bool(update["view"]))

    asyncio.run(play())


def test_records_replays_and_proofs_go_by_person_and_deal(server: Server) -> None:
    table = people_table(server)
    ben = server.join(table["id"], "Ben", 1)
    base = f"/api/tables/{table['id']}"

    async def play() -> dict[str, Any]:
        async with seat_at(server, table) as ada:
            await fold_and_leave(server, table, ben, ada)
            cem = await asyncio.to_thread(server.join, table["id"], "Cem", 1)
            async with seat_at(server, cem) as newcomer:
                await ada.send(type="next")
                await newcomer.until(lambda update: update["deal"] == 2)
            return cem

    cem = asyncio.run(play())
    hidden = cards_of(server, table["id"], 1)
    # Ben was in deal 1, Cem is in deal 2: to each his own.
    assert [hand["deal"] for hand in server.get(f"{base}/hands", ben["token"]).json()["hands"]] == [1]
    assert server.get(f"{base}/hands", cem["token"]).json()["hands"] == []
    assert server.get(f"{base}/hands/1", ben["token"]).status_code == 200
    assert problem(server.get(f"{base}/hands/1", cem["token"])) == (404, "deal")
    assert not cards_in(server.get(f"{base}/hands.phhs", cem["token"]).text)
    assert problem(server.get(f"{base}/proof/1", cem["token"])) == (404, "deal")
    assert problem(server.get(f"{base}/proof/2", ben["token"])) == (404, "deal")
    proofs = [server.get(f"{base}/proof/{deal}", who["token"]).json() for deal, who in ((1, ben), (2, cem))]
    assert [len(cards_in(proof["openings"])) for proof in proofs] == [2, 2]
    assert cards_in([proof["openings"] for proof in proofs]) <= hidden


def test_the_proof_of_an_abandoned_deal_opens_no_card_of_the_next(server: Server) -> None:
    """A deal that bots played on among themselves and that `again` abandoned has no record: it is made here by hand."""
    table = people_table(server)
    ben = server.join(table["id"], "Ben", 1)

    async def play() -> None:
        async with seat_at(server, table) as ada:
            await fold_and_leave(server, table, ben, ada)
            cem = await asyncio.to_thread(server.join, table["id"], "Cem", 1)
            async with seat_at(server, cem) as newcomer:
                await ada.send(type="next")
                await newcomer.until(lambda update: update["deal"] == 2)

    asyncio.run(play())
    with sqlite3.connect(server.database) as database:
        database.execute("UPDATE deals SET record = NULL WHERE table_id = ? AND number = 1", (table["id"],))
    answer = server.get(f"/api/tables/{table['id']}/proof/1", ben["token"])
    assert problem(answer) == (404, "deal")
    assert not cards_in(answer.json())


def test_a_restart_does_not_open_anything_and_loses_nothing(tmp_path: Path) -> None:
    async def before(server: Server) -> tuple[dict[str, Any], dict[str, Any], set[str], int]:
        table = people_table(server)
        ben = server.join(table["id"], "Ben", 1)
        async with seat_at(server, table) as ada:
            have = ada.update["version"]
            hidden = await fold_and_leave(server, table, ben, ada)
            cem = await asyncio.to_thread(server.join, table["id"], "Cem", 1)
            return table, cem, hidden, have

    async def after(server: Server, table: dict[str, Any], cem: dict[str, Any], hidden: set[str], have: int) -> None:
        async with seat_at(server, cem, have) as newcomer:
            assert newcomer.update["from"] == have
            assert not hidden & cards_in(newcomer.update)
        async with seat_at(server, table, have) as ada:  # who was there sees again what was there to see
            assert ada.update["from"] == have
            assert len(cards_in([event for event in ada.update["events"] if event["kind"] == "dealt"])) == 2
            await ada.send(type="next")
            await ada.until(lambda update: update["deal"] == 2)

    with running_server(tmp_path, *STILL) as server:
        table, cem, hidden, have = asyncio.run(before(server))
    with running_server(tmp_path, *STILL) as server:
        asyncio.run(after(server, table, cem, hidden, have))


def test_reasons_do_not_name_the_cards_that_a_bot_threw(server: Server) -> None:
    table = server.make_table(game="draw", seats=2, bots=["drawer"], stack=100_000, rise=0, seconds=600)

    async def play() -> None:
        async with seat_at(server, table) as ada:
            for _ in range(60):
                await ada.play_until(is_over)
                await ada.send(type="reasons")
                decisions = (await ada.next("reasons"))["decisions"]
                assert not cards_in(decisions)
                if any(decision["action"].startswith("discard") for decision in decisions):
                    return
                deal = ada.update["deal"]
                await ada.send(type="next")
                await ada.until(lambda update: update["deal"] > deal)  # noqa: B023
        raise AssertionError("the bot never showed a hand that it had drawn to")

    asyncio.run(play())


def test_a_proof_outlives_its_table(server: Server) -> None:
    table = people_table(server)
    ben = server.join(table["id"], "Ben", 1)

    async def play() -> None:
        async with seat_at(server, table) as ada:
            await fold_and_leave(server, table, ben, ada)
            await ada.send(type="leave")
            await ada.closed()

    asyncio.run(play())
    answer = server.get(f"/api/tables/{table['id']}/proof/1", ben["token"])
    assert answer.status_code == 200
    assert len(cards_in(answer.json()["openings"])) == 2
