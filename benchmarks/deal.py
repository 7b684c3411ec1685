"""Random hands, the same in every run."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

import kicker

TEXTS = [str(kicker.Card(number)) for number in range(52)]


def deal(hands: int, size: int, seed: int) -> NDArray[np.uint8]:
    """Return an array of hands x size card numbers, with no card twice in a hand and every hand equally likely."""
    generator = np.random.default_rng(seed)
    dealt = np.empty((0, size), dtype=np.uint8)
    while len(dealt) < hands:
        drawn = generator.integers(0, 52, (hands, size), dtype=np.uint8)
        ordered = np.sort(drawn, axis=1)
        distinct = (ordered[:, 1:] != ordered[:, :-1]).all(axis=1)
        dealt = np.concatenate([dealt, drawn[distinct]])
    return dealt[:hands]


def deal_texts(hands: int, size: int, seed: int) -> list[list[str]]:
    """Return the same hands as text: `[["As", "Td", ...], ...]`."""
    return [[TEXTS[card] for card in hand] for hand in deal(hands, size, seed)]
