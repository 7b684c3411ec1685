"""Solutions on the disk, and `kicker solve`."""

import json
import os
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kicker.errors import FileError
from kicker.ranges import Range
from kicker.solver import Solution, Spot, load_solution, solve
from kicker.solver.library import Library
from kicker.solver.solution import measure
from tests.conftest import Run

RIVER = {
    "oop": "QQ+,AKs,76s:0.5", "ip": "TT-88,AQs,KJs", "board": "Td9d6hQc2s", "pot": 200, "stack": 900,
    "river_bet": "60%", "river_raise": "2.5x",
}  # fmt: skip
TURN = RIVER | {"board": "Td9d6hQc", "turn_bet": "50%", "turn_raise": "a"}


@pytest.fixture(scope="module")
def turn() -> Solution:
    return solve(Spot.from_dict(TURN), iterations=40, locks=["check, bet 100; always fold; KK"])


@pytest.mark.parametrize("bits", [16, 32])
def test_what_is_loaded_is_what_was_saved(tmp_path: Path, bits: int) -> None:
    solution = solve(Spot.from_dict(TURN), iterations=30, bits=bits)
    path = tmp_path / "turn.solution"
    solution.save(path)
    loaded = load_solution(path)
    assert (loaded.spot, loaded.iterations, loaded.stopped) == (solution.spot, 30, "iterations")
    assert (loaded.values, loaded.gains, loaded.nodes) == (solution.values, solution.gains, solution.nodes)
    for line in ("", "check", "check, check, 5c", "bet 100, call, Ah, check"):
        np.testing.assert_allclose(loaded.at(line).strategy, solution.at(line).strategy, atol=3e-5)
    np.testing.assert_allclose(measure(loaded.engine).values, solution.values, atol=0.01)
    assert loaded.at("check").equity == pytest.approx(solution.at("check").equity)


def test_locks_are_kept(tmp_path: Path, turn: Solution) -> None:
    turn.save(tmp_path / "locked")
    loaded = load_solution(tmp_path / "locked")
    assert loaded.locks == turn.locks
    assert loaded.at("check, bet 100").hand("KsKh").frequencies[0] == 1
    assert measure(loaded.engine).exploitability == pytest.approx(turn.exploitability, abs=1e-4)


def test_walking_does_not_change_the_file(tmp_path: Path, turn: Solution) -> None:
    path = tmp_path / "turn"
    turn.save(path)
    before = path.read_bytes()
    loaded = load_solution(path)
    solve(loaded.spot, start=loaded, iterations=2)
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["turn"]


@pytest.mark.parametrize("bits", [16, 32])
def test_a_loaded_solution_is_solved_further(tmp_path: Path, bits: int) -> None:
    """It continues as if it had never been saved; numbers of 32 bits lose some digits."""
    before = solve(Spot.from_dict(TURN), iterations=30, target=None, bits=bits)
    before.save(tmp_path / "turn")
    loaded = load_solution(tmp_path / "turn")
    assert loaded.resumable
    one, two = (solve(each.spot, start=each, iterations=20, target=None) for each in (before, loaded))
    assert (one.iterations, two.iterations) == (50, 50)
    assert two.exploitability < before.exploitability / 2
    assert two.values == pytest.approx(one.values, abs=0.02 if bits == 32 else 0)
    assert two.gains == pytest.approx(one.gains, rel=0.2 if bits == 32 else 0)


def test_nothing_is_solved_if_the_target_is_reached_already(tmp_path: Path, turn: Solution) -> None:
    turn.save(tmp_path / "turn")
    loaded = load_solution(tmp_path / "turn")
    again = solve(loaded.spot, start=loaded, locks=loaded.locks, target=2 * turn.exploitability)
    assert (again.iterations, again.stopped) == (turn.iterations, "target")
    freed = solve(loaded.spot, start=loaded, target=2 * turn.exploitability)
    assert freed.iterations > turn.iterations


