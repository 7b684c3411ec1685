"""Combinations, classes, and the text of ranges in both directions."""

import copy
import math
import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kicker.combos
from kicker.cards import DECK, RANKS, Card, parse_cards
from kicker.combos import CLASSES, COMBOS, class_combos, class_of, combo_index
from kicker.errors import CardError, RangeError
from kicker.ranges import Range

RANDOM = Range("random")
SIZES = {"": 6, "s": 4, "o": 12}


def classes_in(made: Range) -> set[str]:
    """The classes of a range that holds only whole ones."""
    weights = made.class_weights()
    assert set(weights.values()) <= {0.0, 1.0}
    return {name for name, weight in weights.items() if weight}


# --- combinations and classes ----------------------------------------------------------------------------------------


def test_combinations_stand_at_their_index() -> None:
    assert len(COMBOS) == 1326
    assert set(COMBOS) == set(combinations(DECK, 2))
    for place, (low, high) in enumerate(COMBOS):
        assert place == high * (high - 1) // 2 + low
        assert combo_index(low, high) == combo_index(str(high), int(low)) == place


def test_two_cards_that_are_one_make_no_combination() -> None:
    with pytest.raises(RangeError, match="Ah twice") as raised:
        combo_index("Ah", Card("Ah"))
    assert (raised.value.code, raised.value.position) == ("repeat", None)
    with pytest.raises(CardError):
        combo_index("Ah", 52)


def test_classes_stand_in_the_grid() -> None:
    assert len(set(CLASSES)) == 169
    assert CLASSES[:3] == ("AA", "AKs", "AQs")
    assert CLASSES[12:16] == ("A2s", "AKo", "KK", "KQs")
    assert CLASSES[-2:] == ("32o", "22")
    assert [CLASSES[14 * place] for place in range(13)] == [rank + rank for rank in reversed(RANKS)]


def test_every_combination_is_in_one_class() -> None:
    for name in CLASSES:
        assert len(class_combos(name)) == SIZES[name[2:]]
        assert {class_of(*COMBOS[place]) for place in class_combos(name)} == {name}
        assert {class_of(*reversed(COMBOS[place])) for place in class_combos(name)} == {name}
    assert sorted(place for name in CLASSES for place in class_combos(name)) == list(range(1326))


@pytest.mark.parametrize("name", ["", "AK", "KAs", "aks", "AAs", "22+"])
def test_what_is_no_class_has_no_combinations(name: str) -> None:
    with pytest.raises(RangeError, match="not a class"):
        class_combos(name)


# --- reading ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        (" ,;\n ", 0),
        ("AA", 6),
        ("AKs", 4),
        ("AKo", 12),
        ("AK", 16),
        ("KA", 16),
        ("QQ+", 18),
        ("AA+", 6),
        ("22+", 78),
        ("99-55", 30),
        ("55-99", 30),
        ("77-77", 6),
        ("A2s+", 48),
        ("A2o+", 144),
        ("A2+", 192),
        ("AJo+", 36),
        ("AKs+", 4),
        ("32s-", 4),
        ("K9s+", 16),
        ("KTs-K7s", 16),
        ("K7s-KTs", 16),
        ("KT-K7", 64),
        ("JTs-54s", 28),
        ("54s-JTs", 28),
        ("JT-54", 112),
        ("QTs-86s", 20),
        ("A5s-A5s", 4),
        ("AhKd", 1),
        ("KdAh", 1),
        ("AhAd", 1),
        ("6c5c,AQo+", 25),
        ("QQ+ AKs", 22),
        ("QQ+;AKs\nAKo,\tJTs,", 38),
        ("random", 1326),
        ("any", 1326),
        ("100%", 1326),
        ("top 100%", 1326),
        ("top 0%", 0),
        ("random, !QQ+", 1308),
        ("!QQ+, random", 1326),
        ("22+, !22+", 0),
        ("AA, !AhAs", 5),
        ("1010+", 30),
        ("A10s, 10s9s 109o", 17),
    ],
)
def test_how_many_combinations(text: str, count: int) -> None:
    made = Range(text)
    assert (len(made), made.total) == (count, count)
    assert made.share == count / 1326
    assert bool(made) == (count > 0)


