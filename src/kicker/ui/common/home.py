"""kicker's home folder: saved games, and the hands that were played.

    saves/holdem-2026-11-16-1.json     a game that can be resumed; removed when it ends
    hands/holdem-2026-11-16-1.phhs     its hands, in order
    statistics.sqlite                  the results (`ui/common/statistics.py`)
    klondike.jsonl                     the Klondike deals that `kicker klondike rate` has solved

A save is replaced as a whole, so that there is always one; a game is locked while it is being played.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import date, datetime
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from kicker.disk import append, write_file
from kicker.errors import FileError, KickerError
from kicker.places import home_folder as home_folder
from kicker.records import Record, Replay, format_phh, read_records, replay
from kicker.records.model import RABBIT_FIELD
from kicker.table import Table
from kicker.ui.common.output import reason, writing
from kicker.ui.common.text import YOU

if TYPE_CHECKING:
    from kicker.ui.common.statistics import PlayedHand


class BeingPlayed(KickerError):  # noqa: N818 (a state, not a fault)
    """Raised when a game is already open elsewhere."""


class GameFiles:
    """The files of one game in the home folder, locked until `close`."""

    def __init__(self, name: str, lock: IO[bytes] | None) -> None:
        self.name = name
        self.save_file = _saves() / f"{name}.json"
        self.hands_file = home_folder() / "hands" / f"{name}.phhs"
        self._lock = lock
        self._saved = False

    @classmethod
    def create(cls, game: str, today: date | None = None) -> GameFiles:
        """Files for a new game: `holdem-2026-11-16-1`, or the next free number."""
        day = (today or date.today()).isoformat()
        with writing(_saves()):
            _saves().mkdir(parents=True, exist_ok=True)
            (home_folder() / "hands").mkdir(exist_ok=True)
        number = 1
        while True:
            files = cls(f"{game}-{day}-{number}", None)
            number += 1
            if files.save_file.exists() or files.hands_file.exists():
                continue
            with suppress(BeingPlayed):  # another process is just starting this one
                files._lock = _locked(files.name)
                if not files.save_file.exists() and not files.hands_file.exists():
                    return files
                files.close()

    @classmethod
    def find(cls, games: str | Sequence[str], name: str = "") -> GameFiles:
        """Open the game of that name, or the most recent one of these kinds."""
        names = left_games(games)
        if not names:
            raise KickerError("there is no saved game to resume", "resume")
        if name and name not in names:
            raise KickerError(f"no saved game is called {name!r}; choose from {', '.join(names)}", "resume")
        for one in [name] if name else names:
            with suppress(BeingPlayed):
                return cls(one, _locked(one))
        raise BeingPlayed(f"{name or names[0]} is open elsewhere; close it there first", "resume")

    @classmethod
    def delete(cls, game: str, name: str) -> None:
        """Remove the save of a game that is not open. Its hands stay."""
        files = cls.find(game, name)
        try:
            files.finish()
        finally:
            files.close()

    def read(self) -> str:
        """Return the saved text."""
        try:
            return self.save_file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise FileError(f"cannot read {str(self.save_file)!r}: {reason(error)}", "missing") from None

    def save(self, text: str) -> None:
        """Replace the save; it is on disk when this returns."""
        write_whole(self.save_file, text)
        self._saved = True

    def add_hand(self, record: Record, number: int) -> None:
        """Add a hand after those before it; an older record of it, and of later ones, is replaced."""
        path, text = self.hands_file, f"[{number}]\n{format_phh(record)}\n"
        with writing(path):
            append(path, text.encode(), _end_of_hands(path, number))

    def finish(self) -> None:
        """Remove the save of a finished game. Its hands stay."""
        with writing(self.save_file):
            self.save_file.unlink(missing_ok=True)

    def close(self) -> None:
        """Release the game, and record the time at which it was left."""
        if self._saved:
            self._saved = False
            with suppress(OSError):  # finished, or not to be touched: then the time of the last change counts
                os.utime(self.save_file, ns=(time.time_ns(),) * 2)
        if self._lock is not None:
            with suppress(OSError):
                _lock_file(self.name).unlink()
            self._lock.close()
            self._lock = None


class KeptGame:
    """A table that is saved whenever the person may leave, and whose hands are recorded and counted."""

    def __init__(self, files: GameFiles, table: Table) -> None:
        self.files = files
        self.table = table
        self._uncounted: list[PlayedHand] = []
        table.observers.append(self._keep)
        self._keep()

    @classmethod
    def begin(cls, game: str, table: Table) -> KeptGame:
        """Start a new game of a kind, like `holdem`."""
        return cls(GameFiles.create(game), table)

    @classmethod
    def resume(cls, games: str | Sequence[str], name: str = "") -> KeptGame:
        """Open the game of that name, or the most recent one of these kinds."""
        files = GameFiles.find(games, name)
        try:
            return cls(files, Table.load(files.read()))
        except KickerError as error:
            files.close()
            raise KickerError(f"cannot resume {files.name}: {error}", "resume") from None

    def hands(self) -> Iterator[Replay]:
        """Yield the finished deals of this game, as recorded."""
        if self.files.hands_file.exists():
            yield from map(replay, read_records(self.files.hands_file))

    def close(self) -> None:
        """Leave the game; a finished one is removed."""
        self._count_waiting()
        self.table.close()
        self.table.observers = [observer for observer in self.table.observers if observer != self._keep]
        if self.table.finished:
            self.files.finish()
        self.files.close()

    def _keep(self, *_: object) -> None:
        table = self.table
        if table.deals and not table.playing:
            names = [YOU if [seat] == table.persons else name for seat, name in enumerate(table.names)]
            more: dict[str, Any] = {"hand": table.deals} | date_fields(datetime.now())
            if rabbit := table.state.rabbit:
                more[RABBIT_FIELD] = "".join(map(str, rabbit))
            record = Record.from_state(table.state, names, **more)
            self.files.add_hand(record, table.deals)
            self._count()
        self.files.save(table.save())

    def _count(self) -> None:
        """Count a finished hand for the person who played it; if that fails, with the next hand or at the end."""
        state, persons = self.table.state, self.table.persons
        unit = state.rules.big_blind
        if len(persons) != 1 or persons[0] not in state.setup.order or not unit:
            return
        person = persons[0]
        payoff, showdown = state.payoffs[person], state.live[person] and sum(state.live) > 1
        with suppress(ImportError):
            from kicker.ui.common.statistics import PlayedHand  # imported late, because it loads a database

            kind = kind_of(self.files.name)
            deal, now = self.table.deals, time.time()
            hand = PlayedHand(self.files.name, deal, kind, now, payoff / unit, showdown, payoff > 0)
            self._uncounted.append(hand)
            self._count_waiting()

    def _count_waiting(self) -> None:
        if self._uncounted:
            from kicker.ui.common.statistics import Statistics

            with suppress(KickerError):  # the game continues
                Statistics().add_in_play(self._uncounted)
                self._uncounted = []


def date_fields(moment: datetime) -> dict[str, object]:
    """Return the time of a hand as fields of a record."""
    when = moment.replace(microsecond=0)
    return {"time": when.time(), "day": when.day, "month": when.month, "year": when.year}


def kind_of(name: str) -> str:
    """Return the kind of a saved game: `holdem` for `holdem-2026-11-16-1`."""
    return name.rsplit("-", 4)[0]


def left_games(games: str | Sequence[str]) -> list[str]:
    """Return the names of the games of some kinds that can be resumed, most recent first."""
    found = []
    kinds = "|".join(map(re.escape, [games] if isinstance(games, str) else games))
    for path in _saves().glob("*.json"):
        if re.fullmatch(rf"(?:{kinds})-\d{{4}}-\d\d-\d\d-\d+\.json", path.name):
            with suppress(OSError):  # it has just ended
                found.append((path.stat().st_mtime_ns, path.stem))
    return [name for _, name in sorted(found, reverse=True)]


def write_whole(path: Path, text: str) -> None:
    """Write a file completely or not at all, even if the machine stops meanwhile."""
    with writing(path):
        write_file(path, text.encode())


def _saves() -> Path:
    return home_folder() / "saves"


def _end_of_hands(path: Path, number: int) -> int:
    """Return the offset in the file at which the hands before this number end."""
    place = 0
    with suppress(FileNotFoundError), path.open("rb") as stream:
        for line in stream:
            heading = re.fullmatch(rb"\[(\d{1,9})\]\s*", line)
            if (heading and int(heading[1]) >= number) or not line.endswith(b"\n"):  # cut off when the machine stopped
                return place
            place += len(line)
    return place


# --- one player at a time --------------------------------------------------------------------------------------------


def _lock_file(name: str) -> Path:
    return _saves() / f"{name}.lock"


def _locked(name: str) -> IO[bytes] | None:
    """Return the lock of a game."""
    path = _lock_file(name)
    with writing(path):
        try:
            return hold_file(path)
        except BlockingIOError:
            raise BeingPlayed(f"{name} is open elsewhere; close it there first", "resume") from None


def hold_file(path: Path) -> IO[bytes] | None:
    """Lock a file until it is closed or the process ends; raises `BlockingIOError` if it is locked already.

    None if the system has no such locks.
    """
    try:
        import fcntl
    except ImportError:
        return None
    while True:
        stream = path.open("ab")
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            stream.close()
            raise
        except OSError:  # a file system without locks
            return stream
        with suppress(OSError):
            if os.fstat(stream.fileno()).st_ino == path.stat().st_ino:
                return stream
        stream.close()  # its holder has just removed it
