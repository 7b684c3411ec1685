"""Notes and tags in the database. `remarks.py` checks and describes notes."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import delete, insert, select

from kicker.tracker.remarks import Note, stored_tags
from kicker.tracker.store import NOTES, Tracker


def keep_note(tracker: Tracker, hand: int, note: Note) -> None:
    """Replace the note of a hand, given its `id`; an empty note removes it."""
    with tracker.change() as connection:
        connection.execute(delete(NOTES).where(NOTES.c.hand_id == hand))
        if note.text or note.tags:
            connection.execute(insert(NOTES).values(hand_id=hand, note=note.text, tags=stored_tags(note.tags)))


def notes_of(tracker: Tracker, hands: Iterable[int]) -> dict[int, Note]:
    """Return the notes by the `id` of their hands; hands without a note are left out."""
    with tracker.connect() as connection:
        rows = connection.execute(select(NOTES).where(NOTES.c.hand_id.in_(list(hands)))).all()
    return {row.hand_id: Note(row.note, tuple(row.tags.split())) for row in rows}


def all_tags(tracker: Tracker) -> list[str]:
    """Return all tags in use, sorted."""
    with tracker.connect() as connection:
        return sorted({tag for tags in connection.scalars(select(NOTES.c.tags)) for tag in tags.split()})
