"""Threads for work on solutions. It can take seconds, and calls wait for one another; pages and bots must not."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from fastapi import Request as Call

from kicker.ui.web.limits import Refused

THREADS: Final = 2
MOST_WAITING: Final = 8
"""The number of calls of one address that wait for a thread."""

Found = TypeVar("Found")


class Threads:
    """A few threads, and the calls that wait for them."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(THREADS, "study")
        self._calls: Counter[str] = Counter()

    async def run(self, address: str, work: Callable[[], Found]) -> Found:
        """Do work in a thread, after the earlier calls."""
        if self._calls[address] >= THREADS + MOST_WAITING:
            raise Refused(429, "study", "too many questions about spots at once; wait for the answers first")
        self._calls[address] += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            self._calls[address] -= 1
            if not self._calls[address]:
                del self._calls[address]

    async def close(self) -> None:
        """Drop the calls that still wait; what is being worked on ends by itself."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def caller(call: Call) -> str:
    """Return the address that a call comes from."""
    return call.client.host if call.client else "local"
