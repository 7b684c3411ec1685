"""Shove or fold: the equilibrium for a short stack, and heads-up the best answer to a given range.

Heads-up the small blind shoves or folds, the big blind calls or folds; stacks are equal, in big blinds before blinds
and antes are posted. Values are what the small blind wins or loses on average, in big blinds.

>>> chart = push_or_fold(10)
>>> round(chart.value, 9), f"{chart.push.share:.3%}", f"{chart.call.share:.3%}"
(-0.045370753, '58.284%', '37.376%')

With a list of stacks it solves a table, for chips or prizes (`pushfold_table.py`):

>>> table = push_or_fold([10, 10, 10])
>>> f"{table.range('BTN').share:.0%}", f"{table.range('BB', 'BTN').share:.0%}"
('33%', '24%')

The heads-up solver works on the 169 classes of hands, because combinations of a class play alike before the flop. Every
pair of classes is weighted by its number of pairs of combinations, so card removal is exact, and the result is an
equilibrium of the whole game over 1,326 combinations.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations, product
from numbers import Real
from typing import TYPE_CHECKING, Final, NamedTuple, overload

from kicker import stopping
from kicker.cards import number_text
from kicker.checks import callback, of_type
from kicker.combos import CLASSES, COMBOS, class_combos
from kicker.errors import KickerError, RangeError, quoted
from kicker.positions import names_in_turn
from kicker.preflop import BOARDS, against, class_sums
from kicker.prizes import checked_payouts, checked_stacks
from kicker.ranges import Range
from kicker.regrets import matched

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

    Vector = NDArray[float64]

SMALL_BLIND: Final = 0.5
MOST_STACK: Final = 1_000_000
_OPPONENTS: Final = 1225  # combinations that an opponent may hold
_PAIRS: Final = len(COMBOS) * _OPPONENTS
_EXPLOITABILITY: Final = 5e-7
_GOOD_ENOUGH_TO_TRAIN: Final = 2e-3  # in big blinds
_ROUNDING: Final = 1e-12
_PATIENCE: Final = 6_400  # iterations after which a good enough result is accepted
_ITERATIONS: Final = 51_200
_NEARLY_INDIFFERENT: Final = 5  # classes of each player that may turn out to be mixed
_MOST_MIXED: Final = 3


class PushFold(NamedTuple):
    """The strategies of both players, heads-up, and their value."""

    stack: float
    """Each player's stack before blinds and antes, in big blinds."""
    ante: float
    """Each player's ante, in big blinds."""
    value: float
    """The big blinds that the small blind wins per deal."""
    push: Range
    """The combinations that the small blind shoves, weighted by how often."""
    call: Range
    """The combinations that the big blind calls with, weighted by how often."""
    exploitability: float
    """The sum of what both players could gain by the best response to the other."""


class SeatRange(NamedTuple):
    """The range that a seat goes all in with, at one decision."""

    seat: str
    """Its position, as `names_in_turn` has them."""
    after: tuple[str, ...]
    """The seats that are already all in; everyone else before has folded."""
    range: Range
    """The combinations that go all in, weighted by how often."""


class TableDecision(NamedTuple):
    """One decision at a table, with a number for each of the 169 `CLASSES`."""

    seat: str
    """Its position, as `names_in_turn` has them."""
    after: tuple[str, ...]
    """The seats that are already all in; everyone else before has folded."""
    reach: tuple[float, ...]
    """The probability of this decision with a hand of each class."""
    frequencies: tuple[float, ...]
    """The frequency with which each class goes all in."""
    gains: tuple[float, ...]
    """The gain of going all in over folding: big blinds, or a share of all prizes."""


class PushFoldTable(NamedTuple):
    """The strategies of all seats at a table, and their values."""

    seats: tuple[str, ...]
    """Positions in the order of acting; the last two are the blinds."""
    stacks: tuple[float, ...]
    """Each seat's stack before blinds and antes, in big blinds."""
    ante: float
    """Each seat's ante, in big blinds."""
    payouts: tuple[float, ...] | None
    """The prizes, first place first; None if the game is for chips."""
    values: tuple[float, ...]
    """The result of each seat per hand: big blinds, or a part of the prizes."""
    ranges: tuple[SeatRange, ...]
    """The range of every decision."""
    gains: tuple[float, ...]
    """The gain of each seat by its best response to the others."""

    @property
    def exploitability(self) -> float:
        """The sum of all gains."""
        return sum(self.gains)

    def range(self, seat: str, *after: str) -> Range:
        """Return the range that a seat goes all in with: it shoves, or calls the seats in `after`, in the order of
        acting."""
        for found in self.ranges:
            if (found.seat, found.after) == (seat, after):
                return found.range
        given = " after ".join([str(seat), *([" and ".join(map(str, after))] if after else [])])
        raise KickerError(f"no decision of {given}; the order of seats is {', '.join(self.seats)}", "seat")


