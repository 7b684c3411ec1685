"""No call of a compiled kernel reaches outside its arrays: it answers, or says what is wrong.

A wrong size that is not refused may also go well by chance. `make test-sanitized` runs these tests on kernels that
watch every access, where it cannot.
"""

import subprocess
import sys
from array import array
from collections.abc import Callable
from itertools import combinations
from math import comb, inf, nan
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kicker import Hand, evaluate, evaluate_many
from kicker._kernels import deals, draws, equity, julia, matchups, pairs, solitaire, solitaire_wide, strength
from kicker.errors import KickerError
from kicker.orders import SHARED

CLEAN = (ValueError, TypeError, OverflowError, BufferError)
PAIRS = 1326 * 1326
ALL = bytes(range(52))
LONG_MAX = 2**63 - 1


def refused(call: Callable[..., object], *arguments: Any) -> None:
    """A clean error, with a sentence."""
    with pytest.raises(CLEAN) as error:
        call(*arguments)
    assert str(error.value)


def zeros(kind: str, count: int) -> "array[Any]":
    return array(kind, bytes(array(kind).itemsize * count))


# --- strength --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", [
    [], [0], [0, 1, 2, 3], list(range(8)), list(range(10_000)), [52, 1, 2, 3, 4], [-1, 1, 2, 3, 4], [0, 0, 1, 2, 3],
    [2**70, 1, 2, 3, 4], [-(2**70), 1, 2, 3, 4], [nan, 1, 2, 3, 4], [None] * 5, [255] * 7, "", "A", "10", "1", "As" * 9,
    "As Ks Qs Js 1", "\ud800", "\0" * 5, 7, None, b"\x00\x01\x02\x03\x04\xff",
])  # fmt: skip
def test_evaluate_refuses_what_is_no_hand(cards: Any) -> None:
    refused(evaluate, cards)


def test_evaluate_refuses_a_hand_that_was_never_made() -> None:
    with pytest.raises((*CLEAN, AttributeError)):
        evaluate(Hand.__new__(Hand))


def test_evaluate_works_when_the_kernel_is_imported_first() -> None:
    script = "from kicker._kernels.strength import evaluate; print(evaluate('As Ks Qs Js Ts'))"
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert result.stdout == "7462\n"


@pytest.mark.parametrize("size", [0, 1, 4, 8, 52])
@pytest.mark.parametrize("count", [0, 1, 1000])
def test_rows_have_five_to_seven_cards(size: int, count: int) -> None:
    refused(strength.evaluate_rows, np.zeros((count, size), np.uint8), np.zeros(count, np.uint16))


def test_rows_need_room_for_their_strengths() -> None:
    rows = np.tile(np.arange(7, dtype=np.uint8), (1000, 1))
    for room in (0, 1, 999):
        refused(strength.evaluate_rows, rows, np.zeros(room, np.uint16))
    strengths = np.zeros(1001, np.uint16)
    assert strength.evaluate_rows(rows, strengths) == -1
    assert strengths[999] == evaluate(list(range(7)))
    assert strengths[1000] == 0
    assert strength.evaluate_rows(rows[:0], strengths) == -1


def test_rows_of_another_type_or_order() -> None:
    rows = np.tile(np.arange(7, dtype=np.uint8), (6, 1))
    out = np.zeros(6, np.uint16)
    frozen = out.copy()
    frozen.flags.writeable = False
    for bad_rows, bad_out in [
        (rows.astype(np.int64), out),
        (np.asfortranarray(rows), out),
        (rows[:, ::2], out),
        (rows[0], out),
        (rows, out.astype(np.uint8)),
        (rows, np.zeros(12, np.uint16)[::2]),
        (rows, frozen),
        (rows, None),
        (None, out),
    ]:
        refused(strength.evaluate_rows, bad_rows, bad_out)


def test_rows_that_hold_no_card() -> None:
    for row in ([52] * 5, [255] * 5, [0, 0, 1, 2, 3], [51, 52, 53, 54, 55], [64, 1, 2, 3, 4]):
        rows = np.array([[0, 1, 2, 3, 4], row], np.uint8)
        assert strength.evaluate_rows(rows, np.zeros(2, np.uint16)) == 1


