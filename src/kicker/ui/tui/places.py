"""The content of the menu lines: options of games, lists of entries to open, and settings.

The lobby loads this when it needs the first of them: after the menu is there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar, Final

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from kicker.art import PALETTES
from kicker.ui.common import options
from kicker.ui.common.drills import DRILLS, SOLUTION
from kicker.ui.common.offer import Offer, offer_of_kind, offers
from kicker.ui.common.pace import SPEEDS
from kicker.ui.common.text import capital
from kicker.ui.tui import openings
from kicker.ui.tui.base import Lines, Question, Settings
from kicker.ui.tui.forms import BeginForm, Field, FieldHelp, Form, Wanted
from kicker.ui.tui.openings import Entry, News

PLAIN: Final = "plain"
TRAIN: Final = "train"
FEW: Final = 10
"""The most values that the arrow keys step through."""
BOTH_WAYS: Final = "1 card, both ways"
SEED: Final = Field("seed", "Seed", "", "the same seed deals the same cards; empty for a random one")
CUSTOMS: Final = Field(
    "customs", "Customs", openings.USUAL, "straddles, bomb pots, several boards, rebuys: choose shows them",
    (openings.USUAL, "choose"),
)  # fmt: skip
HIDE_CUSTOMS: Final = ((CUSTOMS.name, openings.USUAL),)
KLONDIKE: Final = (
    Field("turn", "Turn", "1 card", "cards drawn at a time", ("1 card", "3 cards", BOTH_WAYS)),
    Field("redeals", "Redeals", "any", "number of redeals allowed", ("any", "3", "2", "1", "0"),
          (("turn", BOTH_WAYS),)),
    Field("winnable", "Winnable", "yes", "deal only games that are proven winnable", ("yes", "no")),
    Field("deal", "Deal", "", "deal number; empty for a random deal"),
    Field("seed", "Seed", "", "the same seed picks the same deal; empty for a random one"),
)  # fmt: skip
REPLAY: Final = (Field("path", "Path", "", "a .phh or .phhs file, or a folder of them", asked=True),)
SETTINGS: Final = (
    Field("four_colour", "Colours", "two", "two colours, or one for each suit", ("two", "four")),
    Field("ascii", "Drawing", "fine", "Unicode characters, or plain ASCII", ("fine", "ascii")),
    Field("back", "Backs", "blue", "card backs: Julia sets in a palette, or plain", (*PALETTES, PLAIN)),
    Field("speed", "Speed", "normal", "how fast the bots act", tuple(SPEEDS)),
)


OLDER: Final = (("classic-klondike", "Classic Klondike"),)
"""Klondike by the rules of the older program."""
FORMS: Final = {
    "classic-klondike": (
        "Classic Klondike: the stock turns both ways",
        (KLONDIKE[0]._replace(value=BOTH_WAYS), *KLONDIKE[1:]),
        "Deal",
        openings.begin_klondike,
    ),
    "klondike": ("Klondike solitaire", KLONDIKE, "Deal", openings.begin_klondike),
    "replay": ("Replay hands action by action", REPLAY, "Open", openings.replay_path),
}
"""The titles, options and buttons of forms other than poker, and the functions that start them."""
LISTS: Final[dict[str, tuple[str, str, str, Callable[[News], Sequence[Entry]]]]] = {
    "resume": (
        "Games you left",
        "No games to resume.",
        "Enter resumes a game, x deletes it.",
        lambda news: news.left,
    ),
    "hands": (
        "My hands",
        "",
        "Enter opens all hands, or replays one.",
        lambda news: [openings.ALL_HANDS, *news.hands],
    ),
}
"""The titles of lists, their texts when empty and when not, and the functions that list their entries."""


def poker_fields(offer: Offer) -> list[Field]:
    """Return the options of a game, without those that leave no choice."""
    chosen = [option for option in offer.options if option.is_open]
    fields = [
        Field(one.name, one.label, str(one.usual), one.hint, choices_of(one), HIDE_CUSTOMS if one.custom else ())
        for one in chosen
    ]
    customs = [CUSTOMS] if any(one.custom for one in chosen) else []
    plain = [field for field in fields if not field.unless]
    return [*plain, *customs, *(field for field in fields if field.unless), SEED]


def choices_of(option: options.Option) -> tuple[str, ...]:
    """Return all values of an option, if they are few."""
    if option.is_number and option.most <= FEW:
        return tuple(map(str, range(int(option.least), int(option.most) + 1)))
    return option.choices


def poker_form(offer: Offer) -> BeginForm:
    """Return the form with the options of a game and the button that deals."""
    begin = partial(openings.begin_poker, offer)
    title, name = capital(offer.title), form_id(offer.kind)
    return BeginForm(title, poker_fields(offer), "Deal", begin, id=name, summary=offer.summary)


def form_id(name: str) -> str:
    """Return the identifier of the form of a game or a drill. Their names may have characters, or begin with digits,
    that an identifier must not have."""
    return f"form-{name.encode().hex()}"


class Restyled(Message):
    """A message: the look has changed."""


class Chosen(Message):
    """A message: a game of the list was chosen, and its options should be shown."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name


