"""Where hands are kept: one database, SQLite by default, PostgreSQL by its URL.

A hand is a row with its record, and each of its players is a row with what was won and the chances of every statistic,
so that any question is one sum over rows. Hands are written in batches; what is in when somebody stops stays in.
"""

from __future__ import annotations

from collections.abc import Iterator
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
from kicker.records import format_phh
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
        self._waiting: dict[tuple[str, str], tuple[dict[str, Any], list[PlayerFacts]]] = {}
        self.kept = 0
        """Hands written since it was opened."""
        self.repeated = 0
        """Hands left out because they were in already."""

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

    def add(self, proof: Proof) -> None:
        """Keep a hand that was proved, unless it is in already. It is written with the next batch."""
        hand, played = proof.hand, proof.replay
        if played is None or (hand.site, hand.number) in self._waiting:
            self.repeated += played is not None
            return
        record = played.record
        pot = sum(each.amount for each in played.final.history if each.kind == "won")
        row: dict[str, Any] = {
            "site": hand.site, "number": hand.number, "game": hand.game.name, "betting": hand.limit,
            "currency": hand.currency, "scale": hand.scale, "big_blind": record.rules.big_blind, "played": hand.when,
            "place": hand.table, "tournament": hand.tournament.number if hand.tournament else "",
            "seats": len(record.stacks), "hero": hand.hero, "pot": pot,
            "rake": max(pot - sum(hand.collected.values()), 0), "source": hand.source, "record": format_phh(record),
        }  # fmt: skip
        self._waiting[hand.site, hand.number] = row, facts_of(played, net_results(proof))
        if len(self._waiting) >= BATCH:
            self.flush()

    def flush(self) -> None:
        """Write what waits, without the hands that are in already."""
        if not self._waiting:
            return
        with _plain_errors(self.url.render_as_string()), self._engine.begin() as connection:
            for site in {site for site, _ in self._waiting}:
                numbers = [number for other, number in self._waiting if other == site]
                query = select(HANDS.c.number).where(HANDS.c.site == site, HANDS.c.number.in_(numbers))
                for number in connection.scalars(query):
                    del self._waiting[site, number]
                    self.repeated += 1
            self._write(connection)
        self.kept += len(self._waiting)
        self._waiting = {}

    def _write(self, connection: Connection) -> None:
        first = (connection.scalar(select(func.max(HANDS.c.id))) or 0) + 1
        hands, players = [], []
        for place, (row, facts) in enumerate(self._waiting.values()):
            hands.append(row | {"id": first + place})
            players += [_row(first + place, each) for each in facts]
        if hands:
            connection.execute(insert(HANDS), hands)
            connection.execute(insert(PLAYERS), players)


def net_results(proof: Proof) -> list[int]:
    """What each seat of the record won or lost, after rake: what came back to it, less what it put in."""
    assert proof.replay is not None
    hand, record, final = proof.hand, proof.replay.record, proof.replay.final
    told = {step.name: step.amount for step in hand.steps if step.kind == "returned"}
    nets = []
    for seat, name in enumerate(record.names):
        paid = {kind: sum(each.amount for each in final.history if each.kind == kind and each.seat == seat)
                for kind in ("won", "returned")}  # fmt: skip
        put_in = record.stacks[seat] - final.stacks[seat] + paid["won"] + paid["returned"]
        collected = hand.collected.get(name, 0)
        # A file that mentions no uncalled bet leaves it out of what the player collected, or counts it there.
        unsaid = 0 if collected > paid["won"] else paid["returned"]
        nets.append(collected + (told.get(name, 0) if told else unsaid) - put_in)
    return nets


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
