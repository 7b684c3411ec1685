"""The hand histories of PokerStars, and of the programs that write its format.

The reader knows the lines that change a hand and those that may stand between them (chat, people who come and go); any
other line makes the hand unreadable, so that nothing is passed over in silence.
"""

from __future__ import annotations

import re
from typing import Final

from kicker.games import Limit
from kicker.sites.amounts import AMOUNT, currency_of
from kicker.sites.model import Cancelled, SiteHand, StepKind, Tournament, Unreadable
from kicker.sites.reader import CARDS, HandReader

GAME_WORDS: Final = {
    "Hold'em": "holdem",
    "6+ Hold'em": "short-deck",
    "ShortDeck": "short-deck",
    "Omaha": "omaha",
    "5 Card Omaha": "omaha-5",
    "6 Card Omaha": "omaha-6",
    "Omaha Hi/Lo": "omaha-hilo",
    "5 Card Omaha Hi/Lo": "omaha-5-hilo",
    "6 Card Omaha Hi/Lo": "omaha-6-hilo",
    "7 Card Stud": "stud",
    "7 Card Stud Hi/Lo": "stud-hilo",
    "Razz": "razz",
    "Triple Draw 2-7 Lowball": "triple-draw",
    "Single Draw 2-7 Lowball": "single-draw",
    "Badugi": "badugi",
    "5 Card Draw": "draw",
}
"""What the site calls the games."""
_LIMITS: Final[dict[str, Limit]] = {
    "No Limit": "no-limit",
    "Pot Limit": "pot-limit",
    "Fixed Limit": "fixed-limit",
    "Limit": "fixed-limit",
}
_LONGEST_FIRST: Final = "|".join(sorted(map(re.escape, GAME_WORDS), key=len, reverse=True))
_GAME = re.compile(rf"(?<!Split )(?P<game>{_LONGEST_FIRST}) (?P<limit>{'|'.join(_LIMITS)})(?! Pre-Flop)")
_STAKES = re.compile(
    rf"\((?:[^()]*?, )?(?P<low>{AMOUNT})/(?P<high>{AMOUNT})(?: - [^()]*?)?\s*(?P<currency>[A-Z]{{3}})?\s*\)"
    rf"|\(Button Blind (?P<button>{AMOUNT}) - Ante {AMOUNT}\s*(?P<money>[A-Z]{{3}})?\)"
    rf"|\((?P<only>{AMOUNT})\)"
)
_LEVEL = re.compile(r"\b(?:Match Round \w+, )?Level (\w+)")
_DATE = re.compile(r"(\d{4})[/-](\d\d?)[/-](\d\d?)[ -]+(\d\d?):(\d\d)(?::(\d\d))?\s*\(?([A-Z]*)\)?")
_TABLE = re.compile(
    r"Table:? (?:ID )?'(.*)'(?: (\d+)-[Mm]ax)?(?: \([Pp]lay [Mm]oney\)| \(real money\))?"
    r"(?: Seat #(\d+) is the button)?\s*$"
)
_SEAT = re.compile(rf"\s*Seat #?(\d+): (.*?) \(({AMOUNT}€?)(?: in chips)?(?:, {AMOUNT} bounty)?\)(?P<after>.*)$")
_POSTS: Final[tuple[tuple[str, StepKind], ...]] = (
    ("the ante ", "ante"),
    ("ante ", "ante"),
    ("small blind ", "small blind"),
    ("big blind ", "big blind"),
    ("small & big blinds ", "both blinds"),
    ("small and big blinds ", "both blinds"),
    ("button blind ", "button blind"),
    ("straddle ", "straddle"),
    ("a straddle ", "straddle"),
    ("missed blind ", "post"),
    ("dead ", "post"),
)
_TOTAL = re.compile(rf"Total pot ({AMOUNT})(k?).*?\| (?:Rake|No rake) ?({AMOUNT})?")
_REVEALED = re.compile(
    r"Seat \d+: (.*?)(?: \((?:button|small blind|big blind|button blind)\))* (?:mucked|showed) \[(.*?)\]"
)
_RETURNED = re.compile(rf"Uncalled bet \(({AMOUNT})\) returned to (.*)$")
_COLLECTED = re.compile(
    rf"(.*) collected \(?({AMOUNT}€?)\)? from (?:the )?(?:pot|main pot|side pot)(?:[ -]?#?\d+)?"
    r"(?:\((?:HI|LO)\))?(?: \(.*\))?$"
)
_STREETS = re.compile(r"\*\*\* (.*?) \*\*\*(.*)$")
_IDLE_WORDS: Final = (
    " said, ", "joins the table", "leaves the table", "timed out", "disconnected", "is connected", "has returned",
    "was removed from the table", "will be allowed to play", "re-buy", "add-on", "finished the tournament",
    "wins the tournament", " bounty", "sits out", "sitting out", "cashed out the hand", "Betting is capped", "wins a ",
    "wins an ", "received", "has requested", "No low hand qualified", "reshuffled", "out of hand", "Hand was run",
    "eliminat", "Pair on board", "Table deposit", "leave user",
)  # fmt: skip
_IDLE = re.compile(".*(?:" + "|".join(map(re.escape, _IDLE_WORDS)) + ")")
"""Lines that change nothing in the hand."""


