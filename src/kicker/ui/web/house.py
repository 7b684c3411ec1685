"""All tables of the server: making and finding them, restoring them after a restart, and closing unused ones."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Any, Final

from kicker import stopping
from kicker.errors import KickerError
from kicker.ui.web.clock import Clock
from kicker.ui.web.host import TableHost
from kicker.ui.web.limits import Doorkeeper, Refused, new_table_id
from kicker.ui.web.settings import TableSettings
from kicker.ui.web.store import Store
from kicker.ui.web.study.workers import Workers

UNUSED: Final = 24 * 3600.0
"""The seconds without people after which a table is closed."""
GRACE: Final = 3600.0
"""The fewest seconds that a table stays open after a restart: nobody could come while the server was down."""
ABANDONED: Final = 600.0
"""The seconds without a connection after which a table may be closed to make room for another."""
MOST_LISTED: Final = 200
_SWEEP: Final = 60.0

_log = logging.getLogger("kicker.web")


class House:
    """The tables by their ids."""

    def __init__(self, store: Store, door: Doorkeeper, pause: float, clock: Clock | None = None) -> None:
        self.store = store
        self.door = door
        self.pause = pause
        self.clock = clock or Clock()
        self.workers = Workers(door.limits)
        self.tables: dict[str, TableHost] = {}
        self.closing: list[Callable[[], Awaitable[None]]] = []
        """Functions called before the tables close, for everything else that must be ended."""
        self._makers: dict[str, str] = {}  # table -> address
        self.archive_lock = asyncio.Lock()
        """Held while many old deals are read."""
        self._reading = asyncio.Lock()
        self._restoring: set[asyncio.Task[TableHost]] = set()
        self._closed = False
        self._sweeper: asyncio.Task[None] | None = None

    async def open(self, ending: Callable[[], bool] = stopping.is_noted) -> None:
        """Open the store and restore all open tables; stop as soon as `ending` returns True."""
        await self.store.open()
        for row in await self.store.open_tables():
            if ending():
                break
            try:
                await self._bring_back(row)
            except Refused as error:
                _log.error("table %s...: %s", row["id"][:4], error)
        self._sweeper = asyncio.create_task(self._sweep())

    async def _bring_back(self, row: dict[str, Any]) -> TableHost:
        """Restore a table. This goes on if the caller is cancelled, because its thread cannot be stopped."""
        task = asyncio.create_task(self._restored(row))
        self._restoring.add(task)
        task.add_done_callback(self._restoring.discard)
        task.add_done_callback(lambda ended: ended.cancelled() or ended.exception())  # nobody may be waiting for it
        return await asyncio.shield(task)

    async def _restored(self, row: dict[str, Any]) -> TableHost:
        try:
            host = await TableHost.restored(row, self.store, self.pause, self.clock)
        except Exception as error:  # whatever is wrong with one table, the others start
            raise Refused(503, "damaged", f"this table cannot be read ({type(error).__name__})") from None
        host.used = max(host.used, time.time() - UNUSED + GRACE)
        self.tables[host.id] = host
        host.start()
        return host

    async def close(self) -> None:
        """Stop everything; whatever was published is on disk. A table that is being restored is waited for."""
        self._closed = True
        if self._sweeper is not None:
            self._sweeper.cancel()
        while self._restoring:
            await asyncio.wait(self._restoring)
        for close in self.closing:
            await close()
        for host in list(self.tables.values()):
            await host.stop()
        await self.workers.close()
        await self.store.close()
        self._tell_of_strangers()

    async def make(self, settings: TableSettings, person: str, address: str) -> tuple[TableHost, str]:
        """Make a new table; return it with its maker's token."""
        self._check_open()
        await self._make_room(address)
        self.door.tables[address] += 1
        try:
            host, token = await TableHost.opened(new_table_id(), settings, person, self.store, self.pause, self.clock)
        except BaseException:
            self.door.tables[address] -= 1
            raise
        self._makers[host.id] = address
        self.tables[host.id] = host
        host.start()
        return host, token

    async def _make_room(self, address: str) -> None:
        """Make room for one more table by closing tables with only bots left."""
        limits, now = self.door.limits, time.time()
        if self.door.tables[address] >= limits.tables or len(self.tables) >= limits.all_tables:
            await self.sweep(now)  # some of them may be closed by now
        if self.door.tables[address] >= limits.tables:
            await self._close_abandoned(host for host in self.tables.values() if self._makers.get(host.id) == address)
        if len(self.tables) >= limits.all_tables:
            await self._close_abandoned(host for host in self.tables.values() if now - host.used > ABANDONED)
        if self.door.tables[address] >= limits.tables:
            raise Refused(429, "tables", f"you have {limits.tables} tables in use; leave one first")
        if len(self.tables) >= limits.all_tables:
            raise Refused(503, "tables", f"all {limits.all_tables} tables are in use; try again later")

    async def _close_abandoned(self, hosts: Iterable[TableHost]) -> None:
        """Close the table among these that has had only bots for longest."""
        for host in sorted((host for host in hosts if host.abandoned), key=lambda host: host.used):
            with suppress(Refused):  # somebody else may have just closed it
                await host.close_if_abandoned()
            if host.closed:
                with suppress(Refused):
                    await self.find(host.id)
                return

    async def find(self, table: str) -> TableHost:
        """Return the table with this id. One that could not be stored is read from the store again."""
        host = self.tables.get(table)
        if host is None or not host.closed:
            return self._there(host)
        async with self._reading:
            host = self.tables.get(table)
            if host is None or not host.closed:
                return self._there(host)
            self._check_open()
            await host.stop()
            row = await self.store.open_table(table)
            if row is not None:
                return await self._bring_back(row)
            self._forget(host)
        return self._there(None)

    def _check_open(self) -> None:
        if self._closed:
            raise Refused(503, "store", "the server is closing; try again in a moment")

    @staticmethod
    def _there(host: TableHost | None) -> TableHost:
        if host is None:
            raise Refused(404, "table", "this table does not exist, or it is closed")
        return host

    def listed(self) -> list[TableHost]:
        """Return the listed tables, newest first."""
        found = [host for host in reversed(self.tables.values()) if host.settings.listed and not host.closed]
        return found[:MOST_LISTED]

    def _forget(self, host: TableHost) -> None:
        self.tables.pop(host.id, None)
        address = self._makers.pop(host.id, None)
        if address is not None:
            self.door.tables[address] -= 1

    def _tell_of_strangers(self) -> None:
        if news := self.door.strangers.news():
            _log.warning(news)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(_SWEEP)
            self._tell_of_strangers()
            try:
                await self.sweep(time.time())
            except KickerError as error:
                _log.error("unused tables are not closed: %s", error)

    async def sweep(self, now: float) -> None:
        """Close the tables unused for a day, and forget those that are closed."""
        for host in list(self.tables.values()):
            if not host.closed and not host.subscribers and now - host.used > UNUSED:
                with suppress(Refused):  # somebody else may have just closed it
                    await host.close()
            if host.closed:
                with suppress(Refused):
                    await self.find(host.id)
