"""How fast Klondike deals are decided and found, and how fast hints come, each on one core.

The share and the times are those of deals 1 to 200; the oracle's are those of positions in games of random moves.
"""

from __future__ import annotations

from random import Random
from time import perf_counter

from benchmarks.timing import Result, Target
from kicker.solitaire import Klondike, Position
from kicker.solitaire.hints import hint, oracle, winnable_deal
from kicker.solitaire.solve import solve

DEALS = 200
SOON = 0.1
SUBJECT = "klondike"
MEDIAN = 0.06  # ms
LEAST_SOON = {1: 0.975, 3: 0.95}  # the share of deals that must be decided within SOON


def run() -> list[Result]:
    """Measure both games: one card at a time and three."""
    return [result for draw in (1, 3) for result in _game(Klondike(draw=draw))]


def _game(rules: Klondike) -> list[Result]:
    name = f"draw {rules.draw}"
    verdicts = [solve(rules.start(deal), seconds=10) for deal in range(1, DEALS + 1)]
    times = sorted(verdict.seconds for verdict in verdicts)
    decided = [verdict for verdict in verdicts if verdict.result != "unknown"]
    soon = sum(verdict.seconds <= SOON for verdict in decided) / DEALS
    median = 1000 * (times[DEALS // 2 - 1] + times[DEALS // 2]) / 2
    dice = Random(1)
    began = perf_counter()
    for _ in range(1000):
        winnable_deal(rules, dice)
    choice = perf_counter() - began  # ms for each of a thousand
    positions = [middle(rules, dice) for _ in range(300)]
    told = [oracle(position).verdict for position in positions]
    quick = sum(verdict.result != "unknown" and verdict.seconds <= SOON for verdict in told) / len(told)
    began = perf_counter()
    for position in positions:
        hint(position, seconds=None)
    hints = 1000 * (perf_counter() - began) / len(positions)
    return [
        Result(
            SUBJECT,
            f"{name}, median time of a verdict",
            median,
            "ms",
            median / MEDIAN,
            "this / 0.06 ms",
            Target("<=", 1),
        ),
        Result(SUBJECT, f"{name}, mean time of a verdict", 1000 * sum(times) / DEALS, "ms"),
        Result(SUBJECT, f"{name}, decided", ratio=len(decided) / DEALS, meaning="within 10 s / all"),
        Result(
            SUBJECT,
            f"{name}, decided soon",
            ratio=soon,
            meaning="within 100 ms / all",
            target=Target(">=", LEAST_SOON[rules.draw]),
        ),
        Result(SUBJECT, f"{name}, a winnable deal", choice, "ms", choice, "this / 1 ms", Target("<=", 1)),
        Result(SUBJECT, f"{name}, oracle", ratio=quick, meaning="within 100 ms / all", target=Target(">=", 0.98)),
        Result(SUBJECT, f"{name}, a hint from 200 samples", hints, "ms"),
    ]


def middle(rules: Klondike, dice: Random) -> Position:
    """Return a position after 5 to 60 random moves in a random deal; moves of cards are likelier than turns."""
    position = rules.start(dice.randint(1, 999_999_999))
    for _ in range(dice.randint(5, 60)):
        forward = [move for move in position.moves if move.target and move.source not in tuple("SHDC")]
        choice = forward if forward and dice.random() < 0.7 else position.moves
        if choice:
            position = position.apply(dice.choice(choice))
    return position
