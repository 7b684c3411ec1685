"""`kicker play klondike` as people play it: keys and prompts, whole games, files, leaving in every way and resuming."""

import json
import os
import pty
import re
import select
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from kicker.cards import Card, parse_cards
from kicker.solitaire import BACK, TURN, Game, Klondike, Move, numbered_deck, possible_moves_line
from kicker.solitaire.solve import solve
from kicker.ui.cli import main
from kicker.ui.home import Kept
from kicker.ui.play.klondike import HELP, STUCK, path_of, screen_lines
from kicker.ui.statistics import Statistics
from kicker.ui.text import Look
from tests.conftest import OWN_DATA, ROOT, Run
from tests.test_cli import one_sentence

GOLDEN = sorted((OWN_DATA / "play").glob("klondike-*.txt"))
RING = Klondike(both_ways=True)
PROMPT = re.compile(
    r"(?:Invalid input\. )?(?:Your move: |Move to \(x to cancel\): |Are you sure\? y/n: |"
    r"Save progress\? y/n \(x to cancel\): |'[^'\n]*' is there already\. Write over it\? y/n: )"
    r"|(?:Invalid\. )?Filepath \(x to cancel\): |Press enter to dismiss\."
)
TWO_QUESTIONS = {TURN: ["r"], BACK: ["l"]}

Result = subprocess.CompletedProcess[bytes]


pytestmark = pytest.mark.usefixtures("home")


def play(kicker: Run, *answers: str, options: str = "3") -> Result:
    """A game over a pipe."""
    text = "".join(f"{answer}\n" for answer in answers)
    return kicker("play", "klondike", *shlex.split(options), input=text.encode())


def play_here(*answers: str, options: str = "3") -> Result:
    """The same without a process of its own, which is faster for many short games."""
    text = "".join(f"{answer}\n" for answer in answers)
    result = CliRunner().invoke(main, ["play", "klondike", *shlex.split(options)], input=text.encode())
    assert result.exception is None or isinstance(result.exception, SystemExit), answers
    return subprocess.CompletedProcess([], result.exit_code, result.stdout_bytes, result.stderr_bytes)


def transcript(output: str, answers: Iterable[str]) -> str:
    """What a terminal would show: each answer, and the end of its line, stands behind its prompt."""
    rest = iter(answers)
    return PROMPT.sub(lambda prompt: f"{prompt[0]}{next(rest, '')}\n", output)


def prompts(result: Result) -> list[str]:
    return PROMPT.findall(result.stdout.decode())


def told(result: Result) -> list[str]:
    """The lines that are not drawn cards and not questions."""
    lines = transcript(result.stdout.decode(), ()).splitlines()
    return [line for line in lines if line[:1] not in (" ", *"┌│└░╎") and not PROMPT.search(line)]


def saves(home: Path) -> list[Path]:
    return sorted((home / "saves").glob("*.json"))


def saved(home: Path) -> Game:
    (path,) = saves(home)
    return Game.load(path.read_text())


# --- keys and prompts ------------------------------------------------------------------------------------------------


def check_transcript(kicker: Run, text: str) -> None:
    """Run the command of the first line with the answers that stand behind the prompts."""
    command, _, expected = text.partition("\n")
    answers = re.findall(rf"(?:{PROMPT.pattern})(.*)$", expected, re.MULTILINE)
    result = play(kicker, *answers, options=command.removeprefix("$ kicker play klondike"))
    assert transcript(result.stdout.decode(), answers) == expected
    assert (result.returncode, result.stderr) == (0, b"")


@pytest.mark.req("R004-10", "R004-12")
@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_transcript(kicker: Run, path: Path) -> None:
    check_transcript(kicker, path.read_text())


def test_the_page_on_playing_shows_what_is_shown(kicker: Run) -> None:
    page = (ROOT / "docs" / "playing.md").read_text()
    (block,) = re.findall(r"```text\n(\$ kicker play klondike .*?)```", page, re.DOTALL)
    check_transcript(kicker, block)


def test_there_are_transcripts() -> None:
    assert len(GOLDEN) >= 3


