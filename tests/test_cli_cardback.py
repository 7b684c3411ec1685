"""`kicker cardback`: pictures, questions, and what goes wrong."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kicker.art import PRESETS, CardBack, palette_tables
from tests.conftest import Run

Image = pytest.importorskip("PIL.Image")

QUESTIONS = (
    "Input the image size (in pixels): "
    "Input the real value of c: "
    "Input the imaginary value of c: "
    "Input the maximum iteration (100-1,000): "
    "Input the border ratio (0-1): "
    "Input the color exponent (0-1): "
    "Input the bailout radius (>= 4): "
)


def pixels(path: Path) -> bytes:
    """Red, green and blue of each pixel, row by row from the top."""
    with Image.open(path) as image:
        assert image.mode == "RGB"
        return bytes(image.tobytes())


def in_grey(levels: bytes) -> bytes:
    return bytes(level for level in levels for _ in range(3))


@pytest.mark.req("R003-38", "R003-39")
@pytest.mark.parametrize("name", ["back.bmp", "back.png", "BACK.BMP"])
def test_the_reference_picture(kicker: Run, tmp_path: Path, name: str) -> None:
    result = kicker("cardback", "-o", name)
    assert result.stdout.decode() == f"{name}: 800 x 800 pixels, c = -0.8 + 0.156i\n"
    assert (result.returncode, result.stderr) == (0, b"")
    assert pixels(tmp_path / name) == in_grey(CardBack().levels())


@pytest.mark.req("R003-38")
def test_the_bmp_has_24_bits_a_pixel_and_its_top_row_first(kicker: Run, tmp_path: Path) -> None:
    assert kicker("cardback", "--size", "4", "--c", "0.3+0.1i", "-o", "back.bmp").returncode == 0
    data = (tmp_path / "back.bmp").read_bytes()
    assert data[:2] == b"BM"
    assert int.from_bytes(data[28:30], "little") == 24
    start, height = int.from_bytes(data[10:14], "little"), int.from_bytes(data[22:26], "little", signed=True)
    assert height == 4  # a positive height: the rows of the file go from the bottom up
    rows = [data[start + 12 * row : start + 12 * (row + 1)] for row in reversed(range(4))]
    levels = CardBack(size=4, c=complex(0.3, 0.1)).levels()
    assert b"".join(rows) == in_grey(levels)
    assert rows[0] != rows[3], "a picture that tells top from bottom"


def test_every_option(kicker: Run, tmp_path: Path) -> None:
    options = ["--size=50", "--c=-0.7-0.3i", "--iterations=120", "--border=.1", "--exponent=.7", "--bailout=5"]
    assert kicker("cardback", *options, "--palette", "red", "-o", "a.png").returncode == 0
    levels = CardBack(50, complex(-0.7, -0.3), 120, 0.1, 0.7, 5).levels()
    red, green, blue = palette_tables("red")
    expected = bytes(table[level] for level in levels for table in (red, green, blue))
    assert pixels(tmp_path / "a.png") == expected


@pytest.mark.req("R003-40")
def test_presets_have_names(kicker: Run, tmp_path: Path) -> None:
    listed = kicker("cardback", "--list").stdout.decode()
    for name, c in PRESETS.items():
        assert f"  {name} " in listed
        assert kicker("cardback", "--preset", name, "--size", "30").returncode == 0
        assert pixels(tmp_path / "cardback.png") == in_grey(CardBack(size=30, c=c).levels())


@pytest.mark.parametrize("name", ["a.bmp", "a.png"])
def test_same_numbers_same_bytes(kicker: Run, tmp_path: Path, name: str) -> None:
    found = []
    for _ in range(2):
        assert kicker("cardback", "--size", "90", "--palette", "gold", "-o", name).returncode == 0
        found.append((tmp_path / name).read_bytes())
    assert found[0] == found[1]


# --- questions -------------------------------------------------------------------------------------------------------


@pytest.mark.req("R003-38", "R003-39")
@pytest.mark.parametrize(
    "answers", [b"800\n-.8\n.156\n1000\n.5\n.5\n4\n", b"800 -.8 .156\n\n1,000 .5 .5\n  4", b"800 -.8 .156 1000 .5 .5 4"]
)
def test_the_seven_questions(kicker: Run, tmp_path: Path, answers: bytes) -> None:
    result = kicker("cardback", "--ask", input=answers)
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout.decode() == QUESTIONS + "Creating Image\nDone\n"
    assert pixels(tmp_path / "image.bmp") == in_grey(CardBack().levels())


def test_bad_answers_are_asked_for_again(kicker: Run, tmp_path: Path) -> None:
    result = kicker("cardback", "--ask", input=b"0\n80.5 9\n\xff\n40\n-1.25\nzero\n0\n1e3\n200\n2\n1\nnan\n1\n0\n4\n")
    assert result.returncode == 0
    assert result.stderr.decode().splitlines() == [
        "the size must be 1 to 10,000 pixels, not 0",
        "'80.5' is not a whole number; write a number like 800",
        "'\ufffd' is not a whole number; write a number like 800",
        "'zero' is not a number; write a number like 0.5",
        "'1e3' is not a whole number; write a number like 800",
        "write a number from 0 to 1, not '2'",
        "write a number from 0 to 1, not 'nan'",
        "write a number of 4 or more, not '0'",
    ]
    assert result.stdout.decode().count("Input the image size (in pixels): ") == 4
    assert pixels(tmp_path / "image.bmp") == in_grey(CardBack(40, complex(-1.25, 0), 200, 1, 1, 4).levels())


@pytest.mark.req("R003-38")
@pytest.mark.parametrize(
    ("place", "wrong", "said"),
    [
        (3, "99", "write a number from 100 to 1,000, not '99'"),
        (3, "1,001", "write a number from 100 to 1,000, not '1,001'"),
        (4, "-.1", "write a number from 0 to 1, not '-.1'"),
        (4, "1.01", "write a number from 0 to 1, not '1.01'"),
        (5, "-1", "write a number from 0 to 1, not '-1'"),
        (5, "2", "write a number from 0 to 1, not '2'"),
        (6, "3.99", "write a number of 4 or more, not '3.99'"),
        (6, "1e101", "the bailout radius must be above 0 and at most 1e+100, not 1e+101"),
    ],
)
def test_the_questions_keep_the_limits_that_they_state(
    kicker: Run, tmp_path: Path, place: int, wrong: str, said: str
) -> None:
    answers = ["20", "-.8", ".156", "100", "0", "1", "4"]
    answers.insert(place, wrong)
    result = kicker("cardback", "--ask", input="".join(f"{answer}\n" for answer in answers).encode())
    assert (result.returncode, result.stderr.decode()) == (0, f"{said}\n")
    assert pixels(tmp_path / "image.bmp") == in_grey(CardBack(20, complex(-0.8, 0.156), 100, 0, 1, 4).levels())


@pytest.mark.parametrize("arguments", [["--ask"], ["--ask-c"]])
def test_answers_that_end_too_early(kicker: Run, tmp_path: Path, arguments: list[str]) -> None:
    result = kicker("cardback", *arguments, input=b"\n" if arguments == ["--ask"] else b"")
    assert result.returncode == 1
    assert result.stderr == b"Error: the input ended before all questions were answered\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.req("R003-37")
def test_the_constant_is_asked_for_and_said_back(kicker: Run, tmp_path: Path) -> None:
    result = kicker("cardback", "--ask-c", input=b"2 -7\n")
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout.decode() == (
        "Input a complex number by simply entering \n"
        "the real and imaginary parts with a space \n"
        "between them. \n"
        "c = c = 2 - 7i\n"  # whoever types an answer also types the end of its line
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.req("R003-37")
def test_the_constant_that_was_asked_for_is_drawn_on_request(kicker: Run, tmp_path: Path) -> None:
    result = kicker("cardback", "--ask-c", "--size", "20", "-o", "back.png", input=b"two\n-.8 .156\n")
    assert result.stderr == b"'two' is not a complex number; write it like -0.8+0.156i, 2i or -4\n"
    assert result.stdout.endswith(b"c = -0.8 + 0.156i\nback.png: 20 x 20 pixels, c = -0.8 + 0.156i\n")
    assert pixels(tmp_path / "back.png") == in_grey(CardBack(size=20).levels())


# --- what goes wrong -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--size", "0"], 1, "Error: the size must be 1 to 10,000 pixels, not 0\n"),
        (["--size", "-5"], 1, "Error: the size must be 1 to 10,000 pixels, not -5\n"),
        (["--border", "nan"], 1, "Error: the border ratio must be 0 to 1, not nan\n"),
        (["--c", "nan"], 1, "Error: 'nan' is not a complex number; write it like -0.8+0.156i, 2i or -4\n"),
        (["--c", ""], 1, "Error: '' is not a complex number; write it like -0.8+0.156i, 2i or -4\n"),
        (["-o", "back"], 1, "Error: cannot draw 'back'; the name must end in .bmp or .png\n"),
        (["-o", ""], 1, "Error: cannot draw ''; the name must end in .bmp or .png\n"),
        (["-o", "back.jpg"], 1, "Error: cannot draw 'back.jpg'; the name must end in .bmp or .png\n"),
        (["-o", "no/where.png"], 1, "Error: cannot write 'no/where.png': no such file or directory\n"),
        (["--size", "many"], 2, "Error: Invalid value for '--size': 'many' is not a valid integer.\n"),
        (["--c", "i", "--preset", "waves"], 2, "Error: give the constant once: with --c, --preset or --ask-c\n"),
        (
            ["--ask-c", "--size", "8"],
            2,
            "--ask-c draws nothing without --output; add --output, or remove the other options\n",
        ),
        (["--ask", "--size", "8"], 2, "--ask cannot be combined with options other than --output and --palette\n"),
    ],
)
def test_bad_input_is_one_sentence(
    kicker: Run, tmp_path: Path, arguments: list[str], code: int, message: str
) -> None:  # fmt: skip
    result = kicker("cardback", *arguments)
    assert result.returncode == code
    assert result.stderr.decode().endswith(message)
    assert code == 2 or result.stderr.count(b"\n") == 1
    assert result.stdout == b""
    assert list(tmp_path.iterdir()) == []


def test_a_directory_is_not_replaced(kicker: Run, tmp_path: Path) -> None:
    (tmp_path / "back.png").mkdir()
    result = kicker("cardback", "-o", "back.png")
    assert (result.returncode, result.stderr) == (1, b"Error: cannot write 'back.png': it is a directory\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("name", ["back.bmp", "back.png"])
def test_a_full_disk(kicker: Run, tmp_path: Path, name: str) -> None:
    (tmp_path / name).symlink_to("/dev/full")
    result = kicker("cardback", "-o", name)
    assert (result.returncode, result.stdout) == (1, b"")
    assert result.stderr.decode() == f"Error: cannot write {name!r}: no space left on device\n"


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent another way there")
@pytest.mark.parametrize(("sent", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_stopped_run_leaves_nothing_behind(tmp_path: Path, sent: signal.Signals, code: int) -> None:
    (tmp_path / "back.png").write_bytes(b"what was here before")
    command = [
        sys.executable,
        "-m",
        "kicker",
        "cardback",
        "--size",
        "10000",
        "--iterations",
        "100000",
        "-o",
        "back.png",
    ]
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    while not list(tmp_path.glob(".kicker-*.part")):
        assert process.poll() is None
        time.sleep(0.02)
    process.send_signal(sent)
    assert process.wait(timeout=60) == code
    assert [path.name for path in tmp_path.iterdir()] == ["back.png"]
    assert (tmp_path / "back.png").read_bytes() == b"what was here before"


def test_without_pillow_one_is_told_how_to_get_it(tmp_path: Path) -> None:
    library = tmp_path / "library"
    library.mkdir()
    (library / "PIL.py").write_text("raise ImportError")
    environment = os.environ | {"PYTHONPATH": str(library)}
    command = [sys.executable, "-m", "kicker", "cardback"]
    result = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == "Error: card backs need Pillow; install it with pip install 'kicker[art]'\n"
    listed = subprocess.run([*command, "--list"], env=environment, capture_output=True, text=True, timeout=60)
    assert (listed.returncode, listed.stderr) == (0, "")
