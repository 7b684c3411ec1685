"""Results: hands and big blinds by game and period, the curve of both, and Klondike.

The file and the arithmetic are in `ui/common/statistics.py`.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from itertools import accumulate, groupby
from math import isfinite
from typing import ClassVar, Final, NamedTuple

from rich.cells import cell_len
from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import OptionList, Static, Tab, Tabs
from textual.widgets.option_list import Option

from kicker.cards import count_of
from kicker.errors import KickerError
from kicker.ui.common.offer import kinds, offers
from kicker.ui.common.statistics import (
    PlayedHand,
    PokerFigures,
    SolitaireFigures,
    Statistics,
    period_start,
    poker_figures,
    solitaire_figures,
)
from kicker.ui.common.text import clock_text
from kicker.ui.tui.base import GOLD, GREEN, RED, RoomScreen
from kicker.ui.tui.canvas import fitted
from kicker.ui.tui.key_bar import KeyBar

PERIODS: Final = {"Today": 1, "7 days": 7, "30 days": 30, "All": None}
"""The periods, each with its number of days; None for all days."""
HEADER: Final = ("", "hands", "bb/100", "95% interval", "won", "at showdown")
USUAL: Final = (17, 8, 10, 20, 7, 14)
"""The usual widths of the columns, with the gap before them."""
GAP: Final = 2
LONGEST_NAME: Final = 20
NOTHING: Final = "-"
EMPTY: Final = "No hands yet: the curve starts with the first one."
ZERO: Final = "─"
"""The character of the line at zero."""
_LABEL: Final = 9  # characters beside the curve
_DOTS: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bits of the dots of a braille character, line by line."""


def counted(played: Collection[str] = ()) -> dict[str, str]:
    """Return the categories of hands with their titles: all games together, the usual ones, and others that were
    played.

    There are too many games to list those never played.
    """
    titles = kinds()
    usual = [offer.kind for offer in offers() if offer.is_usual]
    others = [kind for kind in titles if kind in played and kind not in usual]
    return {"": "All games"} | {kind: titles[kind] for kind in usual + others}


class Figures(NamedTuple):
    """The results of a period."""

    poker: dict[str, PokerFigures]
    curves: dict[str, list[float]]
    """The big blinds won after each hand, by kind."""
    klondike: SolitaireFigures


def gather(now: float) -> dict[str, Figures]:
    """Return the results of all periods. This takes a moment."""
    file = Statistics()
    hands, games = file.hands(), file.solitaire()
    listed = counted({hand.kind for hand in hands})
    found = {}
    for period, days in PERIODS.items():
        start = period_start(days, now)
        recent = [hand for hand in hands if hand.played >= start]
        by_kind = {kind: [hand for hand in recent if kind in ("", hand.kind)] for kind in listed}
        found[period] = Figures(
            {kind: poker_figures(some) for kind, some in by_kind.items()},
            {kind: curve(some) for kind, some in by_kind.items()},
            solitaire_figures([game for game in games if game.played >= start]),
        )
    return found


def curve(hands: Sequence[PlayedHand]) -> list[float]:
    """Return the big blinds won after each hand, beginning with none."""
    return list(accumulate((hand.big_blinds for hand in hands), initial=0.0))


# --- words -----------------------------------------------------------------------------------------------------------


def summary() -> Text:
    """Return a summary on a few lines; if the file cannot be read, it says so."""
    try:
        file = Statistics()
        poker, klondike = poker_figures(file.hands()), solitaire_figures(file.solitaire())
    except KickerError as error:
        return Text(str(error), RED)
    lines = [count_of(poker.hands, "hand")]
    if poker.hands:
        lines[0] += f", {signed(poker.per_100)} big blinds per 100"
    if isfinite(poker.margin):
        lines.append(f"95% interval {interval(poker)}")
    if poker.showdowns:
        lines.append(f"{poker.showdowns_won:,} of {count_of(poker.showdowns, 'showdown')} won")
    lines.append(f"{klondike.won:,} of {count_of(klondike.games, 'game')} of Klondike won")
    return Text("\n".join(lines))


def interval(figures: PokerFigures) -> str:
    """Return the interval of the true value; empty if nothing is known."""
    if not isfinite(figures.margin):
        return NOTHING
    return f"{signed(figures.per_100 - figures.margin)} to {signed(figures.per_100 + figures.margin)}"


