"""Input and output of commands: standard streams, files, and files that appear completely or not at all."""

from __future__ import annotations

import errno
import io
import os
import shutil
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import Any, BinaryIO

from kicker import stopping
from kicker.errors import FileError

_APPEARS = 0.5  # seconds until a bar appears
_REDRAWN = 0.1  # seconds between two redraws
_FULL = (errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC))  # only writing can raise these


class Patient(io.FileIO):
    """A file that may block (a terminal, a pipe, a remote disk): a signal ends the wait.

    After a write was given up, later output is dropped, so that the end of the program does not block again.
    """

    _given_up = False

    def __init__(self, name: str | int | Path, mode: str = "r", closefd: bool = True) -> None:
        with stopping.waiting():
            super().__init__(name, mode, closefd)

    def readinto(self, buffer: Any, /) -> int:
        """Read into a buffer; a signal ends the wait."""
        stopping.check()
        with stopping.waiting():
            count = super().readinto(buffer)
        stopping.check()  # a signal often comes with the end of the input
        return count

    def readall(self) -> bytes:
        """Read to the end; a signal ends the wait."""
        return b"".join(iter(lambda: self.read(io.DEFAULT_BUFFER_SIZE) or b"", b""))

    def read(self, size: int | None = -1, /) -> bytes:
        """Read some bytes; a signal ends the wait."""
        if size is None or size < 0:
            return self.readall()
        stopping.check()
        with stopping.waiting():
            data = super().read(size)
        stopping.check()
        return data

    def write(self, data: Any, /) -> int:
        """Write some bytes; a signal ends the wait."""
        if self._given_up:
            return len(data)
        try:
            with stopping.waiting():
                return super().write(data)
        except (KeyboardInterrupt, SystemExit):
            self._given_up = True
            raise


def patient_reader(path: str | Path) -> BinaryIO:
    """Open a file for reading, which may be a pipe that nobody has written to yet."""
    return io.BufferedReader(Patient(path))


def patient_streams() -> None:
    """Replace the standard streams with ones whose waits a signal ends."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            continue
        raw = Patient(stream.fileno(), mode, closefd=False)
        setattr(
            sys,
            name,
            io.TextIOWrapper(
                io.BufferedReader(raw) if mode == "r" else io.BufferedWriter(raw),
                encoding=stream.encoding,
                errors=stream.errors,
                line_buffering=stream.line_buffering,
                write_through=stream.write_through,
            ),
        )


@contextmanager
def open_output(path: str | None, inputs: tuple[str, ...] = ()) -> Iterator[BinaryIO]:
    """Open a stream for bytes: standard output, or a temporary file that replaces the named one at the end.

    After an error, Ctrl-C or a signal nothing is left of it. A file that is being read is refused.
    """
    if path is None:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    with writing(path):
        target = Path(os.path.realpath(path))  # the target of a link is replaced, and the link stays
        if not path or target.is_dir():
            raise FileError(f"cannot write {path!r}: it is a directory", "write")
        if any(Path(name).exists() and target.exists() and target.samefile(name) for name in inputs):
            raise FileError(f"cannot write {path!r}: it is also an input file", "write")
        device = target.exists() and not target.is_file()
        temporary = target if device else target.with_name(f".kicker-{os.getpid()}.part")
        stream: BinaryIO = io.BufferedWriter(Patient(temporary, "wb" if device else "xb"))
    try:
        try:
            yield stream
        except OSError as error:
            if error.errno not in _FULL:
                raise
            raise FileError(f"cannot write {path!r}: {reason(error)}", "write") from None
        with writing(path):
            stream.close()
        stopping.check()
        if not device:
            with writing(path):
                if target.exists():
                    temporary.chmod(target.stat().st_mode & 0o7777)
                temporary.replace(target)
    finally:
        with suppress(OSError):
            stream.close()  # after an error, a further one says nothing new
        if not device:
            with suppress(OSError):
                temporary.unlink()


def check_folder(path: str) -> None:
    """Refuse a file to write whose folder is missing, before any work is done."""
    folder = Path(path).parent
    if not exists(str(folder)):
        raise FileError(f"cannot write {path!r}: there is no folder {str(folder)!r}", "write")


@contextmanager
def writing(path: str | Path) -> Iterator[None]:
    """Turn an `OSError` into a `FileError` of one sentence."""
    try:
        yield
    except OSError as error:
        raise FileError(f"cannot write {str(path)!r}: {reason(error)}", "write") from None


@contextmanager
def open_input(path: str) -> Iterator[BinaryIO]:
    """Open a stream of the bytes of a file, or of standard input for `-`."""
    if path == "-":
        if sys.stdin is None:
            raise FileError("standard input is closed: there is nothing to read", "missing")
        yield sys.stdin.buffer
        return
    if not path:
        raise FileError("the file name is empty", "missing")
    try:
        stream = patient_reader(path)
    except (OSError, ValueError) as error:
        raise FileError(f"cannot read {path!r}: {reason(error)}", "missing") from None
    with stream:
        yield stream


def exists(path: str) -> bool:
    """Return True if the path exists; False for an impossible name."""
    try:
        return bool(path) and Path(path).exists()
    except (OSError, ValueError):
        return False


def reason(error: OSError | ValueError) -> str:
    """Return the system's reason in lower case, without numbers and names."""
    return (getattr(error, "strerror", None) or str(error)).lower()


