"""The docs: commands print the output shown, links work, and the manual has every page and public name."""

import doctest
import re
import shlex
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import click
import pytest

import kicker as package
from kicker.ui.cli import COMMANDS, main
from tests.conftest import ROOT, Run

DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted(DOCS.glob("*.md"))]
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


# --- the manual as a whole --------------------------------------------------------------------------------------------


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


def test_the_api_reference_has_every_public_name() -> None:
    text = "".join(path.read_text() for path in DOCS.glob("api*.md"))
    for name in package.__all__:
        assert re.search(rf"\bkicker\.{name}\b", text), name


def test_the_api_reference_has_no_name_that_is_gone() -> None:
    for path in DOCS.glob("api*.md"):
        for kind, module, name in re.findall(
            r"^\.\. auto(\w+):: (kicker[\w.]*)\.(\w+)$", path.read_text(), re.MULTILINE
        ):
            if kind == "module":
                import_module(f"{module}.{name}")
            else:
                assert hasattr(import_module(module), name), f"{path.name}: {module}.{name}"


def anchors(path: Path) -> set[str]:
    """The anchors that a link may point to: the page's headings, in lower case and with dashes."""
    if path.suffix != ".md":
        return set()
    headings = re.findall(r"^#+ (.+)$", path.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


TOP_PAGES = [ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")]


@pytest.mark.parametrize("path", [*sorted(DOCS.glob("*.md")), *TOP_PAGES], ids=lambda path: path.name)
def test_links_between_documents_lead_somewhere(path: Path) -> None:
    text = re.sub(r"^```.*?^```", "", path.read_text(), flags=re.MULTILINE | re.DOTALL)
    for target, anchor in re.findall(r"\]\(([^):#]*)(?:#([^)]+))?\)", text):
        page = path.parent / target if target else path
        assert page.exists(), target
        assert not anchor or anchor in anchors(page), f"{target}#{anchor}"


def test_the_manual_lists_every_page() -> None:
    """In its navigation; those that are for readers are also linked on the front page, to which the README leads."""
    trees = "".join((DOCS / name).read_text() for name in ("index.md", "api.md"))
    listed = {name for tree in re.findall(r"```{toctree}.*?```", trees, re.DOTALL) for name in tree.split()}
    assert sorted({path.stem for path in DOCS.glob("*.md")} - listed) == ["index"]
    assert [path.name for path in DOCS.glob("*.md") if f"]({path.name})" not in trees] == ["index.md"]
    assert "](docs/index.md)" in (ROOT / "README.md").read_text()
