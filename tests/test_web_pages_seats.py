"""The pages around a seat: keys that are kept, tables that are used again, being out of chips, skipping, showing, and
your own hands.
"""

import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the web table needs kicker[web]")
from tests.pages import Page, Visit, await_turn, cards, log, play_on, sit, until, wait_for_log
from tests.web import Server, running_server

SERVER = ("--pause", "3600", "--limit", "rate=1000", "--limit", "calls=100000", "--limit", "tables=4")
"""Nothing is dealt before somebody asks for it, and few tables are too many."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("seats"), *SERVER) as server:
        yield server


def kept(page: Page) -> dict[str, Any]:
    """The seats that a browser remembers."""
    found: dict[str, Any] = page.evaluate("JSON.parse(localStorage.getItem('kicker.tables')) ?? {}")
    return found


def click(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def leave(page: Page) -> None:
    """Give the seat up, and with it the table: there are few on this server."""
    click(page, "Menu")
    click(page, "Leave the table")
    click(page, "Leave")
    page.wait_for_url(re.compile(r"/$"))


# --- tables and keys -------------------------------------------------------------------------------------------------


def test_play_now_goes_on_at_the_same_table(visit: Visit) -> None:
    page = visit("/")
    click(page, "Play now")
    await_turn(page)
    first, hand = page.url, cards(page)
    page.goto("/")
    click(page, "Play now")
    await_turn(page)
    assert (page.url, cards(page)) == (first, hand)
    page.goto("/")
    page.get_by_label("You play as").fill("Somebody else")
    click(page, "Play now")
    page.locator(".mine .name", has_text="Somebody else").wait_for()
    assert page.url != first
    leave(page)
    assert len(kept(page)) == 2
    click(page, "Play now")  # after leaving one begins anew
    await_turn(page)
    assert len(kept(page)) == 3
    leave(page)


def test_play_now_from_many_fresh_browsers_of_one_address(visit: Visit) -> None:
    for _ in range(5):  # the server takes four tables of an address
        page = visit("/")
        click(page, "Play now")
        await_turn(page)
        page.goto("about:blank")  # and away


def test_a_key_outlives_a_table_that_is_not_there(visit: Visit, tmp_path: Path) -> None:
    with running_server(tmp_path / "one", *SERVER) as first:
        page = sit(visit, first, first.make_table(seats=2, bots=["caller"]), base_url=first.url, grumbles=True)
        play_on(page)
        table, keys, hand = page.url, kept(page), cards(page)
        first.stop()
    with running_server(tmp_path / "two", *SERVER, port=first.port):  # another data folder
        page.goto("/")
        page.get_by_role("link", name="Your hands").wait_for()
        page.goto(table)
        page.get_by_text("This table does not exist, or it is closed.").wait_for()
        page.get_by_role("link", name="Your hands").click()
        page.get_by_text("No hands yet").wait_for()
        assert [entry["token"] for entry in kept(page).values()] == [entry["token"] for entry in keys.values()]
    with running_server(tmp_path / "one", *SERVER, port=first.port) as again:
        page.goto("/hands")
        page.locator(".hand-link").click()
        page.locator("#count", has_text="1 of").wait_for()
        page.keyboard.press("End")
        assert cards(page) == hand
        page.goto(table)
        page.locator(".mine .name").wait_for()  # and the seat is there
        again.stop(signal.SIGKILL)


def test_who_leaves_a_friend_comes_back_with_the_same_chips(visit: Visit, server: Server) -> None:
    table = server.make_table(seats=3, bots=[], seconds=600)
    ada, bo = sit(visit, server, table), sit(visit, server, server.join(table["id"], "Bo"))
    fold_to_the_other(ada, bo)
    stack = bo.locator(".mine .stack").inner_text()
    assert stack != "1,000"
    address = bo.url
    click(bo, "Menu")
    click(bo, "Leave the table")
    assert "within the hour" in bo.get_by_role("dialog").inner_text()
    click(bo, "Leave")
    bo.wait_for_url(re.compile(r"/$"))
    bo.goto(address)
    bo.get_by_role("button", name="Sit down at seat 3").click()
    bo.get_by_label("Your name").fill("Bo")
    bo.get_by_role("dialog").get_by_role("button", name="Sit down").click()
    bo.locator(".mine .name").wait_for()
    until(bo, "stack => document.querySelector('.mine .stack').textContent === stack", stack)
    for page in (ada, bo):
        leave(page)


def fold_to_the_other(one: Page, other: Page) -> Page:
    """Let the first player to act fold, and return the winner's page."""
    until(one, "() => document.querySelector('body[data-turn]') || document.querySelector('.seat.turn:not(.mine)')")
    acts, waits = (one, other) if one.locator("body[data-turn]").count() else (other, one)
    await_turn(acts)
    acts.keyboard.press("f")
    waits.locator(".result:not([hidden])").wait_for()
    acts.locator(".result:not([hidden])").wait_for()
    return waits


