# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: always_allow_keywords=False
"""The compiled backward induction of several draws, and random deals played by its strategy.

Sets of cards are numbered by the places of their cards in the deck: with places a < b < c the number is
C(a, 1) + C(b, 2) + C(c, 3), after all smaller sets. `kicker/several_draws.py` says what the tables mean.
"""

import cython
from cython.cimports.kicker._kernels.checks import has_room, with_cards
from cython.cimports.kicker._kernels.dice import Generator, draw_unused, seeded
from cython.cimports.kicker._kernels.orders import BADUGI, ORDERS, load_tables, row_number
from cython.cimports.kicker._kernels.shares import FIGURES, MOST_PLAYERS, add_shares
from cython.cimports.kicker._kernels.strength import KICKER_SOURCE_HASH, kicker_popcount
from cython.cimports.libc.stdint import int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from cython.cimports.libc.string import memset

MOST = cython.declare(cython.int, 5)  # cards of a hand
CHOOSE = cython.declare(uint32_t[318])  # C(n, k), six numbers for each n


@cython.cfunc
@cython.exceptval(check=False)
def fill_choose() -> cython.void:
    n: cython.int
    k: cython.int
    for n in range(53):
        CHOOSE[6 * n] = 1
        for k in range(1, 6):
            CHOOSE[6 * n + k] = 0 if n == 0 else CHOOSE[6 * (n - 1) + k - 1] + CHOOSE[6 * (n - 1) + k]


fill_choose()


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def first_hand(hand: cython.pointer(uint8_t)) -> cython.void:
    i: cython.int
    for i in range(8):
        hand[i] = i


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def next_hand(hand: cython.pointer(uint8_t), size: cython.int) -> cython.void:
    """Go on to the set with the next number."""
    i: cython.int = 0
    while i < size - 1 and hand[i] + 1 == hand[i + 1]:
        hand[i] = i
        i += 1
    hand[i] += 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def number_subsets(
    hand: cython.pointer(uint8_t), size: cython.int, numbers: cython.pointer(uint32_t)
) -> cython.void:
    """Number all subsets of a hand, among all sets of the same number of cards, in the order of their bits."""
    chosen: cython.int
    top: cython.int
    numbers[0] = 0
    for top in range(size):
        for chosen in range(1 << top):
            numbers[chosen | 1 << top] = numbers[chosen] + CHOOSE[
                6 * hand[top] + cython.cast(cython.int, kicker_popcount(chosen)) + 1
            ]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def starts_of(cards: cython.int, size: cython.int, starts: cython.pointer(uint32_t)) -> uint32_t:
    """Find where the sets of each number of cards begin; return the number of all sets of up to `size` cards."""
    i: cython.int
    starts[0] = 0
    for i in range(1, size + 2):
        starts[i] = starts[i - 1] + CHOOSE[6 * cards + i - 1]
    return starts[size + 1]


@cython.cfunc
@cython.exceptval(check=True)
def check_sizes(cards: cython.Py_ssize_t, size: cython.Py_ssize_t, least: cython.int) -> cython.void:
    if not least <= size <= MOST or not size <= cards <= 52:
        raise ValueError(f"hands of {size} from {cards} cards")


@cython.cfunc
@cython.exceptval(check=True)
def check_order(order: cython.int, size: cython.Py_ssize_t) -> cython.void:
    if not 0 <= order < ORDERS or size != (4 if order == BADUGI else 5):
        raise ValueError(f"{size} cards in order {order}")
    load_tables()


# --- tables ----------------------------------------------------------------------------------------------------------


