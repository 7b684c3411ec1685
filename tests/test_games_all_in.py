"""All-in hands are turned up as soon as nobody can act any more, before the remaining cards."""

from dataclasses import replace
from random import Random

import pytest

from kicker.cards import DECK, Card
from kicker.errors import IllegalAction, KickerError
from kicker.games import (
    CALL,
    CHECK,
    FOLD,
    MUCK,
    SHOW,
    STAND_PAT,
    Event,
    Game,
    Rules,
    State,
    Street,
    classic_holdem,
    draw,
    holdem,
    raise_to,
)
from kicker.games.catalogue import HOLDEM
from kicker.games.events import HIDDEN

DECK_OF_THREE = "As Ks Qs Ad Kd Qd 2c 7d 9h Js 4d"
"""Seats 1, 2 and 0 get aces, kings and queens."""
SMALL = holdem(blinds=(5, 10))


def start(rules: Rules, stacks: tuple[int, ...], deck: str = DECK_OF_THREE) -> State:
    return rules.start(deck, stacks, button=0)[0]


def story(events: tuple[Event, ...]) -> list[str]:
    """The events in a word each: the seat that shows, and the cards that come."""
    told = []
    for event in events:
        if event.kind == "show":
            told.append(
                f"{event.seat} shows" + (": " + event.strength.describe().split(",")[0] if event.strength else "")
            )
        elif event.kind == "board":
            told.append(event.street)
        elif event.kind in ("muck", "returned", "won"):
            told.append(f"{event.seat} {event.kind}")
    return told


RUN_OUT = ["flop", "turn", "river", "1 shows: one pair", "2 shows: one pair", "0 shows: one pair"]


def test_all_hands_are_turned_up_before_the_board_is_dealt() -> None:
    state = start(SMALL, (100, 100, 100))
    state = state.apply(raise_to(100))[0].apply(CALL)[0]
    assert not any(True in up for up in state.up)
    state, events = state.apply(CALL)
    assert story(events) == ["0 shows", "1 shows", "2 shows", *RUN_OUT, "1 won"]
    assert all(map(state.is_shown, range(3)))


def test_one_seat_with_chips_left_is_no_reason_to_wait() -> None:
    state = start(SMALL, (100, 60, 100))
    state, events = state.apply(raise_to(50))[0].apply(CALL)[0].apply(FOLD)
    assert story(events) == ["flop"]
    state, events = state.apply(raise_to(10))[0].apply(CALL)
    assert story(events) == ["1 shows", "0 shows", "turn", "river", "1 shows: one pair", "0 shows: one pair", "1 won"]
    assert not state.is_shown(2)


def test_nobody_shows_while_two_can_still_bet() -> None:
    state = start(SMALL, (100, 30, 100))
    state, events = state.apply(raise_to(30))[0].apply(CALL)[0].apply(CALL)
    assert story(events) == ["flop"]
    assert not any(True in up for up in state.up)
    state, events = state.apply(raise_to(70))[0].apply(CALL)
    assert story(events)[:4] == ["2 shows", "0 shows", "1 shows", "turn"]


def test_with_the_last_card_out_hands_are_shown_once() -> None:
    state = start(SMALL, (100, 100, 100))
    state = state.apply(raise_to(20))[0].apply(CALL)[0].apply(FOLD)[0]
    for _ in range(4):
        state = state.apply(CHECK)[0]
    state, events = state.apply(raise_to(80))[0].apply(CALL)
    assert story(events) == ["1 shows: one pair", "0 shows: one pair", "1 won"]


def test_a_fold_shows_nothing() -> None:
    state, events = start(SMALL, (100, 100, 100)).apply(raise_to(100))[0].apply(FOLD)[0].apply(FOLD)
    assert story(events) == ["0 returned", "0 won"]
    assert not any(True in up for up in state.up)


def test_all_in_by_the_blinds() -> None:
    state, events = SMALL.start("As Kd Ah Kc 2c 3d 5h 9s Jd", [3, 500], button=0)
    assert state.over
    assert story(events)[:4] == ["1 returned", "1 shows", "0 shows", "flop"]
    assert [event.kind for event in events].index("show") > [event.kind for event in events].index("dealt")


def test_who_is_asked_against_an_all_in_cannot_muck() -> None:
    asked = replace(SMALL, showdown="ask")
    state, events = start(asked, (100, 100, 100)).apply(raise_to(100))[0].apply(CALL)[0].apply(CALL)
    assert (state.phase, state.waiting, story(events)) == ("showdown", (0, 1, 2), [])
    assert (list(state.options), state.options.describe()) == ([SHOW], "show")
    with pytest.raises(IllegalAction, match=r"^muck: seat 0 may show$"):
        state.apply(MUCK)
    state, events = state.apply(SHOW)
    assert story(events) == ["0 shows"]
    state, events = state.apply(SHOW)[0].apply(SHOW)
    assert story(events) == ["2 shows", *RUN_OUT, "1 won"]
    assert state.actions == (raise_to(100), CALL, CALL, SHOW, SHOW, SHOW)
    assert state.setup.replay(state.actions) == state


