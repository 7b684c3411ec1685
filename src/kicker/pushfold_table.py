"""Shove or fold at a table of three to ten seats, for chips or for prizes.

Everyone acts once: the first player in shoves or folds, later seats call or fold, and at most three go all in. Seats
are in the order of acting, so the blinds are the last two. Stacks may differ; side pots are paid.

Exact: pots, side pots and prizes (`prizes.py`), heads-up showdowns, and the effect of a hand on each opponent's range.
Approximate: two opponents' ranges do not block each other, showdowns of three come from a sampled table
(`threeway.py`), where a tie counts as half of either order, and a fourth player always folds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations, permutations
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kicker import stopping
from kicker.combos import BY_EQUITY, CLASSES
from kicker.preflop import class_outcomes
from kicker.prizes import worth_of
from kicker.regrets import matched
from kicker.threeway import order_chances

if TYPE_CHECKING:
    from numpy import float64

    Vector = NDArray[float64]

MOST_IN: Final = 3
SMALL_BLIND: Final = 0.5
_COUNT = len(CLASSES)
_GOOD_ENOUGH = 1e-4  # in big blinds, or their worth in prizes: what best responses may still gain
_NEVER = 1e-4  # actions below this frequency are dropped
_LOOKS = (
    15,
    40,
    80,
    140,
    220,
    330,
    500,
    750,
    1100,
    1600,
)  # iterations after which three-way showdowns are worked out again

Entered = tuple[int, ...]
"""The seats that are all in, in the order of acting."""
Decisions = dict[tuple[int, Entered], "Vector"]
"""The frequency with which each class of a seat goes all in, given the seats that are all in before it."""


class Stakes(NamedTuple):
    """The stakes of a table in big blinds; prizes may be in any unit."""

    stacks: tuple[float, ...]
    """Each seat's stack before blinds and antes, in the order of acting."""
    ante: float
    """Each seat's ante."""
    dead: float
    """Dead chips in the pot."""
    payouts: tuple[float, ...] | None
    """The prizes, first place first; None if the game is for chips."""

    @property
    def posted(self) -> list[float]:
        """The chips each seat has put in before the first action."""
        blinds = [0.0] * (len(self.stacks) - 2) + [SMALL_BLIND, 1.0]
        return [min(stack, self.ante + blind) for stack, blind in zip(self.stacks, blinds, strict=True)]


# --- how a hand may end ----------------------------------------------------------------------------------------------


def settled(stakes: Stakes, entered: Entered, ranking: Sequence[Sequence[int]]) -> list[float]:
    """Return the stacks after a hand in which the all-in players finish in this order; players in a group tie."""
    paid = [stack if seat in entered else post
            for seat, (stack, post) in enumerate(zip(stakes.stacks, stakes.posted, strict=True))]  # fmt: skip
    after = [stack - put for stack, put in zip(stakes.stacks, paid, strict=True)]
    dead, below = stakes.dead, 0.0
    for level in sorted(set(paid) - {0.0}):
        layer = (level - below) * sum(put >= level for put in paid) + dead
        able = [[seat for seat in step if paid[seat] >= level] for step in ranking]
        winners = next((step for step in able if step), None)
        if winners is None:  # no player still in has matched this: it is returned
            winners = [seat for seat, put in enumerate(paid) if put >= level]
        for seat in winners:
            after[seat] += layer / len(winners)
        dead, below = 0.0, level
    return after


class Ending(NamedTuple):
    """One way a hand can end: the seats that are all in, and what every seat wins."""

    entered: Entered
    worth: Vector
    """A row for each result (see `results`), a column for each seat."""


def results(entered: Entered) -> list[tuple[tuple[int, ...], ...]]:
    """Return the possible results of a showdown: with a tie for two players, strict orders for three."""
    if len(entered) == 2:
        one, two = entered
        return [((one,), (two,)), (entered,), ((two,), (one,))]
    return [tuple((seat,) for seat in order) for order in permutations(entered)]


