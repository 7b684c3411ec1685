"""Other orders of hands and Omaha, next to high hands, phevaluator and hold'em.

The batches are random hands from each order's own deck, with every row checked, on one core. Each order is compared
with high hands of the same number of cards, and badugi with high hands of five. Omaha is compared with hold'em with
seven cards: its target is 8 million hands a second where hold'em does 280. phevaluator's Omaha call from Python gets
card numbers, and kicker's gets cards; before the clock starts, both must put the hands in the same order. Two known
Omaha hands are counted over all 1,086,008 boards, and sampled in 100,000 deals. Both have limits in seconds, and the
ratio is the share of the limit used.
"""

from __future__ import annotations

from functools import partial
from importlib import import_module
from itertools import pairwise

import numpy as np

import kicker
from benchmarks.batch import RATE, Hands
from benchmarks.deal import deal
from benchmarks.evaluate import NOT_INSTALLED
from benchmarks.timing import Result, Target, Task, best_times, best_times_repeated
from kicker.games import GAMES
from kicker.orders import ORDERS

HANDS = 100_000  # short runs, so that some of them are undisturbed
OMAHA_HANDS = 20_000
ONE_BY_ONE = 500
REPEATS = 60
HALF = Target(">=", 0.5)
OMAHA_BATCH = 8 / 280, 15 / 280
WINS = ("AsAhKsKh", "QcJcTd9d")
LIMITS = {"all boards": 0.5, "100,000 random deals": 0.03}  # seconds


def run() -> list[Result]:
    """Measure one hand, batches and equity."""
    return [*one_by_one(), *batches(), *equities()]


def one_by_one() -> list[Result]:
    rows = deal(ONE_BY_ONE, 9, seed=3).tolist()
    ours = [(tuple(map(kicker.Card, row[:4])), tuple(map(kicker.Card, row[4:]))) for row in rows]

    def kicker_calls() -> None:
        for hand, board in ours:
            kicker.evaluate(hand, board)

    tasks: dict[str, Task] = {"kicker": kicker_calls}
    target = Target("<=", 0.25)
    try:
        call = import_module("phevaluator").evaluate_omaha_cards
    except ImportError:
        call = None
    if call:
        theirs = [(*row[4:], *row[:4]) for row in rows]
        values = [call(*row) for row in theirs]
        mine = [kicker.evaluate(hand, board) for hand, board in ours]
        ascending = sorted(range(ONE_BY_ONE), key=values.__getitem__, reverse=True)
        agree = all((mine[a] < mine[b]) == (values[a] > values[b]) for a, b in pairwise(ascending))
        assert agree, "phevaluator does not order the Omaha hands as kicker does"

        def phevaluator_calls() -> None:
            for row in theirs:
                call(*row)

        tasks["phevaluator"] = phevaluator_calls
    times = {name: 1e9 * took / ONE_BY_ONE for name, took in best_times_repeated(tasks, REPEATS).items()}
    results = [Result("orders", "one Omaha hand: kicker", times["kicker"], "ns per call")]
    name = "one Omaha hand: phevaluator"
    if not call:
        return [*results, Result("orders", name, target=target, note=NOT_INSTALLED)]
    ratio = times["kicker"] / times["phevaluator"]
    return [*results, Result("orders", name, times["phevaluator"], "ns per call", ratio, "kicker / this", target)]


def hands_of(size: int, short: bool = False) -> Hands:
    """Return random hands, from a short deck of sixes to aces where the order needs it."""
    if not short:
        return deal(HANDS, size, seed=size)
    generator = np.random.default_rng(size)
    chosen = np.argsort(generator.random((HANDS, 36), dtype=np.float32), axis=1)[:, :size]
    return (chosen + 16).astype(np.uint8)


def batches() -> list[Result]:
    tasks: dict[str, Task] = {}
    for name, order in ORDERS.items():
        for size in order.sizes:
            hands = hands_of(size, short=len(order.deck) < 52)
            tasks[f"{name}, {size} cards"] = partial(kicker.evaluate_many, hands, 1, order=order)
    dealt = deal(OMAHA_HANDS, 9, seed=9)
    held, boards = np.ascontiguousarray(dealt[:, :4]), np.ascontiguousarray(dealt[:, 4:])
    tasks["Omaha"] = partial(kicker.evaluate_many, held, 1, boards=boards)
    both = ("high", "eight-or-better")
    tasks["Omaha, high and low"] = partial(kicker.evaluate_many, held, 1, boards=boards, order=both)
    counts = {name: OMAHA_HANDS if name.startswith("Omaha") else HANDS for name in tasks}
    rate = {name: counts[name] / took / 1e6 for name, took in best_times(tasks, REPEATS).items()}
    results = []
    for name, value in rate.items():
        peer = "high, 7 cards" if name.startswith("Omaha") else f"high, {max(5, int(name[-7]))} cards"
        targets: list[Target | None] = [HALF]
        if name.startswith("Omaha"):
            targets = [Target(">=", round(OMAHA_BATCH[0], 4)), Target(">=", round(OMAHA_BATCH[1], 4), "goal")]
        for target in [None] if name.startswith("high") else targets:
            results.append(Result("orders", name, value, RATE, value / rate[peer], f"this / {peer}", target))
    return results


def equities() -> list[Result]:
    game = GAMES["omaha"]
    tasks: dict[str, Task] = {
        "all boards": partial(kicker.equity, WINS, game=game, exact=True, threads=1),
        "100,000 random deals": partial(kicker.equity, WINS, game=game, trials=100_000, threads=1),
    }
    times = best_times(tasks, REPEATS)
    return [
        Result(
            "orders", f"two Omaha hands, {name}", 1e3 * times[name], "ms", times[name] / limit,
            f"this / {1e3 * limit:.0f} ms", Target("<=", 1),
        )
        for name, limit in LIMITS.items()
    ]  # fmt: skip
