"""The console game at the prompt: its keys and texts, what its screen shows, wrong answers, leaving and coming back."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from kicker.cards import SYMBOL, Card, parse_cards
from kicker.games import FOLD, raise_to
from kicker.odds import equity
from kicker.table import Table
from kicker.ui.cli import main
from kicker.ui.common.home import KeptGame, left_games
from kicker.ui.common.offer import OLDER
from kicker.ui.common.text import Look
from kicker.ui.play.classic_holdem import Console
from tests.conftest import OWN_DATA, Run
from tests.new_tables import classic_holdem_table
from tests.test_cli import one_sentence
from tests.transcripts import transcript

DATA = OWN_DATA / "play"
COMMAND = ("play", "holdem", "--rules", "classic")
AGAIN = "kicker play holdem --rules classic --resume"
GO_ON = f"Error: the input ended before the game was over; resume it with {AGAIN}"
WANT, MOVE, REPLY, QUANTITY = "Shall we play a game? (Y/N): ", "Your move: ", "(C/F): ", "Quantity (-1 to cancel): "
DISMISS = "Press enter to dismiss"
PROMPTS = [WANT, MOVE, REPLY, QUANTITY, f"{DISMISS}.", DISMISS]
ANSWERED = re.compile("(" + "|".join(map(re.escape, PROMPTS)) + ")(.*)\n")
GOLDEN = {"keys": ["--seed", "7"], "game": ["--seed", "21", "--ascii"]}
"""The golden transcripts and how they begin."""


pytestmark = pytest.mark.usefixtures("home")


def lines(answers: list[str]) -> bytes:
    return "".join(f"{answer}\n" for answer in answers).encode()


def run_here(*arguments: str, answers: list[str]) -> Result:
    """Run the command in this process, which is quicker; unexpected exceptions come out unchanged."""
    result = CliRunner().invoke(main, [*COMMAND, *arguments], input=lines(answers))
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def golden(name: str) -> str:
    return (DATA / f"classic-holdem-{name}.txt").read_text()


def answers_in(text: str) -> list[str]:
    """The answers typed in a transcript."""
    return [answer for _, answer in ANSWERED.findall(text)]


# --- golden transcripts ----------------------------------------------------------------------------------------------


@pytest.mark.req("R004-19")
@pytest.mark.parametrize("name", GOLDEN)
def test_golden_transcripts(kicker: Run, name: str) -> None:
    text = golden(name)
    answers = answers_in(text)
    result = kicker(*COMMAND, *GOLDEN[name], input=lines(answers))
    assert (result.returncode, result.stderr) == (0, b"")
    assert transcript(result.stdout.decode(), answers, PROMPTS) == text


class Screen(NamedTuple):
    """The text of a drawing."""

    funds: int
    bet: int
    cpu_funds: int
    pot: int
    cards: list[Card]
    """Those of the CPU, of the board and of the person, as far as they lie open."""


def screens(text: str) -> Iterator[Screen]:
    """All drawings of a text."""
    numbers = r"Your funds: (\d+)\n.*Your bet:   (\d+)\n.*CPU funds:  (\d+)\n.*Pot:        (\d+)\n"
    for part in text.split("CPU                Board\n")[1:]:
        found = re.search(numbers, part)
        assert found
        rows = part.splitlines()
        above = zip(re.findall(r"[│|](10|[2-9JQKA]) ", rows[1]), re.findall(r"[│|]  (\S)  ", rows[2]), strict=True)
        below = zip(re.findall(r"[│|](10|[2-9JQKA]) ", rows[7]), re.findall(r"[│|]  (\S)  ", rows[8]), strict=True)
        cards = [Card(rank + suit) for rank, suit in [*above, *below]]
        funds, bet, cpu_funds, pot = map(int, found.groups())
        yield Screen(funds, bet, cpu_funds, pot, cards)


def screen_of(table: Table) -> Screen:
    """The expected text of a table's drawing."""
    state = table.state
    paid = (0, 0) if state.over else state.paid
    shown = state.hands[1] if state.is_shown(1) else ()
    return Screen(state.stacks[0], paid[0], state.stacks[1], sum(paid), [*shown, *state.board, *state.hands[0]])


