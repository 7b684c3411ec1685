"""Hold'em and five-card draw at the prompt, driven as a person would."""

import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kicker.cards import SYMBOL
from kicker.errors import FileError, KickerError
from kicker.games import (
    BRING_IN,
    CALL,
    CHECK,
    FOLD,
    STAND_PAT,
    View,
    classic_draw,
    discard,
    draw,
    holdem,
    raise_to,
    standard,
)
from kicker.games.catalogue import find_game
from kicker.games.events import HIDDEN
from kicker.records import read_records, replay
from kicker.table import shuffled
from kicker.ui.common.betting import betting_words, read_bet, refusal_words
from kicker.ui.common.home import KeptGame
from kicker.ui.common.offer import offers_of
from kicker.ui.common.prompt import InputEnded
from kicker.ui.common.text import Look
from kicker.ui.play.poker import PokerPrompt, read_discard
from tests.conftest import OWN_DATA, Run
from tests.new_tables import draw_table, holdem_table
from tests.transcripts import transcript

GOLDEN = OWN_DATA / "play"
PROMPTS = ("Your move: ", "Press Enter for the next hand: ")


pytestmark = pytest.mark.usefixtures("home")


def play(kicker: Run, *arguments: str, inputs: list[str]) -> tuple[str, str, int]:
    """Run a game with these answers: the transcript, what went to standard error, the exit code."""
    result = kicker("play", *arguments, input="".join(f"{line}\n" for line in inputs).encode())
    return transcript(result.stdout.decode(), inputs, PROMPTS), result.stderr.decode(), result.returncode


# --- golden transcripts ----------------------------------------------------------------------------------------------

