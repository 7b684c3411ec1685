"""One spot on many boards: subsets of flops, workers, clusters, and sums by texture."""

import json
from dataclasses import replace
from math import isnan, nan
from pathlib import Path

import pytest

from kicker.cards import parse_cards
from kicker.errors import FileError, KickerError
from kicker.ranges import Range
from kicker.solver import Request, Spot, solve
from kicker.solver.flops import FLOPS, SUBSETS, choose, flop_classes, flop_subset
from kicker.solver.reports import (
    BoardResult,
    actions_of,
    checked_request,
    named_boards,
    read_boards,
    read_report,
    report_text,
    said_actions,
    solve_boards,
    summary,
    texture,
)
from tests.conftest import Run

RIVER = Spot("QQ+,AKs,76s:0.5", "TT-88,AQs,KJs", "Td9d6hQc2s", pot=200, stack=900, river_bet="60%")
BOARDS = read_boards("Td9d6hQc2s\n# a comment\nAs Kd 6h 7c 2s : 3\nQcQdQhQs2c", "boards.txt")


def test_all_flops() -> None:
    flops = flop_classes()
    assert len(flops) == len({flop.cards for flop in flops}) == 1755
    assert sum(flop.weight for flop in flops) == FLOPS
    kinds = {name: sum(flop.weight for flop in flops if texture(flop.cards) == name) for name in
             ("three of a kind", "paired", "monotone")}  # fmt: skip
    assert kinds == {"three of a kind": 52, "paired": 3744, "monotone": 1144}


@pytest.mark.parametrize("size", SUBSETS)
def test_subsets_stand_for_all_flops(size: int) -> None:
    flops = flop_subset(size)
    assert len({flop.cards for flop in flops}) == size
    assert sum(flop.weight for flop in flops) == FLOPS
    assert {flop.cards for flop in flops} <= {flop.cards for flop in flop_classes()}
    for name, share in (("paired", 3744 / FLOPS), ("two-tone", 10296 / FLOPS)):
        mine = sum(flop.weight for flop in flops if texture(flop.cards) == name) / FLOPS
        assert mine == pytest.approx(share, abs=0.001)


def test_subsets_that_do_not_exist() -> None:
    with pytest.raises(KickerError, match="there is no subset of 30 flops; choose from 25, 49, 95, 184 or 1755"):
        flop_subset(30)
    assert named_boards("flops.txt") is None
    assert len(named_boards("all") or ()) == 1755


def test_choosing_finds_what_stands_apart() -> None:
    np = pytest.importorskip("numpy")
    points = np.concatenate([np.random.default_rng(3).normal(place, 0.01, (20, 4)) for place in (0, 1, 5)])
    chosen, weights = choose(points, np.ones(60), 3)
    assert sorted(int(place) // 20 for place in chosen) == [0, 1, 2]
    assert sorted(weights) == [20, 20, 20]


@pytest.mark.parametrize("cluster", [None, "local"])
def test_workers_find_what_one_process_finds(cluster: str | None) -> None:
    if cluster:
        pytest.importorskip("distributed")
    request = Request(replace(RIVER, oop=Range("QQ")), iterations=20)
    alone = list(solve_boards(request, BOARDS))
    shared = list(solve_boards(request, BOARDS, workers=2, cluster=cluster))
    results = [result for result in alone if isinstance(result, BoardResult)]
    assert [result.board for result in results] == ["Td9d6hQc2s", "AsKd6h7c2s"]
    assert alone[2] == shared[2]
    assert str(alone[2]).startswith("QcQdQhQs2c left out: oop: the board QcQdQhQs2c blocks every hand")
    for one, two in zip(results, shared, strict=False):
        assert isinstance(two, BoardResult)
        assert one._replace(seconds=0) == two._replace(seconds=0)


def test_sums_are_weighted_means() -> None:
    one = BoardResult("QsJh2h", 1, (50, 50), 0.5, 0.001, 10, 1.0, ("check", "bet 60"), (1.0, 0.0))
    two = BoardResult("QsJs2s", 3, (30, 70), 0.3, 0.001, 10, 1.0, ("check", "bet 80"), (0.5, 0.5))
    assert actions_of([one, two]) == ("check", "bet 60", "bet 80")
    assert said_actions(("check", "bet 60", "all in 900"), 100) == ["check", "bet 60% (60)", "all in (900)"]
    assert said_actions(("check", "bet 60"), None) == ["check", "bet 60"]  # a table alone does not tell the pot
    rows = {row.name: row for row in summary([one, two])}
    assert list(rows) == ["monotone", "two-tone", "all"]
    assert rows["all"].values == (35, 65)
    assert rows["all"].frequencies == (0.625, 0, 0.375)
    assert rows["monotone"].share == 0.75


def test_a_report_is_read_back(tmp_path: Path) -> None:
    result = BoardResult("QsJh2h", 12, (50.5, 49.5), 0.25, 0.002, 10, 1.25, ("check", "bet 60"), (0.75, 0.25))
    path = tmp_path / "report.csv"
    path.write_text(report_text(result, head=True))
    assert read_report(path) == [result]
    path.write_text(path.read_text()[:-20])
    with pytest.raises(FileError, match="is not a report that kicker wrote"):
        read_report(path)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "lists no boards"),
        ("Td9d6h\nXx", "boards.txt:2"),
        ("Td9d6h: x", "a weight must be a whole number from 1"),
        ("Td9d6h: " + "9" * 5000, "a weight must be a whole number from 1"),
    ],
)
def test_boards_that_cannot_be_read(text: str, says: str) -> None:
    with pytest.raises(KickerError, match=says):
        read_boards(text, "boards.txt")


