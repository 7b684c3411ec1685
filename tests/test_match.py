"""Matches: duplicate decks, sessions as the unit, intervals, and the same result whoever plays the sessions."""

import ast
import multiprocessing
import os
import re
import signal
import statistics
import sys
from collections.abc import Callable
from contextlib import nullcontext
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import pytest

from kicker import stopping
from kicker.errors import FileError, KickerError
from kicker.games import CALL, FOLD, NAMED, Action, View, classic_draw, discard, holdem, plain_draw, raise_to
from kicker.match import (
    HOLDEM,
    Fault,
    Match,
    Session,
    Tally,
    is_sure,
    match_rules,
    play_match,
    play_matches,
    play_session,
    standings,
    student,
)
from kicker.players import BOTS, make_bot
from kicker.records import parse_phhs, replay
from kicker.table import Answer, Table, ask, shuffled
from tests.conftest import ROOT
from tests.table_players import RULE_SETS

SMALL = Match(["random", "maniac"], seed=7, session_hands=20)


# --- one session -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", RULE_SETS)
@pytest.mark.parametrize("bot", ["caller", "folder", "maniac"])
def test_luck_cancels_out_between_equals(bot: str, name: str) -> None:
    """Both get the same cards in the same seats, and none of these bots rolls dice."""
    tally = play_match(Match([bot, bot], seed=5, rules=match_rules(name), session_hands=20), hands=60)
    for score in tally.scores:
        assert (score.chips, score.bb100, score.interval, score.defaults) == (0, 0.0, (0.0, 0.0), 0)


def test_each_bot_gets_the_cards_and_the_place_of_the_other() -> None:
    session = play_session(Match(["caller", "random"], seed=3, session_hands=20), number=2, records=True)
    records = list(parse_phhs(session.records))
    assert len(records) == 20
    assert [record.fields["hand"] for record in records] == list(range(41, 61))
    for first, second in zip(records[:10], records[10:], strict=True):
        # Seat 0 of a record is left of the button: there sits the other bot the second time.
        assert first.names == second.names[::-1]
        assert replay(first).final.hands == replay(second).final.hands
    buttons = [record.names[-1] for record in records]
    assert buttons[:10] == ["caller", "random"] * 5
    assert buttons[10:] == ["random", "caller"] * 5


def test_a_session_counts_what_its_records_say() -> None:
    session = play_session(Match(["caller", "random"], seed=3, session_hands=20), number=0, records=True)
    chips = {"caller": 0, "random": 0}
    with_button = {"caller": 0, "random": 0}
    for record in parse_phhs(session.records):
        result = replay(record)
        assert result.verdict == "ok"
        for name, won in zip(record.names, result.final.payoffs, strict=True):
            chips[name] += won
        with_button[record.names[-1]] += result.final.payoffs[-1]
    assert session.chips == tuple(chips.values())
    assert session.button_chips == tuple(with_button.values())
    assert session.chips[0] == -session.chips[1] != 0


def test_a_session_depends_on_its_number_and_nothing_else() -> None:
    sessions = [play_session(SMALL, number) for number in range(6)]
    assert [play_session(SMALL, number) for number in reversed(range(6))] == sessions[::-1]
    assert len({session.chips for session in sessions}) > 3
    decks = [tuple(shuffled(7, number)) for number in range(1, 61)]  # ten for each session, none twice
    assert len(set(decks)) == 60


def test_other_seeds_give_other_matches() -> None:
    chips = {play_session(Match(["random", "caller"], seed=seed, session_hands=20), 0).chips for seed in range(10)}
    assert len(chips) > 5


def test_stacks_are_the_same_in_every_deal() -> None:
    session = play_session(Match(["random", "maniac"], session_hands=40), 0, records=True)
    assert {record.stacks for record in parse_phhs(session.records)} == {(10_000, 10_000)}


LEARNER = """
import json, os, sys
deals = 0
for line in sys.stdin:
    question = json.loads(line)
    if question["type"] == "over":
        deals += 1
    else:
        action = "call" if question["options"]["call_amount"] else "check"
        print(json.dumps({"id": question["id"], "action": action}), flush=True)
with open(sys.argv[1], "a") as file:
    file.write(f"{os.environ['KICKER_SEED']} {deals}\\n")
"""


