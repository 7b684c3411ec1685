"""The trainer of the room: drills from the lobby, answers by keys, and what the library says of them."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from kicker.solver import Spot, solve
from kicker.solver.library import Library
from kicker.training import DiscardDrill, WholeHands, grade_answer
from kicker.ui.common.training import load_trainer, verdict_words
from kicker.ui.tui.trainer import TrainScreen
from tests.room import back_in_lobby, in_room, text, until

pytestmark = pytest.mark.usefixtures("at_once")


async def opened(pilot: Pilot[None], *keys: str) -> TrainScreen:
    """Open a drill from the menu."""
    await pilot.press("t", *keys, "enter", "enter")
    await until(pilot, lambda: isinstance(pilot.app.screen, TrainScreen))
    screen = pilot.app.screen
    assert isinstance(screen, TrainScreen)
    return screen


async def answered(pilot: Pilot[None], screen: TrainScreen, *keys: str) -> None:
    await pilot.press(*keys)
    await until(pilot, lambda: screen.grade is not None)


def test_push_or_fold_by_keys() -> None:
    async def go(pilot: Pilot[None]) -> None:
        screen = await opened(pilot)
        assert "You are in the" in text(pilot)
        assert "0 bb" not in text(pilot).split("with 10 bb")[-1]  # nothing of the answer yet
        question = screen.question
        await answered(pilot, screen, "f")
        assert verdict_words(question, grade_answer(question, "fold")) in text(pilot)
        assert "* fold" in text(pilot)
        await pilot.press("f")  # one answer to a question
        await pilot.press("enter")
        await until(pilot, lambda: screen.grade is None)
        assert screen.trainer.score.answers == 1
        await back_in_lobby(pilot)

    in_room(go)


def test_a_table_of_three_by_keys() -> None:
    async def go(pilot: Pilot[None]) -> None:
        await pilot.press("t", "enter", *["up"] * 5, "right", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, TrainScreen))
        screen = pilot.app.screen
        assert isinstance(screen, TrainScreen)
        assert screen.trainer.drill.name == "pushfold 3x10bb"
        assert "all 3 players have the same stack" in " ".join(text(pilot).split())
        question = screen.question
        await answered(pilot, screen, "f")
        assert verdict_words(question, grade_answer(question, "fold")) in text(pilot)
        await back_in_lobby(pilot)

    in_room(go)


def test_discards_are_picked_by_their_places() -> None:
    async def go(pilot: Pilot[None]) -> None:
        screen = await opened(pilot, "down", "down")
        await pilot.press("1", "2", "1")
        assert text(pilot).count("discard") >= 1
        question = screen.question
        await answered(pilot, screen, "enter")
        assert screen.grade is not None
        assert screen.grade.choice.name == str(question.hand[1])
        assert load_trainer(DiscardDrill(3)).score.answers == 1  # it is kept
        await back_in_lobby(pilot)

    in_room(go)


def test_whole_hands_against_a_solution_of_the_library(home: Path) -> None:
    spot = Spot("QQ+,AKs", "TT-88,AQs", "Td9d6hQc2s", pot=200, stack=900, river_bet="60%")
    Library().add(solve(spot, iterations=50, threads=1), "river 60")

    async def go(pilot: Pilot[None]) -> None:
        await pilot.press("t", "down", "down", "down", "enter", "up", "right", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, TrainScreen))
        screen = pilot.app.screen
        assert isinstance(screen, TrainScreen)
        assert isinstance(screen.trainer, WholeHands)
        assert "A big blind is 20 chips, a tenth of the pot, because the spot does" in " ".join(text(pilot).split())
        while screen.trainer.ended is None:
            await answered(pilot, screen, screen.keys[0])
            if screen.trainer.ended is None:
                await pilot.press("enter")
                await until(pilot, lambda: screen.grade is None)
        assert "The opponent had" in text(pilot)
        await back_in_lobby(pilot)

    in_room(go)
