"""The room: how one comes in, what the lobby opens, and how one leaves."""

import asyncio
import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import threading
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import pytest
from textual.events import Paste
from textual.pilot import Pilot
from textual.widgets import Input, Static, Tabs

from kicker.errors import KickerError
from kicker.records import format_phh, read_records
from kicker.solitaire import Klondike
from kicker.solitaire.hints import chosen_deal
from kicker.ui.common.home import Kept, KeptGame, left_games
from kicker.ui.statistics import PlayedHand, Solitaire, Statistics
from kicker.ui.tables import classic_draw_sitting, draw_sitting, holdem_sitting
from kicker.ui.tui.app import INTERRUPTED, Room, visit
from kicker.ui.tui.base import Keys, Settings
from kicker.ui.tui.forms import Choice, Form
from kicker.ui.tui.klondike import KlondikeScreen
from kicker.ui.tui.lobby import MENU, Lobby
from kicker.ui.tui.openings import ago, games_left, recent_hands
from kicker.ui.tui.places import Entries
from kicker.ui.tui.poker import PokerScreen
from kicker.ui.tui.replayer import ReplayScreen
from kicker.ui.tui.statistics import StatisticsScreen, chart_lines
from tests.conftest import Run

SMALL, LARGE = (80, 24), (160, 50)
PATIENCE = 60.0


@pytest.fixture(autouse=True)
def at_once(quiet_room: None) -> None:
    """Nobody waits for bots here."""
    Settings(speed="at once").save()


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


async def opens(pilot: Pilot[None], kind: type[PokerScreen | KlondikeScreen | ReplayScreen | StatisticsScreen]) -> None:
    """Wait until a screen of a kind is there."""
    await until(pilot, lambda: isinstance(pilot.app.screen, kind))


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
    """What is on the screen."""
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


# --- the command -----------------------------------------------------------------------------------------------------


def test_without_a_terminal_there_is_no_room(kicker: Run) -> None:
    refused = kicker("tui")
    assert refused.returncode == 1
    assert refused.stderr == b"Error: the room needs a terminal: kicker play works without one\n"
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
    assert refused.shown == b"Error: the room needs textual: pip install 'kicker[tui]'\r\n"
    bare = Terminal(sys.executable, "-c", NO_TEXTUAL.format("[], prog_name='kicker'"))
    assert bare.end() == 2
    assert b"Usage: kicker [OPTIONS] COMMAND" in bare.shown


def test_a_terminal_that_cannot_draw_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    refused = Terminal(sys.executable, "-m", "kicker", "tui")
    assert refused.end() == 1
    assert b"the room needs a terminal" in refused.shown


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


# --- games -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("keys", [("1", "enter"), ("enter", "enter"), ("h", "enter"), ("right", "enter")])
def test_two_keys_and_the_cards_are_dealt(keys: tuple[str, str]) -> None:
    async def go(pilot: Pilot[None]) -> None:
        await pilot.press(*keys)
        await opens(pilot, PokerScreen)

    in_room(go)
    (name,) = left_games("holdem")
    sitting = KeptGame.resume("holdem", name).sitting
    assert sitting.persons == [0]
    assert [bot.label for bot in sitting.bots.values()] == ["sharp", "cpu", "sharp", "cpu", "sharp"]
    assert sitting.table.rules.blinds == (5, 10)
    assert sum(sitting.table.stacks) + sitting.table.view(0).pot == 6000


def test_options_make_the_game() -> None:
    async def go(pilot: Pilot[None]) -> None:
        await pilot.press("1", "down")  # from the button round to the first one
        await pilot.press("down", "left", "left")  # 4 seats
        for name, value in {
            "bots": "caller, folder", "stack": "500", "blinds": "10/25", "ante": "2", "rise": "0", "seed": "77",
        }.items():  # fmt: skip
            await fill(pilot, name, value)
        entry(pilot, "betting").focus()
        await pilot.press("right", "enter")
        await opens(pilot, PokerScreen)

    in_room(go)
    game = KeptGame.resume("holdem")
    table = game.table
    again = holdem_sitting(
        4, 0, "caller,folder", 77, stack=500, blinds="10/25", ante=2, betting="pot-limit", rise=0
    ).table  # fmt: skip
    assert table.rules == again.rules
    assert (table.seed, table.schedule, table.names) == (77, again.schedule, again.names)
    assert [bot.label for bot in game.sitting.bots.values()] == ["caller", "folder", "caller"]
    game.close()


