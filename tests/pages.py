"""Pages of the web table in a browser: to sit down at, to play on, and to read from."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import pytest

pytest.importorskip("fastapi", reason="the web table needs kicker[web]")
from tests.web import Server

PHONE = {"viewport": {"width": 360, "height": 740}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
SERVER = ("--pause", "3600", "--limit", "rate=1000", "--limit", "calls=100000", "--limit", "tables=1000")
"""Nothing is dealt before somebody asks for it."""
PATIENCE = 180_000
SMALLEST_TARGET = 40
LARGEST_PICTURE = 200_000

Page = Any
"""A page of playwright, which is not there everywhere."""
Visit = Callable[..., Page]

RESULT = ".result:not([hidden])"
OWN_CARDS = ".mine .hand svg"
MOVES = ".fold, .call, .raise"
REMEMBER = "if (location.host && !localStorage['kicker.tables']) localStorage['kicker.tables'] = %s;"
"""Keys of seats that a browser has from an earlier visit."""


WATCH = """async ([argument, patience]) => {
    const met = %s;
    for (const end = performance.now() + patience; !met(argument);) {
        if (performance.now() > end) return false;
        await new Promise((done) => setTimeout(done, 20));
    }
    return true;
}"""
GONE = ("Execution context was destroyed", "Cannot find context", "Inspected target navigated")
"""What playwright says of a question to a page that another one has replaced."""


@contextmanager
def visiting(browser: Any, url: str) -> Iterator[Visit]:
    """Open an address in a separate browser that shares nothing with other visitors.

    At the end nothing may stand in the console, and nothing may have been asked of another host.
    """
    contexts: list[Any] = []
    troubles: list[str] = []

    def open_page(
        path: str = "/", *, still: bool = True, grumbles: bool = False, keys: str = "", **settings: Any
    ) -> Page:
        motion = "reduce" if still else "no-preference"
        settings.setdefault("viewport", {"width": 1280, "height": 800})
        settings.setdefault("base_url", url)
        context = browser.new_context(reduced_motion=motion, **settings)
        context.set_default_timeout(PATIENCE)
        if keys:
            context.add_init_script(REMEMBER % json.dumps(keys))
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
    seat = {table["id"]: {"token": table["token"], "seat": table["seat"]}}
    page = visit(f"/table/{table['id']}", keys=json.dumps(seat), **settings)
    page.locator(".seat .name").first.wait_for()
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
    """Wait until a function of the page is true. The page looks by itself, and again when another page has come."""
    from playwright.sync_api import Error

    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end:
        try:
            if page.evaluate(WATCH % script, [argument, 1000 * (end - time.monotonic())]):
                return
        except Error as error:
            if not any(words in str(error) for words in GONE):
                raise
    raise AssertionError(f"it did not come to {script} {argument}")


PLAYABLE = """seen => {
    if (document.querySelector(seen)) return "seen";
    const call = document.querySelector(".call");
    return call?.checkVisibility({ visibilityProperty: true }) && document.body.dataset.turn !== undefined && "turn";
}"""


def play_on(*pages: Page, seen: str = RESULT) -> None:
    """Check or call on all pages until one of them shows the expected element."""
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end:
        for page in pages:
            if len(pages) == 1:
                until(page, PLAYABLE, seen)
            now = page.evaluate(PLAYABLE, seen)
            if now == "seen":
                return
            if now == "turn":
                turn = page.locator(".dock").get_attribute("data-turn-key")
                page.keyboard.press("c")
                until(page, "turn => document.querySelector('#dock').dataset.turnKey !== turn", turn)
        if len(pages) > 1:
            pages[0].wait_for_timeout(30)
    raise AssertionError(f"no {seen}: {log(pages[0])}")
