"""What 888poker and PartyPoker share: amounts in brackets, which say what a player adds, not what the bet becomes."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from kicker.games import Limit
from kicker.sites.amounts import AMOUNT
from kicker.sites.model import Cancelled, SiteHand, Tournament
from kicker.sites.reader import CARDS, HandReader

MONEY: Final = rf"{AMOUNT}\s*[€$£]?(?:\s*(?:USD|EUR|GBP|\$|€))?"
"""An amount with its currency before or after it."""
_BUTTON = re.compile(r"Seat (\d+) is the button")
_SEAT = re.compile(rf"[Ss]eat ?(\d+): (.*?) ?\( ?({MONEY}) ?\)")
_STREET = re.compile(r"\*\* Dealing (flop|turn|river|down cards|.*?street|)\s*\*\*\s*:?\s*(?:\[(.*)\])?", re.IGNORECASE)
_ACTION = re.compile(
    rf"(?P<verb>folds|checks|calls|bets|raises|is all-In|posts small blind|posts big blind|posts ante of|posts ante"
    rf"|posts dead blind|posts big blind \+ dead|posts \(SB \+ BB\)|bring-ins|completes|double bets|Forward Folds)\s*"
    rf"(?:[\[(]\s*(?P<amount>{MONEY})(?:\s*\+\s*(?P<dead>{MONEY}))?\s*[\])])?\.?$"
)
_COLLECTED = re.compile(
    rf"(?P<name>.*?) (?:collected \[ ?(?P<one>{MONEY}) ?\]|wins (?:Lo |Hi )?\(?(?P<two>{MONEY})\)?(?: chips)?\b.*)"
)
_SHOWN = re.compile(
    r"(?P<name>.*?) (?P<verb>shows|mucks|doesn't show|did not show his hand|does not show cards)\s*"
    r"(?:\[(?P<cards>[^\]]*)\])?"
)


class Head(NamedTuple):
    """What the lines before the seats say."""

    number: str
    """The site's number for the hand."""
    game: str
    """The game's name in the catalogue."""
    limit: Limit
    """The betting structure."""
    stakes: tuple[int, int] | None
    """The stakes, where they are told."""
    table: str
    """The name of the table."""
    tournament: Tournament | None
    """The tournament, if it is one."""
    date: tuple[str, ...] = ()
    """Year, month, day, hour, minute and second."""
    zone: str = ""
    """The time zone."""


