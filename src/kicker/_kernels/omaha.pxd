# What the kernels that rank Omaha hands share: exactly two cards of a hand of four to six with three of the board.
# Inline functions can be shared between compiled modules only from a file like this one.
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from kicker._kernels.orders cimport LOWS, PAIR_OF, TRIPLE_OF, TWO_THREE
from kicker._kernels.strength cimport FLUSHES, kicker_popcount


# Whether all are cards, and none stands twice.
cdef inline bint are_cards(const uint8_t* hand, int held, const uint8_t* board, int shown) noexcept nogil:
    cdef uint64_t bits = 0
    cdef uint32_t outside = 0
    cdef int i
    for i in range(held):
        outside |= hand[i] > 51
        bits |= <uint64_t>1 << (hand[i] & 63)
    for i in range(shown):
        outside |= board[i] > 51
        bits |= <uint64_t>1 << (board[i] & 63)
    return outside == 0 and kicker_popcount(bits) == <unsigned int>(held + shown)


# The columns of all pairs of ranks in the table TWO_THREE; how many.
cdef inline int pair_columns(const uint8_t* ranks, int count, uint32_t* columns) noexcept nogil:
    cdef int i, j, made = 0
    for i in range(1, count):
        for j in range(i):
            columns[made] = PAIR_OF[ranks[i] << 4 | ranks[j]]
            made += 1
    return made


# Where the rows of all triples of ranks begin in the table TWO_THREE; how many.
cdef inline int triple_rows(const uint8_t* ranks, int count, uint32_t* rows) noexcept nogil:
    cdef int i, j, k, made = 0
    for i in range(2, count):
        for j in range(1, i):
            for k in range(j):
                rows[made] = TRIPLE_OF[ranks[i] << 8 | ranks[j] << 4 | ranks[k]]
                made += 1
    return made


# The best strength of a pair with a triple, flushes apart.
cdef inline uint32_t best_of(const uint32_t* columns, int pairs, const uint32_t* rows, int triples) noexcept nogil:
    cdef const uint16_t* row
    cdef int i, j
    cdef uint32_t strength, best = 0
    for i in range(triples):
        row = TWO_THREE + rows[i]
        for j in range(pairs):
            strength = row[columns[j]]
            best = strength if strength > best else best
    return best


# The best flush of two ranks with three of a board, or `best` if that is better.
cdef inline uint32_t better_flush(uint32_t pair, uint32_t board, uint32_t best) noexcept nogil:
    cdef uint32_t one = board, two, three, first, second, third, strength
    while one:
        first = one & (~one + 1)
        one ^= first
        two = one
        while two:
            second = two & (~two + 1)
            two ^= second
            three = two
            while three:
                third = three & (~three + 1)
                three ^= third
                strength = FLUSHES[pair | first | second | third]
                best = strength if strength > best else best
    return best


# The best flush of two of the ranks of a hand and three of a board, all of one suit and a bit each; 0 if there are too few.
cdef inline uint32_t best_flush(uint32_t hand, uint32_t board) noexcept nogil:
    cdef uint32_t one = hand, two, first, second, best = 0
    while one:
        first = one & (~one + 1)
        one ^= first
        two = one
        while two:
            second = two & (~two + 1)
            two ^= second
            best = better_flush(first | second, board, best)
    return best


# The ranks of one suit among cards, a bit each.
cdef inline uint32_t ranks_in(const uint8_t* cards, int count, uint32_t suit) noexcept nogil:
    cdef int i
    cdef uint32_t ranks = 0
    for i in range(count):
        if (cards[i] & 3) == suit:
            ranks |= <uint32_t>1 << (cards[i] >> 2)
    return ranks


# The suit in which a hand has two cards or more and the board three or more; 4 if there is none.
cdef inline uint32_t flush_suit(const uint8_t* hand, int held, const uint8_t* board, int shown) noexcept nogil:
    cdef uint32_t in_hand = 0x6666, on_board = 0x5555  # counters of four bits, whose high bit says: enough
    cdef int i
    for i in range(held):
        in_hand += <uint32_t>1 << 4 * (hand[i] & 3)
    for i in range(shown):
        on_board += <uint32_t>1 << 4 * (board[i] & 3)
    in_hand &= on_board & 0x8888
    if in_hand == 0:
        return 4
    return 0 if in_hand & 0x8 else 1 if in_hand & 0x80 else 2 if in_hand & 0x800 else 3


# The strength of four to six cards with a board of three to five.
cdef inline uint32_t omaha_strength(const uint8_t* hand, int held, const uint8_t* board, int shown) noexcept nogil:
    cdef uint8_t ranks[6]
    cdef uint32_t columns[15]
    cdef uint32_t rows[10]
    cdef int i, pairs, triples
    cdef uint32_t suit, flush, best
    for i in range(held):
        ranks[i] = hand[i] >> 2
    pairs = pair_columns(ranks, held, columns)
    for i in range(shown):
        ranks[i] = board[i] >> 2
    triples = triple_rows(ranks, shown, rows)
    best = best_of(columns, pairs, rows, triples)
    suit = flush_suit(hand, held, board, shown)
    if suit < 4:
        flush = best_flush(ranks_in(hand, held, suit), ranks_in(board, shown, suit))
        best = flush if flush > best else best
    return best


# The ranks from ace to eight among cards, a bit each, the ace lowest.
cdef inline uint32_t low_ranks(const uint8_t* cards, int count) noexcept nogil:
    cdef int i
    cdef uint32_t rank, ranks = 0
    for i in range(count):
        rank = cards[i] >> 2
        ranks |= <uint32_t>1 << (0 if rank == 12 else rank + 1)
    return ranks & 255


# The low of two of a hand's low ranks and three of the board's; 0 if there is none.
cdef inline uint32_t omaha_low(uint32_t hand, uint32_t board) noexcept nogil:
    return LOWS[hand << 8 | board]
