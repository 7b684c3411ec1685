"""The engine and the solver agree: lines of a tree are legal in a deal, with the same pots and payoffs."""

from random import Random

import pytest

from kicker import CALL, CHECK, FOLD, Card, State, compare, holdem, raise_to
from kicker.combos import Combo
from kicker.solver import Spot, SpotAction, TreeNode
from tests.conftest import few_or_many

BETS = {f"{street}_{kind}": "50%,110%,a" for street in ("flop", "turn", "river") for kind in ("bet", "raise")}
RANGES = {"oop": "AA,KQs,76s,T9o", "ip": "22+,AK,QJs,98s"}
SPOTS = [
    Spot.from_dict({**RANGES, **BETS, "board": board, "pot": 200, "stack": 900})
    for board in ("Ts9h2c", "Ts9h2cKd", "Ts9h2cKd9s")
]


def deal(spot: Spot, hands: tuple[Combo, Combo], runout: list[Card]) -> State:
    """A deal in which both have put in half the pot before the flop and checked down to the spot's board.

    Heads-up the button acts last after the flop: it is player 1, and seat 0.
    """
    cards = [hands[0][0], hands[1][0], hands[0][1], hands[1][1], *spot.board, *runout]
    rest = [card for card in map(Card, range(52)) if card not in cards]
    half = spot.pot // 2
    rules = holdem(blinds=(half // 2, half))
    state, _ = rules.start([*cards, *rest], stacks=[spot.stack + half] * 2, button=0)
    assert [set(state.hands[1 - player]) for player in range(2)] == [set(hand) for hand in hands]
    state, _ = state.apply(CALL)
    state, _ = state.apply(CHECK)
    while len(state.board) < len(spot.board):
        state, _ = state.apply(CHECK)
    return state


def played(state: State, action: SpotAction) -> State:
    passive = {"fold": FOLD, "check": CHECK, "call": CALL}
    state, _ = state.apply(passive.get(action.kind) or raise_to(action.amount))
    return state


def payoff(spot: Spot, node: TreeNode, result: int) -> float:
    """Player 0's winnings from the root on, with the share of the starting pot."""
    put_in = node.matched
    if node.kind == "fold":
        return -put_in if node.player == 0 else spot.pot + put_in
    return (spot.pot + 2 * put_in) * (1 + result) / 2 - put_in


@few_or_many(60, 2000)
@pytest.mark.parametrize("spot", SPOTS, ids=lambda spot: spot.street)
def test_random_lines_are_legal_and_pay_the_same(spot: Spot, count: int) -> None:
    dice = Random(1)
    tree = spot.tree()
    for _ in range(count):
        left = [card for card in map(Card, range(52)) if card not in spot.board]
        dice.shuffle(left)
        hands = ((left[0], left[1]), (left[2], left[3]))
        runout = left[4 : 9 - len(spot.board)]
        state, node = deal(spot, hands, runout), tree.root
        while node.kind in ("decision", "card"):
            if node.kind == "card":
                node = node.children[0]
                continue
            assert not state.over
            assert state.to_act == 1 - node.player
            assert sum(state.paid) == spot.pot + 2 * node.earlier + sum(node.put_in)
            action = dice.choice(node.actions)
            state, node = played(state, action), node.child(action)
        assert state.over
        result = compare([*hands[0], *spot.board, *runout], [*hands[1], *spot.board, *runout])
        half = spot.pot // 2
        assert state.payoffs[1] + half == payoff(spot, node, result)
        assert sum(state.payoffs) == 0