def test_bots_stay_for_a_session_and_learn_from_every_deal(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(LEARNER)
    note = tmp_path / "deals"
    command = f"program:{sys.executable} {tmp_path / 'bot.py'} {note}"
    tally = play_match(Match([command, "caller"], seed=9, session_hands=10), hands=30)
    lines = [line.split() for line in note.read_text().splitlines()]
    assert [deals for _, deals in lines] == ["10", "10", "10"]
    assert len({seed for seed, _ in lines}) == 3
    assert not any("9/" in seed for seed, _ in lines)  # from a program's seed that of the decks cannot be told
    assert tally.defaults == [0, 0]
    assert tally.chips == [0, 0]  # a caller against a caller


def test_a_bot_that_errs_is_stood_in_for_and_counted() -> None:
    tally = play_match(Match(["caller", "program:false"], session_hands=4), hands=8)
    assert tally.defaults[0] == 0
    assert tally.defaults[1] >= 8  # it does nothing right
    assert tally.chips[0] > 0
    assert tally.decisions[1] == tally.defaults[1]
    first = tally.faults[0]
    assert (first.session, first.deal, first.player) == (0, 1, 1)
    assert first.describe() == "session 1, deal 1, program:false: 'false': it ended with exit code 1"
    assert len(tally.faults) == 5


# --- what can be played ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: Match(["caller", "nobody"]), "unknown bot 'nobody'; choose from caller, cpu"),
        (lambda: Match(["drawer", "caller"]), "drawer does not play holdem; choose from caller, cpu"),
        (
            lambda: Match(["caller", "sharp"], rules=classic_draw()),
            "sharp does not play draw; choose from caller, drawer",
        ),
        (
            lambda: Match(["caller", "folder"], session_hands=7),
            "session_hands must be a multiple of 2, the number of players",
        ),
        (
            lambda: Match(["caller", "folder"], session_hands=-2),
            "session_hands must be a whole number, 0 or more, not -2",
        ),
        (lambda: Match(["caller", "program:"]), "a program needs a command"),
        (lambda: Match(["caller", "folder"], rules=classic_draw(), stack=3), "must cover the ante of 5"),
        (lambda: Match("caller"), "players must be a list like"),
        (lambda: Match(["caller"]), "a match needs at least two players"),
        (lambda: Match(["caller"] * 11), "caller plays at tables of up to 10 seats, not 11"),
        (lambda: Match(["caller", "folder"], rules=plain_draw()), "nothing to win under these rules"),
        (lambda: match_rules("pineapple"), "unknown rule set 'pineapple'; choose from 8-game, badugi, classic-draw"),
    ],
)
def test_what_cannot_be_played_is_refused(make: Callable[[], object], says: str) -> None:
    with pytest.raises(KickerError, match=says):
        make()


def test_a_big_blind_is_what_the_game_has_for_one() -> None:
    """Big blind and stacks of every rule set as matches play it."""
    matches = {name: Match(["caller", "folder"], rules=match_rules(name)) for name in NAMED}
    expected = dict.fromkeys(NAMED, (2, 200)) | {
        "holdem": (100, 10_000),
        "classic-draw": (5, 500),
        "plain-draw": (100, 10_000),
        "classic-holdem": (20, 2000),
    }
    expected |= dict.fromkeys(["short-deck", "pot-limit-short-deck", "limit-short-deck"], (1, 100))  # a button blind
    expected |= dict.fromkeys(["stud", "stud-hilo", "razz"], (4, 400))  # the small bet
    assert {name: (match.rules.big_blind, match.stack) for name, match in matches.items()} == expected


def test_a_game_without_bets_is_played_for_its_antes() -> None:
    tally = play_match(Match(["random", "caller"], seed=1, rules=match_rules("plain-draw")), hands=400)
    assert tally.chips[0] != 0


