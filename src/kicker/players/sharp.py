"""The best hold'em bot here: it reads a range out of the betting, models its opponents, and takes the best value.

For each opponent it keeps weights over all combinations; every action multiplies them by how likely that action was
with each. A decision weighs folding, calling and a handful of raises by their expected value: how often everybody
folds, what the hand is worth against those who do not, and, while cards are to come, what the best bet on the final
board would add. With a short stack heads-up it plays the equilibrium of shoving or folding.
"""

from __future__ import annotations

from functools import lru_cache
from math import prod
from typing import Any, NamedTuple

import numpy as np

from kicker.cards import Card
from kicker.combos import combo_index
from kicker.games import CALL, CHECK, FOLD, Action, Event, View, raise_to
from kicker.players import Reasons
from kicker.players.opponent import Opponent
from kicker.players.reading import (
    Outlook,
    Vector,
    equity_against,
    outlook,
    preflop_percentiles,
    weighted_ranks,
    without,
)
from kicker.pushfold import PushFold, push_or_fold

SHORT_STACK = 10
"""Big blinds up to which it shoves or folds."""
_ROWS = 40
_SIZES = (0.5, 1.0, 2.0)  # raises to consider, in pots, besides the smallest and the largest
_FUTURE = 0.6  # how much of the best bet on the final board it hopes to get


@lru_cache(maxsize=256)
def _chart(stack: float) -> PushFold:
    return push_or_fold(stack)


class _Spot(NamedTuple):
    """What a decision is about."""

    view: View
    ahead: Outlook
    others: list[int]
    weights: list[Vector]
    pot: int
    cost: int
    """What a call costs."""
    final: bool
    """No more cards to come."""


