"""The Klondike solver: every verdict equals brute force on small games, and every line wins in the readable rules."""

import random

import pytest

from kicker.cards import parse_cards
from kicker.solitaire import Klondike
from kicker.solitaire.solve import solve
from tests.conftest import few_or_many
from tests.klondike_games import winnable

SMALL = [
    Klondike(draw=draw, redeals=redeals, ranks=ranks, columns=ranks)
    for ranks in (2, 3)
    for draw in (1, 3)
    for redeals in (None, 0, 1, 3)
]


@few_or_many(6, 30)
@pytest.mark.parametrize("rules", SMALL, ids=str)
def test_verdicts_equal_brute_force_on_small_games(rules: Klondike, count: int) -> None:
    for deal in range(1, count + 1):
        position = rules.start(deal)
        verdict = solve(position)
        assert verdict.result == ("won" if winnable(position) else "lost"), deal
        for move in verdict.moves:
            position = position.apply(move)
        assert position.won == (verdict.result == "won")


@pytest.mark.long
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("redeals", [None, 0, 1, 3])
@pytest.mark.parametrize("draw", [1, 3])
def test_verdicts_equal_brute_force_on_more_small_games(draw: int, redeals: int | None, part: int) -> None:
    rules = Klondike(draw=draw, redeals=redeals, ranks=4, columns=4)
    for deal in range(100 * part + 1, 100 * part + 21):
        position = rules.start(deal)
        assert solve(position).result == ("won" if winnable(position) else "lost"), deal


@few_or_many(1, 3)
@pytest.mark.parametrize("draw", [1, 3])
def test_verdicts_from_the_middle_of_small_games(draw: int, count: int) -> None:
    dice = random.Random(draw)
    rules = Klondike(draw=draw, ranks=4, columns=4)
    for deal in range(1, count + 1):
        position = rules.start(deal)
        for _ in range(dice.randint(1, 20)):
            if not position.moves:
                break
            position = position.apply(dice.choice(position.moves))
        verdict = solve(position)
        assert verdict.result == ("won" if winnable(position) else "lost"), deal
        for move in verdict.moves:
            position = position.apply(move)
        assert position.won == (verdict.result == "won")


@pytest.mark.parametrize(("draw", "redeals", "waste"), [(3, None, 0), (3, None, 3), (1, 0, 3), (3, 0, 3), (3, 1, 3)])
def test_a_card_comes_back_for_a_stock_card_that_is_in_the_way(draw: int, redeals: int | None, waste: int) -> None:
    rules = Klondike(draw=draw, redeals=redeals, ranks=3, columns=3)
    position = rules.arrange([((), ())] * 3, [0, 3, 3, 3], parse_cards("3s As 2s"), waste)
    assert winnable(position)
    assert solve(position).result == "won"


def test_a_deal_that_needs_a_card_back_for_the_stock() -> None:
    assert solve(Klondike(draw=3).start(440)).result == "won"


@few_or_many(12, 60)
@pytest.mark.parametrize("draw", [1, 3])
@pytest.mark.parametrize("redeals", [None, 0, 1])
def test_verdicts_late_in_tiny_games(draw: int, redeals: int | None, count: int) -> None:
    rules = Klondike(draw=draw, redeals=redeals, ranks=3, columns=3)
    dice = random.Random(f"{draw}/{redeals}")
    for deal in range(1, count + 1):
        position = rules.start(deal)
        for _ in range(dice.randint(0, 60)):
            moves = position.moves
            if not moves:
                break
            position = position.apply(dice.choice(moves))
        assert (solve(position).result == "won") == winnable(position), deal


@pytest.mark.parametrize("rules", [Klondike(), Klondike(draw=3), Klondike(both_ways=True)], ids=str)
def test_lines_of_whole_games_win(rules: Klondike) -> None:
    won = 0
    for deal in range(1, 41):
        position = rules.start(deal)
        verdict = solve(position, nodes=100_000)
        for move in verdict.moves:
            position = position.apply(move)
        assert position.won == (verdict.result == "won")
        won += position.won
    assert won > 25


@pytest.mark.parametrize("redeals", [0, 1, 3])
def test_fewer_redeals_are_never_better(redeals: int) -> None:
    for deal in range(1, 31):
        limited = solve(Klondike(draw=3, redeals=redeals).start(deal), nodes=30_000)
        free = solve(Klondike(draw=3).start(deal), nodes=30_000)
        assert not (limited.result == "won" and free.result == "lost")


def test_limits_say_unknown_and_why() -> None:
    hard = next(deal for deal in range(1, 200) if solve(Klondike(draw=3).start(deal), nodes=20_000).result == "unknown")
    position = Klondike(draw=3).start(hard)
    few = solve(position, nodes=700)
    assert (few.result, few.moves, few.nodes) == ("unknown", (), 700)
    assert few.reason == "limit of 700 positions reached"
    ticks = iter(range(100_000))
    late = solve(position, seconds=3, clock=lambda: float(next(ticks)))
    assert (late.result, late.reason) == ("unknown", "time limit of 3 s reached")
    forgetful = solve(position, positions=1_000)
    assert (forgetful.result, forgetful.reason) == ("unknown", "memory for 1,000 positions is full")


def test_the_same_position_gives_the_same_line() -> None:
    position = Klondike(draw=3).start(7)
    assert solve(position)[:3] == solve(position)[:3]


def test_a_game_that_is_won_needs_no_moves() -> None:
    position = Klondike(ranks=1, columns=1).start(1)
    for move in solve(position).moves:
        position = position.apply(move)
    assert solve(position)[:2] == ("won", ())


@pytest.mark.long
@pytest.mark.parametrize("part", range(100))
def test_100000_lines_win(part: int) -> None:
    rules = Klondike(draw=1 if part % 2 else 3)
    won = 0
    deal = 1_000_000 * (part + 1)
    while won < 1_000:
        deal += 1
        position = rules.start(deal)
        verdict = solve(position, nodes=20_000)
        for move in verdict.moves:
            position = position.apply(move)
        assert position.won == (verdict.result == "won")
        won += position.won
