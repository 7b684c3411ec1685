"""A model of one opponent: how often it folds, calls, raises and bets, and how much that depends on its cards.

Counts start from an average opponent and move towards what this one does. Reading its cards is the task of
`reading.py`.
"""

from __future__ import annotations

from bisect import bisect
from collections import defaultdict
from math import exp, log
from typing import Any

import numpy as np

from kicker.players.reading import Vector

_SIZES = (0.28, 0.42, 0.58, 0.8)  # boundaries between groups of prices
_WIDTH = 0.07  # how sharply an honest opponent divides its hands


def expected_fold(price: float) -> float:
    """Return how often an unknown opponent folds to this price, a share of the pot."""
    return 0.05 + 0.72 * price


class Opponent:
    """Counts of one opponent's actions, and the habits that follow from them."""

    def __init__(self) -> None:
        self._faced: dict[tuple[bool, int], list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])  # fold, call, raise
        self._expected: dict[bool, float] = defaultdict(float)
        self._opened: dict[bool, list[float]] = defaultdict(lambda: [0.0, 0.0])  # check, bet
        self._read, self._readable = 0.6 * 2.0, 2.0

    # --- watching ---

    def faced(self, preflop: bool, price: float, kind: str) -> None:
        """Count the answer to a price."""
        self._faced[preflop, bisect(_SIZES, price)][("fold", "call", "raise").index(kind)] += 1
        self._expected[preflop] += expected_fold(price)

    def opened(self, preflop: bool, bet: bool) -> None:
        """Count a check or a bet."""
        self._opened[preflop][bet] += 1

    def showed(self, rank: float, expected: float) -> None:
        """Count an action with a hand of this rank; an honest player would average `expected`."""
        self._read += (rank - 0.5) * (expected - 0.5) / 0.0625
        self._readable += (expected - 0.5) ** 2 / 0.0625

    # --- habits ---

    @property
    def honesty(self) -> float:
        """The degree to which its actions depend on its cards: 0 not at all, 1 entirely."""
        return min(max(self._read / self._readable, 0.02), 0.98)

    def responses(self, preflop: bool, price: float) -> tuple[float, float]:
        """Return how often it folds and how often it raises at this price."""
        seen = [counts for (early, _), counts in self._faced.items() if early == preflop]
        folds, others, raises = (sum(row[0] for row in seen), sum(row[1] + row[2] for row in seen),
                                 sum(row[2] for row in seen))  # fmt: skip
        total = folds + others
        before = expected_fold(price)
        # It folds more or less than an average opponent, by the same odds at all prices ...
        expected = self._expected[preflop]
        odds = (folds + 1.5) / (others + 1.5) / ((expected + 1.5) / (total - expected + 1.5))
        pooled = 1 / (1 + exp(-(log(before / (1 - before)) + log(odds))))
        # ... but its answers to this very price count more.
        here = self._faced[preflop, bisect(_SIZES, price)]
        fold = (here[0] + 4 * pooled) / (sum(here) + 4)
        usual = 0.18 if preflop else 0.12
        raising = (raises + 8 * usual) / (total + 8)
        return fold, min(raising, 1 - fold)

    def bet_rate(self, preflop: bool) -> float:
        """Return how often it bets when it could check."""
        check, bet = self._opened[preflop]
        return (bet + 8 * 0.4) / (check + bet + 8)

    def likelihood(self, ranks: Vector, kind: str, fold: float, raising: float) -> Vector:
        """Return the probability that each combination takes this action, by its rank in the range."""
        top = 1 / (1 + np.exp(np.clip((1 - raising - ranks) / _WIDTH, -40, 40)))
        bottom = 1 / (1 + np.exp(np.clip((ranks - fold) / _WIDTH, -40, 40)))
        share = {"fold": fold, "raise": raising, "call": max(0.0, 1 - fold - raising)}[kind]
        honest = {"fold": bottom, "raise": top, "call": np.clip(1 - top - bottom, 0.0, 1.0)}[kind]
        likely: Vector = self.honesty * honest + (1 - self.honesty) * share
        return likely

    # --- remembering ---

    def memory(self) -> dict[str, Any]:
        """Return all counts, for JSON."""
        return {
            "faced": [[*key, *counts] for key, counts in self._faced.items()],
            "expected": list(self._expected.items()),
            "opened": [[key, *counts] for key, counts in self._opened.items()],
            "read": self._read,
            "readable": self._readable,
        }

    @classmethod
    def recalled(cls, memory: dict[str, Any]) -> Opponent:
        """Restore the opponent that `memory` described."""
        found = cls()
        for preflop, size, fold, call, raising in memory["faced"]:
            found._faced[bool(preflop), int(size)] = [float(fold), float(call), float(raising)]
        for preflop, folds in memory["expected"]:
            found._expected[bool(preflop)] = float(folds)
        for preflop, check, bet in memory["opened"]:
            found._opened[bool(preflop)] = [float(check), float(bet)]
        found._read, found._readable = float(memory["read"]), float(memory["readable"])
        return found
