"""Writing records: `Record` -> TOML text, and a finished deal -> `Record`."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Final

from kicker.cards import count_of, shorten
from kicker.checks import each, of_type
from kicker.errors import RecordError, quoted
from kicker.games import Event, Rules, State
from kicker.games.events import HIDDEN, shown_once
from kicker.records.building import build
from kicker.records.model import HOUSE_RULES, LIMITS, POT_FIELD, RULES_FIELD, STANDARD_CODES, Record, money

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)
_LITERAL = re.compile(r"[^'\x00-\x1f\x7f\ud800-\udfff]*")
_ORDER: Final = tuple(
    """author event url venue address city region postal_code country time time_zone time_zone_abbreviation day month
    year hand level seats seat_count table players finishing_stacks winnings currency currency_symbol time_limit
    time_banks""".split()  # noqa: SIM905 (a list of words is easier to read)
)
"""The standard's optional fields, in the standard's order."""


# --- text ------------------------------------------------------------------------------------------------------------


def format_phh(record: Record) -> str:
    """Return the record as the text of a `.phh` file; `parse_phh` reads it again."""
    of_type("record", record, Record, RecordError)
    return "".join(f"{_format_key(name)} = {format_value(value)}\n" for name, value in record.fields.items())


def format_phhs(records: Iterable[Record]) -> str:
    """Records as the text of a `.phhs` file, numbered from 1; `parse_phhs` reads it again."""
    given = each("records", records, "[record]", RecordError)
    return "\n".join(f"[{number}]\n{format_phh(record)}" for number, record in enumerate(given, 1))


def format_value(value: object) -> str:
    """Return a value in TOML, on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value) if abs(value) < 10**4000 else hex(value)  # Python refuses to write longer decimal numbers
    if isinstance(value, str):
        return _format_text(value)
    if isinstance(value, Decimal):
        return _format_decimal(value)
    if isinstance(value, float):
        return _format_decimal(Decimal(repr(value)))
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(format_value, value)) + "]"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_format_key(key)} = {format_value(item)}" for key, item in value.items()) + "}"
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    raise RecordError(
        f"cannot write {quoted(value)}: a field is text, a number, true, false, a time, a list or a table", "field"
    )


def _format_key(key: object) -> str:
    text = str(key)
    return text if _BARE_KEY.fullmatch(text) else _format_text(text)


def _format_text(text: str) -> str:
    if _LITERAL.fullmatch(text):
        return f"'{text}'"
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    try:
        escaped.encode()
    except UnicodeEncodeError:
        raise RecordError(f"cannot write {shorten(text)}: it is not valid Unicode", "field") from None
    return '"' + re.sub(r"[\x00-\x1f\x7f]", lambda found: f"\\u{ord(found[0]):04x}", escaped) + '"'


def _format_decimal(value: Decimal) -> str:
    if value.is_finite():
        text = str(value)
        return text if "." in text or "E" in text else f"{text}.0"
    return ("-" if value.is_signed() else "") + ("nan" if value.is_nan() else "inf")


# --- deals -----------------------------------------------------------------------------------------------------------


def record_of_state(
    state: State, names: Sequence[str] | None, scale: int, more: Mapping[str, object], seen_by: int | None
) -> Record:
    """See `Record.from_state`."""
    if not state.over:
        raise RecordError("the deal is not over; record it when it is", "format")
    if scale < 1 or str(scale).strip("0") != "1":
        raise RecordError(f"scale must be 1, 10, 100 and so on, not {scale}", "field")
    order = state.setup.order
    if names is not None and len(names) != len(state.stacks):
        raise RecordError(f"{count_of(len(names), 'name')} given for {count_of(len(state.stacks), 'seat')}", "field")
    place = {seat: number for number, seat in enumerate(order, 1)}
    optional: dict[str, object] = {
        "seats": [seat + 1 for seat in order],
        "seat_count": len(state.stacks),
        "finishing_stacks": [money(state.stacks[seat], scale) for seat in order],
    }
    if names is not None:
        optional["players"] = [names[seat] for seat in order]
    optional |= more
    # Several boards that were agreed on but never dealt are left out, so that other programs can read the record.
    rules = state.rules if state.boards else replace(state.rules, runs=1, run_once=())
    fields = _rule_fields(rules, len(order), scale)
    fields["starting_stacks"] = [money(state.setup.stacks[seat], scale) for seat in order]
    history = _told_late(state, seen_by)
    fields["actions"] = [line for event in shown_once(history) if (line := _format_event(event, place, scale))]
    house_rules = _house_rules(rules)
    if house_rules:
        fields[RULES_FIELD] = house_rules
    if state.setup.pot:
        fields[POT_FIELD] = money(state.setup.pot, scale)
    known = [name for name in _ORDER if name in optional]
    fields |= {name: optional[name] for name in [*known, *(name for name in optional if name not in known)]}
    return build(fields)


