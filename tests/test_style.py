"""How deals are bet, counted: by hand on a few deals, and against the figures of real players."""

import json
from collections import Counter
from pathlib import Path

import pytest

from kicker.games import CALL, CHECK, FOLD, Action, State, holdem, raise_to
from kicker.match import Match, Style, play_match, position_names, quantile
from kicker.records import read_records, replay
from kicker.table import shuffled
from tests.conftest import Run


def deal(*actions: Action | int, seats: int = 6) -> State:
    """Seat 0 has the button, seat 3 acts first; numbers are raises."""
    state, _ = holdem((50, 100)).start(shuffled(1, 1), [10_000] * seats, 0)
    for action in actions:
        state, _ = state.apply(raise_to(action) if isinstance(action, int) else action)
    assert state.over
    return state


def test_positions() -> None:
    assert position_names(2) == ("BB", "BTN")
    assert position_names(3) == ("SB", "BB", "BTN")
    assert position_names(4) == ("SB", "BB", "UTG", "BTN")
    assert position_names(9) == ("SB", "BB", "UTG", "UTG+1", "UTG+2", "UTG+3", "HJ", "CO", "BTN")
    assert all(len(set(position_names(seats))) == seats for seats in range(2, 11))


def test_a_deal_is_counted() -> None:
    style = Style()
    # UTG opens to 2.5, the button raises to 8, the others fold; 1,750 in the pot.
    style.add(deal(250, FOLD, FOLD, 800, FOLD, FOLD, CALL, CHECK, 875, 2750, CALL, CHECK, CHECK, 3625, FOLD))
    assert (style.deals, style.flops, style.reraised, style.raised_again, style.shoves) == (1, 1, 1, 0, 0)
    assert style.enters == style.raises == Counter({"UTG": 1, "BTN": 1})
    assert style.opens == Counter({2.5: 1})
    assert style.reraises == Counter({3.2: 1})
    assert style.bets == {
        "flop bet": Counter({0.5: 1}),
        "flop raise": Counter({round(1875 / 3500, 3): 1}),
        "river bet": Counter({0.5: 1}),
    }
    style.add(deal(CALL, FOLD, FOLD, FOLD, CALL, 9_000, FOLD, FOLD))
    assert style.shoves == 1
    assert style.entered("SB").times == 1
    assert style.raised("BB") == (1, 2)
    assert style.entered().share == pytest.approx(5 / 12)


def test_quantiles() -> None:
    sizes = Counter({0.5: 5, 1.0: 4, 2.0: 1})
    assert [quantile(sizes, part) for part in (0, 0.4, 0.5, 0.89, 0.9, 1)] == [0.5, 0.5, 1.0, 1.0, 2.0, 2.0]
    assert quantile(Counter(), 0.5) is None


def test_sessions_add_up_on_any_number_of_workers() -> None:
    match = Match(["random", "maniac", "caller"], seed=3, session_hands=30)
    one, two = (play_match(match, 120, workers=workers, style=True).style for workers in (1, 2))
    assert one == two
    assert one.deals == 120
    assert not play_match(match, 30).style.deals


def test_the_figures_of_players_come_out_again(outside_data: Path) -> None:
    """The same count of a part of the hands: the shares are near those of all of them."""
    figures = json.loads((outside_data / "derived" / "human-style.json").read_text())
    humans = next(value for key, value in figures.items() if key.startswith("pluribus"))
    style = Style()
    for path in sorted((outside_data / "phh" / "pluribus").rglob("*.phh")):
        for record in read_records(path):
            style.add(replay(record).final)
    found = style.as_dict()
    assert set(found) == set(humans)
    assert style.deals > 400
    for name, (entered, raised) in humans["vpip_pfr_by_position"].items():
        assert 100 * style.entered(name).share == pytest.approx(entered, abs=5)
        assert 100 * style.raised(name).share == pytest.approx(raised, abs=5)
    assert found["open size bb p10 p50 p90 p99"] == humans["open size bb p10 p50 p90 p99"]
    assert found["flops seen %"] == pytest.approx(humans["flops seen %"], abs=5)
    assert found["preflop raises of 90%+ of the stack per hand %"] == pytest.approx(0.82, abs=0.3)
    assert quantile(style.bets["flop bet"], 0.5) == 0.5


def test_the_command_prints_a_table_or_json(kicker: Run) -> None:
    command = [
        "match",
        "caller",
        "maniac",
        "--hands",
        "40",
        "--session",
        "20",
        "--seed",
        "1",
        "--workers",
        "1",
        "--style",
    ]
    shown = kicker(*command).stdout.decode()
    assert "enters the pot, all  " in shown
    assert "hands that see a flop" in shown
    record = json.loads(kicker(*command, "--json").stdout)
    assert record["style"]["hands"] == 40
    assert record["style"]["all"] == [100.0, 50.0]
    assert "style" not in json.loads(kicker(*command[:-1], "--json").stdout)