@pytest.mark.req("R004-14", "R004-15", "R004-16", "R004-17", "R004-19")
@pytest.mark.parametrize("name", GOLDEN)
def test_the_screen_shows_what_the_table_holds(name: str) -> None:
    """The game is played once more without the prompt, and compared with what was drawn at each question."""
    table = classic_holdem_table(int(GOLDEN[name][1]))
    drawn = Screen(0, 0, 0, 0, [])
    for before, prompt, answer in re.findall(f"((?:.|\n)*?){ANSWERED.pattern}", golden(name)):
        *_, drawn = [drawn, *screens(before)]
        key, said = answer[:1].lower(), before.rpartition("\n")[2]
        if prompt == WANT and key == "y":
            table.deal()
        elif prompt in (MOVE, REPLY):
            assert drawn == screen_of(table)
            options = table.state.options
            if prompt == REPLY:
                assert said.removeprefix("Invalid input. ") == f"CPU raises by {options.call_amount}. Call or fold? "
                assert not options.may_raise
            if key in "cf" and key:
                table.submit(0, FOLD if key == "f" else options.passive)
            elif key == "a" and options.may_raise:
                table.submit(0, raise_to(options.max_raise_to))
        elif prompt == QUANTITY and answer.isdigit() and 1 <= int(answer) <= table.stacks[0]:
            table.submit(0, raise_to(int(answer)))
        elif "this hand. " in said or "Tie game. " in said:
            assert table.playing == said.startswith("You have a")
            assert drawn == screen_of(table)
        table.step()
    assert table.stacks == (drawn.funds, drawn.cpu_funds)
    assert sum(table.stacks) == 4000


# --- keys and texts --------------------------------------------------------------------------------------------------


@pytest.mark.req("R004-19")
def test_all_texts_are_said() -> None:
    told = golden("keys") + golden("game")
    for text in (
        WANT,
        MOVE,
        QUANTITY,
        "CPU folds. Press enter to dismiss\n",
        "CPU calls. Press enter to dismiss\n",
        "You win this hand. Press enter to dismiss\n",
        "CPU wins this hand. Press enter to dismiss\n",
        "Tie game. Press enter to dismiss\n",
        f"Invalid input. {WANT}",
        f"Invalid input. {MOVE}",
    ):
        assert f"\n{text}" in f"\n{told}", text
    assert re.search(r"\nCPU raises by \d+\. Call or fold\? \(C/F\): c", told)
    assert re.search(r"\nInvalid input\. CPU raises by \d+\. Call or fold\? \(C/F\): ", told)
    analysis = (
        r"\nYou have a \d+% chance of a win and a \d+% chance of a tie using this hand\. Press enter to dismiss\.\n"
    )
    assert re.search(analysis, told)


@pytest.mark.req("R004-19")
@pytest.mark.parametrize("key", ["f", "F", "fold"])
def test_the_cards_of_the_cpu_stay_hidden_after_a_fold(key: str) -> None:
    result = run_here("--seed", "7", answers=["y", key, "w", "", "n"])
    assert [len(screen.cards) for screen in screens(result.stdout)] == [2, 2]
    assert "No bot has shown its cards.\nCPU wins this hand. Press enter to dismiss" in result.stdout
    assert "W tells why" not in result.stdout
    assert result.exit_code == 0


