"""Klondike on the web for tests: a game on a server with its calls, and its page in a browser."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import httpx

from kicker.solitaire import Klondike, Move
from kicker.solitaire.solve import solve
from tests.pages import until
from tests.web import NO_CERTIFICATES, PATIENCE, Server

SHORT = 1259
"""A deal of one card at a time with a short way to win."""


@cache
def client(url: str) -> httpx.Client:
    """One client for all calls to a server: to make one takes longer than a call."""
    return httpx.Client(base_url=url, timeout=PATIENCE, verify=NO_CERTIFICATES)


class Played:
    """A game on a server, with the calls that can be made."""

    def __init__(self, server: Server, dealt: dict[str, Any], wish: dict[str, Any]) -> None:
        self.server = server
        self.id: str = dealt["id"]
        self.token: str = dealt["token"]
        self.view: dict[str, Any] = dealt["view"]
        self.wish = wish
        self.texts = [json.dumps(dealt["view"])]
        """All that the server said about it, without the id and the token."""

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    def ask(self, what: str = "") -> httpx.Response:
        answer = client(self.server.url).get(f"/api/klondike/{self.id}{what}", headers=self.headers)
        self.texts.append(answer.text)
        return answer

    def send(self, what: str, **body: Any) -> httpx.Response:
        body.setdefault("made", self.view["made"])
        address = f"/api/klondike/{self.id}/{what}"
        answer = client(self.server.url).post(address, json=body, headers=self.headers)
        self.texts.append(answer.text)
        if answer.status_code == 200:
            self.view = answer.json()["view"]
        return answer

    def play(self, *moves: object) -> None:
        for move in moves:
            answer = self.send("move", move=str(move))
            assert answer.status_code == 200, answer.text


def begin(server: Server, **wish: Any) -> Played:
    answer = client(server.url).post("/api/klondike", json=wish)
    assert answer.status_code == 200, answer.text
    return Played(server, answer.json(), wish)


def refusal(answer: httpx.Response) -> tuple[int, str, str]:
    error = answer.json()["error"]
    assert set(error) - {"facts"} == {"code", "message"}
    return answer.status_code, error["code"], error["message"]


@cache
def short_line() -> tuple[Move, ...]:
    return solve(Klondike().start(SHORT)).moves


class Page:
    """The page of Klondike in a browser, with a game that was begun before."""

    def __init__(self, page: Any, context: Any, url: str) -> None:
        self.page, self.context, self.url = page, context, url
        self.problems: list[str] = []
        page.on("console", self.heard)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("request", self.called)

    def heard(self, line: Any) -> None:
        if line.type in ("error", "warning"):
            self.problems.append(line.text)

    def called(self, request: Any) -> None:
        if not request.url.startswith((self.url, "data:")):
            self.problems.append(request.url)

    def forgive(self, *words: str) -> None:
        """Forget what was bound to be: that the browser reports a call that was refused."""
        self.problems = [problem for problem in self.problems if not any(word in problem for word in words)]

    def open(self) -> None:
        self.page.goto(f"{self.url}/klondike")
        self.page.wait_for_selector(".piece.open")
        self.rest()

    def until(self, script: str, argument: object = None) -> None:
        """Wait until a function of the page is true."""
        try:
            until(self.page, script, argument)
        except AssertionError as late:
            message = self.page.locator("#message").text_content()
            raise AssertionError(f"{late}; {message!r} {self.problems}") from None

    def rest(self) -> None:
        """Wait until nothing moves any more."""
        self.until("() => document.getAnimations().every((one) => one.effect.getTiming().iterations === Infinity)")

    def made(self, number: int) -> None:
        self.until("(number) => document.querySelector('#made').textContent === String(number)", number)

    def says(self, words: str) -> None:
        self.until("(words) => document.querySelector('#message').textContent.includes(words)", words)

    def middle(self, key: str, y: float = 12) -> tuple[float, float]:
        """A point of a card, near its upper edge."""
        box = self.page.locator(f'.piece[data-key="{key}"]').bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + y

    def cards(self, pile: str) -> list[str]:
        """The open cards of a pile as they lie, the last one on top."""
        script = """all => all.sort((one, other) => other.dataset.count - one.dataset.count)
                              .map((one) => one.dataset.key)"""
        found: list[str] = self.page.locator(f'.piece.open[data-pile="{pile}"]').evaluate_all(script)
        return found

    def keys(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)


@contextmanager
def page_with(browser: Any, game: Played, **settings: Any) -> Iterator[Page]:
    """The page with this game, without animation; what the browser complains of fails the test."""
    settings = {"viewport": {"width": 1200, "height": 800}, "reduced_motion": "reduce"} | settings
    context = browser.new_context(**settings)
    kept = json.dumps({game.id: {"token": game.token, "used": 1}})
    context.add_init_script(f"localStorage['kicker.klondike'] ??= {json.dumps(kept)}")
    opened = Page(context.new_page(), context, game.server.url)
    opened.page.set_default_timeout(1000 * PATIENCE)
    opened.open()
    yield opened
    assert opened.problems == []
    context.close()


def drag(page: Any, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=3)
    page.mouse.move(*end, steps=3)
