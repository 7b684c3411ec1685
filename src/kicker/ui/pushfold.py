"""`kicker pushfold`: shove or fold with a short stack."""

from __future__ import annotations

import json
from typing import Final

import click

from kicker.cards import number_text
from kicker.errors import KickerError, quoted
from kicker.positions import names_in_turn
from kicker.pushfold import PushFoldTable, SeatRange, best_call, best_push, push_or_fold
from kicker.ranges import Range
from kicker.ui.common.output import progress_bar
from kicker.ui.grid import print_grid

MOST_PLOTTED: Final = 10
"""The most grids side by side in a picture."""


@click.command()
@click.argument("stack")
@click.option("--ante", type=float, default=0.0, show_default=True, help="Ante per player, in big blinds.")
@click.option("--seats", type=click.IntRange(2, 10), help="Number of seats, each with STACK.")
@click.option("--payouts", metavar="PRIZES", help="Play for these prizes, first place first, by the chip model (ICM).")
@click.option("--show", metavar="SEAT", help="Show the grid of a seat: BTN shoves; BB:BTN calls a shove of the button.")
@click.option("--versus", metavar="RANGE", help="Show the best responses to an opponent who plays RANGE, heads-up.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
@click.option("--plot", metavar="FILE", help="Draw the grids to a PNG or SVG file.")
def pushfold(
    stack: str, ante: float, seats: int | None, payouts: str | None, show: str | None, versus: str | None,
    as_json: bool, plot: str | None,
) -> None:  # fmt: skip
    """Solve shove-or-fold play with a short stack.

    STACK is in big blinds. Heads-up, two grids show the equilibrium: the hands the small blind shoves and the hands the
    big blind calls with. The value is what the small blind wins per hand. With --versus the first grid is the best
    shoving range against an opponent who calls with RANGE, and the second is the best calling range against one who
    shoves it.

    For a table, give --seats, or STACK as a list in the order of acting: the last two are the small and the big blind.
    A line for each seat says how many hands it shoves and how many it calls with after a shove of each earlier seat.
    --show prints the grid of one decision.

    \b
      kicker pushfold 10
      kicker pushfold 8 --ante 0.125 --versus "top 40%"
      kicker pushfold 10 --seats 6 --ante 0.1 --show BTN
      kicker pushfold 12,8,20,5 --payouts 50,30,20
    """
    if plot is not None:
        from kicker.ui.plots import check_plot

        check_plot(plot)
    stacks = numbers("STACK", stack)
    if seats is not None:
        if len(stacks) > 1:
            raise KickerError("give --seats or a list of stacks, not both", "stack")
        stacks *= seats
    if len(stacks) == 1:
        if payouts is not None or show is not None:
            raise KickerError("--payouts and --show need --seats or a list of stacks", "stack")
        heads_up(stacks[0], ante, versus, as_json, plot)
        return
    if versus is not None:
        raise KickerError("--versus works heads-up: give one stack", "stack")
    wanted = None if show is None else tuple(show.split(":"))
    if wanted is not None:
        check_decision(wanted, len(stacks))
    at_table(stacks, ante, None if payouts is None else numbers("--payouts", payouts), wanted, as_json, plot)


def numbers(name: str, text: str) -> list[float]:
    """`12,8,20` as numbers."""
    try:
        return [float(part) for part in text.split(",")]
    except ValueError:
        raise KickerError(f"{name} must be numbers separated by commas, not {quoted(text)}", "stack") from None


def check_decision(wanted: tuple[str, ...], seats: int) -> None:
    """Raise `KickerError` unless the seat can have this decision, which requires that it acts after those who are all
    in."""
    names = names_in_turn(seats)
    for name in wanted:
        if name not in names:
            raise KickerError(f"unknown seat {quoted(name)}; choose from {', '.join(names)}", "seat")
    places = [names.index(name) for name in (*wanted[1:], wanted[0])]
    if places != sorted(set(places)) or len(wanted) > 3 or wanted == ("BB",):
        raise KickerError(
            f"{quoted(':'.join(wanted))} is not a decision; BTN shoves, BB:BTN calls, BB:BTN:SB overcalls", "seat"
        )


# --- two players -----------------------------------------------------------------------------------------------------


def heads_up(stack: float, ante: float, versus: str | None, as_json: bool, plot: str | None) -> None:
    """Print the equilibrium for two, or the best responses to a range."""
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
        draw(plot, dict(zip(titles, (push, call), strict=True)), f"{number_text(stack)} bb", ante)
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


def draw(path: str, ranges: dict[str, Range], stacks: str, ante: float) -> None:
    """Draw grids to a file."""
    from kicker.ui.plots import plot_ranges

    plot_ranges(path, ranges, f"shove or fold, {stacks}" + (f", ante {number_text(ante)} bb" if ante else ""))


# --- a table ---------------------------------------------------------------------------------------------------------


def at_table(
    stacks: list[float], ante: float, payouts: list[float] | None, wanted: tuple[str, ...] | None, as_json: bool,
    plot: str | None,
) -> None:  # fmt: skip
    """Print the equilibrium of a table: an overview, or the grid of one decision."""
    unit = "bb" if payouts is None else "of the prizes"
    with progress_bar("solving", None) as update:
        table = push_or_fold(
            stacks, ante, payouts=payouts,
            progress=lambda gain: update(0, f"solving, best answers still gain {gain:.4f} {unit}"),
        )  # fmt: skip
    chosen = (
        [found for found in table.ranges if not found.after]
        if wanted is None
        else [SeatRange(wanted[0], wanted[1:], table.range(*wanted))]
    )
    if plot is not None:
        alike = len(set(stacks)) == 1
        what = (
            f"{len(stacks)} seats, {number_text(stacks[0])} bb"
            if alike
            else ", ".join(map(number_text, stacks)) + " bb"
        )
        draw(plot, {title(found): found.range for found in chosen[:MOST_PLOTTED]}, what, ante)
    if as_json:
        click.echo(json.dumps(as_record(table)))
        return
    if wanted is not None:
        print_grid(f"{title(chosen[0])}: {chosen[0].range.share:.2%} of hands", chosen[0].range)
    else:
        print_overview(table)
    click.echo(f"best answers to these strategies gain {table.exploitability:.1e} {unit} together")


def title(found: SeatRange) -> str:
    """`BTN shoves`, `BB calls BTN`, `BB calls after BTN and SB`."""
    if not found.after:
        return f"{found.seat} shoves"
    return (
        f"{found.seat} calls {found.after[0]}"
        if len(found.after) == 1
        else f"{found.seat} calls after {' and '.join(found.after)}"
    )


def print_overview(table: PushFoldTable) -> None:
    """Print a line for each seat: its stack, the hands it shoves and calls with, and its result."""
    names = table.seats
    width = max(7, *(len(name) + 1 for name in names))
    click.echo(f"{'seat':<7}{'stack':>7}{'shoves':>8}  calls a shove of" if len(names) > 1 else "")
    head = "".join(f"{name:>{width}}" for name in names[:-1])
    click.echo(f"{'':<22}  {head}{'value':>10}")
    shares = {(found.seat, found.after): found.range.share for found in table.ranges if len(found.after) <= 1}
    for place, name in enumerate(names):
        shove = f"{shares[name, ()]:.1%}" if (name, ()) in shares else ""
        calls = "".join(
            f"{shares[name, (other,)]:>{width}.1%}" if other in names[:place] else " " * width for other in names[:-1]
        )
        click.echo(f"{name:<7}{number_text(table.stacks[place]):>7}{shove:>8}  {calls}{table.values[place]:>+10.3f}")
    click.echo("values are " + ("big blinds per hand" if table.payouts is None else "parts of the prizes per hand"))


def as_record(table: PushFoldTable) -> dict[str, object]:
    """Return the table as an object for programs."""
    return {
        "seats": table.seats, "stacks": table.stacks, "ante": table.ante, "payouts": table.payouts,
        "values": table.values, "gains": table.gains, "exploitability": table.exploitability,
        "ranges": [
            {"seat": found.seat, "after": found.after, "share": found.range.share, "range": str(found.range)}
            for found in table.ranges
        ],
    }  # fmt: skip
