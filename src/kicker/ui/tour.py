"""`kicker tour`: a minute of real commands with their output."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Final, NamedTuple

import click

import kicker.data
from kicker.ui.cli import main
from kicker.ui.common.style import paint

EXAMPLE_PAIRS: Final = Path(kicker.data.__file__).with_name("example_pairs.txt")


class Stop(NamedTuple):
    """One command of the tour."""

    about: str
    arguments: tuple[str, ...]


STOPS: Final = (
    Stop("Rank a hand; --explain shows how, --scores the numbers of other programs.", ("rank", "AH KH 9D QH JH 9C TH")),
    Stop("Compare hands. Files work too, two lines to a pair.", ("compare", "JS JC JH 6H 8C", "4H 4C 4S KS AH")),
    Stop("Check a file of hand pairs.", ("validate", str(EXAMPLE_PAIRS))),
    Stop("Compute equity between hands and ranges, exactly where possible.",
         ("equity", "AsKs", "QQ+,AKs", "--board", "Qs 7h 2c")),
    Stop("Split and pay side pots.",
         ("pots", "Ann=25:8c7h", "Ben=100:Ad4s", "Cid=100:As3h", "--board", "Ac Kc Jc 5c Th")),
    Stop("Show a range as a grid.", ("range", "top 12%")),
    Stop("Find the best discard in five-card draw.", ("discard", "4C 9S 4H 3D 2D")),
    Stop("Prove whether a Klondike deal can be won.", ("klondike", "solve", "12345", "--draw", "3")),
    Stop("Watch bots play.", ("watch", "--bots", "caller,maniac", "--hands", "1", "--seed", "5")),
    Stop("Play a match between bots.",
         ("match", "maniac", "folder", "--hands", "1000", "--seed", "7", "--workers", "1")),
)  # fmt: skip
MORE: Final = """\
Your turn
  kicker                        play in a full-screen terminal
  kicker play holdem            play hold'em at the prompt; also draw and klondike
  kicker serve                  play in a browser, with friends
  kicker bots                   meet the bots, or bring your own
  kicker train pushfold         practise shoving and calling with a short stack
  kicker solve --help           solve a spot after the flop
  kicker import FOLDER          import hand histories; then see kicker stats
  kicker --help                 list all commands\
"""


@click.command()
def tour() -> None:
    """Show what kicker can do, with examples."""
    for stop in STOPS:
        click.echo(paint(stop.about, "cyan", bold=True))
        shown = shlex.join(stop.arguments).replace(str(EXAMPLE_PAIRS), EXAMPLE_PAIRS.name)
        click.echo(paint(f"$ kicker {shown}", bold=True))
        main.main(list(stop.arguments), "kicker", standalone_mode=False)
        click.echo()
    click.echo(MORE)
