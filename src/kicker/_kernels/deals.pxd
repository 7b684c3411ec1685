# C constants of deals.py.
from libc.stdint cimport uint64_t

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
    const long MOST_TRIES "KICKER_MOST_TRIES"
    const double TWO_TO_MINUS_32 "KICKER_TWO_TO_MINUS_32"
