"""A game in progress: its deal, its moves with unlimited undo and redo, and its saved form.

>>> game = Game(Klondike(), 1)
>>> game.play("1 7").made, game.undo(), game.position == Klondike().start(1)
(1, Move(source='1', target='7', count=1), True)
>>> Game.load(game.save()).undone
(Move(source='1', target='7', count=1),)

Files are left to the caller: `save` returns text and `load` makes a new game from text, so that an error cannot damage
the current game.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from math import inf
from typing import Any

from kicker.cards import Card, shorten
from kicker.errors import KickerError
from kicker.saves import check_version, read_fields
from kicker.solitaire.klondike import Klondike, Position
from kicker.solitaire.moves import Move, parse_move

_KEY = "kicker_klondike"
_SAVE_VERSION = 1


class Game:
    """A game of Klondike with its moves. It owns the current position and is the only object here that changes during
    play."""

    def __init__(self, rules: Klondike, deal: int | str | Iterable[Card]) -> None:
        self.rules = rules
        self.number = deal if isinstance(deal, int) else None
        """The number of the deal, or None if the game was given a deck."""
        self.deck = rules.deck(deal)
        self.seconds = 0.0
        """The time played in seconds, kept by the caller."""
        self._positions = [rules.start(self.deck)]
        self._moves: list[Move] = []
        self._undone: list[Move] = []  # the move undone last comes last

    @property
    def position(self) -> Position:
        """The current position."""
        return self._positions[-1]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves made so far, each with its count."""
        return tuple(self._moves)

    @property
    def undone(self) -> tuple[Move, ...]:
        """The moves that `redo` would make again, the next one first."""
        return tuple(reversed(self._undone))

    def play(self, move: Move | str) -> Position:
        """Make a move and forget the undone moves; an illegal move raises `IllegalAction` and changes nothing."""
        self._make(parse_move(move) if isinstance(move, str) else move)
        self._undone.clear()
        return self.position

    def autoplay(self) -> tuple[Move, ...]:
        """Bring home every card that can safely go (`Position.autoplay`); return the moves, which can be undone like
        any others."""
        _, moves = self.position.autoplay()
        for move in moves:
            self.play(move)
        return moves

    def undo(self) -> Move:
        """Take the last move back and return it. The score is restored too."""
        if not self._moves:
            raise KickerError("there is no move to undo", "undo")
        self._positions.pop()
        self._undone.append(self._moves.pop())
        return self._undone[-1]

    def redo(self) -> Move:
        """Make the last undone move again and return it."""
        if not self._undone:
            raise KickerError("there is no move to redo", "undo")
        self._make(self._undone.pop())
        return self._moves[-1]

    def _make(self, move: Move) -> None:
        listed = self.position.resolve(move)
        self._positions.append(self.position.apply(listed))
        self._moves.append(listed)

    # --- saving ---

    def save(self) -> str:
        """Return the game as JSON. It contains the whole deck, so do not show it to the player."""
        return json.dumps(
            {
                _KEY: _SAVE_VERSION,
                "rules": self.rules.as_dict(),
                "number": self.number,
                "deck": " ".join(map(str, self.deck)),
                "moves": [str(move) for move in self._moves],
                "undone": [str(move) for move in self.undone],
                "score": self.position.score,
                "seconds": round(self.seconds, 1),
            },
            indent=1,
        )

    @classmethod
    def load(cls, text: str) -> Game:
        """Return the game that `save` wrote; text that cannot be a game raises `KickerError`."""
        saved = read_fields(text, "game")
        check_version(saved, "game", _KEY, _SAVE_VERSION)
        try:
            return _restore(cls, saved)
        except KickerError as error:
            raise KickerError(f"the saved game is damaged: {error}", "save") from None


def _restore(cls: type[Game], saved: dict[str, Any]) -> Game:
    """Play a saved game again, checking that its fields agree with each other."""
    rules = Klondike.from_dict(_field(saved, "rules", dict))
    game = cls(rules, _field(saved, "deck", str))
    if saved.get("number") is not None:
        game.number = _field(saved, "number", int)
        if rules.deck(game.number) != game.deck:
            raise KickerError(f"its deck is not that of deal {game.number}", "save")
    made, undone = _field(saved, "moves", list), _field(saved, "undone", list)
    for number, line in enumerate([*made, *undone], 1):
        if not isinstance(line, str):
            raise KickerError(f"move {number} is {shorten(str(line))}, which is not text", "save")
        try:
            game.play(line)
        except KickerError as error:
            raise KickerError(f"move {number}, {error}", "save") from None
    for _ in undone:
        game.undo()
    if _field(saved, "score", int) != game.position.score:
        raise KickerError(f"its score is {saved['score']}, but its moves score {game.position.score}", "save")
    seconds = saved.get("seconds", 0.0)
    if type(seconds) not in (int, float) or not 0 <= seconds < inf:
        raise KickerError(f"its 'seconds' is {shorten(str(seconds))}, not a number from 0 up", "save")
    game.seconds = float(seconds)
    return game


def _field(saved: dict[str, Any], name: str, kind: type) -> Any:
    """Return a field of the saved game; raise `KickerError` if it is missing or of another type."""
    if type(saved.get(name)) is not kind:
        found = shorten(str(saved[name])) if name in saved else "missing"
        words = {dict: "an object", str: "text", int: "a whole number", list: "a list"}
        raise KickerError(f"its {name!r} is {found}, not {words[kind]}", "save")
    return saved[name]
