"""Threads for kernels that release the interpreter's lock: the same work on many items, side by side, in order."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

Item = TypeVar("Item")
Made = TypeVar("Made")


def available_cores() -> int:
    """How many cores this process may use."""
    affinity: Any = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def in_parallel(work: Callable[[Item], Made], items: Iterable[Item], threads: int) -> list[Made]:
    """What the work makes of each item; in this thread alone if there is one item or one thread."""
    listed = list(items)
    if threads <= 1 or len(listed) <= 1:
        return [work(item) for item in listed]
    return list(_pool(os.getpid(), threads).map(work, listed))


@cache
def _pool(process: int, threads: int) -> ThreadPoolExecutor:
    """Threads are kept, because starting them takes as long as a million hands; a forked process needs its own."""
    from concurrent.futures import ThreadPoolExecutor
    from threading import Barrier

    pool = ThreadPoolExecutor(threads, thread_name_prefix=f"kicker-{process}")
    all_there = Barrier(threads)
    with _signals_later():
        list(pool.map(lambda _: all_there.wait(), range(threads)))
    return pool


@contextmanager
def _signals_later() -> Iterator[None]:
    """Put off what Ctrl-C and other signals do.

    A thread whose start is broken off runs without being known to its pool: nobody would tell it to end, and the
    program would wait for it for ever.
    """
    import signal

    mask: Any = getattr(signal, "pthread_sigmask", None)  # not on Windows
    before = mask(signal.SIG_BLOCK, signal.valid_signals()) if mask else None
    try:
        yield
    finally:
        if mask:
            mask(signal.SIG_SETMASK, before)
