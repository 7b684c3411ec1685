"""Hands, strengths and the functions on them, by example and by law."""

import copy
import inspect
import pickle
import re
from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kicker.cards import DECK, LONG, SYMBOL, UPPER, Card, parse_cards
from kicker.errors import CardError, HandError, KickerError
from kicker.explain import explain
from kicker.hands import Category, Hand, Strength, best_five, compare, evaluate, winners
from tests import reference

every_strength = [Strength(number) for number in range(1, 7463)]
hands = st.lists(st.sampled_from(DECK), min_size=5, max_size=7, unique=True)

EXAMPLES = {
    "7C 2S TH 3D 5S": Category.HIGH_CARD,
    "4C 9S 4H 3D 2D": Category.ONE_PAIR,
    "4C 4H JS JC 7C": Category.TWO_PAIR,
    "4C 4H 4S QH 8D": Category.THREE_OF_A_KIND,
    "2C 3H 4S 5H 6D": Category.STRAIGHT,
    "AS 2D 3C 4S 5H": Category.STRAIGHT,
    "JS AS TS 5S 7S": Category.FLUSH,
    "3S 3H 3D JC JS": Category.FULL_HOUSE,
    "QS QH QD QC AC": Category.FOUR_OF_A_KIND,
    "AC 2C 3C 4C 5C": Category.STRAIGHT_FLUSH,
    "TH JH QH KH AH": Category.STRAIGHT_FLUSH,
    "A♦ K♦ Q♦ J♦ 10♦": Category.STRAIGHT_FLUSH,
    "8♥ 7♥ 6♥ 5♥ 4♥": Category.STRAIGHT_FLUSH,
    "7♦ 8♦ 9♦ 10♦ J♦": Category.STRAIGHT_FLUSH,
    "Ks Kd Kh Kc 3s": Category.FOUR_OF_A_KIND,
    "Ts Td Th 9s 9d": Category.FULL_HOUSE,
    "4♦ J♦ 8♦ 2♦ 9♦": Category.FLUSH,
    "5s 6d 7h 8c 9s": Category.STRAIGHT,
    "Qs Qd Qh 2s 3d": Category.THREE_OF_A_KIND,
    "Ks Kd 7h 7c 2s": Category.TWO_PAIR,
    "As Ad 5h 2c 8s": Category.ONE_PAIR,
    "4S 4C 5C KD AC": Category.ONE_PAIR,
    "9D 9C 9H JD JC": Category.FULL_HOUSE,
    "2C 10S JS QH KC": Category.HIGH_CARD,
    "9C 10S JS QH KC": Category.STRAIGHT,
    "5D 5C 5H 7D QC": Category.THREE_OF_A_KIND,
    "5D 5C 5H 5S QC": Category.FOUR_OF_A_KIND,
    "Qs Kd Ah 2c 3s": Category.HIGH_CARD,  # no straight goes round the corner
    "Qs Ks As 2s 3s": Category.FLUSH,
    "2h 3h 4h 5h Ah": Category.STRAIGHT_FLUSH,
    "2h 3s 4c 5d Ah": Category.STRAIGHT,
}


@pytest.mark.req("C-02", "C-03", "R000-09", "R000-10", "R001-28", "B000-1", "B001-2", "B003-1", "R002-10", "R002-11")
@pytest.mark.parametrize(("text", "category"), EXAMPLES.items())
def test_examples(text: str, category: Category) -> None:
    assert evaluate(text).category is category
    assert Hand(text).category is category


@pytest.mark.req("C-02", "R000-07", "X-03", "X-05")
def test_nine_categories_in_order_and_the_royal_flush_on_top() -> None:
    assert [category.name for category in Category] == [
        "HIGH_CARD",
        "ONE_PAIR",
        "TWO_PAIR",
        "THREE_OF_A_KIND",
        "STRAIGHT",
        "FLUSH",
        "FULL_HOUSE",
        "FOUR_OF_A_KIND",
        "STRAIGHT_FLUSH",
    ]
    assert sorted(Category) == list(Category)
    assert [strength.category for strength in every_strength] == sorted(
        strength.category for strength in every_strength
    )
    assert evaluate("Th Jh Qh Kh Ah").is_royal
    assert [strength for strength in every_strength if strength.is_royal] == [7462]


