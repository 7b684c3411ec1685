# Compiled without types: progress.py imports beginning.py, which therefore cannot use the type of a Progress.
cdef extern from *:
    """
    const char kicker_source_hash[] = KICKER_SOURCE_HASH;
    """
