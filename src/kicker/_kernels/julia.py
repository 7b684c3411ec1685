# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The compiled loop over the pixels of a Julia set: after how many steps does z -> z * z + c leave a circle?

The arithmetic is that of the formula, operation by operation, in double precision. It must be compiled without fused
multiplication and addition, which rounds once where the formula rounds twice: near the edge of the set that changes pixels.

Points that never leave would take all the steps. Most of them soon cycle. Each number follows from the one before it,
so a repeated number proves that the point stays, and the remaining steps are skipped.
"""

import cython
from cython.cimports.kicker._kernels.strength import KICKER_SOURCE_HASH
from cython.cimports.libc.stdint import uint8_t

MOST_SHADES = cython.declare(cython.int, 1 << 29)  # so that twice a step is still a number


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def steps_to_leave(
    real: cython.double, imag: cython.double, c_real: cython.double, c_imag: cython.double,
    limit: cython.double, iterations: cython.int,
) -> cython.int:  # fmt: skip
    """Return the number of steps before the one that leads outside; `iterations` if none does."""
    n: cython.int
    looked_at: cython.int = 8  # the step whose number is compared with the following ones: 8, 16, 32 ...
    seen_real: cython.double = real
    seen_imag: cython.double = imag
    product: cython.double
    for n in range(iterations):
        product = real * imag
        real = real * real - imag * imag + c_real
        imag = product + product + c_imag
        if real * real + imag * imag > limit:
            return n
        if real == seen_real and imag == seen_imag:
            return iterations
        if n == looked_at:
            looked_at = 2 * n
            seen_real = real
            seen_imag = imag
    return iterations


def fill_rows(
    levels: uint8_t[::1], first_row: cython.int, size: cython.int, c_real: cython.double, c_imag: cython.double,
    limit: cython.double, shades: cython.const[uint8_t][::1],
) -> None:  # fmt: skip
    """Fill whole rows of a square picture, from `first_row` on, with shades[n] for points that leave after n steps.

    A point is outside when the square of its modulus is over `limit`. The last shade is for the points that stay, so there
    is one more of them than steps to take.
    """
    if size < 1 or first_row < 0 or levels.shape[0] // size > size - first_row:
        raise ValueError(f"{levels.shape[0]} points from row {first_row} on are not in a picture of {size} rows")
    if not 1 <= shades.shape[0] <= MOST_SHADES:
        raise ValueError(f"{shades.shape[0]} shades: 1 to {MOST_SHADES} are possible")
    iterations: cython.int = cython.cast(cython.int, shades.shape[0] - 1)
    rows: cython.int = cython.cast(cython.int, levels.shape[0] // size)
    place: cython.Py_ssize_t = 0
    x: cython.int
    y: cython.int
    imag: cython.double
    with cython.nogil:
        for y in range(first_row, first_row + rows):
            imag = 4.0 * y / size - 2.0
            for x in range(size):
                levels[place] = shades[
                    steps_to_leave(4.0 * x / size - 2.0, imag, c_real, c_imag, limit, iterations)
                ]
                place += 1


def source_hash() -> str:
    """Hash of the sources that this module was compiled from, to tell a stale build."""
    return KICKER_SOURCE_HASH.decode()
