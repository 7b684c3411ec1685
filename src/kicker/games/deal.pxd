# The types with which deal.py is compiled. Amounts of chips are Python's numbers, because C's have a limit.
cimport cython
from kicker.games cimport tuples
from kicker.games.course cimport Course  # and with it the hash of the sources


@cython.no_gc  # nothing in it refers to it
cdef class Deal:
    cdef readonly object setup, rules
    cdef readonly Course course
    cdef readonly tuple order
    cdef public list events
    cdef public tuple stacks, bets, paid, acted_at, live, hands, up, board, boards, deck, waiting, past
    cdef public object to_act, aggressor, dead, bet, full_bet, last_raise
    cdef public int step, street, dealt, bet_count, runs_from
    cdef public bint over

    cpdef object add(self, str kind, Py_ssize_t seat, object amount=*)
    cpdef object add_cards(
        self, str kind, Py_ssize_t seat, tuple cards, object only=*, tuple up=*,
        str street=*, object strength=*, object low=*, int run=*
    )
    cpdef object put_in(self, Py_ssize_t seat, object amount)
    cpdef object pay_dead(self, Py_ssize_t seat, object amount)
    cpdef object return_uncalled(self)
