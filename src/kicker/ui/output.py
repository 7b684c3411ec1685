"""Where a command reads and writes: standard streams, files, and files that appear whole or not at all."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import Any, BinaryIO

from kicker.errors import FileError


@contextmanager
def open_output(path: str | None, inputs: tuple[str, ...] = ()) -> Iterator[BinaryIO]:
    """A stream for bytes: standard output, or a file that is written beside its place and moved there at the end.

    After an error, Ctrl-C or a signal to stop nothing is left of it. A file that is read at the same time is refused.
    """
    if path is None:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    with writing(path):
        target = Path(os.path.realpath(path))  # a link stays a link: what it leads to is replaced
        if not path or target.is_dir():
            raise FileError(f"cannot write {path!r}: it is a directory", "write")
        if any(Path(name).exists() and target.exists() and target.samefile(name) for name in inputs):
            raise FileError(f"cannot write {path!r}: it is one of the files to read", "write")
        device = target.exists() and not target.is_file()
        temporary = target if device else target.with_name(f".kicker-{os.getpid()}.part")
        stream = temporary.open("wb" if device else "xb")
    try:
        with stop_signals():
            yield stream
            with writing(path):
                stream.close()
        if not device:
            with writing(path):
                if target.exists():
                    temporary.chmod(target.stat().st_mode & 0o7777)
                temporary.replace(target)
    finally:
        with suppress(OSError):
            stream.close()  # after an error: what else goes wrong says nothing new
        if not device:
            with suppress(OSError):
                temporary.unlink()


@contextmanager
def stop_signals() -> Iterator[None]:
    """Let the signals that end a program run its clean-up first."""
    names = ("SIGTERM", "SIGHUP")
    before = {}
    for number in [getattr(signal, name) for name in names if hasattr(signal, name)]:
        with suppress(ValueError):  # not in the main thread: nothing to do there
            before[number] = signal.signal(number, lambda number, _: sys.exit(128 + number))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def writing(path: str | Path) -> Iterator[None]:
    """Turn what goes wrong with a file into one sentence."""
    try:
        yield
    except OSError as error:
        raise FileError(f"cannot write {str(path)!r}: {reason(error)}", "write") from None


@contextmanager
def open_input(path: str) -> Iterator[BinaryIO]:
    """A stream of the bytes of a file, or of standard input for `-`."""
    if path == "-":
        if sys.stdin is None:
            raise FileError("standard input is closed: there is nothing to read", "missing")
        yield sys.stdin.buffer
        return
    if not path:
        raise FileError("cannot read '': a file has a name", "missing")
    try:
        stream = Path(path).open("rb")  # noqa: SIM115 (closed below; the error is about opening alone)
    except (OSError, ValueError) as error:
        raise FileError(f"cannot read {path!r}: {reason(error)}", "missing") from None
    with stream:
        yield stream


def exists(path: str) -> bool:
    """True if there is something of that name; a name that cannot be one is nobody's."""
    try:
        return bool(path) and Path(path).exists()
    except (OSError, ValueError):
        return False


def reason(error: OSError | ValueError) -> str:
    """What the system says, in lower case, without numbers and names."""
    return (getattr(error, "strerror", None) or str(error)).lower()


@contextmanager
def progress_bar(label: str, total: int | None, *, beside_output: bool = False) -> Iterator[Callable[..., None]]:
    """A bar on standard error for work that takes over a second, if that is a terminal; call it with what is done.

    A second argument of the call is a new label.

    `beside_output` says that results are printed meanwhile: there is no bar then if they go to the same terminal.
    """
    started = monotonic()
    bar: Any = None
    task: Any = None
    wanted = sys.stderr is not None and sys.stderr.isatty() and not (beside_output and sys.stdout.isatty())

    def update(done: int, new_label: str = label) -> None:
        nonlocal bar, task
        if wanted and bar is None and monotonic() - started > 1:
            from rich.console import Console
            from rich.progress import Progress

            bar = Progress(console=Console(stderr=True), transient=True)
            task = bar.add_task(label, total=total)
            bar.start()
        if bar is not None:
            bar.update(task, completed=done, description=new_label)

    try:
        yield update
    finally:
        if bar is not None:
            bar.stop()
