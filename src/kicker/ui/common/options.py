"""The options of a new game: stakes and customs of tables, with defaults and limits.

`offer.py` has the options of each game.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final, NamedTuple, get_args

from kicker.cards import shorten, unknown
from kicker.errors import KickerError
from kicker.games.catalogue import LEAST_MIXED_BET
from kicker.games.rules import MOST_RUNS
from kicker.table.customs import Straddling
from kicker.ui.common.pace import SPEEDS, usual_speed

MOST_CHIPS: Final = 10**9


class OptionError(KickerError):
    """Raised for an option whose value is not possible."""

    def __init__(self, name: str, message: str, code: str = "option") -> None:
        super().__init__(message, code)
        self.name = name


class Option(NamedTuple):
    """An option of a new game."""

    name: str
    label: str
    hint: str
    """A short description."""
    usual: int | float | str
    least: float = 0
    most: float = 0
    """Limits of a number."""
    choices: tuple[str, ...] = ()
    """The allowed texts; empty for any."""
    form: str = ""
    """The form of a text, in a word."""
    code: str = "chips"
    """The code of errors about it."""
    custom: bool = False
    """A custom of the table, which forms list apart."""

    @property
    def is_number(self) -> bool:
        """True if it is a number."""
        return not isinstance(self.usual, str)

    @property
    def is_open(self) -> bool:
        """True if there is a choice."""
        return self.least < self.most if self.is_number else len(self.choices) != 1

    def check(self, value: Any) -> None:
        """Refuse a value that is not possible."""
        if self.is_number and not (isinstance(value, int | float) and self.least <= value <= self.most):
            kind = "a whole number" if isinstance(self.usual, int) else "a number"
            right = f"{kind} from {self.least:,} to {self.most:,}" if self.is_open else f"{self.usual} in this game"
            raise OptionError(self.name, f"{self.label.lower()} must be {right}, not {shorten(str(value))}", self.code)
        if self.choices and value not in self.choices:
            raise OptionError(self.name, unknown(self.label.lower(), str(value), self.choices), self.code)

    def parse(self, text: str) -> int | float | str:
        """Return the typed value, checked."""
        value: int | float | str = text
        if self.is_number and text.isascii() and text.isdigit() and len(text) < 20:
            value = int(text)
        elif isinstance(self.usual, float):
            with suppress(ValueError):
                value = float(text)
        self.check(value)
        return value

    def as_dict(self) -> dict[str, Any]:
        """Return the option for JSON."""
        limits = {"least": self.least, "most": self.most} if self.is_number else {"choices": self.choices}
        told = {"name": self.name, "label": self.label, "hint": self.hint, "usual": self.usual, "custom": self.custom}
        return told | limits


SECONDS: Final = Option("seconds", "Seconds for a decision", "time for each decision", 30.0, 0.1, 600)
BANK: Final = Option("bank", "Time bank", "extra seconds, shared by all decisions", 60.0, 0, 3600)
PAUSE: Final = Option("pause", "Pause", "seconds between hands", 4.0, 0, 3600)
STACK: Final = Option("stack", "Stack", "chips at the start", 1000, 1, MOST_CHIPS)
BLINDS: Final = Option("blinds", "Blinds", "small blind and big blind at the start", "5/10", form="SMALL/BIG")
EXTRA_ANTE: Final = Option("ante", "Ante", "paid by every player on top of the blinds", 0, 0, MOST_CHIPS)
ANTE: Final = Option("ante", "Ante", "paid by every player at the start", 5, 1, MOST_CHIPS)
BET: Final = Option("bet", "Bet", "small bet and big blind; antes are a quarter of it", 10, LEAST_MIXED_BET, MOST_CHIPS)
EACH: Final = Option("each", "Hands each", "hands of each game before the next one", 6, 1, 1_000, form="N")
RISE: Final = Option("rise", "Rise", "hands at each level; 0 keeps the stakes fixed", 20, 0, 10_000, form="N")


YES_OR_NO: Final = ("yes", "no")
EVERYONE: Final = "everyone"


def _custom(
    name: str, label: str, hint: str, usual: int | str, limits: tuple[int, int] = (0, 0), choices: tuple[str, ...] = ()
) -> Option:
    """Return a custom of a table: a number between limits, or one of a few words."""
    return Option(name, label, hint, usual, *limits, choices, "N" if any(limits) else "", "rules", custom=True)


ANTE_BY: Final = _custom(
    "ante_by",
    "Ante paid by",
    "who pays the ante: everyone, or one player for the table",
    EVERYONE,
    choices=(EVERYONE, "button", "big blind"),
)
STRADDLE: Final = _custom(
    "straddle",
    "Straddle",
    "two big blinds, posted by the player left of the big blind",
    "no",
    choices=get_args(Straddling),
)
DEAD_BUTTON: Final = _custom(
    "dead_button", "Dead button", "the button may go to an empty seat, so that nobody skips a blind", "no",
    choices=YES_OR_NO,
)  # fmt: skip
MISSED_BLINDS: Final = _custom(
    "missed_blinds", "Missed blinds", "a player who comes back posts the blinds missed", "no", choices=YES_OR_NO
)
BOMBS: Final = _custom("bombs", "Bomb pots", "a bomb pot every N hands; 0 for none", 0, (0, 10_000))
BOMB_SIZE: Final = _custom("bomb_size", "Bomb size", "big blinds that each player pays into a bomb pot", 2, (1, 100))
RUNS: Final = _custom(
    "runs", "Boards", "how often the board is run when players are all in: 2 runs it twice", 1, (1, MOST_RUNS)
)
BOTS_RUN: Final = _custom(
    "bots_run", "Bots run it", "whether the bots agree to run it several times", "yes", choices=YES_OR_NO
)
REBUYS: Final = _custom(
    "rebuys", "Rebuys", "buy chips between hands, up to the starting stack; broke bots rebuy", "no", choices=YES_OR_NO
)


def speed_option() -> Option:
    """Return the speed of bots; the environment sets the default."""
    return Option("speed", "Speed of bots", "how long bots think", usual_speed(), choices=tuple(SPEEDS))
