"""Why a move is not legal, as facts: `IllegalMove` carries a `Refusal`, and a page or a program needs to read no text.

>>> from kicker.solitaire import Klondike, Move
>>> try:
...     Klondike().start(1).apply(Move("3", "H"))
... except IllegalMove as error:
...     print(error.refusal.kind, *error.refusal.wanted, *error.refusal.cards, error.brief, sep=" · ")
unfit · Ah · 2h · 3 H: foundation H takes Ah alone, not 2h
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from kicker.cards import Card, count_of
from kicker.errors import IllegalAction
from kicker.solitaire.moves import COLUMNS, STOCK, Move
from kicker.solitaire.piles import SUIT_ORDER

Kind = Literal[
    "unfit", "empty", "few", "no-pile", "to-stock", "one-way", "no-redeal", "stock-empty", "stock-single", "no-move"
]


class Refusal(NamedTuple):
    """Why a move is not legal. Which fields count depends on the kind."""

    kind: Kind
    pile: str = ""
    """The pile that cannot give (`empty`, `few`), cannot take (`unfit`), or does not exist (`no-pile`)."""
    wanted: tuple[Card, ...] = ()
    """`unfit`: the cards that the pile would take."""
    cards: tuple[Card, ...] = ()
    """`unfit`: the cards that were to go there."""
    asked: int = 0
    """`few`: how many cards were to be taken."""
    available: int = 0
    """`few`: how many can be taken; `no-pile`: how many columns there are."""

    @property
    def text(self) -> str:
        """The reason in words."""
        called = pile_name(self.pile)
        wanted = " or ".join(map(str, self.wanted)) or "nothing more"
        alone = " alone" if self.wanted and self.pile in SUIT_ORDER else ""
        reasons: dict[Kind, str] = {
            "unfit": f"{called} takes {wanted}{alone}, not {' '.join(map(str, self.cards))}",
            "empty": f"{called} has no card to take",
            "few": f"{called} has {count_of(self.available, 'card')} to take, not {self.asked}",
            "no-pile": f"there is no pile {self.pile!r}, but {STOCK}, 1 to {self.available} and S H D C",
            "to-stock": "no card goes back to the stock",
            "one-way": "this stock goes one way only",
            "no-redeal": "the waste may not be turned over any more",
            "stock-empty": "the stock is empty",
            "stock-single": "the stock has one card only",
            "no-move": "that is no move",
        }
        return reasons[self.kind]

    def as_dict(self) -> dict[str, object]:
        """The facts for JSON, cards as text."""
        return self._asdict() | {"wanted": [*map(str, self.wanted)], "cards": [*map(str, self.cards)]}


class IllegalMove(IllegalAction):
    """A move of Klondike that the rules forbid; nothing has changed."""

    def __init__(self, move: Move, refusal: Refusal, legal: tuple[Move, ...]) -> None:
        self.move, self.refusal, self.legal = move, refusal, legal
        choice = f"legal is {', '.join(map(str, legal))}" if legal else "no move is left"
        super().__init__(f"{self.brief}; {choice}", "action")

    @property
    def brief(self) -> str:
        """The sentence without the list of legal moves, for whoever can ask for that."""
        return f"{self.move}: {self.refusal.text}"

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.move, self.refusal, self.legal)


def pile_name(name: str) -> str:
    """What a pile is called in a sentence."""
    if name == STOCK:
        return "the stock"
    return f"column {name}" if name in COLUMNS else f"foundation {name}"
