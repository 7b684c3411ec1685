"""The cases of the rules as data: who may do what, who is paid what, who draws and who shows. Actions are refused in
test_games_actions.py, and the rule sets of other programs are played in test_games_rules.py.
"""

from collections.abc import Container, Sequence
from copy import deepcopy
from typing import NamedTuple

import pytest

from kicker.cards import DECK, Card, parse_cards
from kicker.errors import IllegalAction, KickerError
from kicker.games import (
    CALL,
    CHECK,
    FOLD,
    MUCK,
    Action,
    Event,
    Rules,
    State,
    discard,
    draw,
    holdem,
    parse_action,
    raise_to,
)
from kicker.games.catalogue import HOLDEM

# Best first, on a board that helps nobody.
BOARD = "2c 7d 9h Js 4d"
ACES, KINGS, QUEENS, TENS = "As Ad", "Ks Kd", "Qs Qd", "Ts Td"
# A board that nobody can beat: all who are in share.
ROYAL = "Ah Kh Qh Jh Th"


# --- decks and scripts -----------------------------------------------------------------------------------------------


def deck_for(rules: Rules, seats: int, button: int, hands: Sequence[str] = (), then: str = BOARD) -> list[Card]:
    """A whole deck that deals these hands to the seats (others where there is none), and then these cards."""
    wanted = [parse_cards(hand) for hand in hands] + [[] for _ in range(seats - len(hands))]
    after = parse_cards(then)
    rest = [card for card in DECK if card not in after and not any(card in hand for hand in wanted)]
    for hand in wanted:
        while len(hand) < rules.game.hand_cards:
            hand.append(rest.pop())
    around = [wanted[(button + 1 + place) % seats] for place in range(seats)]
    if rules.deal_order == "hand":
        dealt = [card for hand in around for card in hand]
    else:
        dealt = [hand[number] for number in range(rules.game.hand_cards) for hand in around]
    return dealt + after + rest


def is_legal(options: Container[object], action: Action) -> bool:
    """`action in options`, for type checkers that take options for a tuple of other things."""
    return action in options


def refused(state: State, action: Action, *words: str) -> None:
    """The action is illegal, the message quotes it and says these words, and nothing has changed."""
    before, options = deepcopy(state), state.options
    with pytest.raises(IllegalAction) as caught:
        state.apply(action)
    message = str(caught.value)
    assert message.startswith(f"{action}: ")
    assert caught.value.code == "action"
    for word in words:
        assert word in message
    assert not is_legal(options, action)
    assert state == before
    assert state.options == options


def check_options(state: State, seat: int, text: str) -> None:
    """The seat may do exactly what the text says, like `call 20 raise 40-200`; anything beyond is refused."""
    words = text.split()
    options = state.options
    call = int(words[words.index("call") + 1]) if "call" in words else 0
    assert (options.to_act, options.phase) == (seat, "betting")
    assert (options.may_check, options.call_amount) == ("check" in words, call)
    if "raise" in words:
        low, high = map(int, words[words.index("raise") + 1].split("-"))
        assert (options.may_raise, options.min_raise_to, options.max_raise_to) == (True, low, high)
        assert is_legal(options, raise_to(low))
        assert is_legal(options, raise_to(high))
        refused(state, raise_to(low - 1), f"{low}")
        refused(state, raise_to(high + 1), f"{high}")
    else:
        assert (options.may_raise, options.min_raise_to, options.max_raise_to) == (False, 0, 0)
        for to in {state.bet, state.bet + 1, state.bet + state.last_raise, state.bets[seat] + state.stacks[seat]}:
            refused(state, raise_to(to), "may fold")
    refused(state, CALL if "check" in words else CHECK, "may fold")
    assert is_legal(options, FOLD)


