"""The line of keys at the foot of a screen."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.binding import ActiveBinding
from textual.events import Leave, MouseDown, MouseMove, MouseScrollDown, MouseScrollUp
from textual.reactive import reactive
from textual.screen import Screen
from textual.widget import Widget


class KeyBar(Widget):
    """The keys that can be pressed now, each with its action; a click presses the key.

    Textual's own Footer makes a new widget for every key whenever the focus moves, which takes a third of the time
    that a key takes. This is a single widget that draws one line.
    """

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {"key-bar--key", "key-bar--words", "key-bar--hover"}
    DEFAULT_CSS = """
    KeyBar {
        dock: bottom; width: 1fr; height: 1; text-wrap: nowrap; text-overflow: clip;
        color: $footer-foreground; background: $footer-background;
    }
    KeyBar > .key-bar--key { color: $footer-key-foreground; text-style: bold; }
    KeyBar > .key-bar--words { color: $footer-description-foreground; }
    KeyBar > .key-bar--hover { color: $footer-key-foreground; background: $block-hover-background; }
    """
    hovered: reactive[str] = reactive("")
    """The key that the mouse points at."""
    first: reactive[int] = reactive(0)
    """The number of keys scrolled out of sight; on a narrow terminal not all of them fit."""

    def __init__(self, *, compact: bool = False) -> None:
        super().__init__()
        self.compact = compact
        self.places: list[tuple[range, str, bool]] = []
        """The columns of each key, its name, and whether it is active."""

    def on_mount(self) -> None:
        """Follow changes of the keys."""
        self.screen.bindings_updated_signal.subscribe(self, self.keys_changed)

    def on_unmount(self) -> None:
        """Stop following."""
        self.screen.bindings_updated_signal.unsubscribe(self)

    def keys_changed(self, screen: Screen[object]) -> None:
        """Update the keys, except while the window is in the background."""
        if screen.app.app_focus and self.is_attached:
            self.refresh()

    def render(self) -> Text:
        """Return the keys in the screen's order; of keys that do the same, the first."""
        shown: dict[str, ActiveBinding] = {}
        for one in self.screen.active_bindings.values():
            if one.binding.show:
                shown.setdefault(one.binding.action, one)
        key, words, hovered = (self.get_component_rich_style(f"key-bar--{name}") for name in ("key", "words", "hover"))
        edge, gap = ("", " ") if self.compact else (" ", "")
        line = Text(no_wrap=True, end="")
        self.places = []
        for one in list(shown.values())[self.first :]:
            start = line.cell_len
            line.append(f"{edge}{self.app.get_key_display(one.binding)} ", key)
            line.append(f"{one.binding.description}{edge}", words)
            if not one.enabled:
                line.stylize("dim", start)
            elif one.binding.key == self.hovered:
                line.stylize(hovered, start)
            self.places.append((range(start, line.cell_len), one.binding.key, one.enabled))
            line.append(gap)
        return line

    def key_at(self, column: int) -> tuple[str, bool]:
        """Return the key in a column, and whether it is active; an empty name for none."""
        return next(((key, enabled) for columns, key, enabled in self.places if column in columns), ("", False))

    def on_mouse_move(self, event: MouseMove) -> None:
        """Mark the key below the mouse."""
        self.hovered = self.key_at(event.x)[0]

    def on_leave(self, event: Leave) -> None:
        """Clear the mark."""
        self.hovered = ""

    def on_mouse_down(self, event: MouseDown) -> None:
        """Press the key."""
        key, enabled = self.key_at(event.x)
        if enabled:
            self.app.simulate_key(key)
        elif key:
            self.app.bell()

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Show the keys that did not fit."""
        if self.places and self.places[-1][0].stop > self.size.width:
            self.first += 1

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Show the first keys again."""
        self.first = max(0, self.first - 1)
