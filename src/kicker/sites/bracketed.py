"""The common part of 888poker and PartyPoker: amounts in brackets, which are what a player adds, not the total bet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from kicker.games import Limit
from kicker.sites.amounts import AMOUNT
from kicker.sites.model import Cancelled, SiteHand, SiteSeat, Tournament
from kicker.sites.reader import CARDS, HandReader

MONEY: Final = rf"{AMOUNT}\s*[€$£]?(?:\s*(?:USD|EUR|GBP|\$|€))?"
"""An amount with its currency before or after it."""
_BUTTON = re.compile(r"Seat (\d{1,3}) is the button")
_SEAT = re.compile(rf"[Ss]eat ?(\d{{1,3}}): (.*?) ?\( ?({MONEY}) ?\)")
_STREET = re.compile(r"\*\* Dealing (flop|turn|river|down cards|.*?street|)\s*\*\*\s*:?\s*(?:\[(.*)\])?", re.IGNORECASE)
_STAKES = re.compile(rf"(?:Blinds|Stakes)(?:-Antes)?\(({MONEY})/({MONEY})")
_ACTION = re.compile(
    rf"(?P<verb>folds|checks|calls|bets|raises|is all-In|posts (?:the )?small blind|posts (?:the )?ante of"
    rf"|posts (?:the )?ante|posts dead blind|posts big blind \+ dead|posts (?:the )?big blind|posts \(SB \+ BB\)"
    rf"|posts button blind|posts straddle|straddles|bring-ins|brings in|completes|double bets|Forward Folds)\s*"
    rf"(?:[\[(]\s*(?P<amount>{MONEY})(?:\s*\+\s*(?P<dead>{MONEY}))?\s*[\])]|(?P<by>{MONEY}) to (?P<to>{MONEY}))?\.?$"
)
_COLLECTED = re.compile(
    rf"(?P<name>.*?) (?:collected \[ ?(?P<one>{MONEY}) ?\]|wins (?:Lo |Hi )?\(?(?P<two>{MONEY})\)?(?: chips)?\b.*)"
)
_BALANCE = re.compile(
    rf"(?P<name>.*?)(?P<out> Cashed out ?)?,? balance {MONEY},? "
    rf"(?:bet {MONEY}, collected (?P<won>{MONEY}), .*?|lost {MONEY}|didn't bet)"
    r"(?: ?\(folded\))?(?:\[ ?(?P<cards>[^\]]*?) ?\])?(?: ?\[.*)?$"
)
"""A player in the summary of a newer file of PartyPoker."""
_SHOWN = re.compile(
    r"(?P<name>.*?) (?P<verb>shows|mucks|doesn't show|did not show his hand|does not show cards)\s*"
    r"(?:\[(?P<cards>[^\]]*)\])?"
)
_GLUED = re.compile(
    r"(is sitting out|does not show cards\.|has (?:joined|left) the table\.|did not respond in time)(?=\S)"
)
"""Some programs lose the end of a line after these words."""
_CANCELLED = re.compile(r"\W*(?:hand|game)\b.*\bcancell?ed", re.IGNORECASE)
_PART: Final = ("folds", "checks", "calls", "bets", "raises", "is all", "shows", "doesn't", "does not", "wins", "mucks")
_MONEY_STEPS: Final = frozenset(["ante", "small blind", "big blind", "both blinds", "post", "call", "bet", "raise"])


class Head(NamedTuple):
    """The facts in the lines before the seats."""

    number: str
    """The site's number for the hand."""
    game: str
    """The game's name in the catalogue."""
    limit: Limit
    """The betting structure."""
    stakes: tuple[int, int] | None
    """The stakes, if the header has them."""
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
        """Read the first lines; also sets scale and currency."""
        raise NotImplementedError

    def read(self) -> SiteHand | Cancelled:
        """Read the whole hand."""
        self.heading = head = self.head()
        self.stakes = head.stakes
        game = self.find_game(head.game)
        self.open_cards = game.brings_in
        self.bets: dict[str, int] = {}
        self.newcomers: list[str] = []
        self.bet = self.button = 0
        self.over = False
        for place, text in self.texts():
            self.at = place
            if not self.seats and not self.steps and (found := _BUTTON.search(text)):
                self.button = int(found[1])
            elif not self.steps and (found := _SEAT.match(text)):
                self.add_seat(found[1], found[2].strip(), found[3])
            elif found := _STREET.match(text):
                self.street(found)
            elif text.startswith("Dealt to "):
                self.dealt(text[9:])
            elif self.seats:
                self.line(text)
        if not self.collected:
            if self.cancelled or (self.over and all(step.kind in _MONEY_STEPS | {"dealt"} for step in self.steps)):
                return Cancelled(self.site, head.number, self.first)
            raise self.broken()
        self.seat_newcomers()
        stakes = self.stakes or self.posted(head.limit)
        return SiteHand(
            self.site, head.number, game, head.limit, stakes, tuple(self.seats.values()), self.button,
            tuple(self.steps), self.collected, self.currency, self.scale, self.time(head.date), head.zone, head.table,
            0, self.hero, head.tournament, None, None, (), self.mucked, self.beside, 0, 0, self.source, self.first,
            self.text(), self.finishes,
        )  # fmt: skip

    def texts(self) -> Iterator[tuple[int, str]]:
        """Yield the lines with content; lines that were joined by mistake are split."""
        for place, line in enumerate(self.lines):
            text = line.strip()
            if text:
                for part in _GLUED.sub(r"\1\n", text).split("\n"):
                    yield place, part

    def posted(self, limit: Limit) -> tuple[int, int]:
        """Return the stakes, derived from the blinds and antes posted."""
        small = max((step.amount for step in self.steps if step.kind == "small blind"), default=0)
        big = max((step.amount for step in self.steps if step.kind == "big blind"), default=2 * small)
        if not big:
            raise self.fail("nobody posts a blind, and no line gives the stakes")
        return (big, 2 * big) if limit == "fixed-limit" else (small, big)

    def street(self, found: re.Match[str]) -> None:
        """Start a street: new cards, and bets start at 0."""
        name = found[1].lower()
        if name == "down cards":
            self.imply_blinds()
            return
        if found[2] and name in ("flop", "turn", "river"):
            self.add("board", "", 0, self.cards(found[2]))
        elif name or self.open_cards:
            self.add("street", name)
        if name:
            self.bets, self.bet = {}, 0

    def imply_blinds(self) -> None:
        """Files of tournaments may leave the blinds out: they follow from the button and the level."""
        if self.stakes is None or any(step.kind != "ante" for step in self.steps):
            return
        low, high = self.stakes
        if self.heading.limit == "fixed-limit":
            low, high = low // 2, low
        if not high:
            return
        playing = [seat for seat in sorted(self.seats.values()) if self.takes_part(seat.name)]
        order = [seat for seat in playing if seat.number > self.button] + [
            seat for seat in playing if seat.number <= self.button
        ]
        if len(order) == 2:
            order.reverse()
        for seat, verb, blind in zip(order, ("small", "big"), (low, high), strict=False):
            self.post(seat.name, verb, min(blind, seat.stack or blind), 0)

    def takes_part(self, name: str) -> bool:
        """Return True if the player acts on a later line; a player who was moved to another table does not."""
        does = re.compile(
            re.escape(name) + r" (?:folds|checks|calls|bets|raises|is all|shows|doesn't|does not|wins|mucks)"
        )
        return any(does.match(line.strip()) for line in self.lines[self.at :])

    def dealt(self, text: str) -> None:
        """`NAME [ As Kd ]`."""
        name = text.rpartition(" [")[0].strip()
        found = CARDS.search(text, len(name))
        if name not in self.seats or not found:
            raise self.fail(f"{text[:60]!r} does not say who is dealt which cards")
        self.add("dealt", name, 0, self.cards(found[1]))
        self.hero = self.hero or name

    def line(self, text: str) -> None:
        """Read what a player does; other lines are ignored."""
        for name in self.longest_first:
            if text.startswith(name + " ") and (found := _ACTION.match(text[len(name) + 1 :])):
                self.act(name, found)
                return
        if text.startswith("** Summary"):
            self.over = True
        elif (found := _COLLECTED.match(text)) and found["name"] in self.seats:
            self.collect(found["name"], self.amount(found["one"] or found["two"]))
        elif (found := _BALANCE.match(text)) and found["name"] in self.seats:
            self.settle(found["name"], found["won"], found["cards"], cashed_out=bool(found["out"]))
        elif (found := _SHOWN.match(text)) and found["name"] in self.seats:
            self.show(found["name"], found["verb"], found["cards"])
        elif found := _STAKES.match(text):  # the level may have changed since the first line was written
            self.stakes = self.amount(found[1]), self.amount(found[2])
        elif _CANCELLED.match(text):
            self.cancelled = True
        elif (found := _ACTION.search(text)) and found["amount"] and " " in text and "said" not in text:
            self.newcomer(text[: found.start()].strip(), found)

    def newcomer(self, name: str, found: re.Match[str]) -> None:
        """Accept a player missing from the list of seats only if they post: they sat down late."""
        if not found["verb"].startswith("posts") or not name:
            raise self.fail(f"{name!r} does not sit at the table")
        self.newcomers.append(name)
        self.seats[name] = SiteSeat(0, name, None)
        self.act(name, found)

    def seat_newcomers(self) -> None:
        """Find chairs for newcomers by when they act, and drop the stacks of players who had not bought chips yet."""
        for name, seat in self.seats.items():
            if not seat.stack and any(step.name == name and step.kind in _MONEY_STEPS for step in self.steps):
                self.seats[name] = seat._replace(stack=None)
        turns = [step.name for step in self.steps if step.kind in ("fold", "check", "call", "bet", "raise")]
        for name in self.newcomers:
            if name not in turns:
                raise self.fail(f"{name!r} never acts, and no line says in which chair")
            blinds = [step.name for step in self.steps if step.kind in ("small blind", "big blind")]
            blinds = [each for each in blinds if self.seats[each].number] or [turns[-1]]
            before = self.seats[turns[turns.index(name) - 1] if turns.index(name) else blinds[-1]].number
            taken = {seat.number for seat in self.seats.values()}
            chairs = [*range(before + 1, 11), *range(1, before)]
            chair = next((chair for chair in chairs if chair not in taken), 0)
            self.seats[name] = SiteSeat(chair, name, None)

    def act(self, name: str, found: re.Match[str]) -> None:
        """Read an action, converting what is added into the total bet."""
        verb = found["verb"]
        added = self.amount(found["amount"]) if found["amount"] else 0
        if verb == "folds":
            self.add("fold", name)
        elif verb == "checks":
            self.add("check", name)
        elif "ante" in verb:
            self.add("ante", name, added)
        elif verb.startswith(("posts", "straddles")):
            self.post(name, verb, added, self.amount(found["dead"]) if found["dead"] else 0)
        elif verb in ("bring-ins", "brings in"):
            self.bets[name] = self.bet = added
            self.add("bring-in", name, added)
        elif found["to"]:
            self.raise_to(name, self.amount(found["to"]))
        elif added:
            to = self.bets.get(name, 0) + added
            if verb == "calls" or to <= self.bet:
                self.bets[name] = to
                self.add("call", name, added)
            else:
                self.raise_to(name, to)

    def raise_to(self, name: str, to: int) -> None:
        """A bet or a raise."""
        self.add("raise" if self.bet else "bet", name, to)
        self.bets[name] = self.bet = to

    def post(self, name: str, verb: str, live: int, dead: int) -> None:
        """Chips posted before the cards, in part dead if a player returns. A short blind counts as a full one."""
        low, high = self.stakes or (0, 0)
        big = low if self.heading.limit == "fixed-limit" else high
        if not big and live == self.seats[name].stack:  # a short blind, and no line gives the stakes
            big = 2 * max((step.amount for step in self.steps if step.kind == "small blind"), default=0)
            self.stakes = (big, 2 * big) if self.heading.limit == "fixed-limit" else (big // 2, big)
        if dead or "+ dead" in verb or "SB + BB" in verb:
            whole = live + dead
            self.add("both blinds", name, whole)
            live = max(live, dead) if dead else min(big or max(self.bets.values(), default=live), whole)
        elif "straddle" in verb:
            self.add("straddle", name, live)
        elif "button" in verb:
            self.add("button blind", name, live)
        else:
            self.add("small blind" if "small" in verb else "big blind" if "big" in verb else "post", name, live)
            if "big" in verb:
                self.bet = max(self.bet, big)
        self.bets[name] = self.bets.get(name, 0) + live
        self.bet = max(self.bet, live)

    def show(self, name: str, verb: str, cards: str | None) -> None:
        """A hand at the end."""
        known = self.cards(cards) if cards else ()
        if verb == "shows" and known:
            self.add("show", name, 0, known)
        elif verb != "shows":
            if known:
                self.mucked[name] = known
            self.add("muck", name)

    def settle(self, name: str, won: str | None, cards: str | None, *, cashed_out: bool) -> None:
        """A player in the summary: the amount collected, or paid by the site instead, and the cards."""
        if won and cashed_out:
            self.beside[name] = self.amount(won)
        elif won:
            self.collect(name, self.amount(won))
        if cards:
            self.add("show", name, 0, self.cards(cards))
