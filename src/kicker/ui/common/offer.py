"""The games on offer, as data: games, rule sets, stakes, seats, bots and speeds, with their defaults and limits.

The prompt, the terminal, the web form and `GET /api/games` are made from this, and every table with bots is set up
here, so that the same choices make the same game everywhere.

>>> offer = find_offer("holdem")
>>> offer.terms({"seats": 3, "blinds": "10/20"}).stack
1000
>>> [option.name for option in offer.options if not option.custom]
['seats', 'bots', 'stack', 'blinds', 'ante', 'betting', 'rise']
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from random import SystemRandom
from typing import Any, Final, NamedTuple

from kicker.cards import DECK, count_of, shorten, unknown
from kicker.errors import KickerError
from kicker.games import (
    GAMES,
    MIXES,
    Game,
    Limit,
    Mix,
    Rules,
    classic_draw,
    classic_holdem,
    jackpots,
    plain_draw,
    standard,
)
from kicker.orders import BADUGI, HIGH, SHORT_DECK
from kicker.players import BOTS, BotInfo
from kicker.players.specs import PlayerSpec
from kicker.table import Customs, Schedule, Table
from kicker.table.customs import Straddling
from kicker.ui.common.options import (
    ANTE,
    ANTE_BY,
    BANK,
    BET,
    BLINDS,
    BOMB_SIZE,
    BOMBS,
    BOTS_RUN,
    DEAD_BUTTON,
    EACH,
    EVERYONE,
    EXTRA_ANTE,
    MISSED_BLINDS,
    REBUYS,
    RISE,
    RUNS,
    SECONDS,
    STACK,
    STRADDLE,
    Option,
    OptionError,
    speed_option,
)
from kicker.ui.common.text import YOU, capital

STANDARD: Final = "standard"
"""The rule set that every game has."""
LEVELS: Final = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512)
"""The stakes of each level as multiples of the first."""
_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven")
FOR_ANY_GAME: Final = ("odds",)
"""The bot for games that no other bot plays."""


class Terms(NamedTuple):
    """The chosen options of a game, except the players; fields are named like their options."""

    seats: int
    stack: int
    blinds: str = ""
    ante: int = 0
    betting: Limit = "no-limit"
    rise: int = 0
    bet: int = 0
    each: int = 0
    ante_by: str = EVERYONE
    straddle: Straddling = "no"
    dead_button: str = "no"
    missed_blinds: str = "no"
    bombs: int = 0
    bomb_size: int = 2
    runs: int = 1
    bots_run: str = "yes"
    rebuys: str = "no"

    @property
    def customs(self) -> Customs:
        """The customs agreed on besides the rules."""
        return Customs(
            dead_button=self.dead_button == "yes",
            missed_blinds=self.missed_blinds == "yes",
            straddle=self.straddle,
            bomb_every=self.bombs,
            bomb_blinds=self.bomb_size,
            runs=self.runs,
            bots_run=self.bots_run == "yes",
            buy_in=self.stack if self.rebuys == "yes" else 0,
        )


# --- what can be played ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Offer:
    """A rule set of a game that people can play."""

    game: Game | Mix
    variant: str
    title: str
    summary: str
    """A phrase that describes the rule set."""
    bots: tuple[str, ...]
    """The default opponents."""
    seats: int
    """The default number of seats."""
    most_seats: int
    fixed: Rules | None = None
    """The rules of a game that leaves no choice of stakes."""
    stack: int = int(STACK.usual)
    schedule: Schedule = Schedule()  # noqa: RUF009 (it cannot change)
    """The schedule of fixed stakes."""
    names: tuple[str, ...] = ()
    """The names of the seats, if prescribed."""
    openers: int = 0
    """The strength that a seat needs to open, as in jackpots."""

    @property
    def games(self) -> tuple[Game, ...]:
        """The game, or the games that take turns."""
        return games_of(self.game)

    @property
    def kind(self) -> str:
        """The kind that its saves and statistics are filed under: `holdem`, `classic-holdem`."""
        return self.game.name if self.variant == STANDARD else f"{self.variant}-{self.game.name}"

    @property
    def is_usual(self) -> bool:
        """True if it is listed first: the standard rules of a game with bots of its own."""
        return self.variant == STANDARD and any(bot.games and plays_all(bot, self.games) for bot in BOTS.values())

    @property
    def tells_rounds(self) -> bool:
        """True if all rounds are listed after a game, with seats by number, as in the older draw game."""
        return self.game is PLAIN.game

    @property
    def options(self) -> tuple[Option, ...]:
        """The options; the number of seats is always one of them."""
        seats = Option("seats", "Seats", "players, including you", self.seats, 2, self.most_seats, code="seats")
        if self.fixed and self.most_seats == 2:
            return (seats,)
        able = ", ".join(bot.name for bot in bots_for(self.games))
        hint = f"opponents, separated by commas; a shorter list repeats: {able}"
        bots = Option("bots", "Bots", hint, ",".join(self.bots), form="NAME,...", code="bot")
        if self.fixed:
            return seats, bots
        return seats, bots, STACK, *stakes_of(self.game), RISE, *customs_of(self.game)

    def is_open(self, name: str) -> bool:
        """Return True if it has an option of this name."""
        return any(option.name == name and option.is_open for option in self.options)

    def terms(self, asked: Mapping[str, Any]) -> Terms:
        """Return the chosen options, checked, with defaults for missing ones and None."""
        options = {option.name: option for option in self.options if option.name in Terms._fields}
        given = {name: asked[name] for name in Terms._fields if asked.get(name) is not None}
        for name in given:
            if name not in options:
                raise OptionError(name, f"{self.title} has no choice of {name}; leave it out", "rules")
        usual = {"stack": self.stack} | {name: option.usual for name, option in options.items()}
        values: dict[str, Any] = usual | given
        for name, option in options.items():
            option.check(values[name])
        terms = Terms(**values)
        for rules in self.rules(terms) if not self.fixed else ():
            ante = rules.largest_ante
            if terms.stack < max(rules.blinds, default=0) + ante:
                cost = "big blind and the ante" if rules.blinds and ante else "big blind" if rules.blinds else "ante"
                raise OptionError("stack", f"the stack must cover the {cost}", "chips")
        return terms

    def rules(self, terms: Terms) -> tuple[Rules, ...]:
        """Return the rules of the first deal, or of all games that take turns."""
        if self.fixed is not None:
            return (self.fixed,)
        if isinstance(self.game, Mix):
            return self.game.rules(terms.bet)
        if self.game.stakes == "blinds":
            blinds = parse_blinds(terms.blinds)
            antes: dict[str, dict[str, Any]] = {
                "button": {"button_ante": terms.ante},
                "big blind": {"dead_antes": (0, terms.ante)},
            }
            if terms.ante and terms.ante_by in antes:
                return (replace(standard(self.game, blinds, betting=terms.betting), **antes[terms.ante_by]),)
            return (standard(self.game, blinds, terms.ante, terms.betting),)
        smallest = max(2 * terms.ante, 2) if self.game.stakes == "ante" else 0  # 0: set by the forced bets
        rules = standard(self.game, ante=terms.ante, betting=terms.betting, min_bet=smallest)
        return (replace(rules, openers=self.openers),)

    def schedule_of(self, terms: Terms) -> Schedule:
        """Return the schedule: the games that take turns, and the rise of their stakes."""
        if self.fixed:
            return self.schedule
        rules = self.rules(terms)
        if isinstance(self.game, Mix):
            return Schedule(every=terms.each, games=rules, rise=terms.rise, factors=LEVELS if terms.rise else ())
        return rising(rules[0], terms.rise)

    def begin(
        self, terms: Terms, names: Sequence[str], bots: Mapping[int, str], first: int = 0, seed: int | str | None = None
    ) -> Table:
        """Start a new game with these names by seat (empty for an empty seat), in which seat `first` acts first."""
        rules = self.rules(terms)[0]
        stacks = [terms.stack if name else 0 for name in names]
        taken = [seat for seat, name in enumerate(names) if name]
        button = terms.seats - 1 if self.fixed else first_button(rules, taken, first)
        return Table(
            rules,
            stacks,
            players=bots,
            names=names,
            seed=seed,
            schedule=self.schedule_of(terms),
            button=button,
            fixed_button=bool(self.fixed),
            customs=terms.customs,
        )

    def against_bots(self, terms: Terms, person: int, bots: str, seed: int | str) -> Table:
        """Start a new game of one person against bots, named in a list separated by commas; empty for the
        default bots."""
        around = self.bots_around(terms, person, bots)
        if self.names:
            names = list(self.names)
        elif self.tells_rounds:
            names = [f"Player{seat + 1}" for seat in range(terms.seats)]
        else:
            called = bot_names(around) | {person: YOU}
            names = [called[seat] for seat in range(terms.seats)]
        return self.begin(terms, names, around, person, seed)

    def bots_around(self, terms: Terms, person: int, names: str) -> dict[int, str]:
        """Return the bot in each seat; a list with too few names repeats."""
        if not 0 <= person < terms.seats:
            raise OptionError("seat", f"there is no seat {person + 1}; choose from 1 to {terms.seats}", "seats")
        others = [seat for seat in range(terms.seats) if seat != person]
        usual = names in ("", ",".join(self.bots))
        listed = list(self.bots[: len(others)]) if usual else [name.strip() for name in names.split(",")]
        if len(listed) > len(others):
            raise OptionError(
                "bots",
                f"{shorten(names)} names {len(listed)} bots for {count_of(len(others), 'other seat')}; name fewer",
                "bot",
            )
        self.check_bots(terms, listed)
        return dict(zip(others, repeated(listed, len(others)), strict=True))

    def check_bots(self, terms: Terms, names: Iterable[str]) -> None:
        """Reject bots that cannot play this game."""
        for name, rules in product(names, self.rules(terms)):
            try:
                PlayerSpec.parse(name).check(rules, terms.seats)
            except KickerError as error:
                raise OptionError("bots", str(error), error.code) from None

    def as_dict(self) -> dict[str, Any]:
        """Return the offer for JSON."""
        return {
            "name": self.variant,
            "title": self.title,
            "summary": self.summary,
            "usual": self.is_usual,
            "options": [option.as_dict() for option in self.options if option.is_open and option.name != "bots"],
            "seats": self.seats,
            "bots": [{"name": bot.name, "summary": bot.summary} for bot in bots_for(self.games)],
            "usual_bots": self.bots,
        }


PLAIN: Final = plain_draw()
"""The game without betting. At the prompt several people play it at one keyboard; elsewhere a person plays bots."""
OLDER: Final = (
    Offer(
        classic_holdem().game,
        "classic",
        "classic hold'em",
        "heads-up, with a buy-in and one raise each",
        ("cpu",),
        seats=2,
        most_seats=2,
        fixed=classic_holdem(),
        stack=2000,
        names=(YOU, "CPU"),
    ),
    Offer(
        classic_draw().game,
        "classic",
        "classic draw",
        "one bet to match, an ante that rises every hand, draw up to 4 cards",
        ("drawer",),
        seats=2,
        most_seats=classic_draw().most_seats,
        fixed=classic_draw(),
        schedule=Schedule(ante_step=1),
    ),
    Offer(
        PLAIN.game,
        "no-betting",
        "plain draw",
        "one draw of up to 3 cards, without betting",
        ("drawer",),
        seats=2,
        most_seats=PLAIN.most_seats,
        fixed=PLAIN,
        stack=100,
    ),
)
"""The games of older programs, with their own stakes."""


def playable() -> dict[str, Game | Mix]:
    """Return all games and mixed games by name."""
    return {**GAMES, **MIXES}


def games_of(game: Game | Mix) -> tuple[Game, ...]:
    """Return the game, or the games that take turns."""
    return game.games if isinstance(game, Mix) else (game,)


def offers_of(game: Game | Mix) -> list[Offer]:
    """Return the rule sets of a game, the standard one first."""
    games = games_of(game)
    most = min(standard(each, ante=1).most_seats for each in games)
    usual = Offer(game, STANDARD, game.title, summary_of(game), usual_bots(games), min(game.usual_seats, most), most)
    return [usual, *(offer for offer in OLDER if offer.game is game), *jackpots_of(usual)]


def jackpots_of(usual: Offer) -> list[Offer]:
    """Return jackpots with the stakes, seats and bots of five-card draw; nothing for other games."""
    rules = jackpots()
    if usual.game is not rules.game:
        return []
    summary = "a pair of jacks or better opens; a pot that nobody opens stays for the next hand"
    return [replace(usual, variant="jackpots", title="jackpots", summary=summary, openers=rules.openers)]


def stakes_of(game: Game | Mix) -> tuple[Option, ...]:
    """Return the options for stakes and betting."""
    if isinstance(game, Mix):
        return BET, EACH
    limits = game.limits
    betting = Option("betting", "Betting", "betting structure", limits[0], choices=limits, code="rules")
    return (BLINDS, EXTRA_ANTE, betting) if game.stakes == "blinds" else (ANTE, betting)


def customs_of(game: Game | Mix) -> tuple[Option, ...]:
    """Return the customs that apply to a game, or to one of the games that take turns."""
    games = games_of(game)
    found: list[Option] = []
    if any(each.stakes == "blinds" for each in games):
        found += [] if isinstance(game, Mix) else [ANTE_BY]
        found += [STRADDLE, DEAD_BUTTON, MISSED_BLINDS]
    if any(len(each.streets) > 1 for each in games):
        unit = _UNITS[games[0].stakes]
        found += [BOMBS, BOMB_SIZE._replace(hint=BOMB_SIZE.hint.replace(_UNITS["blinds"], unit))]
    if any(each.board_cards for each in games):
        found += [RUNS, BOTS_RUN]
    return (*found, REBUYS)


_UNITS: Final = {"blinds": "big blinds", "button": "button blinds", "ante": "small bets", "bring-in": "small bets"}
"""The unit of results (`Rules.big_blind`) in words, by the game's usual stakes; customs are multiples of it."""


