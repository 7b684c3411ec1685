"""Games as values: what the catalogue says of them, and what the engine makes of games that it does not list."""

import json
import random
from dataclasses import replace
from typing import Any

import pytest

from kicker.cards import DECK, Card, parse_cards
from kicker.errors import KickerError
from kicker.games import (
    CALL,
    CHECK,
    FOLD,
    GAMES,
    NAMED,
    Event,
    Game,
    Rules,
    Setup,
    State,
    Street,
    discard,
    plain_draw,
    raise_to,
    standard,
)
from kicker.games.catalogue import DRAW, HOLDEM
from kicker.games.dealing import showing_opens
from kicker.games.events import Level
from kicker.games.progress import Progress
from kicker.hands import evaluate

STUD = Game(
    "three-card-stud",
    "three-card stud",
    (
        Street("third street", down=2, up=1, opener="lowest card"),
        Street("fourth street", up=1, opener="best showing", big_bet=True),
        Street("last street", down=1, opener="best showing", big_bet=True),
    ),
    "3S",
)
"""Cards up and down in one hand, dealt on several streets."""


def test_the_catalogue_says_what_the_games_are() -> None:
    assert list(GAMES) == [
        "holdem", "short-deck", "omaha", "omaha-5", "omaha-6", "omaha-hilo", "omaha-5-hilo", "omaha-6-hilo", "stud",
        "stud-hilo", "razz", "draw", "single-draw", "triple-draw", "badugi",
    ]  # fmt: skip
    assert (HOLDEM.hand_cards, HOLDEM.board_cards, HOLDEM.exchanges) == (2, 5, False)
    assert (DRAW.hand_cards, DRAW.board_cards, DRAW.exchanges, DRAW.most_exchanged) == (5, 0, True, 3)
    assert [NAMED[name]().most_seats for name in ("holdem", "draw", "classic-draw", "plain-draw")] == [10, 6, 5, 6]
    assert {name for name, game in GAMES.items() if game.deck != DECK} == {"short-deck"}
    seats = {name: standard(game, ante=1, min_bet=4).most_seats for name, game in GAMES.items()}
    assert seats == {
        "holdem": 10, "short-deck": 10, "omaha": 10, "omaha-5": 9, "omaha-6": 7, "omaha-hilo": 10, "omaha-5-hilo": 9,
        "omaha-6-hilo": 7, "stud": 8, "stud-hilo": 8, "razz": 8, "draw": 6, "single-draw": 8, "triple-draw": 8,
        "badugi": 8,
    }  # fmt: skip
    assert Rules(DRAW, reshuffle=True, max_draw=5).most_seats == 9
    with pytest.raises(KickerError, match="9 seats are too many for badugi: 2 to 8 play it"):
        standard(GAMES["badugi"], (1, 2)).check_seats(9)


def start_stud(cards: str, seats: int = 3) -> State:
    """A deal of the stud game; the button is the last seat."""
    deck = parse_cards(cards)
    deck += [card for card in DECK if card not in deck]
    return standard(STUD, ante=1, min_bet=2).start(deck, [100] * seats, seats - 1)[0]


def test_up_cards_are_seen_by_everybody_and_down_cards_by_their_seat() -> None:
    state = start_stud("As Ks Qs Ah Kh Qh 5c 2d 9d")
    assert state.hands[0] == tuple(parse_cards("As Ah 5c"))
    assert state.up == ((False, False, True),) * 3
    assert state.view(0).hands == (tuple(parse_cards("As Ah 5c")), (None, None, Card("2d")), (None, None, Card("9d")))
    assert state.view(None).hands == tuple((None, None, Card(card)) for card in ("5c", "2d", "9d"))
    dealt = [event.seen_by(1) for event in state.history if event.kind == "dealt"]
    assert [event.cards[2] for event in dealt] == parse_cards("5c 2d 9d")
    assert [event.known for event in dealt] == [(Card("5c"),), tuple(parse_cards("Ks Kh 2d")), (Card("9d"),)]
    for event in state.history:
        assert Event.from_dict(json.loads(json.dumps(event.as_dict()))) == event
        hidden = event.seen_by(None)
        assert Event.from_dict(json.loads(json.dumps(hidden.as_dict()))) == hidden
    assert not state.view(0).is_shown(1)
    assert state.view(0).hand_words == ""


