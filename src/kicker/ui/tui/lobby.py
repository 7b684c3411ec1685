"""The lobby: what can be played, what was left, what was played last, how it went, and how the room looks.

On the left is the menu, beside it whatever belongs to the line at hand; a wide terminal has room for the latest news.
Not here: what opening takes (`openings.py`), and the screens that are opened.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final, NamedTuple

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal
from textual.css.query import NoMatches
from textual.events import Resize
from textual.widget import Widget
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from kicker.art import PALETTES
from kicker.cards import Card
from kicker.errors import KickerError
from kicker.players import BOTS
from kicker.ui.tui import openings
from kicker.ui.tui.base import SPEEDS, RoomScreen, Settings
from kicker.ui.tui.cards import back, face
from kicker.ui.tui.forms import Choice, Field, Form
from kicker.ui.tui.openings import Entry, Opening, Values, WrongOption

WIDE: Final = 120
"""Columns from which on there is room for the news."""
HIGH: Final = 22
"""Lines from which on there is room for the sign above."""
CLASSIC: Final = (("rules", "classic"),)
BETTING: Final = ("no-limit", "pot-limit", "fixed-limit")
SIGN: Final = """\
█ ▄▀ █ █▀▀ █ ▄▀ █▀▀ █▀▄
██   █ █   ██   ██▀ █▀▄
█ ▀▄ █ ▀▀▀ █ ▀▄ ▀▀▀ ▀ ▀"""
PLAIN: Final = "plain"


def bots_for(game: str) -> str:
    """The bots that play a game."""
    return ", ".join(bot.name for bot in BOTS.values() if game in bot.games)


HOLDEM: Final = (
    Field("rules", "Rules", "standard", "blinds and free raises, or the console game: heads-up against cpu, one raise each",
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


class Place(NamedTuple):
    """A line of the menu."""

    name: str
    title: str
    keys: str


PLACES: Final = (
    Place("holdem", "Hold'em", "1,h"),
    Place("draw", "Five-card draw", "2,d"),
    Place("klondike", "Klondike", "3,k"),
    Place("resume", "Resume", "4,r"),
    Place("hands", "Recent hands", "5,l"),
    Place("replay", "Replay a file", "6,f"),
    Place("statistics", "Statistics", "7,s"),
    Place("settings", "Settings", "8,o"),
    Place("quit", "Quit", "q"),
)
BEGIN: Final[dict[str, Callable[[Values], Opening]]] = {
    "holdem": openings.begin_holdem,
    "draw": openings.begin_draw,
    "klondike": openings.begin_klondike,
    "replay": openings.replay_path,
}


class News(NamedTuple):
    """What has been going on, and how."""

    left: list[Entry]
    hands: list[Entry]
    summary: Text

    @classmethod
    def gather(cls, settings: Settings) -> News:
        """Look around; it takes a moment."""
        from kicker.ui.tui.statistics import summary

        return cls(openings.games_left(), openings.recent_hands(settings), summary())


# --- parts -----------------------------------------------------------------------------------------------------------


class Sign(Static):
    """The name over the door, and a few cards."""

    DEFAULT_CSS = """
    Sign { height: 5; margin: 0 2; }
    """

    def show(self, settings: Settings, width: int) -> None:
        """Draw it as cards look now."""
        look = settings.look
        cards = [face(Card(name), look) for name in ("As", "Kh", "Qc", "Jd")]
        pictures = [[[line] for line in card] for card in cards] + [back(settings.back)] * (2 if width >= WIDE else 1)
        name = ["", "k i c k e r", "", ""] if settings.ascii else ["", *SIGN.splitlines()]
        words = [*name, "hold'em, five-card draw and Klondike"]
        room = width - len(pictures) * 8
        text = Text(no_wrap=True)
        for number, line in enumerate(words):
            text.append(f"{line:{room}}", "bold #f0cf7a" if number < 4 else "#6f9c83")
            for picture in pictures:
                text.append(" ")
                for segment in picture[number]:
                    text.append(segment.text, segment.style)
            text.append("\n" * (number < 4))
        self.update(text)


class Entries(OptionList):
    """A list of what can be opened."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "select", "Open")]

    def __init__(self, none: str, *, id: str) -> None:  # noqa: A002 (as Textual has it)
        super().__init__(id=id, compact=True)
        self.none = none
        self.entries: Sequence[Entry] = ()

    def show(self, entries: Sequence[Entry]) -> None:
        """List these; whoever was at the third stays there."""
        place = self.highlighted
        self.entries = entries
        self.clear_options()
        for entry in entries:
            self.add_option(Option(Text.assemble(entry.title, "\n", (entry.details, "dim"))))
        if not entries:
            self.add_option(Option(Text(self.none, "dim"), disabled=True))
        elif self.option_count:
            self.highlighted = min(place or 0, self.option_count - 1)


