"""Klondike on the web: the calls of docs/protocol.md to a real server."""

import asyncio
import re
import signal
import struct
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import pytest

from kicker.art import PALETTES
from kicker.cards import DECK, Card
from kicker.solitaire import Game, Klondike, Move, Position, View, parse_move, possible_moves_line
from kicker.solitaire.hints import Hint
from kicker.solitaire.session import Session
from kicker.solitaire.solve import solve
from kicker.ui.common.klondike_words import move_words
from kicker.ui.common.text import Look
from tests.klondike_games import random_move
from tests.test_klondike_dat import OLDER

pytest.importorskip("fastapi", reason="the web table needs kicker[web]")
from kicker.ui.web.klondike import Games, NewGame
from kicker.ui.web.limits import Refused, token_hash
from tests.klondike_web import SHORT, begin, client, refusal, short_line
from tests.web import FAST, PATIENCE, Server, running_server

ANY_CARD = re.compile(r"\b[A2-9TJQK][cdhs]\b")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("klondike"), *FAST) as started:
        yield started


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
            "finish": "no",
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
        ({"redeals": 4}, "redeals must be at most 3"),
        ({"redeals": -1}, "redeals must be 0 or more"),
        ({"number": 0}, "there is no deal 0"),
        ({"number": 2**63}, "there is no deal"),
        ({"number": 5, "winnable": True}, "or for deal 5, not both"),
        ({"both_ways": True, "draw": 3}, "both_ways"),
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
    with pytest.raises(ValueError, match="2h cannot go on the hearts foundation") as known:
        Klondike().start(1).apply(Move("1", "7")).apply(Move("3", "H"))
    answer = game.send("move", move="3 H")
    assert refusal(answer) == (400, "action", str(known.value))
    facts = {"kind": "unfit", "pile": "H", "wanted": ["Ah"], "cards": ["2h"], "asked": 1, "available": 0}
    assert answer.json()["error"]["facts"] == facts
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
    assert (oracle["result"], oracle["move"], oracle["text"]) == ("won", None, "This game is won.")


def test_a_game_without_a_way_on_is_stuck(server: Server) -> None:
    game = begin(server, number=2, draw=3, redeals=0)
    while game.view["moves"] and not game.view["stuck"]:
        game.play(game.view["moves"][0])
    assert game.view["stuck"]


def test_a_game_cannot_go_on_for_ever() -> None:
    from kicker.ui.web.klondike import MOST_MOVES, Changed, _changed

    session = Session(Game(Klondike(), 1))
    for _ in range(MOST_MOVES):
        session.play("turn")
    with pytest.raises(Refused, match="at most 2,000 moves") as refused:
        _changed(session, lambda session: session.play("turn"))
    assert refused.value.status == 409
    session.undo()
    session.undo()
    assert isinstance(_changed(session, lambda session: session.play("turn"))[0], Changed)


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
    game, local = begin(server, number=SHORT), Game(Klondike(), SHORT)
    left = []
    while not game.view["won"]:
        answer = game.ask("/oracle").json()
        words = move_words(local.position.view(), parse_move(answer["move"]), Look())
        assert answer["text"].startswith(f"Next: {words}. This line wins in {answer['left']} move")
        left.append(answer["left"])
        game.play(answer["move"])
        local.play(answer["move"])
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
    """A store of games, for tests that need no server."""

    def __init__(self) -> None:
        self.kept: dict[str, tuple[str, str]] = {}

    async def save_game(self, game: str, hashed: str, text: str) -> None:
        self.kept[game] = hashed, text

    async def load_game(self, game: str) -> tuple[str, str] | None:
        return self.kept.get(game)


def test_one_hint_at_a_time_for_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
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
        for ask_again in (games.hints, games.oracle):
            with pytest.raises(Refused, match="not ready yet") as refused:
                await ask_again(game.id, token_hash(game.token))
            assert refused.value.status == 429
        assert (await games.oracle(other.id, token_hash(other.token))).result == "won"
        free.set()
        assert (await thinking).hints == []
        assert (await games.hints(game.id, token_hash(game.token))).hints == []  # and then the next one

    monkeypatch.setattr("kicker.solitaire.session.hint", held)
    asyncio.run(run())


def test_only_the_token_opens_a_game(server: Server) -> None:
    game, other = begin(server, number=1), begin(server, number=1)
    calls = [("GET", what) for what in ("", "/hint", "/oracle", "/moves", "/save")]
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


@pytest.mark.req("R004-11")
def test_a_game_is_saved_to_a_file_and_opened_from_it(server: Server) -> None:
    game = begin(server, number=3, draw=3)
    game.play("1 H", "turn")
    game.send("undo")
    saved = game.ask("/save").json()
    assert saved["name"] == "klondike-3.json"
    again = begin(server, save=saved["text"])
    assert (again.view, again.id == game.id) == (game.view, False)
    assert again.view["redo"]
    older = begin(server, save=OLDER.read_text())
    assert (older.view["number"], older.view["both_ways"], older.view["made"]) == (None, True, 45)
    assert older.ask("/save").json()["name"] == "klondike-game.json"


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ({"save": "hello"}, "this is not a saved game of Klondike"),
        ({"save": "{}"}, "this is not a saved game"),
        ({"save": ""}, "this is not a saved game of Klondike"),
        ({"save": "{}", "draw": 3}, "a saved game has its own rules: send 'save' alone"),
        ({"save": Game(Klondike(ranks=5, columns=3), 1).save()}, "13 ranks and 7 columns"),
        ({"save": 5}, "save"),
    ],
)
def test_what_is_no_saved_game_is_refused_in_a_sentence(server: Server, wish: dict[str, Any], words: str) -> None:
    status, _, message = refusal(client(server.url).post("/api/klondike", json=wish))
    assert (status, words in message) == (400, True)


def test_a_saved_game_that_is_too_long_is_refused() -> None:
    from kicker.ui.web.klondike import MOST_MOVES, _opened

    game = Game(Klondike(both_ways=True), 1)
    for _ in range(MOST_MOVES + 1):
        game.play("turn")
    game.undo()
    with pytest.raises(Refused, match="at most 2,000 moves"):
        _opened(NewGame(save=game.save()))


def test_a_game_that_can_be_finished_says_so_and_autoplay_finishes_it(server: Server) -> None:
    game, local = begin(server, number=3, both_ways=True), Game(Klondike(both_ways=True), 3)
    for move in solve(local.position).moves:
        local.play(move)
        if finish := local.position.finish:
            break
    game.play(*local.moves[:-1])
    assert game.view["finish"] == "no"
    game.play(local.moves[-1])
    assert game.view["finish"] == "free"
    assert finish is not None
    answer = game.send("autoplay")
    assert answer.json()["moves"] == [*map(str, finish.moves)]
    assert (game.view["won"], game.view["finish"]) == (True, "no")


def hidden_cards(position: Position) -> set[Card]:
    """The cards that nobody has seen."""
    view = position.view()
    seen = {card for column in view.columns for card in column.uncovered} | set(view.stock)
    home = {card for home in view.foundations for card in DECK
            if card.suit == home.suit.lower() and card.low_rank <= home.height}  # fmt: skip
    return {card for card in DECK if card not in seen | home}


@pytest.mark.parametrize(
    "rules",
    [{"draw": 1}, {"draw": 3, "redeals": 1}, {"both_ways": True}],
)
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
