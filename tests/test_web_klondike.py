"""Klondike on the web: the calls of docs/protocol.md to a real server, and the page in a real browser.

The browser is Chromium, driven by playwright; without it those tests are skipped, unless CI_BROWSER=1 asks for it.
"""

import asyncio
import json
import re
import signal
import struct
import time
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import httpx
import pytest

from kicker.art import PALETTES
from kicker.cards import DECK, Card
from kicker.solitaire import Game, Klondike, Move, Position, View, possible_moves_line
from kicker.solitaire.helps import Hint
from kicker.solitaire.solve import solve
from tests.klondike_games import random_move

pytest.importorskip("fastapi", reason="the web table needs kicker[web]")
from kicker.ui.web.klondike import Games, NewGame
from kicker.ui.web.limits import Refused, token_hash
from tests.web import FAST, PATIENCE, Server, running_server

SHORT = 1259
"""A deal of one card at a time with a short way to win."""
ANY_CARD = re.compile(r"\b[A2-9TJQK][cdhs]\b")


@cache
def client(url: str) -> httpx.Client:
    """One client for all calls to a server: to make one takes longer than a call."""
    return httpx.Client(base_url=url, timeout=PATIENCE)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("klondike"), *FAST) as started:
        yield started


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
    assert set(error) == {"code", "message"}
    return answer.status_code, error["code"], error["message"]


def short_line() -> tuple[Move, ...]:
    return solve(Klondike().start(SHORT)).moves


# --- the calls -------------------------------------------------------------------------------------------------------


def test_a_deal_by_number_is_the_deal_of_that_number(server: Server) -> None:
    for wish in ({"number": 7}, {"number": 7, "draw": 3, "redeals": 2}, {"number": 8, "both_ways": True}):
        game = begin(server, **wish)
        rules = {key: value for key, value in wish.items() if key != "number"}
        position = Klondike(**rules).start(wish["number"])  # type: ignore[arg-type]
        shown = position.view()
        assert game.view == {
            "number": wish["number"],
            "draw": position.rules.draw,
            "redeals": position.rules.redeals,
            "both_ways": position.rules.both_ways,
            "foundations": {"S": 0, "H": 0, "D": 0, "C": 0},
            "columns": [{"covered": c.covered, "cards": [*map(str, c.uncovered)]} for c in shown.columns],
            "waste": [str(shown.top)] if shown.top else [],
            "stock": 23 if shown.top else 24,
            "passes": 0,
            "score": 0,
            "made": 0,
            "moves": [*map(str, position.moves)],
            "won": False,
            "stuck": False,
            "undo": False,
            "redo": False,
        }
        assert game.ask().json() == {"view": game.view}


def test_a_deal_that_nobody_chose_is_another_each_time_and_a_winnable_one_can_be_won(server: Server) -> None:
    assert begin(server).view["number"] != begin(server).view["number"]
    for rules in (Klondike(), Klondike(draw=3, redeals=1)):
        game = begin(server, winnable=True, draw=rules.draw, redeals=rules.redeals)
        assert solve(rules.start(game.view["number"])).result == "won"


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ({"draw": 2}, "1 or 3"),
        ({"redeals": 4}, "up to 3 are possible"),
        ({"redeals": -1}, "-1 redeals are not possible"),
        ({"number": 0}, "there is no deal 0"),
        ({"number": 2**63}, "there is no deal"),
        ({"number": 5, "winnable": True}, "by its number 5, not both"),
        ({"both_ways": True, "draw": 3}, "both ways"),
        ({"number": "5"}, "number"),
        ({"colour": "green"}, "colour"),
        ({"draw": True}, "draw"),
    ],
)
def test_what_cannot_be_dealt_is_refused_in_a_sentence(server: Server, wish: dict[str, Any], words: str) -> None:
    status, _, message = refusal(client(server.url).post("/api/klondike", json=wish))
    assert status == 400
    assert words in message


