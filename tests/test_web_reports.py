"""Reports of the study room: a job over many boards, stopped and continued, with the library's numbers on the page."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from itertools import combinations, islice
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the web table needs kicker[web]")
from kicker import Deck
from kicker.errors import FileError, KickerError
from kicker.solver import Request, Solution, Spot, kept_reports, reports, solve
from kicker.solver.kept_reports import Reports, playable
from kicker.solver.reports import HEAD, actions_of, read_report, said_actions, summary
from kicker.ui.web.limits import Limits
from kicker.ui.web.study.solver import estimate_of
from tests.pages import PHONE, SERVER, Visit
from tests.test_web_solver import RIVER, TURN, Person
from tests.web import PATIENCE, Server, problem, running_server

SPOT = {key: value for key, value in RIVER.items() if key != "board"}
BOARDS = "Td9d6hQc2s\nAsKd6h7c2s:3\n8c8d3c4h2s\nQcQdQhQs2c\n"
SLOW = {key: value for key, value in TURN.items() if key != "board"} | {"oop": "top 15%", "ip": "top 15%"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(
        tmp_path_factory.mktemp("reports"), *SERVER, "--limit", "reports=3", "--limit", "solve_threads=2"
    ) as running:
        yield running


@pytest.fixture
def ada(server: Server) -> Iterator[Person]:
    person = Person(server)
    with closing(person.http):
        yield person


def begin(person: Person, name: str, spot: dict[str, Any] = SPOT, boards: str = BOARDS, **more: Any) -> Any:
    return person.http.post("/api/study/reports", json={"name": name, "spot": spot, "boards": boards, **more})


def test_a_report_uses_the_threads_that_it_is_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    threads = []

    def counting(spot: Spot, **settings: Any) -> Solution:
        threads.append(settings["threads"])
        return solve(spot, **settings)

    monkeypatch.setattr(reports, "solve", counting)
    entry = Reports(tmp_path).begin("rivers", SPOT | {"lock": [], "target": 0.1}, BOARDS)
    assert len(list(entry.go_on(threads=2))) == len(threads)
    assert set(threads) == {2}
    assert (entry.crew_size(2, 10**9), entry.crew_size(2, 1000)) == (1, 1)  # nothing is left to solve
    one, two = (estimate_of(Request.from_dict(SPOT | {"board": "Td9d6hQc2s"}), Limits(solve_threads=count))["seconds"]
                for count in (1, 2))  # fmt: skip
    assert one == 2 * two


def test_processes_share_the_boards_of_a_report(tmp_path: Path) -> None:
    kept = Reports(tmp_path)
    one, two = (kept.begin(name, SPOT | {"lock": [], "target": 0.1}, BOARDS) for name in ("alone", "shared"))
    assert [two.crew_size(count, 10**9) for count in (1, 2, 4, 5)] == [1, 2, 4, 1]
    assert two.crew_size(2, 1000) == 1  # both boards together would not fit
    alone, shared = (list(entry.go_on(workers=workers)) for entry, workers in ((one, 1), (two, 2)))
    assert [getattr(each, "values", each) for each in alone] == [getattr(each, "values", each) for each in shared]
    assert len(one.results()) == len(two.results()) == 4


def test_a_report_begun_at_the_same_time_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody else begins a report of the same name while the boards are checked."""
    kept = Reports(tmp_path)

    def slow(config: dict[str, Any], boards: str) -> tuple[dict[str, Any], int]:
        monkeypatch.setattr(kept_reports, "playable", playable)
        kept.begin("flops", SPOT, BOARDS, "ada")
        return playable(config, boards)

    monkeypatch.setattr(kept_reports, "playable", slow)
    with pytest.raises(KickerError, match="a report 'flops' already exists; choose another name"):
        kept.begin("flops", SPOT, BOARDS, "bob")
    assert kept.entry("flops").owner == "ada"
    assert [path.name for path in tmp_path.iterdir()] == ["flops.json"]


def test_a_deleted_report_leaves_no_table(tmp_path: Path) -> None:
    """A table without its owner could be read by everyone."""
    kept = Reports(tmp_path)
    boards = kept.begin("flops", SPOT | {"lock": [], "target": 0.1}, BOARDS, "ada").go_on()
    kept.remove("flops")
    with pytest.raises(KickerError, match="the report 'flops' was deleted"):
        next(boards)
    assert list(tmp_path.iterdir()) == []


def is_worker(pid: str) -> bool:
    with suppress(OSError):
        return b"solver_worker" in Path(f"/proc/{pid}/cmdline").read_bytes()
    return False


