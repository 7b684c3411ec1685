"""Invariants on random deals of all rule sets: chips, turns, cards, replays, and the knowledge of a seat."""

import random
from collections.abc import Container, Iterator
from copy import deepcopy
from typing import NamedTuple, get_type_hints

import pytest

from kicker.cards import DECK, Card
from kicker.errors import IllegalAction
from kicker.games import (
    BRING_IN,
    CALL,
    CHECK,
    FOLD,
    MUCK,
    NAMED,
    SHOW,
    STAND_PAT,
    Action,
    Options,
    Rules,
    State,
    View,
    classic_draw,
    discard,
    draw,
    holdem,
    parse_action,
    raise_to,
)
from kicker.games.catalogue import DRAW, HOLDEM
from kicker.games.events import KINDS, TABLE_KINDS
from tests.conftest import few_or_many

PUT_IN = ("ante", "blind", "post", "bring-in", "call", "bet", "raise")


class Shape(NamedTuple):
    """Rules, and at what tables they are dealt."""

    rules: Rules
    seats: tuple[int, int] = (2, 4)
    chips: tuple[int, int] = (1, 30)
    sit_out: bool = False
    """Some seats do not play, or have no chips."""


OLDER = {name: rules() for name, rules in NAMED.items() if rules().game in (HOLDEM, DRAW)}
"""The rule sets of hold'em and five-card draw; those of the other games are in `test_games_others.py`."""
SHAPES = {name: Shape(rules, chips=(0, 30) if name == "plain-draw" else (5, 60)) for name, rules in OLDER.items()} | {
    "holdem-short": Shape(holdem(), (2, 6), (1, 12)),
    "holdem-full-table": Shape(holdem(blinds=(2, 5)), (7, 10), (1, 60)),
    "holdem-ante": Shape(holdem(blinds=(2, 5), ante=1), (2, 6), (1, 25)),
    "holdem-dead-antes": Shape(Rules(HOLDEM, blinds=(2, 5), dead_antes=(0, 5)), (2, 5), (1, 25)),
    "holdem-straddle": Shape(holdem(blinds=(1, 2, 4)), (3, 5)),
    "holdem-posts": Shape(Rules(HOLDEM, blinds=(1, 2), posts=(0, 0, 2, 2)), (4, 6)),
    "holdem-sit-out": Shape(holdem(ante=1), (3, 7), (1, 30), sit_out=True),
    "holdem-show-all": Shape(holdem(showdown="all")),
    "holdem-dead-posts": Shape(Rules(HOLDEM, blinds=(1, 2), posts=(0, 0, 1, 3), dead_posts=True), (4, 6)),
    "holdem-large-small-blind": Shape(holdem(blinds=(3, 2)), (2, 4)),
    "holdem-ask": Shape(holdem(showdown="ask"), (2, 5)),
    "holdem-ask-all-in": Shape(Rules(HOLDEM, blinds=(1, 2), showdown="ask", all_in_face_up=False), (2, 5)),
    "pot-limit-short": Shape(holdem(blinds=(2, 5), betting="pot-limit"), (2, 5)),
    "pot-limit-dead-antes": Shape(Rules(HOLDEM, betting="pot-limit", blinds=(2, 5), dead_antes=(0, 5)), (2, 4)),
    "limit-short": Shape(holdem(blinds=(5, 10), betting="fixed-limit"), (2, 5), (1, 70)),
    "limit-ante": Shape(holdem(blinds=(5, 10), ante=2, betting="fixed-limit"), (3, 5), (1, 40)),
    "draw-blinds": Shape(draw(blinds=(1, 2), ante=0), (2, 6)),
    "draw-one-card": Shape(draw(max_draw=1), (6, 8), (1, 20)),
    "draw-five-cards": Shape(draw(max_draw=5), (2, 5), (1, 20)),
    "draw-limit-short": Shape(draw(betting="fixed-limit", min_bet=4), (2, 4), (1, 25)),
    "draw-sit-out": Shape(draw(), (3, 6), sit_out=True),
    "classic-draw-strict": Shape(classic_draw(ante=1, strict_min=True, ties="split"), (2, 5), (1, 40)),
}


# --- a random deal ---------------------------------------------------------------------------------------------------


def random_start(shape: Shape, source: random.Random, *, whole: bool = False) -> State:
    """A table of that shape with a shuffled deck, of which now and then only as much is there as is needed."""
    rules = shape.rules
    seats = source.randint(*shape.seats)
    button = source.randrange(seats)
    stacks = [source.randint(*shape.chips) for _ in range(seats)]
    out: set[int] = set()
    if shape.sit_out:
        idle = source.sample([seat for seat in range(seats) if seat != button], source.randint(0, seats - 2))
        out = set(idle[1:])
        for seat in idle[:1]:
            stacks[seat] = 0
    deck = rules.game.deck
    size = len(deck) if source.random() < 0.9 or whole or rules.reshuffle else rules.cards_needed(seats)
    state, events = rules.start(source.sample(deck, size), stacks, button, out)
    assert events == state.history
    return state


