"""`kicker play klondike` is left in every way and resumed, written to files and opened again, and counted."""

import json
import os
import pickle
import signal
import time
from pathlib import Path

import pytest

from kicker.solitaire import BACK, TURN, Game, Move, numbered_deck
from kicker.solitaire.dat import read_save
from kicker.solitaire.solve import solve
from kicker.ui.common.home import GameFiles
from kicker.ui.common.statistics import Statistics
from tests.conftest import Run
from tests.klondike_games import texts
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
from tests.test_klondike_dat import OLDER

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
    before = player.seen.decode().removesuffix("Undone: A♦ to its foundation.\nYour move: ")
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
    assert "resume it with kicker play klondike --resume" in sentence
    assert len(saved(home).moves) == 1


@pytest.mark.req("R004-10")
def test_quit_and_resume(kicker: Run, home: Path) -> None:
    left = play(kicker, "1h", "q", "y", "")
    assert (left.returncode, left.stderr) == (0, b"")
    assert left.stdout.decode().splitlines()[-1].endswith("kicker play klondike --resume")
    assert len(saved(home).moves) == 1
    again = play(kicker, "q", "n", options="--resume")
    assert "moves 1\n" in again.stdout.decode()
    assert again.returncode == 0
    assert len(saved(home).moves) == 1


SAVED_BEFORE = ["1h", "2d", "q", "y", ""]


def test_no_to_saving_a_resumed_game_leaves_the_older_save_as_it_was(kicker: Run, home: Path) -> None:
    play(kicker, *SAVED_BEFORE)
    before = saves(home)[0].read_text()
    result = play(kicker, "r", "r", "u", "q", "n", options="--resume")
    assert told(result)[-1] == "The game stays as it was before you resumed it: kicker play klondike --resume"
    assert [path.read_text() for path in saves(home)] == [before]
    assert Statistics().solitaire() == []
    play(kicker, "q", "n", options="--resume")  # nothing was played at all
    assert [path.read_text() for path in saves(home)] == [before]


@pytest.mark.parametrize("answers", [["r"], ["r", "q"], ["r", "q", "y"], ["r", "q", "x"], ["r", "q", "y", "x"]])
def test_input_that_ends_keeps_a_resumed_game_as_far_as_it_was_played(
    kicker: Run, home: Path, answers: list[str]
) -> None:
    play(kicker, *SAVED_BEFORE)
    assert "the input ended" in one_sentence(play(kicker, *answers, options="--resume"))
    assert texts(saved(home).moves) == ["1 H", "2 D", "turn"]


@pytest.mark.live
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_signal_while_saving_is_asked_about_keeps_what_was_played(
    kicker: Run, home: Path, number: signal.Signals
) -> None:
    play(kicker, *SAVED_BEFORE)
    player = Player("--resume")
    player.answer("r")
    assert player.process.stdin is not None
    player.process.stdin.write(b"q\n")
    player.process.stdin.flush()
    player.wait_for(b"Save progress? y/n (x to cancel): ")
    player.end(number)
    assert texts(saved(home).moves) == ["1 H", "2 D", "turn"]


def test_no_to_saving_a_new_game_deletes_it_and_a_file_of_it_stays(kicker: Run, home: Path, tmp_path: Path) -> None:
    assert told(play(kicker, "1h", "q", "n"))[-1] == "Game deleted."
    result = play(kicker, "1h", "w", "mine", "2d", "q", "n")
    assert told(result)[-1] == "Game deleted; 'mine.dat' stays as it is."
    assert texts(read_save((tmp_path / "mine.dat").read_text()).moves) == ["1 H"]
    result = play(kicker, "o", "mine", "2d", "q", "n")
    assert told(result)[-1] == "Game deleted; 'mine.dat' stays as it is."
    assert texts(read_save((tmp_path / "mine.dat").read_text()).moves) == ["1 H"]
    assert saves(home) == []


def test_a_game_that_was_left_later_is_resumed_though_it_was_played_earlier(kicker: Run, home: Path) -> None:
    for deal in "45":
        play(kicker, "r", "q", "y", "", options=deal)
    first, second = saves(home)
    play(kicker, "q", "y", "", options=f"--resume {first.stem}")
    assert "deal 4\n" in play(kicker, "q", "n", options="--resume").stdout.decode()
    play(kicker, "q", "n", options=f"--resume {second.stem}")  # left without saving is left all the same
    assert "deal 5\n" in play(kicker, "q", "n", options="--resume").stdout.decode()


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
    assert "there is no saved game to resume" in one_sentence(play(kicker, options="--resume"))
    player = Player("3")
    player.answer("1h")
    name = saves(home)[0].stem
    assert f"{name} is open elsewhere" in one_sentence(play(kicker, options="--resume"))
    player.end(signal.SIGKILL)
    assert "no saved game is called 'other'" in one_sentence(play(kicker, options="--resume other"))
    saves(home)[0].write_text(saves(home)[0].read_text()[:-20])
    assert "this is not a saved game" in one_sentence(play(kicker, options="--resume"))


def test_a_game_that_cannot_be_kept_is_not_played(kicker: Run, home: Path) -> None:
    home.write_text("in the way")
    assert "cannot write" in one_sentence(play(kicker))


# --- files -----------------------------------------------------------------------------------------------------------


