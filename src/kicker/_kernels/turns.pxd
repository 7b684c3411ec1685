# How threads that work without the interpreter's lock take turns: shared counters, and waiting until one changes.
from libc.stdint cimport int64_t

cdef extern from *:
    """
    #if defined(_WIN32)
      #include <windows.h>
      #define kicker_yield() SwitchToThread()
    #else
      #include <sched.h>
      #define kicker_yield() sched_yield()
    #endif
    #if defined(_MSC_VER) && !defined(__clang__)
      #include <intrin.h>
      #define kicker_add(place, number) _InterlockedExchangeAdd64((volatile __int64*)(place), (number))
      #define kicker_set(place, number) ((void)_InterlockedExchange64((volatile __int64*)(place), (number)))
      #define kicker_get(place) _InterlockedExchangeAdd64((volatile __int64*)(place), 0)
    #else
      #define kicker_add(place, number) __atomic_fetch_add((place), (number), __ATOMIC_SEQ_CST)
      #define kicker_set(place, number) __atomic_store_n((place), (number), __ATOMIC_SEQ_CST)
      #define kicker_get(place) __atomic_load_n((place), __ATOMIC_SEQ_CST)
    #endif
    #define KICKER_PATIENCE 10000
    /* Waits are short: falling asleep and waking up would take longer. After a while other programs may have the core. */
    static inline void kicker_await(int64_t* place, int64_t former) {
      int tries = 0;
      while (kicker_get(place) >> 32 == former)
        if (tries < KICKER_PATIENCE) ++tries; else kicker_yield();
    }
    """
    int64_t add_shared "kicker_add"(int64_t* place, int64_t number) noexcept nogil  # returns what was there
    void set_shared "kicker_set"(int64_t* place, int64_t number) noexcept nogil
    void await_next "kicker_await"(int64_t* place, int64_t former) noexcept nogil
