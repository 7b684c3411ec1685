# cython: annotation_typing=False, nonecheck=True
"""Limits of bets and raises: how each betting structure sizes them, and when the betting is reopened."""

from __future__ import annotations

from kicker.games.beginning import blinds_of, by_position
from kicker.games.deal import Deal


def limits(state: Deal, seat: int) -> tuple[int, int, int]:
    """Return the price of a call, and the smallest and largest total that the seat may raise to (0 and 0 if it may not
    raise).

    A seat may raise if it has not acted on this street, or if the bet has grown by a full raise since it did (in fixed
    limit by half a bet), and if a player is left who could call.
    """
    course = state.course
    stack, mine, bet = state.stacks[seat], state.bets[seat], state.bet
    owed = bet - mine
    call = min(owed, stack) if owed > 0 else 0
    most, cap = mine + stack, course.bet_cap
    if most <= bet or (cap is not None and state.bet_count >= cap):
        return call, 0, 0
    fixed = course.fixed_limit
    size = course.bet_sizes[state.street] if fixed else state.last_raise
    acted_at = state.acted_at[seat]
    if acted_at >= 0:
        grown = bet - acted_at
        if course.single_raise or (2 * grown < size if fixed else grown < size):
            return call, 0, 0
    for other in state.order:
        if other != seat and state.live[other] and state.stacks[other]:
            break
    else:
        return call, 0, 0
    if fixed:
        # An all-in that raises by less than half a bet is completed to the full bet; one of half a bet or more counts
        # as a raise. A bring-in, which comes before the first full bet, is completed too.
        half = not course.completes and 2 * (bet - state.full_bet) >= size
        base = bet if state.bet_count and half else state.full_bet
        high = low = min(base + size, most)
    else:
        low = min(bet + size if state.bet_count or not bet else max(size, bet + 1), most)
        high = most
        if state.rules.betting == "pot-limit":
            # The pot after calling, on top of the call.
            pot = sum(state.paid) + state.dead + (missing_blinds(state) if state.street == 0 else 0)
            high = max(low, min(most, bet + pot + owed))
    return call, low, high


def missing_blinds(state: Deal) -> int:
    """Return the chips that short blinds and posts fell short by: before the flop they count in full."""
    rules, missing = state.rules, 0
    blinds = dict(blinds_of(state.setup))
    for place, seat in enumerate(by_position(state.setup)):
        ante, post = (_at(amounts, place) for amounts in (rules.dead_antes, rules.posts))
        ante += rules.button_ante if seat == state.setup.button else 0
        left = max(0, state.setup.stacks[seat] - rules.ante - ante)
        missing += max(0, blinds.get(seat, 0) + rules.live_post(post) - left)
    return missing


def _at(amounts: tuple[int, ...], place: int) -> int:
    return amounts[place] if place < len(amounts) else 0
