"""The range editor: a 13 x 13 grid to paint with keys or the mouse, the suits of a hand, and the range as text.

`ui/common/range_editing.py` changes the range.
"""

from __future__ import annotations

from typing import ClassVar, Final

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from kicker.cards import count_of, number_text
from kicker.combos import CLASSES, COMBOS, MEMBERS
from kicker.errors import RangeError
from kicker.ranges import Range
from kicker.ui.common.range_editing import RangeEditor
from kicker.ui.tui.base import GOLD, INK, Lines, RoomScreen
from kicker.ui.tui.cards import word
from kicker.ui.tui.key_bar import KeyBar

SIDE: Final = 13
WIDTH: Final = 5
"""The columns of a cell."""
STEP: Final = 5
_EMPTY: Final = Style.parse("#7f9c8c on #0e3526")
_HELD: Final = Style.parse(f"bold {INK} on #6fbf8f")
_AT: Final = Style.parse(f"bold {INK} on {GOLD}")
_AT_HELD: Final = Style.parse(f"bold underline {INK} on {GOLD}")


class RangeGrid(Widget, can_focus=True):
    """The grid. A hand that is held part of the time has its weight beside it, and the same share of its cell is
    filled."""

    DEFAULT_CSS = """
    RangeGrid { width: 65; height: 13; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "go(-1, 0)", "Go from hand to hand", show=False),
        Binding("down", "go(1, 0)", "Go from hand to hand", show=False),
        Binding("left", "go(0, -1)", "Go from hand to hand", show=False),
        Binding("right", "go(0, 1)", "Go from hand to hand", show=False),
        Binding("shift+up", "carry(-1, 0)", "Copy the weight along", show=False),
        Binding("shift+down", "carry(1, 0)", "Copy the weight along", show=False),
        Binding("shift+left", "carry(0, -1)", "Copy the weight along", show=False),
        Binding("shift+right", "carry(0, 1)", "Copy the weight along", show=False),
        Binding("space,enter", "paint", "Paint", tooltip="Paint the hand, or clear it"),
    ]

    class Moved(Message):
        """Another hand is selected."""

    class Painted(Message):
        """The range has changed."""

    def __init__(self, editor: RangeEditor) -> None:
        super().__init__()
        self.editor = editor
        self.at = 0
        self.brush = 100
        self._stroke: float | None = None
        """The weight that the mouse paints while its button is down."""

    @property
    def hand(self) -> str:
        """The selected class."""
        return CLASSES[self.at]

    def render_line(self, y: int) -> Strip:
        """Return a row of hands."""
        if y >= SIDE:
            return Strip.blank(self.size.width, self.rich_style)
        segments = []
        for name in CLASSES[SIDE * y : SIDE * y + SIDE]:
            segments += self._cell(name, self.editor.weight(name))
        return Strip(segments).crop_extend(0, self.size.width, self.rich_style)

    def _cell(self, name: str, weight: float) -> list[Segment]:
        partly = 0 < weight < 1
        text = f"{name}{min(99, max(1, round(100 * weight))):02}"[:WIDTH] if partly else name
        if self.app.no_color and weight == 1:
            text = f"{name}*"
        text = f"{text:{WIDTH}}"
        if name == self.hand and self.has_focus:
            return [Segment(text, _AT_HELD if weight else _AT)]
        filled = WIDTH if weight == 1 else max(1, round(weight * WIDTH)) if weight else 0
        return [Segment(text[:filled], _HELD), Segment(text[filled:], _EMPTY)]

    # --- keys ---

    def go_to(self, place: int) -> None:
        """Select another hand."""
        self.at = place
        self.refresh()
        self.post_message(self.Moved())

    def action_go(self, down: int, right: int) -> None:
        """Move a step, as far as the edge."""
        row, column = divmod(self.at, SIDE)
        row, column = min(SIDE - 1, max(0, row + down)), min(SIDE - 1, max(0, column + right))
        self.go_to(SIDE * row + column)

    def action_carry(self, down: int, right: int) -> None:
        """Move a step and copy the hand's weight along."""
        weight, before = self.editor.weight(self.hand), self.at
        self.action_go(down, right)
        if self.at != before:
            self.paint(weight)

    def action_paint(self) -> None:
        """Paint the hand with the brush, or clear it if it has that weight already."""
        self.paint(self.next_weight())

    def next_weight(self) -> float:
        """Return the weight of the brush, or 0 if the hand has it already."""
        return 0.0 if abs(self.editor.weight(self.hand) - self.brush / 100) < 1e-9 else self.brush / 100

    def paint(self, weight: float, *, again: bool = False) -> None:
        """Give the hand a weight."""
        self.editor.paint(MEMBERS[self.hand], weight, again=again)
        self.post_message(self.Painted())

    # --- mouse ---

    def place_at(self, event: events.MouseEvent) -> int | None:
        """Return the hand below the pointer."""
        row, column = event.y, event.x // WIDTH
        return SIDE * row + column if 0 <= row < SIDE and 0 <= column < SIDE else None

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Begin a stroke."""
        place = self.place_at(event)
        if place is None:
            return
        self.capture_mouse()
        self.go_to(place)
        self._stroke = self.next_weight()
        self.paint(self._stroke)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Continue the stroke."""
        place = self.place_at(event)
        if self._stroke is not None and place is not None and place != self.at:
            self.go_to(place)
            self.paint(self._stroke, again=True)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """End the stroke."""
        self._stroke = None
        self.release_mouse()


