"""Cards drawn for the full-screen terminal: faces in the suits' colours, backs plain or with a Julia set.

A card is seven characters wide and five high, drawn line by line, so that cards can overlap: the first line of a face
has its name, and the first line of a back has its edge. If only plain characters are allowed, `filters.py` replaces
the frames. Suits differ in shape, whatever the colours; the colours of the four-colour deck can be told apart with
any kind of colour vision.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from rich.segment import Segment
from rich.style import Style
from rich.text import Text

from kicker.art import CardBack, palette_tables
from kicker.cards import SHORT, SYMBOL, Card
from kicker.ui.common.text import WIDTH as WIDTH
from kicker.ui.common.text import Line, Look, Painted

HEIGHT: Final = 5
PAPER: Final = "#f7f4ea"
LIT: Final = "#ffe08a"
INK: Final = {"c": "#1c1c1c", "d": "#c8102e", "h": "#c8102e", "s": "#1c1c1c"}
FOUR_INKS: Final = {"c": "#0a7d3b", "d": "#0b5bd3", "h": "#c8102e", "s": "#1c1c1c"}
WORD_INKS: Final = {"c": "#d0d0d0", "d": "#ff6b81", "h": "#ff6b81", "s": "#d0d0d0"}
FOUR_WORD_INKS: Final = {"c": "#5fd787", "d": "#6fb1ff", "h": "#ff6b81", "s": "#d0d0d0"}
PLAIN_BACK: Final = Style(color="#8fa8c8", bgcolor="#24406b")
EDGE: Final = "#e9e2cc"
"""The upper edge of a back, which separates overlapping cards."""

_FINE: Final = 8  # samples along each side of a pixel
_FRAME: Final = ("╭─╮", "│ │", "╰─╯")
_LIT_FRAME: Final = ("╔═╗", "║ ║", "╚═╝")
_EMPTY_FRAME: Final = ("┌╌   ╌┐", "╎     ╎", "└╌   ╌┘")
_ROWS: Final = {0: "     ", 1: "  *  ", 2: " * * ", 3: "* * *", 4: "** **"}
_PIPS: Final = {
    1: (0, 1, 0), 2: (1, 0, 1), 3: (1, 1, 1), 4: (2, 0, 2), 5: (2, 1, 2), 6: (2, 2, 2), 7: (2, 3, 2), 8: (3, 2, 3),
    9: (3, 3, 3), 10: (3, 4, 3),
}  # fmt: skip
"""The number of pips on each of the three lines of a card, from the ace to the ten."""


def face_style(card: Card, look: Look, *, lit: bool = False) -> Style:
    """Return the colours of a face-up card; `lit` if it is picked up."""
    ink = (FOUR_INKS if look.four_colour else INK)[card.suit]
    return Style(color=ink, bgcolor=LIT if lit else PAPER, bold=True)


def face(card: Card, look: Look, *, lit: bool = False) -> list[list[Segment]]:
    """Return the lines of a face-up card; a lit one has a double frame, so that it does not depend on colour."""
    style = face_style(card, look, lit=lit)
    return [[Segment(line, style)] for line in _face_lines(card, look.ascii, lit)]


@cache
def _face_lines(card: Card, plain: bool, lit: bool) -> tuple[str, ...]:
    above, beside, below = _LIT_FRAME if lit else _FRAME
    name = name_of(card, plain=plain)
    suit = card.suit if plain else name[-1]
    inner = WIDTH - 2
    if card.low_rank > 10:
        rows = [f"{suit:<{inner}}", f"{name[:-1]:^{inner}}", f"{suit:>{inner}}"]
    else:
        rows = [_ROWS[count].replace("*", suit) for count in _PIPS[card.low_rank]]
    return (
        f"{above[0]}{name}{above[1] * (inner - len(name))}{above[2]}",
        *(f"{beside[0]}{row}{beside[2]}" for row in rows),
        f"{below[0]}{below[1] * (inner - len(name))}{name}{below[2]}",
    )


def name_of(card: Card, *, plain: bool = False) -> str:
    """Return a card's name in pictures: `10♥`, or `Th` in plain characters."""
    return (SHORT if plain else SYMBOL).format(card)


def word(card: Card, look: Look) -> Text:
    """Return a card within a line of text."""
    ink = (FOUR_WORD_INKS if look.four_colour else WORD_INKS)[card.suit]
    return Text(name_of(card, plain=look.ascii), Style(color=ink, bold=True))


def rich_line(line: Line, look: Look) -> Text:
    """Return a line in words, cards in their colours."""
    text = Text()
    for part in line:
        if isinstance(part, Painted):
            text.append(part.text, Style(color=part.colour, bold=part.bold or None, dim=part.dim or None))
        else:
            text.append(word(part, look) if isinstance(part, Card) else part)
    return text


def empty(mark: str = "", style: Style | None = None) -> list[list[Segment]]:
    """Return the lines of an empty place."""
    above, beside, below = _EMPTY_FRAME
    middle = f"{beside[0]}{mark:^{WIDTH - 2}}{beside[-1]}"
    return [[Segment(line, style)] for line in (above, beside, middle, beside, below)]


def back(palette: str, look: Look) -> list[list[Segment]]:
    """Return the lines of a face-down card; plain with an empty palette or plain characters."""
    if look.ascii or not palette:
        return [[Segment("░" * WIDTH, PLAIN_BACK)]] * HEIGHT
    return _julia(palette)


@cache
def _julia(palette: str) -> list[list[Segment]]:
    """Return the middle of a Julia set, two pixels to a character: the upper half in its colour, the lower half behind
    it.

    A pixel has the mean colour of its part of a larger picture. The upper half of the first line is an edge.
    """
    size = 20 * _FINE
    levels = CardBack(size=size, iterations=120).levels()
    tables = palette_tables(palette)

    def pixel(x: int, y: int) -> str:
        left, top = (2 * x + 3) * _FINE, (y + 5) * _FINE
        places = [row * size + left + column for row in range(top, top + _FINE) for column in range(2 * _FINE)]
        return "#" + "".join(f"{sum(table[levels[place]] for place in places) // len(places):02x}" for table in tables)

    edge = [Segment("▔", Style(color=EDGE, bgcolor=pixel(x, 1))) for x in range(WIDTH)]
    below = [
        [Segment("▀", Style(color=pixel(x, 2 * y), bgcolor=pixel(x, 2 * y + 1))) for x in range(WIDTH)]
        for y in range(1, HEIGHT)
    ]
    return [edge, *below]
