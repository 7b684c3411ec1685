"""Every kind of event and its sentence: one file for the prompt, the terminal and the pages."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import kicker.ui.web
from kicker.games import Event
from kicker.games.events import KINDS
from kicker.ui.common.text import Look, Wording, event_line
from tests.conftest import OWN_DATA

STATIC = Path(kicker.ui.web.__file__).parent / "static"
GOLDEN = json.loads((OWN_DATA / "sentences.json").read_text())
USUAL = {name: GOLDEN[name] for name in ("names", "you", "pot", "side_pots", "boards")}
CASES: list[dict[str, Any]] = [USUAL | case for case in GOLDEN["sentences"]]
SCRIPTS = ("words.js", "dom.js")
SAY_ALL = """cases => cases.map((each) => eventText(each.event, { ...each, sidePots: each.side_pots }))"""


def test_every_kind_of_event_is_there_for_oneself_and_for_others() -> None:
    seen = {(case["event"]["kind"], case["event"].get("seat") == case["you"]) for case in CASES}
    with_seat = {case["event"]["kind"] for case in CASES if "seat" in case["event"]}
    assert seen == {(kind, mine) for kind in KINDS for mine in (True, False) if kind in with_seat or not mine}
    assert set(KINDS) - with_seat == {"board", "level", "over", "reshuffled", "passed", "game", "bomb pot"}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["text"])
def test_a_sentence_in_python(case: dict[str, Any]) -> None:
    event = Event.from_dict(case["event"])
    assert json.loads(json.dumps(event.as_dict())) == case["event"]
    flags = {name: case[name] for name in ("side_pots", "boards")}
    line = event_line(event, Wording(case["names"], you=case["you"]), case["pot"], **flags)
    assert Look().text(line) == case["text"]


def test_the_sentences_of_the_pages_in_node(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node to run the script in")
    for name in SCRIPTS:
        text = (STATIC / name).read_text().replace('"/static/', '"./')
        (tmp_path / name).with_suffix(".mjs").write_text(text.replace('.js"', '.mjs"'))
    script = (
        'import { eventText } from "./words.mjs"; import { readFileSync } from "node:fs";'
        f"console.log(JSON.stringify(({SAY_ALL})(JSON.parse(readFileSync(0)))));"
    )
    (tmp_path / "run.mjs").write_text(script)
    answer = subprocess.run(
        [node, str(tmp_path / "run.mjs")], input=json.dumps(CASES), capture_output=True, text=True, check=False
    )
    assert answer.stderr == ""
    assert json.loads(answer.stdout) == [case["text"] for case in CASES]


@pytest.mark.live
def test_the_sentences_of_the_pages_in_a_browser(browser: Any) -> None:
    scripts = {f"http://kicker.test/static/{name}": (STATIC / name).read_text() for name in SCRIPTS}
    context = browser.new_context()

    def answer(route: Any) -> None:
        script = scripts.get(route.request.url, "")
        route.fulfill(body=script, content_type="text/javascript" if script else "text/html")

    context.route("**/*", answer)
    page = context.new_page()
    page.goto("http://kicker.test/")
    said = page.evaluate(
        f"async (cases) => {{ const {{ eventText }} = await import('/static/words.js'); return ({SAY_ALL})(cases); }}",
        CASES,
    )
    context.close()
    assert said == [case["text"] for case in CASES]
