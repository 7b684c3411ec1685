"""Solved games against brute force and against themselves: cards that fall, suits, threads, locks, interruptions."""

import os
import signal
import threading
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from kicker import Card, Range, equity, evaluate
from kicker._kernels import postflop
from kicker.combos import COMBOS
from kicker.errors import KickerError
from kicker.games.catalogue import SHORT_DECK_HOLDEM
from kicker.orders import find_order
from kicker.solver import Lock, Progress, Solution, SolvedNode, Spot, solve
from kicker.solver.engine import BEST, LEARN, MEAN, Engine
from tests.solver_spots import narrow_river, request

TURN: dict[str, Any] = {
    "board": "Ts7h2c9d", "pot": 100, "stack": 250, "turn_bet": "60%", "turn_raise": "a", "river_bet": "50%, a",
}  # fmt: skip


def turn_spot(**changes: Any) -> Spot:
    given: dict[str, Any] = {"oop": "AA,T9s,86s,KQs", "ip": "KK,TT:0.5,98s,AJs", **TURN, **changes}
    return Spot.from_dict(given)


# --- brute force -----------------------------------------------------------------------------------------------------


class Brute:
    """Values by walking every pair of hands, every card and every action of a solution."""

    def __init__(self, solution: Solution) -> None:
        self.solution = solution
        self.spot = solution.spot

    def value(self, node: SolvedNode, player: int, reach: dict[Any, float], best: bool) -> dict[Any, float]:
        """For each hand of a player: chips won, times the weights of the other one's hands."""
        mine = node.hands(player)
        if node.kind == "card":
            return self.after_cards(node, player, reach, best)
        if node.kind != "decision":
            return {hand: self.end(node, player, hand, reach) for hand in mine}
        rows = [dict(zip(node.hands(node.player), row.tolist(), strict=True)) for row in node.strategy]
        children = [node.after(action) for action in node.actions]
        if node.player != player:
            parts = [
                self.value(child, player, {hand: weight * row[hand] for hand, weight in reach.items()}, best)
                for child, row in zip(children, rows, strict=True)
            ]
            return {hand: sum(part[hand] for part in parts) for hand in mine}
        parts = [self.value(child, player, reach, best) for child in children]
        if best:
            return {hand: max(part[hand] for part in parts) for hand in mine}
        return {hand: sum(row[hand] * part[hand] for row, part in zip(rows, parts, strict=True)) for hand in mine}

    def after_cards(self, node: SolvedNode, player: int, reach: dict[Any, float], best: bool) -> dict[Any, float]:
        totals = dict.fromkeys(node.hands(player), 0.0)
        for card in node.next_cards:
            left = {hand: weight for hand, weight in reach.items() if card not in hand}
            for hand, value in self.value(node.after(card), player, left, best).items():
                totals[hand] += value / (len(self.spot.deck) - len(node.board) - 4)
        return totals

    def end(self, node: SolvedNode, player: int, hand: Any, reach: dict[Any, float]) -> float:
        put_in = node.tree_node.matched
        pot = self.spot.pot + 2 * put_in
        total = 0.0
        for other, weight in reach.items():
            if set(other) & set(hand):
                continue
            if node.kind == "fold":
                share = 0.0 if node.tree_node.player == player else 1.0
            else:
                order = find_order(self.spot.order)
                mine, theirs = (order.number([*cards, *node.board]) for cards in (hand, other))
                share = 0.5 + 0.5 * ((mine > theirs) - (mine < theirs))
            total += weight * (share * (pot - self.spot.rake(pot)) - put_in)
        return total

    def total(self, player: int, best: bool) -> float:
        root = self.solution.root
        reach = [dict(zip(root.hands(each), root.reach(each).tolist(), strict=True)) for each in range(2)]
        found = self.value(root, player, reach[1 - player], best)
        pairs = sum(one * two for a, one in reach[0].items() for b, two in reach[1].items() if not set(a) & set(b))
        return float(sum(reach[player][hand] * value for hand, value in found.items()) / pairs)