def play(state: State, script: str) -> State:
    """Follow a script: `0 raise 30, 1 call | 1 bet 50, 0 may call 50 raise 100-970`. A bar ends a street."""
    for street, part in enumerate(script.split("|"), state.street):
        assert state.street == street, f"the street should have ended before {part}"
        for step in part.split(","):
            seat, word, *_ = step.split()
            rest = step.strip().removeprefix(seat).strip()
            if word == "may":
                check_options(state, int(seat), rest.removeprefix("may"))
            else:
                assert state.street == street, f"the street ended before {step}"
                state, _ = state.act(int(seat), parse_action(rest))
    return state


POT_NAMES = {None: "", 0: "Main Pot", 1: "Side Pot 1", 2: "Side Pot 2", 3: "Side Pot 3", 4: "Side Pot 4"}


def shown(state: State) -> tuple[bool, ...]:
    """The seats whose cards are face up."""
    return tuple(map(state.is_shown, range(len(state.stacks))))


def described(event: Event) -> str:
    """The strength of a shown hand, in words."""
    return event.strength.describe() if event.strength is not None else ""


def events_of(state: State, *kinds: str) -> list[Event]:
    return [event for event in state.history if event.kind in kinds]


class Case(NamedTuple):
    """A deal and its expected result."""

    name: str
    rules: Rules
    stacks: tuple[int, ...]
    script: str
    button: int = 0
    hands: tuple[str, ...] = ()
    board: str = BOARD
    pots: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """Amount and players of each, the main pot first."""
    returned: tuple[tuple[int, int], ...] = ()
    """Seats and the chips that come back to them."""
    won: tuple[tuple[int, int, str], ...] = ()
    """Seat, chips and pot, in the order in which they are paid."""
    end: tuple[int, ...] = ()
    """The stacks in the end."""


def ids(cases: Sequence[Case]) -> list[str]:
    return [f"case-{case.name}" if case.name[0].isdigit() else case.name for case in cases]


def start(case: Case) -> State:
    deck = deck_for(case.rules, len(case.stacks), case.button, case.hands, case.board)
    return case.rules.start(deck, case.stacks, case.button)[0]


SMALL = holdem(blinds=(5, 10))
CHECKED_DOWN_3 = " | 1 check, 2 check" * 3

