"""A game of Klondike that is saved in the home folder and counted in the statistics, for the prompt and the terminal.

The game, its clock and its hints are in `kicker.solitaire.session`, its sentences in `klondike_words.py`.
"""

from __future__ import annotations

from contextlib import suppress
from time import monotonic
from typing import Final

from kicker.errors import KickerError
from kicker.solitaire import Game
from kicker.solitaire.session import Clock, Session
from kicker.ui.common.home import GameFiles

GAME: Final = "klondike"


class KeptSession(Session):
    """A session that is saved after each change and locked until `close`."""

    def __init__(self, game: Game, files: GameFiles | None = None, clock: Clock = monotonic, found: str = "") -> None:
        super().__init__(game, clock)
        self.files = files or GameFiles.create(GAME)
        self.found = found
        """The save as it was when the game was resumed; empty for a new game."""
        self.over = False
        """True once the game was won, given up or left without its changes; it is no longer saved."""

    @classmethod
    def resume(cls, name: str = "", clock: Clock = monotonic) -> KeptSession:
        """Open the game of that name, or the most recent one."""
        files = GameFiles.find(GAME, name)
        try:
            found = files.read()
            return cls(Game.load(found), files, clock, found)
        except KickerError:
            files.close()
            raise

    def keep(self) -> str:
        """Save the game, or end it if it is won; returns a problem with the statistics, if any."""
        if self.position.won:
            return self.end()
        if not self.over:
            self.files.save(self.save())
        return ""

    def end(self) -> str:
        """Count the game as won or given up if a move was made, and remove its save; later calls do nothing."""
        if self.over:
            return ""
        self.forget()
        if not self.begun:
            return ""
        from kicker.ui.common.statistics import count_solitaire  # imported late, because it loads a database

        return count_solitaire(self.game)

    def discard(self) -> str:
        """Leave without saving: a resumed game stays as it was found, and a new one is given up.

        Returns a problem with the statistics, if any.
        """
        if not self.found:
            return self.end()
        self.files.save(self.found)
        self.stop_clock()
        self.over = True
        return ""

    def forget(self) -> None:
        """Remove the save without counting the game."""
        self.stop_clock()
        self.over = True
        with suppress(KickerError):  # a leftover save is harmless: it has the game before the last move
            self.files.finish()

    def deal(self, number: int) -> str:
        """Start another deal with the same rules; returns a problem with the statistics, if any."""
        game = Game(self.game.rules, number)
        problem = self.end()
        self._take(game)
        return problem

    def open(self, game: Game) -> str:
        """Switch to another game; returns the name by which this one can be resumed, if it was begun."""
        files, before = GameFiles.create(GAME), self.files
        worth_keeping = not self.over and (self.begun or self.found != "")
        files.save(game.save())
        if worth_keeping:
            with suppress(KickerError):
                self.keep()
        else:
            self.forget()
        before.close()
        self.files = files
        self._take(game)
        return before.name if worth_keeping else ""

    def close(self) -> None:
        """Save the game with its time and release it; later calls do nothing."""
        if self._started is not None:
            with suppress(KickerError):
                self.keep()
            self.stop_clock()
        self.files.close()

    def _take(self, game: Game) -> None:
        self.game, self.proven, self.over, self.found = game, None, False, ""
        self._started = None
        self.start_clock()
