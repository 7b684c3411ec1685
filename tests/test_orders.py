"""Orders of hands: each against a slow twin and an outside oracle, and counted over its whole space."""

from __future__ import annotations

import copy
import operator
import pickle
import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations, combinations_with_replacement, pairwise
from math import comb, prod
from typing import Any

import numpy as np
import pytest

from kicker._kernels import batches as kernel
from kicker._kernels import tables
from kicker.cards import DECK, Card, parse_cards
from kicker.errors import HandError
from kicker.games import GAMES
from kicker.hands import best_five, compare, evaluate, evaluate_many, winners
from kicker.orders import (
    ACE_TO_FIVE,
    BADUGI,
    DEUCE_TO_SEVEN,
    EIGHT_OR_BETTER,
    HIGH,
    ORDERS,
    SHORT_DECK,
    Category,
    Order,
    Strength,
    find_order,
)
from tests import reference

TWINS: list[tuple[Order, Callable[..., Any]]] = [
    (HIGH, reference.five_key),
    (SHORT_DECK, reference.short_deck_key),
    (DEUCE_TO_SEVEN, reference.deuce_to_seven_key),
    (ACE_TO_FIVE, reference.ace_to_five_key),
    (EIGHT_OR_BETTER, reference.eight_or_better_key),
    (BADUGI, reference.badugi_key),
]
COUNTS = {"high": 7462, "short-deck": 1404, "deuce-to-seven": 7462, "ace-to-five": 6175, "eight-or-better": 56,
          "badugi": 1092}  # fmt: skip


def names(order: Order) -> str:
    return order.name


def made(order: Order, text: str) -> Strength:
    strength = order.strength(tuple(parse_cards(text)))
    assert strength is not None
    return strength


