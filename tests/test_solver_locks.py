"""Locks that cannot be meant: each is refused with a sentence, wherever locks are given."""

import json
from pathlib import Path
from typing import Any

import pytest

from kicker import Card, KickerError, Range
from kicker.solver import Lock, Request, Spot, solve
from kicker.solver.flops import WeightedFlop
from kicker.solver.locks import check_locks, locked_boards, read_locks, replaced
from kicker.solver.reports import BoardResult, solve_boards
from tests.conftest import Run
from tests.solver_spots import narrow_river

RIVER: dict[str, Any] = {
    "oop": "QQ+,AKs", "ip": "TT-88,AQs", "board": "Td9d6hQc2s", "pot": 200, "stack": 900,
    "river_bet": "60%", "river_raise": "2.5x",
}  # fmt: skip
TURN = RIVER | {"board": "Td9d6hQc"}
SHORT: dict[str, Any] = {
    "oop": "top 60%", "ip": "top 60%", "board": "Tc9d6hQs8c", "pot": 200, "stack": 900, "river_bet": "60%",
    "order": "short-deck",
}  # fmt: skip

REFUSED: list[tuple[str, object, str]] = [
    # hands that the player does not hold
    ("river", ["bet 120; always fold; 72o"], "the lock 'bet 120; always fold; 72o': ip holds none of these hands after "
     "'bet 120'; name some of 'TT-88,AQs'"),
    ("river", ["; always check; TT"], "the lock '; always check; TT': oop holds none of these hands at the start"),
    ("river", ["ip; always check, call; KK"], "the lock 'ip; always check, call; KK': ip holds none of these hands"),
    ("river", ["bet 120; always fold; TdTh"], "ip holds none of these hands"),  # the board has the ten of diamonds
    ("turn", ["check, check, As; always check; AsKs"], "oop holds none of these hands after 'check, check, As'"),
    # frequencies
    ("river", ["bet 120; 0.5, 0.6, 0.1"], "add up to 1, and these add up to 1.2"),
    ("river", ["bet 120; -0.5, 1.5, 0"], "numbers from 0 to 1"),
    ("river", ["bet 120; nan, 1, 0"], "numbers from 0 to 1"),
    ("river", ["bet 120; inf, 0, 0"], "numbers from 0 to 1"),
    ("river", ["bet 120; fold 0.5, fold 0.5, call 0.5"], "'fold' is there twice"),
    ("river", ["bet 120; fold 1, fold 1"], "'fold' is there twice"),
    ("river", ["check; bet 60% 0.5, bet 120 0.5"], "'bet 60%' is there twice"),
    ("river", ["bet 120; "], "cannot read the frequencies ''"),
    # actions that the node does not have
    ("river", ["bet 120; always check"], "'check' is not possible here; choose from fold, call"),
    ("river", ["bet 120; check 0.5, call 0.5"], "'check' is not possible here; choose from fold, call"),
    ("river", ["bet 120; always foldd, call"], "'foldd' is not an action"),
    ("river", ["bet 120; always raise 7x, call"], "'raise 7x' is never possible there"),
    ("river", ["ip; always bet 7, check, call"], "'bet 7' is never possible there"),
    ("river", ["ip; 0.5, 0.5"], "2 frequencies for 3 actions"),
    # nodes that are none
    ("river", ["check, check; always check"], "nobody acts there"),
    ("river", ["check, bet 120, fold; always check"], "nobody acts there"),
    ("turn", ["check, check, As, check, check; always check"], "nobody acts there"),
    ("river", ["bet 121; always fold"], "'bet 121' is not possible here; choose from check, bet 60% (120)"),
    ("river", ["7; always fold"], "'7' is not possible here"),
    ("river", ["check, 5d; always fold"], "'5d' is not possible here"),
    ("turn", ["check, check, Td; always check"], "Td is on the board already"),
    # contradictions
    ("river", ["bet 120; always fold", "bet 120; always call"], "the locks 'bet 120; always fold' and 'bet 120; always "
     "call' contradict each other"),
    ("river", ["bet 120; always fold; TT,99", "bet 120; always call; 99,88"], "contradict each other"),
    ("river", ["bet 120; always fold; TT", "bet 120; always call"], "contradict each other"),  # the wider one is later
    ("river", ["ip; always fold, check", "ip; always call, check"], "contradict each other"),
    ("turn", ["check, check; always check", "check, check; always bet 120"], "contradict each other"),
    ("turn", ["check, check, As; always check", "check, check; always bet 120"], "contradict each other"),
    # wrong types
    ("river", ["bet 120"], "cannot read the lock 'bet 120'"),
    ("river", [7], "lock must be a Lock, not 7"),
    ("river", "bet 120; always fold", "locks must be a list"),
    ("river", {"bet 120": "always fold"}, "cannot read the lock 'bet 120'"),
]  # fmt: skip


@pytest.mark.parametrize(("street", "locks", "sentence"), REFUSED)
def test_a_lock_that_cannot_be_meant_is_refused(street: str, locks: Any, sentence: str) -> None:
    spot = Spot.from_dict(RIVER if street == "river" else TURN | {"turn_bet": "60%", "river_bet": "60%"})
    with pytest.raises(KickerError) as refusal:
        solve(spot, locks=locks, iterations=1)
    assert sentence in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("plan", [
    [True, False, False], ["0.5", "0.5", "0"], [0.5, None, 0.5], [float("nan"), 1, 0], [10**400, 0, 0], [], 7, None,
    {"fold": True}, {"fold": "1"},
])  # fmt: skip
def test_frequencies_of_other_types_are_refused(plan: Any) -> None:
    with pytest.raises(KickerError, match="frequencies must be"):
        Lock("bet 120", plan)


