"""Five-card draw: exact odds against brute force, and a game whose best strategy has a known value."""

import random
from functools import cache
from itertools import chain, combinations
from math import comb
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kicker.cards import DECK, SHORT, Card, parse_cards
from kicker.discards import best_discard, draw_odds
from kicker.errors import CardError, HandError
from kicker.hands import Category, Strength, evaluate, evaluate_many, strength_counts

Array = np.ndarray[Any, np.dtype[Any]]


@cache
def fives() -> Array:
    """All ways to take five of 47 things, by their numbers."""
    return np.fromiter(chain.from_iterable(combinations(range(47), 5)), np.uint8, 5 * comb(47, 5)).reshape(-1, 5)


def brute(hand: list[Card], thrown: list[Card]) -> tuple[int, int]:
    """Wins and ties of every draw against every hand that an opponent may hold then, one after the other."""
    kept = [card for card in hand if card not in thrown]
    rest = [card for card in DECK if card not in hand]
    opponents = np.array(rest, np.uint8)[fives()]
    theirs = evaluate_many(opponents)
    order = np.argsort(theirs)
    opponents, theirs = opponents[order], theirs[order]
    holds = {card: (opponents == card).any(axis=1) for card in rest}
    wins = ties = 0
    for drawn in combinations(rest, len(thrown)):
        free = ~np.logical_or.reduce([holds[card] for card in drawn]) if drawn else np.ones(len(opponents), bool)
        ours = evaluate([*kept, *drawn])
        low, high = np.searchsorted(theirs, [ours, ours + 1])
        wins += int(np.count_nonzero(free[:low]))
        ties += int(np.count_nonzero(free[low:high]))
    return wins, ties


def counts_of(hand: str, thrown: str) -> tuple[int, int]:
    """Wins and ties as numbers of pairs of a draw and an opponent's hand."""
    odds, size = draw_odds(hand, thrown), len(thrown.split())
    pairs = comb(47, size) * comb(47 - size, 5)
    return round(odds.win * pairs), round(odds.tie * pairs)


@pytest.mark.parametrize(
    ("hand", "thrown"),
    [
        ("4C 9S 4H 3D 2D", ""),
        pytest.param("Ah Kh Qh Jh 2c", "2c", marks=pytest.mark.long),
        pytest.param("2s 3s 4s 5s As", "2s", marks=pytest.mark.long),
        pytest.param("4C 9S 4H 3D 2D", "9S", marks=pytest.mark.long),
        ("9c 9d Kh Ks 2c", "2c"),
        pytest.param("Ks Kd 7h 4c 2s", "4c 2s", marks=pytest.mark.long),
        pytest.param("5h 6h 7h 8h 9h", "5h 9h", marks=pytest.mark.long),
        pytest.param("Ah Kh Qh Jh 2c", "Qh Jh 2c", marks=pytest.mark.long),
    ],
)
def test_draws_by_brute_force(hand: str, thrown: str) -> None:
    assert counts_of(hand, thrown) == brute(parse_cards(hand), parse_cards(thrown))


@pytest.mark.parametrize(
    ("hand", "thrown", "wins", "ties"),
    [
        ("Ah Kh Qh Jh 2c", "Qh Jh 2c", 11_671_512_461, 1_743_978),
        ("2s 3s 4s 5s As", "2s 3s 4s", 10_174_310_206, 1_747_698),
        ("7c 7d 7h 2s 2c", "7h 2s 2c", 12_650_388_408, 0),
        ("9c 9d 9h 9s 2c", "9h 9s 2c", 13_402_361_408, 0),
        ("Ks Kd 7h 4c 2s", "7h 4c 2s", 15_972_250_005, 256_500),
        ("Ks Kd 7h 4c 2s", "Kd 7h 4c 2s", 92_322_617_920, 12_172_224),
        ("2s 3s 4s 5s As", "2s 3s 4s 5s", 106_400_975_037, 15_517_776),
        ("Ah Kh Qh Jh 2c", "Kh Qh Jh 2c", 106_373_633_373, 15_515_568),
        ("5h 6h 7h 8h 9h", "5h 6h 7h 8h", 85_014_594_435, 15_517_776),
        ("5h 6h 7h 8h 9h", "5h 6h 7h 8h 9h", 652_381_589_244, 109_642_764),
        ("Ah Kh Qh Jh 2c", "Ah Kh Qh Jh 2c", 652_381_553_088, 109_715_076),
    ],
)
def test_three_cards_and_more_as_they_were_counted_hand_by_hand(hand: str, thrown: str, wins: int, ties: int) -> None:
    """The figures are those of a kernel that added all opponents' hands one by one in the order of their strength."""
    assert counts_of(hand, thrown) == (wins, ties)


@given(st.lists(st.sampled_from(DECK), min_size=5, max_size=5, unique=True))
@settings(max_examples=30)
def test_names_of_suits_do_not_matter(hand: list[Card]) -> None:
    turned = [DECK[card & ~3 | (card + 1) & 3] for card in hand]
    shares = [sorted((odds.win, odds.tie) for odds in best_discard(cards, max_draw=5)) for cards in (hand, turned)]
    assert shares[0] == shares[1]


