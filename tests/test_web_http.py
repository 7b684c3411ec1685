"""The HTTP part of the web table, who may call it from where, and how much is too much."""

from __future__ import annotations

import asyncio
import json
import re
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from kicker.ui.web.limits import Limits, Names
from tests.web import (
    FAST,
    Server,
    bots_table,
    connect_raw,
    leave,
    problem,
    running_server,
    seat_at,
)

NO_TABLE = "A" * 22


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without pauses and with wide limits."""
    with running_server(tmp_path_factory.mktemp("server"), *FAST, "--limit", "tables=1000") as running:
        yield running


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the usual pause and narrow limits."""
    narrow = ["rate=5", "connections=3", "tables=2", "watchers=1", "errors=4", "hello=1"]
    options = [part for limit in narrow for part in ("--limit", limit)]
    with running_server(tmp_path_factory.mktemp("strict"), *options) as running:
        yield running


# --- HTTP ------------------------------------------------------------------------------------------------------------


def test_a_table_is_made_listed_and_described(server: Server) -> None:
    made = server.make_table(
        person="  Ada  L. ", name="The back room", bots=["caller"], seats=3, blinds="10/20", ante=2
    )
    assert re.fullmatch(r"[\w-]{22}", made["id"])
    assert re.fullmatch(r"[\w-]{43}", made["token"])
    assert made["seat"] == 0
    info = server.get(f"/api/tables/{made['id']}").json()
    assert info["name"] == "The back room"
    assert (info["game"], info["rules"], info["betting"]) == ("holdem", "standard", "no-limit")
    assert info["stakes"] == "blinds 10/20, ante 2"
    assert (info["seats"], info["taken"], info["bots"], info["watchers"]) == (3, 2, 1, 0)
    assert (info["names"], info["open"]) == (["Ada L.", "caller", ""], [2])
    listed = server.get("/api/tables").json()["tables"]
    assert info in listed


def test_a_private_table_is_found_by_its_link_alone(server: Server) -> None:
    made = server.make_table(listed=False)
    assert made["id"] not in [table["id"] for table in server.get("/api/tables").json()["tables"]]
    assert server.get(f"/api/tables/{made['id']}").status_code == 200


@pytest.mark.parametrize(
    ("form", "code"),
    [
        ({}, "form"),
        ({"person": ""}, "name"),
        ({"person": "x" * 25}, "name"),
        ({"person": "a\u202eb"}, "name"),
        ({"person": "a\u200bb"}, "name"),
        ({"person": "a\ufe0fb"}, "name"),
        ({"person": "\u3164"}, "name"),
        ({"person": "a\x07b"}, "name"),
        ({"person": "a" + "\u0335" * 9}, "name"),
        ({"person": 7}, "form"),
        ({"person": "Ada", "hat": "red"}, "form"),
        ({"person": "Ada", "seats": 11}, "seats"),
        ({"person": "Ada", "seats": 1}, "seats"),
        ({"person": "Ada", "seats": "6"}, "form"),
        ({"person": "Ada", "game": "bridge"}, "rules"),
        ({"person": "Ada", "game": "draw", "seats": 10, "bots": []}, "seats"),
        ({"person": "Ada", "game": "draw", "blinds": "5/10"}, "rules"),
        ({"person": "Ada", "rules": "classic", "stack": 5}, "rules"),
        ({"person": "Ada", "rules": "classic", "seats": 3}, "seats"),
        ({"person": "Ada", "bots": ["nobody"]}, "bot"),
        ({"person": "Ada", "bots": ["program:touch /tmp/x"]}, "bot"),
        ({"person": "Ada", "bots": ["python:kicker.players.basic:Caller"]}, "bot"),
        ({"person": "Ada", "bots": ["drawer"]}, "bot"),
        ({"person": "Ada", "seats": 2, "bots": ["cpu", "cpu"]}, "bot"),
        ({"person": "cpu", "bots": ["cpu"]}, "name"),
        ({"person": "Ada", "blinds": "10/5"}, "chips"),
        ({"person": "Ada", "blinds": "a/b"}, "chips"),
        ({"person": "Ada", "stack": 5}, "chips"),
        ({"person": "Ada", "stack": 10**10}, "chips"),
        ({"person": "Ada", "seconds": 0}, "form"),
        ({"person": "Ada", "bank": -1}, "form"),
        ({"person": "Ada", "seconds": float("1e999")}, "form"),
        ([], "form"),
    ],
)
def test_tables_that_cannot_be_made(server: Server, form: object, code: str) -> None:
    with server.http as http:
        status, found = problem(
            http.post("/api/tables", content=json.dumps(form), headers={"Content-Type": "application/json"})
        )
    assert (status, found) == (409 if form == {"person": "cpu", "bots": ["cpu"]} else 400, code)


