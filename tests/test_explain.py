"""The explanation of a rank is true."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kicker.cards import DECK, Card
from kicker.explain import explain
from kicker.hands import Category, best_five, evaluate
from kicker.orders import ACE_TO_FIVE, BADUGI, DEUCE_TO_SEVEN, EIGHT_OR_BETTER, HIGH, ORDERS, SHORT_DECK, Order
from kicker.scores import SCHEMES


@pytest.mark.req("R002-05")
@given(st.lists(st.sampled_from(DECK), min_size=5, max_size=7, unique=True))
def test_the_tests_go_from_the_strongest_down_to_the_one_that_is_met(cards: list[Card]) -> None:
    told = explain(cards)
    kinds = [step.category for step in told.steps]
    assert kinds == list(reversed(Category))[: len(kinds)]
    assert [step.met for step in told.steps] == [False] * (len(kinds) - 1) + [True]
    assert told.strength == evaluate(cards)
    assert kinds[-1] is evaluate(cards).category
    assert sum(told.counts.values()) == len(cards) == len(told.cards)
    assert told.best == best_five(cards).cards


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


def steps(cards: str, order: Order, board: str | None = None) -> list[tuple[str, bool, str]]:
    return [(step.test, step.met, step.reason) for step in explain(cards, board, order).steps]


@pytest.mark.parametrize("order", ORDERS.values(), ids=list(ORDERS))
@given(data=st.data())
def test_in_every_order_one_test_is_met_and_the_best_cards_play(order: Order, data: st.DataObject) -> None:
    size = data.draw(st.sampled_from(order.sizes))
    cards = data.draw(st.lists(st.sampled_from(order.deck), min_size=size, max_size=size, unique=True))
    told = explain(cards, order=order)
    assert told.strength == evaluate(cards, order=order)
    assert told.best == best_five(cards, order=order).cards
    assert [step.met for step in told.steps] == [False] * (len(told.steps) - 1) + [told.strength is not None]
    if told.strength is not None:
        assert told.steps[-1].category is told.strength.category
    assert bool(told.sums) == (order is HIGH)


@given(st.lists(st.sampled_from(DECK), min_size=9, max_size=11, unique=True), st.sampled_from([HIGH, EIGHT_OR_BETTER]))
def test_two_hole_cards_and_three_of_the_board_are_told_apart(cards: list[Card], order: Order) -> None:
    told = explain(cards[5:], cards[:5], order)
    assert told.strength == evaluate(cards[5:], cards[:5], order)
    assert len(told.own) == (2 if told.strength else 0)
    assert set(told.own) <= set(cards[5:])
    assert not set(told.own) ^ (set(told.best) - set(cards[:5]))


@pytest.mark.parametrize(
    ("order", "cards", "board", "found"),
    [
        (SHORT_DECK, "As Kd 9h 8c 7s 6h 6d", None, ("straight", True, "five ranks in a row up to the nine")),
        (SHORT_DECK, "As Kd 9h 8c 7s Jh Jd", None, ("straight", False, "the longest run has 3 ranks")),
        (
            DEUCE_TO_SEVEN,
            "As 2d 3h 4c 5s",
            None,
            ("high card", True, "no pair or flush; the ace is high, so A-2-3-4-5 is not a straight"),
        ),
        (DEUCE_TO_SEVEN, "6s 2d 3h 4c 5s", None, ("high card", False, "cards without a pair make a straight")),
        (DEUCE_TO_SEVEN, "7s 5s 4s 3s 2s", None, ("high card", False, "cards without a pair make a flush")),
        (DEUCE_TO_SEVEN, "7s 5d 4s 3s 2s", None,
         ("high card", True, "no pair, straight or flush; the highest card is the seven")),
        (ACE_TO_FIVE, "8c 6d 4h 3s Ac Kd Kh", None, ("high card", True, "five different ranks up to the eight")),
        (ACE_TO_FIVE, "As Ad Ah 4c 5s", None, ("one pair", False, "only three different ranks")),
        (ACE_TO_FIVE, "As Ad Ah 4c 5s", None, ("two pair", False, "only one rank occurs more than once")),
        (EIGHT_OR_BETTER, "9c 6d 4h 3s Ac", None, ("low", False, "only four ranks from ace to eight")),
        (BADUGI, "Kh Kd Kc Qd", None, ("three cards", False, "any three of them repeat a rank or a suit")),
        (BADUGI, "Kh Qh 3d Ac", None, ("four cards", False, "Kh shares its suit with Qh")),
        (HIGH, "As Ks 9s 2c", "Ts 8s 7d 4c 4h", ("flush", False, "not with exactly two of the hole cards")),
        (HIGH, "As Ks 9s 2c", "Ts 8s 7d 4c 4h", ("straight", False, "the longest run has 4 ranks")),
        (
            EIGHT_OR_BETTER,
            "As 2s 3d 5h",
            "4c 6c Kd Kh Qs",
            ("low", False, "the board has only two ranks from ace to eight, and three must play"),
        ),
        (
            EIGHT_OR_BETTER,
            "As Kc Qd Jh",
            "4c 6c 8d 2h Qs",
            ("low", False, "the hole cards have only one rank from ace to eight, and two must play"),
        ),
        (EIGHT_OR_BETTER, "4s 6d Kc Kd", "4d 6c 8s 2h Qh", ("low", False, "only four ranks from ace to eight")),
        (EIGHT_OR_BETTER, "4s 2s Kc Kd", "4d 6c 8s Ah Kh", ("low", True, "five different ranks up to the eight")),
    ],
)  # fmt: skip
def test_reasons_in_other_orders(order: Order, cards: str, board: str | None, found: tuple[str, bool, str]) -> None:
    assert found in steps(cards, order, board)
