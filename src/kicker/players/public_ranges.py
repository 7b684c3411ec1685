"""The public side of a deal: chips, actions, and the range of each seat if it plays well.

The ranges depend only on public actions, so all bots at a table share one computation. A seat begins with all
combinations; each of its actions multiplies their weights by how often a good player would take it. Every combination
keeps a little weight, because not everybody plays well.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kicker.combos import COMBOS
from kicker.games import Event, Rules, View
from kicker.players import preflop_play
from kicker.players.boards import HandGroups, best_of, board_outlook, sort_hands
from kicker.players.situation import PLAIN, Choice, Manner, Situation
from kicker.players.street_solver import SCALES, Limits, Play, Scene, Solution, solve

Vector = NDArray[np.float64]

DOUBT: Final = 0.04
"""The share of players who would take the same action with any hand."""
PAIR: Final = 2
ALIKE: Final = 0.15
"""The share of the pot below which two bet sizes count as equal."""
_PUBLIC: Final = frozenset(["ante", "blind", "post", "board", "fold", "check", "call", "bet", "raise", "returned"])
_ACTIONS: Final = frozenset(["fold", "check", "call", "bet", "raise"])


class Start(NamedTuple):
    """The public start of a deal."""

    rules: Rules
    order: tuple[int, ...]
    stacks: tuple[int, ...]


class Course(NamedTuple):
    """The public events of a deal."""

    start: Start
    events: tuple[Event, ...]


def course_of(view: View) -> Course:
    """Return the public events in a view of a deal."""
    events = tuple([event for event in view.history if event.kind in _PUBLIC])
    return Course(Start(view.rules, view.order, view.start_stacks), events)


class PublicState(NamedTuple):
    """The public state of a deal at one moment, with a range for each seat."""

    situation: Situation
    weights: tuple[Vector, ...]
    """The range of each seat."""


@lru_cache(maxsize=2048)
def read(course: Course) -> PublicState:
    """Return the state and the ranges after these events."""
    start, events = course
    if not events:
        everything = np.ones(len(COMBOS))
        return PublicState(Situation.begin(start.rules, start.order, start.stacks), (everything,) * len(start.stacks))
    before = read(Course(start, events[:-1]))
    event = events[-1]
    weights = before.weights
    if event.kind == "board":
        after = before.situation.after(event)
        free = board_outlook(after.board).free
        weights = tuple([_rest(row, free) for row in weights])
        return PublicState(after, weights)
    if event.kind in _ACTIONS and event.kind != "fold" and event.seat is not None:
        row = weights[event.seat]
        likely = likelihood(Course(start, events[:-1]), event)
        usual = max(float(row @ likely) / float(row.sum()), 1e-6)
        fresh = row * (DOUBT * usual + (1 - DOUBT) * likely)
        weights = tuple([fresh / fresh.max() if seat == event.seat else row for seat, row in enumerate(weights)])
    return PublicState(before.situation.after(event), weights)


def _rest(weights: Vector, free: NDArray[np.bool_]) -> Vector:
    rest = weights * free
    return rest if rest.max() > 0 else free.astype(np.float64)


def likelihood(course: Course, event: Event) -> Vector:
    """Return how often a good player would take this action with each combination."""
    assert event.seat is not None
    kind = "raise" if event.kind == "bet" else event.kind
    known = read(course)
    to = event.to if kind == "raise" else 0
    found = choices(course, event.seat, also_of(course, event.seat, to) if to else ())
    able = [choice for choice in found if choice.kind == kind]
    if not able:
        return np.ones(len(COMBOS))
    if kind != "raise":
        return able[0].chance
    nearest = min(able, key=lambda choice: abs(choice.to - to))
    if not known.situation.board:
        return preflop_play.who_raises_so(known.situation, event.seat, to, able[0].chance)
    return nearest.chance


def also_of(course: Course, seat: int, to: int) -> tuple[int, ...]:
    """Return an actual raise to consider besides the usual sizes; empty if it is close to one of them."""
    situation = read(course).situation
    if situation.uses_chart:
        return ()
    after = situation.pot + situation.owed(seat)
    usual = [choice.to for choice in choices(course, seat, ()) if choice.kind == "raise"]
    return () if any(abs(other - to) < ALIKE * after for other in usual) else (to,)


@lru_cache(maxsize=1024)
def choices(course: Course, seat: int, also: tuple[int, ...] = (), manner: Manner = PLAIN) -> tuple[Choice, ...]:
    """Return what the seat to act would do with each combination, in its manner."""
    known = read(course)
    if known.situation.uses_chart:
        return preflop_play.choices(known.situation, seat, known.weights, weights_before_raise(course), manner)
    answer = None if also or manner.reading < 1.0 else answer_to_bet(course, seat)
    if answer is not None:
        hands, play = answer
    else:
        solved = solved_street(course, seat, also, manner.reading)
        hands, play = solved.hands, Play(solved.solution.options, solved.solution.chances)
    rows: dict[tuple[str, int], Vector] = {}
    for option, row in zip(play.options, play.chances, strict=True):  # rounding may leave two sizes the same
        action = option.kind, total(known.situation, seat, option.by)
        rows[action] = rows.get(action, 0.0) + hands.spread_out(row)
    return tuple(Choice(kind, to, chance) for (kind, to), chance in rows.items())


def weights_before_raise(course: Course) -> tuple[Vector, ...]:
    """Return everybody's ranges before the last raise."""
    start, events = course
    last = max((place for place, event in enumerate(events) if event.kind in ("bet", "raise")), default=len(events))
    return read(Course(start, events[:last])).weights


