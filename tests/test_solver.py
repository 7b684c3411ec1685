"""The solver against another program, against slow twins, and against itself."""

from typing import Any

import pytest

from kicker import KickerError
from kicker.solver import Progress, Solution, solve
from tests.solver_spots import DenseRiver, narrow_river, request, spots

QUICK = ["river_fast", "river_full", "river_narrow", "river_lock_oop_partial", "turn_nodonk_rake"]
SLOW = ["turn_fast", "turn_full", "flop_fast", "flop_lock", "flop_lock_ip_vs_bet"]


def as_asked(name: str, **settings: Any) -> Solution:
    """A spot solved as its file asks for."""
    asked = request(name)
    wanted: dict[str, Any] = {"target": asked.target, "iterations": asked.iterations, "locks": asked.locks}
    return solve(asked.spot, **(wanted | settings))


@pytest.mark.parametrize("name", [*QUICK, *(pytest.param(name, marks=pytest.mark.long) for name in SLOW)])
def test_values_are_those_of_another_program(name: str) -> None:
    solution = as_asked(name)
    wanted = spots()[name]
    pot = solution.spot.pot
    assert solution.stopped == "target"
    assert solution.exploitability <= request(name).target
    assert solution.iterations < 1.5 * wanted["iterations"] + 10
    within = 2 * (wanted["exploitability"] + solution.exploitability * pot)
    assert solution.values == pytest.approx(wanted["root"]["ev"], abs=within)
    assert solution.equity == pytest.approx(wanted["root"]["equity"], abs=1e-5)
    assert solution.root.frequencies == pytest.approx(wanted["root"]["freq"], abs=0.03)
    for place, after in wanted["after"].items():
        node = solution.root.after(solution.root.actions[int(place)])
        assert node.player == after["player"]
        assert sum(node.values) == pytest.approx(sum(after["ev"]), abs=2)
    for hand, plan in wanted["root"]["hands"].items():
        found = solution.root.hand(hand)
        assert found.weight == pytest.approx(plan["weight"], rel=1e-4)
        assert found.equity == pytest.approx(plan["equity"], abs=1e-4)


@pytest.mark.parametrize("rake", [{}, {"rake_rate": 0.05, "rake_cap": 12}])
def test_a_dense_twin_finds_the_same_values_and_best_responses(rake: dict[str, float]) -> None:
    solution = solve(narrow_river(**rake), iterations=60, target=None)
    twin = DenseRiver(solution)
    for player in range(2):
        assert solution.values[player] == pytest.approx(twin.total(player, False), abs=2e-5)
        best = solution.best_response(player)
        assert best.value == pytest.approx(twin.total(player, True), abs=2e-5)
        assert best.gain == pytest.approx(best.value - solution.values[player])
    mean = sum(solution.gains) / 2
    assert solution.exploitability == pytest.approx(mean / solution.spot.pot)


def test_progress_is_told_and_ends_where_asked() -> None:
    told: list[Progress] = []
    solution = solve(narrow_river(), target=None, iterations=25, progress=told.append)
    assert (solution.stopped, solution.iterations) == ("iterations", 25)
    assert told[0].iterations == 0
    assert told[-1].iterations == 25
    assert solve(narrow_river(), seconds=1e-9, target=None).stopped == "time"
    assert solve(narrow_river(), target=0.5).iterations <= 20


def test_progress_is_measured_without_a_target_and_changes_nothing() -> None:
    told: list[Progress] = []
    start = solve(narrow_river(), target=None, iterations=20)
    solution = solve(narrow_river(), start=start, target=None, iterations=20, progress=told.append)
    at_30 = solve(narrow_river(), target=None, iterations=30)
    known = {each.iterations: each.exploitability for each in told}
    assert known[20] == start.exploitability
    assert known[30] == at_30.exploitability < start.exploitability
    quiet = solve(narrow_river(), start=start, target=None, iterations=20)
    assert (solution.values, solution.gains) == (quiet.values, quiet.gains)


@pytest.mark.parametrize(("settings", "sentence"), [
    ({"target": 0}, "target must be a number above 0"),
    ({"iterations": -1}, "iterations must be a whole number"),
    ({"threads": 0}, "threads must be a whole number from 1 to 256"),
    ({"bits": 8}, "bits must be 16 or 32, not 8"),
    ({"memory": 1000}, "solving this spot takes 0.0 MB and the limit is 0.0 MB: give fewer bet sizes"),
    ({"progress": 7}, "progress must be a function"),
    ({"start": 7}, "start must be a Solution"),
    ({"locks": ["bet 120"]}, "cannot read the lock 'bet 120'"),
    ({"locks": ["bet 7; always fold"]}, "'bet 7' is not possible here"),
    ({"locks": ["bet 120; 1,0"]}, "2 frequencies for 3 actions"),
    ({"locks": ["bet 120; 0.5,0.6"]}, "add up to 1"),
    ({"locks": ["bet 120, fold; 1"]}, "nobody acts there"),
    ({"locks": ["; always fold"]}, "'fold' is not possible here"),
    ({"locks": 7}, "locks must be a list"),
])  # fmt: skip
def test_bad_settings_are_one_sentence(settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(KickerError, match=sentence):
        solve(narrow_river(), **settings)
