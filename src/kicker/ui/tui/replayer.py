"""The replayer: recorded hands, step by step at a table, with all cards or through the eyes of one seat.

Files are read, hands replayed and equities counted in threads, so that no key waits. What a hand comes to in words is the
same as `kicker replay` prints (`ui/replay.py`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from threading import Lock
from typing import ClassVar, Final, NamedTuple, cast

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Footer, Input, Static
from textual.worker import Worker, get_current_worker

from kicker.cards import Card, count_of
from kicker.equity import MOST_PLAYERS, Equity, equity
from kicker.errors import KickerError, RecordError
from kicker.games import State
from kicker.hands import evaluate
from kicker.records import HALF_CHIP, MISMATCHED, OK, UNDETERMINED, Record
from kicker.ui.replay import (
    Found,
    Hands,
    Scene,
    amount,
    find_files,
    find_place,
    find_seat,
    make_scene,
    scene_lines,
    seen_hands,
    step_lines,
    title,
)
from kicker.ui.text import UNKNOWN, WIDTH, Look
from kicker.ui.tui.base import RoomScreen, Settings
from kicker.ui.tui.cards import HEIGHT, PLAIN_BACK, back, face, face_style, word

READ_AHEAD: Final = 400
"""Hands that are read beyond the one that is shown, so that the list goes on."""
SHORTEST_PAUSE: Final = 0.02
BOARD_SIZES: Final = {"flop": 3, "turn": 4, "river": 5}

ROOM: Final = Style(color="#e8efe6", bgcolor="#0a2a1e")
CLOTH: Final = Style(bgcolor="#17603f")
PANEL: Final = Style(color="#e8efe6", bgcolor="#0e3526")
ACTING: Final = Style(color="#fff6d8", bgcolor="#4a4214", bold=True)
GONE: Final = Style(color="#7d9488")
FAINT: Final = Style(color="#3d8463")
BRASS: Final = Style(color="#f0cf7a", bold=True)
QUIET: Final = Style(color="#a9c2b3")
BUTTON: Final = Style(color="#10241a", bgcolor="#e8efe6", bold=True)
CURRENT: Final = Style(bgcolor="#245c44", bold=True)
WORN: Final = Style(bgcolor="#8d9c8f")
"""The paper of cards that were folded."""


class Signs(NamedTuple):
    """Marks that are more than colour."""

    acts: str = "▶"
    chip: str = "●"
    now: str = "▸"
    more: str = "…"
    dot: str = "·"
    verdicts: Mapping[str, str] = {OK: "✓", HALF_CHIP: "½", UNDETERMINED: "?", MISMATCHED: "≠", "": "✗"}


SIGNS: Final = Signs()
ASCII_SIGNS: Final = Signs(">", "o", ">", "...", "-", {OK: "+", HALF_CHIP: "h", UNDETERMINED: "?", MISMATCHED: "!", "": "x"})


# --- what is shown ---------------------------------------------------------------------------------------------------


class Seat(NamedTuple):
    """What lies and stands at one seat; cards that nobody may see are None."""

    name: str
    cards: tuple[Card | None, ...]
    stack: str
    bet: str
    """What lies before it: its bet, or what it won or lost."""
    aside: str
    """Beside the cards: how often it wins, or that it is out."""
    note: str
    """The name of its hand, where that was asked for."""
    live: bool
    acts: bool
    button: bool


class Spot(NamedTuple):
    """The table at one moment."""

    seats: tuple[Seat, ...]
    """In turn, as they sit around the table."""
    board: tuple[Card | None, ...] | None
    """None in games that have none."""
    pots: tuple[str, ...]
    lines: tuple[Text, ...]
    """The same in words, for where there is no room for a table."""


class Question(NamedTuple):
    """What an equity is asked for."""

    seats: tuple[int, ...]
    players: tuple[str, ...]
    board: tuple[Card, ...]
    dead: tuple[Card, ...]


def question_of(scene: Scene, state: State) -> Question | None:
    """Who may still win, with what whoever watches knows; None where there is nothing to count."""
    record = scene.record
    seats = tuple(seat for seat, live in enumerate(state.live) if live)
    if record.rules.game != "holdem" or state.over or not 2 <= len(seats) <= MOST_PLAYERS:
        return None
    if not record.knows(state.board):
        return None
    known = [hand if len(hand) == 2 and record.knows(hand) else () for hand in seen_hands(scene, state)]
    players = tuple("".join(map(str, known[seat])) or "random" for seat in seats)
    # A folded hand that is known cannot come any more.
    dead = tuple(card for seat, hand in enumerate(known) if seat not in seats for card in hand)
    return Question(seats, players, state.board, dead)


def hand_names(scene: Scene, state: State) -> dict[int, str]:
    """The names of the five cards that each live seat is known to hold."""
    return {
        seat: evaluate(hand).category.describe()
        for seat, hand in enumerate(seen_hands(scene, state))
        if len(hand) == 5 and state.live[seat] and scene.record.knows(hand)
    }


def spot_of(scene: Scene, place: int, asides: Mapping[int, str], notes: Mapping[int, str], signs: Signs) -> Spot:
    """The table at one step, as whoever watches sees it."""
    record, state = scene.record, scene.replay.states[place]
    hands = seen_hands(scene, state)
    seats = []
    for seat in seating(record):
        cards = tuple(None if card in record.unknown else card for card in hands[seat])
        if state.over:
            bet = amount(record, state.payoffs[seat], "+") if state.payoffs[seat] else ""
        else:
            bet = f"{signs.chip} {amount(record, state.bets[seat])}" if state.bets[seat] else ""
        live, stack = state.live[seat], state.stacks[seat]
        seats.append(
            Seat(
                record.names[seat],
                cards or (None,) * len(state.hands[seat]),
                "all in" if live and not stack and not state.over else amount(record, stack),
                bet,
                asides.get(seat, "") if live else "out",
                notes.get(seat, ""),
                live,
                state.seat == seat,
                seat == record.button,
            )
        )
    board = tuple(None if card in record.unknown else card for card in state.board)
    lines = [Text.from_ansi(line) for line in scene_lines(scene, state)]
    for seat, more in (*asides.items(), *notes.items()):
        lines[seat].append(f"  {more}", BRASS)
    return Spot(tuple(seats), board if record.rules.game == "holdem" else None, pot_words(scene, state), tuple(lines))


def pot_words(scene: Scene, state: State) -> tuple[str, ...]:
    """What lies in the middle, and how it is divided where there are side pots."""
    view = state.view(scene.viewer)
    if state.over:
        return ("the deal is over",)
    words = [f"pot {amount(scene.record, view.pot)}"]
    if len(view.pots) > 1:
        words.append(", ".join(f"{pot.name.lower()} {amount(scene.record, pot.amount)}" for pot in view.pots))
    return tuple(words)


def seating(record: Record) -> list[int]:
    """The seats as they sit around the table, where the record says so; else in turn."""
    numbers, seats = record.fields.get("seats"), list(range(len(record.stacks)))
    if isinstance(numbers, list) and len(numbers) == len(seats) and all(type(number) is int for number in numbers):
        seats.sort(key=lambda seat: int(numbers[seat]))
    return seats


def hand_label(found: Found) -> str:
    """What a hand is called in the list: its file, and its number in a file with many."""
    path = Path(found.file)
    return f"{path.stem} [{found.number}]" if path.suffix.lower() == ".phhs" else path.stem


# --- drawing ---------------------------------------------------------------------------------------------------------


class Canvas:
    """Characters with styles on a ground; what is put on it keeps the colour below, unless it has its own."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.rows: list[list[tuple[str, Style]]] = [[(" ", ROOM)] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: Style) -> None:
        """Write; what does not fit is left out."""
        if not 0 <= y < self.height:
            return
        row = self.rows[y]
        for letter in text:
            width = cell_len(letter)
            if not width and 0 < x <= self.width:
                row[x - 1] = (row[x - 1][0] + letter, row[x - 1][1])
            elif width and 0 <= x and x + width <= self.width:
                row[x] = (letter, row[x][1] + style)
                row[x + 1 : x + width] = [("", row[x][1])] * (width - 1)
            x += width

    def centre(self, x: int, y: int, text: str, style: Style) -> None:
        """Write around a column."""
        self.put(x - cell_len(text) // 2, y, text, style)

    def strips(self) -> list[Strip]:
        """The lines, neighbours of one style together."""
        return [Strip(Segment(text, style) for text, style in row).simplify() for row in self.rows]


class Plan(NamedTuple):
    """Where the seats are, and how large."""

    width: int
    height: int
    """Without the line of the bet."""
    pictures: bool
    places: list[tuple[int, int, bool]]
    """Column and row of each seat, and whether its bet lies above it."""


def plan_table(spot: Spot, width: int, height: int) -> Plan | None:
    """Clockwise from the bottom right: bottom, left, top, right; None if there is no room for a table."""
    sides = 0 if len(spot.seats) == 2 else 1
    top = (len(spot.seats) - 2 * sides) // 2
    bottom = len(spot.seats) - 2 * sides - top
    middle = 5 * (WIDTH + 1) + 1 if spot.board is not None else 24
    box = min(26, width // max(top, bottom, 1) - 1, (width - middle) // 2)
    cards = max(len(seat.cards) for seat in spot.seats)
    pictures = height >= 2 * (HEIGHT + 3) + HEIGHT + 3 and box >= max(18, 4 * (cards - 1) + WIDTH + 3)
    tall = HEIGHT + 2 if pictures else 3
    if box < max(17, 3 * cards + 4) or height < 2 * (tall + 1) + HEIGHT + 1:
        return None

    def along(count: int) -> list[int]:
        return [round((index + 0.5) * width / count - box / 2) for index in range(count)]

    centre = (height - tall) // 2
    places = [(x, height - tall - 1, True) for x in reversed(along(bottom))]
    places += [(0, centre, False)] * sides
    places += [(x, 0, False) for x in along(top)]
    places += [(width - box, centre, False)] * sides
    return Plan(box, tall, pictures, places)


class Artist:
    """Draws a spot, in the look that was chosen."""

    def __init__(self, settings: Settings, signs: Signs) -> None:
        self.look, self.signs = settings.look, signs
        self.back = [[Segment(self.look.back, PLAIN_BACK)]] * HEIGHT if self.look.ascii else back(settings.back)

    def draw(self, spot: Spot, width: int, height: int) -> list[Strip]:
        """The lines of the table."""
        canvas = Canvas(width, height)
        plan = plan_table(spot, width, height)
        if plan is None:
            console = Console(width=width)
            lines = [Strip(line.render(console)).apply_style(ROOM) for line in spot.lines]
            return [line.crop_extend(0, width, ROOM) for line in lines[:height]] + canvas.strips()[len(lines) :]
        self.cloth(canvas)
        for seat, place in zip(spot.seats, plan.places, strict=True):
            self.seat(canvas, seat, plan, *place)
        pots = spot.pots
        if len(pots) > 1 and height < 2 * (plan.height + 1) + HEIGHT + 2:
            pots = (f"{pots[0]}: {pots[1]}",)
        left = width // 2 - (5 * (WIDTH + 1) - 1) // 2
        top = (height - HEIGHT - len(pots)) // 2
        if spot.board is not None:
            for index, card in enumerate([*spot.board, *[None] * 5][:5]):
                self.card(canvas, left + index * (WIDTH + 1), top, card, empty=index >= len(spot.board))
        else:
            top -= HEIGHT // 2 + 1
        for index, words in enumerate(pots):
            canvas.centre(width // 2, top + HEIGHT + index, words, BRASS if not index else ROOM.without_color)
        return canvas.strips()

    def cloth(self, canvas: Canvas) -> None:
        """An oval table, its rim below the seats."""
        middle = (canvas.height - 1) / 2
        for y in range(canvas.height):
            bend = 1 - (abs(y - middle) / (middle + 0.5)) ** 3
            half = round((canvas.width / 2 - 5) * bend ** (1 / 3))
            canvas.put(canvas.width // 2 - half, y, " " * 2 * half, CLOTH)

    def seat(self, canvas: Canvas, seat: Seat, plan: Plan, x: int, y: int, below: bool) -> None:
        """Name, cards, chips, and the bet on the side of the middle."""
        width, tall = plan.width, plan.height
        panel = ACTING if seat.acts else PANEL if seat.live else PANEL + GONE
        bet_row = y if below else y + tall
        y += below
        for row in range(tall):
            canvas.put(x, y + row, " " * width, panel)
        button = " B " if seat.button else ""
        mark = f"{self.signs.acts} " if seat.acts else " "
        canvas.put(x, y, mark + self.cut(seat.name, width - len(mark) - len(button) - 1), panel)
        canvas.put(x + width - len(button), y, button, BUTTON)
        if plan.pictures:
            for index, card in enumerate(seat.cards):
                self.card(canvas, x + 1 + 4 * index, y + 1, card, worn=not seat.live)
        else:
            self.words(canvas, x + 1, y + 1, seat)
        canvas.put(x + width - 1 - cell_len(seat.aside), y + 1, seat.aside, BRASS if seat.live else panel)
        canvas.put(x + 1, y + tall - 1, seat.stack, panel)
        if seat.note:  # the bet makes room for it
            canvas.put(x + width - 1 - cell_len(seat.bet), y + tall - 1, seat.bet, BRASS)
        canvas.centre(x + width // 2, bet_row, seat.note or seat.bet, BRASS)

    def words(self, canvas: Canvas, x: int, y: int, seat: Seat) -> None:
        """Cards in a line."""
        for card in seat.cards:
            text = Text(UNKNOWN, QUIET) if card is None else word(card, self.look)
            canvas.put(x, y, text.plain, cast("Style", text.style) if seat.live else GONE)
            x += cell_len(text.plain) + 1

    def card(self, canvas: Canvas, x: int, y: int, card: Card | None, *, empty: bool = False, worn: bool = False) -> None:
        """A card, a back, or a place for one."""
        for row in range(HEIGHT):
            if empty:
                line = [Segment(Text.from_ansi(self.look.empty_lines()[row]).plain, FAINT)]
            elif card is None:
                line = self.back[row]
            else:
                line = [face(card, self.look)[row]]
                if worn:
                    line = [Segment(line[0].text, face_style(card, self.look) + WORN)]
            place = x
            for text, style, _ in line:
                canvas.put(place, y + row, text, style or ROOM)
                place += cell_len(text)

    def cut(self, text: str, width: int) -> str:
        """The text, with a sign that there is more where it is too long."""
        if cell_len(text) <= width:
            return text
        return set_cell_size(text, width - cell_len(self.signs.more)).rstrip() + self.signs.more


# --- widgets ---------------------------------------------------------------------------------------------------------


class Table(Widget):
    """The table, or one sentence in its place. A click or the wheel goes on or back."""

    class Turned(Message):
        """Somebody wants to go on by so many steps."""

        def __init__(self, steps: int) -> None:
            super().__init__()
            self.steps = steps

    def __init__(self, *, id: str) -> None:  # noqa: A002 (as Textual has it)
        super().__init__(id=id)
        self._draw: Callable[[int, int], list[Strip]] = lambda width, height: Canvas(width, height).strips()
        self._strips: list[Strip] = []

    def show(self, draw: Callable[[int, int], list[Strip]]) -> None:
        """Draw this from now on, whatever the size."""
        self._draw, self._strips = draw, []
        self.refresh()

    def say(self, sentence: str) -> None:
        """A sentence instead of a table."""

        def draw(width: int, height: int) -> list[Strip]:
            canvas = Canvas(width, height)
            lines = Text(sentence).wrap(self.app.console, max(10, min(70, width - 4)))
            for index, line in enumerate(lines):
                canvas.centre(width // 2, (height - len(lines)) // 2 + index, line.plain.rstrip(), BRASS)
            return canvas.strips()

        self.show(draw)

    def on_resize(self) -> None:
        """Draw anew."""
        self._strips = []

    def render_line(self, y: int) -> Strip:
        """One line of it."""
        if len(self._strips) != self.size.height:
            self._strips = self._draw(*self.size)
        return self._strips[y] if y < len(self._strips) else Strip.blank(self.size.width, ROOM)

    def on_click(self) -> None:
        """On."""
        self.post_message(self.Turned(1))

    def on_mouse_scroll_down(self) -> None:
        """On."""
        self.post_message(self.Turned(1))

    def on_mouse_scroll_up(self) -> None:
        """Back."""
        self.post_message(self.Turned(-1))


class Rows(ScrollView, can_focus=False):
    """Lines that are made when they are seen, however many there are; a click picks one."""

    class Picked(Message):
        """A line was clicked."""

        def __init__(self, rows: Rows, row: int) -> None:
            super().__init__()
            self.rows, self.row = rows, row

        @property
        def control(self) -> Rows:
            """Whose line."""
            return self.rows

    class Ending(Message):
        """The last lines come into sight."""

    def __init__(self, *, id: str) -> None:  # noqa: A002 (as Textual has it)
        super().__init__(id=id)
        self.count = 0
        self._line: Callable[[int], Text] = lambda row: Text()

    def fill(self, count: int, current: int, line: Callable[[int], Text]) -> None:
        """Show these; the current one is in sight."""
        self.count, self._line = count, line
        self.virtual_size = Size(self.size.width, count)
        height = self.size.height
        if height and not self.scroll_y <= current < self.scroll_y + height:
            self.scroll_to(y=current - height // 2 if current < count - 1 else count, animate=False, immediate=True)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One line of them."""
        row = y + round(self.scroll_y)
        line = self._line(row) if row < self.count else Text()
        return Strip(line.render(self.app.console)).apply_style(self.rich_style).crop_extend(
            0, self.size.width, self.rich_style + (line.style if isinstance(line.style, Style) else Style())
        )

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Ask for more in time."""
        super().watch_scroll_y(old_value, new_value)
        if new_value + 2 * self.size.height >= self.count:
            self.post_message(self.Ending())

    def on_click(self, event: events.Click) -> None:
        """Pick."""
        row = event.y + round(self.scroll_y)
        if row < self.count:
            self.post_message(self.Picked(self, row))


# --- the screen ------------------------------------------------------------------------------------------------------


class ReplayScreen(RoomScreen):
    """Recorded hands, one after the other, each step by step."""

    AUTO_FOCUS = ""
    DEFAULT_CSS = """
    ReplayScreen { layout: grid; grid-size: 2; grid-columns: 28 1fr; grid-rows: 1 2fr 1fr 1 1; }
    ReplayScreen #heading { column-span: 2; padding: 0 1; }
    ReplayScreen #table { column-span: 2; }
    ReplayScreen Rows { border-top: solid $secondary; border-title-color: $accent; padding: 0 1;
                        background: $background; overflow-x: hidden; scrollbar-size-vertical: 1;
                        scrollbar-gutter: stable; }
    ReplayScreen #bottom { column-span: 2; padding: 0 1; background: $surface; }
    ReplayScreen #ask { display: none; }
    ReplayScreen Footer { column-span: 2; dock: initial; }
    ReplayScreen.wide { grid-columns: 1fr 52; grid-rows: 1 1fr 2fr 1 1; }
    ReplayScreen.wide #table { column-span: 1; row-span: 2; }
    ReplayScreen.ascii Rows { border-top: ascii $secondary; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,enter,n", "step(1)", "Next", key_display="→", tooltip="the next action"),
        Binding("left,b", "step(-1)", "Previous", key_display="←", tooltip="one action back"),
        Binding("home", "go(0)", "Start", tooltip="where the hand begins", show=False),
        Binding("end", "go(-1)", "End", tooltip="where the hand ends", show=False),
        Binding("pagedown", "hand(1)", "Hand", key_display="PgDn", tooltip="the next hand"),
        Binding("pageup", "hand(-1)", "Hand before", key_display="PgUp", tooltip="the hand before", show=False),
        Binding("p", "jump('preflop')", "Preflop", tooltip="to the first bets", show=False),
        Binding("f", "jump('flop')", "Flop", tooltip="to the flop", show=False),
        Binding("t", "jump('turn')", "Turn", tooltip="to the turn", show=False),
        Binding("r", "jump('river')", "River", tooltip="to the river", show=False),
        Binding("d", "jump('draw')", "Draw", tooltip="to the draw", show=False),
        Binding("s", "jump('showdown')", "Showdown", tooltip="to the showdown", show=False),
        Binding("g", "ask('action')", "Action", tooltip="to an action, by its number", show=False),
        Binding("h", "ask('hand')", "Hand number", tooltip="to a hand, by its number", show=False),
        Binding("v", "view", "View", tooltip="whose eyes: all cards, or what one seat sees"),
        Binding("e", "equity", "Equity", tooltip="how often each hand wins; in draw, what it is"),
        Binding("space", "play", "Play", key_display="Space", tooltip="play it, or stop"),
    ]

    def __init__(self, files: Sequence[Path], *, index: int = 0, seat: str | None = None) -> None:
        super().__init__()
        self.files = files
        self.index = self.wanted = index
        """The hand that is shown, and the one that was asked for and may have to be read first."""
        self.seat = seat
        self.hands = Hands(())
        self.scene: Scene | None = None
        self.place = 0
        self.steps: list[list[Text]] = []
        self.verdicts: dict[int, str] = {}
        self.message = "reading"
        self.counting = False
        self.answers: dict[Question, Equity] = {}
        self._playing: Timer | None = None
        self._opened = self._complete = False
        self._reading = Lock()

    def compose(self) -> ComposeResult:
        """Heading, table, the list of hands, what happened, and a line that says where one is."""
        yield Static(id="heading")
        yield Table(id="table")
        yield Rows(id="hands")
        yield Rows(id="story")
        with Horizontal(id="bottom"):
            yield Static(id="status")
            yield Input(id="ask", compact=True, restrict=r"[0-9]{0,9}")
        yield Footer()

    def on_mount(self) -> None:
        """Begin to read."""
        self.open(self.index)

    def on_resize(self, event: events.Resize) -> None:
        """Lists to the right where there is room, else below; lines are broken anew."""
        self.set_class(event.size.width >= 132 and event.size.height >= 30, "wide")
        self.call_after_refresh(self.show)

    def on_screen_resume(self) -> None:
        """The settings may have changed meanwhile."""
        if self._opened:
            self.open(self.index, self.place)

    @property
    def signs(self) -> Signs:
        """The marks of the chosen look."""
        return ASCII_SIGNS if self.settings.ascii else SIGNS
