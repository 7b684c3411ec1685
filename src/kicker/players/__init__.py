"""Who decides: anything with `act(view) -> Action` is a player. It never sees more than its own view."""

from __future__ import annotations

from typing import Protocol

from kicker.games import Action, View


class Player(Protocol):
    """Somebody who plays: a bot, a program, a person behind a prompt."""

    def act(self, view: View) -> Action:
        """The decision of seat `view.seat`, one of `view.options`."""


__all__ = ["Player"]
