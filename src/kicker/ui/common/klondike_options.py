"""The options for the rules of Klondike."""

from __future__ import annotations

from collections.abc import Callable

import click

from kicker.solitaire import Klondike

Decorator = Callable[[Callable[..., None]], Callable[..., None]]


def options(*several: Decorator) -> Decorator:
    """Options that commands share, in the order in which --help lists them."""

    def decorate(function: Callable[..., None]) -> Callable[..., None]:
        for one in reversed(several):
            function = one(function)
        return function

    return decorate


rules_options = options(
    click.option("--draw", type=click.Choice(["1", "3"]), default="1", show_default=True,
                 help="Cards drawn at a time."),
    click.option("--redeals", type=click.Choice(["none", "3", "2", "1", "0"]), default="none", show_default=True,
                 help="Redeals allowed; none means no limit."),
)  # fmt: skip


def rules_of(draw: str, redeals: str) -> Klondike:
    """Return the rules that the options name."""
    return Klondike(draw=int(draw), redeals=None if redeals == "none" else int(redeals))
