"""Pictures of the room for the docs, `docs/screens/NAME-80x24.svg`: made by hand when a screen has changed."""

import re
from pathlib import Path
from typing import Any

from textual.app import App

from tests.conftest import ROOT


def save_screen(app: App[Any], name: str, size: tuple[int, int]) -> Path:
    """Write what the app shows now; fonts that would come from elsewhere are left out."""
    picture = re.sub(r"@font-face\s*\{.*?\}\s*", "", app.export_screenshot(), flags=re.DOTALL)
    path = ROOT / "docs" / "screens" / f"{name}-{size[0]}x{size[1]}.svg"
    path.parent.mkdir(exist_ok=True)
    path.write_text(picture, encoding="utf-8")
    return path
