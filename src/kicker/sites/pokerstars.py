"""The hand histories of PokerStars, and of the programs that write its format.

The reader knows the lines that affect a hand and those that may come between them (`chatter.py`). Any other line makes
the hand unreadable, so that nothing is silently ignored.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from kicker.games import Limit
from kicker.sites.amounts import AMOUNT, currency_of
from kicker.sites.buyins import parse_buy_in
from kicker.sites.chatter import is_chatter
from kicker.sites.model import Cancelled, SiteHand, Step, StepKind, Tournament
from kicker.sites.reader import CARDS, HandReader

_make = tuple.__new__
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
"""The site's names for the games."""
_GAMES: Final = {words.lower(): name for words, name in GAME_WORDS.items()}
_LIMITS: Final[dict[str, Limit]] = {
    "pot limit pre-flop, no limit post-flop": "no-limit",
    "no limit": "no-limit",
    "pot limit": "pot-limit",
    "fixed limit": "fixed-limit",
    "limit": "fixed-limit",
}
_LONGEST_FIRST: Final = "|".join(sorted(map(re.escape, GAME_WORDS), key=len, reverse=True))
_OTHERS: Final = r"(?:Split|Swap|Showtime|Tempest|Unfold|Power ?Up|Deep Water|Double Board|(?:Crazy )?Pineapple|Irish) "
"""Words before the name of a game that turn it into another game."""
_GAME = re.compile(rf"(?P<other>{_OTHERS})?(?P<game>{_LONGEST_FIRST}) (?P<limit>{'|'.join(_LIMITS)})\b", re.IGNORECASE)
_NAMED = re.compile(r"^(?:Tournament #\d+, )?(?:\S*\d\S* (?:[A-Z]{3} )?)?", re.IGNORECASE)
"""The text before the name of a game."""
_STAKES = re.compile(
    rf"\((?:[^()]*?, )?(?P<low>{AMOUNT})/(?P<high>{AMOUNT})(?:\([^()]*\))?"
    rf"(?: - (?:(?P<cap>{AMOUNT}) Cap -)?[^()]*?)?\s*(?P<currency>[A-Z]{{3}})?\s*\)"
    rf"|\(Button Blind (?P<button>{AMOUNT}) - Ante {AMOUNT}\s*(?P<money>[A-Z]{{3}})?\)"
    rf"|\((?P<only>{AMOUNT})\)"
)
_TOURNAMENT = re.compile(r"Tournament #(\d+),?\s*(.*)", re.IGNORECASE)
_BUY_IN = re.compile(r"(?:\d+ ?FPP|[^\d\s]?[\d.,]+(?:\+[^\d\s]?[\d.,]+)*|Freeroll)(?: [A-Z]{3})?")
_LEVEL = re.compile(r"\b(?:Match Round \w+, )?Level ?(\w+)", re.IGNORECASE)
_DATE = re.compile(r"(\d{4})[/-](\d\d?)[/-](\d\d?)[ -]+(\d\d?):(\d\d)(?::(\d\d))?\s*\(?([A-Z]*)\)?")
_TABLE = re.compile(
    r"Table:? (?:ID )?'(.*)'(?: (\d{1,3})-max)?(?: \(play money\)| \(real money\))?"
    r"(?: Seat #(\d{1,3}) is the button)?\s*$",
    re.IGNORECASE,
)
_PLAIN_SEAT = re.compile(r"Seat (\d{1,2}): (.+) \(([^\s()]{1,20}) in chips\)(?P<after> ?)$")
"""The usual form of a seat: it matches in a third of the time of `_SEAT`."""
_SEAT = re.compile(
    rf"Seat #?(\d{{1,3}}): (.*?) ?\(({AMOUNT}€?)(?: in chips)?(?:, {AMOUNT}€? bounty)?\)(?P<after>.*)$", re.IGNORECASE
)
_POSTS: Final[tuple[tuple[str, StepKind], ...]] = (
    ("small blind ", "small blind"),
    ("big blind ", "big blind"),
    ("the ante ", "ante"),
    ("ante ", "ante"),
    ("small & big blinds ", "both blinds"),
    ("small and big blinds ", "both blinds"),
    ("big & small blinds ", "both blinds"),
    ("the small blind ", "small blind"),
    ("the big blind ", "big blind"),
    ("button blind ", "button blind"),
    ("the button blind ", "button blind"),
    ("straddle ", "straddle"),
    ("a straddle ", "straddle"),
    ("missed blind ", "post"),
    ("dead blind ", "post"),
    ("dead small blind ", "post"),
    ("a dead small blind ", "post"),
    ("dead ", "post"),
)
_ALL_IN = re.compile(r"(?: and is all-?in| and has reached the .{0,14}?cap| \(disconnect\)| and is capped)+$", re.I)
_TOTAL = re.compile(rf"Total pot ({AMOUNT})(k?)(?:.*?\| (?P<rake>Rake|No rake) ?({AMOUNT})?(.*)|$)", re.IGNORECASE)
_FEE = re.compile(rf"\| \w+ ({AMOUNT})")
"""Other amounts that the house takes from the pot, like `Jackpot $5`."""
_REVEALED = re.compile(
    r"Seat \d+: (.*?)(?: \((?:button|small blind|big blind|button blind)\))* (?:mucked|showed) \[(.*?)\]", re.I
)
_WON = re.compile(
    rf"Seat \d+: (.*?)(?: \((?:button|small blind|big blind|button blind)\))* "
    rf"(?:showed \[.*?\] and (?:won|collected)|collected|won) \(?({AMOUNT}€?)\)?(.*)",
    re.IGNORECASE,
)
_WON_AGAIN = re.compile(rf", and won \(({AMOUNT})\)")
_RETURNED = re.compile(rf"Uncalled bet \(({AMOUNT})\) returned to (.*)$", re.IGNORECASE)
_COLLECTED = re.compile(
    rf"(.*) collected \(?({AMOUNT}€?)\)? from (?:the )?(?:pot|main pot|side pot)(?:[ -]?#?\d+)?"
    r"(?:\((?:HI|LO)\))?(?: \(.*\))?$",
    re.IGNORECASE,
)
_CASHED_OUT = re.compile(rf"(.*) cashed out the hand for ({AMOUNT})(?: \| Cash Out Fee {AMOUNT})?$", re.IGNORECASE)
_INSURED = re.compile(rf"(.*): (Pays|Receives) (?:Cashout|Insurance)(?: \w+)? ?\(({AMOUNT})\)$", re.IGNORECASE)
_DROPPED = re.compile(rf"(?:Cash Drop to Pot|STP added) ?: ?(?:total )?({AMOUNT})$", re.IGNORECASE)
_STREETS = re.compile(r"\*\*\* (.*?) \*\*\*(.*)$")
_NOT_BET_ON: Final = frozenset(["HOLE CARDS", "DEALING HANDS", "ANTE/BLINDS", "PRE-FLOP", "PREFLOP", "PRE-DRAW"])
"""Headings after which no new street begins."""
_RAISED_BLIND: Final = frozenset(["straddle", "button blind"])
_SILENT: Final = frozenset(["*** HOLE CARDS ***", "*** SHOW DOWN ***"])
"""Headings that say nothing more."""
_RUNS: Final = {"SECOND": 1, "THIRD": 2, "FOURTH": 3}
_PLAIN: Final = frozenset(["fold", "check", "call", "bet", "raise", "ante", "small blind"])
"""The kinds of steps whose text means the same in every hand."""
_MOST_KEPT: Final = 20_000
"""The most texts whose meaning is remembered."""
_CANCELLED = re.compile(r"(?:\*\*\* )?hand (?:was )?cancell?ed", re.IGNORECASE)


