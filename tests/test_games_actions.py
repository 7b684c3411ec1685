"""Legal and refused actions, and actions as text."""

from copy import deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kicker.cards import DECK
from kicker.errors import CardError, IllegalAction, KickerError
from kicker.games import (
    CALL,
    CHECK,
    FOLD,
    MUCK,
    SHOW,
    STAND_PAT,
    Action,
    Options,
    discard,
    draw,
    parse_action,
    raise_to,
)
from tests.test_games import SMALL, Case, asking, drawing, is_legal, play, refused, start

# --- illegal actions -------------------------------------------------------------------------------------------------


@pytest.mark.req("R001-11")
def test_out_of_turn_and_after_the_end() -> None:
    state = start(Case("", SMALL, (1000, 1000, 1000), ""))
    before = deepcopy(state)
    for seat in (1, 2, 7, -1):
        with pytest.raises(IllegalAction, match=f"^call by seat {seat}: seat 0 is to act$") as caught:
            state.act(seat, CALL)
        assert caught.value.code == "turn"
    assert state == before
    state = play(state, "0 fold, 1 fold")
    assert not state.options
    assert state.options == Options()
    for action in (FOLD, CHECK, CALL, raise_to(20), STAND_PAT, SHOW, MUCK):
        refused(state, action, "the deal is over")
    with pytest.raises(IllegalAction, match=r"^fold by seat 2: the deal is over$"):
        state.act(2, FOLD)


def test_illegal_bets() -> None:
    state = start(Case("", SMALL, (1000, 1000, 1000), ""))
    legal = "seat 0 may fold, call 10 or raise to 20 up to 1000"
    shove = Action("shove")  # type: ignore[arg-type]
    for action in (CHECK, STAND_PAT, SHOW, MUCK, discard("As"), shove, *map(raise_to, (-1, 0, 10, 19, 1001))):
        refused(state, action, legal)
    refused(state, Action("raise", True), legal)
    state = play(state, "0 call, 1 call")
    refused(state, CALL, "seat 2 may fold, check or ")
    flop = play(state, "2 check | 1 may check raise 10-990")
    refused(flop, CALL, "seat 1 may fold, check or bet 10 up to 990")
    closed = play(flop, "1 bet 100, 2 raise 990, 0 fold, 1 may call 890")
    refused(closed, raise_to(990), "seat 1 may fold or call 890")


@pytest.mark.req("R003-05")
def test_illegal_discards() -> None:
    state = drawing(draw())
    refused(state, discard("As"), "discard As: seat 1 does not hold As, but Ks Kh 8c 5d 3s")
    assert state.options.refusal(discard("As"), to_seat=True) == "discard As: you do not hold As, but Ks Kh 8c 5d 3s"
    refused(state, discard("Ks 8c Ks"), "Ks can be discarded only once")
    refused(state, discard("Ks Kh 8c 5d"), "at most 3 cards may be discarded")
    for action in (FOLD, CHECK, CALL, SHOW, raise_to(10)):
        refused(state, action, "discard up to 3 cards of Ks Kh 8c 5d 3s")
    assert is_legal(state.options, discard("3s Ks"))


def test_options_list_and_contain_the_same_actions() -> None:
    betting = start(Case("", SMALL, (30, 30, 30), "")).options
    assert list(betting) == [FOLD, CALL, *map(raise_to, range(20, 31))]
    assert all(is_legal(betting, action) for action in betting)
    throws = list(drawing(draw()).options)
    assert len(throws) == len(set(throws)) == 1 + 5 + 10 + 10
    assert all(is_legal(drawing(draw()).options, action) for action in throws)
    assert list(asking().options) == [SHOW, MUCK]
    assert list(Options()) == []
    assert "call" in betting
    assert "raise 31" not in betting
    assert "jump" not in betting
    assert 7 not in betting
    assert (betting.passive, betting.default) == (CALL, FOLD)
    assert (drawing(draw()).options.default, asking().options.default) == (STAND_PAT, SHOW)


# --- actions as text -------------------------------------------------------------------------------------------------

actions = st.one_of(
    st.sampled_from([FOLD, CHECK, CALL, SHOW, MUCK, STAND_PAT]),
    st.integers(0, 10**18 - 1).map(raise_to),
    st.lists(st.sampled_from(DECK), max_size=5).map(discard),
)


