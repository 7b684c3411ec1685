"""Kuhn and Leduc poker, whose values are known: the same algorithm as for hold'em, on a game that fits on a page.

>>> round(solve_small(KUHN, iterations=500).value * 18, 3)
-1.0

A game is a `SmallGame`: its cards, its bet sizes, and how often a player may raise. Every
decision has a table with a row for each private card, and all of it is numpy in 64 bits: slow, plain and exact, and the
twin that the fast solver can be held against.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kicker import stopping
from kicker.checks import positive, whole

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

_FOLD: Final = "fold"


class SmallGame(NamedTuple):
    """Two players, an ante of one chip, one private card each, and one public card at most."""

    deck: tuple[int, ...]
    """The ranks of all cards."""
    bets: tuple[int, ...]
    """The size of a bet in each betting round; before the second round a card is turned for both players."""
    most_raises: int
    """Bets and raises in a round at most."""

    def rank(self, card: int, public: int | None) -> int:
        """The strength of a private card: a pair with the public card beats everything."""
        return card + (100 if card == public else 0)


KUHN: Final = SmallGame((0, 1, 2), (1,), 1)
"""Three cards and one bet of one chip. The first player loses 1/18 of a chip."""
LEDUC: Final = SmallGame((0, 0, 1, 1, 2, 2), (2, 4), 2)
"""Six cards of three ranks, two rounds with two raises each. The first player loses 0.085606 chips."""


class SmallSolution(NamedTuple):
    """What was found."""

    value: float
    """What the first player wins on average, in chips."""
    exploitability: float
    """The mean of what both could win more by the best response, in chips."""
    iterations: int
    """How many iterations it took."""


@dataclass
class _Node:
    """A decision, a card that is turned, or an end."""

    player: int = -1
    actions: tuple[str, ...] = ()
    children: list[_Node] = field(default_factory=list)
    payoff: Any = None
    """At an end: what the first player wins, by both players' cards."""
    regrets: Any = None
    mean: Any = None
    turns: bool = False
    """A card is turned, with a child for each."""


def solve_small(game: SmallGame, *, target: float = 1e-6, iterations: int = 10_000) -> SmallSolution:
    """Solve a small game to an exploitability of at most `target` chips, or for a number of iterations."""
    positive("target", target)
    whole("iterations", iterations, 1)
    return _Solver(game).run(target, iterations)


