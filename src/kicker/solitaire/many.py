"""Solving many deals: within limits, with several workers, into a file that a later run continues.

>>> from kicker.solitaire import Klondike
>>> [one.result for one in solve_many(Klondike(), [20, 21], Limits())]
['won', 'lost']

`solve.py` solves a single deal, and `ui/klondike.py` prints the results.
"""

from __future__ import annotations

import json
import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from time import perf_counter
from typing import Any, Final, NamedTuple, get_args

from kicker.cards import number_text
from kicker.disk import append_to
from kicker.errors import FileError
from kicker.solitaire.hints import share_interval
from kicker.solitaire.klondike import Klondike, Position
from kicker.solitaire.solve import Outcome, Verdict, solve
from kicker.stopping import result_of

RESULTS: Final[tuple[Outcome, ...]] = get_args(Outcome)


class Limits(NamedTuple):
    """The limits of a search."""

    nodes: int | None = None
    """The most positions to search; None for no limit."""
    seconds: float = 10.0
    """The most seconds for a deal."""
    memory: int = 1024
    """The most memory, in megabytes."""

    def solve(self, position: Position, workers: int = 1, clock: Callable[[], float] = perf_counter) -> Verdict:
        """Search a position within these limits, sharing the memory with `workers` - 1 other searches."""
        positions = positions_within(self.memory * 10**6 // workers)
        return solve(position, nodes=self.nodes, seconds=self.seconds, positions=positions, clock=clock)


def positions_within(memory: int) -> int:
    """Return the number of positions that a search can remember in `memory` bytes.

    A position takes 8 bytes in a table that is at most 7/10 full. When it is fuller, it becomes four times as large,
    and the old one stays until the new one is filled.
    """
    slots = 1 << 10
    while 10 * (4 * slots) <= memory:
        slots *= 4
    return 7 * slots // 10


class Solved(NamedTuple):
    """A verdict, shortened for a file of many deals."""

    deal: int | None
    """The number of the deal; None for a deck that was given."""
    result: Outcome
    """`won`, `lost` or `unknown`."""
    nodes: int
    """The number of positions searched."""
    ms: float
    """The time it took, in milliseconds."""

    @classmethod
    def of(cls, deal: int | None, verdict: Verdict) -> Solved:
        """Return the result of a deal, without the moves of its verdict."""
        return cls(deal, verdict.result, verdict.nodes, round(1000 * verdict.seconds, 4))


class Stopped(Exception):  # noqa: N818 (nothing is wrong)
    """Raised in the thread of a search whose result is no longer wanted."""


def solve_many(
    rules: Klondike, deals: Iterable[int], limits: Limits, workers: int = 1
) -> Generator[Solved, None, None]:
    """Yield the results in the order of the deals. Closing the iterator stops all searches."""
    if workers == 1:
        for deal in deals:
            yield Solved.of(deal, limits.solve(rules.start(deal)))
        return
    from concurrent.futures import Future, ThreadPoolExecutor

    stop = Event()

    def clock() -> float:
        if stop.is_set():
            raise Stopped
        return perf_counter()

    def work(deal: int) -> Solved:
        return Solved.of(deal, limits.solve(rules.start(deal), workers, clock))

    pool = ThreadPoolExecutor(workers)
    waiting: deque[Future[Solved]] = deque()
    try:
        for deal in deals:
            waiting.append(pool.submit(work, deal))
            if len(waiting) > 64 * workers:  # enough that no worker idles while one deal takes long
                yield result_of(waiting.popleft())
        while waiting:
            yield result_of(waiting.popleft())
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)


def counts(solved: Sequence[Solved]) -> dict[str, int]:
    """Return the number of deals with each result."""
    return {result: sum(one.result == result for one in solved) for result in RESULTS}


def winnable_interval(solved: Sequence[Solved], z: float) -> tuple[float, float]:
    """Return the interval of the share of winnable deals; it allows for any outcome of the undecided ones."""
    won = sum(one.result == "won" for one in solved)
    unknown = sum(one.result == "unknown" for one in solved)
    return share_interval(won, len(solved), z)[0], share_interval(won + unknown, len(solved), z)[1]


# --- the file of results ---------------------------------------------------------------------------------------------


class Results:
    """A file of results: on each line a JSON object with the game and the limits that the result belongs to.

    Lines are only added, each in one write. A line cut off when the machine stopped is skipped, and the next one begins
    on a new line.
    """

    def __init__(self, path: Path, rules: Klondike, limits: Limits) -> None:
        self.path = path
        redeals = "none" if rules.redeals is None else rules.redeals
        nodes = "none" if limits.nodes is None else limits.nodes
        seconds = number_text(limits.seconds)
        self.game = f"draw {rules.draw}, redeals {redeals}, nodes {nodes}, seconds {seconds}, memory {limits.memory}"
        self.solved: dict[int, Solved] = {}

    def read(self, last: int) -> None:
        """Read the results of the deals up to `last`."""
        good = bad = 0
        try:
            with _in_a_sentence("read", self.path), self.path.open("rb") as stream:
                for line in stream:
                    record = _record(line)
                    good, bad = good + (record is not None), bad + (record is None)
                    if record is not None and record[0] == self.game and 1 <= (record[1].deal or 0) <= last:
                        self.solved.setdefault(record[1].deal or 0, record[1])
        except FileNotFoundError:
            return
        if bad > 1 and not good:
            raise FileError(f"{str(self.path)!r} is not a file of results; choose another --file", "mixed")

    @contextmanager
    def writing(self) -> Iterator[Callable[[Solved], None]]:
        """Open the file and yield a function that adds a result; each line has reached the operating system when it
        returns."""
        with _in_a_sentence("write", self.path):
            stream = self.path.open("ab+", buffering=0)

        def write(one: Solved) -> None:
            assert one.deal is not None
            with _in_a_sentence("write", self.path):
                append_to(stream, json.dumps({"game": self.game, **one._asdict()}).encode() + b"\n")
            self.solved[one.deal] = one

        with stream:
            with _in_a_sentence("write", self.path):
                if stream.tell():
                    stream.seek(-1, os.SEEK_END)
                    if stream.read(1) != b"\n":
                        stream.write(b"\n")
            yield write


@contextmanager
def _in_a_sentence(verb: str, path: Path) -> Iterator[None]:
    """Turn an `OSError` into a `FileError` of one sentence; a missing file is left to the caller."""
    try:
        yield
    except (OSError, ValueError) as error:
        if isinstance(error, FileNotFoundError) and verb == "read":
            raise
        why = (getattr(error, "strerror", None) or str(error)).lower()
        code = "missing" if verb == "read" else "write"
        raise FileError(f"cannot {verb} {str(path)!r}: {why}", code) from None


def _record(line: bytes) -> tuple[str, Solved] | None:
    """Return the game and the result on a line of the file, or None if the line is cut off or not a result."""
    try:
        record: Any = json.loads(line)
        solved = Solved(record["deal"], record["result"], record["nodes"], record["ms"])
        game = record["game"]
    except (ValueError, RecursionError, TypeError, KeyError):
        return None
    right = type(solved.deal) is int and solved.result in RESULTS and type(solved.nodes) is int and line.endswith(b"\n")
    return (game, solved) if right and isinstance(solved.ms, int | float) and isinstance(game, str) else None
