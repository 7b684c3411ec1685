"""The replayer with files that are damaged or long."""

import asyncio
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from kicker.errors import RecordError
from kicker.ui.common.replaying import all_hands
from kicker.ui.tui.replayer import ReplayScreen
from kicker.ui.tui.rows import Rows
from tests.replayer import (
    OWN,
    SMALL,
    Bare,
    lines_in,
    press,
    settle,
    visit,
    words_in,
)

pytestmark = pytest.mark.usefixtures("quiet_room")


# --- what is wrong ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("empty", "no hand histories in '{}'; their names end in .phh or .phhs"),
        ("missing.phh", "cannot read '{}': no such file or directory"),
        ("notes.txt", "'{}' is not a record; names end in .phh (one hand) or .phhs (many)"),
        ("none.phhs", "no hands in {}"),
        ("bytes.phh", "{}: byte 1 is not UTF-8 text"),
    ],
)
def test_what_cannot_be_read_is_one_sentence(tmp_path: Path, name: str, says: str) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "notes.txt").write_text("notes")
    (tmp_path / "none.phhs").write_text("# nothing\n")
    (tmp_path / "bytes.phh").write_bytes(b"\xff\xfe")

    async def scenario(pilot: Pilot[Any], screen: ReplayScreen) -> None:
        for keys in ([], ["right", "left", "end", "e", "v", "f", "space", "pagedown", "pageup", "g", "3", "enter"]):
            await press(pilot, *keys)
            shown = "".join(line.strip() for line in lines_in(screen, "Picture")).replace(" ", "")
            assert says.format(tmp_path / name).replace(" ", "") in shown
        await press(pilot, "escape")
        assert not screen.is_attached

    visit(tmp_path / name, scenario)


def test_a_damaged_hand_is_passed_by(tmp_path: Path) -> None:
    text = (OWN / "heads-up.phh").read_text()
    damaged = text[:200]
    (tmp_path / "x.phhs").write_text(f"[1]\n{text}\n[2]\n{damaged}\n[3]\n{text}\n")
    shutil.copy(OWN / "cut-short.phh", tmp_path / "z.phh")
    second = list(all_hands([tmp_path / "x.phhs"]))[1].record
    assert isinstance(second, RecordError)

    async def scenario(pilot: Pilot[Any], screen: ReplayScreen) -> None:
        assert "hand 1 of 4" in words_in(screen, "#hands")
        await press(pilot, "pagedown")
        shown = "".join(line.strip() for line in lines_in(screen, "Picture")).replace(" ", "")
        assert str(second).replace(" ", "") in shown
        assert "✗ x [2]" in words_in(screen, "#hands")
        await press(pilot, "pagedown", "end")
        assert words_in(screen, "#story").endswith("result Ida Quill +115, Bo -115 ok")
        await press(pilot, "pagedown", "end")
        assert "undetermined: the record ends before the deal is over" in words_in(screen, "#story")
        await press(pilot, "pageup", "pageup", "pageup")
        assert screen.index == 0
        await press(pilot, "pageup")
        assert "this is the first hand" in words_in(screen, "#status")

    visit(tmp_path, scenario)


# --- many hands ------------------------------------------------------------------------------------------------------


def many(path: Path, hands: int) -> Path:
    text = (OWN / "heads-up.phh").read_text()
    path.write_text("".join(f"[{number}]\n{text}\n" for number in range(1, hands + 1)))
    return path


@pytest.mark.parametrize("index", [0, -1])
def test_a_long_file_opens_at_any_hand(tmp_path: Path, index: int) -> None:
    """`python -m benchmarks terminal` measures how long keys wait meanwhile."""

    async def run() -> None:
        app = Bare()
        async with app.run_test(size=SMALL) as pilot:
            screen = ReplayScreen([many(tmp_path / "long.phhs", 2000)], index=index)
            await app.push_screen(screen)
            while screen.opened.viewing is None:
                await asyncio.sleep(0.002)
            assert screen.index == (0 if index == 0 else 1999)
            assert (screen.hands.count < 2000) == (index == 0)
            await press(pilot, *["right"] * 3, *["pagedown" if index == 0 else "pageup"] * 3)
            assert screen.index == (3 if index == 0 else 1996)
            # How far it was read ahead depends on which of the two was faster, the keys or the reading.
            place = r"hand 4 of 40[0-4]\+" if index == 0 else "hand 1,997 of 2,000"
            assert re.search(place, words_in(screen, "#hands"))

    asyncio.run(run())


def test_the_list_is_read_on_where_somebody_scrolls_to_its_end(tmp_path: Path) -> None:
    async def scenario(pilot: Pilot[Any], screen: ReplayScreen) -> None:
        rows = screen.query_one("#hands", Rows)
        assert rows.count == 401
        rows.scroll_end(animate=False)
        await settle(pilot)
        await settle(pilot)
        assert 700 <= rows.count < 1000
        place = rows.scroll_y
        assert place > 350  # nobody is thrown back
        await press(pilot, "right")
        assert (screen.place, rows.scroll_y) == (1, place)
        await press(pilot, "h", "9", "9", "0", "enter")
        assert screen.index == 989
        assert rows.count == 1000
        assert "hand 990 of 1,000" in words_in(screen, "#hands")

    visit(many(tmp_path / "long.phhs", 1000), scenario)


def test_leaving_while_something_is_read_or_counted_does_no_harm(tmp_path: Path) -> None:
    path = many(tmp_path / "long.phhs", 2000)

    async def run() -> None:
        app = Bare()
        async with app.run_test(size=SMALL) as pilot:
            for keys in (["escape"], ["e", "escape"], ["v", "e", "right", "escape"]):
                screen = ReplayScreen([path, OWN / "unknown-cards.phh"], index=-1 if len(keys) < 2 else 2)
                await app.push_screen(screen)
                for key in keys:
                    await pilot.press(key)
                assert app.screen is not screen
                await settle(pilot)
        assert app.return_code in (None, 0)

    asyncio.run(run())
