"""All-in hands by equity: what each seat wins on average over the cards that could still come.

Once no more betting is possible, the rest of the board is pure chance. Paying the pots by equity leaves the average
result unchanged and removes much of the luck. Known cards of folded seats are not in the deck; otherwise the average
would be biased.

In stud the cards to come are those of the remaining streets. In draw games a discard is a decision, so only the cards
of the last draw are chance, and only if it is known what every player kept.
"""

from __future__ import annotations

from collections.abc import Collection
from math import comb
from typing import Final, NamedTuple

from kicker.cards import Card
from kicker.games import State
from kicker.odds import equity, is_holdem
from kicker.preflop import matchup_without

DECIDED = frozenset(["fold", "check", "call", "bet", "raise"])
MOST_DEALS: Final = 200_000
"""The most ways to deal the missing cards that are counted one by one, in games without a board."""
TRIALS: Final = 20_000
"""The number of random deals if there are more ways; the standard error of a share is at most 0.4%."""
_FEW: Final = 6
"""The most dead cards for which correcting the table is faster than counting boards."""


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

    Return None if no card came after it, or if a hand still in has `unknown` cards. Known cards of folded hands are not
    in the deck.
    """
    if sum(state.live) < 2:
        return None
    hidden = set(unknown)
    if any(alive and not hidden.isdisjoint(hand) for alive, hand in zip(state.live, state.hands, strict=True)):
        return None
    board: tuple[Card, ...] = ()
    if state.rules.game.board_cards:
        board = _board_at_last_decision(state)
        if len(board) == len(state.board):
            return None
        held = _Held(list(state.hands), [])
    else:
        found = _held_at_last_decision(state, hidden)
        if found is None:
            return None
        held = found
    winnings = [0.0] * len(state.stacks)
    for pot in state.pots:
        for seat, share in zip(pot.players, _shares(state, pot.players, board, held, hidden), strict=True):
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


class _Held(NamedTuple):
    """The cards at the last decision."""

    hands: list[tuple[Card, ...]]
    """The cards of each seat."""
    gone: list[Card]
    """Known cards that were discarded."""


def _held_at_last_decision(state: State, hidden: set[Card]) -> _Held | None:
    """Return the cards that each seat had before those of later streets, or before the last draw; None if that is not
    known, or if nothing came later."""
    if state.dealt > len(state.rules.game.deck):  # a record does not say which cards were left after a reshuffle
        return None
    later: dict[int, tuple[Card, ...]] = {}
    discarded: list[Card] = []
    for event in state.history:
        kind, seat, cards = event.kind, event.seat, event.known
        if kind in DECIDED:
            later = {}
        elif kind == "board" or kind == "reshuffled":
            return None
        elif seat is None:
            continue
        elif kind == "dealt":
            later[seat] = later.get(seat, ()) + cards
        elif kind == "discard":
            discarded += cards
            # Without the discards it is not known which cards of the hand were kept.
            if not hidden.isdisjoint(cards) and state.live[seat]:
                return None
            later[seat] = ()
        elif kind == "drew":
            later[seat] = cards
    if not any(later.get(seat) for seat, alive in enumerate(state.live) if alive):
        return None
    hands = [tuple([card for card in hand if card not in later.get(seat, ())]) for seat, hand in enumerate(state.hands)]
    return _Held(hands, [card for card in discarded if card not in hidden])


def _shares(
    state: State, seats: tuple[int, ...], board: tuple[Card, ...], held: _Held, hidden: set[Card]
) -> list[float]:
    """Return the share of a pot that each of these seats gets on average."""
    if len(seats) == 1:
        return [1.0]
    game = state.rules.game
    hands = [held.hands[seat] for seat in seats]
    others = [hand for seat, hand in enumerate(held.hands) if seat not in seats]
    if game.board_cards:
        dead = [card for hand in others if hidden.isdisjoint(hand) for card in hand]
        if len(hands) == 2 and not board and len(dead) <= _FEW and is_holdem(game):
            won, tied, boards = matchup_without(hands, dead)
            share = (won + tied / 2) / boards
            return [share, 1 - share]
        found = equity(hands, board, dead, game=game, exact=True, threads=1)
    else:
        dead = list({card for hand in [*others, held.gone] for card in hand} - hidden)
        left, deals = len(game.deck) - len(dead) - sum(map(len, hands)), 1
        for hand in hands:
            deals *= comb(left, game.hand_cards - len(hand))
            left -= game.hand_cards - len(hand)
        if deals <= MOST_DEALS:
            found = equity(hands, (), dead, game=game, exact=True, threads=1)
        else:
            found = equity(hands, (), dead, game=game, trials=TRIALS, threads=1)
    return [player.equity for player in found.players]


def _whole(amounts: list[float]) -> tuple[int, ...]:
    """Round to whole chips that add up to zero; the seats with the largest rounding errors absorb the difference."""
    rounded = [round(amount) for amount in amounts]
    left = -sum(rounded)
    step = 1 if left > 0 else -1
    for seat in sorted(range(len(amounts)), key=lambda seat: step * (rounded[seat] - amounts[seat]))[: abs(left)]:
        rounded[seat] += step
    return tuple(rounded)
