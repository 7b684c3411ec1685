"""How long people wait for a command: a small one until it ends, the prompt and the room until their first question.

The yardstick is Python importing click, on which the command line is built: no command can be faster. The room is timed
until its menu appears, and compared with the smallest app of the library that it is built on, on the same terminal. All
take turns, with the same interpreter and the same packages installed.
"""

from __future__ import annotations

import os
import pty
import signal
import sys
import tempfile
from collections.abc import Callable, Mapping
from math import inf
from pathlib import Path
from select import select
from time import perf_counter

from benchmarks.process import environment, kicker_command, process
from benchmarks.timing import Result, Target, best_times

REPEATS = 20
FEWER = 12  # runs of commands that continue until they are stopped
PATIENCE = 10.0
RANK, CLICK = "kicker rank", "python -c 'import click'"
PROMPT, BARE = "kicker play holdem, first question", "a textual app of one line"
MENU, FORM = "kicker tui, the menu", "kicker tui, the options of its first line"
BARE_APP = """
from textual.app import App
from textual.widgets import Static
class Bare(App):
    def compose(self):
        yield Static("ready")
Bare().run()
"""


def run() -> list[Result]:
    """Measure the commands, their yardsticks, and the time of their parts."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        tasks = {
            RANK: process(folder, kicker_command(), "rank", "AS KS QS JS TS"),
            CLICK: process(folder, sys.executable, "-c", "import click"),
            "python -c 'import kicker'": process(folder, sys.executable, "-c", "import kicker"),
            "python -c pass": process(folder, sys.executable, "-c", "pass"),
        }
        seconds = best_times(tasks, REPEATS)
        waits = best_waits(
            {
                PROMPT: lambda: wait(folder, b"Your move: ", kicker_command(), "play", "holdem"),
                MENU: lambda: wait(folder, b"Klondike", kicker_command(), "tui"),
                FORM: lambda: wait(folder, b"Deal", kicker_command(), "tui"),
                BARE: lambda: wait(folder, b"ready", sys.executable, "-c", BARE_APP),
            }
        )
    rank, click = seconds.pop(RANK), seconds[CLICK]
    targets = {CLICK: Target("<=", 3)}
    return [
        Result("startup", RANK, 1000 * rank, "ms"),
        *(
            Result("startup", name, 1000 * theirs, "ms", rank / theirs, f"{RANK} / this", targets.get(name))
            for name, theirs in seconds.items()
        ),
        waited(PROMPT, waits[PROMPT], CLICK, click, Target("<=", 5)),
        Result("startup", BARE, 1000 * waits[BARE], "ms"),
        waited(MENU, waits[MENU], BARE, waits[BARE], Target("<=", 1.5)),
        waited(FORM, waits[FORM], BARE, waits[BARE]),
    ]


def waited(name: str, seconds: float, other: str, theirs: float, target: Target | None = None) -> Result:
    return Result("startup", name, 1000 * seconds, "ms", seconds / theirs, f"this / {other}", target)


def best_waits(waits: Mapping[str, Callable[[], float]]) -> dict[str, float]:
    """Return the shortest of several waits for each command; the commands take turns."""
    best = dict.fromkeys(waits, inf)
    for _ in range(FEWER):
        for name, waited in waits.items():
            best[name] = min(best[name], waited())
    return best


def wait(folder: Path, text: bytes, *command: str) -> float:
    """Return the seconds from starting a command on a terminal of 80 by 24 until it shows a text, and then end it."""
    settings = environment(folder) | {
        "KICKER_HOME": str(folder / "home"), "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"
    }  # fmt: skip
    start = perf_counter()
    child, terminal = pty.fork()
    if child == 0:
        os.execve(command[0], command, settings)
    shown = b""
    try:
        while text not in shown:
            if not select([terminal], [], [], PATIENCE)[0]:
                raise SystemExit(f"{' '.join(command[:3])} does not show {text.decode()!r}")
            shown += os.read(terminal, 65536)  # an error when the command ends: then there is nothing to measure
        return perf_counter() - start
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(terminal)
