"""The study room over HTTP: ranges (`ranges.py`) and the trainer (`training.py`). Not here: the pages (`static`)."""

from __future__ import annotations

from fastapi import APIRouter

from kicker.ui.web.store import Store
from kicker.ui.web.study.ranges import ranges_router
from kicker.ui.web.study.training import training_router


def study_router(store: Store) -> APIRouter:
    """All that the pages of the study room ask for."""
    router = APIRouter(prefix="/api/study")
    router.include_router(ranges_router(store))
    router.include_router(training_router(store))
    return router
