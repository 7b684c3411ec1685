"""Playing at the web table through its protocol: a real server in a separate process, over real connections."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kicker.cards import parse_cards
from kicker.games import Event
from kicker.records import OK, parse_phhs, replay
from kicker.shuffle import parse_proof
from tests.web import (
    FAST,
    PATIENCE,
    Server,
    act_legally,
    bots_table,
    chips,
    connect_raw,
    is_over,
    is_turn_of,
    passive,
    problem,
    running_server,
    seat_at,
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without pauses and with wide limits."""
    with running_server(tmp_path_factory.mktemp("server"), *FAST, "--limit", "tables=1000") as running:
        yield running


@pytest.mark.parametrize(
    ("settings", "names"),
    [
        ({"game": "draw", "seats": 3, "bots": ["drawer", "drawer"], "ante": 10}, ["Ada", "drawer 1", "drawer 2"]),
        ({"game": "draw", "rules": "classic", "seats": 2, "bots": ["caller"]}, ["Ada", "caller"]),
        ({"game": "holdem", "rules": "classic"}, ["Ada", "cpu"]),
        ({"betting": "fixed-limit", "seats": 2, "bots": ["random"]}, ["Ada", "random"]),
        ({"betting": "pot-limit", "seats": 10, "bots": ["maniac"]}, ["Ada", "maniac", *[""] * 8]),
    ],
)
def test_all_games_can_be_played(server: Server, settings: dict[str, Any], names: list[str]) -> None:
    table = server.make_table(**settings)

    async def play() -> None:
        async with seat_at(server, table) as ada:
            assert ada.welcome["table"]["names"] == names
            total = chips(ada.update)
            for _ in range(2):
                if ada.update["over"]:
                    break
                update = await ada.play_deal(act_legally)
                assert is_over(update)
                assert chips(update) == total

    asyncio.run(play())


# --- the socket ------------------------------------------------------------------------------------------------------


def test_a_seat_plays_and_a_watcher_sees_no_hand(server: Server) -> None:
    table = bots_table(server, seats=5)

    async def play() -> None:
        async with seat_at(server, table) as ada, seat_at(server, {"id": table["id"]}) as eve:
            assert (ada.seat, eve.seat) == (0, None)
            assert ada.welcome["version"] == ada.update["version"]
            total = chips(ada.update)
            for _ in range(10):
                if ada.update["over"] or not ada.update["seats"][0]["stack"]:
                    break
                await ada.play_deal(passive)
                assert chips(ada.update) == total
            await eve.until(lambda update: update["version"] >= ada.update["version"])
        hands = [frame["view"]["hand"] for frame in ada.frames if frame["type"] == "update" and frame["view"]]
        assert all(len(hand) == 2 for hand in hands)
        for frame in eve.frames:
            update = frame.get("update", frame)
            assert not update["view"] or not update["view"]["hand"]
            assert not update["view"] or update["view"]["options"] is None
            assert {event["cards"] for event in update["events"] if event["kind"] == "dealt"} <= {"?? ??"}

    asyncio.run(play())


def test_the_answer_to_an_action_is_done_and_then_the_update(server: Server) -> None:
    table = bots_table(server)

    async def play() -> None:
        async with seat_at(server, table) as ada:
            await ada.my_turn()
            deal, turn, version = ada.update["deal"], ada.update["turn"], ada.update["version"]
            assert (await ada.act("call"))["type"] == "done"
            update = await ada.next("update")
            assert update["from"] == version
            assert (update["deal"], update["turn"]) > (deal, turn)
            assert update["events"][0]["kind"] in ("call", "check")
            assert update["events"][0]["seat"] == 0

    asyncio.run(play())


def test_an_action_is_done_once(server: Server) -> None:
    table = bots_table(server)

    async def play() -> None:
        async with seat_at(server, table) as ada:
            await ada.my_turn()
            act = {"id": "only once", "deal": ada.update["deal"], "turn": ada.update["turn"], "action": "call"}
            for _ in range(3):
                await ada.send(type="act", **act)
            assert [(await ada.next("done", "error"))["type"] for _ in range(3)] == ["done"] * 3
            await ada.send(type="ping", id=1)
            await ada.next("pong")
            mine = [event for frame in ada.frames for event in frame.get("events", ()) if event.get("seat") == 0]
            assert [event["kind"] for event in mine].count("call") == 1
        async with seat_at(server, table) as ada:  # also over another connection
            await ada.my_turn()  # the bots have done what they do
            assert (await ada.act("fold", id="only once"))["type"] == "done"
            version = ada.update["version"]
            await ada.send(type="ping")
            while (await ada.next("update", "pong"))["type"] == "update":
                assert (ada.update["version"], ada.update["events"]) == (version, [])  # somebody has come or gone

    asyncio.run(play())


