"""The hand histories of GGPoker: PokerStars' lines with other names for the games."""

from __future__ import annotations

import re
from typing import Final

from kicker.games import Limit
from kicker.sites.pokerstars import PokerStars

_GAMES: Final = {"PLO": "omaha", "PLO-5": "omaha-5", "PLO-6": "omaha-6"}
_GAME = re.compile(r"(PLO(?:-[56])?) \(")
_NO_LIMIT_LATER: Final = "Omaha (NL postflop)"
"""Omaha with a pot limit before the flop and none after it; tournament names come before it."""


class GGPoker(PokerStars):
    """A hand of GGPoker."""

    site = "GGPoker"
    start = re.compile(r"\s*Poker Hand #(?P<number>[A-Z]*\d+)\s*:\s*(?P<rest>.*)")

    def game(self, rest: str) -> tuple[str, Limit]:
        """Return the name of the game and its betting structure; `PLO` says both."""
        if _NO_LIMIT_LATER in rest:
            return "omaha", "no-limit"
        found = _GAME.match(rest)
        return (_GAMES[found[1]], "pot-limit") if found else super().game(rest)
