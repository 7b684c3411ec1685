"""The rule sets: the draw game of one bet, the plain draw, the heads-up game with a buy-in; impossible rules."""

import json
import pickle

import pytest

from kicker.cards import DECK, parse_cards
from kicker.errors import CardError, IllegalAction, KickerError
from kicker.games import (
    CALL,
    CHECK,
    FOLD,
    NAMED,
    STAND_PAT,
    Event,
    Rules,
    State,
    classic_draw,
    classic_holdem,
    discard,
    draw,
    holdem,
    plain_draw,
    raise_to,
)
from kicker.games.catalogue import DRAW, HOLDEM
from kicker.games.rules import DealOrder, Ties
from kicker.hands import Hand
from tests.test_games import (
    ACES,
    BOARD,
    KINGS,
    ROYAL,
    Case,
    deck_for,
    described,
    events_of,
    play,
    refused,
    shown,
    start,
)

# Pairs of aces, kings and queens.
PAIRS = ("As Ah 7c 6d 2s", "Ks Kh 8c 5d 3s", "Qs Qh 9c 4d 2d")
STUB = "Tc Td Jc Jd 7h 8h 3h 4h 6h Th 3c 4c"
ALL_PAT = "1 discard, 2 discard, 0 discard | "


def classic(rules: Rules | None = None, stacks: tuple[int, ...] = (1000, 1000, 1000)) -> State:
    """The draw game of one bet; the button is seat 0, so seat 1 begins."""
    return start(Case("", rules or classic_draw(), stacks, "", hands=PAIRS[: len(stacks)], board=STUB))


# --- one bet to match ------------------------------------------------------------------------------------------------


@pytest.mark.req("R001-08", "X-07")
def test_first_bet_or_fold() -> None:
    state = classic()
    assert [(event.seat, event.amount, event.stack) for event in events_of(state, "ante")] == [
        (1, 5, 995),
        (2, 5, 995),
        (0, 5, 995),
    ]
    state = play(state, "1 may raise 5-995, 1 fold, 2 may raise 5-995")
    strict = classic(classic_draw(ante=1, min_bet=10, strict_min=True))
    play(strict, "1 may raise 11-999")
    assert (classic_draw().forfeit, holdem().forfeit) == (True, False)


@pytest.mark.req("R001-09", "X-08")
def test_a_bet_is_matched_or_folded_to_and_never_raised() -> None:
    state = play(classic(), "1 bet 50, 2 may call 50, 2 call, 0 may call 50, 0 fold")
    assert (state.phase, state.pots[0].amount) == ("drawing", 115)
    assert state.stacks == (995, 945, 945)


@pytest.mark.req("R001-10", "R001-11", "B001-4")
def test_the_last_who_is_left_wins_at_once_and_cannot_fold() -> None:
    state = play(classic(), "1 bet 50, 2 fold")
    last = play(classic(), "1 fold, 2 fold")
    assert (last.over, last.stacks, last.hands[0]) == (True, (1010, 995, 995), tuple(parse_cards(PAIRS[0])))
    refused(last, FOLD, "the deal is over")
    assert not events_of(last, "show", "discard")
    # The best hand was folded: it wins nothing.
    state = play(state, "0 fold")
    assert (state.over, state.stacks) == (True, (995, 1010, 995))


@pytest.mark.req("R001-12")
def test_final_bet_hold_or_fold() -> None:
    state = play(classic(), "1 bet 5, 2 call, 0 call, " + ALL_PAT + "1 may check raise 5-990")
    held = play(state, "1 check, 2 check, 0 may check raise 5-990, 0 check")
    assert (held.over, held.stacks) == (True, (1020, 990, 990))
    bet = play(state, "1 check, 2 bet 100, 0 may call 100, 0 fold, 1 may call 100, 1 call")
    assert bet.stacks == (990, 1120, 890)
    assert shown(bet) == (False, True, True)


@pytest.mark.req("B001-4")
def test_a_bet_is_taken_from_the_stack_at_once() -> None:
    state, events = classic().apply(raise_to(77))
    assert (state.stacks[1], state.bets[1], state.paid[1]) == (918, 77, 82)
    assert events == (Event("bet", 1, 77, 77, 918),)


