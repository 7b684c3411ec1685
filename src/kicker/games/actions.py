"""The decisions of players: `Action`, and how to write and read one. `options.py` says which are legal.

>>> parse_action("raise to 40") == raise_to(40)
True
>>> str(discard("2c 7d"))
'discard 2c 7d'
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, Literal, NamedTuple

from kicker.cards import Card, CardsLike, cards_in, shorten
from kicker.errors import CardError, IllegalAction, quoted
from kicker.games import tuples

ActionKind = Literal["fold", "check", "call", "raise", "bring in", "discard", "show", "muck", "check or call"]
"""The kinds of actions. `check or call` is for records, whose format has one word for both."""


class Action(NamedTuple):
    """One decision: `FOLD`, `CHECK`, `CALL`, `raise_to(40)`, `BRING_IN`, `discard("2c 7d")`, `SHOW` or `MUCK`.

    A first bet is a raise to its amount. `str(action)` is one line of text, which `parse_action` reads.
    """

    kind: ActionKind
    """`fold`, `check`, `call`, `raise`, `bring in`, `discard`, `show` or `muck`."""
    to: int = 0
    """The seat's total bet on this street after a raise, never the difference."""
    cards: tuple[Card, ...] = ()
    """The cards to discard."""

    def __str__(self) -> str:
        if self.kind == "raise":
            return f"raise {self.to}"
        if self.kind == "discard" and isinstance(self.cards, Iterable):
            return " ".join(["discard", *map(str, self.cards)])
        return str(self.kind)


FOLD: Final = Action("fold")
CHECK: Final = Action("check")
CALL: Final = Action("call")
BRING_IN: Final = Action("bring in")
"""Pay the bring-in; the seat may also make a full bet instead."""
SHOW: Final = Action("show")
MUCK: Final = Action("muck")
STAND_PAT: Final = Action("discard")
"""Discard no card."""

_PLAIN = {action.kind: action for action in (FOLD, CHECK, CALL, BRING_IN, SHOW, MUCK)} | {"stand pat": STAND_PAT}
_RAISE = re.compile(r"(?:bet|raise)(?: to)? (\d{1,18})", re.ASCII)
_WORDS = "fold, check, call, bet 40, raise 80, bring in, discard 2c 7d, stand pat, show or muck"


def raise_to(amount: int) -> Action:
    """Return a bet or raise to a total of `amount` chips on this street."""
    return Action("raise", amount)


def discard(cards: CardsLike = ()) -> Action:
    """Return the action that discards `cards` and draws as many; without cards the seat stands pat. Each new card takes
    the place of the discarded one, in the order given."""
    if type(cards) is tuple:
        for card in cards:
            if type(card) is not Card:
                break
        else:
            return tuples.make(Action, ("discard", 0, cards))
    return Action("discard", 0, tuple(cards_in(cards, IllegalAction, "discards")))


def as_action(given: object) -> Action:
    """Return `given` if it is an `Action`; parse it if it is text."""
    return given if isinstance(given, Action) else parse_action(given)  # type: ignore[arg-type]


def parse_action(text: str) -> Action:
    """Parse an action such as `raise to 40`: the inverse of `str(action)`, and more lenient.

    Text that cannot be read raises `IllegalAction`.
    """
    if not isinstance(text, str):
        raise IllegalAction(f"{quoted(text)} is not an action: write {_WORDS}", "text")
    words = " ".join(text.lower().split())
    if words in _PLAIN:
        return _PLAIN[words]
    if found := _RAISE.fullmatch(words):
        return Action("raise", int(found[1]))
    if words.startswith("discard"):
        try:
            return discard(words.removeprefix("discard"))
        except CardError as error:
            raise IllegalAction(f"{shorten(text)} is not an action: {error}", "text") from None
    raise IllegalAction(f"{shorten(text)} is not an action: write {_WORDS}", "text")
