"""As `test_kernel_bounds.py`, for the kernels of all games: orders of hands, batches, Omaha boards, shares of pots."""

from array import array
from math import comb, inf, nan
from typing import Any

import numpy as np
import pytest

from kicker._kernels import batches, board_ranks, boards, orders, shares
from kicker.errors import KickerError
from kicker.orders import SHARED
from tests.test_kernel_bounds import ALL, LONG_MAX, refused, zeros

ORDER_NUMBERS = range(6)
BADUGI = 5
HOLDEM, OMAHA, OMAHA_LOW = (0, -1, 2, 5, 0), (0, -1, 4, 5, 2), (0, 4, 4, 5, 2)
STUD, BADUGI_RULES = (0, -1, 7, 0, 0), (BADUGI, -1, 4, 0, 0)


# --- one hand --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", [-1, 6, 2**31 - 1, -(2**31), 2**70, None])
def test_orders_that_do_not_exist(order: Any) -> None:
    refused(orders.strength_number, order, [0, 1, 2, 3, 4], None, 0)
    refused(orders.count, order)
    refused(orders.made_of, order, 1)
    refused(batches.evaluate_rows, order, np.zeros((1, 5), np.uint8), zeros("H", 1))


@pytest.mark.parametrize("order", ORDER_NUMBERS)
def test_cards_that_make_no_hand_are_left_to_python(order: int) -> None:
    for cards in (
        [], [0], list(range(8)), list(range(10_000)), [52] * 5, [255] * 4, [0, 0, 1, 2, 3], [None] * 4, "", "As" * 9, 7,
        None, [2**70, 1, 2, 3], "\ud800",
    ):  # fmt: skip
        assert orders.strength_number(order, cards, None, 0) <= 0
        assert orders.strength_number(order, cards, cards, 2) <= 0
    for cards in (list(range(8)), [None] * 4, "As" * 9, 7, [2**70, 1], [300, 1], "\ud800", "zz"):
        assert orders.strength_number(order, cards, list(range(40, 45)), 0) == -1  # not what the board alone is worth
        assert orders.strength_number(order, list(range(40, 45)), cards, 0) == -1
    for plays in (-(2**31), -2, 5, 6, 7, 2**31 - 1):
        assert orders.strength_number(order, list(range(7)), list(range(7, 14)), plays) <= 0


@pytest.mark.parametrize("cards", [[], list(range(8)), [52] * 4, [0, 0, 1, 2], [40, 1, 2, 3], [None] * 4, "As" * 9, 7])
def test_cards_that_make_no_omaha_hand_are_left_to_python(cards: Any) -> None:
    with pytest.raises(KickerError):
        orders.evaluate_omaha(cards, list(range(40, 45)), None)
    for wrong in ([], SHARED[1:], [*SHARED, SHARED[0]]):
        refused(orders.install, wrong, None)


@pytest.mark.parametrize("order", ORDER_NUMBERS)
def test_numbers_that_are_no_strengths(order: int) -> None:
    most = orders.count(order)
    for number in (0, -1, most + 1, 2**31 - 1, -(2**31), 2**70):
        refused(orders.made_of, order, number)
    for number in (1, most) if order else ():  # those of high are in another kernel
        category, ranks = orders.made_of(order, number)
        assert 0 <= category <= 8
        assert 1 <= len(ranks) <= 5


# --- batches ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", ORDER_NUMBERS)
def test_rows_have_as_many_cards_as_the_order_ranks(order: int) -> None:
    for size in (0, 1, 3, 4, 5, 7, 8, 52):
        rows, room = np.zeros((2, size), np.uint8), zeros("H", 2)
        if size == 4 if order == BADUGI else 5 <= size <= 7:
            assert batches.evaluate_rows(order, rows, room) == 0  # the same card over and over
        else:
            refused(batches.evaluate_rows, order, rows, room)