@pytest.mark.long
def test_a_report_is_deleted_once_its_process_has_ended(server: Server, ada: Person) -> None:
    """Until then the process could write a table, which everyone could read without its owner."""
    job = begin(ada, "slow", spot=SLOW, boards="25", target=0.01).json()["id"]
    ada.until(job, lambda job: job["state"] == "running")
    children, end = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children"), time.monotonic() + PATIENCE
    while len(workers := [pid for pid in children.read_text().split() if is_worker(pid)]) > 1:
        assert time.monotonic() < end, "the processes of earlier tests do not end"
        time.sleep(0.05)
    (worker,) = workers
    os.kill(int(worker), signal.SIGSTOP)  # it takes 3 s until it is killed
    with ThreadPoolExecutor(1) as thread:
        cancelling = thread.submit(ada.do, job, "cancel")
        ada.until(job, lambda job: job["state"] == "cancelled")
        assert ada.http.post("/api/study/reports/slow/delete").status_code == 200
        assert not Path(f"/proc/{worker}").exists()
        assert cancelling.result().status_code == 200
    assert not list((server.folder / "reports").glob("slow.*"))


@pytest.mark.parametrize("change", [{"total": 1e999}, {"boards": float("nan")}, {"config": {"pot": float("inf")}}])
def test_a_report_with_numbers_that_are_none_is_damaged(tmp_path: Path, change: dict[str, object]) -> None:
    kept = Reports(tmp_path)
    kept.begin("flops", SPOT | {"lock": [], "target": 0.1}, BOARDS, "ada")
    path = tmp_path / "flops.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    with pytest.raises(FileError, match="is damaged; delete it and start again"):
        kept.entry("flops")
    assert kept.entries() == []


def test_a_report_has_the_numbers_of_the_library(server: Server, ada: Person) -> None:
    job = begin(ada, "rivers", target=1.0).json()
    assert job["threads"] == 2
    job = ada.until(job["id"], lambda job: job["state"] in ("done", "failed"))
    assert (job["state"], job["stopped"], job["done"], job["work"]) == ("done", "complete", 4, "report")
    found = ada.http.get("/api/study/reports/rivers").json()
    path = server.folder / "reports" / "rivers.csv"
    results = read_report(path)
    assert (found["done"], found["total"]) == (4, 4)
    assert found["actions"] == said_actions(actions_of(results), 200)
    assert found["actions"][0] == "check"
    assert all(name.endswith(")") and "%" in name for name in found["actions"][1:])
    assert [(row["name"], row["boards"], row["equity"]) for row in found["textures"]] == [
        (row.name, row.boards, row.equity) for row in summary(results)
    ]
    assert [row["values"] for row in found["results"]] == [list(each.values) for each in results]
    assert ada.http.get("/api/study/reports/rivers/csv").text == path.read_text()
    other = Person(server)
    with closing(other.http):
        assert problem(other.http.get("/api/study/reports/rivers")) == (404, "name")
        assert other.http.get("/api/study/reports").json()["reports"] == []
    assert problem(begin(ada, "rivers")) == (400, "name")
    assert ada.http.post("/api/study/reports/rivers/delete").json() == {"deleted": "rivers"}
    assert not path.exists()


def test_a_report_is_stopped_and_goes_on(server: Server, ada: Person) -> None:
    turns = islice(combinations(Deck(), 4), 2000)  # nobody waits for the last of them
    boards = "\n".join("".join(map(str, turn)) for turn in turns)
    job = begin(ada, "turns", SLOW, boards, target=1.0, iterations=15).json()
    path, done = server.folder / "reports" / "turns.csv", 0
    for _ in range(2):
        ada.until(job["id"], lambda job: job["state"] != "waiting" and job.get("done", 0) > done)  # noqa: B023
        assert problem(ada.http.post("/api/study/reports/turns/delete")) == (409, "job")
        before = path.read_text()
        ada.do(job["id"], "stop")
        stopped = ada.until(job["id"], lambda job: job["state"] == "done")
        assert len(read_report(path)) == stopped["done"] > done
        assert path.read_text().startswith(before)  # nothing is solved twice
        done = stopped["done"]
        job = ada.http.post("/api/study/reports/turns/resume").json()
    ada.do(job["id"], "stop")
    ada.until(job["id"], lambda job: job["state"] == "done")


