"""The replayer's screen: equities, and the table at any size."""

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from kicker.odds import equity
from kicker.ui.common.replaying import all_hands, make_viewing
from kicker.ui.tui.base import Settings
from kicker.ui.tui.felt import draw_scene
from kicker.ui.tui.replay_view import replay_scene
from kicker.ui.tui.replayer import ReplayScreen
from tests.replayer import LARGE, OWN, SMALL, lines_in, press, settle, visit, words_in

pytestmark = pytest.mark.usefixtures("quiet_room")


# --- equity ----------------------------------------------------------------------------------------------------------


def shares(players: list[str], board: str = "", dead: str = "") -> list[str]:
    return [f"{player.equity:.1%}" for player in equity(players, board, dead).players]


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_equity_is_that_of_the_hands_that_are_known(size: tuple[int, int]) -> None:
    async def scenario(pilot: Pilot[Any], screen: ReplayScreen) -> None:
        await press(pilot, "e")
        known = ["QsQc", "JdTd", "KhKs", "7c7h"]
        for key, board in (("p", ""), ("f", "7d5s2c"), ("t", "7d5s2cQd"), ("s", "7d5s2cQdKc")):
            await press(pilot, key)
            wanted = shares(known, board)
            assert len(set(wanted)) > 1
            text = words_in(screen, "Picture")
            assert sorted(part for part in text.split() if part.endswith("%")) == sorted(wanted)
            assert "equity exact" in words_in(screen, "#status")
            for name, share in zip(("Ann", "Ben", "Cleo", "Dov"), wanted, strict=True):
                assert box_of(screen, name).count(share) == 1
        await press(pilot, "f", "v")  # what Ann knows
        assert box_of(screen, "Ann").count(shares(["QsQc", *["random"] * 3], "7d5s2c")[0]) == 1
        assert "random deals" in words_in(screen, "#status")
        await press(pilot, "e")
        assert "%" not in words_in(screen)

    visit(OWN / "side-pots.phh", scenario, size)


def box_of(screen: ReplayScreen, name: str) -> str:
    """The lines around a name on the table."""
    lines = lines_in(screen, "Picture")
    row, column = next((row, line.index(name)) for row, line in enumerate(lines) if f"{name}  " in line)
    return "\n".join(line[column : column + 24] for line in lines[row : row + 8])


def test_a_folded_hand_that_is_known_is_dead_and_the_unknown_are_random() -> None:
    async def scenario(pilot: Pilot[Any], screen: ReplayScreen) -> None:
        await press(pilot, "e", "t")
        wanted = shares(["AhTh", "AcTd"], "Tc8d2h5c", "7s6s")
        assert [part for part in words_in(screen, "Picture").split() if part.endswith("%")] == wanted
        await press(pilot, "end")
        assert "%" not in words_in(screen)  # nothing is left to win
        await press(pilot, "pagedown")
        assert box_of(screen, "Nils").count(shares(["QhJh", "random", "random"])[0]) == 1
        assert words_in(screen, "Picture").count("%") == 3

    visit([OWN / "decimal-money.phh", OWN / "unknown-cards.phh"], scenario)


def test_in_draw_each_known_hand_has_its_name() -> None:
    async def scenario(pilot: Pilot[Any], screen: ReplayScreen) -> None:
        await press(pilot, "e")
        assert "one pair" in words_in(screen, "Picture")  # Uma's aces
        assert "full house" in words_in(screen, "Picture")
        assert "three of a kind" not in words_in(screen, "Picture")  # Siv's jacks: two cards are not known
        await press(pilot, "d", "n")
        assert "three of a kind" in words_in(screen, "Picture")
        await press(pilot, "v", "v")  # Tom, who has folded, sees nothing
        assert "full house" not in words_in(screen)

    visit(OWN / "draw.phh", scenario)


# --- the room it has -------------------------------------------------------------------------------------------------


def test_any_size_keeps_everything_in_sight() -> None:
    async def scenario(pilot: Pilot[Any], screen: ReplayScreen) -> None:
        await press(pilot, "f", "e")
        for width, height in [
            (160, 50),
            (80, 24),
            (100, 30),
            (131, 60),
            (60, 20),
            (200, 24),
            (80, 50),
            (40, 14),
            (80, 24),
        ]:
            await pilot.resize_terminal(width, height)
            await settle(pilot)
            assert screen.size == (width, height)
            picture = words_in(screen, "Picture")
            for words in ("Ann", "Ben", "Cleo", "Dov", "ot 1,310", "1,100", "7♦", "J♦", "%", "all in"):
                assert words in picture
            assert "▸ 9 Dov calls 290" in words_in(screen, "#story")
            assert "step 5 of 16" in words_in(screen, "#status")
            assert all(len(line) == width for line in lines_in(screen))
            await press(pilot, "right")
            assert screen.place == 6
            await press(pilot, "left")

    visit(OWN / "side-pots.phh", scenario)


def test_plain_characters_are_enough() -> None:
    async def scenario(pilot: Pilot[Any], screen: ReplayScreen) -> None:
        for key in ("f", "e", "v", "end"):
            await press(pilot, key)
            assert "".join(lines_in(screen)).isascii()
        assert ">1 + side-pots" in words_in(screen, "#hands")

    visit(OWN / "side-pots.phh", scenario, LARGE, Settings(ascii=True))


def test_many_side_pots_leave_the_seats_alone() -> None:
    (found,) = all_hands([OWN / "side-pots.phh"])
    viewing = make_viewing(found, None)
    scene = replay_scene(viewing, 5, Settings(), {})
    assert scene.details == (("main pot 440: everybody", "side pot 1 870: Ann, Ben, Dov"), ("440 + 870",))
    long, short = tuple(f"side pot {number} 1,234,567: Ann, Ben and Cleo" for number in range(1, 6)), ("9 + 9 + 9",)
    for size, details, told in (
        ((80, 14), (long, short), "9 + 9 + 9"),
        ((80, 14), (long[:1], short), "1,234,567: Ann, Ben and Cleo"),
        ((106, 46), (long[:2], short), "Ann, Ben and Cleo; side pot 2"),
    ):
        text = "\n".join(strip.text for strip in draw_scene(scene._replace(details=details), *size))
        assert told in text
        assert " .." not in text
        assert all(seat.name in text and seat.stack[0] in text for seat in scene.seats)


def test_seats_sit_where_the_record_says(tmp_path: Path) -> None:
    text = (OWN / "side-pots.phh").read_text()
    (tmp_path / "x.phh").write_text(f"{text}\nseats = [3, 4, 1, 2]\n")

    async def scenario(pilot: Pilot[Any], screen: ReplayScreen) -> None:
        lines = lines_in(screen, "Picture")
        assert "Ann" in lines[0]  # in turn from the bottom: Cleo, Dov to the left, Ann, Ben to the right
        assert "Cleo" in lines[-3]
        assert next(line for line in lines if "Dov" in line).index("Dov") < 10

    visit(tmp_path / "x.phh", scenario)
