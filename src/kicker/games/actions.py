"""The legal actions of a seat (`Options`) and the action that it takes (`Action`); `progress.py` carries them out.

>>> parse_action("raise to 40") == raise_to(40)
True
>>> str(discard("2c 7d"))
'discard 2c 7d'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Final, Literal, NamedTuple

from kicker.cards import Card, CardsLike, cards_in, count_of, shorten
from kicker.errors import CardError, IllegalAction, quoted

ActionKind = Literal["fold", "check", "call", "raise", "bring in", "discard", "show", "muck", "check or call"]
"""The kinds of actions. `check or call` is for records, whose format has one word for both."""
Phase = Literal["betting", "drawing", "showdown", "over"]


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

_CARD: Final = {Card}
_PLAIN = {action.kind: action for action in (FOLD, CHECK, CALL, BRING_IN, SHOW, MUCK)} | {"stand pat": STAND_PAT}
_RAISE = re.compile(r"(?:bet|raise)(?: to)? (\d{1,18})", re.ASCII)
_WORDS = "fold, check, call, bet 40, raise 80, bring in, discard 2c 7d, stand pat, show or muck"


def raise_to(amount: int) -> Action:
    """Return a bet or raise to a total of `amount` chips on this street."""
    return Action("raise", amount)


def discard(cards: CardsLike = ()) -> Action:
    """Return the action that discards `cards` and draws as many; without cards the seat stands pat. Each new card takes
    the place of the discarded one, in the order given."""
    if type(cards) is tuple and {*map(type, cards)} <= _CARD:
        return Action("discard", 0, cards)
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


@dataclass(frozen=True, slots=True)
class Options:
    """The legal actions of the seat to act. False when the deal is over; `action in options` tests an `Action` or its
    text.

    In no-limit the legal raises are an interval, so this is a description, not a list; `for action in options` yields
    all legal actions.
    """

    to_act: int | None = None
    """The seat to act; None when the deal is over."""
    phase: Phase = "over"
    """`betting`, `drawing`, `showdown` or `over`."""
    may_check: bool = False
    """True if the seat may check."""
    call_amount: int = 0
    """The price of a call; 0 if there is nothing to call."""
    min_raise_to: int = 0
    """The smallest legal bet or raise, as the total to raise to; 0 if none is legal."""
    max_raise_to: int = 0
    """The largest legal bet or raise, as the total to raise to; 0 if none is legal."""
    hand: tuple[Card, ...] = ()
    """The cards that may be discarded."""
    max_draw: int = 0
    """The most cards that may be discarded."""
    bet: int = 0
    """The bet to match on this street."""
    may_muck: bool = False
    """True if the seat may muck its hand at the showdown."""
    bring_in: int = 0
    """The bring-in that the seat owes: it must pay it or make a full bet. 0 if it owes none."""

    def __bool__(self) -> bool:
        return self.to_act is not None

    def __contains__(self, action: object) -> bool:
        try:
            return self.refusal(as_action(action)) is None
        except IllegalAction:
            return False

    @property
    def may_raise(self) -> bool:
        """True if a bet or raise is legal."""
        return self.max_raise_to > 0

    @property
    def passive(self) -> Action:
        """The cheapest action that keeps the hand: check, else call; stand pat; show."""
        if self.phase == "betting":
            return CHECK if self.may_check else CALL if self.call_amount else BRING_IN if self.bring_in else FOLD
        return STAND_PAT if self.phase == "drawing" else SHOW

    @property
    def default(self) -> Action:
        """The action for a seat that does not answer: check, else fold; the bring-in; stand pat; show."""
        return FOLD if self.phase == "betting" and not (self.may_check or self.bring_in) else self.passive

    def refusal(self, action: Action, *, to_seat: bool = False) -> str | None:
        """Explain why `action` is illegal, or return None if it is legal.

        The sentence names the seat, or says `you` with `to_seat`.
        """
        kind = action.kind
        if self.to_act is None:
            return f"{action}: the deal is over"
        legal = False
        stray = (action.to and kind != "raise") or (action.cards and kind != "discard")
        if self.phase == "betting" and not stray:
            if kind == "fold":
                legal = not self.bring_in
            elif kind == "bring in":
                legal = self.bring_in > 0
            elif kind == "check":
                legal = self.may_check
            elif kind == "call":
                legal = self.call_amount > 0
            elif kind == "raise":
                legal = type(action.to) is int and 0 < self.min_raise_to <= action.to <= self.max_raise_to
        elif self.phase == "drawing" and kind == "discard" and not stray:
            return self._refuse_discard(action, "you do" if to_seat else f"seat {self.to_act} does")
        elif self.phase == "showdown" and not stray:
            legal = kind == "show" or (kind == "muck" and self.may_muck)
        return None if legal else f"{action}: {'you' if to_seat else f'seat {self.to_act}'} may {self.describe()}"

    def _refuse_discard(self, action: Action, holder: str) -> str | None:
        cards = action.cards
        if type(cards) is not tuple:
            return f"discard: {quoted(cards)} is not a tuple of cards"
        if len(cards) > self.max_draw:
            return f"{action}: at most {count_of(self.max_draw, 'card')} may be discarded"
        for card in cards:
            if card not in self.hand:
                return f"{action}: {holder} not hold {card}, but {' '.join(map(str, self.hand))}"
            if cards.count(card) > 1:
                return f"{action}: {card} can be discarded only once"
        return None

    def describe(self, money: Callable[[int], object] = str) -> str:
        """Describe the options in words: `fold, call 20 or raise to 40 up to 200`.

        `money` formats an amount of chips.
        """
        if self.phase == "betting":
            words = [f"bring in {money(self.bring_in)}" if self.bring_in else "fold"]
            if self.may_check:
                words.append("check")
            if self.call_amount:
                words.append(f"call {money(self.call_amount)}")
            if self.max_raise_to:
                verb = "raise to" if self.bet else "bet"
                most = f" up to {money(self.max_raise_to)}" if self.max_raise_to > self.min_raise_to else ""
                words.append(f"{verb} {money(self.min_raise_to)}{most}")
            return words[0] if len(words) == 1 else ", ".join(words[:-1]) + f" or {words[-1]}"
        if self.phase == "drawing":
            return f"discard up to {count_of(self.max_draw, 'card')} of {' '.join(map(str, self.hand))}"
        if self.phase == "showdown":
            return "show or muck" if self.may_muck else "show"
        return "do nothing: the deal is over"

    def __iter__(self) -> Iterator[Action]:
        """Yield every legal action; each set of discards comes once."""
        if self.phase == "betting":
            yield BRING_IN if self.bring_in else FOLD
            if self.may_check:
                yield CHECK
            if self.call_amount:
                yield CALL
            if self.max_raise_to:
                yield from map(raise_to, range(self.min_raise_to, self.max_raise_to + 1))
        elif self.phase == "drawing":
            for count in range(self.max_draw + 1):
                yield from map(discard, combinations(self.hand, count))
        elif self.phase == "showdown":
            yield SHOW
            if self.may_muck:
                yield MUCK


class OptionsDraft:
    """Options under construction. Each state needs options, and building a frozen dataclass takes three times
    as long."""

    __slots__ = Options.__slots__

    def __init__(
        self, to_act: int, phase: Phase, may_check: bool = False, call_amount: int = 0, min_raise_to: int = 0,
        max_raise_to: int = 0, hand: tuple[Card, ...] = (), max_draw: int = 0, bet: int = 0, may_muck: bool = False,
        bring_in: int = 0,
    ) -> None:  # fmt: skip
        self.to_act: int | None = to_act
        self.phase: Phase = phase
        self.may_check = may_check
        self.call_amount = call_amount
        self.min_raise_to = min_raise_to
        self.max_raise_to = max_raise_to
        self.hand = hand
        self.max_draw = max_draw
        self.bet = bet
        self.may_muck = may_muck
        self.bring_in = bring_in

    def done(self) -> Options:
        """Turn this draft into `Options`, which cannot be changed."""
        self.__class__ = Options  # type: ignore[assignment]
        return self  # type: ignore[return-value]


OVER: Final = Options()
"""The options of a finished deal: none."""
