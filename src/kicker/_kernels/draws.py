# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The compiled comparison of all draws to a five-card hand with all hands that an opponent may hold.

Draws of the same ranks are counted together, because suits matter only for flushes: they make the same hand and leave
the opponent the same number of cards of each rank. Those numbers alone determine how many of the opponent's hands are
weaker (`lower`): the pairs below ours, the kickers below ours with the same pair, and so on. That counts suited hands as
what their ranks make. A correction for each suit (`shift_lower`) then counts them as flushes. It depends on the cards
left in the suit, so the draws of a group are counted again by the cards they take from each suit. The few draws that
make a flush are counted one by one. No two hands are ever compared one by one.
"""

import cython
from cython.cimports.kicker._kernels.checks import has_room, with_cards
from cython.cimports.kicker._kernels.strength import KICKER_SOURCE_HASH, kicker_lowest_bit, kicker_popcount
from cython.cimports.libc.stdint import int64_t, uint8_t, uint16_t, uint32_t, uint64_t

FIGURES = cython.declare(cython.int, 11)  # per way to discard: wins, ties, and how often it makes each category

HIGH_CARD = cython.declare(cython.int, 0)
ONE_PAIR = cython.declare(cython.int, 1)
TWO_PAIR = cython.declare(cython.int, 2)
THREE_OF_A_KIND = cython.declare(cython.int, 3)
STRAIGHT = cython.declare(cython.int, 4)
FLUSH = cython.declare(cython.int, 5)
FULL_HOUSE = cython.declare(cython.int, 6)
FOUR_OF_A_KIND = cython.declare(cython.int, 7)
STRAIGHT_FLUSH = cython.declare(cython.int, 8)

CHOOSE = cython.declare(int64_t[14 * 6])
# For each set of ranks, as bits: the number of sets of five among them, and their runs of five, one bit each from the
# ace-low run up.
FIVES = cython.declare(uint16_t[8192])
RUNS = cython.declare(uint16_t[8192])

Hand = cython.struct(
    left=cython.int[13],  # cards of each rank that are not in the hand
    suits=uint32_t[4],  # the same as a bit for each rank, by suit
)

# A hand by its ranks: those that come in fours, threes, twos and ones, the highest first; for a straight, its number.
Made = cython.struct(category=cython.int, ranks=cython.int[5], pattern=uint32_t)

# All draws with the same ranks.
Group = cython.struct(
    size=cython.int,
    ranks=cython.int[5],  # the lowest first
    ways=int64_t,  # the number of draws
    takes=cython.int,
    weights=int64_t[128],  # in how many of them
    masks=uint32_t[128],  # these cards of a suit are left; all four suits are in one list
)

# The hands that an opponent may hold, by ranks alone. Sums go up to a rank, and those at 13 cover all ranks.
Rest = cython.struct(
    left=int64_t[13],
    twos=int64_t[13],
    threes=int64_t[13],
    fours=int64_t[13],
    sets=int64_t[14 * 6],  # ways to take 0 to 5 cards of different ranks below a rank
    pairs=int64_t[14],  # hands whose pair is below a rank
    two_pairs=int64_t[14],
    trips=int64_t[14],
    full_houses=int64_t[14],
    quads=int64_t[14],
    runs=int64_t[11],
    weaker=int64_t[9],  # hands of lower categories
)


# --- an opponent's hands by ranks ------------------------------------------------------------------------------------


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def count_rest(hand: cython.pointer(Hand), group: cython.pointer(Group), rest: cython.pointer(Rest)) -> cython.void:
    """Count the cards left of each rank after a draw, and the hands of each kind that they can make."""
    i: cython.int
    j: cython.int
    n: cython.int
    every: int64_t
    pairs: int64_t
    for i in range(13):
        rest.left[i] = hand.left[i]
    for i in range(group.size):
        rest.left[group.ranks[i]] -= 1
    for j in range(6):
        rest.sets[j] = j == 0
    for i in range(13):
        n = cython.cast(cython.int, rest.left[i])
        rest.twos[i], rest.threes[i], rest.fours[i] = CHOOSE[6 * n + 2], CHOOSE[6 * n + 3], CHOOSE[6 * n + 4]
        rest.sets[6 * i + 6] = 1
        for j in range(1, 6):
            rest.sets[6 * i + 6 + j] = rest.sets[6 * i + j] + n * rest.sets[6 * i + j - 1]
    every = rest.sets[6 * 13 + 1]
    pairs = 0
    for i in range(13):
        pairs += rest.twos[i]
    rest.pairs[0] = rest.two_pairs[0] = rest.trips[0] = rest.full_houses[0] = rest.quads[0] = rest.runs[0] = 0
    for i in range(13):
        rest.pairs[i + 1] = rest.pairs[i] + rest.twos[i] * sets_below(rest, 13, 3, i)
        rest.two_pairs[i + 1] = rest.two_pairs[i] + rest.twos[i] * lower_pairs(rest, i, i)
        rest.trips[i + 1] = rest.trips[i] + rest.threes[i] * sets_below(rest, 13, 2, i)
        rest.full_houses[i + 1] = rest.full_houses[i] + rest.threes[i] * (pairs - rest.twos[i])
        rest.quads[i + 1] = rest.quads[i] + rest.fours[i] * (every - rest.left[i])
    for i in range(10):
        every = rest.left[12 if i == 0 else i - 1]
        for j in range(i, i + 4):
            every *= rest.left[j]
        rest.runs[i + 1] = rest.runs[i] + every
    rest.weaker[HIGH_CARD] = 0
    rest.weaker[ONE_PAIR] = rest.sets[6 * 13 + 5] - rest.runs[10]
    rest.weaker[TWO_PAIR] = rest.weaker[ONE_PAIR] + rest.pairs[13]
    rest.weaker[THREE_OF_A_KIND] = rest.weaker[TWO_PAIR] + rest.two_pairs[13]
    rest.weaker[STRAIGHT] = rest.weaker[THREE_OF_A_KIND] + rest.trips[13]
    rest.weaker[FLUSH] = rest.weaker[STRAIGHT] + rest.runs[10]
    rest.weaker[FULL_HOUSE] = rest.weaker[FLUSH]  # flushes are counted as what their ranks make
    rest.weaker[FOUR_OF_A_KIND] = rest.weaker[FULL_HOUSE] + rest.full_houses[13]
    rest.weaker[STRAIGHT_FLUSH] = rest.weaker[FOUR_OF_A_KIND] + rest.quads[13]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def sets_below(rest: cython.pointer(Rest), rank: cython.int, size: cython.int, without: cython.int) -> int64_t:
    """Return the ways to take `size` cards of different ranks below a rank, none of the rank `without` (-1 for
    none)."""
    ways: int64_t = 1
    i: cython.int
    if without < 0 or without >= rank:
        return rest.sets[6 * rank + size]
    for i in range(1, size + 1):
        ways = rest.sets[6 * rank + i] - rest.left[without] * ways
    return ways


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def lower_pairs(rest: cython.pointer(Rest), high: cython.int, low: cython.int) -> int64_t:
    """Return the ways to complete a pair with a second one below `low` and a card of a third rank."""
    ways: int64_t = 0
    i: cython.int
    for i in range(low):
        ways += rest.twos[i] * (rest.sets[6 * 13 + 1] - rest.left[high] - rest.left[i])
    return ways


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def lower_kickers(
    rest: cython.pointer(Rest), ranks: cython.pointer(cython.int), count: cython.int, without: cython.int
) -> int64_t:
    """Return the ways to take cards of different ranks that compare lower than these, none of the rank `without`."""
    lower: int64_t = 0
    ways: int64_t = 1
    i: cython.int
    for i in range(count):
        lower += ways * sets_below(rest, ranks[i], count - i, without)
        ways *= rest.left[ranks[i]]
    return lower


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def lower(rest: cython.pointer(Rest), made: cython.pointer(Made)) -> int64_t:
    """Return how many of an opponent's hands are weaker by their ranks."""
    ranks: cython.pointer(cython.int) = made.ranks
    count: int64_t = rest.weaker[made.category]
    ways: int64_t
    i: cython.int
    if made.category == HIGH_CARD:
        # Runs below: those with a lower top card, and the ace-low one if the top card is an ace.
        ways = rest.runs[ranks[0] - 3] - rest.runs[1] + (rest.runs[1] if ranks[0] == 12 else 0)
        return lower_kickers(rest, ranks, 5, -1) - ways
    if made.category == ONE_PAIR:
        return count + rest.pairs[ranks[0]] + rest.twos[ranks[0]] * lower_kickers(rest, ranks + 1, 3, ranks[0])
    if made.category == TWO_PAIR:
        ways = rest.sets[6 * ranks[2] + 1]
        for i in range(2):
            if ranks[i] < ranks[2]:
                ways -= rest.left[ranks[i]]
        ways = lower_pairs(rest, ranks[0], ranks[1]) + rest.twos[ranks[1]] * ways
        return count + rest.two_pairs[ranks[0]] + rest.twos[ranks[0]] * ways
    if made.category == THREE_OF_A_KIND:
        return count + rest.trips[ranks[0]] + rest.threes[ranks[0]] * lower_kickers(rest, ranks + 1, 2, ranks[0])
    if made.category == STRAIGHT:
        return count + rest.runs[ranks[0]]
    if made.category == FULL_HOUSE:
        ways = 0
        for i in range(ranks[1]):
            if i != ranks[0]:
                ways += rest.twos[i]
        return count + rest.full_houses[ranks[0]] + rest.threes[ranks[0]] * ways
    if made.category == FOUR_OF_A_KIND:
        ways = sets_below(rest, ranks[1], 1, ranks[0])
        return count + rest.quads[ranks[0]] + rest.fours[ranks[0]] * ways
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def equal(rest: cython.pointer(Rest), made: cython.pointer(Made)) -> int64_t:
    """Return how many of an opponent's hands have the same ranks."""
    ranks: cython.pointer(cython.int) = made.ranks
    left: cython.pointer(int64_t) = rest.left
    if made.category == HIGH_CARD:
        return left[ranks[0]] * left[ranks[1]] * left[ranks[2]] * left[ranks[3]] * left[ranks[4]]
    if made.category == ONE_PAIR:
        return rest.twos[ranks[0]] * left[ranks[1]] * left[ranks[2]] * left[ranks[3]]
    if made.category == TWO_PAIR:
        return rest.twos[ranks[0]] * rest.twos[ranks[1]] * left[ranks[2]]
    if made.category == THREE_OF_A_KIND:
        return rest.threes[ranks[0]] * left[ranks[1]] * left[ranks[2]]
    if made.category == STRAIGHT:
        return rest.runs[ranks[0] + 1] - rest.runs[ranks[0]]
    if made.category == FULL_HOUSE:
        return rest.threes[ranks[0]] * rest.twos[ranks[1]]
    if made.category == FOUR_OF_A_KIND:
        return rest.fours[ranks[0]] * left[ranks[1]]
    return 0


