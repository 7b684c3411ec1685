"""The command watch, run for real: rounds printed to the letter, events as they happen, and errors."""

import json
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from kicker.games import CALL, CHECK, FOLD, STAND_PAT, Action, State, View, classic_draw, holdem, raise_to
from kicker.table import Table
from kicker.ui.common.offer import Offer, offers
from kicker.ui.common.rounds import end_rows, game_lines, round_lines
from kicker.ui.watch import Rounds, play
from tests.conftest import Run
from tests.new_tables import classic_draw_table
from tests.running import FLAKY, UNHURRIED, OnTerminal
from tests.test_cli import one_sentence

DECKS = ["JC QD 5C 7S 8C AH 7D 9D 6S KD", "AH 3D JH 2S 3C 4S QH 7D 6C 6H"]


def whole_deck(first: str) -> str:
    """These cards on top of all others."""
    dealt = first.split()
    return " ".join(dealt + [card for rank in "23456789TJQKA" for suit in "CDHS" if (card := rank + suit) not in dealt])


class Scripted:
    """A player that is a function of its view."""

    def __init__(self, decide: Callable[[View], Action]) -> None:
        self.decide = decide

    def act(self, view: View) -> Action:
        return self.decide(view)


def bet_100(view: View) -> Action:
    """One bet of 100 before the draw, none after it, and no discards."""
    options = view.options
    if options.phase == "drawing":
        return STAND_PAT
    return CALL if options.call_amount else CHECK if options.may_check else raise_to(100)


def ends_of(table: Table, decks: list[str]) -> list[State]:
    states = []
    for deck in decks:
        table.deal(whole_deck(deck))
        table.advance()
        states.append(table.state)
    return states


def rounds_of(table: Table, decks: list[str]) -> list[str]:
    """The printed text of the rounds played with these decks."""
    return list(round_lines(end_rows(state, table.names) for state in ends_of(table, decks)))


@pytest.mark.req("R001-35", "R001-36", "R001-37")
def test_rounds_are_printed_to_the_letter() -> None:
    table = classic_draw_table(2, 0, "caller", 0)
    table.players = {0: Scripted(bet_100), 1: Scripted(bet_100)}
    assert (rounds_of(table, DECKS)) == [
        "Round 1-- ",
        "Player1 [JC, QD, 5C, 7S, 8C]",
        "Player2 [AH, 7D, 9D, 6S, KD] won 210",
        "Round 2-- ",
        "Player1 [AH, 3D, JH, 2S, 3C]",
        "Player2 [4S, QH, 7D, 6C, 6H] won 212",
    ]


@pytest.mark.req("R001-34")
def test_the_winner_comes_first(capsys: pytest.CaptureFixture[str]) -> None:
    """Both always fold if they can: the first one pays an ante of 5, 6, 7 and so on until 20 are left."""
    table = classic_draw_table(2, 0, "caller", 1)
    table.players = {seat: Scripted(lambda view: view.options.default) for seat in range(2)}
    rounds = Rounds(table)
    play(table, rounds, None, beside_output=False)
    rounds.end(table.deals)
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["Winner is Player2 balance $1980", "Round 1-- "]
    assert lines.count("Round 40-- ") == 1
    assert len(lines) == 1 + 40 * 3


@pytest.mark.parametrize("chips", [999_999, 1_000_000, 2_469_130, 12_345_678_901_234])
def test_balances_keep_all_their_digits(chips: int) -> None:
    table = Table(classic_draw(), [chips, 0])
    assert next(game_lines(table, [])) == f"Winner is Player1 balance ${chips}"


def test_hands_are_those_after_the_draw_and_folded_ones_are_shown() -> None:
    def throw_two_then_fold(view: View) -> Action:
        if view.options.phase == "drawing":
            return Action("discard", 0, view.hand[:2])
        return CALL if view.street == 0 else FOLD

    table = classic_draw_table(2, 0, "caller", 0)
    table.players = {0: Scripted(bet_100), 1: Scripted(throw_two_then_fold)}
    deck = [*DECKS[0].split(), "2C", "2D"]

    def bet_again(view: View) -> Action:
        return raise_to(50) if view.street == 1 and view.options.may_raise else bet_100(view)

    table.players[0] = Scripted(bet_again)
    assert (rounds_of(table, [" ".join(deck)])) == [
        "Round 1-- ",
        "Player1 [JC, QD, 5C, 7S, 8C] won 210",
        "Player2 [2C, 2D, 9D, 6S, KD]",
    ]


