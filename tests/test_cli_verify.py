"""`kicker verify-shuffle` as people and programs use it: files, pipes, noted hashes, and proofs that do not hold."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT, Run
from tests.test_cli import in_a_terminal, one_sentence
from tests.test_shuffle import DAMAGED, TABLE, UNREADABLE, make_proof

FIELDS = make_proof([1, 4, 6, 7, 8, 9, 10]).as_dict()
HASHES = FIELDS["commitment"]
PROOF = json.dumps(FIELDS).encode()
TITLE = f"deal 12 of table {TABLE}: 7 cards open"
PLACES = ["  place   1   4   6   7   8   9  10", "  card   Ts  5d  Jd  5c  2c  4s  9c"]
NOTED = "all match the 52 hashes saved when the hand began"
UPDATE = {"type": "update", "version": 58, "from": 57, "deal": 12, "turn": 0, "view": {}, "commitment": HASHES}


@pytest.fixture
def proof(tmp_path: Path) -> str:
    (tmp_path / "proof.json").write_bytes(PROOF)
    return "proof.json"


def note(folder: Path, noted: object) -> str:
    (folder / "noted.json").write_text(noted if isinstance(noted, str) else json.dumps(noted))
    return "noted.json"


def test_a_proof_that_holds(kicker: Run, proof: str) -> None:
    result = kicker("verify-shuffle", proof)
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout.decode().splitlines() == [
        TITLE,
        *PLACES,
        "all match the 52 hashes in the proof; to check that these were published",
        "before the first action, pass the hashes you saved then with --commitment",
    ]
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert kicker("verify-shuffle", "-", input=PROOF).stdout == result.stdout
    assert kicker("verify-shuffle", "-", input=b"\xef\xbb\xbf" + PROOF.replace(b", ", b",\r\n")).stdout == result.stdout


@pytest.mark.parametrize("noted", [HASHES, UPDATE, {"type": "welcome", "version": 58, "update": UPDATE}, FIELDS])
def test_the_hashes_that_were_noted_are_compared(kicker: Run, tmp_path: Path, proof: str, noted: object) -> None:
    result = kicker("verify-shuffle", proof, "--commitment", note(tmp_path, noted))
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout.decode().splitlines() == [TITLE, *PLACES, NOTED]
    piped = kicker("verify-shuffle", proof, "--commitment", "-", input=json.dumps(noted).encode())
    assert piped.stdout == result.stdout


@pytest.mark.parametrize(
    ("noted", "says"),
    [
        (
            [*HASHES[:9], "0" * 64, *HASHES[10:]],
            "the hashes in the proof differ from the saved ones at place 9",
        ),
        (
            list(reversed(HASHES)),
            "the hashes in the proof differ from the saved ones at 52 places, first at place 0",
        ),
        (UPDATE | {"deal": 11}, "the saved hashes are for deal 11, the proof is for deal 12"),
    ],
)
def test_hashes_that_are_not_those_that_were_noted(
    kicker: Run, tmp_path: Path, proof: str, noted: object, says: str
) -> None:
    result = kicker("verify-shuffle", proof, "--commitment", note(tmp_path, noted))
    assert (result.returncode, result.stderr) == (1, b"")
    assert result.stdout.decode().splitlines() == [f"{TITLE}, 1 problem", f"  {says}"]


def test_a_proof_made_anew_with_another_deck_is_found_out(kicker: Run, tmp_path: Path) -> None:
    """It is consistent, so only a player who saved the hashes can tell."""
    (tmp_path / "other.json").write_text(json.dumps(make_proof([1, 4], secret=bytes(32)).as_dict()))
    assert kicker("verify-shuffle", "other.json").returncode == 0
    result = kicker("verify-shuffle", "other.json", "--commitment", note(tmp_path, HASHES))
    assert result.returncode == 1
    assert b"differ from the saved ones at 52 places" in result.stdout


NO_HASHES = "no hashes found; give a JSON list of 52, or a frame with 'commitment'"


@pytest.mark.parametrize(
    ("noted", "says"),
    [
        ("", NO_HASHES),
        ("{", NO_HASHES),
        ("[" * 100_000, NO_HASHES),
        ({}, NO_HASHES),
        ({"update": None}, NO_HASHES),
        ({"update": UPDATE | {"commitment": None}}, NO_HASHES),
        ([1, 2], NO_HASHES),
        ("null", NO_HASHES),
        (HASHES[:51], "there are 51 hashes instead of 52, one for each place in the deck"),
        (["x", *HASHES[1:]], "the hash of place 0 is 'x': a hash is 64 hex digits"),
    ],
)
def test_notes_that_cannot_be_read(kicker: Run, tmp_path: Path, proof: str, noted: object, says: str) -> None:
    result = kicker("verify-shuffle", proof, "--commitment", note(tmp_path, noted))
    assert one_sentence(result) == f"Error: noted.json: {says}"
    assert result.stdout == b""


@pytest.mark.parametrize("damage", ["51 hashes", "wide digits", "another card", "a place twice", "no openings"])
def test_a_proof_that_does_not_hold(kicker: Run, damage: str) -> None:
    change, says = DAMAGED[damage]
    fields: dict[str, Any] = make_proof().as_dict() | change
    result = kicker("verify-shuffle", "-", input=json.dumps(fields).encode())
    assert (result.returncode, result.stderr) == (1, b"")
    count = len(fields["openings"])
    assert result.stdout.decode().splitlines() == [
        f"deal 12 of table {TABLE}: {count} cards open, 1 problem",
        f"  {says}",
    ]


def test_every_problem_is_told(kicker: Run, tmp_path: Path) -> None:
    data = json.dumps(FIELDS | {"deal": 13}).encode()
    result = kicker("verify-shuffle", "-", "--commitment", note(tmp_path, UPDATE), input=data)
    lines = result.stdout.decode().splitlines()
    assert result.returncode == 1
    assert lines[0] == f"deal 13 of table {TABLE}: 7 cards open, 8 problems"
    assert lines[1] == "  Ts at place 1 does not match its hash"
    assert lines[-1] == "  the saved hashes are for deal 12, the proof is for deal 13"
    assert len(lines) == 9


@pytest.mark.parametrize("fault", ["version", "table with spaces", "commitment", "a symbol", "half a byte"])
def test_a_file_that_is_no_proof(kicker: Run, tmp_path: Path, fault: str) -> None:
    change, says = UNREADABLE[fault]
    (tmp_path / "proof.json").write_text(json.dumps(make_proof().as_dict() | change))
    assert one_sentence(kicker("verify-shuffle", "proof.json")) == f"Error: proof.json: {says}"
    assert one_sentence(kicker("verify-shuffle", "proof.json", "--json")) == f"Error: proof.json: {says}"


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "-: this is not a shuffle proof: it is not JSON at line 1, column 1"),
        (PROOF[:-1], f"-: this is not a shuffle proof: it is not JSON at line 1, column {len(PROOF)}"),
        (b"\xff\xfe{", "-: not a shuffle proof, byte 1 is not UTF-8 text"),
        (b" " * 1_000_001, "-: not a shuffle proof, over 1,000,000 bytes long"),
        (b"[" * 100_000, "-: this is not a shuffle proof: it is not JSON"),
    ],
)
def test_a_stream_that_is_no_proof(kicker: Run, data: bytes, says: str) -> None:
    assert one_sentence(kicker("verify-shuffle", "-", input=data)) == f"Error: {says}"


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("nofile.json", "cannot read 'nofile.json': no such file or directory"),
        (".", "cannot read '.': is a directory"),
        ("", "the file name is empty"),
        ("/dev/zero", "/dev/zero: not a shuffle proof, over 1,000,000 bytes long"),
        ("/proc/self/mem", "cannot read '/proc/self/mem': input/output error"),
    ],
)
def test_files_that_cannot_be_read(kicker: Run, proof: str, path: str, says: str) -> None:
    assert one_sentence(kicker("verify-shuffle", path)) == f"Error: {says}"
    assert one_sentence(kicker("verify-shuffle", proof, "--commitment", path)) == f"Error: {says}"


@pytest.mark.parametrize("arguments", [[], ["a", "b"], ["-", "--commitment", "-"], ["a", "--x"]])
def test_wrong_usage(kicker: Run, arguments: list[str]) -> None:
    result = kicker("verify-shuffle", *arguments)
    assert result.returncode == 2
    assert b"Usage: kicker verify-shuffle" in result.stderr
    assert b"Traceback" not in result.stderr


def test_json(kicker: Run, tmp_path: Path, proof: str) -> None:
    shown = json.loads(kicker("verify-shuffle", proof, "--json").stdout)
    assert shown == {
        "table": TABLE,
        "deal": 12,
        "cards": [{"place": opening["place"], "card": opening["card"]} for opening in FIELDS["openings"]],
        "noted": False,
        "ok": True,
        "problems": [],
    }
    result = kicker("verify-shuffle", proof, "--json", "--commitment", note(tmp_path, UPDATE | {"deal": 11}))
    assert result.returncode == 1
    wrong = json.loads(result.stdout)
    assert (wrong["noted"], wrong["ok"]) == (True, False)
    assert wrong["problems"] == ["the saved hashes are for deal 11, the proof is for deal 12"]


def test_all_cards_of_a_deck_stand_in_rows(kicker: Run) -> None:
    lines = kicker("verify-shuffle", "-", input=json.dumps(make_proof(range(51, -1, -1)).as_dict()).encode()).stdout
    rows = [line.split()[1:] for line in lines.decode().splitlines()[1:-2]]
    assert [len(row) for row in rows] == [16, 16, 16, 16, 16, 16, 4, 4]
    assert [int(place) for row in rows[::2] for place in row] == list(range(52))
    assert [card for row in rows[1::2] for card in row] == [
        str(opening.card) for opening in sorted(make_proof(range(52)).openings)
    ]
    assert max(map(len, lines.splitlines())) <= 80


@pytest.mark.live
def test_colour_is_for_terminals(tmp_path: Path, kicker: Run, proof: str) -> None:
    path = str(tmp_path / proof)
    shown = in_a_terminal("verify-shuffle", path)
    assert "\x1b[31m5d\x1b[0m" in shown
    assert "\x1b[" not in in_a_terminal("verify-shuffle", path, NO_COLOR="1")
    assert re.sub(r"\x1b\[\d*m", "", shown).replace("\r", "") == kicker("verify-shuffle", path).stdout.decode()


@pytest.mark.parametrize(("name", "closed"), [("-", "<&-"), ("proof.json", ">&-")])
def test_closed_streams(tmp_path: Path, proof: str, name: str, closed: str) -> None:
    line = f"{sys.executable} -m kicker verify-shuffle {name} {closed}"
    result = subprocess.run(line, shell=True, cwd=tmp_path, capture_output=True, timeout=60)
    assert result.returncode == 1
    assert b"Traceback" not in result.stderr
    assert b"closed" in result.stderr


def test_a_reader_that_goes_away_is_no_accident(tmp_path: Path, proof: str) -> None:
    line = f"{sys.executable} -m kicker verify-shuffle {proof} | true"
    result = subprocess.run(line, shell=True, cwd=tmp_path, capture_output=True, timeout=60)
    assert result.stderr == b""


def test_plain_streams_can_take_all_that_is_written(tmp_path: Path) -> None:
    """A hash in other letters is quoted in ASCII on an ASCII stream."""
    change, _ = DAMAGED["wide digits"]
    (tmp_path / "proof.json").write_text(json.dumps(make_proof().as_dict() | change))
    command = [sys.executable, "-m", "kicker", "verify-shuffle", "proof.json"]
    environment = os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, env=environment, timeout=60)
    assert (result.returncode, result.stderr) == (1, b"")
    assert rb"is '\uff11': a hash is" in result.stdout


def test_the_page_on_commands_shows_what_is_printed(kicker: Run, tmp_path: Path, proof: str) -> None:
    section = (ROOT / "docs" / "commands.md").read_text().split("## kicker verify-shuffle")[1].split("\n## ")[0]
    (block,) = re.findall(r"```console\n\$ kicker (.*?)\n(.*?)```", section, re.DOTALL)
    note(tmp_path, UPDATE)
    assert kicker(*block[0].split()).stdout.decode() == block[1]