@pytest.mark.req("R004-19")
@pytest.mark.parametrize("key", ["a", "ALL", "r 1"])
def test_all_in_and_raise(key: str) -> None:
    result = run_here("--seed", "3", answers=["y", key, "1980", "", "", "n"])
    last = list(screens(result.stdout))[-1]
    assert (last.funds, last.cpu_funds, len(last.cards)) == (4000, 0, 9)
    assert QUANTITY in result.stdout if key[0] == "r" else QUANTITY not in result.stdout
    assert result.stdout.endswith("You win the game with 4000 dollars.\n")
    assert (result.exit_code, left_games("classic-holdem")) == (0, [])


@pytest.mark.req("R004-19", "R004-20")
@pytest.mark.parametrize("wrong", ["r", "a", "x", "", "5"])
def test_a_raise_of_the_cpu_is_only_called_or_folded_to(wrong: str) -> None:
    result = run_here("--seed", "7", answers=["y", "r", "60", wrong, "f", "", "n"])
    question = "CPU raises by 10. Call or fold? (C/F): "
    assert f"{question}Invalid input. {question}" in result.stdout
    assert list(screens(result.stdout))[-1][:4] == (1920, 0, 2080, 0)


@pytest.mark.req("R004-19")
@pytest.mark.parametrize("word", ["analyse", "Analyze", "yes"])
def test_listed_words_do_what_they_say(word: str) -> None:
    result = run_here("--seed", "3", answers=["y", word, "", "VIEW", "help", "quit"])
    assert result.stdout.count("chance of a win") == 1
    assert [screen[:2] for screen in screens(result.stdout)] == [(1980, 20), (1980, 20)]
    assert "after a showdown: the CPU" in result.stdout
    assert result.stdout.endswith(f"{MOVE}Game saved; resume it with {AGAIN}\n")


@pytest.mark.req("R004-19")
@pytest.mark.parametrize(
    "stray",
    [
        "again",
        "al",
        "ana",
        "ante 5",
        "a 5",
        "advise me",
        "cancel",
        "c 10",
        "check it",
        "fine",
        "fo",
        "f5",
        "raising",
        "none",
    ],
)
def test_no_slip_costs_a_chip(stray: str) -> None:
    """Text that only begins like a key is refused, before a raise of the CPU and after it."""
    result = run_here("--seed", "7", answers=["y", stray, "r", "60", stray, "check", "q"])
    question = "CPU raises by 10. Call or fold? (C/F): "
    assert f"{MOVE}Invalid input. {MOVE}" in result.stdout
    assert f"{question}Invalid input. {question}Invalid input. {question}Game saved" in result.stdout
    assert [screen[:2] for screen in screens(result.stdout)] == [(1980, 20), (1920, 80)]


@pytest.mark.req("R004-19")
@pytest.mark.parametrize("stray", ["ya", "not now", "yonder", "quiet"])
def test_whether_to_play_is_asked_until_it_is_said(stray: str) -> None:
    result = run_here("--seed", "7", answers=[stray, "no"])
    assert (result.stdout, result.exit_code) == (f"{WANT}Invalid input. {WANT}", 0)


@pytest.mark.req("R004-19", "R004-26")
@pytest.mark.parametrize("seed", range(1, 6))
def test_the_analysis_is_near_the_truth_and_repeats(seed: int) -> None:
    first, again = (run_here("--seed", str(seed), answers=["y", "y", "", "y"]).stdout for _ in range(2))
    assert first == again
    told = re.findall(r"You have a (\d+)% chance of a win and a (\d+)% chance of a tie", first)
    assert len(told) == 2
    assert told[0] == told[1]
    (screen,) = screens(first)
    exact = equity([screen.cards, "random"]).players[0]
    assert abs(int(told[0][0]) - 100 * exact.win) < 1
    assert abs(int(told[0][1]) - 100 * exact.tie) < 1


