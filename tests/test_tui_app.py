"""The room: entering and leaving, its settings, keys and sizes, and a whole visit."""

import asyncio
import json
import os
import re
import signal
import sys
import threading
import time
from pathlib import Path

import pytest
from textual.pilot import Pilot

from kicker.ui.common.home import GameFiles, left_games
from kicker.ui.tui.app import INTERRUPTED, Room, visit
from kicker.ui.tui.base import Keys, Settings
from kicker.ui.tui.klondike import KlondikeScreen
from kicker.ui.tui.openings import games_left
from kicker.ui.tui.poker import PokerScreen
from kicker.ui.tui.replayer import ReplayScreen
from kicker.ui.tui.statistics import StatisticsScreen
from tests.conftest import Run
from tests.room import (
    LARGE,
    PATIENCE,
    SMALL,
    Terminal,
    at_table,
    back_in_lobby,
    choose,
    entry,
    fill,
    in_room,
    lobby,
    opens,
    text,
    until,
)

pytestmark = pytest.mark.usefixtures("at_once")


# --- the command -----------------------------------------------------------------------------------------------------


def test_without_a_terminal_there_is_no_room(kicker: Run) -> None:
    refused = kicker("tui")
    assert refused.returncode == 1
    assert refused.stderr == b"Error: kicker tui needs a terminal; kicker play works without one\n"
    assert refused.stdout == b""
    bare = kicker()
    assert (bare.returncode, bare.stdout) == (2, b"")
    assert b"Usage: kicker [OPTIONS] COMMAND" in bare.stderr
    assert b"  tui " in bare.stderr
    assert kicker("--help").stdout.splitlines()[1:] == bare.stderr.splitlines()[1:]


NO_TEXTUAL = "import sys; sys.modules['textual'] = None; from kicker.ui.cli import main; main({})"


def test_without_textual_there_is_a_sentence_or_the_help() -> None:
    refused = Terminal(sys.executable, "-c", NO_TEXTUAL.format("['tui'], prog_name='kicker'"))
    assert refused.end() == 1
    assert refused.shown == b"Error: kicker tui needs the textual package: pip install 'kicker[tui]'\r\n"
    bare = Terminal(sys.executable, "-c", NO_TEXTUAL.format("[], prog_name='kicker'"))
    assert bare.end() == 2
    assert b"Usage: kicker [OPTIONS] COMMAND" in bare.shown


def test_a_terminal_that_cannot_draw_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    refused = Terminal(sys.executable, "-m", "kicker", "tui")
    assert refused.end() == 1
    assert b"kicker tui needs a terminal" in refused.shown


@pytest.mark.parametrize("command", [["tui"], []])
def test_on_a_terminal_the_room_opens_and_q_leaves_it(command: list[str]) -> None:
    terminal = Terminal(sys.executable, "-m", "kicker", *command)
    terminal.wait_for(b"Klondike")
    terminal.type(b"q")
    assert terminal.end() == 0
    terminal.is_tidy()


def test_other_commands_load_nothing_of_the_room() -> None:
    script = "import sys; from kicker.ui.cli import main\ntry: main({})\nfinally: print(*sys.modules, file=sys.stderr)"
    for command in (["rank", "AsKsQsJsTs"], ["bots"]):
        terminal = Terminal(sys.executable, "-c", script.format(command))
        assert terminal.end() == 0
        assert b"kicker.ui.cli" in terminal.shown
        assert not re.search(rb"\b(textual|sqlite3|kicker\.ui\.tui)\b", terminal.shown)


# --- settings, keys, mouse, sizes ------------------------------------------------------------------------------------


def test_settings_hold_at_once_and_are_kept(home: Path) -> None:
    async def go(pilot: Pilot[None]) -> None:
        assert "╭A♠" in text(pilot)
        await pilot.press("8", "right", "down", "right", "down", "left", "down", "left")
        await until(pilot, lambda: "+A" in text(pilot) and json.loads(saved.read_text())["speed"] == "fast")

    saved = home / "settings.json"
    room = in_room(go)
    again = Settings.load()
    assert again == room.settings == Settings(four_colour=True, ascii=True, back="red", speed="fast")


@pytest.mark.parametrize("text", ["", "{", "[" * 50_000, "5", "null", '"speed"', '{"speed": 7}', "\ud800"])
def test_damaged_settings_have_their_defaults(home: Path, text: str) -> None:
    home.mkdir(parents=True, exist_ok=True)
    (home / "settings.json").write_bytes(text.encode(errors="surrogatepass"))
    assert Settings.load() == Settings()


