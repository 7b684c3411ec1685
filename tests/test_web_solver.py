"""The solver of the study room on a real server: jobs, how they end, a library, and nodes to walk."""

from __future__ import annotations

import dataclasses
import json
import os
import shlex
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urljoin

import httpx
import pytest

pytest.importorskip("fastapi", reason="the web table needs kicker[web]")
from kicker.combos import combo_index
from kicker.solver import Spot, compare, load_solution, solve
from kicker.solver.library import Library
from tests.pages import PHONE, Visit, until
from tests.web import FAST, PATIENCE, Server, problem, running_server

RIVER = {
    "oop": "QQ+,AKs,76s:0.5", "ip": "TT-88,AQs,KJs", "board": "Td9d6hQc2s", "pot": 200, "stack": 900,
    "river_bet": "60%", "river_raise": "2.5x",
}  # fmt: skip
TURN = RIVER | {"board": "Td9d6hQc", "turn_bet": "50%", "turn_raise": "a"}
ENDLESS = {"target": 1e-9, "iterations": 100_000}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    limits = ("--limit", "solve_memory=8", "--limit", "solves=2", "--limit", "all_solves=2", "--limit", "solutions=5")
    with running_server(tmp_path_factory.mktemp("solver"), *FAST, *limits) as running:
        yield running


