"""Games of a person against bots, made as the prompt and the terminal make them."""

from typing import Any

from kicker.sitting import Sitting
from kicker.ui.common.offer import find_offer


def new_sitting(
    game: str, seats: int, person: int, bots: str, seed: int | str, rules: str = "standard", **asked: Any
) -> Sitting:
    """A game with these options, and the usual ones for the rest."""
    offer = find_offer(game, rules)
    return offer.against_bots(offer.terms({"seats": seats} | asked), person, bots, seed)


def holdem_sitting(seats: int, person: int, bots: str, seed: int | str, **asked: Any) -> Sitting:
    """Hold'em."""
    return new_sitting("holdem", seats, person, bots, seed, **asked)


def draw_sitting(seats: int, person: int, bots: str, seed: int | str, **asked: Any) -> Sitting:
    """Five-card draw."""
    return new_sitting("draw", seats, person, bots, seed, **asked)


def classic_draw_sitting(seats: int, person: int, bots: str, seed: int | str) -> Sitting:
    """The draw game of an older program."""
    return new_sitting("draw", seats, person, bots, seed, "classic")


def classic_holdem_sitting(seed: int | str) -> Sitting:
    """The hold'em game of an older program."""
    return new_sitting("holdem", 2, 0, "", seed, "classic")
