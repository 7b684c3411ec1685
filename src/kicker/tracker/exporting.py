"""Hands for other programs: PHH, PokerStars' text, JSON lines, and a table of decisions as CSV or Parquet."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace as replaced
from typing import IO, Any, Final

from sqlalchemy import ColumnElement, select

from kicker.errors import KickerError, RecordError
from kicker.positions import position_names
from kicker.records import Replay, format_phh
from kicker.records.model import (
    BUY_IN_FIELD,
    FINISHES_FIELD,
    HERO_FIELD,
    NOTE_FIELD,
    TAGS_FIELD,
    TOURNAMENT_FIELD,
)
from kicker.records.replaying import winnings_of
from kicker.sites.buyins import read_buy_in
from kicker.sites.repeats import OWN_SITE
from kicker.sites.writing import format_pokerstars, hand_number
from kicker.tracker.answers import whose
from kicker.tracker.decisions import Decision, decisions_of, up_cards_of
from kicker.tracker.facts import expected_results
from kicker.tracker.notes import notes_of
from kicker.tracker.remarks import Note
from kicker.tracker.store import HANDS, PLAYERS, Tracker, date_of, record_results, replayed

FORMATS: Final = {
    "phhs": "records in the PHH format",
    "pokerstars": "text as PokerStars writes it",
    "jsonl": "one JSON object per hand",
    "csv": "a table with one row per decision",
    "parquet": "the same table for pandas and polars",
}
"""The formats of exported hands."""
ENDINGS: Final = {".phhs": "phhs", ".phh": "phhs", ".txt": "pokerstars", ".jsonl": "jsonl", ".csv": "csv",
                  ".parquet": "parquet"}  # fmt: skip
"""The format for each file extension."""
HAND_COLUMNS: Final = (
    "site", "hand", "played", "game", "betting", "currency", "scale", "big_blind", "seats", "tournament", "buy_in",
    "fee", "bounty", "buy_in_currency",
)  # fmt: skip
COLUMNS: Final = (*HAND_COLUMNS, "player", "hero", *Decision._fields, "won", "expected", "showdown")
"""The columns of the table of decisions. Amounts are in the smallest unit; `scale` of them make one of the currency."""
_TELLING: Final = ("table", "event", "url", NOTE_FIELD, TAGS_FIELD, TOURNAMENT_FIELD, FINISHES_FIELD)
_WHOLE: Final = (
    "scale", "big_blind", "seats", "buy_in", "fee", "bounty", "number", "seat", "street", "pot", "to_call", "stack",
    "effective", "players", "raises", "min_raise", "max_raise", "amount", "to", "won", "expected",
)  # fmt: skip
_FLAGS: Final = ("hero", "all_in", "showdown")
_PAGE: Final = 500
_ROWS: Final = 50_000


def kept_replays(
    tracker: Tracker, player: str | None = None, where: ColumnElement[bool] | None = None
) -> Iterator[Replay]:
    """Replay the kept hands of a player (by default the owner of the files) one by one, in the order of play."""
    conditions = [whose(player)] + ([where] if where is not None else [])
    query = select(HANDS.c.id).select_from(PLAYERS.join(HANDS)).where(*conditions)
    with tracker.connect() as connection:
        numbers = connection.scalars(query.order_by(HANDS.c.moment, HANDS.c.id)).all()
    for start in range(0, len(numbers), _PAGE):
        page = numbers[start : start + _PAGE]
        with tracker.connect() as connection:
            columns = HANDS.c.id, HANDS.c.form, HANDS.c.text, HANDS.c.number
            rows = {row.id: row for row in connection.execute(select(*columns).where(HANDS.c.id.in_(page)))}
        notes = notes_of(tracker, page)
        for number in page:
            found = named(replayed(rows[number].form, rows[number].text), rows[number].number)
            yield _noted(found, notes[number]) if number in notes else found


def named(replay: Replay, name: str) -> Replay:
    """Return the replay with the name under which the hand is kept; the record alone only counts the hands of a game. A
    hand from a site has its number."""
    fields = replay.record.fields
    if "venue" in fields:
        return replay
    return replaced(replay, record=replaced(replay.record, fields={**fields, "venue": OWN_SITE, "hand": name}))


def _noted(replay: Replay, note: Note) -> Replay:
    """Return the replay with the note and the tags of the hand in its record."""
    fields = {**replay.record.fields, NOTE_FIELD: note.text, TAGS_FIELD: list(note.tags)}
    return replaced(replay, record=replaced(replay.record, fields=fields))


class Masks:
    """Replaces names, always the same one for the same player."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def __call__(self, replay: Replay) -> Replay:
        """Return the replay with other names."""
        record = replay.record
        names = tuple(self._names.setdefault(name, f"Player {len(self._names) + 1}") for name in record.names)
        fields = {name: value for name, value in record.fields.items() if name not in _TELLING}
        fields["players"] = list(names)
        if fields.get("venue") == OWN_SITE:  # the name tells the table
            fields["hand"] = hand_number(record)
        if HERO_FIELD in fields:
            fields[HERO_FIELD] = self._names.get(str(fields[HERO_FIELD]), "")
        return replaced(replay, record=replaced(record, fields=fields, names=names, source="", labels=()))


