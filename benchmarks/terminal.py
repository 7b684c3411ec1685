"""How long a key may have to wait in the full-screen terminal while a bot or the oracle thinks or a file is read.

Each figure is the longest uninterrupted piece of work of the screen, in processor time of its thread, over some keys:
the best of a few runs. The limit is 50 ms for all. The bot thinks until it is told to stop, and the oracle gets a deal
that takes it seconds.
"""

from __future__ import annotations

import asyncio
import gc
import os
import tempfile
import threading
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from textual.app import App
from textual.pilot import Pilot

from benchmarks.timing import Result, Target
from kicker.games import Action, View
from kicker.solitaire import Game, Klondike
from kicker.ui.common.home import KeptGame
from kicker.ui.common.klondike import KeptSession
from kicker.ui.common.offer import find_offer
from kicker.ui.tui.app import Room
from kicker.ui.tui.base import RoomScreen
from kicker.ui.tui.klondike import KlondikeScreen
from kicker.ui.tui.poker import PokerScreen
from kicker.ui.tui.replayer import ReplayScreen

LIMIT = Target("<=", 50)
REPEATS = 3
SIZES = {"80x24": (80, 24), "160x50": (160, 50)}
HAND = Path(__file__).parent.parent / "tests" / "data" / "phh" / "heads-up.phh"
HARD = 754  # a deal that takes the solver seconds, three cards at a time


class Thinker:
    """A bot that thinks until it is told to stop."""

    def __init__(self) -> None:
        self.enough = threading.Event()

    def act(self, view: View) -> Action:
        """Think."""
        self.enough.wait()
        return view.options.passive


def run() -> list[Result]:
    """Measure both games at both sizes."""
    results = []
    for name, size in SIZES.items():
        with tempfile.TemporaryDirectory() as folder:
            os.environ["KICKER_HOME"] = folder
            for what, measure in MEASURED.items():
                longest = 1000 * min(asyncio.run(measure(size)) for _ in range(REPEATS))
                results.append(Result("terminal", f"{what}, {name}", longest, "ms", longest, "longest wait, ms", LIMIT))
    return results


async def while_a_bot_thinks(size: tuple[int, int]) -> float:
    """Play at ten seats, with keys for everything that can be done meanwhile."""
    offer = find_offer("holdem")
    game = KeptGame.begin(offer.kind, offer.against_bots(offer.terms({"seats": 10}), 0, "caller", 5))
    bot = game.table.players[1] = Thinker()

    async def play(pilot: Pilot[Any], screen: RoomScreen) -> None:
        await pilot.press("c")
        for _ in range(4):
            await pilot.press("l", "question_mark", "escape", "s", "e", "l")
        bot.enough.set()

    return await longest_work(PokerScreen(game), play, size)


async def while_the_oracle_thinks(size: tuple[int, int]) -> float:
    """Move the pointer, pick up cards and put them down."""

    async def play(pilot: Pilot[Any], screen: RoomScreen) -> None:
        await pilot.press("p")
        for _ in range(4):
            await pilot.press("down", "right", "1", "x", "up", "left")
        await pilot.press("r")

    return await longest_work(KlondikeScreen(KeptSession(Game(Klondike(draw=3), HARD))), play, size)


async def while_a_file_is_read(size: tuple[int, int]) -> float:
    """Show the last of two thousand hands, all of which are read first."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "long.phhs"
        text = HAND.read_text()
        file.write_text("".join(f"[{number}]\n{text}\n" for number in range(1, 2001)))

        async def play(pilot: Pilot[Any], screen: RoomScreen) -> None:
            assert isinstance(screen, ReplayScreen)
            while screen.opened.viewing is None:
                await pilot.press("right")

        return await longest_work(ReplayScreen([file], index=-1), play, size)


MEASURED = {
    "a bot thinks": while_a_bot_thinks,
    "the oracle thinks": while_the_oracle_thinks,
    "a file is read": while_a_file_is_read,
}


async def longest_work(
    screen: RoomScreen, play: Callable[[Pilot[Any], RoomScreen], Awaitable[None]], size: tuple[int, int]
) -> float:
    """Return the seconds of the event loop's longest piece of work while somebody plays."""
    longest = 0.0

    async def watch() -> None:
        nonlocal longest
        while True:
            began = time.thread_time()
            await asyncio.sleep(0)
            longest = max(longest, time.thread_time() - began)
            await asyncio.sleep(0.001)

    app: App[None] = Room()
    async with app.run_test(size=size) as pilot:
        await app.push_screen(screen)
        await pilot.pause()
        gc.collect()
        watching = asyncio.create_task(watch())
        await play(pilot, screen)
        watching.cancel()
        await pilot.press("escape")
    return longest
