"""What an opponent may hold and what that means: weights over all 1,326 combinations, and final boards to try them on.

Arrays have one column for each combination of `COMBOS`. Not here: how an opponent behaves (`opponent.py`) and what to
do about it (`sharp.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from random import Random

import numpy as np
from numpy.typing import NDArray

from kicker.cards import DECK, Card
from kicker.combos import COMBOS
from kicker.hands import evaluate_many
from kicker.preflop import against

Vector = NDArray[np.float64]

_CARDS = np.array([[int(one), int(two)] for one, two in COMBOS], dtype=np.uint8)


def without(cards: tuple[Card, ...]) -> NDArray[np.bool_]:
    """Which combinations hold none of these cards."""
    free = np.ones(52, dtype=np.bool_)
    free[[int(card) for card in cards]] = False
    possible: NDArray[np.bool_] = free[_CARDS[:, 0]] & free[_CARDS[:, 1]]
    return possible


@cache
def preflop_percentiles() -> Vector:
    """Where each combination stands among all, by its equity against a random hand: 0 the worst, 1 the best."""
    equities = np.array([(won + tied / 2) / total for won, tied, total in against([1.0] * len(COMBOS))])
    return np.searchsorted(np.sort(equities), equities, side="left") / len(COMBOS)


@dataclass(frozen=True, slots=True, eq=False)  # two of them are never compared
class Outlook:
    """A hand and a board, and what may become of them: one row for each final board that is tried."""

    outcomes: Vector
    """What the hand gets against each combination on each board: 1, a half for a tie, or 0."""
    ranks: Vector
    """Where each combination stands on each board: 0 the worst, 1 the best."""
    possible: Vector
    """1 where a combination and a board can be together, else 0."""

    @property
    def percentiles(self) -> Vector:
        """Where each combination stands now, on average over what may come."""
        seen = self.possible.sum(axis=0)
        ranks: Vector = (self.ranks * self.possible).sum(axis=0) / np.maximum(seen, 1)
        return ranks


@lru_cache(maxsize=64)
def outlook(hand: tuple[Card, ...], board: tuple[Card, ...], rows: int) -> Outlook:
    """All final boards if there are at most `rows`, else that many at random; the same ones for the same cards."""
    known = hand + board
    rest = [card for card in DECK if card not in known]
    missing = 5 - len(board)
    if missing == 0:
        boards = [board]
    elif missing == 1:
        boards = [(*board, card) for card in rest]
    else:
        dice = Random(f"{hand}{board}")
        boards = [(*board, *dice.sample(rest, missing)) for _ in range(rows)]
    finals = np.array([[int(card) for card in final] for final in boards], dtype=np.uint8)
    count, combos = len(boards), len(COMBOS)
    taken = np.zeros((count, 52), dtype=np.bool_)
    taken[np.arange(count)[:, None], finals] = True
    taken[:, [int(card) for card in hand]] = True
    clash = taken[:, _CARDS[:, 0]] | taken[:, _CARDS[:, 1]]
    seven = np.empty((count, combos, 7), dtype=np.uint8)
    seven[:, :, :5] = finals[:, None, :]
    seven[:, :, 5:] = _CARDS[None, :, :]
    strengths = np.zeros((count, combos), dtype=np.int64)
    strengths[~clash] = evaluate_many(seven[~clash], threads=1)
    mine = evaluate_many(np.concatenate([finals, np.tile([int(c) for c in hand], (count, 1)).astype(np.uint8)], axis=1))
    own = mine.astype(np.int64)[:, None]
    outcomes = np.where(strengths < own, 1.0, np.where(strengths == own, 0.5, 0.0))
    return Outlook(outcomes, _ranks(strengths, clash), (~clash).astype(np.float64))


def _ranks(strengths: NDArray[np.int64], clash: NDArray[np.bool_]) -> Vector:
    """The share of possible combinations that each one beats, ties counted half, by row."""
    ranks = np.empty(strengths.shape)
    for row, (values, gone) in enumerate(zip(strengths, clash, strict=True)):
        counts = np.bincount(values[~gone], minlength=7463)
        below = np.cumsum(counts) - counts / 2
        ranks[row] = below[values] / max(1, counts.sum())
    return ranks


def weighted_ranks(weights: Vector, percentiles: Vector) -> Vector:
    """Where each combination stands among those that are likely: the weight below it, of all weight."""
    order = np.argsort(percentiles, kind="stable")
    total = weights.sum()
    below = np.cumsum(weights[order]) - weights[order] / 2
    ranks = np.empty(len(weights))
    ranks[order] = below / max(total, 1e-12)
    return ranks


def equity_against(view: Outlook, weights: Vector) -> float:
    """The share of the pot that the hand gets against weighted combinations."""
    chances = view.possible * weights
    total = chances.sum()
    return float((view.outcomes * chances).sum() / total) if total else 0.5
