"""The library of solutions, from Python and the command line."""

import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from kicker.errors import FileError, KickerError
from kicker.solver import Solution, Spot, solve
from kicker.solver.library import Library, write_json
from kicker.solver.reports import read_report
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
    library.note("first", "check, bet 60% (120)", "")
    assert library.entry("first").notes == ()
    library.remove("first")
    assert [entry.name for entry in library.entries()] == ["second one"]
    assert len(list(library.folder.iterdir())) == 2


def test_notes_written_at_once_are_all_kept(library: Library, solution: Solution) -> None:
    library.add(solution, "shared")
    lines = ["", "check", "bet 120", "check, bet 120"]
    with ThreadPoolExecutor(4) as threads:
        for text in ("first", "second"):
            list(threads.map(lambda line, text=text: library.note("shared", line, text), lines))
            assert dict(library.entry("shared").notes) == dict.fromkeys(lines, text)


def test_a_file_written_twice_at_once_fails_for_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, replace = tmp_path / "notes.json", Path.replace

    def late(self: Path, target: Path) -> Path:
        monkeypatch.setattr(Path, "replace", replace)
        write_json(path, {"change": "the other"})
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", late)
    write_json(path, {"change": "mine"})
    assert json.loads(path.read_text()) == {"change": "mine"}
    assert list(tmp_path.iterdir()) == [path]


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


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"notes": []}', "\0", '{"tags": [1]}', '{"tags": null}', '{"owner": null}', "[" * 5000]
)
def test_a_damaged_file_of_tags_makes_nothing_public(library: Library, solution: Solution, text: str) -> None:
    library.add(solution, "mine", owner="ada")
    (library.folder / "mine.json").write_text(text)
    assert [(entry.owner, entry.tags) for entry in library.entries("mine")] == [("?", ())]


def test_a_note_can_have_any_characters(library: Library, solution: Solution) -> None:
    library.add(solution, "mine")
    assert library.note("mine", "check", "half a character: \ud800").notes == (("check", "half a character: \ud800"),)
    assert library.entry("mine").notes == (("check", "half a character: \ud800"),)


def test_a_folder_that_is_none_is_one_sentence(solution: Solution, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", Path("/proc")):
        with pytest.raises(FileError, match="cannot write"):
            write_json(folder / "mine.json", {})
        with pytest.raises(FileError, match="cannot write"):
            Library(folder).add(solution, "mine")


def test_a_solution_has_its_owner_from_the_start(
    library: Library, solution: Solution, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: Solution, path: Path, small: bool) -> None:
        assert "ada" in path.with_suffix(".json").read_text()
        raise FileError("the disk is full", "write")

    monkeypatch.setattr(Solution, "save", fail)
    with pytest.raises(FileError, match="disk"):
        library.add(solution, "mine", owner="ada")
    assert list(library.folder.iterdir()) == []


def test_a_device_is_not_replaced(solution: Solution, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(FileError, match="it is not a file"):
        solution.save(pipe)
    assert pipe.is_fifo()
    assert list(tmp_path.iterdir()) == [pipe]


def test_a_table_that_is_no_table_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "folder.csv").mkdir()
    assert read_report(tmp_path / "folder.csv") == []
    (tmp_path / "bad.csv").write_bytes(b"\0\xff")
    with pytest.raises(FileError, match="is not a report"):
        read_report(tmp_path / "bad.csv")


@pytest.mark.parametrize("order", [[], {}, None, 3])
def test_an_order_of_another_type_is_one_sentence(order: object) -> None:
    with pytest.raises(KickerError, match="order"):
        Spot.from_dict({"oop": "AA", "ip": "KK", "board": "2c3c4c", "pot": 10, "stack": 10, "order": order})


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


@pytest.mark.parametrize("rate", [10**400, float("nan"), -1])
def test_numbers_that_no_spot_can_have(rate: float) -> None:
    with pytest.raises(KickerError, match="force_allin must be a number from 0"):
        Spot("AA", "KK", "Td9d6hQc2s", pot=10, stack=20, force_allin=rate)
