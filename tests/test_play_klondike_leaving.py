"""`kicker play klondike` is left in every way and resumed, written to files and opened again, and counted."""

import json
import os
import signal
import time
from pathlib import Path

import pytest

from kicker.solitaire import BACK, TURN, Game, Move, numbered_deck
from kicker.solitaire.solve import solve
from kicker.ui.common.home import Kept
from kicker.ui.common.statistics import Statistics
from kicker.ui.play.klondike import path_of
from tests.conftest import Run
from tests.klondike_prompt import (
    RING,
    Player,
    play,
    prompts,
    saved,
    saves,
    told,
)
from tests.test_cli import one_sentence

pytestmark = pytest.mark.usefixtures("home")


# --- leaving and resuming --------------------------------------------------------------------------------------------


@pytest.mark.live
@pytest.mark.parametrize(
    ("number", "code"),
    [(signal.SIGKILL, -9), (signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)],
)
def test_whatever_ends_it_nothing_is_lost(kicker: Run, home: Path, number: signal.Signals, code: int) -> None:
    player = Player("3", "--draw", "3")
    player.answer("1 h", "r", "2 d", "u")
    before = player.seen.decode().removesuffix("Your move: ")
    assert player.end(number) == code
    assert [str(move) for move in saved(home).moves] == ["1 H", "turn"]
    assert [str(move) for move in saved(home).undone] == ["2 D"]
    shown = play(kicker, "e", options="--resume").stdout.decode()
    assert shown.startswith(before)
    assert [str(move) for move in saved(home).moves] == ["1 H", "turn", "2 D"]


@pytest.mark.live
def test_a_game_is_kept_from_the_first_moment(home: Path) -> None:
    player = Player("3")
    player.answer()
    assert player.end(signal.SIGKILL) == -9
    assert saved(home).position == RING.start(3)


def test_the_end_of_input(kicker: Run, home: Path) -> None:
    result = play(kicker, "1", "h", "2")
    sentence = one_sentence(result)
    assert "the input ended" in sentence
    assert "kicker play klondike --resume goes on with it" in sentence
    assert len(saved(home).moves) == 1


@pytest.mark.req("R004-10")
def test_quit_and_resume(kicker: Run, home: Path) -> None:
    left = play(kicker, "1h", "q", "y", "")
    assert (left.returncode, left.stderr) == (0, b"")
    assert left.stdout.decode().splitlines()[-1].endswith("kicker play klondike --resume")
    assert len(saved(home).moves) == 1
    thrown = play(kicker, "q", "n", options="--resume")
    assert "moves 1\n" in thrown.stdout.decode()
    assert (thrown.returncode, saves(home)) == (0, [])


@pytest.mark.req("R004-10")
@pytest.mark.parametrize("stray", ["never mind", "nothing", "now", "xn", "yawn"])
def test_a_game_is_deleted_by_no_other_word_than_no(kicker: Run, home: Path, stray: str) -> None:
    left = play(kicker, "1h", "n", stray, "no", "q", stray, "x")
    asked = left.stdout.decode()
    assert "Are you sure? y/n: Invalid input. Are you sure? y/n: " in asked
    assert "Save progress? y/n (x to cancel): Invalid input. Save progress? y/n (x to cancel): " in asked
    assert len(saved(home).moves) == 1


def test_the_game_left_last_is_resumed_or_the_one_named(kicker: Run, home: Path) -> None:
    for deal in "456":
        play(kicker, options=deal)
    first, _, last = saves(home)
    os.utime(first, ns=(time.time_ns() + 10**9,) * 2)
    assert "deal 4\n" in play(kicker, options="--resume").stdout.decode()
    assert "deal 6\n" in play(kicker, options=f"--resume {last.stem}").stdout.decode()


@pytest.mark.live
def test_what_cannot_be_resumed(kicker: Run, home: Path) -> None:
    assert "there is no game to resume" in one_sentence(play(kicker, options="--resume"))
    player = Player("3")
    player.answer("1h")
    name = saves(home)[0].stem
    assert f"{name} is being played elsewhere" in one_sentence(play(kicker, options="--resume"))
    player.end(signal.SIGKILL)
    assert "'other' is no game to resume" in one_sentence(play(kicker, options="--resume other"))
    saves(home)[0].write_text(saves(home)[0].read_text()[:-20])
    assert "this is no saved game" in one_sentence(play(kicker, options="--resume"))


def test_a_game_that_cannot_be_kept_is_not_played(kicker: Run, home: Path) -> None:
    home.write_text("in the way")
    assert "cannot write" in one_sentence(play(kicker))


# --- files -----------------------------------------------------------------------------------------------------------


def test_a_file_is_written_and_opened_again(kicker: Run, home: Path, tmp_path: Path) -> None:
    written = play(kicker, "1h", "r", "u", "w", "mine", "2d", "q", "n")
    assert "saved to 'mine.json'" in told(written)
    game = Game.load((tmp_path / "mine.json").read_text())
    assert (game.moves, game.undone) == ((Move("1", "H"),), (TURN,))
    opened = play(kicker, "o", "mine", "e", "q", "y", "", options="5 --draw 3")
    assert "opened 'mine.json'" in told(opened)
    assert saved(home).moves == (Move("1", "H"), TURN)
    assert saved(home).rules == RING


