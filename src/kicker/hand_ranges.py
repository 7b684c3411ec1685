"""Ranges of hands of four, five or six cards, as Omaha players write them. Hold'em has its own (`ranges.py`).

>>> len(read_hands("AAxx", 4))
6961
>>> len(read_hands("AAxxds, !AAAx", 4))
864

Separate items with commas. Case does not matter, and items are applied from left to right:

    AAxx  KQJT        ranks, x for any card: every hand that holds these
    A[K-T]xx  [AK]QJT a card from king to ten; an ace or a king
    AAxxds KQJTss     double-suited, single-suited; r is rainbow, no suit twice
    AsKsxx AsKsQhJh   given cards
    random            any hand
    top 15%  10%-20%  the best hands by their equity against a random one in the game; 15% is the same as top 15%
    AAxx:0.5  15%@50  any item with a weight
    !AAxxr            removes an item

Double-suited hands have two cards or more in each of two suits, single-suited ones in one suit only.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, product
from math import comb, prod
from typing import Final

from kicker import stopping
from kicker.cards import DECK, RANKS, Card, shorten
from kicker.errors import RangeError

MOST_HANDS: Final = 3_100_000
"""The most hands that the items of a range may list; write a wider one as random."""
FOUR: Final = 4
_AT_ONCE: Final = 2000  # classes of hands between checks for signals

HandCards = tuple[int, ...]
"""The numbers of a hand's cards, the lowest first."""

_SUITS: Final[dict[str, Callable[[list[int]], bool]]] = {
    "": lambda counts: True,
    "ds": lambda counts: sum(count >= 2 for count in counts) >= 2,
    "ss": lambda counts: sum(count >= 2 for count in counts) == 1,
    "r": lambda counts: max(counts) == 1,
}
"""The suffixes after the ranks, and the numbers of cards per suit that each one allows."""
_ELEMENT: Final = r"(?:\[[^\]]*\]|10|[2-9tjqkax])"
_RANKS_ALONE: Final = re.compile(rf"({_ELEMENT}+?)(ds|ss|r|)")
_WITH_SUITS: Final = re.compile(rf"((?:{_ELEMENT}[cdhs]?)+?)(ds|ss|r|)")
_PIECE: Final = re.compile(rf"({_ELEMENT})([cdhs]?)")
_SPAN: Final = re.compile(r"(10|[2-9tjqka])(?:-(10|[2-9tjqka]))?")
_ITEM: Final = re.compile(r"(!?)([^:@]*)(?:[:@](\d*\.?\d+)(%?))?")
_SLICE: Final = re.compile(r"(?:top)?(?:(\d*\.?\d+)%?-)?(\d*\.?\d+)%")
_EXAMPLES: Final = {4: "AAxx, KQJTss, A[K-T]xx or AsKsQhJh", 5: "AAxxx or KQJTxds", 6: "AAxxxx or KQJTxxds"}


def read_hands(text: str, size: int, deck: Sequence[Card] = DECK, percentages: str = "") -> dict[HandCards, float]:
    """Return the hands of a range with their weights.

    Percentages go by a table of `omaha_order`, the one that `Game.percentages` names.
    """
    found: dict[HandCards, float] = {}
    count = _Count(text)
    together = re.sub(r"(?i)\btop\s+(?=[\d.])", "top", text.strip())
    items = [item for item in re.split(r"[,;\s]+(?![^\[]*\])", together) if item]
    if not items:
        raise RangeError("the range is empty; write random for any hand", "empty")
    for item in items:
        parts = _ITEM.fullmatch(item.lower().replace("*", "x"))
        if parts is None:
            raise _unreadable(item, size)
        away, what, number, percent = parts.groups()
        weight = 0.0 if away else _weight(item, number, percent)
        for hand in _hands_of(item, what, size, deck, percentages, count):
            found[hand] = weight
    return found if all(found.values()) else {hand: weight for hand, weight in found.items() if weight}


