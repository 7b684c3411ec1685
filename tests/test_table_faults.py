"""Warnings of `Table.play` about players that crash, answer nonsense or are late, and what authors can have instead."""

import warnings
from typing import Any

import pytest

from kicker.errors import IllegalAction, KickerError, PlayerWarning
from kicker.games import CALL, Action, View, classic_draw, holdem, raise_to
from kicker.table import Table
from tests.table_players import Scripted, passive


class Crashing:
    """It works for a while, and then divides by nothing."""

    def __init__(self, after: int = 0) -> None:
        self.left = after

    def act(self, view: View) -> Action:
        self.left -= 1
        return view.options.passive if self.left >= 0 else raise_to(1 // 0)


class BadPupil:
    """It plays well, and cannot learn."""

    def act(self, view: View) -> Action:
        return view.options.passive

    def learn(self, view: View) -> None:
        raise LookupError(f"no page about seat {view.seat}")


def table_of(*players: Any, **more: Any) -> Table:
    return Table(holdem((5, 10)), [100] * len(players), players=dict(enumerate(players)), seed=1, **more)


def test_a_crash_is_a_warning_that_names_seat_bot_and_error() -> None:
    table = table_of(Crashing(), "caller")
    with pytest.warns(PlayerWarning) as caught:
        table.play(3)
    assert {str(warning.message) for warning in caught} == {
        "seat 0 (Crashing): ZeroDivisionError: integer division or modulo by zero; the table checks or folds for it"
    }
    assert caught[0].filename == __file__
    assert table.deals == 3
    assert len(caught) == table.defaults[0] >= 3


@pytest.mark.parametrize(
    ("player", "says"),
    [
        (Scripted(lambda view: raise_to(1)), "raise 1: seat 0 may fold, call 5"),
        (Scripted(lambda view: None), "None is not an action"),  # type: ignore[arg-type,return-value]
        (BadPupil(), "LookupError: no page about seat 0; it did not learn from this deal"),
    ],
)
def test_every_fault_is_a_warning(player: object, says: str) -> None:
    table = table_of(player, "caller")
    with pytest.warns(PlayerWarning, match=says):
        table.play(1)


def test_who_is_late_is_told_of() -> None:
    times = iter(range(0, 1000, 3))
    table = table_of(Scripted(passive), "caller", time_limit=2, clock=lambda: float(next(times)))
    with pytest.warns(PlayerWarning, match="took longer than 2 s"):
        table.play(1)


def test_authors_can_have_the_exception_itself() -> None:
    table = table_of(Crashing(after=2), Crashing(after=2))
    with pytest.raises(ZeroDivisionError) as caught:
        table.play(on_error="raise")
    assert caught.traceback[-1].name == "act"  # where the fault is
    assert table.playing
    assert not any(table.defaults)
    seat = table.to_act
    assert seat is not None
    table.submit(seat, table.state.options.passive)  # it is still its turn
    with pytest.raises(IllegalAction, match=r"^raise 1: seat"):
        table_of(Scripted(lambda view: raise_to(1)), "caller").play(on_error="raise")
    with pytest.raises(IllegalAction, match="is not an action"):
        table_of(Scripted(lambda view: 7), "caller").play(on_error="raise")  # type: ignore[arg-type,return-value]


def test_a_late_answer_raises_too() -> None:
    times = iter(range(0, 1000, 3))
    table = table_of(Scripted(passive), "caller", time_limit=2, clock=lambda: float(next(times)))
    with pytest.raises(KickerError, match="took longer than 2 s"):
        table.play(on_error="raise")


def test_a_pupil_that_raises_leaves_a_whole_table() -> None:
    table = table_of(BadPupil(), Scripted(lambda view: CALL if view.options.call_amount else view.options.passive))
    with pytest.raises(LookupError, match="no page"):
        table.play(on_error="raise")
    assert not table.playing
    assert sum(table.stacks) == 200
    assert Table.from_dict(table.as_dict(), players={0: BadPupil(), 1: BadPupil()}).stacks == table.stacks
    table.play(1, on_error="log")
    assert table.deals == 2


def test_the_log_alone_is_quiet_and_so_is_a_good_player() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        crashing = table_of(Crashing(), "caller")
        crashing.play(1, on_error="log")
        assert crashing.defaults[0] >= 1
        table_of("caller", "sharp").play(2)
        step_by_step = table_of(Crashing(), "caller")
        step_by_step.deal()
        step_by_step.advance()  # places to play tell of it by the event


def test_sitting_out_is_no_fault() -> None:
    table = table_of("caller", "caller", "caller")
    table.deal()
    table.sit_out(1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        table.play(1)


def test_an_illegal_bet_that_forfeits_is_told_of() -> None:
    table = Table(classic_draw(), [1000] * 2, players={0: Scripted(lambda view: raise_to(5000)), 1: "caller"}, seed=1)
    with pytest.warns(PlayerWarning, match="raise 5000"):
        table.play(1)
    assert table.forfeited == {0}


def test_other_words_are_refused() -> None:
    with pytest.raises(KickerError, match="unknown on_error 'loud'; choose from"):
        table_of("caller", "caller").play(on_error="loud")  # type: ignore[arg-type]
