"""Reports on players whose decisions failed, so that the table checked or folded for them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import click

from kicker.errors import KickerError


class Failures(NamedTuple):
    """The failures of one player."""

    name: str
    failed: int
    """Decisions that were illegal, late or missing."""
    decisions: int
    unlearnt: int = 0
    """Hands that it failed to learn from."""
    hands: int = 0
    reasons: tuple[str, ...] = ()
    """The first failures in words."""

    @property
    def hopeless(self) -> bool:
        """True if every decision failed."""
        return 0 < self.decisions == self.failed

    def describe(self) -> str:
        """`./bot: 3 of 50 decisions failed: it ended with exit code 1`."""
        words = []
        if self.failed:
            words.append(f"{self.failed:,} of {self.decisions:,} decisions failed")
        if self.unlearnt:
            words.append(f"learning failed after {self.unlearnt:,} of {self.hands:,} hands")
        return ": ".join([self.name, " and ".join(words), *self.reasons[:1]])


def refuse_hopeless(players: Iterable[Failures], least: int = 1) -> None:
    """Raise if a player failed every decision, at least `least` of them: the result would mean nothing."""
    for player in players:
        if player.hopeless and player.failed >= least:
            raise KickerError(player.describe(), "program")


def tell_failures(players: Iterable[Failures]) -> None:
    """Report each player's failures, with the first reasons."""
    for player in players:
        if player.failed or player.unlearnt:
            click.echo("\n  ".join([player.describe(), *player.reasons[1:]]), err=True)