# --- out of chips ----------------------------------------------------------------------------------------------------


def lose_everything(visit: Visit, server: Server, **wishes: Any) -> Page:
    """A page of somebody who has lost all chips to a caller."""
    for _ in range(60):  # heads or tails, until it is tails
        page = sit(visit, server, server.make_table(stack=100, blinds="5/10", **wishes))
        await_turn(page)
        page.keyboard.press("a")
        page.keyboard.press("Enter")
        page.locator(".result:not([hidden])").wait_for()
        if page.get_by_text("You are out of chips").is_visible():
            return page
        leave(page)
    raise AssertionError("sixty times heads")


def test_out_of_chips_says_so_and_offers_a_rebuy(visit: Visit, server: Server) -> None:
    page = lose_everything(visit, server, seats=6, bots=["caller"] * 4 + ["folder"])
    assert page.locator(".status").inner_text() == "You are out of chips: you can watch the others play on"
    assert page.locator(".moves .button:visible").all_inner_texts() == ["Leave", "Why?", "Play again", "Rebuy 100"]
    page.keyboard.press("b")
    until(page, "() => document.querySelector('.mine .stack').textContent === '100'")
    wait_for_log(page, "You sit down")
    assert "You are out of the game" in log(page)
    assert not page.get_by_text("You are out of chips").is_visible()
    page.reload()  # told again, it was still oneself who lost
    page.locator(".mine .name").wait_for()
    assert any(line.startswith("You raise to 100") for line in log(page))
    click(page, "Deal now")
    page.locator("#log li", has_text="Hand 2").wait_for(state="attached")
    leave(page)


def test_out_of_chips_heads_up_names_the_winner(visit: Visit, server: Server) -> None:
    page = lose_everything(visit, server, seats=2, bots=["caller"])
    assert page.locator(".status").inner_text() == "You are out of chips: caller wins the game with 200"
    click(page, "Play again")
    page.locator(".mine.turn").wait_for()
    leave(page)


# --- skipping and showing --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", [True, False], ids=["key", "button"])
def test_after_a_fold_one_skips_to_the_next_deal(visit: Visit, server: Server, key: bool) -> None:
    page = sit(visit, server, server.make_table(seats=4, bots=["caller"] * 3, rise=0), still=False)
    await_turn(page)  # in the first deal Ada is the first to act
    page.keyboard.press("f")
    skip = page.get_by_role("button", name="Skip to the next hand")
    skip.wait_for()
    if key:
        page.keyboard.press("n")
    else:
        skip.click()
    page.locator("#stakes", has_text="hand 2 ").wait_for()
    leave(page)


def test_nobody_skips_while_a_friend_is_in_the_deal(visit: Visit, server: Server) -> None:
    table = server.make_table(seats=4, bots=["caller"], seconds=600)
    bo = server.join(table["id"], "Bo")  # both have seats before the first deal, in which Ada is the first to act
    ada, friend = sit(visit, server, table), sit(visit, server, bo)
    await_turn(ada)
    ada.keyboard.press("f")
    wait_for_log(ada, "You fold")
    await_turn(friend)
    until(ada, "() => document.querySelector('.seat.turn .name')?.textContent === 'Bo'")
    assert ada.locator(".status").inner_text() == "Bo to act"
    assert not ada.get_by_role("button", name="Skip to the next hand").is_visible()
    for page in (ada, friend):
        leave(page)


