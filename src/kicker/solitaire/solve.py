"""The Klondike solver: proves that a game is won, with the moves, or lost, or gives up at its limits.

>>> from kicker.solitaire import Klondike
>>> verdict = solve(Klondike(draw=3).start(3))
>>> verdict.result
'won'

The search is compiled (`_kernels/solitaire.py` says how it sees a game). Here are the stages in which it is asked, and
the way back: a line that it finds is turned into moves of the readable rules and played there before anybody sees it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Final, Literal, NamedTuple

from kicker import stopping
from kicker._kernels import solitaire, solitaire_wide
from kicker._kernels.solitaire import Search
from kicker.cards import DECK, Card, number_text
from kicker.checks import of_type, positive, whole
from kicker.errors import KickerError
from kicker.solitaire.klondike import Position
from kicker.solitaire.moves import STOCK, TURN, Move
from kicker.solitaire.piles import SUIT_ORDER, Column, follows

GOING, WON, LOST, FULL = range(4)
HOME, STOCK_HOME, STOCK_OUT, RUN, BACK = range(5)
MOST_POSITIONS: Final = 46_000_000
"""The positions that a search remembers by default: a table of 512 MiB, and a quarter more while it grows."""
MOST_COUNTED: Final = 2**62
"""The highest limit on positions: the kernel counts in 64 bits."""
_SLICE: Final = 50_000  # positions between two looks at the clock
_SUITS: Final = "CDHS"  # in the kernel's order
_EASIER: Final = -1
_STAGES: Final = ((0, 500), (1, 5_000), (_EASIER, 20_000), (2, 50_000), (_EASIER, 200_000), (0, None))
"""The orders of moves and the number of positions each may try; the last one continues to the end.

The easier game turns one card at a time: what is lost there is lost.
"""


Outcome = Literal["won", "lost", "unknown"]


class Verdict(NamedTuple):
    """The result of a search."""

    result: Outcome
    """`won`, `lost` or `unknown`."""
    moves: tuple[Move, ...]
    """A winning line, if the game is won."""
    nodes: int
    """The number of positions searched."""
    seconds: float
    """The time of the search; replaying the line by the rules takes about a millisecond more."""
    reason: str = ""
    """The reason why the result is unknown."""


def solve(
    position: Position,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    positions: int = MOST_POSITIONS,
    clock: Callable[[], float] = time.perf_counter,
) -> Verdict:
    """Search until the game is decided or a limit is reached.

    `nodes` limits the positions searched, `seconds` the time, and `positions` the positions remembered. A game that is
    not decided within the limits is `unknown`, and `reason` says which limit was reached.
    """
    of_type("position", position, Position)
    whole("positions", positions, 1, MOST_COUNTED)
    if nodes is not None:
        whole("nodes", nodes, 1, MOST_COUNTED)
    if seconds is not None:
        positive("seconds", seconds, endless=True)
    began = clock()
    if position.won:
        return Verdict("won", (), 0, 0.0)
    used, reason = 0, ""
    for order, budget in _stages(position):
        search = begin_search(position, order, positions)
        status = search.run(0)
        while status == GOING:
            stopping.check()
            left = _SLICE if budget is None else min(_SLICE, budget - search.nodes)
            if nodes is not None:
                left = min(left, nodes - used - search.nodes)
            if left <= 0:
                break
            status = search.run(left)
            # A clock stopped before the search began gives inf - inf, which is not a number.
            if seconds is not None and status == GOING and not clock() - began <= seconds:
                return Verdict(
                    "unknown",
                    (),
                    used + search.nodes,
                    clock() - began,
                    f"time limit of {number_text(seconds)} s reached",
                )
        used += search.nodes
        if status == LOST:
            return Verdict("lost", (), used, clock() - began)
        if status == WON and order != _EASIER:
            found = clock() - began
            return Verdict("won", tuple(_played(position, search.line())), used, found)
        if nodes is not None and used >= nodes:
            return Verdict("unknown", (), used, clock() - began, f"limit of {nodes:,} positions reached")
        if status == FULL and budget is None:
            reason = f"memory for {positions:,} positions is full"
    return Verdict("unknown", (), used, clock() - began, reason)


def _stages(position: Position) -> Iterator[tuple[int, int | None]]:
    for order, budget in _STAGES:
        if order != _EASIER or position.rules.draw == 3:
            yield order, budget


_CARDS: Final = (*DECK[48:], *DECK[:48])
"""The cards in the kernel's order: the ace is low."""
_CODES: Final = bytes(_CARDS.index(card) for card in DECK).ljust(256)


