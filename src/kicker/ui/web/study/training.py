"""The trainer of the study room: a drill's questions, graded answers, and a score for each person.

The server reveals nothing about the right answer until the person has answered. For a hand against a solution it
stores a seed and the decisions so far.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from functools import lru_cache
from threading import Lock as ThreadLock
from typing import Annotated, Any, Final, TypeVar
from weakref import WeakValueDictionary

from fastapi import APIRouter, Header
from fastapi import Request as Call
from pydantic import Field

from kicker.cards import count_of
from kicker.errors import KickerError
from kicker.training import Drill, Question, Trainer, WholeHands
from kicker.ui.common.drills import DRILLS, DrillKind, drill_kind, solution_drill, table_of, trainer_kind
from kicker.ui.common.training import (
    answer_keys,
    choice_lines,
    choice_words,
    read_answer,
    result_words,
    score_lines,
    situation,
    unit_words,
    verdict_words,
)
from kicker.ui.web.klondike import Body
from kicker.ui.web.limits import bearer
from kicker.ui.web.store import Store
from kicker.ui.web.study.solver import Desk
from kicker.ui.web.study.tables import Tables
from kicker.ui.web.study.threads import Threads, caller
from kicker.ui.web.study.workers import Workers

KIND: Final = "training"
MOST_DRILLS: Final = 64
"""The number of drills in memory; solving one takes up to a second."""

Token = Annotated[str | None, Header(alias="Authorization")]
Found = TypeVar("Found")


class Wanted(Body):
    """A drill with its options; `GET /api/study/train/drills` lists both."""

    drill: str = Field(max_length=30)
    solution: str = Field("", max_length=200, description="the name of a solution, for the drill `solution`")
    options: dict[str, int | float | str] = Field({}, max_length=10)


class Answer(Wanted):
    """An answer to a question of a drill."""

    key: str = Field(max_length=500)
    answer: str = Field(max_length=200)


@lru_cache(maxsize=MOST_DRILLS)
def _plain_drill(kind: DrillKind, values: tuple[tuple[str, Any], ...]) -> Drill:
    assert kind.make is not None
    return kind.make(dict(values))


class Lesson:
    """A person's trainer for a drill, and the lock to hold while it works, because only one caller at a time may use a
    solution."""

    def __init__(
        self, trainer: Trainer, saved: list[object], lock: AbstractContextManager[Any], threads: Threads, address: str
    ) -> None:
        self.trainer = trainer
        self.saved = saved
        """The person's scores of all drills."""
        self.lock = lock
        self._threads, self._address = threads, address

    async def do(self, work: Callable[[], Found]) -> Found:
        """Do work in a thread: a question can take a moment."""

        def locked() -> Found:
            with self.lock:
                return work()

        return await self._threads.run(self._address, locked)


class School:
    """The trainers of all people."""

    def __init__(self, store: Store, desk: Desk, workers: Workers) -> None:
        self.store = store
        self.desk = desk
        self.tables = Tables(workers)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def lock(self, person: str) -> asyncio.Lock:
        """Return the lock that serialises a person's calls; it lives as long as it is held or waited for."""
        return self._locks.setdefault(person, asyncio.Lock())

    async def lesson(self, person: str, wanted: Wanted, call: Call) -> Lesson:
        """Return the requested lesson with the person's score so far; a damaged score starts again."""
        kind = drill_kind(wanted.drill)
        values = kind.values(wanted.options)
        threads, address = self.desk.threads, caller(call)
        drill: Drill
        lock: AbstractContextManager[Any]
        if "stacks" in values and (table := table_of(values)).is_slow:
            drill, lock = await self.tables.drill(table, call), ThreadLock()
        else:
            drill, lock = await threads.run(address, lambda: self._drill(person, kind, values, wanted.solution))
        asker = trainer_kind(values)
        trainer = asker(drill)
        saved = {row["name"]: row.get("score") for row in await self.store.kept(person, KIND)}
        with suppress(KickerError):
            trainer = asker.from_dict(drill, saved[drill.name]) if drill.name in saved else trainer
        return Lesson(trainer, list(saved.values()), lock, threads, address)

    def _drill(
        self, person: str, kind: DrillKind, values: dict[str, Any], solution: str
    ) -> tuple[Drill, AbstractContextManager[Any]]:
        if kind.make is not None:
            return _plain_drill(kind, tuple(values.items())), ThreadLock()
        entry = self.desk.entry(solution, person)
        opened, lock = self.desk.opened(entry)
        return solution_drill(opened, entry.name, values), lock

    async def keep(self, person: str, trainer: Trainer) -> None:
        """Save the score."""
        await self.store.keep(person, KIND, trainer.drill.name, {"score": trainer.as_dict()})


