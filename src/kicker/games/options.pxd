# The types with which options.py is compiled. Amounts of chips are Python's numbers, because C's have a limit.
cimport cython
from kicker.games cimport tuples
from kicker.games.deal cimport Deal  # and with it the hash of the sources


@cython.final
@cython.no_gc  # no legal value refers to it, so the collector need not look
cdef class Options:
    # In the order of the fields: the compiled class takes it from here.
    cdef readonly object to_act
    cdef readonly str phase
    cdef readonly bint may_check
    cdef readonly object call_amount, min_raise_to, max_raise_to
    cdef readonly tuple hand
    cdef readonly object max_draw, bet
    cdef readonly bint may_muck
    cdef readonly object bring_in

    cpdef object refusal(self, object action, bint to_seat=*)
    cpdef object _refuse_discard(self, object action, object cards, bint to_seat)
