"""Hand histories of PokerStars: read, proved and kept, next to PokerKit, which reads them.

The hands are no-limit hold'em in the folder that `KICKER_DATA` names; where there is no such folder, bots play hands
that kicker writes as PokerStars would. Only hands that PokerKit reads are timed. PokerKit reads; kicker also plays each
hand again, compares it with its own summary, counts statistics and writes it to a database.
"""

from __future__ import annotations

import tempfile
import warnings
from importlib import import_module
from pathlib import Path
from time import process_time
from typing import Any

from benchmarks.evaluate import NOT_INSTALLED
from benchmarks.phh import OUTSIDE_DATA
from benchmarks.timing import Result, Target, Task
from kicker import Deck, Record, holdem, make_bot
from kicker.sites.files import parse_text
from kicker.sites.model import SiteHand
from kicker.sites.proving import prove
from kicker.sites.writing import format_pokerstars
from kicker.tracker.answers import ask
from kicker.tracker.store import HANDS, PLAYERS, Tracker

MOST = 300
REPEATS = 5
ENOUGH = 69_000
"""Hands with about a million decisions."""
PER_SECOND = 3000
TARGET = Target(">=", 1)
QUICK = Target("<=", 1)


def hands() -> list[str]:
    """Return the texts of hands whose figures add up."""
    folder = OUTSIDE_DATA / "hand-histories" / "pokerstars"
    found = [
        hand for path in sorted(folder.rglob("NLHE*.txt")) for hand in parse_text(path.read_text(errors="replace"))
    ]
    proved = [hand.text for hand in found if isinstance(hand, SiteHand) and prove(hand).ok]
    return proved[:MOST] or [played(number) for number in range(MOST)]


def played(number: int) -> str:
    """Return a hand played by six bots."""
    state, _ = holdem(blinds=(5, 10)).start(Deck(seed=number).shuffle().deal(52), [1000] * 6, number % 6)
    bots = [make_bot("caller" if seat % 2 else "maniac", seed=6 * number + seat) for seat in range(6)]
    while state.to_act is not None:
        state, _ = state.apply(bots[state.to_act].act(state.view(state.to_act)))
    return format_pokerstars(Record.from_state(state, [f"Player{seat}" for seat in range(6)], hand=number))


def run() -> list[Result]:
    """Measure reading; reading and proving; reading, proving and keeping."""
    found, note = hands(), ""
    texts = found
    parser: Any = None
    try:
        parser = import_module("pokerkit").notation.PokerStarsParser()
        texts = [text for text in found if reads(parser, text)]
    except (ImportError, AttributeError):
        note = NOT_INSTALLED
    label = f"PokerStars, {len(texts)} of {len(found)} hands"
    with tempfile.TemporaryDirectory() as folder:
        tasks: dict[str, Task] = {
            "kicker, read": lambda: [hand for text in texts for hand in parse_text(text)],
            "kicker, read and prove": lambda: [proof(text) for text in texts],
            "kicker, read, prove and keep": lambda: keep(texts, Path(folder)),
        }
        if not note:
            tasks["PokerKit, read"] = lambda: [list(parser(text)) for text in texts]
        times = {name: 1e6 * processor_seconds(task) / len(texts) for name, task in tasks.items()}
        results = [
            Result("sites", f"{label}: {name}", time, "us/hand")
            for name, time in times.items()
            if "PokerKit" not in name
        ]
        whole = times["kicker, read, prove and keep"]
        speed = 1e6 / whole
        words = f"hands per second and core / {PER_SECOND:,}"
        results.append(Result("sites", f"{label}: all of it", speed, "hands/s", speed / PER_SECOND, words, TARGET))
        if note:
            results.append(Result("sites", f"{label}: PokerKit, read", note=note))
        else:
            ratio = times["PokerKit, read"] / whole
            results.append(Result("sites", f"{label}: PokerKit, read", times["PokerKit, read"], "us/hand", ratio,
                                  "this / kicker, read, prove and keep"))  # fmt: skip
        return [*results, statistics(texts, Path(folder))]


def reads(parser: Any, text: str) -> bool:
    """Return True if PokerKit reads a hand."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return len(list(parser(text))) == 1
        except Exception:
            return False


def proof(text: str) -> object:
    """Read and prove a hand."""
    (hand,) = parse_text(text)
    assert isinstance(hand, SiteHand)
    return prove(hand)


def keep(texts: list[str], folder: Path) -> None:
    """Read and prove hands, and keep them in a new database."""
    path = folder / "hands.sqlite"
    for name in (path, folder / "hands.sqlite-wal", folder / "hands.sqlite-shm"):
        name.unlink(missing_ok=True)
    with Tracker(path) as tracker:
        for text in texts:
            (hand,) = parse_text(text)
            assert isinstance(hand, SiteHand)
            tracker.add(prove(hand))


def statistics(texts: list[str], folder: Path) -> Result:
    """Time all statistics of one player over a million decisions; hands are copied until there are enough."""
    keep(texts, folder)
    with Tracker(folder / "hands.sqlite") as tracker:
        count = len(texts)
        with tracker._engine.begin() as connection:
            while count < ENOUGH:
                for table, key in ((HANDS, "id"), (PLAYERS, "hand_id")):
                    names = [f'"{column.name}"' for column in table.columns]
                    values = [f"{key} + {count}" if name == f'"{key}"' else f"number || '-{count}'"
                              if name == '"number"' else name for name in names]  # fmt: skip
                    sql = f"INSERT INTO {table.name} ({', '.join(names)}) SELECT {', '.join(values)} FROM {table.name}"
                    connection.exec_driver_sql(sql)
                count *= 2
        seconds = processor_seconds(lambda: ask(tracker, by="position"))
    return Result("sites", f"statistics by position, {count:,} hands", seconds, "s", seconds, "seconds", QUICK)


def processor_seconds(task: Task) -> float:
    """Return the processor time of the fastest run, in seconds, whatever else the machine does."""
    best = float("inf")
    for _ in range(REPEATS):
        start = process_time()
        task()
        best = min(best, process_time() - start)
    return best
