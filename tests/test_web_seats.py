"""Seats that are left, come back to and bought into again; deals that are skipped; cards that are shown for fun."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from kicker.records import OK, parse_phhs, replay
from kicker.shuffle import parse_proof
from kicker.ui.web.clock import Clock
from kicker.ui.web.house import ABANDONED, House
from kicker.ui.web.limits import Doorkeeper, Limits, Refused, token_hash
from kicker.ui.web.people import Subscriber
from kicker.ui.web.store import Store
from tests.test_web_privacy import STILL, cards_in, people_table, updates_of
from tests.web import Client, Frame, Server, is_over, passive, problem, running_server, seat_at, table_settings


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which nothing moves by itself: a deal begins when somebody says `next`, and the first one at once."""
    with running_server(tmp_path_factory.mktemp("seats"), *STILL) as running:
        yield running


def come_back(server: Server, left: dict[str, Any], name: str, **form: Any) -> httpx.Response:
    """Sit down again with the token of before."""
    headers = {"Authorization": f"Bearer {left['token']}"}
    with server.http as http:
        return http.post(f"/api/tables/{left['id']}/join", json={"name": name, **form}, headers=headers)


async def fold_to(winner: Client, *others: Client) -> None:
    """Let everybody fold to one player, who raises."""
    clients = (winner, *others)
    await winner.until(lambda update: bool(update["view"]))
    while not is_over(winner.update):
        state = winner.update
        actor = next(client for client in clients if client.seat == state["view"]["to_act"])
        view = await actor.my_turn()
        raising = f"raise {view['options']['min_raise_to']}"
        await actor.act(raising if actor is winner else "check" if view["options"]["may_check"] else "fold")
        await winner.until(lambda update: update["version"] > state["version"])  # noqa: B023
    for client in others:
        await client.until(is_over)


async def leave_with(client: Client, server: Server) -> int:
    """Leave the table; returns with how many chips."""
    assert client.seat is not None
    stack: int = client.update["seats"][client.seat]["stack"]
    await client.send(type="leave")
    await client.until(lambda update: update["seats"][client.seat]["kind"] == "empty")
    return stack


def all_in(view: Frame) -> str:
    """Everything, in every turn."""
    return f"raise {view['options']['max_raise_to']}" if view["options"]["max_raise_to"] else passive(view)


# --- coming back -----------------------------------------------------------------------------------------------------


def test_who_comes_back_has_the_same_stack_and_the_same_hands(server: Server) -> None:
    table = people_table(server)
    ben = server.join(table["id"], "Ben", 1)

    async def play() -> None:
        async with seat_at(server, table) as ada, seat_at(server, ben) as other:
            await fold_to(ada, other)
            stack = await leave_with(other, server)
            assert stack not in (0, 1000)
            back = await asyncio.to_thread(come_back, server, ben, "Ben", seat=2)
            assert back.json() == {"seat": 2, "token": ben["token"]}
            await ada.until(lambda update: update["seats"][2]["name"] == "Ben")
            assert ada.update["seats"][2]["stack"] == stack
            # Somebody else, or the same without the token, begins with the usual stack.
            await asyncio.to_thread(server.join, table["id"], "Cem", 1)
            await ada.until(lambda update: update["seats"][1]["name"] == "Cem")
            assert ada.update["seats"][1]["stack"] == 1000
            async with seat_at(server, ben) as again:
                assert again.seat == 2
                await ada.send(type="next")
                await again.until(lambda update: update["deal"] == 2)
                assert (again.view or {})["seat"] == 2
                assert len((again.view or {})["hand"]) == 2

    asyncio.run(play())
    hands = server.get(f"/api/tables/{table['id']}/hands", ben["token"]).json()["hands"]
    assert [hand["deal"] for hand in hands] == [1]


def test_who_comes_back_before_the_deal_is_over_has_never_left(server: Server) -> None:
    table = people_table(server)
    ben = server.join(table["id"], "Ben", 1)

    async def play() -> None:
        async with seat_at(server, table) as ada, seat_at(server, ben) as other:
            await ada.until(lambda update: bool(update["view"]))
            await other.send(type="leave")
            await ada.until(lambda update: update["seats"][1]["out"] or update["seats"][1]["kind"] == "empty")
            back = await asyncio.to_thread(come_back, server, ben, "Ben")
            assert back.json()["token"] == ben["token"]
            async with seat_at(server, ben) as again:
                assert not again.update["seats"][again.seat or 0]["out"]

    asyncio.run(play())


def test_who_comes_back_twice_has_one_seat(server: Server) -> None:
    table = people_table(server)
    ben = server.join(table["id"], "Ben", 1)
    assert come_back(server, ben, "Ben", seat=2).json() == {"seat": 1, "token": ben["token"]}
    assert server.get(f"/api/tables/{table['id']}").json()["names"] == ["Ada", "Ben", ""]


