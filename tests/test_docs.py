"""What the docs show on the command line is what the command prints."""

import re
import shlex
from collections.abc import Iterator

import pytest

from tests.conftest import ROOT, Run


def examples() -> Iterator[tuple[str, str]]:
    """(command, output) of each `$ kicker ...` in a block of the docs."""
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        for block in re.findall(r"```\n(\$ kicker .*?)```", path.read_text(), re.DOTALL):
            for shown in block.split("$ kicker ")[1:]:
                command, _, printed = shown.partition("\n")
                yield command, printed


@pytest.mark.parametrize(("command", "printed"), list(examples()))
def test_commands_print_what_the_docs_show(kicker: Run, command: str, printed: str) -> None:
    result = kicker(*shlex.split(command))
    assert result.stdout.decode() == printed
    assert result.returncode == 0


def test_there_are_examples() -> None:
    assert len(list(examples())) >= 4
