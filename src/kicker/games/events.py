"""The events of a deal, with the facts that a display needs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final, Literal, NamedTuple

from kicker.cards import Card
from kicker.orders import HIGH, Strength, find_order

EventKind = Literal[
    "button", "ante", "blind", "post", "dealt", "board", "bring-in", "fold", "check", "call", "bet", "raise", "discard",
    "drew", "reshuffled", "returned", "show", "muck", "won", "passed", "over",
    "default", "bust", "forfeit", "level", "sit out", "sit in", "champion", "joined", "left", "bought",
    "game", "bomb pot", "straddle", "runs",
]  # fmt: skip
Half = Literal["", "high", "low"]
"""The half of a pot that is split between high and low; empty for a whole pot."""
HIDDEN: Final = "??"
"""A card that may not be seen, in text."""

KINDS: Final[dict[EventKind, str]] = {
    "button": "the seat has the button: a deal begins",
    "ante": "the seat pays its ante",
    "blind": "the seat posts a blind",
    "post": "the seat posts chips to come in",
    "dealt": "the seat gets cards",
    "board": "board cards come, on the street of that name",
    "bring-in": "the seat pays the bring-in, because of its up card",
    "fold": "the seat folds",
    "check": "the seat checks",
    "call": "the seat calls, all in if it has less",
    "bet": "the seat bets first on this street",
    "raise": "the seat raises",
    "discard": "the seat discards cards",
    "drew": "the seat draws the same number of cards",
    "reshuffled": "the deck ran out and this many cards were reshuffled",
    "returned": "an uncalled bet is returned",
    "show": "the seat shows its hand; without a strength, cards are still to come",
    "muck": "the seat mucks its hand",
    "won": "the seat wins the pot of that number; without a number everyone else has folded",
    "passed": "nobody could open and this many chips stay for the next deal",
    "over": "the deal is over",
    "default": "the table acted for the seat, for that reason",
    "bust": "the seat has no chips for the next deal",
    "forfeit": "the seat is out for an illegal bet, for that reason",
    "level": "blinds or antes change to that level",
    "sit out": "the seat is not dealt in from now on",
    "sit in": "the seat is dealt in again",
    "champion": "the seat has won the match",
    "joined": "a player of this name takes the seat with chips",
    "left": "the seat is empty now, and its chips are off the table",
    "bought": "the seat buys chips",
    "game": "the game of that name comes next, at that level",
    "bomb pot": "everyone pays this much into the next deal, with no betting on the first street",
    "straddle": "the seat straddles for this much in the next deal",
    "runs": "the seat agrees to this many boards from the next deal on",
}
"""Every kind of event and its meaning."""
TABLE_KINDS: Final = frozenset(
    ["default", "bust", "forfeit", "level", "sit out", "sit in", "champion", "joined", "left", "bought", "game",
     "bomb pot", "straddle", "runs"]
)  # fmt: skip
"""Events that come from the table, not from the deal."""


class Level(NamedTuple):
    """The blinds and the ante."""

    blinds: tuple[int, ...] = ()
    """The blinds by position."""
    ante: int = 0
    """The ante of every seat."""


class Event(NamedTuple):
    """An event of a deal or a table. `seen_by(seat)` returns it as that seat may know it."""

    kind: EventKind
    """The kind of event; it decides which other fields matter."""
    seat: int | None = None
    """The seat concerned; None for the whole table."""
    amount: int = 0
    """Chips that moved."""
    to: int = 0
    """The seat's bet on this street after it."""
    stack: int = 0
    """The seat's chips behind after it."""
    cards: tuple[Card | None, ...] = ()
    """The cards, with None for those the viewer may not see."""
    only: int | None = None
    """The only seat that may see all cards and the reason; None if everyone may."""
    up: tuple[bool, ...] = ()
    """For each card, True if it is face up for everyone; empty if none is."""
    street: str = ""
    """The name of the betting round that begins."""
    pot: int | None = None
    """0 for the main pot, 1 for the first side pot."""
    strength: Strength | None = None
    """The strength of a shown hand."""
    level: Level | None = None
    """The new blinds and ante."""
    reason: str = ""
    """The reason why the table acted for a seat."""
    name: str = ""
    """The player who joined or left, or the next game."""
    low: Strength | None = None
    """The strength of a shown hand as a low, in a game that splits pots between high and low."""
    half: Half = ""
    """`high` or `low` for the half of a pot that is paid; empty for a whole one."""
    run: int = 0
    """The number of the board if it is run several times: 0 for the first or only one."""

    @property
    def known(self) -> tuple[Card, ...]:
        """The cards that the viewer may see."""
        return tuple([card for card in self.cards if card is not None])

    def seen_by(self, seat: int | None) -> Event:
        """Return the event as a seat may see it, or as a watcher may see it (None)."""
        if self.only is None or self.only == seat:
            return self
        # Every view masks the hands of all other seats, and this takes a fifth of the time of `_replace`.
        kind, to_seat, amount, to, stack, cards, only, up, *_ = self
        seen = masked(cards, up) if up else BACKS[len(cards)]
        return tuple.__new__(Event, (kind, to_seat, amount, to, stack, seen, only, up, *_NO_FACTS))

    def as_dict(self) -> dict[str, object]:
        """Return the event for JSON. Empty fields are left out; a strength is also written in words."""
        fields = {key: value for key, value in self._asdict().items() if value not in (0, "", None, ())}
        fields |= {key: getattr(self, key) for key in ("seat", "only", "pot", "strength") if getattr(self, key) == 0}
        if self.cards:
            fields["cards"] = " ".join([str(card) if card is not None else HIDDEN for card in self.cards])
        if self.strength is not None:
            fields["words"] = self.strength.describe()
            if self.strength.order is not HIGH:
                fields["order"] = self.strength.order.name
        if self.low is not None:
            fields["low_words"], fields["low_order"] = self.low.describe(), self.low.order.name
        if self.level is not None:
            fields["level"] = self.level._asdict()
        return fields

    @classmethod
    def from_dict(cls, fields: dict[str, Any]) -> Event:
        """Return the event that `as_dict` wrote."""
        fields = _upgraded(fields) if "note" in fields or "card_count" in fields else dict(fields)
        for told in ("words", "low_words"):
            fields.pop(told, None)
        order, low_order = fields.pop("order", HIGH.name), fields.pop("low_order", "")
        cards = str(fields.pop("cards", "")).split()
        fields["cards"] = tuple([None if card == HIDDEN else Card(card) for card in cards])
        if "up" in fields:
            fields["up"] = tuple(fields["up"])
        if "strength" in fields:
            fields["strength"] = find_order(order).with_number(fields["strength"])
        if "low" in fields:
            fields["low"] = find_order(low_order).with_number(fields["low"])
        if "level" in fields:
            fields["level"] = Level(tuple(fields["level"]["blinds"]), fields["level"]["ante"])
        return cls(**fields)


