"""PokerKit plays the same random deals of its eleven games: who acts, what may be done, and who ends with what.

All chips come in units that every share divides, so odd chips are no matter here. What `test_games_oracle.py` says of
PokerKit holds here too: no short all-in raises, and blinds that can be paid.
"""

import random
import warnings
from collections import deque
from typing import Any

import pytest

from kicker.games import BRING_IN, CALL, CHECK, FOLD, GAMES, Action, Event, Rules, State, discard, raise_to, standard
from tests.conftest import few_or_many
from tests.test_games_oracle import nothing_to_decide, pokerkit_forbids_too_much

pokerkit = pytest.importorskip("pokerkit")

Theirs = Any
UNIT = 240
"""Two to five players can share half of it evenly."""
ELEVEN = {
    "FT": standard(GAMES["holdem"], (UNIT, 2 * UNIT), betting="fixed-limit"),
    "NT": standard(GAMES["holdem"], (UNIT, 2 * UNIT), betting="no-limit"),
    "NS": standard(GAMES["short-deck"], ante=UNIT),
    "PO": standard(GAMES["omaha"], (UNIT, 2 * UNIT)),
    "FO/8": standard(GAMES["omaha-hilo"], (UNIT, 2 * UNIT), betting="fixed-limit"),
    "F7S": standard(GAMES["stud"], ante=UNIT),
    "F7S/8": standard(GAMES["stud-hilo"], ante=UNIT),
    "FR": standard(GAMES["razz"], ante=UNIT),
    "N2L1D": standard(GAMES["single-draw"], (UNIT, 2 * UNIT), ante=UNIT),
    "F2L3D": standard(GAMES["triple-draw"], (UNIT, 2 * UNIT)),
    "FB": standard(GAMES["badugi"], (UNIT, 2 * UNIT)),
}
OPENINGS = {
    "left": "POSITION", "lowest card": "LOW_CARD", "highest card": "HIGH_CARD", "best showing": "HIGH_HAND",
    "worst showing": "LOW_HAND",
}  # fmt: skip
HANDS = {
    "high": "StandardHighHand", "eight-or-better": "EightOrBetterLowHand", "short-deck": "ShortDeckHoldemHand",
    "deuce-to-seven": "StandardLowHand", "ace-to-five": "RegularLowHand", "badugi": "BadugiHand",
}  # fmt: skip


def their_hands(rules: Rules) -> tuple[Any, ...]:
    if rules.game.hand_plays:
        names = ["OmahaHoldemHand", "OmahaEightOrBetterLowHand"][: len(rules.game.orders)]
    else:
        names = [HANDS[order.name] for order in rules.game.orders]
    return tuple(getattr(pokerkit, name) for name in names)


def their_state(state: State) -> Theirs:
    """The same table for PokerKit, where seats count from the left of the button."""
    rules, order = state.rules, state.setup.order
    streets = []
    for number, street in enumerate(rules.game.streets):
        size = rules.bet_sizes[number] if rules.betting == "fixed-limit" else rules.min_bet
        blind = bool(rules.blinds) and number == 0  # a big blind is no bet there
        cap = None if rules.max_bets is None else rules.max_bets - blind
        hole = (False,) * street.down + (True,) * street.up
        opening = getattr(pokerkit.Opening, OPENINGS[street.opener])
        streets.append(pokerkit.Street(False, hole, street.board, street.exchange > 0, opening, size, cap))
    names = (
        "ANTE_POSTING", "BET_COLLECTION", "BLIND_OR_STRADDLE_POSTING", "HOLE_CARDS_SHOWING_OR_MUCKING",
        "HAND_KILLING", "CHIPS_PUSHING", "CHIPS_PULLING",
    )  # fmt: skip
    blinds = rules.blinds
    if rules.button_blind:
        blinds = (rules.button_blind, 0) if len(order) == 2 else (*[0] * (len(order) - 1), rules.button_blind)
    deck = pokerkit.Deck.STANDARD if len(rules.game.deck) == 52 else pokerkit.Deck.SHORT_DECK_HOLDEM
    structure = getattr(pokerkit.BettingStructure, rules.betting.upper().replace("-", "_"))
    return pokerkit.State(
        tuple(getattr(pokerkit.Automation, name) for name in names), deck, their_hands(rules), tuple(streets),
        structure, True, rules.ante, blinds, rules.bring_in, tuple(state.setup.stacks[seat] for seat in order),
        len(order),
    )  # fmt: skip


