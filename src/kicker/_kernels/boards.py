# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: always_allow_keywords=False
"""The compiled counting of who wins what in Omaha over all boards, for given hands.

As in `equity.py`: all boards are counted as sets of ranks first, as if there were no flushes; then, for each suit, the
boards with three or more of its cards are corrected. What a hand makes of five ranks is computed once for each set of
ranks and cached at the place that these five ranks have in the table of five cards.
"""

import cython
from cython.cimports.kicker._kernels.checks import has_room, with_cards
from cython.cimports.kicker._kernels.omaha import (
    best_flush,
    best_of,
    low_ranks,
    omaha_low,
    pair_columns,
    ranks_in,
    triple_rows,
)
from cython.cimports.kicker._kernels.orders import load_tables
from cython.cimports.kicker._kernels.shares import FIGURES, MOST_PLAYERS, add_shares
from cython.cimports.kicker._kernels.strength import (
    CARD_KEYS,
    KICKER_SOURCE_HASH,
    OFFSETS5,
    RANK_PART,
    kicker_popcount,
)
from cython.cimports.libc.stdint import int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from cython.cimports.libc.stdlib import calloc, free

Omaha = cython.struct(
    players=cython.int,
    low=cython.bint,
    pairs=cython.int,
    columns=uint32_t[150],  # the pairs of each hand, 15 places for each player
    low_ranks=uint32_t[10],
    flushes=uint32_t[10],  # each player's flush in the current case, 0 for none
    any_flush=cython.bint,
    available=uint8_t[13],
    rank_keys=uint64_t[13],
    board=uint8_t[5],
    shares=cython.pointer(int64_t),
    known=cython.pointer(uint16_t),  # by board and player: 10,240 places for each
    known_lows=cython.pointer(uint8_t),
)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def show_omaha(omaha: cython.pointer(Omaha), key: uint64_t, weight: int64_t) -> cython.void:
    """One set of five board ranks."""
    highs: uint32_t[10]
    lows: uint32_t[10]
    rows: uint32_t[10]
    split: cython.pointer(uint32_t) = cython.NULL
    low_board: uint32_t = 0
    i: cython.int
    place: uint32_t = OFFSETS5[key >> 52] + (cython.cast(uint32_t, key >> 41) & 2047)
    if omaha.known[place] == 0:
        triple_rows(omaha.board, 5, rows)
        for i in range(5):
            low_board |= cython.cast(uint32_t, 1) << (0 if omaha.board[i] == 12 else omaha.board[i] + 1)
        for i in range(omaha.players):
            omaha.known[10240 * i + place] = best_of(omaha.columns + 15 * i, omaha.pairs, rows, 10)
            if omaha.low:
                omaha.known_lows[10240 * i + place] = omaha_low(omaha.low_ranks[i], low_board & 255)
    for i in range(omaha.players):
        highs[i] = omaha.known[10240 * i + place]
    if omaha.low:
        split = lows
        for i in range(omaha.players):
            lows[i] = omaha.known_lows[10240 * i + place]
    if not omaha.any_flush:
        add_shares(highs, split, omaha.players, weight, omaha.shares)
        return
    add_shares(highs, split, omaha.players, -weight, omaha.shares)
    for i in range(omaha.players):
        if omaha.flushes[i] > highs[i]:
            highs[i] = omaha.flushes[i]
    add_shares(highs, split, omaha.players, weight, omaha.shares)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def deal_ranks(
    omaha: cython.pointer(Omaha), first_rank: cython.int, left: cython.int, key: uint64_t, weight: int64_t
) -> cython.void:
    """Add `left` cards in all sets of ranks from `first_rank` up, with the number of ways to choose their suits."""
    rank: cython.int
    count: cython.int
    ways: int64_t
    available: cython.int
    if left == 0:
        show_omaha(omaha, key, weight)
        return
    for rank in range(first_rank, 13):
        available = omaha.available[rank]
        ways = 1
        for count in range(1, (available if available < left else left) + 1):
            ways = ways * (available - count + 1) // count
            omaha.board[5 - left + count - 1] = rank
            deal_ranks(omaha, rank + 1, left - count, key + count * omaha.rank_keys[rank], weight * ways)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def deal_suited(
    omaha: cython.pointer(Omaha), free_ranks: uint32_t, board: uint32_t, held: cython.pointer(uint32_t),
    first_rank: cython.int, to_come: cython.int, key: uint64_t,
) -> cython.void:  # fmt: skip
    """Add cards of one suit in all ways; `free_ranks`, `board` and `held` are the ranks of that suit as bits."""
    rank: cython.int
    i: cython.int
    if cython.cast(cython.int, kicker_popcount(board)) + to_come < 3:
        return  # nobody can make a flush any more
    omaha.any_flush = False
    if kicker_popcount(board) >= 3:
        for i in range(omaha.players):
            omaha.flushes[i] = best_flush(held[i], board)
            omaha.any_flush |= omaha.flushes[i] != 0
        if omaha.any_flush:
            deal_ranks(omaha, 0, to_come, key, 1)
    if to_come == 0:
        return
    for rank in range(first_rank, 13):
        if (free_ranks >> rank) & 1:
            omaha.board[5 - to_come] = rank
            deal_suited(
                omaha, free_ranks, board | cython.cast(uint32_t, 1) << rank, held, rank + 1, to_come - 1,
                key + omaha.rank_keys[rank],
            )  # fmt: skip


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def count_boards(
    omaha: cython.pointer(Omaha), hands: cython.pointer(uint8_t), held: cython.int, cards: uint64_t, taken: uint64_t,
    board: cython.pointer(uint8_t), on_board: cython.int,
) -> cython.void:  # fmt: skip
    """Add the results of all boards to the shares; `cards` are those on the board, `taken` all that cannot come."""
    suited: uint32_t[10]
    key: uint64_t = 0
    suit: cython.int
    rank: cython.int
    i: cython.int
    any_two: cython.bint
    free_ranks: uint32_t
    for rank in range(13):
        omaha.rank_keys[rank] = CARD_KEYS[4 * rank] & RANK_PART
        omaha.available[rank] = 4 - kicker_popcount((taken >> 4 * rank) & 15)
    for i in range(on_board):
        omaha.board[i] = board[i] >> 2
        key += omaha.rank_keys[board[i] >> 2]
    omaha.any_flush = False
    deal_ranks(omaha, 0, 5 - on_board, key, 1)
    for suit in range(4):
        any_two = False
        for i in range(omaha.players):
            suited[i] = ranks_in(hands + 6 * i, held, suit)
            any_two |= kicker_popcount(suited[i]) >= 2
        if not any_two:
            continue
        free_ranks = 0
        for rank in range(13):
            # The cards of the other suits; those of this suit are dealt one by one.
            omaha.available[rank] = 3 - kicker_popcount((taken >> 4 * rank) & (15 ^ 1 << suit))
            if not (taken >> (4 * rank + suit)) & 1:
                free_ranks |= cython.cast(uint32_t, 1) << rank
        deal_suited(omaha, free_ranks, ranks_in(board, on_board, suit), suited, 0, 5 - on_board, key)


