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
    """Show a range as a grid, in its shortest form, and count its combinations.

    Separate items with commas.

    \b
      QQ  QQ+  QQ-  99-55     pairs
      AKs  AKo  AK            suited, offsuit, both
      AJo+  A5s-  KTs-K7s     the lower card goes up, down, from T to 7
      JTs-54s                 connectors
      Ax  Axs  AhXh  AhXx     any ace, suited aces, Ah with a heart, with any card
      AhKd  AhTh+  As5s-As2s  hands in these suits
      random  pairs  suited  offsuit  broadway
      top 15%  10%-20%        the best hands against a random one
      76s:0.5  76s:50%        weights; also 76s@50, 76s(0.5), 50%76s, [50]76s[/50]
      !QQ                     takes hands away

    \b
      kicker range "QQ+,AKs,76s:0.5"
      kicker range 'top 20%, !22-55'

    Use single quotes around !: inside double quotes an interactive shell expands it.
    """
    if plot is not None:
        from kicker.ui.plots import check_plot

        check_plot(plot)
    shown = Range(text)
    if plot is not None:  # before anything is printed: whoever reads that may have enough of it
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
