"""The commands match and bots, run for real: results, refusals, progress and Ctrl-C."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from kicker.games.catalogue import NAMED
from kicker.match import Match, Session, Tally, play_match, play_session
from kicker.players import BOTS
from kicker.ui.match import print_result
from tests.conftest import Run
from tests.running import FLAKY, UNHURRIED, OnTerminal, Running
from tests.test_cli import one_sentence
from tests.test_program import ends

# --- match -----------------------------------------------------------------------------------------------------------


def test_match(kicker: Run) -> None:
    result = kicker("match", "maniac", "folder", "--hands", "500", "--session", "100", "--seed", "7", "--workers", "1")
    assert result.returncode == 0
    lines = result.stdout.decode().splitlines()
    assert lines[:-1] == [
        "maniac beats folder by 75.00 ± 0.00 bb/100 (95% interval)",
        "  maniac +100.00 bb/100 with the button, +50.00 without it",
        "hands     500 in 5 sessions of 100",
        "chips     bb = 100, stacks of 10,000, each deck twice with the seats swapped",
        "seed      7",
    ]
    assert re.fullmatch(r"speed     [\d,]+ hands/s", lines[-1])
    assert result.stderr == b""


def test_match_json(kicker: Run) -> None:
    arguments = ["match", "random", "maniac", "--hands", "400", "--session", "20", "--seed", "7", "--json"]
    one, two = (kicker(*arguments, "--workers", workers).stdout for workers in "12")
    assert one == two
    record = json.loads(one)
    assert list(record)[:5] == ["players", "hands", "bb100", "ci95", "defaults"]
    tally = play_match(Match(["random", "maniac"], seed=7, session_hands=20), hands=400)
    score = tally.scores[0]
    assert score.interval is not None
    assert record["players"] == ["random", "maniac"]
    assert (record["hands"], record["bb100"], record["defaults"]) == (400, score.bb100, 0)
    assert record["ci95"] == list(score.interval)


def test_match_on_a_cluster(kicker: Run) -> None:
    arguments = ["match", "random", "maniac", "--hands", "100", "--session", "20", "--seed", "7", "--json"]
    result = kicker(*arguments, "--cluster", "local", "--workers", "2")
    assert result.stdout == kicker(*arguments, "--workers", "1").stdout
    assert result.stderr == b""


def test_a_cluster_needs_dask(tmp_path: Path) -> None:
    script = "import sys; sys.modules['distributed'] = None\nfrom kicker.ui.cli import main; main()"
    command = [sys.executable, "-c", script, "match", "caller", "folder", "--cluster", "local"]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True)
    assert one_sentence(result) == "Error: --cluster needs Dask; install it with pip install 'kicker[cluster]'"


def test_one_session_has_no_interval(kicker: Run) -> None:
    arguments = ["match", "maniac", "folder", "--hands", "3", "--session", "4", "--seed", "7", "--workers", "1"]
    assert json.loads(kicker(*arguments, "--json").stdout)["ci95"] is None
    text = kicker(*arguments).stdout.decode()
    assert "maniac leads folder by 75.00 bb/100 (one session: no interval)" in text
    assert "4 in 1 session of 4 (3 rounded up to whole sessions)" in text


def test_a_seed_is_chosen_and_told(kicker: Run) -> None:
    first = json.loads(kicker("match", "random", "caller", "--hands", "20", "--session", "20", "--json").stdout)
    arguments = ["match", "random", "caller", "--hands", "20", "--session", "20", "--json", "--seed"]
    assert json.loads(kicker(*arguments, str(first["seed"])).stdout) == first


def test_until_ci(kicker: Run) -> None:
    arguments = ["match", "folder", "caller", "--session", "20", "--seed", "7", "--workers", "1", "--json"]
    record = json.loads(kicker(*arguments, "--until-ci", "10").stdout)
    low, high = record["ci95"]
    assert high - low <= 20
    assert record["sessions"] >= 10


def test_round_robin(kicker: Run) -> None:
    arguments = ["match", "folder", "caller", "maniac", "--hands", "40", "--session", "20", "--seed", "7"]
    record = json.loads(kicker(*arguments, "--json").stdout)
    assert [match["players"] for match in record["matches"]] == [
        ["folder", "caller"],
        ["folder", "maniac"],
        ["caller", "maniac"],
    ]
    assert record["hands"] == 120
    assert [place["player"] for place in record["ranking"]] == ["maniac", "caller", "folder"]
    lines = kicker(*arguments).stdout.decode().splitlines()
    assert [line.split()[:2] for line in lines if re.match(r"\d\. ", line)] == [
        ["1.", "maniac"],
        ["2.", "caller"],
        ["3.", "folder"],
    ]
    assert "+75.0 ± 0.0" in next(line for line in lines if line.startswith("1. maniac"))


def test_other_rules(kicker: Run) -> None:
    arguments = ["match", "random", "caller", "--hands", "40", "--session", "20", "--seed", "7", "--json"]
    record = json.loads(kicker(*arguments, "--rules", "limit-draw").stdout)
    assert (record["rules"], record["big_blind"], record["stack"]) == ("limit-draw", 2, 200)


def test_records_can_be_replayed(kicker: Run, tmp_path: Path) -> None:
    arguments = ["match", "random", "caller", "--hands", "40", "--session", "20", "--seed", "7", "--workers", "1"]
    assert kicker(*arguments, "--records", "deals").returncode == 0
    assert sorted(path.name for path in (tmp_path / "deals").iterdir()) == ["session-00001.phhs", "session-00002.phhs"]
    assert "already has records" in one_sentence(kicker(*arguments, "--records", "deals"))


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize(("hands", "decisions"), [("8", 20), ("40", 100)])
def test_a_program_that_fails_every_decision_is_an_error(kicker: Run, hands: str, decisions: int, workers: str) -> None:
    """At the end of a short match; of a long one after some failures, and then nothing is printed."""
    arguments = ["match", "program:false", "caller", "--hands", hands, "--session", "4", "--seed", "7"]
    result = kicker(*arguments, "--workers", workers)
    assert result.returncode == 1
    (error,) = result.stderr.decode().splitlines()
    assert re.fullmatch(
        r"Error: program:false: (\d+) of \1 decisions failed: session 1, deal 1: 'false': it ended with exit code 1",
        error,
    )
    assert int(error.split()[2]) < 40


@pytest.fixture
def flaky(tmp_path: Path) -> None:
    """A module with such bots in the folder where commands run."""
    (tmp_path / "flaky.py").write_text(FLAKY)


@pytest.mark.usefixtures("flaky")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_bot_that_fails_at_times_is_told_at_the_end(kicker: Run, workers: str) -> None:
    arguments = ["match", "python:flaky:FailsTwice", "caller", "--hands", "20", "--session", "10", "--seed", "7"]
    result = kicker(*arguments, "--workers", workers, "--json")
    assert result.returncode == 0
    record = json.loads(result.stdout)
    assert (record["defaults_by_player"], record["defaults"], record["unlearnt_by_player"]) == ([4, 0], 4, [2, 0])
    decisions = record["decisions_by_player"][0]
    assert decisions > 40
    assert result.stderr.decode().splitlines() == [
        f"python:flaky:FailsTwice: 4 of {decisions} decisions failed and learning failed after 2 of 20 hands: "
        "session 1, deal 1: SystemExit",
        "  session 1, deal 1: ValueError: no idea",
        "  session 1, deal 1: RuntimeError: too hard",
        "  session 2, deal 1: SystemExit",
        "  session 2, deal 1: ValueError: no idea",
    ]


@pytest.mark.usefixtures("flaky")
@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize(
    ("bot", "says"),
    [
        ("Quits", "decisions failed: session 1, deal 1: SystemExit: 3"),
        ("QuitsAtOnce", "python:flaky:QuitsAtOnce cannot be made: SystemExit: no"),
    ],
)
def test_a_bot_cannot_end_a_match(kicker: Run, bot: str, says: str, workers: str) -> None:
    arguments = ["match", f"python:flaky:{bot}", "caller", "--hands", "8", "--session", "4", "--workers", workers]
    result = kicker(*arguments)
    assert result.returncode == 1
    (error,) = result.stderr.decode().splitlines()
    assert says in error


def test_a_module_cannot_end_kicker(kicker: Run, tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text("raise SystemExit")
    says = one_sentence(kicker("match", "python:script:Bot", "caller"))
    assert says == "Error: module 'script' cannot be imported: SystemExit"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["caller"], "give at least two players"),
        (["caller", "nobody"], "unknown bot 'nobody'; choose from caller"),
        (["caller", "drawer"], "drawer does not play holdem; choose from caller"),
        (["caller", "sharp", "--rules", "draw"], "sharp does not play draw; choose from caller"),
        (["caller", "folder", "--session", "3"], "--session must be even"),
        (["caller", "folder", "--rules", "chess"], "unknown rule set 'chess'; choose from"),
        (["caller", "program:./nothing"], "'./nothing' cannot be run"),
        (
            ["caller", "folder", "--cluster", "tcp://x:1", "--workers", "2"],
            "--workers cannot be combined with --cluster",
        ),
    ],
)
def test_what_cannot_be_played(kicker: Run, arguments: list[str], says: str) -> None:
    assert says in one_sentence(kicker("match", *arguments))


# --- Ctrl-C ----------------------------------------------------------------------------------------------------------


WITH_ANY_CREW = pytest.mark.parametrize(
    "more", [["--workers", "1"], ["--workers", "2"], ["--workers", "2", "--cluster", "local"]], ids=" ".join
)


@pytest.mark.live
@WITH_ANY_CREW
def test_ctrl_c_prints_what_is_known_and_leaves_nothing_behind(tmp_path: Path, more: list[str]) -> None:
    arguments = ["random", "maniac", "--hands", "100000000", "--session", "20", "--seed", "7", "--json"]
    running = Running(tmp_path, "match", *arguments, "--records", "deals", *more)
    running.wait_for((tmp_path / "deals" / "session-00003.phhs").exists)
    code, printed, errors = running.interrupt()
    assert code == 130
    record = json.loads(printed)
    assert record["sessions"] >= 2
    assert record["ci95"] is not None
    assert errors == f"Error: interrupted after {record['hands']:,} hands\n"
    tally = play_match(Match(["random", "maniac"], seed=7, session_hands=20), hands=record["hands"])
    assert record["bb100"] == tally.scores[0].bb100
    assert running.is_gone()


@pytest.mark.live
@WITH_ANY_CREW
def test_ctrl_c_ends_programs_too(tmp_path: Path, more: list[str]) -> None:
    """Also those that ignore everything and have started others."""
    (tmp_path / "bot.sh").write_text(
        "trap '' INT TERM HUP PIPE\necho $$ >> pids\nsleep 1000 &\necho $! >> pids\nwait\n"
    )
    running = Running(tmp_path, "match", "program:sh bot.sh", "caller", "--hands", "1000", *more)
    pids = tmp_path / "pids"
    running.wait_for(lambda: pids.exists() and len(pids.read_text().split()) >= 2)
    code, printed, errors = running.interrupt()
    first = "session" if "--cluster" in more else "hand"
    assert (code, printed, errors) == (130, "", f"Error: interrupted before the first {first} ended\n")
    assert running.is_gone()
    assert all(map(ends, map(int, pids.read_text().split())))


@pytest.mark.live
def test_a_bar_on_a_terminal_shows_the_result_so_far(tmp_path: Path) -> None:
    running = OnTerminal(tmp_path, "match", "random", "maniac", "--hands", "100000000", "--session", "20")
    running.wait_for(r"[\d,]+ of 100,000,000 hands, random v maniac [-+][\d,.]+ ± [\d,.]+ bb/100 \(95%\)")
    code, printed = running.interrupt()
    assert code == 130
    assert "95% interval" in printed


@pytest.mark.live
@pytest.mark.parametrize("workers", ["1", "2"])
def test_the_first_session_is_told_hand_by_hand(tmp_path: Path, workers: str) -> None:
    """Also what Ctrl-C prints then."""
    (tmp_path / "unhurried.py").write_text(UNHURRIED)
    arguments = ["python:unhurried:Unhurried", "caller", "--hands", "8000", "--session", "4000", "--seed", "7"]
    running = OnTerminal(tmp_path, "match", *arguments, "--workers", workers, "--json")
    figure = r"[-+][\d.,]+ bb/100"
    seen = running.wait_for(rf"([1-9]\d*) of 8,000 hands, python:unhurried:Unhurried v caller {figure}")
    code, printed = running.interrupt()
    assert code == 130
    record = json.loads(printed)
    assert (record["sessions"], record["ci95"]) == (0, None)
    assert int(seen[1]) <= record["hands"] < 4000
    if workers == "1":
        whole = Match(["caller", "caller"], seed=7, session_hands=4000)
        told: list[Session] = []
        play_session(whole, 0, tell=told.append)
        assert record["bb100"] == told[record["hands"] - 1].chips[0] / record["hands"]  # big blinds of 100 chips


def test_an_unfinished_session_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    tally = Tally(Match(["maniac", "folder"], seed=7, session_hands=100))
    play_session(tally.match, 0, tell=lambda session: tally.note(session) if session.hands < 38 else None)
    print_result(("maniac", "folder"), [(0, 1)], [tally.unfinished], None, 1.0)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "maniac leads folder by 75.68 bb/100 (unfinished session: no interval)"
    assert lines[1] == "  maniac +100.00 bb/100 with the button, +50.00 without it"  # 19 and 18 hands
    assert lines[2] == "hands     37 in unfinished sessions"


@pytest.mark.live
def test_workers_do_not_outlive_a_command_that_is_killed(tmp_path: Path) -> None:
    arguments = ["random", "maniac", "--hands", "100000000", "--session", "20", "--workers", "2"]
    running = Running(tmp_path, "match", *arguments, "--records", "deals")
    running.wait_for((tmp_path / "deals" / "session-00001.phhs").exists)
    running.process.kill()
    running.process.communicate(timeout=60)
    assert running.is_gone()


# --- bots ------------------------------------------------------------------------------------------------------------


def test_bots(kicker: Run) -> None:
    text = kicker("bots").stdout.decode()
    for bot in BOTS.values():
        (line,) = [line for line in text.splitlines() if line.split()[0] == bot.name]
        assert bot.summary in line
        assert ", ".join(bot.games or ["any"]) in line
    assert "program:COMMAND or python:MODULE:CLASS" in text
    records = json.loads(kicker("bots", "--json").stdout)
    assert [record["name"] for record in records] == list(BOTS)
    assert set(records[0]) == {"name", "summary", "games", "most_seats"}


@pytest.mark.parametrize(("rules", "most"), [("holdem", 10), ("stud", 8), ("draw", 6), ("classic-draw", 5)])
def test_a_match_tells_how_many_play(kicker: Run, rules: str, most: int) -> None:
    assert NAMED[rules]().most_seats == most
    result = kicker("match", *["caller"] * (most + 1), "--table", "--rules", rules)
    assert result.returncode == 1
    assert re.search(rf"\b{most}\b", result.stderr.decode())
    assert b"up to 10" in kicker("match", "--help").stdout
