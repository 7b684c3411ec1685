"""Long lists whose lines are made when they become visible, and a log of events."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from rich.cells import cell_len
from rich.text import Text
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

HANGING: Final = 4
"""The indent of continuation lines."""


class Rows(ScrollView, can_focus=False):
    """Lines that are made when they become visible, however many there are; a click picks one."""

    DEFAULT_CSS = """
    Rows { overflow-x: hidden; }
    """

    class About(Message):
        """A message about these lines."""

        def __init__(self, rows: Rows, row: int = 0) -> None:
            super().__init__()
            self.rows, self.row = rows, row

        @property
        def control(self) -> Rows:
            """The lines that the message is about."""
            return self.rows

    class Picked(About):
        """A line was clicked."""

    class Ending(About):
        """The last lines become visible."""

    def __init__(self, *, id: str) -> None:  # noqa: A002 (as Textual has it)
        super().__init__(id=id)
        self.count = 0
        self._current = -1
        self._line: Callable[[int], Text] = lambda row: Text()

    @property
    def room(self) -> int:
        """The width available for a line."""
        return self.scrollable_content_region.width

    def fill(self, count: int, current: int, line: Callable[[int], Text]) -> None:
        """Show these lines. A new current line is scrolled into view; otherwise the position stays."""
        moved = current != self._current or self.count <= current  # while a file is read, its lines come gradually
        self.count, self._current, self._line = count, current, line
        self.virtual_size = Size(self.room, count)
        self.refresh()
        if moved:
            self.call_after_refresh(self._bring)

    def on_resize(self) -> None:
        """Do nothing: Textual calls this for every class in the hierarchy, and `fit` does the work."""
        self.fit()

    def fit(self) -> None:
        """Keep the current line visible after a change of size."""
        self.call_after_refresh(self._bring)

    def _bring(self) -> None:
        """Scroll to the current line: the last one to the end, others to the middle."""
        row, height = self._current, self.size.height
        if not self.scroll_y <= row < self.scroll_y + height:
            place = row - height // 2 if row < self.count - 1 else self.count - height
            # Forced: new lines may not have their scroll bar yet.
            self.scroll_to(y=place, animate=False, immediate=True, force=True)

    def render_line(self, y: int) -> Strip:
        """Draw one line, as wide as the widget."""
        row = y + round(self.scroll_y)
        line = self._line(row) if row < self.count else Text()
        own = self.rich_style + self.app.console.get_style(line.style)
        return Strip(line.render(self.app.console)).apply_style(own).crop_extend(0, self.room, own)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Ask for more lines in time."""
        super().watch_scroll_y(old_value, new_value)
        if new_value + 2 * self.size.height >= self.count:
            self.post_message(self.Ending(self))

    def on_click(self, event: events.Click) -> None:
        """Pick the line below the pointer."""
        offset = event.get_content_offset(self)
        if offset is not None and offset.y + round(self.scroll_y) < self.count:
            self.post_message(self.Picked(self, offset.y + round(self.scroll_y)))


class Log(Rows):
    """Texts below each other, wrapped at blanks.

    A scrolled position stays, even when the size changes or texts are added; otherwise the last text is always visible.
    """

    def __init__(self, *, id: str) -> None:  # noqa: A002 (as Textual has it)
        super().__init__(id=id)
        self._texts: list[Text] = []
        self._pieces: list[tuple[int, Text]] = []
        """The lines, each with the number of its text."""
        self._top: int | None = None
        """The text that was scrolled to; None while following the end."""
        self._broken_at = Size()
        self._placing = False

    def tell(self, texts: Sequence[Text], *, follow: bool = False) -> None:
        """Show these texts; `follow` goes to the last one."""
        if not follow and texts == self._texts and self.size == self._broken_at:
            return
        gone = next((place for place, text in enumerate(self._texts) if texts and text is texts[0]), 0)
        if follow or not texts:
            self._top = None
        elif self._top is not None:  # the first texts may be gone
            self._top = max(0, self._top - gone)
        self._texts = list(texts)
        self.fit()

    def text_at(self, row: int) -> int:
        """Return the number of the text that a line belongs to."""
        return self._pieces[row][0]

    def follow(self) -> None:
        """Go to the end and stay there."""
        self._top = None
        self._place()

    def fit(self) -> None:
        """Wrap the texts again; the top one stays at the top."""
        width = self.room
        self._pieces = [(number, piece) for number, text in enumerate(self._texts) for piece in self._of(text, width)]
        self._placing = True
        self.fill(len(self._pieces), self._current, lambda row: self._pieces[row][1])
        self._broken_at = self.size
        self._place()
        self.call_after_refresh(self._place)  # a scroll bar may have come or gone

    def _of(self, text: Text, width: int) -> list[Text]:
        if cell_len(text.plain) <= width or width <= 2 * HANGING:
            return [text]
        first, *rest = text.wrap(self.app.console, width - HANGING)
        return [first, *(Text.assemble(" " * HANGING, piece, style=text.style) for piece in rest)]

    def _place(self) -> None:
        """Scroll to the current text, or to the end."""
        numbers = [number for number, _ in self._pieces]
        row = len(numbers) if self._top is None or self._top not in numbers else numbers.index(self._top)
        self._placing = True
        self.scroll_to(y=row, animate=False, immediate=True, force=True)
        self._placing = False

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Remember the scroll position."""
        super().watch_scroll_y(old_value, new_value)
        if not self._placing and self.size == self._broken_at:
            row = round(new_value)
            self._top = self.text_at(row) if row < min(len(self._pieces), self.max_scroll_y) else None
