"""How often does a hand win against a range, before the flop and on the flop?

Run: python range_equity.py
     python range_equity.py AsKs "QQ+, AK, 76s:50%" "Qs 7h 2c"
"""

import sys

import kicker


def show(players: list[str], board: str) -> None:
    """Print the equity of each player."""
    result = kicker.equity(players, board)
    print(f"{board or 'before the flop'} ({result.text})")
    for player in result.players:
        print(f"  {player.name:20} {player.equity:7.2%}  wins {player.win:.2%}, ties {player.tie:.2%}")


def main() -> None:
    """Compare the given hand and range, or two interesting ones."""
    hand, opponent, board = sys.argv[1:4] if len(sys.argv) > 3 else ("JhTh", "QQ+, AK", "9h 8c 2h")
    print(f"{opponent} is {kicker.Range(opponent).share:.1%} of all hands")
    show([hand, opponent], "")
    show([hand, opponent], board)


if __name__ == "__main__":
    main()