def test_the_winner_shows_cards_that_nobody_paid_to_see(visit: Visit, server: Server) -> None:
    table = server.make_table(seats=2, bots=[], seconds=600)
    pages = [sit(visit, server, table), sit(visit, server, server.join(table["id"], "Bo"))]
    winner = fold_to_the_other(*pages)
    loser = next(page for page in pages if page is not winner)
    hand = cards(winner)
    assert all(card not in loser.content() for card in hand)
    assert not loser.get_by_role("button", name="Show cards").is_visible()
    winner.keyboard.press("s")
    loser.locator(".seat.shown").wait_for()
    assert cards(loser, ".seat.shown svg") == hand
    wait_for_log(loser, "shows")
    winner.get_by_role("button", name="Show cards").wait_for(state="hidden")
    winner.get_by_role("button", name="Deal now").click()  # it keeps nobody from going on
    for page in pages:
        page.locator("#stakes", has_text="hand 2").wait_for()
        leave(page)


def test_the_winning_five_are_marked(visit: Visit, server: Server) -> None:
    page = sit(visit, server, server.make_table(seats=3, bots=["caller", "caller"]))
    play_on(page)
    page.locator(".felt[data-winning]").wait_for()
    told = page.locator(".seat.won .slot.plays").count(), page.locator(".board .slot.plays").count()
    winners = page.locator(".seat.won").count()
    assert told[0] <= 2 * winners
    assert told[1] >= 3
    if winners == 1:
        assert sum(told) == 5
    page.get_by_role("button", name="Deal now").click()
    page.locator(".felt:not([data-winning])").wait_for()
    assert page.locator(".slot.plays").count() == 0
    leave(page)


def test_the_proof_is_for_those_who_were_dealt_in(visit: Visit, server: Server) -> None:
    table = server.make_table(seats=3, bots=["caller"], seconds=600)
    ada = sit(visit, server, table)
    await_turn(ada)
    ada.get_by_role("button", name="The shuffle: 2 cards checked, all match").wait_for()
    watcher = visit(f"/table/{table['id']}")
    watcher.locator(".seat .card-back").first.wait_for()
    bo = sit(visit, server, server.join(table["id"], "Bo"))  # in the middle of the deal
    bo.get_by_text("You are dealt in next hand").wait_for()
    for page in (watcher, bo):
        assert not page.locator("#shield").is_visible()
    for page in (ada, bo):
        leave(page)


# --- one's own hands -------------------------------------------------------------------------------------------------


def test_own_hands_are_found_by_cards_result_and_name(visit: Visit, server: Server) -> None:
    page = sit(visit, server, server.make_table(seats=2, bots=["caller"], name="Corner", stack=5000))
    hands = []
    for deal in range(1, 4):
        page.locator("#stakes", has_text=f"hand {deal} ").wait_for()
        await_turn(page)
        hands.append(cards(page))
        play_on(page)
        if deal < 3:
            click(page, "Deal now")
            page.locator(".result").wait_for(state="hidden")
    leave(page)
    page.get_by_role("link", name="Your hands").click()
    rows = page.locator(".hand-link")
    rows.nth(2).wait_for()
    assert rows.count() == 3
    texts = rows.all_inner_texts()
    assert all(re.search(r"against caller", text) and re.search(r"\d{4}, \d\d:\d\d", text) for text in texts)
    assert page.locator(".mini-cards").first.locator(".mini-card").count() == 2
    search, status = page.get_by_role("textbox", name="Filter"), page.locator(".hands-filter").get_by_role("status")
    assert status.inner_text().startswith("3 hands, ")
    search.fill("opponent=nobody")
    status.filter(has_text="No hand matches.").wait_for()
    search.fill("opponent=caller")
    status.filter(has_text="3 hands").wait_for()
    assert page.locator("#statistics").get_by_role("row").count() == 14
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    rows.nth(2).hover()  # the oldest is the last
    page.mouse.down()  # this ends typing: a list that is fetched again now would lose the click
    page.evaluate("() => new Promise(requestAnimationFrame)")
    assert asked == []
    page.mouse.up()
    page.locator("#count", has_text="1 of").wait_for()
    page.keyboard.press("End")
    assert cards(page) == hands[0]


def test_the_key_of_before_still_opens_its_hands(visit: Visit, server: Server) -> None:
    page = visit("/")
    result = page.evaluate("""async () => {
        const { keepSeat, tokensOf, seatOf } = await import("/static/api.js");
        keepSeat("tables", "x", { token: "one", seat: 1 });
        keepSeat("tables", "x", { left: true });
        keepSeat("tables", "x", { token: "two", seat: 2, left: false });
        keepSeat("tables", "x", { token: "two", title: "t" });
        return [tokensOf("tables", "x"), seatOf("tables", "x").seat, seatOf("tables", "x").left];
    }""")
    assert result == [["two", "one"], 2, False]
