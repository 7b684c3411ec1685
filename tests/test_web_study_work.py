"""Work for the study room: whose turn it is, what ends it, and that nobody waits for ever."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import threading
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest

pytest.importorskip("fastapi", reason="the web table needs kicker[web]")
from fastapi import FastAPI

from kicker import blockers, count_kinds, equity, equity_by_card, equity_by_hand, parse_cards
from kicker.solver import Spot, load_solution, solve
from kicker.solver.engine import Engine
from kicker.solver.kept_reports import Reports
from kicker.solver.library import Library
from kicker.ui.web.app import _add_errors
from kicker.ui.web.limits import Limits, Refused
from kicker.ui.web.store import Store
from kicker.ui.web.study import jobs as jobs_module
from kicker.ui.web.study import reports as reports_module
from kicker.ui.web.study import solver as solver_module
from kicker.ui.web.study import workers as module
from kicker.ui.web.study.jobs import Job, Jobs
from kicker.ui.web.study.routes import study_router
from kicker.ui.web.study.solver import Desk, node_json
from kicker.ui.web.study.solver_worker import Worker
from kicker.ui.web.study.threads import MOST_WAITING, THREADS
from kicker.ui.web.study.training import Lesson
from kicker.ui.web.study.workers import News, Workers
from tests.web import FAST, PATIENCE, Server, running_server

OURS, THEIRS, FLOP = "AsKs", "QQ+,AKo", "Js 7s 2c"
QUESTION = {"game": "holdem", "players": [OURS, THEIRS], "board": FLOP, "dead": "", "exact": False, "show": "equity"}
ENDLESS = QUESTION | {"players": ["random"] * 3, "board": "", "exact": True}
"""A count that takes far longer than any test."""


def run(test: Callable[[Workers], Awaitable[None]], **limits: int) -> None:
    async def with_workers() -> None:
        made = Workers(Limits(**limits))
        try:
            await asyncio.wait_for(test(made), 120)
        finally:
            await made.close()

    asyncio.run(with_workers())


async def all_of(news: AsyncGenerator[News, None]) -> News:
    """Everything that was said, the last of each kind."""
    found: News = {}
    async for line in news:
        found |= line
    return found


async def first_of(news: AsyncGenerator[News, None]) -> News:
    return await anext(news)


# --- what is answered ---


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("study"), *FAST) as started:
        yield started


def asked(server: Server, **changes: Any) -> News:
    with server.http as http:
        answer = http.post("/api/study/explore", json={"page": "test", **QUESTION, **changes})
    assert answer.status_code == 200, answer.text
    found: News = {}
    for line in answer.text.splitlines():
        found |= json.loads(line)
    return found


def test_the_answers_are_those_of_the_library(server: Server) -> None:
    players, board = [OURS, THEIRS], parse_cards(FLOP)
    found = asked(server, show="hands")
    whole = equity(players, board)
    assert [one["equity"] for one in found["equity"]["players"]] == [one.equity for one in whole.players]
    assert found["equity"]["settled"]
    by_hand = equity_by_hand(players, board).players[1]
    kings = [one for one in by_hand if {card.rank for card in one.hand} == {13}]
    weight, share = found["hands"]["players"][1]["classes"]["KK"]
    assert weight == pytest.approx(sum(one.weight for one in kings))
    assert share == pytest.approx(sum(one.weight * one.equity for one in kings) / weight)
    curve = found["hands"]["players"][1]["curve"]
    assert curve[0][1] == pytest.approx(max(one.equity for one in by_hand))
    assert curve[-1] == pytest.approx([1, min(one.equity for one in by_hand)])
    cards = asked(server, show="cards")["cards"]["rows"]
    expected = equity_by_card(players, board)
    assert cards == {str(card): [one.equity for one in row.players] for card, row in expected.items()}
    kinds = asked(server, show="kinds")["kinds"]
    assert kinds[1]["made"] == count_kinds(THEIRS, board, "AsKs").made
    blocked = asked(server, show="blockers")["blockers"]
    assert blocked[1]["Qh"]["share"] == {str(b.card): b.share for b in blockers(THEIRS, board, "AsKs")}["Qh"]


def run_python(text: str) -> list[Any]:
    """The values that the copied Python code prints."""
    said: list[Any] = []
    exec(text, {"print": lambda *values: said.extend(values)})
    return said


def test_what_is_shown_can_be_copied(server: Server) -> None:
    found = asked(server, show="hands")
    assert run_python(found["copies"]["python"]) == [equity_by_hand([OURS, THEIRS], FLOP)]
    assert found["copies"]["command"] == f"kicker equity AsKs QQ+,AKo --board '{FLOP}' --by hand"
    omaha = asked(server, game="omaha", players=["AAxxds", "KsQsJhTh"], show="kinds")["copies"]
    assert omaha["command"].splitlines()[0].startswith("kicker range AAxxds --game omaha --board")
    assert "--dead 'Ks Qs Jh Th' --kinds" in omaha["command"]
    assert [round(sum(row.made.values()), 9) for row in run_python(omaha["python"])] == [1, 1]


def test_random_deals_settle(server: Server) -> None:
    """The number comes with its error, which shrinks while one looks."""
    players = ["77+", "random", "AKs, AQo"]
    with (
        server.http as http,
        http.stream("POST", "/api/study/explore", json={"page": "live", **QUESTION, "players": players}) as answer,
    ):
        widths: list[float] = []
        for line in answer.iter_lines():
            if shown := json.loads(line).get("equity"):
                assert not shown["exact"]
                widths.append(shown["players"][0]["half_width"])
                if len(set(widths)) == 3 or shown.get("settled"):  # the settled number may have been told before
                    break
    assert widths == sorted(widths, reverse=True)
    assert 0.01 > widths[0] > widths[-1] > 0
    expected = equity(players, FLOP, trials=200_000).players[0]
    assert shown["players"][0]["equity"] == pytest.approx(expected.equity, abs=0.01)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"players": ["AsKs", "AsKh"]}, "two places"),
        ({"players": ["AsKs", "QQx"]}, "QQx"),
        ({"board": "Js 7"}, "7"),
        ({"game": "whist"}, "whist"),
        ({"board": "", "show": "kinds"}, "three to five"),
        ({"board": "", "show": "cards"}, "three or four"),
        ({"players": ["", "AA"]}, "empty"),
    ],
)
def test_what_cannot_be_answered(server: Server, changes: dict[str, Any], words: str) -> None:
    assert words in asked(server, **changes)["error"]["message"]


def test_what_is_no_question(server: Server) -> None:
    with server.http as http:
        for wrong in ({"players": ["AA"]}, {"players": ["AA"] * 7}, {"show": "tea"}, {"more": 1}):
            assert http.post("/api/study/explore", json={"page": "x", **QUESTION, **wrong}).status_code == 400


# --- what ends it ---


def test_a_newer_question_takes_the_place_of_an_older_one() -> None:
    async def test(workers: Workers) -> None:
        older = workers.ask(ENDLESS, "page", "here")
        await first_of(older)
        newer = await all_of(workers.ask(QUESTION, "page", "here"))
        assert newer["equity"]["settled"]
        with suppress(StopAsyncIteration):
            while True:
                await anext(older)

    run(test, study=1)


def test_whoever_goes_away_ends_the_work() -> None:
    async def test(workers: Workers) -> None:
        left = workers.ask(ENDLESS, "one page", "here")
        await first_of(left)
        await left.aclose()
        assert (await all_of(workers.ask(QUESTION, "another", "here")))["equity"]["settled"]

    run(test, study=1)


def test_one_address_does_not_take_it_all() -> None:
    async def test(workers: Workers) -> None:
        greedy = [workers.ask(ENDLESS, f"page {number}", "greedy") for number in range(3)]
        waiting = [asyncio.create_task(first_of(one)) for one in greedy]
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        assert (await all_of(workers.ask(QUESTION, "page", "modest")))["equity"]["settled"]
        assert sum(task.done() for task in waiting) == 1
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)

    run(test, study=2, study_each=1)


def test_a_process_that_dies() -> None:
    async def test(workers: Workers) -> None:
        news = workers.ask(ENDLESS, "page", "here")
        await first_of(news)
        (worker,) = workers._busy
        worker.kill()
        assert "try again" in (await all_of(news))["error"]["message"]
        assert (await all_of(workers.ask(QUESTION, "page", "here")))["equity"]["settled"]

    run(test, study=1)


def test_a_process_that_does_not_listen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FAREWELL", 0.1)

    async def test(workers: Workers) -> None:
        news = workers.ask(ENDLESS, "page", "here")
        await first_of(news)
        (worker,) = workers._busy
        os.kill(worker._process.pid, signal.SIGSTOP)
        await news.aclose()
        assert (await all_of(workers.ask(QUESTION, "page", "here")))["equity"]["settled"]
        assert worker not in workers._idle

    run(test, study=1)


def test_a_process_is_gone_even_if_nobody_reads_what_it_says() -> None:
    async def test() -> None:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", "print('x' * 3_000_000, flush=True)", stdout=asyncio.subprocess.PIPE
        )
        await asyncio.wait_for(module.gone(process), 120)
        assert process.returncode == 0

    asyncio.run(test())


def test_a_question_that_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LONGEST", 0.2)

    async def test(workers: Workers) -> None:
        assert "longer than" in (await all_of(workers.ask(ENDLESS, "page", "here")))["error"]["message"]

    run(test)


def test_a_process_ends_with_its_server() -> None:
    async def test(workers: Workers) -> None:
        news = workers.ask(ENDLESS, "page", "here")
        await first_of(news)
        (worker,) = workers._busy
        assert worker._process.stdin is not None
        worker._process.stdin.close()  # as when the server is killed
        await worker._process.wait()

    run(test)


def test_a_page_that_is_closed_ends_its_work(server: Server) -> None:
    """The next question has the only process that the address may use."""
    with server.http as http:
        for _ in range(Limits().study + 1):
            with http.stream("POST", "/api/study/explore", json={"page": os.urandom(4).hex(), **ENDLESS}) as answer:
                assert isinstance(answer, httpx.Response)
                next(answer.iter_lines())
    assert asked(server)["equity"]["settled"]


def test_a_chart_whose_page_is_closed_is_given_up() -> None:
    """The page goes away after a process has begun: there is no answer, and the process is free for others."""
    body = {"page": "chart", "stacks": "9, 12, 8, 20, 5, 14, 7, 11, 10", "payouts": "50, 30, 20"}
    sent: list[bytes] = []

    async def test(workers: Workers) -> None:
        app = FastAPI()
        app.include_router(study_router(cast(Store, None), workers, cast(Desk, None)))
        said = iter([{"type": "http.request", "body": json.dumps(body).encode()}])

        async def receive() -> dict[str, Any]:
            if (message := next(said, None)) is not None:
                return message
            while not workers._busy:
                await asyncio.sleep(0.01)
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            sent.append(message.get("body", b""))

        path, headers = "/api/study/charts/pushfold", [(b"content-type", b"application/json")]
        scope = {"type": "http", "method": "POST", "path": path, "query_string": b"", "headers": headers}
        await app(scope, receive, send)
        assert b"charts" not in b"".join(sent)
        assert (await all_of(workers.ask(QUESTION, "another", "local")))["equity"]["settled"]

    run(test, study=1)


def test_a_wide_range_of_many_cards_is_read_in_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server never reads it itself, so that it ends whatever somebody asks."""
    asked: list[Any] = []

    async def ask(self: Workers, question: Any, page: str, address: str) -> AsyncGenerator[News, None]:
        asked.append(question)
        yield {"answer": {"hands": 1}}

    monkeypatch.setattr(Workers, "ask", ask)
    app = FastAPI()
    app.include_router(study_router(cast(Store, None), Workers(Limits()), cast(Desk, None)))

    async def call() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as http:
            return await http.post("/api/study/range", json={"game": "omaha", "text": "AAxx"})

    copies = {"command": "kicker range AAxx --game omaha --blockers"}
    answer = asyncio.run(call()).json()
    assert answer == {"hands": 1, "copies": answer["copies"] | copies}
    assert asked == [{"work": "range", "text": "AAxx", "game": "omaha"}]


