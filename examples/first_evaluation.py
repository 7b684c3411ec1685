"""What is a hand worth, and who wins?

Run: python first_evaluation.py
"""

import kicker

BOARD = "Qh Jh 4s 4d 2c"
HANDS = {"Ann": "AhKh", "Bob": "QsQd", "Cid": "4h4c"}


def main() -> None:
    """Evaluate three hands on one board, and say who wins."""
    for name, hole in HANDS.items():
        strength = kicker.evaluate(hole, BOARD)
        print(f"{name} has {strength.describe()}: {kicker.best_five(hole, BOARD)}")

    best = kicker.winners(HANDS.values(), BOARD)
    print("winner:", ", ".join(list(HANDS)[place] for place in best))

    # A strength is a number from 1 to 7462, so hands can be compared, sorted and counted.
    full_house = kicker.evaluate("7c 7d 7h 2s 2c")
    print(int(full_house), full_house > kicker.evaluate("As Ks 9s 5s 2s"), full_house.category.name)


if __name__ == "__main__":
    main()
