"""Finding each caller's hands: the owner's database, opened by a key, and the hands that people played at the tables.

The operator of the server owns the database of `kicker import`; its key is in a file that only this user can read.
Everyone else uses the keys of their seats and gets the hands they were dealt into, as they saw them, in a database of
the same form in memory. So every page and every query works the same way for both.

The queries are in `my_hands.py`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from kicker.disk import write_file
from kicker.errors import FileError, KickerError
from kicker.sites.repeats import OWN_SITE
from kicker.tracker.listing import hand_at
from kicker.tracker.notes import keep_note
from kicker.tracker.own import bring_in, keep_record, known_numbers
from kicker.tracker.remarks import clean_note
from kicker.tracker.store import Tracker
from kicker.ui.common.home import home_folder
from kicker.ui.common.my_hands import open_tracker
from kicker.ui.common.output import writing
from kicker.ui.web.archive import seen_record
from kicker.ui.web.limits import Refused, bearer, new_token, same_hash, token_hash
from kicker.ui.web.store import Row, Store

MOST_DEALS: Final = 1000
"""The most deals of a person at one table."""
MOST_COLLECTIONS: Final = 8
"""The most visitors' collections in memory; the least recently used one is dropped and rebuilt on demand."""
LEAST_KEY: Final = 16
"""The fewest characters of the owner's key."""
NOTE: Final = "note"
"""The store's name for the notes of visitors."""


def owner_key(folder: Path) -> str:
    """Return the key to the owner's hands. The first start makes it, in a file that only the owner can read."""
    path = folder / "hands.key"
    with writing(path):
        folder.mkdir(parents=True, exist_ok=True)
        if path.is_file() and not path.stat().st_size:  # left by a full disk
            path.unlink()
        if not path.exists():
            with suppress(FileExistsError):  # another server has just made it
                write_file(path, f"{new_token()}\n".encode(), new=True, mode=0o600)
        key = path.read_bytes().decode("ascii", "replace").strip()
    if len(key) < LEAST_KEY or not key.isprintable():
        raise FileError(f"{str(path)!r} is not a key; delete it, and the next start makes a new one", "file")
    return key


@dataclass
class Collection:
    """The hands of one person."""

    tracker: Tracker
    persons: Mapping[str, str]
    """The persons that the hands belong to, with their tables; empty for the owner's."""
    owner: str = ""
    """The key under which the store keeps the owner's notes and links; empty for visitors."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held during each query, because queries run in threads."""
    filled: bool = False
    """True once a visitor's hands are in it; calls that come before that wait for them."""

    def keeper(self, number: str) -> str:
        """Return the key under which the store keeps a hand's notes and links: the person who was dealt in, or the
        owner."""
        return self.owner or next(
            (person for person, table in self.persons.items() if number.startswith(f"{table} ")), ""
        )


class Collections:
    """Finds the hands of a caller."""

    def __init__(self, store: Store, key: str, database: str | None, archive: asyncio.Lock) -> None:
        self._store, self._database, self._archive = store, database, archive
        self._key = token_hash(key) if key else ""
        self._owner: Collection | None = None
        self._visitors: dict[tuple[str, ...], Collection] = {}
        self._finding = asyncio.Lock()

    async def close(self) -> None:
        """Close all databases."""
        found = [*self._visitors.values(), *([self._owner] if self._owner else [])]
        self._visitors, self._owner = {}, None
        for collection in found:
            with suppress(KickerError):  # unwritten hands are still in their files
                await asyncio.to_thread(collection.tracker.close)

    async def of(self, authorization: str | None, seats: Sequence[tuple[str, str]], *, new: bool) -> Collection:
        """Return the hands of a caller, identified by the owner's key or by keys of seats as pairs of table and token.

        With `new`, import recently played hands first; the owner's also from the tables.
        """
        if authorization is not None and not (self._key and same_hash(bearer(authorization), self._key)):
            raise Refused(401, "token", "this is not the key of this server's owner")
        persons = {}
        for table, token in seats:
            if found := await self._store.person(table, token_hash(token)):
                persons[str(found["person"])] = table
        async with self._finding:
            collection = await self._find(authorization is not None, dict(sorted(persons.items())))
        if new or not collection.filled:
            async with self._archive, collection.lock:
                if new or not collection.filled:
                    await self._bring_in(collection, persons)
                    collection.filled = True
        return collection

    async def _find(self, owner: bool, persons: dict[str, str]) -> Collection:
        if owner:
            if self._owner is None:
                tracker = await asyncio.to_thread(open_tracker, self._database)
                self._owner = Collection(tracker, {}, self._key, filled=True)
            return self._owner
        found = self._visitors.pop(tuple(persons), None)
        if found is None:
            found = Collection(Tracker("sqlite:///:memory:"), persons)
        self._visitors[tuple(persons)] = found  # now the most recently used one
        if len(self._visitors) > MOST_COLLECTIONS:
            del self._visitors[next(iter(self._visitors))]  # a running query still gets its answer
        return found

    async def _bring_in(self, collection: Collection, persons: dict[str, str]) -> None:
        if collection.owner and self._database is None:
            await asyncio.to_thread(bring_in, collection.tracker, home_folder() / "hands")
        for person, table in persons.items():
            known = await asyncio.to_thread(known_numbers, collection.tracker, table)
            numbers = {row["number"] for row in await self._store.hands_of(person, MOST_DEALS)}
            missing = {number for number in numbers if f"{table} {number}" not in known}
            if missing:
                deals = await self._store.deals_of(table, person, MOST_DEALS)
                wanted = [row for row in deals if row["number"] in missing]
                name = await self._store.name_of(table)
                await asyncio.to_thread(add_deals, collection.tracker, wanted, person, name or table)
        if not collection.owner:
            for person in persons:
                await asyncio.to_thread(_add_notes, collection.tracker, await self._store.kept(person, NOTE))


def add_deals(tracker: Tracker, rows: Sequence[Row], person: str, place: str) -> None:
    """Add deals of a table as a person saw them. Deals that cannot be read, or that end differently, are left out.

    A database that cannot be written is an error at the first try, and not one for each deal.
    """
    for row in rows:
        record = None
        with suppress(KickerError):
            record = seen_record(row, person)
        if record:
            ended = datetime.fromtimestamp(row["ended"])
            keep_record(tracker, record, f"{row['table_id']} {row['number']}", ended, place)
    tracker.flush()


def _add_notes(tracker: Tracker, notes: Sequence[dict[str, Any]]) -> None:
    for note in notes:
        line = hand_at(tracker, OWN_SITE, note["name"])
        if line is not None:
            keep_note(tracker, line.id, clean_note(note["text"], note["tags"]))
