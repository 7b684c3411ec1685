"""The database of hands: SQLite by default, PostgreSQL by its URL.

A hand is a row with its text, as the site wrote it, and each of its players is a row with what was won and the chances
of every statistic, so that any question is one sum over rows. Hands are written in batches; an interrupted import keeps
the hands written so far.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from dataclasses import replace as replaced
from datetime import date, datetime, time
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

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
    select,
    text,
)
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.pool import StaticPool

from kicker.checks import of_type, whole
from kicker.databases import SERVER_PATIENCE, about_table, database_url, prepare, set_up_sqlite
from kicker.errors import FileError, KickerError, quoted
from kicker.games import State
from kicker.records import RAKED, Record, Replay, format_phh, parse_phh, replay
from kicker.records.model import BUY_IN_FIELD, FINISHES_FIELD, HERO_FIELD, TOURNAMENT_FIELD
from kicker.records.replaying import paid_out, winnings_of
from kicker.sites.buyins import BuyIn, Finish, read_buy_in, read_finishes
from kicker.sites.files import parse_text
from kicker.sites.importing import ImportProblem
from kicker.sites.model import SiteHand
from kicker.sites.proving import Proof, prove
from kicker.sites.repeats import OWN_SITE, Outline, clash, outline_of, record_identity, same_hand, seconds
from kicker.tracker.facts import STATISTICS, PlayerFacts, facts_of
from kicker.tracker.remarks import NO_NOTE, Note, stored_tags, taken_note

SCHEMA: Final = 2
"""The schema version of the database."""
BATCH: Final = 500
"""The number of hands written at a time."""
PATIENCE: Final = 10.0
"""Seconds to wait for another program that writes to the same database."""

_metadata = MetaData()
_about = about_table(_metadata)
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
    Column("moment", BigInteger, nullable=False),
    Column("place", Text, nullable=False),
    Column("tournament", String(64), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("hero", Text, nullable=False),
    Column("pot", BigInteger, nullable=False),
    Column("rake", BigInteger, nullable=False),
    Column("source", Text, nullable=False),
    Column("form", String(8), nullable=False),
    Column("text", Text, nullable=False),
    UniqueConstraint("site", "number"),
    Index("hands_by_time", "moment"),
)
"""`moment` is `played` in seconds, by the clock of the site; `form` says what `text` is: `site` or `phh`."""
_IS_MINE: Final = text("mine = 1")
PLAYERS: Final = Table(
    "players",
    _metadata,
    Column("hand_id", ForeignKey("hands.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("mine", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("position", String(8), nullable=False),
    Column("stack", BigInteger, nullable=False),
    Column("net", BigInteger, nullable=False),
    Column("expected", BigInteger, nullable=False),
    Column("cards", String(32), nullable=False),
    *(
        Column(f"{each.name}_{what}", Integer, nullable=False)
        for each in STATISTICS
        for what in ("chance", "taken")
    ),
    Index("players_by_name", "name"),
    Index("players_mine", "hand_id", sqlite_where=_IS_MINE, postgresql_where=_IS_MINE),
    sqlite_with_rowid=False,
)  # fmt: skip
"""`mine` is 1 for the player whose file it is; `net` is what was won or lost after rake, and `expected` the same with
all-in pots paid by equity."""
NOTES: Final = Table(
    "notes",
    _metadata,
    Column("hand_id", ForeignKey("hands.id"), primary_key=True),
    Column("note", Text, nullable=False),
    Column("tags", Text, nullable=False),
)
TOURNAMENTS: Final = Table(
    "tournaments",
    _metadata,
    Column("site", String(32), primary_key=True),
    Column("number", String(64), primary_key=True),
    Column("stake", BigInteger, nullable=False),
    Column("fee", BigInteger, nullable=False),
    Column("bounty", BigInteger, nullable=False),
    Column("currency", String(8), nullable=False),
)
"""The prices of tournaments, in hundredths, as far as the files say; see `BuyIn`."""
FINISHES: Final = Table(
    "finishes",
    _metadata,
    Column("hand_id", ForeignKey("hands.id"), primary_key=True),
    Column("name", Text, primary_key=True),
    Column("place", Integer),
    Column("prize", BigInteger),
    Column("bounties", BigInteger, nullable=False),
)
"""The players who finished a tournament in a hand, or won bounties; see `Finish`."""
MEMORY: Final = ":memory:"
"""The database of `sqlite:///:memory:`, which is gone when it is closed. One thread at a time may use it."""
_YOU: Final = "You"
"""The name of the person who plays, in kicker's own records."""


