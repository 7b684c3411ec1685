"""The poker table as a picture: seats around the felt, cards, bets and pots, drawn for whatever room there is.

All of it is drawn from a `View`, so nothing that is hidden can be shown. Not here: what the person touches
(`betting.py`) and the game itself (`poker.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from textwrap import wrap
from typing import Final, NamedTuple, TypeVar

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from kicker.cards import Card
from kicker.games import Event, Rules, View
from kicker.ui.common.text import PAYING, WIDTH, Look, Wording
from kicker.ui.tui.canvas import Box, Canvas
from kicker.ui.tui.cards import EDGE, HEIGHT, PLAIN_BACK, back, face, face_style, word

ROOM_COLOUR: Final = "#10231b"
RAIL_COLOUR: Final = "#4a3222"
FELT_COLOUR: Final = "#1c5a3e"
ROOM: Final = Style(bgcolor=ROOM_COLOUR)
FELT: Final = Style(color="#cfe3d6", bgcolor=FELT_COLOUR)
PLACE: Final = Style(bgcolor="#174d35")
PLAQUE: Final = Style(color="#dfe9e3", bgcolor="#12392a")
TURN: Final = Style(color="#fff3c4", bgcolor="#2f6b3c")
GONE: Final = Style(color="#7f9d8d", bgcolor="#174733")
WINNER: Final = Style(color="#ffe08a", bgcolor="#4a4416")
CHIPS: Final = Style(color="#f2c14e", bold=True)
BUTTON: Final = Style(color="#1c1c1c", bgcolor="#f7f4ea", bold=True)
SIDE: Final = Style(color=EDGE)
BOLD: Final = Style(bold=True)

BOARD: Final = 5
BOARD_WIDTH: Final = BOARD * (WIDTH + 1) - 1
POT_LINES: Final = 3
FAN: Final = 4
"""Columns that a card shows of itself when the next one lies on it: up to its suit."""
MINI_HEIGHT: Final = 3
FULL_HEIGHT: Final = HEIGHT + 3
VERBS: Final = {
    "blind": "blind",
    "post": "posts",
    "check": "checks",
    "call": "calls",
    "bet": "bets",
    "raise": "raises",
    "muck": "mucks",
}


_Item = TypeVar("_Item")


# --- one event after the other ---------------------------------------------------------------------------------------

NOBODY: Final = -1
"""Who is to act while things happen that nobody decides."""


def opening(view: View) -> View:
    """The table of a deal before anything has happened in it."""
    nothing = (0,) * len(view.stacks)
    return view._replace(
        street=-1,
        to_act=NOBODY,
        phase="betting",
        hand=(),
        board=(),
        stacks=view.start_stacks,
        bets=nothing,
        paid=nothing,
        dead=0,
        live=tuple(seat in view.order for seat in range(len(nothing))),
        hands=((),) * len(nothing),
        up=((),) * len(nothing),
        history=(),
    )


def after_event(view: View, event: Event) -> View:
    """The table after one event more: what the rules do at once can be looked at bit by bit."""
    seat, kind = event.seat, event.kind
    view = view._replace(to_act=NOBODY, history=(*view.history, event))
    if kind == "board":
        return view._replace(board=view.board + event.known, bets=(0,) * len(view.bets))
    if seat is None:
        return view
    if kind in PAYING or kind in ("returned", "won"):
        gain = -event.amount if kind == "returned" else event.amount if kind in PAYING else 0
        view = view._replace(
            stacks=_with(view.stacks, seat, event.stack),
            bets=_with(view.bets, seat, event.to),
            paid=_with(view.paid, seat, view.paid[seat] + gain),
        )
    elif kind == "fold":
        view = view._replace(live=_with(view.live, seat, False))
    elif kind == "dealt":
        up = view.up[seat] + (event.up or (False,) * len(event.cards))
        view = _with_hand(view, seat, view.hands[seat] + event.cards, up)
    elif kind == "drew":  # right after the cards that these are for were thrown
        new = dict(zip(view.history[-2].cards, event.cards, strict=True))
        view = _with_hand(view, seat, tuple([new.get(card, card) for card in view.hands[seat]]), view.up[seat])
    elif kind == "show":
        view = _with_hand(view, seat, event.cards, (True,) * len(event.cards))
    return view


def _with_hand(view: View, seat: int, hand: tuple[Card | None, ...], up: tuple[bool, ...]) -> View:
    view = view._replace(hands=_with(view.hands, seat, hand), up=_with(view.up, seat, up))
    return view._replace(hand=view.open_cards(seat)) if seat == view.seat else view


def _with(items: tuple[_Item, ...], index: int, item: _Item) -> tuple[_Item, ...]:
    return (*items[:index], item, *items[index + 1 :])


# --- where everybody sits --------------------------------------------------------------------------------------------


class Ring(NamedTuple):
    """How many sit where, clockwise from the person, who sits below in the middle."""

    left: int = 0
    west: int = 0
    top: int = 0
    east: int = 0
    right: int = 0


RINGS: Final = {
    2: (Ring(top=1), Ring(west=1)),
    3: (Ring(top=2), Ring(west=1, east=1)),
    4: (Ring(west=1, top=1, east=1), Ring(top=3)),
    5: (Ring(west=1, top=2, east=1),),
    6: (Ring(west=1, top=3, east=1),),
    7: (Ring(1, 1, 2, 1, 1),),
    8: (Ring(1, 1, 3, 1, 1),),
    9: (Ring(1, 1, 4, 1, 1),),
    10: (Ring(1, 1, 5, 1, 1),),
}
"""For each number of seats the rings to try; the first one that has room is taken."""


class Seating(NamedTuple):
    """Where things lie on the table."""

    seats: tuple[Box, ...]
    """From the person on, clockwise."""
    middle: Box
    """For the board and the pots."""
    full: bool
    """Whether the cards of others are drawn as pictures."""


def seating(count: int, rules: Rules, width: int, height: int) -> Seating:
    """Where so many sit in so much room: with whole cards where they fit, else with small ones."""
    for full in (True, False):
        for ring in RINGS[count]:
            if found := _try_ring(ring, rules, full, width, height):
                return found
    return _place(RINGS[count][-1], rules, False, width, height)


def _try_ring(ring: Ring, rules: Rules, full: bool, width: int, height: int) -> Seating | None:
    """The seating of a ring if all of it fits."""
    plaque = _plaque_width(ring, rules, full, width)
    middle = BOARD_WIDTH if rules.game.board_cards else 28
    tall = FULL_HEIGHT if full else MINI_HEIGHT
    below = tall if ring.left or ring.right else MINI_HEIGHT
    wide = max(ring.top * (plaque + 1) - 1, (1 + ring.left + ring.right) * (plaque + 1) - 1)
    if ring.west or ring.east:
        wide = max(wide, middle + 2 * (plaque + 1))
    needed = tall * (ring.top > 0) + _middle_height(ring, rules, tall) + below
    return _place(ring, rules, full, width, height) if wide <= width and needed <= height else None


def _plaque_width(ring: Ring, rules: Rules, full: bool, width: int) -> int:
    if full:
        return _fan_width(rules) + 2
    most = 24 if is_fanned(rules) else 18
    return max(10, min(most, (width + 1) // max(3, ring.top) - 1))


def _fan_width(rules: Rules) -> int:
    """How wide the whole cards of a seat are."""
    step = FAN if is_fanned(rules) else WIDTH + 1
    return (rules.game.hand_cards - 1) * step + WIDTH


def is_fanned(rules: Rules) -> bool:
    """Whether a seat holds too many cards to lay them side by side."""
    return rules.game.hand_cards > 2


def _middle_height(ring: Ring, rules: Rules, tall: int) -> int:
    cards = HEIGHT if rules.game.board_cards else 0
    return max(cards + POT_LINES, tall * (ring.west + ring.east > 0))


def _place(ring: Ring, rules: Rules, full: bool, width: int, height: int) -> Seating:
    plaque = _plaque_width(ring, rules, full, width)
    tall = FULL_HEIGHT if full else MINI_HEIGHT
    beside = tall if ring.left or ring.right else MINI_HEIGHT
    above = tall * (ring.top > 0)
    spare = max(0, height - above - _middle_height(ring, rules, tall) - beside)
    margin = min(2, spare // 4)
    side = min(3, max(0, (width - BOARD_WIDTH - 2 * plaque - 2) // 4))
    floor = height - margin
    middle = Box(0, margin + above, width, max(0, floor - beside - margin - above))
    level = middle.y + max(0, middle.height - tall) // 2
    person = Box((width - plaque) // 2, floor - MINI_HEIGHT, plaque, MINI_HEIGHT)
    third = width // 3
    left = [Box(max(0, (third - plaque) // 2), floor - beside, plaque, tall)] * ring.left
    right = [Box(width - plaque - max(0, (third - plaque) // 2), floor - beside, plaque, tall)] * ring.right
    west = [Box(side, level, plaque, tall)] * ring.west
    east = [Box(width - plaque - side, level, plaque, tall)] * ring.east
    top = [
        Box((2 * place + 1) * width // (2 * ring.top) - plaque // 2, margin, plaque, tall) for place in range(ring.top)
    ]
    return Seating((person, *left, *west, *top, *east, *right), middle, full)


# --- words -----------------------------------------------------------------------------------------------------------


def status_words(view: View, seat: int, person: int) -> str:
    """What a seat does or has done last, in a word or two."""
    if seat not in view.order:
        return "out"
    if view.over or view.to_act == NOBODY:
        if won := sum(event.amount for event in view.history if event.kind == "won" and event.seat == seat):
            return f"wins {won:,}"
        if note := hand_note(view, seat):
            return note.split(",")[0]
    if not view.live[seat]:
        return "folded"
    if view.to_act == seat:
        return "your turn" if seat == person else "thinks"
    if not view.stacks[seat] and not view.over:
        return "all in"
    return _last_word(view, seat)


def _last_word(view: View, seat: int) -> str:
    for event in reversed(view.history):
        if event.kind == "board":
            return ""
        if event.seat == seat and event.kind in VERBS:
            return VERBS[event.kind]
        if event.seat == seat and event.kind == "discard":
            return f"threw {len(event.cards)}" if event.cards else "stood pat"
    return ""


def hand_note(view: View, seat: int) -> str:
    """What a seat has shown, in words; empty while cards are still to come."""
    shown = [event.strength for event in view.history if event.kind == "show" and event.seat == seat]
    return shown[-1].describe() if shown and shown[-1] is not None else ""


def pot_words(view: View, names: Sequence[str]) -> list[str]:
    """Each pot and who contests it, where there are several."""
    pots = view.pots
    if len(pots) < 2:
        return []
    alive = [seat for seat, live in enumerate(view.live) if live]
    found = []
    for pot in pots:
        others = [seat for seat in alive if seat not in pot.players]
        if not others:
            who = "everybody"
        elif len(pot.players) > 4 and len(others) < len(pot.players):
            who = "all but " + ", ".join(names[seat] for seat in others)
        else:
            who = ", ".join(names[seat] for seat in pot.players)
        found.append(f"{pot.name.lower()} {pot.amount:,}: {who}")
    return found


def winner_words(view: View, wording: Wording) -> list[str]:
    """Who has won a deal that is over, how much, and with what."""
    gains: dict[int, int] = {}
    for event in view.history:
        if event.kind == "won" and event.seat is not None:
            gains[event.seat] = gains.get(event.seat, 0) + event.amount
    found = []
    for seat, amount in gains.items():
        note = hand_note(view, seat)
        found.append(wording.sentence(seat, f"wins {amount:,}") + (f" with {note}" if note else ""))
    return found


def fitted(text: str, width: int) -> str:
    """A text that is not wider than that: dots stand for what is cut off."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, max(0, width - 2)).rstrip() + ".." if width > 2 else set_cell_size(text, max(0, width))


