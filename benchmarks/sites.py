"""Hand histories of PokerStars: read, proved and kept, next to PokerKit, which reads them.

The hands are no-limit hold'em in the folder that `KICKER_DATA` names; where there is no such folder, bots play hands
that kicker writes as PokerStars would. Only hands that PokerKit reads are timed. PokerKit reads; kicker also plays each
hand again, compares it with its own summary, counts statistics and writes it to a database.
"""

from __future__ import annotations

import re
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import redirect_stderr
from importlib import import_module
from io import StringIO
from pathlib import Path
from time import process_time
from typing import Any

from sqlalchemy import func, select

from benchmarks.evaluate import NOT_INSTALLED
from benchmarks.phh import OUTSIDE_DATA
from benchmarks.timing import Result, Target, Task
from kicker import Deck, Record, holdem, make_bot
from kicker.sites.files import parse_text, read_hands
from kicker.sites.importing import ImportCounts, check_file
from kicker.sites.model import SiteHand
from kicker.sites.proving import prove
from kicker.sites.writing import format_pokerstars
from kicker.tracker.answers import ask
from kicker.tracker.store import HANDS, PLAYERS, Tracker

MOST = 300
COPIES = 8
"""A file of this many times the hands: opening a database should not count."""
_NUMBER = re.compile(r"#\d+")
BOTS = ("caller", "folder", "random", "folder", "caller", "folder")
"""Bots that fold often and seldom go all in, as people do."""
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
    bots = [make_bot(BOTS[seat % len(BOTS)], seed=6 * number + seat) for seat in range(6)]
    while state.to_act is not None:
        state, _ = state.apply(bots[state.to_act].act(state.view(state.to_act)))
    return format_pokerstars(
        Record.from_state(state, [f"Player{seat}" for seat in range(6)], hand=number, _kicker_hero="Player0")
    )


def run() -> list[Result]:
    """Measure reading; reading and proving; reading, proving and keeping: a file as `kicker import` takes it."""
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
        path, count = Path(folder) / "hands.txt", COPIES * len(texts)
        path.write_text("\n\n".join(copies(texts)))
        tasks: dict[str, tuple[Task, int]] = {
            "kicker, read": (lambda: sum(1 for _ in read_hands(path)), count),
            "kicker, read and prove": (lambda: check_file(path, ImportCounts()), count),
            "kicker, read, prove and keep": (lambda: keep(path), count),
        }
        if not note:
            tasks["PokerKit, read"] = (lambda: [list(parser(text)) for text in texts], len(texts))
        times = {name: 1e6 * processor_seconds(task) / of for name, (task, of) in tasks.items()}
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
        return [*results, statistics(path)]


def copies(texts: list[str]) -> Iterator[str]:
    """Yield each hand several times, with another number each time."""
    for number in range(COPIES * len(texts)):
        yield _NUMBER.sub(f"#{10**10 + number}", texts[number % len(texts)], count=1)


def reads(parser: Any, text: str) -> bool:
    """Return True if PokerKit reads a hand."""
    with warnings.catch_warnings(), redirect_stderr(StringIO()):  # it prints its tracebacks
        warnings.simplefilter("ignore")
        try:
            return len(list(parser(text))) == 1
        except Exception:
            return False


def keep(path: Path) -> None:
    """Read and prove the hands of a file, and keep them in a new database."""
    database = path.with_name("hands.sqlite")
    for name in (database, path.with_name("hands.sqlite-wal"), path.with_name("hands.sqlite-shm")):
        name.unlink(missing_ok=True)
    with Tracker(database) as tracker:
        check_file(path, ImportCounts(), tracker)


def statistics(path: Path) -> Result:
    """Time all statistics of one player over a million decisions; hands are copied until there are enough."""
    keep(path)
    with Tracker(path.with_name("hands.sqlite")) as tracker:
        count = tracker_size(tracker)
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


def tracker_size(tracker: Tracker) -> int:
    """Return the number of hands in a database."""
    with tracker.connect() as connection:
        return connection.execute(select(func.count()).select_from(HANDS)).scalar_one()


def processor_seconds(task: Task) -> float:
    """Return the processor time of the fastest run, in seconds, whatever else the machine does."""
    best = float("inf")
    for _ in range(REPEATS):
        start = process_time()
        task()
        best = min(best, process_time() - start)
    return best
