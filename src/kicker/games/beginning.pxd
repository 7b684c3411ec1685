cimport cython

from kicker.games.deal cimport Deal
from kicker.games cimport tuples

@cython.locals(number=int, bit=cython.ulonglong, one=cython.ulonglong, seen=cython.ulonglong)
cpdef bint has_twins(tuple cards)
cpdef object pay_antes(Deal deal)
cpdef object post_blinds(Deal deal)
