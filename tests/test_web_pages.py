"""The lobby and the table in a real browser, against a real server.

Where there is no Chromium these tests are skipped and say so; with CI_BROWSER=1 that is a failure.
"""

import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="the web table needs kicker[web]")
from tests.pages import (
    MOVES,
    OWN_CARDS,
    PATIENCE,
    SERVER,
    Page,
    Visit,
    await_draw,
    await_turn,
    cards,
    log,
    play_on,
    sit,
    stacks,
    until,
    wait_for_log,
)
from tests.web import Server, running_server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("pages"), *SERVER) as server:
        yield server


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
    page.get_by_role("link", name="Continue").wait_for()  # back to the table


def test_what_the_server_refuses_is_said(visit: Visit) -> None:
    page = visit("/", grumbles=True)
    page.get_by_role("button", name="Play with friends").click()
    page.get_by_label("Blinds", exact=True).fill("20/10")
    page.get_by_role("button", name="Create table").click()
    assert "Write the blinds as SMALL/BIG, like 5/10" in page.get_by_role("alert").last.inner_text()


def test_another_game_brings_its_own_stakes_and_keeps_what_was_entered(visit: Visit) -> None:
    page = visit("/")
    page.get_by_role("button", name="Play with friends").click()
    page.get_by_label("Stack").fill("777")
    for game, ante in (("Five-card draw", "5"), ("Hold'em", "0")):
        page.locator("#make-game").select_option(game)
        assert page.get_by_label("Ante", exact=True).input_value() == ante
        assert page.get_by_label("Stack").input_value() == "777"


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
    ada.get_by_role("button", name="Play with friends").click()
    ada.get_by_label("Seats", exact=True).fill("2")
    ada.get_by_role("button", name="Create table").click()
    address = ada.get_by_label("Link to the table").input_value()
    ada.get_by_role("link", name="Go to the table").click()
    ada.get_by_text("Waiting for another player").wait_for()

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
    assert page.get_by_role("button", name="Discard 2 cards").is_visible()
    page.get_by_role("button", name="Discard 2 cards").click()
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


def test_a_typed_amount_counts_as_it_is(visit: Visit, server: Server) -> None:
    """The button follows what is typed; what is not legal is refused, and Escape brings the amount before back."""
    page = sit(visit, server, server.make_table(seats=2, bots=["folder"], blinds="10/20"))
    await_turn(page)
    amount, raising = page.get_by_label("Amount").last, page.locator(".raise")
    for typed, button, refusal in (
        ("99999", "Raise to …", "Raise 99,999 is not possible: raise to 40 up to 1,000."),
        ("7", "Raise to …", "Raise 7 is not possible: raise to 40 up to 1,000."),
        ("55.5", "Raise to …", "Raise 55.5 is not possible: raise to 40 up to 1,000."),
        ("\b", "Raise to …", "Say how much: raise to 40 up to 1,000."),
        ("99", "Raise to 99", ""),
        ("1000", "All in 1,000", ""),
    ):
        page.keyboard.press("r")
        page.keyboard.press("Backspace") if typed == "\b" else page.keyboard.type(typed)
        assert raising.inner_text() == button
        if refusal:
            page.keyboard.press("Enter")
            page.locator(".toast", has_text=refusal).wait_for()
            raising.click()  # what is not legal is not bet with the mouse either
            assert page.locator(".toast", has_text=refusal).count() == 2
            assert page.locator(".dock[data-busy]").count() == 0
            assert amount.get_attribute("aria-invalid") == "true"
        page.keyboard.press("Escape")
        assert (amount.input_value(), raising.inner_text()) == ("40", "Raise to 40")
        assert amount.get_attribute("aria-invalid") is None
    assert not [line for line in log(page) if line.startswith("You raise")]
    page.keyboard.press("r")
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    page.keyboard.type("75")  # in place of what was refused
    page.keyboard.press("Enter")
    wait_for_log(page, "You raise to 75")


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


@pytest.mark.req("R001-12")
def test_the_classic_draw_game_offers_fold_hold_and_bet_after_the_draw(visit: Visit, server: Server) -> None:
    page = sit(visit, server, server.make_table(game="draw", rules="classic", seats=2, bots=["caller"]))
    await_turn(page)
    page.locator(".raise").click()
    await_draw(page)
    page.get_by_role("button", name="Stand pat").click()
    page.get_by_role("button", name="Hold").wait_for()
    assert page.locator(".status").inner_text().startswith("Your turn: fold, hold or bet")
    assert all(page.locator(each).is_visible() for each in (".fold", ".call", ".raise"))
    page.locator(".fold").click()
    wait_for_log(page, "You fold")