class Sharp:
    """Ranges, an opponent model and expected value."""

    def __init__(self, seed: int | str = 0) -> None:
        self._opponents: dict[int, Opponent] = {}
        self._reader = _Reader(self._opponents)
        self.reasons: Reasons | None = None

    def act(self, view: View) -> Action:
        """The action with the best expected value."""
        options, seat = view.options, view.seat
        if options.phase != "betting" or seat is None:
            return options.passive
        self._reader.catch_up(view)
        short = self._short_stacked(view)
        if short is not None:
            return short
        others = [other for other in view.order if view.live[other] and other != seat]
        weights = [self._reader.weights[other] for other in others]
        ahead = outlook(view.hand, view.board, _ROWS)
        spot = _Spot(view, ahead, others, weights, view.pot, options.call_amount, len(view.board) == 5)
        values = self._values(spot)
        best = max(values, key=values.__getitem__)
        chance = prod(equity_against(ahead, row) for row in weights)
        unit = view.rules.big_blind
        self.reasons = Reasons(
            f"{best} is worth {values[best] / unit:+.2f} big blinds; {chance:.1%} of the pot against what they hold",
            chance,
            options.call_amount / (view.pot + options.call_amount) if options.call_amount else None,
            tuple((str(action), f"{value / unit:+.2f} bb") for action, value in values.items()),
        )
        return best

    def learn(self, view: View) -> None:
        """Note how everybody acted, and with what if it was shown."""
        self._reader.catch_up(view)
        self._reader.study(view)

    def memory(self) -> dict[str, Any]:
        """What it knows of its opponents."""
        return {"opponents": {str(seat): opponent.memory() for seat, opponent in self._opponents.items()}}

    def recall(self, memory: dict[str, Any]) -> None:
        """Go on from there."""
        self._opponents.clear()
        for seat, counts in memory["opponents"].items():
            self._opponents[int(seat)] = Opponent.recalled(counts)

    # --- short stacks ---

    def _short_stacked(self, view: View) -> Action | None:
        """Shove or fold by the chart, heads-up before the flop with few big blinds."""
        rules, seat = view.rules, view.seat
        assert seat is not None
        if len(view.order) != 2 or view.board or len(rules.blinds) != 2 or rules.betting != "no-limit":
            return None
        other = view.order[0] if view.order[1] == seat else view.order[1]
        stack = min(view.start_stacks[seat], view.start_stacks[other]) / rules.big_blind
        if not 1 < stack <= SHORT_STACK or rules.ante or rules.dead_antes:
            return None
        chart = _chart(round(stack, 1))
        options = view.options
        raised = any(event.kind in ("raise", "call") for event in view.history)
        if seat == view.button and not raised:
            share = chart.push.weights[combo_index(*view.hand)]
            self.reasons = Reasons(f"{stack:.1f} big blinds: the chart shoves this hand {share:.0%} of the time")
            if share >= 0.5:
                return raise_to(options.max_raise_to) if options.may_raise else CALL
            return FOLD
        if seat != view.button and options.call_amount and not view.stacks[other]:
            share = chart.call.weights[combo_index(*view.hand)]
            self.reasons = Reasons(f"{stack:.1f} big blinds: the chart calls with this hand {share:.0%} of the time")
            return CALL if share >= 0.5 else FOLD
        return None

    # --- expected values ---

    def _values(self, spot: _Spot) -> dict[Action, float]:
        """What each action that it considers is worth from here on, in chips."""
        options = spot.view.options
        values: dict[Action, float] = {}
        if not options.may_check:
            values[FOLD] = 0.0
        if options.may_check or options.call_amount:
            ends = spot.final or self._all_in(spot, spot.cost)
            stay = self._share(spot, spot.weights, spot.pot + spot.cost, spot.cost, ends) - spot.cost
            values[CHECK if options.may_check else CALL] = stay
        for to in self._raises(spot):
            values[raise_to(to)] = self._raise_value(spot, to)
        return values

    @staticmethod
    def _raises(spot: _Spot) -> list[int]:
        options = spot.view.options
        if not options.may_raise:
            return []
        level = max(spot.view.bets)
        after = spot.pot + spot.cost
        wanted = [options.min_raise_to, *(level + round(size * after) for size in _SIZES), options.max_raise_to]
        return sorted({min(max(to, options.min_raise_to), options.max_raise_to) for to in wanted})

    @staticmethod
    def _all_in(spot: _Spot, cost: int) -> bool:
        view = spot.view
        assert view.seat is not None
        return cost >= view.stacks[view.seat] or all(not view.stacks[other] for other in spot.others)

    def _share(self, spot: _Spot, weights: list[Vector], pot: float, cost: float, ends: bool) -> float:
        """What a pot is worth against these ranges: its equity, and the bets to come while cards are."""
        shares = [equity_against(spot.ahead, row) for row in weights]
        plain = prod(shares) * pot
        if ends or len(weights) != 1:
            # Several opponents and cards to come: not all of the equity can be realised.
            return plain * (1.0 if ends else 0.9)
        view = spot.view
        assert view.seat is not None
        behind = min(view.stacks[view.seat] - cost, view.stacks[spot.others[0]])
        if behind <= 0:
            return plain
        best = self._final_bet(spot, weights[0], pot, behind)
        return _FUTURE * best + (1 - _FUTURE) * plain * (0.95 if view.seat == view.button else 0.9)

    def _final_bet(self, spot: _Spot, weights: Vector, pot: float, behind: float) -> float:
        """What the pot is worth if nobody bets until the last card, and then the best bet is made."""
        ahead = spot.ahead
        opponent = self._opponent(spot.view, spot.others[0])
        chances = ahead.possible * weights
        chances /= np.maximum(chances.sum(axis=1, keepdims=True), 1e-12)
        best = (ahead.outcomes * chances).sum(axis=1) * pot
        for size in (0.75 * pot, 2.0 * pot, behind):
            bet = min(size, behind)
            fold, rise = opponent.responses(False, bet / (pot + 2 * bet))
            stays = 1 - opponent.likelihood(ahead.ranks, "fold", fold, rise)
            called = chances * stays
            value = pot * (1 - called.sum(axis=1)) + ((pot + 2 * bet) * ahead.outcomes * called).sum(axis=1)
            best = np.maximum(best, value - bet * called.sum(axis=1))
        return float(best.mean())

    def _raise_value(self, spot: _Spot, to: int) -> float:
        """What a raise is worth: everybody folds, somebody calls, or somebody raises again."""
        view = spot.view
        seat = view.seat
        assert seat is not None
        cost = to - view.bets[seat]
        nobody, stays, rows, again = 1.0, [], [], 0.0
        most = 0
        for other, weights in zip(spot.others, spot.weights, strict=True):
            owes = min(to - view.bets[other], view.stacks[other])
            if owes <= 0:
                fold, rise = 0.0, 0.0
            else:
                price = owes / (spot.pot + cost + owes)
                fold, rise = self._opponent(view, other).responses(not view.board, price)
                if owes == view.stacks[other] or cost == view.stacks[seat]:
                    rise = 0.0
            ranks = weighted_ranks(weights, self._reader.percentiles(view.hand, view.board))
            kept = weights * (1 - self._opponent(view, other).likelihood(ranks, "fold", fold, rise))
            nobody *= fold
            stays.append(1 - fold)
            rows.append(kept)
            again = max(again, rise)
            most = max(most, owes)
        if nobody > 0.999:
            return float(spot.pot)
        # What a matched raise does not cover comes back.
        risk = min(cost, max(spot.cost, most + max(view.bets[o] for o in spot.others) - view.bets[seat]))
        callers = sum(stays) / max(1e-9, 1 - nobody)
        pot = spot.pot + risk + most * min(callers, float(len(spot.others)))
        ends = spot.final or self._all_in(spot, cost) or all(view.stacks[o] <= to - view.bets[o] for o in spot.others)
        called = self._share(spot, rows, pot, risk, ends) - risk
        reraised = self._reraised(spot, rows, cost, pot) if again else 0.0
        part = min(1.0, again / max(1e-9, 1 - nobody))
        return nobody * spot.pot + (1 - nobody) * ((1 - part) * called + part * reraised)

    def _reraised(self, spot: _Spot, rows: list[Vector], cost: int, pot: float) -> float:
        """What is left when a raise is raised again, by about the pot: give up, or call it against a strong range."""
        view = spot.view
        assert view.seat is not None
        behind = min(view.stacks[view.seat] - cost, max(view.stacks[other] for other in spot.others))
        more = min(float(behind), pot)
        percentiles = self._reader.percentiles(view.hand, view.board)
        strong = []
        for other, row in zip(spot.others, rows, strict=True):
            ranks = weighted_ranks(row, percentiles)
            strong.append(row * self._opponent(view, other).likelihood(ranks, "raise", 0.0, 0.3))
        share = prod(equity_against(spot.ahead, row) for row in strong)
        return max(-float(cost), share * (pot + 2 * more) - cost - more)

    def _opponent(self, view: View, seat: int) -> Opponent:
        return self._reader.opponent(view, seat)


