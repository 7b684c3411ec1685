"""How fast deals are played, branched and read from files: kicker's engine next to other engines.

Six seats with 100 big blinds play no-limit hold'em in two ways. Check or call: nobody does anything else. Random play:
a seat that faces a bet folds (30%), calls (50%) or raises (20%), and any other seat checks (80%) or bets (20%);
bets and raises are always the smallest legal ones. Each deal begins with a shuffled deck. In random play every engine
is asked at every decision what a call costs and what the smallest raise is, and all of them draw the same random
numbers. So all make the same decisions, and an engine that makes a different number of them is not timed. PokerKit must
also pay out as kicker does on the same cards. Stacks are multiples of sixty, which two to six seats can share evenly,
because engines differ on odd chips.

All of PokerKit's automations are on, so both engines are called once per decision.
"""

from __future__ import annotations

import copy
import random
import sys
import tempfile
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from benchmarks import phh
from benchmarks.evaluate import NOT_INSTALLED
from benchmarks.process import process
from benchmarks.timing import Result, Target, Task, best_times, best_times_repeated
from kicker.cards import DECK, Card, parse_cards
from kicker.games import CALL, FOLD, Action, Options, State, View, holdem, raise_to
from kicker.table import play_deal

SEATS = 6
TABLES = (2, 6, 9)
BLINDS = (60, 120)
STACK = 100 * BLINDS[1]
RULES = holdem(BLINDS)
DEALS = 50
REPEATS = 10
SEED = 3

FACING_FOLD, STAY = 0.3, 0.8  # below the first a seat that faces a bet folds, from the second up any seat raises
GOAL = 3000 / 184  # 3,000 deals a second where PokerKit plays 184


def run() -> list[Result]:
    """Measure both ways to play, and the cost of looking ahead, more seats, importing and reading records."""
    return [*passive_play(), *random_play(), *branching(), *by_seats(), *importing(), *phh.run()]


# --- contenders: each plays a number of deals and returns how many decisions there were ------------------------------


def shuffled_deck() -> list[Card]:
    deck = list(DECK)
    random.shuffle(deck)
    return deck


def at_random(options: Options, generator: random.Random) -> Action:
    number = generator.random()
    if options.call_amount and number < FACING_FOLD:
        return FOLD
    if options.min_raise_to and number >= STAY:
        return raise_to(options.min_raise_to)
    return options.passive


def kicker_passive(deals: int, seats: int = SEATS) -> int:
    decisions = 0
    for _ in range(deals):
        state, _ = RULES.start(shuffled_deck(), [STACK] * seats, seats - 1)
        while state.to_act is not None:
            state, _ = state.apply(state.options.passive)
            decisions += 1
    return decisions


def kicker_random(deals: int) -> int:
    generator = random.Random(SEED)
    return sum(kicker_deal(shuffled_deck(), generator)[1] for _ in range(deals))


def kicker_deal(deck: list[Card], generator: random.Random) -> tuple[State, int]:
    state, _ = RULES.start(deck, [STACK] * SEATS, SEATS - 1)
    decisions = 0
    while options := state.options:
        state, _ = state.apply(at_random(options, generator))
        decisions += 1
    return state, decisions


class Seat:
    """A player for `play_deal`."""

    def __init__(self, choose: Callable[[Options], Action]) -> None:
        self.choose = choose
        self.decisions = 0

    def act(self, view: View) -> Action:
        self.decisions += 1
        return self.choose(view.options)


def players_play(choose: Callable[[Options], Action], deals: int) -> int:
    """Play the same through views: showing a player the view costs more than the rules do."""
    player = Seat(choose)
    for _ in range(deals):
        state, _ = RULES.start(shuffled_deck(), [STACK] * SEATS, SEATS - 1)
        play_deal(state, [player] * SEATS)
    return player.decisions


def players_passive(deals: int) -> int:
    return players_play(lambda options: options.passive, deals)


def players_random(deals: int) -> int:
    return players_play(partial(at_random, generator=random.Random(SEED)), deals)


def pokerkit_state() -> Any:
    module = import_module("pokerkit")
    return module.NoLimitTexasHoldem.create_state(tuple(module.Automation), True, 0, BLINDS, BLINDS[1], STACK, SEATS)