# --- the opponent's suited hands -------------------------------------------------------------------------------------


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def plain_below(mask: uint32_t, made: cython.pointer(Made)) -> int64_t:
    """Return the number of sets of five of these ranks, straights excluded, that rank lower than the five given
    ranks."""
    top: cython.int = made.ranks[0]
    runs: uint32_t = RUNS[mask] & (((1 << (top - 3)) - 1) & ~1 | (top == 12))
    below: int64_t = -cython.cast(int64_t, kicker_popcount(runs))
    i: cython.int
    for i in range(5):
        below += CHOOSE[6 * kicker_popcount(mask & ((1 << made.ranks[i]) - 1)) + 5 - i]
        if not (mask >> made.ranks[i]) & 1:
            break
    return below


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def shift_lower(mask: uint32_t, made: cython.pointer(Made)) -> int64_t:
    """Return what the suited hands of these ranks change in `lower`: plus as flushes, minus what their ranks alone
    make."""
    runs: int64_t = kicker_popcount(RUNS[mask])
    plain: int64_t = FIVES[mask] - runs
    if made.category == HIGH_CARD:
        return -plain_below(mask, made)
    if made.category == STRAIGHT:
        return -plain - cython.cast(int64_t, kicker_popcount(RUNS[mask] & ((1 << made.ranks[0]) - 1)))
    if made.category == FLUSH:
        return plain_below(mask, made) - plain - runs
    if made.category == STRAIGHT_FLUSH:
        return kicker_popcount(RUNS[mask] & ((1 << made.ranks[0]) - 1)) - runs
    return -plain if made.category < STRAIGHT else -runs


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def shift_equal(mask: uint32_t, made: cython.pointer(Made)) -> int64_t:
    """Return what the suited hands of these ranks change in `equal`."""
    if mask & made.pattern != made.pattern:
        return 0
    if made.category == HIGH_CARD or made.category == STRAIGHT:
        return -1
    return made.category == FLUSH or made.category == STRAIGHT_FLUSH