class _Head(NamedTuple):
    """The first line of a hand, without the number and the date."""

    game: str
    limit: Limit
    open_cards: bool
    tournament: Tournament | None
    stakes: tuple[int, int]
    currency: str
    scale: int
    cap: int


_heads: dict[tuple[object, ...], _Head] = {}
"""The meaning of first lines; a file repeats few different ones."""
_meanings: dict[tuple[object, ...], dict[str, tuple[StepKind, int]]] = {}
"""The meaning of texts like `folds` and `raises $4 to $6`, by reader and scale; files repeat most of them."""


SAME_FORMAT: Final = (
    "PokerMaster", "PokerBros", "PPPoker", "Run It Once Poker", "Hive Poker", "BetOnline Poker", "Full Tilt",
)  # fmt: skip
"""Other sites and clubs that write PokerStars' format."""


class PokerStars(HandReader):
    """A hand of PokerStars."""

    site = "PokerStars"
    start = re.compile(
        rf"\s*(?P<site>PokerStars|{'|'.join(SAME_FORMAT)})"
        r"\b.{0,20}? ?(?:Hand|Game)"
        r" #(?P<number>\d+)\s*:\s*(?P<rest>.*)",
        re.IGNORECASE,
    )

    steady = True
    """True if a line means the same in every hand, so that its meaning can be remembered."""
    open_cards = False
    """True if cards lie open in front of the players, as in stud."""
    colons = False
    """True if a name at the table contains a colon: it may then look like another name with a verb."""

    # --- the head ---

    def read(self) -> SiteHand | Cancelled:
        """Read the whole hand."""
        found = self.start.match(self.lines[0])
        if not found:
            raise self.fail(f"a hand of {self.site} begins with another line")
        rest = found["rest"]
        head = self.head(rest)
        game, limit, self.open_cards, tournament, stakes, self.currency, self.scale, self.cap = head
        self.meanings = _meanings.setdefault((type(self), self.scale), {})
        date = _DATE.search(rest)
        table, size, button = self.table()
        self.body()
        if self.cancelled:
            return Cancelled(self.site, found["number"], self.first)
        site = (found["site"] if "site" in self.start.groupindex else "") or self.site
        return SiteHand(
            self.site if site.lower() == self.site.lower() else site, found["number"], self.sized(game), limit,
            stakes, tuple(self.seats.values()), button, tuple(self.steps), self.collected, self.currency, self.scale,
            self.time([part or "0" for part in date.groups()[:6]]) if date else None, date[7] if date else "", table,
            size, self.hero, tournament, self.total, self.rake, tuple(self.boards), self.mucked, self.beside,
            self.dropped, self.cap, self.source, self.first, self.text(), self.finishes,
        )  # fmt: skip

    def head(self, rest: str) -> _Head:
        """Return what the first line says."""
        key = (type(self), self.chip_scale, _DATE.sub("", rest))
        kept = _heads.get(key) if self.steady else None
        if kept:
            return kept
        game, limit = self.game(rest)
        tournament = self.tournament(rest)
        stakes, brings_in = self.stakes(rest, tournament is not None), self.find_game(game).brings_in
        head = _Head(game, limit, brings_in, tournament, stakes, self.currency, self.scale, self.cap)
        if len(_heads) > _MOST_KEPT:
            _heads.clear()
        _heads[key] = head
        return head

    def game(self, rest: str) -> tuple[str, Limit]:
        """Return the name of the game and its betting structure."""
        text = rest[rest.index("}") :] if rest.startswith("{") and "}" in rest else rest  # the club of a home game
        found = _GAME.search(text)
        if not found or found["other"]:
            raise self.unknown_game(_NAMED.sub("", text))
        return _GAMES[found["game"].lower()], _LIMITS[found["limit"].lower()]

    def stakes(self, rest: str, chips: bool) -> tuple[int, int]:
        """Return the stakes in the first line; money is counted in hundredths, chips in whole numbers."""
        game = _GAME.search(rest)  # the name of a tournament may look like stakes
        found = _STAKES.search(rest, game.end() if game else 0) or _STAKES.search(rest)
        if not found:
            raise self.fail("the first line gives no stakes")
        high = found["high"] or found["button"] or found["only"]
        if not chips:
            self.currency = found["currency"] or found["money"] or currency_of(high)
        self.scale = 100 if self.currency else self.chip_scale
        self.cap = self.amount(found["cap"]) if found["cap"] else 0
        return self.amount(found["low"] or high), self.amount(high)

    def tournament(self, rest: str) -> Tournament | None:
        """Return the tournament of the first line, if there is one."""
        found = _TOURNAMENT.search(rest)
        if not found:
            return None
        game, buy_in = _GAME.search(rest), _BUY_IN.match(found[2])
        if game and buy_in and found.start(2) + buy_in.end() > game.start():
            buy_in = None  # the number belongs to the game, like the 7 of 7 Card Stud
        level = _LEVEL.search(rest)
        text = buy_in[0] if buy_in else ""
        return Tournament(found[1], text, level[1] if level else "", parse_buy_in(text))

    def table(self) -> tuple[str, int, int]:
        """Name, size and button of the second line."""
        self.at = next((place for place in range(1, min(4, len(self.lines))) if self.lines[place].strip()), 1)
        found = _TABLE.match(self.lines[self.at].strip()) if len(self.lines) > 1 else None
        if not found:
            if self.is_last():
                raise self.broken()
            raise self.fail(
                "the second line of a hand names the table, like \"Table 'Ada' 6-max Seat #2 is the button\""
            )
        return found[1], int(found[2] or 0), int(found[3] or 0)

    # --- the body ---

    def body(self) -> None:
        """All other lines."""
        summary = seen_cards = False
        endings: list[str] = []
        steps, seats, meanings = self.steps, self.seats, self.meanings
        for place in range(self.at + 1, len(self.lines)):
            text = self.lines[place].strip()
            if not text:
                continue
            self.at = place
            if text[0] == "*" and text.startswith("*** ") and " ***" in text[4:]:
                summary = self.street(text)
                seen_cards = True
            elif summary:
                if "[" not in text and text.startswith("Seat "):
                    endings.append(text)
                else:
                    self.summary(text, endings)
            elif (
                not seen_cards
                and text[:4].lower() == "seat"
                and (found := _PLAIN_SEAT.match(text) or _SEAT.match(text))
            ):
                self.seat(found)
            else:
                name, _, rest = text.partition(": ")
                if rest in meanings and name in seats and not self.colons:
                    kind, amount = meanings[rest]
                    steps.append(_make(Step, (kind, name, amount, (), self.first + place)))
                else:
                    self.line(text)
        if self.cancelled:
            return
        if not summary or (self.rake is None and not endings):
            raise self.broken()
        if self.cashed_out or not self.collected:
            self.won_by_summary(endings)
        self.complete_board()

    def complete_board(self) -> None:
        """Fill in a card that a street leaves out (`*** TURN *** [3c Jd 6d] []`) from the summary."""
        dealt = [place for place, step in enumerate(self.steps) if step.kind == "board" and not step.amount]
        if not self.boards or all(self.steps[place].cards for place in dealt):
            return
        sizes = [len(self.steps[place].cards) or 1 for place in dealt]
        if sum(sizes) == len(self.boards[0]):
            for number, place in enumerate(dealt):
                start = sum(sizes[:number])
                self.steps[place] = self.steps[place]._replace(cards=self.boards[0][start : start + sizes[number]])

    def seat(self, found: re.Match[str]) -> None:
        """A chair of the list."""
        if "out of hand" not in found["after"]:
            self.add_seat(found[1], found[2], found[3])
            self.colons |= ": " in found[2]

    def street(self, text: str) -> bool:
        """Read a line of stars; return True for that of the summary."""
        if text in _SILENT:
            return False
        found = _STREETS.match(text)
        if not found or found[2].count("[") != found[2].count("]"):
            if self.is_last():
                raise self.broken()
            raise self.fail(f"{text[:60]!r} is not the beginning of a street")
        name, rest = found[1].upper(), found[2]
        if name == "SUMMARY":
            return True
        words = name.split()
        groups = CARDS.findall(rest)
        if words[-1] in ("FLOP", "TURN", "RIVER") and groups:
            if self.open_cards:  # too few cards for all: everybody uses this one
                self.add("street", name)
            self.add("board", "", _RUNS.get(words[0], 0), self.cards(groups[-1]))
        elif "SHOW" not in name and name not in _NOT_BET_ON:
            self.add("street", name)
        return False

    def is_last(self) -> bool:
        """Return True for the last line of the hand that is not empty."""
        return not any(line.strip() for line in self.lines[self.at + 1 :])

    def line(self, text: str) -> None:
        """A line before the summary."""
        name, colon, rest = text.partition(": ")
        if colon and name in self.seats and not self.colons and self.act(name, rest):
            self.keep_meaning(rest)
            return
        if (text.startswith(("Dealt to ", "Dealt To ")) and self.dealt(text[9:])) or self.acts(text):
            return
        if found := _RETURNED.match(text):
            self.add("returned", self.known(found[2]), self.amount(found[1]))
        elif found := _COLLECTED.match(text):
            self.collect(found[1], self.amount(found[2]))
        elif (found := _CASHED_OUT.match(text)) and found[1] in self.seats:
            self.cashed_out[found[1]] = self.amount(found[2])
        elif (found := _INSURED.match(text)) and found[1] in self.seats:
            paid = self.amount(found[3]) * (-1 if found[2].lower() == "pays" else 1)
            self.beside[found[1]] = self.beside.get(found[1], 0) + paid
        elif found := _DROPPED.match(text):
            self.dropped += self.amount(found[1])
        elif _CANCELLED.match(text):
            self.cancelled = True
        elif is_chatter(text, self.longest_first):
            if "tournament" in text or "eliminating" in text:
                self.note_finish(text)
        else:
            if self.is_last():
                raise self.broken()
            raise self.fail(f"{text[:60]!r} is not a line of a hand")

    def keep_meaning(self, rest: str) -> None:
        """Remember the meaning of the last step, if its text means the same in every hand."""
        if self.steady and self.steps and len(rest) < 50:
            kind, _, amount, cards, line = self.steps[-1]
            if kind in _PLAIN and not cards and line == self.first + self.at:
                if len(self.meanings) > _MOST_KEPT:
                    self.meanings.clear()
                self.meanings[rest] = (kind, amount)

    def acts(self, text: str) -> bool:
        """Return True for a line of a player with an unusual name, which may contain a colon or begin like another
        name."""
        if not self.colons and " shows [" not in text:
            return False  # any other line of theirs was read already
        for name in self.longest_first:
            if text.startswith(name):
                rest = text[len(name) :]
                if rest.startswith(": ") and self.act(name, rest[2:]):
                    return True
                if rest.startswith(" shows ["):
                    return self.act(name, rest[1:])
                if self.colons and is_chatter(text, [name]):
                    return True
        return False

    def act(self, name: str, rest: str) -> bool:
        """Read an action of a player; return False if the line is about something else."""
        if not rest[-1:].isdigit() and " " in rest:
            rest = _ALL_IN.sub("", rest)
        verb, _, tail = rest.partition(" ")
        verb = verb.lower()
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
            self.add("raise", name, self.amount(tail.rpartition("to ")[2]))
        elif verb == "posts":
            self.post(name, tail)
        elif verb == "straddle":
            # A second straddle by the same player, or one on the button blind, raises the first.
            self.steps[:] = [step for step in self.steps if step.kind not in _RAISED_BLIND or step.name != name]
            self.add("straddle", name, self.amount(tail))
        elif verb in ("brings", "bring-in"):
            self.add("bring-in", name, self.amount(re.sub(r"^(?:in )?(?:low )?(?:for )?", "", tail)))
        elif verb == "discards":
            cards = CARDS.search(tail)
            self.add("discard", name, self.count(tail), self.cards(cards[1]) if cards else ())
        elif rest.lower().startswith("stands pat"):
            self.add("discard", name)
        elif verb in ("shows", "mucks"):
            self.show(name, verb, tail)
        else:
            return rest.lower().startswith(("doesn't show", "does not show"))
        return True

    def count(self, text: str) -> int:
        """Return the number of cards a player discards."""
        number = text.partition(" ")[0]
        if not number.isdecimal() or len(number) > 2:
            raise self.fail(f"{number[:30]!r} is not a number of cards")
        return int(number)

    def post(self, name: str, tail: str) -> None:
        """Chips before the cards."""
        lower = tail.lower()
        for label, kind in _POSTS:
            if lower.startswith(label):
                amount = self.amount(tail[len(label) :].removeprefix("of "))
                if kind == "big blind" and any(step.kind == kind and step.amount < amount for step in self.steps):
                    kind = "straddle"  # some programs call it a second, larger big blind
                self.add(kind, name, amount)
                return
        self.add("post", name, self.amount(tail))

    def show(self, name: str, verb: str, tail: str) -> None:
        """A hand at the end, shown or not."""
        found = CARDS.search(tail)
        if verb == "shows" and found:
            self.add("show", name, 0, self.cards(found[1]))
        elif verb == "mucks":
            self.add("muck", name)

    def dealt(self, text: str) -> bool:
        """`NAME [As Kd]`; in stud and draw the player's old cards come before the new ones."""
        name = text.partition(" [")[0]
        if name not in self.seats:
            name = next((each for each in self.longest_first if text.startswith((each + " [", each + ":"))), name)
        if name not in self.seats:
            return False
        groups = CARDS.findall(text[len(name) :])
        if groups:  # otherwise face down
            self.add("dealt", name, len(groups) - 1, self.cards(groups[-1]))
            if not self.hero and len(groups) == 1 and len(groups[0].split()) > 1 and "X" not in groups[0]:
                self.hero = name
        return True

    # --- the summary ---

    def summary(self, text: str, endings: list[str]) -> None:
        """A line of the summary; those of seats that won are kept for `won_by_summary`."""
        if text.startswith("Seat "):
            if "[" in text and (" showed [" in text or " mucked [" in text):
                found = _REVEALED.match(text)
                if found and found[1] in self.seats:
                    self.mucked[found[1]] = self.cards(found[2])
            endings.append(text)
        elif found := _TOTAL.match(text):
            self.total = None if found[2] else self.amount(found[1])  # 1.32k is rounded
            if found["rake"]:
                self.rake = self.amount(found[4] or "0") + sum(map(self.amount, _FEE.findall(found[5])))
        elif text.endswith("]") and "Board" in text and "[" in text:
            self.boards.append(self.cards(text[text.index("[") + 1 : -1]))
        elif _CANCELLED.match(text):
            self.cancelled = True

    def won_by_summary(self, endings: list[str]) -> None:
        """Find who won what if no line says so: a player who cashed out is paid by the site, which gets the pot."""
        for text in endings:
            found = _WON.match(text)
            if found and found[1] in self.seats and found[1] not in self.collected:
                more = map(self.amount, _WON_AGAIN.findall(found[3]))
                self.collected[found[1]] = self.amount(found[2]) + sum(more)
        for name, amount in self.cashed_out.items():
            self.beside[name] = amount - self.collected.get(name, 0)
