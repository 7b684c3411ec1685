"""Cards drawn with characters, seven wide and five high: the same wherever cards are drawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest

from kicker.cards import SYMBOL, Card
from kicker.ui.style import paint

WIDTH = 7
BACK = "░" * WIDTH


def card_lines(card: Card) -> list[str]:
    """The five lines of a card that lies open, hearts and diamonds in red."""
    text = SYMBOL.format(card)
    rank, suit = text[:-1], text[-1]
    lines = ["┌─────┐", f"│{rank:<5}│", f"│  {suit}  │", f"│{rank:>5}│", "└─────┘"]
    return [paint(line, "red" if card.is_red else None) for line in lines]


def column_lines(covered: int, uncovered: Sequence[Card]) -> list[str]:
    """A column of cards that lie on each other: one line of each back, two of each card but the last."""
    lines = [BACK] * covered
    for card in uncovered[:-1]:
        lines += card_lines(card)[:2]
    return lines + (card_lines(uncovered[-1]) if uncovered else [])


def side_by_side(columns: Iterable[list[str]]) -> list[str]:
    """Columns of lines next to each other."""
    return [" ".join(row).rstrip() for row in zip_longest(*columns, fillvalue=" " * WIDTH)]