@overload
def push_or_fold(stack: float, ante: float = 0.0, dead: float = 0.0) -> PushFold: ...
@overload
def push_or_fold(
    stack: Sequence[float], ante: float = 0.0, dead: float = 0.0, payouts: Sequence[float] | None = None,
    progress: Callable[[float], None] | None = None,
) -> PushFoldTable: ...  # fmt: skip
def push_or_fold(
    stack: float | Sequence[float], ante: float = 0.0, dead: float = 0.0, payouts: Sequence[float] | None = None,
    progress: Callable[[float], None] | None = None,
) -> PushFold | PushFoldTable:  # fmt: skip
    """Solve shove or fold with this stack and ante, in big blinds; return the equilibrium.

    A single stack is heads-up, the same for both players. A list of two to ten stacks, in the order of acting with the
    blinds last, is a table, and the result is a `PushFoldTable`. `dead` chips are in the pot too: antes of players who
    have folded. With `payouts`, the prizes of a tournament, first place first, stacks are valued by the Independent
    Chip Model (`icm`). `progress` is called now and then with what the best responses still gain.
    """
    if isinstance(stack, Sequence) and not isinstance(stack, str):
        return _at_table(stack, ante, dead, payouts, progress)
    if payouts is not None:
        raise KickerError("payouts need a list of stacks, one for each player left", "payouts")
    _check(stack, ante, dead)
    game = _Game(stack, ante, dead)
    push, call = game.solve()
    return PushFold(
        stack, ante, game.value(push, call), _as_range(push), _as_range(call), max(0.0, game.exploitability(push, call))
    )


def stacks_of_table(stacks: Sequence[float]) -> list[float]:
    """Return the stacks of three to ten seats, checked."""
    found = checked_stacks(stacks)
    if not 3 <= len(found) <= 10:
        raise KickerError(f"a table has three to ten stacks, not {len(found)}", "stack")
    if 0 in found:
        raise KickerError("every stack must have chips", "stack")
    return found


def table_decisions(
    stacks: Sequence[float], ante: float = 0.0, payouts: Sequence[float] | None = None,
    progress: Callable[[float], None] | None = None,
) -> tuple[TableDecision, ...]:  # fmt: skip
    """Solve shove or fold at a table of three to ten seats for a trainer, and return every decision with its gains.

    The arguments are those of `push_or_fold`. Best responses gain at most about 0.002 big blinds, or their worth in
    prizes, which is less than any answer of a trainer may cost, and takes half the time of `push_or_fold`.
    """
    found = stacks_of_table(stacks)
    prizes = None if payouts is None else tuple(checked_payouts(payouts, len(found)))
    _check(max(found), ante, 0.0, least=False)
    from kicker.pushfold_table import Game, Stakes

    game = Game(Stakes(tuple(found), ante, 0.0, prizes))
    strategy, _ = game.solve(progress, _GOOD_ENOUGH_TO_TRAIN)
    reach, gains = game.gains(strategy)
    names, scale = names_in_turn(len(found)), 1.0 if prizes is None else sum(prizes)
    return tuple(
        TableDecision(names[seat], tuple(names[other] for other in entered), *(tuple(row.tolist()) for row in rows))
        for (seat, entered), *rows in zip(game.keys, reach, strategy, gains / scale, strict=True)
    )


def _at_table(
    stacks: Sequence[float], ante: float, dead: float, payouts: Sequence[float] | None,
    progress: Callable[[float], None] | None,
) -> PushFoldTable:  # fmt: skip
    stacks = checked_stacks(stacks)
    if 0 in stacks:
        raise KickerError("every stack must have chips", "stack")
    prizes = None if payouts is None else tuple(checked_payouts(payouts, len(stacks)))
    _check(max(stacks), ante, dead, least=False)
    if progress is not None:
        callback("progress", progress)
    names = names_in_turn(len(stacks))
    if len(stacks) == 2 and min(stacks) >= 1 + ante:
        return _two_at_table(names, tuple(stacks), ante, dead, prizes)
    from kicker.pushfold_table import Game, Stakes

    game = Game(Stakes(tuple(stacks), ante, dead, prizes))
    strategy, _ = game.solve(progress)
    values, gains = game.report(strategy)
    ranges = tuple(
        SeatRange(names[seat], tuple(names[other] for other in entered), _as_range(row))
        for (seat, entered), row in zip(game.keys, strategy, strict=True)
    )
    return PushFoldTable(
        names, tuple(stacks), ante, prizes, tuple(values.tolist()), ranges, tuple(gains.clip(0).tolist())
    )


