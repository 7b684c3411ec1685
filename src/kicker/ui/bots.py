"""`kicker bots`: the opponents that come with kicker."""

from __future__ import annotations

import json
from typing import Final

import click

from kicker.combos import COMBOS, class_combos
from kicker.errors import KickerError
from kicker.players import BOTS
from kicker.players.specs import FORMS
from kicker.positions import names_in_turn
from kicker.ranges import Range
from kicker.ui.common.choices import Names

SEATS: Final = names_in_turn(6)


@click.command()
@click.option(
    "--chart",
    type=Names("position", SEATS, case_sensitive=False),
    help="Show solid's preflop chart for this position, six-handed.",
)
@click.option(
    "--against",
    type=Names("position", SEATS[:-1], case_sensitive=False),
    help="With --chart: respond to a raise from this position.",
)
@click.option("--stack", type=click.FloatRange(1, 1000), help="With --chart: stack in big blinds; 100 by default.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list, or an object with --chart.")
def bots(chart: str | None, against: str | None, stack: float | None, as_json: bool) -> None:
    """List the bots, their games and their table sizes.

    \b
      kicker bots
      kicker bots --chart BTN
      kicker bots --chart BB --against BTN --stack 20
    """
    if chart is not None:
        show_chart(chart.upper(), against.upper() if against else None, stack or 100.0, as_json)
        return
    if against or stack:
        raise KickerError("--against and --stack need --chart", "option")
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
    click.echo(f"Your own bot: {' or '.join(FORMS)}; see docs/matches.md.")


def show_chart(position: str, opener: str | None, stack: float, as_json: bool) -> None:
    """Print the hands that a position opens, or its response to a raise: a grid for each action."""
    from kicker.players.charts import SIX_HANDED, ChartSpot, frequencies, nearest_depth
    from kicker.ui.grid import print_grid

    me = SIX_HANDED[position]
    if opener is None and position == "BB":
        raise KickerError("BB acts last and cannot open; add --against with the position that raised", "position")
    if opener is not None and SIX_HANDED[opener] <= me:
        raise KickerError(f"{position} acts before {opener}; --against must be an earlier position", "position")
    spot = ChartSpot("open", me, me) if opener is None else ChartSpot("opened", SIX_HANDED[opener], me)
    found = frequencies(stack, spot)
    shown = {"raise": found.raises} | ({"call": found.calls} if opener else {})
    ranges = {action: _range(weights) for action, weights in shown.items()}
    if as_json:
        about = {"position": position, "against": opener, "stack": nearest_depth(stack)}
        click.echo(json.dumps(about | {action: str(chosen) for action, chosen in ranges.items()}))
        return
    where = f"{position} against a raise from {opener}" if opener else f"{position}, folded to you"
    click.echo(f"{where}, {nearest_depth(stack)} big blinds")
    for action, chosen in ranges.items():
        print_grid(f"{action}s {chosen.share:.1%} of hands", chosen)


def _range(weights: dict[str, float]) -> Range:
    combos = [0.0] * len(COMBOS)
    for name, weight in weights.items():
        for place in class_combos(name):
            combos[place] = round(weight, 2)
    return Range.from_weights(combos)
