# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: always_allow_keywords=False
"""The compiled evaluator: cards in, strength out. `hands.py` is its readable interface, `docs/evaluator.md` explains it.

Each card adds its 64-bit key. From the top: 23 bits that tell the ranks of the hand (a sum modulo 2**23, see
`tables.py`), bits 20 to 22, which are zero unless a number is not a card, and four counters of four bits, one per suit,
that start at 3, so that the fifth card of a suit sets its counter's high bit. Two loads find the strength then; a flush
takes another path. A second word has a bit per card: a repeated card leaves fewer bits than cards.
"""

import cython
from cython.cimports.cpython.list import PyList_CheckExact
from cython.cimports.cpython.ref import Py_INCREF
from cython.cimports.cpython.tuple import PyTuple_CheckExact
from cython.cimports.cpython.unicode import PyUnicode_CheckExact
from cython.cimports.kicker._kernels.checks import has_room, with_cards
from cython.cimports.libc.stdint import uint8_t, uint16_t, uint32_t, uint64_t
from cython.cimports.libc.string import memcpy, memset

STRENGTHS = 7462
STALE = "strength.bin does not belong to this build: run make setup"

CARD_KEYS = cython.declare(uint64_t[256])
FLUSHES = cython.declare(uint16_t[8192])
OFFSETS5 = cython.declare(uint16_t[4096])
OFFSETS6 = cython.declare(uint16_t[4096])
OFFSETS7 = cython.declare(uint16_t[4096])
# 2048 more than there are entries: no sum of an offset and a column leads outside, whatever the cards.
ENTRIES5 = cython.declare(uint16_t[8192 + 2048])
ENTRIES6 = cython.declare(uint16_t[24576 + 2048])
ENTRIES7 = cython.declare(uint16_t[65536 + 2048])
FIVE_RANKS = cython.declare(uint8_t[7463 * 5])
RANK_OF = cython.declare(uint8_t[256])  # 4 * rank of an ASCII character, 255 if it is none
SUIT_OF = cython.declare(uint8_t[256])

# The arguments of `install`: the objects that `evaluate` returns, and the function that takes over where its fast paths
# end.
SHARED = cython.declare(cython.pointer(PyObject)[7463])
hand_type = cython.declare(object, None)
slow_path = cython.declare(object, None)


# --- one hand of numbers ---------------------------------------------------------------------------------------------


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def suited_ranks(key: uint64_t, cards: uint64_t) -> uint32_t:
    """Return the ranks of the suit with five or more cards, a bit each; `cards` has a bit per card."""
    suit: cython.uint = kicker_lowest_bit(cython.cast(cython.uint, key & FLUSH_BITS)) >> 2
    bits: uint64_t = (cards >> suit) & KICKER_EVERY_FOURTH  # the ranks of the suit, to be compressed
    bits = (bits | bits >> 3) & KICKER_PAIRS
    bits = (bits | bits >> 6) & KICKER_NIBBLES
    bits = (bits | bits >> 12) & KICKER_BYTES
    return cython.cast(uint32_t, (bits | bits >> 24) & 0x1FFF)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def flush_strength(key: uint64_t, cards: uint64_t) -> uint32_t:
    """Return the strength of a hand with five or more cards of a suit."""
    return FLUSHES[suited_ranks(key, cards)]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def rank_strength(key: uint64_t, size: cython.int) -> uint32_t:
    """Return the strength of a hand without a flush."""
    row: uint32_t = key >> 52
    column: uint32_t = (key >> 41) & 2047
    if size == 7:
        return ENTRIES7[OFFSETS7[row] + column]
    if size == 6:
        return ENTRIES6[OFFSETS6[row] + column]
    return ENTRIES5[OFFSETS5[row] + column]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def row_strength(row: cython.pointer(cython.const[uint8_t]), size: cython.int) -> uint32_t:
    """Return the strength of `size` (5, 6 or 7) card numbers; 0 if one is not a card or appears twice."""
    key: uint64_t = EMPTY_KEY
    cards: uint64_t = 0
    i: cython.int
    for i in range(size):
        key += CARD_KEYS[row[i]]
        cards |= cython.cast(uint64_t, 1) << (row[i] & 63)
    if kicker_rarely(kicker_popcount(cards) != cython.cast(cython.uint, size)):
        return 0
    if kicker_rarely((key & (FLUSH_BITS | NO_CARD_BITS)) != 0):
        return 0 if key & NO_CARD_BITS else flush_strength(key, cards)
    return rank_strength(key, size)


