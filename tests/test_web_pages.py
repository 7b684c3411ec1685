"""The lobby, the table and the replay in a real browser, against a real server.

Where there is no Chromium these tests are skipped and say so; with CI_BROWSER=1 that is a failure. With KICKER_SCREENS
set to a folder the pictures that are taken are kept there.
"""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from PIL import Image

pytest.importorskip("fastapi", reason="the web table needs kicker[web]")
from tests.web import Server, running_server

PHONE = {"viewport": {"width": 360, "height": 740}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
SERVER = ("--pause", "2", "--limit", "rate=1000", "--limit", "calls=100000", "--limit", "tables=1000")
PATIENCE = 60_000
BAD_LINES = ("error", "warning")
SMALLEST_TARGET = 40
LARGEST_PICTURE = 200_000

Page = Any
"""A page of playwright, which is not there everywhere."""
Visit = Callable[..., Page]

OWN_CARDS = ".mine .hand svg"
MOVES = ".fold, .call, .raise"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("pages"), *SERVER) as server:
        yield server


@pytest.fixture
def visit(browser: Any, server: Server) -> Iterator[Visit]:
    """Open an address in a browser of its own: nothing is shared with another visitor.

    At the end nothing may stand in the console, and nothing may have been asked of another host.
    """
    contexts: list[Any] = []
    troubles: list[str] = []

    def open_page(path: str = "/", *, still: bool = True, grumbles: bool = False, **settings: Any) -> Page:
        motion = "reduce" if still else "no-preference"
        settings.setdefault("viewport", {"width": 1280, "height": 800})
        settings.setdefault("base_url", server.url)
        context = browser.new_context(reduced_motion=motion, **settings)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        if not grumbles:
            context.on(
                "console", lambda line: troubles.append(line.text) if line.type in ("error", "warning") else None
            )
        context.on("weberror", lambda error: troubles.append(str(error.error)))
        context.on("request", lambda request: check_host(request.url, settings["base_url"]))
        page = context.new_page()
        page.goto(path)
        return page

    def check_host(address: str, ours: str) -> None:
        if urlsplit(address).scheme not in ("data", "blob") and urlsplit(address).netloc != urlsplit(ours).netloc:
            troubles.append(f"a request to {address}")

    yield open_page
    for context in contexts:
        context.close()
    assert troubles == []


def sit(visit: Visit, server: Server, table: dict[str, Any], **settings: Any) -> Page:
    """A page at the table, with the seat that was given out."""
    page = visit("/", **settings)
    seat = {table["id"]: {"token": table["token"], "seat": table["seat"]}}
    page.evaluate("seat => localStorage.setItem('kicker.tables', JSON.stringify(seat))", seat)
    page.goto(f"/table/{table['id']}")
    page.locator(".pod").first.wait_for()
    return page


def await_turn(page: Page) -> None:
    page.locator("body[data-turn]").wait_for()


def await_draw(page: Page) -> None:
    """Wait until cards can be picked, and as long as somebody takes to see that: quicker clicks are not taken."""
    page.locator(".mine button.slot").first.wait_for()
    page.wait_for_timeout(250)


def cards(page: Page, of: str = OWN_CARDS) -> list[str]:
    """Cards in words, as a screen reader says them."""
    return [
        label for label in page.eval_on_selector_all(of, "all => all.map(e => e.getAttribute('aria-label'))") if label
    ]


def log(page: Page) -> list[str]:
    return page.locator("#log li").all_inner_texts()  # type: ignore[no-any-return]


def wait_for_log(page: Page, words: str) -> None:
    page.locator("#log li", has_text=words).first.wait_for(state="attached")


def stacks(page: Page) -> list[int]:
    found = page.locator(".stack").all_inner_texts()
    return [int(text.replace(",", "")) if text[0].isdigit() else 0 for text in found if text]


def until(page: Page, script: str, argument: object = None) -> None:
    """Wait until a function of the page is true. The page may not evaluate text, so it is asked from here."""
    end = time.monotonic() + PATIENCE / 1000
    while not page.evaluate(script, argument):
        assert time.monotonic() < end, f"it did not come to {script}"
        page.wait_for_timeout(10)