def test_a_question_given_up_before_it_begins_keeps_nobody_waiting() -> None:
    async def test(workers: Workers) -> None:
        waiting = asyncio.create_task(first_of(workers.ask(ENDLESS, "page", "here")))
        while not workers._pages:
            await asyncio.sleep(0)
        workers._pages["here", "page"].end()
        with pytest.raises(StopAsyncIteration):
            await asyncio.wait_for(waiting, PATIENCE)

    run(test)


# --- jobs ---


def job_of(name: str) -> dict[str, Any]:
    return {"work": "solve", "name": name, "target": 0.1, "iterations": 1, "locks": [], "threads": 1}


def test_calls_at_the_same_time_pass_no_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def endless(self: Jobs, job: Job) -> None:
        await asyncio.Event().wait()

    async def test() -> None:
        jobs = Jobs(Library(tmp_path), Limits(solves=1))
        asked = (jobs.start("ada", "here", job_of(name)) for name in ("one", "two", "three"))
        found = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(each) for each in found].count(Job) == 1
        assert sum(isinstance(each, Refused) and each.status == 429 for each in found) == 2
        await jobs.close()

    monkeypatch.setattr(Jobs, "_run", endless)
    asyncio.run(test())


def test_finished_jobs_are_forgotten_whoever_began_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def finish(self: Jobs, job: Job) -> None:
        self._end(job, "done")

    async def test() -> None:
        jobs, begun = Jobs(Library(tmp_path), Limits()), []
        for number in range(6):
            begun.append(await jobs.start(f"person {number}", "here", job_of("x")))
            assert begun[-1].task is not None
            await begun[-1].task
        assert [len(jobs.of(f"person {number}")) for number in range(6)] == [0, 0, 0, 1, 1, 1]

    monkeypatch.setattr(Jobs, "_run", finish)
    monkeypatch.setattr(jobs_module, "KEPT_IN_ALL", 2)
    asyncio.run(test())


