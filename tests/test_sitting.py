"""A table that somebody leaves and comes back to: everything goes on as if nobody had been away."""

import json
import random

import pytest

from kicker.errors import KickerError
from kicker.games import Action, Options
from kicker.players import BOTS, Learns, Remembers, make_bot
from kicker.sitting import Sitting
from kicker.table import Table, shuffled
from tests.sittings import classic_draw_sitting, classic_holdem_sitting, draw_sitting, holdem_sitting

MAKERS = {
    "holdem": lambda seed: holdem_sitting(4, 1, "sharp,cpu,random", seed, stack=300),
    "heads-up": lambda seed: holdem_sitting(2, 0, "sharp", seed, stack=100),
    "pot-limit": lambda seed: holdem_sitting(3, 2, "cpu,maniac", seed, betting="pot-limit", rise=2),
    "draw": lambda seed: draw_sitting(3, 0, "random,maniac", seed),
    "classic-draw": lambda seed: classic_draw_sitting(3, 2, "random,caller", seed),
    "classic-holdem": classic_holdem_sitting,
}


def some_action(dice: random.Random, options: Options) -> Action:
    """What a person might do."""
    choices = [options.passive, options.default]
    if options.may_raise:
        choices.append(Action("raise", dice.randint(options.min_raise_to, options.max_raise_to)))
    if options.phase == "drawing":
        choices.append(Action("discard", 0, tuple(dice.sample(options.hand, options.max_draw))))
    return dice.choice(choices)


def play(sitting: Sitting, deals: int, *, away: bool) -> Sitting:
    """Play some deals with a person who acts at random; `away` leaves before every decision of anybody."""
    dice = random.Random(5)
    while not sitting.table.finished and (sitting.table.deals < deals or sitting.table.playing):
        if away:
            sitting = Sitting.load(sitting.save())
        if not sitting.table.playing:
            sitting.deal()
        elif not sitting.step():
            seat = sitting.table.to_act
            sitting.submit(some_action(dice, sitting.table.view(seat).options))
    return sitting


@pytest.mark.parametrize("name", MAKERS)
def test_who_was_away_misses_nothing(name: str) -> None:
    stayed = play(MAKERS[name](seed=11), 6, away=False)
    returned = play(MAKERS[name](seed=11), 6, away=True)
    assert returned.table.state == stayed.table.state
    assert returned.decisions == stayed.decisions
    assert returned.table.stacks == stayed.table.stacks
    assert json.loads(returned.save()) == json.loads(stayed.save())


@pytest.mark.parametrize("name", [name for name in BOTS if isinstance(make_bot(name), Remembers)])
def test_a_bot_that_recalls_goes_on_as_if_it_had_never_been_away(name: str) -> None:
    sitting = play(holdem_sitting(3, 0, f"{name},random", 3), 8, away=False)
    bot, again = sitting.table.players[1], make_bot(name, "another seed")
    again.recall(json.loads(json.dumps(bot.memory())))  # type: ignore[attr-defined]
    state, _ = sitting.table.rules.start(shuffled(1, 1), [500, 500, 500], 1)
    assert state.to_act == 1
    assert again.act(state.view(1)) == bot.act(state.view(1))
    assert again.memory() == bot.memory()  # type: ignore[attr-defined]


def test_bots_that_learn_or_roll_dice_have_a_memory() -> None:
    assert {name for name in BOTS if isinstance(make_bot(name), Remembers)} == {"random", "cpu", "sharp"}
    for name in BOTS:
        assert isinstance(make_bot(name), Remembers) or not isinstance(make_bot(name), Learns)


def test_reasons_are_told_of_those_who_showed_their_cards_only() -> None:
    sitting = holdem_sitting(2, 0, "caller", 1)
    sitting.deal()
    sitting.submit("fold")
    assert sitting.open_decisions() == []
    sitting.deal()
    while sitting.table.playing:
        if not sitting.step():
            assert sitting.open_decisions() == []
            sitting.submit(sitting.table.view(0).options.passive)
    shown = sitting.table.state.is_shown(1)
    told = sitting.open_decisions()
    assert [decision.seat for decision in told] == [1] * len(told)
    assert bool(told) == shown
    assert len(sitting.decisions) == 4
    assert sitting.decisions[0].reasons is not None
    assert sitting.decisions[0].reasons.text == "it never folds and never raises"


