from kicker.games.progress cimport Progress

cpdef object pay_last(Progress deal, Py_ssize_t seat)
cpdef object show_down(Progress deal)
cpdef object show_or_muck(Progress deal, Py_ssize_t seat, str kind)