def signed(value: float) -> str:
    """Return a number with its sign, in no more than eight characters: `+12.5`, `-12,345`, `+1.2M`."""
    size = abs(value)
    for unit, sign in ((1e12, "T"), (1e9, "G"), (1e6, "M")):
        if size >= 0.9999995 * unit:
            return f"{value / unit:+,.1f}{sign}"
    return f"{value:+,.1f}" if size < 999.95 else f"{value:+,.0f}"


def row(name: str, figures: PokerFigures) -> tuple[str, ...]:
    """Return the cells of a line of the table."""
    hands, shown = figures.hands, figures.showdowns
    won = f"{figures.won / hands:.0%}" if hands else NOTHING
    per_100 = signed(figures.per_100) if hands else NOTHING
    at_showdown = f"{figures.showdowns_won:,} of {shown:,}" if shown else NOTHING
    return fitted(name, LONGEST_NAME), f"{hands:,}", per_100, interval(figures), won, at_showdown


def columns(rows: Sequence[Sequence[str]], room: int) -> list[str]:
    """Align cells in columns. Columns grow with their content, move together if room is short, and the last ones are
    left out if that is not enough."""
    needed = [max(map(cell_len, column)) + GAP * (place > 0) for place, column in enumerate(zip(*rows, strict=True))]
    widths = [max(pair) for pair in zip(USUAL, needed, strict=True)]
    widths = widths if sum(widths) <= room else needed
    shown = max(1, sum(total <= room for total in accumulate(widths)))
    return [
        "".join(
            cell + " " * (width - cell_len(cell)) if not place else f"{cell:>{width}}"
            for place, (cell, width) in enumerate(zip(cells[:shown], widths, strict=False))
        )
        for cells in rows
    ]


def klondike_lines(figures: SolitaireFigures) -> list[str]:
    """Return the results of Klondike, one figure per line."""
    fastest = NOTHING if figures.fastest is None else clock_text(figures.fastest)
    share = f"{figures.won / figures.games:.0%}" if figures.games else NOTHING
    rows = {
        "games": f"{figures.games:,}",
        "won": f"{figures.won:,}",
        "share": share,
        "streak": f"{figures.streak:,}",
        "best streak": f"{figures.best_streak:,}",
        "best score": f"{figures.best_score:,}",
        "fastest win": fastest,
    }
    return [f"{name:12}{value:>9}" for name, value in rows.items()]


# --- the curve -------------------------------------------------------------------------------------------------------


class Scale(NamedTuple):
    """The values of the highest and the lowest line of a chart; zero is always included."""

    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Scale:
        """Return a scale that all the values fit on."""
        return cls(min(0.0, *values), max(0.0, *values))

    def line(self, value: float, lines: int) -> int:
        """On which of this many lines a value is, counted from above."""
        return min(lines - 1, int((self.high - value) / ((self.high - self.low) or 1.0) * lines))


