"""What the replayer shows: the table as whoever watches may know it, drawn for whatever room there is, and long lists.

Not here: going from step to step and from hand to hand (`replayer.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from rich.cells import cell_len
from rich.console import Console
from rich.style import Style
from rich.text import Text
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget

from kicker.cards import Card
from kicker.games import State
from kicker.games.events import HIDDEN
from kicker.hands import evaluate
from kicker.odds import MOST_PLAYERS
from kicker.records import HALF_CHIP, MISMATCHED, OK, RAKED, UNDETERMINED, Record
from kicker.ui.common.replaying import Viewing, amount, known_cards, seen_hands, viewing_lines
from kicker.ui.common.text import WIDTH
from kicker.ui.tui.base import Settings
from kicker.ui.tui.canvas import Box, Canvas
from kicker.ui.tui.cards import HEIGHT, PLAIN_BACK, back, empty, face, face_style, name_of, rich_line
from kicker.ui.tui.table_view import (
    BOARD,
    BOARD_WIDTH,
    BOLD,
    BUTTON,
    CHIPS,
    FAN,
    FELT,
    GONE,
    PLAQUE,
    ROOM,
    SIDE,
    TURN,
    WINNER,
    bare_table,
    fitted,
)

WIDEST: Final = 26
FLATTEST: Final = 0.36
"""No table is higher than this part of its width: characters are twice as high as wide."""
FAINT: Final = Style(color="#3d8463")
WORN: Final = Style(bgcolor="#8d9c8f")
"""The paper of cards that were folded."""


class Signs(NamedTuple):
    """Marks that tell without colour."""

    acts: str = "▶"
    button: str = " D "
    chip: str = "●"
    now: str = "▸"
    dot: str = " · "
    about: str = "±"
    edge: str = "▏"
    """Tells a back from the one that it lies on."""
    verdicts: Mapping[str, str] = {OK: "✓", RAKED: "%", HALF_CHIP: "½", UNDETERMINED: "?", MISMATCHED: "≠", "": "✗"}
    """What a hand came to, and the empty word for one that cannot be replayed."""


SIGNS: Final = Signs()
ASCII_SIGNS: Final = Signs(
    acts=">",
    button="(D)",
    chip="o",
    now=">",
    dot=", ",
    about="+-",
    edge="|",
    verdicts={OK: "+", RAKED: "%", HALF_CHIP: "h", UNDETERMINED: "?", MISMATCHED: "!", "": "x"},
)


# --- what is known ---------------------------------------------------------------------------------------------------


class EquityQuestion(NamedTuple):
    """What an equity is asked for."""

    seats: tuple[int, ...]
    players: tuple[str, ...]
    board: tuple[Card, ...]
    dead: tuple[Card, ...]


def question_of(viewing: Viewing, state: State) -> EquityQuestion | None:
    """Who may still win, with what whoever watches knows; None where there is nothing to count."""
    record = viewing.record
    seats = tuple(seat for seat, live in enumerate(state.live) if live)
    if not record.rules.game.has_equity or state.over or not 2 <= len(seats) <= MOST_PLAYERS:
        return None
    if not record.knows(state.board):
        return None
    known = whole_hands(viewing, state)
    players = tuple("".join(map(str, known[seat])) or "random" for seat in seats)
    # A folded hand that is known cannot come any more.
    dead = tuple(card for seat, hand in enumerate(known) if seat not in seats for card in hand)
    return EquityQuestion(seats, players, state.board, dead)


def whole_hands(viewing: Viewing, state: State) -> list[tuple[Card, ...]]:
    """The hands of which whoever watches knows every card, () for the others."""
    count = viewing.record.rules.game.hand_cards
    known = [tuple([card for card in hand if card is not None]) for hand in seen_hands(viewing, state)]
    return [hand if len(hand) == count else () for hand in known]


def hand_names(viewing: Viewing, state: State) -> dict[int, str]:
    """What each live seat holds in draw, where all of it is known."""
    hands = enumerate(whole_hands(viewing, state))
    return {seat: evaluate(hand).category.describe() for seat, hand in hands if hand and state.live[seat]}


class Seat(NamedTuple):
    """What lies and stands at one seat; cards that are not to be seen are None."""

    name: str
    cards: tuple[Card | None, ...]
    stack: str
    bet: str
    """What lies before it: its bet, or what it won or lost."""
    aside: str
    """Beside the cards: how often it wins, or that it is out."""
    note: str
    """The name of its hand, where that was asked for."""
    style: Style
    live: bool
    acts: bool
    button: bool


class Snapshot(NamedTuple):
    """The table at one moment."""

    seats: tuple[Seat, ...]
    """In turn, as they sit around the table."""
    board: tuple[Card | None, ...] | None
    """None in games that have none."""
    pot: str
    """What lies in the middle, in words."""
    pots: tuple[tuple[str, str], ...]
    """Names and amounts of the main pot and the side pots, where there are several."""
    lines: tuple[Text, ...]
    """The same in words, for where there is no room for a table."""


def snapshot_of(
    viewing: Viewing, place: int, settings: Settings, signs: Signs, asides: Mapping[int, str], notes: Mapping[int, str]
) -> Snapshot:
    """The table at one step, as whoever watches sees it; `asides` and `notes` are by seat."""
    record, state = viewing.record, viewing.replay.states[place]
    hands = seen_hands(viewing, state)

    def seat_at(seat: int) -> Seat:
        live, acts, payoff, bet = state.live[seat], state.to_act == seat, state.payoffs[seat], state.bets[seat]
        if state.over:
            before = amount(record, payoff, "+") if payoff else ""
        else:
            before = f"{signs.chip} {amount(record, bet)}" if bet and state.phase != "drawing" else ""
        all_in = live and not state.stacks[seat] and not state.over
        style = TURN if acts else WINNER if state.over and payoff > 0 else PLAQUE if live else GONE
        return Seat(
            name=record.names[seat],
            cards=hands[seat],
            stack="all in" if all_in else amount(record, state.stacks[seat]),
            bet=before,
            aside=asides.get(seat, "") if live else "out",
            note=notes.get(seat, ""),
            style=style,
            live=live,
            acts=acts,
            button=seat == record.button,
        )

    lines = [rich_line(line, settings.look) for line in viewing_lines(viewing, state)]
    for seat, more in (*asides.items(), *notes.items()):
        lines[seat].append(f"  {more}", CHIPS)
    view = state.view(viewing.viewer)
    return Snapshot(
        seats=tuple(map(seat_at, _around(record))),
        board=known_cards(record, state.board) if record.rules.game.board_cards else None,
        pot="the deal is over" if state.over else f"pot {amount(record, view.pot)}",
        pots=tuple((pot.name.lower(), amount(record, pot.amount)) for pot in view.pots)
        if len(view.pots) > 1 and not state.over
        else (),
        lines=tuple(lines),
    )


def _around(record: Record) -> list[int]:
    """The seats as they sit around the table, where the record says so; else in turn."""
    numbers, seats = record.fields.get("seats"), list(range(len(record.stacks)))
    if isinstance(numbers, list) and len(numbers) == len(seats) and all(type(number) is int for number in numbers):
        seats.sort(key=lambda seat: int(numbers[seat]))
    return seats


# --- drawing ---------------------------------------------------------------------------------------------------------


class Plan(NamedTuple):
    """Where the seats are and how large they are."""

    boxes: tuple[Box, ...]
    pictures: bool
    """Whether cards of seats are drawn or written."""


def plan_table(snapshot: Snapshot, width: int, height: int) -> Plan | None:
    """Boxes clockwise from the bottom right; None if there is no room for a table.

    A line is left free on the side of the middle of each box: that is where its bet lies.
    """
    sides = 0 if len(snapshot.seats) <= 3 else 1
    bottom = (len(snapshot.seats) - 2 * sides) // 2
    top = len(snapshot.seats) - 2 * sides - bottom
    middle = BOARD_WIDTH + 2 if snapshot.board is not None else 24
    box = min(WIDEST, width // max(top, bottom) - 1, (width - middle) // 2)
    cards = max(len(seat.cards) for seat in snapshot.seats)
    pictures = box >= max(18, FAN * (cards - 1) + WIDTH + 3) and height >= 3 * (HEIGHT + 3)
    tall = HEIGHT + 2 if pictures else 3
    if box < max(17, 3 * cards + 4) or height < 2 * (tall + 1) + HEIGHT + 1:
        return None

    def row(count: int, y: int) -> list[Box]:
        return [Box((2 * place + 1) * width // (2 * count) - box // 2, y, box, tall) for place in range(count)]

    west, east = (Box(x, (height - tall) // 2, box, tall) for x in (0, width - box))
    boxes = [*reversed(row(bottom, height - tall)), *[west] * sides, *row(top, 0), *[east] * sides]
    return Plan(tuple(boxes), pictures)


def draw_snapshot(snapshot: Snapshot, settings: Settings, signs: Signs, width: int, height: int) -> list[Strip]:
    """The lines of the picture: a table in the middle, or words where there is no room for it."""
    spare = height - max(3 * (HEIGHT + 3), round(FLATTEST * width))
    if spare > 1:
        blank = [Strip.blank(width, ROOM)] * (spare // 2)
        return [*blank, *draw_snapshot(snapshot, settings, signs, width, height - 2 * len(blank)), *blank]
    canvas = Canvas(width, height, FELT)
    plan = plan_table(snapshot, width, height)
    if plan is None:
        console = Console(width=max(1, width))
        lines = [Strip(line.render(console)).apply_style(FELT) for line in snapshot.lines[:height]]
        return [line.crop_extend(0, width, FELT) for line in lines] + canvas.strips()[len(lines) :]
    if not settings.ascii:
        canvas.picture(0, 0, bare_table(width, height, height))
    for seat, box in zip(snapshot.seats, plan.boxes, strict=True):
        _draw_seat(canvas, seat, box, plan.pictures, settings, signs)
    _draw_middle(canvas, snapshot, plan, settings)
    return canvas.strips()


def _draw_middle(canvas: Canvas, snapshot: Snapshot, plan: Plan, settings: Settings) -> None:
    """The board, and below it the pots."""
    width, height = canvas.width, canvas.height
    count = 2 if snapshot.pots and height >= 2 * (plan.boxes[0].height + 1) + HEIGHT + 2 else 1
    y = (height - count - HEIGHT * (snapshot.board is not None)) // 2
    if snapshot.board is not None:
        x = (width - BOARD_WIDTH) // 2
        for place in range(BOARD):
            card = snapshot.board[place] if place < len(snapshot.board) else None
            _draw_card(canvas, x + place * (WIDTH + 1), y, card, settings, missing=place >= len(snapshot.board))
        y += HEIGHT
    beside = [box for box in plan.boxes if box.y < y + count and y <= box.y + box.height]
    room = width - 2 * (beside[0].width + 1) if beside else width
    for number, text in enumerate(_pot_lines(snapshot, room, count)):
        canvas.put((width - cell_len(text)) // 2, y + number, text, FELT if number else CHIPS)


def _pot_lines(snapshot: Snapshot, room: int, count: int) -> list[str]:
    """The pot and its parts on so many lines, the parts without names where there is no room for them."""
    if not snapshot.pots:
        return [fitted(snapshot.pot, room)]
    for parts in (", ".join(map(" ".join, snapshot.pots)), " + ".join(chips for _, chips in snapshot.pots)):
        found = [snapshot.pot, parts] if count > 1 else [f"{snapshot.pot}: {parts}"]
        if cell_len(found[-1]) <= room:
            break
    return [fitted(line, room) for line in found]


def _draw_seat(canvas: Canvas, seat: Seat, box: Box, pictures: bool, settings: Settings, signs: Signs) -> None:
    """Name, cards and chips, and on the side of the middle the bet."""
    x, y, width, tall = box
    canvas.fill(box, seat.style)
    button = signs.button if seat.button else ""
    mark = signs.acts if seat.acts else " "
    canvas.put(x, y, mark + fitted(seat.name, width - 2 - len(button)), seat.style + BOLD)
    canvas.put(x + width - len(button), y, button, BUTTON)
    place, step = x + 1, WIDTH + 1 if len(seat.cards) * (WIDTH + 1) < width else FAN
    for card in seat.cards:
        if pictures:
            _draw_card(canvas, place, y + 1, card, settings, worn=not seat.live)
            if card is None and step == FAN and place > x + 1:
                for row in range(HEIGHT):
                    canvas.put(place, y + 1 + row, signs.edge, SIDE)
            place += step
        else:
            place += _write_card(canvas, place, y + 1, card, settings, worn=not seat.live) + 1
    line = y + tall - 1 if pictures else y + 1
    canvas.put(x + width - 1 - cell_len(seat.aside), line, seat.aside, CHIPS if seat.live else seat.style)
    canvas.put(x + 1, y + tall - 1, seat.stack, seat.style)
    if seat.note:  # the bet makes room for it
        canvas.put(x + width - 1 - cell_len(seat.bet), y + tall - 1, seat.bet, CHIPS)
    before = seat.note or seat.bet
    below = y + tall == canvas.height
    canvas.put(x + (width - cell_len(before)) // 2, y - 1 if below else y + tall, before, CHIPS)


def _write_card(canvas: Canvas, x: int, y: int, card: Card | None, settings: Settings, *, worn: bool) -> int:
    """A card as a word; returns how wide it is."""
    text = HIDDEN if card is None else name_of(card, plain=settings.ascii)
    style = PLAIN_BACK if card is None else face_style(card, settings.look)
    canvas.put(x, y, text, style + WORN if worn and card is not None else style)
    return cell_len(text)


def _draw_card(
    canvas: Canvas, x: int, y: int, card: Card | None, settings: Settings, *, missing: bool = False, worn: bool = False
) -> None:
    """A card, the back of one, or the place for one."""
    look = settings.look
    if card is None:
        canvas.picture(x, y, empty(look, style=FAINT) if missing else back(settings.back, look))
        return
    canvas.picture(x, y, face(card, look))
    for row in range(HEIGHT * worn):
        canvas.restyle(x, y + row, WIDTH, face_style(card, look) + WORN)


# --- widgets ---------------------------------------------------------------------------------------------------------


class Picture(Widget):
    """The table on the screen, or one sentence in its place. A click or the wheel goes on or back."""

    ALLOW_SELECT = False

    class Turned(Message):
        """Somebody wants to go on by so many steps."""

        def __init__(self, steps: int) -> None:
            super().__init__()
            self.steps = steps

    def __init__(self) -> None:
        super().__init__()
        self._draw: Callable[[int, int], list[Strip]] = lambda width, height: Canvas(width, height, FELT).strips()
        self._strips: list[Strip] = []
        self._drawn_at: Size | None = None

    def show(self, draw: Callable[[int, int], list[Strip]]) -> None:
        """Draw this from now on, whatever the size."""
        self._draw, self._drawn_at = draw, None
        self.refresh()

    def say(self, sentence: str) -> None:
        """A sentence instead of a table."""

        def draw(width: int, height: int) -> list[Strip]:
            canvas = Canvas(width, height, FELT)
            lines = Text(sentence).wrap(self.app.console, max(10, min(70, width - 4)))
            for number, line in enumerate(lines):
                words = line.plain.rstrip()
                canvas.put((width - cell_len(words)) // 2, (height - len(lines)) // 2 + number, words, CHIPS)
            return canvas.strips()

        self.show(draw)

    def render_line(self, y: int) -> Strip:
        """A line of the picture, which is drawn when the first line of it is asked for."""
        if self._drawn_at != self.size:
            self._drawn_at = self.size
            self._strips = self._draw(*self.size)
        return self._strips[y] if y < len(self._strips) else Strip.blank(self.size.width, FELT)

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

    class About(Message):
        """Something about these lines."""

        def __init__(self, rows: Rows, row: int = 0) -> None:
            super().__init__()
            self.rows, self.row = rows, row

        @property
        def control(self) -> Rows:
            """Whose lines they are."""
            return self.rows

    class Picked(About):
        """A line was clicked."""

    class Ending(About):
        """The last lines come into sight."""

    def __init__(self, *, id: str) -> None:  # noqa: A002 (as Textual has it)
        super().__init__(id=id)
        self.count = 0
        self._current = -1
        self._line: Callable[[int], Text] = lambda row: Text()

    @property
    def room(self) -> int:
        """How wide a line can be."""
        return self.scrollable_content_region.width

    def fill(self, count: int, current: int, line: Callable[[int], Text]) -> None:
        """Show these. A line that becomes the current one comes into sight; else they stay where somebody scrolled."""
        moved = current != self._current or self.count <= current  # while a file is read its lines come bit by bit
        self.count, self._current, self._line = count, current, line
        self.virtual_size = Size(self.room, count)
        self.refresh()
        if moved:
            self.call_after_refresh(self._bring)

    def on_resize(self) -> None:
        """The current line stays in sight."""
        self.call_after_refresh(self._bring)

    def _bring(self) -> None:
        """Bring the current line into sight: the last one down to the end, others into the middle."""
        row, height = self._current, self.size.height
        if not self.scroll_y <= row < self.scroll_y + height:
            place = row - height // 2 if row < self.count - 1 else self.count - height
            # By force: lines that have just come may not have their scroll bar yet.
            self.scroll_to(y=place, animate=False, immediate=True, force=True)

    def render_line(self, y: int) -> Strip:
        """One line, as wide as the widget."""
        row = y + round(self.scroll_y)
        line = self._line(row) if row < self.count else Text()
        own = self.rich_style + line.style if isinstance(line.style, Style) else self.rich_style
        return Strip(line.render(self.app.console)).apply_style(own).crop_extend(0, self.room, own)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Ask for more in time."""
        super().watch_scroll_y(old_value, new_value)
        if new_value + 2 * self.size.height >= self.count:
            self.post_message(self.Ending(self))

    def on_click(self, event: events.Click) -> None:
        """Pick what is below the pointer."""
        offset = event.get_content_offset(self)
        if offset is not None and offset.y + round(self.scroll_y) < self.count:
            self.post_message(self.Picked(self, offset.y + round(self.scroll_y)))
