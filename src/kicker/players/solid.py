"""The default opponent for hold'em: charts before the flop, then every street solved range against range.

Its frequencies depend only on public information and its own two cards; its dice choose among them. It assumes that
everybody plays as well as it does, and learns nothing (`sharp.py` does). A `Manner` turns it into other characters
(`characters.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kicker.combos import combo_index
from kicker.games import CALL, CHECK, FOLD, Action, View, raise_to
from kicker.players import Reasons
from kicker.players.boards import better_half, equity_of, strength_order
from kicker.players.dice import dice_memory, recall_dice
from kicker.players.public_ranges import Course, answer_to_bet, choices, course_of, others_of, read
from kicker.players.situation import PLAIN, Choice, Manner, Situation
from kicker.players.words import (
    draw_words,
    hand_words,
    has_nothing,
    made_something,
    part_of_pot,
    top_pair_or_better,
)

SELDOM: Final = 0.05
"""The frequency below which it never takes an action."""
SHORT_OF_PRICE: Final = 0.04
"""The most by which the equity of a hand may fall short of the price of a final call."""
BIG_PRICE: Final = 0.27
"""The price of calling 0.6 pots; at this price or more, a bare high card must be worth the call."""
READS_WELL: Final = 0.8
"""The reading skill from which a character knows the value of a call; others call with half the equity needed."""
STRONG: Final = 0.9
"""The rank above which hands bet for value."""
GOOD: Final = 0.75
"""The rank above which a bet is never called a bluff."""
TRAP: Final = 0.75
"""The equity above which a check before others act is a trap."""
WEAK: Final = 0.45
"""The rank below which a bet is a bluff."""


class Solid:
    """A bot that plays hold'em soundly against any opponent."""

    manner: Manner = PLAIN

    def __init__(self, seed: int | str = 0) -> None:
        self._random = Random(f"{type(self).__name__.lower()}/{seed}")
        self._reasons: Reasons | Callable[[], Reasons] | None = None

    @property
    def reasons(self) -> Reasons | None:
        """The reasons for its last decision, computed on demand."""
        if callable(self._reasons):
            self._reasons = self._reasons()
        return self._reasons

    def act(self, view: View) -> Action:
        """Choose an action at random, by the frequencies for its cards."""
        options = view.options
        if options.phase != "betting" or view.seat is None:
            return options.passive
        course = course_of(view)
        found = choices(course, view.seat, manner=self.manner)
        chances = self._chances(view, found)
        dice = self._random.random() * chances.sum()
        action = legal(view, found[int(np.searchsorted(np.cumsum(chances), dice))])
        if action.kind == "raise" and self._random.random() < self.manner.odd_sizes:
            action = raise_to(odd_size(view, action.to, self._random))
        self._reasons = partial(explain, view, course, action, found, chances, self.manner.reading)
        return action

    def _chances(self, view: View, found: tuple[Choice, ...]) -> NDArray[np.float64]:
        """Return the frequency of each choice with these cards, in its manner."""
        hand, manner = combo_index(*view.hand), self.manner
        chances = np.array([choice.chance[hand] for choice in found])
        raises = np.array([choice.kind == "raise" for choice in found])
        weak = bool(view.board) and strength_order(view.board)[hand] < WEAK
        times = 1.0 if self._acts_soundly(view) else manner.aggression * (manner.bluffs if weak else 1.0)
        if weak and times > 1:  # it does not bluff off its whole stack more often than a sound player
            raises &= [choice.to < view.options.max_raise_to for choice in found]
        before, rest = chances[raises].sum(), chances[~raises].sum()
        if times != 1.0 and before > 0:
            raising = min(before * times, 1.0 if times > 1 else 0.97)
            chances[raises] *= raising / before
            if not rest or (view.board and not weak and raising < before):  # a hand good enough to raise does not fold
                chances[np.flatnonzero(~raises)[-1]] += before - raising
            else:
                chances[~raises] *= (1 - raising) / rest
        if self._never_pays(view):  # fold instead of calling
            chances[:2] = chances[:2].sum(), 0.0
        chances = np.where(chances < SELDOM, 0.0, chances)
        return chances if chances.sum() > 0 else np.array([1.0, *[0.0] * (len(found) - 1)])

    def _acts_soundly(self, view: View) -> bool:
        """True where even passive players raise as a sound player does.

        A tight one does not limp with good hands, and nobody checks a strong hand when that is the end of it.
        """
        situation, manner = read(course_of(view)).situation, self.manner
        assert view.seat is not None
        if not view.board:
            return manner.loose < 1 and not situation.raisers
        last = len(view.board) == 5 and not view.options.call_amount and situation.acts_last_now(view.seat)
        return manner.aggression < 1 and last and _is_strong(view)

    def _never_pays(self, view: View) -> bool:
        """Return True if these cards fall clearly short of the price of a call that ends the betting, or of a big bet.

        A sound answer to a single opponent's bet already comes from an equilibrium, so it is exempt. Poor readers call
        too much, but not with half of the equity they need.
        """
        options, seat = view.options, view.seat
        assert seat is not None
        reads = self.manner.reading
        if not view.board or not options.call_amount:
            return False
        if reads >= 1 and answer_to_bet(course_of(view), seat) is not None:
            return False
        price = options.call_amount / (view.pot + options.call_amount)
        if price >= BIG_PRICE and has_nothing(view.hand, view.board):
            need = price if len(view.board) > 3 else price - SHORT_OF_PRICE
        elif len(view.board) == 5 or options.call_amount >= view.stacks[seat]:
            need = price - SHORT_OF_PRICE
        else:
            return False
        equity = equity_of(combo_index(*view.hand), view.board, others_of(course_of(view), seat))
        return equity < (need if reads >= READS_WELL else need / 2)

    def memory(self) -> dict[str, Any]:
        """Return the state of its random generator."""
        return {"dice": dice_memory(self._random)}

    def recall(self, memory: dict[str, Any]) -> None:
        """Restore the state of its random generator."""
        recall_dice(self._random, memory["dice"])


