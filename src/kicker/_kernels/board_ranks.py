# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The compiled loops over all combinations on many final boards: where each stands, and how kinds of hands are spread.

Combination a < b has place b * (b - 1) / 2 + a.
"""

import cython
from cython.cimports.kicker._kernels.checks import has_room
from cython.cimports.kicker._kernels.showdown import RankTable, rank_table, seven_strength
from cython.cimports.kicker._kernels.strength import CARD_KEYS, EMPTY_KEY, KICKER_SOURCE_HASH
from cython.cimports.libc.stdint import uint8_t, uint16_t, uint32_t, uint64_t

COUNT = cython.declare(cython.int, 1326)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def rank_board(
    board: cython.pointer(cython.const[uint8_t]),
    ranks: cython.p_double,
    possible: cython.pointer(uint8_t),
) -> cython.void:
    """One final board: the share of possible combinations that each one beats, ties counted half."""
    table: RankTable = rank_table()
    strengths: uint16_t[1326]
    counts: uint32_t[7463]
    below: cython.double[7463]
    key: uint64_t = EMPTY_KEY
    taken: uint64_t = 0
    cards: uint64_t
    total: cython.double = 0
    sum_: cython.double = 0
    a: cython.int
    b: cython.int
    place: cython.int = 0
    for a in range(7463):
        counts[a] = 0
    for a in range(5):
        key += CARD_KEYS[board[a]]
        taken |= cython.cast(uint64_t, 1) << board[a]
    for b in range(52):
        for a in range(b):
            cards = (cython.cast(uint64_t, 1) << a) | (cython.cast(uint64_t, 1) << b)
            possible[place] = (cards & taken) == 0
            strengths[place] = 0
            if possible[place]:
                strengths[place] = seven_strength(table, key + CARD_KEYS[a] + CARD_KEYS[b], cards | taken)
                counts[strengths[place]] += 1
                total += 1
            place += 1
    for a in range(7463):
        sum_ += counts[a]
        below[a] = (sum_ - counts[a] / 2.0) / total
    below[0] = 0.5
    for place in range(COUNT):
        ranks[place] = below[strengths[place]]


def rank_boards(boards: cython.const[uint8_t][:, ::1], ranks: cython.double[:, ::1], possible: uint8_t[:, ::1]) -> None:
    """Fill in, for each final board, the rank of every combination from 0 to 1, and whether it can be held at all.

    A combination that shares a card with a board gets 0.5.
    """
    rows: cython.Py_ssize_t = boards.shape[0]
    row: cython.Py_ssize_t
    taken: uint64_t
    place: cython.int
    if boards.shape[1] != 5:
        raise ValueError(f"a final board has 5 cards, not {boards.shape[1]}")
    if ranks.shape[1] != COUNT or possible.shape[1] != COUNT:
        raise ValueError(f"rows must have a place for each of the {COUNT} combinations")
    has_room("ranks", ranks.shape[0], rows)
    has_room("possible", possible.shape[0], rows)
    for row in range(rows):
        taken = 0
        for place in range(5):
            if boards[row, place] >= 52 or (taken >> boards[row, place]) & 1:
                raise ValueError(f"board {row} does not hold five different cards")
            taken |= cython.cast(uint64_t, 1) << boards[row, place]
    with cython.nogil:
        for row in range(rows):
            rank_board(cython.address(boards[row, 0]), cython.address(ranks[row, 0]), cython.address(possible[row, 0]))


def spread_kinds(
    kinds: cython.const[cython.Py_ssize_t][::1],
    ranks: cython.const[cython.double][:, ::1],
    possible: cython.const[uint8_t][:, ::1],
    mass: cython.const[cython.double][::1],
    table: cython.double[:, :, ::1],
) -> None:
    """Add the mass of each combination to `table[board, kind, level]`; the levels divide the ranks from 0 to 1
    evenly."""
    rows: cython.Py_ssize_t = ranks.shape[0]
    count: cython.Py_ssize_t = table.shape[1]
    levels: cython.Py_ssize_t = table.shape[2]
    row: cython.Py_ssize_t
    level: cython.Py_ssize_t
    place: cython.int
    has_room("kinds", kinds.shape[0], COUNT)
    has_room("mass", mass.shape[0], COUNT)
    has_room("possible", possible.shape[0], rows)
    has_room("table", table.shape[0], rows)
    if ranks.shape[1] != COUNT or possible.shape[1] != COUNT:
        raise ValueError(f"rows must have a place for each of the {COUNT} combinations")
    if levels < 1:
        raise ValueError("at least one level is needed")
    for place in range(COUNT):
        if not 0 <= kinds[place] < count:
            raise ValueError(f"combination {place} is of kind {kinds[place]}, and there are {count}")
    for row in range(rows):
        for place in range(COUNT):
            if possible[row, place] and not 0 <= ranks[row, place] <= 1:
                raise ValueError(f"combination {place} has rank {ranks[row, place]}, which is not from 0 to 1")
    with cython.nogil:
        for row in range(rows):
            for place in range(COUNT):
                if possible[row, place]:
                    level = cython.cast(cython.Py_ssize_t, ranks[row, place] * levels)
                    table[row, kinds[place], level if level < levels else levels - 1] += mass[place]


def source_hash() -> str:
    """Hash of the sources that this module was compiled from, to tell a stale build."""
    return KICKER_SOURCE_HASH.decode()
