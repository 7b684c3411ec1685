"""What the docs show is what kicker prints; what they must name; requirements and their tests."""

import ast
import re
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
import pytest

import kicker
from kicker.ui.cli import COMMANDS, main
from tests.conftest import ROOT, Run

DOCS = ROOT / "docs"


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


# --- what the docs must name ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", COMMANDS)
def test_docs_name_every_command_and_option(name: str) -> None:
    text = (DOCS / "commands.md").read_text()
    command = main.get_command(click.Context(main), name)
    assert command is not None
    assert command.help
    assert f"## kicker {name}" in text
    section = text.split(f"## kicker {name}")[1].split("\n## ")[0]
    names = command.list_commands(click.Context(command)) if isinstance(command, click.Group) else []
    below = [command.get_command(click.Context(command), part) for part in names]  # type: ignore[attr-defined]
    for part in names:
        assert f"`kicker {name} {part}" in section
    for each in (command, *below):
        assert each.help
        for parameter in each.params:
            if isinstance(parameter, click.Option):
                assert parameter.help
                assert parameter.opts[0] in section


def test_docs_name_every_public_name() -> None:
    text = "".join(path.read_text() for path in [*DOCS.glob("*.md"), ROOT / "README.md"])
    for name in kicker.__all__:
        assert re.search(rf"\b{name}\b", text), name


def test_links_between_documents_lead_somewhere() -> None:
    for path in [*DOCS.glob("*.md"), ROOT / "README.md", ROOT / "CHANGELOG.md"]:
        for target in re.findall(r"\]\(([^)#:]+)[^)]*\)", path.read_text()):
            assert (path.parent / target).exists(), f"{path.name}: {target}"


def test_the_readme_lists_every_document() -> None:
    text = (ROOT / "README.md").read_text()
    assert [path.name for path in DOCS.glob("*.md") if f"](docs/{path.name})" not in text] == []


# --- requirements ----------------------------------------------------------------------------------------------------

NUMBER = re.compile(r"^(?:[RB]00[0-4]-\d+|[CX]-\d\d)$")


def claimed() -> list[str]:
    """The numbers in the first column of the tables of docs/requirements.md."""
    cells = [line.split("|")[1].strip() for line in (DOCS / "requirements.md").read_text().splitlines() if "|" in line]
    return [cell.strip("`") for cell in cells if NUMBER.match(cell.strip("`"))]


@cache
def carried() -> set[str]:
    """The numbers that a mark of a test function carries, read from the source of the tests."""
    found: set[str] = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for mark in node.decorator_list:
                    if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.req":
                        found |= {str(ast.literal_eval(argument)) for argument in mark.args}
    return found


def test_every_claimed_requirement_has_a_test() -> None:
    assert sorted(set(claimed()) - carried()) == []


def test_every_tested_requirement_is_claimed() -> None:
    assert sorted(carried() - set(claimed())) == []


def test_no_requirement_is_claimed_twice() -> None:
    assert len(claimed()) == len(set(claimed())) > 100
