"""Moves as values and as text: `Move`, `parse_move`. `klondike.py` decides which moves are legal.

>>> parse_move("4 s"), str(parse_move("turn")), str(Move("1", "2", 3))
(Move(source='4', target='S', count=1), 'turn', '1 2 3')
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from kicker.cards import shorten
from kicker.errors import IllegalAction

STOCK: Final = "0"
COLUMNS: Final = tuple("1234567")


class _Move(NamedTuple):
    source: str
    """The pile that cards leave; for `TURN` and `BACK`, the move itself."""
    target: str
    """The pile that cards go to; empty for `TURN` and `BACK`."""
    count: int  # type: ignore[assignment]  # hides tuple.count, which a move has no use for
    """The number of cards; 0 for as many as fit."""


class Move(_Move):
    """A move of cards from one pile to another: `0` is the stock, `1` to `7` are columns, `S H D C` are foundations.

    `count` is the number of cards. Between columns it may be 0, and is if it is not given: as many as fit. All other
    moves are of 1 card. `TURN` and `BACK` turn the stock and have no target.
    """

    __slots__ = ()

    def __new__(cls, source: str, target: str = "", count: int | None = None) -> Move:
        """Make a move. The position decides whether it is legal."""
        return super().__new__(cls, source, target, _usual(source, target) if count is None else count)

    def __str__(self) -> str:
        words = [self.source, self.target] if self.target else [self.source]
        return " ".join(words if self.count == _usual(self.source, self.target) else [*words, str(self.count)])


def _usual(source: str, target: str) -> int:
    """Return the count that a move has if none is given."""
    return 0 if not target or (source in COLUMNS and target in COLUMNS) else 1


TURN: Final = Move("turn")
"""Turn up the next card or cards of the stock; with none left, turn the waste over."""
BACK: Final = Move("back")
"""Show the previous stock card, where the stock turns both ways."""

_CARDS = re.compile(r"\(?\s*([0-7SHDC])\s*([0-7SHDC])(?:\s+([0-9]{1,2}))?\s*\)?")


def parse_move(text: str) -> Move:
    """Parse a move: the inverse of `str(move)`. Upper and lower case, `4S` and `(4 S)` are accepted.

    Text that cannot be read raises `IllegalAction`.
    """
    words = " ".join(text.upper().split())
    if words in ("TURN", "BACK"):
        return TURN if words == "TURN" else BACK
    if found := _CARDS.fullmatch(words):
        return Move(found[1], found[2], None if found[3] is None else int(found[3]))
    raise IllegalAction(
        f"{shorten(text)} is not a move: write turn, back or two piles like '4 S', '0 3' or '1 2 3' for 3 cards, where "
        "0 is the stock, 1 to 7 are columns and S, H, D, C are foundations",
        "text",
    )
