"""Regret matching plus for decisions between two actions: what shoving or folding is solved with."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

    Vector = NDArray[float64]


def matched(regrets: Vector, strategy: Vector, gain: Vector) -> Vector:
    """Return how often to act next, and update the regrets of acting and of not acting (two rows) in place.

    `gain` is what acting wins more than not acting, by hand, if everybody else plays on as before.
    """
    import numpy as np

    regrets[0] = (regrets[0] + (1 - strategy) * gain).clip(0)
    regrets[1] = (regrets[1] - strategy * gain).clip(0)
    total = regrets.sum(axis=0)
    found: Vector = np.divide(regrets[0], total, out=strategy.copy(), where=total > 0)
    return found
