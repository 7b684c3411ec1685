"""`kicker tui`: poker, Klondike, a replayer and statistics in a full-screen terminal (extra `tui`)."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec

import click

from kicker.errors import KickerError


@click.command()
def tui() -> None:
    """Play in a full-screen terminal, with keys and mouse.

    Poker and Klondike, saved games, a replayer of hands, and statistics. `kicker` alone does the same on a terminal.
    Press ? for the keys of a screen.
    """
    if find_spec("textual") is None:
        raise KickerError("kicker tui needs the textual package: pip install 'kicker[tui]'", "tui")
    if not on_terminal():
        raise KickerError("kicker tui needs a terminal; kicker play works without one", "tui")
    import asyncio

    from kicker.ui.tui.app import INTERRUPTED, Room, visit

    code = asyncio.run(visit(Room()))
    let_go_of_lost_terminal()
    if code == INTERRUPTED:
        raise KeyboardInterrupt
    sys.exit(code)


def let_go_of_lost_terminal() -> None:
    """Drop output that can no longer be written: if Python failed to write it at exit, the exit code would change."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)


def on_terminal() -> bool:
    """Return True if input and output are a terminal that can be drawn on."""
    ends = (sys.stdin, sys.stdout)
    return os.environ.get("TERM") != "dumb" and all(end is not None and end.isatty() for end in ends)
