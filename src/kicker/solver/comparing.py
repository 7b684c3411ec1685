"""The same node of two solutions, compared: before and after a lock, or with two sets of bet sizes.

>>> from kicker.solver import Spot, solve
>>> spot = Spot("QQ+,AKs", "TT-88,AQs", "Td9d6hQc2s", pot=200, stack=900, river_bet="60%")
>>> one = solve(spot, target=0.001)
>>> other = solve(spot, target=0.001, locks=["bet 120; always fold"])
>>> found = compare(one, other)
>>> [str(action) for action in found.actions], [round(value[0]) for value in found.values]
(['check', 'bet 120'], [97, 200])
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kicker.cards import CardsLike
from kicker.checks import of_type
from kicker.combos import Combo, combo_index
from kicker.errors import KickerError, quoted
from kicker.solver.locks import Line
from kicker.solver.solution import Solution, SolvedNode, hand_of
from kicker.solver.spot import Spot
from kicker.solver.tree import SpotAction

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

_FIRST: Final = {"fold": 0, "check": 1, "call": 1}  # bets and raises follow, the smallest first


class HandDifference(NamedTuple):
    """One hand in both solutions. The first number of each pair is the first solution's."""

    combo: Combo
    """The two cards."""
    weights: tuple[float, float]
    """The hand's weight, times the weight of all hands that it can meet."""
    frequencies: tuple[tuple[float, ...], tuple[float, ...]]
    """The frequency of each action of `Comparison.actions`; empty for the player who does not act."""
    values: tuple[float, float]
    """The chips that the hand wins on average from here, including the pot; NaN where it is never reached."""

    @property
    def shift(self) -> float:
        """The share of the hand that the solutions play differently: 0 if they agree, 1 if they never do the same."""
        return sum(abs(one - other) for one, other in zip(*self.frequencies, strict=True)) / 2


