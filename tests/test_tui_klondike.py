"""Klondike in the room as people play it: whole games by keys and by mouse, the helps, and what becomes of a game."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from itertools import cycle
from math import inf
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest
from rich.table import Table
from textual import events
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Static

from kicker.cards import Card, parse_cards
from kicker.solitaire import TURN, ColumnView, Game, Klondike, Move, Position, View
from kicker.solitaire.helps import Oracle, hint, oracle
from kicker.solitaire.solve import solve
from kicker.ui.home import Kept, left_games
from kicker.ui.play.klondike import STUCK
from kicker.ui.statistics import Statistics
from kicker.ui.text import Look, clock_text
from kicker.ui.tui.app import Room
from kicker.ui.tui.base import Keys, Settings
from kicker.ui.tui.cards import HEIGHT, WIDTH, back, empty, face, name_of
from kicker.ui.tui.klondike import THINKING, DealNumber, KlondikeScreen, Question
from kicker.ui.tui.tableau import Spot, Tableau, column_pieces, waste_shown
from tests.klondike_games import arranged, cards, eager_game, playout, texts

SMALL, LARGE = (80, 24), (160, 50)
RING = Klondike(both_ways=True)
SHORT = Klondike(draw=3, redeals=2), 1089
"""A deal that is won in 95 moves, with both redeals."""
HARD = Klondike(draw=3), 248
"""A deal that takes the solver seconds."""
NAME = re.compile(r"(10|[2-9AJQK])([♠♥♦♣])")
PLAIN_NAME = re.compile(r"[2-9TJQKA][shdc](?=[-=+#|])")

Scenario = Callable[[Pilot[Any], KlondikeScreen], Awaitable[None]]


pytestmark = pytest.mark.usefixtures("quiet_room")


class Bare(Room):
    """The room without a lobby."""

    def get_default_screen(self) -> Screen[Any]:
        return Screen()


def visit(
    game: Game | KlondikeScreen, scenario: Scenario, size: tuple[int, int] = SMALL, settings: Settings | None = None
) -> KlondikeScreen:
    """Open the game, do something there, and close the room."""

    async def run() -> KlondikeScreen:
        app = Bare()
        app.CLICK_CHAIN_TIME_THRESHOLD = 5.0  # type: ignore[misc]  # a busy machine clicks slowly
        app.settings = settings or Settings()
        async with app.run_test(size=size) as pilot:
            screen = game if isinstance(game, KlondikeScreen) else KlondikeScreen(Kept.create("klondike"), game)
            await app.push_screen(screen)
            await pilot.pause()
            await scenario(pilot, screen)
        return screen

    return asyncio.run(run())


def table_lines(screen: KlondikeScreen) -> list[str]:
    """The table as it is on the terminal, with what is beside it cut off."""
    strips = screen._compositor.render_strips()
    region = screen.query_one("#table").region
    lines = ["".join(segment.text for segment in strip) for strip in strips]
    return [line[region.x : region.right] for line in lines[region.y : region.bottom]]


def all_text(screen: Screen[Any]) -> str:
    """Everything on the terminal."""
    return "\n".join("".join(segment.text for segment in strip) for strip in screen._compositor.render_strips())


def said(screen: KlondikeScreen) -> str:
    """What is told beside the table, as it is on the terminal, on one line."""
    strips = screen._compositor.render_strips()
    region = screen.query_one("#side").region
    lines = ["".join(segment.text for segment in strip)[region.x : region.right] for strip in strips]
    return " ".join(" ".join(lines[region.y : region.bottom]).split())


def named(screen: KlondikeScreen) -> set[str]:
    """The names of all cards on the table."""
    return {found[0] for found in NAME.finditer("\n".join(table_lines(screen)))}


def visible(view: View) -> set[str]:
    """The names of all cards that lie open."""
    seen = [card for column in view.columns for card in column.uncovered]
    seen += [home.top for home in view.foundations if home.top is not None]
    return {name_of(card) for card in seen + waste_shown(view)}


async def settle(pilot: Pilot[Any]) -> None:
    """Wait until what was done has been answered; `pilot.pause` waits longer than many moves have time for."""
    for _ in range(4):
        await pilot._wait_for_screen()


async def press(pilot: Pilot[Any], *keys: str) -> None:
    """Press keys one after the other."""
    for key in keys:
        pilot.app.post_message(events.Key(key, key if len(key) == 1 else None))
        await settle(pilot)


async def until(pilot: Pilot[Any], true: Callable[[], bool], seconds: float = 60) -> None:
    """Wait for something that happens in its own time."""
    end = perf_counter() + seconds
    while not true():
        assert perf_counter() < end, "it does not happen"
        await pilot.pause(0.02)


# --- whole games -----------------------------------------------------------------------------------------------------


def keys_of(move: Move) -> list[str]:
    """The keys of piles that make a move."""
    if not move.target:
        return ["t" if move == TURN else "b"]
    return [move.source.lower(), move.target.lower()]


def arrows_to(screen: KlondikeScreen, spot: Spot) -> list[str]:
    """The arrow keys that lead from where the pointer is to a card."""
    upper, here, keys = "SHDC0", screen.cursor, []
    if here.pile in upper and here.pile != spot.pile:
        keys, column = ["down"], upper.index(here.pile) + 1
    else:
        keys, column = ["down"] * (here.taken - 1), int(here.pile) if here.pile not in upper else 0
    if spot.pile in upper:
        goal = upper.index(spot.pile) + 1
        up = 1 if screen.chosen else len(screen.game.position.columns[goal - 1].uncovered) or 1
        return [] if here.pile == spot.pile else [*keys, *sideways(column, goal), *["up"] * up]
    return [*keys, *sideways(column, int(spot.pile)), *["up"] * (spot.taken - 1)]


def sideways(column: int, goal: int) -> list[str]:
    return ["right" if goal > column else "left"] * abs(goal - column)


@pytest.mark.parametrize("size", [SMALL, pytest.param(LARGE, marks=pytest.mark.long)], ids=["80x24", "160x50"])
def test_a_game_is_won_by_keys_and_shows_what_the_player_sees_and_nothing_else(
    size: tuple[int, int], home: Path
) -> None:
    game = Game(*SHORT)
    line = solve(game.position).moves

    async def play(pilot: Pilot[Any], screen: KlondikeScreen) -> None:
        for made, move in enumerate(line):
            position = game.position
            assert named(screen) == visible(position.view()), position
            if size == SMALL or made > 25 or not move.target:
                await press(pilot, *keys_of(move))
            else:
                for spot in (Spot(move.source, move.count), Spot(move.target, 1)):
                    await press(pilot, *arrows_to(screen, spot), "enter")
            assert (game.position, len(game.moves)) == (position.apply(move), made + 1), move
        await pilot.pause()
        text = all_text(screen)
        assert f"deal {SHORT[1]} is won" in text
        assert f"{len(line)} moves, a score of {game.position.score}" in text
        await press(pilot, "u", "t", "1")
        assert game.position.won
        assert "n deals anew" in said(screen)

    screen = visit(game, play, size)
    (row,) = Statistics().solitaire()
    assert (row.deal, row.draw, row.won, row.moves, row.score) == (1089, 3, True, len(line), game.position.score)
    assert row.seconds == pytest.approx(screen.elapsed, abs=0.1)
    assert left_games("klondike") == []
    assert list((home / "saves").iterdir()) == []


async def mouse(pilot: Pilot[Any], kind: type[events.MouseEvent], screen: KlondikeScreen, at: tuple[int, int]) -> None:
    """The mouse, as the terminal tells of it: the room makes clicks of it."""
    table = screen.query_one(Tableau).region
    x, y = table.x + at[0], table.y + at[1]
    pilot.app.post_message(kind(None, x, y, 0, 0, 1, False, False, False, x, y))
    await settle(pilot)


async def click(pilot: Pilot[Any], screen: KlondikeScreen, at: tuple[int, int]) -> None:
    await mouse(pilot, events.MouseDown, screen, at)
    await mouse(pilot, events.MouseUp, screen, at)


def place(screen: KlondikeScreen, spot: Spot) -> tuple[int, int]:
    """A character of a card; the name of the card is seen there."""
    corner, lines = screen.query_one(Tableau).place_of(spot)
    pile = screen.game.position.piles[screen.game.rules.places[spot.pile]] if spot.pile != "turn" else None
    if pile and spot.taken:
        row = table_lines(screen)[corner.y]
        assert name_of(pile.loose[-spot.taken]) in row[corner.x : corner.x + WIDTH], (spot, row)
    return corner.x + 3, corner.y + lines - 1


@pytest.mark.parametrize("size", [pytest.param(SMALL, marks=pytest.mark.long), LARGE], ids=["80x24", "160x50"])
def test_a_game_is_won_by_mouse_alone(size: tuple[int, int]) -> None:
    game = Game(*SHORT)
    line = solve(game.position).moves
    ways = dict.fromkeys(("turn", "double click", "drag", "clicks"), 0)

    async def play(pilot: Pilot[Any], screen: KlondikeScreen) -> None:
        for move, turn in zip(line, cycle(("double click", "drag", "clicks")), strict=False):
            way = turn if turn != "double click" or move.target in tuple("SHDC") else "drag"
            after = game.position.apply(move)
            if not move.target:
                way = "turn"
                await click(pilot, screen, place(screen, Spot("turn")))
            elif way == "double click":
                for _ in range(2):
                    await click(pilot, screen, place(screen, Spot(move.source, 1)))
            elif way == "drag":
                source, target = place(screen, Spot(move.source, move.count)), place(screen, Spot(move.target))
                await mouse(pilot, events.MouseDown, screen, source)
                await mouse(pilot, events.MouseMove, screen, target)
                await mouse(pilot, events.MouseUp, screen, target)
            else:
                await click(pilot, screen, place(screen, Spot(move.source, move.count)))
                assert screen.chosen == Spot(move.source, move.count)
                top = game.position.pile(move.target).top
                await click(pilot, screen, place(screen, Spot(move.target, 0 if top is None else 1)))
            assert game.position == after, (way, move)
            ways[way] += 1
        assert "is won" in all_text(screen)

    visit(game, play, size)
    assert min(ways.values()) >= 10, ways
    assert [row.won for row in Statistics().solitaire()] == [True]


# --- moves -----------------------------------------------------------------------------------------------------------


def test_undo_and_redo_go_back_and_forth_and_what_they_do_is_kept() -> None:
    game = Game(*SHORT)

    async def play(pilot: Pilot[Any], screen: KlondikeScreen) -> None:
        await press(pilot, "u")
        assert "there is no move to undo" in said(screen)
        begin = game.position
        await press(pilot, "t", "t")
        after = game.position
        await press(pilot, "u", "U")
        assert game.position == begin
        assert Game.load(screen.kept.read()).undone == (TURN, TURN)
        await press(pilot, "r", "r")
        assert game.position == after
        assert Game.load(screen.kept.read()).position == after
        await press(pilot, "r")
        assert "there is no move to redo" in said(screen)

    visit(game, play)


def test_safe_cards_go_home_at_a_key() -> None:
    game = Game(*SHORT)
    for move in solve(game.position).moves:
        if game.position.safe_moves and len(game.moves) > 40:
            break
        game.play(move)

    async def play(pilot: Pilot[Any], screen: KlondikeScreen) -> None:
        expected, moves = game.position.autoplay()
        await press(pilot, "a")
        assert game.position == expected
        assert f"{len(moves)} card" in said(screen)
        await press(pilot, "a")
        assert game.position == expected
        assert "no card can go home safely" in said(screen)

    visit(game, play)


def test_an_illegal_move_says_why_and_changes_nothing() -> None:
    game = Game(RING, 1)

    async def play(pilot: Pilot[Any], screen: KlondikeScreen) -> None:
        before, kept = game.position, screen.kept.read()
        await press(pilot, "3", "h")
        assert "3 H: foundation H takes Ah alone, not 2h" in said(screen)
        assert "legal is" not in said(screen)
        await press(pilot, "h")
        assert "there is no card to take at H" in said(screen)
        await press(pilot, "2", "0")
        assert "no card goes back to the stock" in said(screen)
        await press(pilot, "f")
        assert "pick up a card first" in said(screen)
        await press(pilot, "3", "f")
        assert "foundation H takes Ah" in said(screen)
        assert (game.position, game.moves, screen.kept.read()) == (before, (), kept)
        assert screen.chosen is None

    visit(game, play)


def test_what_is_picked_up_is_lit_and_its_targets_are_marked_without_colours() -> None:
    game = Game(RING, 1)  # 7h of column 1 goes to 8c of column 7

    async def play(pilot: Pilot[Any], screen: KlondikeScreen) -> None:
        await press(pilot, "1")
        lines = table_lines(screen)
        assert "╔7♥═══╗" in lines[7]
        assert re.findall(r"▼ (\w) ▼", "\n".join(lines)) == ["7"]
        assert "7♥: where to?" in said(screen)
        await press(pilot, "x")
        assert "╔" not in all_text(screen)
        await press(pilot, "1", "escape")  # lets go, and does not leave
        assert screen.chosen is None
        assert pilot.app.screen is screen
        await press(pilot, "1", "1")
        assert (screen.chosen, game.moves) == (None, ())
        await press(pilot, "1", "7")
        assert game.moves == (Move("1", "7", 1),)

    visit(game, play)


def test_a_click_in_a_run_takes_the_cards_from_there() -> None:
    game = Game(*SHORT)
    for move in solve(game.position).moves[:40]:
        game.play(move)
    run = game.position.columns[4].uncovered
    assert len(run) == 8

    async def play(pilot: Pilot[Any], screen: KlondikeScreen) -> None:
        await click(pilot, screen, place(screen, Spot("5", 3)))
        assert screen.chosen == Spot("5", 3)
        assert "7♠ to 5♣" in said(screen)
        assert re.findall(r"╔(\w+.)═", "\n".join(table_lines(screen))) == [name_of(card) for card in run[-3:]]
        await click(pilot, screen, place(screen, Spot("5", 3)))
        assert screen.chosen is None
        pilot.app.CLICK_CHAIN_TIME_THRESHOLD = 0.0  # so that it is no double click
        await click(pilot, screen, place(screen, Spot("5", 3)))
        await click(pilot, screen, place(screen, Spot("3", 1)))
        assert "column 3 takes 9c or 9s, not 7s 6h 5c" in said(screen)
        assert len(game.moves) == 40

    visit(game, play)


def test_cards_go_with_the_mouse_and_a_drop_on_the_wrong_pile_says_why() -> None:
    game = Game(RING, 1)

    async def play(pilot: Pilot[Any], screen: KlondikeScreen) -> None:
        start = place(screen, Spot("2", 1))
        await mouse(pilot, events.MouseDown, screen, start)
        await mouse(pilot, events.MouseMove, screen, (start[0] + 2, start[1] + 3))
        lines = table_lines(screen)
        assert "6♥" not in lines[8][9:16]
        assert any("╔6♥" in line for line in lines[9:])
        assert named(screen) == visible(game.position.view())
        await mouse(pilot, events.MouseUp, screen, place(screen, Spot("4", 1)))
        assert "2 4 1: column 4 takes Ad or Ah, not 6h" in said(screen)
        assert not game.moves
        await mouse(pilot, events.MouseDown, screen, start)
        await mouse(pilot, events.MouseMove, screen, (start[0] + 1, start[1]))
        await mouse(pilot, events.MouseUp, screen, (start[0] + 1, start[1]))
        assert screen.chosen == Spot("2", 1)  # a hand that trembled

    visit(game, play)


def test_a_stock_that_goes_both_ways_is_rotated_by_keys_arrows_and_clicks() -> None:
    game = Game(RING, 1)

    async def play(pilot: Pilot[Any], screen: KlondikeScreen) -> None:
        await press(pilot, "t", "space", "right", "b", "left")
        assert texts(game.moves) == ["turn", "turn", "turn", "back", "back"]
        text = "\n".join(table_lines(screen))
        assert "t ▶" in text
        assert "◀ b" in text
        await click(pilot, screen, place(screen, Spot("turn")))
        corner, _ = screen.query_one(Tableau).place_of(Spot("back"))
        await click(pilot, screen, (corner.x + 3, corner.y))
        await click(pilot, screen, (corner.x + 3, corner.y - 2))
        assert texts(game.moves[5:]) == ["turn", "back", "turn"]

    visit(game, play)


def test_three_cards_are_turned_up_and_the_redeals_are_counted() -> None:
    game = Game(Klondike(draw=3, redeals=1), 5)

    async def play(pilot: Pilot[Any], screen: KlondikeScreen) -> None:
        assert "1 redeal left" in all_text(screen)
        await press(pilot, "t")
        fan = [name_of(card) for card in game.position.stock.cards[:3]]
        assert all(name in table_lines(screen)[1] for name in fan)
        assert "stock 21 of 24" in said(screen)
        await press(pilot, *["t"] * 7)
        assert "↻" in table_lines(screen)[3]
        await press(pilot, "t")
        assert game.position.stock.passes == 1
        assert "0 redeals left" in all_text(screen)
        await press(pilot, *["t"] * 9)
        assert len(game.moves) == 17
        assert "the waste may not be turned over any more" in said(screen)
        assert "↻" not in table_lines(screen)[3]

    visit(game, play)


def test_the_pointer_goes_everywhere_and_uses_what_it_points_at() -> None:
    game = Game(Klondike(), 1)

    async def play(pilot: Pilot[Any], screen: KlondikeScreen) -> None:
        await press(pilot, "enter")  # on an empty waste it turns the stock
        assert texts(game.moves) == ["turn"]
        await press(pilot, "left", "left", "left", "left", "left")
        assert screen.cursor == Spot("S", 1)
        assert "[S]" in table_lines(screen)[0]
        await press(pilot, "down", "enter")
        assert screen.chosen == Spot("1", 1)
        assert "▶╔7♥═══╗◀" in "\n".join(table_lines(screen))
        await press(pilot, *["right"] * 9, "enter")
        assert texts(game.moves[1:]) == ["1 7 1"]
        await press(pilot, "up", "up")  # to 8c and further to the stock
        assert screen.cursor == Spot("0", 1)

    visit(game, play)


# --- helps -----------------------------------------------------------------------------------------------------------


def late_game() -> Game:
    """A game with few hidden cards, so that all 200 samples of a hint are tried."""
    game = Game(*SHORT)
    for move in solve(game.position).moves[:55]:
        game.play(move)
    return game


def test_the_hint_is_that_of_the_helps() -> None:
    game = late_game()
    expected = hint(game.position.view(), seconds=None)

    async def play(pilot: Pilot[Any], screen: KlondikeScreen) -> None:
        await press(pilot, "i")
        await until(pilot, lambda: screen.message != THINKING)
        await pilot.pause()
        text = said(screen)
        assert f"of {expected[0].tried} ways to deal the hidden cards" in text
        for tip in expected[:5]:
            share, low, high = (f"{100 * value:.0f}" for value in (tip.share, tip.low, tip.high))
            assert f"{tip.move} {share} % ({low}-{high})" in text

    visit(game, play)


def test_the_oracle_is_that_of_the_helps_and_leads_to_the_win() -> None:
    game = late_game()

    async def play(pilot: Pilot[Any], screen: KlondikeScreen) -> None:
        expected = oracle(game.position)
        await press(pilot, "o")
        await until(pilot, lambda: screen.message != THINKING)
        await pilot.pause()
        assert expected.text in said(screen)
        for made, move in enumerate(expected.verdict.moves[:10], 1):
            await press(pilot, *keys_of(move), "o")
            assert f"leads to a win in {len(expected.verdict.moves) - made} moves" in screen.message
        await press(pilot, "y")
        assert "possible moves: " in said(screen)

    visit(game, play)


def test_the_oracle_knows_that_a_game_is_lost() -> None:
    game = Game(Klondike(draw=3, redeals=0), 1)
    assert solve(game.position).result == "lost"

    async def play(pilot: Pilot[Any], screen: KlondikeScreen) -> None:
        await press(pilot, "o")
        await until(pilot, lambda: screen.message != THINKING)
        await pilot.pause()
        assert "this game cannot be won any more" in said(screen)

    visit(game, play)


def test_what_is_thought_about_another_position_is_not_told_and_stops() -> None:
    game = Game(*HARD)

    async def play(pilot: Pilot[Any], screen: KlondikeScreen) -> None:
        await press(pilot, "o")
        await until(pilot, screen._one_thought.locked)
        assert THINKING in said(screen)
        await press(pilot, "t")
        assert THINKING not in said(screen)
        await until(pilot, lambda: not screen._one_thought.locked())  # it would take longer by itself
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        assert (screen.message, screen.proven) == ("", {})
        await press(pilot, "o")
        await until(pilot, screen._one_thought.locked)
        await press(pilot, "escape")  # and nobody is there any more
        await until(pilot, lambda: not screen._one_thought.locked())

    visit(game, play)


def test_keys_do_not_wait_for_the_oracle(monkeypatch: pytest.MonkeyPatch) -> None:
    """It searches until somebody stops it; `python -m benchmarks terminal` has the limit that people notice, 50 ms."""
    monkeypatch.setattr("kicker.ui.tui.klondike.ORACLE_SECONDS", inf)
    asked: list[Position] = []

    def searching(position: Position, seconds: float, clock: Callable[[], float]) -> Oracle:
        asked.append(position)
        while clock() < inf:
            last = oracle(position, seconds=0.2, clock=clock)
        return last

    monkeypatch.setattr("kicker.ui.tui.klondike.oracle", searching)

    async def play(pilot: Pilot[Any], screen: KlondikeScreen) -> None:
        await press(pilot, "o")
        await until(pilot, lambda: bool(asked))
        await press(pilot, "down", "right", "1", "x", "up", "y", "left", "down")
        assert screen.cursor == Spot("4", 1)  # the keys were obeyed
        assert screen._one_thought.locked()
        await press(pilot, "t")
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
        await press(pilot, "r")
        await until(pilot, lambda: screen.stuck)
        await pilot.pause()
        assert STUCK in said(screen)
        await press(pilot, "u")
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        assert STUCK not in said(screen)

    visit(game, play)


# --- what becomes of a game ------------------------------------------------------------------------------------------


def test_a_game_that_was_left_goes_on_where_it_was_with_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("kicker.ui.tui.klondike.monotonic", lambda: now)
    game = Game(*SHORT)
    game.seconds = 75
    screen = KlondikeScreen(Kept.create("klondike"), game)

    async def leave(pilot: Pilot[Any], screen: KlondikeScreen) -> None:
        nonlocal now
        await press(pilot, "t", "t", "u")
        assert "time 1:15" in said(screen)
        now += 7
        await press(pilot, "escape")
        assert pilot.app.screen is not screen

    visit(screen, leave)
    assert left_games("klondike") == [screen.kept.name]
    kept = Kept.find("klondike")
    again = KlondikeScreen(kept, Game.load(kept.read()))

    async def come_back(pilot: Pilot[Any], screen: KlondikeScreen) -> None:
        assert screen.game.position == game.position
        assert screen.game.undone == (TURN,)
        nonlocal now
        assert "time 1:22" in said(screen)
        now += 5
        await until(pilot, lambda: "time 1:27" in said(screen))  # the clock goes on

    visit(again, come_back)
    Kept.find("klondike").close()  # the room is closed without a key: others may have the game
    assert Statistics().solitaire() == []


def test_a_new_deal_asks_before_a_game_is_given_up_and_counts_it_as_not_won() -> None:
    game = Game(*SHORT)

    async def play(pilot: Pilot[Any], screen: KlondikeScreen) -> None:
        await press(pilot, "n")  # nothing was played: nothing to ask
        await pilot.pause()
        first = screen.game
        assert first is not game
        assert first.rules == game.rules
        assert left_games("klondike") == [screen.kept.name]
        assert Statistics().solitaire() == []
        await press(pilot, "t", "n")
        assert isinstance(pilot.app.screen, Question)
        await press(pilot, "n")
        await pilot.pause()
        assert (screen.game, len(first.moves)) == (first, 1)
        await press(pilot, "n", "y")
        await pilot.pause()
        assert screen.game is not first
        assert not screen.game.moves
        (row,) = Statistics().solitaire()
        assert (row.deal, row.won, row.moves) == (first.number, False, 1)
        assert Game.load(screen.kept.read()).number == screen.game.number
        assert left_games("klondike") == [screen.kept.name]
        await press(pilot, "t", "n", "y")
        await pilot.pause()
        assert len(Statistics().solitaire()) == 2  # each game is a row, though its place was used again

    visit(game, play)


def test_a_winnable_deal_and_the_deal_of_a_number() -> None:
    game = Game(*SHORT)

    async def play(pilot: Pilot[Any], screen: KlondikeScreen) -> None:
        await press(pilot, "w")
        await until(pilot, lambda: screen.game is not game)
        assert solve(screen.game.position).result == "won"
        await press(pilot, "g")
        await pilot.pause()
        assert isinstance(pilot.app.screen, DealNumber)
        await press(pilot, "0", "enter")
        assert "'0' is no deal" in all_text(pilot.app.screen)
        await press(pilot, "backspace", "7", "7", "enter")
        await pilot.pause()
        assert screen.game.number == 77
        assert "deal 77" in all_text(screen)
        await press(pilot, "g", "escape")
        await pilot.pause()
        assert screen.game.number == 77

    visit(game, play)


def test_a_folder_that_cannot_be_written_is_told_and_the_game_goes_on(home: Path) -> None:
    game = Game(*SHORT)

    async def play(pilot: Pilot[Any], screen: KlondikeScreen) -> None:
        (home / "statistics.sqlite").mkdir()
        await press(pilot, "t", "n", "y")
        await pilot.pause()
        assert screen.game is not game
        assert "the game is not counted" in said(screen)
        screen.kept.save_file.unlink()
        screen.kept.save_file.mkdir()
        await press(pilot, "t")
        assert len(screen.game.moves) == 1
        assert "it is not kept" in said(screen)
        screen.kept.save_file.rmdir()
        await press(pilot, "t")
        assert "it is not kept" not in said(screen)
        assert len(Game.load(screen.kept.read()).moves) == 2

    visit(game, play)


# --- how it looks ----------------------------------------------------------------------------------------------------


def test_the_page_of_keys_names_them_all() -> None:
    async def play(pilot: Pilot[Any], screen: KlondikeScreen) -> None:
        await press(pilot, "question_mark")
        await pilot.pause()
        assert isinstance(pilot.app.screen, Keys)
        grid = pilot.app.screen.query_one(Static).content
        assert isinstance(grid, Table)
        shown = " ".join(map(str, grid.columns[0].cells)).split()
        assert {*"01234567shdctbfauryionwgx?", "space", "⏎", "esc"} <= set(shown)

    visit(Game(*SHORT), play, LARGE)


def test_every_card_is_seen_whatever_the_size_and_it_can_change_at_any_time() -> None:
    game = late_game()

    async def play(pilot: Pilot[Any], screen: KlondikeScreen) -> None:
        for size in ((160, 50), (80, 24), (100, 30), (60, 34), (200, 60), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert named(screen) == visible(game.position.view()), size
            moves = len(game.moves)
            await click(pilot, screen, place(screen, Spot("turn")))
            assert len(game.moves) == moves + 1
            assert f"moves {moves + 1}" in said(screen)
        await pilot.resize_terminal(40, 12)  # too small for everything: it scrolls
        await pilot.pause()
        await press(pilot, "u", "u", "pagedown")
        await pilot.pause()
        assert screen.query_one("#table").scroll_y > 0
        await press(pilot, "pageup", "pageup")
        await pilot.pause()
        assert screen.query_one("#table").scroll_y == 0

    visit(game, play)


def test_the_table_shows_all_that_is_open_in_positions_of_every_kind() -> None:
    positions = [
        after
        for rules in (Klondike(), RING, Klondike(draw=3), Klondike(ranks=5, columns=3))
        for seed in range(3)
        for _, _, after in playout(rules, seed, 60)
    ][::5]
    run = "Kh Qs Jh Ts 9h 8s 7h 6s 5h 4s 3h 2s Ah"
    hidden = "Kc Kd Qd Qc Jd Jc"
    positions.append(arranged(["", "", "", "", "", "", f"{hidden} | {run}"], stock="2h 3s 4h 5s 6h 7s", waste=3))

    async def play(pilot: Pilot[Any], screen: KlondikeScreen) -> None:
        for size in (SMALL, LARGE):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            for position in positions:
                screen.query_one(Tableau).show(position.view())
                await settle(pilot)
                assert named(screen) == visible(position.view()), (size, position)

    visit(Game(*SHORT), play)


def test_a_column_is_pushed_together_before_anything_is_left_out() -> None:
    run = cards("Kh Qs Jh Ts 9h 8s 7h 6s 5h 4s 3h 2s Ah")
    for covered in range(7):
        for length in range(1, 14):
            column = ColumnView(covered, run[:length])
            for room in range(length + (covered > 0), 60):
                pieces = column_pieces(column, room)
                assert [piece.card for piece in pieces if piece.card is not None] == list(run[:length])
                assert [piece.taken for piece in pieces if piece.card is not None] == list(range(length, 0, -1))
                assert sum(piece.lines for piece in pieces) <= room
                assert min(piece.lines for piece in pieces) >= 1
                backs = [piece for piece in pieces if piece.card is None]
                assert bool(backs) == (covered > 0)
                if room >= covered + length + HEIGHT - 1:
                    assert (len(backs), pieces[-1].lines) == (covered, HEIGHT)
                elif len(backs) < covered:
                    assert backs[0].hidden == covered


def test_without_symbols_and_colours_it_is_the_same_game() -> None:
    game = late_game()
    settings = Settings(ascii=True, four_colour=True, back="")

    async def play(pilot: Pilot[Any], screen: KlondikeScreen) -> None:
        await press(pilot, "5", "down")
        text = "\n".join(table_lines(screen))
        assert text.isascii()
        expected = {name_of(card, plain=True) for card in parse_cards(" ".join(visible(game.position.view())))}
        assert set(PLAIN_NAME.findall(text)) >= expected
        assert "#######" in text

    visit(game, play, settings=settings)


def test_a_card_is_seven_wide_and_five_high() -> None:
    for look in (Look(), Look(ascii=True)):
        pictures = [face(Card(name), look, lit=lit) for name in ("Th", "As", "Kd", "9c") for lit in (False, True)]
        for picture in [*pictures, empty(look, "S")]:
            assert [len(segment.text) for segment in picture] == [WIDTH] * HEIGHT
        for palette in ("", "blue", "gold"):
            assert [sum(len(segment.text) for segment in line) for line in back(palette, look)] == [WIDTH] * HEIGHT
    assert {face(Card("8h"), Look())[line].text.count("♥") for line in (1, 2, 3)} == {2, 3}


def test_the_clock() -> None:
    assert list(map(clock_text, (0, 59.9, 425, 4025))) == ["0:00", "0:59", "7:05", "1:07:05"]