def test_a_split_pot_marks_each_winner_and_who_is_out_is_left_out() -> None:
    rules = classic_draw(ties="split")
    table = Table(rules, [1000, 3, 1000], button=2, fixed_button=True)
    table.players = {0: Scripted(bet_100), 2: Scripted(bet_100)}
    deck = "AC KD 9C 5S 3C AD KC 9H 5H 3D"
    assert (rounds_of(table, [deck])) == [
        "Round 1-- ",
        "Player1 [AC, KD, 9C, 5S, 3C] won 105",
        "Player3 [AD, KC, 9H, 5H, 3D] won 105",
    ]


def test_side_pots_are_added_up() -> None:
    state, _ = holdem((5, 10)).start(whole_deck("2C 3C AC 2D 3D AD"), [100, 200, 200], 0)
    for action in (raise_to(100), raise_to(200), CALL):
        state, _ = state.apply(action)
    assert state.over
    (_, *lines) = round_lines([end_rows(state, ["Ada", "Ben", "Cy"])])
    won = [int(line.rpartition(" ")[2]) if " won " in line else 0 for line in lines]
    assert sum(won) == 500
    assert list(state.stacks) == won  # everybody had put in everything


def test_watch_the_classic_draw_game(kicker: Run) -> None:
    arguments = ["watch", "draw", "--rules", "classic", "--bots", "caller,random", "--seed", "7"]
    result = kicker(*arguments)
    assert result.returncode == 0
    assert result.stderr == b""
    assert result.stdout == kicker(*arguments).stdout
    lines = result.stdout.decode().splitlines()
    assert re.fullmatch(r"Winner is Player[12] balance \$\d+", lines[0])
    assert lines[1] == "Round 1-- "
    card = "[2-9TJQKA][CDHS]"
    player = re.compile(rf"Player[1-5] \[{card}(, {card}){{4}}\]( won \d+)?")
    for number, line in enumerate(lines[1:]):
        assert player.fullmatch(line) if number % 3 else re.fullmatch(rf"Round {number // 3 + 1}-- ", line)
    some = kicker(*arguments, "--hands", "1").stdout.decode().splitlines()
    assert some == lines[1:4]  # nobody has won yet


def test_watch_tells_its_seed(kicker: Run) -> None:
    result = kicker("watch", "draw", "--rules", "classic", "--bots", "random", "--players", "3")
    (told,) = result.stderr.decode().splitlines()
    seed = told.removeprefix("seed ")
    again = kicker("watch", "draw", "--rules", "classic", "--bots", "random", "--players", "3", "--seed", seed)
    assert again.stdout == result.stdout
    assert b"Player3 [" in result.stdout


@pytest.mark.parametrize("offer", offers(), ids=lambda offer: offer.kind)
def test_every_game_can_be_watched(kicker: Run, offer: Offer) -> None:
    """As lines of JSON: an object for each hand, which fits the next one."""
    arguments = ["watch", offer.game.name, "--rules", offer.variant, "--bots", "maniac,random", "--seed", "7"]
    result = kicker(*arguments, "--hands", "5", "--json")
    assert (result.returncode, result.stderr) == (0, b"")
    hands = [json.loads(line) for line in result.stdout.splitlines()]
    assert [hand["hand"] for hand in hands] == list(range(1, len(hands) + 1))
    assert len(hands) == 5 or hands[-1]["winner"] is not None
    for before, after in pairwise(hands):
        assert before["stacks"] == after["start_stacks"]
        assert before["winner"] is None
    for hand in hands:
        assert hand["seed"] == 7
        assert hand["players"] == ["Player1", "Player2"] or hand["players"] == ["maniac", "random"]
        assert [sum(pair) for pair in zip(hand["start_stacks"], hand["payoffs"], strict=True)] == hand["stacks"]
        kinds = [event["kind"] for event in hand["events"]]
        assert kinds[0] in ("button", "level")
        assert "over" in kinds
        assert "??" not in json.dumps(hand)  # whoever watches sees all cards


def test_watch_tells_every_action(kicker: Run) -> None:
    result = kicker("watch", "--bots", "caller,folder", "--hands", "2", "--seed", "7")
    assert (result.returncode, result.stderr) == (0, b"")
    lines = result.stdout.decode().splitlines()
    assert lines[0] == "Hand 1, blinds 5/10: caller 1,000 (button), folder 1,000"
    assert lines[1:3] == ["  caller posts a blind of 5", "  folder posts a blind of 10"]
    assert re.fullmatch(r"  folder is dealt \w\w \w\w", lines[3])
    assert re.fullmatch(r"flop \w\w \w\w \w\w, pot 20", lines[7])
    assert "Hand 2, blinds 5/10: caller 990, folder 1,010 (button)" in lines
    assert re.fullmatch(r"After 2 hands: caller [\d,]+, folder [\d,]+", lines[-1])
    one = kicker("watch", "--bots", "caller,folder", "--hands", "1", "--seed", "7").stdout.decode()
    assert one.splitlines()[:-2] == lines[: len(one.splitlines()) - 2]