# --- draws -----------------------------------------------------------------------------------------------------------


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def count_group(hand: cython.pointer(Hand), group: cython.pointer(Group)) -> cython.void:
    """Count the draws that have these ranks, and for each suit how often which of its cards are left."""
    ranks: cython.int[5]
    often: cython.int[5]
    kinds: cython.int = 0
    suit: cython.int
    taken: cython.int
    i: cython.int
    there: cython.int
    weight: int64_t
    mask: uint32_t
    for i in range(group.size):
        if i and group.ranks[i] == group.ranks[i - 1]:
            often[kinds - 1] += 1
        else:
            ranks[kinds], often[kinds] = group.ranks[i], 1
            kinds += 1
    group.ways = 1
    for i in range(kinds):
        group.ways *= CHOOSE[6 * hand.left[ranks[i]] + often[i]]
    group.takes = 0
    for suit in range(4):
        for taken in range(1 << kinds):
            weight = 1
            mask = hand.suits[suit]
            for i in range(kinds):
                there = (hand.suits[suit] >> ranks[i]) & 1
                if (taken >> i) & 1:
                    weight *= CHOOSE[6 * (hand.left[ranks[i]] - 1) + often[i] - 1] if there else 0
                    mask &= ~(1 << ranks[i])
                else:
                    weight *= CHOOSE[6 * (hand.left[ranks[i]] - there) + often[i]]
                if weight == 0:
                    break
            if weight:
                group.weights[group.takes], group.masks[group.takes] = weight, mask
                group.takes += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def classify(counts: cython.pointer(uint8_t), made: cython.pointer(Made)) -> cython.void:
    """Return the category of five cards by the counts of their ranks, ignoring suits."""
    kinds: cython.int = 0
    many: cython.int
    rank: cython.int
    made.pattern = 0
    for many in range(4, 0, -1):
        for rank in range(12, -1, -1):
            if counts[rank] == many:
                made.ranks[kinds] = rank
                made.pattern |= 1 << rank
                kinds += 1
    if kinds == 5:
        made.category = HIGH_CARD
        if RUNS[made.pattern]:
            made.category = STRAIGHT
            made.ranks[0] = kicker_lowest_bit(RUNS[made.pattern])
    elif kinds == 4:
        made.category = ONE_PAIR
    elif kinds == 3:
        made.category = THREE_OF_A_KIND if counts[made.ranks[0]] == 3 else TWO_PAIR
    else:
        made.category = FOUR_OF_A_KIND if counts[made.ranks[0]] == 4 else FULL_HOUSE


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def add_group(
    hand: cython.pointer(Hand), group: cython.pointer(Group), rest: cython.pointer(Rest),
    kept: cython.pointer(uint8_t), figures: cython.pointer(int64_t),
) -> cython.void:  # fmt: skip
    """Count the draws of a group to the cards that are kept."""
    counts: uint8_t[13]
    made: Made
    drawn: uint32_t = 0
    suits: cython.int = 15  # those that all kept cards are of, a bit each
    suit: cython.int
    i: cython.int
    for i in range(13):
        counts[i] = 0
    for i in range(5 - group.size):
        counts[kept[i] >> 2] += 1
        suits &= 1 << (kept[i] & 3)
    for i in range(group.size):
        counts[group.ranks[i]] += 1
        drawn |= 1 << group.ranks[i]
    classify(counts, cython.address(made))
    figures[0] += group.ways * lower(rest, cython.address(made))
    figures[1] += group.ways * equal(rest, cython.address(made))
    figures[2 + made.category] += group.ways
    for i in range(group.takes):
        figures[0] += group.weights[i] * shift_lower(group.masks[i], cython.address(made))
        figures[1] += group.weights[i] * shift_equal(group.masks[i], cython.address(made))
    if made.category != HIGH_CARD and made.category != STRAIGHT:
        return
    for suit in range(4):
        if (suits >> suit) & 1 and not drawn & ~hand.suits[suit]:
            add_draw(hand, rest, suit, drawn, cython.address(made), -1, figures)
            made.category += FLUSH - HIGH_CARD if made.category == HIGH_CARD else STRAIGHT_FLUSH - STRAIGHT
            add_draw(hand, rest, suit, drawn, cython.address(made), 1, figures)
            made.category -= FLUSH - HIGH_CARD if made.category == FLUSH else STRAIGHT_FLUSH - STRAIGHT


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def add_draw(
    hand: cython.pointer(Hand), rest: cython.pointer(Rest), suit: cython.int, drawn: uint32_t,
    made: cython.pointer(Made), sign: cython.int, figures: cython.pointer(int64_t),
) -> cython.void:  # fmt: skip
    """Count a draw whose cards all have one suit, or take the count back."""
    wins: int64_t = lower(rest, made)
    ties: int64_t = equal(rest, made)
    mask: uint32_t
    i: cython.int
    for i in range(4):
        mask = hand.suits[i] & ~drawn if i == suit else hand.suits[i]
        wins += shift_lower(mask, made)
        ties += shift_equal(mask, made)
    figures[0] += sign * wins
    figures[1] += sign * ties
    figures[2 + made.category] += sign


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def next_ranks(hand: cython.pointer(Hand), group: cython.pointer(Group)) -> cython.bint:
    """Go on to the next ranks of which enough cards are outside the hand; return false after the last."""
    i: cython.int
    j: cython.int
    often: cython.int
    rank: cython.int
    while True:
        i = group.size - 1
        while i >= 0 and group.ranks[i] == 12:
            i -= 1
        if i < 0:
            return False
        rank = group.ranks[i] + 1
        for j in range(i, group.size):
            group.ranks[j] = rank
        often = 0
        for j in range(group.size):
            often = often + 1 if j and group.ranks[j] == group.ranks[j - 1] else 1
            if often > hand.left[group.ranks[j]]:
                break
        else:
            return True


