"""Single hands in the database: a list, and one hand by its number."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, and_, func, or_, select

from kicker.errors import KickerError, quoted
from kicker.tracker.answers import whose
from kicker.tracker.notes import notes_of
from kicker.tracker.remarks import Note
from kicker.tracker.store import HANDS, PLAYERS, Tracker


class HandLine(NamedTuple):
    """One player's hand, for a list. Amounts are in the smallest unit; `scale` of them make one of the currency."""

    id: int
    """The number in this database."""
    site: str
    """The site."""
    number: str
    """The site's number for the hand."""
    played: datetime | None
    """The time when the hand was played, by the site's clock."""
    game: str
    """The game."""
    betting: str
    """The betting structure."""
    currency: str
    """The currency; empty for chips."""
    scale: int
    """The number of smallest units in one unit of the currency."""
    big_blind: int
    """The big blind."""
    place: str
    """The table."""
    tournament: str
    """The tournament, if it was one."""
    pot: int
    """The total pot, rake included."""
    player: str
    """The player."""
    position: str
    """`BTN`, `CO`, `SB` and so on."""
    cards: str
    """The player's cards, if the file shows them."""
    net: int
    """The amount won or lost, after rake."""
    expected: int
    """The amount won or lost if all-in pots are paid by equity."""
    note: Note = Note()
    """The note and the tags."""

    @property
    def big_blinds(self) -> float:
        """The amount won or lost, in big blinds."""
        return self.net / self.big_blind

    def as_dict(self) -> dict[str, object]:
        """Return the hand for JSON."""
        played = self.played.isoformat(sep=" ", timespec="seconds") if self.played else None
        rest = {"played": played, "note": self.note.text, "tags": list(self.note.tags)}
        return self._asdict() | rest | {"big_blinds": self.big_blinds}


_HAND = ("id", "site", "number", "played", "game", "betting", "currency", "scale", "big_blind", "place", "tournament",
         "pot")  # fmt: skip
_PLAYER = ("name", "position", "cards", "net", "expected")


def list_hands(
    tracker: Tracker, player: str | None = None, where: ColumnElement[bool] | None = None, *, start: int = 0,
    count: int = 50,
) -> list[HandLine]:  # fmt: skip
    """Return the hands of a player (by default the owner of the files), most recent first."""
    query = _lines().where(whose(player), *([where] if where is not None else []))
    query = query.order_by(HANDS.c.moment.desc(), HANDS.c.id.desc()).offset(start).limit(count)
    return _read(tracker, query)


def find_hand(tracker: Tracker, number: str, player: str | None = None) -> HandLine:
    """Return a hand by its number, or by `SITE:NUMBER` if two sites have the same one."""
    site, _, rest = number.partition(":")
    named = HANDS.c.number == number
    if rest:
        named = or_(named, and_(func.lower(HANDS.c.site) == site.lower(), HANDS.c.number == rest))
    found = _read(tracker, _lines().where(whose(player), named).limit(2))
    if not found:
        raise KickerError(f"there is no hand {quoted(number)}; kicker hands lists the numbers", "hand")
    if len(found) > 1:
        ways = " or ".join(f"{line.site}:{number}" for line in found)
        raise KickerError(f"several sites have a hand {quoted(number)}; write {ways}", "hand")
    return found[0]


def hand_at(tracker: Tracker, site: str, number: str) -> HandLine | None:
    """Return the owner's hand with this site and number, if it exists."""
    found = _read(tracker, _lines().where(whose(None), HANDS.c.site == site, HANDS.c.number == number))
    return found[0] if found else None


def neighbours(tracker: Tracker, line: HandLine) -> tuple[HandLine | None, HandLine | None]:
    """Return the owner's previous and next hand, in the order of play."""
    here = select(HANDS.c.moment).where(HANDS.c.id == line.id).scalar_subquery()
    key, ways = (HANDS.c.moment, HANDS.c.id), []
    for later in (False, True):
        beyond = HANDS.c.moment > here if later else HANDS.c.moment < here
        tie = HANDS.c.id > line.id if later else HANDS.c.id < line.id
        order = [column.asc() if later else column.desc() for column in key]
        query = _lines().where(whose(None), or_(beyond, and_(HANDS.c.moment == here, tie)))
        ways.append(next(iter(_read(tracker, query.order_by(*order).limit(1))), None))
    return ways[0], ways[1]


def opponents(tracker: Tracker, lines: list[HandLine]) -> dict[int, list[str]]:
    """Return the other players dealt in, by the hand's `id`, in the order of seats."""
    found: dict[int, list[str]] = {line.id: [] for line in lines}
    players = {line.id: line.player for line in lines}
    query = select(PLAYERS.c.hand_id, PLAYERS.c.name).where(PLAYERS.c.hand_id.in_(list(found)))
    with tracker.connect() as connection:
        for hand, name in connection.execute(query.order_by(PLAYERS.c.hand_id, PLAYERS.c.seat)):
            if name != players[hand]:
                found[hand].append(name)
    return found


def _lines() -> Select[Any]:
    columns = [HANDS.c[name] for name in _HAND] + [PLAYERS.c[name] for name in _PLAYER]
    return select(*columns).select_from(PLAYERS.join(HANDS))


def _read(tracker: Tracker, query: Select[Any]) -> list[HandLine]:
    with tracker.connect() as connection:
        lines = [HandLine(*row) for row in connection.execute(query)]
    notes = notes_of(tracker, [line.id for line in lines]) if lines else {}
    return [line._replace(note=notes.get(line.id, Note())) for line in lines]
