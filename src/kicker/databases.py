"""Opening databases, for the tracker and the server: finding the place, setting up SQLite, and checking the schema.

The tables themselves are in `tracker/store.py` and `ui/web/store.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Column, Connection, MetaData, String, Table, Text, insert, select, text, update
from sqlalchemy.engine import URL, make_url

from kicker.errors import KickerError

SERVER_PATIENCE: Final = {"connect_timeout": 10, "tcp_user_timeout": 20_000, "options": "-c statement_timeout=20000"}
"""The time limits for connecting to a database server, and for its answers."""

Added = Mapping[str, Sequence[tuple[str, str, str]]]
"""The columns that databases of each older version lack: table, column and type."""


def database_url(place: str | Path, *, asynchronous: bool = False) -> URL:
    """Return the URL of a database. A path is an SQLite file, anything with `://` is a URL."""
    if isinstance(place, Path) or "://" not in place:
        driver = "sqlite+aiosqlite" if asynchronous else "sqlite"
        return URL.create(driver, database=str(Path(place).absolute()))
    url = make_url(place)
    return url.set(drivername="postgresql+psycopg") if url.drivername == "postgresql" else url


def set_up_sqlite(connection: Any, patience: float = 5.0, *, durable: bool = True) -> None:
    """Set up an SQLite connection: write-ahead log, enforced references, and patience with other programs.

    A durable database is flushed with every commit; otherwise a power cut may cost the last commits.
    """
    cursor = connection.cursor()
    synchronous = "FULL" if durable else "NORMAL"
    for pragma in (
        f"busy_timeout={round(1000 * patience)}", "journal_mode=WAL", f"synchronous={synchronous}", "foreign_keys=ON",
    ):  # fmt: skip
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def about_table(metadata: MetaData) -> Table:
    """Return a table of facts about the database itself, like its version."""
    return Table("about", metadata, Column("name", String(32), primary_key=True), Column("value", Text, nullable=False))


def prepare(connection: Connection, metadata: MetaData, about: Table, schema: int, added: Added) -> None:
    """Create the tables, or upgrade those of an older version."""
    metadata.create_all(connection)
    found = connection.execute(select(about.c.value).where(about.c.name == "schema")).scalar()
    if found is None:
        connection.execute(insert(about).values(name="schema", value=str(schema)))
    elif found in added:
        for table, column, kind in added[found]:
            connection.execute(text(f"ALTER TABLE {table} ADD COLUMN {column} {kind}"))
        connection.execute(update(about).where(about.c.name == "schema").values(value=str(schema)))
    elif found != str(schema):
        raise KickerError(
            f"the database has schema version {found}; this version of kicker reads version {schema}", "store"
        )