def count_omaha(low: cython.bint, hands: list, board: bytes, dead: bytes, shares: int64_t[::1]) -> None:
    """Add to `shares` what hands of four to six cards win on all boards, of which two and three play."""
    omaha: Omaha
    cards: uint8_t[60]
    row: uint8_t[5]
    ranks: uint8_t[6]
    on_board: uint64_t = with_cards(0, board)
    taken: uint64_t = with_cards(on_board, dead)
    i: cython.int
    j: cython.int
    held: cython.int = 0
    players: cython.int = len(hands)
    if not 2 <= players <= MOST_PLAYERS or len(board) > 5:
        raise ValueError(f"{players} players and {len(board)} cards on the board cannot be compared")
    for i in range(players):
        hand: bytes = hands[i]
        taken = with_cards(taken, hand)
        if not 4 <= len(hand) <= 6 or (held and len(hand) != held):
            raise ValueError(f"a hand of {len(hand)} cards")
        held = len(hand)
        for j in range(held):
            cards[6 * i + j] = hand[j]
            ranks[j] = cards[6 * i + j] >> 2
        load_tables()
        omaha.pairs = pair_columns(ranks, held, omaha.columns + 15 * i)
        omaha.low_ranks[i] = low_ranks(cards + 6 * i, held)
    if kicker_popcount(taken) + 5 - len(board) > 52:
        raise ValueError("too few cards are left for a board")
    has_room("shares", shares.shape[0], FIGURES * players)
    for i in range(len(board)):
        row[i] = board[i]
    omaha.players = players
    omaha.low = low
    omaha.shares = cython.address(shares[0])
    shown: cython.int = len(board)
    omaha.known = cython.cast(cython.pointer(uint16_t), calloc(10240 * players, 2))
    omaha.known_lows = cython.cast(cython.pointer(uint8_t), calloc(10240 * players, 1))
    if omaha.known == cython.NULL or omaha.known_lows == cython.NULL:
        free(omaha.known)
        free(omaha.known_lows)
        raise MemoryError
    with cython.nogil:
        count_boards(cython.address(omaha), cards, held, on_board, taken, row, shown)
    free(omaha.known)
    free(omaha.known_lows)


def source_hash() -> str:
    """Hash of the sources that this module was compiled from, to tell a stale build."""
    return KICKER_SOURCE_HASH.decode()
