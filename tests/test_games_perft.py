"""Betting lines counted: every way to play out a small table, in step with a slow twin, and numbers found by hand."""

from collections.abc import Iterator
from itertools import product, zip_longest
from typing import cast

import pytest

from kicker.games import STAND_PAT, Limit, Rules, State
from kicker.games.catalogue import DRAW, HOLDEM
from kicker.games.rules import Raises
from tests.reference_betting import Table, lines

# Hands of known order: 1 < 2 = 2, and 0 below them. A shift turns them round the table.
STRENGTHS = (1, 2, 2, 0)
HOLDEM_HANDS = ("Ac Kc", "Qh Qs", "Qc Qd", "7c 6d")
BOARD = "2s 3h 8d 9c Jd"
DRAW_HANDS = ("Ac Kc Jd 9d 8c", "Qh Qs 9h 8h 2c", "Qc Qd 9c 8d 2d", "7c 6d 4s 3s 2h")
SPARE = "As Ks Js Ts 9s 7h 6h 5h 4h 3h 7d 5d 4d Th"

Line = tuple[tuple[str, ...], tuple[int, ...]]


def rules_of(table: Table) -> Rules:
    """The same game for the engine."""
    return Rules(
        HOLDEM if table.streets == 4 else DRAW,
        cast(Limit, table.limit),
        blinds=table.blinds,
        ante=table.ante,
        min_bet=table.min_bet,
        big_bet=table.big_bet,
        raises=cast(Raises, table.raises),
        full_raises=table.full_raises,
        max_bets=table.cap,
        must_open=(0,) if table.must_open else (),
    )


def start(table: Table, shift: int) -> State:
    """The engine's deal of the table: seat 0 is left of the button, and gets the hand number `shift`."""
    seats = len(table.stacks)
    hands = [(HOLDEM_HANDS if table.streets == 4 else DRAW_HANDS)[(seat + shift) % 4].split() for seat in range(seats)]
    dealt = [hand[number] for number in range(len(hands[0])) for hand in hands]
    deck = " ".join(dealt) + " " + (BOARD if table.streets == 4 else SPARE)
    return rules_of(table).start(deck, table.stacks, seats - 1)[0]


def engine_lines(state: State) -> Iterator[Line]:
    """Every way to play the deal to the end; players who may draw stand pat."""
    while state.phase == "drawing":
        state = state.apply(STAND_PAT)[0]
    if state.over:
        yield (), state.payoffs
    for action in state.options:
        for rest, payoffs in engine_lines(state.apply(action)[0]):
            yield (str(action), *rest), payoffs


def count_in_step(table: Table, shift: int = 0) -> int:
    """Compare all lines and what they pay, and count them."""
    table = table._replace(strengths=tuple(STRENGTHS[(seat + shift) % 4] for seat in range(len(table.stacks))))
    count = 0
    for ours, theirs in zip_longest(engine_lines(start(table, shift)), lines(table)):
        assert ours == theirs, f"{table} after {count} lines"
        count += 1
    return count