def random_action(options: Options, source: random.Random) -> Action:
    """A legal action: raises of all sizes, and folds even where a check is free."""
    chance = source.random()
    if options.phase == "betting":
        if options.may_raise and (chance < 0.25 or options.passive == FOLD):
            sizes = (
                options.min_raise_to,
                options.max_raise_to,
                source.randint(options.min_raise_to, options.max_raise_to),
            )
            return raise_to(sizes[int(chance * 1e6) % 3]) if chance < 0.9 else FOLD
        return FOLD if chance > 0.85 and not options.bring_in else options.passive
    if options.phase == "drawing":
        return discard(source.sample(options.hand, source.randint(0, options.max_draw)))
    return SHOW if chance < 0.6 or not options.may_muck else MUCK


def random_states(shape: Shape, source: random.Random) -> list[State]:
    """All states of a random deal."""
    states = [random_start(shape, source)]
    while not states[-1].over:
        states.append(states[-1].apply(random_action(states[-1].options, source))[0])
    return states


def check_now(state: State, chips: int) -> Options:
    """Check the invariants of a state, and return its options, which are costly to compute."""
    options = state.options
    seat = state.to_act
    assert min(state.stacks) >= 0
    assert bool(options) == (not state.over) == (seat is not None)
    if seat is None:
        assert sum(state.stacks) + state.carried == chips
        return options
    assert sum(state.stacks) + sum(state.paid) + state.dead == chips
    assert options.to_act == seat
    assert state.live[seat]
    if options.phase == "betting":
        assert state.stacks[seat] > 0
        assert (options.refusal(FOLD) is None) == (options.refusal(BRING_IN) is not None)
        must = options.call_amount or options.bring_in
        assert options.may_check != (must > 0) or state.street in state.rules.must_open
        assert options.bring_in in (0, min(state.rules.bring_in, state.stacks[seat]))
        assert 0 <= options.call_amount <= state.stacks[seat]
        if options.may_raise:
            most = state.bets[seat] + state.stacks[seat]
            assert max(state.bets) < options.min_raise_to <= options.max_raise_to <= most
    return options


def check_cards(state: State) -> None:
    """No card is in two places and none is lost."""
    shared = state.runs_from if state.boards else 0
    held = [card for hand, live in zip(state.hands, state.live, strict=True) if live for card in hand]
    held += [*state.board, *(card for board in state.boards for card in board[shared:]), *state.deck[state.dealt :]]
    assert len(held) == len(set(held))
    gone = [card for event in state.history if event.kind == "discard" for card in event.cards]
    gone += [card for hand, live in zip(state.hands, state.live, strict=True) if not live for card in hand]
    assert {*held, *gone} == set(state.setup.deck)
    if state.deck == state.setup.deck:  # nothing was dealt twice
        assert len(held) + len(gone) == len(state.deck)
    check_hands(state)


def check_hands(state: State) -> None:
    """Everybody who is in has the cards of all streets so far, and no others."""
    game = state.rules.game
    dealt = sum(
        game.streets[number].down + game.streets[number].up
        for kind, number in state.rules.steps[: state.step + 1]
        if kind == "deal"
    )
    common = len(state.board) if not game.board_cards else 0
    for seat, hand in enumerate(state.hands):
        if state.live[seat]:
            assert len(hand) == dealt - common
        elif seat not in state.setup.order:
            assert not hand


def check_history(state: State) -> None:
    """Events agree with the chips, and nobody acts who cannot or wins who may not."""
    setup = state.setup
    stacks, bets = list(setup.stacks), [0] * len(setup.stacks)
    paid = [0] * len(stacks)
    won = [0] * len(stacks)
    folded: set[int] = set()
    mucked: set[int] = set()
    for event in state.history:
        seat = event.seat
        assert None not in event.cards
        if event.street or event.kind == "discard":
            bets = [0] * len(bets)
        if seat is None:
            continue
        assert seat in setup.order
        if event.kind in PUT_IN:
            assert 0 < event.amount <= stacks[seat] or event.kind == "ante"
            stacks[seat] -= event.amount
            if event.kind != "ante":
                dead = event.amount - event.to if event.kind == "post" and setup.rules.dead_posts else 0
                bets[seat] += event.amount - dead
                assert event.to == bets[seat]
            paid[seat] += event.amount
        elif event.kind in ("returned", "won"):
            stacks[seat] += event.amount
            if event.kind == "won":
                won[seat] += event.amount
            else:
                paid[seat] -= event.amount
        if event.kind in ("fold", "check", "discard", "show", "muck", *PUT_IN[3:]):
            assert seat not in folded
            assert stacks[seat] or event.kind not in ("fold", "check")
        if event.kind == "fold":
            folded.add(seat)
        elif event.kind == "muck":
            mucked.add(seat)
        assert event.stack == stacks[seat]
    assert tuple(stacks) == state.stacks
    left = state.carried if state.over else sum(state.paid) + state.dead
    assert sum(paid) + setup.pot == (sum(won) + left if state.over else left)
    assert not any(won[seat] for seat in folded)
    if setup.rules.showdown != "ask":
        assert not any(won[seat] for seat in mucked)
    check_winnings(state, won, [seat for seat in setup.order if seat not in folded])


