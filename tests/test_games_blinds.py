"""Blinds that a seat cannot pay, blinds in another order, and posts that are dead."""

import pytest

from kicker.games import Rules, holdem
from kicker.games.catalogue import HOLDEM
from tests.test_games import Case, ids, play, start

# Before the flop of pot-limit the blinds count whole; a call costs a whole blind, and a raise is one on top.
SHORT = [
    Case(
        "case-29-a-short-big-blind-counts-whole",
        holdem(blinds=(100, 200), betting="pot-limit"),
        (5000, 5000, 100, 5000),
        "3 may call 200 raise 400-700, 3 raise 700, 0 may call 700 raise 1200-2400, 0 fold,"
        " 1 may call 600 raise 1200-2300, 1 call | 1 may check raise 200-1500",
    ),
    Case(
        "a-short-small-blind-counts-whole",
        holdem(blinds=(100, 200), betting="pot-limit"),
        (5000, 40, 5000),
        "0 may call 200 raise 400-700",
    ),
    Case(
        "a-blind-without-chips-after-the-ante",
        holdem(blinds=(5, 10), ante=5, betting="pot-limit"),
        (500, 500, 3, 500),
        "3 may call 10 raise 20-53",
    ),
    Case(
        "a-short-straddle-counts-whole",
        holdem(blinds=(5, 10, 20), betting="pot-limit"),
        (500, 500, 500, 7, 500),
        "4 may call 20 raise 40-75",
    ),
    Case(
        "a-short-post-counts-whole",
        Rules(HOLDEM, "pot-limit", blinds=(5, 10), posts=(0, 0, 10)),
        (500, 500, 500, 4),
        "0 may call 10 raise 20-45",
    ),
]
ORDER = [
    Case(
        "a-small-blind-of-more-acts-last",
        holdem(blinds=(10, 5)),
        (1000, 1000),
        "1 may call 5 raise 20-1000, 1 call, 0 may check raise 20-1000, 0 check | 1 may check raise 10-990",
    ),
    Case(
        "dead-post-of-a-small-blind",
        Rules(HOLDEM, blinds=(5, 10), posts=(0, 0, 5), dead_posts=True),
        (1000, 1000, 1000, 1000),
        "3 may call 10 raise 20-995",
    ),
    Case(
        "post-of-both-blinds",
        Rules(HOLDEM, blinds=(5, 10), posts=(0, 0, 15), dead_posts=True),
        (1000, 1000, 1000, 1000),
        "3 may check raise 20-995",
    ),
]


@pytest.mark.parametrize("case", SHORT, ids=ids(SHORT))
def test_short_blinds_count_whole_before_the_flop_of_pot_limit(case: Case) -> None:
    play(start(case), case.script)


@pytest.mark.parametrize("case", ORDER, ids=ids(ORDER))
def test_who_acts_first_and_what_a_post_is(case: Case) -> None:
    play(start(case), case.script)


@pytest.mark.parametrize("betting", ["no-limit", "pot-limit"])
def test_a_short_blind_lowers_neither_call_nor_raise(betting: str) -> None:
    state, _ = holdem(blinds=(100, 200), betting=betting).start(  # type: ignore[arg-type]
        "As Ks Qs Ad Kd Qd 2c 7d 9h Js 4d", [5000, 5000, 100], button=0
    )
    assert (state.options.call_amount, state.options.min_raise_to) == (200, 400)


def test_dead_posts_are_in_the_main_pot_and_no_bet() -> None:
    rules = Rules(HOLDEM, blinds=(5, 10), posts=(0, 0, 5, 15), dead_posts=True)
    state, events = rules.start("As Ks Qs Js Ts Ad Kd Qd Jd Td 2c 7d 9h 8s 4d", [100] * 5, button=0)
    assert [(event.seat, event.amount, event.to) for event in events if event.kind == "post"] == [
        (3, 5, 0),
        (4, 15, 10),
    ]
    assert (state.bets, state.paid, state.dead, state.bet) == ((0, 5, 10, 0, 10), (0, 5, 10, 0, 10), 10, 10)


def test_a_post_of_less_than_it_should_be_is_live_first() -> None:
    rules = Rules(HOLDEM, blinds=(5, 10), posts=(0, 0, 15), dead_posts=True)
    state, _ = rules.start("As Ks Qs Js Ad Kd Qd Jd 2c 7d 9h 8s 4d", [100, 100, 100, 12], button=0)
    assert (state.bets[3], state.dead, state.stacks[3]) == (10, 2, 0)
