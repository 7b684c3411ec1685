"""Programs as players: real processes that answer well, badly, late, twice, without end or not at all."""

import io
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

import pytest

from kicker.errors import KickerError
from kicker.games import CALL, CHECK, FOLD, Rules, State, View, classic_draw, draw, holdem, parse_action, raise_to
from kicker.players import make_bot, reaper
from kicker.players.program import (
    MOST_STARTS,
    Program,
    Reply,
    parse_reply,
    question_line,
    split_command,
)
from kicker.table import Table, shuffled
from tests.conftest import ROOT

RULES = holdem(blinds=(50, 100))
Write = Callable[[str], str]


def begin(deal: int = 1) -> State:
    return RULES.start(shuffled("programs", deal), [10_000, 10_000], 0)[0]


def question(deal: int = 1) -> View:
    state = begin(deal)
    return state.view(state.to_act)


def is_alive(process: int) -> bool:
    """False even for a process that has ended but that its parent has not waited for."""
    try:
        os.kill(process, 0)
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except ProcessLookupError:
        return False
    except FileNotFoundError:  # there is no /proc here, or it has just gone
        return not Path("/proc/self").exists()


ONLY_MARKED = pytest.mark.skipif(
    not Path("/proc/self/environ").exists(), reason="needs /proc, where programs are found by their mark"
)


