"""Calls that the server turns away, counted by reason and reported in one line per minute.

Anyone who reaches the port can send nonsense as fast as the line allows, so nothing here logs a line per call.

>>> strangers = Strangers()
>>> for code in ("origin", "malformed", "malformed"):
...     strangers.note(code)
>>> strangers.news()
'turned away: 1 call from a page of another server, 2 malformed requests'
>>> strangers.news()
''
"""

from __future__ import annotations

import logging
import re
from collections import Counter
from typing import Final

WORDS: Final = {
    "host": ("call under another name", "calls under another name"),
    "origin": ("call from a page of another server", "calls from pages of other servers"),
    "size": ("body that is too long", "bodies that are too long"),
    "slow": ("body that did not come", "bodies that did not come"),
    "files": (
        "attempt to accept a connection while all files are in use",
        "attempts to accept a connection while all files are in use",
    ),
    "rate": ("call too many", "calls too many"),
    "malformed": ("malformed request", "malformed requests"),
}
"""The reasons for turning a call away. The last one is known only from the web server's log."""
MALFORMED: Final = "malformed"
_MALFORMED_LINES: Final = ("Invalid HTTP request", "Unsupported upgrade", "Invalid UTF-8")
"""The beginnings of uvicorn's log lines about malformed calls."""
_NO_FILES: Final = "socket.accept() out of system resource"
"""The beginning of asyncio's log entry when too many files are open; it comes hundreds of times a second."""
_NO_SOCKET: Final = "Exception in callback BaseSelectorEventLoop._start_serving"
"""Asyncio's log entry for each of those attempts that is due after the server has stopped listening."""
_ANSWERED: Final = "ASGI callable returned without completing handshake"
"""Uvicorn's log line about each handshake that was refused; the refusal itself is counted elsewhere."""
_CUT_OFF: Final = re.compile(r"state=(MUST_CLOSE|ERROR|CLOSED)\b")
"""H11's message when the answered call turns out malformed; that call has been counted already."""


class Strangers:
    """Counts calls that were turned away. As a filter of a log, it keeps out the lines with which strangers could fill
    it."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._told: Counter[str] = Counter()

    def note(self, code: str) -> None:
        """Count a call that was turned away for this reason."""
        self.counts[code] += 1

    def news(self) -> str:
        """Return the calls counted since the last report, in one line; empty if there were none."""
        fresh = self.counts - self._told
        self._told = self.counts.copy()
        words = [f"{fresh[code]} {WORDS[code][fresh[code] > 1]}" for code in WORDS if fresh[code]]
        return f"turned away: {', '.join(words)}" if words else ""

    def filter(self, record: logging.LogRecord) -> bool:
        """Return False for a log line that a stranger has caused, and count it instead."""
        message = record.getMessage()
        fault = record.exc_info[1] if record.exc_info else None
        if message.startswith((*_MALFORMED_LINES, _NO_FILES)):
            self.note("files" if message.startswith(_NO_FILES) else MALFORMED)
            return False
        return not message.startswith((_ANSWERED, _NO_SOCKET)) and not _CUT_OFF.search(str(fault))
