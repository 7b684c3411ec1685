"""The reasons why a move is illegal, as facts: `IllegalMove` carries a `Refusal`, so a page or a program need not parse
text.

>>> from kicker.solitaire import Klondike, Move
>>> try:
...     Klondike().start(1).apply(Move("3", "H"))
... except IllegalMove as error:
...     print(error.refusal.kind, *error.refusal.wanted, *error.refusal.cards, error.refusal.text, sep=" · ")
unfit · Ah · 2h · 2h cannot go on the hearts foundation; it takes Ah
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, NamedTuple

from kicker.cards import Card, count_of
from kicker.errors import IllegalAction
from kicker.solitaire.moves import COLUMNS, STOCK, Move
from kicker.solitaire.piles import KINGS, SUIT_ORDER

Kind = Literal[
    "unfit", "empty", "few", "no-pile", "to-stock", "one-way", "no-redeal", "stock-empty", "stock-single", "no-move"
]


_SUIT_NAMES: Final = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


class Refusal(NamedTuple):
    """The reason why a move is illegal. The kind decides which fields matter."""

    kind: Kind
    """The kind of problem."""
    pile: str = ""
    """The pile that cannot give (`empty`, `few`), cannot take (`unfit`), or does not exist (`no-pile`)."""
    wanted: tuple[Card, ...] = ()
    """`unfit`: the cards that the pile would accept."""
    cards: tuple[Card, ...] = ()
    """`unfit`: the cards that were to go there."""
    asked: int = 0
    """`few`, `unfit`: the number of cards that were to be taken; 0 for as many as fit."""
    available: int = 0
    """`few`: the number of cards that can be taken; `no-pile`: the number of columns."""

    @property
    def text(self) -> str:
        """The reason in words."""
        return self.words(str)

    def words(self, name: Callable[[Card], str]) -> str:
        """Return the reason in words, with each card written by `name`."""
        if self.kind == "unfit":
            return self._unfit_words(name)
        called = pile_name(self.pile)
        reasons: dict[Kind, str] = {
            "empty": "no stock card is face up" if self.pile == STOCK else f"{called} is empty",
            "few": f"{called} has only {count_of(self.available, 'card')} to take, not {self.asked}",
            "no-pile": f"there is no pile {self.pile!r}; choose {STOCK}, 1 to {self.available}, S, H, D or C",
            "to-stock": "cards cannot go back to the stock",
            "one-way": "this stock turns one way only",
            "no-redeal": "no redeal is left",
            "stock-empty": "the stock is empty",
            "stock-single": "the stock has only one card",
            "no-move": "that is not a move",
        }
        return reasons[self.kind]

    def _unfit_words(self, name: Callable[[Card], str]) -> str:
        """Say which cards cannot go on the pile, and which it takes."""
        first, others = name(self.cards[0]), len(self.cards) - 1
        alone = " alone" if others and self.asked and self.pile in SUIT_ORDER else ""
        wanted = "a king" if self.pile in COLUMNS and self.wanted == KINGS else " or ".join(map(name, self.wanted))
        takes = f"; it takes {wanted}{alone}" if wanted else ""
        if not others:
            which = f"{first} cannot"
        elif self.asked:
            which = f"{first} and {others} more cannot"
        else:  # any number of cards would have done
            which = f"no card from {first} to {name(self.cards[-1])} can"
        return f"{which} go on {pile_name(self.pile)}{takes}"

    def as_dict(self) -> dict[str, object]:
        """Return the facts for JSON, with cards as text."""
        return self._asdict() | {"wanted": [*map(str, self.wanted)], "cards": [*map(str, self.cards)]}


class IllegalMove(IllegalAction):
    """A Klondike move that the rules forbid; the position has not changed."""

    def __init__(self, move: Move, refusal: Refusal, legal: tuple[Move, ...]) -> None:
        self.move, self.refusal, self.legal = move, refusal, legal
        choice = f"legal moves: {', '.join(map(str, legal))}" if legal else "there is no legal move"
        super().__init__(f"{move}: {refusal.text} ({choice})", "action")

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.move, self.refusal, self.legal)


def pile_name(name: str) -> str:
    """Return the name of a pile for use in a sentence."""
    if name == STOCK:
        return "the stock"
    return f"column {name}" if name in COLUMNS else f"the {_SUIT_NAMES.get(name, name)} foundation"