@pytest.mark.req("R000-11", "C-04", "R003-34")
def test_royal_flushes_always_tie() -> None:
    royals = [f"A{suit} K{suit} Q{suit} J{suit} T{suit}" for suit in "cdhs"]
    assert winners(royals) == [0, 1, 2, 3]
    assert all(compare(one, two) == 0 for one, two in combinations(royals, 2))


BETTER_THAN = [
    ("JS JC JH 6H 8C", "4H 4C 4S KS AH"),
    ("JD JH 3D 6S TD", "JS JC 3H 6H 8C"),
    ("9s 9d 9h 4c 2d", "6c 6d 6h As Kd"),
    ("9s 9d 8h 8c 2d", "6c 6d 5h 5s Ad"),
    ("Qs Qd Qh 2s 3d", "Js Jd Jh As Kd"),  # three queens beat three jacks
    ("Ts Td Th 2s 2d", "9s 9d 9h As Ad"),
    ("2h 2d 5s 7c Qh", "2c 2s 5d 7d Js"),
    ("2h 2d 4s 4c Ah", "2c 2s 4d 4h Js"),
    ("7h 8d 9s Tc Jh", "2c 3s 4d 5h 6s"),
    ("3h 5h 7h 9h Jh", "2c 4c 6c 8c Tc"),
    ("2h 2d 2s 3c 3h", "Ac Kc Qc Jc 9c"),  # the lowest full house beats the highest flush
    ("Kc Kd Kh Ks 3c", "2c 2d 2h 2s Ac"),  # the quad counts before the kicker
    ("Kc Kd Kh Ks 3c", "Qc Qd Qh Qs Ac"),
    ("Ac Ad Kh Ks 2c", "Ah As Qc Qd Kc"),
    ("Ac Ad Kh Ks 3c", "Ah As Kc Kd 2c"),
    ("6s 5d 4h 3c 2s", "As 2d 3h 4c 5s"),  # the wheel is the lowest straight
    ("6s 5s 4s 3s 2s", "Ac 2c 3c 4c 5c"),
    ("Ac 2c 3c 4c 5c", "Kd Kh Ks Kc Ad"),  # and the lowest straight flush
    ("6s 6h Qd 6c 4s", "Ac Ad Kh Ks Qc"),
    ("As 2d 3h 4c 5s", "Ac Ad Ah Ks Qc"),
    ("5h 5d 5c 2s 3h", "3c 3d 3s Ah Kd"),
    ("3s 3h 3d 2c 2d", "2s 2h 2c 3c 3d"),
    ("4s 4d 2h 3c 6s", "3d 3h As Kc Qd"),
    ("6S 6C KH 9D 2C", "3S 3C AH JH 2S"),
]


@pytest.mark.req(
    "C-05",
    "R000-24",
    "R000-26",
    "R001-29",
    "R001-30",
    "R001-31",
    "R001-32",
    "R001-33",
    "R003-34",
    "B000-6",
    "B001-1",
    "B001-3",
    "B003-5",
    "B004-2",
    "B004-3",
    "X-04",
    "X-09",
    "B000-2",
    "R002-16",
)
@pytest.mark.parametrize(("better", "worse"), BETTER_THAN)
def test_the_better_hand_wins(better: str, worse: str) -> None:
    assert evaluate(better) > evaluate(worse)
    assert compare(better, worse) == 1
    assert compare(worse, better) == -1
    assert winners([worse, better]) == [1]
    assert Hand(better) > Hand(worse)
    assert Hand(worse) < Hand(better)
    assert Hand(better) >= Hand(worse)
    assert Hand(worse) <= Hand(better)