# --- tallies ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("freedom", "expected"),  # from printed tables
    [(1, 12.7062), (2, 4.3027), (3, 3.1824), (4, 2.7764), (9, 2.2622), (30, 2.0423), (60, 2.0003), (120, 1.9799)],
)
def test_student(freedom: int, expected: float) -> None:
    assert student(freedom) == pytest.approx(expected, abs=5e-5)


def test_student_goes_over_into_its_expansion_without_a_step() -> None:
    values = [student(freedom) for freedom in range(190, 212)]
    steps = [before - after for before, after in pairwise(values)]
    assert all(later < earlier for earlier, later in pairwise(steps))
    assert student(10**9) == pytest.approx(1.959964, abs=1e-6)


def test_a_tally_is_the_mean_of_its_sessions() -> None:
    match = Match(["caller", "random"], session_hands=200)
    tally = Tally(match)
    assert (tally.scores[0].bb100, tally.scores[0].interval) == (0.0, None)
    won = [12_300, -4_500, 700, 0, 9_100]
    for number, chips in enumerate(won):
        button = chips // 2 + 50
        fault = Fault(number, 1, 0, "caller", "oh")
        won_with_it = (button, button - chips)
        tally.add(
            Session(number, 200, (chips, -chips), (100, 100), won_with_it, (300, 400), (1, 2), (0, 1), (fault,) * 2)
        )
    rates = [chips / 100 / 2 for chips in won]  # big blinds of 100 chips, per hundred of 200 hands
    half = 2.7764451 * statistics.stdev(rates) / 5**0.5
    for score, sign in zip(tally.scores, (1, -1), strict=True):
        assert score.bb100 == pytest.approx(sign * statistics.mean(rates))
        assert score.half_width == tally.half_width == pytest.approx(half)
        assert score.interval == pytest.approx((score.bb100 - half, score.bb100 + half))
        assert score.button_bb100 + score.other_bb100 == pytest.approx(2 * score.bb100)
    assert (tally.decisions, tally.defaults, tally.unlearnt) == ([1500, 2000], [5, 10], [0, 5])
    assert [fault.session for fault in tally.faults] == [0, 0, 1, 1, 2]  # the first five of a player


def test_one_session_has_no_interval() -> None:
    tally = play_match(SMALL, hands=1)
    assert (tally.sessions, tally.hands, tally.half_width) == (1, 20, None)
    assert {score.interval for score in tally.scores} == {None}
    assert tuple(tally.chips) == play_session(SMALL, 0).chips


def test_hands_are_rounded_up_to_sessions() -> None:
    assert play_match(SMALL, hands=41).hands == 60
    assert play_match(SMALL, hands=40).hands == 40


def test_a_match_ends_at_the_first_session_that_is_sure_enough() -> None:
    whole = Tally(SMALL)
    widths = []
    for number in range(60):
        whole.add(play_session(SMALL, number))
        widths.append(whole.half_width)
    limit = 450
    first = next(n for n, width in enumerate(widths, 1) if n >= 10 and width is not None and width <= limit)
    assert 10 < first < 60, "choose another limit"
    for workers in (1, 2):
        tally = play_match(SMALL, until_ci=limit, workers=workers)
        assert tally.sessions == first
        assert is_sure(tally, limit)
    assert play_match(SMALL, hands=100, until_ci=0.001).sessions == 5  # the hands are a limit all the same
    assert play_match(Match(["caller", "caller"], session_hands=4), until_ci=1).sessions == 10


def test_everybody_against_everybody() -> None:
    bots = ["folder", "caller", "random"]
    pairs = [(0, 1), (0, 2), (1, 2)]
    matches = [Match([bots[one], bots[two]], seed=4, session_hands=20) for one, two in pairs]
    tallies = play_matches(matches, hands=100)
    assert tallies == [play_match(match, hands=100) for match in matches]  # the same as on their own
    table = standings(pairs, tallies)
    assert sorted(place.player for place in table) == [0, 1, 2]
    assert [place.bb100 for place in table] == sorted((place.bb100 for place in table), reverse=True)
    assert sum(place.bb100 for place in table) == pytest.approx(0)
    assert {place.hands for place in table} == {200}
    folder = next(place for place in table if place.player == 0)
    assert folder.bb100 == pytest.approx(sum(tally.scores[0].bb100 for tally in tallies[:2]) / 2)