@pytest.mark.parametrize("order", ORDER_NUMBERS)
@pytest.mark.parametrize("count", [0, 1, 63, 64, 65, 200])
def test_rows_need_room_and_the_first_that_is_no_hand_is_told(order: int, count: int) -> None:
    size = 4 if order == BADUGI else 7
    deck = np.arange(16, 52, dtype=np.uint8)  # what the short deck has too
    rows = np.array([np.roll(deck, 5 * place)[:size] for place in range(count)], np.uint8).reshape(count, size)
    room = zeros("H", count + 1)
    assert batches.evaluate_rows(order, rows, room[:count]) == -1
    assert room[count] == 0
    if count:
        refused(batches.evaluate_rows, order, rows, room[: count - 1])
        for wrong in (52, 255):
            rows[count - 1, size - 1] = wrong
            assert batches.evaluate_rows(order, rows, room) == count - 1
    refused(batches.evaluate_rows, order, rows.astype(np.int64), room)
    refused(batches.evaluate_rows, order, rows, zeros("L", count + 1))


def omaha_rows(hands: Any, table: Any, highs: int, lows: int) -> int:
    return batches.evaluate_omaha_rows(hands, table, zeros("H", highs), zeros("H", lows))


def test_rows_of_omaha_in_bounds() -> None:
    hands = np.arange(12, dtype=np.uint8).reshape(3, 4)
    table = np.arange(20, 35, dtype=np.uint8).reshape(3, 5)
    assert omaha_rows(hands, table, 3, 3) == omaha_rows(hands, table[:1], 3, 0) == omaha_rows(hands, table, 0, 0) == -1
    for arguments in (
        (hands, table, 2, 0), (hands, table, 0, 2), (hands, table[:2], 3, 3), (hands, table[:0], 3, 3),
        (hands[:, :3].copy(), table, 3, 3), (np.zeros((3, 7), np.uint8), table, 3, 3),
        (hands, table[:, :2].copy(), 3, 3), (hands, np.zeros((3, 6), np.uint8), 3, 3), (hands, hands.T, 3, 3),
    ):  # fmt: skip
        refused(omaha_rows, *arguments)
    assert omaha_rows(hands, np.full((3, 5), 255, np.uint8), 3, 3) == 0
    assert omaha_rows(hands, hands[:, :3].copy(), 3, 3) == 0  # a hand and its board share cards
    assert omaha_rows(hands[:0], table[:0], 0, 0) == omaha_rows(hands[:0], table[:1], 0, 0) == -1


# --- boards of Omaha -------------------------------------------------------------------------------------------------


def count_omaha(hands: Any, board: Any = b"", dead: Any = b"", room: int = 40, low: bool = True) -> "array[int]":
    figures = zeros("q", room)
    boards.count_omaha(low, hands, board, dead, figures)
    return figures


@pytest.mark.parametrize("arguments", [
    ([ALL[:4]],), ([],), ([ALL[4 * i : 4 * i + 4] for i in range(11)],), ([ALL[:4], ALL[4:9]],), ([ALL[:3], ALL[4:7]],),
    ([ALL[:7], ALL[7:14]],), ([ALL[:4], ALL[3:7]],), ([ALL[:4], b"\x34\x35\x36\x37"],),
    ([ALL[:4], ALL[4:8]], ALL[8:14]),
    ([ALL[:4], ALL[4:8]], ALL[:3]), ([ALL[:4], ALL[4:8]], b"", ALL[7:9]), ([ALL[:4], ALL[4:8]], b"", b"\xff"),
    ([ALL[:4], ALL[4:8]], b"", ALL[8:48]), ([ALL[:4], ALL[4:8]], b"", b"", 7), ([ALL[:4], None],), ([ALL[:4], "As"],),
    (None,), ((ALL[:4], ALL[4:8]),),
])  # fmt: skip
def test_omaha_hands_to_compare_are_distinct_cards(arguments: tuple[Any, ...]) -> None:
    refused(count_omaha, *arguments)


def test_omaha_hands_to_compare_at_the_edges() -> None:
    ten = [ALL[4 * i : 4 * i + 4] for i in range(10)]
    assert sum(count_omaha(ten, ALL[40:43], room=40)[2::4]) == comb(9, 2) * 5040
    six = [ALL[6 * i : 6 * i + 6] for i in range(7)]
    assert sum(count_omaha(six, b"", b"", room=28)[2::4]) == comb(10, 5) * 5040
    assert sum(count_omaha([ALL[:4], ALL[4:8]], b"", ALL[8:47], room=8)[2::4]) == 5040


