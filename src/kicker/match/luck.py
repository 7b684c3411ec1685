"""All-in hands by equity: what each seat wins on average over the cards that could still have come.

Once no more betting is possible, the rest of the board is pure chance. Paying the pots by equity leaves the average
result unchanged and removes much of the luck. All cards are known here, those of folded seats included: leaving them in
the deck would shift the average.
"""

from __future__ import annotations

from collections.abc import Collection

from kicker.cards import Card
from kicker.games import State
from kicker.odds import equity, is_holdem

DECIDED = frozenset(["fold", "check", "call", "bet", "raise"])


def expected_payoffs(state: State) -> tuple[int, ...]:
    """Return the chips that each seat wins in a finished deal, as whole numbers: by equity if the board was run out all
    in."""
    winnings = expected_winnings(state) if is_holdem(state.rules.game) else None
    if winnings is None:
        return state.payoffs
    expected = [payoff + share for payoff, share in zip(state.payoffs, winnings, strict=True)]
    for event in state.history:
        if event.kind == "won" and event.seat is not None:
            expected[event.seat] -= event.amount
    return _whole(expected)


def expected_winnings(state: State, unknown: Collection[Card] = ()) -> list[float] | None:
    """Return what each seat wins from the pots on average, each pot by itself, counted from the last decision.

    None if the board was not run out all in, or if somebody's hand is among the `unknown` cards. Folded hands that are
    known leave the deck.
    """
    board = _board_at_last_decision(state)
    if len(board) == len(state.board) or sum(state.live) < 2:
        return None
    hidden = set(unknown)
    if any(alive and not hidden.isdisjoint(hand) for alive, hand in zip(state.live, state.hands, strict=True)):
        return None
    winnings = [0.0] * len(state.stacks)
    for pot in state.pots:
        for seat, share in zip(pot.players, _shares(state, pot.players, board, hidden), strict=True):
            winnings[seat] += share * pot.amount
    return winnings


def _board_at_last_decision(state: State) -> tuple[Card, ...]:
    dealt = seen = 0
    for event in state.history:
        if event.kind == "board":
            dealt += len(event.cards)
        elif event.kind in DECIDED:
            seen = dealt
    return state.board[:seen]


def _shares(state: State, seats: tuple[int, ...], board: tuple[Card, ...], hidden: set[Card]) -> list[float]:
    if len(seats) == 1:
        return [1.0]
    others = [hand for seat, hand in enumerate(state.hands) if seat not in seats and hidden.isdisjoint(hand)]
    dead = [card for hand in others for card in hand]
    hands = [state.hands[seat] for seat in seats]
    found = equity(hands, board, dead, game=state.rules.game, exact=True, threads=1)
    return [player.equity for player in found.players]


def _whole(amounts: list[float]) -> tuple[int, ...]:
    """Round to whole chips that add up to zero; the seats with the largest rounding errors absorb the difference."""
    rounded = [round(amount) for amount in amounts]
    left = -sum(rounded)
    step = 1 if left > 0 else -1
    for seat in sorted(range(len(amounts)), key=lambda seat: step * (rounded[seat] - amounts[seat]))[: abs(left)]:
        rounded[seat] += step
    return tuple(rounded)