# --- evaluate(), called from Python ----------------------------------------------------------------------------------


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def read_items(items: object, row: cython.pointer(uint8_t)) -> cython.Py_ssize_t:
    """Copy a list or tuple of numbers; return their number, or 0 if there are too many or one is not a number below
    256."""
    count: cython.Py_ssize_t = PySequence_Fast_GET_SIZE(items)
    objects: cython.pointer(cython.pointer(PyObject)) = PySequence_Fast_ITEMS(items)
    i: cython.Py_ssize_t
    number: cython.Py_ssize_t
    if count > 7:
        return 0
    for i in range(count):
        if not PyLong_Check(objects[i]):
            return 0
        number = kicker_small_int(objects[i])
        if number < 0 or number > 255:
            return 0
        row[i] = number
    return count


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def read_text(
    text: cython.pointer(cython.const[uint8_t]), length: cython.Py_ssize_t, row: cython.pointer(uint8_t)
) -> cython.Py_ssize_t:
    """Read cards like `As`, `AS` or `10h`, separated by spaces, commas or nothing; return their number, or 0 if they
    cannot be read."""
    i: cython.Py_ssize_t = 0
    count: cython.Py_ssize_t = 0
    card: cython.uint
    while i + 1 < length:
        if text[i] == 32 or text[i] == 44:
            i += 1
            continue
        card = RANK_OF[text[i]] | SUIT_OF[text[i + 1]]
        if kicker_rarely(card > 51):
            if text[i] != 49 or text[i + 1] != 48 or i + 2 == length:
                return 0
            card = 32 | SUIT_OF[text[i + 2]]
            i += 1
        if card > 51 or count == 7:
            return 0
        row[count] = card
        count += 1
        i += 2
    if i < length and text[i] != 32 and text[i] != 44:
        return 0
    return count


@cython.cfunc
@cython.inline
@cython.exceptval(-1, check=False)
def read_cards(cards: object, row: cython.pointer(uint8_t)) -> cython.Py_ssize_t:
    """Read text, a `Hand`, or a list or tuple of numbers; return the number of cards, or 0 if they cannot be
    read here."""
    if PyList_CheckExact(cards) or PyTuple_CheckExact(cards):
        return read_items(cards, row)
    if PyUnicode_CheckExact(cards):
        if not PyUnicode_IS_COMPACT_ASCII(cards):
            return 0
        return read_text(PyUnicode_1BYTE_DATA(cards), PyUnicode_GET_LENGTH(cards), row)
    if type(cards) is hand_type:
        held = cards.cards
        if PyTuple_CheckExact(held):
            return read_items(held, row)
    return 0


@cython.cfunc
def unusual(cards: object, board: object, order: object) -> object:
    """Let Python evaluate a hand. A function of its own keeps the rest of `evaluate` inlined."""
    return slow_path(cards, board, order)


@cython.cfunc
@cython.inline
def shared_strength(row: cython.pointer(uint8_t), count: cython.Py_ssize_t, cards: object, board: object) -> object:
    """Return the strength of five to seven cards in the usual order; anything unusual goes to Python."""
    strength: uint32_t = 0
    if count == 7:
        strength = row_strength(row, 7)
    elif count == 5:
        strength = row_strength(row, 5)
    elif count == 6:
        strength = row_strength(row, 6)
    if kicker_rarely(strength == 0):
        return unusual(cards, board, None)
    return cython.cast(object, SHARED[strength])


