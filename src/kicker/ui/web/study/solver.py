"""The solver over HTTP: estimates, jobs, the library of solutions, and nodes to browse.

Nodes come from the file that a job has saved. Only values after a card, and equities, which have their own call, are
computed, in threads of their own (`threads.py`). Solving uses the same key as keeping ranges. Solutions without
an owner belong to the operator of the server; everyone may read them.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from math import isfinite
from threading import Lock as ThreadLock
from typing import Annotated, Any, Final

from fastapi import APIRouter, Header, Query
from fastapi import Request as Call
from fastapi.responses import JSONResponse, Response
from pydantic import Field

from kicker.games import GAMES
from kicker.kinds import DRAWS, MADE, combo_kinds
from kicker.solver import Request, Solution, SolvedNode, Spot
from kicker.solver.kept_reports import Reports
from kicker.solver.library import Entry, Library, checked_tags
from kicker.solver.locks import check_locks, locked_boards, read_locks
from kicker.solver.reports import texture
from kicker.ui.solutions import entry_dict
from kicker.ui.web.klondike import Body
from kicker.ui.web.limits import Limits, Refused, bearer
from kicker.ui.web.study.jobs import MEGABYTE, Jobs
from kicker.ui.web.study.solver_copies import node_copies, spot_copies
from kicker.ui.web.study.threads import Threads, caller

OPEN: Final = 4
"""The number of solutions that are open at a time."""
KINDS: Final = 256
"""The number of boards whose kinds of hands are remembered."""
_SECONDS_A_BYTE: Final = 2.5e-9  # of one iteration, for each byte of the tables
_ITERATIONS: Final = 100  # for a typical target
_DIGITS: Final = 5

Token = Annotated[str | None, Header(alias="Authorization")]
LineText = Annotated[str, Query(max_length=2000)]
BoardText = Annotated[str, Query(max_length=20)]


class AskedSpot(Body):
    """A spot with the option names of `kicker solve`, its locks, and when to stop."""

    spot: dict[str, Any]
    locks: list[str] = Field([], max_length=200)
    target: float = Field(0.3, gt=0, le=100, description="exploitability to reach, in percent of the pot")
    iterations: int = Field(1000, ge=1, le=100_000)

    def request(self) -> Request:
        """Read the spot."""
        spot = Spot.from_dict(self.spot)
        locks = tuple(read_locks(self.locks, spot))
        if locks:
            tree = spot.tree()
            check_locks(tree, locked_boards(tree, locks), locks)
        return Request(spot, self.target / 100, self.iterations, locks)


class AskedEstimate(AskedSpot):
    """A spot to solve, from the beginning or from a solution."""

    start: str = Field("", max_length=200, description="the name of a solution of this spot to continue from")


class AskedJob(AskedEstimate):
    """A spot to solve under a name."""

    name: str = Field(max_length=200)
    tags: list[str] = Field([], max_length=20)


class Described(Body):
    """The tags of a solution."""

    tags: list[str] = Field(max_length=20)


class Note(Body):
    """A note at a node."""

    line: str = Field("", max_length=2000)
    text: str = Field("", max_length=4000)


class Locks:
    """The locks of an open solution. Each of its two games, with and without betting, serves one call at a time; the
    second one gives equities. As a context it holds both."""

    def __init__(self) -> None:
        self.walking = ThreadLock()
        self.equities = ThreadLock()

    def __enter__(self) -> None:
        self.walking.acquire()
        self.equities.acquire()

    def __exit__(self, *_: object) -> None:
        self.equities.release()
        self.walking.release()


class Desk:
    """The state shared by the calls: the library, the jobs, the threads, and the open solutions."""

    def __init__(self, library: Library, reports: Reports, limits: Limits) -> None:
        self.library = library
        self.reports = reports
        self.limits = limits
        self.jobs = Jobs(library, limits)
        self.threads = Threads()
        self._open: OrderedDict[tuple[str, float], tuple[Solution, Locks]] = OrderedDict()
        self._opening = ThreadLock()

    def entry(self, name: str, person: str) -> Entry:
        """Return a solution that a person may read."""
        entry = self.library.entry(name)
        if entry.owner not in ("", person):
            raise Refused(404, "name", f"there is no solution {name!r}")
        return entry

    def own_entry(self, name: str, person: str) -> Entry:
        """Return a solution that belongs to a person."""
        entry = self.entry(name, person)
        if entry.owner != person:
            raise Refused(403, "owner", "this solution belongs to the operator of the server; you can only read it")
        return entry

    async def walk(self, call: Call, entry: Entry, work: Callable[[Solution], Any]) -> Any:
        """Use an open solution in a thread, one call at a time, because calls share its memory."""

        def walked() -> Any:
            solution, locks = self.opened(entry)
            with locks:
                return work(solution)

        return await self.threads.run(caller(call), walked)

    async def node(self, call: Call, entry: Entry, work: Callable[[Solution], Any]) -> Any:
        """Use an open solution in a thread without waiting for equities; the work may not ask for any."""

        def walked() -> Any:
            solution, locks = self.opened(entry)
            with locks.walking:
                return work(solution)

        return await self.threads.run(caller(call), walked)

    async def equities(self, call: Call, entry: Entry, line: str, player: int) -> dict[str, Any]:
        """Return the equities of a player's hands at a node. Other calls do not wait for them."""

        def found() -> dict[str, Any]:
            solution, locks = self.opened(entry)
            with locks.walking:
                node = solution.at(line)
            with locks.equities:
                return equities_json(node, player)

        answer: dict[str, Any] = await self.threads.run(caller(call), found)
        return answer

    async def walk_both(self, call: Call, one: Entry, two: Entry, work: Callable[[Solution, Solution], Any]) -> Any:
        """Use two different open solutions in a thread, each by one call at a time."""

        def walked() -> Any:
            (first, lock), (second, other) = self.opened(one), self.opened(two)
            before, after = (lock, other) if one.name < two.name else (other, lock)  # the same order in every thread
            with before, after:
                return work(first, second)

        return await self.threads.run(caller(call), walked)

    async def close(self) -> None:
        """End the jobs and the threads."""
        await self.threads.close()
        await self.jobs.close()

    def opened(self, entry: Entry) -> tuple[Solution, Locks]:
        """Return an open solution, and the locks to hold while using it."""
        key = (entry.name, entry.changed)
        with self._opening:
            if key not in self._open:
                self._open[key] = self.library.open(entry.name), Locks()
                while len(self._open) > OPEN:
                    self._open.popitem(last=False)
            self._open.move_to_end(key)
            return self._open[key]


