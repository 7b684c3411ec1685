"""The clock for decisions and deals. Tests replace it by one that they move by hand."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress


class Clock:
    """The time of this machine."""

    def now(self) -> float:
        """Seconds since some moment in the past."""
        return time.monotonic()

    async def wait(self, wake: asyncio.Event, seconds: float | None) -> None:
        """Wait until something happens, or until the time has passed."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await wake.wait()
