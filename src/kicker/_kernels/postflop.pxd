# C declarations of postflop.py.
from kicker._kernels.cfr cimport Passes, Work

cdef class Game(Passes):
    cdef bint sealed
    cdef bint make_work(self, Work* work, int first) noexcept
    cdef check_pass(self, int player, int mode)
