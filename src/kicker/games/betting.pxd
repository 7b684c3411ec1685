cimport cython

from kicker.games.progress cimport Progress

@cython.locals(other=Py_ssize_t)
cpdef tuple limits(Progress state, Py_ssize_t seat)