def pokerkit_passive(deals: int) -> int:
    decisions = 0
    for _ in range(deals):
        state = pokerkit_state()
        while state.status:
            state.check_or_call()
            decisions += 1
    return decisions


def pokerkit_random(deals: int) -> int:
    generator = random.Random(SEED)
    return sum(pokerkit_deal(pokerkit_state(), generator) for _ in range(deals))


def pokerkit_deal(state: Any, generator: random.Random) -> int:
    decisions = 0
    while state.status:
        number = generator.random()
        owed, low = state.checking_or_calling_amount, state.min_completion_betting_or_raising_to_amount
        if owed and number < FACING_FOLD:
            state.fold()
        elif low is not None and number >= STAY:
            state.complete_bet_or_raise_to(low)
        else:
            state.check_or_call()
        decisions += 1
    return decisions


def texasholdem_passive(deals: int) -> int:
    kinds = import_module("texasholdem").ActionType
    table = texasholdem_table()
    decisions = 0
    for _ in range(deals):
        texasholdem_start(table)
        while table.is_hand_running():
            table.take_action(kinds.CALL if table.chips_to_call(table.current_player) else kinds.CHECK)
            decisions += 1
    return decisions


def texasholdem_random(deals: int) -> int:
    kinds = import_module("texasholdem").ActionType
    table, generator = texasholdem_table(), random.Random(SEED)
    decisions = 0
    for _ in range(deals):
        texasholdem_start(table)
        while table.is_hand_running():
            number = generator.random()
            owed, raises = table.chips_to_call(table.current_player), table.get_available_moves().raise_range
            if owed and number < FACING_FOLD:
                table.take_action(kinds.FOLD)
            elif raises and number >= STAY:
                table.take_action(kinds.RAISE, total=raises[0])
            else:
                table.take_action(kinds.CALL if owed else kinds.CHECK)
            decisions += 1
    return decisions


def texasholdem_table() -> Any:
    return import_module("texasholdem").TexasHoldEm(STACK, BLINDS[1], BLINDS[0], SEATS)


def texasholdem_start(table: Any) -> None:
    """Start the next deal at the table. It would keep the chips of the last deal, so all seats get new ones."""
    for player in table.players:
        player.chips = STACK
    table.start_hand()


# --- the comparison --------------------------------------------------------------------------------------------------

Contender = Callable[[int], int]


def passive_play() -> list[Result]:
    contenders: dict[str, Contender] = {
        "kicker": kicker_passive,
        "kicker, play_deal": players_passive,
        "PokerKit": pokerkit_passive,
        "texasholdem": texasholdem_passive,
    }
    return side_by_side("check or call", contenders, {"PokerKit": [Target(">=", 20)]})


def random_play() -> list[Result]:
    contenders: dict[str, Contender] = {
        "kicker": kicker_random,
        "kicker, play_deal": players_random,
        "PokerKit": pokerkit_random,
        "texasholdem": texasholdem_random,
    }
    return side_by_side(
        "random play", contenders, {"PokerKit": [Target(">=", 10), Target(">=", round(GOAL, 1), "goal")]}
    )


def side_by_side(label: str, contenders: Mapping[str, Contender], targets: Mapping[str, list[Target]]) -> list[Result]:
    """Time all contenders on one way to play, kicker first, with a line for each target."""
    tasks: dict[str, Task] = {}
    notes: dict[str, str] = {}
    wanted = contenders["kicker"](DEALS)
    for name, contender in contenders.items():
        try:
            decisions = contender(DEALS)
        except ImportError:
            notes[name] = NOT_INSTALLED
            continue
        if decisions != wanted:
            notes[name] = f"DISAGREES with kicker: {decisions} decisions instead of {wanted}; not timed"
        elif name == "PokerKit" and (deal := first_difference()) is not None:
            notes[name] = f"DISAGREES with kicker on who wins what in deal {deal}; not timed"
        else:
            tasks[name] = partial(contender, DEALS)
    speeds = {name: DEALS / seconds for name, seconds in best_times(tasks, REPEATS).items()}
    results = []
    for name in contenders:
        line = f"{label}: {name}"
        wishes: list[Target | None] = [*targets.get(name, [])] or [None]
        for target in wishes:
            if name in notes:
                results.append(Result("engine", line, target=target, note=notes[name]))
            elif name == "kicker":
                results.append(Result("engine", line, speeds[name], "deals/s"))
            else:
                ratio = speeds["kicker"] / speeds[name]
                results.append(Result("engine", line, speeds[name], "deals/s", ratio, "kicker / this", target))
    return results