class Comparison:
    """The same node of two solutions, hand by hand. `compare` makes one."""

    def __init__(self, one: SolvedNode, other: SolvedNode) -> None:
        self.nodes: tuple[SolvedNode, SolvedNode] = (one, other)
        """The node in each solution."""
        self.kind: str = one.kind
        """`decision`, `card`, `showdown` or `fold`."""
        self.player: int = one.player
        """The player to act, 0 or 1; -1 if there is no decision."""
        found = {*one.actions, *other.actions}
        self.actions: tuple[SpotAction, ...] = tuple(
            sorted(found, key=lambda action: (_FIRST.get(action.kind, 2), action.amount))
        )
        """The actions of both solutions; a solution never takes an action that it does not have."""

    @property
    def sizes(self) -> tuple[str, ...]:
        """The actions as players say them: `bet 60%`, `raise 2.5x`."""
        said = {action: size for node in self.nodes for action, size in zip(node.actions, node.sizes, strict=True)}
        return tuple(said[action] for action in self.actions)

    @property
    def frequencies(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """The frequency of each action for the whole range, in each solution."""
        one, other = (self._spread(node, node.frequencies if self.actions else ()) for node in self.nodes)
        return one, other

    @property
    def values(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """The chips that each player wins on average from here, in each solution."""
        return self.nodes[0].values, self.nodes[1].values

    def _spread(self, node: SolvedNode, shares: tuple[float, ...]) -> tuple[float, ...]:
        found = dict(zip(node.actions, shares, strict=True))
        return tuple(found.get(action, 0.0) for action in self.actions)

    @cached_property
    def strategies(self) -> tuple[Array, Array]:
        """For each solution a row for each action, with a place for each hand of `places`."""
        one, other = (self._rows(node) for node in self.nodes)
        return one, other

    def _rows(self, node: SolvedNode) -> Array:
        import numpy as np

        if self.player < 0:
            return np.zeros((0, 0))
        rows = np.zeros((len(self.actions), len(self.places(self.player))))
        for action, row in zip(node.actions, node.strategy, strict=True):
            rows[self.actions.index(action)] = self._in_order(node, self.player, row)
        return rows

    def places(self, player: int) -> Array:
        """Return the indices in `COMBOS` of a player's hands."""
        return self.nodes[0].places(player)

    def weights(self, player: int) -> tuple[Array, Array]:
        """Return the weights of a player's hands in each solution, as `SolvedNode.weights` has them."""
        one, other = (self._in_order(node, player, node.weights(player)) for node in self.nodes)
        return one, other

    def hand_values(self, player: int) -> tuple[Array, Array]:
        """Return the chips that each hand of a player wins on average from here, in each solution."""
        one, other = (self._in_order(node, player, node.hand_values(player)) for node in self.nodes)
        return one, other

    def _in_order(self, node: SolvedNode, player: int, numbers: Array) -> Array:
        """Return numbers of a node's hands in the order of `places`; locks can change the order in a solution."""
        import numpy as np

        spread = np.zeros(1326)
        spread[node.places(player)] = numbers
        found: Array = spread[self.places(player)]
        return found

    def hands(self, player: int | None = None) -> list[HandDifference]:
        """Return all hands of a player in both solutions, by default of the player to act."""
        who = self.player if player is None else player
        if who not in (0, 1):
            raise KickerError(f"player must be 0 or 1, not {quoted(player)}", "player")
        count = len(self.places(who))
        plays = [rows.T.tolist() if who == self.player else [()] * count for rows in self.strategies]
        weights, values = ([each.tolist() for each in pair] for pair in (self.weights(who), self.hand_values(who)))
        return [
            HandDifference(combo, (weights[0][i], weights[1][i]), (tuple(plays[0][i]), tuple(plays[1][i])),
                           (values[0][i], values[1][i]))
            for i, combo in enumerate(self.nodes[0].hands(who))
        ]  # fmt: skip

    def hand(self, combo: CardsLike, player: int | None = None) -> HandDifference:
        """Return one hand in both solutions; raise `KickerError` if it is not in the range."""
        cards = hand_of(combo)
        for found in self.hands(player):
            if combo_index(*found.combo) == combo_index(*cards):
                return found
        who = self.player if player is None else player
        raise KickerError(f"{cards[0]}{cards[1]} is not in the range of player {who} on this board", "hand")


def compare(one: Solution, other: Solution, line: Line = "") -> Comparison:
    """Return the node after a line in both solutions, compared.

    The solutions must have the same board, pot and ranges; their bet sizes, stacks and locks may differ. A line that
    one of them does not have raises `KickerError`.
    """
    of_type("one", one, Solution)
    of_type("other", other, Solution)
    check_same(one.spot, other.spot)
    first = one.at(line)
    try:
        second = other.at(line)
    except KickerError as fault:
        raise KickerError(f"the other solution does not have this line: {fault}", "line") from None
    if (first.kind, first.player) != (second.kind, second.player):
        raise KickerError(
            f"the line leads to a {first.kind} in one solution and to a {second.kind} in the other", "line"
        )
    return Comparison(first, second)


def check_same(one: Spot, other: Spot) -> None:
    """Refuse two spots whose solutions have too little in common; bet sizes, stacks and rake may differ."""
    boards = ["".join(map(str, spot.board)) for spot in (one, other)]
    if set(one.board) != set(other.board):
        raise KickerError(f"the boards differ: {boards[0]} in one solution and {boards[1]} in the other", "compare")
    if one.order != other.order:
        raise KickerError(f"the decks differ: {one.order} in one solution and {other.order} in the other", "compare")
    if one.pot != other.pot:
        raise KickerError(f"the pots differ: {one.pot} in one solution and {other.pot} in the other", "compare")
    for name, mine, theirs in zip(("oop", "ip"), one.ranges, other.ranges, strict=True):
        if mine != theirs:
            raise KickerError(f"the ranges of {name} differ between the two solutions", "compare")
