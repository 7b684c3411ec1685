"""Preflop ranges: how often each of the 169 classes calls or raises, by position, stack and earlier action.

`charts.bin` comes from `charting.py`. A position is the number of seats that act after it before the flop: 0 is the
big blind, 1 the small blind, 2 the button; the heads-up button has its own number.

>>> button = frequencies(100, ChartSpot("open", 2, 2))
>>> button.raises["AKs"], button.raises["72o"]
(1.0, 0.0)
"""

from __future__ import annotations

from functools import cache
from math import log
from pathlib import Path
from typing import Final, Literal, NamedTuple
from zlib import decompress

import numpy as np
from numpy.typing import NDArray

import kicker.data
from kicker.combos import CLASSES, class_combos
from kicker.errors import KickerError
from kicker.positions import names_in_turn

Vector = NDArray[np.float64]

DEPTHS: Final = (6, 9, 13, 20, 35, 60, 100, 200)
"""The stacks, in big blinds, for which there are ranges."""
HEADS_UP: Final = 0
"""The position of the heads-up button, which posts the small blind and acts last on later streets."""
SIX_HANDED: Final = {name: 5 - turn for turn, name in enumerate(names_in_turn(6))}
"""The positions at a table of six, each with the number of seats that act after it before the flop."""
MOST_BEHIND: Final = 9
STEPS: Final = 15

ChartSpotName = Literal["open", "opened", "called", "reraised", "reraised again", "all in", "other"]


class ChartSpot(NamedTuple):
    """A decision before the flop."""

    name: ChartSpotName
    """`open`: everyone has folded. `opened`: one player has raised. `called`: one has raised and another has called.
    `reraised`: the opener faces a second raise. `reraised again`: the re-raiser faces a third. `all in`: the opener
    faces a fourth."""
    opener: int
    """The number of seats that act after the opener."""
    other: int
    """The number of seats that act after the player who answered."""


class Frequencies(NamedTuple):
    """The frequencies with which each class calls and raises; otherwise it folds."""

    call: Vector
    raising: Vector

    @property
    def calls(self) -> dict[str, float]:
        """The frequency of a call for each class, by name."""
        return dict(zip(CLASSES, self.call.tolist(), strict=True))

    @property
    def raises(self) -> dict[str, float]:
        """The frequency of a raise for each class, by name."""
        return dict(zip(CLASSES, self.raising.tolist(), strict=True))


def chart_file() -> Path:
    """Return the path of the chart file."""
    return Path(kicker.data.__file__).with_name("charts.bin")


def spots_behind(behind: int) -> list[ChartSpot]:
    """Return the spots of one opener, in the order of the file."""
    spots = [ChartSpot("open", behind, behind)]
    names: tuple[ChartSpotName, ...] = ("opened", "called", "reraised", "reraised again", "all in")
    for other in range(max(1, behind)):
        spots += [ChartSpot(name, behind, other) for name in names]
    return spots


@cache
def _table() -> dict[tuple[int, ChartSpot], Frequencies]:
    numbers = np.frombuffer(decompress(chart_file().read_bytes()), dtype=np.uint8)
    keys = [
        (depth, spot)
        for depth in DEPTHS
        for behind in range(HEADS_UP, MOST_BEHIND + 1)
        for spot in spots_behind(behind)
    ]
    if len(numbers) != 2 * len(CLASSES) * len(keys):
        message = f"'{chart_file().name}' does not hold {len(keys)} ranges; run python -m kicker.players.charting"
        raise KickerError(message, "size")
    rows = numbers.reshape(len(keys), 2, len(CLASSES)) / STEPS
    return {key: Frequencies(row[0], row[1]) for key, row in zip(keys, rows, strict=True)}


def nearest_depth(stack: float) -> int:
    """Return the stack depth of the charts that is nearest to a stack, by ratio."""
    return min(DEPTHS, key=lambda depth: abs(log(depth / max(stack, 0.5))))


def frequencies(stack: float, spot: ChartSpot) -> Frequencies:
    """Return the chart of a spot with a stack of this many big blinds."""
    return _table()[nearest_depth(stack), spot]


@cache
def class_numbers() -> NDArray[np.intp]:
    """Return the number of the class of each combination."""
    numbers = np.empty(1326, dtype=np.intp)
    for number, name in enumerate(CLASSES):
        numbers[list(class_combos(name))] = number
    return numbers
