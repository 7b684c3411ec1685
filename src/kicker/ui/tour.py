"""`kicker tour`: what kicker can do, shown on examples."""

from __future__ import annotations

import sys
from pathlib import Path

import click

import kicker.data
from kicker.cards import UPPER, parse_cards
from kicker.explain import explain
from kicker.hands import best_five, evaluate
from kicker.pairs import compare_file
from kicker.ui.cli import COMMANDS, main
from kicker.ui.common.style import paint, paint_cards
from kicker.ui.rank import print_explanation

HANDS = (
    "7C 2S TH 3D 5S",
    "4C 4H JS JC 7C",
    "AS 2D 3C 4S 5H",
    "JS AS TS 5S 7S",
    "5H 5D 5S 2C 2D 4H 4D",
    "TH JH QH KH AH",
)
EXAMPLE_PAIRS = Path(kicker.data.__file__).with_name("example_pairs.txt")


@click.command()
def tour() -> None:
    """Show what kicker can do, on examples."""
    _heading("Hands are ranked from 1 to 7462 and described   kicker rank CARDS...")
    for text in HANDS:
        cards = parse_cards(text)
        strength = evaluate(cards)
        fill = " " * 3 * (7 - len(cards))
        click.echo(f"  {paint_cards(cards, UPPER)}{fill}  {strength:>4}  {strength.describe()}")
    click.echo()

    seven = parse_cards("AH KH 9D QH JH 9C TH")
    _heading(f'... and explained   kicker rank "{UPPER.format_cards(seven)}" --explain')
    click.echo(f"  plays     {paint_cards(best_five(seven), UPPER)}")
    print_explanation(explain(seven))
    click.echo()

    _heading(f"Files of hand pairs are compared   kicker compare {EXAMPLE_PAIRS.name}")
    click.echo(f"  {paint(str(EXAMPLE_PAIRS), dim=True)}")
    _compare_example()
    click.echo()

    _heading("Everything else")
    context = click.Context(main)
    for name in COMMANDS:
        command = main.get_command(context, name)
        click.echo(f"  kicker {name:9} {command.get_short_help_str(80) if command else ''}")
    click.echo("  kicker COMMAND --help tells more; docs/ explains how it works; from Python: import kicker")


def _heading(text: str) -> None:
    click.echo(paint(text, "cyan", bold=True))


def _compare_example() -> None:
    def stop(problem: object) -> None:
        raise AssertionError(f"{EXAMPLE_PAIRS}: {problem}")

    sys.stdout.flush()
    with EXAMPLE_PAIRS.open("rb") as source:
        tally = compare_file(
            source,
            stop,
            layout="text",
            write=lambda block: click.echo("".join(f"  {line}\n" for line in block.decode().splitlines()), nl=False),
        )
    click.echo(f"  {tally.pairs} pairs: first hand {tally.first}, second hand {tally.second}, ties {tally.ties}")
