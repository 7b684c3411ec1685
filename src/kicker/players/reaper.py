"""The reaper: a separate process that kills the bot programs of a process that has died; `program.py` starts and
instructs it.

Each line of its input is a group of processes: `+123` has started, `-123` has ended. The input ends with the process
at its other end, even if that is killed, and then all groups that are left are killed.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from pathlib import Path


def main() -> None:
    """Listen until the input ends, then kill what is left."""
    groups: dict[int, str] = {}
    for line in sys.stdin:
        group = int(line[1:])
        if line.startswith("+"):
            groups[group] = birth(group)
        else:
            groups.pop(group, None)
    for group, born in groups.items():
        if birth(group) in (born, ""):  # otherwise the number belongs to another process by now
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(group, signal.SIGKILL)


def birth(process: int) -> str:
    """Return the start time of a process in the system's own ticks; empty if it has gone or if the system does
    not say."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return ""


if __name__ == "__main__":
    main()
