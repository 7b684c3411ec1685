"""The poker table of the room: hold'em and five-card draw against bots, with keys and mouse.

The game is touched by one thread at a time and never by the one that draws: a `Dealer` makes each move in a thread and
hands back a `Moment`, all that the screen needs to know of it. Not here: the picture of the table (`table_view.py`) and
what the person touches (`betting.py`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from threading import Lock
from time import monotonic
from typing import Any, ClassVar, Final, NamedTuple

from rich.table import Table as Grid
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Footer, Static

from kicker.cards import Card, count_of
from kicker.draw import best_discard
from kicker.equity import equity
from kicker.errors import KickerError
from kicker.games import Action, Event, View, discard
from kicker.hands import RANK_WORDS, evaluate, rank_plural
from kicker.players.drawer import final_share
from kicker.sitting import Decision
from kicker.table import Schedule
from kicker.ui.home import KeptGame
from kicker.ui.play.poker import (
    POT_SHARES,
    TRIALS,
    UNTOLD,
    all_in,
    betting_words,
    pot_raise,
    read_bet,
    refusal_words,
)
from kicker.ui.text import Look, Wording, event_text, game_words, pot_after, stakes_words
from kicker.ui.tui.base import SPEEDS, RoomScreen
from kicker.ui.tui.betting import BetSlider, Choice, OwnCards
from kicker.ui.tui.cards import word
from kicker.ui.tui.table_view import Felt, Scene, after_event, opening

Move = Callable[[KeptGame], object]

PACED: Final = ("fold", "check", "call", "bet", "raise", "discard", "board", "show", "muck", "won")
"""Events that take their time."""
MOST_LINES: Final = 300
"""How much of the log is kept."""
WATCHING: Final = SPEEDS["fast"]
BETWEEN: Final = 4
"""How many pauses lie between two deals that come by themselves."""


class Moment(NamedTuple):
    """A game at one moment, as the person may know it."""

    view: View
    events: list[Event]
    """What happened since the moment before."""
    deal: int
    schedule: Schedule
    finished: bool
    champion: int | None
    out: bool
    """The person has no chips for the next deal."""
    decisions: list[Decision]
    trouble: str
    """Why the game could not be kept, in a sentence."""


class Dealer:
    """The only one who touches a game: one move at a time, in whatever thread; none after `close`."""

    def __init__(self, game: KeptGame) -> None:
        self._game = game
        self._person = game.sitting.persons[0]
        self._lock = Lock()
        self._told = 0
        self._closing = self._closed = False

    def do(self, move: Move) -> Moment | None:
        """Make a move and say what has become of the game; None if it was closed before."""
        with self._lock:
            if self._closed:
                return None
            trouble = ""
            try:
                move(self._game)
            except KickerError as error:
                trouble = str(error)
            moment = self._moment(trouble)
        if self._closing:  # while the move was made
            self.close()
        return moment

    def close(self) -> None:
        """Let go of the game, now or, if a move is being made, right after it."""
        self._closing = True
        if self._lock.acquire(blocking=False):
            try:
                if not self._closed:
                    self._closed = True
                    self._game.close()
            finally:
                self._lock.release()

    def _moment(self, trouble: str) -> Moment | None:
        table, person = self._game.table, self._person
        if not table.deals:
            return None
        events, self._told = table.events_since(self._told, person), table.version
        out = not table.playing and table.stacks[person] < table.next_rules.least_stack
        decisions = [] if table.playing else self._game.sitting.open_decisions()
        return Moment(
            table.view(person),
            events,
            table.deals,
            table.schedule,
            table.finished,
            table.champion,
            out,
            decisions,
            trouble,
        )


def begin(game: KeptGame) -> None:
    """Deal, unless somebody has sat down to a game that was left."""
    if not game.table.deals:
        game.deal()


# --- words -----------------------------------------------------------------------------------------------------------


def holding_words(view: View) -> str:
    """What the person holds."""
    cards = view.hand + view.board
    if len(cards) >= 5:
        return evaluate(cards).describe()
    if len(view.hand) != 2:
        return ""
    high, low = sorted((card.rank for card in view.hand), reverse=True)
    if high == low:
        return f"a pair of {rank_plural(high)}"
    suited = view.hand[0].suit == view.hand[1].suit
    return f"{RANK_WORDS[high]}-{RANK_WORDS[low]} {'suited' if suited else 'offsuit'}"


def odds_words(view: View, look: Look, seed: int) -> str:
    """How good the person's hand is, from what the person knows. Takes up to a second."""
    others = sum(view.live) - 1
    if view.rules.game == "draw":
        drawn = any(event.kind == "discard" and event.seat == view.seat for event in view.history)
        if drawn:
            return f"you beat {final_share(view.hand):.1%} of all hands"
        best = best_discard(view.hand, view.rules.max_draw)[0]
        thrown = " ".join(word(card, look).plain for card in best.discards) or "none"
        return f"best throw {thrown}: beats {best.share:.1%} of hands that stand pat"
    found = equity([view.hand, *["random"] * others], view.board, trials=TRIALS, seed=seed).players[0]
    return f"win {found.win:.1%}, tie {found.tie:.1%} against {count_of(others, 'unknown hand')}"


def level_words(schedule: Schedule, deal: int) -> str:
    """Which level of the stakes a deal is on, where there are several."""
    if not schedule.levels:
        return ""
    return f"level {min((deal - 1) // max(1, schedule.every), len(schedule.levels) - 1) + 1}"


def result_words(view: View) -> str:
    """What a deal has brought the person."""
    assert view.seat is not None
    won, stack = view.payoffs[view.seat], view.stacks[view.seat]
    words = f"won {won:,}" if won > 0 else f"lost {-won:,}" if won < 0 else "neither won nor lost"
    return f"You {words} and have {stack:,}."
