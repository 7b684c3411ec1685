"""Clocks of the web table, moved by hand: nothing here waits for a time, and every second is counted exactly."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from kicker.errors import KickerError
from kicker.ui.common.pace import LONGEST, SHORTEST
from kicker.ui.web.clock import Clock
from kicker.ui.web.host import TableHost
from kicker.ui.web.house import House
from kicker.ui.web.limits import Doorkeeper, Limits
from kicker.ui.web.moment import Moment
from kicker.ui.web.people import Person, Subscriber
from kicker.ui.web.protocol import Act
from kicker.ui.web.store import Store
from tests.web import table_settings

HANG = 60.0


class HandClock(Clock):
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.time = 1000.0
        self._moved = asyncio.Event()

    def now(self) -> float:
        return self.time

    def move(self, seconds: float) -> None:
        self.time += seconds
        self._moved.set()

    async def wait(self, wake: asyncio.Event, seconds: float | None) -> None:
        deadline = None if seconds is None else self.time + seconds
        while not wake.is_set() and (deadline is None or self.time < deadline):
            self._moved.clear()
            waits = [asyncio.ensure_future(event.wait()) for event in (wake, self._moved)]
            try:
                await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for each in waits:
                    each.cancel()


class Play:
    """A table, its clock, and its maker."""

    def __init__(self, host: TableHost, clock: HandClock, ada: Subscriber) -> None:
        self.host, self.clock, self.ada = host, clock, ada
        self._ids = 0

    @property
    def person(self) -> Person:
        assert self.ada.person is not None
        return self.ada.person

    async def until(self, condition: Callable[[Moment], bool]) -> Moment:
        """Wait until the table is as it should be."""

        async def look() -> None:
            while not condition(self.host.moment):
                await self.ada.wake.wait()
                self.ada.wake.clear()

        await asyncio.wait_for(look(), HANG)
        return self.host.moment

    async def my_turn(self) -> tuple[int, int]:
        """Wait until Ada has to decide; returns the deal and the turn."""
        moment = await self.until(lambda now: bool(now.state and now.state.to_act == self.person.seat))
        return moment.deal, moment.turn

    async def past(self, turn: tuple[int, int]) -> None:
        """Wait until a turn is over."""
        await self.until(lambda now: (now.deal, now.turn) > turn)

    async def act(self) -> None:
        """Give up nothing and add as little as possible."""
        deal, turn = await self.my_turn()
        state = self.host.moment.state
        assert state is not None
        self._ids += 1
        await self.host.act(self.ada, Act(str(self._ids), deal, turn, "check" if state.options.may_check else "call"))

    def seat(self) -> dict[str, Any]:
        """The public state of Ada's seat."""
        update: dict[str, Any] = self.host._update(self.ada, whole=True)
        found: dict[str, Any] = update["seats"][self.person.seat] | {"clock": update["clock"], "next": update["next"]}
        return found

    def notes(self) -> list[str]:
        """Why the table acted for Ada."""
        seat = self.person.seat
        return [
            event.reason for event in self.host.moment.journal.events if (event.kind, event.seat) == ("default", seat)
        ]


@asynccontextmanager
async def table(folder: Path, *, pause: float = 0.0, **settings: Any) -> AsyncIterator[Play]:
    """A table with Ada at it."""
    clock = HandClock()
    house = House(Store(folder / "kicker.sqlite"), Doorkeeper(Limits()), pause, clock)
    await house.open()
    host, token = await house.make(table_settings(**settings), "Ada", "here")
    try:
        yield Play(host, clock, host.connect(token, -1))
    finally:
        await house.close()


CALLERS: dict[str, Any] = {"seats": 4, "bots": ["caller"] * 3, "stack": 100_000}


def test_a_time_out_checks_or_folds_and_the_second_sits_out(tmp_path: Path) -> None:
    async def play() -> None:
        async with table(tmp_path, seconds=30.0, bank=60.0, **CALLERS) as at:
            first = await at.my_turn()
            assert at.seat()["clock"] == {"seat": 0, "left": 30.0, "bank": 60.0}
            at.clock.move(40)
            assert at.seat()["clock"] == {"seat": 0, "left": 0.0, "bank": 50.0}
            at.clock.move(49)
            assert at.seat()["clock"] == {"seat": 0, "left": 0.0, "bank": 1.0}
            at.clock.move(1)
            await at.past(first)
            assert at.notes() == ["time is up"]
            second = await at.my_turn()  # of the next deal, because this one was folded
            assert second[0] == first[0] + 1
            assert at.seat()["clock"] == {"seat": 0, "left": 30.0, "bank": 2.0}
            at.clock.move(32)
            await at.until(lambda now: now.seats[0].out)
            assert at.notes() == ["time is up"] * 2
            assert any(event.kind == "sit out" for event in at.host.moment.journal.events)

    asyncio.run(play())


