"""`kicker watch`: bots play a whole game, and then it is printed round by round."""

from __future__ import annotations

import warnings
from contextlib import closing

import click

from kicker.errors import KickerError, PlayerWarning
from kicker.games import Event, State
from kicker.table import Table
from kicker.ui.common.offer import OLDER, Offer, new_seed, repeated
from kicker.ui.common.output import progress_bar
from kicker.ui.common.rounds import end_rows, game_lines


def watchable() -> dict[str, Offer]:
    """By the name of the game: rule sets of older programs that the hands alone tell."""
    return {offer.game.name: offer for offer in OLDER if offer.tells_rounds}


@click.command()
@click.argument("game", type=click.Choice(list(watchable())))
@click.option(
    "--players",
    type=click.IntRange(2, max(offer.most_seats for offer in watchable().values())),
    help="How many play, 2 unless --bots names more.",
)
@click.option("--bots", metavar="NAME,NAME...", help="Who plays: one bot for all seats, or one for each.")
@click.option("--seed", type=int, help="The same seed gives the same game; otherwise a random seed is printed.")
def watch(game: str, players: int | None, bots: str | None, seed: int | None) -> None:
    """Watch bots play five-card draw with an ante that rises, until only one can pay it.

    Everybody begins with $1000. After the game the winner is printed, then every round with the hands as they were at
    its end.

    \b
      kicker watch draw --players 2 --seed 7
      kicker watch draw --bots drawer,caller,maniac
    """
    offer = watchable()[game]
    names = [name.strip() for name in bots.split(",")] if bots else list(offer.bots)
    seats = players or max(2, len(names))
    if len(names) not in (1, seats):
        raise KickerError(f"{len(names)} bots for {seats} players: name one for all, or one for each", "bot")
    terms = offer.terms({"seats": seats})
    offer.check_bots(terms, names)
    if seed is None:
        seed = new_seed(None)
        click.echo(f"seed {seed}", err=True)
    table = offer.begin(
        terms,
        [f"Player{seat + 1}" for seat in range(seats)],
        dict(enumerate(repeated(names, seats))),
        seed=seed,
    )
    with closing(table):
        rounds = played(table)
    for line in game_lines(table, [end_rows(state, table.names) for state in rounds]):
        click.echo(line)


def played(table: Table) -> list[State]:
    """Play until one seat is left; the end of every round."""
    ends: list[State] = []

    def observe(state: State, events: tuple[Event, ...]) -> None:
        if any(event.kind == "over" for event in events):
            ends.append(state)
            done(len(ends), f"round {len(ends)}")

    table.observers.append(observe)
    with progress_bar("round 1", None) as done, warnings.catch_warnings(record=True) as faults:
        warnings.simplefilter("default", PlayerWarning)
        table.play()
    for fault in dict.fromkeys(str(each.message) for each in faults):
        click.echo(f"Warning: {fault}", err=True)
    return ends