@cython.cfunc
def evaluate_with_board(cards: object, board: object, order: object) -> object:
    """Evaluate a hand with a board; this would make `evaluate` slower if it were inlined there."""
    row: uint8_t[16]
    count: cython.Py_ssize_t
    if order is None and read_cards(cards, row) == 2:
        count = read_cards(board, row + 2)
        if 3 <= count <= 5:
            return shared_strength(row, 2 + count, cards, board)
    return unusual(cards, board, order)


@cython.binding(False)  # Python calls a built-in function faster
@cython.embedsignature(True)
@cython.embedsignature.format("clinic")
def evaluate(cards, board=None, order=None):
    """The strength of the best five of 5, 6 or 7 cards, given as text, a `Hand`, or a sequence of cards or numbers.

    To evaluate hole cards with a board of three to five cards, pass the board second: two hole cards as in hold'em, or
    four, five or six as in Omaha, where exactly two of them play. `order` is an `Order` of hands or its name, by
    default the usual one. The result is None if the cards do not qualify. With several orders in a tuple, as in
    hi-lo games, there is a result for each.

    >>> evaluate("7c 7d 7h 2s 2c").describe()
    'full house, sevens over twos'
    >>> evaluate("AhKh", "Qh Jh Th 2c 3d").describe()
    'royal flush'
    >>> evaluate("8c 6d 4h 3s Ac Kd Kh", order="ace-to-five").describe()
    '8-6-4-3-A low'
    >>> high, low = evaluate("As 2s Kd Kh", "Ks 8d 7d 4c 4h", order=("high", "eight-or-better"))
    >>> high.describe(), low.describe()
    ('full house, kings over fours', '8-7-4-2-A low')
    """
    row: uint8_t[8]
    if board is not None or order is not None:
        return evaluate_with_board(cards, board, order)
    return shared_strength(row, read_cards(cards, row), cards, board)


