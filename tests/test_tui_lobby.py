"""The lobby opens new games with their options, unfinished games, and recorded hands."""

import os
import threading
import time
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList
from textual.worker import WorkerCancelled

from kicker.cards import SYMBOL
from kicker.errors import KickerError
from kicker.records import format_phh, read_records
from kicker.solitaire import Klondike
from kicker.solitaire.hints import chosen_deal
from kicker.ui.common.home import GameFiles, KeptGame, kind_of, left_games
from kicker.ui.common.offer import kinds
from kicker.ui.tui.base import Question, Settings
from kicker.ui.tui.forms import BeginForm
from kicker.ui.tui.klondike import KlondikeScreen
from kicker.ui.tui.lobby import Lobby
from kicker.ui.tui.openings import News, ago, recent_hands
from kicker.ui.tui.places import MoreGames
from kicker.ui.tui.replayer import ReplayScreen
from tests.new_tables import holdem_table
from tests.room import (
    PATIENCE,
    at_table,
    back_in_lobby,
    burst,
    choose,
    entry,
    fill,
    in_room,
    left,
    lobby,
    opens,
    said,
    text,
    until,
)

pytestmark = pytest.mark.usefixtures("at_once")


# --- games -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "keys",
    [
        ("1", "enter"),
        ("right", "enter"),
        pytest.param(("enter", "enter"), marks=pytest.mark.long),
        pytest.param(("h", "enter"), marks=pytest.mark.long),
    ],
)
def test_two_keys_and_the_cards_are_dealt(keys: tuple[str, str]) -> None:
    async def go(pilot: Pilot[None]) -> None:
        await pilot.press(*keys)
        await at_table(pilot)

    in_room(go)
    (name,) = left_games("holdem")
    table = KeptGame.resume("holdem", name).table
    assert table.persons == [0]
    assert [spec.label for spec in table.specs.values()] == ["solid", "novice", "rock", "gambler", "regular"]
    assert table.rules.blinds == (5, 10)
    assert sum(table.stacks) + table.view(0).pot == 6000


def test_options_make_the_game() -> None:
    async def go(pilot: Pilot[None]) -> None:
        await pilot.press("1", "down", "left", "left")  # from the button round to the first option: 4 seats
        for name, value in {
            "bots": "caller, folder", "stack": "500", "blinds": "10/25", "ante": "2", "rise": "0", "seed": "77",
        }.items():  # fmt: skip
            await fill(pilot, name, value)
        entry(pilot, "betting").focus()
        await pilot.press("right", "enter")
        await at_table(pilot)

    in_room(go)
    game = KeptGame.resume("holdem")
    table = game.table
    again = holdem_table(
        4, 0, "caller,folder", 77, stack=500, blinds="10/25", ante=2, betting="pot-limit", rise=0
    )  # fmt: skip
    assert table.rules == again.rules
    assert (table.seed, table.schedule, table.names) == (77, again.schedule, again.names)
    assert [spec.label for spec in game.table.specs.values()] == ["caller", "folder", "caller"]
    game.close()


@pytest.mark.parametrize(
    ("keys", "kind"),
    [
        (("2",), "draw"),
        pytest.param(("m",), "classic-holdem", marks=pytest.mark.long),
        (("m",), "classic-draw"),
        pytest.param(("m",), "no-betting-draw", marks=pytest.mark.long),
        (("m",), "jackpots-draw"),
        (("m",), "stud-hilo"),
        (("m",), "8-game"),
    ],
)
def test_the_other_poker_games(keys: tuple[str, ...], kind: str) -> None:
    async def go(pilot: Pilot[None]) -> None:
        await pilot.press(*keys)
        games = lobby(pilot).places.get("games")
        if isinstance(games, MoreGames):
            games.highlighted = games.get_option_index(kind)
            await pilot.press("enter")
            await until(pilot, lambda: kind in lobby(pilot).places)
        await pilot.press("enter")
        await at_table(pilot)

    in_room(go)
    assert [kind_of(kept) for kept in left_games(list(kinds()))] == [kind]
    game = KeptGame.resume(kind)
    assert game.table.deals
    game.close()