@pytest.mark.req("C-04", "C-05", "R000-25", "R000-26", "B003-2", "X-19", "R002-19", "R001-22", "R003-23")
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("4s 5d 6h 7c 8s", "4h 5c 6s 7d 8c"),
        ("As 2d 3h 4c 5s", "Ah 2c 3s 4d 5c"),
        ("Ac Kd 9s 7h 3c", "As Kh 9d 7c 3s"),
        ("2s 4s 6s 8s Ts", "2h 4h 6h 8h Th"),
        ("9c 9d 4h 4s Kd", "9h 9s 4c 4d Ks"),
    ],
)
def test_equal_ranks_tie_whatever_the_suits(first: str, second: str) -> None:
    assert evaluate(first) is evaluate(second)
    assert compare(first, second) == 0
    assert Hand(first) >= Hand(second) >= Hand(first)
    assert not Hand(first) > Hand(second)
    assert Hand(first) != Hand(second)  # worth the same, but other cards


@pytest.mark.req("C-05", "R001-31", "R001-32", "R003-34")
@given(
    st.lists(st.sampled_from(DECK), min_size=5, max_size=5, unique=True),
    st.lists(st.sampled_from(DECK), min_size=5, max_size=5, unique=True),
)
def test_any_two_hands_compare_as_the_slow_evaluator_says(first: list[Card], second: list[Card]) -> None:
    one, two = (reference.five_key([reference.number(card) for card in hand]) for hand in (first, second))
    assert compare(first, second) == (one > two) - (one < two)


@pytest.mark.req("R004-25", "R002-01")
@given(st.lists(st.sampled_from(DECK), min_size=6, max_size=7, unique=True))
def test_more_cards_are_worth_their_best_five(hand: list[Card]) -> None:
    strength = evaluate(hand)
    assert strength == max(evaluate(five) for five in combinations(hand, 5))
    assert evaluate(best_five(hand)) is strength
    assert set(best_five(hand)) <= set(hand)


@given(hands, st.randoms(use_true_random=False), st.permutations("cdhs"))
def test_order_and_names_of_suits_do_not_matter(hand: list[Card], random: object, suits: list[str]) -> None:
    shuffled = list(hand)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    renamed = [Card(str(card)[0] + suits["cdhs".index(card.suit)]) for card in shuffled]
    assert evaluate(renamed) is evaluate(shuffled) is evaluate(hand)


@given(hands)
def test_all_forms_of_input_agree(hand: list[Card]) -> None:
    strength = evaluate(hand)
    text = " ".join(map(str, hand))
    for form in (
        tuple(hand),
        Hand(hand),
        text,
        text.upper(),
        text.lower(),
        text.replace(" ", ""),
        LONG.format_cards(hand),
        [int(card) for card in hand],
        iter(hand),
        [str(card) for card in hand],
        bytes(hand),
    ):
        assert evaluate(form) is strength


@pytest.mark.req("X-16", "X-17")
@pytest.mark.parametrize(
    ("wrong", "kind", "says"),
    [
        ("", HandError, "0 cards"),
        ("As Ks", HandError, "'As Ks' has 2 cards"),
        ("As Ks Qs Js Ts 9s 8s 7s", HandError, "8 cards"),
        ("9h 9h 2c 3c 4c", HandError, "9h appears twice in '9h 9h 2c 3c 4c'"),
        ("As Ks Qs Js Tx", CardError, "'Tx' is not a card"),
        ("As Ks Qs Js Zx", CardError, "'Zx' is not a card"),
        ([0, 1, 2, 3, 52], CardError, "52 is not a card"),
        ([0, 1, 2, 3, -1], CardError, "-1 is not a card"),
        ([0, 1, 2, 3, 10**30], CardError, "is not a card"),
        ([0, 1, 2, 3, 3], HandError, "2s appears twice"),
        ([0, 1, 2, 3, None], CardError, "a card must be text like 'As' or a number from 0 to 51, not None"),
        ([0, 1, 2, 3, 4.0], CardError, "not 4.0"),
        (None, HandError, "a hand must be text like 'As Kd' or a list of cards, not None"),
        (17, HandError, "not 17"),
        ((), HandError, "0 cards"),
        ("As\x00", CardError, "is not a card"),
        ("10", CardError, "'10' is not a card"),
        ("As Ks \ud800", CardError, "is not a card"),
        ("1", CardError, "'1' is not a card"),
    ],
)
def test_what_is_no_hand_is_told_in_one_sentence(wrong: object, kind: type[Exception], says: str) -> None:
    with pytest.raises(kind) as caught:
        evaluate(wrong)  # type: ignore[call-overload]
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)
    with pytest.raises(kind):
        winners(["As Ks Qs Js Ts", wrong])  # type: ignore[list-item]