def test_opening_leaves_the_game_before_for_another_time(kicker: Run, home: Path, tmp_path: Path) -> None:
    (tmp_path / "other.json").write_text(Game(RING, 9).save())
    result = play(kicker, "1h", "o", "other.json", "q", "y", "")
    first, second = saves(home)
    words = f"opened 'other.json'; kicker play klondike --resume {first.stem} goes on with the game before"
    assert words in " ".join(told(result))
    assert (Game.load(first.read_text()).number, Game.load(second.read_text()).number) == (3, 9)


@pytest.mark.req("R004-10")
def test_quit_to_a_file(kicker: Run, home: Path, tmp_path: Path) -> None:
    result = play(kicker, "1h", "q", "y", "mine.game")
    assert result.returncode == 0
    assert told(result)[-2:] == ["saved to 'mine.game'", "O in kicker play klondike opens it"]
    assert Game.load((tmp_path / "mine.game").read_text()).moves == (Move("1", "H"),)
    assert saves(home) == []


def test_a_file_is_written_over_only_when_told_so(kicker: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text("precious")
    result = play(kicker, "w", "mine", "n", "x", "w", "mine", "?", "n", "mine2", "q", "n")
    assert "Invalid input. 'mine.json' is there already. Write over it? y/n: " in prompts(result)
    assert path.read_text() == "precious"
    assert Game.load((tmp_path / "mine2.json").read_text()).number == 3
    play(kicker, "w", "mine", "y", "q", "n")
    assert Game.load(path.read_text()).number == 3


BAD_NAMES = ["folder.d", ".", "/", "nowhere/mine", "a\0b", "n" * 300, "x.d/" * 2000]


@pytest.mark.parametrize("key", ["w", "o"])
def test_names_that_do_not_do(kicker: Run, tmp_path: Path, key: str) -> None:
    (tmp_path / "folder.d").mkdir()
    result = play(kicker, key, *BAD_NAMES, "x", "q", "n")
    assert prompts(result)[2:-2] == ["Invalid. Filepath (x to cancel): "] * len(BAD_NAMES)
    sentences = [line for line in told(result) if line.startswith(("cannot ", "'a\\x00b' cannot "))]
    assert len(sentences) == len(BAD_NAMES)
    assert (result.returncode, result.stderr) == (0, b"")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder.d", "home"]


def damaged() -> dict[str, bytes]:
    """Files that are no games to go on with, by what is wrong with them."""
    game = Game(RING, 5)
    game.play("turn")
    text = game.save()
    fields = json.loads(text)
    won = Game(RING, 1)
    for move in solve(won.position).moves:
        won.play(move)
    return {
        "empty": b"",
        "no text": b"\xff\xfe\0",
        "no JSON": b"hello",
        "cut": text[: len(text) // 2].encode(),
        "a list": b"[]",
        "another version": json.dumps(fields | {"kicker_klondike": 99}).encode(),
        "an illegal move": json.dumps(fields | {"moves": ["7 S"]}).encode(),
        "another deck": json.dumps(fields | {"deck": " ".join(map(str, numbered_deck(6)))}).encode(),
        "another score": json.dumps(fields | {"score": 5}).encode(),
        "nested": b"[" * 100_000,
        "won": won.save().encode(),
    }


@pytest.mark.req("B004-7")
def test_a_damaged_file_leaves_the_game_as_it_is(kicker: Run, home: Path, tmp_path: Path) -> None:
    files = damaged()
    for name, content in files.items():
        (tmp_path / f"{name}.json").write_bytes(content)
    answers = ["1h", *[answer for name in files for answer in ("o", name, "x")], "2d"]
    result = play(kicker, *answers)
    assert prompts(result).count("Invalid. Filepath (x to cancel): ") == len(files)
    assert b"Traceback" not in result.stderr
    assert [str(move) for move in saved(home).moves] == ["1 H", "2 D"]


def test_two_dots_are_a_folder_and_no_name() -> None:
    assert [str(path_of(name)) for name in ("..", "mine", "mine.game")] == ["..", "mine.json", "mine.game"]


def test_games_that_are_over_are_counted_with_their_time(kicker: Run, home: Path) -> None:
    won = Game(RING, 3)
    line = solve(won.position).moves
    keys = {TURN: "r", BACK: "l"}
    won.seconds = 60.0
    for move in line[:-1]:
        won.play(move)
    kept = Kept.create("klondike")
    kept.save(won.save())
    kept.close()
    play(kicker, keys.get(line[-1], str(line[-1])), options="--resume")
    play(kicker, "r", "q", "n", options="5")
    play(kicker, "q", "n", options="5")  # not begun: nobody has lost it
    rows = Statistics().solitaire()
    assert [(row.deal, row.won, row.moves) for row in rows] == [(3, True, len(line)), (5, False, 1)]
    assert 60 <= rows[0].seconds < 120
