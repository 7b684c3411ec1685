"""The Klondike solver takes every layout and position that the rules allow, and keeps to its limits in all of them."""

import random
from itertools import count

import pytest

from kicker._kernels import solitaire, solitaire_wide
from kicker._kernels.solitaire import Search
from kicker.cards import Card
from kicker.errors import KickerError
from kicker.solitaire import Klondike, Position
from kicker.solitaire import solve as solver
from kicker.solitaire.deals import ordered_deck
from kicker.solitaire.solve import GOING, LOST, solve
from tests.klondike_games import winnable_within

SHAPES = [(columns, ranks) for columns in range(1, 8) for ranks in range(1, 14) if columns * (columns + 1) <= 8 * ranks]
REDEALS = (None, 0, 1, 3, 5, 60)


def check(position: Position, nodes: int, most: int) -> str:
    """Solve a position within limits, play what it says, and ask the slow twin where that is soon done."""
    verdict = solve(position, nodes=nodes)
    assert verdict.nodes <= nodes
    truth = None if verdict.result == "won" else winnable_within(position, most)
    assert (verdict.result, truth) != ("lost", True), position
    end = position
    for move in verdict.moves:
        end = end.apply(move)
    assert end.won == (verdict.result == "won")
    return verdict.result


@pytest.mark.parametrize(("columns", "ranks"), SHAPES, ids=str)
def test_every_layout_that_the_rules_allow(columns: int, ranks: int) -> None:
    for draw in (1, 3):
        for redeals in REDEALS:
            rules = Klondike(draw=draw, redeals=redeals, ranks=ranks, columns=columns)
            check(rules.start(columns + ranks), nodes=1_000, most=100)
    check(Klondike(both_ways=True, ranks=ranks, columns=columns).start(1), nodes=1_000, most=100)


@pytest.mark.long
@pytest.mark.parametrize(("columns", "ranks"), SHAPES, ids=str)
def test_every_layout_more_thoroughly(columns: int, ranks: int) -> None:
    for draw in (1, 3):
        for redeals in REDEALS:
            rules = Klondike(draw=draw, redeals=redeals, ranks=ranks, columns=columns)
            for deal in range(1, 6):
                check(rules.start(deal), nodes=50_000, most=3_000)


@pytest.mark.parametrize("columns", [1, 2, 3])
def test_long_stocks_in_one_pass_equal_brute_force(columns: int) -> None:
    """Up to 51 stock cards, turned three at a time and only once: few enough positions to look at all of them."""
    rules = Klondike(draw=3, redeals=0, ranks=13 if columns == 1 else 10, columns=columns)
    for deal in range(1, 7):
        position = rules.start(deal)
        truth = winnable_within(position, 20_000)
        assert truth is not None
        assert solve(position).result == ("won" if truth else "lost"), deal


def test_what_was_called_lost_is_won() -> None:
    position = Klondike(columns=5).start(2)  # 37 stock cards
    assert solve(position).result == "won"


def random_position(rules: Klondike, dice: random.Random, home: int, in_stock: int) -> Position:
    """A position with these numbers of cards on the foundations and in the stock, the rest covered in the columns."""
    cards = [card for card in ordered_deck(rules.ranks) if card.low_rank > home]
    dice.shuffle(cards)
    # Low cards more on top than below, or hardly any could be won.
    stock, rest = cards[:in_stock], sorted(cards[in_stock:], key=lambda card: dice.uniform(0, 4) - card.low_rank)
    piles: list[list[Card]] = [[] for _ in range(rules.columns)]
    for card in rest:
        # Most go to the first column, which becomes longer than any deal makes it.
        piles[0 if dice.random() < 0.7 else dice.randrange(rules.columns)].append(card)
    waste = dice.randint(0, in_stock)
    return rules.arrange([(pile[:-1], pile[-1:]) for pile in piles], [home] * 4, stock, waste)


@pytest.mark.parametrize("redeals", [None, 0, 1])
@pytest.mark.parametrize("draw", [1, 3])
def test_long_columns_equal_brute_force(draw: int, redeals: int | None) -> None:
    dice = random.Random(f"{draw}/{redeals}")
    results = set()
    for _ in range(40):
        rules = Klondike(draw=draw, redeals=redeals, ranks=13, columns=dice.randint(2, 7))
        position = random_position(rules, dice, home=dice.randint(9, 10), in_stock=dice.randint(0, 3))
        results.add(check(position, nodes=20_000, most=500))
    assert results == {"won", "lost"}


