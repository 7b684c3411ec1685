# Showdowns and folds: what each hand of a player wins, for eight columns of the opponent's weights at a time.
from libc.stdint cimport uint8_t, uint16_t
from kicker._kernels.forest cimport CARDS, Board
from kicker._kernels.rows cimport LANES, NOISE, kept, nothing, turned, vf


# Eight columns become eight numbers for each hand ...
cdef inline void by_hand(float* out, float** columns, int stride) noexcept nogil:
    cdef vf* target = <vf*>out
    cdef vf block[LANES]
    cdef int h = 0
    cdef int lane
    while h < stride:
        for lane in range(LANES):
            block[lane] = (<vf*>(columns[lane] + h))[0]
        turned(block)
        for lane in range(LANES):
            target[h + lane] = block[lane]
        h += LANES


# ... and back.
cdef inline void by_column(float** columns, float* given, int stride) noexcept nogil:
    cdef vf* source = <vf*>given
    cdef vf block[LANES]
    cdef int h = 0
    cdef int lane
    while h < stride:
        for lane in range(LANES):
            block[lane] = source[h + lane]
        turned(block)
        for lane in range(LANES):
            (<vf*>(columns[lane] + h))[0] = block[lane]
        h += LANES


# Hands of the other one, up to below a place, are added to what is weaker.
cdef inline int pass_by(
    vf* total, vf* sums, const vf* weights, const uint8_t* cards, int first, int end
) noexcept nogil:
    cdef int j
    for j in range(first, end):
        total[0] += weights[j]
        sums[cards[2 * j]] += weights[j]
        sums[cards[2 * j + 1]] += weights[j]
    return end if end > first else first


# What each hand wins: the stake from every weaker hand less that to every stronger one, and a share from everyone it meets.
# Hands that share a card do not meet: their sums are taken out card by card. Only the hand itself shares both cards; it ties,
# so that it matters for the number of hands that are met alone. `folded` gets what a fold comes to, unless it is NULL.
cdef inline void sweep(
    Board* board, int player, float* reach, float* shown, float* folded, vf stake, vf share, vf chips
) noexcept nogil:
    cdef int other = 1 - player
    cdef vf sums[CARDS]
    cdef vf total = nothing()
    cdef vf least
    cdef vf here
    cdef vf met
    cdef vf* weights = <vf*>reach
    cdef vf* won = <vf*>shown
    cdef vf* gone = <vf*>folded
    cdef const uint8_t* mine = board.cards[player]
    cdef const uint8_t* others = board.cards[other]
    cdef const uint16_t* group = board.group[player]
    cdef const uint16_t* same = board.same[player]
    cdef int i
    cdef int h
    cdef int j = 0
    cdef int start = 0
    for i in range(CARDS):
        sums[i] = nothing()
    for i in range(board.groups[player]):
        j = pass_by(&total, sums, weights, others, j, group[1])
        if group[1] == group[2]:
            for h in range(start, group[0]):
                here = total - sums[mine[2 * h]] - sums[mine[2 * h + 1]]
                won[h] = here + here
        else:
            for h in range(start, group[0]):
                won[h] = total - sums[mine[2 * h]] - sums[mine[2 * h + 1]]
            j = pass_by(&total, sums, weights, others, j, group[2])
            for h in range(start, group[0]):
                won[h] += total - sums[mine[2 * h]] - sums[mine[2 * h + 1]]
        start = group[0]
        group += 3
    pass_by(&total, sums, weights, others, j, board.hands[other])
    least = total * NOISE
    if gone == NULL:
        for h in range(board.hands[player]):
            here = total - sums[mine[2 * h]] - sums[mine[2 * h + 1]]
            met = here + weights[same[h]]
            won[h] = kept((won[h] - here) * stake + met * share, met, least)
    else:
        for h in range(board.hands[player]):
            here = total - sums[mine[2 * h]] - sums[mine[2 * h + 1]]
            met = here + weights[same[h]]
            won[h] = kept((won[h] - here) * stake + met * share, met, least)
            gone[h] = kept(met * chips, met, least)
        clear(gone, board.hands[player], board.stride[player])
    clear(won, board.hands[player], board.stride[player])


cdef inline void clear(vf* rows, int first, int end) noexcept nogil:
    cdef int h
    for h in range(first, end):
        rows[h] = nothing()


# The result of a fold: chips for every hand of the opponent that can be met.
cdef inline void meet(Board* board, int player, float* reach, float* folded, vf chips) noexcept nogil:
    cdef int other = 1 - player
    cdef vf sums[CARDS]
    cdef vf total = nothing()
    cdef vf least
    cdef vf here
    cdef vf* weights = <vf*>reach
    cdef vf* gone = <vf*>folded
    cdef const uint8_t* mine = board.cards[player]
    cdef const uint16_t* same = board.same[player]
    cdef int h
    for h in range(CARDS):
        sums[h] = nothing()
    pass_by(&total, sums, weights, board.cards[other], 0, board.hands[other])
    least = total * NOISE
    for h in range(board.hands[player]):
        here = total - sums[mine[2 * h]] - sums[mine[2 * h + 1]] + weights[same[h]]
        gone[h] = kept(here * chips, here, least)
    clear(gone, board.hands[player], board.stride[player])
