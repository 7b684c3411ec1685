"""The table of Klondike: the place of each card, its drawing, the mouse, and the text beside it.

It knows only what the player can see (`View`). The table reports which pile was clicked, and how many of its cards; the
screen (`klondike.py`) decides what a click or a drop means.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from textwrap import wrap
from typing import Final, NamedTuple

from rich.style import Style
from rich.text import Text
from textual import events
from textual.geometry import Offset, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from kicker.cards import Card, count_of
from kicker.solitaire import BACK, TURN, ColumnView, Foundation, View
from kicker.solitaire.moves import COLUMNS, STOCK
from kicker.solitaire.piles import SUIT_ORDER
from kicker.ui.common.text import FAN, UNBROKEN, Look, clock_text
from kicker.ui.tui.canvas import Canvas
from kicker.ui.tui.cards import HEIGHT, WIDTH, back, empty, face

SIDE_WIDTH: Final = 21
"""The characters beside the cards on a terminal of 80 columns."""
LABEL: Final = Style(color="#f0cf7a", bold=True)
FRAME: Final = Style(color="#6f9c83")
LETTERS: Final = Style(color="#e8efe6", bold=True)
UPPER: Final = (*SUIT_ORDER, STOCK)
"""The piles of the upper row that cards can be taken from."""
FAINT: Final = Style(color="#9fbfae")
COUNT: Final = Style(color="#ffffff", bgcolor="#10241a", bold=True)

_SLOTS: Final = 7  # cards next to each other
_STOCK_SLOT, _WASTE_SLOT, _BUTTONS_SLOT = 4, 5, 6
_WIDEST_GAP: Final = 6
_LOOSE: Final = ((2, 3, 24), (1, 3, 24), (1, 2, 0), (1, 1, 0))
"""The visible lines of covered and of open cards below others, with the total room that they need."""


class PileSpot(NamedTuple):
    """A pile, and how many of its cards lie from a certain card to the top; 0 where no card can be taken.

    The piles are those of moves: `0`, the columns, `S H D C`; and `turn` and `back` where the stock is turned.
    """

    pile: str
    taken: int = 0


class Piece(NamedTuple):
    """The visible part of a card in a column."""

    y: int
    """The lines from the top of the column."""
    lines: int
    card: Card | None
    """The card; None if it is covered."""
    taken: int
    """The number of cards taken with it; 0 for a covered one."""
    hidden: int = 0
    """The number of covered cards that this one represents, if there is no room for each."""


def column_pieces(column: ColumnView, room: int) -> list[Piece]:
    """Return the visible part of each card of a column in this many lines: spread out if there is room, otherwise
    compressed.

    First the covered cards give way and then the last one. One line of each open card is always there, and one for all
    covered ones; only if that is too much it is more than there is room for.
    """
    covered, run = column.covered, column.uncovered
    if not run and not covered:
        return []
    if not run:
        covered -= 1  # the run is being dragged, so the last covered card is seen whole
    under = max(0, len(run) - 1)
    for of_covered, of_open, least in _LOOSE:
        if room >= max(least, covered * of_covered + under * of_open + HEIGHT):
            lines = [*[of_covered] * covered, *[of_open] * under, HEIGHT]
            break
    else:
        last = max(2, min(HEIGHT, room - covered - under))
        seen = min(covered, max(1, room - under - last))
        last = max(1, min(last, room - under - seen))
        lines = [*[1] * seen, *[1] * under, last]
    seen = len(lines) - under - 1
    cards: list[Card | None] = [*[None] * seen, *(run or [None])]
    pieces, y = [], 0
    for place, (card, height) in enumerate(zip(cards, lines, strict=True)):
        taken = len(cards) - place if card is not None else 0
        pieces.append(Piece(y, height, card, taken, covered if place == 0 and seen < covered else 0))
        y += height
    return pieces


class Layout(NamedTuple):
    """The places of the piles on a table of some size."""

    left: int
    gap: int
    top: int
    """The line of the names of the upper piles; their cards are below it."""
    below: int
    """The line of the names of the columns."""
    room: int
    """The lines for each column."""

    @classmethod
    def within(cls, size: Size) -> Layout:
        """Return the piles in the middle, with as much space as possible."""
        gap = max(0, min(_WIDEST_GAP, (size.width - 2 - _SLOTS * WIDTH) // (_SLOTS - 1)))
        left = max(0, (size.width - _SLOTS * WIDTH - (_SLOTS - 1) * gap) // 2)
        air = 0 if size.height < 28 else 1
        below = 2 * air + 1 + HEIGHT
        return cls(left, gap, air, below, size.height - below - 1)

    def x(self, slot: int) -> int:
        """Return the column where a place begins."""
        return self.left + slot * (WIDTH + self.gap)

    def slot(self, x: int) -> int:
        """Return the nearest place."""
        return max(0, min(_SLOTS - 1, (x - self.left + self.gap // 2) // (WIDTH + self.gap)))


def least_height(view: View) -> int:
    """Return the number of lines a table needs so that each card is visible."""
    longest = max(len(column.uncovered) + (column.covered > 0) for column in view.columns)
    return 2 + HEIGHT + max(HEIGHT, longest)


LEAST_WIDTH: Final = _SLOTS * WIDTH + 2


@dataclass
class Held:
    """Cards being dragged with the mouse."""

    spot: PileSpot
    cards: tuple[Card, ...]
    grip: Offset
    """The position of the mouse on the first card."""
    at: Offset
    moved: bool = False


class Tableau(Widget):
    """The cards on the table."""

    DEFAULT_CSS = f"""
    Tableau {{ width: 1fr; height: 1fr; min-width: {LEAST_WIDTH}; }}
    """
    ALLOW_SELECT = False

    class Clicked(Message):
        """A click on a pile; `twice` for the second click on the same spot."""

        def __init__(self, spot: PileSpot, twice: bool) -> None:
            super().__init__()
            self.spot, self.twice = spot, twice

    class Dropped(Message):
        """Cards were dragged to a pile."""

        def __init__(self, spot: PileSpot, target: str) -> None:
            super().__init__()
            self.spot, self.target = spot, target

    def __init__(self, view: View, look: Look, palette: str) -> None:
        super().__init__()
        self.view, self.look, self.palette = view, look, palette
        self.chosen: PileSpot | None = None
        self.pointer: PileSpot | None = None
        self.banner: tuple[str, ...] = ()
        self.held: Held | None = None
        self._dropped = False
        self._strips: list[Strip] | None = None

    def show(
        self, view: View, chosen: PileSpot | None = None, pointer: PileSpot | None = None, banner: tuple[str, ...] = ()
    ) -> None:
        """Draw this view: chosen cards are lit, and arrows mark the pointer."""
        if least_height(view) != least_height(self.view) or not self.styles.has_rule("min_height"):
            self.styles.min_height = least_height(view)
        self.view, self.chosen, self.pointer, self.banner = view, chosen, pointer, banner
        self.redraw()

    def redraw(self) -> None:
        """Redraw everything."""
        self._strips = None
        self.refresh()

    def on_resize(self) -> None:
        """Draw for the new size."""
        self.redraw()

    def render_line(self, y: int) -> Strip:
        """Return one line of the table."""
        if self._strips is None:
            self._strips = self._draw().strips()
        return self._strips[y] if y < len(self._strips) else Strip.blank(self.size.width, self.rich_style)

    # --- drawing ---

    @property
    def layout_here(self) -> Layout:
        """The places of the piles at the current size."""
        return Layout.within(self.size)

    def _draw(self) -> Canvas:
        canvas, layout = Canvas(self.size.width, self.size.height, self.rich_style), self.layout_here
        held = self.held if self.held and self.held.moved else None
        view = without(self.view, held.spot) if held else self.view
        lit = None if held else self.chosen
        marked = targets(self.view, held.spot if held else self.chosen)
        self._draw_foundations(canvas, layout, view.foundations, lit, marked)
        self._draw_stock(canvas, layout, view, lit)
        for slot, (name, column) in enumerate(zip(COLUMNS, view.columns, strict=False)):
            if not self.banner:
                self._draw_label(canvas, layout.x(slot), layout.below, name, name in marked)
                self._draw_column(canvas, layout.x(slot), layout, name, column, lit)
        self._draw_banner(canvas, layout.below + 2)
        if held:
            corner = held.at - held.grip
            for row, card in enumerate(held.cards):
                canvas.stamp_picture(corner.x, corner.y + row, face(card, self.look, lit=True))
        return canvas

    def _draw_banner(self, canvas: Canvas, y: int) -> None:
        """Draw framed lines in place of the columns."""
        if not self.banner:
            return
        width = max(map(len, self.banner)) + 8
        edge = "╭─╮│╰─╯"
        x = (self.size.width - width - 2) // 2
        canvas.stamp(x, y, f"{edge[0]}{edge[1] * width}{edge[2]}", LABEL)
        for row, line in enumerate(("", *self.banner, ""), 1):
            canvas.stamp(x, y + row, f"{edge[3]}{'':{width}}{edge[3]}", LABEL)
            canvas.stamp(x + 1, y + row, f"{line:^{width}}", LETTERS)
        canvas.stamp(x, y + len(self.banner) + 3, f"{edge[4]}{edge[5] * width}{edge[6]}", LABEL)

    def _draw_label(self, canvas: Canvas, x: int, y: int, name: str, marked: bool = False) -> None:
        """Draw the key of a pile above it: arrows for a legal target, brackets at the pointer."""
        text = f"[{name}]" if self.pointer and self.pointer.pile == name else f" {name} "
        if marked:
            text = f"▼{text}▼"
        canvas.stamp(x, y, f"{text:^{WIDTH}}", LABEL)

    def _draw_pointer(self, canvas: Canvas, x: int, y: int) -> None:
        """Draw arrows on both sides of a card."""
        canvas.stamp(x - 1, y, "▶", LABEL)
        canvas.stamp(x + WIDTH, y, "◀", LABEL)

    def _draw_foundations(
        self,
        canvas: Canvas,
        layout: Layout,
        homes: tuple[Foundation, ...],
        lit: PileSpot | None,
        marked: frozenset[str],
    ) -> None:
        for slot, home in enumerate(homes):
            x, y = layout.x(slot), layout.top + 1
            self._draw_label(canvas, x, layout.top, home.suit, home.suit in marked)
            if home.top is None:
                mark = dict(zip(SUIT_ORDER, "♠♥♦♣", strict=True))[home.suit]
                canvas.stamp_picture(x, y, empty(mark, FRAME))
            else:
                canvas.stamp_picture(x, y, face(home.top, self.look, lit=lit is not None and lit.pile == home.suit))
            if self.pointer and self.pointer.pile == home.suit:
                self._draw_pointer(canvas, x, y)

    def _draw_stock(self, canvas: Canvas, layout: Layout, view: View, lit: PileSpot | None) -> None:
        """Draw the cards not yet turned up, and beside them the last ones turned up."""
        x, y, rules = layout.x(_STOCK_SLOT), layout.top + 1, view.rules
        left = len(view.stock) > 1 if rules.both_ways else len(view.stock) > view.waste
        if left:
            canvas.stamp_picture(x, y, back(self.palette, self.look))
        else:
            turns = ("turn" if self.look.ascii else "↻") if TURN in view.moves else ""
            canvas.stamp_picture(x, y, empty(turns, FRAME))
        if TURN in view.moves:
            canvas.stamp(x, layout.top, f"{'r':^{WIDTH}}", LABEL)
        x = layout.x(_WASTE_SLOT)
        shown = waste_shown(view)
        for place, card in enumerate(shown):
            last = place == len(shown) - 1
            picture = face(card, self.look, lit=last and lit is not None and lit.pile == STOCK)
            canvas.stamp_picture(x + FAN * place, y, picture)
        if not shown:
            canvas.stamp_picture(x, y, empty("", FRAME))
        top = x + FAN * max(0, len(shown) - 1)
        self._draw_label(canvas, top, layout.top, STOCK)
        if self.pointer and self.pointer.pile == STOCK:
            self._draw_pointer(canvas, top, y)
        if BACK in view.moves:
            canvas.stamp(layout.x(_BUTTONS_SLOT), y + 1, f"{'r ▶':^{WIDTH}}", LABEL)
            canvas.stamp(layout.x(_BUTTONS_SLOT), y + 3, f"{'◀ l':^{WIDTH}}", LABEL)

    def _draw_column(
        self, canvas: Canvas, x: int, layout: Layout, name: str, column: ColumnView, lit: PileSpot | None
    ) -> None:
        top = layout.below + 1
        pieces = column_pieces(column, layout.room)
        if not pieces:
            canvas.stamp_picture(x, top, empty("", FRAME))
        for piece in pieces:
            y = top + piece.y
            if piece.card is None:
                canvas.stamp_picture(x, y, back(self.palette, self.look)[: piece.lines])
                if piece.hidden:
                    canvas.stamp(x + 2, y, f"{piece.hidden:^3}", COUNT)
            else:
                chosen = lit is not None and lit.pile == name and (not lit.taken or piece.taken <= lit.taken)
                canvas.stamp_picture(x, y, face(piece.card, self.look, lit=chosen)[: piece.lines])
            if self.pointer == PileSpot(name, piece.taken) and piece.taken:
                self._draw_pointer(canvas, x, y)
        if not pieces and self.pointer and self.pointer.pile == name:
            self._draw_pointer(canvas, x, top)

    # --- the mouse ---

    def pile_at(self, x: int, y: int) -> str:
        """Return the nearest pile, which dropped cards go to."""
        layout = self.layout_here
        slot = layout.slot(x)
        if y >= layout.below:
            return COLUMNS[min(slot, len(self.view.columns) - 1)]
        if slot < _STOCK_SLOT:
            return SUIT_ORDER[slot]
        if BACK in self.view.moves and slot == _BUTTONS_SLOT:
            return BACK.source if y > layout.top + 1 + HEIGHT // 2 else TURN.source
        return TURN.source if slot == _STOCK_SLOT else STOCK

    def spot_at(self, x: int, y: int) -> PileSpot:
        """Return the nearest pile, and the card that is exactly at this point."""
        pile = self.pile_at(x, y)
        for count in range(1, self._loose(pile) + 1):
            corner, lines = self.place_of(PileSpot(pile, count))
            if corner.x <= x < corner.x + WIDTH and corner.y <= y < corner.y + lines:
                return PileSpot(pile, count)
        return PileSpot(pile)

    def place_of(self, spot: PileSpot) -> tuple[Offset, int]:
        """Return the place of a card that can be taken, or of its pile if there is none, and how many of its lines are
        visible."""
        layout, pile = self.layout_here, spot.pile
        if pile in SUIT_ORDER:
            return Offset(layout.x(SUIT_ORDER.index(pile)), layout.top + 1), HEIGHT
        if pile == STOCK:
            fan = FAN * max(0, len(waste_shown(self.view)) - 1)
            return Offset(layout.x(_WASTE_SLOT) + fan, layout.top + 1), HEIGHT
        if pile in COLUMNS:
            slot = COLUMNS.index(pile)
            for piece in column_pieces(self.view.columns[slot], layout.room):
                if spot.taken and piece.taken == spot.taken:
                    return Offset(layout.x(slot), layout.below + 1 + piece.y), piece.lines
            return Offset(layout.x(slot), layout.below + 1), HEIGHT
        if pile == BACK.source:
            return Offset(layout.x(_BUTTONS_SLOT), layout.top + 1 + 3), 1
        return Offset(layout.x(_STOCK_SLOT), layout.top + 1), HEIGHT

    def _loose(self, pile: str) -> int:
        """Return how many cards of a pile can be taken."""
        if pile in COLUMNS:
            return len(self.view.columns[COLUMNS.index(pile)].uncovered)
        if pile in SUIT_ORDER:
            return int(self.view.foundations[SUIT_ORDER.index(pile)].height > 0)
        return int(pile == STOCK and self.view.waste > 0)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Start dragging the cards at the pointer."""
        self._dropped = False
        spot = self.spot_at(event.x, event.y)
        if spot.taken and not self.banner:
            corner, _ = self.place_of(spot)
            at = Offset(event.x, event.y)
            self.held = Held(spot, cards_of(self.view, spot), at - corner, at)
            self.capture_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Drag the cards along with the mouse."""
        if self.held and (at := Offset(event.x, event.y)) != self.held.at:
            self.held.at, self.held.moved = at, True
            self.redraw()

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Drop the cards, if they were moved."""
        held, self.held = self.held, None
        self.release_mouse()
        if held and held.moved:
            self._dropped = True  # the click that ends the drag does not count
            self.redraw()
            self.post_message(self.Dropped(held.spot, self.pile_at(event.x, event.y)))

    def on_click(self, event: events.Click) -> None:
        """Report a click on a pile."""
        if self._dropped:
            self._dropped = False
            return
        self.post_message(self.Clicked(self.spot_at(event.x, event.y), event.chain % 2 == 0))


