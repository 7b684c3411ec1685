"""Questions to the database: results with intervals, and how often each chance was taken."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt
from typing import Any, Final

from sqlalchemy import ColumnElement, Float, cast, extract, func, select

from kicker.cards import unknown
from kicker.errors import KickerError
from kicker.match.style import Share
from kicker.tracker.facts import STATISTICS
from kicker.tracker.store import HANDS, PLAYERS, Tracker

_NORMAL: Final = 1.959963984540054


def _month() -> ColumnElement[Any]:
    return extract("year", HANDS.c.played) * 100 + extract("month", HANDS.c.played)


_DEPTH: Final = func.round(cast(PLAYERS.c.stack, Float) / HANDS.c.big_blind / 20) * 20
GROUPS: Final[dict[str, Any]] = {
    "position": PLAYERS.c.position,
    "game": HANDS.c.game,
    "site": HANDS.c.site,
    "stake": HANDS.c.big_blind,
    "month": _month(),
    "seats": HANDS.c.seats,
    "depth": _DEPTH,
    "player": PLAYERS.c.name,
}
"""What results can be split by."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The results of some hands."""

    group: str
    """What the hands have in common; empty for all."""
    hands: int
    """How many."""
    won: dict[str, int] = field(hash=False)
    """What was won, in the smallest unit, by currency; tournament and play chips under an empty name."""
    bb100: float
    """Big blinds won per hundred hands."""
    half_width: float
    """Half of its 95 % interval."""
    shares: dict[str, Share] = field(hash=False)
    """How often each chance was taken, by the name of the statistic."""

    def as_dict(self) -> dict[str, object]:
        """The answer for JSON."""
        shares = {
            name: {"taken": share.times, "chances": share.of, "share": share.share if share.of else None}
            for name, share in self.shares.items()
        }
        return {
            "group": self.group, "hands": self.hands, "won": self.won, "bb100": self.bb100,
            "interval": self.half_width, "statistics": shares,
        }  # fmt: skip


def ask(
    tracker: Tracker, player: str | None = None, where: ColumnElement[bool] | None = None, by: str | None = None
) -> list[Answer]:
    """The results of a player, or of whoever wrote the files; with `by` one answer for each group."""
    if by is not None and by not in GROUPS:
        raise KickerError(unknown("group", by, GROUPS), "where")
    group = GROUPS[by] if by else None
    blinds = cast(PLAYERS.c.net, Float) / HANDS.c.big_blind
    columns: list[Any] = [func.count(), func.sum(blinds), func.sum(blinds * blinds)]
    for each in STATISTICS:
        columns += [func.sum(PLAYERS.c[f"{each.name}_taken"]), func.sum(PLAYERS.c[f"{each.name}_chance"])]
    query = select(*columns, *([group] if group is not None else [])).select_from(PLAYERS.join(HANDS))
    money = select(HANDS.c.currency, func.sum(PLAYERS.c.net), *([group] if group is not None else []))
    money = money.select_from(PLAYERS.join(HANDS))
    conditions = [PLAYERS.c.name == player if player is not None else PLAYERS.c.name == HANDS.c.hero]
    conditions += [where] if where is not None else []
    query, money = query.where(*conditions), money.where(*conditions)
    if group is not None:
        query, money = query.group_by(group).order_by(group), money.group_by(HANDS.c.currency, group)
    else:
        money = money.group_by(HANDS.c.currency)
    with tracker.connect() as connection:
        rows = connection.execute(query).all()
        sums = connection.execute(money).all()
    answers = []
    for row in rows:
        key = row[-1] if group is not None else None
        if row[0]:
            won = {total[0]: int(total[1]) for total in sums if group is None or total[2] == key}
            answers.append(_answer("" if key is None else _word(key), row, won))
    return answers


def _word(key: object) -> str:
    return str(int(key)) if isinstance(key, float) else str(key)


def _answer(group: str, row: Any, won: dict[str, int]) -> Answer:
    hands, total, squares = row[0], float(row[1] or 0), float(row[2] or 0)
    spread = max(squares / hands - (total / hands) ** 2, 0.0) * hands / max(hands - 1, 1)
    shares = {
        each.name: Share(int(row[3 + 2 * place] or 0), int(row[4 + 2 * place] or 0))
        for place, each in enumerate(STATISTICS)
    }
    return Answer(group, hands, won, 100 * total / hands, 100 * _NORMAL * sqrt(spread / hands), shares)
