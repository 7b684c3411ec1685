"""Imports the hands played at kicker's own tables into the database.

A game at the prompt or in the terminal writes its hands to a file and never touches the database, so a broken database
can neither stop a game nor lose a hand. Every query imports the new hands first.
"""

from __future__ import annotations

import io
import re
from datetime import datetime
from pathlib import Path
from typing import Final

from sqlalchemy import select

from kicker import stopping
from kicker.errors import RecordError
from kicker.records import MISMATCHED, UNDETERMINED, Record, replay
from kicker.records.reading import scan_records
from kicker.sites.repeats import OWN_SITE
from kicker.tracker.store import HANDS, Tracker

_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")
_HEADING: Final = re.compile(rb"^\[(\d{1,9})\]\s*$", re.MULTILINE)


def bring_in(tracker: Tracker, folder: Path) -> int:
    """Import the new hands from a folder of records; returns how many there were.

    Unreadable records are left out: `kicker import` says what is wrong with them.
    """
    before = tracker.kept
    for path in sorted(folder.glob("*.phhs")):
        try:
            _bring_in_file(tracker, path)
        except OSError:
            continue  # removed meanwhile, or not readable
    tracker.flush()
    return tracker.kept - before


def _bring_in_file(tracker: Tracker, path: Path) -> None:
    text, known = path.read_bytes(), known_numbers(tracker, path.stem)
    if all(f"{path.stem} {int(number)}" in known for number in _HEADING.findall(text)):
        return  # checking the headings is much faster than reading the records
    day = _DAY.search(path.stem)
    for place, record in enumerate(scan_records(io.BytesIO(text), str(path), many=True), 1):
        stopping.check()
        if not isinstance(record, Record):
            continue
        name = f"{path.stem} {record.hand or place}"
        if name in known:
            continue
        keep_record(tracker, record, name, _date(day[0]) if day else None)


def keep_record(tracker: Tracker, record: Record, name: str, when: datetime | None, place: str = "") -> None:
    """Keep a hand, unless it cannot be replayed or ends differently from its record: its results would be wrong."""
    try:
        played = replay(record)
    except RecordError:
        return
    if played.verdict not in (MISMATCHED, UNDETERMINED):
        tracker.add_record(played, name, record.source, when, place)


def known_numbers(tracker: Tracker, game: str) -> set[str]:
    """Return the numbers of the kept hands of one of kicker's own games or tables."""
    query = select(HANDS.c.number).where(
        HANDS.c.site == OWN_SITE, HANDS.c.number.startswith(f"{game} ", autoescape=True)
    )
    with tracker.connect() as connection:
        return set(connection.scalars(query))


def _date(day: str) -> datetime | None:
    try:
        return datetime.strptime(day, "%Y-%m-%d")
    except ValueError:
        return None
