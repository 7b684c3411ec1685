"""The programs in `examples/` run where kicker is installed, and print what they print here."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

EXAMPLES = ROOT / "examples"

PRINTED = {
    "first_evaluation.py": """\
Ann has one pair, fours, ace-king-queen kickers: 4s 4d Ah Kh Qh
Bob has full house, queens over fours: Qs Qd Qh 4s 4d
Cid has four of a kind, fours, queen kicker: 4h 4c 4s 4d Qh
winner: Cid
7201 True FULL_HOUSE
""",
    "range_equity.py": """\
QQ+, AK is 2.6% of all hands
before the flop (exact, from the table of 47,008 match-ups)
  JhTh                  29.22%  wins 29.01%, ties 0.43%
  QQ+, AK               70.78%  wins 70.56%, ties 0.43%
9h 8c 2h (exact, all 990 boards of 34 combinations of hands)
  JhTh                  58.03%  wins 58.03%, ties 0.00%
  QQ+, AK               41.97%  wins 41.97%, ties 0.00%
""",
    "own_bot.py": """\
Fifth against caller: +12.7 bb/100 (95% interval ±5.7)
Fifth against maniac: +515.1 bb/100 (95% interval ±182.2)
""",
    "play_at_a_table.py": """\
deal 1: 9c Qs | 6h 4s 9h 3h 7s | -10
deal 2: 5d 6d | 8c 4d 7s 7h Jc | -10
deal 3: Jh 2h | 2d Jc 8d 6s 4c | +10
deal 4: Qc Qd | 7d 5s Jc 6d As | +23
deal 5: 2d 3d | Kh 5h 8d 4d 3h | +10
You 1023, Carl 1977, Rita 0
""",
    "check_records.py": "ok: 400\n",
    "best_discard.py": """\
4c 9s 4h 3d 2d: share of wins against one hand that stands pat
  discard 9s 3d 2d     66.39%  (one pair 71%, two pair 16%, three of a kind 11%)
  discard 9s 2d        65.00%  (one pair 74%, two pair 17%, three of a kind 8%)
  discard 9s 3d        65.00%  (one pair 74%, two pair 17%, three of a kind 8%)
""",
    "push_or_fold.py": """\
10 big blinds, in equilibrium:
  shove 58.3%: 22+,A2s+,K2s+,Q2s+,J3s+,T4s+,95s+,84s+,74s+,64s+,53s+,43s,A2o+,K2o+,Q7o+,J8o+,T8o+,97o+,87o,76o
  call 37.4%: 22+,A2s+,K2s+,Q7s+,J8s+,T9s,A2o+,K5o+,Q9o+,JTo
  the small blind wins -0.045 big blinds a hand
against somebody who calls with 88+,ATs+,KQs,ATo+ alone:
  shove 100.0% and win +0.596
""",
    "klondike_statistics.py": """\
draw 1: won 95%, lost 5%, unknown 0%; 217 moves to win on average
draw 3: won 85%, lost 9%, unknown 6%; 156 moves to win on average
""",
    "card_back.py": "card_back.png: dragon in ember, 400 x 400 pixels\n",
}


def run(name: str, folder: Path, *arguments: str) -> str:
    """The output of an example, run in another folder and without this one on the path."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    command = [sys.executable, "-W", "error", str(EXAMPLES / name), *arguments]
    result = subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", cwd=folder, check=False,
        env=environment | {"PYTHONIOENCODING": "utf-8", "KICKER_HOME": str(folder)},
    )  # fmt: skip
    assert result.stderr == ""
    assert result.returncode == 0
    return result.stdout


@pytest.mark.parametrize("name", sorted(PRINTED))
def test_examples_print_this(name: str, tmp_path: Path) -> None:
    assert run(name, tmp_path) == PRINTED[name]


def test_every_example_is_run_and_listed() -> None:
    names = {path.name for path in EXAMPLES.iterdir() if path.suffix in (".py", ".sh")}
    assert names == {*PRINTED, "careful.sh"}
    listed = re.findall(r"^\| \[(\S+)\]\((\S+)\) \| ", (EXAMPLES / "README.md").read_text(), re.MULTILINE)
    assert sorted(listed) == sorted((name, name) for name in names)
    assert "(examples/README.md)" in (ROOT / "README.md").read_text()


@pytest.mark.parametrize("name", sorted(PRINTED))
def test_every_example_says_how_to_run_it_and_stays_short(name: str) -> None:
    text = (EXAMPLES / name).read_text()
    tree = ast.parse(text)
    assert f"\nRun: python {name}" in str(ast.get_docstring(tree))
    assert len(text.splitlines()) <= 50
    imported = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    imported |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    outside = {module.partition(".")[0] for module in imported} - sys.stdlib_module_names - {"kicker"}
    assert outside <= ({"PIL"} if name == "card_back.py" else set())


def test_examples_take_other_questions(tmp_path: Path) -> None:
    assert "AsKs" in run("range_equity.py", tmp_path, "AsKs", "QQ+, AK, 76s:50%", "Qs 7h 2c")
    assert "discard 2c" in run("best_discard.py", tmp_path, "Ah Kh Qh Jh 2c")
    assert "8.5 big blinds" in run("push_or_fold.py", tmp_path, "8.5")
    assert "draw 3: won 80%" in run("klondike_statistics.py", tmp_path, "10")
    assert run("card_back.py", tmp_path, "lightning", "grey", "back.png").startswith("back.png: lightning in grey")
    assert (tmp_path / "back.png").read_bytes().startswith(b"\x89PNG")


def test_records_that_do_not_add_up_are_told(tmp_path: Path) -> None:
    hand = """variant = "NT"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
finishing_stacks = {stacks}
actions = ["d dh p1 AhKh", "d dh p2 QsQd", "{action}"]
"""
    (tmp_path / "good.phh").write_text(hand.format(stacks=[101, 99], action="p2 f").replace("[1, 2]", "[2, 1]"))
    (tmp_path / "bad.phh").write_text(hand.format(stacks=[150, 50], action="p2 f"))
    (tmp_path / "illegal.phh").write_text(hand.format(stacks=[100, 100], action="p1 cbr 500"))
    printed = run("check_records.py", tmp_path, str(tmp_path))
    assert "error: 1\n" in printed
    assert "mismatched: 1\n" in printed
    assert "illegal.phh" in printed


@pytest.mark.live
@pytest.mark.skipif(sys.platform == "win32", reason="a shell script")
def test_the_bot_in_another_language_plays(tmp_path: Path) -> None:
    options = ["--hands", "10", "--session", "10", "--seed", "7"]
    result = subprocess.run(
        [sys.executable, "-m", "kicker", "match", "program:./careful.sh", "caller", *options],
        capture_output=True, text=True, check=True, cwd=EXAMPLES, env=os.environ | {"KICKER_HOME": str(tmp_path)},
    )  # fmt: skip
    assert "program:./careful.sh" in result.stdout
    assert result.stderr == ""  # no decision failed
