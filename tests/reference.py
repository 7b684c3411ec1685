"""Slow and obvious second versions of everything clever; the tests compare both. Nothing here uses kicker."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

Key = tuple[int, tuple[int, ...]]

RANK_LETTERS = "23456789TJQKA"
SUIT_LETTERS = "cdhs"

HIGH_CARD, ONE_PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)


def read(text: str) -> list[tuple[int, str]]:
    """Cards like `Th` or `TH` as (rank from 2 to 14, suit)."""
    return [(RANK_LETTERS.index(word[0].upper()) + 2, word[1].lower()) for word in text.split()]


def number(card: int) -> tuple[int, str]:
    """The card of a number."""
    return card // 4 + 2, SUIT_LETTERS[card % 4]


def five_key(cards: list[tuple[int, str]] | tuple[tuple[int, str], ...]) -> Key:
    """(kind, ranks in tie-break order) of five cards: a larger key is a better hand."""
    ranks = sorted((rank for rank, _ in cards), reverse=True)
    flush = len({suit for _, suit in cards}) == 1
    counts = Counter(ranks)
    by_count = tuple(sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True))
    shape = sorted(counts.values(), reverse=True)
    if len(counts) == 5:
        top = 5 if ranks == [14, 5, 4, 3, 2] else ranks[0] if ranks[0] - ranks[4] == 4 else None
        if top is not None:
            return (STRAIGHT_FLUSH if flush else STRAIGHT), (top,)
        return (FLUSH if flush else HIGH_CARD), by_count
    kinds = {(4, 1): QUADS, (3, 2): FULL_HOUSE, (3, 1, 1): TRIPS, (2, 2, 1): TWO_PAIR, (2, 1, 1, 1): ONE_PAIR}
    return kinds[tuple(shape)], by_count


def best_key(cards: list[tuple[int, str]]) -> Key:
    """The key of the best five of any number of cards."""
    return max(five_key(five) for five in combinations(cards, 5))


def winner(first: str, second: str) -> int:
    """1, 2, or 3 for a tie."""
    one, two = five_key(read(first)), five_key(read(second))
    return 3 if one == two else 1 if one > two else 2


# --- other orders: a larger key is a better hand, None is no hand ----------------------------------------------------

Cards = list[tuple[int, str]] | tuple[tuple[int, str], ...]


def short_deck_key(cards: Cards) -> tuple[int, tuple[int, ...]]:
    """Five cards from six up: a flush beats a full house, and an ace goes below a six."""
    kind, ranks = five_key(cards)
    if sorted(rank for rank, _ in cards) == [6, 7, 8, 9, 14]:
        kind, ranks = (STRAIGHT_FLUSH if kind == FLUSH else STRAIGHT), (9,)
    return {FLUSH: FULL_HOUSE, FULL_HOUSE: FLUSH}.get(kind, kind), ranks


def deuce_to_seven_key(cards: Cards) -> tuple[int, ...]:
    """The usual key upside down, but an ace is always high."""
    kind, ranks = five_key(cards)
    if sorted(rank for rank, _ in cards) == [2, 3, 4, 5, 14]:
        kind, ranks = (FLUSH if kind == STRAIGHT_FLUSH else HIGH_CARD), (14, 5, 4, 3, 2)
    return (-kind, *(-rank for rank in ranks))


def ace_to_five_key(cards: Cards) -> tuple[tuple[int, ...], ...]:
    """Pairs are bad, then high ranks are; suits and rows do not count."""
    counts = Counter(1 if rank == 14 else rank for rank, _ in cards)
    shape = sorted(counts.values(), reverse=True)
    ranks = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    return tuple(-count for count in shape), tuple(-rank for rank in ranks)


def eight_or_better_key(cards: Cards) -> tuple[tuple[int, ...], ...] | None:
    """Five different ranks, none above eight."""
    ranks = {1 if rank == 14 else rank for rank, _ in cards}
    return ace_to_five_key(cards) if len(ranks) == 5 and max(ranks) <= 8 else None


def badugi_key(cards: Cards) -> tuple[int, ...]:
    """The best of all sets without a rank or a suit twice."""
    found = []
    for count in range(1, 5):
        for chosen in combinations(cards, count):
            ranks = sorted({1 if rank == 14 else rank for rank, _ in chosen}, reverse=True)
            if len(ranks) == len({suit for _, suit in chosen}) == count:
                found.append((count, *(-rank for rank in ranks)))
    return max(found)
