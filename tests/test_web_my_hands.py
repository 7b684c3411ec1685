"""Your own hands on the wire: whose they are, what each caller sees, notes, and links that share one hand."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the web table needs kicker[web]")
import httpx

from kicker import Record, holdem
from kicker.cards import parse_cards
from kicker.errors import FileError
from kicker.odds import equity
from kicker.records import format_phhs
from kicker.sites.importing import ImportCounts, check_file
from kicker.tracker.answers import ask, course
from kicker.tracker.listing import list_hands
from kicker.tracker.store import Tracker
from kicker.tracker.where import parse_where
from kicker.ui.web.collection import Collections
from kicker.ui.web.store import Store
from tests.conftest import OWN_DATA
from tests.web import FAST, Server, bots_table, passive, running_server, seat_at

pytestmark = pytest.mark.live


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("mine")
    with Tracker(folder / "hands.sqlite") as tracker:
        for path in sorted((OWN_DATA / "sites").glob("*.txt")):
            check_file(path, ImportCounts(), tracker)
    with running_server(folder, *FAST) as running:
        yield running


@pytest.fixture(scope="module")
def key(server: Server) -> str:
    return (server.folder / "hands.key").read_text().strip()


def post(server: Server, path: str, key: str | None = None, **body: Any) -> httpx.Response:
    with server.http as http:
        return http.post(path, json=body, headers={"Authorization": f"Bearer {key}"} if key else {})


def told(server: Server, path: str = "/api/hands", key: str | None = None, **body: Any) -> dict[str, Any]:
    answer = post(server, path, key, **body)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.fixture(scope="module")
def played(server: Server) -> list[dict[str, Any]]:
    """Two people's seats at one table, after some hands of both."""
    table = server.make_table(seats=3, bots=["caller"], name="Corner", stack=5000)
    ben = server.join(table["id"], "Ben")

    async def play() -> None:
        async with seat_at(server, table) as ada, seat_at(server, ben) as other:
            await asyncio.gather(*(who.play_until(lambda update: update["deal"] > 3, passive) for who in (ada, other)))

    asyncio.run(play())
    return [{"table": table["id"], "token": who["token"]} for who in (table, ben)]


def test_a_stranger_gets_nothing(server: Server, key: str, played: list[dict[str, Any]]) -> None:
    empty = told(server)
    assert (empty["hands"], empty["answer"], empty["owner"], empty["tags"]) == ([], None, False, [])
    assert told(server, seats=[{"table": played[0]["table"], "token": "guessed"}])["hands"] == []
    for path in ("/api/hands", "/api/hands/one", "/api/hands/note", "/api/hands/share", "/api/hands/equity"):
        hand = {} if path == "/api/hands" else {"site": "PokerStars", "number": "1001"}
        assert post(server, path, key[:-1] + "x", **hand).status_code == 401
        if hand:
            for seats in ([], played[:1]):
                assert post(server, path, seats=seats, **hand).status_code == 404, path
    assert stat.S_IMODE((server.folder / "hands.key").stat().st_mode) == 0o600
    assert key not in server.log.read_text()


@pytest.mark.parametrize("where", ["", "position=btn", "won>0 and not tournament", 'cards="22+"'])
def test_the_page_has_the_numbers_of_the_library(server: Server, key: str, where: str) -> None:
    found = told(server, key=key, where=where, by="site")
    with Tracker(server.folder / "hands.sqlite") as tracker:
        condition = parse_where(where) if where else None
        (answer,) = ask(tracker, where=condition)
        assert found["answer"] == json.loads(json.dumps(answer.as_dict()))
        groups = ask(tracker, where=condition, by="site")
        assert found["groups"] == json.loads(json.dumps([group.as_dict() for group in groups]))
        assert found["course"] == [list(point) for point in course(tracker, where=condition)]
        lines = list_hands(tracker, where=condition)
        assert [hand["number"] for hand in found["hands"]] == [line.number for line in lines]
        assert [hand["net"] for hand in found["hands"]] == [line.net for line in lines]
    assert found["owner"] is True


def test_a_condition_that_cannot_be_read_is_one_sentence(server: Server, key: str) -> None:
    for where, words in (("colour=red", "unknown name 'colour'"), ("pot>", "something is missing at the end")):
        answer = post(server, "/api/hands", key, where=where)
        assert answer.status_code == 400
        message = answer.json()["error"]["message"]
        assert message.startswith(f"the filter '{where}': ")
        assert words in message


