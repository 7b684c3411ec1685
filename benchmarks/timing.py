"""Timing and results, shared by all subjects.

The fastest of several runs counts, because everything that disturbs a run makes it slower, never faster. Contenders
take turns (A B C, A B C, ...), so that a busy moment of the machine does not hit only one of them.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from math import ceil, inf
from time import perf_counter
from typing import Literal

Task = Callable[[], object]


def best_times(tasks: Mapping[str, Task], repeats: int, fewer: Mapping[str, int] | None = None) -> dict[str, float]:
    """Return the seconds of each task's fastest run; `fewer` names slow tasks with their smaller number of runs."""
    best = dict.fromkeys(tasks, inf)
    # A collection would slow down the task that happens to allocate when one is due, for the objects of all tasks.
    gc.collect()
    gc.disable()
    try:
        for turn in range(repeats):
            for name, task in tasks.items():
                if turn < (fewer or {}).get(name, repeats):
                    best[name] = min(best[name], _seconds(task))
    finally:
        gc.enable()
    return best


def best_times_repeated(tasks: Mapping[str, Task], repeats: int, least: float = 0.01) -> dict[str, float]:
    """Do the same for tasks too short for the clock: each run repeats the task for `least` seconds."""
    passes = {name: _passes(task, least) for name, task in tasks.items()}
    best = best_times({name: in_a_row(task, passes[name]) for name, task in tasks.items()}, repeats)
    return {name: seconds / passes[name] for name, seconds in best.items()}


def _seconds(task: Task) -> float:
    start = perf_counter()
    task()
    return perf_counter() - start


def _passes(task: Task, least: float) -> int:
    task()  # the first run warms caches, and timing it would give too few passes
    return ceil(least / _seconds(task))


def in_a_row(task: Task, passes: int) -> Task:
    """Return a task that runs this one many times in a row."""

    def run() -> None:
        for _ in range(passes):
            task()

    return run


@dataclass(frozen=True, slots=True)
class Target:
    """The value a ratio should reach; a goal is more ambitious than a target."""

    sign: Literal["<=", ">="]
    limit: float
    kind: Literal["target", "goal"] = "target"

    def met_by(self, ratio: float) -> bool:
        return ratio <= self.limit if self.sign == "<=" else ratio >= self.limit

    def __str__(self) -> str:
        return f"{self.sign} {self.limit:g}"


@dataclass(slots=True)
class Result:
    """One line: a figure, its ratio to another figure, and the target for that ratio."""

    subject: str
    name: str
    value: float | None = None
    unit: str = ""
    ratio: float | None = None
    meaning: str = ""  # the two figures divided
    target: Target | None = None
    note: str = ""  # why there is no figure
    met: bool | None = field(init=False)

    def __post_init__(self) -> None:
        self.met = None if self.target is None or self.ratio is None else self.target.met_by(self.ratio)

    @property
    def verdict(self) -> str:
        if self.target is None:
            return self.note
        if self.met is None:
            return f"{self.target.kind} NOT MEASURED: {self.note}"
        return f"{self.target.kind} {'met' if self.met else 'MISSED'}"

    @property
    def cells(self) -> tuple[str, ...]:
        value = "" if self.value is None else _figure(self.value)
        ratio = "" if self.ratio is None else _figure(self.ratio)
        target = "" if self.target is None else str(self.target)
        return self.name, value, self.unit, ratio, self.meaning, target, self.verdict


HEADER = ("", "", "", "ratio", "of what", "target", "")
RIGHT = (1, 3)  # columns of figures


def _figure(number: float) -> str:
    """Write a number with three significant digits, without an exponent."""
    decimals = 0 if abs(number) >= 100 else 1 if abs(number) >= 10 else 2
    return f"{number:,.{decimals}f}" if abs(number) >= 0.1 else f"{number:.2g}"


def print_results(title: str, results: Iterable[Result]) -> None:
    """Print a table with aligned columns."""
    rows = [HEADER, *(result.cells for result in results)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    print(title)
    for row in rows:
        cells = [
            cell.rjust(width) if column in RIGHT else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        print("  " + "  ".join(cells).rstrip())
    print(flush=True)
