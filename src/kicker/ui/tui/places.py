"""What belongs to the lines of the menu: the options of games, lists of what can be opened, and settings.

The lobby loads this when it needs the first of them: after the menu is there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from rich.text import Text
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from kicker.art import PALETTES
from kicker.players import BOTS
from kicker.ui.tui import openings
from kicker.ui.tui.base import SPEEDS, Lines, Settings
from kicker.ui.tui.forms import BeginForm, Field, Form, Told, Wanted
from kicker.ui.tui.openings import Entry, News

CLASSIC: Final = (("rules", "classic"),)
BETTING: Final = ("no-limit", "pot-limit", "fixed-limit")
PLAIN: Final = "plain"


def bots_for(game: str) -> str:
    """The bots that play a game."""
    return ", ".join(bot.name for bot in BOTS.values() if bot.plays(game))


HOLDEM: Final = (
    Field("rules", "Rules", "standard",
          "blinds and free raises, or heads-up against cpu with a buy-in and one raise each",
          ("standard", "classic")),
    Field("seats", "Seats", "6", "how many play, you included", tuple(map(str, range(2, 11))), CLASSIC),
    Field("bots", "Bots", "sharp,cpu", f"who plays against you, in turn: {bots_for('holdem')}", (), CLASSIC),
    Field("stack", "Stack", "1000", "the chips that everybody begins with", (), CLASSIC),
    Field("blinds", "Blinds", "5/10", "small and big blind of the first deals", (), CLASSIC),
    Field("ante", "Ante", "0", "what everybody pays besides", (), CLASSIC),
    Field("betting", "Betting", "no-limit", "how high one may bet", BETTING, CLASSIC),
    Field("rise", "Rise", "20", "after how many deals the blinds rise; 0 for never", (), CLASSIC),
    Field("seed", "Seed", "", "the same number deals the same cards; empty for any"),
)  # fmt: skip
DRAW: Final = (
    Field("rules", "Rules", "standard", "raises and up to 3 cards, or one bet to match, a rising ante and up to 4",
          ("standard", "classic")),
    Field("seats", "Seats", "4", "how many play, you included", tuple(map(str, range(2, 7)))),
    Field("bots", "Bots", "drawer", f"who plays against you, in turn: {bots_for('draw')}"),
    Field("stack", "Stack", "1000", "the chips that everybody begins with", (), CLASSIC),
    Field("ante", "Ante", "5", "what everybody pays at first", (), CLASSIC),
    Field("betting", "Betting", "no-limit", "how high one may bet", BETTING, CLASSIC),
    Field("rise", "Rise", "20", "after how many deals the ante rises; 0 for never", (), CLASSIC),
    Field("seed", "Seed", "", "the same number deals the same cards; empty for any"),
)  # fmt: skip
KLONDIKE: Final = (
    Field("turn", "Turn", "1 card", "how the stock is turned", ("1 card", "3 cards", "1 card, both ways")),
    Field("redeals", "Redeals", "any", "how often the waste may be turned over", ("any", "3", "2", "1", "0"),
          (("turn", "1 card, both ways"),)),
    Field("winnable", "Winnable", "yes", "choose deals that are proven to be winnable", ("yes", "no")),
    Field("deal", "Deal", "", "the number of a deal; empty for one that is chosen"),
    Field("seed", "Seed", "", "the same number chooses the same deal; empty for any"),
)  # fmt: skip
REPLAY: Final = (Field("path", "Path", "", "a .phh or .phhs file, or a folder with such files below it"),)
SETTINGS: Final = (
    Field("four_colour", "Colours", "two", "two colours, or one for each suit", ("two", "four")),
    Field("ascii", "Drawing", "fine", "fine characters, or those alone that every terminal has", ("fine", "ascii")),
    Field("back", "Backs", "blue", "the backs of the cards: Julia sets in a palette, or plain", (*PALETTES, PLAIN)),
    Field("speed", "Speed", "normal", "how fast bots act", tuple(SPEEDS)),
)


FORMS: Final = {
    "holdem": ("Hold'em: until one seat has all the chips", HOLDEM, "Deal", openings.begin_holdem),
    "draw": ("Draw: until only one can pay the ante", DRAW, "Deal", openings.begin_draw),
    "klondike": ("Klondike: the solitaire that everybody knows", KLONDIKE, "Deal", openings.begin_klondike),
    "replay": ("Replay hands, action by action", REPLAY, "Open", openings.replay_path),
}
"""Titles, options and buttons of the places where something begins, and how it does."""


class Restyled(Message):
    """The room looks otherwise now."""


class Entries(Lines):
    """A list of what can be opened."""

    TITLE: ClassVar[str]
    NONE: ClassVar[str]
    USE: ClassVar[str]

    def __init__(self, *, id: str) -> None:  # noqa: A002 (as Textual has it)
        super().__init__(id=id)
        self.border_title = self.TITLE
        self.entries: Sequence[Entry] = ()

    def start(self) -> None:
        """Come in."""
        self.screen.set_focus(self)
        self.post_message(Told(self.USE if self.entries else ""))

    def show(self, entries: Sequence[Entry]) -> None:
        """List these; whoever was at the third stays there."""
        place = self.highlighted
        self.entries = entries
        self.clear_options()
        for entry in entries:
            self.add_option(Option(Text.assemble(entry.title, "\n", (entry.details, "dim"))))
        if entries:
            self.highlighted = min(place or 0, len(entries) - 1)
        else:
            self.add_option(Option(Text(self.NONE, "dim"), disabled=True))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open it."""
        event.stop()
        self.post_message(Wanted(self.entries[event.option_index].open))


class Left(Entries):
    """The games that can be resumed."""

    TITLE = "Games you left"
    NONE = "No game was left: 1, 2 and 3 begin one."
    USE = "Enter goes on with the game."

    def hear(self, news: News) -> None:
        """List what is left now."""
        self.show(news.left)


class Played(Entries):
    """The hands that were played last."""

    TITLE = "Hands you played last"
    NONE = "No hand has been played yet."
    USE = "Enter replays the hand."

    def hear(self, news: News) -> None:
        """List what is new."""
        self.show(news.hands)


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

    def on_choice_changed(self) -> None:
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


Place = BeginForm | Left | Played | SoFar | Exit | SettingsForm
"""What belongs to a line of the menu: one comes in with `start`. Those that have `hear` are told the news."""


def make_place(name: str, settings: Settings) -> Place:
    """What belongs to a line of the menu."""
    if name in FORMS:
        return BeginForm(*FORMS[name], id=name)
    if name == "settings":
        return SettingsForm(settings, id=name)
    if name == "quit":
        return Exit("Leave the room: what was played is kept.", id=name)
    if name == "statistics":
        return SoFar(id=name)
    return Left(id=name) if name == "resume" else Played(id=name)