def ends(process: int, seconds: float = 20) -> bool:
    """True as soon as a process that somebody else must wait for has ended."""
    deadline = time.monotonic() + seconds
    while is_alive(process) and time.monotonic() < deadline:
        time.sleep(0.01)
    return not is_alive(process)


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Make a program of what it does with each `question`; returns the command that runs it."""

    def write(body: str) -> str:
        lines = [
            "import json, os, sys, time",
            "def say(text): print(text, flush=True)",
            f"open({str(tmp_path / 'pids')!r}, 'a').write(f'{{os.getpid()}}\\n')",
            "for line in sys.stdin:",
            "    question = json.loads(line)",
            "    number, options = question['id'], question['options']",
            "    if question['type'] == 'over': continue",
            *(f"    {line}" for line in body.splitlines()),
        ]
        path = tmp_path / "bot.py"
        path.write_text("\n".join(lines))
        return f"{sys.executable} {path}"

    return write


@pytest.fixture
def pids(tmp_path: Path) -> Callable[[], list[int]]:
    """The processes that the program has run as."""
    return lambda: [int(line) for line in (tmp_path / "pids").read_text().split()]


# --- the lines -------------------------------------------------------------------------------------------------------


def test_every_field_of_a_view_is_told() -> None:
    record = json.loads(question_line("act", 1, question()))
    assert set(View._fields) <= set(record)
    assert {"pot", "payoffs"} <= set(record)
    options = {"may_check": False, "call_amount": 50, "min_raise_to": 200, "max_raise_to": 10_000}
    assert record["options"] == options | {"hand": [], "max_draw": 0, "bet": 100, "may_muck": False, "bring_in": 0}
    assert record["game"] == {
        "title": "hold'em",
        "streets": ["preflop", "flop", "turn", "river"],
        "hand_cards": 2,
        "board_cards": 5,
        "orders": ["high"],
        "exchanges": False,
    }
    assert set(record["rules"]) == {item.name for item in fields(Rules) if item.init} | {"big_blind"}


def test_a_seat_that_is_not_to_act_has_no_options() -> None:
    record = json.loads(question_line("over", 1, begin().view(1)))
    assert record["options"] is None


def test_a_question_is_one_line_of_compact_json() -> None:
    view = question()
    line = question_line("act", 7, view)
    assert line.endswith(b"}\n")
    assert line.count(b"\n") == 1
    assert b'{"id":7,"type":"act","seat":0,' in line
    record = json.loads(line)
    assert record["hand"] == record["hands"][0] == list(map(str, view.hand))
    assert record["hands"][1] == [None, None]
    assert record["up"] == [[False, False]] * 2
    assert record["rules"]["blinds"] == [50, 100]
    assert record["history"][0] == {"kind": "button", "seat": 0, "stack": 10_000}


def test_a_question_tells_no_hidden_card() -> None:
    state = begin()
    told = question_line("act", 1, question()).decode()
    for card in (*state.hands[1], *state.setup.deck[4:]):
        assert f"{card} " not in told
        assert f'{card}"' not in told
    for card in state.hands[0]:
        assert str(card) in told


def test_a_draw_tells_what_may_be_thrown() -> None:
    state, _ = draw().start(shuffled("programs", 1), [200, 200], 0)
    while state.phase == "betting":
        state, _ = state.apply(CHECK)
    record = json.loads(question_line("act", 1, state.view(state.to_act)))
    assert record["phase"] == "drawing"
    assert record["options"]["hand"] == record["hand"]
    assert len(record["hand"]) == 5
    assert record["options"]["max_draw"] == 3


@pytest.mark.parametrize(
    ("line", "reply"),
    [
        (b'{"id": 7, "action": "call"}', Reply(7, "call")),
        (b'{"action": "raise 300", "why": "because"}', Reply(None, "raise 300")),
        (b'"check"', Reply(None, "check")),
        (b"  raise to 300 \r", Reply(None, "raise to 300")),
        (b"", Reply(None, "")),
    ],
)
def test_answers_that_can_be_read(line: bytes, reply: Reply) -> None:
    assert parse_reply(line) == reply


@pytest.mark.parametrize(
    "line",
    [
        b'{"id": 7}',
        b'{"id": "7", "action": "call"}',
        b'{"id": true, "action": "call"}',
        b'{"action": 3}',
        b'{"action": "call"',
        b'"call',
        b"\xff\xfe",
        b'{"action":' + b"[" * 30_000,
        b'{"id": ' + b"9" * 30_000 + b', "action": "call"}',
    ],
)
def test_answers_that_cannot_be_read(line: bytes) -> None:
    with pytest.raises(KickerError, match="cannot read the answer"):
        parse_reply(line)


# --- programs that do as they should ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "answer",
    [
        """say(json.dumps({"id": number, "action": "call"}))""",
        """say('"call"')""",
        """say("call")""",
    ],
)
def test_a_program_answers(write: Write, answer: str) -> None:
    with Program(write(answer)) as program:
        assert [program.act(question(deal)) for deal in range(3)] == [CALL] * 3
        assert program.faults == 0


def test_a_program_is_started_when_it_is_needed_and_only_once(write: Write, pids: Callable[[], list[int]]) -> None:
    with Program(write("say('call')")) as program:
        with pytest.raises(FileNotFoundError):
            pids()
        for deal in range(3):
            program.act(question(deal))
        assert len(pids()) == 1
        assert is_alive(pids()[0])
    assert not is_alive(pids()[0])
    program.close()  # a second time does nothing


def test_a_program_is_told_how_deals_end(write: Write, tmp_path: Path) -> None:
    body = "say('call' if options['call_amount'] else 'check')"
    told = tmp_path / "told"
    command = write(body)
    path = tmp_path / "bot.py"
    path.write_text(path.read_text().replace("continue", f"open({str(told)!r}, 'a').write(line); continue"))
    with Program(command) as program:
        table = Table(RULES, [10_000] * 2, players={0: program, 1: make_bot("caller")}, seed=1)
        table.play(3)
    assert table.defaults == [0, 0]
    told_ends = [json.loads(line) for line in told.read_text().splitlines()]
    assert len(told_ends) == 3
    assert all(end["phase"] == "over" and end["to_act"] is None for end in told_ends)
    assert sum(end["payoffs"][0] for end in told_ends) == table.stacks[0] - 10_000


def test_a_program_gets_its_seed(write: Write) -> None:
    with Program(write("say('raise ' + os.environ['KICKER_SEED'])"), seed="400") as program:
        assert program.act(question()) == raise_to(400)


# --- programs that do not --------------------------------------------------------------------------------------------


def test_a_crash_is_told_with_the_last_words_and_the_program_is_started_again(
    write: Write, pids: Callable[[], list[int]]
) -> None:
    body = """