def short_chips(amount: int, width: int) -> str:
    """An amount that fits: `1,000,000`, or `1.0M` where that is too wide."""
    for text in (f"{amount:,}", str(amount)):
        if len(text) <= width:
            return text
    return (
        f"{amount / 1e9:.1f}G"
        if amount >= 10**9
        else f"{amount / 1e6:.1f}M"
        if amount >= 10**6
        else f"{amount // 1000}k"
    )


# --- the picture -----------------------------------------------------------------------------------------------------


class Scene(NamedTuple):
    """What a picture of the table needs."""

    view: View
    names: Sequence[str]
    """As they are written on the table, the person's own as `You`."""
    person: int
    look: Look
    palette: str
    """Of the backs of cards; empty for plain ones."""


@lru_cache(maxsize=4)
def bare_table(width: int, height: int, bottom: int) -> list[list[Segment]]:
    """The lines of a round table with its rail, down to a line: two points to a character, one above the other."""
    top = 1 if height > 20 else 0
    middle, half = (top + bottom) / 2, max(1.0, (bottom - top) / 2)

    def reach(y: float, shrunk: float) -> float:
        """How far from the middle a table that is so much smaller reaches at a height."""
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
    """A sheet with the bare table on it, to draw on copies of it."""
    canvas = Canvas(width, height, ROOM)
    canvas.picture(0, 0, bare_table(width, height, bottom))
    return canvas