def test_check_or_fold_in_advance(visit: Visit, server: Server) -> None:
    table = server.make_table(seats=2, bots=[], seconds=600)
    ada, bo = sit(visit, server, table), sit(visit, server, server.join(table["id"], "Bo"))
    first, second = (ada, bo) if wait_for_either(ada, bo) is ada else (bo, ada)
    second.get_by_role("button", name="Check / fold").click()
    assert second.get_by_role("button", name="Check / fold").get_attribute("aria-pressed") == "true"
    first.keyboard.press("a")
    first.keyboard.press("Enter")
    wait_for_log(second, "You fold")
    wait_for_log(first, "You win")


def test_a_call_in_advance_is_forgotten_when_the_bet_changes(visit: Visit, server: Server) -> None:
    table = server.make_table(seats=2, bots=[], seconds=600)
    ada, bo = sit(visit, server, table), sit(visit, server, server.join(table["id"], "Bo"))
    first, second = (ada, bo) if wait_for_either(ada, bo) is ada else (bo, ada)
    second.get_by_role("button", name="Check", exact=True).click()
    first.get_by_role("button", name="Raise to 20").click()
    await_turn(second)
    assert second.locator(".call").inner_text() == "Call 10"  # nothing was done
    second.keyboard.press("c")
    wait_for_log(second, "You call 10")  # until that is told, the page shows the turn that has passed
    await_turn(second)
    first.get_by_role("button", name="Call any").click()
    second.keyboard.press("a")
    second.keyboard.press("Enter")
    wait_for_log(first, "You call 980, all in")


def test_no_moves_in_advance_while_hands_are_shown(visit: Visit, server: Server) -> None:
    table = server.make_table(seats=2, bots=[], seconds=600)
    pages = [sit(visit, server, each, still=False) for each in (table, server.join(table["id"], "Bo"))]
    for page in pages:
        page.locator(OWN_CARDS).first.wait_for()
        page.evaluate("""() => {
            window.offered = [];
            const seen = () => [...document.querySelectorAll(".ahead")].filter((each) => each.checkVisibility()).length;
            new MutationObserver((changes) => changes.forEach((change) => change.addedNodes.forEach((line) => {
                if (/ shows? /.test(line.textContent)) window.offered.push(seen());
            }))).observe(document.querySelector("#log"), { childList: true });
        }""")
    play_on(*pages)
    for page in pages:
        page.locator(".result:not([hidden])").wait_for()
        offered = page.evaluate("window.offered")
        assert offered
        assert set(offered) == {0}


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
    wait_for_log(page, "You are back")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Leave the table").click()
    page.get_by_role("button", name="Leave", exact=True).click()
    page.wait_for_url(re.compile(r"/$"))
    assert page.locator("#own").is_hidden()


def test_a_game_that_is_over_can_be_played_again(visit: Visit, server: Server) -> None:
    page = sit(visit, server, server.make_table(seats=2, bots=["caller"], stack=20))
    again = page.get_by_role("button", name="Play again")
    end = time.monotonic() + PATIENCE / 1000
    deal_now = page.get_by_role("button", name="Deal now")
    while not again.is_visible():  # after a split pot both have chips, and the next deal is asked for
        assert time.monotonic() < end
        if page.locator("body[data-turn]").count():
            for key in ("a", "Enter", "c"):
                page.keyboard.press(key)
        elif deal_now.is_visible():
            deal_now.click()
        page.wait_for_timeout(10)
    again.click()
    await_turn(page)
    assert sum(stacks(page)) == 40 - 15


@pytest.mark.long  # heads-up, and with a rebuy instead: test_web_pages_seats.py
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
    table = server.make_table(seats=2, bots=[], seconds=600, name="Duel")
    ada, bo = sit(visit, server, table), sit(visit, server, server.join(table["id"], "Bo"))
    acts = wait_for_either(ada, bo)
    waits = bo if acts is ada else ada
    assert waits.title() == "Duel · kicker"
    waits.evaluate("Object.defineProperty(document, 'hidden', { get: () => !window.seen, configurable: true })")
    acts.keyboard.press("c")
    until(waits, "() => document.title.includes('Your turn')")
    waits.evaluate("window.seen = true; document.dispatchEvent(new Event('visibilitychange'))")
    assert waits.title() == "Duel · kicker"


# --- the line --------------------------------------------------------------------------------------------------------


def test_the_connection_comes_back(visit: Visit, tmp_path: Path) -> None:
    with running_server(tmp_path, *SERVER) as first:
        table = first.make_table(seats=2, bots=["caller"], seconds=600)
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
    page.get_by_text("This table does not exist, or it is closed.").wait_for()
    page.get_by_role("link", name="Lobby", exact=True).click()
    page.get_by_role("button", name="Play now").wait_for()
