"""The room itself: the app that holds the screens and their settings."""

from __future__ import annotations

from textual.app import App

from kicker.ui.tui.base import Settings


class Room(App[None]):
    """The full-screen terminal."""

    TITLE = "kicker"

    def __init__(self) -> None:
        super().__init__()
        self.settings = Settings.load()
