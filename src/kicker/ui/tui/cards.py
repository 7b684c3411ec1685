"""Cards as pictures of the full-screen terminal: faces by their suits' colours, backs of Julia sets or plain.

A card is seven characters wide and five high, drawn line by line, so that cards can lie on each other. Suits are told
apart by their shapes, whatever the colours; the four-colour deck has colours that any kind of colour vision tells apart.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from rich.segment import Segment
from rich.style import Style
from rich.text import Text

from kicker.art import CardBack, palette_tables
from kicker.cards import SYMBOL, Card
from kicker.ui.text import WIDTH, Look

HEIGHT: Final = 5
PAPER: Final = "#f7f4ea"
INK: Final = {"c": "#1c1c1c", "d": "#c8102e", "h": "#c8102e", "s": "#1c1c1c"}
FOUR_INKS: Final = {"c": "#0a7d3b", "d": "#0b5bd3", "h": "#c8102e", "s": "#1c1c1c"}
WORD_INKS: Final = {"c": "#d0d0d0", "d": "#ff6b81", "h": "#ff6b81", "s": "#d0d0d0"}
FOUR_WORD_INKS: Final = {"c": "#5fd787", "d": "#6fb1ff", "h": "#ff6b81", "s": "#d0d0d0"}
PLAIN_BACK: Final = Style(color="#8fa8c8", bgcolor="#24406b")


def face_style(card: Card, look: Look, *, lit: bool = False) -> Style:
    """The colours of a card that lies open; `lit` for one that is picked up."""
    ink = (FOUR_INKS if look.four_colour else INK)[card.suit]
    return Style(color=ink, bgcolor="#ffe9a8" if lit else PAPER, bold=True)


def face(card: Card, look: Look, *, lit: bool = False) -> list[Segment]:
    """The lines of a card that lies open."""
    style = face_style(card, look, lit=lit)
    return [Segment(line, style) for line in look.face_lines(card)]


def word(card: Card, look: Look) -> Text:
    """A card within a line of text."""
    ink = (FOUR_WORD_INKS if look.four_colour else WORD_INKS)[card.suit]
    return Text(str(card) if look.ascii else SYMBOL.format(card), Style(color=ink, bold=True))


def back(palette: str = "blue") -> list[list[Segment]]:
    """The lines of a card that lies face down, each a list of segments; an empty palette is a plain back."""
    if not palette:
        return [[Segment("░" * WIDTH, PLAIN_BACK)]] * HEIGHT
    return _julia(palette)


@cache
def _julia(palette: str) -> list[list[Segment]]:
    """A Julia set, two pixels to a character: the upper half in its colour, the lower half behind it."""
    size = 48
    levels = CardBack(size=size, iterations=120).levels()
    red, green, blue = palette_tables(palette)

    def pixel(x: int, y: int) -> str:
        column = size // 2 + round((x - (WIDTH - 1) / 2) * 4.4)
        row = size // 2 + round((y - (2 * HEIGHT - 1) / 2) * 2.6)
        level = levels[row * size + column]
        return f"#{red[level]:02x}{green[level]:02x}{blue[level]:02x}"

    return [
        [Segment("▀", Style(color=pixel(x, 2 * y), bgcolor=pixel(x, 2 * y + 1))) for x in range(WIDTH)]
        for y in range(HEIGHT)
    ]
