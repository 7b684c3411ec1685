"""Tables with bots: their seeds, their reasons, and games that are left before every decision."""

import json
import random
from dataclasses import replace

import pytest

from kicker.errors import KickerError
from kicker.games import Action, Event, Options, classic_draw, classic_holdem, draw, holdem, raise_to
from kicker.players import BOTS, Learns, Remembers, make_bot
from kicker.table import Decision, Schedule, Table, shuffled
from tests.table_players import Scripted, passive

LEVELS = Schedule(every=2, levels=(((5, 10), 0), ((10, 20), 0)))
MAKERS = {
    "holdem": lambda: Table(holdem((5, 10)), [300] * 4, players={0: "sharp", 2: "cpu", 3: "random"}, seed=11),
    "characters": lambda: Table(holdem((5, 10)), [300] * 4, players={0: "solid", 2: "novice", 3: "gambler"}, seed=11),
    "heads-up": lambda: Table(holdem((5, 10)), [100] * 2, players={1: "sharp"}, seed=11),
    "pot-limit": lambda: Table(
        holdem((5, 10), betting="pot-limit"), [1000] * 3, players={0: "cpu", 1: "maniac"}, seed=11, schedule=LEVELS
    ),
    "draw": lambda: Table(draw(ante=5), [1000] * 3, players={1: "random", 2: "maniac"}, seed=11),
    "classic-draw": lambda: Table(
        classic_draw(), [1000] * 3, players={0: "random", 1: "caller"}, seed=11, schedule=Schedule(ante_step=1)
    ),
    "classic-holdem": lambda: Table(classic_holdem(), [2000] * 2, players={1: "cpu"}, seed=11, fixed_button=True),
}


def some_action(dice: random.Random, options: Options) -> Action:
    """An action that a person might take."""
    choices = [options.passive, options.default]
    if options.may_raise:
        choices.append(Action("raise", dice.randint(options.min_raise_to, options.max_raise_to)))
    if options.phase == "drawing":
        choices.append(Action("discard", 0, tuple(dice.sample(options.hand, options.max_draw))))
    return dice.choice(choices)


def play(table: Table, deals: int, *, away: bool) -> Table:
    """Play some deals with a person who acts at random; `away` leaves before every decision of anybody."""
    dice = random.Random(5)
    while not table.finished and (table.deals < deals or table.playing):
        if away:
            table = Table.load(table.save())
        if not table.playing:
            table.deal()
        elif not table.step():
            assert table.to_act is not None
            table.submit(table.to_act, some_action(dice, table.view(table.to_act).options))
    return table


@pytest.mark.parametrize("name", MAKERS)
def test_who_was_away_misses_nothing(name: str) -> None:
    stayed = play(MAKERS[name](), 6, away=False)
    returned = play(MAKERS[name](), 6, away=True)
    assert returned.state == stayed.state
    assert returned.decisions == stayed.decisions
    assert returned.stacks == stayed.stacks
    assert json.loads(returned.save()) == json.loads(stayed.save())


@pytest.mark.parametrize("name", MAKERS)
def test_a_deal_is_caught_up_with_by_its_events(name: str) -> None:
    """Between two deals the whole table is kept, and after that only the events: a server does so."""
    table = play(MAKERS[name](), 2, away=False)
    dice = random.Random(6)
    for _ in range(3):
        if table.finished:
            break
        before = Table.from_dict(table.as_dict())
        table.deal()
        while table.playing:
            again = Table.from_dict(before.as_dict())
            again.deal()
            again.catch_up(table.log[-(table.version - before.version) :])
            assert again.as_dict() == table.as_dict()
            if not table.step():
                assert table.to_act is not None
                table.submit(table.to_act, some_action(dice, table.view(table.to_act).options))


def test_what_happened_at_the_table_is_caught_up_with() -> None:
    table = Table(classic_draw(), [1000] * 3, players={1: "random"}, seed=4, button=2)
    before = table.as_dict()
    table.deal()
    began = table.version
    table.submit(0, raise_to(5))
    table.sit_out(1)
    table.step()  # the table folds for it
    table.sit_out(2)
    table.sit_in(1)
    again = Table.from_dict(before)
    again.deal()
    assert again.version == began
    again.catch_up(table.log)
    assert again.as_dict() == table.as_dict()
    assert again.sitting_out == {2}
    assert again.defaults == [0, 1, 0]
    assert again.decisions == table.decisions == [Decision(1, table.state.actions[-1], None)]


def test_events_of_another_deal_are_refused() -> None:
    table = Table(holdem((5, 10)), [100] * 2, seed=4)
    table.deal()
    other = Table(holdem((5, 10)), [100] * 2, seed=5)
    other.deal()
    with pytest.raises(KickerError, match="its log does not match its actions"):
        table.catch_up(other.log)
    with pytest.raises(KickerError, match="its log does not match its actions"):
        table.catch_up([*table.log, Event("fold", 0), Event("over")])