GAMES = {
    "holdem": (
        ["holdem", "--seats", "3", "--seed", "7", "--bots", "caller,maniac", "--stack", "200"],
        ["?", "e", "c", "c", "l", "r 7", "f", "w", "?", "x", "", "c", "r", "pot", "c", "c", "", "v", "a", "w", "", "q"],
    ),
    "draw": (
        ["draw", "--seed", "5", "--bots", "caller", "--seats", "3", "--seat", "2"],
        ["b 20", "?", "e", "9", "1 1", "2x", "1 2 3 4", "", "1 3", "c", "w", "", "c", "0", "v", "b 10", "", "q"],
    ),
    "classic-draw": (
        ["draw", "--rules", "classic", "--seed", "3", "--bots", "caller"],
        ["c", "b 5", "1 2 3 4", "c", "", "f", "", "b 900", "0", "a", "", "b 7", "0", "b 500", "c"],
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_transcripts_are_those_that_were_read(kicker: Run, name: str) -> None:
    arguments, inputs = GAMES[name]
    told, _, _ = play(kicker, *arguments, inputs=inputs)
    assert told == (GOLDEN / f"poker-{name}.txt").read_text()


@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_is_left_after_every_answer_is_the_same_game(kicker: Run, name: str) -> None:
    arguments, inputs = GAMES[name]
    whole, _, _ = play(kicker, *arguments, inputs=inputs)
    parts, again = [], arguments
    for answer in [line for line in inputs if line != "q"]:
        told, _, _ = play(kicker, *again, inputs=[answer])
        parts.append(told)
        again = [arguments[0], "--resume", *(["--rules", "classic"] if "classic" in arguments else [])]
    # What was decided and dealt is told again when one comes back, so all of the whole game is in the parts.
    rest = "".join(parts)
    for line in re.sub(r"Game saved; resume it with .*\n", "", whole).splitlines():
        assert re.sub(r"^(Your move: |Press Enter for the next hand: ).*", r"\1", line) in rest


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_wider_than_a_small_terminal_and_ascii_is_ascii(kicker: Run, name: str) -> None:
    arguments, inputs = GAMES[name]
    result = kicker("play", *arguments, "--ascii", input="".join(f"{line}\n" for line in inputs).encode())
    assert result.stdout.isascii()
    told = transcript(result.stdout.decode(), inputs, PROMPTS)
    assert max(map(len, told.splitlines())) <= 80


# --- whole games -----------------------------------------------------------------------------------------------------


@pytest.mark.req("R001-34", "R001-35", "R001-37")
def test_a_whole_game_of_draw_ends_with_its_winner_and_its_rounds(kicker: Run, home: Path) -> None:
    arguments = ("draw", "--rules", "classic", "--seed", "4", "--bots", "folder", "--seat", "2")
    told, error, code = play(kicker, *arguments, inputs=["b 5", ""] * 60)
    assert (error, code) == ("", 0)
    end = told[told.index("Winner is ") :].splitlines()
    assert end[0] == "Winner is Player2 balance $1980"
    assert end[1] == "Round 1-- "
    assert re.fullmatch(r"Player1 \[(\w+, ){4}\w+\]", end[2])
    assert re.fullmatch(r"Player2 \[(\w+, ){4}\w+\] won 1\d", end[3])
    assert end[-3] == "Round 40-- "
    assert not list((home / "saves").iterdir())
    records = list(read_records(next((home / "hands").iterdir())))
    assert len(records) == 40
    assert all(replay(record).verdict == "ok" for record in records)


def test_rounds_are_told_in_the_order_of_the_seats(kicker: Run) -> None:
    """A record begins left of the button; the rounds at the end do not."""
    told, _, code = play(kicker, "draw", "--seats", "2", "--bots", "caller", "--seed", "1", "--stack", "20",
                         inputs=["a", "0", "", "a", "0", "", "a", "0"])  # fmt: skip
    assert code == 0
    rounds = told[told.index("Round 1-- ") :].splitlines()
    assert [line.split()[0] for line in rounds if line.startswith("Player")] == ["Player1", "Player2"] * (
        len(rounds) // 3
    )


def test_holdem_ends_when_one_has_all_the_chips(kicker: Run, home: Path) -> None:
    arguments = ("holdem", "--seats", "2", "--bots", "caller", "--seed", "2", "--stack", "50")
    told, error, code = play(kicker, *arguments, inputs=["a", ""] * 20)
    assert (error, code) == ("", 0)
    assert re.search(r"(You win|caller wins) the game with 100$", told, re.MULTILINE)
    assert not list((home / "saves").iterdir())


def test_bots_play_on_without_the_person(kicker: Run) -> None:
    arguments = ("holdem", "--seats", "4", "--bots", "caller,folder,folder", "--seed", "2", "--stack", "60")
    told, error, code = play(kicker, *arguments, inputs=["a", ""] * 30)
    assert (error, code) == ("", 0)
    assert re.search(r"You are out of chips; \d of 4 players play on\.\n(caller|folder).* wins the game with 240", told)


def test_a_whole_game_against_the_best_bots(kicker: Run, home: Path) -> None:
    """Random play against sharp and cpu to the end; no chip is lost and each hand can be replayed."""
    dice = random.Random(1)
    inputs = [dice.choice(["c", "c", "f", "pot", "a", "", ""]) for _ in range(400)]
    arguments = ("holdem", "--seats", "3", "--seed", "9", "--stack", "200", "--rise", "3")
    told, error, code = play(kicker, *arguments, inputs=inputs)
    assert (error, code) == ("", 0), told[-500:]
    records = list(read_records(next((home / "hands").iterdir())))
    assert all(replay(record).verdict == "ok" for record in records)
    assert sum(replay(records[-1]).final.stacks) == 600


def test_hidden_cards_stay_hidden(kicker: Run) -> None:
    told, _, _ = play(kicker, "holdem", "--seats", "2", "--bots", "caller", "--seed", "7", inputs=["f", "q"])
    assert HIDDEN in told
    state, _ = holdem((5, 10)).start(shuffled(7, 1), [1000, 1000], 0)
    for card in state.hands[1]:
        assert SYMBOL.format(card) not in told


# --- leaving ---------------------------------------------------------------------------------------------------------


def test_the_end_of_input_keeps_the_game(kicker: Run) -> None:
    told, error, code = play(kicker, "holdem", "--seed", "7", inputs=[])
    assert code == 1
    again = "kicker play holdem --resume"
    assert error == f"Error: the input ended before the game was over; resume it with {again}\n"
    assert told.endswith("Your move: \n")
    told, _, code = play(kicker, "holdem", "--resume", inputs=["q"])
    assert (code, told.splitlines()[-1]) == (0, f"Game saved; resume it with {again}")


def test_there_may_be_nothing_to_resume(kicker: Run) -> None:
    _, error, code = play(kicker, "holdem", "--resume", inputs=[])
    assert (error, code) == ("Error: there is no saved game to resume\n", 1)
    play(kicker, "draw", "--bots", "caller", inputs=[])
    _, error, code = play(kicker, "draw", "--resume", "draw-x", inputs=[])
    assert code == 1
    assert re.fullmatch(r"Error: no saved game is called 'draw-x'; choose from draw-\d{4}-\d\d-\d\d-1\n", error)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["holdem", "--resume", "--seats", "3"], "--seats cannot be combined with --resume"),
        (["holdem", "--rules", "classic", "--seats", "3"], "--seats cannot be combined with --rules classic"),
        (["draw", "--no-betting", "--ante", "3"], "--ante cannot be combined with --no-betting"),
        (["draw", "--rules", "classic", "--ante", "3"], "--ante cannot be combined with --rules classic"),
        (["draw", "--deck", "As"], "--deck needs --no-betting"),
        (["holdem", "--seats", "11"], "11 is not in the range 2<=x<=10"),
    ],
)
def test_wrong_usage(kicker: Run, arguments: list[str], says: str) -> None:
    result = kicker("play", *arguments)
    assert result.returncode == 2
    assert says in result.stderr.decode()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["holdem", "--blinds", "ten"], "write the blinds as SMALL/BIG, like 5/10, not 'ten'"),
        (["holdem", "--blinds", "10/5"], "write the blinds as SMALL/BIG, like 5/10, not '10/5'"),
        (["holdem", "--seat", "7"], "there is no seat 7; choose from 1 to 6"),
        (["holdem", "--seat", "0"], "there is no seat 0; choose from 1 to 6"),
        (["holdem", "--seats", "2", "--bots", "cpu,cpu"], "'cpu,cpu' names 2 bots for 1 other seat"),
        (["holdem", "--bots", "drawer"], "drawer does not play holdem; choose from "),
        (["draw", "--bots", "sharp"], "sharp does not play draw; choose from "),
        (["draw", "--rules", "classic", "--seats", "6"], "seats must be a whole number from 2 to 5, not '6'"),
        (["draw", "--rules", "classic", "--seats", "9"], "seats must be a whole number from 2 to 5, not '9'"),
        (["draw", "--seats", "7"], "seats must be a whole number from 2 to 6, not '7'"),
    ],
)
def test_games_that_cannot_begin(kicker: Run, arguments: list[str], says: str) -> None:
    result = kicker("play", *arguments)
    assert (result.returncode, result.stdout) == (1, b"")
    assert result.stderr.decode().startswith(f"Error: {says}")
    assert result.stderr.count(b"\n") == 1


