"""The notation players type, against a slow twin: each item has a plain rule, tried on all hands of two cards."""

import re
from collections.abc import Callable
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kicker.cards import DECK, RANKS, SUITS, Card
from kicker.combos import BY_EQUITY, COMBOS
from kicker.errors import RangeError
from kicker.ranges import Range

Rule = Callable[[Card, Card], bool]
"""Whether a hand is meant: the higher card first, of a pair the one with the higher suit."""


def weights_of(rule: Rule, weight: float = 1.0) -> list[float]:
    """Ask the rule about all 1,326 hands."""
    held = {frozenset((low, high)) for low, high in combinations(DECK, 2) if rule(high, low)}
    return [weight if frozenset(combo) in held else 0.0 for combo in COMBOS]


def rank(face: str) -> int:
    return RANKS.index(face) + 2


def pair(one: Card, two: Card) -> bool:
    return one.rank == two.rank


def suited(one: Card, two: Card) -> bool:
    return one.suit == two.suit


def offsuit(one: Card, two: Card) -> bool:
    return not pair(one, two) and not suited(one, two)


def has(face: str) -> Rule:
    return lambda one, two: rank(face) in (one.rank, two.rank)


def both(first: Rule, second: Rule) -> Rule:
    return lambda one, two: first(one, two) and second(one, two)


KINDS: dict[str, Rule] = {"": lambda one, two: not pair(one, two), "s": suited, "o": offsuit}


@pytest.mark.parametrize(
    ("text", "count", "rule"),
    [
        ("Ax", 198, has("A")),
        ("Kx", 198, has("K")),
        ("10x", 198, has("T")),
        ("Axs", 48, both(has("A"), suited)),
        ("AXs", 48, both(has("A"), suited)),
        ("axo", 144, both(has("A"), offsuit)),
        ("2x", 198, has("2")),
        ("AhXh", 12, lambda one, two: one == Card("Ah") and two.suit == "h"),
        ("XhAh", 12, lambda one, two: one == Card("Ah") and two.suit == "h"),
        ("AhXx", 51, lambda one, two: Card("Ah") in (one, two)),
        ("ahxx", 51, lambda one, two: Card("Ah") in (one, two)),
        ("10♥Xx", 51, lambda one, two: Card("Th") in (one, two)),
        ("AhXd", 13, lambda one, two: {one, two} >= {Card("Ah")} and "d" in (one.suit, two.suit)),
        ("XhXh", 78, lambda one, two: one.suit == two.suit == "h"),
        ("XhXs", 169, lambda one, two: {one.suit, two.suit} == {"h", "s"}),
        ("A5s-2s", 16, lambda one, two: one.rank == 14 and two.rank <= 5 and suited(one, two)),
        ("A5-2", 64, lambda one, two: one.rank == 14 and two.rank <= 5),
        ("K10o-7o", 48, lambda one, two: one.rank == 13 and 7 <= two.rank <= 10 and offsuit(one, two)),
        ("A5s-", 16, lambda one, two: one.rank == 14 and two.rank <= 5 and suited(one, two)),
        ("QQ-", 66, lambda one, two: pair(one, two) and one.rank <= 12),
        ("AA-", 78, pair),
        ("22-", 6, lambda one, two: one.rank == two.rank == 2),
        ("AhTh+", 4, lambda one, two: one == Card("Ah") and two.suit == "h" and two.rank >= 10),
        ("TdAh+", 4, lambda one, two: one == Card("Ah") and two.suit == "d" and 10 <= two.rank < 14),
        ("AhKd+", 1, lambda one, two: (one, two) == (Card("Ah"), Card("Kd"))),
        ("JhJd+", 4, lambda one, two: pair(one, two) and one.rank >= 11 and {one.suit, two.suit} == {"h", "d"}),
        ("AhTh-", 9, lambda one, two: one == Card("Ah") and two.suit == "h" and two.rank <= 10),
        ("As5s-As2s", 4, lambda one, two: one == Card("As") and two.suit == "s" and two.rank <= 5),
        ("5sAs-2s", 4, lambda one, two: one == Card("As") and two.suit == "s" and two.rank <= 5),
        ("9h9d-5d5h", 5, lambda one, two: pair(one, two) and 5 <= one.rank <= 9 and {one.suit, two.suit} == {"h", "d"}),
        ("JhTd-5h4d", 7, lambda one, two: 5 <= one.rank == two.rank + 1 <= 11 and one.suit + two.suit == "hd"),
        ("QQ–99", 24, lambda one, two: pair(one, two) and 9 <= one.rank <= 12),
        ("KTs—K7s", 16, lambda one, two: one.rank == 13 and 7 <= two.rank <= 10 and suited(one, two)),
        ("99−55", 30, lambda one, two: pair(one, two) and 5 <= one.rank <= 9),
        ("all", 1326, lambda one, two: True),
        ("pairs", 78, pair),
        ("Suited", 312, suited),
        ("OFFSUIT", 936, offsuit),
        ("broadway", 190, lambda one, two: two.rank >= 10),
        ("Ah Kh", 1, lambda one, two: (one, two) == (Card("Ah"), Card("Kh"))),
        ("kh\tAH", 1, lambda one, two: (one, two) == (Card("Ah"), Card("Kh"))),
        ("10h 9♠", 1, lambda one, two: (one, two) == (Card("Th"), Card("9s"))),
        ("Ah Xh", 12, lambda one, two: one == Card("Ah") and two.suit == "h"),
        ("Ah Th+", 4, lambda one, two: one == Card("Ah") and two.suit == "h" and two.rank >= 10),
        ("random !broadway", 1136, lambda one, two: two.rank < 10),
        ("all, !Ax", 1128, lambda one, two: one.rank != 14),
        ("QQ Ah Kh 22", 13, lambda one, two: (pair(one, two) and one.rank in (2, 12)) or (one, two) == (50, 46)),
        ("33, 3%", 48, lambda one, two: one.rank == two.rank == 3 or in_the_top(3)(one, two)),
        ("top 3% 22", 48, lambda one, two: one.rank == two.rank == 2 or in_the_top(3)(one, two)),
        ("3%\n22", 48, lambda one, two: one.rank == two.rank == 2 or in_the_top(3)(one, two)),
    ],
)
def test_items_that_players_type(text: str, count: int, rule: Rule) -> None:
    made = Range(text)
    assert list(made.weights) == weights_of(rule)
    assert (len(made), made.total) == (count, count)
    assert Range(str(made)) == eval(repr(made)) == made