def test_moves_change_the_game_and_illegal_ones_do_not(server: Server) -> None:
    game = begin(server, number=1)
    answer = game.send("move", move="1 7")
    assert answer.json()["moves"] == ["1 7 1"]
    assert game.view["columns"][6]["cards"] == ["8c", "7h"]
    before = game.view
    with pytest.raises(ValueError, match="foundation H takes Ah alone") as known:
        Klondike().start(1).apply(Move("1", "7")).apply(Move("3", "H"))
    assert refusal(game.send("move", move="3 H")) == (400, "action", str(known.value))
    assert refusal(game.send("move", move="hello"))[:2] == (400, "text")
    assert refusal(game.send("move", move="turn" * 200))[0] == 400
    assert game.ask().json()["view"] == before


def test_a_repeated_or_late_call_changes_nothing(server: Server) -> None:
    game = begin(server, number=1)
    assert game.send("move", move="turn", made=0).status_code == 200
    for what in ("move", "undo", "redo", "autoplay"):
        more = {"move": "turn"} if what == "move" else {}
        assert refusal(game.send(what, made=0, **more))[:2] == (409, "late")
    assert refusal(game.send("move", move="turn", made=2))[:2] == (409, "late")
    assert game.ask().json()["view"] == game.view
    assert game.view["made"] == 1


def test_of_many_equal_calls_at_once_one_counts(server: Server) -> None:
    game = begin(server, number=1)
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: game.send("move", move="turn", made=0).status_code, range(8)))
    assert sorted(answers) == [200] + [409] * 7
    assert game.ask().json()["view"]["made"] == 1


def test_undo_redo_and_autoplay(server: Server) -> None:
    game = begin(server, number=SHORT)
    assert refusal(game.send("undo"))[:2] == (409, "undo")
    assert refusal(game.send("redo"))[:2] == (409, "undo")
    start = game.view
    game.play("turn")
    turned = game.view
    assert game.send("undo").json() == {"view": start | {"redo": True}, "moves": ["turn"]}
    assert game.send("redo").json() == {"view": turned, "moves": ["turn"]}
    # Played until an ace can go home, and no safe card is left after that.
    local = Game(Klondike(), SHORT)
    for move in short_line():
        if local.position.safe_moves:
            break
        local.play(move)
    game.send("undo")
    game.play(*local.moves)
    expected = local.autoplay()
    assert game.send("autoplay").json()["moves"] == [*map(str, expected)]
    assert refusal(game.send("autoplay"))[:2] == (409, "action")


def test_a_game_is_won_along_the_line_of_the_solver(server: Server) -> None:
    game, local = begin(server, number=SHORT), Game(Klondike(), SHORT)
    line = short_line()
    for move in line:
        local.play(move)
    game.play(*line)
    assert game.view["won"]
    assert not game.view["stuck"]
    assert game.view["foundations"] == dict.fromkeys("SHDC", 13)
    assert (game.view["score"], game.view["made"]) == (local.position.score, len(line))
    oracle = game.ask("/oracle").json()
    assert (oracle["result"], oracle["move"], oracle["text"]) == ("won", None, "this game is won")


def test_a_game_without_a_way_on_is_stuck(server: Server) -> None:
    game = begin(server, number=2, draw=3, redeals=0)
    while game.view["moves"] and not game.view["stuck"]:
        game.play(game.view["moves"][0])
    assert game.view["stuck"]


def test_a_game_cannot_go_on_for_ever() -> None:
    from kicker.ui.web.klondike import MOST_MOVES, Changed, _changed, _play
    from kicker.ui.web.limits import Refused

    game = Game(Klondike(), 1)
    for _ in range(MOST_MOVES):
        game.play("turn")
    with pytest.raises(Refused, match="2,000 moves at most") as refused:
        _changed(game, _play("turn"))
    assert refused.value.status == 409
    game.undo()
    game.undo()
    assert isinstance(_changed(game, _play("turn"))[0], Changed)