class PokerStars(HandReader):
    """A hand of PokerStars."""

    site = "PokerStars"
    start = re.compile(
        r"\s*(?P<site>PokerStars|PokerMaster|Run It Once Poker)\b.{0,20}? (?:Hand|Game) #(?P<number>\d+)"
        r"\s*:\s*(?P<rest>.*)"
    )

    # --- the head ---

    def read(self) -> SiteHand | Cancelled:
        """The whole hand."""
        found = self.start.match(self.lines[0])
        if not found:
            raise self.fail(f"a hand of {self.site} begins with another line")
        rest = found["rest"]
        game, limit = self.game(rest)
        tournament = self.tournament(rest)
        stakes = self.stakes(rest, tournament is not None)
        date = _DATE.search(rest)
        table, size, button = self.table()
        self.body()
        if self.cancelled:
            return Cancelled(self.site, found["number"], self.first)
        return SiteHand(
            found.groupdict().get("site") or self.site, found["number"], self.find_game(game), limit, stakes,
            tuple(self.seats.values()), button, tuple(self.steps), self.collected, self.currency, self.scale,
            self.time([part or "0" for part in date.groups()[:6]]) if date else None, date[7] if date else "", table,
            size, self.hero, tournament, self.total, self.rake, tuple(self.boards), self.mucked, self.source,
            self.first,
        )  # fmt: skip

    def game(self, rest: str) -> tuple[str, Limit]:
        """The name of the game and its betting structure."""
        found = _GAME.search(rest)
        if not found:
            raise self.fail(f"kicker does not know the game in {rest[:60]!r}")
        return GAME_WORDS[found["game"]], _LIMITS[found["limit"]]

    def stakes(self, rest: str, chips: bool) -> tuple[int, int]:
        """The stakes of the first line; money is counted in hundredths, chips are counted whole."""
        found = _STAKES.search(rest)
        if not found:
            raise self.fail("the first line gives no stakes")
        high = found["high"] or found["button"] or found["only"]
        if not chips:
            self.currency = found["currency"] or found["money"] or currency_of(high)
        self.scale = 100 if self.currency else 1
        return self.amount(found["low"] or high), self.amount(high)

    def tournament(self, rest: str) -> Tournament | None:
        """The tournament of the first line, if there is one."""
        found = re.search(r"Tournament #(\d+),?\s*(.*)", rest)
        if not found:
            return None
        buy_in = re.match(r"(?:[^\d\s]?[\d.,]+(?:\+[^\d\s]?[\d.,]+)*|\d+FPP|Freeroll)(?: [A-Z]{3})?", found[2])
        level = _LEVEL.search(rest)
        return Tournament(found[1], buy_in[0] if buy_in else "", level[1] if level else "")

    def table(self) -> tuple[str, int, int]:
        """Name, size and button of the second line."""
        self.at = 1
        found = _TABLE.match(self.lines[1].strip()) if len(self.lines) > 1 else None
        if not found:
            raise self.fail(
                "the second line of a hand names the table, like \"Table 'Ada' 6-max Seat #2 is the button\""
            )
        return found[1], int(found[2] or 0), int(found[3] or 0)

    # --- the body ---

    def body(self) -> None:
        """All other lines."""
        summary = False
        seen_cards = False
        for place in range(2, len(self.lines)):
            self.at, text = place, self.lines[place].strip()
            if not text:
                continue
            if text.startswith("*** "):
                summary = self.street(text)
                seen_cards = True
            elif summary:
                self.summary(text)
            elif not seen_cards and text.startswith("Seat ") and (found := _SEAT.match(text)):
                self.seat(found)
            else:
                self.line(text)
        if not summary and not self.cancelled:
            written = [place for place, line in enumerate(self.lines) if line.strip()]
            raise Unreadable("the hand breaks off before its summary", self.first + written[-1])

    def seat(self, found: re.Match[str]) -> None:
        """A chair of the list."""
        if "out of hand" not in found["after"]:
            self.add_seat(found[1], found[2], found[3])

    def street(self, text: str) -> bool:
        """A line of stars; True for that of the summary."""
        found = _STREETS.match(text)
        if not found:
            raise self.fail(f"{text!r} is not the beginning of a street")
        name, rest = found[1], found[2]
        if name == "SUMMARY":
            return True
        groups = CARDS.findall(rest)
        if name.split()[-1] in ("FLOP", "TURN", "RIVER") and groups:
            which = 1 if name.startswith("SECOND") else 2 if name.startswith("THIRD") else 0
            new = self.cards(groups[-1])
            self.add("board", "", which, new)
        elif "SHOW" not in name and name not in ("HOLE CARDS", "DEALING HANDS"):
            self.add("street", name)
        return False

    def line(self, text: str) -> None:
        """A line before the summary."""
        name, rest = self.who(text)
        if name is not None and self.act(name, rest):
            return
        if text.startswith(("Dealt to ", "Dealt To ")):
            self.dealt(text[9:])
        elif found := _RETURNED.match(text):
            self.add("returned", self.known(found[2]), self.amount(found[1]))
        elif found := _COLLECTED.match(text):
            self.collect(found[1], self.amount(found[2]))
        elif "cancelled" in text.lower() or "canceled" in text.lower():
            self.cancelled = True
        elif not _IDLE.match(text):
            raise self.fail(f"{text[:60]!r} is not a line of a hand")

    def who(self, text: str) -> tuple[str | None, str]:
        """The player whose line it is, and the rest; names may hold anything, a colon too."""
        name, colon, rest = text.partition(": ")
        if colon and name in self.seats:
            return name, rest
        for name in self.seats:
            if text.startswith(name + ": "):
                return name, text[len(name) + 2 :]
            if text.startswith(name + " shows ["):
                return name, text[len(name) + 1 :]
        return None, text

    def act(self, name: str, rest: str) -> bool:
        """What a player does; False if the line is about something else."""
        verb, _, tail = rest.removesuffix(" and is all-in").removesuffix(" and has reached the cap").partition(" ")
        tail = tail.removesuffix(" and is all-in")
        if verb == "folds":
            cards = CARDS.search(tail)
            self.add("fold", name, 0, self.cards(cards[1]) if cards else ())
        elif verb == "checks":
            self.add("check", name)
        elif verb == "calls":
            self.add("call", name, self.amount(tail))
        elif verb == "bets":
            self.add("bet", name, self.amount(tail))
        elif verb == "raises":
            self.add("raise", name, self.amount(tail.rpartition(" to ")[2]))
        elif verb == "posts":
            self.post(name, tail)
        elif verb == "straddle":
            self.add("straddle", name, self.amount(tail))
        elif verb in ("brings", "bring-in"):
            self.add("bring-in", name, self.amount(tail.removeprefix("in ").removeprefix("for ")))
        elif verb == "discards":
            cards = CARDS.search(tail)
            self.add("discard", name, int(tail.split()[0]), self.cards(cards[1]) if cards else ())
        elif rest.startswith("stands pat"):
            self.add("discard", name)
        elif verb in ("shows", "mucks") or rest.startswith(("doesn't show", "does not show")):
            self.show(name, verb, tail)
        else:
            return bool(_IDLE.match(f"{name}: {rest}"))
        return True

    def post(self, name: str, tail: str) -> None:
        """Chips before the cards."""
        for label, kind in _POSTS:
            if tail.startswith(label):
                self.add(kind, name, self.amount(tail[len(label) :]))
                return
        self.add("post", name, self.amount(tail))

    def show(self, name: str, verb: str, tail: str) -> None:
        """A hand at the end, shown or not."""
        found = CARDS.search(tail)
        if verb == "shows" and found:
            self.add("show", name, 0, self.cards(found[1]))
        elif verb == "mucks":
            self.add("muck", name)

    def dealt(self, text: str) -> None:
        """`NAME [As Kd]`; in stud and draw the cards that the player had stand before the new ones."""
        name = text.partition(" [")[0]
        groups = CARDS.findall(text[len(name) :])
        if name in self.seats and not groups:
            return  # face down
        if name not in self.seats:
            raise self.fail(f"{text[:60]!r} does not say who is dealt which cards")
        self.add("dealt", name, len(groups) - 1, self.cards(groups[-1]))
        if not self.hero and len(groups) == 1 and len(groups[0].split()) > 1:
            self.hero = name

    # --- the summary ---

    def summary(self, text: str) -> None:
        """A line of the summary."""
        if found := _TOTAL.match(text):
            self.total = None if found[2] else self.amount(found[1])  # 1.32k is rounded
            self.rake = self.amount(found[3] or "0")
        elif text.endswith("]") and "Board [" in text and not text.startswith("Seat "):
            self.boards.append(self.cards(text[text.index("[") + 1 : text.rindex("]")]))
        elif (found := _REVEALED.match(text)) and found[1] in self.seats:
            self.mucked[found[1]] = self.cards(found[2])
        elif "cancelled" in text.lower():
            self.cancelled = True
