"""A bot that compares what it can win with what it pays, and learns what its opponents' bets mean.

Its chance is the share of 100,000 random deals that it wins or ties; the rate of return is that chance times the pot
over its investment, both after a call. It folds more with low returns and raises more with high ones. A raise aims at
a return near 1, with some noise so that nobody can work out the chance from it.
"""

from __future__ import annotations

from math import ceil
from random import Random
from typing import Any

from kicker.cards import Card
from kicker.games import CALL, CHECK, FOLD, Action, View, raise_to
from kicker.odds import equity
from kicker.players import Reasons
from kicker.players.dice import dice_memory, recall_dice

TRIALS = 100_000
LEARNING_TRIALS = 10_000
FUZZ = (0.8, 0.9, 1.0, 1.1, 1.2)
TIERS = (
    (0.8, (0.75, 0.20, 0.05)),
    (1.0, (0.25, 0.50, 0.25)),
    (1.3, (0.00, 0.60, 0.40)),
    (float("inf"), (0.00, 0.30, 0.70)),
)
"""The frequencies of folding, calling and raising, with the highest return of each tier."""
BUCKETS = 16
_LOWEST = 0.5
_WIDTH = 0.1


def bucket_of(conveyed: float) -> int:
    """Return the bucket of a conveyed return: 0.5 to 2.0 in steps of 0.1. Learning and looking up both use it."""
    return min(max(int((conveyed - _LOWEST) / _WIDTH + 1e-9), 0), BUCKETS - 1)


def raise_size(chance: float, pot: float, invested: float) -> float:
    """Return the raise that gives a return of 1: the solution of `chance * (pot + x) = invested + x`.

    >>> round(raise_size(0.6, 40, 20), 6), 0.6 * (40 + 10) / (20 + 10)
    (10.0, 1.0)
    """
    return (chance * pot - invested) / (1 - chance) if chance < 1 else float("inf")


