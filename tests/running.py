"""Commands that run beside a test: in a group of processes, or on a terminal; and bots of all sorts for them."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

FLAKY = """
import sys

class FailsTwice:
    asked = 0

    def act(self, view):
        self.asked += 1
        if self.asked == 2:
            sys.exit()
        if self.asked == 3:
            raise ValueError("no idea")
        return view.options.passive

    def learn(self, view):
        if self.asked > 3 and not hasattr(self, "tried"):
            self.tried = True
            raise RuntimeError("too hard")

class Quits:
    def act(self, view):
        sys.exit(3)

class QuitsAtOnce:
    def __init__(self):
        sys.exit("no")

    def act(self, view):
        return view.options.passive
"""
"""Bots that end the process they play in, or try to."""

UNHURRIED = """
import time

class Unhurried:
    def act(self, view):
        time.sleep(0.01)
        return view.options.passive
"""
"""A bot that takes its time."""


class Running:
    """The command in its own process group, as on a terminal."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        command = [sys.executable, "-m", "kicker", *arguments]
        self.process = subprocess.Popen(
            command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
        )

    def wait_for(self, happened: Callable[[], bool]) -> None:
        deadline = time.monotonic() + 60
        while not happened():
            assert self.process.poll() is None, self.process.communicate()
            assert time.monotonic() < deadline
            time.sleep(0.01)

    def interrupt(self) -> tuple[int, str, str]:
        """Send the signal of Ctrl-C to the whole group."""
        os.killpg(self.process.pid, signal.SIGINT)
        printed, errors = self.process.communicate(timeout=60)
        return self.process.returncode, printed.decode(), errors.decode()

    def is_gone(self) -> bool:
        """True when no process of the group is left, at the latest after some seconds."""
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            try:
                os.killpg(self.process.pid, 0)
            except ProcessLookupError:
                return True
            time.sleep(0.01)
        return False


class OnTerminal:
    """The command with its standard error on a terminal, and its standard output in a pipe."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.leader, follower = pty.openpty()
        command = [sys.executable, "-m", "kicker", *arguments]
        environment = os.environ | {"TERM": "xterm", "COLUMNS": "120"}
        self.process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=follower, env=environment)
        os.close(follower)

    def wait_for(self, pattern: str) -> "re.Match[str]":
        """Read until the terminal shows something; the end of the command, or of all patience, is an error."""
        shown = ""
        deadline = time.monotonic() + 120
        while not (found := re.search(pattern, shown)):
            assert time.monotonic() < deadline, shown
            if select.select([self.leader], [], [], 0.1)[0]:
                shown += os.read(self.leader, 4096).decode(errors="replace")
        return found

    def interrupt(self) -> tuple[int, str]:
        self.process.send_signal(signal.SIGINT)
        printed, _ = self.process.communicate(timeout=60)
        os.close(self.leader)
        return self.process.returncode, printed.decode()
