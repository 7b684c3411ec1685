"""Five-card draw: which cards to discard, and what the hand becomes.

Run: python best_discard.py
     python best_discard.py "Ah Kh Qh Jh 2c"
"""

import sys

from kicker import Category, best_discard


def main() -> None:
    """Print the three best ways to discard."""
    hand = sys.argv[1] if len(sys.argv) > 1 else "4c 9s 4h 3d 2d"
    print(f"{hand}: share of wins against one hand that stands pat")
    for odds in best_discard(hand)[:3]:
        gone = " ".join(map(str, odds.discards)) or "nothing"
        kinds = sorted(Category, key=lambda kind: -odds.categories[kind])[:3]
        becomes = ", ".join(f"{kind.describe()} {odds.categories[kind]:.0%}" for kind in kinds)
        print(f"  discard {gone:12} {odds.share:6.2%}  ({becomes})")


if __name__ == "__main__":
    main()