@pytest.mark.req("R004-10")
@pytest.mark.parametrize(
    ("answers", "moves"),
    [
        (["1", "H"], "1 H"),
        (["1", "hearts"], "1 H"),
        (["1 h"], "1 H"),
        (["1H"], "1 H"),
        (["( 1 h )"], "1 H"),
        (["r"], "turn"),
        (["Right"], "turn"),
        (["turn"], "turn"),
        (["L"], "back"),
        (["left"], "back"),
        (["back"], "back"),
        (["l", "0", "x", "R"], "back, turn"),
        (["1 h", "2 d", "u"], "1 H"),
        (["1 h", "2 d", "UNDO", "undo"], ""),
        (["1 h", "u", "e"], "1 H"),
        (["1", "S", "D", "", "8", "h"], "1 H"),
        (["n", "no", "1h"], "1 H"),
        (["n", "", "x", "yes"], ""),
        (["a"], "1 H, 2 D"),
        (["v", "?", "1h"], "1 H"),
        (["1 h", "2 d", "h 3"], "1 H, 2 D"),
        (["q", "x", "1h"], "1 H"),
        (["q", "y", "x", "1h"], "1 H"),
        (["w", "x", "o", "X", "1h"], "1 H"),
    ],
)
def test_keys(home: Path, answers: list[str], moves: str) -> None:
    result = play_here(*answers)
    assert ", ".join(map(str, saved(home).moves)) == moves
    assert len(prompts(result)) == len(answers) + 1  # the last one is not answered


@pytest.mark.req("R004-10")
def test_each_question_is_asked_in_its_words(kicker: Run) -> None:
    answers = ["z", "1", "q", "S", "x", "y", "", "n", "?", "n", "o", "nowhere", "x", "q", "", "n"]
    assert prompts(play(kicker, *answers)) == [
        "Your move: ",
        "Invalid input. Your move: ",
        "Move to (x to cancel): ",
        "Invalid input. Move to (x to cancel): ",
        "Invalid input. Move to (x to cancel): ",
        "Your move: ",
        "Press enter to dismiss.",
        "Your move: ",
        "Are you sure? y/n: ",
        "Invalid input. Are you sure? y/n: ",
        "Your move: ",
        "Filepath (x to cancel): ",
        "Invalid. Filepath (x to cancel): ",
        "Your move: ",
        "Save progress? y/n (x to cancel): ",
        "Invalid input. Save progress? y/n (x to cancel): ",
    ]


@pytest.mark.parametrize(
    ("answers", "says"),
    [
        (["2 7"], "2 7: column 7 takes 7d or 7h, not Ad"),
        (["2", "7", "x"], "2 7: column 7 takes 7d or 7h, not Ad"),
        (["1 0"], "1 0: no card goes back to the stock"),
        (["5 6 2"], "5 6 2: column 5 has 1 card to take, not 2"),
        (["s"], "there is no card to take at S"),
        (["u"], "there is no move to undo: the game has just begun"),
        (["e"], "there is no move to redo: none was undone, or another was made since"),
        (["1h", "2d", "a"], "no card can go home safely: those that could may still be needed in a column"),
    ],
)
def test_what_cannot_be_is_explained(answers: list[str], says: str) -> None:
    result = play_here(*answers)
    assert told(result) == ["? lists the keys", says, ""]
    assert any(prompt.startswith("Invalid input. ") for prompt in prompts(result))


def test_a_stock_that_goes_one_way(kicker: Run, home: Path) -> None:
    result = play(kicker, "0", "l", "r", "y", "", options="3 --one-way")
    assert told(result)[1:3] == ["there is no card to take at 0: R turns one up", "back: this stock goes one way only"]
    assert "Possible moves: turn (1 H) (2 D). Press enter to dismiss." in result.stdout.decode()
    assert saved(home).moves == (TURN,)


