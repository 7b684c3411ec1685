"""A library of solutions: one folder of files, each with a name, tags and notes.

    solutions/TURN.solution    a solution, as `Solution.save` writes it
    solutions/TURN.json        tags, notes on nodes, and the owner, if there are any

The command line, Python and the web server share the folder. Lists are made from the headers of the files.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from threading import Lock as ThreadLock
from typing import Any, Final, NamedTuple

from kicker.cards import shorten
from kicker.checks import of_type
from kicker.disk import write_file
from kicker.errors import FileError, KickerError
from kicker.places import home_folder
from kicker.solver.files import has_regrets, load_solution, solution_header
from kicker.solver.locks import Line, check_line
from kicker.solver.solution import Solution
from kicker.solver.spot import Spot

LONGEST_NOTE: Final = 2000
MOST_NOTES: Final = 1000
UNKNOWN_OWNER: Final = "?"
"""The owner of a solution whose file of tags is damaged: on a server nobody, so that nothing private becomes public."""
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _.+-]{0,79}")
_TAG = re.compile(r"[^\s,;]{1,30}")
_CHANGING = ThreadLock()
"""Held from reading a file of tags to writing it, so that no change of another thread is lost."""


class Entry(NamedTuple):
    """A solution in the library, as a list shows it."""

    name: str
    """The name of the solution."""
    path: Path
    """The path of its file."""
    size: int
    """The size of the file in bytes."""
    changed: float
    """The time of the last change, in seconds since 1970."""
    spot: Spot
    """The spot that was solved."""
    locks: tuple[str, ...]
    """The locks that it was solved with."""
    values: tuple[float, float]
    """The chips that each player wins on average."""
    exploitability: float
    """The exploitability, as a share of the pot."""
    iterations: int
    """The number of iterations."""
    resumable: bool
    """True if the file has regrets, so that the solver can continue from it."""
    tags: tuple[str, ...]
    """The tags."""
    notes: tuple[tuple[str, str], ...]
    """Notes on nodes, as pairs of line and text."""
    owner: str
    """Its owner on a server; empty for the operator of the server."""
    target: float | None
    """The exploitability that it was to reach, as a share of the pot; None if unknown."""
    most: int | None
    """The number of iterations that it was solved for at most; None if unknown."""

    def note_key(self, line: Line) -> str:
        """Return the key of the note on a node: the line in the tree's own words, like `check, bet 60, 5d`."""
        return ", ".join(map(str, check_line(self.spot.tree(), line)[2]))


