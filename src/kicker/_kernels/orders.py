# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: always_allow_keywords=False
"""The compiled orders of hands: cards in, strength out, in any of the orders. `kicker/orders.py` is its readable interface.

All orders but badugi share the keys and the offsets of the usual one (`strength.py`); only the entries differ. The 56
best strengths of ace-to-five are those of eight or better. Badugi finds the largest set of cards without a rank or a
suit twice. The tables are read from `orders.bin` when an order other than the usual is first asked for.
"""

import cython
from cython.cimports.kicker._kernels.omaha import are_cards, low_ranks, omaha_low, omaha_strength
from cython.cimports.kicker._kernels.strength import (
    CARD_KEYS,
    EMPTY_KEY,
    ENTRIES5,
    ENTRIES6,
    ENTRIES7,
    FLUSH_BITS,
    FLUSHES,
    KICKER_SOURCE_HASH,
    NO_CARD_BITS,
    OFFSETS5,
    OFFSETS6,
    OFFSETS7,
    kicker_popcount,
    kicker_rarely,
    read_cards,
    suited_ranks,
)
from cython.cimports.libc.stdint import uint8_t, uint16_t, uint32_t, uint64_t
from cython.cimports.libc.string import memcpy, memset

STALE = "orders.bin does not belong to this build: run make setup"

# Of short deck, deuce-to-seven and ace-to-five, in this order; eight or better and badugi have no such tables.
FLUSHES_OF = cython.declare(uint16_t[3 * 8192])
# 2048 more than there are entries, as in strength.py: no sum of an offset and a column leads outside.
FIVES_OF = cython.declare(uint16_t[3 * 10240])
SIXES_OF = cython.declare(uint16_t[3 * 26624])
SEVENS_OF = cython.declare(uint16_t[3 * 67584])
MADE_OF = cython.declare(uint8_t[3 * 6 * 7462])  # category and five ranks of each strength
BADUGI_RANKS = cython.declare(uint8_t[5 * 1092])  # how many cards, and their ranks

loaded = cython.declare(cython.bint, False)
# The arguments of `install`: the objects that `evaluate_omaha` returns, and the function for everything else.
shared = cython.declare(list, None)
slow_path = cython.declare(object, None)