@pytest.mark.parametrize(
    ("game", "seats"),
    [
        ("holdem", "Players, including you; always 2 with --rules classic. [default: 6; 2<=x<=10]"),
        ("draw", "Players, including you: 2 to 6, 4 by default; with --rules classic 2 to 5, 2 by default;"),
    ],
)
def test_the_help_tells_what_each_rule_set_takes(kicker: Run, game: str, seats: str) -> None:
    told = " ".join(kicker("play", game, "--help").stdout.decode().partition("Options:")[2].split())
    assert seats in told
    standard, classic = offers_of(find_game(game))[:2]
    for option in (one.name for one in standard.options if one.name != "seats" and not one.custom):
        words = told[told.index(f" --{option} ") :].partition(" [default: ")[0]
        assert ("; not with --rules classic" in words) == (not classic.is_open(option)), words
    assert ("Your seat, from 1; not with --rules classic." in told) == (classic.most_seats == 2)


def until(descriptor: int, text: str, seconds: float = 30) -> str:
    """Read from a terminal until the text comes."""
    seen, end = "", time.monotonic() + seconds
    while text not in seen and time.monotonic() < end:
        if select.select([descriptor], [], [], 0.2)[0]:
            try:
                seen += os.read(descriptor, 65536).decode(errors="replace")
            except OSError:
                break
    assert text in seen, seen
    return seen


