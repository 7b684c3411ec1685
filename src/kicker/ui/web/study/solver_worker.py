"""A separate low-priority process that solves a spot on one board or many.

    python -m kicker.ui.web.study.solver_worker

The first line on its standard input is what to solve; then `pause`, `resume` and `stop`. It answers with lines of JSON:
`progress` now and then, `paused`, and at the end `done` or `failed`. When its input ends it ends too, whatever it is
doing, so it never outlives the server.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from contextlib import suppress
from shutil import disk_usage
from typing import Any, Final

from kicker.errors import KickerError
from kicker.ui.web.limits import message_to_visitors

NICE: Final = 15
"""The niceness of the process: tables come first."""
_NEWS: Final = 0.2  # seconds between two progress reports


class Worker:
    """Solves one spot; a thread reads the server's commands."""

    def __init__(self) -> None:
        self.going = threading.Event()
        self.going.set()
        self.stopped = False
        self._said = 0.0

    def listen(self) -> None:
        """Read the server's commands until it ends."""
        for line in sys.stdin:
            word = line.strip()
            self.stopped |= word == "stop"
            if word == "pause":
                self.going.clear()
            else:
                self.going.set()
        os._exit(0)

    def tell(self, progress: Any, **facts: Any) -> None:
        """Report progress, and wait while paused."""
        if time.monotonic() - self._said > _NEWS or progress.iterations == 0:
            self._said = time.monotonic()
            gap = progress.exploitability if progress.exploitability < 1e9 else None
            say("progress", iterations=progress.iterations, exploitability=gap, seconds=progress.seconds, **facts)
        if not self.going.is_set():
            say("paused")
            self.going.wait()  # the end of the input ends the process
            say("resumed")
        if self.stopped:
            raise KeyboardInterrupt

    def report(self, asked: dict[str, Any]) -> None:
        """Solve the missing boards of a report, reporting progress; each solved board is saved."""
        from kicker.solver.kept_reports import Reports

        entry = Reports(asked["folder"]).entry(asked["name"])
        done, left_out, end = len(entry.results()), [], time.monotonic() + asked["seconds"]

        def tell(board: str, progress: Any) -> None:
            self.stopped |= time.monotonic() > end
            self.tell(progress, board=board, done=done, total=entry.total)

        stopped = "complete"
        try:
            threads, memory = asked["threads"], asked["memory"]
            workers = entry.crew_size(threads, memory)
            # A board that needs more than its part of the memory must not be refused.
            for result in entry.go_on(workers=workers, threads=threads, memory=workers * memory, progress=tell):
                if isinstance(result, str):
                    left_out.append(result)
                else:
                    done += 1
        except KeyboardInterrupt:
            stopped = "time" if time.monotonic() > end else "interrupted"
        say("done", name=entry.name, done=done, total=entry.total, left_out=left_out, stopped=stopped)

    def solve(self, asked: dict[str, Any]) -> None:
        """Solve, save, and report the result."""
        from kicker.solver import Spot, load_solution, solve
        from kicker.solver.library import Library

        library = Library(asked["folder"])
        start = library.open(asked["start"]) if asked["start"] else None
        solution = solve(
            start.spot if start else Spot.from_dict(asked["spot"]), start=start, target=asked["target"],
            iterations=asked["iterations"], seconds=asked["seconds"],
            threads=asked["threads"], memory=asked["memory"], locks=asked["locks"],
            progress=self.tell,
        )  # fmt: skip
        room = min(asked["room"], disk_usage(library.new_path(asked["name"]).parent).free)
        entry = library.add(
            solution, asked["name"], asked["tags"], asked["owner"], target=asked["target"], most=asked["iterations"],
            small=solution.bytes > room,  # then without the regrets
        )  # fmt: skip
        load_solution(entry.path)
        say("done", name=entry.name, size=entry.size, exploitability=solution.exploitability,
            iterations=solution.iterations, values=solution.values, stopped=solution.stopped)  # fmt: skip


def say(kind: str, **facts: Any) -> None:
    """Write a line to the server."""
    sys.stdout.write(json.dumps({"type": kind, **facts}) + "\n")
    sys.stdout.flush()


def main() -> None:
    """Read a request and solve it."""
    with suppress(OSError, AttributeError):
        os.nice(NICE)
    worker = Worker()
    asked = json.loads(sys.stdin.readline())
    threading.Thread(target=worker.listen, daemon=True).start()
    try:
        {"solve": worker.solve, "report": worker.report}[asked["work"]](asked)
    except KickerError as error:
        say("failed", code=error.code, message=message_to_visitors(error))
    except MemoryError:
        say("failed", code="memory", message="the machine ran out of memory; give fewer bet sizes or narrower ranges")


if __name__ == "__main__":
    main()
