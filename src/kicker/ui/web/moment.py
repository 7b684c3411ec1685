"""A table at one moment that is on the disk: what connections are told is made of this and of nothing newer.

It never changes. While a bot thinks, or a change is being written, everybody still sees the moment before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from kicker.cards import Card
from kicker.games import Event, State
from kicker.shuffle import Opening, Proof, commitment, deal_order, openings, salts
from kicker.ui.text import Wording, event_text
from kicker.ui.web.protocol import event_json, view_json

_DEALING = ("dealt", "drew", "board", "show")
"""Events by which a card comes to be seen."""


class Shuffle:
    """The order of one deal, its hashes, and what opens them. It holds the whole deck: only `opened` leaves it."""

    def __init__(self, table: str, deal: int, secret: bytes) -> None:
        self.secret = secret
        self.deck = deal_order(secret)
        self._salts = salts(secret)
        self.table, self.deal = table, deal
        self.commitment = commitment(table, deal, self.deck, self._salts)
        self._places = {card: place for place, card in enumerate(self.deck)}

    def opened(self, cards: Sequence[Card]) -> list[Opening]:
        """What opens the hashes of these cards."""
        return openings(self.deck, self._salts, [self._places[card] for card in cards])

    def proof(self, events: Sequence[Event], seat: int | None) -> Proof:
        """All that a seat can check of the deal that has these events."""
        return Proof(self.table, self.deal, tuple(self.commitment), tuple(self.opened(seen_cards(events, seat))))


def seen_cards(events: Sequence[Event], seat: int | None) -> list[Card]:
    """The cards that a seat, or a watcher, was shown by these events, each once."""
    seen = (event.seen_by(seat) for event in events if event.kind in _DEALING)
    return list(dict.fromkeys(card for event in seen for card in event.cards))


class SeatFacts(NamedTuple):
    """What everybody may know of a seat."""

    name: str
    kind: str
    """`person`, `bot` or `empty`."""
    stack: int
    out: bool
    bank: float


class Moment(NamedTuple):
    """All that is told of a table, except for who is connected and how the time runs."""

    deal: int
    """The number of the deal, 0 before the first."""
    turn: int
    version: int
    log: tuple[Event, ...]
    """The last events, unredacted; the last of them has the number `version - 1`."""
    began: int
    """The version at which the deal began."""
    state: State | None
    """None before the first deal of a game."""
    seats: tuple[SeatFacts, ...]
    shuffle: Shuffle | None
    champion: int | None
    """Who has won the game, if it is over."""
    ready: int
    """How many seats could be dealt in now."""
    stakes: str
    """What the next deal costs, in words."""

    @property
    def first(self) -> int:
        """The number of the oldest event that is kept."""
        return self.version - len(self.log)

    def update(self, seat: int | None, have: int, *, whole: bool) -> dict[str, Any]:
        """What a seat or a watcher that knows `have` events has to be told; `whole` for one that has just come."""
        start = min(max(have, self.first), self.version)
        events = self.log[start - self.first :]
        update: dict[str, Any] = {
            "type": "update",
            "version": self.version,
            "from": start,
            "deal": self.deal,
            "turn": self.turn,
            "view": view_json(self.state.view(seat)) if self.state else None,
            "events": [event_json(event.seen_by(seat)) for event in events],
            "over": self.over_words(seat),
            "openings": [],
        }
        if self.shuffle and self.state:
            since = self.began if whole else max(start, self.began)
            known = set(seen_cards(self.log[max(0, self.began - self.first) : since - self.first], seat))
            fresh = seen_cards(self.log[max(0, since - self.first) :], seat)
            update["openings"] = [
                opening.as_dict() for opening in self.shuffle.opened([card for card in fresh if card not in known])
            ]
            if whole or start <= self.began:
                update["commitment"] = self.shuffle.commitment
        return update

    def over_words(self, seat: int | None) -> str | None:
        """Who has won the game, as a seat is told it."""
        if self.champion is None:
            return None
        names = [facts.name for facts in self.seats]
        end = Event("champion", self.champion, stack=self.seats[self.champion].stack)
        return event_text(end, Wording(names, you=seat), 0)


NOTHING: Final = Moment(0, 0, 0, (), 0, None, (), None, None, 0, "")
"""The moment before a table is there."""
