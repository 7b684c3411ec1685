"""Card backs against a slow twin in plain Python, and complex numbers as text."""

from math import inf, nan, nextafter, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kicker.art import (
    LARGEST,
    PALETTES,
    PRESETS,
    CardBack,
    format_complex,
    largest_square,
    palette_tables,
    parse_complex,
)
from kicker.errors import KickerError


def slow_levels(card: CardBack) -> bytes:
    """The formula, word for word, one pixel after the other."""
    levels = []
    for y in range(card.size):
        for x in range(card.size):
            z = complex(4.0 * x / card.size - 2.0, 4.0 * y / card.size - 2.0)
            level = 0
            for n in range(card.iterations):
                z = z * z + card.c
                if sqrt(z.real * z.real + z.imag * z.imag) > card.bailout:
                    late = n > card.iterations * card.border
                    level = 255 if late else int((n / card.iterations) ** card.exponent * 255)
                    break
            levels.append(level)
    return bytes(levels)


@pytest.mark.req("R003-38", "R003-40")
@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_drawn_like_the_slow_twin_draws_them(name: str) -> None:
    card = CardBack(size=61, c=PRESETS[name], iterations=300)
    assert card.levels() == slow_levels(card)


@pytest.mark.req("R003-38")
@settings(max_examples=150)
@given(
    card=st.builds(
        CardBack,
        size=st.integers(1, 12),
        c=st.complex_numbers(max_magnitude=2) | st.complex_numbers(allow_nan=False, allow_infinity=False),
        iterations=st.integers(1, 80),
        border=st.floats(0, 1),
        exponent=st.floats(0, 3),
        bailout=st.floats(0.5, 10) | st.floats(0, 1e100, exclude_min=True),
    )
)
def test_any_picture_is_what_the_slow_twin_draws(card: CardBack) -> None:
    assert card.levels() == slow_levels(card)


@pytest.mark.parametrize("c", [0j, complex(-1, 0), complex(-0.12, 0.75), complex(0.25, 0), complex(-0.75, 0)])
def test_points_that_run_in_circles_are_the_points_that_stay(c: complex) -> None:
    card = CardBack(size=24, c=c, iterations=3000)
    assert card.levels() == slow_levels(card)


@pytest.mark.req("R003-39")
@pytest.mark.parametrize(
    ("size", "black", "white", "distinct", "total"),
    [(800, 158_227, 2_367, 166, 10_427_224), (100, 2_471, 38, 150, 162_136)],
)
def test_reference_pictures(size: int, black: int, white: int, distinct: int, total: int) -> None:
    levels = CardBack(size, complex(-0.8, 0.156), 1000, 0.5, 0.5, 4).levels()
    assert (levels.count(0), levels.count(255), len(set(levels)), sum(levels)) == (black, white, distinct, total)
    assert CardBack(size) == CardBack(size, complex(-0.8, 0.156), 1000, 0.5, 0.5, 4)


@pytest.mark.req("R003-40")
def test_the_ten_presets() -> None:
    written = (
        "-0.52+0.57i 0.295+0.55i -0.624+0.435i i -1.25 0.285+0.01i -0.70176-0.3842i -0.835-0.2321i -0.8+0.156i -0.8i"
    )
    assert sorted(map(format_complex, PRESETS.values())) == sorted(
        format_complex(parse_complex(number)) for number in written.split()
    )
    assert CardBack().c in PRESETS.values()


def test_threads_and_progress_change_nothing() -> None:
    card = CardBack(size=300)
    rows: list[int] = []
    assert card.levels(rows.append, threads=1) == card.levels(threads=3)
    assert rows == sorted(set(rows))
    assert len(rows) > 2
    assert rows[-1] == 300