def test_other_locks_after_loading(tmp_path: Path) -> None:
    """Boards that a lock tells apart take their regrets from the one that stood for both."""
    spot = Spot.from_dict(TURN | {"board": "Td9d6d2c"})
    before = solve(spot, iterations=40, target=None)
    before.save(tmp_path / "turn")
    locks = ["check, check, Ah; always check"]
    one, two = (
        solve(spot, start=start, locks=locks, iterations=10, target=None)
        for start in (before, load_solution(tmp_path / "turn"))
    )
    assert len(two.engine.boards.levels[1]) > len(before.engine.boards.levels[1])
    assert two.values == pytest.approx(one.values, abs=0.02)
    assert two.exploitability == pytest.approx(one.exploitability, rel=0.02)


def test_a_small_file_has_no_regrets(tmp_path: Path, turn: Solution) -> None:
    for small in (True, False):
        turn.save(tmp_path / str(small), small=small)
    sizes = [(tmp_path / str(small)).stat().st_size for small in (True, False)]
    assert sizes[0] < sizes[1] / 2
    loaded = load_solution(tmp_path / "True")
    assert not loaded.resumable
    loaded.save(tmp_path / "again")
    assert (tmp_path / "again").stat().st_size == sizes[0]
    again = solve(loaded.spot, start=loaded, locks=loaded.locks, iterations=10, target=None)
    assert again.iterations == 10


@pytest.mark.parametrize(
    ("version", "words"), [(1, "an older kicker; solve the spot again"), (99, "a newer kicker; update")]
)
def test_files_of_other_versions_are_refused(tmp_path: Path, turn: Solution, version: int, words: str) -> None:
    path = tmp_path / "turn"
    turn.save(path)
    data = bytearray(path.read_bytes())
    data[16] = version
    path.write_bytes(data)
    with pytest.raises(FileError, match=f"was written by {words}"):
        load_solution(path)


def save_damaged(turn: Solution, path: Path, place: int) -> None:
    """Save a solution with one byte changed."""
    turn.save(path)
    data = bytearray(path.read_bytes())
    data[place] ^= 0x41
    path.write_bytes(data)


@pytest.mark.parametrize("place", [20, 30, 200, 3000])
def test_a_damaged_file_is_one_sentence(tmp_path: Path, turn: Solution, place: int) -> None:
    save_damaged(turn, tmp_path / "turn", place)
    with pytest.raises(FileError, match=r"is damaged|newer kicker"):
        load_solution(tmp_path / "turn")


def test_damaged_regrets_can_be_walked_but_not_continued(tmp_path: Path, turn: Solution) -> None:
    """They are checked when they are needed: the solver never continues from them, and no file takes them over."""
    save_damaged(turn, tmp_path / "turn", -5)
    loaded = load_solution(tmp_path / "turn")
    assert loaded.at("check").equity == pytest.approx(turn.at("check").equity, abs=1e-5)  # kept in 16 bits
    for _ in range(2):
        with pytest.raises(FileError, match="is damaged; solve the spot again"):
            solve(loaded.spot, start=loaded, iterations=1)
        with pytest.raises(FileError, match="is damaged; solve the spot again"):
            loaded.save(tmp_path / "again")
    loaded.save(tmp_path / "small", small=True)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["small", "turn"]
    unchecked = load_solution(tmp_path / "turn", verify=False)
    assert solve(loaded.spot, start=unchecked, iterations=1).iterations == turn.iterations + 1


@pytest.mark.parametrize("size", [0, 10, 27, 100, 5000])
def test_a_file_that_breaks_off(tmp_path: Path, turn: Solution, size: int) -> None:
    path = tmp_path / "turn"
    turn.save(path)
    path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(FileError, match=r"is damaged|is not a solution that kicker saved"):
        load_solution(path)