def test_a_job_stopped_before_its_process_runs_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[bytes] = []

    async def process(*_: Any, **__: Any) -> Any:
        output = asyncio.StreamReader()
        output.feed_eof()
        ended = asyncio.sleep(0)
        return SimpleNamespace(
            stdin=SimpleNamespace(write=heard.append, close=lambda: None), stdout=output, wait=lambda: ended
        )

    async def test() -> None:
        jobs = Jobs(Library(tmp_path), Limits())
        job = await jobs.start("ada", "here", job_of("early"))
        jobs.pause(job)
        jobs.stop(job)
        assert job.task is not None
        await job.task
        assert json.loads(heard[0])["name"] == "early"
        assert heard[1:] == [b"pause\n", b"stop\n"]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", process)
    asyncio.run(test())


@pytest.mark.parametrize(("room", "resumable"), [(10**9, True), (10, False)])
def test_a_solution_is_saved_with_regrets_if_there_is_room(tmp_path: Path, room: int, resumable: bool) -> None:
    Worker().solve(spot_job("river", tmp_path) | {"iterations": 3, "room": room})
    entry = Library(tmp_path).entry("river")
    assert (entry.resumable, load_solution(entry.path).resumable) == (resumable, resumable)
    assert (entry.target, entry.most) == (1e-9, 3)


