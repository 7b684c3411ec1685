"""The solution of one street of betting between two players: how often each hand checks, calls, folds or bets, and how
much.

The first player is the one to act; the second stands for all opponents and holds the best hand among them. If the
street ends before the last card, the pot is shared by equity, with a bonus for acting last and for hands that are
ahead, because more betting follows.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kicker._kernels.street import solve_street
from kicker.players.boards import HandGroups

Vector = NDArray[np.float64]

BETS: Final = (1 / 3, 2 / 3, 1.0)
"""Bet sizes to consider, in pots, before they are scaled."""
RAISES: Final = (0.5, 1.0)
"""Raise sizes to consider, in pots after the call, before they are scaled."""
SCALES: Final = (0.75, 0.85, 0.95, 1.05)
"""All sizes on a board are multiplied by one of these. The board decides which, so it says nothing about a hand."""
LATER_RAISE: Final = 0.7
"""The only raise size further down the tree."""
ITERATIONS: Final = 80
NEARLY_ALL: Final = 0.6
"""The share of the stack from which a bet goes all in."""
ALL_IN: Final = 1.2
"""The stack in pots up to which all-in is an option."""
_DEEPEST = 3  # the number of raises that the tree looks ahead
_LAST_TO_ACT, _FIRST_TO_ACT = 1.06, 0.94
_AHEAD = 0.45  # the share of later bets that the hand in front wins


class Limits(NamedTuple):
    """The limits of the betting structure."""

    step: float
    """The smallest bet or raise."""
    fixed: bool = False
    """True if no other size is allowed."""
    pot: bool = False
    """True if bets above the pot are not allowed."""
    most: int = 99
    """The number of bets and raises still allowed."""


class Scene(NamedTuple):
    """A decision: the chips, and the order of acting. Amounts may be in any unit."""

    pot: float
    owed: float
    """The price for the first player to stay in."""
    stack: float
    """The first player's stack."""
    other_stack: float
    ends: bool
    """True if a check by the first player ends the street."""
    acts_last: bool
    """True if the first player acts last on later streets."""
    final: bool
    limits: Limits
    raised: int = 0
    """The number of bets and raises on this street so far."""
    also: tuple[float, ...] = ()
    """Additional raises of the first to consider, as amounts."""
    scale: float = 1.0
    """The factor of the usual sizes."""


class Option(NamedTuple):
    """An option of the first player."""

    kind: str
    """`fold`, `check`, `call` or `raise`."""
    by: float = 0.0
    """The amount of the raise."""


class Play(NamedTuple):
    """A strategy at one decision, by kind of hand."""

    options: tuple[Option, ...]
    chances: Vector
    """A row for each option, a column for each kind."""


class Solution(NamedTuple):
    """The first player's strategy by kind of hand, and the second player's answers to each bet and raise."""

    options: tuple[Option, ...]
    chances: Vector
    """A row for each option, a column for each kind."""
    values: Vector
    """The value of each option from here on, by kind."""
    answers: tuple[Play | None, ...]
    """The second player's answer to each option; None if there is no decision left."""


class Node(NamedTuple):
    """The options at a node of a tree, and the index of its first child."""

    options: tuple[Option, ...]
    first: int


class Tree(NamedTuple):
    """The betting tree of a scene, in the form that the kernel takes."""

    options: tuple[Option, ...]
    nodes: NDArray[np.intc]
    chips: Vector
    answers: tuple[Node | None, ...]
    """The decision that follows each option."""


def sizes(
    scene: Scene, pot: float, owed: float, mine: float, other: float, raised: int, root: bool, answer: bool
) -> list[float]:
    """Return the raise amounts to consider: more sizes at the root, and in answer to a bet there."""
    room = min(mine - owed, other)
    if room <= 1e-9 or scene.limits.most <= raised - scene.raised or raised - scene.raised >= _DEEPEST:
        return []
    after = pot + owed
    if scene.limits.fixed:
        return [min(scene.limits.step, room)]
    parts: tuple[float, ...] = BETS if owed <= 0 else RAISES
    if not root and not (answer and owed > 0):
        parts = BETS[:2] if owed <= 0 else (LATER_RAISE,)
    wanted = [part * scene.scale * after for part in (parts[-1:] if raised >= 2 else parts)]
    least = max(scene.limits.step, owed)
    if room <= ALL_IN * after and not scene.limits.pot:
        wanted.append(room)
    if root:
        wanted += scene.also
    found: list[float] = []
    for by in sorted(wanted):
        legal = min(max(by, least), room)
        if scene.limits.pot:
            legal = min(legal, after)
        if by not in scene.also and legal >= NEARLY_ALL * room and not (scene.limits.pot and room > after):
            legal = room
        if all(abs(legal - other) > 0.02 * after for other in found):
            found.append(legal)
    return found


