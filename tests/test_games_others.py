"""Invariants of the games besides hold'em and five-card draw, and of table customs."""

import random
from dataclasses import replace

import pytest

from kicker.cards import Deck
from kicker.games import GAMES, SHOW, Rules, draw, holdem, jackpots, usual
from kicker.games.catalogue import DRAW, HOLDEM
from tests.conftest import few_or_many
from tests.test_games_invariants import Shape, check_deal, check_hidden, random_states

SHAPES = {
    game.name: Shape(usual(game), (2, Rules(game).most_seats), (1, 40))
    for game in GAMES.values()
    if game not in (HOLDEM, DRAW)
} | {
    "limit-omaha-hilo": Shape(usual(GAMES["omaha-hilo"], "fixed-limit"), (2, 5), (1, 30)),
    "no-limit-omaha-5": Shape(usual(GAMES["omaha-5"], "no-limit"), (2, 5), (1, 30)),
    "no-limit-stud": Shape(usual(GAMES["stud"], "no-limit"), (2, 8), (1, 60)),
    "stud-short": Shape(Rules(GAMES["stud"], "fixed-limit", ante=2, bring_in=3, min_bet=5, max_bets=4), (2, 8), (1, 9)),
    "limit-short-deck": Shape(usual(GAMES["short-deck"], "fixed-limit"), (2, 6), (1, 20)),
    "holdem-runs": Shape(Rules(HOLDEM, blinds=(1, 2), runs=3), (2, 5), (1, 20)),
    "omaha-hilo-runs": Shape(Rules(GAMES["omaha-hilo"], "pot-limit", blinds=(1, 2), runs=2), (2, 5), (1, 20)),
    "holdem-runs-ask": Shape(Rules(HOLDEM, blinds=(1, 2), runs=2, showdown="ask"), (2, 5), (1, 20)),
    "holdem-bomb-pot": Shape(Rules(HOLDEM, blinds=(1, 2), bomb_pot=5), (2, 6), (1, 40)),
    "holdem-button-ante": Shape(Rules(HOLDEM, "pot-limit", blinds=(1, 2), button_ante=3), (2, 6), (1, 20)),
    "draw-reshuffled": Shape(Rules(DRAW, ante=1, min_bet=2, reshuffle=True), (7, 9), (1, 20)),
    "draw-blinds-reshuffled": Shape(draw(blinds=(1, 2), max_draw=5), (2, 5), (1, 20)),
    "jackpots": Shape(jackpots(), (2, 6), (1, 20)),
    "jackpots-ask": Shape(replace(jackpots(), showdown="ask"), (2, 6), (1, 20)),
    "holdem-straddle": Shape(holdem(blinds=(1, 2, 0, 4)), (4, 6), (1, 20)),
}


OPENING_TELLS = {"jackpots", "jackpots-ask"}
"""Whoever opens in these says something of their cards."""


@few_or_many(40, 100_000)
@pytest.mark.parametrize("name", SHAPES)
def test_random_deals(name: str, count: int) -> None:
    shape, source = SHAPES[name], random.Random(name)
    for number in range(count):
        check_deal(shape, source, deep=number % 20 == 0)


def by_place(deck_and_place: str) -> random.Random:
    """A source of an order that does not depend on the cards."""
    return random.Random(deck_and_place.rpartition("/")[2])


@few_or_many(25, 3_000)
@pytest.mark.parametrize("name", sorted(set(SHAPES) - OPENING_TELLS))
def test_cards_that_a_seat_cannot_know_change_nothing_that_it_sees(
    name: str, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kicker.games.dealing.Random", by_place)
    check_hidden(SHAPES[name], random.Random(f"hidden {name}"), count, count // 10)


def test_all_games_and_events_occur() -> None:
    source = random.Random(6)
    ends = [random_states(shape, source)[-1] for shape in SHAPES.values() for _ in range(15)]
    assert {state.rules.game.name for state in ends} >= set(GAMES) - {"holdem", "draw"}
    kinds = {event.kind for state in ends for event in state.history}
    assert kinds >= {"bring-in", "reshuffled", "passed"}
    assert {event.half for state in ends for event in state.history} == {"", "high", "low"}
    assert {event.run for state in ends for event in state.history} == {0, 1, 2}


@pytest.mark.parametrize("name", ["stud", "stud-hilo", "razz"])
def test_whoever_opened_a_street_that_was_checked_through_shows_first(name: str) -> None:
    rules = replace(usual(GAMES[name]), showdown="all")
    asking = replace(rules, showdown="ask")
    away_from_the_button = 0
    for seed in range(20):
        state, _ = rules.start(Deck(seed=seed).shuffle(), stacks=[500] * 4, button=3)
        asked, _ = asking.start(Deck(seed=seed).shuffle(), stacks=[500] * 4, button=3)
        opener = None
        while state.phase == "betting":
            opener = state.to_act if state.street == 4 and opener is None else opener
            action = state.options.passive
            (state, events), (asked, _) = state.apply(action), asked.apply(action)
        shown = [event.seat for event in events if event.kind == "show"]
        assert opener is not None
        assert shown == [(opener + place) % 4 for place in range(4)]
        assert list(asked.waiting) == shown
        while asked.phase == "showdown":
            asked, _ = asked.apply(SHOW)
        assert asked.stacks == state.stacks
        away_from_the_button += opener != 0
    assert away_from_the_button
