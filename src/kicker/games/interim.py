"""Orders of hands other than the usual one, slow and plain, until compiled ones take their place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Final

from kicker.cards import Card
from kicker.games.game import Order, Worth
from kicker.hands import evaluate

_LETTERS = "?A23456789TJQKA"


def _number(places: Sequence[int]) -> int:
    value = 0
    for place in places:
        value = 16 * value + place
    return value


def _short_deck(cards: Sequence[Card]) -> Worth:
    return max(map(_short_five, combinations(cards, 5)))


def _short_five(cards: Sequence[Card]) -> Worth:
    counts = Counter(card.rank for card in cards)
    groups = sorted(((count, rank) for rank, count in counts.items()), reverse=True)
    ranks = [rank for _, rank in groups]
    shape = [count for count, _ in groups]
    flush = len({card.suit for card in cards}) == 1
    straight = shape == [1] * 5 and (ranks[0] - ranks[4] == 4 or ranks == [14, 9, 8, 7, 6])
    if straight and ranks[1] == 9:
        ranks = [9, 8, 7, 6, 5]
    kinds = [[1] * 5, [2, 1, 1, 1], [2, 2, 1], [3, 1, 1], "straight", [3, 2], "flush", [4, 1], "straight flush"]
    if flush or straight:
        kind = kinds.index("straight flush" if flush and straight else "flush" if flush else "straight")
    else:
        kind = kinds.index(shape)
    return Worth(_number([kind, *ranks, *[0] * (5 - len(ranks))]), "short deck hand")


def _deuce_to_seven(cards: Sequence[Card]) -> Worth:
    return max(map(_deuce_five, combinations(cards, 5)))


def _deuce_five(cards: Sequence[Card]) -> Worth:
    ranks = sorted((card.rank for card in cards), reverse=True)
    high = 2 * evaluate(cards)
    if ranks == [14, 5, 4, 3, 2]:
        flush = len({card.suit for card in cards}) == 1
        high = 2 * evaluate("Ac 6c 4c 3c 2c" if flush else "Ac 6d 4c 3c 2c") - 1
    return Worth(20_000 - high, "-".join(_LETTERS[rank] for rank in ranks) + " low")


def _low(cards: Sequence[Card]) -> list[tuple[int, int]]:
    counts = Counter(1 if card.rank == 14 else card.rank for card in cards)
    return sorted(((count, rank) for rank, count in counts.items()), reverse=True)


def _ace_to_five(cards: Sequence[Card]) -> Worth:
    return max(map(_ace_five, combinations(cards, 5)))


def _ace_five(cards: Sequence[Card]) -> Worth:
    groups = _low(cards)
    places = [place for group in groups for place in group]
    words = "-".join(_LETTERS[rank] for _, rank in groups)
    return Worth(16**10 - _number([*places, *[0] * (10 - len(places))]), f"{words} low")


def _eight_or_better(cards: Sequence[Card]) -> Worth | None:
    ranks = sorted({1 if card.rank == 14 else card.rank for card in cards})[:5]
    if len(ranks) < 5 or ranks[4] > 8:
        return None
    return Worth(16**5 - _number(ranks[::-1]), "-".join(_LETTERS[rank] for rank in reversed(ranks)) + " low")


def _badugi(cards: Sequence[Card]) -> Worth:
    best = Worth(0, "")
    for size in range(1, 5):
        for chosen in combinations(cards, size):
            ranks = sorted((1 if card.rank == 14 else card.rank for card in chosen), reverse=True)
            if len(set(ranks)) == len({card.suit for card in chosen}) == size:
                words = "-".join(_LETTERS[rank] for rank in ranks)
                worth = Worth((size + 1) * 16**4 - _number(ranks), f"{size}-card badugi, {words}")
                best = max(best, worth)
    return best


SHORT_DECK: Final = Order("short deck", _short_deck)
DEUCE_TO_SEVEN: Final = Order("deuce-to-seven", _deuce_to_seven)
ACE_TO_FIVE: Final = Order("ace-to-five", _ace_to_five)
EIGHT_OR_BETTER: Final = Order("eight or better", _eight_or_better)
BADUGI: Final = Order("badugi", _badugi)
