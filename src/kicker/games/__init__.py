"""The rules of poker games: `Rules` start a `State`, `state.apply(action)` gives the next one.

>>> from kicker.games import CALL, CHECK, holdem
>>> state, events = holdem(blinds=(5, 10)).start("As Kd Ah Kc 2c 3d 5h 9s Jd", stacks=[100, 100], button=0)
>>> for action in [CALL] + 7 * [CHECK]:
...     state, events = state.apply(action)
>>> state.over, state.payoffs
(True, (-10, 10))
"""

from kicker.games.actions import (
    BRING_IN,
    CALL,
    CHECK,
    FOLD,
    MUCK,
    SHOW,
    STAND_PAT,
    Action,
    discard,
    parse_action,
    raise_to,
)
from kicker.games.catalogue import (
    GAMES,
    MIXES,
    NAMED,
    Mix,
    classic_draw,
    classic_holdem,
    draw,
    holdem,
    jackpots,
    mixed,
    plain_draw,
    standard,
    usual,
)
from kicker.games.events import Event, Level
from kicker.games.game import Game, Limit, Street
from kicker.games.options import Options
from kicker.games.rules import Rules
from kicker.games.state import Setup, State, View

__all__ = [
    "BRING_IN",
    "CALL",
    "CHECK",
    "FOLD",
    "GAMES",
    "MIXES",
    "MUCK",
    "NAMED",
    "SHOW",
    "STAND_PAT",
    "Action",
    "Event",
    "Game",
    "Level",
    "Limit",
    "Mix",
    "Options",
    "Rules",
    "Setup",
    "State",
    "Street",
    "View",
    "classic_draw",
    "classic_holdem",
    "discard",
    "draw",
    "holdem",
    "jackpots",
    "mixed",
    "parse_action",
    "plain_draw",
    "raise_to",
    "standard",
    "usual",
]
