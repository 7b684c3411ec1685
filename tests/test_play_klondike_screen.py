"""`kicker play klondike`: how a game begins, and how it looks over a pipe and on a terminal."""

import os
import re
from pathlib import Path

import pytest

from kicker.cards import Card, parse_cards
from kicker.solitaire import Game, Klondike, numbered_deck
from kicker.solitaire.solve import solve
from kicker.ui.common.text import Look
from kicker.ui.play.klondike import screen_lines
from tests.conftest import Run
from tests.klondike_prompt import RING, Terminal, play, play_here, saved, saves, transcript
from tests.test_cli import one_sentence

pytestmark = pytest.mark.usefixtures("home")


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


@pytest.mark.parametrize(
    ("options", "says"), [("0", "there is no deal 0"), ("--deck As", "a deal has 52 cards, not 1")]
)
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


# --- on a terminal ---------------------------------------------------------------------------------------------------


@pytest.mark.live
def test_the_screen_is_cleared_and_coloured_on_a_terminal(home: Path) -> None:
    person = Terminal("3")
    assert "\x1b[2J" in person.wait_for("Your move: ")
    shown = person.type("1h\r")
    assert "\x1b[2J" in shown
    assert "\x1b[31m" in shown
    assert "Thinking ..." in person.type("t\r")
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
