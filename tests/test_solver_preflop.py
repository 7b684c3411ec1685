"""Betting before the flop: exact where nobody sees a flop, and factors that reproduce the solver's results."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
import pytest

from kicker.cards import Card
from kicker.errors import KickerError
from kicker.pushfold import push_or_fold
from kicker.solver import Spot, before_flop, played_flops
from kicker.solver.before_flop import FlopProgress, PreflopGame, PreflopSolution, PreflopSpot, solve_preflop
from kicker.solver.flops import WeightedFlop
from kicker.solver.played_flops import PlayedFlops, TimeLeft, flop_seconds, runouts
from kicker.ui.preflop import said
from tests.conftest import Run

FLOPS = [WeightedFlop(tuple(Card(card) for card in flop.split()), weight)
         for flop, weight in (("Qs Jh 2h", 2), ("8c 8d 3c", 1))]  # fmt: skip


@pytest.mark.parametrize(("stack", "ante"), [(10.0, 0.0), (5.0, 0.125)])
def test_shove_or_fold_is_that_of_the_charts(stack: float, ante: float) -> None:
    spot = PreflopSpot(round(1000 * stack), 1000, round(1000 * ante), limp=False, raises=("a",))
    game = PreflopGame(spot)
    assert [str(leaf) for leaf in game.leaves] == ["fold", "all in, fold", "all in, call"]
    game.solve(1500)
    assert game.exploitability() / 1000 < 1e-4
    assert game.value() / 1000 == pytest.approx(push_or_fold(stack, ante).value, abs=1e-4)


def test_a_tree_with_limps_and_raises() -> None:
    game = PreflopGame(PreflopSpot(2000, raises=("2.5x", "a")))
    lines = {", ".join(node.line): node.actions for node in game.decisions}
    assert lines[""] == ("fold", "limp", "raise 250")
    assert lines["limp"] == ("check", "raise 250")
    assert lines["raise 250"] == ("fold", "call", "all in")
    assert lines["raise 250, all in"] == ("fold", "call")
    flops = {str(leaf): leaf.paid for leaf in game.leaves if leaf.kind == "flop"}
    assert flops == {"limp, check": (100, 100), "limp, raise 250, call": (250, 250), "raise 250, call": (250, 250)}
    game.solve(300)
    assert game.exploitability() < 1
    reaches = game.reaches()
    pairs = sum(game_share(reach) for reach in reaches.values())
    assert pairs == pytest.approx(1)


def game_share(reach: tuple[np.ndarray, np.ndarray]) -> float:
    from kicker.solver.before_flop import _seen

    return _seen(reach)


def test_factors_give_what_was_found() -> None:
    game = PreflopGame(PreflopSpot(2000, raises=("2.5x", "a")))
    game.solve(50)
    leaf = next(leaf for leaf in game.leaves if str(leaf) == "raise 250, call")
    reach = game.reaches()[leaf]
    dice = np.random.default_rng(5)
    factors = (dice.uniform(0.8, 1.2, 169), dice.uniform(0.8, 1.2, 169))
    game.factors[leaf] = factors
    wanted = game.leaf_values(leaf, reach)
    game.factors[leaf] = (np.ones(169), np.ones(169))
    game.fit(leaf, reach, wanted)
    for given, want in zip(game.leaf_values(leaf, reach), wanted, strict=True):
        np.testing.assert_allclose(given, want, atol=2e-3)


def test_flops_are_played_and_the_error_is_told() -> None:
    """Without betting after the flop the solver finds the equities on these flops, and the factors follow them."""
    spot = PreflopSpot(2000, raises=("a",), postflop=())
    solution = solve_preflop(spot, flops=FLOPS, rounds=1, iterations=200)
    assert len(solution.values) == 2
    assert solution.exploitability < 1
    assert [str(check.leaf) for check in solution.checks] == ["limp, check"]
    check = solution.checks[0]
    assert 0 < check.share < 1
    assert 0.3 < check.found < 0.7
    assert check.error < 0.02
    assert 0 <= solution.error < 0.02 * 200


@pytest.mark.parametrize(
    ("fields", "says"),
    [({"stack": 50}, "stack must be"), ({"stack": 1000, "raises": ("7q",)}, "is not a bet size")],
)
def test_spots_that_cannot_be(fields: dict[str, object], says: str) -> None:
    with pytest.raises(KickerError, match=says):
        PreflopSpot(**fields)  # type: ignore[arg-type]


def test_a_stopped_run_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played = []
    targets = []

    def play(
        config: dict[str, Any], cards: object, weight: int, target: float, *settings: object
    ) -> tuple[np.ndarray, np.ndarray]:
        """Hands win a share of the pot that depends on the question."""
        played.append((config, cards))
        targets.append(target)
        dice = np.random.default_rng(crc32(repr((config, cards)).encode()))
        weights = np.ones(169)
        button, blind = (np.array([weights, dice.uniform(0.3, 0.7, 169)]) for _ in range(2))
        return button, blind

    monkeypatch.setattr(before_flop, "_play_flop", play)
    spot, keep = PreflopSpot(2000, raises=("a",), postflop=()), tmp_path / "flops.jsonl"

    def run(keep: Path | None, progress: Callable[[FlopProgress], object] | None = None) -> PreflopSolution:
        played.clear()
        return solve_preflop(spot, flops=FLOPS, rounds=2, iterations=60, keep=keep, progress=progress)

    def stop(news: FlopProgress) -> None:
        assert news.total == 6
        if news.done == 3:
            assert news.word == "round 2"
            raise KeyboardInterrupt

    whole = run(None)
    assert len(played) == 6  # two rounds and the check
    assert targets == [0.03] * 2 + [0.01] * 4
    with pytest.raises(KeyboardInterrupt):
        run(keep, stop)
    with keep.open("a") as stream:
        stream.write('{"flop": "half a li')  # as after a crash
    assert len(PlayedFlops(keep)) == 3
    for missing in (3, 0):
        again = run(keep)
        assert (again.values, again.checks) == (whole.values, whole.checks)
        assert len(played) == missing
    for other in ("board,weight\n", "hello", '{"pot": 20}', "[" * 100_000 + "\n"):
        keep.write_text(other)
        with pytest.raises(KickerError, match="is not a file of played flops that kicker wrote; choose another --keep"):
            run(keep)
        assert keep.read_text() == other


def test_a_flop_that_is_listed_twice_is_played_once(monkeypatch: pytest.MonkeyPatch) -> None:
    boards = []

    def play(config: object, cards: object, *settings: object) -> tuple[np.ndarray, np.ndarray]:
        boards.append(cards)
        share = 0.4 if cards == FLOPS[0].cards else 0.6
        return (found := np.array([np.ones(169), np.full(169, share)])), found

    monkeypatch.setattr(before_flop, "_play_flop", play)
    spot = PreflopSpot(2000, raises=("a",), postflop=())
    split = [FLOPS[0]._replace(weight=1), FLOPS[0]._replace(weight=1), FLOPS[1]]
    once, twice = (solve_preflop(spot, flops=flops, rounds=1, iterations=60) for flops in (FLOPS, split))
    assert twice.values == pytest.approx(once.values)
    assert len(boards) == 8  # a round and the check, two flops each


def test_the_command_line(kicker: Run) -> None:
    found = json.loads(kicker("preflop", "10", "--no-limp", "--raise", "a", "--rounds", "0", "--json").stdout)
    assert found["value"] == pytest.approx(push_or_fold(10).value, abs=1e-3)
    assert found["decisions"][0]["actions"] == ["fold", "all in"]
    assert found["decisions"][0]["frequencies"]["AA"] == [0.0, 1.0]
    shown = kicker("preflop", "10", "--no-limp", "--raise", "a", "--rounds", "0").stdout.decode()
    assert "start: button acts" in shown
    assert "mean error 0.0000 bb per hand" in shown
    assert b"is not a bet size" in kicker("preflop", "10", "--raise", "7q").stderr


def test_raises_are_said_as_multiples() -> None:
    spot = PreflopSpot(2000, ante=10)
    assert said(("limp", "raise 260", "raise 760", "all in"), spot) == ["limp", "raise 2.5x", "raise 3x", "all in"]
    assert said(("raise 260",), spot, chips=True) == ["raise 2.5x (2.5 bb)"]


def test_runouts_are_counted_as_the_solver_lists_them() -> None:
    for text in ("As7h6h", "AsAh2d", "Ks8h3d", "Jc7c2c", "5s5h5d"):
        cards = tuple(map(Card, (text[:2], text[2:4], text[4:])))
        spot = Spot("99", "TT", cards, 100, 200)
        assert runouts(cards) == len(spot.tree().boards.levels[2])


def test_the_time_left_goes_by_what_flops_have_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(played_flops, "monotonic", lambda: now[0])
    left = TimeLeft(30.0, 2)
    assert left.seconds == 15
    left.count(10.0, solved=False)  # it was in the file
    assert left.seconds == 10
    now[0] += 20
    left.count(10.0, solved=True)  # it was to take five seconds of both processes
    assert left.seconds == 20
    left.count(10.0, solved=True)
    assert left.seconds == 0


def test_more_hands_rivers_and_exactness_take_longer() -> None:
    config = dict(PreflopSpot(2000).postflop) | {"pot": 200, "stack": 1900, "oop": "22+", "ip": "22+,A2s+"}
    flop = tuple(map(Card, ("As", "7h", "6h")))
    base = flop_seconds(config, flop, 0.01, 200)
    assert base < flop_seconds(config | {"oop": "22+,K2s+"}, flop, 0.01, 200)
    assert base < flop_seconds(config, tuple(map(Card, ("As", "7h", "6d"))), 0.01, 200)
    assert base < flop_seconds(config | {"river_bet": "33%, 66%"}, flop, 0.01, 200)
    assert flop_seconds(config, flop, 0.03, 200) == pytest.approx(0.75 * base)
    assert flop_seconds(config, flop, 0.01, 10) == pytest.approx(base / 4)