@pytest.mark.req("R004-19")
@pytest.mark.parametrize(
    ("wrong", "quoted"),
    [("0", "'0'"), ("-2", "'-2'"), ("1981", "'1981'"), ("", "''"), ("9" * 30, f"'{'9' * 20}...'"), ("²", "'²'")],
)
def test_a_quantity_out_of_range_is_asked_again(wrong: str, quoted: str) -> None:
    result = run_here("--seed", "7", answers=["y", "r", wrong, "-1", "q"])
    said = f"{QUANTITY}raise by a whole number from 1 to 1980, not {quoted}\n{QUANTITY}{MOVE}"
    assert said in result.stdout
    assert len(result.stdout.splitlines()) < 20


def test_reasons_are_told_for_each_decision_of_the_cpu() -> None:
    text = golden("keys")
    told = text[text.index("dismissW\n") :]
    assert re.sub(r"\s+", " ", told).count("by random deals") == told.count("a return of") == 4
    decisions = [line.split(":")[0].strip() for line in told.splitlines() if line.startswith("  CPU, ")]
    assert decisions == ["CPU, raise to 70", "CPU, check", "CPU, check", "CPU, check"]


@pytest.mark.req("R004-14", "R004-15")
def test_the_person_acts_first_on_every_street() -> None:
    table = classic_holdem_table(1)
    assert table.stacks == (2000, 2000)
    for _ in range(3):
        table.deal()
        streets = set()
        assert [event.amount for event in table.log if event.kind == "ante"][-2:] == [20, 20]
        while table.playing:
            state = table.state
            if state.street not in streets:
                assert state.to_act == 0
            streets.add(state.street)
            if not table.step():
                table.submit(0, state.options.passive)


def test_who_cannot_pay_the_buy_in_plays_for_what_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kicker.ui.common.offer.OLDER", [replace(offer, stack=15) for offer in OLDER])
    result = run_here("--seed", "2", answers=["y", *["", "y"] * 50])
    assert all(len(screen.cards) == 9 and screen.bet == 0 for screen in screens(result.stdout))
    assert result.stdout.splitlines()[-1] in ("You win the game with 30 dollars.", "CPU wins the game with 30 dollars.")
    assert MOVE not in result.stdout


# --- how it looks ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GOLDEN)
def test_lines_fit_a_screen(name: str) -> None:
    for line in golden(name).splitlines():
        assert len(line) <= 80 or line.startswith("You have a "), line


def test_ascii_is_ascii() -> None:
    assert golden("game").isascii()
    assert not golden("keys").isascii()


