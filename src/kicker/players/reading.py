"""Ranges as weights over all 1,326 combinations, and final boards to evaluate them on.

Arrays have one column for each combination of `COMBOS`. `opponent.py` models how an opponent behaves, and `sharp.py`
decides what to do about it.
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
    """Return, for each combination, whether it holds none of these cards."""
    free = np.ones(52, dtype=np.bool_)
    free[[int(card) for card in cards]] = False
    possible: NDArray[np.bool_] = free[_CARDS[:, 0]] & free[_CARDS[:, 1]]
    return possible


@cache
def preflop_percentiles() -> Vector:
    """Return the rank of each combination by its equity against a random hand: 0 the worst, 1 the best."""
    equities = np.array([(won + tied / 2) / total for won, tied, total in against([1.0] * len(COMBOS))])
    return np.searchsorted(np.sort(equities), equities, side="left") / len(COMBOS)


@dataclass(frozen=True, slots=True, eq=False)  # never compared
class Outlook:
    """A hand on a board, and its possible futures: one row for each sampled final board."""

    outcomes: Vector
    """The hand's result against each combination on each board: 1, a half for a tie, or 0."""
    ranks: Vector
    """The rank of each combination on each board: 0 the worst, 1 the best."""
    possible: Vector
    """1 if a combination and a board share no card, otherwise 0."""

    @property
    def percentiles(self) -> Vector:
        """The rank of each combination now, averaged over the cards to come."""
        seen = self.possible.sum(axis=0)
        ranks: Vector = (self.ranks * self.possible).sum(axis=0) / np.maximum(seen, 1)
        return ranks


@lru_cache(maxsize=64)
def outlook(hand: tuple[Card, ...], board: tuple[Card, ...], rows: int) -> Outlook:
    """Return the outlook of a hand: all final boards if there are at most `rows`, otherwise a sample, the same for the
    same cards."""
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
    """Return, by row, the share of possible combinations that each combination beats, with ties counted half."""
    ranks = np.empty(strengths.shape)
    for row, (values, gone) in enumerate(zip(strengths, clash, strict=True)):
        counts = np.bincount(values[~gone], minlength=7463)
        below = np.cumsum(counts) - counts / 2
        ranks[row] = below[values] / max(1, counts.sum())
    return ranks


def weighted_ranks(weights: Vector, percentiles: Vector) -> Vector:
    """Return the rank of each combination within a range: the share of the weight below it."""
    order = np.argsort(percentiles, kind="stable")
    total = weights.sum()
    below = np.cumsum(weights[order]) - weights[order] / 2
    ranks = np.empty(len(weights))
    ranks[order] = below / max(total, 1e-12)
    return ranks


def equity_against(view: Outlook, weights: Vector) -> float:
    """Return the hand's equity against weighted combinations."""
    chances = view.possible * weights
    total = chances.sum()
    return float((view.outcomes * chances).sum() / total) if total else 0.5
