"""Klondike in the room: hints and the oracle, and what becomes of a game that is left, lost or given up."""

from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from kicker.solitaire import TURN, Game, Klondike, Move, Position
from kicker.solitaire.dat import read_save
from kicker.solitaire.hints import Oracle, hint, oracle
from kicker.solitaire.solve import solve
from kicker.ui.common.home import GameFiles, left_games
from kicker.ui.common.klondike import KeptSession
from kicker.ui.common.klondike_words import STUCK, THINKING, move_keys, move_words, oracle_words, share_words
from kicker.ui.common.statistics import Statistics
from kicker.ui.common.text import Look
from kicker.ui.tui.base import Question
from kicker.ui.tui.klondike import Asked, KlondikeScreen
from kicker.ui.tui.tableau import PileSpot
from tests.klondike_games import eager_game
from tests.klondike_room import SHORT, all_text, keys_of, late_game, press, said, until, visit
from tests.room import burst

HARD = Klondike(draw=3), 248
"""A deal that takes the solver seconds."""
pytestmark = pytest.mark.usefixtures("quiet_room")


# --- hints -----------------------------------------------------------------------------------------------------------


def test_the_hint_is_that_of_the_library() -> None:
    game = late_game()
    expected = hint(game.position.view(), seconds=None)

    async def play(pilot: Pilot[Any], screen: KlondikeScreen) -> None:
        await press(pilot, "t")
        await until(pilot, lambda: screen.message != THINKING)
        await pilot.pause()
        text = said(screen)
        assert f"in {expected[0].tried} random deals of the hidden cards" in text
        for tip in expected[:5]:
            words = move_words(game.position.view(), tip.move, Look())
            assert f"{move_keys(tip.move)} {share_words(tip)} {words}" in text

    visit(game, play)


def test_the_oracle_is_that_of_the_library_and_leads_to_the_win() -> None:
    game = late_game()

    async def play(pilot: Pilot[Any], screen: KlondikeScreen) -> None:
        expected = oracle(game.position)
        await press(pilot, "p")
        await until(pilot, lambda: screen.message != THINKING)
        await pilot.pause()
        assert oracle_words(game.position.view(), expected, Look(), with_keys=True) in said(screen)
        for made, move in enumerate(expected.verdict.moves[:10], 1):
            await press(pilot, *keys_of(move), "p")
            assert f"This line wins in {len(expected.verdict.moves) - made} moves." in screen.message
        await press(pilot, "y")
        assert "Possible moves: " in said(screen)

    visit(game, play)


def test_the_oracle_knows_that_a_game_is_lost() -> None:
    game = Game(Klondike(draw=3, redeals=0), 1)
    assert solve(game.position).result == "lost"

    async def play(pilot: Pilot[Any], screen: KlondikeScreen) -> None:
        await press(pilot, "p")
        await until(pilot, lambda: screen.message != THINKING)
        await pilot.pause()
        assert "This game can no longer be won." in said(screen)

    visit(game, play)


def test_what_is_thought_about_another_position_is_not_told_and_stops() -> None:
    game = Game(*HARD)

    async def play(pilot: Pilot[Any], screen: KlondikeScreen) -> None:
        await press(pilot, "p")
        await until(pilot, screen._one_thought.locked)
        assert THINKING in said(screen)
        await press(pilot, "r")
        assert THINKING not in said(screen)
        await until(pilot, lambda: not screen._one_thought.locked())  # it would take longer by itself
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        assert (screen.message, screen.session.proven) == ("", None)
        await press(pilot, "p")
        await until(pilot, screen._one_thought.locked)
        await press(pilot, "escape")  # and nobody is there any more
        await until(pilot, lambda: not screen._one_thought.locked())

    visit(game, play)