def test_late_early_and_illegal_actions_change_nothing(server: Server) -> None:
    table = server.make_table(seats=2, bots=[], stack=1000)
    other = server.join(table["id"], "Ben")

    async def play() -> None:
        async with seat_at(server, table) as ada, seat_at(server, other) as ben:
            await ada.my_turn()
            await ben.until(
                lambda update: update["turn"] == ada.update["turn"] and update["deal"] == ada.update["deal"]
            )
            deal, turn, version = ada.update["deal"], ada.update["turn"], ada.update["version"]
            for fields in ({"deal": deal + 1}, {"deal": deal - 1}, {"turn": turn + 1}, {"turn": 10**9}):
                assert (await ada.act("call", **fields))["code"] == "late"
            for action in (
                "raise 1",
                "raise 99999",
                "check",
                "discard 2c",
                "show",
                "dance",
                "",
                "raise -5",
                "raise 1e3",
            ):
                error = await ada.act(action)
                assert (error["type"], error["code"]) == ("error", "action")
            error = await ben.act("fold")  # out of turn: nothing is said of what the other may do
            assert error["code"] == "late"
            assert "raise" not in error["message"]
            await ada.send(type="ping")
            await ada.next("pong")
            assert (ada.update["deal"], ada.update["turn"]) == (deal, turn)
            assert ada.update["version"] == version
            assert (await ada.act("call"))["type"] == "done"

    asyncio.run(play())


def test_a_reload_comes_back_to_the_same_seat_and_view(server: Server) -> None:
    table = bots_table(server)

    async def play() -> None:
        async with seat_at(server, table) as ada:
            view = await ada.my_turn()
            version = ada.update["version"]
        async with seat_at(server, table) as ada:
            assert ada.seat == 0
            assert ada.view == view
            assert ada.update["commitment"]
            assert {opening["card"] for opening in ada.update["openings"]} == {*view["hand"], *view["board"]}
        async with seat_at(server, table, have=version) as ada:
            assert (ada.update["events"], ada.update["from"], ada.view) == ([], version, view)
        async with seat_at(server, table, have=version + 10**6) as ada:  # it knows another past
            assert ada.update["from"] < version

    asyncio.run(play())


def test_a_newer_connection_takes_over(server: Server) -> None:
    table = bots_table(server)

    async def play() -> None:
        async with seat_at(server, table) as old, seat_at(server, table) as new:
            assert await old.closed() == 4409
            assert not (await new.until(is_turn_of(0)))["seats"][0]["away"]
            assert (await new.act("fold"))["type"] == "done"

    asyncio.run(play())


def test_two_people(server: Server) -> None:
    table = server.make_table(seats=3, bots=["caller"], stack=500)
    other = server.join(table["id"], "Ben", 2)

    async def play() -> None:
        async with seat_at(server, table) as ada, seat_at(server, other) as ben:
            assert (ada.seat, ben.seat) == (0, 2)
            for _ in range(5):
                await asyncio.gather(ada.play_deal(passive), ben.play_deal(passive))
                if ada.update["over"] or not all(seat["stack"] for seat in ada.update["seats"]):
                    break
        for client, theirs in ((ada, 2), (ben, 0)):
            updates = [frame.get("update", frame) for frame in client.frames if frame["type"] in ("welcome", "update")]
            for event in [event for update in updates for event in update["events"]]:
                if event["kind"] == "dealt":
                    assert (event["cards"] != "?? ??") == (event["seat"] == client.seat)
            assert all(
                not update["view"]["options"]
                for update in updates
                if update["view"] and update["view"]["to_act"] == theirs
            )

    asyncio.run(play())


