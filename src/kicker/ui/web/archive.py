"""Finished deals in the store, and what one seat may see of them: events, PHH, the shuffle proof."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, Final

from kicker.errors import KickerError
from kicker.games import State
from kicker.records import Record, format_phhs
from kicker.records.model import HERO_FIELD, RABBIT_FIELD
from kicker.ui.common.home import date_fields
from kicker.ui.web.limits import Refused
from kicker.ui.web.moment import Shuffle
from kicker.ui.web.showing import turned_up, winning_hands
from kicker.ui.web.store import Row


def record_text(state: State, names: list[str], shown: Sequence[int]) -> str:
    """Return a finished deal as text for replay, with the seats that showed their cards after it.

    It holds the deck and must not reach players.
    """
    return json.dumps(state.as_dict() | {"names": names, "shown": shown})


def shown_in(row: Row) -> list[int]:
    """Return the seats that showed their cards after the end of a deal; none if the record is damaged."""
    with suppress(ValueError, AttributeError):
        shown: list[int] = json.loads(row["record"]).get("shown", [])
        return shown
    return []


def final_state(row: Row) -> tuple[State, list[str]]:
    """Return the final state of a stored deal, and the names of its seats."""
    try:
        record = json.loads(row["record"])
        return turned_up(State.from_dict(record), shown_in(row)), record["names"]
    except (KickerError, ValueError, TypeError, KeyError, IndexError) as error:
        fault = type(error).__name__  # the message may quote the deck
        raise Refused(503, "damaged", f"hand {row['number']} cannot be read ({fault})") from None


def persons_of(row: Row) -> dict[int, str]:
    """Return the ids of the people who were dealt in, by seat."""
    return {int(seat): person for seat, person in json.loads(row["persons"]).items()}


def seat_of(row: Row, person: str) -> int | None:
    """Return the person's seat in a deal; None if they were not dealt in."""
    return next((seat for seat, who in persons_of(row).items() if who == person), None)


def summary_text(state: State, seat: int, names: list[str]) -> str:
    """Return the summary of a deal for the list of hands, apart from its time and result."""
    view = state.view(seat)
    others = [names[other] for other in view.order if other != seat]
    cards, board = [str(card) for card in view.hand], [str(card) for card in view.board]
    return json.dumps({"cards": cards, "board": board, "words": view.hand_words, "others": others})


NO_SUMMARY: Final = json.dumps({"cards": [], "board": [], "words": "", "others": []})
"""The summary of a deal that cannot be read."""


def summarised(row: Row, person: str) -> str:
    """Make the summary of a deal from before summaries were stored."""
    seat = seat_of(row, person)
    with suppress(Refused):
        state, names = final_state(row)
        return NO_SUMMARY if seat is None else summary_text(state, seat, names)
    return NO_SUMMARY


def hand_line(row: Row, summary: str) -> dict[str, Any]:
    """Return a line of the list of hands."""
    line = {"deal": row["number"], "result": row["result"], "ended": iso_time(row["ended"])}
    return line | dict(json.loads(summary))


def hand_json(row: Row, seat: int) -> dict[str, Any]:
    """Return a deal as one seat saw it."""
    state, names = final_state(row)
    view = state.view(seat)
    return {
        "deal": row["number"],
        "seat": seat,
        "result": state.payoffs[seat],
        "ended": iso_time(row["ended"]),
        "names": names,
        "stacks": state.setup.stacks,
        "events": [event.as_dict() for event in view.history],
        "view": view.as_dict(),
        "winning": winning_hands(view),
        # Nobody held these cards, so every player in the deal may see them once it is over.
        "rabbit": [str(card) for card in state.rabbit],
    }


def phhs_text(rows: Iterable[Row], person: str) -> str:
    """Return deals in PHH as a person saw them, with `??` for hidden cards; a comment replaces a deal that cannot be
    read."""
    records, damaged = [], []
    for row in rows:
        try:
            record = seen_record(row, person)
        except Refused as error:
            damaged.append(f"# {error}\n")
        except KickerError as error:
            damaged.append(f"# hand {row['number']} cannot be written ({type(error).__name__})\n")
        else:
            records += [record] if record else []
    return "".join(damaged) + format_phhs(records)


def seen_record(row: Row, person: str) -> Record | None:
    """Return a deal as a person saw it; None if they were not dealt in."""
    seat = seat_of(row, person)
    if seat is None:
        return None
    state, names = final_state(row)
    more: dict[str, Any] = date_fields(datetime.fromtimestamp(row["ended"])) | {HERO_FIELD: names[seat]}
    if rabbit := state.rabbit:
        more[RABBIT_FIELD] = "".join(map(str, rabbit))
    return Record.from_state(state, names, seen_by=seat, hand=row["number"], **more)


def proof_json(row: Row, seat: int, state: State) -> dict[str, Any]:
    """Return the shuffle proof of a deal for one seat; the state must be of this deal."""
    shuffle = Shuffle(row["table_id"], row["number"], bytes.fromhex(row["secret"]))
    if tuple(shuffle.deck_of(state.rules.game)) != state.setup.deck:
        raise AssertionError("a proof was asked of another deal")  # it would reveal cards that the person never saw
    return shuffle.proof(state.history, [event.seen_by(seat) for event in state.history]).as_dict()


def iso_time(seconds: float) -> str:
    """Return a time for JSON."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
