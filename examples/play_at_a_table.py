"""A table from Python: bots hold two seats, and your program decides for the third.

Run: python play_at_a_table.py
"""

from kicker import CALL, CHECK, FOLD, Action, Table, View, holdem, raise_to

YOU = 0
NAMES = ["You", "Carl", "Rita"]


def decide(view: View) -> Action:
    """Raise pairs before the flop, and continue after it as long as that is cheap."""
    options, (one, two) = view.options, view.hand
    if not view.board and one.rank == two.rank and options.min_raise_to:
        return raise_to(options.min_raise_to)
    if options.may_check:
        return CHECK
    return CALL if options.call_amount <= 20 else FOLD


def main() -> None:
    """Play five deals, and say how each ended for you."""
    table = Table(holdem(blinds=(5, 10)), [1000] * 3, players={1: "caller", 2: "random"}, names=NAMES, seed=3)
    for _ in range(5):
        table.deal()
        table.advance()  # the bots act until it is your turn or the deal is over
        while table.playing:
            table.submit(YOU, decide(table.view(YOU)))
            table.advance()
        hand = " ".join(map(str, table.view(YOU).hand))
        board = " ".join(map(str, table.state.board)) or "no flop"
        print(f"deal {table.deals}: {hand} | {board} | {table.state.payoffs[YOU]:+}")
        if table.finished:
            break
    print(", ".join(f"{name} {stack}" for name, stack in zip(NAMES, table.stacks, strict=True)))


if __name__ == "__main__":
    main()
