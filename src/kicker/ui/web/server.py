"""The server process: it opens the tables, listens, prints its address, and ends without losing anything."""

from __future__ import annotations

import logging
import signal
import socket
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import click
import uvicorn

from kicker import stopping
from kicker.ui.common.home import home_folder
from kicker.ui.web.app import create_app
from kicker.ui.web.collection import owner_key
from kicker.ui.web.house import House
from kicker.ui.web.limits import Doorkeeper, Limits, Names
from kicker.ui.web.store import Store

MOST_FILES: Final = 65_536
"""The most open files, and so about the most connections, that the server asks the system for."""


def run(
    listening: socket.socket, host: str, database: str | Path, limits: Limits, pause: float, public: str,
    hands: str | None = None,
) -> None:  # fmt: skip
    """Serve until a signal ends it. `hands` names the owner's database of hands, if it is not the usual one."""
    key = owner_key(home_folder())
    house = House(Store(database), Doorkeeper(limits), pause)
    config = uvicorn.Config(
        create_app(house, Names(host, public), key, hands),
        lifespan="off",
        ws="websockets-sansio",
        ws_max_size=limits.frame,
        ws_per_message_deflate=False,  # frames are small, and compression costs memory for every connection
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=bool(public),  # without a proxy these headers could be forged
        timeout_graceful_shutdown=5,
        # Longer than clients and proxies keep an idle connection: if both close it at once, the next call fails.
        timeout_keep_alive=75,
    )
    for name in ("uvicorn.error", "asyncio"):
        logging.getLogger(name).addFilter(house.door.strangers)
    _allow_files()
    name = f"[{host}]" if ":" in host else host
    address = public or f"http://{name}:{listening.getsockname()[1]}/"
    sys.setswitchinterval(0.0005)
    _Server(config, house, address, key).run(sockets=[listening])
    # After a clean end uvicorn raises the signal again: Ctrl-C is reported to the shell, an ordinary end is not.
    stopping.forget(signal.SIGTERM)
    stopping.check()


def _allow_files() -> None:
    """Raise the usual limit of open files as far as the system lets us: each connection is one."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
        if soft != resource.RLIM_INFINITY and soft < most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


class _Silent:
    """Ends connections that send no whole request in time; uvicorn only ends those that are idle after a request."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._since: dict[tuple[Any, Any], float] = {}

    def end(self, connections: Iterable[Any]) -> None:
        """End those that have been waited for too long; called now and then."""
        now = time.monotonic()
        waiting = [(each, each.cycle) for each in connections if self._is_waited_for(each)]
        self._since = {each: self._since.get(each, now) for each in waiting}
        for (connection, _), since in self._since.items():
            if now - since > self._patience:
                connection.transport.close()

    @staticmethod
    def _is_waited_for(connection: Any) -> bool:
        if not hasattr(connection, "cycle"):  # a WebSocket, which has its own limit
            return False
        cycle = connection.cycle
        return (cycle is None or cycle.response_complete) and connection.timeout_keep_alive_task is None


class _Server(uvicorn.Server):
    """A server that opens its tables before it listens and closes them after the last connection."""

    def __init__(self, config: uvicorn.Config, house: House, address: str, key: str) -> None:
        super().__init__(config)
        self._house = house
        self._address, self._key = address, key
        self._silent = _Silent(house.door.limits.hello)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await self._house.open(self._ending)
        if self._ending():  # before anybody can ask for a table that has not been restored
            self.should_exit = True
            await self._house.close()
            return
        await super().startup(sockets)
        click.echo(f"kicker serves at {self._address}")
        if sys.stdout.isatty():  # the key must not end up in a log
            click.echo(
                f"your own hands: {self._address.rstrip('/')}/hands#key={self._key} (keep this link to yourself)"
            )

    def _ending(self) -> bool:
        """Return True if a signal has come, whether uvicorn saw it or not."""
        return self.should_exit or stopping.is_noted()

    async def on_tick(self, counter: int) -> bool:
        """Check for signals that uvicorn did not see; called ten times a second. True ends the server."""
        self._silent.end(self.server_state.connections)
        return await super().on_tick(counter) or stopping.is_noted()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._house.workers.close()  # so that waiting pages get their answer at once
        await super().shutdown(sockets)
        await self._house.close()