@pytest.mark.req("R001-17", "R001-19", "X-06")
@pytest.mark.parametrize("thrown", ["", "Ks", "8c Ks", "3s 5d 8c", "3s Kh 5d Ks"])
def test_throw_up_to_four_and_be_filled_up_to_five(thrown: str) -> None:
    state = play(classic(), "1 bet 5, 2 call, 0 call")
    refused(state, discard(PAIRS[1]), "at most 4 cards")
    before = state.hands[1]
    state, events = state.act(1, discard(thrown))
    cards = parse_cards(thrown)
    new = parse_cards(STUB)[: len(cards)]
    # New cards take the places of the old in the order in which they were thrown.
    assert state.hands[1] == tuple(new[cards.index(card)] if card in cards else card for card in before)
    assert len(set(state.hands[1])) == 5
    assert [(event.kind, len(event.cards)) for event in events] == [("discard", len(cards)), ("drew", len(cards))][
        : 1 + bool(cards)
    ]
    assert (state.to_act, state.dealt) == (2, 15 + len(cards))


@pytest.mark.req("R001-16", "X-10")
def test_ties_go_to_the_first_or_are_split() -> None:
    hands = ("As Ah 7c 6d 2s", "Ks Kh 8c 5d 3s", "Ac Ad 7d 6c 2h")
    script = "1 bet 5, 2 call, 0 call, " + ALL_PAT + "1 check, 2 check, 0 check"
    expected: dict[Ties, tuple[int, ...]] = {"first": (90, 90, 120), "split": (105, 90, 105), "refund": (105, 90, 105)}
    for ties, stacks in expected.items():
        case = Case("", classic_draw(ties=ties), (100, 100, 100), "", hands=hands, board=STUB)
        assert play(start(case), script).stacks == stacks
    # The first left of the button is the winner in each pot that he contests, but in no other.
    case = Case("", draw(ante=5), (100, 100, 5), "", hands=hands, board=STUB)
    short = Case("", Rules(DRAW, ante=5, ties="first"), (100, 100, 5), "", hands=hands, board=STUB)
    script = "1 bet 10, 0 call, " + ALL_PAT + "1 check, 0 check"
    assert play(start(case), script).stacks == (112, 85, 8)
    assert play(start(short), script).stacks == (105, 85, 15)


def test_who_cannot_pay_the_ante_is_not_dealt_in() -> None:
    state = classic(stacks=(1000, 4, 5))
    assert state.setup.order == (2, 0)
    assert (state.hands[1], state.stacks[1]) == ((), 4)
    # The other is all-in: nothing to decide until the draw.
    assert (state.phase, state.to_act) == ("drawing", 2)
    with pytest.raises(KickerError, match="1 seat: a deal needs at least 2"):
        classic(stacks=(1000, 4, 3))


# --- the plain draw --------------------------------------------------------------------------------------------------


@pytest.mark.req("R003-01")
def test_two_to_six_play_the_plain_draw_without_bets() -> None:
    for seats in range(2, 7):
        state, _ = plain_draw().start(DECK, [0] * seats, seats - 1)
        phases = []
        while not state.over:
            phases.append(state.phase)
            refused(state, CHECK, "discard up to 3 cards")
            state, _ = state.apply(STAND_PAT)
        assert phases == ["drawing"] * seats
        assert shown(state) == (True,) * seats
        assert state.payoffs == (0,) * seats
    for seats in (1, 7):
        with pytest.raises(KickerError, match=f"{seats} seat"):
            plain_draw().start(DECK, [0] * seats, 0)


@pytest.mark.req("R003-02", "R001-27", "X-11")
@pytest.mark.parametrize(("deal_order", "step", "jump"), [("card", 3, 1), ("hand", 1, 5)])
def test_cards_are_dealt_in_turn_or_hand_by_hand(deal_order: DealOrder, step: int, jump: int) -> None:
    rules = Rules(DRAW, "none", deal_order=deal_order)
    state, events = rules.start(DECK, [0, 0, 0], button=1)
    for place, seat in enumerate((2, 0, 1)):
        hand = tuple(DECK[place * jump + step * number] for number in range(5))
        assert state.hands[seat] == hand
        assert events[1 + place] == Event("dealt", seat, 0, 0, 0, hand, seat)
    assert (classic_draw().deal_order, plain_draw().deal_order) == ("hand", "card")


@pytest.mark.req("R003-03", "X-06")
def test_each_draws_from_the_top_of_the_deck_at_once() -> None:
    state = start(Case("", plain_draw(), (0, 0, 0), "", hands=PAIRS, board=STUB))
    state = play(state, "1 discard 8c 5d 3s, 2 discard 2d Qs")
    # Four are never thrown, whatever is kept.
    refused(state, discard("As 7c 6d 2s"), "at most 3 cards")
    state = play(state, "0 discard 7c")
    assert [" ".join(map(str, hand)) for hand in state.hands] == [
        "As Ah 8h 6d 2s",
        "Ks Kh Tc Td Jc",
        "7h Qh 9c 4d Jd",
    ]
    assert [event.seat for event in events_of(state, "show")] == [1, 2, 0]


