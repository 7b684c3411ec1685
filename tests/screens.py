"""The pictures of the room in docs/screens: `python -m tests.screens` makes them again when a screen has changed."""

import os
import re
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from textual.app import App
from textual.pilot import Pilot

from kicker.solitaire import Game
from kicker.ui.common.home import KeptGame
from kicker.ui.common.statistics import PlayedHand, Solitaire, Statistics
from kicker.ui.tui.base import Settings
from kicker.ui.tui.poker import PokerScreen
from kicker.ui.tui.replayer import ReplayScreen
from kicker.ui.tui.statistics import StatisticsScreen
from tests import klondike_room, poker_table, replayer, room
from tests.conftest import ROOT
from tests.new_tables import draw_table, holdem_table

SMALL, LARGE = (80, 24), (160, 50)


def save_screen(app: App[Any], name: str, size: tuple[int, int]) -> None:
    """Write what the app shows now; fonts that would come from elsewhere are left out."""
    picture = re.sub(r"@font-face\s*\{.*?\}\s*", "", app.export_screenshot(), flags=re.DOTALL)
    picture = re.sub(r"terminal-\d+", "terminal", picture)  # the same picture is the same file
    path = ROOT / "docs" / "screens" / f"{name}-{size[0]}x{size[1]}.svg"
    path.write_text("\n".join(line.rstrip() for line in picture.splitlines()) + "\n", encoding="utf-8")


@contextmanager
def own_home() -> Iterator[None]:
    """A separate home folder with a year of hands."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["KICKER_HOME"] = folder
        dice, now = Random(4), time.time()
        for deal in range(400):
            won = dice.choice([-1.0, -1.0, -0.5, -2.0, -6.0, 1.5, 3.0, 4.0, 9.0])
            kind = dice.choice(["holdem", "holdem", "draw", "classic-holdem"])
            played = PlayedHand(f"{kind}-1", deal, kind, now - (400 - deal) * 20_000, won, dice.random() < 0.4, won > 0)
            Statistics().add_hand(played)
        for number in range(31):
            won_it = dice.random() < 0.6
            score, seconds = dice.randint(300, 745), dice.uniform(200, 900)
            game = Solitaire(f"klondike-{number}", number, 1, now - number * 9000, won_it, 120, score, seconds)
            Statistics().add_solitaire(game)
        yield


def lobby(size: tuple[int, int]) -> None:
    room.left("holdem", 4)

    async def go(pilot: Pilot[None]) -> None:
        await pilot.press("1")
        await pilot.pause()
        save_screen(pilot.app, "lobby", size)

    room.in_room(go, size)


def statistics(size: tuple[int, int]) -> None:
    async def go(pilot: Pilot[None]) -> None:
        await pilot.press("7")
        await room.opens(pilot, StatisticsScreen)
        await room.until(pilot, lambda: "best streak" in room.text(pilot))
        save_screen(pilot.app, "statistics", size)

    room.in_room(go, size)


def klondike(size: tuple[int, int]) -> None:
    async def go(pilot: Pilot[Any], screen: Any) -> None:
        for key in ("7", "d", "5"):
            await klondike_room.press(pilot, key)
        await pilot.pause()
        save_screen(pilot.app, "klondike", size)

    klondike_room.visit(Game(klondike_room.SHORT[0], 707710121), go, size, Settings())


def poker(name: str, game: KeptGame, keys: list[str], size: tuple[int, int]) -> None:
    async def go(pilot: Pilot[None], table: PokerScreen) -> None:
        for key in keys:
            await poker_table.press(pilot, table, key)
        await pilot.app.workers.wait_for_complete()
        table.settings.speed = "normal"
        table.show()
        await pilot.pause()
        save_screen(pilot.app, name, size)

    poker_table.at_table(game, go, size)


def replaying(size: tuple[int, int]) -> None:
    async def go(pilot: Pilot[Any], screen: ReplayScreen) -> None:
        await replayer.press(pilot, "f", "e")
        save_screen(pilot.app, "replayer", size)

    replayer.visit(replayer.OWN.relative_to(Path.cwd()), go, size, index=29)


def main() -> None:
    """Make all pictures."""
    os.environ["COLORTERM"] = "truecolor"
    os.chdir(ROOT)
    made: list[tuple[Callable[[tuple[int, int]], None], tuple[int, int]]] = [
        (lobby, SMALL), (statistics, SMALL), (klondike, SMALL), (replaying, SMALL), (replaying, LARGE),
    ]  # fmt: skip
    for make, size in made:
        with own_home():
            make(size)
    with own_home():
        poker("poker", KeptGame.begin("holdem", holdem_table(6, 0, "sharp,caller", 7)), ["c", "e", "m"], SMALL)
        poker("poker-two", KeptGame.begin("holdem", holdem_table(2, 0, "caller", 7)), ["c", "c"], SMALL)
        poker("draw", KeptGame.begin("draw", draw_table(4, 0, "caller", 7)), ["c", "2", "4"], LARGE)


if __name__ == "__main__":
    main()
