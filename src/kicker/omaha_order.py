"""Omaha hands of four, five and six cards by their equity against a random hand, for percentages in ranges.

`python -m kicker.omaha_order 6` deals random boards, which all classes of hands share, compares each class with random
opponents on each of them, and writes the equities in steps of 0.1 percentage points. Classes are hands that differ
only in the names of suits: 16,432 of four cards, 134,459 of five and 962,988 of six. The standard error of an equity
is 0.1 percentage points for four cards, 0.15 for five and 0.3 for six. It is the equity of high hands, also in games
with a low.

>>> order = omaha_order(4)
>>> len(order.equities), round(float(order.equities[0]), 3), int(order.sizes.sum())
(16432, 0.715, 270725)
"""

from __future__ import annotations

from functools import cache
from itertools import groupby, permutations
from typing import TYPE_CHECKING, Final, NamedTuple
from zlib import compress, decompress

import kicker.data
from kicker._kernels import omaha_equity as _kernel
from kicker.errors import KickerError
from kicker.parallel import available_cores, in_parallel

if TYPE_CHECKING:
    from pathlib import Path

    from numpy import float64, int64, uint8
    from numpy.typing import NDArray

    Rows = NDArray[uint8]

BOARDS: Final = {4: 200_000, 5: 120_000, 6: 30_000}
"""The number of random boards for hands of each size."""
STEP: Final = 0.001
"""Equities are kept in whole steps of this size."""
_RANKS = 13
_SUITS = 4
_AT_ONCE = 500  # boards between checks for signals
_SEED = 1


class Order(NamedTuple):
    """All classes of hands, the best first."""

    hands: Rows
    """A hand of each class: its cards, the lowest first."""
    sizes: NDArray[int64]
    """The number of hands in each class."""
    equities: NDArray[float64]
    """The equity of each class against a random hand."""


def table_file(size: int) -> Path:
    """Return the path of the table for hands of this size."""
    from pathlib import Path

    return Path(kicker.data.__file__).with_name(f"omaha{size}.bin")


@cache
def omaha_order(size: int) -> Order:
    """Return all classes of hands of four, five or six cards, the best first."""
    import numpy as np

    file = table_file(size)
    hands, sizes = hand_classes(size)
    steps = np.frombuffer(decompress(file.read_bytes()), dtype=np.uint8)
    if len(steps) != 2 * len(hands):
        message = f"'{file.name}' does not hold {len(hands):,} classes; run `python -m kicker.omaha_order {size}`"
        raise KickerError(message, "size")
    high, low = steps.reshape(2, -1).astype(np.uint16)
    found = high << 8 | low
    best_first = np.argsort(-found.astype(np.int32), kind="stable")
    return Order(hands[best_first], sizes[best_first], found[best_first].astype(np.float64) * STEP)


@cache
def hand_classes(size: int) -> tuple[Rows, NDArray[int64]]:
    """Return a hand of each class of hands that differ only in the names of suits, and the number of hands in each.

    The suits of a hand are four sets of ranks. The hand that stands for its class has the sets in falling order, first
    by their size and then as binary numbers.
    """
    import numpy as np

    found = [_with_counts(counts) for counts in _partitions(size, _SUITS)]
    masks = np.concatenate(found)
    sizes = np.full(len(masks), 24, dtype=np.int64)
    same = (masks[:, 1:] == masks[:, :-1]).astype(np.int64)
    runs = np.ones(len(masks), dtype=np.int64)
    for column in range(_SUITS - 1):  # exchanging equal suits gives the same hand: divide by 2, 3 and 4
        runs = np.where(same[:, column], runs + 1, 1)
        sizes //= runs
    return cards_of(masks, size), sizes


def _partitions(total: int, parts: int, most: int = _RANKS) -> list[tuple[int, ...]]:
    """Return the ways to write a number as a falling sum of this many parts."""
    if parts == 0:
        return [] if total else [()]
    return [
        (first, *rest)
        for first in range(min(total, most), -1, -1)
        for rest in _partitions(total - first, parts - 1, first)
    ]


