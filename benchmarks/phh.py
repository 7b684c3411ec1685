"""Records of deals in the PHH format: from text to a record, and from the record to the end of the deal.

The hands are those of the Pluribus experiment (six-handed no-limit hold'em) in the folder that `KICKER_DATA` names, or
else the ones that come with the tests. Files are read beforehand, so the clock starts with their text. Only hands that
end with the same stacks in PokerKit are timed, and the lines say how many of how many those are: all of the Pluribus
hands, but not all of the tests' hands, which cover rare cases.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from benchmarks.evaluate import NOT_INSTALLED
from benchmarks.timing import Result, Target, Task, best_times
from kicker.records import parse_phh, replay

ROOT = Path(__file__).parent.parent
OUTSIDE_DATA = Path(os.environ.get("KICKER_DATA", ROOT.parent / "shared" / "data"))
FOLDERS = (OUTSIDE_DATA / "phh" / "pluribus", ROOT / "tests" / "data" / "phh")
HANDS = 100
REPEATS = 10
TOGETHER = Target(">=", 4)


def hands() -> list[str]:
    """Return the texts of the first files in the first folder that has any."""
    found = next((files for folder in FOLDERS if (files := sorted(folder.rglob("*.phh")))), [])
    return [path.read_text() for path in found[:HANDS]]


def run() -> list[Result]:
    """Measure parsing and replaying separately, then together next to PokerKit."""
    found = hands()
    note = ""
    try:
        loads: Callable[[str], Any] = import_module("pokerkit").HandHistory.loads
        texts = [text for text in found if same_end(text, loads)]
    except ImportError:
        texts, note = found, NOT_INSTALLED
    label = f"PHH, {len(texts)} of {len(found)} hands"
    if not texts:
        return [Result("engine", label, target=TOGETHER, note="no records that both can play")]
    records = [parse_phh(text) for text in texts]
    tasks: dict[str, Task] = {
        "kicker, parse": lambda: [parse_phh(text) for text in texts],
        "kicker, replay": lambda: [replay(record) for record in records],
    }
    if not note:
        histories = [loads(text) for text in texts]
        tasks |= {
            "PokerKit, loads": lambda: [loads(text) for text in texts],
            "PokerKit, iterate": lambda: [last_of(history) for history in histories],
        }
    times = {name: 1e6 * seconds / len(texts) for name, seconds in best_times(tasks, REPEATS).items()}
    return lines(label, times, note)


def lines(label: str, times: dict[str, float], note: str) -> list[Result]:
    ours = ("kicker, parse", "kicker, replay")
    results = [Result("engine", f"{label}: {name}", times[name], "us/hand") for name in ours]
    if note:
        return [*results, Result("engine", f"{label}: PokerKit", target=TOGETHER, note=note)]
    for name, theirs in zip(ours, ("PokerKit, loads", "PokerKit, iterate"), strict=True):
        ratio = times[theirs] / times[name]
        results.append(Result("engine", f"{label}: {theirs}", times[theirs], "us/hand", ratio, f"this / {name}"))
    total = sum(times[name] for name in ours)
    other = sum(times.values()) - total
    return [
        *results,
        Result("engine", f"{label}: kicker, both", total, "us/hand"),
        Result("engine", f"{label}: PokerKit, both", other, "us/hand", other / total, "this / kicker, both", TOGETHER),
    ]


def same_end(text: str, loads: Callable[[str], Any]) -> bool:
    try:
        return replay(parse_phh(text)).final.stacks == tuple(last_of(loads(text)).stacks)
    except (ValueError, KeyError):  # a game or a line that one of the two does not support
        return False


def last_of(history: Any) -> Any:
    """Return the last state of a hand; PokerKit plays the hand while its states are read one by one."""
    for state in history:
        last = state
    return last
