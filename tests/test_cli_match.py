"""The commands match, bots and watch, run for real: results, refusals, Ctrl-C, and rounds printed to the letter."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from kicker.games import CALL, CHECK, FOLD, STAND_PAT, Action, State, View, classic_draw, holdem, raise_to
from kicker.games.catalogue import NAMED
from kicker.match import Match, play_match
from kicker.players import BOTS
from kicker.table import Table
from kicker.ui.common.rounds import end_rows, game_lines, round_lines
from kicker.ui.watch import played
from tests.conftest import Run
from tests.new_tables import classic_draw_table
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
        "  defaults: maniac 0, folder 0",
        "hands     500 in 5 sessions of 100",
        "chips     bb = 100, stacks of 10,000 in every hand, each deck twice with the seats swapped",
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
    assert one_sentence(result) == "Error: a cluster needs Dask: pip install 'kicker[cluster]'"


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
    assert "already holds records" in one_sentence(kicker(*arguments, "--records", "deals"))


def test_faults_are_told(kicker: Run) -> None:
    arguments = ["match", "program:false", "caller", "--hands", "4", "--session", "4", "--workers", "1"]
    result = kicker(*arguments)
    assert result.returncode == 0
    assert re.search(r"defaults: program:false [1-9]", result.stdout.decode())
    assert "session 1, deal 1, program:false: " in result.stderr.decode()
    assert "ended with exit code 1" in result.stderr.decode()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["caller"], "give at least two players"),
        (["caller", "nobody"], "unknown bot 'nobody'; choose from caller"),
        (["caller", "drawer"], "drawer does not play holdem; choose from caller"),
        (["caller", "sharp", "--rules", "draw"], "sharp does not play draw; choose from caller"),
        (["caller", "folder", "--session", "3"], "--session must be even"),
        (["caller", "folder", "--rules", "chess"], "unknown rules 'chess'; choose from"),
        (["caller", "program:./nothing"], "'./nothing' cannot be run"),
        (["caller", "folder", "--cluster", "tcp://x:1", "--workers", "2"], "--workers is for this machine"),
    ],
)
def test_what_cannot_be_played(kicker: Run, arguments: list[str], says: str) -> None:
    assert says in one_sentence(kicker("match", *arguments))


# --- Ctrl-C ----------------------------------------------------------------------------------------------------------


class Running:
    """The command in a group of processes of its own, as a terminal has it."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        command = [sys.executable, "-m", "kicker", "match", *arguments]
        self.process = subprocess.Popen(
            command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
        )

    def wait_for(self, happened: Callable[[], bool]) -> None:
        deadline = time.monotonic() + 60
        while not happened():
            assert self.process.poll() is None, self.process.communicate()
            assert time.monotonic() < deadline
            time.sleep(0.01)

    def interrupt(self) -> tuple[int, str, str]:
        """What Ctrl-C does: a signal to all of the group."""
        os.killpg(self.process.pid, signal.SIGINT)
        printed, errors = self.process.communicate(timeout=60)
        return self.process.returncode, printed.decode(), errors.decode()

    def is_gone(self) -> bool:
        """True when no process of the group is left, at the latest after some seconds."""
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            try:
                os.killpg(self.process.pid, 0)
            except ProcessLookupError:
                return True
            time.sleep(0.01)
        return False


WITH_ANY_CREW = pytest.mark.parametrize(
    "more", [["--workers", "1"], ["--workers", "2"], ["--workers", "2", "--cluster", "local"]], ids=" ".join
)


@pytest.mark.live
@WITH_ANY_CREW
def test_ctrl_c_prints_what_is_known_and_leaves_nothing_behind(tmp_path: Path, more: list[str]) -> None:
    arguments = ["random", "maniac", "--hands", "100000000", "--session", "20", "--seed", "7", "--json"]
    running = Running(tmp_path, *arguments, "--records", "deals", *more)
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
    running = Running(tmp_path, "program:sh bot.sh", "caller", "--hands", "1000", *more)
    pids = tmp_path / "pids"
    running.wait_for(lambda: pids.exists() and len(pids.read_text().split()) >= 2)
    code, printed, errors = running.interrupt()
    assert (code, printed, errors) == (130, "", "Error: interrupted before the first session was over\n")
    assert running.is_gone()
    assert all(map(ends, map(int, pids.read_text().split())))


