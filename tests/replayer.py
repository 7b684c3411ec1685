"""The replayer of the room for tests: to open, to press keys in, and to read from."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static
from textual.worker import WorkerCancelled

from kicker.games import State
from kicker.ui.common.replaying import all_hands, find_files
from kicker.ui.tui.app import Room
from kicker.ui.tui.base import Settings
from kicker.ui.tui.replayer import ReplayScreen
from kicker.ui.tui.rows import Rows
from tests.conftest import OWN_DATA

SMALL, LARGE = (80, 24), (160, 50)
OWN = OWN_DATA / "phh"
HANDS = list(all_hands(find_files([str(OWN)])))

Scenario = Callable[[Pilot[Any], ReplayScreen], Awaitable[None]]


class Bare(Room):
    """The room without a lobby."""

    def get_default_screen(self) -> Screen[Any]:
        return Screen()


def visit(
    files: Path | Sequence[Path],
    scenario: Scenario,
    size: tuple[int, int] = SMALL,
    settings: Settings | None = None,
    **where: Any,
) -> None:
    """Open the replayer, do something there, and close the room."""

    async def run() -> None:
        app = Bare()
        app.settings = settings or Settings()
        async with app.run_test(size=size) as pilot:
            screen = ReplayScreen([files] if isinstance(files, Path) else files, **where)
            await app.push_screen(screen)
            await settle(pilot)
            await scenario(pilot, screen)

    asyncio.run(run())


async def settle(pilot: Pilot[Any]) -> None:
    """Until nothing is being read or counted any more."""
    await pilot.pause()
    while not all(worker.is_finished for worker in pilot.app.workers):
        with suppress(WorkerCancelled):  # it was asked for something newer
            await pilot.app.workers.wait_for_complete()
    await pilot.pause()


async def press(pilot: Pilot[Any], *keys: str) -> None:
    await pilot.press(*keys)
    await settle(pilot)


def lines_in(screen: ReplayScreen, part: str = "") -> list[str]:
    """The text on the terminal, or in one part of it."""
    lines = ["".join(segment.text for segment in strip) for strip in screen._compositor.render_strips()]
    return part_of(screen, lines, part) if part else lines


def part_of(screen: ReplayScreen, lines: list[str], part: str) -> list[str]:
    region = screen.query_one(part).region
    return [line[region.x : region.right] for line in lines[region.y : region.bottom]]


def words_of(lines: list[str]) -> str:
    """All on one line, without scroll bars, so that broken sentences are whole again."""
    return " ".join(re.sub("[▁▂▃▄▅▆▇]", "", " ".join(lines)).split())


def words_in(screen: ReplayScreen, part: str = "") -> str:
    return words_of(lines_in(screen, part))


def drawn(widget: Widget) -> str:
    """Everything in a widget, even if scrolled out of sight, without waiting for the terminal."""
    if isinstance(widget, Rows):
        return "\n".join(widget._line(row).plain for row in range(widget.count))
    if isinstance(widget, Static):
        return str(widget.content)
    return "\n".join(widget.render_line(y).text for y in range(widget.size.height))


def state_of(screen: ReplayScreen) -> State:
    assert screen.opened.viewing is not None
    return screen.opened.viewing.replay.states[screen.place]


async def until(pilot: Pilot[Any], true: Callable[[], bool]) -> None:
    """Wait for something that happens in its own time."""
    for _ in range(400):
        if true():
            return
        await pilot.pause(0.05)
    assert true()
