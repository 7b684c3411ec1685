"""What the readers of all sites share: one hand, line by line, and the errors that name the line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from kicker.cards import Card
from kicker.errors import KickerError
from kicker.games import Game
from kicker.games.catalogue import find_game
from kicker.sites.amounts import parse_amount
from kicker.sites.model import Cancelled, SiteHand, SiteSeat, Step, StepKind, Unreadable

CARDS: Final = re.compile(r"\[([^\]]*)\]")
"""Cards in square brackets."""

_CARD: Final[dict[str, Card]] = {str(card): card for card in map(Card, range(52))}
_CARD.update({"10" + suit: Card("T" + suit) for suit in "cdhs"})


class HandReader:
    """One hand while it is read. Each site has a class of its own for its lines."""

    site: str
    """The name of the site."""
    start: re.Pattern[str]
    """Matches the first line of a hand; its group `number` is the site's number for the hand."""

    def __init__(self, lines: Sequence[str], line: int, source: str = "") -> None:
        self.lines, self.first, self.source = lines, line, source
        self.at = 0
        self.scale = 1
        self.currency = ""
        self.seats: dict[str, SiteSeat] = {}
        self.steps: list[Step] = []
        self.collected: dict[str, int] = {}
        self.total: int | None = None
        self.rake: int | None = None
        self.boards: list[tuple[Card, ...]] = []
        self.mucked: dict[str, tuple[Card, ...]] = {}
        self.hero = ""
        self.cancelled = False

    def read(self) -> SiteHand | Cancelled:
        """The whole hand; raises `Unreadable`."""
        raise NotImplementedError

    def fail(self, message: str) -> Unreadable:
        """The error for the line that is read."""
        return Unreadable(message, self.first + self.at)

    def add(self, kind: StepKind, name: str = "", amount: int = 0, cards: tuple[Card, ...] = ()) -> None:
        """Note what happened."""
        self.steps.append(Step(kind, name, amount, cards, self.first + self.at))

    def add_seat(self, number: str, name: str, stack: str) -> None:
        """Note who sits where."""
        if name in self.seats:
            raise self.fail(f"{name!r} sits in two chairs")
        self.seats[name] = SiteSeat(int(number), name, self.amount(stack))

    def collect(self, name: str, amount: int) -> None:
        """Note what a player took from a pot."""
        self.collected[self.known(name)] = self.collected.get(name, 0) + amount

    def known(self, name: str) -> str:
        """A name that sits at the table."""
        if name not in self.seats:
            raise self.fail(f"{name!r} does not sit at the table")
        return name

    def amount(self, text: str) -> int:
        """An amount in the smallest unit."""
        try:
            return parse_amount(text, self.scale)
        except ValueError as error:
            raise self.fail(str(error)) from None

    def cards(self, text: str) -> tuple[Card, ...]:
        """The cards of a text, without brackets; hidden ones (`X`) are left out."""
        words = text.replace(",", " ").split()
        try:
            return tuple([_CARD[word] for word in words if word not in ("X", "-", "xx")])
        except KeyError as error:
            raise self.fail(f"{error.args[0]!r} is not a card") from None

    def find_game(self, name: str) -> Game:
        """The game of a name."""
        try:
            return find_game(name)
        except KickerError as error:
            raise Unreadable(str(error), self.first) from None

    @staticmethod
    def time(numbers: Sequence[str]) -> datetime | None:
        """A date from year, month, day, hour, minute and second; None if there is no such date."""
        try:
            return datetime(*map(int, numbers))  # type: ignore[arg-type]
        except (TypeError, ValueError):
            return None
