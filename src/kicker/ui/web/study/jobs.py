"""Solving jobs: each in its own process, a few at a time."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from kicker.errors import KickerError
from kicker.solver.library import Library
from kicker.ui.web.limits import Limits, Refused, new_table_id
from kicker.ui.web.study.workers import DYING, gone

KEPT: Final = 20
"""The number of finished jobs of one person that are remembered."""
KEPT_IN_ALL: Final = 500
"""The number of finished jobs that are remembered in all. Anyone can make new keys, so `KEPT` alone bounds nothing."""
_SILENT: Final = 600.0  # seconds of silence after which a job counts as hung
_FAREWELL: Final = 3.0  # seconds that a job has to end
MEGABYTE: Final = 1_000_000
RUNNING: Final = ("starting", "running", "paused", "stopping")


class Job:
    """A spot that is being solved or has been solved."""

    def __init__(self, owner: str, address: str, asked: dict[str, Any]) -> None:
        self.id = new_table_id()
        self.owner = owner
        self.address = address
        """The caller's address. Anyone can make new keys, so limits count by address."""
        self.asked = asked
        self.state = "starting"
        """One of `RUNNING`, `done`, `failed` or `cancelled`."""
        self.began = time.time()
        self.facts: dict[str, Any] = {}
        """The last report of the job."""
        self.process: asyncio.subprocess.Process | None = None
        self.unsaid: list[str] = []
        """The commands given before there was a process."""
        self.task: asyncio.Task[None] | None = None
        self.paused_too_long = False

    @property
    def over(self) -> bool:
        """True if the job has ended."""
        return self.state not in RUNNING

    def as_dict(self) -> dict[str, Any]:
        """Return the facts for the job's owner."""
        named = {key: self.asked[key] for key in ("work", "name", "target", "iterations", "locks", "threads")}
        return {"id": self.id, "state": self.state, "began": self.began, **named, **self.facts}


