"""`kicker preflop`: heads-up betting before the flop, solved over a subset of flops."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

from kicker.cards import count_of
from kicker.combos import CLASSES
from kicker.ui.common.output import check_folder, progress_bar
from kicker.ui.solve_view import letters_of, print_cells

if TYPE_CHECKING:
    from kicker.solver.before_flop import Decision, FlopProgress, PreflopSolution, PreflopSpot

_PLAYERS = ("button", "big blind")
_BIG = 100  # chips of a big blind
_LINES = 25  # flops between two lines of progress


@click.command("preflop")
@click.argument("stack", type=click.FloatRange(1.5, 1000))
@click.option(
    "--ante", type=click.FloatRange(0, 10), default=0.0, show_default=True, help="Ante per player, in big blinds."
)
@click.option("--limp/--no-limp", default=True, show_default=True, help="Whether the button may call the big blind.")
@click.option(
    "--raise",
    "raises",
    multiple=True,
    metavar="SIZES",
    help="Sizes of the first raise, then of the second, and so on.",
)
@click.option("--bet", default="66%", show_default=True, metavar="SIZES", help="Bet sizes on all later streets.")
@click.option(
    "--raise-cap", type=click.IntRange(0, 10), default=0, show_default=True, help="Raises on each later street."
)
@click.option(
    "--flops",
    type=click.Choice(["25", "49", "95", "184", "1755"]),
    default="25",
    show_default=True,
    help="Size of the subset of flops.",
)
@click.option(
    "--check",
    type=click.Choice(["25", "49", "95", "184", "1755"]),
    help="Size of another subset to check the result on.  [default: the same flops]",
)
@click.option(
    "--rounds", type=click.IntRange(0, 20), default=3, show_default=True, help="How often the flops are played out."
)
@click.option(
    "--target",
    type=float,
    default=1.0,
    show_default=True,
    metavar="PERCENT",
    help="Exploitability after the flop, in percent of the pot.",
)
@click.option("--workers", type=click.IntRange(1, 256), metavar="N", help="Processes.  [default: cores]")
@click.option("--cluster", metavar="ADDRESS", help="Dask scheduler, or 'local'.")
@click.option("--keep", metavar="FILE", help="Keep each played flop in FILE; a stopped run continues from it.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def preflop_command(stack: float, **options: Any) -> None:
    """Solve the betting before the flop, heads-up.

    STACK is in big blinds. All-ins and folds are exact. Pots that see a flop are played out by the solver on a weighted
    subset of flops; the output says how far to trust the result. It takes long: a round plays every flop once for
    every line that sees one.

    \b
      kicker preflop 20 --raise 2.5x --raise a --flops 25 --check 49
    """
    from kicker.checks import positive
    from kicker.parallel import available_cores
    from kicker.solver.before_flop import PreflopSpot, solve_preflop
    from kicker.solver.played_flops import PlayedFlops

    settings: dict[str, Any] = {"raises": tuple(options["raises"])} if options["raises"] else {}
    bets = tuple(
        (f"{street}_{kind}", options["bet"]) for street in ("flop", "turn", "river") for kind in ("bet", "raise")
    )
    spot = PreflopSpot(
        round(_BIG * stack), _BIG, round(_BIG * options["ante"]), options["limp"],
        postflop=(*bets, ("raise_cap", options["raise_cap"])), **settings,
    )  # fmt: skip
    if options["keep"]:
        check_folder(options["keep"])
        known = len(PlayedFlops(options["keep"]))
        if known:
            click.echo(f"{count_of(known, 'flop')} reused from {options['keep']}", err=True)
    workers = options["workers"] or available_cores()
    with progress_bar("solving", 1) as update:
        solution = solve_preflop(
            spot, flops=int(options["flops"]), check=int(options["check"]) if options["check"] else None,
            rounds=options["rounds"], target=positive("--target", options["target"]) / 100,
            workers=workers, cluster=options["cluster"], keep=options["keep"],
            progress=lambda news: _tell(news, 0 if options["cluster"] else workers, update),
        )  # fmt: skip
    if options["as_json"]:
        click.echo(json.dumps(as_dict(solution)))
    else:
        _print(solution)


def _tell(news: FlopProgress, workers: int, update: Callable[[float, str], object]) -> None:
    """Say at the start how long it will take, and later how much is left; where there is no bar, once in a while.

    Without `workers`, a cluster of unknown size plays the flops: no time is estimated.
    """
    if not news.total:
        return
    left = f", about {_minutes(news.seconds)}" if workers else ""
    line = f"{news.word}: {news.done} of {news.total} flops" + (f"{left} left" if left else "")
    if not news.done:
        cores = f" with {workers} processes on as many free cores" if workers > 1 else ""
        click.echo(f"{count_of(news.total, 'flop')} to play{left}{cores}", err=True)
    elif not sys.stderr.isatty() and news.done % _LINES == 0:
        click.echo(line, err=True)
    update(news.done / news.total, line)


def _minutes(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"


def as_dict(solution: PreflopSolution) -> dict[str, object]:
    """Return the object that `--json` prints; chips are hundredths of a big blind."""
    return {
        "value": solution.value / _BIG,
        "exploitability": solution.exploitability / _BIG,
        "error": solution.error / _BIG,
        "values": [value / _BIG for value in solution.values],
        "leaves": [
            {"line": list(check.leaf.line), "share": check.share, "found": check.found, "error": check.error}
            for check in solution.checks
        ],
        "decisions": [
            {
                "line": list(node.line),
                "player": node.player,
                "actions": list(node.actions),
                "frequencies": {
                    name: [round(float(share), 4) for share in row]
                    for name, row in zip(CLASSES, node.average().T, strict=True)
                },
            }
            for node in solution.game.decisions
        ],
    }


def _print(solution: PreflopSolution) -> None:
    spot = solution.game.spot
    for node in solution.game.decisions:
        _print_decision(node, spot)
    click.echo(f"value for the button {solution.value / _BIG:+.4f} bb per hand; after each round "
               + ", ".join(f"{value / _BIG:+.4f}" for value in solution.values))  # fmt: skip
    click.echo(f"exploitability {solution.exploitability / _BIG:.5f} bb, if flops are worth what the factors say")
    for check in solution.checks:
        line = ", ".join(said(check.leaf.line, spot))
        click.echo(f"  {line:32} {check.share:6.1%} of hands, button wins {check.found:.1%} of the pot, "
                   f"a hand is {check.error:.2%} of the pot off")  # fmt: skip
    click.echo(f"mean error {solution.error / _BIG:.4f} bb per hand")


def said(line: Sequence[str], spot: PreflopSpot, chips: bool = False) -> list[str]:
    """Actions as players say them: `raise 2.5x`, and with `chips` the amount beside, in big blinds."""
    words, bet = [], spot.big
    for action in line:
        kind, _, amount = action.partition(" ")
        if kind == "raise":
            to = int(amount) - spot.ante
            action = f"raise {to / bet:.3g}x" + (f" ({to / _BIG:g} bb)" if chips else "")
            bet = to
        words.append(action)
    return words


def _print_decision(node: Decision, spot: PreflopSpot) -> None:
    from kicker.solver.before_flop import class_sizes

    click.echo(f"\n{', '.join(said(node.line, spot)) or 'start'}: {_PLAYERS[node.player]} acts")
    shares = node.average()
    letters = letters_of(["raise" if action.startswith("raise") else action for action in node.actions])
    for letter, action, row in zip(letters, node.actions, shares, strict=True):
        words = said([*node.line, action], spot, chips=True)[-1]
        click.echo(f"  {letter}  {words:21} {float(class_sizes() @ row):6.1%}")
    print_cells(dict(zip(CLASSES, shares.T.tolist(), strict=True)), letters)