if number % 2 == 0: sys.stderr.write("line one\\nno more cards"); sys.exit(3)
say("call")
"""
    with Program(write(body)) as program:
        assert program.act(question()) == CALL
        with pytest.raises(KickerError, match="it ended with exit code 3; it said 'no more cards'") as caught:
            program.act(question())
        assert caught.value.code == "program"
        assert program.act(question()) == CALL
        assert program.faults == 1
        assert list(program.log) == [str(caught.value)]
    assert len(pids()) == 2


def test_a_program_that_always_crashes_is_given_up(write: Write, pids: Callable[[], list[int]]) -> None:
    with Program(write("os.kill(os.getpid(), 11)")) as program:
        for _ in range(MOST_STARTS):
            with pytest.raises(KickerError, match="ended by signal 11"):
                program.act(question())
        with pytest.raises(KickerError, match="gave up after starting it 5 times"):
            program.act(question())
    assert len(pids()) == MOST_STARTS
    assert program.faults == MOST_STARTS + 1


def test_a_program_that_ended_between_questions_is_noticed(write: Write) -> None:
    with Program(write("say('call'); break")) as program:
        assert program.act(question()) == CALL
        with pytest.raises(KickerError, match="it ended with exit code 0"):
            program.act(question())


@pytest.mark.parametrize(
    ("action", "says"),
    [
        ("check", "check: seat 0 may fold, call 50 or raise to 200 up to 10000"),
        ("raise 150", "raise 150: seat 0 may fold"),
        ("dance", "'dance' is not an action"),
        ("discard Zx", "'discard Zx' is not an action"),
    ],
)
def test_an_illegal_answer_with_its_number_leaves_the_program_running(
    write: Write, pids: Callable[[], list[int]], action: str, says: str
) -> None:
    body = f"""say(json.dumps({{"id": number, "action": {action!r} if number == 1 else "call"}}))"""
    with Program(write(body)) as program:
        with pytest.raises(KickerError, match=says):
            program.act(question())
        assert program.act(question()) == CALL
    assert len(pids()) == 1


@pytest.mark.parametrize("garbage", ["I think...", "{}", "'\\x00\\xff'", ""])
def test_garbage_ends_the_program(write: Write, pids: Callable[[], list[int]], garbage: str) -> None:
    body = f"""
if number == 1: say({garbage!r})
say("call")
"""
    with Program(write(body)) as program:
        with pytest.raises(KickerError, match=r"is not an action|cannot read the answer"):
            program.act(question())
        assert not is_alive(pids()[0])
        assert program.act(question()) == CALL
    assert len(pids()) == 2


def test_a_late_answer_is_not_taken_for_the_next_one(write: Write, pids: Callable[[], list[int]]) -> None:
    body = """
if number == 2: time.sleep(1.5); say("raise 10000")
else: say("call")
"""
    with Program(write(body), time_limit=60) as program:
        assert program.act(question()) == CALL
        program.time_limit = 0.4
        with pytest.raises(KickerError, match=r"it did not answer within 0\.4 s"):
            program.act(question())
        assert not is_alive(pids()[0])
        program.time_limit = 60
        for deal in range(3):
            assert program.act(question(deal)) == CALL


def test_answers_to_earlier_questions_are_left_aside(write: Write) -> None:
    body = """
