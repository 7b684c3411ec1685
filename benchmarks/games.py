"""How fast deals of every game are played: kicker's engine next to PokerKit's, in the eleven games that both have.

Six seats with deep stacks play each game in two ways, as in `engine.py`: check or call, and random play with the
smallest raises, at most two per street because the engines disagree on the limit. A player who draws discards none to
three of the first cards in the hand, as the next random number says. Both engines draw the same random numbers and are
asked the same questions at every decision. A game in which they do not make the same number of decisions is not timed.
Both shuffle their own decks, and all of PokerKit's automations are on.
"""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from benchmarks.evaluate import NOT_INSTALLED
from benchmarks.timing import Result, Target, Task, best_times
from kicker.games import FOLD, GAMES, Action, Options, Rules, State, discard, raise_to, standard

SEATS = 6
BET = 120
STACK = 500 * BET
SEED = 5
DEALS = {"kicker": 100, "PokerKit": 10}
REPEATS = 12
FACING_FOLD, STAY = 0.3, 0.8
MOST_RAISES = 2

_BLINDS = (BET // 2, BET)
_ANTE = BET // 4


def limit(name: str) -> Rules:
    return standard(GAMES[name], _BLINDS, betting="fixed-limit")


def stud(name: str) -> Rules:
    return standard(GAMES[name], ante=_ANTE, bring_in=_ANTE, min_bet=BET)


RULES: dict[str, Rules] = {
    "NT": standard(GAMES["holdem"], _BLINDS),
    "FT": limit("holdem"),
    "NS": standard(GAMES["short-deck"], ante=BET, button_blind=BET),
    "PO": standard(GAMES["omaha"], _BLINDS),
    "FO/8": limit("omaha-hilo"),
    "F7S": stud("stud"),
    "F7S/8": stud("stud-hilo"),
    "FR": stud("razz"),
    "N2L1D": standard(GAMES["single-draw"], _BLINDS),
    "F2L3D": limit("triple-draw"),
    "FB": limit("badugi"),
}
"""The eleven games by their codes in PHH files."""
CLASSES = {
    "NT": "NoLimitTexasHoldem",
    "FT": "FixedLimitTexasHoldem",
    "NS": "NoLimitShortDeckHoldem",
    "PO": "PotLimitOmahaHoldem",
    "FO/8": "FixedLimitOmahaHoldemHighLowSplitEightOrBetter",
    "F7S": "FixedLimitSevenCardStud",
    "F7S/8": "FixedLimitSevenCardStudHighLowSplitEightOrBetter",
    "FR": "FixedLimitRazz",
    "N2L1D": "NoLimitDeuceToSevenLowballSingleDraw",
    "F2L3D": "FixedLimitDeuceToSevenLowballTripleDraw",
    "FB": "FixedLimitBadugi",
}


def run() -> list[Result]:
    """Measure check or call in every game, which has the target, and random play beside it."""
    installed = find_spec("pokerkit") is not None
    results = []
    for label, raises, target in (("check or call", False, Target(">=", 20)), ("random play", True, None)):
        for code in RULES:
            line = f"{code}, {label}"
            if installed:
                results += compared(line, code, raises, target)
            else:
                results.append(Result("games", line, target=target, note=NOT_INSTALLED))
    return results


def compared(line: str, code: str, raises: bool, target: Target | None) -> list[Result]:
    """Time both engines on one game."""
    engines: dict[str, Callable[[str, bool, int], int]] = {"kicker": kicker_plays, "PokerKit": pokerkit_plays}
    wanted = [play(code, raises, min(DEALS.values())) for play in engines.values()]
    if len(set(wanted)) > 1:
        note = f"DISAGREES with kicker: {wanted[1]} decisions instead of {wanted[0]}; not timed"
        return [Result("games", line, target=target, note=note)]
    tasks: dict[str, Task] = {name: partial(play, code, raises, DEALS[name]) for name, play in engines.items()}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PokerKit does not like discards that are dealt again
        rates = {name: DEALS[name] / seconds for name, seconds in best_times(tasks, REPEATS).items()}
    ours, theirs = rates["kicker"], rates["PokerKit"]
    return [
        Result(
            "games", f"{line}: kicker", ours, "deals/s", ours / theirs, f"kicker / {theirs:,.0f} of PokerKit", target
        )
    ]


def choose(state: State, options: Options, raises: bool, generator: random.Random) -> Action:
    number = generator.random()
    if options.phase == "drawing":
        return discard(options.hand[: int(4 * number)])
    if raises and options.call_amount and number < FACING_FOLD:
        return FOLD
    if raises and number >= STAY and options.min_raise_to and state.bet_count - blinds(state) < MOST_RAISES:
        return raise_to(options.min_raise_to)
    return options.passive


def blinds(state: State) -> bool:
    """Return True if the bets on this street begin with a blind."""
    return state.street == 0 and not state.rules.bring_in


def kicker_plays(code: str, raises: bool, deals: int) -> int:
    """Play deals and return the number of decisions."""
    rules, generator, decisions = RULES[code], random.Random(SEED), 0
    for _ in range(deals):
        deck = list(rules.game.deck)
        random.shuffle(deck)
        state, _ = rules.start(deck, [STACK] * SEATS, SEATS - 1)
        while options := state.options:
            state, _ = state.apply(choose(state, options, raises, generator))
            decisions += 1
    return decisions


def pokerkit_state(code: str) -> Any:
    """Return the same table in PokerKit."""
    module, rules = import_module("pokerkit"), RULES[code]
    sizes = (rules.min_bet, rules.big_bet) if rules.betting == "fixed-limit" else (rules.min_bet,)
    forced: Any = rules.blinds
    if rules.bring_in:
        forced = rules.bring_in
    elif rules.button_blind:
        forced = (*[0] * (SEATS - 1), rules.button_blind)
    create = getattr(module, CLASSES[code]).create_state
    return create(tuple(module.Automation), True, rules.ante, forced, *sizes, STACK, SEATS)


def pokerkit_plays(code: str, raises: bool, deals: int) -> int:
    generator, decisions = random.Random(SEED), 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(deals):
            decisions += pokerkit_deal(pokerkit_state(code), raises, generator)
    return decisions


def pokerkit_deal(state: Any, raises: bool, generator: random.Random) -> int:
    decisions = 0
    while state.status:
        number = generator.random()
        decisions += 1
        if (drawer := state.stand_patter_or_discarder_index) is not None:
            state.stand_pat_or_discard(state.hole_cards[drawer][: int(4 * number)])
            continue
        owed = low = None
        if raises:
            owed, low = state.checking_or_calling_amount, state.min_completion_betting_or_raising_to_amount
        if owed and number < FACING_FOLD:
            state.fold()
        elif low is not None and number >= STAY and state.completion_betting_or_raising_count < MOST_RAISES:
            state.complete_bet_or_raise_to(low)
        elif state.can_post_bring_in():
            state.post_bring_in()
        else:
            state.check_or_call()
    return decisions
