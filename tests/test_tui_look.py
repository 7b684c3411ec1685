"""How the room looks as a whole: plain characters, few colours or none, and lines that end between words."""

import re
import sys
import time

import pytest
from rich.color import Color, ColorSystem
from rich.text import Text
from textual.pilot import Pilot

from kicker.solitaire import Game, Klondike
from kicker.ui.common.home import GameFiles
from kicker.ui.common.statistics import PlayedHand, Statistics
from kicker.ui.tui import felt
from kicker.ui.tui.app import FELT as THEME
from kicker.ui.tui.base import Keys, Question, Settings, own_bindings
from kicker.ui.tui.betting import ReasonsPage
from kicker.ui.tui.filters import PALETTES, Rgb, nearest, plain_text
from kicker.ui.tui.klondike import Asked, KlondikeScreen
from kicker.ui.tui.my_hands import MyHandsScreen
from kicker.ui.tui.places import form_id
from kicker.ui.tui.replayer import ReplayScreen
from kicker.ui.tui.statistics import StatisticsScreen
from kicker.ui.tui.tableau import side_text
from tests.room import (
    LARGE,
    SMALL,
    Terminal,
    at_table,
    back_in_lobby,
    burst,
    choose,
    fill,
    in_room,
    left,
    lobby,
    opens,
    said,
    text,
    until,
)

pytestmark = pytest.mark.usefixtures("at_once")


# --- plain characters ------------------------------------------------------------------------------------------------


def check(pilot: Pilot[None]) -> None:
    """Nothing but plain characters is on the screen."""
    shown = text(pilot)
    assert shown.strip()
    assert shown.isascii(), sorted({letter for letter in shown if not letter.isascii()})


@pytest.mark.parametrize("size", [SMALL, pytest.param(LARGE, marks=pytest.mark.long)])
def test_plain_characters_are_all_there_is_on_every_screen(size: tuple[int, int]) -> None:
    Settings(ascii=True).save()
    left("holdem", 3)
    left("draw", 2)
    for deal in range(9):
        Statistics().add_hand(PlayedHand("holdem-1", deal, "holdem", time.time(), 4.0 - deal % 9, True, deal % 9 < 4))

    async def in_the_lobby(pilot: Pilot[None]) -> None:
        for line in lobby(pilot).lines[:-1]:
            if line.name != "statistics":
                await pilot.press("escape", line.keys[-1])
                await pilot.pause()
                check(pilot)
        await pilot.press("question_mark")
        assert isinstance(pilot.app.screen, Keys)
        await pilot.pause()
        check(pilot)
        await pilot.press("escape", "escape", "4", "x")
        assert isinstance(pilot.app.screen, Question)
        await pilot.pause()
        check(pilot)
        await pilot.press("n", "escape", "7")
        await opens(pilot, StatisticsScreen)
        await until(pilot, lambda: "*" in text(pilot))
        check(pilot)
        await back_in_lobby(pilot)

    async def at_poker(pilot: Pilot[None]) -> None:
        await pilot.press("1")
        await fill(pilot, "bots", "caller")
        await pilot.press("enter")
        table = await at_table(pilot)
        while not (table.moment and table.moment.decisions):
            check(pilot)
            await pilot.press("c" if table.my_turn else "enter")
            await until(pilot, lambda: not table.busy)
        await pilot.press("l")
        await pilot.pause()
        check(pilot)
        await pilot.press("w")
        assert isinstance(pilot.app.screen, ReasonsPage)
        await pilot.pause()
        check(pilot)
        await pilot.press("escape", "h")
        await opens(pilot, ReplayScreen)
        for key in ("e", "f", "v", "end"):
            await pilot.press(key)
            await pilot.app.workers.wait_for_complete()
            await pilot.pause()
            check(pilot)
        await pilot.press("escape")
        await back_in_lobby(pilot)
        await pilot.press("escape", "2", "enter")
        table = await at_table(pilot)
        while table.view is not None and table.view.options.phase != "drawing":
            await pilot.press("c")
            await until(pilot, lambda: not table.busy)
        await pilot.press("1", "2")
        await pilot.pause()
        check(pilot)
        await back_in_lobby(pilot)

    async def at_klondike(pilot: Pilot[None]) -> None:
        await pilot.press("escape", "3")
        await fill(pilot, "deal", "12")
        await pilot.press("enter")
        await opens(pilot, KlondikeScreen)
        for keys in ("r", "down", "right", "enter", "x", "t"):
            await pilot.press(keys)
            await pilot.pause()
            check(pilot)
        await pilot.press("g")
        assert isinstance(pilot.app.screen, Asked)
        await pilot.pause()
        check(pilot)
        await pilot.press("escape", "n")
        await pilot.pause()
        check(pilot)

    async def go(pilot: Pilot[None]) -> None:
        check(pilot)
        await in_the_lobby(pilot)
        await at_poker(pilot)
        await at_klondike(pilot)

    in_room(go, size)


