"""Klondike's sentences and keys are the same at the prompt, in the terminal, in the browser and in the docs."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any, get_args

import pytest

from kicker.cards import Card, parse_cards
from kicker.solitaire import Finish, Game, IllegalMove, Klondike, Refusal, parse_move
from kicker.solitaire.hints import Hint, Oracle
from kicker.solitaire.refusals import Kind
from kicker.solitaire.solve import Verdict
from kicker.ui.common import klondike_words as words
from kicker.ui.common.text import Look
from kicker.ui.play.klondike import HELP
from tests.conftest import OWN_DATA, ROOT

STATIC = ROOT / "src" / "kicker" / "ui" / "web" / "static"
CASES: list[dict[str, Any]] = json.loads((OWN_DATA / "klondike-sentences.json").read_text())
SCRIPTS = ("klondike-words.js", "klondike-board.js", "api.js", "cards.js", "dom.js", "words.js")
SAY = """({ say, view, ...each }) => ({
    move: () => words.moveWords(view, each.move),
    undone: () => words.undoneWords(view, each.move),
    redone: () => words.redoneWords(view, each.move),
    home: () => words.homeWords(each.moves),
    rules: () => words.rulesWords(view),
    won: () => words.wonWords(each),
    finish: () => words.finishWords(each),
    nothing: () => words.nothingToTake(view, each.pile),
    refused: () => words.refusedWords({ facts: each.refusal }),
    share: () => words.shareWords(each.hint),
    hints: () => words.hintHeading(each.tried ? [{ tried: each.tried }] : []),
    oracle: () => words.oracleWords(view, each.oracle),
})[say]()"""


def game_of(case: dict[str, Any]) -> Game:
    game = Game(Klondike(**case["rules"]), case["deal"])
    for move in case["made"]:
        game.play(move)
    return game


def said_in_python(case: dict[str, Any]) -> str:
    look, kind = Look(), case["say"]
    position = game_of(case).position if "rules" in case else Klondike().start(1)
    view = position.view()
    move = parse_move(case["move"]) if "move" in case else None
    if kind in ("move", "undone", "redone"):
        assert move is not None
        assert move in view.moves
        says = {"move": words.move_words, "undone": words.undone_words, "redone": words.redone_words}
        return says[kind](view, move, look)
    if kind == "refused":
        facts = case["refusal"]
        some = {name: tuple(map(Card, facts[name])) for name in ("wanted", "cards")}
        return words.refusal_words(IllegalMove(parse_move("1 2"), Refusal(**facts | some), ()), look)
    if kind == "oracle":
        told = case["oracle"]
        found = parse_move(told["move"]) if told["move"] else None
        verdict = Verdict(told["result"], (parse_move("turn"),) * told["left"], 0, 0.0, told["reason"])
        return words.oracle_words(view, Oracle(verdict, found), look)
    finishes = {"no": None, "free": Finish((), True), "costs": Finish((), False)}
    hints = [Hint(parse_move("turn"), 0.0, 0.0, 0.0, 0, case.get("tried", 0), 0)]
    texts = {
        "home": lambda: words.home_words([*map(parse_move, case["moves"])]),
        "rules": lambda: words.rules_left(view),
        "won": lambda: words.won_words(case["number"], case["made"], case["score"]),
        "finish": lambda: words.finish_words(finishes[case["finish"]]),
        "nothing": lambda: words.nothing_to_take(position, case["pile"]),
        "share": lambda: words.share_words(Hint(**case["hint"])),
        "hints": lambda: words.hint_heading(hints if case["tried"] else []),
    }
    return texts[kind]()


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['say']}: {case['text']}")
def test_a_sentence_in_python(case: dict[str, Any]) -> None:
    assert said_in_python(case) == case["text"]


def test_every_kind_of_refusal_has_a_sentence() -> None:
    assert {case["refusal"]["kind"] for case in CASES if case["say"] == "refused"} == set(get_args(Kind))


def test_with_plain_characters_cards_are_plain() -> None:
    view = Klondike().start(1).view()
    assert words.move_words(view, parse_move("1 7 1"), Look(ascii=True)) == "7h onto 8c"


def from_pages(tmp_path: Path, expression: str, value: object) -> Any:
    """The result of the page's scripts for a value, without a browser."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node to run the script in")
    for name in SCRIPTS:
        text = (STATIC / name).read_text().replace('"/static/', '"./')
        (tmp_path / name).with_suffix(".mjs").write_text(text.replace('.js"', '.mjs"'))
    script = (
        'import * as words from "./klondike-words.mjs"; import { readFileSync } from "node:fs";'
        f"console.log(JSON.stringify(({expression})(JSON.parse(readFileSync(0)))));"
    )
    (tmp_path / "run.mjs").write_text(script)
    answer = subprocess.run(
        [node, str(tmp_path / "run.mjs")], input=json.dumps(value), capture_output=True, text=True, check=False
    )
    assert answer.stderr == ""
    return json.loads(answer.stdout)