def test_who_opens_goes_by_what_lies_open() -> None:
    state = start_stud("As Ks Qs Ah Kh Qh 5c 2d 9d 5d Jc Jd 2h 2s 2c")
    assert (state.to_act, state.street) == (1, 0)  # the deuce
    for action in (raise_to(2), CALL, CALL):
        state, _ = state.apply(action)
    assert [hand[3:] for hand in state.hands] == [(Card("5d"),), (Card("Jc"),), (Card("Jd"),)]
    assert (state.to_act, state.street) == (0, 1)  # the pair of fives
    for action in (CHECK, raise_to(2), FOLD, CALL):
        state, _ = state.apply(action)
    assert [len(hand) for hand in state.hands] == [5, 5, 4]  # whoever has folded is dealt no more
    assert state.up[0] == (False, False, True, True, False)
    for action in (CHECK, CHECK):
        state, _ = state.apply(action)
    assert state.over
    assert state.is_shown(0)
    assert next(event.strength for event in state.history if event.kind == "show") == evaluate(state.hands[0])
    assert sum(state.stacks) == 300


@pytest.mark.parametrize(
    ("opener", "cards", "seat"),
    [
        ("lowest card", ("2d", "2c", "3c"), 1),
        ("lowest card", ("Ad", "Kc", "3c"), 2),
        ("highest card", ("Ad", "Kc", "Ks"), 2),
        ("best showing", ("AhKh", "2c2d", "QdJd"), 1),
        ("best showing", ("AhKh", "AcQd", "AdKs"), 0),
        ("worst showing", ("AhKh", "2c2d", "Qd3d"), 2),
        ("worst showing", ("8h4d", "8c5d", "8d4h"), 0),
    ],
)
def test_openers(opener: str, cards: tuple[str, ...], seat: int) -> None:
    hands = [tuple(parse_cards(text)) for text in cards]
    assert showing_opens(opener, (0, 1, 2), (True, True, True), hands) == seat  # type: ignore[arg-type]
    others = tuple(other != seat for other in range(3))
    assert showing_opens(opener, (0, 1, 2), others, hands) != seat  # type: ignore[arg-type]


def test_a_game_can_ask_for_cards_of_the_hand() -> None:
    two_of_four = Game("four", "four-card hold'em", (Street("only street", down=4, board=5),), "4X", hand_plays=2)
    hand, board = tuple(parse_cards("As Ks Qs Js")), tuple(parse_cards("Ts 9d 8c 2h 2d"))
    made = two_of_four.strength(hand, board)
    assert made is not None
    assert made.describe() == "straight, queen high"
    assert HOLDEM.strength(hand[:2], board) == evaluate(hand[:2] + board)
    assert standard(two_of_four, (1, 2)).cards_needed(6) == 29


def test_adding_a_field_to_the_state_needs_three_places() -> None:
    """`State`, and where `Progress` takes it apart and puts it together again: each field must come through."""
    state, _ = standard(HOLDEM, (1, 2), ante=1).start(DECK, [100, 100, 100], 0)
    values = []
    for number, (field, value) in enumerate(zip(State._fields, state, strict=True), 1000):
        if field in ("setup", "history", "options"):
            values.append(value)
        elif isinstance(value, tuple):
            values.append((number,) * len(value) if field != "waiting" else (number, number))
        else:
            values.append(number)
    marked = State._make(values)
    again, _ = Progress(marked.setup, marked).freeze()
    assert again._replace(options=marked.options) == marked  # they follow from the rest


@pytest.mark.parametrize("name", NAMED)
def test_a_deal_is_its_setup_and_its_actions(name: str) -> None:
    rules, dice = NAMED[name](), random.Random(5)
    for _ in range(10):
        deck = dice.sample(rules.game.deck, len(rules.game.deck))
        state, _ = rules.start(deck, [dice.randint(50, 90), 100, 80], dice.randrange(3))
        while not state.over:
            again = Setup.from_dict(json.loads(json.dumps(state.setup.as_dict()))).replay(state.actions)
            assert again == state
            state, _ = state.apply(state.options.passive if dice.random() < 0.7 else dice.choice(list(state.options)))


