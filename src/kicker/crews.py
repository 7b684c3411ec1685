"""Many tasks at once: in this process, in worker processes, or on a Dask cluster.

Results always come back in the order of the tasks, and a task whose worker died is done again, so the result is the
same everywhere. Examples are sessions of matches and boards of the solver.
"""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import threading
import time
import traceback
from collections import deque
from collections.abc import Awaitable, Callable, Generator, Iterable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager, suppress
from importlib import import_module
from multiprocessing import active_children, get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from typing import Any, Final, NamedTuple, Protocol

from kicker import stopping
from kicker.cards import count_of, shorten
from kicker.errors import KickerError

MOST_DEATHS: Final = 5
"""The number of workers that may die on one task before it is an error."""
_PATIENCE = 10.0  # seconds for a cluster to answer
_WITHOUT_WORKERS = 60.0  # seconds for a cluster to replace the last of its workers
_TRY = 3.0  # seconds of that for one try, after which signals are checked
_POLL = 0.02  # seconds between two checks of a task on a cluster
_NEWS = 0.1  # seconds between two reports of a worker
_FAREWELL = 2.0  # seconds until workers that should end are killed


Listener = Callable[[Any], None]
"""Called with the partial result of a task in progress."""


class Task(NamedTuple):
    """A function at the top level of a module, and its arguments."""

    name: str
    """Its name in error messages, like `session 3`."""
    work: Callable[..., Any]
    """The function; its last argument is a `Listener`, or None if progress cannot be reported."""
    arguments: tuple[Any, ...]
    """All but the last argument."""


class Crew(Protocol):
    """Something that runs tasks. Each kind has its own handle for a task in progress."""

    @property
    def ahead(self) -> int:
        """The number of tasks to hand out before the first comes back."""

    def begin(self, task: Task) -> Any:
        """Hand out a task."""

    def finish(self, job: Any, tell: Listener) -> Any:
        """Wait for a task that was handed out; `tell` is called with partial results, if they are known."""

    def drop(self, jobs: Iterable[Any]) -> None:
        """Forget these tasks; they are no longer wanted."""


@contextmanager
def find_crew(workers: int, cluster: str | None = None) -> Iterator[Crew]:
    """Return the crew for a number of workers: this process alone for one, processes for more, or a Dask cluster.

    A cluster is the address of a scheduler, or `local` for one on this machine with as many workers. Signals are noted
    while other processes work: Ctrl-C ends `finish` and nothing else.
    """
    if cluster is not None:
        with stopping.noted(), dask_crew(cluster, workers) as crew:
            yield crew
    elif workers > 1:
        pool = Pool(workers)
        with stopping.noted():
            try:
                yield pool
            finally:
                pool.close()
    else:
        yield Alone()


def results_of(crew: Crew, tasks: Iterable[Task], tell: Listener) -> Generator[Any, None, None]:
    """Yield the results of tasks (the iterable may be endless) in order; `tell` gets partial results."""
    jobs: deque[Any] = deque()
    left = iter(tasks)
    try:
        while True:
            while len(jobs) < crew.ahead and (task := next(left, None)) is not None:
                jobs.append(crew.begin(task))
            if not jobs:
                return
            result = crew.finish(jobs[0], tell)
            jobs.popleft()
            yield result
    finally:
        crew.drop(jobs)


# --- this process ----------------------------------------------------------------------------------------------------


class Alone:
    """This process: each task is done when its result is needed."""

    ahead = 1

    def begin(self, task: Task) -> Task:
        """Remember the task."""
        return task

    def finish(self, job: Task, tell: Listener) -> Any:
        """Do the task."""
        return job.work(*job.arguments, tell)

    def drop(self, jobs: Iterable[Task]) -> None:
        """Do nothing: no task has begun."""


# --- worker processes ------------------------------------------------------------------------------------------------


