"""A poker table of the room for tests: to sit down at, to press keys at, and to read from."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from threading import Event

from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen

from kicker.games import Action, View, classic_draw, classic_holdem
from kicker.table import Table
from kicker.ui.common.home import KeptGame
from kicker.ui.tui.app import Room
from kicker.ui.tui.betting import KeyButton
from kicker.ui.tui.felt import Felt
from kicker.ui.tui.poker import PokerScreen
from tests.new_tables import draw_table, holdem_table

SMALL, LARGE = (80, 24), (160, 50)
PATIENCE = 180.0


class OneTable(Room):
    """The room with nothing but a poker table in it."""

    def __init__(self, game: KeptGame, speed: str = "instant") -> None:
        super().__init__()
        self.table = PokerScreen(game)
        self.settings.speed = speed

    def get_default_screen(self) -> Screen[None]:
        return Screen()

    async def on_mount(self) -> None:
        await self.push_screen(self.table)


Visit = Callable[[Pilot[None], PokerScreen], Awaitable[None]]


def at_table(game: KeptGame, visit: Visit, size: tuple[int, int] = SMALL, speed: str = "instant") -> None:
    """Sit down to a game, wait until it is the person's turn, and do something."""

    async def run() -> None:
        app = OneTable(game, speed)
        async with app.run_test(size=size) as pilot:
            await settled(pilot, app.table)
            await visit(pilot, app.table)

    asyncio.run(run())


async def until(pilot: Pilot[None], true: Callable[[], bool]) -> None:
    """Wait for something that happens by itself."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, f"it does not happen:\n{text(pilot.app)}"
        await pilot.pause(0.005)


async def settled(pilot: Pilot[None], table: PokerScreen) -> None:
    """Wait until it is the person's turn and everything is drawn."""
    await until(pilot, lambda: not table.busy or not table.is_attached)
    await pilot.pause()


async def press(pilot: Pilot[None], table: PokerScreen, *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await settled(pilot, table)


async def click(pilot: Pilot[None], table: PokerScreen, target: str, offset: tuple[int, int] | None = None) -> None:
    assert await pilot.click(target, offset=offset or (1, 0)), f"{target} is not there to be clicked"
    await settled(pilot, table)


def rows(app: App[None]) -> list[str]:
    """The screen, line by line."""
    return ["".join(segment.text for segment in strip) for strip in app.screen._compositor.render_strips()]


def text(app: App[None]) -> str:
    return "\n".join(rows(app))


def on_screen(pilot: Pilot[None], words: str) -> bool:
    return words in text(pilot.app)


def felt_text(table: PokerScreen) -> str:
    felt = table.query_one(Felt)
    return "\n".join(felt.render_line(y).text for y in range(felt.size.height))


def offered(table: PokerScreen) -> set[str]:
    """The buttons that are there."""
    return {choice.id or "" for choice in table.query(KeyButton) if choice.display}


def turn(table: PokerScreen) -> View:
    assert table.my_turn
    assert table.view is not None
    return table.view


def over(table: PokerScreen) -> bool:
    return table.moment is not None and table.moment.finished


def new_game(kind: str, seed: int) -> KeptGame:
    tables = {
        "holdem": lambda: holdem_table(3, 1, "caller,maniac", seed, stack=150),
        "pot-limit": lambda: holdem_table(3, 0, "random,maniac", seed, stack=200, betting="pot-limit", rise=5),
        "fixed-limit": lambda: holdem_table(2, 0, "random", seed, stack=120, betting="fixed-limit", rise=2),
        "draw": lambda: draw_table(3, 2, "caller,random", seed, stack=100, ante=5, rise=3),
        "classic-draw": lambda: Table(classic_draw(), [60, 60], players={1: "random"}, seed=seed, fixed_button=True),
        "classic-holdem": lambda: Table(classic_holdem(), [90, 90], players={1: "cpu"}, seed=seed, fixed_button=True),
    }
    return KeptGame.begin(kind if kind.startswith("classic") else "holdem", tables[kind]())


class Held:
    """Checks or calls when it is let."""

    def __init__(self) -> None:
        self.asked, self.free = Event(), Event()

    def act(self, view: View) -> Action:
        self.asked.set()
        assert self.free.wait(PATIENCE)
        return view.options.passive