def test_what_is_not_there(server: Server) -> None:
    for path in (
        f"/api/tables/{NO_TABLE}",
        "/api/nothing",
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/docs",
        "/redoc",
    ):
        assert problem(server.get(path))[0] == 404
    assert problem(server.get(f"/api/tables/{NO_TABLE}/hands"))[0] == 401
    with server.http as http:
        assert problem(http.post(f"/api/tables/{NO_TABLE}/join", json={"name": "Ben"})) == (404, "table")
        assert problem(http.delete("/api/tables"))[0] == 405
        assert problem(http.post("/api/tables", content=b"{"))[0] == 400


def test_joining(server: Server) -> None:
    table = server.make_table(seats=4, bots=["caller"])
    path = f"/api/tables/{table['id']}/join"
    ben = server.join(table["id"], "Ben", 3)
    assert ben["seat"] == 3
    assert ben["token"] != table["token"]
    with server.http as http:
        assert problem(http.post(path, json={"name": "Cem", "seat": 3})) == (409, "taken")
        assert problem(http.post(path, json={"name": "Cem", "seat": 1})) == (409, "taken")
        assert problem(http.post(path, json={"name": "Cem", "seat": 9})) == (400, "seat")
        assert problem(http.post(path, json={"name": "ＢＥＮ"})) == (409, "name")
        assert problem(http.post(path, json={"name": "Caller"})) == (409, "name")
    assert server.join(table["id"], "Cem")["seat"] == 2
    with server.http as http:
        assert problem(http.post(path, json={"name": "Dan"})) == (409, "full")
    assert server.get(f"/api/tables/{table['id']}").json()["names"] == ["Ada", "caller", "Cem", "Ben"]


def test_openapi_has_the_forms(server: Server) -> None:
    paths = server.get("/openapi.json").json()["paths"]
    assert {"/api/tables", "/api/tables/{table}", "/api/tables/{table}/join", "/api/tables/{table}/hands"} <= set(paths)
    assert {"/api/tables/{table}/hands/{number}", "/api/tables/{table}/hands.phhs", "/health"} <= set(paths)


def test_safe_headers_on_every_answer(server: Server) -> None:
    table = server.make_table()
    paths = [
        "/",
        "/klondike",
        "/replay",
        f"/table/{table['id']}",
        "/api/tables",
        "/health",
        "/openapi.json",
        "/nothing",
    ]
    answers = [server.get(path) for path in [*paths, "/static/nothing.js", "/api/tables/x/hands"]]
    with server.http as http:
        answers.append(http.post("/api/tables", json={}))
        answers.append(http.get("/", headers={"Host": "evil.example"}))
        answers.append(http.post("/api/tables", json={}, headers={"Origin": "http://evil.example"}))
    for answer in answers:
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["cross-origin-opener-policy"] == "same-origin"
        assert "camera=()" in answer.headers["permissions-policy"]
        assert "server" not in answer.headers
        if answer.request.url.path.startswith("/api"):
            assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80", "", "a b", "[::1", "8.8.8.8"]
)
def test_other_names_are_refused(server: Server, host: str) -> None:
    with server.http as http:
        assert problem(http.get("/api/tables", headers={"Host": host})) == (400, "host")


