"""The folder where games and hands are kept."""

import multiprocessing
import os
from datetime import date
from pathlib import Path

import pytest

from kicker.errors import FileError, KickerError
from kicker.games import FOLD, holdem
from kicker.records import Record, read_records, replay
from kicker.table import shuffled
from kicker.ui.common.home import GameFiles, KeptGame, home_folder, left_games, write_whole
from kicker.ui.common.offer import find_offer
from tests.new_tables import holdem_table, new_table

DAY = date(2026, 11, 16)


pytestmark = pytest.mark.usefixtures("home")


def a_hand(number: int) -> Record:
    state, _ = holdem(blinds=(5, 10)).start(shuffled(1, number), [100, 100], 0)
    return Record.from_state(state.apply(FOLD)[0], ["Ada", "Ben"], hand=number)


def test_where_the_folder_is(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    assert home_folder() == home
    monkeypatch.delenv("KICKER_HOME")
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", "data")  # only a whole path counts
    assert home_folder() == Path.home() / ".local/share/kicker"
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert home_folder() == Path("/data/kicker")
    monkeypatch.delenv("XDG_DATA_HOME")
    assert home_folder() == Path.home() / ".local" / "share" / "kicker"
    monkeypatch.setattr("sys.platform", "darwin")
    assert home_folder() == Path.home() / "Library" / "Application Support" / "kicker"


def test_games_have_names_of_their_own(home: Path) -> None:
    first, second = GameFiles.create("holdem", DAY), GameFiles.create("holdem", DAY)
    assert (first.name, second.name) == ("holdem-2026-11-16-1", "holdem-2026-11-16-2")
    first.save("one")
    second.add_hand(a_hand(1), 1)
    first.close()
    second.close()
    assert GameFiles.create("holdem", DAY).name == "holdem-2026-11-16-3"
    assert [path.name for path in (home / "saves").iterdir() if path.suffix != ".lock"] == ["holdem-2026-11-16-1.json"]


def test_the_game_that_was_left_last_is_found_first(home: Path) -> None:
    for number, game in enumerate(("holdem", "classic-holdem", "holdem")):
        kept = GameFiles.create(game, DAY)
        kept.save(game)
        kept.close()
        os.utime(kept.save_file, (number, number))
    assert left_games("holdem") == ["holdem-2026-11-16-2", "holdem-2026-11-16-1"]
    assert left_games(["holdem", "classic-holdem"])[1] == "classic-holdem-2026-11-16-1"
    found = GameFiles.find("holdem")
    assert found.read() == "holdem"
    found.close()
    with pytest.raises(KickerError, match="no saved game is called 'draw-1'; choose from holdem-2026-11-16-2, holdem"):
        GameFiles.find("holdem", "draw-1")
    with pytest.raises(KickerError, match="there is no saved game to resume"):
        GameFiles.find("draw")


def test_the_game_that_was_left_last_comes_first_whatever_was_played_in_it_last(home: Path) -> None:
    first, second = GameFiles.create("holdem", DAY), GameFiles.create("holdem", DAY)
    for number, kept in enumerate((first, second)):
        kept.save("{}")
        os.utime(kept.save_file, (number, number))
    second.close()
    first.close()
    assert left_games("holdem") == [first.name, second.name]


def test_a_game_that_is_looked_at_and_left_is_the_one_to_resume() -> None:
    names = []
    for _ in range(2):
        game = KeptGame.begin("holdem", holdem_table(2, 0, "caller", 7, stack=400))
        game.table.deal()
        names.append(game.files.name)
        game.close()
    assert left_games("holdem") == names[::-1]
    again = KeptGame.resume("holdem", names[0])
    with_it = KeptGame.resume("holdem", names[1])  # both are open, and nobody moves
    with_it.close()
    again.close()
    assert left_games("holdem") == names
    KeptGame.resume("holdem").close()
    assert left_games("holdem") == names


def test_a_damaged_game_that_could_not_be_opened_is_not_the_one_left_last() -> None:
    for text in ("{}", "[]"):
        kept = GameFiles.create("holdem", DAY)
        kept.save(text)
        kept.close()
    newest, damaged = left_games("holdem")
    with pytest.raises(KickerError):
        KeptGame.resume("holdem", damaged)
    assert left_games("holdem") == [newest, damaged]


def test_a_finished_game_leaves_its_hands(home: Path) -> None:
    kept = GameFiles.create("holdem", DAY)
    kept.save("{}")
    kept.add_hand(a_hand(1), 1)
    kept.finish()
    kept.close()
    assert left_games("holdem") == []
    assert [path.name for path in home.rglob("*") if path.is_file()] == ["holdem-2026-11-16-1.phhs"]


def _try_to_find(folder: str, found: "multiprocessing.Queue[str]") -> None:
    os.environ["KICKER_HOME"] = folder
    try:
        kept = GameFiles.find("holdem")
        found.put(kept.name)
        kept.close()
    except KickerError as error:
        found.put(str(error))


def test_a_game_is_played_in_one_place_at_a_time(home: Path) -> None:
    pytest.importorskip("fcntl", reason="no locks here")
    kept = GameFiles.create("holdem", DAY)
    kept.save("{}")
    context = multiprocessing.get_context("spawn")
    answers = []
    for _ in range(2):
        queue: multiprocessing.Queue[str] = context.Queue()
        process = context.Process(target=_try_to_find, args=(str(home), queue))
        process.start()
        answers.append(queue.get(timeout=30))
        process.join()
        kept.close()
    assert answers == [
        "holdem-2026-11-16-1 is open elsewhere; close it there first",
        "holdem-2026-11-16-1",
    ]


def test_hands_follow_each_other_and_are_never_there_twice() -> None:
    kept = GameFiles.create("holdem", DAY)
    for number in (1, 2, 3):
        kept.add_hand(a_hand(number), number)
    with kept.hands_file.open("ab") as stream:
        stream.write(b"[4]\nvariant = 'N")  # the machine stopped here
    kept.add_hand(a_hand(4), 4)
    kept.add_hand(a_hand(4), 4)
    records = list(read_records(kept.hands_file))
    assert [record.hand for record in records] == [1, 2, 3, 4]
    assert [replay(record).verdict for record in records] == ["ok"] * 4
    kept.close()


def test_a_save_is_there_whole(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = GameFiles.create("klondike", DAY)
    kept.save("before")

    def stop(descriptor: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("os.fsync", stop)
    with pytest.raises(KeyboardInterrupt):
        kept.save("after")
    assert kept.read() == "before"
    assert [path.name for path in (home / "saves").iterdir() if path.suffix == ".part"] == []


def test_what_cannot_be_written_or_read_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("KICKER_HOME", str(tmp_path / "file"))
    with pytest.raises(FileError, match=r"cannot write '.*': not a directory"):
        GameFiles.create("holdem")
    with pytest.raises(FileError, match=r"cannot write '.*nowhere.txt': no such file or directory"):
        write_whole(tmp_path / "none" / "nowhere.txt", "")


def test_a_damaged_save_stays_where_it_is_and_can_be_tried_again(home: Path) -> None:
    kept = GameFiles.create("holdem", DAY)
    kept.save("{}")
    kept.close()
    for _ in range(2):
        with pytest.raises(KickerError, match="cannot resume holdem-2026-11-16-1: this is not a saved table"):
            KeptGame.resume("holdem")
    assert kept.read() == "{}"


def test_a_kept_game_can_be_left_at_any_moment() -> None:
    game = KeptGame.begin("holdem", holdem_table(3, 0, "caller", 7, stack=40))
    while not game.table.finished:
        if not game.table.playing:
            game.table.deal()
        elif not game.table.step():
            seat = game.table.to_act
            assert seat == 0
            options = game.table.view(seat).options
            game.table.submit(seat, f"raise {options.max_raise_to}" if options.may_raise else options.passive)
        if not game.table.finished:
            name = game.files.name
            game.close()
            game = KeptGame.resume("holdem", name)
    hands = list(game.hands())
    assert [hand.record.hand for hand in hands] == list(range(1, game.table.deals + 1))
    assert all(hand.verdict == "ok" and sum(hand.final.stacks) == 120 for hand in hands)
    assert max(hands[-1].final.stacks) == max(game.table.stacks) == 120
    game.close()
    assert left_games("holdem") == []


@pytest.mark.parametrize("game", ["holdem", "draw"])
@pytest.mark.parametrize("rules", ["standard", "classic"])
def test_records_call_the_person_you_in_every_game(game: str, rules: str) -> None:
    offer = find_offer(game, rules)
    for person in (0, 1) if offer.is_open("bots") else (0,):
        kept = KeptGame.begin(offer.kind, new_table(game, 2, person, "", 5, rules))
        kept.table.deal()
        while kept.table.playing:
            if not kept.table.step():
                kept.table.submit(person, kept.table.view(person).options.default)
        (hand,) = kept.hands()
        (seat,) = (seat for seat, name in enumerate(hand.record.names) if name == "You")
        places = hand.record.fields["seats"]
        assert isinstance(places, list | tuple)
        assert places[seat] == person + 1
        assert hand.final.payoffs[seat] == kept.table.state.payoffs[person]
        kept.close()


def test_a_folder_that_cannot_be_written_is_no_game_played_elsewhere(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    (home / "saves").mkdir(parents=True)
    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(FileError, match="permission denied"):
        GameFiles.create("holdem")


def test_a_game_that_is_being_played_does_not_hide_those_that_were_left(home: Path) -> None:
    pytest.importorskip("fcntl", reason="no locks here")
    for number in (1, 2):
        kept = GameFiles.create("holdem", DAY)
        kept.save("{}")
        if number == 1:
            kept.close()
        os.utime(kept.save_file, (number, number))
    found = GameFiles.find("holdem")
    assert found.name == "holdem-2026-11-16-1"
    with pytest.raises(KickerError, match="holdem-2026-11-16-2 is open elsewhere"):
        GameFiles.find("holdem")
    found.close()
    kept.close()