NO_LIMIT = Table((), (), blinds=(1, 2), min_bet=2)
POT_LIMIT = NO_LIMIT._replace(limit="pot-limit")
LIMIT = Table((), (), "fixed-limit", blinds=(1, 2), min_bet=2, big_bet=4, cap=4)
ANTE_DRAW = Table((), (), ante=1, min_bet=2, streets=2)
# Each with the most chips that a seat has at a table of 2, 3 and 4: all stacks up to that are played.
VARIANTS = {
    "no-limit": (NO_LIMIT, (6, 3, 2)),
    "no-limit-ante": (NO_LIMIT._replace(ante=1), (7, 4, 3)),
    "no-limit-large-blinds": (NO_LIMIT._replace(blinds=(2, 5), min_bet=5), (9, 6, 3)),
    "no-limit-straddle": (NO_LIMIT._replace(blinds=(1, 2, 4)), (0, 5, 4)),
    "pot-limit": (POT_LIMIT, (6, 3, 2)),
    "pot-limit-ante": (POT_LIMIT._replace(ante=1), (6, 4, 3)),
    "limit": (LIMIT, (7, 3, 2)),
    "limit-large-bets": (LIMIT._replace(blinds=(2, 4), min_bet=4, big_bet=6, cap=None), (10, 5, 3)),
    "limit-two-bets": (LIMIT._replace(blinds=(1, 1), min_bet=1, big_bet=2, cap=2), (4, 2, 1)),
    "single-raises": (Table((), (), ante=1, raises="single", full_raises=False), (4, 2, 2)),
    "draw-no-limit": (ANTE_DRAW, (6, 3, 2)),
    "draw-blinds": (ANTE_DRAW._replace(ante=0, blinds=(1, 2)), (7, 4, 2)),
    "draw-pot-limit": (ANTE_DRAW._replace(limit="pot-limit"), (7, 3, 2)),
    "draw-limit": (ANTE_DRAW._replace(limit="fixed-limit", big_bet=4, cap=3), (8, 4, 2)),
    "draw-limit-large-bets": (ANTE_DRAW._replace(limit="fixed-limit", min_bet=4, big_bet=6), (10, 4, 2)),
    "draw-no-raises": (ANTE_DRAW._replace(raises="none", min_bet=1, must_open=True), (6, 3, 3)),
    "draw-no-raises-large": (ANTE_DRAW._replace(raises="none", must_open=True, ante=2), (7, 5, 3)),
}
TABLES = [(name, seats) for name, (table, most) in VARIANTS.items() for seats in (2, 3, 4) if most[seats - 2]]
# Larger stacks, where short all-ins, reopened betting and side pots meet on one street.
LARGER = [
    ("no-limit", (7, 5, 6)),
    ("no-limit-large-blinds", (4, 7, 9, 6)),
    ("no-limit-straddle", (9, 6, 8)),
    ("pot-limit", (6, 4, 7)),
    ("limit", (12, 12)),
    ("limit", (7, 5, 6)),
    ("limit-large-bets", (10, 9, 15)),
    ("limit-large-bets", (7, 6, 9, 5)),
    ("draw-no-limit", (5, 8, 7)),
    ("draw-blinds", (9, 5, 7)),
    ("draw-blinds", (5, 4, 6, 3)),
    ("draw-pot-limit", (7, 6, 8)),
    ("draw-limit", (5, 6, 4, 7)),
    ("draw-limit-large-bets", (8, 12, 10)),
    ("draw-no-raises", (5, 4, 6, 3)),
]


def count_all(name: str, seats: int, more: int = 0) -> int:
    """Compare all lines of all stacks with this many seats."""
    table, most = VARIANTS[name]
    every = product(range(1, most[seats - 2] + more + 1), repeat=seats)
    return sum(count_in_step(table._replace(stacks=stacks), shift=sum(stacks) % 4) for stacks in every)


@pytest.mark.req("X-08", "B004-6")
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_all_lines_of_all_small_stacks(name: str, seats: int) -> None:
    assert count_all(name, seats) > VARIANTS[name][1][seats - 2] ** seats


@pytest.mark.long
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_all_lines_of_more_stacks(name: str, seats: int) -> None:
    assert count_all(name, seats, more=1) > VARIANTS[name][1][seats - 2] ** seats


@pytest.mark.parametrize(("name", "stacks"), LARGER)
def test_all_lines_of_larger_stacks(name: str, stacks: tuple[int, ...]) -> None:
    assert count_in_step(VARIANTS[name][0]._replace(stacks=stacks), shift=sum(stacks) % 4) > 100


@pytest.mark.parametrize(
    ("table", "count"),
    [
        # The big blind is all-in: fold or call.
        (NO_LIMIT._replace(stacks=(2, 2)), 2),
        # Two seats with one chip behind: the first folds (1), bets (2), or checks and the second folds (1), bets (2) or
        # checks (1); so three streets have 6 + 6 + 6 + 1 lines. Before that the button folds (1), is all-in (2), or
        # calls: then the big blind folds (1), is all-in (2) or checks.
        (NO_LIMIT._replace(stacks=(3, 3)), 1 + 2 + 1 + 2 + 19),
        (LIMIT._replace(stacks=(3, 3)), 1 + 2 + 1 + 2 + 19),
        (ANTE_DRAW._replace(stacks=(2, 2)), 6 + 6 + 1),
        # Open for all or fold; the other calls or folds.
        (ANTE_DRAW._replace(stacks=(2, 2), raises="none", must_open=True), 1 + 2),
        # All-in after the antes: nobody is asked.
        (ANTE_DRAW._replace(stacks=(1, 1, 1)), 1),
        # The first is all-in by the ante; the others have one bet behind, so it is as with two seats of one chip.
        (ANTE_DRAW._replace(stacks=(1, 3, 3), limit="fixed-limit", min_bet=2, cap=1), 6 + 6 + 1),
    ],
)
def test_lines_counted_by_hand(table: Table, count: int) -> None:
    assert count_in_step(table) == count
