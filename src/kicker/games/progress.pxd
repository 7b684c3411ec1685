# The types with which progress.py is compiled. Amounts of chips are Python's numbers, because C's have a limit.
cimport cython

from kicker.games.options cimport Options


cdef class Progress:
    cdef readonly object setup, rules
    cdef readonly tuple order
    cdef public list events, stacks, bets, paid, acted_at
    cdef public tuple live, hands, up, board, boards, deck, waiting, past
    cdef public object to_act, aggressor, dead, bet, full_bet, last_raise
    cdef public int step, street, dealt, bet_count, runs_from
    cdef public bint over

    cpdef tuple freeze(self)
    cpdef Options options(self)
    cpdef Options opening_options(self, object seat, object low, object high)
    cpdef object add(self, str kind, Py_ssize_t seat, object amount=*)
    cpdef object add_cards(
        self, str kind, Py_ssize_t seat, tuple cards, object only=*, tuple up=*,
        str street=*, object strength=*, object low=*, int run=*
    )
    cpdef object put_in(self, Py_ssize_t seat, object amount)
    cpdef object take(self, object action, Options options)
    @cython.locals(seat=Py_ssize_t, kind=str)
    cpdef object act(self, object action)
    cpdef object raise_to(self, Py_ssize_t seat, object to)
    @cython.locals(order=tuple, live=tuple, stacks=list, bets=list, acted_at=list, place=Py_ssize_t, other=Py_ssize_t)
    cpdef object next_to_bet(self, Py_ssize_t seat)
    @cython.locals(live=tuple, stacks=list, bets=list, other=Py_ssize_t)
    cpdef bint has_choice(self, Py_ssize_t seat)
    cpdef object return_uncalled(self)
    cpdef object go_on(self)
    cpdef object open_street(self, int number)
    @cython.locals(order=tuple, place=Py_ssize_t, other=Py_ssize_t)
    cpdef object next_to_draw(self, object seat)