def test_people_get_the_hands_of_their_seats_as_they_saw_them(server: Server, played: list[dict[str, Any]]) -> None:
    cards = []
    for seat, name in zip(played, ("Ada", "Ben"), strict=True):
        found = told(server, seats=[seat], by="position")
        assert len(found["hands"]) >= 3
        assert found["owner"] is False
        assert {(hand["site"], hand["player"], hand["place"]) for hand in found["hands"]} == {
            ("kicker", name, "Corner")
        }
        assert found["answer"]["hands"] == len(found["hands"])
        listed = server.get(f"/api/tables/{seat['table']}/hands", seat["token"]).json()["hands"]
        results = {hand["number"].split()[1]: (hand["net"], hand["cards"]) for hand in found["hands"]}
        assert results == {str(hand["deal"]): (hand["result"], hand["cards"]) for hand in listed}
        first = next(hand for hand in found["hands"] if hand["number"].endswith(" 1"))
        whole = told(server, "/api/hands/one", seats=[seat], site="kicker", number=first["number"])
        assert whole["names"][whole["seat"]] == name
        assert whole["view"]["hand"] == first["cards"]
        cards.append(set(first["cards"]))
    assert not cards[0] & cards[1]


def test_notes_and_tags_stay(server: Server, key: str, played: list[dict[str, Any]]) -> None:
    number = told(server, seats=played[:1])["hands"][0]["number"]
    for who in ({"key": key}, {"seats": played[:1]}):
        hand = {"site": "PokerStars", "number": "1002"} if "key" in who else {"site": "kicker", "number": number}
        kept = told(server, "/api/hands/note", **who, **hand, note=" mine ", tags=["Hero-Call", "hero-call"])
        assert kept == {"note": "mine", "tags": ["hero-call"]}
        found = told(server, **who, where="tag=hero-call")
        assert [(one["number"], one["note"]) for one in found["hands"]] == [(hand["number"], "mine")]
        assert post(server, "/api/hands/note", **who, **hand, tags=["two words"]).status_code == 400
    assert told(server, seats=played[1:], where="noted")["hands"] == []  # notes are one's own
    with Tracker(server.folder / "hands.sqlite") as tracker:
        assert [line.number for line in list_hands(tracker, where=parse_where("noted"))] == ["1002"]


def test_notes_and_links_belong_to_the_hand_whichever_seats_call(server: Server, played: list[dict[str, Any]]) -> None:
    more = [{"table": one["id"], "token": one["token"]} for one in (bots_table(server) for _ in range(4))]
    hand = {"site": "kicker", "number": told(server, seats=played[:1])["hands"][-1]["number"]}
    link = told(server, "/api/hands/share", seats=played[:1], **hand)["key"]
    told(server, "/api/hands/note", seats=played[:1], **hand, note="first")
    for count in range(1, 5):  # keys of seats are random, so some sort before the first one and some after it
        seats = more[:count] + played[:1]
        told(server, "/api/hands/note", seats=seats, **hand, note=f"changed {count}")
        found = told(server, "/api/hands/one", seats=seats, **hand)
        assert (found["shared"], found["note"]) == (link, f"changed {count}")
        again = told(server, seats=played[:1], where="noted")["hands"]
        assert f"changed {count}" in [one["note"] for one in again]
    told(server, "/api/hands/unshare", seats=seats, **hand)
    assert server.get(f"/api/hands/shared/{link}").status_code == 404
    told(server, "/api/hands/note", seats=seats, **hand)


def texts_in(value: object) -> set[str]:
    """All words in JSON."""
    return set(json.dumps(value).replace('"', " ").replace(",", " ").replace("]", " ").split())


def test_a_link_shows_one_hand_as_its_player_saw_it(server: Server, key: str, played: list[dict[str, Any]]) -> None:
    seat, ben = played
    listed = {hand["number"]: hand for hand in told(server, seats=[ben])["hands"]}
    for number, hidden in listed.items():
        asked = {"site": "kicker", "number": number, "seats": [seat]}
        link = told(server, "/api/hands/share", **asked)["key"]
        assert told(server, "/api/hands/share", **asked)["key"] == link
        shared = server.get(f"/api/hands/shared/{link}").json()
        mine = told(server, "/api/hands/one", **asked)
        assert mine["shared"] == link
        assert {name: mine[name] for name in shared if name != "equities"} == {
            name: shared[name] for name in shared if name != "equities"
        }
        seen = {card for hand in mine["view"]["hands"] for card in hand if card}
        shows = [event["cards"] for event in mine["events"] if event["kind"] == "show"]
        if not any(set(hidden["cards"]) <= set(cards.split()) for cards in shows):
            assert not texts_in(shared) & set(hidden["cards"])
        assert seen <= texts_in(shared)
        for secret in (seat["table"], seat["token"], number):
            assert secret not in json.dumps(shared)
    told(server, "/api/hands/unshare", **asked)
    assert server.get(f"/api/hands/shared/{link}").status_code == 404
    assert server.get("/api/hands/shared/guessed").status_code == 404


