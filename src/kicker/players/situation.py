"""The chips in a deal, from its public events, and each seat's actions on this street."""

from __future__ import annotations

from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from kicker.cards import Card
from kicker.games import Event, Rules

T = TypeVar("T")


class Choice(NamedTuple):
    """An action open to a seat, and how often the seat takes it with each combination."""

    kind: str
    """`fold`, `check`, `call` or `raise`."""
    to: int
    chance: NDArray[np.float64]


class Manner(NamedTuple):
    """The differences between a character and a sound player; 1 means no difference."""

    loose: float = 1.0
    """The share of hands played before the flop."""
    aggression: float = 1.0
    """The frequency of bets and raises where a sound player would make them."""
    bluffs: float = 1.0
    """The frequency of bets and raises with weak hands."""
    reading: float = 1.0
    """The skill in narrowing down opponents' hands."""
    odd_sizes: float = 0.0
    """The frequency of amounts that a sound player would not choose."""


PLAIN = Manner()
"""The manner of a sound player."""


class Situation(NamedTuple):
    """A deal at one moment. Tuples have an item for each seat."""

    rules: Rules
    order: tuple[int, ...]
    """The seats dealt in, starting left of the button."""
    start: tuple[int, ...]
    stacks: tuple[int, ...]
    bets: tuple[int, ...]
    live: tuple[bool, ...]
    pot: int = 0
    board: tuple[Card, ...] = ()
    street: int = 0
    level: int = 0
    """The bet to match."""
    last_raise: int = 0
    raisers: tuple[int, ...] = ()
    """The seats that bet or raised on this street, in turn."""
    callers: tuple[int, ...] = ()
    """The callers of the last raise; before the first raise, the limpers."""
    limpers: tuple[int, ...] = ()
    acted: frozenset[int] = frozenset()
    """The seats that have acted since the last raise."""
    before: int = 0
    """The pot before the last raise."""
    cost: int = 0
    """The cost of the last raise to its raiser."""

    @classmethod
    def begin(cls, rules: Rules, order: tuple[int, ...], stacks: tuple[int, ...]) -> Situation:
        """Return the situation before any chips go in."""
        nothing = (0,) * len(stacks)
        return cls(rules, order, stacks, stacks, nothing, tuple(seat in order for seat in range(len(stacks))))

    def after(self, event: Event) -> Situation:
        """Return the situation after an event."""
        kind, seat = event.kind, event.seat
        if kind == "board":
            return self._replace(
                board=self.board + event.known, street=self.street + 1, level=0, last_raise=0, raisers=(), callers=(),
                acted=frozenset(), bets=(0,) * len(self.bets), before=0, cost=0,
            )  # fmt: skip
        assert seat is not None
        if kind == "returned":
            return self._replace(pot=self.pot - event.amount, stacks=_put(self.stacks, seat, event.stack))
        if kind == "fold":
            return self._replace(live=_put(self.live, seat, False))
        paid = self._replace(pot=self.pot + event.amount, stacks=_put(self.stacks, seat, event.stack))
        if kind == "ante":
            return paid
        paid = paid._replace(bets=_put(self.bets, seat, event.to))
        if kind in ("blind", "post"):
            level = max([self.level, event.to, *self.rules.blinds])
            return paid._replace(level=level, last_raise=level)
        if kind in ("check", "call"):
            called = (*self.callers, seat) if kind == "call" else self.callers
            limped = (*self.limpers, seat) if kind == "call" and not self.board and not self.raisers else self.limpers
            return paid._replace(acted=self.acted | {seat}, callers=called, limpers=limped)
        return paid._replace(
            level=max(self.level, event.to),
            last_raise=max(self.last_raise, event.to - self.level),
            raisers=(*self.raisers, seat),
            callers=(),
            acted=frozenset([seat]),
            before=self.pot,
            cost=event.amount,
        )

    # --- what follows ---

    @property
    def live_seats(self) -> list[int]:
        """The seats still in the hand, starting left of the button."""
        return [seat for seat in self.order if self.live[seat]]

    @property
    def bet_count(self) -> int:
        """The number of bets and raises on this street, counting a big blind."""
        return len(self.raisers) + (not self.board and any(self.rules.blinds))

    @property
    def uses_chart(self) -> bool:
        """True before the flop if there are blinds to play for."""
        return not self.board and sum(map(bool, self.rules.blinds)) >= 2

    def owed(self, seat: int) -> int:
        """Return the price for a seat to stay in."""
        return max(0, self.level - self.bets[seat])

    def may_raise(self, seat: int) -> bool:
        """Return True if the rules let this seat raise."""
        if self.rules.betting == "none":
            return False
        return not (self.rules.raises == "single" and seat in self.acted | set(self.raisers))

    def acts_last_now(self, seat: int) -> bool:
        """Return True if a check by this seat ends the street."""
        return all(other == seat or other in self.acted or not self.stacks[other] for other in self.live_seats)

    def acts_last_later(self, seat: int) -> bool:
        """Return True if a seat acts last on later streets."""
        able = [other for other in self.live_seats if self.stacks[other] or other == seat]
        return able[-1] == seat

    @property
    def preflop_order(self) -> tuple[int, ...]:
        """The order of acting before the flop: the blinds come last."""
        first = 1 if len(self.order) == 2 else len(self.rules.blinds) % len(self.order)
        return self.order[first:] + self.order[:first]

    def position_words(self, seat: int) -> str:
        """Describe a seat's position in words: `on the button`."""
        behind = self.seats_behind(seat)
        if len(self.order) == 2:
            return "on the button" if behind else "in the big blind"
        names = {0: "in the big blind", 1: "in the small blind", 2: "on the button", 3: "next to the button"}
        return names.get(behind, "in early position" if behind > 4 or len(self.order) < 7 else "in middle position")

    def seats_behind(self, seat: int) -> int:
        """Return the number of seats that act after a seat before the flop."""
        return len(self.order) - 1 - self.preflop_order.index(seat)


def _put(row: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    return (*row[:place], item, *row[place + 1 :])
