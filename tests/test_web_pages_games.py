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
from tests.pages import (
    LARGEST_PICTURE,
    PHONE,
    SERVER,
    Page,
    Visit,
    await_turn,
    cards,
    log,
    play_on,
    sit,
    until,
    wait_for_log,
)
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
    const across = (words) => left < words.right - 1 && right > words.left + 1;
    const over = (words) => across(words) && top < words.bottom - 1 && bottom > words.top + 1;
    const covers = over(box('.name')) || over(box('.stack'));
    return covers || left < plate.left || right > plate.right ? [seat.innerText] : [];
})"""
"""The seats whose cards cover a name or a stack, or stand out of the plate."""
NARROW = {"width": 320, "height": 640}
HIDDEN_PARTS = """() => {
    const arena = document.querySelector('.arena').getBoundingClientRect();
    return [...document.querySelectorAll('.mine .hand .slot, .mine .pod')].filter((part) => {
        const { top, bottom } = part.getBoundingClientRect();
        return top < arena.top || bottom > arena.bottom + 1;
    }).map((part) => part.textContent || part.className);
}"""
"""What cannot be seen of one's own cards and plate without scrolling."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("games"), *SERVER) as server:
        yield server


def at_table(visit: Visit, server: Server, game: str, seats: int = 2, **settings: Any) -> Page:
    """A page on a phone, at a table with bots that call."""
    name = {"name": settings.pop("name")} if "name" in settings else {}
    table = server.make_table(game=game, seats=seats, bots=["caller"] * (seats - 1), speed="instant", **name)
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
    wait_for_log(page, "You complete to 20")
    page.reload()
    wait_for_log(page, "You complete to 20")
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


SCENES = """async ([rules, game, events]) => {
    const { after, emptyScene } = await import("/static/scene.js");
    const { eventText } = await import("/static/words.js");
    let scene = { ...emptyScene([100, 100, 100], 0, game), rules };
    return events.map((event) => {
        scene = after(scene, event);
        const told = { names: ["Ada", "Bo", "Cy"], you: 0, pot: scene.pot, completes: scene.completes };
        return [scene.heading, eventText(event, told), scene.said[event.seat ?? 0]];
    });
}"""


def bet(kind: str, seat: int, amount: int, to: int) -> dict[str, Any]:
    return {"kind": kind, "seat": seat, "amount": amount, "to": to, "stack": 50}


def test_only_the_bet_that_makes_a_bring_in_a_full_one_completes(visit: Visit) -> None:
    page = visit("/")
    rules = {"bring_in": 5, "min_bet": 20}
    cards_up = {"kind": "dealt", "cards": "2c", "up": [True]}
    deal = [{"seat": seat} | cards_up for seat in range(3)]
    bets = [bet("bring-in", 1, 5, 5), bet("call", 2, 5, 5), bet("raise", 0, 20, 20), bet("raise", 1, 35, 40)]
    later = [{"street": "fourth street", "seat": seat} | cards_up for seat in range(3)] + [bet("bet", 0, 20, 20)]
    told = page.evaluate(SCENES, [rules, {}, deal + bets + later])
    assert [heading for heading, _, _ in told] == [*[""] * 7, "fourth street", *[""] * 3]
    assert [tuple(said) for _, *said in told[5:7]] == [("You complete to 20", "complete"), ("Bo raises to 40", "raise")]
    assert told[-1][1:] == ["You bet 20", "bet"]
    told = page.evaluate(SCENES, [rules, {}, [*deal, bet("bet", 1, 20, 20)]])  # instead of the bring-in
    assert told[-1][1:] == ["Bo completes to 20", "complete"]
    told = page.evaluate(SCENES, [rules, {}, [*deal, bet("bring-in", 1, 5, 5), bet("raise", 2, 12, 12)]])  # all in
    assert told[-1][1:] == ["Cy raises to 12", "raise"]


