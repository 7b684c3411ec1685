"""Results over time: an SQLite file in the user's folder.

Each finished hand and each finished game of solitaire is one row. Writing a row again updates its result, not its
time: a resumed game counts nothing twice, and nothing moves to another day. A kill at any moment leaves the file as it
was before or after a row.

The screen is in `ui/tui/statistics.py`; `ui/common/home.py` counts each hand when it is over.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from datetime import datetime, timedelta
from math import sqrt
from pathlib import Path
from time import time
from typing import Any, NamedTuple

from kicker.errors import FileError
from kicker.solitaire import Game
from kicker.ui.common.home import home_folder
from kicker.ui.common.output import reason

_PATIENCE = 4.0  # seconds to wait for another process that has the file
_IN_PLAY = 0.5  # seconds while a game is in progress: a hand that cannot be counted now is counted later
_TABLES = """
CREATE TABLE IF NOT EXISTS hands (
  game TEXT NOT NULL, deal INTEGER NOT NULL, kind TEXT NOT NULL, played REAL NOT NULL, big_blinds REAL NOT NULL,
  showdown INTEGER NOT NULL, won INTEGER NOT NULL, PRIMARY KEY (game, deal));
CREATE TABLE IF NOT EXISTS solitaire (
  game TEXT NOT NULL PRIMARY KEY, deal INTEGER, draw INTEGER NOT NULL, played REAL NOT NULL, won INTEGER NOT NULL,
  moves INTEGER NOT NULL, score INTEGER NOT NULL, seconds REAL NOT NULL);
"""
_ADD_HAND = """
INSERT INTO hands VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (game, deal)
DO UPDATE SET big_blinds = excluded.big_blinds, showdown = excluded.showdown, won = excluded.won
"""
_ADD_SOLITAIRE = "INSERT OR REPLACE INTO solitaire VALUES (?, ?, ?, ?, ?, ?, ?, ?)"


class PlayedHand(NamedTuple):
    """A finished hand, as the person played it."""

    game: str
    """The name of its game, like `holdem-2026-11-16-1`."""
    deal: int
    kind: str
    """`holdem`, `draw`, `classic-holdem` or `classic-draw`."""
    played: float
    """The time, in seconds since 1970."""
    big_blinds: float
    """The result in big blinds (`Rules.big_blind`)."""
    showdown: bool
    """True if the person went to a showdown."""
    won: bool
    """True if the person won more than they put in."""


class Solitaire(NamedTuple):
    """A finished game of Klondike: won, or given up."""

    game: str
    deal: int | None
    draw: int
    played: float
    won: bool
    moves: int
    score: int
    seconds: float


class PokerFigures(NamedTuple):
    """Totals over hands."""

    hands: int
    per_100: float
    """Big blinds won per 100 hands."""
    margin: float
    """Half of its 95% interval; infinite for fewer than two hands."""
    won: int
    showdowns: int
    showdowns_won: int


class SolitaireFigures(NamedTuple):
    """Totals over games of Klondike."""

    games: int
    won: int
    streak: int
    """Wins since the last game that was not won."""
    best_streak: int
    best_score: int
    fastest: float | None
    """Seconds of the fastest win."""


def count_solitaire(game: Game) -> str:
    """Count a finished game of Klondike, named by the time it ended; returns the problem, if any."""
    now, position = time(), game.position
    name = f"klondike-{datetime.fromtimestamp(now).isoformat()}"
    end = (now, position.won, position.made, position.score, round(game.seconds, 1))
    try:
        Statistics().add_solitaire(Solitaire(name, game.number, game.rules.draw, *end))
    except FileError as error:
        return f"{error}; the game is not counted"
    return ""


class Statistics:
    """The file of statistics. It is opened for each query, so that several programs can use it at once."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or home_folder() / "statistics.sqlite"

    def add_hand(self, hand: PlayedHand) -> None:
        """Count a hand."""
        self._write(_ADD_HAND, [hand])

    def add_in_play(self, hands: list[PlayedHand]) -> None:
        """Count hands of a game in progress, which must not wait for long."""
        self._write(_ADD_HAND, hands, _IN_PLAY)

    def add_solitaire(self, game: Solitaire) -> None:
        """Count a game of Klondike."""
        self._write(_ADD_SOLITAIRE, [game])

    def hands(self, kind: str = "", since: float = 0) -> list[PlayedHand]:
        """Return the hands of a kind, or all, in playing order."""
        wanted = "played >= ? AND (kind = ? OR ? = '')"
        rows = self._read(f"SELECT * FROM hands WHERE {wanted} ORDER BY played, game, deal", since, kind, kind)
        return [PlayedHand._make([*told, bool(showdown), bool(won)]) for *told, showdown, won in rows]

    def solitaire(self, since: float = 0) -> list[Solitaire]:
        """Return the games of Klondike, by the time they ended."""
        rows = self._read("SELECT * FROM solitaire WHERE played >= ? ORDER BY played", since)
        return [Solitaire._make([*row[:4], bool(row[4]), *row[5:]]) for row in rows]

    def check(self) -> None:
        """Raise an error if nothing can be counted; during a game such errors are not shown."""
        self._write("UPDATE hands SET deal = ? WHERE 0", [(0,)])

    def _write(self, command: str, rows: Sequence[tuple[object, ...]], patience: float | None = None) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with closing(self._open(patience)) as connection, connection:
                connection.executemany(command, rows)
        except (sqlite3.Error, OSError) as error:
            raise FileError(f"cannot write {str(self.path)!r}: {_why(error)}", "write") from None

    def _read(self, command: str, *values: object) -> list[tuple[Any, ...]]:
        try:
            if not self.path.exists():
                return []
            with closing(self._open()) as connection:
                return list(connection.execute(command, values))
        except (sqlite3.Error, OSError) as error:
            raise FileError(f"cannot read {str(self.path)!r}: {_why(error)}", "missing") from None

    def _open(self, patience: float | None = None) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, timeout=_PATIENCE if patience is None else patience)
        try:
            connection.execute("PRAGMA synchronous = FULL")
            connection.executescript(_TABLES)  # a kill may have left the file without tables
        except sqlite3.Error:
            connection.close()
            raise
        return connection


