"""Every score scheme: its printed values, its own way of working, and that it orders hands as poker does."""

import csv
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kicker.cards import DECK, Card, parse_cards
from kicker.errors import HandError
from kicker.hands import Category, Hand, Strength, evaluate
from kicker.scores import (
    CODES,
    NAMES,
    SCHEMES,
    SuitBits,
    best_suit_bits_value,
    bitwise,
    code,
    decimal_value,
    definitive,
    definitive_score,
    format_with_name,
    highest_cards,
    name,
    packed,
    preview,
    rank_seven,
    score_900,
    sort_by_occurrence,
    suit_bits_value,
    table_rank,
    to_binary,
    worst_first,
)
from tests.conftest import OWN_DATA

every_strength = [Strength(number) for number in range(1, 7463)]
five_cards = st.lists(st.sampled_from(DECK), min_size=5, max_size=5, unique=True)


def one_hand_per_strength() -> dict[Strength, tuple[Card, ...]]:
    """A hand for each of the 7,462 strengths, found by looking."""
    found: dict[Strength, tuple[Card, ...]] = {}
    for strength in every_strength:
        ranks = [14 if rank == 1 else rank for rank in strength.ranks]
        suited = strength.category in (Category.FLUSH, Category.STRAIGHT_FLUSH)
        cards: list[Card] = []
        for place, rank in enumerate(ranks):
            suit = 0 if suited else sum(card.rank == rank for card in cards) + (place == 4 and len(set(ranks)) == 5)
            cards.append(DECK[4 * (rank - 2) + suit])
        assert evaluate(cards) is strength
        found[strength] = tuple(cards)
    return found


HAND_OF = one_hand_per_strength()


# --- all schemes -----------------------------------------------------------------------------------------------------


@pytest.mark.req(
    "X-05", "X-09", "X-19", "B000-2", "B000-3", "B002-8", "R000-48", "R003-26", "R003-29", "R004-24", "B002-5"
)
@pytest.mark.parametrize("scheme", ["strength", "definitive", "score_900", "decimal", "decimal_five", "suit_bits"])
def test_full_schemes_are_strictly_ordered_as_poker_is(scheme: str) -> None:
    numbers = [SCHEMES[scheme][1](strength) for strength in every_strength]
    assert all(low < high for low, high in pairwise(numbers))


@pytest.mark.req("R000-23")
@pytest.mark.parametrize("scheme", ["table_rank", "code", "decimal_short"])
def test_coarse_schemes_never_contradict_the_order(scheme: str) -> None:
    numbers = [SCHEMES[scheme][1](strength) for strength in every_strength]
    assert all(low <= high for low, high in pairwise(numbers))


def test_worst_first_counts_the_other_way() -> None:
    assert worst_first(evaluate("As Ks Qs Js Ts")) == 1
    assert worst_first(evaluate("7c 5d 4h 3s 2c")) == 7462
    assert sorted(map(worst_first, every_strength)) == list(range(1, 7463))


# --- names -----------------------------------------------------------------------------------------------------------


@pytest.mark.req("X-18", "R001-24", "R002-06", "X-03")
def test_names_of_five_programs() -> None:
    pair, two, royal = evaluate("As Ad 2c 3c 4c"), evaluate("As Ad 2c 2d 4c"), evaluate("As Ks Qs Js Ts")
    assert [name(pair, table) for table in NAMES] == ["One Pair", "One Pair", "Pair", "One Pair", "Pair"]
    assert [name(two, table) for table in NAMES] == ["Two Pair", "Two pairs", "Two Pairs", "Two Pair", "Two pair"]
    assert [name(royal, table) for table in NAMES] == [
        "Royal Flush",
        "Royal flush",
        "Royal King",
        "Straight Flush",
        "Straight flush",
    ]
    assert all(len(names) == 10 for names in NAMES.values())


@pytest.mark.req("R000-07", "R001-24", "B000-5", "X-05")
def test_table_ranks_are_one_to_ten() -> None:
    assert [
        table_rank(evaluate(text))
        for text in (
            "7C 2S TH 3D 5S",
            "4C 9S 4H 3D 2D",
            "4C 4H JS JC 7C",
            "4C 4H 4S QH 8D",
            "2C 3H 4S 5H 6D",
            "JS AS TS 5S 7S",
            "3S 3H 3D JC JS",
            "QS QH QD QC AC",
            "AC 2C 3C 4C 5C",
            "TH JH QH KH AH",
        )
    ] == list(range(1, 11))