def rank_hands(order: cython.int, deck: bytes, known: bytes, strengths: uint16_t[::1]) -> cython.void:
    """Write the strength of each hand that the known cards and others of the deck make."""
    row: uint8_t[8]
    places: uint8_t[8]
    cards: cython.pointer(cython.const[uint8_t]) = deck
    i: cython.int
    number: uint32_t
    total: uint32_t
    held: cython.int = len(known)
    size: cython.int = (4 if order == BADUGI else 5) - held
    check_order(order, size + held)
    check_sizes(len(deck), size, 1)
    with_cards(with_cards(0, deck), known)
    total = CHOOSE[6 * len(deck) + size]
    has_room("strengths", strengths.shape[0], total)
    for i in range(held):
        row[size + i] = known[i]
    with cython.nogil:
        first_hand(places)
        for number in range(total):
            for i in range(size):
                row[i] = cards[places[i]]
            strengths[number] = row_number(order, row, size + held)
            next_hand(places, size)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def disjoint(
    hand: cython.pointer(cython.const[uint8_t]), size: cython.int, most: cython.int,
    starts: cython.pointer(uint32_t), counts: cython.pointer(cython.const[int64_t]),
) -> int64_t:  # fmt: skip
    """Return how many counted sets hold no card of a hand, by inclusion and exclusion."""
    places: uint8_t[8]
    numbers: uint32_t[32]
    chosen: cython.int
    held: cython.int
    total: int64_t = 0
    for chosen in range(size):
        places[chosen] = hand[chosen]
    number_subsets(places, size, numbers)
    for chosen in range(1 << size):
        held = kicker_popcount(chosen)
        if held <= most:
            total += counts[starts[held] + numbers[chosen]] * (1 - 2 * (held & 1))
    return total


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def count_set(
    hand: cython.pointer(cython.const[uint8_t]), size: cython.int, starts: cython.pointer(uint32_t),
    counts: cython.pointer(int64_t),
) -> cython.void:  # fmt: skip
    places: uint8_t[8]
    numbers: uint32_t[32]
    chosen: cython.int
    for chosen in range(size):
        places[chosen] = hand[chosen]
    number_subsets(places, size, numbers)
    for chosen in range(1 << size):
        counts[starts[kicker_popcount(chosen)] + numbers[chosen]] += 1


def compare_all(
    cards: cython.int, size: cython.int, drawn: cython.int,
    hands: cython.const[uint8_t][:, ::1], strengths: cython.const[uint16_t][::1],
    others: cython.const[uint8_t][:, ::1], rivals: cython.const[uint16_t][::1],
    counts: int64_t[::1], shares: cython.double[::1],
) -> cython.void:  # fmt: skip
    """Write the share that each hand wins of the opponents it shares no card with. Both are sorted by strength, and
    are places in the deck; `counts` is room for the sets of up to `drawn` cards and begins with zeros.
    """
    starts: uint32_t[8]
    low: cython.Py_ssize_t = 0
    high: cython.Py_ssize_t
    place: cython.Py_ssize_t
    seen: cython.Py_ssize_t = 0
    total: cython.double
    check_sizes(cards, size, 1)
    check_sizes(cards - size, drawn, 1)
    has_room("counts", counts.shape[0], starts_of(cards, drawn, starts))
    has_room("strengths", strengths.shape[0], hands.shape[0])
    has_room("shares", shares.shape[0], hands.shape[0])
    has_room("rivals", rivals.shape[0], others.shape[0])
    check_rows(hands, cards, size)
    check_rows(others, cards, drawn)
    total = 2.0 * CHOOSE[6 * (cards - size) + drawn]
    if hands.shape[0] == 0:
        return
    with cython.nogil:
        while low < hands.shape[0]:
            high = low
            while high < hands.shape[0] and strengths[high] == strengths[low]:
                high += 1
            while seen < others.shape[0] and rivals[seen] < strengths[low]:
                count_set(cython.address(others[seen, 0]), drawn, starts, cython.address(counts[0]))
                seen += 1
            for place in range(low, high):
                shares[place] = disjoint(
                    cython.address(hands[place, 0]), size, drawn, starts, cython.address(counts[0])
                ) / total
            while seen < others.shape[0] and rivals[seen] == strengths[low]:
                count_set(cython.address(others[seen, 0]), drawn, starts, cython.address(counts[0]))
                seen += 1
            for place in range(low, high):
                shares[place] += disjoint(
                    cython.address(hands[place, 0]), size, drawn, starts, cython.address(counts[0])
                ) / total
            low = high


@cython.cfunc
@cython.exceptval(check=True)
def check_rows(rows: cython.const[uint8_t][:, ::1], cards: cython.int, size: cython.int) -> cython.void:
    place: cython.Py_ssize_t
    i: cython.int
    if rows.shape[1] != size:
        raise ValueError(f"rows of {rows.shape[1]} places instead of {size}")
    for place in range(rows.shape[0]):
        for i in range(size):
            if rows[place, i] >= cards or (i and rows[place, i] <= rows[place, i - 1]):
                raise ValueError(f"row {place} is not a set of places in rising order")


