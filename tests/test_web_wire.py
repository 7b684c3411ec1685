"""Frames on the wire, by the thousand: no hidden card in any frame, no event lost or sent twice, no frame that
brings the server down, and no kill that costs a chip.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import signal
import sqlite3
import string
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from kicker.cards import Card, parse_cards
from kicker.games import GAMES, Event
from kicker.shuffle import commitment, deal_order, openings, salts
from tests.web import (
    FAST,
    PATIENCE,
    Client,
    Frame,
    Server,
    bots_table,
    chips,
    is_over,
    passive,
    running_server,
    seat_at,
)

CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")
WIDE = (*FAST, "--limit", "tables=1000")


# --- no hidden card --------------------------------------------------------------------------------------------------


@dataclass
class Dealt:
    """A deal as the database has it: the order of the deck, who was in, and all that happened, unredacted."""

    table: str
    number: int
    secret: bytes
    deck: list[Card]
    seats: list[int]
    """In the order in which cards were dealt."""
    game: str
    first: int
    """The number of its first event."""
    events: list[Frame]
    _known: dict[tuple[int | None, int], set[Card]] = field(default_factory=dict)

    @cached_property
    def salts(self) -> list[bytes]:
        return salts(self.secret)

    def knows(self, seat: int | None, version: int) -> set[Card]:
        """The cards that a seat may know after this many events."""
        key = seat, version
        if key not in self._known:
            self._known[key] = self._work_out(seat, version)
        return self._known[key]

    def _work_out(self, seat: int | None, version: int) -> set[Card]:
        """The same, from the places of the cards in the deck."""
        happened = self.events[: max(0, version - self.first)]
        size = GAMES[self.game].streets[0].down + GAMES[self.game].streets[0].up
        taken = size * len(self.seats)
        hands = {who: list(self.deck[place : taken : len(self.seats)]) for place, who in enumerate(self.seats)}
        known = set(hands[seat]) if seat in hands and happened else set()
        for event in happened:
            count = len(event.get("cards", "").split())
            if event["kind"] == "dealt":
                dealt = hands[event["seat"]]
                if event.get("street"):  # a later street of stud
                    dealt = list(self.deck[taken : taken + count])
                    taken += count
                up = event.get("up", [False] * len(dealt))
                known |= {card for card, is_up in zip(dealt, up, strict=True) if is_up or event["seat"] == seat}
            elif event["kind"] == "board":
                known |= set(self.deck[taken : taken + count])
                taken += count
            elif event["kind"] == "drew":
                drawn = self.deck[taken : taken + count]
                taken += count
                hands[event["seat"]] += drawn  # what was thrown is still known to whoever threw it
                known |= set(drawn) if event["seat"] == seat else set()
            elif event["kind"] == "show":
                known |= set(parse_cards(event["cards"]))
        return known


def read_deals(database: Path, table: str, game: str) -> dict[int, Dealt]:
    """All deals of a table, from the file that the server has left."""
    with sqlite3.connect(database) as connection:
        secrets = dict(connection.execute("SELECT number, secret FROM deals WHERE table_id = ?", (table,)))
        rows = connection.execute("SELECT number, event FROM events WHERE table_id = ? ORDER BY number", (table,))
        events = [(number, json.loads(text)) for number, text in rows]
    assert [number for number, _ in events] == list(range(len(events)))
    starts = [number for number, event in events if event["kind"] == "button"]
    deals = {}
    for number, (start, end) in enumerate(zip(starts, [*starts[1:], len(events)], strict=True), 1):
        happened = [event for _, event in events[start:end]]
        seats = [event["seat"] for event in happened if event["kind"] == "dealt" and not event.get("street")]
        secret = bytes.fromhex(secrets[number])
        deals[number] = Dealt(table, number, secret, deal_order(secret), seats, game, start, happened)
    return deals


def open_cards(event: Frame) -> set[Card]:
    """The cards that an event tells."""
    return set(parse_cards(event.get("cards", "").replace("??", "")))


def check_update(update: Frame, seat: int | None, deals: dict[int, Dealt]) -> int:
    """See that an update tells a seat what it may know and nothing more; returns how many cards it tells."""
    version, view = update["version"], update["view"]
    deal = deals.get(update["deal"])
    known = deal.knows(seat, version) if deal else set()
    told = set()
    if view:
        shown = [card for hand in view["hands"] for card in hand if card is not None]
        told |= set(parse_cards(" ".join([*view["hand"], *view["board"], *shown])))
        assert [len(hand) for hand in view["hands"]] == [len(up) for up in view["up"]]
        assert deal is not None
        assert view["seat"] == (seat if seat in deal.seats else None)
        assert not view["words"] or seat is not None
        assert not view["options"] or view["to_act"] == seat
    for opening in update["openings"]:
        assert deal is not None
        [right] = openings(deal.deck, deal.salts, [opening["place"]])
        assert opening == right.as_dict()
        told.add(right.card)
    assert told <= known, (seat, version, told - known)
    if "commitment" in update:
        assert deal is not None
        assert update["commitment"] == commitment(deal.table, deal.number, deal.deck, deal.salts)
    for number, event in enumerate(update["events"], update["from"]):
        if "cards" in event:
            mine = deals[bisect([one.first for one in deals.values()], number)]
            assert open_cards(event) <= mine.knows(seat, number + 1)
        if event.get("only") not in (None, seat):
            up = event.get("up", [])
            cards = event.get("cards", "").split()
            assert open_cards(event) <= {Card(card) for card, is_up in zip(cards, up, strict=False) if is_up}
            assert "reason" not in event
    for hand in update["winning"]:  # it lies open for everybody
        assert view["over"]
        assert all(view["up"][hand["seat"]])
        assert set(hand["cards"]) <= {*view["board"], *view["hands"][hand["seat"]]}
    # Nowhere else is there anything that looks like a card, or like a salt.
    rest = {key: value for key, value in update.items() if key not in ("openings", "commitment", "winning")}
    rest["view"] = {key: value for key, value in (view or {}).items() if key not in ("hand", "board", "hands")}
    if rest["view"].get("options"):
        assert set(rest["view"]["options"].pop("hand")) <= set(view["hand"])
    rest["events"] = [{key: value for key, value in event.items() if key != "cards"} for event in update["events"]]
    text = json.dumps(rest)
    assert not CARD.search(text), text
    assert not re.search(r"[0-9a-f]{32}", text)
    return len(told)


def decide(dice: random.Random, view: Frame) -> str:
    """Any legal action, folding seldom."""
    options = view["options"]
    if view["phase"] == "drawing":
        return " ".join(["discard", *dice.sample(view["hand"], dice.randint(0, options["max_draw"]))])
    if options["bring_in"]:
        return "bring in"
    actions = ["check" if options["may_check"] else "call" if options["call_amount"] else "fold"] * 4
    if low := options["min_raise_to"]:
        actions.append(f"raise {dice.randint(low, min(options['max_raise_to'], 3 * low))}")
    return dice.choice([*actions, "fold"])


async def play_on(client: Client, dice: random.Random, deals: int) -> None:
    """Play this many deals, starting a new game whenever one is over."""
    turn, asked = (-1, -1), -1
    while client.update["deal"] < deals:
        update = client.update
        now = update["deal"], update["turn"]
        broke = not any(seat["stack"] for seat in update["seats"] if seat["kind"] == "person") and is_over(update)
        if (update["over"] or broke) and asked < update["version"]:
            asked = update["version"]
            await client.send(type="again")
        if update["view"] and update["view"]["options"] and now > turn:
            turn = now
            assert (await client.act(decide(dice, update["view"])))["type"] == "done"
        else:
            await client.next("update", "error")


async def see_on(client: Client, deals: int) -> None:
    """Watch this many deals."""
    await client.until(lambda update: update["deal"] >= deals)


TABLES: list[dict[str, Any]] = [
    {"seats": 6, "bots": ["caller", "random", "maniac"]},
    {"seats": 4, "bots": ["random", "maniac"]},
    {"seats": 3, "bots": ["caller"]},
    {"seats": 2, "bots": []},
    {"seats": 4, "bots": ["random", "caller"], "game": "draw"},
    {"seats": 3, "bots": ["maniac"], "game": "draw"},
    {"seats": 4, "bots": ["random", "caller"], "game": "stud-hilo"},
    {"seats": 3, "bots": ["random"], "game": "badugi"},
]


async def play_with_three(server: Server, settings: dict[str, Any], deals: int, seed: int) -> tuple[str, list[Client]]:
    """Two people and a watcher at one table, which is named, with all frames that they got."""
    table = await asyncio.to_thread(server.make_table, **settings, stack=2000)
    other = await asyncio.to_thread(server.join, table["id"], "Ben")
    async with AsyncExitStack() as stack:
        entries = (table, other, {"id": table["id"]})
        clients = [await stack.enter_async_context(seat_at(server, entry)) for entry in entries]
        ada, ben, eve = clients
        await asyncio.gather(
            play_on(ada, random.Random(seed), deals), play_on(ben, random.Random(seed + 1), deals), see_on(eve, deals)
        )
    return table["id"], clients


def check_frames(clients: list[Client], deals: dict[int, Dealt]) -> tuple[int, int]:
    """Check that no frame reveals too much, and return the numbers of frames and of cards in them."""
    frames = [(client.seat, frame) for client in clients for frame in client.frames]
    cards = 0
    for seat, frame in frames:
        if frame["type"] in ("update", "welcome"):
            cards += check_update(frame.get("update", frame), seat, deals)
        else:
            assert frame["type"] in ("done", "error")
            assert not CARD.search(json.dumps(frame))
    return len(frames), cards


def wire(folder: Path, deals: int) -> None:
    """This many deals over all kinds of tables at once. The frames are checked when all is over: a client that is
    busy with that would answer nobody meanwhile."""
    each = -(-deals // len(TABLES))

    async def all_tables(server: Server) -> list[tuple[str, list[Client]]]:
        tables = enumerate(TABLES)
        return await asyncio.gather(*(play_with_three(server, settings, each, 2 * seed) for seed, settings in tables))

    with running_server(folder, *WIDE) as server:
        played = asyncio.run(all_tables(server))
        assert server.log.read_text() == ""
    for (name, clients), settings in zip(played, TABLES, strict=True):
        found = read_deals(server.database, name, settings.get("game", "holdem"))
        frames, cards = check_frames(clients, found)
        assert frames > each
        assert cards > each


def test_no_frame_has_a_card_that_its_seat_may_not_know(tmp_path: Path) -> None:
    wire(tmp_path, 80)


@pytest.mark.long
def test_no_frame_has_a_card_that_its_seat_may_not_know_in_ten_thousand_deals(tmp_path: Path) -> None:
    wire(tmp_path, 10_000)


def test_the_check_would_find_a_hidden_card() -> None:
    deck = deal_order(bytes(32))
    events: list[Frame] = [{"kind": "button"}, {"kind": "dealt", "seat": 0}, {"kind": "dealt", "seat": 1}]
    deals = {1: Dealt("table", 1, bytes(32), deck, [0, 1], "holdem", 0, events)}
    view = {
        "seat": 0,
        "hand": [str(deck[0]), str(deck[2])],
        "board": [],
        "hands": [[str(deck[0]), str(deck[2])], [None, None]],
        "up": [[False, False], [False, False]],
        "words": "",
        "options": None,
        "over": True,
    }
    update = {"version": 3, "from": 3, "deal": 1, "view": view, "events": [], "openings": [], "winning": []}
    assert check_update(update, 0, deals) == 2
    for change in (
        {"view": view | {"hand": [str(deck[1])]}},
        {"view": view | {"board": [str(deck[4])]}},
        {"view": view | {"hands": [[str(deck[0]), str(deck[2])], [None, str(deck[3])]]}},
        {"view": view | {"options": {"hand": [str(deck[1])]}, "to_act": 0}},
        {"over": f"he has {deck[1]}"},
        {"winning": [{"seat": 1, "cards": [str(deck[1])]}]},
        {"winning": [{"seat": 0, "cards": [str(deck[0])]}]},  # nobody has shown
        {"openings": [openings(deck, salts(bytes(32)), [1])[0].as_dict()]},
        {"events": [{"kind": "dealt", "seat": 1, "only": 1, "cards": str(deck[1])}], "from": 2},
        {"events": [{"kind": "default", "seat": 1, "only": 1, "reason": "because"}], "from": 2},
    ):
        with pytest.raises(AssertionError):
            check_update(update | change, 0, deals)


# --- every event once ------------------------------------------------------------------------------------------------


def test_sockets_that_break_after_every_event_lose_nothing(tmp_path: Path) -> None:
    async def play(server: Server) -> None:
        # The random bot ends game after game, so that some connections break while a new one begins.
        table, dice = bots_table(server, bots=["caller", "random", "caller"], stack=100), random.Random(5)
        seen: dict[int, Frame] = {}
        missed: list[int] = []
        have, deal, turn = 0, 0, (-1, -1)
        for _ in range(250):
            async with seat_at(server, table, have) as ada:
                for _ in range(dice.choice([1, 1, 1, 2])):
                    update = ada.update
                    if update["from"] != have:  # the bots went on without Ada, who is out of chips
                        assert update["from"] > have
                        assert update["deal"] > deal + 1, "this deal and the one before are kept"
                        missed += range(have, update["from"])
                    for number, event in enumerate(update["events"], update["from"]):
                        assert number not in seen
                        seen[number] = event
                    have, deal = update["version"], update["deal"]
                    if update["over"] or (is_over(update) and not update["seats"][0]["stack"]):
                        await ada.send(type="again")
                        await ada.next("update", "error")
                        break
                    now = update["deal"], update["turn"]
                    if update["view"] and update["view"]["options"] and now > turn:
                        turn = now
                        await ada.act(passive(update["view"]))  # and it is gone before it hears what came of it
                        break
                    await ada.next("update")
                have = max(seen, default=-1) + 1
        with sqlite3.connect(server.database) as database:
            rows = database.execute("SELECT number, event FROM events WHERE table_id = ?", (table["id"],))
            kept = {number: json.loads(text) for number, text in rows}
        assert len(seen) > 500
        assert sorted([*seen, *missed]) == list(range(len(seen) + len(missed)))
        for number, event in seen.items():
            whole = kept[number]
            assert event == Event.from_dict(whole).seen_by(0).as_dict()

    with running_server(tmp_path, *WIDE) as server:
        asyncio.run(play(server))


def test_what_is_told_is_in_the_database_already(tmp_path: Path) -> None:
    async def play(server: Server) -> None:
        table = bots_table(server, bots=["caller"] * 3, stack=100_000)
        database = sqlite3.connect(server.database)
        count = "SELECT count(*) FROM events WHERE table_id = ?"
        told = 0

        def check(update: Frame) -> bool:
            nonlocal told
            told += 1
            assert database.execute(count, (table["id"],)).fetchone()[0] >= update["version"]
            return bool(update["deal"] > 40)

        async with seat_at(server, table) as ada:
            await ada.play_until(check)
        assert told > 50
        database.close()

    with running_server(tmp_path, *WIDE) as server:
        asyncio.run(play(server))


# --- frames that are none --------------------------------------------------------------------------------------------


def junk(dice: random.Random, depth: int = 0) -> Any:
    """Any JSON value, often a strange one."""
    kinds = ["number", "text", "word", "none"] + (["list", "object"] if depth < 4 else [])
    kind = dice.choice(kinds)
    if kind == "number":
        return dice.choice([0, -1, 1, 2**63, -(10**200), 0.5, 1e308, True, False, dice.getrandbits(64)])
    if kind == "text":
        return "".join(
            chr(dice.choice([0, 7, 34, 92, 0x202E, 0xD800, 0xFFFF, 0x1F0A1, 65])) for _ in range(dice.randint(0, 40))
        )
    if kind == "word":
        return dice.choice(
            ["act", "sit", "hello", "raise", "__proto__", "constructor", "../..", "'; DROP TABLE seats; --"]
        )
    if kind == "list":
        return [junk(dice, depth + 1) for _ in range(dice.randint(0, 5))]
    if kind == "object":
        return {str(junk(dice, 9)): junk(dice, depth + 1) for _ in range(dice.randint(0, 5))}
    return None


def bad_frame(dice: random.Random) -> str | bytes:
    """Something that is not a frame, or a frame that cannot be carried out."""
    kind = dice.randrange(7)
    if kind == 0:
        return dice.randbytes(dice.randint(0, 200))
    if kind == 1:
        return "".join(dice.choices(string.printable, k=dice.randint(0, 300)))
    if kind == 2:
        return dice.choice(["[", "{", '{"type":', '["', "9"]) * dice.randint(1, 450)
    if kind == 3:
        return json.dumps(junk(dice))[:4000]
    if kind == 4:
        return json.dumps(
            {"type": dice.choice(["Act", "", "ACT ", "sit  out", 5, None, ["act"], {}]), "id": junk(dice)}
        )[:4000]
    if kind == 5:
        return dice.choice(
            [
                '{"type": "act", "id": NaN}',
                '{"type": "ping"',
                "\ufeff{}",
                '{"type": "hello", "have": -1}',
                "null",
                '"act"',
            ]
        )
    fields = {"id": "x", "deal": 10**6, "turn": 10**6, "action": "call"}  # if it can be read at all, it is late
    wrong = dice.choice(list(fields))
    value = dice.choice([None, 5, "", "y" * 65, [], {}]) if wrong == "id" else junk(dice, 2)
    return json.dumps({"type": "act"} | fields | {wrong: value})[:4000]


def annoy_server(folder: Path, rounds: int) -> None:
    """Frames that are none, twenty in a round: each is answered by an error, and nothing else happens."""

    async def annoy(server: Server) -> None:
        table, dice = server.make_table(seats=2, bots=["caller"]), random.Random(11)
        eve = {"id": table["id"]}
        async with seat_at(server, table) as ada:
            view = await ada.my_turn()
            version = ada.update["version"]
        async with seat_at(server, eve) as client:
            for _ in range(rounds):
                frames = [bad_frame(dice) for _ in range(20)]
                for frame in frames:
                    await client.socket.send(frame)
                await client.send(type="ping", id="end")
                answers: list[Frame] = []
                while not answers or answers[-1]["type"] != "pong":
                    answers.append(await client.next("error", "pong", "done"))
                assert [answer["type"] for answer in answers] == ["error"] * 20 + ["pong"]
                assert {answer["code"] for answer in answers[:-1]} <= {"frame", "seat"}
                assert all(len(json.dumps(answer)) < 700 for answer in answers)
        async with seat_at(server, table) as ada:
            for _ in range(rounds):
                frame = bad_frame(dice)
                await ada.socket.send(frame)
                assert (await ada.next("error"))["code"] in ("frame", "action", "late")
                await ada.send(type="ping")
                await ada.next("pong")
            assert (ada.view, ada.update["version"]) == (view, version)
            assert (await ada.act(passive(view)))["type"] == "done"

    with running_server(folder, *WIDE) as server:
        asyncio.run(annoy(server))
        assert server.log.read_text() == ""


def test_a_thousand_frames_that_are_none(tmp_path: Path) -> None:
    annoy_server(tmp_path, 50)


@pytest.mark.long
def test_ten_thousand_frames_that_are_none(tmp_path: Path) -> None:
    annoy_server(tmp_path, 500)


def test_frames_in_the_wrong_order(tmp_path: Path) -> None:
    """A client that sends everything twice and backwards gets at most one action a turn."""

    async def play(server: Server) -> None:
        table, dice = bots_table(server, bots=["caller", "caller"], seats=3, stack=100_000), random.Random(3)
        async with seat_at(server, table) as ada:
            done: set[str] = set()
            for number in range(60):
                await ada.my_turn()
                deal, turn = ada.update["deal"], ada.update["turn"]
                acts = [
                    {"id": f"{number}-{part}", "deal": deal, "turn": turn + part, "action": "call"} for part in range(3)
                ]
                acts += [act | {"id": f"{act['id']}-check", "action": "check"} for act in acts] + acts
                dice.shuffle(acts)
                for act in acts:
                    await ada.send(type="act", **act)
                for _ in acts:
                    answer = await ada.next("done", "error")
                    assert answer["type"] == "done" or answer["code"] in ("late", "action")
                    done |= {answer["id"]} if answer["type"] == "done" else set()
                await ada.until(lambda update: (update["deal"], update["turn"]) > (deal, turn))  # noqa: B023
            version = ada.update["version"]
        with sqlite3.connect(server.database) as database:
            rows = database.execute("SELECT event FROM events WHERE number < ?", (version,))
            events = [json.loads(text) for (text,) in rows]
        mine = [event for event in events if event.get("seat") == 0 and event["kind"] in ("call", "check", "fold")]
        assert abs(len(mine) - len(done)) <= 1  # the last one may have been told only after this looked

    with running_server(tmp_path, *WIDE) as server:
        asyncio.run(play(server))


# --- kills -----------------------------------------------------------------------------------------------------------


def kill_and_play_on(folder: Path, kills: int) -> None:
    """Kill the server at any moment, again and again, while people at several tables play on."""
    dice = random.Random(7)
    port, tables = 0, list[dict[str, Any]]()
    versions, deals = Counter[str](), Counter[str]()  # by token: what each person was told last
    changed = asyncio.Event()

    async def play(server: Server, table: dict[str, Any]) -> None:
        turn, asked, token = (-1, -1), -1, table["token"]
        async with seat_at(server, table, versions.get(token, -1)) as client:
            while True:
                update = client.update
                assert update["version"] >= versions[token]
                assert chips(update) == table["chips"]
                versions[token], deals[token] = update["version"], update["deal"]
                changed.set()
                now = update["deal"], update["turn"]
                broke = is_over(update) and not any(s["stack"] for s in update["seats"] if s["kind"] == "person")
                if (update["over"] or broke) and asked < update["version"]:
                    asked = update["version"]
                    await client.send(type="again")
                if update["view"] and update["view"]["options"] and now > turn:
                    turn = now
                    await client.act(decide(dice, update["view"]))
                else:
                    await client.next("update", "error")

    async def play_until(server: Server, enough: Callable[[], bool]) -> None:
        nonlocal changed
        changed = asyncio.Event()
        players = [asyncio.create_task(play(server, table)) for table in tables]
        while not enough() and not any(player.done() for player in players):
            await asyncio.wait_for(changed.wait(), PATIENCE)
            changed.clear()
        server.process.send_signal(signal.SIGKILL)
        for result in await asyncio.gather(*players, return_exceptions=True):
            assert isinstance(result, ConnectionClosed | OSError), result

    for _ in range(kills):
        with running_server(folder, *WIDE, port=port) as server:
            port = server.port
            if not tables:
                tables += make_tables(server)
            goal = versions.total() + dice.randint(1, 400)
            asyncio.run(play_until(server, lambda: versions.total() >= goal))  # noqa: B023 (run here)
    with running_server(folder, *WIDE, port=port) as server:
        goal = max(deals.values()) + 1  # every table finishes a deal at least
        asyncio.run(play_until(server, lambda: min(deals[table["token"]] for table in tables) > goal))
    with running_server(folder, *WIDE, port=port) as server:
        check_tables(server, tables)
        assert server.log.read_text() == ""


def make_tables(server: Server) -> list[dict[str, Any]]:
    """A table with fast bots, one with bots that remember, one of draw, and one of two people."""
    bots = [["random", "maniac", "caller"], ["cpu", "sharp"], ["drawer", "random"]]
    tables = [
        server.make_table(bots=names, seats=len(names) + 1, game="draw" if "drawer" in names else "holdem")
        for names in bots
    ]
    made = [table | {"chips": 1000 * (1 + len(names))} for table, names in zip(tables, bots, strict=True)]
    people = server.make_table(bots=[], seats=2)
    return [*made, people | {"chips": 2000}, server.join(people["id"], "Ben") | {"chips": 2000}]


def check_tables(server: Server, tables: Iterable[dict[str, Any]]) -> None:
    """Every deal that was finished can be proved, and its events are there."""
    for table in tables:
        hands = server.get(f"/api/tables/{table['id']}/hands", table["token"]).json()["hands"]
        assert hands
        for hand in hands[-3:]:
            one = server.get(f"/api/tables/{table['id']}/hands/{hand['deal']}", table["token"]).json()
            assert one["events"][-1]["kind"] == "over"
            assert sum(one["view"]["stacks"]) == table["chips"]


def test_a_few_kills_cost_no_chip(tmp_path: Path) -> None:
    kill_and_play_on(tmp_path, 2)


@pytest.mark.long
def test_three_hundred_kills_cost_no_chip(tmp_path: Path) -> None:
    kill_and_play_on(tmp_path, 300)
