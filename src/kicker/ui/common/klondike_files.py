"""Klondike in files that people name: kicker's own (`.json`) and those of the older console game (`.dat`).

A name without a dot means `NAME.dat`, as in the older game, if that format can hold the game; see `solitaire/dat.py`.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Final

from kicker.cards import shorten
from kicker.errors import FileError, KickerError
from kicker.solitaire import Game, Klondike
from kicker.solitaire.dat import RULES, read_save, write_dat
from kicker.ui.common.home import write_whole
from kicker.ui.common.output import exists, open_input, reason, writing

OLDER: Final = ".dat"
OWN: Final = ".json"
_LARGEST: Final = 1 << 24  # bytes: longer than any real game


def path_to_write(name: str, rules: Klondike) -> Path:
    """Return the file that a name means for a game of these rules."""
    path = _path(name)
    return _with_ending(path, OLDER if rules == RULES else OWN) if _lacks_ending(path) else path


def path_to_read(name: str) -> Path:
    """Return the file that a name means for opening; without an extension, the one that exists."""
    path = _path(name)
    if not _lacks_ending(path):
        return path
    candidates = [_with_ending(path, ending) for ending in (OLDER, OWN)]
    there = [one for one in candidates if exists(str(one))]
    if len(there) > 1:
        both = " and ".join(repr(str(one)) for one in there)
        raise FileError(f"there are both {both}; give the name with its ending", "missing")
    return (there or candidates)[0]


def is_taken(path: Path) -> bool:
    """Return True if the file exists; raises if it cannot be replaced."""
    with writing(path):
        there, replaceable = path.exists(), path.is_file()
    if there and not replaceable:
        raise FileError(f"cannot write {str(path)!r}: it is not a file", "write")
    return there


def write_game(path: Path, game: Game) -> None:
    """Write a game in the format of the file's ending; completely or not at all."""
    write_whole(path, write_dat(game) if path.suffix.lower() == OLDER else game.save())


def read_game(path: Path) -> Game:
    """Return the game in a file, in either format."""
    if exists(str(path)) and not path.is_file():
        raise FileError(f"cannot read {str(path)!r}: it is not a file", "missing")
    with open_input(str(path)) as stream:
        try:
            content = stream.read(_LARGEST + 1)
            text = content.decode() if len(content) <= _LARGEST else ""
        except OSError as error:
            raise FileError(f"cannot read {str(path)!r}: {reason(error)}", "missing") from None
        except UnicodeDecodeError:
            text = ""
    try:
        game = read_save(text)
    except KickerError as error:
        raise KickerError(f"cannot open {str(path)!r}: {error}", "save") from None
    if game.position.won:
        raise KickerError(f"cannot open {str(path)!r}: that game is already won", "save")
    return game


def _path(name: str) -> Path:
    if not name or "\0" in name:
        raise FileError(f"{shorten(name)} is not a file name", "missing")
    path = Path(name)
    with suppress(RuntimeError):  # not a user's home folder: an ordinary name
        path = path.expanduser()
    return path


def _lacks_ending(path: Path) -> bool:
    return path.name not in ("", "..") and not path.suffix


def _with_ending(path: Path, ending: str) -> Path:
    return path.with_name(f"{path.name}{ending}")