def waste_shown(view: View) -> list[Card]:
    """Return the face-up stock cards: as many as are turned up at a time, the last one on top."""
    return [card for card in view.stock[max(0, view.waste - view.rules.draw) : view.waste] if card is not None]


def cards_of(view: View, spot: PileSpot) -> tuple[Card, ...]:
    """Return the cards from a spot to the top of its pile."""
    return view.loose(spot.pile)[-max(1, spot.taken) :]


def without(view: View, spot: PileSpot) -> View:
    """Return the view while the cards of a spot are being dragged."""
    if spot.pile in COLUMNS:
        place = COLUMNS.index(spot.pile)
        column = view.columns[place]
        left = column._replace(uncovered=column.uncovered[: -spot.taken])
        return view._replace(columns=(*view.columns[:place], left, *view.columns[place + 1 :]))
    if spot.pile in SUIT_ORDER:
        place = SUIT_ORDER.index(spot.pile)
        home = view.foundations[place].with_removed(1)
        return view._replace(foundations=(*view.foundations[:place], home, *view.foundations[place + 1 :]))
    if view.rules.both_ways:
        return view._replace(waste=0)
    return view._replace(stock=(*view.stock[: view.waste - 1], *view.stock[view.waste :]), waste=view.waste - 1)


def targets(view: View, spot: PileSpot | None) -> frozenset[str]:
    """Return the piles that accept the cards of a spot; without a count, any number of them."""
    if spot is None:
        return frozenset()
    moves = (move for move in view.moves if move.target and move.source == spot.pile)
    return frozenset(move.target for move in moves if not spot.taken or move.count == spot.taken)


