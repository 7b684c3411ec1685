"""The folder where kicker keeps what belongs to a user."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def home_folder() -> Path:
    """Return the user's kicker folder: KICKER_HOME, or the system's usual place for application data."""
    if told := os.environ.get("KICKER_HOME"):
        return Path(told)
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming") / "kicker"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "kicker"
    shared = Path(os.environ.get("XDG_DATA_HOME", ""))
    return (shared if shared.is_absolute() else Path.home() / ".local" / "share") / "kicker"