def summary_of(game: Game | Mix) -> str:
    """Return a phrase that distinguishes a game: `four cards, exactly two play, high and low`."""
    if isinstance(game, Mix):
        limits = {betting for _, betting in game.parts}
        alike = limits.pop() if len(limits) == 1 else ""
        *most, last = [each.title if alike else f"{betting} {each.title}" for each, betting in game.parts]
        return f"{alike} {', '.join(most)} and {last} in turn".strip()
    words = []
    if game.hand_plays is not None:
        words.append(f"{_NUMBERS[game.hand_cards]} cards, exactly {_NUMBERS[game.hand_plays]} play")
    elif any(street.up for street in game.streets):
        up = sum(street.up for street in game.streets)
        words.append(f"{_NUMBERS[game.hand_cards]} cards, {_NUMBERS[up]} of them face up")
    if len(game.deck) < len(DECK):
        words.append(f"a deck of {len(game.deck)} cards")
    if game.orders != (HIGH,):
        words.append(" and ".join(_ORDER_WORDS.get(order.name, order.title) for order in game.orders))
    words.append({"blinds": "blinds and raises", "ante": "an ante and raises", "bring-in": "antes and a bring-in",
                  "button": "antes and a button blind"}[game.stakes])  # fmt: skip
    draws = game.draws
    if draws:
        times = "" if draws == 1 else f" {_NUMBERS[draws]} times"
        words.append(f"draw up to {game.most_exchanged} cards{times}")
    return ", ".join(words)


