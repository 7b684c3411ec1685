cimport cython

from kicker.games.deal cimport Deal

@cython.locals(other=Py_ssize_t)
cpdef tuple limits(Deal state, Py_ssize_t seat)