@pytest.mark.parametrize("changes", [{}, {"rake_rate": 0.1, "rake_cap": 9}])
def test_a_turn_against_brute_force(changes: dict[str, Any]) -> None:
    """Asymmetric ranges on a rainbow board, so that no two suits are alike; and ranges in which some are."""
    for ranges in ({"oop": "AhAd,8s6s,KdQd", "ip": "KcKh,9s8s,AcJc"}, {"oop": "AA", "ip": "9s8s,9h8h,Td8d"}):
        solution = solve(turn_spot(**ranges, **changes), iterations=20, target=None)
        brute = Brute(solution)
        for player in range(2):
            assert solution.values[player] == pytest.approx(brute.total(player, False), abs=2e-4)
            assert solution.best_response(player).value == pytest.approx(brute.total(player, True), abs=2e-4)


@pytest.mark.parametrize("board", ["Ts7s8h9d", "Ts7s8h9dJs"])
def test_short_deck_against_brute_force(board: str) -> None:
    """36 cards, a flush beats a full house, and A-6-7-8-9 is a straight."""
    spot = turn_spot(order="short-deck", board=board, oop="AhAd,As6s,KsQs,9c9h", ip="KcKh,9s8s,AcJc,7c7h,Qd6d")
    solution = solve(spot, iterations=20, target=None)
    brute = Brute(solution)
    for player in range(2):
        assert solution.values[player] == pytest.approx(brute.total(player, False), abs=2e-4)
        assert solution.best_response(player).value == pytest.approx(brute.total(player, True), abs=2e-4)
    if len(spot.board) == 5:
        return
    card = solution.at("check, check")
    assert len(card.next_cards) == 32
    for call in (lambda: card.after("2c"), lambda: solve(spot, locks=["check, check, 2c; always check"])):
        with pytest.raises(KickerError, match="2c is not in the deck"):
            call()


def test_equity_with_a_short_deck() -> None:
    spot = Spot("AhAd", "KsQs", "Ts7s8d", 100, 1, order="short-deck")
    exact = equity(["AhAd", "KsQs"], board="Ts7s8d", game=SHORT_DECK_HOLDEM)
    assert solve(spot, iterations=0, target=None).equity[0] == pytest.approx(exact.players[0].equity, abs=1e-6)


# --- suits, threads, bits --------------------------------------------------------------------------------------------


def close(solutions: Iterable[Solution]) -> None:
    """Two solutions of the same game agree within twice what they say of themselves."""
    one, two = solutions
    within = 2 * (one.exploitability + two.exploitability) * one.spot.pot + 1e-3
    assert one.values == pytest.approx(two.values, abs=within)


def test_suits_that_play_alike_may_be_told_apart() -> None:
    spot = turn_spot(board="Ts7s2s9d")
    close(solve(spot, target=0.002, isomorphism=each) for each in (True, False))
    # Later the last digits decide where a hand is indifferent.
    merged, apart = (solve(spot, iterations=2, target=None, isomorphism=each) for each in (True, False))
    assert len(merged.engine.boards.levels[1]) < len(apart.engine.boards.levels[1]) == 48
    assert merged.values == pytest.approx(apart.values, abs=1e-4)
    assert merged.gains == pytest.approx(apart.gains, abs=1e-4)
    for line in ("check, check, Ah", "check, check, Ac", "bet 60, call, 3h, check"):
        one, two = merged.at(line), apart.at(line)
        assert one.board == two.board
        hands = one.hands(0)
        there = [two.hands(0).index(hand) for hand in hands]
        assert one.reach(0) == pytest.approx(two.reach(0)[there], abs=1e-3)
        assert one.values == pytest.approx(two.values, abs=0.01, nan_ok=True)
        assert one.equity == pytest.approx(two.equity, abs=1e-4, nan_ok=True)


def test_other_names_of_suits_change_nothing() -> None:
    swap = str.maketrans("cdhs", "hscd")
    spot = turn_spot(oop="AhKh,8s6s,KdQd,AA", ip="KcKh,9s8s,AcJc,TT")
    config = spot.as_dict()
    renamed = [str(config[key]).translate(swap) for key in ("oop", "ip", "board")]
    # Ranges with classes name no suit, and single combinations are renamed by hand.
    other = Spot.from_dict({**config, "oop": renamed[0], "ip": renamed[1], "board": renamed[2]})
    one, two = (solve(each, iterations=2, target=None) for each in (spot, other))
    assert one.values == pytest.approx(two.values, abs=1e-4)
    assert one.gains == pytest.approx(two.gains, abs=1e-4)
    close(solve(each, target=0.002) for each in (spot, other))


