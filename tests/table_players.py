"""Players for tables: at random, or a function of what they see."""

import random
from collections.abc import Callable

from kicker.games import FOLD, GAMES, NAMED, Action, View, classic_draw, discard, raise_to
from kicker.games.catalogue import DRAW, HOLDEM
from kicker.table import Schedule, Table


class RandomPlayer:
    """Any legal action, folds seldom."""

    def __init__(self, seed: object) -> None:
        self.random = random.Random(str(seed))

    def act(self, view: View) -> Action:
        options = view.options
        if options.phase == "drawing":
            return discard(self.random.sample(options.hand, self.random.randint(0, options.max_draw)))
        choices = [options.default if options.bring_in else FOLD, *[options.passive] * 4]
        if options.max_raise_to:
            choices += [
                raise_to(options.min_raise_to),
                raise_to(self.random.randint(options.min_raise_to, options.max_raise_to)),
            ]
        return self.random.choice(choices)


class Scripted:
    """A player that is a function of its view."""

    def __init__(self, decide: Callable[[View], Action]) -> None:
        self.decide = decide

    def act(self, view: View) -> Action:
        return self.decide(view)


def randomly(seats: int, seed: object = 0) -> dict[int, RandomPlayer]:
    return {seat: RandomPlayer(f"{seed}/{seat}") for seat in range(seats)}


def passive(view: View) -> Action:
    return view.options.passive


def classic_table(seats: int = 2, **more: object) -> Table:
    schedule = Schedule(ante_step=1)
    return Table(classic_draw(), [1000] * seats, schedule=schedule, button=seats - 1, fixed_button=True, **more)  # type: ignore[arg-type]


RULE_SETS = [name for name, make in NAMED.items() if make().game in (HOLDEM, DRAW) or name in GAMES]
"""All rule sets of hold'em and five-card draw, and of each other game the most usual."""
