"""Stub."""
from rich.text import Text
from kicker.ui.tui.base import RoomScreen
def summary() -> Text:
    return Text("0 hands")
class StatisticsScreen(RoomScreen):
    pass