PAYOUTS = [
    Case(
        "01-three-all-in",
        SMALL,
        (50, 100, 200),
        "2 raise 200, 0 call, 1 call",
        button=2,
        hands=(ACES, KINGS, QUEENS),
        pots=((150, (0, 1, 2)), (100, (1, 2))),
        returned=((2, 100),),
        won=((1, 100, "Side Pot 1"), (0, 150, "Main Pot")),
        end=(150, 100, 100),
    ),
    Case(
        "02-four-all-in",
        SMALL,
        (50, 100, 200, 450),
        "3 raise 450, 0 call, 1 call, 2 call",
        hands=(ACES, KINGS, QUEENS, TENS),
        pots=((200, (0, 1, 2, 3)), (150, (1, 2, 3)), (200, (2, 3))),
        returned=((3, 250),),
        won=((2, 200, "Side Pot 2"), (1, 150, "Side Pot 1"), (0, 200, "Main Pot")),
        end=(200, 150, 200, 250),
    ),
    Case(
        "03-the-folder-gets-nothing",
        SMALL,
        (1000, 50, 1000),
        "0 raise 100, 1 call, 2 call | 2 bet 200, 0 fold",
        hands=(KINGS, ACES, QUEENS),
        pots=((150, (1, 2)), (100, (2,))),
        returned=((2, 200),),
        won=((2, 100, "Side Pot 1"), (1, 150, "Main Pot")),
        end=(900, 150, 1000),
    ),
    Case(
        "04-short-ante",
        holdem(blinds=(5, 10), ante=5),
        (3, 100, 100),
        "1 call, 2 check" + CHECKED_DOWN_3,
        hands=(ACES, KINGS, QUEENS),
        pots=((9, (0, 1, 2)), (24, (1, 2))),
        won=((1, 24, "Side Pot 1"), (0, 9, "Main Pot")),
        end=(9, 109, 85),
    ),
    Case(
        "05-uncalled-bet-comes-back",
        SMALL,
        (1000, 1000, 1000),
        "0 raise 30, 1 call, 2 fold | 1 bet 500, 0 fold",
        pots=((70, (1,)),),
        returned=((1, 500),),
        won=((1, 70, ""),),
        end=(970, 1040, 990),
    ),
    Case(
        "06-walk",
        SMALL,
        (1000, 1000, 1000),
        "0 fold, 1 fold",
        pots=((10, (2,)),),
        returned=((2, 5),),
        won=((2, 10, ""),),
        end=(1000, 995, 1005),
    ),
    Case(
        "07-short-big-blind",
        SMALL,
        (1000, 1000, 3),
        "0 may call 10 raise 20-1000, 0 call, 1 may call 5 raise 20-1000, 1 fold",
        hands=(KINGS, TENS, ACES),
        pots=((9, (0, 2)), (4, (0,))),
        returned=((0, 5),),
        won=((0, 4, "Side Pot 1"), (2, 9, "Main Pot")),
        end=(999, 995, 9),
    ),
    Case(
        "08-odd-chip-to-the-left-of-the-button",
        SMALL,
        (1000, 1000, 1000, 1000),
        "3 call, 0 fold, 1 fold, 2 check" + " | 2 check, 3 check" * 3,
        board=ROYAL,
        pots=((25, (2, 3)),),
        won=((2, 13, "Main Pot"), (3, 12, "Main Pot")),
        end=(1000, 995, 1003, 1002),
    ),
    Case(
        "09-two-odd-chips-to-two-seats",
        SMALL,
        (1000, 1000, 1000, 1000),
        "3 call, 0 call, 1 fold, 2 check" + " | 2 check, 3 check, 0 check" * 3,
        board=ROYAL,
        pots=((35, (0, 2, 3)),),
        won=((2, 12, "Main Pot"), (3, 12, "Main Pot"), (0, 11, "Main Pot")),
        end=(1001, 995, 1002, 1002),
    ),
    # The small blind is worth less than the all-in of 7 and the big blind more, so both pots are odd: 5 + 4 × 7, and
    # 3 + 2 × 23.
    Case(
        "10-each-pot-is-split-on-its-own",
        SMALL,
        (1000, 1000, 1000, 7, 1000),
        "3 call, 4 raise 30, 0 call, 1 fold, 2 fold" + " | 4 check, 0 check" * 3,
        hands=("Ac Kc", "", "", "6c 3h", "Ad Kd"),
        pots=((33, (0, 3, 4)), (49, (0, 4))),
        won=((4, 25, "Side Pot 1"), (0, 24, "Side Pot 1"), (4, 17, "Main Pot"), (0, 16, "Main Pot")),
        end=(1010, 995, 990, 0, 1012),
    ),
    Case(
        "dead-ante-belongs-to-the-main-pot",
        Rules(HOLDEM, blinds=(5, 10), dead_antes=(0, 10)),
        (1000, 1000, 15),
        "0 may call 10 raise 20-1000, 0 call, 1 call" + " | 1 check, 0 check" * 3,
        hands=(KINGS, QUEENS, ACES),
        pots=((25, (0, 1, 2)), (10, (0, 1))),
        won=((0, 10, "Side Pot 1"), (2, 25, "Main Pot")),
        end=(1000, 990, 25),
    ),
    Case(
        "dead-ante-is-all-that-the-big-blind-has",
        Rules(HOLDEM, blinds=(5, 10), dead_antes=(0, 10)),
        (1000, 1000, 8),
        "0 call, 1 call" + " | 1 check, 0 check" * 3,
        hands=(KINGS, QUEENS, ACES),
        pots=((8, (0, 1, 2)), (20, (0, 1))),
        won=((0, 20, "Side Pot 1"), (2, 8, "Main Pot")),
        end=(1010, 990, 8),
    ),
]


