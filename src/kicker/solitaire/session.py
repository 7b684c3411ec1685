"""A game of Klondike in progress, with its clock, its hints, and the winning line that the oracle proved.

>>> from kicker.solitaire import Game, Klondike
>>> now = 100.0
>>> session = Session(Game(Klondike(draw=3), 3), clock=lambda: now)
>>> session.start_clock()
>>> now += 42
>>> session.elapsed, session.oracle().left
(42.0, 161)
>>> session.play("2 D"), session.known_oracle.left
((Move(source='2', target='D', count=1),), 160)

Games are saved and counted in `ui/common/klondike.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from time import monotonic, perf_counter
from typing import NamedTuple

from kicker.errors import IllegalAction
from kicker.solitaire.hints import Hint, Oracle, hint, oracle
from kicker.solitaire.klondike import Position
from kicker.solitaire.moves import Move
from kicker.solitaire.saves import Game
from kicker.solitaire.solve import MOST_POSITIONS

Clock = Callable[[], float]
"""A clock: returns seconds since some fixed moment."""
ORACLE_SECONDS = 10.0


class ProvenLine(NamedTuple):
    """An answer of the oracle, kept with the moves before it: following its line to the end needs no further search."""

    made: tuple[Move, ...]
    """The moves after which the oracle was asked."""
    found: Oracle
    """The oracle's answer."""

    def oracle_after(self, made: tuple[Move, ...]) -> Oracle | None:
        """Return the oracle's answer after these moves, or None if they leave the line."""
        if made == self.made:
            return self.found
        line = self.made + self.found.verdict.moves
        if not self.found.move or len(made) >= len(line) or line[: len(made)] != made:
            return None
        moves = line[len(made) :]
        return Oracle(self.found.verdict._replace(moves=moves), moves[0])


class Session:
    """A game and everything a screen needs to play it. Each change returns the moves made or taken back."""

    def __init__(self, game: Game, clock: Clock = monotonic, proven: ProvenLine | None = None) -> None:
        self.game = game
        self.proven = proven
        """The line that the oracle proved last; it remains valid after an undo."""
        self._clock = clock
        self._started: float | None = None

    @property
    def position(self) -> Position:
        """The current position."""
        return self.game.position

    @property
    def begun(self) -> bool:
        """True if a move was ever made, even if it was taken back."""
        return bool(self.game.moves or self.game.undone)

    # --- the clock ---

    @property
    def elapsed(self) -> float:
        """The seconds played so far."""
        return self.game.seconds + (0.0 if self._started is None else self._clock() - self._started)

    def start_clock(self) -> None:
        """Start the clock, unless it is running."""
        if self._started is None:
            self._started = self._clock()

    def stop_clock(self) -> None:
        """Stop the clock."""
        self.game.seconds, self._started = self.elapsed, None

    def save(self) -> str:
        """Return the game as text, with the time played so far."""
        return self.timed_game().save()

    def timed_game(self) -> Game:
        """Return the game with its time played brought up to date."""
        if self._started is not None:
            self.stop_clock()
            self.start_clock()
        return self.game

    # --- moves ---

    def play(self, move: Move | str) -> tuple[Move, ...]:
        """Make a move; return it in a tuple."""
        self.game.play(move)
        return self.game.moves[-1:]

    def undo(self) -> tuple[Move, ...]:
        """Take the last move back; return it in a tuple."""
        return (self.game.undo(),)

    def redo(self) -> tuple[Move, ...]:
        """Make the last undone move again; return it in a tuple."""
        return (self.game.redo(),)

    def autoplay(self) -> tuple[Move, ...]:
        """Bring home every card that can safely go: all of them once none is face down. Raise `IllegalAction` if there
        is none."""
        if moves := self.game.autoplay():
            return moves
        raise IllegalAction("no card can safely go to its foundation; a card may still be needed in a column", "action")

    # --- hints ---

    def hints(self, seconds: float = 2.0) -> list[Hint]:
        """Return how often each move wins, best first, judged by what the player can see."""
        return hint(self.position.view(), seconds=seconds)

    @property
    def known_oracle(self) -> Oracle | None:
        """The oracle's answer for this position if no search is needed, or None."""
        return self.proven.oracle_after(self.game.moves) if self.proven else None

    def oracle(
        self,
        seconds: float = ORACLE_SECONDS,
        positions: int = MOST_POSITIONS,
        stopped: Callable[[], bool] = lambda: False,
    ) -> Oracle:
        """Return the next move of a line proven to win, or the verdict that there is none or that it is unknown.

        When `stopped` becomes true, the search ends at once, and what it found is not remembered.
        """
        if known := self.known_oracle:
            return known
        made = self.game.moves
        found = oracle(
            self.position, seconds=seconds, positions=positions, clock=lambda: inf if stopped() else perf_counter()
        )
        if not stopped():
            self.proven = ProvenLine(made, found)
        return found
