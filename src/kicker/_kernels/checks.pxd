# The checks that kernels make on cards before anything is indexed with them.
from libc.stdint cimport uint64_t


# A bit for each card, added to those that are taken. ValueError for a number that is not a card, and for a card that is taken already.
cdef inline uint64_t with_cards(uint64_t taken, bytes cards) except? 0:
    cdef const unsigned char* row = cards
    cdef Py_ssize_t i
    for i in range(len(cards)):
        if row[i] >= 52:
            raise ValueError(f"{row[i]} is not a card: cards are numbered from 0 to 51")
        if (taken >> row[i]) & 1:
            raise ValueError(f"card {row[i]} appears twice")
        taken |= <uint64_t>1 << row[i]
    return taken


# ValueError unless an array has room for this many numbers.
cdef inline bint has_room(str name, Py_ssize_t size, Py_ssize_t least) except False:
    if size < least:
        raise ValueError(f"{name} has {size} places, and {least} are needed")
    return True
