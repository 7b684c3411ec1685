# C declarations of orders.py: the tables of all orders of hands, for the kernels that compare hands in them.
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:
    FIVES = 10240  # places for the entries of hands of five cards
    SIXES = 26624
    SEVENS = 67584
    ORDERS = 6
    HIGH = 0
    SHORT_DECK = 1
    DEUCE_TO_SEVEN = 2
    ACE_TO_FIVE = 3
    EIGHT_OR_BETTER = 4
    BADUGI = 5
    SUITS_IGNORED = 0
    FLUSHES_WIN = 1
    FLUSHES_LOSE = 2
    NO_HAND = 0xFFFF  # one of the numbers is not a card, or a card appears twice

# Where the strengths of an order stand. Strengths up to `floor` do not count; the others begin with 1 after it.
ctypedef struct OrderTable:
    const uint16_t* flushes
    const uint16_t* offsets[3]
    const uint16_t* entries[3]
    uint32_t floor
    uint32_t top
    int suits

ctypedef Py_ssize_t (*OrderFill)(const OrderTable*, const uint8_t*, uint16_t*, Py_ssize_t) noexcept nogil

cdef OrderTable TABLES[6]
cdef uint16_t BADUGIS[8192]
cdef uint8_t CHOICES[512]
# Of Omaha: the strength of three ranks with two, flushes apart, in a row of 96 for each triple; and where these stand,
# by four bits for each rank.
cdef uint16_t TWO_THREE[455 * 96]
cdef uint16_t TRIPLE_OF[4096]
cdef uint8_t PAIR_OF[256]
cdef uint8_t LOWS[65536]  # the low of a hand's and a board's ranks from ace to eight, eight bits for each

cdef int load_tables() except -1
cdef uint32_t five_number(const OrderTable* table, const uint8_t* row, int size) noexcept nogil
cdef uint32_t row_number(int order, const uint8_t* row, int size) noexcept nogil
cdef uint32_t best_number(int order, const uint8_t* hand, int held, const uint8_t* board, int shown, int plays) noexcept nogil
