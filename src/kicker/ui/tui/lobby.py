"""The lobby: games to play, saved games, recent hands, results and settings.

The menu is on the left, and beside it the content of the selected line; a wide terminal also shows the news.
`openings.py` opens games and files; the screens are in the other modules of this folder.
"""

from __future__ import annotations

from collections.abc import Callable
from string import ascii_lowercase
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.events import Resize
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from kicker.cards import Card
from kicker.errors import KickerError
from kicker.ui.common.offer import offers
from kicker.ui.common.options import OptionError
from kicker.ui.common.text import capital
from kicker.ui.tui.base import GOLD, GREEN, Lines, RoomScreen, Settings
from kicker.ui.tui.cards import back, face
from kicker.ui.tui.key_bar import KeyBar

if TYPE_CHECKING:
    from kicker.ui.tui.forms import BeginForm, FieldHelp, Wanted
    from kicker.ui.tui.openings import News, Opening
    from kicker.ui.tui.places import Chosen, Place, Unwanted

WIDE: Final = 120
"""The fewest columns for showing the news."""
NARROW: Final = 64
"""The fewest columns for showing the menu beside its content."""
HIGH: Final = 22
"""The fewest lines for showing the sign."""
SETTLE: Final = 0.3
"""The seconds before the lobby collects its news: threads would slow down the first drawing."""
SIGN: Final = """\
█ ▄▀ █ █▀▀ █ ▄▀ █▀▀ █▀▄
██   █ █   ██   ██▀ █▀▄
█ ▀▄ █ ▀▀▀ █ ▀▄ ▀▀▀ ▀ ▀"""


class MenuLine(NamedTuple):
    """A line of the menu."""

    name: str
    title: str
    keys: str


PLACES: Final = {
    "klondike": ("Klondike", "k"),
    "resume": ("Resume", "r"),
    "hands": ("My hands", "l"),
    "replay": ("Replay a file", "f"),
    "statistics": ("Statistics", "s"),
    "settings": ("Settings", "o"),
    "ranges": ("Range editor", "g"),
    "train": ("Trainer", "t"),
}
"""The lines below the poker games: titles and letters."""
MORE: Final = MenuLine("games", "More games", "m")
QUIT: Final = MenuLine("quit", "Quit", "q")


def menu_lines() -> list[MenuLine]:
    """Return the lines of the menu: each has a letter, and a digit while there are any."""
    free = set(ascii_lowercase) - {letter for _, letter in PLACES.values()} - {QUIT.keys, MORE.keys}
    found: dict[str, tuple[str, str]] = {}
    for offer in offers():
        if offer.is_usual:
            letter = next((letter for letter in offer.kind if letter in free), "")
            free.discard(letter)
            found[offer.kind] = capital(offer.title), letter
    lines = []
    for number, (name, (title, letter)) in enumerate((found | PLACES).items(), 1):
        keys = ([str(number)] if number < 10 else []) + ([letter] if letter else [])
        lines.append(MenuLine(name, title, ",".join(keys)))
    return [*lines[: len(found) + 1], MORE, *lines[len(found) + 1 :], QUIT]


# --- parts -----------------------------------------------------------------------------------------------------------


