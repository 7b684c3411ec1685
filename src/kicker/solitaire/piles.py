"""The three kinds of piles: `Column`, `Stock` and `Foundation`. The rules of the game are in `klondike.py`.

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
    """The interface of a pile. Cards are listed from the bottom to the top."""

    @property
    def top(self) -> Card | None:
        """The face-up card on top, if any."""

    @property
    def loose(self) -> tuple[Card, ...]:
        """The cards that can be taken: any number of them, from the end."""

    @property
    def wanted(self) -> tuple[Card, ...]:
        """The cards that may be put on the pile next."""

    def accepts(self, cards: tuple[Card, ...]) -> bool:
        """Return True if these cards, which form a run, may be put on the pile together."""

    def turns_up(self, count: int) -> bool:
        """Return True if a covered card of a column is turned up when `count` cards are taken."""

    def with_added(self, cards: tuple[Card, ...]) -> Pile:
        """Return the pile with these cards on it; they must be cards that it `accepts`."""

    def with_removed(self, count: int) -> Pile:
        """Return the pile without the last `count` of its `loose` cards."""


def card_of(suit: str, rank: int) -> Card:
    """Return the card of a foundation's letter and a rank from 1 (the ace) to 13."""
    return DECK[4 * ((rank - 2) % 13) + SUITS.index(suit.lower())]


# Made once: every move asks a column for them.
_FOLLOWERS: Final = tuple(
    tuple(other for other in DECK if other.low_rank == card.low_rank - 1 and other.is_red != card.is_red)
    for card in DECK
)  # fmt: skip
_BASES: Final = tuple(tuple(card_of(suit, rank) for suit in SUIT_ORDER) for rank in range(1, len(RANKS) + 1))
KINGS: Final = _BASES[-1]
_STEPS: Final = {suit: tuple(card_of(suit, rank) for rank in range(1, len(RANKS) + 1)) for suit in SUIT_ORDER}


def follows(card: Card, other: Card) -> bool:
    """Return True if `card` may lie on `other` in a column: one rank lower and of the other colour."""
    return card in _FOLLOWERS[other]


class Column(NamedTuple):
    """Covered cards, and on them a run of uncovered ones. A column with covered cards always has an uncovered one."""

    covered: tuple[Card, ...] = ()
    """The face-down cards, the lowest first."""
    uncovered: tuple[Card, ...] = ()
    """The face-up cards, the lowest first."""
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
        """Return True if the first of the cards continues the run, or is a king and the column is empty."""
        return bool(cards) and cards[0] in self.wanted

    def turns_up(self, count: int) -> bool:
        """Return True if the whole run goes and there is a card below it."""
        return count == len(self.uncovered) and bool(self.covered)

    def with_added(self, cards: tuple[Card, ...]) -> Column:
        """Return the column with a longer run."""
        return Column(self.covered, self.uncovered + cards, self.base)

    def with_removed(self, count: int) -> Column:
        """Return the column with a shorter run; when the whole run goes, the last covered card is uncovered."""
        if self.turns_up(count):
            return Column(self.covered[:-1], self.covered[-1:], self.base)
        return Column(self.covered, self.uncovered[:-count], self.base)


class Foundation(NamedTuple):
    """A suit from the ace up. The height says it all: every card below the top one is known."""

    suit: str
    """`S`, `H`, `D` or `C`."""
    height: int = 0
    """The number of cards home, which is the rank of the top one."""

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
        """Return True only for the next card of the suit."""
        return cards == self.wanted and bool(cards)

    def turns_up(self, count: int) -> bool:
        """Return False: nothing is covered here."""
        return False

    def with_added(self, cards: tuple[Card, ...]) -> Foundation:
        """Return the foundation with one card more."""
        return Foundation(self.suit, self.height + len(cards))

    def with_removed(self, count: int) -> Foundation:
        """Return the foundation with one card fewer."""
        return Foundation(self.suit, self.height - count)


class Stock(NamedTuple):
    """The cards that were not dealt to columns, as a circular queue: the first `waste` of them are turned up.

    Only the card turned up last can be taken. All turned-up cards have been seen, and earlier passes may have shown
    others.
    """

    cards: tuple[Card, ...] = ()
    """The cards in the order in which they are turned up."""
    waste: int = 0
    """The number of cards turned up; in a ring, the number of the card that is shown, counted from 1."""
    seen_first: int = 0
    """The number of cards at the beginning that have been seen."""
    seen_last: int = 0
    """The number of cards at the end that have been seen; those between were never turned up."""
    passes: int = 0
    """The number of times the waste has been turned over."""
    ring: bool = False
    """True if one card is always shown and the queue is rotated in both directions without limit."""

    @property
    def top(self) -> Card | None:
        """The card turned up last that is still there."""
        return self.cards[self.waste - 1] if self.waste else None

    @property
    def loose(self) -> tuple[Card, ...]:
        """The top card."""
        return self.cards[self.waste - 1 : self.waste] if self.waste else ()

    @property
    def wanted(self) -> tuple[Card, ...]:
        """Empty: no card goes back to the stock."""
        return ()

    @property
    def rest(self) -> tuple[Card, ...]:
        """The cards still to be turned up in this pass."""
        return () if self.ring else self.cards[self.waste :]

    @property
    def unseen(self) -> int:
        """The number of cards that were never turned up."""
        return len(self.cards) - self.seen_first - self.seen_last

    @property
    def known(self) -> tuple[Card | None, ...]:
        """All cards in order, with None for each that was never turned up."""
        hidden = self.unseen
        return self.cards[: self.seen_first] + (None,) * hidden + self.cards[self.seen_first + hidden :]

    def accepts(self, cards: tuple[Card, ...]) -> bool:
        """Return False: no card goes back to the stock."""
        return False

    def turns_up(self, count: int) -> bool:
        """Return False: only turning the stock turns its cards up."""
        return False

    def with_added(self, cards: tuple[Card, ...]) -> Stock:
        """Raise `TypeError`: cards cannot go to the stock."""
        raise TypeError("cards cannot go to the stock; ask accepts() first")

    def with_removed(self, count: int) -> Stock:
        """Return the stock without its top card. The card turned up before it is then on top; in a ring, the
        next card."""
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
        """Show the card before the one that is shown; only for a ring."""
        return self._shown((self.waste - 2) % len(self.cards) + 1)

    def _shown(self, number: int) -> Stock:
        """Return the ring with this card shown, and therefore seen; it is next to a card that was seen before."""
        first, last = self.seen_first, self.seen_last
        if first < number <= len(self.cards) - last:
            first, last = (number, last) if number == first + 1 else (first, last + 1)
        return self._replace(waste=number, seen_first=first, seen_last=last)