def count_draws(hand: bytes, kept_cards: list, outcomes: int64_t[::1]) -> None:
    """For each way to discard: in how many pairs of a draw and an opponent's hand the draw wins, and in how many it ties.

    They are added to outcomes[11 * i] and outcomes[11 * i + 1] for kept_cards[i], and after them stands how many draws
    make each of the nine categories.
    """
    held: Hand
    group: Group
    rest: Rest
    kept: uint8_t[32 * 5]
    sizes: cython.int[32]
    choices: cython.int = len(kept_cards)
    i: cython.int
    card: cython.int
    keep: bytes
    check_draws(hand, kept_cards, outcomes.shape[0])
    if not kept_cards:
        return
    for i in range(13):
        held.left[i] = 4
    for i in range(4):
        held.suits[i] = 0x1FFF
    for card in hand:
        held.left[card >> 2] -= 1
        held.suits[card & 3] &= ~(1 << (card >> 2))
    for i, keep in enumerate(kept_cards):
        sizes[i] = 5 - len(keep)
        for card in range(len(keep)):
            kept[5 * i + card] = keep[card]
    with cython.nogil:
        for group.size in range(6):
            count_size(cython.address(held), cython.address(group), cython.address(rest), choices, sizes, kept,
                       cython.address(outcomes[0]))  # fmt: skip


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def count_size(
    hand: cython.pointer(Hand), group: cython.pointer(Group), rest: cython.pointer(Rest), choices: cython.int,
    sizes: cython.pointer(cython.int), kept: cython.pointer(uint8_t), outcomes: cython.pointer(int64_t),
) -> cython.void:  # fmt: skip
    """Count all draws of this many cards to every hand that needs them."""
    i: cython.int
    wanted: cython.int = 0
    for i in range(choices):
        wanted += sizes[i] == group.size
    if wanted == 0:
        return
    for i in range(group.size):
        group.ranks[i] = 0
    # The first set is all deuces, of which there may be too few; the next sets follow.
    if group.size > hand.left[0] and not next_ranks(hand, group):
        return
    while True:
        count_group(hand, group)
        count_rest(hand, group, rest)
        for i in range(choices):
            if sizes[i] == group.size:
                add_group(hand, group, rest, kept + 5 * i, outcomes + FIGURES * i)
        if not next_ranks(hand, group):
            return


