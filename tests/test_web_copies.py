"""What the charts and the pages of the solver copy gives the numbers that they show."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the web table needs kicker[web]")
from kicker.ranges import Range
from kicker.solver import Spot, compare, load_solution, solve
from kicker.solver.kept_reports import Reports
from kicker.solver.library import Library
from kicker.solver.reports import read_report, summary
from tests.conftest import Run
from tests.pages import SERVER
from tests.test_web_study_work import run_python
from tests.web import Server, running_server

RIVER = {
    "oop": "QQ+,AKs", "ip": "TT-88,AQs", "board": "Td9d6hQc2s", "pot": 200, "stack": 900, "river_bet": "60% | 50%, a",
    "river_raise": "2.5x", "river_donk": "", "merging": 0.1, "big_blind": 12.5,
}  # fmt: skip
LOCK = "check; check 0.5, bet 100 0.5; TT"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("copies"), *SERVER) as started:
        yield started


@pytest.fixture
def here(server: Server, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands and Python find the solutions of the server, which is on the same machine."""
    monkeypatch.setenv("KICKER_HOME", str(server.folder))


def asked(server: Server, path: str, body: dict[str, Any] | None = None, **params: str) -> dict[str, Any]:
    with server.http as http:
        address = f"/api/study/{path}"
        answer = http.get(address, params=params) if body is None else http.post(address, json=body)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def run_json(kicker: Run, command: str) -> dict[str, Any]:
    """The output of a copied command with `--json`."""
    program, *words = shlex.split(command)
    assert program == "kicker"
    result = kicker(*words, "--json")
    assert result.returncode == 0, result.stderr
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_charts_of_a_table(server: Server, kicker: Run) -> None:
    wanted = {"page": "one", "stacks": "8, 9, 10", "ante": 0.1, "payouts": "70, 30"}
    charts = asked(server, "charts/pushfold", wanted)["charts"]
    assert [chart["title"] for chart in charts if chart["entered"] == 2] == ["BB calls BTN and SB"]
    assert len(charts) == 6
    for chart in charts[1::2]:
        (action, text), *_ = chart["texts"].items()
        (found,) = run_python(chart["copies"]["python"])
        assert found.share == chart["share"]
        assert found.class_weights() == pytest.approx(Range(text).class_weights(), abs=1e-4)
        assert list(Range(text).class_weights().values()) == chart["actions"][action]
        said = run_json(kicker, chart["copies"]["command"])
        title = [*chart["copies"]["command"].split()[-1].split(":")]
        row = next(each for each in said["ranges"] if [each["seat"], *each["after"]] == title)
        assert row["share"] == pytest.approx(chart["share"], abs=1e-9)


def test_preflop_charts(server: Server, kicker: Run) -> None:
    chart = next(each for each in asked(server, "charts/preflop", {"stack": 60})["charts"] if each["entered"] == 1)
    rows = run_python(chart["copies"]["python"])
    for command, row, (action, weights) in zip(
        chart["copies"]["command"].splitlines(), rows, chart["actions"].items(), strict=True
    ):
        assert list(row.values()) == pytest.approx(weights, abs=1e-4)
        held = run_json(kicker, command)
        assert held["share"] == pytest.approx(Range(chart["texts"][action]).share)


@pytest.mark.usefixtures("here")
def test_a_spot_and_its_nodes(server: Server, kicker: Run) -> None:
    body = {"spot": RIVER, "locks": [LOCK], "target": 0.5, "iterations": 30}
    copies = asked(server, "solve/estimate", body)["copies"]
    solution = solve(Spot.from_dict(RIVER), target=0.005, iterations=30, locks=[LOCK])
    assert run_python(copies["python"]) == [solution.values, solution.exploitability]
    said = run_json(kicker, copies["command"])
    assert said["values"] == pytest.approx(solution.values)
    library = Library(server.folder / "solutions")
    library.add(solution, "a river")
    library.add(solve(Spot.from_dict(RIVER), iterations=30), "without the lock")
    kept = load_solution(library.path_of("a river"))
    node = asked(server, "solutions/a river/node", line="check")
    there = kept.at("check")
    shares = dict(zip(there.sizes, there.frequencies, strict=True))
    assert run_python(node["copies"]["python"]) == [there.values, there.equity, shares]
    said = run_json(kicker, node["copies"]["command"])
    assert list(said["node"]["frequencies"]) == pytest.approx(node["frequencies"], abs=1e-4)
    pair = asked(server, "solutions/a river/compare", other="without the lock", line="check")
    other = compare(kept, load_solution(library.path_of("without the lock")), "check")
    values, _, frequencies = run_python(pair["copies"]["python"])
    assert (values, frequencies) == (other.values, other.frequencies)
    assert "compared" in run_json(kicker, pair["copies"]["command"])


@pytest.mark.parametrize("boards", ["Td9d6hQc2s\n8c8d3c4h2s:3", "25"])
def test_a_report(server: Server, kicker: Run, boards: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spot = {name: value for name, value in RIVER.items() if name != "board"} | {"flop_bet": "a"}
    config = spot | {"lock": [], "target": 1.0, "maxit": 1, "line": "check"}
    name = f"of {len(boards)} letters"
    entry = Reports(server.folder / "reports").begin(name, config, boards)
    list(entry.go_on() if boards != "25" else [])
    copies = asked(server, f"reports/{name}")["copies"]
    command, _, text = copies["command"].partition(" <<'END'\n")
    program, *words = shlex.split(command)
    assert (program, text) == ("kicker", "" if boards == "25" else f"{boards}\nEND")
    assert words[words.index("--report") + 1] == ("25" if boards == "25" else "-")
    if boards != "25":
        assert kicker(*words, input=boards.encode()).returncode == 0
        values = [result.values for result in entry.results()]
        assert [result.values for result in read_report(tmp_path / f"{name}.csv")] == values
        words[words.index("--output") + 1] = str(entry.path)  # any machine can go on with the report
        assert b"2 boards reused" in kicker(*words, input=boards.encode()).stderr
        (found,) = run_python(copies["python"])
        assert [row.boards for row in found] == [row.boards for row in summary(entry.results())]
