"""What all saved games share: JSON with a version. Not here: what is in them (`table.py`, `solitaire/saves.py`)."""

from __future__ import annotations

import json
from typing import Any

from kicker.cards import shorten
from kicker.errors import KickerError


def read_save(text: str, what: str, key: str, version: int) -> dict[str, Any]:
    """The fields of a saved table or game, whose `key` holds its version; one clear error for anything else."""
    try:
        saved = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise KickerError(f"this is no saved {what}: {shorten(str(error))}", "save") from None
    if not isinstance(saved, dict) or key not in saved:
        raise KickerError(f"this is no saved {what}: {shorten(text.strip())} has no {key!r}", "save")
    found = saved[key]
    if type(found) is not int or found != version:
        message = f"a {what} saved as version {shorten(str(found))} cannot be read: version {version} can"
        raise KickerError(message, "save")
    return saved