def test_who_is_asked_at_the_end_cannot_muck_if_somebody_is_all_in() -> None:
    asked = replace(SMALL, showdown="ask")
    state = start(asked, (100, 30, 100)).apply(raise_to(30))[0].apply(CALL)[0].apply(CALL)[0]
    for _ in range(6):
        state = state.apply(CHECK)[0]
    assert (state.phase, list(state.options)) == ("showdown", [SHOW])
    state = start(asked, (100, 100, 100)).apply(raise_to(20))[0].apply(CALL)[0].apply(FOLD)[0]
    for _ in range(6):
        state = state.apply(CHECK)[0]
    assert (state.phase, list(state.options)) == ("showdown", [SHOW, MUCK])
    state = state.apply(SHOW)[0].apply(MUCK)[0]
    assert state.actions[-2:] == (SHOW, MUCK)


def test_in_draw_nothing_is_shown_before_the_draw() -> None:
    deck = "As Ks Ad Kd 2c 3c 4d 5d 7h 8h 9c 9d 9h Ts Td Th"
    state, events = draw(ante=1).start(deck, [10, 10], button=0)
    state, events = state.apply(raise_to(9))[0].apply(CALL)
    assert state.phase == "drawing"
    assert story(events) == []
    state = state.apply(STAND_PAT)[0]
    assert not any(True in up for up in state.up)
    state, events = state.apply(STAND_PAT)
    assert [event.kind for event in events].count("show") == 2


def test_cards_that_come_down_come_up_then() -> None:
    """In a game where seats get more cards later these lie open as well."""
    game = Game("later", "two streets", (Street("first", down=3), Street("second", down=2)), "LT")
    rules = Rules(game, blinds=(1, 2))
    state, events = rules.start(DECK, [10, 10], button=0)
    state, events = state.apply(raise_to(10))[0].apply(CALL)
    kinds = [(event.kind, len(event.seen_by(None).known)) for event in events if event.kind in ("show", "dealt")]
    assert kinds == [("show", 3), ("show", 3), ("dealt", 2), ("dealt", 2), ("show", 5), ("show", 5)]
    assert all(map(state.is_shown, range(2)))


@pytest.mark.parametrize("rules", [classic_holdem(), replace(SMALL, all_in_face_up=False)], ids=["classic", "old"])
def test_the_old_custom_shows_at_the_end(rules: Rules) -> None:
    state = start(rules, (100, 100, 100))
    while not state.over:
        state, events = state.apply(raise_to(state.options.max_raise_to) if state.options.may_raise else CALL)
    assert story(events)[:3] == ["flop", "turn", "river"]


def visible(event: Event) -> set[Card]:
    return set(event.seen_by(None).known)


def test_who_watches_sees_a_hand_when_it_is_turned_up_and_not_before() -> None:
    source = Random("all in")
    early = 0
    for _ in range(300):
        seats = source.randint(2, 4)
        state, told = SMALL.start(source.sample(DECK, 52), [source.randint(1, 60) for _ in range(seats)], 0)
        while not state.over:
            assert state.seen_hands(None) == tuple((None,) * len(hand) for hand in state.hands)
            options = state.options
            bet = options.may_raise and source.random() < 0.6
            state, told = state.apply(raise_to(options.max_raise_to) if bet else options.passive)
        kinds = [event.kind for event in told]
        first = kinds.index("show") if "show" in kinds else len(kinds)
        hidden = {card for hand in state.hands for card in hand}
        assert all(
            visible(event).isdisjoint(hidden) for event in state.history[: len(state.history) - len(told) + first]
        )
        board = [place for place, kind in enumerate(kinds) if kind == "board"]
        if board and sum(state.live) > 1:
            early += 1
            shows = [event for event in told[: board[0]] if event.kind == "show"]
            assert {event.seat for event in shows} == {seat for seat, alive in enumerate(state.live) if alive}
            assert all(event.strength is None and HIDDEN not in event.as_dict()["cards"] for event in shows)  # type: ignore[operator]
    assert early > 50


def test_rules_refuse_what_is_neither_true_nor_false() -> None:
    with pytest.raises(KickerError, match="all_in_face_up must be True or False"):
        Rules(HOLDEM, all_in_face_up=1)  # type: ignore[arg-type]
