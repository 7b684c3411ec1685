"""The decisions of a hand, each with everything that was known when it was made."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kicker.cards import Card
from kicker.games import State
from kicker.positions import position_names
from kicker.records import Replay

_ACTIONS = frozenset(["fold", "check", "call", "bet", "raise", "discard"])


class Decision(NamedTuple):
    """One decision. Amounts are in the smallest unit of the hand's money."""

    number: int
    """The number of the decision in the hand, from 1."""
    seat: int
    """The seat, counted from the left of the button."""
    position: str
    """`BTN`, `CO`, `SB` and so on."""
    street: int
    """The betting round, from 0."""
    cards: tuple[Card, ...]
    """The player's cards, if the file shows them."""
    board: tuple[Card, ...]
    """The board at that moment."""
    pot: int
    """The chips in the middle, bets of the street included."""
    to_call: int
    """The price of a call."""
    stack: int | None
    """The player's stack; None if the file does not say."""
    players: int
    """The number of players who have not folded."""
    raises: int
    """Bets and raises on the street before this decision; a big blind is not counted."""
    action: str
    """`fold`, `check`, `call`, `bet`, `raise` or `discard`."""
    amount: int
    """The chips put in, or the number of cards discarded."""
    to: int
    """The player's bet on the street after it."""
    all_in: bool
    """True if the player has nothing left after it."""


def decisions_of(replay: Replay) -> Iterator[Decision]:
    """Yield every decision of a hand up to the showdown."""
    record = replay.record
    order = replay.final.setup.order
    positions = dict(zip(order, position_names(len(order)), strict=True))
    raises, street = 0, -1
    number = 0
    for state, after in zip(replay.states, replay.states[1:], strict=False):
        event = next((each for each in after.history[len(state.history) :] if each.kind in _ACTIONS), None)
        seat = state.to_act
        if event is None or seat is None:
            continue
        if state.street != street:
            street, raises = state.street, 0
        number += 1
        hand = state.hands[seat]
        stack = state.stacks[seat] if record.knows_stack(state.stacks[seat]) else None
        yield Decision(
            number, seat, positions[seat], max(street, 0), hand if record.knows(hand) else (), state.board,
            _pot(state), state.options.call_amount if state.phase == "betting" else 0, stack,
            sum(state.live), raises, event.kind, len(event.cards) if event.kind == "discard" else event.amount,
            event.to, event.stack == 0,
        )  # fmt: skip
        raises += event.kind in ("bet", "raise")


def _pot(state: State) -> int:
    return sum(state.paid) + state.dead