class _Solver:
    """Counterfactual regret minimisation (CFR+), alternating, with linear averaging."""

    def __init__(self, game: SmallGame) -> None:
        import numpy as np

        self.game, self.np = game, np
        count = len(game.deck)
        self.pairs = (1 - np.eye(count)) / (count * (count - 1))
        self.nodes: list[_Node] = []
        self.root = self.make(0, (1, 1), None, 0, 0, 0)

    def make(self, player: int, paid: tuple[int, int], public: int | None, turn: int, raises: int, acted: int) -> _Node:
        """The tree below a decision; `paid` is what both have put in."""
        owes = paid[1 - player] - paid[player]
        actions = ([_FOLD] if owes else []) + ["call"] + (["raise"] if raises < self.game.most_raises else [])
        node = _Node(player, tuple(actions))
        for action in actions:
            node.children.append(self.after(action, player, paid, public, turn, raises, acted))
        node.regrets = self.np.zeros((len(actions), len(self.game.deck)))
        node.mean = self.np.zeros_like(node.regrets)
        self.nodes.append(node)
        return node

    def after(
        self, action: str, player: int, paid: tuple[int, int], public: int | None, turn: int, raises: int, acted: int
    ) -> _Node:
        """Where an action leads."""
        np, count = self.np, len(self.game.deck)
        if action == _FOLD:
            return _Node(payoff=np.full((count, count), float(paid[1] if player == 1 else -paid[0])))
        level = max(paid)
        if action == "raise":
            more = list(paid)
            more[player] = level + self.game.bets[turn]
            return self.make(1 - player, (more[0], more[1]), public, turn, raises + 1, acted + 1)
        if acted == 0:
            return self.make(1 - player, paid, public, turn, raises, 1)
        if turn + 1 == len(self.game.bets):
            return _Node(payoff=level * self.wins(public))
        below = [self.make(0, (level, level), card, turn + 1, 0, 0) for card in range(count)]
        return _Node(children=below, turns=True)

    def wins(self, public: int | None) -> Array:
        """1 where the first player's card wins, -1 where it loses."""
        np, deck = self.np, self.game.deck
        shown = None if public is None else deck[public]
        ranks = np.array([self.game.rank(card, shown) for card in deck])
        found: Array = np.sign(ranks[:, None] - ranks[None, :]).astype(float)
        return found

    # Passes

    def play(self, node: _Node, mean: bool) -> Array:
        """The strategy at a decision: a row for each action."""
        table = node.mean if mean else self.np.maximum(node.regrets, 0)
        total = table.sum(axis=0)
        shares: Array = self.np.where(total > 0, table / self.np.where(total > 0, total, 1), 1 / len(node.actions))
        return shares

    def values(self, node: _Node, reach: Array, player: int, mode: str, weight: float = 0.0, own: Any = None) -> Array:
        """The values of a player's cards, given the weights `reach` with which the other one's cards come here."""
        if node.payoff is not None:
            return self.ends(node.payoff * self.pairs, reach, player)
        if node.turns:
            return self.turned(node, reach, player, mode, weight, own)
        if node.player != player:
            shares = self.play(node, mode != "learn")
            parts = [self.values(child, reach * share, player, mode, weight, own)
                     for child, share in zip(node.children, shares, strict=True)]  # fmt: skip
            total: Array = self.np.sum(parts, axis=0)
            return total
        shares = self.play(node, mode == "mean")
        parts = [self.values(child, reach, player, mode, weight, None if own is None else own * share)
                 for child, share in zip(node.children, shares, strict=True)]  # fmt: skip
        if mode == "best":
            best: Array = self.np.max(parts, axis=0)
            return best
        value: Array = self.np.sum([share * part for share, part in zip(shares, parts, strict=True)], axis=0)
        if mode == "learn":
            node.regrets = self.np.maximum(node.regrets + (self.np.array(parts) - value), 0)
            node.mean += weight * own * shares
        return value

    def ends(self, payoff: Array, reach: Array, player: int) -> Array:
        """What an end is worth."""
        found: Array = payoff @ reach if player == 0 else -(payoff.T @ reach)
        return found

    def turned(self, node: _Node, reach: Array, player: int, mode: str, weight: float, own: Any) -> Array:
        """Over all public cards: who holds the card does not come here, and the other cards do not meet it."""
        count = len(self.game.deck)
        total = self.np.zeros(count)
        for card, child in enumerate(node.children):
            mask = self.np.ones(count)
            mask[card] = 0
            total += mask * self.values(child, reach * mask / (count - 2), player, mode, weight,
                                        None if own is None else own * mask)  # fmt: skip
        return total

    def measure(self) -> tuple[float, float]:
        """The value of the average strategies, and how exploitable they are."""
        ones = self.np.ones(len(self.game.deck))
        value = float(self.values(self.root, ones, 0, "mean").sum())
        first = float(self.values(self.root, ones, 0, "best").sum())
        second = float(self.values(self.root, ones, 1, "best").sum())
        return value, (first + second) / 2

    def run(self, target: float, iterations: int) -> SmallSolution:
        """Iterate until it is good enough."""
        ones = self.np.ones(len(self.game.deck))
        value, gap = self.measure()
        for number in range(1, iterations + 1):
            for player in range(2):
                self.values(self.root, ones, player, "learn", float(number) ** 2, ones)
            if number % 100 == 0:
                stopping.check()
                value, gap = self.measure()
                if gap <= target:
                    return SmallSolution(value, gap, number)
        value, gap = self.measure()
        return SmallSolution(value, gap, iterations)
