"""The opponent for hold'em by default: charts before the flop, then every street solved range against range.

What it does is a function of what everybody can know and of its own two cards; only how often it mixes is up to its
dice. It assumes that everybody plays as well as it does, and learns nothing: see `sharp.py` for that.
"""

from __future__ import annotations

from random import Random
from typing import Any, Final

import numpy as np

from kicker.games import CALL, CHECK, FOLD, Action, View, raise_to
from kicker.players import Reasons
from kicker.players.dice import dice_memory, recall_dice
from kicker.players.public import Course, choices, course_of
from kicker.players.situation import Choice
from kicker.ranges import combo_index

SELDOM: Final = 0.08
"""What is done less often than this with a hand is not done at all."""


class Solid:
    """Plays hold'em soundly against anybody."""

    def __init__(self, seed: int | str = 0) -> None:
        self._random = Random(f"solid/{seed}")
        self.reasons: Reasons | None = None

    def act(self, view: View) -> Action:
        """Take one of the choices as often as is right for the cards."""
        options = view.options
        if options.phase != "betting" or view.seat is None:
            return options.passive
        course = course_of(view)
        found = choices(course, view.seat)
        hand = combo_index(*view.hand)
        chances = np.array([choice.chance[hand] for choice in found])
        chances = np.where(chances < SELDOM, 0.0, chances)
        dice = self._random.random() * chances.sum()
        taken = found[int(np.searchsorted(np.cumsum(chances), dice))] if chances.sum() > 0 else found[0]
        action = legal(view, taken)
        self.reasons = Reasons(f"{action}", 0.5)
        return action

    def memory(self) -> dict[str, Any]:
        """Where its dice are."""
        return {"dice": dice_memory(self._random)}

    def recall(self, memory: dict[str, Any]) -> None:
        """Roll on from there."""
        recall_dice(self._random, memory["dice"])


def legal(view: View, choice: Choice) -> Action:
    """The choice as an action that the rules allow."""
    options = view.options
    if choice.kind == "fold":
        return CHECK if options.may_check else FOLD
    if choice.kind == "raise" and options.may_raise:
        return raise_to(min(max(choice.to, options.min_raise_to), options.max_raise_to))
    return CHECK if options.may_check else CALL if options.call_amount else FOLD


__all__ = ["Course", "Solid"]
