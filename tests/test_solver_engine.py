"""The engine and the solver agree: lines of a tree are legal in a deal, with the same pots and payoffs."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from kicker import CALL, CHECK, FOLD, Card, State, compare, holdem, raise_to
from kicker.combos import Combo
from kicker.games.catalogue import SHORT_DECK_HOLDEM
from kicker.solver import SolvedNode, Spot, SpotAction, TreeNode, solve
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
    rest = [card for card in spot.deck if card not in cards]
    half = spot.pot // 2
    rules = holdem(blinds=(half // 2, half))
    if spot.order == "short-deck":
        rules = replace(rules, game=SHORT_DECK_HOLDEM)
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
        left = [card for card in spot.deck if card not in spot.board]
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


FEW = {f"{street}_bet": "50%" for street in ("flop", "turn", "river")} | {"turn_raise": "a", "river_raise": "2.5x,a"}
RAKED = {"rake_rate": 0.05, "rake_cap": 25, "turn_donk": "33%", "river_donk": "40%,a", "pot": 200, "stack": 900}
SOLVED = [
    Spot.from_dict({**FEW, **RAKED, **config})
    for config in (
        {"oop": "AA,KQs,T9s,6c6d", "ip": "QQ,AKs,98s", "board": "Ts9h2c"},
        {"oop": "AA,KsQs,AsQs,8s7s", "ip": "99,KTs,AsKs,A6s", "board": "Ts9sTh", "order": "short-deck"},
    )
]


def random_line(node: SolvedNode, dice: Random) -> list[SolvedNode]:
    """The nodes of a random line of a solution, from the root to an end of the hand."""
    nodes = [node]
    while node.kind in ("decision", "card"):
        node = node.after(dice.choice(node.actions) if node.actions else dice.choice(node.next_cards))
        nodes.append(node)
    return nodes


def replayed(nodes: list[SolvedNode], hands: tuple[Combo, Combo]) -> State:
    """The deal of these hands after the same line: every step is legal, with the same board, seat and pot."""
    spot = nodes[0].solution.spot
    state = deal(spot, hands, list(nodes[-1].board[len(spot.board) :]))
    for node, after in pairwise(nodes):
        if node.kind == "card":
            continue
        assert not state.over
        assert tuple(state.board) == node.board
        assert state.to_act == 1 - node.player
        assert sum(state.paid) == node.pot
        step = after.line[-1]
        assert isinstance(step, SpotAction)
        state = played(state, step)
    assert state.over
    return state


def received(node: SolvedNode, state: State, player: int) -> float:
    """The chips that a player takes out of a finished deal, less the rake from what both have matched."""
    spot, there = node.solution.spot, node.tree_node
    won = state.payoffs[1 - player] + spot.pot / 2
    pot = spot.pot + 2 * there.matched
    share = (won + there.matched) / pot
    assert share in (0, 0.5, 1)
    return won + there.earlier + there.put_in[player] - share * spot.rake(pot)


@few_or_many(20, 400)
@pytest.mark.parametrize("spot", SOLVED, ids=lambda spot: spot.order)
def test_a_solution_wins_what_its_lines_pay_in_deals(spot: Spot, count: int) -> None:
    """With rake, leads after a call, and a short deck: the value of a hand at the end of a line is the mean of what it
    is paid in deals against the hands that the opponent has there."""
    dice = Random(2)
    solution = solve(spot, iterations=3, target=None)
    compared, leads = 0, 0
    for _ in range(count):
        nodes = random_line(solution.root, dice)
        leads += any("bet 33%" in node.sizes or "bet 40%" in node.sizes for node in nodes)
        end, player = nodes[-1], dice.randrange(2)
        mine = dice.choice(end.hands(player))
        value = end.hand_values(player)[end.hands(player).index(mine)]
        total, weight = 0.0, 0.0
        for other, reach in zip(end.hands(1 - player), end.reach(1 - player).tolist(), strict=True):
            if not {*mine} & {*other}:
                state = replayed(nodes, (mine, other) if player == 0 else (other, mine))
                total += reach * received(end, state, player)
                weight += reach
        if weight > 1e-6:
            assert value == pytest.approx(total / weight, rel=1e-4, abs=0.01)
            compared += 1
    assert compared > count / 2
    assert leads