def test_a_bot_must_know_the_game() -> None:
    with pytest.raises(KickerError, match="drawer does not play holdem"):
        holdem_sitting(2, 0, "drawer", 1)
    with pytest.raises(KickerError, match="unknown bot 'bluffer'"):
        holdem_sitting(2, 0, "bluffer", 1)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda saved: saved.update(kicker_sitting=2), "a sitting saved as version '2' cannot be read"),
        (lambda saved: saved.update(bots={"7": "cpu"}), "there is no seat 7"),
        (lambda saved: saved.update(bots={"x": "cpu"}), "the saved game is damaged"),
        (lambda saved: saved.update(bots=[]), "the saved game is damaged"),
        (lambda saved: saved.update(bots={"1": "bluffer"}), "unknown bot 'bluffer'"),
        (lambda saved: saved.update(memories={"0": {}}), "the saved game is damaged"),
        (
            lambda saved: saved.update(memories={"1": {"dice": [3, [1], None], "model": {}}}),
            "the saved game is damaged",
        ),
        (lambda saved: saved["memories"]["1"].update(model={"-1": [[0, 0.0]]}), "16 buckets"),
        (lambda saved: saved.pop("table"), "the saved game is damaged"),
        (lambda saved: saved.update(decisions=[[99, "fold", None]]), "a decision is of no bot"),
        (lambda saved: saved["table"]["schedule"].update(levels=[[[5, "1"], 0]]), "its schedule has a level of"),
        (lambda saved: saved["table"].update(stacks=[1, 1]), "the saved game is damaged: the saved table is damaged"),
    ],
)
def test_an_edited_save_is_refused_in_one_sentence(change, message: str) -> None:  # type: ignore[no-untyped-def]
    sitting = holdem_sitting(2, 0, "cpu", 1)
    sitting.deal()
    saved = json.loads(sitting.save())
    change(saved)
    with pytest.raises(KickerError, match=message):
        Sitting.load(json.dumps(saved))


def test_nothing_but_a_save_is_loaded() -> None:
    for text in ("", "[]", "{}", '{"kicker_table": 1}', "\x00"):
        with pytest.raises(KickerError, match="this is no saved sitting"):
            Sitting.load(text)


def test_there_is_nothing_to_submit_when_the_deal_is_over() -> None:
    sitting = holdem_sitting(2, 0, "cpu", 1)
    sitting.deal()
    sitting.submit("fold")
    with pytest.raises(KickerError, match="the deal is over"):
        sitting.submit("fold")


def labels(sitting: Sitting) -> dict[int, str]:
    return {seat: bot.label for seat, bot in sitting.bots.items()}


def test_usual_bots_are_as_many_as_there_are_seats_for() -> None:
    assert labels(holdem_sitting(2, 0, "sharp,cpu", 1)) == {1: "sharp"}
    assert labels(holdem_sitting(4, 0, "sharp,cpu", 1)) == {1: "sharp", 2: "cpu", 3: "sharp"}
    with pytest.raises(KickerError, match="'cpu,sharp' are 2 bots for 1 seats"):
        holdem_sitting(2, 0, "cpu,sharp", 1)


def test_one_person_plays_against_bots() -> None:
    assert holdem_sitting(4, 2, "caller", 1).person == 2
    with pytest.raises(KickerError, match="one person plays against bots, and here 3 do"):
        Sitting(Table(holdem_sitting(3, 0, "caller", 1).table.rules, [10] * 3), {}).person  # noqa: B018


def test_persons_are_the_seats_without_bots() -> None:
    assert holdem_sitting(4, 2, "caller", 1).persons == [2]
    assert Sitting(Table(holdem_sitting(3, 0, "caller", 1).table.rules, [10] * 3), {}).persons == [0, 1, 2]


def test_seats_are_called_after_their_bots() -> None:
    assert holdem_sitting(4, 1, "sharp,cpu", 1).table.names == ["sharp 1", "You", "cpu", "sharp 2"]
    assert holdem_sitting(2, 0, "", 1).table.names == ["You", "sharp"]
    assert draw_sitting(2, 0, "", 1).table.names == ["Player1", "Player2"]


@pytest.mark.parametrize("seats", range(2, 11))
def test_the_person_acts_first_in_the_first_deal(seats: int) -> None:
    for person in range(seats):
        sitting = holdem_sitting(seats, person, "caller", 1)
        sitting.deal()
        assert sitting.table.to_act == person
    if seats <= 6:
        for person in range(seats):
            sitting = draw_sitting(seats, person, "caller", 1)
            sitting.deal()
            assert sitting.table.to_act == person