_ORDER_WORDS: Final = {
    SHORT_DECK.name: "a flush beats a full house",
    BADUGI.name: "four low cards of different ranks and suits",
}
"""The orders whose title says no more than the name of their game."""


def offers() -> list[Offer]:
    """Return all rule sets of all games."""
    return [offer for game in playable().values() for offer in offers_of(game)]


def every_option() -> list[Option]:
    """Return all options of all games except the players, each from the first game that has it."""
    found = {option.name: option for offer in reversed(offers()) for option in offer.options}
    names = dict.fromkeys(option.name for offer in offers() for option in offer.options)
    return [found[name] for name in names if name not in ("seats", "bots")]


def offer_of_kind(kind: str) -> Offer | None:
    """Return the rule set whose games are filed under a kind, if there is one."""
    return next((offer for offer in offers() if offer.kind == kind), None)


def find_offer(game: str, variant: str = STANDARD) -> Offer:
    """Return the rule set of a game."""
    if game not in playable():
        raise OptionError("game", unknown("game", game, playable()), "rules")
    found = {offer.variant: offer for offer in offers_of(playable()[game])}
    if variant not in found:
        message = f"unknown rules {shorten(variant)} for {game}; choose from {', '.join(found)}"
        raise OptionError("rules", message, "rules")
    return found[variant]


