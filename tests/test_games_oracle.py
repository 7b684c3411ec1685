"""PokerKit plays the same random hold'em deals: who acts, what a call costs, what may be raised, who ends with what.

Where PokerKit is known to be wrong the two are kept apart, and the reason stands beside it:

- A big blind that cannot pay lowers the price for everybody there (case 7): the big blind always has its chips.
- A small blind that cannot pay lowers the most in pot-limit there (case 29): so the small blind has its chips too.
- All odd chips of a pot go to one seat there (case 9), and pots that the same seats share are split as one (case 10):
  where three share, or two share several pots, their stacks may differ by odd chips.
- Half a bet does not reopen fixed limit there, and less than half is not completed (case 17): no short all-in raises
  in fixed limit.
- An all-in of less than the smallest bet opens the street again there for those who have acted: no such bets.
- Short all-ins that add up to a full raise are forgotten there when one more short all-in follows.
- Nobody may raise there whose opponents could call only for less, and seats with nothing to decide are asked.
- Nobody may fold there for free.
"""

import random
from typing import Any, NamedTuple

import pytest

from kicker.cards import DECK, Card
from kicker.games import CALL, CHECK, FOLD, Action, Rules, State, holdem, raise_to
from tests.conftest import few_or_many

pokerkit = pytest.importorskip("pokerkit")

Theirs = Any


class Game(NamedTuple):
    """A deal that both play."""

    rules: Rules
    stacks: tuple[int, ...]
    button: int
    deck: tuple[Card, ...]


def their_state(game: Game) -> Theirs:
    """The same table for PokerKit, where seats count from the left of the button."""
    rules = game.rules
    count = len(game.stacks)
    structure = {
        "no-limit": pokerkit.BettingStructure.NO_LIMIT,
        "pot-limit": pokerkit.BettingStructure.POT_LIMIT,
        "fixed-limit": pokerkit.BettingStructure.FIXED_LIMIT,
    }[rules.betting]
    streets = []
    for street, board in enumerate((0, 3, 1, 1)):
        size = rules.bet_sizes[street] if rules.betting == "fixed-limit" else rules.min_bet
        # A big blind is no bet there.
        cap = None if rules.max_bets is None else rules.max_bets - (street == 0)
        hole = () if board else (False, False)
        streets.append(pokerkit.Street(False, hole, board, False, pokerkit.Opening.POSITION, size, cap))
    automations = (
        pokerkit.Automation.ANTE_POSTING,
        pokerkit.Automation.BET_COLLECTION,
        pokerkit.Automation.BLIND_OR_STRADDLE_POSTING,
        pokerkit.Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
        pokerkit.Automation.HAND_KILLING,
        pokerkit.Automation.CHIPS_PUSHING,
        pokerkit.Automation.CHIPS_PULLING,
    )
    order = [(game.button + 1 + place) % count for place in range(count)]
    stacks = tuple(game.stacks[seat] for seat in order)
    hands = (pokerkit.StandardHighHand,)
    return pokerkit.State(
        automations,
        pokerkit.Deck.STANDARD,
        hands,
        tuple(streets),
        structure,
        True,
        rules.ante,
        rules.blinds,
        0,
        stacks,
        count,
    )


def deal_theirs(theirs: Theirs, state: State) -> None:
    """Give PokerKit the cards that are due, from the same deck."""
    order, deck = state.setup.order, state.setup.deck
    while theirs.status:
        if theirs.can_deal_hole():
            place = theirs.hole_dealee_index
            theirs.deal_hole(f"{deck[place]}{deck[place + len(order)]}")
        elif theirs.can_deal_board():
            there = len(theirs.board_cards)
            first = 2 * len(order) + there
            theirs.deal_board("".join(map(str, deck[first : first + theirs.board_dealing_count])))
        elif theirs.actor_index is not None and nothing_to_decide(theirs):
            theirs.check_or_call()
        else:
            return


def nothing_to_decide(theirs: Theirs) -> bool:
    """True for a seat that has matched what all others could pay, who are all-in."""
    actor = theirs.actor_index
    others = [place for place in theirs.player_indices if theirs.statuses[place] and place != actor]
    return all(not theirs.stacks[place] and theirs.bets[place] <= theirs.bets[actor] for place in others)


def compare_options(theirs: Theirs, state: State) -> None:
    options = state.options
    actor = theirs.actor_index
    assert actor is not None
    assert state.setup.order[actor] == options.to_act
    assert theirs.checking_or_calling_amount == options.call_amount
    low = theirs.min_completion_betting_or_raising_to_amount or 0
    high = theirs.max_completion_betting_or_raising_to_amount or 0
    if (low, high) != (options.min_raise_to, options.max_raise_to):
        assert pokerkit_forbids_too_much(theirs), (low, high, options)


