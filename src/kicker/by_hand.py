"""The equity of each hand in a range, and after each card that may come next. Whole ranges are in `odds.py`.

>>> result = equity_by_hand(["QQ+, AKs", "random"], board="Qs 7h 2c")
>>> best = max(result.players[0], key=lambda found: found.equity)
>>> best.hand, round(best.equity, 3), result.exact
((Card('Qc'), Card('Qh')), 0.982, True)
>>> cards = equity_by_card(["AsKs", "QhQd"], board="Js 7s 2c")
>>> round(cards[Card("Ah")].players[0].equity, 3)
0.977
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, islice
from math import comb, sqrt
from typing import Final, NamedTuple

from kicker import stopping
from kicker._kernels import equity as _kernel
from kicker.cards import Card
from kicker.checks import callback, each, positive, whole
from kicker.combos import COMBOS, combo_index
from kicker.errors import HandError, RangeError
from kicker.hands import HandLike, as_cards
from kicker.odds import NORMAL, Equity, GameLike, PlayerLike, equity, is_holdem
from kicker.preflop import against
from kicker.shares import (
    HOLDEM,
    EquitySpot,
    Seat,
    counting_seconds,
    deals_of,
    each_combination,
    lottery,
    read_spot,
    won_pots,
    words_of_count,
)

_BLOCK: Final = 1 << 14
_MOST_SECONDS: Final = 2.0  # the limit of an exact count, unless the caller wants random deals
_DEFAULT_TRIALS: Final = 2_000_000
_CARD_TRIALS: Final = 50_000
_WHOLE: Final = 5040  # units of a pot, as in the kernel


class HandEquity(NamedTuple):
    """A hand of a player's range, with its equity."""

    hand: tuple[Card, ...]
    """The cards of the hand."""
    weight: float
    """The share of all deals in which the player holds it: those of a player add up to 1."""
    equity: float
    """The player's mean share of the pot with this hand."""
    error: float
    """Standard error of the equity; 0 if it is exact."""

    @property
    def half_width(self) -> float:
        """Half of the 95% interval of the equity; 0 if it is exact."""
        return NORMAL * self.error


class EquityByHand(NamedTuple):
    """The result of `equity_by_hand`."""

    exact: bool
    """True if everything was counted."""
    trials: int
    """Boards that were counted, or random deals."""
    players: tuple[tuple[HandEquity, ...], ...]
    """The hands of each player; of random deals those that were dealt. None for a player with any hand of Omaha."""
    text: str
    """The method, in words."""


Progress = Callable[[EquityByHand], object]


def equity_by_hand(
    players: Iterable[PlayerLike],
    board: HandLike = (),
    dead: HandLike = (),
    *,
    game: GameLike | None = None,
    trials: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    progress: Progress | None = None,
) -> EquityByHand:
    """Return the equity of each hand that each player may hold, against everything that the others may hold.

    The result is exact if counting takes two seconds at most and neither `trials` nor `seconds` is given; otherwise
    hands are dealt at random: `trials` times, until the time is up, or two million times. The mean of a player's hands
    by their weights is the player's equity. `progress` is called with the result so far; an exception that it raises
    ends the work.
    """
    if trials is not None:
        trials = whole("trials", trials, 1, error=HandError, code="count")
    if seconds is not None:
        positive("seconds", seconds, HandError, "count")
    seed = whole("seed", seed, -(2**63), 2**64 - 1, HandError, "count")
    callback("progress", progress)
    spot = read_spot(game or HOLDEM, players, board, dead)
    spot = spot._replace(seats=tuple(_listed(seat, spot) for seat in spot.seats))
    if trials is None and seconds is None:
        found = _swept(spot) if len(spot.seats) == 2 and is_holdem(spot.game) else _counted(spot)
        if found:
            return found
    return _sampled(spot, trials or (_DEFAULT_TRIALS if seconds is None else None), seconds, seed, progress)