def test_settings_that_a_game_has_changed_are_shown() -> None:
    async def go(pilot: Pilot[None]) -> None:
        await pilot.press("8", "escape", "7")
        await opens(pilot, StatisticsScreen)
        lobby(pilot).settings.back = ""
        await back_in_lobby(pilot)
        await pilot.press("8")
        await until(pilot, lambda: entry(pilot, "back").value == "plain")

    in_room(go)


def test_every_line_of_the_menu_has_a_key_and_is_told() -> None:
    async def go(pilot: Pilot[None]) -> None:
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(pilot.app.screen, Keys))
        page = [line.strip(" │") for line in text(pilot).splitlines()]
        for line in lobby(pilot).lines:
            assert any(re.fullmatch(rf"{line.keys.replace(',', ' ')} +{line.title}", told) for told in page), line
        assert any(told.startswith("^c") for told in page)
        await pilot.press("escape")
        for line in lobby(pilot).lines[:-1]:
            if line.name not in ("statistics", "ranges"):  # they open screens
                await pilot.press("escape", line.keys[-1])
                assert [name for name, place in lobby(pilot).places.items() if place.display] == [line.name]
                assert not lobby(pilot).menu.has_focus

    in_room(go)


def test_the_mouse_does_it_too() -> None:
    async def click(pilot: Pilot[None], title: str) -> None:
        """Click a line of the menu where it is seen."""
        (line,) = (y for y, line in enumerate(text(pilot).splitlines()) if re.match(rf" │ \d  {title} ", line))
        await pilot.click("#menu", offset=(6, line - lobby(pilot).menu.region.y))

    async def go(pilot: Pilot[None]) -> None:
        await click(pilot, "Klondike")
        await until(pilot, lambda: lobby(pilot).places["klondike"].display)
        await pilot.click("#turn", offset=(8, 0))
        assert entry(pilot, "turn").value == "3 cards"
        await pilot.click("#turn", offset=(1, 0))
        assert entry(pilot, "turn").value == "1 card"
        await pilot.click("#klondike Begin", offset=(9, 1))
        await opens(pilot, KlondikeScreen)
        await back_in_lobby(pilot)
        await click(pilot, "Resume")
        await until(pilot, lambda: bool(choose(pilot, "resume").entries))
        await pilot.click("#resume", offset=(6, 1))
        await opens(pilot, KlondikeScreen)

    in_room(go)


@pytest.mark.parametrize(
    "size", [SMALL, *(pytest.param(size, marks=pytest.mark.long) for size in (LARGE, (60, 16))), (40, 12)]
)
def test_the_lobby_fits(size: tuple[int, int]) -> None:
    async def go(pilot: Pilot[None]) -> None:
        for width, height in (size, SMALL, size):  # also when the terminal changes meanwhile
            await pilot.resize_terminal(width, height)
            await pilot.pause()
        shown = text(pilot)
        assert "Hold'em" in shown
        assert ("█ ▄▀" in shown) == (size[1] >= 22)
        assert ("Games you left" in shown) == (size[0] >= 120)
        for key, place in (("1", "holdem"), ("8", "settings")):
            await pilot.press("escape", key)
            for _ in lobby(pilot).places[place].query(".field"):  # each can be reached, and is seen then
                await pilot.press("down")
                focused = pilot.app.focused
                assert focused is not None
                assert pilot.app.screen.region.contains_region(focused.region)
                assert focused.region.height

    in_room(go, size)


# --- a whole visit ---------------------------------------------------------------------------------------------------


def test_a_whole_visit() -> None:
    async def hand(pilot: Pilot[None]) -> None:
        """Play a hand to its end, then deal the next."""
        table = pilot.app.screen
        assert isinstance(table, PokerScreen)
        deal = table.view.history if table.view else ()
        await until(pilot, lambda: table.my_turn)
        while table.my_turn:
            await pilot.press("c")
            await until(pilot, lambda: not table.busy)
        assert table.view is not None
        assert table.view.over
        assert table.view.history != deal

    async def go(pilot: Pilot[None]) -> None:
        await pilot.press("1")
        await fill(pilot, "bots", "caller")
        await pilot.press("enter")
        await at_table(pilot)
        await hand(pilot)
        await back_in_lobby(pilot)
        await pilot.press("4")
        assert "hand 1, you have" in text(pilot)
        await pilot.press("enter")
        await at_table(pilot)
        await pilot.press("enter")
        await hand(pilot)
        await back_in_lobby(pilot)
        await pilot.press("escape", "5")
        assert len(choose(pilot, "hands").entries) == 3  # all hands, and two that were played
        await pilot.press("down", "enter")
        await opens(pilot, ReplayScreen)
        await back_in_lobby(pilot)
        await pilot.press("3", "enter")
        await opens(pilot, KlondikeScreen)
        await pilot.press("t")
        await back_in_lobby(pilot)
        await pilot.press("4")
        assert [kind for kind in ("Klondike", "Hold'em") if kind in str(choose(pilot, "resume").entries[0].title)] == [
            "Klondike"
        ]
        await pilot.press("7")
        await opens(pilot, StatisticsScreen)
        await until(pilot, lambda: bool(re.search(r"All games +2 ", text(pilot))))
        await back_in_lobby(pilot)
        await pilot.press("escape", "q")

    room = in_room(go)
    assert room.return_code == 0
    assert len(games_left()) == 2
    for name in left_games(["holdem", "klondike"]):  # nobody holds them any more
        GameFiles.find(["holdem", "klondike"], name).close()


