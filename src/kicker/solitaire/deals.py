"""Deals by number: a number gives the same order of cards everywhere, in every version and every language.

>>> numbered_deck(1)[:4]
[Card('7h'), Card('9s'), Card('4h'), Card('8d')]

docs/klondike.md has the recipe. Python's own generator is not used, because its shuffle may change.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kicker.cards import Card
from kicker.errors import KickerError, quoted
from kicker.solitaire.piles import SUIT_ORDER, card_of

LAST_NUMBER: Final = 2**63 - 1
"""The highest number of a deal; the lowest is 1."""

_WORD: Final = 2**64


def splitmix64(state: int) -> Iterator[int]:
    """Yield the 64-bit numbers that the SplitMix64 generator makes from a 64-bit state, without end."""
    while True:
        state = (state + 0x9E3779B97F4A7C15) % _WORD
        mixed = state
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9 % _WORD
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB % _WORD
        yield mixed ^ (mixed >> 31)


def ordered_deck(ranks: int = 13) -> list[Card]:
    """Return the cards from ace to king of spades, hearts, diamonds and clubs; with fewer ranks, only the lowest of
    them."""
    return [card_of(suit, rank) for suit in SUIT_ORDER for rank in range(1, ranks + 1)]


def numbered_deck(number: int, ranks: int = 13) -> list[Card]:
    """Return the deck of a numbered deal, in dealing order."""
    if type(number) is not int or not 1 <= number <= LAST_NUMBER:
        raise KickerError(f"there is no deal {quoted(number)}; deals are numbered from 1 to {LAST_NUMBER}", "deal")
    source = splitmix64(number)
    deck = ordered_deck(ranks)
    for last in range(len(deck) - 1, 0, -1):
        place = _below(last + 1, source)
        deck[last], deck[place] = deck[place], deck[last]
    return deck


def _below(bound: int, source: Iterator[int]) -> int:
    """Return a number from 0 to `bound` - 1, all equally likely: words from the last, incomplete round are dropped."""
    limit = _WORD - _WORD % bound
    return next(word for word in source if word < limit) % bound
