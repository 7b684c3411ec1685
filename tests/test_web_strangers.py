"""Requests from strangers are counted and not logged line by line."""

from __future__ import annotations

import asyncio
import logging
import resource
import socket
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from kicker.ui.web.limits import Limits
from kicker.ui.web.strangers import WORDS, Strangers
from tests.web import FAST, PATIENCE, Server, connect_raw, running_server

HANDSHAKE = b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
HERE = b" HTTP/1.1\r\nHost: 127.0.0.1\r\n"
MALFORMED = [
    b"NONSENSE\r\n\r\n",
    b"\x16\x03\x01\x02\x00",  # the beginning of TLS
    b"GET /\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a b\x00\r\n\r\n",
    b"GET " + b"a" * 100_000 + b" HTTP/1.1\r\n\r\n",
    b"POST /api/tables" + HERE + b"Content-Length: abc\r\n\r\n",
    b"POST /api/tables" + HERE + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"GET /" + HERE + b"Upgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
]


def send(server: Server, data: bytes) -> bytes:
    """The beginning of what the server answers to some bytes."""
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as line:
        line.sendall(data)
        return line.recv(200)


def test_malformed_requests_and_foreign_pages_are_counted_and_told_in_one_line(tmp_path: Path) -> None:
    async def knock(server: Server) -> None:
        with pytest.raises(InvalidStatus):
            async with connect_raw(server, "x" * 22, origin="http://evil.example"):
                pass

    with running_server(tmp_path, *FAST) as server:
        for data in MALFORMED * 5:
            assert send(server, data).startswith(b"HTTP/1.1 ")
        for _ in range(20):
            asyncio.run(knock(server))
        with server.http as http:
            assert http.get("/", headers={"Host": "evil.example"}).status_code == 400
            assert http.post("/api/tables", content=b"x" * (Limits().body + 1)).status_code == 413
        counts = server.get("/health").json()["turned_away"]
        # A chunked body is refused before it turns out to be malformed, too: that is one call and two reasons.
        assert counts["malformed"] == 5 * len(MALFORMED)
        assert counts["origin"] == 20
        assert counts["host"] == 1
        assert counts["size"] in (1, 6)
        server.stop()
        lines = server.log.read_text().splitlines()
    assert 1 <= len(lines) <= 3  # one a minute, and one at the end
    assert all(line.startswith("turned away: ") for line in lines)
    assert "evil" not in "".join(lines)


@pytest.mark.long
def test_who_says_nothing_is_not_waited_for(tmp_path: Path) -> None:
    """Connections that send nothing, or half a request, would otherwise keep everyone else out."""
    begun = [
        b"",
        b"GET /health HTT",
        b"POST /api/tables" + HERE + b"Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{",
    ]
    with running_server(tmp_path, *FAST, "--limit", "hello=1") as server:
        for data in begun:
            with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as line:
                line.sendall(data)
                while line.recv(10_000):
                    pass  # until the server closes it
        with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as line:
            line.sendall(b"GET /health" + HERE + b"\r\n")
            answer = b""
            while not answer.endswith(b"}"):
                answer += line.recv(10_000)
            line.sendall(b"GET /hea")
            while line.recv(10_000):
                pass
        assert server.get("/health").json()["turned_away"] == {"slow": 1}
        with server.http as http:  # a call that takes its time but says something is answered
            assert http.get("/api/games").status_code == 200


def test_files_that_run_out_are_told_in_one_line() -> None:
    strangers = Strangers()
    told = "socket.accept() out of system resource\nsocket: ..."
    record = logging.LogRecord("asyncio", logging.ERROR, "", 0, told, (), None)
    assert not strangers.filter(record)
    assert strangers.news() == "turned away: 1 attempt to accept a connection while all files are in use"


def test_more_connections_than_open_files(tmp_path: Path) -> None:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    with running_server(tmp_path, *FAST, "--limit", "hello=1") as server:
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (120, hard))
        lines = [socket.create_connection(("127.0.0.1", server.port), PATIENCE) for _ in range(200)]
        assert server.get("/health").json()["ok"]  # as soon as the silent ones are gone
        for line in lines:
            line.close()
        server.stop()
        assert [line for line in server.log.read_text().splitlines() if not line.startswith("turned away: ")] == []


def test_what_is_told_adds_up_to_what_is_counted() -> None:
    strangers = Strangers()
    assert strangers.news() == ""
    for code in WORDS:
        strangers.note(code)
    strangers.note("malformed")
    assert strangers.news().endswith(", 1 call too many, 2 malformed requests")
    assert strangers.news() == ""
    strangers.note("origin")
    assert strangers.news() == "turned away: 1 call from a page of another server"
    assert strangers.counts == dict.fromkeys(WORDS, 1) | {"origin": 2, "malformed": 2}
