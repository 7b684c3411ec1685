"""Streams, output files and the progress bar: nothing is lost, nothing is left, and every fault is one sentence."""

import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from kicker.ui.common import output
from tests.conftest import Run
from tests.test_cli import GOOD, in_a_terminal, one_sentence
from tests.test_pairs import random_file


@pytest.fixture
def good(tmp_path: Path) -> str:
    (tmp_path / "good.txt").write_bytes(GOOD)
    return "good.txt"


def test_a_link_stays_a_link_and_permissions_stay(kicker: Run, good: str, tmp_path: Path) -> None:
    (tmp_path / "real.txt").write_text("old")
    (tmp_path / "real.txt").chmod(0o600)
    (tmp_path / "link.txt").symlink_to("real.txt")
    assert kicker("compare", good, "--output", "link.txt").returncode == 0
    assert (tmp_path / "link.txt").is_symlink()
    assert (tmp_path / "real.txt").read_text().startswith("Round 1:")
    assert (tmp_path / "real.txt").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("rules", ["standard", "classic"])
def test_a_file_is_not_written_over_itself(kicker: Run, good: str, tmp_path: Path, rules: str) -> None:
    assert "also an input file" in one_sentence(kicker("compare", good, "--rules", rules, "--output", "./good.txt"))
    assert (tmp_path / good).read_bytes() == GOOD


LONG = "x" * 300


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["compare", "good.txt", "--output", LONG], "too long"),
        (["compare", LONG], "too long"),
        (["compare", "good.txt", "--output", ""], "''"),
        (["compare", ""], "the file name is empty"),
        (["compare", "good.txt", "--output", "/dev/full"], "cannot write '/dev/full': no space"),
        (["compare", "/proc/self/mem"], "/proc/self/mem"),
        (["validate", "/proc/self/mem", "--rules", "classic"], "/proc/self/mem"),
    ],
)
def test_faults_of_the_system_are_told_in_one_sentence(kicker: Run, good: str, arguments: list[str], says: str) -> None:
    result = kicker(*arguments)
    assert result.returncode == 1
    assert b"Traceback" not in result.stderr + result.stdout
    assert says in (result.stderr + result.stdout).decode()


def test_a_name_of_250_characters_will_do(kicker: Run, good: str, tmp_path: Path) -> None:
    assert kicker("compare", good, "--output", "y" * 250).returncode == 0
    assert (tmp_path / ("y" * 250)).exists()


@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_closed_streams(tmp_path: Path, closed: str) -> None:
    (tmp_path / "good.txt").write_bytes(GOOD)
    name = "-" if closed == "<&-" else "good.txt"
    line = f"{sys.executable} -m kicker compare {name} {closed}"
    result = subprocess.run(line, shell=True, cwd=tmp_path, capture_output=True, timeout=60)
    assert result.returncode == 1
    assert b"Traceback" not in result.stderr
    assert b"closed" in result.stderr


@pytest.mark.live
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_to_stop_leaves_nothing(tmp_path: Path, number: signal.Signals) -> None:
    command = [sys.executable, "-m", "kicker", "compare", "-", "--output", "out.csv", "--format", "csv"]
    process = subprocess.Popen(command, cwd=tmp_path, stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdin is not None
    process.stdin.write(random_file(100_000))
    process.stdin.flush()
    deadline = time.monotonic() + 60
    while not list(tmp_path.iterdir()) and time.monotonic() < deadline:
        time.sleep(0.01)
    process.send_signal(number)
    process.communicate(timeout=60)
    assert process.returncode == 128 + number
    assert list(tmp_path.iterdir()) == []


@pytest.mark.live
def test_no_colour_gets_into_files(tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    in_a_terminal("compare", "JS JC JH 6H 8C", "4H 4C 4S KS AH", "--output", str(target))
    assert target.read_text().endswith("ace-king kickers\n")
    assert "\x1b" not in target.read_text()


def test_classic_rules_go_on_where_standard_input_stands(tmp_path: Path) -> None:
    (tmp_path / "good.txt").write_bytes(GOOD)
    line = f"(head -c 30 > /dev/null; {sys.executable} -m kicker compare --rules classic --summary -) < good.txt"
    result = subprocess.run(line, shell=True, cwd=tmp_path, capture_output=True, timeout=60)
    assert result.stdout.endswith(b"2 pairs: first hand 0, second hand 1, ties 1\n")


def test_keep_going_goes_on_after_a_missing_file(kicker: Run, good: str) -> None:
    result = kicker("compare", "nofile.txt", good, "--keep-going", "--format", "csv")
    assert result.returncode == 1
    assert b"no such file" in result.stderr
    assert len(result.stdout.splitlines()) == 4


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("soon", "stderr", "stdout", "beside", "shown"),
    [
        (False, Terminal, io.StringIO, False, False),
        (True, Terminal, io.StringIO, False, True),
        (True, io.StringIO, io.StringIO, False, False),
        (True, Terminal, Terminal, True, False),
        (True, Terminal, Terminal, False, True),
        (True, Terminal, io.StringIO, True, True),
    ],
)
def test_the_bar_is_for_terminals_and_appears_by_itself(
    monkeypatch: pytest.MonkeyPatch,
    soon: bool,
    stderr: type[io.StringIO],
    stdout: type[io.StringIO],
    beside: bool,
    shown: bool,
) -> None:
    screen = stderr()
    monkeypatch.setattr(output, "_APPEARS", 0.01 if soon else 10_000)
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(sys, "stdout", stdout())
    monkeypatch.setenv("TERM", "xterm")
    with output.progress_bar("[working]", 10, beside_output=beside) as update:
        if shown:
            wait_for(lambda: "[working]" in screen.getvalue())  # nothing has been done yet
        update(3)
    assert ("[working]" in screen.getvalue()) is shown
    assert os.environ["TERM"] == "xterm"


def test_a_label_of_the_bar_is_made_when_it_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    made: list[int] = []

    def label() -> str:
        made.append(1)
        return f"label {len(made)}"

    now = 100.0
    monkeypatch.setattr(output, "monotonic", lambda: now)
    monkeypatch.setattr(output, "_APPEARS", 0.01)
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    with output.progress_bar("working", None) as update:
        wait_for(lambda: "working" in screen.getvalue())
        for _ in range(1000):
            update(1, label)
        assert len(made) == 1
        now += 1
        update(2, label)
        wait_for(lambda: "label 2" in screen.getvalue())


def wait_for(happened: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.01)
