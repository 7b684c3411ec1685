"""My hands: the user's hands with a filter, statistics, a graph, notes and tags; Enter replays a hand.

Queries run in threads, so that the keys never wait. The database is in `kicker.tracker`, the replayer in `replayer.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final, NamedTuple

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import ContentSwitcher, Input, OptionList, Static, Tab, Tabs
from textual.widgets.option_list import Option

from kicker.cards import count_of
from kicker.errors import KickerError
from kicker.tracker.answers import GROUPS, Answer, Point, ask, course
from kicker.tracker.facts import STATISTICS
from kicker.tracker.listing import HandLine, list_hands
from kicker.tracker.notes import keep_note
from kicker.tracker.remarks import Note, clean_note
from kicker.tracker.store import Tracker
from kicker.tracker.where import parse_where
from kicker.ui.common.my_hands import group_rows, line_cells, money_words, rate_words, share_words, text_graph
from kicker.ui.common.replaying import FoundHand
from kicker.ui.tui.base import Lines, RoomScreen
from kicker.ui.tui.canvas import fitted
from kicker.ui.tui.key_bar import KeyBar

LISTED: Final = 500
"""The most hands in the list, most recent first."""
TABS: Final = ("Hands", "Statistics", "Graph")
NOTHING: Final = "No hands yet: play one, or import some with 'kicker import FILES'."
NO_MATCH: Final = "No hand matches."


class Found(NamedTuple):
    """The database's answer to a filter."""

    lines: list[HandLine]
    answer: Answer | None
    groups: list[Answer]
    course: list[Point]


def find(tracker: Tracker, where: str, by: str) -> Found:
    """Return everything that the screen shows for a filter."""
    condition = parse_where(where, "the filter") if where.strip() else None
    answers = ask(tracker, where=condition)
    groups = ask(tracker, where=condition, by=by) if by else []
    lines = list_hands(tracker, where=condition, count=LISTED)
    return Found(lines, answers[0] if answers else None, groups, course(tracker, where=condition))


def found_hands(tracker: Tracker, lines: Sequence[HandLine]) -> Iterator[FoundHand]:
    """Yield hands for the replayer, read on demand."""
    for line in lines:
        yield FoundHand(f"{line.site} {line.number}", 1, tracker.replay_of(line.id).record)


