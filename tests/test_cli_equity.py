"""The commands about winning: equity, range, discard, pushfold, and the pictures that they draw."""

import json
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kicker.odds import equity
from kicker.ui.plots import draw_shares
from tests.conftest import Run
from tests.test_cli import in_a_terminal, one_sentence
from tests.zygote import shared


def test_equity(kicker: Run) -> None:
    result = kicker("equity", "AsAh", "KsKh")
    assert result.returncode == 0
    assert result.stdout.decode().splitlines() == [
        "player        win        tie     equity",
        "AsAh     82.3648%    0.5436%   82.6366%",
        "KsKh     17.0916%    0.5436%   17.3634%",
        "exact, from the table of 47,008 match-ups",
    ]


def test_equity_json(kicker: Run) -> None:
    record = json.loads(kicker("equity", "JsTs", "random", "--board", "9s 8s 2d", "--json").stdout)
    assert record["exact"] is True
    assert record["players"][0]["cards"] == "JsTs"
    assert record["players"][0]["win"] == pytest.approx(0.704487, abs=1e-6)
    assert set(record["players"][0]) == {"cards", "win", "tie", "equity", "error", "ci95"}
    sampled = json.loads(kicker("equity", "QQ+", "AK", "random", "--trials", "50000", "--seed", "7", "--json").stdout)
    assert sampled["exact"] is False
    assert sampled["trials"] == 50_000
    player = sampled["players"][0]
    assert player["error"] > 0
    assert player["ci95"] == pytest.approx(
        [player["equity"] + side * player["error"] for side in (-1.96, 1.96)], abs=1e-5
    )
    assert kicker(
        "equity", "QQ+", "AK", "random", "--trials", "50000", "--seed", "7", "--json", "--threads", "1"
    ).stdout == (json.dumps(sampled).encode() + b"\n")


def test_equity_options(kicker: Run) -> None:
    plain = json.loads(kicker("equity", "AsAh", "KsKh", "--json").stdout)
    buried = json.loads(kicker("equity", "AsAh", "KsKh", "--dead", "Ac Ad", "--json").stdout)
    assert buried["players"][0]["win"] < plain["players"][0]["win"]  # no third ace
    exact = json.loads(kicker("equity", "AsAh", "KsKh", "QsQh", "--exact", "--json").stdout)
    assert exact["exact"] is True
    timed = json.loads(kicker("equity", "AsAh", "KsKh", "--seconds", "0.05", "--json").stdout)
    assert timed["exact"] is False
    narrow = json.loads(kicker("equity", "AsAh", "KsKh", "--error", "0.001", "--json").stdout)
    assert narrow["players"][0]["error"] <= 0.001


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["equity", "AsAh"], "give two to ten players"),
        (["equity", "AsAh", "AsKd"], "As is in two places"),
        (["equity", "AsAh", "KK", "--board", "2c 3c 4c 5c 6c 7c"], "has 6 cards"),
        (["equity", "AsAh", "AA", "--board", "Ac Ad 2c"], "no combination of 'AA' is left"),
        (["equity", "AsAh", "6c5c,AQx"], "cannot read 'AQx' (character 6 of"),
        (["equity", "AsAh", "KK", "--board", "2c 3x"], "'3x' is not a card"),
        (["equity", "AsAh", "KK", "--exact", "--trials", "5"], "--exact cannot be combined with --trials"),
        (["equity", "AsAh", "KsKh", "--plot", "x.gif"], "must end in .png or .svg"),
        (["range", "QQ+,banana"], "cannot read 'banana'"),
        (["range", "A5s", "--game", "short-deck"], "no hand of 'A5s' is in the deck of 36 cards, 6 to A"),
        (
            ["discard", "2s 3h 4c 7d", "--game", "badugi", "--against", "2d 3d 5s 8c Kc"],
            "'2d 3d 5s 8c Kc' has 5 cards: a player holds at most four in badugi",
        ),
        (
            ["discard", "2s 3h 4c 7d", "--game", "badugi", "--against", "2s 3d 5s"],
            "2s is in two places: hands, board and dead cards cannot share it",
        ),
        (["discard", "4C 9S 4H"], "give five cards, not 3"),
        (["discard", "4C 4C 4H 3D 2D"], "4c appears twice"),
        (["pushfold", "0.5"], "the stack must cover the big blind, not 0.5 bb"),
        (["pushfold", "10", "--versus", "AKx"], "cannot read 'AKx'"),
        (["pushfold", "ten"], "STACK must be numbers separated by commas, not 'ten'"),
        (["pushfold", "10", "--show", "BTN"], "--payouts and --show need --seats or a list of stacks"),
        (["pushfold", "10,9", "--seats", "3"], "give --seats or a list of stacks, not both"),
        (["pushfold", "10", "--seats", "3", "--show", "UTG"], "unknown seat 'UTG'; choose from BTN, SB, BB"),
        (["pushfold", "10", "--seats", "3", "--show", "SB:BB"], "'SB:BB' is not a decision"),
        (["pushfold", "10,9", "--versus", "AA"], "--versus works heads-up: give one stack"),
    ],
)
def test_bad_questions(kicker: Run, arguments: list[str], says: str) -> None:
    assert says in one_sentence(kicker(*arguments))