# --- ranks on final boards -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rank", [inf, -inf, nan, 2.0**63, 1e300, 1.0001, -0.0001])
def test_ranks_are_from_0_to_1(rank: float) -> None:
    ranks, held = np.full((1, 1326), 0.5), np.ones((1, 1326), np.uint8)
    kinds, mass, table = np.zeros(1326, np.intp), np.ones(1326), np.zeros((1, 1, 24))
    ranks[0, 7] = rank
    refused(board_ranks.spread_kinds, kinds, ranks, held, mass, table)
    assert not table.any()
    held[0, 7] = 0  # a combination that nobody holds is not looked at
    ranks[0, :2] = 0, 1
    board_ranks.spread_kinds(kinds, ranks, held, mass, table)
    assert (table[0, 0, 0], table[0, 0, 12], table[0, 0, 23], table.sum()) == (1, 1323, 1, 1325)


# --- shares ----------------------------------------------------------------------------------------------------------


def count(rules: Any = HOLDEM, deck: Any = ALL, hands: Any = (ALL[:2], ALL[2:4]), board: Any = ALL[4:7], parts: int = 1,
          turn: int = 0, room: int = 8) -> int:  # fmt: skip
    return shares.count_shares(rules, deck, list(hands) if isinstance(hands, tuple) else hands, board, parts, turn,
                               zeros("q", room))  # fmt: skip


WRONG_RULES: list[Any] = [
    (), (0,), (0, -1, 2, 5, 0, 0), (-1, -1, 2, 5, 0), (6, -1, 2, 5, 0), (0, 6, 2, 5, 0), (0, -2, 2, 5, 0),
    (0, -1, 0, 5, 0), (0, -1, 2, -1, 0), (0, -1, 3, 5, 0), (0, -1, 2, 6, 0), (0, -1, 4, 5, 5), (0, -1, 7, 5, 2),
    (0, -1, 4, 2, 2), (0, -1, 4, 6, 2), (0, -1, 4, 5, -1), (5, -1, 4, 5, 2), (5, -1, 5, 0, 0), (0, 5, 2, 5, 0),
    (0, -1, 2**31, 5, 0), (2**70, -1, 2, 5, 0), (None,) * 5, None,
]  # fmt: skip


@pytest.mark.parametrize("rules", WRONG_RULES)
def test_rules_that_no_game_has(rules: Any) -> None:
    refused(count, rules)
    refused(lambda: sample(rules=rules))


@pytest.mark.parametrize("arguments", [
    {"deck": b"\x34"}, {"deck": ALL + b"\x00"}, {"deck": ALL[:6]}, {"deck": b""}, {"deck": None},
    {"hands": (ALL[:2],)}, {"hands": (ALL[:2], ALL[1:3])}, {"hands": (ALL[:2], ALL[2:5])},
    {"deck": ALL[:8], "hands": (ALL[:2], b"")},
    {"hands": tuple(ALL[2 * i : 2 * i + 2] for i in range(11))}, {"hands": (ALL[:2], None)}, {"hands": None},
    {"board": ALL[4:10]}, {"board": ALL[:3]}, {"board": b"\xff"}, {"room": 7}, {"room": 0},
    {"parts": 0}, {"parts": 1, "turn": 1}, {"turn": -1}, {"parts": -1}, {"parts": LONG_MAX, "turn": LONG_MAX},
    {"rules": STUD, "hands": (ALL[:7], ALL[7:15]), "board": b""}, {"rules": STUD, "hands": (ALL[:7], ALL[7:9])},
    {"rules": STUD, "deck": ALL[:13], "hands": (b"", b""), "board": b""},
])  # fmt: skip
def test_hands_whose_shares_are_counted_are_distinct_cards(arguments: dict[str, Any]) -> None:
    refused(lambda: count(**arguments))


