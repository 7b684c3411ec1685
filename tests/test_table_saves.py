"""Tables that somebody leaves, even in the middle of a deal, continue as if nobody had been away."""

import json
from collections.abc import Callable

import pytest

from kicker.errors import KickerError
from kicker.games import (
    CALL,
    NAMED,
    Rules,
    holdem,
)
from kicker.table import Schedule, Table
from tests.table_players import RULE_SETS, RandomPlayer


@pytest.mark.parametrize("name", RULE_SETS)
def test_a_table_can_be_saved_and_resumed_at_any_moment(name: str) -> None:
    rules = NAMED[name]()
    schedule = Schedule(ante_step=1) if rules.ante else Schedule()
    table = Table(rules, [60] * 4, schedule=schedule, seed="x", names=["Ann", "Bob", "Cid", "Dée"])
    moves = RandomPlayer(name)
    for _ in range(12):
        if table.finished:
            break
        table.deal()
        while table.playing:
            text = table.save()
            copy = Table.load(text)
            assert copy.save() == text
            assert copy.state == table.state
            assert copy.version == table.version
            assert copy.events_since(0, 2) == table.events_since(table.version - len(copy.log), 2)
            action = moves.act(table.view(table.to_act))
            for one in (table, copy):
                one.submit(table.to_act if one is table else copy.to_act, action)  # type: ignore[arg-type]
            assert copy.save() == table.save()
    again = Table.load(table.save())
    if not table.finished:
        table.deal()
        again.deal()
        assert again.state == table.state


def test_a_table_is_saved_before_its_first_deal() -> None:
    table = Table(holdem(), [100] * 2, seed=4)
    again = Table.load(table.save())
    table.deal()
    again.deal()
    assert again.save() == table.save()


def damaged() -> list[tuple[str, Callable[[dict[str, object]], object], str]]:
    def deal(save: dict[str, object]) -> dict[str, object]:
        return save["deal"]  # type: ignore[return-value]

    return [
        (
            "version",
            lambda save: save.update(kicker_table=99),
            "saved as version '99', only version 5",
        ),
        ("no stacks", lambda save: save.pop("stacks"), "damaged: KeyError 'stacks'"),
        ("chips", lambda save: save.update(stacks=[5000, 1000]), "its seats have"),
        ("action", lambda save: deal(save).update(actions=["raise 7"]), "raise 7: seat 0 may"),
        ("other action", lambda save: deal(save).update(actions=["fold"]), "its log does not match"),
        ("deck", lambda save: deal(save).update(deck="As As"), "As appears twice"),
        ("rules", lambda save: save.update(rules={"game": "whist"}), "unknown game 'whist'"),
        ("rule", lambda save: save.update(rules={"jokers": 2}), "unknown rule 'jokers'"),
        ("names", lambda save: save.update(names=["a"]), "1 name given for 2 seats"),
        ("levels", lambda save: save["schedule"].update(levels=[[1]]), "not enough values"),
        ("deals", lambda save: save.update(deals="x"), "'x' is not a count"),
        ("first", lambda save: save.update(first=None), "None is not a count"),
        ("defaults", lambda save: save.update(defaults=[]), "it has counts for 0 of 2 seats"),
        ("button", lambda save: save.update(start_button=1.5), "seat 1.5 cannot have the button"),
        ("absent", lambda save: save.update(sitting_out=[99]), "it has no seat 99"),
        (
            "full ante",
            lambda save: save.update(rules={"game": "holdem", "full_ante": None}),
            "full_ante must be True",
        ),
        ("posts", lambda save: save.update(rules={"game": "holdem", "posts": {}}), "posts must be a tuple"),
        ("number", lambda save: save.update(deals=0), "its last deal does not fit"),
        ("bot", lambda save: save.update(players={"1": "bluffer"}), "unknown bot 'bluffer'"),
        ("bot's seat", lambda save: save.update(players={"7": "cpu"}), "it has no seat 7"),
        ("bot's place", lambda save: save.update(players={"x": "cpu"}), "ValueError invalid literal"),
        ("bots", lambda save: save.update(players=[]), "damaged: AttributeError"),
        ("memory", lambda save: save.update(memories={"0": {}}), "only bots have memory"),
        ("dice", lambda save: save["memories"]["1"].update(dice=[3, [1], None]), "damaged: "),
        ("model", lambda save: save["memories"]["1"].update(model={"-1": [[0, 0.0]]}), "16 buckets"),
        ("decision", lambda save: save.update(decisions=[[99, "fold", None]]), "it has no seat 99"),
        ("level", lambda save: save["schedule"].update(levels=[[[5, "1"], 0]]), "its schedule has an invalid level"),
        ("log", lambda save: save.update(log=[{"kind": "dealt", "cards": "Zz"}]), "'Zz' is not a card"),
    ]


@pytest.mark.parametrize(
    ("name", "damage", "message"), damaged(), ids=lambda value: value if isinstance(value, str) else ""
)
def test_an_edited_save_is_refused(name: str, damage: Callable[[dict[str, object]], object], message: str) -> None:
    table = Table(holdem((5, 10)), [1000] * 2, players={1: "cpu"}, seed=1)
    table.deal()
    table.submit(0, CALL)
    save = json.loads(table.save())
    damage(save)
    with pytest.raises(KickerError) as caught:
        Table.load(json.dumps(save))
    assert message in str(caught.value)
    assert caught.value.code == "save"


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"a": 1}', "[" * 100_000, '{"kicker_sitting": 2}'])
def test_what_is_no_save_is_refused(text: str) -> None:
    with pytest.raises(KickerError, match="this is not a saved table"):
        Table.load(text)


def test_rules_survive_json() -> None:
    for make in NAMED.values():
        rules = make()
        assert Rules.from_dict(json.loads(json.dumps(rules.as_dict()))) == rules
