"""The solved flops of a run before the flop: the file that keeps them, and how long they take."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from hashlib import sha256
from itertools import permutations
from math import ceil, log
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from kicker.cards import DECK, Card
from kicker.combos import CLASSES
from kicker.crews import Task
from kicker.disk import append
from kicker.errors import FileError
from kicker.ranges import Range
from kicker.solver.boards import moved
from kicker.solver.spot import Spot

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

_CLASSES: Final = len(CLASSES)
_SECONDS: Final = 8e-10  # of an iteration, for each hand and river node on each river, preparations included
_FIRST_LOOKS: Final = (20, 0.09)  # iterations, and the exploitability that they reach
_ITERATIONS_A_THIRD: Final = 10  # to bring the exploitability down to a third


_ROW: Final = b'{"flop": "'
"""The beginning of each line that `PlayedFlops` writes."""


class PlayedFlops:
    """The solved flops, kept in a file of JSON lines if there is one.

    A flop is known by all that decides its result: ranges, pot, stack, sizes, cards and target.
    """

    def __init__(self, path: str | Path | None) -> None:
        self.path = None if path is None else Path(path)
        self._found: dict[str, tuple[Array, Array]] = {}
        if self.path is not None and self.path.is_dir():
            raise FileError(f"cannot write {str(self.path)!r}: it is a directory", "write")
        if self.path is not None and self.path.is_file():
            self._read(self.path)

    def _read(self, path: Path) -> None:
        import numpy as np

        try:
            lines = path.read_bytes().split(b"\n")
            if not (lines[-1].startswith(_ROW) or _ROW.startswith(lines[-1])):
                raise ValueError(lines[-1])
            for line in lines[:-1]:
                row = json.loads(line)
                button, blind = (np.array(row[name], float).reshape(2, _CLASSES) for name in ("button", "blind"))
                self._found[str(row["flop"])] = button, blind
            if lines[-1]:  # the run was stopped while it wrote
                os.truncate(path, path.stat().st_size - len(lines[-1]))
        except OSError as error:
            raise FileError(f"cannot read {str(path)!r}: {(error.strerror or '').lower()}", "read") from None
        except (KeyError, TypeError, ValueError, RecursionError):
            message = f"{str(path)!r} is not a file of played flops that kicker wrote; choose another --keep"
            raise FileError(message, "file") from None

    def __len__(self) -> int:
        return len(self._found)

    def __contains__(self, task: Task) -> bool:
        return flop_key(task) in self._found

    def __getitem__(self, task: Task) -> tuple[Array, Array]:
        return self._found[flop_key(task)]

    def add(self, task: Task, found: tuple[Array, Array]) -> None:
        """Remember a flop, and write it to the file."""
        key = flop_key(task)
        self._found[key] = found
        if self.path is None:
            return
        button, blind = (sums.tolist() for sums in found)
        try:
            append(self.path, json.dumps({"flop": key, "button": button, "blind": blind}).encode() + b"\n")
        except OSError as error:
            raise FileError(f"cannot write {str(self.path)!r}: {(error.strerror or '').lower()}", "write") from None


def flop_key(task: Task) -> str:
    """Return a short text that differs for tasks with other results."""
    config, cards, *settings = task.arguments
    text = json.dumps([config, "".join(map(str, cards)), *settings], sort_keys=True)
    return sha256(text.encode()).hexdigest()


def flop_seconds(config: Mapping[str, Any], cards: Sequence[Card], target: float, most: int) -> float:
    """Estimate the processor time that a flop takes, from its ranges and bet sizes, on a core of about 2023."""
    spot = Spot.from_dict({**config, "oop": "AA,KK", "ip": "AA,KK", "board": "".join(map(str, cards))})
    hands = sum(len(Range(config[player]).without(cards)) for player in ("oop", "ip"))
    return _SECONDS * hands * len(spot.tree().streets[2]) * runouts(cards) * min(most, _iterations(target))


def runouts(cards: Sequence[Card]) -> int:
    """Return the number of turns and rivers after a flop; those that differ by equivalent suits count once."""
    board, counts = set(cards), []
    for suits in permutations(range(4)):
        change = (suits[0], suits[1], suits[2], suits[3])
        if {moved(card, change) for card in board} == board:
            still = sum(moved(card, change) == card for card in DECK if card not in board)
            counts.append(still * (still - 1))
    return sum(counts) // len(counts)  # Burnside's lemma


def _iterations(target: float) -> int:
    """Estimate the iterations that a target takes; the solver looks every ten."""
    first, reached = _FIRST_LOOKS
    return first + max(0, _ITERATIONS_A_THIRD * ceil(log(reached / target, 3) - 0.01))


class TimeLeft:
    """The time left, by what the flops so far have taken compared with their estimates."""

    def __init__(self, seconds: float, workers: int) -> None:
        self._left = seconds / workers
        self._solved = 0.0
        self._workers = workers
        self._began = monotonic()

    def count(self, seconds: float, solved: bool) -> None:
        """Count a flop with its estimate; `solved` is False if it was in the file."""
        self._left = max(0.0, self._left - seconds / self._workers)
        if solved:
            self._solved += seconds / self._workers

    @property
    def seconds(self) -> float:
        """The seconds left."""
        return self._left * ((monotonic() - self._began) / self._solved if self._solved else 1)
