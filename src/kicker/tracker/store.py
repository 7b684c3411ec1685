"""Where hands are kept: one database, SQLite by default, PostgreSQL by its URL.

A hand is a row with its record, and each of its players is a row with what was won and the chances of every statistic,
so that any question is one sum over rows. Hands are written in batches; what is in when somebody stops stays in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    DateTime,
    Engine,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    create_engine,
    event,
    func,
    insert,
    select,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from kicker.errors import FileError, KickerError
from kicker.records import format_phh, replay
from kicker.sites.proving import Proof
from kicker.tracker.facts import STATISTICS, PlayerFacts, facts_of

SCHEMA: Final = 1
"""The form of the database. An older one is brought up to date, a newer one is refused."""
BATCH: Final = 500
"""Hands that are written at a time."""

_metadata = MetaData()
_about = Table("about", _metadata, Column("name", String(32), primary_key=True), Column("value", Text, nullable=False))
HANDS: Final = Table(
    "hands",
    _metadata,
    Column("id", Integer, primary_key=True),
    Column("site", String(32), nullable=False),
    Column("number", String(64), nullable=False),
    Column("game", String(32), nullable=False),
    Column("betting", String(16), nullable=False),
    Column("currency", String(8), nullable=False),
    Column("scale", Integer, nullable=False),
    Column("big_blind", BigInteger, nullable=False),
    Column("played", DateTime),
    Column("place", Text, nullable=False),
    Column("tournament", String(64), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("hero", Text, nullable=False),
    Column("pot", BigInteger, nullable=False),
    Column("rake", BigInteger, nullable=False),
    Column("source", Text, nullable=False),
    Column("record", Text, nullable=False),
    UniqueConstraint("site", "number"),
    Index("hands_by_time", "played"),
)
PLAYERS: Final = Table(
    "players",
    _metadata,
    Column("hand_id", ForeignKey("hands.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("position", String(8), nullable=False),
    Column("stack", BigInteger, nullable=False),
    Column("net", BigInteger, nullable=False),
    Column("cards", String(32), nullable=False),
    *(Column(f"{each.name}_chance", Integer, nullable=False) for each in STATISTICS),
    *(Column(f"{each.name}_taken", Integer, nullable=False) for each in STATISTICS),
    Index("players_by_name", "name"),
)


class Tracker:
    """A database of hands. Use it in a `with` statement, or close it."""

    def __init__(self, place: str | Path) -> None:
        self.url = make_url(str(place)) if "://" in str(place) else make_url(f"sqlite:///{Path(place).absolute()}")
        if self.url.drivername == "postgresql":
            self.url = self.url.set(drivername="postgresql+psycopg")
        with _plain_errors(str(place)):
            self._engine = _open(self.url.render_as_string(hide_password=False))
            _metadata.create_all(self._engine)
            with self._engine.begin() as connection:
                _check_schema(connection)
                self._next = (connection.scalar(select(func.max(HANDS.c.id))) or 0) + 1
        self._hands: list[dict[str, Any]] = []
        self._players: list[dict[str, Any]] = []
        self._waiting: set[tuple[str, str]] = set()

    def __enter__(self) -> Tracker:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Write what waits, and let go of the database."""
        try:
            self.flush()
        finally:
            self._engine.dispose()

    def connect(self) -> Connection:
        """A connection for questions."""
        return self._engine.connect()

    def knows(self, site: str, number: str) -> bool:
        """True if the hand is in already."""
        if (site, number) in self._waiting:
            return True
        with self._engine.connect() as connection:
            query = select(HANDS.c.id).where(HANDS.c.site == site, HANDS.c.number == number)
            return connection.scalar(query) is not None

    def add(self, proof: Proof) -> bool:
        """Keep a hand that was proved; False if it is in already."""
        hand, record = proof.hand, proof.record
        assert record is not None
        if self.knows(hand.site, hand.number):
            return False
        played = replay(record)
        net = net_results(proof)
        paid = sum(hand.collected.values())
        pot = sum(each.amount for each in played.final.history if each.kind == "won")
        self._hands.append(
            {
                "id": self._next, "site": hand.site, "number": hand.number, "game": hand.game.name,
                "betting": hand.limit, "currency": hand.currency, "scale": hand.scale,
                "big_blind": record.rules.big_blind, "played": hand.when, "place": hand.table,
                "tournament": hand.tournament.number if hand.tournament else "", "seats": len(record.stacks),
                "hero": hand.hero, "pot": pot, "rake": max(pot - paid, 0), "source": hand.source,
                "record": format_phh(record),
            }
        )  # fmt: skip
        self._players += [_row(self._next, facts) for facts in facts_of(played, net)]
        self._waiting.add((hand.site, hand.number))
        self._next += 1
        if len(self._hands) >= BATCH:
            self.flush()
        return True

    def flush(self) -> None:
        """Write what waits."""
        if not self._hands:
            return
        with _plain_errors(self.url.render_as_string()), self._engine.begin() as connection:
            connection.execute(insert(HANDS), self._hands)
            connection.execute(insert(PLAYERS), self._players)
        self._hands, self._players, self._waiting = [], [], set()


def net_results(proof: Proof) -> list[int]:
    """What each seat of the record won or lost, after rake: what the file says it collected, less what it put in."""
    record, hand = proof.record, proof.hand
    assert record is not None
    final = replay(record).final
    back = [0] * len(record.stacks)
    won = [0] * len(record.stacks)
    for each in final.history:
        if each.seat is not None and each.kind == "won":
            won[each.seat] += each.amount
    for seat in range(len(back)):
        put_in = record.stacks[seat] - (final.stacks[seat] - won[seat])
        back[seat] = hand.collected.get(record.names[seat], 0) - put_in
    return back


def _row(hand: int, facts: PlayerFacts) -> dict[str, Any]:
    row: dict[str, Any] = {
        "hand_id": hand, "seat": facts.seat, "name": facts.name, "position": facts.position, "stack": facts.stack,
        "net": facts.net, "cards": facts.cards,
    }  # fmt: skip
    for name, count in facts.chances.items():
        row[f"{name}_chance"] = count
        row[f"{name}_taken"] = facts.taken[name]
    return row


# --- opening ---------------------------------------------------------------------------------------------------------


def _open(url: str) -> Engine:
    engine = create_engine(url)
    if engine.dialect.name == "sqlite":

        @event.listens_for(engine, "connect")
        def set_up(connection: Any, _: object) -> None:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=NORMAL")
            connection.execute("PRAGMA busy_timeout=20000")

    return engine


def _check_schema(connection: Connection) -> None:
    found = connection.scalar(select(_about.c.value).where(_about.c.name == "schema"))
    if found is None:
        connection.execute(insert(_about), [{"name": "schema", "value": str(SCHEMA)}])
    elif int(found) > SCHEMA:
        raise KickerError("the database was written by a newer kicker; update kicker to use it", "file")


@contextmanager
def _plain_errors(place: str) -> Iterator[None]:
    """Whatever the database says becomes one sentence."""
    try:
        yield
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise FileError(f"the database {place!r} cannot be used: {reason}", "file") from None


def names_in(tracker: Tracker) -> Sequence[tuple[str, int]]:
    """The players, those with most hands first."""
    count = func.count()
    with tracker.connect() as connection:
        rows = connection.execute(select(PLAYERS.c.name, count).group_by(PLAYERS.c.name).order_by(count.desc()))
        return [(name, hands) for name, hands in rows]