def next_spot(view: View, here: PileSpot, way: str, carrying: bool) -> PileSpot:
    """Return the spot that an arrow key leads to. In a run the pointer moves from card to card, unless it
    carries some."""
    columns = COLUMNS[: len(view.columns)]
    row = columns if here.pile in columns else UPPER
    place = row.index(here.pile)
    if way in ("left", "right"):
        place += 1 if way == "right" else -1
        return PileSpot(row[max(0, min(len(row) - 1, place))], 1)
    if row == UPPER:
        return PileSpot(columns[min(place, len(columns) - 1)], 1) if way == "down" else here
    if way == "down":
        return PileSpot(here.pile, max(1, here.taken - 1))
    if here.taken < len(view.columns[place].uncovered) and not carrying:
        return PileSpot(here.pile, here.taken + 1)
    return PileSpot(UPPER[min(place, len(UPPER) - 1)], 1)


# --- beside the table ------------------------------------------------------------------------------------------------


def side_text(view: View, seconds: float, told: Iterable[str], width: int, *, in_one_line: bool) -> Text:
    """Return the facts besides the cards, and the messages below them, wrapped to the width."""
    total = len(view.stock)
    stock = count_of(total, "card") if view.rules.both_ways else f"{total - view.waste} of {total}"
    facts = {"time": clock_text(seconds), "score": f"{view.score}", "moves": f"{view.made}", "stock": stock}
    if in_one_line:
        lines = [Text("   ").join(Text.assemble((f"{name} ", FAINT), value) for name, value in facts.items())]
    else:
        lines = [*(Text.assemble((f"{name:<7}", FAINT), value) for name, value in facts.items()), Text()]
    for paragraph in "\n".join(filter(None, told)).split("\n"):
        lines += [Text(line.replace(UNBROKEN, " ")) for line in wrap(paragraph, width, break_on_hyphens=False)]
    return Text("\n").join(lines)