# --- packed bits -----------------------------------------------------------------------------------------------------


@pytest.mark.req("R000-08", "R000-09", "B000-1", "B000-5", "X-04")
def test_rank_codes() -> None:
    assert [
        CODES[code(evaluate(text))]
        for text in (
            "7C 2S TH 3D 5S",
            "4C 9S 4H 3D 2D",
            "4C 4H JS JC 7C",
            "4C 4H 4S QH 8D",
            "AS 2D 3C 4S 5H",
            "2C 3H 4S 5H 6D",
            "JS AS TS 5S 7S",
            "3S 3H 3D JC JS",
            "QS QH QD QC AC",
            "AC 2C 3C 4C 5C",
            "TH JH QH KH AH",
        )
    ] == [
        "highCard",
        "onePair",
        "twoPair",
        "threeKind",
        "aceLowStraight",
        "straight",
        "flush",
        "fullHouse",
        "fourKind",
        "straightFlush",
        "royalFlush",
    ]
    assert len(CODES) == 11


@pytest.mark.req("R000-13", "R000-14", "R000-19", "B000-3", "B000-4")
def test_the_printed_numbers_of_four_aces() -> None:
    told = bitwise("Ac Ad Ah As Kc")
    assert told.occurrences == 1085367510196289536
    assert told.packed == packed(evaluate("Ac Ad Ah As Kc")) == 978669
    assert to_binary(told.exists, 15) == "110000000000000"
    assert to_binary(told.occurrences, 60) == "1111" + "0001" + "0000" * 13
    royal = bitwise("Ac Kc Qc Jc Tc")
    assert royal.packed == 974010 < told.packed
    assert royal.definitive > told.definitive


@pytest.mark.req("R000-13", "R000-16", "R000-17")
def test_bits_of_runs() -> None:
    assert to_binary(bitwise("As 2d 3c 4s 5h").exists, 15) == "100000000111100"
    assert to_binary(bitwise("Ts Js Qs Ks As").exists, 15) == "111110000000000"
    bits = bitwise("4s 5d 6c 7s 8h").exists
    assert bits // (bits & -bits) == 31


@pytest.mark.req("R000-15", "B000-4")
@pytest.mark.parametrize(
    ("text", "modulo"),
    [
        ("As Ad Ac Ah 2s", 1),
        ("As Ad Ac 2h 2s", 10),
        ("As Ad Ac 3h 2s", 9),
        ("As Ad 3c 3h 2s", 7),
        ("As Ad 4c 3h 2s", 6),
        ("As Jd 4c 3h 2s", 5),
    ],
)
def test_remainders(text: str, modulo: int) -> None:
    assert bitwise(text).modulo == modulo


@pytest.mark.req("R000-15")
def test_remainders_of_all_patterns() -> None:
    kinds = {5: {0, 4, 5, 8}, 6: {1}, 7: {2}, 9: {3}, 10: {6}, 1: {7}}
    for strength, cards in HAND_OF.items():
        assert strength.category in kinds[bitwise(cards).modulo]


@pytest.mark.req("R000-08", "R000-12", "R000-16", "R000-17", "R000-18", "R000-19", "R000-23", "B000-2")
def test_the_bit_algorithm_agrees_with_the_strength_on_every_kind_of_hand() -> None:
    for strength, cards in HAND_OF.items():
        told = bitwise(cards)
        assert (told.code, told.packed, told.definitive) == (code(strength), packed(strength), definitive(strength))
        assert list(told.cards) == sorted(cards, key=lambda card: -card.rank)


@pytest.mark.req("R000-19", "R000-20")
def test_sorting_by_occurrence() -> None:
    assert sort_by_occurrence([1, 2, 1, 1, 1]) == [1, 1, 1, 1, 2]
    assert sort_by_occurrence([2, 14, 7, 2, 9]) == [2, 2, 14, 9, 7]
    assert sort_by_occurrence([3, 3, 8, 8, 5]) == [8, 8, 3, 3, 5]