def test_who_joins_in_the_middle_of_a_deal_waits_for_the_next(server: Server) -> None:
    table = bots_table(server, seats=5)

    async def play() -> None:
        async with seat_at(server, table) as ada:
            await ada.my_turn()
            ben = await asyncio.to_thread(server.join, table["id"], "Ben")
            await ada.until(lambda update: update["seats"][4]["name"] == "Ben")
            assert ada.update["seats"][4] == {
                "name": "Ben", "kind": "person", "stack": 0, "away": True, "out": False, "broke": False, "bank": 60.0,
            }  # fmt: skip
            async with seat_at(server, ben) as late:
                await late.send(type="sit out")
                assert (await late.next("error"))["code"] == "late"
                deal = ada.update["deal"]
                await ada.play_deal(passive)
                await late.until(lambda update: update["deal"] > deal)
                assert 4 in late.update["view"]["order"]
                joined = [
                    event for frame in late.frames for event in frame.get("events", ()) if event["kind"] == "joined"
                ]
                assert joined == [{"kind": "joined", "seat": 4, "amount": 1000, "stack": 1000, "name": "Ben"}]

    asyncio.run(play())


def test_sitting_out_and_in_again(server: Server) -> None:
    table = server.make_table(seats=3, bots=[], stack=1000, rise=0)
    ben, cem = server.join(table["id"], "Ben"), server.join(table["id"], "Cem")

    async def play() -> None:
        async with seat_at(server, table) as a, seat_at(server, ben) as b, seat_at(server, cem) as c:

            async def all_until(condition: Callable[[dict[str, Any]], bool]) -> None:
                await asyncio.gather(*(client.play_until(condition) for client in (a, b, c)))

            await b.send(type="sit out")
            await all_until(lambda update: bool(update["view"]) and 1 not in update["view"]["order"])
            assert a.update["seats"][1]["out"]
            await b.send(type="sit in")
            await all_until(lambda update: 1 in update["view"]["order"])
            assert not a.update["seats"][1]["out"]

    asyncio.run(play())


def test_leaving_takes_the_chips_and_frees_the_seat(server: Server) -> None:
    table = bots_table(server, seats=5)
    ben = server.join(table["id"], "Ben")

    async def play() -> None:
        async with seat_at(server, table) as ada, seat_at(server, ben) as other:
            await other.my_turn() if is_turn_of(4)(other.update) else None
            await other.send(type="leave")
            await ada.play_deal(passive)
            await ada.until(lambda update: update["seats"][4]["kind"] == "empty")
            assert chips(ada.update) <= 4000 + 1000
            assert (await asyncio.to_thread(server.get, f"/api/tables/{table['id']}")).json()["open"] == [4]
            await other.send(type="sit in")  # who has left watches
            assert (await other.next("error"))["code"] == "seat"
            await other.until(lambda update: update["deal"] > 1 and not update["view"]["hand"])
        async with connect_raw(server, table["id"]) as raw:
            await raw.send(json.dumps({"type": "hello", "token": ben["token"], "have": -1}))
            assert json.loads(await raw.recv())["code"] == "token"
            await asyncio.wait_for(raw.wait_closed(), PATIENCE)
            assert raw.close_code == 4401
        hands = (await asyncio.to_thread(server.get, f"/api/tables/{table['id']}/hands", ben["token"])).json()["hands"]
        assert len(hands) <= 1  # what was played stays one's own

    asyncio.run(play())


def test_a_table_that_everybody_has_left_is_closed(server: Server) -> None:
    table = bots_table(server)

    async def play() -> None:
        async with seat_at(server, table) as ada, seat_at(server, {"id": table["id"]}) as eve:
            await ada.my_turn()
            await ada.send(type="leave")
            assert (await ada.closed(), await eve.closed()) == (4404, 4404)
        response = await asyncio.to_thread(server.get, f"/api/tables/{table['id']}")
        assert response.status_code == 404

    asyncio.run(play())


