"""How long a small command takes from the start of the process to its end.

The yardstick is Python importing click, on which the command line is built: the least that such a command can take.
The four take turns, with the same interpreter and the same packages installed.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from benchmarks.process import kicker_command, process
from benchmarks.timing import Result, Target, best_times

REPEATS = 20


def run() -> list[Result]:
    """The command, what it is measured by, and what its parts take."""
    command, click = "kicker rank", "python -c 'import click'"
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        tasks = {
            command: process(folder, kicker_command(), "rank", "AS KS QS JS TS"),
            click: process(folder, sys.executable, "-c", "import click"),
            "python -c 'import kicker'": process(folder, sys.executable, "-c", "import kicker"),
            "python -c pass": process(folder, sys.executable, "-c", "pass"),
        }
        seconds = best_times(tasks, REPEATS)
    ours = seconds.pop(command)
    targets = {click: Target("<=", 3)}
    return [
        Result("startup", command, 1000 * ours, "ms"),
        *(
            Result("startup", name, 1000 * theirs, "ms", ours / theirs, f"{command} / this", targets.get(name))
            for name, theirs in seconds.items()
        ),
    ]
