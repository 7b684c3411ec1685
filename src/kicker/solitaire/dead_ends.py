"""The proof that a game is stuck: `is_dead_end`. It does not decide whether a game that continues can be won.

Progress means that a covered card is uncovered, a stock card is turned up for the first time, or a foundation becomes
higher than it is now. Every other move is followed to wherever it leads: runs from column to column, stock cards to
columns, foundation cards to columns and home again. If none of that makes progress, the position is a dead end. Cards
that the player cannot see never decide it: covered cards are not looked at, and a stock card that was never turned up
counts as progress to come.

The search merges positions that make no difference. Columns without covered cards may change places. The stock is not
turned card by card: every card that turning can reach is one step away, and if another pass comes to the same cards,
it does not matter how far this one has gone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from kicker.solitaire.moves import STOCK, Move
from kicker.solitaire.piles import SUIT_ORDER, Stock

if TYPE_CHECKING:
    from kicker.solitaire.klondike import Klondike, Position

LIMIT: Final = 2_000
"""The number of positions after which the search gives up."""


def is_dead_end(position: Position, limit: int = LIMIT) -> bool:
    """Return True if the game is proven to be stuck; False if it continues, is won, or `limit` positions do not decide
    it."""
    if position.won or position.stock.unseen:
        return False
    heights = dict(zip(SUIT_ORDER, position.heights, strict=True))
    met = {_key(position)}
    waiting = [position]
    while waiting:
        for here, move in _moves(waiting.pop()):
            if here.pile(move.source).turns_up(move.count):
                return False
            after = here.apply(move)
            if (
                move.target in heights
                and after.foundations[SUIT_ORDER.index(move.target)].height > heights[move.target]
            ):
                return False
            if (key := _key(after)) not in met:
                if len(met) >= limit:
                    return False
                met.add(key)
                waiting.append(after)
    return True


def _moves(position: Position) -> Iterator[tuple[Position, Move]]:
    """Yield every move of a card, stock cards within reach included, with the position that it starts from."""
    for move in position.card_moves():
        yield position, move
    stock, wanting = position.stock, position.wanting()
    for waste, passes in _within_reach(stock, position.rules).items():
        for target in wanting.get(stock.cards[waste - 1], ()):
            turned = stock._replace(waste=waste, passes=passes)
            yield position._replace(piles=(turned, *position.piles[1:])), Move(STOCK, target)


def _within_reach(stock: Stock, rules: Klondike) -> dict[int, int]:
    """Return each number of turned-up cards that turning the stock can reach, with the fewest passes that it takes.

    Turning the waste over twice reaches nothing new.
    """
    total, step = len(stock.cards), rules.draw
    reach = dict.fromkeys([*range(stock.waste, total, step), total], stock.passes)
    if rules.redeals is None or stock.passes < rules.redeals:
        for waste in (*range(step, total, step), total):
            reach.setdefault(waste, stock.passes + (not rules.both_ways))
    reach.pop(0, None)
    return reach


def _key(position: Position) -> tuple[object, ...]:
    """Return a key for a position, valid within one search, in which no covered card is ever uncovered."""
    rules, stock = position.rules, position.stock
    waste, passes = stock.waste, stock.passes
    if rules.redeals is None:
        passes = 0
        if waste % rules.draw == 0 or waste == len(stock.cards):
            waste = 0  # a new pass reaches this place again
    columns = position.columns
    return (
        stock.cards,
        waste,
        passes,
        position.heights,
        tuple(column.uncovered for column in columns if column.covered),
        tuple(sorted(column.uncovered for column in columns if not column.covered)),
    )