def test_a_new_game_after_the_last(server: Server) -> None:
    table = server.make_table(seats=2, bots=["maniac"], stack=100, blinds="50/100", rise=0)

    async def play() -> None:
        async with seat_at(server, table) as ada:
            await ada.send(type="again")
            assert (await ada.next("error"))["code"] == "late"
            while not ada.update["over"]:
                await ada.play_deal(passive)
                await ada.until(lambda update: bool(update["over"]) or not is_over(update))
            winner = next(seat for seat in ada.update["seats"] if seat["stack"])
            assert ada.update["over"] == (
                "You win the game with 200" if winner["name"] == "Ada" else "maniac wins the game with 200"
            )
            deal, version = ada.update["deal"], ada.update["version"]
            await ada.send(type="again")
            await ada.until(lambda update: update["deal"] > deal)
            assert ada.update["version"] > version
            assert ada.update["view"]["start_stacks"] == [100, 100]
            assert ada.update["over"] is None

    asyncio.run(play())


def test_a_new_game_while_bots_play_on_among_themselves(server: Server) -> None:
    def all_in(view: dict[str, Any]) -> str:
        return f"raise {view['options']['max_raise_to']}" if view["options"]["max_raise_to"] else passive(view)

    async def play(table: dict[str, Any]) -> bool:
        """True if Ada has lost all her chips to one of the bots in the first deal, and both played on without her."""
        async with seat_at(server, table) as ada:
            await ada.play_until(is_over, all_in)
            if ada.update["seats"][0]["stack"]:
                await ada.send(type="leave")
                await ada.closed()
                return False
            version = ada.update["version"]
            await ada.send(type="again")  # in the middle of whatever the bots do
            await ada.until(lambda update: update["seats"][0]["stack"] > 0 and bool(update["view"]))
            assert ada.update["version"] > version
            assert ada.update["view"]["start_stacks"] == [10_000, 10_000, 10_000, 0]
            assert 0 in ada.update["view"]["order"]
            return True

    for _ in range(100):  # every second time she loses
        table = server.make_table(seats=4, bots=["caller", "folder"], stack=10_000, rise=0)
        if asyncio.run(play(table)):
            return
    raise AssertionError("she won a hundred times")


def test_pings_reasons_and_what_only_seats_may(server: Server) -> None:
    table = bots_table(server, bots=["caller", "caller"], seats=3)

    async def play() -> None:
        async with seat_at(server, table) as ada, seat_at(server, {"id": table["id"]}) as eve:
            for identity in (7, "seven", None):
                await ada.send(type="ping", id=identity)
                assert await ada.next("pong") == {"type": "pong", "id": identity}
            for frame in ("sit out", "sit in", "leave", "again", "rebuy", "next", "reasons"):
                await eve.send(type=frame)
                assert (await eve.next("error"))["code"] == "seat"
            assert (await eve.act("call"))["code"] == "seat"
            await ada.my_turn()
            await ada.send(type="reasons")
            assert (await ada.next("reasons"))["decisions"] == []  # not while they could still be used
            await ada.send(type="next")
            assert (await ada.next("error"))["code"] == "late"

    asyncio.run(play())


def test_reasons_of_bots_that_showed(tmp_path: Path) -> None:
    async def play(server: Server) -> None:
        table = server.make_table(seats=2, bots=["cpu"], stack=1000)
        async with seat_at(server, table) as ada:
            for _ in range(20):
                update = await ada.play_deal(passive)
                await ada.send(type="reasons")
                answer = await ada.next("reasons")
                assert answer["deal"] == update["deal"]
                shown = all(update["view"]["up"][1])
                assert bool(answer["decisions"]) == bool(shown)
                if shown:
                    assert {decision["seat"] for decision in answer["decisions"]} == {1}
                    assert all(decision["text"] for decision in answer["decisions"])
                    return
                await ada.send(type="next")
        raise AssertionError("the bot never showed")

    with running_server(tmp_path, "--pause", "3600") as server:
        asyncio.run(play(server))


def test_nothing_is_dealt_while_nobody_is_there(server: Server) -> None:
    table = bots_table(server)

    async def play() -> None:
        async with seat_at(server, table) as ada:
            await ada.my_turn()
            await ada.send(type="sit out")
            await ada.until(lambda update: is_over(update) and update["next"] is None)
            deal = ada.update["deal"]
            await ada.send(type="ping")
            await ada.next("pong")
            assert (ada.update["deal"], ada.update["next"]) == (deal, None)
        async with seat_at(server, table) as ada:
            assert (ada.update["deal"], ada.update["next"]) == (deal, None)
            await ada.send(type="sit in")
            await ada.until(lambda update: update["deal"] == deal + 1)

    asyncio.run(play())


