"""`kicker train`, as a person uses it."""

from __future__ import annotations

import json
from contextlib import nullcontext
from pathlib import Path

import pytest

from kicker.errors import FileError
from kicker.solver import Spot, solve
from kicker.training.drills import PushFoldDrill
from kicker.ui.common.home import hold_file
from kicker.ui.common.training import load_trainer
from kicker.ui.train import play_on
from tests.conftest import Run


@pytest.fixture(autouse=True)
def _own_home(home: Path) -> None:
    """Tests never touch the scores of the person who runs them."""


@pytest.fixture
def solution(tmp_path: Path) -> str:
    spot = Spot("QQ+,AKs", "TT-88,AQs", "Td9d6hQc2s", pot=200, stack=900, river_bet="60%")
    solve(spot, target=0.01, threads=1).save(tmp_path / "river.kicker")
    return "river.kicker"


def test_questions_are_graded_and_the_score_is_kept(kicker: Run) -> None:
    result = kicker("train", "pushfold", "--stack", "8", "--seed", "3", input=b"what\nf\nq\n")
    text = result.stdout.decode()
    assert result.returncode == 0
    assert "Please answer with f fold, " in text
    assert "Score for pushfold 8bb" in text
    kept = json.loads(kicker("train", "pushfold", "--stack", "8", "--score", "--json").stdout)
    assert (kept["answers"], len(kept["reviews"])) == (1, kept["answers"] - kept["right"])
    assert b"no answers yet" in kicker("train", "pushfold", "--stack", "9", "--score").stdout


def test_the_same_seed_asks_the_same_questions(kicker: Run) -> None:
    first, second = (kicker("train", "discard", "--seed", "2", input=b"q\n").stdout for _ in range(2))
    assert first == second
    assert b"2s 3d 7s 4h Ks" in first


def test_answers_about_discards(kicker: Run) -> None:
    text = kicker("train", "discard", "--seed", "2", input=b"1 2 3 4\n9c\n1 2 4\nq\n").stdout.decode()
    assert text.count("at most 3 cards") == 2
    assert "Best: 2s 3d 4h." in text


def test_whole_hands_against_a_solution(kicker: Run, solution: str) -> None:
    answers = b"c\nc\nc\nc\nc\nc\n"
    result = kicker(
        "train", solution, "--whole-hands", "--seed", "1", "--questions", "2", "--big-blind", "20", input=answers
    )
    text = result.stdout.decode()
    assert text.count("The opponent had") == 2
    assert "A big blind is 20 chips.\n" in text
    assert "Score for solution river.kicker bb 20" in text
    assumed = kicker("train", solution, "--seat", "ip", "--questions", "1", input=b"q\n").stdout.decode()
    assert "A big blind is 20 chips, a tenth of the pot, because the spot does not give it.\n" in assumed
    assert kicker("train", solution, "--big-blind", "10", "--questions", "1", input=b"c\n").returncode == 0
    assert b"all solved spots: " in kicker("train", solution, "--score").stdout


def test_the_end_of_the_input_ends_the_training(kicker: Run) -> None:
    result = kicker("train", "preflop", "--seed", "1", input=b"f\n")
    assert result.returncode == 0
    assert b"Score for preflop 100bb" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nonsense"], "unknown drill 'nonsense'; choose from discard, preflop, pushfold, or name a solution"),
        (["preflop", "--ante", "1"], "--ante works with pushfold, not with preflop"),
        (["pushfold", "--whole-hands"], "--whole-hands works with a solution, not with pushfold"),
        (["pushfold", "--json"], "--json needs --score"),
    ],
)
def test_bad_options(kicker: Run, arguments: list[str], sentence: str) -> None:
    result = kicker("train", *arguments)
    assert result.returncode == 1
    assert result.stderr.decode() == f"Error: {sentence}\n"


@pytest.mark.parametrize("text", ["{", "[" * 50_000, '{"kicker_training": 1, "drill": "discard 3", "streets": 5}'])
def test_a_damaged_score_is_one_sentence(kicker: Run, home: Path, text: str) -> None:
    folder = home / "training"
    folder.mkdir(parents=True)
    (folder / "discard-3.json").write_text(text)
    result = kicker("train", "discard")
    assert result.returncode == 1
    assert b"is damaged; delete it to start again" in result.stderr


def test_two_windows_count_into_one_score(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drill = PushFoldDrill(8)
    first, second = load_trainer(drill, 1), load_trainer(drill, 2)
    monkeypatch.setattr("kicker.ui.train.ask", lambda words: "f")
    for trainer in (first, second, first):
        play_on(trainer, 1)
    assert load_trainer(drill).score.answers == 3


def test_a_score_that_another_window_holds_is_waited_for_with_an_end(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kicker.ui.common.training._PATIENCE", 0.02)
    monkeypatch.setattr("kicker.ui.train.ask", lambda words: "f")
    (home / "training").mkdir(parents=True)
    trainer = load_trainer(PushFoldDrill(8), 1)
    with hold_file(home / "training" / "lock") or nullcontext(), pytest.raises(FileError, match="in use by another"):
        play_on(trainer, 1)
    play_on(trainer, 1)
    assert load_trainer(PushFoldDrill(8)).score.answers == 1
