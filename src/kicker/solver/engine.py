"""The compiled game of a tree: its arrays, its tables, and passes through it in one or more threads."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from kicker._kernels.forest import is_v3
from kicker.parallel import in_parallel
from kicker.solver.boards import LANES, Board, Boards, combo_moves, hand_cards, inverse, strengths
from kicker.solver.tree import Tree, TreeNode

# Portable builds have a second kernel, twice as fast on processors that support it.
if is_v3() and find_spec("kicker._kernels.postflop_v3"):
    from kicker._kernels.postflop_v3 import Game
else:
    from kicker._kernels.postflop import Game

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

LEARN: Final = 0
"""A pass in which a player learns from the opponent's current strategy."""
MEAN: Final = 1
"""A pass in which both play their average strategies."""
BEST: Final = 2
"""A pass in which a player makes the best response to the opponent's average strategy."""
_KINDS: Final = {"card": 2, "showdown": 3, "fold": 3}
_NEVER: Final = 1e-9  # the weight left of an action that is never taken
_WHOLE: Final = 65535  # certainty, as a 16-bit number


class Engine:
    """A tree with its tables of regrets and average strategies; the compiled game does the work."""

    def __init__(
        self,
        tree: Tree,
        boards: Boards,
        bits: int = 32,
        threads: int = 1,
        lists: BoardLists | None = None,
        means: Sequence[Sequence[Array]] | None = None,
        regrets: Sequence[Sequence[tuple[Array, Array]]] | None = None,
    ) -> None:
        import numpy as np

        self._given, self._given_regrets = means, regrets
        self.has_regrets = means is None or regrets is not None
        """False if the average strategies were given without regrets."""
        self.tree, self.boards, self.bits, self.threads = tree, boards, bits, threads
        self.lists = lists or BoardLists(boards)
        self.game = Game(len(boards.levels), bits)
        self.regrets: list[list[Array]] = []
        self.means: list[list[Array]] = []
        """The average strategies by street and player: for each board, a row for each action of a node but the first.
        """
        self.scales: list[list[Array]] = []
        self.weights = [
            np.array(hands.weights, np.float32)[boards.levels[0][0].hands[player]]
            for player, hands in enumerate(tree.spot.ranges)
        ]
        """The weights of both players' hands at the root."""
        for level in range(len(boards.levels)):
            self._add_street(level)
        self.game.seal(self.weights[0], self.weights[1], threads)
        self._slots = list(range(1, threads + 1))

    def _add_street(self, level: int) -> None:
        nodes, boards = self.tree.streets[level], self.boards.levels[level]
        first = {node: i for i, node in enumerate(self._roots(level))}
        street = _Street(nodes, first)
        chance = 1 / (len(self.tree.spot.deck) - len(boards[0].cards) - 4)
        self.game.add_street(level, *street.arrays(), len(boards), chance)
        for player in range(2):
            self.game.add_plan(level, player, *street.plan(player, self.tree))
        for board, lists in zip(boards, self.lists.levels[level], strict=True):
            self.game.add_board(level, board.parent, len(board.copies), lists)
        self._add_tables(level, street)

    def _roots(self, level: int) -> list[TreeNode]:
        if level == 0:
            return [self.tree.root]
        return [node.children[0] for node in self.tree.streets[level - 1] if node.kind == "card"]

    def _add_tables(self, level: int, street: _Street) -> None:
        import numpy as np

        boards = self.boards.levels[level]
        kinds = (np.int16, np.uint16) if self.bits == 16 else (np.float32, np.float32)
        made: list[tuple[Array, Array, Array]] = []
        for player in range(2):
            cells = sum(board.stride(player) for board in boards)
            if self._given is not None:
                made.append(self._given_tables(level, player, cells * street.rows[player], street))
                self.game.add_table(level, player, *made[-1])
                continue
            even = np.array(street.even[player]) * (_WHOLE if self.bits == 16 else 1)
            means = np.empty(cells * len(even), kinds[1])
            place = 0
            for board in boards:  # before the first iteration all actions are equally likely
                block = len(even) * board.stride(player)
                means[place : place + block] = np.repeat(even, board.stride(player))
                place += block
            made.append(
                (
                    np.zeros(cells * street.rows[player], kinds[0]),
                    means,
                    np.zeros(len(boards) * street.decisions[player] if self.bits == 16 else 0, np.float32),
                )
            )
            self.game.add_table(level, player, *made[-1])
        for tables, each in zip((self.regrets, self.means, self.scales), zip(*made, strict=True), strict=True):
            tables.append(list(each))

    def _given_tables(self, level: int, player: int, cells: int, street: _Street) -> tuple[Array, Array, Array]:
        """Return given average strategies and regrets; if there are none, empty ones that take no memory until they are
        written to."""
        import numpy as np

        assert self._given is not None
        if self._given_regrets is not None:
            regrets, scales = self._given_regrets[level][player]
            return regrets, self._given[level][player], scales
        count = len(self.boards.levels[level]) * street.decisions[player]
        return np.zeros(cells, np.int16), self._given[level][player], np.zeros(count, np.float32)

    # Passes

    def run(self, player: int, mode: int) -> Array:
        """Make one pass for a player; return the values of the player's hands at the root."""
        import numpy as np

        self._make(player, mode, 1)
        values = np.empty(len(self.weights[player]), np.float32)
        self.game.root_values(player, values)
        return values.astype(np.float64)

    def iterate(self, count: int) -> None:
        """Run `count` iterations, each with a pass for player 0 and one for player 1."""
        if len(self.boards.levels) < 3:
            self._make(0, LEARN, 2 * count)
            return
        for number in range(2 * count):  # signals are checked between two boards
            self._make(number % 2, LEARN, 1)

    def _make(self, player: int, mode: int, passes: int) -> None:
        """Make passes, by turns for both players. Threads share the boards of the second street."""
        self.game.begin(player, mode, passes)
        if len(self.boards.levels) == 1:
            return
        boards = len(self.boards.levels[1])
        parts = boards if len(self.boards.levels) == 3 else min(self.threads, boards)
        in_parallel(self._take_part, range(parts), self.threads)

    def _take_part(self, number: int) -> None:
        slot = self._slots.pop()
        try:
            self.game.take_part(slot)
        finally:
            self._slots.append(slot)

    # Questions

    def values(self, level: int, board: int, node: TreeNode, root: int, player: int, reach: Array, mode: int) -> Array:
        """Return the values of a player's hands at a node; `reach` has the opponent's weights at the root of its
        street."""
        import numpy as np

        out = np.zeros((1, len(self.boards.levels[level][board].hands[player])), np.float32)
        given = np.ascontiguousarray(reach, np.float32)
        if out.size and len(given):
            self.game.values(level, board, root, player, mode, given, node.number, out)
        values: Array = out[0].astype(np.float64)
        return values

    def first_values(self, player: int, mode: int) -> Array:
        """Return the values of a player's hands at all nodes of the first street, a row for each, in one pass."""
        import numpy as np

        out: Array = np.zeros((len(self.tree.streets[0]), len(self.weights[player])), np.float32)
        self.game.values(0, 0, 0, player, mode, self.weights[1 - player], 0, out)
        return out

    def strategy(self, level: int, board: int, node: TreeNode) -> Array:
        """Return the average strategy at a node: a row for each action, a place for each hand on this board."""
        import numpy as np

        hands = self.boards.levels[level][board].hands[node.player]
        out = np.zeros((len(node.actions), len(hands)), np.float32)
        self.game.strategy(level, board, node.number, out)
        found = np.where(out < _NEVER, 0.0, out.astype(np.float64))
        played: Array = found / found.sum(axis=0)
        return played

    def lock(self, level: int, rows: dict[tuple[int, int], Array]) -> None:
        """Fix strategies on a street. `rows` has, by board and node, a row for each action; below 0 the hand is
        free."""
        import numpy as np

        boards, nodes = self.boards.levels[level], self.tree.streets[level]
        if not rows:
            self.game.lock(level, np.zeros(0, np.int32), np.zeros(0, np.float32))
            return
        starts = np.full(len(boards) * len(nodes), -1, np.int32)
        parts, place = [], 0
        for (board, node), frequencies in rows.items():
            stride = boards[board].stride(nodes[node].player)
            block = np.full((len(frequencies), stride), -1, np.float32)
            block[:, : frequencies.shape[1]] = frequencies
            starts[board * len(nodes) + node] = place // LANES
            parts.append(block.ravel())
            place += block.size
        self.game.lock(level, starts, np.concatenate(parts))


