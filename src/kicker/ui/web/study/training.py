"""The trainer of the study room: questions of a drill, graded answers, and a score kept for each person.

Nothing that would give an answer away leaves the server before the person has answered.
"""

from __future__ import annotations

import asyncio
import time
from functools import lru_cache
from typing import Annotated, Any, Final, Literal
from weakref import WeakValueDictionary

from fastapi import APIRouter, Header
from pydantic import Field

from kicker.cards import count_of
from kicker.errors import KickerError
from kicker.training import ChartDrill, DiscardDrill, Drill, PushFoldDrill, Question, Trainer
from kicker.ui.common.training import choice_lines, read_answer, score_lines, situation, verdict_words
from kicker.ui.web.klondike import Body
from kicker.ui.web.limits import bearer
from kicker.ui.web.store import Store

KIND: Final = "training"
MOST_DRILLS: Final = 64
"""Drills that the server remembers at a time: solving one takes up to a second."""

Token = Annotated[str | None, Header(alias="Authorization")]


class Wanted(Body):
    """A drill with its options."""

    drill: Literal["pushfold", "preflop", "discard"]
    stack: float | None = Field(None, ge=1, le=1000)
    ante: float | None = Field(None, ge=0, le=100)
    max_draw: int | None = Field(None, ge=1, le=5)


class Answer(Wanted):
    """An answer to a question of a drill."""

    key: str = Field(max_length=500)
    answer: str = Field(max_length=200)


@lru_cache(maxsize=MOST_DRILLS)
def _drill(kind: str, stack: float | None, ante: float | None, max_draw: int | None) -> Drill:
    if kind == "pushfold":
        return PushFoldDrill(stack or 10, ante or 0)
    return ChartDrill(stack or 100) if kind == "preflop" else DiscardDrill(max_draw or 3)


def training_router(store: Store) -> APIRouter:
    """The calls of the trainer."""
    router = APIRouter(prefix="/train")
    locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @router.get("/drills")
    async def drills() -> list[dict[str, Any]]:
        """The drills with their options and defaults."""
        return DRILLS

    @router.post("/question")
    async def question(wanted: Wanted, token: Token = None) -> dict[str, Any]:
        """The next question: one that is due again, or a new one."""
        person, drill = bearer(token), await _made(wanted)
        trainer = await _trainer(store, person, drill)
        asked = await asyncio.to_thread(trainer.next, time.time())
        return {"question": question_facts(asked), "score": score_facts(trainer)}

    @router.post("/answer")
    async def answer(given: Answer, token: Token = None) -> dict[str, Any]:
        """Grade an answer and count it."""
        person, drill = bearer(token), await _made(given)
        asked = await asyncio.to_thread(drill.recall, given.key)
        chosen = read_answer(asked, given.answer)
        lock = locks.setdefault(person, asyncio.Lock())  # it lives as long as it is held or waited for
        async with lock:
            trainer = await _trainer(store, person, drill)
            grade = trainer.answer(asked, chosen, time.time())
            await store.keep(person, KIND, drill.name, {"score": trainer.as_dict()})
        return {
            "verdict": grade.verdict,
            "right": grade.right,
            "words": verdict_words(asked, grade),
            "chosen": grade.choice.name,
            "best": grade.best.name,
            "rows": [list(row) for row in choice_lines(asked, grade)],
            "score": score_facts(trainer),
        }

    return router


DRILLS: Final[list[dict[str, Any]]] = [
    {
        "drill": "pushfold",
        "title": "Push or fold",
        "words": "Heads-up with a short stack: shove or fold, call or fold.",
        "options": [
            {"name": "stack", "title": "Stack in big blinds", "value": 10, "low": 2, "high": 30, "step": 0.5},
            {"name": "ante", "title": "Ante in big blinds", "value": 0, "low": 0, "high": 1, "step": 0.05},
        ],
    },
    {
        "drill": "preflop",
        "title": "Preflop charts",
        "words": "Six players: open, call, raise or fold, by the charts of the bot solid.",
        "options": [{"name": "stack", "title": "Stack in big blinds", "value": 100, "low": 6, "high": 200, "step": 1}],
    },
    {
        "drill": "discard",
        "title": "Discards",
        "words": "Five-card draw: which cards to discard.",
        "options": [{"name": "max_draw", "title": "Most cards to discard", "value": 3, "low": 1, "high": 5, "step": 1}],
    },
]
"""The drills that the page offers."""


async def _made(wanted: Wanted) -> Drill:
    return await asyncio.to_thread(_drill, wanted.drill, wanted.stack, wanted.ante, wanted.max_draw)


async def _trainer(store: Store, person: str, drill: Drill) -> Trainer:
    """The person's trainer of a drill, with the score so far; a damaged score starts again."""
    for row in await store.kept(person, KIND):
        if row["name"] == drill.name:
            try:
                return Trainer.from_dict(drill, row["score"])
            except (KickerError, KeyError):
                break
    return Trainer(drill)


def question_facts(question: Question) -> dict[str, Any]:
    """What a person may know before answering."""
    return {
        "key": question.key,
        "words": situation(question),
        "hand": [str(card) for card in question.hand],
        "board": [str(card) for card in question.board],
        "exchanges": question.exchanges,
        "choices": [] if question.exchanges else [choice.name for choice in question.choices],
    }


def score_facts(trainer: Trainer) -> dict[str, Any]:
    """The score in words, and how many mistakes are waiting."""
    waiting = trainer.waiting(time.time())
    again = f"{count_of(waiting, 'question')} due again" if waiting else ""
    return {
        "answers": trainer.score.answers,
        "right": trainer.score.right,
        "lines": score_lines(trainer.score, trainer.drill.unit),
        "due": again,
    }
