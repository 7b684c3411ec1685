"""Heads-up play before the flop: a menu of raises, solved over a weighted subset of flops.

>>> game = PreflopGame(PreflopSpot(stack=1000, big=100, raises=("a",)))
>>> game.solve(400)
>>> round(game.exploitability() / 100, 3) < 0.01, sorted(str(leaf) for leaf in game.leaves)[:2]
(True, ['all in, call', 'all in, fold'])

All-ins and folds are exact. Where a flop is seen, a hand gets its equity times how much of it the hand realises, and
that factor is measured: the solver plays the pot out on each flop of the subset with the ranges that reach it, the
factors are fitted to its result, and the betting is solved again. So there are two errors, and both are reported: how
exploitable the betting is with these factors, and how far the factors are from the solver's final result, on the same
flops or on another subset.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kicker.cards import Card
from kicker.checks import of_type, positive, whole
from kicker.combos import CLASSES, COMBOS, MEMBERS, class_of
from kicker.crews import Task, find_crew, results_of
from kicker.errors import KickerError
from kicker.preflop import class_sums
from kicker.ranges import Range
from kicker.solver.flops import WeightedFlop, flop_subset
from kicker.solver.played_flops import PlayedFlops, TimeLeft, flop_key, flop_seconds
from kicker.solver.sizes import Betting, read_sizes
from kicker.solver.solving import solve
from kicker.solver.spot import Spot

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

BUTTON, BLIND = 0, 1
ITERATIONS: Final = 1000
_LEAST_WEIGHT: Final = 0.005  # smallest weight of a hand on a flop; rarer ones are left out there
_LEAST_SHARE: Final = 0.002  # smallest share of all hands that see a leaf; rarer leaves keep their factors
_FITS: Final = 60
_ROUGHER: Final = 3  # how much less exactly each earlier round plays: its factors are measured again
_ROUGHEST: Final = 0.1
_COUNT: Final = len(CLASSES)


@dataclass(frozen=True)
class PreflopSpot:
    """The betting before the flop, heads-up. The button has the small blind; it acts first before the flop and last
    afterwards."""

    stack: int
    """Chips of each player, blinds included."""
    big: int = 100
    """The big blind; the small blind is half of it."""
    ante: int = 0
    """The ante of each player."""
    limp: bool = True
    """True if the button may call the big blind."""
    raises: tuple[str, ...] = ("2.5x", "3.5x", "2.3x, a", "a")
    """The sizes of the first raise, the second and so on, as in `Spot`; there are no raises after the last."""
    postflop: tuple[tuple[str, str | int | float], ...] = (
        ("flop_bet", "66%"),
        ("turn_bet", "66%"),
        ("river_bet", "66%"),
        ("raise_cap", 0),
    )
    """The fields of the `Spot` that is solved where a flop is seen."""

    def __post_init__(self) -> None:
        whole("big", self.big, 2)
        whole("ante", self.ante, 0)
        whole("stack", self.stack, self.big + self.ante + 1)
        for place, text in enumerate(self.raises):
            read_sizes(of_type("raises", text, str), f"raise {place + 1}", raises=True)


class Leaf(NamedTuple):
    """An end of the betting: a fold, a called all-in, or a flop."""

    kind: str
    """`fold`, `all in` or `flop`."""
    line: tuple[str, ...]
    """The actions that lead to it."""
    paid: tuple[int, int]
    """The chips of the button and the big blind."""
    folded: int = -1
    """The player who folded; -1 if nobody did."""

    def __str__(self) -> str:
        return ", ".join(self.line)


@dataclass
class Decision:
    """A decision in the betting."""

    player: int
    """The player to act: 0 the button, 1 the big blind."""
    line: tuple[str, ...]
    """The actions that lead to it."""
    actions: tuple[str, ...]
    """The possible actions."""
    children: list[Decision | Leaf] = field(default_factory=list)
    """The node after each action."""
    regrets: Any = None
    """The regret of each action, by class."""
    total: Any = None
    """The strategies of all iterations, added up with their weights, by class."""

    def average(self) -> Array:
        """Return how often each class takes each action on average: a row for each action."""
        sums = self.total.sum(axis=0)
        shares: Array = (self.total + (sums <= 0)) / (sums + (sums <= 0) * len(self.actions))
        return shares

    def current(self) -> Array:
        """Return the current strategy by regret matching."""
        sums = self.regrets.sum(axis=0)
        shares: Array = (self.regrets + (sums <= 0)) / (sums + (sums <= 0) * len(self.actions))
        return shares


@cache
def _matchups() -> tuple[Array, Array]:
    """Return, for each pair of classes, the number of pairs of combinations and the equity of the first class."""
    import numpy as np

    pairs, gains = (np.array(table, float).reshape(_COUNT, _COUNT) for table in class_sums())
    return pairs, np.where(pairs > 0, 0.5 + gains / np.maximum(pairs, 1) / 2, 0.5)


@cache
def class_sizes() -> Array:
    """Return the share of all combinations that each class has."""
    import numpy as np

    sizes: Array = np.array([len(MEMBERS[name]) for name in CLASSES]) / len(COMBOS)
    return sizes


class PreflopGame:
    """The betting tree before the flop, with strategies and the values of its leaves."""

    def __init__(self, spot: PreflopSpot) -> None:
        import numpy as np

        self.spot = spot
        self.decisions: list[Decision] = []
        self.leaves: list[Leaf] = []
        self.root = self._decision(BUTTON, (), (spot.ante + spot.big // 2, spot.ante + spot.big), 0)
        self.factors: dict[Leaf, tuple[Array, Array]] = {
            leaf: (np.ones(_COUNT), np.ones(_COUNT)) for leaf in self.leaves if leaf.kind == "flop"
        }
        """The part of its equity that each class of button and big blind realises, for each flop leaf."""

    # The tree

    def _decision(self, player: int, line: tuple[str, ...], paid: tuple[int, int], raised: int) -> Decision | Leaf:
        import numpy as np

        mine, theirs = paid[player], paid[1 - player]
        first = not line
        actions = ["fold"] if theirs > mine else []
        if not (first and not self.spot.limp):
            actions.append("limp" if first else "call" if theirs > mine else "check")
        amounts = self._raises(mine, theirs, raised)
        actions += ["all in" if amount == self.spot.stack else f"raise {amount}" for amount in amounts]
        node = Decision(player, line, tuple(actions))
        node.regrets, node.total = np.zeros((len(actions), _COUNT)), np.zeros((len(actions), _COUNT))
        self.decisions.append(node)
        node.children = [self._after(node, action, paid, raised) for action in actions]
        return node

    def _raises(self, mine: int, theirs: int, raised: int) -> list[int]:
        """Return the totals that a player may raise to, ante included."""
        spot = self.spot
        if raised >= len(spot.raises) or theirs >= spot.stack:
            return []
        bet = theirs - spot.ante
        now = Betting(2 * theirs, bet, spot.stack - spot.ante, 4, raised + 1)
        least = bet + max(theirs - mine, spot.big)
        amounts = [
            spot.ante + max(size.chips(now), least) for size in read_sizes(spot.raises[raised], "raises", raises=True)
        ]
        return sorted({min(amount, spot.stack) for amount in amounts})

    def _after(self, node: Decision, action: str, paid: tuple[int, int], raised: int) -> Decision | Leaf:
        me, line = node.player, (*node.line, action)
        if action == "fold":
            return self._leaf(Leaf("fold", line, paid, me))
        if action == "limp":
            return self._decision(BLIND, line, (max(paid), max(paid)), raised)
        if action in ("call", "check"):
            return self._leaf(Leaf("all in" if max(paid) >= self.spot.stack else "flop", line, (max(paid),) * 2))
        to = self.spot.stack if action == "all in" else int(action.split()[1])
        return self._decision(1 - me, line, (to, paid[1]) if me == BUTTON else (paid[0], to), raised + 1)

    def _leaf(self, leaf: Leaf) -> Leaf:
        self.leaves.append(leaf)
        return leaf

    # The values of leaves

    def payoffs(self, leaf: Leaf) -> Array:
        """Return the chips that the button wins for each pair of classes."""
        import numpy as np

        equities = _matchups()[1]
        if leaf.kind == "fold":
            return np.full((_COUNT, _COUNT), float(leaf.paid[BLIND] if leaf.folded == BLIND else -leaf.paid[BUTTON]))
        share = equities if leaf.kind == "all in" else self.shares(leaf)
        found: Array = sum(leaf.paid) * share - leaf.paid[BUTTON]
        return found

    def shares(self, leaf: Leaf) -> Array:
        """Return the button's share of the pot for each pair of classes, at a leaf where a flop is seen."""
        equities = _matchups()[1]
        mine, theirs = self.factors[leaf]
        one, other = equities * mine[:, None], (1 - equities) * theirs[None, :]
        found: Array = one / (one + other)
        return found

    # Passes

    def solve(self, iterations: int = ITERATIONS) -> None:
        """Solve from the start by regret matching plus, with more weight on later iterations."""
        import numpy as np

        pairs = _matchups()[0]
        worth = {leaf: pairs * self.payoffs(leaf) for leaf in self.leaves}
        for node in self.decisions:
            node.regrets[:], node.total[:] = 0, 0
        for number in range(1, iterations + 1):
            for player in range(2):
                self._learn(self.root, worth, np.ones(_COUNT), np.ones(_COUNT), player, float(number))

    def _learn(
        self, node: Decision | Leaf, worth: dict[Leaf, Array], own: Array, other: Array, player: int, weight: float
    ) -> Array:
        """Learn from one iteration; return the values of a player's classes, times the opponent's weights that reach
        this node."""
        import numpy as np

        if isinstance(node, Leaf):
            return self._ends(worth[node], other, player)
        shares = node.current()
        mine = node.player == player
        parts = np.array([
            self._learn(child, worth, own * share if mine else own, other if mine else other * share, player, weight)
            for share, child in zip(shares, node.children, strict=True)
        ])  # fmt: skip
        if not mine:
            summed: Array = parts.sum(axis=0)
            return summed
        value: Array = (shares * parts).sum(axis=0)
        node.regrets = np.maximum(node.regrets + parts - value, 0)
        node.total += weight * own * shares
        return value

    @staticmethod
    def _ends(worth: Array, other: Array, player: int) -> Array:
        found: Array = worth @ other if player == BUTTON else -(worth.T @ other)
        return found

    def _values(self, node: Decision | Leaf, worth: dict[Leaf, Array], other: Array, player: int, best: bool) -> Array:
        import numpy as np

        if isinstance(node, Leaf):
            return self._ends(worth[node], other, player)
        shares = node.average()
        mine = node.player == player
        parts = np.array([
            self._values(child, worth, other if mine else other * share, player, best)
            for share, child in zip(shares, node.children, strict=True)
        ])  # fmt: skip
        if mine:
            found: Array = parts.max(axis=0) if best else (shares * parts).sum(axis=0)
            return found
        summed: Array = parts.sum(axis=0)
        return summed

    def value(self) -> float:
        """Return the chips that the button wins on average."""
        return self._mean(BUTTON, best=False)

    def exploitability(self) -> float:
        """Return how many more chips best responses win on average, with leaves valued by the factors."""
        return (self._mean(BUTTON, best=True) + self._mean(BLIND, best=True)) / 2

    def _mean(self, player: int, best: bool) -> float:
        import numpy as np

        pairs = _matchups()[0]
        worth = {leaf: pairs * self.payoffs(leaf) for leaf in self.leaves}
        return float(self._values(self.root, worth, np.ones(_COUNT), player, best).sum() / pairs.sum())

    def reaches(self) -> dict[Leaf, tuple[Array, Array]]:
        """Return how often each class of both players reaches each leaf."""
        import numpy as np

        found: dict[Leaf, tuple[Array, Array]] = {}

        def walk(node: Decision | Leaf, reach: tuple[Array, Array]) -> None:
            if isinstance(node, Leaf):
                found[node] = reach
                return
            for share, child in zip(node.average(), node.children, strict=True):
                mine = reach[node.player] * share
                walk(child, (mine, reach[1]) if node.player == BUTTON else (reach[0], mine))

        walk(self.root, (np.ones(_COUNT), np.ones(_COUNT)))
        return found

    def leaf_values(self, leaf: Leaf, reach: tuple[Array, Array]) -> tuple[Array, Array]:
        """Return each class's share of the pot according to the factors, against the opponent's range at the leaf."""
        import numpy as np

        pairs, share = _matchups()[0], self.shares(leaf)
        with np.errstate(invalid="ignore", divide="ignore"):
            mine = (pairs * share) @ reach[1] / (pairs @ reach[1])
            theirs = (pairs * (1 - share)).T @ reach[0] / (pairs.T @ reach[0])
        return mine, theirs

    def fit(self, leaf: Leaf, reach: tuple[Array, Array], wanted: tuple[Array, Array]) -> None:
        """Fit the factors of a leaf to the shares that were measured; NaN marks classes without one."""
        import numpy as np

        for _ in range(_FITS):
            given = self.leaf_values(leaf, reach)
            changed = []
            for player in range(2):
                with np.errstate(invalid="ignore", divide="ignore"):
                    ratio = np.clip(wanted[player] / given[player], 0.5, 2.0) ** 0.5
                known = np.isfinite(ratio)
                factors = np.where(known, self.factors[leaf][player] * np.where(known, ratio, 1), np.nan)
                usual = float(np.nanmean(factors)) if known.any() else 1.0
                changed.append(np.clip(np.where(known, factors, usual), 0.02, 50))
            self.factors[leaf] = (changed[0], changed[1])


