"""The fields of a saved table: checking them, and upgrading those of older versions.

`table.py` makes a table from them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from kicker.checks import of_type
from kicker.errors import KickerError, quoted
from kicker.games import Event, Rules, State, parse_action
from kicker.games.events import TABLE_KINDS
from kicker.players import Reasons
from kicker.saves import check_version, read_fields
from kicker.table.asking import Decision
from kicker.table.customs import Round
from kicker.table.schedule import Schedule

KEY: Final = "kicker_table"
VERSION: Final = 5


@dataclass(frozen=True, slots=True, eq=False)  # never compared
class Saved:
    """A saved table, checked as far as possible without its players."""

    fields: Mapping[str, Any]
    """The fields as `Table.as_dict` writes them today; everything else follows from them."""
    rules: Rules
    """The rules."""
    schedule: Schedule
    """The schedule of blinds and antes."""
    log: list[Event]
    """The events of the deal."""
    state: State | None
    """The deal; None before the first."""
    specs: dict[int, str]
    """The bots by seat, as text."""
    memories: dict[int, Any]
    """The memory of each bot when the deal began, or now if the deal is over."""
    decisions: list[Decision]
    """The bots' decisions in the deal, with reasons."""


class Summary(NamedTuple):
    """A saved table, as a list of tables shows it."""

    rules: Rules
    """The rules of the current deal, or of the next one."""
    seats: int
    """The number of seats."""
    deals: int
    """The number of deals begun."""
    chips: tuple[int, ...]
    """The chips of the people at the table, by seat."""


def read_summary(text: str) -> Summary:
    """Summarise a saved table without making its bots."""
    saved = read_saved(read_fields(of_type("text", text, str), "table"))
    state = saved.state
    playing = state is not None and not state.over
    deals = saved.fields["deals"]
    rules = state.rules if state and playing else saved.schedule.rules(saved.rules, deals + 1)
    stacks = state.stacks if state and playing else saved.fields["stacks"]
    persons = [stack for seat, stack in enumerate(stacks) if seat not in saved.specs]
    return Summary(rules, len(stacks), deals, tuple(persons))


def read_saved(saved: Mapping[str, Any]) -> Saved:
    """Read what `Table.as_dict` wrote, in this version or an older one."""
    if not isinstance(saved, Mapping):
        raise KickerError(f"a saved table must be a mapping, not {quoted(saved)}", "save")
    saved = _upgraded(saved)
    check_version(saved, "table", KEY, VERSION)
    with refusing_damage():
        return _checked(saved)


@contextmanager
def refusing_damage() -> Iterator[None]:
    """Turn the errors of reading a damaged save into a `KickerError` of one sentence."""
    try:
        yield
    except KickerError as error:
        if error.code == "bot":  # the save is fine, but this machine lacks a player
            raise KickerError(str(error), "save") from None
        raise KickerError(f"the saved table is damaged: {error}", "save") from None
    except (KeyError, TypeError, AttributeError, ValueError, IndexError, OverflowError) as error:
        raise KickerError(f"the saved table is damaged: {type(error).__name__} {error}", "save") from None


