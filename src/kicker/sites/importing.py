"""Many files of hand histories: read, prove and count."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from kicker import stopping
from kicker.sites.files import read_hands
from kicker.sites.model import Cancelled, Unreadable
from kicker.sites.proving import Proof, prove

TEXT_FILES: Final = frozenset([".txt", ".text", ".log", ".hh"])
"""What the names of hand histories end in; a file named on the command line may end in anything."""


class ImportProblem(NamedTuple):
    """Something that is wrong with a hand or a file."""

    file: str
    """The file."""
    line: int
    """The line, counted from 1."""
    sentence: str
    """What is wrong."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.sentence}"


@dataclass(slots=True)
class ImportCounts:
    """What was found in a number of files."""

    files: int = 0
    """Files read."""
    hands: int = 0
    """Hands found, whatever became of them."""
    ok: int = 0
    """Hands that were read and replayed and agree with their own summary."""
    disagree: int = 0
    """Hands that were read and do not agree with themselves."""
    unreadable: int = 0
    """Hands that could not be read."""
    cancelled: int = 0
    """Hands that the site called off."""
    problems: list[ImportProblem] = field(default_factory=list)
    """One for each hand that disagrees or is unreadable."""

    def as_dict(self) -> dict[str, object]:
        """The counts for JSON."""
        counts = {name: getattr(self, name) for name in ("files", "hands", "ok", "disagree", "unreadable", "cancelled")}
        return counts | {"problems": [problem._asdict() for problem in self.problems]}


def check_file(path: Path, counts: ImportCounts, keep: Callable[[Proof], None] | None = None) -> None:
    """Read and prove the hands of a file; `keep` is given each hand that agrees with itself."""
    counts.files += 1
    for found in read_hands(path):
        stopping.check()
        if isinstance(found, Unreadable):
            counts.hands += found.in_hand
            counts.unreadable += found.in_hand
            counts.problems.append(ImportProblem(str(path), found.line, str(found)))
            continue
        counts.hands += 1
        if isinstance(found, Cancelled):
            counts.cancelled += 1
            continue
        proof = prove(found)
        if proof.ok:
            counts.ok += 1
            if keep:
                keep(proof)
        else:
            counts.disagree += 1
            counts.problems.append(ImportProblem(str(path), proof.line, proof.problem))


def files_below(paths: Iterator[Path]) -> list[Path]:
    """The files, and all text files below the folders (`.txt` and the like)."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            found += sorted(
                each for each in path.rglob("*") if each.suffix.lower() in TEXT_FILES and each.is_file()
                and not each.name.startswith(".")
            )  # fmt: skip
        else:
            found.append(path)
    return found
