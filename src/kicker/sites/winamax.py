"""The hand histories of Winamax, which puts no colon between a player's name and the verb."""

from __future__ import annotations

import re
from typing import Final

from kicker.games import Limit
from kicker.sites.amounts import AMOUNT, currency_of
from kicker.sites.buyins import parse_buy_in
from kicker.sites.model import Tournament
from kicker.sites.pokerstars import PokerStars

_GAMES: Final = {
    "Holdem": "holdem",
    "Omaha": "omaha",
    "Omaha5": "omaha-5",
    "5 Card Omaha": "omaha-5",
    "5 Card Omaha Hi/Lo": "omaha-5-hilo",
    "Omaha8": "omaha-hilo",
    "Omaha Hi/Lo": "omaha-hilo",
    "Omaha5 Hi/Lo": "omaha-5-hilo",
    "7stud": "stud",
    "7-Card Stud": "stud",
    "7stud8": "stud-hilo",
    "7-Card Stud Hi/Lo": "stud-hilo",
    "Razz": "razz",
    "5-Card Draw": "draw",
    "Lowball27": "triple-draw",
    "2-7 Triple Draw": "triple-draw",
    "Badugi": "badugi",
}
"""Winamax's names for the games."""
_LIMITS: Final[dict[str, Limit]] = {"no limit": "no-limit", "pot limit": "pot-limit", "fixed limit": "fixed-limit"}
_GAME = re.compile(rf"(?P<game>[^-]*?(?:\d-[^-]*?)?) (?P<limit>{'|'.join(_LIMITS)}) \(")
_STAKES = re.compile(
    rf"(?:no|pot|fixed) limit \((?:{AMOUNT}[^/()]*/)?(?P<low>{AMOUNT}[^/()]*)/(?P<high>{AMOUNT}[^/()]*)\)"
)
_TOURNAMENT = re.compile(r'Tournament "(.*)" buyIn: (.*?) level: (\d+)')
_VERBS: Final = (
    "posts ", "folds", "checks", "calls ", "bets ", "raises ", "shows ", "brings in", "bring-in ", "discards ",
    "discard ", "stands pat", "mucks", "does not show", "doesn't show",
)  # fmt: skip
_OUT_OF_TURN: Final = " out of position"
_ALL_IN_WORDS = re.compile(r" and is all-?in$")


class Winamax(PokerStars):
    """A hand of Winamax."""

    site = "Winamax"
    steady = False
    posting = False
    """True among the blinds."""
    start = re.compile(r"\s*Winamax Poker - (?P<kind>.*?) - HandId: #(?P<number>[\d-]+) - (?P<rest>.*)")

    def game(self, rest: str) -> tuple[str, Limit]:
        """Return the name of the game and its betting structure."""
        found = _GAME.match(rest)
        if not found or found["game"] not in _GAMES:
            raise self.unknown_game(rest)
        return _GAMES[found["game"]], _LIMITS[found["limit"]]

    def stakes(self, rest: str, chips: bool) -> tuple[int, int]:
        """Return the stakes, after an ante if there is one."""
        found = _STAKES.search(rest)
        if not found:
            raise self.fail("the first line gives no stakes")
        if not chips:
            self.currency = currency_of(found["high"])
        self.scale = self.chip_scale if chips else 100
        return self.amount(found["low"]), self.amount(found["high"])

    def tournament(self, rest: str) -> Tournament | None:
        """Return the tournament of the first line; its number is in the name of the table."""
        found = _TOURNAMENT.search(self.lines[0])
        if not found:
            return None
        number = re.search(r"\((\d+)\)", self.lines[1]) if len(self.lines) > 1 else None
        return Tournament(number[1] if number else found[1], found[2], found[3], parse_buy_in(found[2], "EUR"))

    def street(self, text: str) -> bool:
        """Read a line of stars; the blinds have one too."""
        self.posting = "BLINDS" in text
        return super().street(text)

    def acts(self, text: str) -> bool:
        """Return True for a line of a player: the longest name that fits."""
        for name in self.longest_first:
            rest = text[len(name) + 1 :]
            if text.startswith(name + " ") and rest.startswith(_VERBS):
                return self.act(name, rest.replace("discard ", "discards ", 1))
        return False

    def act(self, name: str, rest: str) -> bool:
        """Read what a player does; a raise among the blinds is a post, and a raise by a negative amount is added."""
        if rest.startswith("raises "):
            if self.posting:
                self.add("post", name, self.amount(rest.rpartition("to ")[2]))
                return True
            if rest.startswith("raises -"):
                added = self.amount(_ALL_IN_WORDS.sub("", rest).rpartition("to ")[2])
                self.add("raise", name, self.bet_of(name) + added)
                return True
        return super().act(name, rest)

    def post(self, name: str, tail: str) -> None:
        """Chips posted before the cards; a player out of turn is back and posts missed blinds."""
        if not tail.endswith(_OUT_OF_TURN):
            super().post(name, tail)
            return
        amount = self.amount(tail.removesuffix(_OUT_OF_TURN).rpartition(" ")[2])
        if amount:
            self.add("post", name, amount)

    def bet_of(self, name: str) -> int:
        """Return a player's bet on this street."""
        bet = 0
        for step in self.steps:
            if step.kind in ("street", "board"):
                bet = 0
            elif step.name == name and step.kind in ("bet", "raise"):
                bet = step.amount
            elif step.name == name and step.kind in ("call", "bring-in", "small blind", "big blind"):
                bet += step.amount
        return bet
