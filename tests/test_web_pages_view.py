"""The pages show the right things to the right people: cards, proofs, replays, screen readers, phones and themes.

With KICKER_SCREENS set to a folder the pictures that are taken are kept there.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

pytest.importorskip("fastapi", reason="the web table needs kicker[web]")
from kicker.sites.importing import ImportCounts, check_file
from kicker.tracker.store import Tracker
from tests.conftest import OWN_DATA
from tests.pages import (
    LARGEST_PICTURE,
    MOVES,
    OWN_CARDS,
    PHONE,
    SERVER,
    SMALLEST_TARGET,
    Page,
    Visit,
    await_draw,
    await_turn,
    cards,
    log,
    play_on,
    sit,
    stacks,
    wait_for_log,
)
from tests.web import Server, running_server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("pages"), *SERVER) as server:
        yield server


# --- who sees what ---------------------------------------------------------------------------------------------------


def test_a_watcher_sees_no_hole_cards(visit: Visit, server: Server) -> None:
    table = server.make_table(seats=3, bots=["caller", "caller"])
    page, watcher = sit(visit, server, table), visit(f"/table/{table['id']}")
    await_turn(page)
    watcher.locator(".seat .card-back").first.wait_for()
    assert watcher.locator(".seat .card-back").count() == 6
    assert cards(watcher, "svg.card-face") == []
    content = watcher.content()
    assert [card for card in cards(page) if card in content] == []
    assert re.findall(r"[2-9TJQKA10]+[♠♥♦♣]", " ".join(log(watcher))) == []
    assert watcher.locator(MOVES).locator("visible=true").count() == 0
    assert "2 face-down cards" in watcher.get_by_role("list", name="Seats").inner_text()


def test_the_bots_say_why(visit: Visit, server: Server) -> None:
    page = sit(visit, server, server.make_table(seats=2, bots=["cpu"], seconds=600))
    for _ in range(40):  # until a bot has shown its cards
        play_on(page)
        if page.get_by_role("button", name="Why?").is_visible():
            break
        page.get_by_role("button", name="Deal now").click()
        page.locator(".result").wait_for(state="hidden")
    page.get_by_role("button", name="Why?").click()
    assert re.search(r"cpu: (check|call|raise|fold)", page.get_by_role("dialog").inner_text())


def test_the_shuffle_is_checked_in_the_browser(visit: Visit, server: Server) -> None:
    table = server.make_table(seats=2, bots=["caller"])
    page = sit(visit, server, table)
    await_turn(page)
    page.get_by_role("button", name="The shuffle: 2 cards checked, all match").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the proof").click()
    assert '"kicker_shuffle": 1' in download.value.path().read_text()
    proof = server.get(f"/api/tables/{table['id']}/proof/1", table["token"]).json()
    check = """async ([proof, card]) => {
        const { fits } = await import("/static/proof.js");
        const opening = { ...proof.openings[0], card: card ?? proof.openings[0].card };
        return fits(proof.table, proof.deal, proof.commitment, opening);
    }"""
    assert page.evaluate(check, [proof, None]) is True
    other = "2c" if proof["openings"][0]["card"] != "2c" else "2d"
    assert page.evaluate(check, [proof, other]) is False


def test_a_commitment_that_changes_is_noticed(visit: Visit, server: Server) -> None:
    table = server.make_table(seats=2, bots=["caller"])
    page = sit(visit, server, table)
    await_turn(page)
    proof = server.get(f"/api/tables/{table['id']}/proof/1", table["token"]).json()
    judge = """async ([proof, changed]) => {
        const { makeProof } = await import("/static/proof.js");
        const promise = makeProof(proof.table);
        const scene = { hands: [proof.openings.map((opening) => opening.card), [null, null]], board: [] };
        await promise.take(proof);
        const before = promise.judge(scene, []).state;
        const other = proof.commitment.map((hash, place) => place === 51 && changed ? "0".repeat(64) : hash);
        await promise.take({ ...proof, commitment: other });
        return [before, promise.judge(scene, []).state, promise.judge({ ...scene, board: ["not opened"] }, []).state];
    }"""
    assert page.evaluate(judge, [proof, False]) == ["good", "good", "bad"]
    assert page.evaluate(judge, [proof, True]) == ["good", "bad", "bad"]


def test_reshuffled_cards_need_no_opening(visit: Visit, server: Server) -> None:
    table = server.make_table(seats=2, bots=["caller"])
    page = sit(visit, server, table)
    await_turn(page)
    proof = server.get(f"/api/tables/{table['id']}/proof/1", table["token"]).json()
    late = next(card for card in ("2c", "2d", "2h") if card not in {each["card"] for each in proof["openings"]})
    judge = """async ([proof, late]) => {
        const { makeProof } = await import("/static/proof.js");
        const [promise, own] = [makeProof(proof.table), proof.openings.map((opening) => opening.card)];
        await promise.take(proof);
        return [own, [late]].map((early) => {
            const story = [{ kind: "dealt", cards: early.join(" ") }, { kind: "reshuffled" }];
            const { state, cards, again } = promise.judge({ hands: [[...own, late], [null, null]], board: [] }, story);
            return [state, cards.length, again];
        });
    }"""
    assert page.evaluate(judge, [proof, late]) == [["good", 2, 1], ["bad", 3, 0]]  # seen late, and seen early


def test_hands_are_replayed_and_downloaded(visit: Visit, server: Server) -> None:
    page = sit(visit, server, server.make_table(seats=2, bots=["caller"]))
    await_turn(page)
    hand = cards(page)
    play_on(page)
    told = log(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Your hands").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download (PHH)").click()
    assert "variant" in download.value.path().read_text()
    page.locator(".hand-link").click()
    page.locator("#count", has_text="1 of").wait_for()
    steps = page.locator("#log li").all_inner_texts()
    assert steps == told
    assert cards(page, ".board svg") == []
    page.keyboard.press("End")
    assert cards(page) == hand
    assert len(cards(page, ".board svg")) == 5
    card, plate = (page.locator(of).first.bounding_box() for of in (OWN_CARDS, ".mine .pod"))
    assert card["y"] + card["height"] <= plate["y"]  # the plate leaves the whole card to be seen
    page.keyboard.press("ArrowLeft")
    assert page.locator("#count").inner_text() == f"{len(steps) - 1} of {len(steps)}"
    page.get_by_role("slider").fill("1")
    assert page.locator("#sentence").inner_text() == steps[1]
    page.get_by_role("button", name="Play").click()
    page.locator("#sentence", has_text=steps[2]).wait_for()
    page.set_viewport_size({"width": 360, "height": 740})
    for words in ("#name", "#stakes"):  # nothing of the title is cut on a phone
        assert page.locator(words).evaluate("words => words.scrollWidth <= words.clientWidth"), words


def test_notes_and_links_in_the_browser(visit: Visit, server: Server) -> None:
    with Tracker(server.folder / "hands.sqlite") as tracker:
        check_file(OWN_DATA / "sites" / "pokerstars.txt", ImportCounts(), tracker)
    key = (server.folder / "hands.key").read_text().strip()
    page = visit(f"/hands#key={key}", grumbles=True)  # a refused tag is told in the console too
    page.locator(".hand-link").first.wait_for()
    page.goto("/replay?site=PokerStars&number=1001")
    page.locator("#note").click()
    page.locator("#note-text").fill("He never folds.")
    page.locator("#note-tags").fill("two words")
    page.locator("dialog button[type=submit]").click()
    page.locator("dialog .problem", has_text="cannot be a tag").wait_for()
    page.locator("#note-tags").fill("bluff, river")
    page.locator("dialog button[type=submit]").click()
    page.locator("#noted .tag", has_text="river").wait_for()
    assert "He never folds." in page.locator("#noted").inner_text()
    page.locator("#share").click()
    link = page.locator("#share-link").input_value()
    other = visit(link.removeprefix(server.url))
    other.locator("#log li").first.wait_for()
    assert not other.locator("#note").is_visible()
    assert "never folds" not in other.content()
    assert (other.title(), other.locator("#name").inner_text()[:13]) == ("Shared hand · kicker", "Shared hand: ")
    page.get_by_text("Stop sharing").click()
    page.locator("dialog").wait_for(state="detached")
    assert server.get("/api/hands/shared/" + link.partition("shared=")[2]).status_code == 404


def test_the_labels_of_the_graph_are_readable_on_a_phone(visit: Visit, server: Server) -> None:
    with Tracker(server.folder / "hands.sqlite") as tracker:
        check_file(OWN_DATA / "sites" / "pokerstars.txt", ImportCounts(), tracker)
    key = (server.folder / "hands.key").read_text().strip()
    page = visit(f"/hands#key={key}", viewport={"width": 390, "height": 844})
    page.locator("svg.chart .label").first.wait_for()
    assert page.locator("svg.chart .label").first.evaluate("(text) => text.getBoundingClientRect().height") > 10


def test_seats_cards_and_turns_in_words(visit: Visit, server: Server) -> None:
    page = sit(visit, server, server.make_table(seats=3, bots=["caller", "folder"]))
    await_turn(page)
    seats = page.get_by_role("list", name="Seats").get_by_role("listitem")
    assert seats.count() == 3
    mine = seats.first.inner_text()
    assert mine.startswith("Seat 1: you, Ada, 1,000 chips, has the button, you hold ")
    assert all(card in mine for card in cards(page))
    assert "Seat 2: caller, a bot, 995 chips, bets 5, 2 face-down cards" in seats.nth(1).inner_text()
    assert page.evaluate("document.activeElement.id") == "dock"
    assert page.get_by_role("log").get_attribute("aria-live") == "polite"
    unnamed = page.eval_on_selector_all(
        "button, input, a",
        "all => all.filter(e => !e.ariaLabel && !e.textContent.trim() && !e.labels?.length).map(e => e.outerHTML)",
    )
    assert unnamed == []


def test_side_pots_say_who_contests_them(visit: Visit, server: Server) -> None:
    page = sit(visit, server, server.make_table(seats=3, bots=["caller", "caller"]))
    await_turn(page)
    draw = """async () => {
        const { makeFelt } = await import("/static/felt.js");
        const { emptyScene } = await import("/static/scene.js");
        const people = ["Ada", "Bo", "Cy"].map((name) => ({ name, kind: "person", away: false, out: false }));
        const pots = [["Main Pot", 75, [0, 1, 2]], ["Side Pot 1", 50, [0, 2]]];
        const scene = { ...emptyScene([0, 0, 50], 0, { board_cards: 5, hand_cards: 2 }), dealt: true, over: false,
                        pot: 125, live: [true, true, true],
                        pots: pots.map(([name, amount, players]) => ({ name, amount, players })) };
        makeFelt(document.querySelector("#felt"), 3).draw(scene, people);
        return [...document.querySelectorAll(".side-pots li")].map((pot) => pot.textContent);
    }"""
    assert page.evaluate(draw) == ["Main Pot 75: You, Bo and Cy", "Side Pot 1 50: You and Cy"]


# --- looks -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wishes",
    [
        {"seats": 6, "bots": ["caller"] * 5},
        {"seats": 10, "bots": ["caller"] * 9},
        {"game": "draw", "seats": 6, "bots": ["caller"] * 5},
    ],
    ids=["six", "ten", "draw"],
)
def test_everything_fits_on_a_phone(visit: Visit, server: Server, wishes: dict[str, Any]) -> None:
    page = sit(visit, server, server.make_table(**wishes), **PHONE)
    await_turn(page)
    check_phone(page, [".mine .slot", ".seat", ".raise", ".call", ".slider", ".amount", ".shares .button", ".step"])
    page.locator(".call").tap()
    if wishes.get("game") == "draw":
        await_draw(page)
        check_phone(page, [".mine button.slot", ".moves .button"])
        page.locator(".mine button.slot").nth(4).tap()
        page.get_by_role("button", name="Discard 1 card").tap()
    wait_for_log(page, "Flop" if wishes.get("game") != "draw" else "You draw")
    await_turn(page)
    check_phone(page, [".mine .slot", ".raise", ".call", ".have"])
    play_on(page)
    check_phone(page, [".mine .slot", ".board .slot", ".result", ".moves .button"])
    page.locator("#log-button").tap()
    page.locator("[data-log=open] .log").wait_for()
    assert page.locator(".log").bounding_box()["width"] > 300


def check_phone(page: Page, selectors: list[str]) -> None:
    """Nothing is wider than the screen, all of these are on it, and buttons are large enough for a thumb."""
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.evaluate("document.querySelector('.arena').scrollWidth") <= 360
    for selector in selectors:
        shown = page.locator(selector).locator("visible=true")
        for box in shown.evaluate_all("all => all.map((element) => element.getBoundingClientRect())"):
            assert box["x"] >= 0, selector
            assert box["x"] + box["width"] <= 360, selector
            assert box["y"] >= 0, selector
            assert box["y"] + box["height"] <= 740, selector
    touched = page.locator("button, a.button, input").locator("visible=true")
    boxes = touched.evaluate_all("all => all.map(e => [e.getBoundingClientRect(), e.outerHTML])")
    small = [html for box, html in boxes if min(box["width"], box["height"]) < SMALLEST_TARGET]
    assert small == []


def test_four_colours_and_dark(visit: Visit, server: Server) -> None:
    page = sit(visit, server, server.make_table(seats=2, bots=["caller"]), color_scheme="light")
    colour = "name => getComputedStyle(document.querySelector('body'))[name]"
    paper = page.evaluate(colour, "backgroundColor")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Theme").select_option("dark")
    page.get_by_label("Four-colour deck").check()
    page.get_by_label("ember").check()
    page.get_by_role("button", name="Done").click()
    dark = page.evaluate(colour, "backgroundColor")
    assert sum(map(int, re.findall(r"\d+", dark)[:3])) < 150 < sum(map(int, re.findall(r"\d+", paper)[:3]))
    page.reload()
    page.locator(".seat .card-back image").first.wait_for()
    assert page.evaluate(colour, "backgroundColor") == dark
    clubs = "() => getComputedStyle(document.documentElement).getPropertyValue('--card-clubs')"
    spades = clubs.replace("clubs", "spades")
    assert page.evaluate(clubs) != page.evaluate(spades)
    assert page.locator(".seat .card-back image").first.get_attribute("href") == "/backs/ember.png"


def test_animation_shows_the_same_in_the_end(visit: Visit, server: Server) -> None:
    page = sit(visit, server, server.make_table(seats=3, bots=["caller", "caller"]), still=False)
    await_turn(page)
    page.evaluate("""() => {
        window.flown = 0;
        const count = (changes) => changes.forEach((change) => change.addedNodes.forEach((node) => {
            window.flown += node.classList?.contains("flying") ? 1 : 0;
        }));
        new MutationObserver(count).observe(document.querySelector("#felt"), { childList: true });
    }""")
    page.keyboard.press("c")
    wait_for_log(page, "Flop")
    await_turn(page)
    page.locator(".flying").first.wait_for(state="detached")
    assert page.evaluate("window.flown") >= 3  # a call of each seat that had not paid all
    assert len(cards(page, ".board svg")) == 3
    assert stacks(page) == [990, 990, 990]


# --- pictures --------------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_pictures(visit: Visit, server: Server, tmp_path: Path) -> None:
    folder = Path(os.environ.get("KICKER_SCREENS", tmp_path))
    folder.mkdir(parents=True, exist_ok=True)

    def take(page: Page, name: str) -> None:
        page.wait_for_load_state("networkidle")
        file = folder / f"web-{name}.png"
        page.screenshot(path=file)
        with Image.open(file) as picture:
            picture.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(file, optimize=True)
        assert 10_000 < file.stat().st_size < LARGEST_PICTURE

    def at_table(theme: str = "light", settings: dict[str, Any] | None = None, **wishes: Any) -> Page:
        page = sit(
            visit, server, server.make_table(name="Friday night", **wishes), color_scheme=theme, **(settings or {})
        )
        await_turn(page)
        return page

    take(visit("/", color_scheme="light"), "lobby")
    bots = ["sharp", "cpu", "caller", "cpu", "sharp", "caller", "maniac", "caller", "cpu"]
    page = at_table(seats=6, bots=["caller"] * 5)
    page.keyboard.press("c")
    wait_for_log(page, "Flop")
    await_turn(page)
    take(page, "table")
    take(at_table(seats=10, bots=bots), "table-10")
    page = at_table("dark", seats=6, bots=["caller"] * 5)
    page.keyboard.press("c")
    wait_for_log(page, "Flop")
    await_turn(page)
    take(page, "dark")
    page = at_table(game="draw", seats=4, bots=["caller"] * 3)
    page.keyboard.press("c")
    await_draw(page)
    page.keyboard.press("2")
    page.keyboard.press("4")
    take(page, "draw")
    page = at_table(settings=PHONE, seats=6, bots=["caller"] * 5)
    page.keyboard.press("c")
    wait_for_log(page, "Flop")
    await_turn(page)
    take(page, "phone")
