"""Forms: one option on each line, a choice or a text; errors appear below their line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar, NamedTuple

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.events import Click, DescendantFocus
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Input, Static

from kicker.ui.common.options import OptionError
from kicker.ui.common.text import capital
from kicker.ui.tui.base import GOLD, INK
from kicker.ui.tui.openings import Opening, Values


class Field(NamedTuple):
    """An option of a form."""

    name: str
    label: str
    value: str
    """Its initial value."""
    hint: str
    choices: tuple[str, ...] = ()
    """Its possible values; empty for a text."""
    unless: tuple[tuple[str, str], ...] = ()
    """Values of other fields with which it has no meaning and is hidden."""
    asked: bool = False
    """True if it must be filled in."""


class FieldHelp(Message):
    """The help for the focused field."""

    def __init__(self, sentence: str) -> None:
        super().__init__()
        self.sentence = capital(sentence)


class Wanted(Message):
    """A request to open something."""

    def __init__(self, prepare: Callable[[], Opening], form: BeginForm | None = None) -> None:
        super().__init__()
        self.prepare = prepare
        self.form = form
        """The form that shows errors of its options."""


class Choice(Static, can_focus=True):
    """One of a few values."""

    DEFAULT_CSS = """
    Choice { height: 1; padding: 0 1; }
    Choice:hover { background: $panel; }
    Choice:focus { background: $primary; color: $block-cursor-foreground; text-style: bold; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "turn(-1)", "Previous value", show=False),
        Binding("right,space", "turn(1)", "Next value", show=False),
    ]
    value: reactive[str] = reactive("")

    def __init__(self, field: Field, changed: Callable[[], None]) -> None:
        super().__init__(id=field.name, classes="field")
        self.choices = field.choices
        self.changed = changed
        """Called when another value is chosen, before the next key."""
        self.set_reactive(Choice.value, field.value)

    def render(self) -> Text:
        """Return the value between the arrows that change it."""
        return Text(f"< {self.value} >")

    def action_turn(self, by: int) -> None:
        """Choose the next or previous value, cyclically."""
        self.value = self.choices[(self.choices.index(self.value) + by) % len(self.choices)]
        self.changed()

    def on_click(self, event: Click) -> None:
        """The left arrow goes back, anything else forward."""
        self.action_turn(-1 if event.x <= 2 else 1)


class Begin(Static, can_focus=True):
    """The button of a form, lighter than Textual's own; the form handles its keys."""

    DEFAULT_CSS = """
    Begin { height: 2; width: 18; padding: 1 0 0 0; text-align: center; }
    """

    class Pressed(Message):
        """The button was clicked."""

    def render(self) -> Text:
        """Return a line of brass below an empty one, with arrows around the word while focused."""
        word = f"> {self.word} <" if self.has_focus else self.word
        return Text(f"{word:^18}", f"bold {INK} on {GOLD}")

    def __init__(self, word: str) -> None:
        super().__init__(classes="field")
        self.word = word

    def on_click(self) -> None:
        """A click does what Enter does."""
        self.post_message(self.Pressed())


class Form(VerticalScroll, can_focus=False):
    """Options, one below the other."""

    DEFAULT_CSS = """
    Form { layout: grid; grid-size: 2; grid-columns: 14 1fr; grid-rows: auto; }
    Form > .label { color: $secondary; }
    Form > .field { max-width: 40; }
    Form > Input { background: $panel; }
    Form > Input.-textual-compact { padding: 0 1; }
    Form > Input:focus { background-tint: $foreground 15%; }
    Form > .wrong { color: $error; column-span: 2; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "to_next", "Next option", show=False),
        Binding("up", "to_previous", "Previous option", show=False),
    ]

    summary = ""
    """A phrase that is shown while no option is focused."""

    def __init__(self, title: str, fields: Sequence[Field], *, id: str) -> None:  # noqa: A002 (as Textual has it)
        super().__init__(id=id)
        self.border_title = title
        self.fields = {field.name: field for field in fields}
        self.labels = {field.name: Static(field.label, classes="label") for field in fields}
        self.entries = {field.name: self.entry_of(field) for field in fields}
        self.show_fields()

    def entry_of(self, field: Field) -> Choice | Input:
        """Return the widget of a field."""
        if field.choices:
            return Choice(field, self.choice_changed)
        return Input(field.value, id=field.name, classes="field", compact=True, select_on_focus=False)

    def compose(self) -> ComposeResult:
        """Labels and fields."""
        for name, label in self.labels.items():
            yield label
            yield self.entries[name]

    @property
    def values(self) -> dict[str, str]:
        """The entered values."""
        return {name: entry.value.strip() for name, entry in self.entries.items()}

    def start(self) -> None:
        """Focus the first option."""
        self.screen.set_focus(next(iter(self.entries.values())))  # at once, because the next key is for it

    def show_fields(self) -> None:
        """Hide the options that do not apply."""
        values = self.values
        for name, field in self.fields.items():
            shown = not any(values[other] == value for other, value in field.unless)
            self.labels[name].display = self.entries[name].display = shown

    def refuse(self, error: OptionError) -> None:
        """Show the error below the option, and focus it."""
        self.forgive()
        entry = self.entries[error.name]
        self.mount(Static(Text(str(error)), classes="wrong"), after=entry)
        entry.focus()

    def forgive(self) -> None:
        """Clear the errors."""
        self.query(".wrong").remove()

    def choice_changed(self) -> None:
        """Show or hide the options that depend on this one."""
        self.show_fields()
        self.forgive()

    def on_input_changed(self) -> None:
        """The text has changed: clear its error."""
        self.forgive()

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """Ask for the help of the focused option, or else for the summary."""
        hints = [self.fields[name].hint for name, entry in self.entries.items() if entry is event.widget]
        self.post_message(FieldHelp("".join(hints) or self.summary))

    def action_to_next(self) -> None:
        """Go to the option below."""
        self.screen.focus_next(".field")

    def action_to_previous(self) -> None:
        """Go to the option above."""
        self.screen.focus_previous(".field")


class BeginForm(Form):
    """A form with a start button. Enter anywhere presses it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "begin", "Begin")]

    def __init__(
        self, title: str, fields: Sequence[Field], button: str, begin: Callable[[Values], Opening], *, id: str,  # noqa: A002
        summary: str = "",
    ) -> None:  # fmt: skip
        super().__init__(title, fields, id=id)
        self.summary = summary
        self.button, self.begin = Begin(button), begin

    def compose(self) -> ComposeResult:
        """Make the options, and the button below them."""
        yield from super().compose()
        yield Static()
        yield self.button

    def start(self) -> None:
        """Focus the button, so that Enter accepts the defaults; a required field comes first."""
        asked = [self.entries[name] for name, field in self.fields.items() if field.asked]
        self.screen.set_focus([*asked, self.button][0])

    def finish(self) -> None:
        """Leave the text fields after a start: a cursor in one would swallow the menu's keys."""
        self.screen.set_focus(self.button)

    def action_begin(self) -> None:
        """Start with these options."""
        self.post_message(Wanted(partial(self.begin, self.values), self))

    def on_begin_pressed(self) -> None:
        """Start with these options."""
        self.action_begin()

    def on_input_submitted(self) -> None:
        """Start with these options."""
        self.action_begin()