@pytest.mark.live
def test_ctrl_c_prints_what_is_known(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "kicker", "equity", "AsAh", "QQ+", "random", "--trials", "1000000000000", "--json"]
    leader, follower = pty.openpty()
    environment = os.environ | {"TERM": "xterm", "COLUMNS": "120"}
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=follower, env=environment)
    os.close(follower)
    shown = b""
    while b"dealing" not in shown:  # the bar appears after a second
        shown += os.read(leader, 4096)
    process.send_signal(signal.SIGINT)
    printed, _ = process.communicate(timeout=60)
    errors = os.read(leader, 65536)
    os.close(leader)
    assert process.returncode == 130
    record = json.loads(printed)
    assert 0 < record["trials"] < 10**12
    assert record["players"][0]["error"] > 0
    assert b"interrupted after" in errors
    assert b"Traceback" not in errors


def test_range(kicker: Run) -> None:
    text = kicker("range", "QQ+, AKs, 76s:0.5").stdout.decode()
    assert text.startswith("QQ+,AKs,76s:0.5\n")
    assert "AA   AKs  .    " in text
    assert "* 76s 50.0%" in text
    assert "26 combinations, 24 by weight, 1.81% of all" in text
    assert ", 1325.999999 by weight, " in kicker("range", "random, !AsAh, AsAh:0.999999").stdout.decode()
    record = json.loads(kicker("range", "QQ+,AKs", "--json").stdout)
    assert record["combos"] == 22
    assert record["classes"] == {"AA": 1.0, "AKs": 1.0, "KK": 1.0, "QQ": 1.0}
    assert json.loads(kicker("range", "top 15%", "--json").stdout)["share"] == pytest.approx(0.15, abs=0.005)


@pytest.mark.live
def test_grids_are_coloured_on_terminals_only(kicker: Run) -> None:
    assert "\x1b[" in in_a_terminal("range", "QQ+,76s:0.5")
    assert b"\x1b[" not in kicker("range", "QQ+,76s:0.5").stdout


def test_discard(kicker: Run) -> None:
    lines = kicker("discard", "4C 9S 4H 3D 2D").stdout.decode().splitlines()
    assert lines[0] == "4c 9s 4h 3d 2d  one pair, fours, nine-three-two kickers"
    assert lines[2].split()[:5] == ["9s", "3d", "2d", "4c", "4h"]
    assert "66.387%" in lines[2]
    assert len(lines) == 8
    assert len(kicker("discard", "4C 9S 4H 3D 2D", "--all", "--max-draw", "1").stdout.splitlines()) == 9
    record = json.loads(kicker("discard", "4C", "9S", "4H", "3D", "2D", "--json").stdout)
    assert record["choices"][0]["discards"] == ["9s", "3d", "2d"]
    assert sum(record["choices"][0]["categories"].values()) == pytest.approx(1)


def test_pushfold_at_a_table(kicker: Run) -> None:
    record = json.loads(kicker("pushfold", "8", "--seats", "3", "--payouts", "50,50", "--json").stdout)
    assert (record["seats"], record["stacks"], record["payouts"]) == (["BTN", "SB", "BB"], [8, 8, 8], [50, 50])
    shares = {(found["seat"], *found["after"]): found["share"] for found in record["ranges"]}
    assert set(shares) == {("BTN",), ("SB",), ("SB", "BTN"), ("BB", "BTN"), ("BB", "SB"), ("BB", "BTN", "SB")}
    assert 0 < record["exploitability"] < 0.01
    lines = kicker("pushfold", "10,12").stdout.decode().splitlines()
    assert lines[2].split() == ["SB", "10", "58.3%", "-0.045"]
    assert lines[3].split() == ["BB", "12", "37.4%", "+0.045"]
    grid = kicker("pushfold", "10,12", "--show", "BB:SB").stdout.decode()
    assert grid.startswith("BB calls SB: 37.38% of hands")


def test_pushfold(kicker: Run) -> None:
    text = kicker("pushfold", "10").stdout.decode()
    assert "small blind shoves: 58.284% of hands" in text
    assert "big blind calls: 37.376% of hands" in text
    assert "-0.045370753 bb" in text
    record = json.loads(kicker("pushfold", "10", "--json").stdout)
    assert record["value"] == pytest.approx(-0.045370753, abs=1e-9)
    assert record["exploitability"] <= 1e-6
    assert record["push"] == pytest.approx(0.58284, abs=1e-5)
    assert record["push_range"].startswith("22+,A2s+")
    versus = json.loads(kicker("pushfold", "10", "--ante", "0.1", "--versus", "AA", "--json").stdout)
    assert versus["push"] == 1
    assert versus["versus"] == "AA"