if number == 2: say(json.dumps({"id": 1, "action": "raise 10000"}))
say(json.dumps({"id": number, "action": "call"}))
if number == 2: say(json.dumps({"id": 2, "action": "raise 10000"}))
"""
    with Program(write(body)) as program:
        assert [program.act(question(deal)) for deal in range(4)] == [CALL] * 4
        assert program.faults == 0


def test_answers_to_questions_to_come_are_a_fault(write: Write, pids: Callable[[], list[int]]) -> None:
    with Program(write("""say(json.dumps({"id": number + 1, "action": "call"}))""")) as program:
        with pytest.raises(KickerError, match="it answers question 2, which was not asked yet"):
            program.act(question())
        assert not is_alive(pids()[0])


def test_answering_twice_without_a_number_is_a_fault(write: Write) -> None:
    with Program(write("say('call\\nraise 10000')")) as program:
        assert program.act(question()) == CALL
        with pytest.raises(KickerError, match="unexpected output"):
            program.act(question())
        assert program.act(question()) == CALL  # of a fresh one


@pytest.mark.parametrize(
    ("flood", "says"),
    [
        ("while True: sys.stdout.write('x' * 1000)", "endless output"),
        ("while True: say(json.dumps({'id': 0, 'action': 'call'}))", "it did not answer within 0.3 s"),
        ("while True: sys.stderr.write('x' * 1000)", "it did not answer within 0.3 s"),
    ],
)
def test_floods(write: Write, pids: Callable[[], list[int]], flood: str, says: str) -> None:
    body = f"if number == 1: say('call'); continue\n{flood}"
    with Program(write(body), time_limit=0.3) as program:
        assert program.act(question()) == CALL
        with pytest.raises(KickerError, match=says):
            program.act(question())
        assert not is_alive(pids()[0])


def test_a_program_that_reads_no_more_does_not_stop_the_game(write: Write) -> None:
    with Program(write("say('call'); time.sleep(1000)"), time_limit=0.2) as program:
        program.act(question())
        state = begin()
        over = state.apply(FOLD)[0].view(0)

        def tell_often() -> None:
            for _ in range(1000):
                program.learn(over)

        with pytest.raises(KickerError, match="did not answer within"):
            tell_often()
        program.learn(over)  # nobody is there to be told


OWNER = """
import sys
from kicker.players import program
from tests.test_program import question

if sys.argv[2] == "unannounced":
    program._tell_reaper = lambda line: sys.stdin.read()
program.Program(sys.argv[1], time_limit=1000).act(question())
"""


@pytest.mark.live
@pytest.mark.parametrize(
    ("moment", "child"),
    [
        ("announced", "sleep 1000"),
        pytest.param("announced", "setsid sleep 1000", marks=ONLY_MARKED),
        pytest.param("unannounced", "sleep 1000", marks=ONLY_MARKED),
    ],
)
def test_programs_do_not_outlive_a_process_that_is_killed(moment: str, child: str, tmp_path: Path) -> None:
    """A worker, say. Nothing of it is left to end its programs, which ignore what they can and have started others.

    It can be killed before it has told the reaper of a program, and a child can have left its program's group.
    """
    bot = tmp_path / "bot.sh"
    bot.write_text(f"trap '' INT TERM HUP PIPE\n{child} &\necho $$ $! > pids.part\nmv pids.part pids\nwait\n")
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    owner = subprocess.Popen(
        [sys.executable, "-c", OWNER, f"sh {bot}", moment], cwd=tmp_path, env=environment, stdin=subprocess.PIPE
    )
    try:
        deadline = time.monotonic() + 60
        while not (tmp_path / "pids").exists():
            assert owner.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.01)
    finally:
        owner.kill()
        owner.communicate()
    assert all(map(ends, map(int, (tmp_path / "pids").read_text().split())))


def test_a_process_that_shows_no_environment_for_a_moment_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is just starting another program."""
    searches = iter([[], [], [7], [], [8]])
    killed: list[int] = []
    monkeypatch.setattr(reaper, "marked", lambda mark: next(searches, []))
    monkeypatch.setattr("kicker.players.reaper.time.sleep", lambda seconds: None)
    monkeypatch.setattr(os, "kill", lambda process, sent: killed.append(process))
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    reaper.main("KICKER_OWNER=somebody")
    assert killed == [7, 8]


