"""The line of keys at the foot of every screen."""

import pytest
from textual import events
from textual.pilot import Pilot

from kicker.ui.tui.base import Keys
from kicker.ui.tui.key_bar import KeyBar
from tests.room import in_room, text, until

pytestmark = pytest.mark.usefixtures("at_once")


def last_line(pilot: Pilot[None]) -> str:
    return text(pilot).splitlines()[-1]


def test_the_bar_follows_the_focus() -> None:
    async def go(pilot: Pilot[None]) -> None:
        assert last_line(pilot).split() == ["⏎", "Open", "?", "Keys", "esc", "Back", "q", "Quit"]
        await pilot.press("1")
        assert "Begin" in last_line(pilot)
        await pilot.press("escape")
        assert "Begin" not in last_line(pilot)

    in_room(go)


def test_a_click_presses_the_key_and_the_mouse_marks_it() -> None:
    async def go(pilot: Pilot[None]) -> None:
        bar = pilot.app.screen.query_one(KeyBar)
        column = last_line(pilot).index("Keys")
        await pilot.hover(KeyBar, offset=(column, 0))
        assert bar.hovered == "question_mark"
        await pilot.hover("#menu")
        assert bar.hovered == ""
        await pilot.click(KeyBar, offset=(70, 0))  # nothing is there
        assert pilot.app.screen is bar.screen
        await pilot.click(KeyBar, offset=(column, 0))
        await until(pilot, lambda: isinstance(pilot.app.screen, Keys))

    in_room(go)


def test_the_wheel_shows_keys_that_do_not_fit() -> None:
    async def go(pilot: Pilot[None]) -> None:
        assert "Quit" not in last_line(pilot)
        for _ in range(9):  # no further than needed
            await pilot._post_mouse_events([events.MouseScrollDown], KeyBar, offset=(1, 0))
            await pilot.pause()
        assert last_line(pilot).split()[-1] == "Quit"
        for _ in range(9):
            await pilot._post_mouse_events([events.MouseScrollUp], KeyBar, offset=(1, 0))
            await pilot.pause()
        assert last_line(pilot).split()[:2] == ["⏎", "Open"]

    in_room(go, (30, 16))