@given(st.text(alphabet="23456789TJQKA10cdhs ,xX♠♥", max_size=30))
def test_text_is_evaluated_as_its_cards_are(text: str) -> None:
    """The fast reader in the kernel and the lenient one agree on everything."""
    try:
        made = parse_cards(text)
        expected = evaluate(made)
    except (CardError, HandError) as error:
        with pytest.raises(type(error)):
            evaluate(text)
    else:
        assert evaluate(text) is expected


@given(st.lists(st.integers(-3, 300), max_size=9))
def test_numbers_are_evaluated_or_refused(numbers: list[int]) -> None:
    good = 5 <= len(numbers) <= 7 and len(set(numbers)) == len(numbers) and all(0 <= card < 52 for card in numbers)
    if good:
        key = reference.best_key([reference.number(card) for card in numbers])
        assert evaluate(numbers).category == key[0]
    else:
        with pytest.raises((CardError, HandError)):
            evaluate(numbers)


# --- strength --------------------------------------------------------------------------------------------------------


def test_strengths_are_shared_objects_and_numbers() -> None:
    for strength in every_strength:
        assert Strength(int(strength)) is strength
    royal = evaluate("As Ks Qs Js Ts")
    assert royal is every_strength[-1]
    assert pickle.loads(pickle.dumps(royal)) is royal
    assert copy.deepcopy(royal) is copy.copy(royal) is royal
    assert repr(royal) == "Strength(7462)"
    assert str(royal) == f"{royal}" == "7462"
    for wrong in (0, 7463, -1):
        with pytest.raises(HandError, match="1 to 7462"):
            Strength(wrong)


def test_ranks_of_a_strength_are_those_of_its_hands() -> None:
    assert evaluate("7c 7d 7h 2s 2c").ranks == (7, 7, 7, 2, 2)
    assert evaluate("As 2d 3h 4c 5s").ranks == (5, 4, 3, 2, 1)
    assert evaluate("As Kd 3h 4c 3s").ranks == (3, 3, 14, 13, 4)
    assert [(strength.category, strength.ranks) for strength in every_strength] == sorted(
        (strength.category, strength.ranks) for strength in every_strength
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("7c 2s Th 3d 5s", "high card, ten-seven-five-three-two"),
        ("4c 9s 4h 3d 2d", "one pair, fours, nine-three-two kickers"),
        ("4c 4h Js Jc 7c", "two pair, jacks and fours, seven kicker"),
        ("6c 6h 6s Qh 8d", "three of a kind, sixes, queen-eight kickers"),
        ("As 2d 3c 4s 5h", "straight, five high"),
        ("Js As Ts 5s 7s", "flush, ace-jack-ten-seven-five"),
        ("7c 7d 7h 2s 2c", "full house, sevens over twos"),
        ("Qs Qh Qd Qc Ac", "four of a kind, queens, ace kicker"),
        ("Ac 2c 3c 4c 5c", "straight flush, five high"),
        ("Kc 9c Tc Jc Qc", "straight flush, king high"),
        ("Th Jh Qh Kh Ah", "royal flush"),
    ],
)
def test_descriptions(text: str, words: str) -> None:
    assert evaluate(text).describe() == words


def test_every_strength_has_its_own_description() -> None:
    assert len({strength.describe() for strength in every_strength}) == 7462


# --- best five and winners -------------------------------------------------------------------------------------------