class Both:
    """A deal that both play."""

    def __init__(self, rules: Rules, source: random.Random) -> None:
        self.source = source
        seats = source.randint(2, min(6, rules.most_seats))
        button = source.randrange(seats)
        least = rules.ante + max([*rules.blinds, rules.button_blind, rules.bring_in])
        stacks = [least + UNIT * source.randint(1, source.choice([4, 60])) for _ in range(seats)]
        deck = source.sample(rules.game.deck, len(rules.game.deck))
        self.state, events = rules.start(deck, stacks, button)
        self.theirs = their_state(self.state)
        self.cards: dict[int, deque[str]] = {place: deque() for place in range(seats)}
        self.board: deque[str] = deque()
        self.take(events)

    def take(self, events: tuple[Event, ...]) -> None:
        """Give PokerKit the same cards, and let it continue until somebody has to decide."""
        order = self.state.setup.order
        for event in events:
            if event.kind in ("dealt", "drew") and event.seat is not None:
                self.cards[order.index(event.seat)].extend(map(str, event.cards))
            elif event.kind == "board":
                self.board.extend(map(str, event.cards))
        theirs = self.theirs
        while theirs.status:
            if theirs.can_deal_hole():
                theirs.deal_hole(self.cards[theirs.hole_dealee_index].popleft())
            elif theirs.can_deal_board():
                theirs.deal_board("".join(self.board.popleft() for _ in range(theirs.board_dealing_count)))
            elif theirs.actor_index is not None and not theirs.bring_in_status and nothing_to_decide(theirs):
                theirs.check_or_call()
            else:
                return

    def compare(self) -> None:
        """Both say the same of whose turn it is and what may be done."""
        theirs, options, order = self.theirs, self.state.options, self.state.setup.order
        if options.phase == "drawing":
            assert order[theirs.standing_pat_or_discarding_statuses.index(True)] == options.to_act
            return
        assert order[theirs.actor_index] == options.to_act
        assert bool(theirs.can_post_bring_in()) == bool(options.bring_in)
        if options.bring_in:
            assert theirs.effective_bring_in_amount == options.bring_in
        else:
            assert theirs.checking_or_calling_amount == options.call_amount
        low = theirs.min_completion_betting_or_raising_to_amount or 0
        high = theirs.max_completion_betting_or_raising_to_amount or 0
        if (low, high) != (options.min_raise_to, options.max_raise_to):
            assert not options.bring_in
            assert pokerkit_forbids_too_much(theirs), (low, high, options)

    def choose(self) -> Action:
        """An action that both know and that does not lead where PokerKit is wrong."""
        options, source, state = self.state.options, self.source, self.state
        chance = source.random()
        if options.phase == "drawing":
            return discard(source.sample(options.hand, source.randint(0, options.max_draw)))
        high = self.theirs.max_completion_betting_or_raising_to_amount
        if high is not None and chance < 0.35:
            low = options.min_raise_to
            to = source.choice([low, high - high % UNIT, low + UNIT * source.randint(0, (high - low) // UNIT)])
            size = state.rules.bet_sizes[state.street] if state.rules.betting == "fixed-limit" else state.last_raise
            if low <= to and (to - state.bet >= size or (not state.bet_count and to == state.rules.min_bet)):
                return raise_to(to)
        if options.bring_in:
            return BRING_IN
        if options.call_amount:
            return FOLD if chance > 0.85 else CALL
        return CHECK

    def act(self, action: Action) -> None:
        """Act in both."""
        theirs = self.theirs
        if action.kind == "raise":
            theirs.complete_bet_or_raise_to(action.to)
        elif action.kind == "discard":
            theirs.stand_pat_or_discard("".join(map(str, action.cards)) or ())
        else:
            {"fold": theirs.fold, "bring in": theirs.post_bring_in}.get(action.kind, theirs.check_or_call)()
        self.state, events = self.state.apply(action)
        self.take(events)


def only_some_pots_have_a_low(state: State) -> bool:
    """True if only some contested pots have a low. PokerKit halves the others too and shares their low half among all
    who contest them; `test_a_side_pot_without_a_low_is_not_halved` says what is right.
    """
    won = [event for event in state.history if event.kind == "won" and event.pot is not None]
    contested = {event.half for event in won if len(state.pots[event.pot or 0].players) > 1}
    return {"", "low"} <= contested


@few_or_many(6, 10_000)
@pytest.mark.parametrize("code", ELEVEN)
def test_pokerkit_plays_the_same_deals(code: str, count: int) -> None:
    source = random.Random(code)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PokerKit does not like discards that are dealt again
        for _ in range(count):
            deal = Both(ELEVEN[code], source)
            while not deal.state.over:
                deal.compare()
                deal.act(deal.choose())
            assert not deal.theirs.status
            ours, theirs = [deal.state.stacks[seat] for seat in deal.state.setup.order], list(deal.theirs.stacks)
            assert sum(ours) == sum(theirs) if only_some_pots_have_a_low(deal.state) else ours == theirs