@contextmanager
def progress_bar(label: str, total: int | None, *, beside_output: bool = False) -> Iterator[Callable[..., None]]:
    """Show a bar on standard error for work that takes a while, if that is a terminal; call the yielded function with
    the amount done.

    It appears by itself, even before the first call. The second argument of a call is a new label, or a function that
    makes one when it is needed. A signal ends the work at the next call.

    With `beside_output` results are printed meanwhile; there is no bar if they go to the same terminal.
    """
    wanted = sys.stderr is not None and sys.stderr.isatty() and not (beside_output and sys.stdout.isatty())
    bar = _Bar(label, total) if wanted else None

    def update(done: int, new_label: str | Callable[[], str] = label) -> None:
        stopping.check()
        if bar is not None:
            bar.update(done, new_label)

    try:
        yield update
    finally:
        if bar is not None:
            bar.close()


class _Bar:
    """A bar that appears after a while and redraws itself, in its own thread."""

    def __init__(self, label: str, total: int | None) -> None:
        self.label, self.total, self.done = label, total, 0
        self._drawn = 0.0
        self._bar: Any = None
        self._task: Any = None
        self._closed = False
        self._lock = threading.Lock()
        self._timer = threading.Timer(_APPEARS, self._show)
        self._timer.daemon = True
        self._timer.start()

    def update(self, done: int, label: str | Callable[[], str]) -> None:
        """Note the progress; the drawing may lag a little."""
        self.done = done
        if self._bar is not None and monotonic() - self._drawn >= _REDRAWN:
            self._draw(label)
        elif isinstance(label, str):
            self.label = label

    def close(self) -> None:
        """Remove the bar from the screen."""
        self._timer.cancel()
        with self._lock:
            self._closed = True
            if self._bar is not None:
                self._bar.stop()
        self._timer.join()  # it may still be importing

    def _draw(self, label: str | Callable[[], str]) -> None:
        self._drawn = monotonic()
        self.label = label if isinstance(label, str) else label()
        with self._lock:
            self._bar.update(self._task, completed=self.done, description=self.label)

    def _show(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

        columns = (
            TextColumn("{task.description}", markup=False),
            BarColumn(20),
            TaskProgressColumn(),
            TimeRemainingColumn(compact=True),
        )
        with self._lock:
            if not self._closed:
                room = shutil.get_terminal_size().columns - len("^C")  # the echoed ^C must not break the line
                self._bar = Progress(*columns, console=Console(stderr=True, width=room), transient=True)
                self._task = self._bar.add_task(self.label, total=self.total, completed=self.done)
                self._bar.start()
