"""Files that change completely or not at all: a full disk, an error or the end of the process leaves the old content.

All of this raises `OSError`; the callers turn it into one sentence.
"""

from __future__ import annotations

import io
import os
import stat
from contextlib import suppress
from itertools import count
from pathlib import Path

_NUMBERS = count()
"""They tell the temporary files of this process apart."""


def write_file(path: Path, data: bytes, *, new: bool = False, mode: int = 0o666) -> None:
    """Replace a file, or create it; the content is on disk when this returns. If the file must be `new`, an existing
    one raises `FileExistsError`. `mode` limits who may read and write it."""
    temporary = path.with_name(f".kicker-{os.getpid()}-{next(_NUMBERS)}.part")
    try:
        with io.FileIO(_opened(temporary, os.O_EXCL, mode), "r+") as stream:
            _write_all(stream, data)
            os.fsync(stream.fileno())
        if new:
            os.link(temporary, path)  # unlike a check before, this cannot replace another caller's file
        else:
            temporary.replace(path)
    finally:
        with suppress(OSError):  # an error on the way says what is wrong
            temporary.unlink()


def append(path: Path, data: bytes, place: int | None = None) -> None:
    """Write at the end of a file, or from an offset on in place of all that follows; the content is on disk when this
    returns. A missing file is made."""
    made = not path.exists()
    with io.FileIO(_opened(path, 0, 0o666), "r+") as stream:
        try:
            append_to(stream, data, place)
            if stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
                os.fsync(stream.fileno())
        except OSError:
            if made:
                with suppress(OSError):
                    path.unlink()
            raise


def append_to(stream: io.FileIO, data: bytes, place: int | None = None) -> None:
    """Write at the end of an open file, or from an offset on in place of all that follows."""
    status = os.fstat(stream.fileno())
    if not stat.S_ISREG(status.st_mode):
        _write_all(stream, data)
        return
    size = status.st_size
    place = size if place is None else place
    stream.seek(place)
    before = stream.readall()
    try:
        stream.seek(place)
        _write_all(stream, data)
        if len(before) > len(data):
            stream.truncate()
    except OSError:
        with suppress(OSError):
            stream.seek(place)
            _write_all(stream, before)
        with suppress(OSError):
            stream.truncate(size)
        raise


def _opened(path: Path, flags: int, mode: int) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0) | flags, mode)


def _write_all(stream: io.FileIO, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[stream.write(left) :]
