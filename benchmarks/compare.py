"""A file of a million pairs of hands: from text on disk to a table of winners on disk.

Both sides are whole processes, from the start of the interpreter to the last byte of the same table. kicker is compared
with a hand-written loop over eval7, a compiled evaluator, that reads two lines, makes their cards, evaluates them and
writes a row. Both must name the same winner in every pair. Memory is the peak of the whole process, on files of two
sizes.
"""

from __future__ import annotations

import csv
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from benchmarks.deal import TEXTS, deal
from benchmarks.evaluate import NOT_INSTALLED
from benchmarks.process import kicker_command, peak_memory, process
from benchmarks.timing import Result, Target, best_times

PAIRS = 1_000_000
LINES = (1_000_000, 10_000_000)
LINE = len("JS JC JH 6H 8C\n")
FASTER = Target(">=", 30)
FLAT = Target("<=", 1.1)  # ten times the lines, and no more than the megabyte by which peaks vary anyway

# Its cards are written with a small suit, hence capitalize().
EVAL7_LOOP = """
import csv, sys
import eval7

with open(sys.argv[1]) as source, open(sys.argv[2], "w", newline="") as out:
    writer = csv.writer(out, lineterminator="\\n")
    writer.writerow(["round", "winner", "first", "second"])
    for number, (one, two) in enumerate(zip(source, source), 1):
        first = eval7.evaluate([eval7.Card(word.capitalize()) for word in one.split()])
        second = eval7.evaluate([eval7.Card(word.capitalize()) for word in two.split()])
        winner = 3 if first == second else 1 if first > second else 2
        writer.writerow([number, winner, first, second])
"""


def run() -> list[Result]:
    """Measure speed, then memory."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        lines = pair_lines(PAIRS, seed=3)
        return [*speed(folder, lines), *memory(folder, lines)]


def pair_lines(pairs: int, seed: int) -> bytes:
    """Return two lines of five cards for each pair, all ten from one deck."""
    words = np.array([list(f"{text.upper()} ".encode()) for text in TEXTS], dtype=np.uint8)
    text = words[deal(pairs, 10, seed).reshape(-1, 5)]
    text[:, -1, -1] = ord("\n")
    return text.tobytes()


def compare(source: Path, table: Path) -> list[str | Path]:
    return [kicker_command(), "compare", source, "--format", "csv", "--output", table]


def speed(folder: Path, lines: bytes) -> list[Result]:
    source, ours, theirs = folder / "pairs.txt", folder / "kicker.csv", folder / "eval7.csv"
    source.write_bytes(lines)
    name, peer = "kicker compare, 1,000,000 pairs", "eval7, Python loop"
    tasks = {name: process(folder, *compare(source, ours))}
    if find_spec("eval7"):
        tasks[peer] = process(folder, sys.executable, "-c", EVAL7_LOOP, source, theirs)
    seconds = best_times(tasks, 5, fewer={peer: 2})
    result = Result("compare", name, seconds[name], "s")
    if peer not in tasks:
        return [result, Result("compare", peer, target=FASTER, note=NOT_INSTALLED)]
    assert winners(ours) == winners(theirs), "kicker and eval7 do not agree"
    return [result, Result("compare", peer, seconds[peer], "s", seconds[peer] / seconds[name], "this / kicker", FASTER)]


def winners(table: Path) -> list[str]:
    with table.open(newline="") as rows:
        found = [row["winner"] for row in csv.DictReader(rows)]
    assert len(found) == PAIRS
    return found


def memory(folder: Path, lines: bytes) -> list[Result]:
    few, many = LINES
    source, table = folder / "memory.txt", folder / "memory.csv"
    peaks = []
    for count in LINES:
        with source.open("wb") as file:
            for _ in range(count // few):
                file.write(lines[: few * LINE])
        peaks.append(peak_memory(folder, *compare(source, table)) / 2**20)
    ratio = peaks[1] / peaks[0]
    return [
        Result("compare", f"peak memory, {few:,} lines", peaks[0], "MiB"),
        Result("compare", f"peak memory, {many:,} lines", peaks[1], "MiB", ratio, f"this / {few:,} lines", FLAT),
    ]