def kinds() -> dict[str, str]:
    """Titles of all rule sets, the standard ones first, by the kind that their saves are filed under."""
    return {offer.kind: capital(offer.title) for offer in sorted(offers(), key=lambda offer: offer.variant != STANDARD)}


def as_json() -> dict[str, Any]:
    """Return the whole offer for `GET /api/games`."""
    games = [
        {"name": game.name, "title": game.title, "rules": [offer.as_dict() for offer in offers_of(game)]}
        for game in playable().values()
    ]
    return {"games": games, "table": [SECONDS.as_dict(), BANK.as_dict(), speed_option().as_dict()]}


# --- players and prizes -----------------------------------------------------------------------------------------------


def plays_all(bot: BotInfo, games: Iterable[Game]) -> bool:
    """Return True if a bot plays all of some games."""
    return all(bot.plays(game.name) for game in games)


def bots_for(games: Sequence[Game]) -> list[BotInfo]:
    """Return the bots that play some games, those made for them first."""
    able = [bot for bot in reversed(BOTS.values()) if plays_all(bot, games)]
    return sorted(able, key=lambda bot: bot.games is None)


def usual_bots(games: Sequence[Game]) -> tuple[str, ...]:
    """Return the default opponents of some games: a mixed table, with the soundest player first."""
    return tuple(bot.name for bot in BOTS.values() if bot.usual and plays_all(bot, games)) or FOR_ANY_GAME


