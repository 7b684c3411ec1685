"""Slow bots at the poker table of the room, leaving it and coming back."""

from collections.abc import Iterator
from threading import Timer

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from kicker.errors import FileError, KickerError
from kicker.ui.common.home import KeptGame
from kicker.ui.tui.base import Keys
from kicker.ui.tui.poker import PokerScreen
from tests.new_tables import draw_table, holdem_table
from tests.poker_table import LARGE, SMALL, Held, Visit, at_table, press, settled, text, turn, until

pytestmark = pytest.mark.usefixtures("quiet_room")


@pytest.mark.parametrize("size", [SMALL, pytest.param(LARGE, marks=pytest.mark.long)])
def test_no_key_waits_for_a_slow_bot(size: tuple[int, int]) -> None:
    game = KeptGame.begin("holdem", holdem_table(6, 0, "caller", 5))
    bot = game.table.players[1] = Held()

    async def visit(pilot: Pilot[None], table: PokerScreen) -> None:
        await pilot.press("c")
        assert table.busy  # the bot thinks until it is told to decide; the benchmarks measure how long a key takes
        await pilot.press("question_mark")
        assert isinstance(pilot.app.screen, Keys)
        await pilot.press("escape", "l")
        assert table.busy
        bot.free.set()
        await settled(pilot, table)
        assert len(turn(table).board) == 3

    at_table(game, visit, size)


def events_of(name: str) -> Iterator[str]:
    game = KeptGame.resume("holdem", name)
    yield from (event.kind for event in game.table.log)
    game.close()


@pytest.mark.parametrize("way", ["escape", "twice", "exit"])
def test_leaving_while_a_bot_thinks(way: str) -> None:
    game = KeptGame.begin("holdem", holdem_table(3, 0, "caller", 5))
    game.table.players[1] = bot = Held()

    async def visit(pilot: Pilot[None], table: PokerScreen) -> None:
        await pilot.press("c")
        await until(pilot, bot.asked.is_set)
        assert table.busy
        if way == "exit":
            Timer(0.3, bot.free.set).start()
            pilot.app.exit()
            return
        await pilot.press("escape")
        assert "leaving as soon as the bot has decided" in text(pilot.app)
        if way == "twice":
            await pilot.press("escape")
            await until(pilot, lambda: pilot.app.screen is not table)  # it thinks on, and nobody waits for it
            with pytest.raises(KickerError, match="is open elsewhere"):
                KeptGame.resume("holdem", game.files.name)
        bot.free.set()
        await until(pilot, lambda: pilot.app.screen is not table)
        if way == "escape":
            assert list(events_of(game.files.name))  # nobody holds it any more

    at_table(game, visit)
    assert list(events_of(game.files.name)).count("call") == 2  # the person's and the bot's are kept


def test_leaving_between_two_deals_deals_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kicker.ui.tui.poker.BETWEEN", 1_000_000)  # the next deal does not come by itself
    game = KeptGame.begin("holdem", holdem_table(2, 0, "caller", 5))

    async def visit(pilot: Pilot[None], table: PokerScreen) -> None:
        table.settings.speed = "fast"
        await pilot.press("d", "f")
        await until(pilot, lambda: table.view is not None and table.view.over)
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is not table)
        assert game.table.deals == 1

    at_table(game, visit)


def test_a_game_that_was_left_is_the_same_table_again() -> None:
    for kind in ("holdem", "draw"):
        sitting = holdem_table(5, 0, "caller,maniac", 8) if kind == "holdem" else draw_table(5, 0, "caller,maniac", 8)
        game = KeptGame.begin(kind, sitting)
        pictures: list[str] = []

        async def look(pilot: Pilot[None], table: PokerScreen, pictures: list[str] = pictures) -> None:
            pictures.append(text(pilot.app))

        async def play(pilot: Pilot[None], table: PokerScreen, look: Visit = look) -> None:
            await press(pilot, table, "c")
            await look(pilot, table)
            await pilot.press("escape")
            await until(pilot, lambda: pilot.app.screen is not table)

        at_table(game, play)
        again = KeptGame.resume(kind, game.files.name)
        assert again.table.state == game.table.state
        at_table(again, look)
        assert pictures[0] == pictures[1]


def test_a_game_that_cannot_be_kept_says_so_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    game = KeptGame.begin("holdem", holdem_table(3, 0, "caller", 5))
    save = game.files.save

    def full(text: str) -> None:
        monkeypatch.setattr(game.files, "save", save)
        raise FileError("cannot write 'x': no space left", "write")

    async def visit(pilot: Pilot[None], table: PokerScreen) -> None:
        monkeypatch.setattr(game.files, "save", full)
        await press(pilot, table, "c")
        assert "no space left; press Enter to continue" in text(pilot.app)
        await press(pilot, table, "enter")
        assert len(turn(table).board) == 3
        assert "no space" not in str(table.query_one("#prompt", Static).render())

    at_table(game, visit)
