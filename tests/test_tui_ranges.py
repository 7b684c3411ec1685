"""The range editor of the room: keys, mouse and text show the same range."""

import pytest
from textual.geometry import Offset
from textual.pilot import Pilot
from textual.widgets import Input

from kicker import Range
from kicker.ui.common.range_editing import RangeEditor
from kicker.ui.tui.ranges import RangeGrid, RangeScreen
from tests.room import back_in_lobby, in_room, text, until

pytestmark = pytest.mark.usefixtures("at_once")


def field(pilot: Pilot[None]) -> str:
    return pilot.app.screen.query_one(Input).value


async def opened(pilot: Pilot[None]) -> RangeScreen:
    await pilot.press("g")
    await until(pilot, lambda: isinstance(pilot.app.screen, RangeScreen))
    screen = pilot.app.screen
    assert isinstance(screen, RangeScreen)
    return screen


def test_a_range_with_keys() -> None:
    async def go(pilot: Pilot[None]) -> None:
        screen = await opened(pilot)
        await pilot.press("space", "right", "space", "shift+right")
        assert field(pilot) == "AA,AQs+"
        assert "14 combinations" in text(pilot)
        await pilot.press("down", *["minus"] * 10, "space")
        assert field(pilot) == "AA,AQs+,KQs:0.5"
        await pilot.press("tab", "down", "enter")
        assert len(screen.editor.range) == 17
        await pilot.press("escape", "u", "u")
        assert field(pilot) == "AA,AQs+"
        await pilot.press("e")
        assert field(pilot) == "AA,AQs+,KQs:0.5"
        await pilot.press("c", *["right_square_bracket"] * 5)
        assert screen.editor.range == Range("top 5%")
        await pilot.press("left_square_bracket")
        assert screen.editor.range == Range("top 4%")
        await back_in_lobby(pilot)

    in_room(go)


def test_a_range_as_text() -> None:
    async def go(pilot: Pilot[None]) -> None:
        screen = await opened(pilot)
        await pilot.press("t", *"QQ+,AKs:0.25")
        assert screen.editor.range == Range("QQ+,AKs:0.25")
        assert "AKs25" in text(pilot)
        await pilot.press(*",x")
        assert "x" in str(screen.query_one("#wrong").render())
        assert screen.editor.range == Range("QQ+,AKs:0.25")
        await pilot.press("backspace", "backspace", "enter")
        assert field(pilot) == "QQ+,AKs:0.25"
        assert screen.focused is screen.grid
        await back_in_lobby(pilot)

    in_room(go)


def test_a_range_with_the_mouse() -> None:
    async def go(pilot: Pilot[None]) -> None:
        screen = await opened(pilot)
        await pilot.mouse_down(RangeGrid, offset=Offset(1, 0))
        for column in (6, 11, 16):
            await pilot.hover(RangeGrid, offset=Offset(column, 0))
        await pilot.mouse_up(RangeGrid, offset=Offset(16, 0))
        assert screen.editor.range == Range("AA,AJs+")
        await pilot.press("u")  # a stroke is undone as a whole
        assert screen.editor.range == Range()
        await back_in_lobby(pilot)

    in_room(go)


def test_undo_has_an_end() -> None:
    editor = RangeEditor("QQ")
    assert not editor.undo()
    editor.read("KK")
    editor.read("KK")
    assert editor.undo()
    assert not editor.undo()
    assert editor.redo()
    assert not editor.redo()
    assert editor.text == "KK"
