"""Cards, notations, the lenient reader and the deck."""

import copy
import pickle
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kicker import cards
from kicker.cards import (
    DECK,
    LONG,
    NOTATIONS,
    RANKS,
    SHORT,
    SPACED,
    SYMBOL,
    UPPER,
    Card,
    Deck,
    Notation,
    by_face,
    by_face_low,
    format_index,
    format_pair,
    number_text,
    parse_cards,
    parse_index,
    parse_pair,
)
from kicker.errors import CardError

every_card = pytest.mark.parametrize("card", DECK, ids=str)


@pytest.mark.req("C-01", "R001-21")
def test_there_are_52_distinct_cards() -> None:
    assert len(set(DECK)) == 52
    assert {(card.rank, card.suit) for card in DECK} == {(rank, suit) for rank in range(2, 15) for suit in "cdhs"}


@every_card
def test_a_card_is_its_number_and_one_shared_object(card: Card) -> None:
    assert int(card) == 4 * (card.rank - 2) + "cdhs".index(card.suit)
    assert Card(int(card)) is Card(str(card)) is Card(card) is card
    assert pickle.loads(pickle.dumps(card)) is card
    assert copy.deepcopy(card) is copy.copy(card) is card
    assert eval(repr(card)) is card


@pytest.mark.req("R000-01", "R000-02", "R000-04", "R003-19", "R003-20", "X-01", "R001-20")
@pytest.mark.parametrize("notation", NOTATIONS.values(), ids=lambda notation: notation.name)
@every_card
def test_every_notation_reads_back_what_it_writes(card: Card, notation: Notation) -> None:
    text = notation.format(card)
    assert notation.parse(text) is card
    assert parse_cards(text) == [card]
    assert parse_cards(text.lower()) == [card]


@pytest.mark.req("X-01", "R003-20")
def test_the_ten_of_hearts_in_every_notation() -> None:
    ten = Card("Th")
    assert {name: notation.format(ten) for name, notation in NOTATIONS.items()} == {
        "short": "Th",
        "upper": "TH",
        "long": "10H",
        "spaced": "10 H",
        "symbol": "10♥",
    }
    assert [LONG.format(Card(text)) for text in ("2c", "As", "Jd")] == ["2C", "AS", "JD"]
    assert [SPACED.format(Card(text)) for text in ("2c", "As", "Jd")] == ["2 C", "A S", "J D"]
    assert SYMBOL.format(Card("Qd")) == "Q♦"


@pytest.mark.req("R000-03", "X-01")
@pytest.mark.parametrize(
    ("notation", "text"),
    [
        (UPPER, "10H"),
        (UPPER, "Th"),
        (SHORT, "TH"),
        (LONG, "TH"),
        (SPACED, "10H"),
        (SYMBOL, "T♥"),
        (SHORT, ""),
        (SHORT, "Thh"),
    ],
)
def test_a_strict_notation_reads_nothing_else(notation: Notation, text: str) -> None:
    with pytest.raises(CardError, match=notation.name):
        notation.parse(text)


@pytest.mark.req("R000-04", "R003-19", "X-02")
def test_magnitudes() -> None:
    assert [Card(rank + "s").rank for rank in RANKS] == list(range(2, 15))
    assert [Card(rank + "s").low_rank for rank in RANKS] == [*range(2, 14), 1]


@pytest.mark.req("R001-20", "R003-21", "X-02", "X-13")
def test_sort_keys_ignore_suits_and_know_both_aces() -> None:
    hand = parse_cards("Ah 2c Ks As 2d")
    assert sorted(hand, key=by_face) == parse_cards("2c 2d Ks Ah As")
    assert sorted(hand, key=by_face_low) == parse_cards("Ah As 2c 2d Ks")
    assert by_face(Card("Qs")) == by_face(Card("Qd"))
    assert Card("Qs") != Card("Qd")


@pytest.mark.req("R002-02", "X-01", "X-13")
@every_card
def test_value_suit_pairs(card: Card) -> None:
    assert parse_pair(format_pair(card)) is card
    assert parse_pair(list(format_pair(card))) is card


