"""More of the tracker: luck, sessions, databases of other programs, watching folders, export."""

import csv
import json
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest

from kicker import Record, holdem
from kicker.cards import parse_cards
from kicker.errors import FileError
from kicker.records import format_phhs
from kicker.sites.files import parse_text, read_hands
from kicker.sites.importing import ImportCounts, check_file
from kicker.sites.model import SiteHand
from kicker.sites.proving import Proof, prove
from kicker.sites.writing import format_pokerstars
from kicker.tracker.answers import ask, course
from kicker.tracker.exporting import COLUMNS, Masks, kept_replays, write_hands
from kicker.tracker.facts import PlayerFacts, facts_of
from kicker.tracker.listing import list_hands
from kicker.tracker.notes import keep_note
from kicker.tracker.own import bring_in, known_numbers
from kicker.tracker.remarks import clean_note
from kicker.tracker.store import Tracker, net_results
from kicker.tracker.where import parse_where
from kicker.ui.common.home import KeptGame
from kicker.ui.common.my_hands import text_graph
from tests.conftest import OWN_DATA, Run
from tests.new_tables import holdem_table
from tests.test_sites_forms import ALL_IN, BLINDS, CASH_OUT, RUN_TWICE, stars
from tests.test_statistics import play
from tests.test_web_command import postgres  # noqa: F401 (a fixture)

SITES = OWN_DATA / "sites"
SHOWDOWN = (
    "*** FLOP *** [2c 7d Jh]", "*** TURN *** [2c 7d Jh] [3s]", "*** RIVER *** [2c 7d Jh 3s] [4s]", "*** SHOW DOWN ***",
    "Ann: shows [As Ad] (a pair of Aces)", "Ben: shows [Ks Kd] (a pair of Kings)", "Ann collected $198 from pot",
    "*** SUMMARY ***", "Total pot $200 | Rake $2",
)  # fmt: skip


def proof_of(text: str) -> Proof:
    (hand,) = parse_text(text)
    assert isinstance(hand, SiteHand), hand
    proof = prove(hand)
    assert proof.ok, proof.problem
    return proof


def facts(text: str) -> dict[str, PlayerFacts]:
    proof = proof_of(text)
    assert proof.replay is not None
    found = facts_of(proof.replay, net_results(proof), sum(proof.hand.collected.values()))
    return {each.name: each for each in found}


@pytest.fixture
def tracker(tmp_path: Path) -> Tracker:
    kept = Tracker(tmp_path / "hands.sqlite")
    for path in sorted(SITES.glob("*.txt")):
        check_file(path, ImportCounts(), kept)
    kept.flush()
    return kept


def test_all_in_pots_are_paid_by_equity() -> None:
    """Aces against kings, 82.64% with these suits: of 198 after rake Ann gets 163.6 on average, and put in 100."""
    found = facts(stars(*BLINDS, *ALL_IN, *SHOWDOWN))
    assert (found["Ann"].net, found["Ben"].net) == (9800, -10000)
    assert found["Ann"].expected == pytest.approx(100 * (198 * 0.8264 - 100), abs=100)
    assert found["Ann"].expected + found["Ben"].expected == pytest.approx(-200, abs=1)
    assert (found["Cat"].net, found["Cat"].expected) == (0, 0)


def test_each_side_pot_is_paid_by_itself() -> None:
    text = stars(
        *BLINDS, "Cat: raises $98 to $100 and is all-in",
        "Ann: calls $39 and is all-in", "Ben: calls $98 and is all-in", "*** FLOP *** [2c 7d Jh]",
        "*** TURN *** [2c 7d Jh] [3s]", "*** RIVER *** [2c 7d Jh 3s] [4s]", "*** SHOW DOWN ***",
        "Ben: shows [Ks Kd] (a pair of Kings)", "Cat: shows [Qs Qd]", "Ben collected $120 from side pot",
        "Ann: shows [As Ad] (a pair of Aces)", "Ann collected $120 from main pot", "*** SUMMARY ***",
        "Total pot $240 Main pot $120. Side pot $120. | Rake $0", seats="Ann $40, Ben $100, Cat $100",
    )  # fmt: skip
    found = facts(text)
    assert sum(each.expected for each in found.values()) == pytest.approx(0, abs=2)
    assert found["Ann"].expected < found["Ann"].net == 8000
    assert -10000 < found["Cat"].expected < 0