@pytest.mark.req("R000-21")
def test_binary_digits() -> None:
    assert to_binary(9) == "1001"
    assert to_binary(9, 6) == "001001"


@pytest.mark.req("R000-48", "B000-3", "B000-7")
def test_the_definitive_score_takes_lists_of_single_cards() -> None:
    expected = definitive(evaluate("5H AC KC 3S 2D"))
    assert definitive_score([["5H"], ["AC"], ["KC"], ["3S"], ["2D"]]) == expected
    assert definitive_score("5H AC KC 3S 2D") == expected
    assert definitive_score(Hand("5H AC KC 3S 2D")) == expected
    assert definitive_score(parse_cards("5H AC KC 3S 2D")) == expected
    assert definitive_score([["7C"], ["5D"], ["4H"], ["3S"], ["2C"]]) < definitive_score("As Ks Qs Js Ts")


@pytest.mark.req("R000-33", "R000-29", "X-17")
def test_repeated_cards_are_compared_by_code_and_packed_ranks_alone() -> None:
    full = bitwise("8D 6C 8D 8S 6S")
    assert CODES[full.code] == "fullHouse"
    assert full.packed == packed(evaluate("8D 6C 8H 8S 6S"))
    assert CODES[bitwise("AS AS 2S 3S 4S").code] == "flush"
    for five_alike in ("8D 8C 8D 8S 8H", "AD AC AD AS AH"):
        with pytest.raises(HandError, match="five cards of one rank"):
            bitwise(five_alike)
    with pytest.raises(HandError, match="4 cards"):
        bitwise("8D 6C 8D 8S")


# --- 0 to 900 --------------------------------------------------------------------------------------------------------


@pytest.mark.req("R002-07", "B002-2", "B002-3")
def test_groups_stay_in_their_ranges() -> None:
    for strength in every_strength:
        score = score_900(strength)
        if strength.is_royal:
            assert score == 900
        else:
            assert 100 * strength.category <= score < 100 * strength.category + 100


@pytest.mark.req("R002-08", "R002-09", "B002-1")
def test_highest_cards() -> None:
    assert highest_cards([2, 2, 2, 2, 14]) > highest_cards([12, 12, 12, 12, 13])
    assert highest_cards([2, 2, 2, 2, 14]) > highest_cards([13, 13, 13, 13, 13])
    assert highest_cards([3, 4, 6, 8, 10]) > highest_cards([4, 4, 5, 8, 10])
    assert highest_cards([2, 3, 14], exclude=[14]) == highest_cards([2, 3])
    assert highest_cards([2, 3, 9, 14], exclude=[14, 9], limit=1) == highest_cards([3])
    assert highest_cards([14, 14, 14, 14, 14], normalize=1) == 13**5 - 1
    assert highest_cards([14, 13, 12, 11, 9], normalize=1) == (((12 * 13 + 11) * 13 + 10) * 13 + 9) * 13 + 7


@pytest.mark.req("R002-10", "R002-11", "R002-12", "R002-13", "R002-14", "R002-15", "R002-16", "R002-17", "R002-18")
@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("Ac Kc Qc Jc Tc Ad 2h", 900),
        ("2c 3c 4c 5c Ac 9d Kh", 835.3571),
        ("5c 6c 7c 8c 9c Kc 2d", 800 + 9 / 14 * 99),
        ("2c 2d 2h 2s Ac 7d 9h", 700 + 2 / 14 * 50 + 12 * 13**4 / 433175),
        ("2h 2d 2s 3c 3d 3h Ks", 603.142857),
        ("5h 5d 5s 2c 2d 4h 4d", 605.285714),
        ("Ac Kc Jc 5c Th 8c 7h", 500 + (12 * 13**4 + 11 * 13**3 + 9 * 13**2 + 6 * 13 + 3) / 433175),
        ("2c 3d 4h 5s Ac 9d Kh", 435.3571),
        ("Ac Kd Qh Js Tc 9d 2h", 499),
        ("5c 5d 5h 2s 3c 7d 8h", 300 + 5 / 14 * 50 + (6 * 13**4 + 5 * 13**3) / 433175),
        ("Qc Qd 8h 8s 3c 3d 2h", 200 + 12 / 14 * 50 + 8 / 14 * 50 / 14 + 1 / 13 * 50 / 196),
        ("Ac Ad Kh Js 9c 4d 5h", 100 + 50 + (11 * 13**4 + 9 * 13**3 + 7 * 13**2) / 433175),
        ("Ac Qd Th 8s 6c 4d 2h", (12 * 13**4 + 10 * 13**3 + 8 * 13**2 + 6 * 13 + 4) / 433175),
    ],
)
def test_scores_of_seven_cards(text: str, score: float) -> None:
    assert rank_seven(text).score == pytest.approx(score, abs=1e-4)