def spot_job(name: str, folder: Path) -> dict[str, Any]:
    more = {"spot": RIVER, "tags": [], "start": "", "iterations": 100_000, "target": 1e-9, "owner": "ada"}
    return job_of(name) | more | {"seconds": 3600, "memory": 10**9, "folder": str(folder)}


def test_a_long_pause_ends_and_the_result_is_kept(tmp_path: Path) -> None:
    async def test() -> None:
        library = Library(tmp_path)
        jobs = Jobs(library, Limits(solve_seconds=1))
        job = await jobs.start("ada", "here", spot_job("paused", tmp_path))
        jobs.pause(job)
        assert job.task is not None
        await asyncio.wait_for(job.task, PATIENCE)
        assert (job.state, job.facts["stopped"]) == ("done", "pause")
        assert library.entry("paused").owner == "ada"

    asyncio.run(test())


# --- threads ---

RIVER = {"oop": "QQ+", "ip": "TT-88", "board": "Td9d6hQc2s", "pot": 200, "stack": 900, "river_bet": "60%"}


def test_pages_and_bots_do_not_wait_for_a_solution(tmp_path: Path) -> None:
    """Many calls wait for one solution, more than a server has threads for pages or for bots."""
    library = Library(tmp_path)
    desk = Desk(library, Reports(tmp_path), Limits())
    _, lock = desk.opened(library.add(solve(Spot.from_dict(RIVER), iterations=1), "river"))
    app = FastAPI()
    _add_errors(app)
    app.include_router(study_router(cast(Store, None), Workers(Limits()), desk))

    async def test() -> None:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost/api/study") as http:
            with lock:
                walks = [asyncio.create_task(http.get("/solutions/river/runouts")) for _ in range(60)]
                while sum(task.done() for task in walks) < len(walks) - THREADS - MOST_WAITING:
                    await asyncio.sleep(0.01)
                assert {task.result().status_code for task in walks if task.done()} == {429}
                assert len((await http.get("/solutions")).json()["solutions"]) == 1  # answered in the pages' threads
                assert await asyncio.to_thread(int) == 0  # bots think in these
            codes = [(await task).status_code for task in walks]
            assert codes.count(200) == THREADS + MOST_WAITING
        await desk.close()

    asyncio.run(asyncio.wait_for(test(), PATIENCE))


