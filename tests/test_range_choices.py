"""Membership in ranges, ranges from combinations or shares, and sampled hands; each against a slow twin."""

import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations, permutations
from math import sqrt
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kicker.cards import DECK, RANKS, Card
from kicker.combos import BY_EQUITY, CLASSES, COMBOS, class_of
from kicker.errors import CardError, RangeError
from kicker.ranges import Range

WEIGHTS = st.sampled_from([0.0, 0.25, 1.0])


@cache
def members(name: str) -> list[tuple[Card, Card]]:
    """The combinations of a class, found by looking at all cards."""
    high, low, kind = name[0], name[1], name[2:]
    return [
        (one, two)
        for one, two in permutations(DECK, 2)
        if RANKS[one >> 2] + RANKS[two >> 2] == high + low
        and (not kind or (one.suit == two.suit) == (kind == "s"))
        and (kind or one < two)
    ]


@st.composite
def ranges(draw: Callable[..., Any]) -> Range:
    """A range with whole, partial and missing classes."""
    made: dict[str, float] = {}
    for name in draw(st.lists(st.sampled_from(CLASSES), max_size=12)):
        for one, two in members(name):
            made[f"{one}{two}"] = draw(WEIGHTS) if draw(st.integers(0, 9)) == 0 else 1.0
    return Range.from_combos(made)


# --- in --------------------------------------------------------------------------------------------------------------


@given(ranges())
def test_a_class_is_in_a_range_if_all_its_combinations_are(made: Range) -> None:
    for name in CLASSES:
        assert (name in made) == all(made[one, two] > 0 for one, two in members(name))


@given(ranges())
def test_two_cards_are_in_a_range_if_they_have_a_weight(made: Range) -> None:
    held = {frozenset(combo) for combo, _ in made}
    for one, two in Random(1).sample(list(combinations(DECK, 2)), 100):
        inside = {one, two} in held
        assert (f"{one}{two}" in made) == (f"{two} {one}" in made) == ((one, two) in made) == inside


def test_several_classes_are_in_a_range_if_each_of_them_is() -> None:
    made = Range("QQ+, AKs, AKo:0.5, 76s, !7h6h")
    assert "AKs" in made
    assert "ak" in made
    assert "QQ+" in made
    assert "AA - QQ" in made
    assert "7d6d" in made
    assert "AsKs" in made
    assert "10h 10c" not in made
    assert "JJ+" not in made
    assert "7h6h" not in made
    assert "76s" not in made
    assert made.class_weights()["76s"] == 0.75
    assert "random" in Range("any")
    assert "random" not in Range("any, !AsAh")


@pytest.mark.parametrize(
    ("hands", "says"),
    [
        ("AKx", "'AKx' is not a hand or a class: write 'AKs', 'AKo' or 'AK'"),
        ("AA:0.5", "'AA:0.5' is not a hand or a class: write 'AA'"),
        ("", "'' is not a hand or a class: write an item like"),
        ("AhAh", "'AhAh' is not a hand or a class: a combination is two different cards"),
        (["Ah"], "a combination is two cards"),
        (7, "a combination must be text like 'As Kd' or a list of cards, not 7"),
    ],
)
def test_what_is_neither_a_hand_nor_a_class(hands: Any, says: str) -> None:
    with pytest.raises(RangeError, match=re.escape(says)):
        hands in Range("AA")  # noqa: B015


# --- from_combos and top ---------------------------------------------------------------------------------------------


@given(ranges())
def test_a_range_is_made_of_its_combinations(made: Range) -> None:
    assert Range.from_combos(dict(made)) == made
    twin = Range()
    for (low, high), weight in made:
        twin |= Range(f"{high}{low}:{weight!r}")
    assert twin == made
    assert Range.from_combos(combo for combo, _ in made) == Range.from_weights(map(bool, made.weights))


def test_combinations_in_any_form() -> None:
    assert Range.from_combos(["AhKd", "Kd Ah", (Card("As"), 50), ["Qc", "Qd"]]) == Range("AhKd, AsAh, QdQc")
    assert Range.from_combos({"AhKd": 0.5, "KdAh": 0.25}) == Range("AhKd:0.25")
    assert Range.from_combos([]) == Range.from_combos({}) == Range()


