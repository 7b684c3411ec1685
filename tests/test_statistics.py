"""Every game played is counted once, at the right time, whatever happens."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from math import inf, sqrt
from pathlib import Path
from statistics import fmean, stdev

import pytest

from kicker.errors import FileError
from kicker.games import holdem
from kicker.table import Table
from kicker.ui.common.home import KeptGame
from kicker.ui.common.statistics import (
    PlayedHand,
    Solitaire,
    Statistics,
    period_start,
    poker_figures,
    solitaire_figures,
)
from tests.new_tables import classic_draw_table, classic_holdem_table, draw_table, holdem_table

pytestmark = pytest.mark.usefixtures("home")


def a_hand(deal: int, kind: str = "holdem", **other: object) -> PlayedHand:
    return PlayedHand(f"{kind}-2026-11-16-1", deal, kind, 1000.0 + deal, 1.5, True, True)._replace(**other)  # type: ignore[arg-type]


# --- the file --------------------------------------------------------------------------------------------------------


def test_what_is_added_is_found_again() -> None:
    file = Statistics()
    assert file.hands() == []
    assert file.solitaire() == []
    hands = [a_hand(1), a_hand(2, big_blinds=-3.25, showdown=False, won=False), a_hand(3, "draw")]
    for hand in reversed(hands):
        file.add_hand(hand)
    assert file.hands() == hands
    assert file.hands("draw") == hands[2:]
    assert file.hands(since=1002) == hands[1:]
    game = Solitaire("klondike-2026-11-16-1", 12345, 3, 1000.0, True, 130, 745, 361.5)
    other = game._replace(game="klondike-2026-11-16-2", deal=None, played=1001.0, won=False)
    for one in (other, game):
        file.add_solitaire(one)
    assert file.solitaire() == [game, other]
    assert file.solitaire(since=1000.5) == [other]


def test_a_hand_that_is_written_again_counts_once_and_stays_where_it_was() -> None:
    file = Statistics()
    file.add_hand(a_hand(1))
    file.add_hand(a_hand(1, played=9999.0, big_blinds=-2.0, showdown=False, won=False))
    assert file.hands() == [a_hand(1, played=1001.0, big_blinds=-2.0, showdown=False, won=False)]


def test_a_file_that_cannot_be_used_is_one_sentence(home: Path) -> None:
    home.mkdir()
    (home / "statistics.sqlite").write_text("this is no database, and long enough to tell" * 20)
    for use in (Statistics().hands, Statistics().solitaire):
        with pytest.raises(FileError, match=r"cannot read '.*statistics.sqlite': file is not a database"):
            use()
    with pytest.raises(FileError, match=r"cannot write '.*statistics.sqlite': file is not a database"):
        Statistics().check()
    with pytest.raises(FileError, match=r"cannot write '.*': (file exists|not a directory)"):
        Statistics(home / "statistics.sqlite" / "below").add_hand(a_hand(1))
    assert (home / "statistics.sqlite").read_text().startswith("this is no database")


def test_a_file_that_may_only_be_read_says_so_when_asked(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = Statistics()
    file.add_hand(a_hand(1))
    file.check()
    assert file.hands() == [a_hand(1)]
    opened = sqlite3.connect

    def read_only(path: Path, timeout: float) -> sqlite3.Connection:
        return opened(f"file:{path}?mode=ro", timeout=timeout, uri=True)

    monkeypatch.setattr("sqlite3.connect", read_only)  # file rights do not hold back whoever runs tests as root
    assert file.hands() == [a_hand(1)]
    with pytest.raises(FileError, match="attempt to write a readonly database"):
        file.check()


def test_a_file_without_tables_is_like_none(home: Path) -> None:
    home.mkdir()
    (home / "statistics.sqlite").write_bytes(b"")
    assert Statistics().hands() == []
    Statistics().add_hand(a_hand(1))
    assert Statistics().hands() == [a_hand(1)]


WRITER = """
import sys
from kicker.ui.common.statistics import PlayedHand, Statistics
file = Statistics()
for deal in range(int(sys.argv[1]), 10**6):
    file.add_hand(PlayedHand("holdem-2026-11-16-1", deal, "holdem", float(deal), deal / 2, True, deal % 2 == 0))
    print(deal, flush=True)