@pytest.mark.live
def test_a_bar_on_a_terminal_shows_the_result_so_far(tmp_path: Path) -> None:
    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "kicker", "match", "random", "maniac", "--hands", "100000000", "--session", "20"]
    environment = os.environ | {"TERM": "xterm", "COLUMNS": "120"}
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=follower, env=environment)
    os.close(follower)
    shown = ""
    while not re.search(r"random v maniac [-+][\d,.]+ ± [\d,.]+ bb/100", shown):
        shown += os.read(leader, 4096).decode(errors="replace")
    process.send_signal(signal.SIGINT)
    printed, _ = process.communicate(timeout=60)
    os.close(leader)
    assert process.returncode == 130
    assert "95% interval" in printed.decode()


@pytest.mark.live
def test_workers_do_not_outlive_a_command_that_is_killed(tmp_path: Path) -> None:
    arguments = ["random", "maniac", "--hands", "100000000", "--session", "20", "--workers", "2"]
    running = Running(tmp_path, *arguments, "--records", "deals")
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


# --- watch -----------------------------------------------------------------------------------------------------------

DECKS = ["JC QD 5C 7S 8C AH 7D 9D 6S KD", "AH 3D JH 2S 3C 4S QH 7D 6C 6H"]


def whole_deck(first: str) -> str:
    """These cards on top of all others."""
    dealt = first.split()
    return " ".join(dealt + [card for rank in "23456789TJQKA" for suit in "CDHS" if (card := rank + suit) not in dealt])


class Scripted:
    """A player that is a function of its view."""

    def __init__(self, decide: Callable[[View], Action]) -> None:
        self.decide = decide

    def act(self, view: View) -> Action:
        return self.decide(view)


def bet_100(view: View) -> Action:
    """One bet of 100 before the draw, none after it, and no card is thrown."""
    options = view.options
    if options.phase == "drawing":
        return STAND_PAT
    return CALL if options.call_amount else CHECK if options.may_check else raise_to(100)


def ends_of(table: Table, decks: list[str]) -> list[State]:
    states = []
    for deck in decks:
        table.deal(whole_deck(deck))
        table.advance()
        states.append(table.state)
    return states


def rounds_of(table: Table, decks: list[str]) -> list[str]:
    """What is printed of the rounds that these decks make."""
    return list(round_lines(end_rows(state, table.names) for state in ends_of(table, decks)))


@pytest.mark.req("R001-35", "R001-36", "R001-37")
def test_rounds_are_printed_to_the_letter() -> None:
    table = classic_draw_table(2, 0, "caller", 0)
    table.players = {0: Scripted(bet_100), 1: Scripted(bet_100)}
    assert (rounds_of(table, DECKS)) == [
        "Round 1-- ",
        "Player1 [JC, QD, 5C, 7S, 8C]",
        "Player2 [AH, 7D, 9D, 6S, KD] won 210",
        "Round 2-- ",
        "Player1 [AH, 3D, JH, 2S, 3C]",
        "Player2 [4S, QH, 7D, 6C, 6H] won 212",
    ]


@pytest.mark.req("R001-34")
def test_the_winner_comes_first() -> None:
    """Both always fold if they can: the first one pays an ante of 5, 6, 7 and so on until 20 are left."""
    table = classic_draw_table(2, 0, "caller", 1)
    table.players = {seat: Scripted(lambda view: view.options.default) for seat in range(2)}
    lines = list(game_lines(table, [end_rows(state, table.names) for state in played(table)]))
    assert lines[:2] == ["Winner is Player2 balance $1980", "Round 1-- "]
    assert lines.count("Round 40-- ") == 1
    assert len(lines) == 1 + 40 * 3


def test_hands_are_those_after_the_draw_and_folded_ones_are_shown() -> None:
    def throw_two_then_fold(view: View) -> Action:
        if view.options.phase == "drawing":
            return Action("discard", 0, view.hand[:2])
        return CALL if view.street == 0 else FOLD

    table = classic_draw_table(2, 0, "caller", 0)
    table.players = {0: Scripted(bet_100), 1: Scripted(throw_two_then_fold)}
    deck = [*DECKS[0].split(), "2C", "2D"]

    def bet_again(view: View) -> Action:
        return raise_to(50) if view.street == 1 and view.options.may_raise else bet_100(view)

    table.players[0] = Scripted(bet_again)
    assert (rounds_of(table, [" ".join(deck)])) == [
        "Round 1-- ",
        "Player1 [JC, QD, 5C, 7S, 8C] won 210",
        "Player2 [2C, 2D, 9D, 6S, KD]",
    ]


