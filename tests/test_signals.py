"""A signal at any moment: every command ends soon, with its exit code, and leaves nothing behind.

The moments are spread evenly over the time that a command takes undisturbed. `KICKER_SIGNALS` says how many signals
each command gets in the long test, 1000 unless given.
"""

import json
import os
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from kicker.records import read_records

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are sent another way there")

AT_ONCE = 4
SOON = 5.0
"""Seconds after which a command has ended on a machine with free cores."""
PATIENCE = 600.0
"""Seconds after which one hangs: on a machine with twenty others at work a start alone can take minutes."""
PYTHON_STARTS = ("Fatal Python error: init_", "Could not import runpy module")
"""Python's own message, with exit code 1, if Ctrl-C arrives while Python starts, before kicker is loaded."""


class Command(NamedTuple):
    """A command, and what its output must be when it ends by itself and when a signal ends it."""

    arguments: list[str]
    whole: Callable[[Path, str], bool]
    part: Callable[[Path, str], bool]
    needs: str = "kicker"


def is_picture(folder: Path, _: str) -> bool:
    from PIL import Image

    with Image.open(folder / "back.png") as image:
        image.load()
        return image.size == (500, 500)


def has_no_picture(folder: Path, _: str) -> bool:
    return not (folder / "back.png").exists()


def json_with(name: str, count: int) -> Callable[[Path, str], bool]:
    return lambda folder, printed: amount(json.loads(printed)[name]) == count


def json_up_to(name: str, count: int) -> Callable[[Path, str], bool]:
    return lambda folder, printed: not printed or amount(json.loads(printed)[name]) <= count


def amount(value: Any) -> int:
    return len(value) if isinstance(value, list) else int(value)


def all_sessions(folder: Path, printed: str) -> bool:
    hands: int = json.loads(printed)["hands"]
    return hands == 4000 and sessions_written(folder) == 200


def some_sessions(folder: Path, printed: str) -> bool:
    """Every session that was counted lies there whole; one more may.

    Before the first session has ended, the hands of all that have begun are counted, and none is written.
    """
    written = sessions_written(folder)
    if not printed:
        return True
    counted = json.loads(printed)
    sessions: int = counted["sessions"]
    return sessions <= written <= sessions + 1 and (counted["hands"] == 20 * sessions or sessions == 0)


def sessions_written(folder: Path) -> int:
    paths = sorted((folder / "deals").glob("*"))
    if paths:  # the last one is the one that might be half written
        assert sum(1 for _ in read_records(paths[-1])) == 20
    return len(paths)


def anything(folder: Path, printed: str) -> bool:
    return True


MATCH = [
    "match",
    "random",
    "maniac",
    "--hands",
    "4000",
    "--session",
    "20",
    "--seed",
    "7",
    "--json",
    "--records",
    "deals",
]
COMMANDS = {
    "cardback": Command(["cardback", "--size", "500", "-o", "back.png"], is_picture, has_no_picture, "PIL"),
    "equity": Command(
        ["equity", "JhTh", "random", "random", "--trials", "10000000", "--seed", "7", "--json"],
        json_with("trials", 10_000_000),
        json_up_to("trials", 10_000_000),
    ),
    "klondike": Command(
        ["klondike", "solve", "--range", "1-60", "--draw", "3", "--workers", "2", "--json"],
        json_with("deals", 60),
        json_up_to("deals", 60),
    ),
    "workers": Command([*MATCH, "--workers", "2"], all_sessions, some_sessions),
    "dask": Command([*MATCH, "--workers", "2", "--cluster", "local"], all_sessions, some_sessions, "distributed"),
    "serve": Command(["serve", "--port", "0", "--data", "tables"], anything, anything, "uvicorn"),
}
CHEAP = ("cardback", "equity", "klondike")


class Ended(NamedTuple):
    """How one run ended."""

    sent: signal.Signals
    moment: float
    code: int
    seconds: float
    """After the signal, but for those in which its main thread stood in the queue for a core."""
    problem: str