def sum_over_draws(
    cards: cython.int, size: cython.int, values: cython.const[cython.double][::1], sums: cython.double[::1]
) -> cython.void:
    """Add up the values of all hands that hold a set of cards, for each set."""
    hand: uint8_t[8]
    starts: uint32_t[8]
    numbers: uint32_t[32]
    place: uint32_t
    total: uint32_t
    chosen: cython.int
    check_sizes(cards, size, 1)
    total = CHOOSE[6 * cards + size]
    has_room("values", values.shape[0], total)
    has_room("sums", sums.shape[0], starts_of(cards, size, starts))
    with cython.nogil:
        memset(cython.address(sums[0]), 0, starts[size + 1] * cython.sizeof(cython.double))
        first_hand(hand)
        for place in range(total):
            number_subsets(hand, size, numbers)
            for chosen in range(1 << size):
                sums[starts[kicker_popcount(chosen)] + numbers[chosen]] += values[place]
            next_hand(hand, size)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def best_keep(
    hand: cython.pointer(uint8_t), cards: cython.int, size: cython.int, most: cython.int,
    starts: cython.pointer(uint32_t), sums: cython.pointer(cython.const[cython.double]),
    best: cython.pointer(cython.double),
) -> cython.int:  # fmt: skip
    """Find the best cards to keep, as bits, and their value. A draw never returns a card that it replaces.

    Of equal choices the first one is taken, from all cards to none; rounding does not decide between them.
    """
    numbers: uint32_t[32]
    worth: cython.double[32]
    value: cython.double
    chosen: cython.int
    bit: cython.int
    found: cython.int = -1
    discarded: cython.int
    number_subsets(hand, size, numbers)
    for chosen in range(1 << size):
        worth[chosen] = sums[starts[kicker_popcount(chosen)] + numbers[chosen]]
    for bit in range(size):
        for chosen in range(1 << size):
            if not (chosen >> bit) & 1:
                worth[chosen] -= worth[chosen | 1 << bit]
    for chosen in range((1 << size) - 1, -1, -1):
        discarded = size - cython.cast(cython.int, kicker_popcount(chosen))
        if discarded <= most:
            value = worth[chosen] / CHOOSE[6 * (cards - size) + discarded]
            if found < 0 or value > best[0] + 1e-12:
                found = chosen
                best[0] = value
    return found


def best_values(
    cards: cython.int, size: cython.int, most: cython.int, sums: cython.const[cython.double][::1],
    values: cython.double[::1],
) -> cython.void:  # fmt: skip
    """Write the value of each hand with one more draw of up to `most` cards, from the sums over what is drawn."""
    hand: uint8_t[8]
    starts: uint32_t[8]
    place: uint32_t
    total: uint32_t
    check_sizes(cards, size, 1)
    if not 0 <= most <= size or cards - size < most:
        raise ValueError(f"{most} of {size} cards are drawn from {cards}")
    total = CHOOSE[6 * cards + size]
    has_room("values", values.shape[0], total)
    has_room("sums", sums.shape[0], starts_of(cards, size, starts))
    with cython.nogil:
        first_hand(hand)
        for place in range(total):
            best_keep(hand, cards, size, most, starts, cython.address(sums[0]), cython.address(values[place]))
            next_hand(hand, size)


# --- random deals ----------------------------------------------------------------------------------------------------

Strategy = cython.struct(
    order=cython.int,
    cards=cython.int,
    size=cython.int,
    most=cython.int,
    draws=cython.int,  # after the first
    deck=uint8_t[52],
    starts=uint32_t[8],
    stride=cython.Py_ssize_t,
    sums=cython.pointer(cython.const[cython.double]),
)

Play = cython.struct(
    by=Strategy,
    kept=uint8_t[5],  # places in the deck
    keeps=cython.int,
    against=uint8_t[5],  # cards
    known=cython.int,
    used=uint64_t,  # places that are gone from the start
)

Round = cython.struct(
    by=Strategy,
    players=cython.int,
    kept=uint8_t[80],  # places in the deck, eight for each player
    keeps=cython.int[10],
    used=uint64_t,  # places that are kept or gone from the start
    gone=uint64_t,
)