def solver_router(desk: Desk) -> APIRouter:
    """Return the routes for spots, jobs and solutions."""
    router = APIRouter()
    _add_jobs(router, desk)
    _add_library(router, desk)
    _add_walking(router, desk)
    return router


# --- jobs ------------------------------------------------------------------------------------------------------------


def _add_jobs(router: APIRouter, desk: Desk) -> None:
    @router.post("/solve/estimate")
    async def estimate(asked: AskedEstimate, call: Call, token: Token = None) -> dict[str, Any]:
        """Estimate the size of a spot, and roughly the time of an iteration. This runs in a thread, because it builds
        the tree."""
        person = bearer(token) if token else ""

        def estimated() -> dict[str, Any]:
            request = asked.request()
            start = _start_of(desk, asked, request.spot, person)
            return estimate_of(request, desk.limits) | {"copies": spot_copies(request, start)}

        return await desk.threads.run(caller(call), estimated)

    @router.post("/solve")
    async def start(asked: AskedJob, call: Call, token: Token = None) -> dict[str, Any]:
        """Start solving a spot."""
        person = bearer(token)
        request = await desk.threads.run(caller(call), asked.request)
        await asyncio.to_thread(desk.library.new_path, asked.name)
        tags = checked_tags(asked.tags)
        await asyncio.to_thread(_start_of, desk, asked, request.spot, person)
        limits = desk.limits
        job = await desk.jobs.start(person, caller(call), {
            "spot": request.spot.as_dict(), "locks": [str(lock) for lock in request.locks], "name": asked.name,
            "tags": tags, "start": asked.start, "target": request.target, "iterations": request.iterations,
            "owner": person, "seconds": limits.solve_seconds, "memory": limits.solve_memory * MEGABYTE,
            "threads": limits.solve_threads,
            "folder": str(desk.library.folder), "work": "solve",
        })  # fmt: skip
        return job.as_dict()

    @router.get("/solve")
    async def jobs(token: Token = None) -> dict[str, Any]:
        """List the jobs of this person, newest first."""
        return {"jobs": [job.as_dict() for job in desk.jobs.of(bearer(token))]}

    @router.get("/solve/{job}")
    async def one_job(job: str, token: Token = None) -> dict[str, Any]:
        """Return the state of a job."""
        return desk.jobs.find(bearer(token), job).as_dict()

    @router.post("/solve/{job}/{what}")
    async def change(job: str, what: str, token: Token = None) -> dict[str, Any]:
        """Pause a job, resume it, stop it and keep its result, or cancel it."""
        found = desk.jobs.find(bearer(token), job)
        if what == "cancel":
            await desk.jobs.cancel(found)
        elif what in ("pause", "resume", "stop"):
            {"pause": desk.jobs.pause, "resume": desk.jobs.resume, "stop": desk.jobs.stop}[what](found)
        else:
            raise Refused(404, "job", f"a job cannot {what!r}; choose from pause, resume, stop, cancel")
        return found.as_dict()