def all_hands(deck: Sequence[Card], size: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
    count = comb(len(deck), size)
    flat = np.fromiter((card for hand in combinations(deck, size) for card in hand), np.uint8, count * size)
    return flat.reshape(count, size)


def numbers(order: Order, rows: np.ndarray[Any, np.dtype[np.uint8]]) -> np.ndarray[Any, np.dtype[np.uint16]]:
    found = np.empty(len(rows), np.uint16)
    assert kernel.evaluate_rows(list(ORDERS).index(order.name), rows, found) == -1
    return found


# --- exact -----------------------------------------------------------------------------------------------------------


def best_twin(order: Order, key: Callable[..., Any], cards: Sequence[Card]) -> Any:
    fives = combinations([reference.number(card) for card in cards], order.size)
    return max((found for found in map(key, fives) if found is not None), default=None)


@pytest.mark.parametrize(("order", "key"), TWINS, ids=lambda value: getattr(value, "name", ""))
def test_random_hands_compare_as_their_slow_twins_say(order: Order, key: Callable[..., Any]) -> None:
    dice = random.Random(7)
    for size in order.sizes:
        # Half of the hands have few ranks, so that pairs, straights and flushes are not rare.
        decks = [order.deck, [card for card in order.deck if card.suit in "cd" or card.rank < 9]]
        hands = [tuple(dice.sample(decks[turn % 2], size)) for turn in range(300)]
        pairs = [(best_twin(order, key, hand), order.strength(hand)) for hand in hands]
        for twin, strength in pairs:
            assert (twin is None) == (strength is None)
        ranked = sorted(((twin, strength) for twin, strength in pairs if strength), key=lambda pair: pair[0])
        for (low, weak), (high, strong) in pairwise(ranked):
            assert (weak == strong) if low == high else (weak < strong)


@pytest.mark.parametrize("order", ORDERS.values(), ids=names)
def test_every_strength_has_ranks_and_words_of_its_own(order: Order) -> None:
    assert order.count == COUNTS[order.name]
    strengths = [order.with_number(number) for number in range(1, order.count + 1)]
    assert len({strength.describe() for strength in strengths}) == order.count
    assert len({(strength.category, strength.ranks) for strength in strengths}) == order.count
    assert all(earlier < later for earlier, later in pairwise(strengths))
    for number in (0, order.count + 1):
        with pytest.raises(HandError, match="not a strength"):
            order.with_number(number)


def test_all_short_deck_hands_are_counted() -> None:
    found = Counter(numbers(SHORT_DECK, all_hands(DECK[16:], 5)).tolist())
    assert sorted(found) == list(range(1, 1405))
    by_category: Counter[Category] = Counter()
    classes: Counter[Category] = Counter()
    for number, count in found.items():
        by_category[SHORT_DECK.with_number(number).category] += count
        classes[SHORT_DECK.with_number(number).category] += 1
    weakest_first = sorted(by_category, key=by_category.__getitem__, reverse=True)
    hands = [122_400, 193_536, 36_288, 16_128, 6_120, 480, 1_728, 288, 24]
    assert [by_category[category] for category in Category] == hands
    assert [classes[category] for category in Category] == [120, 504, 252, 252, 6, 120, 72, 72, 6]
    assert weakest_first[-1] is Category.STRAIGHT_FLUSH


def test_all_badugis_are_counted() -> None:
    found = Counter(numbers(BADUGI, all_hands(DECK, 4)).tolist())
    assert sorted(found) == list(range(1, 1093))
    sizes: Counter[int] = Counter()
    for number, count in found.items():
        sizes[len(BADUGI.with_number(number).ranks)] += count
    assert sizes == {4: 17_160, 3: 154_440, 2: 96_252, 1: 2_873}


def by_ranks(size: int) -> list[tuple[tuple[Card, ...], int]]:
    """A hand of each set of ranks, no suit five times, and how many hands have these ranks."""
    found = []
    for ranks in combinations_with_replacement(range(13), size):
        counts = Counter(ranks)
        if max(counts.values()) <= 4:
            suits = Counter[int]()
            hand = []
            for place, rank in enumerate(ranks):
                hand.append(Card(4 * rank + (suits[rank] + place // 2 * (counts[rank] == 1)) % 4))
                suits[rank] += 1
            found.append((tuple(hand), prod(comb(4, count) for count in counts.values())))
    return found


def test_lows_are_counted_by_ranks() -> None:
    fives = [(ACE_TO_FIVE.number(hand), count) for hand, count in by_ranks(5)]
    assert len({number for number, _ in fives}) == 6175
    assert sum(count for _, count in fives) == 2_598_960
    sevens = sum(count for hand, count in by_ranks(7) if EIGHT_OR_BETTER.number(hand))
    assert sevens == 24_530_944


@pytest.mark.long
def test_all_five_card_hands_of_deuce_to_seven() -> None:
    rows = all_hands(DECK, 5)
    found = Counter(numbers(DEUCE_TO_SEVEN, rows).tolist())
    assert sorted(found) == list(range(1, 7463))
    high: Counter[Category] = Counter()
    for number, count in found.items():
        high[DEUCE_TO_SEVEN.with_number(number).category] += count
    # As in the usual order, with the wheels moved: 1,020 straights and 4 straight flushes.
    assert high[Category.STRAIGHT] == 10_200 - 1_020
    assert high[Category.HIGH_CARD] == 1_302_540 + 1_020
    assert high[Category.STRAIGHT_FLUSH] == 40 - 4


def test_the_tables_are_what_the_program_makes() -> None:
    import zlib

    assert zlib.decompress(tables.ORDERS_FILE.read_bytes()) == tables.build_orders()


@pytest.mark.parametrize(
    ("order", "kind"),
    [(SHORT_DECK, "ShortDeckHoldemHand"), (DEUCE_TO_SEVEN, "StandardLowHand"), (ACE_TO_FIVE, "RegularLowHand"),
     (EIGHT_OR_BETTER, "EightOrBetterLowHand"), (BADUGI, "BadugiHand")],
    ids=lambda value: getattr(value, "name", value),
)  # fmt: skip
def test_pokerkit_agrees(order: Order, kind: str) -> None:
    pokerkit = pytest.importorskip("pokerkit")
    judge = getattr(pokerkit, kind)
    dice = random.Random(11)
    seen = []
    for _ in range(150):
        cards = dice.sample(order.deck, order.sizes[-1] if order is not DEUCE_TO_SEVEN else 5)
        theirs = judge.from_game_or_none("".join(map(str, cards)), "")
        ours = order.strength(tuple(cards))
        assert (theirs is None) == (ours is None), cards
        if ours:
            seen.append((ours, theirs, cards))
    for (ours, theirs, cards), (other, judged, others) in combinations(seen, 2):
        assert (ours > other) == (theirs > judged), (cards, others)
        assert (ours == other) == (theirs == judged), (cards, others)


# --- words -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "cards", "words", "plays"),
    [
        ("short-deck", "As 6d 7h 8c 9c Kd Kh", "straight, nine high", "9c 8c 7h 6d As"),
        ("short-deck", "As Ks Qs Js Ts 9s 8s", "royal flush", "As Ks Qs Js Ts"),
        ("deuce-to-seven", "7c 5d 4h 3s 2c", "seven-five low, number one", "7c 5d 4h 3s 2c"),
        ("deuce-to-seven", "2c 3s 4h 6d 7c", "seven-six low, number two", "7c 6d 4h 3s 2c"),
        ("deuce-to-seven", "Ac 2s 4h 3d 5c", "A-5-4-3-2 low", "Ac 5c 4h 3d 2s"),
        ("deuce-to-seven", "8c 8s 4h 3d 5c", "one pair, eights, five-four-three kickers", "8c 8s 5c 4h 3d"),
        ("ace-to-five", "8c 6d 4h 3s Ac Kd Kh", "8-6-4-3-A low", "8c 6d 4h 3s Ac"),
        ("ace-to-five", "As 2s 3s 4s 5s", "5-4-3-2-A low", "5s 4s 3s 2s As"),
        ("ace-to-five", "As Ad 3s 4s 5s", "one pair, aces, five-four-three kickers", "As Ad 5s 4s 3s"),
        ("eight-or-better", "8c 6d 4h 3s Ac Kd Kh", "8-6-4-3-A low", "8c 6d 4h 3s Ac"),
        ("badugi", "4c 3d Ah Ks", "badugi, K-4-3-A", "Ks 4c 3d Ah"),
        ("badugi", "4c 3d Ah Kh", "three-card badugi, 4-3-A", "4c 3d Ah"),
        ("badugi", "As 2s 3s 3d", "two-card badugi, 3-A", "3d As"),
        ("badugi", "7s 7d 7h 7c", "one-card badugi, 7", "7s"),
    ],
)
def test_words_and_cards_that_play(name: str, cards: str, words: str, plays: str) -> None:
    order = find_order(name)
    assert made(order, cards).describe() == words
    assert " ".join(map(str, order.playing(tuple(parse_cards(cards))))) == plays


def test_two_of_the_hand_and_three_of_the_board() -> None:
    hand, board = tuple(parse_cards("As 2s Kd Kh")), tuple(parse_cards("Ks 8d 7d 4c 4h"))
    high, low = HIGH.best(hand, board, 2), EIGHT_OR_BETTER.best(hand, board, 2)
    assert high is not None
    assert low is not None
    assert high.describe() == "full house, kings over fours"
    assert low.describe() == "8-7-4-2-A low"
    assert " ".join(map(str, EIGHT_OR_BETTER.playing(hand, board, 2))) == "8d 7d 4c 2s As"
    assert EIGHT_OR_BETTER.best(hand, board[:2] + tuple(parse_cards("Jc Qc Tc")), 2) is None
    assert EIGHT_OR_BETTER.playing(hand, tuple(parse_cards("Ks 8d Jd 4c Qh")), 2) == ()


# --- what strengths are ----------------------------------------------------------------------------------------------


def test_strengths_of_different_orders_do_not_compare() -> None:
    high, low, badugi = Strength(1092), made(ACE_TO_FIVE, "8c 6d 4h 3s Ac"), BADUGI.with_number(1092)
    for one, two in [(high, low), (low, high), (badugi, low), (badugi, high), (high, badugi)]:
        for compared in (operator.lt, operator.le, operator.gt, operator.ge):
            with pytest.raises(HandError, match="strengths of different orders do not compare: "):
                compared(one, two)
    assert high != badugi
    assert badugi != high
    assert badugi == 1092 == high
    assert hash(badugi) == hash(1092)
    assert len({high, badugi}) == 2
    with pytest.raises(HandError, match="high"):
        max([high, low])


def test_strengths_are_shared_and_can_be_copied() -> None:
    for order in ORDERS.values():
        strength = order.with_number(56)
        assert strength is order.with_number(56)
        assert strength.order is order
        assert copy.deepcopy(strength) is strength
        assert pickle.loads(pickle.dumps(strength)) is strength
        assert pickle.loads(pickle.dumps(order)) is order
    assert repr(BADUGI.with_number(5)) == "find_order('badugi').with_number(5)"
    assert str(BADUGI.with_number(5)) == "5"


@pytest.mark.parametrize(
    ("name", "cards", "message"),
    [
        ("short-deck", "As Ks Qs Js 5s", "5s is not in the deck: short deck has 36 cards, 6 to A"),
        ("short-deck", "As Ks Qs Js Th 2d", "2d is not in the deck: short deck has 36 cards, 6 to A"),
        ("ace-to-five", "As 2s 3s 4s", "'As 2s 3s 4s' has 4 cards: a hand of ace-to-five low has five, six or seven"),
        ("badugi", "As 2s 3s 4s 5s", "'As 2s 3s 4s 5s' has 5 cards: a hand of badugi has four cards"),
        ("badugi", "As As 3s 4s", "As appears twice in 'As As 3s 4s'"),
        ("deuce-to-seven", "2s 2s 3s 4s 5s", "2s appears twice in '2s 2s 3s 4s 5s'"),
    ],
)
def test_bad_cards_are_told(name: str, cards: str, message: str) -> None:
    with pytest.raises(HandError) as caught:
        find_order(name).strength(tuple(parse_cards(cards)))
    assert str(caught.value).startswith(message)


def test_an_unknown_order_is_told() -> None:
    with pytest.raises(HandError, match=r"unknown order 'badug' .did you mean badugi.*; choose from ace-to-five, "):
        find_order("badug")
    with pytest.raises(HandError, match="an order must be an Order or its name, not 7"):
        find_order(7)  # type: ignore[arg-type]


# --- Omaha -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("held", [4, 5, 6])
@pytest.mark.parametrize("shown", [3, 5])
def test_omaha_is_the_best_of_all_pairs_and_triples(held: int, shown: int) -> None:
    dice = random.Random(held * shown)
    for turn in range(60):
        deck = DECK if turn % 2 else [card for card in DECK if card.suit in "hs" or card.rank < 6]
        cards = dice.sample(deck, held + shown)
        hand, board = cards[:held], cards[held:]
        fives = [one + two for one in combinations(hand, 2) for two in combinations(board, 3)]
        assert evaluate(hand, board) == max(map(evaluate, fives))
        assert evaluate("".join(map(str, hand)), "".join(map(str, board))) == evaluate(hand, board)
        lows = [low for five in fives if (low := EIGHT_OR_BETTER.strength(five))]
        assert evaluate(hand, board, EIGHT_OR_BETTER) == max(lows, default=None)
        highs, eights = evaluate_many([hand], boards=[board], order=(HIGH, EIGHT_OR_BETTER))
        assert (highs[0], eights[0]) == (evaluate(hand, board), max(lows, default=0))
        both = evaluate(hand, board, order=("high", EIGHT_OR_BETTER))
        assert both == (evaluate(hand, board), max(lows, default=None))
        aces = [low for five in fives if (low := ACE_TO_FIVE.strength(five))]
        assert evaluate(hand, board, "ace-to-five") == max(aces)


def test_several_orders_at_once() -> None:
    game = GAMES["stud-hilo"]
    high, low = evaluate("Ah Ad 8c 7d 4s 3h 2c", order=game.orders)
    assert (high and high.describe(), low and low.describe()) == (
        "one pair, aces, eight-seven-four kickers",
        "7-4-3-2-A low",
    )
    assert evaluate("Ah Ad 8c 9d 4s 3h Kc", order=game.orders)[1] is None
    with pytest.raises(HandError, match="no order given; give one, or several like"):
        evaluate("Ah Ad 8c 7d 4s", order=())
    with pytest.raises(HandError, match="an order must be an Order or its name, not"):
        compare("Ah Ad 8c 7d 4s", "Kh Kd 8h 7c 4d", order=game.orders)  # type: ignore[arg-type]


def test_phevaluator_agrees_on_omaha() -> None:
    phevaluator = pytest.importorskip("phevaluator")
    dice = random.Random(3)
    for _ in range(200):
        cards = dice.sample(DECK, 9)
        theirs = phevaluator.evaluate_omaha_cards(*map(str, cards[4:] + cards[:4]))
        assert evaluate(cards[:4], cards[4:]) == 7463 - theirs


@pytest.mark.parametrize("order", [order for order in ORDERS.values() if order is not HIGH], ids=names)
def test_many_hands_are_evaluated_as_one_is(order: Order) -> None:
    dice = random.Random(5)
    for size in order.sizes:
        rows = [dice.sample(order.deck, size) for _ in range(400)]
        found = evaluate_many(rows, order=order)
        assert found.tolist() == [order.strength(row) or 0 for row in rows]
    rows[70][1] = rows[70][0]
    with pytest.raises(HandError, match=r"row 70: .* appears twice"):
        evaluate_many(rows, order=order)


def test_many_hands_say_what_is_wrong() -> None:
    hands = [[0, 4, 8, 12], [16, 20, 24, 28]]
    assert len(evaluate_many(hands, boards=[51, 50, 49])) == 2
    wrongs: list[tuple[Callable[[], object], str]] = [
        (lambda: evaluate_many([[16, 17, 18, 19, 0]], order="short-deck"), "row 0: 2c is not in the deck"),
        (lambda: evaluate_many([[1, 2, 3, 4, 5]], order="badugi"), "give n x 4"),
        (lambda: evaluate_many(hands, boards=[[51, 50, 49]] * 3), "3 boards for 2 hands: give one for each, or one"),
        (lambda: evaluate_many(hands, boards=[51, 50]), "does not hold boards: give n x 3, n x 4 or n x 5"),
        (lambda: evaluate_many(hands, boards=[51, 50, 16]), "row 1: 6c appears twice"),
        (lambda: evaluate_many(hands, boards=[51, 50, 52]), "row 0: "),
        (lambda: evaluate_many(hands, boards=[51, 50, 49], order="badugi"), "badugi is not played with 4 hole cards"),
        (
            lambda: evaluate_many([[0, 1, 2]], boards=[51, 50, 49]),
            "does not hold hole cards: give n x 2, n x 4, n x 5 or n x 6",
        ),
    ]
    for wrong, words in wrongs:
        with pytest.raises(HandError, match=words):
            wrong()


def test_hands_compare_in_an_order() -> None:
    assert compare("As 2s 3s 4d", "Ks Qd Jh 9c", order="badugi") == -1
    assert compare("As 2s Kd Kh", "Ad 3s Qd Qh", "Ks 8d 7d 4c 4h", EIGHT_OR_BETTER) == 1
    assert compare("Ts 9s Kd Kh", "As 3s Qd Qh", "Ks 8d 7d 4c 4h", EIGHT_OR_BETTER) == -1
    assert winners(["Ts 9s Kd Kh", "Js Jh Qd Qh"], "Ks 8d 7d 4c 4h", EIGHT_OR_BETTER) == []
    assert str(best_five("4c 3d Ah Kh", order=BADUGI)) == "4c 3d Ah"