class Runs:
    """Runs of one command, each in a separate folder with its own home and temporary files."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self.command = COMMANDS[name]
        self.folder = folder
        self.duration = 0.0

    def start(self, number: int) -> tuple[Path, "subprocess.Popen[str]"]:
        folder = self.folder / str(number)
        temporary = folder / "tmp"
        temporary.mkdir(parents=True)
        environment = os.environ | {
            "HOME": str(folder),
            "KICKER_HOME": str(folder / "home"),
            "TMPDIR": str(temporary),
            "PYTHONFAULTHANDLER": "1",
        }
        process = subprocess.Popen(
            [sys.executable, "-m", "kicker", *self.command.arguments],
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        return folder, process

    def measure(self, number: int) -> float:
        """How long a run takes that nobody disturbs; of a server, until it serves and a little longer."""
        _, process = self.start(number)
        began = time.monotonic()
        if self.name == "serve":
            assert process.stdout is not None
            process.stdout.readline()
            taken = 1.3 * (time.monotonic() - began)
            process.terminate()
            process.communicate(timeout=PATIENCE)
            return taken
        _, errors = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0, errors
        return time.monotonic() - began

    def disturb(self, number: int) -> Ended:
        """Run it, and send a signal at a moment by chance."""
        moment = self.duration * Random(f"{self.name} {number}").random()
        sent = (signal.SIGINT, signal.SIGTERM)[number % 2]
        folder, process = self.start(number)
        try:
            printed, errors = process.communicate(timeout=moment)
            return Ended(sent, moment, process.returncode, 0.0, self.judge(folder, process, None, printed, errors))
        except subprocess.TimeoutExpired:
            pass
        if sent == signal.SIGINT:
            os.killpg(process.pid, sent)  # as Ctrl-C in a terminal: all of them get it
        else:
            process.send_signal(sent)
        began, queued = time.monotonic(), seconds_in_queue(process.pid)
        last = queued
        while time.monotonic() < began + PATIENCE:
            try:
                printed, errors = process.communicate(timeout=0.05)
            except subprocess.TimeoutExpired:
                last = max(last, seconds_in_queue(process.pid))
                continue
            taken = time.monotonic() - began - (last - queued)
            problem = self.judge(folder, process, sent, printed, errors)
            return Ended(sent, moment, process.returncode, taken, problem)
        process.send_signal(signal.SIGABRT)  # it tells where each thread is
        _, errors = process.communicate()
        os.killpg(process.pid, signal.SIGKILL)
        return Ended(sent, moment, 0, PATIENCE, f"hangs:\n{errors}")

    def judge(self, folder: Path, process: "subprocess.Popen[str]", sent: int | None, printed: str, errors: str) -> str:
        """The faults in how the command ended."""
        code = process.returncode
        early = sent == signal.SIGINT and code == 1 and any(words in errors for words in PYTHON_STARTS)
        if code != 0 and not early and (sent is None or code not in (128 + sent, -sent)):
            return f"exit code {code}: {errors}"
        if not group_ends(process.pid):
            return "processes are left"
        right = self.command.whole if code == 0 else self.command.part
        if not right(folder, printed):
            return f"exit code {code}, but the output is not right: {printed!r}"
        left = [str(path) for path in folder.rglob("*") if path.name.endswith(".part")]
        left += [path.name for path in (folder / "tmp").iterdir() if path.name != "dask-scratch-space"]
        return f"files are left: {left}" if left else ""


def seconds_in_queue(process: int) -> float:
    """How long the main thread of a process would have run, had there been a free core; 0 where nobody counts that."""
    try:
        return int(Path(f"/proc/{process}/schedstat").read_text().split()[1]) / 1e9
    except (OSError, IndexError):
        return 0.0


def group_ends(group: int) -> bool:
    """True when no process of a group is left, at the latest after some seconds."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.01)
    os.killpg(group, signal.SIGKILL)
    return False


def send_signals(name: str, folder: Path, count: int) -> list[Ended]:
    """Returns those that took long to end."""
    pytest.importorskip(COMMANDS[name].needs)
    runs = Runs(name, folder)
    with ThreadPoolExecutor(min(AT_ONCE, count)) as pool:
        runs.duration = statistics.median(pool.map(runs.measure, range(-min(AT_ONCE, count - 1), 0)))
        ended = list(pool.map(runs.disturb, range(count)))
    times = sorted(one.seconds for one in ended)
    late = [one for one in ended if one.seconds > SOON]
    codes = {code: sum(one.code == code for one in ended) for code in sorted({one.code for one in ended})}
    print(  # noqa: T201 (what the long test is run for)
        f"{name}: {count} signals over {runs.duration:.2f} s, exit codes {codes}, ended after {times[count // 2]:.2f} s"
        f" (median), {times[-1]:.2f} s (longest), {len(late)} later than {SOON:g} s"
    )
    assert [one for one in ended if one.problem] == []
    return late


def test_hands_of_unfinished_sessions_are_in_no_file(tmp_path: Path) -> None:
    """The output of a match on Ctrl-C after two workers have played 43 hands and neither has ended its session."""
    assert some_sessions(tmp_path, '{"hands": 43, "sessions": 0}')
    assert not some_sessions(tmp_path, '{"hands": 40, "sessions": 2}')
    assert not some_sessions(tmp_path, '{"hands": 43, "sessions": 1}')


@pytest.mark.parametrize("name", CHEAP)
def test_a_signal_at_some_moments(name: str, tmp_path: Path) -> None:
    send_signals(name, tmp_path, 2)


@pytest.mark.long
@pytest.mark.parametrize("name", COMMANDS)
def test_a_signal_at_any_moment(name: str, tmp_path: Path) -> None:
    assert send_signals(name, tmp_path, int(os.environ.get("KICKER_SIGNALS", "1000"))) == []