def test_a_key_that_is_not_known_is_no_hindrance(server: Server) -> None:
    table = people_table(server)
    joined = come_back(server, {"id": table["id"], "token": "x" * 43}, "Ben").json()
    assert joined["seat"] == 1
    assert joined["token"] != "x" * 43


@asynccontextmanager
async def house_in(folder: Path) -> AsyncIterator[House]:
    """Tables in this process, so that the time can be moved."""
    house = House(Store(folder / "kicker.sqlite"), Doorkeeper(Limits(tables=3)), 3600, Clock())
    await house.open()
    try:
        yield house
    finally:
        await house.close()


def test_after_an_hour_or_in_a_new_game_the_stack_is_the_usual_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with house_in(tmp_path) as house:
            host, _ = await house.make(table_settings(seats=3, stack=500), "Ada", "here")
            _, token = await host.join("Ben", 1)
            person = host.people[1]
            for seconds, stack in ((3599.0, 123), (3601.0, 500)):
                await host.leave(Subscriber(person, -1))  # nobody is connected, so nothing is dealt
                assert person.departure is not None
                person.departure = person.departure._replace(chips=123)
                await house.store.write(host._change()._replace(seats=[person.row()]))
                left_at = person.departure.at
                with monkeypatch.context() as later:
                    later.setattr("kicker.ui.web.game.time.time", lambda: left_at + seconds)  # noqa: B023
                    await host.join("Ben", 1, token_hash(token or ""))
                person = host.people[1]
                assert host.moment.seats[1].stack == stack
            await host.leave(Subscriber(person, -1))
            host._game._deals_before += 1  # as when a new game begins
            person.departure = person.departure and person.departure._replace(chips=123)
            assert host._game._stack_of(person) == 500

    asyncio.run(play())


# --- out of chips ----------------------------------------------------------------------------------------------------


async def lose_everything(ada: Client) -> bool:
    """Go all in once; True if all chips are lost."""
    await ada.play_until(is_over, all_in)
    return not ada.update["seats"][0]["stack"]


def test_who_is_out_of_chips_against_bots_can_rebuy(server: Server) -> None:
    async def play(table: dict[str, Any]) -> bool:
        async with seat_at(server, table) as ada:
            await ada.until(lambda update: bool(update["view"]))
            assert ada.update["rebuy"] is None
            await ada.send(type="rebuy")  # not while there are chips
            assert (await ada.next("error"))["code"] == "late"
            if not await lose_everything(ada):
                return False
            assert ada.update["seats"][0]["broke"]
            assert ada.update["rebuy"] == 100
            before = sum(seat["stack"] for seat in ada.update["seats"])
            await ada.send(type="rebuy")
            await ada.until(lambda update: update["seats"][0]["stack"] == 100)
            assert sum(seat["stack"] for seat in ada.update["seats"]) == before + 100
            assert not ada.update["seats"][0]["broke"]
            assert ada.update["over"] is None
            deal = ada.update["deal"]
            await ada.send(type="next")
            await ada.until(lambda update: update["deal"] > deal and 0 in update["view"]["order"])
            return True

    for _ in range(60):  # every second time she loses
        if asyncio.run(play(server.make_table(seats=2, bots=["caller"], stack=100, rise=20))):
            return
    raise AssertionError("she won sixty times")


@pytest.mark.parametrize(("rise", "allowed"), [(20, False), (0, True)])
def test_among_people_one_rebuys_where_stakes_do_not_rise(server: Server, rise: int, allowed: bool) -> None:
    async def play() -> None:
        table = people_table(server, seats=3, stack=200, blinds="50/100", rise=rise)
        ben = server.join(table["id"], "Ben", 1)
        async with seat_at(server, table) as ada, seat_at(server, ben) as other:
            while all(seat["stack"] or seat["kind"] == "empty" for seat in ada.update["seats"]):
                await asyncio.gather(ada.play_until(is_over, all_in), other.play_until(is_over, all_in))
                if all(seat["stack"] for seat in ada.update["seats"][:2]):  # a tie is played again
                    deal = ada.update["deal"]
                    await ada.send(type="next")
                    for client in (ada, other):
                        await client.until(lambda update: update["deal"] > deal)  # noqa: B023
            loser, seat = (ada, table) if not ada.update["seats"][0]["stack"] else (other, ben)
            await loser.until(lambda update: update["seats"][loser.seat]["broke"])
            assert loser.update["rebuy"] == (200 if allowed else None)
            await leave_with(loser, server)
            back = await asyncio.to_thread(come_back, server, seat, "Back again")
            if allowed:
                assert back.status_code == 200
            else:
                assert problem(back) == (409, "out")

    asyncio.run(play())