class Bracketed(HandReader):
    """A hand with amounts in brackets."""

    def head(self) -> Head:
        """What the first lines say; also sets scale and currency."""
        raise NotImplementedError

    def read(self) -> SiteHand | Cancelled:
        """The whole hand."""
        self.told = head = self.head()
        self.bets: dict[str, int] = {}
        self.bet = self.button = 0
        for place, line in enumerate(self.lines):
            self.at, text = place, line.strip()
            if found := _SEAT.match(text):
                self.add_seat(found[1], found[2].strip(), found[3])
            elif found := _BUTTON.search(text):
                self.button = int(found[1])
            elif found := _STREET.match(text):
                self.street(found)
            elif text.startswith("Dealt to "):
                self.dealt(text[9:])
            elif self.seats:
                self.line(text)
        if self.cancelled or not self.collected:
            return Cancelled(self.site, head.number, self.first)
        stakes = head.stakes or self.posted(head.limit)
        return SiteHand(
            self.site, head.number, self.find_game(head.game), head.limit, stakes, tuple(self.seats.values()),
            self.button, tuple(self.steps), self.collected, self.currency, self.scale, self.time(head.date), head.zone,
            head.table, 0, self.hero, head.tournament, None, None, (), self.mucked, self.source, self.first,
        )  # fmt: skip

    def posted(self, limit: Limit) -> tuple[int, int]:
        """The stakes by what was posted."""
        small = max((step.amount for step in self.steps if step.kind == "small blind"), default=0)
        big = max((step.amount for step in self.steps if step.kind == "big blind"), default=2 * small)
        if not big:
            raise self.fail("nobody posts a blind, and no line gives the stakes")
        return (big, 2 * big) if limit == "fixed-limit" else (small, big)

    def street(self, found: re.Match[str]) -> None:
        """New cards, and bets begin at nothing."""
        if found[1].lower() == "down cards":
            self.imply_blinds()
        if found[1].lower() in ("flop", "turn", "river") and found[2]:
            self.add("board", "", 0, self.cards(found[2]))
        elif found[1].lower() not in ("down cards", ""):
            self.add("street", found[1])
        if found[1].lower() not in ("down cards", ""):
            self.bets, self.bet = {}, 0

    def imply_blinds(self) -> None:
        """Files of tournaments may leave the blinds out: they follow from the button and the level."""
        if self.told.stakes is None or any(step.kind != "ante" for step in self.steps):
            return
        low, high = self.told.stakes
        if self.told.limit == "fixed-limit":
            low, high = low // 2, low
        names = [seat.name for seat in sorted(self.seats.values())]
        after = [seat.name for seat in sorted(self.seats.values()) if seat.number > self.button]
        order = after + [name for name in names if name not in after]
        if len(order) == 2:
            order.reverse()
        for name, verb, blind in zip(order, ("small", "big"), (low, high), strict=False):
            self.post(name, verb, min(blind, self.seats[name].stack), 0)

    def dealt(self, text: str) -> None:
        """`NAME [ As Kd ]`."""
        name = text.partition(" [")[0].strip()
        found = CARDS.search(text)
        if name not in self.seats or not found:
            raise self.fail(f"{text[:60]!r} does not say who is dealt which cards")
        self.add("dealt", name, 0, self.cards(found[1]))
        self.hero = self.hero or name

    def line(self, text: str) -> None:
        """What a player does; all other lines are passed over."""
        for name in sorted(self.seats, key=len, reverse=True):
            if text.startswith(name + " ") and (found := _ACTION.match(text[len(name) + 1 :])):
                self.act(name, found)
                return
        if (found := _COLLECTED.match(text)) and found["name"] in self.seats:
            self.collect(found["name"], self.amount(found["one"] or found["two"]))
        elif (found := _SHOWN.match(text)) and found["name"] in self.seats:
            self.show(found["name"], found["verb"], found["cards"])
        elif "cancelled" in text.lower():
            self.cancelled = True
        elif (found := _ACTION.search(text)) and found["amount"] and " " in text and "said" not in text:
            self.newcomer(text[: found.start()].strip(), found)

    def newcomer(self, name: str, found: re.Match[str]) -> None:
        """Somebody acts who is in no list of seats: the file does not say what he brought."""
        raise self.fail(f"{name!r} does not sit at the table")

    def act(self, name: str, found: re.Match[str]) -> None:
        """An action: what is added is turned into what the bet becomes."""
        verb = found["verb"]
        added = self.amount(found["amount"]) if found["amount"] else 0
        if verb in ("folds", "Forward Folds"):
            self.add("fold", name)
        elif verb == "checks":
            self.add("check", name)
        elif verb.startswith("posts ante"):
            self.add("ante", name, added)
        elif verb.startswith("posts"):
            self.post(name, verb, added, self.amount(found["dead"]) if found["dead"] else 0)
        elif verb == "bring-ins":
            self.bets[name] = self.bet = added
            self.add("bring-in", name, added)
        else:
            to = self.bets.get(name, 0) + added
            self.bets[name] = to
            if to <= self.bet:
                self.add("call", name, added)
            else:
                self.add("raise" if self.bet else "bet", name, to)
                self.bet = to

    def post(self, name: str, verb: str, live: int, dead: int) -> None:
        """Chips before the cards; those of somebody who comes back may be dead in part."""
        if dead:
            self.add("both blinds", name, live + dead)
            live = max(live, dead)
        else:
            self.add("small blind" if "small" in verb else "big blind" if "big" in verb else "post", name, live)
        self.bets[name] = self.bets.get(name, 0) + live
        self.bet = max(self.bet, live)

    def show(self, name: str, verb: str, cards: str | None) -> None:
        """A hand at the end."""
        known = self.cards(cards) if cards else ()
        if verb == "shows" and known:
            self.add("show", name, 0, known)
        elif known:
            self.mucked[name] = known
            self.add("muck", name)
        elif verb == "mucks":
            self.add("muck", name)