def test_lessons_and_estimates_have_threads_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(Library(tmp_path), Reports(tmp_path), Limits())
    app = FastAPI()
    app.include_router(study_router(cast(Store, None), Workers(Limits()), desk))

    def here(*_: Any) -> dict[str, Any]:
        return {"thread": threading.current_thread().name, "seconds": 0}

    monkeypatch.setattr(solver_module, "estimate_of", here)
    monkeypatch.setattr(reports_module, "estimate_of", here)

    async def test() -> None:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost/api/study") as http:
            spot = await http.post("/solve/estimate", json={"spot": RIVER})
            report = await http.post("/reports/estimate", json={"spot": RIVER, "boards": "Td9d6hQc2s"})
        lesson = Lesson(cast(Any, None), [], threading.Lock(), desk.threads, "here")
        for found in (spot.json(), report.json(), await lesson.do(here)):
            assert found["thread"].startswith("study")
        await desk.close()

    asyncio.run(test())


def test_walking_computes_nothing_that_is_in_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nodes of the first street come from a file without a pass through the tree, while equities are computed."""
    spot = Spot("QQ+,AKs", "TT-88,AQs", "Td9d6hQc", pot=200, stack=900, turn_bet="60%", river_bet="60%")
    library = Library(tmp_path)
    library.add(solve(spot, iterations=3), "turn")
    desk, entry = Desk(library, Reports(tmp_path / "reports"), Limits()), library.entry("turn")
    call: Any = SimpleNamespace(client=None)

    def never(*_: object) -> Any:
        raise AssertionError("this is in the file")

    for name in ("first_values", "values", "run"):
        monkeypatch.setattr(Engine, name, never)

    async def go() -> None:
        _, locks = desk.opened(entry)
        with locks.equities:
            waiting = asyncio.create_task(desk.equities(call, entry, "", 0))
            for line in ("", "check", "bet 120"):
                shown = await desk.node(call, entry, lambda solution, line=line: node_json(solution.at(line)))  # type: ignore[misc]
                assert shown["players"][0]["value"] is not None
            assert not waiting.done()
            monkeypatch.undo()
        assert (await waiting)["equity"] is not None
        await desk.close()

    asyncio.run(go())