@pytest.mark.parametrize(
    ("streets", "headings"),
    [
        (["before the draw", "after the draw"], ["draw"]),
        (["before the draw", "after the first draw", "after the second draw"], ["first draw", "second draw"]),
    ],
    ids=["single", "several"],
)
def test_every_draw_has_a_heading_even_if_nobody_bets_between(
    visit: Visit, streets: list[str], headings: list[str]
) -> None:
    page = visit("/")
    seat_draws = [
        [{"kind": "discard", "seat": seat, "cards": "2c"}, {"kind": "drew", "seat": seat, "cards": "3c"}]
        for seat in range(3)
    ]
    dealt = [{"kind": "dealt", "seat": seat, "cards": "2c"} for seat in range(3)]
    draws = [event for _ in headings for pair in seat_draws for event in pair]
    told = page.evaluate(SCENES, [{}, {"streets": streets}, dealt + draws])
    assert [heading for heading, _, _ in told if heading] == headings
    assert [place for place, (heading, _, _) in enumerate(told) if heading] == [3 + 6 * n for n in range(len(headings))]


def test_triple_draw_says_which_draw_it_is(visit: Visit, server: Server) -> None:
    page = at_table(visit, server, "triple-draw")
    assert page.locator("#stakes").inner_text() == "fixed-limit 2-7 triple draw · bets 10/20 · blinds 5/10 · hand 1"
    for name in ("first", "second", "third"):
        play_on(page, seen=".mine button.slot")
        assert f"Your turn: {name} draw, discard up to 5 cards" in page.locator(".status").inner_text()
        page.keyboard.press("t")
        page.locator(".mine button.slot").first.wait_for(state="detached")
        heading = re.compile(rf"^{name.capitalize()} draw, pot \d+$")
        page.locator("#log .street", has_text=heading).wait_for(state="attached")
        assert name.capitalize() in page.locator(".pot").inner_text()
    play_on(page)
    assert len([line for line in log(page) if "draw, pot" in line]) == 3
    told = log(page)
    page.reload()
    page.locator("#log .street").first.wait_for(state="attached")
    assert log(page) == told


@pytest.mark.parametrize("game", ["omaha-hilo", "stud", "stud-hilo"])
def test_at_the_end_all_of_your_own_seat_is_in_sight(visit: Visit, server: Server, game: str) -> None:
    page = at_table(visit, server, game, 6, viewport=NARROW)
    play_on(page)
    until(page, f"() => !({HIDDEN_PARTS})().length")
    page.goto(page.url.replace("/table/", "/replay?table="))
    page.locator("#count", has_text="1 of").wait_for()
    assert len({box["y"] for box in page.locator(".player .moves .button:visible").evaluate_all(
        "all => all.map((each) => each.getBoundingClientRect())")}) == 1  # fmt: skip
    page.keyboard.press("End")
    assert page.evaluate(HIDDEN_PARTS) == []


@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize("game", ["holdem", "razz", "stud-hilo", "omaha-6-hilo"])
def test_the_title_of_a_phone_names_the_game(visit: Visit, server: Server, game: str, width: int) -> None:
    page = at_table(visit, server, game, 3, viewport={"width": width, "height": 640})
    seen = page.locator("#stakes").evaluate("""line => {
        const range = document.createRange();
        const right = line.getBoundingClientRect().right - 12;  // of the last letter before an ellipsis
        const text = line.firstChild;
        for (let end = text.length; end; end -= 1) {
            range.setStart(text, 0);
            range.setEnd(text, end);
            if (range.getBoundingClientRect().right <= right) return text.data.slice(0, end);
        }
    }""")
    words = page.locator("#stakes").inner_text().split(" · ")
    assert words[0] == {
        "holdem": "no-limit hold'em", "razz": "fixed-limit razz", "stud-hilo": "fixed-limit stud eight or better",
        "omaha-6-hilo": "pot-limit six-card Omaha eight or better",
    }[game]  # fmt: skip
    assert words[1] == ("bets 20/40" if words[0].startswith("fixed") else "blinds 5/10")
    assert seen.startswith(words[0])


def test_the_hands_of_a_mix_say_their_game(visit: Visit, server: Server) -> None:
    page = at_table(visit, server, "horse", name="Friday")
    game = page.locator("#stakes").inner_text().partition(" · ")[0]
    play_on(page)
    page.goto("/hands")
    page.locator(".hand-words").wait_for()
    assert f" · {game[0].upper()}{game[1:]} · Friday" in page.locator(".hand-words").inner_text()
