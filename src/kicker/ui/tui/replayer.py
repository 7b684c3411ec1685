"""The replayer: recorded hands, step by step, with all cards or through the eyes of one seat.

Files are read, hands replayed and equities counted in threads, so that no key waits. Events are
described in the words of `kicker replay` (`ui/replay.py`); `replay_view.py` draws the table.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from threading import Lock
from typing import Any, ClassVar, Final, NamedTuple

from rich.style import Style
from rich.text import Text
from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.timer import Timer
from textual.widgets import Static
from textual.worker import get_current_worker

from kicker.cards import count_of
from kicker.errors import KickerError, RecordError
from kicker.odds import Equity, equity
from kicker.records import HALF_CHIP, MISMATCHED, OK, RAKED, UNDETERMINED, Record
from kicker.ui.common.replaying import (
    NO_RABBIT,
    EquityQuestion,
    FoundHand,
    Hands,
    Viewing,
    all_hands,
    find_files,
    find_place,
    find_seat,
    make_viewing,
    question_of,
    rabbit_line,
    step_lines,
    street_places,
    title,
)
from kicker.ui.common.text import YOU, Look
from kicker.ui.tui.base import RoomScreen
from kicker.ui.tui.canvas import fitted
from kicker.ui.tui.cards import rich_line
from kicker.ui.tui.key_bar import KeyBar
from kicker.ui.tui.replay_view import Picture, hand_names, replay_scene
from kicker.ui.tui.rows import Log, Rows

READ_AHEAD: Final = 400
"""The number of hands to read beyond the current one, so that the list continues."""
SHORTEST_PAUSE: Final = 0.02
CURRENT: Final = Style(bgcolor="#2f6b3c", bold=True)
FAINT: Final = Style(color="#8fae9d")
NOW: Final = "▸"
VERDICTS: Final = {OK: "✓", RAKED: "%", HALF_CHIP: "½", UNDETERMINED: "?", MISMATCHED: "≠", "": "✗"}
"""The signs for verdicts; the empty text is for a hand that cannot be replayed."""


def hand_label(found: FoundHand) -> str:
    """Return the label of a hand in the list: its game and its file, and its number in a file with many."""
    path = Path(found.file)
    many = path.suffix.lower() == ".phhs"
    if isinstance(found.record, RecordError):
        return f"{path.stem} [{found.number}]" if many else path.stem
    game = found.record.rules.game.title
    return f"{game} [{found.number}], {path.stem}" if many else f"{path.stem}, {game}"


def seat_word(record: Record, seat: int) -> str:
    """Return a word that identifies the seat, and in other hands the same player."""
    words = (record.names[seat], f"p{seat + 1}", str(seat + 1))
    return next((word for word in words if find_seat(record, word) == seat), words[0])


def seen_words(record: Record, seat: int) -> str:
    """Return whose view is shown."""
    name = record.names[seat]
    return f"seen by {name if name != YOU else 'you'}"


class Opened(NamedTuple):
    """A replayed hand, or the reason why it cannot be replayed."""

    viewing: Viewing | None = None
    story: tuple[tuple[Text, ...], ...] = ()
    """The events up to each state."""
    verdict: str = ""
    trouble: str = ""


def is_short(found: FoundHand) -> bool:
    """Return True if replaying the hand takes no noticeable time."""
    return isinstance(found.record, RecordError) or len(found.record.moves) < 200


def replay_hand(found: FoundHand, seat: str | None, look: Look) -> Opened:
    """Replay a hand as one player saw it; a hand without that player has a verdict but no viewing."""
    verdict = ""
    try:
        viewing = make_viewing(found, None)
        verdict = viewing.replay.verdict
        if seat is not None:
            viewing = viewing._replace(viewer=find_seat(viewing.record, seat))
    except RecordError as error:
        return Opened(verdict=verdict, trouble=str(error))
    story = tuple(tuple(rich_line(line, look) for line in lines) for lines in step_lines(viewing))
    return Opened(viewing, story, verdict)


class ReplayScreen(RoomScreen):
    """Recorded hands, one after another, each step by step."""

    AUTO_FOCUS = ""
    DEFAULT_CSS = """
    ReplayScreen { layout: grid; grid-size: 2; grid-columns: 30 1fr; grid-rows: 1 2fr 1fr 1 1; }
    ReplayScreen #heading { column-span: 2; padding: 0 1; }
    ReplayScreen Static { text-wrap: nowrap; text-overflow: ellipsis; }
    ReplayScreen Picture { column-span: 2; }
    ReplayScreen Rows { border-top: solid $secondary; border-title-color: $accent; padding: 0 1;
                        background: $background; overflow-x: hidden; scrollbar-size-vertical: 1;
                        scrollbar-gutter: stable; }
    ReplayScreen #status { column-span: 2; padding: 0 1; background: $surface; }
    ReplayScreen KeyBar { column-span: 2; dock: none; }
    ReplayScreen.wide { grid-columns: 1fr 52; grid-rows: 1 1fr 2fr 1 1; }
    ReplayScreen.wide Picture { column-span: 1; row-span: 2; }
    ReplayScreen.narrow #hands { display: none; }
    ReplayScreen.narrow #story { column-span: 2; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,n", "step(1)", "Next", tooltip="the next action"),
        Binding("enter", "enter", "Next", tooltip="the next action", show=False),
        Binding("left,b", "step(-1)", "Previous", tooltip="one action back"),
        Binding("home", "go(0)", "Start", tooltip="start of the hand", show=False),
        Binding("end", "go(-1)", "End", tooltip="end of the hand", show=False),
        Binding("pagedown", "hand(1)", "Next hand", tooltip="the next hand"),
        Binding("pageup", "hand(-1)", "Previous hand", tooltip="the previous hand", show=False),
        Binding("p", "jump('preflop')", "Preflop", tooltip="to the first bets", show=False),
        Binding("f", "jump('flop')", "Flop", tooltip="to the flop", show=False),
        Binding("t", "jump('turn')", "Turn", tooltip="to the turn", show=False),
        Binding("r", "jump('river')", "River", tooltip="to the river", show=False),
        Binding("d", "next_street", "Next street", tooltip="to the next draw or street", show=False),
        Binding("s", "jump('showdown')", "Showdown", tooltip="to the showdown", show=False),
        Binding("g", "ask('action')", "Action", tooltip="go to an action by number", show=False),
        Binding("h", "ask('hand')", "Hand number", tooltip="go to a hand by number", show=False),
        Binding("v", "view", "View", tooltip="change view: all cards, or what one player sees"),
        Binding("e", "equity", "Equity", tooltip="equity of each hand; in draw games, its rank"),
        Binding("w", "rabbit", "Rabbit", tooltip="the board cards that would have come", show=False),
        Binding("space", "play", "Play", tooltip="play or pause"),
        Binding("backspace", "erase", show=False),
        *(Binding(digit, f"digit({digit})", show=False) for digit in "0123456789"),
    ]

    def __init__(
        self, files: Sequence[Path], *, index: int = 0, seat: str | None = None,
        found: Iterable[FoundHand] | None = None,
    ) -> None:  # fmt: skip
        super().__init__()
        self.files = files
        self.found = found
        """Hands that do not come from files."""
        self.seat = seat
        """The seat whose view is shown, as the user would write it; None for all cards."""
        self.index = self.wanted = index
        """The hand on the screen, and the requested one, which may not have been read yet."""
        self.hands = Hands(())
        self.complete = False
        """True if all hands have been read."""
        self.opened = Opened()
        self.place = 0
        self.verdicts: dict[int, str] = {}
        """The verdicts on the hands seen so far."""
        self.message = "reading"
        self.counting = False
        self.answers: dict[EquityQuestion, Equity] = {}
        self._question: EquityQuestion | None = None
        self._asking = self._digits = ""
        self._timer: Timer | None = None
        self._begun = False
        self._steps: list[int] = []
        """The step that each text of the story belongs to."""
        self._told: int | None = None
        """The last step of this hand that the story has shown."""
        self._reading = Lock()

    def compose(self) -> ComposeResult:
        """Make the heading, the table, the list of hands, the events, and a status line."""
        yield Static(id="heading")
        yield Picture()
        yield Rows(id="hands")
        yield Log(id="story")
        yield Static(id="status")
        yield KeyBar(compact=True)

    def on_mount(self) -> None:
        """Start reading."""
        self.open(self.index)

    def on_unmount(self) -> None:
        """Release the files and the hands."""
        self.stop()
        self.hands = Hands(())
        gc.unfreeze()

    def on_resize(self, event: events.Resize) -> None:
        """Place the lists on the right if there is room, otherwise below."""
        self.set_class(event.size.width >= 132 and event.size.height >= 30, "wide")
        self.set_class(event.size.width < 64, "narrow")
        self.call_after_refresh(self.show)

    def on_screen_resume(self) -> None:
        """Update the look, which may have changed."""
        if self.index in self.verdicts:
            self.open(self.index, self.place)

    # --- reading, in a thread ----------------------------------------------------------------------------------------

    def open(self, index: int, place: int = 0) -> None:
        """Go to a hand, -1 for the last. The old hand stays on the screen until the new one has been read."""
        self.stop()
        self.workers.cancel_group(self, "hands")
        self.wanted = index
        found = self.hands.get(index) if 0 <= index < self.hands.count else None
        how = self.seat, self.settings.look
        if found is not None and is_short(found):
            self._arrive(index, replay_hand(found, *how), place)
        else:
            self._fetch(index, place, *how)

    @work(thread=True, exclusive=True, group="hands")
    def _fetch(self, index: int, place: int, seat: str | None, look: Look) -> None:
        try:
            self._read(index)
        except KickerError as error:
            self._tell(self._arrive, None, Opened(trouble=str(error)), 0)
            return
        last = self.hands.count - 1
        there = last if index < 0 else min(index, last)
        found = self.hands.get(there) if last >= 0 else None
        if found is None:
            nothing = f"no hands in {', '.join(map(str, self.files))}"
            self._tell(self._arrive, None, Opened(trouble=nothing), 0)
            return
        self._tell(self._arrive, there, replay_hand(found, seat, look), place)
        if index > last:
            self._tell(self.say, f"there is no hand {index + 1}: there are {count_of(last + 1, 'hand')}")

    def _arrive(self, index: int | None, opened: Opened, place: int) -> None:
        self.index = self.wanted = index or 0
        self.opened, self.message, self._told = opened, "", None
        self.place = max(0, min(place, len(opened.story) - 1))
        if index is not None:
            self.verdicts[index] = opened.verdict
            self._read_on(index)
        self.show()

    def _read_on(self, index: int) -> None:
        """Read a little further, so that the list continues."""
        if not self.complete and self.hands.count < index + READ_AHEAD:
            self._read_list(index + READ_AHEAD)

    @work(thread=True, exclusive=True, group="list")
    def _read_list(self, index: int) -> None:
        self._read(index)
        self._tell(self.show)

    def _read(self, index: int) -> None:
        """Read up to a hand, or to the end for -1."""
        worker = get_current_worker()
        with self._reading:
            if not self._begun:
                files = [str(path) for path in self.files]
                self.hands = Hands(all_hands(find_files(files)) if self.found is None else self.found)
                self._begun = True
            while not (self.complete or worker.is_cancelled or 0 <= index < self.hands.count):
                self.complete = self.hands.get(self.hands.count) is None
                if self.hands.count % READ_AHEAD == 0:
                    gc.freeze()  # collecting thousands of hands would stop everything for a tenth of a second
                    self._tell(self.show)
                time.sleep(0)  # let keys come first

    def _tell(self, callback: Callable[..., object], *facts: Any) -> None:
        """Call a function of the screen, unless the screen has been left."""
        worker = get_current_worker()

        def tell() -> None:
            if self.is_attached and not worker.is_cancelled:
                callback(*facts)

        if self.is_attached and not worker.is_cancelled and self.app.is_running:
            self.app.call_from_thread(tell)

    # --- showing -----------------------------------------------------------------------------------------------------

    def say(self, sentence: str) -> None:
        """Show the same step with a message."""
        self.message = sentence
        self.show()

    def show(self) -> None:
        """Draw everything."""
        viewing, picture, words, file = self.opened.viewing, self.query_one(Picture), "", ""
        if viewing is None:
            picture.show(self.opened.trouble or self._reading_words())
            name = self._label(self.index) if self.index in self.verdicts else "replayer"
        else:
            more, words = self._odds(viewing)
            picture.show(replay_scene(viewing, self.place, self.settings, more))
            name, file = title(viewing), f"  {viewing.found.file}"
        self.query_one("#heading", Static).update(Text.assemble((name, Style(bold=True)), (file, FAINT)))
        self._show_hands()
        self._show_story()
        self.query_one("#status", Static).update(self._status(words))

    def _reading_words(self) -> str:
        return f"reading: {count_of(self.hands.count, 'hand')} so far" if self.hands.count else "reading"

    def _label(self, index: int) -> str:
        found = self.hands.get(index)
        return hand_label(found) if found else ""

    def _show_hands(self) -> None:
        rows, count = self.query_one("#hands", Rows), self.hands.count
        of_all = f"{count:,}{'' if self.complete else '+'}"
        rows.border_title = f"hand {self.index + 1:,} of {of_all}" if self.index in self.verdicts else "hands"
        digits = len(str(count))

        def line(row: int) -> Text:
            verdict = self.verdicts.get(row)
            mark = " " if verdict is None else VERDICTS[verdict]
            found = self.hands.get(row)
            broken = verdict == "" or (found is not None and isinstance(found.record, RecordError))
            here = row == self.index and row in self.verdicts
            style = CURRENT if here else FAINT if broken else Style()
            now = NOW if here else " "
            words = fitted(f"{now}{row + 1:>{digits}} {mark} {self._label(row)}", rows.room)
            return Text(words, style, no_wrap=True)

        rows.fill(count, max(0, self.index), line)

    def _show_story(self) -> None:
        log = self.query_one("#story", Log)
        log.border_title = "what happened"
        texts, self._steps = [], []
        for step, lines in enumerate(self.opened.story[: self.place + 1]):
            for number, line in enumerate(lines):
                here = step == self.place
                mark = f"{NOW} " if here and not number else "  "
                texts.append(Text.assemble(mark, line, style=CURRENT if here else Style()))
                self._steps.append(step)
        log.tell(texts, follow=self._told != self.place)
        self._told = self.place

    def _status(self, odds: str) -> Text:
        """Return the status line: the step, whose view it is, and messages."""
        if self._asking:
            return Text(f"to {self._asking} {self._digits}_  Enter to go, Escape to cancel")
        parts = []
        if self.opened.viewing is not None:
            viewer = self.opened.viewing.viewer
            eyes = "all cards" if viewer is None else seen_words(self.opened.viewing.record, viewer)
            parts = [f"step {self.place} of {len(self.opened.story) - 1}", eyes, "playing" if self._timer else ""]
        parts += [self.message or odds]
        return Text(", ".join(filter(None, parts)))

    # --- equity, in a thread -----------------------------------------------------------------------------------------

    def _odds(self, viewing: Viewing) -> tuple[dict[int, str], str]:
        """Return the odds or the hand of each seat, and how the odds were found; unknown odds are computed first."""
        state = viewing.replay.states[self.place]
        if not self.counting or state.over:
            return {}, ""
        if viewing.record.rules.game.exchanges:
            return hand_names(viewing, state), ""
        question = question_of(viewing, state)
        if question is None:
            return {}, "no equity: the cards are unknown" if sum(state.live) > 1 else ""
        answer = self.answers.get(question)
        if answer is None:
            if question != self._question:
                self._question = question
                self._count(question)
            return dict.fromkeys(question.seats, "..."), "counting"
        shares = {seat: f"{share.equity:.1%}" for seat, share in zip(question.seats, answer.players, strict=True)}
        error = "" if answer.exact else f", s.e. {max(share.error for share in answer.players):.2%}"
        return shares, f"equity {answer.text}{error}"

    @work(thread=True, exclusive=True, group="equity")
    def _count(self, question: EquityQuestion) -> None:
        worker = get_current_worker()

        def go_on(so_far: Equity) -> None:
            if worker.is_cancelled:
                raise InterruptedError

        try:
            answer = equity(question.players, question.board, question.dead, game=question.game, progress=go_on)
        except InterruptedError:
            return
        self._tell(self._answer, question, answer)

    def _answer(self, question: EquityQuestion, answer: Equity) -> None:
        self.answers[question] = answer
        self.show()

    # --- keys and mouse ----------------------------------------------------------------------------------------------

    def stop(self) -> None:
        """Stop the automatic playing and any question."""
        self._asking = self._digits = ""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def move(self, place: int | None, otherwise: str) -> bool:
        """Go to a step, if there is one."""
        possible = place is not None and 0 <= place < len(self.opened.story)
        if possible:
            self.place = place or 0
        self.say("" if possible else otherwise)
        return possible

    def action_step(self, steps: int) -> None:
        """Go some steps forward or back."""
        self.stop()
        end = "end of the hand; PgDn opens the next one" if steps > 0 else "start of the hand"
        self.move(self.place + steps, end)

    def action_go(self, place: int) -> None:
        """Go to the start or the end."""
        self.stop()
        self.move(place % max(1, len(self.opened.story)), "nothing to replay")

    def action_jump(self, target: str) -> None:
        """Go to a street, or to an action by its number. A street without betting begins where its cards were dealt."""
        self.stop()
        place = find_place(self.opened.viewing, target) if self.opened.viewing is not None else None
        self.move(place, f"there is no {target} in this hand")

    def action_next_street(self) -> None:
        """Go to the next draw or other street; after the last, to the first."""
        self.stop()
        places = street_places(self.opened.viewing) if self.opened.viewing is not None else []
        place = next((place for place in places if place > self.place), places[0] if places else None)
        self.move(place, "there is no other street in this hand")

    def action_hand(self, steps: int) -> None:
        """Go some hands forward or back."""
        if self.wanted < 0:
            return  # all hands are being read, because the last was requested
        if self.wanted + steps < 0:
            self.say("this is the first hand")
        elif steps > 0 and self.complete and self.wanted + steps >= self.hands.count:
            self.say("this is the last hand")
        else:
            self.open(self.wanted + steps)

    def action_view(self) -> None:
        """Show all cards, then the view of one seat after another."""
        if self.opened.viewing is None:
            self.seat = None
        else:
            record, viewer = self.opened.viewing.record, self.opened.viewing.viewer
            following = 0 if viewer is None else viewer + 1
            self.seat = seat_word(record, following) if following < len(record.names) else None
        self.open(self.index, self.place)

    def action_equity(self) -> None:
        """Show or hide how often each hand wins."""
        self.counting = not self.counting
        self.say("")

    def action_rabbit(self) -> None:
        """Show the board cards that would have come."""
        viewing = self.opened.viewing
        line = rabbit_line(viewing) if viewing is not None else ()
        self.say(rich_line(line, self.settings.look).plain if line else NO_RABBIT)

    def action_play(self) -> None:
        """Play from this step, or from the start if the hand has ended; stop if it is playing."""
        if self._timer is not None:
            self.stop()
            self.say("")
        elif len(self.opened.story) > 1:
            if self.place == len(self.opened.story) - 1:
                self.place = 0
            self._play_on()
            self.say("")

    def _play_on(self) -> None:
        self._timer = self.set_timer(max(SHORTEST_PAUSE, self.settings.pause), self._play_step)

    def _play_step(self) -> None:
        if self._timer is None:
            return
        self.stop()
        if self.place + 1 < len(self.opened.story) - 1:
            self._play_on()
        self.move(self.place + 1, "")

    # Digits are keys like all others: a field would have to be focused first, and fast typing would lose some.

    def action_ask(self, what: str) -> None:
        """Ask for a number, of an action or a hand."""
        self.stop()
        self._asking = what
        self.show()

    def action_digit(self, digit: int) -> None:
        """Add a digit to the number being typed."""
        self._digits += str(digit) * (bool(self._asking) and len(self._digits) < 9)
        self.show()

    def action_erase(self) -> None:
        """Take the last digit back."""
        self._digits = self._digits[:-1]
        self.show()

    def action_enter(self) -> None:
        """Go to the typed number, or one step on."""
        asked, digits = self._asking, self._digits
        if not asked:
            self.action_step(1)
        elif not digits:
            self.action_leave()
        elif asked == "hand":
            self.open(max(0, int(digits) - 1))
        else:
            self.action_jump(digits)

    def action_leave(self) -> None:
        """Go back to the previous screen, or from a question to the hand."""
        if self._asking:
            self.stop()
            self.show()
        else:
            super().action_leave()

    @on(Picture.Turned)
    def _turned(self, event: Picture.Turned) -> None:
        self.action_step(event.steps)

    @on(Rows.Picked, "#hands")
    def _hand_picked(self, event: Rows.Picked) -> None:
        self.open(event.row)

    @on(Rows.Picked, "#story")
    def _step_picked(self, event: Rows.Picked) -> None:
        self.stop()
        self.move(self._steps[self.query_one("#story", Log).text_at(event.row)], "")

    @on(Rows.Ending, "#hands")
    def _list_ends(self) -> None:
        self._read_on(self.hands.count)