def _codes(cards: tuple[Card, ...]) -> bytes:
    return bytes(cards).translate(_CODES)


def _dealt(column: Column, ranks: int) -> bytes:
    """Return the cards of a column that still lie where they were dealt: the covered ones and the first uncovered one.

    A king with nothing below it might be in any column, and so it counts as one that came there.
    """
    if not column.covered and column.uncovered and column.uncovered[0].low_rank == ranks:
        return b""
    return _codes(column.covered + column.uncovered[:1])


def begin_search(position: Position, order: int, positions: int) -> Search:
    """Set up a kernel search from a position, with one of its orders of moves."""
    rules, stock = position.rules, position.stock
    easier = order == _EASIER
    redeals = -1 if rules.redeals is None or easier else rules.redeals - stock.passes
    # A pass in which no card is played is wasted, so having as many redeals as cards is like having no limit.
    if redeals >= len(stock.cards):
        redeals = -1
    heights = dict(zip(SUIT_ORDER, position.heights, strict=True))
    # Rows that a search with unlimited turns can reach do not depend on the position of a ring or of a single card.
    waste = 0 if redeals < 0 and (rules.draw == 1 or easier) else stock.waste
    columns, cards = [_dealt(column, rules.ranks) for column in position.columns], _codes(stock.cards)
    return _search_type(columns, cards, redeals)(
        columns,
        cards,
        waste,
        bytes(heights[suit] for suit in _SUITS),
        rules.ranks,
        1 if easier else rules.draw,
        redeals,
        max(order, 0),
        positions,
    )


def _search_type(columns: list[bytes], stock: bytes, redeals: int) -> type[Search]:
    """Return the fastest kind of search that has room for the position."""
    if solitaire.holds(columns, stock, redeals):
        return solitaire.Search
    if solitaire_wide.holds(columns, stock, redeals):
        return solitaire_wide.Search
    size = "more than 24 stock cards, 8 cards in a column, 3 redeals or uneven columns"
    raise KickerError(f"this solver cannot hold {size}; build kicker with gcc or clang for one that can", "rules")


# --- from a line of the search to moves of the rules ------------------------------------------------------------------


def _played(position: Position, line: list[tuple[int, int]]) -> Iterator[Move]:
    """Yield the moves of a line, each played by the rules, which would refuse an illegal one."""
    stock = position.stock.cards
    for kind, argument in line:
        for move in _moves(position, kind, argument, stock):
            position = position.apply(move)
            yield move
    if not position.won:
        raise AssertionError("the search found a line that does not win")


def _moves(position: Position, kind: int, argument: int, stock: tuple[Card, ...]) -> Iterator[Move]:
    if kind == HOME:
        card = _CARDS[argument]
        name, run, place = _find(position, card)
        if place + 1 < len(run):
            # The cards on it move to the other card of its rank and colour.
            yield Move(name, _room(position, run[place + 1]), len(run) - place - 1)
        yield Move(name, card.suit.upper(), 1)
    elif kind == RUN:
        run = position.columns[argument].uncovered
        yield Move(str(argument + 1), _room(position, run[0]), len(run))
    elif kind == BACK:
        suit = _SUITS[argument]
        top = position.pile(suit).top
        assert top is not None
        yield Move(suit, _room(position, top), 1)
    else:
        card = stock[argument]
        pile = position.stock
        while pile.top != card:
            yield TURN
            pile = pile.turn(position.rules.draw)
        yield Move(STOCK, card.suit.upper() if kind == STOCK_HOME else _room(position, card), 1)


def _find(position: Position, card: Card) -> tuple[str, tuple[Card, ...], int]:
    """Return the column that a card lies in, its run, and the card's index in it."""
    for number, column in enumerate(position.columns, 1):
        if card in column.uncovered:
            return str(number), column.uncovered, column.uncovered.index(card)
    raise AssertionError(f"{card} is not face up")


def _room(position: Position, card: Card) -> str:
    """Return a column that accepts a card."""
    for number, column in enumerate(position.columns, 1):
        run = column.uncovered
        if follows(card, run[-1]) if run else card.low_rank == position.rules.ranks:
            return str(number)
    raise AssertionError(f"no column takes {card}")
