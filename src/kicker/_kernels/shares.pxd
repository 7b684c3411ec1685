# C declarations of shares.py: what is counted of each player, and the one place that splits a pot between high and low.
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:
    MOST_PLAYERS = 10
    WHOLE = 5040  # a whole pot in units that halves of it can be split in among up to ten players
    FIGURES = 4  # of each player: deals won alone, deals shared, units won, and the sum of their squares

cdef extern from *:
    """
    #define KICKER_CLASH 0xFFFFFFFFFFFFFFFFULL
    """
    const uint64_t CLASH "KICKER_CLASH"  # in place of used cards: two players have the same one

ctypedef struct Rules:
    int high  # the order of hands that wins
    int low  # and the order that wins half of the pot, or -1
    int hand_cards
    int board_cards
    int plays  # how many cards of a hand must play; 0 for any


# Give the pot to the best hands; weights below zero take back what was given.
cdef inline void add_shares(const uint32_t* highs, const uint32_t* lows, int players, int64_t weight, int64_t* shares) noexcept nogil:
    cdef uint32_t high = 0, low = 0
    cdef int64_t highest = 0, lowest = 0, share
    cdef int i
    if lows == NULL and players == 2:
        if highs[0] != highs[1]:
            i = 0 if highs[0] > highs[1] else FIGURES
            shares[i] += weight
            shares[i + 2] += WHOLE * weight
            shares[i + 3] += WHOLE * WHOLE * weight
            return
        for i in range(2):
            shares[FIGURES * i + 1] += weight
            shares[FIGURES * i + 2] += WHOLE // 2 * weight
            shares[FIGURES * i + 3] += (WHOLE // 2) * (WHOLE // 2) * weight
        return
    for i in range(players):
        if highs[i] > high:
            high = highs[i]
            highest = 1
        elif highs[i] == high:
            highest += 1
        if lows != NULL and lows[i] != 0:
            if lows[i] > low:
                low = lows[i]
                lowest = 1
            elif lows[i] == low:
                lowest += 1
    for i in range(players):
        share = 0
        if highs[i] == high:
            share = (WHOLE // 2 if low else WHOLE) // highest
        if low and lows[i] == low:
            share += WHOLE // 2 // lowest
        if share:
            shares[FIGURES * i + (0 if share == WHOLE else 1)] += weight
            shares[FIGURES * i + 2] += share * weight
            shares[FIGURES * i + 3] += share * share * weight