def _told_late(state: State, seen_by: int | None) -> Iterable[Event]:
    """Return the events of a deal, as a seat saw them.

    A hand that was mucked and shown after all stays mucked, because the format would treat it as one that claims the
    pot; its cards are given where they were dealt.
    """
    mucked = {event.seat for event in state.history if event.kind == "muck"}
    late = [event for event in state.history if event.kind == "show" and event.seat in mucked]
    history = [event if seen_by is None else event.seen_by(seen_by) for event in state.history if event not in late]
    for show in late:
        left = set(show.known)
        for place in range(len(history) - 1, -1, -1):  # from the end: a card that came twice was held the last time
            event, true = history[place], state.history[place]
            if event.kind in ("dealt", "drew") and event.seat == show.seat:
                cards = tuple(
                    [card if card in left else seen for card, seen in zip(true.cards, event.cards, strict=True)]
                )
                left -= set(cards)
                history[place] = event._replace(cards=cards)
    return history


def _house_rules(rules: Rules) -> dict[str, object]:
    """Return the rules that the standard has no fields for."""
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in rules.unusual.items()
        if name in HOUSE_RULES
    }


def _rule_fields(rules: Rules, seats: int, scale: int) -> dict[str, object]:
    letter = next(letter for letter, limit in LIMITS.items() if limit == rules.betting)
    code = letter + rules.game.code
    unusual = not rules.full_raises or rules.ties == "first" or rules.dead_posts
    if code in STANDARD_CODES and (unusual or rules.runs > 1 or rules.bomb_pot or rules.button_ante):
        code += "+"  # a program that ignores the house rules would get it wrong, so it must not know the code
    fields: dict[str, object] = {"variant": code, "ante_trimming_status": not any(rules.dead_antes)}
    antes = [rules.ante] * seats if rules.ante else _by_position(rules.dead_antes, seats)
    blinds, posts = _by_position(rules.blinds, seats), _by_position(rules.posts, seats)
    if rules.button_blind:
        blinds[0 if seats == 2 else -1] = rules.button_blind
    fields["antes"] = [money(ante, scale) for ante in antes]
    if rules.game.brings_in:
        fields["bring_in"] = money(rules.bring_in, scale)
    if not rules.game.brings_in or any(blinds):
        fields["blinds_or_straddles"] = [money(blind - post, scale) for blind, post in zip(blinds, posts, strict=True)]
    if rules.betting == "fixed-limit":
        fields["small_bet"], fields["big_bet"] = money(rules.min_bet, scale), money(rules.big_bet, scale)
    elif rules.betting != "none":
        fields["min_bet"] = money(rules.min_bet, scale)
    return fields


def _by_position(amounts: Sequence[int], seats: int) -> list[int]:
    return [*amounts, *[0] * seats][:seats]


def _format_event(event: Event, place: Mapping[int, int], scale: int) -> str:
    """Return the line of an event; empty for events that the format does not record."""
    kind = event.kind
    cards = "".join([HIDDEN if card is None else str(card) for card in event.cards])
    if kind == "board":
        return f"d db {cards}"
    player = f"p{place[event.seat]}" if event.seat is not None else ""
    if kind in ("dealt", "drew"):
        return f"d dh {player} {cards}"
    if kind in ("bet", "raise"):
        return f"{player} cbr {money(event.to, scale)}"
    if kind in ("discard", "show", "muck"):
        return f"{player} {'sd' if kind == 'discard' else 'sm'} {cards}".strip()
    return {"fold": f"{player} f", "check": f"{player} cc", "call": f"{player} cc", "bring-in": f"{player} pb"}.get(
        kind, ""
    )