def _upgraded(saved: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the fields in today's form.

    Older versions saved a table without its bots, inside the object that had them. A game from before all-in hands were
    turned up continues by its old rules.
    """
    table, bots = saved, dict[str, Any](players={}, memories={}, decisions=[])
    if saved.get("kicker_sitting") == 1 and isinstance(saved.get("table"), dict):
        table = saved["table"]
        bots = {"players": saved.get("bots"), "memories": saved.get("memories"), "decisions": saved.get("decisions")}
    if table.get(KEY) == 1:
        table = {**table, **bots, KEY: 2}
    if table.get(KEY) == 2:
        deal = table.get("deal")
        table = {**_face_down(table), KEY: 3} | ({"deal": _face_down(deal)} if isinstance(deal, dict) else {})
    if table.get(KEY) == 3:
        table = {**table, **_NO_CUSTOMS, KEY: 4}
    if table.get(KEY) == 4:
        customs = {name: True for name in ("dead_button", "missed_blinds") if table.get(name)}
        table = {**table, "customs": customs, "running_once": [], KEY: VERSION}
    return table


_NO_CUSTOMS: Final = {"round": Round().as_dict(), "straddles": []}
"""The customs of tables saved before customs existed."""


def _face_down(saved: Mapping[str, Any]) -> Mapping[str, Any]:
    """Make the custom of an older save explicit: hands that are all in stayed face down."""
    rules = saved.get("rules")
    return {**saved, "rules": {**rules, "all_in_face_up": False}} if isinstance(rules, dict) else saved


def _checked(saved: Mapping[str, Any]) -> Saved:
    stacks, schedule = saved["stacks"], saved["schedule"]
    _check_numbers(saved, len(stacks))
    log = [Event.from_dict(fields) for fields in saved["log"]]
    state = State.from_dict(saved["deal"]) if saved["deal"] else None
    if state is not None:
        log = told_again(log, state)
        _check_stacks(stacks, state, log)
    specs = {int(seat): str(spec) for seat, spec in saved["players"].items()}
    decisions = [_decision(*fields) for fields in saved["decisions"]]
    memories = {int(seat): memory for seat, memory in saved["memories"].items()}
    _check_seats([*specs, *(decision.seat for decision in decisions)], len(stacks))
    if not memories.keys() <= specs.keys():
        raise KickerError("only bots have memory", "save")
    return Saved(
        saved,
        Rules.from_dict(saved["rules"]),
        Schedule.from_dict(schedule),
        log,
        state,
        specs,
        memories,
        decisions,
    )


def told_again(log: Sequence[Event], state: State) -> list[Event]:
    """Return the log with the events of the deal replaced by those of the deal itself; the two must agree."""
    history = iter(state.history)
    again = []
    for event in log:
        told = event if event.kind in TABLE_KINDS else next(history, None)
        # Older saves do not contain the strengths of shown hands.
        if told is None or told not in (event, event._replace(strength=told.strength)):
            raise KickerError("its log does not match its actions", "save")
        again.append(told)
    if next(history, None) is not None:
        raise KickerError("its log does not match its actions", "save")
    return again


def _decision(seat: int, action: str, why: Sequence[Any] | None) -> Decision:
    if why is None:
        return Decision(seat, parse_action(action), None)
    text, equity, pot_odds, details = why
    pairs = tuple((str(label), str(value)) for label, value in details)
    return Decision(seat, parse_action(action), Reasons(str(text), equity, pot_odds, pairs))


def _check_stacks(stacks: list[int], state: State, log: list[Event]) -> None:
    """Refuse stacks that do not match the deal."""
    expected = list(state.stacks if state.over else state.setup.stacks)
    for event in log:  # seats are taken and left only between deals
        if event.kind in ("joined", "left", "bought") and event.seat is not None:
            expected[event.seat] = event.stack
    if stacks != expected:
        raise KickerError(f"its seats have {stacks} chips, but its deal says {expected}", "save")


def _check_numbers(saved: Mapping[str, Any], seats: int) -> None:
    """Refuse anything but a number where a number belongs."""
    counts = [saved["deals"], saved["first"], saved["schedule"]["every"], saved["schedule"]["ante_step"]]
    for number in [*counts, *saved["defaults"]]:
        if type(number) is not int or number < 0:
            raise KickerError(f"{number!r} is not a count", "save")
    for blinds, ante in saved["schedule"]["levels"]:
        if not all(type(amount) is int and amount >= 0 for amount in [*blinds, ante]):
            raise KickerError(f"its schedule has an invalid level: {blinds} and {ante}", "save")
    if len(saved["defaults"]) != seats:
        raise KickerError(f"it has counts for {len(saved['defaults'])} of {seats} seats", "save")
    if (saved["deals"] == 0) != (saved["deal"] is None):
        raise KickerError(f"it has {saved['deals']} deals, but its last deal does not fit that number", "save")
    _check_seats([*saved["sitting_out"], *saved["forfeited"], *saved["running_once"]], seats)
    if type(saved["seed"]) not in (int, str) or not all(type(name) is str for name in saved["names"]):
        raise KickerError("its seed or its names are invalid", "save")


def _check_seats(found: list[Any], seats: int) -> None:
    for seat in found:
        if type(seat) is not int or not 0 <= seat < seats:
            raise KickerError(f"it has no seat {seat!r}", "save")
