"""Equity of eight players in stud, where the last card is common, against deals that the engine plays out."""

from __future__ import annotations

import random

import pytest

from kicker.cards import Card
from kicker.games import GAMES, State, standard
from kicker.odds import equity
from kicker.orders import Order
from kicker.ui.common.chances import chance_words

SEATS = 8
ANTE = 5040  # every pot can be halved, and a half shared by up to eight
STUDS = ["stud", "stud-hilo", "razz"]


def play_out(name: str, deck: list[Card]) -> list[State]:
    """Let the engine play a deal in which everybody calls; return the states at the first decisions of all streets, and
    the last one."""
    rules = standard(GAMES[name], ante=ANTE, min_bet=4 * ANTE)
    state, _ = rules.start(deck, [1000 * ANTE] * SEATS, 0)
    states = [state]
    while not state.over:
        state, _ = state.apply(state.options.passive)
        if state.over or state.street != states[-1].street:
            states.append(state)
    return states


def shares_of(state: State) -> list[float]:
    """Return the part of the pot that each seat won."""
    won = [0] * SEATS
    for event in state.history:
        if event.kind == "won":
            assert event.seat is not None
            won[event.seat] += event.amount
    return [amount / sum(won) for amount in won]


def shuffled(seed: str) -> list[Card]:
    deck = list(GAMES["stud"].deck)
    random.Random(seed).shuffle(deck)
    return deck


@pytest.mark.parametrize("name", STUDS)
def test_the_common_card_is_one_of_the_last_four(name: str) -> None:
    """On sixth street, the payouts of the engine for each of the four cards, and their mean."""
    for turn in range(6):
        deck = shuffled(f"{name} {turn}")
        paid = []
        for place in range(48, 52):
            cards = [*deck[:48], deck[place], *(card for card in deck[48:] if card != deck[place])]
            *_, sixth, seventh, end = play_out(name, cards)
            assert (seventh.board, end.board) == ((deck[place],), (deck[place],))
            assert all(len(hand) == 6 for hand in end.hands)
            paid.append(shares_of(end))
            found = equity(sixth.hands, (deck[place],), game=GAMES[name])
            assert found.text == "exact, the one deal"
            assert [player.equity for player in found.players] == pytest.approx(paid[-1])
        found = equity(sixth.hands, game=GAMES[name])
        assert (found.exact, found.trials) == (True, 4)
        means = [sum(shares) / 4 for shares in zip(*paid, strict=True)]
        assert [player.equity for player in found.players] == pytest.approx(means)


def test_missing_cards_and_the_common_card_are_counted() -> None:
    """Two hands lack a card on sixth street, and six cards are left: the engine deals each order of them."""
    game, deck = GAMES["stud-hilo"], shuffled("two missing")
    *_, sixth, _, _ = play_out("stud-hilo", deck)
    lacking = [hand[:5] if seat in (2, 5) else hand for seat, hand in enumerate(sixth.hands)]
    left = [sixth.hands[2][5], sixth.hands[5][5], *deck[48:]]
    paid = [[0.0] * SEATS]
    for one in left:
        for two in left:
            for common in left:
                if len({one, two, common}) == 3:
                    swapped = {
                        sixth.hands[2][5]: one,
                        sixth.hands[5][5]: two,
                        deck[48]: common,
                    }
                    rest = [card for card in left if card not in swapped.values()]
                    cards = [swapped.get(card, card) for card in deck[:49]] + rest
                    paid.append(shares_of(play_out("stud-hilo", cards)[-1]))
    found = equity(lacking, game=game)
    assert (found.exact, found.trials, len(paid) - 1) == (True, 120, 120)
    means = [sum(shares) / 120 for shares in zip(*paid, strict=True)]
    assert [player.equity for player in found.players] == pytest.approx(means)
    insisted = equity(lacking, game=game, exact=True, threads=3)
    assert insisted == found


@pytest.mark.parametrize("name", STUDS)
def test_deals_from_third_street(name: str) -> None:
    """The mean of deals that the engine plays out from the same first three cards."""
    deck, dice, deals = shuffled(name), random.Random(name), 600
    sums, squares = [0.0] * SEATS, [0.0] * SEATS
    for _ in range(deals):
        rest = deck[24:]
        dice.shuffle(rest)
        states = play_out(name, deck[:24] + rest)
        for seat, share in enumerate(shares_of(states[-1])):
            sums[seat] += share
            squares[seat] += share**2
    found = equity(states[0].hands, game=GAMES[name], trials=60_000)
    for player, total, square in zip(found.players, sums, squares, strict=True):
        mean = total / deals
        error = ((square / deals - mean**2 + 1 / deals) / deals) ** 0.5
        assert abs(mean - player.equity) < 4.5 * (error + player.error)


def test_dead_cards_make_the_last_card_common() -> None:
    """Six players and eleven dead cards are 53 cards; as at the table, the players share the last one."""
    deck = shuffled("dead")
    hands, dead = [deck[6 * seat : 6 * seat + 6] for seat in range(6)], deck[36:47]
    found = equity(hands, dead=dead, game=GAMES["razz"])
    assert (found.exact, found.trials) == (True, 5)
    order: Order = GAMES["razz"].orders[0]
    means = [0.0] * 6
    for card in deck[47:]:
        worth = [order.strength((*hand, card)) or 0 for hand in hands]
        for seat, strength in enumerate(worth):
            means[seat] += (strength == max(worth)) / worth.count(max(worth)) / 5
    assert [player.equity for player in found.players] == pytest.approx(means)
    assert equity(hands[:5], dead=dead, game=GAMES["razz"]).trials == 11 * 10 * 9 * 8 * 7


@pytest.mark.parametrize("name", STUDS)
def test_screens_count_all_eight_hands(name: str) -> None:
    for state in play_out(name, shuffled("screens"))[:-1]:
        assert chance_words(state.view(state.to_act), str, "seed").endswith("against 7 unknown hands")
