# C declarations of forest.py: a game, its streets and its boards.
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t

cdef extern from *:
    """
    /* Whether the processor is of the level x86-64-v3; whatever has these four has the others too. */
    static inline int kicker_is_v3(void) {
    #if defined(__GNUC__) && defined(__x86_64__)
      __builtin_cpu_init();
      return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi")
        && __builtin_cpu_supports("bmi2");
    #else
      return 0;
    #endif
    }
    """
    bint processor_is_v3 "kicker_is_v3"() noexcept nogil

cdef enum:
    MOST_LEVELS = 3
    MOST_ACTIONS = 20
    CARDS = 52
    # Kinds of nodes besides those of players 0 and 1.
    CARD = 2
    END = 3
    # The kinds of passes: learn, play the average strategy, or make the best response to it.
    LEARN = 0
    MEAN = 1
    BEST = 2

# The plan by which a street is walked for one player; the opponent reaches the nodes with the weights of a column.
ctypedef struct Plan:
    int columns
    int forwards
    int32_t* forward  # the opponent's decisions
    int ends
    int shows  # this many ends, from the first, have a showdown
    int32_t* ends_column
    int32_t* ends_show  # the node of the showdown, or -1
    int32_t* ends_fold
    float* ends_stake  # the stake of a showdown
    float* ends_share  # the share that everybody gets besides
    float* ends_chips  # the result of a fold
    int32_t* column  # of each node

ctypedef struct Board:
    int hands[2]
    int stride[2]
    int first_child
    int children
    int copies
    int groups[2]
    int64_t start[2]
    const uint8_t* cards[2]
    const uint16_t* same[2]  # the index of the same hand for the opponent
    const uint16_t* group[2]  # the end of a group of own hands, and the opponent's hands that are weaker, and not stronger
    const uint16_t* down[2]  # where the board before has a hand
    const uint16_t* up[2]  # where this one has a hand of the board before, for each copy

ctypedef struct Street:
    int nodes
    int roots
    int nexts
    int backs
    int boards
    int room
    int32_t* kind
    int32_t* first
    int32_t* count
    int32_t* kids
    int32_t* row  # of a decision: its first row of regrets
    int32_t* mean_row
    int32_t* number  # its place among the decisions of its player
    int32_t* root
    int32_t* next  # nodes after which a card comes
    int32_t* back  # decisions, children first
    int kid_count
    int rows[2]
    int mean_rows[2]
    int decisions[2]
    int most_stride[2]
    int64_t cells[2]
    float chance  # of each card that comes next
    Plan plan[2]
    Board* board
    void* regrets[2]
    void* means[2]
    float* scales[2]
    int32_t* lock  # by board and node: where its lock begins, in eights, or -1
    const float* locked

cdef class Forest:
    cdef Street street[MOST_LEVELS]
    cdef readonly int levels
    cdef readonly int bits
    cdef object kept
    cdef check_complete(self)
