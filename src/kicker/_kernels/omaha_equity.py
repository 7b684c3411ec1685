# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: always_allow_keywords=False
"""The compiled comparison of many Omaha hands with random ones, on boards that all of them share.

On each board the strength of every pair of cards with three of the board is looked up once; a hand is as strong as the
best of its pairs. A hand is compared with those opponents of a board that hold none of its cards. With a low, the lows
of all sets of low ranks are looked up once as well, on boards that allow one.
"""

import cython
from cython.cimports.kicker._kernels.checks import has_room
from cython.cimports.kicker._kernels.dice import Generator, draw_unused, seeded
from cython.cimports.kicker._kernels.omaha import low_ranks, omaha_low, omaha_strength
from cython.cimports.kicker._kernels.orders import load_tables
from cython.cimports.kicker._kernels.strength import KICKER_SOURCE_HASH, kicker_popcount
from cython.cimports.libc.stdint import uint8_t, uint16_t, uint32_t, uint64_t

OPPONENTS = cython.declare(cython.int, 8)

Board = cython.struct(
    size=cython.int,  # cards of a hand
    used=uint64_t,  # the cards of the board
    pairs=uint16_t[2704],  # the strength of every two cards
    masks=uint64_t[8],  # the opponents
    strengths=uint16_t[8],
    splits=cython.bint,  # half of the pot goes to the low, if there is one
    has_lows=cython.bint,
    lows=uint16_t[256],  # the low of each set of low ranks in a hand
    their_lows=uint16_t[8],
)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def best_pair(board: cython.pointer(Board), hand: cython.pointer(cython.const[uint8_t])) -> uint16_t:
    """Return the strength of a hand."""
    i: cython.int
    j: cython.int
    row: cython.pointer(uint16_t)
    strength: uint16_t
    best: uint16_t = 0
    for i in range(1, board.size):
        row = board.pairs + 52 * hand[i]
        for j in range(i):
            strength = row[hand[j]]
            best = strength if strength > best else best
    return best


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def deal_board(board: cython.pointer(Board), state: cython.pointer(Generator)) -> cython.void:
    """Deal a board and the opponents, and look up all pairs of cards."""
    cards: uint8_t[5]
    pair: uint8_t[2]
    hand: uint8_t[6]
    shown: uint32_t
    used: uint64_t = 0
    i: cython.int
    j: cython.int
    for i in range(5):
        cards[i] = draw_unused(state, 52, cython.address(used))
    board.used = used
    for i in range(52):
        for j in range(i):
            board.pairs[52 * i + j] = 0
            if not ((used >> i) | (used >> j)) & 1:
                pair[0], pair[1] = i, j
                board.pairs[52 * i + j] = omaha_strength(pair, 2, cards, 5)
            board.pairs[52 * j + i] = board.pairs[52 * i + j]
    shown = low_ranks(cards, 5)
    board.has_lows = board.splits and kicker_popcount(shown) >= 3
    if board.has_lows:
        for i in range(256):
            board.lows[i] = omaha_low(i, shown)
    for i in range(OPPONENTS):
        used = board.used
        for j in range(board.size):
            hand[j] = draw_unused(state, 52, cython.address(used))
        board.masks[i] = used ^ board.used
        board.strengths[i] = best_pair(board, hand)
        board.their_lows[i] = board.lows[low_ranks(hand, board.size)] if board.has_lows else 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def compare(
    board: cython.pointer(Board), hands: cython.pointer(cython.const[uint8_t]), count: cython.Py_ssize_t,
    points: cython.pointer(uint32_t), met: cython.pointer(uint32_t),
) -> cython.void:  # fmt: skip
    """Compare each hand with the opponents: four points for a pot, two of them for the low if one of the two hands has
    a low.
    """
    place: cython.Py_ssize_t
    i: cython.int
    mask: uint64_t
    strength: uint16_t
    low: uint16_t
    high_points: uint32_t
    low_points: uint32_t
    won: uint32_t
    seen: uint32_t
    free: uint32_t
    for place in range(count):
        mask = 0
        for i in range(board.size):
            mask |= cython.cast(uint64_t, 1) << hands[i]
        if not mask & board.used:
            strength = best_pair(board, hands)
            low = board.lows[low_ranks(hands, board.size)] if board.has_lows else 0
            won = seen = 0
            for i in range(OPPONENTS):
                free = (mask & board.masks[i]) == 0
                seen += free
                high_points = (strength > board.strengths[i]) + (strength >= board.strengths[i])
                low_points = (low > board.their_lows[i]) + (low >= board.their_lows[i])
                won += free * (high_points + (low_points if low | board.their_lows[i] else high_points))
            points[place] += won
            met[place] += seen
        hands += board.size


def compare_hands(
    hands: cython.const[uint8_t][:, ::1], splits: cython.bint, seed: uint64_t, block: uint64_t, boards: cython.int,
    points: uint32_t[::1], met: uint32_t[::1],
) -> cython.void:  # fmt: skip
    """Compare hands with random ones on random boards, the same boards for all; add to their points, four for a pot, and
    opponents met. With `splits` half of a pot goes to an eight-or-better low.
    """
    board: Board
    state: Generator = seeded(seed, block)
    place: cython.Py_ssize_t
    i: cython.int
    mask: uint64_t
    if not 2 <= hands.shape[1] <= 6:
        raise ValueError(f"hands of {hands.shape[1]} cards")
    has_room("points", points.shape[0], hands.shape[0])
    has_room("met", met.shape[0], hands.shape[0])
    for place in range(hands.shape[0]):
        mask = 0
        for i in range(hands.shape[1]):
            if hands[place, i] > 51 or (mask >> hands[place, i]) & 1:
                raise ValueError(f"row {place} is not a hand")
            mask |= cython.cast(uint64_t, 1) << hands[place, i]
    if not 0 <= boards <= 100_000_000:
        raise ValueError(f"{boards} boards")
    if hands.shape[0] == 0:
        return
    load_tables()
    board.size, board.splits = hands.shape[1], splits
    with cython.nogil:
        for i in range(boards):
            deal_board(cython.address(board), cython.address(state))
            compare(
                cython.address(board), cython.address(hands[0, 0]), hands.shape[0],
                cython.address(points[0]), cython.address(met[0]),
            )  # fmt: skip


def source_hash() -> str:
    """Return the hash of the sources from which this kernel was compiled."""
    return KICKER_SOURCE_HASH.decode()
