"""Hands with one number: the same hand again is left out silently, a different one is reported."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from kicker import Record, holdem
from kicker.records import format_phhs
from kicker.sites.importing import ImportCounts, Keeper, check_file
from kicker.sites.repeats import Numbers
from kicker.tracker.exporting import Masks, kept_replays, write_hands
from kicker.tracker.own import bring_in
from kicker.tracker.store import Tracker
from kicker.ui.common.home import KeptGame
from tests.conftest import Run
from tests.new_tables import holdem_table
from tests.test_sites_forms import ALL_IN, BLINDS, stars
from tests.test_statistics import play
from tests.test_tracker_more import SHOWDOWN, at

HAND = stars(*BLINDS, "Dealt to Ben [Ks Kd]", *ALL_IN, *SHOWDOWN)
SAME = {
    "the same text": HAND,
    "another player's file": HAND.replace("Dealt to Ben [Ks Kd]", "Dealt to Cat [7c 7h]"),
    "other names": HAND.replace("Cat", "b1f09"),
    "another time zone": HAND.replace("12:00:00", "18:00:00"),
    "chat": HAND.replace("*** FLOP", 'Cat said, "gg"\n*** FLOP'),
    "other line ends": HAND.replace("\n", "\r\n"),
}
OTHER = {
    "another day": HAND.replace("2024/05/01", "2024/05/09"),
    "another card": HAND.replace("Dealt to Ben [Ks Kd]", "Dealt to Cat [7c 7h]").replace("3s", "3h"),
    "other hole cards": HAND.replace("Ks Kd", "Ks Kh"),
    "another stack": HAND.replace("Cat ($100", "Cat ($120"),
    "another hand": at(0, 7),
}


@pytest.fixture(params=["checked", "kept together", "kept one by one"])
def keepers(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[list[Keeper]]:
    """For each of two files what keeps its hands: without a database, with one, or with one that is opened twice."""
    if request.param == "checked":
        with Numbers() as numbers:
            yield [numbers, numbers]
        return
    path = tmp_path / "hands.sqlite"
    with Tracker(path) as first, Tracker(path) as second:
        yield [first, first if request.param == "kept together" else second]


def import_two(tmp_path: Path, keepers: list[Keeper], second: str) -> list[str]:
    """Import two files, and return the clashes of the second."""
    for name, text, keeper in zip(("one.txt", "two.txt"), (HAND, second), keepers, strict=True):
        (tmp_path / name).write_bytes(text.encode())
        counts = ImportCounts()
        check_file(tmp_path / name, counts, keeper)
        assert (counts.ok, counts.problems) == (1, [])
        if isinstance(keeper, Tracker):
            keeper.flush()
    last = keepers[-1]
    assert isinstance(last, Tracker | Numbers)
    return [str(problem) for problem in last.clashes]


@pytest.mark.parametrize("text", SAME.values(), ids=SAME)
def test_the_same_hand_again_is_no_problem(tmp_path: Path, keepers: list[Keeper], text: str) -> None:
    assert import_two(tmp_path, keepers, text) == []
    if isinstance(keepers[0], Tracker):
        assert sum(keeper.repeated for keeper in set(keepers) if isinstance(keeper, Tracker)) == 1


@pytest.mark.parametrize("text", OTHER.values(), ids=OTHER)
def test_a_different_hand_with_the_number_of_another(tmp_path: Path, keepers: list[Keeper], text: str) -> None:
    (problem,) = import_two(tmp_path, keepers, "\n\n" + text)
    start = f"{tmp_path}/two.txt:3: hand 7 differs from the hand of the same number in {tmp_path}/one.txt"
    assert problem == start + (":1" if isinstance(keepers[0], Numbers) else "")


def test_two_hands_with_one_number_in_a_file(kicker: Run, tmp_path: Path) -> None:
    path, database = tmp_path / "x.txt", str(tmp_path / "db.sqlite")
    path.write_text(at(0, 1) + "\n\n" + at(0, 1) + "\n\n" + at(3, 1).replace("$100 in", "$90 in"))
    line = path.read_text().count("\n", 0, path.read_text().rindex("PokerStars")) + 1
    problem = f"{path}:{line}: hand 1 differs from the hand of the same number in {path}"
    checked = kicker("import", "--check", str(path))
    assert (checked.returncode, checked.stderr.decode().splitlines()) == (1, [f"{problem}:1"])
    assert checked.stdout.decode() == "3 hands in 1 file: 3 ok\n"
    kept = kicker("import", str(path), "--database", database)
    assert (kept.returncode, kept.stderr.decode().splitlines()) == (1, [problem])
    assert kept.stdout.decode().splitlines()[1] == "1 new, 1 already imported, 1 with the number of another hand"
    again = json.loads(kicker("import", str(path), "--database", database, "--json").stdout)
    assert (again["ok"], again["kept"], again["repeated"]) == (3, 0, 2)
    assert [each["line"] for each in again["problems"]] == [line]


def test_records_with_the_number_of_another(kicker: Run, tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text(HAND)
    database = str(tmp_path / "db.sqlite")
    kicker("import", str(tmp_path / "x.txt"), "--database", database)
    for folder, stack in (("a", "100"), ("b", "100"), ("c", "200")):
        (tmp_path / folder).mkdir()
        path = tmp_path / folder / "hands.phhs"
        kicker("export", "--database", database, "-o", str(path))
        path.write_text(path.read_text().replace("starting_stacks = [100", f"starting_stacks = [{stack}"))
    found = json.loads(kicker("import", "--check", "--json", *[str(tmp_path / each) for each in "abc"]).stdout)
    (problem,) = found["problems"]
    assert (found["ok"], problem["file"], problem["line"]) == (3, str(tmp_path / "c" / "hands.phhs"), 1)
    assert problem["sentence"] == f"hand 7 differs from the hand of the same number in {tmp_path}/a/hands.phhs:1"


def test_a_file_and_a_record_with_odd_names(tmp_path: Path) -> None:
    state, _ = holdem(blinds=(5, 10)).start("As Kd Ah Kc 2c 3d 5h 9s Jd", stacks=[100, 100], button=0)
    state, _ = state.apply("fold")
    path = tmp_path / os.fsdecode(b"\xff.phhs")
    path.write_text(format_phhs([Record.from_state(state, ["Ann", "Ben"], hand=7, venue=["PokerStars"])]))
    text = path.with_suffix(".txt")
    text.write_text(HAND)
    with Numbers() as numbers, Tracker(tmp_path / "hands.sqlite") as tracker:
        for keeper in (numbers, numbers, tracker, tracker):
            counts = ImportCounts()
            check_file(path, counts, keeper)
            check_file(text, counts, keeper)
            assert (counts.ok, counts.problems, keeper.clashes) == (2, [], [])
        tracker.flush()
        assert (tracker.kept, tracker.repeated) == (2, 2)


def test_hands_of_our_own_games_can_be_told_apart(home: Path, tmp_path: Path) -> None:
    """Each game counts its hands from 1; an export names the game too, so nothing is lost or imported twice."""
    for seed in (7, 8):
        play(KeptGame.begin("holdem", holdem_table(2, 0, "caller", seed)), 2).close()
    with Tracker(tmp_path / "hands.sqlite") as tracker:
        assert bring_in(tracker, home / "hands") == 4
        names = [str(replay.record.hand) for replay in kept_replays(tracker)]
        assert len(set(names)) == 4
        assert all(name.startswith("holdem-") and name.endswith((" 1", " 2")) for name in names)
        for file, form in (("x.phhs", "phhs"), ("x.txt", "pokerstars"), ("y.phhs", "phhs")):
            hidden = map(Masks(), kept_replays(tracker)) if file == "y.phhs" else kept_replays(tracker)
            with (tmp_path / file).open("wb") as stream:
                write_hands(hidden, form, stream)
            with Tracker(tmp_path / f"{file}.sqlite") as other:
                check_file(tmp_path / file, ImportCounts(), other)
                other.flush()
                assert (other.kept, other.clashes) == (4, [])
        assert "holdem-" not in (tmp_path / "y.phhs").read_text()
        check_file(tmp_path / "x.phhs", ImportCounts(), tracker)
        tracker.flush()
        assert (tracker.kept, tracker.repeated) == (4, 4)
