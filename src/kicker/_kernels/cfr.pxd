# C declarations of cfr.py.
from libc.stdint cimport int64_t
from kicker._kernels.forest cimport Forest, MOST_LEVELS, Plan, Street

# What a thread works with: the rows of one board of each street, and of one node.
ctypedef struct Level:
    float* reach  # by column
    float* values  # by node

ctypedef struct Work:
    Level level[MOST_LEVELS]
    float* sums  # eight columns, hand by hand
    float* won
    float* strategy
    float* regrets
    float* trash

cdef class Passes(Forest):
    cdef Work* work  # the first is for the first street, the others for threads on those that follow
    cdef int works
    cdef float* results  # for each board of the second street, the rows that it adds to the first
    cdef float* weights[2]
    cdef public long long iteration
    cdef public double weight  # that of the average so far
    cdef double next_weight  # the same after the iteration that is under way
    cdef float alpha
    cdef float step
    cdef int player  # of the pass that is being made
    cdef int mode
    cdef int64_t ticket  # the turn, times 2^32, and the next piece that nobody has taken
    cdef int64_t missing  # pieces of this turn that are not finished
    cdef void discount(self) noexcept nogil
    cdef void strategy_of(self, Work* work, Street* street, int b, int node, int mode, float* out) noexcept nogil
    cdef void spread(self, Work* work, int level, int b, int player, int mode) noexcept nogil
    cdef void spread_plain(self, Street* street, Plan* plan, int b, int node, float* reach) noexcept nogil
    cdef void settle(self, Work* work, int level, int b, int player) noexcept nogil
    cdef void learn(self, Work* work, Street* street, int b, int node, float* values) noexcept nogil
    cdef void learn_plain(self, Work* work, Street* street, int b, int node, float* values) noexcept nogil
    cdef void weigh(self, Work* work, Street* street, int b, int node, float* values, int mode) noexcept nogil
    cdef void collect(self, Work* work, int level, int b, int player, int mode) noexcept nogil
    cdef void go_down(self, Work* above, Work* work, int level, int b, int child, int player) noexcept nogil
    cdef void come_up(self, float* target, Work* work, int level, int b, int child, int player, bint packed) noexcept nogil
    cdef void clear_next(self, float* values, int level, int b, int player) noexcept nogil
    cdef void run(self, Work* work, int level, int b, int player, int mode) noexcept nogil
    cdef void open_top(self, int player, int mode) noexcept nogil
    cdef void run_child(self, int slot, int player, int mode, int child) noexcept nogil
    cdef void gather(self, int player, int row) noexcept nogil
    cdef void open_turn(self, int turn, int pieces) noexcept nogil
    cdef void open_pass(self, int passes) noexcept nogil
    cdef void close_boards(self, int passes) noexcept nogil
    cdef void close_pass(self, int passes) noexcept nogil
    cdef void share(self, int slot) noexcept nogil
    cdef void whole(self, int player, int mode) noexcept nogil
