"""Checks that replaying a hand gives what its file says: pots, uncalled bets, winners, rake and the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from kicker.cards import Card
from kicker.errors import KickerError, RecordError
from kicker.records.model import MISMATCHED, UNDETERMINED
from kicker.records.replaying import Replay, replay
from kicker.sites.model import SiteHand, Step
from kicker.sites.recording import PLAIN, Reading, record_of

_WORDS: Final = {
    "fold": "folds", "check": "checks", "call": "calls", "bet": "bets", "raise": "raises to", "discard": "discards",
    "show": "shows", "muck": "mucks", "bring-in": "brings in", "dealt": "is dealt", "ante": "antes", "post": "posts",
    "small blind": "posts a small blind of", "big blind": "posts a big blind of", "both blinds": "posts both blinds of",
    "straddle": "straddles", "button blind": "posts a button blind of",
}  # fmt: skip
_CHIPS: Final = frozenset(
    [
        "ante",
        "small blind",
        "big blind",
        "both blinds",
        "straddle",
        "button blind",
        "bring-in",
        "post",
        "call",
        "bet",
        "raise",
    ]
)
"""The kinds of steps that put chips into the pot."""


class Proof(NamedTuple):
    """The result of replaying a hand."""

    hand: SiteHand
    """The hand in the file."""
    replay: Replay | None
    """The replay, if the hand can be replayed."""
    problem: str = ""
    """The disagreement in one sentence; empty if everything agrees."""
    line: int = 0
    """The line of the file that the problem is about."""

    @property
    def ok(self) -> bool:
        """True if the hand was replayed and agrees with the file's own summary."""
        return not self.problem


def prove(hand: SiteHand) -> Proof:
    """Replay a hand and compare it with the file, trying each reading where sites write things in different ways."""
    first = _prove(hand, PLAIN)
    if first.ok:
        return first
    for reading in _readings(hand):
        proof = _prove(hand, reading)
        if proof.ok:
            return proof
    return _overdrawn(hand) or first


def _readings(hand: SiteHand) -> Iterator[Reading]:
    yield Reading(folds_in_turn=True)
    if hand.limit == "fixed-limit":
        yield Reading(completes=True)
        yield Reading(folds_in_turn=True, completes=True)
        if hand.game.brings_in:
            yield Reading(double_bets=True)
    yield Reading(idle_checks=True)
    yield Reading(raises_add=True)
    yield Reading(raises_add=True, idle_checks=True)
    yield Reading(live_posts=True)
    if hand.game.exchanges:
        yield Reading(hidden_draws=True)


def _prove(hand: SiteHand, reading: Reading) -> Proof:
    try:
        played = replay(record_of(hand, reading))
    except RecordError as error:
        if 0 < error.action <= len(hand.steps):
            step = hand.steps[error.action - 1]
            return Proof(hand, None, f"{_describe(hand, step)}: {error.reason}", step.line)
        return Proof(hand, None, error.reason, hand.line)
    except KickerError as error:
        return Proof(hand, None, str(error), hand.line)
    return Proof(hand, played, _difference(hand, played), hand.line)


def _describe(hand: SiteHand, step: Step) -> str:
    """Return a step in a few words."""
    if step.kind == "board":
        return f"the board gets {_cards(step.cards)}"
    words = [step.name, _WORDS.get(step.kind, step.kind)]
    if step.kind == "discard":
        words.append(str(step.amount))
    elif step.amount:
        words.append(_money(hand, step.amount))
    if step.cards:
        words.append(_cards(step.cards))
    return " ".join(words)


def _difference(hand: SiteHand, played: Replay) -> str:
    """Describe how the replay and the file disagree; empty if they agree."""
    if played.verdict == MISMATCHED:
        return _winners_problem(hand, played)
    if played.verdict == UNDETERMINED:
        return played.reason
    won = back = 0
    for event in played.final.history:
        if event.kind == "won":
            won += event.amount
        elif event.kind == "returned":
            back += event.amount
    returned = sum([step.amount for step in hand.steps if step.kind == "returned"])
    problem = _money_problem(hand, won + back - returned)
    if problem and back and not returned and not _money_problem(hand, won):
        problem = ""  # old files do not mention uncalled bets: they leave them out, or count them as part of the pot
    if problem and returned and sum(hand.collected.values()) > won:
        return _winners_problem(hand, played)
    return problem or _board_problem(hand)


def _winners_problem(hand: SiteHand, played: Replay) -> str:
    """Describe the differences between what players collect in the file and in the replay."""
    won = dict.fromkeys(played.record.names, 0)
    for event in played.final.history:
        if event.kind == "won" and event.seat is not None:
            won[played.record.names[event.seat]] += event.amount
    parts = []
    for name, chips in won.items():
        told = hand.collected.get(name, 0)
        if chips != told:
            parts.append(f"{name} collects {_money(hand, told)} in the file, {_money(hand, chips)} in the replay")
    return "; ".join(parts) or played.reason


def _overdrawn(hand: SiteHand) -> Proof | None:
    """Return the problem of the first player who puts in more chips than the file gives them; None if there is none."""
    left = {seat.name: seat.stack for seat in hand.seats}
    bets: dict[str, int] = {}
    for step in hand.steps:
        if step.kind in ("board", "street"):
            bets = {}
        stack = left.get(step.name)
        if stack is None or step.kind not in _CHIPS:
            continue
        added = step.amount - bets.get(step.name, 0) if step.kind == "raise" else step.amount
        if added > stack:
            problem = f"{_describe(hand, step)}, but has only {_money(hand, stack)} left"
            return Proof(hand, None, problem, step.line)
        if step.kind != "ante":
            bets[step.name] = bets.get(step.name, 0) + added
        left[step.name] = stack - added
    return None


def _money_problem(hand: SiteHand, pot: int) -> str:
    """Describe how the pot of the replay and the summary disagree."""
    paid, rake = sum(hand.collected.values()), hand.rake or 0
    if hand.total not in (None, pot, pot - rake):
        return f"a total pot of {_money(hand, hand.total or 0)} in the file, {_money(hand, pot)} in the replay"
    if hand.rake is not None and pot - paid != rake:
        return f"a rake of {_money(hand, rake)} in the file, {_money(hand, pot - paid)} in the replay"
    return ""


def _board_problem(hand: SiteHand) -> str:
    """Return a board in the summary that differs from the one dealt."""
    if not hand.boards:
        return ""
    dealt = tuple([card for step in hand.steps if step.kind == "board" and not step.amount for card in step.cards])
    told = hand.boards[0]  # a flop has no order
    if len(told) != len(dealt) or (set(told[:3]) == set(dealt[:3]) and told[3:] == dealt[3:]):
        return ""
    return f"a board of {_cards(hand.boards[0])} in the summary, {_cards(dealt)} in the hand"


def _money(hand: SiteHand, chips: int) -> str:
    return f"{chips / hand.scale:.2f}" if hand.scale > 1 else str(chips)


def _cards(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards))