@pytest.mark.parametrize("name", [name for name in BOTS if isinstance(make_bot(name), Remembers)])
def test_a_bot_that_recalls_goes_on_as_if_it_had_never_been_away(name: str) -> None:
    rules = holdem((5, 10)) if BOTS[name].plays("holdem") else draw((5, 10), ante=0, min_bet=10)
    table = play(Table(rules, [1000] * 3, players={1: name, 2: "random"}, seed=3), 8, away=False)
    bot, again = table.players[1], make_bot(name, "another seed")
    again.recall(json.loads(json.dumps(bot.memory())))  # type: ignore[attr-defined]
    state, _ = table.rules.start(shuffled(1, 1), [500, 500, 500], 1)
    assert state.to_act == 1
    assert again.act(state.view(1)) == bot.act(state.view(1))
    assert again.memory() == bot.memory()  # type: ignore[attr-defined]


def test_bots_that_learn_or_roll_dice_have_a_memory() -> None:
    forget = {name for name in BOTS if not isinstance(make_bot(name), Remembers)}
    assert forget == {"folder", "caller", "maniac"}
    for name in BOTS:
        assert isinstance(make_bot(name), Remembers) or not isinstance(make_bot(name), Learns)


def test_reasons_are_told_of_those_who_showed_their_cards_only() -> None:
    table = Table(holdem((5, 10)), [1000] * 2, players={1: "caller"}, seed=1)
    table.deal()
    table.submit(0, "fold")
    assert table.open_decisions == []
    table.deal()
    while table.playing:
        if not table.step():
            assert table.open_decisions == []
            table.submit(0, table.view(0).options.passive)
    told = table.open_decisions
    assert told == (table.decisions if table.state.is_shown(1) else [])
    assert [decision.seat for decision in table.decisions] == [1] * 4
    assert table.decisions[0].reasons is not None
    assert table.decisions[0].reasons.text == "it never folds and never raises"


def test_a_bot_must_know_the_game_and_have_a_seat() -> None:
    with pytest.raises(KickerError, match="drawer does not play holdem"):
        Table(holdem(), [100] * 2, players={1: "drawer"})
    with pytest.raises(KickerError, match="unknown bot 'bluffer'"):
        Table(holdem(), [100] * 2, players={1: "bluffer"})
    with pytest.raises(KickerError, match="there is no seat 2"):
        Table(holdem(), [100] * 2, players={2: "caller"})


def test_players_that_were_given_as_objects_are_given_again() -> None:
    table = Table(holdem((5, 10)), [100] * 3, players={0: Scripted(passive), 1: "caller"}, seed=1)
    assert (list(table.specs), table.persons, table.person) == ([0, 1], [2], 2)
    table.deal()
    table.step()
    again = Table.from_dict(table.as_dict(), players={0: Scripted(passive)})
    assert again.persons == [2]
    assert again.decisions == table.decisions == [Decision(0, table.state.actions[0], None)]
    assert Table.from_dict(table.as_dict()).persons == [0, 2]
    others = Table.from_dict(table.as_dict(), players={2: "folder"})
    assert {seat: spec.label for seat, spec in others.specs.items()} == {1: "caller", 2: "folder"}


def test_whoever_takes_the_seat_of_a_bot_is_no_bot() -> None:
    table = Table(holdem((5, 10)), [100] * 2, players={1: "random"}, seed=1)
    table.leave(1)
    table.join(1, "Ann", 50)
    assert table.persons == [0, 1]
    assert Table.from_dict(table.as_dict()).persons == [0, 1]


def test_one_person_plays_against_bots() -> None:
    table = Table(holdem(), [100] * 3, players={0: "caller", 1: "caller"})
    assert (table.person, table.persons) == (2, [2])
    with pytest.raises(KickerError, match="this needs exactly one person at the table, not 3"):
        Table(holdem(), [100] * 3).person  # noqa: B018
    assert Table(holdem(), [100] * 3).persons == [0, 1, 2]


def test_observers_are_told_when_a_change_is_done() -> None:
    """A table can be saved whenever an observer is notified."""
    heard: list[tuple[str, ...]] = []
    table = Table(replace(holdem((5, 10)), showdown="all"), [20, 20], players={1: "caller"}, seed=2)

    def listen(_: object, events: tuple[Event, ...]) -> None:
        heard.append(tuple(event.kind for event in events))
        assert Table.from_dict(table.as_dict()).as_dict() == table.as_dict()

    table.observers.append(listen)
    table.deal()
    table.submit(0, raise_to(20))
    table.step()
    assert [kinds[0] for kinds in heard] == ["button", "raise", "call"]
    assert heard[-1][-2:] == ("bust", "champion")
