"""Cards at the end of a deal: those shown voluntarily, and those that make the winning hands."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kicker.games import Event, State, View


def may_show(state: State, seat: int) -> bool:
    """Return True if a seat has cards at the end of a deal that it has not shown: it won without a showdown, or its
    hand was beaten."""
    return state.over and state.live[seat] and bool(state.hands[seat]) and not state.is_shown(seat)


def show_event(state: State, seat: int) -> Event:
    """Return the event that a seat shows its cards, with their strength if there are enough cards."""
    hand = state.hands[seat]
    enough = state.view(seat).hand_words
    strength = state.rules.game.strength(hand, state.board) if enough else None
    return Event("show", seat, cards=hand, strength=strength)


def turned_up(state: State, seats: Iterable[int]) -> State:
    """Return a finished deal with the cards of these seats face up; for display, not for storage."""
    for seat in seats:
        up = list(state.up)
        up[seat] = (True,) * len(state.hands[seat])
        state = state._replace(up=tuple(up), history=(*state.history, show_event(state, seat)))
    return state


def winning_hands(view: View) -> list[dict[str, Any]]:
    """Return the cards of each hand that won a pot at a showdown, as `{"seat", "cards"}`; empty before the end.

    On several boards different cards win: then there are none to point at.
    """
    if view.boards:
        return []
    found: dict[int, dict[str, None]] = {}  # the cards of each seat, without repeats
    for event in view.history if view.over else ():
        if event.kind == "won" and event.pot is not None and event.seat is not None and view.is_shown(event.seat):
            game, hand = view.rules.game, view.open_cards(event.seat)
            low = event.half == "low"
            cards = game.playing_low(hand, view.board) if low else game.playing(hand, view.board)
            found.setdefault(event.seat, {}).update(dict.fromkeys(map(str, cards)))
    return [{"seat": seat, "cards": list(found[seat])} for seat in view.order if seat in found]
