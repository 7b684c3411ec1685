"""Games saved by older versions continue to the last card: `tests/data/saves` has the saves and their continuations.

The files were written by the version before tables were saved with their bots, those of all-ins by the one before hands
were turned up early.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from kicker.games import Action, State
from kicker.table import Table, read_summary
from kicker.ui.common.home import GameFiles, KeptGame
from kicker.ui.web.archive import final_state
from kicker.ui.web.game import StoredGame

SAVES = Path(__file__).parent / "data" / "saves"
TABLES = sorted(path.stem for path in SAVES.glob("*.json") if path.stem != "web")


def read(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((SAVES / f"{name}.json").read_text())
    return found


def decide(state: State) -> Action:
    """Decide as the people in these games did."""
    options, turn = state.options, len(state.actions)
    if options.phase == "drawing":
        return Action("discard", 0, tuple(options.hand[: turn % (options.max_draw + 1)]))
    if options.may_raise and turn % 3 == 2:
        return Action("raise", options.min_raise_to)
    return options.passive


def finish(table: Table) -> dict[str, Any]:
    """Play a deal to its end, and tell it as the files do."""
    while table.playing:
        if not table.step():
            assert table.to_act is not None
            table.submit(table.to_act, decide(table.state))
    return {
        "deck": " ".join(map(str, table.state.setup.deck)),
        "actions": [str(action) for action in table.state.actions],
        "stacks": list(table.stacks),
        "reasons": [decision.reasons.text if decision.reasons else None for decision in table.decisions],
    }


def go_on(table: Table, deals: int) -> list[dict[str, Any]]:
    """The continuation of a game that was left: the interrupted deal, and the deals after it."""
    then = [finish(table)]
    while len(then) < deals:
        table.deal()
        then.append(finish(table))
    return then


@pytest.mark.parametrize("name", TABLES)
def test_an_old_game_goes_on_to_the_last_card(name: str) -> None:
    old = read(name)
    table = Table.load(old["save"])
    again = Table.from_dict(table.as_dict())
    assert again.as_dict() == table.as_dict()
    assert json.loads(Table.load(table.save()).save()) == json.loads(table.save())
    assert go_on(table, len(old["then"])) == old["then"]
    assert go_on(again, len(old["then"])) == old["then"]


@pytest.mark.parametrize("name", ["all-in", "all-in-pending"])
def test_in_an_old_game_hands_are_shown_at_the_end_as_they_were(name: str) -> None:
    table = Table.load(read(name)["save"])
    finish(table)
    kinds = [event.kind for event in table.log]
    assert kinds.index("show") > max(place for place, kind in enumerate(kinds) if kind == "board")
    assert not table.state.rules.all_in_face_up
    assert not table.rules.all_in_face_up
    if not table.finished:
        table.deal()
        assert "level" not in [event.kind for event in table.log]


@pytest.mark.parametrize("name", TABLES)
def test_an_old_game_is_listed(name: str) -> None:
    summary = read_summary(read(name)["save"])
    table = Table.load(read(name)["save"])
    assert (summary.seats, summary.deals) == (len(table.names), table.deals)
    assert summary.chips == tuple(table.stacks[seat] for seat in table.persons)
    assert summary.rules == (table.state.rules if table.playing else table.next_rules)


def test_an_old_game_is_resumed_from_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KICKER_HOME", str(tmp_path))
    old = read("holdem")
    kept = GameFiles.create("holdem")
    kept.save(old["save"])
    kept.close()
    game = KeptGame.resume("holdem")
    assert '"kicker_table": 5' in kept.read()
    assert go_on(game.table, len(old["then"])) == old["then"]
    assert len(list(game.hands())) == len(old["then"])
    game.close()


def test_an_old_table_of_a_server_goes_on_to_the_last_card() -> None:
    old = read("web")
    game = StoredGame.restored(old["row"], old["deals"], old["events"])
    assert [str(action) for action in game.table.state.actions] == old["left"]
    assert game.version == int(old["events"][-1]["number"]) + 1
    assert go_on(game.table, 1) == old["then"]


def test_an_old_deal_of_a_server_is_replayed() -> None:
    row = read("web")["deals"][0]
    state, names = final_state(row)
    record = json.loads(row["record"])
    assert state.over
    assert [str(action) for action in state.actions] == record["actions"]
    assert names == ["Ann", "sharp", "random", "Bob"]