# --- who plays the sessions ------------------------------------------------------------------------------------------


def test_processes_give_the_same_result_and_records(tmp_path: Path) -> None:
    alone = play_match(SMALL, hands=400, records=tmp_path / "one")
    together = play_match(SMALL, hands=400, workers=3, records=tmp_path / "three")
    assert together == alone
    assert multiprocessing.active_children() == []
    names = [f"session-{number:05}.phhs" for number in range(1, 21)]
    for folder in ("one", "three"):
        assert sorted(path.name for path in (tmp_path / folder).iterdir()) == names
    for name in names:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "three" / name).read_bytes()


def test_a_dask_cluster_gives_the_same_result() -> None:
    assert play_match(SMALL, hands=400, workers=2, cluster="local") == play_match(SMALL, hands=400)
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize("cluster", [None, "local"])
def test_a_worker_that_is_killed_is_replaced(cluster: str | None) -> None:
    match = Match(["random", "maniac"], seed=7, session_hands=100)
    # A cluster need not have replaced the first one yet: while it starts on a busy machine, the other plays.
    moments = (2, 15) if cluster is None else (2,)
    killed: list[int] = []
    at: list[int] = []

    def kill(place: int, tally: Tally) -> None:
        if tally.sessions in moments and tally.sessions not in at:
            at.append(tally.sessions)
            workers = [child.pid for child in multiprocessing.active_children() if child.pid not in killed]
            assert workers[0] is not None
            os.kill(workers[0], signal.SIGKILL)
            killed.append(workers[0])

    tally = play_match(match, hands=3000, workers=2, cluster=cluster, progress=kill)
    assert len(killed) == len(moments)
    assert tally == play_match(match, hands=3000)
    assert multiprocessing.active_children() == []


