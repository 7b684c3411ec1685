"""The table in the replayer, as the viewer may know it.

`felt.py` draws the table, and `replayer.py` moves between steps and hands.
"""

from __future__ import annotations

from collections.abc import Mapping

from textual.message import Message

from kicker.games import State
from kicker.ui.common.replaying import (
    Viewing,
    amount,
    hand_words,
    known_cards,
    known_view,
    seen_hands,
    viewing_lines,
    wording_of,
)
from kicker.ui.common.text import YOU
from kicker.ui.tui.base import Settings
from kicker.ui.tui.felt import Felt, Scene, Seat
from kicker.ui.tui.table_view import bet_words, middle_words, scene_lines, seat_mark, seat_style, with_common_card

# --- the view --------------------------------------------------------------------------------------------------------


def hand_names(viewing: Viewing, state: State) -> dict[int, str]:
    """Return the hand of each live seat, if all its cards are known and they are enough for a hand."""
    game, found = viewing.record.rules.game, {}
    for seat, hand in enumerate(seen_hands(viewing, state)):
        known = tuple([card for card in hand if card is not None])
        if state.live[seat] and known and len(known) == len(hand) and viewing.record.knows(state.board):
            found[seat] = hand_words(game, known, state.board, short=True)
    return {seat: words for seat, words in found.items() if words}


def replay_scene(viewing: Viewing, place: int, settings: Settings, more: Mapping[int, str]) -> Scene:
    """Return the table at one step, as the viewer sees it; `more` has extra words for seats."""
    record, state, wording = viewing.record, viewing.replay.states[place], wording_of(viewing)
    view, hands, look = known_view(viewing, state), seen_hands(viewing, state), settings.look

    def seat_at(seat: int) -> Seat:
        payoff, chips = state.payoffs[seat], amount(record, state.stacks[seat])
        seen = view.live[seat] or any(card is not None for card in hands[seat])
        all_in = view.live[seat] and not view.stacks[seat] and not view.over
        brought = amount(record, payoff, "+") if view.over and payoff else ""
        return Seat(
            name=record.names[seat],
            cards=hands[seat] if seen else (),
            stack=("all in" if all_in else chips,),
            bet=brought or bet_words(view, seat, wording),
            status=more.get(seat, "") if view.live[seat] else "out",
            style=seat_style(view, seat),
            mark=seat_mark(view, seat),
            button=seat == record.button,
            folded=not view.live[seat],
        )

    title, details = middle_words(view, wording)
    game = record.rules.game
    return Scene(
        seats=tuple(map(seat_at, around(viewing))),
        hand_cards=game.hand_cards,
        board=known_cards(record, state.board) if game.board_cards else None,
        boards=tuple(known_cards(record, board) for board in state.boards),
        title=with_common_card(title, game, known_cards(record, state.board), look),
        details=details,
        lines=scene_lines(viewing_lines(viewing, state), look, more),
        look=look,
        palette=settings.back,
    )


def around(viewing: Viewing) -> list[int]:
    """Return the seats in order around the table, starting with the viewer's; in turn order if the record has
    no seats."""
    record = viewing.record
    numbers, seats = record.fields.get("seats"), list(range(len(record.stacks)))
    if isinstance(numbers, list) and len(numbers) == len(seats) and all(type(number) is int for number in numbers):
        seats.sort(key=lambda seat: int(numbers[seat]))
    below = viewing.viewer if viewing.viewer is not None else record.names.index(YOU) if YOU in record.names else None
    first = seats.index(below) if below is not None else 0
    return seats[first:] + seats[:first]


# --- widgets ---------------------------------------------------------------------------------------------------------


class Picture(Felt):
    """The table on the screen. A click or the wheel goes forward or back."""

    class Turned(Message):
        """A request to move by this many steps."""

        def __init__(self, steps: int) -> None:
            super().__init__()
            self.steps = steps

    def on_click(self) -> None:
        """Go forward."""
        self.post_message(self.Turned(1))

    def on_mouse_scroll_down(self) -> None:
        """Go forward."""
        self.post_message(self.Turned(1))

    def on_mouse_scroll_up(self) -> None:
        """Go back."""
        self.post_message(self.Turned(-1))
