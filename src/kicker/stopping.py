"""Signals that ask kicker to stop: noted when they arrive, acted on where nothing can break.

A signal handler runs between any two instructions of the main thread. An exception raised there can leave a lock
held, a thread unknown to its pool or a file half written. So the handlers here only make a note, and ordinary code
calls `check` where it can stop. A handler raises only inside `waiting`, where nothing is held.

    end_on_signals()      for a program: from now on signals are noted, and `check` ends it with the shell's exit code
    with noted(): ...     for a library: the same for a while; `check` and the end pass signals to the former handler
    check()               stop here if a signal has come
    raised(error)         whether a signal caused this exception
    result_of(future)     wait for another thread, checking meanwhile
    with waiting(): ...   a call that waits for something outside (a person, a pipe) and holds nothing: a signal ends it
    with lent(handler):   another handler takes over for a while
    with shielded(): ...  processes started meanwhile never get Ctrl-C
    with loading(): ...   imports before anything has begun: a signal ends the process at once

Python runs handlers in the main thread only; in other threads all of this does nothing.
"""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future

Made = TypeVar("Made")

SIGNALS: Final = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""The signals that ask to stop."""
LOOK: Final = 0.1
"""Seconds between checks for a noted signal during a wait."""
_TICKS: Final = hasattr(signal, "setitimer")  # not on Windows


class _Notes:
    """The state of signal handling in this process; only the main thread changes it."""

    def __init__(self) -> None:
        self.noted: list[int] = []
        """Signals that have come and have not been acted on."""
        self.former: dict[int, Callable[[int, Any], Any]] = {}
        """The handlers that ours replace for a while."""
        self.ends_program = False
        """True after `end_on_signals`."""
        self.stopped = False
        """True once the program has been told to end; it is told once, so that nothing interrupts its clean-up."""
        self.waiting = False
        """True inside `waiting`."""
        self.loading = False
        """True inside `loading`."""


_notes = _Notes()


def _note(number: int, frame: object) -> None:
    """Note a signal; this is the handler."""
    if _notes.loading:
        os._exit(128 + number)
    _notes.noted.append(number)
    if not _TICKS:
        _tick(number, frame)


def _in_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()


# --- installing ------------------------------------------------------------------------------------------------------


def end_on_signals() -> None:
    """Note signals for the rest of the process; `check` raises what ends it. For programs, in their main thread.

    A signal that the process was started to ignore (`nohup`) stays ignored.
    """
    for number in SIGNALS:
        if signal.getsignal(number) not in (signal.SIG_IGN, None):
            signal.signal(number, _note)
    if _TICKS:
        signal.signal(signal.SIGALRM, _tick)
    if not _notes.ends_program:
        atexit.register(_ignore)
    _notes.ends_program = True


def _ignore() -> None:
    """Ignore further signals: Python is shutting down, and a signal must not change the exit code."""
    for number in SIGNALS:
        if signal.getsignal(number) is _note:
            signal.signal(number, signal.SIG_IGN)


@contextmanager
def noted() -> Iterator[None]:
    """Note signals until the block ends, then pass them to the handlers that were there before.

    Only handlers written in Python are replaced, like the one behind KeyboardInterrupt: only those can
    raise. A signal that ends the process or is ignored still does so.
    """
    if not _in_main_thread() or _notes.ends_program or _notes.former:
        yield
        return
    try:
        _take_over()
        yield
    finally:
        _give_back()


def _take_over() -> None:
    _notes.noted.clear()
    for number in SIGNALS:
        handler = signal.getsignal(number)
        if callable(handler) and not isinstance(handler, signal.Handlers):
            _notes.former[number] = handler
            signal.signal(number, _note)


def _give_back() -> None:
    """Restore the former handlers, Ctrl-C's last, and pass them the signals that came."""
    try:
        for number in reversed(SIGNALS):
            if number in _notes.former:
                signal.signal(number, _notes.former[number])
                del _notes.former[number]
    finally:
        if _notes.former:  # one of them raised as soon as it was restored
            _give_back()
    came, _notes.noted = _notes.noted, []
    _hand_on(came)


def _hand_on(signals: list[int]) -> None:
    """Pass on each signal, even if the handler of an earlier one raises."""
    if signals:
        try:
            signal.raise_signal(signals[0])
        finally:
            _hand_on(signals[1:])


