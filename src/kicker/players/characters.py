"""Characters from beginner to regular: `solid` with bad habits, for mixed tables where a newcomer can win.

Each is a `Manner`, a few numbers that say how it differs from sound play.
"""

from __future__ import annotations

from kicker.players.situation import Manner
from kicker.players.solid import Solid


class Novice(Solid):
    """A beginner: plays too many hands, calls too much, bets only with a made hand, and hardly reads opponents."""

    manner = Manner(loose=1.8, aggression=0.5, bluffs=0.3, reading=0.2, odd_sizes=0.4)


class Rock(Solid):
    """A rock: waits for good cards, seldom bluffs, and believes every bet."""

    manner = Manner(loose=0.65, aggression=0.8, bluffs=0.3)


class Gambler(Solid):
    """A gambler: plays many hands, and bets and bluffs too much."""

    manner = Manner(loose=1.35, aggression=1.3, bluffs=1.7, reading=0.7, odd_sizes=0.25)


class Regular(Solid):
    """A regular: plays a sound game with small leaks."""

    manner = Manner(loose=1.1, bluffs=0.8, reading=0.85)
