"""`kicker range`: what a range holds."""

from __future__ import annotations

import json

import click

from kicker.cards import count_of, number_text
from kicker.ranges import Range
from kicker.ui.grid import print_grid


@click.command("range")
@click.argument("text", metavar="RANGE")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
@click.option("--plot", metavar="FILE", help="Draw the grid to a PNG or SVG file.")
def range_command(text: str, as_json: bool, plot: str | None) -> None:
    """Show a range as a grid and count its combinations.

    Separate items with commas.

    \b
      QQ  QQ+  QQ-  99-55     pairs
      AKs  AKo  AK            suited, offsuit, both
      AJo+  A5s-  KTs-K7s     lower card goes up, goes down, runs from T to 7
      JTs-54s                 connectors
      Ax  Axs  AhXh  AhXx     any ace, suited ace, Ah and a heart, Ah and any
      AhKd  AhTh+  As5s-As2s  specific suits
      random  pairs  suited  offsuit  broadway
      top 15%  10%-20%        best hands by equity against a random hand
      76s:0.5  76s:50%        weights; also 76s@50, 76s(0.5), 50%76s, [50]76s[/50]
      !QQ                     removes hands

    \b
      kicker range "QQ+,AKs,76s:0.5"
      kicker range 'top 20%, !22-55'

    Put ! in single quotes: in double quotes the shell expands it.
    """
    if plot is not None:
        from kicker.ui.plots import check_plot

        check_plot(plot)
    shown = Range(text)
    if plot is not None:  # before printing: the reader of a pipe may stop early
        from kicker.ui.plots import plot_ranges

        plot_ranges(plot, {str(shown) or "(nothing)": shown})
    if as_json:
        weights = {name: weight for name, weight in shown.class_weights().items() if weight}
        record = {
            "range": str(shown),
            "combos": len(shown),
            "total": shown.total,
            "share": shown.share,
            "classes": weights,
        }
        click.echo(json.dumps(record))
    else:
        print_grid(str(shown) or "(nothing)", shown)
        total = number_text(round(shown.total, 9))
        click.echo(f"{count_of(len(shown), 'combination')}, {total} by weight, {shown.share:.2%} of all")
