"""Who decides: anything with `act(view) -> Action` is a player. It never sees more than its own view.

>>> bot = make_bot("caller", seed=1)
>>> BOTS["caller"].summary
'checks or calls, whatever it holds'

The ready bots are in modules of their own, which load when one is made.
"""

from __future__ import annotations

from importlib import import_module
from typing import Final, NamedTuple, Protocol

from kicker.cards import shorten
from kicker.errors import KickerError
from kicker.games import Action, Rules, View


class Player(Protocol):
    """Somebody who plays: a bot, a program, a person behind a prompt.

    A player that also has `learn(view)` is shown its view of each deal that is over; one that has `reasons` can say why
    it did what it did last. One that remembers anything from deal to deal has `memory()`, which returns that for JSON,
    and `recall(memory)`, after which it goes on as if it had never been away.
    """

    def act(self, view: View) -> Action:
        """The decision of seat `view.seat`, one of `view.options`."""


class Reasons(NamedTuple):
    """Why a bot did what it did."""

    text: str
    """One sentence."""
    equity: float | None = None
    """The share of the pot that it expects."""
    pot_odds: float | None = None
    """The share that it needs to call."""
    details: tuple[tuple[str, str], ...] = ()
    """What else went in, as label and value."""


class BotInfo(NamedTuple):
    """A ready bot."""

    name: str
    summary: str
    games: tuple[str, ...] | None
    """The games it plays, by name; None for any game."""
    most_seats: int
    home: str
    """Module and class."""

    def plays(self, game: str) -> bool:
        """True if it plays the game of that name."""
        return self.games is None or game in self.games


BOTS: Final = {
    bot.name: bot
    for bot in (
        BotInfo("folder", "checks where that is free and folds otherwise", None, 10, "basic:Folder"),
        BotInfo("caller", "checks or calls, whatever it holds", None, 10, "basic:Caller"),
        BotInfo("random", "any legal action, each kind as likely as the others", None, 10, "basic:Random"),
        BotInfo("maniac", "bets and raises the pot whenever it may", None, 10, "basic:Maniac"),
        BotInfo("drawer", "discards by exact odds, bets by the final hand it expects", ("draw",), 10, "drawer:Drawer"),
        BotInfo("cpu", "deals 100,000 times, weighs its return, learns from shown cards", ("holdem",), 10, "cpu:Cpu"),
        BotInfo("sharp", "reads ranges out of the betting and seeks the best value", ("holdem",), 10, "sharp:Sharp"),
    )
}
"""The ready bots by name."""


def make_bot(name: str, seed: int | str = 0) -> Player:
    """A fresh bot; with the same seed it decides alike."""
    if name not in BOTS:
        raise KickerError(f"{name!r} is no bot: there are {', '.join(BOTS)}", "bot")
    module, kind = BOTS[name].home.split(":")
    bot: Player = getattr(import_module(f"kicker.players.{module}"), kind)(seed)
    return bot


PROGRAM: Final = "program:"
"""What the name of a player begins with that is a program: its command line follows."""


def make_player(name: str, seed: int | str) -> Player:
    """A fresh bot, or the program of `program:COMMAND`, which must be closed.

    A program gets a seed of its own from which that of the decks cannot be told.
    """
    if name.startswith(PROGRAM):
        from hashlib import blake2b

        from kicker.players.program import Program

        return Program(name.removeprefix(PROGRAM), seed=blake2b(f"player {seed}".encode(), digest_size=16).hexdigest())
    return make_bot(name, seed)


def check_player(name: str, rules: Rules, seats: int) -> None:
    """Refuse a name that stands for nobody, or for a bot that does not play this."""
    if name.startswith(PROGRAM):
        from kicker.players.program import split_command

        split_command(name.removeprefix(PROGRAM))
        return
    if name not in BOTS:
        message = f"{shorten(name)} is no bot: there are {', '.join(BOTS)}, and {PROGRAM}COMMAND for your own"
        raise KickerError(message, "bot")
    bot = BOTS[name]
    if not bot.plays(rules.game.name):
        able = ", ".join(sorted(other.name for other in BOTS.values() if other.plays(rules.game.name)))
        raise KickerError(f"{name} does not play {rules.game.name}; choose from {able}", "bot")
    if seats > bot.most_seats:
        raise KickerError(f"{name} plays with up to {bot.most_seats} seats, not {seats}", "bot")


__all__ = ["BOTS", "PROGRAM", "BotInfo", "Player", "Reasons", "check_player", "make_bot", "make_player"]
