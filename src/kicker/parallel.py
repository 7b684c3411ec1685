"""Threads for kernels that release the interpreter's lock: the same work on many items at once, in order."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from threading import Lock
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


def cores_for(threads: int | None, seconds: float) -> int:
    """Return the number of threads to use for work of some seconds; below a hundredth of a second, a second thread does
    not pay."""
    return available_cores() if threads is None and seconds > 0.01 else min(threads or 1, MOST_THREADS)


def in_parallel(work: Callable[[Item], Made], items: Iterable[Item], threads: int) -> list[Made]:
    """Return the result of the work for each item; no threads are used for a single item or a single thread.

    Ctrl-C ends it between two items. Afterwards no thread is still working, and all can be used again.
    """
    listed = list(items)
    if threads <= 1 or len(listed) <= 1:
        return list(_one_by_one(work, listed))
    from concurrent.futures import wait

    with stopping.noted():
        with _pools.lock:  # until all is handed over, nobody may replace the pool
            pool = _pools.of(threads)
            futures = [pool.submit(work, item) for item in listed]
        try:
            return [stopping.result_of(future) for future in futures]
        finally:
            # After an error or Ctrl-C: wait for what is running, because it may write to memory that is read next.
            wait([future for future in futures if not future.cancel()])


def _one_by_one(work: Callable[[Item], Made], items: list[Item]) -> Iterator[Made]:
    for item in items:
        stopping.check()
        yield work(item)


class _Pools:
    """The threads of this process, kept because starting them takes as long as a million hands.

    There is one pool. When another number of threads is asked for, a new pool takes its place, and the threads of the
    old one end with their work.
    """

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Begin with no threads: a forked process has none."""
        self.lock = Lock()
        self._pool: ThreadPoolExecutor | None = None
        self._threads = 0

    def of(self, threads: int) -> ThreadPoolExecutor:
        """Return a pool of this number of threads; the caller holds the lock."""
        if self._pool is None or self._threads != threads:
            made = _new_pool(threads)
            if self._pool is not None:
                self._pool.shutdown(wait=False)
            self._pool, self._threads = made, threads
        return self._pool


def _new_pool(threads: int) -> ThreadPoolExecutor:
    from concurrent.futures import ThreadPoolExecutor
    from threading import Barrier

    pool = ThreadPoolExecutor(threads, thread_name_prefix=f"kicker-{os.getpid()}")
    all_there = Barrier(threads)
    try:
        list(pool.map(lambda _: all_there.wait(), range(threads)))
    except BaseException:
        all_there.abort()  # no more threads from the system: release those that wait for the others
        pool.shutdown()
        raise
    return pool


_pools = _Pools()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_pools.forget)
