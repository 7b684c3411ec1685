"""The command as people and programs use it: real processes, their output to the byte, their exit codes."""

import csv
import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kicker.hands import evaluate
from tests.conftest import OWN_DATA, Run
from tests.test_pairs import random_file

GOOD = b"JS JC JH 6H 8C\n4H 4C 4S KS AH\nJS JC 3H 6H 8C\nJD JH 3D 6S TD\nTD JD QD KD AD\nTH JH QH KH AH\n"
CSV = (
    "round,winner,first,second\n"
    f"1,1,{evaluate('JS JC JH 6H 8C')},{evaluate('4H 4C 4S KS AH')}\n"
    f"2,2,{evaluate('JS JC 3H 6H 8C')},{evaluate('JD JH 3D 6S TD')}\n"
    "3,3,7462,7462\n"
).encode()


@pytest.fixture
def good(tmp_path: Path) -> str:
    (tmp_path / "good.txt").write_bytes(GOOD)
    return "good.txt"


def one_sentence(result: "subprocess.CompletedProcess[bytes]", code: int = 1) -> str:
    """The error message of a run that went wrong as it should."""
    assert result.returncode == code
    assert b"Traceback" not in result.stderr + result.stdout
    lines = result.stderr.decode().splitlines()
    assert len(lines) == 1
    return lines[0]


# --- rank ------------------------------------------------------------------------------------------------------------


def test_rank(kicker: Run) -> None:
    result = kicker("rank", "7c 7d 7h 2s 2c")
    assert result.returncode == 0
    assert result.stdout.decode().splitlines() == [
        "7c 7d 7h 2s 2c  full house, sevens over twos",
        "  category  full house",
        "  strength  7201 of 7462",
        "  plays     7c 7d 7h 2s 2c",
    ]


@pytest.mark.parametrize("arguments", [["AS KS QS JS TS"], ["AS", "KS", "QS", "JS", "10S"], ["A♠K♠Q♠J♠10♠"]])
def test_rank_takes_a_hand_or_its_cards(kicker: Run, arguments: list[str]) -> None:
    assert b"royal flush" in kicker("rank", *arguments).stdout


def test_rank_json_has_one_object_per_hand(kicker: Run) -> None:
    result = kicker("rank", "AS KS QS JS TS", "2c Ah Ad 5s Ac 5d 9h", "--json")
    royal, full = (json.loads(line) for line in result.stdout.splitlines())
    assert royal == {
        "cards": ["As", "Ks", "Qs", "Js", "Ts"],
        "category": "STRAIGHT_FLUSH",
        "strength": 7462,
        "description": "royal flush",
        "best": ["As", "Ks", "Qs", "Js", "Ts"],
    }
    assert full["category"] == "FULL_HOUSE"
    assert full["best"] == ["Ah", "Ad", "Ac", "5s", "5d"]
    assert len(full["cards"]) == 7


@pytest.mark.req("X-05", "X-18", "R003-31", "R000-48")
def test_rank_scores_shows_every_scheme_and_name(kicker: Run) -> None:
    text = kicker("rank", "5S 6S 6D 8D 9H", "--scores").stdout.decode()
    for shown in (
        "1006009008005000000",
        "1006009008005000",
        "One Pair",
        "Pair",
        "decimal_short",
        "suit_bits",
        "score_900",
    ):
        assert shown in text
    scores = json.loads(kicker("rank", "5S 6S 6D 8D 9H", "--scores", "--json").stdout)["scores"]
    assert scores["decimal"] == 1006009008005000000
    assert scores["worst_first"] + scores["strength"] == 7463


@pytest.mark.req("R002-03", "R002-05", "R000-19")
def test_rank_explain_shows_how(kicker: Run) -> None:
    text = kicker("rank", "4C 9S 4H 3D 2D", "--explain").stdout.decode()
    for shown in (
        "sorted    9s 4c 4h 3d 2d",
        "counts    9 x1, 4 x2, 3 x1, 2 x1",
        "suits     ♣ x1, ♦ x2, ♥ x1, ♠ x1",
        "run       longest: 3, up to 4",
        "tests     straight flush   no   at most 2 cards share a suit",
        "one pair         yes  two fours",
        "4<<16 | 4<<12 | 9<<8 | 3<<4 | 2<<0 = 280882",
    ):
        assert shown in text
    steps = json.loads(kicker("rank", "4C 9S 4H 3D 2D", "--explain", "--json").stdout)["steps"]
    assert steps[-1] == {"category": "ONE_PAIR", "test": "one pair", "met": True, "reason": "two fours"}


