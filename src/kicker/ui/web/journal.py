"""The events at a table in the current deal and the one before, and who was dealt into each.

Everything that a person is told about a deal goes through `seen_by`, which identifies people by person and deal, never
by seat number: a person who takes a seat that another has left was in none of the deals played there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from kicker.errors import KickerError
from kicker.games import Event

KEPT_DEALS = 2
"""The number of deals kept: a client that comes back within them misses no event (docs/protocol.md)."""


class Dealt(NamedTuple):
    """A deal in the journal."""

    first: int
    """The number of its first event."""
    persons: Mapping[int, str]
    """The ids of the people who were dealt in, by seat."""

    def seat_of(self, person: str | None) -> int | None:
        """Return the person's seat in this deal; None if they were not dealt in."""
        return next((seat for seat, who in self.persons.items() if who == person), None)


class Journal(NamedTuple):
    """The last events of a table, hidden cards included, with the numbers `first` to `end - 1`. Immutable."""

    first: int = 0
    events: tuple[Event, ...] = ()
    deals: tuple[Dealt, ...] = ()

    @property
    def end(self) -> int:
        """The number of events so far."""
        return self.first + len(self.events)

    def with_deal(self, persons: Mapping[int, str]) -> Journal:
        """Return the journal with a new deal; events older than the deal before it are dropped."""
        deals = (*self.deals, Dealt(self.end, persons))[-KEPT_DEALS:]
        first = deals[0].first if len(deals) == KEPT_DEALS else self.first
        return Journal(first, self.events[first - self.first :], deals)

    def with_events(self, events: Iterable[Event]) -> Journal:
        """Return the journal with more events."""
        return self._replace(events=(*self.events, *events))

    def since(self, number: int) -> tuple[Event, ...]:
        """Return the events from a number on, hidden cards included."""
        return self.events[max(0, number - self.first) :]

    def seen_by(self, person: str | None, start: int, end: int | None = None) -> list[Event]:
        """Return the events from `start` up to `end` as a person may see them, or a watcher (None)."""
        start, end = max(start, self.first), self.end if end is None else end
        bounds = [*(dealt.first for dealt in self.deals), self.end]
        # Nothing is hidden before the first deal in the journal.
        seen = [event.seen_by(None) for event in self._between(start, min(end, bounds[0]))]
        for dealt, next_first in zip(self.deals, bounds[1:], strict=True):
            seat = dealt.seat_of(person)
            seen += [event.seen_by(seat) for event in self._between(max(start, dealt.first), min(end, next_first))]
        return seen

    def _between(self, start: int, end: int) -> tuple[Event, ...]:
        return self.events[start - self.first : max(start, end) - self.first]


def read_journal(end: int, events: Sequence[Event], persons: Sequence[Mapping[int, str]]) -> Journal:
    """Restore the journal that ends at number `end`, from its events and the people in its last deals, the oldest
    first."""
    first = end - len(events)
    begins = [number for number, event in enumerate(events, first) if event.kind == "button"]
    if len(begins) < len(persons):
        raise KickerError("the table has deals without any event", "save")
    begins = begins[len(begins) - len(persons) :]
    return Journal(first, tuple(events), tuple(map(Dealt, begins, persons)))