def play_on(*pages: Page, seen: str = ".result:not([hidden])") -> None:
    """Check or call at all pages until one of them shows what is waited for."""
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end:
        for page in pages:
            if page.locator(seen).count():
                return
            if page.locator(".call:visible").count() and page.locator("body[data-turn]").count():
                turn = page.locator(".dock").get_attribute("data-turn-key")
                page.keyboard.press("c")
                until(page, "turn => document.querySelector('#dock').dataset.turnKey !== turn", turn)
        pages[0].wait_for_timeout(30)
    raise AssertionError(f"no {seen}: {log(pages[0])}")


# --- the lobby -------------------------------------------------------------------------------------------------------


def test_a_newcomer_is_one_click_away_from_a_decision(visit: Visit) -> None:
    page = visit("/", still=False)
    page.get_by_role("button", name="Play now").click()
    await_turn(page)
    assert page.locator(MOVES).locator("visible=true").count() >= 2
    assert len(cards(page)) == 2
    assert "Your turn" in page.locator(".status").inner_text()


def test_a_name_stays(visit: Visit) -> None:
    page = visit("/")
    usual = page.get_by_label("You play as").input_value()
    assert len(usual.split()) == 2
    page.reload()
    assert page.get_by_label("You play as").input_value() == usual
    page.get_by_label("You play as").fill("Ada & <b>Bo</b>")
    page.get_by_role("button", name="Five-card draw").click()
    page.locator(".mine .name").wait_for()
    assert page.locator(".mine .name").inner_text() == "Ada & <b>Bo</b>"
    page.goto("/")
    assert page.get_by_label("You play as").input_value() == "Ada & <b>Bo</b>"
    assert page.get_by_role("link", name="Go on").count() == 1  # back to the table


def test_what_the_server_refuses_is_said(visit: Visit) -> None:
    page = visit("/", grumbles=True)
    page.get_by_role("button", name="Table with friends").click()
    page.get_by_label("Blinds").fill("20/10")
    page.get_by_role("button", name="Make the table").click()
    assert "no pair of blinds" in page.get_by_role("alert").last.inner_text()