@pytest.mark.req("R002-19", "B002-4")
def test_cards_that_do_not_play_do_not_count() -> None:
    assert rank_seven("5c 5d 5h As Kc 7d 8h").score == rank_seven("5c 5d 5h As Kc 2d 3h").score
    assert rank_seven("Tc Td 9h 9s Ac 2d 3h").score > rank_seven("Tc Td 9h 9s Kc Qd 4h").score


@pytest.mark.req("B002-5", "B002-6", "B002-7", "R002-17")
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("Jc Jd 2c 2d 3h 4s 5s", "Tc Td 9c 9d 2h 4s 5s"),
        ("2c 3c 4c 5c 6c 9d Kh", "Ac Ad Ah As Kc 7d 9h"),
        ("Ac 2c 3c 4c 5c 9d Kh", "Kc Qc Jc 9c 8c 2d 3h"),
        ("3c 3d 3h 4c 5d 7d 9h", "2c 2d 2h Ac Kd 7d 9h"),
        ("2c 2d 3c 3d 7h 8s 9s", "Ac Ad Kc Jd 9h 4s 5s"),
    ],
)
def test_where_others_go_wrong(better: str, worse: str) -> None:
    assert rank_seven(better).score > rank_seven(worse).score


@pytest.mark.req("R002-01", "R002-02", "R002-06", "B002-9")
def test_a_ranked_hand_has_name_score_and_cards() -> None:
    ranked = rank_seven("Ac Kc Qc Jc Tc Ad 2h")
    assert ranked.name == "Royal King"
    assert ranked.cards == (("14", "Club"), ("13", "Club"), ("12", "Club"), ("11", "Club"), ("10", "Club"))
    for wrong in ("As Ks Qs Js Ts", "As Ks Qs Js Ts 9s", ""):
        with pytest.raises(HandError, match="give seven cards"):
            rank_seven(wrong)


@pytest.mark.req("R002-03", "R002-04", "R002-05")
def test_previews() -> None:
    seen = preview("7c 8c 8d 8h 9c Tc Jc")
    assert (seen.highest, seen.longest_run, seen.run_top) == (11, 5, 11)
    assert seen.suit_counts == {"c": 5, "d": 1, "h": 1, "s": 0}
    assert seen.duplicates == {8: 3}
    wheel = preview("As 2d 3c 4s 5h")
    assert (wheel.highest, wheel.longest_run, wheel.run_top) == (14, 5, 5)
    assert preview("As 2d Kc 9s 7h").longest_run == 2
    assert preview("2c 2d 3c 3d 3h Ks As").duplicates == {3: 3, 2: 2}
    with pytest.raises(HandError, match="no cards"):
        preview("")


# --- decimal blocks --------------------------------------------------------------------------------------------------


def printed_values() -> list[tuple[str, str, int, str]]:
    with (OWN_DATA / "derived" / "decimal_values.tsv").open() as file:
        return [
            (row["hand"], row["type"], int(row["printed_value"]), row["scheme"])
            for row in csv.DictReader(file, delimiter="\t")
        ]


@pytest.mark.req("R003-28", "R003-31", "R003-26")
@pytest.mark.parametrize(("hand", "kind", "value", "scheme"), printed_values())
def test_the_printed_decimal_values(hand: str, kind: str, value: int, scheme: str) -> None:
    forms = {"full": "full", "short": "short", "full_without_last_block": "five"}
    assert decimal_value(evaluate(hand), forms[scheme]) == value  # type: ignore[arg-type]
    assert name(evaluate(hand), "course") == kind