def endings(stakes: Stakes) -> list[Ending]:
    """Return all ways the betting can end, with their values relative to the starting stacks."""
    seats = len(stakes.stacks)
    sets = [
        entered
        for size in range(MOST_IN + 1)
        for entered in combinations(range(seats), size)
        if entered != (seats - 1,)  # the big blind alone has no decision: everyone else folded
    ]
    ways: list[list[float]] = []
    counts = []
    for entered in sets:
        # If everyone folds, the big blind wins without a decision.
        found = results(entered) if entered else [((seats - 1,),)]
        ways += [settled(stakes, entered, ranking) for ranking in found]
        counts.append(len(found))
    stacks = np.array(ways)
    if stakes.payouts is None:
        worth = stacks - np.array(stakes.stacks)
    else:
        before = worth_of(np.array([stakes.stacks]), stakes.payouts, stakes.stacks)
        worth = worth_of(stacks, stakes.payouts, stakes.stacks) - before
    parts = np.split(worth, np.cumsum(counts)[:-1])
    return [Ending(entered, part) for entered, part in zip(sets, parts, strict=True)]


# --- hands -----------------------------------------------------------------------------------------------------------


class Matchups(NamedTuple):
    """The heads-up results of each class against each other class, and how often they meet."""

    share: Vector
    """The share of all hands in each class."""
    meets: Vector
    wins: Vector
    ties: Vector

    def outcomes(self, opponent: Vector) -> Vector:
        """Return how often each class wins, ties and loses against a range, and how often it meets it: four rows."""
        met, won, tied = self.meets @ opponent, self.wins @ opponent, self.ties @ opponent
        return np.array([won, tied, met - won - tied, met])


@cache
def matchups() -> Matchups:
    """Return all match-ups of two classes."""
    pairs, won, tied = (np.array(table).reshape(_COUNT, _COUNT) for table in class_outcomes())
    total = pairs.sum(axis=1, keepdims=True)
    return Matchups(total[:, 0] / total.sum(), pairs / total, won / total, tied / total)


# --- the game --------------------------------------------------------------------------------------------------------