# --- leaving ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("how", "code", "where"),
    [
        ("SIGTERM", 143, "table"),
        ("SIGHUP", 129, "klondike"),
        ("SIGINT", 130, "statistics"),
        ("ctrl-c", INTERRUPTED, "form"),
        ("ctrl-c", INTERRUPTED, "table"),
        ("closed", 129, "lobby"),
        *(
            pytest.param(how, code, where, marks=pytest.mark.long)
            for how, code, where in [
                ("SIGTERM", 143, "lobby"),
                ("SIGTERM", 143, "klondike"),
                ("SIGHUP", 129, "table"),
                ("ctrl-c", INTERRUPTED, "lobby"),
                ("ctrl-c", INTERRUPTED, "klondike"),
                ("closed", 129, "table"),
            ]
        ),
    ],
)
def test_however_one_leaves_the_game_can_be_resumed_and_the_terminal_is_as_before(
    how: str, code: int, where: str
) -> None:
    terminal = Terminal(sys.executable, "-m", "kicker", "tui")
    terminal.wait_for(b"Deal")
    keys, sign = {
        "lobby": (b"", b""),
        "form": (b"1\x1b[A", b"The same seed deals"),
        "table": (b"1\r", b"Pot 15"),
        "klondike": (b"3\r", b"score"),
        "statistics": (b"7", b"streak"),
    }[where]
    terminal.type(keys)
    if sign:
        terminal.wait_for(sign)
    if how == "closed":
        terminal.close()
    elif how == "ctrl-c":
        terminal.type(b"\x03")
    else:
        os.kill(terminal.child, getattr(signal, how))
    assert terminal.end() == code
    if how != "closed":
        terminal.is_tidy()
    assert b"Traceback" not in terminal.shown
    names = left_games(["holdem", "klondike"])
    assert len(names) == (where in ("table", "klondike"))
    for name in names:
        kept = GameFiles.find(["holdem", "klondike"], name)
        assert kept.read()
        kept.close()


NOBODY_READS = """
import pathlib, sys, threading
from textual.drivers._writer_thread import WriterThread

def write(self, text):
    sign.touch()
    threading.Event().wait()

WriterThread.write = write
sign = pathlib.Path(sys.argv[1])
sys.argv[1:] = ["tui"]
from kicker.__main__ import run
run()
"""
"""The room on a terminal that accepts no more output, so drawing waits for ever."""


@pytest.mark.parametrize(("how", "code"), [("SIGTERM", 143), ("SIGINT", 130), ("closed", 129)])
def test_a_terminal_that_takes_nothing_more_keeps_nobody(how: str, code: int, tmp_path: Path) -> None:
    drawing = tmp_path / "drawing"
    terminal = Terminal(sys.executable, "-c", NOBODY_READS, str(drawing))
    end = time.monotonic() + PATIENCE
    while not drawing.exists():
        assert time.monotonic() < end
        terminal.read()
    if how == "closed":
        terminal.close()
    else:
        os.kill(terminal.child, getattr(signal, how))
    assert terminal.end() == code


def test_nobody_waits_for_a_thought_that_nobody_wants(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[int] = []
    monkeypatch.setattr("os._exit", ended.append)
    go_on = threading.Event()
    thought: asyncio.Future[bool] = asyncio.Future(loop=asyncio.new_event_loop())

    class Thoughtful(Room):
        async def on_mount(self) -> None:
            nonlocal thought
            thought = asyncio.get_running_loop().run_in_executor(None, go_on.wait, PATIENCE)
            self.set_timer(0.2, lambda: self.exit(return_code=7))

        async def run_async(self, **settings: object) -> None:
            await super().run_async(headless=True, size=SMALL)

    async def go() -> None:
        assert await visit(Thoughtful()) == 7
        assert not thought.done()  # it was not waited for
        go_on.set()

    asyncio.run(go())
    assert ended == [7]
