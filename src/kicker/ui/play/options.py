"""Options that games at the prompt share."""

from __future__ import annotations

from collections.abc import Callable, Collection
from random import SystemRandom
from typing import Final

import click
from click.core import ParameterSource

from kicker.ui.text import Look

Command = Callable[..., None]
LOOKS: Final = {"four_colour", "plain"}
"""Options that say how cards are drawn: they go with all others."""
MOST_CHIPS: Final = 10**9


def look_options(function: Command) -> Command:
    """--four-colour and --ascii."""
    function = click.option("--ascii", "plain", is_flag=True, help="Draw with plain characters only.")(function)
    return click.option("--four-colour", "--four-color", "four_colour", is_flag=True, help="A colour for each suit.")(
        function
    )


def kept_options(function: Command) -> Command:
    """--seed and --resume."""
    function = click.option(
        "--resume", is_flag=False, flag_value="", metavar="[NAME]", help="Go on with the game left last, or that one."
    )(function)
    return click.option("--seed", type=int, help="The same seed deals the same cards to the same bots.")(function)


def table_options(usual_bots: str, rises: str) -> Callable[[Command], Command]:
    """Who sits where, with what, and how they bet: what hold'em and draw have in common."""
    bots = f"Who plays against you, {usual_bots} by default; fewer than there are seats repeat."
    betting = click.Choice(["no-limit", "pot-limit", "fixed-limit"])
    shared = (
        click.option("--seat", type=int, default=1, show_default=True, metavar="N", help="Your place, counted from 1."),
        click.option("--bots", default="", metavar="NAME,...", help=bots),
        click.option("--stack", type=click.IntRange(1, MOST_CHIPS), default=1000, show_default=True,
                     help="Chips at the start."),
        click.option("--betting", type=betting, default="no-limit", show_default=True, help="How high one may bet."),
        click.option("--rise", type=click.IntRange(0), default=20, show_default=True, metavar="N", help=rises),
    )  # fmt: skip

    def decorate(function: Command) -> Command:
        for option in reversed(shared):
            function = option(function)
        return function

    return decorate


def begun_with(context: click.Context, but: Collection[str]) -> list[str]:
    """The options that were given, as they are written, but for some."""
    return [
        parameter.opts[0]
        for parameter in context.command.params
        if parameter.name not in but
        and context.get_parameter_source(parameter.name or "") is ParameterSource.COMMANDLINE
    ]


def refuse_options(context: click.Context, but: Collection[str], why: str) -> None:
    """Refuse options that have no meaning here."""
    if given := begun_with(context, but):
        raise click.UsageError(f"{given[0]} {why}")


def new_seed(seed: int | None) -> int:
    """The seed that was given, or one that nobody can guess."""
    return SystemRandom().getrandbits(63) if seed is None else seed


def look_of(four_colour: bool, plain: bool) -> Look:
    """How cards are drawn."""
    return Look(four_colour, plain)