@given(radius=st.floats(0, 1e100, exclude_min=True))
def test_comparing_squares_is_comparing_roots(radius: float) -> None:
    square = largest_square(radius)
    assert sqrt(square) <= radius < sqrt(nextafter(square, inf))


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"size": 0}, "the size must be 1 to 10,000 pixels, not 0"),
        ({"size": LARGEST + 1}, "the size must be 1 to 10,000 pixels, not 10001"),
        ({"c": complex(nan, 0)}, "cannot draw c = nan; both parts"),
        ({"c": complex(0, inf)}, "cannot draw c = infi; both parts"),
        ({"iterations": 0}, "the iterations must be 1 to 1,000,000, not 0"),
        ({"border": -0.1}, "the border ratio must be 0 to 1, not -0.1"),
        ({"border": nan}, "the border ratio must be 0 to 1, not nan"),
        ({"exponent": -1.0}, "the color exponent must be 0 or more, not -1"),
        ({"exponent": inf}, "the color exponent must be 0 or more, not inf"),
        ({"bailout": 0.0}, "the bailout radius must be above 0 and at most .*, not 0"),
        ({"bailout": nan}, "the bailout radius must be above 0 and at most .*, not nan"),
        ({"bailout": 1e101}, "the bailout radius must be above 0 and at most 1e+100, not 1e+101"),
    ],
)
def test_numbers_that_make_no_picture(wrong: dict[str, float], message: str) -> None:
    with pytest.raises(KickerError, match="^" + message.replace("+", r"\+")):
        CardBack(**wrong)  # type: ignore[arg-type]


def test_palettes() -> None:
    identity = bytes(range(256))
    assert palette_tables("grey") == (identity, identity, identity)
    for name, stops in PALETTES.items():
        tables = palette_tables(name)
        for level, colour in stops:
            assert tuple(table[level] for table in tables) == tuple(colour.to_bytes(3, "big"))
        brightness = [sum(colours) for colours in zip(*tables, strict=True)]
        assert brightness[:97] == sorted(brightness[:97]), "later is brighter"
    with pytest.raises(KickerError, match="'pink' is not a palette; choose from grey, red"):
        palette_tables("pink")


# --- complex numbers -------------------------------------------------------------------------------------------------

TESTER_RUN = """\
3 + 7i, -4, 0, 2i
3, 7
-5 + 19i
-12345 + 471i

5 - 8i
8 - 1i
9 - 8i
9 - 8i

2 - 15i
1 - 8i
-1 + 8i

71 + 11i
20 - 32i
20 - 32i

-0.706897 - 1.01724i
1.25 - 2i
0.224719 + 0.359551i

5 - 8i, 3 + 7i
8 - 1i

5 - 8i, 3 + 7i
2 - 15i
-221 - 60i
-1342 + 3195i

9.43398

w != z
w != z
"""


@pytest.mark.req("R003-35", "R003-36", "R003-37", "B003-4")
def test_a_tour_of_the_arithmetic_prints_what_it_should() -> None:
    """Every operation once, in the order of the known run; only its prompt is missing, which the command has."""
    show = format_complex
    x, y, z, w = complex(3, 7), complex(-4), complex(), complex(0, 2)  # noqa: UP018 (made of nothing, on purpose)
    lines = [f"{show(x)}, {show(y)}, {show(z)}, {show(w)}", f"{x.real:g}, {x.imag:g}"]
    lines += [show(complex(-5, 19)), show(complex(-12345, 471)), ""]
    z = complex(5, -8)
    lines += [show(z), show(z + x), show(z + 4), show(4 + z), ""]
    lines += [show(z - x), show(z - 4), show(4 - z), ""]
    lines += [show(z * x), show(z * 4), show(4 * z), ""]
    lines += [show(z / x), show(z / 4), show(4 / z), ""]
    w = z
    lines.append(f"{show(w)}, {show(x)}")
    w += x
    lines += [show(w), ""]
    w = z
    lines.append(f"{show(w)}, {show(x)}")
    w -= x
    lines += [show(w), show(w**2), show(w**3), "", show(abs(z)), ""]
    lines += ["w == z" if w == z else "w != z", "w != z" if w != z else "w == z"]
    assert "\n".join(lines) + "\n" == TESTER_RUN


whole_parts = st.integers(-1000, 1000)


