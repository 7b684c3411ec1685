"""Every line of docs/coming-from.md does what it says: commands run, expressions are true."""

import re
import shlex
from pathlib import Path

import pytest

from kicker import Klondike
from kicker.solitaire import Game
from kicker.solitaire.dat import write_dat
from tests.conftest import ROOT, Run

PAGE = (ROOT / "docs" / "coming-from.md").read_text()
ROW = re.compile(r"^\| .+ \| `(.+)` \|$", re.MULTILINE)
ROWS = ROW.findall(PAGE)
IMPORTS = PAGE.split("```python\n")[1].split("```")[0]
COMMANDS = [row for row in ROWS if row.startswith("kicker ")]
ANSWERS = {
    "play draw --no-betting": "2\n0\n0\n",
    "play draw --no-betting --deck": "3\n0\n0\n0\n",
    "play draw": "q\n",
    "play holdem": "y\nq\n",
    "play klondike": "o\ngame\nq\nn\n",
    "cardback --ask": "100\n-.8\n.156\n100\n.5\n.5\n4\n",
}
"""The answers to a command's questions, by the beginning of the command; the longest match counts."""


def answers(command: str) -> bytes:
    fits = [start for start in ANSWERS if command.startswith(f"kicker {start}")]
    return ANSWERS[max(fits, key=len)].encode() if fits else b""


@pytest.mark.parametrize("row", [row for row in ROWS if row not in COMMANDS])
def test_expressions_are_true(row: str) -> None:
    names: dict[str, object] = {}
    exec(IMPORTS, names)
    assert eval(row, names) is True


@pytest.mark.parametrize("row", COMMANDS)
def test_commands_run(kicker: Run, tmp_path: Path, home: Path, row: str) -> None:
    (tmp_path / "hands.txt").write_text("JS JC JH 6H 8C\n4H 4C 4S KS AH\nJS JC 3H 6H 8C\nJD JH 3D 6S TD\n")
    (tmp_path / "game.dat").write_text(write_dat(Game(Klondike(both_ways=True), 1)))
    result = kicker(*shlex.split(row)[1:], input=answers(row))
    assert result.returncode == 0, result.stderr.decode()
    assert result.stdout


def test_there_are_lines_for_all_five_programs() -> None:
    sections = PAGE.split("\n## ")[1:]
    assert [len(ROW.findall(section)) >= 10 for section in sections] == 5 * [True]
