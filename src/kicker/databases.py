"""How databases are opened, here and on the server: which place is meant, how SQLite is set up, which form is known.

Not here: what is kept (`tracker/store.py`, `ui/web/store.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Column, Connection, MetaData, String, Table, Text, insert, select, text, update
from sqlalchemy.engine import URL, make_url

from kicker.errors import KickerError

SERVER_PATIENCE: Final = {"connect_timeout": 10, "tcp_user_timeout": 20_000, "options": "-c statement_timeout=20000"}
"""How long a database server may take to connect and to answer."""

Added = Mapping[str, Sequence[tuple[str, str, str]]]
"""The columns that each older form of a database lacks: table, column and type."""


def database_url(place: str | Path, *, asynchronous: bool = False) -> URL:
    """The URL of a database: a path is a file of SQLite, anything with `://` is a URL."""
    if isinstance(place, Path) or "://" not in place:
        driver = "sqlite+aiosqlite" if asynchronous else "sqlite"
        return URL.create(driver, database=str(Path(place).absolute()))
    url = make_url(place)
    return url.set(drivername="postgresql+psycopg") if url.drivername == "postgresql" else url


def set_up_sqlite(connection: Any, patience: float = 5.0, *, durable: bool = True) -> None:
    """A log that is written ahead, references that hold, and patience with other programs.

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
    """A table of facts about the database itself, like its form."""
    return Table("about", metadata, Column("name", String(32), primary_key=True), Column("value", Text, nullable=False))


def prepare(connection: Connection, metadata: MetaData, about: Table, schema: int, added: Added) -> None:
    """Make the tables, or bring those of an older version up to this one."""
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