"""


@pytest.mark.live
def test_a_kill_at_any_moment_loses_nothing_and_breaks_nothing() -> None:
    dice = random.Random(7)
    begun = 0
    for _ in range(8):
        writer = subprocess.Popen([sys.executable, "-c", WRITER, str(begun)], stdout=subprocess.PIPE, text=True)
        assert writer.stdout is not None
        told = [writer.stdout.readline() for _ in range(dice.randint(1, 40))]
        os.kill(writer.pid, signal.SIGKILL)
        told += writer.stdout.read().split()
        assert writer.wait() == -signal.SIGKILL
        last = int(told[-1])
        with closing(sqlite3.connect(Statistics().path)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        deals = [hand.deal for hand in Statistics().hands()]
        assert deals == list(range(len(deals)))  # a prefix: what was told is there, and at most one that was not
        assert last + 1 <= len(deals) <= last + 2
        begun = len(deals)
    assert all(hand.big_blinds == hand.deal / 2 and hand.won == (hand.deal % 2 == 0) for hand in Statistics().hands())


def test_nobody_waits_for_ever_for_a_file_that_somebody_else_has(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kicker.ui.common.statistics._PATIENCE", 0.1)
    statistics = Statistics()
    statistics.check()
    with closing(sqlite3.connect(statistics.path)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(FileError, match=r"cannot write .*: database is locked"):
            statistics.check()
    statistics.check()


@pytest.mark.live
def test_several_may_write_at_once() -> None:
    script = WRITER.replace("10**6", "int(sys.argv[1]) + 30").replace(
        "file =", "import kicker.ui.common.statistics as own\nown._PATIENCE = 120.0  # on a busy machine\nfile ="
    )
    writers = [
        subprocess.Popen([sys.executable, "-c", script, str(first)], stdout=subprocess.DEVNULL) for first in (0, 30, 60)
    ]
    assert [writer.wait() for writer in writers] == [0, 0, 0]
    assert [hand.deal for hand in Statistics().hands()] == list(range(90))


# --- figures ---------------------------------------------------------------------------------------------------------


def test_big_blinds_per_100_hands_and_their_interval() -> None:
    dice = random.Random(5)
    won = [dice.choice((-1.0, -0.5, 3.0, 12.5)) for _ in range(200)]
    hands = [a_hand(deal, big_blinds=one, won=one > 0, showdown=deal % 4 == 0) for deal, one in enumerate(won)]
    found = poker_figures(hands)
    assert found.hands == 200
    assert found.per_100 == pytest.approx(100 * fmean(won))
    assert found.margin == pytest.approx(100 * 1.96 * stdev(won) / sqrt(200))
    assert found.won == sum(one > 0 for one in won)
    assert found.showdowns == 50
    assert found.showdowns_won == sum(won[deal] > 0 for deal in range(0, 200, 4))


def test_figures_of_next_to_nothing() -> None:
    assert poker_figures([]) == (0, 0.0, inf, 0, 0, 0)
    assert poker_figures([a_hand(1)]) == (1, 150.0, inf, 1, 1, 1)
    assert solitaire_figures([]) == (0, 0, 0, 0, 0, None)


def test_figures_of_klondike() -> None:
    wins = [True, True, True, False, True, True]
    games = [
        Solitaire(f"klondike-2026-11-16-{number}", number, 1, float(number), won, 100, 100 * number, 60.0 - number)
        for number, won in enumerate(wins)
    ]
    found = solitaire_figures(games)
    assert (found.games, found.won, found.streak, found.best_streak) == (6, 5, 2, 3)
    assert (found.best_score, found.fastest) == (500, 55.0)


def test_periods_begin_at_midnight() -> None:
    now = datetime(2026, 11, 16, 14, 30).timestamp()
    assert period_start(1, now) == datetime(2026, 11, 16).timestamp()
    assert period_start(7, now) == datetime(2026, 11, 10).timestamp()
    assert period_start(30, now) == datetime(2026, 10, 18).timestamp()
    assert period_start(None, now) == 0


# --- hands are counted where they are recorded -----------------------------------------------------------------------


def play(game: KeptGame, deals: int, *, leave: bool = False) -> KeptGame:
    """Play passively to the end of this many deals, with a pause before each step for anyone who wants to leave."""
    while not game.table.finished and (game.table.deals < deals or game.table.playing):
        if leave:
            game.close()
            game = KeptGame.resume("holdem", game.files.name)
        if not game.table.playing:
            game.table.deal()
        elif not game.table.step():
            person = game.table.to_act
            assert person is not None
            game.table.submit(person, game.table.view(person).options.default)
    return game


TABLES: dict[str, tuple[Callable[[], Table], int]] = {
    "holdem": (lambda: holdem_table(3, 1, "caller", 7, rise=2), 10),
    "draw": (lambda: draw_table(3, 0, "drawer", 7), 10),
    "classic-holdem": (lambda: classic_holdem_table(7), 20),
    "classic-draw": (lambda: classic_draw_table(3, 2, "drawer", 7), 5),
}


@pytest.mark.parametrize("kind", TABLES)
def test_each_hand_is_a_row_from_the_side_of_the_person(kind: str) -> None:
    make, unit = TABLES[kind]
    before = time.time()
    game = play(KeptGame.begin(kind, make()), 6)
    game.close()
    person, factor = game.table.persons[0], 1.0
    rows = Statistics().hands()
    assert [(row.game, row.deal, row.kind) for row in rows] == [(game.files.name, deal, kind) for deal in range(1, 7)]
    for row, hand in zip(rows, game.hands(), strict=True):
        assert before <= row.played <= time.time()
        seats = hand.record.fields["seats"]
        assert isinstance(seats, list)
        seat = seats.index(person + 1)
        end = hand.final
        if kind == "holdem":  # the blinds have risen: they are what counts
            factor = (1, 1, 2, 2, 3, 3)[row.deal - 1]
        if kind == "classic-draw":  # so has the ante
            factor = (5 + row.deal - 1) / 5
        assert row.big_blinds == pytest.approx(end.payoffs[seat] / (unit * factor))
        assert row.won == (end.payoffs[seat] > 0)
        assert row.showdown == (end.live[seat] and sum(end.live) > 1)


def test_leaving_and_resuming_counts_nothing_twice() -> None:
    whole = play(KeptGame.begin("holdem", holdem_table(3, 0, "caller", 11)), 5)
    whole.close()
    left = play(KeptGame.begin("holdem", holdem_table(3, 0, "caller", 11)), 5, leave=True)
    left.close()
    rows = Statistics().hands()
    first, second = ([row for row in rows if row.game == game.files.name] for game in (whole, left))
    assert len(first) == len(second) == 5
    assert [row[3 + 1 :] for row in first] == [row[3 + 1 :] for row in second]


def test_a_fold_is_no_showdown() -> None:
    game = KeptGame.begin("holdem", holdem_table(3, 0, "maniac", 3))
    game.table.deal()
    while game.table.playing:
        if not game.table.step():
            game.table.submit(0, "fold")
    game.close()
    (row,) = Statistics().hands()
    assert (row.showdown, row.won, row.big_blinds) == (False, False, 0.0)
    assert sum(game.table.state.live) == 2  # the others had one


def test_a_hand_without_the_person_is_no_hand() -> None:
    game = KeptGame.begin("holdem", holdem_table(4, 0, "caller,folder", 16, stack=60, rise=0))
    dealt_in = 0
    while not game.table.finished:
        game.table.deal()
        dealt_in += 0 in game.table.state.setup.order
        while game.table.playing:
            if not game.table.step():
                options = game.table.view(0).options
                game.table.submit(0, f"raise {options.max_raise_to}" if options.may_raise else options.passive)
    game.close()
    assert 0 < dealt_in < game.table.deals
    assert len(Statistics().hands()) == dealt_in


def test_a_table_without_exactly_one_person_is_not_counted() -> None:
    table = Table(holdem((5, 10)), [100] * 3, players={2: "caller"}, seed=1)
    game = play(KeptGame.begin("holdem", table), 2)
    game.close()
    assert Statistics().hands() == []
    assert len(list(game.hands())) == 2


def test_what_cannot_be_counted_is_played_all_the_same(home: Path) -> None:
    home.mkdir()
    (home / "statistics.sqlite").mkdir()
    game = play(KeptGame.begin("holdem", holdem_table(2, 0, "caller", 7)), 3)
    game.close()
    assert len(list(game.hands())) == 3
    with pytest.raises(FileError, match="cannot read"):
        Statistics().hands()


def test_hands_that_end_while_another_program_has_the_file_are_counted_later(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kicker.ui.common.statistics._IN_PLAY", 0.01)
    Statistics().check()
    game = KeptGame.begin("holdem", holdem_table(2, 0, "caller", 7))
    with closing(sqlite3.connect(home / "statistics.sqlite")) as other:
        other.execute("BEGIN EXCLUSIVE")
        play(game, 2)
    assert Statistics().hands() == []
    play(game, 3)
    assert [hand.deal for hand in Statistics().hands()] == [1, 2, 3]
    with closing(sqlite3.connect(home / "statistics.sqlite")) as other:
        other.execute("BEGIN EXCLUSIVE")
        play(game, 4)
    game.close()
    assert [hand.deal for hand in Statistics().hands()] == [1, 2, 3, 4]


def test_the_database_is_loaded_when_the_first_hand_is_over() -> None:
    script = """
import sys
from kicker.ui.common.home import KeptGame
from tests.new_tables import holdem_table
game = KeptGame.begin("holdem", holdem_table(2, 0, "caller", 7))
game.table.deal()
assert "sqlite3" not in sys.modules
while game.table.step() or game.table.playing and not game.table.submit(0, "fold"):
    pass
assert "sqlite3" in sys.modules
"""
    subprocess.run([sys.executable, "-c", script], check=True)
