"""The solver's loop: discounted regret minimisation until the target is reached or the solver is stopped."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from math import inf
from numbers import Integral
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kicker import stopping
from kicker.checks import callback, flag, listed, of_type, positive, whole
from kicker.errors import KickerError, quoted
from kicker.parallel import MOST_THREADS, available_cores
from kicker.solver.boards import Board, Boards, combo_moves
from kicker.solver.engine import Engine
from kicker.solver.locks import (
    MOST_LOCKS,
    Lock,
    check_locks,
    locked_boards,
    locked_memory,
    locked_rows,
    read_locks,
)
from kicker.solver.solution import Measured, Solution, hand_of, measure
from kicker.solver.spot import Spot
from kicker.solver.tree import Tree

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

TARGET: Final = 0.003
ITERATIONS: Final = 1000
_LOOK: Final = 10  # iterations between two measurements
_SPARE: Final = 20  # between two measurements without a target, in times of how long one takes
_SLOW: Final = 0.05  # seconds of an iteration above which each iteration is reported
_SMALL: Final = 4_000_000  # bytes up to which tables use 32 bits


class Progress(NamedTuple):
    """The progress of the solver."""

    iterations: int
    """The number of iterations."""
    exploitability: float
    """The exploitability as a share of the pot, as measured last; infinite before the first measurement."""
    seconds: float
    """The time since the solver started."""


class Request(NamedTuple):
    """A spot with its settings, as a file gives them: `target`, `maxit`, `lock` and `hands` besides the spot."""

    spot: Spot
    """The spot."""
    target: float = TARGET
    """The exploitability to stop at, as a share of the pot."""
    iterations: int = ITERATIONS
    """The most iterations to make."""
    locks: tuple[Lock, ...] = ()
    """The nodes with fixed frequencies."""
    hands: tuple[str, ...] = ()
    """The hands to show."""
    line: str = ""
    """The node that a report is about, as a line of actions; empty for the root."""

    @classmethod
    def from_dict(cls, config: Mapping[str, object]) -> Request:
        """Read a request from a JSON object; `lock` is a text or a list of texts."""
        spot = Spot.from_dict(config)
        target = positive("target", config.get("target", TARGET))
        iterations = whole("maxit", config.get("maxit", ITERATIONS), 0)
        given = config.get("lock", [])
        texts = [given] if isinstance(given, str) else listed("lock", given, MOST_LOCKS, "['bet 60; always fold']")  # type: ignore[arg-type]
        hands = of_type("hands", config.get("hands", ""), str).replace(",", " ").split()
        for hand in hands:
            hand_of(hand)
        locks = tuple(Lock.parse(of_type("lock", each, str), spot.deck) for each in texts)
        return cls(spot, target, iterations, locks, tuple(hands), of_type("line", config.get("line", ""), str))

    @property
    def mark(self) -> str:
        """A short text that differs for other spots, locks and lines; the board does not count."""
        spot = {name: value for name, value in self.spot.as_dict().items() if name != "board"}
        line = [{"line": self.line}] if self.line else []
        text = json.dumps([spot, *map(str, self.locks), *line], sort_keys=True)
        return sha256(text.encode()).hexdigest()[:12]


def solve(
    spot: Spot,
    *,
    target: float | None = TARGET,
    iterations: int = ITERATIONS,
    seconds: float | None = None,
    threads: int | None = 1,
    progress: Callable[[Progress], object] | None = None,
    locks: Iterable[Lock | str] = (),
    start: Solution | None = None,
    bits: int | None = None,
    memory: int | None = None,
    isomorphism: bool = True,
) -> Solution:
    """Solve a spot to a stated exploitability.

    The solver stops when the exploitability is at most `target` (a share of the pot, 0.003 for 0.3%; None for no
    target), after a number of iterations or seconds, or at Ctrl-C, and returns the result so far. The same spot and
    settings give the same result with any number of threads; None uses one per core. The average strategy restarts
    after 4, 16, 64, 256 ... iterations and is worse for a short while after that.

    `locks` fix frequencies at nodes. `start` continues from a solution of the same spot, which may have other locks;
    one without regrets, as in a small file, is solved from the start. Then `iterations` counts the new ones only.
    `bits` is the size of the numbers in the tables, 16 or 32; by default 32 for small spots. A spot that needs more
    bytes than `memory` is refused; by default that is most of what the machine has. `progress` is called now and then.
    """
    of_type("spot", spot, Spot)
    if target is not None:
        positive("target", target)
    whole("iterations", iterations, 0)
    limit = inf if seconds is None else positive("seconds", seconds, endless=True)
    count = available_cores() if threads is None else whole("threads", threads, 1, MOST_THREADS)
    callback("progress", progress)
    flag("isomorphism", isomorphism)
    listed_locks = read_locks(locks, spot)
    tree = _tree_of(spot, start, isomorphism)
    boards = locked_boards(tree, listed_locks)
    check_locks(tree, boards, listed_locks)
    engine = Engine(tree, boards, checked_bits(tree, boards, listed_locks, bits, memory, start), count)
    for level, rows in enumerate(locked_rows(tree, boards, listed_locks)):
        engine.lock(level, rows)
    known = inf
    if start is not None and start.resumable:
        _take_over(engine, start, listed_locks)
        known = start.exploitability if tuple(listed_locks) == start.locks else inf
    return _Run(engine, target, iterations, limit, progress, known).solution(listed_locks)


class _Run:
    """The loop of `solve`."""

    def __init__(
        self,
        engine: Engine,
        target: float | None,
        iterations: int,
        limit: float,
        progress: Callable[[Progress], object] | None,
        known: float,
    ) -> None:
        self.engine, self.target, self.progress = engine, target, progress
        self.began = monotonic()
        self.limit = limit
        self.last = engine.game.iteration + iterations
        self.exploitability = known
        self.measured: tuple[int, Measured | None] = (-1, None)  # at which iteration, and what
        self.look_at = -inf

    def solution(self, locks: list[Lock]) -> Solution:
        """Run to the end, or until interrupted, and return the solution."""
        with stopping.noted():
            try:
                stopped = self.loop()
            except KeyboardInterrupt:
                stopped = "interrupted"
            at, known = self.measured
            fresh = at == self.engine.game.iteration and stopped != "interrupted"
            return Solution(self.engine, locks, stopped, monotonic() - self.began, known if fresh else None)

    def loop(self) -> str:
        """Iterate; return the reason for stopping."""
        game = self.engine.game
        at_once = 1
        self.tell()
        if self.target is not None and self.exploitability <= self.target:
            return "target"
        while game.iteration < self.last:
            before = monotonic()
            size = min(at_once, self.last - game.iteration, _LOOK - game.iteration % _LOOK)
            self.engine.iterate(size)
            stopping.check()
            at_once = 1 if (monotonic() - before) / size > _SLOW else _LOOK
            if game.iteration % _LOOK == 0:
                self.look()
                if self.target is not None and self.exploitability <= self.target:
                    self.tell()
                    return "target"
            self.tell()
            if monotonic() - self.began >= self.limit:
                return "time"
        return "iterations"

    def look(self) -> None:
        """Measure the exploitability; without a target only now and then, to report it."""
        before = monotonic()
        if self.target is None and (self.progress is None or before < self.look_at):
            return
        found = measure(self.engine)
        self.measured = self.engine.game.iteration, found
        self.exploitability = found.exploitability
        now = monotonic()
        self.look_at = now + _SPARE * (now - before)

    def tell(self) -> None:
        """Report progress to the caller."""
        if self.progress is not None:
            self.progress(Progress(self.engine.game.iteration, self.exploitability, monotonic() - self.began))


def _tree_of(spot: Spot, start: Solution | None, isomorphism: bool) -> Tree:
    if start is None:
        return spot.tree(isomorphism)
    if of_type("start", start, Solution).spot != spot:
        raise KickerError("start must be a solution of the same spot", "start")
    return start.tree


def needed_memory(tree: Tree, boards: Boards, bits: int, locks: Iterable[Lock]) -> int:
    """Return the bytes that solving takes, locks included; `boards` are those of `locked_boards`."""
    return tree.memory(bits, boards) + locked_memory(tree, boards, locks)


def checked_bits(
    tree: Tree,
    boards: Boards,
    locks: Iterable[Lock],
    bits: int | None = None,
    memory: int | None = None,
    start: Solution | None = None,
) -> int:
    """Return the bits of the tables; raise `KickerError` if the tables exceed the memory limit."""
    if bits is not None and not (isinstance(bits, Integral) and bits in (16, 32)):
        raise KickerError(f"bits must be 16 or 32, not {quoted(bits)}", "bits")
    chosen = bits or (32 if tree.memory(32, boards) <= _SMALL else 16)
    chosen = chosen if start is None or not start.resumable else start.engine.bits
    limit = physical_memory() * 4 // 5 if memory is None else whole("memory", memory, 1)
    needed = needed_memory(tree, boards, chosen, locks)
    if needed > limit:
        narrower = "use 16-bit tables, " if chosen == 32 and tree.memory(16, boards) <= limit else ""
        raise KickerError(
            f"solving this spot takes {_size(needed)} and the limit is {_size(limit)}: {narrower}give fewer bet sizes "
            "(on the river first), a raise_cap, a higher force_allin or narrower ranges, or start on a later street",
            "memory",
        )
    return chosen


def _size(count: int) -> str:
    return f"{count / 1e9:,.1f} GB" if count >= 1e8 else f"{count / 1e6:,.1f} MB"


def physical_memory() -> int:
    """Return the bytes of memory of the machine, or four billion if the system does not say."""
    import os

    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return 4_000_000_000


def _take_over(engine: Engine, start: Solution, locks: list[Lock]) -> None:
    """Continue from the tables of a solution; under other locks, start a new average."""
    import numpy as np

    start.check_regrets()
    old = start.engine
    for level, boards in enumerate(engine.boards.levels):
        for player in range(2):
            tables = ((old.regrets, engine.regrets), (old.means, engine.means))
            if engine.boards is old.boards:
                for source, target in tables:
                    np.copyto(target[level][player], source[level][player])
            else:
                for source, target in tables:
                    copy_boards(source[level][player], target[level][player], old.boards, boards, level, player)
            if engine.bits == 16:
                _copy_scales(old, engine, level, player)
    engine.game.iteration = old.game.iteration
    engine.game.weight = old.game.weight if tuple(locks) == start.locks else 0.0


def copy_boards(source: Array, target: Array, old: Boards, boards: list[Board], level: int, player: int) -> None:
    """Copy a table board by board, each from the board that represented it before."""
    import numpy as np

    rows = len(target) // sum(board.stride(player) for board in boards)
    starts = np.cumsum([0, *(board.stride(player) * rows for board in old.levels[level])])
    place = 0
    for board in boards:
        stride = board.stride(player)
        found, suits = old.trace(board.cards, level)
        twin = old.levels[level][found]
        where = np.zeros(1326, np.int64)
        where[combo_moves(suits)[twin.hands[player]]] = np.arange(len(twin.hands[player]))
        block = source[starts[found] : starts[found + 1]].reshape(rows, twin.stride(player))
        mine = target[place : place + rows * stride].reshape(rows, stride)
        mine[:, : len(board.hands[player])] = block[:, where[board.hands[player]]]
        place += rows * stride


def _copy_scales(old: Engine, engine: Engine, level: int, player: int) -> None:
    boards = engine.boards.levels[level]
    source = old.scales[level][player].reshape(len(old.boards.levels[level]), -1)
    target = engine.scales[level][player].reshape(len(boards), -1)
    for place, board in enumerate(boards):
        target[place] = source[old.boards.trace(board.cards, level)[0]]
