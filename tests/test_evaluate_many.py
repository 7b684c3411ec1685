"""Arrays of hands: the same strengths as one by one, everything checked, any number of threads."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kicker import hands
from kicker.errors import HandError
from kicker.hands import evaluate, evaluate_many, strength_counts


@pytest.fixture(autouse=True)
def _threads_for_small_arrays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hands, "_ROWS_PER_THREAD", 1000)


def random_hands(count: int, size: int, seed: int = 1) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    random = np.random.default_rng(seed)
    return np.argsort(random.random((count, 52)), axis=1)[:, :size].astype(np.uint8)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_rows_are_evaluated_as_hands_are(size: int) -> None:
    rows = random_hands(20_000, size)
    assert evaluate_many(rows).tolist() == [evaluate(row) for row in rows.tolist()]


def test_the_result_is_a_new_uint16_array() -> None:
    result = evaluate_many(random_hands(10, 7))
    assert result.dtype == np.uint16
    assert result.shape == (10,)


def test_the_number_of_threads_does_not_matter() -> None:
    rows = random_hands(40_001, 7)
    alone = evaluate_many(rows, threads=1)
    for threads in (2, 3, 8, None):
        assert np.array_equal(evaluate_many(rows, threads=threads), alone)


@pytest.mark.parametrize("kind", [np.int8, np.int16, np.uint16, np.int32, np.int64, np.uint64])
def test_any_whole_numbers_will_do(kind: type) -> None:
    rows = random_hands(100, 7)
    assert np.array_equal(evaluate_many(rows.astype(kind)), evaluate_many(rows))


def test_views_lists_and_read_only_arrays_will_do() -> None:
    rows = random_hands(100, 7)
    expected = evaluate_many(rows)
    wide = np.zeros((200, 9), np.uint8)
    wide[::2, 1:8] = rows
    rows.flags.writeable = False
    assert np.array_equal(evaluate_many(wide[::2, 1:8]), expected)
    assert np.array_equal(evaluate_many(np.asfortranarray(rows)), expected)
    assert np.array_equal(evaluate_many(rows.tolist()), expected)
    assert np.array_equal(evaluate_many(rows), expected)


def test_the_rows_are_shared_out() -> None:
    parts: list[slice] = []

    def work(part: slice) -> int:
        parts.append(part)
        return -1

    assert hands._in_threads(work, 10_000, 3) is None
    assert sorted((part.start, part.stop) for part in parts) == [(0, 3333), (3333, 6666), (6666, 10_000)]


def test_no_rows_give_no_strengths() -> None:
    assert evaluate_many(np.empty((0, 7), np.uint8)).shape == (0,)


@pytest.mark.parametrize("size", [5, 6, 7])
@pytest.mark.parametrize("threads", [1, 2])
def test_a_bad_row_is_named(size: int, threads: int) -> None:
    rows = random_hands(30_000, size).astype(np.int64)
    for place, wrong, says in (
        (29_999, 52, "52 is not a card"),
        (15_001, 300, "300 is"),
        (15_000, -1, "-1 is"),
        (7, 255, "255 is"),
        (0, 64, "64 is"),
    ):
        rows[place, -1] = wrong
        with pytest.raises(HandError, match=f"row {place}: {says}"):
            evaluate_many(rows, threads=threads)


@given(st.integers(0, 6), st.integers(0, 6), st.integers(0, 99))
def test_a_repeated_card_is_named(first: int, second: int, place: int) -> None:
    rows = random_hands(100, 7)
    rows[place, first] = rows[place, second]
    if first == second:
        evaluate_many(rows)
    else:
        with pytest.raises(HandError, match=f"row {place}: .. appears twice"):
            evaluate_many(rows)


def test_seven_numbers_that_are_no_cards_do_not_slip_through() -> None:
    for wrong in range(52, 256):
        for row in ([wrong] * 7, [wrong, 0, 1, 2, 3, 4, 5], [wrong, wrong, wrong, wrong, 0, 1, 2]):
            with pytest.raises(HandError):
                evaluate_many(np.array([row], np.uint8))


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (np.zeros(7, np.uint8), "shape"),
        (np.zeros((2, 4), np.uint8), "shape"),
        (np.zeros((2, 8), np.uint8), "shape"),
        (np.zeros((2, 7)), "float64"),
        ([["As"] * 5], "does not hold cards"),
        (np.zeros((1, 7), bool), "bool"),
    ],
)
def test_what_holds_no_hands_is_refused(wrong: object, says: str) -> None:
    with pytest.raises(HandError, match=says):
        evaluate_many(wrong)  # type: ignore[call-overload]


def test_ragged_rows_are_refused() -> None:
    with pytest.raises(HandError, match="different lengths"):
        evaluate_many([[0, 1, 2, 3, 4], [0, 1, 2]])


def test_no_threads_cannot_work() -> None:
    with pytest.raises(HandError, match="threads must be a whole number, 1 or more, not 0"):
        evaluate_many(random_hands(1, 5), threads=0)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((4,), "from 5 to 7, not 4"),
        ((8,), "from 5 to 7, not 8"),
        ((5, "As Ks Qs Js Ts 9s"), "6 cards are known"),
        ((5, "As As"), "twice"),
        ((5, "As", "As"), "twice"),
        ((7, "", [*range(46)]), "6 cards are left"),
    ],
)
def test_counting_refuses_what_makes_no_sense(arguments: tuple[object, ...], says: str) -> None:
    with pytest.raises(HandError, match=says):
        strength_counts(*arguments)  # type: ignore[arg-type]
