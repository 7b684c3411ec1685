"""Text that is no range: one sentence each, and where it is."""

import pickle

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kicker.errors import KickerError, RangeError
from kicker.ranges import Range


@pytest.mark.parametrize(
    ("text", "position", "code", "message"),
    [
        ("6c5c,AQx", 5, "item", "'AQx' is not a range item (character 6 of '6c5c,AQx'): 'AQs', 'AQo' or 'AQ'"),
        ("AQx", 0, "item", "'AQx' is not a range item: 'AQs'"),
        ("  qax ", 2, "item", "'qax' is not a range item: 'AQs'"),
        ("AA, KKs", 4, "item", "just 'KK'"),
        ("AAo+", 0, "item", "just 'AA'"),
        ("AAA", 0, "item", "a pair is 'AA'"),
        ("AKsAQs", 0, "item", "'AKsAQs'"),
        ("AKs+ AQs++", 5, "item", "'AQs++'"),
        ("QQ +", 3, "item", "'+' is not"),
        ("+QQ", 0, "item", "'+QQ'"),
        ("Ah", 0, "item", "like 'AhKd'"),
        ("AhKd+", 0, "item", "like 'AhKd'"),
        ("AhKd-AhKc", 0, "item", "like 'AhKd'"),
        ("AhKdQs", 0, "item", "'AhKdQs'"),
        ("KK, AhAH", 4, "repeat", "not Ah twice"),
        ("A", 0, "item", "an item is like"),
        ("10", 0, "item", "an item is like"),
        ("1s2s", 0, "item", "an item is like"),
        ("all", 0, "item", "an item is like"),
        ("AA, , \u212aQs", 6, "item", "an item is like"),
        ("A\u017fKs", 0, "item", "an item is like"),
        ("AA\nfoo", 3, "item", "(character 4 of 'AA\\nfoo')"),
        ("AA|KK", 0, "item", "'AA|KK'"),
        ("!", 0, "item", "'!'"),
        ("AA !!KK", 3, "item", "'!!KK'"),
        ("AA-", 0, "item", "'AA-'"),
        ("AA -, KK", 0, "item", "'AA -'"),
        ("-AA", 0, "item", "'-AA'"),
        ("AA-KK-QQ", 0, "item", "'AA-KK-QQ'"),
        ("AA-KK+", 0, "item", "'AA-KK+'"),
        ("AKs-AQo", 0, "span", "'AKs-AQo'"),
        ("AKs-AQ", 0, "span", "one high card"),
        ("AK-AQs", 0, "span", "one high card"),
        ("AK-QQ", 0, "span", "one high card"),
        ("22, QJs-J8s", 4, "span", "one high card"),
        ("AKs-QQs", 0, "item", "just 'QQ'"),
        ("top", 0, "share", "like 'top 15%'"),
        ("top 15", 0, "share", "'top 15' is"),
        ("top AA", 0, "share", "'top AA' is"),
        ("x%", 0, "share", "like 'top 15%'"),
        ("-5%", 0, "share", "'-5%'"),
        ("10%-20%", 0, "share", "'10%-20%'"),
        ("AA, 100.1%", 4, "share", "from 0% to 100%"),
        ("top 1e999%", 0, "share", "from 0% to 100%"),
        ("AA:1.5", 0, "weight", "from 0 to 1, a percentage stands after '@'"),
        ("KK,AA:50", 3, "weight", "'AA:50' is not"),
        ("AA:1e999", 0, "weight", "from 0 to 1"),
        ("AA@100.5", 0, "weight", "from 0 to 100"),
        ("AA:-0.5", 0, "weight", "like ':0.5' or '@50'"),
        ("AA:50%", 0, "weight", "like ':0.5' or '@50'"),
        ("AA:nan", 0, "weight", "like ':0.5' or '@50'"),
        ("AA:", 0, "weight", "like ':0.5' or '@50'"),
        ("AA: KK", 0, "weight", "'AA: KK'"),
        ("AA:0.5:0.5", 0, "weight", "like ':0.5' or '@50'"),
        ("AA:٠", 0, "weight", "like ':0.5' or '@50'"),
        (":0.5", 0, "item", "':0.5'"),
        ("random, !AA:0.5", 8, "weight", "'!' takes away"),
    ],
)
def test_what_cannot_be_read_is_quoted_with_its_place(text: str, position: int, code: str, message: str) -> None:
    with pytest.raises(RangeError) as raised:
        Range(text)
    assert (raised.value.position, raised.value.code) == (position, code)
    assert message in str(raised.value)
    assert raised.value.__suppress_context__


def test_long_texts_are_cut_in_messages() -> None:
    with pytest.raises(RangeError) as raised:
        Range("AA," * 1000 + "x" * 100_000)
    assert raised.value.position == 3000
    assert len(str(raised.value)) < 300


def test_errors_survive_pickling() -> None:
    error = RangeError("'AKx' is not a range item", "item", 7)
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.code, again.position) == (RangeError, str(error), "item", 7)
    assert isinstance(error, KickerError)
    assert RangeError("no").position is None


def test_what_is_not_text() -> None:
    for thing in (None, 5, b"AA", Range("AA")):
        with pytest.raises(RangeError, match="not text"):
            Range(thing)  # type: ignore[arg-type]


GRAMMAR = "AKQJT9876543210aks" + "cdhsoSO+-:@!%., ;\n\ttoprandomany" + "e♠\u212a\u017f\u00a0x"


def check_reads_or_says_where(text: str) -> None:
    try:
        made = Range(text)
    except RangeError as caught:
        error = caught
    else:
        assert Range(str(made)) == made
        return
    assert error.position is not None
    assert 0 <= error.position < len(text)
    assert not text[error.position].isspace()
    assert len(str(error).splitlines()) == 1
    assert error.code != "invalid"
    Range(text[: error.position])  # up to there all is well
    with pytest.raises(RangeError):
        Range(text[error.position :])


@given(st.text(GRAMMAR, max_size=24))
@example("AA, top 15%")
def test_any_text_is_read_or_refused_with_a_place(text: str) -> None:
    check_reads_or_says_where(text)


@given(st.text())
def test_any_text_at_all(text: str) -> None:
    check_reads_or_says_where(text)


GOOD = [
    "QQ+",
    "99-55",
    "AKs",
    "AK",
    "AJo+",
    "KTs-K7s",
    "JTs-54s",
    "AhKd",
    "random",
    "100%",
    "top 15%",
    "!22+",
    "76s:0.5",
    "AQ@12.5",
    "1010",
    "A10s",
]
BAD = ["AQx", "QQs", "7h7h", "AA:2", "T9s-K2s", "top", "-"]


@given(st.lists(st.tuples(st.sampled_from(GOOD + BAD), st.sampled_from([",", ";", " ", "\n", ", ", ""])), max_size=5))
def test_any_row_of_items_and_all_its_beginnings(row: list[tuple[str, str]]) -> None:
    text = "".join(item + between for item, between in row)
    for end in range(len(text) + 1):
        check_reads_or_says_where(text[:end])


@given(st.lists(st.sampled_from(GOOD), max_size=6))
def test_items_are_read_as_they_are_alone(items: list[str]) -> None:
    """Nothing is passed over: each item changes what it changes when it stands alone, from left to right."""
    expected = [0.0] * 1326
    for item in items:
        away = item.startswith("!")
        for place, weight in enumerate(Range(item.removeprefix("!")).weights):
            if weight:
                expected[place] = 0.0 if away else weight
    for between in (",", " ", ";\n"):
        assert list(Range(between.join(items)).weights) == expected