def test_progress_is_told_hand_by_hand() -> None:
    told: list[tuple[int, int, int]] = []
    matches = [SMALL, Match(["caller", "folder"], seed=7, session_hands=4)]
    tallies = play_matches(
        matches, hands=24, progress=lambda place, tally: told.append((place, tally.sessions, tally.hands_so_far))
    )
    assert told == [
        *((0, (hand - 1) // 20 if hand % 20 else hand // 20, hand) for hand in range(1, 41)),
        *((1, hand // 4, hand) for hand in range(1, 25)),
    ]
    assert [tally.underway for tally in tallies] == [{}, {}]


def test_workers_tell_of_sessions_that_are_not_over() -> None:
    unfinished: list[int] = []
    match = Match(["random", "maniac"], seed=7, session_hands=400)

    def note(place: int, tally: Tally) -> None:
        unfinished.append(tally.hands_so_far - tally.hands)

    tally = play_match(match, hands=1600, workers=2, progress=note)
    assert max(unfinished) > 0  # at least of the first hand of each worker
    assert (tally.hands_so_far, tally.underway) == (1600, {})


def test_a_player_cannot_end_the_process() -> None:
    tally = play_match(Match([Leaver, "caller"], session_hands=4), hands=4)
    assert 0 < tally.decisions[0] == tally.defaults[0]
    assert tally.faults[0].reason == "SystemExit: 7"


class Leaver:
    """Wants to leave."""

    def act(self, view: View) -> Action:
        raise SystemExit(7)

    def close(self) -> None:
        raise SystemExit(8)


@pytest.mark.live
@pytest.mark.parametrize("noted", [False, True])
def test_a_signal_that_comes_while_a_player_thinks_is_not_its_fault(noted: bool) -> None:
    """Even if the caller's own handler raises SystemExit."""

    def leave(number: int, frame: object) -> None:
        sys.exit(9)

    before = signal.signal(signal.SIGTERM, leave)
    try:
        with pytest.raises(SystemExit) as ended, stopping.noted() if noted else nullcontext():
            play_match(Match([TermHimself, "caller"], session_hands=4), hands=4)
        assert ended.value.code == 9
    finally:
        signal.signal(signal.SIGTERM, before)


class TermHimself:
    """Is asked to stop while it thinks."""

    def act(self, view: View) -> Action:
        signal.raise_signal(signal.SIGTERM)
        stopping.check()
        return view.options.passive


def test_matches_have_defaults_that_take_seconds() -> None:
    assert Match(["caller", "folder"]).usual_hands == 20_000
    assert Match(["caller", "sharp"]).usual_hands == 600
    assert Match(["caller", Leaver]).usual_hands == Match(["caller", "program:true"]).usual_hands == 1000
    matches = [Match(["caller", Leaver], session_hands=20), Match(["caller", "folder"], session_hands=20)]
    assert [tally.hands for tally in play_matches(matches)] == [1000, 1000]


def test_a_match_that_kills_all_its_workers_ends() -> None:
    match = Match(["program:sh -c 'kill -9 $PPID'", "caller"], session_hands=4)
    with pytest.raises(KickerError, match="session 1 cannot be finished: 5 workers died while running it"):
        play_match(match, hands=40, workers=2)
    assert multiprocessing.active_children() == []


def test_a_match_that_is_broken_off_leaves_no_worker() -> None:
    def stop(place: int, tally: Tally) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_match(SMALL, hands=1000, workers=2, progress=stop)
    assert multiprocessing.active_children() == []


def test_records_of_several_matches_have_folders_and_are_never_mixed(tmp_path: Path) -> None:
    matches = [SMALL, Match(["caller", "folder"], session_hands=20)]
    play_matches(matches, hands=20, records=tmp_path)
    assert sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.phhs")) == [
        "match-01/session-00001.phhs",
        "match-02/session-00001.phhs",
    ]
    with pytest.raises(FileError, match="already has records; choose another folder"):
        play_matches(matches, hands=20, records=tmp_path)


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "no such place"])
def test_a_cluster_that_does_not_answer(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kicker.crews._PATIENCE", 0.5)
    with pytest.raises(KickerError, match=f"no Dask cluster with workers answers at '{address}'"):
        play_match(SMALL, hands=20, cluster=address)


def test_a_cluster_without_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kicker.crews._PATIENCE", 0.5)
    distributed = import_module("distributed")
    with distributed.LocalCluster(n_workers=0, processes=False, dashboard_address="127.0.0.1:0") as cluster:
        with pytest.raises(KickerError, match="no Dask cluster with workers answers"):
            play_match(SMALL, hands=20, cluster=cluster.scheduler_address)
        cluster.scale(1)
        assert play_match(SMALL, hands=100, cluster=cluster.scheduler_address) == play_match(SMALL, hands=100)


def test_a_cluster_that_loses_all_its_workers_ends_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kicker.crews._WITHOUT_WORKERS", 0.5)
    distributed = import_module("distributed")
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address="127.0.0.1:0") as cluster:

        def close_worker(place: int, tally: Tally) -> None:
            if tally.sessions == 1:
                cluster.sync(cluster.workers[0].close)

        with pytest.raises(KickerError, match="the Dask cluster has no workers left; start again"):
            play_match(SMALL, hands=10_000_000, cluster=cluster.scheduler_address, progress=close_worker)


# --- asking and teaching ---------------------------------------------------------------------------------------------


class Odd:
    """A player that gives prepared answers."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def act(self, view: View) -> Action:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer  # type: ignore[return-value]


class Unprintable:
    def __str__(self) -> str:
        raise RuntimeError("no words")


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (ValueError("no idea"), "ValueError: no idea"),
        ("jump", "'jump' is not an action: write fold, check"),
        (7, "7 is not an action: write fold, check"),
        (raise_to(20_000), "raise 20000: seat 0 may"),
        (discard("As"), "discard As: seat 0 may"),
        (Action("discard", 0, None), "discard: seat 0 may"),  # type: ignore[arg-type]
        (Action(7), "7: seat 0 may"),  # type: ignore[arg-type]
        (Action("raise", Unprintable()), "RuntimeError: no words"),  # type: ignore[arg-type]
        (None, "None is not an action"),
    ],
)
def test_whatever_a_player_answers_the_game_goes_on(answer: object, says: str) -> None:
    state, _ = HOLDEM.start(shuffled(1, 1), [10_000] * 2, 0)
    action, fault, forfeits, error = ask(Odd(answer), state.view(0))
    assert isinstance(error, Exception)
    assert action == FOLD
    assert says in fault
    assert not forfeits


def test_a_good_answer_is_taken_as_it_is() -> None:
    state, _ = HOLDEM.start(shuffled(1, 1), [10_000] * 2, 0)
    assert ask(Odd(CALL), state.view(0)) == Answer(CALL)
    assert ask(Odd("call"), state.view(0)) == Answer(CALL)


class Pupil:
    """Calls, and keeps the ends of deals; fails at the second."""

    def __init__(self) -> None:
        self.seen: list[View] = []

    def act(self, view: View) -> Action:
        return view.options.passive

    def learn(self, view: View) -> None:
        self.seen.append(view)
        if len(self.seen) == 2:
            raise RuntimeError("too much")


def test_a_table_shows_the_end_of_each_deal_to_those_who_learn() -> None:
    pupil = Pupil()
    table = Table(holdem((5, 10)), [1000] * 3, players={0: pupil, 1: make_bot("caller"), 2: make_bot("folder")}, seed=1)
    table.play(3, on_error="log")
    assert len(pupil.seen) == 3
    assert all(view.over and view.seat == 0 for view in pupil.seen)
    assert table.defaults == [1, 0, 0]  # counted, and nothing more
    assert pupil.seen[-1].stacks == table.stacks


def test_every_ready_bot_can_be_matched() -> None:
    """Two hands of each game that it says it plays."""
    for bot in BOTS.values():
        for rules in (match_rules("holdem"), match_rules("draw")):
            if not bot.plays(rules.game.name):
                continue
            session = play_session(Match([bot.name, "caller"], seed=1, rules=rules, session_hands=2), 0)
            assert session.defaults == (0, 0), f"{bot.name}: {session.faults}"


STARTS = re.compile(r"(create_)?subprocess_(exec|shell)|fork(pty)?|posix_spawnp?|spawn[lv]p?e?|popen|system")
"""Functions of asyncio, its loops and os that start a process."""


def starts_processes(source: str) -> bool:
    """True if a module imports what starts processes, or names a function that does."""
    if not re.search("process|fork|spawn|open|system", source):
        return False
    for node in ast.walk(ast.parse(source)):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import | ast.ImportFrom) else []
        modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else names
        if {name.partition(".")[0] for name in modules} & {"multiprocessing", "subprocess"}:
            return True
        if isinstance(node, ast.Attribute):
            names = [node.attr] if not isinstance(node.value, ast.Name) or node.value.id != "platform" else []
        if isinstance(node, ast.Attribute | ast.ImportFrom) and any(map(STARTS.fullmatch, names)):
            return True
    return False


def test_only_those_whose_waits_are_listed_start_processes() -> None:
    """Each of them has its rows in the tables of waits, in docs/architecture.md and docs/server.md."""
    top = ROOT / "src" / "kicker"
    starters = {path.relative_to(top).as_posix() for path in top.rglob("*.py") if starts_processes(path.read_text())}
    room = {"ui/web/study/jobs.py", "ui/web/study/workers.py"}
    assert starters == {"crews.py", "players/program.py"} | room


@pytest.mark.parametrize(
    "source",
    [
        "import asyncio\nasyncio.create_subprocess_exec",
        "from asyncio import create_subprocess_shell",
        "loop.subprocess_exec",
        "import os\nos.fork()",
        "from os import posix_spawn",
        "import subprocess as s",
        "from multiprocessing.connection import wait",
    ],
)
def test_every_way_to_start_a_process_is_seen(source: str) -> None:
    assert starts_processes(source)
    assert not starts_processes("import platform\nplatform.system()\nfrom asyncio import wait_for")
