"""What sessions add up to: big blinds per hundred hands and how sure that is. All sums are whole numbers, so exact."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import atan, cos, pi, sin, sqrt
from typing import NamedTuple

from kicker.match.session import Match, Session

_NOTED = 20  # faults that are kept in words
_NORMAL = 1.959963984540054  # 95 % of a normal distribution lie within so many standard deviations


@dataclass(slots=True)
class Tally:
    """The sessions of a match so far, from the side of its first player."""

    match: Match
    sessions: int = 0
    hands: int = 0
    chips: int = 0
    squares: int = 0
    """The sum of the squares of what each session won."""
    button_chips: int = 0
    defaults: tuple[int, int] = (0, 0)
    faults: list[str] = field(default_factory=list)
    """The first reasons for defaults, in words."""

    def add(self, session: Session) -> None:
        """Count a session."""
        self.sessions += 1
        self.hands += session.hands
        self.chips += session.chips
        self.squares += session.chips**2
        self.button_chips += session.button_chips
        self.defaults = (self.defaults[0] + session.defaults[0], self.defaults[1] + session.defaults[1])
        self.faults += session.faults[: _NOTED - len(self.faults)]

    @property
    def bb100(self) -> float:
        """What the first player won, in big blinds per hundred hands."""
        return self._per_hundred(self.chips, self.hands)

    @property
    def button_bb100(self) -> float:
        """The same of the hands in which it had the button."""
        return self._per_hundred(self.button_chips, self.hands // 2)

    @property
    def other_bb100(self) -> float:
        """The same of all other hands."""
        return self._per_hundred(self.chips - self.button_chips, self.hands // 2)

    @property
    def half_width(self) -> float | None:
        """Half of the 95 % interval, from how much sessions differ; None for fewer than two of them."""
        count = self.sessions
        if count < 2:
            return None
        variance = (count * self.squares - self.chips**2) / (count * (count - 1))
        return student(count - 1) * sqrt(variance / count) * 100 / (self.match.unit * self.match.session_hands)

    @property
    def interval(self) -> tuple[float, float] | None:
        """Where the true figure lies with 95 % confidence."""
        half = self.half_width
        return None if half is None else (self.bb100 - half, self.bb100 + half)

    def _per_hundred(self, chips: int, hands: int) -> float:
        return 100 * chips / (self.match.unit * hands) if hands else 0.0


class Standing(NamedTuple):
    """The place of one player after everybody has played everybody."""

    player: int
    """Its number, counted from 0."""
    bb100: float
    """What it won in all its matches together, in big blinds per hundred hands."""
    hands: int


def standings(pairs: Sequence[tuple[int, int]], tallies: Sequence[Tally]) -> list[Standing]:
    """Everybody, the best first; `pairs` says who played in each tally."""
    chips: dict[int, int] = {}
    hands: dict[int, int] = {}
    for (first, second), tally in zip(pairs, tallies, strict=True):
        for player, won in ((first, tally.chips), (second, -tally.chips)):
            chips[player] = chips.get(player, 0) + won
            hands[player] = hands.get(player, 0) + tally.hands
    unit = tallies[0].match.unit
    table = [
        Standing(player, 100 * won / (unit * hands[player]) if won else 0.0, hands[player])
        for player, won in chips.items()
    ]
    return sorted(table, key=lambda standing: (-standing.bb100, standing.player))


# --- Student's t -----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def student(freedom: int) -> float:
    """How many standard errors hold 95 % of Student's t distribution."""
    if freedom > 200:
        return _student_of_many(freedom)
    low, high = 0.0, 13.0
    while (middle := (low + high) / 2) not in (low, high):
        low, high = (middle, high) if _within(middle, freedom) < 0.95 else (low, middle)
    return middle


def _within(t: float, freedom: int) -> float:
    """The share of the distribution between -t and t: a finite sum, since degrees of freedom are whole."""
    angle = atan(t / sqrt(freedom))
    square = cos(angle) ** 2
    odd = freedom % 2
    term, total = 1.0, 0.0
    for step in range(1, freedom // 2 + 1):
        total += term
        term *= square * (2 * step - 1 + odd) / (2 * step + odd)
    if odd:
        return 2 / pi * (angle + sin(angle) * cos(angle) * total)
    return sin(angle) * total


def _student_of_many(freedom: int) -> float:
    """The normal distribution with its first corrections (Fisher's expansion), good to nine digits here."""
    z = _NORMAL
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
