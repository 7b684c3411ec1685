"""Questions and answers, line by line, the same on a terminal and over a pipe."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

import click

from kicker import stopping
from kicker.errors import FileError

INVALID: Final = "Invalid input. "
"""The words before a question that is repeated."""
Keys = Mapping[str, tuple[str, ...]]
"""The possible answers: keys, each with the words that mean the same."""
YES_OR_NO: Final[Keys] = {"y": ("yes",), "n": ("no",)}


class InputEnded(FileError):  # noqa: N818 (what happened, and mostly no error)
    """Raised when the input has ended and no answer can come."""


def at_terminal() -> bool:
    """Return True if a person reads the output and types the answers."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def can_clear() -> bool:
    """Return True if the screen can be redrawn in place: on a terminal that supports it."""
    return at_terminal() and os.environ.get("TERM") != "dumb"


def ask(question: str) -> str:
    """Ask, and return the answer without surrounding blanks; raises `InputEnded` if there is none."""
    if sys.stdin is None:
        raise FileError("standard input is closed: there is nothing to read", "missing")
    line = _from_person(question) if at_terminal() else _from_pipe(question)
    stopping.check()  # closing a terminal sends a signal and ends the input
    if line is None:
        click.echo()  # end the line of the question
        raise InputEnded("the input ended before all questions were answered", "missing")
    return line.strip()


def ask_key(question: str, keys: Keys) -> str:
    """Ask until the answer is one of the keys or their words; returns the key."""
    prefix = ""
    while (key := key_of(ask(f"{prefix}{question}"), keys)) is None:
        prefix = INVALID
    return key


def key_of(answer: str, keys: Keys) -> str | None:
    """Return the key that an answer means, in either case; None if it is not a key or its word.

    Only whole words count: a word that begins with the same letter must not go all in or lose a game.
    """
    said = " ".join(answer.lower().split())
    return next((key for key, words in keys.items() if said == key or said in words), None)


def _from_person(question: str) -> str | None:
    with suppress(ImportError):
        import readline  # noqa: F401 (it lets people edit what they type, and bring back what they typed)
    try:
        with stopping.waiting():
            return input(question)
    except EOFError:
        return None
    except UnicodeDecodeError:
        return "\N{REPLACEMENT CHARACTER}"  # not text, so not an answer


def _from_pipe(question: str) -> str | None:
    """Read one line and no further: the rest of the input is not for this program."""
    click.echo(question, nl=False)
    line = sys.stdin.buffer.readline()
    return line.decode(errors="replace") if line else None
