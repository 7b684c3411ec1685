"""The server when the other side of a wait dies, is slow or fails: the disk, the database, a connection."""

from __future__ import annotations

import asyncio
import resource
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError
from starlette.websockets import WebSocketDisconnect
from websockets.exceptions import ConnectionClosed

from kicker.errors import KickerError
from kicker.ui.web import connection
from kicker.ui.web.clock import Clock
from kicker.ui.web.connection import _listen, _tell
from kicker.ui.web.host import TableHost
from kicker.ui.web.house import House
from kicker.ui.web.limits import Doorkeeper, Limits
from kicker.ui.web.people import Subscriber
from kicker.ui.web.store import Change, Store
from tests.web import FAST, Server, bots_table, chips, running_server, seat_at, table_settings

HANG = 60.0
"""Seconds after which a wait counts as one that never ends."""


async def three_changes(store: Store, host: TableHost) -> list[object]:
    """Three changes at once, and the answer to each waiter."""
    changes = [Change(table={"at_id": host.id} | host._columns()) for _ in range(3)]
    waiting = asyncio.gather(*(store.write(change) for change in changes), return_exceptions=True)
    return list(await asyncio.wait_for(waiting, HANG))


def with_store(folder: Path, test: Callable[[Store, TableHost], Awaitable[None]], patience: float = HANG) -> None:
    """Run a test on an open store with one table in it."""

    async def run() -> None:
        store = Store(folder / "kicker.sqlite", patience)
        await store.open()
        host, _ = await TableHost.opened("a" * 22, table_settings(), "Ada", store, 0, Clock())
        await test(store, host)
        await asyncio.wait_for(store.close(), HANG)

    asyncio.run(run())


def test_everybody_who_waits_hears_that_the_disk_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(store: Store, host: TableHost) -> None:
        async def full(_: object) -> None:
            raise OperationalError("INSERT", {}, Exception("database or disk is full"))

        with monkeypatch.context() as patch:
            patch.setattr(store, "_commit", full)
            told = await three_changes(store, host)
        assert [str(error) for error in told] == ["the database cannot be used: 'database or disk is full'"] * 3
        assert all(isinstance(error, KickerError) and error.code == "store" for error in told)
        assert await three_changes(store, host) == [None] * 3  # there is room again

    with_store(tmp_path, test)


def test_a_database_that_does_not_answer_keeps_nobody_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(store: Store, host: TableHost) -> None:
        async def never(_: object) -> None:
            await asyncio.Event().wait()

        with monkeypatch.context() as patch:
            patch.setattr(store, "_commit", never)
            patch.setattr(store, "_patience", 0.01)
            told = await three_changes(store, host)
        assert [str(error) for error in told] == ["the database cannot be used: it does not answer"] * 3
        assert await three_changes(store, host) == [None] * 3

    with_store(tmp_path, test)


def test_one_bad_change_costs_the_others_nothing(tmp_path: Path) -> None:
    async def test(store: Store, host: TableHost) -> None:
        good = Change(table={"at_id": host.id} | host._columns())
        bad = Change(new_table={"id": host.id, "settings": "", "made": 0.0} | host._columns())  # there is one already
        told = await asyncio.wait_for(
            asyncio.gather(*map(store.write, (good, bad, good)), return_exceptions=True), HANG
        )
        assert [type(answer) for answer in told] == [type(None), KickerError, type(None)]

    with_store(tmp_path, test)


def test_nobody_waits_for_a_writer_that_has_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(store: Store, host: TableHost) -> None:
        begun = asyncio.Event()

        async def slow(_: object) -> None:
            begun.set()
            await asyncio.Event().wait()

        monkeypatch.setattr(store, "_commit", slow)
        first = asyncio.create_task(store.write(Change(table={"at_id": host.id} | host._columns())))
        await begun.wait()
        later = asyncio.create_task(three_changes(store, host))
        await asyncio.sleep(0)  # it stands in the queue now
        assert store._writer is not None
        store._writer.cancel()
        told = [*await asyncio.gather(first, return_exceptions=True), *await later, *await three_changes(store, host)]
        assert [str(error) for error in told] == ["the database is closed"] * 7
        monkeypatch.undo()

    with_store(tmp_path, test)