@pytest.mark.parametrize(("given", "sentence"), [
    (7, "lock must be a list"),
    ({"bet 120": "always fold"}, "lock must be text"),
    ([["bet 120", "always fold"]], "lock must be text"),
    ([None], "lock must be text, not None"),
    (True, "lock must be a list"),
])  # fmt: skip
def test_locks_of_a_file_are_texts(given: object, sentence: str) -> None:
    if isinstance(given, dict):
        given = [given]
    with pytest.raises(KickerError, match=sentence):
        Request.from_dict(RIVER | {"lock": given})


def test_exceptions_from_a_wider_lock_are_kept() -> None:
    locks = ["ip; always check, call", "bet 120; always fold; TT,99", "bet 120; always call; 99"]
    fixed = solve(Spot.from_dict(RIVER), iterations=0, target=None, locks=locks)
    at = fixed.at("bet 120")
    for hand, frequencies in (("TcTs", (1, 0, 0)), ("9c9s", (0, 1, 0)), ("8c8s", (0, 1, 0))):
        assert at.hand(hand).frequencies == pytest.approx(frequencies)
    assert fixed.at("check").hand("TcTs").frequencies == pytest.approx((1, 0))


def test_locks_that_agree_or_that_do_not_meet_are_kept() -> None:
    tree = Spot.from_dict(TURN | {"turn_bet": "60%"}).tree()
    for given in (
        ["; always check", "; always check; AA"],
        ["; always check; AA", "; always bet 120; KK"],
        ["check, check, As; always check", "check, check, Ah; always bet 60%"],
        ["; 0.333333, 0.666666"],  # rounded
    ):
        locks = read_locks(given, tree.spot)
        check_locks(tree, locked_boards(tree, locks), locks)


def test_a_new_lock_replaces_the_one_of_the_same_node_and_hands() -> None:
    first, second, other = (Lock.parse(text) for text in ("; always check", "; always bet 120", "; always check; AA"))
    assert replaced([first, other], [second]) == [other, second]


def test_percentages_go_by_the_order_of_the_deck() -> None:
    spot = Spot.from_dict(SHORT)
    wanted = Range("top 10%", spot.deck)
    assert wanted != Range("top 10%")
    assert read_locks(["; always check; top 10%"], spot)[0].hands == wanted
    assert Request.from_dict(SHORT | {"lock": "; always check; top 10%"}).locks[0].hands == wanted
    solution = solve(spot, iterations=1, target=None, locks=["; always check; top 10%"])
    assert solution.locks[0].hands == wanted
    assert Lock("", "always check", "top 10%", spot.deck).hands == wanted
    with pytest.raises(KickerError, match="oop holds none of these hands at the start"):
        solve(spot, locks=["; always check; 55"])


def test_fixed_nodes_are_checked_like_locks() -> None:
    solution = solve(narrow_river(), iterations=1, target=None)
    with pytest.raises(KickerError, match="holds none of these hands"):
        solution.playing(["; always check; 32o"])
    with pytest.raises(KickerError, match="contradict each other"):
        solution.playing(["; always check", "; always bet 120"])


@pytest.mark.parametrize("options", [["--lock"], ["--fix"], ["--tree", "--lock"]])
def test_the_command_refuses_them_before_it_solves(kicker: Run, tmp_path: Path, options: list[str]) -> None:
    path = tmp_path / "spot.json"
    path.write_text(json.dumps(RIVER))
    done = kicker("solve", str(path), "--iterations", "1", *options, "bet 120; always fold; 72o")
    assert done.returncode == 1
    assert "ip holds none of these hands after 'bet 120'" in done.stderr.decode()
    assert "Traceback" not in done.stderr.decode()
    assert not done.stdout


def test_a_lock_replaces_that_of_a_saved_solution(kicker: Run, tmp_path: Path) -> None:
    path = str(tmp_path / "river.solution")
    solve(Spot.from_dict(RIVER), iterations=1, target=None, locks=["bet 120; always fold"]).save(path)
    words = ["--iterations", "1", "--lock", "bet 120; always call", "--line", "bet 120", "--json"]
    done = kicker("solve", "--load", path, *words)
    assert json.loads(done.stdout)["node"]["frequencies"] == pytest.approx([0, 1, 0])


def test_a_report_leaves_out_locks_that_a_board_blocks() -> None:
    """It refuses those that no board allows."""
    config = RIVER | {"ip": "KhKs,TT-88,AQs", "target": 0.01, "maxit": 1}
    boards = [WeightedFlop(tuple(map(Card, cards)), 1) for cards in (["Td", "9d", "6h", "Qc", "2s"],
                                                                    ["Td", "9d", "6h", "Qc", "Kh"])]  # fmt: skip
    found = list(solve_boards(Request.from_dict(config | {"lock": "bet 120; always fold; KK"}), boards))
    assert [isinstance(result, BoardResult) for result in found] == [True, True]
    with pytest.raises(KickerError, match="holds none of these hands"):
        list(solve_boards(Request.from_dict(config | {"lock": "bet 120; always fold; 72o"}), boards))
