# cython: cdivision=True
# Rows of numbers, one for each hand, and vectors of eight columns: what the loops of cfr.py do with them.
# Inline functions, so that each loop is compiled for where it is used; all rows are a multiple of eight long.
from libc.stdint cimport int16_t, int32_t, int64_t, uint16_t
from libc.string cimport memcpy

cdef extern from *:
    """
    #include <math.h>
    #include <stdint.h>
    #include <stdlib.h>
    #include <string.h>
    /* Eight numbers at a time where the processor can, else four: half a vector would be done number by number. */
    #if defined(__GNUC__)
      #if defined(__AVX__)
        #define KICKER_LANES 8
      #else
        #define KICKER_LANES 4
      #endif
      #define KICKER_ALONE __restrict
      typedef float kicker_vf __attribute__((vector_size(4 * KICKER_LANES)));
      typedef int32_t kicker_vi __attribute__((vector_size(4 * KICKER_LANES)));
      static inline kicker_vf kicker_nothing(void) { return (kicker_vf){0}; }
      /* x where the weight is above the least, else 0. */
      static inline kicker_vf kicker_kept(kicker_vf x, kicker_vf weight, kicker_vf least) {
        return (kicker_vf)((kicker_vi)x & (kicker_vi)(weight > least));
      }
      #if defined(__clang__)
        #define KICKER_MIX(x, y, ...) __builtin_shufflevector(x, y, __VA_ARGS__)
      #else
        #define KICKER_MIX(x, y, ...) __builtin_shuffle(x, y, (kicker_vi){__VA_ARGS__})
      #endif
      /* As many rows as numbers in each become columns. */
      #if KICKER_LANES == 4
      static inline void kicker_turned(kicker_vf* r) {
        kicker_vf a0 = KICKER_MIX(r[0], r[1], 0, 4, 1, 5), a1 = KICKER_MIX(r[0], r[1], 2, 6, 3, 7);
        kicker_vf a2 = KICKER_MIX(r[2], r[3], 0, 4, 1, 5), a3 = KICKER_MIX(r[2], r[3], 2, 6, 3, 7);
        r[0] = KICKER_MIX(a0, a2, 0, 1, 4, 5);
        r[1] = KICKER_MIX(a0, a2, 2, 3, 6, 7);
        r[2] = KICKER_MIX(a1, a3, 0, 1, 4, 5);
        r[3] = KICKER_MIX(a1, a3, 2, 3, 6, 7);
      }
      #else
      static inline void kicker_turned(kicker_vf* r) {
        kicker_vf a0 = KICKER_MIX(r[0], r[1], 0, 8, 1, 9, 4, 12, 5, 13), a1 = KICKER_MIX(r[0], r[1], 2, 10, 3, 11, 6, 14, 7, 15);
        kicker_vf a2 = KICKER_MIX(r[2], r[3], 0, 8, 1, 9, 4, 12, 5, 13), a3 = KICKER_MIX(r[2], r[3], 2, 10, 3, 11, 6, 14, 7, 15);
        kicker_vf a4 = KICKER_MIX(r[4], r[5], 0, 8, 1, 9, 4, 12, 5, 13), a5 = KICKER_MIX(r[4], r[5], 2, 10, 3, 11, 6, 14, 7, 15);
        kicker_vf a6 = KICKER_MIX(r[6], r[7], 0, 8, 1, 9, 4, 12, 5, 13), a7 = KICKER_MIX(r[6], r[7], 2, 10, 3, 11, 6, 14, 7, 15);
        kicker_vf b0 = KICKER_MIX(a0, a2, 0, 1, 8, 9, 4, 5, 12, 13), b1 = KICKER_MIX(a0, a2, 2, 3, 10, 11, 6, 7, 14, 15);
        kicker_vf b2 = KICKER_MIX(a1, a3, 0, 1, 8, 9, 4, 5, 12, 13), b3 = KICKER_MIX(a1, a3, 2, 3, 10, 11, 6, 7, 14, 15);
        kicker_vf b4 = KICKER_MIX(a4, a6, 0, 1, 8, 9, 4, 5, 12, 13), b5 = KICKER_MIX(a4, a6, 2, 3, 10, 11, 6, 7, 14, 15);
        kicker_vf b6 = KICKER_MIX(a5, a7, 0, 1, 8, 9, 4, 5, 12, 13), b7 = KICKER_MIX(a5, a7, 2, 3, 10, 11, 6, 7, 14, 15);
        r[0] = KICKER_MIX(b0, b4, 0, 1, 2, 3, 8, 9, 10, 11);   r[4] = KICKER_MIX(b0, b4, 4, 5, 6, 7, 12, 13, 14, 15);
        r[1] = KICKER_MIX(b1, b5, 0, 1, 2, 3, 8, 9, 10, 11);   r[5] = KICKER_MIX(b1, b5, 4, 5, 6, 7, 12, 13, 14, 15);
        r[2] = KICKER_MIX(b2, b6, 0, 1, 2, 3, 8, 9, 10, 11);   r[6] = KICKER_MIX(b2, b6, 4, 5, 6, 7, 12, 13, 14, 15);
        r[3] = KICKER_MIX(b3, b7, 0, 1, 2, 3, 8, 9, 10, 11);   r[7] = KICKER_MIX(b3, b7, 4, 5, 6, 7, 12, 13, 14, 15);
      }
      #endif
    #else
      #define KICKER_LANES 1
      #define KICKER_ALONE __restrict
      typedef float kicker_vf;
      static float kicker_nothing(void) { return 0; }
      static float kicker_kept(float x, float weight, float least) { return weight > least ? x : 0; }
      static void kicker_turned(kicker_vf* r) { (void)r; }
    #endif
    /* Rows that nothing else points to: the compiler may work on eight numbers at a time. */
    typedef float* KICKER_ALONE kicker_row;
    typedef const float* KICKER_ALONE kicker_given;
    typedef int16_t* KICKER_ALONE kicker_short_row;
    typedef uint16_t* KICKER_ALONE kicker_mean_row;
    /* Under this share of all the weight a sum is the noise that subtraction leaves. */
    #define KICKER_NOISE 1e-6f
    #define KICKER_TINY 1e-20f
    /* Zeros that begin where a cache line does; the place that calloc gave stands before them. */
    static inline void* kicker_aligned(int64_t size) {
      char* given = calloc(1, (size_t)size + 128);
      char* place = given == NULL ? NULL : (char*)(((uintptr_t)given + 127) & ~(uintptr_t)63);
      if (place != NULL) ((char**)place)[-1] = given;
      return place;
    }
    static inline void kicker_unaligned(void* place) { if (place != NULL) free(((char**)place)[-1]); }
    """
    enum:
        LANES "KICKER_LANES"
    ctypedef float vf "kicker_vf"
    ctypedef float* row_t "kicker_row"
    ctypedef const float* given_t "kicker_given"
    ctypedef int16_t* short_row_t "kicker_short_row"
    ctypedef uint16_t* mean_row_t "kicker_mean_row"
    vf nothing "kicker_nothing"() noexcept nogil
    vf kept "kicker_kept"(vf x, vf weight, vf least) noexcept nogil
    void turned "kicker_turned"(vf* rows) noexcept nogil
    float fmaxf(float, float) noexcept nogil
    float fminf(float, float) noexcept nogil
    const float NOISE "KICKER_NOISE"
    const float TINY "KICKER_TINY"
    void* aligned_zeros "kicker_aligned"(int64_t size) noexcept nogil
    void aligned_free "kicker_unaligned"(void* place) noexcept nogil


