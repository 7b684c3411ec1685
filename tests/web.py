"""A real server for tests, in a separate process, and a client that speaks its protocol.

with running_server(folder) as server:
    table = server.make_table(person="Ada", bots=["caller"], seats=2)     # {"id", "seat", "token"}
    async with seat_at(server, table) as ada:
        await ada.play_deal(lambda view: "call")
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import ssl
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from kicker.ui.web.settings import TableSettings
from tests.zygote import shared

FAST = ("--pause", "0", "--limit", "rate=100000", "--limit", "calls=100000", "--limit", "connections=10000")
"""Options for tests that are in a hurry."""
NO_CERTIFICATES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""What servers without TLS are asked with: to read all certificates of the system takes longer than most calls."""
PATIENCE = 180.0
"""Seconds after which a test gives up waiting for a frame: far more than a busy machine takes."""

Frame = dict[str, Any]


class Server:
    """`kicker serve` in a separate process."""

    def __init__(self, folder: Path, *options: str, port: int = 0) -> None:
        self.folder = folder
        self.log = folder / "server.log"
        folder.mkdir(parents=True, exist_ok=True)
        place = () if "--database" in options else ("--data", str(folder))
        arguments = ["serve", "--port", str(port), *place, *options]
        environment = os.environ | {"KICKER_HOME": str(folder)}
        printed, prints = os.pipe()
        self.printed = os.fdopen(printed, "rb")
        with self.log.open("ab") as log, Path(os.devnull).open("rb") as nothing, os.fdopen(prints, "wb") as out:
            streams = (nothing.fileno(), out.fileno(), log.fileno())
            self.process = shared().start(arguments, Path.cwd(), environment, streams)
        line = self.printed.readline().decode()
        if not line.startswith("kicker serves at "):
            self.process.wait(PATIENCE)
            raise AssertionError(f"the server did not start: {line}{self.log.read_text()}")
        self.port = port or int(line.rsplit(":", 1)[1].rstrip("/\n"))
        self.url = f"http://127.0.0.1:{self.port}"
        self.database = folder / "kicker.sqlite"

    @property
    def http(self) -> httpx.Client:
        """A fresh HTTP client for this server."""
        return httpx.Client(base_url=self.url, timeout=PATIENCE, verify=NO_CERTIFICATES)

    def make_table(self, **settings: Any) -> dict[str, Any]:
        """Make a table with defaults for everything not given; the person is Ada."""
        with self.http as http:
            return _answer(http.post("/api/tables", json={"person": "Ada", **settings}))

    def join(self, table: str, name: str, seat: int | None = None) -> dict[str, Any]:
        """Sit down at a table; the answer has its id as well."""
        with self.http as http:
            answer = _answer(http.post(f"/api/tables/{table}/join", json={"name": name, "seat": seat}))
        return answer | {"id": table}

    def get(self, path: str, token: str | None = None) -> httpx.Response:
        """Ask for something, with the token of a seat if there is one."""
        with self.http as http:
            return http.get(path, headers={"Authorization": f"Bearer {token}"} if token else {})

    def stop(self, how: int = signal.SIGTERM) -> int:
        """End it and return its exit code."""
        self.process.send_signal(how)
        code = self.process.wait(PATIENCE)
        self.printed.close()
        return code


def _answer(response: httpx.Response) -> dict[str, Any]:
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.json()
    return answer


@contextmanager
def running_server(folder: Path, *options: str, port: int = 0) -> Iterator[Server]:
    """A server that ends with the test."""
    server = Server(folder, *options, port=port)
    try:
        yield server
    finally:
        server.stop(signal.SIGKILL)


