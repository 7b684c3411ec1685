"""The games and their rule sets.

To add a game, add a `Game` to `GAMES`: tables, bots, records and all places to play pick it up from there. The games of
other programs are rule sets of the same games: `NAMED` lists all rule sets.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple

from kicker.cards import parse_cards, unknown
from kicker.checks import listed, of_type, whole
from kicker.errors import KickerError
from kicker.games.game import Game, Limit, Opener, Street
from kicker.games.rules import AS_THE_GAME_ALLOWS, Rules, Showdown, Ties
from kicker.orders import ACE_TO_FIVE, BADUGI, DEUCE_TO_SEVEN, EIGHT_OR_BETTER, HIGH, SHORT_DECK, Order

HOLDEM: Final = Game(
    "holdem",
    "hold'em",
    (
        Street("preflop", down=2),
        Street("flop", board=3),
        Street("turn", board=1, big_bet=True),
        Street("river", board=1, big_bet=True),
    ),
    code="T",
)
DRAW: Final = Game(
    "draw",
    "five-card draw",
    (Street("before the draw", down=5), Street("after the draw", exchange=3, big_bet=True)),
    code="5D",
    stakes="ante",
    usual_seats=4,
)

_FLOP_GAME: Final = (
    Street("flop", board=3),
    Street("turn", board=1, big_bet=True),
    Street("river", board=1, big_bet=True),
)


def _omaha(cards: int, *, low: bool, most_seats: int = 10) -> Game:
    """Return an Omaha game with this many hole cards, two of which must play; `low` splits the pot with an
    eight-or-better low."""
    number = "" if cards == 4 else f"-{cards}"
    return Game(
        f"omaha{number}" + "-hilo" * low,
        f"{_NUMBERS[cards]}Omaha" + " eight or better" * low,
        (Street("preflop", down=cards), *_FLOP_GAME),
        code=f"O{number.removeprefix('-')}" + "/8" * low,
        orders=(HIGH, EIGHT_OR_BETTER) if low else (HIGH,),
        hand_plays=2,
        most_seats=most_seats,
        limits=("pot-limit", "fixed-limit", "no-limit"),
        percentages=f"omaha{cards}" + "-hilo" * low,
    )


def _stud(name: str, title: str, code: str, orders: tuple[Order, ...], first: Opener, later: Opener) -> Game:
    """Return a stud game: seven cards, four of them face up; the up cards decide who opens."""
    return Game(
        name,
        title,
        (
            Street("third street", down=2, up=1, opener=first),
            Street("fourth street", up=1, opener=later),
            Street("fifth street", up=1, opener=later, big_bet=True),
            Street("sixth street", up=1, opener=later, big_bet=True),
            Street("seventh street", down=1, opener=later, big_bet=True),
        ),
        code=code,
        orders=orders,
        most_seats=8,
        stakes="bring-in",
        limits=("fixed-limit",),
        odd_chips="high card",
    )


def _triple_draw(name: str, title: str, code: str, cards: int, order: Order) -> Game:
    """Return a game with three draws, in which the big bet applies from the second draw on."""
    return Game(
        name,
        title,
        (
            Street("before the draw", down=cards),
            Street("after the first draw", exchange=cards),
            Street("after the second draw", exchange=cards, big_bet=True),
            Street("after the third draw", exchange=cards, big_bet=True),
        ),
        code=code,
        orders=(order,),
        most_seats=8,
        limits=("fixed-limit", "pot-limit", "no-limit"),
        usual_seats=4,
        reshuffles=True,
    )


_NUMBERS: Final = {4: "", 5: "five-card ", 6: "six-card "}
SHORT_DECK_HOLDEM: Final = Game(
    "short-deck",
    "short-deck hold'em",
    (Street("preflop", down=2), *_FLOP_GAME),
    code="S",
    orders=(SHORT_DECK,),
    deck=SHORT_DECK.deck,
    stakes="button",
    limits=("no-limit", "pot-limit", "fixed-limit"),
)
STUD: Final = _stud("stud", "seven-card stud", "7S", (HIGH,), "lowest card", "best showing")
RAZZ: Final = _stud("razz", "razz", "R", (ACE_TO_FIVE,), "highest card", "worst showing")
STUD_HILO: Final = _stud(
    "stud-hilo", "stud eight or better", "7S/8", (HIGH, EIGHT_OR_BETTER), "lowest card", "best showing"
)
SINGLE_DRAW: Final = Game(
    "single-draw",
    "2-7 single draw",
    (Street("before the draw", down=5), Street("after the draw", exchange=5, big_bet=True)),
    code="2L1D",
    orders=(DEUCE_TO_SEVEN,),
    most_seats=8,
    usual_seats=4,
    reshuffles=True,
)
TRIPLE_DRAW: Final = _triple_draw("triple-draw", "2-7 triple draw", "2L3D", 5, DEUCE_TO_SEVEN)
BADUGI_GAME: Final = _triple_draw("badugi", "badugi", "B", 4, BADUGI)
OMAHA: Final = _omaha(4, low=False)
OMAHA_HILO: Final = _omaha(4, low=True)

GAMES: Final[dict[str, Game]] = {
    game.name: game
    for game in (
        HOLDEM,
        SHORT_DECK_HOLDEM,
        OMAHA,
        _omaha(5, low=False, most_seats=9),
        _omaha(6, low=False, most_seats=7),
        OMAHA_HILO,
        _omaha(5, low=True, most_seats=9),
        _omaha(6, low=True, most_seats=7),
        STUD,
        STUD_HILO,
        RAZZ,
        DRAW,
        SINGLE_DRAW,
        TRIPLE_DRAW,
        BADUGI_GAME,
    )
}
"""All games by name."""

FIXED_LIMIT_BETS: Final = 4
"""The most bets and raises on a street in fixed limit."""


def find_game(name: str) -> Game:
    """Return the game called `name`; an unknown name raises `KickerError` with suggestions."""
    if name not in GAMES:
        raise KickerError(unknown("game", name, GAMES), "rules")
    return GAMES[name]


# --- rule sets -------------------------------------------------------------------------------------------------------


def standard(
    game: Game,
    blinds: tuple[int, ...] = (),
    ante: int = 0,
    betting: Limit | None = None,
    min_bet: int = 0,
    max_draw: int = AS_THE_GAME_ALLOWS,
    showdown: Showdown = "order",
    bring_in: int | None = None,
    button_blind: int | None = None,
) -> Rules:
    """Return the usual rules of a game. Fixed limit has four bets a street, and the big bet is twice the small one.

    Unless they are given, the bring-in is the ante, and the smallest bet four times that; where the button posts a
    blind, it is the ante, and so is the smallest bet.
    """
    blinds = tuple(listed("blinds", blinds, of_type("game", game, Game).most_seats, "(1, 2)"))
    for amount in (ante, min_bet, *blinds):
        whole("an amount", amount, 0, code="rules")
    if betting is None:
        betting = game.limits[0]
    cap = FIXED_LIMIT_BETS if of_type("betting", betting, str) == "fixed-limit" else None
    if bring_in is None:
        bring_in = (ante or max(1, min_bet // 4)) if game.stakes == "bring-in" else 0
    if button_blind is None:
        button_blind = ante if game.stakes == "button" and not blinds else 0
    smallest = max(min_bet, button_blind, *blinds, 0) or 4 * bring_in
    return Rules(
        game,
        betting,
        blinds,
        ante=ante,
        button_blind=button_blind,
        bring_in=bring_in,
        min_bet=smallest,
        max_bets=cap,
        max_draw=max_draw,
        showdown=showdown,
    )


def usual(game: Game, betting: Limit | None = None) -> Rules:
    """Return the usual rules at small stakes: blinds of 1/2, or an ante of 1."""
    if game.stakes == "blinds":
        return standard(game, (1, 2), betting=betting)
    return standard(game, ante=1, betting=betting, min_bet=0 if game.stakes in ("bring-in", "button") else 2)


def holdem(
    blinds: tuple[int, ...] = (1, 2), ante: int = 0, betting: Limit = "no-limit", showdown: Showdown = "order"
) -> Rules:
    """Return the rules of Texas hold'em. Fixed limit has four bets a street; the bets are the big blind and twice the
    big blind."""
    return standard(HOLDEM, blinds, ante, betting, showdown=showdown)


def draw(
    blinds: tuple[int, ...] = (), ante: int = 1, betting: Limit = "no-limit", min_bet: int = 2, max_draw: int = 3
) -> Rules:
    """Return the rules of five-card draw with raises and, by default, an ante."""
    return standard(DRAW, blinds, ante, betting, min_bet, max_draw)


def classic_draw(ante: int = 5, min_bet: int = 5, *, strict_min: bool = False, ties: Ties = "first") -> Rules:
    """Return the rules of the older draw game: one bet to match per round, no raises, draws of up to four, all hands
    shown.

    Before the draw a seat bets or folds; after it, it may hold. With `strict_min` a bet must be more than the minimum.
    """
    return Rules(
        DRAW,
        ante=ante,
        full_ante=True,
        min_bet=whole("min_bet", min_bet, 1, code="rules") + strict_min,
        raises="none",
        must_open=(0,),
        max_draw=4,
        ties=ties,
        deal_order="hand",
        showdown="all",
        forfeit=True,
    )


def plain_draw(max_draw: int = 3) -> Rules:
    """Return the rules of the simplest draw game: five cards one at a time, one draw of up to three, no bets, and the
    best hand wins."""
    return Rules(DRAW, "none", max_draw=max_draw, showdown="all")


def classic_holdem(buy_in: int = 20) -> Rules:
    """Return the rules of the older heads-up game, with a buy-in instead of blinds; a seat that has acted can only call
    or fold.

    A raise of any size is legal; all hands are shown at the end; on a tie the stakes are returned.
    """
    return Rules(
        HOLDEM,
        ante=buy_in,
        min_bet=1,
        raises="single",
        full_raises=False,
        ties="refund",
        showdown="all",
        all_in_face_up=False,
    )


JACKS: Final = int(HIGH.strength(parse_cards("Jc Jd 4c 3c 2c")) or 0)
"""The strength of the lowest pair of jacks, the weakest opener of jackpots."""


def jackpots(ante: int = 1, min_bet: int = 2, max_draw: int = 3) -> Rules:
    """Return the rules of five-card draw in which the opener needs a pair of jacks; a pot that nobody opens stays for
    the next deal."""
    return replace(draw(ante=ante, min_bet=min_bet, max_draw=max_draw), openers=JACKS)


class Mix(NamedTuple):
    """A mixed game: several games, played in turn."""

    name: str
    """Its name in programs."""
    title: str
    """Its name for people."""
    parts: tuple[tuple[Game, Limit], ...]
    """The games in turn, with their betting structures."""
    usual_seats: int = 6
    """The usual number of seats."""

    @property
    def games(self) -> tuple[Game, ...]:
        """The games in turn."""
        return tuple(game for game, _ in self.parts)

    def rules(self, bet: int) -> tuple[Rules, ...]:
        """Return the rules of each game with this small bet, which is the big blind and four times the ante."""
        return tuple(
            standard(game, (bet // 2, bet), betting=betting)
            if game.stakes == "blinds"
            else standard(game, ante=bet // 4, betting=betting, min_bet=bet)
            for game, betting in self.parts
        )


LEAST_MIXED_BET: Final = 4
"""The smallest bet of a mixed game; antes are a quarter of the bet."""
_HORSE: Final[tuple[tuple[Game, Limit], ...]] = tuple(
    (game, "fixed-limit") for game in (HOLDEM, OMAHA_HILO, RAZZ, STUD, STUD_HILO)
)
MIXES: Final[dict[str, Mix]] = {
    mix.name: mix
    for mix in (
        Mix("horse", "HORSE", _HORSE),
        Mix(
            "8-game",
            "8-game mix",
            ((TRIPLE_DRAW, "fixed-limit"), *_HORSE, (HOLDEM, "no-limit"), (OMAHA, "pot-limit")),
        ),
    )
}
"""Mixed games by name."""


def mixed(name: str, bet: int = LEAST_MIXED_BET) -> tuple[Rules, ...]:
    """Return the rules of a mixed game, for `Schedule.games`. The small bet is `bet`: the big blind, and four times the
    ante."""
    return find_mix(name).rules(whole("bet", bet, LEAST_MIXED_BET, code="rules"))


def find_mix(name: str) -> Mix:
    """Return the mixed game called `name`; an unknown name raises `KickerError` with suggestions."""
    if of_type("name", name, str) not in MIXES:
        raise KickerError(unknown("mixed game", name, MIXES), "rules")
    return MIXES[name]


def _name(game: Game, betting: Limit) -> str:
    """Return the name of a game's usual rules: the game alone if this is its most usual betting structure."""
    return game.name if betting == game.limits[0] else f"{betting.removeprefix('fixed-')}-{game.name}"


NAMED: Final[dict[str, Callable[[], Rules]]] = {
    _name(game, betting): partial(usual, game, betting) for game in GAMES.values() for betting in game.limits
} | {
    "draw": draw,
    "pot-limit-draw": partial(draw, betting="pot-limit"),
    "limit-draw": partial(draw, betting="fixed-limit"),
    "jackpots": jackpots,
    "classic-draw": classic_draw,
    "plain-draw": plain_draw,
    "classic-holdem": classic_holdem,
}
"""All rule sets by name."""
