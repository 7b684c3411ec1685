"""The bot that plays any game: legal everywhere, blind to what it may not see, the same with the same seed."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from kicker.cards import parse_cards
from kicker.games import GAMES, STAND_PAT, Game, State
from kicker.games.catalogue import usual
from kicker.players import make_bot
from kicker.players.odds import Odds, _Draws, best_exchange, likely_share
from kicker.table import Table
from kicker.ui.common.offer import find_offer


def played(game: Game, seed: int, seats: int = 3) -> Table:
    table = Table(usual(game), [200] * seats, players=dict.fromkeys(range(seats), "odds"), seed=seed)
    table.deal()
    while table.playing:
        table.step()
    return table


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_it_plays_every_game_by_the_rules(game: Game) -> None:
    tables = [played(game, seed) for seed in (1, 2)]
    for table in tables:
        assert sum(table.stacks) == 600
        assert not [event for event in table.state.history if event.kind == "default"]
    assert played(game, 1).state == tables[0].state


def test_it_is_the_usual_opponent_where_no_bot_was_made_for_the_game() -> None:
    assert find_offer("stud").bots == ("odds",)
    assert "odds" not in find_offer("holdem").bots
    assert find_offer("draw").bots == ("drawer",)


def start(game: str, deck: str, seats: int = 2) -> State:
    """A deal that begins with these cards."""
    rules = usual(GAMES[game])
    rest = [card for card in rules.game.deck if card not in parse_cards(deck)]
    return rules.start([*parse_cards(deck), *rest], [200] * seats, button=0)[0]


def test_what_it_cannot_see_does_not_change_what_it_does() -> None:
    state = start("stud", "As Kd Ah Kc 2c 3d")
    assert state.to_act is not None
    view = state.view(state.to_act)
    other = State(*state)._replace(
        hands=tuple(
            hand if seat == state.to_act else (*parse_cards("9h 8h"), hand[2]) for seat, hand in enumerate(state.hands)
        )
    )
    assert Odds(3).act(view) == Odds(3).act(other.view(state.to_act))


def test_a_good_hand_expects_more_than_a_bad_one() -> None:
    shares = {}
    for hand in ("As Ah Ks Kh", "2c 7d 9h Jc"):
        own, rest = parse_cards(hand), parse_cards("5c 5d Th 3s")
        deck = [card for pair in zip(rest, own, strict=True) for card in pair]  # dealt one card at a time
        state = start("omaha", " ".join(map(str, deck)))
        seat = next(seat for seat in range(2) if set(state.hands[seat]) == set(own))
        shares[hand] = likely_share(state.view(seat), Odds(1)._dice)
    assert shares["As Ah Ks Kh"] > 0.5 > shares["2c 7d 9h Jc"]


def drawing(game: str, hand: str) -> State:
    """A draw of the seat that holds this hand."""
    cards = parse_cards(hand)
    others = [card for card in GAMES[game].deck if card not in cards][: len(cards)]
    state = start(game, " ".join(str(card) for pair in zip(cards, others, strict=True) for card in pair))
    while state.options.phase != "drawing" or set(state.options.hand) != set(cards):
        action = STAND_PAT if state.options.phase == "drawing" else state.options.passive
        state = state.apply(action)[0]
    return state


@pytest.mark.parametrize(
    ("game", "hand", "kept"),
    [
        ("single-draw", "2c 3d 4h 7s Kc", "2c 3d 4h 7s"),
        ("single-draw", "2c 3d 4h 5s 7c", "2c 3d 4h 5s 7c"),
        ("triple-draw", "2c 3d 4h 7s Kc", "2c 3d 4h 7s"),
        ("badugi", "Ac 2d 3h 4s", "Ac 2d 3h 4s"),
        ("badugi", "Ac 2d 3h Kh", "Ac 2d 3h"),
    ],
)
def test_it_draws_as_everybody_would(game: str, hand: str, kept: str) -> None:
    state = drawing(game, hand)
    view = state.view(state.to_act)
    found = Counter(frozenset(view.hand) - set(best_exchange(view, Odds(seed)._dice).discards) for seed in range(5))
    assert found.most_common(1)[0][0] == frozenset(parse_cards(kept))


@pytest.mark.parametrize("hand", ["2d 4h 7h 9d Qh", "6h 8c 9c Qs Kd", "2c 3d 4h 7s Kc"])
def test_luck_does_not_decide_the_last_draw(hand: str) -> None:
    """Every choice is tried on the same new cards: no seed picks one that many tries find much worse."""
    state = drawing("single-draw", hand)
    view = state.view(state.to_act)
    choices = [action.cards for action in state.options]
    worth = {each.discards: each.share for each in _Draws(view, Odds(1)._dice)._tried(view.hand, choices, 0, 1000)}
    for seed in range(20):
        assert worth[best_exchange(view, Odds(seed)._dice).discards] > max(worth.values()) - 0.1


def test_its_dice_roll_on_after_a_save() -> None:
    state = start("omaha", "As Kd Ah Kc 2c 3d 5h 9s")
    assert state.to_act is not None
    bot, again = make_bot("odds", 5), make_bot("odds", 6)
    assert isinstance(bot, Odds)
    assert isinstance(again, Odds)
    bot.act(state.view(state.to_act))
    again.recall(json.loads(json.dumps(bot.memory())))
    assert again.act(state.view(state.to_act)) == bot.act(state.view(state.to_act))
    assert again.reasons == bot.reasons