def answer_to_bet(course: Course, seat: int) -> tuple[HandGroups, Play] | None:
    """Return how a seat answers the bet of its only opponent; None if there is no bet from a single opponent.

    The street is solved from the bettor's decision, not from the answer. So the answer does not depend on a guess about
    who bets like that: against it, no other way of betting does better than the sound one.
    """
    start, events = course
    event = events[-1]
    if event.kind not in ("bet", "raise") or event.seat is None:
        return None
    before = Course(start, events[:-1])
    situation = read(before).situation
    if situation.uses_chart or len(situation.live_seats) != PAIR:
        return None
    also = also_of(before, event.seat, event.to)
    solved = solved_street(before, event.seat, also)
    bets = [
        (abs(total(situation, event.seat, option.by) - event.to), answer)
        for option, answer in zip(solved.solution.options, solved.solution.answers, strict=True)
        if option.kind == "raise"
    ]
    answer = min(bets, key=lambda found: found[0])[1] if bets else None
    return None if answer is None else (solved.hands, answer)


def total(situation: Situation, seat: int, by: float) -> int:
    """Return the total of a raise by an amount, rounded to half big blinds if that is fine enough; an all-in stays all
    in."""
    if not by:
        return 0
    everything = situation.bets[seat] + situation.stacks[seat]
    to = situation.level + round(by)
    blind = situation.rules.big_blind
    step = max(1, blind // 2 if to < 10 * blind else blind if to < 100 * blind else 5 * blind)
    if to >= everything or situation.rules.betting == "fixed-limit":
        return min(to, everything)
    return min(everything, max(step, round(to / step) * step) if by >= 2 * step else to)


class Solved(NamedTuple):
    """A street solved for one seat."""

    scene: Scene
    hands: HandGroups
    solution: Solution
    others: Vector
    """The range of the best hand among the other players' hands."""


@lru_cache(maxsize=256)
def solved_street(course: Course, seat: int, also: tuple[int, ...] = (), reading: float = 1.0) -> Solved:
    """Solve the street from a seat's decision; a poor reader overestimates how wide ranges are."""
    known = read(course)
    situation, board = known.situation, known.situation.board
    mine = known.weights[seat] / known.weights[seat].sum()
    theirs = others_of(course, seat, reading)
    hands = sort_hands(board, mine + theirs)
    scene = scene_of(situation, seat, also)
    return Solved(scene, hands, solve(scene, hands, hands.gathered(mine), hands.gathered(theirs)), theirs)


def others_of(course: Course, seat: int, reading: float = 1.0) -> Vector:
    """Return the range of the best opposing hand; before the flop, of those who raised or called, if anybody did."""
    known = read(course)
    situation, board = known.situation, known.situation.board
    others = [other for other in situation.live_seats if other != seat]
    if not board and situation.raisers:
        others = [other for other in others if other in (*situation.raisers, *situation.callers)] or others
    rows = [known.weights[other] for other in others]
    if reading < 1.0 and board:
        free = board_outlook(board).free
        rows = [reading * row / row.max() + (1 - reading) * free for row in rows]
    return best_of(board, rows)


def scene_of(situation: Situation, seat: int, also: tuple[int, ...] = ()) -> Scene:
    """Return the chips at stake in a decision."""
    others = [other for other in situation.live_seats if other != seat]
    rules, raised = situation.rules, situation.bet_count
    fixed = rules.betting == "fixed-limit"
    step = rules.bet_sizes[situation.street] if fixed else max(rules.min_bet, situation.last_raise)
    cap = rules.bet_cap
    limits = Limits(step, fixed, rules.betting == "pot-limit", 99 if cap is None else max(0, cap - raised))
    if not situation.may_raise(seat):
        limits = limits._replace(most=0)
    return Scene(
        pot=float(situation.pot),
        owed=float(min(situation.owed(seat), situation.stacks[seat])),
        stack=float(situation.stacks[seat]),
        other_stack=float(max(situation.stacks[other] for other in others)),
        ends=situation.acts_last_now(seat),
        acts_last=situation.acts_last_later(seat),
        final=len(situation.board) == rules.game.board_cards,
        limits=limits,
        raised=raised,
        also=tuple(float(to - situation.level) for to in also),
        scale=SCALES[sum(situation.board) % len(SCALES)],
    )