def test_options_that_have_no_meaning_are_not_shown() -> None:
    async def go(pilot: Pilot[None]) -> None:
        await pilot.press("3")
        assert entry(pilot, "redeals").display
        await pilot.press("down", "left")  # both ways
        assert not entry(pilot, "redeals").display
        await pilot.press("right")
        assert entry(pilot, "redeals").display
        await pilot.press("m", "enter")  # classic hold'em leaves no choice but the seed
        await until(pilot, lambda: "classic-holdem" in lobby(pilot).places)
        form = lobby(pilot).places["classic-holdem"]
        assert isinstance(form, BeginForm)
        assert list(form.fields) == ["seed"]

    in_room(go)


BAD_OPTIONS = {
    "1": [
        ("bots", "sharpp", "unknown bot 'sharpp' (did you mean sharp?)"),
        ("bots", "drawer", "drawer does not play holdem"),
        ("bots", "cpu,cpu,cpu,cpu,cpu,cpu", "names 6 bots for 5 other seats"),
        ("stack", "many", "stack must be a whole number from 1 to 1,000,000,000"),
        ("stack", "0", "stack must be"),
        ("blinds", "10/5", "write the blinds as SMALL/BIG, like 5/10, not '10/5'"),
        ("ante", "-1", "ante must be a whole number from 0"),
        ("rise", "x", "rise must be a whole number from 0 to 10,000"),
        ("seed", "1.5", "seed must be a whole number, or empty"),
    ],
    "2": [
        ("bots", "sharp", "sharp does not play draw"),
        ("ante", "0", "ante must be a whole number from 1"),
    ],
    "3": [
        ("deal", "0", "deal must be a whole number from 1"),
        ("deal", "9" * 30, "deal must be"),
        ("seed", "?", "seed must be"),
    ],
    "6": [
        ("path", "nowhere.phh", "cannot read 'nowhere.phh': no such file"),
        ("path", "", "'' is not a record; names end in .phh"),
    ],
}
"""By the key of a form: a field, the text typed into it, and the message."""


@pytest.mark.parametrize("place", BAD_OPTIONS)
def test_a_bad_option_is_told_below_it_and_nothing_is_lost(place: str) -> None:
    async def go(pilot: Pilot[None]) -> None:
        await pilot.press(place)
        for name, value, sentence in BAD_OPTIONS[place]:
            before = entry(pilot, name).value
            await fill(pilot, name, value)
            await pilot.press("enter")
            await until(pilot, lambda: bool(lobby(pilot).query(".wrong")))
            wrong = lobby(pilot).query(".wrong").last()
            assert sentence in str(wrong.render())
            field = entry(pilot, name)
            assert wrong.region.y == field.region.bottom
            assert field.has_focus
            assert field.value == value
            await pilot.press("end", "7")  # what is written anew is judged anew
            await until(pilot, lambda: not lobby(pilot).query(".wrong"))
            assert isinstance(pilot.app.screen, Lobby)
            await fill(pilot, name, before)

    in_room(go)
    assert left_games(["holdem", "draw", "klondike"]) == []


def klondike_of(*keys: str, **fields: str) -> Klondike | None:
    """The game that begins with some keys and entries."""
    found = []

    async def go(pilot: Pilot[None]) -> None:
        await pilot.press("3")
        for name, value in fields.items():
            await fill(pilot, name, value)
        entry(pilot, "turn").focus()
        await pilot.press(*keys, "enter")
        await opens(pilot, KlondikeScreen)
        assert isinstance(pilot.app.screen, KlondikeScreen)
        found.append(pilot.app.screen.session.game)

    in_room(go)
    game = found[0]
    assert left_games("klondike")
    assert game.number is not None
    for name, value in fields.items():
        assert name != "deal" or game.number == int(value)
        assert name != "seed" or game.number == chosen_deal(game.rules, Random(int(value)), winnable=True)
    return game.rules


def test_klondike_with_its_options() -> None:
    assert klondike_of() == Klondike()
    assert klondike_of("right", "down", "right", deal="12345") == Klondike(draw=3, redeals=3)
    assert klondike_of("right", "right", seed="7") == Klondike(both_ways=True)