def test_hands_of_files_are_shared_without_cards_that_were_not_shown(server: Server, key: str) -> None:
    hand = {"site": "888poker", "number": "4001"}
    link = told(server, "/api/hands/share", key, **hand)["key"]
    shared = server.get(f"/api/hands/shared/{link}").json()
    assert shared["names"][shared["seat"]] == "Hero"
    assert told(server, "/api/hands/one", key, **hand)["deal"] == "4001"
    assert not {"deal", "4001"} & texts_in(shared)
    with sqlite3.connect(server.database) as database:  # a link from before has a copy with the number
        database.execute("""UPDATE kept SET text = json_set(text, '$.deal', '4001') WHERE kind = 'shared'""")
    assert server.get(f"/api/hands/shared/{link}").json() == shared
    assert (shared["scale"], shared["result"]) == (100, -10000)
    last = [share for share in shared["equities"] if share["shares"]][-1]
    assert sum(last["shares"].values()) == pytest.approx(1)
    assert all(0 <= share["at"] < len(shared["events"]) for share in shared["equities"])


def test_equities_of_a_replay_are_those_of_the_library(server: Server, key: str) -> None:
    hand = {"site": "888poker", "number": "4001"}
    whole = told(server, "/api/hands/one", key, **hand)
    found = [each for each in told(server, "/api/hands/equity", key, **hand)["equities"] if each["shares"]]
    river = next(at for at, event in reversed(list(enumerate(whole["events"]))) if event["kind"] == "board")
    mine = "".join(whole["view"]["hand"])
    checked = 0
    for each in found:
        seen = whole["events"][: each["at"] + 1]
        board = "".join(event["cards"].replace(" ", "") for event in seen if event["kind"] == "board")
        if len(each["shares"]) == 2 and board and each["at"] < river:
            odds = equity([mine, "random"], board)
            assert each["exact"] is True
            assert each["shares"][str(whole["seat"])] == pytest.approx(odds.players[0].equity, abs=1e-9)
            checked += 1
    assert checked


def test_hands_of_games_at_the_prompt_come_by_themselves(server: Server, key: str) -> None:
    state, _ = holdem(blinds=(5, 10)).start(parse_cards("As Kd Ah Kc 2c 3d 5h 9s Jd"), stacks=[100, 100], button=0)
    state, _ = state.apply("fold")
    (server.folder / "hands").mkdir(exist_ok=True)
    file = server.folder / "hands" / "holdem-2026-01-02-1.phhs"
    file.write_text(format_phhs([Record.from_state(state, ["You", "cpu"], hand=1)]))
    found = told(server, key=key, where="site=kicker and played=2026-01-02")
    assert [hand["player"] for hand in found["hands"]] == ["You"]
    whole = told(server, "/api/hands/one", key, site="kicker", number=found["hands"][0]["number"])
    assert set(map(str, state.hands[0])) <= texts_in(whole)
    assert not texts_in(whole) & set(map(str, state.hands[1]))


def test_the_owners_hands_at_the_tables_come_into_the_database(server: Server, key: str) -> None:
    table = bots_table(server)

    async def play() -> None:
        async with seat_at(server, table) as ada:
            await ada.play_until(lambda update: update["deal"] > 1, passive)

    asyncio.run(play())
    seats = [{"table": table["id"], "token": table["token"]}]
    found = told(server, key=key, seats=seats, where="player=Ada")
    assert found["hands"]
    assert len(told(server, key=key, where="player=Ada")["hands"]) == len(found["hands"])


def test_a_call_waits_until_the_hands_of_its_seats_are_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first call of a visitor reads the hands; one that comes meanwhile must not find an empty collection."""
    begun, read, reads = asyncio.Event(), asyncio.Event(), []

    async def slowly(*_: object) -> None:
        reads.append(1)
        begun.set()
        await read.wait()

    monkeypatch.setattr(Collections, "_bring_in", slowly)

    async def run() -> None:
        store = Store(tmp_path / "kicker.sqlite")
        await store.open()
        collections = Collections(store, "", None, asyncio.Lock())
        first, second = (asyncio.create_task(collections.of(None, [], new=False)) for _ in range(2))
        await begun.wait()
        await asyncio.wait([first, second], timeout=0.01)
        assert not first.done()
        assert not second.done()
        read.set()
        assert await first is await second
        assert len(reads) == 1
        await collections.close()
        await store.close()

    asyncio.run(run())


def test_a_key_is_made_once(tmp_path: Path) -> None:
    from kicker.ui.web.collection import owner_key

    assert owner_key(tmp_path / "new") == owner_key(tmp_path / "new")
    assert stat.S_IMODE((tmp_path / "new" / "hands.key").stat().st_mode) == 0o600


def test_a_key_that_a_full_disk_cut_off_opens_nothing(tmp_path: Path) -> None:
    from kicker.ui.web.collection import owner_key

    path = tmp_path / "hands.key"
    path.write_bytes(b"")
    assert len(owner_key(tmp_path)) >= 40
    for key in (b"\n", b"abc", b"\xff" * 40 + b"\0", b"a" * 20 + b"\n" + b"b" * 20):
        path.write_bytes(key)
        with pytest.raises(FileError, match="is not a key; delete it"):
            owner_key(tmp_path)
