"""Solutions on the disk: one file, small, checked, and opened by memory map.

    16 bytes   `kicker solution\n`
     4 bytes   version of the format, 3
     4 bytes   length of the header
     4 bytes   CRC-32 of the header
               the header, JSON: spot, locks, results, and for each table its place, its length and its CRC-32
               the tables, each at a multiple of 64 bytes

Numbers are little-endian. A table holds the average strategies of one player on one street as 16-bit numbers, 65535 for
always: for every board, for every decision of the player in the order of `Tree.streets`, a row for each action but the
first. Two more tables hold the values of both players' hands at the nodes of the first street, which would take a pass
through the whole tree, as 32-bit floats: a row for each node, relative to half the pot and times the weights of the
opponent's hands.

The regrets, which only continuing a solution needs, come last and are left out of small files: for each street and
player a table of signed 16-bit numbers in the same order, with a row for every action, and one with a 32-bit float for
every board and decision, by which they are multiplied. Version 2 had no regrets.
"""

from __future__ import annotations

import json
import os
import struct
import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from kicker.checks import file_path, flag
from kicker.errors import FileError, quoted
from kicker.solver.engine import Engine
from kicker.solver.locks import locked_boards, locked_rows, read_locks
from kicker.solver.solution import Measured, Solution
from kicker.solver.spot import Spot

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kicker.solver.boards import Boards
    from kicker.solver.tree import Tree

    Array = NDArray[Any]

MAGIC: Final = b"kicker solution\n"
VERSION: Final = 3
"""The version of the format."""
_OLDEST: Final = 2  # the oldest version that is read: version 1 ordered the hands of a board differently
_START = struct.Struct("<16sIII")
_PART: Final = 64
_WHOLE: Final = 65535
_MOST: Final = 32767
_NOTHING: Final = 1e-30  # regrets up to this count as none, as in the kernel
_MOST_HEADER: Final = 50_000_000
_PIECE: Final = 1 << 24  # bytes checked at a time
_DAMAGE: Final = (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError, RecursionError)
"""The errors of reading a damaged header."""


