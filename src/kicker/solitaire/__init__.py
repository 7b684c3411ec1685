"""Klondike solitaire: `Klondike` rules start a `Position`, `position.apply(move)` gives the next one.

>>> game = Game(Klondike(draw=3), 1)
>>> [str(move) for move in game.position.moves]
['turn', '1 7 1']
>>> game.play("1 7").stuck
False

A `Game` remembers the moves, undoes and redoes them, and can be saved.
"""

from kicker.solitaire.deals import numbered_deck
from kicker.solitaire.klondike import ColumnView, Finish, Klondike, Position, View, possible_moves_line
from kicker.solitaire.moves import BACK, TURN, Move, parse_move
from kicker.solitaire.piles import Column, Foundation, Pile, Stock
from kicker.solitaire.refusals import IllegalMove, Refusal
from kicker.solitaire.saves import Game

__all__ = [
    "BACK",
    "TURN",
    "Column",
    "ColumnView",
    "Finish",
    "Foundation",
    "Game",
    "IllegalMove",
    "Klondike",
    "Move",
    "Pile",
    "Position",
    "Refusal",
    "Stock",
    "View",
    "numbered_deck",
    "parse_move",
    "possible_moves_line",
]