def _upgraded(fields: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of an event saved in the older form, which kept several facts in one note."""
    fields = {key: value for key, value in fields.items() if key != "card_count"}
    note, kind = fields.pop("note", ""), fields["kind"]
    if kind == "won" and note:
        fields["pot"] = 0 if note == "Main Pot" else int(note.rsplit(" ", 1)[1])
    elif kind == "level":
        blinds, ante = re.search(r"blinds ([\d/]+)", note), re.search(r"ante (\d+)", note)
        amounts = [int(blind) for blind in blinds[1].split("/")] if blinds else []
        fields["level"] = {"blinds": amounts, "ante": int(ante[1]) if ante else 0}
    elif field := {"board": "street", "default": "reason", "forfeit": "reason", "joined": "name"}.get(kind):
        fields[field] = note
    return fields


_NO_FACTS: Final = tuple(Event._field_defaults.values())[7:]
BACKS: Final = tuple((None,) * count for count in range(53))
"""Tuples of hidden cards, by their number."""


def masked(cards: tuple[Card | None, ...], up: tuple[bool, ...]) -> tuple[Card | None, ...]:
    """Return the up cards, with None in place of the others."""
    return tuple([card if open_card else None for card, open_card in zip(cards, up, strict=True)])


def shown_once(events: Iterable[Event]) -> Iterator[Event]:
    """Yield the events, skipping the second show of a hand: one turned up early is shown again with its strength."""
    shown: set[int | None] = set()
    for event in events:
        if event.kind != "show" or event.seat not in shown:
            yield event
        if event.kind == "show":
            shown.add(event.seat)
