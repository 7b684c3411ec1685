"""Shove or fold heads-up: the equilibrium for a short stack, and how to punish an opponent who calls too little.

Run: python push_or_fold.py
     python push_or_fold.py 8.5
"""

import sys

import kicker


def main() -> None:
    """Print the ranges for a stack in big blinds."""
    stack = float(sys.argv[1]) if len(sys.argv) > 1 else 10.0
    chart = kicker.push_or_fold(stack)
    print(f"{stack:g} big blinds, in equilibrium:")
    for action, strategy in (("shove", chart.push), ("call", chart.call)):
        pure = kicker.Range.from_weights(map(round, strategy.weights))  # one or two hands are mixed
        print(f"  {action} {strategy.share:.1%}: {pure}")
    print(f"  the small blind wins {chart.value:+.3f} big blinds a hand")

    tight = kicker.Range("88+, AT+, KQs")
    push, value = kicker.best_push(stack, tight)
    print(f"against somebody who calls with {tight} alone:")
    print(f"  shove {push.share:.1%} and win {value:+.3f}")


if __name__ == "__main__":
    main()
