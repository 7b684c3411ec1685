"""Julia sets: the compiled loop, Python's complex numbers, and a class of two floats.

All three draw the same picture, which is checked first. The class is a typical exercise in operators: each operation
makes an object. The three are timed on a small picture, and the ratio compares those times. The large picture is
measured for the compiled loop alone.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import Any

from benchmarks.timing import Result, Target, best_times, print_results
from kicker.art import CardBack

SMALL = 100


class TwoFloats:
    """A complex number with the operations the picture needs."""

    def __init__(self, real: float, imag: float) -> None:
        self.real = real
        self.imag = imag

    def __add__(self, other: TwoFloats) -> TwoFloats:
        return TwoFloats(self.real + other.real, self.imag + other.imag)

    def __mul__(self, other: TwoFloats) -> TwoFloats:
        return TwoFloats(
            self.real * other.real - self.imag * other.imag, self.imag * other.real + self.real * other.imag
        )


def drawn(card: CardBack, number: Callable[[float, float], Any]) -> bytes:
    """Draw the picture with numbers of any kind."""
    c, shades, levels = number(card.c.real, card.c.imag), card.shades(), bytearray()
    for y in range(card.size):
        for x in range(card.size):
            z = number(4.0 * x / card.size - 2.0, 4.0 * y / card.size - 2.0)
            n = 0
            while n < card.iterations:
                z = z * z + c
                if sqrt(z.real * z.real + z.imag * z.imag) > card.bailout:
                    break
                n += 1
            levels.append(shades[n])
    return bytes(levels)


def run() -> list[Result]:
    """Time the same small picture three times, then a picture of the usual size."""
    small, usual = CardBack(size=SMALL), CardBack()
    tasks: dict[str, Callable[[], bytes]] = {
        "compiled": lambda: small.levels(threads=1),
        "complex": lambda: drawn(small, complex),
        "a class of two floats": lambda: drawn(small, TwoFloats),
    }
    pictures = {task() for task in tasks.values()}
    assert len(pictures) == 1, "pictures differ"
    seconds = best_times(tasks, 20, {"complex": 3, "a class of two floats": 3})
    ours = seconds.pop("compiled")
    large = best_times({"large": lambda: usual.levels(threads=1)}, 10)["large"]
    limit = 0.1
    return [
        Result("art", f"compiled, {SMALL} x {SMALL}", 1000 * ours, "ms"),
        *(
            Result(
                "art",
                name,
                1000 * theirs,
                "ms",
                theirs / ours,
                "this / compiled",
                Target(">=", 100) if name != "complex" else None,
            )
            for name, theirs in seconds.items()
        ),
        Result(
            "art", "compiled, 800 x 800, one core", 1000 * large, "ms", large / limit, "this / 0.1 s", Target("<=", 1)
        ),
    ]


if __name__ == "__main__":
    print_results("art: Julia sets", run())