def test_a_hint_judges_all_moves_by_what_can_be_seen(server: Server) -> None:
    game = begin(server, number=3, draw=3)
    hints = game.ask("/hint").json()["hints"]
    assert sorted(hint["move"] for hint in hints) == sorted(game.view["moves"])
    assert [hint["wins"] for hint in hints] == sorted((hint["wins"] for hint in hints), reverse=True)
    for hint in hints:
        assert 0 <= hint["low"] <= hint["share"] <= hint["high"] <= 1
        assert hint["share"] == hint["wins"] / hint["tried"]
    assert game.ask().json()["view"] == game.view  # to ask changes nothing
    moves = game.ask("/moves").json()
    assert moves == {"moves": game.view["moves"], "line": possible_moves_line(Klondike(draw=3).start(3))}


def test_who_follows_the_oracle_wins(server: Server) -> None:
    game = begin(server, number=SHORT)
    left = []
    while not game.view["won"]:
        answer = game.ask("/oracle").json()
        assert answer["text"].startswith(f"{answer['move']} leads to a win in {answer['left']} move")
        left.append(answer["left"])
        game.play(answer["move"])
        if len(left) == 20:  # a step back does not lead astray
            game.send("undo")
            assert game.ask("/oracle").json()["left"] == left.pop()
            game.play(answer["move"])
            left.append(answer["left"])
    assert left == list(range(len(left), 0, -1))


def test_the_oracle_knows_a_lost_game(server: Server) -> None:
    game = begin(server, number=21)
    assert solve(Klondike().start(21)).result == "lost"
    answer = game.ask("/oracle").json()
    assert (answer["result"], answer["move"], answer["left"]) == ("lost", None, 0)


class Shelf:
    """Where games lie, for tests that need no server."""

    def __init__(self) -> None:
        self.kept: dict[str, tuple[str, str]] = {}

    async def save_game(self, game: str, hashed: str, text: str) -> None:
        self.kept[game] = hashed, text

    async def load_game(self, game: str) -> tuple[str, str] | None:
        return self.kept.get(game)


def test_one_help_at_a_time_for_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, free = Event(), Event()

    def held(view: View, seconds: float) -> list[Hint]:
        asked.set()
        assert free.wait(PATIENCE)
        return []

    async def run() -> None:
        games = Games(Shelf())
        game = await games.begin(NewGame(number=1, draw=3))
        other = await games.begin(NewGame(number=3, draw=3))
        thinking = asyncio.create_task(games.hints(game.id, token_hash(game.token)))
        await asyncio.to_thread(asked.wait, PATIENCE)
        for help_again in (games.hints, games.oracle):
            with pytest.raises(Refused, match="still thinking") as refused:
                await help_again(game.id, token_hash(game.token))
            assert refused.value.status == 429
        assert (await games.oracle(other.id, token_hash(other.token))).result == "won"
        free.set()
        assert (await thinking).hints == []
        assert (await games.hints(game.id, token_hash(game.token))).hints == []  # and then the next one

    monkeypatch.setattr("kicker.ui.web.klondike.hint", held)
    asyncio.run(run())


def test_only_the_token_opens_a_game(server: Server) -> None:
    game, other = begin(server, number=1), begin(server, number=1)
    calls = [("GET", what) for what in ("", "/hint", "/oracle", "/moves")]
    calls += [("POST", what) for what in ("/move", "/undo", "/redo", "/autoplay")]
    http = client(server.url)
    for method, what in calls:
        body = None if method == "GET" else {"made": 0} | ({"move": "turn"} if what == "/move" else {})
        for headers in ({}, other.headers, {"Authorization": "Bearer x"}, {"Authorization": game.token}):
            answer = http.request(method, f"/api/klondike/{game.id}{what}", headers=headers, json=body)
            assert refusal(answer)[:2] == (401, "token")
            assert ANY_CARD.search(answer.text) is None
        answer = http.request(method, f"/api/klondike/{'x' * 22}{what}", headers=game.headers, json=body)
        assert refusal(answer)[:2] == (404, "game")
    assert game.ask().json()["view"]["made"] == 0