def test_own_names_are_served(server: Server) -> None:
    with server.http as http:
        for host in ("localhost", "LOCALHOST:9", "127.0.0.1:1", "[::1]:80", "127.0.0.2"):
            assert http.get("/health", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "file://", "https://127.0.0.1", "http://127.0.0.1:1"]
)
def test_pages_of_others_are_refused(server: Server, origin: str) -> None:
    with server.http as http:
        assert problem(http.post("/api/tables", json={"person": "Eve"}, headers={"Origin": origin})) == (400, "origin")

    async def knock() -> None:
        with pytest.raises(InvalidStatus) as refused:
            async with connect_raw(server, NO_TABLE, origin=origin):
                pass
        assert refused.value.response.status_code == 400
        assert refused.value.response.headers["content-security-policy"]

    asyncio.run(knock())


def test_own_pages_are_served(server: Server) -> None:
    with server.http as http:
        assert http.post("/api/tables", json={"person": "Ada"}, headers={"Origin": server.url}).status_code == 200


def test_bodies_have_a_limit(server: Server) -> None:
    with server.http as http:
        assert problem(http.post("/api/tables", content=b"x" * (Limits().body + 1))) == (413, "size")
        assert problem(http.post("/api/tables", content=iter([b"{}"]))) == (413, "size")


def test_deep_and_strange_bodies(server: Server) -> None:
    bodies = [
        "[" * 8000,
        '{"person":' * 800,
        '{"person": "\\ud800"}',
        "\x00",
        '{"person": 1e999}',
        '{"person": "' + "9" * 9000,
    ]
    with server.http as http:
        for body in bodies:
            answer = http.post("/api/tables", content=body.encode(), headers={"Content-Type": "application/json"})
            assert problem(answer)[0] == 400


# --- limits ----------------------------------------------------------------------------------------------------------


def test_too_many_frames(strict: Server) -> None:
    table = strict.make_table()

    async def flood() -> None:
        async with seat_at(strict, table) as ada:
            for _ in range(13):
                await ada.send(type="ping")
            answers = [await ada.next("pong", "error") for _ in range(13)]
            assert {answer["type"] for answer in answers[:10]} == {"pong"}
            assert "rate" in [answer.get("code") for answer in answers[10:]]
            await asyncio.sleep(0.5)  # room for two more
            await ada.send(type="ping")
            await ada.next("pong")

    asyncio.run(flood())
    leave(strict, table)


def test_too_many_errors_connections_watchers_and_tables(strict: Server) -> None:
    table = strict.make_table()

    async def annoy() -> None:
        async with seat_at(strict, table) as ada:
            for _ in range(4):
                await ada.socket.send("nonsense")
            assert await ada.closed() == 4400
        async with seat_at(strict, table), seat_at(strict, {"id": table["id"]}):
            async with connect_raw(strict, table["id"]) as another:  # one watcher is enough here
                await another.send('{"type": "hello"}')
                assert json.loads(await another.recv())["code"] == "watchers"
                await another.wait_closed()
                assert another.close_code == 4429
            async with connect_raw(strict, table["id"]), connect_raw(strict, table["id"]) as fourth:
                await asyncio.wait_for(fourth.wait_closed(), 5)
                assert fourth.close_code == 4429

    async def make_one_too_many() -> None:
        second = await asyncio.to_thread(strict.make_table)
        async with seat_at(strict, table), seat_at(strict, second) as ada:
            with strict.http as http:
                refused = await asyncio.to_thread(http.post, "/api/tables", json={"person": "Ada"})
            assert problem(refused) == (429, "tables")
            await ada.send(type="leave")
            await ada.closed()

    asyncio.run(annoy())
    asyncio.run(make_one_too_many())
    leave(strict, strict.make_table())
    leave(strict, table)