class NoteForm(ModalScreen[Note | None]):
    """The note and the tags of a hand."""

    DEFAULT_CSS = """
    NoteForm { align: center middle; }
    NoteForm Vertical { width: 70; max-width: 100%; height: auto; border: round $primary; background: $surface;
                        padding: 1 2; }
    NoteForm #trouble { height: auto; color: $error; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "Cancel")]

    def __init__(self, note: Note) -> None:
        super().__init__()
        self.note = note

    def compose(self) -> ComposeResult:
        """Make two fields; Enter in either saves both."""
        with Vertical():
            yield Static("Note")
            yield Input(self.note.text, id="note")
            yield Static("Tags, separated by spaces")
            yield Input(" ".join(self.note.tags), id="tags")
            yield Static("", id="trouble")
            yield Static("Enter saves, Tab moves on, Escape cancels.")

    @on(Input.Submitted)
    def save(self) -> None:
        """Save the note, or show what is wrong with it."""
        text, tags = (self.query_one(f"#{name}", Input).value for name in ("note", "tags"))
        try:
            self.dismiss(clean_note(text, tags.replace(",", " ").split()))
        except KickerError as error:
            self.query_one("#trouble", Static).update(Text(str(error)))


class MyHandsScreen(RoomScreen):
    """The list, the statistics and the graph of the hands that match a filter."""

    DEFAULT_CSS = """
    MyHandsScreen { background: $background; }
    MyHandsScreen Tabs { margin: 0 2; }
    MyHandsScreen #filter { margin: 0 1; height: 3; border: round $secondary; background: $surface; }
    MyHandsScreen #filter:focus { border: round $primary; }
    MyHandsScreen #summary { margin: 0 2; height: auto; max-height: 3; }
    MyHandsScreen #summary.-wrong { color: $error; }
    MyHandsScreen ContentSwitcher { height: 1fr; margin: 0 1; }
    MyHandsScreen #list { height: 100%; background: $background; border: none; scrollbar-size-vertical: 1; }
    MyHandsScreen #list:focus { background-tint: $foreground 0%; }
    MyHandsScreen #figures, MyHandsScreen #graph { height: 100%; text-wrap: nowrap; padding: 0 1; overflow: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "filter", "Filter", key_display="/"),
        Binding("right", "turn(1)", "Next page", show=False),
        Binding("left", "turn(-1)", "Previous page", show=False),
        Binding("1", "choose(0)", "Hands", show=False),
        Binding("2", "choose(1)", "Statistics", show=False),
        Binding("3", "choose(2)", "Graph", show=False),
        Binding("b", "group", "Split by", tooltip="split the statistics by position, game, month and so on"),
        Binding("n", "note", "Note", tooltip="write a note and tags on the hand"),
    ]

    def __init__(self, tracker: Tracker) -> None:
        super().__init__()
        self.tracker = tracker
        self.found = Found([], None, [], [])
        self.where = self.by = ""

    def compose(self) -> ComposeResult:
        """Make the filter, a sentence, and three pages below it."""
        yield Input(placeholder='filter: position=btn and won<0, cards="QQ+, AKs", tag=bluff', id="filter")
        yield Static("", id="summary")
        tabs = Tabs(*(Tab(name, id=f"page-{place}") for place, name in enumerate(TABS)))
        tabs.can_focus = False
        yield tabs
        with ContentSwitcher(initial="list"):
            yield Lines(id="list")
            yield Static(id="figures")
            yield Static(id="graph")
        yield KeyBar()

    def on_mount(self) -> None:
        """Start with all hands."""
        self.query_one("#list").focus()
        self.look()

    def on_unmount(self) -> None:
        """Close the database."""
        self.tracker.close()

    def on_resize(self) -> None:
        """Redraw to fit the window."""
        self.call_after_refresh(self.show)

    # --- asking, in a thread -----------------------------------------------------------------------------------------

    @work(exclusive=True, group="look")
    async def look(self) -> None:
        """Query the database and show the answer; an unreadable filter leaves the rest unchanged."""
        try:
            self.found = await self.in_thread(find, self.tracker, self.where, self.by)
        except KickerError as error:
            self.say(str(error), wrong=True)
            return
        answer = self.found.answer
        if answer is None:
            self.say(NO_MATCH if self.where.strip() else NOTHING)
        else:
            self.say(f"{count_of(answer.hands, 'hand')}, won {money_words(answer)}, {rate_words(answer)}")
        self.show()

    @work(exclusive=True, group="note")
    async def keep(self, line: HandLine, note: Note) -> None:
        """Save a note and show it."""
        try:
            await self.in_thread(keep_note, self.tracker, line.id, note)
        except KickerError as error:
            self.say(str(error), wrong=True)
        else:
            self.look()

    # --- showing -----------------------------------------------------------------------------------------------------

    def say(self, sentence: str, *, wrong: bool = False) -> None:
        """Show a sentence below the filter."""
        line = self.query_one("#summary", Static)
        line.update(Text(sentence))
        line.set_class(wrong, "-wrong")

    def show(self) -> None:
        """Show all three pages."""
        room = self.size.width - 8
        hands = self.query_one("#list", OptionList)
        place = hands.highlighted
        hands.clear_options()
        rows = [line_cells(line) for line in self.found.lines]
        widths = [max((len(row[column]) for row in rows), default=0) for column in range(6)]
        for row in rows:
            cells = [
                f"{cell:>{width}}" if column in (4, 5) else f"{cell:{width}}"
                for column, (cell, width) in enumerate(zip(row, widths, strict=False))
            ]
            hands.add_option(Option(Text(fitted("  ".join([*cells, row[6]]), room), no_wrap=True)))
        if rows:
            hands.highlighted = min(place or 0, len(rows) - 1)
        self.query_one("#figures", Static).update(Text("\n".join(self.figure_lines(room))))
        height = max(4, self.query_one(ContentSwitcher).size.height - 3)
        graph = text_graph(self.found.course, max(20, room - 16), height) if len(self.found.course) > 1 else []
        self.query_one("#graph", Static).update(Text("\n".join(graph)))

    def figure_lines(self, room: int) -> list[str]:
        """Return the statistics: a line for each group, or two columns for all hands."""
        answer = self.found.answer
        if answer is None:
            return []
        if self.by:
            rows = group_rows(self.by, self.found.groups, room)
            widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
            lines = [
                " ".join(f"{cell:>{width}}" if column else f"{cell:{width}}"
                         for column, (cell, width) in enumerate(zip(row, widths, strict=True)))
                for row in rows
            ]  # fmt: skip
            return [fitted(line, room) for line in lines]
        luck = rate_words(answer, by_equity=True)
        cells = [
            f"{each.title:19} {share_words(answer.shares[each.name].times, answer.shares[each.name].of):>16}"
            for each in STATISTICS
        ]
        half = (len(cells) + 1) // 2
        pairs = zip(cells[:half], [*cells[half:], ""], strict=False)
        return [luck, "", *(f"{one}   {two}".rstrip() for one, two in pairs)]

    # --- keys --------------------------------------------------------------------------------------------------------

    def action_filter(self) -> None:
        """Go to the filter."""
        self.query_one("#filter").focus()

    @on(Input.Submitted, "#filter")
    def filtered(self, event: Input.Submitted) -> None:
        """Show the hands that match the filter."""
        self.where = event.value
        self.look()
        self.query_one("#list").focus()

    def action_leave(self) -> None:
        """Go from the filter to the list, and from there out of the screen."""
        if self.query_one("#filter").has_focus:
            self.query_one("#list").focus()
        else:
            super().action_leave()

    def action_turn(self, by: int) -> None:
        """Go to the next or previous page."""
        self.action_choose((int(self.query_one(Tabs).active[-1]) + by) % len(TABS))

    def action_choose(self, place: int) -> None:
        """Go to a page."""
        self.query_one(Tabs).active = f"page-{place}"

    @on(Tabs.TabActivated)
    def turned(self, event: Tabs.TabActivated) -> None:
        """Show another page."""
        place = int((event.tab.id or "page-0")[-1])
        self.query_one(ContentSwitcher).current = ("list", "figures", "graph")[place]

    def action_group(self) -> None:
        """Split the statistics by the next criterion."""
        ways = ["", *GROUPS]
        self.by = ways[(ways.index(self.by) + 1) % len(ways)]
        self.action_choose(1)
        self.look()

    def selected(self) -> HandLine | None:
        """Return the selected hand."""
        place = self.query_one("#list", OptionList).highlighted
        return self.found.lines[place] if place is not None and place < len(self.found.lines) else None

    def action_note(self) -> None:
        """Write a note."""
        line = self.selected()
        if line is None:
            return

        def written(note: Note | None) -> None:
            if note is not None:
                self.keep(line, note)

        self.app.push_screen(NoteForm(line.note), written)

    @on(OptionList.OptionSelected, "#list")
    def opened(self) -> None:
        """Replay the hand as its player saw it, between the same player's other hands."""
        from kicker.ui.tui.replayer import ReplayScreen

        line = self.selected()
        if line is not None:
            theirs = [other for other in self.found.lines if other.player == line.player]
            hands = found_hands(self.tracker, theirs)
            self.app.push_screen(ReplayScreen((), index=theirs.index(line), seat=line.player, found=hands))
