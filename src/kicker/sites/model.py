"""One hand as a poker site's file describes it, not yet checked.

Every site's reader makes a `SiteHand`; the code that uses it does not know which site wrote it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, NamedTuple

from kicker.cards import Card
from kicker.games import Game, Limit
from kicker.sites.buyins import BuyIn, Finish

StepKind = Literal[
    "ante", "small blind", "big blind", "both blinds", "straddle", "button blind", "bring-in", "post",
    "fold", "check", "call", "bet", "raise", "discard", "dealt", "board", "street", "returned", "show", "muck",
]  # fmt: skip
"""The kinds of steps. `dealt` and `board` are cards, `street` begins a betting round."""


class SiteSeat(NamedTuple):
    """A seat as the file lists it."""

    number: int
    """The number of the chair."""
    name: str
    """The player's name."""
    stack: int | None
    """The player's stack before the hand; None if the file does not say."""


class Step(NamedTuple):
    """One step of a hand, in the order of the file."""

    kind: StepKind
    """The kind of step."""
    name: str = ""
    """The player who did it, or to whom it happened."""
    amount: int = 0
    """The chips: for a raise the total bet on the street, otherwise what was put in, returned or discarded."""
    cards: tuple[Card, ...] = ()
    """The cards, where the file shows them."""
    line: int = 0
    """The line of the file."""


class Tournament(NamedTuple):
    """The tournament that a hand belongs to."""

    number: str
    """The site's number for it."""
    buy_in: str = ""
    """The buy-in as the site wrote it."""
    level: str = ""
    """The level as the site wrote it."""
    price: BuyIn | None = None
    """The buy-in in numbers; None if the file does not say."""


@dataclass(frozen=True, slots=True)
class SiteHand:
    """One hand as a site wrote it down. Amounts are whole numbers of the smallest unit."""

    site: str
    """The site, like `PokerStars`."""
    number: str
    """The site's number for the hand; site and number together occur once."""
    game: Game
    """The game."""
    limit: Limit
    """The betting structure."""
    stakes: tuple[int, int]
    """Small and big blind, or in fixed limit the small and the big bet."""
    seats: tuple[SiteSeat, ...]
    """Everybody in a chair, dealt in or not."""
    button: int
    """The number of the chair with the button; 0 if the game has none."""
    steps: tuple[Step, ...]
    """Everything that happened."""
    collected: Mapping[str, int] = field(hash=False)
    """The amount that each player collected from the pots."""
    currency: str = ""
    """`USD`, `EUR` and so on; empty for play money and tournament chips."""
    scale: int = 1
    """The number of smallest units in one unit of the currency: 100 for dollars and cents."""
    when: datetime | None = None
    """The time when the hand was played."""
    zone: str = ""
    """The time zone of `when` as the site wrote it."""
    table: str = ""
    """The name of the table."""
    table_size: int = 0
    """The number of chairs at the table; 0 if the file does not say."""
    hero: str = ""
    """The owner of the file: the player whose cards it shows."""
    tournament: Tournament | None = None
    """The tournament, if it is one."""
    total: int | None = None
    """The total pot as the summary gives it, rake included."""
    rake: int | None = None
    """The rake, as the summary gives it."""
    boards: tuple[tuple[Card, ...], ...] = ()
    """Each board as the summary gives it; several if the hand was run more than once."""
    mucked: Mapping[str, tuple[Card, ...]] = field(default_factory=dict, hash=False)
    """Cards that only the summary shows."""
    beside: Mapping[str, int] = field(default_factory=dict, hash=False)
    """The amount that a player got (or paid, if negative) besides the pots: a cash-out instead of a pot, or
    insurance."""
    dropped: int = 0
    """Chips that the site put into the pot."""
    cap: int = 0
    """The most that a player may put into the hand; 0 if there is no cap."""
    source: str = field(default="", compare=False)
    """The file."""
    line: int = field(default=0, compare=False)
    """The line of the file on which the hand begins."""
    text: str = field(default="", compare=False, repr=False)
    """The hand as it was written."""
    finishes: Mapping[str, Finish] = field(default_factory=dict, hash=False)
    """Places, prizes and bounties of the tournament, by player, as far as the hand tells them."""


class Cancelled(NamedTuple):
    """A hand that the site cancelled: nobody won or lost anything."""

    site: str
    """The site."""
    number: str
    """The site's number for the hand."""
    line: int
    """The line of the file on which the hand begins."""


class Unreadable(Exception):  # noqa: N818 (what the hand is; a reader hands it on like a hand)
    """A hand that cannot be read, with the line that caused it."""

    def __init__(self, message: str, line: int, *, in_hand: bool = True, unfinished: bool = False) -> None:
        super().__init__(message)
        self.line = line
        self.in_hand = in_hand
        self.unfinished = unfinished
        """True if the hand is cut off."""
