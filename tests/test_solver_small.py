"""Small games: known values to many digits, a slow twin, and what the kernel refuses."""

from typing import Any

import numpy as np
import pytest

from kicker import KickerError
from kicker._kernels.small_games import Tabular
from kicker.pushfold import SMALL_BLIND, _matrices, push_or_fold
from kicker.solver.small import KUHN, LEDUC, Chance, Decision, End, SmallGame, solve_small, solve_tree
from tests.reference_solver import PlainSmall


@pytest.mark.parametrize(
    ("game", "value"),
    [
        (KUHN, -1 / 18),
        (LEDUC, -0.085606424078),
        (SmallGame((0, 0, 1, 1, 2, 2), (1, 2), 1), -2 / 65),
    ],
)
def test_known_values(game: SmallGame, value: float) -> None:
    found = solve_small(game, target=1e-9)
    assert found.exploitability <= 1e-9
    assert found.value == pytest.approx(value, abs=1e-9)


@pytest.mark.parametrize(
    "stack", [10, pytest.param(2, marks=pytest.mark.long), pytest.param(25, marks=pytest.mark.long)]
)
def test_push_or_fold_is_a_small_game(stack: float) -> None:
    """The small blind folds or shoves, the big blind folds or calls; hands are the 169 classes."""
    pairs, gains = (each / (1326 * 1225) for each in _matrices())
    called = Decision(1, ("fold", "call"), (End(pairs * 1.0), End(gains * stack)))
    found = solve_tree(Decision(0, ("fold", "push"), (End(pairs * -SMALL_BLIND), called)), target=1e-9)
    assert found.exploitability <= 1e-9
    assert found.value == pytest.approx(push_or_fold(stack).value, abs=1e-9)


@pytest.mark.parametrize(
    "game", [KUHN, LEDUC, SmallGame((0, 1, 1, 2), (3, 2), 2, ante=2), SmallGame((0, 1, 2, 3), (2,), 2)]
)
def test_a_slow_twin_finds_the_same(game: SmallGame) -> None:
    plain, gap = PlainSmall(game).run(15)
    found = solve_small(game, target=1e-7, iterations=20_000)
    assert found.exploitability < gap
    assert found.value == pytest.approx(plain, abs=2 * (gap + found.exploitability))


def test_the_strategies_of_kuhn_poker() -> None:
    """The second player's strategy is unique; the first one bluffs the lowest card a third as often as the highest."""
    plans = solve_small(KUHN).plans
    assert plans["raise",] == pytest.approx(np.array([[1, 2 / 3, 0], [0, 1 / 3, 1]]), abs=1e-6)
    assert plans["call",] == pytest.approx(np.array([[2 / 3, 1, 0], [1 / 3, 0, 1]]), abs=1e-6)
    first = plans[()]
    assert first[1, 0] == pytest.approx(first[1, 2] / 3, abs=1e-6)
    assert first[1, 1] == pytest.approx(0, abs=1e-6)


def test_plans_are_those_that_were_measured() -> None:
    """The values of both strategies against each other and against best responses, node by node."""
    found = solve_small(LEDUC, target=1e-5)

    def value(node: Any, line: tuple[Any, ...], mine: Any, other: Any, me: int, best: bool) -> Any:
        if isinstance(node, End):
            return node.payoffs @ other if me == 0 else -node.payoffs.T @ other
        if isinstance(node, Chance):
            return sum(value(child, (*line, i), mine, other, me, best) for i, child in enumerate(node.children))
        plan = found.plans[line]
        parts = [
            value(child, (*line, action), mine, other if node.player == me else other * row, me, best)
            for action, row, child in zip(node.actions, plan, node.children, strict=True)
        ]
        if node.player != me:
            return sum(parts)
        return np.max(parts, axis=0) if best else (plan * np.array(parts)).sum(axis=0)

    tree, ones = LEDUC.tree(), np.ones(3)
    assert value(tree, (), ones, ones, 0, False).sum() == pytest.approx(found.value, abs=1e-12)
    gap = sum(value(tree, (), ones, ones, me, True).sum() for me in range(2)) / 2
    assert gap == pytest.approx(found.exploitability, abs=1e-12)


