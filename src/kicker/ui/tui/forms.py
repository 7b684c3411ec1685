"""Options on one line each: choices that the arrows turn through, and texts; what is wrong is said below its line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Click, DescendantFocus
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Button, Input, Static

from kicker.ui.tui.openings import WrongOption


class Field(NamedTuple):
    """An option of a form."""

    name: str
    label: str
    value: str
    """What it is at first."""
    hint: str
    choices: tuple[str, ...] = ()
    """All that it can be; empty for a text."""
    unless: tuple[tuple[str, str], ...] = ()
    """Values of other fields with which it has no meaning, and is not shown."""


class Choice(Static, can_focus=True):
    """One of a few values."""

    DEFAULT_CSS = """
    Choice { width: auto; min-width: 16; height: 1; padding: 0 1; color: $foreground; }
    Choice:hover { background: $panel; }
    Choice:focus { background: $primary; color: $block-cursor-foreground; text-style: bold; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "turn(-1)", "Other value"),
        Binding("right,space", "turn(1)", "Other value"),
    ]
    value: reactive[str] = reactive("")

    class Changed(Message):
        """Another value was chosen."""

    def __init__(self, value: str, choices: Sequence[str], *, id: str) -> None:  # noqa: A002 (as Textual has it)
        super().__init__(id=id, classes="field")
        self.choices = tuple(choices)
        self.set_reactive(Choice.value, value)

    def render(self) -> Text:
        """The value between the arrows that change it."""
        return Text(f"< {self.value} >")

    def action_turn(self, by: int) -> None:
        """Take another value, round and round."""
        self.value = self.choices[(self.choices.index(self.value) + by) % len(self.choices)]
        self.post_message(self.Changed())

    def on_click(self, event: Click) -> None:
        """The arrow on the left goes back, all else goes on."""
        self.action_turn(-1 if event.x <= 2 else 1)


class Row(Vertical):
    """A field with its label, and below it what is wrong with it."""

    DEFAULT_CSS = """
    Row { height: auto; }
    Row > Horizontal { height: 1; }
    Row .label { width: 10; color: $secondary; }
    Row Input { width: 1fr; max-width: 40; padding: 0 1; background: $panel; }
    Row Input:focus { background: $panel; background-tint: $foreground 12%; }
    Row > .wrong { color: $error; padding: 0 0 0 10; height: auto; display: none; }
    Row.-wrong > .wrong { display: block; }
    """

    def __init__(self, field: Field) -> None:
        super().__init__()
        self.field = field
        self.entry: Choice | Input
        if field.choices:
            self.entry = Choice(field.value, field.choices, id=field.name)
        else:
            self.entry = Input(field.value, id=field.name, classes="field", compact=True, select_on_focus=False)

    def compose(self) -> ComposeResult:
        """Label and entry; the sentence comes when there is one."""
        with Horizontal():
            yield Static(self.field.label, classes="label")
            yield self.entry

    def refuse(self, sentence: str) -> None:
        """Say what is wrong, until something else is entered; empty for nothing."""
        for old in self.query(".wrong"):
            old.remove()
        if sentence:
            self.mount(Static(Text(sentence), classes="wrong"))
        self.set_class(bool(sentence), "-wrong")


class Form(VerticalScroll, can_focus=False):
    """Options and the button that uses them. Enter anywhere is as good as the button."""

    DEFAULT_CSS = """
    Form { padding: 0 1; }
    Form > #about { color: $foreground 80%; margin: 0 0 1 0; }
    Form > #hint { color: $secondary; margin: 1 0 0 0; height: auto; }
    Form > Button { margin: 1 0 0 10; min-width: 18; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "to_next", "Next option"),
        Binding("up", "to_previous", "Option before"),
        Binding("enter", "use", "Begin"),
    ]

    class Used(Message):
        """The button was pressed."""

        def __init__(self, form: Form) -> None:
            super().__init__()
            self.form = form

        @property
        def control(self) -> Form:
            """Whose button."""
            return self.form

    def __init__(self, about: str, fields: Sequence[Field], button: str, *, id: str) -> None:  # noqa: A002
        super().__init__(id=id)
        self.about = about
        self.rows = {field.name: Row(field) for field in fields}
        self.button = Button(button, compact=True, classes="field", variant="primary")

    def compose(self) -> ComposeResult:
        """What it is about, the options, the button, and a line about the option at hand."""
        yield Static(self.about, id="about")
        yield from self.rows.values()
        yield self.button
        yield Static("", id="hint")

    @property
    def values(self) -> dict[str, str]:
        """What is entered."""
        return {name: row.entry.value.strip() for name, row in self.rows.items()}

    def on_mount(self) -> None:
        """Show what has a meaning."""
        self.show_fields()

    def show_fields(self) -> None:
        """Hide the options that have no meaning with the others."""
        values = self.values
        for row in self.rows.values():
            row.display = not any(values[name] == value for name, value in row.field.unless)

    def refuse(self, error: WrongOption) -> None:
        """Say what is wrong below the field, and go there."""
        self.rows[error.name].refuse(str(error))
        self.rows[error.name].entry.focus()

    def start(self) -> None:
        """Come in: at the button, so that who likes the options needs only Enter."""
        self.button.focus()

    def on_choice_changed(self) -> None:
        """Other options may have a meaning now."""
        self.show_fields()
        self.clear()

    def on_input_changed(self, event: Input.Changed) -> None:
        """What was wrong is another text now."""
        self.clear()

    def clear(self) -> None:
        """Forget what was wrong."""
        for row in self.rows.values():
            row.refuse("")

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """Say what the option at hand is."""
        hints = [row.field.hint for row in self.rows.values() if row.entry is event.widget]
        self.query_one("#hint", Static).update(Text(*hints))

    def action_to_next(self) -> None:
        """Go to the option below."""
        self.screen.focus_next(".field")

    def action_to_previous(self) -> None:
        """Go to the option above."""
        self.screen.focus_previous(".field")

    def action_use(self) -> None:
        """Begin with these options."""
        self.post_message(self.Used(self))

    def on_button_pressed(self) -> None:
        """Begin with these options."""
        self.action_use()

    def on_input_submitted(self) -> None:
        """Begin with these options."""
        self.action_use()