class _Street:
    """The nodes of a street as arrays."""

    def __init__(self, nodes: Sequence[TreeNode], roots: dict[TreeNode, int]) -> None:
        self.nodes, self.roots = nodes, roots
        self.rows, self.mean_rows, self.decisions = [0, 0], [0, 0], [0, 0]
        self.even: list[list[float]] = [[], []]
        """For each row of the average strategies, the share of the action when all actions are equally likely."""
        self.places: list[tuple[int, int, int]] = []
        for node in nodes:
            if node.kind == "decision":
                player, count = node.player, len(node.actions)
                self.places.append((self.rows[player], self.mean_rows[player], self.decisions[player]))
                self.rows[player] += count
                self.mean_rows[player] += count - 1
                self.decisions[player] += 1
                self.even[player] += [1 / count] * (count - 1)
            else:
                self.places.append((0, 0, 0))

    def arrays(self) -> tuple[Array, Array, Array, Array, Array]:
        """Return nodes, children, roots, nodes after which a card comes, and decisions with children first."""
        import numpy as np

        kids: list[int] = []
        table = np.zeros((6, len(self.nodes)), np.int32)
        for place, node in enumerate(self.nodes):
            inside = [child.number for child in node.children] if node.kind == "decision" else []
            table[:, place] = (
                node.player if node.kind == "decision" else _KINDS[node.kind],
                len(kids),
                len(inside),
                *self.places[place],
            )
            kids += inside
        nexts = [node.number for node in self.nodes if node.kind == "card"]
        backs = [node.number for node in reversed(self.nodes) if node.kind == "decision"]
        roots = [node.number for node in self.roots]
        return table, *(np.array(each, np.int32) for each in (kids, roots, nexts, backs))  # type: ignore[return-value]

    def plan(self, player: int, tree: Tree) -> tuple[Array, Array, Array, Array, int]:
        """Return, for a player, the columns of weights, the opponent's decisions, and the ends with their payoffs."""
        import numpy as np

        columns = np.zeros(len(self.nodes), np.int32)
        count = len(self.roots)
        ends: dict[int, list[int]] = {}
        for place, node in enumerate(self.nodes):
            if node in self.roots:
                columns[place] = self.roots[node]
            column = int(columns[place])
            if node.kind == "decision":
                for child in node.children:
                    columns[child.number] = column
                    if node.player != player:
                        columns[child.number] = count
                        count += 1
            elif node.kind != "card":
                ends.setdefault(column, [-1, -1])[node.kind == "fold"] = place
        listed = sorted(ends.items(), key=lambda end: (end[1][0] < 0, end[1][1] < 0))
        chips = np.zeros((3, len(listed)), np.float32)
        for i, (_, (show, fold)) in enumerate(listed):
            chips[:, i] = self.chips(tree, player, show, fold)
        forward = [node.number for node in self.nodes if node.kind == "decision" and node.player != player]
        table = np.array([(column, *end) for column, end in listed], np.int32).reshape(-1, 3)
        shows = sum(end[0] >= 0 for _, end in listed)
        return columns, np.array(forward, np.int32), np.ascontiguousarray(table.T), chips, shows

    def chips(self, tree: Tree, player: int, show: int, fold: int) -> tuple[float, float, float]:
        """Return, relative to half the starting pot, the stake of a showdown, its cost to both, and the result of a
        fold."""
        stake = share = folded = 0.0
        half = tree.spot.pot / 2
        if show >= 0:
            matched = self.nodes[show].matched
            rake = tree.spot.rake(tree.spot.pot + 2 * matched)
            stake, share = half + matched - rake / 2, -rake / 2
        if fold >= 0:
            node = self.nodes[fold]
            rake = tree.spot.rake(tree.spot.pot + 2 * node.matched)
            folded = -half - node.matched if node.player == player else half + node.matched - rake
        return stake, share, folded