def test_watch_ends_when_somebody_has_everything(kicker: Run) -> None:
    lines = kicker("watch", "draw", "--bots", "maniac,caller", "--seed", "7").stdout.decode().splitlines()
    assert re.fullmatch(r"  (maniac|caller) wins the game with 2,000", lines[-1])


@pytest.mark.live
@pytest.mark.parametrize(
    ("rules", "first", "last"),
    [
        ("standard", "Hand 1, ante 5: Unhurried 1 1,000, Unhurried 2 1,000 (button)", "After "),
        ("classic", "Round 1-- ", "Player2 ["),
    ],
)
def test_watch_tells_what_is_known_at_ctrl_c(tmp_path: Path, rules: str, first: str, last: str) -> None:
    (tmp_path / "unhurried.py").write_text(UNHURRIED.replace("0.01", "0.1"))
    bot = "python:unhurried:Unhurried"
    running = OnTerminal(tmp_path, "watch", "draw", "--rules", rules, "--bots", bot, "--seed", "7")
    running.wait_for(r"hand (?!1 )\d")  # standard output is a pipe, so there is a bar
    code, printed = running.interrupt()
    assert code == 130
    lines = printed.splitlines()
    assert lines[0] == first
    assert lines[-1].startswith(last)


def test_watching_a_program_that_fails_every_decision(kicker: Run) -> None:
    result = kicker("watch", "--bots", "program:false,caller", "--hands", "3", "--seed", "1")
    assert result.returncode == 1
    assert re.fullmatch(
        r"Error: false: (\d+) of \1 decisions failed: 'false': it ended with exit code 1\n", result.stderr.decode()
    )
    assert "false does not answer" in result.stdout.decode()


def test_watching_a_bot_that_crashes(kicker: Run, tmp_path: Path) -> None:
    (tmp_path / "crashing.py").write_text("class Bot:\n    def act(self, view):\n        return view.nothing\n")
    result = kicker("watch", "draw", "--rules", "classic", "--bots", "python:crashing:Bot,caller", "--seed", "7")
    assert result.returncode == 1
    assert re.fullmatch(
        r"Error: Player1: (\d+) of \1 decisions failed: AttributeError: 'View' object has no attribute 'nothing'\n",
        result.stderr.decode(),
    )


def test_watching_a_bot_that_fails_at_times(kicker: Run, tmp_path: Path) -> None:
    (tmp_path / "flaky.py").write_text(FLAKY)
    result = kicker("watch", "--bots", "python:flaky:FailsTwice,caller", "--hands", "3", "--seed", "1")
    assert result.returncode == 0
    assert re.match(
        r"FailsTwice: 2 of \d+ decisions failed: SystemExit\n  ValueError: no idea\n", result.stderr.decode()
    )


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--bots", "caller,folder", "--players", "3"], "2 bots for 3 players"),
        (["--bots", "cpu"], "cpu does not play draw"),
        (["--bots", "caller,nobody"], "unknown bot 'nobody'"),
        (["--players", "6", "--rules", "classic"], "classic draw seats 2 to 5 players, not 6"),
        (["--players", "7"], "five-card draw seats 2 to 6 players, not 7"),
    ],
)
def test_what_cannot_be_watched(kicker: Run, arguments: list[str], says: str) -> None:
    assert says in one_sentence(kicker("watch", "draw", *arguments))


def test_wrong_usage_of_watch(kicker: Run) -> None:
    for players in ("1", "11"):
        assert kicker("watch", "draw", "--players", players).returncode == 2
    assert kicker("watch", "chess").returncode == 2


def test_watch_tells_of_a_pot_that_nobody_opened(kicker: Run) -> None:
    result = kicker("watch", "draw", "--rules", "jackpots", "--bots", "caller", "--seed", "1", "--hands", "2")
    told = result.stdout.decode()
    assert "nobody opens; 10 stays in the pot for the next hand" in told
    assert "Hand 2, ante 5, 10 carried over from the last hand: caller 1 995" in told