def test_acting_in_time_forgives_a_time_out_and_uses_the_bank(tmp_path: Path) -> None:
    async def play() -> None:
        async with table(tmp_path, seconds=30.0, bank=60.0, **CALLERS) as at:
            for _ in range(3):
                turn = await at.my_turn()
                at.clock.move(1000)
                await at.past(turn)
                await at.my_turn()
                assert at.person.misses == 1
                await at.act()
                assert at.person.misses == 0
            assert not at.seat()["out"]
            await at.my_turn()
            bank = at.seat()["bank"]
            at.clock.move(31)
            await at.act()
            assert at.seat()["bank"] == bank - 1

    asyncio.run(play())


def test_the_clock_of_somebody_who_is_away_runs(tmp_path: Path) -> None:
    async def play() -> None:
        async with table(tmp_path, seconds=30.0, bank=0.0, seats=2, stack=1000) as at:
            seat, token = await at.host.join("Ben", None)
            ben = at.host.connect(token, -1)
            await at.until(lambda now: now.deal == 1)
            at.host.disconnect(ben)
            while not at.host.moment.seats[seat].out:
                state = at.host.moment.state
                if state is not None and state.to_act == seat:
                    assert at.host._update(at.ada, whole=True)["seats"][seat]["away"]
                    turn = at.host.moment.deal, at.host.moment.turn
                    at.clock.move(31)
                    await at.past(turn)
                elif state is not None and state.to_act == 0:
                    await at.act()
                else:
                    deal = at.host.moment.deal
                    await at.until(lambda now: now.deal > deal or now.seats[seat].out)  # noqa: B023

    asyncio.run(play())


@pytest.mark.parametrize("cut_short", [False, True])
def test_the_next_deal_waits_for_the_pause_or_until_somebody_cuts_it_short(tmp_path: Path, cut_short: bool) -> None:
    async def play() -> None:
        async with table(tmp_path, pause=4.0, **CALLERS) as at:
            while not at.host.moment.state or not at.host.moment.state.over:
                turn = await at.my_turn()
                await at.act()
                await at.until(
                    lambda now: (now.deal, now.turn) > turn and bool(now.state and now.state.to_act in (0, None))  # noqa: B023
                )
            assert at.seat()["next"] == 4.0
            at.clock.move(3)
            assert at.seat()["next"] == 1.0
            assert at.host.moment.deal == 1
            if cut_short:
                at.host.next(at.ada)
            else:
                at.clock.move(1)
            await at.until(lambda now: now.deal == 2)
            assert at.seat()["next"] is None

    asyncio.run(play())


# --- bots that think -------------------------------------------------------------------------------------------------


def test_a_bot_thinks_before_it_acts(tmp_path: Path) -> None:
    """One bot after another, each after its own pause, and only while the clock moves."""

    async def play() -> None:
        async with table(tmp_path, **CALLERS, speed="normal") as at:
            for _ in range(6):
                moment = await at.until(lambda now: bool(now.state))
                assert moment.state is not None
                if moment.state.to_act == at.person.seat:
                    await at.act()
                    continue
                thinks = at.host._thinks_until - at.clock.now()
                assert 0.5 * SHORTEST <= thinks <= 0.5 * LONGEST
                at.clock.move(thinks)
                await at.past((moment.deal, moment.turn))
                assert at.host.moment.turn == moment.turn + 1

    asyncio.run(play())


def test_whoever_plays_alone_says_how_fast_bots_act(tmp_path: Path) -> None:
    async def play() -> None:
        async with table(tmp_path, **CALLERS, speed="slow") as at:
            await at.my_turn()
            await at.act()
            turn = at.host.moment.turn
            at.host.set_speed(at.ada, "instant")
            await at.until(lambda now: now.turn > turn + 1)
            with pytest.raises(KickerError, match="unknown speed of bots 'warp'"):
                at.host.set_speed(at.ada, "warp")

    asyncio.run(play())
