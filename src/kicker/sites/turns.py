"""Adapts steps that a site writes differently from the engine. Each is tried only if the plain text fails."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kicker.sites.model import SiteHand, Step

_BETS: Final = frozenset(["fold", "check", "call", "bet", "raise"])
_BLINDS: Final = frozenset(["small blind", "big blind", "straddle", "button blind", "both blinds", "post"])


def folds_in_turn(hand: SiteHand, order: Sequence[str]) -> tuple[Step, ...]:
    """Steps with every fold moved to the player's turn; `order` begins left of the button."""
    blinds: dict[str, str] = {}
    for step in hand.steps:
        if step.kind in ("small blind", "big blind", "straddle"):
            blinds.setdefault(step.kind, step.name)
    pointer = max((order.index(name) for name in blinds.values()), default=-1) if len(order) > 2 else 0
    result = [step for step in hand.steps if step.kind in _BLINDS or step.kind == "ante"]
    early: dict[str, Step] = {}
    steps = [step for step in hand.steps if step.kind not in _BLINDS and step.kind != "ante"]
    folded: set[str] = set()
    for number, step in enumerate(steps):
        if step.kind in ("board", "street"):
            result += early.values()
            early = {}
            pointer = len(order) - 1 if len(order) > 2 else 1
        if step.kind not in _BETS:
            result.append(step)
            continue
        rest = _round(steps, number)
        if step.kind == "fold" and _waits(step.name, rest, order, pointer, folded):
            early[step.name] = step
            continue
        # Players whose turn came before this one fold now.
        at = order.index(step.name)
        passed = [order[(pointer + 1 + k) % len(order)] for k in range((at - pointer - 1) % len(order))]
        for name in passed:
            if name in early:
                result.append(early.pop(name))
                folded.add(name)
        result.append(step)
        folded |= {step.name} if step.kind == "fold" else set()
        pointer = at
    return (*result, *early.values())


def _round(steps: Sequence[Step], number: int) -> list[Step]:
    """Return the rest of the betting round after a step."""
    rest = []
    for step in steps[number + 1 :]:
        if step.kind in ("board", "street"):
            break
        if step.kind in _BETS:
            rest.append(step)
    return rest


def _waits(name: str, rest: Sequence[Step], order: Sequence[str], pointer: int, folded: set[str]) -> bool:
    """Return True if a player between the last to act and this one still acts in the round."""
    between = (order.index(name) - pointer - 1) % len(order)
    before = {order[(pointer + 1 + k) % len(order)] for k in range(between)} - folded
    return any(step.name in before for step in rest)


def without_idle_checks(hand: SiteHand) -> tuple[Step, ...]:
    """Steps without the checks of players who cannot bet any more because the others are all in."""
    left = {seat.name: seat.stack for seat in hand.seats}
    bets: dict[str, int] = {}
    live = {step.name for step in hand.steps if step.kind in _BETS}
    result = []
    for step in hand.steps:
        stack = left.get(step.name)
        if step.kind in ("board", "street"):
            bets = {}
        elif step.kind == "fold":
            live.discard(step.name)
        elif step.kind == "check" and (stack == 0 or sum(left[name] != 0 for name in live) < 2):
            continue
        added = step.amount - bets.get(step.name, 0) if step.kind == "raise" else step.amount
        if step.kind in _BETS or step.kind in _BLINDS or step.kind in ("ante", "bring-in"):
            bets[step.name] = bets.get(step.name, 0) + added
            left[step.name] = None if stack is None else max(stack - added, 0)
        result.append(step)
    return tuple(result)


def raises_by_what_is_added(steps: Sequence[Step]) -> tuple[Step, ...]:
    """Steps with raises as total bets, where the file has what the player adds."""
    bets: dict[str, int] = {}
    result = []
    for step in steps:
        if step.kind in ("board", "street"):
            bets = {}
        if step.kind == "raise" or (step.kind == "bet" and any(bets.values())):
            step = step._replace(amount=bets.get(step.name, 0) + step.amount)
            bets[step.name] = step.amount
        elif step.kind in _BLINDS or step.kind in ("call", "bet", "bring-in"):
            bets[step.name] = bets.get(step.name, 0) + step.amount
        result.append(step)
    return tuple(result)