def test_a_report_of_the_command_line(kicker: Run, tmp_path: Path) -> None:
    spot = tmp_path / "spot.json"
    spot.write_text(json.dumps(RIVER.as_dict() | {"maxit": 10}))
    result = kicker("solve", str(spot), "--report", "30", "--output", str(tmp_path / "r.csv"))
    assert "there is no subset of 30 flops" in result.stderr.decode()
    result = kicker("solve", str(spot), "--report", "25")
    assert "--report needs --output FILE.csv" in result.stderr.decode()


def test_a_report_about_a_line(kicker: Run, tmp_path: Path) -> None:
    """Its numbers are those of the node on each board; boards count by how often the line is taken there."""
    request = checked_request(Request(RIVER, iterations=20, line="check, bet 60%"))
    assert request.line == "check, bet 120"
    found = [result for result in solve_boards(request, BOARDS) if isinstance(result, BoardResult)]
    for result in found:
        solution = solve(replace(RIVER, board=tuple(parse_cards(result.board))), iterations=20)
        checked, node = solution.at("check"), solution.at("check, bet 120")
        taken = solution.root.frequencies[0] * checked.frequencies[1]
        assert result.values == pytest.approx(node.values, nan_ok=True)
        assert result.equity == pytest.approx(node.equity[0], nan_ok=True)
        assert result.frequencies == pytest.approx(node.frequencies, nan_ok=True)
        assert result.reach == pytest.approx(taken, rel=1e-5, nan_ok=True)
    means = summary(found)[-1]
    weights = [result.weight * result.reach for result in found]
    assert means.reach == pytest.approx(sum(weights) / sum(result.weight for result in found))
    values = sum(weight * result.values[0] for weight, result in zip(weights, found, strict=True) if weight)
    assert means.values[0] == pytest.approx(values / sum(weights))
    (tmp_path / "spot.json").write_text(json.dumps(RIVER.as_dict() | {"maxit": 20}))
    (tmp_path / "boards.txt").write_text("Td9d6hQc2s\nAsKd6h7c2s:3\n")
    arguments = ["solve", str(tmp_path / "spot.json"), "--report", str(tmp_path / "boards.txt"),
                 "--output", str(tmp_path / "r.csv"), "--line"]  # fmt: skip
    text = kicker(*arguments, "check, bet 60%").stdout.decode()
    assert text.startswith("after check, bet 120, out of position acts")
    kept = read_report(tmp_path / "r.csv", request._replace(line="check, bet 120"))
    assert [result.reach for result in kept] == [pytest.approx(result.reach, abs=1e-5) for result in found[:2]]
    assert b"is a report of another spot" in kicker(*arguments, "check").stderr


def test_a_line_that_is_never_taken() -> None:
    """There is nothing to report on such a board, and it does not count."""
    never = BoardResult(
        "Td9d6h", 1, (nan, nan), nan, 0.0, 1, 0.0, ("fold", "call"), (nan, nan), line="bet 9", reach=0.0
    )
    other = never._replace(board="8c8d3c", values=(3.0, 1.0), equity=0.5, frequencies=(0.25, 0.75), reach=0.5)
    rows = {row.name: row for row in summary([never, other])}
    assert rows["all"][3:] == ((3.0, 1.0), 0.5, (0.25, 0.75), 0.25)
    assert isnan(rows["two-tone"].equity)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("check, bet 9", "'bet 9' is not possible here"),
        ("check, check", "nobody acts after 'check, check': the line of a report must lead to a decision"),
        ("check, check, 5d", "the line of a report has actions only: the cards differ from board to board"),
    ],
)
def test_lines_that_no_report_can_have(line: str, says: str) -> None:
    turn = Spot("QQ+", "TT", "Td9d6hQc", pot=200, stack=900, turn_bet="60%", river_bet="60%")
    with pytest.raises(KickerError, match=says):
        checked_request(Request(turn, line=line))


def test_short_deck_is_an_option_of_solve(kicker: Run) -> None:
    """In a short deck a flush beats a full house; with 52 cards it does not."""
    ranges = ("--oop", "AdKd", "--ip", "9h9s", "--board", "9d Qd 7d Qs 8c", "--pot", "100", "--stack", "50")
    for order, equity in (("short-deck", [1, 0]), ("high", [0, 1])):
        result = kicker("solve", *ranges, "--order", order, "--json")
        assert json.loads(result.stdout)["equity"] == equity, result.stderr
    result = kicker("solve", *ranges[:4], "--board", "9d Qd 2d Qs 8c", *ranges[6:], "--order", "short-deck")
    assert b"2d is not in the deck" in result.stderr
