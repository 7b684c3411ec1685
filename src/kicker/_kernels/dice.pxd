# Random numbers for the kernels that deal at random. A block of deals has numbers of its own, fixed by the seed and the
# number of the block. Inline functions can be shared between compiled modules only from a file like this one.
from libc.stdint cimport uint32_t, uint64_t

cdef extern from *:
    """
    #define KICKER_MIX_ONE 0xBF58476D1CE4E5B9ULL
    #define KICKER_MIX_TWO 0x94D049BB133111EBULL
    #define KICKER_GOLDEN 0x9E3779B97F4A7C15ULL
    #define KICKER_MOST_TRIES 2097152
    #define KICKER_TWO_TO_MINUS_32 (1.0 / 4294967296.0)
    """
    const uint64_t MIX_ONE "KICKER_MIX_ONE"
    const uint64_t MIX_TWO "KICKER_MIX_TWO"
    const uint64_t GOLDEN "KICKER_GOLDEN"
    const long MOST_TRIES "KICKER_MOST_TRIES"  # of one block, before ranges that exclude each other are given up
    const double TWO_TO_MINUS_32 "KICKER_TWO_TO_MINUS_32"

ctypedef struct Generator:
    uint64_t a
    uint64_t b
    uint64_t c
    uint64_t d


cdef inline uint64_t rotated(uint64_t x, int by) noexcept nogil:
    return (x << by) | (x >> (64 - by))


# xoshiro256++
cdef inline uint64_t random64(Generator* state) noexcept nogil:
    cdef uint64_t result = rotated(state.a + state.d, 23) + state.a
    cdef uint64_t shifted = state.b << 17
    state.c ^= state.a
    state.d ^= state.b
    state.b ^= state.c
    state.a ^= state.d
    state.c ^= shifted
    state.d = rotated(state.d, 45)
    return result


# The finisher of splitmix64: neighbouring numbers become unrelated ones.
cdef inline uint64_t mixed(uint64_t x) noexcept nogil:
    x = (x ^ (x >> 30)) * MIX_ONE
    x = (x ^ (x >> 27)) * MIX_TWO
    return x ^ (x >> 31)


# The random numbers of a block.
cdef inline Generator seeded(uint64_t seed, uint64_t block) noexcept nogil:
    cdef Generator state
    cdef uint64_t start = mixed(seed) + block * 4 * GOLDEN
    state.a = mixed(start + GOLDEN)
    state.b = mixed(start + GOLDEN * 2)
    state.c = mixed(start + GOLDEN * 3)
    state.d = mixed(start + GOLDEN * 4)
    return state


# A random number below `count`, which is 64 at most, whose bit is not among those of `used`; its bit is added.
cdef inline uint64_t draw_unused(Generator* state, uint64_t count, uint64_t* used) noexcept nogil:
    cdef uint64_t number
    while True:
        number = ((random64(state) >> 32) * count) >> 32
        if not (used[0] >> number) & 1:
            used[0] |= <uint64_t>1 << number
            return number