def test_hands_that_were_not_all_in_are_as_they_were() -> None:
    assert all(each.net == each.expected for each in facts((SITES / "winamax.txt").read_text()).values())


def test_a_cash_out_is_what_the_player_got() -> None:
    assert facts(CASH_OUT)["Ann"].net == 16000 - 10000


def test_runs_are_one_result() -> None:
    found = facts(RUN_TWICE)
    assert (found["Ann"].net, found["Ben"].net) == (-100, -100)
    assert found["Ann"].expected > found["Ben"].expected


def at(minute: int, number: int) -> str:
    """A hand of Ben's at a minute of a day."""
    text = stars(*BLINDS, "Dealt to Ben [As Ad]", "Cat: folds", "Ann: folds", "Uncalled bet ($1) returned to Ben",
                 "Ben collected $2 from pot", "*** SUMMARY ***", "Total pot $2 | Rake $0")  # fmt: skip
    return text.replace("12:00:00", f"{12 + minute // 60}:{minute % 60:02}:00").replace("#7", f"#{number}")


def test_stakes_of_two_currencies_are_two_groups(tmp_path: Path) -> None:
    dollars = at(0, 1)
    with Tracker(tmp_path / "hands.sqlite") as tracker:
        for text in (dollars, dollars.replace("$", "€").replace("#1", "#2").replace("USD", "EUR")):
            tracker.add(proof_of(text))
        tracker.flush()
        found = [(each.group, each.hands, each.won) for each in ask(tracker, "Ben", by="stake")]
        assert found == [("2.00 EUR", 1, {"EUR": 100}), ("2.00 USD", 1, {"USD": 100})]


def test_money_is_added_up_whatever_unit_it_was_written_in(tmp_path: Path) -> None:
    state, _ = holdem(blinds=(5, 10)).start(parse_cards("As Kd Ah Kc 2c 3d 5h 9s Jd"), stacks=[100, 100], button=0)
    state, _ = state.apply("fold")  # Ben wins 5: five dollars in one record, five cents in the other
    records = [Record.from_state(state, ["Ann", "Ben"], scale, hand=scale, currency="USD") for scale in (1, 100)]
    path = tmp_path / "two.phhs"
    path.write_text(format_phhs(records))
    with Tracker(tmp_path / "hands.sqlite") as tracker:
        check_file(path, ImportCounts(), tracker)
        tracker.flush()
        assert ask(tracker, "Ben")[0].won == {"USD": 505}


def test_sessions_begin_after_half_an_hour_without_a_hand(tmp_path: Path) -> None:
    with Tracker(tmp_path / "hands.sqlite") as tracker:
        for number, minute in enumerate([0, 10, 41, 100, 101]):
            tracker.add(proof_of(at(minute, number)))
        tracker.flush()
        found = [(each.group, each.hands) for each in ask(tracker, by="session")]
        assert found == [("2024-05-01 12:00:00", 2), ("2024-05-01 12:41:00", 1), ("2024-05-01 13:40:00", 2)]
        assert [each.group for each in ask(tracker, by="month", where=parse_where("played=2024-05"))] == ["2024-05"]
        opponents = {each.group: each.hands for each in ask(tracker, by="opponent")}
        assert opponents == {"Ann": 5, "Cat": 5}
        assert [point.won for point in course(tracker)] == [0, 0.5, 1, 1.5, 2, 2.5]
        graph = text_graph(course(tracker), width=20, height=4)
        assert "# won +2.5 bb   . by equity +2.5 bb" in graph[-1]


def test_a_database_that_somebody_else_writes_to(tmp_path: Path) -> None:
    path = tmp_path / "hands.sqlite"
    Tracker(path).close()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    try:
        with pytest.raises(FileError, match="another program is writing to it; try again when that is done"):
            Tracker(path, patience=0.1)
    finally:
        other.rollback()
        other.close()
    Tracker(path).close()


