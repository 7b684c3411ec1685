"""Calls that the server turns away: counted by reason, and reported in one line per minute.

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
    "rate": ("call too many", "calls too many"),
    "malformed": ("malformed request", "malformed requests"),
}
"""What a call can be turned away for; of the last the web server itself tells, in its log."""
MALFORMED: Final = "malformed"
_MALFORMED_LINES: Final = ("Invalid HTTP request", "Unsupported upgrade", "Invalid UTF-8")
"""How uvicorn's lines about what a stranger sent begin."""
_ANSWERED: Final = "ASGI callable returned without completing handshake"
"""What uvicorn says of every handshake that was answered with a refusal: the refusal is counted where it is made."""
_CUT_OFF: Final = re.compile(r"state=(MUST_CLOSE|ERROR|CLOSED)\b")
"""What h11 says where a call is answered that has turned out malformed meanwhile; that line was counted already."""


class Strangers:
    """Counts calls that were turned away; as a filter of a log it keeps out what strangers could fill it with."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._told: Counter[str] = Counter()

    def note(self, code: str) -> None:
        """One more call was turned away for this."""
        self.counts[code] += 1

    def news(self) -> str:
        """What has come in since this was last asked, in one line; empty if that is nothing."""
        fresh = self.counts - self._told
        self._told = self.counts.copy()
        words = [f"{fresh[code]} {WORDS[code][fresh[code] > 1]}" for code in WORDS if fresh[code]]
        return f"turned away: {', '.join(words)}" if words else ""

    def filter(self, record: logging.LogRecord) -> bool:
        """False for a line that a stranger has caused: it is counted instead."""
        message = record.getMessage()
        fault = record.exc_info[1] if record.exc_info else None
        if message.startswith(_MALFORMED_LINES):
            self.note(MALFORMED)
            return False
        return not message.startswith(_ANSWERED) and not _CUT_OFF.search(str(fault))
