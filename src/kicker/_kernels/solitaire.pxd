# C declarations of solitaire.py: its types, and which of its functions are plain C.
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef extern from *:
    """
    #if defined(__GNUC__)
      #define kicker_fetch(place) __builtin_prefetch(place)
    #else
      #define kicker_fetch(place) ((void)(place))
    #endif
    """
    void kicker_fetch(void*) noexcept nogil

ctypedef struct Deal:
    uint8_t cards[56]  # eight for each column
    uint8_t shifts[8]  # where in a position the number of cards left of a column begins
    uint8_t widths[7]  # and the bits it has
    uint64_t covered[63]  # by column and number of cards left: those that lie below the top one
    uint8_t stock[24]
    uint64_t stock_bits[768]  # the cards of eight places of the stock at a time
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
    uint8_t left[7]
    uint32_t stock
    int waste
    int redeals
    uint64_t open
    uint64_t tops
    uint64_t room  # cards that would find a place in the tableau
    uint64_t free  # ranks and colours of which an open card can be made the last of its column
    uint32_t near  # places of the stock whose cards can be brought up
    uint32_t far  # those that take turning the waste over

ctypedef struct Moves:
    uint16_t codes[96]
    int32_t scores[96]
    int count

ctypedef struct Child:
    uint64_t position
    uint16_t code

ctypedef struct Frame:  # places in the list of children
    uint32_t next
    uint32_t end

cdef uint64_t one(int card) noexcept nogil
cdef uint64_t stock_cards(Deal* deal, uint32_t places) noexcept nogil
cdef void unpack(Deal* deal, uint64_t position, Place* place) noexcept nogil
cdef void reach_stock(Deal* deal, Place* place) noexcept nogil
cdef bint is_safe(Place* place, int card) noexcept nogil
cdef bint is_safe_back(Place* place, int card) noexcept nogil
cdef int forced_move(Deal* deal, Place* place) noexcept nogil
cdef void add_move(Moves* moves, int kind, int argument, int score) noexcept nogil
cdef void list_moves(Deal* deal, Place* place, Moves* moves) noexcept nogil
cdef uint64_t useful_cards(Deal* deal, Place* place) noexcept nogil
cdef bint can_follow(Place* place, int card, uint64_t useful) noexcept nogil
cdef bint wants_space(Deal* deal, Place* place) noexcept nogil
cdef uint64_t after_stock(Deal* deal, Place* place, uint64_t position, int i) noexcept nogil
cdef uint64_t after(Deal* deal, Place* place, uint64_t position, int code) noexcept nogil
cdef uint64_t mixed(uint64_t value) noexcept nogil
cdef void sort_moves(Deal* deal, uint64_t position, Moves* moves) noexcept nogil

cdef class Search:
    cdef Deal deal
    cdef uint64_t* table
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
    cdef bint knows(self, uint64_t position) noexcept nogil
    cdef int remember(self, uint64_t position) noexcept nogil
    cdef int grow(self) noexcept nogil
    cdef bint make_room(self) noexcept nogil
    cdef int descend(self, uint64_t position) noexcept nogil
    cdef int search(self, long long nodes) noexcept nogil
