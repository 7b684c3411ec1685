"""Questions to the database: results with intervals, and how often each chance was taken."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from math import sqrt
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Float, and_, case, cast, extract, func, literal_column, select

from kicker.cards import unknown
from kicker.errors import KickerError
from kicker.match.style import Share
from kicker.tracker.facts import STATISTICS
from kicker.tracker.store import HANDS, PLAYERS, Tracker

_NORMAL: Final = 1.959963984540054
_EPOCH: Final = datetime(1970, 1, 1)


def _month() -> ColumnElement[Any]:
    return extract("year", HANDS.c.played) * 100 + extract("month", HANDS.c.played)


_DEPTH: Final = func.round(cast(PLAYERS.c.stack, Float) / HANDS.c.big_blind / 20) * 20
_IN_HUNDREDTHS: Final = case((HANDS.c.currency == "", PLAYERS.c.net), else_=PLAYERS.c.net * 100 // HANDS.c.scale)
"""A result in chips, or in hundredths of a currency, whatever the unit that the hand was written in."""
_OTHERS: Final = PLAYERS.alias("others")
SESSION_GAP: Final = 30 * 60
"""Seconds without a hand after which another session begins."""
GROUPS: Final[dict[str, tuple[Any, ...]]] = {
    "position": (PLAYERS.c.position,),
    "game": (HANDS.c.game,),
    "site": (HANDS.c.site,),
    "stake": (HANDS.c.currency, HANDS.c.scale, HANDS.c.big_blind),
    "month": (_month(),),
    "seats": (HANDS.c.seats,),
    "depth": (_DEPTH,),
    "tournament": (HANDS.c.tournament,),
    "session": (),  # known only once the player is
    "opponent": (_OTHERS.c.name,),
    "player": (PLAYERS.c.name,),
}
"""The criteria for splitting results: hands that agree in these columns are one group."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The results of some hands."""

    group: str
    """The group; empty for all hands."""
    hands: int
    """The number of hands."""
    won: dict[str, int] = field(hash=False)
    """The amounts won by currency, in hundredths; tournament and play chips under an empty name."""
    bb100: float
    """Big blinds won per hundred hands."""
    half_width: float
    """Half of its 95% interval; 0 for one hand, which has none."""
    expected100: float
    """Big blinds per hundred hands, with pots that were run out all in paid by equity."""
    expected_half_width: float
    """Half of its 95% interval."""
    shares: dict[str, Share] = field(hash=False)
    """The share of chances taken, by the name of the statistic."""

    def as_dict(self) -> dict[str, object]:
        """Return the answer for JSON."""
        shares = {
            name: {"taken": share.times, "chances": share.of, "share": share.share if share.of else None}
            for name, share in self.shares.items()
        }
        return {
            "group": self.group, "hands": self.hands, "won": self.won, "bb100": self.bb100,
            "interval": self.half_width if self.hands > 1 else None, "expected_bb100": self.expected100,
            "expected_interval": self.expected_half_width if self.hands > 1 else None, "statistics": shares,
        }  # fmt: skip


def ask(
    tracker: Tracker, player: str | None = None, where: ColumnElement[bool] | None = None, by: str | None = None
) -> list[Answer]:
    """Return the results of a player, by default the owner of the files; with `by` one answer for each group."""
    if by is not None and by not in GROUPS:
        raise KickerError(unknown("group", by, GROUPS), "where")
    rows = PLAYERS.join(HANDS)
    groups = GROUPS[by] if by else ()
    if by == "session":
        sessions = _sessions(player)
        rows, groups = rows.join(sessions, sessions.c.id == HANDS.c.id), (sessions.c.began,)
    elif by == "opponent":
        rows = rows.join(_OTHERS, and_(_OTHERS.c.hand_id == HANDS.c.id, _OTHERS.c.seat != PLAYERS.c.seat))
    blinds, expected = (cast(PLAYERS.c[name], Float) / HANDS.c.big_blind for name in ("net", "expected"))
    columns: list[Any] = [func.count(), func.sum(blinds), func.sum(blinds * blinds)]
    columns += [func.sum(expected), func.sum(expected * expected)]
    for each in STATISTICS:
        columns += [func.sum(PLAYERS.c[f"{each.name}_taken"]), func.sum(PLAYERS.c[f"{each.name}_chance"])]
    conditions = [whose(player)] + ([where] if where is not None else [])
    query = select(*columns, *groups).select_from(rows).where(*conditions).group_by(*groups).order_by(*groups)
    money = select(HANDS.c.currency, func.sum(_IN_HUNDREDTHS), *groups).select_from(rows).where(*conditions)
    money = money.group_by(HANDS.c.currency, *groups)
    with tracker.connect() as connection:
        found = connection.execute(query).all()
        sums = connection.execute(money).all()
    answers = []
    for row in found:
        key = tuple(row[len(columns) :])
        if row[0]:
            won = {total[0]: int(total[1]) for total in sums if tuple(total[2:]) == key}
            answers.append(_answer(_word(by, key), row, won))
    return answers