def test_many_hands_with_many_threads_and_any_order() -> None:
    rows = np.tile(np.arange(7, dtype=np.uint8), (10, 1))
    for cards in (rows, np.asfortranarray(rows), rows[::-1], rows.astype(np.int64), rows.astype(">i2")):
        for threads in (10_000, 2**70):
            assert set(evaluate_many(cards, threads=threads)) == {evaluate(list(range(7)))}
    for threads in (0, -1, -(2**70)):
        with pytest.raises(CLEAN):
            evaluate_many(rows, threads=threads)
    for bad in (np.zeros((3, 8), np.uint8), np.zeros(7, np.uint8), rows + 46, rows.astype(float) + nan, rows * 0):
        with pytest.raises(CLEAN):
            evaluate_many(bad)


@pytest.mark.parametrize(("size", "known", "free"), [
    (4, b"", ALL), (8, b"", ALL), (0, b"", b""), (-1, b"", ALL), (2**31 - 1, b"", ALL), (2**40, b"", ALL),
    (5, bytes(range(6)), b""), (5, b"", bytes(range(4))), (5, b"\x00", ALL), (5, b"", ALL + b"\x00"), (5, b"\x34", b""),
    (5, b"", bytes(range(48, 53))), (5, b"\xff" * 5, ALL), (5, b"", bytes(1000)), (5, bytes(1000), ALL),
    (7, bytes([0, 0]), ALL[2:]), (5, None, ALL), (5, b"", None),
])  # fmt: skip
def test_counted_hands_have_distinct_cards_enough(size: int, known: Any, free: Any) -> None:
    refused(strength.count_strengths, size, known, free)


def test_counting_at_the_edges_is_right() -> None:
    assert sum(strength.count_strengths(5, b"", ALL)) == comb(52, 5)
    assert sum(strength.count_strengths(7, ALL[:7], b"")) == 1
    assert sum(strength.count_strengths(6, ALL[:5], ALL[5:])) == 47
    assert sum(strength.count_strengths(7, ALL[:5], ALL[5:7])) == 1


@pytest.mark.parametrize("number", [0, -1, 7463, 2**31 - 1, -(2**31), 2**40])
def test_ranks_of_no_strength(number: int) -> None:
    refused(strength.five_ranks, number)


def test_installing_takes_all_strengths() -> None:
    for strengths in ([], SHARED[:-1], [*SHARED, SHARED[0]]):
        refused(strength.install, strengths, Hand, lambda cards: SHARED[0])


@pytest.mark.parametrize("kept", [0, 10, 52, 16435, 16436, 16440, 30_000, -1])
def test_half_a_table_is_refused(kept: int, tmp_path: Path) -> None:
    """The kernel is copied next to a file that ends too soon: it must not read on."""
    refuse_table(Path(strength.__file__), tables_file().read_bytes()[:kept], tmp_path)


@pytest.mark.parametrize("place", [52 + 1000, 52 + 16384 + 4 + 2, 52 + 16384 + 4 + 8192 + 100])
def test_a_table_with_numbers_out_of_range_is_refused(place: int, tmp_path: Path) -> None:
    data = bytearray(tables_file().read_bytes())
    data[place & ~1 : (place & ~1) + 2] = b"\xff\xff"
    refuse_table(Path(strength.__file__), bytes(data), tmp_path)


def tables_file() -> Path:
    return Path(strength.__file__).with_name("strength.bin")


def refuse_table(kernel: Path, table: bytes, folder: Path) -> None:
    (folder / kernel.name).write_bytes(kernel.read_bytes())
    (folder / "strength.bin").write_bytes(table)
    script = f"""
import importlib.util
import kicker._kernels._views  # which the copy needs, and which needs kicker with its own table
spec = importlib.util.spec_from_file_location("kicker._kernels.strength", {str(folder / kernel.name)!r})
try:
    importlib.util.module_from_spec(spec).__spec__.loader.exec_module(importlib.util.module_from_spec(spec))
except SystemError as error:
    print(error)
"""
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert "strength.bin does not belong to this build" in result.stdout, result.stderr


# --- pairs -----------------------------------------------------------------------------------------------------------

LINES = b"2C 3D 4H 5S 7C\n2D 3H 4S 5C 8D\n"


def compare(data: Any = LINES, start: int = 0, end: int = len(LINES), layout: int = 1, number: int = 1,
            out: Any = None, tally: Any = None) -> tuple[int, int, int]:  # fmt: skip
    out = bytearray(4096) if out is None else out
    return pairs.compare_lines(data, start, end, layout, False, number, out, zeros("Q", 4) if tally is None else tally)


