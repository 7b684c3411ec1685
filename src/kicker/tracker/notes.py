"""Notes and tags on hands: what somebody wants to remember of a hand, and words by which to find it again."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from sqlalchemy import delete, insert, select

from kicker.errors import KickerError, quoted
from kicker.tracker.store import NOTES, Tracker

LONGEST_NOTE: Final = 2000
"""Characters of a note."""
LONGEST_TAG: Final = 30
"""Characters of a tag."""
MOST_TAGS: Final = 20
"""Tags of a hand."""
_TAG: Final = re.compile(rf"\w[\w.-]{{0,{LONGEST_TAG - 1}}}")


class Note(NamedTuple):
    """What is noted of a hand."""

    text: str = ""
    """In somebody's own words."""
    tags: tuple[str, ...] = ()
    """Single words in small letters, in order."""


def clean_note(text: str, tags: Iterable[str]) -> Note:
    """A checked note; tags are in small letters, each once."""
    if len(text) > LONGEST_NOTE:
        raise KickerError(f"a note can have at most {LONGEST_NOTE:,} characters, not {len(text):,}", "note")
    words = sorted({tag.strip().lower() for tag in tags} - {""})
    for word in words:
        if not _TAG.fullmatch(word):
            raise KickerError(
                f"{quoted(word)} cannot be a tag; use one word of up to {LONGEST_TAG} letters, digits, - and .", "tag"
            )
    if len(words) > MOST_TAGS:
        raise KickerError(f"a hand can have at most {MOST_TAGS} tags, not {len(words)}", "tag")
    return Note(text.strip(), tuple(words))


def keep_note(tracker: Tracker, hand: int, note: Note) -> None:
    """Keep the note of a hand, by the hand's `id`, in place of the one before; an empty one is removed."""
    with tracker.change() as connection:
        connection.execute(delete(NOTES).where(NOTES.c.hand_id == hand))
        if note.text or note.tags:
            connection.execute(insert(NOTES).values(hand_id=hand, note=note.text, tags=stored_tags(note.tags)))


def notes_of(tracker: Tracker, hands: Iterable[int]) -> dict[int, Note]:
    """The notes of hands, by `id`; hands without one are left out."""
    with tracker.connect() as connection:
        rows = connection.execute(select(NOTES).where(NOTES.c.hand_id.in_(list(hands)))).all()
    return {row.hand_id: Note(row.note, tuple(row.tags.split())) for row in rows}


def all_tags(tracker: Tracker) -> list[str]:
    """Every tag that some hand has, in order."""
    with tracker.connect() as connection:
        return sorted({tag for tags in connection.scalars(select(NOTES.c.tags)) for tag in tags.split()})


def stored_tags(tags: Iterable[str]) -> str:
    """Tags as the database has them: a blank on both sides of each, so that one can be found among others."""
    return f" {' '.join(tags)} "
