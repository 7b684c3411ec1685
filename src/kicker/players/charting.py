"""Compute the preflop ranges: solve the betting by regret matching, sharing the pots by equity.

`python -m kicker.players.charting` writes the file that `charts.py` reads, in a few minutes. The same numbers below
give the same file. With few big blinds every raise is all in: up to five seats those ranges are equilibria of
`pushfold_table.py`. With more, one seat opens and some seats are still to act; each of them folds, calls or raises
again, and so on up to all in. Seats that folded before do not matter, so each number of seats behind is a game of its
own. Where a flop would be seen, the pot is shared by the heads-up equities of the 169 classes, times how much of it a
hand can realise: more in position, with the initiative, and with cards that make strong hands. At most two seats call
a raise.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Final, NamedTuple
from zlib import compress

import numpy as np
from numpy.typing import NDArray

from kicker.combos import CLASSES, class_combos
from kicker.players.charts import DEPTHS, HEADS_UP, MOST_BEHIND, ChartSpot, ChartSpotName, chart_file, spots_behind
from kicker.preflop import class_sums
from kicker.pushfold_table import Game as ShovingGame
from kicker.pushfold_table import Stakes

Vector = NDArray[np.float64]

ITERATIONS: Final = 300
PUSH_OR_FOLD: Final = 13
"""The stack in big blinds up to which every raise is all in."""
MOST_SHOVING: Final = 4
"""The number of seats behind up to which `pushfold_table.py` solves these games; larger ones take minutes each."""
AGAIN: Final[dict[int, ChartSpotName]] = {2: "reraised", 3: "reraised again", 4: "all in"}
"""The spot that a raiser faces after a number of raises."""
_COUNT = len(CLASSES)
_SHOVING_WELL = 2e-3  # exploitability in big blinds where every raise is all in; rounding the ranges costs more
_DEEP = 6.0  # stack in pots from which position and initiative count in full
_IN_POSITION, _OUT_OF_POSITION, _INITIATIVE = 1.07, 0.88, 1.06
_FRICTION = 0.065  # the share of a pot that marginal hands lose to later mistakes, like a rake


# --- hands -----------------------------------------------------------------------------------------------------------


@cache
def combos_of_classes() -> Vector:
    """Return the share of all combinations that each class has."""
    counts = np.array([len(class_combos(name)) for name in CLASSES], dtype=np.float64)
    shares_of_all: Vector = counts / counts.sum()
    return shares_of_all


@cache
def matchups() -> tuple[Vector, Vector]:
    """Return the probability that each class meets each other class, and its equity against it."""
    pairs, gains = (np.array(table).reshape(_COUNT, _COUNT) for table in class_sums())
    meets = pairs / pairs.sum(axis=1, keepdims=True)
    equities = np.where(pairs > 0, 0.5 + gains / np.maximum(pairs, 1) / 2, 0.5)
    return meets, equities


@cache
def playability() -> Vector:
    """Return how much of its equity each class realises, all else being equal: suited and connected cards
    realise more."""
    return np.array([_playability(name) for name in CLASSES])


def _playability(name: str) -> float:
    high, low = ("23456789TJQKA".index(rank) for rank in name[:2])
    if high == low:
        return 1.10 if high >= 8 else 1.02
    gap = high - low
    value = 1.0 + (0.09 if name.endswith("s") else -0.05)
    value += {1: 0.03, 2: 0.02, 3: 0.0}.get(gap, -0.03)
    if low >= 8:
        value += 0.05
    return value


class Place(NamedTuple):
    """The situation of two players who see a flop."""

    first_in_position: bool
    first_raised: bool
    second_raised: bool
    depth: float
    """The remaining stack in pots, rounded."""


@cache
def shares(place: Place) -> Vector:
    """Return the pot share of each class of the first player against each class of the second, times the probability
    that they meet."""
    meets, equities = matchups()
    deep = min(1.0, place.depth / _DEEP)

    def power(in_position: bool, raised: bool) -> Vector:
        factor = (_IN_POSITION if in_position else _OUT_OF_POSITION) * (_INITIATIVE if raised else 1.0)
        found: Vector = (playability() * factor) ** deep
        return found

    mine = equities * power(place.first_in_position, place.first_raised)[:, None]
    theirs = (1 - equities) * power(not place.first_in_position, place.second_raised)[None, :]
    return meets * (mine / (mine + theirs))


# --- the game --------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Node:
    """A decision of a player. Players are numbered by the seats behind them: 0 is the big blind, and the opener comes
    first."""

    player: int
    spot: ChartSpot
    """The name under which it is stored."""
    actions: tuple[str, ...]
    paid: float
    """The chips that the player has already put in."""
    children: list[Node | Leaf] = field(default_factory=list)
    regrets: Vector = field(default_factory=lambda: np.zeros((0, 0)))
    total: Vector = field(default_factory=lambda: np.zeros((0, 0)))
    strategy: Vector = field(default_factory=lambda: np.zeros((0, 0)))

    def prepare(self) -> None:
        """Reset the regrets to zero."""
        shape = (len(self.actions), _COUNT)
        self.regrets, self.total = np.zeros(shape), np.zeros(shape)
        self.strategy = np.full(shape, 1 / len(self.actions))

    def average(self) -> Vector:
        """Return how often each action was taken over all iterations."""
        mean: Vector = self.total / self.total.sum(axis=0)
        return mean


class Leaf(NamedTuple):
    """The end of the betting: the players left, and the chips that each has paid."""

    players: tuple[int, ...]
    raised: int
    """The player who raised last."""
    paid: tuple[float, ...]
    all_in: bool


class _Line(NamedTuple):
    """The betting so far."""

    to_act: tuple[int, ...]
    """The players who still have to answer the last raise."""
    paid: tuple[float, ...]
    callers: tuple[int, ...] = ()
    raisers: tuple[int, ...] = ()
    bet: float = 1.0


class Game:
    """The betting after all but `behind + 1` seats have folded. Player 0 is the opener, the last is the big blind."""

    def __init__(self, behind: int, depth: float) -> None:
        self.behind, self.depth = behind, depth
        self.heads_up = behind == HEADS_UP
        self.players = 2 if self.heads_up else behind + 1
        self.nodes: list[Node] = []
        blinds = [0.0] * self.players
        blinds[-1], blinds[-2] = 1.0, 0.5
        self.root = self._opening(tuple(blinds))

    # --- building it ---

    def seats_behind(self, player: int) -> int:
        """Return the number of seats that act after a player before the flop; the heads-up button has its own
        number."""
        return HEADS_UP if self.heads_up and player == 0 else self.players - 1 - player

    def _opening(self, blinds: tuple[float, ...]) -> Node:
        line = _Line((0,), blinds)
        return self._decision(line, ChartSpot("open", self.behind, self.behind), ("fold", "raise"))

    def _decision(self, line: _Line, spot: ChartSpot, actions: tuple[str, ...]) -> Node:
        player = line.to_act[0]
        node = Node(player, spot, actions, line.paid[player])
        node.prepare()
        self.nodes.append(node)
        for action in actions:
            node.children.append(self._after(line, player, action))
        return node

    def _after(self, line: _Line, player: int, action: str) -> Node | Leaf:
        paid, rest = list(line.paid), line.to_act[1:]
        if action == "fold":
            return self._next(line._replace(to_act=rest))
        if action == "call":
            paid[player] = line.bet
            return self._next(line._replace(to_act=rest, paid=tuple(paid), callers=(*line.callers, player)))
        to = self._size(line, player)
        paid[player] = to
        if line.raisers:
            order = [*range(player + 1, self.players), *range(player)]
            folded = set(range(self.players)) - set(line.to_act) - set(line.callers) - {line.raisers[-1]}
            waiting = tuple(other for other in order if other not in folded)
        else:
            waiting = tuple(range(1, self.players))
        return self._next(_Line(waiting, tuple(paid), (), (*line.raisers, player), to))

    def _next(self, line: _Line) -> Node | Leaf:
        if not line.raisers:
            return Leaf((self.players - 1,), self.players - 1, line.paid, False)  # the opener folded
        if not line.to_act:
            inside = (line.raisers[-1], *line.callers)
            return Leaf(inside, line.raisers[-1], line.paid, line.bet >= self.depth)
        actions = self._actions(line)
        if actions == ("fold",):
            return self._next(line._replace(to_act=line.to_act[1:]))
        return self._decision(line, self._spot(line), actions)

    def _actions(self, line: _Line) -> tuple[str, ...]:
        player, level = line.to_act[0], len(line.raisers)
        all_in = line.bet >= self.depth
        cold = level >= 2 and player not in line.raisers
        called_before = cold and line.paid[player] > 1.0
        may_call = len(line.callers) < (2 if player == self.players - 1 else 1)
        if cold and not called_before:
            return ("fold",)  # few hands could continue, so the bot decides at the table
        may_raise = not all_in and level < 4 and not called_before and not (level >= 2 and line.callers)
        return ("fold", *(("call",) if may_call else ()), *(("raise",) if may_raise else ()))

    def _spot(self, line: _Line) -> ChartSpot:
        """Return the chart that a decision belongs to."""
        player, level = line.to_act[0], len(line.raisers)
        if level == 1:
            return ChartSpot("called" if line.callers else "opened", self.behind, self.seats_behind(player))
        other = line.raisers[1] if player == 0 else player
        named = player in line.raisers and player in (0, line.raisers[1])
        return ChartSpot(AGAIN[level] if named else "other", self.behind, self.seats_behind(other))

    def _size(self, line: _Line, player: int) -> float:
        level, depth = len(line.raisers), self.depth
        if depth <= PUSH_OR_FOLD:
            return depth
        blind = player >= self.players - 2 and not (self.heads_up and player == 0)
        if level == 0:
            to = 2.5 if depth > 40 else 2.2
            if self.players == 2 and not self.heads_up:
                to = 3.0 if depth > 40 else 2.5
        elif level == 1:
            to = line.bet * (4.0 if blind and self.players > 2 else 3.3) + line.bet * len(line.callers)
        else:
            to = line.bet * 2.3
        return depth if to > 0.34 * depth or level >= 3 else round(to, 1)

    # --- solving it ---

    def solve(self, iterations: int = ITERATIONS) -> None:
        """Solve by regret matching plus, with more weight on later iterations."""
        reach = [np.ones(_COUNT) for _ in range(self.players)]
        for iteration in range(1, iterations + 1):
            self._values(self.root, reach, float(iteration))
            for node in self.nodes:
                total = node.regrets.sum(axis=0)
                node.strategy = np.where(total > 0, node.regrets / np.maximum(total, 1e-12), 1 / len(node.actions))

    def _values(self, node: Node | Leaf, reach: list[Vector], weight: float) -> list[Vector | None]:
        """Return the value of each class for each player still in, times the probability that the others reach the
        node."""
        if isinstance(node, Leaf):
            return self._leaf(node, reach)
        me, strategy = node.player, node.strategy
        found: list[list[Vector | None]] = []
        for share, child in zip(strategy, node.children, strict=True):
            mine = reach[me]
            reach[me] = mine * share
            found.append(self._values(child, reach, weight))
            reach[me] = mine
        others = self._mass(reach, me)
        fold = np.full(_COUNT, -node.paid * others)
        own = np.array([fold if values[me] is None else values[me] for values in found])
        expected = (strategy * own).sum(axis=0)
        node.regrets = np.maximum(node.regrets + own - expected, 0)
        node.total += weight * strategy * (reach[me] + 1e-3)
        result: list[Vector | None] = []
        for player in range(self.players):
            parts = [values[player] for values in found if values[player] is not None]
            result.append(expected if player == me else sum(parts) if parts else None)  # type: ignore[arg-type]
        return result

    def _mass(self, reach: list[Vector], me: int) -> float:
        product = 1.0
        sizes = combos_of_classes()
        for player, vector in enumerate(reach):
            if player != me:
                product *= float(sizes @ vector)
        return product

    def _leaf(self, leaf: Leaf, reach: list[Vector]) -> list[Vector | None]:
        pot = sum(leaf.paid)
        kept = pot * (1 - _FRICTION * (not leaf.all_in))
        result: list[Vector | None] = [None] * self.players
        others = {player: self._mass(reach, player) for player in leaf.players}
        if len(leaf.players) == 1:
            winner = leaf.players[0]
            result[winner] = np.full(_COUNT, (pot - leaf.paid[winner]) * others[winner])
            return result
        gets = {player: self._share(leaf, player, reach, pot) for player in leaf.players}
        sizes = combos_of_classes()
        if len(leaf.players) > 2:  # the shares were multiplied: normalise them
            whole = sum(
                float(sizes * reach[player] @ gets[player]) / max(1e-12, float(sizes @ reach[player]))
                for player in leaf.players
            )
            gets = {player: share / max(whole, 0.5) for player, share in gets.items()}
        for player in leaf.players:
            result[player] = (kept * gets[player] - leaf.paid[player]) * others[player]
        return result

    def _share(self, leaf: Leaf, player: int, reach: list[Vector], pot: float) -> Vector:
        meets, _ = matchups()
        behind = 0.0 if leaf.all_in else (self.depth - max(leaf.paid)) / pot
        share = np.ones(_COUNT)
        for other in leaf.players:
            if other == player:
                continue
            place = Place(self._acts_last(player, other), player == leaf.raised, other == leaf.raised, round(behind, 1))
            share = share * (shares(place) @ reach[other]) / np.maximum(meets @ reach[other], 1e-12)
        return share

    def _acts_last(self, player: int, other: int) -> bool:
        """Return True if the first player acts after the second on later streets, where the blinds act first."""
        if self.heads_up:
            return player == 0
        first = self.players - 2
        return (player - first) % self.players > (other - first) % self.players


# --- the ranges ------------------------------------------------------------------------------------------------------


def ranges_of(game: Game) -> dict[ChartSpot, Vector]:
    """Return how often each class calls and raises (two rows) in each spot, averaged over the nodes of that spot."""
    totals: dict[ChartSpot, Vector] = {}
    weights: dict[ChartSpot, float] = {}
    for node in game.nodes:
        rows = dict(zip(node.actions, node.average(), strict=True))
        both = np.array([rows.get("call", np.zeros(_COUNT)), rows.get("raise", np.zeros(_COUNT))])
        weight = float(node.total.sum())
        totals[node.spot] = totals.get(node.spot, np.zeros((2, _COUNT))) + weight * both
        weights[node.spot] = weights.get(node.spot, 0.0) + weight
    return {spot: total / weights[spot] for spot, total in totals.items()}


def shoving_ranges(behind: int, depth: float) -> dict[ChartSpot, Vector]:
    """Return these ranges where every raise is all in: the equilibrium of shoving or folding with equal stacks."""
    players = behind + 1 if behind else 2
    game = ShovingGame(Stakes((float(depth),) * players, 0.0, 0.0, None))
    totals: dict[ChartSpot, list[Vector]] = {}
    for (player, entered), row in zip(game.keys, game.solve(good_enough=_SHOVING_WELL)[0], strict=True):
        if (entered or (player,))[0]:
            continue  # another seat opens: a separate game
        rows = np.zeros((2, _COUNT))
        rows[0 if entered else 1] = row
        if not entered:
            spot = ChartSpot("open", behind, behind)
        else:
            spot = ChartSpot("opened" if len(entered) == 1 else "called", behind, players - 1 - player)
        totals.setdefault(spot, []).append(rows)
    return {spot: np.mean(rows, axis=0) for spot, rows in totals.items()}


def chart(behind: int, depth: float, iterations: int = ITERATIONS) -> bytes:
    """Return the ranges of one game: a byte for each class, action and spot, in steps of a fifteenth."""
    if depth <= PUSH_OR_FOLD and behind <= MOST_SHOVING:
        found = shoving_ranges(behind, depth)
    else:
        game = Game(behind, depth)
        game.solve(iterations)
        found = ranges_of(game)
    nothing = np.zeros((2, _COUNT))
    rows = [found.get(spot, nothing) for spot in spots_behind(behind)]
    return np.rint(15 * np.concatenate(rows)).astype(np.uint8).tobytes()


def build(iterations: int = ITERATIONS) -> bytes:
    """Return all ranges, in the form of the file."""
    games = [(behind, depth) for depth in DEPTHS for behind in range(HEADS_UP, MOST_BEHIND + 1)]
    return compress(b"".join(chart(behind, depth, iterations) for behind, depth in games), 9)


if __name__ == "__main__":
    chart_file().write_bytes(build())
