"""Which requirements have tests: docs/requirements.md claims them, and tests carry their numbers."""

import ast
import re
from functools import cache
from pathlib import Path

from tests.conftest import ROOT
from tests.sources import nodes_of, text_of

DOCS = ROOT / "docs"

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
        for node in nodes_of(path) if "mark.req" in text_of(path) else ():
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