@pytest.mark.req("R003-31")
def test_the_values_in_the_running_text() -> None:
    assert len(printed_values()) == 45
    for text, value in (
        ("5S 6S 6D 8D 9H", 1_006_009_008_005_000_000),
        ("AD AC 4H 10S KS", 1_014_013_010_004_000_000),
        ("AD 6C 6H 10S KS", 1_006_014_013_010_000_000),
        ("AC 5S 5D JH JD", 2_011_005_014_000_000_000),
        ("AH 3H 9S 10D 10C", 1_010_014_009_003_000_000),
    ):
        assert decimal_value(evaluate(text)) == value


@pytest.mark.req("R003-29", "R003-30")
def test_the_wheel_and_the_largest_value() -> None:
    assert decimal_value(evaluate("As 2d 3h 4c 5s")) == 4_005_004_003_002_001_000
    assert decimal_value(evaluate("As 2s 3s 4s 5s")) == 8_005_004_003_002_001_000
    assert max(map(decimal_value, every_strength)) == 8_014_013_012_011_010_000 < 9_223_372_036_854_775_807


@pytest.mark.req("B003-3", "R003-28", "X-09")
def test_only_the_short_form_calls_different_hands_equal() -> None:
    one, two = evaluate("5c 5s 5d 7h Jd"), evaluate("5c 5s 5d 8h Jd")
    assert decimal_value(one, "short") == decimal_value(two, "short")
    assert decimal_value(one) < decimal_value(two)
    assert decimal_value(one, "five") == decimal_value(one) // 1000


# --- suit masks ------------------------------------------------------------------------------------------------------


@pytest.mark.req("R004-21", "R004-23", "R004-24", "B004-1", "B004-3")
def test_suit_masks_agree_with_the_strength_on_every_kind_of_hand() -> None:
    for strength, cards in HAND_OF.items():
        assert SuitBits(cards).value() == suit_bits_value(strength)
        assert SuitBits(cards).value() >> 26 == strength.category


@pytest.mark.req("R004-24", "B004-3")
def test_suit_masks_by_example() -> None:
    assert SuitBits("As 2d 3h 4c 5s").value() == 4 << 26 | 0xF << 13
    assert SuitBits("Kc Kd Kh Ks Qc").value() == 7 << 26 | 1 << 11 + 13 | 1 << 10
    assert SuitBits("Kc Kd Kh Ks Qc").value() > SuitBits("2c 2d 2h 2s Ac").value()
    with pytest.raises(HandError, match="five cards"):
        SuitBits("As Kd").value()


def test_schemes_refuse_what_they_do_not_know() -> None:
    with pytest.raises(HandError, match="4 cards"):
        best_suit_bits_value("As Ks Qs Js")
    with pytest.raises(HandError, match="appears twice"):
        best_suit_bits_value("As As Qs Js Ts")
    with pytest.raises(HandError, match="'half'"):
        decimal_value(every_strength[0], "half")  # type: ignore[arg-type]
    with pytest.raises(HandError, match="'latin'"):
        name(every_strength[0], "latin")


@pytest.mark.req("R004-22")
@given(five_cards, five_cards)
def test_cards_go_in_and_out(cards: list[Card], others: list[Card]) -> None:
    bits = SuitBits(cards)
    for card in cards:
        bits.pop(card)
    assert bits.masks == [0, 0, 0, 0]
    for card in others:
        bits.push(card)
    assert bits.value() == suit_bits_value(evaluate(others))


@pytest.mark.req("R004-25")
@given(st.lists(st.sampled_from(DECK), min_size=5, max_size=7, unique=True))
def test_seven_cards_are_the_best_of_21_fives(cards: list[Card]) -> None:
    assert best_suit_bits_value(cards) == suit_bits_value(evaluate(cards))
    assert best_suit_bits_value(cards) == max(SuitBits(five).value() for five in combinations(cards, 5))


@pytest.mark.req("R001-24")
def test_a_hand_without_a_strength_has_table_rank_zero() -> None:
    assert table_rank(None) == 0


@pytest.mark.req("R003-23", "R003-24")
def test_a_hand_with_its_name() -> None:
    assert format_with_name(Hand("AD AC 4H 10S KS"), width=4) == "  AD  AC  4H 10S  KS --- One Pair"
    assert format_with_name(Hand("10D JD QD KD AD")) == "10D JD QD KD AD --- Straight Flush"
