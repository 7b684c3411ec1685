"""What happened in a deal, one fact at a time, with the numbers that a display needs."""

from __future__ import annotations

from typing import Final, NamedTuple

from kicker.cards import Card, parse_cards

KINDS: Final = {
    "button": "the seat has the button: a deal begins",
    "ante": "the seat pays its ante",
    "blind": "the seat posts a blind",
    "post": "the seat posts chips to come in",
    "dealt": "the seat gets cards",
    "board": "cards open to all; the note names the street",
    "fold": "the seat gives up",
    "check": "the seat stays in for nothing",
    "call": "the seat pays what it owes, or all that it has",
    "bet": "the seat bets first on this street",
    "raise": "the seat raises",
    "discard": "the seat throws cards",
    "drew": "the seat gets as many new ones",
    "returned": "chips that nobody called go back",
    "show": "the seat shows its hand; the note says what it is",
    "muck": "the seat does not show",
    "won": "the seat is paid; the note names the pot",
    "over": "the deal is over",
    "default": "the table acted for the seat; the note says why",
    "bust": "the seat has no chips for the next deal",
    "forfeit": "the seat is out for an illegal bet",
    "level": "blinds or antes change; the note says to what",
    "sit out": "the seat is not dealt in from now on",
    "sit in": "the seat is dealt in again",
    "champion": "the seat has won the match",
    "joined": "somebody takes the seat with chips; the note has the name",
    "left": "the seat is empty now, and its chips are off the table",
}
"""Every kind of event and what it says."""
TABLE_KINDS: Final = frozenset(
    ["default", "bust", "forfeit", "level", "sit out", "sit in", "champion", "joined", "left"]
)
"""Those that come from the table and not from the deal."""


class Event(NamedTuple):
    """One thing that happened. `seen_by(seat)` is what that seat may know of it."""

    kind: str
    seat: int | None = None
    amount: int = 0
    """Chips that moved."""
    to: int = 0
    """The seat's bet on this street after it."""
    stack: int = 0
    """The seat's chips behind after it."""
    cards: tuple[Card, ...] = ()
    card_count: int = 0
    """How many cards there are, also for those who may not see which."""
    only: int | None = None
    """The one seat that may see the cards and the note; None if all may."""
    note: str = ""

    def seen_by(self, seat: int | None) -> Event:
        """The event as a seat, or somebody without one (None), may see it."""
        if self.only is None or self.only == seat:
            return self
        # Every view hides the hands of all others, and _replace takes twice as long.
        kind, to_seat, amount, to, stack, _, card_count, only, _ = self
        return Event(kind, to_seat, amount, to, stack, (), card_count, only)

    def as_dict(self) -> dict[str, object]:
        """The event for JSON, with what is empty left out."""
        fields: dict[str, object] = {key: value for key, value in self._asdict().items() if value not in (0, "", None)}
        fields["kind"] = self.kind
        if self.seat is not None:
            fields["seat"] = self.seat
        if self.only is not None:
            fields["only"] = self.only
        fields["cards"] = " ".join(map(str, self.cards))
        if not self.cards:
            del fields["cards"]
        return fields

    @classmethod
    def from_dict(cls, fields: dict[str, object]) -> Event:
        """The inverse of `as_dict`."""
        cards = tuple(parse_cards(str(fields.get("cards", ""))))
        return cls(**{**fields, "cards": cards})  # type: ignore[arg-type]
