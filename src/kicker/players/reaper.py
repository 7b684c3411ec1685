"""The reaper: a separate process that kills bot programs when the kicker process that started them dies.

    python reaper.py MARK

`program.py` starts it and writes to its input: `+123` when process group 123 has started, `-123` when it has ended, and
`bye` before an orderly exit. The input is closed when the writer exits, even if it was killed; the reaper then kills
all remaining groups. On Linux it also kills every process with MARK in its environment, because a program may have
started before it was announced, or left its group.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

ROUNDS = 1000
"""The most searches for marked processes, in case the system cannot end one."""
QUIET = 40
"""The number of searches in a row that must find nothing: the environment of a process is briefly empty while it
starts another program."""


def main(mark: str) -> None:
    """Listen until the input ends, then kill what is left."""
    groups: dict[int, str] = {}
    wanted = QUIET
    for line in sys.stdin:
        if line == "bye\n":
            wanted = 1
            continue
        group = int(line[1:])
        if line.startswith("+"):
            groups[group] = birth(group)
        else:
            groups.pop(group, None)
    for group, born in groups.items():
        if birth(group) in (born, ""):  # otherwise the number belongs to another process by now
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(group, signal.SIGKILL)
    quiet = 0
    for _ in range(ROUNDS):
        found = marked(mark.encode())
        quiet = 0 if found else quiet + 1
        if quiet == wanted:
            break
        for process in found:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)
        time.sleep(0.05)


def marked(mark: bytes) -> list[int]:
    """The processes that were started with this entry in their environment and still run."""
    return [int(path.parent.name) for path in Path("/proc").glob("[0-9]*/environ") if mark in environment(path)]


def environment(path: Path) -> list[bytes]:
    """The entries of a process's environment; none if it has ended or belongs to somebody else."""
    try:
        return path.read_bytes().split(b"\0")
    except OSError:
        return []


def birth(process: int) -> str:
    """Return the start time of a process in the system's own ticks; empty if it has gone or if the system does
    not say."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return ""


if __name__ == "__main__":
    main(sys.argv[1])