@contextmanager
def loading() -> Iterator[None]:
    """Import modules before anything is open, held or written: a signal ends the program at once.

    On a busy machine large modules take many seconds. Garbage collection is off meanwhile, which saves a fifth. In a
    library nothing else happens.
    """
    before, collects = _notes.loading, gc.isenabled()
    check()
    _notes.loading = _notes.ends_program and not _notes.stopped and _in_main_thread()
    gc.disable()
    try:
        yield
    finally:
        _notes.loading = before
        if collects:
            gc.enable()


@contextmanager
def lent(handler: Callable[[int, Any], Any]) -> Iterator[None]:
    """Let another handler take over, such as an event loop's; the present handlers are restored at the end."""
    before = {number: signal.getsignal(number) for number in SIGNALS}
    try:
        for number in SIGNALS:
            signal.signal(number, handler)
        yield
    finally:
        for number, earlier in before.items():
            if earlier is not None:
                signal.signal(number, earlier)


# --- acting on them --------------------------------------------------------------------------------------------------


def is_noted() -> bool:
    """Return True if a signal has come and has not been acted on."""
    return bool(_notes.noted)


def forget(number: int) -> None:
    """Drop the note of a signal that another handler has dealt with."""
    _notes.noted[:] = [other for other in _notes.noted if other != number]


def check() -> None:
    """Stop here if a signal has come: KeyboardInterrupt for Ctrl-C, SystemExit for others, or the former handler.

    In a program this happens once; it is already stopping when later signals come.
    """
    if _notes.noted and _in_main_thread():
        if not _notes.ends_program:
            number = _notes.noted.pop(0)
            handler = _notes.former.get(number)
            if handler is not None:
                handler(number, sys._getframe())
        elif not _notes.stopped:
            _stop()


def _stop() -> None:
    number = _notes.noted[0]
    _notes.noted.clear()
    _notes.stopped = True
    if number == signal.SIGINT:
        raise KeyboardInterrupt
    raise SystemExit(128 + number)


def raised(error: SystemExit) -> bool:
    """Return True if a signal caused this exception, rather than the code that ran; handlers of errors must let it
    through."""
    handlers = [getattr(signal.getsignal(number), "__code__", None) for number in SIGNALS]
    trace = error.__traceback__
    while trace is not None:
        frame = trace.tb_frame
        if frame.f_code in handlers or frame.f_globals is globals():
            return True
        trace = trace.tb_next
    return False


# --- waiting ---------------------------------------------------------------------------------------------------------


def result_of(future: Future[Made], seconds: float | None = None) -> Made:
    """Return the result of a future; a signal ends the wait, and so does TimeoutError after some seconds."""
    deadline = None if seconds is None else time.monotonic() + seconds
    while True:
        try:
            return future.result(LOOK)
        except TimeoutError:
            if future.done():
                return future.result()  # the result came just now, or the work itself timed out
            if deadline is not None and time.monotonic() >= deadline:
                raise TimeoutError(f"no answer in {seconds:g} s") from None
        check()


class waiting:  # noqa: N801 (used like a function)
    """Wait for something outside while holding nothing: a signal before or during the block raises there.

    A timer checks for notes, because a signal that comes just before the system call does not interrupt it.
    """

    def __enter__(self) -> None:
        self._before = _notes.waiting
        if _notes.ends_program and _in_main_thread():
            _notes.waiting = True
            if _TICKS:
                signal.setitimer(signal.ITIMER_REAL, LOOK, LOOK)

    def __exit__(self, *_: object) -> None:
        if _notes.ends_program and _in_main_thread():
            _notes.waiting = self._before
            if _TICKS and not self._before:
                signal.setitimer(signal.ITIMER_REAL, 0)


def _tick(number: int, frame: object) -> None:
    """End a wait if a signal has come, even while the program is stopping."""
    if _notes.waiting and _notes.noted:
        _notes.waiting = False  # here, because the end of the block may be cut short
        if _TICKS:
            signal.setitimer(signal.ITIMER_REAL, 0)
        _stop()


# --- processes -------------------------------------------------------------------------------------------------------


@contextmanager
def shielded() -> Iterator[None]:
    """Keep Ctrl-C, which is meant for the parent, from processes that this thread starts meanwhile."""
    mask: Any = getattr(signal, "pthread_sigmask", None)
    before = mask(signal.SIG_BLOCK, [signal.SIGINT]) if mask else None
    try:
        yield
    finally:
        if mask:
            mask(signal.SIG_SETMASK, before)
