"""Best responses that can be walked, strategies that are fixed by hand, and what `kicker solve` shows of both."""

import json
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from kicker.errors import KickerError
from kicker.solver import ResponseNode, Solution, Spot, load_solution, solve
from tests.conftest import Run

RIVER = {
    "oop": "QQ+,AKs,76s:0.5", "ip": "TT-88,AQs,KJs", "board": "Td9d6hQc2s", "pot": 200, "stack": 900,
    "river_bet": "60%, a", "river_raise": "2.5x",
}  # fmt: skip
TURN = RIVER | {"board": "Td9d6hQc", "turn_bet": "50%", "turn_raise": "a"}


@pytest.fixture(scope="module")
def turn() -> Solution:
    return solve(Spot.from_dict(TURN), iterations=60)


@pytest.mark.parametrize("player", [0, 1])
def test_walking_a_best_response_gives_its_value(turn: Solution, player: int) -> None:
    """At every node the value is that of the best action, or the mean over the other one's actions and the cards."""
    response = turn.best_response(player)
    assert response.root.values[player] == pytest.approx(response.value, rel=1e-5)
    assert response.gain == pytest.approx(response.root.gain, abs=1e-4)
    walked = 0
    for line in ("", "check", "bet 100, call", "check, check", "check, check, 5c", "check, bet 100"):
        node = response.at(line)
        if not node.weights(player).sum():
            continue  # the response never comes here
        walked += 1
        steps = node.actions or node.next_cards
        below = [node.after(step) for step in steps]
        weights = [child.weights(player).sum() for child in below]
        taken = [i for i, weight in enumerate(weights) if weight > 0]
        mean = np.average([_net(below[i], player) for i in taken], weights=[weights[i] for i in taken])
        assert _net(node, player) == pytest.approx(mean, abs=0.02), line
    assert walked >= 4


def _net(node: ResponseNode, player: int) -> float:
    """A player's winnings, less the chips put in since the start."""
    return node.values[player] - node.tree_node.earlier - node.tree_node.put_in[player]


def test_no_pure_answer_on_a_river_is_better() -> None:
    """Every hand tries every action at the root against the other one's strategy: none beats the response."""
    solution = solve(Spot.from_dict(RIVER), iterations=30)
    root = solution.best_response(0).root
    best = root.hand_values(0)
    tried = [solution.playing([f"; {','.join('1' if i == place else '0' for i in range(3))}"]) for place in range(3)]
    values = np.array([each.best_response(0).root.hand_values(0, best=False) for each in tried])
    assert (values <= best + 1e-3).all()
    assert root.hand_gains().min() > -1e-3


def test_a_fixed_strategy_loses_what_solving_against_it_says(turn: Solution) -> None:
    rule = "ip; always check, call"
    fixed = turn.playing([rule])
    assert fixed.stopped == "fixed"
    locked = solve(turn.spot, locks=[rule], iterations=200)
    best = locked.values[0] + locked.gains[0]
    assert fixed.best_response(0).value == pytest.approx(best, abs=0.05)
    for line in ("check", "bet 100", "check, bet 100, call, 5c, check", "check, check, 5c, bet 120"):
        node = fixed.at(line)
        if node.player == 1:
            place = node.tree_node.place_of("call" if node.tree_node.bets else "check")
            assert (node.strategy[place] > 0.9999).all()


def test_only_what_is_named_changes(turn: Solution) -> None:
    fixed = turn.playing(["check; always check; TsTh", "bet 100; fold 0.5, call 0.5"])
    assert fixed.at("check").hand("TsTh").frequencies[0] == 1
    np.testing.assert_allclose(fixed.at("bet 100").strategy[0], 0.5, atol=1e-4)
    np.testing.assert_allclose(fixed.root.strategy, turn.root.strategy, atol=1e-4)
    other = [combo for combo in turn.at("check").hands(1) if {str(card) for card in combo} != {"Ts", "Th"}]
    for combo in other[::7]:
        assert fixed.at("check").hand(combo).frequencies == pytest.approx(
            turn.at("check").hand(combo).frequencies, abs=1e-4
        )
    assert sum(fixed.values) == pytest.approx(200)


def test_responses_honour_locks_and_fixing_frees_them() -> None:
    solution = solve(Spot.from_dict(RIVER), iterations=30, locks=["; always check; AA", "check; always check"])
    response = solution.best_response(0)
    assert response.root.hand("AsAh").frequencies == (1, 0, 0)
    assert solution.best_response(1).at("check").frequencies[0] == 1
    free = solution.playing(["; always bet 120; AsAh"])
    assert free.root.hand("AsAh").frequencies[1] == 1
    assert free.root.hand("AsAd").frequencies[0] == 1