class _Builder:
    """Builds a tree node by node; the children of a node have consecutive numbers."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.rows: list[list[int]] = []
        self.pots: list[float] = []
        self.paid: list[tuple[float, float]] = []
        self.decisions: dict[int, Node] = {}

    def room_for(self, count: int) -> int:
        first = len(self.rows)
        for _ in range(count):
            self.rows.append([2, 0, 0, 0])
            self.pots.append(0.0)
            self.paid.append((0.0, 0.0))
        return first

    def leaf(self, node: int, kind: int, pot: float, paid: tuple[float, float], later: bool = False) -> None:
        self.rows[node] = [kind, 0, 0, int(later)]
        self.pots[node], self.paid[node] = pot, paid

    def decide(
        self, node: int, who: int, pot: float, owed: float, paid: tuple[float, float], raised: int, ends: bool
    ) -> tuple[Option, ...]:
        """Add a decision at a node."""
        scene, root = self.scene, node == 0
        answer = not root and node < self.decisions[0].first + len(self.decisions[0].options)
        stacks = (scene.stack - paid[0], scene.other_stack - paid[1])
        pay = min(owed, stacks[who])
        options = [Option("fold")] if owed > 0 else []
        options.append(Option("call" if owed > 0 else "check"))
        able = sizes(scene, pot, pay, stacks[who], stacks[1 - who], raised, root, answer)
        options += [Option("raise", by) for by in able]
        first = self.room_for(len(options))
        self.rows[node] = [who, first, len(options), 0]
        self.decisions[node] = Node(tuple(options), first)
        for child, option in enumerate(options, first):
            self.follow(child, who, option, pot, pay, paid, raised, ends)
        return tuple(options)

    def follow(
        self, node: int, who: int, option: Option, pot: float, owed: float, paid: tuple[float, float], raised: int,
        ends: bool,
    ) -> None:  # fmt: skip
        """Add the subtree after an option."""
        scene = self.scene
        if option.kind == "fold":
            self.leaf(node, 3 + who, pot, paid)
        elif option.kind == "check" and not ends:
            self.decide(node, 1 - who, pot, 0.0, paid, raised, True)
        elif option.kind in ("check", "call"):
            after = _added(paid, who, owed)
            left = min(scene.stack - after[0], scene.other_stack - after[1])
            self.leaf(node, 2, pot + owed, after, later=not scene.final and left > 1e-9)
        else:
            cost = owed + option.by
            self.decide(node, 1 - who, pot + cost, option.by, _added(paid, who, cost), raised + 1, True)


def _added(paid: tuple[float, float], who: int, amount: float) -> tuple[float, float]:
    return (paid[0] + amount, paid[1]) if who == 0 else (paid[0], paid[1] + amount)


@lru_cache(maxsize=512)
def tree_of(scene: Scene) -> Tree:
    """Return the tree of all betting from here to the end of the street."""
    builder = _Builder(scene)
    builder.room_for(1)
    options = builder.decide(0, 0, scene.pot, scene.owed, (0.0, 0.0), scene.raised, scene.ends)
    nodes = np.array(builder.rows, dtype=np.intc).ravel()
    first = builder.decisions[0].first
    answers = tuple(builder.decisions.get(first + place) for place in range(len(options)))
    return Tree(options, nodes, np.array([*builder.pots, *np.array(builder.paid).ravel()]), answers)


def shares(scene: Scene, equities: Vector) -> Vector:
    """Return how kinds of hands share a pot: at a showdown, and if more betting follows."""
    deep = min(1.0, min(scene.stack, scene.other_stack) / max(scene.pot, 1e-9))
    ahead = equities + _AHEAD * deep * (2 * equities - 1) * 2 * equities * (1 - equities)
    first, second = (_LAST_TO_ACT, _FIRST_TO_ACT) if scene.acts_last else (_FIRST_TO_ACT, _LAST_TO_ACT)
    mine, theirs = ahead * first**deep, (1 - ahead) * second**deep
    later = mine / (mine + theirs)
    tables = [table for share in (equities, later) for table in (share.T, 1 - share)]
    return np.ascontiguousarray(np.array(tables)).ravel()


def solve(scene: Scene, hands: HandGroups, first: Vector, second: Vector, iterations: int = ITERATIONS) -> Solution:
    """Return the first player's strategy for each kind of hand, and the answers; both players know both ranges."""
    tree = tree_of(scene)
    kinds, nodes = hands.number, len(tree.nodes) // 4
    weights = np.concatenate([first / max(first.sum(), 1e-12), second / max(second.sum(), 1e-12)])
    strategy, values = np.zeros(nodes * kinds), np.zeros(nodes * kinds)
    work = np.empty(4 * nodes * kinds)
    solve_street(
        kinds, tree.nodes, tree.chips, shares(scene, hands.equities), weights, iterations, strategy, values, work
    )
    chances, worth = strategy.reshape(nodes, kinds), values.reshape(nodes, kinds)
    rows = slice(1, 1 + len(tree.options))
    answers = tuple(
        None if found is None else Play(found.options, chances[found.first : found.first + len(found.options)])
        for found in tree.answers
    )
    return Solution(tree.options, chances[rows], worth[rows], answers)