def _listed(seat: Seat, spot: EquitySpot) -> Seat:
    """Return a player with any two cards as a player with a list of them."""
    if seat.hands or spot.game.hand_cards != 2:
        return seat
    gone = {*spot.board, *spot.dead, *(card for other in spot.seats if not other.is_range for card in _known(other))}
    left = sorted(int(card) for card in spot.game.deck if int(card) not in gone)
    hands = tuple(combinations(left, 2))
    return Seat(seat.name, hands, (1.0,) * len(hands), True)


def _known(seat: Seat) -> Sequence[int]:
    return seat.hands[0] if seat.hands else ()


# --- exact -----------------------------------------------------------------------------------------------------------


def _counted(spot: EquitySpot) -> EquityByHand | None:
    """Count every deal of every combination of hands."""
    if counting_seconds(spot) > _MOST_SECONDS:
        return None
    won = [[0.0] * len(seat.hands) for seat in spot.seats]
    met = [[0.0] * len(seat.hands) for seat in spot.seats]
    for places, weight, figures in each_combination(spot, None):
        pots = won_pots(figures)
        for seat, place in enumerate(places):
            if spot.seats[seat].hands:
                won[seat][place] += weight * pots[seat]
                met[seat][place] += weight * sum(pots)
    sides = [_of_rows(*rows) for rows in zip(spot.seats, won, met, strict=True)]
    return EquityByHand(True, deals_of(spot), tuple(sides), f"exact, {words_of_count(spot)}")


def _swept(spot: EquitySpot) -> EquityByHand | None:
    """Compare two ranges of hold'em on every board."""
    return _on_every_board(spot) if spot.board or spot.dead else _from_table(spot)


def _from_table(spot: EquitySpot) -> EquityByHand:
    """Look the equities up in the table of match-ups, before the flop."""
    sides = []
    for seat, other in zip(spot.seats, spot.seats[::-1], strict=True):
        weights = [0.0] * len(COMBOS)
        for hand, weight in zip(other.hands, other.weights, strict=True):
            weights[combo_index(*hand)] = weight
        rows = against(weights)
        sides.append(_of_side(seat, [rows[combo_index(*hand)] for hand in seat.hands]))
    return EquityByHand(True, comb(48, 5), tuple(sides), "exact, from the table of match-ups")


def _on_every_board(spot: EquitySpot) -> EquityByHand | None:
    """Count every board once for all hands, from both sides."""
    boards = comb(52 - len(spot.board) - len(spot.dead), 5 - len(spot.board))
    hands = sum(len(seat.hands) for seat in spot.seats)
    seconds = 2 * boards * (1e-6 + 12e-9 * hands)
    if seconds > _MOST_SECONDS:
        return None
    parts = max(1, round(seconds / 0.1))
    sides = []
    for seat, other in zip(spot.seats, spot.seats[::-1], strict=True):
        cards = bytes(card for hand in (*seat.hands, *other.hands) for card in hand)
        weights = array("d", [*seat.weights, *other.weights])
        sums, results = array("d", bytes(8 * 3 * len(seat.hands))), array("d", bytes(8 * 3))
        for turn in range(parts):
            stopping.check()
            _kernel.count_range_outcomes(
                cards, weights, len(seat.hands), spot.board, spot.dead, parts, turn, results, sums
            )
        sides.append(_of_side(seat, list(zip(sums[::3], sums[1::3], sums[2::3], strict=True))))
    many = "the one board" if boards == 1 else f"all {boards:,} boards"
    return EquityByHand(True, boards, tuple(sides), f"exact, {many}")


def _of_side(seat: Seat, rows: Sequence[tuple[float, float, float]]) -> tuple[HandEquity, ...]:
    """Return hands with equities, from what each of them won, tied and met of the other range."""
    won = [weight * (row[0] + row[1] / 2) for weight, row in zip(seat.weights, rows, strict=True)]
    return _of_rows(seat, won, [weight * row[2] for weight, row in zip(seat.weights, rows, strict=True)])