@pytest.mark.req("X-16", "X-17")
@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["As Ks"], "'As Ks' has 2 cards"),
        (["9h 9h 2c 3c 4c"], "9h appears twice in '9h 9h 2c 3c 4c'"),
        (["As Ks Qs Js Zx"], "'Zx' is not a card"),
        (["As", "Ks", "Qs", "Js", "Zx"], "'Zx' is not a card"),
        ([""], "no cards given"),
        (["As Ks Qs Js Ts", "rubbish"], "'rubbish' is not a card"),
        (
            ["7s 5d 4h 3c 2s", "--game", "triple-draw", "--board", "As Ks Qs"],
            "--board 'As Ks Qs' is not possible in 2-7 triple draw: it has no board",
        ),
        (
            ["As Kd Qs 7h", "--board", "6c 8d 9h", "--game", "short-deck"],
            "'As Kd Qs 7h' is not a hand of short-deck hold'em: give 2 hole cards and --board CARDS",
        ),
    ],
)
def test_rank_tells_what_is_wrong(kicker: Run, arguments: list[str], says: str) -> None:
    result = kicker("rank", *arguments)
    assert says in one_sentence(result)
    assert result.stdout == b""


# --- compare: hands --------------------------------------------------------------------------------------------------


@pytest.mark.req("R000-24", "R000-46")
def test_compare_hands(kicker: Run) -> None:
    result = kicker("compare", "JS JC JH 6H 8C", "4H 4C 4S KS AH")
    assert result.stdout.decode().splitlines() == [
        "JS JC JH 6H 8C  three of a kind, jacks, eight-six kickers  wins",
        "4H 4C 4S KS AH  three of a kind, fours, ace-king kickers",
    ]


def test_compare_several_hands_that_tie(kicker: Run) -> None:
    result = kicker("compare", "2c 7d 9h Js Kc", "As Ks Qs Js Ts", "Ah Kh Qh Jh Th 2c 3c")
    assert [line.endswith(" ties") for line in result.stdout.decode().splitlines()] == [False, True, True]


def test_compare_two_hands_for_programs(kicker: Run) -> None:
    hands = ["JS JC 3H 6H 8C", "JD JH 3D 6S TD"]
    assert json.loads(kicker("compare", *hands, "--format", "jsonl").stdout)["winner"] == 2
    rows = list(csv.DictReader(kicker("compare", *hands, "--format", "csv").stdout.decode().splitlines()))
    assert rows[0]["winner"] == "2"
    lines = kicker("compare", *hands, "--format", "jsonl", "--summary").stdout.splitlines()
    assert json.loads(lines[-1]) == {"pairs": 1, "first": 0, "second": 1, "ties": 0}


@pytest.mark.req("X-16", "R000-34")
@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["JS JC JH 6H 8C"], "give two or more"),
        (["JS JC JH 6H 8X", "4H 4C 4S KS AH"], "'8X' is not a card"),
        (["JS JC JH 6H", "4H 4C 4S KS AH"], "4 cards"),
        (["JS JS JH 6H 8C", "4H 4C 4S KS AH"], "Js appears twice"),
        (["JS JC JH 6H 8C", "nofile.txt"], "'nofile.txt' was read as a file name"),
        (["JS JC JH 6H 8C", "4H 4C 4S KS AH", "2C 3C 4D 5C 7C", "--format", "csv"], "needs exactly two hands, not 3"),
        (["JS JC JH 6H 8C", "JS 4C 4S KS AH", "--one-deck"], "JS is in two hands"),
    ],
)
def test_compare_hands_tells_what_is_wrong(kicker: Run, arguments: list[str], says: str) -> None:
    assert says in one_sentence(kicker("compare", *arguments))