def test_a_game_that_is_no_game_is_refused() -> None:
    with pytest.raises(ValueError, match="'holdem' is not a Game"):
        Rules("holdem")  # type: ignore[arg-type]


def test_old_events_are_read() -> None:
    """As they were written before each fact had a field."""
    old: list[dict[str, Any]] = [
        {"kind": "board", "card_count": 3, "note": "flop", "cards": "As Kd 2c"},
        {"kind": "won", "seat": 0, "amount": 30, "stack": 130, "note": "Main Pot"},
        {"kind": "won", "seat": 1, "amount": 20, "stack": 20, "note": "Side Pot 2"},
        {"kind": "won", "seat": 1, "amount": 20, "stack": 20},
        {"kind": "default", "seat": 1, "only": 1, "note": "sits out"},
        {"kind": "level", "note": "blinds 10/20, ante 3"},
        {"kind": "level", "note": "ante 6"},
        {"kind": "joined", "seat": 2, "amount": 50, "stack": 50, "note": "Cy"},
        {"kind": "dealt", "seat": 1, "only": 1, "card_count": 2, "cards": "As Ks"},
    ]
    board, main, side, alone, default, level, ante, joined, dealt = map(Event.from_dict, old)
    assert (board.street, board.cards) == ("flop", tuple(parse_cards("As Kd 2c")))
    assert (main.pot, side.pot, alone.pot) == (0, 2, None)
    assert (default.reason, joined.name) == ("sits out", "Cy")
    assert (level.level, ante.level) == (Level((10, 20), 3), Level((), 6))
    assert dealt.cards == tuple(parse_cards("As Ks"))


@pytest.mark.parametrize(
    ("streets", "words"),
    [
        ((), "has no streets"),
        ((Street("first", down=-1, board=6),), "must be whole numbers, 0 or more"),
        ((Street("first", down="5"),), "must be whole numbers, 0 or more"),  # type: ignore[arg-type]
        ((Street("first", down=5, opener="lowest card"),), "no card is face up"),
        ((Street("first", down=3),), "ranks 5 to 7 cards, not 3"),
        ((Street("first", down=8),), "ranks 5 to 7 cards, not 8"),
    ],
)
def test_a_game_that_cannot_be_played_is_refused(streets: tuple[Street, ...], words: str) -> None:
    with pytest.raises(KickerError, match=words):
        Game("odd", "odd poker", streets, "ODD")


def test_each_street_has_its_own_exchange() -> None:
    streets = (Street("first", down=5), Street("second", exchange=3), Street("last", exchange=1))
    rules = Rules(Game("two", "two exchanges", streets, "2X"), "none")
    assert rules.cards_needed(2) == 18
    state, _ = rules.start(DECK, [1, 1], 0)
    for limit in (3, 3, 1, 1):
        assert state.options.max_draw == limit
        state, _ = state.apply(discard(state.options.hand[:limit]))
    assert Rules(Game("two", "two exchanges", streets, "2X"), "none", max_draw=2).draw_limits[2] == 2


def test_an_open_card_is_seen_when_it_is_exchanged() -> None:
    streets = (Street("first", down=3, up=2), Street("second", exchange=3))
    state, _ = Rules(Game("open", "open draw", streets, "OD"), "none").start(DECK, [1, 1], 0)
    hand = state.hands[1]
    state, events = state.apply(discard((hand[0], hand[4])))
    thrown, drew = (event.seen_by(0) for event in events)
    assert thrown.cards == (None, hand[4])
    assert drew.cards == (None, state.hands[1][4])
    assert state.view(0).hands[1] == (None, None, None, hand[3], state.hands[1][4])


@pytest.mark.parametrize("rules", [replace(plain_draw(), ante=7), Rules(HOLDEM, "none", blinds=(1, 2))])
def test_no_chip_is_lost_where_nobody_bets(rules: Rules) -> None:
    state, _ = rules.start(DECK, [1000, 2], 0)
    while not state.over:
        state, _ = state.apply(state.options.passive)
    assert sum(state.stacks) == 1002


def test_what_a_view_tells_one_it_does_not_change_for_others() -> None:
    state, _ = standard(HOLDEM, (1, 2)).start(DECK, [100, 100], 0)
    state.view(0).as_dict()["rules"]["betting"] = "changed"
    assert state.view(1).as_dict()["rules"]["betting"] == "no-limit"