def save_solution(solution: Solution, path: str | Path, *, small: bool = False) -> None:
    """Save a solution. The file appears whole or not at all; a failed write raises `FileError`.

    A small file holds no regrets: the solver cannot continue from it.
    """
    import numpy as np

    regrets = not flag("small", small) and solution.resumable
    if regrets:
        solution.check_regrets()
    listed: list[dict[str, int]] = []
    place = 0
    for data in _tables(solution, regrets):
        listed.append({"offset": place, "length": data.nbytes, "crc": _crc(data)})
        place += -(-data.nbytes // _PART) * _PART
    header = json.dumps(
        {
            "spot": solution.spot.as_dict(),
            "isomorphism": solution.tree.isomorphism,
            "locks": [str(lock) for lock in solution.locks],
            "iterations": solution.iterations,
            "weight": solution.engine.game.weight,
            "seconds": solution.seconds,
            "stopped": solution.stopped,
            "values": solution.values,
            "gains": solution.gains,
            "exploitability": solution.exploitability,
            "tables": listed,
        }
    ).encode()
    target = file_path("path", path, FileError)
    try:
        if not target.name or (target.exists() and not target.is_file()):  # never replace a device or a folder
            raise FileError(f"cannot write {quoted(str(path))}: it is not a file; choose another name", "write")
        temporary = target.with_name(f".{target.name}.{os.getpid()}.part")
    except (OSError, ValueError) as error:
        raise _unwritten(path, error) from None
    try:
        with temporary.open("xb") as stream:
            stream.write(_START.pack(MAGIC, VERSION, len(header), zlib.crc32(header)) + header)
            start = _aligned(stream.tell())
            for data, table in zip(_tables(solution, regrets), listed, strict=True):
                stream.write(b"\0" * (start + table["offset"] - stream.tell()))
                stream.write(np.ascontiguousarray(data).data)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(target)
    except (OSError, ValueError) as error:
        raise _unwritten(path, error) from None
    finally:
        with suppress(OSError, ValueError):  # an error on the way says what is wrong
            temporary.unlink()


def _unwritten(path: str | Path, error: OSError | ValueError) -> FileError:
    if isinstance(error, FileError):
        return error
    why = (getattr(error, "strerror", None) or str(error)).lower()
    return FileError(f"cannot write {quoted(str(path))}: {why}", "write")


def _tables(solution: Solution, regrets: bool) -> Iterator[Array]:
    """Yield the tables to save, one at a time, because narrow copies of large tables take memory."""
    for pair in solution.engine.means:
        for means in pair:
            yield narrow(means)
    for player in range(2):
        yield solution.first_values(player)
    if regrets:
        for level in range(len(solution.engine.regrets)):
            for player in range(2):
                yield from narrow_regrets(solution.engine, level, player)


def load_solution(path: str | Path, *, verify: bool = True) -> Solution:
    """Open a saved solution; a damaged or unreadable file raises `FileError`.

    The file is read when it is needed. `verify` compares the checksums: those of the strategies and values at once,
    those of the regrets, most of the file, before the solver continues from them or they are saved again.
    """
    import numpy as np

    place = file_path("path", path, FileError)
    name = str(place)
    header, start = _read_header(place, name)
    try:
        mapped = np.memmap(place, np.uint8, "c")  # pages that are written to stay private
    except (OSError, ValueError) as error:
        raise _unread(name, error) from None
    try:
        spot = Spot.from_dict(header["spot"])
        locks = read_locks(header["locks"], spot)
        tree = spot.tree(bool(header["isomorphism"]))
        boards = locked_boards(tree, locks)
        _check_lengths(header["tables"], tree, boards)
        parts = [mapped[start + table["offset"] :][: table["length"]] for table in header["tables"]]
        sums = [table["crc"] for table in header["tables"]] if verify else []
        count = 2 * len(boards.levels)
        _check_sums(parts[: count + 2], sums[: count + 2], name)
        means = [part.view(np.uint16) for part in parts[:count]]
        first = [part.view(np.float32).reshape(len(tree.streets[0]), -1) for part in parts[count : count + 2]]
        rest = parts[count + 2 :]
        regrets = [
            (part.view(np.int16), scales.view(np.float32)) for part, scales in zip(rest[::2], rest[1::2], strict=True)
        ]
        engine = Engine(tree, boards, 16, means=_by_street(means), regrets=_by_street(regrets) or None)
        for level, rows in enumerate(locked_rows(tree, boards, locks)):
            engine.lock(level, rows)
        engine.game.iteration = int(header["iterations"])
        engine.game.weight = float(header.get("weight", 0.0))
        measured = Measured(tuple(header["values"]), tuple(header["gains"]), float(header["exploitability"]))
        return Solution(
            engine, locks, str(header["stopped"]), float(header["seconds"]), measured, first,
            lambda: _check_sums(rest, sums[count + 2 :], name),
        )  # fmt: skip
    except _DAMAGE as error:
        if isinstance(error, FileError):
            raise
        raise _damaged(name) from None


def _check_sums(parts: list[Array], sums: list[int], name: str) -> None:
    """Refuse damaged tables; without sums, none is checked."""
    if any(_crc(part) != crc for part, crc in zip(parts, sums, strict=False)):
        raise _damaged(name)


def _check_lengths(tables: list[dict[str, int]], tree: Tree, boards: Boards) -> None:
    """Refuse tables of other sizes than those of the spot; the regrets may be missing."""
    means, regrets = [], []
    for level, listed in enumerate(boards.levels):
        for player in range(2):
            actions, others = tree.rows(level, player)
            hands = sum(board.stride(player) for board in listed)
            means.append(2 * hands * others)
            regrets += [2 * hands * actions, 4 * len(listed) * (actions - others)]
    first = [4 * len(tree.streets[0]) * len(hands) for hands in boards.levels[0][0].hands]
    if [table["length"] for table in tables] not in ([*means, *first], [*means, *first, *regrets]):
        raise ValueError("tables of other sizes")


def solution_header(path: str | Path) -> dict[str, Any]:
    """Return the header of a solution file without opening the solution: `spot`, `locks`, `values` and so on."""
    place = file_path("path", path, FileError)
    return _read_header(place, str(place))[0]


def has_regrets(header: Mapping[str, Any], spot: Spot) -> bool:
    """Return True if the file with this header has regrets."""
    return len(header["tables"]) > 2 * (6 - len(spot.board)) + 2  # two strategies for each street, and two first values


def _read_header(path: Path, name: str) -> tuple[dict[str, Any], int]:
    """Return the header of a file, and where its tables begin."""
    try:
        size = path.stat().st_size
        text = _header_text(path, name)
    except (OSError, ValueError) as error:
        raise _unread(name, error) from None
    try:
        header: dict[str, Any] = json.loads(text)
        start = _aligned(_START.size + len(text))
        places = [(table["offset"], table["length"]) for table in header["tables"]]
        if any(not 0 <= offset <= size or not 0 <= length <= size - start - offset for offset, length in places):
            raise _damaged(name)
        values, gains = (tuple(map(float, header[field])) for field in ("values", "gains"))
        numbers = [*values, *gains, float(header["exploitability"]), float(header["seconds"])]
        numbers.append(float(header.get("weight", 0.0)))
        if (
            len(numbers) != 7
            or not all(map(isfinite, numbers))
            or not all(isinstance(lock, str) for lock in header["locks"])
        ):
            raise _damaged(name)
        return header | {"values": values, "gains": gains, "iterations": int(header["iterations"])}, start
    except _DAMAGE:
        raise _damaged(name) from None


def _header_text(path: Path, name: str) -> bytes:
    if path.exists() and not path.is_file():  # a pipe would be waited for
        raise FileError(f"{name!r} is not a solution that kicker saved", "file")
    with path.open("rb") as stream:
        begin = stream.read(_START.size)
        if len(begin) < _START.size or begin[: len(MAGIC)] != MAGIC:
            raise FileError(f"{name!r} is not a solution that kicker saved", "file")
        _, version, length, crc = _START.unpack(begin)
        if version > VERSION:
            raise FileError(f"{name!r} was written by a newer kicker; update kicker to read it", "file")
        if version < _OLDEST:
            raise FileError(f"{name!r} was written by an older kicker; solve the spot again", "file")
        text = stream.read(min(length, _MOST_HEADER))
    if len(text) != length or zlib.crc32(text) != crc:
        raise _damaged(name)
    return text


def _unread(name: str, error: OSError | ValueError) -> FileError:
    if isinstance(error, FileError):
        return error
    why = (getattr(error, "strerror", None) or str(error)).lower()
    return FileError(f"cannot read {quoted(name)}: {why}", "missing")


def _by_street(tables: list[Any]) -> list[tuple[Any, Any]]:
    """Return the tables of both players, street by street."""
    return list(zip(tables[::2], tables[1::2], strict=True))


def _damaged(name: str) -> FileError:
    return FileError(f"{name!r} is damaged; solve the spot again", "file")


def _aligned(place: int) -> int:
    return -(-place // _PART) * _PART


def _crc(data: Array) -> int:
    crc, raw = 0, data.view("u1").reshape(-1).data
    for place in range(0, len(raw), _PIECE):
        crc = zlib.crc32(raw[place : place + _PIECE], crc)
    return crc


def narrow(means: Array) -> Array:
    """Return shares as 16-bit numbers."""
    import numpy as np

    if means.dtype == np.uint16:
        return means
    narrow: Array = np.clip(np.rint(means * _WHOLE), 0, _WHOLE).astype(np.uint16)
    return narrow


def narrow_regrets(engine: Engine, level: int, player: int) -> tuple[Array, Array]:
    """Return the regrets of a player on a street as 16-bit numbers, and the scale of each board and decision."""
    import numpy as np

    regrets = engine.regrets[level][player]
    if engine.bits == 16:
        return regrets, engine.scales[level][player]
    nodes = engine.tree.streets[level]
    counts = [len(node.actions) for node in nodes if node.kind == "decision" and node.player == player]
    boards = engine.boards.levels[level]
    found = np.zeros(len(regrets), np.int16)
    scales = np.zeros((len(boards), len(counts)), np.float32)
    place = 0
    if not counts:
        return found, scales.ravel()
    for board, row in zip(boards, scales, strict=True):
        size = sum(counts) * board.stride(player)
        block = regrets[place : place + size].reshape(sum(counts), -1)
        most = np.maximum.reduceat(np.abs(block).max(axis=1), np.cumsum([0, *counts[:-1]]))
        row[:] = np.where(most > _NOTHING, most / _MOST, 0)
        factors = np.divide(1, row, out=np.zeros_like(row), where=row > 0)
        found[place : place + size] = np.rint(block * np.repeat(factors, counts)[:, None]).ravel()
        place += size
    return found, scales.ravel()