def training_router(store: Store, desk: Desk, workers: Workers) -> APIRouter:
    """Return the routes of the trainer."""
    router = APIRouter(prefix="/train")
    school = School(store, desk, workers)

    @router.get("/drills")
    async def drills() -> list[dict[str, Any]]:
        """List the drills with their options and defaults."""
        return [kind.as_dict() | {"solved": kind.make is None} for kind in DRILLS.values()]

    @router.post("/question")
    async def question(wanted: Wanted, call: Call, token: Token = None) -> dict[str, Any]:
        """Return the next question: a review that is due, a new one, or the next decision of a hand."""
        person = bearer(token)
        async with school.lock(person):
            lesson = await school.lesson(person, wanted, call)
            trainer = lesson.trainer
            asked = await lesson.do(lambda: trainer.next(time.time()))
            if isinstance(trainer, WholeHands):
                await school.keep(person, trainer)  # a hand has begun
        return {
            "question": question_facts(asked),
            "score": score_facts(trainer, lesson.saved),
            "unit": unit_words(trainer.drill),
        }

    @router.post("/answer")
    async def answer(given: Answer, call: Call, token: Token = None) -> dict[str, Any]:
        """Grade an answer and count it."""
        person = bearer(token)
        async with school.lock(person):
            lesson = await school.lesson(person, given, call)
            found = await lesson.do(lambda: graded(lesson.trainer, given.key, given.answer))
            await school.keep(person, lesson.trainer)
        return found | {"score": score_facts(lesson.trainer, lesson.saved)}

    return router


def graded(trainer: Trainer, key: str, text: str) -> dict[str, Any]:
    """Return the feedback on an answer; if it ends a whole hand, also the opponent's cards and the result."""
    asked = trainer.drill.recall(key)
    grade = trainer.answer(asked, read_answer(asked, text), time.time())
    hand = trainer.ended if isinstance(trainer, WholeHands) else None
    ended = hand and {
        "words": result_words(hand, asked),
        "opponent": [str(card) for card in hand.hands[1 - hand.seat]],
        "board": [str(card) for card in hand.board],
    }
    return {
        "verdict": grade.verdict,
        "right": grade.right,
        "words": verdict_words(asked, grade),
        "chosen": choice_words(grade.choice, asked),
        "best": choice_words(grade.best, asked),
        "rows": [list(row) for row in choice_lines(asked, grade)],
        "ended": ended,
    }


def question_facts(question: Question) -> dict[str, Any]:
    """Return the facts that a person may see before answering."""
    return {
        "key": question.key,
        "words": situation(question),
        "hand": [str(card) for card in question.hand],
        "board": [str(card) for card in question.board],
        "exchanges": question.exchanges,
        "choices": {} if question.exchanges else answer_keys(question),
    }


def score_facts(trainer: Trainer, saved: list[object]) -> dict[str, Any]:
    """Return the score in words, and the number of mistakes to review; `saved` are the scores of all drills."""
    waiting = trainer.waiting(time.time())
    again = f"{count_of(waiting, 'question')} due again" if waiting else ""
    return {
        "answers": trainer.score.answers,
        "right": trainer.score.right,
        "lines": score_lines(trainer, saved),
        "due": again,
    }