# --- playing the flops -----------------------------------------------------------------------------------------------


class LeafCheck(NamedTuple):
    """The factors of a leaf compared with what the solver finds there."""

    leaf: Leaf
    """The line that sees a flop."""
    share: float
    """The share of hands that reach it."""
    found: float
    """The button's share of the pot when the solver plays it out."""
    error: float
    """The mean error of the factors over both players' hands, as a share of the pot."""


class PreflopSolution(NamedTuple):
    """A solution of the betting before the flop, with its errors."""

    game: PreflopGame
    """The tree with its strategies."""
    value: float
    """The chips that the button wins on average."""
    exploitability: float
    """The exploitability in chips, given the factors."""
    checks: tuple[LeafCheck, ...]
    """For each line that sees a flop, the factors compared with the solver, on the same flops or on others."""
    values: tuple[float, ...]
    """The value after each round."""

    @property
    def error(self) -> float:
        """The mean error of the leaves in chips, weighted by how often they are reached."""
        return sum(check.share * check.error * sum(check.leaf.paid) for check in self.checks)


class FlopProgress(NamedTuple):
    """The progress of `solve_preflop`."""

    word: str
    """The part that is played: `round 1`, `round 2`, ... or `check`."""
    done: int
    """The number of flops played, all rounds together; a flop counts once for each line."""
    total: int
    """The number of flops that there will be, if the lines that see one stay the same."""
    seconds: float
    """The time left in seconds: estimated at first, then by the time that the flops so far have taken."""