class BoardLists:
    """The arrays of each board for the compiled game: cards, equal hands, strengths, and indices into its parent."""

    def __init__(self, boards: Boards) -> None:
        self.levels = [
            [
                self._lists(board, boards.levels[level - 1][board.parent] if level else None, boards.order)
                for board in listed
            ]
            for level, listed in enumerate(boards.levels)
        ]

    def _lists(self, board: Board, parent: Board | None, order: str) -> tuple[Array, ...]:
        import numpy as np

        empty = np.zeros(0, np.uint16)
        where = [_places(hands) for hands in board.hands]
        found = [strengths(hands, board.cards, order) if len(board.cards) == 5 else empty for hands in board.hands]
        lists: list[Array] = []
        for player, hands in enumerate(board.hands):
            lists += [
                hand_cards(hands).ravel(),
                where[1 - player][hands],
                _groups(found[player], found[1 - player]) if len(board.cards) == 5 else empty,
            ]
            if parent is None:
                lists += [empty, empty]
            else:
                above = parent.hands[player]
                lists.append(_places(above)[hands])
                lists.append(np.concatenate([where[player][combo_moves(inverse(c))[above]] for c in board.copies]))
        return tuple(lists)


def _places(hands: Array) -> Array:
    """Return the index of each combination among these hands; for absent combinations, the number of hands."""
    import numpy as np

    places = np.full(1326, len(hands), np.uint16)
    places[hands] = np.arange(len(hands), dtype=np.uint16)
    return places


def _groups(mine: Array, others: Array) -> Array:
    """Return, for each group of equal hands, its end, and how many of the other player's hands are weaker and how many
    are not stronger."""
    import numpy as np

    kinds, ends = np.unique(mine, return_index=True)
    ends = np.append(ends[1:], len(mine))
    groups = np.empty((len(kinds), 3), np.uint16)
    groups[:, 0] = ends
    groups[:, 1] = np.searchsorted(others, kinds, "left")
    groups[:, 2] = np.searchsorted(others, kinds, "right")
    return groups.ravel()


def met(weights: Array, others: Array, hands: Array) -> Array:
    """Return, for each hand, the total weight of the opponent's hands that share no card with it."""
    import numpy as np

    cards, own = hand_cards(others), hand_cards(hands)
    sums = np.bincount(cards.ravel(), np.repeat(weights, 2), 52)
    same = np.append(weights, 0.0)[_places(others)[hands]]
    found = weights.sum() - sums[own[:, 0]] - sums[own[:, 1]] + same
    found[found < 1e-9 * max(weights.sum(), 1e-300)] = 0
    kept: Array = found
    return kept