@pytest.mark.req("R002-01", "R002-04", "R002-12", "R002-13", "R002-14", "R002-17", "B002-4", "B002-6")
@pytest.mark.parametrize(
    ("seven", "five"),
    [
        ("7c 8d 8h 8s 9c Td Jh", "Jh Td 9c 8d 7c"),
        ("2h 2d 2s 3c 3d 3h Ks", "3c 3d 3h 2h 2d"),
        ("5h 5d 5s 2c 2d 4h 4d", "5h 5d 5s 4h 4d"),
        ("Qs Qd 8h 8c 3d 3s Ah", "Qs Qd 8h 8c Ah"),
        ("9c 9d 9h 9s Kc Ad 2h", "9c 9d 9h 9s Ad"),
        ("Ac Ad Ah As Kc 7d 9h", "Ac Ad Ah As Kc"),
        ("2c 3c 4c 5c Ac 9d Kh", "5c 4c 3c 2c Ac"),
        ("5c 6c 7c 8c 9c Kc 2d", "9c 8c 7c 6c 5c"),
        ("Ac Kc Qc Jc Tc Ad 2h", "Ac Kc Qc Jc Tc"),
        ("2s 4s 6s 8s Ts Qs As", "As Qs Ts 8s 6s"),
        ("2c 3d 4h 5s Ac 9d Kh", "5s 4h 3d 2c Ac"),
        ("2c 2d 3c 3d 7h 8s 9s", "3c 3d 2c 2d 9s"),
    ],
)
def test_the_five_that_play(seven: str, five: str) -> None:
    assert best_five(seven) == Hand(five)


@pytest.mark.req("R002-12")
def test_quads_on_the_table_are_decided_by_the_kicker() -> None:
    board = "Kc Kd Kh Ks 4c"
    assert winners([f"{board} Ah 2h", f"{board} Qs Jd"]) == [0]
    assert winners([f"{board} 3h 2h", f"{board} 3s 2d"]) == [0, 1]


def test_winners_of_nothing_is_nothing() -> None:
    assert winners([]) == []


@given(st.lists(hands, min_size=1, max_size=6))
def test_winners_are_the_best(several: list[list[Card]]) -> None:
    keys = [reference.best_key([reference.number(card) for card in hand]) for hand in several]
    assert winners(several) == [place for place, key in enumerate(keys) if key == max(keys)]


# --- Hand ------------------------------------------------------------------------------------------------------------


@pytest.mark.req("R001-22", "R003-23")
def test_a_hand_grows_and_shrinks_by_making_new_hands() -> None:
    empty = Hand()
    hand = empty.add("Jc").add(Card("Qd")).add("5c").add("7s").add("8c")
    assert len(empty) == 0
    assert len(hand) == 5
    assert hand.discard("5c") == Hand("Jc Qd 7s 8c")
    assert hand.replace(2, "Ah") == Hand("Jc Qd Ah 7s 8c")
    assert hand == Hand("Jc Qd 5c 7s 8c")
    assert Card("Qd") in hand
    assert hand[1] is Card("Qd")
    with pytest.raises(HandError, match="cannot discard As"):
        hand.discard("As")
    with pytest.raises(HandError, match="Qd appears twice"):
        hand.add("Qd")
    with pytest.raises(HandError, match="no position 5"):
        hand.replace(5, "As")
    with pytest.raises(HandError, match="8 cards"):
        Hand(DECK[:8])
    with pytest.raises(AttributeError):
        hand.cards = ()
    with pytest.raises(AttributeError):
        del hand.cards


@pytest.mark.req("R000-20", "R000-12", "R003-23", "X-14")
def test_sorted_hands() -> None:
    assert Hand("5H KH 2D QH AC").sorted(descending=True) == Hand("AC KH QH 5H 2D")
    assert Hand("5H KH 2D QH AC").sorted() == Hand("2D 5H QH KH AC")
    assert Hand("5H KH 2D QH AC").sorted(ace_low=True) == Hand("AC 2D 5H QH KH")
    assert Hand("6D 6S 5S").sorted() == Hand("5S 6D 6S")  # equal faces stay in order


