"""What belongs to the lines of the menu: the options of games, lists of what can be opened, and settings.

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
from kicker.games import GAMES, Game
from kicker.ui.common import offer as offered
from kicker.ui.common.offer import STANDARD, offers_of
from kicker.ui.common.pace import SPEEDS
from kicker.ui.common.text import capital
from kicker.ui.tui import openings
from kicker.ui.tui.base import Lines, Question, Settings
from kicker.ui.tui.forms import BeginForm, Field, Form, Told, Wanted
from kicker.ui.tui.openings import Entry, News

PLAIN: Final = "plain"
FEW: Final = 10
"""How many values can be turned through."""
SEED: Final = Field("seed", "Seed", "", "the same number deals the same cards; empty for any")
KLONDIKE: Final = (
    Field("turn", "Turn", "1 card", "how the stock is turned", ("1 card", "3 cards", "1 card, both ways")),
    Field("redeals", "Redeals", "any", "how often the waste may be turned over", ("any", "3", "2", "1", "0"),
          (("turn", "1 card, both ways"),)),
    Field("winnable", "Winnable", "yes", "choose deals that are proven to be winnable", ("yes", "no")),
    Field("deal", "Deal", "", "the number of a deal; empty for one that is chosen"),
    Field("seed", "Seed", "", "the same number chooses the same deal; empty for any"),
)  # fmt: skip
REPLAY: Final = (Field("path", "Path", "", "a .phh or .phhs file, or a folder with such files below it", asked=True),)
SETTINGS: Final = (
    Field("four_colour", "Colours", "two", "two colours, or one for each suit", ("two", "four")),
    Field("ascii", "Drawing", "fine", "fine characters, or those alone that every terminal has", ("fine", "ascii")),
    Field("back", "Backs", "blue", "the backs of the cards: Julia sets in a palette, or plain", (*PALETTES, PLAIN)),
    Field("speed", "Speed", "normal", "how fast bots act", tuple(SPEEDS)),
)


FORMS: Final = {
    "klondike": ("Klondike: the solitaire that everybody knows", KLONDIKE, "Deal", openings.begin_klondike),
    "replay": ("Replay hands, action by action", REPLAY, "Open", openings.replay_path),
}
"""Titles, options and buttons of the places where something else than poker begins, and how it does."""
LISTS: Final[dict[str, tuple[str, str, str, Callable[[News], Sequence[Entry]]]]] = {
    "resume": (
        "Games you left",
        "No games to resume.",
        "Enter resumes a game, x deletes it.",
        lambda news: news.left,
    ),
    "hands": ("Hands you played last", "No hand has been played yet.", "Enter replays it.", lambda news: news.hands),
}
"""Titles of lists, what they say when they are empty and when they are not, and what they list."""


def poker_fields(game: Game) -> list[Field]:
    """The options of a game: what can be chosen in any of its rule sets, shown where it is."""
    offers = offers_of(game)
    hint = ", or ".join(offer.summary for offer in offers)
    fields = [Field("rules", "Rules", STANDARD, hint, tuple(offer.variant for offer in offers))] * (len(offers) > 1)
    for option in offers[0].options:
        unless = tuple(("rules", offer.variant) for offer in offers if not offer.is_open(option.name))
        fields.append(Field(option.name, option.label, str(option.usual), option.hint, choices_of(option), unless))
    return [*fields, SEED]


def choices_of(option: offered.Option) -> tuple[str, ...]:
    """All values of an option, where they are few."""
    if option.is_number and option.most <= FEW:
        return tuple(map(str, range(int(option.least), int(option.most) + 1)))
    return option.choices


def poker_form(game: Game) -> BeginForm:
    """The options of a game and the button that begins it."""
    title = f"{capital(game.title)}: until one seat has all the chips"
    return BeginForm(title, poker_fields(game), "Deal", partial(openings.begin_poker, game), id=game.name)


class Restyled(Message):
    """The room looks otherwise now."""


class Unwanted(Message):
    """Something should be removed for good."""

    def __init__(self, remove: Callable[[], None]) -> None:
        super().__init__()
        self.remove = remove


class Entries(Lines):
    """A list of what can be opened, and some of it removed."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("x,delete", "delete", "Delete", key_display="x")]

    def __init__(
        self, title: str, none: str, use: str, listed: Callable[[News], Sequence[Entry]], *, id: str  # noqa: A002
    ) -> None:  # fmt: skip
        super().__init__(id=id)
        self.border_title = title
        self.none, self.use, self.listed = none, use, listed
        self.entries: Sequence[Entry] = ()

    def start(self) -> None:
        """Come in."""
        self.screen.set_focus(self)
        self.post_message(Told(self.use if self.entries else ""))

    def hear(self, news: News) -> None:
        """List what there is now; whoever was at the third entry stays there."""
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
        """Offer to delete only what can be deleted."""
        return action != "delete" or any(entry.delete for entry in self.entries)

    def action_delete(self) -> None:
        """Remove the entry at hand, if the answer is yes."""
        if self.highlighted is not None:
            entry = self.entries[self.highlighted]
            if entry.delete is not None:
                question = f"Delete this game for good?\n\n{entry.title}\n{entry.details}"
                self.app.push_screen(Question(question, partial(self.post_message, Unwanted(entry.delete))))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open it."""
        event.stop()
        self.post_message(Wanted(self.entries[event.option_index].open))


class SoFar(Static):
    """How it went, in short."""

    def start(self) -> None:
        """At length."""
        self.post_message(Wanted(openings.open_statistics))

    def hear(self, news: News) -> None:
        """Count again."""
        self.update(news.summary)


class Exit(Static):
    """The way out."""

    def start(self) -> None:
        """Leave the room."""
        self.app.exit()


class SettingsForm(Form):
    """How the room looks and how fast it is; what is chosen holds at once."""

    def __init__(self, settings: Settings, *, id: str) -> None:  # noqa: A002 (as Textual has it)
        now = words_of(settings)
        fields = [field._replace(value=now[field.name]) for field in SETTINGS]
        super().__init__("How the room looks, and how fast it is", fields, id=id)
        self.settings = settings

    def choice_changed(self) -> None:
        """Make what is chosen hold."""
        values, settings = self.values, self.settings
        settings.four_colour = values["four_colour"] == "four"
        settings.ascii = values["ascii"] == "ascii"
        settings.back = values["back"].removeprefix(PLAIN)
        settings.speed = values["speed"]
        self.post_message(Restyled())

    def hear(self, news: News) -> None:
        """A game may have changed them meanwhile."""
        for name, value in words_of(self.settings).items():
            self.entries[name].value = value


def words_of(settings: Settings) -> dict[str, str]:
    """The settings as they are chosen."""
    return {
        "four_colour": "four" if settings.four_colour else "two",
        "ascii": "ascii" if settings.ascii else "fine",
        "back": settings.back or PLAIN,
        "speed": settings.speed,
    }


Place = BeginForm | Entries | SoFar | Exit | SettingsForm
"""What belongs to a line of the menu: one comes in with `start`. Those that have `hear` are told the news."""


def make_place(name: str, settings: Settings) -> Place:
    """What belongs to a line of the menu."""
    if name in GAMES:
        return poker_form(GAMES[name])
    if name in FORMS:
        return BeginForm(*FORMS[name], id=name)
    if name == "settings":
        return SettingsForm(settings, id=name)
    if name == "quit":
        return Exit("Leave the room: what was played is kept.", id=name)
    return Entries(*LISTS[name], id=name) if name in LISTS else SoFar(id=name)
