"""Two solutions side by side: hand by hand what each of them says, and sentences where they cannot be compared."""

import json
from pathlib import Path

import pytest

from kicker.errors import KickerError
from kicker.solver import Solution, Spot, compare, solve
from tests.conftest import Run
from tests.solver_spots import narrow_river

TURN = Spot("AA,KQs,86s", "KK,TT:0.5,98s", "Ts7s2s9d", pot=100, stack=250, turn_bet="60%", river_bet="50%, a")


def checked(one: Solution, other: Solution, line: str) -> None:
    """Every number against the two nodes, each asked hand by hand."""
    found, nodes = compare(one, other, line), [each.at(line) for each in (one, other)]
    for place, node in enumerate(nodes):
        assert found.values[place] == node.values
        for player in range(2):
            plans = {plan.combo: plan for plan in node.plans(player)}
            for hand in found.hands(player):
                plan = plans[hand.combo]
                assert (hand.weights[place], hand.values[place]) == pytest.approx(
                    (plan.weight, plan.value), nan_ok=True
                )
                if player == node.player:
                    played = dict(zip(found.actions, hand.frequencies[place], strict=True))
                    own = dict(zip(node.actions, plan.frequencies, strict=True))
                    assert played == pytest.approx({action: own.get(action, 0.0) for action in found.actions})


def test_numbers_are_those_of_both_nodes() -> None:
    """The lock names suits, so that the boards of the second solution are listed in another way."""
    one, other = (solve(TURN, iterations=20, locks=locks) for locks in ([], ["check; always check; KhKd"]))
    for line in ("", "check", "bet 60", "check, check", "check, check, 3h", "bet 60, call, 3c, check"):
        checked(one, other, line)
    with pytest.raises(KickerError, match="2h2d is not in the range of player 0 on this board"):
        compare(one, other).hand("2h2d")


def test_two_sets_of_bet_sizes() -> None:
    one, other = (solve(narrow_river(river_bet=sizes), iterations=20) for sizes in ("50%", "50%, 100%"))
    checked(one, other, "")
    found = compare(one, other)
    assert [str(action) for action in found.actions] == [str(action) for action in other.root.actions]
    assert found.frequencies[0][2] == 0 < found.frequencies[1][2]
    with pytest.raises(KickerError, match="the other solution does not have this line: "):
        compare(other, one, str(other.root.actions[2]))


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"board": "Td9d6hQc3s"}, "the boards differ: Td9d6hQc2s in one solution and Td9d6hQc3s in the other"),
        ({"pot": 100}, "the pots differ: 200 in one solution and 100 in the other"),
        ({"ip": "TT"}, "the ranges of ip differ between the two solutions"),
    ],
)
def test_solutions_that_cannot_be_compared(kicker: Run, tmp_path: Path, changes: dict[str, object], says: str) -> None:
    config = {"oop": "QQ+,AKs", "ip": "TT-88,AQs", "board": "Td9d6hQc2s", "pot": 200, "stack": 900, "river_bet": "60%"}
    one, other = (solve(Spot.from_dict(each), iterations=1) for each in (config, config | changes))
    with pytest.raises(KickerError, match=says):
        compare(one, other)
    other.save(tmp_path / "other.solution")
    (tmp_path / "spot.json").write_text(json.dumps(config))
    result = kicker("solve", str(tmp_path / "spot.json"), "--compare", str(tmp_path / "other.solution"))
    assert (result.returncode, result.stderr.decode()) == (1, f"Error: {says}\n")


def test_the_command_shows_both(kicker: Run, tmp_path: Path) -> None:
    spot = Spot("QQ+,AKs", "TT-88,AQs", "Td9d6hQc2s", pot=200, stack=900, river_bet="60%")
    one, other = (solve(spot, iterations=30, locks=locks) for locks in ([], ["bet 120; always fold"]))
    one.save(tmp_path / "a")
    other.save(tmp_path / "b")
    arguments = ("solve", "--load", str(tmp_path / "a"), "--compare", str(tmp_path / "b"), "--line", "check")
    found = compare(one, other, "check")
    text = kicker(*arguments).stdout.decode()
    assert f"{found.frequencies[0][0]:10.1%} {found.frequencies[1][0]:10.1%}" in text
    shown = json.loads(kicker(*arguments, "--hand", "9h9s", "--json").stdout)["compared"]
    assert shown["frequencies"] == [pytest.approx(row, abs=1e-4) for row in found.frequencies]
    assert shown["hands"][0]["values"] == pytest.approx(found.hand("9h9s").values, abs=0.02)