# --- compare: files --------------------------------------------------------------------------------------------------


@pytest.mark.req(
    "R000-30", "R000-31", "R000-33", "R000-35", "R000-37", "R000-38", "R000-39", "R000-40", "R000-43", "R000-09"
)
@pytest.mark.parametrize("path", sorted((OWN_DATA / "pairs").glob("*.txt")), ids=lambda path: path.stem)
def test_classic_rules_on_our_files(kicker: Run, path: Path) -> None:
    result = kicker("compare", "--rules", "classic", str(path))
    assert result.stdout == path.with_suffix(".out").read_bytes()
    assert result.returncode == int(path.with_suffix(".rc").read_text())
    assert result.stderr == b""


@pytest.mark.req("R000-30", "R000-31", "R000-33", "R000-38", "R000-39", "R000-40", "R000-42", "R000-43")
def test_classic_rules_on_the_old_files(kicker: Run, outside_data: Path) -> None:
    files = sorted((outside_data / "pair-files").glob("*.txt"))
    assert len(files) == 16
    for path in files:
        result = kicker("compare", "--rules", "classic", str(path))
        expected = outside_data / "pair-files-expected" / path.name
        assert result.stdout == expected.with_suffix(".out").read_bytes(), path.name
        assert result.returncode == int(expected.with_suffix(".rc").read_text()), path.name


@pytest.mark.req("R000-31", "R000-35", "R000-36")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], b"ERROR: No file specified or more than one specified!\n"),
        (["a.txt", "b.txt"], b"ERROR: No file specified or more than one specified!\n"),
        (["nofile.txt"], b"ERROR: file failed to load!\n"),
        (["."], b"ERROR: file failed to load!\n"),
    ],
)
def test_classic_rules_want_one_file(kicker: Run, arguments: list[str], message: bytes) -> None:
    result = kicker("compare", "--rules", "classic", *arguments)
    assert (result.returncode, result.stdout, result.stderr) == (1, message, b"")


def test_classic_rules_tell_one_thing_a_round(kicker: Run) -> None:
    data = b"10D xx QD KD AD\nvv\nJS JC JH 6H 8C\n4H 4C 4S KS AH\n"
    result = kicker("compare", "--rules", "classic", "--keep-going", "-", input=data)
    assert result.stdout.count(b"ERROR") == 1
    result = kicker("compare", "--rules", "classic", "--keep-going", "--format", "jsonl", "-", input=data)
    assert [json.loads(line)["round"] for line in result.stdout.splitlines()] == [2]
    assert b"ERROR" in result.stderr


def test_classic_rules_read_standard_input_and_keep_going(kicker: Run) -> None:
    data = b"TD JD QD KD AD\nxx\n8D 6C 8D 8S 6S\n7D 6C 7C 7S 6S\n"
    result = kicker("compare", "--rules", "classic", "--keep-going", "-", input=data)
    assert result.returncode == 1
    assert result.stdout.startswith(
        b"Round 1:\nERROR: Invalid hand - Incorrect hand size!\nRound 2:\nHand One: 8D 6C 8D"
    )


@pytest.mark.req("R000-38", "R000-40", "R000-22")
def test_compare_a_file_in_every_format(kicker: Run, good: str) -> None:
    assert kicker("compare", good).stdout.count(b"Round") == 3
    assert kicker("compare", good, "--format", "csv").stdout == CSV
    lines = [json.loads(line) for line in kicker("compare", good, "--format", "jsonl").stdout.splitlines()]
    assert [(line["round"], line["winner"]) for line in lines] == [(1, 1), (2, 2), (3, 3)]
    assert set(lines[0]) == {"round", "winner", "first", "second"}


def test_compare_reads_standard_input(kicker: Run) -> None:
    assert kicker("compare", "-", "--format", "csv", input=GOOD).stdout == CSV


def test_compare_several_files(kicker: Run, good: str) -> None:
    rows = list(csv.reader(kicker("compare", good, good, "--format", "csv").stdout.decode().splitlines()))
    assert [row[0] for row in rows] == ["round", "1", "2", "3", "4", "5", "6"]