def draw_table(scene: Scene, width: int, height: int) -> list[Strip]:
    """The whole table."""
    view, count = scene.view, len(scene.names)
    plan = seating(count, view.rules, width, height)
    plain = scene.look.ascii
    canvas = Canvas(width, height, FELT) if plain else _ground(width, height, plan.seats[0].y + 1).copy()
    for place, box in enumerate(plan.seats):
        seat = (scene.person + place) % count
        _draw_seat(canvas, box, scene, seat, plan.full and seat != scene.person)
    _draw_middle(canvas, plan, scene)
    return canvas.strips()


def _draw_middle(canvas: Canvas, plan: Seating, scene: Scene) -> None:
    """The board, or in draw the deck if there is room for it; below it the pots, or who has won them."""
    view, box = scene.view, plan.middle
    board, airy = view.rules.game.board_cards, box.height > HEIGHT + POT_LINES + 1
    cards = HEIGHT * bool(board or airy) if box.height >= HEIGHT + POT_LINES else int(board > 0)
    y = box.y + max(0, box.height - cards - POT_LINES - airy) // 2
    x = (canvas.width - BOARD_WIDTH) // 2
    if cards == 1:  # a window that is too small for pictures
        for place, (text, style) in enumerate(small_cards(view.board, 0, scene.look)):
            canvas.put(x + place * (WIDTH + 1), y, text, style)
    elif not board and airy:
        _draw_back(canvas, (canvas.width - WIDTH) // 2, y, scene)
    for place in range(board * (cards == HEIGHT)):
        if place < len(view.board):
            draw_card(canvas, x + place * (WIDTH + 1), y, view.board[place], scene.look)
        else:
            canvas.fill(Box(x + place * (WIDTH + 1), y, WIDTH, HEIGHT), PLACE)
    y += cards + airy
    room = _middle_width(plan, y, canvas.width)
    wording = Wording(scene.names, you=scene.person)
    if view.over:
        title, parts = "", winner_words(view, wording) + pot_words(view, scene.names)
    else:
        title, parts = f"Pot {view.pot:,}", pot_words(view, scene.names)
    lines = wrap("; ".join(parts), max(room, 3), max_lines=POT_LINES - bool(title), placeholder=" ..")
    for number, line in enumerate([title, *lines] if title else lines):
        style = CHIPS if not number else FELT
        canvas.put((canvas.width - cell_len(line)) // 2, y + number, line, style)


def _middle_width(plan: Seating, y: int, width: int) -> int:
    """How wide a text in the middle may be without touching a seat."""
    beside = [box for box in plan.seats if box.y < y + POT_LINES and y < box.y + box.height]
    half = min([abs(width // 2 - edge) for box in beside for edge in (box.x, box.x + box.width)], default=width // 2)
    return max(0, 2 * half - 2)


def _draw_seat(canvas: Canvas, box: Box, scene: Scene, seat: int, full: bool) -> None:
    view, look = scene.view, scene.look
    style = _seat_style(view, seat)
    canvas.fill(box, style)
    button = " D " if seat == view.button and not look.ascii else "(D)" if seat == view.button else ""
    mark = (">" if look.ascii else "▶") if view.to_act == seat else "*" if view.over and style is WINNER else " "
    name = fitted(scene.names[seat], box.width - 2 - len(button))
    canvas.put(box.x, box.y, f"{mark}{name}", style + BOLD)
    canvas.put(box.x + box.width - len(button), box.y, button, BUTTON)
    shown = view.open_cards(seat) if seat == scene.person or view.is_shown(seat) else ()
    hidden = len(view.hands[seat]) - len(shown) if view.live[seat] or shown else 0
    status = status_words(view, seat, scene.person)
    chips = view.bets[seat] if view.phase != "drawing" and not view.over else 0
    bet = f"{'o' if look.ascii else '●'} {chips:,} " if chips else ""
    stack = short_chips(view.stacks[seat], box.width - 2)
    if full:
        canvas.put(box.x + 1, box.y + 1, stack, style)
        _put_right(canvas, box, 1, bet.strip(), CHIPS)
        _draw_fan(canvas, box.x + 1, box.y + 2, scene, shown, hidden)
        canvas.put(box.x + 1, box.y + FULL_HEIGHT - 1, fitted(status, box.width - 2), style)
        return
    small = small_cards(shown, hidden, look)
    width = sum(len(text) + 1 for text, _ in small) - 1
    many = is_fanned(view.rules)
    if not many:
        stack = short_chips(view.stacks[seat], box.width - 2 - max(0, width))
    canvas.put(box.x + 1, box.y + 1, stack, style)
    x = box.x + 1 if many else box.x + box.width - width - 1
    for text, paint in small:
        canvas.put(x, box.y + 1 + many, text, paint)
        x += len(text) + 1
    left = box.x + 1 if not many else box.x + len(stack) + 3
    room = box.x + box.width - left
    canvas.put(left, box.y + 2 - many, fitted(bet, room), CHIPS)
    canvas.put(left + len(bet), box.y + 2 - many, fitted(status, max(0, room - len(bet))), style)


def _put_right(canvas: Canvas, box: Box, line: int, text: str, style: Style) -> None:
    canvas.put(box.x + box.width - cell_len(text) - 1, box.y + line, text, style)


def _seat_style(view: View, seat: int) -> Style:
    if any(event.kind == "won" and event.seat == seat for event in view.history):
        return WINNER
    if view.to_act == seat:
        return TURN
    return PLAQUE if view.live[seat] else GONE


def small_cards(shown: Sequence[Card], hidden: int, look: Look) -> list[tuple[str, Style]]:
    """Cards of one line: open ones as words, two characters for each that is hidden."""
    words = [(word(card, look).plain, face_style(card, look)) for card in shown]
    return [*words, *[("##" if look.ascii else "▒▒", PLAIN_BACK)] * hidden]


def draw_card(canvas: Canvas, x: int, y: int, card: Card, look: Look, *, lit: bool = False) -> None:
    """A card that lies open."""
    canvas.picture(x, y, face(card, look, lit=lit))


def _draw_fan(canvas: Canvas, x: int, y: int, scene: Scene, shown: Sequence[Card], hidden: int) -> None:
    """The whole cards of a seat; those of draw lie on each other."""
    step = FAN if is_fanned(scene.view.rules) else WIDTH + 1
    for place, card in enumerate(shown):
        draw_card(canvas, x + place * step, y, card, scene.look)
    for place in range(len(shown), len(shown) + hidden):
        _draw_back(canvas, x + place * step, y, scene, edged=place > 0 and step < WIDTH)


def _draw_back(canvas: Canvas, x: int, y: int, scene: Scene, *, edged: bool = False) -> None:
    """A card that lies face down; an edge tells it from the one that it lies on."""
    canvas.picture(x, y, back(scene.palette, scene.look))
    for line in range(HEIGHT * edged):
        canvas.put(x, y + line, "|" if scene.look.ascii else "▏", SIDE)


class Felt(Widget):
    """The table on the screen."""

    ALLOW_SELECT = False

    def __init__(self) -> None:
        super().__init__()
        self._scene: Scene | None = None
        self._strips: list[Strip] = []
        self._drawn_at: Size | None = None

    def show(self, scene: Scene) -> None:
        """Draw this from now on."""
        if scene != self._scene:
            self._scene, self._drawn_at = scene, None
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """A line of the picture, which is drawn when the first line of it is asked for."""
        if self._drawn_at != self.size:
            width, height = self._drawn_at = self.size
            blank = Canvas(width, height, ROOM).strips()
            self._strips = draw_table(self._scene, width, height) if self._scene else blank
        return self._strips[y] if y < len(self._strips) else Strip.blank(self.size.width, ROOM)
