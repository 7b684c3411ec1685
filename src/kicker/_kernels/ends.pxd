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


# ... and back: numbers of a few hands, one hand after another, become those of eight columns.
cdef inline void put_turned(float** columns, vf* block, int h) noexcept nogil:
    cdef int lane
    turned(block)
    for lane in range(LANES):
        (<vf*>(columns[lane] + h))[0] = block[lane]


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
    Board* board, int player, float* reach, float* room, float** shown, float** folded, vf stake, vf share, vf chips
) noexcept nogil:
    cdef int other = 1 - player
    cdef vf sums[CARDS]
    cdef vf total = nothing()
    cdef vf* weights = <vf*>reach
    cdef vf* won = <vf*>room
    cdef const uint8_t* mine = board.cards[player]
    cdef const uint8_t* others = board.cards[other]
    cdef const uint16_t* group = board.group[player]
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
                won[h] = twice(met_by(total, sums, mine + 2 * h))
        else:
            for h in range(start, group[0]):
                won[h] = met_by(total, sums, mine + 2 * h)
            j = pass_by(&total, sums, weights, others, j, group[2])
            for h in range(start, group[0]):
                won[h] += met_by(total, sums, mine + 2 * h)
        start = group[0]
        group += 3
    pass_by(&total, sums, weights, others, j, board.hands[other])
    h = 0
    while h + LANES <= board.hands[player]:
        end_hands(board, player, weights, won, total, sums, shown, folded, stake, share, chips, h, LANES)
        h += LANES
    while h < board.stride[player]:
        end_hands(board, player, weights, won, total, sums, shown, folded, stake, share, chips, h, board.hands[player] - h)
        h += LANES


cdef inline vf twice(vf here) noexcept nogil:
    return here + here


# The weight of all hands, of those that were passed, that share no card with this one.
cdef inline vf met_by(vf total, const vf* sums, const uint8_t* cards) noexcept nogil:
    return total - sums[cards[0]] - sums[cards[1]]


# The results of as many hands as there are numbers in a vector, the first `count` of which exist.
cdef inline void end_hands(
    Board* board, int player, const vf* weights, const vf* won, vf total, const vf* sums, float** shown, float** folded,
    vf stake, vf share, vf chips, int first, int count
) noexcept nogil:
    cdef const uint8_t* mine = board.cards[player]
    cdef const uint16_t* same = board.same[player]
    cdef vf least = total * NOISE
    cdef vf results[LANES]
    cdef vf gone[LANES]
    cdef vf here
    cdef vf met
    cdef int lane
    for lane in range(LANES):
        if lane < count:
            here = met_by(total, sums, mine + 2 * (first + lane))
            met = here + weights[same[first + lane]]
            results[lane] = kept((won[first + lane] - here) * stake + met * share, met, least)
            gone[lane] = kept(met * chips, met, least)
        else:
            results[lane] = nothing()
            gone[lane] = nothing()
    put_turned(shown, results, first)
    if folded != NULL:
        put_turned(folded, gone, first)


# The result of a fold: chips for every hand of the opponent that can be met.
cdef inline void meet(Board* board, int player, float* reach, float** folded, vf chips) noexcept nogil:
    cdef int other = 1 - player
    cdef vf sums[CARDS]
    cdef vf total = nothing()
    cdef vf least
    cdef vf met
    cdef vf gone[LANES]
    cdef vf* weights = <vf*>reach
    cdef const uint8_t* mine = board.cards[player]
    cdef const uint16_t* same = board.same[player]
    cdef int h
    cdef int lane
    for h in range(CARDS):
        sums[h] = nothing()
    pass_by(&total, sums, weights, board.cards[other], 0, board.hands[other])
    least = total * NOISE
    h = 0
    while h < board.stride[player]:
        for lane in range(LANES):
            gone[lane] = nothing()
            if h + lane < board.hands[player]:
                met = met_by(total, sums, mine + 2 * (h + lane)) + weights[same[h + lane]]
                gone[lane] = kept(met * chips, met, least)
        put_turned(folded, gone, h)
        h += LANES