def odd_size(view: View, to: int, dice: Random) -> int:
    """Return a raise that a beginner might make instead: a round number that has little to do with the pot."""
    options, blind = view.options, view.rules.big_blind
    wanted = round(to * dice.uniform(0.5, 1.4) / blind) * blind
    return min(max(wanted, options.min_raise_to), options.max_raise_to)


def legal(view: View, choice: Choice) -> Action:
    """Return the choice as a legal action."""
    options = view.options
    if choice.kind == "fold":
        return CHECK if options.may_check else FOLD
    if choice.kind == "raise" and options.may_raise:
        return raise_to(min(max(choice.to, options.min_raise_to), options.max_raise_to))
    return CHECK if options.may_check else CALL if options.call_amount else FOLD


# --- reasons ---------------------------------------------------------------------------------------------------------


def explain(
    view: View, course: Course, action: Action, found: tuple[Choice, ...], chances: NDArray[np.float64], reading: float
) -> Reasons:
    """Return the reasons for an action, as a player would put them."""
    assert view.seat is not None
    options, situation = view.options, read(course).situation
    others = others_of(course, view.seat, reading)
    equity = equity_of(combo_index(*view.hand), view.board, others)
    price = options.call_amount / (view.pot + options.call_amount) if options.call_amount else None
    hand = hand_words(view.hand, view.board)
    beats_calls = equity_of(combo_index(*view.hand), view.board, better_half(view.board, others)) >= 0.5
    said = (
        _after_flop(view, action, equity, price, beats_calls, situation.acts_last_now(view.seat))
        if view.board
        else _before_flop(situation, view.seat, action, price)
    )
    details = tuple(
        (_label(view, choice), f"{chance:.0%}") for choice, chance in zip(found, chances / chances.sum(), strict=True)
    )
    return Reasons(f"{hand}; {said}", equity, price, details)


def _label(view: View, choice: Choice) -> str:
    return str(legal(view, choice))


def _before_flop(situation: Situation, seat: int, action: Action, price: float | None) -> str:
    raises = len(situation.raisers)
    where = "" if raises else f" {situation.position_words(seat)}"
    if action.kind == "fold":
        return "not good enough against that raise" if raises else f"not worth a raise{where}"
    if action.kind == "raise":
        if not situation.stacks[seat] - (action.to - situation.bets[seat]):
            return "goes all in"
        return "raises again" if raises else f"worth a raise{where}"
    if action.kind == "call":
        return f"worth a call at a price of {price:.0%}" if raises else "limps in"
    return "sees a free flop"


def _after_flop(view: View, action: Action, equity: float, price: float | None, beats_calls: bool, last: bool) -> str:
    share = f"wins about {equity:.0%}"
    if action.kind == "raise":
        return _bet_words(view, action, equity, beats_calls)
    if action.kind == "call":
        if price is not None and equity < price:
            return _short_call_words(view, equity, price)
        return f"calls: {share} against what they may hold and needs {price:.0%}"
    if action.kind == "fold":
        if price is not None and equity >= price:
            return f"folds: {share} against what they may hold, but more bets would have to be called"
        return f"folds: {share} against what they may hold, {price:.0%} would be needed"
    if equity <= 0.6:
        final = len(view.board) == 5
        hopes = "checks and gives up" if final else "checks and gives up unless it improves"
        return "checks to get to a showdown cheaply" if equity > 0.3 else hopes
    if not last and (equity > TRAP or _is_strong(view)):
        return "checks and waits for a bet"
    return "checks; hardly anything worse would call" if len(view.board) == 5 else "checks to keep the pot small"


def _short_call_words(view: View, equity: float, price: float) -> str:
    """Explain a call although the equity falls short of the price."""
    assert view.seat is not None
    share = f"wins about {equity:.0%}"
    if equity < 0.75 * price:
        return f"calls, though it {share} and {price:.0%} would be needed"
    others = [stack for seat, stack in enumerate(view.stacks) if view.live[seat] and seat != view.seat]
    all_in = view.options.call_amount >= view.stacks[view.seat] or not any(others)
    if all_in or len(view.board) == 5:
        return f"calls: {share} and needs {price:.0%}, but always folding here invites bluffs"
    return f"calls: {share} against what they may hold, and more may be won later"


def _is_strong(view: View) -> bool:
    return bool(strength_order(view.board)[combo_index(*view.hand)] >= STRONG)


def _bet_words(view: View, action: Action, equity: float, beats_calls: bool) -> str:
    options, level = view.options, max(view.bets)
    part = (action.to - level) / max(1, view.pot + options.call_amount)
    how = "goes all in" if action.to == options.max_raise_to and view.rules.betting == "no-limit" else (
        f"raises by {part_of_pot(part)}" if level else f"bets {part_of_pot(part)}"
    )  # fmt: skip
    made = made_something(view.hand, view.board)
    if made and (beats_calls or _is_strong(view)):
        return f"{how} for value; most of what calls is worse"
    if made and equity >= 0.6:
        return f"{how} for value and to charge draws" if len(view.board) < 5 else f"{how} for thin value"
    if top_pair_or_better(view.hand, view.board):
        return f"{how} to make hands fold that could still win"
    if len(view.board) < 5 and draw_words(view.hand, view.board):
        return f"{how} as a semi-bluff; they may fold, and it may still improve"
    if equity < 0.4 and strength_order(view.board)[combo_index(*view.hand)] < GOOD:
        return f"{how} as a bluff; better hands may fold"
    return f"{how} to make hands fold that could still win"