@pytest.mark.parametrize(
    "arguments",
    [
        ["equity", "AsKs", "QQ+", "--board", "Qs 7h 2c 3d"],
        ["equity", "AsAh", "KsKh", "random", "--trials", "1000", "--seed", "3"],
        ["range", "QQ+,76s:0.5"],
        ["pushfold", "10"],
    ],
)
def test_pictures(kicker: Run, tmp_path: Path, arguments: list[str]) -> None:
    """Below there are some as SVG."""
    pytest.importorskip("matplotlib")
    name, start = "picture.png", b"\x89PNG"
    result = kicker(*arguments, "--plot", name)
    assert (result.returncode, result.stderr.decode()) == (0, f"wrote {name}\n")
    assert result.stdout == kicker(*arguments).stdout
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).read_bytes().startswith(start)
    assert (tmp_path / name).stat().st_size > 5_000


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ["equity", "AsKs", "QQ+", "--board", "Qs 7h 2c", "--dead", "Ac"],
            ["board Qs 7h 2c, dead Ac", "equity by street"],
        ),
        (["equity", "AsKs", "QQ+"], ["preflop"]),
        (
            ["pushfold", "8.125", "--ante", "0.125"],
            ["8.125 bb, ante 0.125 bb", "small blind shoves", "big blind calls"],
        ),
        (["pushfold", "8"], ["shove or fold, 8 bb"]),
        (
            ["pushfold", "8", "--versus", "top 40%"],
            ["best shoves against a 40.4% calling range", "best calls against a 40.4% shoving range"],
        ),
        (["range", "QQ+"], ["QQ+"]),
    ],
)
def test_pictures_say_what_they_show(kicker: Run, tmp_path: Path, arguments: list[str], words: list[str]) -> None:
    pytest.importorskip("matplotlib")
    assert kicker(*arguments, "--plot", "picture.svg").returncode == 0
    shown = (tmp_path / "picture.svg").read_text()  # every text is there as a comment beside its outlines
    for text in words:
        assert text in shown


@pytest.mark.parametrize("arguments", [["equity", "AsAh", "KsKh"], ["range", "random"], ["pushfold", "10"]])
def test_a_picture_is_drawn_though_nobody_reads_the_text(tmp_path: Path, arguments: list[str]) -> None:
    pytest.importorskip("matplotlib")
    reading, writing = os.pipe()
    os.close(reading)
    with Path(os.devnull).open("rb") as nothing, (tmp_path / "errors").open("wb") as errors:
        streams = (nothing.fileno(), writing, errors.fileno())
        command = shared().start([*arguments, "--plot", "picture.png"], tmp_path, os.environ, streams)
    os.close(writing)
    command.wait(300)
    assert (tmp_path / "picture.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "errors").read_text() == "wrote picture.png\n"


@pytest.mark.parametrize("arguments", [["equity", "AsAh", "KsKh"], ["range", "AA"], ["pushfold", "10"]])
def test_a_picture_needs_its_folder(kicker: Run, tmp_path: Path, arguments: list[str]) -> None:
    pytest.importorskip("matplotlib")
    result = kicker(*arguments, "--plot", "nowhere/picture.png")
    assert one_sentence(result) == "Error: cannot write 'nowhere/picture.png': there is no folder 'nowhere'"
    assert result.stdout == b""
    assert list(tmp_path.iterdir()) == []


def test_every_player_has_a_bar() -> None:
    figure = pytest.importorskip("matplotlib.figure").Figure()
    axes = figure.add_subplot()
    draw_shares(axes, equity(["AsAh", "random", "random"], trials=100))
    assert len(axes.patches) == 3 * 3
    assert len({patch.get_y() for patch in axes.patches}) == 3


def test_without_matplotlib_one_is_told_how_to_get_it(tmp_path: Path) -> None:
    (tmp_path / "matplotlib.py").write_text("raise ImportError")
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "-m", "kicker", "range", "AA", "--plot", "x.png"]
    result = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60)
    assert result.returncode == 1
    assert "kicker[plot]" in result.stderr


def test_ranges_of_other_games(kicker: Run) -> None:
    words = kicker("range", "AAds", "--game", "omaha").stdout.decode()
    assert words == "864 hands, 864 by weight, 0.32% of all\n"
    found = json.loads(kicker("range", "AAxx:0.5", "--game", "omaha", "--json").stdout)
    assert found == {"range": "AAxx:0.5", "hands": 6961, "total": 3480.5, "share": 3480.5 / 270725}
    assert json.loads(kicker("range", "random", "--game", "omaha-5", "--json").stdout)["hands"] == 2598960
    assert (
        "58 combinations, 58 by weight, 9.21% of all"
        in kicker("range", "top 10%", "--game", "short-deck").stdout.decode()
    )


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["AsAh", "--game", "stud"], "seven-card stud has no ranges; choose a game with a board"),
        (["AAxx", "--game", "omaha", "--plot", "x.png"], "--plot draws hands of two cards, not those of Omaha"),
    ],
)
def test_ranges_that_cannot_be_counted(kicker: Run, arguments: list[str], says: str) -> None:
    result = kicker("range", *arguments)
    assert (result.returncode, result.stdout) == (1, b"")
    assert says in result.stderr.decode()
