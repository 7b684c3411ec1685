"""What a game is, as data: its deck, what each street deals, who opens, and what makes a hand.

>>> game = Game("plain", "one-street poker", (Street("only street", down=2, board=5),), "1S")
>>> game.hand_cards, game.board_cards, game.exchanges
(2, 5, False)

Not here: stakes and customs of a table (`rules.py`), and which games there are (`catalogue.py`).
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
"""Who opens a street: the seat left of the button (on the first street left of the last blind), the seat with the
lowest or highest open card, or the seat whose open cards make the best or the worst hand."""
Stakes = Literal["blinds", "ante"]
"""What is usually paid before the cards."""


class Street(NamedTuple):
    """A betting round, and the cards that come before it."""

    name: str
    """What the betting round is called."""
    down: int = 0
    """Cards dealt to each seat face down."""
    up: int = 0
    """Cards dealt to each seat face up, after those."""
    board: int = 0
    """Cards dealt to the board."""
    exchange: int = 0
    """How many cards a seat may exchange."""
    opener: Opener = "left"
    """Who acts first."""
    big_bet: bool = False
    """In fixed limit, the big bet is played."""


@dataclass(frozen=True, slots=True)
class Game:
    """All that distinguishes one poker game from another."""

    name: str
    """How programs call it."""
    title: str
    """How people call it."""
    streets: tuple[Street, ...]
    """The betting rounds in order."""
    code: str
    """What follows the letter of the betting structure in a PHH variant."""
    order: Order = HIGH
    """Which hands win."""
    hand_plays: int | None = None
    """How many of a seat's own cards must play; None for any."""
    most_seats: int = 10
    """How many can play."""
    deck: tuple[Card, ...] = DECK
    """The cards it is played with."""
    stakes: Stakes = "blinds"
    """Whether blinds or antes are usual."""
    limits: tuple[Limit, ...] = ("no-limit", "pot-limit", "fixed-limit")
    """The betting structures that it is usually played with, the most usual first."""
    usual_seats: int = 6
    """How many usually play."""

    hand_cards: int = field(init=False, repr=False, compare=False)
    """How many cards a seat holds at the end."""
    board_cards: int = field(init=False, repr=False, compare=False)
    """How many cards the board has at the end."""
    most_exchanged: int = field(init=False, repr=False, compare=False)
    """How many cards a seat may exchange at once."""

    def __post_init__(self) -> None:
        for name in ("streets", "deck", "limits"):  # a list would do, but could be no key
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
                raise KickerError(f"{self.title}: on {street.name} no card lies open to say who opens", "game")
        object.__setattr__(self, "hand_cards", sum(street.down + street.up for street in self.streets))
        object.__setattr__(self, "board_cards", sum(street.board for street in self.streets))
        object.__setattr__(self, "most_exchanged", max(street.exchange for street in self.streets))
        playing = self.hand_cards + self.board_cards
        if self.hand_plays is None and playing not in self.order.sizes:
            takes = self.order.sizes
            wanted = str(takes[0]) if len(takes) == 1 else f"{takes[0]} to {takes[-1]}"
            raise KickerError(f"{self.title}: {self.order.title} ranks {wanted} cards, not {playing}", "game")

    @property
    def exchanges(self) -> bool:
        """True if cards are exchanged."""
        return self.most_exchanged > 0

    @property
    def has_equity(self) -> bool:
        """True if `kicker.equity` counts it: two cards each, five on the board, the usual deck and order."""
        return (self.hand_cards, self.board_cards, self.order, self.deck) == (2, 5, HIGH, DECK)

    def as_dict(self) -> dict[str, object]:
        """What a display needs to know of the game, for JSON."""
        return {
            "title": self.title,
            "streets": [street.name for street in self.streets],
            "hand_cards": self.hand_cards,
            "board_cards": self.board_cards,
        }

    def strength(self, hand: tuple[Card, ...], board: tuple[Card, ...]) -> Strength | None:
        """What a seat's cards are worth with the board; None if they do not qualify."""
        if self.hand_plays is None:
            return self.order.strength(hand + board)
        return self.order.best(hand, board, self.hand_plays)

    def playing(self, hand: tuple[Card, ...], board: tuple[Card, ...]) -> tuple[Card, ...]:
        """The cards that make a hand what it is; of equals a seat's own before those on the board."""
        return self.order.playing(hand, board, self.hand_plays)
