# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: always_allow_keywords=False
"""Many hands at once, in any order of hands and of Omaha: rows of cards in, rows of strengths out.

`strength.py` does the same for the usual order; `orders.py` has the tables.
"""

import cython
from cython.cimports.kicker._kernels.checks import has_room
from cython.cimports.kicker._kernels.omaha import are_cards, low_ranks, omaha_low, omaha_strength
from cython.cimports.kicker._kernels.orders import (
    BADUGI,
    BADUGIS,
    CHOICES,
    NO_HAND,
    ORDERS,
    SUITS_IGNORED,
    TABLES,
    OrderFill,
    OrderTable,
    five_number,
    load_tables,
)
from cython.cimports.kicker._kernels.strength import (
    CARD_KEYS,
    EMPTY_KEY,
    FLUSH_BITS,
    KICKER_SOURCE_HASH,
    NO_CARD_BITS,
    kicker_popcount,
    kicker_rarely,
)
from cython.cimports.libc.stdint import uint8_t, uint16_t, uint32_t, uint64_t


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def fill_rows(
    table: cython.pointer(cython.const[OrderTable]), row: cython.pointer(cython.const[uint8_t]), size: cython.int,
    out: cython.pointer(uint16_t), count: cython.Py_ssize_t,
) -> cython.Py_ssize_t:  # fmt: skip
    """Evaluate rows up to the first that is not a hand; return how many were evaluated."""
    offsets: cython.pointer(cython.const[uint16_t]) = table.offsets[size - 5]
    entries: cython.pointer(cython.const[uint16_t]) = table.entries[size - 5]
    floor: uint32_t = table.floor
    special: uint64_t = NO_CARD_BITS if table.suits == SUITS_IGNORED else NO_CARD_BITS | FLUSH_BITS
    i: cython.Py_ssize_t
    j: cython.int
    key: uint64_t
    cards: uint64_t
    number: uint32_t
    for i in range(count):
        key = EMPTY_KEY
        cards = 0
        for j in range(size):
            key += CARD_KEYS[row[size * i + j]]
            cards |= cython.cast(uint64_t, 1) << (row[size * i + j] & 63)
        if kicker_rarely((key & special) != 0 or kicker_popcount(cards) != cython.cast(cython.uint, size)):
            number = five_number(table, row + size * i, size)
            if number == NO_HAND:
                return i
        else:
            number = entries[offsets[key >> 52] + ((key >> 41) & 2047)]
            number = number - floor if number > floor else 0
        out[i] = number
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def fill_fives(
    table: cython.pointer(cython.const[OrderTable]), row: cython.pointer(cython.const[uint8_t]),
    out: cython.pointer(uint16_t), count: cython.Py_ssize_t,
) -> cython.Py_ssize_t:  # fmt: skip
    return fill_rows(table, row, 5, out, count)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def fill_sixes(
    table: cython.pointer(cython.const[OrderTable]), row: cython.pointer(cython.const[uint8_t]),
    out: cython.pointer(uint16_t), count: cython.Py_ssize_t,
) -> cython.Py_ssize_t:  # fmt: skip
    return fill_rows(table, row, 6, out, count)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def fill_sevens(
    table: cython.pointer(cython.const[OrderTable]), row: cython.pointer(cython.const[uint8_t]),
    out: cython.pointer(uint16_t), count: cython.Py_ssize_t,
) -> cython.Py_ssize_t:  # fmt: skip
    return fill_rows(table, row, 7, out, count)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def fill_badugis(
    row: cython.pointer(cython.const[uint8_t]), out: cython.pointer(uint16_t), count: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """Evaluate rows of four up to the first that is not a hand, 64 at a time in loops that the compiler vectorises."""
    a: uint8_t[64]
    b: uint8_t[64]
    c: uint8_t[64]
    d: uint8_t[64]
    bad: uint8_t[64]
    pattern: uint16_t[64]
    start: cython.Py_ssize_t
    i: cython.int
    size: cython.int
    chosen: uint32_t
    ranks: uint32_t
    any_bad: uint8_t
    for start in range(0, count, 64):
        size = 64 if count - start > 64 else cython.cast(cython.int, count - start)
        for i in range(size):
            a[i] = row[4 * (start + i)]
            b[i] = row[4 * (start + i) + 1]
            c[i] = row[4 * (start + i) + 2]
            d[i] = row[4 * (start + i) + 3]
        sort_badugis(a, b, c, d, bad, pattern)
        any_bad = 0
        for i in range(size):
            any_bad |= bad[i]
        if kicker_rarely(any_bad != 0):
            for i in range(size):
                if bad[i]:
                    return start + i
        for i in range(size):
            chosen = CHOICES[pattern[i]]
            ranks = (chosen & 1) << (a[i] >> 2)
            ranks |= (chosen >> 1 & 1) << (b[i] >> 2)
            ranks |= (chosen >> 2 & 1) << (c[i] >> 2)
            ranks |= (chosen >> 3) << (d[i] >> 2)
            out[start + i] = BADUGIS[ranks]
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def sort_badugis(
    a: cython.pointer(uint8_t), b: cython.pointer(uint8_t), c: cython.pointer(uint8_t), d: cython.pointer(uint8_t),
    bad: cython.pointer(uint8_t), pattern: cython.pointer(uint16_t),
) -> cython.void:  # fmt: skip
    """Sort the cards of 64 hands, aces low, and mark those that share a suit or a rank."""
    i: cython.int
    w: uint8_t
    x: uint8_t
    y: uint8_t
    z: uint8_t
    low: uint8_t
    for i in range(64):
        w, x, y, z = a[i], b[i], c[i], d[i]
        bad[i] = (w > 51) | (x > 51) | (y > 51) | (z > 51)
        w = w + 4 if w < 48 else w - 48
        x = x + 4 if x < 48 else x - 48
        y = y + 4 if y < 48 else y - 48
        z = z + 4 if z < 48 else z - 48
        low = w if w < x else x
        x = w if w > x else x
        w = low
        low = y if y < z else z
        z = y if y > z else z
        y = low
        low = w if w < y else y
        y = w if w > y else y
        w = low
        low = x if x < z else z
        z = x if x > z else z
        x = low
        low = x if x < y else y
        y = x if x > y else y
        x = low
        bad[i] |= (w == x) | (x == y) | (y == z)
        a[i], b[i], c[i], d[i] = w, x, y, z
    for i in range(64):
        w, x, y, z = a[i], b[i], c[i], d[i]
        pattern[i] = (
            (((w ^ x) & 3) == 0) | (((w ^ y) & 3) == 0) << 1 | (((x ^ y) & 3) == 0) << 2
            | (((w ^ z) & 3) == 0) << 3 | (((x ^ z) & 3) == 0) << 4 | (((y ^ z) & 3) == 0) << 5
            | ((w ^ x) < 4) << 6 | ((x ^ y) < 4) << 7 | ((y ^ z) < 4) << 8
        )  # fmt: skip


def evaluate_rows(order: cython.int, cards: cython.const[uint8_t][:, ::1], numbers: uint16_t[::1]) -> cython.Py_ssize_t:
    """Fill `numbers` for rows of cards, 0 for those that do not qualify; return the first row that is not a hand, or -1."""
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
    row: cython.pointer(cython.const[uint8_t]) = cython.address(cards[0, 0])
    out: cython.pointer(uint16_t) = cython.address(numbers[0])
    table: cython.pointer(cython.const[OrderTable]) = cython.address(TABLES[order])
    fill: OrderFill = fill_sevens if cards.shape[1] == 7 else fill_sixes if cards.shape[1] == 6 else fill_fives
    with cython.nogil:
        done = fill_badugis(row, out, count) if order == BADUGI else fill(table, row, out, count)
    return -1 if done == count else done


def evaluate_omaha_rows(
    hands: cython.const[uint8_t][:, ::1], boards: cython.const[uint8_t][:, ::1], highs: uint16_t[::1], lows: uint16_t[::1]
) -> cython.Py_ssize_t:
    """Fill `highs` and `lows` (either may be empty) for hands of four to six cards; -1, or the first row that is not a hand.

    There is a board for each hand, or one for all.
    """
    count: cython.Py_ssize_t = hands.shape[0]
    held: cython.int = cython.cast(cython.int, hands.shape[1])
    shown: cython.int = cython.cast(cython.int, boards.shape[1])
    i: cython.Py_ssize_t
    done: cython.Py_ssize_t = -1
    if not 4 <= held <= 6 or not 3 <= shown <= 5:
        raise ValueError(f"hands of {held} cards and boards of {shown} make no Omaha hands")
    if boards.shape[0] != count and boards.shape[0] != 1:
        raise ValueError(f"{boards.shape[0]} boards do not fit {count} hands")
    if highs.shape[0]:
        has_room("highs", highs.shape[0], count)
    if lows.shape[0]:
        has_room("lows", lows.shape[0], count)
    load_tables()
    if count == 0:
        return -1
    hand: cython.pointer(cython.const[uint8_t]) = cython.address(hands[0, 0])
    board: cython.pointer(cython.const[uint8_t]) = cython.address(boards[0, 0])
    high: cython.pointer(uint16_t) = cython.NULL
    low: cython.pointer(uint16_t) = cython.NULL
    step: cython.int = shown if boards.shape[0] == count else 0
    if highs.shape[0]:
        high = cython.address(highs[0])
    if lows.shape[0]:
        low = cython.address(lows[0])
    with cython.nogil:
        if held == 4 and shown == 5:
            done = fill_omaha(hand, 4, board, 5, step, high, low, count)
        else:
            done = fill_omaha(hand, held, board, shown, step, high, low, count)
    return -1 if done == count else done


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def fill_omaha(
    hand: cython.pointer(cython.const[uint8_t]), held: cython.int, board: cython.pointer(cython.const[uint8_t]),
    shown: cython.int, step: cython.int, high: cython.pointer(uint16_t), low: cython.pointer(uint16_t),
    count: cython.Py_ssize_t,
) -> cython.Py_ssize_t:  # fmt: skip
    """Evaluate hands up to the first invalid one; return how many were evaluated."""
    i: cython.Py_ssize_t
    for i in range(count):
        if kicker_rarely(not are_cards(hand, held, board, shown)):
            return i
        if high != cython.NULL:
            high[i] = omaha_strength(hand, held, board, shown)
        if low != cython.NULL:
            low[i] = omaha_low(low_ranks(hand, held), low_ranks(board, shown))
        hand += held
        board += step
    return count


def source_hash() -> str:
    """Hash of the sources that this module was compiled from, to tell a stale build."""
    return KICKER_SOURCE_HASH.decode()
