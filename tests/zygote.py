"""A process that has loaded kicker already and forks for each command: hundreds of tests run one, and importing takes
far longer than what they do.

    python -m tests.zygote SOCKET_FD

A request comes over a Unix socket as JSON (arguments, folder, environment), together with the three streams of the
command. A child then runs `kicker.__main__.run` just as `python -m kicker` does; the answer is its exit code.
"""

from __future__ import annotations

import array
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

STREAMS = 3


class Zygote:
    """The process, as a test sees it."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            command = [sys.executable, "-m", "tests.zygote", str(theirs.fileno())]
            root = Path(__file__).parent.parent
            self._process = subprocess.Popen(command, pass_fds=[theirs.fileno()], cwd=root, start_new_session=True)
        self._socket = ours

    def run(
        self, arguments: list[str], folder: Path, environment: dict[str, str], text: bytes, seconds: float
    ) -> subprocess.CompletedProcess[bytes]:
        """Run a command to its end, like `subprocess.run`."""
        with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
            given.write(text)
            given.seek(0)
            request = {"arguments": arguments, "folder": str(folder), "environment": environment}
            streams = array.array("i", [stream.fileno() for stream in (given, out, errors)])
            self._socket.settimeout(seconds)
            self._socket.sendmsg(
                [json.dumps(request).encode()], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, streams.tobytes())]
            )
            try:
                answer = self._socket.recv(100)
            except TimeoutError:
                self.close()  # or the next test would be told how this command ended
                raise
            if not answer:
                raise AssertionError("the process that runs commands has ended")
            code = os.waitstatus_to_exitcode(int(answer))
            out.seek(0)
            errors.seek(0)
            return subprocess.CompletedProcess(["kicker", *arguments], code, out.read(), errors.read())

    def close(self) -> None:
        """End it, with a command that may still run."""
        self._socket.close()
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


def serve(requests: socket.socket) -> None:
    """Fork for each request, until whoever asks has gone."""
    from kicker.ui.cli import COMMANDS

    for place in COMMANDS.values():  # loaded here, and not by every child
        import_module(place.partition(":")[0])
    for name in ("numpy", "matplotlib.figure", "matplotlib.backends.backend_agg", "matplotlib.backends.backend_svg"):
        import_module(name)
    while True:
        data, ancillary, _, _ = requests.recvmsg(1 << 20, socket.CMSG_SPACE(STREAMS * array.array("i").itemsize))
        if not data:
            return
        streams = array.array("i")
        for _, _, rights in ancillary:
            streams.frombytes(rights)
        child = os.fork()
        if not child:
            requests.close()
            become(json.loads(data), list(streams))
        for stream in streams:
            os.close(stream)
        requests.send(str(os.waitpid(child, 0)[1]).encode())


def become(request: dict[str, Any], streams: list[int]) -> NoReturn:
    """Be the command that was asked for."""
    for place, stream in enumerate(streams):
        os.dup2(stream, place)
        os.close(stream)
    os.chdir(request["folder"])
    os.environ.clear()
    os.environ.update(request["environment"])
    sys.argv = ["kicker", *request["arguments"]]
    signal.signal(signal.SIGINT, signal.default_int_handler)
    from kicker.__main__ import run

    code = 0
    try:
        run()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    sys.exit(code)


if __name__ == "__main__":
    with socket.socket(fileno=int(sys.argv[1])) as connection:
        serve(connection)
