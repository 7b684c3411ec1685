"""Who decides: anything with `act(view) -> Action` is a player. It never sees more than its own view.

>>> bot = make_bot("caller", seed=1)
>>> BOTS["caller"].summary
'checks or calls, whatever it holds'

The ready bots are in modules of their own, which load when one is made.
"""

from __future__ import annotations

from importlib import import_module
from typing import Final, NamedTuple, Protocol

from kicker.errors import KickerError
from kicker.games import Action, View


class Player(Protocol):
    """Somebody who plays: a bot, a program, a person behind a prompt.

    A player that also has `learn(view)` is shown its view of each deal that is over; one that has `reasons` can say why
    it did what it did last.
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
    games: tuple[str, ...]
    """The games it plays, as in `Rules.game`."""
    most_seats: int
    home: str
    """Module and class."""


_BOTH = ("holdem", "draw")

BOTS: Final = {
    bot.name: bot
    for bot in (
        BotInfo("folder", "checks where that is free and folds otherwise", _BOTH, 10, "basic:Folder"),
        BotInfo("caller", "checks or calls, whatever it holds", _BOTH, 10, "basic:Caller"),
        BotInfo("random", "any legal action, each kind as likely as the others", _BOTH, 10, "basic:Random"),
        BotInfo("maniac", "bets and raises the pot whenever it may", _BOTH, 10, "basic:Maniac"),
        BotInfo("drawer", "discards by exact odds, bets by the final hand it expects", ("draw",), 10, "drawer:Drawer"),
        BotInfo("cpu", "deals 100,000 times, weighs its return, learns from shown cards", ("holdem",), 6, "cpu:Cpu"),
        BotInfo("sharp", "reads ranges out of the betting and seeks the best value", ("holdem",), 6, "sharp:Sharp"),
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


__all__ = ["BOTS", "BotInfo", "Player", "Reasons", "make_bot"]