class Unwanted(Message):
    """A message: something should be deleted."""

    def __init__(self, remove: Callable[[], None]) -> None:
        super().__init__()
        self.remove = remove


class Entries(Lines):
    """A list of entries to open, some of which can be deleted."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("x,delete", "delete", "Delete", key_display="x")]

    def __init__(
        self, title: str, none: str, use: str, listed: Callable[[News], Sequence[Entry]], *, id: str  # noqa: A002
    ) -> None:  # fmt: skip
        super().__init__(id=id)
        self.border_title = title
        self.none, self.use, self.listed = none, use, listed
        self.entries: Sequence[Entry] = ()

    def start(self) -> None:
        """Focus the list."""
        self.screen.set_focus(self)
        self.post_message(FieldHelp(self.use if self.entries else ""))

    def hear(self, news: News) -> None:
        """Update the list; the selected position stays."""
        place = self.highlighted
        entries = self.entries = self.listed(news)
        self.clear_options()
        for entry in entries:
            self.add_option(Option(Text.assemble(entry.title, "\n", (entry.details, "dim"))))
        if entries:
            self.highlighted = min(place or 0, len(entries) - 1)
        else:
            self.add_option(Option(Text(self.none, "dim"), disabled=True))
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Offer to delete only entries that can be deleted."""
        return action != "delete" or any(entry.delete for entry in self.entries)

    def action_delete(self) -> None:
        """Delete the selected entry, after asking."""
        if self.highlighted is not None:
            entry = self.entries[self.highlighted]
            if entry.delete is not None:
                question = f"Delete this game?\n\n{entry.title}\n{entry.details}"
                self.app.push_screen(Question(question, partial(self.post_message, Unwanted(entry.delete))))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open the selected entry."""
        event.stop()
        self.post_message(Wanted(self.entries[event.option_index].open))


class MoreGames(Lines):
    """The games that have no line in the menu."""

    def __init__(self, *, id: str) -> None:  # noqa: A002 (as Textual has it)
        listed = [(offer.kind, capital(offer.title), offer.summary) for offer in offers() if not offer.is_usual]
        listed += [(name, title, "the stock turns one card at a time, in both directions") for name, title in OLDER]
        lines = [Option(Text.assemble(title, "\n", (words, "dim")), id=name) for name, title, words in listed]
        super().__init__(*lines, id=id)
        self.border_title = "More games"

    def start(self) -> None:
        """Focus the first game."""
        self.highlighted = self.highlighted or 0
        self.screen.set_focus(self)
        self.post_message(FieldHelp("Enter shows the options of a game."))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Show the options of the game."""
        event.stop()
        self.post_message(Chosen(event.option_id or ""))