# --- a full disk under a real server ---------------------------------------------------------------------------------


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="only Linux can limit the files of another process")
def test_tables_go_on_when_the_disk_has_room_again(tmp_path: Path) -> None:
    """Every write of the server fails for a while, as on a full disk."""
    with running_server(tmp_path, *FAST) as server:
        asyncio.run(fill_up(server))


async def fill_up(server: Server) -> None:
    tables = [await asyncio.to_thread(bots_table, server, bots=["caller"] * 3, stack=100_000) for _ in range(12)]
    told: dict[str, int] = {}
    totals: dict[str, int] = {}

    async def play(table: dict[str, Any], deals: int) -> None:
        async with seat_at(server, table, told.get(table["id"], -1)) as ada:
            assert ada.update["version"] >= told.get(table["id"], 0)  # nothing that was told is lost
            goal = ada.update["deal"] + deals

            def seen(update: dict[str, Any]) -> bool:
                told[table["id"]] = update["version"]
                assert chips(update) == totals.setdefault(table["id"], chips(update))
                return bool(update["deal"] >= goal)

            await ada.play_until(seen)

    async def play_until_it_breaks(table: dict[str, Any]) -> int | None:
        try:
            await play(table, 10**9)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else None
        raise AssertionError("the table went on without a disk")

    playing = [asyncio.create_task(play_until_it_breaks(table)) for table in tables]
    while len(told) < len(tables) or min(told.values()) < 50:
        await asyncio.sleep(0.01)
    with no_writing(server):
        assert await asyncio.wait_for(asyncio.gather(*playing), HANG) == [1012] * len(tables)
        answer = await asyncio.to_thread(server.get, "/api/tables")
        assert answer.status_code == 200  # whoever only reads is answered
        with server.http as http:
            refused = await asyncio.to_thread(http.post, "/api/tables", json={"person": "Eve", "bots": ["caller"]})
        assert (refused.status_code, refused.json()["error"]["code"]) == (503, "store")
    await asyncio.wait_for(asyncio.gather(*(play(table, 5) for table in tables)), HANG)


@contextmanager
def no_writing(server: Server) -> Iterator[None]:
    """No file of the server takes another byte; a Python process gets an error then, and no signal."""
    before = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, before)


# --- connections -----------------------------------------------------------------------------------------------------


def test_a_client_that_reads_nothing_is_disconnected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "_UNREAD", 0.01)

    class Stuck:
        async def send_text(self, _: str) -> None:
            await asyncio.Event().wait()

        receive = send_text

    async def run() -> None:
        store = Store(tmp_path / "kicker.sqlite")
        await store.open()
        host, _ = await TableHost.opened("a" * 22, table_settings(), "Ada", store, 0, Clock())
        socket: Any = Stuck()
        socket.receive = asyncio.Event().wait
        subscriber, house = Subscriber(None, -1), House(store, Doorkeeper(Limits()), 0)
        telling = asyncio.create_task(_tell(socket, host, subscriber))
        with pytest.raises(WebSocketDisconnect):
            await asyncio.wait_for(_listen(socket, host, subscriber, house, telling), HANG)
        await store.close()

    asyncio.run(run())


def test_a_connection_that_breaks_while_it_is_told_something_ends(tmp_path: Path) -> None:
    """The reader of the connection waits until its answers are sent, and must learn that they never will be."""

    class Broken:
        fault: Exception

        async def send_text(self, _: str) -> None:
            raise self.fault

        async def close(self, _: int) -> None:
            raise RuntimeError("it is closed already")

    async def run() -> None:
        store = Store(tmp_path / "kicker.sqlite")
        await store.open()
        host, _ = await TableHost.opened("a" * 22, table_settings(), "Ada", store, 0, Clock())
        for fault in (WebSocketDisconnect(1006), RuntimeError("send after close"), OSError("broken pipe")):
            socket: Any = Broken()
            socket.fault = fault
            subscriber = Subscriber(None, -1)
            await asyncio.wait_for(_tell(socket, host, subscriber), HANG)
            assert subscriber.close_code is not None
        await store.close()

    asyncio.run(run())
