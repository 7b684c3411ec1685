"""Signals at the worst moment, and the end of every wait: each process here hangs if either is wrong."""

import gc
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from kicker import stopping
from kicker.errors import KickerError
from kicker.match import Match, Tally, play_match
from kicker.parallel import in_parallel

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are sent another way there")

PATIENCE = 60.0
Ran = subprocess.CompletedProcess[str]


def run_script(script: str, folder: Path, *arguments: str) -> Ran:
    """Run a script in a separate process; a script that hangs is killed and fails the test."""
    command = [sys.executable, "-c", textwrap.dedent(script), *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE)


@contextmanager
def started(folder: Path, *arguments: str, **streams: object) -> Iterator["subprocess.Popen[bytes]"]:
    """The command in its own process group."""
    settings = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | streams
    process = subprocess.Popen(
        [sys.executable, "-m", "kicker", *arguments],
        cwd=folder,
        start_new_session=True,
        **settings,  # type: ignore[call-overload]
    )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def wait_for(happened: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def notes_signals(process: "subprocess.Popen[bytes]") -> bool:
    """True as soon as a handler for SIGTERM is there."""
    for line in Path(f"/proc/{process.pid}/status").read_text().splitlines():
        if line.startswith("SigCgt:"):
            return bool(int(line.split()[1], 16) >> (signal.SIGTERM - 1) & 1)
    return False


needs_proc = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="there is no /proc to look at")


def workers_of(group: int) -> list[int]:
    """The worker processes of a group."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            if int(fields[2]) == group and b"spawn_main" in (folder / "cmdline").read_bytes():
                found.append(int(folder.name))
    return found


# --- the worst moment ------------------------------------------------------------------------------------------------

# A signal arrives when the main thread has just got the lock of a future, which a thread of the pool needs to hand in
# its result; or the lock of the pool's own count of idle threads.
IN_A_LOCK = """
import os, signal, sys, threading
from kicker.parallel import in_parallel

number, place = int(sys.argv[1]), sys.argv[2]
in_parallel(abs, range(4), 2)  # the threads are there
go = threading.Event()
enter_now = threading.Condition.__enter__

def enter(condition):
    locked = enter_now(condition)
    if threading.current_thread() is threading.main_thread() and sys._getframe(1).f_code.co_name == place:
        threading.Condition.__enter__ = enter_now
        go.set()
        os.kill(os.getpid(), number)
    return locked

threading.Condition.__enter__ = enter
"""
LIBRARY = """
try:
    in_parallel(lambda item: go.wait() and item, range(4), 2)
finally:
    go.set()
    print(in_parallel(abs, range(4), 2), flush=True)  # the pool can still be used
print("all done")
"""
COMMAND_LINE = """
from kicker._kernels import julia
from kicker.__main__ import run

fill_rows = julia.fill_rows
julia.fill_rows = lambda *arguments: go.wait() and fill_rows(*arguments)
sys.argv = ["kicker", "cardback", "--size", "400", "-o", "back.png"]
run()
"""


@pytest.mark.parametrize("place", ["result", "acquire"])
def test_ctrl_c_in_a_lock_of_the_pool(tmp_path: Path, place: str) -> None:
    result = run_script(IN_A_LOCK + LIBRARY, tmp_path, str(int(signal.SIGINT)), place)
    assert result.stdout == "[0, 1, 2, 3]\n"
    assert result.stderr.splitlines()[-1] == "KeyboardInterrupt"


@pytest.mark.parametrize("place", ["result", "acquire"])
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_in_a_lock_of_the_pool_ends_the_command(tmp_path: Path, sent: signal.Signals, place: str) -> None:
    pytest.importorskip("PIL")
    result = run_script(IN_A_LOCK + COMMAND_LINE, tmp_path, str(int(sent)), place)
    assert result.returncode == 128 + sent
    assert list(tmp_path.iterdir()) == []


def test_a_signal_that_ends_a_process_still_does(tmp_path: Path) -> None:
    result = run_script(IN_A_LOCK + LIBRARY, tmp_path, str(int(signal.SIGTERM)), "result")
    assert (result.returncode, result.stdout) == (-signal.SIGTERM, "")


def test_a_handler_that_does_not_raise_is_told_and_the_work_goes_on(tmp_path: Path) -> None:
    script = IN_A_LOCK + "signal.signal(signal.SIGINT, lambda number, frame: print('told', number))\n" + LIBRARY
    result = run_script(script, tmp_path, str(int(signal.SIGINT)), "result")
    assert result.stdout.splitlines() == ["told 2", "[0, 1, 2, 3]", "all done"]


NOTED = """
import signal
from kicker.stopping import check, noted

