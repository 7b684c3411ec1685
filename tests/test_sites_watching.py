"""Folders that are followed while somebody plays: what grows is read from its last hand on, what was replaced anew."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from kicker.sites.files import BEGINNING, last_place, read_hands
from kicker.sites.importing import Watcher
from kicker.tracker.store import Tracker
from tests.conftest import OWN_DATA
from tests.test_tracker_more import at


class Following:
    """A folder with one file, and what is read of it."""

    def __init__(self, folder: Path, tracker: Tracker) -> None:
        self.path, self.tracker = folder / "session.txt", tracker
        self.watcher = Watcher([folder], tracker)

    def poll(self, data: bytes | str) -> tuple[list[str], int]:
        """Write the file; return the problems that are reported now, and how many hands are kept so far."""
        self.path.write_bytes(data.encode() if isinstance(data, str) else data)
        problems = self.watcher.poll()
        self.tracker.flush()
        return [f"{problem.line}: {problem.sentence}" for problem in problems], self.tracker.kept


@pytest.fixture
def following(tmp_path: Path) -> Iterator[Following]:
    (tmp_path / "played").mkdir()
    with Tracker(tmp_path / "hands.sqlite") as tracker:
        yield Following(tmp_path / "played", tracker)


def session(*minutes: int) -> str:
    """Hands of these minutes, numbered by them."""
    return "\n\n".join(at(minute, minute) for minute in minutes)


def broken(minute: int) -> str:
    """A hand with a line that nobody writes."""
    return at(minute, minute).replace("Ann: folds", "Ann: jumps")


def test_a_folder_is_followed_while_files_grow(tmp_path: Path) -> None:
    path = tmp_path / "session.txt"
    text = "\n\n".join(at(minute, minute) for minute in range(3))
    cut = text.rindex("*** SUMMARY")
    with Tracker(tmp_path / "hands.sqlite") as tracker:
        watcher = Watcher([tmp_path], tracker)
        assert watcher.poll() == []
        path.write_text(text[:cut])
        assert watcher.poll() == []
        tracker.flush()
        assert tracker.kept == 2
        path.write_text(text + "\n\n" + at(5, 5).replace("Ann: folds", "Ann: jumps") + "\n\n" + at(6, 6))
        (problem,) = watcher.poll()
        assert "'Ann: jumps' is not a line of a hand" in problem.sentence
        tracker.flush()
        assert tracker.kept == 4
        assert watcher.poll() == []


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_only_what_is_new_is_read(following: Following, ends: str) -> None:
    """The first hand cannot be read any more: nobody looks at it again. Lines are counted from the beginning."""
    before = session(1, 2)
    assert following.poll(before.replace("\n", ends)) == ([], 2)
    after = "\n\n".join([broken(1), at(2, 2), at(3, 3), broken(4)]) + "\n"
    assert len(broken(1)) == len(at(1, 1))
    line = after.count("\n", 0, after.rindex("Ann: jumps")) + 1
    assert following.poll(after.replace("\n", ends)) == ([f"{line}: 'Ann: jumps' is not a line of a hand"], 3)
    assert following.poll((after + "\n\n" + at(5, 5)).replace("\n", ends)) == ([], 4)


def test_a_hand_that_is_written_piece_by_piece(following: Following) -> None:
    text = "\ufeff" + session(1, 2, 3)
    for end in range(0, len(text), 97):
        assert following.poll(text[:end])[0] == []
    assert following.poll(text) == ([], 3)


def test_files_that_are_replaced_shortened_or_renamed(following: Following) -> None:
    assert following.poll(session(1, 2)) == ([], 2)
    assert following.poll(session(3, 4, 5)) == ([], 5)
    assert following.poll(session(3, 6)) == ([], 6)
    assert following.poll(session(3)) == ([], 6)
    assert following.poll("") == ([], 6)
    assert following.poll(session(7, 8)) == ([], 8)
    following.path.rename(following.path.with_name("older.txt"))
    assert following.poll(session(9)) == ([], 9)
    assert following.tracker.clashes == []


def test_a_replaced_file_of_the_same_size_is_read(following: Following) -> None:
    assert following.poll(session(1)) == ([], 1)
    before = following.path.stat()
    while following.path.stat().st_mtime_ns == before.st_mtime_ns:
        following.path.write_text(session(2))
    assert following.path.stat().st_size == before.st_size
    assert following.poll(session(2)) == ([], 2)


def test_two_bytes_a_letter(following: Following) -> None:
    assert following.poll(session(1, 2).encode("utf-16")) == ([], 2)
    assert following.poll(session(1, 2, 3).encode("utf-16")) == ([], 3)


def test_a_file_that_cannot_be_read_is_reported_once(following: Following) -> None:
    following.path.mkdir()
    (following.path.parent / "link.txt").symlink_to("/proc/self/mem")
    problems = following.watcher.poll()
    assert [problem.sentence.partition(": ")[0] for problem in problems] == [
        f"cannot read {str(following.path.parent / 'link.txt')!r}"
    ]
    assert following.watcher.poll() == []


@pytest.mark.parametrize("name", ["pokerstars", "ggpoker", "winamax", "888poker", "partypoker"])
def test_the_place_of_the_last_hand(name: str) -> None:
    path = OWN_DATA / "sites" / f"{name}.txt"
    start, last = last_place(path)
    assert start == BEGINNING
    assert last_place(path, last) == (last, last)
    hands = list(read_hands(path))
    assert [found.line for found in read_hands(path, start=last)] == [hands[-1].line]


def test_the_last_hand_of_a_file_in_another_language(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_text("Mano n.º 1000001 de PokerStars: Hold'em\n\nMano n.º 1000002 de PokerStars: Hold'em\r\nMesa\n")
    _, last = last_place(path)
    assert (last.line, path.read_bytes()[last.offset :]) == (3, last.heading + b"Mesa\n")