def _why(error: sqlite3.Error | OSError) -> str:
    return reason(error) if isinstance(error, OSError) else str(error).lower()


# --- figures ---------------------------------------------------------------------------------------------------------


def period_start(days: int | None, now: float) -> float:
    """Return the start of a period of this many days that ends now: one day is today, None is everything."""
    if days is None:
        return 0.0
    midnight = datetime.fromtimestamp(now).replace(hour=0, minute=0, second=0, microsecond=0)
    return (midnight - timedelta(days=days - 1)).timestamp()


def poker_figures(hands: Iterable[PlayedHand]) -> PokerFigures:
    """Totals, and big blinds per 100 hands with their 95% interval."""
    listed = list(hands)
    count = len(listed)
    mean = sum(hand.big_blinds for hand in listed) / count if count else 0.0
    spread = sum((hand.big_blinds - mean) ** 2 for hand in listed) / (count - 1) if count > 1 else float("inf")
    shown = [hand for hand in listed if hand.showdown]
    return PokerFigures(
        count,
        100 * mean,
        100 * 1.96 * sqrt(spread / count) if count > 1 else float("inf"),
        sum(hand.won for hand in listed),
        len(shown),
        sum(hand.won for hand in shown),
    )


def solitaire_figures(games: Iterable[Solitaire]) -> SolitaireFigures:
    """Totals and streaks."""
    listed = list(games)
    streak = best = 0
    for game in listed:
        streak = streak + 1 if game.won else 0
        best = max(best, streak)
    wins = [game for game in listed if game.won]
    return SolitaireFigures(
        len(listed),
        len(wins),
        streak,
        best,
        max((game.score for game in listed), default=0),
        min((game.seconds for game in wins), default=None),
    )
