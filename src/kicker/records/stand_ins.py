"""Stand-ins for the cards that a record leaves unknown, so that its deal can be replayed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, cycle, islice, takewhile
from typing import TYPE_CHECKING, Final, NamedTuple

from kicker.cards import Card
from kicker.games.dealing import height

if TYPE_CHECKING:
    from kicker.records.script import Script

MOST_OPENINGS: Final = 20_000
"""The most hands that are tried for an unknown hand that opened; one of the first is nearly always strong enough."""


class Dealt(NamedTuple):
    """A whole deck, and what of it the record tells."""

    deck: tuple[Card, ...]
    """The cards in dealing order, with stand-ins for unknown ones."""
    unknown: frozenset[Card]
    """The stand-ins."""
    told: tuple[frozenset[Card], ...] = ()
    """The cards that the record tells of each seat, if some were dealt again after a reshuffle; empty otherwise."""


class StandIns:
    """Fills the unknown places in the deck of a script: first those on which decisions depend, then what came again
    after a reshuffle, then all others."""

    def __init__(self, script: Script) -> None:
        self.script, self.deck, self.known_at = script, script.deck, script.known_at
        self.whole = len(script.game.deck)
        self.rest = [card for card in script.game.deck if card not in script.known_at]
        """The cards that are nowhere yet."""

    def fill(self, need: int) -> Dealt:
        """Return a deck of at least `need` cards. Afterwards the script has no unknown cards any more."""
        script, again = self.script, len(self.deck) > self.whole
        told = tuple(map(self.told_of, script.had)) if again else ()
        for place, (seat, street) in script.open_places.items():
            if self.deck[place] is None and self.rest:
                self.deck[place] = self.up_card(seat, street)
        if script.least_to_open and script.game.exchanges:
            self.give_openers()
        if again:
            self.discard_what_came_again()
        free = chain(self.rest, cycle(script.game.deck))
        deck = [next(free) if card is None else card for card in self.deck[: self.whole]]
        if again:
            deck += self.dealt_again(deck)
        deck += islice(free, max(0, need - len(deck)))
        return Dealt(tuple(deck), frozenset(deck).difference(self.known_at), told)

    def told_of(self, places: list[int]) -> frozenset[Card]:
        """Return the cards at these places that the record tells."""
        return frozenset([card for place in places if (card := self.deck[place]) is not None])

    def up_card(self, seat: int, street: int) -> Card:
        """Return a stand-in for an unknown up card that keeps the same seat opening each street."""
        script = self.script
        opener = script.streets[street].opener
        ace = 1 if opener in ("highest card", "worst showing") else 14
        up = [self.deck[place] for place in script.hands[seat] if place in script.open_places]
        shown = {card.rank for card in up if card is not None}
        self.rest.sort(key=lambda card: (card.rank in shown, height(card, ace)))
        highest = (script.openers.get(street) == seat) == (opener in ("highest card", "best showing"))
        return self.rest.pop(-1 if highest else 0)

    def give_openers(self) -> None:
        """Make the hand that made the first bet strong enough for that. If no cards do, the replay refuses the bet."""
        script = self.script
        bets = (seat for seat, word, *_ in takewhile(lambda move: move[1] != "sd", script.moves) if word == "cbr")
        if (seat := next(bets, None)) is None:
            return
        hole = script.game.hand_cards
        first = range(seat * hole, (seat + 1) * hole)
        unknown = [place for place in first if self.deck[place] is None]
        known = [card for place in first if (card := self.deck[place]) is not None and place not in script.shown_at]
        # Nobody knows which of the cards that were shown in the end had been there from the start.
        shown = sorted(
            place for place in script.hands[seat] if place in script.shown_at and self.deck[place] is not None
        )
        cards = [card for place in shown if (card := self.deck[place]) is not None]
        elsewhere = {card for place, card in enumerate(self.deck[: self.whole]) if place not in shown}
        again = [card for card in self.came_again() if self.known_at[card] not in script.had[seat]]
        free = sorted([*self.rest, *again], key=lambda card: card.rank, reverse=True)  # high pairs come first

        def openings() -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...]]]:
            for kept in combinations(cards, sum(place in first for place in shown)):
                if elsewhere.isdisjoint(kept):
                    yield from ((kept, stand_ins) for stand_ins in combinations(free, len(unknown)))

        for kept, stand_ins in islice(openings(), MOST_OPENINGS):
            worth = script.game.strength((*known, *kept, *stand_ins), ())
            if worth is not None and worth >= script.least_to_open:
                drawn = [card for card in cards if card not in kept]
                for place, card in zip([*shown, *unknown], [*kept, *drawn, *stand_ins], strict=True):
                    self.deck[place] = card
                self.rest = [card for card in self.rest if card not in stand_ins]
                return

    def came_again(self) -> list[Card]:
        """Return the cards that are known only from after a reshuffle."""
        first = set(self.deck[: self.whole])
        return [card for card in self.known_at if card not in first]

    def discard_what_came_again(self) -> None:
        """Put cards that became known only after a reshuffle among those discarded or folded before it."""
        script = self.script
        held = {place for seat, hand in enumerate(script.hands) if seat not in script.folded for place in hand}
        free = [place for place in range(self.whole) if self.deck[place] is None and place not in held]
        for card in self.came_again():
            # Another seat discarded it, so that no hand ever has it twice.
            own = next((places for places in script.had if self.known_at[card] in places), [])
            place = next((place for place in free if place not in own), None)
            if place is None:
                self.rest.append(card)  # a hand that is never shown has it
            else:
                self.deck[place] = card
                free.remove(place)

    def dealt_again(self, first: list[Card]) -> list[Card]:
        """Return the cards after a reshuffle, given those before it. Stand-ins are cards that their seat never had,
        unknown ones first."""
        cards = sorted(self.script.game.deck, key=self.known_at.__contains__)
        deck = [*first, *self.deck[self.whole :]]
        for places in self.script.had:
            taken = {deck[place] for place in places}
            free = (card for card in cards if card not in taken)
            for place in places:
                if deck[place] is None:
                    deck[place] = next(free, cards[0])
        return [cards[0] if card is None else card for card in deck[self.whole :]]
