"""`kicker stats`: results and statistics of imported hands."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from kicker.cards import count_of
from kicker.ui.common.my_hands import (
    NO_HANDS,
    entry_rows,
    group_rows,
    money_words,
    open_hands,
    rate_words,
    text_graph,
    tournament_lines,
)
from kicker.ui.importing import DATABASE

if TYPE_CHECKING:
    from kicker.tracker.answers import Answer, Point
    from kicker.tracker.tournaments import Entry

_GROUPS = (
    "position", "game", "site", "stake", "month", "seats", "depth", "tournament", "session", "opponent", "player",
)  # fmt: skip

_WIDE = 1000
"""The columns of a file or another program that reads the output."""


@click.command("stats")
@click.argument("player", required=False)
@click.option("--by", metavar="GROUP", help=f"Split by {', '.join(_GROUPS[:-1])} or {_GROUPS[-1]}.")
@click.option(
    "--where", metavar="CONDITION", help="Count only some hands, for example 'position=btn and vpip and pot>50bb'."
)
@click.option("--graph", is_flag=True, help="Draw the results hand by hand, with and without luck.")
@click.option("--plot", metavar="FILE", help="Draw the same to a PNG or SVG file.")
@click.option("--explain", is_flag=True, help="Say what each statistic counts.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@DATABASE
def stats_command(
    player: str | None, by: str | None, where: str | None, graph: bool, plot: str | None, explain: bool, as_json: bool,
    database: str | None,
) -> None:  # fmt: skip
    """Show results and statistics of imported hands.

    PLAYER is a name; by default, the player whose files were imported.

    Each percentage is shown with its number of chances; with --by, if the terminal is wide enough. bb/100 has a 95%
    interval. All-in bb/100 pays pots that were run out all in by equity, which removes much of the luck.

    \b
      kicker stats
      kicker stats --by position
      kicker stats --where "game=holdem and stack>=80bb" --by month
      kicker stats --graph
    """
    if plot:
        from kicker.ui.plots import check_plot

        check_plot(plot)
    with open_hands(database) as tracker:
        from kicker.tracker.answers import ask, course
        from kicker.tracker.facts import STATISTICS
        from kicker.tracker.tournaments import entries_of
        from kicker.tracker.where import parse_where

        if explain:
            for each in STATISTICS:
                click.echo(f"{each.title:19} {each.meaning}")
            return
        condition = parse_where(where) if where else None
        if graph or plot:
            _draw(course(tracker, player, condition), graph, plot, as_json)
            return
        answers = ask(tracker, player, condition, by)
        entries = entries_of(tracker, player, condition) if by in (None, "tournament") else []
        if as_json:
            _print_json(by, answers, entries)
        elif not answers:
            click.echo(NO_HANDS)
        elif by is None:
            _one(answers[0])
            for line in tournament_lines(entries):
                click.echo(line)
        else:
            _table(by, answers)
            _print_entries(entries)


def _print_json(by: str | None, answers: Sequence[Answer], entries: Sequence[Entry]) -> None:
    """Print the answers as JSON; all hands together and tournaments also have their buy-ins and prizes."""
    from kicker.tracker.tournaments import totals_of

    printed = [answer.as_dict() for answer in answers]
    for answer in printed:
        if by is None:
            answer["tournaments"] = [totals.as_dict() for totals in totals_of(entries)]
        elif by == "tournament":
            answer["entries"] = [entry.as_dict() for entry in entries if entry.number == answer["group"]]
    click.echo(json.dumps(printed))


def _print_entries(entries: Sequence[Entry]) -> None:
    """Print a line for each tournament with a price or a place, and the totals."""
    told = [entry for entry in entries if entry.buy_in or entry.place]
    if told:
        click.echo()
        _print_rows(entry_rows(told))
        for line in tournament_lines(entries):
            click.echo(line)


def _draw(points: Sequence[Point], graph: bool, plot: str | None, as_json: bool) -> None:
    """Show the course of results on the terminal, in a file or as JSON."""
    if as_json:
        click.echo(json.dumps([point._asdict() for point in points]))
    elif len(points) < 2:
        click.echo(NO_HANDS)
    elif graph:
        for line in text_graph(points):
            click.echo(line)
    if plot and len(points) > 1:
        from kicker.ui.plots import plot_course

        plot_course(plot, points)


def _one(answer: Answer) -> None:
    from kicker.tracker.facts import STATISTICS

    click.echo(f"{count_of(answer.hands, 'hand')}, won {money_words(answer)}")
    click.echo(rate_words(answer))
    click.echo(rate_words(answer, by_equity=True))
    for each in STATISTICS:
        share = answer.shares[each.name]
        value = f"{100 * share.share:5.1f}%" if share.of else "     - "
        click.echo(f"  {each.title:20} {value}  of {share.of:,}")


def _table(by: str, answers: Sequence[Answer]) -> None:
    room = shutil.get_terminal_size((_WIDE, 24)).columns
    _print_rows(group_rows(by, answers, room))


def _print_rows(rows: Sequence[Sequence[str]]) -> None:
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    for row in rows:
        first, *rest = zip(row, widths, strict=True)
        click.echo("  ".join([f"{first[0]:{first[1]}}", *(f"{text:>{width}}" for text, width in rest)]).rstrip())