class Cpu:
    """A bot that plays by its rate of return."""

    def __init__(self, seed: int | str = 0, trials: int = TRIALS) -> None:
        self._random = Random(f"cpu/{seed}")
        self._trials = trials
        self._model: dict[int, list[tuple[int, float]]] = {}
        self.reasons: Reasons | None = None

    def chance(self, hand: tuple[Card, ...], board: tuple[Card, ...], opponents: int, trials: int) -> float:
        """Return the share of random deals that a hand wins or ties against this number of unknown hands."""
        seed = self._random.getrandbits(32)
        result = equity([hand, *["random"] * opponents], board, exact=False, trials=trials, seed=seed, threads=1)
        return result.players[0].win + result.players[0].tie

    def act(self, view: View) -> Action:
        """Fold, call or raise by tiers of the rate of return."""
        options, seat = view.options, view.seat
        if options.phase != "betting" or seat is None:
            return options.passive
        others = [other for other in view.order if view.live[other] and other != seat]
        dealt = self.chance(view.hand, view.board, len(others), self._trials)
        chance, learnt = self._weighted(dealt, view, others)
        invested = view.paid[seat] + options.call_amount
        # Chips that this seat cannot match are not part of what it can win.
        matched = sum(min(paid, invested) for place, paid in enumerate(view.paid) if place != seat)
        pot = invested + matched + view.dead
        rate = chance * pot / invested if invested else 2 * chance
        fold, call, raising = next(shares for most, shares in TIERS if rate < most)
        dice = self._random.random()
        self.reasons = Reasons(
            f"wins or ties {chance:.1%}, for {invested} of a pot of {pot}: a return of {rate:.2f}",
            chance,
            options.call_amount / (view.pot + options.call_amount) if options.call_amount else None,
            (
                ("by random deals", f"{dealt:.1%}"),
                ("read on the opponent", "none yet" if learnt is None else f"{learnt:.1%}"),
                ("fold / call / raise", f"{fold:.0%} / {call:.0%} / {raising:.0%}"),
            ),
        )
        stay = CHECK if options.may_check else CALL if options.call_amount else FOLD
        if dice < fold:
            return CHECK if options.may_check else FOLD
        if (dice < fold + call and stay != FOLD) or not options.may_raise:
            return stay
        return self._raise(view, chance, pot, invested)

    def _raise(self, view: View, chance: float, pot: int, invested: int) -> Action:
        options = view.options
        size = raise_size(chance * self._random.choice(FUZZ), pot, invested)
        unit = max(1, view.rules.big_blind // 2)
        most = options.max_raise_to - max(view.bets)
        steps = ceil(min(max(size, unit), most) / unit)
        return raise_to(min(max(max(view.bets) + steps * unit, options.min_raise_to), options.max_raise_to))

    # --- the model of opponents ---

    def _weighted(self, chance: float, view: View, others: list[int]) -> tuple[float, float | None]:
        """Move the chance halfway to what the last action of the only opponent has meant so far; return what it meant,
        too."""
        if len(others) != 1:
            return chance, None
        told = [bucket for seat, _, bucket in conveyed(view) if seat == others[0]]
        model = self._model.get(who(view, others[0]))
        if not told or model is None or not model[told[-1]][0]:
            return chance, None
        learnt = model[told[-1]][1]
        return (chance + 1 - learnt) / 2, learnt

    def learn(self, view: View) -> None:
        """Learn the true chance behind each action of a seat that showed its cards."""
        for seat in view.order:
            if not view.is_shown(seat) or seat == view.seat:
                continue
            hand = view.open_cards(seat)
            model = self._model.setdefault(who(view, seat), [(0, 0.0)] * BUCKETS)
            known: dict[tuple[int, int], float] = {}
            for actor, (cards, live), bucket in conveyed(view):
                if actor != seat:
                    continue
                if (cards, live) not in known:
                    known[cards, live] = self.chance(hand, view.board[:cards], live - 1, LEARNING_TRIALS)
                count, mean = model[bucket]
                model[bucket] = count + 1, mean + (known[cards, live] - mean) / (count + 1)

    def memory(self) -> dict[str, Any]:
        """Return the state of its random generator and what it has learnt."""
        return {"dice": dice_memory(self._random), "model": {str(seat): model for seat, model in self._model.items()}}

    def recall(self, memory: dict[str, Any]) -> None:
        """Restore its memory."""
        recall_dice(self._random, memory["dice"])
        self._model = {
            int(seat): [(int(count), float(mean)) for count, mean in model] for seat, model in memory["model"].items()
        }
        if any(len(model) != BUCKETS for model in self._model.values()):
            raise ValueError(f"a model of an opponent has {BUCKETS} buckets")


def who(view: View, seat: int) -> int:
    """Return the key of an opponent; heads-up the opponent is the same in either seat."""
    return seat if len(view.order) > 2 else -1


def conveyed(view: View) -> list[tuple[int, tuple[int, int], int]]:
    """Return what each action of a deal conveyed: the seat, the numbers of board cards and live seats, and the bucket.

    The conveyed return is the seat's investment over an even share of the pot, both after the action: 1 for a check or
    a call, more for a bet, up to 2 for a bet against one opponent. A fold conveys the least.
    """
    paid = [0] * len(view.stacks)
    dead, board, live = 0, 0, len(view.order)
    found = []
    for event in view.history:
        seat, kind = event.seat, event.kind
        if kind == "board":
            board += len(event.cards)
        elif seat is not None and kind in ("ante", "blind", "post", "call", "bet", "raise"):
            if kind == "ante" and not view.rules.ante:
                dead += event.amount
            else:
                paid[seat] += event.amount
        if seat is not None and kind in ("fold", "check", "call", "bet", "raise"):
            pot = sum(paid) + dead
            found.append((seat, (board, live), 0 if kind == "fold" else bucket_of(live * paid[seat] / max(1, pot))))
            live -= kind == "fold"
    return found
