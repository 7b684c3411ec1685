"""`kicker stats`: results and statistics of the hands that were imported."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from kicker.cards import count_of
from kicker.ui.importing import DATABASE, open_tracker

if TYPE_CHECKING:
    from kicker.tracker.answers import Answer

_COLUMNS = ("vpip", "pfr", "threebet", "steal", "cbet_flop", "fold_to_cbet_flop", "wtsd", "wsd", "aggression")
_SIGNS = {"USD": "$", "EUR": "€", "GBP": "£"}


@click.command("stats")
@click.argument("player", required=False)
@click.option("--by", metavar="GROUP", help="Split by position, game, site, stake, month, seats, depth or player.")
@click.option(
    "--where", metavar="CONDITION", help="Count only some hands, for example 'position=btn and vpip and pot>50bb'."
)
@click.option("--explain", is_flag=True, help="Say what each statistic counts.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@DATABASE
def stats_command(
    player: str | None, by: str | None, where: str | None, explain: bool, as_json: bool, database: str | None
) -> None:
    """Show results and statistics of imported hands.

    PLAYER is a name; without one, the player whose files were imported.

    Percentages stand with the number of chances behind them. bb/100 has a 95 % interval.

    \b
      kicker stats
      kicker stats --by position
      kicker stats --where "game=holdem and stack>=80bb" --by month
    """
    with open_tracker(database) as tracker:
        from kicker.tracker.answers import ask
        from kicker.tracker.facts import STATISTICS
        from kicker.tracker.where import parse_where

        if explain:
            for each in STATISTICS:
                click.echo(f"{each.title:18}  {each.meaning}")
            return
        answers = ask(tracker, player, parse_where(where) if where else None, by)
        if as_json:
            click.echo(json.dumps([answer.as_dict() for answer in answers]))
        elif not answers:
            click.echo("no hands found; import some with 'kicker import FILES'")
        elif by is None:
            _one(answers[0])
        else:
            _table(by, answers)


def _money(answer: Answer) -> str:
    parts = []
    for currency, total in sorted(answer.won.items(), reverse=True):
        sign = "-" if total < 0 else "+"
        if currency:
            parts.append(f"{sign}{_SIGNS.get(currency, currency + ' ')}{abs(total) / 100:,.2f}")
        else:
            parts.append(f"{sign}{abs(total):,} chips")
    return ", ".join(parts)


def _one(answer: Answer) -> None:
    from kicker.tracker.facts import STATISTICS

    click.echo(f"{count_of(answer.hands, 'hand')}, won {_money(answer)}")
    click.echo(f"{answer.bb100:+.1f} ± {answer.half_width:.1f} bb/100")
    for each in STATISTICS:
        share = answer.shares[each.name]
        value = f"{100 * share.share:5.1f} %" if share.of else "     -  "
        click.echo(f"  {each.title:20} {value}  of {share.of:,}")


def _table(by: str, answers: Sequence[Answer]) -> None:
    from kicker.tracker.facts import STATISTICS

    titles = {each.name: each.title for each in STATISTICS}
    heads = [by, "hands", "bb/100", "±", *(titles[name] for name in _COLUMNS)]
    rows = [
        [
            answer.group,
            f"{answer.hands:,}",
            f"{answer.bb100:+.1f}",
            f"{answer.half_width:.1f}",
            *(f"{100 * answer.shares[name].share:.0f}" if answer.shares[name].of else "-" for name in _COLUMNS),
        ]
        for answer in answers
    ]
    widths = [max(len(row[place]) for row in [heads, *rows]) for place in range(len(heads))]
    for row in [heads, *rows]:
        first, *rest = zip(row, widths, strict=True)
        click.echo("  ".join([f"{first[0]:{first[1]}}", *(f"{text:>{width}}" for text, width in rest)]).rstrip())
