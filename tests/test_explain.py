"""The explanation of a rank is true."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kicker.cards import DECK, Card
from kicker.explain import explain
from kicker.hands import Category, best_five, evaluate
from kicker.scores import SCHEMES


@pytest.mark.req("R002-05")
@given(st.lists(st.sampled_from(DECK), min_size=5, max_size=7, unique=True))
def test_the_tests_go_from_the_strongest_down_to_the_one_that_is_met(cards: list[Card]) -> None:
    told = explain(cards)
    kinds = [step.category for step in told.steps]
    assert kinds == list(reversed(Category))[: len(kinds)]
    assert [step.met for step in told.steps] == [False] * (len(kinds) - 1) + [True]
    assert kinds[-1] is told.strength.category is evaluate(cards).category
    assert sum(told.counts.values()) == len(cards) == len(told.cards)
    assert sorted(told.best) == sorted(best_five(told.cards).cards)


@given(st.lists(st.sampled_from(DECK), min_size=5, max_size=7, unique=True))
def test_the_arithmetic_comes_to_the_score(cards: list[Card]) -> None:
    for total in explain(cards).sums:
        arithmetic = total.arithmetic.partition(" (")[0] if total.scheme == "definitive" else total.arithmetic
        result = eval(arithmetic.replace("^", "**").replace(",", "_"), {})
        assert result == pytest.approx(total.value)
        assert total.value == SCHEMES[total.scheme][1](evaluate(cards))


@pytest.mark.parametrize(
    ("text", "category", "reason"),
    [
        ("2c 3d 4h 5s 7c", Category.STRAIGHT, "the longest run has 4 ranks"),
        ("2c 4d 6h 8s Tc", Category.STRAIGHT, "no two ranks are in a row"),
        ("2c 4c 6c 8c Td", Category.FLUSH, "at most 4 cards share a suit"),
        ("2c 4c 6c 8c Tc", Category.STRAIGHT_FLUSH, "the cards of the suit are not in a row"),
        ("2c 2d 2h 8c Tc", Category.FULL_HOUSE, "three of a kind, but no pair beside it"),
        ("2c 2d 2h 8c Tc", Category.FOUR_OF_A_KIND, "no rank occurs more than three times"),
        ("2c 2d 7h 8c Tc", Category.TWO_PAIR, "one rank occurs twice"),
        ("2c 3d 7h 8c Tc", Category.ONE_PAIR, "no rank occurs twice"),
        ("2c 3d 7h 8c Tc", Category.THREE_OF_A_KIND, "no rank occurs more than once"),
        ("6c 6d 7h 8c Tc", Category.ONE_PAIR, "two sixes"),
    ],
)
def test_reasons(text: str, category: Category, reason: str) -> None:
    assert {step.category: step.reason for step in explain(text).steps}[category] == reason
