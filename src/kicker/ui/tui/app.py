"""The full-screen app: its screens and settings, from the start to the end.

The lobby is below all other screens. However the app ends (a key, Ctrl-C, a signal, a closed terminal), the screens
are closed first, and with them the games, which are on disk anyway.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from typing import Any, ClassVar, Final

from textual.app import App
from textual.binding import Binding, BindingType
from textual.events import Event, Key, Paste
from textual.filter import LineFilter
from textual.screen import Screen
from textual.theme import Theme
from textual.widgets import Input

from kicker import stopping
from kicker.ui.tui.base import GOLD, GREEN, INK, RED, Settings
from kicker.ui.tui.filters import PALETTES, FewColours, PlainCharacters
from kicker.ui.tui.guard import Guard

INTERRUPTED: Final = 130
"""The exit code of Ctrl-C."""

FELT: Final = Theme(
    name="felt",
    primary="#d8b65c",
    secondary=GREEN,
    accent=GOLD,
    foreground="#e8efe6",
    background="#0a2a1e",
    surface="#0e3526",
    panel="#154634",
    success="#7fc28b",
    warning="#e3b04b",
    error=RED,
    variables={
        "footer-key-foreground": GOLD,
        "block-cursor-background": "#d8b65c",
        "block-cursor-foreground": INK,
        "input-selection-background": "#d8b65c 35%",
    },
)
"""The theme: a green table with brass accents."""


class Room(App[None]):
    """The full-screen terminal."""

    TITLE = "kicker"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", "Quit at once", show=False, priority=True),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.settings = Settings.load()
        self._keeping = asyncio.Lock()
        self._plain = PlainCharacters()
        system = self.console.color_system or ""
        self._colours = [FewColours(system)] if system in PALETTES else []
        self.register_theme(FELT)
        self.theme = FELT.name

    def get_default_screen(self) -> Screen[Any]:
        """Return the lobby, which is below all other screens."""
        from kicker.ui.tui.lobby import Lobby

        return Lobby()

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return the filters for everything that is drawn."""
        return [*super().get_line_filters(), *self._colours, *[self._plain] * self.settings.ascii]

    def get_key_display(self, binding: Binding) -> str:
        """Return the name of a key; in plain characters without symbols."""
        shown = super().get_key_display(binding)
        return shown if shown.isascii() or not self.settings.ascii else binding.key

    async def on_event(self, event: Event) -> None:
        """Finish each key before the next one, so that a screen that a key opens gets the keys that follow.

        Textual would queue a key at the widget that has the focus when it arrives: fast typing would go to a screen
        that the previous key is about to leave.
        """
        if isinstance(event, Key | Paste) and not event.is_forwarded:
            await self.screen._mounted_event.wait()  # the screen may have just been opened
            field = self.focused if isinstance(self.focused, Input) else None
            if field is not None and (isinstance(event, Paste) or event.is_printable):
                event._set_forwarded()
                await field.on_event(event)
                return
            if isinstance(event, Key):
                for first in (True, False):  # priority keys first, then all others
                    if await self._check_bindings(event.key, priority=first):
                        return
        await super().on_event(event)

    async def keep_settings(self) -> None:
        """Save the settings in a thread; the latest are written last."""
        async with self._keeping:
            await asyncio.to_thread(self.settings.save)

    def action_interrupt(self) -> None:
        """Leave at once, from any screen."""
        self.exit(return_code=INTERRUPTED)


class Thinking(ThreadPoolExecutor):
    """Threads for slow work. They know which jobs are unfinished, so that leaving need not wait for them."""

    def __init__(self) -> None:
        super().__init__(thread_name_prefix="kicker")
        self.begun: list[Future[Any]] = []

    def submit(self, *work: Any, **settings: Any) -> Future[Any]:
        """Start a job."""
        self.begun = [future for future in self.begun if not future.done()]
        self.begun.append(super().submit(*work, **settings))
        return self.begun[-1]


async def visit(room: Room) -> int:
    """Run the app; returns the exit code."""
    loop = asyncio.get_running_loop()
    thinking = Thinking()
    loop.set_default_executor(thinking)
    stopped: list[int] = []

    def stop(number: int) -> None:
        stopped.append(128 + number)
        room.exit(return_code=stopped[0])

    def tell(number: int) -> None:
        loop.call_soon_threadsafe(stop, number)

    guard = Guard(tell)
    with stopping.lent(guard.note):
        stopping.check()  # for signals that came before
        guard.start()
        try:
            await room.run_async()
        finally:
            guard.end()
    code = stopped[0] if stopped else room.return_code or 0
    if wait(thinking.begun, timeout=0.1).not_done:
        # A bot or a search may still be running, but its answer is not needed. The game is on disk.
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        os._exit(code)
    return code