# --- heads-up with a buy-in ------------------------------------------------------------------------------------------


def buy_in(hands: tuple[str, str] = (ACES, KINGS), board: str = BOARD, stacks: tuple[int, int] = (2000, 2000)) -> State:
    return start(Case("", classic_holdem(), stacks, "", button=1, hands=hands, board=board))


@pytest.mark.req("R004-15", "R004-17")
def test_four_rounds_of_bets_and_then_all_is_shown() -> None:
    state = buy_in()
    assert (state.stacks, state.pots[0].amount) == ((1980, 1980), 40)
    boards = []
    while not state.over:
        assert (state.to_act, [len(hand) for hand in state.hands]) == (0, [2, 2])
        boards.append(len(state.board))
        state = play(state, "0 check, 1 bet 7, 0 call")
    assert boards == [0, 3, 4, 5]
    assert shown(state) == (True, True)
    assert state.stacks == (2048, 1952)


@pytest.mark.req("R004-16")
def test_nobody_shows_after_a_fold() -> None:
    state = play(buy_in(), "0 bet 100, 1 fold")
    assert (state.over, state.stacks, shown(state)) == (True, (2020, 1980), (False, False))
    assert state.view(None).hands == ((None, None),) * 2
    assert not events_of(state, "show", "muck")


@pytest.mark.req("R004-20", "X-08")
def test_a_raise_is_only_called_or_folded_to() -> None:
    state = play(buy_in(), "0 may check raise 1-1980, 0 bet 10, 1 may call 10 raise 11-1980")
    state = play(state, "1 raise 500, 0 may call 490, 0 call | 0 check, 1 bet 1, 0 may call 1")
    # Who has only checked has acted too.
    assert state.street == 1


@pytest.mark.req("R004-20", "X-10")
def test_on_a_tie_all_get_their_stakes_back() -> None:
    state = play(buy_in(board=ROYAL), "0 bet 500, 1 call | 0 check, 1 check | 0 check, 1 check | 0 check, 1 check")
    assert state.payoffs == (0, 0)
    uneven = play(buy_in(board=ROYAL, stacks=(2000, 120)), "0 bet 1980, 1 call")
    assert (uneven.over, uneven.payoffs) == (True, (0, 0))


@pytest.mark.req("B004-6")
def test_a_short_stack_wins_no_more_than_it_matched() -> None:
    state = play(buy_in(hands=(KINGS, ACES), stacks=(2000, 120)), "0 bet 1980, 1 call")
    assert state.stacks == (1880, 240)
    assert [(event.seat, event.amount) for event in events_of(state, "returned")] == [(0, 1880)]


@pytest.mark.req("R004-18")
@pytest.mark.parametrize(
    ("hands", "board", "winner"),
    [
        (("6c 7d", "Ah Kd"), "2c 3d 4h 5s 9d", 0),  # seven high beats the ace as the low end
        (("6c Kd", "Ah Qd"), "2c 3d 4h 5s 9d", 0),
        (("Ac 5d", "Kh Ks"), "2c 3d 4h 9s Td", 0),  # an ace is low in a straight
        (("Ac 2d", "Kh Qs"), "Kd Qc Jh Ts 2s", 0),  # and high
        (("Kc 3d", "9h 4s"), "Ad 2c 4h 4c 9d", 1),  # but does not join both ends
        (("8h 9h", "Ah 2h"), "Th Jh Qh 3c 4d", 0),  # straight flush over flush
        (("9c 9d", "Ah As"), "9h 9s Ac 4c 4d", 0),  # four over a full house
        (("5c 4c", "Ah Kd"), "5h 5d As Ad 9c", 1),  # the higher three of a full house
        (("Ac 2c", "Kd Kh"), "Qc 9c 4c Ks 7d", 0),  # flush over three
        (("Ac Kd", "Ah Qd"), "As 9c 7d 4h 2s", 0),  # the next card of a pair
        (("Ac Kd", "Ah Ks"), "As 9c 7d 4h 2s", None),
        (("Ac 2d", "Kh Qs"), "As Ad 2h 2c 3s", 0),
        (("Qc Jd", "Ks 2d"), "9c 8d 7h 4s 3c", 1),  # high card
    ],
)
def test_best_five_of_seven_win(hands: tuple[str, str], board: str, winner: int | None) -> None:
    state = play(buy_in(hands=hands, board=board), "0 bet 1980, 1 call")
    assert state.payoffs == ((0, 0) if winner is None else (2000, -2000) if winner == 0 else (-2000, 2000))