def whose(player: str | None) -> ColumnElement[bool]:
    """Return the rows of a player, by default the owner of the files."""
    return PLAYERS.c.mine == literal_column("1") if player is None else PLAYERS.c.name == player


def _sessions(player: str | None) -> Any:
    """Return the hands of a player, each with the moment at which its session began."""
    mine = select(HANDS.c.id, HANDS.c.moment).select_from(PLAYERS.join(HANDS)).where(whose(player)).subquery()
    order = (mine.c.moment, mine.c.id)
    before = func.lag(mine.c.moment).over(order_by=order)
    begins = case((mine.c.moment - func.coalesce(before, -SESSION_GAP) > SESSION_GAP, mine.c.moment), else_=None)
    marked = select(mine.c.id, mine.c.moment, begins.label("begins")).subquery()
    began = func.max(marked.c.begins).over(order_by=(marked.c.moment, marked.c.id))
    return select(marked.c.id, began.label("began")).subquery()


class Point(NamedTuple):
    """Results up to a hand, in big blinds."""

    hands: int
    """The number of hands so far."""
    won: float
    """Big blinds won."""
    expected: float
    """Big blinds won with all-in pots paid by equity."""


def course(
    tracker: Tracker, player: str | None = None, where: ColumnElement[bool] | None = None, points: int = 400
) -> list[Point]:
    """Results hand by hand in the order of play, thinned to about this number of points."""
    query = select(PLAYERS.c.net, PLAYERS.c.expected, HANDS.c.big_blind).select_from(PLAYERS.join(HANDS))
    query = query.where(whose(player), *([where] if where is not None else []))
    query = query.order_by(HANDS.c.moment, HANDS.c.id)
    result = [Point(0, 0.0, 0.0)]
    won = expected = 0.0
    with tracker.connect() as connection:
        rows = connection.execute(query).all()
    step = max(1, len(rows) // points)
    for number, (net, mean, unit) in enumerate(rows, 1):
        won += net / unit
        expected += mean / unit
        if number % step == 0 or number == len(rows):
            result.append(Point(number, won, expected))
    return result


def _word(by: str | None, key: tuple[Any, ...]) -> str:
    if not key or key == (None,):
        return ""
    if by == "session":
        return str(_EPOCH + timedelta(seconds=key[0]))
    if by == "stake":
        currency, scale, blind = key
        return f"{blind / scale:.2f} {currency}" if currency else f"{blind:,}"
    if by == "month":
        return "{}-{:02}".format(*divmod(int(key[0]), 100))
    return str(int(key[0])) if isinstance(key[0], float) else str(key[0])


def _answer(group: str, row: Any, won: dict[str, int]) -> Answer:
    hands = row[0]
    total, half = _mean(hands, row[1], row[2])
    expected, expected_half = _mean(hands, row[3], row[4])
    shares = {
        each.name: Share(int(row[5 + 2 * place] or 0), int(row[6 + 2 * place] or 0))
        for place, each in enumerate(STATISTICS)
    }
    return Answer(group, hands, won, total, half, expected, expected_half, shares)


def _mean(hands: int, total: Any, squares: Any) -> tuple[float, float]:
    """Return big blinds per hundred hands and half of the 95% interval, from sums over hands."""
    mean = float(total or 0) / hands
    spread = max(float(squares or 0) / hands - mean**2, 0.0) * hands / max(hands - 1, 1)
    return 100 * mean, 100 * _NORMAL * sqrt(spread / hands)