def test_the_redeals_that_are_left_are_shown(kicker: Run) -> None:
    result = play(kicker, *["r"] * 10, options="3 --draw 3 --redeals 1")
    words = " ".join(re.findall(r"(?:\d card|redeal|stock).*", result.stdout.decode()))
    assert words.count("1 redeal left") == 9
    assert words.count("0 redeals left") == 2
    assert "stock 0 of 24 to turn" in words
    assert words.endswith("stock 21 of 24 to turn")


@pytest.mark.req("R004-10")
def test_all_possible_moves_are_listed_however_many(kicker: Run) -> None:
    game = Game(RING, 37)
    moves = solve(game.position).moves[:160]
    for move in moves:
        game.play(move)
    output = transcript(play(kicker, *map(str, moves), "y", "", options="37").stdout.decode(), ())
    (shown,) = re.findall(r"^Possible moves: .*?dismiss\.$", output, re.MULTILINE | re.DOTALL)
    assert len(shown.splitlines()) > 2
    expected = f"Possible moves: {possible_moves_line(game.position)}. Press enter to dismiss."
    assert shown.replace("\n", " ") == expected
    assert not re.search(r"\(\S$", shown, re.MULTILINE)


def test_the_help_names_every_key(kicker: Run) -> None:
    shown = play(kicker, "?").stdout.decode()
    assert HELP in shown
    assert set("LRUEAYTPWONVQ?") <= set(re.findall(r"[A-Z?](?=[, ])", HELP))
    assert max(map(len, HELP.splitlines())) <= 80


# --- helps -----------------------------------------------------------------------------------------------------------


def test_a_tip_tells_how_often_moves_win(kicker: Run) -> None:
    shown = transcript(play(kicker, "t").stdout.decode(), ())
    tips = re.findall(r"^  (\S.*?) +(\d+) %  \((\d+) % to (\d+) %\)$", shown, re.MULTILINE)
    assert [move for move, *_ in tips] == ["2 D", "1 H", "turn", "back"]
    shares = [int(share) for _, share, *_ in tips]
    assert shares == sorted(shares, reverse=True)
    assert all(int(low) <= int(share) <= int(high) for _, share, low, high in tips)


def test_a_tip_lists_the_best_few_and_says_that_there_are_more(kicker: Run) -> None:
    moves = list(map(str, solve(RING.start(37)).moves[:160]))
    shown = transcript(play(kicker, *moves, "t", options="37").stdout.decode(), ())
    assert len(re.findall(r"^  \S.* %\)$", shown, re.MULTILINE)) == 5
    assert re.search(r"^  and \d+ moves more$", shown, re.MULTILINE)


def test_who_follows_the_proof_wins(kicker: Run) -> None:
    moves = solve(Klondike(draw=3).start(3)).moves
    answers = [answer for move in moves for answer in ("p", str(move))]
    result = play(kicker, *answers, options="3 --draw 3")
    proofs = [line for line in told(result) if " leads to a win in " in line]
    count = len(moves)
    expected = [f"{move} leads to a win in {count - made} moves" for made, move in enumerate(moves[:-1])]
    assert proofs == [*expected, f"{moves[-1]} leads to a win in 1 move"]
    assert result.returncode == 0


def test_the_proof_says_that_a_game_is_lost(kicker: Run) -> None:
    assert "this game cannot be won any more" in told(play(kicker, "p", options="21"))


def test_a_game_that_is_stuck_says_so_once(kicker: Run) -> None:
    result = play(kicker, *["r"] * 8, "1 5", "v", options="25 --draw 3 --redeals 0")
    assert " ".join(told(result)).count(STUCK) == 1
    again = play(kicker, *["r"] * 8, "u", "e", options="25 --draw 3 --redeals 0")
    assert " ".join(told(again)).count(STUCK) == 2


# --- whole games -----------------------------------------------------------------------------------------------------


