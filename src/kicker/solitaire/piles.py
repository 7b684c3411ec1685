"""The three kinds of piles: `Column`, `Stock` and `Foundation`. Not here: the rules of the game (`klondike.py`).

>>> from kicker.cards import parse_cards
>>> column = Column(tuple(parse_cards("Kc 4d")), tuple(parse_cards("9s 8h")))
>>> column.with_removed(2)
Column(covered=(Card('Kc'),), uncovered=(Card('4d'),), base=13)

All three answer the same few questions (`Pile`), so that a move is the same code whatever it goes from and to. Piles
never change: to take or add cards gives a new pile.
"""

from __future__ import annotations

from typing import Final, NamedTuple, Protocol

from kicker.cards import DECK, RANKS, SUITS, Card

SUIT_ORDER: Final = "SHDC"
"""The foundations from left to right."""


class Pile(Protocol):
    """What a move needs to know of a pile. Cards are listed from the bottom to the top."""

    @property
    def top(self) -> Card | None:
        """The card that lies open on top, if any."""

    @property
    def loose(self) -> tuple[Card, ...]:
        """The cards that can be taken: any number of them, from the end."""

    @property
    def wanted(self) -> tuple[Card, ...]:
        """The cards that may be put on the pile next."""

    def accepts(self, cards: tuple[Card, ...]) -> bool:
        """True if these cards, which lie on each other, may be put on the pile together."""

    def turns_up(self, count: int) -> bool:
        """True if a covered card of a column is turned up when `count` cards are taken."""

    def with_added(self, cards: tuple[Card, ...]) -> Pile:
        """The pile with cards on it that it `accepts`."""

    def with_removed(self, count: int) -> Pile:
        """The pile without the last `count` of its `loose` cards."""


def card_of(suit: str, rank: int) -> Card:
    """The card of a foundation's letter and of a rank from 1, the ace, to 13."""
    return DECK[4 * ((rank - 2) % 13) + SUITS.index(suit.lower())]


# Made once: a column asks for them at every move.
_FOLLOWERS: Final = tuple(
    tuple(other for other in DECK if other.low_rank == card.low_rank - 1 and other.is_red != card.is_red)
    for card in DECK
)  # fmt: skip
_BASES: Final = tuple(tuple(card_of(suit, rank) for suit in SUIT_ORDER) for rank in range(1, len(RANKS) + 1))
KINGS: Final = _BASES[-1]
_STEPS: Final = {suit: tuple(card_of(suit, rank) for rank in range(1, len(RANKS) + 1)) for suit in SUIT_ORDER}


def follows(card: Card, other: Card) -> bool:
    """True if `card` may lie on `other` in a column: one rank lower and of the other colour."""
    return card in _FOLLOWERS[other]


class Column(NamedTuple):
    """Covered cards, and on them a run of uncovered ones. There are covered cards only below uncovered ones."""

    covered: tuple[Card, ...] = ()
    """The cards that are face down, the lowest first."""
    uncovered: tuple[Card, ...] = ()
    """The cards that lie open, the lowest first."""
    base: int = 13
    """The rank that an empty column takes."""

    @property
    def top(self) -> Card | None:
        """The last card of the run."""
        return self.uncovered[-1] if self.uncovered else None

    @property
    def loose(self) -> tuple[Card, ...]:
        """The whole run."""
        return self.uncovered

    @property
    def wanted(self) -> tuple[Card, ...]:
        """The two cards that continue the run, or the four kings if the column is empty."""
        return _FOLLOWERS[self.uncovered[-1]] if self.uncovered else _BASES[self.base - 1]

    def accepts(self, cards: tuple[Card, ...]) -> bool:
        """True if the first of the cards continues the run, or is a king and the column is empty."""
        return bool(cards) and cards[0] in self.wanted

    def turns_up(self, count: int) -> bool:
        """True if the whole run goes and there is a card below it."""
        return count == len(self.uncovered) and bool(self.covered)

    def with_added(self, cards: tuple[Card, ...]) -> Column:
        """The column with a longer run."""
        return Column(self.covered, self.uncovered + cards, self.base)

    def with_removed(self, count: int) -> Column:
        """The column with a shorter run; when the whole run goes, the last covered card is uncovered."""
        if self.turns_up(count):
            return Column(self.covered[:-1], self.covered[-1:], self.base)
        return Column(self.covered, self.uncovered[:-count], self.base)