def test_keys_do_not_wait_for_the_oracle(monkeypatch: pytest.MonkeyPatch) -> None:
    """It searches until somebody stops it; `python -m benchmarks terminal` has the limit that people notice, 50 ms."""
    asked: list[Position] = []

    def searching(position: Position, seconds: float, positions: int, clock: Callable[[], float]) -> Oracle:
        asked.append(position)
        while clock() < inf:
            last = oracle(position, seconds=0.2, clock=clock)
        return last

    monkeypatch.setattr("kicker.solitaire.session.oracle", searching)

    async def play(pilot: Pilot[Any], screen: KlondikeScreen) -> None:
        await press(pilot, "p")
        await until(pilot, lambda: bool(asked))
        await press(pilot, "down", "right", "1", "x", "up", "y", "left", "down")
        assert screen.cursor == PileSpot("4", 1)  # the keys were obeyed
        assert screen._one_thought.locked()
        await press(pilot, "r")
        await until(pilot, lambda: not screen._one_thought.locked())

    visit(Game(*HARD), play)


def test_a_game_that_cannot_go_on_is_noticed_and_undo_leads_out_of_it() -> None:
    game = eager_game(Klondike(draw=3, redeals=0), 1, 300)
    while game.position.stuck:
        last = game.undo()
    assert last.target

    async def play(pilot: Pilot[Any], screen: KlondikeScreen) -> None:
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        assert STUCK not in said(screen)
        await press(pilot, "e")
        await until(pilot, lambda: screen.stuck)
        await pilot.pause()
        assert STUCK in said(screen)
        await press(pilot, "u")
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        assert STUCK not in said(screen)

    visit(game, play)


# --- what becomes of a game ------------------------------------------------------------------------------------------


def test_a_game_that_was_left_goes_on_where_it_was_with_its_time() -> None:
    now = 1000.0
    game = Game(*SHORT)
    game.seconds = 75
    screen = KlondikeScreen(KeptSession(game, clock=lambda: now))

    async def leave(pilot: Pilot[Any], screen: KlondikeScreen) -> None:
        nonlocal now
        await press(pilot, "r", "r", "u")
        assert "time 1:15" in said(screen)
        now += 7
        await press(pilot, "escape")
        assert pilot.app.screen is not screen

    visit(screen, leave)
    assert left_games("klondike") == [screen.session.files.name]
    again = KlondikeScreen(KeptSession.resume(clock=lambda: now))

    async def come_back(pilot: Pilot[Any], screen: KlondikeScreen) -> None:
        assert screen.session.game.position == game.position
        assert screen.session.game.undone == (TURN,)
        nonlocal now
        assert "time 1:22" in said(screen)
        now += 5
        await until(pilot, lambda: "time 1:27" in said(screen))  # the clock goes on

    visit(again, come_back)
    GameFiles.find("klondike").close()  # the room is closed without a key: others may have the game
    assert Statistics().solitaire() == []


def test_a_new_deal_asks_before_a_game_is_given_up_and_counts_it_as_not_won() -> None:
    game = Game(*SHORT)

    async def play(pilot: Pilot[Any], screen: KlondikeScreen) -> None:
        await press(pilot, "n")  # nothing was played: nothing to ask
        await pilot.pause()
        first = screen.session.game
        assert first is not game
        assert first.rules == game.rules
        assert left_games("klondike") == [screen.session.files.name]
        assert Statistics().solitaire() == []
        await press(pilot, "r", "n")
        assert isinstance(pilot.app.screen, Question)
        await press(pilot, "n")
        await pilot.pause()
        assert (screen.session.game, len(first.moves)) == (first, 1)
        await press(pilot, "n", "y")
        await pilot.pause()
        assert screen.session.game is not first
        assert not screen.session.game.moves
        (row,) = Statistics().solitaire()
        assert (row.deal, row.won, row.moves) == (first.number, False, 1)
        assert Game.load(screen.session.files.read()).number == screen.session.game.number
        assert left_games("klondike") == [screen.session.files.name]
        await press(pilot, "r", "n", "y")
        await pilot.pause()
        assert len(Statistics().solitaire()) == 2  # each game is a row, though its place was used again

    visit(game, play)