def test_bad_beginnings(strict: Server) -> None:
    table = strict.make_table()

    async def knock(*frames: str | bytes, code: int, at: str = table["id"]) -> None:
        async with connect_raw(strict, at) as raw:
            for frame in frames:
                await raw.send(frame)
            await asyncio.wait_for(raw.wait_closed(), 5)
            assert raw.close_code == code

    async def all_of_them() -> None:
        await knock(code=4401)  # says nothing
        await knock("{}", code=4401)
        await knock(b"\x00", code=4401)
        await knock('{"type": "ping"}', code=4401)
        await knock('{"type": "hello", "have": -1, "token": "' + "x" * 43 + '"}', code=4401)
        await knock('{"type": "hello", "have": -1, "token": 5}', code=4401)
        await knock('{"type": "hello", "have": "all"}', code=4401)
        await knock('{"type": "hello", "have": 1e400}', code=4401)
        await knock('{"type": "hello"}', code=4404, at=NO_TABLE)
        await knock('{"type": "hello", "token": "' + "x" * 5000 + '"}', code=1009)

    asyncio.run(all_of_them())
    leave(strict, table)


def test_a_frame_that_is_too_long_ends_the_connection(server: Server) -> None:
    table = bots_table(server)

    async def send() -> None:
        async with seat_at(server, table) as ada:
            await ada.socket.send(
                json.dumps({"type": "ping", "id": "x" * 4000})
            )  # an id of that length is not repeated
            assert (await ada.next("pong"))["id"] is None
            await ada.socket.send(" " * 4097)
            assert await ada.closed() == 1009

    asyncio.run(send())


def test_calls_have_a_rate(tmp_path: Path) -> None:
    with running_server(tmp_path, "--limit", "calls=1") as server, server.http as http:
        assert [http.get("/api/tables").status_code for _ in range(5)] == [200] * 5
        answers = (http.get("/api/tables") for _ in range(500))  # at one a second this would take minutes
        refused = next(answer for answer in answers if answer.status_code != 200)
        assert problem(refused) == (429, "rate")
        assert refused.headers["x-content-type-options"] == "nosniff"


def test_the_names_of_a_server() -> None:
    own = Names("127.0.0.1", "https://poker.example.org")
    assert own.allow("poker.example.org")
    assert own.allow("POKER.example.org")
    assert not own.allow("poker.example.org:8000")
    assert not own.allow("192.168.1.5:8000")
    everywhere = Names("0.0.0.0")
    assert everywhere.allow("192.168.1.5:8000")
    assert everywhere.allow("[fe80::1]:8000")
    assert everywhere.allow(socket.gethostname())
    assert not everywhere.allow("evil.example")
    assert Names("poker.local").allow("poker.local:8000")


def test_behind_a_proxy_addresses_are_those_that_it_tells(tmp_path: Path) -> None:
    options = ("--public", "https://poker.example.org", "--limit", "tables=1")
    with running_server(tmp_path, *options, port=free_port()) as server, server.http as http:
        for number in range(3):
            headers = {"Host": "poker.example.org", "X-Forwarded-For": f"203.0.113.{number}"}
            headers |= {"Origin": "https://poker.example.org", "X-Forwarded-Proto": "https"}
            assert http.post("/api/tables", json={"person": "Ada"}, headers=headers).status_code == 200
            assert problem(http.post("/api/tables", json={"person": "Ada"}, headers=headers)) == (429, "tables")


def test_without_a_proxy_nobody_can_say_to_come_from_elsewhere(tmp_path: Path) -> None:
    with running_server(tmp_path, "--limit", "tables=1") as server, server.http as http:
        form = {"person": "Ada"}
        assert http.post("/api/tables", json=form, headers={"X-Forwarded-For": "203.0.113.1"}).status_code == 200
        refused = http.post("/api/tables", json=form, headers={"X-Forwarded-For": "203.0.113.2"})
        assert problem(refused) == (429, "tables")


def free_port() -> int:
    """A port that nobody has right now."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
    return port
