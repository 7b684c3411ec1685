"""External programs as players: a question per line on their standard input, an answer per line on their output.

A program may be written in any language; docs/matches.md describes the lines. If it does anything wrong, `act` raises
an error with one sentence, and the table checks or folds for it. Matches are played and counted in `kicker.match`.
"""

from __future__ import annotations

import atexit
import json
import os
import secrets
import selectors
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import IO, Final, NamedTuple

from kicker import stopping
from kicker.cards import count_of, number_text, shorten
from kicker.errors import IllegalAction, KickerError
from kicker.games import Action, View, parse_action

FIRST_ANSWER: Final = 5.0
"""The seconds allowed for the first answer after a start, unless the time limit is longer: interpreters load slowly."""
MOST_STARTS: Final = 5
"""The number of times a program is started before kicker gives up."""
_LONGEST_LINE = 1 << 16
_KEPT = 2000  # bytes of standard error
_END = 5.0  # seconds until a program that was killed is gone
_FAREWELL = 0.5  # seconds to end by itself once its input has ended

_reaper: subprocess.Popen[bytes] | None = None
_reaping = threading.Lock()  # held while the reaper is started or sent a line
_MARK = "KICKER_OWNER"  # in the environment of a program: the process that it must not outlive


# --- messages --------------------------------------------------------------------------------------------------------


def question_line(kind: str, number: int, view: View) -> bytes:
    """Return a line of compact JSON: `act` asks for a decision, `over` reports the end of a deal."""
    history = [event.as_dict() for event in view.history]
    record = {"id": number, "type": kind, **view.as_dict(), "history": history}
    return json.dumps(record, separators=(",", ":")).encode() + b"\n"


class Reply(NamedTuple):
    """An answer that a program wrote."""

    number: int | None
    """The number of the question that it answers; None if it gives none."""
    text: str
    """The action, as text."""


def parse_reply(line: bytes) -> Reply:
    """Read an answer: `{"id": 7, "action": "call"}`, the same without a number, `"call"`, or plain `call`."""
    try:
        text = line.decode().strip()
        if text[:1] not in ("{", '"'):
            return Reply(None, text)
        value = json.loads(text)
        if isinstance(value, str):
            return Reply(None, value)
        number, action = value.get("id"), value["action"]
        if isinstance(action, str) and (number is None or type(number) is int):
            return Reply(number, action)
    except (ValueError, KeyError, RecursionError):
        pass
    said = shorten(line.decode(errors="replace").strip())
    raise KickerError(f'cannot read the answer {said}; write {{"id": 7, "action": "call"}} or call', "program")


# --- the process -----------------------------------------------------------------------------------------------------


def split_command(command: str) -> list[str]:
    """Split a command into words; raise `KickerError` unless the first word can be run."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise KickerError(f"cannot read the command {shorten(command)}: {str(error).lower()}", "program") from None
    if not words:
        raise KickerError("a program needs a command, like program:./bot.sh", "program")
    if shutil.which(words[0]) is None:
        message = f"{shorten(words[0])} cannot be run: it does not exist or is not executable"
        raise KickerError(message, "program")
    return words


def _started(words: list[str], environment: dict[str, str]) -> subprocess.Popen[bytes]:
    """Start a program that ends with this process, however this process ends."""
    global _reaper
    pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
    owner = _owner(os.getpid())
    with stopping.noted(), stopping.shielded(), _reaping:
        if _reaper is None or _reaper.poll() is not None:
            reaper = [sys.executable, "-I", "-S", str(Path(__file__).with_name("reaper.py")), f"{_MARK}={owner}"]
            unmarked = {name: value for name, value in os.environ.items() if name != _MARK}
            _reaper = subprocess.Popen(
                reaper, stdin=pipe, stdout=nowhere, stderr=nowhere, bufsize=0, env=unmarked, start_new_session=True
            )
        process = subprocess.Popen(
            words, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, env=environment | {_MARK: owner},
            start_new_session=True,  # everything that it starts can be ended with it, and Ctrl-C does not reach it
        )  # fmt: skip
        _tell_reaper(f"+{process.pid}\n")
    return process


@cache
def _owner(process: int) -> str:
    """Return a name for a process that no other process has."""
    return f"{process}-{secrets.token_hex(8)}"


def _tell_reaper(line: str) -> None:
    assert _reaper is not None
    with suppress(OSError):  # it was killed: the next program gets a new one
        _stream(_reaper.stdin).write(line.encode())


def _kill(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError, PermissionError):  # the program and all its children are gone
        os.killpg(process.pid, signal.SIGKILL)


def _leave() -> None:
    """Close the reaper's input when this process ends; the reaper then ends all remaining programs."""
    if _reaper is not None:
        _tell_reaper("bye\n")
        _stream(_reaper.stdin).close()
        with suppress(subprocess.TimeoutExpired):
            _reaper.wait(_FAREWELL)


