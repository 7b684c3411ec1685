"""The solver of spots after the flop: an iteration, a whole solution, two threads, memory; and small games.

The peer is the best open solver, written in Rust. Its times were measured on a machine on which pokyr took 112 ns for a
hand of seven cards, and are scaled by the time pokyr takes here. Figures are processor time of one thread, which other
programs disturb least; only the gain from two threads is measured by the clock.
"""

from __future__ import annotations

import json
import resource
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, process_time

from benchmarks.batch import PASSES, SAMPLE, pokyr_loop
from benchmarks.evaluate import NOT_INSTALLED
from benchmarks.portable import portable_builds
from benchmarks.timing import Result, Target, best_times
from kicker.parallel import available_cores
from kicker.solver import Spot, solve
from kicker.solver.engine import Engine
from kicker.solver.small import LEDUC, solve_small

SUBJECT = "solver"
SPOTS = Path(__file__).parent.parent / "tests" / "data" / "solver" / "spots.json"
THERE = 112e-9
"""Seconds that pokyr took where the peer was measured."""
ITERATIONS = {
    "river_fast": (42e-6, 2.5, 3.5, 400),
    "river_full": (145e-6, 2.5, 3.5, 200),
    "turn_fast": (12.1e-3, 3, 4.5, 5),
    "turn_full": (38.4e-3, 3, 4.5, 2),
    "flop_fast": (1.029, 2.5, 4, 1),
}
"""The peer's seconds for an iteration, the target and the goal as speed-ups, and the number of iterations per run."""
WHOLE = (141, 2.5, 4)
"""The peer's seconds for `flop_fast` to 0.3%, the target and the goal."""
REPEATS = 7
MEMORY = 0.55e9
OPEN_SPIEL = 69
"""Iterations per second of OpenSpiel's CFR+ on Leduc poker, on that machine."""
LEDUC_ITERATIONS = 2000


def run() -> list[Result]:
    """Measure iterations first, then small games, threads, and the flop from beginning to end."""
    scale = scale_of_this_machine()
    results = [result for name in ITERATIONS for result in one_iteration(name, scale)]
    results += small_games(scale) + threads("turn_full", 10) + threads("flop_fast", 1)
    return results + portable_builds(SUBJECT) + whole(scale)


def spot(name: str) -> Spot:
    configs = [each["config"] for each in json.loads(SPOTS.read_text())]
    return Spot.from_dict(next(config for config in configs if config["name"] == name))


def scale_of_this_machine() -> float | None:
    """Return pokyr's time here divided by its time there."""
    loop = pokyr_loop()
    return None if loop is None else best_processor_time(loop) / (PASSES * SAMPLE) / THERE


def best_processor_time(work: Callable[[], object]) -> float:
    """Return the processor time of some work, the best of several runs; the peer was measured in the same way."""
    times = []
    for _ in range(REPEATS):
        start = process_time()
        work()
        times.append(process_time() - start)
    return min(times)


def engine(name: str, cores: int = 1) -> Engine:
    tree = spot(name).tree()
    bits = 32 if tree.memory(32) < 4e6 else 16
    return Engine(tree, tree.boards, bits, cores)


def one_iteration(name: str, scale: float | None) -> list[Result]:
    """Measure the processor time of an iteration, the best of several runs."""
    peer, target, goal, count = ITERATIONS[name]
    game = engine(name)
    game.iterate(count)
    best = best_processor_time(lambda: game.iterate(count)) / count
    return compared(f"{name}, an iteration", best, scale, peer, target, goal)


def compared(name: str, seconds: float, scale: float | None, peer: float, target: float, goal: float) -> list[Result]:
    """Return a time beside the peer's, with one line for the target and one for the goal."""
    unit, factor = ("us", 1e6) if seconds < 1e-3 else ("ms", 1e3) if seconds < 2 else ("s", 1)
    limits = [Target(">=", target), Target(">=", goal, "goal")]
    if scale is None:
        return [
            Result(SUBJECT, name, seconds * factor, unit, target=each, note=f"pokyr: {NOT_INSTALLED}")
            for each in limits
        ]
    return [
        Result(SUBJECT, name, seconds * factor, unit, peer * scale / seconds, "Rust, scaled / this", each)
        for each in limits
    ]


def threads(spot_name: str, count: int) -> list[Result]:
    """Measure the gain from two threads, by the clock, with as many iterations in a row as a solution makes."""
    name, target = f"{spot_name}, two threads", Target(">=", 1.8)
    if available_cores() < 2:
        return [Result(SUBJECT, name, target=target, note="one core")]
    best: dict[str, float] = {}
    for cores in (1, 2):  # one after the other: by turns, each would find its tables pushed out of the cache
        game = engine(spot_name, cores)
        game.iterate(count)
        best |= best_times({str(cores): lambda game=game: game.iterate(count)}, REPEATS)  # type: ignore[misc]
    return [Result(SUBJECT, name, best["2"] / count * 1e3, "ms", best["1"] / best["2"], "one thread / two", target)]


def small_games(scale: float | None) -> list[Result]:
    """Measure Leduc poker: iterations per second beside OpenSpiel's CFR+, and the time for nine digits."""
    began = process_time()
    solution = solve_small(LEDUC, target=1e-9)
    seconds = process_time() - began
    best = (
        best_processor_time(lambda: solve_small(LEDUC, target=1e-300, iterations=LEDUC_ITERATIONS)) / LEDUC_ITERATIONS
    )
    name, target = "Leduc, iterations a second", Target(">=", 500)
    if scale is None:
        rows = [Result(SUBJECT, name, 1 / best, "/s", target=target, note=f"pokyr: {NOT_INSTALLED}")]
    else:
        rows = [Result(SUBJECT, name, 1 / best, "/s", scale / best / OPEN_SPIEL, "this / OpenSpiel, scaled", target)]
    return [*rows, Result(SUBJECT, f"Leduc to {solution.exploitability:.0e}", seconds * 1e3, "ms")]


def whole(scale: float | None) -> list[Result]:
    """Measure `flop_fast` to 0.3%, and the memory of the process."""
    peer, target, goal = WHOLE
    began, clock = process_time(), perf_counter()
    solution = solve(spot("flop_fast"), target=0.003)
    seconds = process_time() - began
    name = f"flop_fast to {solution.exploitability:.2%}, {solution.iterations} iterations"
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return [
        *compared(name, seconds, scale, peer, target, goal),
        Result(SUBJECT, f"{name}, by the clock", perf_counter() - clock, "s"),
        Result(
            SUBJECT,
            "flop_fast, tables of 16 bits",
            solution.bytes / 1e6,
            "MB",
            solution.bytes / MEMORY,
            "this / 0.55 GB",
            Target("<=", 1),
        ),
        Result(SUBJECT, "the whole process at its largest", used / 1e6, "MB"),
    ]