def _two_at_table(
    names: tuple[str, ...], stacks: tuple[float, ...], ante: float, dead: float, prizes: tuple[float, ...] | None
) -> PushFoldTable:
    """Solve two seats exactly: the shorter stack counts, and heads-up prizes change nothing."""
    chart = push_or_fold(min(stacks), ante, dead)
    worth = 1.0 if prizes is None else (prizes[0] - (*prizes, 0.0)[1]) / (sum(stacks) + dead)
    ranges = (SeatRange(names[0], (), chart.push), SeatRange(names[1], names[:1], chart.call))
    values = (worth * chart.value, worth * (dead - chart.value))
    return PushFoldTable(names, stacks, ante, prizes, values, ranges, (worth * chart.exploitability, 0.0))


def best_push(stack: float, call: Range | str, ante: float = 0.0) -> tuple[Range, float]:
    """Return the best range to shove if the big blind calls with `call`, and what the small blind then wins per
    deal."""
    gains = push_gains(stack, call, ante)
    return _where_positive(gains), -SMALL_BLIND - ante + sum(max(0.0, gain) for gain in gains) / len(COMBOS)


def push_gains(stack: float, call: Range | str, ante: float = 0.0) -> list[float]:
    """Return how many more big blinds each combination wins by shoving than by folding, if the big blind calls with a
    range."""
    _check(stack, ante)
    return [
        ((1 + ante) * (_OPPONENTS - met) + stack * gain) / _OPPONENTS + SMALL_BLIND + ante
        for met, gain in _showdowns(_as_read("call", call))
    ]


def best_call(stack: float, push: Range | str, ante: float = 0.0) -> tuple[Range, float]:
    """Return the best range to call with if the small blind shoves `push`, and what the small blind then wins
    per deal."""
    _check(stack, ante)
    push = _as_read("push", push)
    gains = [(1 + ante) * met + stack * gain for met, gain in _showdowns(push)]
    uncalled = push.share * (1 + ante) - (1 - push.share) * (SMALL_BLIND + ante)
    return _where_positive(gains), uncalled - sum(max(0.0, gain) for gain in gains) / _PAIRS


def call_gains(stack: float, push: Range | str, ante: float = 0.0) -> list[float]:
    """Return how many more big blinds each combination wins by calling than by folding, if the small blind shoves a
    range.

    It is 0 for a combination that blocks the whole range.
    """
    _check(stack, ante)
    return [1 + ante + stack * gain / met if met > 1e-9 else 0.0 for met, gain in _showdowns(_as_read("push", push))]


def _as_read(name: str, given: Range | str) -> Range:
    return Range(given) if isinstance(given, str) else of_type(name, given, Range, RangeError)


def _check(stack: float, ante: float, dead: float = 0.0, *, least: bool = True) -> None:
    for name, number in (("stack", stack), ("ante", ante), ("dead money", dead)):
        if not isinstance(number, Real) or number != number:
            raise KickerError(f"the {name} must be a number of big blinds, not {quoted(number)}", "stack")
        if number > MOST_STACK:
            raise KickerError(f"the {name} must be at most {MOST_STACK:,} big blinds", "stack")
    for name, number in (("ante", ante), ("dead money", dead)):
        if number < 0:
            raise KickerError(f"the {name} must be 0 or more, not {quoted(number)}", "stack")
    if least and stack < 1 + ante:
        needed = f"the big blind and the ante, {number_text(1 + ante)} bb" if ante else "the big blind"
        raise KickerError(f"the stack must cover {needed}, not {quoted(stack)} bb", "stack")


def _showdowns(opponent: Range) -> list[tuple[float, float]]:
    """Return, for each combination, the weight of the range it can meet, and its total winnings against it per chip."""
    return [(met / BOARDS, (2 * won + tied - met) / BOARDS) for won, tied, met in against(opponent.weights)]


def _where_positive(gains: Sequence[float]) -> Range:
    # Rounding errors of sums that should be 0 must not decide: they differ between equivalent hands.
    return Range.from_weights([1.0 if gain > 1e-9 else 0.0 for gain in gains])