@pytest.mark.parametrize(
    ("combos", "says"),
    [
        ("AhKd", "combos must be a list like ['AhKd', 'AhKh'], not 'AhKd'"),
        (7, "combos must be a list like ['AhKd', 'AhKh'], not 7"),
        (["AhKd", "Ah"], "a combination is two cards like 'AhKd', not 1"),
        (["AhAh"], "two different cards, not Ah twice"),
        ({"AhKd": 2}, "2.0 for AhKd is not a weight from 0 to 1"),
        ({"AhKd": "much"}, "weights must be numbers from 0 to 1"),
    ],
)
def test_combinations_that_make_no_range(combos: Any, says: str) -> None:
    with pytest.raises(RangeError, match=re.escape(says)):
        Range.from_combos(combos)
    with pytest.raises(CardError):
        Range.from_combos(["AKs"])


@given(st.one_of(st.integers(0, 100), st.floats(0, 100)))
def test_the_top_is_as_near_to_its_share_as_whole_classes_come(percent: float) -> None:
    wanted = percent * 1326 / 100
    combos = [combo for name in BY_EQUITY for combo in members(name)]
    ends = [sum(len(members(name)) for name in BY_EQUITY[:count]) for count in range(len(BY_EQUITY) + 1)]
    size = min(ends, key=lambda end: (abs(end - wanted), end))
    assert Range.top(percent) == Range.from_combos(combos[:size])
    assert Range.top(percent) == Range(f"top {percent:.20f}%")


@pytest.mark.parametrize("percent", [-1, 100.5, float("nan"), "15", None])
def test_shares_that_cannot_be(percent: Any) -> None:
    with pytest.raises(RangeError, match=re.escape(f"percent must be a number from 0 to 100, not {percent!r}")):
        Range.top(percent)


# --- sample ----------------------------------------------------------------------------------------------------------


def slow_sample(made: Range, count: int, dice: Random, dead: list[Card]) -> list[tuple[Card, Card]]:
    """Walk along the weights until a random number is passed."""
    left = [(combo, weight) for combo, weight in made if not set(combo) & set(dead)]
    total, chosen = sum(weight for _, weight in left), []
    for _ in range(count):
        point = dice.random() * total
        passed = 0
        while (point := point - left[passed][1]) >= 0:
            passed += 1
        chosen.append(left[passed][0])
    return chosen


@given(ranges(), st.integers(0, 2**64), st.lists(st.sampled_from(DECK), max_size=5), st.integers(0, 20))
def test_samples_are_those_of_the_slow_twin(made: Range, seed: int, dead: list[Card], count: int) -> None:
    if not len(made.without(dead)):
        with pytest.raises(RangeError, match="cannot sample"):
            made.sample(count, seed=seed, dead=dead)
        return
    chosen = made.sample(count, seed=seed, dead=dead)
    assert chosen == slow_sample(made, count, Random(seed), dead)
    assert chosen == made.sample(count, seed=Random(seed), dead=dead)


def test_samples_are_in_proportion_to_the_weights() -> None:
    made = Range("AA, KK:0.5, QJs:0.25")
    counts = Counter(class_of(*combo) for combo in made.sample(20_000, seed=7))
    for name, weight in (("AA", 6), ("KK", 3), ("QJs", 1)):
        share = weight / 10
        assert abs(counts[name] - 20_000 * share) < 4 * sqrt(20_000 * share * (1 - share))


def test_a_random_goes_on_from_where_it_is() -> None:
    dice = Random(3)
    one, two = Range("random").sample(5, seed=dice), Range("random").sample(5, seed=dice)
    assert one + two == Range("random").sample(10, seed=3)
    assert all(combo in COMBOS for combo in Range("random").sample(3))


def test_what_cannot_be_sampled() -> None:
    for made, dead, says in (
        (Range(), "", "'': the range is empty"),
        (Range("AA"), "As Ah Ac", "'AA': no combination is left beside the dead cards"),
    ):
        with pytest.raises(RangeError, match=re.escape(f"cannot sample {says}")):
            made.sample(dead=dead)
    for count in (-1, 1.5, "2"):
        with pytest.raises(RangeError, match="count must be a whole number from 0 to"):
            Range("AA").sample(count)  # type: ignore[arg-type]