def test_pairs_by_name() -> None:
    assert format_pair(Card("Tc")) == ("10", "Club")
    assert parse_pair(["14", "Spade"]) is Card("As")
    for wrong in (["1", "Spade"], ["14", "spade"], ["14"], []):
        with pytest.raises(CardError, match="'2' to '14'"):
            parse_pair(wrong)


@pytest.mark.req("X-01", "X-13")
@pytest.mark.parametrize("suits", ["shdc", "cdhs", "dchs", "sdch"])
@every_card
def test_index_numbers(card: Card, suits: str) -> None:
    assert parse_index(format_index(card, suits), suits) is card
    assert format_index(card, suits) // 13 == suits.index(card.suit)


def test_an_order_of_suits_has_all_four() -> None:
    for wrong in ("xy", "cdh", "cdhh"):
        with pytest.raises(CardError, match="suits must be c, d, h and s in some order"):
            format_index(Card("As"), wrong)
        with pytest.raises(CardError, match="suits must be c, d, h and s in some order"):
            parse_index(0, wrong)


def test_index_numbers_by_example() -> None:
    assert [format_index(Card(text)) for text in ("As", "2s", "Ks", "Ah", "Kc")] == [0, 1, 12, 13, 51]
    with pytest.raises(CardError, match="52"):
        parse_index(52)


@pytest.mark.req("R000-05", "X-01")
@pytest.mark.parametrize(
    "text",
    [
        "As Th Kd",
        "AS TH KD",
        "as th kd",
        "AsThKd",
        "As10hKd",
        "A S 10 H K D",
        "A♠ 10♥ K♦",
        "[AS, TH, KD]",
        "A♤,T♡;K♢",
        "  As\tTh\nKd  ",
        "A♠️ T♥️ K♦️",
    ],
)
def test_the_lenient_reader_takes_them_all(text: str) -> None:
    assert parse_cards(text) == [Card("As"), Card("Th"), Card("Kd")]


@given(st.lists(st.sampled_from(DECK), max_size=9), st.data())
def test_the_lenient_reader_takes_any_mixture(hand: list[Card], data: st.DataObject) -> None:
    notations = st.sampled_from(sorted(NOTATIONS))
    words = [NOTATIONS[data.draw(notations)].format(card) for card in hand]
    assert parse_cards(data.draw(st.sampled_from(["", " ", ", "])).join(words)) == hand


@pytest.mark.req("X-16")
@pytest.mark.parametrize(
    ("text", "code", "quoted"),
    [
        ("Zx", "rank", "'Zx'"),
        ("Ax", "suit", "'Ax'"),
        ("A", "size", "'A'"),
        ("As K", "size", "'K'"),
        ("1h", "rank", "'1h'"),
        ("As 11h", "rank", "'11h'"),
        ("As Kd Q?", "suit", "character 7"),
        ("\x00", "rank", r"\\x00"),
        ("10", "size", "'10'"),
    ],
)
def test_what_is_no_card_is_quoted(text: str, code: str, quoted: str) -> None:
    with pytest.raises(CardError, match=quoted) as caught:
        parse_cards(text)
    assert caught.value.code == code
    assert "\n" not in str(caught.value)


@given(st.text())
def test_any_text_is_cards_or_a_card_error(text: str) -> None:
    try:
        made = parse_cards(text)
    except CardError:
        return
    assert parse_cards(SHORT.format_cards(made)) == made


@pytest.mark.parametrize("wrong", [52, -1, 1.0, None, b"As", "As Kd", ""])
def test_a_card_is_made_of_nothing_else(wrong: object) -> None:
    with pytest.raises(CardError):
        Card(wrong)  # type: ignore[arg-type]


def test_cards_format_like_text() -> None:
    assert f"{Card('Th'):>4}|{Card('Th')}" == "  Th|Th"


# --- deck ------------------------------------------------------------------------------------------------------------


