"""What the docs show on the command line is what the command prints."""

import doctest
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT, Run

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
FILE = re.compile(r"```\w+\n# (\S+\.\w+)\n(.*?)```", re.DOTALL)
"""A block whose first line is a comment with a file's name is that file, for the commands on its page."""


def examples() -> Iterator[tuple[Path, str, str]]:
    """(page, command, output) of each `$ kicker ...` in a block of the docs."""
    for path in PAGES:
        for block in re.findall(r"```\n(\$ kicker .*?)```", path.read_text(), re.DOTALL):
            for shown in block.split("$ kicker ")[1:]:
                command, _, printed = shown.partition("\n")
                yield path, command, printed


EXAMPLES = [pytest.param(*example, id=f"{example[0].stem}: {example[1][:50]}") for example in examples()]


@pytest.mark.parametrize(("path", "command", "printed"), EXAMPLES)
def test_commands_print_what_the_docs_show(kicker: Run, tmp_path: Path, path: Path, command: str, printed: str) -> None:
    for name, text in FILE.findall(path.read_text()):
        (tmp_path / name).write_text(text)
    result = kicker(*shlex.split(command))
    got = result.stdout.decode()
    # Three dots stand for what is different on every run, like a speed.
    assert got == printed or doctest.OutputChecker().check_output(printed, got, doctest.ELLIPSIS), got
    assert result.returncode == 0


def ten_commands() -> list[str]:
    block = (ROOT / "README.md").read_text().split("## Ten commands\n\n```\n")[1].split("```")[0]
    return [line.split("  ")[0] for line in block.splitlines()]


@pytest.mark.parametrize("command", ten_commands())
def test_the_commands_of_the_readme_run(kicker: Run, tmp_path: Path, home: Path, command: str) -> None:
    (tmp_path / "hands.txt").write_text("JS JC JH 6H 8C\n4H 4C 4S KS AH\n")
    (tmp_path / "hands.phhs").write_text("[1]\n" + (ROOT / "tests" / "data" / "phh" / "heads-up.phh").read_text())
    result = kicker(*shlex.split(command)[1:], input=b"q\n")
    assert result.returncode == 0, result.stderr.decode()
    assert result.stdout


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 20
    assert len(ten_commands()) == 10