def test_a_winnable_deal_and_the_deal_of_a_number() -> None:
    game = Game(*SHORT)

    async def play(pilot: Pilot[Any], screen: KlondikeScreen) -> None:
        await press(pilot, "b")
        await until(pilot, lambda: screen.session.game is not game)
        assert solve(screen.session.game.position).result == "won"
        await press(pilot, "g")
        await pilot.pause()
        assert isinstance(pilot.app.screen, Asked)
        await press(pilot, "0", "enter")
        assert "Deal must be a whole number" in all_text(pilot.app.screen)
        await press(pilot, "backspace", "7", "7", "enter")
        await pilot.pause()
        assert screen.session.game.number == 77
        assert "deal 77" in all_text(screen)
        await press(pilot, "g", "escape")
        await pilot.pause()
        assert screen.session.game.number == 77

    visit(game, play)


@pytest.mark.req("R004-11")
def test_a_game_is_saved_to_a_file_and_opened_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.txt").write_text("hello")
    game = Game(Klondike(both_ways=True), 3)

    async def play(pilot: Pilot[Any], screen: KlondikeScreen) -> None:
        await press(pilot, "1", "f", "w", *"mine", "enter")
        await until(pilot, lambda: pilot.app.screen is screen)
        assert "Saved to 'mine.dat'." in said(screen)
        await press(pilot, "r", "w", *"mine", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, Question))
        await press(pilot, "n")
        await until(pilot, lambda: pilot.app.screen is screen)
        assert read_save((tmp_path / "mine.dat").read_text()).moves == (Move("1", "H"),)
        await press(pilot, "o", *"notes.txt", "enter")
        assert "Cannot open 'notes.txt': this is not" in all_text(pilot.app.screen)
        await press(pilot, "escape", "o", *"mine", "enter")
        await until(pilot, lambda: screen.session.game is not game)
        await until(pilot, lambda: pilot.app.screen is screen)
        assert "Opened 'mine.dat'. The previous game was saved." in said(screen)
        assert screen.session.game.moves == (Move("1", "H"),)
        await press(pilot, "q")
        await until(pilot, lambda: pilot.app.screen is not screen)

    visit(game, play)
    assert len(left_games("klondike")) == 2


def test_keys_in_a_burst_are_for_what_the_key_before_opened() -> None:
    async def play(pilot: Pilot[Any], screen: KlondikeScreen) -> None:
        await burst(pilot, "g", "77", "enter", "r", "r")
        assert (screen.session.game.number, len(screen.session.game.moves)) == (77, 2)
        await burst(pilot, "n", "y", "r")
        assert screen.session.game.number != 77
        assert len(screen.session.game.moves) == 1
        await burst(pilot, "g", "78", "enter", "n", "r", "g", "79", "enter", "y", "r", "u")
        assert (screen.session.game.number, len(screen.session.game.moves)) == (79, 0)
        first, _ = Statistics().solitaire()
        assert first.deal == 77
        assert screen.is_current

    visit(Game(*SHORT), play)


def test_a_folder_that_cannot_be_written_is_told_and_the_game_goes_on(home: Path) -> None:
    game = Game(*SHORT)

    async def play(pilot: Pilot[Any], screen: KlondikeScreen) -> None:
        (home / "statistics.sqlite").mkdir()
        await press(pilot, "r", "n", "y")
        await pilot.pause()
        assert screen.session.game is not game
        assert "is not counted" in said(screen)
        screen.session.files.save_file.unlink()
        screen.session.files.save_file.mkdir()
        await press(pilot, "r")
        assert len(screen.session.game.moves) == 1
        assert "the game is not saved" in said(screen)
        screen.session.files.save_file.rmdir()
        await press(pilot, "r")
        assert "the game is not saved" not in said(screen)
        assert len(Game.load(screen.session.files.read()).moves) == 2

    visit(game, play)
