"""Text that is not a range: one sentence for each error, and where it is."""

import pickle

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kicker.errors import KickerError, RangeError
from kicker.ranges import Range


@pytest.mark.parametrize(
    ("text", "position", "code", "message"),
    [
        ("6c5c,AQx", 5, "item", "cannot read 'AQx' (character 6 of '6c5c,AQx'): write 'AQs', 'AQo' or 'AQ'"),
        ("AQx", 0, "item", "cannot read 'AQx': write 'AQs'"),
        ("  qax ", 2, "item", "cannot read 'qax': write 'AQs'"),
        ("AA, KKs", 4, "item", "write 'KK'"),
        ("AAo+", 0, "item", "write 'AA'"),
        ("AAA", 0, "item", "write 'AA', 'AA+'"),
        ("AKsAQs", 0, "item", "'AKsAQs'"),
        ("AKs+ AQs++", 5, "item", "'AQs++'"),
        ("QQ +", 3, "item", "cannot read '+'"),
        ("+QQ", 0, "item", "'+QQ'"),
        ("Ah", 0, "item", "like 'AhKd'"),
        ("Ah, Kh", 0, "item", "cannot read 'Ah' (character 1 of 'Ah, Kh'): write two cards"),
        ("Ah Kh Qh", 0, "item", "cannot read 'Ah Kh Qh': write two cards"),
        ("Ah Kh Qh Jh", 0, "item", "cannot read 'Ah Kh Qh Jh': write two cards"),
        ("QQ, Ax Kh", 7, "item", "cannot read 'Kh'"),
        ("AhKdQs", 0, "item", "'AhKdQs'"),
        ("KK, AhAH", 4, "repeat", "not Ah twice"),
        ("A", 0, "item", "write an item like"),
        ("10", 0, "item", "write a weight like 'AKs:0.5' or a share"),
        ("AKs 0.5", 4, "item", "cannot read '0.5' (character 5 of 'AKs 0.5'): write a weight like 'AKs:0.5'"),
        ("1s2s", 0, "item", "write an item like"),
        ("everything", 0, "item", "write an item like"),
        ("AA, , \u212aQs", 6, "item", "write an item like"),
        ("A\u017fKs", 0, "item", "write an item like"),
        ("AA\nfoo", 3, "item", "(character 4 of 'AA\\nfoo')"),
        ("AA|KK", 0, "item", "'AA|KK'"),
        ("!", 0, "item", "'!'"),
        ("AA !!KK", 3, "item", "'!!KK'"),
        ("AA -, KK", 0, "item", "'AA -'"),
        ("-AA", 0, "item", "'-AA'"),
        ("AA-KK-QQ", 0, "item", "'AA-KK-QQ'"),
        ("AA-KK+", 0, "item", "'AA-KK+'"),
        ("AKs-AQo", 0, "span", "'AKs-AQo'"),
        ("AKs-AQ", 0, "span", "one high card"),
        ("AK-AQs", 0, "span", "one high card"),
        ("A5s-2", 0, "span", "one high card"),
        ("A5-2s", 0, "span", "one high card"),
        ("99-5", 0, "span", "one high card"),
        ("AK-QQ", 0, "span", "one high card"),
        ("22, QJs-J8s", 4, "span", "one high card"),
        ("AKs-QQs", 0, "item", "write 'QQ'"),
        ("AhKd-AhKc", 0, "span", "same suits"),
        ("As5s-2h", 0, "span", "same suits"),
        ("As5s-A2s", 0, "item", "'As5s-A2s'"),
        ("As5s-As5s5s", 0, "item", "'As5s-As5s5s'"),
        ("top", 0, "share", "like 'top 15%'"),
        ("top 15", 0, "share", "cannot read 'top 15': write a share"),
        ("top AA", 0, "share", "cannot read 'top AA'"),
        ("x%", 0, "share", "like 'top 15%'"),
        ("-5%", 0, "share", "'-5%'"),
        ("10%-200%", 0, "share", "from 0% to 100%"),
        ("10%-20", 0, "item", "'10%-20'"),
        ("AA, 100.1%", 4, "share", "from 0% to 100%"),
        ("top 1e999%", 0, "share", "from 0% to 100%"),
        ("AA:1.5", 0, "weight", "a weight is from 0 to 1; write ':1.5%' for a percentage"),
        ("KK,AA:50", 3, "weight", "cannot read 'AA:50' (character 4 of 'KK,AA:50'): a weight is from 0 to 1"),
        ("AA(50)", 0, "weight", "write ':50%' for a percentage"),
        ("AA:1e999", 0, "weight", "from 0 to 1"),
        ("AA@100.5", 0, "weight", "from 0% to 100%"),
        ("AA:101%", 0, "weight", "from 0% to 100%"),
        ("150%AA", 0, "weight", "from 0% to 100%"),
        ("[150]AA[/150]", 0, "weight", "from 0% to 100%"),
        ("AA:-0.5", 0, "weight", "like ':0.5', ':50%' or '@50'"),
        ("AA:nan", 0, "weight", "like ':0.5', ':50%' or '@50'"),
        ("AA:", 0, "weight", "like ':0.5', ':50%' or '@50'"),
        ("AA: KK", 0, "weight", "'AA: KK'"),
        ("AA:0.5:0.5", 0, "weight", "like ':0.5', ':50%' or '@50'"),
        ("AA(0.5", 0, "weight", "like ':0.5', ':50%' or '@50'"),
        ("50%(AA,KK)", 0, "weight", "like ':0.5', ':50%' or '@50'"),
        ("50%AA:0.5", 0, "weight", "give one weight"),
        ("AA:٠", 0, "weight", "like ':0.5', ':50%' or '@50'"),
        (":0.5", 0, "item", "':0.5'"),
        ("random, !AA:0.5", 8, "weight", "an item after '!' has no weight"),
        ("random, !50%AA", 8, "weight", "an item after '!' has no weight"),
        ("QQ, [50]AKs", 4, "weight", "write weighted items like '[50]AKs, AQs[/50]'"),
        ("[50]AKs[/40]", 0, "weight", "close '[50]' with '[/50]'"),
        ("[50]AKs:0.5[/50]", 0, "weight", "no other weight"),
        ("JJ, [50]QQ, AKx[/50]", 4, "item", "cannot read 'AKx' (character 5 of 'QQ, AKx'): write 'AKs'"),
        ("[]AKs[/]", 0, "weight", "write weighted items"),
        ("AA, Xx", 4, "item", "'Ax', 'Axs', 'Axo', 'AhXh' or 'AhXx'"),
        ("ahx", 0, "item", "'Ax', 'Axs', 'Axo', 'AhXh' or 'AhXx'"),
        # What reads two ways is refused, with both ways to write it.
        ("AKs 50%", 0, "share", "write 'AKs:50%' for a weight or 'AKs, 50%' for two items"),
        ("QQ, AKs 50 %", 4, "share", "cannot read 'AKs 50 %' (character 5 of 'QQ, AKs 50 %'): write 'AKs:50%'"),
        ("50% AK", 0, "share", "write 'AK:50%' for a weight or '50%, AK' for two items"),
        ("10% 20%", 0, "item", "put a comma between two items"),
        ("33,3%", 0, "weight", "write '33.3%', or a space after the comma for two items"),
        ("AA,33,3%", 3, "weight", "write '33.3%'"),
        ("top 33,3%", 0, "weight", "write 'top 33.3%'"),
        ("AKs:0,5", 0, "weight", "write 'AKs:0.5'"),
        ("AKs:0,55", 0, "weight", "write 'AKs:0.55', or a space after the comma for two items"),
        ("AKs@33,33", 0, "weight", "write 'AKs@33.33'"),
        ("AKs(0,5)", 0, "weight", "write 'AKs(0.5)'"),
        ("AKs@0.5", 0, "weight", "write ':0.5' or ':0.5%'"),
        ("AKs@1", 0, "weight", "write ':1' or ':1%'"),
        ("[0.5]AKs[/0.5]", 0, "weight", "write ':0.5' or ':0.5%'"),
        ("76s+", 0, "span", "write '76s', or '76s-AKs' for the connectors"),
        ("76+", 0, "span", "write '76', or '76-AK' for the connectors"),
        ("QJo-", 0, "span", "write 'QJo-Q2o', or 'QJo-32o' for the connectors"),
        ("JhTh+", 0, "span", "write 'JTs', or 'JTs-AKs' for the connectors"),
        ("QQ- 99", 0, "span", "write 'QQ-99', or a comma after the '-'"),
        ("all pairs", 0, "item", "cannot read 'all pairs': put a comma between two items"),
        ("AA, suited broadway", 4, "item", "cannot read 'suited broadway'"),
        ("AK offsuit", 0, "item", "cannot read 'AK offsuit'"),
        ("any AK", 0, "item", "cannot read 'any AK'"),
        ("Ax+", 0, "item", "'Ax', 'Axs', 'Axo', 'AhXh' or 'AhXx'"),
        ("Kx-", 0, "item", "'Ax', 'Axs', 'Axo', 'AhXh' or 'AhXx'"),
        ("xx", 0, "item", "or 'random' for any two cards"),
        ("XxXx", 0, "item", "or 'random' for any two cards"),
        ("AxKx", 0, "item", "'Ax', 'Axs', 'Axo', 'AhXh' or 'AhXx'"),
        ("AhKx", 0, "item", "'Ax', 'Axs', 'Axo', 'AhXh' or 'AhXx'"),
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
        with pytest.raises(RangeError, match="a range must be text like 'QQ\\+, AKs', not "):
            Range(thing)  # type: ignore[arg-type]


GRAMMAR = "AKQJT9876543210aks" + "cdhsoSO+-:@!%., ;\n\ttoprandomany()[]/xX–" + "e♠\u212a\u017f\u00a0"


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
    "Ax",
    "AhXh",
    "Ah Kh",
    "AhTh+",
    "A5s-2s",
    "QQ-",
    "10%-20%",
    "50%AK",
    "[50]AKs, AQs[/50]",
    "AKs(0.5)",
    "pairs",
]
BAD = ["AQx", "QQs", "7h7h", "AA:2", "T9s-K2s", "top", "-", "AKs@0.5", "76s+", "33,3%", "[50]", "Ah"]


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
    for between in (",", " ,", ";\n"):
        assert list(Range(between.join(items)).weights) == expected