def decision_rows(replay: Replay) -> Iterator[dict[str, Any]]:
    """Yield the rows of a hand in the table of decisions; what is unknown is None."""
    record, live = replay.record, replay.final.live
    hand = _about(replay) | {"played": date_of(record.fields)}
    hand |= {name: hand[name] or None for name in ("tournament", "buy_in_currency")}
    hero = record.fields.get(HERO_FIELD)
    won = record_results(replay)
    expected = expected_results(replay, won, sum(winnings_of(replay.final)) - int(replay.rake))
    for decision in decisions_of(replay):
        seat = decision.seat
        row = hand | {"player": record.names[seat], "hero": record.names[seat] == hero} | decision._asdict()
        row |= {"cards": _cards(decision.cards) or None, "board": _cards(decision.board)}
        yield row | {"won": won[seat], "expected": expected[seat], "showdown": live[seat] and sum(live) > 1}


def _about(replay: Replay) -> dict[str, Any]:
    record = replay.record
    fields = record.fields
    price = read_buy_in(str(fields.get(BUY_IN_FIELD, "")))
    return {
        "site": str(fields.get("venue", "kicker")), "hand": str(fields.get("hand", "")), "played": _played(fields),
        "game": record.rules.game.name, "betting": record.rules.betting, "currency": str(fields.get("currency", "")),
        "scale": record.scale, "big_blind": record.rules.big_blind, "seats": len(record.stacks),
        "tournament": str(fields.get(TOURNAMENT_FIELD, "")), "buy_in": price.total if price else None,
        "fee": price.fee if price else None, "bounty": price.bounty if price else None,
        "buy_in_currency": price.currency if price else "",
    }  # fmt: skip


def _played(fields: Mapping[str, object]) -> str:
    day = [fields.get(name) for name in ("year", "month", "day")]
    if not all(isinstance(part, int) for part in day):
        return ""
    year, month, day_of_month = map(str, day)
    date = f"{year:0>4}-{month:0>2}-{day_of_month:0>2}"
    return f"{date} {fields['time']}" if "time" in fields else date


def _cards(cards: Iterable[object]) -> str:
    return " ".join(map(str, cards))


def hand_object(replay: Replay) -> dict[str, Any]:
    """Return a hand as an object for JSON."""
    record, final = replay.record, replay.final
    hero, net = record.fields.get(HERO_FIELD), record_results(replay)
    chairs = record.fields.get("seats")
    if not isinstance(chairs, list) or len(chairs) != len(record.names):
        chairs = [None] * len(record.names)
    up = up_cards_of(final, record)
    players = [
        {
            "name": name, "seat": seat, "position": position, "chair": chairs[seat],
            "stack": record.stacks[seat] if record.knows_stack(record.stacks[seat]) else None,
            "cards": _cards(final.hands[seat]) if record.knows(final.hands[seat], seat) else "",
            "up_cards": _cards(up[seat]), "net": net[seat],
            "won": sum(event.amount for event in final.history if event.kind == "won" and event.seat == seat),
        }
        for seat, (name, position) in enumerate(zip(record.names, position_names(len(record.names)), strict=True))
    ]  # fmt: skip
    decisions = [
        decision._asdict() | {"cards": _cards(decision.cards), "board": _cards(decision.board)}
        for decision in decisions_of(replay)
    ]
    board = _cards(final.board) if record.knows(final.board) else ""
    return _about(replay) | {
        "hero": hero if hero in record.names else "",
        "rake": int(replay.rake), "board": board, "players": players, "decisions": decisions,
        "note": record.fields.get(NOTE_FIELD, ""), "tags": record.fields.get(TAGS_FIELD, []),
    }  # fmt: skip


def write_hands(
    replays: Iterable[Replay], form: str, stream: IO[bytes], left_out: Callable[[str], None] | None = None
) -> int:
    """Write hands in one of `FORMATS`; returns how many were written. `left_out` gets a sentence for each hand that the
    format has no words for; without it, the first one raises a `RecordError`."""
    if form == "parquet":
        return _write_parquet(replays, stream)
    out = io.TextIOWrapper(stream, encoding="utf-8", newline="", write_through=True)
    count = 0
    table = csv.DictWriter(out, COLUMNS, lineterminator="\n") if form == "csv" else None
    if table:
        table.writeheader()
    for replay in replays:
        count += 1
        if table:
            table.writerows(decision_rows(replay))
        elif form == "jsonl":
            out.write(json.dumps(hand_object(replay), ensure_ascii=False) + "\n")
        elif form == "phhs":
            out.write(f"[{count}]\n{format_phh(replay.record)}\n")
        elif form == "pokerstars":
            try:
                out.write(format_pokerstars(replay.record) + "\n\n")
            except RecordError as error:
                problem = f"hand {replay.record.hand}: {error}"
                if left_out is None:
                    raise RecordError(problem, error.code) from None
                left_out(problem)
                count -= 1
        else:
            raise KickerError(f"unknown format {form!r}; choose from {', '.join(FORMATS)}", "format")
    out.flush()
    out.detach()
    return count


def _write_parquet(replays: Iterable[Replay], stream: IO[bytes]) -> int:
    import pyarrow
    from pyarrow import parquet

    kinds = dict.fromkeys(_WHOLE, pyarrow.int64()) | dict.fromkeys(_FLAGS, pyarrow.bool_())
    kinds |= {"spr": pyarrow.float64(), "played": pyarrow.timestamp("s")}
    schema = pyarrow.schema([(name, kinds.get(name, pyarrow.string())) for name in COLUMNS])
    count = 0
    rows: list[dict[str, Any]] = []
    with parquet.ParquetWriter(stream, schema) as writer:
        for replay in replays:
            count += 1
            rows += decision_rows(replay)
            if len(rows) >= _ROWS:
                writer.write_table(pyarrow.Table.from_pylist(rows, schema))
                rows = []
        writer.write_table(pyarrow.Table.from_pylist(rows, schema))
    return count