class _Count:
    """The number of hands listed so far; a hand that two items list counts twice, because both take time."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._hands = 0

    def add(self, hands: int) -> None:
        """Count hands before they are listed; a signal ends the reading here."""
        stopping.check()
        self._hands += hands
        if self._hands > MOST_HANDS:
            raise RangeError(
                f"{shorten(self._text)} lists more than {MOST_HANDS:,} hands: write random for any hand", "size"
            )


def _weight(item: str, number: str | None, percent: str) -> float:
    if number is None:
        return 1.0
    value = float(number)
    value = value / 100 if percent or value > 1 else value
    if not 0 <= value <= 1:
        raise RangeError(f"a weight is from 0 to 1, or from 0% to 100%: {shorten(item)}", "weight")
    return value


def _hands_of(
    item: str, what: str, size: int, deck: Sequence[Card], percentages: str, count: _Count
) -> Iterable[HandCards]:
    if sliced := _SLICE.fullmatch(what):
        if len(deck) != len(DECK):
            raise RangeError(f"percentages need a deck of 52 cards: write {shorten(item)} as hands", "size")
        if not percentages:
            raise RangeError(f"the game has no order of hands for percentages: write {shorten(item)} as hands", "size")
        return _best(item, float(sliced[1] or 0), float(sliced[2]), size, percentages, count)
    if what in ("random", "any", "all"):
        what = "x" * size
    for pattern in (_RANKS_ALONE, _WITH_SUITS):
        parts = pattern.fullmatch(what)
        pieces = _PIECE.findall(parts[1]) if parts else []
        if parts and parts[2]:  # AAds: a suffix is about the whole hand, so the other cards are any cards
            pieces += [("x", "")] * (size - len(pieces))
        if parts and len(pieces) == size:
            return _matching(item, pieces, parts[2], deck, count)
    if pieces:
        cards = f"{len(pieces)} card{'' if len(pieces) == 1 else 's'}"
        raise RangeError(f"{shorten(item)} has {cards}: write {size}, as in {_EXAMPLES[size]}", "size")
    raise _unreadable(item, size)


def _unreadable(item: str, size: int) -> RangeError:
    return RangeError(f"cannot read {shorten(item)}: write hands like {_EXAMPLES[size]}", "text")


# --- patterns --------------------------------------------------------------------------------------------------------


def _matching(
    item: str, pieces: list[tuple[str, str]], suits: str, deck: Sequence[Card], count: _Count
) -> set[HandCards]:
    """Return the hands that hold a card for every part of a pattern."""
    in_deck = {card.rank for card in deck}
    ranks = [_ranks(item, piece, in_deck) for piece, _ in pieces]
    suited = [(allowed, suit) for allowed, (_, suit) in zip(ranks, pieces, strict=True) if suit]
    free = [allowed for allowed, (_, suit) in zip(ranks, pieces, strict=True) if not suit]
    options = [[Card(f"{RANKS[rank - 2]}{suit}") for rank in allowed] for allowed, suit in suited]
    sets = _rank_sets(free)
    count.add(prod(map(len, options)) * sum(prod(comb(4, same) for same in Counter(found).values()) for found in sets))
    seen: set[HandCards] = set()
    fits = _SUITS[suits]
    for given in product(*options):
        stopping.check()
        if len(set(given)) < len(given):
            continue
        for found in sets:
            stopping.check()
            for cards in _with_suits(found, given, deck):
                if suits and not fits(_suit_counts(cards)):
                    continue
                seen.add(cards)
    return seen


def _suit_counts(cards: HandCards) -> list[int]:
    counts = [0, 0, 0, 0]
    for card in cards:
        counts[card & 3] += 1
    return counts


def _ranks(item: str, piece: str, in_deck: set[int]) -> list[int]:
    """Return the ranks that one part of a pattern allows."""
    if piece == "x":
        return sorted(in_deck)
    inside = piece.strip("[]")
    spans = [span.groups() for span in _SPAN.finditer(inside)]
    if not spans or "".join(span[0] for span in _SPAN.finditer(inside)) != re.sub(r"[,\s]", "", inside):
        raise RangeError(f"cannot read {piece!r} in {shorten(item)}: write ranks like [K-T] or [AKQ]", "text")
    found: set[int] = set()
    for one, two in spans:
        ends = sorted(_rank(rank) for rank in (one, two or one))
        found |= set(range(ends[0], ends[1] + 1))
    if not found <= in_deck:
        missing = RANKS[min(found - in_deck) - 2]
        raise RangeError(f"{shorten(item)} needs a {missing}, which is not in the deck", "deck")
    return sorted(found)


def _rank(text: str) -> int:
    return 10 if text == "10" else RANKS.index(text.upper()) + 2


def _rank_sets(allowed: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    """Return all combinations of ranks, one from each set of allowed ranks, no rank more than four times."""
    found: set[tuple[int, ...]] = {()}
    for ranks in allowed:
        found = {tuple(sorted((*made, rank))) for made in found for rank in ranks if made.count(rank) < FOUR}
    return sorted(found)


def _with_suits(ranks: tuple[int, ...], given: Sequence[Card], deck: Sequence[Card]) -> Iterator[HandCards]:
    """Yield all hands with these ranks besides the given cards."""
    held = set(given)
    choices = [
        combinations([4 * (rank - 2) + suit for suit in range(4) if 4 * (rank - 2) + suit not in held], count)
        for rank, count in Counter(ranks).items()
    ]
    for chosen in product(*choices):
        yield tuple(sorted([*map(int, given), *(card for cards in chosen for card in cards)]))


# --- percentages -----------------------------------------------------------------------------------------------------


def _best(item: str, above: float, below: float, size: int, table: str, count: _Count) -> Iterator[HandCards]:
    """Yield the hands between two percentages, best first, in whole classes of hands that differ only in suits."""
    if not 0 <= above < below <= 100:
        raise RangeError(f"a percentage is from 0% to 100%, the smaller first: {shorten(item)}", "share")
    import numpy as np

    from kicker.omaha_order import all_suits, omaha_order

    order, every = omaha_order(table), comb(len(DECK), size)
    if order.hands.shape[1] != size:
        raise RangeError(f"the table {table!r} has hands of {order.hands.shape[1]} cards, not of {size}", "size")
    places = 100 * (np.cumsum(order.sizes) - order.sizes / 2) / every
    chosen = (places > above) & (places <= below)
    hands = int(order.sizes[chosen].sum())
    if hands > MOST_HANDS:
        most = int(100 * MOST_HANDS / every)
        message = f"{shorten(item)} is more than {MOST_HANDS:,} hands of {size} cards: take {most}% of them or fewer"
        raise RangeError(message, "size")
    count.add(hands)
    best = order.hands[chosen]
    for start in range(0, len(best), _AT_ONCE):
        stopping.check()
        yield from map(tuple, all_suits(best[start : start + _AT_ONCE]).tolist())
