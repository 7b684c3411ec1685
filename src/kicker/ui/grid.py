"""The 13 x 13 grid of a range: pairs on the diagonal, suited hands above it, offsuit hands below."""

from __future__ import annotations

from collections.abc import Mapping

import click

from kicker.combos import CLASSES
from kicker.ranges import Range
from kicker.ui.common.style import has_colour


def print_grid(title: str, shown: Range) -> None:
    """Print the classes of a range. A star marks classes played part of the time; their shares are listed below."""
    weights = shown.class_weights()
    click.echo(title)
    for row in range(13):
        click.echo("  " + "".join(_cell(name, weights) for name in CLASSES[13 * row : 13 * row + 13]))
    partly = [f"{name} {weights[name]:.1%}" for name in CLASSES if 0 < weights[name] < 1]
    if partly:
        click.echo("  * " + ", ".join(partly[:12]) + (f" and {len(partly) - 12} more" if len(partly) > 12 else ""))


def _cell(name: str, weights: Mapping[str, float]) -> str:
    weight = weights[name]
    mark = "*" if 0 < weight < 1 else " "
    if not has_colour():
        return f"{name + mark:5}" if weight else f"{'.':5}"
    text = f"{name:4}{mark}"
    if weight == 0:
        return click.style(text, dim=True)
    return click.style(text, fg="black", bg="green" if weight == 1 else "yellow")
