"""How a game at the prompt is left: by its key, by Ctrl-C, with the terminal, or because nobody answers any more.

Whichever way it goes, the game is closed, and whoever left it is told how to come back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from kicker.errors import FileError
from kicker.ui.common.prompt import InputEnded


class Left(Exception):  # noqa: N818 (nothing has gone wrong)
    """The person has had enough for now."""


@contextmanager
def leaving(close: Callable[[], None], again: str) -> Iterator[None]:
    """Close the game at the end, however it comes; `again` is the command that resumes it."""
    try:
        yield
    except Left:
        click.echo(f"The game is kept: {again}")
    except InputEnded:
        raise FileError(f"the input ended before the game was over: {again} goes on with it", "missing") from None
    except KeyboardInterrupt:
        click.echo(f"\nThe game is kept: {again}", err=True)
        raise
    finally:
        close()
