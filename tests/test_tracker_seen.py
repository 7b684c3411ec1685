"""A hand as one seat saw it has the results, positions and statistics of the whole deal."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kicker import Record, holdem
from kicker.cards import parse_cards
from kicker.games import NAMED, State, parse_action
from kicker.records import parse_phh, replay
from kicker.tracker.answers import ask
from kicker.tracker.facts import PlayerFacts, facts_of
from kicker.tracker.listing import list_hands
from kicker.tracker.store import PLAYERS, Tracker
from tests.conftest import few_or_many
from tests.test_games_invariants import Shape, random_action, random_start

pytest.importorskip("fastapi", reason="the web table needs kicker[web]")
from kicker.ui.web.archive import phhs_text, record_text
from kicker.ui.web.collection import add_deals

SHAPES = {name: Shape(rules(), (2, 5), (5, 120)) for name, rules in NAMED.items()} | {
    "sit-out": Shape(holdem(ante=1), (3, 7), (1, 30), sit_out=True),
    "ask": Shape(holdem(showdown="ask"), (2, 5), (5, 60)),
    "twice": Shape(replace(holdem(), runs=2), (2, 4), (5, 60)),
    "crowded stud": Shape(NAMED["stud"](), (7, 8), (30, 120)),
    "crowded triple draw": Shape(NAMED["triple-draw"](), (6, 8), (30, 120)),
    "crowded badugi": Shape(NAMED["badugi"](), (6, 8), (30, 120)),
}


def row_of(state: State, shown: list[int], number: int = 1) -> dict[str, Any]:
    """A deal as the server keeps it; everybody who was dealt in is a person."""
    names = [f"N{seat}" for seat in range(len(state.stacks))]
    return {
        "table_id": "T", "number": number, "record": record_text(state, names, shown), "ended": 1.7e9,
        "persons": json.dumps({str(seat): names[seat] for seat in state.setup.order}),
    }  # fmt: skip


def told(facts: PlayerFacts) -> tuple[object, ...]:
    return facts.name, facts.position, facts.stack, facts.net, *facts.counts


def kept(tracker: Tracker) -> list[tuple[object, ...]]:
    columns = [
        column for column in PLAYERS.columns if column.name not in ("hand_id", "mine", "expected", "cards", "seat")
    ]
    with tracker.connect() as connection:
        return [tuple(row) for row in connection.execute(PLAYERS.select().with_only_columns(*columns))]


@pytest.mark.parametrize("name", SHAPES)
@few_or_many(1, 30)
def test_each_seat_keeps_the_results_of_the_whole_deal(name: str, count: int) -> None:
    dice = random.Random(name)
    for _ in range(count):
        state = random_start(SHAPES[name], dice, whole=True)  # a record tells of a whole deck
        while not state.over:
            state, _ = state.apply(random_action(state.options, dice))
        shown = [
            seat for seat in state.setup.order if state.live[seat] and not state.is_shown(seat) and dice.random() < 0.5
        ]
        row = row_of(state, shown)
        names = json.loads(row["record"])["names"]
        whole = facts_of(replay(Record.from_state(state, names)), [state.payoffs[seat] for seat in state.setup.order])
        for seat in state.setup.order if count > 1 else dice.sample(state.setup.order, 1):
            with Tracker("sqlite:///:memory:") as tracker:
                add_deals(tracker, [row], names[seat], "Corner")
                assert kept(tracker) == [told(each) for each in whole], (seat, phhs_text([row], names[seat]))
                (line,) = list_hands(tracker)
                assert (line.player, line.net) == (names[seat], state.payoffs[seat])


def played(*actions: str) -> State:
    state, _ = holdem(blinds=(5, 10)).start(parse_cards("As Kd Ah Kc 2c 3d 5h 9s Jd"), stacks=[100, 100], button=0)
    for text in actions:
        state, _ = state.apply(parse_action(text))
    return state


def test_a_hand_that_is_shown_after_it_was_mucked() -> None:
    state = played("call", "check", *["check"] * 6)
    (loser,) = [seat for seat in range(2) if not state.is_shown(seat)]
    cards = [str(card) for card in state.hands[loser]]
    for shown, seen in (([], False), ([loser], True)):
        text = phhs_text([row_of(state, shown)], f"N{1 - loser}")
        assert all(card in text for card in cards) is seen
        again = replay(parse_phh(text.partition("\n")[2]))
        assert (again.verdict, sorted(again.final.payoffs)) == ("ok", sorted(state.payoffs))


def test_what_ends_otherwise_is_left_out() -> None:
    state = played("fold")
    row = row_of(state, [])
    with Tracker("sqlite:///:memory:") as tracker:
        add_deals(tracker, [row | {"record": row["record"].replace('"Kc"', '"Kd"')}, row], "N0", "Corner")
        assert [line.number for line in list_hands(tracker)] == ["T 1"]


def test_results_of_records_are_after_rake_and_belong_to_the_one_they_name(tmp_path: Path) -> None:
    state = played("call", "check", *["check"] * 6)
    record = Record.from_state(state, ["You", "Ada"], _kicker_hero="Ada")
    best = max(record.fields["finishing_stacks"])  # type: ignore[call-overload]
    fields = dict(record.fields)
    fields["finishing_stacks"] = [chips - 2 if chips == best else chips for chips in fields["finishing_stacks"]]  # type: ignore[attr-defined]
    from kicker.records.building import build

    with Tracker(tmp_path / "x.sqlite") as tracker:
        tracker.add_record(replay(build(fields)), "x 1")
        tracker.flush()
        assert sum(int(str(row[3])) for row in kept(tracker)) == -2
        (line,) = list_hands(tracker)
        assert (line.player, line.pot) == ("Ada", 20)
        (answer,) = ask(tracker)
        assert answer.won == {"": line.net}
        assert sorted([line.net, -2 - line.net]) == [-10, 8]