class _Job:
    """A task in progress."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.deaths = 0
        self.done = False
        self.result: Any = None
        self.error: Exception | None = None


class _Worker(NamedTuple):
    process: BaseProcess
    pipe: Connection


class Pool:
    """Worker processes, each fresh and not a copy of this one, with a pipe to each.

    A worker ends when its pipe closes, whatever it is doing, so none outlives this process. One that dies is noticed by
    its pipe too, and another takes over its task. (With the standard library's executor a dying worker would take
    all others down, or block them with half a result in their common pipe.)
    """

    def __init__(self, workers: int) -> None:
        self.ahead = 4 * workers
        self._room = workers
        self._context = get_context("spawn")
        self._idle: list[_Worker] = []
        self._busy: dict[Connection, tuple[_Worker, _Job]] = {}
        self._queue: deque[_Job] = deque()

    def begin(self, task: Task) -> _Job:
        """Hand out a task."""
        job = _Job(task)
        self._queue.append(job)
        self._hand_out()
        return job

    def finish(self, job: _Job, tell: Listener) -> Any:
        """Wait for a task, and receive others that come back first."""
        stopping.check()
        while not job.done:
            stopping.check()
            for pipe in wait(list(self._busy), stopping.LOOK):
                assert isinstance(pipe, Connection)
                if (unfinished := self._take_in(pipe)) is not None:
                    tell(unfinished)
            self._hand_out()
        if job.error is not None:
            raise job.error
        return job.result

    def drop(self, jobs: Iterable[_Job]) -> None:
        """Forget tasks; workers that are doing them end."""
        unwanted = set(jobs)
        self._queue = deque(job for job in self._queue if job not in unwanted)
        lost = [pipe for pipe, (_, job) in self._busy.items() if job in unwanted]
        self._end([self._busy.pop(pipe)[0] for pipe in lost])

    def close(self) -> None:
        """End all workers at once, and wait until they are gone."""
        self._end([*self._idle, *(worker for worker, _ in self._busy.values())])
        self._idle, self._busy = [], {}

    def _hand_out(self) -> None:
        while self._queue and (self._idle or len(self._busy) < self._room):
            worker = self._idle.pop() if self._idle else self._start()
            job = self._queue.popleft()
            self._busy[worker.pipe] = worker, job
            try:
                worker.pipe.send_bytes(pickle.dumps(job.task))
            except OSError:  # it died while idle
                self._take_in(worker.pipe)

    def _take_in(self, pipe: Connection) -> Any:
        """Receive a task; returns it if it is unfinished. If its worker has died, another one gets it first."""
        worker, job = self._busy.pop(pipe)
        try:
            with stopping.waiting():  # a worker may be stopped in the middle of a message
                said: Word = pipe.recv()
            if said.over:
                job.done, job.result, job.error = True, said.result, said.error
                self._idle.append(worker)
                return None
            self._busy[pipe] = worker, job
            return said.result
        except (EOFError, OSError):
            self._end([worker])
            job.deaths += 1
            if job.deaths < MOST_DEATHS:
                self._queue.appendleft(job)
            else:
                reason = f"{count_of(job.deaths, 'worker')} died while running it"
                job.done, job.error = True, KickerError(f"{job.task.name} cannot be finished: {reason}", "worker")
        except BaseException:
            self._busy[pipe] = worker, job  # for `close`
            raise
        return None

    def _start(self) -> _Worker:
        resource_tracker.ensure_running()  # starting it lets Ctrl-C through again, so do it now
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_work, args=(theirs,), daemon=True)
        with stopping.shielded():
            process.start()
        theirs.close()
        return _Worker(process, ours)

    def _end(self, workers: list[_Worker]) -> None:
        for worker in workers:
            worker.pipe.close()
        deadline = time.monotonic() + _FAREWELL
        for process, _ in workers:
            process.join(max(0.0, deadline - time.monotonic()))
            process.kill()
            process.join()


class Word(NamedTuple):
    """A message from a worker."""

    over: bool
    result: Any
    error: Exception | None = None


def _work(pipe: Connection) -> None:
    """A worker: run the tasks that come through the pipe, and report progress now and then."""
    tasks: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(pipe, tasks), daemon=True).start()
    said = 0.0

    def tell(unfinished: Any) -> None:
        nonlocal said
        if time.monotonic() - said > _NEWS:
            said = time.monotonic()
            pipe.send(Word(False, unfinished))

    while True:
        data = tasks.get()
        result: Any = None
        error: Exception | None = None
        try:
            task = _unpacked(data)
            result = task.work(*task.arguments, tell)
        except KickerError as fault:
            error = fault
        except Exception as fault:  # a bug in a bot or in kicker: say where it is
            error = RuntimeError("".join(traceback.format_exception(fault)))
        try:
            pipe.send(Word(True, result, error))
        except OSError:
            return  # it is no longer wanted


def _unpacked(data: bytes) -> Task:
    """Return the task that was sent. Players that are Python objects need their module here too."""
    try:
        task: Task = pickle.loads(data)
    except (AttributeError, ImportError) as error:
        message = f"a worker cannot load a player ({error}); define it in a module, or play with one worker"
        raise KickerError(message, "worker") from None
    return task


def _listen(pipe: Connection, tasks: SimpleQueue[bytes]) -> None:
    """Receive tasks, even while one is being done, so that a closed pipe is noticed at once."""
    try:
        while True:
            tasks.put(pipe.recv_bytes())
    except (EOFError, OSError):
        os._exit(0)


# --- a cluster -------------------------------------------------------------------------------------------------------


class DaskCrew:
    """The workers of a Dask cluster, which reassigns the tasks of lost workers itself."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._ask_again = 0.0
        self._ahead = 8
        self._seen_working = time.monotonic()

    @property
    def ahead(self) -> int:
        """Four tasks for each thread of the cluster; its size is checked once a second, because it may grow."""
        self._look()
        return self._ahead

    def _look(self) -> None:
        """Check once a second what the cluster has; one without workers for too long is an error."""
        if time.monotonic() <= self._ask_again:
            return
        with suppress(OSError):  # it is busy: use its last answer
            cores = _cores(self._client)
            self._ahead = max(8, 4 * sum(cores.values()))
            if cores:
                self._seen_working = time.monotonic()
            elif time.monotonic() - self._seen_working > _WITHOUT_WORKERS:
                raise KickerError("the Dask cluster has no workers left; start again", "cluster")
        self._ask_again = time.monotonic() + 1

    def begin(self, task: Task) -> tuple[Task, Any]:
        """Hand out a task."""
        return task, self._client.submit(task.work, *task.arguments, None, pure=False)

    def finish(self, job: tuple[Task, Any], tell: Listener) -> Any:
        """Wait for a task; unfinished ones are not reported."""
        task, future = job
        distributed = import_module("distributed")
        try:
            # Cancelling a request for an unfinished task would make Dask log an error.
            while not future.done():
                stopping.check()
                self._look()
                time.sleep(_POLL)
            return _ask(self._client, lambda: self._client.gather(future, asynchronous=True))
        except distributed.KilledWorker:
            message = f"{task.name} cannot be finished: too many workers of the cluster died while running it"
            raise KickerError(message, "worker") from None
        except (distributed.CancelledError, import_module("distributed.comm").CommClosedError):
            raise KickerError("lost the connection to the Dask cluster; start again", "cluster") from None
        except ImportError as error:
            raise KickerError(
                f"the cluster's workers must have the same kicker and players as this machine: {error}", "cluster"
            ) from None

    def drop(self, jobs: Iterable[tuple[Task, Any]]) -> None:
        """Forget tasks; those that are running are done to the end."""
        with suppress(Exception):  # a client that has lost its cluster has nothing to cancel
            self._client.cancel([future for _, future in jobs])