@pytest.mark.req("R004-10", "R004-13")
@pytest.mark.parametrize(
    ("options", "rules"), [("", RING), ("--draw 3", Klondike(draw=3)), ("--redeals 2", Klondike(redeals=2))]
)
def test_a_game_is_won_with_two_answers_for_each_move(kicker: Run, home: Path, options: str, rules: Klondike) -> None:
    position = rules.start(3)
    moves = solve(position).moves
    assert moves
    for move in moves:
        position = position.apply(move)
    answers = [answer for move in moves for answer in TWO_QUESTIONS.get(move, [move.source, move.target])]
    result = play(kicker, *answers, options=f"3 {options}")
    says = f"deal 3 is won in {len(moves)} moves with a score of {position.score}: well played!"
    assert result.stdout.decode().splitlines()[-1] == says
    assert (result.returncode, result.stderr) == (0, b"")
    assert len(prompts(result)) == len(answers)  # nothing is asked after the last one
    assert saves(home) == []


def test_autoplay_can_win(kicker: Run, home: Path) -> None:
    deck = " ".join(map(str, winning_deck()))
    result = play(kicker, "a", options=f'--deck "{deck}"')
    says = "this deal is won in 52 moves with a score of 625: well played!"
    assert told(result)[1:] == ["52 cards brought home", says]
    assert saves(home) == []


def winning_deck() -> list[Card]:
    """A deal whose cards lie in the order in which they go home: the columns from the last card to the first."""
    home = parse_cards(" ".join(f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "shdc"))
    columns: list[list[Card]] = []
    for size in range(1, 8):
        columns.append(home[:size][::-1])
        home = home[size:]
    return [columns[column][row] for row in range(7) for column in range(row, 7)] + home


# --- leaving and resuming --------------------------------------------------------------------------------------------


class Player:
    """A process that plays over a pipe, and can be looked at before it ends."""

    def __init__(self, *arguments: str) -> None:
        command = [sys.executable, "-m", "kicker", "play", "klondike", *arguments]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.seen = b""

    def answer(self, *answers: str) -> None:
        """Give answers and wait until the next one is asked for."""
        assert self.process.stdin is not None
        self.wait_for(b"Your move: ")
        for answer in answers:
            self.seen = b""
            self.process.stdin.write(f"{answer}\n".encode())
            self.process.stdin.flush()
            self.wait_for(b"Your move: ")

    def wait_for(self, words: bytes) -> None:
        assert self.process.stdout is not None
        while not self.seen.endswith(words):
            assert select.select([self.process.stdout], [], [], 60)[0], f"nothing more after {self.seen!r}"
            piece = os.read(self.process.stdout.fileno(), 4096)
            assert piece, f"ended after {self.seen!r}"
            self.seen += piece

    def end(self, number: signal.Signals) -> int:
        self.process.send_signal(number)
        self.process.communicate(timeout=60)
        return self.process.returncode


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


# --- how it begins ---------------------------------------------------------------------------------------------------


def test_a_seed_chooses_the_same_games(kicker: Run) -> None:
    first, again, other = (play(kicker, "n", "y", options=f"--seed {seed}").stdout for seed in (7, 7, 8))
    assert first == again != other
    deals = re.findall(r"deal (\d+)", first.decode())
    assert len(set(deals)) == 2
    assert deals[0] == kicker("klondike", "deal", "--seed", "7").stdout.decode().split()[1].rstrip(":")


def test_winnable_deals_can_be_won(kicker: Run) -> None:
    shown = play(kicker, "n", "y", options="--winnable --seed 5").stdout.decode()
    deals = re.findall(r"deal (\d+)", shown)
    assert len(set(deals)) == 2
    assert all(solve(RING.start(int(deal))).result == "won" for deal in deals)


def test_a_deck_is_played_as_it_is_given(kicker: Run, home: Path) -> None:
    deck = " ".join(map(str, numbered_deck(3)))
    play(kicker, "1h", options=f'--deck "{deck}" --one-way')
    assert saved(home).deck == tuple(numbered_deck(3))
    assert saved(home).rules == Klondike()
    assert saved(home).number is None


@pytest.mark.parametrize(
    "options",
    [
        "3 --deck As",
        "3 --winnable",
        "--deck As --winnable",
        "3 --seed 1",
        "--deck As --seed 1",
        "--resume --seed 1",
        "--resume --draw 1",
        "--resume --one-way",
        "3 --resume",
        "--draw 2",
        "three",
    ],
)
def test_wrong_usage(home: Path, options: str) -> None:
    result = play_here(options=options)
    assert (result.returncode, result.stdout) == (2, b"")
    assert not home.exists()


