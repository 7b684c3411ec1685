"""Percentages of short deck: the order of its hands, and every place that reads them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from math import comb
from typing import Any

import numpy as np
import pytest

from kicker.cards import DECK, Card
from kicker.combos import COMBOS, SHORT_BY_EQUITY, class_of
from kicker.errors import RangeError
from kicker.games import GAMES
from kicker.hands import evaluate_many
from kicker.kinds import count_kinds
from kicker.ranges import Range
from kicker.shares import read_seat
from kicker.solver import Spot
from kicker.ui.web.study.ranges import AskedRange, grid_range

SHORT = GAMES["short-deck"]


def test_a_share_of_short_deck_is_one_of_its_630_hands() -> None:
    before = Range()
    for percent in range(101):
        made = Range(f"top {percent}%", SHORT.deck)
        assert abs(made.total - percent * 6.30) <= 6  # half of the largest class
        assert made & before == before
        before = made
    assert before == Range("random").without(DECK[:16])
    assert Range("10%-20%", SHORT.deck) == Range("top 20%, !top 10%", SHORT.deck)
    assert "JTs" in Range("top 20%", SHORT.deck)
    assert "66" not in Range("top 90%", SHORT.deck)


def test_a_share_of_another_deck_is_refused() -> None:
    with pytest.raises(RangeError, match="a share needs a deck of 52 cards, or of 36 from six to ace"):
        Range("top 10%", DECK[:20])
    assert Range("AKs", DECK[20:]) == Range("AKs")


@pytest.mark.long
def test_the_order_of_short_deck_is_that_of_the_exact_equities() -> None:
    """All boards that differ in more than the names of suits, every hand against every other."""
    hands = np.array([combo for combo in COMBOS if set(combo) <= set(SHORT.deck)], np.uint8)
    apart = (hands[:, None, :, None] != hands[None, :, None, :]).all(axis=(2, 3))
    points, met = np.zeros(len(hands), np.int64), np.zeros(len(hands), np.int64)
    for board, times in boards_of(SHORT.deck):
        free = np.nonzero(~np.isin(hands, board).any(axis=1))[0]
        cards = np.concatenate([hands[free], np.tile(board, (len(free), 1))], axis=1)
        strength = evaluate_many(cards, threads=1, order="short-deck").astype(np.int16)
        pairs = apart[np.ix_(free, free)]
        points[free] += times * (np.sign(strength[:, None] - strength) * pairs).sum(axis=1)
        met[free] += times * pairs.sum(axis=1)
    won: Counter[str] = Counter()
    dealt: Counter[str] = Counter()
    for hand, more, opponents in zip(hands.tolist(), points.tolist(), met.tolist(), strict=True):
        won[class_of(*hand)] += more
        dealt[class_of(*hand)] += opponents
    assert dealt["AA"] == 6 * comb(34, 2) * comb(32, 5)
    equities = {name: Fraction(won[name], dealt[name]) for name in won}
    assert sorted(equities, key=equities.__getitem__, reverse=True) == list(SHORT_BY_EQUITY)


def boards_of(deck: Sequence[Card]) -> Iterator[tuple[Any, int]]:
    """A board of each kind that differs only in the names of suits, and the number of boards of this kind."""
    boards = np.array(list(combinations(map(int, deck), 5)), np.int64)
    places = 52 ** np.arange(5)
    kinds = np.min(
        [np.sort(boards - (boards & 3) + np.array(suits)[boards & 3]) @ places for suits in permutations(range(4))],
        axis=0,
    )
    _, first, times = np.unique(kinds, return_index=True, return_counts=True)
    yield from zip(boards[first].astype(np.uint8), times.tolist(), strict=True)


def test_every_reader_of_short_deck_takes_its_order() -> None:
    best = Range("top 10%", SHORT.deck)
    assert (len(best), len(Range("top 10%"))) == (58, 134)
    assert len(read_seat(SHORT, "top 10%").hands) == 58
    assert count_kinds("top 10%", "9s 8s 7c", game=SHORT).hands == len(best.without("9s 8s 7c"))
    assert grid_range(AskedRange(game=SHORT.name, text="top 10%", weights=None), SHORT)["combos"] == 58
    assert Spot("top 10%", "AA", "9s8s7c", 100, 100, order="short-deck").oop == best
    assert Spot("top 10%", "AA", "9s8s7c", 100, 100).oop == Range("top 10%")
