"""The layout of the table: in windows of all sizes nothing covers anything else, nothing is cut off, and
everything can be read.

The pages are measured as the browser has laid them out; what is drawn is made up, so that the worst is always there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the web table needs kicker[web]")
from tests.pages import SERVER, Page, Visit, await_turn, sit, until
from tests.web import Server, running_server

SIZES = {
    "desktop": (1280, 800),
    "desktop at 150%": (853, 533),
    "desktop at 200%": (640, 400),
    "laptop": (1024, 600),
    "laptop at 200%": (512, 384),
    "wide": (1920, 1080),
    "tablet": (768, 1024),
    "phone": (390, 844),
    "small phone": (360, 640),
    "smallest phone": (320, 568),
    "phone on its side": (844, 390),
}
FEW = ("desktop", "desktop at 200%", "laptop at 200%", "smallest phone", "phone on its side")
"""The usual, the smallest and the oddest; `make test-long` looks at all."""
WIDE = 1180
"""From this width on the log has room beside the table."""
NAME = "Bartholomews"
"""Twelve letters, and not the narrowest."""
CARDS = [rank + suit for rank in "AKQJT98765432" for suit in "shdc"]
GAMES = {"holdem": (10, 2, 5), "draw": (6, 5, 0), "heads-up": (2, 2, 5)}
"""Seats, cards of a hand and of the board."""

DRAW = """async ([seats, held, wanted, cards, name, ending]) => {
    const { makeFelt } = await import("/static/felt.js");
    const { emptyScene } = await import("/static/scene.js");
    const each = (make) => Array.from({ length: seats }, (_, seat) => make(seat));
    const people = each((seat) => ({ name, kind: seat ? "bot" : "person", away: false, out: false, broke: false }));
    const hands = each((seat) => cards.slice(seat * held, (seat + 1) * held));
    const shown = (seat) => ending && (seat % 2 === 1);
    const scene = {
        ...emptyScene(each(() => 12345), 0, { board_cards: wanted, hand_cards: held }),
        dealt: true, over: ending, phase: ending ? "over" : "betting", button: seats - 1, toAct: ending ? null : 0,
        pot: ending ? 0 : 24690, bets: each(() => (ending ? 0 : 2345)), board: cards.slice(-wanted || cards.length),
        hands: each((seat) => (seat === 0 || shown(seat) ? hands[seat] : hands[seat].map(() => null))),
        up: each((seat) => hands[seat].map(() => shown(seat))),
        live: each((seat) => ending || seat % 4 !== 2), mucked: each((seat) => ending && seat && !shown(seat)),
        said: each((seat) => (seat % 4 === 2 ? "fold" : ending ? "check" : "raise")),
        won: each((seat) => (ending && seat === 1 ? 24690 : 0)),
        handWords: each((seat) => (seat === 1 ? "one pair, kings, queen-jack-nine kickers" : "")),
        winning: ending ? [{ seat: 1, cards: [...hands[1], ...cards.slice(-wanted || cards.length)].slice(0, 5) }] : [],
    };
    makeFelt(document.querySelector("#felt"), seats).draw(scene, people, { moving: false });
}"""

BOXES = """(selector) => [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility()).map((e) => {
    const { left, top, right, bottom } = e.getBoundingClientRect();
    return { box: [left, top, right, bottom], text: (e.ariaLabel ?? e.textContent).trim() || e.className };
})"""
COVERED = """(selector) => [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility()).flatMap((e) => {
    e.scrollIntoView({ block: "nearest" });
    const range = document.createRange();
    range.selectNodeContents(e);
    const whole = e.matches(".slot, input, select, button");
    const { left, right, top, bottom } = (whole ? e : range).getBoundingClientRect();
    const at = (x, y) => document.elementFromPoint(left + x * (right - left), top + y * (bottom - top));
    const spots = [[0.5, 0.5], [0.1, 0.2], [0.9, 0.2], [0.1, 0.8], [0.9, 0.8]];
    const beside = (found) => e.matches(".slot") && found?.closest(".hand") === e.parentElement;  // they overlap
    const wrong = spots.map(([x, y]) => at(x, y)).filter((found) => !e.contains(found) && !beside(found));
    return wrong.map((found) => `${e.textContent || e.className} by ${found?.className?.baseVal ?? found?.className}`);
})"""
"""The elements that are covered, and what covers them."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("layout"), *SERVER) as server:
        yield server


def show(page: Page, game: str, *, ending: bool) -> None:
    """Draw the worst that can be on a table: all seats taken, long names, large bets, half of the hands shown."""
    seats, held, wanted = GAMES[game]
    page.evaluate(DRAW, [seats, held, wanted, CARDS, NAME, ending])


