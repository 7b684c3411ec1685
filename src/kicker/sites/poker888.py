"""The hand histories of 888poker, which some of its sites call Cassava."""

from __future__ import annotations

import re
from typing import Final

from kicker.games import Limit
from kicker.sites.amounts import currency_of
from kicker.sites.bracketed import MONEY, Bracketed, Head
from kicker.sites.buyins import parse_buy_in
from kicker.sites.model import Tournament

_GAMES: Final = {
    "Holdem": "holdem",
    "Omaha": "omaha",
    "OmahaHL": "omaha-hilo",
    "7 Stud": "stud",
    "7 StudHL": "stud-hilo",
}
_LIMITS: Final[dict[str, Limit]] = {"No Limit": "no-limit", "Pot Limit": "pot-limit", "Fix Limit": "fixed-limit"}
_STAKES = re.compile(
    rf"({MONEY})/({MONEY}) Blinds (No Limit|Pot Limit|Fix Limit) (\S+)(?: Jackpot table)? - \*\*\*\s*(.*)"
)
_DATE = re.compile(r"(\d\d) (\d\d) (\d{4}) (\d\d):(\d\d):(\d\d)")
_TOURNAMENT = re.compile(r"Tournament #(\d+) (.*?) - Table #(\d+)|Tournament #(\d+) (.*)")

_TABLE_SIZE = re.compile(r" \d+ Max\b.*")


class Poker888(Bracketed):
    """A hand of 888poker."""

    site = "888poker"
    start = re.compile(
        r"\s*\*\*\*\*\* (?:Cassava|\S*888\S*|Pacific)(?: \w+){0,3} Hand History for Game (?P<number>\d+) \*\*\*\*\*"
    )

    def head(self) -> Head:
        """Number, stakes and table."""
        found = self.start.match(self.lines[0])
        number = found["number"] if found else ""
        self.at = 1
        text = " ".join(line.strip() for line in self.lines[1:3])
        stakes = _STAKES.search(text)
        if not stakes or stakes[4] not in _GAMES:
            raise self.unknown_game(text)
        table = next((line.strip() for line in self.lines[1:5] if line.strip().startswith(("Table", "Tournament"))), "")
        event = _TOURNAMENT.match(table)
        tournament = None
        if event:
            buy_in = event[2] or event[5] or ""
            price = parse_buy_in(_TABLE_SIZE.sub("", buy_in))
            tournament = Tournament(event[1] or event[4], buy_in, "", price)
        practice = "Practice" in table
        self.currency = "" if event or practice else currency_of(stakes[2]) or "USD"
        self.scale = self.chip_scale if event else 100
        low, high = self.amount(stakes[1]), self.amount(stakes[2])
        date = _DATE.search(text)
        parts = (date[3], date[2], date[1], date[4], date[5], date[6]) if date else ()
        limit = _LIMITS[stakes[3]]
        if limit == "fixed-limit":  # the header gives the blinds
            low, high = high, 2 * high
        return Head(number, _GAMES[stakes[4]], limit, (low, high), table.partition(" (")[0], tournament, parts)