# --- too many tables -------------------------------------------------------------------------------------------------


def test_tables_that_only_bots_are_left_at_give_way(tmp_path: Path) -> None:
    async def make() -> None:
        async with house_in(tmp_path) as house:
            settings = table_settings(seats=3, bots=["caller"])

            async def table(*, stays: bool = False) -> str:
                host, token = await house.make(settings, "Ada", "here")
                visitor = host.connect(token, -1)
                if not stays:
                    host.disconnect(visitor)
                return host.id

            first, second = await table(), await table(stays=True)
            friends = await table()
            await house.tables[friends].join("Ben", None)  # two people have seats: they may come back
            third = await table()
            assert set(house.tables) == {second, friends, third}  # the one that was left first is closed
            fourth = await table()
            assert set(house.tables) == {second, friends, fourth}
            house.tables[fourth].connect(None, -1)  # somebody watches
            with pytest.raises(Refused, match="3 tables in use"):
                await table()
            assert len(await house.store.open_tables()) == 3
            assert first not in house.tables

    asyncio.run(make())


def test_where_the_server_is_full_tables_left_long_ago_give_way(tmp_path: Path) -> None:
    async def make() -> None:
        async with house_in(tmp_path) as house:
            house.door.limits = Limits(all_tables=2)
            hosts = []
            for place in range(2):
                host, token = await house.make(table_settings(), "Ada", f"there {place}")
                host.disconnect(host.connect(token, -1))
                hosts.append(host)
            with pytest.raises(Refused, match="all 2 tables are in use"):
                await house.make(table_settings(), "Eve", "here")
            hosts[1].used -= ABANDONED + 1
            await house.make(table_settings(), "Eve", "here")
            assert hosts[0].id in house.tables
            assert hosts[1].id not in house.tables

    asyncio.run(make())


def test_whoever_has_just_made_a_table_is_waited_for(tmp_path: Path) -> None:
    async def make() -> None:
        async with house_in(tmp_path) as house:
            for _ in range(3):
                await house.make(table_settings(), "Ada", "here")
            with pytest.raises(Refused, match="3 tables in use"):
                await house.make(table_settings(), "Ada", "here")

    asyncio.run(make())


# --- skipping --------------------------------------------------------------------------------------------------------


def test_who_has_folded_skips_to_the_next_deal(server: Server) -> None:
    table = server.make_table(seats=4, bots=["caller"] * 3, rise=0, stack=1000)

    async def play() -> None:
        async with seat_at(server, table) as ada:
            await ada.my_turn()
            await ada.send(type="next")  # not while she is in it
            assert (await ada.next("error"))["code"] == "late"
            await ada.act("fold")
            await ada.send(type="next")
            await ada.until(lambda update: update["deal"] == 2)  # on this server nothing else would deal

    asyncio.run(play())


def test_nobody_skips_a_deal_that_somebody_else_is_in(server: Server) -> None:
    table = people_table(server)
    ben, cem = server.join(table["id"], "Ben", 1), server.join(table["id"], "Cem", 2)

    async def play() -> None:
        async with seat_at(server, table) as ada, seat_at(server, ben), seat_at(server, cem):
            await ada.my_turn()  # all three had seats before anybody came, and she is the first to act
            await ada.act("fold")
            await ada.until(lambda update: not update["view"]["live"][0])
            await ada.send(type="next")
            answer = await ada.next("error")
            assert (answer["code"], ada.update["deal"]) == ("late", 1)

    asyncio.run(play())


# --- showing ---------------------------------------------------------------------------------------------------------


