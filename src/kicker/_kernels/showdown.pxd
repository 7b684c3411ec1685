# What the kernels that compare players share: how a hand of seven cards is looked up, and how an outcome is counted.
# Inline functions can be shared between compiled modules only from a file like this one.
from libc.stdint cimport int64_t, uint16_t, uint32_t, uint64_t
from kicker._kernels.strength cimport ENTRIES7, FLUSH_BITS, OFFSETS7, flush_strength, kicker_rarely

# Pointers to the tables, for loops to keep at hand.
ctypedef struct RankTable:
    const uint16_t* offsets
    const uint16_t* entries


cdef inline RankTable rank_table() noexcept nogil:
    cdef RankTable table
    table.offsets = OFFSETS7
    table.entries = ENTRIES7
    return table


# The strength of seven cards without a flush.
cdef inline uint32_t rank_strength(RankTable table, uint64_t key) noexcept nogil:
    return table.entries[table.offsets[key >> 52] + ((key >> 41) & 2047)]


# The strength of seven cards; `cards` has a bit for each.
cdef inline uint32_t seven_strength(RankTable table, uint64_t key, uint64_t cards) noexcept nogil:
    if kicker_rarely((key & FLUSH_BITS) != 0):
        return flush_strength(key, cards)
    return rank_strength(table, key)


# Count `weight` boards for the best strength: counts[11 * player] for a lone winner, counts[11 * player + n] for each of
# n players who share.
cdef inline void add_outcome(uint32_t* strengths, int players, int64_t weight, int64_t* counts) noexcept nogil:
    cdef uint32_t best = 0
    cdef int sharing = 0
    cdef int i
    if players == 2:
        if strengths[0] > strengths[1]:
            counts[0] += weight
        elif strengths[0] < strengths[1]:
            counts[11] += weight
        else:
            counts[2] += weight
            counts[13] += weight
        return
    for i in range(players):
        if strengths[i] > best:
            best = strengths[i]
            sharing = 1
        elif strengths[i] == best:
            sharing += 1
    for i in range(players):
        if strengths[i] == best:
            counts[11 * i + (0 if sharing == 1 else sharing)] += weight