told = []
signal.signal(signal.SIGINT, lambda number, frame: told.append("INT"))
signal.signal(signal.SIGHUP, lambda number, frame: told.append("HUP"))
with noted():
    with noted():
        signal.raise_signal(signal.SIGINT)
        assert told == []
    assert told == [], "the outer one still notes"
    check()
    assert told == ["INT"]
    signal.raise_signal(signal.SIGHUP)
    signal.raise_signal(signal.SIGINT)
    assert told == ["INT"]
assert told == ["INT", "HUP", "INT"]
signal.raise_signal(signal.SIGINT)
assert told == ["INT", "HUP", "INT", "INT"]

# A former handler that raises does so at the end, and all are back all the same.
def fail(number, frame):
    raise ZeroDivisionError
signal.signal(signal.SIGHUP, fail)
try:
    with noted():
        signal.raise_signal(signal.SIGHUP)
        told.append("still here")
except ZeroDivisionError:
    told.append("raised")
assert told[4:] == ["still here", "raised"]
assert signal.getsignal(signal.SIGHUP) is fail
assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
"""


def test_signals_are_noted_and_handed_on(tmp_path: Path) -> None:
    result = run_script(NOTED, tmp_path)
    assert (result.returncode, result.stderr) == (0, "")


ONCE = """
import signal
from kicker.stopping import check, end_on_signals

end_on_signals()
try:
    signal.raise_signal(signal.SIGTERM)
    signal.raise_signal(signal.SIGINT)
    check()
finally:
    signal.raise_signal(signal.SIGINT)
    check()
    print("cleaned up")
"""


def test_a_second_signal_does_not_break_the_clean_up(tmp_path: Path) -> None:
    result = run_script(ONCE, tmp_path)
    assert (result.returncode, result.stdout, result.stderr) == (143, "cleaned up\n", "")


def test_many_signals_end_a_match_once(tmp_path: Path) -> None:
    arguments = ["random", "maniac", "--hands", "100000000", "--session", "20", "--workers", "2", "--json"]
    with started(tmp_path, "match", *arguments, "--records", "deals") as process:
        wait_for((tmp_path / "deals" / "session-00002.phhs").exists)
        while process.poll() is None:
            os.killpg(process.pid, signal.SIGINT)
            time.sleep(0.001)
        printed, errors = process.communicate()
    assert process.returncode == 130
    assert json.loads(printed)["hands"] >= 20
    assert b"Traceback" not in errors


# --- the thread pool -------------------------------------------------------------------------------------------------


def test_threads_that_cannot_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    start = threading.Thread.start
    left = [1]

    def fail(thread: threading.Thread) -> None:
        if not left:
            raise RuntimeError("can't start new thread")
        left.pop()
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", fail)
    with pytest.raises(RuntimeError, match="can't start new thread"):
        in_parallel(abs, range(50), 37)
    monkeypatch.undo()
    assert not [thread for thread in threading.enumerate() if "_36" in thread.name]
    assert in_parallel(abs, range(50), 37) == list(range(50))


# --- worker processes ------------------------------------------------------------------------------------------------


@needs_proc
@pytest.mark.parametrize(
    "more", [["--workers", "2"], ["--workers", "2", "--cluster", "local"]], ids=["workers", "cluster"]
)
def test_workers_that_do_not_answer_are_killed(tmp_path: Path, more: list[str]) -> None:
    arguments = ["random", "maniac", "--hands", "100000000", "--session", "20", "--seed", "7", "--json"]
    with started(tmp_path, "match", *arguments, "--records", "deals", *more) as process:
        wait_for((tmp_path / "deals" / "session-00003.phhs").exists)
        workers = workers_of(process.pid)
        assert len(workers) == 2
        for worker in workers:
            os.kill(worker, signal.SIGSTOP)
        process.send_signal(signal.SIGINT)
        printed, _ = process.communicate(timeout=PATIENCE)
        assert process.returncode == 130
        assert json.loads(printed)["hands"] >= 40
        assert workers_of(process.pid) == []


# --- Dask ------------------------------------------------------------------------------------------------------------

# The garbage collector comes while another thread has the lock of all of Dask's loops. A client that is still open
# would wait for that lock, and nobody would ever end.
FAILED_CONNECTION = """
import gc, sys, threading
from kicker import KickerError, crews
from kicker.match import Match, play_match
from distributed import Client
from distributed.utils import LoopRunner

crews._PATIENCE = 0.5
try:
    play_match(Match(["caller", "folder"], session_hands=20), hands=20, cluster=sys.argv[1])
except KickerError as error:
    print(error)
with LoopRunner._lock:
    gc.collect()