def test_the_page_says_the_same_sentences(tmp_path: Path) -> None:
    pytest.importorskip("fastapi", reason="the web table needs kicker[web]")
    from kicker.ui.web.klondike import view_of

    cases = [case | {"view": view_of(game_of(case)).model_dump()} if "rules" in case else case for case in CASES]
    assert from_pages(tmp_path, f"cases => cases.map({SAY})", cases) == [case["text"] for case in CASES]


# --- keys ------------------------------------------------------------------------------------------------------------


TABLE = [words.PILES, *words.COMMANDS.values()]
POINTED = [*TABLE, *words.POINTER]


def test_no_key_means_two_things() -> None:
    keys = [command.key for command in words.COMMANDS.values()]
    assert len(set(keys)) == len(keys)
    assert not set(keys) & set("01234567SHDC")
    assert all(key == key.upper() and len(key) == 1 for key in keys)


def test_the_prompt_lists_the_table_and_obeys_every_key() -> None:
    lines = HELP.splitlines()
    assert lines[: len(TABLE)] == [f"{one.key:<17} {one.what}" for one in TABLE]
    assert lines[len(TABLE)].startswith("4 S, 4s, (0 3) ")
    assert max(map(len, lines)) <= 80


def test_the_page_lists_the_table_and_has_an_act_for_every_key(tmp_path: Path) -> None:
    told = from_pages(tmp_path, "() => [words.COMMANDS, words.PILES, words.POINTER]", None)
    assert told == [
        {name: [*command] for name, command in words.COMMANDS.items()},
        [*words.PILES],
        [[*command] for command in words.POINTER],
    ]
    constants = from_pages(tmp_path, "() => [words.STUCK, words.NOTHING_HELD, words.THINKING, words.AGAIN]", None)
    assert constants == [words.STUCK, words.NOTHING_HELD, words.THINKING, words.AGAIN]
    page = (STATIC / "klondike.js").read_text()
    (acts,) = re.findall(r"^const ACTS = \{\n(.*?)^\};", page, re.DOTALL | re.MULTILINE)
    assert re.findall(r"^  (\w+)(?=[:,])", acts, re.MULTILINE) == [*words.COMMANDS]


def test_the_terminal_binds_the_table_and_nothing_else() -> None:
    pytest.importorskip("textual")
    from textual.binding import Binding

    from kicker.ui.tui.klondike import KlondikeScreen

    bound: dict[str, list[str]] = {}
    for one in KlondikeScreen.BINDINGS:
        assert isinstance(one, Binding)
        bound.setdefault(one.tooltip, []).extend(one.key.split(","))
    arrows, use, escape, scroll = (command.what for command in words.POINTER)
    expected = {
        words.PILES.what: [*"01234567", *(key for suit in "shdc" for key in (suit, suit.upper()))],
        arrows: ["left", "right", "up", "down"],
        use: ["enter", "space"],
        escape: ["escape"],
        scroll: ["pageup", "pagedown"],
        **{one.what: [one.key.lower(), one.key] for one in words.COMMANDS.values()},
        words.COMMANDS["keys"].what: ["question_mark"],
    }
    assert bound == expected


def test_the_docs_show_the_table_once() -> None:
    page = (ROOT / "docs" / "klondike.md").read_text()
    (section,) = re.findall(r"^## Keys\n(.*?)^## ", page, re.DOTALL | re.MULTILINE)
    rows = re.findall(r"^\| (`.*?`) \| (.*?) \|$", section, re.MULTILINE)
    assert rows == [(f"`{one.key}`", one.what) for one in POINTED]
    for name in ("playing", "terminal", "web"):
        assert "(klondike.md#keys)" in (ROOT / "docs" / f"{name}.md").read_text()


def test_parsed_cards_of_a_refusal_are_named() -> None:
    refusal = Refusal("unfit", "1", (), tuple(parse_cards("Ah")))
    assert (refusal.text, refusal.words(Look().name)) == ("Ah cannot go on column 1", "A♥ cannot go on column 1")