def _start_of(desk: Desk, asked: AskedEstimate, spot: Spot, person: str) -> Entry | None:
    """Return the solution to continue from; refuse one of another spot, but names of spots may differ."""
    if not asked.start:
        return None
    entry = desk.entry(asked.start, person)
    one, other = ({**each.as_dict(), "name": ""} for each in (spot, entry.spot))
    if one != other:
        raise Refused(409, "start", f"{entry.name!r} is a solution of another spot; solve this one from the beginning")
    return entry


def estimate_of(request: Request, limits: Limits) -> dict[str, Any]:
    """Return the nodes, memory and time of a spot; `fits` says whether the server would solve it."""
    tree = request.spot.tree()
    size = tree.memory(16)
    limit = limits.solve_memory * MEGABYTE
    return {
        "nodes": tree.nodes,
        "bytes": size,
        "limit": limit,
        "fits": size <= limit,
        "seconds": size * _SECONDS_A_BYTE * _ITERATIONS / limits.solve_threads,
        "street": request.spot.street,
    }


# --- the library -----------------------------------------------------------------------------------------------------


def _add_library(router: APIRouter, desk: Desk) -> None:
    @router.get("/solutions")
    def solutions(
        search: Annotated[str, Query(max_length=200)] = "", tag: Annotated[str, Query(max_length=30)] = "",
        token: Token = None,
    ) -> dict[str, Any]:  # fmt: skip
        """List the solutions that this person may read, newest first."""
        person = bearer(token) if token else ""
        found = [entry for entry in desk.library.entries(search, tag) if entry.owner in ("", person)]
        return {"solutions": [_entry(entry, person) for entry in found]}

    @router.get("/solutions/{name}")
    def one_solution(name: str, token: Token = None) -> dict[str, Any]:
        """Return the facts about a solution."""
        person = bearer(token) if token else ""
        return _entry(desk.entry(name, person), person)

    @router.post("/solutions/{name}/tags")
    def tag_solution(name: str, form: Described, token: Token = None) -> dict[str, Any]:
        """Replace the tags of a solution."""
        person = bearer(token)
        desk.own_entry(name, person)
        return _entry(desk.library.describe(name, tags=form.tags), person)

    @router.post("/solutions/{name}/note")
    async def note(name: str, form: Note, call: Call, token: Token = None) -> dict[str, Any]:
        """Write a note at a node; empty text removes it. This runs in a thread, because it builds the tree."""
        person = bearer(token)
        await asyncio.to_thread(desk.own_entry, name, person)
        kept = await desk.threads.run(caller(call), lambda: desk.library.note(name, form.line, form.text))
        return _entry(kept, person)

    @router.post("/solutions/{name}/delete")
    def delete(name: str, token: Token = None) -> dict[str, Any]:
        """Delete a solution."""
        desk.own_entry(name, bearer(token))
        desk.library.remove(name)
        return {"deleted": name}


def _entry(entry: Entry, person: str) -> dict[str, Any]:
    limits = {"target": entry.target and round(100 * entry.target, 9), "most": entry.most, "resumable": entry.resumable}
    mine = bool(person) and entry.owner == person
    return entry_dict(entry) | limits | {"mine": mine, "texture": texture(entry.spot.board)}


# --- browsing ---------------------------------------------------------------------------------------------------------