def test_listed_tables_can_be_joined_and_watched(visit: Visit, server: Server) -> None:
    server.make_table(name="Corner table", seats=3, bots=[], listed=True)
    page = visit("/")
    item = page.locator("#open-list li", has_text="Corner table")
    assert "1 of 3 seats taken" in item.inner_text()
    item.get_by_role("button", name="Join Corner table").click()
    page.get_by_label("Your name").fill("Cleo")
    page.get_by_role("dialog").get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/table/*")
    page.locator(".mine .name").wait_for()
    assert page.locator(".mine .name").inner_text() == "Cleo"
    assert server.get("/api/tables").json()["tables"][0]["taken"] == 2


# --- playing ---------------------------------------------------------------------------------------------------------


def test_two_browsers_play_a_hand(visit: Visit) -> None:
    ada = visit("/")
    ada.get_by_label("You play as").fill("Ada")
    ada.get_by_role("button", name="Table with friends").click()
    ada.get_by_label("Seats", exact=True).fill("2")
    ada.get_by_role("button", name="Make the table").click()
    address = ada.get_by_label("Link to the table").input_value()
    ada.get_by_role("link", name="Go to the table").click()
    ada.get_by_text("Waiting for somebody to play with").wait_for()

    bo = visit(address)
    bo.get_by_role("button", name="Sit down at seat 2").click()
    bo.get_by_label("Your name").fill("Bo")
    bo.get_by_role("dialog").get_by_role("button", name="Sit down").click()
    bo.locator(OWN_CARDS).first.wait_for()
    ada.locator(OWN_CARDS).first.wait_for()
    hands = cards(ada), cards(bo)
    assert all(card not in bo.content() for card in hands[0])
    assert all(card not in ada.content() for card in hands[1])
    assert len(set(hands[0] + hands[1])) == 4

    play_on(ada, bo)
    bo.locator(".result:not([hidden])").wait_for()
    assert cards(ada, ".board svg") == cards(bo, ".board svg")
    assert len(cards(ada, ".board svg")) == 5
    assert sum(stacks(ada)) == sum(stacks(bo)) == 2000
    assert re.search(r"^(Bo wins 20|You win 20|You and Bo win 10 each) with ", ada.locator(".result").inner_text())


def test_a_reload_in_mid_hand_keeps_seat_and_cards(visit: Visit, server: Server) -> None:
    page = sit(visit, server, server.make_table(seats=3, bots=["caller", "caller"]))
    await_turn(page)
    page.keyboard.press("c")
    page.locator(".board svg[role=img]").first.wait_for()
    await_turn(page)
    before = cards(page), cards(page, ".board svg"), stacks(page), log(page)
    page.reload()
    await_turn(page)
    assert (cards(page), cards(page, ".board svg"), stacks(page), log(page)) == before


def test_draw_with_discards(visit: Visit, server: Server) -> None:
    page = sit(visit, server, server.make_table(game="draw", seats=3, bots=["caller", "caller"]))
    await_turn(page)
    page.keyboard.press("c")
    await_draw(page)
    before = cards(page)
    page.keyboard.press("2")
    page.locator(".mine button.slot").nth(3).click()
    pressed = page.locator(".mine button.slot").evaluate_all("all => all.map(e => e.ariaPressed)")
    assert pressed == ["false", "true", "false", "true", "false"]
    page.keyboard.press("1")
    page.keyboard.press("5")  # a fourth card is one too many
    page.keyboard.press("1")
    assert page.get_by_role("button", name="Throw 2 cards").is_visible()
    page.get_by_role("button", name="Throw 2 cards").click()
    wait_for_log(page, "You draw")
    await_turn(page)
    now = cards(page)
    assert [now[place] == before[place] for place in range(5)] == [True, False, True, False, True]
    assert page.locator(".have").inner_text().startswith("You have ")


def test_slider_and_keys(visit: Visit, server: Server) -> None:
    page = sit(visit, server, server.make_table(seats=2, bots=["folder"], blinds="10/20"))
    await_turn(page)  # the button pays 10 and acts first: 10 to call, 30 in the pot
    amount, raising = page.get_by_label("Amount").last, page.locator(".raise")
    assert amount.input_value() == "40"
    page.keyboard.press("p")
    assert amount.input_value() == "60"
    page.keyboard.press("1")
    assert amount.input_value() == "40"  # a third would be less than may be raised to
    page.get_by_role("button", name="One big blind more").click()
    assert raising.inner_text() == "Raise to 60"
    slider = page.get_by_role("slider", name="Amount")
    slider.focus()
    page.keyboard.press("ArrowRight")
    assert (amount.input_value(), slider.get_attribute("aria-valuetext")) == ("80", "80")
    slider.fill("1000")
    assert raising.inner_text() == "All in 1,000"
    slider.fill("500")
    assert int(amount.input_value()) % 20 == 0
    assert 40 < int(amount.input_value()) < 1000
    page.keyboard.press("r")
    assert page.evaluate("document.activeElement.className").startswith("amount")
    page.keyboard.type("55")
    page.keyboard.press("Enter")
    wait_for_log(page, "You raise to 55")
    wait_for_log(page, "You win 40")


def test_no_fold_where_a_check_is_free(visit: Visit, server: Server) -> None:
    page = sit(visit, server, server.make_table(seats=2, bots=["caller"]))
    await_turn(page)
    assert page.locator(".fold").is_visible()
    page.keyboard.press("c")
    page.locator(".board svg[role=img]").first.wait_for()
    await_turn(page)
    assert not page.locator(".fold").is_visible()
    page.keyboard.press("f")
    page.keyboard.press("c")
    wait_for_log(page, "You check")
    assert "You fold" not in log(page)


def test_check_or_fold_in_advance(visit: Visit, server: Server) -> None:
    table = server.make_table(seats=2, bots=[], seconds=60)
    ada, bo = sit(visit, server, table), sit(visit, server, server.join(table["id"], "Bo"))
    first, second = (ada, bo) if wait_for_either(ada, bo) is ada else (bo, ada)
    second.get_by_role("button", name="Check / fold").click()
    assert second.get_by_role("button", name="Check / fold").get_attribute("aria-pressed") == "true"
    first.keyboard.press("a")
    first.keyboard.press("Enter")
    wait_for_log(second, "You fold")
    wait_for_log(first, "You win")


def test_a_call_in_advance_is_forgotten_when_the_bet_changes(visit: Visit, server: Server) -> None:
    table = server.make_table(seats=2, bots=[], seconds=60)
    ada, bo = sit(visit, server, table), sit(visit, server, server.join(table["id"], "Bo"))
    first, second = (ada, bo) if wait_for_either(ada, bo) is ada else (bo, ada)
    second.get_by_role("button", name="Check", exact=True).click()
    first.get_by_role("button", name="Raise to 20").click()
    await_turn(second)
    assert second.locator(".call").inner_text() == "Call 10"  # nothing was done
    second.keyboard.press("c")
    waits, acts = (first, second) if wait_for_either(first, second) is second else (second, first)
    waits.get_by_role("button", name="Call any").click()
    acts.keyboard.press("a")
    acts.keyboard.press("Enter")
    wait_for_log(waits, "You call 980, all in")


def wait_for_either(one: Page, other: Page) -> Page:
    """The page whose turn it is."""
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end:
        for page in (one, other):
            if page.locator("body[data-turn]").count():
                return page
        one.wait_for_timeout(10)
    raise AssertionError("nobody is to act")


def test_the_keys_are_listed(visit: Visit, server: Server) -> None:
    page = sit(visit, server, server.make_table(seats=2, bots=["caller"]))
    await_turn(page)
    page.keyboard.press("?")
    assert page.get_by_role("dialog", name="Keys").is_visible()
    page.keyboard.press("f")  # not while a dialog is open
    page.keyboard.press("Escape")
    assert page.locator("body[data-turn]").count()


def test_sitting_out_and_leaving(visit: Visit, server: Server) -> None:
    page = sit(visit, server, server.make_table(seats=3, bots=["caller", "caller"]))
    await_turn(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Sit out").click()
    page.get_by_role("button", name="Deal me in").wait_for()
    wait_for_log(page, "You sit out")
    page.get_by_role("button", name="Deal me in").click()
    wait_for_log(page, "You sit in again")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Leave the table").click()
    page.get_by_role("button", name="Leave", exact=True).click()
    page.wait_for_url(re.compile(r"/$"))
    assert page.locator("#own").is_hidden()


def test_a_game_that_is_over_can_be_played_again(visit: Visit, server: Server) -> None:
    page = sit(visit, server, server.make_table(seats=2, bots=["caller"], stack=20))
    again = page.get_by_role("button", name="Play again")
    end = time.monotonic() + PATIENCE / 1000
    while not again.is_visible():
        assert time.monotonic() < end
        deal_now = page.get_by_role("button", name="Deal now")
        if page.locator("body[data-turn]").count():
            for key in ("a", "Enter", "c"):  # and not n, which plays again where the game is over
                page.keyboard.press(key)
        elif deal_now.is_visible():
            deal_now.click()
        page.wait_for_timeout(10)
    again.click()
    await_turn(page)
    assert sum(stacks(page)) == 40 - 15


def test_who_is_out_of_chips_can_begin_a_new_game(visit: Visit, server: Server) -> None:
    for _ in range(60):  # heads or tails against the caller, until it is tails
        page = sit(visit, server, server.make_table(seats=3, bots=["caller", "folder"], stack=100))
        await_turn(page)
        page.keyboard.press("a")
        page.keyboard.press("Enter")
        page.locator(".result:not([hidden])").wait_for()
        if page.get_by_text("You are out of chips").is_visible():
            break
    page.get_by_role("button", name="Play again").click()
    page.locator(".mine.turn").wait_for()
    assert page.locator(".mine .stack").inner_text() == "100"


def test_a_title_calls_who_looks_elsewhere(visit: Visit, server: Server) -> None:
    table = server.make_table(seats=2, bots=[], seconds=60, name="Duel")
    ada, bo = sit(visit, server, table), sit(visit, server, server.join(table["id"], "Bo"))
    acts = wait_for_either(ada, bo)
    waits = bo if acts is ada else ada
    assert waits.title() == "Duel · kicker"
    waits.evaluate("Object.defineProperty(document, 'hidden', { get: () => !window.seen, configurable: true })")
    acts.keyboard.press("c")
    until(waits, "() => document.title.includes('Your turn')")
    waits.evaluate("window.seen = true; document.dispatchEvent(new Event('visibilitychange'))")
    assert waits.title() == "Duel · kicker"


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
    page = sit(visit, server, server.make_table(seats=2, bots=["cpu"], seconds=60))
    for _ in range(40):  # until a bot has shown its cards
        play_on(page)
        if page.get_by_role("button", name="Why?").is_visible():
            break
        page.keyboard.press("n")
        page.locator(".result").wait_for(state="hidden")
    page.get_by_role("button", name="Why?").click()
    assert re.search(r"cpu: (check|call|raise|fold)", page.get_by_role("dialog").inner_text())


def test_the_shuffle_is_checked_in_the_browser(visit: Visit, server: Server) -> None:
    table = server.make_table(seats=2, bots=["caller"])
    page = sit(visit, server, table)
    await_turn(page)
    page.get_by_role("button", name="The shuffle: 2 cards checked, all fit").click()
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
        const before = promise.judge(scene).state;
        const other = proof.commitment.map((hash, place) => place === 51 && changed ? "0".repeat(64) : hash);
        await promise.take({ ...proof, commitment: other });
        return [before, promise.judge(scene).state, promise.judge({ ...scene, board: ["not opened"] }).state];
    }"""
    assert page.evaluate(judge, [proof, False]) == ["good", "good", "bad"]
    assert page.evaluate(judge, [proof, True]) == ["good", "bad", "bad"]


def test_hands_are_replayed_and_downloaded(visit: Visit, server: Server) -> None:
    page = sit(visit, server, server.make_table(seats=2, bots=["caller"]))
    await_turn(page)
    hand = cards(page)
    play_on(page)
    told = log(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Your hands").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download all (PHH)").click()
    assert "variant" in download.value.path().read_text()
    page.get_by_role("link", name="Deal 1").click()
    page.locator("#count", has_text="1 of").wait_for()
    steps = page.locator("#log li").all_inner_texts()
    assert steps == told
    assert cards(page, ".board svg") == []
    page.keyboard.press("End")
    assert cards(page) == hand
    assert len(cards(page, ".board svg")) == 5
    page.keyboard.press("ArrowLeft")
    assert page.locator("#count").inner_text() == f"{len(steps) - 1} of {len(steps)}"
    page.get_by_role("slider").fill("1")
    assert page.locator("#sentence").inner_text() == steps[1]
    page.get_by_role("button", name="Play").click()
    page.locator("#sentence", has_text=steps[2]).wait_for()


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
        const scene = { ...emptyScene([0, 0, 50], 0, { board_cards: 5, hand_cards: 2 }), dealt: true, over: false, pot: 125, live: [true, true, true],
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
    check_phone(page, [".mine .slot", ".pod", ".raise", ".call", ".slider", ".amount", ".shares .button", ".step"])
    page.locator(".call").tap()
    if wishes.get("game") == "draw":
        await_draw(page)
        check_phone(page, [".mine button.slot", ".moves .button"])
        page.locator(".mine button.slot").nth(4).tap()
        page.get_by_role("button", name="Throw 1 card").tap()
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
        for element in page.locator(selector).locator("visible=true").all():
            box = element.bounding_box()
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
    page.get_by_label("A colour for each suit").check()
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


# --- the line --------------------------------------------------------------------------------------------------------


def test_the_connection_comes_back(visit: Visit, tmp_path: Path) -> None:
    with running_server(tmp_path, *SERVER) as first:
        table = first.make_table(seats=2, bots=["caller"], seconds=60)
        # What the console says of a server that is gone is the browser's own and right.
        page = sit(visit, first, table, grumbles=True, base_url=first.url)
        await_turn(page)
        before = cards(page), log(page)
        first.stop(signal.SIGKILL)
        page.get_by_text("The connection is lost").wait_for()
        with running_server(tmp_path, *SERVER, port=first.port):
            page.locator("#banner").wait_for(state="hidden")
            await_turn(page)
            assert (cards(page), log(page)) == before
            page.keyboard.press("c")
            wait_for_log(page, "Flop")


def test_another_tab_takes_over(visit: Visit, server: Server) -> None:
    page = sit(visit, server, server.make_table(seats=2, bots=["caller"]))
    await_turn(page)
    other = page.context.new_page()
    other.goto(page.url)
    await_turn(other)
    page.get_by_text("in another tab").wait_for()
    page.get_by_role("button", name="Play here").click()
    other.get_by_text("in another tab").wait_for()
    page.locator("#banner").wait_for(state="hidden")
    page.keyboard.press("c")
    wait_for_log(page, "Flop")


def test_a_table_that_is_not_there(visit: Visit) -> None:
    page = visit("/table/nothing", grumbles=True)
    page.get_by_text("There is no such table").wait_for()
    page.get_by_role("button", name="To the lobby").click()
    page.get_by_role("button", name="Play now").wait_for()


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
