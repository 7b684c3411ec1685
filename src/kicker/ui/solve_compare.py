"""`kicker solve --compare`: the same node of two solutions, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from kicker.ui.solve_view import PLAYERS, as_number

if TYPE_CHECKING:
    from kicker.solver import Comparison, HandDifference

_SHOWN = 12  # hands that change most


def print_comparison(found: Comparison, name: str, hands: Sequence[str]) -> None:
    """Print the frequencies and values in both solutions, and the hands whose play differs most."""
    width = max(24, *(len(f"  {size}") for size in found.sizes)) if found.actions else 24
    click.echo(f"\ncompared with {name}")
    click.echo(f"{'':{width}} {'this':>10} {'the other':>10} {'change':>10}")
    for size, one, other in zip(found.sizes, *found.frequencies, strict=True):
        click.echo(f"{'  ' + size:{width}} {one:10.1%} {other:10.1%} {100 * (other - one):+z9.1f}%")
    for player, (one, other) in enumerate(zip(*found.values, strict=True)):
        words = f"  value {PLAYERS[player]}"
        click.echo(f"{words:{width}} {one:z10.2f} {other:z10.2f} {other - one:+z10.2f}")
    if found.player >= 0:
        _print_hands(found, hands)


def _print_hands(found: Comparison, hands: Sequence[str]) -> None:
    rows = [found.hand(hand) for hand in hands] or changed_most(found)[:_SHOWN]
    if not rows:
        click.echo("  no hand is played differently")
        return
    widths = [max(12, len(size)) for size in found.sizes]
    heads = "  ".join(f"{size:>{width}}" for size, width in zip(found.sizes, widths, strict=True))
    click.echo(f"  {'hand':6} {heads}  {'value':>18}")
    for row in rows:
        shares = "  ".join(
            f"{f'{one:.0%} -> {other:.0%}':>{width}}"
            for one, other, width in zip(*row.frequencies, widths, strict=True)
        )
        value = f"{row.values[0]:z.2f} -> {row.values[1]:z.2f}"
        click.echo(f"  {row.combo[1]}{row.combo[0]:<4} {shares}  {value:>18}")


def changed_most(found: Comparison) -> list[HandDifference]:
    """Return the hands of the player to act that are played differently, those that matter most first."""
    rows = [row for row in found.hands() if min(row.weights) > 0 and row.shift >= 0.005]
    return sorted(rows, key=lambda row: -row.shift * sum(row.weights))


def comparison_dict(found: Comparison, hands: Sequence[str]) -> dict[str, object]:
    """Return the object of `--json`; the first number of each pair is this solution's."""
    named = [found.hand(hand) for hand in hands] if found.player >= 0 else []
    return {
        "actions": [str(action) for action in found.actions],
        "frequencies": [[as_number(share) for share in row] for row in found.frequencies],
        "values": [[as_number(value) for value in row] for row in found.values],
        "hands": [
            {
                "hand": f"{row.combo[1]}{row.combo[0]}",
                "frequencies": [list(shares) for shares in row.frequencies],
                "values": [as_number(value) for value in row.values],
            }
            for row in named
        ],
    }
