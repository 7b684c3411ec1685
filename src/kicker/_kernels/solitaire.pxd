# C declarations of solitaire.py: its types, and which of its functions are plain C. It is compiled twice: with KICKER_WIDE
# everything is large enough for all that the rules allow, without it for the ordinary game.
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(__GNUC__)
      #define kicker_fetch(place) __builtin_prefetch(place)
    #else
      #define kicker_fetch(place) ((void)(place))
    #endif
    /* A compiler that has no numbers of 128 bits makes a second kernel like the first, and what is too large is refused. */
    #if defined(KICKER_WIDE) && defined(__SIZEOF_INT128__)
      typedef unsigned __int128 kicker_number;
      typedef uint64_t kicker_places;
      #define kicker_folded(number) ((uint64_t)(number) ^ (uint64_t)((number) >> 64) * 0x9E3779B97F4A7C15ULL)
      #define kicker_lowest_place(places) __builtin_ctzll(places)
      enum { KICKER_STOCK = 52, KICKER_COVERED = 52, KICKER_REDEALS = 63, KICKER_MOVES = 128 };
      /* Seven columns with 52 cards in all take 27 bits at most. */
      enum { KICKER_STOCK_AT = 44, KICKER_WASTE_AT = 96, KICKER_REDEALS_AT = 102, KICKER_WASTE_BITS = 63 };
    #else
      typedef uint64_t kicker_number;
      typedef uint32_t kicker_places;
      #define kicker_folded(number) (number)
      #define kicker_lowest_place(places) kicker_lowest_bit(places)
      enum { KICKER_STOCK = 24, KICKER_COVERED = 8, KICKER_REDEALS = 3, KICKER_MOVES = 96 };
      enum { KICKER_STOCK_AT = 33, KICKER_WASTE_AT = 57, KICKER_REDEALS_AT = 62, KICKER_WASTE_BITS = 31 };
    #endif
    #define KICKER_ALL_PLACES (((kicker_places)1 << KICKER_STOCK) - 1)
    enum { KICKER_STOCK_BYTES = (KICKER_STOCK + 7) / 8 };
    """
    void kicker_fetch(void*) noexcept nogil
    ctypedef uint64_t Number "kicker_number"  # a position
    ctypedef uint64_t Places "kicker_places"  # a bit for each place of the stock
    uint64_t folded "kicker_folded"(Number) noexcept nogil  # 64 bits to mix
    int lowest_place "kicker_lowest_place"(Places) noexcept nogil
    const Places ALL_PLACES "KICKER_ALL_PLACES"
    enum:
        MOST_STOCK "KICKER_STOCK"
        STOCK_BYTES "KICKER_STOCK_BYTES"
        MOST_COVERED "KICKER_COVERED"  # cards of a column that are where they were dealt
        MOST_REDEALS "KICKER_REDEALS"
        MOST_MOVES "KICKER_MOVES"  # each foundation to and fro, each column, and each stock card home and out
        STOCK_AT "KICKER_STOCK_AT"  # where in a number the bits of the stock begin
        WASTE_AT "KICKER_WASTE_AT"
        WASTE_BITS "KICKER_WASTE_BITS"
        REDEALS_AT "KICKER_REDEALS_AT"

cdef enum:
    MOST_COLUMNS = 7
    COLUMNS_AT = 16  # after the foundations

cdef extern from *:
    """
    #define KICKER_MOST_CHILDREN 0xFFFFFFFFLL
    #define KICKER_MOST_NODES (1LL << 40)
    """
    const long long MOST_CHILDREN "KICKER_MOST_CHILDREN"
    const long long MOST_NODES "KICKER_MOST_NODES"

ctypedef struct Deal:
    uint8_t cards[MOST_COLUMNS * MOST_COVERED]
    uint8_t shifts[MOST_COLUMNS]  # where in a position the number of cards left of a column begins
    uint8_t widths[MOST_COLUMNS]  # and the bits it has
    # By column and number of cards left: those that lie below the top one.
    uint64_t covered[MOST_COLUMNS * (MOST_COVERED + 1)]
    uint8_t stock[MOST_STOCK]
    uint64_t stock_bits[256 * STOCK_BYTES]  # the cards of eight places of the stock at a time
    uint64_t home_bits[56]  # the cards of a foundation by suit and height
    uint64_t all_cards
    uint64_t kings
    int columns
    int ranks
    int draw
    int redeals  # -1: any number
    uint64_t order

ctypedef struct Place:
    uint8_t homes[4]
    uint8_t left[MOST_COLUMNS]
    Places stock
    int waste
    int redeals
    uint64_t open
    uint64_t tops
    uint64_t room  # cards that would find a place in the tableau
    uint64_t free  # ranks and colours of which an open card can be made the last of its column
    Places near  # places of the stock whose cards can be brought up
    Places far  # those that take turning the waste over

ctypedef struct Moves:
    uint16_t codes[MOST_MOVES]
    int32_t scores[MOST_MOVES]
    int count

ctypedef struct Child:
    Number position
    uint16_t code

ctypedef struct Frame:  # places in the list of children
    uint32_t next
    uint32_t end


cdef inline uint64_t one(int card) noexcept nogil:
    return <uint64_t>1 << card


cdef inline Number bit(int place) noexcept nogil:
    return <Number>1 << place


# The bits that a number of cards takes.
cdef inline int width(int size) noexcept nogil:
    cdef int bits = 0
    while size >> bits:
        bits += 1
    return bits


# The cards at places of the stock.
cdef inline uint64_t stock_cards(Deal* deal, Places places) noexcept nogil:
    cdef int i
    cdef uint64_t cards = (
        deal.stock_bits[places & 255]
        | deal.stock_bits[256 + ((places >> 8) & 255)]
        | deal.stock_bits[512 + ((places >> 16) & 255)]
    )
    if MOST_STOCK > 24:
        for i in range(3, STOCK_BYTES):
            cards |= deal.stock_bits[256 * i + ((places >> (8 * i)) & 255)]
    return cards


cdef inline uint64_t mixed(uint64_t value) noexcept nogil:
    value ^= value >> 31
    value *= <uint64_t>0x9E3779B97F4A7C15
    value ^= value >> 29
    value *= <uint64_t>0xBF58476D1CE4E5B9
    return value ^ (value >> 32)


cdef void unpack(Deal* deal, Number position, Place* place) noexcept nogil
cdef void reach_stock(Deal* deal, Place* place) noexcept nogil
cdef bint is_safe(Place* place, int card) noexcept nogil
cdef bint is_safe_back(Place* place, int card) noexcept nogil
cdef int forced_move(Deal* deal, Place* place) noexcept nogil
cdef void add_move(Moves* moves, int kind, int argument, int score) noexcept nogil
cdef void list_moves(Deal* deal, Place* place, Moves* moves) noexcept nogil
cdef uint64_t useful_cards(Deal* deal, Place* place) noexcept nogil
cdef bint can_follow(Place* place, int card, uint64_t useful) noexcept nogil
cdef bint wants_space(Deal* deal, Place* place) noexcept nogil
cdef Number after_stock(Deal* deal, Place* place, Number position, int i) noexcept nogil
cdef Number after(Deal* deal, Place* place, Number position, int code) noexcept nogil
cdef void sort_moves(Deal* deal, Number position, Moves* moves) noexcept nogil
cdef Number lay_out(Deal* deal, list columns, bytes stock) except *

cdef class Search:
    cdef Deal deal
    cdef Number* table
    cdef uint64_t slots
    cdef uint64_t most
    cdef uint64_t filled
    cdef Frame* frames
    cdef Py_ssize_t depth
    cdef Py_ssize_t room
    cdef Child* children
    cdef Py_ssize_t children_room
    cdef readonly long long nodes
    cdef int status
    cdef bint busy
    cdef bint knows(self, Number position) noexcept nogil
    cdef int remember(self, Number position) noexcept nogil
    cdef int grow(self) noexcept nogil
    cdef bint make_room(self) noexcept nogil
    cdef int descend(self, Number position) noexcept nogil
    cdef int search(self, long long nodes) noexcept nogil
