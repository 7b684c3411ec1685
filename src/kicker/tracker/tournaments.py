"""The tournaments of a player: price, place and prize, as far as the files give them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, and_, func, select

from kicker.sites.buyins import BuyIn
from kicker.tracker.answers import whose
from kicker.tracker.store import FINISHES, HANDS, PLAYERS, TOURNAMENTS, Tracker

_FREE: Final = BuyIn(0)


class Entry(NamedTuple):
    """A player in a tournament. Amounts are in hundredths of the currency of the buy-in."""

    site: str
    """The site."""
    number: str
    """The site's number for the tournament."""
    began: datetime | None
    """The time of the player's first hand."""
    hands: int
    """The player's hands."""
    buy_in: BuyIn | None
    """The price; None if the files do not say."""
    place: int | None
    """The place; None if the files do not say."""
    prize: int | None
    """The prize; None if the files do not say."""
    bounties: int
    """The bounties won."""

    @property
    def result(self) -> int | None:
        """The amount won or lost; None unless price and prize are known."""
        if self.buy_in is None or self.prize is None:
            return None
        return self.prize + self.bounties - self.buy_in.total

    def as_dict(self) -> dict[str, object]:
        """Return the entry for JSON."""
        began = self.began.isoformat(sep=" ", timespec="seconds") if self.began else None
        price = self.buy_in._asdict() | {"total": self.buy_in.total} if self.buy_in else None
        return self._asdict() | {"began": began, "buy_in": price, "result": self.result}


class Totals(NamedTuple):
    """The tournaments of one currency."""

    currency: str
    """The currency; empty for play money and free tournaments."""
    entries: int
    """The number of tournaments whose price is known."""
    paid: int
    """The sum of the buy-ins."""
    known: int
    """The number of tournaments whose result is known."""
    won: int
    """The prizes and bounties of these."""
    cost: int
    """The buy-ins of these."""

    @property
    def roi(self) -> float | None:
        """The return on investment: what was won beyond the buy-ins, as a share of them."""
        return (self.won - self.cost) / self.cost if self.cost else None

    def as_dict(self) -> dict[str, object]:
        """Return the totals for JSON."""
        return self._asdict() | {"roi": self.roi}


def entries_of(tracker: Tracker, player: str | None = None, where: ColumnElement[bool] | None = None) -> list[Entry]:
    """Return the tournaments of a player (by default the owner of the files) in the order of play."""
    mine, key = PLAYERS.join(HANDS), (HANDS.c.site, HANDS.c.tournament)
    conditions = [whose(player), HANDS.c.tournament != "", *([where] if where is not None else [])]
    played = select(*key, func.min(HANDS.c.played), func.count(), func.min(HANDS.c.moment)).select_from(mine)
    played = played.where(*conditions).group_by(*key).order_by(func.min(HANDS.c.moment), *key)
    ends = select(*key, FINISHES.c.place, FINISHES.c.prize, FINISHES.c.bounties).select_from(
        mine.join(FINISHES, and_(FINISHES.c.hand_id == HANDS.c.id, FINISHES.c.name == PLAYERS.c.name))
    )
    with tracker.connect() as connection:
        rows = connection.execute(played).all()
        found = connection.execute(ends.where(whose(player)).order_by(HANDS.c.moment, HANDS.c.id)).all()
        prices = {(row[0], row[1]): BuyIn(*row[2:]) for row in connection.execute(select(TOURNAMENTS))}
    finished: dict[tuple[str, str], tuple[int | None, int | None, int]] = {}
    for site, number, place, prize, bounties in found:
        before = finished.get((site, number), (None, None, 0))
        last = (place, prize) if place is not None else before[:2]
        finished[site, number] = (*last, before[2] + bounties)
    return [
        Entry(site, number, began, hands, prices.get((site, number)), *finished.get((site, number), (None, None, 0)))
        for site, number, began, hands, _ in rows
    ]


def totals_of(entries: Iterable[Entry]) -> list[Totals]:
    """Add up tournaments whose price is known, currency by currency."""
    groups: dict[str, list[Entry]] = {}
    for entry in entries:
        if entry.buy_in:
            groups.setdefault(entry.buy_in.currency, []).append(entry)
    totals = []
    for currency, group in sorted(groups.items()):
        known = [entry for entry in group if entry.result is not None]
        won = sum((entry.prize or 0) + entry.bounties for entry in known)
        cost, paid = (sum((entry.buy_in or _FREE).total for entry in some) for some in (known, group))
        totals.append(Totals(currency, len(group), paid, len(known), won, cost))
    return totals