def in_the_top(percent: float) -> Rule:
    """The classes from the best on whose number of hands is nearest to the share, added up one by one."""
    sizes = {"": 6, "s": 4, "o": 12}
    best: list[str] = []
    chosen: list[str] = []
    nearest, total = percent * 13.26, 0
    for name in BY_EQUITY:
        best.append(name)
        total += sizes[name[2:]]
        if abs(total - percent * 13.26) < nearest:
            nearest, chosen = abs(total - percent * 13.26), best.copy()

    def rule(one: Card, two: Card) -> bool:
        kind = "" if pair(one, two) else "s" if suited(one, two) else "o"
        return RANKS[one.rank - 2] + RANKS[two.rank - 2] + kind in chosen

    return rule


@pytest.mark.parametrize("text", ["10%-20%", "20%-10%", "10-20%", "top 10%-20%", "10 % - 20 %", "10%–20%"])
def test_a_slice_is_what_one_share_has_and_the_other_has_not(text: str) -> None:
    inner, outer = in_the_top(10), in_the_top(20)
    assert list(Range(text).weights) == weights_of(lambda one, two: outer(one, two) and not inner(one, two))
    assert Range(text) | Range("10%") == Range("20%")


AK_SUITED = both(both(has("A"), has("K")), suited)


@pytest.mark.parametrize(
    ("text", "weight"),
    [
        ("AKs:50%", 0.5),
        ("AKs: 50 %", 0.5),
        ("AKs:0.5%", 0.005),
        ("AKs:100%", 1.0),
        ("AKs@50", 0.5),
        ("AKs@50%", 0.5),
        ("AKs@0.5%", 0.005),
        ("AKs@0", 0.0),
        ("AKs(0.5)", 0.5),
        ("AKs (0.5)", 0.5),
        ("AKs(50%)", 0.5),
        ("AKs (50 %)", 0.5),
        ("50%AKs", 0.5),
        ("12.5%AKs", 0.125),
        ("50 %AKs", 0.5),
        ("[50]AKs[/50]", 0.5),
        ("[12.50]AKs[/12.50]", 0.125),
        ("[100]AKs[/100]", 1.0),
        ("[0]AKs[/0]", 0.0),
        ("[25] AQs, AKs, !AQs [/25]", 0.25),
        ("AKs, [25]AKs[/25]", 0.25),
        ("[25]AKs[/25][50]AKs[/50]", 0.5),
    ],
)
def test_weights_that_players_type(text: str, weight: float) -> None:
    made = Range(text)
    assert list(made.weights) == weights_of(AK_SUITED, weight)
    assert Range(str(made)) == made


def test_a_group_gives_its_weight_to_all_its_items() -> None:
    group = "[37.5]TT-77,ATs-A8s,KQs,AhKd[/37.5]"
    assert Range(f"JJ+, {group}, AKs") == Range("JJ+, TT-77:0.375, ATs-A8s:0.375, KQs:0.375, AhKd:0.375, AKs")


# --- any item ---------------------------------------------------------------------------------------------------------

faces, suits = st.sampled_from(RANKS), st.sampled_from(SUITS)
kinds = st.sampled_from(["", "s", "o"])


