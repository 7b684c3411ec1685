# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: always_allow_keywords=False
"""The compiled orders of hands: cards in, strength out, in any of the orders. `kicker/orders.py` is its readable face.

All orders but badugi share the keys and the offsets of the usual one (`strength.py`); only the entries differ. The 56
best strengths of ace-to-five are those of eight or better. Badugi finds the largest set of cards without a rank or a
suit twice. The tables are read from `orders.bin` when an order other than the usual is first asked for.
"""

import cython
from cython.cimports.kicker._kernels.checks import has_room
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


# --- one hand --------------------------------------------------------------------------------------------------------


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def rank_number(table: cython.pointer(cython.const[OrderTable]), key: uint64_t, size: cython.int) -> uint32_t:
    """The strength of ranks alone, floor included."""
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
    table: cython.pointer(cython.const[OrderTable]), row: cython.pointer(cython.const[uint8_t]), size: cython.int
) -> uint32_t:
    """The best five of six or seven cards, one by one: where a flush loses, the best five may have to avoid one."""
    skipped: uint32_t
    i: cython.int
    key: uint64_t
    cards: uint64_t
    number: uint32_t
    best: uint32_t = 0
    for skipped in range(cython.cast(uint32_t, 1) << size):
        if kicker_popcount(skipped) != cython.cast(cython.uint, size - 5):
            continue
        key = EMPTY_KEY
        cards = 0
        for i in range(size):
            if not (skipped >> i) & 1:
                key += CARD_KEYS[row[i]]
                cards |= cython.cast(uint64_t, 1) << row[i]
        number = table.flushes[suited_ranks(key, cards)] if key & FLUSH_BITS else rank_number(table, key, 5)
        if number > best:
            best = number
    return best


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def five_number(
    table: cython.pointer(cython.const[OrderTable]), row: cython.pointer(cython.const[uint8_t]), size: cython.int
) -> uint32_t:
    """The strength of five to seven cards; 0 if they do not qualify or are not in the deck."""
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
            return best_five_of(table, row, size)
        if table.suits != SUITS_IGNORED:
            # With a card that is not in the deck the ranks have no strength.
            return table.flushes[suited_ranks(key, cards)] if rank_number(table, key, size) else 0
    return without_floor(table, rank_number(table, key, size))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def badugi_number(row: cython.pointer(cython.const[uint8_t])) -> uint32_t:
    """The best set without a rank or a suit twice among four cards."""
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
    """The strength of as many cards as the order takes; 0 if they do not qualify, NO_HAND if they are no cards."""
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
    """The best of exactly `plays` cards of a hand and five in all; NO_HAND if there is no such hand of cards."""
    row: uint8_t[5]
    chosen: uint32_t
    common: uint32_t
    i: cython.int
    count: cython.int
    number: uint32_t
    best: uint32_t = 0
    bits: uint64_t = 0
    for i in range(held):
        bits |= cython.cast(uint64_t, 1) << (hand[i] & 63)
    for i in range(shown):
        bits |= cython.cast(uint64_t, 1) << (board[i] & 63)
    if kicker_popcount(bits) != cython.cast(cython.uint, held + shown):
        return NO_HAND
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
            if number == NO_HAND:
                return NO_HAND
            if number > best:
                best = number
    return best


def strength_number(order: cython.int, cards: object, board: object, plays: cython.int) -> cython.int:
    """The strength of a hand, with exactly `plays` of its cards and the rest from the board, or of any (`plays` 0).

    0 if the cards do not qualify; -1 if Python has to look at them: what is wrong, and what is rarely written.
    """
    row: uint8_t[16]
    number: uint32_t
    held: cython.Py_ssize_t
    shown: cython.Py_ssize_t = 0
    if not 0 <= order < ORDERS:
        raise ValueError(f"{order} is not an order of hands")
    load_tables()
    held = read_cards(cards, row)
    if board is not None:
        shown = read_cards(board, row + held)
    if plays:
        if not 1 <= plays <= 5 or order == BADUGI or held < plays or shown < 5 - plays or shown > 5:
            return -1
        number = best_number(order, row, held, row + held, shown, plays)
    else:
        held += shown
        if held != 4 if order == BADUGI else not 5 <= held <= 7:
            return -1
        number = row_number(order, row, held)
    return -1 if number == NO_HAND else number


# --- many hands ------------------------------------------------------------------------------------------------------


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def fill_rows(
    order: cython.int, row: cython.pointer(cython.const[uint8_t]), size: cython.int, out: cython.pointer(uint16_t),
    count: cython.Py_ssize_t,
) -> cython.Py_ssize_t:  # fmt: skip
    """Evaluate rows until one is no hand; return how many were."""
    i: cython.Py_ssize_t
    number: uint32_t
    for i in range(count):
        number = row_number(order, row + size * i, size)
        if kicker_rarely(number == NO_HAND):
            return i
        out[i] = number
    return count


def evaluate_rows(order: cython.int, cards: cython.const[uint8_t][:, ::1], numbers: uint16_t[::1]) -> cython.Py_ssize_t:
    """Fill `numbers` for rows of cards; return the first row that is no hand, or -1."""
    count: cython.Py_ssize_t = cards.shape[0]
    done: cython.Py_ssize_t
    if not 0 <= order < ORDERS:
        raise ValueError(f"{order} is not an order of hands")
    if cards.shape[1] != 4 if order == BADUGI else not 5 <= cards.shape[1] <= 7:
        raise ValueError(f"the order takes no hands of {cards.shape[1]} cards")
    has_room("numbers", numbers.shape[0], count)
    load_tables()
    if count == 0:
        return -1
    size: cython.int = cython.cast(cython.int, cards.shape[1])
    row: cython.pointer(cython.const[uint8_t]) = cython.address(cards[0, 0])
    out: cython.pointer(uint16_t) = cython.address(numbers[0])
    with cython.nogil:
        done = fill_rows(order, row, size, out, count)
    return -1 if done == count else done


# --- set-up ----------------------------------------------------------------------------------------------------------


def count(order: cython.int) -> cython.int:
    """How many strengths an order has."""
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
    loaded = True
    return 0


@cython.cfunc
@cython.exceptval(check=False)
def used_entries(number: cython.int) -> uint32_t:
    """How many entries the usual order has for five, six or seven cards: all orders have as many."""
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