@pytest.mark.req("B004-6", "X-15")
@pytest.mark.parametrize("case", PAYOUTS, ids=ids(PAYOUTS))
def test_payouts(case: Case) -> None:
    state = play(start(case), case.script)
    assert state.over
    assert [(pot.amount, pot.players) for pot in state.pots] == list(case.pots)
    assert [(event.seat, event.amount) for event in events_of(state, "returned")] == list(case.returned)
    assert [(event.seat, event.amount, POT_NAMES[event.pot]) for event in events_of(state, "won")] == list(case.won)
    assert state.stacks == case.end
    assert state.payoffs == tuple(end - begin for end, begin in zip(case.end, case.stacks, strict=True))


LIMIT = holdem(blinds=(5, 10), betting="fixed-limit")
LIMPED_3 = "2 call, 0 call, 1 check | "
LIMPED_5 = "2 call, 3 call, 4 call, 0 call, 1 check | "
OPTIONS = [
    Case(
        "11-two-short-all-ins-make-a-full-raise",
        SMALL,
        (5000, 5000, 5000, 1310, 1710),
        LIMPED_5
        + "0 bet 500, 1 raise 1000, 2 call, 3 raise 1300, 4 raise 1700, 0 call, 1 may call 700 raise 2200-4990",
        button=4,
    ),
    Case(
        "12-who-faces-a-full-raise-may-raise",
        SMALL,
        (1000, 135, 1000, 210, 1000),
        LIMPED_5 + "0 bet 100, 1 raise 125, 2 call, 3 raise 200, 4 call, 0 may call 100 raise 300-990,"
        "0 call, 2 may call 75",
        button=4,
    ),
    Case(
        "13-the-bettor-may-raise-and-the-raiser-not",
        SMALL,
        (1000, 1000, 285),
        LIMPED_3 + "0 bet 100, 1 raise 200, 2 raise 275, 0 may call 175 raise 375-990, 0 call, 1 may call 75",
        button=2,
    ),
    Case(
        "14-a-short-all-in-does-not-shrink-the-next-raise",
        SMALL,
        (1000, 150, 1000),
        LIMPED_3 + "0 bet 100, 1 raise 140, 2 may call 140 raise 240-990",
        button=2,
    ),
    Case(
        "15-a-short-all-in-before-the-flop",
        holdem(blinds=(1, 2)),
        (1000, 19, 1000, 16),
        "3 raise 16, 0 call, 1 raise 19, 2 call, 0 may call 3",
    ),
    Case(
        "16-heads-up-minimum-raise",
        holdem(blinds=(10, 20)),
        (1000, 200),
        "0 raise 100, 1 raise 180, 0 may call 80 raise 260-1000",
    ),
    Case(
        "16-heads-up-or-all-in",
        holdem(blinds=(10, 20)),
        (200, 1000),
        "0 raise 100, 1 raise 180, 0 may call 80 raise 200-200",
    ),
    Case(
        "17-half-a-bet-reopens-fixed-limit",
        LIMIT,
        (1000, 25, 1000),
        LIMPED_3 + "0 bet 10, 1 raise 15, 2 call, 0 may call 5 raise 25-25",
        button=2,
    ),
    Case(
        "17-less-than-half-does-not-and-is-completed",
        LIMIT,
        (1000, 24, 1000),
        LIMPED_3 + "0 bet 10, 1 raise 14, 2 may call 14 raise 20-20, 2 call, 0 may call 4",
        button=2,
    ),
    Case(
        "18-heads-up-the-button-is-first-and-then-last",
        SMALL,
        (1000, 1000),
        "0 may call 5 raise 20-1000, 0 call, 1 may check raise 20-1000, 1 check"
        + " | 1 may check raise 10-990, 1 check, 0 may check raise 10-990, 0 check" * 3,
    ),
    Case(
        "28-draw-with-antes-left-of-the-dealer",
        draw(ante=1, min_bet=2),
        (100, 100, 100, 100),
        "2 may check raise 2-99, 2 check, 3 check, 0 check, 1 check",
        button=1,
    ),
    Case(
        "28-draw-with-blinds-left-of-the-big-blind",
        draw(blinds=(1, 2), ante=0),
        (100, 100, 100, 100),
        "0 may call 2 raise 4-100, 0 call, 1 call, 2 call, 3 may check raise 4-100",
        button=1,
    ),
]


