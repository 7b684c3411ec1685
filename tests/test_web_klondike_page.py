"""The page of Klondike in a real browser.

The browser is Chromium, driven by playwright; without it these tests are skipped, unless CI_BROWSER=1 asks for it.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kicker.solitaire import Game, Klondike, Move
from kicker.solitaire.solve import solve
from kicker.ui.common.klondike_words import COMMANDS, NOTHING_HELD, PILES, POINTER, STUCK
from tests.test_klondike_dat import OLDER

pytest.importorskip("fastapi", reason="the web table needs kicker[web]")
from tests.klondike_web import SHORT, Page, Played, begin, drag, page_with, short_line
from tests.web import FAST, Server, running_server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("klondike"), *FAST) as started:
        yield started


def test_cards_are_dragged_with_the_mouse(server: Server, browser: Any) -> None:
    game = begin(server, number=1)
    with page_with(browser, game) as opened:
        page = opened.page
        drag(page, opened.middle("7h"), opened.middle("8c", 60))
        marked = page.locator(".piece.target").evaluate_all("all => all.map((one) => one.dataset.key)")
        assert marked == ["8c"]
        assert page.locator(".piece.lifted").count() == 1
        page.mouse.up()
        opened.made(1)
        assert opened.cards("7") == ["8c", "7h"]
        opened.says("Seven of hearts goes on the eight of clubs.")
        # Where a card may not go, it returns, and a sentence says why.
        home = page.locator('[data-key="2h"]').bounding_box()
        drag(page, opened.middle("2h"), opened.middle("place Hh", 40))
        page.mouse.up()
        opened.says("2♥ cannot go on the hearts foundation; it takes A♥.")
        opened.rest()
        assert page.locator('[data-key="2h"]').bounding_box() == home
        # Dropped nowhere, nothing happens.
        drag(page, opened.middle("Kd"), opened.middle("place 0"))
        page.mouse.up()
        assert page.locator(".piece.lifted").count() == 0
        opened.forgive("400")
        page.click("[data-do=undo]")
        opened.made(0)
        assert opened.cards("1") == ["7h"]
        page.click("[data-do=redo]")
        opened.made(1)


def test_a_run_is_dragged_as_one(server: Server, browser: Any) -> None:
    local = Game(Klondike(), SHORT)
    for move in short_line():
        if move.count > 1:
            break
        local.play(move)
    game = begin(server, save=local.save())
    run = [str(card) for card in local.position.pile(move.source).loose[-move.count :]]
    top = local.position.pile(move.target).top
    with page_with(browser, game) as opened:
        target = str(top) if top else f"place {move.target}K"
        drag(opened.page, opened.middle(run[0], 8), opened.middle(target, 40))
        assert opened.page.locator(".piece.lifted").count() == len(run)
        opened.page.mouse.up()
        opened.made(len(local.moves) + 1)
        assert opened.cards(move.target)[-len(run) :] == run


def test_taps_do_what_dragging_does(server: Server, browser: Any) -> None:
    game = begin(server, number=1)
    with page_with(browser, game, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True) as opened:
        page = opened.page
        page.touchscreen.tap(*opened.middle("7h"))
        assert page.locator(".piece.taken").get_attribute("data-key") == "7h"
        page.touchscreen.tap(*opened.middle("8c"))
        opened.made(1)
        page.touchscreen.tap(*opened.middle("2h"))
        opened.says("The two of hearts has no legal move right now.")
        page.touchscreen.tap(*opened.middle("back stock"))
        opened.made(2)
        finger_drag(opened, opened.middle("Kd"), opened.middle("place 1K", 20))
        opened.made(3)
        assert opened.cards("1") == ["Kd"]
        # A double tap brings a card home.
        game.view = game.ask().json()["view"]
        while not any(f"0 {suit}" in game.view["moves"] for suit in "SHDC"):
            page.touchscreen.tap(*opened.middle("back stock"))
            opened.made(game.view["made"] + 1)
            game.view = game.ask().json()["view"]
        top = game.view["waste"][-1]
        place = opened.middle(top)
        page.touchscreen.tap(*place)
        page.touchscreen.tap(*place)
        opened.says("goes to its foundation")
        assert opened.cards(top[1].upper()) == [top]


def finger_drag(opened: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """A finger that is put down, moved and lifted, as the browser gets it from a screen."""
    session = opened.context.new_cdp_session(opened.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    touch("touchStart", start)
    for step in range(1, 6):
        touch("touchMove", (start[0] + (end[0] - start[0]) * step / 5, start[1] + (end[1] - start[1]) * step / 5))
    touch("touchEnd")


def test_a_phone_shows_everything_without_scrolling_sideways(server: Server, browser: Any) -> None:
    game = begin(server, number=1, draw=3)
    game.play("1 7", "turn")
    with page_with(browser, game, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True) as opened:
        page = opened.page
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        boxes = page.locator(".piece, .tool, .top > *").evaluate_all(
            "all => all.map((one) => one.getBoundingClientRect()).map(({left, right}) => [left, right])"
        )
        assert len(boxes) > 40
        assert all(left >= 0 and right <= 360 for left, right in boxes)
        heights = page.locator(".tool").evaluate_all("all => all.map((one) => one.offsetHeight)")
        assert min(heights) >= 44
        # The longest column that there can be stays within reach.
        assert page.locator(".cards-compact").count() == 1


def nearly_finished(server: Server) -> tuple[Played, Move, int]:
    """A game of which all cards are face up after one more move, that move, and how many moves it will have taken."""
    local = Game(Klondike(both_ways=True), 3)
    for move in solve(local.position).moves:
        local.play(move)
        if finish := local.position.finish:
            break
    assert finish is not None
    assert finish.free
    last, made = local.moves[-1], len(local.moves) + len(finish.moves)
    local.undo()
    return begin(server, save=local.save()), last, made


def test_a_game_finishes_by_itself_once_nothing_can_go_wrong(server: Server, browser: Any) -> None:
    game, last, made = nearly_finished(server)
    with page_with(browser, game) as opened:
        opened.keys(*([last.source.lower(), last.target.lower()] if last.target else ["r"]))
        opened.made(made)
        news = opened.page.locator("dialog[open]")
        assert news.locator("h2").text_content() == "You win!"
        assert f"Deal 3 in {made} moves" in news.text_content()
        assert [opened.cards(suit)[-1][0] for suit in "SHDC"] == ["K"] * 4
        # Whoever goes back is left alone there.
        opened.keys("Escape", "u", "u")
        opened.made(made - 2)
        opened.says("Undone: ")
        opened.keys("a")
        opened.made(made)


WATCH_TOPS = """() => {
  window.tops = new Set();
  const note = ({ dataset: { pile, key } }) => window.tops.add(pile + key);
  const watcher = new MutationObserver(() => document.querySelectorAll('.open[data-count="1"]').forEach(note));
  watcher.observe(document.querySelector("#board"), { subtree: true, childList: true, attributes: true });
}"""


def test_the_rest_goes_home_card_by_card(server: Server, browser: Any) -> None:
    game, last, made = nearly_finished(server)
    with page_with(browser, game, reduced_motion="no-preference") as opened:
        opened.page.evaluate(WATCH_TOPS)
        opened.keys(*([last.source.lower(), last.target.lower()] if last.target else ["r"]))
        opened.made(made)
        seen = set(opened.page.evaluate("() => [...window.tops]"))
        homes = {f"{suit}{rank}{suit.lower()}" for suit in "SHDC" for rank in "TJQK"}
        assert homes <= seen


def test_a_game_is_won_with_keys(server: Server, browser: Any) -> None:
    local, line = Game(Klondike(), SHORT), short_line()
    for move in line[:80]:
        local.play(move)
    game = begin(server, save=local.save())
    with page_with(browser, game) as opened:
        for move in line[80:]:  # as fast as they can be typed: each waits for the one before
            opened.keys(*([move.source.lower(), move.target.lower()] if move.target else ["r"]))
            local.play(move)
            if local.position.won or ((finish := local.position.finish) and finish.free):
                break
        if not local.position.won:
            local.autoplay()
        made = len(local.moves)
        opened.made(made)
        news = opened.page.locator("dialog[open]")
        assert news.locator("h2").text_content() == "You win!"
        assert f"Deal {SHORT} in {made} moves" in news.text_content()
        assert news.locator(".sky").count() == 0  # who does not want motion is spared the rain
        news.get_by_text("Same deal again").click()
        opened.made(0)
        assert f"Deal {SHORT} " in opened.page.locator("#deal").text_content()


def test_keys_for_other_games_and_for_files(server: Server, browser: Any, tmp_path: Path) -> None:
    game = begin(server, number=3)
    with page_with(browser, game) as opened:
        page = opened.page
        page.on("filechooser", lambda _: None)  # from now on, and not only while one is waited for: no real one opens
        opened.keys("f")
        opened.says(NOTHING_HELD)
        opened.keys("1", "f")
        opened.made(1)
        assert opened.cards("H") == ["Ah"]
        opened.keys("v")
        opened.made(1)
        with page.expect_download() as download:
            opened.keys("w")
        assert download.value.suggested_filename == "klondike-3.json"
        path = tmp_path / "mine.json"
        download.value.save_as(path)
        assert [*map(str, Game.load(path.read_text()).moves)] == ["1 H"]
        opened.says("Saved to 'klondike-3.json'.")
        opened.keys("b")
        opened.made(0)
        opened.until("() => !document.querySelector('#deal').textContent.startsWith('Deal 3 ')")
        assert page.locator("#deal").text_content().endswith("can be won")
        for file, says, made in ((path, "Opened 'mine.json'.", 1), (OLDER, "Opened 'older-klondike.dat'.", 45)):
            with page.expect_file_chooser() as chooser:
                opened.keys("o")
            chooser.value.set_files(file)
            opened.made(made)
            opened.says(says)
        assert page.locator("#deal").text_content() == "This deal · 1 card, both ways"
        (tmp_path / "notes.txt").write_text("hello")
        with page.expect_file_chooser() as chooser:
            opened.keys("o")
        chooser.value.set_files(tmp_path / "notes.txt")
        opened.says("This is not a saved game of Klondike.")
        opened.made(45)
        opened.forgive("400")
        opened.keys("g")
        page.fill("dialog [name=number]", "77")
        page.get_by_role("button", name="Deal", exact=True).click()
        opened.until("() => document.querySelector('#deal').textContent.startsWith('Deal 77 ')")
        opened.keys("q")
        page.wait_for_url(f"{server.url}/")


def test_arrows_and_enter_reach_every_card(server: Server, browser: Any) -> None:
    game = begin(server, number=1)
    with page_with(browser, game) as opened:
        page = opened.page

        def focused() -> str:
            return str(page.evaluate("document.activeElement.ariaLabel"))

        opened.keys("ArrowRight")
        assert focused() == "stock, 24 cards to turn"
        opened.keys("ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight")
        assert focused() == "foundation of clubs, empty"
        opened.keys("ArrowDown")
        assert focused() == "eight of clubs, column 7, 6 face down below"
        opened.keys("ArrowRight", "Enter")
        assert focused() == "seven of hearts, column 1"
        assert page.evaluate("document.activeElement.ariaPressed") == "true"
        opened.keys("ArrowLeft", "Enter")
        opened.made(1)
        opened.until("() => document.activeElement.ariaLabel === 'seven of hearts, column 7'")
        opened.keys("ArrowUp")
        assert focused() == "eight of clubs, column 7, with 1 card on it, 6 face down below"
        opened.keys("ArrowUp", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft", "Enter")
        opened.made(2)
        opened.says("is turned up, 23 left.")
        unnamed = page.locator(".piece[role=button]:not([aria-label])").count()
        assert unnamed == 0
        assert page.locator(".piece[tabindex='0']").count() == 1
        ring = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert ring == "solid"


def test_hints_are_shown_and_can_be_followed(server: Server, browser: Any) -> None:
    game = begin(server, number=3, draw=3)
    with page_with(browser, game) as opened:
        page = opened.page
        page.click("[data-do=hint]")
        page.wait_for_selector("#advice .bar")
        rows = page.locator("#advice .advised-move").all_text_contents()
        assert len(rows) == len(game.view["moves"])
        assert all(re.search(r"\d+%\(\d+-\d+\)$", row) for row in rows)
        assert rows[0].startswith("A♦ to its foundation")
        opened.says("Best: A♦ to its foundation, ")
        assert page.locator(".piece.from").count() >= 1
        opened.keys("p")
        opened.says("Next: A♦ to its foundation. This line wins in 161 moves.")
        page.locator("#advice .advised-move").click()
        opened.made(1)
        assert opened.cards("D") == ["Ad"]
        assert page.locator("#advice").is_hidden()
        opened.keys("y")
        page.wait_for_selector("#advice .advised-move")


def test_a_lost_game_says_so(server: Server, browser: Any) -> None:
    game = begin(server, number=2, draw=3, redeals=0)
    while len(game.view["moves"]) and not game.view["stuck"]:
        game.play(game.view["moves"][0])
    game.send("undo")
    with page_with(browser, game) as opened:
        opened.keys("e")
        opened.says(STUCK)
        assert opened.page.locator("#advice h2").text_content() == "Stuck"
        opened.page.locator("#advice").get_by_role("button", name="Undo").click()
        opened.made(game.view["made"])


def test_a_game_comes_back_and_others_can_be_begun(server: Server, browser: Any) -> None:
    game = begin(server, number=1)
    with page_with(browser, game) as opened:
        page = opened.page
        opened.keys("1", "7", "r")
        opened.made(2)
        page.reload()
        opened.made(2)
        assert opened.cards("7") == ["8c", "7h"]
        opened.says("Welcome back: 2 moves made so far.")
        opened.keys("n")
        page.get_by_role("radio", name="By number").check()
        page.get_by_role("button", name="Deal", exact=True).click()
        assert "a whole number, 1 or more" in page.locator("dialog .problem").text_content()
        page.fill("dialog [name=number]", "12345")
        page.get_by_role("radio", name="Three cards").check()
        page.get_by_role("button", name="Deal", exact=True).click()
        opened.until("() => document.querySelector('#deal').textContent.startsWith('Deal 12345 · 3 cards at a time')")
        opened.made(0)
        opened.keys("n")
        page.get_by_text("Deal 1, 2 moves").click()
        opened.made(2)


def test_a_game_that_is_gone_makes_room_for_a_new_one(server: Server, browser: Any) -> None:
    game = begin(server, number=1)
    game.token = "x" * 43
    with page_with(browser, game) as opened:
        opened.says("That game is no longer there. Here is a new one.")
        opened.keys("r")
        opened.made(1)
        opened.forgive("401")


def test_no_click_is_lost(server: Server, browser: Any) -> None:
    game = begin(server, number=1)
    with page_with(browser, game) as opened:
        opened.keys(*"rrrrrrrrr")
        opened.made(9)
        # Nor one that the server does not hear at first.
        opened.context.set_offline(True)
        opened.keys("u", "u")
        opened.says("The server does not respond. Trying again; nothing is lost.")
        opened.context.set_offline(False)
        opened.made(7)
        opened.forgive("INTERNET_DISCONNECTED")
    assert game.ask().json()["view"]["made"] == 7


def test_hands_may_be_faster_than_the_network(server: Server, browser: Any) -> None:
    game = begin(server, number=1)
    with page_with(browser, game) as opened:
        page = opened.page
        held: list[Any] = []
        slow = True
        page.route("**/api/klondike/*/move", lambda route: held.append(route) if slow else route.continue_())
        page.mouse.click(*opened.middle("7h"))
        page.mouse.click(*opened.middle("8c"))
        opened.keys("5", "1")  # the first column is empty by then
        page.mouse.click(*opened.middle("back stock"))
        # A card that is in the hand stays there when the answer comes.
        drag(page, opened.middle("6h"), opened.middle("place 0"))
        assert page.locator("#made").text_content() == "0"
        slow = False
        for route in held:
            route.continue_()
        opened.made(3)
        assert page.locator(".piece.lifted").get_attribute("data-key") == "6h"
        page.mouse.up()
        assert opened.cards("1") == ["Kd"]
        assert opened.cards("7") == ["8c", "7h"]
        opened.until("() => !document.querySelector('.piece.lifted')")


def test_looks_can_be_chosen(server: Server, browser: Any) -> None:
    game = begin(server, number=1)
    with page_with(browser, game, color_scheme="dark") as opened:
        page = opened.page

        def colour(selector: str, name: str) -> str:
            return str(page.locator(selector).first.evaluate(f"(one) => getComputedStyle(one).{name}"))

        dark = colour('[data-key="8c"] .paper', "fill")
        two = colour('[data-key="8c"] .suit', "fill")
        page.click("#settings")
        page.select_option("dialog [name=theme]", "light")
        page.check("dialog [name=fourColour]")
        page.locator("dialog [name=palette][value=ember]").check()
        assert colour('[data-key="8c"] .paper', "fill") != dark
        assert colour('[data-key="8c"] .suit', "fill") not in (two, colour('[data-key="2s"] .suit', "fill"))
        backs = page.locator("#board .card-back image").evaluate_all(
            "all => all.map((one) => one.getAttribute('href'))"
        )
        assert set(backs) == {"/backs/ember.png"}
        page.reload()
        page.wait_for_selector("#board .card-back image")
        assert page.locator("#board .card-back image").first.get_attribute("href") == "/backs/ember.png"


def test_somebody_new_gets_a_game_at_once_that_can_be_won(server: Server, browser: Any) -> None:
    context = browser.new_context(reduced_motion="no-preference")
    opened = Page(context.new_page(), context, server.url)
    opened.open()
    assert opened.page.locator("#deal").text_content().endswith("can be won")
    opened.says("Drag a card, or tap it and then where it goes.")
    for card in opened.page.locator(".piece.open[data-pile]").element_handles():
        assert card.get_attribute("aria-label")
    opened.keys("?")
    told = opened.page.locator("dialog").text_content()
    assert "Only a king can go to an empty column." in told
    rows = opened.page.locator("dialog .keys dt, dialog .keys dd").all_text_contents()
    table = [PILES, *COMMANDS.values(), *POINTER]
    assert rows == [text for one in table for text in (one.key.replace(", ", ""), one.what)]
    assert opened.problems == []
    context.close()
