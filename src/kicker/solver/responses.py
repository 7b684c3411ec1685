"""Best responses that can be browsed, and changed strategies to measure them against.

>>> from kicker.solver import Spot, solve
>>> spot = Spot("QQ+,AKs", "TT-88,AQs", "Td9d6hQc2s", pot=200, stack=900, river_bet="60%", river_raise="2.5x")
>>> solution = solve(spot, target=0.0005)
>>> response = solution.playing(["ip; always check, call"]).best_response(0)
>>> response.value > solution.values[0]
True
>>> [round(share, 2) for share in response.root.hand("QsQh").frequencies]
[0.0, 1.0]
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from kicker.checks import whole
from kicker.parallel import MOST_THREADS
from kicker.solver.boards import Boards
from kicker.solver.engine import Engine
from kicker.solver.files import narrow
from kicker.solver.locks import (
    Line,
    Lock,
    check_locks,
    chosen_hands,
    lock_places,
    locked_boards,
    locked_rows,
    read_line,
    read_locks,
)
from kicker.solver.solution import Solution, SolvedNode
from kicker.solver.solving import copy_boards

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

_WHOLE = 65535


class BestResponse:
    """The best response to the opponent's strategy: one action for each hand at every node."""

    def __init__(self, solution: Solution, player: int) -> None:
        self.solution = solution
        self.player = player
        """The responding player: 0 out of position, 1 in position."""
        self.gain: float = solution.gains[player]
        """The chips that the response wins on top of the player's own strategy."""
        self.value: float = solution.values[player] + self.gain
        """The chips that the response wins on average, including the share of the starting pot."""

    @cached_property
    def root(self) -> ResponseNode:
        """The first decision."""
        start = SolvedNode.first(self.solution)
        return ResponseNode(self, start.tree_node, start._place, start._reach, start._entry, ())

    def at(self, line: Line = "") -> ResponseNode:
        """Return the node after a line of actions and cards, as `Solution.at` does."""
        node = self.root
        for step in read_line(line):
            node = node.after(step)
        return node

    @cached_property
    def _locked(self) -> list[dict[tuple[int, int], Array]]:
        """The frequencies that locks fix, by street, board and node."""
        return locked_rows(self.solution.tree, self.solution.engine.boards, self.solution.locks)


class ResponseNode(SolvedNode):
    """A node like a `SolvedNode`, but one player plays the best response.

    Values are those of the response. The values of the opponent's single hands against it are unknown: NaN.
    """

    def __init__(self, response: BestResponse, *where: Any) -> None:
        super().__init__(response.solution, *where)
        self.response = response

    def _next(self, *where: Any) -> ResponseNode:
        return ResponseNode(self.response, *where)

    @cached_property
    def strategy(self) -> Array:
        """The frequency of each action for each hand: a row for each action, with ones and zeros where the response
        acts."""
        import numpy as np

        played = super().strategy
        if self.player != self.response.player:
            return played
        rows = np.zeros_like(played)
        rows[self._best_actions(played), np.arange(rows.shape[1])] = 1.0
        fixed = self.response._locked[self._level].get((self._board, self.tree_node.number))
        if fixed is not None:
            rows = np.where(fixed[0] >= 0, fixed, rows)
        return rows

    def _best_actions(self, played: Array) -> Array:
        """Return the index of the best action of each hand; among equals, the one that the hand takes most often."""
        import numpy as np

        player, found = self.player, []
        for child in self.tree_node.children:
            raw = self._raw_values(player, best=True, node=child)
            found.append(raw)
        values = np.array(found)
        near = values >= values.max(axis=0) - _EQUAL * self.solution.spot.pot * np.maximum(self._met(player), _EQUAL)
        best: Array = np.where(near, 1 + played, 0).argmax(axis=0)
        return best

    def hand_values(self, player: int, best: bool = True) -> Array:
        """Return the chips that each hand of the responding player wins from here; without `best`, by its own
        strategy."""
        import numpy as np

        if whole("player", player, 0, 1) != self.response.player:
            return np.full(len(self._reach[player]), np.nan)
        return super().hand_values(player, best)

    def hand_gains(self) -> Array:
        """Return how many more chips each hand of the responding player wins from here than by its own strategy."""
        gains: Array = self.hand_values(self.response.player) - self.hand_values(self.response.player, best=False)
        return gains

    @cached_property
    def values(self) -> tuple[float, float]:
        """The chips that each player wins on average from here; with rake, only the responding player's are known."""
        player = self.response.player
        mine = self._mean_of(self.hand_values(player), player)
        spot = self.solution.spot
        theirs = float("nan") if spot.rake_rate > 0 and spot.rake_cap > 0 else self.pot - mine
        return (mine, theirs) if player == 0 else (theirs, mine)

    @cached_property
    def gain(self) -> float:
        """The chips that the responding player's range wins from here on top of its own strategy."""
        return self._mean_of(self.hand_gains(), self.response.player)