def test_the_winner_shows_cards_that_nobody_paid_to_see(server: Server) -> None:
    table = people_table(server)
    ben = server.join(table["id"], "Ben", 1)
    base = f"/api/tables/{table['id']}"

    async def play() -> None:
        async with (
            seat_at(server, table) as ada,
            seat_at(server, ben) as other,
            seat_at(server, {"id": table["id"]}) as eve,
        ):
            await ada.until(lambda update: bool(update["view"]))
            mine = set((ada.view or {})["hand"])
            await ada.send(type="show", deal=1)  # not while it goes on
            assert (await ada.next("error"))["code"] == "late"
            await fold_to(ada, other)
            await eve.until(is_over)
            for who in (other, eve):
                assert not mine & cards_in(updates_of(who))
            await other.send(type="show", deal=1)  # what was folded stays down
            assert (await other.next("error"))["code"] == "late"
            await eve.send(type="show", deal=1)
            assert (await eve.next("error"))["code"] == "seat"
            await ada.send(type="show", deal=7)
            assert (await ada.next("error"))["code"] == "late"
            await ada.send(type="show", deal=1)
            for who in (ada, other, eve):
                await who.until(lambda update: all(update["view"]["up"][0]))
                assert set((who.view or {})["hands"][0]) == mine
                event = who.update["events"][-1]
                assert (event["kind"], event["seat"], set(event["cards"].split())) == ("show", 0, mine)
            assert {opening["card"] for opening in eve.update["openings"]} == mine
            await ada.send(type="show", deal=1)  # once
            assert (await ada.next("error"))["code"] == "late"
            theirs = set((other.view or {})["hand"])
            assert not theirs & cards_in(updates_of(ada) + updates_of(eve))
            # Whoever comes now sees it too, and in the next deal nothing is left of it.
            async with seat_at(server, {"id": table["id"]}) as late:
                assert set((late.view or {})["hands"][0]) == mine
            await ada.send(type="next")
            await eve.until(lambda update: update["deal"] == 2)
            await ada.send(type="show", deal=1)
            assert (await ada.next("error"))["code"] == "late"
            assert not cards_in(eve.update["view"])

    asyncio.run(play())
    replayed = server.get(f"{base}/hands/1", ben["token"]).json()
    assert replayed["view"]["up"][0] == [True, True]
    assert replayed["events"][-1]["kind"] == "show"
    record = next(iter(parse_phhs(server.get(f"{base}/hands.phhs", ben["token"]).text)))
    assert replay(record).verdict in (OK, "undetermined")
    proof = parse_proof(server.get(f"{base}/proof/1", ben["token"]).text)
    assert proof.verify() == []
    assert len(proof.openings) == 4


def test_what_was_shown_lies_open_after_a_restart(tmp_path: Path) -> None:
    async def before(server: Server) -> tuple[dict[str, Any], set[str], int]:
        table = people_table(server)
        ben = server.join(table["id"], "Ben", 1)
        async with seat_at(server, table) as ada, seat_at(server, ben) as other:
            await fold_to(ada, other)
            await ada.send(type="show", deal=1)
            await ada.until(lambda update: all(update["view"]["up"][0]))
            return table, set((ada.view or {})["hand"]), ada.update["version"]

    async def after(server: Server, table: dict[str, Any], mine: set[str], version: int) -> None:
        async with seat_at(server, {"id": table["id"]}) as eve:
            assert set((eve.view or {})["hands"][0]) == mine
            assert eve.update["version"] == version
            assert eve.update["events"][-1]["kind"] == "show"
        async with seat_at(server, table) as ada:
            await ada.send(type="next") if ada.update["next"] is not None else None
            await ada.send(type="show", deal=1)
            assert (await ada.next("error"))["code"] == "late"

    with running_server(tmp_path, *STILL) as server:
        table, mine, version = asyncio.run(before(server))
    with running_server(tmp_path, *STILL) as server:
        asyncio.run(after(server, table, mine, version))


@pytest.mark.parametrize("frame", ['{"type": "show"}', '{"type": "show", "deal": "1"}', '{"type": "show", "deal": -1}'])
def test_a_wish_to_show_says_which_deal(server: Server, frame: str) -> None:
    table = people_table(server)

    async def say() -> None:
        async with seat_at(server, table) as ada:
            await ada.socket.send(frame)
            assert (await ada.next("error"))["code"] == "frame"

    asyncio.run(say())


# --- who has won -----------------------------------------------------------------------------------------------------


def test_the_winning_five_are_told_from_what_lies_open(server: Server) -> None:
    from kicker.hands import evaluate

    table = server.make_table(seats=4, bots=["caller"] * 3, rise=0, stack=1000)

    async def play() -> None:
        async with seat_at(server, table) as ada, seat_at(server, {"id": table["id"]}) as eve:
            for deal in range(1, 6):
                await ada.play_until(lambda update: update["deal"] == deal and is_over(update))  # noqa: B023
                await eve.until(lambda update: update["deal"] == deal and is_over(update))  # noqa: B023
                assert ada.update["winning"] == eve.update["winning"] != []
                view = eve.view or {}
                shown = [hand for hand, up in zip(view["hands"], view["up"], strict=True) if up and all(up)]
                best = max(evaluate(" ".join([*hand, *view["board"]])) for hand in shown)
                for hand in eve.update["winning"]:
                    assert len(hand["cards"]) == 5
                    assert set(hand["cards"]) <= {*view["hands"][hand["seat"]], *view["board"]}
                    assert evaluate(" ".join(hand["cards"])) == best
                await ada.send(type="next")
                await ada.until(lambda update: update["deal"] > deal)  # noqa: B023
                assert ada.update["winning"] == []
        for frame in eve.frames:
            update = frame.get("update", frame)
            if update["type"] == "update" and not is_over(update):
                assert not update["winning"]

    asyncio.run(play())
    one = server.get(f"/api/tables/{table['id']}/hands/1", table["token"]).json()
    assert len(one["winning"][0]["cards"]) == 5
    assert json.dumps(one["winning"])
