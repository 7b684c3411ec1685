"""The server's database of tables, seats, deals, events and Klondike games, in SQLite or PostgreSQL.

All writes go through one task, which puts those that wait into one transaction: a commit costs a visit to the disk,
and many tables share it. `write` returns when what it was given is on the disk.

The meaning of the texts is in `host.py` and `archive.py`.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Coroutine, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    bindparam,
    delete,
    event,
    insert,
    select,
    update,
)
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from kicker.cards import shorten
from kicker.databases import SERVER_PATIENCE, about_table, database_url, prepare, set_up_sqlite
from kicker.errors import KickerError

SCHEMA: Final = 2
ADDED: Final = {"1": (("seats", "departure", "TEXT"), ("hands", "summary", "TEXT"))}
"""The columns missing from each older version of the database: table, column and type."""
PATIENCE: Final = 30.0
"""The seconds after which a silent database counts as unusable."""
_PAGE: Final = 200  # events read at a time
_metadata = MetaData()

_about = about_table(_metadata)
TABLES: Final = Table(
    "tables",
    _metadata,
    Column("id", String(22), primary_key=True),
    Column("settings", Text, nullable=False),
    Column("save", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("events_before", Integer, nullable=False),
    Column("deals_before", Integer, nullable=False),
    Column("made", Float, nullable=False),
    Column("used", Float, nullable=False),
    Column("closed", Boolean, nullable=False),
)
SEATS: Final = Table(
    "seats",
    _metadata,
    Column("person", String(32), primary_key=True),
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", String(24), nullable=False),
    Column("token_hash", String(64), nullable=False, unique=True),
    Column("state", String(8), nullable=False),
    Column("bank", Float, nullable=False),
    Column("misses", Integer, nullable=False),
    Column("done", Text, nullable=False),
    Column("departure", Text),
    Index("seats_of_table", "table_id"),
)
DEALS: Final = Table(
    "deals",
    _metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("secret", String(64), nullable=False),
    Column("persons", Text, nullable=False),
    Column("began", Float, nullable=False),
    Column("ended", Float),
    Column("record", Text),
)
HANDS: Final = Table(
    "hands",
    _metadata,
    Column("person", ForeignKey("seats.person"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("result", BigInteger, nullable=False),
    Column("ended", Float, nullable=False),
    Column("summary", Text),
)
EVENTS: Final = Table(
    "events",
    _metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("event", Text, nullable=False),
)
GAMES: Final = Table(
    "games",
    _metadata,
    Column("id", String(32), primary_key=True),
    Column("token_hash", String(64), nullable=False),
    Column("text", Text, nullable=False),
    Column("used", Float, nullable=False),
)
KEPT: Final = Table(
    "kept",
    _metadata,
    Column("person", String(64), primary_key=True),
    Column("kind", String(16), primary_key=True),
    Column("name", String(200), primary_key=True),
    Column("text", Text, nullable=False),
    Column("used", Float, nullable=False),
)
"""Things that people save in the study room, by the hash of their key."""


Row = Mapping[str, Any]
Made = TypeVar("Made")


class Change(NamedTuple):
    """The changes of one moment of a table, written completely or not at all."""

    new_table: Row | None = None
    table: Row | None = None
    """The columns of `tables` that change."""
    new_seats: Sequence[Row] = ()
    seats: Sequence[Row] = ()
    new_deal: Row | None = None
    deal: Row | None = None
    """The end of a deal."""
    hands: Sequence[Row] = ()
    events: Sequence[Row] = ()


def _by_key(table: Table, *columns: str) -> Any:
    """Return an UPDATE of these columns in the row with a given key; parameters are named `at_KEY` and like the
    columns."""
    keys = [column == bindparam(f"at_{column.name}") for column in table.primary_key.columns]
    return update(table).where(*keys).values({name: bindparam(name) for name in columns})


_UPDATE_TABLE: Final = _by_key(TABLES, "save", "version", "events_before", "deals_before", "used", "closed")
_UPDATE_SEAT: Final = _by_key(SEATS, "seat", "name", "state", "bank", "misses", "done", "departure")
_UPDATE_DEAL: Final = _by_key(DEALS, "ended", "record")


class Store:
    """The database: an SQLite file or a URL.

    `open` it first, and `close` it at the end to write everything.
    """

    def __init__(self, place: str | Path, patience: float = PATIENCE) -> None:
        self._place = place
        self._patience = patience
        self._engine: AsyncEngine | None = None
        self._connection: AsyncConnection | None = None  # the writer's connection
        self._waiting: list[tuple[Change, asyncio.Future[None]]] = []
        self._wake = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None
        self._closing = False

    @property
    def engine(self) -> AsyncEngine:
        """The open database."""
        if self._engine is None:
            raise KickerError("the database is not open", "store")
        return self._engine

    async def open(self) -> None:
        """Create missing tables and start the writer."""
        try:
            in_file = isinstance(self._place, Path)
            if not in_file and "://" not in str(self._place):
                raise ArgumentError("write it as a URL like postgresql+psycopg://user@host/name")
            url = database_url(self._place, asynchronous=True)
            # Parameters contain saves and secrets, so messages must not show them. Servers may have closed idle
            # connections.
            options = {"connect_args": SERVER_PATIENCE} if url.get_backend_name() == "postgresql" else {}
            self._engine = create_async_engine(url, hide_parameters=True, pool_pre_ping=not in_file, **options)
            if self._engine.dialect.name == "sqlite":
                event.listen(self._engine.sync_engine, "connect", lambda connection, _: set_up_sqlite(connection))
            await self._told(self._make_tables(self._engine))
        except (ArgumentError, ImportError) as error:
            kind = str(self._place).partition("://")[0]  # the rest may have a password
            raise KickerError(f"{shorten(kind)} cannot be opened as a database: {error}", "store") from None
        except SQLAlchemyError as error:
            raise _unusable(error) from None
        self._writer = asyncio.create_task(self._write_all())

    @staticmethod
    async def _make_tables(engine: AsyncEngine) -> None:
        async with engine.begin() as connection:
            await connection.run_sync(_prepare)

    async def close(self) -> None:
        """Write everything that is waiting, and close the database."""
        self._closing = True
        self._wake.set()
        if self._writer is not None:
            await asyncio.wait([self._writer])
        with suppress(Exception):  # a disk that does not answer must not keep the server from ending
            await self._within(self.engine.dispose())

    # --- writing ---

    async def write(self, change: Change) -> None:
        """Write a change; it is on disk when this returns. Raises `KickerError` if it cannot be written."""
        if self._closing:
            raise KickerError("the database is closed", "store")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((change, done))
        self._wake.set()
        await done

    async def _write_all(self) -> None:
        try:
            while self._waiting or not self._closing:
                await self._wake.wait()
                self._wake.clear()
                waiting, self._waiting = self._waiting, []
                if waiting:
                    await self._write_batch(waiting)
        finally:
            # However the writer ends, everyone who waits for it gets an answer.
            self._closing = True
            for _, done in self._waiting:
                _answer(done, KickerError("the database is closed", "store"))
            await self._disconnect()

    async def _write_batch(self, waiting: list[tuple[Change, asyncio.Future[None]]]) -> None:
        """Write changes in one transaction and answer every waiting caller."""
        error: KickerError | None = KickerError("the database is closed", "store")  # unless the writing succeeds
        try:
            error = await self._try_to_write(waiting)
        finally:
            for _, done in waiting:
                _answer(done, error)

    async def _try_to_write(self, waiting: list[tuple[Change, asyncio.Future[None]]]) -> KickerError | None:
        """Write changes in one transaction, or one by one if any of them fails; return the answer for each."""
        try:
            await self._within(self._commit([change for change, _ in waiting]))
        except Exception as fault:  # whatever it is, the callers must be told
            await self._disconnect()
            of_them_all = isinstance(fault, OperationalError | TimeoutError)  # a full disk, a lost server
            if len(waiting) == 1 or of_them_all:
                return _unusable(fault)
            for each in waiting:
                await self._write_batch([each])
        return None

    async def _commit(self, changes: list[Change]) -> None:
        # A table waits for its change before it makes the next one, so no row comes twice.
        steps: list[tuple[Any, list[Row]]] = [
            (insert(TABLES), [change.new_table for change in changes if change.new_table]),
            (_UPDATE_TABLE, [change.table for change in changes if change.table]),
            (insert(SEATS), [row for change in changes for row in change.new_seats]),
            (_UPDATE_SEAT, [row for change in changes for row in change.seats]),
            (insert(DEALS), [change.new_deal for change in changes if change.new_deal]),
            (_UPDATE_DEAL, [change.deal for change in changes if change.deal]),
            (insert(HANDS), [row for change in changes for row in change.hands]),
            (insert(EVENTS), [row for change in changes for row in change.events]),
        ]
        if self._connection is None:
            self._connection = await self.engine.connect()
        async with self._connection.begin():
            for statement, rows in steps:
                if rows:
                    await self._connection.execute(statement, rows)

    async def _disconnect(self) -> None:
        """Drop the writer's connection; the next commit opens a new one."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(Exception):  # it is given up in any case
                await self._within(connection.invalidate())
                await self._within(connection.close())

    # --- reading ---

    async def open_tables(self) -> list[dict[str, Any]]:
        """Return the stored tables that are not closed."""
        return await self._rows(select(TABLES).where(TABLES.c.closed.is_(False)))

    async def open_table(self, table: str) -> dict[str, Any] | None:
        """Return a stored table that is not closed, or None."""
        found = await self._rows(select(TABLES).where(TABLES.c.id == table, TABLES.c.closed.is_(False)))
        return found[0] if found else None

    async def name_of(self, table: str) -> str:
        """Return the name of a table, even a closed one; empty if it cannot be read."""
        found = await self._rows(select(TABLES.c.settings).where(TABLES.c.id == table))
        with suppress(ValueError, LookupError, TypeError):
            return str(json.loads(found[0]["settings"])["name"])
        return ""

    async def seats_of(self, table: str) -> list[dict[str, Any]]:
        """Return everyone who sits or has sat at a table."""
        return await self._rows(select(SEATS).where(SEATS.c.table_id == table))

    async def person(self, table: str, hashed: str) -> dict[str, Any] | None:
        """Return the person with this token at a table, or None."""
        found = await self._rows(select(SEATS).where(SEATS.c.table_id == table, SEATS.c.token_hash == hashed))
        return found[0] if found else None

    async def deal(self, table: str, number: int) -> dict[str, Any] | None:
        """Return a deal of a table, or None."""
        found = await self._rows(select(DEALS).where(DEALS.c.table_id == table, DEALS.c.number == number))
        return found[0] if found else None

    async def last_deals(self, table: str, most: int) -> list[dict[str, Any]]:
        """Return the last deals of a table, the oldest first."""
        query = select(DEALS).where(DEALS.c.table_id == table).order_by(DEALS.c.number.desc()).limit(most)
        return (await self._rows(query))[::-1]

    async def last_events(self, table: str, deals: int) -> list[dict[str, Any]]:
        """Return the events of the last deals of a table, with their numbers."""
        found: list[dict[str, Any]] = []
        while True:
            query = select(EVENTS.c.number, EVENTS.c.event).where(EVENTS.c.table_id == table)
            if found:
                query = query.where(EVENTS.c.number < found[-1]["number"])
            rows = await self._rows(query.order_by(EVENTS.c.number.desc()).limit(_PAGE))
            if not rows:
                return found[::-1]
            for row in rows:
                found.append(row)
                deals -= json.loads(row["event"])["kind"] == "button"  # a deal begins with this event
                if not deals:
                    return found[::-1]

    async def hands_of(self, person: str, most: int) -> list[dict[str, Any]]:
        """Return the finished deals of a person, at most the last `most`."""
        query = select(HANDS).where(HANDS.c.person == person).order_by(HANDS.c.number.desc()).limit(most)
        return (await self._rows(query))[::-1]

    async def deals_of(self, table: str, person: str, most: int) -> list[dict[str, Any]]:
        """Return the same deals with all their columns."""
        query = (
            select(DEALS)
            .join(HANDS, (HANDS.c.number == DEALS.c.number) & (HANDS.c.person == person))
            .where(DEALS.c.table_id == table)
            .order_by(DEALS.c.number.desc())
            .limit(most)
        )
        return (await self._rows(query))[::-1]

    async def _rows(self, query: Any) -> list[dict[str, Any]]:
        async def read() -> list[dict[str, Any]]:
            async with self.engine.connect() as connection:
                return [dict(row) for row in (await connection.execute(query)).mappings()]

        return await self._told(read())

    async def _told(self, work: Coroutine[Any, Any, Made]) -> Made:
        """Return the result of a database operation; turn an error or a time-out into one sentence."""
        try:
            return await self._within(work)
        except (SQLAlchemyError, TimeoutError) as error:
            raise _unusable(error) from None

    async def _within(self, work: Coroutine[Any, Any, Made]) -> Made:
        """Return the result of an operation; raise `TimeoutError` if it takes too long, and leave it running.

        Cancelling it would wait for the thread of the database, which may be stuck.
        """
        task = asyncio.create_task(work)
        task.add_done_callback(lambda ended: ended.cancelled() or ended.exception())  # nobody may be waiting for it
        try:
            done, _ = await asyncio.wait([task], timeout=self._patience)
        except asyncio.CancelledError:
            task.cancel()
            raise
        if not done:
            task.cancel()
            raise TimeoutError
        return task.result()

    # --- Klondike ---

    async def save_game(self, game: str, hashed: str, text: str) -> None:
        """Store a game of Klondike under its id, replacing the previous version."""
        await self._replace(GAMES, {"id": game}, {"token_hash": hashed, "text": text, "used": time.time()})

    async def _replace(self, table: Table, key: Row, row: Row) -> None:
        """Insert or replace the row with this key."""
        here = [table.c[name] == value for name, value in key.items()]

        async def keep() -> None:
            async with self.engine.begin() as connection:
                found = await connection.execute(update(table).where(*here).values(row))
                if not found.rowcount:
                    await connection.execute(insert(table).values(**key, **row))

        await self._told(keep())

    async def load_game(self, game: str) -> tuple[str, str] | None:
        """Return the hash of a game's token and its text, or None."""
        found = await self._rows(select(GAMES).where(GAMES.c.id == game))
        return (found[0]["token_hash"], found[0]["text"]) if found else None

    # --- the study room ---

    async def keep(self, person: str, kind: str, name: str, facts: Row) -> None:
        """Store something of a person under a name, replacing what had this name."""
        key = {"person": person, "kind": kind, "name": name}
        await self._replace(KEPT, key, {"text": json.dumps(facts), "used": time.time()})

    async def kept(self, person: str, kind: str) -> list[dict[str, Any]]:
        """Return everything of one kind that a person has stored, most recently used first, as name and facts."""
        query = select(KEPT).where(KEPT.c.person == person, KEPT.c.kind == kind).order_by(KEPT.c.used.desc())
        return [{"name": row["name"], "used": row["used"]} | json.loads(row["text"]) for row in await self._rows(query)]

    async def forget(self, person: str, kind: str, name: str) -> None:
        """Delete something that a person has stored under a name."""
        here = (KEPT.c.person == person, KEPT.c.kind == kind, KEPT.c.name == name)

        async def remove() -> None:
            async with self.engine.begin() as connection:
                await connection.execute(delete(KEPT).where(*here))

        await self._told(remove())


def _unusable(error: Exception) -> KickerError:
    """Return an error that says why the database cannot be used, without any of its contents."""
    if isinstance(error, TimeoutError):
        return KickerError("the database cannot be used: it does not answer", "store")
    cause = getattr(error, "orig", None) or error
    words = shorten(str(cause).splitlines()[0]) if isinstance(error, DBAPIError) else type(error).__name__
    return KickerError(f"the database cannot be used: {words}", "store")


def _answer(done: asyncio.Future[None], error: KickerError | None) -> None:
    with suppress(asyncio.InvalidStateError):  # the caller has gone away
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)


def _prepare(connection: Connection) -> None:
    """Create the tables, or upgrade those of an older version."""
    prepare(connection, _metadata, _about, SCHEMA, ADDED)
