"""The hand histories of PartyPoker."""

from __future__ import annotations

import re
from typing import Final

from kicker.games import Limit
from kicker.sites.amounts import currency_of
from kicker.sites.bracketed import MONEY, Bracketed, Head
from kicker.sites.buyins import parse_buy_in
from kicker.sites.model import Tournament

_GAMES: Final = {
    "Texas Hold'em": "holdem",
    "Texas Holdem": "holdem",
    "Holdem": "holdem",
    "Short Deck": "short-deck",
    "Omaha": "omaha",
    "Omaha Hi-Lo": "omaha-hilo",
    "7 Card Stud": "stud",
    "7 Card Stud Hi-Lo": "stud-hilo",
}
_LIMITS: Final[dict[str, Limit]] = {
    "NL": "no-limit",
    "PL": "pot-limit",
    "FL": "fixed-limit",
    "No Limit": "no-limit",
    "Pot Limit": "pot-limit",
    "Fixed Limit": "fixed-limit",
    "Limit": "fixed-limit",
}
_GAME = re.compile(rf"({'|'.join(sorted(_GAMES, key=len, reverse=True))})")
_LIMIT = re.compile(rf"\b({'|'.join(_LIMITS)})\b")
_STAKES = re.compile(
    rf"(?:Blinds|Stakes)(?:-Antes)?\(({MONEY})/({MONEY})|({MONEY})/({MONEY})\s*(?:USD|EUR|Tourney|NL|PL|FL|Texas|Omaha|7)"
)
_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DATE = re.compile(r"([A-Z][a-z]{2})[a-z]* (\d\d?),? (\d\d:\d\d:\d\d) (\w+) (\d{4})")
_TOURNAMENT = re.compile(r"(?:Trny: ?|Tournament #)(\d+)(?: Level: ?(\d+))?")
_BUY_IN = re.compile(r"(\S?\d[\d.,]*(?: ?\+ ?\S?\d[\d.,]*)*(?: [A-Z]{3})?) Buy-in|\(Buyin ([^()]*)\)", re.IGNORECASE)
_LEVEL = re.compile(r"\s*Trny: ?\d+ Level")


class PartyPoker(Bracketed):
    """A hand of PartyPoker."""

    site = "PartyPoker"
    start = re.compile(r"\s*\*\*\*\*\* Hand History [Ff]or Game (?P<number>\w+) \*\*\*\*\*")

    def head(self) -> Head:
        """Number, stakes and table."""
        found = self.start.match(self.lines[0])
        number = found["number"] if found else ""
        self.at = 1
        text = self.lines[1].strip() if len(self.lines) > 1 else ""
        game, limit = _GAME.search(" ".join(text.split())), _LIMIT.search(text)
        told = _STAKES.search(text)
        if not game or not (limit or told):
            raise self.unknown_game(text)
        event = _TOURNAMENT.search(text)
        chips = bool(event) or "Tourney" in text or "Buy-in" in text
        chips = chips or any(_LEVEL.match(line) for line in self.lines[1:20])
        self.currency = "" if chips else currency_of(text) or "USD"
        self.scale = self.chip_scale if chips else 100
        stakes = (self.amount(told[1] or told[3]), self.amount(told[2] or told[4])) if told else None
        table = next((line.strip() for line in self.lines[1:5] if line.strip().startswith("Table")), "")
        date = _DATE.search(text)
        when: tuple[str, ...] = ()
        if date and date[1].lower() in _MONTHS:
            when = (date[5], str(_MONTHS.index(date[1].lower()) + 1), date[2], *date[3].split(":"))
        tournament = None
        if chips:
            price = _BUY_IN.search(text)
            buy_in = (price[1] or price[2]) if price else ""
            event_number, level = (event[1], event[2] or "") if event else ("", "")
            tournament = Tournament(event_number, buy_in, level, parse_buy_in(buy_in, "USD"))
        table = table.removeprefix("Table ").partition(" (")[0]
        return Head(
            number, _GAMES[game[1]], _LIMITS[limit[1] if limit else "Limit"], stakes, table, tournament, when,
            date[4] if date else "",
        )  # fmt: skip
