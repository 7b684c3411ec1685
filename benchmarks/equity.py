"""How often hands and ranges win: counted over all boards, and by random deals.

Hands, ranges and boards are converted beforehand to the form that each package takes: cards and `Range`s for kicker,
numbers for pokyr, cards and a `HandRange` for eval7. pokerfast takes only text, so its figures include reading it, and
kicker's figures from text stand beside them. All run on one thread. Before the clock starts, the equities of each peer
must agree with kicker's: to nine digits if they are counted, within a hundredth (five standard errors) if sampled.

pokerfast starts a thread in every call and waits for it, which now and then takes milliseconds on a busy machine. So
there are many short runs, of half a millisecond or one call each, and some of them are undisturbed.

kicker answers from its table of match-ups only where the line says so. The figures do not include loading the table,
which takes some 20 ms once per process.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any

import kicker
from benchmarks.evaluate import NOT_INSTALLED
from benchmarks.timing import Result, Target, Task, best_times, best_times_repeated

REPEATS = 200
LEAST = 0.0005  # seconds of a run
FEWER_REPEATS = 25
TRIALS = 100_000
COUNTED, SAMPLED = 1e-9, 0.01  # how far apart equities may be
UNITS = {"us": 1e6, "ms": 1e3}

FLOP = "Qs7h2c"
TIGHT, LOOSE = "QQ+,AKs", "22+,A2s+,KTs+,QJs,ATo+,KQo"
HANDS = ("AsAh", "KsKh", "QdJd", "TcTd", "9h8h", "7c6c")
BOARDS = {"no board": "", "flop": FLOP, "turn": f"{FLOP}9d", "river": f"{FLOP}9d3s"}


@dataclass(frozen=True, slots=True)
class Spot:
    """The players' hands or ranges and the board, as text without spaces."""

    players: tuple[str, ...]
    board: str = ""


def split(cards: str) -> list[str]:
    return [cards[place : place + 2] for place in range(0, len(cards), 2)]


# --- contenders ------------------------------------------------------------------------------------------------------


def kicker_hands(spot: Spot, table: bool = False) -> Task:
    hands, board = [kicker.parse_cards(hand) for hand in spot.players], kicker.parse_cards(spot.board)
    return partial(kicker.equity, hands, board, exact=True, table=table)


def kicker_ranges(spot: Spot, table: bool = False) -> Task:
    ranges, board = [kicker.Range(text) for text in spot.players], kicker.parse_cards(spot.board)
    return partial(kicker.equity, ranges, board, exact=True, threads=1, table=table)


def kicker_text(spot: Spot, table: bool = False) -> Task:
    return partial(kicker.equity, spot.players, spot.board, exact=True, threads=1, table=table)


def kicker_sampled(spot: Spot) -> Task:
    hand, other = spot.players
    players, board = (kicker.parse_cards(hand), kicker.Range(other)), kicker.parse_cards(spot.board)
    task = partial(kicker.equity, players, board, trials=TRIALS, threads=1)
    found = task()
    assert not found.exact
    assert found.trials == TRIALS
    return task


def pokerfast(spot: Spot) -> Task:
    module = import_module("pokerfast.equity")
    if not module.available():
        raise ImportError("pokerfast came without its compiled part")
    return partial(module.equity, spot.players, spot.board)


def pokyr(spot: Spot) -> Task:
    def numbers(cards: str) -> list[int]:
        return [4 * "AKQJT98765432".index(card[0]) + "cdhs".index(card[1]) for card in split(cards)]

    module = import_module("poker.cpoker")
    return partial(module.full_enumeration, [numbers(hand) for hand in spot.players], numbers(spot.board))


def eval7_sampled(spot: Spot) -> Task:
    module = import_module("eval7")
    hand, other = spot.players
    assert other == "random"
    everything = module.HandRange(",".join(["22+", *(f"{rank}2+" for rank in "AKQJT9876543")]))
    assert len(everything) == 1326
    cards, board = ([module.Card(text) for text in split(texts)] for texts in (hand, spot.board))
    return partial(module.py_hand_vs_range_monte_carlo, cards, everything, board, TRIALS)


# --- the comparison --------------------------------------------------------------------------------------------------

Maker = Callable[[], Task]
Clock = Callable[[dict[str, Task]], dict[str, float]]
many_turns: Clock = partial(best_times_repeated, repeats=REPEATS, least=LEAST)
pokerfast_once: Clock = partial(best_times, repeats=FEWER_REPEATS, fewer={"pokerfast": 1})  # it takes seconds
NO_SLOWER = Target("<=", 1)


def run() -> list[Result]:
    """Measure given hands, random deals and ranges, then how the cost grows."""
    return [*given_hands(), *random_deals(), *ranges(), *by_players(), *by_board(), *by_width()]