def test_a_change_of_characters_reaches_all_of_the_lobby_at_once() -> None:
    async def go(pilot: Pilot[None]) -> None:
        before = text(pilot)
        assert not before.isascii()
        await burst(pilot, "8", "down", "right")
        await until(pilot, lambda: text(pilot).isascii())
        assert "enter Open" not in text(pilot)  # the keys of a list are not those of a form
        await burst(pilot, "left")
        await until(pilot, lambda: "╭─ Appearance and speed" in text(pilot))

    in_room(go)


def test_a_name_of_any_letters_is_written_in_plain_ones() -> None:
    assert plain_text("Zoë, Žižek, 日本: 10♠ … ½") == "Zoe, Zizek, ????: 10s . h"


# --- few colours -----------------------------------------------------------------------------------------------------


def rgb(colour: str | None) -> Rgb:
    triplet = Color.parse(colour or "").triplet
    assert triplet is not None
    return triplet.red, triplet.green, triplet.blue


def is_green(colour: Rgb) -> bool:
    red, green, blue = colour
    return green > 60 and green > 1.5 * max(red, blue)


@pytest.mark.parametrize("system", PALETTES)
def test_felt_is_green_with_few_colours_and_what_lies_on_it_is_seen(system: str) -> None:
    near = {
        name: nearest(rgb(style.bgcolor.name if style.bgcolor else None), system)
        for name, style in {"felt": felt.FELT, "turn": felt.TURN, "plaque": felt.PLAQUE, "winner": felt.WINNER}.items()
    }
    assert is_green(near["felt"])
    assert is_green(near["turn"])
    assert is_green(nearest(rgb(THEME.panel), system))  # Klondike's table
    assert near["felt"] not in (near["plaque"], near["winner"])
    assert near["turn"] != near["felt"] or system == "standard"
    for style in (felt.FELT, felt.TURN, felt.PLAQUE, felt.WINNER, felt.GONE, felt.BUTTON):
        assert style.color is not None
        assert style.bgcolor is not None
        assert nearest(rgb(style.color.name), system) != nearest(rgb(style.bgcolor.name), system)


@pytest.mark.parametrize(("system", "kind"), [("256", ColorSystem.EIGHT_BIT), ("standard", ColorSystem.STANDARD)])
def test_a_colour_that_was_chosen_is_the_colour_that_is_sent(system: str, kind: ColorSystem) -> None:
    for colour in PALETTES[system]:
        if len(set(colour)) > 1:
            sent = Color.from_rgb(*colour).downgrade(kind).number
            assert sent is not None
            assert PALETTES[system][sent - 16 * (system == "256")] == colour


@pytest.mark.parametrize(
    ("term", "green", "others"),
    [
        ("xterm-256color", {b"48;5;22", b"48;5;28"}, rb"48;5;(?:23|24|30|66)[m;]"),
        pytest.param("screen-256color", {b"48;5;22", b"48;5;28"}, rb"48;5;(?:23|24|30|66)[m;]", marks=pytest.mark.long),
        ("xterm", {b"42"}, rb"\x1b\[(?:[\d;]*;)?(?:46|106)m"),
    ],
)
def test_the_table_is_green_on_terminals_with_few_colours(
    monkeypatch: pytest.MonkeyPatch, term: str, green: set[bytes], others: bytes
) -> None:
    Settings(back="", speed="instant").save()
    monkeypatch.setenv("TERM", term)
    monkeypatch.delenv("COLORTERM", raising=False)
    terminal = Terminal(sys.executable, "-m", "kicker", "tui")
    terminal.wait_for(b"Deal")
    terminal.type(b"1\r")
    terminal.wait_for(b"Pot 15", keep=True)
    assert any(code in terminal.shown for code in green)
    assert b"48;2;" not in terminal.shown
    assert not re.search(others, terminal.shown)
    terminal.type(b"\x03")
    terminal.end()


