"""Threads for kernels that release the interpreter's lock: the same work on many items at once, in order."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeVar

from kicker import stopping

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

MOST_THREADS: Final = 256
"""The most threads for one piece of work."""

Item = TypeVar("Item")
Made = TypeVar("Made")


def available_cores() -> int:
    """Return the number of cores that this process may use."""
    affinity: Any = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def in_parallel(work: Callable[[Item], Made], items: Iterable[Item], threads: int) -> list[Made]:
    """Return the result of the work for each item; no threads are used for a single item or a single thread.

    Ctrl-C ends it between two items. Afterwards no thread is still working, and all can be used again.
    """
    listed = list(items)
    if threads <= 1 or len(listed) <= 1:
        return list(_one_by_one(work, listed))
    from concurrent.futures import wait

    with stopping.noted():
        futures = [_pool(os.getpid(), threads).submit(work, item) for item in listed]
        try:
            return [stopping.result_of(future) for future in futures]
        finally:
            # After an error or Ctrl-C: wait for what is running, because it may write to memory that is read next.
            wait([future for future in futures if not future.cancel()])


def _one_by_one(work: Callable[[Item], Made], items: list[Item]) -> Iterator[Made]:
    for item in items:
        stopping.check()
        yield work(item)


@cache
def _pool(process: int, threads: int) -> ThreadPoolExecutor:
    """Threads are kept: starting them takes as long as a million hands. A forked process needs its own."""
    from concurrent.futures import ThreadPoolExecutor
    from threading import Barrier

    pool = ThreadPoolExecutor(threads, thread_name_prefix=f"kicker-{process}")
    all_there = Barrier(threads)
    try:
        list(pool.map(lambda _: all_there.wait(), range(threads)))
    except BaseException:
        all_there.abort()  # no more threads from the system: release those that wait for the others
        pool.shutdown()
        raise
    return pool
