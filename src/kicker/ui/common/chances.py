"""The strength of a hand in words, in games other than hold'em, from `kicker.equity` and `kicker.best_draw`."""

from __future__ import annotations

from collections.abc import Callable

from kicker.cards import Card, count_of
from kicker.discards import best_draw
from kicker.games import Game, View
from kicker.odds import PlayerLike, equity
from kicker.orders import HIGH

DEALS = 20_000
"""The number of random deals for an answer: a few milliseconds."""
DRAWS = 1_000
"""The number of random deals for each discard; ten times as many for the best discards."""


def has_exact_draws(game: Game) -> bool:
    """Return True if `kicker.best_discard` covers the game: one draw to five cards, and the usual order of hands."""
    return (game.draws, game.hand_cards, game.orders) == (1, 5, (HIGH,))


def chance_words(view: View, name: Callable[[Card], str], seed: str) -> str:
    """Return the share of the pot to expect from what can be seen, in a draw with the best discards; `name` writes a
    card."""
    game, number = view.rules.game, int.from_bytes(seed.encode(), "big") % 2**61
    gone = [card for event in view.history if event.kind == "discard" for card in event.known if card not in view.hand]
    if view.options.phase == "drawing" and view.options.to_act == view.seat:
        draws = sum(street.exchange > 0 for street in game.streets[view.street + 1 :])  # this one and later ones
        best = best_draw(view.hand, game, view.options.max_draw, draws=draws, trials=DRAWS, seed=number)[0]
        what = " ".join(["discard", *map(name, best.discards)]) if best.discards else "stand pat"
        return f"{what}: about {best.share:.0%} against a pat hand"
    others = [seat for seat, is_in in enumerate(view.live) if is_in and seat != view.seat]
    seen = {card for hand in view.hands for card in hand if card is not None}.union(gone, view.board)
    while True:
        hands: list[tuple[Card, ...]] = [view.hand, *(view.open_cards(seat) for seat in others)]
        dead = seen.difference(view.board, *hands)
        if not game.exchanges or len(dead) + game.hand_cards * len(hands) <= len(game.deck):
            break
        others.pop()  # too few cards for all: leave out opponents
    players: list[PlayerLike] = [hand or "random" for hand in hands]
    found = equity(players, view.board, sorted(dead), game=game, trials=DEALS, seed=number).players[0]
    return f"about {found.equity:.0%} of the pot against {count_of(len(others), 'unknown hand')}"
