"""As `test_kernel_bounds.py`, for the kernels of several draws and of the order of Omaha hands."""

from math import comb
from typing import Any

import numpy as np
import pytest

from kicker._kernels import omaha_equity, redraws
from tests.test_kernel_bounds import ALL, refused, zeros

DEUCE_TO_SEVEN, BADUGI = 2, 5
SETS = [sum(comb(12, held) for held in range(size + 1)) for size in range(6)]


@pytest.mark.parametrize(
    "arguments",
    [
        (-1, ALL[:12], b"", 495), (6, ALL[:12], b"", 495), (BADUGI, ALL[:3], b"", 495), (BADUGI, b"", b"", 495),
        (BADUGI, ALL[:12], b"", 494), (BADUGI, ALL[:12], ALL[12:16], 495), (BADUGI, ALL[:12], ALL[12:17], 495),
        (BADUGI, ALL[:12], ALL[:1], 495), (BADUGI, b"\x34" + ALL[:11], b"", 495), (DEUCE_TO_SEVEN, ALL[:12], b"", 791),
    ],
)  # fmt: skip
def test_hands_to_rank_have_room(arguments: tuple[Any, ...]) -> None:
    *given, room = arguments
    refused(redraws.rank_hands, *given, zeros("H", room))


def rows(*hands: list[int]) -> Any:
    return np.array(hands, np.uint8)


@pytest.mark.parametrize(
    ("cards", "size", "drawn", "hands", "others", "room"),
    [
        (12, 4, 4, rows([0, 1, 2, 12]), rows([0, 1, 2, 3]), SETS[4]),
        (12, 4, 4, rows([0, 1, 2, 2]), rows([0, 1, 2, 3]), SETS[4]),
        (12, 4, 4, rows([0, 1, 2, 3]), rows([3, 1, 2, 4]), SETS[4]),
        (12, 4, 4, rows([0, 1, 2]), rows([0, 1, 2, 3]), SETS[4]),
        (12, 4, 4, rows([0, 1, 2, 3]), rows([0, 1, 2, 3]), SETS[4] - 1),
        (12, 6, 4, rows([0, 1, 2, 3, 4, 5]), rows([0, 1, 2, 3]), SETS[4]),
        (53, 4, 4, rows([0, 1, 2, 3]), rows([0, 1, 2, 3]), 400_000),
        (7, 4, 4, rows([0, 1, 2, 3]), rows([0, 1, 2, 3]), SETS[4]),
        (12, 4, 0, rows([0, 1, 2, 3]), rows([0, 1, 2, 3])[:, :0], SETS[4]),
    ],
)
def test_hands_to_compare_are_sets_of_places(
    cards: int, size: int, drawn: int, hands: Any, others: Any, room: int
) -> None:
    others = np.ascontiguousarray(others)
    refused(
        redraws.compare_all, cards, size, drawn, hands, zeros("H", 1), others, zeros("H", 1),
        zeros("q", room), zeros("d", 1),
    )  # fmt: skip


def test_values_and_sums_have_room() -> None:
    values, sums = zeros("d", 495), zeros("d", SETS[4])
    redraws.sum_over_draws(12, 4, values, sums)
    redraws.best_values(12, 4, 4, sums, values)
    for cards, size in ((53, 4), (3, 4), (12, 6), (12, 0), (-1, 4), (13, 4)):
        refused(redraws.sum_over_draws, cards, size, values, sums)
        refused(redraws.best_values, cards, size, 1, sums, values)
    refused(redraws.sum_over_draws, 12, 4, values[:494], sums)
    refused(redraws.sum_over_draws, 12, 4, values, sums[:-1])
    refused(redraws.best_values, 12, 4, 4, sums[:-1], values)
    for most in (-1, 5, 2**31 - 1):
        refused(redraws.best_values, 12, 4, most, sums, values)
    refused(redraws.best_values, 7, 4, 4, sums, values)  # three cards are left, and four may be thrown


@pytest.mark.parametrize(
    "change",
    [
        {"order": 6}, {"order": DEUCE_TO_SEVEN}, {"deck": ALL[:11]}, {"deck": ALL[:11] + b"\x34"}, {"kept": b"\x0c"},
        {"kept": b"\x02\x01"}, {"kept": ALL[:5]}, {"gone": b"\x00"}, {"gone": ALL[4:8]}, {"against": ALL[:1]},
        {"against": ALL[12:17]}, {"most": -1}, {"most": 5}, {"draws": -1}, {"draws": 2}, {"draws": 6},
    ],
)  # fmt: skip
def test_draws_to_play_fit_the_deck(change: dict[str, Any]) -> None:
    usual: dict[str, Any] = {"order": BADUGI, "deck": ALL[:12], "kept": ALL[:2], "gone": b"", "against": b"", "most": 4}
    usual |= {"draws": 1, "sums": np.zeros((1, SETS[4])), "seed": 1, "block": 0, "trials": 5}
    assert sum(redraws.play_draws(*usual.values())) <= 5
    refused(redraws.play_draws, *(usual | change).values())


def test_omaha_hands_to_order_are_hands() -> None:
    good = rows([0, 1, 2, 3, 4])
    for splits in (False, True):
        omaha_equity.compare_hands(good, splits, 1, 0, 3, zeros("I", 1), zeros("I", 1))
    omaha_equity.compare_hands(good[:0], False, 1, 0, 3, zeros("I", 0), zeros("I", 0))
    for wrong in (rows([0, 1, 2, 52]), rows([0, 1, 2, 2]), rows([0]), rows([0, 1, 2, 3, 4, 5, 6])):
        refused(omaha_equity.compare_hands, wrong, True, 1, 0, 3, zeros("I", 1), zeros("I", 1))
    refused(omaha_equity.compare_hands, good, True, 1, 0, -1, zeros("I", 1), zeros("I", 1))
    refused(omaha_equity.compare_hands, good, True, 1, 0, 3, zeros("I", 0), zeros("I", 1))
    refused(omaha_equity.compare_hands, good, True, 1, 0, 3, zeros("I", 1), zeros("I", 0))


@pytest.mark.parametrize(
    "change",
    [
        {"order": -1}, {"order": 6}, {"deck": ALL[:3]}, {"deck": ALL[:4] * 3}, {"kept": [b"\0\1"]},
        {"kept": [b"\0\1"] * 11}, {"kept": [b"\0\1", b"\1"]}, {"kept": [b"\1\0", b"\2"]}, {"kept": [b"\0", b"\x0c"]},
        {"kept": [b"\0\1\2\3\4", b""]}, {"gone": b"\0"}, {"gone": b"\x0b" * 2}, {"gone": ALL[5:10]}, {"most": 5},
        {"most": -1}, {"draws": 6}, {"draws": 2}, {"kept": [b""] * 3}, {"sums": np.zeros((1, SETS[4] - 1))},
        {"shares": zeros("q", 7)},
    ],
)  # fmt: skip
def test_players_who_draw_fit_the_deck(change: dict[str, Any]) -> None:
    usual: dict[str, Any] = {"order": BADUGI, "deck": ALL[:12], "kept": [ALL[:2], b"\2"], "gone": ALL[8:12], "most": 4}
    usual |= {"draws": 1, "sums": np.zeros((1, SETS[4])), "seed": 1, "block": 0, "trials": 5, "shares": zeros("q", 8)}
    redraws.play_all(*usual.values())
    assert sum(usual["shares"][place] for place in (2, 6)) == 5 * 5040
    refused(redraws.play_all, *(usual | change).values())
