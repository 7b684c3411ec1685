"""Where a command writes: standard output, or a file that appears whole or not at all."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import Any, BinaryIO

from kicker.errors import FileError


@contextmanager
def open_output(path: str | None) -> Iterator[BinaryIO]:
    """A stream for bytes. A named file is written beside its place and moved there at the end, unless an error came."""
    if path is None:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    target = Path(path)
    if target.is_dir():
        raise FileError(f"cannot write {path!r}: it is a directory", "write")
    if target.exists() and not target.is_file():  # a device or a pipe: there is nothing to replace
        with target.open("wb") as stream:
            yield stream
        return
    temporary = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with _writing(path):
            stream = temporary.open("xb")
        with stream:
            yield stream
        with _writing(path):
            temporary.replace(target)
    finally:
        with suppress(OSError):
            temporary.unlink()


@contextmanager
def _writing(path: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise FileError(f"cannot write {path!r}: {reason(error)}", "write") from None


@contextmanager
def open_input(path: str) -> Iterator[BinaryIO]:
    """A stream of the bytes of a file, or of standard input for `-`."""
    if path == "-":
        yield sys.stdin.buffer
        return
    try:
        stream = Path(path).open("rb")  # noqa: SIM115 (closed below; the error is about opening alone)
    except OSError as error:
        raise FileError(f"cannot read {path!r}: {reason(error)}", "missing") from None
    with stream:
        yield stream


def reason(error: OSError) -> str:
    """What the system says, in lower case, without numbers and names."""
    return (error.strerror or str(error)).lower()


@contextmanager
def progress_bar(label: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """A bar on standard error for work that takes over a second, if that is a terminal; call it with what is done."""
    started = monotonic()
    bar: Any = None
    task: Any = None

    def update(done: int) -> None:
        nonlocal bar, task
        if bar is None and sys.stderr.isatty() and monotonic() - started > 1:
            from rich.console import Console
            from rich.progress import Progress

            bar = Progress(console=Console(stderr=True), transient=True)
            task = bar.add_task(label, total=total)
            bar.start()
        if bar is not None:
            bar.update(task, completed=done)

    try:
        yield update
    finally:
        if bar is not None:
            bar.stop()
