"""A guard that ends the terminal when its event loop cannot."""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Final

PATIENCE: Final = 3.0
"""The seconds after which the process is ended by force: a lost terminal cannot be restored."""
_HANGUP: Final = int(getattr(signal, "SIGHUP", 1))
_END: Final = 0
"""A number for the end of the terminal; no signal has it."""


class Guard(threading.Thread):
    """Waits for a signal, or for the end of the terminal, and tells the app.

    Textual's loop blocks for ever when it draws on a terminal that is gone or not being read, and then it cannot act
    on signals. This thread does not draw: if the app has not ended after PATIENCE seconds, it ends the process.
    """

    def __init__(self, tell: Callable[[int], None]) -> None:
        super().__init__(name="kicker-guard", daemon=True)
        self._tell = tell
        self._ended = threading.Event()
        self._reads, self._writes = os.pipe()
        os.set_blocking(self._writes, False)

    def note(self, number: int, frame: object = None) -> None:
        """Pass a signal on; this is the signal handler."""
        with suppress(OSError):  # the pipe is full of signals already
            os.write(self._writes, bytes([number]))

    def end(self) -> None:
        """Stop the guard, once the app has ended."""
        self._ended.set()
        self.note(_END)
        self.join()
        os.close(self._reads)
        os.close(self._writes)

    def run(self) -> None:
        """Wait, tell, and wait again."""
        number = self._wait()
        if number == _END:
            return
        with suppress(RuntimeError):  # the loop is closed
            self._tell(number)
        if not self._ended.wait(PATIENCE):
            os._exit(128 + number)

    def _wait(self) -> int:
        """Return the number of the signal that came; the end of the terminal counts as one."""
        if hasattr(select, "poll") and sys.__stdin__ is not None and sys.__stdin__.isatty():
            poll = select.poll()
            poll.register(self._reads, select.POLLIN)
            poll.register(sys.__stdin__.fileno(), 0)  # poll always reports the end
            found = dict(poll.poll())
            if self._reads not in found and not any(event & select.POLLNVAL for event in found.values()):
                return _HANGUP
        return os.read(self._reads, 1)[0]