# --- one hand --------------------------------------------------------------------------------------------------------


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def rank_number(table: cython.pointer(cython.const[OrderTable]), key: uint64_t, size: cython.int) -> uint32_t:
    """Return the strength of ranks alone, floor included."""
    return table.entries[size - 5][table.offsets[size - 5][key >> 52] + ((key >> 41) & 2047)]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def without_floor(table: cython.pointer(cython.const[OrderTable]), number: uint32_t) -> uint32_t:
    return number - table.floor if number > table.floor else 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def best_five_of(
    table: cython.pointer(cython.const[OrderTable]), row: cython.pointer(cython.const[uint8_t]), size: cython.int,
    all_keys: uint64_t, all_cards: uint64_t,
) -> uint32_t:  # fmt: skip
    """Return the best strength of any five among six or seven cards; where a flush loses, the best five may have to
    avoid one."""
    i: cython.int
    j: cython.int
    key: uint64_t
    cards: uint64_t
    number: uint32_t
    best: uint32_t = 0
    for i in range(size):
        for j in range(i if size == 7 else 1):
            key = all_keys - CARD_KEYS[row[i]]
            cards = all_cards ^ (cython.cast(uint64_t, 1) << row[i])
            if size == 7:
                key -= CARD_KEYS[row[j]]
                cards ^= cython.cast(uint64_t, 1) << row[j]
            number = table.flushes[suited_ranks(key, cards)] if key & FLUSH_BITS else rank_number(table, key, 5)
            best = number if number > best else best
    return best


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def five_number(
    table: cython.pointer(cython.const[OrderTable]), row: cython.pointer(cython.const[uint8_t]), size: cython.int
) -> uint32_t:
    """Return the strength of five to seven cards; 0 if they do not qualify or are not in the deck."""
    key: uint64_t = EMPTY_KEY
    cards: uint64_t = 0
    i: cython.int
    for i in range(size):
        key += CARD_KEYS[row[i]]
        cards |= cython.cast(uint64_t, 1) << (row[i] & 63)
    if kicker_rarely(kicker_popcount(cards) != cython.cast(cython.uint, size)):
        return NO_HAND
    if kicker_rarely((key & (FLUSH_BITS | NO_CARD_BITS)) != 0):
        if key & NO_CARD_BITS:
            return NO_HAND
        if table.suits == FLUSHES_LOSE and size > 5:
            return best_five_of(table, row, size, key, cards)
        if table.suits != SUITS_IGNORED:
            # With a card that is not in the deck, the ranks have no strength.
            return table.flushes[suited_ranks(key, cards)] if rank_number(table, key, size) else 0
    return without_floor(table, rank_number(table, key, size))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def badugi_number(row: cython.pointer(cython.const[uint8_t])) -> uint32_t:
    """Return the best set among four cards without a repeated rank or suit."""
    clash: uint32_t[4]
    ranks: uint32_t[4]
    i: cython.int
    j: cython.int
    chosen: uint32_t
    mask: uint32_t
    best: uint32_t = 0
    free: cython.bint
    for i in range(4):
        if row[i] > 51:
            return NO_HAND
        ranks[i] = cython.cast(uint32_t, 1) << (0 if row[i] >= 48 else (row[i] >> 2) + 1)
        clash[i] = 0
        for j in range(i):
            if row[i] == row[j]:
                return NO_HAND
            if row[i] >> 2 == row[j] >> 2 or (row[i] & 3) == (row[j] & 3):
                clash[i] |= cython.cast(uint32_t, 1) << j
    for chosen in range(1, 16):
        mask = 0
        free = True
        for i in range(4):
            if (chosen >> i) & 1:
                mask |= ranks[i]
                free = free and not clash[i] & chosen
        if free and BADUGIS[mask] > best:
            best = BADUGIS[mask]
    return best


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def row_number(order: cython.int, row: cython.pointer(cython.const[uint8_t]), size: cython.int) -> uint32_t:
    """Return the strength of as many cards as the order takes; 0 if they do not qualify, NO_HAND if they are
    not cards."""
    if order == BADUGI:
        return badugi_number(row)
    return five_number(cython.address(TABLES[order]), row, size)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def best_number(
    order: cython.int, hand: cython.pointer(cython.const[uint8_t]), held: cython.int,
    board: cython.pointer(cython.const[uint8_t]), shown: cython.int, plays: cython.int,
) -> uint32_t:  # fmt: skip
    """The best of exactly `plays` cards of a hand and five in all; the cards are known to be good."""
    row: uint8_t[5]
    chosen: uint32_t
    common: uint32_t
    i: cython.int
    count: cython.int
    number: uint32_t
    best: uint32_t = 0
    if plays == 2 and order == HIGH:
        return omaha_strength(hand, held, board, shown)
    if plays == 2 and order == EIGHT_OR_BETTER:
        return omaha_low(low_ranks(hand, held), low_ranks(board, shown))
    for chosen in range(cython.cast(uint32_t, 1) << held):
        if kicker_popcount(chosen) != cython.cast(cython.uint, plays):
            continue
        for common in range(cython.cast(uint32_t, 1) << shown):
            if kicker_popcount(common) != cython.cast(cython.uint, 5 - plays):
                continue
            count = 0
            for i in range(held):
                if (chosen >> i) & 1:
                    row[count] = hand[i]
                    count += 1
            for i in range(shown):
                if (common >> i) & 1:
                    row[count] = board[i]
                    count += 1
            number = five_number(cython.address(TABLES[order]), row, 5)
            if number > best:
                best = number
    return best


def strength_number(order: cython.int, cards: object, board: object, plays: cython.int) -> cython.int:
    """The strength of a hand, with exactly `plays` of its cards and the rest from the board, or of any (`plays` 0).

    Returns 0 if the cards do not qualify, and -1 if Python has to handle them: errors and rare notations.
    """
    row: uint8_t[16]
    number: uint32_t
    held: cython.Py_ssize_t
    shown: cython.Py_ssize_t = 0
    if not 0 <= order < ORDERS:
        raise ValueError(f"{order} is not an order of hands")
    load_tables()
    held = read_cards(cards, row)
    if held == 0 and not (isinstance(cards, (list, tuple, str)) and len(cards) == 0):
        return -1
    if board is not None:
        shown = read_cards(board, row + held)
        if shown == 0 and not (isinstance(board, (list, tuple, str)) and len(board) == 0):
            return -1
    if plays:
        if not 1 <= plays <= 5 or order == BADUGI or not plays <= held <= 6 or not 5 - plays <= shown <= 5:
            return -1
        if not are_cards(row, held, row + held, shown):
            return -1
        number = best_number(order, row, held, row + held, shown, plays)
    else:
        held += shown
        if held != 4 if order == BADUGI else not 5 <= held <= 7:
            return -1
        number = row_number(order, row, held)
    return -1 if number == NO_HAND else number


@cython.binding(False)  # Python calls a built-in function faster
def evaluate_omaha(cards, board, order):
    """Evaluate what `evaluate` passes on: Omaha in the usual order; anything else goes on to Python."""
    row: uint8_t[16]
    held: cython.int
    shown: cython.int
    if order is None and board is not None:
        held = cython.cast(cython.int, read_cards(cards, row))
        shown = cython.cast(cython.int, read_cards(board, row + held))
        if 4 <= held <= 6 and 3 <= shown <= 5 and are_cards(row, held, row + held, shown):
            load_tables()
            return shared[omaha_strength(row, held, row + held, shown) - 1]
    return slow_path(cards, board, order)