@given(actions)
def test_text_and_back(action: Action) -> None:
    text = str(action)
    assert "\n" not in text
    assert parse_action(text) == action
    assert parse_action(f"  {text.upper()}\n") == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("bet 40", raise_to(40)),
        ("raise to 40", raise_to(40)),
        ("Bet  To 40", raise_to(40)),
        ("stand pat", STAND_PAT),
        ("discard 10h, 2♣", discard("Th 2c")),
    ],
)
def test_other_words(text: str, action: Action) -> None:
    assert parse_action(text) == action


@pytest.mark.parametrize(
    "text",
    [
        "",
        "raise",
        "raise -5",
        "raise 1.5",
        "raise 40 50",
        "bet x",
        "raise ٣",
        "raise " + "9" * 19,
        "discard Zz",
        "fold 3",
        "all in",
        "check call",
        "discard 2",
        "re raise 40",
        "x" * 1000,
    ],
)
def test_text_that_is_no_action(text: str) -> None:
    with pytest.raises(IllegalAction, match="is not an action") as caught:
        parse_action(text)
    message = str(caught.value)
    assert caught.value.code == "text"
    assert text[:20] in message
    assert len(message) < 250
    assert "\n" not in message


# --- what is not an action, a deck or a stack ------------------------------------------------------------------------


def test_text_is_an_action_too() -> None:
    state = start(Case("", SMALL, (30, 30, 30), ""))
    assert state.apply("call") == state.apply(CALL)
    assert state.act(0, "raise to 20") == state.apply(raise_to(20))
    assert drawing(draw()).apply("stand pat")[0].actions[-1] == discard()


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("jump", "'jump' is not an action: write fold, check, call, bet 40"),
        ("", "'' is not an action"),
        (None, "None is not an action: write fold, check, call, bet 40"),
        (7, "7 is not an action"),
        (b"call", "b'call' is not an action"),
        (["call"], r"\['call'\] is not an action"),
        ("x" * 500, "is not an action"),
        (Action(7), "7: seat 0 may fold"),  # type: ignore[arg-type]
        (Action("discard", 0, None), "discard: seat 0 may fold"),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_action_is_refused_in_one_sentence(given: object, says: str) -> None:
    state = start(Case("", SMALL, (30, 30, 30), ""))
    with pytest.raises(IllegalAction, match=says) as caught:
        state.apply(given)  # type: ignore[arg-type]
    assert len(str(caught.value)) < 250
    if not isinstance(given, Action):
        with pytest.raises(IllegalAction, match=says):
            parse_action(given)  # type: ignore[arg-type]


def test_cards_to_throw_must_be_cards() -> None:
    with pytest.raises(IllegalAction, match="discards must be text like 'As Kd' or a list of cards, not 7"):
        discard(7)  # type: ignore[arg-type]
    with pytest.raises(IllegalAction, match="None is not a tuple of cards"):
        drawing(draw()).apply(Action("discard", 0, None))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("deck", "says"),
    [
        (None, "None is not a deck: give text like 'As Kd 2c' or a list of cards"),
        (52, "52 is not a deck"),
        (range(52), "0 in the deck is not a card: give text like 'As Kd 2c' or a list of cards"),
        (["As", "Kd"], "'As' in the deck is not a card"),
        ([*DECK[:20], None], "None in the deck is not a card"),
        ("As Zx", "'Zx' is not a card"),
    ],
)
def test_a_deck_that_is_not_cards_is_refused_at_the_start(deck: object, says: str) -> None:
    with pytest.raises(CardError, match=says):
        SMALL.start(deck, [100, 100], button=0)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("stacks", "button", "says"),
    [
        (None, 0, "stacks must be a list with the chips of each seat, not None"),
        (100, 0, "stacks must be a list with the chips of each seat, not 100"),
        ("ab", 0, "a stack must be a whole number, 0 or more, not 'a'"),
        ([100, 100], "0", "seat 0 cannot have the button; seats go from 0 to 1"),
        ([100, 100], None, "seat None cannot have the button"),
    ],
)
def test_stacks_and_a_button_that_are_none_are_refused(stacks: object, button: object, says: str) -> None:
    with pytest.raises(KickerError, match=says):
        SMALL.start(DECK, stacks, button=button)  # type: ignore[arg-type]