def test_without_colours_everything_is_grey(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def go(pilot: Pilot[None]) -> None:
        await pilot.press("1", "enter")
        table = await at_table(pilot)
        strips = table._compositor.render_strips()
        found = {
            colour.triplet
            for strip in strips for part in strip if part.style
            for colour in (part.style.color, part.style.bgcolor) if colour is not None and colour.triplet is not None
        }  # fmt: skip
        assert len(found) > 3
        assert all(red == green == blue for red, green, blue in found)

    in_room(go)


# --- words -----------------------------------------------------------------------------------------------------------


def words_in(pilot: Pilot[None], part: str) -> str:
    """All that is written in a part of the screen, on one line, without frames and scroll bars."""
    region = pilot.app.screen.query_one(part).region
    lines = [line[region.x : region.right] for line in text(pilot).splitlines()[region.y : region.bottom]]
    return " ".join(re.sub("[╭╮╰╯─│▁▂▃▄▅▆▇]", " ", " ".join(lines)).split())


async def keys_are_told(pilot: Pilot[None]) -> None:
    """Every word of the page of keys is there, none of them broken."""
    screen = pilot.app.screen
    told = {active.binding.tooltip or active.binding.description for active in screen.active_bindings.values()
            if (active.binding.action, active.binding.description) in own_bindings(active.node)}  # fmt: skip
    await pilot.press("question_mark")
    assert isinstance(pilot.app.screen, Keys)
    await pilot.pause()
    shown = words_in(pilot, "VerticalScroll")
    for words in filter(None, told):
        assert words in shown
    await pilot.press("escape")


@pytest.mark.parametrize("width", [60, pytest.param(80, marks=pytest.mark.long)])
def test_no_word_of_the_pages_of_keys_is_broken_or_lost(width: int) -> None:
    left("holdem", 2)

    async def go(pilot: Pilot[None]) -> None:
        await keys_are_told(pilot)
        await pilot.press("5", "enter")
        await opens(pilot, MyHandsScreen)
        await keys_are_told(pilot)
        await until(pilot, lambda: "1 hand" in text(pilot))
        await pilot.press("enter")
        await opens(pilot, ReplayScreen)
        await keys_are_told(pilot)
        await pilot.press("escape")
        await opens(pilot, MyHandsScreen)
        await back_in_lobby(pilot)
        await pilot.press("escape", "7")
        await opens(pilot, StatisticsScreen)
        await keys_are_told(pilot)
        await back_in_lobby(pilot)
        await pilot.press("escape", "4", "enter")
        await at_table(pilot)
        await keys_are_told(pilot)
        await back_in_lobby(pilot)
        await pilot.press("escape", "3")
        await fill(pilot, "deal", "12")
        await pilot.press("enter")
        await opens(pilot, KlondikeScreen)
        await keys_are_told(pilot)

    in_room(go, (width, 70))


@pytest.mark.parametrize("width", [64, 132, pytest.param(80, marks=pytest.mark.long)])
def test_lines_end_between_words(width: int) -> None:
    name = left("holdem", 2)
    GameFiles(name, None).save_file.write_text("{}")

    async def go(pilot: Pilot[None]) -> None:
        await pilot.press("4")
        (damaged,) = choose(pilot, "resume").entries
        assert damaged.details in words_in(pilot, "#resume")
        await pilot.press("enter")
        await until(pilot, lambda: said(pilot) not in ("", "One moment ..."))
        assert said(pilot) in words_in(pilot, "#say")
        await pilot.press("x")
        await pilot.pause()
        assert f"Delete this game? {damaged.title} {damaged.details}" in words_in(pilot, "Vertical")
        await pilot.press("n", "1")
        await fill(pilot, "bots", "half-hearted,well-known-bot-of-nobody,nobody-at-all")
        await pilot.press("enter")
        await until(pilot, lambda: bool(lobby(pilot).query(".wrong")))
        await pilot.pause()
        assert str(lobby(pilot).query(".wrong").last().render()) in words_in(pilot, f"#{form_id('holdem')}")

    in_room(go, (width, 40))


def test_texts_are_broken_at_blanks_alone() -> None:
    told = "a well-known no-limit half-pot raise-or-fold strategy"
    words = set(told.split())
    for width in range(14, 40):
        lines = felt.broken(told, width, 99)
        assert {word for line in lines for word in line.split()} == words
        beside = side_text(Game(Klondike(), 3).position.view(), 1.0, [told], width, in_one_line=False)
        assert words <= set(beside.plain.split())


@pytest.mark.parametrize("size", [SMALL, LARGE, pytest.param((100, 30), marks=pytest.mark.long)])
def test_the_log_breaks_no_word(size: tuple[int, int]) -> None:
    words = "sharp-eyed-opponent raises to 1,234,567,890 and shows a full house, well-known and sure"

    async def go(pilot: Pilot[None]) -> None:
        await pilot.press("1", "enter")
        table = await at_table(pilot)
        table.story.lines.append(Text(words))
        table.show()
        await pilot.press(*["l"] * (size[0] < 120))
        await pilot.pause()
        assert words in words_in(pilot, "#log")

    in_room(go, size)