@pytest.mark.parametrize(("game", "sentence"), [
    (SmallGame((0, 1), (1, 1), 1), "the deck must have cards for both players and the board, not 2"),
    (SmallGame((0, 1, 2), (), 1), "bets must be one or two sizes"),
    (SmallGame((0, 1, 2), (0,), 1), "bets must be a whole number"),
    (SmallGame((0, 1, 2), (1,), -1), "most_raises must be a whole number"),
    (SmallGame((0, 1, 2), (1,), 1, ante=-1), "ante must be a whole number"),
    (7, "game must be a SmallGame"),
])  # fmt: skip
def test_games_that_are_none(game: SmallGame, sentence: str) -> None:
    with pytest.raises(KickerError, match=sentence):
        solve_small(game)


@pytest.mark.parametrize(("root", "sentence"), [
    (Decision(2, ("a",), (End(np.ones((1, 1))),)), "must be 0 or 1, not 2"),
    (Decision(0, ("a", "b"), (End(np.ones((1, 1))),)), "a child for each"),
    (Decision(0, (), ()), "1 to 20 actions"),
    (Chance(()), "needs an outcome"),
    (Chance((End(np.ones((1, 1))), End(np.ones((1, 2))))), "a payoff for each pair of hands"),
    (End(np.ones(3)), "a payoff for each pair of hands"),
    (7, "a node must be"),
])  # fmt: skip
def test_trees_that_are_none(root: Any, sentence: str) -> None:
    with pytest.raises(KickerError, match=sentence):
        solve_tree(root)


NODES = np.array([[0, 3, 3], [0, 0, 0], [2, 0, 0], [0, 0, 1]], np.int32)
KIDS = np.array([1, 2], np.int32)
PAYOFFS = np.ones((2, 1, 1))


def test_the_smallest_game_of_the_kernel() -> None:
    game = Tabular(NODES, KIDS, PAYOFFS * [[[1]], [[2]]])
    game.iterate(10)
    assert game.measure(True) == (2, 2, -2)
    assert game.iteration == 10
    game.begin()
    assert game.measure(False) == (1.5, 2, -1.5)


@pytest.mark.parametrize(("row", "column", "number"), [
    (0, 0, -1), (0, 0, 4), (1, 0, 1), (1, 0, -1), (2, 0, 0), (2, 0, 3), (2, 0, 21), (2, 1, 1), (3, 1, 2), (3, 2, -1),
    (0, 1, 0),
])  # fmt: skip
def test_nodes_that_the_kernel_refuses(row: int, column: int, number: int) -> None:
    nodes = NODES.copy()
    nodes[row, column] = number
    with pytest.raises(ValueError, match=r"."):
        Tabular(nodes, KIDS, PAYOFFS)


def test_arrays_that_the_kernel_refuses() -> None:
    for nodes, kids, payoffs in (
        (NODES[:3], KIDS, PAYOFFS), (NODES, KIDS[:1], PAYOFFS), (NODES, KIDS, PAYOFFS[:1]), (NODES, KIDS, PAYOFFS[:0]),
        (NODES, KIDS * 0, PAYOFFS), (NODES, KIDS * 0 + 1, PAYOFFS), (NODES, KIDS + 1, PAYOFFS),
        (NODES, np.resize(KIDS, 1_000_001), PAYOFFS),
        (NODES[:, :0], KIDS[:0], PAYOFFS), (NODES, KIDS, PAYOFFS[:, :0]), (NODES, KIDS, PAYOFFS[:, :, :0]),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=r"."):
            Tabular(np.ascontiguousarray(nodes), kids, np.ascontiguousarray(payoffs))
    game = Tabular(NODES, KIDS, PAYOFFS)
    for node, shape in ((1, (2, 1)), (3, (2, 1)), (-1, (2, 1)), (0, (1, 1)), (0, (2, 2))):
        with pytest.raises(ValueError, match=r"."):
            game.strategy(node, False, np.zeros(shape))