class _Reader:
    """Follows a deal event by event and keeps the weights of every opponent."""

    def __init__(self, opponents: dict[int, Opponent]) -> None:
        self._opponents = opponents
        self.weights: dict[int, Vector] = {}
        self._deal: tuple[object, ...] = ()
        self._read = 0
        self._hand: tuple[Card, ...] = ()
        self._board: tuple[Card, ...] = ()
        self._bets: dict[int, int] = {}
        self._pot = 0
        self._noted: list[tuple[int, float, float]] = []

    def opponent(self, view: View, seat: int) -> Opponent:
        """The model of a seat; heads-up the opponent is the same whichever seat it has."""
        return self._opponents.setdefault(seat if len(view.order) > 2 else -1, Opponent())

    def percentiles(self, hand: tuple[Card, ...], board: tuple[Card, ...]) -> Vector:
        """Where each combination stands on this board."""
        return outlook(hand, board, _ROWS).percentiles if board else preflop_percentiles()

    def catch_up(self, view: View) -> None:
        """Take in what has happened since the last look."""
        history = view.history
        deal = (view.seat, view.hand, view.button, view.start_stacks)
        if not self._read or len(history) < self._read or deal != self._deal:
            self._begin(view)
            self._deal = deal
        for event in history[self._read :]:
            self._take_in(view, event)
        self._read = len(history)

    def _begin(self, view: View) -> None:
        possible = without(view.hand).astype(np.float64)
        self.weights = {seat: possible.copy() for seat in view.order if seat != view.seat}
        self._hand, self._board, self._bets, self._pot, self._read = view.hand, (), {}, 0, 0
        self._noted = []

    def _take_in(self, view: View, event: Event) -> None:
        seat, kind = event.seat, event.kind
        if kind == "board":
            self._board += event.known
            self._bets = {}
            gone = without(event.known)
            for weights in self.weights.values():
                weights *= gone
        elif seat is None:
            return
        elif kind in ("fold", "check", "call", "bet", "raise"):
            if seat in self.weights:
                self._note_action(view, seat, event)
            self._pot += event.amount
            self._bets[seat] = event.to
        elif kind in ("ante", "blind", "post"):
            self._pot += event.amount
            self._bets[seat] = event.to
        elif kind == "returned":
            self._pot -= event.amount

    def _note_action(self, view: View, seat: int, event: Event) -> None:
        """Count the action, and weigh what the seat may hold by how likely it was."""
        opponent, preflop = self.opponent(view, seat), not self._board
        level = max(self._bets.values(), default=0)
        level = max([level, *view.rules.blinds]) if preflop else level
        owed = level - self._bets.get(seat, 0)
        weights = self.weights[seat]
        ranks = weighted_ranks(weights, self.percentiles(self._hand, self._board))
        if owed > 0:
            kind = "raise" if event.kind in ("bet", "raise") else event.kind
            price = owed / (self._pot + owed)
            fold, rise = opponent.responses(preflop, price)
            likely = opponent.likelihood(ranks, kind, fold, rise)
            expected = {"fold": fold / 2, "call": (fold + 1 - rise) / 2, "raise": 1 - rise / 2}[kind]
            opponent.faced(preflop, price, kind)
        elif event.kind == "fold":  # for nothing: it says nothing
            return
        else:
            bets = event.kind in ("bet", "raise")
            rate = opponent.bet_rate(preflop)
            likely = opponent.likelihood(ranks, "raise" if bets else "fold", 1 - rate, rate)
            expected = 1 - rate / 2 if bets else (1 - rate) / 2
            opponent.opened(preflop, bets)
        if view.seat is not None:
            self._noted.append((seat, expected, len(self._board)))
        fresh = weights * (0.01 + 0.99 * likely)
        if fresh.sum() > 0:
            self.weights[seat] = fresh / fresh.max()

    def study(self, view: View) -> None:
        """Compare what seats showed with what an honest player would have held."""
        for seat, expected, cards in self._noted:
            if not view.is_shown(seat):
                continue
            hand = view.open_cards(seat)
            board = view.board[: int(cards)]
            ranks = self.percentiles(self._hand, board)
            self.opponent(view, seat).showed(float(ranks[combo_index(*hand)]), expected)
        self._read = 0