# --- many hands ------------------------------------------------------------------------------------------------------


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def fill_rows(
    row: cython.pointer(cython.const[uint8_t]), size: cython.int, out: cython.pointer(uint16_t), count: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """Evaluate rows up to the first that is not a hand; return how many were evaluated."""
    i: cython.Py_ssize_t
    strength: uint32_t
    for i in range(count):
        strength = row_strength(row + size * i, size)
        if kicker_rarely(strength == 0):
            return i
        out[i] = strength
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def fill5(
    row: cython.pointer(cython.const[uint8_t]), out: cython.pointer(uint16_t), count: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    return fill_rows(row, 5, out, count)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def fill6(
    row: cython.pointer(cython.const[uint8_t]), out: cython.pointer(uint16_t), count: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    return fill_rows(row, 6, out, count)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def fill7(
    row: cython.pointer(cython.const[uint8_t]), out: cython.pointer(uint16_t), count: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    return fill_rows(row, 7, out, count)


def evaluate_rows(cards: cython.const[uint8_t][:, ::1], strengths: uint16_t[::1]) -> cython.Py_ssize_t:
    """Fill `strengths` for rows of 5, 6 or 7 cards; return the first row that is not a hand, or -1."""
    count: cython.Py_ssize_t = cards.shape[0]
    size: cython.int
    done: cython.Py_ssize_t
    if not 5 <= cards.shape[1] <= 7:
        raise ValueError(f"a hand has 5, 6 or 7 cards, not {cards.shape[1]}")
    has_room("strengths", strengths.shape[0], count)
    if count == 0:
        return -1
    size = cython.cast(cython.int, cards.shape[1])
    row: cython.pointer(cython.const[uint8_t]) = cython.address(cards[0, 0])
    out: cython.pointer(uint16_t) = cython.address(strengths[0])
    # Called through a pointer, so that the loop is compiled separately and has all registers to itself.
    fill: Fill = fill7 if size == 7 else fill6 if size == 6 else fill5
    with cython.nogil:
        done = fill(row, out, count)
    return -1 if done == count else done


# --- all hands -------------------------------------------------------------------------------------------------------

Enumeration = cython.struct(
    size=cython.int,  # cards of a finished hand
    free=uint8_t[52],  # the cards that may be added
    pair_keys=uint64_t[1326],  # the sum of two of them, in the order (0,1) (0,2) (1,2) (0,3) ...
    pair_cards=uint64_t[1326],
    counts=uint32_t[7463],
)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def count_one(key: uint64_t, cards: uint64_t, tally: cython.pointer(Enumeration)) -> cython.void:
    strength: uint32_t
    strength = flush_strength(key, cards) if key & FLUSH_BITS else rank_strength(key, tally.size)
    tally.counts[strength] += 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def count_pairs(
    key: uint64_t, cards: uint64_t, pairs: cython.int, size: cython.int, tally: cython.pointer(Enumeration)
) -> cython.void:
    """Add each of the first `pairs` pairs; flushes are looked for only where a suit has three cards already."""
    i: cython.int
    total: uint64_t
    strength: uint32_t
    if (key + 0x2222) & FLUSH_BITS:
        for i in range(pairs):
            total = key + tally.pair_keys[i]
            if total & FLUSH_BITS:
                strength = flush_strength(total, cards | tally.pair_cards[i])
            else:
                strength = rank_strength(total, size)
            tally.counts[strength] += 1
        return
    for i in range(pairs):
        tally.counts[rank_strength(key + tally.pair_keys[i], size)] += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def count_completions(
    key: uint64_t, cards: uint64_t, below: cython.int, missing: cython.int, tally: cython.pointer(Enumeration)
) -> cython.void:
    """Add `missing` of the first `below` free cards in every way: the last two of them in one loop over pairs."""
    i: cython.int
    if missing > 2:
        for i in range(missing - 1, below):
            count_completions(
                key + CARD_KEYS[tally.free[i]], cards | cython.cast(uint64_t, 1) << tally.free[i],
                i, missing - 1, tally,
            )  # fmt: skip
    elif missing == 2:
        if tally.size == 7:
            count_pairs(key, cards, below * (below - 1) // 2, 7, tally)
        elif tally.size == 6:
            count_pairs(key, cards, below * (below - 1) // 2, 6, tally)
        else:
            count_pairs(key, cards, below * (below - 1) // 2, 5, tally)
    elif missing == 1:
        for i in range(below):
            count_one(key + CARD_KEYS[tally.free[i]], cards | cython.cast(uint64_t, 1) << tally.free[i], tally)
    else:
        count_one(key, cards, tally)


def count_strengths(size: cython.int, known: bytes, free: bytes) -> list:
    """Return how many hands of `size` cards have each strength: the known cards and any of the free ones.

    Index 0 of the list is not used.
    """
    tally: Enumeration
    key: uint64_t = EMPTY_KEY
    cards: uint64_t = 0
    card: cython.int
    i: cython.int
    j: cython.int
    pairs: cython.int = 0
    with_cards(with_cards(0, known), free)
    count: cython.int = len(free)
    missing: cython.int = size - len(known)
    if not 5 <= size <= 7 or not 0 <= missing <= count:
        raise ValueError(f"{len(known)} known and {count} free cards make no hands of {size}")
    memset(tally.counts, 0, cython.sizeof(tally.counts))
    tally.size = size
    for card in known:
        key += CARD_KEYS[card]
        cards |= cython.cast(uint64_t, 1) << card
    for i in range(count):
        tally.free[i] = free[i]
        for j in range(i):
            tally.pair_keys[pairs] = CARD_KEYS[tally.free[i]] + CARD_KEYS[tally.free[j]]
            tally.pair_cards[pairs] = (cython.cast(uint64_t, 1) << tally.free[i]
                                       | cython.cast(uint64_t, 1) << tally.free[j])
            pairs += 1
    with cython.nogil:
        count_completions(key, cards, count, missing, cython.address(tally))
    return [tally.counts[i] for i in range(STRENGTHS + 1)]


# --- set-up ----------------------------------------------------------------------------------------------------------


def five_ranks(strength: cython.int) -> tuple:
    """Return the five ranks of a strength, in the order in which they break ties."""
    if not 1 <= strength <= 7462:
        raise ValueError(f"{strength} is not a strength: strengths are from 1 to 7462")
    at: cython.int = 5 * strength
    return (FIVE_RANKS[at], FIVE_RANKS[at + 1], FIVE_RANKS[at + 2], FIVE_RANKS[at + 3], FIVE_RANKS[at + 4])


def install(strengths: list, hand: type, slow: object) -> None:
    """Tell `evaluate` which objects to return, what a `Hand` is, and what to call for everything unusual."""
    global hand_type, slow_path
    i: cython.int
    if len(strengths) != STRENGTHS:
        raise ValueError(f"{len(strengths)} strengths: there are {STRENGTHS}")
    for i in range(STRENGTHS):
        shared = strengths[i]
        Py_INCREF(shared)  # held for ever: the table below does not count references
        SHARED[i + 1] = cython.cast(cython.pointer(PyObject), shared)
    hand_type = hand
    slow_path = slow


def source_hash() -> str:
    """Hash of the sources that this module was compiled from, to tell a stale build."""
    return KICKER_SOURCE_HASH.decode()


@cython.cfunc
@cython.exceptval(check=True)
def _load(tables: bytes) -> cython.void:
    """Unpack what `tables.build` made; SystemError if it does not go into the arrays."""
    data: cython.pointer(cython.const[uint8_t]) = tables
    end: cython.pointer(cython.const[uint8_t]) = data + len(tables)
    keys: uint32_t[13]
    card: cython.int
    if len(tables) < 52 + 16384:
        raise SystemError(STALE)
    memcpy(keys, data, 52)
    memcpy(FLUSHES, data + 52, 16384)
    data += 52 + 16384
    _check_strengths(FLUSHES, 8192)
    data = _load_size(data, end, OFFSETS5, ENTRIES5, 8192)
    data = _load_size(data, end, OFFSETS6, ENTRIES6, 24576)
    data = _load_size(data, end, OFFSETS7, ENTRIES7, 65536)
    if end - data != 5 * (STRENGTHS + 1):
        raise SystemError(STALE)
    memcpy(FIVE_RANKS, data, 5 * (STRENGTHS + 1))
    for card in range(256):
        CARD_KEYS[card] = NO_CARD
        RANK_OF[card] = SUIT_OF[card] = 255
    for card in range(52):
        CARD_KEYS[card] = cython.cast(uint64_t, keys[card >> 2]) << 41 | cython.cast(uint64_t, 1) << 4 * (card & 3)
    for card, characters in enumerate(("22", "33", "44", "55", "66", "77", "88", "99", "tT", "jJ", "qQ", "kK", "aA")):
        for character in characters:
            RANK_OF[ord(character)] = 4 * card
    for card, characters in enumerate(("cC", "dD", "hH", "sS")):
        for character in characters:
            SUIT_OF[ord(character)] = card


@cython.cfunc
def _load_size(
    data: cython.pointer(cython.const[uint8_t]), end: cython.pointer(cython.const[uint8_t]),
    offsets: cython.pointer(uint16_t), entries: cython.pointer(uint16_t), room: uint32_t,
) -> cython.pointer(cython.const[uint8_t]):  # fmt: skip
    count: uint32_t
    i: cython.int
    if end - data < 4 + 8192:
        raise SystemError(STALE)
    memcpy(cython.address(count), data, 4)
    data += 4
    if count > room or end - data < 8192 + 2 * cython.cast(cython.Py_ssize_t, count):
        raise SystemError(STALE)
    memcpy(offsets, data, 8192)
    memcpy(entries, data + 8192, 2 * count)
    for i in range(4096):
        if offsets[i] > room:
            raise SystemError(STALE)
    _check_strengths(entries, count)
    return data + 8192 + 2 * count


@cython.cfunc
@cython.exceptval(check=True)
def _check_strengths(strengths: cython.pointer(uint16_t), count: uint32_t) -> cython.void:
    i: uint32_t
    for i in range(count):
        if strengths[i] > STRENGTHS:
            raise SystemError(STALE)


def _read_tables() -> bytes:
    folder = __file__.rpartition("/")[0] or __file__.rpartition("\\")[0] or "."
    with open(folder + "/strength.bin", "rb") as file:
        return file.read()


_load(_read_tables())
