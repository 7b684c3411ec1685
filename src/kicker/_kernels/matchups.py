# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The compiled loops over all pairs of two-card combinations: numbering match-ups, and adding them up by weight."""

import cython
from cython.cimports.kicker._kernels.checks import has_room
from cython.cimports.kicker._kernels.strength import KICKER_SOURCE_HASH
from cython.cimports.libc.stdint import uint32_t


def index_matchups(index: cython.int[::1]) -> list:
    """Number all match-ups of two combinations, counting those that differ only by a change of suits once.

    Fills `index[1326 * x + y]` with twice the number of the match-up, plus one where it was numbered as y against x, or -1
    where x and y share a card. Combination a < b has place b * (b - 1) / 2 + a. Returns the first pair of each number.
    """
    permuted: cython.int[24 * 1326]
    low: cython.int[1326]
    high: cython.int[1326]
    suits: cython.int[4]
    a: cython.int
    b: cython.int
    c: cython.int
    d: cython.int
    x: cython.int
    y: cython.int
    p: cython.int = 0
    representatives: list = []
    has_room("index", index.shape[0], 1326 * 1326)
    for b in range(52):
        for a in range(b):
            low[b * (b - 1) // 2 + a] = a
            high[b * (b - 1) // 2 + a] = b
    for a in range(4):
        for b in range(4):
            for c in range(4):
                d = 6 - a - b - c
                if a != b and a != c and b != c:
                    suits[0], suits[1], suits[2], suits[3] = a, b, c, d
                    for x in range(1326):
                        permuted[1326 * p + x] = place_of(
                            (low[x] & ~3) + suits[low[x] & 3], (high[x] & ~3) + suits[high[x] & 3]
                        )
                    p += 1
    for x in range(1326 * 1326):
        index[x] = -1
    for x in range(1326):
        for y in range(1326):
            if (
                index[1326 * x + y] >= 0
                or low[x] == low[y]
                or low[x] == high[y]
                or high[x] == low[y]
                or high[x] == high[y]
            ):
                continue
            for p in range(24):
                index[1326 * permuted[1326 * p + y] + permuted[1326 * p + x]] = 2 * len(representatives) + 1
            for p in range(24):
                index[1326 * permuted[1326 * p + x] + permuted[1326 * p + y]] = 2 * len(representatives)
            representatives.append((x, y))
    return representatives


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def place_of(one: cython.int, two: cython.int) -> cython.int:
    return two * (two - 1) // 2 + one if one < two else one * (one - 1) // 2 + two


@cython.cfunc
@cython.exceptval(check=True)
def check_matchups(index: cython.const[cython.int][::1], count: cython.Py_ssize_t, boards: uint32_t) -> cython.void:
    """Raise `ValueError` unless an index is complete and leads to match-ups in a table of this size."""
    i: cython.Py_ssize_t
    most: cython.int = -1
    has_room("index", index.shape[0], 1326 * 1326)
    if boards == 0:
        raise ValueError("0 boards cannot be won")
    for i in range(1326 * 1326):
        most = index[i] if index[i] > most else most
    if most >= 0 and most >> 1 >= count:
        raise ValueError(f"the index has match-up {most >> 1}, and the table has {count} of them")


def weigh_matchups(
    index: cython.const[cython.int][::1], wins: cython.const[uint32_t][::1], ties: cython.const[uint32_t][::1],
    boards: uint32_t, weights: cython.const[cython.double][::1], results: cython.double[::1],
) -> None:  # fmt: skip
    """For each of 1326 combinations x: the weighted boards that it wins, ties and plays against a range.

    They are written to results[3 * x], results[3 * x + 1] and results[3 * x + 2].
    """
    x: cython.int
    y: cython.int
    place: cython.int
    won: cython.double
    tied: cython.double
    met: cython.double
    check_matchups(index, min(wins.shape[0], ties.shape[0]), boards)
    has_room("weights", weights.shape[0], 1326)
    has_room("results", results.shape[0], 3 * 1326)
    with cython.nogil:
        for x in range(1326):
            won = tied = met = 0
            for y in range(1326):
                place = index[1326 * x + y]
                if place < 0 or weights[y] == 0:
                    continue
                tied += weights[y] * ties[place >> 1]
                met += weights[y]
                if place & 1:
                    won += weights[y] * (boards - wins[place >> 1] - ties[place >> 1])
                else:
                    won += weights[y] * wins[place >> 1]
            results[3 * x] = won
            results[3 * x + 1] = tied
            results[3 * x + 2] = met * boards


def add_matchups_by_class(
    index: cython.const[cython.int][::1], wins: cython.const[uint32_t][::1], ties: cython.const[uint32_t][::1],
    boards: uint32_t, classes: bytes, pairs: cython.double[::1], gains: cython.double[::1],
) -> None:  # fmt: skip
    """Add up all match-ups by the classes of both combinations, of which there are 169.

    pairs[169 * i + j] is the number of pairs of combinations, gains[169 * i + j] what the first of each pair wins of a
    stake on average, added up.
    """
    x: cython.int
    y: cython.int
    place: cython.int
    cell: cython.int
    gain: cython.double
    class_of: cython.pointer(cython.const[cython.uchar]) = classes
    check_matchups(index, min(wins.shape[0], ties.shape[0]), boards)
    if len(classes) != 1326 or max(classes) >= 169:
        raise ValueError("each of 1326 combinations has one of 169 classes")
    has_room("pairs", pairs.shape[0], 169 * 169)
    has_room("gains", gains.shape[0], 169 * 169)
    with cython.nogil:
        for x in range(1326):
            for y in range(1326):
                place = index[1326 * x + y]
                if place < 0:
                    continue
                cell = 169 * class_of[x] + class_of[y]
                gain = (2.0 * wins[place >> 1] + ties[place >> 1] - boards) / boards
                pairs[cell] += 1
                gains[cell] += -gain if place & 1 else gain


def source_hash() -> str:
    """Hash of the sources that this module was compiled from, to tell a stale build."""
    return KICKER_SOURCE_HASH.decode()
