"""A poker table as a picture: seats around the felt, cards, bets and pots, drawn to fit the space available.

A `Scene` has everything in the picture, as words and cards.

`table_view.py` makes a scene from a game in progress, and `replay_view.py` from a recorded hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from textwrap import wrap
from typing import Final, NamedTuple

from rich.cells import cell_len
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from kicker.cards import Card
from kicker.ui.common.text import WIDTH, Look
from kicker.ui.tui.canvas import Box, Canvas, fitted
from kicker.ui.tui.cards import EDGE, HEIGHT, PLAIN_BACK, back, empty, face, face_style, name_of

ROOM_COLOUR: Final = "#10231b"
RAIL_COLOUR: Final = "#4a3222"
FELT_COLOUR: Final = "#1c5a3e"
ROOM: Final = Style(bgcolor=ROOM_COLOUR)
FELT: Final = Style(color="#cfe3d6", bgcolor=FELT_COLOUR)
FAINT: Final = Style(color="#8fae9d")
PLAQUE: Final = Style(color="#dfe9e3", bgcolor="#12392a")
TURN: Final = Style(color="#fff3c4", bgcolor="#3a7d48")
GONE: Final = Style(color="#7f9d8d", bgcolor="#174733")
WINNER: Final = Style(color="#ffe08a", bgcolor="#4a4416")
CHIPS: Final = Style(color="#f2c14e", bold=True)
BUTTON: Final = Style(color="#1c1c1c", bgcolor="#f7f4ea", bold=True)
SIDE: Final = Style(color=EDGE)
BOLD: Final = Style(bold=True)
WORN: Final = Style(bgcolor="#8d9c8f")
"""The colour of folded cards."""

BOARD: Final = 5
BOARD_WIDTH: Final = BOARD * (WIDTH + 1) - 1
POT_LINES: Final = 3
FAN: Final = 4
"""The visible columns of a card under the next one: up to its suit."""
MINI_HEIGHT: Final = 3
FULL_HEIGHT: Final = HEIGHT + 3
NARROWEST: Final = 13
"""The columns that a seat needs."""
FLATTEST: Final = 0.36
"""The largest height of a table as a share of its width; characters are twice as high as wide."""
BOARD_LINE: Final = 2 + BOARD * 4
"""The columns of a board that is written on one line, with its number."""
HIDDEN: Final = ("▒▒", PLAIN_BACK)
ACTS, HAS_WON = "▶", "*"
CHIP: Final = "●"


class Seat(NamedTuple):
    """The content of one seat."""

    name: str
    cards: tuple[Card | None, ...]
    """The cards, with None for a face-down card."""
    stack: tuple[str, ...]
    """The chips, in fewer and fewer characters."""
    bet: str
    """Its bet, or its result."""
    status: str
    """Its state or last action, in a word or two."""
    style: Style
    mark: str = " "
    button: bool = False
    folded: bool = False


class Scene(NamedTuple):
    """The content of a picture of a table."""

    seats: tuple[Seat, ...]
    """The seats, clockwise from the bottom middle."""
    hand_cards: int
    """The most cards of a seat."""
    board: tuple[Card | None, ...] | None
    """The board; None in games without one."""
    title: str
    """The pots."""
    details: tuple[tuple[str, ...], ...]
    """Details of the pots in fewer and fewer words: the first version that fits is used."""
    lines: tuple[Text, ...]
    """The content in words, for when there is no room for a table."""
    look: Look
    palette: str
    """The palette of card backs; empty for plain ones."""
    own: bool = False
    """True if the bottom seat's cards are shown elsewhere, so that they are small here."""
    boards: tuple[tuple[Card | None, ...], ...] = ()
    """Further boards; with several boards, all are small."""

    @property
    def fanned(self) -> bool:
        """True if a seat holds too many cards to show them side by side."""
        return self.hand_cards > 2


# --- seating --------------------------------------------------------------------------------------------


class Ring(NamedTuple):
    """The number of seats on each side, clockwise from the seat at the bottom in the middle."""

    left: int = 0
    west: int = 0
    top: int = 0
    east: int = 0
    right: int = 0


RINGS: Final = {
    2: (Ring(top=1),),
    3: (Ring(top=2), Ring(west=1, east=1)),
    4: (Ring(west=1, top=1, east=1), Ring(top=3)),
    5: (Ring(west=1, top=2, east=1),),
    6: (Ring(west=1, top=3, east=1),),
    7: (Ring(1, 1, 2, 1, 1),),
    8: (Ring(1, 1, 3, 1, 1),),
    9: (Ring(1, 1, 4, 1, 1),),
    10: (Ring(1, 1, 5, 1, 1),),
}
"""The rings to try for each number of seats; the first that fits is used."""


