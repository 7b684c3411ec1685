"""Files on a full disk: each is as it was before, or as it should be."""

import json
import os
import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kicker import Klondike, holdem, play_match
from kicker.disk import append, write_file
from kicker.errors import FileError
from kicker.match import Match
from kicker.records import read_records
from kicker.solitaire.many import Limits, Results, Solved
from kicker.solver import Spot, load_solution, solve
from kicker.solver.library import Library
from kicker.solver.played_flops import PlayedFlops
from kicker.solver.reports import continue_report, read_boards, read_report
from kicker.solver.solving import Request
from kicker.table import Table
from kicker.ui.common.home import KeptGame
from kicker.ui.common.output import open_output

SPOT = Spot("QQ+,AKs", "TT-88,AQs", "Td9d6hQc2s", 200, 900, river_bet="60%")


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """Let no file grow beyond a size: writing fails in the middle, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def files(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file() and path.suffix != ".lock"}


@pytest.mark.parametrize(
    "write",
    [
        lambda path: append(path, b"y" * 100),
        lambda path: append(path, b"y" * 100, 20),
        lambda path: append(path, b"y" * 100, 0),
        lambda path: write_file(path, b"y" * 150),
    ],
)
@pytest.mark.parametrize("there", [True, False])
def test_a_full_disk_changes_nothing(tmp_path: Path, write: Callable[[Path], object], there: bool) -> None:
    path = tmp_path / "file"
    if there:
        path.write_bytes(b"x" * 60)
    before = files(tmp_path)
    with room_for(70), pytest.raises(OSError, match="too large"):
        write(path)
    assert files(tmp_path) == before


def test_what_follows_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "file"
    append(path, b"abcdef")
    append(path, b"gh")
    append(path, b"X", 3)
    assert path.read_bytes() == b"abcX"
    append(Path("/dev/null"), b"X")
    with pytest.raises(OSError, match="No space left"):
        append(Path("/dev/full"), b"X")


def game() -> KeptGame:
    kept = KeptGame.begin("holdem", Table(holdem(), (1000, 1000), players={0: "caller"}, seed=1))
    play(kept)
    return kept


def play(kept: KeptGame) -> None:
    table = kept.table
    table.deal()
    while table.playing:
        if table.to_act in table.players:
            table.step()
        else:
            table.stand_in(1, "away")


def test_hands_are_recorded_whole_or_not_at_all(home: Path) -> None:
    kept = game()
    path = kept.files.hands_file
    before = path.read_bytes()
    (record,) = read_records(path)
    for number in (1, 2):  # in place of the hand that is there, and after it
        for room in range(len(before) + 1, 2 * len(before), 37):
            with room_for(room if number == 2 else room - len(before)), pytest.raises(FileError, match="cannot write"):
                kept.files.add_hand(record, number)
            assert path.read_bytes() == before
    kept.files.add_hand(record, 2)
    assert len(list(read_records(path))) == 2
    kept.close()


@pytest.mark.parametrize("cut", [1, 2, 3, 30, 200])
def test_a_hand_that_was_cut_off_does_not_harm_the_next(home: Path, cut: int) -> None:
    kept = game()
    path = kept.files.hands_file
    before = path.read_bytes()
    with path.open("ab") as stream:
        stream.write(before.replace(b"[1]", b"[2]")[:cut].rstrip(b"\n"))  # the machine stopped here
    play(kept)
    assert len(list(read_records(path))) == 2
    assert path.read_bytes().startswith(before)
    kept.close()


def test_reports_have_whole_boards(tmp_path: Path) -> None:
    path, request = tmp_path / "report.csv", Request(SPOT, iterations=5)
    one, two = read_boards("Td9d6hQc2s", "boards"), read_boards("Td9d6hQc2s\nQsJh2h3c4d", "boards")
    with room_for(150), pytest.raises(FileError, match="cannot write"):
        list(continue_report(path, request, one))
    assert not path.exists()
    list(continue_report(path, request, one))
    before = path.read_bytes()
    with room_for(len(before) + 90), pytest.raises(FileError, match="cannot write"):
        list(continue_report(path, request, two))
    assert path.read_bytes() == before
    list(continue_report(path, request, two))
    assert len(read_report(path)) == 2


@pytest.mark.parametrize("damage", [lambda path: path.chmod(0), lambda path: path.write_bytes(b"\xff\xfe")])
def test_a_report_that_cannot_be_read_is_one_sentence(tmp_path: Path, damage: Callable[[Path], object]) -> None:
    path = tmp_path / "report.csv"
    list(continue_report(path, Request(SPOT, iterations=5), read_boards("Td9d6hQc2s", "boards")))
    damage(path)
    if not os.access(path, os.R_OK) or path.stat().st_size < 10:
        with pytest.raises(FileError):
            read_report(path)


@pytest.mark.parametrize(("old", "new"), [(",1,", ",0,"), (",1,", ",nan,"), ("Td9d", "zzzz")])
def test_a_report_with_other_boards_or_weights_is_refused(tmp_path: Path, old: str, new: str) -> None:
    path = tmp_path / "report.csv"
    list(continue_report(path, Request(SPOT, iterations=5), read_boards("Td9d6hQc2s", "boards")))
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(FileError, match="is not a report that kicker wrote"):
        read_report(path)


def test_a_match_records_whole_sessions(tmp_path: Path) -> None:
    match = Match(("caller", "caller"), session_hands=20)
    with room_for(3000), pytest.raises(FileError, match="cannot write"):
        play_match(match, 20, workers=1, records=tmp_path / "records")
    assert files(tmp_path) == {}


def test_results_of_klondike_deals_are_whole_lines(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    results = Results(path, Klondike(), Limits())
    with results.writing() as write:
        write(Solved(1, "won", 5, 1.0))
        size = path.stat().st_size
        with room_for(size + 10), pytest.raises(FileError, match="cannot write"):
            write(Solved(2, "won", 5, 1.0))
        write(Solved(3, "won", 5, 1.0))
    assert [json.loads(line)["deal"] for line in path.read_text().splitlines()] == [1, 3]


def test_solutions_are_kept_whole(tmp_path: Path) -> None:
    solution, library = solve(SPOT, iterations=5), Library(tmp_path)
    library.add(solution, "mine")
    before = files(tmp_path)
    for act in (
        lambda: solution.save(tmp_path / "mine.solution"),
        lambda: library.add(solution, "yours"),
        lambda: library.note("mine", "check", "n" * 600),
    ):
        with room_for(500), pytest.raises(FileError, match="cannot write"):
            act()
        assert files(tmp_path) == before
    load_solution(tmp_path / "mine.solution")


def test_a_folder_is_no_file_before_any_work_is_done(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="it is a directory"):
        next(continue_report(tmp_path, Request(SPOT), read_boards("Td9d6hQc2s", "boards")))
    with pytest.raises(FileError, match="it is a directory"):
        PlayedFlops(tmp_path)


def test_an_export_to_a_full_disk_names_its_file(tmp_path: Path) -> None:
    path = tmp_path / "out.csv"
    path.write_bytes(b"old")
    told = pytest.raises(FileError, match=r"cannot write '.*out.csv': file too large")
    with room_for(1000), told, open_output(str(path)) as stream:
        stream.write(b"x" * 100_000)
    assert files(tmp_path) == {str(path): b"old"}
