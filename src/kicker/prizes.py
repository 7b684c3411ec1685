"""The value of tournament stacks: the Independent Chip Model (ICM).

A player's share of all chips is the chance to finish first; the same holds among the others for each next place
(Malmuth and Harville). For up to ten seats every finishing order is counted, without sampling.

>>> [round(worth, 3) for worth in icm([5000, 3000, 2000], [50, 30, 20])]
[38.393, 32.75, 28.857]
"""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Real
from sys import float_info
from typing import TYPE_CHECKING, Final

from kicker.checks import listed
from kicker.errors import KickerError, quoted

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

    Vector = NDArray[float64]

MOST_SEATS: Final = 10
_BUST = 1e-13  # share of all chips that stands for an empty stack, so that players who go broke finish last, in order


def icm(stacks: Sequence[float], payouts: Sequence[float]) -> tuple[float, ...]:
    """Return the value of each stack in prizes, by the Independent Chip Model.

    `payouts` are the prizes, first place first; later places get nothing. Seats without chips share what is left.
    """
    stacks, payouts = checked_stacks(stacks), checked_payouts(payouts, len(stacks))
    if not any(stacks):
        raise KickerError("at least one stack must have chips", "stack")
    import numpy as np

    return tuple(worth_of(np.array([stacks]), payouts, stacks)[0].tolist())


def checked_stacks(stacks: Sequence[float]) -> list[float]:
    """Return the stacks of two to ten seats; raise `KickerError` for anything else."""
    found = listed("stacks", stacks, MOST_SEATS, "numbers")
    if not 2 <= len(found) <= MOST_SEATS:
        raise KickerError(f"give 2 to {MOST_SEATS} stacks, not {len(found)}", "stack")
    return [_amount("a stack", stack) for stack in found]


def checked_payouts(payouts: Sequence[float], seats: int) -> list[float]:
    """Return the prizes, first place first; raise `KickerError` unless they are numbers that never rise."""
    found = [_amount("a payout", prize) for prize in listed("payouts", payouts, MOST_SEATS, "numbers")]
    if not 1 <= len(found) <= seats:
        raise KickerError(f"give 1 to {seats} payouts for {seats} seats, not {len(found)}", "payouts")
    if sorted(found, reverse=True) != found or not found[0]:
        raise KickerError("payouts must start with the largest and never rise", "payouts")
    return found


def _amount(name: str, number: object) -> float:
    if not isinstance(number, Real) or isinstance(number, bool) or number < 0 or not number <= float_info.max:
        raise KickerError(f"{name} must be a number, 0 or more, not {quoted(number)}", "stack")
    return float(number)


def worth_of(stacks: Vector, payouts: Sequence[float], before: Sequence[float]) -> Vector:
    """Return the value of each stack, with a row for each way a hand can end.

    Of players who go broke in the same hand, the one with more chips finishes higher; equals share the places.
    """
    import numpy as np

    weights = _with_the_broke_last(stacks, before)
    rows, seats = weights.shape
    prizes = [*payouts, *[0.0] * (seats - len(payouts))]
    worth = np.zeros((rows, seats))
    chances = {0: np.ones(rows)}  # the probability that each set of seats takes the first places
    for place in range(len(payouts)):
        following: dict[int, Vector] = {}
        for taken, chance in chances.items():
            left = [seat for seat in range(seats) if not taken >> seat & 1]
            rest = weights[:, left].sum(axis=1)
            for seat in left:
                next_is = chance * weights[:, seat] / rest
                worth[:, seat] += prizes[place] * next_is
                if place + 1 < len(payouts):
                    key = taken | 1 << seat
                    following[key] = following[key] + next_is if key in following else next_is
        chances = following
    return worth


def _with_the_broke_last(stacks: Vector, before: Sequence[float]) -> Vector:
    """Stacks as shares of all chips; players who went broke get a tiny share, smaller if they had less before."""
    import numpy as np

    weights: Vector = stacks / stacks.sum(axis=1, keepdims=True)
    broke = stacks <= 0
    had = np.array(before)
    for row in np.flatnonzero(broke.sum(axis=1) > 0):
        levels = sorted({had[seat] for seat in np.flatnonzero(broke[row])}, reverse=True)
        for depth, level in enumerate(levels, 1):
            weights[row, broke[row] & (had == level)] = _BUST**depth
    return weights
