"""People at a table: those with seats, and those connected. Their actions are in `host.py`."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple
from uuid import uuid4

from kicker.ui.web.protocol import encode

KEPT_IDS: Final = 8
"""The number of a seat's last action ids that are remembered."""


def _no_ids() -> deque[str]:
    return deque(maxlen=KEPT_IDS)


class Departure(NamedTuple):
    """A person's departure from the table: the stack, and the time."""

    chips: int
    at: float
    """The time of the departure."""
    game: int
    """The game, identified by the number of deals before it."""


@dataclass
class Person:
    """A person who sits at the table, or has sat there."""

    seat: int
    name: str
    token_hash: str
    bank: float
    id: str = field(default_factory=lambda: uuid4().hex)
    state: str = "seated"
    """`seated`; `joining`, `rebuying` and `leaving` while a deal has to end first; `left`."""
    misses: int = 0
    """Time-outs in a row."""
    done: deque[str] = field(default_factory=_no_ids)
    """The ids of the last actions."""
    departure: Departure | None = None
    """The person's departure from the table, if there was one."""

    def new_row(self, table: str) -> dict[str, Any]:
        """Return the person as a row of the store."""
        row = self.row()
        del row["at_person"]
        return {"person": self.id, "table_id": table, "token_hash": self.token_hash} | row

    def row(self) -> dict[str, Any]:
        """Return the columns that change."""
        return {
            "at_person": self.id,
            "seat": self.seat,
            "name": self.name,
            "state": self.state,
            "bank": self.bank,
            "misses": self.misses,
            "done": json.dumps(list(self.done)),
            "departure": json.dumps(self.departure) if self.departure else None,
        }

    @classmethod
    def of_row(cls, row: Mapping[str, Any]) -> Person:
        """Restore a stored person."""
        person = cls(
            row["seat"], row["name"], row["token_hash"], row["bank"], row["person"], row["state"], row["misses"]
        )
        person.done.extend(json.loads(row["done"]))
        person.departure = Departure(*json.loads(row["departure"])) if row["departure"] else None
        return person


class Subscriber:
    """A connected client.

    There is no queue of updates: a slow client gets one update with everything it missed.
    """

    def __init__(self, person: Person | None, have: int) -> None:
        self.person = person
        """The person; None for a watcher. Its updates depend on the person, not on a seat that others may take."""
        self.have = have
        """The version that the client has."""
        self.replies: deque[str] = deque()
        self.behind = False
        self.close_code: int | None = None
        self.wake = asyncio.Event()

    def reply(self, frame: dict[str, Any]) -> None:
        """Send a frame as it is, before the next update."""
        self.replies.append(encode(frame))
        self.wake.set()

    def tell(self) -> None:
        """Wake the connection: there is news."""
        self.behind = True
        self.wake.set()

    def close(self, code: int) -> None:
        """End the connection after sending what is waiting."""
        if self.close_code is None:
            self.close_code = code
        self.wake.set()
