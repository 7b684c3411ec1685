"""`kicker klondike`: show deals by number, solve them, and count the winnable ones."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import closing
from itertools import groupby, zip_longest
from pathlib import Path
from random import Random, SystemRandom
from textwrap import wrap
from typing import Final

import click

from kicker.cards import count_of, shorten
from kicker.errors import KickerError
from kicker.solitaire import Klondike, Move, Position, possible_moves_line
from kicker.solitaire.deals import LAST_NUMBER
from kicker.solitaire.hints import (
    HIGHEST_CHOSEN,
    QUICK_NODES,
    Z95,
    Z999,
    Found,
    fair_winnable_deal,
    winnable_deal,
)
from kicker.solitaire.many import Limits, Results, Solved, counts, solve_many, winnable_interval
from kicker.solitaire.solve import Verdict
from kicker.ui.cli import Group, Interrupted
from kicker.ui.common.home import home_folder
from kicker.ui.common.klondike_options import options, rules_of, rules_options
from kicker.ui.common.klondike_words import deal_name, rules_text
from kicker.ui.common.output import check_folder, progress_bar
from kicker.ui.common.style import paint, paint_cards
from kicker.ui.common.text import Look, side_by_side

HIDDEN: Final = ".."
_WIDTH: Final = 100
_SHOWN: Final = 10  # numbers of undecided deals to print


@click.group(cls=Group)
def klondike() -> None:
    """Deal and solve Klondike, and count the winnable deals."""


# --- options ---------------------------------------------------------------------------------------------------------


limit_options = options(
    click.option("--nodes", type=click.IntRange(min=1), help="Most positions to search per deal; no limit by default."),
    click.option("--seconds", type=click.FloatRange(min=0, min_open=True), default=10.0, show_default=True,
                 help="Most seconds per deal."),
    click.option("--memory", type=click.IntRange(min=1), default=1024, show_default=True, metavar="MB",
                 help="Megabytes for positions already seen, shared by all workers."),
    click.option("--workers", type=click.IntRange(min=1), default=1, show_default=True,
                 help="Number of deals to solve in parallel."),
)  # fmt: skip
json_option = click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")


# --- deal ------------------------------------------------------------------------------------------------------------


@klondike.command("deal")
@click.argument("number", type=int, required=False)
@rules_options
@click.option("--deck", metavar="CARDS", help="52 cards in the order of the deal: row by row, then the stock.")
@click.option("--winnable", is_flag=True, help="Choose a deal that is proven winnable, easy deals more often.")
@click.option("--unbiased", is_flag=True, help="Choose a winnable deal, every deal equally likely.")
@click.option("--budget", type=click.IntRange(min=1), metavar="N",
              help=f"Most positions --winnable may search, {QUICK_NODES} by default; fewer give easier deals.",
              )  # fmt: skip
@click.option("--seed", type=int, help="The same seed chooses the same deal.")
@click.option("--open", "is_open", is_flag=True, help="Also show the face-down cards and the stock.")
@click.option("--cards", "drawn", is_flag=True, help="Draw the columns as cards, face-down cards as backs.")
@json_option
def deal_command(
    number: int | None,
    draw: str,
    redeals: str,
    deck: str | None,
    winnable: bool,
    unbiased: bool,
    budget: int | None,
    seed: int | None,
    is_open: bool,
    drawn: bool,
    as_json: bool,
) -> None:
    """Show a deal by number, from a deck, or at random.

    \b
      kicker klondike deal 12345 --draw 3
      kicker klondike deal --winnable
      kicker klondike deal --unbiased --seed 7 --open
    """
    chosen = winnable or unbiased
    if (number is not None) + (deck is not None) + chosen > 1:
        raise click.UsageError("give only one of NUMBER, --deck, --winnable and --unbiased")
    if budget is not None and (unbiased or not winnable):
        raise click.UsageError("--budget needs --winnable and cannot be combined with --unbiased")
    if seed is not None and (number is not None or deck is not None):
        raise click.UsageError("--seed cannot be combined with NUMBER or --deck")
    rules = rules_of(draw, redeals)
    dice = SystemRandom() if seed is None else Random(seed)
    found = None
    if chosen:
        found = fair_winnable_deal(rules, dice) if unbiased else winnable_deal(rules, dice, budget or QUICK_NODES)
        number = found.number
    elif number is None and deck is None:
        number = dice.randint(1, HIGHEST_CHOSEN)
    position = rules.start(deck) if deck is not None else rules.start(number or 0)
    if as_json:
        click.echo(json.dumps(deal_record(number, position, found, is_open)))
    else:
        print_deal(number, position, found, is_open, drawn)


def deal_record(number: int | None, position: Position, found: Found | None, is_open: bool) -> dict[str, object]:
    """Return the object that `--json` prints, with null for each hidden card."""
    columns = [
        [*(str(card) if is_open else None for card in column.covered), *map(str, column.uncovered)]
        for column in position.columns
    ]
    record: dict[str, object] = {
        "deal": number,
        "draw": position.rules.draw,
        "redeals": position.rules.redeals,
        "columns": columns,
        "stock": [str(card) if is_open else None for card in position.stock.cards],
        "moves": [str(move) for move in position.moves],
    }
    if found is not None:
        record |= {"winnable": True, "tried": found.tried, "given_up": found.unknown}
    return record


def print_deal(number: int | None, position: Position, found: Found | None, is_open: bool, drawn: bool) -> None:
    """Print the columns side by side, as on a table."""
    click.echo(f"{deal_name(number)}: {rules_text(position.rules)}")
    if found is not None:
        click.echo(f"winnable: {count_of(found.tried, 'deal')} tried, {found.unknown} undecided")
    if drawn:
        for line in side_by_side(
            Look().column_lines(len(column.covered), column.uncovered) for column in position.columns
        ):
            click.echo(line)
        return
    columns = [
        [*(paint(str(card) if is_open else HIDDEN, dim=True) for card in column.covered), paint_cards(column.uncovered)]
        for column in position.columns
    ]
    click.echo("  ".join(f"{column:<2}" for column in range(1, len(columns) + 1)).rstrip())
    for row in zip_longest(*columns, fillvalue="  "):
        click.echo("  ".join(row).rstrip())
    cards = position.stock.cards
    click.echo(f"stock  {paint_cards(cards) if is_open else count_of(len(cards), 'card')}")
    click.echo(f"moves  {possible_moves_line(position) or 'none'}")


# --- solve -----------------------------------------------------------------------------------------------------------


@klondike.command("solve")
@click.argument("number", type=int, required=False)
@rules_options
@click.option("--deck", metavar="CARDS", help="52 cards in the order of the deal: row by row, then the stock.")
@click.option("--range", "span", metavar="A-B", help="Solve all deals from A to B.")
@limit_options
@json_option
def solve_command(
    number: int | None,
    draw: str,
    redeals: str,
    deck: str | None,
    span: str | None,
    nodes: int | None,
    seconds: float,
    memory: int,
    workers: int,
    as_json: bool,
) -> None:
    """Prove whether a deal can be won, and show how.

    The answer is a proof: won, with the moves, or lost. It is unknown if a limit was reached first. With --range the
    deals from A to B are solved and counted; Ctrl-C prints the counts so far.

    \b
      kicker klondike solve 12345 --draw 3
      kicker klondike solve --range 1-1000 --draw 3 --json
      kicker klondike solve --deck "7h 9s 4h ..." --redeals 1
    """
    if sum(given is not None for given in (number, deck, span)) != 1:
        raise click.UsageError("give one of NUMBER, --deck and --range")
    rules, limits = rules_of(draw, redeals), Limits(nodes, seconds, memory)
    if span is not None:
        solve_range(rules, parse_span(span), limits, workers, as_json)
        return
    position = rules.start(deck) if deck is not None else rules.start(number or 0)
    verdict = limits.solve(position)
    if as_json:
        record = Solved.of(number, verdict)._asdict() | {"moves": [str(move) for move in verdict.moves]}
        click.echo(json.dumps(record | ({"reason": verdict.reason} if verdict.reason else {})))
    else:
        print_verdict(number, rules, verdict)


def parse_span(text: str) -> range:
    """Return the deals of `A-B`."""
    first, dash, last = (part.strip() for part in text.partition("-"))
    digits = all(part.isascii() and part.isdigit() and len(part) < 20 for part in (first, last))
    if not dash or not digits or not 1 <= int(first) <= int(last) <= LAST_NUMBER:
        raise KickerError(
            f"{shorten(text)} is not a range of deals; write A-B like 1-1000, from 1 to {LAST_NUMBER}", "deal"
        )
    return range(int(first), int(last) + 1)


def print_verdict(number: int | None, rules: Klondike, verdict: Verdict) -> None:
    """Print the result, the moves and the cost."""
    words = {
        "won": f"won in {count_of(len(verdict.moves), 'move')}",
        "lost": "cannot be won",
        "unknown": f"unknown: {verdict.reason}",
    }
    colour = {"won": "green", "lost": "red"}.get(verdict.result)
    click.echo(f"{deal_name(number)}, {rules_text(rules)}: {paint(words[verdict.result], colour, bold=True)}")
    for line in move_lines(verdict.moves):
        click.echo(f"  {line}")
    click.echo(f"{verdict.nodes:,} positions in {1000 * verdict.seconds:,.2f} ms")


def move_lines(moves: Sequence[Move]) -> list[str]:
    """Return all moves on few lines; consecutive turns are counted."""
    words = []
    for move, several in groupby(map(str, moves)):
        count = len(list(several))
        words += [f"turn×{count}"] if move == "turn" and count > 1 else [move.replace(" ", "·")] * count
    return [line.replace("·", " ") for line in wrap(", ".join(words), _WIDTH - 2, break_on_hyphens=False)]


def solve_range(rules: Klondike, deals: range, limits: Limits, workers: int, as_json: bool) -> None:
    """Solve all deals and print the counts; after Ctrl-C, print those of the finished deals."""
    solved: list[Solved] = []
    interrupted = False
    try:
        with progress_bar("solving", len(deals)) as bar, closing(solve_many(rules, deals, limits, workers)) as results:
            for one in results:
                solved.append(one)
                bar(len(solved))
    except KeyboardInterrupt:
        interrupted = True
    if as_json:
        click.echo(json.dumps(counts(solved) | {"deals": [one._asdict() for one in solved]}))
    else:
        done = f"deals {deals[0]} to {deals[len(solved) - 1]}" if solved else "no deal"
        click.echo(f"{done}: {rules_text(rules)}")
        print_table(solved, Z95, "95%")
        print_times(solved)
    if interrupted:
        raise Interrupted(f"interrupted after {count_of(len(solved), 'deal')}")


def print_table(solved: Sequence[Solved], z: float, confidence: str) -> None:
    """Each result with its share, and the interval of the winnable share."""
    found = counts(solved)
    width = max(len(f"{count:,}") for count in found.values())
    for result, count in found.items():
        share = f"{count / len(solved):8.3%}" if solved else ""
        click.echo(f"{result:<9}{count:>{width},}  {share}".rstrip())
    low, high = winnable_interval(solved, z)
    click.echo(f"winnable {low:.3%} to {high:.3%} ({confidence} interval)")
    if unknown := [str(one.deal) for one in solved if one.result == "unknown"]:
        more = " ..." if len(unknown) > _SHOWN else ""
        click.echo(f"undecided: {' '.join(unknown[:_SHOWN])}{more}")


def print_times(solved: Sequence[Solved]) -> None:
    """Print typical times, and the share of deals decided quickly."""
    if not solved:
        return
    times = sorted(one.ms for one in solved)
    middle = (times[(len(times) - 1) // 2] + times[len(times) // 2]) / 2
    click.echo(f"time     median {middle:,.3f} ms, mean {sum(times) / len(times):,.2f} ms, longest {times[-1]:,.0f} ms")
    soon = [sum(one.ms <= limit and one.result != "unknown" for one in solved) for limit in (100, 10_000)]
    click.echo(f"decided  {soon[0] / len(solved):.2%} within 100 ms, {soon[1] / len(solved):.2%} within 10 s")


# --- rate ------------------------------------------------------------------------------------------------------------


@klondike.command("rate")
@click.option("--deals", type=click.IntRange(1, LAST_NUMBER), default=10_000, show_default=True,
              help="Solve the deals from 1 to this number.")  # fmt: skip
@rules_options
@limit_options
@click.option(
    "--file", "path", metavar="PATH", help="File of results; klondike.jsonl in kicker's home folder by default."
)
@json_option
def rate_command(
    deals: int,
    draw: str,
    redeals: str,
    nodes: int | None,
    seconds: float,
    memory: int,
    workers: int,
    path: str | None,
    as_json: bool,
) -> None:
    """Estimate the share of winnable deals, with a 99.9% interval.

    Every result is saved at once. Run the same command again to continue after an interruption.

    \b
      kicker klondike rate --deals 10000 --draw 3
    """
    rules, limits = rules_of(draw, redeals), Limits(nodes, seconds, memory)
    if path is None:
        home_folder().mkdir(parents=True, exist_ok=True)
    else:
        check_folder(path)
    kept = Results(Path(path) if path is not None else home_folder() / "klondike.jsonl", rules, limits)
    kept.read(deals)
    before = len(kept.solved)
    missing = (deal for deal in range(1, deals + 1) if deal not in kept.solved)
    interrupted = False
    try:
        with (
            progress_bar("solving", deals) as bar,
            kept.writing() as write,
            closing(solve_many(rules, missing, limits, workers)) as results,
        ):
            for one in results:
                write(one)
                bar(len(kept.solved))
    except KeyboardInterrupt:
        interrupted = True
    solved = [kept.solved[deal] for deal in sorted(kept.solved)]
    if as_json:
        low, high = winnable_interval(solved, Z999)
        record = counts(solved) | {"deals": len(solved), "low": low, "high": high, "confidence": 0.999}
        click.echo(json.dumps(record | {"draw": rules.draw, "redeals": rules.redeals, "from_file": before}))
    else:
        click.echo(f"deals 1 to {len(solved):,}: {rules_text(rules)}")
        print_table(solved, Z999, "99.9%")
        click.echo(f"{count_of(before, 'result')} reused from {kept.path}")
    if interrupted:
        raise Interrupted(f"interrupted after {count_of(len(solved), 'deal')}: run the same command again to continue")
