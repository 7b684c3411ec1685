"""Options that games at the prompt share."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

import click
from click.core import ParameterSource

from kicker.ui.common.choices import Names
from kicker.ui.common.pace import SPEEDS

Command = Callable[..., None]
LOOKS: Final = {"four_colour", "plain"}
"""The options that say how cards are drawn; they can be combined with all others."""


def look_options(function: Command) -> Command:
    """Add --four-colour and --ascii."""
    function = click.option("--ascii", "plain", is_flag=True, help="Draw with plain characters only.")(function)
    return click.option("--four-colour", "--four-color", "four_colour", is_flag=True, help="A colour for each suit.")(
        function
    )


speed_option = click.option(
    "--speed", type=Names("speed", SPEEDS), help="How long bots think; normal, unless KICKER_SPEED is set."
)
resume_option = click.option(
    "--resume", is_flag=False, flag_value="", metavar="[NAME]", help="Resume the last game, or NAME."
)


def refuse_options(context: click.Context, but: Collection[str], why: str) -> None:
    """Refuse options that have no meaning here, except those in `but`."""
    for parameter in context.command.params:
        name = parameter.name or ""
        if name not in but and context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise click.UsageError(f"{parameter.opts[0]} {why}")