@pytest.mark.parametrize("case", OPTIONS, ids=ids(OPTIONS))
def test_options(case: Case) -> None:
    play(start(case), case.script)


def test_case_18_the_button_posts_the_small_blind_heads_up() -> None:
    state = start(OPTIONS[9])
    assert [(event.seat, event.amount) for event in events_of(state, "blind")] == [(0, 5), (1, 10)]
    assert state.to_act == 0


BETTING_AGAIN = [
    Case("limit-cap", LIMIT, (1000, 1000), "0 raise 20, 1 raise 30, 0 raise 40, 1 may call 10"),
    Case(
        "limit-bets-double-on-the-turn",
        LIMIT,
        (1000, 1000),
        "0 call, 1 check | 1 may check raise 10-10, 1 check, 0 check | 1 may check raise 20-20, 1 bet 20,"
        "0 may call 20 raise 40-40, 0 call | 1 may check raise 20-20",
    ),
    # 5 + 10 and a call of 10 make 25, which is the raise.
    Case("pot-limit", holdem(blinds=(5, 10), betting="pot-limit"), (1000, 1000, 1000), "0 may call 10 raise 20-35"),
    Case(
        "pot-limit-after-a-bet",
        holdem(blinds=(5, 10), betting="pot-limit"),
        (1000, 1000),
        "0 call, 1 check | 1 may check raise 10-20, 1 bet 20, 0 may call 20 raise 40-80",
    ),
    Case("nobody-left-to-raise", SMALL, (1000, 30, 40), "0 fold, 1 raise 30, 2 may call 20"),
    Case("a-raise-of-more-is-the-next-minimum", SMALL, (1000, 1000), "0 raise 60, 1 may call 50 raise 110-1000"),
    Case("short-opening-bet", SMALL, (1000, 17, 1000), LIMPED_3 + "0 check, 1 bet 7, 2 call, 0 may call 7", button=2),
    Case("straddle", holdem(blinds=(5, 10, 20)), (1000, 1000, 1000, 1000), "0 may call 20 raise 40-1000"),
    Case(
        "live-post",
        Rules(HOLDEM, blinds=(5, 10), posts=(0, 0, 10)),
        (1000, 1000, 1000, 1000),
        "3 may check raise 20-1000",
    ),
]


@pytest.mark.parametrize("case", BETTING_AGAIN, ids=ids(BETTING_AGAIN))
def test_more_options(case: Case) -> None:
    play(start(case), case.script)


def test_a_seat_that_has_matched_all_ins_is_not_asked() -> None:
    state = play(start(Case("", SMALL, (1000, 5, 10), "", hands=(KINGS, QUEENS, ACES))), "0 call")
    assert state.over
    assert state.stacks == (990, 0, 25)
    blind = start(Case("", SMALL, (3, 1000), "", hands=(ACES, KINGS)))
    assert blind.over
    assert (blind.stacks, [event.amount for event in events_of(blind, "returned")]) == ((6, 997), [7])


# --- the draw --------------------------------------------------------------------------------------------------------

HANDS = ("As Ah 7c 6d 2s", "Ks Kh 8c 5d 3s", "Qs Qh 9c 4d 2d")
STUB = "Ac Ad Kc Kd Qc Qd Jc Jd Tc Td"