def test_every_card_in_one_column_or_in_the_stock() -> None:
    rules = Klondike(draw=3, redeals=50)
    deck = rules.deck(1)
    for position in (
        rules.arrange([(deck[:-1], deck[-1:])] + [((), ())] * 6, [0] * 4, ()),
        rules.arrange([((), ())] * 7, [0] * 4, deck, 52),
        rules.arrange([((), ())] * 7, [0] * 4, deck),
    ):
        assert solve(position, nodes=20_000).nodes <= 20_000


def searches(position: Position, kernel: type[Search], monkeypatch: pytest.MonkeyPatch) -> list[object]:
    with monkeypatch.context() as patch:
        patch.setattr(solver, "_search_type", lambda *_: kernel)
        verdict = solve(position, nodes=5_000)
    return [verdict.result, verdict.moves, verdict.nodes]


@pytest.mark.parametrize("redeals", [None, 0, 2])
@pytest.mark.parametrize("draw", [1, 3])
def test_both_kernels_search_alike(draw: int, redeals: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same positions in the same order, but for orders that are shaken by the number itself."""
    monkeypatch.setattr(solver, "_STAGES", ((0, None),))
    for deal in range(1, 16):
        position = Klondike(draw=draw, redeals=redeals).start(deal)
        assert searches(position, solitaire.Search, monkeypatch) == searches(
            position, solitaire_wide.Search, monkeypatch
        )


def test_the_ordinary_game_is_searched_by_the_fast_kernel() -> None:
    for rules in (Klondike(), Klondike(draw=3), Klondike(draw=3, redeals=3), Klondike(both_ways=True)):
        assert type(solver.begin_search(rules.start(1), 0, 100)) is solitaire.Search
    assert type(solver.begin_search(Klondike(columns=6).start(1), 0, 100)) is solitaire_wide.Search


def test_a_build_without_the_wide_kernel_refuses_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """A compiler without numbers of 128 bits makes two kernels alike."""
    monkeypatch.setattr(solver, "solitaire_wide", solitaire)
    with pytest.raises(KickerError, match="this solver cannot hold more than 24 stock cards") as refused:
        solve(Klondike(columns=6).start(1))
    assert refused.value.code == "rules"
    assert solve(Klondike().start(3)).result == "won"


def test_many_redeals_are_any_number() -> None:
    for deal in range(1, 11):
        free = solve(Klondike(draw=3, ranks=9, columns=6).start(deal), nodes=20_000)
        many = solve(Klondike(draw=3, ranks=9, columns=6, redeals=99).start(deal), nodes=20_000)
        assert many[:3] == free[:3]


def test_a_redeal_more_is_never_worse() -> None:
    rules = [Klondike(draw=3, redeals=redeals, ranks=5, columns=3) for redeals in range(16)]
    for deal in range(1, 9):
        results = [solve(game.start(deal)).result for game in rules]
        assert results == sorted(results, key=("lost", "won").index), deal


def test_limits_of_time_are_kept_in_large_layouts() -> None:
    rules = Klondike(draw=3, columns=4, redeals=5)
    hard = next(deal for deal in count(1) if solve(rules.start(deal), nodes=60_000).result == "unknown")
    ticks = count()
    late = solve(rules.start(hard), seconds=3, clock=lambda: float(next(ticks)))
    assert (late.result, late.reason) == ("unknown", "time limit of 3 s reached")


def test_a_search_returns_though_it_visits_nothing_new() -> None:
    """Going through moves that lead nowhere new is counted as well, so that a limit of time is looked at soon."""
    position = next(
        position
        for deal in count(1)
        if solve(position := Klondike(draw=3, ranks=10, columns=5).start(deal)).result == "lost"
    )
    whole, piecewise = (solver.begin_search(position, 0, 10_000_000) for _ in range(2))
    idle = 0
    while (before := piecewise.nodes) is not None and piecewise.run(1) == GOING:
        assert piecewise.nodes <= before + 1
        idle += piecewise.nodes == before
    assert idle > 0
    assert (whole.run(10**18), whole.nodes) == (LOST, piecewise.nodes)