def chart_lines(values: Sequence[float], width: int, height: int) -> list[str]:
    """Return a curve through the values, in characters of two by four dots, with a line at zero.

    No peak is left out.
    """
    scale, last = Scale.of(values), len(values) - 1
    across, down = 2, 4
    bits = [[0] * width for _ in range(height)]
    for x in range(width * across):
        some = values[x * last // (width * across) : (x + 1) * last // (width * across) + 1]
        for y in range(scale.line(max(some), height * down), scale.line(min(some), height * down) + 1):
            bits[y // down][x // across] |= _DOTS[y % down][x % across]
    empty = {scale.line(0.0, height): ZERO}
    return [
        "".join(chr(0x2800 + dots) if dots else empty.get(line, " ") for dots in bits[line]) for line in range(height)
    ]


class Chart(Widget):
    """The curve for the selected game and period, as large as fits."""

    DEFAULT_CSS = """
    Chart { width: 1fr; height: 1fr; }
    """

    def __init__(self) -> None:
        super().__init__(id="chart")
        self.values: Sequence[float] = ()

    def show(self, values: Sequence[float]) -> None:
        """Draw another curve."""
        self.values = values
        self.refresh()

    def render(self) -> Text:
        """Return the curve with its highest and lowest value beside it."""
        width, height = self.size.width - _LABEL - 1, self.size.height
        if len(self.values) < 2 or width < 4 or height < 2:
            return Text(EMPTY, "dim")
        scale = Scale.of(self.values)
        ends = {0: scale.high, height - 1: scale.low}
        labels = {line: signed(value) for line, value in ends.items() if value} | {scale.line(0.0, height): "0"}
        text = Text(no_wrap=True, overflow="crop")
        for line, dots in enumerate(chart_lines(self.values, width, height)):
            text.append(f"{labels.get(line, ''):>{_LABEL}} ", GREEN)
            for here, some in groupby(dots, key=ZERO.__contains__):
                text.append("".join(some), GREEN if here else GOLD)
            text.append("\n" * (line < height - 1))
        return text


# --- the screen ------------------------------------------------------------------------------------------------------


class StatisticsScreen(RoomScreen):
    """The screen of results by game and period."""

    DEFAULT_CSS = """
    StatisticsScreen { background: $background; }
    StatisticsScreen Tabs { margin: 0 2; }
    StatisticsScreen #header { margin: 0 2; color: $secondary; text-wrap: nowrap; }
    StatisticsScreen #games { margin: 0 2; height: auto; max-height: 30%; max-width: 100; background: $background; }
    StatisticsScreen #games:focus { background-tint: $foreground 0%; }
    StatisticsScreen #below { height: 1fr; min-height: 10; margin: 1 1 0 1; }
    StatisticsScreen #below > * { height: 100%; border: round $secondary; background: $surface; padding: 0 1; }
    StatisticsScreen #frame { width: 1fr; }
    StatisticsScreen #klondike { width: 25; text-wrap: nowrap; }
    StatisticsScreen #say { margin: 0 2; height: auto; color: $error; display: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        # Before the list, which would scroll.
        Binding("right", "period(1)", "Next period", priority=True),
        Binding("left", "period(-1)", "Previous period", priority=True),
        Binding("1", "choose(0)", "Today", show=False),
        Binding("2", "choose(1)", "7 days", show=False),
        Binding("3", "choose(2)", "30 days", show=False),
        Binding("4", "choose(3)", "All", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.figures: dict[str, Figures] = {}
        self.titles = counted()

    def compose(self) -> ComposeResult:
        """Make the periods, the games below them, then the curve and Klondike."""
        tabs = Tabs(*(Tab(name, id=f"period-{number}") for number, name in enumerate(PERIODS)), active="period-3")
        tabs.can_focus = False
        yield tabs
        yield Static(id="header")
        yield OptionList(*map(Option, self.titles.values()), id="games", compact=True)
        with Horizontal(id="below"):
            with Horizontal(id="frame"):
                yield Chart()
            yield Static(id="klondike")
        yield Static(id="say")
        yield KeyBar()

    def on_mount(self) -> None:
        """Start with all games."""
        self.query_one("#klondike").border_title = "Klondike"
        games = self.query_one("#games", OptionList)
        games.highlighted = 0
        games.focus()
        self.look()

    def on_resize(self) -> None:
        """Hide what does not fit."""
        self.show()

    @work(exclusive=True)
    async def look(self) -> None:
        """Read the file and show its content."""
        sentence = ""
        try:
            self.figures = await self.in_thread(gather, time.time())
            await self.in_thread(Statistics().check)
        except KickerError as error:
            sentence = str(error)
        if self.figures:
            known, self.titles = len(self.titles), counted(self.figures["All"].poker)
            self.query_one("#games", OptionList).add_options(map(Option, list(self.titles.values())[known:]))
        say = self.query_one("#say", Static)
        say.update(Text(sentence))
        say.display = bool(sentence)
        self.show()

    def show(self) -> None:
        """Show the selected game and period."""
        period = self.query_one(Tabs).active_tab
        figures = self.figures.get(str(period.label)) if period is not None else None
        if figures is None:
            return
        games = self.query_one("#games", OptionList)
        rows = [row(name, figures.poker[kind]) for kind, name in self.titles.items()]
        header, *lines = columns([HEADER, *rows], self.scrollable_content_region.width - 4)
        self.query_one("#header", Static).update(Text(header))
        for place, line in enumerate(lines):
            games.replace_option_prompt_at_index(place, Text(line, no_wrap=True, overflow="crop"))
        kind = list(self.titles)[games.highlighted or 0]
        self.query_one(Chart).show(figures.curves[kind])
        self.query_one("#frame").border_title = f"{self.titles[kind]}: big blinds won"
        self.query_one("#klondike", Static).update("\n".join(klondike_lines(figures.klondike)))

    def action_period(self, by: int) -> None:
        """Go to the next or previous period."""
        self.action_choose((int(self.query_one(Tabs).active[-1]) + by) % len(PERIODS))

    def action_choose(self, place: int) -> None:
        """Go to a period."""
        self.query_one(Tabs).active = f"period-{place}"

    @on(Tabs.TabActivated)
    @on(OptionList.OptionHighlighted)
    def other(self) -> None:
        """Show another game or period."""
        self.show()
