"""`kicker bots`: who can be played against."""

from __future__ import annotations

import json

import click

from kicker.players import BOTS
from kicker.players.specs import FORMS


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
def bots(as_json: bool) -> None:
    """List the ready bots, the games they play, and at how many seats."""
    if as_json:
        records = [
            {"name": bot.name, "summary": bot.summary, "games": bot.games, "most_seats": bot.most_seats}
            for bot in BOTS.values()
        ]
        click.echo(json.dumps(records))
        return
    rows = [
        ("name", "games", "seats", "what it does"),
        *((bot.name, ", ".join(bot.games or ["any"]), f"2-{bot.most_seats}", bot.summary) for bot in BOTS.values()),
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        click.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    click.echo(f"Your own can play too: {' or '.join(FORMS)}; see docs/matches.md.")
