from kicker.games.deal cimport Deal
from kicker.games cimport tuples

cpdef object pay_last(Deal deal, Py_ssize_t seat)
cpdef object show_down(Deal deal)
cpdef object show_or_muck(Deal deal, Py_ssize_t seat, bint shows)
cpdef object strength(Deal deal, Py_ssize_t seat)
cpdef object open_hand(Deal deal, Py_ssize_t seat, object worth=*, object low=*, int run=*)
cpdef object pay(Deal deal, Py_ssize_t seat, object amount, object pot, str half=*, int run=*)
cpdef object finish(Deal deal)