def test_threads_give_the_same_numbers() -> None:
    spot = turn_spot()
    one, two = (solve(spot, iterations=30, target=None, threads=threads) for threads in (1, 2))
    assert (one.values, one.gains) == (two.values, two.gains)
    for street in range(2):
        for player in range(2):
            assert np.array_equal(one.engine.means[street][player], two.engine.means[street][player])


def test_a_thread_can_work_alone_and_others_come_late() -> None:
    """What was begun and given up before changes nothing."""
    tree = turn_spot().tree()
    one, two = (Engine(tree, tree.boards, 16, threads) for threads in (1, 3))
    one.iterate(8)
    assert two.game.iteration == 0
    two.game.begin(1, MEAN, 3)
    two.iterate(4)
    two.game.begin(0, LEARN, 4)
    two.game.begin(0, LEARN, 8)
    two.game.take_part(1)
    for slot in (2, 3):
        two.game.take_part(slot)
    assert two.game.iteration == one.game.iteration == 8
    for street in range(2):
        for player in range(2):
            assert np.array_equal(one.regrets[street][player], two.regrets[street][player])
            assert np.array_equal(one.means[street][player], two.means[street][player])


def test_more_threads_than_boards() -> None:
    tree = Spot("AA", "KK", "2c3c4c5c", 100, 200, river_bet="50%").tree()
    one, two = (Engine(tree, tree.boards, 32, threads) for threads in (1, 64))
    for engine in (one, two):
        engine.iterate(50)
    assert np.array_equal(one.run(0, BEST), two.run(0, BEST))


def test_flops() -> None:
    """Cards on two streets: threads and suits that play alike change nothing, wherever one looks."""
    sizes = {
        f"{street}_{kind}": size
        for street in ("flop", "turn", "river")
        for kind, size in (("bet", "60%"), ("raise", "a"))
    }
    spot = Spot.from_dict(
        {"oop": "AA,QJs,98s", "ip": "KK,JTs,T8s", "board": "Ts7s2s", "pot": 100, "stack": 200, **sizes}
    )
    one, two = (solve(spot, iterations=10, target=None, threads=threads, bits=16) for threads in (1, 2))
    assert (one.values, one.gains) == (two.values, two.gains)
    merged, apart = (solve(spot, iterations=1, target=None, isomorphism=each) for each in (True, False))
    assert [len(level) for level in apart.engine.boards.levels] == [1, 49, 49 * 48]
    assert merged.nodes < apart.nodes
    assert merged.values == pytest.approx(apart.values, abs=1e-4)
    for line in ("check, check, Ah", "check, check, Ah, check, check, Kd", "bet 60, call, 3h, check, check, 3c, bet"):
        here, there = merged.at(line), apart.at(line)
        assert here.board == there.board
        assert here.values == pytest.approx(there.values, abs=0.01)
        assert here.equity == pytest.approx(there.equity, abs=1e-4)
        assert sum(here.values) == pytest.approx(here.pot, abs=0.01)
        where = [there.hands(0).index(hand) for hand in here.hands(0)]
        assert here.hand_values(0) == pytest.approx(there.hand_values(0)[where], abs=0.05, nan_ok=True)


def test_both_builds_in_a_portable_wheel_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    """One is for every x86 processor and one for newer ones; sums are rounded differently."""
    fast = pytest.importorskip("kicker._kernels.postflop_v3", reason="this build is for one kind of processor alone")
    for bits in (16, 32):
        found = []
        for game in (postflop.Game, fast.Game):
            monkeypatch.setattr("kicker.solver.engine.Game", game)
            found.append(solve(turn_spot(), target=0.002, bits=bits))
        assert [type(each.engine.game) for each in found] == [postflop.Game, fast.Game]
        close(found)


def test_the_same_spot_gives_the_same_numbers() -> None:
    one, two = (solve(narrow_river(), target=0.002) for _ in range(2))
    assert (one.values, one.gains, one.iterations) == (two.values, two.gains, two.iterations)


