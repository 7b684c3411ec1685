"""Card backs: pictures of Julia sets, exact to the pixel, and complex numbers as text.

A card back is a value of six numbers; `CardBack.levels` makes the picture as grey levels, one byte a pixel, and
`palette_tables` has the colours for them. Nothing here writes files. Arithmetic is that of Python's `complex`;
`parse_complex` and `format_complex` are how people write it.

>>> picture = CardBack(size=100)
>>> levels = picture.levels()
>>> len(levels), levels.count(0), sum(levels)
(10000, 2471, 162136)
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from math import inf, isfinite, nextafter, sqrt
from typing import Final

from kicker._kernels import julia as _kernel
from kicker.cards import number_text
from kicker.errors import KickerError, quoted
from kicker.parallel import available_cores, in_parallel

LARGEST: Final = 10_000  # pixels along a side: 100 million in all
MOST_ITERATIONS: Final = 1_000_000
FARTHEST: Final = 1e100  # beyond it the square of its square overflows

# Worth looking at; the first is the default.
PRESETS: Final = {
    "dragon": complex(-0.8, 0.156),
    "leaves": complex(-0.52, 0.57),
    "kites": complex(0.295, 0.55),
    "petals": complex(-0.624, 0.435),
    "lightning": complex(0, 1),
    "beads": complex(-1.25, 0),
    "shells": complex(0.285, 0.01),
    "frost": complex(-0.70176, -0.3842),
    "waves": complex(-0.835, -0.2321),
    "coral": complex(0, -0.8),
}

# Grey levels and their colours, interpolated between stops. Most pixels are dark, so most stops are too.
PALETTES: Final = {
    "grey": ((0, 0x000000), (255, 0xFFFFFF)),
    "red": ((0, 0x7A0C18), (12, 0x8F1420), (28, 0xC23B45), (56, 0xF3C9C0), (96, 0xFFFFFF), (255, 0xFFD76A)),
    "blue": ((0, 0x0C1E5A), (12, 0x14307A), (28, 0x2F5DB5), (56, 0xB9D2F2), (96, 0xFFFFFF), (255, 0xFFE9A8)),
    "felt": ((0, 0x06281A), (12, 0x0B3D26), (28, 0x1B7340), (56, 0x7DBB5A), (96, 0xF2EDB0), (255, 0xFFFFFF)),
    "ember": ((0, 0x0A0306), (12, 0x2E0810), (28, 0x8C1A16), (56, 0xE8641E), (96, 0xFFC64D), (255, 0xFFFFFF)),
    "ocean": ((0, 0x020A1C), (12, 0x06203F), (28, 0x0E5C8C), (56, 0x35B5C4), (96, 0xC4F0E4), (255, 0xFFFFFF)),
    "gold": ((0, 0x0B0905), (12, 0x221A0B), (28, 0x6B4E16), (56, 0xC99A2E), (96, 0xF6DE8D), (255, 0xFFFFFF)),
}

_STEPS_AT_ONCE = 20_000_000  # a twentieth of a second, which is how long Ctrl-C may have to wait


@dataclass(frozen=True, slots=True)
class CardBack:
    """A picture of the Julia set of z -> z * z + c, on the square from -2 - 2i to 2 + 2i.

    Points that leave the circle of radius `bailout` after n of `iterations` steps are as bright as
    (n / iterations) ** exponent, or white if n is over `border` times `iterations`; points that stay are black.
    """

    size: int = 800
    """Width and height in pixels."""
    c: complex = PRESETS["dragon"]
    """The constant that makes the picture."""
    iterations: int = 1000
    """The number of steps for which a point is followed."""
    border: float = 0.5
    """Points that take more than this share of the steps to leave are white."""
    exponent: float = 0.5
    """The exponent of the brightness curve: lower is brighter."""
    bailout: float = 4.0
    """The radius of the circle that points leave."""

    def __post_init__(self) -> None:
        if not 1 <= self.size <= LARGEST:
            raise KickerError(f"the size must be 1 to {LARGEST:,} pixels, not {self.size}", "size")
        if not (isfinite(self.c.real) and isfinite(self.c.imag)):
            raise KickerError(f"cannot draw c = {format_complex(self.c)}; both parts must be finite numbers", "c")
        if not 1 <= self.iterations <= MOST_ITERATIONS:
            raise KickerError(f"the iterations must be 1 to {MOST_ITERATIONS:,}, not {self.iterations}", "iterations")
        if not 0 <= self.border <= 1:
            raise KickerError(f"the border ratio must be 0 to 1, not {number_text(self.border)}", "border")
        if not 0 <= self.exponent < inf:
            raise KickerError(f"the color exponent must be 0 or more, not {number_text(self.exponent)}", "exponent")
        if not 0 < self.bailout <= FARTHEST:
            raise KickerError(
                f"the bailout radius must be above 0 and at most {FARTHEST:g}, not {number_text(self.bailout)}",
                "bailout",
            )

    def levels(self, progress: Callable[[int], None] | None = None, threads: int | None = None) -> bytes:
        """Return the grey level of each pixel, row by row from the top; `progress` is called with the number of rows
        done."""
        picture = bytearray(self.size * self.size)
        view = memoryview(picture)
        shades, limit = self.shades(), largest_square(self.bailout)
        rows = max(1, _STEPS_AT_ONCE // (self.size * self.iterations))
        cores = threads or available_cores()

        def fill(first: int) -> None:
            part = view[first * self.size : (first + rows) * self.size]
            _kernel.fill_rows(part, first, self.size, self.c.real, self.c.imag, limit, shades)

        for first in range(0, self.size, rows * cores):
            in_parallel(fill, range(first, min(first + rows * cores, self.size), rows), cores)
            if progress:
                progress(min(first + rows * cores, self.size))
        return bytes(picture)

    def shades(self) -> bytes:
        """Return the grey levels of points that leave after 0, 1, 2 ... steps, and last of those that stay."""
        return bytes([*map(self._shade, range(self.iterations)), 0])

    def _shade(self, n: int) -> int:
        if n > self.iterations * self.border:
            return 255
        return int((n / self.iterations) ** self.exponent * 255)


def largest_square(radius: float) -> float:
    """Return the largest number whose square root does not exceed the radius: squares compare with it exactly as roots
    would.

    The square of the radius would not do, because both the square and the root are rounded.
    """
    square = radius * radius
    while sqrt(square) > radius:
        square = nextafter(square, 0)
    while sqrt(nextafter(square, inf)) <= radius:
        square = nextafter(square, inf)
    return square


def palette_tables(name: str) -> tuple[bytes, bytes, bytes]:
    """Return the red, green and blue of each of the 256 grey levels."""
    if name not in PALETTES:
        raise KickerError(f"{quoted(name)} is not a palette; choose from {', '.join(PALETTES)}", "palette")
    stops = PALETTES[name]
    red, green, blue = (
        bytes(_between([(level, colour >> shift & 0xFF) for level, colour in stops], level) for level in range(256))
        for shift in (16, 8, 0)
    )
    return red, green, blue


def _between(stops: list[tuple[int, int]], level: int) -> int:
    """Return the value at a level on the line from stop to stop, to the nearest whole number."""
    after = next(place for place in range(1, len(stops)) if level <= stops[place][0])
    (start, low), (end, high) = stops[after - 1], stops[after]
    return (2 * (low * (end - level) + high * (level - start)) + end - start) // (2 * (end - start))


# --- complex numbers as text -----------------------------------------------------------------------------------------

_NUMBER = r"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
_FORMS = tuple(
    re.compile(form)
    for form in (
        rf"(?P<real>[+-]?{_NUMBER})",
        rf"(?P<real>[+-]?{_NUMBER})\s+(?P<sign>[+-]?)(?P<imag>{_NUMBER})",
        rf"(?P<sign>[+-]?)\s*(?P<imag>(?:{_NUMBER})?)\s*[ij]",
        rf"(?P<real>[+-]?{_NUMBER})\s*(?P<sign>[+-])\s*(?P<imag>(?:{_NUMBER})?)\s*[ij]",
    )
)


def parse_complex(text: str) -> complex:
    """Parse a complex number: `-0.8 + 0.156i`, `2i`, `-i` or `-4`, or its two parts with a space between them, `-0.8
    0.156`.

    >>> parse_complex("2 -7")
    (2-7j)
    """
    for form in _FORMS:
        if match := form.fullmatch(text.strip()):
            parts = match.groupdict()
            imag = float(parts.get("imag", "0") or "1")
            found = complex(float(parts.get("real", "0")), -imag if parts.get("sign") == "-" else imag)
            if isfinite(found.real) and isfinite(found.imag):
                return found
            raise KickerError(f"{text!r} is too large; both parts must be below 1.8e308", "complex")
    raise KickerError(f"{text!r} is not a complex number; write it like -0.8+0.156i, 2i or -4", "complex")


def format_complex(number: complex, digits: int | None = 6) -> str:
    """Format a complex number as people write it, without a part that is zero; by default with as many digits as it
    takes.

    >>> format_complex(complex(8, -1)), format_complex(complex(5, -8) / complex(3, 7)), format_complex(0j)
    ('8 - 1i', '-0.706897 - 1.01724i', '0')
    """

    def part(value: float) -> str:
        return repr(value).removesuffix(".0") if digits is None else f"{value:.{digits}g}"

    if number.imag == 0:
        return part(number.real or 0.0)  # never -0
    if number.real == 0:
        return part(number.imag) + "i"
    return f"{part(number.real)} {'-' if number.imag < 0 else '+'} {part(abs(number.imag))}i"
