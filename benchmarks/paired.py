"""Two bots against the same opponent, with the same decks and dice: what each wins, and the difference.

What both would have won or lost anyway cancels out, so the difference is precise long before the results are:

    python -m benchmarks.paired kicker.players.sharp:Sharp benchmarks.exploiters:Undecided solid --hands 20000 --seed 51

The two are given as classes, because bots given by name get different dice. There is a line for every ten sessions;
the last one counts.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from math import sqrt
from time import process_time

from kicker.match import Match, play_session, student


def interval(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of independent sessions, and the half-width of its 95% interval."""
    count = len(values)
    mean = sum(values) / count
    spread = sum((value - mean) ** 2 for value in values)
    return mean, student(count - 1) * sqrt(spread / (count - 1) / count) if count > 1 else float("inf")


def main() -> None:
    """Play session by session, once with each of the two."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.paired", description="Compare two bots' winnings.")
    parser.add_argument("first", help="MODULE:CLASS of a bot")
    parser.add_argument("second", help="MODULE:CLASS of the bot to compare it with")
    parser.add_argument("opponent", help="the bot that both play against")
    parser.add_argument("--share", type=float, default=1.0, help="the share of the second bot's winnings to subtract")
    parser.add_argument("--hands", type=int, default=10_000, help="number of hands for each bot")
    parser.add_argument("--session", type=int, default=200, help="hands per session; bots start each session fresh")
    parser.add_argument("--seed", default="7", help="seed of the decks; the same seed gives the same decks")
    told = parser.parse_args()
    matches = [
        Match([f"python:{bot}", told.opponent], seed=told.seed, session_hands=told.session, all_in_ev=True)
        for bot in (told.first, told.second)
    ]
    found: list[tuple[float, float]] = []
    sessions = matches[0].sessions(told.hands)
    for number in range(sessions):
        won = [100 * play_session(match, number).chips[0] / match.rules.big_blind / told.session for match in matches]
        found.append((won[0], won[1]))
        if number % 10 == 9 or number + 1 == sessions:
            show(told, found)


def show(told: argparse.Namespace, found: list[tuple[float, float]]) -> None:
    """Print one line: both results and their difference, in big blinds per hundred hands."""
    part = f"{told.share:g} x " if told.share != 1 else ""
    differences = [mine - told.share * theirs for mine, theirs in found]
    figures = [interval(values) for values in (*map(list, zip(*found, strict=True)), differences)]
    one, other = (name.rpartition(":")[2] for name in (told.first, told.second))
    names = (one, other, f"{one} - {part}{other}")
    said = ", ".join(f"{name} {mean:+.1f} ± {half:.1f}" for name, (mean, half) in zip(names, figures, strict=True))
    unlike = sum(mine != theirs for mine, theirs in found)
    print(
        f"{len(found) * told.session:,} hands v {told.opponent}: {said}; {unlike} of {len(found)} sessions differ; "
        f"{process_time():.0f} s",
        flush=True,
    )


if __name__ == "__main__":
    main()