def test_summaries(kicker: Run, good: str) -> None:
    lines = kicker("compare", good, "--summary", "--format", "jsonl").stdout.splitlines()
    assert json.loads(lines[-1]) == {"pairs": 3, "first": 1, "second": 1, "ties": 1}
    assert len(lines) == 4
    assert kicker("compare", good, "--summary").stdout.endswith(b"3 pairs: first hand 1, second hand 1, ties 1\n")
    result = kicker("compare", good, "--summary", "--format", "csv")
    assert result.stdout == CSV
    assert result.stderr == b"3 pairs: first hand 1, second hand 1, ties 1\n"
    result = kicker("compare", good, "--summary", "--format", "csv", "--output", "out.csv")
    assert result.stdout == b"3 pairs: first hand 1, second hand 1, ties 1\n"


@pytest.mark.req("R000-41", "R000-14")
def test_output_goes_to_a_file(kicker: Run, good: str, tmp_path: Path) -> None:
    printed = kicker("compare", good).stdout
    result = kicker("compare", good, "--output", "out.txt")
    assert result.stdout == b""
    assert (tmp_path / "out.txt").read_bytes() == printed
    assert sorted(path.name for path in tmp_path.iterdir()) == ["good.txt", "out.txt"]
    kicker("compare", good, "--output", "out.txt", "--format", "csv")
    assert (tmp_path / "out.txt").read_bytes() == CSV


@pytest.mark.req("R000-41")
@pytest.mark.parametrize("layout", ["text", "csv", "jsonl"])
def test_classic_rules_print_what_they_write(kicker: Run, good: str, tmp_path: Path, layout: str) -> None:
    arguments = ["compare", good, "--rules", "classic", "--format", layout]
    printed = kicker(*arguments).stdout
    result = kicker(*arguments, "--output", "Output.txt")
    assert (result.returncode, result.stdout, result.stderr) == (0, printed, b"")
    assert (tmp_path / "Output.txt").read_bytes() == printed