def pokerkit_forbids_too_much(theirs: Theirs) -> bool:
    """The two situations in which a raise is legal and PokerKit refuses it."""
    actor = theirs.actor_index
    top = max(theirs.bets)
    others = [place for place in theirs.player_indices if theirs.statuses[place] and place != actor]
    only_for_less = all(theirs.stacks[place] + theirs.bets[place] <= top for place in others)
    faces_full_raise = theirs.checking_or_calling_amount >= theirs.completion_betting_or_raising_amount
    forgotten = bool(theirs.consecutive_short_all_in_amounts) and faces_full_raise
    return theirs.min_completion_betting_or_raising_to_amount is None and (only_for_less or forgotten)


def random_action(theirs: Theirs, state: State, source: random.Random) -> Action:
    """An action that both know and that does not lead where PokerKit is wrong."""
    options = state.options
    chance = source.random()
    high = theirs.max_completion_betting_or_raising_to_amount
    if high is not None and chance < 0.4:
        low = options.min_raise_to
        to = source.choice([low, high, source.randint(low, high), source.randint(low, min(high, 3 * low))])
        size = state.rules.bet_sizes[state.street] if state.rules.betting == "fixed-limit" else state.last_raise
        bet_before = theirs.completion_betting_or_raising_amount > 0 and state.rules.betting != "fixed-limit"
        if to - state.bet >= size or bet_before:
            return raise_to(to)
    if options.call_amount:
        return FOLD if chance > 0.85 else CALL
    return CHECK


def act_theirs(theirs: Theirs, action: Action) -> None:
    if action.kind == "raise":
        theirs.complete_bet_or_raise_to(action.to)
    elif action.kind == "fold":
        theirs.fold()
    else:
        theirs.check_or_call()


def compare_ends(theirs: Theirs, state: State) -> None:
    """The same stacks, but for odd chips that PokerKit gives to one seat."""
    assert state.over
    assert not theirs.status
    shared = [winners for winners in winners_by_pot(state) if len(winners) > 1]
    loose = {seat for winners in shared for seat in winners if len(shared) > 1 or len(winners) > 2}
    for place, seat in enumerate(state.setup.order):
        odd_chips = len(shared) * max(map(len, shared)) if seat in loose else 0
        assert abs(state.stacks[seat] - theirs.stacks[place]) <= odd_chips
    assert sum(theirs.stacks) == sum(state.setup.stacks)


def winners_by_pot(state: State) -> list[list[int]]:
    pots: dict[int | None, list[int]] = {}
    for event in state.history:
        if event.kind == "won" and event.seat is not None:
            pots.setdefault(event.pot, []).append(event.seat)
    return list(pots.values())


def play_both(game: Game, source: random.Random) -> State:
    state, _ = game.rules.start(game.deck, game.stacks, game.button)
    theirs = their_state(game)
    deal_theirs(theirs, state)
    while not state.over:
        compare_options(theirs, state)
        action = random_action(theirs, state, source)
        act_theirs(theirs, action)
        state, _ = state.apply(action)
        deal_theirs(theirs, state)
    compare_ends(theirs, state)
    return state


def random_game(rules: Rules, most: int, source: random.Random) -> Game:
    """A table of two to nine, short and deep stacks, with blinds that can be paid."""
    seats = source.choice([2, 2, 3, 3, 4, 5, 6, 9])
    button = source.randrange(seats)
    stacks = [source.choice([source.randint(1, 20), source.randint(1, most)]) for _ in range(seats)]
    small, big = (button + (0 if seats == 2 else 1)) % seats, (button + (1 if seats == 2 else 2)) % seats
    stacks[big] += rules.ante + max(rules.blinds)
    if rules.betting == "pot-limit":
        stacks[small] += rules.ante + min(rules.blinds)
    return Game(rules, tuple(stacks), button, tuple(source.sample(DECK, 52)))


GAMES = {
    "no-limit": (holdem(blinds=(1, 2)), 200),
    "no-limit-short": (holdem(blinds=(2, 5)), 30),
    "no-limit-ante": (holdem(blinds=(5, 10), ante=2), 300),
    "pot-limit": (holdem(blinds=(1, 2), betting="pot-limit"), 200),
    "pot-limit-ante": (holdem(blinds=(5, 10), ante=3, betting="pot-limit"), 120),
    "limit": (holdem(blinds=(1, 2), betting="fixed-limit"), 60),
    "limit-ante": (holdem(blinds=(5, 10), ante=1, betting="fixed-limit"), 200),
}


@few_or_many(40, 400)
@pytest.mark.parametrize("name", GAMES)
def test_pokerkit_plays_the_same_deals(name: str, count: int) -> None:
    rules, most = GAMES[name]
    source = random.Random(name)
    for _ in range(count):
        play_both(random_game(rules, most, source), source)
