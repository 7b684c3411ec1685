"""The common part of all sites' readers: one hand, line by line, and errors that name the line."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Final

from kicker.cards import Card
from kicker.errors import KickerError
from kicker.games import Game
from kicker.games.catalogue import find_game
from kicker.sites.amounts import parse_amount
from kicker.sites.buyins import Finish, finish_of
from kicker.sites.foreign import foreign_cards
from kicker.sites.model import Cancelled, SiteHand, SiteSeat, Step, StepKind, Unreadable

CARDS: Final = re.compile(r"\[([^\]]*)\]")
"""Cards in square brackets."""

_CARD: Final[dict[str, Card]] = {str(card): card for card in map(Card, range(52))}
_CARD.update({"10" + suit: Card("T" + suit) for suit in "cdhs"})
_make = tuple.__new__
"""Calling a NamedTuple goes through a function in Python; this makes the same value in half the time."""
_HIDDEN: Final = frozenset(["X", "-", "xx", "?", "??", "*"])


_STAKE = re.compile(r"^(?:[^\w\s][\d.,]+(?:/[^\w\s]?[\d.,]+)? (?:[A-Z]{3} )?)?(?:(?:NL|PL|FL) )?")
"""The stakes that a file may give before the name of a game."""
_FRACTION = re.compile(r"\d[.,]\d\d?\b")


class Fractions(Exception):  # noqa: N818 (not an error: the hand is read again)
    """Tournament chips with fractions: the hand is read again in hundredths."""


class HandReader:
    """Reads one hand. Each site has its own subclass."""

    site: str
    """The name of the site."""
    start: re.Pattern[str]
    """Matches the first line of a hand; its group `number` is the site's number for the hand."""

    def __init__(self, lines: Sequence[str], line: int, source: str = "", chip_scale: int = 1) -> None:
        self.lines, self.first, self.source = lines, line, source
        self.at = 0
        self.chip_scale = chip_scale
        """The scale of chips that are not money."""
        self.scale = chip_scale
        self.currency = ""
        self.seats: dict[str, SiteSeat] = {}
        self.steps: list[Step] = []
        self.collected: dict[str, int] = {}
        self.total: int | None = None
        self.rake: int | None = None
        self.boards: list[tuple[Card, ...]] = []
        self.mucked: dict[str, tuple[Card, ...]] = {}
        self.beside: dict[str, int] = {}
        self.cashed_out: dict[str, int] = {}
        """The amounts that the site paid players instead of the pots."""
        self.dropped = self.cap = 0
        self.hero = ""
        self.finishes: dict[str, Finish] = {}
        self.cancelled = False
        self._longest: list[str] = []
        self._foreign: Mapping[str, Card] | None = None

    @property
    def longest_first(self) -> list[str]:
        """The names at the table, longest first, because one name can be a prefix of another."""
        if len(self._longest) != len(self.seats):
            self._longest = sorted(self.seats, key=len, reverse=True)
        return self._longest

    def read(self) -> SiteHand | Cancelled:
        """Read the whole hand; raise `Unreadable` if it cannot be read."""
        raise NotImplementedError

    def text(self) -> str:
        """Return the hand as it was written, without the empty lines at its end."""
        return "\n".join(self.lines).rstrip() + "\n"

    def fail(self, message: str) -> Unreadable:
        """Return the error for the current line."""
        return Unreadable(message, self.first + self.at)

    def broken(self) -> Unreadable:
        """Return the error for a hand that ends too soon."""
        return Unreadable("the hand breaks off before its summary", self.first + self.at, unfinished=True)

    def add(self, kind: StepKind, name: str = "", amount: int = 0, cards: tuple[Card, ...] = ()) -> None:
        """Add a step."""
        self.steps.append(_make(Step, (kind, name, amount, cards, self.first + self.at)))

    def add_seat(self, number: str, name: str, stack: str) -> None:
        """Add a seat."""
        if not name:
            raise self.fail("the players have no names, so the actions cannot be assigned")
        if name in self.seats:
            raise self.fail(f"{name!r} sits in two chairs")
        self.seats[name] = _make(SiteSeat, (int(number), name, self.amount(stack)))

    def collect(self, name: str, amount: int) -> None:
        """Add what a player collected from a pot."""
        self.collected[self.known(name)] = self.collected.get(name, 0) + amount

    def note_finish(self, text: str) -> None:
        """Note the place, prize or bounty of a line about one."""
        found = finish_of(text)
        if found and found[0] in self.seats:
            name, finish = found
            before = self.finishes.get(name, Finish())
            if finish.place is None:
                finish = before._replace(bounties=before.bounties + finish.bounties)
            self.finishes[name] = finish._replace(bounties=max(finish.bounties, before.bounties))

    def known(self, name: str) -> str:
        """Check that a name sits at the table."""
        if name not in self.seats:
            raise self.fail(f"{name!r} does not sit at the table")
        return name

    def amount(self, text: str) -> int:
        """Return an amount in the smallest unit."""
        try:
            return parse_amount(text, self.scale)
        except ValueError as error:
            if self.scale == 1 and _FRACTION.search(text):
                raise Fractions from None
            raise self.fail(str(error)) from None

    def cards(self, text: str) -> tuple[Card, ...]:
        """Return the cards of a text, without brackets; hidden ones (`X`) are left out."""
        words = text.replace(",", " ").split()
        try:
            return tuple([_CARD[word] for word in words])
        except KeyError:
            return tuple([self._card(word) for word in words if word not in _HIDDEN])

    def _card(self, word: str) -> Card:
        """Return a card in another language, resolved by the other cards of the hand."""
        if self._foreign is None:
            groups = (group for line in self.lines for group in CARDS.findall(line))
            self._foreign = foreign_cards({each for group in groups for each in group.replace(",", " ").split()})
        if word not in self._foreign:
            raise self.fail(f"{word!r} is not a card")
        return self._foreign[word]

    def find_game(self, name: str) -> Game:
        """Return the game of a name."""
        try:
            return find_game(name)
        except KickerError as error:
            raise Unreadable(str(error), self.first) from None

    def sized(self, name: str) -> Game:
        """Return the game of a name; some programs call Omaha with five or six cards just Omaha."""
        game = self.find_game(name)
        held = {len(step.cards) for step in self.steps if step.kind == "dealt"}
        if len(held) == 1 and not game.brings_in and not held & {0, game.hand_cards}:
            with suppress(KickerError):
                return find_game(f"{name}-{held.pop()}")
        return game

    def unknown_game(self, text: str) -> Unreadable:
        """Return the error for a game that is not played here, by the name that the file gives it."""
        name = _STAKE.sub("", text.partition("(")[0].partition(" - ")[0].strip())
        return Unreadable(f"kicker does not play {name[:60]}", self.first)

    @staticmethod
    def time(numbers: Sequence[str]) -> datetime | None:
        """Return a date from year, month, day, hour, minute and second; None if there is no such date."""
        try:
            return datetime(*map(int, numbers))  # type: ignore[arg-type]
        except (TypeError, ValueError):
            return None