@dataclass(frozen=True, eq=False)
class Hand:
    """A hand to store."""

    row: dict[str, Any]
    """Its columns without `id`."""
    facts: Sequence[PlayerFacts]
    """Its players."""
    note: Note = NO_NOTE
    """The note and tags in its record."""
    price: BuyIn | None = None
    """The buy-in of its tournament."""
    finishes: Mapping[str, Finish] = field(default_factory=dict)
    """The players who finished the tournament in it, or won bounties."""
    line: int = 1
    """The line of its file on which it begins."""


class _Kept(NamedTuple):
    """The columns of a hand that tell whether another one with its number is the same."""

    number: str
    form: str
    text: str
    moment: int
    source: str

    @property
    def outline(self) -> Outline:
        return outline_of(replayed(self.form, self.text), self.moment)


class Tracker:
    """A database of hands. Use it in a `with` statement, or close it."""

    def __init__(self, place: str | Path, patience: float = PATIENCE) -> None:
        if not isinstance(place, Path):
            of_type("place", place, str, FileError)
        try:
            self.url = database_url(place)
            self._engine = _open(self.url, patience)
        except (ArgumentError, ImportError) as error:
            kind = str(place).partition("://")[0]  # the rest may have a password
            raise FileError(f"{kind!r} cannot be opened as a database: {error}", "file") from None
        try:
            with self._plain_errors(), self._engine.begin() as connection:
                prepare(connection, _metadata, _about, SCHEMA, {})
        except UnicodeEncodeError:
            raise FileError(f"{quoted(place)} is not the name of a file", "file") from None
        self._waiting: dict[tuple[str, str], Hand] = {}
        self.kept = 0
        """Hands written since it was opened."""
        self.repeated = 0
        """Hands left out because they were imported before."""
        self.clashes: list[ImportProblem] = []
        """Hands left out because a different hand has their number."""

    def __enter__(self) -> Tracker:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Write waiting hands and close the database."""
        try:
            self.flush()
        finally:
            self._engine.dispose()

    @contextmanager
    def connect(self) -> Iterator[Connection]:
        """Open a connection for queries; it does not block writers."""
        with self._plain_errors(), self._engine.connect() as connection:
            yield connection.execution_options(isolation_level="AUTOCOMMIT")

    def add(self, proof: Proof) -> None:
        """Keep a checked hand, unless it was imported before. It is written with the next batch."""
        hand, played = proof.hand, proof.replay
        if played is None:
            return
        record = played.record
        won, returned = winnings_of(played.final), returned_of(played.final)
        pot, paid = sum(won), sum(hand.collected.values())
        row = {
            "site": hand.site, "number": hand.number, "game": hand.game.name, "betting": hand.limit,
            "currency": hand.currency, "scale": hand.scale, "big_blind": record.rules.big_blind or 1,
            "played": hand.when, "moment": seconds(hand.when), "place": hand.table,
            "tournament": hand.tournament.number if hand.tournament else "", "seats": len(record.stacks),
            "hero": hand.hero, "pot": pot, "rake": max(pot - paid, 0), "source": hand.source, "form": "site",
            "text": hand.text,
        }  # fmt: skip
        facts = facts_of(played, _nets(proof, won, returned), min(paid, pot))
        price = hand.tournament.price if hand.tournament else None
        self.put(Hand(row, facts, NO_NOTE, price, hand.finishes, hand.line))

    @contextmanager
    def change(self) -> Iterator[Connection]:
        """Open a transaction."""
        with self._plain_errors(), self._engine.begin() as connection:
            yield connection

    def add_record(
        self, played: Replay, name: str, source: str = "", when: datetime | None = None, place: str = ""
    ) -> None:
        """Keep a record under this name, or under the site and number that it gives.

        `source` is its file; `when` and `place` are used if the record has no date or table.
        """
        fields, note = taken_note(played.record.fields)
        record, pot = replaced(played.record, fields=fields), sum(winnings_of(played.final))
        net = record_results(played)
        paid = pot + sum(net) - sum(record.beside) - sum(played.final.payoffs)
        when = date_of(fields) or when
        site, number = record_identity(record, name)
        row = {
            "site": site, "number": number, "game": record.rules.game.name, "betting": record.rules.betting,
            "currency": str(fields.get("currency", "")), "scale": record.scale,
            "big_blind": record.rules.big_blind or 1, "played": when, "moment": seconds(when),
            "place": str(fields.get("table", place or name.rpartition(" ")[0])),
            "tournament": str(fields.get(TOURNAMENT_FIELD, ""))[:64],
            "seats": len(record.stacks), "hero": _hero_of(record), "pot": pot, "rake": pot - paid,
            "source": source or record.source, "form": "phh", "text": format_phh(record),
        }  # fmt: skip
        price = read_buy_in(str(fields.get(BUY_IN_FIELD, "")))
        finishes = read_finishes(record.names, fields.get(FINISHES_FIELD))
        self.put(Hand(row, facts_of(played, net, paid), note, price, finishes))

    def put(self, hand: Hand) -> None:
        """Keep a hand, unless its number is known."""
        key = _key(hand)
        if before := self._waiting.get(key):
            self._repeat(hand, _Kept(*[before.row[name] for name in _Kept._fields]))
            return
        self._waiting[key] = hand
        if len(self._waiting) >= BATCH:
            self.flush()

    def flush(self) -> None:
        """Write waiting hands, without those imported before."""
        if not self._waiting:
            return
        with self._plain_errors(), self._engine.begin() as connection:
            if self._engine.dialect.name == "postgresql":  # only one writer at a time assigns ids
                connection.exec_driver_sql("LOCK TABLE hands IN EXCLUSIVE MODE")
            for site in {site for site, _ in self._waiting}:
                self._leave_out_known(connection, site)
            self._write(connection)
        self.kept += len(self._waiting)
        self._waiting = {}

    def _leave_out_known(self, connection: Connection, site: str) -> None:
        numbers = [number for other, number in self._waiting if other == site]
        renamed = False
        for kept in _known(connection, site, numbers):
            renamed |= self._repeat(self._waiting.pop((site, kept.number)), kept)
        if renamed:  # the new number may be known too
            self._leave_out_known(connection, site)

    def _repeat(self, hand: Hand, kept: _Kept) -> bool:
        """Leave out a hand whose number is known: the same hand again, or a different one. A record that only shares
        the name of its file waits under another number; then return True."""
        mine = _Kept(*[hand.row[name] for name in _Kept._fields])
        if mine.text == kept.text or same_hand(mine.outline, kept.outline):
            self.repeated += 1
            return False
        if hand.row["site"] != OWN_SITE or not _rename(hand):
            self.clashes.append(clash(mine.source, hand.line, mine.number, kept.source))
            return False
        if before := self._waiting.get(_key(hand)):
            return self._repeat(hand, _Kept(*[before.row[name] for name in _Kept._fields]))
        self._waiting[_key(hand)] = hand
        return True

    def _write(self, connection: Connection) -> None:
        first = (connection.scalar(select(func.max(HANDS.c.id))) or 0) + 1
        hands: list[tuple[Any, ...]] = []
        players: list[tuple[Any, ...]] = []
        notes: list[tuple[Any, ...]] = []
        finishes: list[tuple[Any, ...]] = []
        prices: dict[tuple[str, str], BuyIn] = {}
        for number, hand in enumerate(self._waiting.values(), first):
            row = hand.row
            if isinstance(row["played"], datetime) and self._engine.dialect.name == "sqlite":
                row["played"] = row["played"].isoformat(" ", "microseconds")
            hands.append((number, *row.values()))
            if hand.note != NO_NOTE:
                notes.append((number, hand.note.text, stored_tags(hand.note.tags)))
            finishes += [(number, name, *finish) for name, finish in hand.finishes.items()]
            if hand.price and row["tournament"]:
                prices[row["site"], row["tournament"]] = hand.price
            players += [
                (number, each.seat, int(each.name == row["hero"]), each.name, each.position, each.stack, each.net,
                 each.expected, each.cards,
                 *each.counts)
                for each in hand.facts
            ]  # fmt: skip
        if hands:
            names = ["id", *next(iter(self._waiting.values())).row]
            _insert(connection, HANDS, names, hands)
            _insert(connection, PLAYERS, [column.name for column in PLAYERS.columns], players)
        if notes:
            _insert(connection, NOTES, [column.name for column in NOTES.columns], notes)
        if finishes:
            _insert(connection, FINISHES, [column.name for column in FINISHES.columns], finishes)
        if prices:
            names, rows = [column.name for column in TOURNAMENTS.columns], [(*key, *prices[key]) for key in prices]
            _insert(connection, TOURNAMENTS, names, rows, "ON CONFLICT DO NOTHING")

    def replay_of(self, number: int) -> Replay:
        """Replay a kept hand by its `id`."""
        whole("number", number, 0, 2**63 - 1)
        with self.connect() as connection:
            query = select(HANDS.c.form, HANDS.c.text).where(HANDS.c.id == number)
            found = connection.execute(query).one_or_none()
        if found is None:
            raise KickerError(f"there is no hand {number}", "hand")
        return replayed(found.form, found.text)

    @contextmanager
    def _plain_errors(self) -> Iterator[None]:
        """Turn errors of the database into one sentence."""
        try:
            yield
        except SQLAlchemyError as error:
            reason = str(getattr(error, "orig", None) or error).splitlines()[0]
            place = self.url.database if self.url.drivername == "sqlite" else self.url.render_as_string()
            if "locked" in reason:
                reason = "another program is writing to it; try again when that is done"
            raise FileError(f"the database {place!r} cannot be used: {reason}", "file") from None


def replayed(form: str, text: str) -> Replay:
    """Return the replay of a kept hand."""
    if form == "phh":
        return replay(parse_phh(text))
    (hand,) = parse_text(text)
    assert isinstance(hand, SiteHand)
    proof = prove(hand)
    assert proof.replay is not None
    return proof.replay


def date_of(fields: Mapping[str, object]) -> datetime | None:
    """Return the time a record was played, if it says so."""
    day = [fields.get(name) for name in ("year", "month", "day")]
    moment = fields.get("time")
    try:
        return datetime.combine(date(*day), moment if isinstance(moment, time) else time())  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return None


def _hero_of(record: Record) -> str:
    """Return the owner of a record: the one it names, the person who plays, or else the only one whose first cards it
    has."""
    if record.fields.get(HERO_FIELD) in record.names:
        return str(record.fields[HERO_FIELD])
    if _YOU in record.names:
        return _YOU
    count = len(record.stacks)
    size = len(record.deck) and record.rules.game.streets[0].down + record.rules.game.streets[0].up
    known = [seat for seat in range(count) if record.knows(record.deck[seat * size : (seat + 1) * size], seat)]
    return record.names[known[0]] if len(known) == 1 else ""


def _key(hand: Hand) -> tuple[str, str]:
    return hand.row["site"], hand.row["number"]


def _rename(hand: Hand) -> bool:
    """Give a record a number that depends on what happened in it; return False if it has that already."""
    outline = outline_of(replayed(hand.row["form"], hand.row["text"]), 0)
    mark = sha256(" ".join(map(str, outline)).encode(errors="surrogatepass")).hexdigest()[:8]
    number = hand.row["number"]
    hand.row["number"] = f"{number[:55]} {mark}"
    return not number.endswith(mark)


def _known(connection: Connection, site: str, numbers: Sequence[str]) -> list[_Kept]:
    """Return the hands of these numbers that the database has, without SQLAlchemy's work on hundreds of parameters."""
    sign = "?" if connection.dialect.paramstyle == "qmark" else "%s"
    sql = f"SELECT {', '.join(_Kept._fields)} FROM hands WHERE site = {sign} AND number IN ("
    return [
        _Kept(*row)
        for row in connection.exec_driver_sql(sql + ", ".join([sign] * len(numbers)) + ")", (site, *numbers))
    ]


