"""The statistics screen of the room."""

import asyncio
import inspect
import re
import time
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList, Tabs

from kicker.ui.common.offer import kinds
from kicker.ui.common.statistics import PlayedHand, PokerFigures, Solitaire, Statistics
from kicker.ui.tui.filters import plain_text
from kicker.ui.tui.statistics import HEADER, Chart, StatisticsScreen, chart_lines, columns, row
from tests.room import SMALL, back_in_lobby, in_room, opens, text, until

pytestmark = pytest.mark.usefixtures("at_once")


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

        assert row("All games")[2:] == ["40", "+80.0", "-39.8", "to", "+199.8", "35%", "7", "of", "20"]
        assert row("Hold'em")[1] == "30"
        assert "Omaha" not in text(pilot)  # games that nobody has played are not listed
        assert any("games" in line and line.rstrip(" │").endswith("4") for line in lines)
        assert [word in text(pilot) for word in ("75%", "4:31", "503", "best streak", "+32.0")] == [True] * 5
        await pilot.press("left")  # 30 days
        await until(pilot, lambda: row("All games")[2] == "30")
        await pilot.press("2")
        await until(pilot, lambda: row("All games")[2] == "7")
        assert pilot.app.screen.query_one(Tabs).active == "period-1"
        await pilot.press("1", "down", "down")
        await until(pilot, lambda: row("All games")[2] == "1" and "Five-card draw: big blinds won" in text(pilot))
        assert row("All games")[3:5] == ["+600.0", "-"]
        assert row("Hold'em")[1:] == ["0", "-", "-", "-", "-"]
        await back_in_lobby(pilot)

    in_room(go)


def test_every_game_that_was_played_is_listed_and_the_curve_keeps_its_room() -> None:
    file, now = Statistics(), time.time()
    played = list(kinds())
    assert len(played) > 12  # more than a small terminal has lines for
    for deal, kind in enumerate(played):
        file.add_hand(PlayedHand(f"{kind}-1", deal, kind, now, 1.0, True, True))

    async def go(pilot: Pilot[None]) -> None:
        await pilot.press("7")
        await opens(pilot, StatisticsScreen)
        await until(pilot, lambda: "best streak" in text(pilot))
        games, chart = pilot.app.screen.query_one(OptionList), pilot.app.screen.query_one(Chart)
        assert games.option_count == len(played) + 1
        titles = set()
        for _ in played:
            await pilot.press("down")
            await pilot.pause()
            titles.add(pilot.app.screen.query_one("#frame").border_title)
            assert chart.values == [0.0, 1.0]
        assert titles == {f"{title}: big blinds won" for title in kinds().values()}
        assert chart.region.height >= 6
        assert pilot.app.screen.region.contains_region(chart.region)

    in_room(go, SMALL)


def test_statistics_that_cannot_be_used_are_a_sentence_on_the_screen(home: Path) -> None:
    (home / "statistics.sqlite").write_text("nonsense " * 100)

    async def go(pilot: Pilot[None]) -> None:
        await pilot.press("7")
        await opens(pilot, StatisticsScreen)
        # Wherever the sentence is broken: the folder of a test has a long name.
        await until(pilot, lambda: "statistics.sqlite':fileisnotadatabase" in "".join(text(pilot).split()))
        await back_in_lobby(pilot)

    in_room(go)


def test_figures_that_come_after_somebody_left_are_not_shown() -> None:
    async def go(pilot: Pilot[None]) -> None:
        await pilot.press("7")
        await opens(pilot, StatisticsScreen)
        screen = pilot.app.screen
        assert isinstance(screen, StatisticsScreen)
        await back_in_lobby(pilot)
        await until(pilot, lambda: not screen.query("#say"))
        screen.figures = {}
        with pytest.raises(asyncio.CancelledError):
            await inspect.unwrap(StatisticsScreen.look)(screen)
        assert not screen.figures

    in_room(go)


NAMES = ("All games", "Hold'em", "Five-card draw", "Seven-card stud, high and low, with a wild joker")


@pytest.mark.parametrize("size", [10.0, 12_345.6, 9_876_543.2, 3.3e9, 8.8e13])
def test_columns_never_touch_however_large_the_numbers_are(size: float) -> None:
    hands = int(min(size * 100, 9_999_999))
    rows = [row(name, PokerFigures(hands, -size, 2 * size, hands, hands, hands - 1)) for name in NAMES]
    for room in (76, 60, 40, 96):
        header, *lines = columns([HEADER, *rows], room)
        assert max(map(len, [header, *lines])) <= room
        for line, cells in zip(lines, rows, strict=True):
            shown = [cell for cell in cells if cell in line]
            assert shown == list(cells[: len(shown)])
            assert re.split(r" {2,}", line) == shown  # two blanks between any two of them
            assert len(shown) == len(re.split(r" {2,}", header.strip())) + 1
    assert len(re.split(r" {2,}", columns([HEADER, *rows[:3]], 76)[1])) >= 5  # nearly all of it fits into 80 columns


def test_large_figures_have_room_on_a_small_terminal() -> None:
    file, now = Statistics(), time.time()
    for deal in range(20):
        file.add_hand(PlayedHand("holdem-1", deal, "holdem", now, (-1) ** deal * 123_456.0 * deal, True, deal % 2 == 0))
    for number in range(3):
        file.add_solitaire(Solitaire(f"klondike-{number}", number, 1, now, True, 90, 1_234_567, 360_000.0))

    async def go(pilot: Pilot[None]) -> None:
        await pilot.press("7")
        await opens(pilot, StatisticsScreen)
        await until(pilot, lambda: "best streak" in text(pilot))
        for width, height in ((80, 24), (100, 30), (160, 50), (64, 20)):
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            screen = pilot.app.screen
            shown = text(pilot).splitlines()
            (line,) = (line for line in shown if line.strip().startswith("Hold'em"))
            assert re.match(r" *Hold'em {2,}20 {2,}-6.2M {2,}-[\d.]+M to \+[\d.]+M(  |$)", line)
            assert any(re.search(r"best score +1,234,567 [│ ]", line) for line in shown)
            assert any(re.search(r"fastest win +100:00:00 [│ ]", line) for line in shown)
            assert all(len(line) == width for line in shown)
            inside = screen.query_one(Chart).region
            for line in shown[inside.y : inside.bottom]:
                assert re.fullmatch(r"( *[+-][\d.,]+[MGT]?| *0| *) [\u2800-\u28ff─ ]*", line[inside.x : inside.right])

    in_room(go)


def plain_chart(values: list[float], width: int, height: int) -> list[str]:
    return [plain_text(line) for line in chart_lines(values, width, height)]


def test_the_curve_shows_every_peak() -> None:
    flat = plain_chart([0.0, 0.0], 10, 3)
    assert flat[0] == "*" * 10
    rising = plain_chart([float(value) for value in range(100)], 10, 5)
    assert rising[-1].startswith("*")
    assert rising[0].endswith("*")
    assert all("*" in line for line in rising)
    peak = chart_lines([0.0] * 50_000 + [9.0] + [0.0] * 50_000, 20, 4)
    assert any(0x2800 < ord(character) < 0x2900 for character in peak[0])
    assert all(len(line) == 20 for line in peak)
    below = plain_chart([0.0, -5.0, -1.0], 6, 3)
    assert "-" not in below[1] + below[2]  # zero is above them
