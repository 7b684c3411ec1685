"""The settings of a new table of the server, and the `Table` made from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from kicker.cards import count_of
from kicker.players import find_bot
from kicker.table import Table
from kicker.ui.common.offer import Offer, Terms, bot_names, find_offer, playable, repeated
from kicker.ui.common.options import OptionError, speed_option

CREATOR: Final = 0
"""The seat of the table's maker."""


class TableSettings(NamedTuple):
    """The settings with all defaults filled in."""

    name: str
    game: str
    rules: str
    bots: tuple[str, ...]
    terms: Terms
    """The stakes and customs."""
    listed: bool
    seconds: float
    bank: float
    speed: str = "normal"
    """The speed of bots."""

    @classmethod
    def of(cls, asked: Mapping[str, Any], name: str) -> TableSettings:
        """Return the requested settings, with defaults for None."""
        offer = find_offer(next(iter(playable())) if asked["game"] is None else asked["game"], asked["rules"])
        terms = offer.terms(asked)
        # By default, bots take half of the seats, so that people can join.
        bots = repeated(offer.bots, terms.seats // 2) if asked["bots"] is None else asked["bots"]
        check_bots(offer, terms, bots)
        rest = {key: asked[key] for key in ("listed", "seconds", "bank")} | {"speed": checked_speed(asked["speed"])}
        return cls(name=name, game=offer.game.name, rules=offer.variant, bots=tuple(bots), terms=terms, **rest)

    def as_dict(self) -> dict[str, Any]:
        """Return the settings for JSON, those of the game beside those of the table."""
        return {key: value for key, value in self._asdict().items() if key != "terms"} | self.terms._asdict()

    @classmethod
    def from_dict(cls, fields: Mapping[str, Any]) -> TableSettings:
        """Return the settings that `as_dict` wrote; older ones without customs get none."""
        terms = Terms(**{name: fields[name] for name in Terms._fields if name in fields})
        rest = {name: fields[name] for name in cls._fields if name in fields}
        return cls(**rest | {"bots": tuple(fields["bots"]), "terms": terms})

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self.terms.seats

    @property
    def stack(self) -> int:
        """The stack that everybody starts with."""
        return self.terms.stack

    @property
    def offer(self) -> Offer:
        """The rule set in play."""
        return find_offer(self.game, self.rules)

    def bot_seats(self) -> dict[int, str]:
        """Return the bots by seat, starting next to the table's maker."""
        return {(CREATOR + 1 + place) % self.seats: name for place, name in enumerate(self.bots)}


def checked_speed(asked: str | None) -> str:
    """Return the requested speed of bots, or the default for None."""
    option = speed_option()
    speed = str(option.usual) if asked is None else asked
    option.check(speed)
    return speed


def check_bots(offer: Offer, terms: Terms, names: list[str]) -> None:
    """Refuse bots that cannot play, too many bots, and programs, which may not be started over the network."""
    if len(names) > terms.seats - 1:
        raise OptionError(
            "bots", f"{count_of(len(names), 'bot')} and you do not fit at {terms.seats} seats; name fewer bots", "bot"
        )
    for name in names:
        find_bot(name)
    offer.check_bots(terms, names)


def new_table(settings: TableSettings, persons: Mapping[int, str]) -> Table:
    """Start a game with these people and the table's bots; the other seats are empty.

    Its seed is 128 secret bits, so that a bot's dice cannot be predicted.
    """
    bots = settings.bot_seats()
    called = bot_names(bots) | dict(persons)
    names = [called.get(seat, "") for seat in range(settings.seats)]
    return settings.offer.begin(settings.terms, names, bots, min(persons, default=CREATOR))