def _insert(
    connection: Connection, table: Table, names: Sequence[str], rows: list[tuple[Any, ...]], also: str = ""
) -> None:
    """Write rows of plain values, three times as fast as letting SQLAlchemy process them one by one."""
    sign = "?" if connection.dialect.paramstyle == "qmark" else "%s"
    columns = ", ".join(f'"{name}"' for name in names)
    values = ", ".join([sign] * len(names))
    connection.exec_driver_sql(f"INSERT INTO {table.name} ({columns}) VALUES ({values}) {also}", rows)


def record_results(played: Replay) -> list[int]:
    """Return what each seat of a record won or lost, after rake, with cash-outs and insurance."""
    payoffs = [net + beside for net, beside in zip(played.final.payoffs, played.record.beside, strict=True)]
    if played.verdict != RAKED:
        return payoffs
    paid, won = paid_out(played.record, played.final), winnings_of(played.final)
    return [net + round(got) - all_of_it for net, got, all_of_it in zip(payoffs, paid, won, strict=True)]


def net_results(proof: Proof) -> list[int]:
    """Return what each seat won or lost, after rake: the chips it got back minus the chips it put in."""
    assert proof.replay is not None
    return _nets(proof, winnings_of(proof.replay.final), returned_of(proof.replay.final))


def returned_of(state: State) -> list[int]:
    """Return the uncalled chips that each seat got back."""
    returned = [0] * len(state.stacks)
    for each in state.history:
        if each.kind == "returned" and each.seat is not None:
            returned[each.seat] += each.amount
    return returned