class Drills(Lines):
    """The drills of the trainer, and the solutions of the library."""

    def __init__(self, *, id: str) -> None:  # noqa: A002 (as Textual has it)
        super().__init__(id=id)
        self.border_title = "Trainer"
        self.names: list[str] = []
        self.list_drills([])

    def list_drills(self, solutions: Sequence[str]) -> None:
        """List the drills; the selected position stays."""
        place = self.highlighted or 0
        listed = [(kind.name, kind.title, kind.summary) for kind in DRILLS.values() if kind is not SOLUTION]
        listed += [(f"{SOLUTION.name} {name}", name, SOLUTION.summary) for name in solutions]
        self.names = [name for name, _, _ in listed]
        self.clear_options()
        self.add_options([Option(Text.assemble(title, "\n", (words, "dim"))) for _, title, words in listed])
        self.highlighted = min(place, len(listed) - 1)

    def start(self) -> None:
        """Focus the first drill."""
        self.screen.set_focus(self)
        self.post_message(FieldHelp("Enter shows the options of a drill. Solutions in your library are listed too."))

    def hear(self, news: News) -> None:
        """Update the list of solutions."""
        self.list_drills(news.solutions)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Show the options of the drill."""
        event.stop()
        self.post_message(Chosen(f"{TRAIN} {self.names[event.option_index]}"))


def drill_form(name: str) -> BeginForm:
    """Return the form with the options of a drill and the button that begins: `train pushfold`, `train solution
    NAME`."""
    _, drill, *rest = name.split(" ", 2)
    kind, solution = DRILLS[drill], "".join(rest)
    fields = [
        Field(one.name, one.label, f"{one.usual:g}" if one.is_number else str(one.usual), one.hint, choices_of(one))
        for one in kind.options
    ]
    begin = partial(openings.begin_training, kind, solution)
    return BeginForm(solution or kind.title, fields, "Train", begin, id=form_id(name))


class SoFar(Static):
    """A summary of the results."""

    def start(self) -> None:
        """Open the full statistics."""
        self.post_message(Wanted(openings.open_statistics))

    def hear(self, news: News) -> None:
        """Update the summary."""
        self.update(news.summary)


class Ranges(Static):
    """The entry of the range editor."""

    def start(self) -> None:
        """Open the range editor."""
        self.post_message(Wanted(openings.open_ranges))


class Exit(Static):
    """The entry that leaves the app."""

    def start(self) -> None:
        """Leave the app."""
        self.app.exit()


class SettingsForm(Form):
    """The look and speed of the app; changes apply at once."""

    def __init__(self, settings: Settings, *, id: str) -> None:  # noqa: A002 (as Textual has it)
        now = words_of(settings)
        fields = [field._replace(value=now[field.name]) for field in SETTINGS]
        super().__init__("Appearance and speed", fields, id=id)
        self.settings = settings

    def choice_changed(self) -> None:
        """Apply the settings."""
        values, settings = self.values, self.settings
        settings.four_colour = values["four_colour"] == "four"
        settings.ascii = values["ascii"] == "ascii"
        settings.back = values["back"].removeprefix(PLAIN)
        settings.speed = values["speed"]
        self.post_message(Restyled())

    def hear(self, news: News) -> None:
        """Update the form: a game may have changed the settings."""
        for name, value in words_of(self.settings).items():
            self.entries[name].value = value


def words_of(settings: Settings) -> dict[str, str]:
    """Return the settings as values of the form."""
    return {
        "four_colour": "four" if settings.four_colour else "two",
        "ascii": "ascii" if settings.ascii else "fine",
        "back": settings.back or PLAIN,
        "speed": settings.speed,
    }


Place = BeginForm | Entries | MoreGames | Drills | SoFar | Ranges | Exit | SettingsForm
"""The content of a menu line: `start` focuses it; classes with `hear` get the news."""


def make_place(name: str, settings: Settings) -> Place:
    """Return the content of a menu line."""
    if offer := offer_of_kind(name):
        return poker_form(offer)
    if name == "games":
        return MoreGames(id=name)
    if name == TRAIN:
        return Drills(id=name)
    if name.startswith(f"{TRAIN} "):
        return drill_form(name)
    if name in FORMS:
        return BeginForm(*FORMS[name], id=name)
    if name == "settings":
        return SettingsForm(settings, id=name)
    if name == "ranges":
        return Ranges("Paint or type a range of hold'em hands. Each hand is a cell; its text is below.", id=name)
    if name == "quit":
        return Exit("Quit kicker. Your games are saved.", id=name)
    return Entries(*LISTS[name], id=name) if name in LISTS else SoFar(id=name)