class Client:
    """One connection to a table, of a seat or of a watcher; it keeps all frames that it was sent."""

    def __init__(self, socket: ClientConnection, welcome: Frame) -> None:
        self.socket = socket
        self.welcome = welcome
        self.seat: int | None = welcome["seat"]
        self.update: Frame = welcome["update"]
        """The last update, also if it came with the welcome."""
        self.frames: list[Frame] = [welcome]
        self._ids = (f"{os.getpid()}-{time.monotonic_ns()}-{number}" for number in count())

    @property
    def view(self) -> Frame | None:
        """The last view."""
        view: Frame | None = self.update["view"]
        return view

    async def send(self, **frame: Any) -> None:
        """Send a frame."""
        await self.socket.send(json.dumps(frame))

    async def receive(self) -> Frame:
        """The next frame, whatever it is."""
        frame: Frame = json.loads(await asyncio.wait_for(self.socket.recv(), PATIENCE))
        self.frames.append(frame)
        if frame["type"] == "update":
            self.update = frame
        return frame

    async def next(self, *types: str) -> Frame:
        """The next frame of one of these types."""
        while True:
            frame = await self.receive()
            if frame["type"] in types:
                return frame

    async def until(self, condition: Callable[[Frame], bool]) -> Frame:
        """The first update, from the last one on, that fulfils a condition."""
        while not condition(self.update):
            await self.next("update")
        return self.update

    async def my_turn(self) -> Frame:
        """Wait until this seat has to decide; returns the view."""
        update = await self.until(is_turn_of(self.seat))
        view: Frame = update["view"]
        return view

    async def act(self, action: str, **fields: Any) -> Frame:
        """Act in the current turn; returns `done` or `error`."""
        frame = {
            "id": next(self._ids),
            "deal": self.update["deal"],
            "turn": self.update["turn"],
            "action": action,
        } | fields
        await self.send(type="act", **frame)
        while True:
            answer = await self.next("done", "error")
            if answer.get("id") == frame["id"]:
                return answer

    async def play_deal(self, decide: Callable[[Frame], str]) -> Frame:
        """Decide by a function of the view until a deal is over; returns its last update."""
        deal = self.update["deal"] + (self.view is None or is_over(self.update))
        while True:
            # Where there is no pause, the end may not be seen: the next update may be of the next deal.
            await self.until(
                lambda update: (
                    update["deal"] > deal
                    or (update["deal"] == deal and (is_over(update) or is_turn_of(self.seat)(update)))
                )
            )
            if self.update["deal"] > deal or is_over(self.update):
                return self.update
            turn = self.update["turn"]
            answer = await self.act(decide(self.view or {}))
            assert answer["type"] == "done", answer
            await self.until(lambda update: (update["deal"], update["turn"]) > (deal, turn))  # noqa: B023 (awaited here)

    async def play_until(
        self, condition: Callable[[Frame], bool], decide: Callable[[Frame], str] | None = None
    ) -> Frame:
        """Decide, passively or by a function of the view, until an update fulfils a condition."""
        turn = (-1, -1)
        while not condition(self.update):
            now = self.update["deal"], self.update["turn"]
            if is_turn_of(self.seat)(self.update) and now > turn:
                turn = now
                await self.act((decide or passive)(self.view or {}))
            else:
                await self.next("update")
        return self.update

    async def closed(self) -> int | None:
        """Wait for the end of the connection; returns the close code."""
        await asyncio.wait_for(self.socket.wait_closed(), PATIENCE)
        return self.socket.close_code


def is_over(update: Frame) -> bool:
    """Whether the deal of an update is over."""
    return bool(update["view"] and update["view"]["over"])


def is_turn_of(seat: int | None) -> Callable[[Frame], bool]:
    """Whether a seat has to decide."""
    return lambda update: bool(update["view"] and update["view"]["options"] and update["view"]["to_act"] == seat)


def passive(view: Frame) -> str:
    """The action that gives up nothing and adds as little as possible."""
    options = view["options"]
    if view["phase"] == "drawing":
        return "discard"
    return "check" if options["may_check"] else "call" if options["call_amount"] else "fold"


@asynccontextmanager
async def seat_at(server: Server, table: Mapping[str, Any], have: int = -1) -> AsyncIterator[Client]:
    """A connection of the seat whose token was given out with this table; a watcher where there is none."""
    hello = {"type": "hello", "have": have, "token": table.get("token")}
    async with connect_raw(server, table["id"]) as socket:
        await socket.send(json.dumps(hello))
        welcome = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
        assert welcome["type"] == "welcome", welcome
        yield Client(socket, welcome)


def connect_raw(server: Server, table: str, **settings: Any) -> connect:
    """A WebSocket on which nothing has been said."""
    address = f"{server.url.replace('http', 'ws', 1)}/ws/tables/{table}"
    return connect(address, max_size=None, compression=None, proxy=None, **settings)


def table_settings(**fields: Any) -> TableSettings:
    """The settings of a table for two people, for tests that need no server."""
    form: dict[str, Any] = {"game": "holdem", "rules": "standard", "betting": None, "seats": 2, "bots": []}
    form |= {
        "stack": None,
        "blinds": None,
        "ante": None,
        "rise": 0,
        "listed": True,
        "seconds": 30.0,
        "bank": 60.0,
        "speed": None,
    }
    return TableSettings.of(form | fields, "a table")


def bots_table(server: Server, **settings: Any) -> dict[str, Any]:
    """A table for Ada and three bots that decide at once, add no chips by themselves, and so never end the game."""
    return server.make_table(**({"bots": ["caller"] * 3, "seats": 4, "rise": 0} | settings))


def problem(response: httpx.Response) -> tuple[int, str]:
    """The status and the code of an error, which has one sentence for people."""
    error = response.json()["error"]
    assert set(error) == {"code", "message"}
    assert error["message"]
    assert "\n" not in error["message"]
    code: str = error["code"]
    return response.status_code, code


def chips(update: Frame) -> int:
    """All chips at a table."""
    stacks: int = sum(seat["stack"] for seat in update["seats"])
    pot: int = update["view"]["pot"] if update["view"] else 0
    return stacks + pot


def act_legally(view: Frame) -> str:
    """The action of a careful person, in any game."""
    options = view["options"]
    if view["phase"] == "drawing":
        return f"discard {' '.join(view['hand'][: options['max_draw']])}"
    if not options["may_check"] and not options["call_amount"] and options["min_raise_to"]:
        return f"raise {options['min_raise_to']}"
    return passive(view)


def leave(server: Server, table: dict[str, Any]) -> None:
    """Give a table back: some servers have few."""

    async def go() -> None:
        async with seat_at(server, table) as ada:
            await ada.send(type="leave")
            await ada.closed()

    asyncio.run(go())
