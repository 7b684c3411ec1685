"""`kicker play holdem`: hold'em at the prompt, against bots."""

from __future__ import annotations

import click

from kicker.games import Limit
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
from kicker.ui.tables import holdem_sitting


@click.command()
@click.option(
    "--rules",
    type=click.Choice(["standard", "classic"]),
    default="standard",
    show_default=True,
    help="Blinds and free raises, or the console game: heads-up against cpu with a buy-in.",
)
@click.option("--seats", type=click.IntRange(2, 10), default=6, show_default=True, help="How many play.")
@click.option("--blinds", default="5/10", show_default=True, metavar="SMALL/BIG", help="What is posted at first.")
@click.option("--ante", type=click.IntRange(0, MOST_CHIPS), default=0, show_default=True, help="What everybody pays.")
@table_options("sharp and cpu", "Blinds rise every N deals; 0 for never.")
@kept_options
@look_options
@click.pass_context
def holdem(
    context: click.Context, /, rules: str, seats: int, seat: int, bots: str, stack: int, blinds: str, ante: int,
    betting: Limit, rise: int, seed: int | None, resume: str | None, four_colour: bool, plain: bool,
) -> None:  # fmt: skip
    """Play hold'em against bots until one seat has all the chips.

    Side pots, blinds that rise, 2 to 10 seats. After a showdown the bots say why they did what they did, on request.
    With --rules classic it is the console game: heads-up against cpu with a buy-in of 20 and one raise each.

    \b
      kicker play holdem
      kicker play holdem --seats 2 --bots sharp --seed 7
      kicker play holdem --rules classic
      kicker play holdem --resume
    """
    look = look_of(four_colour, plain)
    if resume is not None:
        refuse_options(context, {"resume", "rules", *LOOKS}, "begins a game, and --resume goes on with one")
    if rules == "classic":
        from kicker.ui.play.classic_holdem import play_classic_holdem

        refuse_options(context, {"resume", "rules", "seed", *LOOKS}, "has no meaning with --rules classic")
        play_classic_holdem(seed, resume, look)
        return
    from kicker.ui.play.poker import PokerPrompt

    if resume is not None:
        game = KeptGame.resume("holdem", resume)
    else:
        sitting = holdem_sitting(
            seats, seat - 1, bots, new_seed(seed), stack=stack, blinds=blinds, ante=ante, betting=betting, rise=rise
        )
        game = KeptGame.begin("holdem", sitting)
    PokerPrompt(game, look).run("kicker play holdem --resume")