@pytest.mark.req("R003-35")
@given(a=whole_parts, b=whole_parts, c=whole_parts, d=whole_parts, power=st.integers(-4, 4))
def test_arithmetic_follows_the_definitions(a: int, b: int, c: int, d: int, power: int) -> None:
    x, y = complex(a, b), complex(c, d)
    assert x + y == complex(a + c, b + d)
    assert x - y == complex(a - c, b - d)
    assert x * y == complex(a * c - b * d, b * c + a * d)
    assert (x + c, c + x, x - c, c - x) == (complex(a + c, b), complex(a + c, b), complex(a - c, b), complex(c - a, -b))
    assert x * c == c * x == complex(a * c, b * c)
    assert abs(x) == pytest.approx(sqrt(a * a + b * b))
    assert (x == y) == ((a, b) == (c, d))
    assert (x != y) == ((a, b) != (c, d))
    if y:
        square = c * c + d * d
        assert x / y == pytest.approx(complex((a * c + b * d) / square, (b * c - a * d) / square))
        product = complex(1)
        for _ in range(abs(power)):
            product *= y
        assert y**power == pytest.approx(product if power >= 0 else 1 / product)


@pytest.mark.req("R003-37")
@pytest.mark.parametrize(
    ("number", "text"),
    [
        (complex(3, 7), "3 + 7i"),
        (complex(-4, 0), "-4"),
        (0j, "0"),
        (complex(0, 2), "2i"),
        (complex(5, -8), "5 - 8i"),
        (complex(8, -1), "8 - 1i"),
        (complex(0, -1), "-1i"),
        (complex(-0.0, -0.0), "0"),
        (complex(1e6, 1e-7), "1e+06 + 1e-07i"),
        (complex(123456.5, -0.1234567), "123456 - 0.123457i"),
    ],
)
def test_formatting(number: complex, text: str) -> None:
    assert format_complex(number) == text
    assert format_complex(parse_complex(text)) == text


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("2 -7", complex(2, -7)),
        ("2 7", complex(2, 7)),
        (" -.8\t.156 ", complex(-0.8, 0.156)),
        ("-0.8+0.156i", complex(-0.8, 0.156)),
        ("-0.8 - 0.156i", complex(-0.8, -0.156)),
        ("1e-3-1e+2i", complex(0.001, -100)),
        ("i", 1j),
        ("-i", -1j),
        ("3+i", complex(3, 1)),
        ("3-j", complex(3, -1)),
        ("- 5i", -5j),
        ("+4.", complex(4)),
    ],
)
@pytest.mark.req("R003-35")
def test_reading(text: str, number: complex) -> None:
    assert parse_complex(text) == number


@pytest.mark.parametrize("text", ["", "x", "2 7i", "1 2 3", "2+", "i2", "nan", "inf", "1,5", "2ii", "1_0", "--1", "٣"])
def test_what_is_no_complex_number(text: str) -> None:
    with pytest.raises(KickerError, match="is not a complex number; write it like"):
        parse_complex(text)


def test_numbers_that_are_too_large() -> None:
    with pytest.raises(KickerError, match="'1e999i' is too large; both parts"):
        parse_complex("1e999i")


@given(number=st.complex_numbers(allow_nan=False, allow_infinity=False))
def test_all_digits_come_back(number: complex) -> None:
    assert parse_complex(format_complex(number, None)) == number
    assert parse_complex(f"{number.real!r} {number.imag!r}") == number


@pytest.mark.req("R003-37")
@given(number=st.complex_numbers(max_magnitude=1e300))
def test_six_digits_stay_the_same(number: complex) -> None:
    text = format_complex(number)
    assert format_complex(parse_complex(text)) == text
    read = parse_complex(text)
    assert read.real == pytest.approx(number.real, rel=5.1e-6, abs=1e-300)
    assert read.imag == pytest.approx(number.imag, rel=5.1e-6, abs=1e-300)


@given(st.text(alphabet="0123456789.+-eij \t", max_size=12))
def test_text_is_read_or_refused(text: str) -> None:
    try:
        number = parse_complex(text)
    except KickerError:
        return
    assert parse_complex(format_complex(number, None)) == number