@pytest.mark.parametrize(
    ("keys", "kind"),
    [
        (("1", "down", "right", "enter"), "classic-holdem"),
        (("2", "enter"), "draw"),
        (("2", "down", "right", "enter"), "classic-draw"),
    ],
)
def test_the_other_poker_games(keys: tuple[str, ...], kind: str) -> None:
    async def go(pilot: Pilot[None]) -> None:
        await pilot.press(*keys)
        await opens(pilot, PokerScreen)

    in_room(go)
    assert [kept.rsplit("-", 4)[0] for kept in left_games(["holdem", "draw", "classic-holdem", "classic-draw"])] == [
        kind
    ]
    game = KeptGame.resume(kind)
    assert game.table.deals  # the table deals by itself
    game.close()


def test_options_that_have_no_meaning_are_not_shown() -> None:
    async def go(pilot: Pilot[None]) -> None:
        await pilot.press("1")
        assert entry(pilot, "blinds").display
        await pilot.press("down", "right")
        assert [
            name for name in ("seats", "bots", "stack", "blinds", "betting", "rise") if entry(pilot, name).display
        ] == []
        assert entry(pilot, "seed").display
        await pilot.press("left")
        assert entry(pilot, "blinds").display

    in_room(go)


BAD_OPTIONS = {
    "1": [
        ("bots", "sharpp", "unknown bot 'sharpp' (did you mean sharp?)"),
        ("bots", "drawer", "drawer does not play holdem"),
        ("bots", "cpu,cpu,cpu,cpu,cpu,cpu", "are 6 bots for 5 seats"),
        ("stack", "many", "'many' is no stack: a whole number from 1 to 1,000,000,000 is"),
        ("stack", "0", "'0' is no stack"),
        ("blinds", "10/5", "'10/5' is no pair of blinds: write them like 5/10"),
        ("ante", "-1", "'-1' is no ante"),
        ("rise", "x", "'x' is no number of deals"),
        ("seed", "1.5", "'1.5' is no seed: a whole number is, or nothing"),
    ],
    "2": [
        ("bots", "sharp", "sharp does not play draw"),
        ("ante", "0", "'0' is no ante: a whole number from 1"),
    ],
    "3": [
        ("deal", "0", "'0' is no number of a deal: a whole number from 1"),
        ("deal", "9" * 30, "is no number of a deal"),
        ("seed", "?", "'?' is no seed"),
    ],
    "6": [
        ("path", "nowhere.phh", "cannot read 'nowhere.phh': no such file"),
        ("path", "", "'' is no record: those end in .phh"),
    ],
}
"""By the key of a form: a field, what is written into it, and what is said."""


@pytest.mark.parametrize("place", BAD_OPTIONS)
def test_a_bad_option_is_told_below_it_and_nothing_is_lost(place: str) -> None:
    async def go(pilot: Pilot[None]) -> None:
        await pilot.press(place)
        for name, value, sentence in BAD_OPTIONS[place]:
            before = entry(pilot, name).value
            await fill(pilot, name, value)
            await pilot.press("enter")
            await until(pilot, lambda: bool(lobby(pilot).query(".wrong")))
            wrong = lobby(pilot).query(".wrong").last()
            assert sentence in str(wrong.render())
            field = entry(pilot, name)
            assert wrong.region.y == field.region.bottom
            assert field.has_focus
            assert field.value == value
            await pilot.press("end", "7")  # what is written anew is judged anew
            await until(pilot, lambda: not lobby(pilot).query(".wrong"))
            assert isinstance(pilot.app.screen, Lobby)
            await fill(pilot, name, before)

    in_room(go)
    assert left_games(["holdem", "draw", "klondike"]) == []


def klondike_of(*keys: str, **fields: str) -> Klondike | None:
    """The game that begins with some keys and entries."""
    found = []

    async def go(pilot: Pilot[None]) -> None:
        await pilot.press("3")
        for name, value in fields.items():
            await fill(pilot, name, value)
        entry(pilot, "turn").focus()
        await pilot.press(*keys, "enter")
        await opens(pilot, KlondikeScreen)
        assert isinstance(pilot.app.screen, KlondikeScreen)
        found.append(pilot.app.screen.session.game)

    in_room(go)
    game = found[0]
    assert left_games("klondike")
    assert game.number is not None
    for name, value in fields.items():
        assert name != "deal" or game.number == int(value)
        assert name != "seed" or game.number == chosen_deal(game.rules, Random(int(value)), winnable=True)
    return game.rules


def test_klondike_with_its_options() -> None:
    assert klondike_of() == Klondike()
    assert klondike_of("right", "down", "right", deal="12345") == Klondike(draw=3, redeals=3)
    assert klondike_of("right", "right", seed="7") == Klondike(both_ways=True)


