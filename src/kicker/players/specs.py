"""Players as values: a spec names a player, and makes a new one whenever one is needed.

>>> spec = PlayerSpec.parse("caller")
>>> spec.label, type(spec.make(seed=7)).__name__
('caller', 'Caller')

As text a spec is the name of a built-in bot, `program:COMMAND` or `python:MODULE:CLASS`. Python code can also give an
object with `act(view)`, a class, or a function that makes a player from a seed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from typing import Any, Final, TypeAlias, cast

from kicker import stopping
from kicker.cards import shorten, unknown
from kicker.errors import KickerError
from kicker.games import Rules
from kicker.players import BOTS, THOUGHTFUL, Closes, Player, find_bot, make_bot

Seed: TypeAlias = int | str
Maker: TypeAlias = Callable[[Seed], Player] | Callable[[], Player]
"""A class or a function that makes a player; it is passed the seed if it takes one."""
PlayerLike: TypeAlias = "str | PlayerSpec | Player | Maker"
"""Anything that can be seated as a player."""

FORMS: Final = ("program:COMMAND", "python:MODULE:CLASS")
"""The forms of players other than built-in bots, as text."""


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """A player at a table, before it is made. `parse` and `of` check that it exists, `check` that it plays the
    rules."""

    given: str | Player | Maker
    """The text, or the Python object, that the spec was made from."""

    def __hash__(self) -> int:
        return hash(self.label)  # a player that compares its fields may not be hashable

    @classmethod
    def parse(cls, text: str) -> PlayerSpec:
        """Read `sharp`, `program:COMMAND` or `python:MODULE:CLASS`; anything else raises `KickerError`."""
        kind, colon, rest = text.partition(":")
        if colon and kind == "program":
            from kicker.players.program import split_command

            split_command(rest)
        elif colon and kind == "python":
            find_class(rest)
        elif text not in BOTS:
            raise KickerError(f"{unknown('bot', text, BOTS)}, {' or '.join(FORMS)}", "bot")
        return cls(text)

    @classmethod
    def of(cls, player: PlayerLike) -> PlayerSpec:
        """Return the spec of anything that can be seated; raise `KickerError` for anything else."""
        if isinstance(player, PlayerSpec):
            return player
        if isinstance(player, str):
            return cls.parse(player)
        if isinstance(player, type) and not isinstance(player, Player):
            raise KickerError(_cannot_play(player.__name__), "bot")
        if not isinstance(player, Player) and not callable(player):
            raise KickerError(_cannot_play(shorten(repr(player))), "bot")
        return cls(player)

    @property
    def label(self) -> str:
        """The name in results: the text, or the name of the class or function."""
        given = self.given
        return given if isinstance(given, str) else str(getattr(given, "__name__", type(given).__name__))

    @property
    def match_hands(self) -> int:
        """The default number of hands in a match with this player: a few seconds' worth."""
        return BOTS[self.given].match_hands if isinstance(self.given, str) and self.given in BOTS else THOUGHTFUL

    def check(self, rules: Rules, seats: int) -> None:
        """Raise `KickerError` for a built-in bot that does not play these rules; other players are not checked here."""
        if isinstance(self.given, str) and self.given in BOTS:
            find_bot(self.given).check(rules, seats)

    def make(self, seed: Seed) -> Player:
        """Make a new player, which may need closing; a player given as an object is copied.

        All but the built-in bots get a separate seed, which does not reveal the seed of the decks.
        """
        given = self.given
        if isinstance(given, str) and given in BOTS:
            return make_bot(given, seed)
        if (ready := self._ready) is not None:
            return self._copy(ready)
        own = blake2b(f"player {seed}".encode(), digest_size=16).hexdigest()
        if not isinstance(given, str):
            return self._construct(cast(Maker, given), own)
        kind, _, rest = given.partition(":")
        if kind == "python":
            return self._construct(find_class(rest), own)
        from kicker.players.program import Program

        return Program(rest, seed=own)

    def sit(self, seed: Seed) -> Player:
        """Return the player for one table: a given object plays itself, anything else is made."""
        ready = self._ready
        return self.make(seed) if ready is None else ready

    @property
    def _ready(self) -> Player | None:
        """The given object, if it can play as it is; otherwise None."""
        given = self.given
        return given if isinstance(given, Player) and not isinstance(given, type) else None

    def _copy(self, player: Player) -> Player:
        try:
            return deepcopy(player)
        except (Exception, SystemExit) as error:
            message = f"{self.label} cannot be copied for each session; give its class instead ({fault_words(error)})"
            raise KickerError(message, "bot") from None

    def _construct(self, maker: Callable[..., Any], seed: Seed) -> Player:
        try:
            player = maker(**_seed_for(maker, seed))
        except (Exception, SystemExit) as error:
            raise KickerError(f"{self.label} cannot be made: {fault_words(error)}", "bot") from None
        if not isinstance(player, Player):
            raise KickerError(_cannot_play(f"what {self.label} makes"), "bot")
        return player


def find_class(text: str) -> Callable[..., Player]:
    """Return the class that `MODULE:CLASS` names. Modules in the current folder are found, as for a script there."""
    module_name, _, name = text.partition(":")
    if not module_name or not name:
        raise KickerError(f"write python:MODULE:CLASS, not {shorten(f'python:{text}')}", "bot")
    here = str(Path.cwd())
    if here not in sys.path and "" not in sys.path:
        sys.path.insert(0, here)
    try:
        module = import_module(module_name)
    except (Exception, SystemExit) as error:
        if isinstance(error, ModuleNotFoundError) and module_name.startswith(str(error.name)):
            where = "put it in this folder or on PYTHONPATH"
            raise KickerError(f"there is no module {shorten(module_name)}; {where}", "bot") from None
        raise KickerError(f"module {shorten(module_name)} cannot be imported: {fault_words(error)}", "bot") from None
    found = getattr(module, name, None)
    if isinstance(found, type):
        if not isinstance(found, Player):
            raise KickerError(_cannot_play(f"{module_name}.{name}"), "bot")
        return found
    players = [key for key, value in vars(module).items() if isinstance(value, type) and isinstance(value, Player)]
    if not players:
        raise KickerError(f"module {shorten(module_name)} has no class {shorten(name)}", "bot")
    raise KickerError(f"module {shorten(module_name)}: {unknown('class', name, players)}", "bot")


def fault_words(error: Exception | SystemExit) -> str:
    """Describe an error in a player's own code, in words.

    A player cannot end kicker, but a signal that comes while it thinks can.
    """
    if isinstance(error, SystemExit) and stopping.raised(error):
        raise error
    if isinstance(error, KickerError):
        return str(error)
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def close_player(player: Player) -> None:
    """Close a player, if it can be closed; a failure now changes no result, so it is ignored."""
    # The class is checked, because checking an object takes Python 3.11 fifty times as long.
    if issubclass(type(player), Closes):
        try:
            cast(Closes, player).close()
        except (Exception, SystemExit) as error:
            fault_words(error)


def _cannot_play(name: str) -> str:
    return f"{name} cannot play; a player has a method act(view)"


def _seed_for(maker: Callable[..., Any], seed: Seed) -> dict[str, Seed]:
    """Return the seed as a keyword argument, by the name that the maker uses; empty if it takes none."""
    from inspect import Parameter, signature

    try:
        parameters = signature(maker).parameters
    except (ValueError, TypeError):  # compiled
        return {}
    if "seed" in parameters:
        return {"seed": seed}
    needed = [p.name for p in parameters.values() if p.default is Parameter.empty and p.kind is p.POSITIONAL_OR_KEYWORD]
    return {needed[0]: seed} if needed else {}
