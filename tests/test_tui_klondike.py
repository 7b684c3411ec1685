"""Klondike in the room as people play it: whole games by keys and by mouse, moves, and pointing."""

import re
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot

from kicker.solitaire import TURN, Game, Klondike, Move
from kicker.solitaire.solve import solve
from kicker.ui.common.home import left_games
from kicker.ui.common.klondike_words import NOTHING_HELD
from kicker.ui.common.statistics import Statistics
from kicker.ui.tui.cards import name_of
from kicker.ui.tui.klondike import KlondikeScreen
from kicker.ui.tui.tableau import PileSpot, Tableau
from tests.klondike_games import texts
from tests.klondike_room import (
    LARGE,
    RING,
    SHORT,
    SMALL,
    all_text,
    click,
    keys_of,
    mouse,
    named,
    place,
    press,
    said,
    table_lines,
    visible,
    visit,
)

pytestmark = pytest.mark.usefixtures("quiet_room")


# --- whole games -----------------------------------------------------------------------------------------------------


def arrows_to(screen: KlondikeScreen, spot: PileSpot) -> list[str]:
    """The arrow keys that lead from where the pointer is to a card."""
    upper, here, keys = "SHDC0", screen.cursor, []
    if here.pile in upper and here.pile != spot.pile:
        keys, column = ["down"], upper.index(here.pile) + 1
    else:
        keys, column = ["down"] * (here.taken - 1), int(here.pile) if here.pile not in upper else 0
    if spot.pile in upper:
        goal = upper.index(spot.pile) + 1
        up = 1 if screen.chosen else len(screen.session.game.position.columns[goal - 1].uncovered) or 1
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
                for spot in (PileSpot(move.source, move.count), PileSpot(move.target, 1)):
                    await press(pilot, *arrows_to(screen, spot), "enter")
            assert (game.position, len(game.moves)) == (position.apply(move), made + 1), move
        await pilot.pause()
        text = all_text(screen)
        assert f"Deal {SHORT[1]} is won. Well played!" in text
        assert f"{len(line)} moves, a score of {game.position.score}" in text
        await press(pilot, "u", "r", "1")
        assert game.position.won
        assert "N deals a new game." in said(screen)

    screen = visit(game, play, size)
    (row,) = Statistics().solitaire()
    assert (row.deal, row.draw, row.won, row.moves, row.score) == (1089, 3, True, len(line), game.position.score)
    assert row.seconds == pytest.approx(screen.session.elapsed, abs=0.1)
    assert left_games("klondike") == []
    assert list((home / "saves").iterdir()) == []


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
                await click(pilot, screen, place(screen, PileSpot("turn")))
            elif way == "double click":
                for _ in range(2):
                    await click(pilot, screen, place(screen, PileSpot(move.source, 1)))
            elif way == "drag":
                source, target = place(screen, PileSpot(move.source, move.count)), place(screen, PileSpot(move.target))
                await mouse(pilot, events.MouseDown, screen, source)
                await mouse(pilot, events.MouseMove, screen, target)
                await mouse(pilot, events.MouseUp, screen, target)
            else:
                await click(pilot, screen, place(screen, PileSpot(move.source, move.count)))
                assert screen.chosen == PileSpot(move.source, move.count)
                top = game.position.pile(move.target).top
                await click(pilot, screen, place(screen, PileSpot(move.target, 0 if top is None else 1)))
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
        assert "There is no move to undo." in said(screen)
        begin = game.position
        await press(pilot, "r", "r")
        after = game.position
        await press(pilot, "u", "U")
        assert game.position == begin
        assert Game.load(screen.session.files.read()).undone == (TURN, TURN)
        await press(pilot, "e", "e")
        assert game.position == after
        assert Game.load(screen.session.files.read()).position == after
        await press(pilot, "e")
        assert "There is no move to redo." in said(screen)

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
        homes = sum(move.target != "" for move in moves)
        assert f"{homes} card" in said(screen)
        await press(pilot, "a")
        assert game.position == expected
        assert "No card can safely go to its foundation" in said(screen)

    visit(game, play)


def test_an_illegal_move_says_why_and_changes_nothing() -> None:
    game = Game(RING, 1)

    async def play(pilot: Pilot[Any], screen: KlondikeScreen) -> None:
        before, kept = game.position, screen.session.files.read()
        await press(pilot, "3", "h")
        assert "2♥ cannot go on the hearts foundation; it takes A♥." in said(screen)
        assert "legal" not in said(screen)
        await press(pilot, "h")
        assert "The hearts foundation is empty." in said(screen)
        await press(pilot, "2", "0")
        assert "Cards cannot go back to the stock." in said(screen)
        await press(pilot, "f")
        assert NOTHING_HELD in said(screen)
        await press(pilot, "3", "f")
        assert "it takes A♥." in said(screen)
        assert (game.position, game.moves, screen.session.files.read()) == (before, (), kept)
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
        await click(pilot, screen, place(screen, PileSpot("5", 3)))
        assert screen.chosen == PileSpot("5", 3)
        assert "7♠ to 5♣" in said(screen)
        assert re.findall(r"╔(\w+.)═", "\n".join(table_lines(screen))) == [name_of(card) for card in run[-3:]]
        await click(pilot, screen, place(screen, PileSpot("5", 3)))
        assert screen.chosen is None
        pilot.app.CLICK_CHAIN_TIME_THRESHOLD = 0.0  # so that it is no double click
        await click(pilot, screen, place(screen, PileSpot("5", 3)))
        await click(pilot, screen, place(screen, PileSpot("3", 1)))
        assert "7♠ and 2 more cannot go on column 3; it takes 9♣ or 9♠." in said(screen)
        assert len(game.moves) == 40

    visit(game, play)


