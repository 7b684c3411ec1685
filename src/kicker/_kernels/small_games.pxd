# C declarations of small_games.py.
from libc.stdint cimport int32_t

cdef enum:
    MOST_ACTIONS = 20
    # Kinds of nodes besides those of players 0 and 1.
    CHANCE = 2
    END = 3

cdef class Tabular:
    cdef int nodes
    cdef int hands[2]
    cdef int columns[2]
    cdef int cells[2]
    cdef int32_t* kind
    cdef int32_t* first
    cdef int32_t* count
    cdef int32_t* kids
    cdef int32_t* start  # of a decision: its first cell; of an end: which payoffs are its own
    cdef int32_t* column[2]  # of each node, for both players: which weights their hands come with
    cdef double* gain[2]  # what each player wins at the ends: a row for each own hand, a place for each of the other's
    cdef double* reach[2]  # by column
    cdef double* values
    cdef double* regrets[2]
    cdef double* plan[2]  # what is played now
    cdef double* sum[2]  # all that was played, weighted
    cdef double* mean[2]  # what is measured
    cdef readonly long long iteration
    cdef long long since  # iterations since the average began
    cdef object kept
    cdef make_columns(self)
    cdef make_rooms(self, payoffs)
    cdef void spread(self, int player, const double* plan) noexcept nogil
    cdef void add_kids(self, int node, int size) noexcept nogil
    cdef void settle(self, int node, int player) noexcept nogil
    cdef void learn(self, int node, int player) noexcept nogil
    cdef void choose(self, int node, int player, const double* plan, bint best) noexcept nogil
    cdef void collect(self, int player, const double* plan, bint learn, bint best) noexcept nogil
    cdef void average(self, int player) noexcept nogil
    cdef void take(self, bint now) noexcept nogil
    cdef double total(self, int player) noexcept nogil
