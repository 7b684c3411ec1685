"""How many games of Klondike can be won? Solve a hundred numbered deals, turning one card and three at a time.

Run: python klondike_statistics.py
     python klondike_statistics.py 1000
"""

import sys
from collections import Counter
from statistics import mean

from kicker import Klondike, solve

POSITIONS = 50_000  # where a search ends without an answer


def main() -> None:
    """Print a line for each way to draw."""
    deals = range(1, int(sys.argv[1]) + 1 if len(sys.argv) > 1 else 101)
    for draw in (1, 3):
        rules = Klondike(draw=draw)
        verdicts = [solve(rules.start(deal), nodes=POSITIONS) for deal in deals]
        counts = Counter(verdict.result for verdict in verdicts)
        moves = mean(len(verdict.moves) for verdict in verdicts if verdict.result == "won")
        shares = ", ".join(f"{result} {counts[result] / len(deals):.0%}" for result in ("won", "lost", "unknown"))
        print(f"draw {draw}: {shares}; {moves:.0f} moves to win on average")


if __name__ == "__main__":
    main()
