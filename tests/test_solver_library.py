"""The library of solutions, from Python and the command line."""

import json
from pathlib import Path

import pytest

from kicker.errors import FileError, KickerError
from kicker.solver import Solution, Spot, solve
from kicker.solver.library import Library
from tests.conftest import Run

SPOT = Spot("QQ+,AKs", "TT-88,AQs", "Td9d6hQc2s", pot=200, stack=900, river_bet="60%", river_raise="2.5x")


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solve(SPOT, iterations=20)


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path / "solutions")


def test_what_is_kept_is_found(library: Library, solution: Solution) -> None:
    assert library.entries() == []
    library.add(solution, "first", ["river", "wet"])
    library.add(solution, "second one")
    assert {entry.name for entry in library.entries()} == {"first", "second one"}
    assert [entry.name for entry in library.entries(tag="wet")] == ["first"]
    assert [entry.name for entry in library.entries("td9d SECOND")] == ["second one"]
    entry = library.entry("first")
    assert (entry.spot, entry.values, entry.exploitability) == (SPOT, solution.values, solution.exploitability)
    assert entry.size == entry.path.stat().st_size
    assert library.open("first").values == solution.values
    library.note("first", "check,bet 120", "call more")
    assert library.entry("first").notes == (("check, bet 120", "call more"),)
    assert [entry.name for entry in library.entries("call more")] == ["first"]
    library.note("first", "check, bet 120", "")
    assert library.entry("first").notes == ()
    library.remove("first")
    assert [entry.name for entry in library.entries()] == ["second one"]
    assert len(list(library.folder.iterdir())) == 2


@pytest.mark.parametrize("name", ["", "../x", "a/b", ".hidden", "x" * 81, "new\nline"])
def test_names_that_cannot_be(library: Library, solution: Solution, name: str) -> None:
    with pytest.raises(KickerError, match="a solution's name has 1 to 80 letters"):
        library.add(solution, name)
    assert not library.has(name)


def test_what_cannot_be_done(library: Library, solution: Solution) -> None:
    library.add(solution, "taken")
    with pytest.raises(KickerError, match="there is a solution 'taken' already"):
        library.add(solution, "taken")
    with pytest.raises(KickerError, match="there is no solution 'missing'"):
        library.entry("missing")
    with pytest.raises(KickerError, match="jump"):
        library.note("taken", "jump", "text")
    with pytest.raises(KickerError, match="a tag has 1 to 30 characters"):
        library.describe("taken", tags=["two words"])
    with pytest.raises(KickerError, match="at most 2000 characters"):
        library.note("taken", "", "x" * 2001)


def test_damaged_files_hide_nothing_else(library: Library, solution: Solution) -> None:
    library.add(solution, "good")
    library.add(solution, "bad")
    (library.folder / "bad.solution").write_bytes(b"nonsense")
    (library.folder / "good.json").write_text("{")
    assert [(entry.name, entry.tags) for entry in library.entries()] == [("good", ())]
    with pytest.raises(FileError, match="is not a solution"):
        library.entry("bad")
    library.remove("bad")


def test_the_command_line(kicker: Run, tmp_path: Path, solution: Solution, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KICKER_HOME", str(tmp_path / "home"))
    solution.save(tmp_path / "file")
    assert kicker("solutions", "add", str(tmp_path / "file"), "river queen", "--tag", "wet").returncode == 0
    assert "#wet" in kicker("solutions", "list").stdout.decode()
    found = json.loads(kicker("solutions", "list", "queen", "--json").stdout)
    assert (found["name"], found["tags"], found["street"]) == ("river queen", ["wet"], "river")
    assert "#dry" in kicker("solutions", "tag", "river queen", "dry").stdout.decode()
    assert kicker("solutions", "note", "river queen", "check", "bluff").stdout == b"bluff\n"
    assert kicker("solutions", "note", "river queen", "check").stdout == b"bluff\n"
    assert b"in position acts" in kicker("solve", "--load", "river queen", "--line", "check").stdout
    assert kicker("solutions", "remove", "river queen").stdout == b"river queen deleted\n"
    assert b"there is no solution 'river queen'" in kicker("solutions", "remove", "river queen").stderr
