"""The form of all saved games: JSON with a version. Their content is in `table` and `solitaire/saves.py`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from kicker.cards import shorten
from kicker.errors import KickerError


def read_fields(text: str, what: str) -> dict[str, Any]:
    """Return the fields of a saved table or game of any version; raise one clear error for anything else."""
    try:
        saved = json.loads(text)
    except (ValueError, RecursionError):
        saved = None
    if not isinstance(saved, dict):
        raise KickerError(f"this is not a saved {what}", "save")
    return saved


def check_version(saved: Mapping[str, Any], what: str, key: str, version: int) -> None:
    """Refuse fields without a version, or with another one."""
    if key not in saved:
        raise KickerError(f"this is not a saved {what}: it has no {key!r}", "save")
    found = saved[key]
    if type(found) is not int or found != version:
        message = f"cannot read a {what} saved as version {shorten(str(found))}, only version {version}"
        raise KickerError(message, "save")
