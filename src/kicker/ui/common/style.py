"""Colour, only on a terminal and unless NO_COLOR is set."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable

import click

from kicker.cards import SHORT, Card, Notation


def has_colour() -> bool:
    """Return True if standard output is a terminal whose user wants colour."""
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return wanted and sys.stdout is not None and sys.stdout.isatty()


def paint(text: str, colour: str | None = None, *, bold: bool = False, dim: bool = False) -> str:
    """Return the text in a colour, if colour is on."""
    if not (colour or bold or dim) or not has_colour():
        return text
    return click.style(text, fg=colour, bold=bold or None, dim=dim or None)


FOUR_COLOURS = {"c": "green", "d": "blue", "h": "red", "s": None}


def suit_colour(card: Card, *, four_colour: bool = False) -> str | None:
    """Return the colour of a card: red for hearts and diamonds, or one for each suit."""
    return FOUR_COLOURS[card.suit] if four_colour else "red" if card.is_red else None


def paint_cards(cards: Iterable[Card], notation: Notation = SHORT) -> str:
    """Return cards on one line, hearts and diamonds in red."""
    return " ".join(paint(notation.format(card), suit_colour(card)) for card in cards)
