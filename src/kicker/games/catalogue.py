"""The games there are, and ready rules for them.

A new game is a `Game` in `GAMES`: tables, bots, records and the three places to play find it there. The games of other
programs are rule sets of the same games: `NAMED` lists all rule sets.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from kicker.cards import unknown
from kicker.checks import listed, of_type, whole
from kicker.errors import KickerError
from kicker.games.game import Game, Limit, Street
from kicker.games.rules import AS_THE_GAME_ALLOWS, Rules, Showdown, Ties

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

GAMES: Final[dict[str, Game]] = {game.name: game for game in (HOLDEM, DRAW)}
"""All games by name."""

FIXED_LIMIT_BETS: Final = 4
"""How many bets and raises a street has in fixed limit."""


def find_game(name: str) -> Game:
    """The game of a name."""
    if name not in GAMES:
        raise KickerError(unknown("game", name, GAMES), "rules")
    return GAMES[name]


# --- rule sets -------------------------------------------------------------------------------------------------------


def standard(
    game: Game,
    blinds: tuple[int, ...] = (),
    ante: int = 0,
    betting: Limit = "no-limit",
    min_bet: int = 0,
    max_draw: int = AS_THE_GAME_ALLOWS,
    showdown: Showdown = "order",
) -> Rules:
    """A game by the usual rules; fixed limit has four bets a street, and the big bet is twice the small one."""
    blinds = tuple(listed("blinds", blinds, game.most_seats, "(1, 2)"))
    smallest = max(whole("an amount", amount, 0, code="rules") for amount in (min_bet, *blinds))
    cap = FIXED_LIMIT_BETS if of_type("betting", betting, str) == "fixed-limit" else None
    return Rules(game, betting, blinds, ante=ante, min_bet=smallest, max_bets=cap, max_draw=max_draw, showdown=showdown)


def holdem(
    blinds: tuple[int, ...] = (1, 2), ante: int = 0, betting: Limit = "no-limit", showdown: Showdown = "order"
) -> Rules:
    """Texas hold'em; fixed limit has four bets a street, of the big blind and twice that."""
    return standard(HOLDEM, blinds, ante, betting, showdown=showdown)


def draw(
    blinds: tuple[int, ...] = (), ante: int = 1, betting: Limit = "no-limit", min_bet: int = 2, max_draw: int = 3
) -> Rules:
    """Five-card draw with raises, an ante by default."""
    return standard(DRAW, blinds, ante, betting, min_bet, max_draw)


def classic_draw(ante: int = 5, min_bet: int = 5, *, strict_min: bool = False, ties: Ties = "first") -> Rules:
    """The draw game with one bet to match per round and no raises; up to four cards, all hands shown.

    Before the draw a seat bets or folds; after it, it may hold. With `strict_min` a bet must be more than the minimum.
    """
    return Rules(
        DRAW,
        ante=ante,
        full_ante=True,
        min_bet=min_bet + strict_min,
        raises="none",
        must_open=(0,),
        max_draw=4,
        ties=ties,
        deal_order="hand",
        showdown="all",
        forfeit=True,
    )


def plain_draw(max_draw: int = 3) -> Rules:
    """Five cards one at a time, one draw of up to three, no bets: the best hand is shown and wins."""
    return Rules(DRAW, "none", max_draw=max_draw, showdown="all")


def classic_holdem(buy_in: int = 20) -> Rules:
    """The heads-up game with a buy-in instead of blinds, where a seat that has acted can only call or fold.

    Any raise from one chip on is legal; all hands are shown, at the end; stakes go back on a tie.
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


NAMED: Final[dict[str, Callable[[], Rules]]] = {
    "holdem": holdem,
    "pot-limit-holdem": lambda: holdem(betting="pot-limit"),
    "limit-holdem": lambda: holdem(betting="fixed-limit"),
    "draw": draw,
    "pot-limit-draw": lambda: draw(betting="pot-limit"),
    "limit-draw": lambda: draw(betting="fixed-limit"),
    "classic-draw": classic_draw,
    "plain-draw": plain_draw,
    "classic-holdem": classic_holdem,
}
"""Ready rules by name."""
