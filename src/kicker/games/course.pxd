# The types with which course.py is compiled. Amounts of chips are Python's numbers, because C's have a limit.
cdef extern from *:
    """
    /* tests/test_build.py looks for it in the compiled file. */
    const char kicker_source_hash[] = KICKER_SOURCE_HASH;
    """


cdef class Course:
    cdef readonly tuple steps, draw_limits, bet_sizes, must_open
    cdef readonly object bet_cap, bring_in, openers
    cdef readonly bint fixed_limit, single_raise, completes
