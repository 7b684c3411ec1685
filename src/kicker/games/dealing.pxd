cimport cython

from kicker.games.deal cimport Deal
from kicker.games cimport tuples

cpdef object deal_hands(Deal deal, Py_ssize_t number)
cpdef object deal_board(Deal deal, str street, Py_ssize_t count)
cpdef object exchange(Deal deal, Py_ssize_t seat, tuple discarded)

@cython.locals(seat=Py_ssize_t, number=int, bit=cython.ulonglong, held=cython.ulonglong, one=cython.ulonglong)
cpdef object reshuffle(Deal deal)
@cython.locals(bits=int, last=Py_ssize_t, place=Py_ssize_t)
cpdef object shuffle_again(list cards, tuple deck, Py_ssize_t dealt)
