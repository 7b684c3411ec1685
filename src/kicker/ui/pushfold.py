"""`kicker pushfold`: shove or fold with a short stack."""

from __future__ import annotations

import json

import click

from kicker.cards import number_text
from kicker.pushfold import best_call, best_push, push_or_fold
from kicker.ranges import Range
from kicker.ui.grid import print_grid


@click.command()
@click.argument("stack", type=float)
@click.option("--ante", type=float, default=0.0, show_default=True, help="Ante per player, in big blinds.")
@click.option("--versus", metavar="RANGE", help="Show the best responses to an opponent who plays RANGE.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
@click.option("--plot", metavar="FILE", help="Draw both grids to a PNG or SVG file.")
def pushfold(stack: float, ante: float, versus: str | None, as_json: bool, plot: str | None) -> None:
    """Solve heads-up shove-or-fold play with a short stack.

    STACK is in big blinds. Two grids show the equilibrium: the hands the small blind shoves and the hands the big blind
    calls with. The value is what the small blind wins per hand. With --versus the first grid is the best shoving range
    against an opponent who calls with RANGE, and the second is the best calling range against one who shoves it.

    \b
      kicker pushfold 10
      kicker pushfold 8 --ante 0.125 --versus "top 40%"
    """
    if plot is not None:
        from kicker.ui.plots import check_plot

        check_plot(plot)
    record: dict[str, object] = {"stack": stack, "ante": ante}
    if versus is None:
        chart = push_or_fold(stack, ante)
        push, call = chart.push, chart.call
        titles = ("small blind shoves", "big blind calls")
        record |= {"value": chart.value, "exploitability": chart.exploitability}
        end = f"value for the small blind {chart.value:+.9f} bb per hand, exploitability {chart.exploitability:.1e} bb"
    else:
        opponent = Range(versus)
        (push, push_value), (call, call_value) = best_push(stack, opponent, ante), best_call(stack, opponent, ante)
        shoving, calling = (range_words(opponent, verb) for verb in ("shoving", "calling"))
        titles = (f"best shoves against {calling}", f"best calls against {shoving}")
        record |= {"versus": str(opponent), "push_value": push_value, "call_value": call_value}
        end = (
            f"value for the small blind {push_value:+.9f} bb per hand with these shoves, "
            f"{call_value:+.9f} bb against these calls"
        )
    if plot is not None:  # before printing: the reader of a pipe may stop early
        from kicker.ui.plots import plot_ranges

        stakes = f"{number_text(stack)} bb" + (f", ante {number_text(ante)} bb" if ante else "")
        plot_ranges(plot, dict(zip(titles, (push, call), strict=True)), f"shove or fold, {stakes}")
    record |= {"push": push.share, "call": call.share, "push_range": str(push), "call_range": str(call)}
    if as_json:
        click.echo(json.dumps(record))
    else:
        for title, shown in zip(titles, (push, call), strict=True):
            print_grid(f"{title}: {shown.share:.3%} of hands", shown)
        click.echo(end)


def range_words(opponent: Range, verb: str) -> str:
    """`a calling range of QQ+`, or `a 40.4% calling range` where that would be long."""
    text = str(opponent)
    return f"a {verb} range of {text}" if 0 < len(text) <= 40 else f"a {opponent.share:.1%} {verb} range"