def test_a_seed_beside_the_number_of_a_deal_is_one_too_many() -> None:
    async def go(pilot: Pilot[None]) -> None:
        await pilot.press("3")
        await fill(pilot, "deal", "12")
        await fill(pilot, "seed", "3")
        await pilot.press("enter")
        await until(pilot, lambda: "a seed chooses a deal" in text(pilot))

    in_room(go)


def test_what_takes_long_is_done_away_from_the_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    threads, go_on = [], threading.Event()

    def slowly(rules: Klondike, dice: Random, winnable: bool) -> int:
        threads.append(threading.current_thread())
        assert go_on.wait(PATIENCE)
        return 3

    monkeypatch.setattr("kicker.solitaire.hints.chosen_deal", slowly)

    async def go(pilot: Pilot[None]) -> None:
        await pilot.press("3", "enter", "enter")  # whoever is impatient gets one game all the same
        await until(pilot, lambda: said(pilot) == "One moment ...")
        await pilot.press("escape", "down", "down")
        assert lobby(pilot).places["hands"].display
        go_on.set()
        await opens(pilot, KlondikeScreen)
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        assert len(pilot.app.screen_stack) == 2

    in_room(go)
    assert len(threads) == len(left_games("klondike")) == 1
    assert threads[0] is not threading.main_thread()


# --- games that were left --------------------------------------------------------------------------------------------


def left(kind: str, deals: int = 2) -> str:
    """A game that was left in the middle of a deal."""
    sittings = {"holdem": holdem_sitting, "draw": draw_sitting, "classic-draw": classic_draw_sitting}
    bots = "caller" if kind == "holdem" else "drawer"
    game = KeptGame.begin(kind, sittings[kind](3, 0, bots, 5))
    while game.table.deals < deals or game.table.to_act != 0:
        if not game.table.playing:
            game.deal()
        elif not game.step():
            game.submit(game.table.view(0).options.default)
    game.close()
    return game.kept.name


def choose(pilot: Pilot[None], place: str) -> Entries:
    found = lobby(pilot).places[place]
    assert isinstance(found, Entries)
    return found


def test_games_that_were_left_are_listed_and_go_on() -> None:
    names = [left("draw"), left("holdem", 3)]
    for age, name in enumerate(reversed(names)):
        path = Kept(name, None).save_file
        os.utime(path, (time.time() - 4000 * age, time.time() - 4000 * age))
    state = KeptGame.resume("draw")
    stack = state.table.stacks[0]
    state.close()
    os.utime(state.kept.save_file, (time.time() - 4000, time.time() - 4000))

    async def go(pilot: Pilot[None]) -> None:
        await pilot.press("4")
        listed = choose(pilot, "resume")
        assert [str(each.title) for each in listed.entries] == [
            "Hold'em, 3 seats, no-limit, blinds 5/10",
            "Five-card draw, 3 seats, no-limit, ante 5",
        ]
        assert listed.entries[1].details == f"deal 2, you have {stack:,}, 1 h ago"
        await pilot.press("down", "enter")
        await opens(pilot, PokerScreen)
        with pytest.raises(KickerError, match="is being played elsewhere"):
            KeptGame.resume("draw")
        await back_in_lobby(pilot)
        assert str(choose(pilot, "resume").entries[0].title).startswith("Five-card draw")

    in_room(go)
    KeptGame.resume("draw").close()


def test_a_locked_or_a_damaged_game_says_so_and_the_lobby_goes_on(home: Path) -> None:
    locked, damaged = left("holdem"), left("classic-draw")
    Kept(damaged, None).save_file.write_text("{}")
    (home / "saves" / "klondike-2026-11-16-1.json").write_text('{"kicker_klondike": 1, "rules": 3}')
    owner = KeptGame.resume("holdem", locked)

    async def go(pilot: Pilot[None]) -> None:
        await pilot.press("4")
        listed = choose(pilot, "resume")
        told = {str(each.title): each.details for each in listed.entries}
        assert told[f"Classic draw {damaged}"].startswith("this is no saved sitting")
        assert told["Klondike klondike-2026-11-16-1"].startswith("the saved game is damaged: its 'rules' is '3'")
        sentences = set()
        for _ in range(3):
            lobby(pilot).say("")
            await pilot.press("enter")
            await until(pilot, lambda: said(pilot) not in ("", "One moment ..."))
            assert isinstance(pilot.app.screen, Lobby)
            sentences.add(said(pilot))
            await pilot.press("down")
        assert f"{locked} is being played elsewhere: end it there first" in sentences
        assert any(sentence.startswith(f"cannot resume {damaged}: this is no saved") for sentence in sentences)
        assert any(sentence.startswith("the saved game is damaged") for sentence in sentences)
        await pilot.press("1", "enter")
        await opens(pilot, PokerScreen)

    in_room(go)
    owner.close()


