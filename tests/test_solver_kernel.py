"""No call of the solver's kernels reaches outside their arrays: they answer, or say what is wrong.

`make test-sanitized` runs these tests on kernels that watch every access.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from kicker._kernels.postflop import Game
from kicker.solver import Spot, solve
from kicker.solver.engine import BEST, LEARN, MEAN, Engine
from tests.solver_spots import narrow_river
from tests.test_solver_games import turn_spot

CLEAN = (ValueError, TypeError, OverflowError, BufferError)
STREET = (1, 0.5)


def ints(*numbers: int) -> Any:
    return np.array(numbers, np.int32)


def small() -> Game:
    """A river of one hand each on which player 0 checks and both show."""
    game = Game(1, 32)
    # A decision of player 0 and a showdown.
    game.add_street(0, NODES.copy(), ints(1), ints(0), ints(), ints(0), *STREET)
    return game


NODES = np.array([[0, 3], [0, 1], [1, 0], [0, 0], [0, 0], [0, 0]], np.int32)
ENDS = np.array([[0], [1], [-1]], np.int32)
CHIPS = np.ones((3, 1), np.float32)


def lists(**changes: Any) -> tuple[Any, ...]:
    """Two hands, 0 1 and 2 3, of which the second is stronger."""
    none = np.zeros(0, np.uint16)
    found = {
        "cards": np.array([0, 1], np.uint8),
        "same": np.array([1], np.uint16),
        "groups": np.array([1, 0, 0], np.uint16),
        "cards2": np.array([2, 3], np.uint8),
        "same2": np.array([1], np.uint16),
        "groups2": np.array([1, 1, 1], np.uint16),
    } | changes
    return (found["cards"], found["same"], found["groups"], none, none,
            found["cards2"], found["same2"], found["groups2"], none, none)  # fmt: skip


def planned() -> Game:
    game = small()
    game.add_plan(0, 0, ints(0, 0), ints(), ENDS, CHIPS, 1)
    game.add_plan(0, 1, ints(0, 1), ints(0), np.array([[1], [1], [-1]], np.int32), CHIPS, 1)
    return game


def complete() -> Game:
    game = planned()
    game.add_board(0, -1, 1, lists())
    for player, rows in enumerate((1, 0)):
        game.add_table(0, player, np.zeros(8 * rows, np.float32), np.zeros(0, np.float32), np.zeros(0, np.float32))
    return game


def sealed() -> Game:
    game = complete()
    game.seal(np.ones(1, np.float32), np.ones(1, np.float32), 1)
    return game


def refused(call: Callable[..., object], *arguments: Any) -> None:
    with pytest.raises(CLEAN) as error:
        call(*arguments)
    assert str(error.value)


def test_the_smallest_game() -> None:
    game = sealed()
    game.begin(0, LEARN, 6)
    out = np.zeros(1, np.float32)
    game.begin(0, MEAN, 1)
    game.root_values(0, out)
    assert (out[0], game.iteration) == (-1 + 1, 3)  # it loses the stake, and gets the share of a hand it meets


def test_games_that_are_none() -> None:
    for levels, bits in ((0, 32), (4, 32), (-1, 16), (1, 8)):
        refused(Game, levels, bits)


@pytest.mark.parametrize(("row", "number"), [
    (0, 4), (0, -1), (1, 2), (1, -1), (2, 0), (2, 2), (2, 99), (3, -1), (3, 2**31 - 1), (4, -1), (5, -1),
])  # fmt: skip
def test_streets_that_are_none(row: int, number: int) -> None:
    nodes = NODES.copy()
    nodes[row, 0] = number
    refused(Game(1, 32).add_street, 0, nodes, ints(1), ints(0), ints(), ints(0), *STREET)


def test_nodes_that_are_not_there() -> None:
    for kids, roots, nexts, backs, boards in (
        (ints(2), ints(0), ints(), ints(0), 1),
        (ints(1), ints(2), ints(), ints(0), 1),
        (ints(1), ints(), ints(), ints(0), 1),
        (ints(1), ints(0), ints(5), ints(0), 1),
        (ints(1), ints(0), ints(), ints(1), 1),
        (ints(1), ints(0), ints(), ints(0), 0),
        (ints(-1), ints(0), ints(), ints(0), 1),
        (ints(), ints(0), ints(), ints(0), 1),
    ):
        refused(Game(1, 32).add_street, 0, NODES.copy(), kids, roots, nexts, backs, boards, 0.5)
    refused(Game(1, 32).add_street, 1, NODES.copy(), ints(1), ints(0), ints(), ints(0), *STREET)
    refused(Game(1, 32).add_street, 0, NODES[:5].copy(), ints(1), ints(0), ints(), ints(0), *STREET)


def test_plans_that_do_not_fit() -> None:
    for column, forward, ends, chips, shows in (
        (ints(0), ints(), ENDS, CHIPS, 1),
        (ints(0, -1), ints(), ENDS, CHIPS, 1),
        (ints(1, 0), ints(), ENDS, CHIPS, 1),
        (ints(0, 0), ints(0), ENDS, CHIPS, 1),
        (ints(0, 0), ints(7), ENDS, CHIPS, 1),
        (ints(0, 0), ints(), ENDS + 1, CHIPS, 1),
        (ints(0, 0), ints(), ENDS, CHIPS[:2].copy(), 1),
        (ints(0, 0), ints(), ENDS, CHIPS, 2),
        (ints(0, 0), ints(), ENDS, CHIPS, -1),
        (ints(0, 0), ints(), np.array([[0], [-2], [-1]], np.int32), CHIPS, 1),
    ):
        refused(small().add_plan, 0, 0, column, forward, ends, chips, shows)
    refused(small().add_plan, 0, 2, ints(0, 0), ints(), ENDS, CHIPS, 1)
    refused(Game(1, 32).add_plan, 0, 0, ints(0, 0), ints(), ENDS, CHIPS, 1)


@pytest.mark.parametrize(
    "changes",
    [
        {"cards": np.array([0, 52], np.uint8)},
        {"cards": np.zeros(2 * 1327, np.uint8)},
        {"same": np.array([2], np.uint16)},
        {"same": np.zeros(0, np.uint16)},
        {"groups": np.array([2, 0, 0], np.uint16)},
        {"groups": np.array([1, 2, 2], np.uint16)},
        {"groups": np.array([1, 1, 0], np.uint16)},
        {"groups": np.array([0, 0, 0], np.uint16)},
        {"groups": np.array([1, 0, 0, 0, 0, 0], np.uint16)},
        {"groups": np.array([1, 0, 0, 1, 0, 0], np.uint16)},
        {"same": np.zeros(1, np.int64)},
    ],
)
def test_boards_that_are_none(changes: dict[str, Any]) -> None:
    refused(planned().add_board, 0, -1, 1, lists(**changes))


def test_boards_that_have_no_room() -> None:
    game = complete()
    refused(game.add_board, 0, -1, 1, lists())
    refused(game.add_board, 1, 0, 1, lists())
    refused(planned().add_board, 0, -1, 1, lists()[:9])


def test_games_that_are_not_complete() -> None:
    one = np.ones(1, np.float32)
    refused(planned().seal, one, one, 1)
    refused(small().seal, one, one, 1)
    refused(complete().seal, one[:0], one, 1)
    refused(complete().seal, one, one, 0)
    refused(complete().seal, one, one, 257)
    game = sealed()
    refused(game.seal, one, one, 1)
    refused(complete().begin, 0, LEARN, 1)
    refused(complete().take_part, 1)
    without = planned()
    without.add_board(0, -1, 1, lists())
    refused(without.seal, one, one, 1)
    refused(without.add_table, 0, 0, np.zeros(7, np.float32), np.zeros(0, np.float32), np.zeros(0, np.float32))
    refused(without.add_table, 0, 0, np.zeros(8, np.int16), np.zeros(0, np.uint16), np.zeros(0, np.float32))


def test_questions_that_have_no_answer() -> None:
    game, one, row = sealed(), np.ones(1, np.float32), np.ones((1, 1), np.float32)
    refused(game.root_values, 0, one[:0])
    for level, board, root, player, mode, reach, node, out in (
        (1, 0, 0, 0, MEAN, one, 0, row), (0, 1, 0, 0, MEAN, one, 0, row), (0, 0, 1, 0, MEAN, one, 0, row),
        (0, 0, 0, 2, MEAN, one, 0, row), (0, 0, 0, 0, LEARN, one, 0, row), (0, 0, 0, 0, MEAN, one[:0], 0, row),
        (0, 0, 0, 0, BEST, one, 2, row), (0, 0, 0, 0, BEST, one, 0, row[:, :0]),
        (0, 0, 0, 0, BEST, one, 1, np.ones((2, 1), np.float32)),
        (0, 0, 0, 0, BEST, one, 0, np.ones((9, 1), np.float32)),
    ):  # fmt: skip
        refused(game.values, level, board, root, player, mode, reach, node, out)
    refused(game.strategy, 0, 0, 1, np.zeros((1, 1), np.float32))
    refused(game.strategy, 0, 0, 0, np.zeros((2, 1), np.float32))
    refused(game.strategy, 0, 1, 0, np.zeros((1, 1), np.float32))
    refused(game.lock, 1, ints(0, -1), np.zeros(8, np.float32))
    refused(game.lock, 0, ints(0), np.zeros(8, np.float32))
    refused(game.lock, 0, ints(0, -1), np.zeros(7, np.float32))
    refused(game.lock, 0, ints(-1, 0), np.zeros(8, np.float32))
    refused(game.lock, 0, ints(1, -1), np.zeros(8, np.float32))
    game.lock(0, ints(0, -1), np.ones(8, np.float32))


def test_passes_and_threads_that_are_not_there() -> None:
    tree = turn_spot(oop="AA", ip="AKs").tree()
    game = Engine(tree, tree.boards, 32, 2).game
    for player, mode, passes in ((-1, LEARN, 1), (2, LEARN, 1), (0, 3, 1), (0, LEARN, 0), (0, LEARN, 1_000_000_001)):
        refused(game.begin, player, mode, passes)
    for slot in (-1, 0, 3):
        refused(game.take_part, slot)
    refused(sealed().take_part, 1)
    game.take_part(1)  # nothing has begun


def test_sizes_whose_products_do_not_fit_an_int() -> None:
    numbered = NODES.copy()
    numbered[5, 0] = 1_999_999  # 1,100 boards times this many decisions come to a negative int
    refused(Game(1, 16).add_street, 0, numbered, ints(1), ints(0), ints(), ints(0), 1100, 0.5)
    many = np.zeros((6, 3000), np.int32)
    many[0] = 3
    many[:, 0] = 0, 0, 1, 0, 0, 2999
    again = Game(1, 16)  # a street that is refused leaves no number behind
    refused(again.add_street, 0, many, ints(1), ints(0), ints(), ints(1), 1, 0.5)
    again.add_street(0, NODES.copy(), ints(1), ints(0), ints(), ints(0), 1, 0.5)
    again.add_board(0, -1, 1, lists())
    again.add_table(0, 0, np.zeros(8, np.int16), np.zeros(0, np.uint16), np.zeros(1, np.float32))
    many[:, 0] = many[:, 1]
    refused(Game(1, 16).add_street, 0, many, ints(), ints(0), ints(), ints(), 1_000_000, 0.5)
    Game(1, 16).add_street(0, many[:, :2].copy(), ints(), ints(0), ints(), ints(), 1_000_000, 0.5)
    game = sealed()
    for start in (268_435_455, 268_435_456, 300_000_000, 2**31 - 1):
        refused(game.lock, 0, ints(start, -1), np.ones(8, np.float32))


def test_tables_and_locks_come_after_all_boards() -> None:
    none, table = np.zeros(0, np.float32), np.zeros(8, np.float32)
    refused(Game(1, 32).add_table, 0, 0, none, none, none)
    refused(Game(1, 32).lock, 0, ints(), none)
    game = Game(2, 32)
    for level, boards in ((0, 1), (1, 2)):
        game.add_street(level, NODES.copy(), ints(1), ints(0), ints(), ints(0), boards, 0.5)
    game.add_board(0, -1, 1, lists())
    game.add_board(1, 0, 1, below())
    refused(game.add_table, 1, 0, table, none, none)
    refused(game.lock, 1, ints(0, -1), table)
    game.add_board(1, 0, 1, below())
    refused(game.add_table, 1, 0, table, none, none)
    refused(game.lock, 1, ints(0, -1), table)
    game.add_table(1, 0, np.zeros(16, np.float32), none, none)
    game.lock(1, ints(0, -1, -1, -1), table)


def below() -> tuple[Any, ...]:
    """The lists of a board after another one, with the same hands."""
    first, second, place = lists()[:3], lists()[5:8], np.zeros(1, np.uint16)
    return (*first, place, place, *second, place, place)


def test_plans_are_added_once() -> None:
    three = np.array([[0, 2], [1, 1], [-1, -1]], np.int32), np.ones((3, 2), np.float32)
    for game in (planned(), sealed()):
        refused(game.add_plan, 0, 0, ints(0, 2), ints(), *three, 1)


def test_what_is_refused_adds_nothing() -> None:
    none, one = np.zeros(0, np.float32), np.ones(1, np.float32)
    nodes = NODES.copy()
    game = Game(1, 32)
    refused(game.add_street, 0, nodes, ints(1), ints(0), ints(), ints(1), *STREET)
    refused(game.add_plan, 0, 0, ints(0, 0), ints(), ENDS, CHIPS, 1)
    game.add_street(0, nodes, ints(1), ints(0), ints(), ints(0), *STREET)
    refused(game.add_plan, 0, 0, ints(0, 0), ints(), ENDS, CHIPS, 2)
    game.add_plan(0, 1, ints(0, 1), ints(0), np.array([[1], [1], [-1]], np.int32), CHIPS, 1)
    game.add_board(0, -1, 1, lists())
    game.add_table(0, 0, np.zeros(8, np.float32), none, none)
    refused(game.seal, one, one, 1)
    game.add_plan(0, 0, ints(0, 0), ints(), ENDS, CHIPS, 1)
    game.seal(one, one, 1)


def test_a_board_that_is_refused_is_no_child() -> None:
    game = Game(2, 32)
    game.add_street(0, NODES.copy(), ints(1), ints(0), ints(), ints(0), 2, 0.5)
    game.add_street(1, NODES.copy(), ints(1), ints(0), ints(), ints(0), 3, 0.5)
    for _ in range(2):
        game.add_board(0, -1, 1, lists())
    for copies in (0, 2, 53, 2**31 - 1):  # two copies need more room
        refused(game.add_board, 1, 0, copies, below())
    game.add_board(1, 1, 1, below())
    game.add_board(1, 1, 1, below())
    game.add_board(1, 0, 1, below())  # the first of its parent


def test_tables_are_added_whole() -> None:
    """A node of two actions has means, too: without them there is no table at all."""
    game = Game(1, 32)
    nodes = np.array([[0, 3, 3], [0, 2, 2], [2, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]], np.int32)
    game.add_street(0, nodes, ints(1, 2), ints(0), ints(), ints(0), *STREET)
    for player in range(2):
        game.add_plan(0, player, ints(0, 0, 0), ints(0) if player else ints(), ENDS, CHIPS, 1)
    game.add_board(0, -1, 1, lists())
    none, one = np.zeros(0, np.float32), np.ones(1, np.float32)
    refused(game.add_table, 0, 0, np.zeros(16, np.float32), none, none)
    refused(game.seal, one, one, 1)


@pytest.mark.parametrize("bits", [16, 32])
def test_every_part_runs_within_its_arrays(bits: int) -> None:
    """Small games of all kinds: for the sanitizers."""
    for spot in (
        narrow_river(),
        narrow_river(river_bet="20%,50%,100%,a", river_raise="50%,100%"),
        turn_spot(oop="AA", ip="AKs"),
        turn_spot(oop="AhAd", ip="KsKc", board="2c2d2h2s"),  # one hand each, and all of them play the board
        turn_spot(oop="AsKs,QsJs", ip="Ts9s,8s7s", board="2s3s4s5s"),
        turn_spot(oop="AA", ip="AA"),  # every hand meets few others
        narrow_river(river_bet="", river_raise=""),
        Spot("AhAd,7h7d", "KsKc", "7s7c2h", 10, 30, flop_bet="a", turn_bet="a", river_bet="50%, a"),
    ):
        first, second = next(iter(spot.ranges[0]))[0]
        locks = [f"; always check; {first}{second}"]
        solution = solve(spot, iterations=5, target=None, bits=bits, threads=2, locks=locks)
        assert 0 <= solution.exploitability < 5
        assert solution.at("check").frequencies
        assert isinstance(solution.engine, Engine)
