# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The compiled comparison of all draws to a five-card hand with all hands that an opponent may hold.

The 47 cards that are not in the hand are numbered from 0. All 1,533,939 opponents' hands are added in the order of their
strength to counters: how many there are, how many hold a certain card, two certain cards, and so on. Of a draw of certain
cards, the opponents' hands that hold none of them are then found by inclusion and exclusion: all of them, less those that
hold one of the cards, plus those that hold two ... So each draw asks a handful of counters once before and once after the
hands of its own strength are added, and no pair of hands is ever looked at.
"""

import cython
from cython.cimports.kicker._kernels.checks import has_room, with_cards
from cython.cimports.kicker._kernels.strength import KICKER_SOURCE_HASH, row_strength
from cython.cimports.libc.stdint import int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from cython.cimports.libc.stdlib import calloc, free, malloc

LEFT = cython.declare(cython.int, 47)
HANDS = cython.declare(cython.int, 1533939)

# Places of sets of 1 to 5 cards in the counters: a set stands at its rank in colexicographic order.
CHOOSE = cython.declare(int32_t[48 * 6])
COUNTERS = cython.declare(int32_t[6])  # where the counters of sets of each size begin

Draws = cython.struct(
    cards=uint8_t[47],
    counters=cython.pointer(int32_t),
    hands=cython.pointer(uint8_t),  # five numbers for each opponent's hand
    strengths=cython.pointer(uint16_t),
    order=cython.pointer(uint32_t),
    starts=int32_t[7465],  # where the hands of each strength begin in `order`
)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def choose(n: cython.int, k: cython.int) -> int32_t:
    return CHOOSE[6 * n + k]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def add_hand(counters: cython.pointer(int32_t), hand: cython.pointer(uint8_t), most: cython.int) -> cython.void:
    """Count a hand in the counters of all its sets of at most `most` cards."""
    i: cython.int
    j: cython.int
    k: cython.int
    l: cython.int
    one: int32_t
    two: int32_t
    three: int32_t
    four: int32_t
    counters[0] += 1
    if most < 1:
        return
    for i in range(5):
        one = hand[i]
        counters[COUNTERS[1] + one] += 1
        if most < 2:
            continue
        for j in range(i + 1, 5):
            two = one + choose(hand[j], 2)
            counters[COUNTERS[2] + two] += 1
            if most < 3:
                continue
            for k in range(j + 1, 5):
                three = two + choose(hand[k], 3)
                counters[COUNTERS[3] + three] += 1
                if most < 4:
                    continue
                for l in range(k + 1, 5):
                    four = three + choose(hand[l], 4)
                    counters[COUNTERS[4] + four] += 1
    if most == 5:
        four = hand[0] + choose(hand[1], 2) + choose(hand[2], 3) + choose(hand[3], 4)
        counters[COUNTERS[5] + four + choose(hand[4], 5)] += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def disjoint_hands(counters: cython.pointer(int32_t), drawn: cython.pointer(uint8_t), count: cython.int) -> int64_t:
    """How many of the hands counted so far hold none of the drawn cards."""
    subset: cython.int
    size: cython.int
    place: int32_t
    i: cython.int
    total: int64_t = 0
    for subset in range(1 << count):
        size = 0
        place = 0
        for i in range(count):
            if (subset >> i) & 1:
                size += 1
                place += choose(drawn[i], size)
        if size & 1:
            total -= counters[COUNTERS[size] + place]
        else:
            total += counters[COUNTERS[size] + place]
    return total


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def sort_by_strength(
    strengths: cython.pointer(uint16_t), count: cython.int, order: cython.pointer(uint32_t),
    starts: cython.pointer(int32_t),
) -> cython.void:  # fmt: skip
    """A counting sort: places in the order of strength, and where in that order each strength begins."""
    i: cython.int
    held: int32_t
    running: int32_t = 0
    for i in range(7465):
        starts[i] = 0
    for i in range(count):
        starts[strengths[i]] += 1
    for i in range(7465):
        held = starts[i]
        starts[i] = running
        running += held
    for i in range(count):
        order[starts[strengths[i]]] = i
        starts[strengths[i]] += 1
    for i in range(7464, 0, -1):
        starts[i] = starts[i - 1]
    starts[0] = 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_hands(draws: cython.pointer(Draws)) -> cython.void:
    """All hands of five of the 47 cards, and their order by strength."""
    a: cython.int
    b: cython.int
    c: cython.int
    d: cython.int
    e: cython.int
    i: cython.int
    n: cython.int = 0
    row: uint8_t[5]
    hand: cython.pointer(uint8_t)
    for e in range(4, LEFT):
        for d in range(3, e):
            for c in range(2, d):
                for b in range(1, c):
                    for a in range(b):
                        hand = draws.hands + 5 * n
                        hand[0], hand[1], hand[2], hand[3], hand[4] = a, b, c, d, e
                        for i in range(5):
                            row[i] = draws.cards[hand[i]]
                        draws.strengths[n] = row_strength(row, 5)
                        n += 1
    sort_by_strength(draws.strengths, n, draws.order, draws.starts)


Query = cython.struct(discard=uint8_t, count=uint8_t, drawn=uint8_t[5], below=int32_t)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_queries(
    draws: cython.pointer(Draws), kept: cython.pointer(uint8_t), keeps: cython.int, discard: cython.int,
    queries: cython.pointer(Query), strengths: cython.pointer(uint16_t),
) -> cython.int:  # fmt: skip
    """All ways to fill a hand up, and the strengths that come of it; returns how many."""
    count: cython.int = 5 - keeps
    drawn: uint8_t[5]
    row: uint8_t[5]
    i: cython.int
    j: cython.int
    n: cython.int = 0
    for i in range(count):
        drawn[i] = i
    while True:
        for i in range(keeps):
            row[i] = kept[i]
        for i in range(count):
            row[keeps + i] = draws.cards[drawn[i]]
            queries[n].drawn[i] = drawn[i]
        strengths[n] = row_strength(row, 5)
        queries[n].discard = discard
        queries[n].count = count
        n += 1
        # The next set in colexicographic order: raise the first number that can be, and start over below it.
        i = 0
        while i < count and drawn[i] + 1 == (drawn[i + 1] if i + 1 < count else LEFT):
            i += 1
        if i == count:
            return n
        drawn[i] += 1
        for j in range(i):
            drawn[j] = j


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def answer(
    draws: cython.pointer(Draws), queries: cython.pointer(Query), order: cython.pointer(uint32_t),
    starts: cython.pointer(int32_t), most: cython.int, outcomes: cython.pointer(int64_t),
) -> cython.void:  # fmt: skip
    """Go through all strengths from the weakest: queries before and after the hands of a strength are added."""
    strength: cython.int
    i: int32_t
    query: cython.pointer(Query)
    reached: int64_t
    for strength in range(1, 7463):
        for i in range(starts[strength], starts[strength + 1]):
            query = queries + order[i]
            query.below = cython.cast(int32_t, disjoint_hands(draws.counters, query.drawn, query.count))
            outcomes[2 * query.discard] += query.below
        for i in range(draws.starts[strength], draws.starts[strength + 1]):
            add_hand(draws.counters, draws.hands + 5 * draws.order[i], most)
        for i in range(starts[strength], starts[strength + 1]):
            query = queries + order[i]
            reached = disjoint_hands(draws.counters, query.drawn, query.count)
            outcomes[2 * query.discard + 1] += reached - query.below


def count_draws(hand: bytes, kept_cards: list, outcomes: int64_t[::1]) -> None:
    """For each way to discard: in how many pairs of a draw and an opponent's hand the draw wins, and in how many it ties.

    They are added to outcomes[2 * i] and outcomes[2 * i + 1] for kept_cards[i].
    """
    draws: Draws
    kept: uint8_t[5]
    starts: int32_t[7465]
    queries: cython.pointer(Query)
    strengths: cython.pointer(uint16_t)
    order: cython.pointer(uint32_t)
    total: cython.int = 0
    most: cython.int = 0
    i: cython.int
    card: cython.int
    keep: bytes
    check_draws(hand, kept_cards, outcomes.shape[0])
    if not kept_cards:
        return
    for card in range(52):
        if card not in hand:
            draws.cards[i_of(card, hand)] = card
    for keep in kept_cards:
        most = max(most, 5 - len(keep))
        total += CHOOSE[6 * 47 + 5 - len(keep)]
    draws.counters = cython.cast(cython.pointer(int32_t), calloc(COUNTERS[5] + HANDS, 4))
    draws.hands = cython.cast(cython.pointer(uint8_t), malloc(5 * HANDS))
    draws.strengths = cython.cast(cython.pointer(uint16_t), malloc(2 * HANDS))
    draws.order = cython.cast(cython.pointer(uint32_t), malloc(4 * HANDS))
    queries = cython.cast(cython.pointer(Query), malloc(total * cython.sizeof(Query)))
    strengths = cython.cast(cython.pointer(uint16_t), malloc(2 * total))
    order = cython.cast(cython.pointer(uint32_t), malloc(4 * total))
    try:
        if not (draws.counters and draws.hands and draws.strengths and draws.order and queries and strengths and order):
            raise MemoryError
        total = 0
        for i, keep in enumerate(kept_cards):
            for card in range(len(keep)):
                kept[card] = keep[card]
            total += list_queries(cython.address(draws), kept, len(keep), i, queries + total, strengths + total)
        with cython.nogil:
            list_hands(cython.address(draws))
            sort_by_strength(strengths, total, order, starts)
            answer(cython.address(draws), queries, order, starts, most, cython.address(outcomes[0]))
    finally:
        free(draws.counters)
        free(draws.hands)
        free(draws.strengths)
        free(draws.order)
        free(queries)
        free(strengths)
        free(order)


@cython.cfunc
@cython.exceptval(check=True)
def check_draws(hand: bytes, kept_cards: list, room: cython.Py_ssize_t) -> cython.void:
    """ValueError unless a hand has five cards and all that is kept comes from it."""
    keep: bytes
    cards: uint64_t = with_cards(0, hand)
    if len(hand) != 5:
        raise ValueError(f"a hand has 5 cards, not {len(hand)}")
    if len(kept_cards) > 32:
        raise ValueError(f"there are 32 ways to discard, not {len(kept_cards)}")
    for keep in kept_cards:
        if with_cards(0, keep) & ~cards:
            raise ValueError("a card that is kept is not in the hand")
    has_room("outcomes", room, 2 * len(kept_cards))


@cython.cfunc
def i_of(card: cython.int, hand: bytes) -> cython.int:
    """The number of a card among those that are not in the hand."""
    held: cython.int
    below: cython.int = 0
    for held in hand:
        below += held < card
    return card - below


def _count_choices() -> None:
    n: cython.int
    k: cython.int
    for n in range(48):
        CHOOSE[6 * n] = 1
        for k in range(1, 6):
            CHOOSE[6 * n + k] = 0 if n == 0 else CHOOSE[6 * (n - 1) + k] + CHOOSE[6 * (n - 1) + k - 1]
    COUNTERS[0] = 0
    for k in range(1, 6):
        COUNTERS[k] = COUNTERS[k - 1] + CHOOSE[6 * 47 + k - 1]


def source_hash() -> str:
    """Hash of the sources that this module was compiled from, to tell a stale build."""
    return KICKER_SOURCE_HASH.decode()


_count_choices()
