"""Klondike in the room: the page of keys, terminals of every size, and cards drawn with and without colours."""

import re
from typing import Any

import pytest
from rich.table import Table
from textual.pilot import Pilot
from textual.widgets import Static

from kicker.cards import Card, parse_cards
from kicker.solitaire import ColumnView, Game, Klondike
from kicker.ui.common.klondike_words import COMMANDS, PILES, POINTER
from kicker.ui.common.text import Look, clock_text
from kicker.ui.tui.base import Keys, Settings
from kicker.ui.tui.cards import HEIGHT, WIDTH, back, empty, face, name_of
from kicker.ui.tui.klondike import KlondikeScreen
from kicker.ui.tui.tableau import PileSpot, Tableau, column_pieces
from tests.klondike_games import arranged, cards, playout
from tests.klondike_room import (
    LARGE,
    RING,
    SHORT,
    SMALL,
    click,
    late_game,
    named,
    place,
    press,
    said,
    settle,
    table_lines,
    visible,
    visit,
)

PLAIN_NAME = re.compile(r"[2-9TJQKA][shdc](?=[-=+#|])")
pytestmark = pytest.mark.usefixtures("quiet_room")


# --- how it looks ----------------------------------------------------------------------------------------------------


def test_the_page_of_keys_names_them_all() -> None:
    async def play(pilot: Pilot[Any], screen: KlondikeScreen) -> None:
        await press(pilot, "question_mark")
        await pilot.pause()
        assert isinstance(pilot.app.screen, Keys)
        grid = pilot.app.screen.query_one(Static).content
        assert isinstance(grid, Table)
        keys, what = (list(map(str, column.cells)) for column in grid.columns)
        shown = dict(zip(what, keys, strict=True))
        for command in COMMANDS.values():
            assert shown[command.what] == command.key.lower()
        assert shown[PILES.what].split() == [*"01234567shdc"]
        assert {command.what for command in POINTER} < set(shown)

    visit(Game(*SHORT), play, LARGE)


def test_every_card_is_seen_whatever_the_size_and_it_can_change_at_any_time() -> None:
    game = late_game()

    async def play(pilot: Pilot[Any], screen: KlondikeScreen) -> None:
        for size in ((160, 50), (80, 24), (100, 30), (60, 34), (200, 60), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert named(screen) == visible(game.position.view()), size
            moves = len(game.moves)
            await click(pilot, screen, place(screen, PileSpot("turn")))
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


@pytest.mark.parametrize("every", [15, pytest.param(3, marks=pytest.mark.long)])
def test_the_table_shows_all_that_is_open_in_positions_of_every_kind(every: int) -> None:
    positions = [
        after
        for rules in (Klondike(), RING, Klondike(draw=3), Klondike(ranks=5, columns=3))
        for seed in range(3)
        for _, _, after in playout(rules, seed, 60)
    ][::every]
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
        faces = [face(Card(name), look, lit=lit) for name in ("Th", "As", "Kd", "9c") for lit in (False, True)]
        backs = [back(palette, look) for palette in ("", "blue", "gold")]
        for picture in [*faces, *backs, empty("S")]:
            assert [sum(len(segment.text) for segment in line) for line in picture] == [WIDTH] * HEIGHT
    assert {face(Card("8h"), Look())[line][0].text.count("♥") for line in (1, 2, 3)} == {2, 3}


def test_the_clock() -> None:
    assert list(map(clock_text, (0, 59.9, 425, 4025))) == ["0:00", "0:59", "7:05", "1:07:05"]
