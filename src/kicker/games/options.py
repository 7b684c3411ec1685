# cython: annotation_typing=False, nonecheck=True
"""The legal actions of a seat (`Options`); `progress.py` carries out the one that it chooses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Final, Literal

from kicker.cards import Card, count_of
from kicker.errors import IllegalAction, quoted
from kicker.games import tuples
from kicker.games.actions import (
    BRING_IN,
    CALL,
    CHECK,
    FOLD,
    MUCK,
    SHOW,
    STAND_PAT,
    Action,
    as_action,
    discard,
    raise_to,
)

Phase = Literal["betting", "drawing", "showdown", "over"]


@dataclass(frozen=True)
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
        kind, to, cards = tuples.plain(action)
        if self.to_act is None:
            return f"{action}: the deal is over"
        legal = False
        stray = (to and kind != "raise") or (cards and kind != "discard")
        if self.phase == "betting" and not stray:
            if kind == "check":
                legal = self.may_check
            elif kind == "call":
                legal = self.call_amount > 0
            elif kind == "fold":
                legal = not self.bring_in
            elif kind == "raise":
                legal = type(to) is int and 0 < self.min_raise_to <= to <= self.max_raise_to
            elif kind == "bring in":
                legal = self.bring_in > 0
        elif self.phase == "drawing" and kind == "discard" and not stray:
            return self._refuse_discard(action, cards, to_seat)
        elif self.phase == "showdown" and not stray:
            legal = kind == "show" or (kind == "muck" and self.may_muck)
        return None if legal else f"{action}: {'you' if to_seat else f'seat {self.to_act}'} may {self.describe()}"

    def _refuse_discard(self, action: Action, cards: object, to_seat: bool) -> str | None:
        if type(cards) is not tuple:
            return f"discard: {quoted(cards)} is not a tuple of cards"
        if len(cards) > self.max_draw:
            return f"{action}: at most {count_of(self.max_draw, 'card')} may be discarded"
        for card in cards:
            if card not in self.hand:
                holder = "you do" if to_seat else f"seat {self.to_act} does"
                return f"{action}: {holder} not hold {card}, but {' '.join(map(str, self.hand))}"
            if len(cards) > 1 and cards.count(card) > 1:
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


OVER: Final = Options()
"""The options of a finished deal: none."""
