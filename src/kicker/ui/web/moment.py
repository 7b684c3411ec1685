"""A table at a moment that is on disk. Connections are told this and nothing newer.

Immutable. While a bot thinks, or a change is being written, everyone still sees the previous moment.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from kicker.cards import Card
from kicker.games import Event, Game, State
from kicker.shuffle import Opening, Proof, commitment, deal_order, openings, salts
from kicker.ui.common.text import Look, Wording, customs_words, event_line
from kicker.ui.web.journal import Journal
from kicker.ui.web.people import Person
from kicker.ui.web.settings import TableSettings
from kicker.ui.web.showing import winning_hands

NOTHING_TO_WISH: Final[Mapping[int, list[dict[str, Any]]]] = {}
_DEALING: Final = ("dealt", "drew", "board")
"""Events that take cards from the deck."""
_REVEALING: Final = (*_DEALING, "show")
"""Events that reveal cards."""


class Shuffle:
    """The order of one deal, with its hashes and openings. It holds the whole deck: only `opened` may leave the
    server."""

    def __init__(self, table: str, deal: int, secret: bytes) -> None:
        self.secret = secret
        self.deck = deal_order(secret)
        self._salts = salts(secret)
        self.table, self.deal = table, deal
        self.commitment = commitment(table, deal, self.deck, self._salts)
        self._places = {card: place for place, card in enumerate(self.deck)}

    def deck_of(self, game: Game) -> list[Card]:
        """Return the cards of a game in dealing order; cards that the game is not played with are skipped."""
        return [card for card in self.deck if card in game.deck]

    def opened(self, cards: Sequence[Card]) -> list[Opening]:
        """Return the openings of these cards."""
        return openings(self.deck, self._salts, [self._places[card] for card in cards])

    def proof(self, events: Sequence[Event], seen: Sequence[Event]) -> Proof:
        """Return the proof of the deal for a person who has seen its events as `seen`."""
        cards = list(openable(events, seen))
        return Proof(self.table, self.deal, tuple(self.commitment), tuple(self.opened(cards)))


def openable(events: Sequence[Event], seen: Sequence[Event]) -> dict[Card, int]:
    """Return the cards that may be opened to a viewer, each with the index of the event that first showed it.

    `seen` are the events of the deal as the viewer saw them. A card that was reshuffled and dealt again counts only if
    the viewer saw it before: its place in the deck would reveal who discarded or folded it.
    """
    dealt: set[Card] = set()
    again: set[Card] = set()
    found: dict[Card, int] = {}
    for index, (event, told) in enumerate(zip(events, seen, strict=True)):
        if event.kind in _DEALING:
            again |= dealt.intersection(event.known)
            dealt.update(event.known)
        if event.kind in _REVEALING:
            for card in told.known:
                if card not in again:
                    found.setdefault(card, index)
    return found


class SeatFacts(NamedTuple):
    """The public facts about a seat."""

    name: str
    kind: str
    """`person`, `bot` or `empty`."""
    stack: int
    out: bool
    broke: bool
    """True if the seat has too few chips for the next deal, and nothing to win in this one."""
    bank: float


class Moment(NamedTuple):
    """Everything that people are told about a table, except connections and clocks."""

    deal: int
    """The number of the deal, 0 before the first."""
    turn: int
    version: int
    journal: Journal
    """The last events, hidden cards included; the last of them has the number `version - 1`."""
    state: State | None
    """The state of the last deal in the journal; None before the first deal of a game."""
    seats: tuple[SeatFacts, ...]
    shuffle: Shuffle | None
    champion: int | None
    """The winner of a finished game."""
    ready: int
    """The number of seats that could be dealt in now."""
    stakes: str
    """The price of the next deal, in words."""
    wishes: Mapping[int, list[dict[str, Any]]] = NOTHING_TO_WISH
    """The actions that the person of each seat may take before the next deal."""

    def update(self, person: Person | None, have: int, *, whole: bool) -> dict[str, Any]:
        """Return the update for a person, or a watcher, who has `have` events; `whole` for a new connection."""
        journal, who = self.journal, person.id if person else None
        start = min(max(have, journal.first), self.version)
        update: dict[str, Any] = {
            "type": "update",
            "version": self.version,
            "from": start,
            "deal": self.deal,
            "turn": self.turn,
            "view": None,
            "events": [event.as_dict() for event in journal.seen_by(who, start)],
            "winning": [],
            "over": self.over_words(person),
            "openings": [],
        }
        if self.shuffle and self.state:
            dealt = journal.deals[-1]
            view = self.state.view(dealt.seat_of(who))
            update["view"], update["winning"] = view.as_dict(), winning_hands(view)
            since = 0 if whole else start - dealt.first
            cards = openable(journal.since(dealt.first), journal.seen_by(who, dealt.first))
            fresh = [card for card, index in cards.items() if index >= since]
            update["openings"] = [opening.as_dict() for opening in self.shuffle.opened(fresh)]
            if whole or start <= dealt.first:
                update["commitment"] = self.shuffle.commitment
        return update

    def info(self, settings: TableSettings) -> dict[str, Any]:
        """Return the public facts about a table with these settings."""
        return {
            "name": settings.name,
            "game": settings.game,
            "games": len(settings.offer.games),
            "about": settings.offer.games[0].as_dict(),
            "rules": settings.rules,
            "title": settings.offer.title,
            "betting": settings.terms.betting,
            "stakes": self.stakes,
            "customs": customs_words(settings.terms.customs),
            "seats": settings.seats,
            "taken": sum(seat.kind != "empty" for seat in self.seats),
            "bots": sum(seat.kind == "bot" for seat in self.seats),
            "listed": settings.listed,
            "stack": settings.stack,
            "seconds": settings.seconds,
            "bank": settings.bank,
            "names": [seat.name for seat in self.seats],
            "open": [number for number, seat in enumerate(self.seats) if seat.kind == "empty"],
        }

    def over_words(self, person: Person | None) -> str | None:
        """Return the winner of the game in words, for one person."""
        if self.champion is None:
            return None
        names = [facts.name for facts in self.seats]
        end = Event("champion", self.champion, stack=self.seats[self.champion].stack)
        return Look().text(event_line(end, Wording(names, you=person.seat if person else None), 0))


NOTHING: Final = Moment(0, 0, 0, Journal(), None, (), None, None, 0, "")
"""The moment before a table has started."""
