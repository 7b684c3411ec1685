"""How long a bot seems to think: a moment that depends on what everybody can see, and on chance, never on cards."""

from __future__ import annotations

from random import Random
from typing import Final

from kicker.games import Event, View

SHORTEST: Final = 0.5
LONGEST: Final = 3.0
DECIDED: Final = ("fold", "check", "call", "bet", "raise", "discard")
_SPREAD: Final = 0.35  # how much chance adds or takes, as a logarithm


def moment_of_thought(view: View, seat: int, dice: Random) -> float:
    """How long a seat thinks about its decision, in times of the usual pause.

    A free check before the flop is quick; what costs a large part of the stack, or comes late in a large pot, takes
    longer.
    """
    owed = max(0, max(view.bets) - view.bets[seat])
    left = max(1, view.stacks[seat])
    pot = sum(view.paid) + view.dead
    usual = 0.7 + 0.15 * max(0, view.street) + 1.2 * min(1.0, owed / left) + 0.3 * min(1.0, pot / left)
    return min(max(usual * dice.lognormvariate(0, _SPREAD), SHORTEST), LONGEST)


def pauses_over(event: Event, view: View | None, dice: Random) -> float:
    """How many pauses an event takes: a bot's decision as long as its thought, anything else one."""
    if event.kind not in DECIDED or event.seat is None or view is None:
        return 1.0
    return moment_of_thought(view, event.seat, dice)
