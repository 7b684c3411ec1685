"""Other people's evaluators agree, on 100,000 random hands each."""

import random

import pytest

from kicker.cards import DECK, Card
from kicker.hands import evaluate


def random_hands(count: int, size: int) -> list[list[Card]]:
    source = random.Random(size)
    return [source.sample(DECK, size) for _ in range(count)]


@pytest.mark.req("C-05")
@pytest.mark.parametrize(("size", "count"), [(5, 40_000), (6, 30_000), (7, 30_000)])
def test_treys_agrees(size: int, count: int) -> None:
    treys = pytest.importorskip("treys")
    evaluator = treys.Evaluator()
    theirs = {card: treys.Card.new(str(card)) for card in DECK}
    for hand in random_hands(count, size):
        assert 7463 - evaluator.evaluate([], [theirs[card] for card in hand]) == evaluate(hand)


@pytest.mark.req("C-05")
@pytest.mark.parametrize("size", [5, 6, 7])
def test_phevaluator_agrees(size: int) -> None:
    phevaluator = pytest.importorskip("phevaluator")
    for hand in random_hands(100_000, size):
        assert 7463 - phevaluator.evaluate_cards(*map(int, hand)) == evaluate(hand)


@pytest.mark.req("C-05")
def test_pokerkit_agrees_on_five_cards() -> None:
    pokerkit = pytest.importorskip("pokerkit")
    entry = pokerkit.StandardHighHand.lookup.get_entry
    theirs = {card: next(pokerkit.Card.parse(str(card))) for card in DECK}
    for hand in random_hands(100_000, 5):
        assert entry([theirs[card] for card in hand]).index + 1 == evaluate(hand)


@pytest.mark.req("C-05")
def test_pokerkit_agrees_on_seven_cards() -> None:
    pokerkit = pytest.importorskip("pokerkit")
    for hand in random_hands(2_000, 7):
        text = "".join(map(str, hand))
        assert pokerkit.StandardHighHand.from_game(text[:4], text[4:]).entry.index + 1 == evaluate(hand)
