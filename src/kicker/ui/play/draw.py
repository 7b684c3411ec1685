"""`kicker play draw`: five-card draw at the prompt, against bots or, without bets, for several at one keyboard."""

from __future__ import annotations

from typing import Final, cast

import click

from kicker.games import Limit
from kicker.records import Replay
from kicker.ui.common.home import KeptGame
from kicker.ui.play.options import (
    LOOKS,
    MOST_CHIPS,
    kept_options,
    look_of,
    look_options,
    new_seed,
    refuse_options,
    table_options,
)
from kicker.ui.tables import classic_draw_sitting, draw_sitting
from kicker.ui.watch import Row, end_rows, game_lines

KINDS: Final = {"standard": "draw", "classic": "classic-draw"}


@click.command()
@click.option("--no-betting", is_flag=True, help="A single round without bets for 2 to 6 at one keyboard.")
@click.option("--deck", metavar="CARDS", help="With --no-betting: the deck in the order in which it is dealt.")
@click.option(
    "--rules",
    type=click.Choice(["standard", "classic"]),
    default="standard",
    show_default=True,
    help="Raises and up to 3 cards, or one bet to match, an ante that rises, and up to 4.",
)
@click.option("--seats", type=click.IntRange(2, 6), help="How many play: 4 by default, 2 with --rules classic.")
@click.option(
    "--ante", type=click.IntRange(1, MOST_CHIPS), default=5, show_default=True, help="What everybody pays at first."
)
@table_options("drawer", "The ante rises every N deals; 0 for never. With --rules classic it rises by 1 with each.")
@kept_options
@look_options
@click.pass_context
def draw(
    context: click.Context, /, no_betting: bool, deck: str | None, rules: str, seats: int | None, seat: int, bots: str,
    stack: int, ante: int, betting: Limit, rise: int, seed: int | None, resume: str | None, four_colour: bool,
    plain: bool,
) -> None:  # fmt: skip
    """Play five-card draw against bots until one seat has all the chips.

    At the end the winner is printed, and every round with the hands as they were at its end.

    \b
      kicker play draw
      kicker play draw --rules classic --seats 3 --seat 2 --seed 7
      kicker play draw --no-betting
      kicker play draw --resume
    """
    look = look_of(four_colour, plain)
    if resume is not None:
        refuse_options(
            context, {"resume", "rules", "no_betting", *LOOKS}, "begins a game, and --resume goes on with one"
        )
    if no_betting:
        from kicker.ui.play.plain_draw import play_plain_draw

        refuse_options(context, {"no_betting", "deck", "seed", "resume", *LOOKS}, "has no meaning with --no-betting")
        play_plain_draw(deck, seed, resume, look)
        return
    if deck is not None:
        raise click.UsageError("--deck goes with --no-betting")
    from kicker.ui.play.poker import PokerPrompt

    kind = KINDS[rules]
    if resume is not None:
        game = KeptGame.resume(kind, resume)
    elif rules == "classic":
        refuse_options(
            context, {"seats", "seat", "bots", "rules", "seed", *LOOKS}, "has no meaning with --rules classic"
        )
        game = KeptGame.begin(kind, classic_draw_sitting(seats or 2, seat - 1, bots, new_seed(seed)))
    else:
        sitting = draw_sitting(
            seats or 4, seat - 1, bots, new_seed(seed), stack=stack, ante=ante, betting=betting, rise=rise
        )
        game = KeptGame.begin(kind, sitting)
    PokerPrompt(game, look).run(f"kicker play draw{' --rules classic' * (rules == 'classic')} --resume")
    if game.table.finished:
        for line in game_lines(game.table, map(recorded_rows, game.hands())):
            click.echo(line)


def recorded_rows(found: Replay) -> list[Row]:
    """A recorded round, its players as they sit: a record begins left of the button."""
    rows = end_rows(found.final, found.record.names)
    seats = cast("list[int]", found.record.fields["seats"])
    return [row for _, row in sorted(zip(seats, rows, strict=True))]
