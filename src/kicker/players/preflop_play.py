"""Preflop play: the charts, adapted to prices, limpers, callers and stacks that they do not cover."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kicker.combos import CLASSES
from kicker.players.charting import combos_of_classes, matchups, playability
from kicker.players.charts import HEADS_UP, MOST_BEHIND, ChartSpot, Frequencies, class_numbers, frequencies
from kicker.players.situation import PLAIN, Choice, Manner, Situation
from kicker.pushfold import push_or_fold
from kicker.regrets import matched

Vector = NDArray[np.float64]

SHORT: Final = 13.0
"""The stack in big blinds up to which a raise is all in."""
COMMITTED: Final = 0.4
"""The share of the stack from which a call is decided by equity alone."""
ALL_IN: Final = 0.34
"""The share of the stack from which a raise goes all in."""
MIXED: Final = 0.65
"""The share of mixed re-raises that it makes; the charts overrate the initiative slightly."""
MANY: Final = 3
"""The number of opponents in a pot from which it doubts that all of them play soundly."""
RECKLESS: Final = 0.02
"""The prior probability that everyone at the table raises with any hand."""
_SHOVES = 80  # iterations that solve a single shove
_OVERSIZED = 1.6  # times the usual size: larger raises mean stronger hands
_DEPENDENT = 0.8  # how much each further opponent reduces a share, as a power of its equity
_MARGIN = 0.02  # the amount by which equity must exceed the price of calling a whole stack
_EDGE = 0.015  # the width over which a decision by equity changes from never to always
_LOOSEST, _TIGHTEST = 1.7, 0.3


class Answer(NamedTuple):
    """The frequency of a call and of a raise for each class, and the total of the raise."""

    call: Vector
    raising: Vector
    to: int


def choices(
    situation: Situation, seat: int, weights: tuple[Vector, ...], earlier: tuple[Vector, ...], manner: Manner = PLAIN
) -> tuple[Choice, ...]:
    """Return what a player with this manner does with each combination.

    `weights` are everybody's ranges now, `earlier` those before the last raise.
    """
    answer = _answer(situation, seat, weights, earlier, manner)
    numbers = class_numbers()
    call, raising = answer.call[numbers], answer.raising[numbers]
    room = situation.stacks[seat] > situation.owed(seat) and situation.may_raise(seat)
    able = room and any(situation.stacks[other] for other in situation.live_seats if other != seat)
    cap = situation.rules.bet_cap
    if not able or (cap is not None and situation.bet_count >= cap):
        call, raising = call + raising, np.zeros_like(raising)
    stay = "check" if not situation.owed(seat) else "call"
    found = [Choice("fold", 0, np.maximum(1 - call - raising, 0.0))] if stay == "call" else []
    found.append(Choice(stay, 0, call if stay == "call" else np.maximum(1 - raising, 0.0)))
    if able:
        found.append(Choice("raise", answer.to, raising))
    return tuple(found)


def _answer(
    situation: Situation, seat: int, weights: tuple[Vector, ...], earlier: tuple[Vector, ...], manner: Manner
) -> Answer:
    raises = len(situation.raisers)
    owed = min(situation.owed(seat), situation.stacks[seat])
    exact = _blinds_alone(situation, seat)
    if exact is not None:
        return exact
    if not _has_chart(situation, seat) or (raises and owed >= COMMITTED * situation.stacks[seat]):
        alone = _against_one_shove(situation, seat, earlier) if manner.loose == 1 else None
        return alone or _by_equity(situation, seat, weights, manner.loose)
    if not raises:
        first = _first_in(situation, seat)
        more = _fitted(Frequencies(first.call, first.raising), manner.loose, _worth())
        if manner.aggression < 1:
            return Answer(more.call, more.raising, first.to)  # it limps with the additional hands
        return Answer(np.minimum(more.call, first.call), more.raising + np.maximum(more.call - first.call, 0), first.to)
    found = _chart(situation, seat)
    fitted = _fitted(found, manner.loose * _price_ratio(situation), _against_last(situation, weights))
    return Answer(fitted.call, fitted.raising, size(situation, seat))


def who_raises_so(situation: Situation, seat: int, to: int, raising: Vector) -> Vector:
    """Return how often each combination raises to an amount, given how often it raises: larger raises mean fewer hands.

    Heads-up push or fold shows how many: an eighth of the raising hands make a raise of 40 times the usual size.
    """
    times = to / max(1, size(situation, seat))
    if times < _OVERSIZED or not raising.any():
        return raising
    order = np.argsort(-_worth()[class_numbers()], kind="stable")
    wanted = raising.sum() / np.sqrt(times)
    before = np.cumsum(raising[order]) - raising[order]
    kept = np.zeros_like(raising)
    kept[order] = np.clip(wanted - before, 0, raising[order])
    return kept


# --- stacks and positions --------------------------------------------------------------------------------------------


def unit(situation: Situation) -> float:
    """Return the effective big blind, which grows with antes: they make stacks shorter."""
    rules = situation.rules
    antes = rules.ante * len(situation.order) + sum(rules.dead_antes)
    blinds = sum(rules.blinds)
    return rules.big_blind * (blinds + antes) / max(blinds, 1)


def depth(situation: Situation, seat: int) -> float:
    """Return the effective stack of a seat, in big blinds."""
    others = [situation.start[other] for other in situation.live_seats if other != seat]
    return min(situation.start[seat], max(others)) / unit(situation)


def place(situation: Situation, seat: int) -> int:
    """Return the position of a seat: the number of seats that act after it. The heads-up button has its own number."""
    behind = min(situation.seats_behind(seat), MOST_BEHIND)
    return HEADS_UP if len(situation.order) == 2 else behind


def _pair(situation: Situation, opener: int, other: int) -> tuple[int, int]:
    """Return two positions as the charts store them: the player who responds acts later."""
    first, second = place(situation, opener), place(situation, other)
    if len(situation.order) == 2:
        return HEADS_UP, 0
    return (first, second) if first > second else (min(second + 1, MOST_BEHIND), second)


def _chart(situation: Situation, seat: int) -> Frequencies:
    """Return the chart for a seat that faces a raise."""
    raisers, stack = situation.raisers, depth(situation, seat)
    opener, last = raisers[0], raisers[-1]
    if len(raisers) == 1:
        if seat in situation.limpers and situation.seats_behind(opener) < situation.seats_behind(seat):
            return _after_opening(situation, seat, opener)
        found = frequencies(stack, ChartSpot("opened", *_pair(situation, opener, seat)))
        if not situation.callers:
            mixed = found.raising * np.where((found.raising < 1) & (stack > SHORT), MIXED, 1.0)
            return Frequencies(found.call + np.where(found.call > 0, found.raising - mixed, 0.0), mixed)
        squeezed = frequencies(stack, ChartSpot("called", *_pair(situation, opener, seat)))
        # Earlier callers make a call cheaper, and hands that win big pots more valuable.
        extra = np.maximum(squeezed.call, found.call * 0.8 * (playability() > 1.0))
        return Frequencies(np.minimum(extra, 1 - squeezed.raising), squeezed.raising)
    if seat == opener and len(raisers) == 2:
        return _after_opening(situation, seat, last)
    if len(raisers) == 2:  # cold: continue with hands that would have re-raised and could stand another raise
        again = frequencies(stack, ChartSpot("reraised again", *_pair(situation, opener, last)))
        would = frequencies(stack, ChartSpot("opened", *_pair(situation, opener, seat))).raising
        return Frequencies(again.call * 0.3 * would, again.raising * would)
    return frequencies(stack, ChartSpot("reraised again", *_pair(situation, opener, seat)))


def _after_opening(situation: Situation, seat: int, raiser: int) -> Frequencies:
    """The chart for a seat that has entered the pot and faces a re-raise; hands that do not open do not raise again."""
    found = frequencies(depth(situation, seat), ChartSpot("reraised", *_pair(situation, seat, raiser)))
    return Frequencies(found.call, found.raising * (_opening(situation, seat).raising > 0))


def _has_chart(situation: Situation, seat: int) -> bool:
    """True if the charts cover the raises so far: up to two by anybody, or three if the seat made the second."""
    raisers = situation.raisers
    return len(raisers) < 3 or (len(raisers) == 3 and raisers == (raisers[0], seat, raisers[0]))


# --- entering the pot ------------------------------------------------------------------------------------------------


def _first_in(situation: Situation, seat: int) -> Answer:
    """Answer when nobody has raised: open, raise limpers, limp behind, or see a free flop."""
    behind, limpers = place(situation, seat), len(situation.limpers)
    stack = depth(situation, seat)
    to = size(situation, seat)
    nothing = np.zeros(len(CLASSES))
    free = not situation.owed(seat)
    if not limpers:
        return Answer(nothing, _opening(situation, seat).raising, to)
    tighter = min(max(behind, 2) + limpers, MOST_BEHIND)
    raising = frequencies(stack, ChartSpot("open", tighter, tighter)).raising
    if free or stack <= SHORT:
        return Answer(nothing, raising, to)
    loose = frequencies(100, ChartSpot("opened", 2, 0))
    if len(situation.order) == 2 or situation.owed(seat) * 2 <= situation.rules.big_blind:
        limp = np.minimum(loose.call + loose.raising, 1)
    else:
        limp = np.minimum(frequencies(100, ChartSpot("open", 2, 2)).raising, 1) * (playability() > 1.0)
    return Answer(np.minimum(limp, 1 - raising), raising, to)


def _opening(situation: Situation, seat: int) -> Frequencies:
    """The chart for a seat if everybody before it has folded."""
    behind = place(situation, seat)
    opened = behind if behind or len(situation.order) == 2 else 1
    return frequencies(depth(situation, seat), ChartSpot("open", opened, opened))


def size(situation: Situation, seat: int) -> int:
    """Return the total of a raise, before the rules limit it."""
    rules, level = situation.rules, situation.level
    start = situation.start[seat]
    stack = depth(situation, seat)
    raises = len(situation.raisers)
    blind = situation.seats_behind(seat) < 2 and len(situation.order) > 2
    everything = situation.bets[seat] + situation.stacks[seat]
    if stack <= SHORT:
        to = float(everything)
    elif not raises:
        alone = situation.seats_behind(seat) == 1 and len(situation.order) > 2
        times = (3.0 if alone else 2.5) if stack > 40 else (2.5 if alone else 2.2)
        to = (times + len(situation.limpers)) * rules.big_blind + rules.ante * len(situation.order) / 2
    elif raises == 1:
        to = level * ((4.0 if blind else 3.3) + len(situation.callers))
    else:
        to = level * 2.3 + level * len(situation.callers)
    worth = min(start, max(situation.start[other] for other in situation.live_seats if other != seat))
    if raises >= 3 or (to > ALL_IN * worth and raises):
        to = everything
    step = max(1, min(filter(None, rules.blinds), default=1))  # people raise in whole chips
    return min(everything, round(to / step) * step)


# --- fitting a chart to a price --------------------------------------------------------------------------------------


def _price_ratio(situation: Situation) -> float:
    """Return how much more or less of a range can continue than against a raise of the usual size."""
    raises, blind = len(situation.raisers), situation.rules.big_blind
    if raises == 1:
        usual = 2.5 * blind
    elif raises == 2:
        usual = 0.72 * situation.level * situation.before / max(1, situation.before)
        usual = max(usual, 1.1 * situation.before)
    else:
        usual = 1.1 * situation.before
    cost = max(1, situation.cost)
    actual = situation.before / (situation.before + cost)
    expected = situation.before / (situation.before + max(1.0, usual))
    return min(max(actual / expected, _TIGHTEST), _LOOSEST)


def _against_last(situation: Situation, weights: tuple[Vector, ...]) -> Vector:
    """Return the realised equities of classes against the last raiser."""
    scores: Vector = equities_against(weights[situation.raisers[-1]]) * playability()
    return scores


@cache
def _worth() -> Vector:
    """Return the values of classes before anybody has shown strength."""
    worth: Vector = equities_against(np.ones(1326)) * playability()
    return worth


def _fitted(found: Frequencies, ratio: float, scores: Vector) -> Frequencies:
    """Return a chart that continues with more or fewer hands, the best first."""
    if 0.9 < ratio < 1.1:
        return found
    call, raising = found.call.copy(), found.raising.copy()
    sizes = combos_of_classes()
    stays = float(sizes @ (call + raising))
    change = min(stays * ratio, 0.95) - stays
    for place in np.argsort(scores if change < 0 else -scores):
        if abs(change) < 1e-6:
            break
        if change > 0:
            more = min(change / sizes[place], 1 - call[place] - raising[place])
            call[place] += more
            change -= more * sizes[place]
            continue
        for row in (call, raising):
            less = min(-change / sizes[place], row[place])
            row[place] -= less
            change += less * sizes[place]
    return Frequencies(call, raising)


def equities_against(weights: Vector) -> Vector:
    """Return the all-in equity of each class against a range."""
    meets, equities = matchups()
    numbers = class_numbers()
    share = np.bincount(numbers, weights, len(CLASSES)) / np.bincount(numbers, minlength=len(CLASSES))
    mass = meets * share
    result: Vector = (mass * equities).sum(axis=1) / np.maximum(mass.sum(axis=1), 1e-12)
    return result


# --- for a whole stack -----------------------------------------------------------------------------------------------


def _by_equity(situation: Situation, seat: int, weights: tuple[Vector, ...], loose: float) -> Answer:
    """Decide on a call by its price alone, and go all in if that is clearly better."""
    inside = [other for other in situation.live_seats if other != seat and (
        other in situation.raisers or other in situation.callers
    )]  # fmt: skip
    share = _share_against_all([weights[other] for other in inside])
    owed = min(situation.owed(seat), situation.stacks[seat])
    matched = situation.pot - max(0, situation.owed(seat) - owed)
    waiting = sum(
        1 for other in situation.live_seats
        if other != seat and other not in inside and other not in situation.acted and situation.stacks[other]
    )  # fmt: skip
    price = owed / (matched + owed)
    need = price + _MARGIN + 0.02 * waiting - 0.06 * (loose - 1)
    stays = np.clip((share - need) / _EDGE + 0.5, 0, 1)
    last = situation.raisers[-1]
    raising = np.zeros(len(CLASSES))
    if situation.stacks[last] and situation.stacks[seat] > owed:
        raising = np.where(share > max(0.5, need) + 0.04, stays, 0.0)
    return Answer(stays - raising, raising, situation.bets[seat] + situation.stacks[seat])


def _against_one_shove(situation: Situation, seat: int, earlier: tuple[Vector, ...]) -> Answer | None:
    """Answer a raise to about a whole stack by a single player, when nobody else has called or is left to act.

    Both play the equilibrium of this one decision: the raiser shoves or gives up with its earlier range, the other
    calls or folds. So no way of shoving gains anything, whatever the read on the shover.
    """
    last = situation.raisers[-1]
    if set(situation.live_seats) != {seat, last} or situation.callers:
        return None
    owed = min(situation.owed(seat), situation.stacks[seat])
    extra = min(situation.stacks[seat] - owed, situation.stacks[last])  # the rest of the shover's stack goes in too
    call = shove_equilibrium(
        float(situation.before), float(min(situation.cost, situation.cost + owed - situation.owed(seat)) + extra),
        float(owed + extra), earlier[last], earlier[seat],
    )  # fmt: skip
    everything = situation.bets[seat] + situation.stacks[seat]
    return Answer(_nothing(), call, everything) if extra > 0 else Answer(call, _nothing(), everything)


def shove_equilibrium(pot: float, cost: float, owed: float, shover: Vector, caller: Vector) -> Vector:
    """Return how often each class calls a shove, given its cost to the shover and to the caller."""
    meets, equities = matchups()
    numbers = class_numbers()
    per_class = np.bincount(numbers, minlength=len(CLASSES))
    mine, theirs = (meets * (np.bincount(numbers, row, len(CLASSES)) / per_class) for row in (caller, shover))
    mine = mine / np.maximum(mine.sum(axis=1, keepdims=True), 1e-12)
    whole = pot + cost + owed
    loss_when_called = mine * (pot + cost - equities * whole)  # the shover's loss compared with everybody folding
    won_by_call = theirs * (equities * whole - owed)
    shove, call = np.full(len(CLASSES), 0.5), np.full(len(CLASSES), 0.5)
    regrets = np.zeros((2, 2, len(CLASSES)))
    total = np.zeros(len(CLASSES))
    for iteration in range(1, _SHOVES + 1):
        shove = matched(regrets[0], shove, pot - loss_when_called @ call)
        call = matched(regrets[1], call, won_by_call @ shove)
        total += iteration * call
    mean: Vector = total / (_SHOVES * (_SHOVES + 1) / 2)
    return mean


def _share_against_all(ranges: list[Vector]) -> Vector:
    """Return the all-in equity of each class against everybody in the pot.

    Three or more opponents who all claim the best hands are more likely reckless. Nor are equities against several
    independent: a hand that beats one often beats another.
    """
    many = len(ranges) >= MANY
    sound = float(np.prod([row.mean() / row.max() for row in ranges]))
    doubt = RECKLESS / (RECKLESS + sound) if many else 0.0
    power = (1 + _DEPENDENT * (len(ranges) - 1)) / len(ranges) if many else 1.0
    share = np.ones(len(CLASSES))
    for row in ranges:
        share = share * equities_against((1 - doubt) * row / row.max() + doubt) ** power
    return share


@lru_cache(maxsize=256)
def _pushes(stack: float, ante: float, dead: float) -> tuple[Vector, Vector]:
    """Return the equilibrium of shoving or folding between two players, by class."""
    chart = push_or_fold(stack, ante, dead)
    return _by_class(chart.push.weights), _by_class(chart.call.weights)


def _by_class(weights: tuple[float, ...]) -> Vector:
    row = np.zeros(len(CLASSES))
    row[class_numbers()] = weights
    return row


@cache
def _nothing() -> Vector:
    return np.zeros(len(CLASSES))


def _blinds_alone(situation: Situation, seat: int) -> Answer | None:
    """Answer by the exact push-or-fold equilibrium: only the blinds are left, stacks are short, and the only raise was
    all in.

    At a larger table everybody else has folded: their antes are dead money, as is an ante that one seat pays for all.
    """
    rules = situation.rules
    live = situation.live_seats
    if len(live) != 2 or rules.betting != "no-limit" or len(rules.blinds) != 2:
        return None
    other = live[0] if live[1] == seat else live[1]
    if {situation.seats_behind(seat), situation.seats_behind(other)} != {0, 1} or situation.limpers:
        return None
    stack = (min(situation.stacks[who] + situation.bets[who] for who in live) + rules.ante) / rules.big_blind
    ante = rules.ante / rules.big_blind
    dead = (situation.pot - sum(situation.bets)) / rules.big_blind - 2 * ante
    if not 1 + ante < stack <= SHORT or rules.blinds[0] * 2 != rules.blinds[1] or dead < 0:
        return None
    everything = situation.bets[seat] + situation.stacks[seat]
    if situation.seats_behind(seat) == 1:
        if situation.raisers or situation.callers:
            return None
        return Answer(_nothing(), _pushes(round(stack, 1), round(ante, 2), round(dead, 2))[0], everything)
    if len(situation.raisers) != 1 or situation.owed(seat) < COMMITTED * situation.stacks[seat]:
        return None
    call = _pushes(round(stack, 1), round(ante, 2), round(dead, 2))[1]
    return Answer(_nothing(), call, everything) if situation.stacks[other] else Answer(call, _nothing(), everything)
