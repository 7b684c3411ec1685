"""The trainer: a question with its cards, what the solution does, and the score.

The drills are in `ui/common/drills.py`, their words in `ui/common/training.py`.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import ClassVar, Final

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from kicker.cards import Card
from kicker.errors import KickerError
from kicker.training import Grade, Question, Trainer, WholeHands
from kicker.ui.common.text import capital
from kicker.ui.common.training import (
    answer_and_keep,
    answer_keys,
    choice_lines,
    choice_words,
    read_answer,
    result_words,
    saved_scores,
    score_lines,
    situation,
    unit_words,
    verdict_words,
)
from kicker.ui.tui.base import GOLD, GREEN, RED, RoomScreen
from kicker.ui.tui.cards import HEIGHT, face, word
from kicker.ui.tui.key_bar import KeyBar

GAP: Final = 3
"""The columns between the hand and the board."""


class TrainScreen(RoomScreen):
    """Questions of one drill, one after another."""

    DEFAULT_CSS = """
    TrainScreen { background: $background; }
    TrainScreen Vertical { margin: 1 2 0 2; }
    TrainScreen #situation { height: auto; max-height: 4; text-style: bold; }
    TrainScreen #cards { height: 6; margin: 1 0 0 0; }
    TrainScreen #verdict { height: auto; max-height: 3; margin: 0 0 1 0; }
    TrainScreen #rest { height: 1fr; }
    TrainScreen #table { width: 36; }
    TrainScreen #score { width: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "go_on", "Next", tooltip="Confirm the discards, or go to the next question"),
    ]

    def __init__(self, trainer: Trainer, question: Question) -> None:
        super().__init__()
        self.trainer = trainer
        self.question = question
        self.grade: Grade | None = None
        """The grade of the answer; None until there is one."""
        self.picked: set[int] = set()
        """The places of the cards to discard."""
        self.keys: list[str] = []
        """The keys of the answers."""
        self.busy = False

    def compose(self) -> ComposeResult:
        """Make everything from the situation down to the score."""
        self.situation, self.cards, self.verdict = Static(id="situation"), Static(id="cards"), Static(id="verdict")
        self.table, self.score = Static(id="table"), Static(id="score")
        with Vertical():
            yield self.situation
            yield self.cards
            yield self.verdict
            with Horizontal(id="rest"):
                yield self.table
                yield self.score
        yield KeyBar()

    def on_mount(self) -> None:
        """Ask the first question."""
        self.show_question()

    # --- display ---

    def show_question(self) -> None:
        """Show the question, without anything that gives the answer away."""
        self.grade = None
        self.picked.clear()
        self.situation.update(
            Text.assemble(situation(self.question), (f" {unit_words(self.trainer.drill)}", "not bold"))
        )
        self.verdict.update("")
        self.table.update("")
        self.bind_answers()
        self.show_cards(self.question.board)
        self.show_score()

    def bind_answers(self) -> None:
        """Bind a key to each answer until one is given."""
        for key in self.keys:
            self._bindings.key_to_bindings.pop(key, None)
        self.keys = []
        if self.grade is None:
            if self.question.exchanges:
                places = range(1, len(self.question.hand) + 1)
                answers = {str(place): ("pick", f"{place - 1}", f"Card {place}") for place in places}
            else:
                answers = {
                    key: ("answer", repr(name), capital(name)) for key, name in answer_keys(self.question).items()
                }
            for key, (action, argument, words) in answers.items():
                self._bindings.bind(key, f"{action}({argument})", words)
            self.keys = list(answers)
        self.refresh_bindings()

    def show_cards(self, board: Sequence[Card]) -> None:
        """Show the hand with the board beside it; cards to discard have a double frame."""
        look = self.settings.look
        hand = [face(card, look, lit=place in self.picked) for place, card in enumerate(self.question.hand)]
        table = [face(card, look) for card in board]
        text = Text(no_wrap=True)
        for line in range(HEIGHT):
            for number, picture in enumerate([*hand, *table]):
                text.append(" " * (GAP if number == len(hand) else 1 if number else 0))
                for segment in picture[line]:
                    text.append(segment.text, segment.style)
            text.append("\n")
        if self.question.exchanges:
            marks = ["discard" if place in self.picked else f"{place + 1}" for place in range(len(hand))]
            text.append(" ".join(f"{mark:^7}" for mark in marks), GREEN)
        elif board:
            text.append(f"{'your hand':<{8 * len(hand) - 1 + GAP}}board", GREEN)
        self.cards.update(text)

    def show_score(self) -> None:
        """Show the score so far."""
        text = Text(f"{capital(self.trainer.drill.name)}\n", f"bold {GOLD}")
        text.append("\n".join(score_lines(self.trainer, saved_scores())), "not bold")
        waiting = self.trainer.waiting(time.time())
        text.append(f"\n{waiting} due again" if waiting else "", f"not bold {GREEN}")
        self.score.update(text)

    def show_grade(self, grade: Grade) -> None:
        """Show the verdict, and the solution."""
        self.grade = grade
        words = Text(verdict_words(self.question, grade), f"bold {GREEN if grade.right else RED}")
        ended = self.trainer.ended if isinstance(self.trainer, WholeHands) else None
        if ended is not None:
            look = self.settings.look
            cards = Text(" ").join(word(card, look) for card in ended.hands[1 - ended.seat])
            words = Text.assemble(words, "\nThe opponent had ", cards, f". {result_words(ended, self.question)}")
            self.show_cards(ended.board)
        self.verdict.update(words)
        rows = list(choice_lines(self.question, grade))
        widths = [max(len(row[column]) for row in rows) for column in range(3)]
        text = Text(no_wrap=True)
        for name, often, worth in rows:
            chosen = name == choice_words(grade.choice, self.question)
            line = f"{'*' if chosen else ' '} {name:<{widths[0]}}  {often:>{widths[1]}}  {worth:>{widths[2]}}"
            text.append(f"{line.rstrip()}\n", f"bold {GOLD}" if chosen else "")
        self.table.update(text)
        self.bind_answers()
        self.show_score()

    # --- actions ---

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Let Enter do nothing before an answer, except confirm discards."""
        return action != "go_on" or self.grade is not None or self.question.exchanges

    def action_pick(self, place: int) -> None:
        """Mark or unmark a card as a discard."""
        self.picked ^= {place}
        self.show_cards(self.question.board)

    def action_answer(self, name: str) -> None:
        """Give an answer."""
        self.take(name)

    def action_go_on(self) -> None:
        """Confirm the marked discards, or go to the next question."""
        if self.grade is not None:
            self.ask()
        else:
            self.take(" ".join(str(place + 1) for place in sorted(self.picked)) or "0")

    @work(group="training")
    async def take(self, text: str) -> None:
        """Grade an answer in a thread, and save the score."""
        if self.busy or self.grade is not None:
            return

        def graded() -> Grade:
            return answer_and_keep(self.trainer, self.question, read_answer(self.question, text), time.time())

        self.busy = True
        try:
            self.show_grade(await self.in_thread(graded))
        except KickerError as error:
            self.verdict.update(Text(str(error), RED))
        finally:
            self.busy = False

    @work(group="training")
    async def ask(self) -> None:
        """Find the next question in a thread."""
        if self.busy:
            return
        self.busy = True
        try:
            self.question = await self.in_thread(self.trainer.next, time.time())
            self.show_question()
        except KickerError as error:
            self.verdict.update(Text(str(error), RED))
        finally:
            self.busy = False