def test_a_report_is_ended_later(server: Server, ada: Person) -> None:
    job = begin(ada, "at once", target=1.0).json()
    ada.until(job["id"], lambda job: job["state"] == "done")
    folder = Reports(server.folder / "reports")
    whole = folder.entry("at once")
    entry = folder.begin("later", whole.config, BOARDS, whole.owner)
    with closing(entry.go_on()) as boards:  # type: ignore[type-var]
        next(boards)
    before = entry.path.read_text()
    job = ada.http.post("/api/study/reports/later/resume").json()
    ended = ada.until(job["id"], lambda job: job["state"] in ("done", "failed"))
    assert (ended["state"], ended["done"], ended["stopped"]) == ("done", 4, "complete")
    assert entry.path.read_text().startswith(before)
    assert {row.board: row.values for row in entry.results()} == {row.board: row.values for row in whole.results()}


def test_estimates_and_what_cannot_be_reported(ada: Person) -> None:
    asked = {"spot": SPOT | {"flop_bet": "50%"}, "boards": "25"}
    assert ada.http.post("/api/study/reports/estimate", json=asked).json()["boards"] == 25
    for boards, code in (("26", "flops"), ("QsJh", "board"), ("", "board"), ("nonsense", "board")):
        assert problem(begin(ada, "bad", boards=boards))[0] == 400, (boards, code)
    assert problem(begin(ada, "../x")) == (400, "name")
    assert problem(ada.http.get("/api/study/reports/nothing")) == (400, "name")


def test_boards_that_leave_no_hand_do_not_count() -> None:
    config = {"oop": "AA", "ip": "KK", "pot": 10, "stack": 10}
    assert playable(config, "AsAhAd\nAsAhKd\nKsKdKh\nQsJd2h")[1] == 2


def test_a_report_in_the_browser(server: Server, visit: Visit) -> None:
    page = visit("/study/report")
    page.locator("#spot-set").select_option("own")
    page.locator("#spot-boards").fill(BOARDS)
    page.locator("#spot-oop").fill(RIVER["oop"])
    page.locator("#spot-ip").fill(RIVER["ip"])
    page.locator("#spot-name").fill("by hand")
    page.locator("#needs", has_text="4 boards").wait_for()
    page.get_by_role("button", name="Start the report").click()
    page.locator(".report", has_text="4 of 4 boards solved").wait_for()
    entry = Reports(server.folder / "reports").entry("by hand")
    results = entry.results()
    boxes = page.locator("[data-table='boards'] tbody tr")
    assert boxes.count() == 4
    sort = page.locator("[data-table='boards'] .sort", has_text="Equity out of position")
    sort.focus()
    page.keyboard.press("Enter")
    best = max(results, key=lambda each: each.equity)
    assert f"{best.equity:.1%}" in boxes.first.inner_text()
    assert f"{best.values[0]:.2f}" in boxes.first.inner_text()
    page.keyboard.press("Enter")
    assert f"{min(each.equity for each in results):.1%}" in boxes.first.inner_text()
    page.get_by_role("button", name="Paired").click()
    assert boxes.count() == 1
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download CSV").click()
    assert saved.value.path().read_text() == entry.path.read_text()


def test_a_report_about_a_line_in_the_browser(server: Server, visit: Visit) -> None:
    page = visit("/study/report", **PHONE)
    page.locator("#spot-set").select_option("own")
    page.locator("#spot-boards").fill(BOARDS)
    for name, text in {"oop": RIVER["oop"], "ip": RIVER["ip"], "line": "check, bet", "name": "a line"}.items():
        page.locator(f"#spot-{name}").fill(text)
    page.locator("#needs", has_text="4 boards").wait_for()
    page.get_by_role("button", name="Start the report").click()
    page.locator(".report", has_text="4 of 4 boards solved").wait_for()
    page.locator(".report p", has_text="After check, bet 40, the player out of position acts.").wait_for()
    rows = {row.name: row for row in summary(Reports(server.folder / "reports").entry("a line").results())}
    shown = page.locator("[data-table='textures'] tbody tr").last.inner_text()
    for number in (rows["all"].reach, rows["all"].equity, *rows["all"].frequencies):
        assert f"{number:.1%}" in shown
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


def test_a_report_on_a_phone(server: Server, visit: Visit) -> None:
    folder = server.folder / "reports"
    folder.mkdir(exist_ok=True)
    board = "As7d2h,12,rainbow,30.1,29.9,0.51,0.3,10,1"
    rows = f"{board},check,0.7,x\n{board},bet 20,0.3,x\n"
    (folder / "shared.csv").write_text(",".join(HEAD) + "\n" + rows)
    page = visit("/study/report#report=shared", **PHONE)
    page.locator(".report", has_text="1 board solved").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
