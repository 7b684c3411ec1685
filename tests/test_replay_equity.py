"""Equity at each moment of a replay, in the games in which no cards are exchanged."""

from pathlib import Path
from random import Random

import pytest

from kicker.games import GAMES, State, usual
from kicker.odds import equity
from kicker.records import Record, format_phhs
from kicker.ui.common.replaying import EquityQuestion, Viewing, all_hands, make_viewing, question_of

NAMES = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal"]


def viewed(name: str, folder: Path, viewer: str | None = None, seats: int = 3) -> Viewing:
    """A deal in which nobody bets more than is forced."""
    deck = Random(5).sample(GAMES[name].deck, len(GAMES[name].deck))
    state, _ = usual(GAMES[name]).start(deck, stacks=[500] * seats, button=0)
    while not state.over:
        state, _ = state.apply(state.options.passive)
    (folder / "hand.phhs").write_text(format_phhs([Record.from_state(state, NAMES[:seats], hand=1)]))
    (found,) = all_hands([folder / "hand.phhs"])
    return make_viewing(found, viewer)


def questions(viewing: Viewing) -> list[tuple[State, EquityQuestion]]:
    asked = [(state, question_of(viewing, state)) for state in viewing.replay.states]
    return [(state, question) for state, question in asked if question is not None]


@pytest.mark.parametrize(
    ("name", "seats"),
    [
        ("short-deck", 3),
        ("omaha", 3),
        ("omaha-5-hilo", 3),
        ("stud", 3),
        ("stud", 8),
        ("stud-hilo", 3),
        ("razz", 3),
        ("razz", 8),
    ],
)
def test_on_the_last_street_the_winners_have_all_equity(name: str, seats: int, tmp_path: Path) -> None:
    """With eight players in stud the last card is a common one."""
    viewing = viewed(name, tmp_path, seats=seats)
    state, question = questions(viewing)[-1]
    assert question.players == tuple("".join(map(str, state.hands[seat])) for seat in question.seats)
    found = equity(question.players, question.board, question.dead, game=question.game)
    assert found.exact
    winners = {event.seat for event in viewing.replay.final.history if event.kind == "won"}
    assert {seat for seat, share in zip(question.seats, found.players, strict=True) if share.equity} == winners


@pytest.mark.parametrize(("name", "others"), [("omaha", "random"), ("stud", "")])
def test_a_viewer_knows_own_cards_and_up_cards(name: str, others: str, tmp_path: Path) -> None:
    viewing = viewed(name, tmp_path, "Ben")
    for state, question in questions(viewing):
        for seat, player in zip(question.seats, question.players, strict=True):
            open_cards = [card for card, up in zip(state.hands[seat], state.up[seat], strict=True) if up]
            mine = seat == viewing.viewer
            assert player == "".join(map(str, state.hands[seat] if mine else open_cards)) or player == others


@pytest.mark.parametrize("name", ["draw", "badugi"])
def test_nothing_is_counted_where_cards_are_exchanged(name: str, tmp_path: Path) -> None:
    assert questions(viewed(name, tmp_path)) == []
