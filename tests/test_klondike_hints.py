"""Hints for Klondike: hints that know no more than the player, an oracle that is right, deals that can be won."""

import math
import random
from collections import Counter

import pytest

from kicker.cards import Card
from kicker.errors import KickerError
from kicker.solitaire import Column, Klondike, Position
from kicker.solitaire.hints import Z95, Z999, fair_winnable_deal, hint, imagined, oracle, share_interval, winnable_deal
from kicker.solitaire.solve import solve
from tests.conftest import few_or_many
from tests.klondike_games import FULL, SHAPES, arranged, playout, winnable


def middle(rules: Klondike, seed: object, most: int = 30) -> Position:
    """A position somewhere in a game of random moves."""
    return [rules.start(1), *(after for _, _, after in playout(rules, seed, most))][-1]


def hidden_cards(position: Position) -> list[Card]:
    stock = position.stock
    covered = [card for column in position.columns for card in column.covered]
    return covered + [card for card, known in zip(stock.cards, stock.known, strict=True) if known is None]


def reshuffled(position: Position, seed: int) -> Position:
    """The same to the eye, with the hidden cards in other places."""
    cards = hidden_cards(position)
    random.Random(seed).shuffle(cards)
    columns = [
        Column(tuple(cards.pop() for _ in column.covered), column.uncovered, column.base) for column in position.columns
    ]
    stock = position.stock
    turned = tuple(cards.pop() if known is None else known for known in stock.known)
    return position._replace(piles=(stock._replace(cards=turned), *columns, *position.foundations))


# --- intervals -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("won", "tried"), [(8, 10), (1, 50), (819, 1000), (8195, 10_000)])
@pytest.mark.parametrize("z", [Z95, Z999])
def test_the_ends_of_an_interval_are_z_standard_errors_from_the_share(won: int, tried: int, z: float) -> None:
    low, high = share_interval(won, tried, z)
    assert low < won / tried < high
    for end in (low, high):
        assert math.isclose(abs(won / tried - end), z * math.sqrt(end * (1 - end) / tried), rel_tol=1e-9)


def test_intervals_at_the_ends() -> None:
    assert share_interval(0, 0) == (0.0, 1.0)
    assert share_interval(0, 20)[0] == 0.0
    assert share_interval(20, 20)[1] == 1.0
    assert 0.8 < share_interval(20, 20)[0] < 0.9


# --- hints -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", SHAPES.values(), ids=SHAPES)
def test_a_hint_does_not_depend_on_hidden_cards(rules: Klondike) -> None:
    changed = 0
    for seed in range(6):
        position = middle(rules, seed, most=5 * seed)
        other = reshuffled(position, seed)
        changed += other != position
        assert other.view() == position.view()
        hints = hint(position, samples=4, nodes=50, seconds=None)
        assert hint(other, samples=4, nodes=50, seconds=None) == hints
        assert hint(position.view(), samples=4, nodes=50, seconds=None) == hints
        assert sorted(found.move for found in hints) == sorted(position.moves)
    assert changed or len(hidden_cards(rules.start(1))) < 2


def test_another_seed_imagines_other_cards() -> None:
    position = Klondike().start(2)
    results = {hint(position, samples=20, seed=seed, seconds=None)[0].wins for seed in range(10)}
    assert len(results) > 1


def test_imagined_positions_look_the_same_and_hide_the_unseen_cards() -> None:
    for seed in range(20):
        position = middle(FULL["draw 3"], seed, most=3 * seed)
        made = imagined(position.view(), random.Random(seed))
        assert made.moves == position.moves
        assert made.heights == position.heights
        assert [column.uncovered for column in made.columns] == [column.uncovered for column in position.columns]
        shown = [
            None if card is None else other for card, other in zip(position.stock.known, made.stock.cards, strict=True)
        ]
        assert shown == list(position.stock.known)
        covered = [card for column in made.columns for card in column.covered]
        unseen = [other for card, other in zip(position.stock.known, made.stock.cards, strict=True) if card is None]
        assert sorted(covered + unseen) == sorted(hidden_cards(position))


def test_all_ways_to_deal_the_hidden_cards_are_equally_likely() -> None:
    position = Klondike(ranks=2, columns=2).start(1)
    dice = random.Random(5)
    view = position.view()
    hidden = len(hidden_cards(position))
    found = Counter(imagined(view, dice).stock.cards for _ in range(6000))
    ways = math.perm(hidden, len(position.stock.cards))
    assert len(found) == ways == 720
    # The sum of squares has the mean 719 and the standard deviation 38.
    assert sum((count - 6000 / ways) ** 2 / (6000 / ways) for count in found.values()) < 719 + 4 * 38


@few_or_many(30, 200)
def test_with_nothing_hidden_a_hint_is_the_truth(count: int) -> None:
    kinds = set()
    for seed in range(100, 100 + count):
        rules = Klondike(draw=1 + seed % 2 * 2, redeals=0, ranks=3, columns=3)
        position = middle(rules, seed, most=40)
        if hidden_cards(position) or not position.moves:
            continue
        for found in hint(position, samples=1, seconds=None):
            can_be_won = winnable(position.apply(found.move))
            assert (found.wins, found.tried, found.unknown) == (int(can_be_won), 1, 0)
            kinds.add(can_be_won)
    assert kinds == {True, False}