# Regrets as they are kept.
ctypedef fused regret_t:
    float
    int16_t


cdef inline void multiply(row_t out, given_t one, given_t two, int size) noexcept nogil:
    cdef int h
    for h in range(size):
        out[h] = one[h] * two[h]


cdef inline void add(row_t out, given_t one, int size) noexcept nogil:
    cdef int h
    for h in range(size):
        out[h] += one[h]


cdef inline void add_two(row_t out, given_t one, given_t two, int size) noexcept nogil:
    cdef int h
    for h in range(size):
        out[h] = one[h] + two[h]


cdef inline void add_three(row_t out, given_t one, given_t two, given_t three, int size) noexcept nogil:
    cdef int h
    for h in range(size):
        out[h] = one[h] + two[h] + three[h]


# The row of a node becomes the sum of its children's.
cdef inline void add_kids(float* rows, const int32_t* kids, int count, int node, int64_t size) noexcept nogil:
    cdef float* out = rows + node * size
    cdef int a
    if count == 1:
        memcpy(out, rows + kids[0] * size, size * sizeof(float))
    elif count == 2:
        add_two(out, rows + kids[0] * size, rows + kids[1] * size, size)
    else:
        add_three(out, rows + kids[0] * size, rows + kids[1] * size, rows + kids[2] * size, size)
        for a in range(3, count):
            add(out, rows + kids[a] * size, size)


