"""Buy-ins, places and prizes of tournaments: read, kept and shown."""

import json
from pathlib import Path

import pytest

from kicker.sites.buyins import BuyIn, Finish, buy_in_text, finish_of, parse_buy_in, read_buy_in
from kicker.sites.files import parse_text
from kicker.sites.importing import ImportCounts, check_file
from kicker.sites.model import SiteHand
from kicker.tracker.exporting import kept_replays, write_hands
from kicker.tracker.listing import list_hands
from kicker.tracker.store import Tracker
from kicker.tracker.tournaments import Entry, Totals, entries_of, totals_of
from kicker.tracker.where import parse_where
from tests.conftest import Run

HAND = """\
PokerStars Hand #{number}: Tournament #{event}, {price} Hold'em No Limit - Level I (10/20) - 2024/03/0{day} 12:00:00 ET
Table '{event} 1' 2-max Seat #1 is the button
Seat 1: Ann (1000 in chips)
Seat 2: Ben (500 in chips)
Ann: posts small blind 10
Ben: posts big blind 20
*** HOLE CARDS ***
Dealt to Ann [As Ad]
Ann: raises 480 to 500
Ben: calls 480 and is all-in
*** FLOP *** [2c 7d Jh]
*** TURN *** [2c 7d Jh] [3s]
*** RIVER *** [2c 7d Jh 3s] [4s]
*** SHOW DOWN ***
Ann: shows [As Ad] (a pair of Aces)
Ben: shows [Ks Kd] (a pair of Kings)
Ann collected 1000 from pot
{ends}*** SUMMARY ***
Total pot 1000 | Rake 0

"""
WON = "Ann wins the $0.50 bounty for eliminating Ben\nBen finished the tournament in 2nd place\n"
WON += "Ann wins the tournament and receives $4.50 - congratulations!\n"
FILE = (
    HAND.format(number=1, event=71, day=1, price="$2+$0.50+$0.25 USD", ends=WON)
    + HAND.format(number=2, event=72, day=2, price="$5.00+$0.50 USD", ends="")
    + HAND.format(number=3, event=73, day=3, price="Freeroll ", ends="Ben finished the tournament in 2nd place\n")
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    written = tmp_path / "tournaments.txt"
    written.write_text(FILE)
    return written


@pytest.fixture
def tracker(path: Path, tmp_path: Path) -> Tracker:
    kept = Tracker(tmp_path / "hands.sqlite")
    counts = ImportCounts()
    check_file(path, counts, kept)
    assert counts.ok == 3, counts.problems
    kept.flush()
    return kept


@pytest.mark.parametrize(
    ("text", "price"),
    [
        ("$5.00+$0.50 USD", BuyIn(500, 50, 0, "USD")),
        ("$1.08+$0.27+$0.15 USD", BuyIn(108, 15, 27, "USD")),
        ("0,90€ + 0,10€", BuyIn(90, 10, 0, "EUR")),
        ("13,95 $ + 1,05 $", BuyIn(1395, 105, 0, "USD")),
        ("$5,250", BuyIn(525000, 0, 0, "USD")),
        ("20FPP", BuyIn(2000, 0, 0, "FPP")),
        ("100+9", BuyIn(10000, 900, 0, "")),
        ("Freeroll", BuyIn(0)),
        ("Ticket only", None),
        ("\ufffd4.69+\ufffd0.31", None),
        ("1+2+3+4", None),
        ("", None),
    ],
)
def test_buy_ins(text: str, price: BuyIn | None) -> None:
    assert parse_buy_in(text) == price
    assert price is None or price.currency == "FPP" or read_buy_in(buy_in_text(price)) == price


def test_amounts_without_a_sign_are_in_the_currency_of_the_site() -> None:
    assert parse_buy_in("0.93-0.07", "EUR") == BuyIn(93, 7, 0, "EUR")


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("Ann finished the tournament in 28th place", ("Ann", Finish(28, 0))),
        ("Ann finished the tournament in 3rd place and received $1.60.", ("Ann", Finish(3, 160))),
        ("Ann finished the tournament in 1st place and received a ticket", ("Ann", Finish(1, None))),
        ("Ann wins the tournament and receives $1,200.00 - congratulations!", ("Ann", Finish(1, 120000))),
        ("Ann wins the tournament", ("Ann", Finish(1, None))),
        ("Ann wins the $0.27 bounty for eliminating Ben", ("Ann", Finish(bounties=27))),
        ("Ann wins $18.75 for eliminating Ben and their bounty increases by $18.75", ("Ann", Finish(bounties=1875))),
        ("Ann said, good tournament", None),
    ],
)
def test_ends(line: str, found: tuple[str, Finish] | None) -> None:
    assert finish_of(line) == found