def repeated(names: Sequence[str], count: int) -> list[str]:
    """Return this many names; a list that is too short repeats."""
    return [names[place % len(names)] for place in range(count)]


def bot_names(bots: Mapping[int, str]) -> dict[int, str]:
    """Return the names of bots: their kind, with numbers if there are several of a kind."""
    called = {seat: re.split("[:/]", name.split()[0])[-1] for seat, name in bots.items()}
    names = {}
    for seat, kind in called.items():
        alike = [other for other in called if called[other] == kind]
        names[seat] = kind if len(alike) == 1 else f"{kind} {alike.index(seat) + 1}"
    return names


def first_button(rules: Rules, taken: Sequence[int], first: int) -> int:
    """Return the button that makes a seat the first to act, so that the person need not wait."""
    before = taken.index(first) if first in taken else 0
    if rules.blinds and len(taken) == 2:
        return taken[before]  # the button posts the small blind, and acts first
    return taken[(before - len(rules.blinds) - 1) % len(taken)]


def rising(rules: Rules, every: int) -> Schedule:
    """Blinds and antes that rise every N deals, or never if 0; the last level stays."""
    if not every:
        return Schedule()
    levels = tuple((tuple(blind * factor for blind in rules.blinds), rules.largest_ante * factor) for factor in LEVELS)
    return Schedule(every=every, levels=levels)


def parse_blinds(text: str) -> tuple[int, int]:
    """Small and big blind, written like 5/10."""
    words = text.split("/")
    if len(words) == 2 and all(word.isascii() and word.isdigit() and len(word) < 10 for word in words):
        small, big = map(int, words)
        if 0 < small <= big:
            return small, big
    raise OptionError("blinds", f"write the blinds as SMALL/BIG, like 5/10, not {shorten(text)}", "chips")


def new_seed(seed: int | None) -> int:
    """Return the given seed, or an unpredictable one."""
    return SystemRandom().getrandbits(63) if seed is None else seed
