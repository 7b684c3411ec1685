"""Equity with several draws to come, against a slow twin that plays deals card by card."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from click.testing import CliRunner

from kicker.errors import HandError
from kicker.games import GAMES, Game
from kicker.odds import equity
from kicker.orders import EIGHT_OR_BETTER, HIGH
from kicker.ui.cli import main
from tests.test_several_draws import Hand, brute, small

TRIPLE, BADUGI = GAMES["triple-draw"], GAMES["badugi"]
MOST = 2


def few_cards(cards: int, seed: int) -> Game:
    """Badugi with a few cards, in which at most two are exchanged."""
    game = small("badugi", cards, seed)
    return replace(game, streets=tuple(street._replace(exchange=min(MOST, street.exchange)) for street in game.streets))


def strategy(game: Game) -> Callable[[Hand, int], Hand]:
    """Return what to discard with some draws to come: the best of all choices, and of equals the first."""
    values = brute(game, MOST, (), forget=True)

    def discards(hand: Hand, draws: int) -> Hand:
        found, worth = values(hand, draws), -1.0
        best: Hand = ()
        for kept in range(2 ** len(hand) - 1, -1, -1):
            thrown = tuple(card for place, card in enumerate(hand) if not kept >> place & 1)
            if thrown in found and found[thrown] > worth + 1e-9:
                best, worth = thrown, found[thrown]
        return best

    return discards


def one_deal(
    game: Game, kept: list[Hand], dead: Hand, draws: int, dice: random.Random, discards: Callable[[Hand, int], Hand]
) -> tuple[list[float], int]:
    """Play a deal card by card, as the engine deals; return the shares, and how often the deck ran out."""
    hands = [list(hand) for hand in kept]
    stub = [card for card in game.deck if card not in dead and all(card not in hand for hand in hands)]
    dice.shuffle(stub)
    ran_out = 0
    for hand in hands:
        while len(hand) < game.hand_cards:
            hand.append(stub.pop())
    for left in range(draws - 1, 0, -1):
        for hand in hands:
            thrown = discards(tuple(sorted(hand)), left)
            if len(stub) < len(thrown):
                held = {card for other in hands for card in other} | set(stub)  # with the discards of this exchange
                again = [card for card in game.deck if card not in held]
                dice.shuffle(again)
                stub = again + stub  # cards are dealt from the end
                ran_out += 1
            drawn = [stub.pop() for _ in thrown]
            hand[:] = [card for card in hand if card not in thrown] + drawn
    worth = [game.strength(tuple(hand), ()) or 0 for hand in hands]
    best = max(worth)
    return [(strength == best) / worth.count(best) for strength in worth], ran_out


@pytest.mark.parametrize(
    ("players", "cards", "draws", "runs_out"), [(2, 12, 2, False), (3, 14, 2, True), (2, 11, 3, True)]
)
def test_deals_played_card_by_card(players: int, cards: int, draws: int, runs_out: bool) -> None:
    game, dice = few_cards(cards, players), random.Random(players)
    mixed = dice.sample(game.deck, cards)
    kept = [tuple(mixed[4 * player : 4 * player + 4 - player]) for player in range(players)]
    dead = (mixed[-1],)
    found = equity(kept, dead=dead, game=game, draws=draws, trials=100_000)
    discards, deals = strategy(game), 4_000
    played = [one_deal(game, kept, dead, draws, dice, discards) for _ in range(deals)]
    assert sum(player.equity for player in found.players) == pytest.approx(1)
    for place, player in enumerate(found.players):
        shares = [deal[place] for deal, _ in played]
        mean = sum(shares) / deals
        error = (sum((share - mean) ** 2 for share in shares) ** 0.5 + 1) / deals
        assert abs(mean - player.equity) < 4 * (error + player.error)
    assert (sum(times for _, times in played) > deals / 4) == runs_out


def test_no_draw_to_come_is_a_showdown() -> None:
    made, better = "2s 3h 4c 7d 9d", "2d 3d 5s 6h 8c"
    found = equity([made, better], game=TRIPLE, draws=0)
    assert (found.exact, [player.equity for player in found.players]) == (True, [0, 1])
    assert equity([made, "random"], game=TRIPLE, draws=0).players[0].equity > 0.9


def test_one_draw_is_what_is_meant_without_a_number() -> None:
    hands = ["2s 3h 4c 7d", "2d 3d 5s 8c"]
    assert equity(hands, game=TRIPLE, draws=1) == equity(hands, game=TRIPLE)


def test_a_drawing_hand_gains_with_each_draw() -> None:
    values = [
        equity(["2s3h4c7d", "2d3d4h8c9c"], game=TRIPLE, draws=draws, trials=40_000).players[0].equity
        for draws in (1, 2, 3)
    ]
    assert values[0] + 0.05 < values[1] < values[2] - 0.05


def test_the_best_hand_is_never_broken() -> None:
    found = equity(["As 2d 3c 4h", "Ad 2c", "random"], game=BADUGI, draws=3, trials=2_000)
    assert found.players[0].win + found.players[0].tie == 1  # others can make the same in other suits
    assert found.players[0].win > 0.9


def test_the_same_on_any_number_of_threads() -> None:
    asked = {"game": BADUGI, "draws": 2, "trials": 40_000, "seed": 5}
    alone = equity(["As 2d 3c", "Kd Qc"], threads=1, **asked)  # type: ignore[arg-type]
    assert alone == equity(["As 2d 3c", "Kd Qc"], threads=3, **asked)  # type: ignore[arg-type]
    assert not alone.exact
    assert 0 < alone.players[0].error < 0.01


HILO_DRAW = replace(TRIPLE, name="odd", title="odd draw", orders=(HIGH, EIGHT_OR_BETTER))


@pytest.mark.parametrize(
    ("game", "options", "told"),
    [
        (BADUGI, {"draws": 4}, "draws must be from 0 to 3 in badugi, not 4"),
        (BADUGI, {"draws": -1}, "draws must be from 0 to 3 in badugi, not -1"),
        (BADUGI, {"draws": True}, "draws must be from 0 to 3 in badugi, not True"),
        (GAMES["single-draw"], {"draws": 2}, "draws must be from 0 to 1 in 2-7 single draw, not 2"),
        (GAMES["draw"], {"draws": 2}, "draws must be from 0 to 1 in five-card draw, not 2"),
        (GAMES["stud"], {"draws": 1}, "no cards are drawn in seven-card stud; leave out draws, or choose a draw game"),
        (None, {"draws": 1}, "no cards are drawn in hold'em; leave out draws, or choose a draw game"),
        (BADUGI, {"draws": 0}, "'As 2d 3c' has 3 cards: a player holds four in badugi after the last draw"),
        (BADUGI, {"draws": 2, "exact": True}, "exact=True cannot be combined with more than one draw"),
        (HILO_DRAW, {"draws": 2}, "odd draw is won by high and low; give 0 draws or 1"),
    ],
)
def test_draws_that_cannot_be(game: Game | None, options: dict[str, int], told: str) -> None:
    with pytest.raises(HandError) as error:
        equity(["As 2d 3c", "random"], game=game, **options)  # type: ignore[arg-type]
    assert str(error.value) == told


def test_players_for_whom_the_discards_are_too_few() -> None:
    assert equity(["random"] * 9, game=TRIPLE, draws=3, trials=100).trials == 100
    with pytest.raises(HandError) as error:
        equity(["random"] * 10, game=TRIPLE, draws=3)
    told = "10 players with several draws may need 55 cards, and 2-7 triple draw has 52: give 2 to 9 players"
    assert str(error.value) == told


def test_a_card_that_is_not_in_the_deck() -> None:
    game = few_cards(12, 1)
    with pytest.raises(HandError, match="Ks is not in the deck"):
        equity(["Ks", "random"], game=game, draws=2)


def test_the_command() -> None:
    def run(*more: str) -> str:
        return CliRunner().invoke(main, ["equity", "2s3h4c7d", "2d3d5s", "--game", "triple-draw", *more]).output

    record = json.loads(run("--draws", "3", "--trials", "2000", "--seed", "4", "--json"))
    found = equity(["2s3h4c7d", "2d3d5s"], game=TRIPLE, draws=3, trials=2_000, seed=4)
    assert [player["equity"] for player in record["players"]] == [player.equity for player in found.players]
    assert run("--draws", "1") == run()
    assert "--draws must be at most 3 in 2-7 triple draw, not 4" in run("--draws", "4")
    assert "--exact cannot be combined with --draws 2: several draws are dealt at random" in run(
        "--draws", "2", "--exact"
    )
    assert "--by cannot be combined with --draws" in run("--draws", "2", "--by", "hand")
    alone = CliRunner().invoke(main, ["equity", "AsAh", "KsKh", "--draws", "1"]).output
    assert "no cards are drawn in hold'em; leave out --draws, or choose a draw game" in alone
