"""Klondike at the prompt for tests: games over a pipe, in a process that can be ended, and on a terminal."""

import os
import pty
import re
import select
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from click.testing import CliRunner

from kicker.solitaire import Game, Klondike
from kicker.ui.cli import main
from tests.conftest import Run

RING = Klondike(both_ways=True)
PROMPT = re.compile(
    r"(?:Invalid input\. )?(?:Your move: |Move to \(x to cancel\): |Are you sure\? y/n: |"
    r"Save progress\? y/n \(x to cancel\): |'[^'\n]*' exists\. Replace it\? y/n: |Deal number \(x to cancel\): )"
    r"|(?:Invalid\. )?Filepath \(x to cancel\): |Press enter to dismiss\."
)

Result = subprocess.CompletedProcess[bytes]


def play(kicker: Run, *answers: str, options: str = "3") -> Result:
    """A game over a pipe."""
    text = "".join(f"{answer}\n" for answer in answers)
    return kicker("play", "klondike", *shlex.split(options), input=text.encode())


def play_here(*answers: str, options: str = "3") -> Result:
    """The same without a separate process, which is faster for many short games."""
    text = "".join(f"{answer}\n" for answer in answers)
    result = CliRunner().invoke(main, ["play", "klondike", *shlex.split(options)], input=text.encode())
    assert result.exception is None or isinstance(result.exception, SystemExit), answers
    return subprocess.CompletedProcess([], result.exit_code, result.stdout_bytes, result.stderr_bytes)


def transcript(output: str, answers: Iterable[str]) -> str:
    """The text a terminal would show, with each answer and its line end after the prompt."""
    rest = iter(answers)
    return PROMPT.sub(lambda prompt: f"{prompt[0]}{next(rest, '')}\n", output)


def prompts(result: Result) -> list[str]:
    return PROMPT.findall(result.stdout.decode())


def told(result: Result) -> list[str]:
    """The lines that are not drawn cards and not questions."""
    lines = transcript(result.stdout.decode(), ()).splitlines()
    return [line for line in lines if line[:1] not in (" ", *"┌│└░╎") and not PROMPT.search(line)]


def saves(home: Path) -> list[Path]:
    return sorted((home / "saves").glob("*.json"))


def saved(home: Path) -> Game:
    (path,) = saves(home)
    return Game.load(path.read_text())


class Player:
    """A process that plays over a pipe, and can be looked at before it ends."""

    def __init__(self, *arguments: str) -> None:
        command = [sys.executable, "-m", "kicker", "play", "klondike", *arguments]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.seen = b""

    def answer(self, *answers: str) -> None:
        """Give answers and wait for the next question."""
        assert self.process.stdin is not None
        self.wait_for(b"Your move: ")
        for answer in answers:
            self.seen = b""
            self.process.stdin.write(f"{answer}\n".encode())
            self.process.stdin.flush()
            self.wait_for(b"Your move: ")

    def wait_for(self, words: bytes) -> None:
        assert self.process.stdout is not None
        while not self.seen.endswith(words):
            assert select.select([self.process.stdout], [], [], 60)[0], f"nothing more after {self.seen!r}"
            piece = os.read(self.process.stdout.fileno(), 4096)
            assert piece, f"ended after {self.seen!r}"
            self.seen += piece

    def end(self, number: signal.Signals) -> int:
        self.process.send_signal(number)
        self.process.communicate(timeout=60)
        return self.process.returncode


class Terminal:
    """A person at a terminal, who types keys and sees what comes."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self.leader, follower = pty.openpty()
        clean = {key: value for key, value in os.environ.items() if key != "NO_COLOR"} | {"TERM": "xterm"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "kicker", "play", "klondike", *arguments],
            stdin=follower, stdout=follower, stderr=follower, env=clean | environment,
            start_new_session=True, preexec_fn=lambda: os.close(os.open(os.ttyname(0), os.O_RDWR)),
        )  # fmt: skip
        os.close(follower)

    def wait_for(self, words: str) -> str:
        """The output up to these words, or to the end of the program."""
        text = b""
        try:
            while words not in text.decode(errors="ignore"):
                assert select.select([self.leader], [], [], 60)[0], f"nothing more after {text!r}"
                piece = os.read(self.leader, 4096)
                if not piece:
                    break
                text += piece
        except OSError:  # the other end is closed
            pass
        return text.decode(errors="ignore")

    def interrupt(self) -> str:
        """Press Ctrl-C, again if it came in the moment before the line is waited for."""
        os.write(self.leader, b"\x03")
        while not select.select([self.leader], [], [], 0.5)[0]:
            os.write(self.leader, b"\x03")
        return self.wait_for("interrupted")

    def type(self, keys: str, words: str = "Your move: ") -> str:
        os.write(self.leader, keys.encode())
        return self.wait_for(words)
