"""Hints for Klondike: `hint` knows what the player knows, `oracle` knows the hidden cards.

>>> from kicker.solitaire import Klondike
>>> found = oracle(Klondike(draw=3).start(3))
>>> str(found.move), found.left
('2 D', 161)

Also here: deals that can be won (`winnable_deal`, `fair_winnable_deal`). The search itself is in `solve.py`; for the
legal moves, see `position.moves` and `possible_moves_line`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from math import sqrt
from random import Random
from typing import Final, NamedTuple

from kicker.cards import Card
from kicker.checks import dice, of_type, positive, whole
from kicker.errors import KickerError
from kicker.solitaire.deals import ordered_deck
from kicker.solitaire.klondike import Klondike, Position, View
from kicker.solitaire.moves import STOCK, Move
from kicker.solitaire.piles import SUIT_ORDER, Column, Stock
from kicker.solitaire.solve import GOING, LOST, MOST_COUNTED, MOST_POSITIONS, WON, Verdict, begin_search, solve

Z95: Final = 1.959964
Z999: Final = 3.290527
"""Standard errors on either side of a 95% and of a 99.9% interval."""
HIGHEST_CHOSEN: Final = 999_999_999
"""The highest number of a random deal, short enough to write down."""
MOST_TRIED: Final = 10_000
"""The number of deals after which a search for a winnable one gives up; under some rules there is none."""
QUICK_NODES: Final = 500
"""The number of positions after which `winnable_deal` tries another deal."""
_FIRST_TRY: Final = 500  # positions to search with one order of moves before starting again with another


def share_interval(won: int, tried: int, z: float = Z95) -> tuple[float, float]:
    """Return Wilson's interval for a share; from 0 to 1 if nothing was tried."""
    if not tried:
        return 0.0, 1.0
    share, weight = won / tried, z * z / tried
    centre = (share + weight / 2) / (1 + weight)
    half = z * sqrt(share * (1 - share) / tried + weight / (4 * tried)) / (1 + weight)
    # At 0 and 1 rounding might exclude the share itself.
    return 0.0 if won == 0 else centre - half, 1.0 if won == tried else centre + half


# --- using what the player can know ----------------------------------------------------------------------------------


class Hint(NamedTuple):
    """The share of positions that a move leads to and that can be won, over random arrangements of the hidden cards."""

    move: Move
    """The move that was tried."""
    share: float
    """The share of tried positions that can be won."""
    low: float
    """The lower end of the 95% interval of the share."""
    high: float
    """The upper end of the 95% interval of the share."""
    wins: int
    """The number of positions that can be won."""
    tried: int
    """The number of positions tried."""
    unknown: int
    """The number of positions left undecided; they count as not won."""


def hint(
    seen: View | Position,
    *,
    samples: int = 200,
    seed: int = 0,
    nodes: int = 5_000,
    seconds: float | None = 2.0,
) -> list[Hint]:
    """Return all legal moves, best first, judged only by what the player can see.

    The hidden cards are dealt again `samples` times, every arrangement equally likely, and after each move the position
    is solved within `nodes` positions. All moves are tried on the same samples. A limit of `seconds` may allow fewer
    samples, but at least one; the result then depends on the machine.
    """
    whole("samples", samples, 1, MOST_COUNTED, code="hint")
    whole("nodes", nodes, 1, MOST_COUNTED, code="hint")
    if seconds is not None:
        positive("seconds", seconds, code="hint", endless=True)
    view = seen.view() if isinstance(seen, Position) else of_type("seen", seen, View)
    random, began = dice(seed), time.perf_counter()
    wins, unknown = dict.fromkeys(view.moves, 0), dict.fromkeys(view.moves, 0)
    tried = 0
    for _ in range(samples if view.moves else 0):
        position = imagined(view, random)
        statuses = {move: _quick(position.apply(move), nodes) for move in view.moves}
        if WON in statuses.values():  # a safe move never loses a winnable game
            statuses |= dict.fromkeys(position.safe_moves, WON)
        for move, status in statuses.items():
            wins[move] += status == WON
            unknown[move] += status == GOING
        tried += 1
        if seconds is not None and time.perf_counter() - began > seconds:
            break
    hints = [
        Hint(move, wins[move] / tried, *share_interval(wins[move], tried), wins[move], tried, unknown[move])
        for move in view.moves
    ]
    return sorted(hints, key=lambda found: (-found.wins, _reluctance(view, found.move)))