def test_a_number_that_belongs_to_another_process_by_now_is_not_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    killed: list[int] = []
    births = iter(["100", "200", "300", "100", "999", ""])  # of three groups when they start, and at the end
    monkeypatch.setattr(reaper, "birth", lambda process: next(births))
    monkeypatch.setattr(os, "killpg", lambda group, sent: killed.append(group))
    monkeypatch.setattr(sys, "stdin", io.StringIO("+11\n+12\n-7\n+13\nbye\n"))
    reaper.main("KICKER_OWNER=somebody who never lived")
    assert killed == [11, 13]  # of the third only children are left


def test_what_a_program_started_ends_with_it(write: Write, tmp_path: Path) -> None:
    note = tmp_path / "child"
    body = f"""
import subprocess
child = subprocess.Popen(["sleep", "1000"])
open({str(note)!r}, "w").write(str(child.pid))
say("call")
"""
    with Program(write(body)) as program:
        program.act(question())
        assert is_alive(int(note.read_text()))
    assert ends(int(note.read_text()))


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("", "a program needs a command"),
        ("./no-such-bot --fast", r"'\./no-such-bot' cannot be run"),
        ("bot 'unclosed", "cannot read the command .*: no closing quotation"),
    ],
)
def test_commands_that_cannot_be_run(command: str, says: str) -> None:
    with pytest.raises(KickerError, match=says):
        split_command(command)
    with pytest.raises(KickerError, match=says):
        Program(command)


def test_a_program_that_is_gone_when_it_is_needed(tmp_path: Path) -> None:
    path = tmp_path / "bot.sh"
    path.write_text("#!/bin/sh\necho call\n")
    path.chmod(0o755)
    program = Program(str(path))
    path.unlink()
    with pytest.raises(KickerError, match="it cannot be started: no such file"):
        program.act(question())


def test_the_table_checks_or_folds_for_a_program_that_errs(write: Write) -> None:
    with Program(write("say('dance')")) as program:
        table = Table(RULES, [10_000] * 2, players={0: program, 1: make_bot("caller")}, seed=1)
        table.deal()
        table.advance()
        assert table.defaults == [1, 0]
        (event,) = [event for event in table.log if event.kind == "default"]
        assert "'dance' is not an action" in event.reason
        assert table.state.actions == (FOLD,)


# --- the example -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [RULES, classic_draw()], ids=["holdem", "draw"])
def test_the_example_in_shell_plays(rules: object) -> None:
    assert os.access(ROOT / "examples" / "careful.sh", os.X_OK)
    with Program(f"sh {ROOT / 'examples' / 'careful.sh'}") as program:
        table = Table(rules, [10_000] * 2, players={0: program, 1: make_bot("random", 3)}, seed=1)  # type: ignore[arg-type]
        table.play(20)
        assert table.defaults == [0, 0]
        assert program.faults == 0


def test_the_transcript_in_the_docs_is_what_is_said() -> None:
    page = (ROOT / "docs" / "matches.md").read_text()
    shown = [line for line in page.splitlines() if line.startswith(("> {", "< {"))]
    state, _ = RULES.start(shuffled("docs", 1), [10_000, 10_000], 0)
    said = []
    for number, others in enumerate(([CALL, CHECK], [FOLD]), 1):
        said.append("> " + question_line("act", number, state.view(0)).decode().strip())
        answer = shown[len(said)]
        said.append(answer)
        reply = parse_reply(answer.removeprefix("< ").encode())
        assert reply.number == number
        for action in [parse_action(reply.text), *others]:
            state, _ = state.apply(action)
    said.append("> " + question_line("over", 2, state.view(0)).decode().strip())
    assert shown == said