@pytest.mark.parametrize("arguments", [
    {"start": -1}, {"start": 31}, {"end": 31}, {"end": LONG_MAX}, {"start": -LONG_MAX}, {"end": -1}, {"end": 29},
    {"end": 3}, {"data": b"", "end": 1}, {"data": LINES[:-1], "end": 29}, {"start": 2**70}, {"layout": 4},
    {"layout": -1}, {"number": -1}, {"number": 2**64}, {"out": bytearray()}, {"out": bytearray(255)},
    {"out": bytes(4096)}, {"tally": zeros("Q", 3)}, {"tally": zeros("Q", 0)}, {"tally": zeros("d", 4)}, {"data": None},
])  # fmt: skip
def test_lines_are_whole_and_in_bounds(arguments: dict[str, Any]) -> None:
    refused(lambda: compare(**arguments))


def test_lines_at_the_edges() -> None:
    assert compare() == (pairs.MORE, 30, compare()[2])
    assert compare(start=30) == (pairs.MORE, 30, 0)
    assert compare(data=b"", end=0) == (pairs.MORE, 0, 0)
    assert compare(data=b"\n\n", end=2)[0] == pairs.ODD
    for cut in range(1, 14):  # a line that ends too soon, anywhere
        data = LINES[:cut] + b"\n" + LINES
        assert compare(data=data, end=len(data))[:2] == (pairs.ODD, 0)
    exactly = bytearray(256)
    for layout in range(4):
        assert compare(layout=layout, number=2**64 - 1, out=exactly)[:2] == (pairs.MORE, 30)
    stopped, start, written = compare(data=LINES * 9, end=9 * 30, out=exactly)
    assert (stopped, start % 30) == (pairs.FULL, 0)
    assert written <= 256


# --- equity and deals ------------------------------------------------------------------------------------------------


def count(hands: Any, board: Any = b"", dead: Any = b"", room: int = 110) -> "array[int]":
    counts = zeros("q", room)
    equity.count_outcomes(hands, board, dead, counts)
    return counts


@pytest.mark.parametrize("arguments", [
    (b"",), (b"\x00",), (b"\x00\x01\x02",), (bytes(range(22)),), (bytes(range(52)),), (b"\x00\x00\x01\x02",),
    (b"\x00\x34\x01\x02",), (b"\x00\xff\x01\x02",), (bytes(4),), (ALL[:4], ALL[4:10]), (ALL[:4], ALL[3:6]),
    (ALL[:4], b"\x40"), (ALL[:4], b"\x05\x05"), (ALL[:4], b"", b"\x03"), (ALL[:4], b"", b"\x34"),
    (ALL[:4], b"", b"\xff"),
    (ALL[:4], ALL[4:6], ALL[5:7]), (ALL[:4], b"", b"", 21), (ALL[:4], b"", b"", 0), (ALL[:20], b"", b"", 109),
    (None,), (ALL[:4], None),
])  # fmt: skip
def test_hands_to_compare_are_distinct_cards(arguments: tuple[Any, ...]) -> None:
    refused(count, *arguments)


def test_hands_to_compare_at_the_edges() -> None:
    assert sum(count(ALL[:4], b"", b"", 22)[::11]) <= comb(48, 5)
    most = count(ALL[:20], ALL[20:24])
    assert sum(most[11 * i] + sum(most[11 * i + n] / n for n in range(2, 11)) for i in range(10)) == pytest.approx(28)
    assert sum(count(ALL[:2], ALL[2:7], b"", 11)) == 1
    assert sum(count(ALL[:4], b"", ALL[4:])) == 0  # no board is left


@pytest.mark.parametrize(("players", "board"), [
    ([], []), ([[0, 1]], []), ([[i, i + 26] for i in range(11)], []), ([[0, 1], [2]], []), ([[0, 1], [2, 3, 4]], []),
    ([[0, 1], [1, 2]], []), ([[0, 1], [2, 52]], []), ([[0, 1], [2, -1]], []), ([[0, 1], [2, 2**70]], []),
    ([[0, 1], [2, 3]], [4] * 6), ([[0, 1], [2, 3]], list(range(4, 10))), ([[0, 1], [2, 3]], [3]), ([[0, 1], None], []),
    ([[0, 1], [2, 3]], None), (None, None), ("AsKs", "QsJs"), ([[0, 1], [2, nan]], []), ([[0, 1], [2, "a"]], []),
])  # fmt: skip
def test_given_hands_with_a_fault_are_left_to_python(players: Any, board: Any) -> None:
    assert equity.count_given(players, board) is None


