"""What the three screens of Klondike say, and the keys that they share.

The prompt and the terminal say these sentences. The browser is sent facts and makes its own of them in
`static/klondike-words.js`, because there a sentence shows cards. A test compares its keys with `COMMANDS`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from kicker.cards import count_of
from kicker.errors import KickerError
from kicker.solitaire import IllegalMove, Klondike, Move, Position, View, possible_moves_line
from kicker.solitaire.hints import Hint
from kicker.solitaire.moves import STOCK
from kicker.ui.common.text import UNBROKEN

KEYS_HINT: Final = "? lists the keys"
THINKING: Final = "thinking ..."
STUCK: Final = "no card can be turned up or come home any more: U takes moves back, N begins another game"
AGAIN: Final = "N deals anew"
WON_ALREADY: Final = f"this game is won: {AGAIN}"
_LISTED: Final = 5  # moves that a hint lists


class Command(NamedTuple):
    """A key that means the same on every screen."""

    key: str
    name: str
    """A word or two for a button."""
    what: str
    """What it does, for the list of keys."""


COMMANDS: Final = {
    "turn": Command("R", "Turn", "turn the stock"),
    "back": Command("L", "Turn back", "turn the stock back, if it goes both ways"),
    "undo": Command("U", "Undo", "take the last move back"),
    "redo": Command("E", "Redo", "make it again"),
    "autoplay": Command("A", "Safe", "bring home what can go home safely"),
    "moves": Command("Y", "Moves", "list the possible moves"),
    "hint": Command("T", "Hint", "hint: how often each move wins, from what you can see"),
    "oracle": Command("P", "Oracle", "oracle: the next move of a sure win; it knows the hidden cards"),
    "new": Command("N", "New", "new game"),
}


# --- the game --------------------------------------------------------------------------------------------------------


def deal_name(number: int | None) -> str:
    """What a deal is called."""
    return "this deal" if number is None else f"deal {number}"


def stock_words(rules: Klondike) -> str:
    """How the stock is turned."""
    return "1 card, both ways" if rules.both_ways else f"{count_of(rules.draw, 'card')} at a time"


def rules_text(rules: Klondike) -> str:
    """The rules in words."""
    if rules.both_ways:
        return stock_words(rules)
    redeals = "any number of redeals" if rules.redeals is None else count_of(rules.redeals, "redeal")
    return f"{stock_words(rules)}, {redeals}"


def rules_left(view: View) -> str:
    """The rules in words, with the redeals that are left."""
    rules = view.rules
    if rules.redeals is None:
        return rules_text(rules)
    return f"{rules_text(replace(rules, redeals=rules.redeals - view.passes))} left"


def won_words(number: int | None, position: Position) -> str:
    """That a game is won."""
    made = count_of(position.made, "move")
    return f"{deal_name(number)} is won in {made} with a score of {position.score}: well played!"


# --- moves -----------------------------------------------------------------------------------------------------------


def home_words(moves: Sequence[Move]) -> str:
    """What went home."""
    return f"{count_of(len(moves), 'card')} brought home"


def refusal_words(error: KickerError) -> str:
    """Why something is refused; the legal moves are listed by a key of their own."""
    return error.brief if isinstance(error, IllegalMove) else str(error)


def nothing_to_take(position: Position, pile: str) -> str:
    """That a pile has no card to take, and how to get one."""
    how = f": {COMMANDS['turn'].key} turns one up" if pile == STOCK and position.stock.cards else ""
    return f"there is no card to take at {pile}{how}"


# --- hints -----------------------------------------------------------------------------------------------------------


def possible_words(position: Position) -> str:
    """The possible moves; a line may end between two of them, and not within one."""
    possible = possible_moves_line(position) or "none"
    return possible.replace(" ", UNBROKEN).replace(f"{UNBROKEN}(", " (")


def hint_lines(hints: Sequence[Hint]) -> list[str]:
    """How often the best moves win, each with its 95 % interval."""
    if not hints:
        return ["no move is left"]
    lines = [f"wins after each move, of {count_of(hints[0].tried, 'way')} to deal the hidden cards (95 % interval):"]
    for one in hints[:_LISTED]:
        share, low, high = (f"{100 * value:.0f}" for value in (one.share, one.low, one.high))
        lines.append(f"{one.move!s:<6}{share:>4} % ({low}-{high})".replace(" ", UNBROKEN))
    if len(hints) > _LISTED:
        lines.append(f"and {count_of(len(hints) - _LISTED, 'move')} more")
    return lines