def _of_rows(seat: Seat, won: Sequence[float], met: Sequence[float]) -> tuple[HandEquity, ...]:
    """Return hands with equities, from the pots that each of them won and met, by weight."""
    total = sum(met)
    if seat.hands and total <= 0:
        raise RangeError("the ranges cannot be dealt together: they need the same cards", "empty")
    return tuple(
        HandEquity(tuple(map(Card, hand)), met_one / total, min(1.0, max(0.0, won_one / met_one)), 0.0)
        for hand, won_one, met_one in zip(seat.hands, won, met, strict=True)
        if met_one > 1e-12 * total  # what sums of weights leave instead of zero is rounding
    )


# --- sampled ---------------------------------------------------------------------------------------------------------


def _sampled(
    spot: EquitySpot, trials: int | None, seconds: float | None, seed: int, progress: Progress | None
) -> EquityByHand:
    """Deal at random; each deal counts for the hands that were dealt in it."""
    drawn = lottery(spot)
    figures = array("q", bytes(8 * 4 * len(spot.seats)))
    tallies = array("q", bytes(8 * 3 * drawn.starts[-1]))
    done = block = in_vain = 0
    began = told = time.monotonic()
    while True:
        stopping.check()
        wanted = _BLOCK if trials is None else min(_BLOCK, trials - done)
        dealt = drawn.deal(seed % 2**64, block, wanted, figures, tallies)
        done, block, in_vain = done + dealt, block + 1, 0 if dealt else in_vain + 1
        if in_vain >= 8:
            raise RangeError("the ranges could not be dealt together: they need the same cards", "empty")
        now = time.monotonic()
        if (trials is not None and done >= trials) or (seconds is not None and now - began >= seconds and done):
            return _so_far(spot, drawn.starts, tallies, done, seed)
        if progress and done and now - told >= 0.2:
            progress(_so_far(spot, drawn.starts, tallies, done, seed))
            told = time.monotonic()


def _so_far(spot: EquitySpot, starts: Sequence[int], tallies: Sequence[int], done: int, seed: int) -> EquityByHand:
    players = []
    for seat, start in zip(spot.seats, starts, strict=False):
        found = []
        for place, hand in enumerate(seat.hands, start):
            deals, units, squares = tallies[3 * place : 3 * place + 3]
            if deals:
                # As if one more deal had been won and one lost: few deals are never certain.
                mean = (units / _WHOLE + 1) / (deals + 2)
                error = sqrt(((squares / _WHOLE**2 + 1) / (deals + 2) - mean**2) / (deals + 2))
                found.append(HandEquity(tuple(map(Card, hand)), deals / done, units / _WHOLE / deals, error))
        players.append(tuple(found))
    return EquityByHand(False, done, tuple(players), f"{done:,} random deals, seed {seed}")


# --- the next card ---------------------------------------------------------------------------------------------------


def equity_by_card(
    players: Iterable[PlayerLike],
    board: HandLike,
    dead: HandLike = (),
    *,
    game: GameLike | None = None,
    trials: int | None = None,
    seed: int = 0,
    progress: Callable[[dict[Card, Equity]], object] | None = None,
) -> dict[Card, Equity]:
    """Return the equity of each player after each card that may come next, on a flop or a turn.

    Two players in hold'em are counted; otherwise 50,000 random deals are made for each card, or `trials`. Cards with
    which the ranges cannot be dealt are left out. `progress` is called with the cards so far.
    """
    given, known = list(islice(each("players", players, "['AsAh', 'QQ+']", HandError), 11)), as_cards(board)
    chosen = game or HOLDEM
    spot = read_spot(chosen, given, known, dead)
    if not 3 <= len(known) < chosen.board_cards:
        raise HandError("the next card needs a board of three or four cards", "count")
    callback("progress", progress)
    if trials is None and not (len(given) == 2 and is_holdem(chosen)) and not spot.fixed:
        trials = _CARD_TRIALS
    gone = {*spot.board, *spot.dead, *(card for seat in spot.seats if not seat.is_range for card in _known(seat))}
    found: dict[Card, Equity] = {}
    for card in reversed(chosen.deck):
        if int(card) in gone:
            continue
        stopping.check()
        try:
            found[card] = equity(given, [*known, card], dead, game=game, trials=trials, seed=seed, threads=1)
        except RangeError:
            continue  # a range that has nothing left
        if progress:
            progress(found)
    return found
