"""Games of a person against bots, made as the prompt and the terminal make them."""

from typing import Any

from kicker.table import Table
from kicker.ui.common.offer import find_offer


def new_table(
    game: str, seats: int, person: int, bots: str, seed: int | str, rules: str = "standard", **asked: Any
) -> Table:
    """A game with these options, and the usual ones for the rest."""
    offer = find_offer(game, rules)
    return offer.against_bots(offer.terms({"seats": seats} | asked), person, bots, seed)


def holdem_table(seats: int, person: int, bots: str, seed: int | str, **asked: Any) -> Table:
    """Hold'em."""
    return new_table("holdem", seats, person, bots, seed, **asked)


def draw_table(seats: int, person: int, bots: str, seed: int | str, **asked: Any) -> Table:
    """Five-card draw."""
    return new_table("draw", seats, person, bots, seed, **asked)


def classic_draw_table(seats: int, person: int, bots: str, seed: int | str) -> Table:
    """The draw game of an older program."""
    return new_table("draw", seats, person, bots, seed, "classic")


def classic_holdem_table(seed: int | str) -> Table:
    """The hold'em game of an older program."""
    return new_table("holdem", 2, 0, "", seed, "classic")