# --- set-up ----------------------------------------------------------------------------------------------------------


def install(strengths: list, slow: object) -> None:
    """Tell `evaluate_omaha` which objects to return, and what to call for everything but Omaha."""
    global shared, slow_path
    if len(strengths) != 7462:
        raise ValueError(f"{len(strengths)} strengths: there are 7462")
    shared = strengths
    slow_path = slow


def count(order: cython.int) -> cython.int:
    """Return the number of strengths of an order."""
    if not 0 <= order < ORDERS:
        raise ValueError(f"{order} is not an order of hands")
    load_tables()
    return TABLES[order].top


def made_of(order: cython.int, number: cython.int) -> tuple:
    """The category of a strength and the ranks of its cards, in the order in which they break ties."""
    i: cython.int
    if not HIGH < order < ORDERS or not 1 <= number <= count(order):
        raise ValueError(f"{number} is not a strength of order {order}")
    if order == BADUGI:
        i = 5 * (number - 1)
        return 0, tuple([BADUGI_RANKS[i + 1 + j] for j in range(BADUGI_RANKS[i])])
    i = 6 * (7462 * (min(order, ACE_TO_FIVE) - 1) + number + TABLES[order].floor - 1)
    return MADE_OF[i], tuple([MADE_OF[i + 1 + j] for j in range(5)])


def source_hash() -> str:
    """Hash of the sources that this module was compiled from, to tell a stale build."""
    return KICKER_SOURCE_HASH.decode()


@cython.cfunc
@cython.exceptval(-1, check=False)
def load_tables() -> cython.int:
    """Read `orders.bin`, the first time; SystemError if it does not go into the arrays."""
    global loaded
    if loaded:
        return 0
    import zlib

    folder = __file__.rpartition("/")[0] or __file__.rpartition("\\")[0] or "."
    with open(folder + "/orders.bin", "rb") as file:
        packed = file.read()
    tables: bytes = zlib.decompress(packed)
    data: cython.pointer(cython.const[uint8_t]) = tables
    end: cython.pointer(cython.const[uint8_t]) = data + len(tables)
    number: cython.int
    top: uint32_t
    sizes: uint32_t[3]
    for number in range(3):
        sizes[number] = used_entries(number)
    for number in range(3):
        if end - data < 4 + 16384:
            raise SystemError(STALE)
        memcpy(cython.address(top), data, 4)
        memcpy(FLUSHES_OF + 8192 * number, data + 4, 16384)
        data += 4 + 16384
        if top > 7462 or end - data < 2 * (sizes[0] + sizes[1] + sizes[2]) + 6 * top:
            raise SystemError(STALE)
        memcpy(FIVES_OF + FIVES * number, data, 2 * sizes[0])
        memcpy(SIXES_OF + SIXES * number, data + 2 * sizes[0], 2 * sizes[1])
        memcpy(SEVENS_OF + SEVENS * number, data + 2 * (sizes[0] + sizes[1]), 2 * sizes[2])
        data += 2 * (sizes[0] + sizes[1] + sizes[2])
        memcpy(MADE_OF + 6 * 7462 * number, data, 6 * top)
        data += 6 * top
        set_table(number + 1, top)
    if end - data != 16384 + 5 * 1092:
        raise SystemError(STALE)
    memcpy(BADUGIS, data, 16384)
    memcpy(BADUGI_RANKS, data + 16384, 5 * 1092)
    memset(cython.address(TABLES[BADUGI]), 0, cython.sizeof(OrderTable))
    TABLES[BADUGI].top = 1092
    TABLES[EIGHT_OR_BETTER] = TABLES[ACE_TO_FIVE]
    TABLES[EIGHT_OR_BETTER].floor = TABLES[ACE_TO_FIVE].top - 56
    TABLES[EIGHT_OR_BETTER].top = 56
    set_table(HIGH, 7462)
    choose_badugis()
    fill_two_three()
    fill_lows()
    loaded = True
    return 0


