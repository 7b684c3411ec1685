"""Code that all screens of the terminal share: settings, keys, and the page that lists the keys."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, fields
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

from rich.table import Table as Grid
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.dom import DOMNode
from textual.screen import ModalScreen, Screen
from textual.widgets import OptionList, Static

from kicker.art import PALETTES
from kicker.errors import KickerError
from kicker.ui.common.home import home_folder, write_whole
from kicker.ui.common.pace import SPEEDS, pause_at, usual_speed
from kicker.ui.common.text import Look

if TYPE_CHECKING:
    from kicker.ui.tui.app import Room

Made = TypeVar("Made")

GOLD, GREEN, RED, INK = "#f0cf7a", "#6f9c83", "#ef8173", "#10241a"
"""Colours of texts outside style sheets: emphasis, dim, error, and text on gold."""


@dataclass
class Settings:
    """The look and the speed; saved between visits."""

    four_colour: bool = False
    ascii: bool = False
    back: str = "blue"
    """The palette of card backs; empty for plain ones."""
    speed: str = field(default_factory=usual_speed)

    @property
    def look(self) -> Look:
        """The style in which cards are drawn."""
        return Look(self.four_colour, self.ascii)

    @property
    def pause(self) -> float:
        """Seconds between two actions of bots."""
        return pause_at(self.speed)

    def save(self) -> None:
        """Save the settings; if the folder cannot be written, the game continues without saving."""
        try:
            home_folder().mkdir(parents=True, exist_ok=True)
            write_whole(home_folder() / "settings.json", json.dumps(asdict(self), indent=1))
        except (OSError, KickerError):
            return

    @classmethod
    def load(cls) -> Settings:
        """Load the saved settings; unreadable ones get their defaults."""
        settings = cls()
        try:
            saved = json.loads((home_folder() / "settings.json").read_text(encoding="utf-8"))
            values = {one.name: saved[one.name] for one in fields(cls) if one.name in saved}
        except (OSError, ValueError, TypeError, RecursionError):
            return settings
        for name, value in values.items():
            if type(value) is type(getattr(settings, name)):
                setattr(settings, name, value)
        if settings.speed not in SPEEDS:
            settings.speed = cls().speed
        if settings.back and settings.back not in PALETTES:
            settings.back = cls().back
        return settings


class RoomScreen(Screen[None]):
    """A screen: `?` lists its keys, Escape goes back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "keys", "Keys", key_display="?"),
        Binding("escape", "leave", "Back"),
    ]

    @property
    def room(self) -> Room:
        """The app."""
        return cast("Room", self.app)

    @property
    def settings(self) -> Settings:
        """The settings."""
        return self.room.settings

    async def in_thread(self, work: Callable[..., Made], *arguments: object) -> Made:
        """Do work in a thread. If the screen was left meanwhile, the waiting worker ends here, because the widgets that
        it would update are being removed."""
        try:
            return await asyncio.to_thread(work, *arguments)
        finally:
            if not self.app.is_running or self not in self.app.screen_stack:
                raise asyncio.CancelledError

    def action_keys(self) -> None:
        """Show the keys of this screen."""
        self.app.push_screen(Keys(self))

    def action_leave(self) -> None:
        """Go back; screens with something to close override this."""
        self.app.pop_screen()


class Lines(OptionList):
    """A list to choose from; the page of keys lists its keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "cursor_up", "Previous line", show=False),
        Binding("down", "cursor_down", "Next line", show=False),
        Binding("enter", "select", "Open"),
    ]


class Question(ModalScreen[None]):
    """A yes-or-no question; `yes` is called if the answer is yes."""

    DEFAULT_CSS = """
    Question { align: center middle; }
    Question Vertical { width: 50; height: auto; border: round $primary; background: $surface; padding: 1 2; }
    Question #answers { margin-top: 1; text-align: center; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,Y", "answer(True)", "Yes"),
        Binding("n,N,escape", "answer(False)", "No"),
    ]

    def __init__(self, question: str, yes: Callable[[], object]) -> None:
        super().__init__()
        self.question, self.yes = question, yes

    def compose(self) -> ComposeResult:
        """Make the question and its two answers, which can be clicked."""
        with Vertical():
            yield Static(Text(self.question))
            yield Static("[@click=screen.answer(True)]y yes[/]     [@click=screen.answer(False)]n no[/]", id="answers")

    def action_answer(self, yes: bool) -> None:
        """Go back, and call `yes` if the answer is yes."""
        self.dismiss()
        if yes:
            self.yes()


class Keys(ModalScreen[None]):
    """The keys of a screen."""

    DEFAULT_CSS = """
    Keys { align: center middle; }
    Keys VerticalScroll { width: 76; max-width: 100%; height: auto; max-height: 90%; border: round $primary;
                          background: $surface; padding: 0 1 0 2; scrollbar-size-vertical: 1; }
    Keys Static { width: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,question_mark,enter,q", "dismiss", "Close")]

    def __init__(self, of: Screen[Any]) -> None:
        super().__init__()
        self.of = of

    def compose(self) -> ComposeResult:
        """Make the list of keys, in the screen's order."""
        grid = Grid.grid(padding=(0, 2))
        grid.add_column()
        grid.add_column(ratio=1)
        keys: dict[str, list[str]] = {}
        # Keys that work everywhere come last.
        for active in sorted(self.of.active_bindings.values(), key=lambda active: active.node is self.app):
            binding = active.binding
            if binding.description and (binding.action, binding.description) in own_bindings(active.node):
                keys.setdefault(binding.tooltip or binding.description, []).append(self.app.get_key_display(binding))
        for words, shown in keys.items():
            grid.add_row(" ".join(dict.fromkeys(shown)), words)
        yield VerticalScroll(Static(grid))


def own_bindings(node: DOMNode) -> set[tuple[str, str]]:
    """Return the key bindings that kicker gives to a widget or a screen, without Textual's own."""
    theirs = [vars(kind).get("BINDINGS", ()) for kind in type(node).__mro__ if kind.__module__.startswith("textual.")]
    foreign = {(binding.action, binding.description) for some in theirs for binding in some
               if isinstance(binding, Binding)}  # fmt: skip
    found = {(one.action, one.description) for some in node._bindings.key_to_bindings.values() for one in some}
    return found - foreign