def test_a_seed_beside_the_number_of_a_deal_is_one_too_many() -> None:
    async def go(pilot: Pilot[None]) -> None:
        await pilot.press("3")
        await fill(pilot, "deal", "12")
        await fill(pilot, "seed", "3")
        await pilot.press("enter")
        await until(pilot, lambda: "give a deal number or a seed, not both" in text(pilot))

    in_room(go)


def test_what_takes_long_is_done_away_from_the_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    threads, go_on = [], threading.Event()

    def slowly(rules: Klondike, dice: Random, winnable: bool) -> int:
        threads.append(threading.current_thread())
        assert go_on.wait(PATIENCE)
        return 3

    monkeypatch.setattr("kicker.solitaire.hints.chosen_deal", slowly)

    async def go(pilot: Pilot[None]) -> None:
        await pilot.press("3", "enter", "enter")  # whoever is impatient gets one game all the same
        await until(pilot, lambda: said(pilot) == "One moment ...")
        await pilot.press("escape", "down", "down", "down")
        assert lobby(pilot).places["hands"].display
        go_on.set()
        await opens(pilot, KlondikeScreen)
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        assert len(pilot.app.screen_stack) == 2

    in_room(go)
    assert len(threads) == len(left_games("klondike")) == 1
    assert threads[0] is not threading.main_thread()


# --- games that were left --------------------------------------------------------------------------------------------


def test_games_that_were_left_are_listed_and_go_on() -> None:
    names = [left("draw"), left("holdem", 3)]
    for age, name in enumerate(reversed(names)):
        path = GameFiles(name, None).save_file
        os.utime(path, (time.time() - 4000 * age, time.time() - 4000 * age))
    state = KeptGame.resume("draw")
    stack = state.table.stacks[0]
    state.close()
    os.utime(state.files.save_file, (time.time() - 4000, time.time() - 4000))

    async def go(pilot: Pilot[None]) -> None:
        await pilot.press("4")
        listed = choose(pilot, "resume")
        assert [str(each.title) for each in listed.entries] == [
            "Hold'em, 3 seats, no-limit, blinds 5/10",
            "Five-card draw, 3 seats, no-limit, ante 5",
        ]
        assert listed.entries[1].details == f"hand 2, you have {stack:,}, 1 h ago"
        await pilot.press("down", "enter")
        await at_table(pilot)
        with pytest.raises(KickerError, match="is open elsewhere"):
            KeptGame.resume("draw")
        await back_in_lobby(pilot)
        assert str(choose(pilot, "resume").entries[0].title).startswith("Five-card draw")

    in_room(go)
    KeptGame.resume("draw").close()


def test_a_locked_or_a_damaged_game_says_so_and_the_lobby_goes_on(home: Path) -> None:
    locked, damaged = left("holdem"), left("classic-draw")
    GameFiles(damaged, None).save_file.write_text("{}")
    (home / "saves" / "klondike-2026-11-16-1.json").write_text('{"kicker_klondike": 1, "rules": 3}')
    owner = KeptGame.resume("holdem", locked)

    async def go(pilot: Pilot[None]) -> None:
        await pilot.press("4")
        listed = choose(pilot, "resume")
        told = {str(each.title): each.details for each in listed.entries}
        assert told[f"Classic draw {damaged}"].startswith("this is not a saved table")
        assert told["Klondike klondike-2026-11-16-1"].startswith("the saved game is damaged: its 'rules' is '3'")
        sentences = set()
        for _ in range(3):
            lobby(pilot).say("")
            await pilot.press("enter")
            await until(pilot, lambda: said(pilot) not in ("", "One moment ..."))
            assert isinstance(pilot.app.screen, Lobby)
            sentences.add(said(pilot))
            await pilot.press("down")
        assert f"{locked} is open elsewhere; close it there first" in sentences
        assert any(sentence.startswith(f"cannot resume {damaged}: this is not a saved") for sentence in sentences)
        assert any(sentence.startswith("the saved game is damaged") for sentence in sentences)
        await pilot.press("1", "enter")
        await at_table(pilot)

    in_room(go)
    owner.close()