@cython.cfunc
@cython.exceptval(check=False)
def choose_badugis() -> cython.void:
    """For each pattern of shared suits and ranks, which of four sorted cards play, a bit each.

    Of sets with equally many cards the one with the lower ranks plays; cards of one rank count the same.
    """
    pattern: cython.int
    chosen: cython.int
    i: cython.int
    j: cython.int
    place: cython.int[4]
    clash: cython.int[4]
    worth: cython.int
    best: cython.int
    for pattern in range(512):
        best = -1
        for i in range(4):
            place[i] = 0 if i == 0 else place[i - 1] + (0 if (pattern >> (5 + i)) & 1 else 1)
            clash[i] = 0
            for j in range(i):
                if (pattern >> (i * (i - 1) // 2 + j)) & 1 or place[i] == place[j]:
                    clash[i] |= 1 << j
        for chosen in range(1, 16):
            worth = kicker_popcount(chosen) << 4
            for i in range(4):
                if (chosen >> i) & 1:
                    worth -= 1 << place[i]
                    if clash[i] & chosen:
                        worth = -1000
            if worth > best:
                best = worth
                CHOICES[pattern] = chosen


@cython.cfunc
@cython.exceptval(check=False)
def fill_two_three() -> cython.void:
    """Compute what three ranks of a board make with two of a hand."""
    a: cython.int
    b: cython.int
    c: cython.int
    d: cython.int
    e: cython.int
    row: cython.int = 0
    column: cython.int
    keys: uint64_t[13]
    key: uint64_t
    for a in range(13):
        keys[a] = CARD_KEYS[4 * a]
    for a in range(13):
        for b in range(a + 1):
            for c in range(b + 1):
                set_triple(a, b, c, row)
                column = 0
                for d in range(13):
                    for e in range(d + 1):
                        PAIR_OF[d << 4 | e] = PAIR_OF[e << 4 | d] = column
                        key = keys[a] + keys[b] + keys[c] + keys[d] + keys[e]
                        # Five of one rank are impossible and count as 0.
                        TWO_THREE[row + column] = 0 if a == c == d == e else ENTRIES5[OFFSETS5[key >> 52] + (key >> 41 & 2047)]
                        column += 1
                row += 96


@cython.cfunc
@cython.exceptval(check=False)
def set_triple(a: cython.int, b: cython.int, c: cython.int, row: cython.int) -> cython.void:
    """Fill one row for each three ranks in any order."""
    TRIPLE_OF[a << 8 | b << 4 | c] = TRIPLE_OF[a << 8 | c << 4 | b] = TRIPLE_OF[b << 8 | a << 4 | c] = row
    TRIPLE_OF[b << 8 | c << 4 | a] = TRIPLE_OF[c << 8 | a << 4 | b] = TRIPLE_OF[c << 8 | b << 4 | a] = row


@cython.cfunc
@cython.exceptval(check=False)
def fill_lows() -> cython.void:
    """The low of two of a hand's ranks and three of a board's, for all sets of eight ranks that either may have."""
    number: uint8_t[256]
    hand: cython.int
    board: cython.int
    bit: cython.int
    best: cython.int
    next_number: uint8_t = 56
    for hand in range(256):  # as numbers, sets of five ranks grow as they get worse
        number[hand] = 0
        if kicker_popcount(hand) == 5:
            number[hand] = next_number
            next_number -= 1
    for hand in range(256):
        for board in range(256):
            best = 0
            if kicker_popcount(hand) == 2 and kicker_popcount(board) == 3:
                best = number[hand | board]
            for bit in range(8):
                if (hand >> bit) & 1:
                    best = max(best, LOWS[(hand ^ 1 << bit) << 8 | board])
                if (board >> bit) & 1:
                    best = max(best, LOWS[hand << 8 | board ^ 1 << bit])
            LOWS[hand << 8 | board] = best


@cython.cfunc
@cython.exceptval(check=False)
def used_entries(number: cython.int) -> uint32_t:
    """Return the number of entries of the usual order for five, six or seven cards; all orders have as many."""
    used: uint32_t = 8192 if number == 0 else 24576 if number == 1 else 65536
    entries: cython.pointer(uint16_t) = ENTRIES7
    if number == 0:
        entries = ENTRIES5
    elif number == 1:
        entries = ENTRIES6
    while entries[used - 1] == 0:
        used -= 1
    return used


@cython.cfunc
@cython.exceptval(check=False)
def set_table(order: cython.int, top: uint32_t) -> cython.void:
    table: cython.pointer(OrderTable) = cython.address(TABLES[order])
    table.offsets[0] = OFFSETS5
    table.offsets[1] = OFFSETS6
    table.offsets[2] = OFFSETS7
    table.floor = 0
    table.top = top
    if order == HIGH:
        table.flushes = FLUSHES
        table.entries[0] = ENTRIES5
        table.entries[1] = ENTRIES6
        table.entries[2] = ENTRIES7
        table.suits = FLUSHES_WIN
        return
    table.flushes = FLUSHES_OF + 8192 * (order - 1)
    table.entries[0] = FIVES_OF + FIVES * (order - 1)
    table.entries[1] = SIXES_OF + SIXES * (order - 1)
    table.entries[2] = SEVENS_OF + SEVENS * (order - 1)
    table.suits = FLUSHES_WIN if order == SHORT_DECK else FLUSHES_LOSE if order == DEUCE_TO_SEVEN else SUITS_IGNORED
