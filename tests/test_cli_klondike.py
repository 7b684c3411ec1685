"""The command klondike, run for real: deals, verdicts, ranges, rates that continue after a kill, and refusals."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from kicker.solitaire import Klondike, numbered_deck
from kicker.solitaire.many import Limits, positions_within, solve_many
from kicker.solitaire.solve import solve
from tests.conftest import Run
from tests.test_cli import one_sentence

DECK_1 = " ".join(map(str, numbered_deck(1)))


def read(result: "subprocess.CompletedProcess[bytes]") -> Any:
    assert result.returncode == 0, result.stderr
    assert result.stderr == b""
    return json.loads(result.stdout)


# --- deal ------------------------------------------------------------------------------------------------------------

DEAL_3 = """\
deal 3: 1 card at a time, any number of redeals
1   2   3   4   5   6   7
Ah  ..  ..  ..  ..  ..  ..
    Ad  ..  ..  ..  ..  ..
        6c  ..  ..  ..  ..
            Jh  ..  ..  ..
                4s  ..  ..
                    6d  ..
                        8c
stock  24 cards
moves  turn (1 H) (2 D)
"""


@pytest.mark.parametrize("name", ["klondike", "solitaire"])
def test_a_deal_hides_what_lies_covered(kicker: Run, name: str) -> None:
    result = kicker(name, "deal", "3")
    assert (result.returncode, result.stdout.decode(), result.stderr) == (0, DEAL_3, b"")


def test_an_open_deal(kicker: Run) -> None:
    shown = kicker("klondike", "deal", "3", "--open").stdout.decode().splitlines()
    position = Klondike().start(3)
    rows = [line.split() for line in shown[2:9]]
    assert rows[0] == [str((*column.covered, *column.uncovered)[0]) for column in position.columns]
    assert rows[-1] == ["8c"]
    assert shown[9] == f"stock  {' '.join(map(str, position.stock.cards))}"


def test_the_json_of_a_deal_hides_the_same(kicker: Run) -> None:
    hidden = read(kicker("klondike", "deal", "3", "--draw", "3", "--json"))
    shown = read(kicker("klondike", "deal", "3", "--draw", "3", "--json", "--open"))
    assert hidden["columns"] == [[None] * place + [column[-1]] for place, column in enumerate(shown["columns"])]
    assert hidden["stock"] == [None] * 24
    assert (hidden["deal"], hidden["draw"], hidden["redeals"]) == (3, 3, None)
    cards = [column[row] for row in range(7) for column in shown["columns"][row:]] + shown["stock"]
    assert cards == list(map(str, numbered_deck(3)))


def test_a_deck_is_dealt_as_the_number_is(kicker: Run) -> None:
    by_number = read(kicker("klondike", "deal", "1", "--open", "--json"))
    by_deck = read(kicker("klondike", "deal", "--deck", DECK_1, "--open", "--json"))
    assert by_deck == by_number | {"deal": None}


def test_a_random_deal_says_its_number(kicker: Run) -> None:
    first, again = (kicker("klondike", "deal", "--seed", "7").stdout for _ in range(2))
    assert first == again
    number = first.decode().split()[1].rstrip(":")
    assert kicker("klondike", "deal", number).stdout == first
    assert len({kicker("klondike", "deal").stdout for _ in range(3)}) > 1


@pytest.mark.parametrize("choice", [["--winnable"], ["--winnable", "--budget", "100"], ["--unbiased"]])
def test_a_winnable_deal_can_be_won(kicker: Run, choice: list[str]) -> None:
    record = read(kicker("klondike", "deal", *choice, "--seed", "3", "--json"))
    assert record["winnable"] is True
    assert record["tried"] > record["given_up"] >= 0
    assert solve(Klondike().start(record["deal"])).result == "won"


# --- solve -----------------------------------------------------------------------------------------------------------

SOLVED_3 = """\
deal 3, 3 cards at a time, any number of redeals: won in 161 moves
  2 D, 1 H, turn×7, 0 H, 2 H, turn×6, 0 1, 0 H, turn×2, 0 4, turn×4, 0 4, 7 4 1, turn×9, 0 H,