def test_hints_are_sorted_and_say_how_sure_they_are() -> None:
    position = middle(FULL["draw 1"], 8, most=12)
    hints = hint(position, samples=40, nodes=200, seconds=None)
    assert len(hints) > 2
    assert [found.share for found in hints] == sorted((found.share for found in hints), reverse=True)
    for found in hints:
        assert found.tried == 40
        assert found.wins + found.unknown <= 40
        assert found.share == found.wins / 40
        assert (found.low, found.high) == share_interval(found.wins, 40)


def test_of_equal_moves_those_home_come_first_and_then_those_that_uncover_a_card() -> None:
    # All that is hidden is one card, so that every move wins; the stock can wait, and so can a card that is home.
    position = arranged(["Ks|Qh", "|Kc"], (11, 11, 13, 12), "Qs", 1)
    hints = hint(position, samples=3, seconds=None)
    assert all(found.share == 1 for found in hints)
    assert [str(found.move) for found in hints[:4]] == ["1 H", "2 C", "0 S", "1 2 1"]
    assert not any(found.move.target in tuple("SHDC") for found in hints[4:])


def test_no_moves_no_hints() -> None:
    assert hint(arranged([], (13, 13, 13, 13))) != []  # cards can go back
    assert hint(Klondike(ranks=1, columns=1, redeals=0).start(1), samples=2)[0].share == 1


def test_a_limit_of_time_leaves_one_sample_at_least() -> None:
    hints = hint(Klondike().start(3), samples=10**9, seconds=1e-9)
    assert {found.tried for found in hints} == {1}


@pytest.mark.parametrize("wrong", [{"samples": 0}, {"nodes": 0}])
def test_a_hint_needs_something_to_try(wrong: dict[str, int]) -> None:
    with pytest.raises(KickerError, match=r"must be a whole number from 1 to .*, not 0"):
        hint(Klondike().start(1), **wrong)


# --- the oracle ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("draw", [1, 3])
def test_the_oracle_in_the_middle_of_games(draw: int) -> None:
    results = Counter[str]()
    for seed in range(25):
        position = middle(Klondike(draw=draw), seed)
        told = oracle(position, positions=100_000)
        results[told.verdict.result] += 1
        assert (told.move is None) == (told.verdict.result != "won")
        if told.move is not None:
            assert told.move in position.moves
            assert told.left == len(told.verdict.moves)
            for move in told.verdict.moves:
                position = position.apply(move)
            assert position.won
    assert results["won"]
    assert results["lost"]


@few_or_many(15, 60)
def test_the_oracle_is_right_in_small_games(count: int) -> None:
    results = set()
    for seed in range(count):
        position = middle(Klondike(draw=1 + seed % 2 * 2, redeals=0, ranks=3, columns=3), seed, most=6)
        told = oracle(position)
        assert told.verdict.result == ("won" if winnable(position) else "lost")
        results.add(told.verdict.result)
        if told.move is not None:
            assert winnable(position.apply(told.move))
    assert results == {"won", "lost"}


def test_what_the_oracle_finds() -> None:
    won = oracle(arranged([], (13, 13, 13, 13)))
    assert (won.verdict.result, won.move, won.left) == ("won", None, 0)
    last = oracle(arranged(["|Kc"], (13, 13, 13, 12)))
    assert (str(last.move), last.left) == ("1 C", 1)
    assert oracle(Klondike(draw=3, redeals=0).start(4)).verdict.result == "lost"
    small = oracle(Klondike(draw=3).start(1), positions=1000)
    assert (small.verdict.result, small.verdict.reason) == ("unknown", "memory for 1,000 positions is full")


# --- deals that can be won -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("draw", [1, 3])
def test_winnable_deals_can_be_won(draw: int) -> None:
    rules, dice = Klondike(draw=draw), random.Random(1)
    for _ in range(100):
        found = winnable_deal(rules, dice, nodes=60)
        verdict = solve(rules.start(found.number))
        assert verdict.result == "won"
        assert verdict.nodes <= 60, "a small budget finds easy deals only"


def test_a_larger_budget_gives_up_less() -> None:
    rules = Klondike(draw=3)
    given_up = []
    for nodes in (50, 5_000):
        dice = random.Random(2)
        given_up.append(sum(winnable_deal(rules, dice, nodes).unknown for _ in range(100)))
    assert given_up[0] > 5 * given_up[1]


@pytest.mark.parametrize("seed", range(10))
def test_the_fair_choice_passes_no_winnable_deal_by(seed: int) -> None:
    rules = Klondike(draw=3, redeals=0, ranks=3, columns=3)
    found = fair_winnable_deal(rules, random.Random(seed))
    dice = random.Random(seed)
    numbers = [dice.randint(1, 999_999_999) for _ in range(found.tried)]
    assert [winnable(rules.start(number)) for number in numbers] == [False] * (found.tried - 1) + [True]
    assert found.number == numbers[-1]
    assert found.unknown == 0


def test_a_search_for_a_winnable_deal_gives_up() -> None:
    rules = Klondike(columns=1, redeals=0, draw=3)  # hardly any of these can be won
    for find in (winnable_deal, fair_winnable_deal):
        with pytest.raises(KickerError, match="found no winnable deal in 20 tries"):
            find(rules, random.Random(1), most=20)