def test_cards_go_with_the_mouse_and_a_drop_on_the_wrong_pile_says_why() -> None:
    game = Game(RING, 1)

    async def play(pilot: Pilot[Any], screen: KlondikeScreen) -> None:
        start = place(screen, PileSpot("2", 1))
        await mouse(pilot, events.MouseDown, screen, start)
        await mouse(pilot, events.MouseMove, screen, (start[0] + 2, start[1] + 3))
        lines = table_lines(screen)
        assert "6♥" not in lines[8][9:16]
        assert any("╔6♥" in line for line in lines[9:])
        assert named(screen) == visible(game.position.view())
        await mouse(pilot, events.MouseUp, screen, place(screen, PileSpot("4", 1)))
        assert "6♥ cannot go on column 4; it takes A♦ or A♥." in said(screen)
        assert not game.moves
        await mouse(pilot, events.MouseDown, screen, start)
        await mouse(pilot, events.MouseMove, screen, (start[0] + 1, start[1]))
        await mouse(pilot, events.MouseUp, screen, (start[0] + 1, start[1]))
        assert screen.chosen == PileSpot("2", 1)  # a hand that trembled

    visit(game, play)


def test_a_stock_that_goes_both_ways_is_rotated_by_keys_and_clicks() -> None:
    game = Game(RING, 1)

    async def play(pilot: Pilot[Any], screen: KlondikeScreen) -> None:
        await press(pilot, "r", "R", "right", "l", "left")  # arrows only point
        assert texts(game.moves) == ["turn", "turn", "back"]
        text = "\n".join(table_lines(screen))
        assert "r ▶" in text
        assert "◀ l" in text
        await click(pilot, screen, place(screen, PileSpot("turn")))
        corner, _ = screen.query_one(Tableau).place_of(PileSpot("back"))
        await click(pilot, screen, (corner.x + 3, corner.y))
        await click(pilot, screen, (corner.x + 3, corner.y - 2))
        assert texts(game.moves[3:]) == ["turn", "back", "turn"]

    visit(game, play)


def test_three_cards_are_turned_up_and_the_redeals_are_counted() -> None:
    game = Game(Klondike(draw=3, redeals=1), 5)

    async def play(pilot: Pilot[Any], screen: KlondikeScreen) -> None:
        assert "1 redeal left" in all_text(screen)
        await press(pilot, "r")
        fan = [name_of(card) for card in game.position.stock.cards[:3]]
        assert all(name in table_lines(screen)[1] for name in fan)
        assert "stock 21 of 24" in said(screen)
        await press(pilot, *["r"] * 7)
        assert "↻" in table_lines(screen)[3]
        await press(pilot, "r")
        assert game.position.stock.passes == 1
        assert "0 redeals left" in all_text(screen)
        await press(pilot, *["r"] * 9)
        assert len(game.moves) == 17
        assert "No redeal is left." in said(screen)
        assert "↻" not in table_lines(screen)[3]

    visit(game, play)


def test_once_all_cards_are_face_up_a_key_does_the_rest() -> None:
    game = Game(RING, 3)
    for move in solve(game.position).moves:
        game.play(move)
        if game.position.finish:
            break
    game.undo()

    async def play(pilot: Pilot[Any], screen: KlondikeScreen) -> None:
        assert "All cards are face up" not in said(screen)
        await press(pilot, "e")
        assert "All cards are face up: A sends them to the foundations." in said(screen)
        await press(pilot, "a")
        assert game.position.won
        assert "All cards are face up" not in said(screen)
        assert "Deal 3 is won. Well played!" in all_text(screen)

    visit(game, play)
    assert [row.won for row in Statistics().solitaire()] == [True]


def test_the_pointer_goes_everywhere_and_uses_what_it_points_at() -> None:
    game = Game(Klondike(), 1)

    async def play(pilot: Pilot[Any], screen: KlondikeScreen) -> None:
        await press(pilot, "enter")  # on an empty waste it turns the stock
        assert texts(game.moves) == ["turn"]
        await press(pilot, "left", "left", "left", "left", "left")
        assert screen.cursor == PileSpot("S", 1)
        assert "[S]" in table_lines(screen)[0]
        await press(pilot, "down", "enter")
        assert screen.chosen == PileSpot("1", 1)
        assert "▶╔7♥═══╗◀" in "\n".join(table_lines(screen))
        await press(pilot, *["right"] * 9, "enter")
        assert texts(game.moves[1:]) == ["1 7 1"]
        await press(pilot, "up", "up")  # to 8c and further to the stock
        assert screen.cursor == PileSpot("0", 1)

    visit(game, play)