def sweep(combos: Any = ALL[:4], weights: Any = None, firsts: int = 1, board: Any = ALL[4:8], dead: Any = b"",
          step: int = 1, turn: int = 0, room: int = 3, each: int = 0) -> "array[float]":  # fmt: skip
    results = zeros("d", room)
    weights = array("d", [1.0] * (len(combos) // 2)) if weights is None else weights
    equity.count_range_outcomes(combos, weights, firsts, board, dead, step, turn, results, zeros("d", each))
    return results


@pytest.mark.parametrize("arguments", [
    {"firsts": -1}, {"firsts": 3}, {"firsts": 1327}, {"firsts": 2**40}, {"weights": zeros("d", 1)},
    {"weights": zeros("d", 0)}, {"weights": zeros("f", 9)}, {"combos": ALL[:3]}, {"combos": bytes([0, 0, 1, 2])},
    {"combos": bytes([0, 52, 1, 2])}, {"combos": bytes([0, 255, 1, 2])}, {"combos": bytes([0, 4, 1, 2])},
    {"combos": bytes([0, 1]) * 1328}, {"combos": bytes([0, 1]) * 5000, "firsts": 1326}, {"dead": b"\x03"},
    {"board": ALL[4:10]}, {"board": b"\x05\x05"}, {"board": b"\x34"}, {"board": b"\xff"}, {"dead": b"\xff"},
    {"dead": b"\x04"}, {"step": 0}, {"step": -1}, {"turn": -1}, {"step": 2**70}, {"room": 2}, {"room": 0}, {"each": 2},
    {"combos": None, "weights": zeros("d", 2)},
])  # fmt: skip
def test_ranges_to_sweep_are_in_bounds(arguments: dict[str, Any]) -> None:
    refused(lambda: sweep(**arguments))


def test_ranges_to_sweep_at_the_edges() -> None:
    assert sweep()[2] == 44
    assert sweep(turn=LONG_MAX)[2] == 0
    assert sweep(step=LONG_MAX, turn=10)[2] == 1
    assert sweep(firsts=0)[2] == 0
    assert sweep(combos=b"", firsts=0)[2] == 0
    every = bytes(card for high in range(52) for low in range(high) for card in (low, high))
    assert sweep(combos=every * 2, firsts=1326, board=b"", step=LONG_MAX, turn=LONG_MAX)[2] == 0
    assert np.isnan(sweep(weights=array("d", [nan, 1.0]))[2])
    assert not np.isfinite(sweep(weights=array("d", [inf, 1.0]))[2])


def sample(combos: Any = ALL[:4], starts: Any = (0, 1, 2), aliases: Any = None, chances: Any = None, board: Any = b"",
           dead: Any = b"", seed: int = 1, block: int = 0, trials: int = 100, room: int = 110) -> int:  # fmt: skip
    places = len(combos) // 2
    aliases = array("I", range(places)) if aliases is None else aliases
    chances = array("d", [1.0] * places) if chances is None else chances
    counts = zeros("q", room)
    done = deals.sample_outcomes(
        combos, chances, aliases, array("I", starts), board, dead, seed, block, trials, counts
    )  # fmt: skip
    assert (sum(counts) > 0) == (done > 0)
    return done


@pytest.mark.parametrize("arguments", [
    {"starts": ()}, {"starts": (0,)}, {"starts": range(12)}, {"starts": [0] * 12}, {"starts": (0, 1, 3)},
    {"starts": (0, 2, 1)}, {"starts": (0, 2**32 - 1, 2)}, {"starts": (2**31, 2**31 + 1)}, {"starts": (3, 3, 3)},
    {"aliases": array("I", [0, 2])}, {"aliases": array("I", [0, 2**32 - 1])}, {"aliases": zeros("I", 1)},
    {"aliases": zeros("Q", 2)}, {"chances": zeros("d", 1)}, {"chances": zeros("f", 2)}, {"combos": bytes([0, 0, 1, 2])},
    {"combos": bytes([0, 52, 1, 2])}, {"combos": bytes([0, 255, 1, 2])}, {"combos": bytes([0, 1, 1, 2])},
    {"board": ALL[4:10]}, {"board": b"\x05\x05"}, {"board": b"\x40"}, {"board": b"\x00"}, {"dead": b"\x00"},
    {"dead": ALL[4:52]}, {"dead": b"\x34"}, {"dead": b"\xff"}, {"dead": b"\x05\x05"}, {"seed": -1}, {"seed": 2**64},
    {"block": -1}, {"trials": 2**63}, {"room": 21}, {"room": 0},
    {"starts": [0] * 11, "combos": b"", "dead": ALL[:28]}, {"combos": np.arange(8, dtype=np.uint8)[::2]},
])  # fmt: skip
def test_deals_are_in_bounds(arguments: dict[str, Any]) -> None:
    refused(lambda: sample(**arguments))


def test_deals_at_the_edges() -> None:
    assert sample() == 100
    assert sample(trials=0) == sample(trials=-(2**63)) == 0
    assert sample(combos=b"", starts=[0, 0]) == 100
    assert sample(combos=b"", starts=[0] * 11, dead=ALL[:27]) == 100  # the whole deck is dealt
    assert sample(board=ALL[4:9], seed=2**64 - 1, block=2**64 - 1) == 100
    assert sample(starts=(0, 0, 2), chances=array("d", [nan, -inf])) == 100
    both_the_same = bytes([0, 1, 0, 2, 0, 3, 0, 4])
    assert sample(combos=both_the_same, starts=(0, 2, 4)) == 0  # gives up: each always holds the ace
    assert sample(starts=(0, 2), room=11) == 100


# --- matchups --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("index", [zeros("i", 0), zeros("i", PAIRS - 1), zeros("d", 9), zeros("q", 9), None])
def test_the_index_of_matchups_has_room(index: Any) -> None:
    refused(matchups.index_matchups, index)


@pytest.fixture(scope="module")
def small_index() -> "array[int]":
    """An index as for a table of one match-up."""
    return array("i", [0, 1, -1, 0, 1, -(2**31)]) * (PAIRS // 6)


@pytest.mark.parametrize(("place", "number"), [(0, 2), (5, 2**31 - 1), (PAIRS - 1, 2)])
def test_an_index_that_leads_outside_the_table(small_index: "array[int]", place: int, number: int) -> None:
    index = array("i", small_index)
    index[place] = number
    one = array("I", [1])
    refused(matchups.weigh_matchups, index, one, one, 1, array("d", [1.0]) * 1326, zeros("d", 3978))
    refused(matchups.add_matchups_by_class, index, one, one, 1, bytes(1326), zeros("d", 169**2), zeros("d", 169**2))


def test_weighing_matchups_in_bounds(small_index: "array[int]") -> None:
    one, weights, results = array("I", [1]), array("d", [1.0]) * 1326, zeros("d", 3978)
    changes: list[dict[int, Any]] = [
        {0: small_index[:-1]}, {0: zeros("i", 0)}, {1: zeros("I", 0)}, {2: zeros("I", 0)}, {3: 0}, {3: -1}, {3: 2**32},
        {4: weights[:-1]}, {4: zeros("d", 0)}, {5: results[:-1]}, {5: zeros("d", 0)}, {0: zeros("q", PAIRS)},
    ]  # fmt: skip
    for change in changes:
        given: list[Any] = [small_index, one, one, 1, weights, results]
        for place, value in change.items():
            given[place] = value
        refused(matchups.weigh_matchups, *given)
    matchups.weigh_matchups(small_index, one, one, 2, weights, results)
    assert results[2] == 2 * 884
    matchups.weigh_matchups(small_index, one, one, 2, array("d", [nan]) * 1326, results)
    assert np.isnan(results[0])


def test_adding_matchups_in_bounds(small_index: "array[int]") -> None:
    one, cells = array("I", [1]), zeros("d", 169**2)
    changes: list[dict[int, Any]] = [
        {0: small_index[:-1]}, {1: zeros("I", 0)}, {2: zeros("I", 0)}, {3: 0}, {4: bytes(1325)}, {4: bytes(1327)},
        {4: b""}, {4: b"\xa9" * 1326}, {4: b"\xff" * 1326}, {5: cells[:-1]}, {6: cells[:-1]}, {4: None},
    ]  # fmt: skip
    for change in changes:
        given: list[Any] = [small_index, one, one, 1, bytes(1326), cells, cells]
        for place, value in change.items():
            given[place] = value
        refused(matchups.add_matchups_by_class, *given)
    matchups.add_matchups_by_class(small_index, one, one, 1, b"\xa8" * 1326, cells, zeros("d", 169**2))
    assert cells[-1] == PAIRS * 4 // 6


# --- draws -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hand", "kept", "room"), [
    (b"", [b""], 11), (ALL[:4], [b""], 11), (ALL[:6], [b""], 11), (bytes(5), [b""], 11),
    (b"\x00\x01\x02\x03\x34", [b""], 11), (b"\xff\xfe\xfd\xfc\xfb", [b""], 11), (ALL[:5], [ALL[:6]], 11),
    (ALL[:5], [b"\x05"], 11), (ALL[:5], [b"\x00\x00"], 11), (ALL[:5], [b"\xff"], 11), (ALL[:5], [bytes(1000)], 11),
    (ALL[:5], [b""], 10), (ALL[:5], [b"", b""], 21), (ALL[:5], [b""], 0), (ALL[:5], [ALL[:5]] * 33, 363),
    (ALL[:5], [ALL[:5]] * 300, 3300), (ALL[:5], [None], 11), (ALL[:5], [[0, 1]], 11), (None, [], 0),
    (ALL[:5], None, 0), (ALL, [b""], 11),
])  # fmt: skip
def test_draws_come_from_the_hand(hand: Any, kept: Any, room: int) -> None:
    refused(draws.count_draws, hand, kept, zeros("q", room))


def test_draws_at_the_edges() -> None:
    draws.count_draws(ALL[:5], [], zeros("q", 0))
    outcomes = zeros("q", 32 * 11)
    draws.count_draws(ALL[47:], [ALL[47:]] * 31 + [ALL[47:51]], outcomes)
    assert outcomes[0] == outcomes[30 * 11] > 0
    assert outcomes[31 * 11] > 0
    for hand in (ALL[:5], ALL[47:], b"\x00\x04\x08\x0c\x30"):  # no deuce is left to draw, no ace, or a suit's lowest
        every = [bytes(kept) for size in range(6) for kept in combinations(hand, size)]
        outcomes = zeros("q", 32 * 11)
        draws.count_draws(hand, every, outcomes)
        for place, kept in enumerate(every):
            assert sum(outcomes[11 * place + 2 : 11 * place + 11]) == comb(47, 5 - len(kept))


# --- pictures --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("levels", "first", "size", "shades"), [
    (100, 0, 0, b"ab"), (100, 0, -1, b"ab"), (100, -1, 10, b"ab"), (100, 1, 10, b"ab"), (100, 10, 10, b"ab"),
    (100, 0, 9, b"ab"), (100, 0, 10, b""), (100, 2**31 - 1, 10, b"ab"), (100, 0, 2**40, b"ab"), (100, 2**40, 10, b"ab"),
    (100, -(2**31), 10, b"ab"), (100, 0, -(2**31), b"ab"),
])  # fmt: skip
def test_pictures_have_their_rows(levels: int, first: int, size: int, shades: bytes) -> None:
    refused(julia.fill_rows, memoryview(bytearray(levels)), first, size, 0.0, 0.0, 4.0, shades)


