"""How many hands bots play: in one process, in several, on a local Dask cluster, and against a program.

`caller` plays `caller`, so the figures measure the engine, the views and the match rather than the bots' thinking.
A rate is measured from the moment when every worker has returned a session, because starting processes takes about half
a second in any match. All crews must come to the same result.
"""

from __future__ import annotations

import sys
import tempfile
from importlib.util import find_spec
from math import inf
from pathlib import Path
from time import perf_counter, thread_time

from benchmarks.equity import TRIALS, Spot, eval7_sampled
from benchmarks.timing import Result, Target, Task, best_times_repeated
from kicker.cards import parse_cards
from kicker.games import holdem
from kicker.match import Match, Tally, play_match
from kicker.parallel import available_cores
from kicker.players import make_bot
from kicker.table import shuffled

HANDS = 20_000
REPEATS = 3
LEAST = 3000  # hands a second and core
UNIT = "hands/s"

# The smallest program that plays like `caller`.
PROGRAM = """
import json, sys
for line in sys.stdin:
    question = json.loads(line)
    if question["type"] == "act":
        action = "call" if question["options"]["call_amount"] else "check"
        print(f'{{"id":{question["id"]},"action":"{action}"}}', flush=True)
"""


def run() -> list[Result]:
    """Measure one process first, and compare the others with it."""
    cores = available_cores()
    match = Match(["caller", "random"], seed=7)
    expected = play_match(match, HANDS // 10)
    rates = dict.fromkeys(("1 process", f"{cores} processes", f"Dask, {cores} local workers"), 0.0)
    one, several, dask = rates
    crews: dict[str, tuple[int, str | None]] = {one: (1, None), several: (cores, None)}
    if find_spec("distributed"):
        crews[dask] = (cores, "local")
    for workers, cluster in crews.values():
        assert play_match(match, HANDS // 10, workers=workers, cluster=cluster) == expected, "results differ"
    for _ in range(REPEATS):
        for name, (workers, cluster) in crews.items():
            rates[name] = max(rates[name], rate(Match(["caller", "caller"]), HANDS * workers, workers, cluster))
    growing = Target(">=", 0.8 * cores)
    results = [
        Result("match", one, rates[one], UNIT, rates[one] / LEAST, f"this / {LEAST:,}", Target(">=", 1)),
        Result("match", several, rates[several], UNIT, rates[several] / rates[one], f"this / {one}", growing),
    ]
    if dask in crews:
        results.append(Result("match", dask, rates[dask], UNIT, rates[dask] / rates[one], f"this / {one}", growing))
    else:
        results.append(Result("match", dask, target=growing, note="Dask is not installed"))
    return [*results, by_session(rates[one]), against_a_program(rates[one]), *cpu_decision(), *solid_decisions()]


def cpu_decision() -> list[Result]:
    """Time one decision of `cpu` before the flop, next to a call of eval7 with the same number of random deals."""
    state, _ = holdem(blinds=(50, 100)).start(parse_cards("2c As 7d Ah 3h 8s 9d Jc 4c"), [10_000, 10_000], 0)
    view, bot = state.view(0), make_bot("cpu", 1)
    assert view.hand == tuple(parse_cards("As Ah"))
    tasks: dict[str, Task] = {"cpu, one decision": lambda: bot.act(view)}
    target = Target("<=", 0.6)
    try:
        tasks["eval7"] = eval7_sampled(Spot(("AsAh", "random")))
    except ImportError:
        return [Result("match", "cpu, one decision", target=target, note="eval7 is not installed")]
    times = best_times_repeated(tasks, 7)
    name, ratio = "cpu, one decision with As Ah", times["cpu, one decision"] / times["eval7"]
    return [
        Result("match", name, 1e3 * times["cpu, one decision"], "ms", ratio, "this / eval7", target),
        Result("match", f"eval7, {TRIALS:,} deals", 1e3 * times["eval7"], "ms"),
    ]


def solid_decisions(deals: int = 300) -> list[Result]:
    """Measure how long `solid` thinks at six seats, in processor time, so that other programs do not count."""
    took: list[float] = []
    bots = [make_bot("solid", seat) for seat in range(6)]
    for deal in range(deals):
        state, _ = holdem(blinds=(50, 100)).start(shuffled("bench", deal), [10_000] * 6, deal % 6)
        while state.to_act is not None:
            view = state.view(state.to_act)
            began = thread_time()
            action = bots[state.to_act].act(view)
            took.append(1e3 * (thread_time() - began))
            state, _ = state.apply(action)
    took.sort()
    middle, slow = took[len(took) // 2], took[int(0.99 * len(took))]
    return [
        Result(
            "match", "solid, median decision at six seats", middle, "ms", middle / 15, "this / 15 ms", Target("<=", 1)
        ),
        Result("match", "solid, 99th percentile", slow, "ms", slow / 100, "this / 100 ms", Target("<=", 1)),
    ]


def rate(match: Match, hands: int, workers: int, cluster: str | None = None) -> float:
    """Return hands per second, once all workers are busy."""
    warm = workers if workers > 1 or cluster else 0
    began = perf_counter() if not warm else inf

    def progress(place: int, tally: Tally) -> None:
        nonlocal began
        if tally.sessions == warm:
            began = perf_counter()

    play_match(match, hands, workers=workers, cluster=cluster, progress=progress)
    return (hands - warm * match.session_hands) / (perf_counter() - began)


def by_session(usual: float) -> Result:
    """Time short sessions, with fresh bots every two hands."""
    found = max(rate(Match(["caller", "caller"], session_hands=2), HANDS // 4, 1) for _ in range(REPEATS))
    return Result("match", "1 process, sessions of 2 hands", found, UNIT, found / usual, "this / sessions of 200")


def against_a_program(usual: float) -> Result:
    """Time a match with a program, where every decision goes through two pipes."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "caller.py"
        path.write_text(PROGRAM)
        match = Match([f"program:{sys.executable} {path}", "caller"])
        found = max(rate(match, HANDS // 10, 1) for _ in range(REPEATS))
    return Result("match", "1 process, against a program", found, UNIT, found / usual, "this / without")