# --- clocks (test_web_clocks.py counts the seconds) ---


def test_time_runs_out(server: Server) -> None:
    table = bots_table(server, bots=["caller", "caller", "caller"], seconds=0.2, bank=0.3)

    async def play() -> None:
        async with seat_at(server, table) as ada:
            await ada.until(lambda update: update["seats"][0]["out"])
            clocks = [clock for frame in ada.frames if (clock := frame.get("update", frame).get("clock"))]
            assert {clock["seat"] for clock in clocks} == {0}
            assert all(0 <= clock["left"] <= 0.2 and 0 <= clock["bank"] <= 0.3 for clock in clocks)
            events = [event for frame in ada.frames for event in frame.get("events", ()) if event.get("seat") == 0]
            kinds = [event["kind"] for event in events]
            assert kinds.count("default") == 2
            assert [event["reason"] for event in events if event["kind"] == "default"] == ["time is up"] * 2
            assert "sit out" in kinds

    asyncio.run(play())


# --- hands, records and proofs ---------------------------------------------------------------------------------------


def test_own_hands_their_records_and_proofs(server: Server) -> None:
    table = server.make_table(seats=4, bots=["caller", "folder"], stack=100_000, rise=0)
    ben = server.join(table["id"], "Ben")
    commitments: dict[int, list[str]] = {}

    async def play() -> None:
        async with seat_at(server, table) as ada, seat_at(server, ben) as other:
            for _ in range(6):
                await asyncio.gather(ada.play_deal(passive), other.play_deal(passive))
            for frame in ada.frames:
                update = frame.get("update", frame)
                if "commitment" in update:
                    commitments.setdefault(update["deal"], update["commitment"])
                    assert commitments[update["deal"]] == update["commitment"]

    asyncio.run(play())
    base = f"/api/tables/{table['id']}"
    for client, seat in ((table, 0), (ben, ben["seat"])):
        hands = server.get(f"{base}/hands", client["token"]).json()["hands"]
        assert len(hands) >= 5
        records = list(parse_phhs(server.get(f"{base}/hands.phhs", client["token"]).text))
        assert [record.hand for record in records] == [hand["deal"] for hand in hands]
        for hand, record in zip(hands, records, strict=True):
            number = hand["deal"]
            one = server.get(f"{base}/hands/{number}", client["token"]).json()
            assert (one["deal"], one["seat"], one["result"]) == (number, seat, hand["result"])
            assert one["names"][seat] in ("Ada", "Ben")
            events = [Event.from_dict(event) for event in one["events"]]
            assert events == [event.seen_by(seat) for event in events]
            assert sum(event.kind == "over" for event in events) == 1
            assert replay(record).verdict in (OK, "undetermined")
            own = {card for event in events for card in event.known}
            told = set(parse_cards("".join(re.findall(r"[2-9TJQKA][cdhs]", str(record.fields["actions"])))))
            assert told == own  # of others only what they showed
            proof = parse_proof(server.get(f"{base}/proof/{number}", client["token"]).text)
            assert proof.verify() == []
            assert {opening.card for opening in proof.openings} == own
            if number in commitments:
                assert list(proof.commitment) == commitments[number]
    assert problem(server.get(f"{base}/hands/{10**6}", table["token"])) == (404, "deal")
    assert problem(server.get(f"{base}/hands/x", table["token"]))[0] == 400
    assert problem(server.get(f"{base}/hands", "wrong")) == (401, "token")
    assert problem(server.get(f"{base}/hands.phhs")) == (401, "token")
    assert problem(server.get(f"{base}/proof/1", "wrong")) == (401, "token")


def test_openings_fit_the_commitment_while_the_deal_goes_on(server: Server) -> None:
    table = bots_table(server)

    async def play() -> None:
        async with seat_at(server, table) as ada:
            view = await ada.my_turn()
            deal = ada.update["deal"]
            text = (await asyncio.to_thread(server.get, f"/api/tables/{table['id']}/proof/{deal}", table["token"])).text
            proof = parse_proof(text)
            assert proof.verify() == []
            assert [str(opening.card) for opening in proof.openings] == view["hand"]

    asyncio.run(play())