def _add_walking(router: APIRouter, desk: Desk) -> None:
    @router.get("/solutions/{name}/node", response_class=JSONResponse)
    async def node(name: str, call: Call, line: LineText = "", token: Token = None) -> Response:
        """Return a node with all its hands."""
        entry = await asyncio.to_thread(desk.entry, name, bearer(token) if token else "")

        def answer(solution: Solution) -> Response:
            found = node_json(solution.at(line))
            note = dict(entry.notes).get(", ".join(found["line"]), "")
            told = found | {"note": note, "copies": node_copies(entry.name, ", ".join(found["line"]))}
            return JSONResponse(told)  # FastAPI would check each number, and not in the thread

        response: Response = await desk.node(call, entry, answer)
        return response

    @router.get("/solutions/{name}/equities", response_class=JSONResponse)
    async def equities(name: str, call: Call, line: LineText = "", token: Token = None) -> Response:
        """Return the equities of a node's hands, one player after the other, so that nodes need not wait."""
        entry = await asyncio.to_thread(desk.entry, name, bearer(token) if token else "")
        found = [await desk.equities(call, entry, line, who) for who in range(2)]
        return JSONResponse({"players": found})

    @router.get("/solutions/{name}/kinds", response_class=JSONResponse)
    def kinds(name: str, board: BoardText, token: Token = None) -> Response:
        """Return the kind of hand of each combination on a board; it is the same at every node with that board."""
        entry = desk.entry(name, bearer(token) if token else "")
        return JSONResponse(kinds_json(entry.spot.order, board))

    @router.get("/solutions/{name}/runouts", response_class=JSONResponse)
    async def runouts(name: str, call: Call, line: LineText = "", token: Token = None) -> Response:
        """Return the effect of each next card."""
        entry = await asyncio.to_thread(desk.entry, name, bearer(token) if token else "")
        found = await desk.walk(call, entry, lambda solution: _runouts(solution.at(line)))
        return JSONResponse({"runouts": found})


def node_json(node: SolvedNode) -> dict[str, Any]:
    """Return a node for the pages: for each player the numbers of the hands, in the order of `/hands`."""
    acts = node.kind == "decision"
    found: dict[str, Any] = {
        "line": [str(step) for step in node.line],
        "said": node.said,
        "kind": node.kind,
        "board": [str(card) for card in node.board],
        "pot": node.pot,
        "player": node.player,
        "actions": [str(action) for action in node.actions],
        "kinds": [action.kind for action in node.actions],
        "sizes": node.sizes,
        "frequencies": numbers_json(node.frequencies) if acts else [],
        "next_cards": [str(card) for card in node.next_cards],
        "players": [_player_json(node, player) for player in range(2)],
    }
    return found


def _player_json(node: SolvedNode, player: int) -> dict[str, Any]:
    weights = node.weights(player)
    values = node.hand_values(player)
    return {
        "hands": node.places(player).tolist(),
        "reach": numbers_json(node.reach(player)),
        "weights": numbers_json(weights),
        "values": numbers_json(values),
        "strategy": [numbers_json(row) for row in node.strategy] if node.player == player else [],
        "value": number_json(node._mean_of(values, player)),
    }


@lru_cache(maxsize=KINDS)
def kinds_json(order: str, board: str) -> dict[str, Any]:
    """Return the made hand and the draw of each combination on a board, as indices into two lists of names."""
    game = next(game for game in GAMES.values() if game.hand_cards == 2 and game.orders[0].name == order)
    found = combo_kinds(board, game=game)
    return {
        "made": MADE,
        "draws": DRAWS,
        "hands": [None if kind is None else [MADE.index(kind.made), *map(DRAWS.index, kind.draws)] for kind in found],
    }


def equities_json(node: SolvedNode, player: int) -> dict[str, Any]:
    """Return the equities of a player's hands. They are not in the file, and take longer than the rest of a node."""
    equities = node.hand_equities(player)
    return {"equities": numbers_json(equities), "equity": number_json(node._mean_of(equities, player))}


def numbers_json(given: Any) -> list[float | None]:
    """Return numbers for JSON, with null for NaN."""
    import numpy as np

    rounded = np.round(np.asarray(given, float), _DIGITS)
    found: list[float | None] = rounded.tolist()
    return found if np.isfinite(rounded).all() else [number_json(value) for value in rounded.tolist()]


def number_json(value: float) -> float | None:
    """Return a number for JSON, or null for NaN."""
    return round(value, _DIGITS) if isfinite(value) else None


def _runouts(node: SolvedNode) -> list[dict[str, Any]]:
    return [
        {
            "card": str(each.card),
            "values": numbers_json(each.values),
            "equity": numbers_json(each.equity),
            "actions": [str(action) for action in each.actions],
            "sizes": node.tree_node.children[0].sizes,
            "frequencies": numbers_json(each.frequencies),
        }
        for each in node.runouts()
    ]