def _with_counts(counts: tuple[int, ...]) -> NDArray[int64]:
    """Return the classes with these numbers of cards per suit, as a row of four sets of ranks each."""
    import numpy as np

    rows = np.zeros((1, 0), dtype=np.int64)
    for cards, suits in groupby(counts):
        sets = np.array([mask for mask in range(1 << _RANKS) if mask.bit_count() == cards][::-1], dtype=np.int64)
        alike = len(list(suits))
        chosen = np.arange(len(sets))[:, None]
        for _ in range(alike - 1):
            chosen = np.concatenate(
                [
                    np.column_stack((fits, np.full(len(fits), last)))
                    for last in range(len(sets))
                    for fits in [chosen[chosen[:, -1] <= last]]
                ]
            )
        rows = np.column_stack((np.repeat(rows, len(chosen), axis=0), np.tile(sets[chosen], (len(rows), 1))))
    return rows


def cards_of(masks: NDArray[int64], size: int) -> Rows:
    """Return the cards of hands that are given as a set of ranks for each suit, the lowest first."""
    import numpy as np

    held = (masks[:, None, :] >> np.arange(_RANKS)[None, :, None] & 1).astype(bool).reshape(len(masks), -1)
    cards: Rows = np.nonzero(held)[1].astype(np.uint8).reshape(-1, size)
    return cards


def all_suits(hands: Rows) -> Rows:
    """Return all hands that differ from these only in suits, class after class."""
    import numpy as np

    sets = np.zeros((len(hands), _SUITS), dtype=np.int64)
    for column in hands.T:
        sets[np.arange(len(hands)), column & 3] |= 1 << (column >> 2).astype(np.int64)
    names = np.array(list(permutations(range(_SUITS))))
    turned = sets[:, names]
    fresh, where = np.ones(turned.shape[:2], dtype=bool), names.argsort(axis=1)
    for later in range(_SUITS):  # equal suits in another order are the same hand: keep one order
        for earlier in range(later):
            swapped = where[:, earlier] > where[:, later]
            fresh &= ~((sets[:, earlier] == sets[:, later])[:, None] & swapped)
    return cards_of(turned[fresh], hands.shape[1])


# --- making it -------------------------------------------------------------------------------------------------------


def sampled(hands: Rows, boards: int, seed: int = _SEED) -> tuple[NDArray[float64], NDArray[int64]]:
    """Compare hands with random ones on random boards; return their equities, and the number of opponents met."""
    import numpy as np

    cores = available_cores()
    points, met = np.zeros(len(hands), dtype=np.uint32), np.zeros(len(hands), dtype=np.uint32)
    edges = [len(hands) * part // cores for part in range(cores + 1)]
    for block, start in enumerate(range(0, boards, _AT_ONCE)):

        def compare(part: int, block: int = block, count: int = min(_AT_ONCE, boards - start)) -> None:
            here = slice(edges[part], edges[part + 1])
            _kernel.compare_hands(hands[here], seed, block, count, points[here], met[here])

        in_parallel(compare, range(cores), cores)
    return points / np.maximum(2 * met.astype(np.int64), 1), met.astype(np.int64)


def packed(equities: NDArray[float64]) -> bytes:
    """Return equities in steps, the high bytes of all and then the low ones, compressed."""
    import numpy as np

    steps = np.rint(equities / STEP).astype(np.uint16)
    return compress((steps >> 8).astype(np.uint8).tobytes() + (steps & 255).astype(np.uint8).tobytes(), 9)


if __name__ == "__main__":
    import sys

    for number in map(int, sys.argv[1:] or BOARDS):
        table_file(number).write_bytes(packed(sampled(hand_classes(number)[0], BOARDS[number])[0]))