def test_shares_at_the_edges() -> None:
    assert count() == comb(45, 2)
    assert count(parts=LONG_MAX, turn=0) >= 0
    assert sum(count(parts=3, turn=turn) for turn in range(3)) == comb(45, 2)
    assert count(deck=ALL[:12], hands=(ALL[:2], b"")) == comb(7, 2) * comb(5, 2)
    assert sum(count(deck=ALL[:12], hands=(ALL[:1], b""), parts=4, turn=turn) for turn in range(4)) == 8 * 210
    assert count(STUD, ALL, (ALL[:7], ALL[7:13]), b"") == 39
    assert count(STUD, ALL[:14], (ALL[:7], b""), b"") == 1
    ten = tuple(ALL[4 * i : 4 * i + 4] for i in range(10))
    assert count(OMAHA_LOW, ALL, ten, ALL[40:44], room=40) == 8
    assert count(BADUGI_RULES, ALL, ten, b"", room=40) == 1


def sample(rules: Any = HOLDEM, deck: Any = ALL[4:], options: Any = None, sizes: Any = bytes([2, 2]),
           chances: Any = None, aliases: Any = None, starts: Any = (0, 1, 2), board: Any = b"",
           trials: Any = 50, room: int = 8, seed: Any = 1, block: Any = 0, each: int = 0) -> int:  # fmt: skip
    options = ALL[:2].ljust(8, b"\0") + ALL[2:4].ljust(8, b"\0") if options is None else options
    places = len(options) // 8
    chances = array("d", [1.0] * places) if chances is None else chances
    aliases = array("I", range(places)) if aliases is None else aliases
    return shares.sample_shares(
        rules, deck, options, sizes, chances, aliases, array("I", starts), board, seed, block, trials, zeros("q", room),
        zeros("q", each),
    )  # fmt: skip


@pytest.mark.parametrize("arguments", [
    {"deck": b"\x34"}, {"deck": ALL + b"\x00"}, {"deck": ALL[:8]}, {"deck": b""}, {"sizes": bytes([2])}, {"sizes": b""},
    {"each": 1}, {"each": 5},
    {"sizes": bytes([3, 2])}, {"sizes": bytes([0, 2])}, {"sizes": bytes([255, 255])}, {"starts": (0,)},
    {"starts": (1, 1, 2)}, {"starts": (0, 2, 1)}, {"starts": (0, 1, 3)}, {"starts": (0, 2**31, 2)},
    {"starts": (0, *range(1, 12)), "sizes": bytes([2] * 11)}, {"chances": zeros("d", 1)}, {"chances": zeros("f", 2)},
    {"aliases": zeros("I", 1)}, {"aliases": array("I", [0, 0])}, {"aliases": array("I", [2, 1])},
    {"aliases": zeros("Q", 2)}, {"options": b"\xff" * 16}, {"options": bytes(16)}, {"options": ALL[:8]},
    {"board": ALL[4:10]}, {"board": b"\xff"}, {"board": ALL[4:5] * 2}, {"room": 7}, {"room": 0}, {"trials": 2**63},
    {"seed": -1}, {"block": 2**64}, {"options": ALL[:2].ljust(8, b"\0") * 2},
    {"rules": STUD, "deck": ALL, "options": b"", "sizes": bytes(8), "starts": (0,) * 9, "room": 32},
])  # fmt: skip
def test_random_deals_are_in_bounds(arguments: dict[str, Any]) -> None:
    refused(lambda: sample(**arguments))


def test_random_deals_at_the_edges() -> None:
    assert sample() == sample(board=ALL[4:9]) == 50
    assert sample(trials=0) == sample(trials=-1) == 0
    assert sample(deck=ALL[:9]) == sample(deck=ALL[4:13]) == 50
    assert sample(STUD, ALL, b"", bytes(7), starts=(0,) * 8, room=28) == 50
    assert sample(BADUGI_RULES, ALL[:40], b"", bytes(10), starts=(0,) * 11, room=40) == 50
    assert sample(OMAHA, ALL[:45], b"", bytes(10), starts=(0,) * 11, room=40) == 50
    clash = ALL[:2].ljust(8, b"\0")
    assert sample(options=clash * 3, starts=(0, 2, 3), trials=10) == 0  # nobody can hold what the other holds
