"""Hands that are kept: results to the chip, statistics checked by hand, and the language of `--where`."""

import json
from pathlib import Path

import pytest

from kicker.errors import KickerError
from kicker.sites.files import parse_text, read_hands
from kicker.sites.importing import ImportCounts, check_file
from kicker.sites.model import SiteHand
from kicker.sites.proving import prove
from kicker.tracker.answers import ask
from kicker.tracker.store import Tracker, net_results
from kicker.tracker.where import parse_where
from kicker.ui.common.my_hands import group_rows, rate_words
from tests.conftest import OWN_DATA, Run

SITES = OWN_DATA / "sites"
WALK = """PokerStars Hand #9: Hold'em No Limit ($10/$20) - 2017/01/01 15:02:07
Table 'x' 6-max Seat #3 is the button
Seat 3: Dee ($2,040 in chips)
Seat 4: Ann ($2,292 in chips)
Seat 5: Hero ($1,960 in chips)
Ann: posts small blind $10
Hero: posts big blind $20
*** HOLE CARDS ***
Dee: folds
Ann: folds
Uncalled bet ($20) returned to Hero
Hero collected $10 from pot
*** SUMMARY ***
Total pot $10 | Rake $0
"""


@pytest.fixture
def tracker(tmp_path: Path) -> Tracker:
    kept = Tracker(tmp_path / "hands.sqlite")
    for path in sorted(SITES.glob("*.txt")):
        check_file(path, ImportCounts(), kept)
    kept.flush()
    return kept


def test_results_add_up_to_the_rake() -> None:
    for path in sorted(SITES.glob("*.txt")):
        for hand in read_hands(path):
            assert isinstance(hand, SiteHand)
            proof = prove(hand)
            assert proof.replay is not None
            rake = proof.replay.rake if hand.rake is None else hand.rake
            assert sum(net_results(proof)) == -rake, (path.name, hand.number)


def test_a_walk_wins_the_small_blind_however_it_is_written() -> None:
    (hand,) = parse_text(WALK)
    assert isinstance(hand, SiteHand)
    proof = prove(hand)
    assert proof.ok, proof.problem
    assert sorted(net_results(proof)) == [-1000, 0, 1000]


def test_nothing_is_kept_twice(tracker: Tracker) -> None:
    assert (tracker.kept, tracker.repeated) == (7, 0)
    for path in sorted(SITES.glob("*.txt")):
        check_file(path, ImportCounts(), tracker)
    tracker.flush()
    assert (tracker.kept, tracker.repeated) == (7, 7)
    tracker.close()


def test_statistics_of_hands_read_by_hand(tracker: Tracker) -> None:
    """Hero re-raises in hand 1001 of PokerStars and at 888poker, and bets the flop as the last raiser."""
    (answer,) = ask(tracker)
    assert answer.hands == 7
    assert (answer.shares["vpip"].times, answer.shares["vpip"].of) == (6, 7)
    (only,) = ask(tracker, where=parse_where("site=PokerStars and not tournament and position=bb"))
    assert (only.hands, only.shares["threebet"], only.shares["cbet_flop"]) == (1, (1, 1), (1, 1))
    assert only.won == {"USD": -460}
    tracker.close()


def test_one_hand_has_no_interval(tracker: Tracker) -> None:
    (only,) = ask(tracker, where=parse_where("site=PokerStars and not tournament and position=bb"))
    assert (rate_words(only), only.as_dict()["interval"]) == ("-4600.0 bb/100", None)
    assert group_rows("game", [only], 80)[1][2:4] == ["-4600.0", "-"]
    (answer,) = ask(tracker)
    assert rate_words(answer, by_equity=True).endswith(" bb/100 with all-in pots paid by equity")
    assert " ± " in rate_words(answer)
    tracker.close()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("psition=btn", "unknown name 'psition'"),
        ("position", "position needs a comparison"),
        ("vpip=1", "vpip is either true or not"),
        ("pot>lots", "compare pot with an amount like 50bb or 12.50, not 'lots'"),
        ("(vpip", "a bracket is not closed"),
        ("vpip pfr", "expected 'and' or 'or' before 'pfr'"),
        ("played>2024-99", "is not a date"),
        ("vpip and", "something is missing at the end"),
        ("player=\udcff", "it is not UTF-8 text"),
        ("(" * 900 + "vpip" + ")" * 900, "can be nested at most 50 deep"),
        ("not " * 900 + "vpip", "can be nested at most 50 deep"),
        (" and ".join(["vpip"] * 1100), "can have at most 200 conditions"),
        (" or ".join(["cards=random"] * 13), "can ask for cards at most 10 times"),
    ],
)
def test_conditions_that_cannot_be_read(text: str, says: str) -> None:
    with pytest.raises(KickerError, match="--where") as caught:
        parse_where(text)
    assert says in str(caught.value)


@pytest.mark.parametrize(
    "text",
    ["(" * 50 + "vpip" + ")" * 50, " or ".join(["tag=a"] * 200), " or ".join(["cards=random"] * 10)],
)
def test_the_largest_conditions_are_answered(tracker: Tracker, text: str) -> None:
    assert len(ask(tracker, where=parse_where(text))) <= 1
    tracker.close()


def test_tables_show_the_chances_where_there_is_room(tracker: Tracker) -> None:
    answers = ask(tracker, by="site")
    wide, narrow = group_rows("site", answers, 1000), group_rows("site", answers, 120)
    assert wide[0] == narrow[0]
    assert (wide[4][:2], wide[4][5], narrow[4][5]) == (["PokerStars", "3"], "67 (3)", "67")
    width = sum(max(len(row[place]) for row in wide) + 2 for place in range(len(wide[0])))
    assert (group_rows("site", answers, width), group_rows("site", answers, width - 1)) == (wide, narrow)
    tracker.close()


def test_the_commands(kicker: Run, tmp_path: Path) -> None:
    database = str(tmp_path / "db.sqlite")
    first = kicker("import", str(SITES), "--database", database, "--json")
    assert first.returncode == 0, first.stderr
    assert json.loads(first.stdout)["kept"] == 7
    shown = json.loads(kicker("stats", "--database", database, "--json", "--by", "site").stdout)
    assert {each["group"]: each["hands"] for each in shown}["PokerStars"] == 3
    missing = kicker("import", "nowhere.txt", "--check")
    assert missing.returncode == 1
    assert b"cannot read 'nowhere.txt'" in missing.stderr