@pytest.mark.live
@pytest.mark.parametrize(("sent", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGKILL, -9)])
def test_whatever_ends_it_the_game_can_be_resumed(kicker: Run, sent: signal.Signals, code: int) -> None:
    person, terminal = pty.openpty()
    command = [sys.executable, "-m", "kicker", "play", "holdem", "--seed", "7", "--seats", "2", "--bots", "caller"]
    process = subprocess.Popen(command, stdin=terminal, stdout=terminal, stderr=terminal, start_new_session=True)
    os.close(terminal)
    until(person, "Your move: ")
    os.write(person, b"r 30\n")
    until(person, "bet 10 up to")
    process.send_signal(sent)
    assert process.wait(timeout=60) == code
    os.close(person)
    told, _, _ = play(kicker, "holdem", "--resume", inputs=["q"])
    assert "You raise to 30" in told


@pytest.mark.live
def test_a_closed_terminal_ends_the_game_quietly(kicker: Run) -> None:
    person, terminal = pty.openpty()
    command = [sys.executable, "-m", "kicker", "play", "draw", "--seed", "7", "--bots", "caller"]
    process = subprocess.Popen(command, stdin=terminal, stdout=terminal, stderr=terminal, start_new_session=True)
    os.close(terminal)
    until(person, "Your move: ")
    os.close(person)
    assert process.wait(timeout=60) != 0
    told, _, _ = play(kicker, "draw", "--resume", inputs=["q"])
    assert "Hand 1" in told


# --- what people type ------------------------------------------------------------------------------------------------


def a_view(game: str = "holdem", seed: int = 1) -> View:
    rules = holdem((5, 10)) if game == "holdem" else draw(ante=5, min_bet=10)
    state, _ = rules.start(shuffled(seed, 1), [200, 200], 0)
    if game == "draw":
        while state.phase == "betting":
            state, _ = state.apply(state.options.passive)
    assert state.to_act is not None
    return state.view(state.to_act)


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("c", "call"), ("call", "call"), ("f", "fold"), ("fold", "fold"), ("r 40", "raise 40"), ("r40", "raise 40"),
        ("raise to 40", "raise 40"), ("bet 40", "raise 40"), ("b 1,000", "raise 1000"), ("a", "raise 200"),
        ("all in", "raise 200"), ("pot", "raise 30"), ("1/2", "raise 20"), ("raise 12,345,678", "raise 12345678"),
    ],
)  # fmt: skip
def test_actions_can_be_typed_in_many_ways(typed: str, action: str) -> None:
    assert str(read_bet(typed, a_view())) == action


@pytest.mark.req("R001-12")
def test_the_classic_draw_game_offers_fold_hold_and_bet_after_the_draw(kicker: Run) -> None:
    state, _ = classic_draw().start(shuffled(1, 1), [200, 200], 1)
    for action in (raise_to(5), CALL, STAND_PAT, STAND_PAT):
        state, _ = state.apply(action)
    view = state.view(0)
    assert betting_words(view) == "c hold, b bet 5 up to 190, f fold"
    typed = ("f", "fold", "hold", "h", "c", "b 20")
    assert [read_bet(answer, view) for answer in typed] == [FOLD, FOLD, CHECK, CHECK, CHECK, raise_to(20)]
    told, _, _ = play(kicker, "draw", "--rules", "classic", "--seed", "3", "--bots", "caller",
                      inputs=["b 5", "0", "hold", "", "b 5", "0", "f", "q"])  # fmt: skip
    assert told.count("Your move: hold\n  You check\n  Player2 checks\n") == 1
    assert told.count("Your move: f\n  You fold\n  Player2 wins 22\n") == 1


def test_the_standard_game_does_not_fold_for_nothing() -> None:
    state, _ = draw(ante=5, min_bet=10).start(shuffled(1, 1), [200, 200], 1)
    assert betting_words(state.view(0)) == "c check, b bet 10 up to 195"
    with pytest.raises(KickerError, match="checking is free: press c"):
        read_bet("fold", state.view(0))


@pytest.mark.parametrize("typed", ["check", "k", "hold", "h"])
def test_who_says_check_does_not_pay(typed: str) -> None:
    view = a_view()
    assert view.options.call_amount
    assert (
        refusal_words(read_bet(typed, view), view) == "check is not possible: c call 5, r raise to 20 up to 200, f fold"
    )


@pytest.mark.parametrize(
    "typed",
    [
        "r 1,5",
        "r 4,00",
        "r 40,",
        "b ,40",
        "r 1,0000",
        "r 4٠",
        "ca",
        "cal",
        "fo",
        "al",
        "c 40",
        "f 1",
        "a 5",
        "potato",
        "40",
    ],
)
def test_no_slip_is_an_action(typed: str) -> None:
    with pytest.raises(KickerError):
        read_bet(typed, a_view())


