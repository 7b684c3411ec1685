"""The sentences of the three Klondike screens, and the keys that they share.

The prompt and the terminal use these sentences. The browser gets facts and makes the same sentences in
`static/klondike-words.js`; `tests/data/klondike-sentences.json` and a test of the keys keep both the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from kicker.cards import count_of
from kicker.errors import KickerError
from kicker.solitaire import (
    BACK,
    TURN,
    Finish,
    IllegalMove,
    Klondike,
    Move,
    Position,
    Refusal,
    View,
    possible_moves_line,
)
from kicker.solitaire.hints import Hint, Oracle
from kicker.solitaire.moves import STOCK
from kicker.solitaire.piles import SUIT_ORDER
from kicker.ui.common.text import UNBROKEN, Look, capital


class Command(NamedTuple):
    """A key that means the same on every screen."""

    key: str
    name: str
    """A word or two for a button."""
    what: str
    """A description for the list of keys."""


COMMANDS: Final = {
    "turn": Command("R", "Turn", "turn the stock"),
    "back": Command("L", "Back", "turn the stock back, if it turns both ways"),
    "home": Command("F", "Home", "send the card you hold to its foundation"),
    "autoplay": Command("A", "Auto", "play safe cards home; all of them once every card is face up"),
    "undo": Command("U", "Undo", "undo the last move"),
    "redo": Command("E", "Redo", "redo the move you undid"),
    "moves": Command("Y", "Moves", "list the possible moves"),
    "hint": Command("T", "Hint", "hint: how often each move wins, from what you can see"),
    "oracle": Command("P", "Oracle", "oracle: a winning move, found by looking at the hidden cards"),
    "new": Command("N", "New", "new deal"),
    "winnable": Command("B", "Beatable", "new deal that can be won"),
    "number": Command("G", "Number", "deal a game by its number"),
    "write": Command("W", "Save", "save the game to a file"),
    "open": Command("O", "Open", "open a saved game"),
    "redraw": Command("V", "Redraw", "draw the screen again"),
    "quit": Command("Q", "Quit", "leave the game"),
    "let_go": Command("X", "Let go", "let go of a card, or cancel"),
    "keys": Command("?", "Keys", "list the keys"),
}
PILES: Final = Command("0, 1-7, S H D C", "Pile", "stock, column or foundation: pick up a card, then put it down")
"""The stock, the columns and the foundations."""
POINTER: Final = (
    Command("arrows", "Point", "point at a card"),
    Command("Enter, Space", "Use", "take the card you point at, put down the one you hold, or turn the stock"),
    Command("Esc", "Back", "let go of a card, or go back"),
    Command("PgUp, PgDn", "Scroll", "scroll a table that is larger than the screen"),
)
"""Keys of the screens where you can point at a card: the terminal and the browser."""

AGAIN: Final = f"{COMMANDS['new'].key} deals a new game."
KEYS_HINT: Final = f"{COMMANDS['keys'].key} lists the keys."
THINKING: Final = "Thinking ..."
STUCK: Final = f"No more cards can be turned up or played to a foundation. {COMMANDS['undo'].key} undoes moves, {AGAIN}"
WON_ALREADY: Final = f"This game is won. {AGAIN}"
NOTHING_HELD: Final = f"Take a card first; {COMMANDS['home'].key} then sends it to its foundation."
GIVING_UP: Final = "This game will count as not won."
_LISTED: Final = 5  # the number of moves that a hint lists
_NUMBERS: Final = {1: "a card", 2: "two cards", 3: "three cards"}


def sentence(words: str) -> str:
    """Words as a sentence, with a capital letter and a full stop; empty if there are none."""
    return capital(words if not words or words.endswith((".", "!", "?", ":")) else f"{words}.")


# --- the game --------------------------------------------------------------------------------------------------------


def deal_name(number: int | None) -> str:
    """Return the name of a deal."""
    return "this deal" if number is None else f"deal {number}"


def stock_words(rules: Klondike) -> str:
    """Describe how the stock is turned."""
    return "1 card, both ways" if rules.both_ways else f"{count_of(rules.draw, 'card')} at a time"


def rules_text(rules: Klondike) -> str:
    """Return the rules in words."""
    if rules.both_ways:
        return stock_words(rules)
    redeals = "any number of redeals" if rules.redeals is None else count_of(rules.redeals, "redeal")
    return f"{stock_words(rules)}, {redeals}"


def rules_left(view: View) -> str:
    """Return the rules in words, with the redeals that are left."""
    rules = view.rules
    if rules.redeals is None:
        return rules_text(rules)
    return f"{rules_text(replace(rules, redeals=rules.redeals - view.passes))} left"


def won_words(number: int | None, made: int, score: int) -> str:
    """Return the words for a win."""
    return f"{capital(deal_name(number))} is won in {count_of(made, 'move')} with a score of {score}. Well played!"


def finish_words(finish: Finish | None) -> str:
    """Return the offer to finish the game with one key, if that is possible."""
    if finish is None:
        return ""
    costs = "" if finish.free else "; turning the waste over may cost points"
    return f"All cards are face up: {COMMANDS['autoplay'].key} sends them to the foundations{costs}."


# --- moves -----------------------------------------------------------------------------------------------------------


def move_words(view: View, move: Move, look: Look) -> str:
    """Describe a move: `7♥ onto 8♠`, `draw three cards`, `A♣ to its foundation`."""
    if not move.target:
        return _turn_words(view, move)
    taken = view.loose(move.source)[-max(1, move.count) :]
    first, others = look.name(taken[0]), len(taken) - 1
    if move.target in SUIT_ORDER:
        return f"{first} to its foundation"
    cards = f"{first} and {others} more" if others else first
    back = " back" if move.source in SUIT_ORDER else ""
    below = view.loose(move.target)
    return f"{cards}{back} onto {look.name(below[-1])}" if below else f"{cards}{back} to empty column {move.target}"


def _turn_words(view: View, move: Move) -> str:
    if view.rules.both_ways:
        return "turn the stock back" if move == BACK else "turn the stock"
    left = len(view.stock) - view.waste
    return f"draw {_NUMBERS[min(left, view.rules.draw)]}" if left else "turn the waste over"


def move_keys(move: Move) -> str:
    """Return the keys to type for a move: `R`, `4 S`, `1 2`. The number of cards never varies, so it is not needed."""
    turns = {TURN: COMMANDS["turn"].key, BACK: COMMANDS["back"].key}
    return turns.get(move) or f"{move.source} {move.target}"


def undone_words(view: View, move: Move, look: Look) -> str:
    """Return the words for an undone move; `view` is the one before the move."""
    return f"Undone: {move_words(view, move, look)}."


def redone_words(view: View, move: Move, look: Look) -> str:
    """Return the words for a redone move; `view` is the one before the move."""
    return f"Redone: {move_words(view, move, look)}."


def home_words(moves: Sequence[Move]) -> str:
    """Return the words for cards that went home."""
    homes = sum(move.target in SUIT_ORDER for move in moves if move.target)
    return f"{count_of(homes, 'card')} sent to the foundations."


def refusal_words(error: KickerError, look: Look) -> str:
    """Explain why a move is refused; another key lists the legal moves."""
    return sentence(error.refusal.words(look.name) if isinstance(error, IllegalMove) else str(error))


def nothing_to_take(position: Position, pile: str) -> str:
    """Return the words for a pile without a card to take, and how to get one."""
    how = f"; {COMMANDS['turn'].key} turns one up" if pile == STOCK and position.stock.cards else ""
    return sentence(f"{Refusal('empty', pile).text}{how}")


# --- hints -----------------------------------------------------------------------------------------------------------


class HintRow(NamedTuple):
    """A move of a hint."""

    keys: str
    share: str
    """The share of wins, with its 95% interval."""
    words: str


def possible_words(position: Position) -> str:
    """Return the possible moves; a line may break between two of them, not within one."""
    possible = possible_moves_line(position) or "none"
    return possible.replace(" ", UNBROKEN).replace(f"{UNBROKEN}(", " (")


def share_words(hint: Hint) -> str:
    """Return the share of wins of a move with its interval: `98% (95-99)`."""
    share, low, high = (f"{100 * value:.0f}" for value in (hint.share, hint.low, hint.high))
    return f"{share}% ({low}-{high})"


def hint_heading(hints: Sequence[Hint]) -> str:
    """Return the heading that explains the figures of a hint."""
    if not hints:
        return "No moves left."
    return f"Wins after each move, in {count_of(hints[0].tried, 'random deal')} of the hidden cards (95% interval):"


def hint_rows(view: View, hints: Sequence[Hint], look: Look) -> list[HintRow]:
    """Return the best moves, each with its share of wins."""
    return [HintRow(move_keys(one.move), share_words(one), move_words(view, one.move, look)) for one in hints[:_LISTED]]


def more_words(hints: Sequence[Hint]) -> str:
    """Return the number of moves that are not listed."""
    return f"and {count_of(len(hints) - _LISTED, 'more move')}" if len(hints) > _LISTED else ""


def oracle_words(view: View, found: Oracle, look: Look, *, with_keys: bool = False) -> str:
    """Return the oracle's answer, with the keys of the move."""
    result, reason = found.verdict.result, found.verdict.reason
    if result == "unknown":
        return f"Undecided: {reason}."
    if found.move is None:
        return "This game is won." if result == "won" else "This game can no longer be won."
    keys = f" ({move_keys(found.move)})" if with_keys else ""
    return f"Next: {move_words(view, found.move, look)}{keys}. This line wins in {count_of(found.left, 'move')}."