cdef inline void add_product(row_t out, given_t one, given_t two, int size) noexcept nogil:
    cdef int h
    for h in range(size):
        out[h] += one[h] * two[h]


cdef inline void highest(row_t out, given_t one, int size) noexcept nogil:
    cdef int h
    for h in range(size):
        out[h] = fmaxf(out[h], one[h])


cdef inline void scale(row_t row, given_t factors, int size) noexcept nogil:
    cdef int h
    for h in range(size):
        row[h] *= factors[h]


cdef inline void invert(row_t row, int size) noexcept nogil:
    cdef int h
    for h in range(size):
        row[h] = <float>1 / row[h]


# What is positive of the regrets, and added to the total.
cdef inline void positive(row_t out, row_t total, given_t regrets, int size) noexcept nogil:
    cdef int h
    for h in range(size):
        out[h] = fmaxf(regrets[h], TINY)
        total[h] += out[h]


# The strategy that follows from rows of regrets; where none is positive all actions are alike. `out` has a row to spare.
cdef inline void match_regrets(float* out, const float* regrets, int count, int size) noexcept nogil:
    cdef float* total = out + count * size
    cdef int a
    for a in range(size):
        total[a] = 0
    for a in range(count):
        positive(out + a * size, total, regrets + a * size, size)
    invert(total, size)
    for a in range(count):
        scale(out + a * size, total, size)


# Regrets are discounted, positive ones by `alpha` and negative ones by a half, and grow by what was missed.
cdef inline float learnt(float regret, float alpha, float missed) noexcept nogil:
    return regret * <float>0.5 + fmaxf(regret, 0) * (alpha - <float>0.5) + missed


cdef inline void learn_row(row_t regrets, given_t value, given_t mean, float alpha, int size) noexcept nogil:
    cdef int h
    for h in range(size):
        regrets[h] = learnt(regrets[h], alpha, value[h] - mean[h])


cdef inline void step_row(row_t mean, given_t strategy, float step, int size) noexcept nogil:
    cdef int h
    for h in range(size):
        mean[h] += (strategy[h] - mean[h]) * step


cdef inline uint16_t stepped(uint16_t mean, float strategy, float step) noexcept nogil:
    cdef float now = <float><int32_t>mean
    return <uint16_t><int32_t>(now + (strategy * <float>65535 - now) * step + <float>0.5)


cdef inline void step_short_row(mean_row_t mean, given_t strategy, float step, int size) noexcept nogil:
    cdef int h
    for h in range(size):
        mean[h] = stepped(mean[h], strategy[h], step)


cdef inline void widen(row_t out, short_row_t row, float scale, int size) noexcept nogil:
    cdef int h
    for h in range(size):
        out[h] = row[h] * scale


cdef inline void widen_mean(row_t out, mean_row_t row, int size) noexcept nogil:
    cdef int h
    for h in range(size):
        out[h] = <float><int32_t>row[h] * <float>(1.0 / 65535)


cdef inline float largest(given_t row, int size) noexcept nogil:
    cdef int h
    cdef float most = 0
    for h in range(size):
        most = fmaxf(most, fmaxf(row[h], -row[h]))
    return most