def imagined(view: View, random: Random) -> Position:
    """Return a position that looks the same to the player, with its hidden cards dealt at random."""
    rules = view.rules
    seen = {card for column in view.columns for card in column.uncovered} | {
        card for card in view.stock if card is not None
    }
    homes = {foundation.suit: foundation.height for foundation in view.foundations}
    hidden = [
        card for card in ordered_deck(rules.ranks)
        if card not in seen and card.low_rank > homes[card.suit.upper()]
    ]  # fmt: skip
    random.shuffle(hidden)
    columns = [
        Column(_taken(hidden, column.covered), column.uncovered, rules.ranks) for column in view.columns
    ]  # fmt: skip
    cards = tuple(hidden.pop() if card is None else card for card in view.stock)
    # All cards of this stock count as seen, because an imagined position has no secrets.
    stock = Stock(cards, view.waste, len(cards), 0, view.passes, rules.both_ways)
    return Position(rules, (stock, *columns, *view.foundations), view.score, view.made)


def _taken(cards: list[Card], count: int) -> tuple[Card, ...]:
    """Take the last cards off a list."""
    return tuple(cards.pop() for _ in range(count))


def _reluctance(view: View, move: Move) -> tuple[bool, int]:
    """Return a sort key for moves that win equally often: moves that bring a card home first, moves that can
    wait last."""
    if not move.target:
        return True, 3
    if move.source in SUIT_ORDER:
        return True, 4
    uncovers = False
    if move.source != STOCK:
        column = view.columns[int(move.source) - 1]
        uncovers = move.count == len(column.uncovered) and column.covered > 0
    return move.target not in SUIT_ORDER, 0 if uncovers else 1 if move.source == STOCK else 2


def _quick(position: Position, nodes: int) -> int:
    """Return WON, LOST, or GOING if `nodes` positions do not decide it. The winning line is not replayed, to
    save time."""
    if position.won:
        return WON
    search = begin_search(position, 0, MOST_POSITIONS)
    status = search.run(min(nodes, _FIRST_TRY))
    if status == GOING and nodes > _FIRST_TRY:
        status = begin_search(position, 1, MOST_POSITIONS).run(nodes - _FIRST_TRY)
    return status if status in (WON, LOST) else GOING


# --- using the hidden cards ------------------------------------------------------------------------------------------


class Oracle(NamedTuple):
    """The truth about a game, hidden cards included."""

    verdict: Verdict
    """The solver's verdict; its moves are a complete winning line."""
    move: Move | None
    """The first move of that line."""

    @property
    def left(self) -> int:
        """The number of moves in the winning line; 0 if there is none."""
        return len(self.verdict.moves)


def oracle(
    position: Position, *, seconds: float | None = 10.0, positions: int = MOST_POSITIONS,
    clock: Callable[[], float] = time.perf_counter,
) -> Oracle:  # fmt: skip
    """Return the next move of a line proven to win the true deal, or the verdict that there is none or that it is
    unknown."""
    verdict = solve(position, seconds=seconds, positions=positions, clock=clock)
    return Oracle(verdict, verdict.moves[0] if verdict.moves else None)


# --- deals that can be won -------------------------------------------------------------------------------------------


def chosen_deal(rules: Klondike, random: Random, *, winnable: bool) -> int:
    """Return the number of a random deal; with `winnable`, of one that can be won."""
    return winnable_deal(rules, random).number if winnable else random.randint(1, HIGHEST_CHOSEN)


class Found(NamedTuple):
    """A deal that can be won."""

    number: int
    """The number of the deal."""
    tried: int
    """The number of deals tried, this one included."""
    unknown: int
    """The number of those deals that were given up undecided."""


def winnable_deal(rules: Klondike, random: Random, nodes: int = QUICK_NODES, most: int = MOST_TRIED) -> Found:
    """Return a deal proven to be winnable, found quickly: a deal that takes more than `nodes` positions is skipped.

    This favours easy deals, the more so the smaller `nodes` is. Gives up after `most` deals.
    """
    whole("nodes", nodes, 1, MOST_COUNTED)
    return _first_won(rules, random, most, lambda position: _quick(position, nodes))


def fair_winnable_deal(rules: Klondike, random: Random, most: int = MOST_TRIED) -> Found:
    """Return a winnable deal, each as likely as any other: every deal is solved before the next one is tried.

    Only deals not decided within a minute are left out. Gives up after `most` deals.
    """
    statuses = {"won": WON, "lost": LOST, "unknown": GOING}
    return _first_won(rules, random, most, lambda position: statuses[solve(position, seconds=60.0).result])


def _first_won(rules: Klondike, random: Random, most: int, judge: Callable[[Position], int]) -> Found:
    """Return the first random deal that `judge` finds winnable."""
    of_type("rules", rules, Klondike)
    of_type("random", random, Random)
    unknown = 0
    for tried in range(1, whole("most", most, 1) + 1):
        deal = random.randint(1, HIGHEST_CHOSEN)
        status = judge(rules.start(deal))
        if status == WON:
            return Found(deal, tried, unknown)
        unknown += status == GOING
    raise KickerError(f"found no winnable deal in {most:,} tries; try easier rules", "deal")