@pytest.mark.parametrize(("options", "says"), [("0", "there is no deal 0"), ("--deck As", "1 card make no deal")])
def test_wrong_deals(kicker: Run, home: Path, options: str, says: str) -> None:
    assert says in one_sentence(play(kicker, options=options))
    assert not home.exists()


# --- the screen ------------------------------------------------------------------------------------------------------


@pytest.mark.req("R004-12")
@pytest.mark.parametrize("options", ["", "--draw 3", "--redeals 2"])
def test_nothing_is_wider_than_the_screen(kicker: Run, options: str) -> None:
    number = 2**63 - 1
    rules = {"": RING, "--draw 3": Klondike(draw=3), "--redeals 2": Klondike(redeals=2)}[options]
    game = Game(rules, number)
    answers = ["?", "t", "p", "5 6", "y", ""]
    for _ in range(60):
        legal = [move for move in game.position.moves if move.target] or game.position.moves
        move = legal[(len(legal) * 7) // 11]
        if game.position.made and not move.target:
            break
        game.play(move)
        answers.append(str(move))
    answers += ["r", "r", "r", "y", "", "a", "t", "q", "y", "x", "q", "n"]
    shown = transcript(play(kicker, *answers, options=f"{number} {options}").stdout.decode(), ())
    assert max(map(len, shown.splitlines())) <= 80
    assert f"deal {number}" in shown


def test_ascii_is_nothing_but_ascii(kicker: Run) -> None:
    answers = [str(move) for move in solve(Klondike(draw=3).start(3)).moves[:80]]
    result = play(kicker, *answers, "?", "t", "p", "5 6", "z", options="3 --draw 3 --ascii")
    assert result.stdout.isascii()
    assert b"+Jh---+" in result.stdout  # a card below another
    assert b"######" in result.stdout


def test_every_card_that_lies_open_can_be_told() -> None:
    position = RING.start(3)
    for move in solve(position).moves:
        position = position.apply(move)
        text = "\n".join(screen_lines(3, position.view(), Look()))
        for column in position.columns:
            for card in column.uncovered[:-1]:
                assert f"┌{Look().card(card)}─" in text


def test_nothing_hidden_is_drawn() -> None:
    position = RING.start(3)
    seen = {card for column in position.columns for card in column.uncovered} | {position.stock.top}
    deck = list(numbered_deck(3))
    first, *_, last = [place for place, card in enumerate(deck) if card not in seen]
    deck[first], deck[last] = deck[last], deck[first]
    assert screen_lines(3, RING.start(deck).view(), Look()) == screen_lines(3, position.view(), Look())


def test_columns_are_pushed_together_where_there_is_no_room() -> None:
    cards = parse_cards("9s 8h 7c")
    wide = Look().column_lines(3, cards)
    assert Look().column_lines(3, cards, 10) == wide
    assert Look().column_lines(3, cards, 8) == [*wide[:5], "┌7♣───┐", *wide[6:8]]
    assert Look().column_lines(3, cards, 0) == [*wide[:5], "┌7♣───┐"]


# --- on a terminal ---------------------------------------------------------------------------------------------------


class Terminal:
    """A person at a terminal, who types keys and sees what comes."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self.leader, follower = pty.openpty()
        clean = {key: value for key, value in os.environ.items() if key != "NO_COLOR"} | {"TERM": "xterm"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "kicker", "play", "klondike", *arguments],
            stdin=follower, stdout=follower, stderr=follower, env=clean | environment,
            start_new_session=True, preexec_fn=lambda: os.close(os.open(os.ttyname(0), os.O_RDWR)),
        )  # fmt: skip
        os.close(follower)

    def wait_for(self, words: str) -> str:
        """What comes up to these words, or to the end of the program."""
        text = b""
        try:
            while words not in text.decode(errors="ignore"):
                assert select.select([self.leader], [], [], 60)[0], f"nothing more after {text!r}"
                piece = os.read(self.leader, 4096)
                if not piece:
                    break
                text += piece
        except OSError:  # the other end is closed
            pass
        return text.decode(errors="ignore")

    def interrupt(self) -> str:
        """Press Ctrl-C, again if it came in the moment before the line is waited for."""
        os.write(self.leader, b"\x03")
        while not select.select([self.leader], [], [], 0.5)[0]:
            os.write(self.leader, b"\x03")
        return self.wait_for("interrupted")

    def type(self, keys: str, words: str = "Your move: ") -> str:
        os.write(self.leader, keys.encode())
        return self.wait_for(words)


@pytest.mark.live
def test_the_screen_is_cleared_and_coloured_on_a_terminal(home: Path) -> None:
    person = Terminal("3")
    assert "\x1b[2J" in person.wait_for("Your move: ")
    shown = person.type("1h\r")
    assert "\x1b[2J" in shown
    assert "\x1b[31m" in shown
    assert "thinking ..." in person.type("t\r")
    assert "Invalid input. Your move: " in person.type("z\r")
    person.type("q\r", "cancel): ")
    person.type("n\r", "thrown away")
    assert person.process.wait(60) == 0
    assert saves(home) == []


@pytest.mark.live
def test_a_terminal_that_cannot_be_cleared_is_not(home: Path) -> None:
    person = Terminal("3", TERM="dumb")
    assert "\x1b" not in person.wait_for("Your move: ").replace("\x1b[?2004h", "")
    person.process.kill()
    person.process.wait(60)


@pytest.mark.live
def test_ctrl_c_keeps_the_game(home: Path) -> None:
    person = Terminal("3")
    person.wait_for("Your move: ")
    person.type("1h\r")
    rest = person.interrupt()
    assert "kicker play klondike --resume" in rest
    assert "Traceback" not in rest
    assert person.process.wait(60) == 130
    assert len(saved(home).moves) == 1


@pytest.mark.live
def test_a_closed_terminal_keeps_the_game(home: Path) -> None:
    person = Terminal("3")
    person.wait_for("Your move: ")
    person.type("1h\r")
    os.close(person.leader)
    person.process.wait(60)
    assert len(saved(home).moves) == 1


# --- anything at all -------------------------------------------------------------------------------------------------

# Not `t` and `p`, which take their time, and nothing that leads to files elsewhere.
LINES = st.one_of(
    st.sampled_from([*"01234567SHCDLRUEAYONVQW?xyn", "", "1 2", "4s", "(0 3)", "7 6 2", "turn", "back", "game", "x.d"]),
    st.tuples(st.sampled_from("01234567"), st.sampled_from("1234567SHDC")).map("".join),
    st.text(st.characters(exclude_characters="/\\~.\n\r"), max_size=12),
).filter(lambda line: line.strip()[:1].lower() not in ("t", "p") or line == "turn")  # fmt: skip


@settings(max_examples=60)
@given(lines=st.lists(LINES, max_size=30), deal=st.integers(1, 50), draw=st.sampled_from(["1", "3"]))
def test_no_line_does_harm(lines: list[str], deal: int, draw: str) -> None:
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("KICKER_HOME", f"{folder}/home")
        patch.chdir(folder)
        result = play_here(*lines, options=f"{deal} --draw {draw}")
        patch.chdir(before)
        games = [Game.load(path.read_text()) for path in saves(Path(folder) / "home")]
        assert result.returncode == (1 if b"the input ended" in result.stderr else 0)
        assert games or result.returncode == 0


def test_every_foundation_card_is_drawn() -> None:
    """The two of clubs is the card of number 0."""
    seen = set()
    for number in (3, 5):
        game = Game(RING, number)
        for move in solve(game.position).moves:
            game.play(move)
            lines = screen_lines(number, game.position.view(), Look())
            for place, home in enumerate(game.position.foundations):
                if home.top is not None:
                    seen.add(home.top)
                    drawn = [line[8 * place : 8 * place + 7] for line in lines[1:6]]
                    assert drawn == Look().card_lines(home.top)
    assert Card("2c") in seen


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
