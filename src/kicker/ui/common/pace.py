"""The time that a bot seems to think: it depends on public facts and on chance, never on its cards.

The prompt, the terminal and the web table all use this. Matches and pipes never wait.
"""

from __future__ import annotations

import os
from random import Random
from typing import Final

from kicker.cards import unknown
from kicker.errors import KickerError
from kicker.games import Event, State, View

SPEEDS: Final = {"slow": 1.2, "normal": 0.5, "fast": 0.15, "instant": 0.0}
"""The usual pause at each speed, in seconds."""
SPEED_VARIABLE: Final = "KICKER_SPEED"
"""The environment variable with the default speed of bots."""
SHORTEST: Final = 0.5
LONGEST: Final = 3.0
DECIDED: Final = ("fold", "check", "call", "bet", "raise", "discard")
_SPREAD: Final = 0.35  # how much it varies at random, as a logarithm


def usual_speed() -> str:
    """Return the default speed of bots."""
    speed = os.environ.get(SPEED_VARIABLE, "normal")
    if speed not in SPEEDS:
        raise KickerError(f"{SPEED_VARIABLE}: {unknown('speed', speed, SPEEDS)}", "option")
    return speed


def pause_at(speed: str, watching: bool = False) -> float:
    """Return the usual pause in seconds; it is shorter for hands that the person only watches."""
    return min(SPEEDS[speed], SPEEDS["fast"]) if watching else SPEEDS[speed]


def moment_of_thought(deal: View | State, seat: int, dice: Random) -> float:
    """Return how long a seat thinks about its decision, as a multiple of the usual pause.

    A free check before the flop is quick; a decision for much of the stack, or late in a large pot, takes longer.
    """
    owed = max(0, max(deal.bets) - deal.bets[seat])
    left = max(1, deal.stacks[seat])
    pot = sum(deal.paid) + deal.dead
    usual = 0.7 + 0.15 * max(0, deal.street) + 1.2 * min(1.0, owed / left) + 0.3 * min(1.0, pot / left)
    return min(max(usual * dice.lognormvariate(0, _SPREAD), SHORTEST), LONGEST)


def pauses_over(event: Event, view: View | None, dice: Random) -> float:
    """Return the number of pauses for an event: a bot's decision takes as long as its thought, anything else one."""
    if event.kind not in DECIDED or event.seat is None or view is None:
        return 1.0
    return moment_of_thought(view, event.seat, dice)
