"""The decisions of a hand, each with everything that was known when it was made."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kicker.cards import Card
from kicker.games import Event, State
from kicker.positions import position_names
from kicker.records import Record, Replay

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
    up_cards: str
    """Everyone's up cards, in games that have them, like `CO 7h 2c, BTN Kd 9s`, with those of players who folded."""
    board: tuple[Card, ...]
    """The board at that moment."""
    pot: int
    """The chips in the middle, bets of the street included."""
    to_call: int
    """The price of a call."""
    stack: int | None
    """The player's stack; None if the file does not say."""
    effective: int | None
    """The effective stack: the chips that the player can still win from or lose to the largest other stack in the
    hand; None if a stack is unknown."""
    spr: float | None
    """The effective stack divided by the pot; None if either is unknown or the pot is empty."""
    stacks: str
    """Everyone's stack at that moment, like `SB 940, BB 980, BTN 1000`; `?` if the file does not say."""
    players: int
    """The number of players who have not folded."""
    raises: int
    """Bets and raises on the street before this decision; a big blind is not counted."""
    aggressor: str
    """The position of the last player to bet or raise in the hand so far; empty if nobody has."""
    line: str
    """The actions on this street so far with the total bets, like `UTG raise 60, BTN call 60`."""
    min_raise: int
    """The smallest total bet that the player may bet or raise to; 0 if not allowed."""
    max_raise: int
    """The largest total bet; 0 if not allowed, or if a stack is unknown."""
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
    aggressor = ""
    line: list[str] = []
    for state, after in zip(replay.states, replay.states[1:], strict=False):
        event = next((each for each in after.history[len(state.history) :] if each.kind in _ACTIONS), None)
        seat = state.to_act
        if event is None or seat is None:
            continue
        if state.street != street:
            street, raises, line = state.street, 0, []
        number += 1
        hand, pot = state.hands[seat], _pot(state)
        up = up_cards_of(state, record)
        stack = state.stacks[seat] if record.knows_stack(state.stacks[seat]) else None
        effective = effective_stack(state, seat, record)
        options = state.options
        betting = state.phase == "betting"
        yield Decision(
            number, seat, positions[seat], max(street, 0), hand if record.knows(hand, seat) else (),
            ", ".join(f"{positions[each]} {' '.join(map(str, cards))}" for each, cards in up.items() if cards),
            state.board,
            pot, options.call_amount if betting else 0, stack, effective,
            round(effective / pot, 3) if effective is not None and pot else None,
            ", ".join(f"{positions[each]} {_stack_word(chips, record)}" for each, chips in enumerate(state.stacks)),
            sum(state.live), raises, aggressor, ", ".join(line), options.min_raise_to if betting else 0,
            _if_known(options.max_raise_to, record) if betting else 0, event.kind,
            len(event.cards) if event.kind == "discard" else event.amount, event.to, event.stack == 0,
        )  # fmt: skip
        line.append(_line_words(positions[seat], event))
        if event.kind in ("bet", "raise"):
            raises += 1
            aggressor = positions[seat]


def up_cards_of(state: State, record: Record) -> dict[int, tuple[Card, ...]]:
    """Return the cards that were dealt face up to each seat, as far as the record has them."""
    streets = state.rules.game.streets
    up: dict[int, tuple[Card, ...]] = dict.fromkeys(range(len(state.stacks)), ())
    first, open_streets = streets[0].name, [street.name for street in streets if street.up]
    if open_streets:
        for event in state.history:
            if event.kind == "dealt" and event.seat is not None and (event.street or first) in open_streets:
                new = [
                    card
                    for card, is_up in zip(event.known, event.up, strict=False)
                    if is_up and record.knows((card,), event.seat)
                ]
                up[event.seat] += tuple(new)
    return up


def _stack_word(chips: int, record: Record) -> str:
    return str(chips) if record.knows_stack(chips) else "?"


def effective_stack(state: State, seat: int, record: Record) -> int | None:
    """Return the chips that a seat can still win from or lose to the largest other stack in the hand."""
    others = [
        stack + bet
        for other, (stack, bet, alive) in enumerate(zip(state.stacks, state.bets, state.live, strict=True))
        if alive and other != seat
    ]
    most = min(state.stacks[seat], max(max(others, default=0) - state.bets[seat], 0))
    return most if record.knows_stack(most) else None


def _line_words(position: str, event: Event) -> str:
    if event.kind == "discard":
        return f"{position} discard {len(event.cards)}"
    return f"{position} {event.kind}" + (f" {event.to}" if event.kind in ("call", "bet", "raise") else "")


def _if_known(amount: int, record: Record) -> int:
    """Return an amount, or 0 if it depends on an unknown stack."""
    return amount if record.knows_stack(amount) else 0


def _pot(state: State) -> int:
    return sum(state.paid) + state.dead
