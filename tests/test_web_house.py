"""Tables that are restored, and tables that make room for others: in this process, without a server."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the web table needs kicker[web]")
import uvicorn

from kicker.ui.web.game import StoredGame
from kicker.ui.web.house import House
from kicker.ui.web.limits import Doorkeeper, Limits, Refused
from kicker.ui.web.server import _Server
from kicker.ui.web.store import Store
from tests.web import table_settings


def new_house(folder: Path) -> House:
    """A house with room for one table of each address, on which nothing moves by itself."""
    return House(Store(folder / "kicker.sqlite"), Doorkeeper(Limits(tables=1)), 3600)


@asynccontextmanager
async def house_in(folder: Path) -> AsyncIterator[House]:
    """An open house."""
    house = new_house(folder)
    await house.open()
    try:
        yield house
    finally:
        await house.close()


async def leave_a_table(folder: Path) -> str:
    """Store a table; return its id."""
    async with house_in(folder) as house:
        host, _ = await house.make(table_settings(), "Ada", "here")
        return host.id


def test_tables_are_restored_in_a_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    threads, restored = [], StoredGame.restored

    def noted(*given: Any) -> StoredGame:
        threads.append(threading.current_thread())
        return restored(*given)

    async def restart() -> None:
        table = await leave_a_table(tmp_path)
        monkeypatch.setattr(StoredGame, "restored", noted)
        async with house_in(tmp_path) as house:
            assert list(house.tables) == [table]
        assert len(threads) == 1
        assert threads[0] is not threading.main_thread()  # where all other tables are served

    asyncio.run(restart())


def test_a_server_that_is_stopped_restores_no_more_tables(tmp_path: Path) -> None:
    async def start() -> None:
        table = await leave_a_table(tmp_path)
        house = new_house(tmp_path)
        server = _Server(uvicorn.Config("nothing:app"), house, "http://localhost/", "key")
        server.should_exit = True  # as a signal does
        await server.startup()
        assert (list(house.tables), server.started) == ([], False)
        async with house_in(tmp_path) as house:
            assert list(house.tables) == [table]

    asyncio.run(start())


def test_a_house_that_closes_waits_for_a_table_that_is_restored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on, restored = threading.Event(), threading.Event(), StoredGame.restored

    def slow(*given: Any) -> StoredGame:
        begun.set()
        go_on.wait()
        return restored(*given)

    async def close() -> None:
        house = new_house(tmp_path)
        await house.open()
        host, _ = await house.make(table_settings(), "Ada", "here")
        monkeypatch.setattr(StoredGame, "restored", slow)
        host.closed = True  # as after a change that failed
        finding = asyncio.create_task(house.find(host.id))
        await asyncio.to_thread(begun.wait)
        finding.cancel()  # as uvicorn does with whoever is still there
        closing = asyncio.create_task(house.close())
        for _ in range(100):
            await asyncio.sleep(0)
        assert not closing.done()
        with pytest.raises(Refused, match="is closing"):
            await house.make(table_settings(), "Ben", "elsewhere")
        go_on.set()
        await closing
        task = house.tables[host.id]._task
        assert house.tables[host.id] is not host
        assert task is not None
        assert task.done()
        house.tables[host.id].closed = True
        with pytest.raises(Refused, match="is closing"):
            await house.find(host.id)

    asyncio.run(close())


def test_a_table_that_closes_meanwhile_is_no_hindrance_to_a_new_one(tmp_path: Path) -> None:
    async def make() -> None:
        async with house_in(tmp_path) as house:
            host, token = await house.make(table_settings(), "Ada", "here")
            host.disconnect(host.connect(token, -1))
            assert host.abandoned
            async with host._changing():
                making = asyncio.create_task(house.make(table_settings(), "Ben", "here"))
                while not host._lock._waiters:
                    await asyncio.sleep(0)
                await host._close()
            new, _ = await making
            assert list(house.tables) == [new.id]

    asyncio.run(make())