def check_winnings(state: State, won: list[int], stayed: list[int]) -> None:
    """Nobody who put in less than another wins more from anybody than he put in himself."""
    most = max(state.paid[seat] for seat in stayed)
    for seat in stayed:
        if won[seat] and state.paid[seat] < most:
            assert won[seat] <= sum(min(chips, state.paid[seat]) for chips in state.paid) + state.dead


def check_deal(shape: Shape, source: random.Random, deep: bool) -> State:
    """Play a random deal and check it; `deep` also tries illegal actions, all kinds of legal ones, and replays it."""
    state = random_start(shape, source)
    chips = sum(state.setup.stacks)
    told = list(state.history)
    taken: list[Action] = []
    while True:
        options = check_now(state, chips)
        if deep:
            check_cards(state)
            check_actions(state, source)
            assert sum(pot.amount for pot in state.pots) <= sum(state.paid) + state.dead
        if state.over:
            break
        action = random_action(options, source)
        state, events = state.apply(action)
        taken.append(action)
        told += events
    assert tuple(told) == state.history
    assert state.actions == tuple(taken)
    assert sum(state.payoffs) == -state.carried
    check_cards(state)
    check_history(state)
    if deep:
        check_replay(state)
    return state


def check_replay(state: State) -> None:
    """The set-up and the actions as text give the same deal again."""
    setup = state.setup
    out = set(range(len(setup.stacks))) - set(setup.order)
    again, _ = setup.rules.start(setup.deck, setup.stacks, setup.button, out)
    for action in state.actions:
        again, _ = again.apply(parse_action(str(action)))
    assert again == state


def check_actions(state: State, source: random.Random) -> None:
    """A sample of legal actions apply, a sample of others raise, and neither changes the state."""
    before = deepcopy(state)
    options = state.options
    legal = list(options)
    container: Container[object] = options
    for action in source.sample(legal, min(3, len(legal))):
        assert action in container
        after, events = state.apply(action)
        assert after.history == state.history + events
    for action in illegal_actions(state):
        if source.random() < 0.4:
            assert action not in container
            with pytest.raises(IllegalAction) as caught:
                state.apply(action)
            assert str(caught.value).startswith(f"{action}: ")
    assert state == before
    assert state.options == options


def illegal_actions(state: State) -> Iterator[Action]:
    """Actions that nobody may take here."""
    options = state.options
    yield Action("raise", -1)
    if options.phase == "betting":
        yield from (STAND_PAT, SHOW, MUCK, raise_to(0))
        if not options.may_check:
            yield CHECK
        if not options.call_amount:
            yield CALL
        yield raise_to(options.min_raise_to - 1 if options.may_raise else state.bet + 1)
        yield raise_to(options.max_raise_to + 1 if options.may_raise else state.bet + state.last_raise)
        return
    yield from (FOLD, CHECK, CALL, raise_to(2))
    if options.phase == "drawing":
        yield from (SHOW, MUCK, discard(DECK[:6]))
        yield discard([next(card for card in DECK if card not in options.hand)])
        if options.max_draw >= 2:
            yield discard([options.hand[0], options.hand[0]])
        if options.max_draw < len(options.hand):
            yield discard(options.hand[: options.max_draw + 1])
    elif options.phase == "showdown":
        yield STAND_PAT
        if not options.may_muck:
            yield MUCK
    else:
        yield from (SHOW, MUCK, STAND_PAT)


@pytest.mark.req("B001-4", "B004-6", "X-15")
@few_or_many(200, 100_000)
@pytest.mark.parametrize("name", SHAPES)
def test_random_deals(name: str, count: int) -> None:
    shape, source = SHAPES[name], random.Random(name)
    for number in range(count):
        check_deal(shape, source, deep=number % 50 == 0)


