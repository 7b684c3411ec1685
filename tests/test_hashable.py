"""Results are values: they compare equal and can be keys of a dictionary."""

import dataclasses
import inspect
from copy import deepcopy
from pathlib import Path

import pytest

import kicker.games
import kicker.records
import kicker.table
from kicker.games import FOLD, MIXES, Game, Level, Rules, Street, discard, draw, holdem, plain_draw
from kicker.records import Record, format_phh, parse_phh, replay, scan_records
from kicker.table import Answer, Schedule, Table, read_summary
from tests.conftest import OWN_DATA

RESULTS = [
    (module.__name__, name)
    for module in (kicker.games, kicker.records, kicker.table)
    for name in module.__all__
    if inspect.isclass(kind := getattr(module, name)) and (dataclasses.is_dataclass(kind) or issubclass(kind, tuple))
]


def made() -> list[object]:
    """One of each."""
    state, _ = holdem(blinds=(5, 10)).start("As Kd Ah Kc 2c 3d 5h 9s Jd", [100, 100], 0)
    record = Record.from_state(state.apply(FOLD)[0], ["Ada", "Ben"], hand=1, _lamp={"colour": ["green"]})
    table = Table(
        holdem(), [100, 100], players={0: "sharp", 1: "cpu"}, seed=1, schedule=Schedule(levels=(((1, 2), 0),))
    )
    table.deal()
    table.advance()
    again = Table.load(table.save())
    game = Game("lists", "a game of lists", [Street("only", down=5)], "L")  # type: ignore[arg-type]
    return [
        state, state.view(0), state.options, state.setup, state.rules, state.rules.game, state.history[-1],
        state.pots[0], discard("As"), Level((1, 2), 3), state.rules.game.streets[0], state.rules.game.orders[0], game,
        Rules(game), draw(), plain_draw(), record, parse_phh(format_phh(record)), replay(record), record.moves[0],
        Answer(FOLD, "tired", error=ValueError("x")), table.decisions[0], read_summary(table.save()),
        table.schedule, again.schedule, MIXES["horse"], table.customs,
        again.state, again.decisions[0], again.log[-1], table.view(None),
    ]  # fmt: skip


VALUES = made()


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_a_result_can_be_a_key(value: object) -> None:
    same = deepcopy(value)
    assert {value: "found"}[value] == "found"
    if not isinstance(value, Answer):  # exceptions are equal to themselves alone
        assert {value: "found"}[same] == "found"


@pytest.mark.parametrize(("module", "name"), RESULTS)
def test_every_kind_of_result_is_tried(module: str, name: str) -> None:
    assert name in {type(value).__name__ for value in VALUES}, f"{module}.{name}"


@pytest.mark.parametrize("path", sorted((OWN_DATA / "phh").glob("*.phh*")), ids=lambda path: path.name)
def test_records_and_replays_of_files_can_be_keys(path: Path) -> None:
    with path.open("rb") as stream:
        found = list(scan_records(stream, path.name, many=path.suffix == ".phhs"))
    records = [record for record in found if isinstance(record, Record)]
    assert len(set(records)) == len(records)
    if path.name != "session.phhs":  # which has one that cannot be replayed
        assert len(set(map(replay, records))) == len(records)