def test_tables_of_16_bits_are_as_good() -> None:
    for spot in (narrow_river(), turn_spot()):
        one, two = (solve(spot, target=0.002, bits=bits) for bits in (16, 32))
        assert one.exploitability <= 0.002
        assert one.bytes < 0.6 * two.bytes
        close((one, two))


def test_equal_hands_that_stand_together_share_no_card() -> None:
    """Hands are in the order of their strength; of equal ones few neighbours have a card in common, but for pairs."""
    (board,) = turn_spot(oop="22+,A2s+,A2o+,K2s+,K9o+", board="Ts7h2c9d3s").tree().boards.levels[0]
    hands = [COMBOS[place] for place in board.hands[0].tolist()]
    found = [evaluate([*hand, *board.cards]) for hand in hands]
    assert found == sorted(found)
    equal = [(one, two) for i, (one, two) in enumerate(pairwise(hands)) if found[i] == found[i + 1]]
    assert len(equal) > 200
    assert sum(bool(set(one) & set(two)) for one, two in equal) < len(equal) / 5


# --- the course of exploitability ------------------------------------------------------------------------------------


@pytest.mark.parametrize("bits", [16, 32])
@pytest.mark.parametrize("spot", [
    {"oop": "AA,72o", "ip": "KK,QQ:0.01", "board": "7h7d2c2s", "pot": 100, "stack": 300},
    {"oop": "AhAd", "ip": "AsKs,KhKd", "board": "KcKs9d9h", "pot": 10, "stack": 1000},
    {"oop": "QQ+,AK", "ip": "JJ-88,AQs", "board": "Jd9d9h2c", "pot": 60, "stack": 500},
    {"oop": "AcAd,AcAh,AcAs", "ip": "AcKc,KdKh,AdKd", "board": "2c2d3h3s", "pot": 50, "stack": 200},
])  # fmt: skip
def test_exploitability_falls_on_narrow_ranges_and_paired_boards(spot: dict[str, Any], bits: int) -> None:
    """Hands that are blocked entirely leave noise in the sums; it must not become a strategy."""
    sizes = {f"{street}_{kind}": "60%, a" for street in ("turn", "river") for kind in ("bet", "raise")}
    found = solve(Spot.from_dict(spot | sizes), iterations=60, target=None, bits=bits)
    course = [found.exploitability]
    for last in (120, 250, 600):  # the average begins anew at 64 and 256
        found = solve(found.spot, iterations=last - found.iterations, target=None, start=found)
        course.append(found.exploitability)
    for before, after in pairwise(course):
        assert after <= before + 2e-5
    assert course[-1] < 0.002


# --- locks and best responses ----------------------------------------------------------------------------------------


def test_a_lock_is_kept_and_answered() -> None:
    spot = narrow_river()
    free = solve(spot, target=0.0005)
    locked = solve(spot, target=0.0005, locks=["bet 120; always fold"], start=free)
    node = locked.at("bet 120")
    assert node.frequencies == pytest.approx((1, 0, 0))
    assert locked.values[0] > free.values[0] + 50  # bets win the pot of 200
    assert locked.root.frequencies[1] > 0.8
    assert locked.iterations > free.iterations
    assert free.at("bet 120").frequencies[0] < 0.5  # the old solution is as it was
    partly = solve(spot, target=0.001, locks=[Lock("bet 120", {"call": 1}, "TT")])
    plans = {plan.combo: plan.frequencies for plan in partly.at("bet 120").plans(1)}
    tens = {combo for combo in plans if combo in dict(Range("TT"))}
    assert tens
    assert all(plans[combo] == (0, 1, 0) for combo in tens)
    assert partly.exploitability <= 0.001


def test_a_line_without_cards_is_for_every_card() -> None:
    spot = turn_spot()
    every = solve(spot, iterations=30, target=None, locks=["check, check; always check"])
    for card in ("Ah", "2d", "Tc"):
        assert every.at(f"check, check, {card}").frequencies[0] == pytest.approx(1)
    one = solve(spot, iterations=30, target=None, locks=["check, check, Ah; always check"])
    assert one.at("check, check, Ah").frequencies[0] == pytest.approx(1)
    assert one.at("check, check, Ac").frequencies[0] < 1
    assert one.nodes >= every.nodes