def test_a_split_pot_marks_each_winner_and_who_is_out_is_left_out() -> None:
    rules = classic_draw(ties="split")
    table = Table(rules, [1000, 3, 1000], button=2, fixed_button=True)
    table.players = {0: Scripted(bet_100), 2: Scripted(bet_100)}
    deck = "AC KD 9C 5S 3C AD KC 9H 5H 3D"
    assert (rounds_of(table, [deck])) == [
        "Round 1-- ",
        "Player1 [AC, KD, 9C, 5S, 3C] won 105",
        "Player3 [AD, KC, 9H, 5H, 3D] won 105",
    ]


def test_side_pots_are_added_up() -> None:
    state, _ = holdem((5, 10)).start(whole_deck("2C 3C AC 2D 3D AD"), [100, 200, 200], 0)
    for action in (raise_to(100), raise_to(200), CALL):
        state, _ = state.apply(action)
    assert state.over
    (_, *lines) = round_lines([end_rows(state, ["Ada", "Ben", "Cy"])])
    won = [int(line.rpartition(" ")[2]) if " won " in line else 0 for line in lines]
    assert sum(won) == 500
    assert list(state.stacks) == won  # everybody had put in everything


def test_watch(kicker: Run) -> None:
    arguments = ["watch", "draw", "--bots", "caller,random", "--seed", "7"]
    result = kicker(*arguments)
    assert result.returncode == 0
    assert result.stderr == b""
    assert result.stdout == kicker(*arguments).stdout
    lines = result.stdout.decode().splitlines()
    assert re.fullmatch(r"Winner is Player[12] balance \$\d+", lines[0])
    assert lines[1] == "Round 1-- "
    card = "[2-9TJQKA][CDHS]"
    player = re.compile(rf"Player[1-5] \[{card}(, {card}){{4}}\]( won \d+)?")
    for number, line in enumerate(lines[1:]):
        assert player.fullmatch(line) if number % 3 else re.fullmatch(rf"Round {number // 3 + 1}-- ", line)


def test_the_help_of_match_and_watch_tells_how_many_play(kicker: Run) -> None:
    told = " ".join(kicker("match", "--help").stdout.decode().split())
    assert "one table: up to 10; 6 with draw, pot-limit-draw, limit-draw, plain-draw; 5 with classic-draw." in told
    assert all(name in told for name in NAMED)
    assert "2 unless --bots names more. [2<=x<=5]" in " ".join(kicker("watch", "--help").stdout.decode().split())


def test_watching_a_bot_that_crashes_tells_so_once(kicker: Run, tmp_path: Path) -> None:
    (tmp_path / "crashing.py").write_text("class Bot:\n    def act(self, view):\n        return view.nothing\n")
    result = kicker("watch", "draw", "--bots", "python:crashing:Bot,caller", "--seed", "7")
    assert result.returncode == 0
    assert result.stderr.decode().splitlines() == [
        "Warning: seat 0 (python:crashing:Bot): AttributeError: 'View' object has no attribute 'nothing';"
        " the table checks or folds for it"
    ]


def test_watch_tells_its_seed(kicker: Run) -> None:
    result = kicker("watch", "draw", "--bots", "random", "--players", "3")
    (told,) = result.stderr.decode().splitlines()
    again = kicker("watch", "draw", "--bots", "random", "--players", "3", "--seed", told.removeprefix("seed "))
    assert again.stdout == result.stdout
    assert b"Player3 [" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--bots", "caller,folder", "--players", "3"], "2 bots for 3 players"),
        (["--bots", "cpu"], "cpu does not play draw"),
        (["--bots", "caller,nobody"], "unknown bot 'nobody'"),
    ],
)
def test_what_cannot_be_watched(kicker: Run, arguments: list[str], says: str) -> None:
    assert says in one_sentence(kicker("watch", "draw", *arguments))


def test_watching_takes_two_to_five(kicker: Run) -> None:
    for players in ("1", "6"):
        assert kicker("watch", "draw", "--players", players).returncode == 2
    assert kicker("watch", "chess").returncode == 2