class SettingsForm(Form):
    """How the room looks and how fast it is; what is chosen holds at once."""

    def __init__(self, settings: Settings) -> None:
        values = {
            "four_colour": "four" if settings.four_colour else "two",
            "ascii": "ascii" if settings.ascii else "fine",
            "back": settings.back or PLAIN,
            "speed": settings.speed,
        }
        fields = [field._replace(value=values[field.name]) for field in SETTINGS]
        super().__init__("How the room looks and how fast it is.", fields, "", id="settings")
        self.button.display = False

    def start(self) -> None:
        """Come in at the first one."""
        self.rows["four_colour"].entry.focus()

    def apply(self, settings: Settings) -> None:
        """Make what is chosen hold."""
        values = self.values
        settings.four_colour = values["four_colour"] == "four"
        settings.ascii = values["ascii"] == "ascii"
        settings.back = values["back"].removeprefix(PLAIN)
        settings.speed = values["speed"]


# --- the screen ------------------------------------------------------------------------------------------------------


class Lobby(RoomScreen):
    """Where one comes in."""

    DEFAULT_CSS = """
    Lobby { background: $background; }
    Lobby #floor { height: 1fr; margin: 1 1 0 1; }
    Lobby #menu { width: 26; height: 100%; border: round $secondary; background: $surface; padding: 0 1; }
    Lobby #menu:focus { border: round $primary; background-tint: $foreground 0%; }
    Lobby #pane { width: 1fr; height: 100%; border: round $secondary; background: $surface; padding: 0 1; }
    Lobby #pane:focus-within { border: round $primary; }
    Lobby #pane > Static { padding: 0 1; }
    Lobby #pane > OptionList { background: $surface; height: 100%; background-tint: $foreground 0%; }
    Lobby #news { width: 44; height: 100%; border: round $secondary; background: $surface; padding: 0 2; display: none; }
    Lobby #say { height: auto; max-height: 3; margin: 0 2; color: $foreground 80%; }
    Lobby #say.-wrong { color: $error; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(place.keys, f"go('{place.name}')", place.title, show=False)
            for place in PLACES
            if place.name != "quit"
        ),
        Binding("right", "enter_place", "Into the options", show=False),
        Binding("left", "leave", "Back to the menu", show=False),
        Binding("q", "quit", "Quit"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.opening = False
        self.news: News | None = None

    def compose(self) -> ComposeResult:
        """The sign, the menu and what belongs to it, and a line for what there is to say."""
        yield Sign()
        with Horizontal(id="floor"):
            yield OptionList(*self.menu_options(), id="menu")
            yield Container(id="pane")
            yield Static(id="news")
        yield Static("Press 1 and Enter to be dealt in.", id="say")
        yield Footer(show_command_palette=False)

    def menu_options(self) -> list[Option | None]:
        """The lines of the menu, with gaps between what is different."""
        options: list[Option | None] = []
        for place in PLACES:
            if place.name in ("resume", "quit"):
                options.append(None)
            key = place.keys.split(",")[0]
            options.append(Option(Text.assemble((f"{key}  ", "bold #f0cf7a"), place.title), id=place.name))
        return options

    @property
    def menu(self) -> OptionList:
        """The menu."""
        return self.query_one("#menu", OptionList)

    # --- what is shown ---

    def on_mount(self) -> None:
        """Begin at the first line."""
        self.menu.highlighted = 0
        self.menu.focus()

    def on_resize(self, event: Resize) -> None:
        """Use what room there is."""
        self.fit()

    def fit(self) -> None:
        """Show the sign and the news where there is room."""
        width, height = self.size
        sign = self.query_one(Sign)
        sign.display = height >= HIGH
        sign.show(self.settings, width - 4)
        self.query_one("#news").display = width >= WIDE

    def on_screen_resume(self) -> None:
        """Whoever comes back finds the lists as they are now."""
        self.refresh_news()

    @work(exclusive=True, group="news")
    async def refresh_news(self) -> None:
        """Look around and show what there is."""
        self.show_news(await asyncio.to_thread(News.gather, self.settings))

    def show_news(self, news: News) -> None:
        """Put the news where they belong."""
        self.news = news
        for name, entries in (("resume", news.left), ("hands", news.hands)):
            for listed in self.query(f"#{name}").results(Entries):
                listed.show(entries)
        for told in self.query("#statistics").results(Static):
            told.update(news.summary)
        words = Text()
        for title, entries, none in (
            ("Games you left", news.left, "none"),
            ("Recent hands", news.hands, "none yet"),
        ):
            words.append(f"{title}\n", "bold #f0cf7a")
            for entry in entries[:4]:
                words.append_text(entry.title)
                words.append(f"\n{entry.details}\n", "dim")
            words.append("\n" if entries else f"{none}\n\n")
        words.append("So far\n", "bold #f0cf7a")
        words.append_text(news.summary)
        self.query_one("#news", Static).update(words)

    async def show_place(self, name: str) -> Widget | None:
        """Show what belongs to a line of the menu, made when it is asked for the first time."""
        pane = self.query_one("#pane", Container)
        for part in pane.children:
            part.display = part.id == name
        try:
            return pane.query_one(f"#{name}")
        except NoMatches:
            widget = self.make_place(name)
        await pane.mount(widget)
        if self.news is not None:
            self.show_news(self.news)
        return widget

    def make_place(self, name: str) -> Widget:
        """What belongs to a line of the menu."""
        if name == "holdem":
            return Form("Hold'em against bots until one seat has all the chips.", HOLDEM, "Deal", id=name)
        if name == "draw":
            return Form("Five cards, one draw, against bots.", DRAW, "Deal", id=name)
        if name == "klondike":
            return Form("The solitaire that everybody knows.", KLONDIKE, "Deal", id=name)
        if name == "replay":
            return Form("Hands that were recorded, action by action.", REPLAY, "Open", id=name)
        if name == "resume":
            return Entries("No game was left: 1, 2 and 3 begin one.", id=name)
        if name == "hands":
            return Entries("No hand has been played yet.", id=name)
        if name == "settings":
            return SettingsForm(self.settings)
        return Static("Leave the room. What was played is kept." if name == "quit" else "", id=name)

    def say(self, sentence: str, *, wrong: bool = False) -> None:
        """Put a sentence below everything."""
        line = self.query_one("#say", Static)
        line.update(Text(sentence))
        line.set_class(wrong, "-wrong")

    # --- what is done ---

    @on(OptionList.OptionHighlighted, "#menu")
    async def look_at(self, event: OptionList.OptionHighlighted) -> None:
        """Show what belongs to the line at hand."""
        await self.show_place(event.option_id or "")

    @on(OptionList.OptionSelected, "#menu")
    async def go_there(self, event: OptionList.OptionSelected) -> None:
        """Go to what belongs to the line."""
        await self.action_go(event.option_id or "")

    async def action_go(self, name: str) -> None:
        """Go to a place of the lobby, or out of it."""
        self.menu.highlighted = self.menu.get_option_index(name)
        if name == "quit":
            self.app.exit()
            return
        place = await self.show_place(name)
        if name == "statistics":
            self.open(open_statistics)
        elif isinstance(place, Form):
            place.start()
        elif isinstance(place, Entries):
            place.focus()

    async def action_enter_place(self) -> None:
        """Go to what belongs to the line at hand."""
        option = self.menu.highlighted_option
        if self.focused is self.menu and option is not None and option.id not in (None, "quit", "statistics"):
            await self.action_go(str(option.id))

    def action_leave(self) -> None:
        """Back to the menu; nothing lies below the lobby."""
        self.menu.focus()

    def action_quit(self) -> None:
        """Leave the room."""
        self.app.exit()

    @on(Form.Used)
    def use_form(self, event: Form.Used) -> None:
        """Open what a form is for."""
        form = event.form
        if begin := BEGIN.get(form.id or ""):
            values = form.values
            self.open(lambda: begin(values), form)

    @on(OptionList.OptionSelected, "Entries")
    def open_entry(self, event: OptionList.OptionSelected) -> None:
        """Open a game that was left, or a hand."""
        listed = event.option_list
        if isinstance(listed, Entries):
            self.open(listed.entries[event.option_index].open)

    @on(Choice.Changed)
    def settings_changed(self) -> None:
        """Make what is chosen hold, and keep it."""
        for form in self.query(SettingsForm):
            if form.display:
                form.apply(self.settings)
                self.settings.save()
                self.fit()
                self.refresh_news()

    @work(group="opening")
    async def open(self, prepare: Callable[[], Opening], form: Form | None = None) -> None:
        """Do what opening takes, away from the keys, and show the screen; what cannot be opened is said."""
        if self.opening:
            return
        self.opening = True
        self.say("One moment ...")
        try:
            make = await asyncio.to_thread(prepare)
            self.say("")
            await self.app.push_screen(make())
        except KickerError as error:
            if isinstance(error, WrongOption) and form is not None:
                self.say("")
                form.refuse(error)
            else:
                self.say(str(error), wrong=True)
                self.refresh_news()
        finally:
            self.opening = False


def open_statistics() -> Opening:
    """How it went so far."""
    from kicker.ui.tui.statistics import StatisticsScreen

    return StatisticsScreen