class RangeScreen(RoomScreen):
    """Grid, suits and text, which always show the same range."""

    DEFAULT_CSS = """
    RangeScreen { background: $background; }
    RangeScreen #top { height: 13; margin: 1 0 0 1; }
    RangeScreen #suits { width: 1fr; height: 13; margin: 0 0 0 1; border: none; background: $surface;
                          scrollbar-size-vertical: 1; }
    RangeScreen Input { margin: 1 1 0 1; border: round $secondary; height: 3; }
    RangeScreen Input:focus { border: round $primary; }
    RangeScreen #says { height: 1; margin: 0 2; }
    RangeScreen #wrong { height: auto; max-height: 3; margin: 0 2; color: $error; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("plus,equals_sign", "brush(1)", "More weight", key_display="+", show=False),
        Binding("minus", "brush(-1)", "Less weight", key_display="-", show=False),
        Binding("right_square_bracket", "best(1)", "More", key_display="]", tooltip="More of the best hands"),
        Binding("left_square_bracket", "best(-1)", "Fewer", key_display="[", tooltip="Fewer of the best hands"),
        Binding("u,ctrl+z", "undo", "Undo"),
        Binding("e,ctrl+y", "redo", "Redo"),
        Binding("c", "clear", "Clear"),
        Binding("t", "type", "Text", tooltip="Type the range; Enter goes back to the grid"),
        Binding("tab", "suits", "Suits", tooltip="The suits of the hand, and back"),
    ]

    def __init__(self, text: str = "") -> None:
        super().__init__()
        self.editor = RangeEditor(text)
        self.best = 0

    def compose(self) -> ComposeResult:
        """Make the grid with the suits beside it, and the text below."""
        self.grid = RangeGrid(self.editor)
        self.suits = Lines(id="suits")
        self.says, self.wrong = Static(id="says"), Static(id="wrong")
        self.field = Input(placeholder="QQ+, AKs, 76s:0.5, top 15%", id="text")
        with Vertical():
            with Horizontal(id="top"):
                yield self.grid
                yield self.suits
            yield self.field
            yield self.says
            yield self.wrong
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin at the grid."""
        self.set_focus(self.grid)
        self.show_range()

    # --- display ---

    def show_range(self, *, typed: bool = False) -> None:
        """Show the range everywhere, without changing text that is being typed."""
        editor = self.editor
        if not typed:
            with self.field.prevent(Input.Changed):
                self.field.value = editor.text
        held = editor.range
        words = f"{count_of(len(held), 'combination')}, {number_text(round(held.total, 4))} by weight, {held.share:.1%}"
        self.says.update(Text(f"{words}   brush {self.grid.brush}%   best hands {self.best}%"))
        self.wrong.update("")
        self.grid.refresh()
        self.show_suits()

    def show_suits(self) -> None:
        """Show the combinations of the selected hand."""
        kept = self.suits.highlighted
        lines = []
        for place in MEMBERS[self.grid.hand]:
            low, high = COMBOS[place]
            weight = self.editor.range.weights[place]
            cards = Text.assemble(word(high, self.settings.look), word(low, self.settings.look))
            lines.append(Option(Text.assemble(cards, f" {weight:4.0%}" if weight else "    -"), id=str(place)))
        self.suits.clear_options()
        self.suits.add_options(lines)
        self.suits.highlighted = kept if kept is not None and kept < len(lines) else 0

    @on(RangeGrid.Moved)
    def look_at(self) -> None:
        """Show the suits of the hand."""
        self.show_suits()

    @on(RangeGrid.Painted)
    def painted(self) -> None:
        """Update the text from the grid."""
        self.show_range()

    @on(Input.Changed, "#text")
    def typed(self, event: Input.Changed) -> None:
        """Update the grid from the text."""
        try:
            self.editor.read(event.value)
        except RangeError as error:
            self.wrong.update(Text(str(error)))
            return
        self.show_range(typed=True)

    @on(Input.Submitted, "#text")
    def submitted(self) -> None:
        """Go back to the grid, with the text in kicker's notation."""
        self.set_focus(self.grid)
        self.show_range()

    @on(OptionList.OptionSelected, "#suits")
    def paint_suits(self, event: OptionList.OptionSelected) -> None:
        """Paint one combination, or clear it."""
        place, weight = int(event.option_id or 0), self.grid.brush / 100
        held = self.editor.range.weights[place]
        self.editor.paint((place,), 0.0 if held == weight else weight)
        self.show_range()

    # --- actions ---

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While text is being typed, let letters reach it."""
        return action in ("leave", "suits") or not self.field.has_focus

    def action_leave(self) -> None:
        """Leave the text first, then the screen."""
        if self.focused is self.grid:
            super().action_leave()
        else:
            self.set_focus(self.grid)
            self.show_range()

    def action_suits(self) -> None:
        """Go to the suits, or back."""
        self.set_focus(self.grid if self.focused is not self.grid else self.suits)

    def action_type(self) -> None:
        """Go to the text."""
        self.set_focus(self.field)

    def action_brush(self, step: int) -> None:
        """Change the weight of the brush."""
        self.grid.brush = min(100, max(0, self.grid.brush + STEP * step))
        self.show_range()

    def action_best(self, step: int) -> None:
        """Select more or fewer of the best hands."""
        self.best = min(100, max(0, self.best + step))
        self.editor.put(Range.top(self.best))
        self.show_range()

    def action_undo(self) -> None:
        """Undo."""
        self._after(self.editor.undo())

    def action_redo(self) -> None:
        """Redo."""
        self._after(self.editor.redo())

    def action_clear(self) -> None:
        """Clear the range."""
        self.editor.put(Range())
        self.show_range()

    def _after(self, done: bool) -> None:
        if done:
            self.show_range()
        else:
            self.app.bell()