def given_hands() -> list[Result]:
    aces, flop = Spot(("AsAh", "KsKh")), Spot(("AsKs", "QhJh"), FLOP)
    before: dict[str, Maker] = {
        "kicker": partial(kicker_hands, aces),
        "kicker, text": partial(kicker_text, aces),
        "kicker, from its table": partial(kicker_hands, aces, table=True),
        "pokerfast": partial(pokerfast, aces),
        "pokyr": partial(pokyr, aces),
    }
    after: dict[str, Maker] = {
        "kicker": partial(kicker_hands, flop),
        "kicker, text": partial(kicker_text, flop),
        "pokerfast": partial(pokerfast, flop),
        "pokyr": partial(pokyr, flop),
    }
    return [
        *side_by_side("AsAh v KsKh", before, {"pokerfast": NO_SLOWER}, "us"),
        *side_by_side(f"AsKs v QhJh on {FLOP}", after, {"pokyr": NO_SLOWER}, "us"),
    ]


def random_deals() -> list[Result]:
    results = []
    for hand, board in (("AsAh", ""), ("JsTs", "9s8s2d"), ("AsKd", "Ah7c2s2d")):
        spot = Spot((hand, "random"), board)
        makers: dict[str, Maker] = {"kicker": partial(kicker_sampled, spot), "eval7": partial(eval7_sampled, spot)}
        label = f"{hand} v random{board and ' on '}{board}, {TRIALS:,} deals"
        results += side_by_side(label, makers, {"eval7": Target("<=", 0.6)}, "ms", SAMPLED)
    return results


def ranges() -> list[Result]:
    flop, before = Spot((TIGHT, LOOSE), FLOP), Spot((TIGHT, "random"))
    swept: dict[str, Maker] = {
        "kicker": partial(kicker_ranges, flop),
        "kicker, text": partial(kicker_text, flop),
        "pokerfast": partial(pokerfast, flop),
    }
    looked_up: dict[str, Maker] = {
        "kicker, from its table": partial(kicker_ranges, before, table=True),
        "kicker, from its table, text": partial(kicker_text, before, table=True),
        "pokerfast": partial(pokerfast, before),
    }
    hundredth = {"pokerfast": Target("<=", 0.01)}
    return [
        *side_by_side(f"{TIGHT} v {LOOSE} on {FLOP}", swept, {"pokerfast": NO_SLOWER}, "ms"),
        *side_by_side(f"{TIGHT} v random", looked_up, hundredth, "ms", clock=pokerfast_once),
    ]


def side_by_side(
    label: str,
    makers: Mapping[str, Maker],
    targets: Mapping[str, Target],
    unit: str,
    apart: float = COUNTED,
    clock: Clock = many_turns,
) -> list[Result]:
    """Time all contenders on one spot, kicker first."""
    tasks: dict[str, Task] = {}
    notes: dict[str, str] = {}
    ours = next(iter(makers))
    wanted: list[float] = []
    for name, maker in makers.items():
        try:
            task = maker()
        except ImportError:
            notes[name] = NOT_INSTALLED
            continue
        found = equities(task())
        wanted = wanted or found
        if all(abs(one - two) <= apart for one, two in zip(found, wanted, strict=False)):  # eval7 has only the first
            tasks[name] = task
        else:
            notes[name] = f"DISAGREES with kicker: {found[0]:.6f} instead of {wanted[0]:.6f}; not timed"
    times = {name: UNITS[unit] * seconds for name, seconds in clock(tasks).items()}
    results = []
    for name in makers:
        line, target = f"{label}: {name}", targets.get(name)
        if name in notes:
            results.append(Result("equity", line, target=target, note=notes[name]))
        elif name == ours:
            results.append(Result("equity", line, times[name], unit))
        else:
            ratio = times[ours] / times[name]
            results.append(Result("equity", line, times[name], unit, ratio, f"{ours} / this", target))
    return results


def equities(found: Any) -> list[float]:
    """Return a contender's result as the share of each player."""
    if isinstance(found, kicker.Equity):
        return [player.equity for player in found.players]
    return list(found) if isinstance(found, list) else [found]


# --- growth ----------------------------------------------------------------------------------------------------------


def by_players() -> list[Result]:
    return growth({f"{count} hands, no board": kicker_hands(Spot(HANDS[:count])) for count in range(2, 7)}, "us")


def by_board() -> list[Result]:
    hands = ("AsKs", "QhJh")
    return growth({f"AsKs v QhJh, {name}": kicker_hands(Spot(hands, board)) for name, board in BOARDS.items()}, "us")


def by_width() -> list[Result]:
    shares = (5, 20, 50, 100)
    spots = {f"top {share}% v random, flop": Spot((f"top {share}%", "random"), FLOP) for share in shares}
    return growth({name: kicker_ranges(spot) for name, spot in spots.items()}, "ms")


def growth(tasks: Mapping[str, Task], unit: str) -> list[Result]:
    """Return the times, compared with that of the first line."""
    times = {name: UNITS[unit] * seconds for name, seconds in best_times_repeated(tasks, FEWER_REPEATS).items()}
    first, base = next(iter(times.items()))
    return [Result("equity", name, time, unit, time / base, f"this / {first}") for name, time in times.items()]
