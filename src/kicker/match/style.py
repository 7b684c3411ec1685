"""Betting statistics: how often players enter and raise by position, how much, and how often they re-raise.

>>> from kicker.match import Match, play_match
>>> style = play_match(Match(["caller", "maniac"], seed=7), hands=400, style=True).style
>>> style.deals, style.entered().share, style.raised().share
(400, 1.0, 0.5)

A `Style` counts finished deals and can be merged with another, so each session counts its own. Sizes are shares of the
pot after a call: a bet of 50 into 100 is 0.5, and so is a raise from 50 to 150 there. Results are in `tally.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from math import sqrt
from typing import Final, NamedTuple

from kicker.games import Event, State
from kicker.positions import LATE, position_names

DIGITS: Final = 3
"""The number of decimal places of sizes."""
NEARLY_ALL: Final = 0.9
"""A raise before the flop of at least this share of the stack counts as all in."""
_NORMAL = 1.959963984540054
_STREETS: Final = {1: "flop", 2: "turn", 3: "river"}


class Share(NamedTuple):
    """A frequency: how often something happened, out of the times it could have."""

    times: int
    """The number of times it happened."""
    of: int
    """The number of times it could have happened."""

    @property
    def share(self) -> float:
        """The share; 0 if it could never have happened."""
        return self.times / self.of if self.of else 0.0

    @property
    def half_width(self) -> float:
        """Half of the 95% interval, as for independent trials."""
        return _NORMAL * sqrt(self.share * (1 - self.share) / self.of) if self.of else 0.0


@dataclass(slots=True)
class Style:
    """Betting statistics as counts. Counters by position use its name as the key, counters of sizes the size."""

    deals: int = 0
    """The number of deals counted."""
    dealt: Counter[str] = field(default_factory=Counter)
    """Deals in which a seat was dealt in."""
    enters: Counter[str] = field(default_factory=Counter)
    """Deals in which a seat voluntarily put in chips before the flop."""
    raises: Counter[str] = field(default_factory=Counter)
    """Deals in which it raised before the flop."""
    reraised: int = 0
    """Deals with a second raise before the flop."""
    raised_again: int = 0
    """Third and later raises before the flop."""
    shoves: int = 0
    """Raises before the flop of nearly the whole stack."""
    flops: int = 0
    """Deals with a flop."""
    opens: Counter[float] = field(default_factory=Counter)
    """First raises before the flop, in big blinds."""
    reraises: Counter[float] = field(default_factory=Counter)
    """Second raises before the flop, as multiples of the first."""
    bets: dict[str, Counter[float]] = field(default_factory=dict)
    """Later bets and raises by kind (`flop bet`, `river raise`), as shares of the pot."""

    def add(self, state: State) -> None:
        """Count a finished deal."""
        order = state.setup.order
        where = dict(zip(order, position_names(len(order)), strict=True))
        self.deals += 1
        self.dealt.update(where.values())
        self.flops += bool(state.board)
        _Deal(self, state, where).count()

    def merge(self, other: Style) -> None:
        """Add the counts of another style."""
        for item in fields(self):
            mine, theirs = getattr(self, item.name), getattr(other, item.name)
            if isinstance(mine, int):
                setattr(self, item.name, mine + theirs)
            elif isinstance(mine, Counter):
                mine.update(theirs)
            else:
                for kind, sizes in theirs.items():
                    mine.setdefault(kind, Counter()).update(sizes)

    def entered(self, position: str | None = None) -> Share:
        """Return how often a seat entered the pot, at one position or at all positions."""
        return self._share(self.enters, position)

    def raised(self, position: str | None = None) -> Share:
        """Return how often a seat raised before the flop, at one position or at all positions."""
        return self._share(self.raises, position)

    def _share(self, counts: Counter[str], position: str | None) -> Share:
        if position is None:
            return Share(counts.total(), self.dealt.total())
        return Share(counts[position], self.dealt[position])

    def per_deal(self, count: int) -> Share:
        """Return a count as a share of all deals."""
        return Share(count, self.deals)

    @property
    def sizes(self) -> Counter[float]:
        """All bets and raises after the flop."""
        return sum(self.bets.values(), Counter())

    @property
    def positions(self) -> list[str]:
        """The positions counted, in the order of acting before the flop, blinds last."""
        found = sorted(self.dealt, key=lambda name: (name in LATE, -LATE.index(name) if name in LATE else 0, name))
        return [name for name in found if name not in ("SB", "BB")] + [b for b in ("SB", "BB") if b in self.dealt]

    def as_dict(self) -> dict[str, object]:
        """Return all figures for JSON, in the same form as those of human players."""

        def percent(share: Share) -> float:
            return round(100 * share.share, 2)

        return {
            "hands": self.deals,
            "vpip_pfr_by_position": {
                name: [percent(self.entered(name)), percent(self.raised(name))] for name in self.positions
            },
            "all": [percent(self.entered()), percent(self.raised())],
            "open size bb p10 p50 p90 p99": [quantile(self.opens, part) for part in PARTS],
            "3bets per hand %": percent(self.per_deal(self.reraised)),
            "4bet+ per hand %": percent(self.per_deal(self.raised_again)),
            "preflop raises of 90%+ of the stack per hand %": percent(self.per_deal(self.shoves)),
            "flops seen %": percent(self.per_deal(self.flops)),
            "sizes (share of pot after call) p10 p50 p90 p99, n": {
                kind: [*(quantile(sizes, part) for part in PARTS), sizes.total()]
                for kind, sizes in {"3bet x": self.reraises, **self.bets}.items()
            },
        }


PARTS: Final = (0.1, 0.5, 0.9, 0.99)
"""The quantiles that are reported."""


def quantile(sizes: Counter[float], part: float) -> float | None:
    """Return the size below which this share of all sizes lies; None if there are none."""
    place = int(part * sizes.total())
    for size in sorted(sizes):
        place -= sizes[size]
        if place < 0:
            return size
    return max(sizes, default=None)


class _Deal:
    """A deal being counted, event by event."""

    def __init__(self, style: Style, state: State, where: dict[int, str]) -> None:
        self.style, self.state, self.where = style, state, where
        self.unit = state.rules.big_blind
        self.bets: Counter[int] = Counter()
        self.pot = self.level = self.street = self.raises = 0

    def count(self) -> None:
        for event in self.state.history:
            if event.kind == "board":
                self.street += 1
                self.level, self.raises = 0, 0
                self.bets.clear()
            elif event.seat is not None:
                self._take_in(event, event.seat)
        for name, done in (("enters", {"call", "raise", "bet"}), ("raises", {"raise", "bet"})):
            getattr(self.style, name).update(self._who(done))

    def _who(self, kinds: Iterable[str]) -> set[str]:
        """Return the positions that took one of these actions before the flop."""
        found = set()
        for event in self.state.history:
            if event.kind == "board":
                break
            if event.seat is not None and event.kind in kinds:
                found.add(self.where[event.seat])
        return found

    def _take_in(self, event: Event, seat: int) -> None:
        if event.kind in ("bet", "raise"):
            self.raises += 1
            self._count_raise(event, seat)
        if event.kind in ("ante", "blind", "post", "call", "bet", "raise"):
            self.pot += event.amount
            if event.kind != "ante":
                self.bets[seat] = event.to
                self.level = max(self.level, event.to)
        elif event.kind == "returned":
            self.pot -= event.amount

    def _count_raise(self, event: Event, seat: int) -> None:
        style = self.style
        if self.street:
            after = self.pot + self.level - self.bets[seat]
            kind = f"{_STREETS.get(self.street, 'later')} {'raise' if self.level else 'bet'}"
            style.bets.setdefault(kind, Counter())[round((event.to - self.level) / after, DIGITS)] += 1
            return
        style.shoves += event.to >= NEARLY_ALL * self.state.setup.stacks[seat]
        if self.raises == 1:
            style.opens[round(event.to / self.unit, DIGITS)] += 1
        elif self.raises == 2:
            style.reraised += 1
            style.reraises[round(event.to / self.level, DIGITS)] += 1
        else:
            style.raised_again += 1
