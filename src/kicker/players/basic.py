"""Simple bots that ignore their cards: the baseline that every better bot has to beat."""

from __future__ import annotations

from random import Random as _Generator
from typing import Any

from kicker.games import CALL, CHECK, FOLD, Action, View, discard, raise_to
from kicker.players import Reasons
from kicker.players.dice import dice_memory, recall_dice


class Seedless:
    """A bot without randomness: two of the same kind always decide alike."""

    def __init__(self, seed: int | str = 0) -> None:
        pass


class Folder(Seedless):
    """A bot that checks when it is free and folds otherwise."""

    reasons: Reasons | None = Reasons("it never pays to stay in")

    def act(self, view: View) -> Action:
        """Check, else fold; stand pat."""
        return view.options.default


class Caller(Seedless):
    """A bot that checks or calls, whatever it holds."""

    reasons: Reasons | None = Reasons("it never folds and never raises")

    def act(self, view: View) -> Action:
        """Check, else call; the smallest bet if neither is allowed; stand pat."""
        options = view.options
        if options.passive == FOLD and options.may_raise:
            return raise_to(options.min_raise_to)
        return options.passive


class Random:
    """A bot that picks a legal action at random: fold (facing a bet), check or call, or raise, all equally likely; any
    amount, any cards.

    A bring-in counts as a check: it cannot be folded.
    """

    reasons: Reasons | None = Reasons("the dice said so")

    def __init__(self, seed: int | str = 0) -> None:
        self._random = _Generator(f"random/{seed}")

    def act(self, view: View) -> Action:
        """Pick an action at random."""
        options, dice = view.options, self._random
        if options.phase == "drawing":
            return discard(dice.sample(options.hand, dice.randint(0, options.max_draw)))
        if options.phase == "showdown":
            return options.passive
        choices = [CHECK] if options.may_check else [options.default]
        if options.call_amount:
            choices.append(CALL)
        if options.may_raise:
            choices.append(raise_to(dice.randint(options.min_raise_to, options.max_raise_to)))
        return dice.choice(choices)

    def memory(self) -> dict[str, Any]:
        """Return the state of its random generator."""
        return {"dice": dice_memory(self._random)}

    def recall(self, memory: dict[str, Any]) -> None:
        """Restore the state of its random generator."""
        recall_dice(self._random, memory["dice"])


class Maniac(Seedless):
    """A bot that bets and raises the pot whenever it can, and never folds."""

    reasons: Reasons | None = Reasons("attack is all it knows")

    def act(self, view: View) -> Action:
        """Raise the pot, or as close to it as is legal; otherwise call; stand pat."""
        options = view.options
        if options.phase == "betting" and options.may_raise:
            target = max(view.bets) + view.pot + options.call_amount
            return raise_to(min(max(target, options.min_raise_to), options.max_raise_to))
        return options.passive
