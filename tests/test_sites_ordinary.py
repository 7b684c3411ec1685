"""The short cut for ordinary hands makes the same records as the script that reads any game; progress within a file."""

from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path

import pytest

from kicker.errors import KickerError
from kicker.sites import recording
from kicker.sites.files import READERS, read_hands, scan
from kicker.sites.importing import ImportCounts, check_file, files_below
from kicker.sites.model import SiteHand, Step
from kicker.sites.ordinary import OrdinaryScript, ordinary_script
from kicker.sites.proving import _readings
from kicker.sites.recording import PLAIN, Reading, record_of
from tests.conftest import OWN_DATA, few_or_many


def outcome(hand: SiteHand, reading: Reading, *, short_cut: bool) -> tuple[object, ...]:
    try:
        record = record_of(hand, reading, short_cut=short_cut)
    except KickerError as error:
        return str(error), getattr(error, "action", 0)
    return record, dict(record.showdown), record.labels, record.fields["actions"]


def hands(folder: Path, count: int) -> Iterator[SiteHand]:
    files = [path for path in files_below([folder]) if path.suffix == ".txt"]
    for path in files[:: max(1, len(files) // count)]:
        yield from (found for found in read_hands(path) if isinstance(found, SiteHand))


def compared(found: Iterator[SiteHand], monkeypatch: pytest.MonkeyPatch) -> int:
    made: list[OrdinaryScript | None] = []

    def counted(hand: SiteHand, steps: Sequence[Step], place: Mapping[str, int]) -> OrdinaryScript | None:
        made.append(ordinary_script(hand, steps, place))
        return made[-1]

    monkeypatch.setattr(recording, "ordinary_script", counted)
    for hand in found:
        for reading in (PLAIN, *_readings(hand)):
            assert outcome(hand, reading, short_cut=True) == outcome(hand, reading, short_cut=False), hand.number
    return sum(script is not None for script in made)


def test_the_short_cut_makes_the_same_record(monkeypatch: pytest.MonkeyPatch) -> None:
    assert compared(hands(OWN_DATA / "sites", 100), monkeypatch) > 10


@few_or_many(8, 1000)
def test_the_same_for_files_of_sites(outside_data: Path, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    assert compared(hands(outside_data / "hand-histories", count), monkeypatch) > 10


def test_reading_again_gives_the_same_hands() -> None:
    """What is remembered from earlier hands does not change later ones."""
    path = OWN_DATA / "sites" / "pokerstars.txt"
    first, again = list(read_hands(path)), list(read_hands(path))
    assert len(READERS) > 4
    assert first == again


def test_progress_comes_by_bytes_and_often(tmp_path: Path) -> None:
    text = (OWN_DATA / "sites" / "pokerstars.txt").read_bytes()
    path = tmp_path / "large.txt"
    path.write_bytes(text * (1_500_000 // len(text)))
    told: list[int] = []
    counts = ImportCounts()
    for found in scan(BytesIO(path.read_bytes()), "", told.append):
        assert isinstance(found, SiteHand)
        counts.hands += 1
    assert told == sorted(set(told))
    assert len(told) > 4
    assert told[-1] == path.stat().st_size
    records: list[int] = []
    check_file(OWN_DATA / "sites" / "winamax.txt", ImportCounts(), None, records.append)
    assert records == [(OWN_DATA / "sites" / "winamax.txt").stat().st_size]
