"""Threads: in order, kept, and not shared with forked processes."""

import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

from kicker import evaluate_many
from kicker.parallel import available_cores, in_parallel


def test_results_come_in_order() -> None:
    assert in_parallel(lambda number: number**2, range(100), 4) == [number**2 for number in range(100)]


def test_one_thread_or_one_item_needs_no_other_thread() -> None:
    here = threading.get_ident()
    assert in_parallel(lambda _: threading.get_ident(), range(5), 1) == [here] * 5
    assert in_parallel(lambda _: threading.get_ident(), [0], 5) == [here]


def test_threads_are_used_and_kept() -> None:
    first = set(in_parallel(lambda _: threading.get_ident(), range(200), 3))
    again = set(in_parallel(lambda _: threading.get_ident(), range(200), 3))
    assert threading.get_ident() not in first | again
    assert len(first | again) <= 3


def test_threads_are_not_kept_for_each_number_that_was_asked_for() -> None:
    for count in (2, 9, 3, 8, 2):
        assert in_parallel(lambda number: number, range(50), count) == list(range(50))
    ours = [thread for thread in threading.enumerate() if thread.name.startswith(f"kicker-{os.getpid()}")]
    end = time.monotonic() + 60
    while sum(thread.is_alive() for thread in ours) > 2:  # each ends as soon as it sees that it is not needed any more
        assert time.monotonic() < end
        time.sleep(0.01)


def test_several_threads_may_ask_for_different_numbers() -> None:
    def ask(count: int) -> bool:
        return all(in_parallel(lambda n: n, range(20), count) == list(range(20)) for _ in range(50))

    answers: list[bool] = []
    askers = [threading.Thread(target=lambda count=count: answers.append(ask(count))) for count in (2, 3, 4)]
    for asker in askers:
        asker.start()
    for asker in askers:
        asker.join()
    assert answers == [True] * 3


def test_errors_come_through() -> None:
    with pytest.raises(ZeroDivisionError):
        in_parallel(lambda number: 1 // number, [1, 0], 2)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_forked_process_has_threads_of_its_own() -> None:
    rows = np.tile(np.arange(7, dtype=np.uint8), (600_000, 1))
    expected = evaluate_many(rows, threads=2)
    child = os.fork()
    if child == 0:
        os._exit(0 if np.array_equal(evaluate_many(rows, threads=2), expected) else 1)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0


def test_there_is_a_core() -> None:
    assert available_cores() >= 1


# Ctrl-C comes in the very moment in which a thread has started.
INTERRUPTED = """
import os, signal, threading
from kicker.parallel import in_parallel

started = threading.Thread.start

def start(thread):
    started(thread)
    os.kill(os.getpid(), signal.SIGINT)

threading.Thread.start = start
in_parallel(abs, range(4), 2)
"""


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="signals cannot be put off there")
def test_ctrl_c_while_threads_start_ends_the_program() -> None:
    result = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, timeout=60)
    assert result.stderr.splitlines()[-1] == "KeyboardInterrupt"
