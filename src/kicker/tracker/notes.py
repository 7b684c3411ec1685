"""Notes and tags: what to remember about a hand, and words to find it by."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from sqlalchemy import delete, insert, select

from kicker.errors import KickerError, quoted
from kicker.tracker.store import NOTES, Tracker

LONGEST_NOTE: Final = 2000
"""The most characters in a note."""
LONGEST_TAG: Final = 30
"""The most characters in a tag."""
MOST_TAGS: Final = 20
"""The most tags on a hand."""
_TAG: Final = re.compile(rf"\w[\w.-]{{0,{LONGEST_TAG - 1}}}")


class Note(NamedTuple):
    """The note and the tags of a hand."""

    text: str = ""
    """The note, as free text."""
    tags: tuple[str, ...] = ()
    """Single words in lower case, sorted."""


def clean_note(text: str, tags: Iterable[str]) -> Note:
    """A checked note; tags become lower case, each once."""
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
    """Replace the note of a hand, given its `id`; an empty note removes it."""
    with tracker.change() as connection:
        connection.execute(delete(NOTES).where(NOTES.c.hand_id == hand))
        if note.text or note.tags:
            connection.execute(insert(NOTES).values(hand_id=hand, note=note.text, tags=stored_tags(note.tags)))


def notes_of(tracker: Tracker, hands: Iterable[int]) -> dict[int, Note]:
    """The notes by the `id` of their hands; hands without a note are left out."""
    with tracker.connect() as connection:
        rows = connection.execute(select(NOTES).where(NOTES.c.hand_id.in_(list(hands)))).all()
    return {row.hand_id: Note(row.note, tuple(row.tags.split())) for row in rows}


def all_tags(tracker: Tracker) -> list[str]:
    """All tags in use, sorted."""
    with tracker.connect() as connection:
        return sorted({tag for tags in connection.scalars(select(NOTES.c.tags)) for tag in tags.split()})


def stored_tags(tags: Iterable[str]) -> str:
    """Tags as the database stores them, with a blank on both sides of each, so that a search finds whole tags."""
    return f" {' '.join(tags)} "