def test_a_file_is_written_and_opened_again(kicker: Run, home: Path, tmp_path: Path) -> None:
    written = play(kicker, "1h", "r", "u", "w", "mine", "2d", "q", "n")
    assert "Saved to 'mine.dat'." in told(written)
    game = read_save((tmp_path / "mine.dat").read_text())
    assert (game.moves, game.undone) == ((Move("1", "H"),), (TURN,))
    opened = play(kicker, "o", "mine", "e", "q", "y", "", options="5 --draw 3")
    assert "Opened 'mine.dat'." in told(opened)
    assert saved(home).moves == (Move("1", "H"), TURN)
    assert saved(home).rules == RING


def test_opening_leaves_the_game_before_for_another_time(kicker: Run, home: Path, tmp_path: Path) -> None:
    (tmp_path / "other.json").write_text(Game(RING, 9).save())
    result = play(kicker, "1h", "o", "other.json", "q", "y", "")
    first, second = saves(home)
    words = (
        f"Opened 'other.json'. The previous game is saved; resume it with kicker play klondike --resume {first.stem}"
    )
    assert words in " ".join(told(result))
    assert (Game.load(first.read_text()).number, Game.load(second.read_text()).number) == (3, 9)


@pytest.mark.req("R004-10")
def test_quit_to_a_file(kicker: Run, home: Path, tmp_path: Path) -> None:
    result = play(kicker, "1h", "q", "y", "mine.game")
    assert result.returncode == 0
    assert told(result)[-2:] == ["Saved to 'mine.game'.", "O in kicker play klondike opens it."]
    assert Game.load((tmp_path / "mine.game").read_text()).moves == (Move("1", "H"),)
    assert saves(home) == []


def test_a_file_is_written_over_only_when_told_so(kicker: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.dat"
    path.write_text("precious")
    result = play(kicker, "w", "mine", "n", "x", "w", "mine", "?", "n", "mine2", "q", "n")
    assert "Invalid input. 'mine.dat' exists. Replace it? y/n: " in prompts(result)
    assert path.read_text() == "precious"
    assert read_save((tmp_path / "mine2.dat").read_text()).number == 3
    play(kicker, "w", "mine", "y", "q", "n")
    assert read_save(path.read_text()).number == 3


BAD_NAMES = ["folder.d", ".", "/", "nowhere/mine", "a\0b", "n" * 300, "x.d/" * 2000]


@pytest.mark.parametrize("key", ["w", "o"])
def test_names_that_do_not_do(kicker: Run, tmp_path: Path, key: str) -> None:
    (tmp_path / "folder.d").mkdir()
    result = play(kicker, key, *BAD_NAMES, "x", "q", "n")
    assert prompts(result)[2:-2] == ["Invalid. Filepath (x to cancel): "] * len(BAD_NAMES)
    sentences = [line for line in told(result) if line.startswith(("Cannot ", "'a\\x00b' is not "))]
    assert len(sentences) == len(BAD_NAMES)
    assert (result.returncode, result.stderr) == (0, b"")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder.d", "home"]


def damaged() -> dict[str, bytes]:
    """Files that cannot be continued, by their fault."""
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
        "dat without moves": b"".join(OLDER.read_bytes().splitlines(keepends=True)[:-1]),
        "dat that is binary": pickle.dumps({"stock": [1, 2, 3]}),
        "won": won.save().encode(),
    }


@pytest.mark.req("B004-7")
def test_a_damaged_file_leaves_the_game_as_it_is(kicker: Run, home: Path, tmp_path: Path) -> None:
    files = damaged()
    for name, content in files.items():
        (tmp_path / f"{name}.{'dat' if 'dat' in name else 'json'}").write_bytes(content)
    answers = ["1h", *[answer for name in files for answer in ("o", name, "x")], "2d"]
    result = play(kicker, *answers)
    assert prompts(result).count("Invalid. Filepath (x to cancel): ") == len(files)
    assert b"Traceback" not in result.stderr
    assert [str(move) for move in saved(home).moves] == ["1 H", "2 D"]


@pytest.mark.req("R004-11")
def test_what_is_no_saved_game_is_one_sentence_without_a_parser_in_it(kicker: Run, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("hello")
    (tmp_path / "list.json").write_text("[]")
    result = play(kicker, "o", "notes.txt", "list.json", "x")
    assert told(result)[1:4] == [
        "Enter the name of the save file.",
        "Cannot open 'notes.txt': this is not a saved game of Klondike.",
        "Cannot open 'list.json': this is not a saved game.",
    ]


@pytest.mark.req("R004-11")
def test_a_game_of_the_older_program_is_opened_played_on_and_saved(kicker: Run, home: Path, tmp_path: Path) -> None:
    (tmp_path / "old.dat").write_bytes(OLDER.read_bytes())
    result = play(kicker, "o", "old", "u", "u", "l", "q", "y", "old", "y")
    assert "Opened 'old.dat'." in told(result)
    before, after = read_save(OLDER.read_text()), read_save((tmp_path / "old.dat").read_text())
    assert after.moves == (*before.moves[:-2], BACK)
    assert saves(home) == []


def test_games_that_are_over_are_counted_with_their_time(kicker: Run, home: Path) -> None:
    won = Game(RING, 3)
    line = solve(won.position).moves
    keys = {TURN: "r", BACK: "l"}
    won.seconds = 60.0
    for move in line[:-1]:
        won.play(move)
    kept = GameFiles.create("klondike")
    kept.save(won.save())
    kept.close()
    play(kicker, keys.get(line[-1], str(line[-1])), options="--resume")
    play(kicker, "r", "q", "n", options="5")
    play(kicker, "q", "n", options="5")  # not begun: nobody has lost it
    rows = Statistics().solitaire()
    assert [(row.deal, row.won, row.moves) for row in rows] == [(3, True, len(line)), (5, False, 1)]
    assert 60 <= rows[0].seconds < 120
