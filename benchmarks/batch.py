"""Millions of hands at once, and all possible hands.

`evaluate_many` gets millions of random hands rather than a few that stay in the caches, and the figures include its
checks of every row. The alternative is a Python loop over pokyr's `handvalue`, measured in the same minutes. The
loop's sample is small and stays in the caches, which favours the loop.

Three figures come from another machine, on which pokyr took 131 ns per call: 254 million hands a second by the C++
evaluator OMPEval, and 500 million (target) and 990 million (goal) a second for looking at all seven-card hands. They
are scaled by the time pokyr takes here.
"""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray

import kicker
from benchmarks.deal import deal, deal_texts
from benchmarks.evaluate import NOT_INSTALLED, pokyr, same_order
from benchmarks.timing import Result, Target, Task, best_times, best_times_repeated, in_a_row
from kicker.parallel import available_cores

HANDS = 4_000_000
COUNTS = [10**power for power in range(3, 8)]
ALL_SEVENS = 133_784_560
SAMPLE = 500
PASSES = 200
REPEATS = 25  # two cores are less often undisturbed at the same time than one
POKYR_THERE = 131.0  # nanoseconds per call
RATE = "million hands/s"

Hands = NDArray[np.uint8]


def run() -> list[Result]:
    """Measure the rates, then how the cost grows with the cards in a hand and with the number of hands."""
    hands = deal(max(COUNTS), 7, seed=1)
    cores = available_cores()
    return [
        *rates(hands[:HANDS], cores),
        *by_cards(),
        *by_hands(hands, 1, "1 core"),
        *by_hands(hands, cores, f"all {cores} cores"),
    ]


def rates(hands: Hands, cores: int) -> list[Result]:
    one, every, counting, loop = "1 core", f"all {cores} cores", "strength_counts(7)", "pokyr, Python loop"
    assert sum(kicker.strength_counts(7)) == ALL_SEVENS
    tasks: dict[str, Task] = {
        one: partial(kicker.evaluate_many, hands, threads=1),
        every: partial(kicker.evaluate_many, hands, threads=cores),
        counting: partial(kicker.strength_counts, 7),
    }
    peer = pokyr_loop()
    if peer:
        tasks[loop] = peer
    millions = {one: HANDS / 1e6, every: HANDS / 1e6, counting: ALL_SEVENS / 1e6, loop: PASSES * SAMPLE / 1e6}
    rate = {name: millions[name] / seconds for name, seconds in best_times(tasks, REPEATS).items()}

    speedup = rate[every] / rate[one]
    nearly_all = Target(">=", 0.9 * cores)
    results = [
        Result("batch", f"evaluate_many, {one}", rate[one], RATE),
        Result("batch", f"evaluate_many, {every}", rate[every], RATE, speedup, f"this / {one}", nearly_all),
        Result("batch", counting, rate[counting], RATE),
    ]
    here = rate.get(loop)
    scale = here and POKYR_THERE / (1000 / here)
    for name, ours, value, target in (
        (loop, one, here, Target(">=", 20)),
        ("OMPEval, 254 there, scaled", one, scale and 254 * scale, Target(">=", 1, "goal")),
        ("enumeration, 500 there, scaled", counting, scale and 500 * scale, Target(">=", 1)),
        ("enumeration, 990 there, scaled", counting, scale and 990 * scale, Target(">=", 1, "goal")),
    ):
        if value:
            results.append(Result("batch", name, value, RATE, rate[ours] / value, f"{ours} / this", target))
        else:
            results.append(Result("batch", name, target=target, note=f"pokyr: {NOT_INSTALLED}"))
    return results


def pokyr_loop() -> Task | None:
    """Return a loop of PASSES * SAMPLE calls, if pokyr is installed."""
    texts = deal_texts(SAMPLE, 7, seed=7)
    try:
        peer = pokyr(texts)
    except ImportError:
        return None
    assert same_order(texts, peer.values()), "pokyr does not order the hands as kicker does"
    return in_a_row(peer.task(), PASSES)


def by_cards() -> list[Result]:
    tasks = {
        f"{size} cards, 1 core": partial(kicker.evaluate_many, deal(HANDS, size, seed=size), threads=1)
        for size in (5, 6, 7)
    }
    times = {name: 1e9 * seconds / HANDS for name, seconds in best_times(tasks, 9).items()}
    return growth(times, "5 cards")


def by_hands(hands: Hands, cores: int, label: str) -> list[Result]:
    sizes = {f"{count:,} hands, {label}": count for count in COUNTS}
    tasks = {name: partial(kicker.evaluate_many, hands[:count], threads=cores) for name, count in sizes.items()}
    times = {name: 1e9 * seconds / sizes[name] for name, seconds in best_times_repeated(tasks, 9).items()}
    return growth(times, f"{COUNTS[0]:,} hands")


def growth(times: dict[str, float], first: str) -> list[Result]:
    """Return nanoseconds per hand, compared with the first line."""
    base = next(iter(times.values()))
    return [Result("batch", name, time, "ns per hand", time / base, f"this / {first}") for name, time in times.items()]