def resize(page: Page, size: str) -> None:
    """Make the window larger or smaller; at a table the log then goes where there is room for it."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    log = "wide => !document.body.dataset.log || (document.body.dataset.log === 'open') === wide"
    until(page, log, width >= WIDE)


def boxes(page: Page, selector: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate(BOXES, selector)
    return found


def overlap(one: list[float], other: list[float]) -> float:
    """The smaller side of what two boxes have in common, in pixels."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return max(0.0, min(across, down))


def overlaps(first: list[dict[str, Any]], second: list[dict[str, Any]], most: float = 1.5) -> list[tuple[str, str]]:
    """The elements that cover each other by more than a pixel."""
    return [
        (one["text"], other["text"])
        for one in first
        for other in second
        if one is not other and overlap(one["box"], other["box"]) > most
    ]


TOUCHED = "button, a[href]:not(.skip), input, select"
READ = ".seat .name, .seat .stack, .said:not(:empty), .pot, .result, .bet:not(:empty) .number"
CARDS_SEEN = ".seat.shown .slot, .board .slot, .mine .slot"


def faults(page: Page, game: str, *, ending: bool) -> list[object]:
    """The faults of the table as it is drawn now."""
    show(page, game, ending=ending)
    seats = GAMES[game][0]
    width, height = page.viewport_size["width"], page.viewport_size["height"]
    touched = boxes(page, TOUCHED)
    found: list[object] = [*overlaps(touched, touched)]
    for selector in (TOUCHED, READ, CARDS_SEEN):
        found += page.evaluate(COVERED, selector)
    for each in touched:
        left, top, right, bottom = each["box"]
        if left < 0 or top < 0 or right > width + 1 or bottom > height + 1:
            found.append((each, "is outside"))
    # What does not fit the height of a very small window is reached by scrolling the table; across everything fits.
    for each in boxes(page, f"{READ}, {CARDS_SEEN}"):
        if each["box"][0] < 0 or each["box"][2] > width:
            found.append((each, "is outside"))
    for part in ("html", ".arena"):
        inner, outer = page.eval_on_selector(part, "e => [e.scrollWidth, e.clientWidth]")
        if inner > outer:
            found.append((part, inner, "is wider than", outer))
    names = page.eval_on_selector_all(".seat .name", "all => all.map((e) => [e.scrollWidth > e.clientWidth, e.title])")
    if names != [[False, NAME]] * seats:
        found.append((names, "are cut off"))
    if len(touched) < 8 or len(boxes(page, ".seat.shown .hand")) != (seats // 2 if ending else 0):
        found.append("this is not the table that was to be looked at")
    return found


@pytest.mark.parametrize("sizes", [FEW, pytest.param(tuple(SIZES), marks=pytest.mark.long)], ids=["few", "all"])
def test_nothing_is_covered_cut_off_or_outside(visit: Visit, server: Server, sizes: tuple[str, ...]) -> None:
    """Buttons, names of twelve letters (longer ones have a tooltip), stacks, labels, bets, and cards that are shown."""
    page = sit(visit, server, server.make_table(seats=2, bots=["caller"], seconds=600))
    await_turn(page)
    found: dict[tuple[str, str, bool], list[object]] = {}
    for size in sizes:
        resize(page, size)
        found |= {(size, game, ending): faults(page, game, ending=ending) for game in GAMES for ending in (False, True)}
    assert {key: value for key, value in found.items() if value} == {}


# --- contrast --------------------------------------------------------------------------------------------------------

CONTRAST = """() => {
    const parse = (text) => {
        const numbers = text.match(/[\\d.]+/g).map(Number);
        return text.startsWith("color(") ? [...numbers.slice(0, 3).map((part) => part * 255), numbers[3] ?? 1]
                                         : [...numbers.slice(0, 3), numbers[3] ?? 1];
    };
    const over = (top, under) => [0, 1, 2].map((part) => top[part] * top[3] + under[part] * (1 - top[3]));
    const light = (colour) => {
        const [red, green, blue] = colour.map((part) => {
            const share = part / 255;
            return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const ratio = (one, other) => {
        const [high, low] = [light(one), light(other)].sort((a, b) => b - a);
        return (high + 0.05) / (low + 0.05);
    };
    /** The colours that may be behind an element: those of what lies below it at its middle, from the lowest up. */
    const grounds = (element, x, y) => {
        const stack = document.elementsFromPoint(x, y);
        const below = stack.slice(Math.max(0, stack.indexOf(element)));
        let found = [[255, 255, 255]];
        for (const each of below.reverse()) {
            const style = getComputedStyle(each);
            const solid = parse(style.backgroundColor);
            if (solid[3]) found = found.map((ground) => over(solid, ground));
            const picture = style.backgroundImage.match(/(?:rgba?|color)\\([^)]*\\)/g)?.map(parse);
            if (picture) found = picture.flatMap((colour) => found.map((ground) => over(colour, ground)));
        }
        return found;
    };
    const opacity = (one) => (one ? Number(getComputedStyle(one).opacity) * opacity(one.parentElement) : 1);
    const apart = ".unseen, .skip, svg, script, noscript";
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const bad = [];
    let seen = 0;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node.parentElement;
        if (!node.textContent.trim() || !element.checkVisibility() || element.closest(apart)) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const box = range.getBoundingClientRect();
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        if (!box.width || !document.elementsFromPoint(x, y).includes(element)) continue;  // scrolled out of sight
        const colour = parse(getComputedStyle(element).color);
        colour[3] *= opacity(element);
        const least = Math.min(...grounds(element, x, y).map((ground) => ratio(over(colour, ground), ground)));
        seen += 1;
        if (least < 4.5) bad.push([node.textContent.trim(), element.className, Math.round(least * 100) / 100]);
    }
    return { seen, bad };
}"""


Look = tuple[str, str]
LOOKS: list[Look] = [(theme, size) for theme in ("light", "dark") for size in ("desktop", "phone")]


def each_look(page: Page, looks: list[Look]) -> Iterator[str]:
    """The page in both themes, in a large and in a small window."""
    for theme, size in looks:
        resize(page, size)
        page.emulate_media(color_scheme=theme)
        yield f"{theme}, {size}"


@pytest.mark.parametrize("looks", [LOOKS[::3], pytest.param(LOOKS, marks=pytest.mark.long)], ids=["few", "all"])
def test_everything_at_the_table_can_be_read(visit: Visit, server: Server, looks: list[Look]) -> None:
    page = sit(visit, server, server.make_table(seats=2, bots=["caller"], seconds=600))
    await_turn(page)
    for look in each_look(page, looks):
        for game in ("holdem", "draw"):
            for ending in (False, True):
                show(page, game, ending=ending)
                if not ending:  # some are gone, sit out, or are not there
                    page.eval_on_selector_all(
                        ".seat", "all => all.forEach((e, place) => e.classList.toggle('gone', place % 3 === 1))"
                    )
                found = page.evaluate(CONTRAST)
                assert found["seen"] > 20
                assert found["bad"] == [], (look, game, ending)
    for path, words in (("/hands", "No hands yet"), ("/", "Play with friends")):
        page.goto(path)
        page.get_by_text(words).first.wait_for()
        for look in each_look(page, looks):
            assert page.evaluate(CONTRAST)["bad"] == [], (look, path)


# --- the keyboard ----------------------------------------------------------------------------------------------------


def test_tab_reaches_the_moves_before_the_sizes(visit: Visit, server: Server) -> None:
    page = sit(visit, server, server.make_table(seats=2, bots=["caller"], seconds=600))
    await_turn(page)
    reached = []
    for _ in range(12):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.ariaLabel ?? document.activeElement.textContent"))
    assert reached[:3] == ["Fold", "Call 5", "Raise to 20"]
    assert reached[3:12] == [
        "1/3", "1/2", "2/3", "Pot", "All in", "One big blind less", "Amount", "One big blind more", "Amount",
    ]  # fmt: skip


@pytest.mark.parametrize(("stack", "blinds"), [(1003, "5/10"), (999_999, "1/2"), (100, "5/10"), (157, "20/40")])
def test_the_end_of_the_slider_is_all_in_and_nothing_else_is(
    visit: Visit, server: Server, stack: int, blinds: str
) -> None:
    page = sit(visit, server, server.make_table(seats=2, bots=["caller"], stack=stack, blinds=blinds, seconds=600))
    await_turn(page)
    slider, amount = page.get_by_role("slider", name="Amount"), page.get_by_label("Amount").last
    found = {}
    for place in (0, 1, 500, 990, 998, 999, 1000):
        slider.fill(str(place))
        found[place] = int(amount.input_value())
    assert found[1000] == stack
    assert all(value < stack for place, value in found.items() if place < 1000)
    assert sorted(found.values()) == list(found.values())
    slider.focus()
    page.keyboard.press("Home")
    assert int(amount.input_value()) == found[0]
    page.keyboard.press("End")
    assert page.locator(".raise").inner_text() == f"All in {stack:,}"
    for wanted, end in ((stack, True), (stack - 1, False)):
        amount.fill(str(wanted))
        page.keyboard.press("Tab")
        assert (slider.input_value() == "1000") is end
        assert (page.locator(".raise").inner_text() == f"All in {stack:,}") is end