def test_pictures_at_the_edges() -> None:
    for levels, first, size in (
        (0, 0, 10),
        (9, 0, 10),
        (100, 0, 10),
        (10, 9, 10),
        (0, 10, 10),
        (1, 0, 1),
        (7, 0, 2**31 - 1),
    ):
        for number in (0.0, nan, inf, -inf, 1e308):
            for limit in (4.0, nan, inf, -1.0):
                for shades in (b"a", b"ab", bytes(range(256))):
                    picture = bytearray(levels)
                    julia.fill_rows(memoryview(picture), first, size, number, number, limit, shades)
                    assert set(picture) <= {0, *shades}
    for view in (memoryview(bytes(100)), memoryview(bytearray(200))[::2], memoryview(array("d", bytes(800)))):
        refused(julia.fill_rows, view, 0, 10, 0.0, 0.0, 4.0, b"ab")


# --- solitaire -------------------------------------------------------------------------------------------------------

KERNELS = pytest.mark.parametrize("kernel", [solitaire, solitaire_wide], ids=["narrow", "wide"])
SEVEN = [ALL[i * (i + 1) // 2 : (i + 1) * (i + 2) // 2] for i in range(7)]


def begin(kernel: Any, columns: Any = None, stock: Any = ALL[28:], waste: int = 0, homes: Any = bytes(4),
          ranks: int = 13, draw: int = 3, redeals: int = -1, order: int = 0, most: int = 1000) -> Any:  # fmt: skip
    return kernel.Search(SEVEN if columns is None else columns, stock, waste, homes, ranks, draw, redeals, order, most)


@KERNELS
@pytest.mark.parametrize("arguments", [
    {"columns": [*SEVEN, b""]}, {"columns": [b""] * 1000}, {"columns": [None]}, {"columns": (b"",)},
    {"columns": ["ab"]},
    {"columns": [bytes(53)]}, {"columns": [b"\x00\x00"]}, {"columns": [b"\x1c"]}, {"columns": [b"\x34"]},
    {"columns": [b"\xff"]}, {"stock": ALL}, {"stock": ALL + b"\x00", "columns": []}, {"stock": bytes(2)},
    {"stock": b"\xff"}, {"stock": None}, {"waste": -1}, {"waste": 25}, {"waste": 2**31 - 1}, {"waste": 2**40},
    {"homes": b""}, {"homes": bytes(3)}, {"homes": bytes(5)}, {"homes": b"\x0e\x00\x00\x00"}, {"homes": b"\xff" * 4},
    {"homes": b"\x01\x00\x00\x00"}, {"homes": None}, {"ranks": 0}, {"ranks": -1}, {"ranks": 14}, {"ranks": 2**31 - 1},
    {"ranks": 12}, {"draw": 0}, {"draw": -3}, {"draw": 2**31 - 1}, {"redeals": -2}, {"redeals": 2**31 - 1},
    {"redeals": 64}, {"order": -1}, {"order": 2**64}, {"most": -1}, {"most": 2**64},
])  # fmt: skip
def test_a_position_to_search_is_one(kernel: Any, arguments: dict[str, Any]) -> None:
    refused(lambda: begin(kernel, **arguments))


@KERNELS
def test_a_position_is_held_whole_or_refused(kernel: Any) -> None:
    """Every size of one column, of all columns, of the stock and of redeals: `holds` says what `Search` takes."""
    sizes: list[dict[str, Any]] = [{"columns": [ALL[:size]], "stock": b""} for size in range(53)]
    sizes += [{"columns": [ALL[size * i : size * (i + 1)] for i in range(7)], "stock": b""} for size in range(8)]
    sizes += [{"columns": [ALL[8 * i : 8 * i + 8] for i in range(7)], "stock": b""}]  # as many bits as columns can take
    sizes += [{"columns": [b""] * 7, "stock": ALL[:size], "waste": waste}
              for size in range(53) for waste in {0, size // 2, size}]  # fmt: skip
    sizes += [{"redeals": redeals} for redeals in range(64)]
    for size in sizes:
        given = {"columns": SEVEN, "stock": ALL[28:], "redeals": -1} | size
        if not kernel.holds(given["columns"], given["stock"], given["redeals"]):
            refused(lambda size=size: begin(kernel, **size))
            continue
        for order in (0, 2**64 - 1):
            search = begin(kernel, **size, order=order)
            assert search.run(300) in range(4)
            assert len(search.line()) < 10_000
    assert kernel is solitaire or all(
        kernel.holds([ALL[:size]], ALL[size:], redeals) for size in range(53) for redeals in (-1, 0, 63)
    )


@KERNELS
def test_any_sequence_of_calls(kernel: Any) -> None:
    search = begin(kernel)
    refused(search.run, -1)
    refused(search.run, 2**63)
    assert search.run(0) == search.run(0)
    search.__init__()  # does nothing
    assert search.run(LONG_MAX) in (1, 2, 3)
    assert search.run(LONG_MAX) in (1, 2, 3)
    assert isinstance(search.line(), list)
    refused(kernel.Search)
    refused(kernel.Search.__new__, kernel.Search)
    assert begin(kernel, most=0).run(10) == 3
    assert begin(kernel, columns=[], stock=b"", homes=b"\x0d" * 4).run(1) == 1


def test_the_faults_have_a_face_above() -> None:
    """Callers of the package get its own kind of error."""
    for call in (
        lambda: evaluate([0, 1, 2, 3, 99]),
        lambda: evaluate_many([[0, 1, 2, 3, 3]]),
    ):
        with pytest.raises(KickerError):
            call()