def first_difference() -> int | None:
    """Return the number of the first deal that PokerKit and kicker play differently with the same cards, if any."""
    for deal in range(DEALS):
        theirs = pokerkit_state()
        hands = [parse_cards("".join(map(repr, hand))) for hand in theirs.hole_cards]
        pokerkit_deal(theirs, random.Random(deal))
        board = parse_cards("".join(repr(card) for cards in theirs.board_cards for card in cards))
        front = [hand[card] for card in range(2) for hand in hands] + board
        deck = front + [card for card in DECK if card not in front]
        ours, _ = kicker_deal(deck, random.Random(deal))
        if list(ours.payoffs) != theirs.payoffs:
            return deal
    return None


# --- looking ahead, more seats, importing ----------------------------------------------------------------------------


def branching() -> list[Result]:
    """Time a call that leaves the old state unchanged, as a search or a program with undo needs it."""
    state, _ = RULES.start(shuffled_deck(), [STACK] * SEATS, SEATS - 1)
    tasks: dict[str, Task] = {"kicker, apply": partial(state.apply, CALL)}
    names = "PokerKit, deepcopy and check_or_call", "PokerKit, deepcopy alone"
    if find_spec("pokerkit"):
        other = pokerkit_state()
        tasks |= {names[0]: lambda: copy.deepcopy(other).check_or_call(), names[1]: partial(copy.deepcopy, other)}
    times = {name: 1e6 * seconds for name, seconds in best_times_repeated(tasks, REPEATS).items()}
    ours = times["kicker, apply"]
    results = [Result("engine", "branch: kicker, apply", ours, "us")]
    for name in names:
        if name in times:
            results.append(Result("engine", f"branch: {name}", times[name], "us", ours / times[name], "kicker / this"))
        else:
            results.append(Result("engine", f"branch: {name}", note=NOT_INSTALLED))
    return results


def by_seats() -> list[Result]:
    """Time a check in the middle of a street, and a whole deal divided by the number of its decisions."""
    checks = {f"a check on the flop, {seats} seats": partial(ask_and_check, on_the_flop(seats)) for seats in TABLES}
    deals = {f"a decision of a deal, {seats} seats": partial(kicker_passive, DEALS, seats) for seats in TABLES}
    decisions = {name: deal() for name, deal in deals.items()}
    times = best_times(deals, REPEATS)
    return [
        *growth(best_times_repeated(checks, REPEATS)),
        *growth({name: seconds / decisions[name] for name, seconds in times.items()}),
    ]


def on_the_flop(seats: int) -> State:
    state, _ = RULES.start(shuffled_deck(), [STACK] * seats, seats - 1)
    while state.street == 0:
        state, _ = state.apply(state.options.passive)
    return state


def ask_and_check(state: State) -> State:
    return state.apply(state.options.passive)[0]


def growth(times: Mapping[str, float]) -> list[Result]:
    """Return the times, compared with that of the first line."""
    base = next(iter(times.values()))
    meaning = f"this / {TABLES[0]} seats"
    return [Result("engine", name, 1e6 * time, "us", time / base, meaning) for name, time in times.items()]


def importing() -> list[Result]:
    """Time processes that import and exit, less one that only exits."""
    ours, theirs = "import kicker.games", "import pokerkit"
    target = Target("<=", 0.2)
    with tempfile.TemporaryDirectory() as temporary:
        scripts = ["pass", ours, *([theirs] if find_spec("pokerkit") else [])]
        tasks = {script: process(Path(temporary), sys.executable, "-c", script) for script in scripts}
        seconds = best_times(tasks, 2 * REPEATS)
    net = {script: 1000 * (seconds[script] - seconds["pass"]) for script in scripts}
    result = Result("engine", ours, net[ours], "ms")
    if theirs not in net:
        return [result, Result("engine", theirs, target=target, note=NOT_INSTALLED)]
    return [result, Result("engine", theirs, net[theirs], "ms", net[ours] / net[theirs], "kicker / this", target)]