class Game:
    """The betting of one table. Strategies are rows of 169: how often each class goes all in."""

    def __init__(self, stakes: Stakes) -> None:
        self.seats = len(stakes.stacks)
        self.endings = endings(stakes)
        self.keys = [
            (seat, entered)
            for seat in range(self.seats)
            for size in range(MOST_IN)
            for entered in combinations(range(seat), size)
            if entered or seat < self.seats - 1  # the big blind has no decision when everyone has folded
        ]
        number = {key: place for place, key in enumerate(self.keys)}
        self.no_choice = 2 * len(self.keys)
        self.rows = np.array([[self._row(number, ending, seat) for seat in range(self.seats)]
                              for ending in self.endings])  # fmt: skip
        self.sorted = np.argsort(self.rows.ravel(), kind="stable")
        self.starts = np.searchsorted(self.rows.ravel()[self.sorted], np.arange(self.no_choice + 1))
        self.expected = np.zeros((len(self.endings), self.seats, _COUNT))
        for place, ending in enumerate(self.endings):
            if len(ending.entered) < 2:
                self.expected[place] = ending.worth[0][:, None]
        self.scale = 1.0 if stakes.payouts is None else self._worth_of_a_blind(stakes)

    def _row(self, number: dict[tuple[int, Entered], int], ending: Ending, seat: int) -> int:
        """Which row of `actions` leads to an ending."""
        before = tuple(other for other in ending.entered if other < seat)
        if (seat, before) not in number:
            return self.no_choice
        found = number[seat, before]
        return found if seat in ending.entered else found + len(self.keys)

    @staticmethod
    def _worth_of_a_blind(stakes: Stakes) -> float:
        assert stakes.payouts is not None
        return sum(stakes.payouts) / sum(stakes.stacks)

    def actions(self, strategy: Vector) -> Vector:
        """Return how often each class goes all in at each decision, folds there, or has no choice, in the order of
        `rows`."""
        return np.concatenate([strategy, 1 - strategy, np.ones((1, _COUNT))])

    # --- showdowns ---

    def look_again(self, strategy: Vector) -> None:
        """Recompute the values of three-way showdowns, and what the other seats win during showdowns."""
        acts = self.actions(strategy)
        for place, ending in enumerate(self.endings):
            stopping.check()
            if len(ending.entered) == MOST_IN:
                ranges = [acts[self.rows[place, seat]] for seat in ending.entered]
                chances = three_way(ranges)
                for index, seat in enumerate(ending.entered):
                    self.expected[place, seat] = ending.worth[:, seat] @ chances[index]
                share = matchups().share * ranges[0]
                overall = chances[0] @ share / max(share.sum(), 1e-300)
            elif len(ending.entered) == 2:
                first, second = (acts[self.rows[place, seat]] for seat in ending.entered)
                found = matchups().outcomes(second)[:3] @ (matchups().share * first)
                overall = found / max(found.sum(), 1e-300)
            else:
                continue
            others = [seat for seat in range(self.seats) if seat not in ending.entered]
            self.expected[place, others] = (overall @ ending.worth[:, others])[:, None]

    def _two_way(self, acts: Vector) -> None:
        """The values of heads-up showdowns for both players."""
        places = [place for place, ending in enumerate(self.endings) if len(ending.entered) == 2]
        for side in (0, 1):
            mine = [self.endings[place].entered[side] for place in places]
            theirs = [self.endings[place].entered[1 - side] for place in places]
            rows = acts[self.rows[places, theirs]]
            met, won, tied = rows @ matchups().meets.T, rows @ matchups().wins.T, rows @ matchups().ties.T
            worth = np.array([self.endings[place].worth[:: 1 if side == 0 else -1, seat]
                              for place, seat in zip(places, mine, strict=True)])  # fmt: skip
            value = won * worth[:, :1] + tied * worth[:, 1:2] + (met - won - tied) * worth[:, 2:]
            self.expected[places, mine] = value / np.maximum(met, 1e-300)

    # --- values ---

    def values(self, strategy: Vector) -> Vector:
        """Return what each class wins by each of `actions`, times the probability that the others allow it.

        The last row adds up what all seats win when they have no choice.
        """
        acts = self.actions(strategy)
        self._two_way(acts)
        likely = (acts @ matchups().meets.T)[self.rows]
        others = np.ones_like(likely)  # the probability that all others act so that the hand ends this way
        np.cumprod(likely[:, :-1], axis=1, out=others[:, 1:])
        others[:, :-1] *= np.cumprod(likely[:, :0:-1], axis=1)[:, ::-1]
        worth = (others * self.expected).reshape(-1, _COUNT)
        summed: Vector = np.add.reduceat(worth[self.sorted], self.starts)
        return summed

    def report(self, strategy: Vector) -> tuple[Vector, Vector]:
        """Return what each seat wins per hand, and its gain by its best response to the others."""
        found = self.values(strategy)
        count, share = len(self.keys), matchups().share
        enter, fold = found[:count], found[count : 2 * count]
        played = strategy * enter + (1 - strategy) * fold
        worth, more = np.zeros(self.seats), np.zeros(self.seats)
        for place, (seat, _) in enumerate(self.keys):
            worth[seat] += share @ played[place]
            more[seat] += share @ (np.maximum(enter[place], fold[place]) - played[place])
        return worth + self._without_choice(strategy), more

    def _without_choice(self, strategy: Vector) -> Vector:
        """Return what each seat wins without a decision: everyone folded to it, or three players are already in."""
        likely = (self.actions(strategy) @ matchups().meets.T)[self.rows]
        worth = np.zeros(self.seats)
        for place, seat in zip(*np.nonzero(self.rows == self.no_choice), strict=True):
            others = np.prod(np.delete(likely[place], seat, axis=0), axis=0)
            worth[seat] += matchups().share @ (others * self.expected[place, seat])
        return worth

    def gains(self, strategy: Vector) -> tuple[Vector, Vector]:
        """Return two numbers for each decision and class of hands: the probability of reaching the decision, and the
        gain of going all in over folding there. The gain is 0 where the decision is never reached."""
        found, count = self.values(strategy), len(self.keys)
        likely = self.actions(strategy) @ matchups().meets.T
        number = {key: place for place, key in enumerate(self.keys)}
        reach = np.ones((count, _COUNT))
        for place, (seat, entered) in enumerate(self.keys):
            for other in range(seat):
                row = number[other, tuple(each for each in entered if each < other)]
                reach[place] *= likely[row if other in entered else row + count]
        more = found[:count] - found[count : 2 * count]
        return reach, np.divide(more, reach, out=np.zeros_like(more), where=reach > _NEVER**2)

    def solve(
        self, progress: Callable[[float], None] | None = None, good_enough: float = _GOOD_ENOUGH
    ) -> tuple[Vector, float]:
        """Run regret matching plus until the best responses gain almost nothing; returns strategies and gains.

        Averages restart at every check, so strategies from before three-way showdowns were known well are forgotten.
        """
        strategy = self._first_guess()
        regrets = np.zeros((2, *strategy.shape))
        best, best_gain = strategy, np.inf
        self.look_again(strategy)
        iteration = 0
        for until in _LOOKS:
            total, weight = np.zeros_like(strategy), 0.0
            while iteration < until:
                stopping.check()
                iteration += 1
                strategy = self._step(strategy, regrets)
                total += iteration**2 * strategy
                weight += iteration**2
            mean = np.where(total / weight < _NEVER, 0.0, total / weight)
            self.look_again(mean)
            gain = float(self.report(mean)[1].sum())
            if progress is not None:
                progress(gain)
            if gain < best_gain:
                best, best_gain = mean, gain
            if gain <= good_enough * self.scale:
                break
        self.look_again(best)
        return best, best_gain

    def _first_guess(self) -> Vector:
        """Return a first guess: the more players are all in, the fewer hands follow."""
        place = np.array([BY_EQUITY.index(name) for name in CLASSES]) / _COUNT
        return np.array([(place < 0.3 / (1 + 2 * len(entered))).astype(np.float64) for _, entered in self.keys])

    def _step(self, strategy: Vector, regrets: Vector) -> Vector:
        """Update the regrets in place, and return the strategy that follows from them."""
        found = self.values(strategy)
        better = found[: len(self.keys)] - found[len(self.keys) : -1]
        return matched(regrets, strategy, better)


def three_way(ranges: Sequence[Vector]) -> Vector:
    """Return, for each of three players and each class, the probability of each finishing order, in the order of
    `results`.

    The other two hold hands from their ranges. The result has a table for each player, with a row for each order.
    """
    chances = order_chances()
    held = [np.flatnonzero(row > 1e-9) for row in ranges]
    meets = matchups().meets
    found = np.zeros((3, 6, _COUNT))
    for me in range(3):
        one, two = (other for other in range(3) if other != me)
        first = (meets[:, held[one]] * ranges[one][held[one]]).astype(np.float32)
        second = (meets[:, held[two]] * ranges[two][held[two]]).astype(np.float32)
        whole = np.maximum(first.sum(axis=1) * second.sum(axis=1), 1e-30)
        for place, order in enumerate(permutations(range(3))):
            axes = [order.index(me), order.index(one), order.index(two)]
            table = chances.transpose(axes)[:, held[one]][:, :, held[two]]
            found[me, place] = (np.matmul(table, second[:, :, None])[:, :, 0] * first).sum(axis=1) / whole
    return found
