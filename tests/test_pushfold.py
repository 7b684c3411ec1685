"""Shove or fold: known values, that nobody can do better, and best answers."""

import pytest

from kicker.combos import CLASSES
from kicker.errors import KickerError
from kicker.preflop import BOARDS, against
from kicker.pushfold import best_call, best_push, push_or_fold
from kicker.ranges import Range


@pytest.mark.parametrize(
    ("stack", "value"),
    [(5, 0.056200670), (8, -0.004137472), (10, -0.045370753), (15, -0.127226999), (20, -0.183189717)],
)
def test_known_values(stack: float, value: float) -> None:
    chart = push_or_fold(stack)
    assert chart.value == pytest.approx(value, abs=1e-9)
    assert chart.exploitability <= 1e-6


def test_ten_big_blinds() -> None:
    chart = push_or_fold(10)
    assert chart.push.share == pytest.approx(0.58284, abs=5e-6)
    assert chart.call.share == pytest.approx(0.37376, abs=5e-6)
    assert chart.push["AsAh"] == chart.call["AsAh"] == 1
    assert chart.push["7h2c"] == chart.call["7h2c"] == 0


@pytest.mark.parametrize(
    ("stack", "ante"),
    [
        (1, 0),
        (15.5, 0.125),
        (64.1, 0.1),
        (1.5, 0),
        (2, 0.25),
        (3.3, 0.1),
        (7, 0),
        (10, 0.1),
        (25, 1),
        (60, 0),
        (300, 0),
    ],
)
def test_nobody_can_do_better(stack: float, ante: float) -> None:
    """The best answers, worked out over all 1,326 combinations and not by classes, win what the chart says."""
    chart = push_or_fold(stack, ante)
    assert chart.exploitability <= 1e-6
    assert best_push(stack, chart.call, ante)[1] == pytest.approx(chart.value, abs=1e-6)
    assert best_call(stack, chart.push, ante)[1] == pytest.approx(chart.value, abs=1e-6)


@pytest.mark.parametrize(("stack", "ante", "dead"), [(8, 0, 1), (10, 0.1, 0.4), (3, 0.2, 1.6)])
def test_dead_money_goes_to_whoever_wins(stack: float, ante: float, dead: float) -> None:
    """Both answer as well as they can, checked hand by hand on the table of match-ups."""
    chart = push_or_fold(stack, ante, dead)
    assert chart.exploitability <= 1e-6
    gains = dict.fromkeys(("22", "AKs", "72o", "J8s"), 0.0)
    for name in gains:
        hand = Range(name)
        combo = next(place for place, weight in enumerate(hand.weights) if weight)
        won, tied, met = against(chart.call.weights)[combo]
        share = (won + tied / 2) / met
        called = met / BOARDS / 1225
        gain = (1 - called) * (1.5 + 2 * ante + dead) + called * (share * (2 * stack + dead) - stack + 0.5 + ante)
        weight = chart.push.class_weights()[name]
        assert gain > -1e-6 if weight == 1 else gain < 1e-6 if weight == 0 else gain == pytest.approx(0, abs=1e-4)
    assert chart.push.share > push_or_fold(stack, ante).push.share


def test_suits_are_played_alike() -> None:
    weights = push_or_fold(10).push.class_weights()
    assert set(weights) == set(CLASSES)
    assert [name for name, weight in weights.items() if 0 < weight < 1] == ["43s"]


def test_answers_to_simple_opponents() -> None:
    everything, nothing = Range("random"), Range()
    push, value = best_push(10, nothing)
    assert push == everything
    assert value == pytest.approx(1.0)  # who never calls loses his blind every time
    call, value = best_call(10, nothing)
    assert call == nothing
    assert value == pytest.approx(-0.5)  # who never shoves loses his
    call, _ = best_call(10, everything)
    assert call["AsAh"] == 1
    assert Range("22+,A2+") & call == Range("22+,A2+")
    push, _ = best_push(10, everything)
    assert push["7h2c"] == 0
    assert best_push(10, Range("AA"))[0] == everything


@pytest.mark.parametrize(
    ("stack", "ante", "says"),
    [
        (0, 0, "the stack must cover the big blind, not 0 bb"),
        (0.5, 0, "the stack must cover the big blind, not 0.5 bb"),
        (-3, 0, "must cover"),
        (1, 0.5, "the stack must cover the big blind and the ante, 1.5 bb, not 1 bb"),
        (10, -1, "the ante must be 0 or more, not -1"),
        (float("nan"), 0, "the stack must be a number of big blinds, not nan"),
        (float("inf"), 0, "the stack must be at most 1,000,000 big blinds"),
    ],
)
def test_stacks_that_cannot_play(stack: float, ante: float, says: str) -> None:
    with pytest.raises(KickerError, match=says):
        push_or_fold(stack, ante)
    with pytest.raises(KickerError, match=says):
        best_push(stack, Range("AA"), ante)


def test_stacks_are_numbers_and_ranges_may_be_text() -> None:
    for wrong in ("10", None, 10**400, 1e308):
        with pytest.raises(KickerError, match="must be"):
            push_or_fold(wrong)  # type: ignore[arg-type]
    assert best_push(10, "AA") == best_push(10, Range("AA"))
    assert best_call(10, "AA") == best_call(10, Range("AA"))