def with_header(data: bytes, header: bytes) -> bytes:
    """Return a solution file with another header, whose checksum is right."""
    (length,) = struct.unpack_from("<I", data, 20)
    tables = data[-(-(28 + length) // 64) * 64 :]
    begin = struct.pack("<16sIII", data[:16], 2, len(header), zlib.crc32(header)) + header
    return begin + b"\0" * (-len(begin) % 64) + tables


@pytest.mark.parametrize(
    "change",
    [
        lambda header: header.pop("tables"),
        lambda header: header.update(tables={"a": 1}),
        lambda header: header["tables"][0].pop("offset"),
        lambda header: header["tables"][0].update(offset=-64),
        lambda header: header["tables"][0].update(length=2, crc=zlib.crc32(b"\0\0")),
        lambda header: header["tables"].pop(2),
        lambda header: header.update(values=[1.0]),
        lambda header: header.update(values=["x", {}]),
        lambda header: header.update(exploitability=float("nan")),
        lambda header: header.update(iterations=1e308),
        lambda header: header.update(locks=[5]),
        lambda header: header.update(spot=[]),
    ],
)
def test_a_header_that_does_not_fit_is_one_sentence(
    tmp_path: Path, turn: Solution, change: Callable[[dict[str, Any]], object]
) -> None:
    path = tmp_path / "turn.solution"
    turn.save(path)
    data = path.read_bytes()
    header = json.loads(data[28 : 28 + struct.unpack_from("<I", data, 20)[0]])
    change(header)
    path.write_bytes(with_header(data, json.dumps(header).encode()))
    with pytest.raises(FileError, match="is damaged; solve the spot again"):
        load_solution(path)
    Library(tmp_path).entries()  # whatever is in a file, it hides no other


@pytest.mark.parametrize("header", [b"[" * 50_000, b"[]", b"5", b"nothing"])
def test_a_header_that_is_none_is_one_sentence(tmp_path: Path, turn: Solution, header: bytes) -> None:
    path = tmp_path / "turn.solution"
    turn.save(path)
    path.write_bytes(with_header(path.read_bytes(), header))
    with pytest.raises(FileError, match="is damaged; solve the spot again"):
        load_solution(path)
    assert Library(tmp_path).entries() == []


@pytest.mark.parametrize("path", [None, 5, b"x", "a\0b", "\ud800", "", "x" * 5000, "missing/x", "/dev/null/x"])
def test_a_path_that_cannot_be_is_one_sentence(turn: Solution, path: Any) -> None:
    with pytest.raises(FileError):
        turn.save(path)
    with pytest.raises(FileError):
        load_solution(path)


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(FileError, match="is not a solution"):
        load_solution(tmp_path / "pipe")


# --- the command -----------------------------------------------------------------------------------------------------


@pytest.fixture
def spot_file(tmp_path: Path) -> str:
    path = tmp_path / "spot.json"
    path.write_text(json.dumps(RIVER | {"hands": "QsQh 7s6s 2c2d"}))
    return str(path)


def test_json_says_what_programs_need(kicker: Run, spot_file: str) -> None:
    result = kicker("solve", spot_file, "--json", "--target", "0.1")
    assert result.returncode == 0, result.stderr
    found = json.loads(result.stdout)
    solution = solve(Spot.from_dict(RIVER), target=0.001)
    assert found["values"] == pytest.approx(solution.values)
    assert found["equity"] == pytest.approx(solution.equity)
    assert found["exploitability"] == pytest.approx(100 * solution.exploitability)
    assert found["exploitability"] <= 0.1
    assert (found["nodes"], found["iterations"]) == (solution.nodes, solution.iterations)
    assert found["root"]["player"] == 0
    assert found["root"]["actions"] == ["check", "bet 120"]
    assert sum(found["root"]["frequencies"]) == pytest.approx(1)
    assert [each["hand"] for each in found["hands"]] == ["QsQh", "7s6s"]
    assert {"bytes", "seconds"} <= found.keys()


def test_a_solution_is_saved_and_walked(kicker: Run, spot_file: str, tmp_path: Path) -> None:
    assert kicker("solve", spot_file, "--save", str(tmp_path / "s")).returncode == 0
    shown = kicker("solve", "--load", str(tmp_path / "s"), "--line", "check, bet 120", "--hand", "KsKh").stdout.decode()
    assert "out of position acts" in shown
    assert "KsKh" in shown


def test_a_node_shows_both_players(kicker: Run, tmp_path: Path, turn: Solution) -> None:
    """Their values and equities there, and all hands of a range; with --json also both ranges and the next cards."""
    turn.save(tmp_path / "s")
    walk = ("solve", "--load", str(tmp_path / "s"), "--line")
    shown = kicker(*walk, "check, bet 100", "--range", "ip").stdout.decode()
    loaded = load_solution(tmp_path / "s")
    node = loaded.at("check, bet 100")
    for name, value, equity in zip(("out of position", "in position"), node.values, node.equity, strict=True):
        assert f"\n  {name:15}  value {value:8.2f}  equity {equity:6.1%}\n" in shown
    listed = shown.split("the range in position: 19 hands\n")[1].splitlines()
    assert listed[0].split() == ["hand", "weight", "value", "equity"]
    assert len(listed) == 20
    plan = node.hand("AdQd", 1)
    weight = dict(zip(node.hands(1), node.reach(1), strict=True))[plan.combo]
    row = ["AdQd", f"{weight:.1%}", f"{plan.value:.2f}", f"{plan.equity:.1%}"]
    assert row in [line.split() for line in listed]
    acts = kicker(*walk, "check, bet 100", "--range", "oop").stdout.decode()
    assert acts.split("the range out of position: ")[1].splitlines()[1].split()[:4] == [
        "hand",
        "weight",
        "fold",
        "call",
    ]
    card = loaded.at("check, check")
    found = json.loads(kicker(*walk, "check, check", "--range", "oop", "--json").stdout)
    assert [Range(text) for text in found["node"]["ranges"]] == list(card.ranges)
    assert len(found["node"]["cards"]) == 48
    first, runout = found["node"]["cards"][0], card.runouts()[0]
    assert (first["card"], first["actions"]) == (str(runout.card), [str(action) for action in runout.actions])
    assert first["values"] == pytest.approx(runout.values)
    there = [f"{one}{two}" for (two, one), reach in zip(card.hands(0), card.reach(0), strict=True) if reach > 0]
    assert [each["hand"] for each in found["range"]] == there
    assert found["range"][0]["frequencies"] == {}


def test_a_saved_solution_is_solved_further(kicker: Run, spot_file: str, tmp_path: Path) -> None:
    def solved(*arguments: str) -> dict[str, object]:
        result = kicker("solve", *arguments, "--json")
        assert result.returncode == 0, result.stderr
        return json.loads(result.stdout)  # type: ignore[no-any-return]

    path = str(tmp_path / "s")
    first = solved(spot_file, "--iterations", "30", "--target", "0.0001", "--save", path)
    assert solved("--load", path, "--iterations", "20", "--save", path)["iterations"] == 50
    found = solved("--load", path, "--target", "0.01")
    assert found["exploitability"] <= 0.01 < first["exploitability"]  # type: ignore[operator]
    assert found["iterations"] > 50  # type: ignore[operator]
    locked = solved("--load", path, "--lock", "bet 120; always fold", "--iterations", "10")
    assert locked["iterations"] == 60
    assert locked["values"][0] > found["values"][0]  # type: ignore[index]
    result = kicker("solve", "--load", path, "--iterations", "9", "--line", "jump")
    assert b"'jump' is not possible here" in result.stderr
    assert b"--target must be a number above 0" in kicker("solve", "--load", path, "--target", "0").stderr


def test_a_small_file_is_solved_from_the_start(kicker: Run, spot_file: str, tmp_path: Path) -> None:
    path = str(tmp_path / "s")
    assert kicker("solve", spot_file, "--iterations", "30", "--save", path, "--small").returncode == 0
    result = kicker("solve", "--load", path, "--iterations", "10", "--json")
    assert f"{path!r} holds no regrets: solving from the start" in result.stderr.decode()
    assert json.loads(result.stdout)["iterations"] == 10
    assert b"give --save, or leave out --small" in kicker("solve", "--load", path, "--small").stderr


def test_options_override_the_file(kicker: Run, spot_file: str) -> None:
    shown = kicker("solve", spot_file, "--river-bet", "50%", "--tree").stdout.decode()
    assert "bet 50% (100)" in shown
    assert "nodes" in shown.splitlines()[-1]


def test_a_tree_says_what_locks_take_and_whether_it_is_refused(kicker: Run, spot_file: str) -> None:
    def tree(*arguments: str) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(kicker("solve", spot_file, "--tree", "--json", *arguments).stdout)
        return found

    turn = ("--board", "Td9d6d2c")
    free, locked = tree(*turn), tree(*turn, "--lock", "check, check, Ah; always check")
    assert free["refused"] is None
    assert locked["nodes"] > free["nodes"]
    assert locked["bytes"]["16"] > free["bytes"]["16"]
    refused = kicker("solve", spot_file, "--memory", "0.000001").stderr.decode()
    sentence = tree("--memory", "0.000001")["refused"]
    assert "the limit is" in sentence
    assert sentence in refused
    shown = kicker("solve", spot_file, "--tree", "--memory", "0.000001").stdout.decode().splitlines()
    assert shown[-1] == f"refused: {sentence}"


def test_a_report_goes_on_where_it_stopped(kicker: Run, spot_file: str, tmp_path: Path) -> None:
    (tmp_path / "boards.txt").write_text("Td9d6hQc2s\n# later\nAs Kd 6h 7c 2s\n")
    command = ("solve", spot_file, "--report", str(tmp_path / "boards.txt"), "--output", str(tmp_path / "r.csv"))
    assert kicker(*command).returncode == 0
    first = (tmp_path / "r.csv").read_text()
    assert len(first.splitlines()) == 5
    again = kicker(*command)
    assert b"2 boards reused" in again.stderr
    assert (tmp_path / "r.csv").read_text() == first
    assert "all " in again.stdout.decode()
    for change in (("--pot", "150"), ("--lock", "; always check")):
        other = kicker(*command, *change)
        assert other.returncode == 1
        assert b"is a report of another spot; choose another --output" in other.stderr
        assert b"reused" not in other.stderr
    assert (tmp_path / "r.csv").read_text() == first


@pytest.mark.parametrize("option", ["--save x", "--load x", "--small", "--json", "--hand AhAd", "--range ip", "--tree"])
def test_a_report_refuses_what_it_does_not_do(kicker: Run, spot_file: str, option: str, tmp_path: Path) -> None:
    result = kicker("solve", spot_file, "--report", "25", "--output", str(tmp_path / "r.csv"), *option.split())
    assert result.returncode == 2
    assert f"--report solves many boards: leave out {option.split()[0]}" in result.stderr.decode()
    assert not (tmp_path / "r.csv").exists()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "the spot has no 'oop'"),
        (("--pot", "0"), "pot must be a whole number"),
        (("--board", "Td9d6hTd2s"), "Td appears twice"),
        (("--oop", "TdTc"), "blocks every hand"),
        (("--river-bet", "7q"), "is not a bet size"),
        (("--memory", "0.000001"), "the limit is"),
        (("--line", "check, jump"), "jump"),
        (("--hand", "2c2h"), "is not in the range"),
        (("--lock", "nonsense"), "cannot read the lock"),
    ],
)
def test_bad_input_is_one_sentence(kicker: Run, spot_file: str, arguments: tuple[str, ...], says: str) -> None:
    result = kicker("solve", *([spot_file] if arguments else []), *arguments)
    assert result.returncode == 1
    assert says in result.stderr.decode()
    assert len(result.stderr.decode().strip().splitlines()) == 1


def test_files_that_hold_no_spot(kicker: Run, tmp_path: Path) -> None:
    for content, says in (("{", "is not JSON"), ("[]", "must hold an object"), ('{"oops": 1}', "unknown key 'oops'")):
        (tmp_path / "bad.json").write_text(content)
        result = kicker("solve", str(tmp_path / "bad.json"))
        assert result.returncode == 1
        assert says in result.stderr.decode()