@pytest.mark.parametrize(
    ("text", "classes"),
    [
        ("AJo+", "AJo AQo AKo"),
        ("AJ+", "AJs AQs AKs AJo AQo AKo"),
        ("T7s+", "T7s T8s T9s"),
        ("QQ+", "QQ KK AA"),
        ("66-88", "66 77 88"),
        ("KTs-K7s", "KTs K9s K8s K7s"),
        ("JTs-54s", "JTs T9s 98s 87s 76s 65s 54s"),
        ("QTs-86s", "QTs J9s T8s 97s 86s"),
        ("A5o-K4o", "A5o K4o"),
        ("KAs, 2Ao", "AKs A2o"),
        ("A10-10A", "ATs ATo"),
    ],
)
def test_which_classes(text: str, classes: str) -> None:
    assert classes_in(Range(text)) == set(classes.split())


def test_every_class_with_and_without_plus() -> None:
    for name in CLASSES:
        high, low = (RANKS.index(rank) for rank in name[:2])
        above = range(low, high) if high > low else range(low, 13)
        expected = {(RANKS[high] if name[2:] else RANKS[rank]) + RANKS[rank] + name[2:] for rank in above}
        assert classes_in(Range(name)) == {name}
        if high - low == 1 and name[0] != "A":
            with pytest.raises(RangeError, match=f"write '{name}', or '{name}-AK{name[2]}' for the connectors"):
                Range(name + "+")
        else:
            assert classes_in(Range(name + "+")) == expected


