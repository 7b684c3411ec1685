"""How good a hand is in games that `kicker.equity` and `kicker.discards` do not count: from what its player can see."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from kicker.cards import Card, count_of
from kicker.games import Game, View
from kicker.orders import HIGH
from kicker.players.odds import best_exchange, likely_share


def has_exact_draws(game: Game) -> bool:
    """True if `kicker.best_discard` counts it: one draw to five cards, and the usual order of hands."""
    draws = sum(street.exchange > 0 for street in game.streets)
    return (draws, game.hand_cards, game.orders) == (1, 5, (HIGH,))


def chance_words(view: View, name: Callable[[Card], str], seed: str) -> str:
    """The share of the pot to expect against likely hands, in a draw with the best discards; `name` writes a card."""
    dice = Random(seed)
    if view.options.phase == "drawing" and view.options.to_act == view.seat:
        best = best_exchange(view, dice)
        what = " ".join(["discard", *map(name, best.discards)]) if best.discards else "stand pat"
        return f"{what}: about {best.share:.0%} of the pot"
    others = sum(view.live) - 1
    return f"about {likely_share(view, dice):.0%} of the pot against {count_of(others, 'likely hand')}"
