"""Everything that can be counted is counted: all hands, all strengths."""

import random
from collections import Counter
from itertools import chain, combinations
from math import comb

import numpy as np
import pytest

from kicker.hands import Category, Strength, evaluate, evaluate_many, strength_counts
from tests import reference

FIVE = {
    "HIGH_CARD": 1_302_540,
    "ONE_PAIR": 1_098_240,
    "TWO_PAIR": 123_552,
    "THREE_OF_A_KIND": 54_912,
    "STRAIGHT": 10_200,
    "FLUSH": 5_108,
    "FULL_HOUSE": 3_744,
    "FOUR_OF_A_KIND": 624,
    "STRAIGHT_FLUSH": 36 + 4,
}
SIX = {
    "HIGH_CARD": 6_612_900,
    "ONE_PAIR": 9_730_740,
    "TWO_PAIR": 2_532_816,
    "THREE_OF_A_KIND": 732_160,
    "STRAIGHT": 361_620,
    "FLUSH": 205_792,
    "FULL_HOUSE": 165_984,
    "FOUR_OF_A_KIND": 14_664,
    "STRAIGHT_FLUSH": 1_656 + 188,
}
SEVEN = {
    "HIGH_CARD": 23_294_460,
    "ONE_PAIR": 58_627_800,
    "TWO_PAIR": 31_433_400,
    "THREE_OF_A_KIND": 6_461_620,
    "STRAIGHT": 6_180_020,
    "FLUSH": 4_047_644,
    "FULL_HOUSE": 3_473_184,
    "FOUR_OF_A_KIND": 224_848,
    "STRAIGHT_FLUSH": 37_260 + 4_324,
}


def all_hands(size: int) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    flat = np.fromiter(chain.from_iterable(combinations(range(52), size)), np.uint8, comb(52, size) * size)
    return flat.reshape(-1, size)


@pytest.mark.req("C-02", "C-05", "C-06", "B000-1", "B001-1", "B001-3", "B004-3", "B000-2", "R000-25")
@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.long)], ids=["some suits", "all suits"])
def test_all_five_card_hands_against_the_slow_evaluator(every: bool) -> None:
    """Each strength stands for one key of the slow evaluator, and both are in the same order.

    2,598,960 hands, or those in which a new suit is always the first one that was not there yet.
    """
    hands = all_hands(5)
    if not every:
        suits = hands & 3
        highest = np.maximum.accumulate(suits, axis=1)
        hands = hands[(suits[:, 0] == 0) & (suits[:, 1:] <= highest[:, :-1] + 1).all(axis=1)]
    cards = [reference.number(card) for card in range(52)]
    by_key: dict[reference.Key, int] = {}
    for hand, strength in zip(hands.tolist(), evaluate_many(hands).tolist(), strict=True):
        assert by_key.setdefault(reference.five_key(tuple(cards[card] for card in hand)), strength) == strength
    in_order = sorted(by_key)
    assert [by_key[key] for key in in_order] == list(range(1, 7463))
    assert [Strength(by_key[key]).category for key in in_order] == [key[0] for key in in_order]


@pytest.mark.req("C-06", "C-02")
@pytest.mark.parametrize(
    ("size", "categories", "royals", "distinct"), [(5, FIVE, 4, 7462), (6, SIX, 188, 6075), (7, SEVEN, 4_324, 4824)]
)
def test_category_counts(size: int, categories: dict[str, int], royals: int, distinct: int) -> None:
    counts = strength_counts(size)
    by_category: Counter[str] = Counter()
    for number, count in enumerate(counts[1:], start=1):
        by_category[Strength(number).category.name] += count
    assert by_category == categories
    assert counts[7462] == royals
    assert sum(counts) == comb(52, size)
    assert sum(count > 0 for count in counts) == distinct
    assert counts[0] == 0


@pytest.mark.parametrize(
    ("size", "cards", "dead"),
    [
        (5, "As", ""),
        (5, "As Ks Qs", "2c 3c"),
        (5, "As Ks Qs Js Ts", ""),
        (6, "2c 2d 7h", "As"),
        (7, "As Kd 9h 4c", ""),
        (7, "As Kd 9h 4c Ts", "Js"),
        (7, "As Ks Qs Js 9s 2d", ""),
        (6, "9s 8s 7s 6s", "5s"),
    ],
)
def test_counting_completions_equals_doing_it_slowly(size: int, cards: str, dead: str) -> None:
    known = [int(reference.RANK_LETTERS.index(w[0]) * 4 + reference.SUIT_LETTERS.index(w[1])) for w in cards.split()]
    gone = [int(reference.RANK_LETTERS.index(w[0]) * 4 + reference.SUIT_LETTERS.index(w[1])) for w in dead.split()]
    free = [card for card in range(52) if card not in known and card not in gone]
    expected: Counter[int] = Counter(evaluate([*known, *more]) for more in combinations(free, size - len(known)))
    counts = strength_counts(size, cards, dead)
    assert {number: count for number, count in enumerate(counts) if count} == expected


@pytest.mark.parametrize("size", [6, 7])
def test_random_hands_are_worth_their_best_five(size: int) -> None:
    """3,000 hands against the slow evaluator; the long tests have all of them."""
    source = random.Random(size)
    for _ in range(3_000):
        hand = source.sample(range(52), size)
        key = reference.best_key([reference.number(card) for card in hand])
        strength = evaluate(hand)
        assert strength.category == key[0]
        assert tuple(dict.fromkeys(strength.ranks))[: len(key[1])] == key[1]


@pytest.mark.long
@pytest.mark.parametrize("size", [6, 7])
def test_all_hands_are_worth_the_best_of_their_fives(size: int) -> None:
    """All 20,358,520 hands of six cards and all 133,784,560 of seven, in slices by their first two cards."""
    seen = 0
    for first, second in combinations(range(52), 2):
        rest = all_combinations(range(second + 1, 52), size - 2)
        hands = np.empty((len(rest), size), np.uint8)
        hands[:, 0], hands[:, 1], hands[:, 2:] = first, second, rest
        best = np.zeros(len(hands), np.uint16)
        for five in combinations(range(size), 5):
            np.maximum(best, evaluate_many(hands[:, five]), out=best)
        assert np.array_equal(evaluate_many(hands), best)
        seen += len(hands)
    assert seen == comb(52, size)


def all_combinations(cards: range, size: int) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    count = comb(len(cards), size)
    return np.fromiter(chain.from_iterable(combinations(cards, size)), np.uint8, count * size).reshape(-1, size)


def test_categories_of_strengths() -> None:
    sizes = Counter(Strength(number).category for number in range(1, 7463))
    assert sizes == dict(zip(Category, (1277, 2860, 858, 858, 10, 1277, 156, 156, 10), strict=True))
