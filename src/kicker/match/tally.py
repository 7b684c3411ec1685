"""Totals of sessions: big blinds per hundred hands with intervals. All sums are whole numbers, so they are exact."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import atan, cos, pi, sin, sqrt
from typing import NamedTuple

from kicker.match.session import NOTED, Fault, Match, Session
from kicker.match.style import Style

_NORMAL = 1.959963984540054  # standard deviations that hold 95% of a normal distribution


class Score(NamedTuple):
    """One player's result, in big blinds per hundred hands."""

    player: str
    """The player's name."""
    chips: int
    """The chips it won."""
    bb100: float
    """Big blinds won per hundred hands."""
    half_width: float | None
    """Half of the 95% interval, from the spread of sessions; None for fewer than two."""
    button_bb100: float
    """Big blinds per hundred hands with the button."""
    other_bb100: float
    """Big blinds per hundred hands without the button."""
    decisions: int
    """The number of its decisions."""
    defaults: int
    """The number of decisions that failed, so that the table acted for the player."""
    unlearnt: int
    """The number of hands it failed to learn from."""

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95% confidence interval."""
        half = self.half_width
        return None if half is None else (self.bb100 - half, self.bb100 + half)


@dataclass(slots=True)
class Tally:
    """The sessions of a match so far. Lists have an item for each player."""

    match: Match
    """The match."""
    sessions: int = 0
    """The number of sessions counted."""
    hands: int = 0
    """The number of hands in them."""
    chips: list[int] = field(init=False)
    """The chips each player won."""
    squares: list[int] = field(init=False)
    """The sums of the squares of the sessions' results."""
    button_hands: list[int] = field(init=False)
    """The number of hands that each player had the button."""
    button_chips: list[int] = field(init=False)
    """The part of the chips won with the button."""
    decisions: list[int] = field(init=False)
    """The number of decisions of each player."""
    defaults: list[int] = field(init=False)
    """The number of decisions that failed."""
    unlearnt: list[int] = field(init=False)
    """The number of hands that each player failed to learn from."""
    faults: list[Fault] = field(default_factory=list)
    """The first faults of each player."""
    style: Style = field(default_factory=Style)
    """The betting statistics, if requested."""
    underway: dict[int, Session] = field(default_factory=dict, compare=False)
    """Unfinished sessions by number, with their results so far."""

    def __post_init__(self) -> None:
        for name in ("chips", "squares", "button_hands", "button_chips", "decisions", "defaults", "unlearnt"):
            setattr(self, name, [0] * self.match.seats)

    def note(self, session: Session) -> None:
        """Update an unfinished session."""
        self.underway[session.number] = session

    def add(self, session: Session) -> None:
        """Count a finished session."""
        self.underway.pop(session.number, None)
        self.sessions += 1
        for player, chips in enumerate(session.chips):
            self.squares[player] += chips**2
        self._add(session)

    def _add(self, session: Session) -> None:
        self.hands += session.hands
        for player in range(self.match.seats):
            self.chips[player] += session.chips[player]
            self.button_hands[player] += session.button_hands[player]
            self.button_chips[player] += session.button_chips[player]
            self.decisions[player] += session.decisions[player]
            self.defaults[player] += session.defaults[player]
            self.unlearnt[player] += session.unlearnt[player]
            known = sum(fault.player == player for fault in self.faults)
            self.faults += [fault for fault in session.faults if fault.player == player][: NOTED - known]
        if session.style is not None:
            self.style.merge(session.style)

    @property
    def hands_so_far(self) -> int:
        """The hands of all sessions, unfinished ones included."""
        return self.hands + sum(session.hands for session in self.underway.values())

    @property
    def unfinished(self) -> Tally:
        """The unfinished sessions, as a tally of zero sessions."""
        tally = Tally(self.match)
        for session in self.underway.values():
            tally._add(session)
        return tally

    @property
    def scores(self) -> tuple[Score, ...]:
        """Each player's score."""
        return tuple(map(self._score, range(self.match.seats)))

    @property
    def half_width(self) -> float | None:
        """Half of the widest 95% interval of any player; None for fewer than two sessions."""
        count = self.sessions
        if count < 2:
            return None
        spread = max(count * self.squares[player] - won**2 for player, won in enumerate(self.chips))
        return self._half(spread)

    def _score(self, player: int) -> Score:
        count, chips, button = self.sessions, self.chips[player], self.button_chips[player]
        with_button = self.button_hands[player]
        return Score(
            self.match.names[player],
            chips,
            self._per_hundred(chips, self.hands),
            None if count < 2 else self._half(count * self.squares[player] - chips**2),
            self._per_hundred(button, with_button),
            self._per_hundred(chips - button, self.hands - with_button),
            self.decisions[player],
            self.defaults[player],
            self.unlearnt[player],
        )

    def _half(self, spread: int) -> float:
        count = self.sessions
        variance = spread / (count * (count - 1))
        hands = self.match.session_hands
        return student(count - 1) * sqrt(variance / count) * 100 / (self.match.rules.big_blind * hands)

    def _per_hundred(self, chips: int, hands: int) -> float:
        return 100 * chips / (self.match.rules.big_blind * hands) if hands else 0.0


class Standing(NamedTuple):
    """One player's overall result after all matches."""

    player: int
    """The player's number, counted from 0."""
    bb100: float
    """Its total result in big blinds per hundred hands."""
    hands: int
    """The number of hands it played."""


def standings(groups: Sequence[Sequence[int]], tallies: Sequence[Tally]) -> list[Standing]:
    """Rank all players, best first; `groups` has the players of each tally."""
    chips: dict[int, int] = {}
    hands: dict[int, int] = {}
    for group, tally in zip(groups, tallies, strict=True):
        for player, won in zip(group, tally.chips, strict=True):
            chips[player] = chips.get(player, 0) + won
            hands[player] = hands.get(player, 0) + tally.hands
    unit = tallies[0].match.rules.big_blind
    table = [
        Standing(player, 100 * won / (unit * hands[player]) if won else 0.0, hands[player])
        for player, won in chips.items()
    ]
    return sorted(table, key=lambda standing: (-standing.bb100, standing.player))


# --- Student's t -----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def student(freedom: int) -> float:
    """Return the number of standard errors that hold 95% of Student's t distribution."""
    if freedom > 200:
        return _student_of_many(freedom)
    low, high = 0.0, 13.0
    while (middle := (low + high) / 2) not in (low, high):
        low, high = (middle, high) if _within(middle, freedom) < 0.95 else (low, middle)
    return middle


def _within(t: float, freedom: int) -> float:
    """Return the share of the distribution between -t and t: a finite sum, since degrees of freedom are whole."""
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
    """Return Student's number of standard errors for many degrees of freedom, by Fisher's corrections of the normal
    distribution; accurate to nine digits."""
    z = _NORMAL
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
