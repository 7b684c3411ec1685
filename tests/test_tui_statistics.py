"""The statistics screen of the room."""

import time
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Tabs

from kicker.ui.common.statistics import PlayedHand, Solitaire, Statistics
from kicker.ui.tui.statistics import StatisticsScreen, chart_lines
from tests.room import back_in_lobby, in_room, opens, text, until

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
