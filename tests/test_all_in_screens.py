"""An all-in step by step, as the terminal and the pages show it: hands are face up before the remaining cards."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import kicker.ui.web
from kicker.games import CALL, State, View, holdem, raise_to
from kicker.ui.tui.table_view import after_event, hand_note, opening, status_words

STATIC = Path(kicker.ui.web.__file__).parent / "static"
WATCHER = 2
"""Somebody who has folded."""


def all_in() -> State:
    """Two seats are all in before the flop, and seat 2 has folded."""
    state, _ = holdem(blinds=(5, 10)).start("As Ks Qs Ad Kd Qd 2c 7d 9h Js 4d", [100, 100, 100], button=0)
    return state.apply(raise_to(100))[0].apply(CALL)[0].apply(state.options.default)[0]


STATE = all_in()
OPEN: list[list[str | None]] = [["Qs", "Qd"], ["As", "Ad"]]
MOMENTS: dict[str, list[list[str | None]]] = {
    # after which event of the deal: what lies open of the two seats
    "call": [[None, None], [None, None]],
    "fold": [[None, None], [None, None]],
    "board": OPEN,
    "won": OPEN,
}


def test_the_hands_lie_open_before_the_flop_in_the_terminal() -> None:
    view = STATE.view(WATCHER)
    seen: dict[str, View] = {}
    now = opening(view)
    for event in view.history:
        now = after_event(now, event)
        seen.setdefault(event.kind, now)
    for kind, hands in MOMENTS.items():
        assert [[card and str(card) for card in hand] for hand in seen[kind].hands[:2]] == hands, kind
    flop = seen["board"]
    assert [hand_note(flop, seat) for seat in (0, 1)] == ["", ""]
    assert [status_words(flop, seat, WATCHER) for seat in (0, 1, 2)] == ["all in", "all in", "folded"]
    assert hand_note(now, 1).startswith("one pair, aces")
    assert status_words(view, 0, WATCHER) == "one pair"


def test_the_hands_lie_open_before_the_flop_on_the_pages(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node to run the script in")
    for name in ("words.js", "dom.js", "scene.js"):
        text = (STATIC / name).read_text().replace('"/static/', '"./')
        (tmp_path / name).with_suffix(".mjs").write_text(text.replace('.js"', '.mjs"'))
    view = STATE.view(WATCHER)
    told = {
        "stacks": view.start_stacks,
        "game": view.rules.game.as_dict(),
        "events": [event.as_dict() for event in view.history],
    }
    (tmp_path / "run.mjs").write_text(
        """import { after, emptyScene, isShown } from "./scene.mjs"; import { readFileSync } from "node:fs";
        const told = JSON.parse(readFileSync(0)), seen = {};
        let scene = emptyScene(told.stacks, 2, told.game);
        for (const event of told.events) {
          scene = after(scene, event);
          const shown = [0, 1, 2].map((seat) => isShown(scene, seat));
          seen[event.kind] ??= { hands: scene.hands, shown, words: scene.handWords };
        }
        console.log(JSON.stringify({ seen, end: scene.handWords }));"""
    )
    run = [node, str(tmp_path / "run.mjs")]
    answer = subprocess.run(run, input=json.dumps(told), capture_output=True, text=True, check=False)
    assert answer.stderr == ""
    found: dict[str, Any] = json.loads(answer.stdout)
    for kind, hands in MOMENTS.items():
        moment = found["seen"][kind]
        assert moment["hands"][:2] == hands, kind
        assert moment["shown"] == [*(hand[0] is not None for hand in hands), False]
    assert found["seen"]["board"]["words"] == ["", "", ""]
    assert found["end"][1].startswith("one pair, aces")