def solve_preflop(
    spot: PreflopSpot,
    *,
    flops: int | Sequence[WeightedFlop] = 25,
    check: int | Sequence[WeightedFlop] | None = None,
    rounds: int = 3,
    iterations: int = ITERATIONS,
    target: float = 0.01,
    most: int = 200,
    workers: int = 1,
    cluster: str | None = None,
    keep: str | Path | None = None,
    progress: Callable[[FlopProgress], object] | None = None,
) -> PreflopSolution:
    """Solve the betting before the flop over a subset of flops.

    Each of the `rounds` has the solver play out every flop of the subset, once for each line that sees a flop, for
    `most` iterations or to an exploitability of `target` (a share of the pot). Earlier rounds play less exactly: three
    times the target in the last but one, nine times in the one before, at most a tenth of the pot. The result is
    checked on the subset `check`, or on the same flops without it. Flops that are solved are saved in the file `keep`,
    and a run that was stopped continues from there. `progress` is called at the start and after each flop.
    """
    whole("rounds", rounds, 0)
    positive("target", target)
    game = PreflopGame(of_type("spot", spot, PreflopSpot))
    chosen = _subset(flops) if game.factors else []
    others = chosen if check is None or not game.factors else _subset(check)
    targets = [max(target, min(_ROUGHEST, target * _ROUGHER ** (rounds - 1 - number))) for number in range(rounds)]
    kept = PlayedFlops(keep)
    game.solve(iterations)
    values = [game.value()]
    work = [_tasks(game, chosen, rough, most) for rough in targets] + [_tasks(game, others, target, most)]
    left = TimeLeft(sum(_seconds(task) for tasks in work for _, task in tasks), workers)
    total, done = sum(map(len, work)), 0
    with find_crew(workers, cluster) as crew:

        def tell(word: str) -> None:
            if progress is not None:
                progress(FlopProgress(word, done, max(total, done), left.seconds))

        def play(subset: Sequence[WeightedFlop], word: str, exact: float) -> dict[Leaf, tuple[Array, Array]]:
            nonlocal done
            tasks = _tasks(game, subset, exact, most)
            found = []
            missing = list({flop_key(task): task for _, task in tasks if task not in kept}.values())
            tell(word)
            with closing(results_of(crew, missing, lambda _: None)) as results:
                for _, task in tasks:
                    solved = task not in kept
                    if solved:
                        kept.add(task, next(results))
                    found.append(kept[task])
                    left.count(_seconds(task), solved)
                    done += 1
                    tell(word)
            return _summed([leaf for leaf, _ in tasks], found)

        for number, rough in enumerate(targets, 1):
            reaches = game.reaches()
            for leaf, wanted in play(chosen, f"round {number}", rough).items():
                game.fit(leaf, reaches[leaf], wanted)
            game.solve(iterations)
            values.append(game.value())
        checks = _checks(game, play(others, "check", target))
    return PreflopSolution(game, values[-1], game.exploitability(), checks, tuple(values))


