"""The state of a generator of random numbers as JSON, so that a bot that was away rolls on where it stopped."""

from __future__ import annotations

from random import Random
from typing import Any


def dice_memory(dice: Random) -> list[Any]:
    """What the dice will roll, for JSON."""
    version, numbers, gauss = dice.getstate()
    return [version, list(numbers), gauss]


def recall_dice(dice: Random, memory: Any) -> None:
    """Roll on as the dice did of which this is the memory."""
    version, numbers, gauss = memory
    dice.setstate((version, tuple(numbers), gauss))
