"""Who decides: anything with `act(view) -> Action` is a player. It never sees more than its own view.

>>> bot = make_bot("caller", seed=1)
>>> BOTS["caller"].summary
'checks or calls, whatever it holds'

What else the class of a player can do is a protocol each: `Learns`, `Explains`, `Remembers`, `Closes`. The built-in
bots are in modules of their own, which load when a bot is made. Not here: players of other kinds (`specs.py`).
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final, NamedTuple, Protocol, runtime_checkable

from kicker.cards import unknown
from kicker.checks import of_type
from kicker.errors import KickerError
from kicker.games import Action, Rules, View


@runtime_checkable
class Player(Protocol):
    """A player: a bot, a program, a person behind a prompt."""

    def act(self, view: View) -> Action:
        """The decision of seat `view.seat`, one of `view.options`."""


@runtime_checkable
class Learns(Protocol):
    """A player that is shown how each deal ended."""

    def learn(self, view: View) -> None:
        """Take in the player's view of a finished deal."""


@runtime_checkable
class Explains(Protocol):
    """A player that can say why it did what it did last."""

    @property
    def reasons(self) -> Reasons | None:
        """Why, in words and figures; None if it has not decided yet."""


@runtime_checkable
class Remembers(Protocol):
    """A player that keeps something from deal to deal, which is saved with its table."""

    def memory(self) -> Any:
        """What it keeps, as values for JSON."""

    def recall(self, memory: Any) -> None:
        """Go on from there as if it had never been away."""


@runtime_checkable
class Closes(Protocol):
    """A player that holds something open, such as a process."""

    def close(self) -> None:
        """Let go of it."""


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


THOUGHTFUL: Final = 1000
"""How many hands of a match take seconds if a player thinks for some milliseconds."""
SLOW: Final = 600
"""The same if it thinks about ranges."""


class BotInfo(NamedTuple):
    """A built-in bot."""

    name: str
    """What it is called."""
    summary: str
    """How it plays, in a line."""
    games: tuple[str, ...] | None
    """The games it plays, by name; None for any game."""
    most_seats: int
    """The largest table it plays at."""
    home: str
    """Module and class."""
    match_hands: int = THOUGHTFUL
    """How many hands a match with it has by default: what takes seconds."""
    usual: bool = False
    """Sits down by default."""

    def plays(self, game: str) -> bool:
        """True if it plays the game of that name."""
        return self.games is None or game in self.games

    def check(self, rules: Rules, seats: int) -> None:
        """Refuse rules or a number of seats that it does not play."""
        game = rules.game.name
        if not self.plays(game):
            able = ", ".join(sorted(bot.name for bot in BOTS.values() if bot.plays(game)))
            raise KickerError(f"{self.name} does not play {game}; choose from {able}", "bot")
        if seats > self.most_seats:
            raise KickerError(f"{self.name} plays at tables of up to {self.most_seats} seats, not {seats}", "bot")


HOLDEM: Final = ("holdem",)
BOTS: Final = {
    bot.name: bot
    for bot in (
        BotInfo("folder", "checks when it is free, folds otherwise", None, 10, "basic:Folder", 20_000),
        BotInfo("caller", "checks or calls, whatever it holds", None, 10, "basic:Caller", 20_000),
        BotInfo("random", "picks a legal action at random", None, 10, "basic:Random", 20_000),
        BotInfo("maniac", "bets and raises the pot whenever it can", None, 10, "basic:Maniac", 20_000),
        BotInfo("odds", "plays any game by its equity against likely hands", None, 10, "odds:Odds", SLOW),
        BotInfo(
            "drawer",
            "discards by exact odds, reads how many cards others drew, bluffs at times",
            ("draw",),
            10,
            "drawer:Drawer",
            2000,
            usual=True,
        ),
        BotInfo("cpu", "deals 100,000 times, weighs its return, learns from shown cards", HOLDEM, 10, "cpu:Cpu"),
        BotInfo(
            "solid",
            "ranges by position, then every street range against range",
            HOLDEM,
            10,
            "solid:Solid",
            SLOW,
            usual=True,
        ),
        BotInfo(
            "novice",
            "a beginner: plays too many hands and calls too much",
            HOLDEM,
            10,
            "characters:Novice",
            SLOW,
            usual=True,
        ),
        BotInfo("rock", "waits for good cards and believes every bet", HOLDEM, 10, "characters:Rock", SLOW, usual=True),
        BotInfo(
            "gambler", "plays many hands, bets and bluffs too much", HOLDEM, 10, "characters:Gambler", SLOW, usual=True
        ),
        BotInfo("regular", "a sound game with small leaks", HOLDEM, 10, "characters:Regular", SLOW, usual=True),
        BotInfo(
            "sharp", "plays like solid, and exploits habits it is sure of", HOLDEM, 10, "sharp:Sharp", SLOW, usual=True
        ),
    )
}
"""The built-in bots by name."""


def find_bot(name: str) -> BotInfo:
    """The built-in bot of that name."""
    if of_type("the name of a bot", name, str) not in BOTS:
        raise KickerError(unknown("bot", name, BOTS), "bot")
    return BOTS[name]


def make_bot(name: str, seed: int | str = 0) -> Player:
    """A fresh bot; with the same seed it decides alike."""
    module, kind = find_bot(name).home.split(":")
    bot: Player = getattr(import_module(f"kicker.players.{module}"), kind)(seed)
    return bot


__all__ = [
    "BOTS",
    "BotInfo",
    "Closes",
    "Explains",
    "Learns",
    "Player",
    "Reasons",
    "Remembers",
    "find_bot",
    "make_bot",
]
