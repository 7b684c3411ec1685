"""Notes and tags on hands: a text to remember, and words by which to find the hand again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any, Final, NamedTuple

from kicker.errors import KickerError, quoted
from kicker.records.model import NOTE_FIELD, TAGS_FIELD

LONGEST_NOTE: Final = 2000
"""Characters of a note."""
LONGEST_TAG: Final = 30
"""Characters of a tag."""
MOST_TAGS: Final = 20
"""Tags of a hand."""
_TAG: Final = re.compile(rf"\w[\w.-]{{0,{LONGEST_TAG - 1}}}")


class Note(NamedTuple):
    """A note on a hand, with its tags."""

    text: str = ""
    """The text of the note."""
    tags: tuple[str, ...] = ()
    """Single words in small letters, in order."""


NO_NOTE: Final = Note()


def clean_note(text: str, tags: Iterable[str]) -> Note:
    """Return a checked note; tags are in small letters, each once."""
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


def stored_tags(tags: Iterable[str]) -> str:
    """Tags as the database has them: a blank on both sides of each, so that one can be found among others."""
    return f" {' '.join(tags)} "


def taken_note(fields: Mapping[str, Any]) -> tuple[dict[str, Any], Note]:
    """Return the fields of a record without its note and tags, and the note; a note that cannot be stored is
    left out."""
    rest = {name: value for name, value in fields.items() if name not in (NOTE_FIELD, TAGS_FIELD)}
    text, tags = fields.get(NOTE_FIELD, ""), fields.get(TAGS_FIELD, [])
    if isinstance(text, str) and isinstance(tags, list):
        with suppress(KickerError):
            return rest, clean_note(text, map(str, tags))
    return rest, NO_NOTE