def _as_range(strategy: Vector) -> Range:
    weights = [0.0] * len(COMBOS)
    for name, weight in zip(CLASSES, strategy.tolist(), strict=True):
        for place in class_combos(name):
            weights[place] = weight
    return Range.from_weights(weights)


@cache
def _matrices() -> tuple[Vector, Vector]:
    """Return the number of pairs of combinations for each pair of classes, and the total winnings of the first per
    chip."""
    import numpy as np

    pairs, gains = class_sums()
    shape = (len(CLASSES), len(CLASSES))
    return np.array(pairs).reshape(shape), np.array(gains).reshape(shape)


class _Game:
    """The game for one stack. The small blind wins `fold + push . (open - loss call)`, all per deal.

    The winner also gets the dead chips, so both results always add up to them.
    """

    def __init__(self, stack: float, ante: float, dead: float = 0.0) -> None:
        pairs, gains = _matrices()
        self.fold = -SMALL_BLIND - ante
        self.open = pairs.sum(axis=1) * (1 + SMALL_BLIND + 2 * ante + dead) / _PAIRS
        self.loss = (pairs * (1 + ante + dead / 2) - gains * (stack + dead / 2)) / _PAIRS
        self.size = pairs.sum(axis=1) / _PAIRS

    def push_gain(self, call: Vector) -> Vector:
        """Return the gain of each class by shoving instead of folding."""
        gain: Vector = self.open - self.loss @ call
        return gain

    def call_gain(self, push: Vector) -> Vector:
        """Return the gain of each class by calling instead of folding."""
        gain: Vector = push @ self.loss
        return gain

    def value(self, push: Vector, call: Vector) -> float:
        """Return the big blinds that the small blind wins per deal."""
        return float(self.fold + push @ self.push_gain(call))

    def exploitability(self, push: Vector, call: Vector) -> float:
        """Return the gains of the best responses to both strategies, added up."""
        best_push = self.push_gain(call).clip(0).sum()
        best_call = push @ self.open - self.call_gain(push).clip(0).sum()
        return float(best_push - best_call)

    def solve(self) -> tuple[Vector, Vector]:
        """Regret matching until it is clear which classes are played purely; the few others follow from equations."""
        import numpy as np

        push = np.full(len(CLASSES), 0.5)
        call = push.copy()
        regrets = np.zeros((4, len(CLASSES)))
        sums = np.zeros((2, len(CLASSES)))
        best = (self.exploitability(push, call), push, call)
        next_look = 200
        for iteration in range(1, _ITERATIONS + 1):
            push = matched(regrets[0:2], push, self.push_gain(call))
            call = matched(regrets[2:4], call, self.call_gain(push))
            sums += iteration**2 * np.array([push, call])  # later iterations are better: they count more
            if iteration == next_look:
                next_look *= 2
                mean = sums * 6 / (iteration * (iteration + 1) * (2 * iteration + 1))
                best = min(best, self.polish(mean[0], mean[1]), key=lambda found: found[0])
                if best[0] <= (_ROUNDING if iteration < _PATIENCE else _EXPLOITABILITY):
                    break
        return best[1], best[2]

    def polish(self, push: Vector, call: Vector) -> tuple[float, Vector, Vector]:
        """Return the best of these strategies and of variants that are pure except for a few classes.

        In equilibrium each player mixes a few classes only, and each of them leaves its owner indifferent: as many
        linear equations for the other player's mixture.
        """
        import numpy as np

        best = (self.exploitability(push, call), push, call)
        rows = np.argsort(abs(self.push_gain(call) / self.size))[:_NEARLY_INDIFFERENT]
        columns = np.argsort(abs(self.call_gain(push) / self.size))[:_NEARLY_INDIFFERENT]
        for mixed in range(_MOST_MIXED + 1):
            stopping.check()
            for chosen, others in product(combinations(rows, mixed), combinations(columns, mixed)):
                pushed, called = (push > 0.5).astype(float), (call > 0.5).astype(float)
                pushed[list(chosen)] = called[list(others)] = 0
                corner = self.loss[np.ix_(chosen, others)]
                try:
                    called[list(others)] = np.linalg.solve(corner, self.push_gain(called)[list(chosen)])
                    pushed[list(chosen)] = np.linalg.solve(corner.T, -self.call_gain(pushed)[list(others)])
                except np.linalg.LinAlgError:
                    continue
                pushed, called = pushed.clip(0, 1), called.clip(0, 1)
                found = self.exploitability(pushed, called)
                if found < best[0]:
                    best = (found, pushed, called)
        return best