class Menu(Lines):
    """The menu. Enter goes to the content at once, because the next key is for it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "screen.go_on", "Open")]


class Sign(Widget):
    """The name over the door, and a few cards."""

    DEFAULT_CSS = """
    Sign { height: 5; margin: 0 2; }
    """

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.settings = settings

    def render(self) -> Text:
        """Return the name on the left, the cards on the right, as they look now."""
        settings, width = self.settings, self.size.width
        cards = [face(Card(name), settings.look) for name in ("As", "Kh", "Qc", "Jd")]
        pictures = [*cards, *[back(settings.back, settings.look)] * (3 if width >= WIDE else 1)]
        name = ["", "k i c k e r", "", ""] if settings.ascii else ["", *SIGN.splitlines()]
        text = Text(no_wrap=True)
        for number, words in enumerate([*name, "poker and Klondike"]):
            text.append(f"{words:{max(0, width - len(pictures) * 8)}}", f"bold {GOLD}" if number < 4 else GREEN)
            for picture in pictures:
                text.append(" ")
                for segment in picture[number]:
                    text.append(segment.text, segment.style)
            text.append("\n" * (number < 4))
        return text


# --- the screen ------------------------------------------------------------------------------------------------------


class Lobby(RoomScreen):
    """The first screen."""

    DEFAULT_CSS = """
    Lobby { background: $background; }
    Lobby #floor { height: 1fr; margin: 1 1 0 1; }
    Lobby #floor > * { height: 100%; border: round $secondary; background: $surface; scrollbar-size-vertical: 1; }
    Lobby #floor > *:focus, Lobby #floor > .-entered { border: round $primary; }
    Lobby #floor > OptionList:focus { background-tint: $foreground 0%; }
    Lobby #menu { width: 26; padding: 0 1; }
    Lobby .place { width: 1fr; padding: 1 2; border-title-color: $foreground; }
    Lobby Entries.place { padding: 0 1; }
    Lobby Entries:focus > .option-list--option-highlighted { background: $panel; color: $foreground; }
    Lobby #news { width: 54; padding: 0 2; }
    Lobby.-narrow #menu { display: none; }
    Lobby.-narrow.-choosing #menu { display: block; width: 100%; }
    Lobby #say { height: auto; max-height: 3; margin: 0 2; color: $foreground 80%; }
    Lobby #say.-wrong { color: $error; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "enter_place", "Go to the options", show=False),
        Binding("left", "leave", "Back to the menu", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.opening = False
        self.news: News | None = None
        self.places: dict[str, Place] = {}
        self.lines = menu_lines()
        for line in self.lines:
            self._bindings.bind(line.keys, f"go('{line.name}')", line.title, show=line is QUIT)

    def compose(self) -> ComposeResult:
        """Make the sign, the menu and its content, and a line for messages."""
        self.sign, self.told = Sign(self.settings), Static(id="news")
        self.fit(*self.app.size)
        yield self.sign
        with Horizontal(id="floor"):
            yield Menu(*self.menu_options(), id="menu")
            yield self.told
        yield Static("Press 1 and Enter to be dealt in.", id="say")
        yield KeyBar()

    def menu_options(self) -> list[Option | None]:
        """Return the lines of the menu, in groups."""
        options: list[Option | None] = []
        for line in self.lines:
            if line.name in ("resume", "quit"):
                options.append(None)
            key = line.keys.split(",")[0]
            options.append(Option(Text.assemble((f"{key}  ", f"bold {GREEN}"), line.title), id=line.name))
        return options

    @property
    def menu(self) -> OptionList:
        """The menu."""
        return self.query_one("#menu", OptionList)

    # --- display ---

    def on_mount(self) -> None:
        """Start at the first line."""
        self.menu.highlighted = 0
        self.set_focus(self.menu)

    def on_resize(self, event: Resize) -> None:
        """Adapt to the new size."""
        self.fit(*event.size)

    def fit(self, width: int, height: int) -> None:
        """Show the sign and the news if they fit."""
        self.sign.display = height >= HIGH
        self.told.display = width >= WIDE
        self.set_class(width < NARROW, "-narrow")
        self.show_focus()

    def on_descendant_focus(self) -> None:
        """Show where the next key goes."""
        self.show_focus()

    def show_focus(self) -> None:
        """If there is no room for both, show the menu or its content, whichever has the focus; mark the content.

        As :focus-within would do. A class makes Textual look up the styles of all that is within, which costs the key
        30 ms; but the screen's means nothing where there is room for both, and the content's is for its border alone.
        """
        choosing = self.focused is None or self.focused is self.menu
        self.set_class(choosing and self.has_class("-narrow"), "-choosing")
        for place in self.places.values():
            if place.has_class("-entered") is choosing:
                place.set_class(not choosing, "-entered", update=False)
                self.app.stylesheet.update_nodes([place], animate=True)

    def on_screen_resume(self) -> None:
        """Update the lists when the lobby is shown again; the first time, draw it before."""
        self.set_timer(0.01 if self.news else SETTLE, self.refresh_news)

    @work(exclusive=True, group="news")
    async def refresh_news(self) -> None:
        """Collect the news and show it."""
        from kicker.ui.tui.openings import News

        self.news = await self.in_thread(News.gather, self.settings)
        for place in self.places.values():
            self.tell(place)
        self.told.update(self.news.text)

    def tell(self, place: Place) -> None:
        """Pass the news to the content of a line."""
        hear: Callable[[News], None] | None = getattr(place, "hear", None)
        if hear is not None and self.news is not None:
            hear(self.news)

    async def show_place(self, name: str) -> Place:
        """Show the content of a menu line, made when it is first needed."""
        from kicker.ui.tui.places import make_place

        for other, place in self.places.items():
            place.display = other == name
        if name not in self.places:
            place = self.places[name] = make_place(name, self.settings)
            place.add_class("place")
            await self.query_one("#floor").mount(place, after=self.menu)
            self.tell(place)
        return self.places[name]

    def say(self, sentence: str, *, wrong: bool = False) -> None:
        """Show a message at the bottom."""
        line = self.query_one("#say", Static)
        line.update(Text(sentence))
        line.set_class(wrong, "-wrong")

    # --- actions ---

    @on(OptionList.OptionHighlighted, "#menu")
    async def look_at(self, event: OptionList.OptionHighlighted) -> None:
        """Show the content of the selected line, unless the room is being closed."""
        if self.query_one("#floor").is_attached:
            await self.show_place(event.option_id or "")

    @on(OptionList.OptionSelected, "#menu")
    async def go_there(self, event: OptionList.OptionSelected) -> None:
        """Go to the content of the line."""
        await self.action_go(event.option_id or "")

    async def action_go(self, name: str) -> None:
        """Go to the content of a menu line."""
        self.menu.highlighted = self.menu.get_option_index(name)
        (await self.show_place(name)).start()

    async def action_go_on(self) -> None:
        """Go to the content of the selected line."""
        option = self.menu.highlighted_option
        if option is not None:
            await self.action_go(option.id or "")

    async def action_enter_place(self) -> None:
        """Go to the content with an arrow key, if there is something to choose."""
        option = self.menu.highlighted_option
        if self.focused is self.menu and option is not None and option.id not in ("quit", "statistics", "ranges"):
            await self.action_go_on()

    def action_leave(self) -> None:
        """Go back to the menu; the lobby is the last screen."""
        self.set_focus(self.menu)

    def on_field_help(self, event: FieldHelp) -> None:
        """Show the help of the focused field."""
        self.say(event.sentence)

    def on_wanted(self, event: Wanted) -> None:
        """Open the requested screen."""
        self.open(event.prepare, event.form)

    async def on_chosen(self, event: Chosen) -> None:
        """Show the options of a game."""
        (await self.show_place(event.name)).start()

    def on_unwanted(self, event: Unwanted) -> None:
        """Remove the entry."""
        self.delete(event.remove)

    def on_restyled(self) -> None:
        """Save the settings and redraw."""
        self.run_worker(self.room.keep_settings())
        for widget in self.walk_children(with_self=True):
            widget.refresh()
        self.refresh_bindings()
        self.refresh_news()

    @work(group="opening")
    async def delete(self, remove: Callable[[], None]) -> None:
        """Remove something in a thread; errors are shown."""
        try:
            await self.in_thread(remove)
            self.say("Game deleted.")
        except KickerError as error:
            self.say(str(error), wrong=True)
        self.refresh_news()

    @work(group="opening")
    async def open(self, prepare: Callable[[], Opening], form: BeginForm | None) -> None:
        """Open something in a thread and show its screen; errors are shown."""
        if self.opening:
            return
        self.opening = True
        self.say("One moment ...")
        try:
            make = await self.in_thread(prepare)
            self.say("")
            if form is not None:
                form.finish()
            await self.app.push_screen(make())
        except OptionError as error:
            self.say("")
            if form is not None:
                form.refuse(error)
        except KickerError as error:
            self.say(str(error), wrong=True)
            self.refresh_news()
        finally:
            self.opening = False
