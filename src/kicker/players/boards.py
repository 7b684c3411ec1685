"""The strength of every combination on a board, and groups of similar hands, few enough to solve a street.

Arrays have a column for each combination of `COMBOS`. Everything here follows from the board and from public ranges,
never from hidden cards, so all bots at a table share it. The betting is in `street_solver.py`.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kicker._kernels.board_ranks import rank_boards, spread_kinds
from kicker.cards import DECK, Card
from kicker.combos import COMBOS
from kicker.players.charting import matchups
from kicker.players.charts import class_numbers
from kicker.players.reading import preflop_percentiles

Vector = NDArray[np.float64]
Kinds = NDArray[np.intp]

_CARDS = np.array([[int(one), int(two)] for one, two in COMBOS], dtype=np.uint8)
_COUNT: Final = len(COMBOS)
ROWS: Final = 32
"""The number of final boards to sample while cards are to come."""
LEVELS: Final = 24
GROUPS: Final = 20
"""The number of kinds of hands by strength; while cards are to come, each kind is split by how much it can still
change."""
RIVER_GROUPS: Final = 40


class Board(NamedTuple):
    """The final boards, one per row, and the rank of every combination on them."""

    ranks: Vector
    """0 the worst, 1 the best; 0.5 where a combination shares a card with the board."""
    possible: NDArray[np.bool_]
    mean: Vector
    """The mean rank of each combination."""
    spread: Vector
    """The spread of the rank of each combination between boards."""
    free: NDArray[np.bool_]
    """True for combinations that share no card with the current board."""


@lru_cache(maxsize=128)
def board_outlook(board: tuple[Card, ...]) -> Board:
    """Return the outlook of a board: all final boards if there are few, otherwise a sample, the same for the same
    cards."""
    rest = [card for card in DECK if card not in board]
    missing = 5 - len(board)
    dice = Random(f"{board}")
    if missing == 0:
        finals = [board]
    elif missing == 1:
        finals = [(*board, card) for card in dice.sample(rest, min(ROWS, len(rest)))]
    else:
        finals = [(*board, *dice.sample(rest, missing)) for _ in range(ROWS)]
    cards = np.array([[int(card) for card in final] for final in finals], dtype=np.uint8)
    ranks, held = np.empty((len(finals), _COUNT)), np.empty((len(finals), _COUNT), dtype=np.uint8)
    rank_boards(cards, ranks, held)
    possible = held.view(np.bool_)
    seen = np.maximum(possible.sum(axis=0), 1)
    mean = (ranks * possible).sum(axis=0) / seen
    spread = np.sqrt(np.maximum((ranks**2 * possible).sum(axis=0) / seen - mean**2, 0))
    now = np.ones(52, dtype=np.bool_)
    now[[int(card) for card in board]] = False
    return Board(ranks, possible, mean, spread, now[_CARDS[:, 0]] & now[_CARDS[:, 1]])


class HandGroups(NamedTuple):
    """Combinations sorted into kinds, and the equity of each kind against each other."""

    kinds: Kinds
    """The kind of each combination."""
    number: int
    """The number of kinds."""
    equities: Vector
    """The equity of each kind against each other kind."""

    def gathered(self, weights: Vector) -> Vector:
        """Return the share of a range that each kind has."""
        found: Vector = np.bincount(self.kinds, weights, self.number).astype(np.float64)
        return found

    def spread_out(self, rows: Vector) -> Vector:
        """Return values by combination for values by kind."""
        found: Vector = rows[..., self.kinds]
        return found


def sort_hands(board: tuple[Card, ...], weights: Vector) -> HandGroups:
    """Sort combinations into kinds, with finer kinds where there is more weight."""
    if not board:
        return _sort_preflop()
    found = board_outlook(board)
    mass = weights * found.free + 1e-4
    final = len(board) == 5
    groups = _quantiles(found.mean, mass, RIVER_GROUPS if final else GROUPS)
    if final:
        count = int(groups.max()) + 1
        order = np.arange(count)
        equities = np.where(order[:, None] > order[None, :], 1.0, np.where(order[:, None] == order[None, :], 0.5, 0.0))
        return HandGroups(groups, count, equities)
    restless = found.spread > _means(groups, found.spread, mass)[groups]
    kinds = 2 * groups + restless
    count = int(kinds.max()) + 1
    return HandGroups(kinds, count, _equities(found, kinds, count, mass))


def _quantiles(values: Vector, mass: Vector, groups: int) -> Kinds:
    """Return group numbers in order of value, for groups of equal mass; equal values get equal numbers."""
    order = np.argsort(values, kind="stable")
    below = np.cumsum(mass[order]) - mass[order] / 2
    numbers = np.minimum((below / mass.sum() * groups).astype(np.intp), groups - 1)
    ordered = values[order]
    starts = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))
    numbers = np.repeat(numbers[starts], np.diff([*starts, len(ordered)]))
    result = np.empty(len(values), dtype=np.intp)
    result[order] = np.unique(numbers, return_inverse=True)[1]
    return result


def _means(groups: Kinds, values: Vector, mass: Vector) -> Vector:
    """Return the mean of each group, weighted by mass."""
    means: Vector = np.bincount(groups, values * mass) / np.maximum(np.bincount(groups, mass), 1e-12)
    return means


def _equities(found: Board, kinds: Kinds, count: int, mass: Vector) -> Vector:
    """Return the mean equity of each kind against each other over the final boards, from histograms of ranks."""
    rows = len(found.ranks)
    table = np.zeros((rows, count, LEVELS))
    spread_kinds(kinds, found.ranks, found.possible.view(np.uint8), mass, table)
    below = np.cumsum(table, axis=2) - table / 2
    wins = np.matmul(table, below.transpose(0, 2, 1)).sum(axis=0)
    total = table.sum(axis=2)
    pairs = np.matmul(total.T, total)
    equities: Vector = np.where(pairs > 0, wins / np.maximum(pairs, 1e-300), 0.5)
    whole: Vector = (equities + 1 - equities.T) / 2
    return whole


@lru_cache(maxsize=1)
def _sort_preflop() -> HandGroups:
    """Sort hands before the flop: classes with about the same equity form a kind."""
    kinds = _quantiles(preflop_percentiles(), np.ones(_COUNT), RIVER_GROUPS)
    count = int(kinds.max()) + 1
    classes = class_numbers()
    of_class = np.zeros(169, dtype=np.intp)
    of_class[classes] = kinds
    meets, equities = matchups()
    sizes = np.bincount(classes, minlength=169)
    inside = np.zeros((169, count))
    inside[np.arange(169), of_class] = 1
    pairs = meets * sizes[:, None]
    return HandGroups(
        kinds, count, (inside.T @ (pairs * equities) @ inside) / np.maximum(inside.T @ pairs @ inside, 1e-12)
    )


def strength_order(board: tuple[Card, ...]) -> Vector:
    """Return the current rank of each combination, averaged over the cards to come."""
    return board_outlook(board).mean if board else preflop_percentiles()


def best_of(board: tuple[Card, ...], ranges: list[Vector]) -> Vector:
    """Return the range of the best hand among several opponents' hands."""
    if len(ranges) == 1:
        only: Vector = ranges[0] / max(ranges[0].sum(), 1e-12)
        return only
    order = np.argsort(strength_order(board), kind="stable")
    masses = [weights[order] / max(weights.sum(), 1e-12) for weights in ranges]
    below = [np.cumsum(mass) - mass / 2 for mass in masses]
    together = np.zeros(_COUNT)
    for index, mass in enumerate(masses):
        part = mass.copy()
        for other, chance in enumerate(below):
            if other != index:
                part *= chance
        together += part
    result = np.empty(_COUNT)
    result[order] = together
    whole: Vector = result / max(result.sum(), 1e-12)
    return whole


def better_half(board: tuple[Card, ...], weights: Vector) -> Vector:
    """Return the stronger half of a range: roughly the hands that call a bet."""
    order = np.argsort(strength_order(board), kind="stable")
    below = np.cumsum(weights[order])
    half = np.zeros(_COUNT)
    half[order] = np.where(below > below[-1] / 2, weights[order], 0.0)
    return half


def equity_of(hand: int, board: tuple[Card, ...], weights: Vector) -> float:
    """Return the equity of a combination against a range, with card removal."""
    if not board:
        classes = class_numbers()
        meets, equities = matchups()
        mass = np.bincount(classes, weights, 169) / np.bincount(classes, minlength=169) * meets[classes[hand]]
        return float(mass @ equities[classes[hand]] / max(mass.sum(), 1e-12))
    found = board_outlook(board)
    one, two = _CARDS[hand]
    apart = ~((one == _CARDS).any(axis=1) | (two == _CARDS).any(axis=1))
    able = found.possible & apart & found.possible[:, [hand]]
    mass = able * weights
    mine = found.ranks[:, [hand]]
    won = (found.ranks < mine) + 0.5 * (found.ranks == mine)
    total = mass.sum()
    return float((won * mass).sum() / total) if total > 0 else 0.5