def _seconds(task: Task) -> float:
    config, cards, _, target, most = task.arguments
    return flop_seconds(config, cards, target, most)


def _subset(flops: int | Sequence[WeightedFlop]) -> list[WeightedFlop]:
    return list(flop_subset(flops) if isinstance(flops, int) else flops)


def _tasks(game: PreflopGame, flops: Iterable[WeightedFlop], target: float, most: int) -> list[tuple[Leaf, Task]]:
    """Return a task for each flop and each leaf that is reached often enough."""
    tasks = []
    for leaf, reach in game.reaches().items():
        if leaf.kind != "flop" or _seen(reach) < _LEAST_SHARE:
            continue
        ranges = tuple(_range_text(each) for each in reach)
        pot, stack = sum(leaf.paid), game.spot.stack - max(leaf.paid)
        for flop in flops:
            config = dict(game.spot.postflop) | {"pot": pot, "stack": stack, "oop": ranges[BLIND], "ip": ranges[BUTTON]}
            name = f"{leaf} on {''.join(map(str, flop.cards))}"
            tasks.append((leaf, Task(name, _play_flop, (config, flop.cards, flop.weight, target, most))))
    return tasks


def _seen(reach: tuple[Array, Array]) -> float:
    pairs = _matchups()[0]
    return float(reach[0] @ pairs @ reach[1] / pairs.sum())


