from kicker.games.deal cimport Deal
from kicker.games cimport tuples

cpdef object pay_last(Deal deal, Py_ssize_t seat)
cpdef object show_down(Deal deal)
cpdef object show_or_muck(Deal deal, Py_ssize_t seat, bint shows)