class Jobs:
    """All jobs of the server."""

    def __init__(self, library: Library, limits: Limits) -> None:
        self.library = library
        self.limits = limits
        self._jobs: dict[str, Job] = {}

    def of(self, owner: str) -> list[Job]:
        """Return the jobs of a person, newest first."""
        return [job for job in reversed(self._jobs.values()) if job.owner == owner]

    def find(self, owner: str, number: str) -> Job:
        """Return a job of a person."""
        job = self._jobs.get(number)
        if job is None or job.owner != owner:
            raise Refused(404, "job", "this job does not exist; the server may have been restarted")
        return job

    async def start(self, owner: str, address: str, asked: dict[str, Any]) -> Job:
        """Start a job, if there is room for one."""
        await self.left(asked["work"], asked["name"])
        if asked["work"] == "solve":
            asked = asked | {"room": await self._room(owner)}
        # From here on nothing may wait, or calls at the same time would pass the limits together.
        running = [job for job in self._jobs.values() if not job.over]
        if sum(job.address == address for job in running) >= self.limits.solves:
            raise Refused(429, "jobs", "you are solving a spot already; stop or cancel it first")
        if len(running) >= self.limits.all_solves:
            raise Refused(503, "jobs", "the server is busy solving other spots; try again later")
        if self.running(asked["work"], asked["name"]):
            raise Refused(409, "name", f"{asked['name']!r} is being solved already; choose another name")
        job = Job(owner, address, asked)
        for old in [job for job in self.of(owner) if job.over][KEPT:]:
            del self._jobs[old.id]
        for old in [job for job in reversed(self._jobs.values()) if job.over][KEPT_IN_ALL:]:
            del self._jobs[old.id]
        self._jobs[job.id] = job
        job.task = asyncio.create_task(self._run(job))
        return job

    async def left(self, work: str, name: str) -> None:
        """Wait until no process of an ended job with this name is left: it could still write. That takes 8 s at
        most."""
        tasks = [
            job.task
            for job in self._jobs.values()
            if job.over and (job.asked["work"], job.asked["name"]) == (work, name)
        ]
        leaving = [task for task in tasks if task is not None and not task.done()]
        if leaving:
            await asyncio.wait(leaving)

    def running(self, work: str, name: str) -> bool:
        """Return True if something with this name is being solved."""
        return any(
            not job.over and (job.asked["work"], job.asked["name"]) == (work, name) for job in self._jobs.values()
        )

    async def _room(self, owner: str) -> int:
        """Return the bytes left for another solution; refuse it if there is no room."""
        entries = await asyncio.to_thread(self.library.entries)
        if sum(entry.owner == owner for entry in entries) >= self.limits.solutions:
            raise Refused(409, "solutions", f"you keep {self.limits.solutions} solutions; delete one first")
        room = self.limits.solution_space * MEGABYTE - sum(entry.size for entry in entries)
        if room <= 0:
            raise Refused(503, "solutions", "the server has no room for more solutions; delete one first")
        return room

    async def _run(self, job: Job) -> None:
        """Follow a job to its end."""
        try:
            job.process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "kicker.ui.web.study.solver_worker", cwd=Path.cwd(),
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
            )  # fmt: skip
            for word in (json.dumps(job.asked), *job.unsaid):
                self._say(job, word)
            await self._follow(job, job.process)
        except (OSError, ValueError):
            self._end(job, "failed", message="the solver could not be started")
        except TimeoutError:
            self._end(job, "failed", message="the solver does not answer")
        finally:
            await self._leave(job)

    async def _follow(self, job: Job, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        while not job.over:
            paused = job.state == "paused"
            try:
                line = await asyncio.wait_for(
                    process.stdout.readline(), self.limits.solve_seconds if paused else _SILENT
                )
            except TimeoutError:
                if not paused:
                    raise
                if job.state == "paused":
                    job.paused_too_long = True
                    self.stop(job)
                continue
            if not line:
                self._end(job, "failed", message="the solver ended before it was done")
                return
            word = json.loads(line)
            kind = word.pop("type")
            if kind in ("done", "failed"):
                if kind == "done" and job.paused_too_long:
                    word["stopped"] = "pause"
                self._end(job, kind, **word)
            elif kind in ("paused", "resumed"):
                job.state = job.state if job.state == "stopping" else "paused" if kind == "paused" else "running"
            else:
                job.state = "running" if job.state == "starting" else job.state
                job.facts = word

    def _end(self, job: Job, state: str, **facts: Any) -> None:
        if not job.over:
            job.state = state
            job.facts |= facts

    def _say(self, job: Job, word: str) -> None:
        if job.process is None:
            job.unsaid.append(word)
        elif job.process.stdin is not None:
            with suppress(OSError, RuntimeError):  # it has just ended
                job.process.stdin.write(f"{word}\n".encode())

    def pause(self, job: Job) -> None:
        """Pause it, keeping its memory. After the limit `solve_seconds` it is stopped and its result kept."""
        self._say(self._running(job), "pause")

    def resume(self, job: Job) -> None:
        """Resume it."""
        self._say(self._running(job), "resume")

    def stop(self, job: Job) -> None:
        """Stop it and keep its result."""
        self._say(self._running(job), "stop")
        job.state = "stopping"

    def _running(self, job: Job) -> Job:
        if job.over:
            raise Refused(409, "job", "this job has ended")
        return job

    async def cancel(self, job: Job) -> None:
        """Cancel it and keep nothing."""
        self._end(self._running(job), "cancelled")
        await self._leave(job)

    async def _leave(self, job: Job) -> None:
        """Make sure that the process ends, by closing its input or by force."""
        process = job.process
        if process is None:
            return
        if process.stdin is not None:
            with suppress(OSError, RuntimeError):
                process.stdin.close()
        try:
            await asyncio.wait_for(gone(process), _FAREWELL)
        except TimeoutError:
            with suppress(ProcessLookupError):
                process.kill()
            with suppress(TimeoutError):
                await asyncio.wait_for(gone(process), DYING)

    async def close(self) -> None:
        """Cancel all jobs."""
        for job in list(self._jobs.values()):
            if not job.over:
                self._end(job, "cancelled")
            if job.task is not None:
                job.task.cancel()
        for job in list(self._jobs.values()):
            if job.task is not None:
                with suppress(asyncio.CancelledError, KickerError):
                    await job.task
