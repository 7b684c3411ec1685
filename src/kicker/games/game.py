"""A poker game as data: its deck, what each street deals, who opens, and what makes a hand.

>>> game = Game("plain", "one-street poker", (Street("only street", down=2, board=5),), "1S")
>>> game.hand_cards, game.board_cards, game.exchanges
(2, 5, False)

The stakes and customs of a table are in `rules.py`, the games themselves in `catalogue.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from kicker.cards import DECK, Card
from kicker.errors import KickerError
from kicker.orders import HIGH, Order, Strength

Limit = Literal["no-limit", "pot-limit", "fixed-limit", "none"]
"""A betting structure; `none` for games without bets."""
Opener = Literal["left", "lowest card", "highest card", "best showing", "worst showing"]
"""The seat that opens a street: the one left of the button (on the first street, left of the last blind), the one with
the lowest or highest up card, or the one whose up cards make the best or the worst hand."""
Stakes = Literal["blinds", "ante", "bring-in", "button"]
"""The usual forced bets: blinds; antes; antes and a bring-in; or antes and a blind that the button posts."""
OddChips = Literal["left", "high card"]
"""The winner who gets odd chips: the one nearest left of the button, or the one with the highest card by suit."""

Cards = tuple[Card, ...]


class Street(NamedTuple):
    """A betting round, and the cards that come before it."""

    name: str
    """The name of the betting round."""
    down: int = 0
    """Cards dealt to each seat face down."""
    up: int = 0
    """Cards dealt to each seat face up, after those."""
    board: int = 0
    """Cards dealt to the board."""
    exchange: int = 0
    """The most cards a seat may draw."""
    opener: Opener = "left"
    """The rule that decides who acts first."""
    big_bet: bool = False
    """True if the big bet applies in fixed limit."""


@dataclass(frozen=True, slots=True)
class Game:
    """Everything that distinguishes one poker game from another."""

    name: str
    """Its name in programs."""
    title: str
    """Its name for people."""
    streets: tuple[Street, ...]
    """The betting rounds in order."""
    code: str
    """The game's part of a PHH variant code; the betting structure is the letter before it."""
    orders: tuple[Order, ...] = (HIGH,)
    """The orders that rank hands. With two orders each wins half of the pot, the second only with a qualifying hand."""
    hand_plays: int | None = None
    """The number of a seat's own cards that must play; None for any."""
    most_seats: int = 10
    """The most seats."""
    deck: tuple[Card, ...] = DECK
    """The cards of the deck."""
    stakes: Stakes = "blinds"
    """The usual forced bets."""
    limits: tuple[Limit, ...] = ("no-limit", "pot-limit", "fixed-limit")
    """The usual betting structures, the most usual first."""
    usual_seats: int = 6
    """The usual number of seats."""
    reshuffles: bool = False
    """True if discards are shuffled and dealt again when the deck runs out."""
    odd_chips: OddChips = "left"
    """The winner who gets odd chips."""
    percentages: str = ""
    """The table of hands of four to six cards by equity that percentages in ranges go by; empty if there is none. Hands
    of two cards go by the deck."""

    hand_cards: int = field(init=False, repr=False, compare=False)
    """The number of cards a seat holds at the end."""
    board_cards: int = field(init=False, repr=False, compare=False)
    """The number of board cards at the end."""
    most_exchanged: int = field(init=False, repr=False, compare=False)
    """The most cards a seat may draw at once."""

    def __hash__(self) -> int:
        return hash((self.name, self.code))  # hashing every card and street would be slow

    def __post_init__(self) -> None:
        for name in ("streets", "deck", "limits", "orders"):  # a list would work, but could not be hashed
            object.__setattr__(self, name, tuple(getattr(self, name)))
        if not self.streets:
            raise KickerError(f"{self.title} has no streets; give at least one", "game")
        up = 0
        for street in self.streets:
            counts = (street.down, street.up, street.board, street.exchange)
            if any(type(count) is not int or count < 0 for count in counts):
                raise KickerError(f"{self.title}: the cards of {street.name} must be whole numbers, 0 or more", "game")
            up += street.up
            if street.opener != "left" and not up:
                raise KickerError(f"{self.title}: on {street.name} no card is face up to decide who opens", "game")
        object.__setattr__(self, "hand_cards", sum(street.down + street.up for street in self.streets))
        object.__setattr__(self, "board_cards", sum(street.board for street in self.streets))
        object.__setattr__(self, "most_exchanged", max(street.exchange for street in self.streets))
        if not 1 <= len(self.orders) <= 2:
            raise KickerError(f"{self.title} has {len(self.orders)} orders of hands; give one, or high and low", "game")
        playing = self.hand_cards + self.board_cards
        if self.hand_plays is None:
            for order in self.orders:
                if playing not in (takes := order.sizes):
                    wanted = str(takes[0]) if len(takes) == 1 else f"{takes[0]} to {takes[-1]}"
                    raise KickerError(f"{self.title}: {order.title} ranks {wanted} cards, not {playing}", "game")

    @property
    def exchanges(self) -> bool:
        """True if the game has a draw."""
        return self.most_exchanged > 0

    @property
    def draws(self) -> int:
        """The number of draws."""
        return sum(street.exchange > 0 for street in self.streets)

    @property
    def last_may_be_common(self) -> bool:
        """True if the last card can be one for all when the deck is too short, as in stud."""
        last = self.streets[-1]
        return len(self.streets) > 1 and last.down + last.up == 1 and not self.board_cards

    @property
    def brings_in(self) -> bool:
        """True if an up card decides who must bring in."""
        return self.streets[0].opener != "left"

    @property
    def splits(self) -> bool:
        """True if pots are split between high and low."""
        return len(self.orders) > 1

    def as_dict(self) -> dict[str, object]:
        """Return the facts that a display needs, for JSON."""
        return {
            "title": self.title,
            "streets": [street.name for street in self.streets],
            "hand_cards": self.hand_cards,
            "board_cards": self.board_cards,
            "orders": [order.name for order in self.orders],
            "exchanges": self.exchanges,
        }

    def strength(self, hand: Cards, board: Cards) -> Strength | None:
        """Return the strength of a seat's cards with the board in the game's first order; None if they do not
        qualify."""
        if self.hand_plays is None:
            return self.orders[0].strength(hand + board)
        return self.orders[0].best(hand, board, self.hand_plays)

    def low(self, hand: Cards, board: Cards) -> Strength | None:
        """Return the strength in the game's second order; None if it has no second order or the cards do not
        qualify."""
        return self.orders[1].best(hand, board, self.hand_plays) if len(self.orders) > 1 else None

    def playing(self, hand: Cards, board: Cards) -> Cards:
        """Return the cards that make the hand; among equals, the seat's own cards come before board cards."""
        return self.orders[0].playing(hand, board, self.hand_plays)

    def playing_low(self, hand: Cards, board: Cards) -> Cards:
        """Return the cards that make the low; empty if there is none."""
        return self.orders[1].playing(hand, board, self.hand_plays) if len(self.orders) > 1 else ()
