"""Whole processes: the wait of somebody who types a command.

Python keeps bytecode in a temporary folder here, whatever the environment says. So every package is compiled once, in a
first run that does not count, as for anybody who runs a command a second time.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from functools import partial
from pathlib import Path

from benchmarks.timing import Task


def kicker_command() -> str:
    """Return the `kicker` command of this interpreter."""
    command = shutil.which("kicker", path=sysconfig.get_path("scripts"))
    if command is None:
        raise SystemExit(f"there is no kicker command next to {sys.executable}: install the package first")
    return command


def process(folder: Path, *command: str | Path) -> Task:
    """Return a task that runs a command from start to end; output is discarded, but a failure is an error."""
    return partial(subprocess.run, command, check=True, stdout=subprocess.DEVNULL, env=environment(folder))


def environment(folder: Path) -> dict[str, str]:
    settings = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return settings | {"PYTHONPYCACHEPREFIX": str(folder / "bytecode")}


# Until its program is loaded, a process counts the memory of the process that started it, and this one may hold large
# arrays. So a small process in between starts the command and reads its peak.
PEAK_MEMORY = """
import os, sys
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ)
_, status, usage = os.wait4(child, 0)
assert status == 0
print(usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024))
"""


def peak_memory(folder: Path, *command: str | Path) -> int:
    """Return the peak memory of a command in bytes."""
    between = [sys.executable, "-c", PEAK_MEMORY, *command]
    run = subprocess.run(between, check=True, capture_output=True, text=True, env=environment(folder))
    return int(run.stdout.split()[-1])  # the command's own output comes before it
