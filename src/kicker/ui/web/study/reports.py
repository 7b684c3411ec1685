"""Reports over HTTP: one spot on many boards, solved in a separate process that can be stopped and resumed.

A report belongs to the person who started it. Reports without an owner belong to the operator of the server; everyone
may read them.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from math import isfinite
from typing import Any, Final

from fastapi import APIRouter
from fastapi import Request as Call
from fastapi.responses import Response
from pydantic import Field

from kicker.errors import KickerError
from kicker.solver import Request, Spot
from kicker.solver.flops import SUBSETS
from kicker.solver.kept_reports import KeptReport, playable
from kicker.solver.locks import check_line
from kicker.solver.reports import TEXTURES, Row, actions_of, checked_request, said_actions, summary, texture
from kicker.ui.web.limits import Limits, Refused, bearer
from kicker.ui.web.study.jobs import MEGABYTE, Job
from kicker.ui.web.study.solver import AskedSpot, Desk, Token, estimate_of
from kicker.ui.web.study.solver_copies import report_copies
from kicker.ui.web.study.threads import caller

LONGEST_LIST: Final = 20_000
"""The most characters in a list of boards."""


class AskedBoards(AskedSpot):
    """A spot, whose own board does not matter, the boards to solve it on, and the node to report about."""

    target: float = Field(0.5, gt=0, le=100, description="exploitability to reach, in percent of the pot")
    iterations: int = Field(500, ge=1, le=100_000)
    line: str = Field("", max_length=2000, description="a line of actions; empty for the root")
    boards: str = Field(max_length=LONGEST_LIST, description="`25`, `49`, `95`, `184` or `all`, or one board per line")

    def config(self) -> dict[str, Any]:
        """Return the spot, its locks and when to stop, in the form of the files."""
        settings = {"lock": self.locks, "target": self.target / 100, "maxit": self.iterations}
        return self.spot | settings | ({"line": self.line} if self.line.strip() else {})


class AskedReport(AskedBoards):
    """A report to start."""

    name: str = Field(max_length=200)


def reports_router(desk: Desk) -> APIRouter:
    """Return the routes for reports."""
    router = APIRouter(prefix="/reports")
    _add_starting(router, desk)
    _add_reading(router, desk)
    return router


def _add_starting(router: APIRouter, desk: Desk) -> None:
    @router.post("/estimate")
    async def estimate(asked: AskedBoards, call: Call) -> dict[str, Any]:
        """Estimate the size of the spot on the first board, and roughly the time for all boards; this runs in a
        thread, because it builds the tree."""

        def estimated() -> dict[str, Any]:
            config, boards = playable(asked.config(), asked.boards)
            found = estimate_of(checked_request(Request.from_dict(config)), desk.limits)
            return found | {"boards": boards, "seconds": found["seconds"] * boards}

        return await desk.threads.run(caller(call), estimated)

    @router.post("")
    async def begin(asked: AskedReport, call: Call, token: Token = None) -> dict[str, Any]:
        """Start a report."""
        person = bearer(token)
        kept = await asyncio.to_thread(desk.reports.entries)
        if sum(entry.owner == person for entry in kept) >= desk.limits.reports:
            raise Refused(409, "reports", f"you keep {desk.limits.reports} reports; delete one first")
        entry = await desk.threads.run(
            caller(call), lambda: desk.reports.begin(asked.name, asked.config(), asked.boards, person)
        )
        try:
            return (await _start(desk, entry, call)).as_dict()
        except Refused:
            if not desk.jobs.running("report", entry.name):  # its owner may have resumed it in the meantime
                desk.reports.remove(entry.name)
            raise

    @router.post("/{name}/resume")
    async def resume(name: str, call: Call, token: Token = None) -> dict[str, Any]:
        """Resume a stopped report."""
        entry = await asyncio.to_thread(_own, desk, name, bearer(token))
        return (await _start(desk, entry, call)).as_dict()


async def _start(desk: Desk, entry: KeptReport, call: Call) -> Job:
    limits: Limits = desk.limits
    return await desk.jobs.start(entry.owner, caller(call), {
        "work": "report", "name": entry.name, "target": entry.config["target"], "iterations": entry.config["maxit"],
        "locks": entry.config["lock"], "seconds": limits.report_seconds, "memory": limits.solve_memory * MEGABYTE,
        "threads": limits.solve_threads,
        "folder": str(desk.reports.folder),
    })  # fmt: skip


def _add_reading(router: APIRouter, desk: Desk) -> None:
    @router.get("")
    def reports(token: Token = None) -> dict[str, Any]:
        """List the reports that this person may read, and the available sets of boards."""
        person = bearer(token) if token else ""
        found = []
        for entry in desk.reports.entries():
            if entry.owner in ("", person):
                with suppress(KickerError):  # a damaged report must not hide the others
                    found.append(_about(entry, person))
        return {"reports": found, "sets": [*map(str, SUBSETS), "all"]}

    @router.get("/{name}")
    def report(name: str, token: Token = None) -> dict[str, Any]:
        """Return a report: averages by texture, and the results of each board."""
        person = bearer(token) if token else ""
        entry = _entry(desk, name, person)
        copies = {"copies": report_copies(entry)} if entry.config else {}
        return _about(entry, person) | report_facts(entry) | copies

    @router.get("/{name}/csv", response_class=Response)
    def table(name: str, token: Token = None) -> Response:
        """Return the table as `kicker solve --report` writes it."""
        entry = _entry(desk, name, bearer(token) if token else "")
        if not entry.path.is_file():
            raise Refused(404, "report", "no board is solved yet")
        return Response(entry.path.read_text(), media_type="text/csv")

    @router.post("/{name}/delete")
    async def delete(name: str, token: Token = None) -> dict[str, Any]:
        """Delete a report."""
        entry = await asyncio.to_thread(_own, desk, name, bearer(token))
        await desk.jobs.left("report", entry.name)
        # Nothing may wait between the two, or the report could be resumed in the meantime.
        if desk.jobs.running("report", entry.name):
            raise Refused(409, "job", "this report is being solved; stop it first")
        desk.reports.remove(entry.name)
        return {"deleted": entry.name}


def _entry(desk: Desk, name: str, person: str) -> KeptReport:
    entry = desk.reports.entry(name)
    if entry.owner not in ("", person):
        raise Refused(404, "name", f"there is no report {name!r}")
    return entry


def _own(desk: Desk, name: str, person: str) -> KeptReport:
    entry = _entry(desk, name, person)
    if entry.owner != person:
        raise Refused(403, "owner", "this report belongs to the operator of the server; you can only read it")
    return entry


def _about(entry: KeptReport, person: str) -> dict[str, Any]:
    """Return a report for a list."""
    spot = Spot.from_dict(entry.config).as_dict() if entry.config else None
    return {
        "name": entry.name,
        "spot": spot,
        "locks": entry.config.get("lock", []),
        "line": entry.line,
        "boards": entry.boards,
        "done": len(entry.results()),
        "total": entry.total,
        "mine": bool(person) and entry.owner == person,
    }


def report_facts(entry: KeptReport) -> dict[str, Any]:
    """Return the tables of a report, with the numbers of the library."""
    results = entry.results()
    actions = actions_of(results)
    node = None
    if entry.line:
        node, *_ = check_line(Request.from_dict(entry.config).spot.tree(), entry.line)
    shares = [dict(zip(each.actions, each.frequencies, strict=True)) for each in results]
    return {
        "actions": said_actions(actions, entry.config.get("pot"), node),
        "player": 0 if node is None else node.player,
        "order": TEXTURES,
        "textures": [_row(row) for row in summary(results)] if results else [],
        "results": [
            {
                "board": each.board,
                "texture": texture(each.board),
                "weight": each.weight,
                "values": [_known(value) for value in each.values],
                "equity": _known(each.equity),
                "exploitability": each.exploitability,
                "frequencies": [None if each.reach == 0 else share.get(action) for action in actions],
                "reach": each.reach,
            }
            for each, share in zip(results, shares, strict=True)
        ],
    }


def _row(row: Row) -> dict[str, Any]:
    """Return the averages of a texture."""
    values, frequencies = ([_known(number) for number in numbers] for numbers in (row.values, row.frequencies))
    return row._asdict() | {"values": values, "equity": _known(row.equity), "frequencies": frequencies}


def _known(number: float) -> float | None:
    """Return a number for JSON, or null for NaN, which marks what never happens."""
    return number if isfinite(number) else None
