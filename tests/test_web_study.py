"""The study room: ranges over HTTP, and its pages in a browser. What they show is what the library says."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the web table needs kicker[web]")
from kicker import Card, Range, blockers, count_kinds, equity, equity_by_card, equity_by_hand, parse_cards
from kicker.games import GAMES
from kicker.hand_ranges import read_hands
from tests.pages import PHONE, SERVER, Page, Visit, until
from tests.web import Server, running_server

TEXT = "textarea"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("study"), *SERVER) as started:
        yield started


def ask(server: Server, path: str, body: dict[str, Any], token: str | None = None) -> Any:
    with server.http as http:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return http.post(f"/api/study/{path}", json=body, headers=headers)


def says(page: Page, text: str) -> None:
    """Wait until the text of the range is this."""
    until(page, f"text => document.querySelector('{TEXT}')?.value === text", text)


# --- over HTTP ---


def test_a_range_in_both_forms(server: Server) -> None:
    text = "QQ+,AKs,76s:0.333333333333"
    answer = ask(server, "range", {"text": text}).json()
    written = Range(text)
    assert tuple(answer["weights"]) == written.weights
    assert (answer["combos"], answer["total"], answer["share"]) == (len(written), written.total, written.share)
    back = ask(server, "range", {"weights": answer["weights"]}).json()
    assert back["text"] == str(written)


def test_a_short_deck_has_fewer_hands(server: Server) -> None:
    answer = ask(server, "range", {"text": "random", "game": "short-deck"}).json()
    assert (answer["combos"], answer["share"]) == (36 * 35 // 2, 1.0)


def test_a_range_of_omaha(server: Server) -> None:
    answer = ask(server, "range", {"text": "AAxxds", "game": "omaha"}).json()
    hands = read_hands("AAxxds", 4)
    assert answer["hands"] == len(hands) == 864
    assert len(answer["examples"]) == 12
    assert ask(server, "range", {"text": "random", "game": "omaha"}).json()["share"] == 1.0


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"text": "AKx"}, "AKx"),
        ({"text": "QQ", "weights": [1.0]}, "a text or weights"),
        ({"weights": [1.0]}, "1326 weights"),
        ({"text": "QQ", "game": "omaha"}, "QQ"),
        ({"text": "QQ", "game": "draw"}, "no ranges"),
        ({"text": "QQ", "game": "whist"}, "whist"),
        ({"weights": [1.0] * 1326, "game": "omaha"}, "text"),
    ],
)
def test_a_range_that_cannot_be_read(server: Server, body: dict[str, Any], words: str) -> None:
    answer = ask(server, "range", body)
    assert answer.status_code == 400
    assert words in answer.json()["error"]["message"]


def test_ranges_that_are_kept(server: Server) -> None:
    key, other = (ask(server, "key", {}).json()["token"] for _ in range(2))
    ask(server, "ranges", {"name": "Button", "text": "22+", "game": "holdem"}, key)
    kept = ask(server, "ranges", {"name": " Button ", "text": "33+", "game": "holdem"}, key).json()["ranges"]
    assert [(row["name"], row["text"], row["game"]) for row in kept] == [("Button", "33+", "holdem")]
    assert server.get("/api/study/ranges", other).json() == {"ranges": []}
    assert server.get("/api/study/ranges").status_code == 401
    assert ask(server, "ranges/delete", {"name": "Button"}, other).json() == {"ranges": []}
    assert len(server.get("/api/study/ranges", key).json()["ranges"]) == 1
    assert ask(server, "ranges/delete", {"name": "Button"}, key).json() == {"ranges": []}
    assert ask(server, "ranges", {"name": "", "text": "33+", "game": "holdem"}, key).status_code == 400


# --- in a browser ---


def test_a_range_is_painted_and_typed(visit: Visit) -> None:
    page = visit("/study/range#range=QQ%2B", grumbles=True)  # Chromium notes that a range cannot be read
    says(page, "QQ+")
    page.locator("[data-hand='AKs']").click()
    says(page, "QQ+,AKs")
    page.keyboard.press("Shift+ArrowRight")
    says(page, "QQ+,AQs+")
    for key in "76s":
        page.keyboard.press(key)
    for _ in range(10):
        page.keyboard.press("-")
    page.keyboard.press("Space")
    says(page, "QQ+,AQs+,76s:0.5")
    until(page, "() => document.querySelector('.figures').textContent.includes('30 combinations, 28 by weight')")
    page.locator("[data-combo='7h6h']").click()
    says(page, "QQ+,AQs+,7s6s:0.5,7d6d:0.5,7c6c:0.5")
    page.locator("[data-hand='AA']").focus()
    for _ in range(2):
        page.keyboard.press("Control+z")
    says(page, "QQ+,AQs+")
    page.keyboard.press("Control+y")
    says(page, "QQ+,AQs+,76s:0.5")
    page.locator(TEXT).fill("top 20%, !KK")
    until(page, "() => document.querySelector('[data-hand=\"A5s\"]').hasAttribute('data-held')")
    held = page.eval_on_selector_all(".cell[data-held]", "all => all.map(e => e.dataset.hand)")
    assert set(held) == {name for name, weight in Range("top 20%, !KK").class_weights().items() if weight}
    page.locator(TEXT).fill("AKx")
    page.locator(".problem", has_text="AKx").wait_for()


def test_a_range_is_kept_and_shared(visit: Visit) -> None:
    page = visit("/study/range#range=AKs")
    says(page, "AKs")
    page.get_by_label("Keep as").fill("Ours")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Ours · hold'em").wait_for()
    page.get_by_role("button", name="Clear").click()
    says(page, "")
    page.get_by_role("button", name="Ours · hold'em").click()
    says(page, "AKs")
    until(page, "() => location.hash.includes('AKs')")
    says(visit(page.url), "AKs")


def test_a_range_as_a_command_and_as_python(server: Server, visit: Visit) -> None:
    with server.http as http:
        found = http.post("/api/study/range", json={"game": "omaha", "text": "AAxxds"}).json()["copies"]
        assert found["command"] == "kicker range AAxxds --game omaha --blockers"
        assert http.post("/api/study/range", json={"text": "AhKh,QQ"}).json()["copies"] == {
            "command": "kicker range QQ,AhKh",
            "python": "from kicker import Range\n\nshown = Range('QQ,AhKh')\nprint(shown, len(shown), shown.total)",
        }  # fmt: skip
    page = visit("/study/range#range=AKs")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    says(page, "AKs")
    page.get_by_role("button", name="Copy command").click()
    page.locator(".toast", has_text="Copied.").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == "kicker range AKs"


def test_a_range_by_dragging_on_a_phone(visit: Visit) -> None:
    page = visit("/study/range", **PHONE)
    boxes = [page.locator(f"[data-hand='{name}']").bounding_box() for name in ("AA", "ATs")]
    page.mouse.move(boxes[0]["x"] + 5, boxes[0]["y"] + 5)
    page.mouse.down()
    page.mouse.move(boxes[1]["x"] + 5, boxes[1]["y"] + 5, steps=12)
    page.mouse.up()
    says(page, "AA,ATs+")
    page.locator("#game").select_option(label="Omaha")
    page.locator(TEXT).fill("AAxxds")
    page.locator(".figures", has_text="864 hands").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    until(page, "() => location.hash.includes('game=omaha')")


def test_all_pages_say_what_they_are_for(visit: Visit) -> None:
    page = visit("/study")
    tiles = page.locator(".tile")
    tiles.first.wait_for()
    for place in range(tiles.count()):
        tiles.nth(place).click()
        page.wait_for_url("**/study/**")
        until(page, "() => document.querySelector('#about').textContent.length > 30")
        page.go_back()
        tiles.first.wait_for()


EXPLORER = "/study/equity#player=AsKs&player=QQ%2B,AKo&board=Js+7s"


def shown(page: Page) -> list[str]:
    return page.locator(".results .equity").all_inner_texts()  # type: ignore[no-any-return]


def expects(page: Page, players: list[str], board: str, dead: str = "") -> None:
    """Wait until the page has settled on what the library says."""
    found = equity(players, board, dead)
    texts = [f"{100 * one.equity:.2f}%" for one in found.players]
    until(
        page,
        "texts => JSON.stringify([...document.querySelectorAll('.results .equity')].map(e => e.textContent)) === texts",
        json.dumps(texts, separators=(",", ":")),
    )
    assert shown(page) == texts


def test_the_explorer_says_what_the_library_says(visit: Visit) -> None:
    page = visit(EXPLORER)
    expects(page, ["AsKs", "QQ+,AKo"], "Js 7s")
    page.get_by_role("button", name="Pick").first.click()
    page.get_by_role("button", name="two of clubs").click()
    players, board = ["AsKs", "QQ+,AKo"], parse_cards("Js 7s 2c")
    expects(page, players, "Js 7s 2c")
    kings = page.locator(".hand-grid [data-hand='KK'] .cell-note")
    hands = [one for one in equity_by_hand(players, board).players[1] if {card.rank for card in one.hand} == {13}]
    mean = sum(one.weight * one.equity for one in hands) / sum(one.weight for one in hands)
    kings.filter(has_text=re.compile(f"^{round(100 * mean)}$")).wait_for()
    assert page.locator(".curve").count() == 2
    page.locator("#tab-hands").focus()
    page.keyboard.press("ArrowRight")
    heart = page.locator(".deck-table td[title^='ace of hearts'] span")
    page.locator("#chosen").select_option("0")
    share = equity_by_card(players, board)[Card("Ah")].players[0].equity
    heart.filter(has_text=re.compile(f"^{100 * share:.0f}%$")).wait_for()
    page.locator("[data-table='cards'] .sort").nth(1).click()
    best = max(equity_by_card(players, board).values(), key=lambda found: found.players[0].equity)
    shares = [f"{100 * one.equity:.1f}%" for one in best.players]
    top = page.locator("[data-table='cards'] tbody tr").first.locator("td")
    top.filter(has_text=re.compile(f"^{re.escape(shares[0])}$")).wait_for()  # cards are counted one after the other
    assert top.all_inner_texts() == shares
    page.keyboard.press("Escape")
    page.locator("#tab-kinds").click()
    row = page.locator(".kinds tr", has_text="overpair").locator(".share").nth(1)
    share = count_kinds("QQ+,AKo", board, "AsKs").made["overpair"]
    row.filter(has_text=re.compile(rf"^{100 * share:.1f}%$")).wait_for()
    page.locator("#tab-blockers").click()
    queen = page.locator(".deck-table td[title^='queen of hearts'] span")
    page.locator("#chosen").select_option("1")
    share = {one.card: one.share for one in blockers("QQ+,AKo", board, "AsKs")}[Card("Qh")]
    queen.filter(has_text=re.compile(f"^{100 * share:.0f}%$")).wait_for()
    row = page.locator("[data-table='cards'] tbody tr", has_text="queen of hearts")
    assert row.locator("td").inner_text() == f"{100 * share:.1f}%"


def test_the_explorer_on_a_phone_with_three_players_of_omaha(visit: Visit) -> None:
    page = visit("/study/equity#game=omaha&player=AsAhKsKh&player=QcJcTd9d&board=2c+7h+8d", **PHONE)
    found = equity(["AsAhKsKh", "QcJcTd9d"], "2c 7h 8d", game=GAMES["omaha"])
    until(
        page,
        "text => document.querySelector('.results .equity')?.textContent === text",
        f"{100 * found.players[0].equity:.2f}%",
    )
    page.get_by_role("button", name="Add player").click()
    until(page, "() => document.querySelectorAll('.results .equity').length === 3")
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    page.locator("#player-2").fill("KKxx, nothing")
    page.locator(".problem", has_text="nothing").wait_for()


def test_a_range_is_edited_in_the_explorer(visit: Visit) -> None:
    page = visit(EXPLORER)
    expects(page, ["AsKs", "QQ+,AKo"], "Js 7s")
    page.get_by_role("button", name="Range").nth(1).click()
    page.locator("dialog [data-hand='JJ']").click()
    page.get_by_role("button", name="Done").click()
    assert page.locator("#player-1").input_value() == "JJ+,AKo"
    expects(page, ["AsKs", "JJ+,AKo"], "Js 7s")