"""


def test_solve(kicker: Run) -> None:
    result = kicker("klondike", "solve", "3", "--draw", "3")
    shown = result.stdout.decode()
    assert shown.startswith(SOLVED_3)
    assert re.fullmatch(r"42 positions in [\d.]+ ms", shown.splitlines()[-1])
    assert result.returncode == 0
    moves = re.sub(r"turn×(\d+)", lambda found: ", ".join(["turn"] * int(found[1])), shown.partition("\n")[2])
    listed = [move.strip() for line in moves.splitlines()[:-1] for move in line.split(",") if move.strip()]
    assert listed == [str(move) for move in solve(Klondike(draw=3).start(3)).moves]


def test_solve_json(kicker: Run) -> None:
    record = read(kicker("klondike", "solve", "3", "--draw", "3", "--json"))
    assert list(record) == ["deal", "result", "nodes", "ms", "moves"]
    verdict = solve(Klondike(draw=3).start(3))
    assert (record["deal"], record["result"], record["nodes"]) == (3, "won", verdict.nodes)
    assert record["moves"] == [str(move) for move in verdict.moves]
    assert record["ms"] > 0


def test_solve_a_deck(kicker: Run) -> None:
    by_number, by_deck = (
        read(kicker("klondike", "solve", *deal, "--json")) for deal in (["1"], ["--deck", DECK_1.replace(" ", "")])
    )
    assert by_deck["moves"] == by_number["moves"]
    assert by_deck["deal"] is None


@pytest.mark.parametrize(("redeals", "result"), [("none", "won"), ("0", "lost")])
def test_redeals_matter(kicker: Run, redeals: str, result: str) -> None:
    assert read(kicker("klondike", "solve", "3", "--redeals", redeals, "--draw", "3", "--json"))["result"] == result


@pytest.mark.parametrize(
    ("limit", "why"),
    [
        (["--nodes", "5"], "limit of 5 positions reached"),
        (["--memory", "1"], "memory for 45,875 positions is full"),
        (["--seconds", "0.0001"], "time limit of 0.0001 s reached"),
    ],
)
def test_what_is_not_decided_is_unknown(kicker: Run, limit: list[str], why: str) -> None:
    result = kicker("klondike", "solve", "1", "--draw", "3", *limit)
    assert result.returncode == 0
    assert result.stdout.decode().startswith(f"deal 1, 3 cards at a time, any number of redeals: unknown: {why}\n")


def test_a_range(kicker: Run) -> None:
    result = kicker("klondike", "solve", "--range", "2-41", "--nodes", "500")
    lines = result.stdout.decode().splitlines()
    assert lines[0] == "deals 2 to 41: 1 card at a time, any number of redeals"
    rules = Klondike()
    results = {deal: solve(rules.start(deal), nodes=500).result for deal in range(2, 42)}
    for line, kind in zip(lines[1:4], ("won", "lost", "unknown"), strict=True):
        count = sum(found == kind for found in results.values())
        assert line.split() == [kind, str(count), f"{count / 40:.3%}"]
    assert "(95% interval)" in lines[4]
    unknown = [str(deal) for deal, found in results.items() if found == "unknown"]
    assert f"undecided: {' '.join(unknown)}" == lines[5]
    assert re.fullmatch(r"time     median [\d.]+ ms, mean [\d.]+ ms, longest \d+ ms", lines[6])
    assert re.fullmatch(r"decided  [\d.]+% within 100 ms, [\d.]+% within 10 s", lines[7])


def test_the_json_of_a_range_with_any_number_of_workers(kicker: Run) -> None:
    arguments = ["klondike", "solve", "--range", "1-30", "--draw", "3", "--nodes", "2000", "--json"]
    one, two = (read(kicker(*arguments, "--workers", workers)) for workers in "12")
    for record in (one, two):
        assert list(record) == ["won", "lost", "unknown", "deals"]
        assert [found["deal"] for found in record["deals"]] == list(range(1, 31))
        assert all(list(found) == ["deal", "result", "nodes", "ms"] for found in record["deals"])
        assert all(found.pop("ms") > 0 for found in record["deals"])
        for kind in ("won", "lost", "unknown"):
            assert record[kind] == sum(found["result"] == kind for found in record["deals"])
    assert one == two


def test_a_closed_iterator_stops_all_searches() -> None:
    # Deal 1 takes millions of positions; the first ten deals of the range are done, whatever the others do.
    deals = solve_many(Klondike(draw=3), [3, 1, 1, 1], Limits(seconds=3600), workers=2)
    assert next(deals).deal == 3
    deals.close()
    assert list(deals) == []


def test_memory_is_enough_for_the_positions() -> None:
    for memory in (10**6, 10**8, 10**9):
        positions = positions_within(memory)
        slots = 1 << 10
        while 10 * positions > 7 * slots:
            slots *= 4
        assert 8 * slots + 8 * slots // 4 <= memory < 5 * 8 * slots


@pytest.mark.live
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_prints_what_is_known(tmp_path: Path, workers: str) -> None:
    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "kicker", "klondike", "solve", "--range", "1-100000000", "--json"]
    environment = os.environ | {"TERM": "xterm", "COLUMNS": "120"}
    process = subprocess.Popen(
        [*command, "--workers", workers], cwd=tmp_path, stdout=subprocess.PIPE, stderr=follower, env=environment
    )
    os.close(follower)
    shown = ""
    while "solving" not in shown:  # the bar appears after a second
        shown += os.read(leader, 4096).decode(errors="replace")
    process.send_signal(signal.SIGINT)
    printed, _ = process.communicate(timeout=60)
    os.close(leader)
    assert process.returncode == 130
    record = json.loads(printed)
    assert [found["deal"] for found in record["deals"]] == list(range(1, len(record["deals"]) + 1))
    assert record["won"] > 10


# --- rate ------------------------------------------------------------------------------------------------------------


def test_rate(kicker: Run, tmp_path: Path) -> None:
    result = kicker("klondike", "rate", "--deals", "40", "--file", "kept.jsonl")
    lines = result.stdout.decode().splitlines()
    assert lines[0] == "deals 1 to 40: 1 card at a time, any number of redeals"
    assert [line.split()[0] for line in lines[1:5]] == ["won", "lost", "unknown", "winnable"]
    assert lines[4].endswith("(99.9% interval)")
    assert lines[5] == "0 results reused from kept.jsonl"
    assert len((tmp_path / "kept.jsonl").read_text().splitlines()) == 40


def test_undecided_deals_widen_the_interval(kicker: Run) -> None:
    exact = read(kicker("klondike", "rate", "--deals", "40", "--file", "a", "--json"))
    wide = read(kicker("klondike", "rate", "--deals", "40", "--nodes", "60", "--file", "a", "--json"))
    assert wide["from_file"] == 0, "other limits, other results"
    assert wide["unknown"] > 0 == exact["unknown"]
    assert wide["low"] < exact["low"] < exact["won"] / 40 < exact["high"]
    assert wide["high"] >= exact["high"]


@pytest.mark.live
def test_a_rate_goes_on_after_a_kill(kicker: Run, tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    command = [sys.executable, "-m", "kicker", "klondike", "rate", "--deals", "1000000", "--file", str(kept)]
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE)
    deadline = time.monotonic() + 60
    while not kept.exists() or kept.stat().st_size < 5000:
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.01)
    process.kill()
    process.communicate(timeout=60)
    lines = kept.read_bytes().splitlines(keepends=True)
    done = sum(line.endswith(b"\n") for line in lines)
    kept.write_bytes(b"".join(lines[:done]) + lines[0][:40])  # torn in the middle
    wanted = done + 20
    record = read(kicker("klondike", "rate", "--deals", str(wanted), "--file", str(kept), "--json"))
    assert (record["deals"], record["from_file"]) == (wanted, done)
    expected = read(kicker("klondike", "solve", "--range", f"1-{wanted}", "--json"))
    assert [record[kind] for kind in ("won", "lost", "unknown")] == [
        expected[kind] for kind in ("won", "lost", "unknown")
    ]
    again = read(kicker("klondike", "rate", "--deals", str(wanted), "--file", str(kept), "--json"))
    assert again == record | {"from_file": wanted}
    assert len(kept.read_bytes().splitlines()) == wanted + 1  # and the torn one


def test_results_are_kept_in_the_home_folder(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "kicker", "klondike", "rate", "--deals", "3", "--json"]
    places = {"KICKER_HOME": tmp_path / "own", "XDG_DATA_HOME": tmp_path / "data", "HOME": tmp_path / "home"}
    for name, folder in {
        "KICKER_HOME": "own",
        "XDG_DATA_HOME": "data/kicker",
        "HOME": "home/.local/share/kicker",
    }.items():
        environment = {key: value for key, value in os.environ.items() if key not in places}
        subprocess.run(command, check=True, capture_output=True, env=environment | {name: str(places[name])})
        assert len((tmp_path / folder / "klondike.jsonl").read_text().splitlines()) == 3


def test_damaged_results_are_passed_over(kicker: Run, tmp_path: Path) -> None:
    kicker("klondike", "rate", "--deals", "5", "--file", "kept")
    kept = tmp_path / "kept"
    lines = kept.read_text().splitlines()
    bad = ["", "[]", "7", "{}", lines[1].replace('"won"', '"sure"'), lines[2].replace("3", '"3"'), "[" * 100_000]
    kept.write_text("\n".join([lines[0], *bad]) + "\n")
    record = read(kicker("klondike", "rate", "--deals", "5", "--file", "kept", "--json"))
    assert (record["deals"], record["from_file"]) == (5, 1)


def test_a_file_of_something_else_is_left_alone(kicker: Run, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ada,\nthe cards are fine.\n")
    message = one_sentence(kicker("klondike", "rate", "--deals", "5", "--file", "letter.txt"))
    assert message == "Error: 'letter.txt' is not a file of results; choose another --file"
    assert (tmp_path / "letter.txt").read_text().endswith("fine.\n")
    missing = one_sentence(kicker("klondike", "rate", "--deals", "5", "--file", "a/b/kept"))
    assert missing == "Error: cannot write 'a/b/kept': there is no folder 'a/b'"
    assert not (tmp_path / "a").exists()
    assert one_sentence(kicker("klondike", "rate", "--file", ".")) == "Error: cannot read '.': is a directory"


# --- refusals --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["solve", "0"], "there is no deal 0; deals are numbered from 1 to 9223372036854775807"),
        (["deal", "99999999999999999999"], "there is no deal 99999999999999999999; deals are numbered from 1 to "),
        (["solve", "--deck", "As"], "a deal has 52 cards, not 1: 2s 3s 4s 5s 6s ... are missing"),
        (["solve", "--deck", DECK_1[:-2]], "a deal has 52 cards, not 51: 7c is missing"),
        (["solve", "--deck", DECK_1[:-2] + "7h"], "7h appears twice; a deal has each card once"),
        (["deal", "--deck", DECK_1[:-2] + "7x"], "'7x' is not a card at character 154 of "),
        *(
            (["solve", "--range", span], f"{span!r} is not a range of deals; write A-B like 1-1000, from 1 to ")
            for span in ("", "5", "0-10", "10-9", "a-b", "1-", "1--2", "1-9223372036854775808", "1-²")
        ),
    ],
)  # fmt: skip
def test_bad_input_is_refused_in_one_sentence(kicker: Run, arguments: list[str], message: str) -> None:
    assert one_sentence(kicker("klondike", *arguments)).startswith(f"Error: {message}")


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve"],
        ["solve", "1", "--range", "1-2"],
        ["solve", "x"],
        ["solve", "1", "--draw", "2"],
        ["solve", "1", "--redeals", "9"],
        ["solve", "1", "--seconds", "0"],
        ["solve", "1", "--memory", "0"],
        ["solve", "1", "--workers", "0"],
        ["deal", "1", "--winnable"],
        ["deal", "1", "--seed", "3"],
        ["deal", "--budget", "3"],
        ["rate", "--deals", "0"],
        ["sove"],
    ],
)
def test_wrong_usage(kicker: Run, arguments: list[str]) -> None:
    result = kicker("klondike", *arguments)
    assert result.returncode == 2
    assert b"Traceback" not in result.stderr
    assert result.stderr.decode().splitlines()[-1].startswith("Error: ")