@pytest.mark.req("R001-23", "R003-24", "R003-23", "X-14")
def test_written_forms() -> None:
    hand = Hand("JC QD 5C 7S 8C")
    assert hand.format(UPPER, brackets=True) == "[JC, QD, 5C, 7S, 8C]"
    assert hand.format(UPPER) == "JC QD 5C 7S 8C"
    assert str(hand) == "Jc Qd 5c 7s 8c"
    assert Hand("5S 6S 6D 8D 10H").format(LONG, width=4) == "  5S  6S  6D  8D 10H"
    assert Hand("AD AC 4H 10S KS").format(LONG, width=4) == "  AD  AC  4H 10S  KS"
    assert eval(repr(hand)) == hand
    assert repr(Hand()) == "Hand('')"


@pytest.mark.req("R003-27", "B003-1")
@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("4S 4C 5C KD AC", (0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1)),
        ("9D 9C 9H JD JC", (0, 0, 0, 0, 0, 0, 0, 3, 0, 2, 0, 0, 0)),
        ("2C 10S JS QH KC", (1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0)),
        ("9C 10S JS QH KC", (0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 0)),
        ("5D 5C 5H 7D QC", (0, 0, 0, 3, 0, 1, 0, 0, 0, 0, 1, 0, 0)),
        ("5D 5C 5H 5S QC", (0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 1, 0, 0)),
    ],
)
def test_counts_by_rank(text: str, counts: tuple[int, ...]) -> None:
    assert Hand(text).rank_counts == counts


@pytest.mark.req("R003-23", "C-02")
@pytest.mark.parametrize(("text", "category"), EXAMPLES.items())
def test_questions_about_the_kind(text: str, category: Category) -> None:
    hand = Hand(text)
    straight_flush = category is Category.STRAIGHT_FLUSH
    answers = {
        Category.HIGH_CARD: hand.is_high_card(),
        Category.ONE_PAIR: hand.is_one_pair(),
        Category.TWO_PAIR: hand.is_two_pair(),
        Category.THREE_OF_A_KIND: hand.is_three_of_a_kind(),
        Category.STRAIGHT: hand.is_straight(),
        Category.FLUSH: hand.is_flush(),
        Category.FULL_HOUSE: hand.is_full_house(),
        Category.FOUR_OF_A_KIND: hand.is_four_of_a_kind(),
        Category.STRAIGHT_FLUSH: hand.is_straight_flush(),
    }
    also = {Category.STRAIGHT, Category.FLUSH} if straight_flush else set()
    assert {kind for kind, answer in answers.items() if answer} == {category} | also


@pytest.mark.req("R000-33", "X-17")
def test_the_one_door_for_repeated_cards() -> None:
    hand = Hand.with_repeats("8D 6C 8D 8S 6S")
    assert hand.has_repeats
    assert not Hand("8D 6C 8H 8S 6S").has_repeats
    assert eval(repr(hand)) == hand
    assert pickle.loads(pickle.dumps(hand)) == hand
    with pytest.raises(HandError, match="8d appears twice"):
        _ = hand.strength
    with pytest.raises(HandError, match="8d appears twice"):
        _ = hand > Hand("As Ks Qs Js Ts")
    with pytest.raises(HandError, match="8D 6C 8D 8S 6S"):
        Hand("8D 6C 8D 8S 6S")


@pytest.mark.req("R003-26")
def test_hands_keep_no_value_that_could_go_stale() -> None:
    assert Hand.__slots__ == ("cards",)


def test_hands_answer_what_they_hold() -> None:
    hand = Hand("As Kd")
    assert "As" in hand
    assert "Ks" not in hand
    with pytest.raises(CardError):
        _ = "Zx" in hand
    with pytest.raises(TypeError):
        _ = Hand("As Ks Qs Js Ts") < 5  # type: ignore[operator]
    assert Hand.with_repeats("8D 6C 8D 8S 6S").discard("6C") == Hand.with_repeats("8D 8D 8S 6S")


def test_strengths_are_made_of_numbers() -> None:
    for wrong in ("7", 1.5, None):
        with pytest.raises(HandError, match="must be a whole number"):
            Strength(wrong)  # type: ignore[arg-type]


