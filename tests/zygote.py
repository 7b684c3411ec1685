"""A process that has loaded kicker and forks for each command that a test runs: hundreds of tests run one, and loading
kicker takes far longer than the command.

    python -m tests.zygote SOCKET_FD

A request comes over a Unix socket as JSON (arguments, folder, environment), together with the three streams of the
command and a socket for its status. A child then runs `kicker.__main__.run` just as `python -m kicker` does. The status
socket gets the process ID and, once the command has ended, its wait status. If the test closes its end, the command is
killed.
"""

from __future__ import annotations

import array
import atexit
import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

DESCRIPTORS = 4
"""Three streams and the status socket."""
LOADED = (
    "kicker.ui.web.server",
    "numpy",
    "matplotlib.figure",
    "matplotlib.backends.backend_agg",
    "matplotlib.backends.backend_svg",
)
"""Modules that commands load when they need them, loaded here instead of in every child."""


class Command:
    """A command that was started, with what tests use of `subprocess.Popen`."""

    def __init__(self, arguments: list[str], told: socket.socket) -> None:
        self.args = arguments
        self.returncode: int | None = None
        self._told = told
        number = told.recv(100)
        assert number, "the process that runs commands has ended"
        self.pid = int(number)

    def wait(self, timeout: float | None = None) -> int:
        """Its exit code, once it has ended."""
        if self.returncode is None:
            self._told.settimeout(timeout)
            try:
                status = self._told.recv(100)
            except (TimeoutError, BlockingIOError):
                raise subprocess.TimeoutExpired(self.args, timeout or 0) from None
            assert status, "the process that runs commands has ended"
            self.returncode = os.waitstatus_to_exitcode(int(status))
            self._told.close()
        return self.returncode

    def poll(self) -> int | None:
        """Its exit code if it has ended."""
        with suppress(subprocess.TimeoutExpired):
            return self.wait(0)
        return None

    def send_signal(self, number: int) -> None:
        """Send a signal, unless it has ended."""
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)


class Zygote:
    """The process, as a test sees it."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            command = [sys.executable, "-m", "tests.zygote", str(theirs.fileno())]
            root = Path(__file__).parent.parent
            self._process = subprocess.Popen(command, pass_fds=[theirs.fileno()], cwd=root, start_new_session=True)
        self._socket = ours

    def start(
        self, arguments: list[str], folder: Path, environment: Mapping[str, str], streams: tuple[int, int, int]
    ) -> Command:
        """Start a command; the streams are its input, its output and where its errors go."""
        told, tells = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with tells:
            request = {"arguments": arguments, "folder": str(folder), "environment": dict(environment)}
            rights = array.array("i", [*streams, tells.fileno()]).tobytes()
            self._socket.sendmsg([json.dumps(request).encode()], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, rights)])
        return Command(["kicker", *arguments], told)

    def run(
        self, arguments: list[str], folder: Path, environment: Mapping[str, str], text: bytes, seconds: float
    ) -> subprocess.CompletedProcess[bytes]:
        """Run a command to its end, like `subprocess.run`."""
        with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
            given.write(text)
            given.seek(0)
            command = self.start(arguments, folder, environment, (given.fileno(), out.fileno(), errors.fileno()))
            try:
                code = command.wait(seconds)
            except subprocess.TimeoutExpired:
                command.send_signal(signal.SIGKILL)
                raise
            out.seek(0)
            errors.seek(0)
            return subprocess.CompletedProcess(command.args, code, out.read(), errors.read())

    def close(self) -> None:
        """End it, and the commands that are still running."""
        self._socket.close()
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


@cache
def shared() -> Zygote:
    """The zygote that all tests of this process share; it ends with the process."""
    zygote = Zygote()
    atexit.register(zygote.close)
    return zygote


def serve(requests: socket.socket) -> None:
    """Fork for each request, until the client has gone."""
    from kicker.ui.cli import COMMANDS

    for name in (*(place.partition(":")[0] for place in COMMANDS.values()), *LOADED):
        with suppress(ImportError):  # what is not installed is not tested either
            import_module(name)
    gc.freeze()  # or the last collection of every child would touch, and so copy, all that was loaded
    woken, wakes = os.pipe()
    os.set_blocking(wakes, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wakes)
    running: dict[int, socket.socket] = {}
    while True:
        watched: list[socket.socket | int] = [requests, woken, *running.values()]
        ready, _, _ = select.select(watched, [], [])
        if woken in ready:
            os.read(woken, 100)
        for child, tells in list(running.items()):
            if tells in ready:  # nobody listens any more
                os.kill(child, signal.SIGKILL)
            ended, status = os.waitpid(child, os.WNOHANG)
            if ended:  # and was not only stopped
                with running.pop(child), suppress(BrokenPipeError):
                    tells.send(str(status).encode())
        if requests in ready and not begin(requests, running, (woken, wakes)):
            return


def begin(requests: socket.socket, running: dict[int, socket.socket], mine: tuple[int, int]) -> bool:
    """Fork a command and send its process ID; False if the client has gone. The command closes what is `mine`."""
    data, ancillary, _, _ = requests.recvmsg(1 << 20, socket.CMSG_SPACE(DESCRIPTORS * array.array("i").itemsize))
    if not data:
        return False
    rights = array.array("i")
    for _, _, some in ancillary:
        rights.frombytes(some)
    *streams, told = rights
    child = os.fork()
    if not child:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for descriptor in (*mine, told):
            os.close(descriptor)
        for connection in (requests, *running.values()):
            connection.close()
        become(json.loads(data), streams)
    for stream in streams:
        os.close(stream)
    running[child] = socket.socket(fileno=told)
    with suppress(BrokenPipeError):
        running[child].send(str(child).encode())
    return True


def become(request: dict[str, Any], streams: list[int]) -> NoReturn:
    """Become the requested command."""
    for place, stream in enumerate(streams):
        os.dup2(stream, place)
        os.close(stream)
    os.chdir(request["folder"])
    os.environ.clear()
    os.environ.update(request["environment"])
    sys.argv = ["kicker", *request["arguments"]]
    signal.signal(signal.SIGINT, signal.default_int_handler)
    from kicker.__main__ import run

    Leaving.code = 1  # if it fails
    try:
        run()
        Leaving.code = 0
    except SystemExit as end:
        Leaving.code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    sys.exit(Leaving.code)


class Leaving:
    """The end of a command, without taking apart all that was loaded, which would take longer than most commands."""

    code = 0

    @classmethod
    def now(cls) -> None:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(cls.code)


if __name__ == "__main__":
    atexit.register(Leaving.now)  # the first to register is the last to be called
    with socket.socket(fileno=int(sys.argv[1])) as connection:
        serve(connection)