def test_a_hand_tells_who_finished() -> None:
    first, *_ = parse_text(FILE)
    assert isinstance(first, SiteHand)
    assert first.tournament is not None
    assert first.tournament.price == BuyIn(200, 25, 50, "USD")
    assert first.finishes == {"Ann": Finish(1, 450, 50), "Ben": Finish(2, 0)}


def test_entries_and_totals(tracker: Tracker) -> None:
    with tracker:
        first, second, third = entries_of(tracker)
        assert (first.place, first.prize, first.bounties, first.result) == (1, 450, 50, 225)
        assert (second.buy_in, second.place, second.result) == (BuyIn(500, 50, 0, "USD"), None, None)
        assert (third.buy_in, third.result) == (BuyIn(0), None)
        assert totals_of([first, second, third]) == [Totals("", 1, 0, 0, 0, 0), Totals("USD", 2, 825, 1, 500, 275)]
        assert totals_of([first])[0].roi == pytest.approx(225 / 275)
        beaten = entries_of(tracker, "Ben")[0]
        assert (beaten.place, beaten.result) == (2, -275)


@pytest.mark.parametrize(
    ("where", "numbers"),
    [("buyin=2.75", "1"), ("buyin>2.75", "2"), ("buyin<=5.5", "123"), ("not buyin>0", "3"), ("buyin!=0", "12")],
)
def test_conditions_on_the_buy_in(tracker: Tracker, where: str, numbers: str) -> None:
    with tracker:
        assert sorted(line.number for line in list_hands(tracker, where=parse_where(where))) == list(numbers)


def test_records_keep_the_buy_in(tracker: Tracker, tmp_path: Path) -> None:
    out = tmp_path / "out.phhs"
    with tracker, out.open("wb") as stream:
        write_hands(kept_replays(tracker), "phhs", stream)
    with Tracker(tmp_path / "again.sqlite") as again:
        check_file(out, ImportCounts(), again)
        again.flush()
        assert [(entry.number, entry.buy_in) for entry in entries_of(again)][:2] == [
            ("71", BuyIn(200, 25, 50, "USD")), ("72", BuyIn(500, 50, 0, "USD")),
        ]  # fmt: skip


def test_the_command_shows_them(path: Path, tmp_path: Path, kicker: Run) -> None:
    database = str(tmp_path / "db.sqlite")
    assert kicker("import", str(path), "--database", database).returncode == 0
    words = kicker("stats", "--database", database).stdout.decode()
    result = "1 with a known result: prizes and bounties $5.00, return on investment +82%"
    assert f"2 tournaments, buy-ins $8.25; {result}" in words
    table = kicker("stats", "--database", database, "--by", "tournament").stdout.decode()
    row = next(line.split() for line in table.splitlines() if line.startswith("PokerStars:71"))
    assert row == ["PokerStars:71", "$2.75", "1", "$4.50", "$0.50", "+$2.25"]
    (answer,) = json.loads(kicker("stats", "--database", database, "--json").stdout)
    assert [totals["currency"] for totals in answer["tournaments"]] == ["", "USD"]
    bad = kicker("stats", "--database", database, "--where", "buyin>3bb")
    assert (bad.returncode, b"compare buyin with an amount like 5.50, not '3bb'" in bad.stderr) == (1, True)


def test_an_entry_for_json() -> None:
    entry = Entry("PokerStars", "71", None, 3, BuyIn(200, 25, 50, "USD"), 1, 450, 50)
    assert entry.as_dict()["buy_in"] == {"stake": 200, "fee": 25, "bounty": 50, "currency": "USD", "total": 275}
    assert entry.as_dict()["result"] == 225