def test_how_long_ago() -> None:
    assert [ago(seconds) for seconds in (-5, 59, 60, 3599, 3600, 86_399, 86_400, 200_000)] == [
        "just now", "just now", "1 min ago", "59 min ago", "1 h ago", "23 h ago", "1 day ago", "2 days ago",
    ]  # fmt: skip


# --- hands -----------------------------------------------------------------------------------------------------------


def test_recent_hands_open_in_the_replayer() -> None:
    left("draw", 2)
    left("holdem", 4)
    hands = recent_hands(Settings())
    assert [each.details.split(":")[0] for each in hands] == [
        "Hold'em 3", "Hold'em 2", "Hold'em 1", "Five-card draw 1"
    ]  # fmt: skip

    async def go(pilot: Pilot[None]) -> None:
        await pilot.press("5", "down", "enter")
        await opens(pilot, ReplayScreen)
        screen = pilot.app.screen
        assert isinstance(screen, ReplayScreen)
        assert (screen.index, [path.name[:7] for path in screen.files]) == (1, ["holdem-"])
        await back_in_lobby(pilot)

    in_room(go)


def test_files_and_folders_are_replayed(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left("holdem", 3)
    (file,) = (home / "hands").iterdir()
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "one.phh").write_text(format_phh(next(iter(read_records(file)))))

    async def go(pilot: Pilot[None]) -> None:
        for path, files in ((str(home / "hands"), [file]), ("~/one.phh", [tmp_path / "one.phh"])):
            await pilot.press("escape", "6")
            await fill(pilot, "path", path)
            await pilot.press("enter")
            await opens(pilot, ReplayScreen)
            assert isinstance(pilot.app.screen, ReplayScreen)
            assert list(pilot.app.screen.files) == files
            await back_in_lobby(pilot)

    in_room(go)


# --- statistics ------------------------------------------------------------------------------------------------------


def test_the_statistics_screen_has_games_and_periods() -> None:
    file, now = Statistics(), time.time()
    for deal in range(40):
        kind = "holdem" if deal < 30 else "draw"
        won = 6.0 if deal % 3 == 0 else -2.0
        file.add_hand(PlayedHand(f"{kind}-1", deal, kind, now - (39 - deal) * 86_400, won, deal % 2 == 0, won > 0))
    for number, won in enumerate((True, False, True, True)):
        file.add_solitaire(Solitaire(f"klondike-{number}", number, 1, now - 3 + number, won, 90, 500 + number, 271.0))

    async def go(pilot: Pilot[None]) -> None:
        await pilot.press("7")
        await opens(pilot, StatisticsScreen)
        await until(pilot, lambda: "best streak" in text(pilot))
        lines = text(pilot).splitlines()

        def row(name: str) -> list[str]:
            return next(line for line in text(pilot).splitlines() if line.strip().startswith(name)).split()

        assert row("All games")[2:] == ["40", "+80.0", "-39.8", "to", "+199.8", "35", "%", "7", "of", "20"]
        assert row("Hold'em")[1] == "30"
        assert row("Classic draw")[2:] == ["0", "-", "-", "-", "-"]
        assert any("games" in line and line.rstrip(" │").endswith("4") for line in lines)
        assert [word in text(pilot) for word in ("75 %", "4:31", "503", "best streak", "+32.0")] == [True] * 5
        await pilot.press("left")  # 30 days
        await until(pilot, lambda: row("All games")[2] == "30")
        await pilot.press("2")
        await until(pilot, lambda: row("All games")[2] == "7")
        assert pilot.app.screen.query_one(Tabs).active == "period-1"
        await pilot.press("1", "down", "down")
        await until(pilot, lambda: row("All games")[2] == "1" and "Five-card draw: big blinds won" in text(pilot))
        assert row("All games")[3:5] == ["+600.0", "-"]
        await back_in_lobby(pilot)

    in_room(go)


def test_statistics_that_cannot_be_used_are_a_sentence_on_the_screen(home: Path) -> None:
    (home / "statistics.sqlite").write_text("nonsense " * 100)

    async def go(pilot: Pilot[None]) -> None:
        await pilot.press("7")
        await opens(pilot, StatisticsScreen)
        await until(pilot, lambda: "statistics.sqlite': file is not a database" in " ".join(text(pilot).split()))
        await back_in_lobby(pilot)

    in_room(go)


