"""Klondike in the room for tests: opens a game, presses keys, moves the mouse, and reads the terminal."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from time import perf_counter
from typing import Any

from textual import events
from textual.pilot import Pilot
from textual.screen import Screen

from kicker.solitaire import TURN, Game, Klondike, Move, View
from kicker.solitaire.solve import solve
from kicker.ui.common.klondike import KeptSession
from kicker.ui.tui.app import Room
from kicker.ui.tui.base import Settings
from kicker.ui.tui.cards import WIDTH, name_of
from kicker.ui.tui.klondike import KlondikeScreen
from kicker.ui.tui.tableau import PileSpot, Tableau, waste_shown

SMALL, LARGE = (80, 24), (160, 50)
RING = Klondike(both_ways=True)
SHORT = Klondike(draw=3, redeals=2), 1089
"""A deal that is won in 95 moves, with both redeals."""
NAME = re.compile(r"(10|[2-9AJQK])([♠♥♦♣])")

Scenario = Callable[[Pilot[Any], KlondikeScreen], Awaitable[None]]


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
            screen = game if isinstance(game, KlondikeScreen) else KlondikeScreen(KeptSession(game))
            await app.push_screen(screen)
            await pilot.pause()
            await scenario(pilot, screen)
        return screen

    return asyncio.run(run())


def table_lines(screen: KlondikeScreen) -> list[str]:
    """The table as the terminal shows it, without the panel beside it."""
    strips = screen._compositor.render_strips()
    region = screen.query_one("#table").region
    lines = ["".join(segment.text for segment in strip) for strip in strips]
    return [line[region.x : region.right] for line in lines[region.y : region.bottom]]


def all_text(screen: Screen[Any]) -> str:
    """Everything on the terminal."""
    return "\n".join("".join(segment.text for segment in strip) for strip in screen._compositor.render_strips())


def said(screen: KlondikeScreen) -> str:
    """The text beside the table, as the terminal shows it, on one line."""
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


def keys_of(move: Move) -> list[str]:
    """The keys of piles that make a move."""
    if not move.target:
        return ["r" if move == TURN else "l"]
    return [move.source.lower(), move.target.lower()]


async def mouse(pilot: Pilot[Any], kind: type[events.MouseEvent], screen: KlondikeScreen, at: tuple[int, int]) -> None:
    """The mouse as the terminal reports it; the room turns the reports into clicks."""
    table = screen.query_one(Tableau).region
    x, y = table.x + at[0], table.y + at[1]
    pilot.app.post_message(kind(None, x, y, 0, 0, 1, False, False, False, x, y))
    await settle(pilot)


async def click(pilot: Pilot[Any], screen: KlondikeScreen, at: tuple[int, int]) -> None:
    await mouse(pilot, events.MouseDown, screen, at)
    await mouse(pilot, events.MouseUp, screen, at)


def place(screen: KlondikeScreen, spot: PileSpot) -> tuple[int, int]:
    """A character of a card; the name of the card is seen there."""
    corner, lines = screen.query_one(Tableau).place_of(spot)
    pile = screen.position.pile(spot.pile) if spot.pile != "turn" else None
    if pile and spot.taken:
        row = table_lines(screen)[corner.y]
        assert name_of(pile.loose[-spot.taken]) in row[corner.x : corner.x + WIDTH], (spot, row)
    return corner.x + 3, corner.y + lines - 1


def late_game() -> Game:
    """A game with few hidden cards, so that all 200 samples of a hint are tried."""
    game = Game(*SHORT)
    for move in solve(game.position).moves[:55]:
        game.play(move)
    return game