@cython.cfunc
@cython.exceptval(check=True)
def read_strategy(
    by: cython.pointer(Strategy), order: cython.int, deck: bytes, most: cython.int, draws: cython.int,
    sums: cython.const[cython.double][:, ::1],
) -> cython.void:  # fmt: skip
    i: cython.int
    by.order, by.cards, by.most, by.draws = order, len(deck), most, draws
    by.size = 4 if order == BADUGI else 5
    check_order(order, by.size)
    check_sizes(by.cards, by.size, 1)
    with_cards(0, deck)
    if not 0 <= most <= by.size or not 0 <= draws <= 5:
        raise ValueError(f"{draws} draws of {most}")
    for i in range(by.cards):
        by.deck[i] = deck[i]
    by.stride = starts_of(by.cards, by.size, by.starts)
    if draws:
        if sums.shape[0] < draws or sums.shape[1] != by.stride:
            raise ValueError(f"{sums.shape[0]} tables of {sums.shape[1]} sums")
        by.sums = cython.address(sums[0, 0])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def fill_up(
    by: cython.pointer(Strategy), state: cython.pointer(Generator), used: cython.pointer(uint64_t),
    held: cython.pointer(uint64_t), hand: cython.pointer(uint8_t), kept: cython.int,
) -> cython.void:  # fmt: skip
    """Draw the missing cards of a hand of places, and sort it. When the deck has run out, all cards that are not held
    are dealt again.
    """
    i: cython.int
    card: uint8_t
    while kept < by.size:
        if used[0] == (cython.cast(uint64_t, 1) << by.cards) - 1:
            used[0] = held[0]
        card = draw_unused(state, by.cards, used)
        held[0] |= cython.cast(uint64_t, 1) << card
        i = kept
        while i > 0 and hand[i - 1] > card:
            hand[i] = hand[i - 1]
            i -= 1
        hand[i] = card
        kept += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def exchange(
    by: cython.pointer(Strategy), state: cython.pointer(Generator), used: cython.pointer(uint64_t),
    held: cython.pointer(uint64_t), hand: cython.pointer(uint8_t), left: cython.int,
) -> uint64_t:  # fmt: skip
    """Discard and draw by the strategy, with `left` draws after this one; return the discards as bits."""
    worth: cython.double = 0
    i: cython.int
    kept: cython.int = 0
    discards: uint64_t = 0
    keep: cython.int = best_keep(
        hand, by.cards, by.size, by.most, by.starts, by.sums + left * by.stride, cython.address(worth)
    )
    for i in range(by.size):
        if (keep >> i) & 1:
            hand[kept] = hand[i]
            kept += 1
        else:
            discards |= cython.cast(uint64_t, 1) << hand[i]
    fill_up(by, state, used, held, hand, kept)
    return discards


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def final_number(by: cython.pointer(Strategy), hand: cython.pointer(uint8_t)) -> uint32_t:
    """Return the strength of a hand of places."""
    row: uint8_t[8]
    i: cython.int
    for i in range(by.size):
        row[i] = by.deck[hand[i]]
    return row_number(by.order, row, by.size)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def play_out(play: cython.pointer(Play), state: cython.pointer(Generator)) -> cython.int:
    """Deal once: 2 for a win, 1 for a tie."""
    by: cython.pointer(Strategy) = cython.address(play.by)
    hand: uint8_t[8]
    row: uint8_t[8]
    used: uint64_t = play.used
    i: cython.int
    left: cython.int
    ours: uint32_t
    theirs: uint32_t
    for i in range(play.keeps):
        hand[i] = play.kept[i]
    fill_up(by, state, cython.address(used), cython.address(used), hand, play.keeps)
    for left in range(by.draws - 1, -1, -1):
        exchange(by, state, cython.address(used), cython.address(used), hand, left)
    ours = final_number(by, hand)
    for i in range(by.size):
        row[i] = play.against[i] if i < play.known else by.deck[draw_unused(state, by.cards, cython.address(used))]
    theirs = row_number(by.order, row, by.size)
    return (ours > theirs) + (ours >= theirs)