def test_a_game_that_was_left_can_be_deleted_after_a_question(home: Path) -> None:
    names = [left("draw"), left("holdem", 3)]
    damaged = home / "saves" / "klondike-2026-11-16-1.json"
    damaged.write_text("{}")
    for age, path in enumerate([damaged, *(GameFiles(name, None).save_file for name in names)]):
        os.utime(path, (time.time() - 4000 * age, time.time() - 4000 * age))

    async def go(pilot: Pilot[None]) -> None:
        await burst(pilot, "4", "down", "x")
        assert isinstance(pilot.app.screen, Question)
        assert "Five-card draw, 3 seats" in text(pilot)
        await burst(pilot, "n")
        assert len(left_games(["holdem", "draw", "klondike"])) == 3
        await burst(pilot, "x", "y")
        await until(pilot, lambda: said(pilot) == "Game deleted." and len(choose(pilot, "resume").entries) == 2)
        assert left_games(["holdem", "draw", "klondike"]) == [damaged.stem, names[1]]
        assert choose(pilot, "resume").highlighted == 1
        await pilot.press("up", "delete", "y")  # also one that cannot be resumed any more
        await until(pilot, lambda: len(choose(pilot, "resume").entries) == 1)
        assert left_games(["holdem", "draw", "klondike"]) == [names[1]]
        await pilot.press("x", "y")
        await until(pilot, lambda: "No games to resume" in text(pilot))
        await pilot.press("x")
        assert isinstance(pilot.app.screen, Lobby)
        assert "Delete" not in text(pilot)

    in_room(go)
    assert list((home / "saves").iterdir()) == []
    assert len(list((home / "hands").iterdir())) == 2  # they were played


def test_a_game_that_is_played_elsewhere_is_not_deleted() -> None:
    name = left("holdem")
    owner = KeptGame.resume("holdem", name)

    async def go(pilot: Pilot[None]) -> None:
        await pilot.press("4", "x", "y")
        await until(pilot, lambda: said(pilot) == f"{name} is open elsewhere; close it there first")
        assert left_games("holdem") == [name]

    in_room(go)
    owner.close()


def test_a_line_that_is_highlighted_while_the_room_closes_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def go(pilot: Pilot[None]) -> None:
        room, place = lobby(pilot), "klondike"
        index = room.menu.get_option_index(place)
        event = OptionList.OptionHighlighted(room.menu, room.menu.get_option_at_index(index), index)
        assert place not in room.places
        with monkeypatch.context() as closing:
            closing.setattr(type(room.query_one("#floor")), "is_attached", False)
            await room.look_at(event)
        assert place not in room.places
        await room.look_at(event)
        assert place in room.places

    in_room(go)


def test_news_that_come_while_the_room_is_closed_are_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    left("holdem")
    gather, closing = News.gather, threading.Event()

    def late(settings: Settings) -> News:
        assert closing.wait(PATIENCE)
        return gather(settings)

    async def go(pilot: Pilot[None]) -> None:
        await pilot.press("4")
        place = choose(pilot, "resume")
        exit_loop = place._message_loop_exit

        async def go_first() -> None:
            await exit_loop()
            closing.set()
            with suppress(WorkerCancelled):
                await pilot.app.workers.wait_for_complete()

        monkeypatch.setattr(News, "gather", late)
        monkeypatch.setattr(place, "_message_loop_exit", go_first)
        lobby(pilot).refresh_news()

    in_room(go)
    assert closing.is_set()


def test_how_long_ago() -> None:
    assert [ago(seconds) for seconds in (-5, 59, 60, 3599, 3600, 86_399, 86_400, 200_000)] == [
        "just now", "just now", "1 min ago", "59 min ago", "1 h ago", "23 h ago", "1 day ago", "2 days ago",
    ]  # fmt: skip


# --- hands -----------------------------------------------------------------------------------------------------------