@pytest.mark.req("R003-22", "X-12", "R001-21")
def test_deal_from_the_top_put_back_at_the_bottom() -> None:
    deck = Deck()
    assert len(deck) == 52
    assert deck.deal_card() is Card("2c")
    assert deck.deal(3) == parse_cards("2d 2h 2s")
    assert deck.peek() is Card("3c")
    assert deck.peek(2) is Card("3h")
    assert len(deck) == 48
    deck.put_back(Card("2h"))
    assert len(deck) == 49
    assert list(deck)[-1] is Card("2h")
    deck.deal(49)
    assert deck.is_empty
    with pytest.raises(CardError, match="the deck has 0 left"):
        deck.deal_card()
    assert len(deck.reset()) == 52
    assert sorted(deck) == list(DECK)


@pytest.mark.req("R003-22", "X-12")
def test_reset_brings_the_same_order_back() -> None:
    deck = Deck(seed=3).shuffle()
    order = deck.order
    deck.deal(20)
    assert deck.order == order
    assert tuple(deck.reset()) == order


@pytest.mark.req("R001-21")
def test_what_is_in_the_deck_cannot_be_put_back() -> None:
    deck = Deck()
    deck.deal(3)
    deck.put_back("2c")
    deck.put_back(Card("2d"))
    assert all(isinstance(card, Card) for card in deck)
    deck.deal(51)
    deck.reset()
    deck = Deck()
    with pytest.raises(CardError, match="2c"):
        deck.put_back(Card("2c"))
    assert len(deck) == 52


@pytest.mark.req("R001-21", "R003-22")
def test_every_shuffle_is_a_new_order_of_the_same_cards() -> None:
    deck = Deck(seed=1)
    orders = {deck.shuffle().order for _ in range(200)}
    assert len(orders) == 200
    assert all(sorted(order) == list(DECK) for order in orders)


def test_the_same_seed_gives_the_same_shuffles() -> None:
    first, second = Deck(seed=7), Deck(seed=7)
    assert [first.shuffle().order for _ in range(3)] == [second.shuffle().order for _ in range(3)]
    assert Deck(seed=random.Random(7)).shuffle().order == Deck(seed=7).shuffle().order
    assert Deck().shuffle().order != Deck().shuffle().order


def test_shuffling_leaves_dealt_cards_alone() -> None:
    deck = Deck(seed=5)
    dealt = deck.deal(10)
    assert list(deck.shuffle().order[:10]) == dealt


@pytest.mark.req("R001-21")
def test_shuffles_are_fair() -> None:
    """Each card comes to the top about as often as any other: chi squared with 51 degrees of freedom."""
    deck = Deck(seed=11)
    tops = [0] * 52
    for _ in range(52 * 200):
        tops[deck.shuffle().peek()] += 1
    assert sum((count - 200) ** 2 / 200 for count in tops) < 100  # the chance to exceed it is 5 in 100,000


@pytest.mark.req("R003-22")
def test_a_deck_prints_on_one_line() -> None:
    deck = Deck("5S AD AH 10C")
    assert str(deck) == "5s Ad Ah Tc"
    assert LONG.format_cards(deck) == "5S AD AH 10C"
    deck.deal_card()
    assert str(deck) == "Ad Ah Tc"
    assert LONG.format_cards(deck.order) == "5S AD AH 10C"
    assert "\n" not in str(Deck())


@pytest.mark.parametrize("text", ["As As", "Kd 2c Kd"])
def test_a_deck_holds_each_card_once(text: str) -> None:
    with pytest.raises(CardError, match="twice"):
        Deck(text)


def test_peeking_outside_is_an_error() -> None:
    for index in (-1, 52):
        with pytest.raises(CardError, match=r"the deck has 52 left|0 or more, not -1"):
            Deck().peek(index)


def test_the_alphabet_of_ranks_and_suits() -> None:
    assert cards.RANKS == "23456789TJQKA"
    assert cards.SUITS == "cdhs"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0"),
        (10, "10"),
        (-3.0, "-3"),
        (0.5, "0.5"),
        (1.0000001, "1.0000001"),
        (2469130.0, "2469130"),
        (1234567.25, "1234567.25"),
        (1e100, "1e+100"),
        (float("inf"), "inf"),
        (float("nan"), "nan"),
    ],
)
def test_numbers_keep_their_digits(value: float, text: str) -> None:
    assert number_text(value) == text