@st.composite
def items(draw: st.DrawFn) -> tuple[str, Rule]:
    """The text of an item, and its rule."""
    low, high = sorted(draw(st.lists(st.integers(2, 14), min_size=2, max_size=2, unique=True)))
    top, bottom = RANKS[high - 2], RANKS[low - 2]
    kind, sign, (one, two) = draw(kinds), draw(st.sampled_from("+-")), (draw(suits), draw(suits))
    end = draw(st.integers(2, high - 1))

    def lower(first: Card, second: Card) -> bool:
        """The higher card stays, the lower one goes up or down."""
        return first.rank == high and (low <= second.rank < high if sign == "+" else second.rank <= low)

    def between(first: Card, second: Card) -> bool:
        return first.rank == high and min(low, end) <= second.rank <= max(low, end)

    def in_suits(first: Card, second: Card) -> bool:
        return (first.suit, second.suit) == (one, two)

    forms: list[tuple[str, Rule]] = [
        (f"{top}x{kind}", both(has(top), KINDS[kind]) if kind else has(top)),
        (f"{top}{one}X{two}", lambda a, b: (a.rank, a.suit, b.suit) == (high, one, two)
                                        or (b.rank, b.suit, a.suit) == (high, one, two)),
        (f"{top}{one}{bottom}{two}", lambda a, b: (a, b) == (Card(top + one), Card(bottom + two))),
        (f"{top}{one} {bottom}{two}", lambda a, b: (a, b) == (Card(top + one), Card(bottom + two))),
        (f"{top}{bottom}{kind}-{RANKS[end - 2]}{kind}", both(between, KINDS[kind])),
        (f"{top}{one}{bottom}{two}-{top}{one}{RANKS[end - 2]}{two}", both(between, in_suits)),
        (f"{top}{top}{sign}", lambda a, b: pair(a, b) and (a.rank >= high if sign == "+" else a.rank <= high)),
        (f"{top}{top}-{bottom}{bottom}", lambda a, b: pair(a, b) and low <= a.rank <= high),
    ]  # fmt: skip
    if high - low > 1:
        forms.append((f"{top}{bottom}{kind}{sign}", both(lower, KINDS[kind])))
        forms.append((f"{top}{one}{bottom}{two}{sign}", both(lower, in_suits)))
    return draw(st.sampled_from(forms))


def dressed(draw: st.DrawFn, text: str) -> str:
    """The same in another case, with another dash, with the ten as a number."""
    text = text.replace("-", draw(st.sampled_from("-–—−")))
    text = text.replace("T", draw(st.sampled_from(["T", "10"])))
    return draw(st.sampled_from([text, text.upper(), text.lower(), text.swapcase()]))


@st.composite
def ranges(draw: st.DrawFn) -> tuple[str, list[float]]:
    """Some items with weights, and the weights that the twin gives each hand; later items win."""
    texts: list[str] = []
    expected = [0.0] * len(COMBOS)
    for text, rule in draw(st.lists(items(), min_size=1, max_size=4)):
        form = draw(st.sampled_from(["{}", "{}:0.25", "{}:25%", "{}@25", "{}(0.25)", "25%{}", "[25]{}[/25]", "!{}"]))
        weight = 1.0 if form == "{}" else 0.0 if form == "!{}" else 0.25
        written = dressed(draw, text)
        texts.append(form.format(written.replace(" ", "") if form == "25%{}" else written))
        expected = [weight if held else before for held, before in zip(weights_of(rule), expected, strict=True)]
    return draw(st.sampled_from([", ", ",", ";", "\n"])).join(texts), expected


@given(ranges())
def test_any_items_are_read_as_the_twin_reads_them(given: tuple[str, list[float]]) -> None:
    text, expected = given
    made = Range(text)
    assert list(made.weights) == expected
    assert Range(str(made)) == made


@given(st.lists(items(), min_size=1, max_size=4))
def test_plain_items_may_stand_side_by_side(given: list[tuple[str, Rule]]) -> None:
    expected = [any(rule(high, low) for _, rule in given) for low, high in COMBOS]
    text = " ".join(text for text, _ in given)
    # Single cards run together, and a '-' at the end of an item goes on to the next one.
    if re.search(r"(^| )\S[cdhs] \S[cdhs] \S[cdhs]( |$)|- ", text):
        with pytest.raises(RangeError, match=r"write two cards|a comma after the '-'"):
            Range(text)
    else:
        assert list(Range(text).weights) == list(map(float, expected))


def test_a_range_is_asked_for_what_players_type() -> None:
    made = Range("broadway, Axs")
    assert "Axs" in made
    assert "Ah Kh" in made
    assert "AhXh" in made
    assert "AhTd+" in made
    assert "Ax" not in made
    assert "pairs" not in made