def test_cards_can_be_thrown_by_place_and_by_name() -> None:
    view = a_view("draw")
    hand = view.hand
    assert read_discard("1 3", view) == read_discard("d 1, 3", view) == discard([hand[0], hand[2]])
    assert read_discard(f"{hand[4]} {hand[0]}", view) == discard([hand[4], hand[0]])
    assert read_discard("0", view) == read_discard("pat", view) == discard()


def test_a_pot_bet_is_the_pot() -> None:
    state, _ = holdem((5, 10)).start(shuffled(1, 1), [200, 200], 0)
    for _ in range(2):
        state, _ = state.apply(state.options.passive)
    assert state.to_act is not None
    assert read_bet("pot", state.view(state.to_act)) == raise_to(20)
    assert read_bet("1/2", state.view(state.to_act)) == raise_to(10)


LINES = st.lists(
    st.one_of(
        st.sampled_from(
            ["c", "f", "a", "r 40", "pot", "1/2", "e", "l", "v", "?", "w", "", "0", "1 2", "r", "b -1", "c c"]
        ),
        st.text(alphabet=st.characters(exclude_characters="\n\r"), max_size=12),
    ),
    max_size=25,
)


@settings(max_examples=25)
@given(lines=LINES, game=st.sampled_from(["holdem", "draw"]), seed=st.integers(0, 10**6))
def test_whatever_is_typed_nothing_breaks(lines: list[str], game: str, seed: int) -> None:
    """In this process, because it is tried often: no error but the end of input, no chip lost, the save can be read."""
    answers = iter(lines)

    def answer(question: str) -> str:
        line = next(answers, None)
        if line is None:
            raise InputEnded("the input ended", "missing")
        return line.strip()

    make = holdem_table if game == "holdem" else draw_table
    with tempfile.TemporaryDirectory() as folder, patch.dict(os.environ, KICKER_HOME=folder):
        table = make(3, seed % 3, "random,caller", seed, stack=100)
        prompt = PokerPrompt(KeptGame.begin(game, table), Look())
        quiet = patch("kicker.ui.play.poker.click.echo")
        with patch("kicker.ui.play.poker.ask", answer), quiet, suppress(FileError):  # the input ends
            prompt.run("again")
        if not prompt.table.finished:
            again = KeptGame.resume(game)
            assert again.table.save() == prompt.table.save()
            again.close()
        table = prompt.table
        in_play = sum(table.state.paid) + table.state.dead if table.playing else 0
        assert sum(table.stacks) + in_play == 300


def test_a_pot_that_nobody_opens_is_carried_over(kicker: Run) -> None:
    told, _, _ = play(kicker, "draw", "--rules", "jackpots", "--seats", "2", "--bots", "caller", "--seed", "1",
                      inputs=["c", "", "q"])  # fmt: skip
    assert "No-limit five-card draw, jackpots, 2 seats, ante 5, seed 1." in told
    assert "nobody opens; 10 stays in the pot for the next hand" in told
    again, _, _ = play(kicker, "draw", "--rules", "jackpots", "--resume", inputs=["c", "", "q"])
    assert "Hand 2, ante 5, 10 carried over from the last hand" in again
    assert "Hand 3, ante 5, 20 carried over from the last hand" in again
    (file,) = Path(os.environ["KICKER_HOME"], "hands").glob("jackpots-*")
    records = list(read_records(file))
    assert [replay(record).final.setup.pot for record in records] == [0, 10]


@pytest.mark.parametrize("name", ["stud", "razz"])
def test_a_bring_in_is_completed_and_then_raised(name: str) -> None:
    state, _ = standard(find_game(name), ante=5).start(shuffled(1, 1), [1000] * 3, 0)
    assert betting_words(state.view(state.to_act)) == "c bring in 5, b complete to 20"
    state, _ = state.apply(BRING_IN)
    assert betting_words(state.view(state.to_act)) == "c call 5, r complete to 20, f fold"
    state, _ = state.apply(raise_to(20))
    assert betting_words(state.view(state.to_act)) == "c call 20, r raise to 40, f fold"
