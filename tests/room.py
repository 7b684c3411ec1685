"""Visits to the room in tests: keys, the text on the screen, and a separate terminal."""

import asyncio
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
from collections.abc import Awaitable, Callable
from typing import Any

from textual.events import Key, Paste
from textual.keys import _character_to_key
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input, Static

from kicker.ui.common.home import KeptGame
from kicker.ui.tui.app import Room
from kicker.ui.tui.forms import Choice, Form
from kicker.ui.tui.lobby import Lobby
from kicker.ui.tui.places import Entries
from kicker.ui.tui.poker import PokerScreen
from tests.new_tables import classic_draw_table, draw_table, holdem_table

SMALL, LARGE = (80, 24), (160, 50)
PATIENCE = 60.0
NAMED = ("enter", "escape", "down", "up", "left", "right", "backspace", "home", "end")

Visit = Callable[[Pilot[None]], Awaitable[None]]


def in_room(visiting: Visit, size: tuple[int, int] = SMALL) -> Room:
    """Open the room, wait until the lobby has looked around, and do something."""
    room = Room()

    async def run() -> None:
        async with room.run_test(size=size) as pilot:
            await until(pilot, lambda: lobby(pilot).news is not None and "holdem" in lobby(pilot).places)
            await visiting(pilot)

    asyncio.run(run())
    return room


async def until(pilot: Pilot[None], true: Callable[[], bool]) -> None:
    """Wait for something that happens by itself."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, f"it does not happen:\n{text(pilot)}"
        await pilot.pause(0.01)
    await pilot.pause()


async def opens(pilot: Pilot[None], kind: type[Screen[Any]]) -> None:
    """Wait until a screen of a kind is there."""
    await until(pilot, lambda: isinstance(pilot.app.screen, kind))


async def at_table(pilot: Pilot[None]) -> PokerScreen:
    """Wait until a poker table is there and has dealt; return its screen."""
    await opens(pilot, PokerScreen)
    table = pilot.app.screen
    assert isinstance(table, PokerScreen)
    await until(pilot, lambda: not table.busy)
    return table


async def back_in_lobby(pilot: Pilot[None]) -> None:
    """Leave with Escape; the lists have been looked through again."""
    seen = lobby(pilot).news
    if isinstance(pilot.app.screen, PokerScreen):
        table = pilot.app.screen
        await until(pilot, lambda: table.my_turn or not table.busy)
    await pilot.press("escape")
    await until(pilot, lambda: isinstance(pilot.app.screen, Lobby) and lobby(pilot).news is not seen)


def lobby(pilot: Pilot[None]) -> Lobby:
    found = pilot.app.screen_stack[0]
    assert isinstance(found, Lobby)
    return found


def text(pilot: Pilot[None]) -> str:
    """The text on the screen."""
    strips = pilot.app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)


def said(pilot: Pilot[None]) -> str:
    return str(lobby(pilot).query_one("#say", Static).render())


def entry(pilot: Pilot[None], name: str) -> Choice | Input:
    """An option of the form that is shown."""
    (form,) = (form for form in lobby(pilot).query(Form) if form.display)
    return form.entries[name]


async def fill(pilot: Pilot[None], name: str, value: str) -> None:
    """Enter a text in place of what was there, as a person would who has copied it."""
    field = entry(pilot, name)
    lobby(pilot).set_focus(field)
    await pilot.press("end", "ctrl+u")
    field.post_message(Paste(value))
    await pilot.pause()
    assert field.value == value


async def burst(pilot: Pilot[None], *keys: str) -> None:
    """Press keys faster than anything can happen in between; a key that is not a name is a text."""
    for key in keys:
        for name in [key] if key in NAMED else key:
            typed = None if name in NAMED else name
            pilot.app.post_message(Key(_character_to_key(name) if typed else name, typed))
    await pilot.pause()


def left(kind: str, deals: int = 2) -> str:
    """A game that was left in the middle of a deal."""
    makers = {"holdem": holdem_table, "draw": draw_table, "classic-draw": classic_draw_table}
    game = KeptGame.begin(kind, makers[kind](3, 0, "caller", 5))
    while game.table.deals < deals or game.table.to_act != 0:
        if not game.table.playing:
            game.table.deal()
        elif not game.table.step():
            game.table.submit(0, game.table.view(0).options.default)
    game.close()
    return game.files.name


def choose(pilot: Pilot[None], place: str) -> Entries:
    found = lobby(pilot).places[place]
    assert isinstance(found, Entries)
    return found


class Terminal:
    """A command on a separate terminal."""

    def __init__(self, *command: str) -> None:
        self.shown = b""
        self.child, self.descriptor = pty.fork()
        if self.child == 0:
            os.execve(command[0], command, os.environ | {"TERM": os.environ.get("TERM", "xterm-256color")})
        fcntl.ioctl(self.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.closed = False

    def read(self) -> bool:
        """Take in what comes; False when nothing comes any more."""
        try:
            if select.select([self.descriptor], [], [], 0.05)[0]:
                self.shown += os.read(self.descriptor, 65536)
        except OSError:
            return False
        return True

    def wait_for(self, words: bytes, *, keep: bool = False) -> None:
        """Wait until words are shown; what was shown is forgotten then, unless it is still wanted."""
        end = time.monotonic() + PATIENCE
        while words not in re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]", b"", self.shown):
            assert time.monotonic() < end
            assert self.read(), self.shown
        self.shown = self.shown if keep else b""

    def type(self, keys: bytes) -> None:
        os.write(self.descriptor, keys)

    def close(self) -> None:
        """The window is gone."""
        os.close(self.descriptor)
        self.closed = True

    def end(self) -> int:
        """The exit code, once it has ended."""
        end = time.monotonic() + PATIENCE
        while (found := os.waitpid(self.child, os.WNOHANG)) == (0, 0):
            if time.monotonic() > end:
                os.kill(self.child, signal.SIGKILL)
                os.waitpid(self.child, 0)
                raise AssertionError("it does not end")
            if self.closed or not self.read():
                time.sleep(0.02)
        while not self.closed and self.read() and select.select([self.descriptor], [], [], 0)[0]:
            pass
        if not self.closed:
            self.close()
        return os.waitstatus_to_exitcode(found[1])

    def is_tidy(self) -> None:
        """The terminal was given back: its own screen, its cursor, no mouse reports."""
        last = self.shown[-400:]
        for given_back, taken in (
            (b"\x1b[?1049l", b"\x1b[?1049h"),
            (b"\x1b[?25h", b"\x1b[?25l"),
            (b"\x1b[?1003l", b""),
        ):
            assert given_back in last
            assert not taken or taken not in last.rpartition(given_back)[2]