@contextmanager
def dask_crew(address: str, workers: int) -> Iterator[DaskCrew]:
    """Connect to a scheduler, or make a cluster on this machine for `local`."""
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise KickerError("--cluster needs Dask; install it with pip install 'kicker[cluster]'", "cluster") from None
    with ExitStack() as stack:
        where: Any = address
        if address == "local":
            resource_tracker.ensure_running()  # as in Pool
            others = active_children()
            where = _local_cluster(distributed.LocalCluster, workers, others)
            stack.callback(_close_cluster, where, others)
        try:
            client = _connected(distributed.Client, where)
            stack.callback(_close_client, client)
            _wait_for_worker(client)
        except (OSError, ValueError) as error:
            reason = shorten(" ".join(str(error).split()))
            raise KickerError(f"no Dask cluster with workers answers at {address!r}: {reason}", "cluster") from None
        yield DaskCrew(client)


def _local_cluster(kind: Any, workers: int, others: list[BaseProcess]) -> Any:
    """Start a cluster on this machine, in a thread: that takes seconds, and a signal must not wait for it."""
    made: Future[Any] = Future()

    def make() -> None:
        try:
            with stopping.shielded():
                made.set_result(
                    kind(
                        n_workers=workers,
                        threads_per_worker=1,
                        dashboard_address="127.0.0.1:0",
                        silence_logs=logging.CRITICAL,
                    )
                )
        except BaseException as error:  # raised again where the result is waited for
            made.set_exception(error)

    threading.Thread(target=make, daemon=True).start()
    try:
        return stopping.result_of(made)
    except BaseException:
        deadline = time.monotonic() + _FAREWELL
        while not made.done() and time.monotonic() < deadline:  # without its workers it gives up
            _kill([process for process in active_children() if process not in others])
            time.sleep(stopping.LOOK / 10)
        if made.done() and made.exception() is None:
            _close_cluster(made.result(), others)
        raise


