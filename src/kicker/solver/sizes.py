"""Bet sizes: their notation, and the chips that they amount to.

>>> [str(size) for size in read_sizes("52%, 2.5x, 100c, 3e75%, a")]
['52%', '2.5x', '100c', '3e75%', 'a']
>>> Size("share", 0.52).chips(Betting(pot=180, prev=0, most=910, streets=3, bets=0))
94
"""

from __future__ import annotations

import re
from math import floor, inf
from typing import Final, NamedTuple

from kicker.cards import number_text, shorten
from kicker.checks import of_type
from kicker.errors import KickerError

_MOST_SHARE: Final = 100_000  # per cent of the pot
_MOST_TIMES: Final = 1_000
_MOST_CHIPS: Final = 1_000_000_000
_MOST_STREETS: Final = 9
MOST_SIZES: Final = 16
"""The most sizes in one list."""

_NUMBER = r"(\d+\.?\d*|\.\d+)"
_SHARE = re.compile(rf"{_NUMBER}%")
_TIMES = re.compile(rf"{_NUMBER}x")
_CHIPS = re.compile(r"(\d+)c")
_GEOMETRIC = re.compile(rf"(\d+)?e(?:{_NUMBER}%)?")


class Betting(NamedTuple):
    """The facts that a size depends on."""

    pot: int
    """The pot after a call."""
    prev: int
    """The opponent's chips on this street."""
    most: int
    """All-in, as a total on this street."""
    streets: int
    """The number of streets left, this one included."""
    bets: int
    """The number of bets and raises on this street so far."""


class Size(NamedTuple):
    """One bet size."""

    kind: str
    """`share` of the pot, `times` the bet, `chips`, `geometric` or `all-in`."""
    amount: float = 0
    """The share (0.52), the factor, the chips, or the number of streets (0 for all that are left)."""
    cap: float = inf
    """The largest share of the pot for a geometric size."""

    def chips(self, now: Betting) -> int:
        """Return the total bet on this street, before the rules limit it."""
        if self.kind == "share":
            return now.prev + rounded(now.pot * self.amount)
        if self.kind == "times":
            return rounded(now.prev * self.amount)
        if self.kind == "chips":
            return now.prev + int(self.amount)
        if self.kind == "geometric":
            streets = int(self.amount) or now.streets
            # A raise takes the place of the bet on a later street.
            streets = max(streets - now.bets + 1, 1) if now.bets else streets
            share = ((2 * (now.most - now.prev) / now.pot + 1) ** (1 / streets) - 1) / 2
            return now.prev + rounded(now.pot * min(share, self.cap))
        return now.most

    def __str__(self) -> str:
        if self.kind == "share":
            return f"{_percent(self.amount)}%"
        if self.kind == "geometric":
            cap = "" if self.cap == inf else f"{_percent(self.cap)}%"
            return f"{int(self.amount) or ''}e{cap}"
        return {"times": f"{number_text(self.amount)}x", "chips": f"{int(self.amount)}c"}.get(self.kind, "a")


def _percent(share: float) -> str:
    return number_text(round(share * 100, 9))


def rounded(amount: float) -> int:
    """Return the nearest whole number; halves round up."""
    return floor(amount + 0.5)


def read_sizes(text: str, name: str = "the sizes", *, raises: bool = True) -> tuple[Size, ...]:
    """Parse a list of sizes like `52%, 2.5x, a`. Multiples of a bet are accepted only if `raises` is true.

    `name` is used in errors.
    """
    items = [item.strip().lower() for item in of_type(name, text, str).split(",")]
    sizes = tuple(_read_size(item, name) for item in items if item)
    if len(sizes) > MOST_SIZES:
        raise KickerError(f"{name} lists {len(sizes)} sizes: give at most {MOST_SIZES}", "size")
    for size in sizes:
        if size.kind == "times" and not raises:
            raise KickerError(f"{name}: {size} multiplies a bet and only works for raises; write 60% or 100c", "size")
    return sizes


def _read_size(item: str, name: str) -> Size:
    size = _known(item)
    if size is None:
        raise KickerError(
            f"{name}: {shorten(item)} is not a bet size; write 52% (of the pot), 2.5x (times the bet), "
            "100c (chips), e, 2e or 3e75% (geometric), or a (all-in)",
            "size",
        )
    limit = {"share": _MOST_SHARE / 100, "times": _MOST_TIMES, "chips": _MOST_CHIPS, "geometric": _MOST_STREETS}
    if size.kind == "times" and size.amount <= 1:
        raise KickerError(f"{name}: a raise must be to more than 1x the bet, not {shorten(item)}", "size")
    if size.amount > limit.get(size.kind, 0) or (size.amount == 0 and size.kind in ("share", "chips")):
        unit = {"share": "%", "times": "x", "chips": "c"}.get(size.kind, "e")
        largest = 100 * limit[size.kind] if size.kind == "share" else limit[size.kind]
        raise KickerError(f"{name}: {shorten(item)} must be above 0 and at most {number_text(largest)}{unit}", "size")
    if size.cap <= 0:
        raise KickerError(f"{name}: the cap in {shorten(item)} must be above 0%", "size")
    return size


def _known(item: str) -> Size | None:
    if item in ("a", "all-in", "allin"):
        return Size("all-in")
    if found := _SHARE.fullmatch(item):
        return Size("share", float(found[1]) / 100)
    if found := _TIMES.fullmatch(item):
        return Size("times", float(found[1]))
    if found := _CHIPS.fullmatch(item):
        return Size("chips", float(found[1]))
    if found := _GEOMETRIC.fullmatch(item):
        if found[1] is not None and int(found[1]) == 0:
            return None
        return Size("geometric", float(found[1] or 0), float(found[2]) / 100 if found[2] else inf)
    return None
