"""The small language of `--where`: which hands of which players are counted.

    position=btn and vpip and pot>50bb
    game=holdem and not (stack<20bb or tournament)
    played>=2024-01 and opponent="some body"
    cards="QQ+, AKs" and tag=bluff

A name alone asks whether a statistic's chance was taken; amounts are in big blinds (`50bb`) or in the hand's money.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Float, and_, cast, exists, func, not_, or_, select

from kicker.cards import unknown
from kicker.checks import of_type
from kicker.errors import KickerError, RangeError, quoted
from kicker.ranges import Range
from kicker.tracker.facts import STATISTICS
from kicker.tracker.remarks import stored_tags
from kicker.tracker.store import HANDS, NOTES, PLAYERS, TOURNAMENTS

_TOKEN = re.compile(r"\s*(?:(?P<op><=|>=|!=|=|<|>|\(|\))|\"(?P<text>[^\"]*)\"|(?P<word>[^\s()<>=!\"]+))")
_WORDS: Final = {
    "site": HANDS.c.site,
    "game": HANDS.c.game,
    "betting": HANDS.c.betting,
    "currency": HANDS.c.currency,
    "table": HANDS.c.place,
    "position": PLAYERS.c.position,
    "player": PLAYERS.c.name,
}
_NUMBERS: Final = {
    "pot": HANDS.c.pot,
    "stack": PLAYERS.c.stack,
    "won": PLAYERS.c.net,
    "stake": HANDS.c.big_blind,
}
_COUNTS: Final = {"seats": HANDS.c.seats}
_FLAGS: Final = {
    "tournament": HANDS.c.tournament != "",
    "shown": PLAYERS.c.cards != "",
    "noted": exists(select(NOTES.c.hand_id).where(NOTES.c.hand_id == HANDS.c.id, NOTES.c.note != "")),
} | {each.name: PLAYERS.c[f"{each.name}_taken"] > 0 for each in STATISTICS}
NAMES: Final = tuple(sorted([*_WORDS, *_NUMBERS, *_COUNTS, *_FLAGS, "played", "opponent", "cards", "tag", "buyin"]))
"""All names that can be used."""
MOST_NESTED: Final = 50
"""The most levels of brackets and `not`."""
MOST_CONDITIONS: Final = 200
"""The most conditions in one text; a database takes a question of this size."""
MOST_CARDS: Final = 10
"""The most conditions on `cards`; the database compares each combination."""
_AMOUNT = re.compile(r"(-?\d+(?:\.\d+)?)(bb)?")
_SPANS: Final[dict[str, Callable[[datetime], datetime]]] = {
    "%Y-%m-%d": lambda day: day + timedelta(days=1),
    "%Y-%m": lambda day: (day + timedelta(days=31)).replace(day=1),
    "%Y": lambda day: day.replace(year=day.year + 1),
}
"""The forms of dates, each with the end of its span."""


class _Token(NamedTuple):
    kind: str
    text: str


EXAMPLES: Final = ("position=btn and vpip", "pot>50bb", "won>0", 'cards="QQ+, AKs"', "tag=bluff", "not tournament")
"""Example conditions."""


def _in_span(moment: ColumnElement[Any], sign: str, begin: datetime, end: datetime) -> ColumnElement[bool]:
    """Return the condition that compares a moment with a span: `<` is before all of it, `<=` before its end. Unknown
    moments are in no span."""
    if sign in ("=", "!="):
        within = and_(moment >= begin, moment < end)
        return within if sign == "=" else not_(and_(moment.is_not(None), within))
    return {"<": moment < begin, "<=": moment < end, ">": moment >= end, ">=": moment >= begin}[sign]


def parse_where(text: str, name: str = "--where") -> ColumnElement[bool]:
    """Return the condition of a text, for a query over `PLAYERS` joined with `HANDS`; errors call it by its name."""
    return _Parser(of_type("a condition", text, str), name).parse()


class _Parser:
    """Reads one condition: `or` binds least, then `and`, then `not`."""

    def __init__(self, text: str, name: str) -> None:
        self.text, self.name = text, name
        self.tokens: list[_Token] = []
        if any("\ud800" <= letter <= "\udfff" for letter in text):  # bytes of a command line
            raise self.fail("it is not UTF-8 text")
        place = 0
        while text[place:].strip():
            found = _TOKEN.match(text, place)
            if not found:
                raise self.fail(f"cannot read {text[place:].strip()[:20]!r}")
            place = found.end()
            kind = found.lastgroup or ""
            self.tokens.append(_Token(kind, found[kind]))
        self.at = self.nested = self.conditions = self.ranges = 0

    def fail(self, why: str) -> KickerError:
        """Return the error for the whole text."""
        return KickerError(f"{self.name} {quoted(self.text)}: {why}", "where")

    def peek(self) -> str:
        """Return the next token in lower case, without taking it; empty at the end."""
        if self.at >= len(self.tokens) or self.tokens[self.at].kind == "text":
            return ""
        return self.tokens[self.at].text.lower()

    def take(self) -> _Token:
        """Take the next token."""
        if self.at >= len(self.tokens):
            raise self.fail("something is missing at the end")
        self.at += 1
        return self.tokens[self.at - 1]

    def parse(self) -> ColumnElement[bool]:
        """Parse the whole condition."""
        condition = self.any_of()
        if self.at < len(self.tokens):
            raise self.fail(f"expected 'and' or 'or' before {self.tokens[self.at].text!r}")
        return condition

    def any_of(self) -> ColumnElement[bool]:
        """Conditions with `or` between them."""
        parts = [self.all_of()]
        while self.peek() == "or":
            self.take()
            parts.append(self.all_of())
        return or_(*parts)

    def all_of(self) -> ColumnElement[bool]:
        """Conditions with `and` between them."""
        parts = [self.single()]
        while self.peek() == "and":
            self.take()
            parts.append(self.single())
        return and_(*parts)

    def single(self) -> ColumnElement[bool]:
        """Parse a condition in brackets, a negated one, or a plain one."""
        if self.peek() not in ("not", "("):
            return self.comparison()
        self.nested += 1
        if self.nested > MOST_NESTED:
            raise self.fail(f"brackets and 'not' can be nested at most {MOST_NESTED} deep")
        if self.take().text == "(":
            inner = self.any_of()
            if self.peek() != ")":
                raise self.fail("a bracket is not closed")
            self.take()
        else:
            inner = not_(self.single())
        self.nested -= 1
        return inner

    def comparison(self) -> ColumnElement[bool]:
        """`vpip`, `position=btn`, `pot>50bb`."""
        self.conditions += 1
        if self.conditions > MOST_CONDITIONS:
            raise self.fail(f"a filter can have at most {MOST_CONDITIONS} conditions")
        name = self.take().text.lower()
        if name not in NAMES:
            raise self.fail(unknown("name", name, NAMES))
        if self.peek() not in ("=", "!=", "<", ">", "<=", ">="):
            if name not in _FLAGS:
                raise self.fail(f"{name} needs a comparison, like {name}=...")
            return _FLAGS[name]
        sign, value = self.take().text, self.take().text
        if name in _FLAGS:
            raise self.fail(f"{name} is either true or not: write it alone, or 'not {name}'")
        if name == "played":
            return self.date(sign, value)
        if name == "buyin":
            return self.buy_in(sign, value)
        if name in _NUMBERS or name in _COUNTS:
            return self.number(name, sign, value)
        if sign not in ("=", "!="):
            raise self.fail(f"{name} can be compared with = and != only")
        same = self.same(name, value)
        return same if sign == "=" else not_(same)

    def same(self, name: str, value: str) -> ColumnElement[bool]:
        """Parse a name that is, or that has, a value."""
        if name == "opponent":
            return self.opponent(value)
        if name == "cards":
            return self.cards(value)
        if name == "tag":
            tagged = NOTES.c.tags.contains(stored_tags([value.lower()]), autoescape=True)
            return exists(select(NOTES.c.hand_id).where(NOTES.c.hand_id == HANDS.c.id, tagged))
        return func.lower(_WORDS[name]) == value.lower()

    def number(self, name: str, sign: str, value: str) -> ColumnElement[bool]:
        """Parse a comparison of numbers; amounts are in big blinds or in the hand's own money."""
        found = _AMOUNT.fullmatch(value)
        if not found or (found[2] and name in _COUNTS):
            kind = "a number" if name in _COUNTS else "an amount like 50bb or 12.50"
            raise self.fail(f"compare {name} with {kind}, not {value!r}")
        column = _COUNTS.get(name)
        if column is None:
            column = _NUMBERS[name]
            unit = HANDS.c.big_blind if found[2] else HANDS.c.scale
            left: ColumnElement[Any] = cast(column, Float) / unit
        else:
            left = cast(column, Float)
        return left.op({"!=": "<>"}.get(sign, sign))(float(found[1]))

    def buy_in(self, sign: str, value: str) -> ColumnElement[bool]:
        """Parse a comparison of the price of the tournament, fee and bounty included."""
        found = _AMOUNT.fullmatch(value)
        if not found or found[2]:
            raise self.fail(f"compare buyin with an amount like 5.50, not {value!r}")
        price = TOURNAMENTS.c.stake + TOURNAMENTS.c.fee + TOURNAMENTS.c.bounty
        compared = price.op({"!=": "<>"}.get(sign, sign))(round(100 * float(found[1])))
        same = and_(TOURNAMENTS.c.site == HANDS.c.site, TOURNAMENTS.c.number == HANDS.c.tournament)
        return exists(select(TOURNAMENTS.c.site).where(same, compared))

    def date(self, sign: str, value: str) -> ColumnElement[bool]:
        """Parse a comparison with a span of time: a year, a month or a day, from its beginning up to the next one's."""
        for form, next_of in _SPANS.items():
            try:
                begin = datetime.strptime(value, form)
                end = next_of(begin)
            except (ValueError, OverflowError):
                continue
            return _in_span(HANDS.c.played, sign, begin, end)
        raise self.fail(f"{value!r} is not a date; write 2024, 2024-03 or 2024-03-31")

    def opponent(self, value: str) -> ColumnElement[bool]:
        """Return the condition that the opponent was dealt in."""
        other = PLAYERS.alias("other")
        seat = select(other.c.seat)
        return exists(seat.where(other.c.hand_id == HANDS.c.id, other.c.name == value, other.c.seat != PLAYERS.c.seat))

    def cards(self, value: str) -> ColumnElement[bool]:
        """Return the condition that the hole cards are in a range, in either order."""
        self.ranges += 1
        if self.ranges > MOST_CARDS:
            raise self.fail(f"a filter can ask for cards at most {MOST_CARDS} times; write one range with commas")
        try:
            combos = [combo for combo, _ in Range(value)]
        except RangeError as error:
            raise self.fail(str(error)) from None
        return PLAYERS.c.cards.in_([f"{one} {two}" for low, high in combos for one, two in ((low, high), (high, low))])
