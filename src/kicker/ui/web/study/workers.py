"""The worker processes of the study room, and the queue of questions.

A new question from a page replaces its previous one. An address can have a few questions in progress at a time, and the
server has a few processes; later questions wait. Leaving the page ends the work. The answers are computed by
`explore.py`, in processes that run `worker.py`.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections import Counter
from collections.abc import AsyncGenerator, Coroutine, Mapping
from contextlib import suppress
from itertools import count
from typing import Any, Final, TypeVar

from fastapi import Request

from kicker.ui.web.limits import Limits, Refused
from kicker.ui.web.study.threads import caller

LONGEST: Final = 60.0
"""The time limit of a question, in seconds."""
FAREWELL: Final = 2.0
"""The seconds that a process has to drop a question before it is killed."""
DYING: Final = 5.0
"""Seconds to wait for a killed process; only a busy machine needs that long."""
MOST_WAITING: Final = 50
_LONGEST_LINE: Final = 1 << 23

News = dict[str, Any]
Found = TypeVar("Found")


async def while_open(request: Request, work: Coroutine[Any, Any, Found]) -> Found | None:
    """Run work for a page; it is cancelled if the page closes."""

    async def closed() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    tasks = working, _ = asyncio.create_task(work), asyncio.create_task(closed())
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        return await working if working.done() else None
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def gone(process: asyncio.subprocess.Process) -> None:
    """Wait until a process has ended and its output is closed. Otherwise Python prints "Event loop is closed" when the
    server stops.

    Read first: a process whose output nobody reads may never end.
    """
    assert process.stdout is not None
    with suppress(RuntimeError):  # another task is reading and will reach the end
        while await process.stdout.read(_LONGEST_LINE):
            pass
    await process.wait()


class Worker:
    """A worker process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._numbers = count()
        self._asked = -1

    @classmethod
    async def started(cls) -> Worker:
        """Start a process in its own session, so that Ctrl-C in the server's terminal does not reach it."""
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "kicker.ui.web.study.worker",
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
                start_new_session=True, limit=_LONGEST_LINE,
            )  # fmt: skip
        except OSError as error:
            raise Refused(503, "study", f"no process can be started for this: {error.strerror}") from None
        return cls(process)

    async def ask(self, question: Mapping[str, Any]) -> AsyncGenerator[News, None]:
        """Yield the answers to a question, until it is done."""
        self._asked = next(self._numbers)
        self._say({"id": self._asked, "question": question})
        while True:
            line = await self._line()
            if line["id"] != self._asked:
                continue
            if "news" in line:
                yield line["news"]
            else:
                if "error" in line:
                    yield {"error": line["error"]}
                return

    async def stop(self) -> bool:
        """Drop the question; return True if the process can take another one, False if it had to be killed."""
        with suppress(Refused, TimeoutError, OSError):
            async with asyncio.timeout(FAREWELL):
                self._say({"stop": self._asked})
                while "done" not in await self._line():
                    pass
            return True
        await self.ended()
        return False

    def kill(self) -> None:
        """Kill the process."""
        with suppress(ProcessLookupError):
            self._process.kill()

    async def ended(self) -> None:
        """Kill the process, and wait until it is gone."""
        self.kill()
        assert self._process.stdin is not None
        self._process.stdin.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(DYING):
                await gone(self._process)

    def _say(self, line: Mapping[str, Any]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(line).encode() + b"\n")

    async def _line(self) -> News:
        assert self._process.stdout is not None
        line = await self._process.stdout.readline()
        if not line:
            raise Refused(503, "study", "the calculation ended before it was done; try again")
        said: News = json.loads(line)
        return said


class Job:
    """A question in progress."""

    def __init__(self) -> None:
        self.news: asyncio.Queue[News | None] = asyncio.Queue()
        self.task: asyncio.Task[None] | None = None

    def end(self) -> None:
        """Give the question up."""
        if self.task is not None:
            self.task.cancel()


class Workers:
    """All worker processes, and the waiting questions."""

    def __init__(self, limits: Limits) -> None:
        self._each = limits.study_each
        self._slots = asyncio.Semaphore(limits.study)
        self._addresses: dict[str, asyncio.Semaphore] = {}
        self._waiting: Counter[str] = Counter()
        self._idle: list[Worker] = []
        self._busy: set[Worker] = set()
        self._pages: dict[tuple[str, str], Job] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._started: set[Worker] = set()
        self._closed = False

    async def ask(self, question: Mapping[str, Any], page: str, address: str) -> AsyncGenerator[News, None]:
        """Yield the news about a question, until it is answered, replaced or abandoned."""
        if self._closed:
            raise Refused(503, "study", "the server is stopping; try again in a moment")
        key = (address, page)
        if (before := self._pages.get(key)) is not None:
            before.end()
        if self._waiting[address] >= MOST_WAITING:
            raise Refused(429, "study", "too many questions at once; close a page first")
        job = self._pages[key] = Job()
        job.task = asyncio.create_task(self._work(job, question, address))
        self._tasks.add(job.task)
        job.task.add_done_callback(self._tasks.discard)
        job.task.add_done_callback(lambda _: job.news.put_nowait(None))  # also if it is cancelled before it begins
        try:
            while (news := await job.news.get()) is not None:
                yield news
        finally:
            job.end()
            if self._pages.get(key) is job:
                del self._pages[key]

    async def answer(self, question: Mapping[str, Any], page: str, request: Request) -> News | None:
        """Return the one answer to a question of an open page; None if a newer question of the page took its place."""
        address = caller(request)

        async def found() -> News | None:
            async for news in self.ask(question, page, address):
                if "error" in news:
                    raise Refused(400, news["error"]["code"], news["error"]["message"])
                if "answer" in news:
                    return dict(news["answer"])
            return None

        return await while_open(request, found())

    async def _work(self, job: Job, question: Mapping[str, Any], address: str) -> None:
        self._waiting[address] += 1
        own = self._addresses.setdefault(address, asyncio.Semaphore(self._each))
        try:
            async with own, self._slots:
                await self._answer(job, question)
        except Refused as error:
            job.news.put_nowait({"error": {"code": error.code, "message": str(error)}})
        finally:
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address]
                self._addresses.pop(address, None)

    async def _answer(self, job: Job, question: Mapping[str, Any]) -> None:
        worker = self._idle.pop() if self._idle else await Worker.started()
        self._started.add(worker)
        self._busy.add(worker)
        done = False
        try:
            async with asyncio.timeout(LONGEST):
                async for news in worker.ask(question):
                    job.news.put_nowait(news)
            done = True
        except TimeoutError:
            message = f"this takes longer than {LONGEST:g} seconds; leave out exact, or ask for less"
            raise Refused(503, "study", message) from None
        finally:
            try:
                if done or await worker.stop():
                    self._idle.append(worker)
                else:
                    self._started.discard(worker)
            except BaseException:
                worker.kill()
                raise
            finally:
                self._busy.discard(worker)

    async def close(self) -> None:
        """End all processes, and answer everybody who waits."""
        self._closed = True
        for task in self._tasks:
            task.cancel()
        for worker in (*self._idle, *self._busy):
            worker.kill()  # waiting callers are told at once
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=2 * FAREWELL)
        self._idle.clear()
        for worker in tuple(self._started):
            await worker.ended()
