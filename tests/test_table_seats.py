"""The seats of a table: who is dealt in, who pays what, who comes and goes."""

from dataclasses import replace

import pytest

from kicker.errors import KickerError
from kicker.games import (
    FOLD,
    Level,
    holdem,
)
from kicker.table import Schedule, Table
from tests.table_players import Scripted, classic_table, passive, randomly


def test_the_button_goes_round_past_empty_seats() -> None:
    table = Table(holdem((5, 10)), [1000, 0, 1000, 1000], players={seat: Scripted(passive) for seat in range(4)})
    buttons = []
    for _ in range(5):
        table.deal()
        buttons.append(table.state.setup.button)
        table.advance()
    assert buttons == [0, 2, 3, 0, 2]


def test_a_seat_without_chips_is_out_and_the_last_one_is_champion() -> None:
    table = Table(holdem((5, 10)), [100] * 6, players=randomly(6), seed=3)
    table.play()
    assert sum(table.stacks) == 600
    assert sorted(table.stacks) == [0] * 5 + [600]
    assert table.champion == table.stacks.index(600)


def test_levels_rise() -> None:
    schedule = Schedule(every=2, levels=(((5, 10), 0), ((10, 20), 1), ((25, 50), 5)))
    table = Table(
        holdem((5, 10)), [10_000] * 3, players={seat: Scripted(passive) for seat in range(3)}, schedule=schedule
    )
    seen = []
    for _ in range(8):
        table.deal()
        rules = table.state.rules
        seen.append((rules.blinds, rules.ante, rules.min_bet))
        table.advance()
    assert seen == [((5, 10), 0, 10)] * 2 + [((10, 20), 1, 20)] * 2 + [((25, 50), 5, 50)] * 4
    limit = Schedule(every=1, levels=(((5, 10), 0), ((10, 20), 0)))
    assert limit.rules(holdem((5, 10), betting="fixed-limit"), 2).big_bet == 40


def test_the_log_says_when_the_level_changes() -> None:
    table = classic_table(players={seat: Scripted(passive) for seat in range(2)})
    notes = []
    for _ in range(3):
        table.deal()
        notes += [event.level for event in table.log if event.kind == "level"]
        table.advance()
    assert Level(ante=6) in notes
    assert Level(ante=7) in notes


def test_sitting_out() -> None:
    table = Table(holdem((5, 10)), [1000] * 3, seed=1)
    table.deal()
    assert table.to_act == 0
    table.sit_out(0)
    table.advance()
    assert table.to_act == 1
    assert table.log[-2].reason == "sitting out"
    assert table.log[-1].kind == "fold"
    table.submit(1, FOLD)
    table.deal()
    assert 0 not in table.state.setup.order
    table.sit_in(0)
    table.submit(table.to_act or 0, FOLD)
    table.deal()
    assert 0 in table.state.setup.order
    table.sit_out(1)
    table.sit_out(2)
    table.advance()
    while table.playing:
        table.submit(0, table.state.options.passive)
        table.advance()
    with pytest.raises(KickerError, match="all but one are sitting out"):
        table.deal()
    with pytest.raises(KickerError, match="there is no seat 9"):
        table.sit_out(9)


@pytest.mark.parametrize("gone", [0, 1])
def test_nobody_has_the_big_blind_twice_when_play_becomes_heads_up(gone: int) -> None:
    table = Table(holdem((5, 10)), [1000, 1000, 1000])
    table.deal()
    assert [event.seat for event in table.log if event.kind == "blind"] == [1, 2]
    table.submit(0, FOLD)
    table.submit(1, FOLD)
    table.sit_out(gone)
    table.deal()
    # Seat 2 had the big blind: now it has the button and the small one.
    assert table.state.setup.button == 2
    assert [(event.seat, event.amount) for event in table.log if event.kind == "blind"][-2:] == [(2, 5), (1 - gone, 10)]


def test_observers_hear_of_levels_and_a_big_blinds_ante_rises() -> None:
    heard: list[Level | None] = []
    rules = replace(holdem((5, 10)), dead_antes=(0, 10))
    table = Table(
        rules,
        [1000] * 3,
        players={seat: Scripted(passive) for seat in range(3)},
        schedule=Schedule(every=1, levels=(((5, 10), 10), ((10, 20), 20))),
        observers=[lambda state, events: heard.extend(event.level for event in events if event.kind == "level")],
    )
    table.play(2)
    assert heard == [Level((10, 20), 20)]
    assert table.state.rules.dead_antes == (0, 20)
    assert Schedule(ante_step=5).rules(rules, 3).dead_antes == (0, 20)


def test_seats_are_taken_and_left_between_deals() -> None:
    table = Table(holdem(blinds=(5, 10)), [100, 0, 0], names=["Ada", "", ""], seed=1)
    assert table.finished
    table.join(2, "Ben", 50)
    assert (table.names, table.stacks) == (["Ada", "", "Ben"], (100, 0, 50))
    table.deal()
    for call in (lambda: table.join(1, "Cy", 50), lambda: table.leave(0)):
        with pytest.raises(KickerError, match=r"deal 1 is not over; (take|leave) a seat"):
            call()
    table.submit(0, "fold")
    with pytest.raises(KickerError, match="a stack must be a whole number, 1 or more, not 0"):
        table.join(1, "Cy", 0)
    table.join(1, "Cy", 40)
    with pytest.raises(KickerError, match="seat 1 is taken by Cy, who has 40 chips"):
        table.join(1, "Di", 40)
    assert table.leave(0) == 95
    assert table.stacks == (0, 40, 55)
    assert [event.kind for event in table.log[-3:]] == ["over", "joined", "left"]
    assert table.log[-2].name == "Cy"
    again = Table.load(table.save())
    assert (again.stacks, again.names, again.log[-2:]) == (table.stacks, table.names, table.log[-2:])
    again.deal()
    assert sorted(again.state.setup.order) == [1, 2]
    with pytest.raises(KickerError, match="there is no seat 3"):
        table.leave(3)


def test_whoever_takes_a_seat_does_not_sit_out() -> None:
    table = Table(holdem(blinds=(5, 10)), [100, 100, 0], seed=1)
    table.sit_out(0)
    table.leave(0)
    table.join(0, "Eve", 70)
    assert table.sitting_out == set()
    table.deal()
    assert table.to_act is not None


def test_whoever_takes_a_seat_sees_nothing_of_whoever_sat_there_before() -> None:
    table = Table(holdem(blinds=(5, 10)), [100, 100, 100], seed=1)
    table.deal()
    hands = table.state.hands
    table.submit(0, FOLD)
    table.submit(1, FOLD)
    assert table.view(0).hand == hands[0]
    table.leave(0)
    table.join(0, "Eve", 70)
    for seen in (table, Table.load(table.save())):
        assert seen.view(0) == seen.state.view(None)
        assert [event for event in seen.events_since(0, 0) if event.kind == "dealt" and event.known] == []
        assert seen.view(1).hand == hands[1]
        seen.deal()
        assert seen.view(0).hand == seen.state.hands[0] != ()
        dealt = [event.known for event in seen.events_since(0, 0) if event.kind == "dealt" and event.known]
        assert dealt == [seen.state.hands[0]]
