"""The state of a random generator for JSON, so that a restored bot continues with the same random numbers."""

from __future__ import annotations

from random import Random
from typing import Any


def dice_memory(dice: Random) -> list[Any]:
    """Return the state of a generator, for JSON."""
    version, numbers, gauss = dice.getstate()
    return [version, list(numbers), gauss]


def recall_dice(dice: Random, memory: Any) -> None:
    """Restore a generator from its state."""
    version, numbers, gauss = memory
    dice.setstate((version, tuple(numbers), gauss))