class Foundation(NamedTuple):
    """A suit from the ace up. The pile is only a number: what lies under its top card goes without saying."""

    suit: str
    """`S`, `H`, `D` or `C`."""
    height: int = 0
    """How many cards are home, which is the rank of the top one."""

    @property
    def top(self) -> Card | None:
        """The highest card that is home."""
        return _STEPS[self.suit][self.height - 1] if self.height else None

    @property
    def loose(self) -> tuple[Card, ...]:
        """The top card."""
        return _STEPS[self.suit][self.height - 1 : self.height] if self.height else ()

    @property
    def wanted(self) -> tuple[Card, ...]:
        """The next card of the suit."""
        return _STEPS[self.suit][self.height : self.height + 1]

    def accepts(self, cards: tuple[Card, ...]) -> bool:
        """True for the next card of the suit alone."""
        return cards == self.wanted and bool(cards)

    def turns_up(self, count: int) -> bool:
        """False: nothing is covered here."""
        return False

    def with_added(self, cards: tuple[Card, ...]) -> Foundation:
        """One card higher."""
        return Foundation(self.suit, self.height + len(cards))

    def with_removed(self, count: int) -> Foundation:
        """One card lower."""
        return Foundation(self.suit, self.height - count)


class Stock(NamedTuple):
    """The cards that were not dealt to columns, as a queue that goes round: the first `waste` of them are turned up.

    Only the last card that was turned up can be taken. Turned up cards have been seen, and so may others have been.
    """

    cards: tuple[Card, ...] = ()
    """In the order in which they are turned up."""
    waste: int = 0
    """How many are turned up; in a ring, the number of the one card that is shown, counted from 1."""
    seen_first: int = 0
    """So many cards at the beginning have been seen ..."""
    seen_last: int = 0
    """... and this many at the end; the others have never been turned up."""
    passes: int = 0
    """How many times the waste has been turned over."""
    ring: bool = False
    """One card is always shown, and the queue is rotated in both directions without limit."""

    @property
    def top(self) -> Card | None:
        """The card that was turned up last and is still there."""
        return self.cards[self.waste - 1] if self.waste else None

    @property
    def loose(self) -> tuple[Card, ...]:
        """The top card."""
        return self.cards[self.waste - 1 : self.waste] if self.waste else ()

    @property
    def wanted(self) -> tuple[Card, ...]:
        """None: no card comes back to the stock."""
        return ()

    @property
    def rest(self) -> tuple[Card, ...]:
        """The cards that are still to be turned up in this pass."""
        return () if self.ring else self.cards[self.waste :]

    @property
    def unseen(self) -> int:
        """How many cards were never turned up."""
        return len(self.cards) - self.seen_first - self.seen_last

    @property
    def known(self) -> tuple[Card | None, ...]:
        """All cards in order, with None for each that was never turned up."""
        hidden = self.unseen
        return self.cards[: self.seen_first] + (None,) * hidden + self.cards[self.seen_first + hidden :]

    def accepts(self, cards: tuple[Card, ...]) -> bool:
        """False: no card comes back to the stock."""
        return False

    def turns_up(self, count: int) -> bool:
        """False: the stock is turned by `turn` alone."""
        return False

    def with_added(self, cards: tuple[Card, ...]) -> Stock:
        """Refused."""
        raise TypeError("cards cannot go to the stock; ask accepts() first")

    def with_removed(self, count: int) -> Stock:
        """The stock without its top card. Then the card turned up before it is on top; in a ring it is the next one."""
        place = self.waste - 1
        cards = self.cards[:place] + self.cards[place + 1 :]
        first = place < self.seen_first
        taken = self._replace(cards=cards, waste=place, seen_first=self.seen_first - first,
                              seen_last=self.seen_last - (not first))  # fmt: skip
        return taken._shown(place % len(cards) + 1) if self.ring and cards else taken

    def turn(self, count: int = 1) -> Stock:
        """Turn up the next `count` cards, or as many as are left; with none left, turn the whole waste over."""
        total = len(self.cards)
        if self.ring:
            return self._shown(self.waste % total + 1)
        if self.waste == total:
            return self._replace(waste=0, passes=self.passes + 1)
        waste = min(self.waste + count, total)
        return self._replace(waste=waste, seen_first=max(self.seen_first, waste))

    def turn_back(self) -> Stock:
        """Show the card before the one that is shown: in a ring only."""
        return self._shown((self.waste - 2) % len(self.cards) + 1)

    def _shown(self, number: int) -> Stock:
        """The ring with this card shown, and so seen; it is next to a card that was seen before."""
        first, last = self.seen_first, self.seen_last
        if first < number <= len(self.cards) - last:
            first, last = (number, last) if number == first + 1 else (first, last + 1)
        return self._replace(waste=number, seen_first=first, seen_last=last)
