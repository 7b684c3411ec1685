"""Saved reports: one spot on many boards, stored with its settings, so that a stopped report can be resumed.

reports/FLOPS.csv     the solved boards, as `kicker solve --report` writes them
reports/FLOPS.json    the spot, its boards and its owner; a table without this file can be read but not resumed
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kicker.errors import FileError, KickerError
from kicker.places import home_folder
from kicker.solver.flops import WeightedFlop
from kicker.solver.library import checked_name, make_folder, write_json
from kicker.solver.reports import BoardResult, checked_request, continue_report, named_boards, read_boards, read_report
from kicker.solver.solving import Progress, Request


@dataclass(frozen=True, slots=True)
class KeptReport:
    """A saved report, as a list shows it."""

    name: str
    """The name of the report."""
    path: Path
    """The table of boards; it exists once the first board is solved."""
    config: dict[str, Any] = field(hash=False)
    """The spot and its settings, for `Request.from_dict`; empty if there is only a table."""
    boards: str
    """The set of boards: `25`, `all` and so on, or a list."""
    total: int
    """The number of boards that leave hands in both ranges; 0 if unknown."""
    owner: str
    """The owner's key on a server; empty for reports of the folder's own user."""

    @property
    def line(self) -> str:
        """The line to the node that the report is about; empty for the root."""
        return str(self.config.get("line", ""))

    def results(self) -> list[BoardResult]:
        """Return the boards solved so far."""
        return read_report(self.path)

    def go_on(
        self,
        *,
        workers: int = 1,
        threads: int = 1,
        memory: int | None = None,
        progress: Callable[[str, Progress], object] | None = None,
    ) -> Iterator[BoardResult | str]:
        """Solve the missing boards with the arguments of `solve_boards`, and save each as soon as it is solved."""
        if not self.config:
            raise KickerError(f"the spot of the report {self.name!r} is unknown; only its table is kept", "report")
        request = Request.from_dict(self.config)
        boards = boards_of(self.boards)

        def tell(board: str, news: Progress) -> None:
            if not self.path.with_suffix(".json").exists():  # its table alone would have no owner
                raise KickerError(f"the report {self.name!r} was deleted", "name")
            if progress is not None:
                progress(board, news)

        settings = {"workers": workers, "threads": threads, "memory": memory, "progress": tell}
        return continue_report(self.path, request, boards, **settings)

    def crew_size(self, most: int, memory: int) -> int:
        """Return the number of processes to solve the missing boards with: `most`, each with one board, or a single
        one with as many threads if the boards do not fit in memory together, or there are too few of them."""
        board = playable(self.config, self.boards)[0]
        tree = Request.from_dict(board).spot.tree(isomorphism=False)  # on other boards, fewer suits may be equivalent
        fits = most * tree.memory(16) <= memory
        return most if fits and self.total - len(self.results()) >= most else 1


def boards_of(text: str) -> tuple[WeightedFlop, ...] | list[WeightedFlop]:
    """Return the boards of `25`, `49`, `95`, `184` or `all`, or of a list with one board per line."""
    named = named_boards(text.strip())
    return read_boards(text, "boards") if named is None else named


def playable(config: dict[str, Any], boards: str) -> tuple[dict[str, Any], int]:
    """Return the spot on the first board that leaves hands in both ranges, and the number of such boards."""
    listed, error = boards_of(boards), KickerError("no board is listed", "board")
    for board in listed:
        here = config | {"board": "".join(map(str, board.cards))}
        try:
            spot = Request.from_dict(here).spot
        except KickerError as problem:
            if problem.code not in ("range", "board"):  # it fails on every board
                raise
            error = problem
            continue
        deck = set(spot.deck)
        ranges = [[combo for combo, weight in held if weight and deck.issuperset(combo)]
                  for held in (spot.oop, spot.ip)]  # fmt: skip
        taken = [set(each.cards) for each in listed if deck.issuperset(each.cards)]
        return here, sum(all(any(cards.isdisjoint(hand) for hand in held) for held in ranges) for cards in taken)
    raise error


class Reports:
    """A folder of reports, by default `reports` in kicker's home folder."""

    def __init__(self, folder: str | Path | None = None) -> None:
        self.folder = Path(folder) if folder is not None else home_folder() / "reports"

    def entries(self) -> list[KeptReport]:
        """Return the saved reports by name; damaged ones are left out."""
        found = []
        for name in sorted({path.stem for kind in ("*.json", "*.csv") for path in self.folder.glob(kind)}):
            with suppress(KickerError):
                found.append(self.entry(name))
        return found

    def entry(self, name: str) -> KeptReport:
        """Return the report called `name`; raise `KickerError` if there is none."""
        path = self._file(name)
        try:
            about = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
            json.dumps(about, allow_nan=False)  # pages could not read NaN
            return KeptReport(
                name, path, dict(about["config"]), str(about["boards"]), int(about["total"]), str(about["owner"])
            )
        except FileNotFoundError:
            if path.is_file():
                return KeptReport(name, path, {}, "", 0, "")
            raise KickerError(f"there is no report {name!r}", "name") from None
        except (OSError, KeyError, TypeError, ValueError, RecursionError):
            raise FileError(f"the report {name!r} is damaged; delete it and start again", "file") from None

    def begin(self, name: str, config: dict[str, Any], boards: str, owner: str = "") -> KeptReport:
        """Save the settings of a new report under a free name; `go_on` solves it."""
        path = self._file(name)
        taken = KickerError(f"a report {name!r} already exists; choose another name", "name")
        if path.exists() or path.with_suffix(".json").exists():
            raise taken
        whole, total = playable(config, boards)
        if line := checked_request(Request.from_dict(whole)).line:
            whole = whole | {"line": line}
        make_folder(self.folder)
        about = {"config": whole, "boards": boards, "total": total, "owner": owner}
        try:
            write_json(path.with_suffix(".json"), about, new=True)
        except FileExistsError:  # somebody else has begun it in the meantime
            raise taken from None
        return self.entry(name)

    def remove(self, name: str) -> None:
        """Delete a report."""
        path = self.entry(name).path
        try:
            path.unlink(missing_ok=True)
            path.with_suffix(".json").unlink(missing_ok=True)
        except OSError as error:
            raise FileError(f"cannot delete {str(path)!r}: {(error.strerror or '').lower()}", "write") from None

    def _file(self, name: str) -> Path:
        return self.folder / f"{checked_name(name, 'a report')}.csv"