# Numbers as 16 bits, rounded to the nearest.
cdef inline void narrow(short_row_t out, given_t row, float scale, int size) noexcept nogil:
    cdef int h
    for h in range(size):
        out[h] = <int16_t>(<int32_t>(row[h] * scale + <float>32768.5) - 32768)


# The rows of a node, of which the largest number is known; those that are all next to nothing are nothing.
cdef inline void narrow_all(int16_t* out, const float* rows, float* scale, float most, int size) noexcept nogil:
    cdef bint some = most > <float>1e-30
    scale[0] = most / <float>32767 if some else 0
    narrow(out, rows, <float>32767 / most if some else 0, size)


# The first row of a strategy is what the others leave.
cdef inline void first_of(row_t out, given_t others, int count, int size) noexcept nogil:
    cdef int a
    cdef int h
    for h in range(size):
        out[h] = 1
    for a in range(count):
        for h in range(size):
            out[h] -= others[a * size + h]
    for h in range(size):
        out[h] = fmaxf(out[h], 0)


# Locked hands play what the lock says; a place below 0 leaves its hand free.
cdef inline void set_locked(row_t out, given_t lock, int size) noexcept nogil:
    cdef int h
    for h in range(size):
        if lock[h] >= 0:
            out[h] = lock[h]


# Weights of other hands in the order of these.
cdef inline void pick(row_t out, given_t given, const uint16_t* places, float factor, int size, int stride) noexcept nogil:
    cdef int h
    for h in range(size):
        out[h] = given[places[h]] * factor
    for h in range(size, stride):
        out[h] = 0


cdef inline void put_back(row_t out, given_t given, const uint16_t* places, int size) noexcept nogil:
    cdef int h
    for h in range(size):
        out[h] += given[places[h]]


# Nearly all nodes have two or three actions: for them everything is done in one loop.

cdef inline void spread_two(
    row_t out, row_t out2, given_t reach, const regret_t* one, const regret_t* two, int size
) noexcept nogil:
    cdef int h
    cdef float p
    cdef float q
    cdef float share
    for h in range(size):
        p = fmaxf(one[h], TINY)
        q = fmaxf(two[h], TINY)
        share = reach[h] / (p + q)
        out[h] = p * share
        out2[h] = q * share


cdef inline void spread_three(
    row_t out, row_t out2, row_t out3, given_t reach,
    const regret_t* one, const regret_t* two, const regret_t* three, int size
) noexcept nogil:
    cdef int h
    cdef float p
    cdef float q
    cdef float r
    cdef float share
    for h in range(size):
        p = fmaxf(one[h], TINY)
        q = fmaxf(two[h], TINY)
        r = fmaxf(three[h], TINY)
        share = reach[h] / (p + q + r)
        out[h] = p * share
        out2[h] = q * share
        out3[h] = r * share


cdef inline void learn_two(
    row_t out, row_t one, row_t two, row_t mean, given_t value, given_t value2, float alpha, float step, int size
) noexcept nogil:
    cdef int h
    cdef float p
    cdef float q
    cdef float now
    for h in range(size):
        p = fmaxf(one[h], TINY)
        q = fmaxf(two[h], TINY)
        q = q / (p + q)
        now = value[h] + q * (value2[h] - value[h])
        out[h] = now
        one[h] = learnt(one[h], alpha, value[h] - now)
        two[h] = learnt(two[h], alpha, value2[h] - now)
        mean[h] += (q - mean[h]) * step


cdef inline float learn_two_short(
    row_t out, row_t new, row_t new2, const int16_t* one, const int16_t* two, float scale, mean_row_t mean,
    given_t value, given_t value2, float alpha, float step, int size
) noexcept nogil:
    cdef int h
    cdef float p
    cdef float q
    cdef float now
    cdef float most = 0
    for h in range(size):
        p = fmaxf(one[h], TINY)
        q = fmaxf(two[h], TINY)
        q = q / (p + q)
        now = value[h] + q * (value2[h] - value[h])
        out[h] = now
        p = learnt(one[h] * scale, alpha, value[h] - now)
        new[h] = p
        most = fmaxf(most, fmaxf(p, -p))
        p = learnt(two[h] * scale, alpha, value2[h] - now)
        new2[h] = p
        most = fmaxf(most, fmaxf(p, -p))
        mean[h] = stepped(mean[h], q, step)
    return most