print([thread.name for thread in threading.enumerate() if "IO loop" in thread.name])
print([client.status for client in gc.get_objects() if isinstance(client, Client) and client.status != "closed"])
"""


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "no such place", "nonsense://127.0.0.1:1"])
def test_a_failed_connection_leaves_no_client_open(tmp_path: Path, address: str) -> None:
    pytest.importorskip("distributed")
    result = run_script(FAILED_CONNECTION, tmp_path, address)
    error, *left = result.stdout.splitlines()
    assert error.startswith(f"no Dask cluster with workers answers at {address!r}")
    assert left == ["[]", "[]"]
    assert "Traceback" not in result.stderr


SCHEDULER = """
import sys
from distributed import LocalCluster

if __name__ == "__main__":
    cluster = LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address="127.0.0.1:0")
    print(cluster.scheduler_address, flush=True)
    sys.stdin.read()
"""


@contextmanager
def a_cluster(folder: Path) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    pytest.importorskip("distributed")
    (folder / "cluster.py").write_text(SCHEDULER)
    process = subprocess.Popen(
        [sys.executable, "cluster.py"],
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    try:
        assert process.stdout is not None
        yield process, process.stdout.readline().strip()
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def test_a_cluster_that_dies_ends_the_match(tmp_path: Path) -> None:
    dask_config = pytest.importorskip("dask.config")
    with a_cluster(tmp_path) as (process, address), dask_config.set({"distributed.comm.timeouts.connect": "1s"}):

        def kill(place: int, tally: Tally) -> None:
            if tally.sessions == 3:
                os.killpg(process.pid, signal.SIGKILL)

        with pytest.raises(KickerError, match="lost the connection to the Dask cluster"):
            play_match(Match(["random", "maniac"], session_hands=20), hands=1_000_000, cluster=address, progress=kill)
    assert multiprocessing.active_children() == []


@needs_proc
def test_ctrl_c_while_a_cluster_is_silent(tmp_path: Path) -> None:
    arguments = ["random", "maniac", "--hands", "100000000", "--session", "20", "--json", "--records", "deals"]
    with (
        a_cluster(tmp_path) as (process, address),
        started(tmp_path, "match", *arguments, "--cluster", address) as match,
    ):
        wait_for((tmp_path / "deals" / "session-00003.phhs").exists)
        os.killpg(process.pid, signal.SIGSTOP)
        match.send_signal(signal.SIGINT)
        printed, _ = match.communicate(timeout=PATIENCE)
        assert match.returncode == 130
        assert json.loads(printed)["hands"] >= 40


CLUSTER_THAT_NEVER_STARTS = """
    import os, signal, sys, threading
    from kicker import stopping
    from kicker.crews import _local_cluster

    class Silent:
        def __init__(self, **options):
            os.kill(os.getpid(), int(sys.argv[1]))
            threading.Event().wait(1000)

    stopping.end_on_signals()
    _local_cluster(Silent, 2, [])
"""


def test_a_signal_while_a_cluster_starts(tmp_path: Path) -> None:
    result = run_script(CLUSTER_THAT_NEVER_STARTS, tmp_path, str(int(signal.SIGTERM)))
    assert (result.returncode, result.stderr) == (143, "")


# --- imports ---------------------------------------------------------------------------------------------------------

SLOW_TO_IMPORT = """
    import pathlib, sys
    from kicker import stopping

    sys.path.insert(0, "")
    stopping.end_on_signals()
    pathlib.Path("slow.py").write_text("import os, sys, time; os.kill(os.getpid(), int(sys.argv[1])); time.sleep(1000)")
    with stopping.loading():
        import slow
"""


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_while_modules_are_loaded(tmp_path: Path, sent: signal.Signals) -> None:
    result = run_script(SLOW_TO_IMPORT, tmp_path, str(int(sent)))
    assert (result.returncode, result.stdout, result.stderr) == (128 + sent, "", "")


# --- bot programs ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("sent", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_program_that_thinks_is_not_waited_for(tmp_path: Path, sent: signal.Signals, code: int) -> None:
    (tmp_path / "bot.sh").write_text("echo $$ > pid\nexec sleep 1000\n")
    with started(tmp_path, "match", "program:sh bot.sh", "caller", "--hands", "2000", "--workers", "1") as process:
        wait_for(lambda: (tmp_path / "pid").exists() and (tmp_path / "pid").read_text().strip())
        process.send_signal(sent)
        assert process.wait(PATIENCE) == code
        with pytest.raises(ProcessLookupError):
            os.kill(int((tmp_path / "pid").read_text()), 0)


# --- prompt, pipes and files -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_question_that_nobody_answers(tmp_path: Path, sent: signal.Signals) -> None:
    pytest.importorskip("PIL")
    with started(tmp_path, "cardback", "--ask", stdin=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.read(5) == b"Input"
        process.send_signal(sent)
        assert process.wait(PATIENCE) == 128 + sent


# The signal comes after the last look at the notes and before the system waits for a line: it does not end the read.
JUST_BEFORE_THE_WAIT = """
import os, signal, sys
from kicker import stopping
from kicker.__main__ import run

