cimport cython

from kicker.games.betting cimport limits
from kicker.games.deal cimport Deal
from kicker.games.dealing cimport deal_board, deal_hands, exchange
from kicker.games.options cimport Options
from kicker.games.showing cimport pay_last, show_down, show_or_muck
from kicker.games cimport tuples


@cython.final
@cython.no_gc
cdef class Progress(Deal):
    cpdef tuple freeze(self)
    cpdef Options options(self)
    cpdef Options opening_options(self, object seat, object low, object high)
    cpdef object take(self, object action, Options options)
    @cython.locals(seat=Py_ssize_t, kind=str)
    cpdef object act(self, object action)
    cpdef object raise_to(self, Py_ssize_t seat, object to)
    @cython.locals(order=tuple, live=tuple, stacks=tuple, bets=tuple, acted_at=tuple, place=Py_ssize_t, count=Py_ssize_t, other=Py_ssize_t)
    cpdef object next_to_bet(self, Py_ssize_t seat)
    @cython.locals(live=tuple, stacks=tuple, bets=tuple, other=Py_ssize_t)
    cpdef bint has_choice(self, Py_ssize_t seat)
    cpdef object go_on(self)
    cpdef object open_street(self, int number)
    @cython.locals(order=tuple, place=Py_ssize_t, other=Py_ssize_t)
    cpdef object next_to_draw(self, object seat)
