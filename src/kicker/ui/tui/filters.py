"""Filters for everything that is drawn: plain characters only, and only the colours that a terminal has.

Textual draws frames, scroll bars and tabs with characters that not every terminal has, and leaves it to Rich to find
the nearest of 256 or 16 colours, which makes a dark green blue. These filters do both for the whole screen.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache
from math import atan2, cbrt, hypot, pi
from typing import Final, NamedTuple

from rich.cells import cell_len
from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

# --- characters ------------------------------------------------------------------------------------------------------

_ALIKE: Final = {
    "+": "╭╮╰╯┌┐└┘├┤┬┴┼✓",
    "-": "─╌╴╶–—−",
    "=": "═━╸╺",
    "|": "│╎┃▏▕▎▌▐▊",
    "#": "╔╗╚╝║█▀▄░▒▓▔",
    " ": "▁▂▃▅▆▇▉▋▍",  # the ends of scroll bars
    ">": "▶▸►→›»",
    "<": "◀◂◄←‹«",
    "^": "▲↑",
    "v": "▼↓",
    "o": "●○",
    ".": "…·•",
    "x": "×✗",
    "!": "≠",
    "h": "½♥",
    "s": "♠",
    "d": "♦",
    "c": "♣",
    "~": "±",
    "'": "‘’",
    '"': "“”",
    "*": "".join(map(chr, range(0x2801, 0x2900))),  # the dots of a curve
}
"""The plain characters, with the characters they replace."""


class _PlainTable(dict[int, str]):
    """A table for `str.translate`: other characters lose their accents or become question marks."""

    def __missing__(self, code: int) -> str:
        letter = unicodedata.normalize("NFKD", chr(code))[:1]
        self[code] = found = letter if letter.isascii() and letter.isprintable() else "?" * cell_len(chr(code))
        return found


_PLAIN: Final = _PlainTable(
    {code: chr(code) for code in range(128)} | {ord(fine): plain for plain, many in _ALIKE.items() for fine in many}
)


def plain_text(text: str) -> str:
    """Return a text in plain characters of the same width."""
    return text if text.isascii() else text.translate(_PLAIN)


class PlainCharacters(LineFilter):
    """A filter that leaves only characters that every terminal has."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return a line in plain characters."""
        return [segment._replace(text=plain_text(segment.text)) for segment in segments]


# --- colours ---------------------------------------------------------------------------------------------------------


class Shade(NamedTuple):
    """A colour in OKLab: lightness, chroma and hue."""

    light: float
    strength: float
    hue: float


Rgb = tuple[int, int, int]

_LEVELS: Final = (0, 95, 135, 175, 215, 255)
_CUBE: Final[tuple[Rgb, ...]] = tuple((red, green, blue) for red in _LEVELS for green in _LEVELS for blue in _LEVELS)
_GREYS: Final[tuple[Rgb, ...]] = tuple((level, level, level) for level in range(8, 248, 10))
_STANDARD: Final[tuple[Rgb, ...]] = (
    (0, 0, 0), (170, 0, 0), (0, 170, 0), (170, 85, 0), (0, 0, 170), (170, 0, 170), (0, 170, 170), (170, 170, 170),
    (85, 85, 85), (255, 85, 85), (85, 255, 85), (255, 255, 85), (85, 85, 255), (255, 85, 255), (85, 255, 255),
    (255, 255, 255),
)  # fmt: skip
PALETTES: Final[Mapping[str, tuple[Rgb, ...]]] = {
    "256": _CUBE + _GREYS,  # the first 16 of 256 look different on each terminal
    "standard": _STANDARD,
}
"""The colours of terminals that have few, by Rich's names for such palettes, in Rich's order."""
_DARK, _GREY, _VIVID = 0.33, 0.045, 0.04
"""The lightness below which colours cannot be told apart, and the chroma limits of grey."""
_BLACK: Final = 0.2
"""The lightness that black is given: nearly black on black must not become grey on grey."""


@cache
def shade(colour: Rgb) -> Shade:
    """Return a colour in OKLab."""
    red, green, blue = (
        (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4) for c in (x / 255 for x in colour)
    )
    long = cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    middle = cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    short = cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    light = 0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short
    a = 1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short
    b = 0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short
    return Shade(light, hypot(a, b), atan2(b, a))


@cache
def nearest(colour: Rgb, system: str) -> Rgb:
    """Return the nearest colour of a palette: a grey for dark or pale colours, else one of the same hue."""
    light, strength, hue = shade(colour)
    grey = light < _DARK or strength < _GREY

    def distance(other: Rgb) -> tuple[bool, float]:
        there = shade(other)
        if grey:
            return there.strength >= _VIVID, abs(max(there.light, _BLACK) - light)
        turn = abs(there.hue - hue)
        away = hypot(there.light - light, 0.35 * min(turn, 2 * pi - turn), 0.3 * (there.strength - strength))
        return there.strength < _VIVID, away

    return min(PALETTES[system], key=distance)


class FewColours(LineFilter):
    """A filter that leaves only the colours of a palette, so that Rich need not choose."""

    def __init__(self, system: str) -> None:
        super().__init__()
        self.style = lru_cache(4096)(lambda style: _with_few(style, system))

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return a line in these colours."""
        return [segment._replace(style=self.style(segment.style)) for segment in segments]


def _with_few(style: Style | None, system: str) -> Style | None:
    if style is None:
        return None
    return style + Style.from_color(_of_few(style.color, system), _of_few(style.bgcolor, system))


def _of_few(colour: RichColor | None, system: str) -> RichColor | None:
    if colour is None or colour.triplet is None:
        return colour
    return RichColor.from_rgb(*nearest(tuple(colour.triplet), system))