enter_now = stopping.waiting.__enter__

def enter(block):
    if sys._getframe(1).f_code.co_name in ("readinto", "_from_person"):
        os.kill(os.getpid(), signal.SIGTERM)
    return enter_now(block)

stopping.waiting.__enter__ = enter
sys.argv = ["kicker", "cardback", "--ask"]
run()
"""


def test_a_signal_just_before_the_wait(tmp_path: Path) -> None:
    pytest.importorskip("PIL")
    process = subprocess.Popen(
        [sys.executable, "-c", JUST_BEFORE_THE_WAIT],
        cwd=tmp_path,
        stdin=subprocess.PIPE,  # open as long as the test lasts
        stdout=subprocess.DEVNULL,
    )
    try:
        assert process.wait(PATIENCE) == 143
    finally:
        process.kill()
        process.communicate()


@needs_proc
@pytest.mark.parametrize("arguments", [["compare", "pipe"], ["validate", "pipe"], ["compare", "-", "-o", "pipe"]])
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_a_pipe_with_nobody_at_the_other_end(tmp_path: Path, arguments: list[str], sent: signal.Signals) -> None:
    os.mkfifo(tmp_path / "pipe")
    with started(tmp_path, *arguments, stdin=subprocess.PIPE) as process:
        wait_for(lambda: notes_signals(process))
        process.send_signal(sent)
        assert process.wait(PATIENCE) == 128 + sent
    assert [path.name for path in tmp_path.iterdir()] == ["pipe"]


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_output_that_nobody_reads(tmp_path: Path, sent: signal.Signals) -> None:
    (tmp_path / "pairs.txt").write_text("AS KS QS JS TS\n2C 3D 4H 5S 7C\n" * 50_000)
    with started(tmp_path, "compare", "pairs.txt") as process:
        assert process.stdout is not None
        process.stdout.read(1)  # it has begun, and what it prints is more than a pipe takes
        process.send_signal(sent)
        assert process.wait(PATIENCE) == 128 + sent


@needs_proc
def test_records_without_end(tmp_path: Path) -> None:
    (tmp_path / "zero.phhs").symlink_to("/dev/zero")
    with started(tmp_path, "export", str(tmp_path / "zero.phhs"), "-o", str(tmp_path / "out.csv")) as process:
        wait_for(lambda: list(tmp_path.glob(".kicker-*.part")) and notes_signals(process))
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 143
    assert [path.name for path in tmp_path.iterdir() if path.suffix in (".csv", ".part")] == []


def test_input_without_end(tmp_path: Path) -> None:
    with started(tmp_path, "compare", "--rules", "classic", "-", stdin=subprocess.PIPE) as process:
        stop = threading.Event()

        def feed() -> None:
            assert process.stdin is not None
            try:
                while not stop.is_set():
                    process.stdin.write(b"AS KS QS JS TS\n" * 1000)
                    fed.set()
            except OSError:
                pass

        fed = threading.Event()
        thread = threading.Thread(target=feed, daemon=True)
        thread.start()
        assert fed.wait(PATIENCE)
        if Path("/proc").exists():
            wait_for(lambda: notes_signals(process))
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 143
        stop.set()
        thread.join(PATIENCE)


@needs_proc
def test_a_signal_that_is_ignored_stays_so(tmp_path: Path) -> None:
    """As `nohup` has it."""
    pytest.importorskip("PIL")
    command = ["sh", "-c", f"trap '' HUP; exec {sys.executable} -m kicker cardback --ask"]
    process = subprocess.Popen(command, cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdin is not None
    assert process.stdout.read(5) == b"Input"
    process.send_signal(signal.SIGHUP)
    process.stdin.write(b"20 0 0 100 1 1 4\n")
    process.stdin.close()
    assert process.wait(PATIENCE) == 0
    process.stdout.close()


# --- the solver ------------------------------------------------------------------------------------------------------


@needs_proc
@pytest.mark.parametrize("arguments", [["solve", "--deck"], ["solve", "--range", "1-100000000", "--workers", "2"]])
def test_a_search_that_takes_long(tmp_path: Path, arguments: list[str]) -> None:
    if arguments[-1] == "--deck":
        arguments = ["solve", "314", "--draw", "3", "--seconds", "100000"]
    with started(tmp_path, "klondike", *arguments) as process:
        wait_for(lambda: notes_signals(process))
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) in (0, 143)


def test_garbage_is_collected_again_after_modules_are_loaded() -> None:
    with stopping.loading():
        with stopping.loading():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()