# --- rules as values -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMED)
def test_rules_through_json(name: str) -> None:
    rules = NAMED[name]()
    again = Rules.from_dict(json.loads(json.dumps(rules.as_dict())))
    assert again == rules
    assert again.steps == rules.steps
    assert hash(again) == hash(rules)


def test_rules_are_all_different_and_name_their_streets() -> None:
    assert len({NAMED[name]() for name in NAMED}) == len(NAMED) == 43
    assert tuple(street.name for street in holdem().game.streets) == ("preflop", "flop", "turn", "river")
    assert [holdem(betting="fixed-limit").bet_sizes[street] for street in range(4)] == [2, 2, 4, 4]
    assert [draw(betting="fixed-limit").bet_sizes[street] for street in range(2)] == [2, 4]


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"game": "pinochle"}, "unknown game 'pinochle'; choose from badugi, draw, holdem"),
        ({"betting": "half-pot"}, "unknown betting 'half-pot'; choose from"),
        ({"raises": "two"}, "unknown raises 'two'; choose from"),
        ({"ties": "coin"}, "unknown ties 'coin'; choose from"),
        ({"showdown": "never"}, "unknown showdown 'never'; choose from"),
        ({"deal_order": "two"}, "unknown deal_order 'two'; choose from"),
        ({"ante": -1}, "an amount must be a whole number, 0 or more, not -1"),
        ({"blinds": [1, 2.5]}, "an amount must be a whole number, 0 or more, not 2.5"),
        ({"blinds": [True, 2]}, "an amount must be a whole number, 0 or more, not True"),
        ({"ante": 1, "dead_antes": [0, 2]}, "not both"),
        ({"game": "draw", "max_draw": 6}, "max_draw must be a whole number from 0 to 5"),
        ({"max_bets": 0}, "max_bets must be at least 1, or None"),
        ({"jokers": 2}, "unknown rule 'jokers' (did you mean openers?); choose from all_in_face_up"),
    ],
)
def test_rules_that_cannot_be(values: dict[str, object], words: str) -> None:
    with pytest.raises(KickerError) as caught:
        Rules.from_dict({"game": "holdem"} | values)
    assert words in str(caught.value)
    assert caught.value.code == "rules"


@pytest.mark.parametrize(
    ("stacks", "button", "cards", "words"),
    [
        ([100], 0, 52, "1 seat: a deal needs at least 2"),
        ([100] * 11, 0, 52, "11 seats are too many for hold'em: 2 to 10 play it"),
        ([100, 0], 0, 52, "1 seat: a deal needs at least 2"),
        ([100, -5], 0, 52, "a stack must be a whole number, 0 or more, not -5"),
        ([100, 2.5], 0, 52, "a stack must be a whole number, 0 or more, not 2.5"),
        ([100, 100], 2, 52, "seat 2 cannot have the button; seats go from 0 to 1"),
        ([100, 100], -1, 52, "seat -1 cannot have the button"),
        ([100, 100, 0], 2, 52, "seat 2 cannot have the button; it is not dealt in"),
        ([100, 100, 100], 0, 10, "a deck of 10 cards is too short: 3 seats may need 11"),
    ],
)
@pytest.mark.req("X-15")
def test_deals_that_cannot_begin(stacks: list[int], button: int, cards: int, words: str) -> None:
    with pytest.raises(KickerError) as caught:
        holdem().start(DECK[:cards], stacks, button)
    assert words in str(caught.value)


def test_a_deck_with_a_card_twice_is_refused() -> None:
    with pytest.raises(CardError, match="As"):
        holdem().start("2c 3c 4c 5c 6c 7c 8c As 9c Tc As", [100, 100], 0)


@pytest.mark.parametrize("values", [{"posts": [0, 0, 5], "min_bet": 2}, {"blinds": [5, 10], "posts": [0, 10]}])
def test_a_bet_never_takes_chips_back(values: dict[str, object]) -> None:
    """Posts without blinds, or on top of a blind, are refused or counted: a player who raises puts chips in."""
    try:
        rules = Rules.from_dict({"game": "holdem"} | values)
    except KickerError:
        return
    state, _ = rules.start(deck_for(rules, 3, 0), [100, 100, 100], 0)
    while state.street == 0:
        options = state.options
        assert state.to_act is not None
        if options.may_raise:
            assert options.min_raise_to > state.bets[state.to_act]
        state, _ = state.apply(options.passive)


