"""Imports many files of hand histories: read, check and count."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from kicker import stopping
from kicker.errors import FileError, RecordError
from kicker.records import MISMATCHED, UNDETERMINED, Record, Replay, replay
from kicker.records.reading import scan_records
from kicker.sites.files import BEGINNING, Place, last_place, name_of, read_hands
from kicker.sites.model import Cancelled, Unreadable
from kicker.sites.proving import Proof, prove

TEXT_FILES: Final = frozenset([".txt", ".text", ".log", ".hh"])
"""The file extensions of hand histories; a file named on the command line may have any."""
RECORD_FILES: Final = frozenset([".phh", ".phhs"])
"""Records in the PHH format, which kicker's own tables write."""


_OFTEN: Final = 50
"""The number of records after which progress is reported."""
Progress = Callable[[int], None]


class Keeper(Protocol):
    """Something that keeps or notes hands whose figures add up, and finds those that have the number of another."""

    def add(self, proof: Proof) -> None:
        """Keep a hand from a site."""

    def add_record(self, played: Replay, name: str, source: str) -> None:
        """Keep a record from a file; its name is unique."""


class ImportProblem(NamedTuple):
    """A problem with a hand or a file."""

    file: str
    """The file."""
    line: int
    """The line, counted from 1."""
    sentence: str
    """The problem, in a sentence."""
    unfinished: bool = False
    """True if the hand is cut off: the site may still be writing the file."""

    def as_dict(self) -> dict[str, object]:
        """Return the problem for JSON."""
        return {"file": self.file, "line": self.line, "sentence": self.sentence}

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.sentence}"


@dataclass(slots=True)
class ImportCounts:
    """The outcome of reading a number of files."""

    files: int = 0
    """Files read."""
    hands: int = 0
    """All hands found."""
    ok: int = 0
    """Hands that were read and replayed and agree with their own summary."""
    disagree: int = 0
    """Hands that were read but disagree with their own summary."""
    unreadable: int = 0
    """Hands that could not be read."""
    cancelled: int = 0
    """Hands that the site cancelled."""
    problems: list[ImportProblem] = field(default_factory=list)
    """One for each hand that disagrees or is unreadable."""

    def as_dict(self) -> dict[str, object]:
        """Return the counts for JSON."""
        counts = {name: getattr(self, name) for name in ("files", "hands", "ok", "disagree", "unreadable", "cancelled")}
        return counts | {"problems": [problem.as_dict() for problem in self.problems]}


def check_file(
    path: Path,
    counts: ImportCounts,
    keeper: Keeper | None = None,
    progress: Progress | None = None,
    start: Place = BEGINNING,
) -> None:
    """Read and check the hands of a file; the keeper gets each hand whose figures add up.

    `progress` is called with the number of bytes read so far, many times a second. Text is read from `start` on.
    """
    counts.files += 1
    with _readable(path), _fewer_collections():
        if path.suffix.lower() in RECORD_FILES:
            _check_records(path, counts, keeper, progress)
        else:
            _check_hands(path, counts, keeper, progress, start)


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    """Say in one sentence why a file cannot be read."""
    try:
        yield
    except OSError as error:
        raise FileError(f"cannot read {str(path)!r}: {(error.strerror or str(error)).lower()}", "missing") from None


@contextmanager
def _fewer_collections() -> Iterator[None]:
    """Look for reference cycles less often: hands have none, and looking takes a tenth of the time."""
    before = gc.get_threshold()
    gc.set_threshold(max(before[0], 50_000) if before[0] else 0, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def _check_hands(
    path: Path, counts: ImportCounts, keeper: Keeper | None, progress: Progress | None, start: Place
) -> None:
    for found in read_hands(path, progress, start):
        stopping.check()
        counts.hands += not isinstance(found, Unreadable) or found.in_hand
        if isinstance(found, Unreadable):
            counts.unreadable += found.in_hand
            counts.problems.append(ImportProblem(str(path), found.line, str(found), found.unfinished))
        elif isinstance(found, Cancelled):
            counts.cancelled += 1
        else:
            proof = prove(found)
            if proof.ok:
                counts.ok += 1
                if keeper:
                    keeper.add(proof)
            else:
                counts.disagree += 1
                counts.problems.append(ImportProblem(str(path), proof.line, proof.problem))


def _check_records(path: Path, counts: ImportCounts, keeper: Keeper | None, progress: Progress | None) -> None:
    """The records of a PHH file; problems name the hand, not the line."""
    with path.open("rb") as stream:
        for number, found in enumerate(scan_records(stream, str(path), many=path.suffix.lower() == ".phhs"), 1):
            stopping.check()
            counts.hands += 1
            if progress and number % _OFTEN == 0:
                progress(stream.tell())
            problem = str(found)
            if isinstance(found, Record):
                try:
                    played = replay(found)
                except RecordError as error:
                    problem = str(error)
                else:
                    problem = played.reason if played.verdict in (MISMATCHED, UNDETERMINED) else ""
                    if not problem:
                        counts.ok += 1
                        if keeper:
                            keeper.add_record(played, f"{name_of(path.stem)} {found.hand or number}", name_of(path))
                        continue
                counts.disagree += 1
            else:
                counts.unreadable += 1
            counts.problems.append(ImportProblem(str(path), 1, problem.removeprefix(f"{path}: ")))


def files_below(paths: Iterable[Path]) -> list[Path]:
    """Return the files, and all hand histories below the folders (`.txt` and the like, `.phh` and `.phhs`)."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            found += sorted(
                each for each in path.rglob("*") if each.suffix.lower() in TEXT_FILES | RECORD_FILES and each.is_file()
                and not each.name.startswith(".")
            )  # fmt: skip
        else:
            found.append(path)
    return found


class Watcher:
    """Follows folders while their files grow. A hand that is cut off is not reported: the rest may still come."""

    def __init__(self, paths: Iterable[Path], keeper: Keeper) -> None:
        self.paths, self.keeper = list(paths), keeper
        self._stamps: dict[Path, tuple[int, int]] = {}
        """Size and time of each file when it was last read."""
        self._places: dict[Path, Place] = {}
        """The place in each file where its last hand began, which may not have been complete."""
        self._told: set[ImportProblem] = set()

    def poll(self) -> list[ImportProblem]:
        """Read what is new in the files that have changed; return new problems."""
        problems: list[ImportProblem] = []
        for path in files_below(self.paths):
            with suppress(FileNotFoundError):  # it was removed meanwhile
                status = path.stat()
                stamp = (status.st_size, status.st_mtime_ns)
                if self._stamps.get(path) == stamp:
                    continue
                try:
                    problems += self._read(path)
                    self._stamps[path] = stamp
                except FileError as error:
                    problems += [ImportProblem(str(path), 1, str(error))] * path.exists()
        return self.new(problems)

    def new(self, problems: Iterable[ImportProblem]) -> list[ImportProblem]:
        """Return the problems that were not returned before."""
        found = [problem for problem in dict.fromkeys(problems) if problem not in self._told]
        self._told.update(found)
        return found

    def _read(self, path: Path) -> list[ImportProblem]:
        """Read a file from its last hand on, or from the beginning if it was replaced."""
        counts = ImportCounts()
        start = last = BEGINNING
        if path.suffix.lower() not in RECORD_FILES:
            with _readable(path):
                start, last = last_place(path, self._places.get(path, BEGINNING))
        check_file(path, counts, self.keeper, start=start)
        self._places[path] = last
        return [problem for problem in counts.problems if not problem.unfinished and counts.hands]
