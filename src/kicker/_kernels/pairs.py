# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The compiled loop over a file of hand pairs: lines in, result lines out. `pairs.py` is its readable interface.

It handles only valid hands in the usual notation. At the first pair with anything unusual it stops and leaves that pair
to Python, which explains the error or accepts it.
"""

import cython
from cython.cimports.kicker._kernels.checks import has_room
from cython.cimports.kicker._kernels.strength import KICKER_SOURCE_HASH, RANK_OF, SUIT_OF, row_strength
from cython.cimports.libc.stdint import uint8_t, uint32_t, uint64_t
from cython.cimports.libc.string import memchr, memcpy

# Layouts of the output.
NONE, TEXT, CSV, JSONL = range(4)

# The reasons for stopping: fewer than two lines are left, the output is full, or a pair is unusual.
MORE, FULL, ODD = range(3)

# A line of 4096 bytes or more is not a hand, and no round takes more than 256 bytes in any layout.

RANK_LETTERS = cython.declare(cython.p_const_char, b"23456789TJQKA")
SUIT_LETTERS = cython.declare(cython.p_const_char, b"CDHS")


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def is_blank(character: uint8_t) -> cython.bint:
    """Return True for white space except the end of the line."""
    return character == 32 or character == 9 or (11 <= character and character <= 13)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def read_line(
    data: cython.pointer(cython.const[uint8_t]), start: cython.Py_ssize_t, row: cython.pointer(uint8_t)
) -> cython.Py_ssize_t:
    """Read five cards up to a newline, which the caller made sure of; where the next line starts, or -1."""
    at: cython.Py_ssize_t = start
    i: cython.int
    rank: uint8_t
    suit: uint8_t
    while is_blank(data[at]):
        at += 1
    for i in range(5):
        rank = RANK_OF[data[at]]
        if rank == 255:
            return -1
        suit = SUIT_OF[data[at + 1]]
        if suit == 255:
            return -1
        row[i] = rank + suit
        at += 2
        if i < 4:
            if data[at] != 32:
                return -1
            at += 1
    while is_blank(data[at]):
        at += 1
    if data[at] != 10 or at - start >= 4096:
        return -1
    return at + 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def put(out: cython.pointer(uint8_t), text: cython.p_const_char, length: cython.int) -> cython.pointer(uint8_t):
    memcpy(out, text, length)
    return out + length


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def put_number(out: cython.pointer(uint8_t), number: uint64_t) -> cython.pointer(uint8_t):
    digits: uint8_t[20]
    count: cython.int = 0
    while True:
        digits[count] = 48 + number % 10
        count += 1
        number = number // 10
        if number == 0:
            break
    while count > 0:
        count -= 1
        out[0] = digits[count]
        out += 1
    return out


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def put_cards(out: cython.pointer(uint8_t), row: cython.pointer(uint8_t)) -> cython.pointer(uint8_t):
    """Write five cards, each with a space after it, and a newline."""
    i: cython.int
    for i in range(5):
        out[0] = RANK_LETTERS[row[i] >> 2]
        out[1] = SUIT_LETTERS[row[i] & 3]
        out[2] = 32
        out += 3
    out[0] = 10
    return out + 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def put_round(
    out: cython.pointer(uint8_t), layout: cython.int, number: uint64_t, winner: cython.int,
    first_row: cython.pointer(uint8_t), second_row: cython.pointer(uint8_t), first: uint32_t, second: uint32_t,
) -> cython.pointer(uint8_t):  # fmt: skip
    if layout == 1:
        out = put_number(put(out, b"Round ", 6), number)
        out = put_cards(put(out, b":\nHand One: ", 12), first_row)
        out = put_cards(put(out, b"Hand Two: ", 10), second_row)
        if winner == 3:
            out = put(out, b"Tie!", 4)
        else:
            out = put(put_number(put(out, b"Hand ", 5), winner), b" Wins!", 6)
        out = put(out, b"\n------------------------\n", 26)
    elif layout == 2:
        out = put(put_number(out, number), b",", 1)
        out = put(put_number(out, winner), b",", 1)
        out = put(put_number(out, first), b",", 1)
        out = put(put_number(out, second), b"\n", 1)
    elif layout == 3:
        out = put_number(put(out, b'{"round": ', 10), number)
        out = put_number(put(out, b', "winner": ', 12), winner)
        out = put_number(put(out, b', "first": ', 11), first)
        out = put(put_number(put(out, b', "second": ', 12), second), b"}\n", 2)
    return out


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def share_a_card(first: cython.pointer(uint8_t), second: cython.pointer(uint8_t)) -> cython.bint:
    cards: uint64_t = 0
    others: uint64_t = 0
    i: cython.int
    for i in range(5):
        cards |= cython.cast(uint64_t, 1) << first[i]
        others |= cython.cast(uint64_t, 1) << second[i]
    return (cards & others) != 0


def compare_lines(
    data: bytes, start: cython.Py_ssize_t, end: cython.Py_ssize_t, layout: cython.int, one_deck: cython.bint,
    first_round: uint64_t, out: uint8_t[::1], tally: uint64_t[::1],
) -> tuple:  # fmt: skip
    """Compare pairs of lines in `data[start:end]`, which is empty or must end with a newline.

    Writes to `out`, adds to `tally[1]`, `tally[2]` or `tally[3]` for each pair, and returns (why it stopped, where the
    next pair starts, bytes written).
    """
    text: cython.pointer(cython.const[uint8_t]) = data
    if not 0 <= start <= end <= len(data) or (start < end and text[end - 1] != 10):
        raise ValueError(f"bytes {start} to {end} of {len(data)} are not whole lines")
    if not 0 <= layout <= 3:
        raise ValueError(f"there is no layout {layout}")
    has_room("out", out.shape[0], 256)
    has_room("tally", tally.shape[0], 4)
    begin: cython.pointer(uint8_t) = cython.address(out[0])
    at: cython.pointer(uint8_t) = begin
    last: cython.pointer(uint8_t) = begin + out.shape[0] - 256
    rows: uint8_t[16]
    middle: cython.Py_ssize_t
    after: cython.Py_ssize_t
    first: uint32_t
    second: uint32_t
    winner: cython.int
    stopped: cython.int = 0
    with cython.nogil:
        while start < end:
            if at > last:
                stopped = 1
                break
            middle = read_line(text, start, rows)
            if middle == end:
                break
            after = -1 if middle < 0 else read_line(text, middle, rows + 8)
            first = 0 if after < 0 else row_strength(rows, 5)
            second = 0 if after < 0 else row_strength(rows + 8, 5)
            if first == 0 or second == 0 or (one_deck and share_a_card(rows, rows + 8)):
                # Unusual, if there are two lines at all.
                if middle < 0 and is_last_line(text, start, end):
                    break
                stopped = 2
                break
            winner = 3 if first == second else (1 if first > second else 2)
            tally[winner] += 1
            at = put_round(at, layout, first_round, winner, rows, rows + 8, first, second)
            first_round += 1
            start = after
    return stopped, start, at - begin


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_last_line(
    text: cython.pointer(cython.const[uint8_t]), start: cython.Py_ssize_t, end: cython.Py_ssize_t
) -> cython.bint:
    return memchr(text + start, 10, end - start) == text + end - 1


def source_hash() -> str:
    """Hash of the sources that this module was compiled from, to tell a stale build."""
    return KICKER_SOURCE_HASH.decode()