class Terminal:
    """The real command at a terminal."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self.leader, follower = pty.openpty()
        clean = {key: value for key, value in os.environ.items() if key != "NO_COLOR"} | {"TERM": "xterm"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "kicker", *COMMAND, *arguments],
            stdin=follower, stdout=follower, stderr=follower, env=clean | environment, start_new_session=True,
        )  # fmt: skip
        os.close(follower)
        self.wait(WANT)

    def wait(self, end: str) -> str:
        """Read until the prompt, or the end of the program."""
        text = b""
        while not text.decode(errors="ignore").endswith(end):
            assert select.select([self.leader], [], [], 30)[0], f"nothing more after {text!r}"
            try:
                piece = os.read(self.leader, 4096)
            except OSError:  # the other end is closed
                break
            text += piece
        return text.decode()

    def type(self, line: str, end: str) -> str:
        """The output after a line."""
        os.write(self.leader, f"{line}\n".encode())
        return self.wait(end)


@pytest.mark.live
def test_a_terminal_is_cleared_before_each_drawing_and_has_colour() -> None:
    terminal = Terminal("--seed", "7")
    shown = terminal.type("y", MOVE)
    assert "\x1b[2J" in shown
    assert "\x1b[31m│10   │" in shown  # the ten of diamonds
    assert "\x1b[2J" in terminal.type("v", MOVE)
    assert "\x1b[2J" not in terminal.type("?", MOVE)
    assert "Game saved" in terminal.type("q", "--resume\r\n")
    assert terminal.process.wait(timeout=60) == 0


@pytest.mark.live
@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_no_colour_where_none_is_wanted(name: str, value: str) -> None:
    terminal = Terminal("--seed", "7", **{name: value})
    shown = terminal.type("y", MOVE)
    assert "\x1b[31m" not in shown
    assert ("\x1b[2J" in shown) == (name == "NO_COLOR")
    terminal.type("q", "--resume\r\n")
    terminal.process.wait(timeout=60)


# --- leaving and coming back -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", ["n", "No", "q"])
def test_who_does_not_want_to_play_leaves_nothing(kicker: Run, home: Path, answer: str) -> None:
    result = kicker(*COMMAND, input=lines([answer]))
    assert (result.returncode, result.stdout.decode(), result.stderr) == (0, WANT, b"")
    assert not home.exists()
    assert "there is no saved game to resume" in one_sentence(kicker(*COMMAND, "--resume"))
    assert one_sentence(kicker(*COMMAND)) == "Error: the input ended before all questions were answered"


@pytest.mark.parametrize(
    "answers", [["y", "q"], ["y", "r", "q"], ["y", "y", "q"], ["y", "f", "q"], ["y", "f", "", "n"]]
)
def test_quit_is_a_key_everywhere_and_the_game_is_kept(answers: list[str]) -> None:
    result = run_here("--seed", "7", answers=answers)
    assert result.stdout.endswith(f"Game saved; resume it with {AGAIN}\n")
    assert result.exit_code == 0
    assert len(left_games("classic-holdem")) == 1


def parts(text: str) -> list[tuple[str, str]]:
    """A transcript as what was said up to each prompt, and what was answered; at last what was said after all."""
    found = re.findall(f"((?:.|\n)*?)({ANSWERED.pattern})", text)
    told = [(before + prompt, answer) for before, _, prompt, answer in found]
    return [*told, (text[sum(len(before) + len(all_) for before, all_, *_ in found) :], "")]


def drawing(said: str) -> str:
    """The output since the last drawing."""
    return said[max(0, said.rfind("\nCPU                Board\n")) :]


@pytest.mark.parametrize(
    ("name", "every"),
    [("keys", 3), ("game", 11), *(pytest.param(name, 1, marks=pytest.mark.long) for name in ("keys", "game"))],
)
def test_a_game_that_is_left_at_any_moment_goes_on_as_if_it_had_not_been(name: str, every: int) -> None:
    """Wherever the input ends, the rest is played after a resume, with the same output as in one go.

    What was to be dismissed is not said again, and a player who was asked for an amount begins the move again.
    """
    whole = parts(golden(name))
    begun = next(place for place, (_, answer) in enumerate(whole) if answer in ("y", "Y"))
    for count in range(begun + 1, len(whole) - 1, every):
        left = run_here(*GOLDEN[name], answers=[answer for _, answer in whole[:count]])
        assert (left.exit_code, left.stderr.strip()) == (1, GO_ON)
        place = count
        while whole[place][0].endswith((QUANTITY, f"{DISMISS}.")) and place > begun:
            place -= 1
        while whole[place][0].endswith(DISMISS):
            place += 1
        answers = [answer for _, answer in whole[place:-1]]
        look = [option for option in GOLDEN[name] if option == "--ascii"]
        resumed = run_here("--resume", *look, answers=answers)
        assert resumed.exit_code == 0
        told = parts(transcript(resumed.stdout, answers, PROMPTS))
        assert told[1:] == whole[place + 1 :]
        expected = whole[place][0].replace("Invalid input. ", "")
        assert told[0][0].endswith(drawing(expected) if "Board" in expected else expected.splitlines(keepends=True)[-1])
        assert next(screens(told[0][0])) == list(screens("".join(said for said, _ in whole[: place + 1])))[-1]
        for game in left_games("classic-holdem"):  # so that the next one is the only one
            KeptGame.resume("classic-holdem", game).files.finish()


def test_a_game_between_two_hands_says_how_the_last_one_ended() -> None:
    run_here("--seed", "7", answers=["y", "f", "", "n"])
    resumed = run_here("--resume", answers=["q"])
    assert resumed.stdout.endswith(f"CPU wins 40\nCPU wins this hand.\n{WANT}Game saved; resume it with {AGAIN}\n")


def test_the_end_can_be_resumed_until_it_was_told() -> None:
    left = run_here("--seed", "3", answers=["y", "a", ""])
    assert (left.exit_code, left.stderr.strip()) == (1, GO_ON)
    resumed = run_here("--resume", answers=[])
    assert resumed.stdout.endswith("You win this hand.\nYou win the game with 4000 dollars.\n")
    assert (resumed.exit_code, left_games("classic-holdem")) == (0, [])


@pytest.mark.live
@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGKILL, -9), (signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)]
)
def test_no_signal_loses_the_game(kicker: Run, home: Path, number: signal.Signals, code: int) -> None:
    terminal = Terminal("--seed", "7")
    terminal.type("y", MOVE)
    terminal.type("r", QUANTITY)
    terminal.type("60", REPLY)
    os.kill(terminal.process.pid, number)
    shown = terminal.wait("the end of the program")
    assert terminal.process.wait(timeout=60) == code
    assert "Traceback" not in shown
    assert (f"Game saved; resume it with {AGAIN}" in shown) == (number is signal.SIGINT)
    if number is not signal.SIGKILL:
        assert not list(home.rglob("*.lock"))
    resumed = kicker(*COMMAND, "--resume", input=b"c\nq\n").stdout.decode()
    assert re.findall(r"CPU raises by \d+|Your move", resumed) == ["CPU raises by 10", "Your move"]
    assert [screen[:4] for screen in screens(resumed)] == [(1920, 80, 1910, 170), (1910, 90, 1910, 180)]


def test_the_hands_are_recorded() -> None:
    run_here("--seed", "7", answers=answers_in(golden("keys")))
    game = KeptGame.resume("classic-holdem")
    (hand,) = game.hands()
    assert hand.final.stacks == (2090, 1910)
    assert hand.final.board == tuple(parse_cards("7h 3c 6h 7c Kd"))
    game.close()


# --- whatever is typed -----------------------------------------------------------------------------------------------

TYPED = st.one_of(
    st.sampled_from(["y", "c", "c", "c", "", "", "f", "r", "a", "v", "w", "?", "-1", "n", "q"]),
    st.integers(-3, 2500).map(str),
    st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"]), max_size=6),
)


@given(st.lists(TYPED, max_size=40), st.integers(0, 10**6), st.booleans())
@settings(max_examples=80)
def test_whatever_is_typed_no_chip_is_lost(answers: list[str], seed: int, ascii_only: bool) -> None:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("KICKER_HOME", folder)
        result = run_here("--seed", str(seed), *["--ascii"] * ascii_only, answers=["y", *answers])
        assert result.exit_code in (0, 1)
        assert result.exit_code == 0 or result.stderr.strip() == GO_ON
        for screen in screens(result.stdout):
            assert screen.funds + screen.cpu_funds + screen.pot == 4000
            assert len(set(screen.cards)) == len(screen.cards)
        if not left_games("classic-holdem"):
            assert "the game with 4000 dollars." in result.stdout
            return
        game = KeptGame.resume("classic-holdem")
        assert sum(game.table.stacks) + (game.table.view(0).pot if game.table.playing else 0) == 4000
        game.close()


def test_cards_are_those_of_the_look(capsys: pytest.CaptureFixture[str]) -> None:
    table = classic_holdem_table(7)
    table.deal()
    for look, back in ((Look(), "░"), (Look(ascii=True), "#")):
        Console(table, look).draw()
        shown = capsys.readouterr().out
        assert shown.count(back * 7) == 10
        for card in table.view(0).hand:
            assert f"  {card.suit if look.ascii else SYMBOL.format(card)[-1]}  " in shown