def test_recent_hands_open_in_the_replayer() -> None:
    left("draw", 2)
    left("holdem", 4)
    hands = recent_hands(Settings())
    assert [each.details.split(":")[0] for each in hands] == [
        "Hold'em 3", "Hold'em 2", "Hold'em 1", "Five-card draw 1"
    ]  # fmt: skip

    async def go(pilot: Pilot[None]) -> None:
        await pilot.press("5", "down", "down", "enter")  # below the line of all hands
        await opens(pilot, ReplayScreen)
        screen = pilot.app.screen
        assert isinstance(screen, ReplayScreen)
        assert (screen.index, [path.name[:7] for path in screen.files]) == (1, ["holdem-"])
        await back_in_lobby(pilot)

    in_room(go)


def test_the_last_hands_of_draw_are_seen_from_your_side() -> None:
    left("draw", 4)
    (name,) = left_games("draw")
    game = KeptGame.resume("draw", name)
    hands = [(hand.final, hand.record.names.index("You")) for hand in game.hands()]
    game.close()
    assert any(end.payoffs[seat] < 0 for end, seat in hands)  # somebody else has won
    for entry_, (end, seat) in zip(recent_hands(Settings()), reversed(hands), strict=True):
        assert str(entry_.title) == " ".join(map(SYMBOL.format, end.hands[seat]))
        assert f": You {end.payoffs[seat]:+,}," in entry_.details


def test_files_and_folders_are_replayed(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left("holdem", 3)
    (file,) = (home / "hands").iterdir()
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "one.phh").write_text(format_phh(next(iter(read_records(file)))))

    async def go(pilot: Pilot[None]) -> None:
        for path, files in ((str(home / "hands"), [file]), ("~/one.phh", [tmp_path / "one.phh"])):
            await pilot.press("escape", "6")
            await fill(pilot, "path", path)
            await pilot.press("enter")
            await opens(pilot, ReplayScreen)
            assert isinstance(pilot.app.screen, ReplayScreen)
            assert list(pilot.app.screen.files) == files
            await back_in_lobby(pilot)

    in_room(go)


# --- quick fingers ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", [("6",), ("f",), ("down",) * 6 + ("enter",), ("down",) * 6 + ("right",)])
def test_a_path_goes_into_its_field_key_by_key(way: tuple[str, ...]) -> None:
    async def go(pilot: Pilot[None]) -> None:
        for path in ("/tmp/4 queens/7-8.phh", "again q.phh"):
            await burst(pilot, *way, path)
            assert entry(pilot, "path").has_focus
            assert entry(pilot, "path").value == path
            await burst(pilot, "enter")
            await until(pilot, lambda: bool(lobby(pilot).query(".wrong")))
            assert entry(pilot, "path").has_focus
            await burst(pilot, *["backspace"] * len(path), "escape", *["up"] * 6)

    in_room(go)


def test_after_a_replay_the_keys_of_the_menu_work_and_the_field_can_be_filled_again(home: Path) -> None:
    left("holdem", 2)

    async def go(pilot: Pilot[None]) -> None:
        await burst(pilot, "6", str(home / "hands"), "enter")
        await opens(pilot, ReplayScreen)
        await back_in_lobby(pilot)
        await burst(pilot, "6", "x")
        assert entry(pilot, "path").value == f"{home / 'hands'}x"
        await burst(pilot, "backspace", "enter")
        await opens(pilot, ReplayScreen)
        await back_in_lobby(pilot)
        await burst(pilot, "4")
        assert choose(pilot, "resume").has_focus

    in_room(go)


def test_keys_after_an_arrow_are_for_the_option_it_leads_to() -> None:
    async def go(pilot: Pilot[None]) -> None:
        await burst(pilot, "1", "up", "42", "up", "up", "7", "down", "down", "3", "escape")
        assert [entry(pilot, name).value for name in ("seed", "rise")] == ["423", "207"]
        assert lobby(pilot).menu.has_focus
        await burst(pilot, "k", "down", "right", "right", "down", "right")  # both ways: the next line is not redeals
        assert (entry(pilot, "turn").value, entry(pilot, "winnable").value) == ("1 card, both ways", "no")

    in_room(go)