class Library:
    """The solutions in a folder: by default `solutions` in kicker's home folder."""

    def __init__(self, folder: str | Path | None = None) -> None:
        self.folder = Path(folder) if folder is not None else home_folder() / "solutions"

    def entries(self, search: str = "", tag: str = "") -> list[Entry]:
        """Return the solutions, newest first; damaged files are left out.

        All words of `search` must be in the name, the board, the tags or the notes.
        """
        found = []
        for path in self.folder.glob("*.solution"):
            with suppress(KickerError):
                found.append(self.entry(path.stem))
        words = search.lower().split()
        kept = [each for each in found if (not tag or tag in each.tags) and all(word in _text(each) for word in words)]
        return sorted(kept, key=lambda each: (-each.changed, each.name))

    def entry(self, name: str) -> Entry:
        """Return the entry of one solution, without opening it."""
        path = self.path_of(name)
        header = solution_header(path)
        about = self._about(name)
        status = path.stat()
        try:
            spot = Spot.from_dict(header["spot"])
            return Entry(
                name, path, status.st_size, status.st_mtime, spot, tuple(header["locks"]), tuple(header["values"]),
                float(header["exploitability"]), int(header["iterations"]), has_regrets(header, spot),
                tuple(about.get("tags", ())), tuple(about.get("notes", {}).items()), str(about.get("owner", "")),
                about.get("target"), about.get("most"),
            )  # fmt: skip
        except (KeyError, TypeError, ValueError):
            raise FileError(f"{str(path)!r} is damaged; solve the spot again", "file") from None

    def has(self, name: str) -> bool:
        """Return True if there is a solution with this name."""
        return bool(_NAME.fullmatch(name)) and self._file(name).is_file()

    def path_of(self, name: str) -> Path:
        """Return the path of a solution; raise `KickerError` if there is none with this name."""
        path = self._file(name)
        if not path.is_file():
            raise KickerError(f"there is no solution {name!r}; `kicker solutions list` lists them", "name")
        return path

    def open(self, name: str) -> Solution:
        """Open a solution for browsing."""
        return load_solution(self.path_of(name))

    def add(
        self, solution: Solution, name: str, tags: Iterable[str] = (), owner: str = "", *,
        small: bool = False, target: float | None = None, most: int | None = None,
    ) -> Entry:  # fmt: skip
        """Save a solution under a name that is not taken yet; return its entry. `small` is that of `Solution.save`;
        `target` and `most` say when the solver was to stop."""
        path = self.new_path(name)
        limits = {} if target is None or most is None else {"target": target, "most": most}
        self._write(name, {"tags": checked_tags(tags), "notes": {}, "owner": owner, **limits})
        try:
            solution.save(path, small=small)  # last, because a solution without an owner can be read by everybody
        except BaseException:
            with suppress(OSError):  # the first error says what is wrong
                path.with_suffix(".json").unlink()
            raise
        return self.entry(name)

    def new_path(self, name: str) -> Path:
        """Return the path for a new name, and make the folder if necessary; a name that is taken raises
        `KickerError`."""
        path = self._file(name)
        if path.exists():
            raise KickerError(f"there is a solution {name!r} already; choose another name", "name")
        make_folder(self.folder)
        return path

    def describe(self, name: str, *, tags: Iterable[str] | None = None, owner: str | None = None) -> Entry:
        """Replace the tags of a solution, or set its owner; return the new entry."""
        self.path_of(name)
        changes: dict[str, Any] = {} if owner is None else {"owner": owner}
        if tags is not None:
            changes["tags"] = checked_tags(tags)
        with _CHANGING:
            self._write(name, self._about(name) | changes)
        return self.entry(name)

    def note(self, name: str, line: Line, text: str) -> Entry:
        """Replace the note on a node; empty text removes it. Return the new entry."""
        entry = self.entry(name)
        key = entry.note_key(line)
        text = of_type("text", text, str).strip()
        if len(text) > LONGEST_NOTE:
            raise KickerError(f"a note has at most {LONGEST_NOTE} characters, not {len(text)}", "note")
        with _CHANGING:
            about = self._about(name)
            notes = dict(about.get("notes", {}))
            notes.pop(key, None)
            if text:
                notes[key] = text
            if len(notes) > MOST_NOTES:
                raise KickerError(f"a solution has at most {MOST_NOTES} notes", "note")
            self._write(name, about | {"notes": notes})
        return self.entry(name)

    def remove(self, name: str) -> None:
        """Delete a solution with its tags and notes."""
        path = self.path_of(name)
        try:
            path.unlink()
            path.with_suffix(".json").unlink(missing_ok=True)
        except OSError as error:
            raise FileError(f"cannot delete {str(path)!r}: {(error.strerror or '').lower()}", "write") from None

    def _file(self, name: str) -> Path:
        return self.folder / f"{checked_name(name, 'a solution')}.solution"

    def _about(self, name: str) -> dict[str, Any]:
        """Return the tags, notes and owner of a solution; if they cannot be read, its owner is unknown."""
        try:
            found = json.loads(self._file(name).with_suffix(".json").read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, RecursionError):
            found = None
        return found if _is_whole(found) else {"owner": UNKNOWN_OWNER}

    def _write(self, name: str, about: dict[str, Any]) -> None:
        write_json(self._file(name).with_suffix(".json"), about)


def _is_whole(about: Any) -> bool:
    """True if a file of tags has the form that kicker writes."""
    if not isinstance(about, dict):
        return False
    tags, notes = about.get("tags", []), about.get("notes", {})
    if not (isinstance(tags, list) and isinstance(notes, dict)):
        return False
    if not (isinstance(about.get("target", 0.0), float | int) and isinstance(about.get("most", 0), int)):
        return False
    return all(isinstance(text, str) for text in (*tags, *notes.values(), about.get("owner", "")))


def checked_name(name: str, what: str) -> str:
    """Return the name if every file system accepts it; raise `KickerError` otherwise."""
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise KickerError(
            f"{what}'s name has 1 to 80 letters, digits, spaces and _ . + -, not {shorten(str(name))}", "name"
        )
    return name


def make_folder(folder: Path) -> None:
    """Create a folder unless it exists."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"cannot write to {str(folder)!r}: {(error.strerror or '').lower()}", "write") from None


def write_json(path: Path, about: dict[str, Any], *, new: bool = False) -> None:
    """Write a small file whole or not at all; if it must be `new`, an existing file raises `FileExistsError`."""
    try:
        write_file(path, json.dumps(about).encode(), new=new)
    except FileExistsError:
        raise
    except OSError as error:
        raise FileError(f"cannot write {str(path)!r}: {(error.strerror or '').lower()}", "write") from None


def checked_tags(tags: Iterable[str]) -> list[str]:
    """The tags that a solution can have, each once."""
    for text in (found := list(dict.fromkeys(of_type("a tag", each, str) for each in tags))):
        if not _TAG.fullmatch(text):
            raise KickerError(f"a tag has 1 to 30 characters without spaces and commas, not {shorten(text)}", "tag")
    return found


def _text(entry: Entry) -> str:
    board = "".join(map(str, entry.spot.board))
    notes = " ".join(text for _, text in entry.notes)
    return " ".join([entry.name, entry.spot.name, board, entry.spot.street, *entry.tags, notes]).lower()