def play_draws(
    order: cython.int, deck: bytes, kept: bytes, gone: bytes, against: bytes, most: cython.int, draws: cython.int,
    sums: cython.const[cython.double][:, ::1], seed: uint64_t, block: uint64_t, trials: cython.Py_ssize_t,
) -> tuple:  # fmt: skip
    """Deal at random: the hand is filled up, then each further draw is played by the sums over what is drawn.

    `kept` and `gone` are places in the deck; returns the numbers of wins and of ties.
    """
    play: Play
    state: Generator = seeded(seed, block)
    deal: cython.Py_ssize_t
    figures: int64_t[3]
    i: cython.int
    read_strategy(cython.address(play.by), order, deck, most, draws, sums)
    with_cards(with_cards(0, deck), against)
    play.keeps, play.known = len(kept), len(against)
    if play.keeps > play.by.size or play.known > play.by.size:
        raise ValueError(f"{play.keeps} and {play.known} kept cards")
    if len(gone) + play.by.size + draws * most + play.by.size - play.known > play.by.cards:
        raise ValueError("there are too few cards")
    play.used = with_cards(with_cards(0, kept), gone)
    if play.used >> play.by.cards:
        raise ValueError("a place is not in the deck")
    for i in range(play.keeps):
        play.kept[i] = kept[i]
        if i and kept[i] <= kept[i - 1]:
            raise ValueError("places are given in rising order")
    for i in range(play.known):
        play.against[i] = against[i]
    figures[0] = figures[1] = figures[2] = 0
    with cython.nogil:
        for deal in range(trials):
            figures[play_out(cython.address(play), cython.address(state))] += 1
    return figures[2], figures[1]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def play_round(
    round: cython.pointer(Round), state: cython.pointer(Generator), shares: cython.pointer(int64_t)
) -> cython.void:
    """Deal once to all players, and pay the pot."""
    by: cython.pointer(Strategy) = cython.address(round.by)
    hands: uint8_t[80]
    strengths: uint32_t[10]
    used: uint64_t = round.used
    held: uint64_t = round.used & ~round.gone
    discards: uint64_t
    i: cython.int
    left: cython.int
    player: cython.int
    for player in range(round.players):
        for i in range(round.keeps[player]):
            hands[8 * player + i] = round.kept[8 * player + i]
        fill_up(by, state, cython.address(used), cython.address(held), hands + 8 * player, round.keeps[player])
    for left in range(by.draws - 1, -1, -1):
        for player in range(round.players):
            # Until the exchange is over, the player's own discards are held: they are not dealt again.
            # C may read `held` before or after the call that changes it, unless they are two statements.
            discards = exchange(by, state, cython.address(used), cython.address(held), hands + 8 * player, left)
            held ^= discards
    for player in range(round.players):
        strengths[player] = final_number(by, hands + 8 * player)
    add_shares(strengths, cython.NULL, round.players, 1, shares)


def play_all(
    order: cython.int, deck: bytes, kept: list, gone: bytes, most: cython.int, draws: cython.int,
    sums: cython.const[cython.double][:, ::1], seed: uint64_t, block: uint64_t, trials: cython.Py_ssize_t,
    shares: int64_t[::1],
) -> cython.void:  # fmt: skip
    """Add random deals to `shares`: all hands are filled up, then everybody plays each further draw by the sums.

    `kept`, for each player, and `gone` are places in the deck.
    """
    round: Round
    state: Generator = seeded(seed, block)
    deal: cython.Py_ssize_t
    i: cython.int
    player: cython.int
    read_strategy(cython.address(round.by), order, deck, most, draws, sums)
    round.players = len(kept)
    if not 2 <= round.players <= MOST_PLAYERS:
        raise ValueError(f"{len(kept)} players")
    if round.players * round.by.size + max(len(gone), most) > round.by.cards:
        raise ValueError("there are too few cards")
    round.gone = round.used = with_cards(0, gone)
    for player in range(round.players):
        places: bytes = kept[player]
        round.keeps[player] = len(places)
        round.used = with_cards(round.used, places)
        if len(places) > round.by.size:
            raise ValueError(f"{len(places)} kept cards")
        for i in range(round.keeps[player]):
            round.kept[8 * player + i] = places[i]
            if i and places[i] <= places[i - 1]:
                raise ValueError("places are given in rising order")
    if round.used >> round.by.cards:
        raise ValueError("a place is not in the deck")
    has_room("shares", shares.shape[0], FIGURES * round.players)
    with cython.nogil:
        for deal in range(trials):
            play_round(cython.address(round), cython.address(state), cython.address(shares[0]))


def source_hash() -> str:
    """Return the hash of the sources from which this kernel was compiled."""
    return KICKER_SOURCE_HASH.decode()