_EQUAL = 1e-6  # shares of the pot that count as equal


def playing(solution: Solution, locks: Iterable[Lock | str], threads: int = 1) -> Solution:
    """Return the strategies of a solution with the nodes of these locks replaced; see `Solution.playing`."""
    given = read_locks(locks, solution.spot)
    whole("threads", threads, 1, MOST_THREADS)
    tree, old = solution.tree, solution.engine
    boards = locked_boards(tree, [*solution.locks, *given])
    check_locks(tree, boards, given)
    tables = [[_copied(solution, boards, level, player) for player in range(2)] for level in range(len(boards.levels))]
    fixed = locked_rows(tree, boards, solution.locks)
    for lock in given:
        _write(tables, tree, boards, lock, fixed)
    lists = old.lists if boards is old.boards else None
    engine = Engine(tree, boards, 16, threads, lists, means=tables)
    for level, rows in enumerate(fixed):
        engine.lock(level, rows)
    engine.game.iteration = solution.iterations
    return Solution(engine, solution.locks, "fixed", 0.0)


def _copied(solution: Solution, boards: Boards, level: int, player: int) -> Array:
    """Return the average strategies of a player on a street, as 16-bit numbers."""
    import numpy as np

    old = solution.engine
    means = narrow(old.means[level][player])
    if boards is old.boards:
        return means.copy()
    listed_boards = boards.levels[level]
    rows = solution.tree.rows(level, player)[1]
    target = np.zeros(rows * sum(board.stride(player) for board in listed_boards), np.uint16)
    if rows:
        copy_boards(means, target, old.boards, listed_boards, level, player)
    return target


def _write(
    tables: list[list[Array]], tree: Any, boards: Boards, lock: Lock, fixed: list[dict[tuple[int, int], Array]]
) -> None:
    """Write the frequencies of a lock into tables of average strategies; nodes that were locked before become free."""
    import numpy as np

    starts = [_row_starts(tree.streets[level]) for level in range(len(boards.levels))]
    for node, level, places, shares in lock_places(tree, boards, lock):
        listed_boards = boards.levels[level]
        rows = tree.rows(level, node.player)[1]
        before = np.cumsum([0, *(board.stride(node.player) * rows for board in listed_boards)])
        numbers = np.rint(np.array(shares[1:]) * _WHOLE).astype(np.uint16)
        for place in places:
            board = listed_boards[place]
            chosen = chosen_hands(lock, board.hands[node.player])
            stride = board.stride(node.player)
            first = int(before[place]) + starts[level][node.number] * stride
            block = tables[level][node.player][first : first + len(numbers) * stride].reshape(len(numbers), stride)
            block[:, : len(chosen)][:, chosen] = numbers[:, None]
            if (place, node.number) in fixed[level]:
                fixed[level][place, node.number][:, chosen] = -1.0


def _row_starts(nodes: list[Any]) -> list[int]:
    """Return, for each node of a street, the index of its first row in the tables of its player."""
    starts, counts = [], [0, 0]
    for node in nodes:
        starts.append(counts[node.player] if node.kind == "decision" else 0)
        if node.kind == "decision":
            counts[node.player] += len(node.actions) - 1
    return starts
