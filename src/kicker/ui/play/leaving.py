"""Leaving a game at the prompt: by its key, by Ctrl-C, by closing the terminal, or at the end of input.

In every case the game is closed, and a message says how to resume it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from kicker.errors import FileError
from kicker.ui.common.prompt import InputEnded


class Left(Exception):  # noqa: N818 (nothing has gone wrong)
    """Raised when the person quits for now."""


@contextmanager
def leaving(close: Callable[[], None], again: str) -> Iterator[None]:
    """Close the game however it ends. `again` is the command that resumes it."""
    try:
        yield
    except Left:
        click.echo(f"Game saved; resume it with {again}")
    except InputEnded:
        raise FileError(f"the input ended before the game was over; resume it with {again}", "missing") from None
    except KeyboardInterrupt:
        click.echo(f"\nGame saved; resume it with {again}", err=True)
        raise
    finally:
        close()
