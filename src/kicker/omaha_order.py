"""Omaha hands of four, five and six cards by their equity against a random hand, for percentages in ranges.

`python -m kicker.omaha_order omaha6` deals random boards, which all classes of hands share, compares each class with
random opponents on each of them, and writes the equities in steps of 0.1 percentage points. Classes are hands that
differ only in the names of suits: 16,432 of four cards, 134,459 of five and 962,988 of six. `TABLES` has an order of
high hands and one of high and low for each of them; `docs/equity.md` says how exact the equities are.

>>> order = omaha_order("omaha4")
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
from kicker.cards import unknown
from kicker.errors import KickerError
from kicker.parallel import available_cores, in_parallel

if TYPE_CHECKING:
    from pathlib import Path

    from numpy import float64, int64, uint8
    from numpy.typing import NDArray

    Rows = NDArray[uint8]


class Making(NamedTuple):
    """The deals that a table is made from."""

    cards: int
    """The number of cards in a hand."""
    splits: bool
    """True if half of a pot goes to an eight-or-better low."""
    boards: int
    """The number of random boards."""


TABLES: Final = {
    "omaha4": Making(4, False, 200_000),
    "omaha5": Making(5, False, 120_000),
    "omaha6": Making(6, False, 30_000),
    "omaha4-hilo": Making(4, True, 200_000),
    "omaha5-hilo": Making(5, True, 120_000),
    "omaha6-hilo": Making(6, True, 30_000),
}
"""All tables by name; `Game.percentages` names that of a game."""
STEP: Final = 0.001
"""Equities are kept in whole steps of this size."""
_RANKS = 13
_SUITS = 4
_WHOLE = 4  # points of a pot, as in the kernel
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


def table_file(name: str) -> Path:
    """Return the path of a table."""
    from pathlib import Path

    return Path(kicker.data.__file__).with_name(f"{name}.bin")


@cache
def omaha_order(name: str) -> Order:
    """Return all classes of hands of a table, the best first."""
    import numpy as np

    if name not in TABLES:
        raise KickerError(unknown("table of percentages", name, TABLES), "name")
    file = table_file(name)
    hands, sizes = hand_classes(TABLES[name].cards)
    steps = np.frombuffer(decompress(file.read_bytes()), dtype=np.uint8)
    if len(steps) != 2 * len(hands):
        message = f"'{file.name}' does not hold {len(hands):,} classes; run `python -m kicker.omaha_order {name}`"
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


def sampled(
    hands: Rows, boards: int, *, splits: bool = False, seed: int = _SEED
) -> tuple[NDArray[float64], NDArray[int64]]:
    """Compare hands with random ones on random boards; return their equities, and the number of opponents met."""
    import numpy as np

    cores = available_cores()
    points, met = np.zeros(len(hands), dtype=np.uint32), np.zeros(len(hands), dtype=np.uint32)
    edges = [len(hands) * part // cores for part in range(cores + 1)]
    for block, start in enumerate(range(0, boards, _AT_ONCE)):

        def compare(part: int, block: int = block, count: int = min(_AT_ONCE, boards - start)) -> None:
            here = slice(edges[part], edges[part + 1])
            _kernel.compare_hands(hands[here], splits, seed, block, count, points[here], met[here])

        in_parallel(compare, range(cores), cores)
    return points / np.maximum(_WHOLE * met.astype(np.int64), 1), met.astype(np.int64)


def packed(equities: NDArray[float64]) -> bytes:
    """Return equities in steps, the high bytes of all and then the low ones, compressed."""
    import numpy as np

    steps = np.rint(equities / STEP).astype(np.uint16)
    return compress((steps >> 8).astype(np.uint8).tobytes() + (steps & 255).astype(np.uint8).tobytes(), 9)


if __name__ == "__main__":
    import sys

    for chosen in sys.argv[1:] or TABLES:
        if chosen not in TABLES:
            raise SystemExit(unknown("table of percentages", chosen, TABLES))
        made = TABLES[chosen]
        found, _ = sampled(hand_classes(made.cards)[0], made.boards, splits=made.splits)
        table_file(chosen).write_bytes(packed(found))