def test_seats_that_sit_out_get_no_cards_and_pay_nothing() -> None:
    state, events = holdem(blinds=(5, 10), ante=1).start(DECK, [100, 100, 0, 100, 100], 0, out={3})
    assert state.setup.order == (1, 4, 0)
    assert (state.hands[2], state.hands[3], state.live[3]) == ((), (), False)
    assert state.stacks == (99, 94, 0, 100, 89)
    assert {event.seat for event in events} == {0, 1, 4}
    heads_up, _ = holdem(blinds=(5, 10)).start(DECK, [100, 100, 100], 1, out={0})
    assert (heads_up.to_act, heads_up.bets) == (1, (0, 5, 10))
    assert heads_up.apply(CALL)[0].to_act == 2


@pytest.mark.parametrize("rules", [holdem(ante=1), draw(ante=1), classic_draw(), plain_draw()])
def test_events_through_json(rules: Rules) -> None:
    state, _ = rules.start(DECK, [50, 50, 50], 0)
    while not state.over:
        action = discard(state.options.hand[:2]) if state.phase == "drawing" else state.options.passive
        if state.street == 0 and state.phase == "betting" and not state.bet_count and state.options.may_raise:
            action = raise_to(state.options.min_raise_to)
        state, _ = state.apply(action)
    for event in state.history:
        again = Event.from_dict(json.loads(json.dumps(event.as_dict())))
        assert again == event
        assert again.seen_by(event.seat) == event
        hidden = event.seen_by(None)
        assert hidden.cards == (event.cards if event.only is None else (None,) * len(event.cards))


@pytest.mark.req("R003-04", "R003-06", "R003-07", "R003-08", "R003-09")
def test_a_plain_draw_from_the_first_card_to_the_result() -> None:
    rules = plain_draw()
    state, _ = rules.start(deck_for(rules, 2, 1, ["9c 4d 2s As 4s", "Kd 7d 7c 3s 2d"], STUB), [0, 0], 1)
    shown = Hand(state.view(0).hand).sorted(ace_low=True)
    assert str(shown) == "As 2s 4d 4s 9c"  # of equal ranks the first dealt comes first
    # Positions of the sorted hand, in the order in which they are named; what is wrong can be asked for again.
    for wrong in ([shown[0], shown[0]], [*shown][:4], parse_cards("Kd")):
        with pytest.raises(IllegalAction):
            state.apply(discard(wrong))
    state, _ = state.apply(discard([shown[4], shown[0]]))
    assert " ".join(map(str, state.hands[0])) == "Tc 4d 2s Td 4s"
    state, events = state.apply(STAND_PAT)
    assert [(event.seat, described(event)) for event in events if event.kind == "show"] == [
        (0, "two pair, tens and fours, two kicker"),
        (1, "one pair, sevens, king-three-two kickers"),
    ]
    assert [event.seat for event in events if event.kind == "won"] == [0]
    assert state.over


def test_the_big_blind_of_every_rule_set() -> None:
    """The largest blind, else the smallest bet or the ante, whichever is larger: the buy-in of classic hold'em."""
    assert {name: make().big_blind for name, make in NAMED.items() if make().game in (HOLDEM, DRAW)} == {
        "holdem": 2,
        "pot-limit-holdem": 2,
        "limit-holdem": 2,
        "draw": 2,
        "pot-limit-draw": 2,
        "limit-draw": 2,
        "jackpots": 2,
        "classic-draw": 5,
        "plain-draw": 0,  # nothing is bet
        "classic-holdem": 20,
    }
    assert holdem((5, 10), ante=25).big_blind == 10
    assert [NAMED[name]().big_blind for name in ("omaha", "short-deck", "stud", "badugi")] == [2, 1, 4, 2]
    assert classic_draw(ante=60).big_blind == 60  # an ante that has risen above the smallest bet


def test_pickled_rules_do_not_depend_on_how_kicker_was_built() -> None:
    for rules in (holdem(), draw(betting="fixed-limit")):
        pickled = pickle.dumps(rules)
        assert b"Course" not in pickled
        again = pickle.loads(pickled)
        assert again == rules
        deck, stacks = rules.game.deck, [50] * 3
        assert again.start(deck, stacks, 0) == rules.start(deck, stacks, 0)


def test_compiled_code_gets_no_further_with_nothing_than_python_does() -> None:
    state, _ = holdem().start(DECK, [50] * 3, 0)
    for fields in ({"options": None}, {"live": None}, {"stacks": None}, {"setup": None}):
        with pytest.raises((AttributeError, TypeError)):
            state._replace(**fields).apply("fold")  # type: ignore[arg-type]
