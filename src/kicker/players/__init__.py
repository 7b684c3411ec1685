"""Players: anything with `act(view) -> Action`. A player never sees more than its own view.

>>> bot = make_bot("caller", seed=1)
>>> BOTS["caller"].summary
'checks or calls, whatever it holds'

Each further ability of a player has its own protocol: `Learns`, `Explains`, `Remembers`, `Closes`. Each built-in bot is
in its own module, which loads when a bot is made. For other kinds of players, see `specs.py`.
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
    """A player: a bot, a program, or a person at a prompt."""

    def act(self, view: View) -> Action:
        """Return the decision of seat `view.seat`, one of `view.options`."""


@runtime_checkable
class Learns(Protocol):
    """A player that learns from finished deals."""

    def learn(self, view: View) -> None:
        """Learn from the player's view of a finished deal."""


@runtime_checkable
class Explains(Protocol):
    """A player that can explain its last decision."""

    @property
    def reasons(self) -> Reasons | None:
        """The reasons in words and figures; None before the first decision."""


@runtime_checkable
class Remembers(Protocol):
    """A player with a memory that lasts from deal to deal and is saved with its table."""

    def memory(self) -> Any:
        """Return the memory, for JSON."""

    def recall(self, memory: Any) -> None:
        """Restore what `memory` returned, and continue from there."""


@runtime_checkable
class Closes(Protocol):
    """A player that holds a resource, such as a process."""

    def close(self) -> None:
        """Release the resource."""


class Reasons(NamedTuple):
    """The reasons for a bot's decision."""

    text: str
    """One sentence."""
    equity: float | None = None
    """The share of the pot that the bot expects to win."""
    pot_odds: float | None = None
    """The share of the pot that the bot needs to call."""
    details: tuple[tuple[str, str], ...] = ()
    """Other figures, as label and value."""


THOUGHTFUL: Final = 1000
"""The default number of hands in a match for players that think for a few milliseconds."""
SLOW: Final = 600
"""The default number of hands in a match for players that think about ranges."""


class BotInfo(NamedTuple):
    """A built-in bot: its name, its style, and what it plays."""

    name: str
    """Its name."""
    summary: str
    """A description of its style, in one line."""
    games: tuple[str, ...] | None
    """The games it plays, by name; None for any game."""
    most_seats: int
    """The largest table it plays at."""
    home: str
    """The module and the class, as `MODULE:CLASS`."""
    match_hands: int = THOUGHTFUL
    """The default number of hands of a match with it: a few seconds' worth."""
    usual: bool = False
    """True if it is seated by default."""

    def plays(self, game: str) -> bool:
        """Return True if the bot plays the game called `game`."""
        return self.games is None or game in self.games

    def check(self, rules: Rules, seats: int) -> None:
        """Raise `KickerError` if the bot does not play these rules or this number of seats."""
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
            "discards by exact odds, reads draws, bluffs at times",
            ("draw",),
            10,
            "drawer:Drawer",
            2000,
            usual=True,
        ),
        BotInfo("cpu", "plays by sampled odds, learns from shown cards", HOLDEM, 10, "cpu:Cpu"),
        BotInfo(
            "solid",
            "charts before the flop, then solves each street",
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
    """Return the built-in bot called `name`; an unknown name raises `KickerError` with suggestions."""
    if of_type("the name of a bot", name, str) not in BOTS:
        raise KickerError(unknown("bot", name, BOTS), "bot")
    return BOTS[name]


def make_bot(name: str, seed: int | str = 0) -> Player:
    """Make a new bot. The same seed gives the same decisions."""
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