def test_going_on_from_boards_that_were_one() -> None:
    """A lock for one suit separates boards that were equivalent before; known results are carried over."""
    spot = turn_spot(board="Ts7s2s9d")
    before = solve(spot, iterations=40, target=None)
    after = solve(spot, iterations=0, target=None, start=before, locks=["check, check, Ah, check; always check"])
    assert len(after.engine.boards.levels[1]) > len(before.engine.boards.levels[1])
    for line in ("check, check, Ac", "bet 60, call, Kh"):
        assert after.at(line).frequencies == pytest.approx(before.at(line).frequencies, abs=1e-6)


def test_what_a_fixed_strategy_loses() -> None:
    """Player 0 always checks and folds: the best answer always bets."""
    spot = narrow_river(river_bet="60%")
    locks = ["; always check", "check, bet 120; always fold"]
    fixed = solve(spot, iterations=0, target=None, locks=locks)
    best = fixed.best_response(1)
    assert best.value == pytest.approx(200)
    assert best.gain > 40
    assert fixed.best_response(0).gain == pytest.approx(0, abs=1e-4)
    with pytest.raises(KickerError, match="player must be a whole number from 0 to 1, not 2"):
        fixed.best_response(2)


# --- walking ---------------------------------------------------------------------------------------------------------


def test_nodes_of_a_solution() -> None:
    solution = solve(turn_spot(), iterations=40, target=None)
    node = solution.at("check, bet 60, call, 3h")
    assert (node.player, node.pot, node.board[-1]) == (0, 220, Card("3h"))
    assert sum(node.values) == pytest.approx(220, abs=0.01)
    assert sum(node.equity) == pytest.approx(1, abs=1e-5)
    assert node.strategy.sum(axis=0) == pytest.approx(np.ones(len(node.hands(0))))
    assert not any(Card("3h") in hand for hand in node.hands(0))
    assert node.ranges[0].total <= solution.root.ranges[0].total
    card = solution.at("check, check")
    assert (card.kind, card.player, len(card.next_cards)) == ("card", -1, 48)
    assert card.values == pytest.approx(
        np.mean([solution.at(("check", "check", each)).values for each in card.next_cards], axis=0), abs=2
    )
    plan = node.hand("AsAc")
    assert plan.value == pytest.approx(node.hand_values(0)[node.hands(0).index(plan.combo)])
    best = node.hand_values(0, best=True)
    assert np.all(best >= node.hand_values(0) - 1e-3)
    for line, sentence in (
        ("check, bet 7", "'bet 7' is not possible here"), ("3h", "no card comes here"), ("check, check, Ts", "already"),
        ("check, check, bet 7", "a card comes here|not a card|7"),
    ):  # fmt: skip
        with pytest.raises(KickerError, match=sentence):
            solution.at(line)
    with pytest.raises(KickerError, match="is not in the range of player 0"):
        node.hand("2d2h")


# --- interruption ----------------------------------------------------------------------------------------------------


@pytest.mark.live
@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_keeps_what_is_known(threads: int) -> None:
    def interrupt(progress: Progress) -> None:
        if progress.iterations >= 20:
            os.kill(os.getpid(), signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    solution = solve(request("turn_nodonk_rake").spot, target=1e-9, threads=threads, progress=interrupt)
    assert solution.stopped == "interrupted"
    assert 20 <= solution.iterations < 100
    assert 0 < solution.exploitability < 0.2
    assert signal.getsignal(signal.SIGINT) is before


def test_solving_in_another_thread() -> None:
    found: list[Solution] = []
    thread = threading.Thread(target=lambda: found.append(solve(narrow_river(), target=0.01)))
    thread.start()
    thread.join(60)
    assert found[0].exploitability <= 0.01


def test_every_runout_is_counted_once() -> None:
    """Equity at the root of a flop is that of kicker's own exact count."""
    spot = Spot("AhAd", "KsQs", "Ts7s2d", 100, 1)
    solution = solve(spot, iterations=0, target=None)
    exact = equity(["AhAd", "KsQs"], board="Ts7s2d")
    assert solution.equity[0] == pytest.approx(exact.players[0].equity, abs=1e-6)