def hidden_cards(position: Position) -> set[Card]:
    """The cards that nobody has seen."""
    view = position.view()
    seen = {card for column in view.columns for card in column.uncovered} | set(view.stock)
    home = {card for home in view.foundations for card in DECK
            if card.suit == home.suit.lower() and card.low_rank <= home.height}  # fmt: skip
    return {card for card in DECK if card not in seen | home}


@pytest.mark.parametrize("rules", [{"draw": 1}, {"draw": 3, "redeals": 1}, {"both_ways": True}])
def test_no_answer_names_a_hidden_card(server: Server, rules: dict[str, Any]) -> None:
    dice, number = Random(5), 99
    game, local = begin(server, number=number, **rules), Game(Klondike(**rules), number)
    for step in range(60):
        if not local.position.moves:
            break
        hidden = hidden_cards(local.position)
        game.send("move", move="S H")
        game.send("move", move="7 1 12")
        game.ask("/moves")
        if step in (3, 40):
            game.ask("/hint")
            game.ask("/oracle")
        named = {Card(name) for text in game.texts for name in ANY_CARD.findall(text)}
        assert named
        assert not named & hidden
        game.texts.clear()
        move = random_move(local.position, dice)
        local.play(move)
        game.play(move)


def test_a_game_outlives_the_server(tmp_path: Path) -> None:
    with running_server(tmp_path, *FAST) as server:
        game = begin(server, number=1, draw=3)
        game.play("1 7", "turn", "turn")
        game.send("undo")
        server.stop(signal.SIGKILL)
    with running_server(tmp_path, *FAST) as server:
        game.server = server
        assert game.ask().json()["view"] == game.view
        assert game.view["redo"]
        assert game.send("redo").json()["view"]["made"] == 3
        assert game.token not in (tmp_path / "kicker.sqlite").read_bytes().decode("latin-1")