def _connected(kind: Any, where: Any) -> Any:
    """Return a client of a scheduler; signals are checked between two tries."""
    deadline = time.monotonic() + _PATIENCE
    while True:
        stopping.check()
        try:
            return _try_to_connect(kind, where)
        except OSError:  # even if it took too long
            if time.monotonic() >= deadline:
                raise


def _wait_for_worker(client: Any) -> None:
    deadline = time.monotonic() + _PATIENCE
    while not _cores(client):
        stopping.check()
        if time.monotonic() >= deadline:
            raise TimeoutError(f"no worker came within {_PATIENCE:g} s")
        time.sleep(stopping.LOOK)


def _cores(client: Any) -> dict[str, int]:
    """Return the number of threads of each worker."""
    cores: dict[str, int] = _ask(client, client.scheduler.ncores, _TRY)
    return cores


def _ask(client: Any, question: Callable[[], Awaitable[Any]], seconds: float | None = None) -> Any:
    """Return the result of a call in the client's thread; a signal ends the wait.

    The client's own calls would ignore signals, and those with a time limit cancel what others may be waiting for.
    """

    async def ask() -> Any:
        return await question()

    stopping.check()
    asked = asyncio.run_coroutine_threadsafe(ask(), client.loop.asyncio_loop)
    try:
        return stopping.result_of(asked, seconds)
    finally:
        asked.cancel()


def _try_to_connect(kind: Any, where: Any) -> Any:
    """Connect, or leave nothing open.

    A client whose connection fails is not closed by its constructor. The garbage collector would do so at any later
    moment, even while Dask holds a lock that closing needs: a deadlock.
    """
    client = kind.__new__(kind)
    try:
        client.__init__(where, timeout=min(_TRY, _PATIENCE), set_as_default=False)
    except BaseException:
        _close_client(client)
        raise
    return client


def _close_client(client: Any) -> None:
    """Close a client, even one that was never connected, and end its thread."""
    with suppress(Exception):  # whatever is wrong with the connection, it ends here
        client.close(timeout=_FAREWELL)
    runner = getattr(client, "_loop_runner", None)
    if runner is not None:
        runner.stop()  # `close` leaves it running if the connection failed


def _close_cluster(cluster: Any, others: list[BaseProcess]) -> None:
    """End the workers on this machine, by force after a while; `others` are processes that are not its own."""
    workers = [process for process in active_children() if process not in others]
    force = threading.Timer(_FAREWELL, _kill, [workers])  # in a thread, because closing cannot be cancelled
    force.daemon = True
    force.start()
    with suppress(TimeoutError):
        cluster.close(timeout=_PATIENCE)
    force.cancel()


def _kill(processes: list[BaseProcess]) -> None:
    for process in processes:
        with suppress(ValueError):  # it has ended
            process.kill()
