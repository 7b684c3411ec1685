"""The solver of spots after the flop: an iteration, a whole solution, two threads, memory.

The peer is the best open solver, written in Rust: its times were taken on a machine on which pokyr took 112 ns for a
hand of seven cards, and are scaled by what pokyr takes here. Processor time of one thread counts, which other programs
on the same machine disturb least; only what two threads gain is taken by the clock.
"""

from __future__ import annotations

import json
import resource
from pathlib import Path
from time import perf_counter, process_time

from benchmarks.batch import PASSES, SAMPLE, pokyr_loop
from benchmarks.evaluate import NOT_INSTALLED
from benchmarks.timing import Result, Target, best_times
from kicker.parallel import available_cores
from kicker.solver import Spot, solve
from kicker.solver.engine import Engine

SUBJECT = "solver"
SPOTS = Path(__file__).parent.parent / "tests" / "data" / "solver" / "spots.json"
THERE = 112e-9
"""Seconds of pokyr where the peer was measured."""
ITERATIONS = {
    "river_fast": (42e-6, 2.5, 3.5, 400),
    "river_full": (145e-6, 2.5, 3.5, 200),
    "turn_fast": (12.1e-3, 3, 4.5, 5),
    "turn_full": (38.4e-3, 3, 4.5, 2),
    "flop_fast": (1.029, 2.5, 4, 1),
}
"""Seconds of the peer for an iteration, target and goal as times as fast, and how many iterations a run has."""
WHOLE = (141, 2.5, 4)
"""Seconds of the peer for `flop_fast` to 0.3%, target and goal."""
REPEATS = 7
MEMORY = 0.55e9


def run() -> list[Result]:
    """Iterations first, then the flop from beginning to end."""
    scale = scale_of_this_machine()
    results = [result for name in ITERATIONS for result in one_iteration(name, scale)]
    return results + threads() + whole(scale)


def spot(name: str) -> Spot:
    configs = [each["config"] for each in json.loads(SPOTS.read_text())]
    return Spot.from_dict(next(config for config in configs if config["name"] == name))


def scale_of_this_machine() -> float | None:
    """What pokyr takes here as a part of what it took there."""
    loop = pokyr_loop()
    return None if loop is None else best_times({"pokyr": loop}, REPEATS)["pokyr"] / (PASSES * SAMPLE) / THERE


def engine(name: str, cores: int = 1) -> Engine:
    tree = spot(name).tree()
    bits = 32 if tree.memory(32) < 4e6 else 16
    return Engine(tree, tree.boards, bits, cores)


def one_iteration(name: str, scale: float | None) -> list[Result]:
    """Processor time of an iteration, the best of several runs."""
    peer, target, goal, count = ITERATIONS[name]
    game = engine(name)
    game.iterate(count)
    best = min(processor_time(game, count) for _ in range(REPEATS))
    return compared(f"{name}, an iteration", best, scale, peer, target, goal)


def processor_time(game: Engine, count: int) -> float:
    start = process_time()
    game.iterate(count)
    return (process_time() - start) / count


def compared(name: str, seconds: float, scale: float | None, peer: float, target: float, goal: float) -> list[Result]:
    """A time beside that of the peer: one line for the target and one for the goal."""
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


def threads() -> list[Result]:
    """What two threads gain, by the clock."""
    name = "flop_fast, two threads"
    if available_cores() < 2:
        return [Result(SUBJECT, name, target=Target(">=", 1.8), note="one core")]
    games = [engine("flop_fast", cores) for cores in (1, 2)]
    for game in games:
        game.iterate(1)
    best = best_times({str(game.threads): lambda game=game: game.iterate(1) for game in games}, 5)  # type: ignore[misc]
    return [Result(SUBJECT, name, best["2"] * 1e3, "ms", best["1"] / best["2"], "one thread / two", Target(">=", 1.8))]


def whole(scale: float | None) -> list[Result]:
    """`flop_fast` to 0.3%, and the memory of the process."""
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