def test_backs_are_pictures_that_can_be_kept(server: Server) -> None:
    http, pictures = client(server.url), set()
    for palette in PALETTES:
        answer = http.get(f"/backs/{palette}.png")
        assert answer.headers["content-type"] == "image/png"
        assert answer.headers["cache-control"].startswith("public")
        pictures.add(answer.content)
        again = http.get(f"/backs/{palette}.png", headers={"If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
    assert len(pictures) == len(PALETTES)
    assert refusal(http.get("/backs/pink.png"))[:2] == (404, "back")
    chunks = png_chunks(http.get("/backs/felt.png").content)
    assert struct.unpack(">IIBBBBB", chunks[b"IHDR"]) == (240, 336, 8, 3, 0, 0, 0)
    assert chunks[b"PLTE"][:3] == bytes.fromhex("06281A")
    rows = zlib.decompress(chunks[b"IDAT"])
    assert len(rows) == 336 * 241
    assert set(rows[::241]) == {0}
    assert len(set(rows)) > 50


def png_chunks(data: bytes) -> dict[bytes, bytes]:
    """The parts of a PNG file, each with the right checksum."""
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    chunks, place = {}, 8
    while place < len(data):
        length, kind = struct.unpack(">I4s", data[place : place + 8])
        chunks[kind] = data[place + 8 : place + 8 + length]
        (checksum,) = struct.unpack(">I", data[place + 8 + length : place + 12 + length])
        assert checksum == zlib.crc32(kind + chunks[kind])
        place += 12 + length
    return chunks


def test_the_forms_are_in_openapi(server: Server) -> None:
    document = server.get("/openapi.json").json()
    paths = document["paths"]
    assert {"/api/klondike", "/api/klondike/{game_id}", "/api/klondike/{game_id}/move"} <= set(paths)
    assert set(document["components"]["schemas"]["GameView"]["properties"]) == set(begin(server).view)


# --- the page --------------------------------------------------------------------------------------------------------


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
        """Wait until a function of the page is true. The page may not evaluate text, so it is asked from here."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self.page.evaluate(script, argument):
                return
            time.sleep(0.01)
        message = self.page.locator("#message").text_content()
        raise AssertionError(f"it did not come to {script} {argument}; {message!r} {self.problems}")

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
        opened.says("Foundation ♥ takes A♥ alone, not 2♥.")
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
    game, local = begin(server, number=SHORT), Game(Klondike(), SHORT)
    for move in short_line():
        if move.count > 1:
            break
        local.play(move)
    game.play(*local.moves)
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
        opened.says("The two of hearts fits nowhere at the moment.")
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
        opened.says("goes home")
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


def test_a_game_is_won_with_keys(server: Server, browser: Any) -> None:
    game = begin(server, number=SHORT)
    line = short_line()
    game.play(*line[:80])
    with page_with(browser, game) as opened:
        for move in line[80:]:  # as fast as they can be typed: each waits for the one before
            opened.keys(*([move.source.lower(), move.target.lower()] if move.target else ["r"]))
        opened.made(len(line))
        news = opened.page.locator("dialog[open]")
        assert news.locator("h2").text_content() == "You win!"
        assert f"Deal {SHORT} in {len(line)} moves" in news.text_content()
        assert news.locator(".sky").count() == 0  # who does not want motion is spared the rain
        news.get_by_text("Same deal again").click()
        opened.made(0)
        assert f"Deal {SHORT} " in opened.page.locator("#deal").text_content()


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


def test_helps_are_shown_and_can_be_followed(server: Server, browser: Any) -> None:
    game = begin(server, number=3, draw=3)
    with page_with(browser, game) as opened:
        page = opened.page
        page.click("[data-do=tip]")
        page.wait_for_selector("#advice .bar")
        rows = page.locator("#advice .advised-move").all_text_contents()
        assert len(rows) == len(game.view["moves"])
        assert all(re.search(r"\d+ %\d+ % to \d+ %$", row) for row in rows)
        opened.says("of the time")
        assert page.locator(".piece.from").count() >= 1
        opened.keys("p")
        opened.says("Oracle: A♦ home. That wins in 161 moves.")
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
        opened.says("No card can be turned up or brought home any more.")
        assert opened.page.locator("#advice h2").text_content() == "No way on"
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
        assert "Type the number" in page.locator("dialog .problem").text_content()
        page.fill("dialog [name=number]", "12345")
        page.get_by_role("radio", name="Three cards").check()
        page.get_by_role("button", name="Deal", exact=True).click()
        opened.until("() => document.querySelector('#deal').textContent.startsWith('Deal 12345 · three cards')")
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
        opened.says("The server does not answer: one moment, nothing is lost.")
        opened.context.set_offline(False)
        opened.made(7)
        opened.forgive("INTERNET_DISCONNECTED")
    assert game.ask().json()["view"]["made"] == 7


def test_hands_may_be_faster_than_the_network(server: Server, browser: Any) -> None:
    game = begin(server, number=1)
    with page_with(browser, game) as opened:
        page, session = opened.page, opened.context.new_cdp_session(opened.page)
        session.send("Network.enable")
        speed = {"offline": False, "latency": 400, "downloadThroughput": -1, "uploadThroughput": -1}
        session.send("Network.emulateNetworkConditions", speed)
        page.mouse.click(*opened.middle("7h"))
        page.mouse.click(*opened.middle("8c"))
        opened.keys("5", "1")  # the first column is empty by then
        page.mouse.click(*opened.middle("back stock"))
        # A card that is in the hand stays there when the answer comes.
        drag(page, opened.middle("6h"), opened.middle("place 0"))
        assert page.locator("#made").text_content() == "0"
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
    assert "An empty column takes a king." in opened.page.locator("dialog").text_content()
    assert opened.problems == []
    context.close()