def test_a_strategy_of_ones_own_can_be_kept(turn: Solution, tmp_path: Path) -> None:
    fixed = turn.playing(["oop; always check, fold"])
    fixed.save(tmp_path / "mine")
    assert load_solution(tmp_path / "mine").best_response(1).value == pytest.approx(fixed.best_response(1).value)
    again = solve(turn.spot, start=load_solution(tmp_path / "mine"), iterations=60)
    assert again.values == pytest.approx(turn.values, abs=1e-6)


@pytest.mark.parametrize(
    ("rule", "says"),
    [
        ("ip; always fold", "'fold' is not possible here"),
        ("check, jump; always fold", "jump"),
        ("ip; 0.5, 0.5", "frequencies for"),
    ],
)
def test_rules_that_do_not_fit(turn: Solution, rule: str, says: str) -> None:
    with pytest.raises(KickerError, match=says):
        turn.playing([rule])


def test_runouts_average_to_the_node(turn: Solution) -> None:
    node = turn.at("check, check")
    runouts = node.runouts()
    assert len(runouts) == 48
    weights = [node.after(each.card).weights(0).sum() for each in runouts]
    for player, kind in product(range(2), ("values", "equity")):
        mean = np.average([getattr(each, kind)[player] for each in runouts], weights=weights)
        assert mean == pytest.approx(getattr(node, kind)[player], rel=1e-3)
    assert sum(runouts[0].frequencies) == pytest.approx(1)
    assert turn.root.runouts() == []


# --- the command line ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def saved(turn: Solution, tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("solutions") / "turn.solution"
    turn.save(path)
    return str(path)


def test_the_command_line_tells_what_a_habit_costs(kicker: Run, saved: str, turn: Solution) -> None:
    fixed = turn.playing(["ip; always check, call"])
    command = ("solve", "--load", saved, "--fix", "ip; always check, call", "--response", "oop", "--hand", "QsQh")
    found = json.loads(kicker(*command, "--json").stdout)
    response = fixed.best_response(0)
    assert found["response"]["value"] == pytest.approx(response.value, abs=0.01)
    assert found["fixed"]["losses"][1] == pytest.approx(response.value - turn.values[0], abs=0.01)
    assert found["hands"][0]["gain"] >= 0
    shown = kicker(*command).stdout.decode()
    assert "as fixed, in position can lose" in shown
    assert "as fixed, out of position" not in shown
    assert "best response out of position" in shown


def test_a_node_is_shown_as_a_grid_and_a_table(kicker: Run, saved: str) -> None:
    lines = kicker("solve", "--load", saved).stdout.decode().splitlines()
    assert max(map(len, lines)) <= 80
    assert sum(line.startswith("  ") and line.count(".") > 8 for line in lines) >= 8
    cards = kicker("solve", "--load", saved, "--line", "check, check").stdout.decode()
    assert "5c  value" in cards


def test_what_never_happens_is_null(kicker: Run, saved: str) -> None:
    result = kicker("solve", "--load", saved, "--fix", "; always check", "--line", "bet 100", "--json")
    text = result.stdout.decode()
    assert "NaN" not in text
    assert json.loads(text)["node"]["values"][1] is None


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--load", "FILE", "--pot", "20"), "--load has a spot already: leave out --pot"),
        (("--load", "FILE", "--fix", "ip; always fold"), "is not possible here"),
        (("--load", "FILE", "--response", "both"), "'both' is not one of"),
        (("SPOT", "--line", "check, jump", "--seconds", "1e9", "--target", "1e-9"), "jump"),
        (("SPOT", "--hand", "KsKs", "--seconds", "1e9", "--target", "1e-9"), "two different cards"),
        (("SPOT", "--save", "/no/such/folder/x", "--target", "1e-9"), "there is no folder"),
        (("SPOT", "--memory", "nan"), "--memory must be a number above 0"),
        (("SPOT", "--memory", "-1"), "--memory must be a number above 0"),
    ],
)
def test_what_does_not_fit_is_said_before_solving(
    kicker: Run, saved: str, tmp_path: Path, arguments: tuple[str, ...], says: str
) -> None:
    spot = tmp_path / "spot.json"
    spot.write_text(json.dumps(TURN | {"maxit": 10**9}))
    given = [{"FILE": saved, "SPOT": str(spot)}.get(word, word) for word in arguments]
    result = kicker("solve", *given)
    assert result.returncode != 0
    assert says in result.stderr.decode()
    assert "Traceback" not in result.stderr.decode()