def _range_text(reach: Array) -> str:
    weights = [0.0] * len(COMBOS)
    for place, share in enumerate(reach):
        if share >= _LEAST_WEIGHT:
            for combo in MEMBERS[CLASSES[place]]:
                weights[combo] = round(min(float(share), 1.0), 3)
    return str(Range.from_weights(weights))


def _play_flop(
    config: dict[str, Any], cards: tuple[Card, ...], weight: int, target: float, most: int, tell: object = None
) -> tuple[Array, Array]:
    """Return, for both players and each class, the sum of weights and the sum of weights times the share of the pot
    won."""
    import numpy as np

    sums = np.zeros((2, 2, _COUNT))
    try:
        spot = Spot.from_dict(config | {"board": "".join(map(str, cards))})
    except KickerError:  # the flop blocks a range
        return sums[BUTTON], sums[BLIND]
    solution = solve(spot, target=target, iterations=most)
    if solution.stopped == "interrupted":
        raise KeyboardInterrupt
    for player, seat in ((0, BLIND), (1, BUTTON)):
        weights = solution.root.weights(player)
        values = np.nan_to_num(solution.root.hand_values(player)) / spot.pot
        where = [_PLACES[class_of(*combo)] for combo in solution.root.hands(player)]
        sums[seat, 0] = weight * np.bincount(where, weights, _COUNT)
        sums[seat, 1] = weight * np.bincount(where, weights * values, _COUNT)
    return sums[BUTTON], sums[BLIND]


_PLACES: Final = {name: place for place, name in enumerate(CLASSES)}


def _summed(leaves: list[Leaf], found: list[tuple[Array, Array]]) -> dict[Leaf, tuple[Array, Array]]:
    """Return the mean share of the pot of each class at each leaf; NaN for classes that never reach it."""
    import numpy as np

    totals: dict[Leaf, Array] = {}
    for leaf, both in zip(leaves, found, strict=True):
        totals[leaf] = totals.get(leaf, 0) + np.array(both)
    with np.errstate(invalid="ignore", divide="ignore"):
        return {leaf: (sums[0, 1] / sums[0, 0], sums[1, 1] / sums[1, 0]) for leaf, sums in totals.items()}


def _checks(game: PreflopGame, found: dict[Leaf, tuple[Array, Array]]) -> tuple[LeafCheck, ...]:
    import numpy as np

    pairs = _matchups()[0]
    checks = []
    reaches = game.reaches()
    for leaf, wanted in found.items():
        reach = reaches[leaf]
        given = game.leaf_values(leaf, reach)
        errors, value = [], 0.0
        for player in range(2):
            met = reach[player] * ((pairs @ reach[1]) if player == BUTTON else (pairs.T @ reach[0]))
            known = np.isfinite(wanted[player]) & (met > 0)
            weights = met[known] / met[known].sum()
            errors.append(float(weights @ abs(wanted[player][known] - given[player][known])))
            if player == BUTTON:
                value = float(weights @ wanted[player][known])
        checks.append(LeafCheck(leaf, _seen(reach), value, sum(errors) / 2))
    return tuple(checks)