def _nets(proof: Proof, won: Sequence[int], returned: Sequence[int]) -> list[int]:
    assert proof.replay is not None
    hand, record, final = proof.hand, proof.replay.record, proof.replay.final
    told: dict[str, int] = {}
    for step in hand.steps:
        if step.kind == "returned":
            told[step.name] = told.get(step.name, 0) + step.amount
    nets = []
    for seat, name in enumerate(record.names):
        put_in = record.stacks[seat] - final.stacks[seat] + won[seat] + returned[seat]
        collected = hand.collected.get(name, 0)
        # A file without a line for an uncalled bet either omits it from what the player collected or includes it.
        unsaid = 0 if collected > won[seat] else returned[seat]
        nets.append(collected + (told.get(name, 0) if told else unsaid) + hand.beside.get(name, 0) - put_in)
    return nets


# --- opening ---------------------------------------------------------------------------------------------------------


def _open(url: Any, patience: float) -> Engine:
    options: dict[str, Any] = {"connect_args": SERVER_PATIENCE} if url.get_backend_name() == "postgresql" else {}
    if url.get_backend_name() == "sqlite" and url.database == MEMORY:  # one connection, whichever thread asks
        options = {"poolclass": StaticPool, "connect_args": {"check_same_thread": False}}
    engine = create_engine(url, hide_parameters=True, **options)
    if engine.dialect.name == "sqlite":

        @event.listens_for(engine, "connect")
        def set_up(connection: Any, _: object) -> None:
            connection.isolation_level = None  # transactions begin explicitly below
            set_up_sqlite(connection, patience, durable=False)

        @event.listens_for(engine, "begin")
        def begin(connection: Connection) -> None:
            reading = connection.get_execution_options().get("isolation_level") == "AUTOCOMMIT"  # as in `connect`
            connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")

    return engine