def test_hands_are_keys() -> None:
    assert {Hand("As Kd"): 1}[Hand("As Kd")] == 1
    assert Hand("As Kd") != Hand("Kd As")
    assert Hand("As") != "As"


# --- hole cards and a board ------------------------------------------------------------------------------------------

FORMS: list[Callable[[list[Card]], Any]] = [
    lambda cards: "".join(map(str, cards)),
    lambda cards: LONG.format_cards(cards),
    lambda cards: SYMBOL.format_cards(cards),
    list,
    tuple,
    Hand,
    lambda cards: [int(card) for card in cards],
    lambda cards: [str(card) for card in cards],
    iter,
]


@given(hands, st.sampled_from(FORMS), st.sampled_from(FORMS))
def test_hole_cards_and_a_board_are_one_hand(
    cards: list[Card], hole: Callable[..., Any], board: Callable[..., Any]
) -> None:
    strength = evaluate(cards)
    assert evaluate(hole(cards[:2]), board(cards[2:])) is strength
    assert evaluate(hole(cards[:2]), board=board(cards[2:])) is strength
    assert best_five(hole(cards[:2]), board(cards[2:])) == best_five(cards)
    assert explain(hole(cards[:2]), board(cards[2:])) == explain(cards)


@given(st.lists(st.sampled_from(DECK), min_size=9, max_size=9, unique=True))
def test_hands_on_a_board_are_compared(cards: list[Card]) -> None:
    one, two, board = cards[:2], cards[2:4], cards[4:]
    assert compare(one, two, board) == compare(one + board, two + board)
    assert winners([one, two], board) == winners([one + board, two + board])


def test_an_empty_board_is_none() -> None:
    assert evaluate("7c 7d 7h 2s 2c", ()) is evaluate("7c 7d 7h 2s 2c", "") is evaluate("7c 7d 7h 2s 2c", None)


@pytest.mark.parametrize(
    ("hole", "board", "says"),
    [
        ("AhKh", "Qh Jh", "cannot evaluate 'Ah Kh' on the board 'Qh Jh': give two hole cards, or four"),
        ("AhKh", "2c 3c 4c 5c 6c 7c", "three to five board cards"),
        ("AhKhQh", "2c 3c 4c", "give two hole cards, or four to six in Omaha"),
        ("AhKhQhJh", "2c 3c Ah", "Ah appears twice in 'Ah Kh Qh Jh 2c 3c Ah'"),
        ("Ah", "2c 3c 4c 5c", "give two hole cards"),
        ("", "2c 3c 4c 5c 6c", "give two hole cards"),
        ("AhKh", "", "'Ah Kh' has 2 cards"),
        ("AhKh", "2c 3c Ah", "Ah appears twice in 'Ah Kh 2c 3c Ah'"),
        ("AhAh", "2c 3c 4c", "Ah appears twice"),
        ("AhKh", "2c 3x 4c", "'3x' is not a card"),
        ("AhKh", 5, "not 5"),
        (5, "2c 3c 4c", "not 5"),
        ("AhKh", [0, 1, 52], "52 is not a card"),
        ("AhKh", [0, 1, 10**30], "is not a card"),
        ("AhKh", [0, 1, -1], "-1 is not a card"),
    ],
)
def test_what_is_not_a_hand_on_a_board(hole: Any, board: Any, says: str) -> None:
    for function in (evaluate, best_five):
        with pytest.raises(KickerError, match=re.escape(says)):
            function(hole, board)
    with pytest.raises(KickerError):
        explain(hole, board)


def test_evaluate_says_what_it_takes() -> None:
    assert str(inspect.signature(evaluate)) == "(cards, board=None, order=None)"
    assert "board" in str(evaluate.__doc__)
    assert pickle.loads(pickle.dumps(evaluate)) is evaluate
    with pytest.raises(TypeError):
        evaluate()
    with pytest.raises(TypeError):
        evaluate("AhKh", "QhJhTh", None, "2c")