def test_all_kinds_of_events_occur() -> None:
    assert set(OLDER) < set(SHAPES)
    source = random.Random(5)
    ends = [random_states(shape, source)[-1] for shape in SHAPES.values() for _ in range(40)]
    kinds = {event.kind for state in ends for event in state.history}
    assert kinds == set(KINDS) - TABLE_KINDS - {"bring-in", "reshuffled"}


# --- what a seat may know --------------------------------------------------------------------------------------------


def known_cards(state: State, seat: int | None) -> set[Card]:
    """The cards that a seat has been dealt, drew or threw, the board, and what was shown."""
    known: set[Card] = set()
    for event in state.history:
        if event.kind in ("board", "show") or (event.seat == seat and event.kind in ("dealt", "drew", "discard")):
            known.update(event.known)
        known.update(card for card, up in zip(event.known, event.up, strict=False) if up)
    return known


def exchange_unknown(state: State, seat: int | None, source: random.Random) -> dict[Card, Card]:
    """Another place for each card that the seat cannot know; cards that decided the showdown stay where they are."""
    fixed = known_cards(state, seat)
    if state.rules.showdown == "order":
        fixed.update(card for event in state.history if event.kind == "muck" for card in state.hands[event.seat or 0])
    unknown = [card for card in state.setup.deck if card not in fixed]
    return dict(zip(unknown, source.sample(unknown, len(unknown)), strict=True))


def replay_exchanged(state: State, seat: int | None, new: dict[Card, Card]) -> State:
    """The same deal with cards exchanged, the discards of others included."""
    setup = state.setup
    out = set(range(len(setup.stacks))) - set(setup.order)
    again, _ = setup.rules.start([new.get(card, card) for card in setup.deck], setup.stacks, setup.button, out)
    for action in state.actions:
        if again.to_act != seat:
            action = action._replace(cards=tuple(new.get(card, card) for card in action.cards))
        again, _ = again.apply(action)
    return again


def cards_within(thing: object) -> Iterator[Card]:
    """All cards in a value made of tuples, however deep."""
    if isinstance(thing, Card):
        yield thing
    elif isinstance(thing, tuple):
        for part in thing:
            yield from cards_within(part)


@pytest.mark.req("R001-07", "R003-10")
@few_or_many(150, 1_500)
@pytest.mark.parametrize("name", SHAPES)
def test_cards_that_a_seat_cannot_know_change_nothing_that_it_sees(name: str, count: int) -> None:
    shape, source = SHAPES[name], random.Random(f"hidden {name}")
    if shape.rules.openers:
        return  # who opens says something of his cards
    check_hidden(shape, source, count, count // 4)


def check_hidden(shape: Shape, source: random.Random, deals: int, least: int) -> None:
    """Exchange the cards a seat cannot know in random deals; at least this many deals must change."""
    different = 0
    for _ in range(deals):
        state = source.choice(random_states(shape, source))
        seat = source.choice([None, *range(len(state.stacks))])
        again = replay_exchanged(state, seat, exchange_unknown(state, seat, source))
        different += again.hands != state.hands
        view = state.view(seat)
        assert again.view(seat) == view
        assert [event.seen_by(seat) for event in again.history] == [event.seen_by(seat) for event in state.history]
        assert set(cards_within(view)) <= known_cards(state, seat)
        assert view.hand == (state.hands[seat] if seat is not None else ())
    # Where all show in the end there is less to hide, but most deals do have other hidden hands.
    assert different > least


def test_views_have_no_room_for_hidden_cards() -> None:
    assert set(View._fields).isdisjoint({"setup", "deck", "dealt", "state"})
    hints = get_type_hints(View)
    with_cards = {
        name for name, hint in hints.items() if any(kind in str(hint) for kind in ("Card", "Event", "Options"))
    }
    assert with_cards == {"hand", "hands", "board", "boards", "options", "history"}
    assert not any(kind in str(hint) for hint in hints.values() for kind in ("State", "Setup", "object", "Any"))


def test_views_say_what_the_state_says() -> None:
    source = random.Random(8)
    for name in ("holdem-ante", "draw", "pot-limit-dead-antes"):
        *states, end = random_states(SHAPES[name], source)
        for state in states:
            for seat in (None, *range(len(state.stacks))):
                view = state.view(seat)
                assert (view.stacks, view.bets, view.paid) == (state.stacks, state.bets, state.paid)
                assert (view.board, view.live, view.pots) == (state.board, state.live, state.pots)
                assert view.pot == sum(state.paid) + state.dead
                assert (view.payoffs, view.over) == (state.payoffs, False)
                assert view.options == (state.options if seat == state.to_act else Options())
                assert (view.to_act, view.phase, view.street) == (state.to_act, state.phase, state.street)
        assert (end.view(0).over, end.view(None).pot) == (True, 0)
