# C declarations of strength.py: what Cython's pure Python mode cannot say, and what other kernels may use.
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

cdef extern from "Python.h":
    ctypedef struct PyObject

cdef extern from *:
    """
    #if defined(_MSC_VER) && !defined(__clang__)
      #include <intrin.h>
      #define kicker_popcount(x) ((unsigned int)__popcnt64(x))
      static unsigned int kicker_lowest_bit(unsigned int x) { unsigned long i; _BitScanForward(&i, x); return i; }
      #define kicker_rarely(x) (x)
    #else
      #define kicker_popcount(x) ((unsigned int)__builtin_popcountll(x))
      #define kicker_lowest_bit(x) ((unsigned int)__builtin_ctz(x))
      #define kicker_rarely(x) __builtin_expect(!!(x), 0)
    #endif
    #ifndef KICKER_SOURCE_HASH
      #define KICKER_SOURCE_HASH ""
    #endif
    /* The value of an int that fits in a digit; -1 for a negative or larger one. PyLong_AsLong takes three times as long. */
    static inline Py_ssize_t kicker_small_int(PyObject* number) {
    #if PY_VERSION_HEX >= 0x030C0000
      const PyLongObject* digits = (const PyLongObject*)number;
      return PyUnstable_Long_IsCompact(digits) ? PyUnstable_Long_CompactValue(digits) : -1;
    #else
      return Py_SIZE(number) == 1 ? (Py_ssize_t)((PyLongObject*)number)->ob_digit[0] : Py_SIZE(number) == 0 ? 0 : -1;
    #endif
    }
    #define KICKER_RANK_PART 0xFFFFFE0000000000ULL
    #define KICKER_EVERY_FOURTH 0x1111111111111ULL
    #define KICKER_PAIRS 0x0303030303030303ULL
    #define KICKER_NIBBLES 0x000F000F000F000FULL
    #define KICKER_BYTES 0x000000FF000000FFULL
    """
    unsigned int kicker_popcount(uint64_t) noexcept nogil
    unsigned int kicker_lowest_bit(unsigned int) noexcept nogil
    bint kicker_rarely(bint) noexcept nogil
    Py_ssize_t kicker_small_int(PyObject*) noexcept
    const char* KICKER_SOURCE_HASH
    const uint64_t RANK_PART "KICKER_RANK_PART"
    const uint64_t KICKER_EVERY_FOURTH
    const uint64_t KICKER_PAIRS
    const uint64_t KICKER_NIBBLES
    const uint64_t KICKER_BYTES

cdef extern from "Python.h":
    PyObject** PySequence_Fast_ITEMS(object) noexcept
    Py_ssize_t PySequence_Fast_GET_SIZE(object) noexcept
    bint PyLong_Check(PyObject*) noexcept
    bint PyUnicode_IS_COMPACT_ASCII(object) noexcept
    const uint8_t* PyUnicode_1BYTE_DATA(object) noexcept
    Py_ssize_t PyUnicode_GET_LENGTH(object) noexcept

cdef enum:
    EMPTY_KEY = 0x3333
    FLUSH_BITS = 0x8888
    NO_CARD = 0x100000
    NO_CARD_BITS = 0x700000

ctypedef Py_ssize_t (*Fill)(const uint8_t*, uint16_t*, Py_ssize_t) noexcept nogil

cdef uint8_t RANK_OF[256]
cdef uint8_t SUIT_OF[256]
cdef uint64_t CARD_KEYS[256]
cdef uint16_t FLUSHES[8192]
cdef uint16_t OFFSETS5[4096]
cdef uint16_t OFFSETS6[4096]
cdef uint16_t OFFSETS7[4096]
cdef uint16_t ENTRIES5[8192 + 2048]
cdef uint16_t ENTRIES6[24576 + 2048]
cdef uint16_t ENTRIES7[65536 + 2048]

cdef Py_ssize_t read_cards(object cards, uint8_t* row) except -1
cdef uint32_t suited_ranks(uint64_t key, uint64_t cards) noexcept nogil
cdef uint32_t flush_strength(uint64_t key, uint64_t cards) noexcept nogil
cdef uint32_t row_strength(const uint8_t* row, int size) noexcept nogil