def test_every_span_of_two_classes() -> None:
    """Against another way to say it: the classes between the ends that share a rank difference or the high card."""
    spans = 0
    for one in CLASSES:
        for two in CLASSES:
            (high, low), (to_high, to_low) = ([RANKS.index(rank) for rank in name[:2]] for name in (one, two))
            if one[2:] == two[2:] and (high - low == to_high - to_low or (high == to_high and one[2:])):
                steps = max(abs(high - to_high), abs(low - to_low)) or 1
                expected = {
                    RANKS[high + (to_high - high) * step // steps]
                    + RANKS[low + (to_low - low) * step // steps]
                    + one[2:]
                    for step in range(steps + 1)
                }
                assert classes_in(Range(f"{one}-{two}")) == expected
                spans += 1
            else:
                with pytest.raises(RangeError) as raised:
                    Range(f"{one}-{two}")
                assert raised.value.code == "span"
    assert spans == 13 * 13 + 2 * (2 * 650 - 78)  # per kind: 650 with one high card, 650 with one gap, 78 in both


@pytest.mark.parametrize("combo", COMBOS[::7], ids=lambda combo: f"{combo[0]}{combo[1]}")
def test_single_combinations(combo: tuple[Card, Card]) -> None:
    low, high = combo
    made = Range(f"{low}{high}")
    assert made == Range(f"{high}{low}") == Range(f"{low}{high}".upper())
    assert list(made) == [(combo, 1.0)]


def test_cards_with_symbols_and_tens() -> None:
    assert Range("A♠K♦, 10h9h") == Range("AsKd, Th9h")


@pytest.mark.parametrize(
    ("text", "weight"),
    [
        ("AhKd", 1.0),
        ("AK:0.5", 0.5),
        ("AK@50", 0.5),
        ("AK@12.5", 0.125),
        ("AK@50%", 0.5),
        ("AK:.25", 0.25),
        ("AK:1.", 1.0),
        ("AK:1", 1.0),
        ("AK:0", 0.0),
        ("AK@100", 1.0),
        ("AK@0", 0.0),
        ("AK:1e-05", 1e-05),
        ("AK:5E-324", 5e-324),
        ("AhKd:0.1", 0.1),
        ("AQ+:0.3", 0.3),
        ("KK-AA, AK-A2:0.3", 0.3),
        ("random:0.25", 0.25),
        ("100%@25", 0.25),
        ("AK, AKo:0.5", 0.5),
        ("AK:0.5, random", 1.0),
        ("AK:0.5, AhKd:0.75", 0.75),
        ("AK:0.5, !AhKd", 0.0),
        ("!AhKd, AK:0.5", 0.5),
    ],
)
def test_the_last_item_gives_the_weight(text: str, weight: float) -> None:
    made = Range(text)
    assert made["AhKd"] == made.weight("Kd Ah") == made[Card("Ah"), Card("Kd")] == made.weight(["Ah", 45]) == weight
    assert ("AhKd" in made) == (weight > 0)


def test_later_items_override() -> None:
    made = Range("22+, AA:0.5")
    assert (len(made), made.total) == (78, 75.0)
    assert made.class_weights()["AA"] == 0.5


@pytest.mark.parametrize(
    ("loose", "tight"),
    [
        ("  QQ+  ,  AKs ", "QQ+,AKs"),
        ("99 - 55", "99-55"),
        ("99 -55 KTs - K7s", "99-55,KTs-K7s"),
        ("76s : 0.5, 65s @ 50", "76s:0.5,65s@50"),
        ("random ! QQ+", "random,!QQ+"),
        ("random\t!\tQQ+", "random,!QQ+"),
        ("top 100 %, ! top  0 %", "100%"),
        ("AK @ 50 %", "AK@50"),
        ("AA\u00a0KK", "AA,KK"),
    ],
)
def test_spaces_around_and_inside_items(loose: str, tight: str) -> None:
    assert Range(loose) == Range(tight)


@given(st.sampled_from(["qq+,aks,kjo+,7h6d:1e-3", "TOP 0%,Any,!JTs-54s", "a10S-A7S;random@10"]), st.data())
def test_case_does_not_matter(text: str, data: st.DataObject) -> None:
    upper = data.draw(st.lists(st.booleans(), min_size=len(text), max_size=len(text)))
    mixed = "".join(letter.upper() if up else letter.lower() for letter, up in zip(text, upper, strict=True))
    assert Range(mixed) == Range(text)


# --- the best hands --------------------------------------------------------------------------------------------------


@contextmanager
def grid_order() -> Iterator[None]:
    """Best hands in the order of the grid: AA 6, AKs 10, AQs 14 ... A2s 54, AKo 66, KK 72 combinations."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kicker.combos, "BY_EQUITY", CLASSES)
        yield


@grid_order()
@pytest.mark.parametrize(
    ("combos", "total"),
    [
        (0, 0),
        (2.9, 0),
        (3, 0),
        (3.1, 6),
        (6, 6),
        (8, 6),
        (8.1, 10),
        (54, 54),
        (60, 54),
        (60.5, 66),
        (66, 66),
        (1326, 1326),
    ],
)
def test_the_class_that_crosses_the_line_is_in_if_that_is_nearer(combos: float, total: int) -> None:
    share = repr(combos * 100 / 1326)
    for text in (f"top {share}%", f"TOP{share}%", f"{share}%", f"top {share} %"):
        assert Range(text).total == total
    assert Range(f"{share}%:0.5").total == total / 2
    assert Range(f"random, !{share}%").total == 1326 - total


def test_the_best_hands_are_nested_and_of_the_wanted_size() -> None:
    assert sorted(kicker.combos.BY_EQUITY) == sorted(CLASSES)
    before = Range()
    for half_percent in range(201):
        made = Range(f"top {half_percent / 2}%")
        assert abs(made.total - half_percent / 200 * 1326) <= 6  # half of the largest class
        assert made & before == before
        before = made
    assert before == RANDOM


def test_aces_are_among_the_best() -> None:
    assert kicker.combos.BY_EQUITY[0] == "AA"
    assert Range("AA") & Range("top 1%") == Range("AA")
    assert Range("15%") == Range("top15%") == Range("TOP 15.0 %")
    assert "7h2c" not in Range("top 50%")


# --- writing ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("", ""),
        ("AA:0", ""),
        ("aks qq+", "QQ+,AKs"),
        ("AA", "AA"),
        ("KK-77", "KK-77"),
        ("22+", "22+"),
        ("AA,QQ,JJ,22", "AA,QQ-JJ,22"),
        ("AK", "AKs,AKo"),
        ("A2+", "A2s+,A2o+"),
        ("AKs AJs ATs A2s", "AKs,AJs-ATs,A2s"),
        ("32s 32o", "32s,32o"),
        ("JTs-98s", "JTs,T9s,98s"),
        ("KdAh", "AhKd"),
        ("2c2s 2s2h Ks2c AhKd", "AhKd,Ks2c,2s2h,2s2c"),
        ("AcAd AcAh AcAs AdAh AdAs AhAs", "AA"),
        ("AA, !AsAh", "AsAd,AsAc,AhAd,AhAc,AdAc"),
        ("AA:0.5, KK, AhKd@25", "KK,AA:0.5,AhKd:0.25"),
        ("22+, AA:0.5, KK:0.5", "QQ-22,KK+:0.5"),
        ("AA:0.5, AsAh:1", "AsAh,AsAd:0.5,AsAc:0.5,AhAd:0.5,AhAc:0.5,AdAc:0.5"),
        ("22+ A2s+ K2s+, any", "random"),
        ("any:0.5", "random:0.5"),
        ("AA:1e-5", "AA:1e-05"),
    ],
)
def test_canonical_text(text: str, canonical: str) -> None:
    made = Range(text)
    assert str(made) == made.format() == f"{made}" == canonical
    assert repr(made) == f"Range({canonical!r})"
    assert eval(repr(made)) == made


@pytest.mark.parametrize("name", CLASSES)
def test_every_class_round_trips(name: str) -> None:
    made = Range(name)
    assert str(made) == name
    assert made == Range.from_weights(float(place in class_combos(name)) for place in range(1326))
    assert Range(f"{name}:0.1").format() == f"{name}:0.1"


def ranges_from(palettes: st.SearchStrategy[list[float]]) -> st.SearchStrategy[Range]:
    """Weights chosen from a palette by combination or by class, by a seed: 2,652 draws would be slow."""

    def make(palette: list[float], seed: int, whole_classes: bool) -> Range:
        random = Random(seed)
        by_class = {name: random.choice(palette) for name in CLASSES}
        return Range.from_weights(
            by_class[class_of(*combo)] if whole_classes else random.choice(palette) for combo in COMBOS
        )

    return st.builds(make, palettes, st.integers(0, 1 << 32), st.booleans())


# Few weights make runs, many make floats of all lengths.
few_weights = st.lists(st.sampled_from([0.0, 1.0, 0.5, 1 / 3]), min_size=1, max_size=4)
ranges = ranges_from(few_weights | st.lists(st.floats(0, 1), min_size=1, max_size=40))
plain_ranges = ranges_from(st.just([0.0, 1.0]))


@given(ranges)
def test_any_range_is_read_back_as_it_was(made: Range) -> None:
    again = Range(str(made))
    assert again == made
    assert hash(again) == hash(made)
    assert str(again) == str(made)


@pytest.mark.parametrize("seed", range(5))
def test_1326_different_weights_are_read_back(seed: int) -> None:
    random = Random(seed)
    made = Range.from_weights([random.random() ** 9 for _ in COMBOS])
    assert Range(str(made)).weights == made.weights


# --- the object ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("weights", "code", "message"),
    [
        ([], "count", "a range has 1326 weights, not 0"),
        ([1.0] * 1325, "count", "a range has 1326 weights, not 1325"),
        ([1.0] * 1327, "count", "at most 1326"),
        ([1.0] * 1325 + [1.5], "weight", "1.5 for AsAh"),
        ([-0.1] + [1.0] * 1325, "weight", "-0.1 for 2d2c"),
        ([math.nan] * 1326, "weight", "nan"),
        ([math.inf] * 1326, "weight", "inf"),
        ([10**400] * 1326, "type", "weights must be"),
        (["x"] * 1326, "type", "weights must be"),
        ([None] * 1326, "type", "weights must be"),
        (5, "type", "weights must be"),
    ],
)
def test_weights_are_checked(weights: list[float], code: str, message: str) -> None:
    with pytest.raises(RangeError, match=message) as raised:
        Range.from_weights(weights)
    assert (raised.value.code, raised.value.position) == (code, None)


def test_weights_of_other_kinds_become_floats() -> None:
    made = Range.from_weights([True] + [1] * 1324 + [-0.0])
    assert set(map(type, made.weights)) == {float}
    assert math.copysign(1, made.weights[-1]) == 1
    assert made == RANDOM - Range("AsAh")


def test_a_range_never_changes() -> None:
    made = Range("QQ+")
    with pytest.raises(AttributeError, match="a Range cannot be changed"):
        made.weights = ()
    with pytest.raises(AttributeError, match="a Range cannot be changed"):
        del made.weights
    with pytest.raises(AttributeError):
        made.other = 1
    assert len({made, Range("AA,KK,QQ"), Range("QQ")}) == 2
    assert made != "QQ+"
    for again in (pickle.loads(pickle.dumps(made)), copy.copy(made), copy.deepcopy(made)):
        assert again == made


@given(ranges)
def test_iteration_gives_what_is_in_it_in_order(made: Range) -> None:
    items = list(made)
    assert len(items) == len(made) == sum(weight > 0 for weight in made.weights)
    assert [combo for combo, _ in items] == [combo for combo in COMBOS if combo in made]
    assert all(made[combo] == weight for combo, weight in items)
    assert made.total == pytest.approx(sum(weight for _, weight in items))
    assert made.share == made.total / 1326


@pytest.mark.parametrize("combo", ["", "Ah", "AhKdQs", ["Ah"]])
def test_a_weight_is_that_of_two_cards(combo: str) -> None:
    with pytest.raises(RangeError, match="a combination is two") as raised:
        Range("AA").weight(combo)
    assert raised.value.code == "count"


def test_other_things_have_no_weight() -> None:
    with pytest.raises(RangeError, match="Ah twice"):
        Range("AA")["AhAh"]
    with pytest.raises(RangeError, match="a combination must be text"):
        Range("AA")[5]  # type: ignore[index]
    with pytest.raises(CardError):
        Range("AA")["AKs"]


@given(ranges)
def test_class_weights_are_means(made: Range) -> None:
    means = made.class_weights()
    assert tuple(means) == CLASSES
    for name, mean in means.items():
        found = [made.weights[place] for place in class_combos(name)]
        assert mean == pytest.approx(sum(found) / len(found), rel=1e-12, abs=1e-300)
        assert mean == found[0] or len(set(found)) > 1


@given(ranges, ranges, ranges)
def test_laws_of_union_and_intersection(one: Range, two: Range, three: Range) -> None:
    assert one | two == two | one
    assert one & two == two & one
    assert one | (two | three) == (one | two) | three
    assert one & (two & three) == (one & two) & three
    assert one | (one & two) == one & (one | two) == one | one == one & one == one
    assert one & (two | three) == (one & two) | (one & three)
    assert one | Range() == one & RANDOM == one
    assert one & Range() == Range()
    assert one | RANDOM == RANDOM


@given(ranges, ranges)
def test_laws_of_difference(one: Range, two: Range) -> None:
    assert one - Range() == one
    assert one - RANDOM == Range()
    assert (one - two) | one == one
    assert all(
        left == (weight if not gone else weight * (1 - gone))
        for left, weight, gone in zip((one - two).weights, one.weights, two.weights, strict=True)
    )


@given(plain_ranges, plain_ranges)
def test_whole_combinations_are_a_set(one: Range, two: Range) -> None:
    first, second = ({combo for combo, _ in made} for made in (one, two))
    assert {combo for combo, _ in one | two} == first | second
    assert {combo for combo, _ in one & two} == first & second
    assert {combo for combo, _ in one - two} == first - second
    assert (one - two) | (one & two) == one


def test_ranges_combine_with_ranges_only() -> None:
    for combine in (lambda: Range() | "AA", lambda: Range() & {"AA"}, lambda: Range() - 5):  # type: ignore[operator]
        with pytest.raises(TypeError):
            combine()


@pytest.mark.parametrize(
    ("text", "cards", "left"),
    [
        ("AA", "As", 3),
        ("AA", "AsAh", 1),
        ("random", "As Kd Qh", 1176),
        ("AKs", "2c", 4),
        ("AK", "Ah Kh", 9),
        ("AA", "", 6),
    ],
)
def test_without_known_cards(text: str, cards: str, left: int) -> None:
    made = Range(text).without(cards)
    assert len(made) == left
    assert made == Range(text).without(parse_cards(cards)) == Range(text).without(map(int, parse_cards(cards)))
    assert not any(card in combo for combo, _ in made for card in parse_cards(cards))
    assert made | Range(text) == Range(text)