cdef inline void learn_three(
    row_t out, row_t one, row_t two, row_t three, row_t mean, row_t mean2,
    given_t value, given_t value2, given_t value3, float alpha, float step, int size
) noexcept nogil:
    cdef int h
    cdef float q
    cdef float r
    cdef float total
    cdef float now
    for h in range(size):
        q = fmaxf(two[h], TINY)
        r = fmaxf(three[h], TINY)
        total = <float>1 / (fmaxf(one[h], TINY) + q + r)
        q *= total
        r *= total
        now = value[h] + q * (value2[h] - value[h]) + r * (value3[h] - value[h])
        out[h] = now
        one[h] = learnt(one[h], alpha, value[h] - now)
        two[h] = learnt(two[h], alpha, value2[h] - now)
        three[h] = learnt(three[h], alpha, value3[h] - now)
        mean[h] += (q - mean[h]) * step
        mean2[h] += (r - mean2[h]) * step


cdef inline float learn_three_short(
    row_t out, row_t new, row_t new2, row_t new3, const int16_t* one, const int16_t* two, const int16_t* three,
    float scale, mean_row_t mean, mean_row_t mean2, given_t value, given_t value2, given_t value3,
    float alpha, float step, int size
) noexcept nogil:
    cdef int h
    cdef float q
    cdef float r
    cdef float total
    cdef float now
    cdef float most = 0
    for h in range(size):
        q = fmaxf(two[h], TINY)
        r = fmaxf(three[h], TINY)
        total = <float>1 / (fmaxf(one[h], TINY) + q + r)
        q *= total
        r *= total
        now = value[h] + q * (value2[h] - value[h]) + r * (value3[h] - value[h])
        out[h] = now
        mean[h] = stepped(mean[h], q, step)
        mean2[h] = stepped(mean2[h], r, step)
        q = learnt(one[h] * scale, alpha, value[h] - now)
        new[h] = q
        most = fmaxf(most, fmaxf(q, -q))
        q = learnt(two[h] * scale, alpha, value2[h] - now)
        new2[h] = q
        most = fmaxf(most, fmaxf(q, -q))
        q = learnt(three[h] * scale, alpha, value3[h] - now)
        new3[h] = q
        most = fmaxf(most, fmaxf(q, -q))
    return most


# The same by the number of actions; rows stand one after another.

cdef inline void spread_rows(
    float* out, float* out2, float* out3, const float* reach, const regret_t* regrets, int count, int size
) noexcept nogil:
    if count == 2:
        spread_two(out, out2, reach, regrets, regrets + size, size)
    else:
        spread_three(out, out2, out3, reach, regrets, regrets + size, regrets + 2 * size, size)


cdef inline void learn_wide(
    float* out, float* regrets, float* mean, const float* value, const float* value2, const float* value3,
    float alpha, float step, int count, int size
) noexcept nogil:
    if count == 2:
        learn_two(out, regrets, regrets + size, mean, value, value2, alpha, step, size)
    else:
        learn_three(
            out, regrets, regrets + size, regrets + 2 * size, mean, mean + size, value, value2, value3, alpha, step, size
        )


cdef inline void learn_short(
    float* out, float* new, int16_t* regrets, float* scale, uint16_t* mean,
    const float* value, const float* value2, const float* value3, float alpha, float step, int count, int size
) noexcept nogil:
    cdef float most
    if count == 2:
        most = learn_two_short(
            out, new, new + size, regrets, regrets + size, scale[0], mean, value, value2, alpha, step, size
        )
    else:
        most = learn_three_short(
            out, new, new + size, new + 2 * size, regrets, regrets + size, regrets + 2 * size, scale[0],
            mean, mean + size, value, value2, value3, alpha, step, size
        )
    narrow_all(regrets, new, scale, most, count * size)