class Seating(NamedTuple):
    """The places of everything on the table."""

    seats: tuple[Box, ...]
    """The seats, clockwise from the bottom middle."""
    middle: Box
    """The place for the board and the pots."""
    full: bool
    """True if the cards of seats are drawn as pictures."""


class Measures(NamedTuple):
    """The sizes of everything that needs room."""

    seats: int
    hand_cards: int
    board: bool
    own: bool = False

    def plaque(self, ring: Ring, full: bool, width: int) -> int:
        """Return the width of a seat."""
        fanned = self.hand_cards > 2
        row = max(3, ring.top, 1 + ring.left + ring.right)
        beside = (width - self.middle_width) // 2 - 1 if ring.west or ring.east else width
        room = min((width + 1) // row - 1, beside)
        if full:
            return max((self.hand_cards - 1) * (FAN if fanned else WIDTH + 1) + WIDTH + 2, min(22, room))
        return min(24 if fanned else 19, room)

    @property
    def middle_width(self) -> int:
        """The width that the middle needs between two seats."""
        return BOARD_WIDTH if self.board else 28

    def middle_height(self, ring: Ring, tall: int) -> int:
        """Return the number of lines that the middle needs between the seats above and below."""
        return max(HEIGHT * self.board + POT_LINES, tall * (ring.west + ring.east > 0))


def seating(measures: Measures, width: int, height: int) -> Seating | None:
    """Return the seating for this much room: with full-size cards if they fit, otherwise with small ones; None if
    neither fits."""
    for full in (True, False):
        for ring in RINGS[measures.seats]:
            if found := _place(ring, measures, full, width, height):
                return found
    return None


def _place(ring: Ring, measures: Measures, full: bool, width: int, height: int) -> Seating | None:
    """Return the seating of a ring, if it fits."""
    plaque = measures.plaque(ring, full, width)
    tall = FULL_HEIGHT if full else MINI_HEIGHT
    lowest = MINI_HEIGHT if measures.own else tall
    below = tall if ring.left or ring.right else lowest
    above = tall * (ring.top > 0)
    wide = max(ring.top, 1 + ring.left + ring.right) * (plaque + 1) - 1
    if ring.west or ring.east:
        wide = max(wide, measures.middle_width + 2 * (plaque + 1))
    spare = height - above - measures.middle_height(ring, tall) - below
    if spare < 0 or max(wide, measures.middle_width) > width or plaque < NARROWEST:
        return None
    margin = min(2, spare // 4)
    side = min(3, max(0, (width - BOARD_WIDTH - 2 * plaque - 2) // 4))
    floor = height - margin
    middle = Box(0, margin + above, width, floor - below - margin - above)
    level = middle.y + max(0, middle.height - tall) // 2
    third = max(0, (width // 3 - plaque) // 2)
    person = Box((width - plaque) // 2, floor - lowest, plaque, lowest)
    left = [Box(third, floor - below, plaque, tall)] * ring.left
    right = [Box(width - plaque - third, floor - below, plaque, tall)] * ring.right
    west = [Box(side, level, plaque, tall)] * ring.west
    east = [Box(width - plaque - side, level, plaque, tall)] * ring.east
    top = [Box(((2 * place + 1) * width // ring.top - plaque) // 2, margin, plaque, tall) for place in range(ring.top)]
    return Seating((person, *left, *west, *top, *east, *right), middle, full)


# --- words -----------------------------------------------------------------------------------------------------------


def first_fitting(texts: Sequence[str], width: int) -> str:
    """Return the first text that fits, or the last one cut short."""
    return next((text for text in texts if cell_len(text) <= width), fitted(texts[-1], width))


def short_chips(amount: int) -> tuple[str, ...]:
    """Return an amount in fewer and fewer characters: `1,000,000`, `1000000`, `1.0M`."""
    short = str(amount)
    for unit, sign in ((10**9, "G"), (10**6, "M"), (10**3, "k")):
        if amount >= unit:
            short = f"{amount / unit:.1f}{sign}" if unit > 1000 else f"{amount // 1000}k"
            break
    return f"{amount:,}", str(amount), short


def broken(words: str, width: int, lines: int) -> list[str]:
    """Words on this many lines, broken at blanks; dots mark a cut."""
    return wrap(words, max(width, 3), max_lines=lines, placeholder=" ..", break_on_hyphens=False)


# --- the picture -----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def bare_table(width: int, height: int, bottom: int) -> list[list[Segment]]:
    """Return the lines of a round table with its rail, two points to a character, one above the other."""
    top = 1 if height > 20 else 0
    middle, half = (top + bottom) / 2, max(1.0, (bottom - top) / 2)

    def reach(y: float, shrunk: float) -> float:
        """Return how far a table shrunk by this much extends from its middle at a height."""
        away = abs(y - middle) / max(0.5, half - shrunk)
        return (width / 2 - 1 - 2 * shrunk) * max(0.0, 1 - away**5) ** 0.2 if away < 1 else -1.0

    def points(y: float) -> list[str]:
        outer, inner = reach(y, 0), reach(y, 0.75)
        ways = [abs(x + 0.5 - width / 2) for x in range(width)]
        return [FELT_COLOUR if way <= inner else RAIL_COLOUR if way <= outer else ROOM_COLOUR for way in ways]

    lines = []
    for y in range(height):
        runs = [(*pair, len(list(run))) for pair, run in groupby(zip(points(y + 0.25), points(y + 0.75), strict=True))]
        lines.append(
            [Segment((" " if up == low else "▀") * count, Style(color=up, bgcolor=low)) for up, low, count in runs]
        )
    return lines


@lru_cache(maxsize=4)
def _ground(width: int, height: int, bottom: int) -> Canvas:
    """Return a canvas with the bare table, to be copied and drawn on."""
    canvas = Canvas(width, height, ROOM)
    canvas.picture(0, 0, bare_table(width, height, bottom))
    return canvas


def draw_scene(scene: Scene, width: int, height: int) -> list[Strip]:
    """Return the lines of the picture: a table, or words if there is no room for it."""
    spare = height - max(3 * FULL_HEIGHT, round(FLATTEST * width))
    if spare > 1:
        blank = [Strip.blank(width, ROOM)] * (spare // 2)
        return [*blank, *draw_scene(scene, width, height - 2 * len(blank)), *blank]
    measures = Measures(len(scene.seats), scene.hand_cards, scene.board is not None, scene.own)
    plan = seating(measures, width, height)
    if plan is None:
        return _in_words(scene, width, height)
    plain = scene.look.ascii
    bottom = plan.seats[0].y + 1 if scene.own else height
    canvas = Canvas(width, height, FELT) if plain else _ground(width, height, bottom).copy()
    for seat, box in zip(scene.seats, plan.seats, strict=True):
        _draw_seat(canvas, box, scene, seat)
    _draw_middle(canvas, plan, scene)
    return canvas.strips()


def _in_words(scene: Scene, width: int, height: int) -> list[Strip]:
    console = Console(width=max(1, width))
    lines = [Strip(line.render(console)).apply_style(FELT) for line in scene.lines[:height]]
    return [line.crop_extend(0, width, FELT) for line in lines] + [Strip.blank(width, FELT)] * (height - len(lines))


def _draw_middle(canvas: Canvas, plan: Seating, scene: Scene) -> None:
    """Draw the board, or in draw games the deck if it fits; below it the pots, or their winners."""
    box, board = plan.middle, scene.board
    airy = box.height > HEIGHT + POT_LINES + 1
    cards = HEIGHT * (board is not None or airy)
    y = box.y + max(0, box.height - cards - POT_LINES - airy) // 2
    if board is not None and scene.boards:
        _draw_boards(canvas, y, (board, *scene.boards), scene.look)
    elif board is not None:
        x = (canvas.width - BOARD_WIDTH) // 2
        for place in range(BOARD):
            there = board[place] if place < len(board) else None
            picture = empty(style=FAINT) if place >= len(board) else _card_picture(there, scene)
            canvas.picture(x + place * (WIDTH + 1), y, picture)
    elif airy:
        canvas.picture((canvas.width - WIDTH) // 2, y, _card_picture(None, scene))
    y += cards + airy
    room = _middle_width(plan, y, canvas.width)
    for number, line in enumerate(_middle_lines(scene, room)):
        style = CHIPS if not number else FELT
        canvas.put((canvas.width - cell_len(line)) // 2, y + number, line, style)


def _draw_boards(canvas: Canvas, y: int, boards: Sequence[tuple[Card | None, ...]], look: Look) -> None:
    """Draw several boards, one per line; in two columns if there are too many for one."""
    columns = -(-len(boards) // HEIGHT)
    x = (canvas.width - columns * (BOARD_LINE + 2) + 2) // 2
    for place, board in enumerate(boards):
        left, row = x + place // HEIGHT * (BOARD_LINE + 2), y + place % HEIGHT
        canvas.put(left, row, f"{place + 1:>2}", FAINT)
        _write(canvas, left + 3, row, [
            (name_of(card, plain=look.ascii), face_style(card, look)) if card is not None else HIDDEN for card in board
        ])  # fmt: skip


def _middle_lines(scene: Scene, room: int) -> list[str]:
    title = [fitted(scene.title, room)] if scene.title else []
    lines: list[str] = []
    for details in scene.details:
        lines = broken("; ".join(details), room, POT_LINES - len(title))
        if not lines or not lines[-1].endswith(".."):
            break
    return title + lines


def _middle_width(plan: Seating, y: int, width: int) -> int:
    """Return the width of the middle between the seats."""
    beside = [box for box in plan.seats if box.y < y + POT_LINES and y < box.y + box.height]
    half = min([abs(width // 2 - edge) for box in beside for edge in (box.x, box.x + box.width)], default=width // 2)
    return max(0, 2 * half - 2)


def _draw_seat(canvas: Canvas, box: Box, scene: Scene, seat: Seat) -> None:
    """Name, chips, cards and status of a seat; pictures of cards if there is room."""
    style, x, y, room = seat.style, box.x + 1, box.y, box.width - 2
    canvas.fill(box, style)
    button = "" if not seat.button else "(D)" if scene.look.ascii else " D "
    canvas.put(box.x, y, f"{seat.mark}{fitted(seat.name, room - len(button))}", style + BOLD)
    canvas.put(box.x + box.width - len(button), y, button, BUTTON)
    cards = small_cards(seat, scene.look)
    width = sum(cell_len(text) + 1 for text, _ in cards) - 1
    if box.height == FULL_HEIGHT:
        _draw_fan(canvas, x, y + 2, scene, seat)
        words, beside, last = y + 1, seat.bet, y + FULL_HEIGHT - 1
        canvas.put(x, last, fitted(seat.status, room), style)
    elif scene.fanned:
        words, beside = y + 1, f"{seat.bet} {seat.status}".strip()
        _write(canvas, x, y + 2, cards)
    else:
        words, beside = y + 1, ""
        _write(canvas, x + room - width, y + 1, cards)
        canvas.put(x, y + 2, seat.bet, CHIPS)
        start = cell_len(seat.bet) + 1 if seat.bet else 0
        canvas.put(x + start, y + 2, fitted(seat.status, room - start), style)
        room -= max(0, width)
    stack = first_fitting(seat.stack, room)
    canvas.put(x, words, stack, style)
    if beside:
        beside = fitted(beside, room - cell_len(stack) - 1)
        canvas.put(x + room - cell_len(beside), words, beside, CHIPS if seat.bet else style)


def small_cards(seat: Seat, look: Look) -> list[tuple[str, Style]]:
    """Return cards on one line: face-up cards as words, two characters for each hidden one."""
    hidden = [HIDDEN]
    return [
        small for card in seat.cards
        for small in ([(name_of(card, plain=look.ascii), _paper(card, seat, look))] if card is not None else hidden)
    ]  # fmt: skip


def _paper(card: Card, seat: Seat, look: Look) -> Style:
    return face_style(card, look) + WORN if seat.folded else face_style(card, look)


def _write(canvas: Canvas, x: int, y: int, cards: Sequence[tuple[str, Style]]) -> None:
    for text, style in cards:
        canvas.put(x, y, text, style)
        x += cell_len(text) + 1


def _draw_fan(canvas: Canvas, x: int, y: int, scene: Scene, seat: Seat) -> None:
    """Draw the full-size cards of a seat; those of draw games overlap, and an edge separates the backs."""
    step = FAN if scene.fanned else WIDTH + 1
    for place, card in enumerate(seat.cards):
        left = x + place * step
        canvas.picture(left, y, _card_picture(card, scene))
        for row in range(HEIGHT):
            if card is not None and seat.folded:
                canvas.restyle(left, y + row, WIDTH, _paper(card, seat, scene.look))
            elif card is None and place and scene.fanned:
                canvas.put(left, y + row, "▏", SIDE)


def _card_picture(card: Card | None, scene: Scene) -> list[list[Segment]]:
    return back(scene.palette, scene.look) if card is None else face(card, scene.look)


class Felt(Widget):
    """The table on the screen, or one sentence in its place."""

    ALLOW_SELECT = False

    def __init__(self) -> None:
        super().__init__()
        self._shown: Scene | str = ""
        self._strips: list[Strip] = []
        self._drawn_at: Size | None = None

    def show(self, shown: Scene | str) -> None:
        """Show this scene from now on."""
        if shown != self._shown:
            self._shown, self._drawn_at = shown, None
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """Return a line of the picture, which is drawn when its first line is needed."""
        if self._drawn_at != self.size:
            self._drawn_at = self.size
            draw = draw_sentence if isinstance(self._shown, str) else draw_scene
            self._strips = draw(self._shown, *self.size)  # type: ignore[arg-type]
        return self._strips[y] if y < len(self._strips) else Strip.blank(self.size.width, FELT)


def draw_sentence(sentence: str, width: int, height: int) -> list[Strip]:
    """Return a sentence in the middle of the felt."""
    canvas = Canvas(width, height, FELT)
    lines = broken(sentence, min(70, width - 4), max(1, height))
    for number, line in enumerate(lines):
        canvas.put((width - cell_len(line)) // 2, (height - len(lines)) // 2 + number, line, CHIPS)
    return canvas.strips()
