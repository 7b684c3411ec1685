"""Deals that are over, as the store keeps them, and what one seat may have of them: events, PHH, the shuffle proof."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from kicker.games import State
from kicker.records import Record, format_phhs
from kicker.ui.web.moment import Shuffle
from kicker.ui.web.store import Row


def record_text(state: State, names: list[str]) -> str:
    """A deal that is over, so that it can be played again. It holds the deck: it is not for players to see."""
    return json.dumps(state.as_dict() | {"names": names})


def final_state(row: Row) -> tuple[State, list[str]]:
    """The end of a deal that was kept, and the names of its seats."""
    record = json.loads(row["record"])
    return State.from_dict(record), record["names"]


def persons_of(row: Row) -> dict[int, str]:
    """The ids of the people who were dealt in, by seat."""
    return {int(seat): person for seat, person in json.loads(row["persons"]).items()}


def seat_of(row: Row, person: str) -> int | None:
    """Where somebody sat in a deal; None for anybody who was not dealt in."""
    return next((seat for seat, who in persons_of(row).items() if who == person), None)


def hand_line(row: Row) -> dict[str, Any]:
    """One line of the list of hands."""
    return {"deal": row["number"], "result": row["result"], "ended": iso_time(row["ended"])}


def hand_json(row: Row, seat: int) -> dict[str, Any]:
    """A deal as one seat saw it."""
    state, names = final_state(row)
    return {
        "deal": row["number"],
        "seat": seat,
        "result": state.payoffs[seat],
        "ended": iso_time(row["ended"]),
        "names": names,
        "stacks": state.setup.stacks,
        "events": [event.seen_by(seat).as_dict() for event in state.history],
        "view": state.view(seat).as_dict(),
    }


def phhs_text(rows: Iterable[Row], person: str) -> str:
    """Deals as somebody saw them in PHH, with `??` for the cards of others."""
    return format_phhs([record for row in rows if (record := _record(row, person)) is not None])


def _record(row: Row, person: str) -> Record | None:
    seat = seat_of(row, person)
    if seat is None:
        return None
    state, names = final_state(row)
    return Record.from_state(state, names, seen_by=seat, hand=row["number"])


def proof_json(row: Row, seat: int, state: State) -> dict[str, Any]:
    """What a seat can check of the shuffle of a deal; the state must be one of this deal."""
    shuffle = Shuffle(row["table_id"], row["number"], bytes.fromhex(row["secret"]))
    if tuple(shuffle.deck) != state.setup.deck:
        raise AssertionError("a proof was asked of another deal")  # it would open cards that the person never saw
    return shuffle.proof([event.seen_by(seat) for event in state.history]).as_dict()


def iso_time(seconds: float) -> str:
    """A time as JSON has it."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
