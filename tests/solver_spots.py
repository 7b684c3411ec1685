"""Spots for tests of the solver: ten that another program solved, and a slow, obvious twin for rivers."""

import json
from functools import cache
from typing import Any

import numpy as np

from kicker import evaluate
from kicker.combos import Combo
from kicker.solver import Request, Solution, SolvedNode, Spot
from tests.conftest import OWN_DATA

Array = Any


@cache
def spots() -> dict[str, dict[str, Any]]:
    """The ten spots by name."""
    listed = json.loads((OWN_DATA / "solver" / "spots.json").read_text())
    return {each["config"]["name"]: each for each in listed}


def request(name: str) -> Request:
    return Request.from_dict(spots()[name]["config"])


def narrow_river(**changes: Any) -> Spot:
    config = dict(spots()["river_narrow"]["config"])
    return Spot.from_dict(config | changes)


class DenseRiver:
    """A solved river in 64-bit floats: one matrix says who wins against whom, and the tree is walked node by node."""

    def __init__(self, solution: Solution) -> None:
        self.spot = solution.spot
        self.root = solution.root
        self.hands = [solution.root.hands(player) for player in range(2)]
        board = solution.spot.board
        strength = [[int(evaluate([*hand, *board])) for hand in hands] for hands in self.hands]
        self.meet = np.array([[float(not set(one) & set(two)) for two in self.hands[1]] for one in self.hands[0]])
        self.win = np.sign(np.subtract.outer(strength[0], strength[1])) * self.meet

    def matrix(self, player: int, what: Array) -> Array:
        return what if player == 0 else what.T

    def end(self, node: SolvedNode, player: int, reach: Array) -> Array:
        """The winnings of each hand of a player at the end, its share of the starting pot included."""
        tree_node = node.tree_node
        put_in = tree_node.earlier + min(tree_node.put_in)
        pot = self.spot.pot + 2 * put_in
        rake = self.spot.rake(pot)
        met = self.matrix(player, self.meet) @ reach
        if tree_node.kind == "fold":
            return met * (-put_in if tree_node.player == player else pot - rake - put_in)
        sign = 1 if player == 0 else -1
        return met * ((pot - rake) / 2 - put_in) + sign * (self.matrix(player, self.win) @ reach) * (pot - rake) / 2

    def value(self, node: SolvedNode, player: int, reach: Array, best: bool) -> Array:
        """The winnings of each hand of a player from a node on."""
        if node.kind != "decision":
            return self.end(node, player, reach)
        strategy = node.strategy
        children = [node.after(action) for action in node.actions]
        if node.player != player:
            return sum(
                self.value(child, player, reach * row, best) for child, row in zip(children, strategy, strict=True)
            )
        values = np.array([self.value(child, player, reach, best) for child in children])
        return values.max(axis=0) if best else (values * strategy).sum(axis=0)

    def total(self, player: int, best: bool) -> float:
        """A player's average winnings, by the strategy or by the best response."""
        reach = [self.root.reach(each) for each in range(2)]
        found = reach[player] @ self.value(self.root, player, reach[1 - player], best)
        return float(found / (reach[0] @ self.meet @ reach[1]))


def as_text(combo: Combo) -> str:
    return f"{combo[1]}{combo[0]}"