atexit.register(_leave)


class Program:
    """A player that is an external program. It starts with the first question, and again after it has ended.

    Any failure raises `KickerError` and counts in `faults`; `log` keeps the last messages. A program that is late or
    writes unexpected output is ended, so that no answer can be mistaken for a later one. `close` ends it, and so does
    a `with` block.
    """

    def __init__(self, command: str, time_limit: float = 1.0, seed: int | str | None = None) -> None:
        if os.name != "posix":
            raise KickerError("programs can play only on a POSIX system", "program")
        self.command = command
        self.words = split_command(command)
        self.time_limit = time_limit
        self.faults = 0
        self.log: deque[str] = deque(maxlen=20)
        self._environment = os.environ | ({} if seed is None else {"KICKER_SEED": str(seed)})
        self._process: subprocess.Popen[bytes] | None = None
        self._selector: selectors.BaseSelector = selectors.SelectSelector()  # replaced when the process starts
        self._starts = 0
        self._number = 0
        self._limit = time_limit  # for the current question
        self._unread = b""
        self._said = b""  # the end of its standard error

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- as a player ---

    def act(self, view: View) -> Action:
        """Ask the program; anything but a legal action in time raises `KickerError`."""
        fresh = self._process is None
        if fresh:
            self._start()
        self._number += 1
        self._limit = max(FIRST_ANSWER, self.time_limit) if fresh else self.time_limit
        deadline = time.monotonic() + self._limit
        self._drop_old_lines()
        self._send(question_line("act", self._number, view), deadline)
        reply = self._answer(deadline)
        try:
            action = parse_action(reply.text)
        except IllegalAction as error:
            # Without a number, the real answer may still be on its way.
            raise self._fault(str(error), end=reply.number is None) from None
        refusal = view.options.refusal(action)
        if refusal is not None:
            raise self._fault(refusal)
        return action

    def learn(self, view: View) -> None:
        """Tell the program how a deal ended, if it is running. It does not answer."""
        if self._process is not None:
            self._limit = self.time_limit
            self._send(question_line("over", self._number, view), time.monotonic() + self._limit)

    def close(self, patience: float = _FAREWELL) -> None:
        """End the program: close its input, wait `patience` seconds, then kill it with everything that it has
        started."""
        process = self._process
        if process is None:
            return
        self._process = None
        self._unread = b""
        self._selector.close()
        try:
            for stream in (process.stdin, process.stdout, process.stderr):
                _stream(stream).close()
            with suppress(subprocess.TimeoutExpired):
                process.wait(patience)
        finally:
            _kill(process)
            with suppress(subprocess.TimeoutExpired):  # it runs as another user, and nothing here can end it
                process.wait(_END)
            with _reaping:
                _tell_reaper(f"-{process.pid}\n")

    # --- inside ---

    def _start(self) -> None:
        if self._starts >= MOST_STARTS:
            raise self._fault(f"gave up after starting it {count_of(MOST_STARTS, 'time')}")
        self._starts += 1
        self._said = b""
        try:
            self._process = process = _started(self.words, self._environment)
        except OSError as error:
            raise self._fault(f"it cannot be started: {(error.strerror or str(error)).lower()}") from None
        for stream in (process.stdin, process.stdout, process.stderr):
            os.set_blocking(_stream(stream).fileno(), False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(_stream(process.stdout), selectors.EVENT_READ)
        self._selector.register(_stream(process.stderr), selectors.EVENT_READ)

    def _drop_old_lines(self) -> None:
        """Handle lines from before the question: numbered ones are late or repeated, others are unexpected."""
        self._listen(0)
        lines = self._unread.split(b"\n")
        self._unread = b""
        if lines.pop() or not all(map(_is_numbered, lines)):
            raise self._fault("unexpected output", end=True)

    def _send(self, line: bytes, deadline: float) -> None:
        assert self._process is not None
        stdin = _stream(self._process.stdin)
        self._selector.register(stdin, selectors.EVENT_WRITE)
        try:
            while line:
                self._wait(deadline)
                with suppress(BlockingIOError):
                    line = line[os.write(stdin.fileno(), line) :]
        except BrokenPipeError:
            raise self._ended() from None
        finally:
            if self._process is not None:
                self._selector.unregister(stdin)

    def _answer(self, deadline: float) -> Reply:
        """Return the answer to the question."""
        while True:
            line, found, rest = self._unread.partition(b"\n")
            if not found:
                if not self._wait(deadline):
                    raise self._ended()
                continue
            self._unread = rest
            try:
                reply = parse_reply(line)
            except KickerError as error:
                raise self._fault(str(error), end=True) from None
            if reply.number is None or reply.number == self._number:
                return reply
            if reply.number > self._number:
                raise self._fault(f"it answers question {reply.number}, which was not asked yet", end=True)

    def _wait(self, deadline: float) -> bool:
        """Read available output until the deadline; return False once the program has closed its standard output."""
        stopping.check()
        left = deadline - time.monotonic()
        if left <= 0:
            raise self._fault(f"it did not answer within {number_text(self._limit)} s", end=True)
        if len(self._unread) > _LONGEST_LINE:
            raise self._fault(f"endless output: {shorten(self._unread.decode(errors='replace'))}", end=True)
        return self._listen(min(left, stopping.LOOK))

    def _listen(self, seconds: float) -> bool:
        """Read output, waiting up to some seconds; return False at its end."""
        assert self._process is not None
        for key, events in self._selector.select(seconds):
            if events & selectors.EVENT_READ:
                try:
                    chunk = os.read(key.fd, _LONGEST_LINE)
                except BlockingIOError:
                    continue
                if key.fileobj is self._process.stderr:
                    self._said = (self._said + chunk)[-_KEPT:]
                    if not chunk:
                        self._selector.unregister(key.fileobj)
                else:
                    self._unread += chunk
                    if not chunk:
                        return False
        return True

    def _ended(self) -> KickerError:
        """Find out how a program that closed a pipe has ended; return the error."""
        assert self._process is not None
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_FAREWELL)
        code = self._process.returncode
        if code is None:
            return self._fault("it closed its standard input or output", end=True)
        reason = f"it was ended by signal {-code}" if code < 0 else f"it ended with exit code {code}"
        return self._fault(reason, end=True)

    def _fault(self, reason: str, *, end: bool = False) -> KickerError:
        """Count and log a fault, with the program's last words; the caller raises the returned error."""
        if self._process is not None:
            self._listen(0)
        if end:
            self.close(patience=0)
        said = self._said.decode(errors="replace").strip().splitlines()
        message = f"{shorten(self.command)}: {reason}" + (f"; it said {shorten(said[-1], 200)}" if said else "")
        self.faults += 1
        self.log.append(message)
        return KickerError(message, "program")


def _stream(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None, "all three are pipes"
    return stream


def _is_numbered(line: bytes) -> bool:
    try:
        return parse_reply(line).number is not None
    except KickerError:
        return False