def test_the_curve_shows_every_peak() -> None:
    flat = chart_lines([0.0, 0.0], 10, 3, plain=True)
    assert flat[0] == "*" * 10
    rising = chart_lines([float(value) for value in range(100)], 10, 5, plain=True)
    assert rising[-1].startswith("*")
    assert rising[0].endswith("*")
    assert all("*" in line for line in rising)
    peak = chart_lines([0.0] * 50_000 + [9.0] + [0.0] * 50_000, 20, 4)
    assert any(0x2800 < ord(character) < 0x2900 for character in peak[0])
    assert all(len(line) == 20 for line in peak)
    below = chart_lines([0.0, -5.0, -1.0], 6, 3, plain=True)
    assert "-" not in below[1] + below[2]  # zero is above them


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
        for line in MENU:
            assert any(re.fullmatch(rf"{line.keys.replace(',', ' ')} +{line.title}", told) for told in page), line
        assert any(told.startswith("^c") for told in page)
        await pilot.press("escape")
        for line in MENU[:-1]:
            if line.name != "statistics":
                await pilot.press("escape", line.keys[-1])
                assert [name for name, place in lobby(pilot).places.items() if place.display] == [line.name]
                assert not lobby(pilot).menu.has_focus

    in_room(go)


def test_the_mouse_does_it_too() -> None:
    async def go(pilot: Pilot[None]) -> None:
        await pilot.click("#menu", offset=(6, 3))  # Klondike
        await until(pilot, lambda: lobby(pilot).places["klondike"].display)
        await pilot.click("#turn", offset=(8, 0))
        assert entry(pilot, "turn").value == "3 cards"
        await pilot.click("#turn", offset=(1, 0))
        assert entry(pilot, "turn").value == "1 card"
        await pilot.click("#klondike Begin", offset=(9, 1))
        await opens(pilot, KlondikeScreen)
        await back_in_lobby(pilot)
        await pilot.click("#menu", offset=(6, 5))  # Resume
        await until(pilot, lambda: bool(choose(pilot, "resume").entries))
        await pilot.click("#resume", offset=(6, 1))
        await opens(pilot, KlondikeScreen)

    in_room(go)


@pytest.mark.parametrize("size", [SMALL, pytest.param(LARGE, marks=pytest.mark.long), (60, 16), (40, 12)])
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
        await opens(pilot, PokerScreen)
        await hand(pilot)
        await back_in_lobby(pilot)
        await pilot.press("4")
        assert "deal 1, you have" in text(pilot)
        await pilot.press("enter")
        await opens(pilot, PokerScreen)
        table = pilot.app.screen
        assert isinstance(table, PokerScreen)
        await until(pilot, lambda: not table.busy)
        await pilot.press("enter")
        await hand(pilot)
        await back_in_lobby(pilot)
        await pilot.press("escape", "5")
        assert len(choose(pilot, "hands").entries) == 2
        await pilot.press("enter")
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
        Kept.find(["holdem", "klondike"], name).close()


# --- leaving ---------------------------------------------------------------------------------------------------------


class Terminal:
    """A command on a terminal of its own."""

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

    def wait_for(self, words: bytes) -> None:
        end = time.monotonic() + PATIENCE
        while words not in re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]", b"", self.shown):
            assert time.monotonic() < end
            assert self.read(), self.shown
        self.shown = b""

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


@pytest.mark.parametrize(
    ("how", "code", "where"),
    [
        ("SIGTERM", 143, "lobby"),
        ("SIGTERM", 143, "table"),
        ("SIGTERM", 143, "klondike"),
        ("SIGHUP", 129, "table"),
        ("SIGINT", 130, "statistics"),
        ("ctrl-c", INTERRUPTED, "lobby"),
        ("ctrl-c", INTERRUPTED, "form"),
        ("ctrl-c", INTERRUPTED, "table"),
        ("ctrl-c", INTERRUPTED, "klondike"),
        ("closed", 129, "lobby"),
        ("closed", 129, "table"),
    ],
)
def test_however_one_leaves_the_game_can_be_resumed_and_the_terminal_is_as_before(
    how: str, code: int, where: str
) -> None:
    terminal = Terminal(sys.executable, "-m", "kicker", "tui")
    terminal.wait_for(b"Deal")
    keys, sign = {
        "lobby": (b"", b""),
        "form": (b"1\x1b[A", b"The same number deals"),
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
        kept = Kept.find(["holdem", "klondike"], name)
        assert kept.read()
        kept.close()


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