class Person:
    """Somebody in the study room."""

    def __init__(self, server: Server) -> None:
        self.http = server.http
        token = self.http.post("/api/study/key").json()["token"]
        self.http.headers["Authorization"] = f"Bearer {token}"

    def solve(self, name: str, spot: dict[str, Any] = RIVER, **more: Any) -> httpx.Response:
        return self.http.post("/api/study/solve", json={"name": name, "spot": spot, **more})

    def job(self, number: str) -> dict[str, Any]:
        found: dict[str, Any] = self.http.get(f"/api/study/solve/{number}").json()
        return found

    def until(self, number: str, condition: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Wait for what happens, and not for a time."""
        end = time.monotonic() + PATIENCE
        while not condition(job := self.job(number)):
            assert time.monotonic() < end, job
            time.sleep(0.05)
        return job

    def do(self, number: str, what: str) -> httpx.Response:
        return self.http.post(f"/api/study/solve/{number}/{what}")

    def solved(self, name: str, spot: dict[str, Any] = RIVER, **more: Any) -> dict[str, Any]:
        answer = self.solve(name, spot, **more)
        assert answer.status_code == 200, answer.text
        return self.until(answer.json()["id"], lambda job: job["state"] in ("done", "failed"))


@pytest.fixture
def ada(server: Server) -> Iterator[Person]:
    person = Person(server)
    with closing(person.http):
        yield person


def test_a_job_solves_and_its_solution_can_be_walked(server: Server, ada: Person) -> None:
    job = ada.solved("walked", TURN, target=0.5, tags=["test"])
    assert (job["state"], job["stopped"]) == ("done", "target")
    assert job["exploitability"] <= 0.005
    solution = load_solution(server.folder / "solutions" / "walked.solution")
    for line in ("", "check", "check, check, 5c", "bet 100, call"):
        node = solution.at(line)
        shown = ada.http.get("/api/study/solutions/walked/node", params={"line": line}).json()
        assert shown["actions"] == [str(action) for action in node.actions]
        if line in ("", "check"):
            assert shown["sizes"] == ["check", "bet 50%"]
        assert shown["frequencies"] == pytest.approx(
            list(node.frequencies) if node.kind == "decision" else [], abs=1e-5
        )
        equities = ada.http.get("/api/study/solutions/walked/equities", params={"line": line}).json()["players"]
        for player in range(2):
            mine = shown["players"][player] | equities[player]
            assert mine["value"] == pytest.approx(node.values[player], abs=1e-3)
            assert mine["equity"] == pytest.approx(node.equity[player], abs=1e-4)
            assert mine["hands"] == [combo_index(*combo) for combo in node.hands(player)]
            assert len(mine["hands"]) == len(mine["values"]) == len(mine["equities"])
    kinds = ada.http.get("/api/study/solutions/walked/kinds", params={"board": "Td9d6hQc"}).json()
    held = kinds["hands"][combo_index("Jd", "8d")]  # a straight, and a flush draw
    assert (kinds["made"][held[0]], [kinds["draws"][place] for place in held[1:]]) == ("straight", ["flush draw"])
    assert problem(ada.http.get("/api/study/solutions/walked/kinds", params={"board": "Td"})) == (400, "count")
    runouts = ada.http.get("/api/study/solutions/walked/runouts", params={"line": "check, check"}).json()["runouts"]
    assert len(runouts) == 48
    assert runouts[0]["equity"][0] == pytest.approx(solution.at("check, check").runouts()[0].equity[0], abs=1e-4)


def test_pause_resume_stop_and_keep(server: Server, ada: Person) -> None:
    number = ada.solve("kept", TURN, **ENDLESS).json()["id"]
    ada.until(number, lambda job: job["state"] == "running" and job.get("iterations", 0) > 0)
    ada.do(number, "pause")
    paused = ada.until(number, lambda job: job["state"] == "paused")
    assert ada.job(number)["iterations"] == paused["iterations"]
    ada.do(number, "resume")
    ada.until(number, lambda job: job["state"] == "running")
    ada.do(number, "stop")
    job = ada.until(number, lambda job: job["state"] == "done")
    assert job["stopped"] == "interrupted"
    kept = load_solution(server.folder / "solutions" / "kept.solution")
    assert kept.spot == Spot.from_dict(TURN)
    assert kept.iterations == job["iterations"]
    assert problem(ada.do(number, "pause")) == (409, "job")


def test_a_solution_is_solved_further(server: Server, ada: Person) -> None:
    """With the same locks and with others; what is kept says when it was to stop."""
    assert ada.solved("first", TURN, target=0.001, iterations=30)["stopped"] == "iterations"
    entry = ada.http.get("/api/study/solutions/first").json()
    assert (entry["target"], entry["most"], entry["resumable"]) == (0.001, 30, True)
    job = ada.solved("second", TURN, target=0.001, iterations=20, start="first")
    folder = server.folder / "solutions"
    known = solve(Spot.from_dict(TURN), start=load_solution(folder / "first.solution"), target=1e-5, iterations=20)
    assert (job["iterations"], job["exploitability"]) == (50, pytest.approx(known.exploitability))
    locked = ada.solved("third", TURN, target=0.001, iterations=10, start="first", locks=["check; always check"])
    assert locked["iterations"] == 40
    assert load_solution(folder / "third.solution").at("check").frequencies[0] == pytest.approx(1)
    assert problem(ada.solve("fourth", RIVER, start="first")) == (409, "start")
    assert problem(ada.solve("fourth", TURN, start="nothing")) == (400, "name")
    estimate = "/api/study/solve/estimate"
    asked = {"spot": TURN, "start": "third", "target": 0.1, "locks": ["check; always check", "bet 100; always fold"]}
    words = shlex.split(ada.http.post(estimate, json=asked).json()["copies"]["command"])
    assert words[:4] == ["kicker", "solve", "--load", "third"]
    assert words[words.index("--lock") + 1 :] == ["bet 100; always fold"]  # the solution has the other lock
    other = Person(server)
    with closing(other.http):
        assert problem(other.solve("fourth", TURN, start="first")) == (404, "name")
    for name in ("first", "second", "third"):
        ada.http.post(f"/api/study/solutions/{name}/delete")


def test_a_job_that_is_cancelled_leaves_nothing(server: Server, ada: Person) -> None:
    number = ada.solve("cancelled", TURN, **ENDLESS).json()["id"]
    ada.until(number, lambda job: job["state"] == "running")
    ada.do(number, "pause")
    ada.until(number, lambda job: job["state"] == "paused")
    assert ada.do(number, "cancel").json()["state"] == "cancelled"
    assert not list((server.folder / "solutions").glob("*cancelled*"))


def test_only_so_many_at_a_time(ada: Person) -> None:
    jobs = [ada.solve(f"many {i}", TURN, **ENDLESS) for i in range(3)]
    assert [answer.status_code for answer in jobs] == [200, 200, 429]
    for answer in jobs[:2]:
        ada.do(answer.json()["id"], "cancel")
    assert [job["state"] for job in ada.http.get("/api/study/solve").json()["jobs"]] == ["cancelled"] * 2


def test_estimates_and_spots_that_are_too_large(ada: Person) -> None:
    found = ada.http.post("/api/study/solve/estimate", json={"spot": RIVER}).json()
    tree = Spot.from_dict(RIVER).tree()
    assert (found["nodes"], found["bytes"], found["fits"]) == (tree.nodes, tree.memory(16), True)
    wide = TURN | {"oop": "top 60%", "ip": "top 60%", "turn_bet": "33%,75%,150%", "river_bet": "33%,75%,150%"}
    assert not ada.http.post("/api/study/solve/estimate", json={"spot": wide}).json()["fits"]
    job = ada.solved("large", wide)
    assert job["state"] == "failed"
    assert "the limit is" in job["message"]


def test_solutions_belong_to_people(server: Server, ada: Person) -> None:
    assert ada.solved("mine", tags=["a"])["state"] == "done"
    other = Person(server)
    with closing(other.http):
        names = [entry["name"] for entry in other.http.get("/api/study/solutions").json()["solutions"]]
        assert "mine" not in names
        assert problem(other.http.get("/api/study/solutions/mine/node")) == (404, "name")
        assert problem(other.http.post("/api/study/solutions/mine/delete")) == (404, "name")
    listed = ada.http.get("/api/study/solutions", params={"search": "td9d6h min"}).json()["solutions"]
    assert [(entry["name"], entry["mine"], entry["tags"]) for entry in listed] == [("mine", True, ["a"])]
    assert ada.http.post("/api/study/solutions/mine/tags", json={"tags": ["b", "c"]}).json()["tags"] == ["b", "c"]
    ada.http.post("/api/study/solutions/mine/note", json={"line": "check", "text": "bluff more"})
    assert ada.http.get("/api/study/solutions/mine/node", params={"line": "check"}).json()["note"] == "bluff more"
    assert ada.http.post("/api/study/solutions/mine/delete").json() == {"deleted": "mine"}
    assert problem(ada.http.get("/api/study/solutions/mine/node")) == (400, "name")


def test_what_the_command_line_kept_can_be_read_by_all(server: Server, ada: Person) -> None:
    Library(server.folder / "solutions").add(solve(Spot.from_dict(RIVER), iterations=20), "shared")
    with server.http as anybody:
        assert anybody.get("/api/study/solutions/shared/node").json()["player"] == 0
    assert problem(ada.http.post("/api/study/solutions/shared/delete")) == (403, "owner")


@pytest.mark.parametrize(
    ("form", "code"),
    [
        ({"name": "../x", "spot": RIVER}, "name"),
        ({"name": "x", "spot": {}}, "key"),
        ({"name": "x", "spot": RIVER | {"pot": 0}}, "pot"),
        ({"name": "x", "spot": RIVER, "locks": ["nonsense"]}, "lock"),
        ({"name": "x", "spot": RIVER, "locks": ["; always check; 32o"]}, "lock"),
        ({"name": "x", "spot": RIVER, "locks": ["; 1, 0", "; 0, 1"]}, "lock"),
        ({"name": "x", "spot": RIVER, "target": 0}, "form"),
        ({"name": "x", "spot": RIVER, "tags": [1]}, "form"),
        ({"name": "x", "spot": RIVER, "tags": ["two words"]}, "tag"),
        ({"name": "x", "spot": RIVER | {"force_allin": 10**400}}, "type"),
    ],
)
def test_what_cannot_be_solved(ada: Person, form: dict[str, Any], code: str) -> None:
    assert problem(ada.http.post("/api/study/solve", json=form)) == (400, code)


def test_visitors_read_no_path_of_the_server(server: Server, ada: Person) -> None:
    """A damaged file, and a folder that cannot be made because a file has its name."""
    folder = server.folder / "solutions"
    folder.mkdir(exist_ok=True)
    (folder / "broken.solution").write_bytes(b"nonsense")
    answer = ada.http.get("/api/study/solutions/broken")
    assert (answer.status_code, answer.json()["error"]["message"]) == (
        503, "'broken.solution' is not a solution that kicker saved",
    )  # fmt: skip
    (server.folder / "reports").write_text("in the way")
    begin = {"name": "x", "spot": RIVER, "boards": "25"}
    answer = ada.http.post("/api/study/reports", json=begin)
    (server.folder / "reports").unlink()
    assert (answer.status_code, answer.json()["error"]["message"]) == (503, "cannot write to 'reports': file exists")


def test_a_solver_that_dies_is_noticed(server: Server, ada: Person) -> None:
    number = ada.solve("dies", TURN, **ENDLESS).json()["id"]
    ada.until(number, lambda job: job["state"] == "running")
    workers = [path for path in Path("/proc").glob("[0-9]*/cmdline") if b"solver_worker" in _read(path)]
    mine = [path for path in workers if _parent(path) == server.process.pid]
    assert mine
    for path in mine:  # those of earlier tests are about to end
        with suppress(ProcessLookupError):
            os.kill(int(path.parent.name), signal.SIGKILL)
    job = ada.until(number, lambda job: job["state"] == "failed")
    assert job["message"] == "the solver ended before it was done"


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def _parent(path: Path) -> int:
    status = _read(path.with_name("stat")).decode().rpartition(")")[2].split()
    return int(status[1]) if status else 0


def test_solvers_end_with_their_server(tmp_path: Path) -> None:
    with running_server(tmp_path, *FAST) as server:
        person = Person(server)
        with closing(person.http):
            number = person.solve("orphan", TURN, **ENDLESS).json()["id"]
            person.until(number, lambda job: job["state"] == "running")
        found = [path for path in Path("/proc").glob("[0-9]*/cmdline") if b"solver_worker" in _read(path)]
        mine = [path for path in found if _parent(path) == server.process.pid]
        assert mine
        server.stop()
        end = time.monotonic() + PATIENCE
        while any(b"solver_worker" in _read(path) for path in mine):
            assert time.monotonic() < end
            time.sleep(0.05)


# --- the pages ---


def test_a_spot_is_solved_and_walked_in_the_browser(server: Server, visit: Visit) -> None:
    page = visit(
        "/study/solve#"
        + urlencode({"spot": json.dumps(TURN | {"name": "in the browser"}), "target": 0.7, "iterations": 321})
    )
    page.locator("#needs", has_text="nodes").wait_for()
    page.get_by_role("button", name="Solve", exact=True).click()
    page.get_by_role("link", name="Walk through it").click()
    page.wait_for_url("**/study/walk*")
    page.locator(".step").first.wait_for()
    solution = load_solution(server.folder / "solutions" / "in the browser.solution")
    page.get_by_role("button", name="Check", exact=False).first.click()
    until(page, "() => document.querySelectorAll('.step').length === 2")
    node = solution.at("check")
    shown = page.locator(".step").nth(1).inner_text()
    assert f"{100 * node.frequencies[0]:.0f}%" in shown
    title = page.locator(".hand-grid").first.locator("[data-hand='TT']").get_attribute("title")
    assert title is not None
    assert title.startswith("TT: check ")
    page.locator(".numbers", has_text="Open-ended straight draw").wait_for()
    page.locator(".step").nth(1).get_by_role("button", name="Check", exact=False).click()
    page.locator(".runout .says", has_text="%").first.wait_for()
    page.locator(".runout:not([disabled])").first.click()
    until(page, "() => document.querySelectorAll('.step').length === 4")
    page.get_by_role("button", name="Compare").click()
    page.locator("h2", has_text="Compared with: check, check, As").wait_for()
    pinned = solution.at("check, check, As")
    figures = page.get_by_label("Figures of the pinned node").locator(".numbers")
    figures.locator("td", has_text=f"{100 * pinned.frequencies[0]:.1f}%").first.wait_for()
    figures.locator("td", has_text=f"{pinned.values[0]:.2f}").first.wait_for()
    page.locator("#note").fill("remember this")
    page.get_by_role("button", name="Keep note").click()
    page.locator(".toast", has_text="Note kept.").wait_for()
    page.get_by_role("button", name="Lock this node").click()
    page.get_by_role("button", name="Solve again with this lock").click()
    page.wait_for_url("**/study/solve*")
    until(page, "() => document.querySelector('#spot-locks')?.value.startsWith('check, check, As; ')")
    assert page.locator("#spot-name").input_value() == "in the browser locked"
    limits = [page.locator(f"#spot-{name}").input_value() for name in ("target", "iterations")]
    assert limits == ["0.7", "321"]
    page.locator("#continues", has_text="Continues from in the browser.").wait_for()
    page.locator("#spot-pot").fill("201")
    page.locator("#continues").wait_for(state="hidden")
    page.locator("#spot-pot").fill("200")
    page.locator("#continues").wait_for()
    page.get_by_role("button", name="Start over").click()
    page.locator("#continues").wait_for(state="hidden")
    page.get_by_role("listitem").filter(has_text="in the browser").get_by_role("button", name="Solve further").click()
    assert float(page.locator("#spot-target").input_value()) < 100 * solution.exploitability
    page.locator("#spot-target").fill("0.00001")
    page.locator("#spot-iterations").fill("1")
    page.get_by_role("button", name="Solve", exact=True).click()
    page.locator(".job", has_text="stopped at the iteration limit").wait_for()
    assert Library(server.folder / "solutions").entry("in the browser further").iterations == solution.iterations + 1


def test_a_solution_is_walked_by_keys(server: Server, visit: Visit) -> None:
    """The focus follows the line; the deck is one stop of Tab. The table of next cards is sorted, with the library's
    numbers."""
    Library(server.folder / "solutions").add(solve(Spot.from_dict(TURN), iterations=10), "keys")
    node = load_solution(server.folder / "solutions" / "keys.solution").at("check, check")
    page = visit("/study/walk#solution=keys")
    page.locator(".step button").first.focus()
    for number in (2, 3):
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        until(page, f"() => document.activeElement.matches('.step:nth-child({number}) > button:first-child')")
    runouts = {str(each.card): each for each in node.runouts()}
    rows = page.locator("[data-table='runouts'] tbody tr")
    until(page, "count => document.querySelectorAll('[data-table=runouts] tbody tr').length === count", len(runouts))
    page.locator("[data-table='runouts'] .sort", has_text="Value out of position").focus()
    page.keyboard.press("Enter")
    best = max(runouts.values(), key=lambda each: each.values[0])
    assert f"{best.values[0]:.1f}" in rows.first.inner_text()
    assert f"{best.equity[0]:.1%}" in rows.first.inner_text()
    page.keyboard.press("Enter")
    assert f"{min(each.values[0] for each in runouts.values()):.1f}" in rows.first.inner_text()
    page.locator(".runout:not([disabled])").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.card") == "Kh"
    page.keyboard.press("Enter")
    until(page, "() => document.activeElement.matches('.step:nth-child(4) > button:first-child')")
    assert page.locator(".step").nth(2).locator(".mini-card").inner_text() == "K♥"


def test_the_form_has_every_option_of_a_spot(visit: Visit) -> None:
    """Those that a first visit does not need are there too, and survive a second look."""
    spot = TURN | {"merging": 0.25, "big_blind": 12.5, "river_donk": "", "river_bet": ["60%", "50%, a"]}
    page = visit("/study/solve#" + urlencode({"spot": json.dumps(spot)}))
    page.locator("#needs", has_text="nodes").wait_for()
    fields = {field.name for field in dataclasses.fields(Spot)} - {"board"}
    assert fields <= {
        name.removeprefix("spot-") for name in page.eval_on_selector_all("[id^=spot-]", "all => all.map(e => e.id)")
    }
    values = {name: page.locator(f"#spot-{name}").input_value() for name in ("merging", "river_donk", "river_bet")}
    assert values == {"merging": "0.25", "river_donk": "-", "river_bet": "60% | 50%, a"}
    page.locator("#spot-name").fill("every option")
    with page.expect_request("**/api/study/solve") as asked:
        page.get_by_role("button", name="Solve", exact=True).click()
    sent = asked.value.post_data_json["spot"]
    assert Spot.from_dict(sent) == Spot.from_dict(spot)


def test_two_solutions_are_compared(server: Server, ada: Person, visit: Visit) -> None:
    """Before and after a lock, with the library's numbers; other solutions are refused with a sentence."""
    library = Library(server.folder / "solutions")
    one, other = (solve(Spot.from_dict(RIVER), iterations=30, locks=locks) for locks in ([], ["check; always check"]))
    library.add(one, "before")
    library.add(other, "after")
    library.add(solve(Spot.from_dict(RIVER | {"board": "Td9d6hQc3s"}), iterations=1), "elsewhere")
    library.add(solve(Spot.from_dict(RIVER | {"river_bet": "30%"}), iterations=1), "small")
    found = compare(one, other, "check")
    address = "/api/study/solutions/before/compare"
    shown = ada.http.get(address, params={"other": "after", "line": "check"}).json()
    for mine, theirs in ((shown["frequencies"], found.frequencies), (shown["values"], found.values)):
        assert mine == [pytest.approx(row, abs=0.02) for row in theirs]
    for player in range(2):
        part = shown["players"][player]
        assert part["hands"] == found.places(player).tolist()
        assert part["values"] == [pytest.approx(row, abs=0.02) for row in found.hand_values(player)]
    assert len(shown["players"][1]["strategies"][1]) == len(found.actions)
    assert problem(ada.http.get(address, params={"other": "before"})) == (400, "compare")
    page = visit("/study/walk#" + urlencode({"solution": "before", "line": "check", "with": "after"}), grumbles=True)
    change = 100 * (found.frequencies[1][0] - found.frequencies[0][0])
    sign = "−" if change < 0 else "+"
    page.locator(".rival-tables td", has_text=f"{sign}{abs(change):.0f}").first.wait_for()
    assert page.locator(".hand-grid:visible").count() == 2
    page.locator("#rival").select_option("elsewhere")
    page.locator(".rival .problem", has_text="he boards differ: Td9d6hQc2s in one solution").wait_for()
    page.locator("#rival").select_option("small")
    page.locator(".rival-tables td", has_text="Value in position").wait_for()
    page.locator(".step").first.get_by_role("button", name="Bet 60%", exact=False).click()
    page.locator(".rival .problem", has_text="he other solution does not have this line").wait_for()


def test_saved_ranges_are_offered_in_the_form(visit: Visit) -> None:
    page = visit("/study/range#range=AKs")
    page.get_by_label("Keep as").fill("Ours")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Ours · hold'em").wait_for()
    page.goto(urljoin(page.url, "/study/solve"))
    page.get_by_role("button", name="Paint").last.click()
    page.get_by_label("Your ranges").select_option(label="Ours")
    until(page, "() => document.querySelector('dialog [data-hand=AKs]').hasAttribute('data-held')")
    until(page, "() => document.querySelector('dialog .figures').textContent.startsWith('4 combinations')")
    page.get_by_role("button", name="Use this range").click()
    assert page.locator("#spot-ip").input_value() == "AKs"


def test_a_short_deck_spot_in_the_browser(visit: Visit) -> None:
    """The form offers the 36 cards, and says which card of the board is not among them."""
    page = visit("/study/solve#" + urlencode({"spot": json.dumps(RIVER)}), grumbles=True)
    page.locator("#needs", has_text="nodes").wait_for()
    page.locator("#spot-order").select_option("short-deck")
    page.locator(".problem", has_text="2s is not in the deck, which is 36 cards, 6 to A").wait_for()
    page.get_by_role("button", name="Pick").click()
    assert page.locator(".pick[data-card='2c']").get_attribute("aria-disabled") == "true"
    page.get_by_label("Board", exact=True).fill("Td9d6hQc8s")
    page.locator("#needs", has_text="nodes").wait_for()
    spot = Spot.from_dict(RIVER | {"board": "Td9d6hQc8s", "order": "short-deck"})
    assert page.locator("#needs").inner_text().startswith(f"{spot.tree().nodes} nodes")


def test_walking_on_a_phone(server: Server, visit: Visit) -> None:
    Library(server.folder / "solutions").add(solve(Spot.from_dict(TURN), iterations=10), "phone")
    page = visit("/study/walk#solution=phone&line=check", **PHONE)
    until(page, "() => document.querySelectorAll('.step').length === 2")
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    page = visit("/study/walk#solution=nothing", grumbles=True)
    page.locator(".problem", has_text="There is no solution 'nothing'").wait_for()
