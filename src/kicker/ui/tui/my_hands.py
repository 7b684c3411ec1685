"""My hands: the database of hands with a filter, statistics, a graph, notes and tags; Enter replays a hand.

Questions are asked in threads, so that no key waits. Not here: the database (`kicker.tracker`) and the replayer.
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
from kicker.ui.common.my_hands import group_rows, line_cells, money_words, share_words, text_graph
from kicker.ui.common.replaying import FoundHand
from kicker.ui.tui.base import Lines, RoomScreen
from kicker.ui.tui.canvas import fitted
from kicker.ui.tui.key_bar import KeyBar

LISTED: Final = 500
"""Hands of the list, the last ones."""
TABS: Final = ("Hands", "Statistics", "Graph")
NOTHING: Final = "No hands yet: play one, or import some with 'kicker import FILES'."
NO_MATCH: Final = "No hand matches."


class Found(NamedTuple):
    """What the database says about a filter."""

    lines: list[HandLine]
    answer: Answer | None
    groups: list[Answer]
    course: list[Point]


def find(tracker: Tracker, where: str, by: str) -> Found:
    """All that the screen shows of some hands."""
    condition = parse_where(where, "the filter") if where.strip() else None
    answers = ask(tracker, where=condition)
    groups = ask(tracker, where=condition, by=by) if by else []
    lines = list_hands(tracker, where=condition, count=LISTED)
    return Found(lines, answers[0] if answers else None, groups, course(tracker, where=condition))


def found_hands(tracker: Tracker, lines: Sequence[HandLine]) -> Iterator[FoundHand]:
    """Hands for the replayer, read when they are needed."""
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
        """Two fields; Enter in either of them keeps both."""
        with Vertical():
            yield Static("Note")
            yield Input(self.note.text, id="note")
            yield Static("Tags, separated by blanks")
            yield Input(" ".join(self.note.tags), id="tags")
            yield Static("", id="trouble")
            yield Static("Enter saves, Tab goes on, Escape cancels.")

    @on(Input.Submitted)
    def save(self) -> None:
        """Keep it, or say what is wrong with it."""
        text, tags = (self.query_one(f"#{name}", Input).value for name in ("note", "tags"))
        try:
            self.dismiss(clean_note(text, tags.replace(",", " ").split()))
        except KickerError as error:
            self.query_one("#trouble", Static).update(Text(str(error)))


class MyHandsScreen(RoomScreen):
    """Hands that are kept: the list, statistics and the graph of those that a filter lets through."""

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
        """The filter, a sentence, and three pages below it."""
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
        """Begin with all hands."""
        self.query_one("#list").focus()
        self.look()

    def on_unmount(self) -> None:
        """Let go of the database."""
        self.tracker.close()

    def on_resize(self) -> None:
        """Draw as large as there is room."""
        self.call_after_refresh(self.show)

    # --- asking, in a thread -----------------------------------------------------------------------------------------

    @work(exclusive=True, group="look")
    async def look(self) -> None:
        """Ask the database and show what it says; a filter that cannot be read changes nothing else."""
        try:
            self.found = await self.in_thread(find, self.tracker, self.where, self.by)
        except KickerError as error:
            self.say(str(error), wrong=True)
            return
        answer = self.found.answer
        if answer is None:
            self.say(NO_MATCH if self.where.strip() else NOTHING)
        else:
            bb100 = f"{answer.bb100:+.1f} ± {answer.half_width:.1f} bb/100"
            self.say(f"{count_of(answer.hands, 'hand')}, won {money_words(answer)}, {bb100}")
        self.show()

    @work(exclusive=True, group="note")
    async def keep(self, line: HandLine, note: Note) -> None:
        """Keep a note and show it."""
        try:
            await self.in_thread(keep_note, self.tracker, line.id, note)
        except KickerError as error:
            self.say(str(error), wrong=True)
        else:
            self.look()

    # --- showing -----------------------------------------------------------------------------------------------------

    def say(self, sentence: str, *, wrong: bool = False) -> None:
        """A sentence below the filter."""
        line = self.query_one("#summary", Static)
        line.update(Text(sentence))
        line.set_class(wrong, "-wrong")

    def show(self) -> None:
        """All three pages."""
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
        """The statistics: of each group a line, or of all hands two columns."""
        answer = self.found.answer
        if answer is None:
            return []
        if self.by:
            rows = group_rows(self.by, self.found.groups)
            widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
            lines = [
                " ".join(f"{cell:>{width}}" if column else f"{cell:{width}}"
                         for column, (cell, width) in enumerate(zip(row, widths, strict=True)))
                for row in rows
            ]  # fmt: skip
            return [fitted(line, room) for line in lines]
        luck = f"{answer.expected100:+.1f} ± {answer.expected_half_width:.1f} bb/100 with all-in pots paid by equity"
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
        """Show the hands that the filter lets through."""
        self.where = event.value
        self.look()
        self.query_one("#list").focus()

    def action_leave(self) -> None:
        """From the filter to the list, and then out."""
        if self.query_one("#filter").has_focus:
            self.query_one("#list").focus()
        else:
            super().action_leave()

    def action_turn(self, by: int) -> None:
        """To the page beside this one."""
        self.action_choose((int(self.query_one(Tabs).active[-1]) + by) % len(TABS))

    def action_choose(self, place: int) -> None:
        """To a page."""
        self.query_one(Tabs).active = f"page-{place}"

    @on(Tabs.TabActivated)
    def turned(self, event: Tabs.TabActivated) -> None:
        """Show another page."""
        place = int((event.tab.id or "page-0")[-1])
        self.query_one(ContentSwitcher).current = ("list", "figures", "graph")[place]

    def action_group(self) -> None:
        """Split the statistics by the next thing."""
        ways = ["", *GROUPS]
        self.by = ways[(ways.index(self.by) + 1) % len(ways)]
        self.action_choose(1)
        self.look()

    def selected(self) -> HandLine | None:
        """The hand at which the list stands."""
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
        """Replay the hand, as its player saw it; the hands of the same player are before and after it."""
        from kicker.ui.tui.replayer import ReplayScreen

        line = self.selected()
        if line is not None:
            theirs = [other for other in self.found.lines if other.player == line.player]
            hands = found_hands(self.tracker, theirs)
            self.app.push_screen(ReplayScreen((), index=theirs.index(line), seat=line.player, found=hands))
