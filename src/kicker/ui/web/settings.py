"""What a table of the server is made of when somebody makes one, and the `Sitting` that comes of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from kicker.cards import shorten
from kicker.errors import KickerError
from kicker.games import Limit, Rules, classic_draw, classic_holdem
from kicker.games import draw as draw_rules
from kicker.games import holdem as holdem_rules
from kicker.players import find_bot
from kicker.sitting import Sitting
from kicker.table import Schedule, Table
from kicker.ui.tables import CLASSIC_CHIPS, parse_blinds, rising, seat_names
from kicker.ui.text import stakes_words

CHIPS: Final = 1000
BLINDS: Final = "5/10"
ANTE: Final = {"holdem": 0, "draw": 5}
RISE: Final = 20
MOST_CHIPS: Final = 10**9
CREATOR: Final = 0
"""The seat of whoever makes a table."""


class Settings(NamedTuple):
    """What was asked for, with all defaults filled in."""

    name: str
    game: str
    rules: str
    betting: Limit
    seats: int
    bots: tuple[str, ...]
    stack: int
    blinds: str
    ante: int
    rise: int
    listed: bool
    seconds: float
    bank: float

    @classmethod
    def of(cls, asked: Mapping[str, Any], name: str) -> Settings:
        """The settings that somebody asked for; None stands for what is usual."""
        game, rules = asked["game"], asked["rules"]
        classic = rules == "classic"
        fixed = [word for word in ("betting", "stack", "blinds", "ante", "rise") if asked[word] is not None]
        if classic and fixed:
            raise KickerError(f"the classic game has its own {' and '.join(fixed)}: leave it out", "rules")
        if game == "draw" and asked["blinds"] is not None:
            raise KickerError(
                f"five-card draw has an ante and no blinds: leave out {shorten(asked['blinds'])}", "rules"
            )
        seats = asked["seats"] or (2 if classic and game == "holdem" else 4 if game == "draw" else 6)
        bots = tuple(asked["bots"]) if asked["bots"] is not None else _usual_bots(game, rules, seats)
        settings = cls(
            name,
            game,
            rules,
            asked["betting"] or "no-limit",
            seats,
            bots,
            CLASSIC_CHIPS[game] if classic else asked["stack"] or CHIPS,
            asked["blinds"] or BLINDS,
            ANTE[game] if asked["ante"] is None else asked["ante"],
            RISE if asked["rise"] is None else asked["rise"],
            asked["listed"],
            asked["seconds"],
            asked["bank"],
        )
        settings._check()
        return settings

    def _check(self) -> None:
        """Refuse what cannot be played."""
        game = self.game_rules()
        game.check_seats(self.seats)
        if (self.game, self.rules) == ("holdem", "classic") and self.seats != 2:
            raise KickerError(f"classic hold'em is a game for 2, not {self.seats}", "seats")
        if len(self.bots) > self.seats - 1:
            raise KickerError(f"{len(self.bots)} bots and you need more than {self.seats} seats", "bot")
        for name in self.bots:
            find_bot(name).check(game, self.seats)  # ready bots alone: nobody may start a program from afar
        if self.stack < max([*game.blinds, game.ante, 1]):
            raise KickerError(f"a stack of {self.stack} does not pay for one deal: {stakes_words(game)}", "chips")

    def game_rules(self) -> Rules:
        """The rules that deals begin with."""
        if self.rules == "classic":
            return classic_holdem() if self.game == "holdem" else classic_draw()
        if self.game == "holdem":
            return holdem_rules(parse_blinds(self.blinds), self.ante, self.betting)
        return draw_rules(ante=self.ante, min_bet=max(2 * self.ante, 2), betting=self.betting)

    def schedule(self, rules: Rules) -> Schedule:
        """How blinds and antes rise."""
        if self.rules == "classic":
            return Schedule(ante_step=1) if self.game == "draw" else Schedule()
        return rising(rules, self.rise)

    def bot_seats(self) -> dict[int, str]:
        """Which bot sits where: next to whoever made the table."""
        return {(CREATOR + 1 + place) % self.seats: name for place, name in enumerate(self.bots)}


def _usual_bots(game: str, rules: str, seats: int) -> tuple[str, ...]:
    """Bots on half of the other seats, so that people can join."""
    if (game, rules) == ("holdem", "classic"):
        return ("cpu",)
    kinds = ("sharp", "cpu") if game == "holdem" else ("drawer",)
    return tuple(kinds[place % len(kinds)] for place in range(seats // 2))


def new_sitting(settings: Settings, persons: Mapping[int, str]) -> Sitting:
    """A game from its beginning, with these people and the table's bots; the other seats are empty."""
    rules, bots = settings.game_rules(), settings.bot_seats()
    bot_names = seat_names(CREATOR, bots)
    names = [persons.get(seat, bot_names[seat] if seat in bots else "") for seat in range(settings.seats)]
    stacks = [settings.stack if name else 0 for name in names]
    classic = settings.rules == "classic"
    button = settings.seats - 1 if classic else _first_button(settings.game, [*persons, *bots])
    table = Table(
        rules, stacks, names=names, schedule=settings.schedule(rules), button=button, fixed_button=classic
    )  # its seed is 128 secret bits: nobody can foretell a bot's dice
    return Sitting(table, bots)


def _first_button(game: str, taken: Iterable[int]) -> int:
    """The button with which whoever made the table is the first to act: nobody likes to wait for a game to begin."""
    seats = sorted(taken)
    return seats[-1] if game == "draw" else seats[-3] if len(seats) > 3 else seats[0]