@given(st.lists(st.sampled_from(DECK), min_size=5, max_size=5, unique=True))
@settings(max_examples=5)
def test_all_ways_at_once_agree_with_one_by_one(hand: list[Card]) -> None:
    choices = best_discard(hand, max_draw=2)
    assert len(choices) == 1 + 5 + 10
    assert [choice.share for choice in choices] == sorted((choice.share for choice in choices), reverse=True)
    for choice in choices[::5]:
        assert draw_odds(hand, choice.discards) == choice
        assert sorted([*choice.discards, *choice.kept]) == sorted(hand)
        assert sum(choice.categories) == pytest.approx(1)
        counts = strength_counts(5, choice.kept, choice.discards)
        pairs = sum(
            count for number, count in enumerate(counts) if count and Strength(number).category is Category.ONE_PAIR
        )
        assert choice.categories[Category.ONE_PAIR] == pytest.approx(pairs / sum(counts))


@pytest.mark.parametrize(
    ("hand", "max_draw", "thrown"),
    [
        ("4C 9S 4H 3D 2D", 3, "9s 3d 2d"),
        ("As Ks Qs Js Ts", 3, ""),
        ("7c 7d 7h 2s 2c", 3, ""),
        ("Ah Kh Qh Jh 2c", 3, "2c"),
        ("9c 9d 9h Ks 2c", 3, "Ks 2c"),
        ("9c 9d Kh Ks 2c", 3, "2c"),
        ("2c 4d 7h 9s Jc", 5, "2c 4d 7h 9s"),
    ],
)
def test_what_everybody_would_throw(hand: str, max_draw: int, thrown: str) -> None:
    assert SHORT.format_cards(best_discard(hand, max_draw)[0].discards) == thrown


def test_throwing_everything_is_a_new_hand() -> None:
    odds = draw_odds("2c 4d 7h 9s Jc", "2c 4d 7h 9s Jc")
    assert odds.share == pytest.approx(0.5, abs=1e-12)  # two random hands from the same 47 cards


@pytest.mark.parametrize(
    ("hand", "thrown", "kind"),
    [
        ("As Ks", "", HandError),
        ("As Ks Qs Js Ts 9s", "", HandError),
        ("As As Qs Js Ts", "", HandError),
        ("As Ks Qs Js Ts", "2c", HandError),
        ("As Ks Qs Js Ts", "As As", HandError),
        ("As Ks Qs Js Tx", "", CardError),
    ],
)
def test_what_cannot_be_thrown(hand: str, thrown: str, kind: type[Exception]) -> None:
    with pytest.raises(kind):
        draw_odds(hand, thrown)


def test_draws_have_limits() -> None:
    for wrong in (-1, 6, 2.5, "3"):
        with pytest.raises(HandError, match="max_draw must be a whole number from 0 to 5, not"):
            best_discard("As Ks Qs Js Ts", max_draw=wrong)  # type: ignore[arg-type]


# --- a game with a known best strategy -------------------------------------------------------------------------------

PAYOUTS = {
    Category.STRAIGHT_FLUSH: 50,
    Category.FOUR_OF_A_KIND: 25,
    Category.FULL_HOUSE: 9,
    Category.FLUSH: 6,
    Category.STRAIGHT: 4,
    Category.THREE_OF_A_KIND: 3,
    Category.TWO_PAIR: 2,
}


def payout(number: int) -> int:
    """9/6 Jacks or Better: what a final hand pays."""
    strength = Strength(number)
    if strength.is_royal:
        return 800
    if strength.category is Category.ONE_PAIR:
        return int(strength.ranks[0] >= 11)
    return PAYOUTS.get(strength.category, 0)


def worth_of_discards() -> tuple[Array, Array]:
    """All hands, and what each of the 32 ways to keep some of their cards is worth.

    What hands with certain cards pay together is counted once for all. The hands that keep some cards and hold none of
    the discards are then counted by inclusion and exclusion.
    """
    hands = np.fromiter(chain.from_iterable(combinations(range(52), 5)), np.int64, 5 * comb(52, 5)).reshape(-1, 5)
    pays = np.array([0, *map(payout, range(1, 7463))], float)[evaluate_many(hands.astype(np.uint8))]
    choose = np.array([[comb(card, size) for card in range(52)] for size in range(6)])
    places = [[place for place in range(5) if keep >> place & 1] for keep in range(32)]
    numbers = np.zeros((32, len(hands)), int)  # those of the kept cards among all sets of as many cards
    together = [np.zeros(comb(52, size)) for size in range(6)]
    for number, kept in zip(numbers, places, strict=True):
        for size, place in enumerate(kept):
            number += choose[size + 1][hands[:, place]]
        together[len(kept)] += np.bincount(number, pays, len(together[len(kept)]))
    worth = np.array([together[len(kept)][number] for number, kept in zip(numbers, places, strict=True)])
    for place in range(5):
        for keep in range(32):
            if not keep >> place & 1:
                worth[keep] -= worth[keep | 1 << place]
    return hands, worth / [[comb(47, 5 - len(kept))] for kept in places]


@pytest.mark.long
def test_jacks_or_better_is_worth_what_is_known() -> None:
    """The best of all 32 discards for every hand; some results are checked with `strength_counts`."""
    hands, worth = worth_of_discards()
    assert worth.max(axis=0).mean() == pytest.approx(0.995439043697, abs=1e-11)
    pays = np.array([0, *map(payout, range(1, 7463))])
    for number in random.Random(5).sample(range(len(hands)), 1000):
        for keep in range(32):
            kept = [DECK[card] for place, card in enumerate(hands[number]) if keep >> place & 1]
            thrown = [DECK[card] for place, card in enumerate(hands[number]) if not keep >> place & 1]
            counts = np.array(strength_counts(5, kept, thrown))
            assert counts @ pays / counts.sum() == pytest.approx(worth[keep, number], abs=1e-11)