@cython.cfunc
@cython.exceptval(check=True)
def check_draws(hand: bytes, kept_cards: list, room: cython.Py_ssize_t) -> cython.void:
    """Raise `ValueError` unless a hand has five cards and all kept cards come from it."""
    keep: bytes
    cards: uint64_t = with_cards(0, hand)
    if len(hand) != 5:
        raise ValueError(f"a hand has 5 cards, not {len(hand)}")
    if len(kept_cards) > 32:
        raise ValueError(f"there are 32 ways to discard, not {len(kept_cards)}")
    for keep in kept_cards:
        if with_cards(0, keep) & ~cards:
            raise ValueError("a card that is kept is not in the hand")
    has_room("outcomes", room, FIGURES * len(kept_cards))


def _fill_tables() -> None:
    n: cython.int
    k: cython.int
    mask: cython.uint
    low: cython.uint
    for n in range(14):
        for k in range(6):
            CHOOSE[6 * n + k] = 1 if k == 0 else 0 if n == 0 else CHOOSE[6 * (n - 1) + k] + CHOOSE[6 * (n - 1) + k - 1]
    for mask in range(8192):
        FIVES[mask] = cython.cast(uint16_t, CHOOSE[6 * kicker_popcount(mask) + 5])
        low = mask << 1 | mask >> 12  # with the ace below the deuce too
        RUNS[mask] = cython.cast(uint16_t, low & low >> 1 & low >> 2 & low >> 3 & low >> 4)


def source_hash() -> str:
    """Hash of the sources that this module was compiled from, to tell a stale build."""
    return KICKER_SOURCE_HASH.decode()


_fill_tables()