@pytest.mark.req("R000-39", "R000-41")
def test_classic_rules_print_up_to_the_error_and_write_nothing(kicker: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_bytes(GOOD + b"TD JD QD KD AX\nTH JH QH KH AH\n")
    result = kicker("compare", "bad.txt", "--rules", "classic", "--output", "Output.txt")
    assert result.stdout.startswith(b"Round 1:\nHand One: ")
    assert result.stdout.endswith(b"Round 4:\nERROR: Invalid hand - Found invalid suit value!\n")
    assert not (tmp_path / "Output.txt").exists()
    result = kicker("compare", "bad.txt", "--rules", "classic", "--output", "Output.txt", "--keep-going")
    assert result.stdout.count(b"ERROR") == 1
    assert (tmp_path / "Output.txt").read_bytes() == result.stdout


@pytest.mark.req("R000-41", "R000-30")
@pytest.mark.parametrize("rules", ["standard", "classic"])
def test_after_an_error_the_output_is_as_it_was(kicker: Run, tmp_path: Path, rules: str) -> None:
    (tmp_path / "bad.txt").write_bytes(GOOD + b"TD JD QD KD AX\nTH JH QH KH AH\n")
    (tmp_path / "out.txt").write_text("precious")
    for output in ("out.txt", "new.txt"):
        assert kicker("compare", "bad.txt", "--rules", rules, "--output", output).returncode == 1
    assert (tmp_path / "out.txt").read_text() == "precious"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.txt", "out.txt"]


@pytest.mark.live
def test_after_ctrl_c_nothing_is_left(tmp_path: Path) -> None:
    """The input is a pipe that never ends, so that the run is surely interrupted in the middle."""
    command = [sys.executable, "-m", "kicker", "compare", "-", "--output", "out.csv", "--format", "csv"]
    process = subprocess.Popen(
        command, cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin is not None
    process.stdin.write(random_file(100_000))
    process.stdin.flush()
    deadline = time.monotonic() + 60
    while not list(tmp_path.iterdir()) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert [path.suffix for path in tmp_path.iterdir()] == [".part"]
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors.strip() == b"Error: interrupted"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.req("R000-30", "R000-39", "R000-33", "X-16", "X-17")
def test_by_default_it_stops_at_the_first_bad_hand(kicker: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_bytes(GOOD[:30] + b"8D 6C 8D 8S 6S\nTH JH QH KH AH\n" + GOOD[:30])
    result = kicker("compare", "bad.txt", "--format", "csv")
    assert one_sentence(result) == "Error: bad.txt:3:7: 8D appears twice in '8D 6C 8D 8S 6S'"
    assert len(result.stdout.splitlines()) == 2  # what came before the bad hand was compared


def test_keep_going_reports_all_and_compares_the_rest(kicker: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_bytes(b"8D 6C 8D 8S 6S\nTX JH QH KH AH\n" + GOOD + b"2C 3C 4C 5C 7D\n")
    result = kicker("compare", "bad.txt", "--format", "csv", "--keep-going", "--output", "out.csv", "--summary")
    assert result.returncode == 1
    assert [line.split(b" ")[0] for line in result.stderr.splitlines()] == [
        b"bad.txt:1:7:",
        b"bad.txt:2:1:",
        b"bad.txt:9:1:",
    ]
    assert result.stdout == b"3 pairs: first hand 1, second hand 1, ties 1, skipped 2\n"
    assert [line.split(b",")[0] for line in (tmp_path / "out.csv").read_bytes().splitlines()] == [
        b"round",
        b"2",
        b"3",
        b"4",
    ]


BAD_FILES = {
    "empty": (b"", ":1:1: the file is empty"),
    "odd": (GOOD + b"2C 3C 4C 5C 7D\n", ":7:1: the last hand has no opponent"),
    "blank": (GOOD + b"\n\n", ":7:1: blank line"),
    "binary": (bytes(range(256)) * 40, ":1:1: "),
    "junk": (os.urandom(4096).replace(b"\n", b"\xfe"), ":1:"),
    "long_line": (b"A" * 50_000_000, ":1:1: the line is longer than 4096 characters"),
    "not_utf8": (b"TD JD QD KD \xe9D\n" + GOOD, ":1:13: byte 0xe9 is not text"),
    "utf16": (GOOD.decode().encode("utf-16"), "UTF-16"),
}


@pytest.mark.req("R000-37", "X-16")
@pytest.mark.parametrize("name", BAD_FILES)
def test_bad_files_get_one_clear_sentence(kicker: Run, tmp_path: Path, name: str) -> None:
    data, says = BAD_FILES[name]
    (tmp_path / f"{name}.txt").write_bytes(data)
    message = one_sentence(kicker("compare", f"{name}.txt"))
    assert says in message
    assert name in message
    assert len(message) < 250
    result = kicker("validate", f"{name}.txt")
    assert result.returncode == 1
    assert says in result.stdout.decode()


@pytest.mark.req("R000-36")
@pytest.mark.parametrize(("path", "says"), [("nofile.txt", "no such file"), (".", "is a directory")])
def test_files_that_cannot_be_read(kicker: Run, path: str, says: str) -> None:
    message = one_sentence(kicker("compare", path))
    assert says in message
    assert repr(path) in message
    result = kicker("validate", path)
    assert result.returncode == 1
    assert says in result.stdout.decode()


@pytest.mark.parametrize(("output", "says"), [("nodir/out.txt", "no such file"), (".", "is a directory")])
def test_outputs_that_cannot_be_written(kicker: Run, good: str, output: str, says: str) -> None:
    for rules in ("standard", "classic"):
        assert says in one_sentence(kicker("compare", good, "--rules", rules, "--output", output))


def test_devices_are_written_to_and_not_replaced(kicker: Run, good: str) -> None:
    assert kicker("compare", good, "--output", "/dev/null").returncode == 0
    assert not Path("/dev/null").is_file()


def peak_memory(folder: Path, *arguments: str) -> int:
    """Kilobytes that the command took at most, as the system counted them."""
    script = """
import sys
from kicker.ui.cli import main
try:
    main(sys.argv[1:])
finally:
    print(next(line for line in open("/proc/self/status") if line.startswith("VmHWM")).split()[1], file=sys.stderr)
"""
    command = [sys.executable, "-c", script, *arguments]
    result = subprocess.run(command, cwd=folder, capture_output=True, timeout=60, check=True)
    return int(result.stderr)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="peak memory is read from /proc, which is not here")
def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    peaks = []
    for copies in (1, 30):
        (tmp_path / "many.txt").write_bytes(random_file(20_000) * copies)
        peaks.append(peak_memory(tmp_path, "compare", "many.txt", "--format", "csv", "--output", "/dev/null"))
    small, large = peaks  # the larger file has 18 million bytes
    assert large < small + 6_000


def test_windows_line_ends_and_byte_order_marks_are_read(kicker: Run, tmp_path: Path) -> None:
    (tmp_path / "windows.txt").write_bytes(b"\xef\xbb\xbf" + GOOD.replace(b"\n", b"\r\n"))
    assert kicker("compare", "windows.txt", "--format", "csv").stdout == CSV


def test_a_closed_pipe_is_no_accident(tmp_path: Path) -> None:
    (tmp_path / "many.txt").write_bytes(random_file(50_000))
    line = f"{sys.executable} -m kicker compare many.txt | head -n 1"
    result = subprocess.run(line, shell=True, cwd=tmp_path, capture_output=True, timeout=60)
    assert result.stdout == b"Round 1:\n"
    assert result.stderr == b""


# --- validate --------------------------------------------------------------------------------------------------------


@pytest.mark.req("R000-27", "R000-28", "X-16")
def test_validate_lists_everything(kicker: Run, good: str, tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_bytes(b"vD JP QD KD AD\n8D 6C 8D 8S 6S\n" + GOOD + b"xx\n")
    result = kicker("validate", good, "bad.txt")
    assert result.returncode == 1
    assert result.stdout.decode().splitlines() == [
        "bad.txt:1:1: 'vD' is not a card: the rank is one of A K Q J T 9 8 7 6 5 4 3 2",
        "bad.txt:1:4: 'JP' is not a card: the suit is one of S D C H",
        "bad.txt:2:7: 8D appears twice in '8D 6C 8D 8S 6S'",
        "bad.txt:9:1: 'xx' has 1 card; a hand has five",
        "bad.txt:9:1: the last hand has no opponent; 9 hands cannot be paired",
        "5 problems in 8 pairs of 2 files",
    ]
    assert kicker("validate", good).stdout == b"no problems in 3 pairs of 1 file\n"
    assert kicker("validate", "-", input=GOOD).returncode == 0


@pytest.mark.req("R000-31", "R000-36", "R000-37")
@pytest.mark.parametrize(
    ("data", "place", "code", "words"),
    [
        (b"JS JC JH 6H\nJS JC JH 6H 8C\n", "1:1", "count", "ERROR: Invalid hand - Incorrect hand size!"),
        (b"JS JC JH 6H  8C\nJS JC JH 6H 8C\n", "1:13", "spacing", "ERROR: Invalid hand - Incorrect hand size!"),
        (b"\nJS JC JH 6H 8C\n", "1:1", "blank", "ERROR: Invalid hand - Incorrect hand size!"),
        (b"JS JC JH 6H 8C\n10S JC JH 6H 8C\n", "2:1", "size", "ERROR: Invalid hand - Found invalid card size!"),
        (b"JS JC JH 6H 8C\nJS XC JH 6H 8C\n", "2:4", "rank", "ERROR: Invalid hand - Found invalid card value!"),
        (b"JS JC JH 6H 8C\nJS JX JH 6H 8C\n", "2:4", "suit", "ERROR: Invalid hand - Found invalid suit value!"),
        (
            b"JS JC JH JD JS\nJS JC JH 6H 8C\n",
            "1:1",
            "five-alike",
            "ERROR: Invalid hand - cannot have five of the same card value!",
        ),
        (b"JS JC JH 6H 8C\n", "1:1", "odd", "ERROR: Invalid file - not an even amount of hands or empty!"),
        (b"", "1:1", "empty", "ERROR: Invalid file - not an even amount of hands or empty!"),
        (None, "1:1", "missing", "ERROR: file failed to load!"),
    ],
)
def test_validate_in_the_old_words(
    kicker: Run, tmp_path: Path, data: bytes | None, place: str, code: str, words: str
) -> None:
    if data is not None:
        (tmp_path / "old.txt").write_bytes(data)
    result = kicker("validate", "--rules", "classic", "old.txt")
    assert result.stdout.decode().splitlines()[:-1] == [f"old.txt:{place}: {words}"]
    assert (result.returncode, result.stderr) == (1, b"")
    found = json.loads(kicker("validate", "--rules", "classic", "--json", "old.txt").stdout.splitlines()[0])
    assert (found["code"], found["message"]) == (code, words)


@pytest.mark.req("R000-31")
def test_validate_finds_what_the_old_program_found(kicker: Run, outside_data: Path) -> None:
    for path in sorted((outside_data / "pair-files").glob("*.txt")):
        expected = (outside_data / "pair-files-expected" / path.name).with_suffix(".out").read_text()
        result = kicker("validate", "--rules", "classic", str(path))
        first = result.stdout.decode().splitlines()[0]
        assert result.returncode == ("ERROR" in expected), path.name
        assert "ERROR" not in expected or first.endswith(f": {expected.splitlines()[-1]}"), path.name


@pytest.mark.req("R000-33", "R000-34", "X-17")
def test_validate_by_other_rules(kicker: Run, tmp_path: Path) -> None:
    (tmp_path / "file.txt").write_bytes(b"8D 6C 8D 8S 6S\nTH 6C QH KH AH\n")
    assert kicker("validate", "file.txt").returncode == 1
    assert kicker("validate", "file.txt", "--rules", "classic").returncode == 0
    result = kicker("validate", "file.txt", "--rules", "classic", "--one-deck", "--json")
    problem, counts = (json.loads(line) for line in result.stdout.splitlines())
    assert problem["file"] == "file.txt"
    assert (problem["line"], problem["column"], problem["code"]) == (2, 4, "shared")
    assert counts == {"files": 1, "pairs": 1, "problems": 1}


# --- the rest --------------------------------------------------------------------------------------------------------


def test_the_tour_shows_the_main_things(kicker: Run) -> None:
    result = kicker("tour")
    assert result.returncode == 0
    for shown in (
        "royal flush",
        "79.9369%",
        "4 pairs",
        "Side Pot 1 pays",
        "cannot be won",
        "maniac wins",
        "maniac beats folder",
    ):
        assert shown in result.stdout.decode()


@pytest.mark.parametrize(
    "arguments",
    [["nothing"], ["rank"], ["rank", "--nothing"], ["compare"], ["validate"], ["compare", "x", "--format", "xml"]],
)
def test_wrong_usage_is_exit_code_2(kicker: Run, arguments: list[str]) -> None:
    result = kicker(*arguments)
    assert result.returncode == 2
    assert b"Usage: kicker" in result.stderr
    assert b"Traceback" not in result.stderr


def test_version(kicker: Run) -> None:
    assert kicker("--version").stdout.startswith(b"kicker, version 0.")


def in_a_terminal(*arguments: str, **environment: str) -> str:
    """The output of the command when standard output is a terminal."""
    leader, follower = pty.openpty()
    plain = {key: value for key, value in os.environ.items() if key != "NO_COLOR"} | {"TERM": "xterm"}
    command = [sys.executable, "-m", "kicker", *arguments]
    process = subprocess.Popen(command, stdout=follower, env=plain | environment)
    os.close(follower)
    text = b""
    try:
        while piece := os.read(leader, 4096):
            text += piece
    except OSError:  # the other end is closed: all was read
        pass
    os.close(leader)
    assert process.wait() == 0
    return text.decode()


@pytest.mark.live
def test_colour_is_for_terminals_and_for_those_who_want_it(kicker: Run) -> None:
    assert "\x1b[" in in_a_terminal("rank", "Ah Kh Qh Jh Th")
    assert "\x1b[" not in in_a_terminal("rank", "Ah Kh Qh Jh Th", NO_COLOR="1")
    assert "\x1b[" not in in_a_terminal("rank", "Ah Kh Qh Jh Th", TERM="dumb")
    assert b"\x1b[" not in kicker("rank", "Ah Kh Qh Jh Th").stdout
