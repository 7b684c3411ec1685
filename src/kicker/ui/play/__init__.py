"""`kicker play`: games at a plain prompt, on a terminal or over a pipe."""

from __future__ import annotations

from typing import Final

import click

from kicker.ui.cli import LazyGroup

GAMES: Final = {
    "draw": "kicker.ui.play.draw:draw",
    "holdem": "kicker.ui.play.holdem:holdem",
    "klondike": "kicker.ui.play.klondike:klondike",
}


@click.group(cls=LazyGroup, places=GAMES)
def play() -> None:
    """Play at the prompt: five-card draw, hold'em, Klondike.

    A game can be left at any moment (q, Ctrl-C, a closed terminal) and resumed with --resume.
    """
