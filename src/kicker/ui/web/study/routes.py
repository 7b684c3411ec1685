"""The study room over HTTP: saved ranges (`ranges.py`), the equity explorer, which runs in separate processes
(`workers.py`), spots to solve and browse (`solver.py`), reports (`reports.py`), and the trainer (`training.py`).

The pages are in `pages.py`.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any, Literal

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse
from pydantic import Field

from kicker.ui.web.klondike import Body
from kicker.ui.web.store import Store
from kicker.ui.web.study.charts import preflop_charts
from kicker.ui.web.study.comparing import comparing_router
from kicker.ui.web.study.ranges import ranges_router
from kicker.ui.web.study.reports import reports_router
from kicker.ui.web.study.solver import Desk, solver_router
from kicker.ui.web.study.threads import caller
from kicker.ui.web.study.training import training_router
from kicker.ui.web.study.workers import Workers

MOST_PLAYERS = 6


class Question(Body):
    """A question of the equity explorer; a newer question from the same page replaces an older one."""

    page: str = Field(max_length=40, description="any text that no other page uses")
    game: str = Field(max_length=30)
    players: list[str] = Field(min_length=2, max_length=MOST_PLAYERS)
    board: str = Field("", max_length=200)
    dead: str = Field("", max_length=400)
    exact: bool = False
    show: Literal["equity", "hands", "cards", "kinds", "blockers"] = "equity"


class PushFoldQuestion(Body):
    """The table to solve; stacks and prizes are numbers separated by commas."""

    page: str = Field(max_length=40, description="any text that no other page uses")
    stacks: str = Field(max_length=200)
    ante: float = Field(0, ge=0, le=1000)
    payouts: str = Field("", max_length=200)


class Depth(Body):
    """A stack in big blinds."""

    stack: float = Field(100, ge=1, le=1000)


def study_router(store: Store, workers: Workers, desk: Desk) -> APIRouter:
    """Return the routes of the study room."""
    router = APIRouter(prefix="/api/study")
    router.include_router(ranges_router(store, workers))
    router.include_router(solver_router(desk))
    router.include_router(comparing_router(desk))
    router.include_router(reports_router(desk))
    router.include_router(training_router(store, desk, workers))

    @router.post("/explore", response_class=StreamingResponse)
    async def explore(question: Question, request: Request) -> StreamingResponse:
        """Return how often each player wins, and why: lines of JSON, as long as there is news."""
        asked: dict[str, Any] = question.model_dump()
        address = caller(request)

        async def lines() -> AsyncIterator[str]:
            async for news in workers.ask(asked, question.page, address):
                yield json.dumps(news) + "\n"

        # A proxy that waits for the whole answer would show nothing until it is complete.
        return StreamingResponse(lines(), media_type="application/x-ndjson", headers={"X-Accel-Buffering": "no"})

    @router.post("/charts/preflop")
    async def preflop(wanted: Depth) -> dict[str, Any]:
        """Return the preflop charts of the bot `solid`."""
        return preflop_charts(wanted.stack)

    @router.post("/charts/pushfold")
    async def pushfold(question: PushFoldQuestion, request: Request) -> dict[str, Any]:
        """Shove or fold at a table: solved in a process, because a large table takes many seconds."""
        asked = question.model_dump() | {"work": "chart"}
        return await workers.answer(asked, question.page, request) or {"replaced": True}

    return router