def drawing(rules: Rules) -> State:
    """Three seats with the hands above, all ready to draw; seat 1 is first."""
    state = start(Case("", rules, (100, 100, 100), "", hands=HANDS, board=STUB))
    return play(state, "1 check, 2 check, 0 check")


def test_case_22_all_stand_pat_and_play_goes_on() -> None:
    state = play(
        drawing(draw()), "1 stand pat, 2 discard, 0 stand pat | 1 may check raise 2-99, 1 bet 10, 2 fold, 0 call"
    )
    assert state.hands == tuple(tuple(parse_cards(hand)) for hand in HANDS)
    assert not events_of(state, "drew")
    assert state.stacks == (112, 89, 99)


@pytest.mark.req("X-06")
def test_case_23_five_new_cards_where_allowed() -> None:
    state = play(drawing(draw(max_draw=5)), f"1 discard {HANDS[1]}")
    assert state.hands[1] == tuple(parse_cards(STUB)[:5])
    refused(drawing(draw(max_draw=4)), discard(HANDS[1]), "at most 4 cards")


@pytest.mark.req("R003-01")
def test_case_25_a_table_too_large_for_the_deck_is_refused() -> None:
    for max_draw, most in ((3, 6), (4, 5), (5, 5), (2, 7), (1, 8), (0, 10)):
        rules = draw(max_draw=max_draw)
        rules.start(DECK, [10] * most, 0)
        with pytest.raises(KickerError, match=r"may need \d+ cards, and .+ has 52; at most \d+ seats") as caught:
            rules.start(DECK, [10] * (most + 1), 0)
        assert caught.value.code == "seats"
    with pytest.raises(KickerError, match="7 seats drawing up to 3 cards may need 56"):
        draw().check_seats(7)


# --- the showdown ----------------------------------------------------------------------------------------------------

CALLED = "0 call, 1 call, 2 check"
CHECKED = " | 1 check, 2 check, 0 check"
SHOWDOWNS = {
    "the-last-to-bet-is-first": (500, 500, CALLED + CHECKED * 2 + " | 1 check, 2 bet 50, 0 call, 1 call", [2, 0, 1]),
    "the-last-to-raise-is-first": (
        500,
        500,
        CALLED + CHECKED * 2 + " | 1 bet 20, 2 call, 0 raise 60, 1 call, 2 call",
        [0, 1, 2],
    ),
    "checked-round-left-of-the-button": (500, 500, CALLED + CHECKED * 3, [1, 2, 0]),
    "a-bet-on-the-turn-does-not-count": (
        500,
        500,
        CALLED + CHECKED + " | 1 check, 2 check, 0 bet 50, 1 call, 2 call" + CHECKED,
        [1, 2, 0],
    ),
    "side-pots-first": (10, 500, "0 raise 30, 1 call, 2 call" + " | 2 check, 0 check" * 3, [2, 0, 1]),
    "side-pots-first-after-a-bet": (
        500,
        10,
        "0 call, 1 call" + " | 1 check, 0 check" * 2 + " | 1 check, 0 bet 50, 1 call",
        [0, 1, 2],
    ),
}


@pytest.mark.parametrize("name", SHOWDOWNS, ids=[f"case-21-{name}" for name in SHOWDOWNS])
def test_case_21_showdown_order(name: str) -> None:
    small, big, script, order = SHOWDOWNS[name]
    for rules in (SMALL, holdem(blinds=(5, 10), showdown="all")):
        state = play(start(Case("", rules, (500, small, big), "", hands=(KINGS, QUEENS, ACES))), script)
        assert [event.seat for event in events_of(state, "show", "muck")] == order
    ask = Rules(HOLDEM, blinds=(5, 10), showdown="ask", all_in_face_up=False)
    asked = play(start(Case("", ask, (500, small, big), "")), script)
    assert (asked.phase, list(asked.waiting)) == ("showdown", order)