@pytest.mark.parametrize("fault", ["locked", "full"])
def test_hands_played_while_the_database_cannot_be_written_come_later(home: Path, tmp_path: Path, fault: str) -> None:
    """The games themselves never touch it."""
    path = tmp_path / "hands.sqlite"
    with Tracker(path, patience=0.02) as tracker, closing(sqlite3.connect(path, isolation_level=None)) as other:
        with tracker.connect() as connection:
            size = connection.exec_driver_sql("PRAGMA page_count").scalar()
            if fault == "full":
                connection.exec_driver_sql(f"PRAGMA max_page_count = {size}")
            else:
                other.execute("BEGIN IMMEDIATE")
        game = play(KeptGame.begin("holdem", holdem_table(2, 0, "caller", 7)), 12)
        game.close()
        for _ in range(2):
            with pytest.raises(FileError, match="another program" if fault == "locked" else "full"):
                bring_in(tracker, home / "hands")
        if fault == "locked":
            other.execute("ROLLBACK")
        with tracker.connect() as connection:
            connection.exec_driver_sql(f"PRAGMA max_page_count = {1 << 30}")
        assert bring_in(tracker, home / "hands") == len(list(game.hands()))


def test_deals_of_the_web_table_are_not_tried_one_by_one(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each try waits for the program that has the database, so one is enough."""
    collection = pytest.importorskip("kicker.ui.web.collection")
    game = play(KeptGame.begin("holdem", holdem_table(2, 0, "caller", 7)), 5)
    game.close()
    played = list(game.hands())
    rows = [{"table_id": "t", "number": number, "ended": 0.0} for number in range(len(played))]
    monkeypatch.setattr(collection, "seen_record", lambda row, person: played[row["number"]].record)
    monkeypatch.setattr("kicker.tracker.store.BATCH", 2)
    path, flush = tmp_path / "hands.sqlite", Tracker.flush
    begun: list[str] = []

    def counted(tracker: Tracker) -> None:
        begun.append("try")
        flush(tracker)

    monkeypatch.setattr(Tracker, "flush", counted)
    tracker = Tracker(path, patience=0.02)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(FileError, match="another program"):
            collection.add_deals(tracker, rows, "person", "Corner")
    assert len(begun) == 1
    collection.add_deals(tracker, rows, "person", "Corner")
    assert tracker.kept == len(played)
    tracker.close()


@pytest.mark.parametrize("place", ["nonsense://x", "postgresql://nobody@127.0.0.1:1/x"])
def test_databases_that_are_not_there(place: str) -> None:
    with pytest.raises(FileError, match="cannot be") as caught:
        Tracker(place)
    assert "\n" not in str(caught.value)


def test_a_file_of_another_kind_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text("something else, and long enough to be looked at" * 50)
    with pytest.raises(FileError, match="file is not a database"):
        Tracker(path)


def test_hands_of_our_own_tables(tmp_path: Path) -> None:
    state, _ = holdem(blinds=(5, 10)).start(parse_cards("As Kd Ah Kc 2c 3d 5h 9s Jd"), stacks=[100, 100], button=0)
    state, _ = state.apply("fold")
    path = tmp_path / "holdem-1.phhs"
    path.write_text(format_phhs([Record.from_state(state, ["You", "cpu"], hand=1)]))
    with Tracker(tmp_path / "hands.sqlite") as tracker:
        for _ in range(2):
            counts = ImportCounts()
            check_file(path, counts, tracker)
            tracker.flush()
            assert (counts.hands, counts.ok) == (1, 1)
        (answer,) = ask(tracker)
        assert (answer.hands, answer.won, tracker.repeated) == (1, {"": -5}, 1)


# --- export ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["phhs", "pokerstars", "jsonl", "csv", "parquet"])
def test_every_format(tracker: Tracker, tmp_path: Path, form: str) -> None:
    path = tmp_path / {"phhs": "x.phhs", "pokerstars": "x.txt"}.get(form, "x")
    if form == "parquet":
        pytest.importorskip("pyarrow")
    with path.open("wb") as stream:
        assert write_hands(kept_replays(tracker), form, stream) == 7
    decisions = [row for each in kept_replays(tracker) for row in each.states[1:]]
    if form in ("phhs", "pokerstars"):
        counts = ImportCounts()
        check_file(path, counts)
        assert (counts.hands, counts.ok) == (7, 7), counts.problems
    elif form == "jsonl":
        assert [len(json.loads(line)["players"]) > 1 for line in path.read_text().splitlines()] == [True] * 7
    elif form == "csv":
        rows = list(csv.DictReader(path.read_text().splitlines()))
        assert tuple(rows[0]) == COLUMNS
        assert 20 < len(rows) <= len(decisions)
    else:
        from pyarrow import parquet

        table = parquet.read_table(path)
        assert tuple(table.column_names) == COLUMNS
        assert table.num_rows > 20
    tracker.close()


def test_the_table_of_decisions_has_types(tmp_path: Path) -> None:
    """What is unknown is null in Parquet and empty in CSV."""
    pytest.importorskip("pyarrow")
    from pyarrow import csv as arrow_csv
    from pyarrow import parquet

    text = at(0, 1).replace("Ann", 'A"n,n').replace("Dealt to Ben [As Ad]\n", "").replace("12:00", "12:30")
    with Tracker(tmp_path / "hands.sqlite") as tracker:
        tracker.add(proof_of(text))
        tracker.flush()
        for form in ("csv", "parquet"):
            with (tmp_path / form).open("wb") as stream:
                write_hands(kept_replays(tracker, "Ben"), form, stream)
    row, *_ = parquet.read_table(tmp_path / "parquet").to_pylist()
    assert (row["hand"], row["played"], row["number"], row["hero"]) == ("1", datetime(2024, 5, 1, 12, 30), 1, False)
    assert (row["tournament"], row["cards"], row["buy_in"], row["board"], row["spr"]) == (None, None, None, "", 33.333)
    line = (tmp_path / "csv").read_text().splitlines()[1]
    assert line.startswith("PokerStars,1,2024-05-01 12:30:00,holdem,no-limit,USD,100,200,3,,,,,,Cat,False,1,")
    read = arrow_csv.read_csv(tmp_path / "csv")
    assert read.column("player").to_pylist() == ["Cat", 'A"n,n']
    kinds = {name: str(read.schema.field(name).type) for name in ("played", "pot", "spr", "hero", "action")}
    assert kinds == {"played": "timestamp[s]", "pot": "int64", "spr": "double", "hero": "bool", "action": "string"}


def test_names_are_replaced_and_stay_the_same(tracker: Tracker, tmp_path: Path) -> None:
    path = tmp_path / "x.phhs"
    with path.open("wb") as stream:
        write_hands(map(Masks(), kept_replays(tracker)), "phhs", stream)
    text = path.read_text()
    names = {seat.name for file in SITES.glob("*.txt") for hand in read_hands(file) if isinstance(hand, SiteHand)
             for seat in hand.seats}  # fmt: skip
    assert not [name for name in names if f"'{name}'" in text]
    assert text.count("_kicker_hero = 'Player 2'") == 7
    tracker.close()


def test_other_games_go_through_the_text_of_pokerstars(outside_data: Path) -> None:
    for name in ("pokerstars/cash-draw/3-Draw-Limit-USD-0.10-0.20-200911.txt",
                 "pokerstars/cash-stud/7-StudHL-USD-400-800-201701.3bet.fix.txt",
                 "ggpoker/cash-flop/PLO5-6max-USD-25-50-202104.RIT.txt"):  # fmt: skip
        for hand in list(read_hands(outside_data / "hand-histories" / name))[:5]:
            assert isinstance(hand, SiteHand)
            proof = prove(hand)
            assert proof.replay is not None
            again = proof_of(format_pokerstars(proof.replay.record))
            assert again.replay is not None
            assert again.replay.final.stacks == proof.replay.final.stacks


def test_the_export_command(kicker: Run, tmp_path: Path) -> None:
    database, out = str(tmp_path / "db.sqlite"), tmp_path / "out.phhs"
    assert kicker("import", str(SITES), "--database", database).returncode == 0
    done = kicker("export", "--database", database, "--anonymous", "--where", "game=holdem", "-o", str(out))
    assert done.returncode == 0, done.stderr
    assert b"wrote" in done.stderr
    bad = kicker("export", "--database", database, "-o", str(tmp_path / "out.doc"))
    assert bad.returncode == 1
    assert b"cannot tell the format" in bad.stderr
    both = kicker("export", str(SITES), "--where", "vpip")
    assert both.returncode == 2


def test_hands_that_cannot_be_exported(kicker: Run, tmp_path: Path) -> None:
    """Each is one sentence and an exit code; the others are written."""
    words, out = tmp_path / "words.txt", tmp_path / "out.phhs"
    words.write_text("hello\n")
    done = kicker("export", str(words), str(SITES), "-o", str(out))
    assert (done.returncode, b"words.txt:1: no hand history found" in done.stderr) == (1, True)
    assert out.read_text().count("variant") == 7
    records = tmp_path / "bad.phhs"
    records.write_bytes(b"\xff\x00")
    done = kicker("export", str(records), str(SITES), str(out), "-o", str(tmp_path / "more.phhs"))
    assert (done.returncode, done.stderr.count(b"\n"), b"bad.phhs" in done.stderr) == (1, 2, True)
    assert (tmp_path / "more.phhs").read_text().count("variant") == 14
    (tmp_path / "more.phhs").unlink()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.phhs", "out.phhs", "words.txt"]
    assert b"it is also an input file" in kicker("export", str(out), "-o", str(out)).stderr


def test_other_hands_in_files_of_the_same_name_are_kept_too(tmp_path: Path) -> None:
    """Many collections have a folder for each session, and number the hands of each from 0."""
    paths = []
    for folder, played in (
        ("monday", ["p2 f"]),
        ("tuesday", ["p2 cc", "p1 cbr 8", "p2 f"]),
        ("wednesday", ["p2 cbr 6", "p1 f"]),
    ):
        path = tmp_path / folder / "7.phh"
        path.parent.mkdir()
        actions = ["d dh p1 AhKh", "d dh p2 QsQd", *played]
        lines = ("variant = 'NT'", "antes = [0, 0]", "blinds_or_straddles = [1, 2]", "min_bet = 2",
                 "starting_stacks = [100, 100]", f"actions = {actions}", "hand = 3")  # fmt: skip
        path.write_text("\n".join(lines) + "\n")
        paths.append(path)
    with Tracker(tmp_path / "hands.sqlite") as tracker:
        for path in (*paths, *paths):  # before they are written
            check_file(path, ImportCounts(), tracker)
        tracker.flush()
        assert (tracker.kept, tracker.repeated) == (3, 3)
    for order in (paths, paths[::-1]):
        with Tracker(tmp_path / "hands.sqlite") as tracker:
            for path in order:
                check_file(path, ImportCounts(), tracker)
                tracker.flush()
            assert (tracker.kept, tracker.repeated) == (0, 3)
    with Tracker(tmp_path / "one by one.sqlite") as tracker:
        for path in paths[::-1]:
            check_file(path, ImportCounts(), tracker)
            tracker.flush()
        assert (tracker.kept, tracker.repeated) == (3, 0)
        assert len(known_numbers(tracker, "7")) == 3


@pytest.mark.long
def test_the_same_on_postgresql(postgres: str) -> None:  # noqa: F811 (the fixture of the server's tests)
    for repeated in (0, 7):
        with Tracker(postgres.replace("+psycopg", "")) as tracker:
            for path in sorted(SITES.glob("*.txt")):
                check_file(path, ImportCounts(), tracker)
            tracker.flush()
            assert tracker.repeated == repeated
            for by in (None, "session", "opponent", "month", "depth", "stake", "tournament", "position"):
                assert sum(answer.hands for answer in ask(tracker, by=by)) >= 7
            assert len(list(kept_replays(tracker))) == 7
            line = list_hands(tracker)[0]
            keep_note(tracker, line.id, clean_note("50% bluffs", ["bluff"]))
            assert [each.id for each in list_hands(tracker, where=parse_where("noted and tag=bluff"))] == [line.id]
            assert len(list_hands(tracker, where=parse_where("played>=2000 and not played=2001"))) == 7


def test_notes_go_out_and_come_in_again(tracker: Tracker, tmp_path: Path) -> None:
    line = list_hands(tracker)[0]
    keep_note(tracker, line.id, clean_note("He never folds.", ["bluff", "river"]))
    path, other = tmp_path / "x.phhs", tmp_path / "other.sqlite"
    with path.open("wb") as stream:
        write_hands(kept_replays(tracker), "phhs", stream)
    tracker.close()
    with Tracker(other) as again:
        check_file(path, ImportCounts(), again)
        again.flush()
        (noted,) = list_hands(again, where=parse_where("noted and tag=bluff"))
        assert (noted.note, noted.net) == (clean_note("He never folds.", ["bluff", "river"]), line.net)
        keep_note(again, noted.id, clean_note("", []))
        with path.open("wb") as stream:
            write_hands(kept_replays(again), "phhs", stream)
    assert "never folds" not in path.read_text()


@pytest.mark.parametrize(
    ("where", "minutes"),
    [
        ("played=2024", "1234"), ("played=2024-05", "1234"), ("played=2024-05-02", "23"), ("played=2023", "0"),
        ("played!=2024-05-02", "014"), ("played<2024-05-02", "01"), ("played<=2024-05-02", "0123"),
        ("played>2024-05-02", "4"), ("played>=2024-05-02", "234"), ("played>2023", "1234"), ("played<2024", "0"),
        ("played<=2023", "0"), ("played>=2024-05", "1234"), ("played>2024-05", ""),
    ],
)  # fmt: skip
def test_a_year_a_month_and_a_day_are_spans(tmp_path: Path, where: str, minutes: str) -> None:
    """The clock is the one that the file was written by, whatever the time zone of this machine is."""
    moments = ["2023/12/31 23:59:59", "2024/05/01 23:59:59", "2024/05/02 0:00:00", "2024/05/02 23:59:59",
               "2024/05/03 0:00:00"]  # fmt: skip
    with Tracker(tmp_path / "hands.sqlite") as tracker:
        for number, moment in enumerate(moments):
            text = at(0, number)
            assert "2024/05/01 12:00:00" in text
            tracker.add(proof_of(text.replace("2024/05/01 12:00:00", moment)))
        tracker.flush()
        found = list_hands(tracker, where=parse_where(where))
        assert "".join(sorted(line.number for line in found)) == minutes


def test_the_hands_command(kicker: Run, tmp_path: Path) -> None:
    database = str(tmp_path / "db.sqlite")
    missing = kicker("hands", "--database", database)
    assert (missing.returncode, b"there is no database" in missing.stderr) == (1, True)
    empty = kicker("hands")
    assert (empty.returncode, empty.stdout) == (0, b"no hands found; import some with 'kicker import FILES'\n")
    assert kicker("import", str(SITES), "--database", database).returncode == 0
    listed = kicker("hands", "--database", database).stdout.decode().splitlines()
    assert len(listed) == 8
    won = json.loads(kicker("hands", "--where", "won>0", "--json", "--database", database).stdout)
    assert len(won) == 3
    assert all(hand["net"] > 0 for hand in won)
    assert kicker("hands", "1001", "--tag", "bluff", "--note", "Hm.", "--database", database).returncode == 0
    (tagged,) = json.loads(kicker("hands", "--where", "tag=bluff", "--json", "--database", database).stdout)
    assert (tagged["number"], tagged["note"], tagged["tags"]) == ("1001", "Hm.", ["bluff"])
    for arguments, code, words in (
        (["--where", "colour=red"], 1, b"unknown name 'colour'"), (["9999"], 1, b"there is no hand '9999'"),
        (["--note", "x"], 2, b"name the hand"),
    ):  # fmt: skip
        bad = kicker("hands", *arguments, "--database", database)
        assert (bad.returncode, words in bad.stderr) == (code, True), bad.stderr
