"""A canvas of styled characters for drawing tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

Write = Callable[[int, int, str, Style], None]
"""A function that draws a text."""


class Box(NamedTuple):
    """A rectangle of characters."""

    x: int
    y: int
    width: int
    height: int


def fitted(text: str, width: int) -> str:
    """Return a text cut to a width; dots mark the cut."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, max(0, width - 2)).rstrip() + ".." if width > 2 else set_cell_size(text, max(0, width))


class Canvas:
    """Characters to draw on in any order; anything outside is clipped."""

    def __init__(self, width: int, height: int, ground: Style) -> None:
        self.width, self.height, self.ground = width, height, ground
        self._characters = [[" "] * width for _ in range(height)]
        self._styles = [[ground] * width for _ in range(height)]

    def copy(self) -> Canvas:
        """Return a copy."""
        made = Canvas(self.width, 0, self.ground)
        made.height = self.height
        made._characters = [row[:] for row in self._characters]
        made._styles = [row[:] for row in self._styles]
        return made

    def put(self, x: int, y: int, text: str, style: Style) -> None:
        """Write a text; its style is applied on top of the present one."""
        if not 0 <= y < self.height:
            return
        for character in text:
            wide = cell_len(character)
            if x >= 0 and x + wide <= self.width and wide:
                self._characters[y][x : x + wide] = [character, *[""] * (wide - 1)]
                for place in range(x, x + wide):
                    self._styles[y][place] += style
            x += wide

    def stamp(self, x: int, y: int, text: str, style: Style) -> None:
        """Write a text with its own background."""
        if 0 <= y < self.height:
            self.restyle(x, y, cell_len(text), self.ground)
        self.put(x, y, text, style)

    def stamp_picture(self, x: int, y: int, lines: Sequence[list[Segment]]) -> None:
        """Draw a picture with its own background, line by line."""
        self.picture(x, y, lines, self.stamp)

    def picture(self, x: int, y: int, lines: Sequence[list[Segment]], write: Write | None = None) -> None:
        """Draw a picture, line by line."""
        for row, line in enumerate(lines):
            left = x
            for text, style, *_ in line:
                (write or self.put)(left, y + row, text, style or Style())
                left += cell_len(text)

    def fill(self, box: Box, style: Style) -> None:
        """Clear a rectangle and colour it."""
        left, right = max(0, box.x), min(box.x + box.width, self.width)
        for y in range(max(0, box.y), min(box.y + box.height, self.height)):
            self._characters[y][left:right] = [" "] * max(0, right - left)
            self._styles[y][left:right] = [style] * max(0, right - left)

    def restyle(self, x: int, y: int, width: int, style: Style) -> None:
        """Change the style of the text in a rectangle."""
        for place in range(max(0, x), min(x + width, self.width)):
            self._styles[y][place] = style

    def strips(self) -> list[Strip]:
        """Return the canvas line by line."""
        found = []
        for characters, styles in zip(self._characters, self._styles, strict=True):
            runs = groupby(zip(characters, styles, strict=True), key=lambda cell: cell[1])
            segments = [Segment("".join(character for character, _ in run), style) for style, run in runs]
            found.append(Strip(segments, self.width))
        return found
