"""Omaha and seven-card stud in a browser: whose cards are seen, what can be done, and who wins which half of a pot.

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
from tests.pages import LARGEST_PICTURE, PHONE, SERVER, Page, Visit, await_turn, cards, log, play_on, sit, wait_for_log
from tests.web import Server, running_server

LOW = r"[2-8](-[2-8A]){4} low"
INSIDE = """selector => {
    const felt = document.querySelector('#felt').getBoundingClientRect();
    return [...document.querySelectorAll(selector)].map((card) => card.getBoundingClientRect())
        .every((card) => card.left >= felt.left - 1 && card.right <= felt.right + 1 && card.width > 15);
}"""
COVERED = """() => [...document.querySelectorAll('.seat:is(.shown, .showing):not(.mine)')].flatMap((seat) => {
    const box = (part) => seat.querySelector(part).getBoundingClientRect();
    const cards = [...seat.querySelectorAll('.hand svg')].map((card) => card.getBoundingClientRect());
    const [left, right] = [Math.min(...cards.map((card) => card.left)), Math.max(...cards.map((card) => card.right))];
    const [top, bottom] = [Math.min(...cards.map((card) => card.top)), Math.max(...cards.map((card) => card.bottom))];
    const plate = seat.getBoundingClientRect();
    const covers = top < box('.name').bottom - 1 || bottom > box('.stack').top + 1;
    return covers || left < plate.left || right > plate.right ? [seat.innerText] : [];
})"""
"""The seats whose cards cover a name or a stack, or stand out of the plate."""
NARROW = {"width": 320, "height": 640}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("games"), *SERVER) as server:
        yield server


def at_table(visit: Visit, server: Server, game: str, seats: int = 2, **settings: Any) -> Page:
    """A page on a phone, at a table with bots that call."""
    table = server.make_table(game=game, seats=seats, bots=["caller"] * (seats - 1), speed="instant")
    page = sit(visit, server, table, **PHONE | settings)
    await_turn(page)
    return page


def deal_again(page: Page) -> None:
    page.get_by_role("button", name="Deal now").click()
    await_turn(page)


def take(page: Page, name: str, folder: Path) -> None:
    folder = Path(os.environ.get("KICKER_SCREENS", folder))
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"web-{name}.png"
    page.screenshot(path=file)
    with Image.open(file) as picture:
        picture.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(file, optimize=True)
    assert 10_000 < file.stat().st_size < LARGEST_PICTURE


def test_omaha_on_a_phone(visit: Visit, server: Server, tmp_path: Path) -> None:
    """Six cards of one's own fit, nobody else's are seen before the showdown, and the five of a winner are marked."""
    page = at_table(visit, server, "omaha-6", seats=3)
    assert len(set(cards(page))) == 6
    assert cards(page, ".seat:not(.mine) svg.card-face") == []
    assert page.locator(".seat:not(.mine) .card-back").count() == 12
    assert page.evaluate(INSIDE, ".seat .hand svg")
    play_on(page)
    assert len(cards(page)) == 6
    assert len(cards(page, ".board svg")) == 5
    assert page.evaluate(INSIDE, ".seat .hand svg")
    assert re.search(r"wins? \d+ (each )?with ", page.locator(".result").inner_text())
    take(page, "omaha-phone", tmp_path)


def test_stud_high_and_low_on_a_phone(visit: Visit, server: Server, tmp_path: Path) -> None:
    """Up cards are seen and the others are not, the bring-in is asked for or raised, and a pot is split in words."""
    page = at_table(visit, server, "stud-hilo", seats=4)
    assert len(set(cards(page))) == 3
    assert len(cards(page, ".seat:not(.mine) svg.card-face")) == 3
    assert page.locator(".seat:not(.mine) .card-back").count() == 6
    buttons = page.locator(".fold:visible, .call:visible, .raise:visible").all_inner_texts()
    assert buttons in (["Fold", "Call 5", "Complete to 20"], ["Bring in 5", "Complete to 20"])
    assert any(re.search(r"(You pay|pays) an ante of 5", line) for line in log(page))
    for _ in range(30):  # every other deal is split
        play_on(page)
        assert page.evaluate(INSIDE, ".seat .hand svg")
        won = dict(re.findall(r"(\w+(?: \d)?) wins? \d+ with the (high|low) hand", "\n".join(log(page)[-4:])))
        if sorted(won.values()) == ["high", "low"]:
            break
        deal_again(page)
    low = next(name for name, part in won.items() if part == "low")
    assert re.search(rf"{low} wins? \d+ with {LOW}", page.locator(".result").inner_text())
    shown = cards(page) + cards(page, ".seat:not(.mine) svg.card-face")
    assert len(cards(page)) == 7
    assert len(set(shown)) == len(shown) >= 14
    take(page, "stud-phone", tmp_path)


@pytest.mark.parametrize("viewport", [PHONE["viewport"], NARROW], ids=["phone", "narrow"])
@pytest.mark.parametrize(("game", "seats"), [("stud-hilo", 4), ("omaha-6", 4), ("stud", 8)])
def test_cards_leave_names_and_stacks_free(
    visit: Visit, server: Server, game: str, seats: int, viewport: dict[str, int]
) -> None:
    """Eight seats of stud need 56 cards: then the last one is turned up for everybody."""
    page = at_table(visit, server, game, seats, viewport=viewport)
    assert page.evaluate(COVERED) == []
    play_on(page)
    for _ in range(30):  # nobody else shows if the first hand that is shown is one's own and the best
        if page.locator(".seat.shown:not(.mine)").count():
            break
        deal_again(page)
        play_on(page)
    assert page.locator(".seat.shown:not(.mine)").count() > 0
    assert page.evaluate(COVERED) == []
    assert len(cards(page, ".board svg")) == {"stud-hilo": 0, "omaha-6": 5, "stud": 1}[game]


def test_razz_is_brought_in_by_the_highest_card(visit: Visit, server: Server) -> None:
    page = at_table(visit, server, "razz")
    shown = [re.search(r"([2-9JQKA]|10)[♠♥♦♣] face up", line) for line in log(page)]
    yours, theirs = ("A23456789TJQK".index(found[1].replace("10", "T")) for found in shown if found)
    if page.locator(".call:visible").inner_text() == "Bring in 5":
        assert yours >= theirs
    else:
        assert yours <= theirs
        wait_for_log(page, "caller brings in for 5")
    assert page.locator(".raise:visible").inner_text() == "Complete to 20"
    page.keyboard.press("r")  # a click so soon after the turn began would be taken for one on the button before
    page.keyboard.press("Enter")
    page.locator("#log li", has_text=re.compile(r"^You (raise|bet|complete)s? (to )?20")).wait_for(state="attached")
    play_on(page)
    assert page.locator(".result").inner_text()


def test_a_pot_that_nobody_opened_is_carried_over(visit: Visit, server: Server) -> None:
    table = server.make_table(game="draw", rules="jackpots", seats=2, bots=["caller"], speed="instant")
    page = sit(visit, server, table)
    await_turn(page)
    page.keyboard.press("c")
    wait_for_log(page, "Nobody opens; 10 stays in the pot for the next hand")
    page.get_by_role("button", name="Deal now").click()
    wait_for_log(page, "Hand 2, 10 carried over from the last hand")
    await_turn(page)
    assert "20" in page.locator(".pot").inner_text()
    page.reload()
    wait_for_log(page, "Hand 2, 10 carried over from the last hand")