def test_beaten_hands_are_not_shown_unless_somebody_is_all_in() -> None:
    hands = (KINGS, QUEENS, ACES)
    state = play(start(Case("", SMALL, (500, 500, 500), "", hands=hands)), CALLED + CHECKED * 3)
    told = [(event.kind, event.seat) for event in events_of(state, "show", "muck")]
    assert told == [("show", 1), ("show", 2), ("muck", 0)]
    assert shown(state) == (False, True, True)
    assert described(events_of(state, "show")[1]) == "one pair, aces, jack-nine-seven kickers"
    state = play(start(Case("", SMALL, (500, 10, 500), "", hands=hands)), CALLED + " | 2 check, 0 check" * 3)
    assert shown(state) == (True, True, True)


def test_hands_that_tie_are_shown() -> None:
    state = play(start(Case("", SMALL, (500, 500, 500), "", board=ROYAL)), CALLED + CHECKED * 3)
    assert shown(state) == (True, True, True)


def asking(stacks: tuple[int, int, int] = (500, 500, 500), hands: tuple[str, ...] = (KINGS, QUEENS, ACES)) -> State:
    """Three seats that all called 100 (or less), asked what to show: 1, 2, 0 or those of the side pot first."""
    rules = Rules(HOLDEM, blinds=(5, 10), showdown="ask", all_in_face_up=False)
    state = play(start(Case("", rules, stacks, "", hands=hands)), "0 raise 100, 1 call, 2 call")
    while state.phase == "betting":
        state, _ = state.apply(CHECK)
    return state


def test_who_mucks_has_no_claim_and_the_last_claim_needs_no_showing() -> None:
    state = asking()
    assert state.options.describe() == "show or muck"
    refused(state, CHECK, "show or muck")
    refused(state, FOLD, "show or muck")
    best_mucks = play(state, "1 show, 2 muck, 0 show")
    assert best_mucks.stacks == (700, 400, 400)
    assert shown(best_mucks) == (True, True, False)
    assert is_legal(state.options, MUCK)
    nobody_shows = play(state, "1 muck, 2 muck, 0 muck")
    assert nobody_shows.stacks == (700, 400, 400)
    assert shown(nobody_shows) == (False, False, False)


@pytest.mark.req("B004-6")
def test_the_last_claim_to_a_side_pot_needs_no_showing_either() -> None:
    state = asking((500, 50, 500))
    assert state.waiting == (2, 0, 1)
    assert [(pot.amount, pot.players) for pot in state.pots] == [(150, (0, 1, 2)), (100, (0, 2))]
    # Seat 1 put in 50, so 150 is all that it can win; what the others bet between them goes to the last of them.
    state = play(state, "2 muck, 0 muck, 1 show")
    assert state.stacks == (500, 150, 400)


def test_open_bets_make_no_side_pots_but_all_ins_do() -> None:
    state, _ = holdem(blinds=(5, 10)).start(DECK, [1000, 1000, 30, 1000], button=3)
    state, _ = state.apply(raise_to(30))  # seat 2, all in
    assert [pot.name for pot in state.pots] == ["Main Pot"]
    state, _ = state.apply(raise_to(100))  # seat 3; the blinds owe 95 and 90
    assert [(pot.name, pot.amount, pot.players) for pot in state.pots] == [("Main Pot", 75, (0, 1, 2, 3))]
    state, _ = state.apply(CALL)
    assert [(pot.name, pot.amount, pot.players) for pot in state.pots] == [
        ("Main Pot", 100, (0, 1, 2, 3)),
        ("Side Pot 1", 140, (0, 3)),
    ]
    state, _ = state.apply(CALL)
    assert state.view(0).pots == state.pots
    assert [(pot.name, pot.amount, pot.players) for pot in state.pots] == [
        ("Main Pot", 120, (0, 1, 2, 3)),
        ("Side Pot 1", 210, (0, 1, 3)),
    ]
