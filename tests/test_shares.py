"""Equity in games other than hold'em, against plain loops over all deals, and refused questions."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from itertools import combinations, permutations
from math import comb
from typing import Any

import numpy
import pytest
from click.testing import CliRunner

from kicker.cards import DECK, Card, parse_cards
from kicker.errors import HandError, KickerError, RangeError
from kicker.games import GAMES, Game, usual
from kicker.hand_ranges import HandCards, read_hands
from kicker.odds import Equity, equity
from kicker.omaha_order import TABLES, all_suits, hand_classes, omaha_order, sampled
from kicker.orders import ORDERS
from kicker.shares import read_seat
from kicker.ui.cli import main
from kicker.ui.common.chances import chance_words
from kicker.ui.web.study.explore import range_facts

OMAHA, HILO, SHORT, STUD, RAZZ = (GAMES[name] for name in ("omaha", "omaha-hilo", "short-deck", "stud", "razz"))


def split(game: Any, hands: list[list[Card]], board: list[Card]) -> list[float]:
    """The shares of a pot: half for the best low, if there is one."""
    shares = [0.0] * len(hands)
    worth = [[order.best(tuple(hand), tuple(board), game.hand_plays) or 0 for hand in hands] for order in game.orders]
    counted = [strengths for strengths in worth if max(strengths)]
    for strengths in counted:
        best = max(strengths)
        for place, strength in enumerate(strengths):
            if strength == best:
                shares[place] += 1 / len(counted) / strengths.count(best)
    return shares


def all_boards(game: Any, hands: list[list[Card]], board: list[Card], dead: list[Card]) -> list[float]:
    known = [*board, *dead, *(card for hand in hands for card in hand)]
    left = [card for card in game.deck if card not in known]
    found = [split(game, hands, [*board, *more]) for more in combinations(left, game.board_cards - len(board))]
    return [sum(shares) / len(found) for shares in zip(*found, strict=True)]


@pytest.mark.parametrize("name", ["omaha", "omaha-5", "omaha-6", "omaha-hilo", "omaha-5-hilo", "short-deck"])
def test_all_boards_are_counted(name: str) -> None:
    game, dice = GAMES[name], random.Random(name)
    for players, shown in [(2, 4), (3, 4), (2, 5), (6, 4), (2, 3)]:
        # Three suits for two players, so that flushes are not rare.
        deck = game.deck if players > 2 else [card for card in game.deck if card.suit != "c"]
        cards = dice.sample(deck, players * game.hand_cards + shown + 2)
        hands = [cards[place * game.hand_cards :][: game.hand_cards] for place in range(players)]
        rest = cards[players * game.hand_cards :]
        board, dead = rest[:shown], rest[shown:]
        if shown == 3:
            dead += [card for card in game.deck if card not in cards][:18]
        found = equity(hands, board, dead, game=game)
        assert found.exact
        assert [player.equity for player in found.players] == pytest.approx(all_boards(game, hands, board, dead))


def test_omaha_before_the_flop() -> None:
    """Two known match-ups, counted by other programs as well: aces double-suited, and a hand against its twin."""
    found = equity(["AsAhKsKh", "QcJcTd9d"], game=OMAHA)
    assert (found.exact, found.trials) == (True, 1_086_008)
    assert round(found.players[0].equity, 6) == 0.616277
    twins = equity(["AsKsQsJs", "AhKhQhJh"], game=OMAHA)
    assert twins.players[0].equity == twins.players[1].equity == 0.5


@pytest.mark.parametrize("name", ["stud", "stud-hilo", "razz", "draw", "single-draw", "badugi"])
def test_missing_cards_are_dealt(name: str) -> None:
    game, dice = GAMES[name], random.Random(name)
    cards = dice.sample(game.deck, 2 * game.hand_cards)
    hands = [cards[: game.hand_cards - 1], cards[game.hand_cards : -1]]
    dead = [card for card in game.deck if card not in cards][:30]
    left = [card for card in game.deck if card not in {*hands[0], *hands[1], *dead}]
    deals = [[[*hands[0], one], [*hands[1], two]] for one in left for two in left if one != two]
    shares = [split(game, deal, []) for deal in deals]
    found = equity(hands, (), dead, game=game)
    assert found.exact
    assert found.trials == len(deals)
    assert found.players[0].equity == pytest.approx(sum(share for share, _ in shares) / len(shares))


def test_random_deals_come_near_and_are_the_same_on_any_number_of_threads() -> None:
    exact = equity(["AsAhKsKh", "8c7d6c5d"], board="9c Td 2c", game=HILO)
    sampled = equity(["AsAhKsKh", "8c7d6c5d"], board="9c Td 2c", game=HILO, trials=40_000, seed=3)
    assert not sampled.exact
    for one, two in zip(exact.players, sampled.players, strict=True):
        assert abs(one.equity - two.equity) < 5 * two.error
    again = equity(["AsAhKsKh", "8c7d6c5d"], board="9c Td 2c", game=HILO, trials=40_000, seed=3, threads=3)
    assert again == sampled


def test_ranges_are_weighted() -> None:
    board = "Qs 7h 2c 2d 3h"
    whole = equity(["AsAhKsKh", "QhQd9c8c"], board, game=OMAHA).players[0].equity
    other = equity(["AsAhKsKh", "JhJd9c8c"], board, game=OMAHA).players[0].equity
    mixed = equity(["AsAhKsKh", "QhQd9c8c, JhJd9c8c:0.25"], board, game=OMAHA).players[0].equity
    assert mixed == pytest.approx((whole + other / 4) / 1.25)
    assert equity(["QQ+", "AKs"], "6s 7h 8c 9d", game=SHORT).exact
    assert sum(
        player.equity for player in equity(["AAxx", "random", "KKxxds"], game=OMAHA, trials=2000).players
    ) == pytest.approx(1)


def test_an_exact_count_tells_how_far_it_is_and_can_be_left() -> None:
    seen: list[Equity] = []

    def leave(so_far: Equity) -> None:
        seen.append(so_far)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        equity(["As Ah 2c 3d", "Ks Kh 5d 9c"], game=STUD, exact=True, progress=leave)
    assert [so_far.method for so_far in seen] == ["counting"]


@pytest.mark.parametrize(
    ("name", "players", "options", "message"),
    [
        ("omaha", ["AsAhKs", "random"], {}, "'As Ah Ks' has 3 cards: a player holds four in Omaha"),
        ("omaha", ["AsAhKsKhQd", "random"], {}, "'As Ah Ks Kh Qd' has 5 cards: a player holds four in Omaha"),
        ("omaha", ["AAx", "random"], {}, "'AAx' has 3 cards: write 4, as in AAxx"),
        ("omaha", ["AAyx", "random"], {}, "cannot read 'AAyx': write hands like AAxx"),
        ("omaha", ["AAxx"], {}, "give 2 to 10 players in Omaha, not 1"),
        ("omaha", ["random"] * 11, {}, "give 2 to 10 players in Omaha, not 11: a table has 10 seats"),
        ("badugi", ["random"] * 11, {}, "give 2 to 10 players in badugi, not 11: a table has 10 seats"),
        (
            "omaha-6",
            ["random"] * 8,
            {},
            "give 2 to 7 players in six-card Omaha, not 8: 8 hands and the board need 53 cards, and the deck has 52",
        ),
        (
            "draw",
            ["random"] * 11,
            {},
            "give 2 to 10 players in five-card draw, not 11: 11 hands need 55 cards, and the deck has 52",
        ),
        ("omaha", ["AsAhKsKh", "AsQdJdTd"], {}, "As is in two places"),
        ("omaha", ["AsAhKsKh", "random"], {"board": "2c 3c 4c 5c 6c 7c"}, "has 6 cards: Omaha has at most 5"),
        ("omaha", ["A[9-Z]xx", "random"], {}, "cannot read '[9-z]' in 'A[9-Z]xx'"),
        ("omaha", ["AAAAA%", "random"], {}, "cannot read 'AAAAA%'"),
        ("omaha", ["20%-10%", "random"], {}, "a percentage is from 0% to 100%, the smaller first: '20%-10%'"),
        ("omaha", ["AAxx:3%5", "random"], {}, "cannot read 'AAxx:3%5'"),
        ("short-deck", ["AsAh", "5s5h"], {}, "5s is not in the deck: short-deck hold'em has 36 cards, 6 to A"),
        ("short-deck", ["55", "random"], {}, "the range '55' is empty"),
        ("draw", ["AsAh", "random"], {"board": "2c"}, "the board '2c' has 1 card: five-card draw has none"),
        ("stud", ["AsAh", "random"], {"board": "2c 3c"}, "'2c 3c' has 2 cards: seven-card stud has at most 1"),
        ("stud", ["QQ+", "random"], {}, "'QQ+' is not a hand of seven-card stud: write the cards that are known"),
        (
            "stud",
            ["random"] * 9,
            {},
            "not 9: 9 hands need 55 cards even with a common last card, and the deck has 52",
        ),
        (
            "stud",
            ["2c3c4c5c6c7c8c", *["random"] * 7],
            {},
            "2c3c4c5c6c7c8c has 7 cards: a player holds at most six in seven-card stud when the last card is common",
        ),
        ("stud", ["random"] * 8, {"dead": "2c 3c 4c 5c"}, "4 dead cards leave too few for 8 players"),
    ],
)
def test_what_is_wrong_is_told(name: str, players: list[str], options: dict[str, str], message: str) -> None:
    with pytest.raises(KickerError) as caught:
        equity(players, game=GAMES[name], **options)  # type: ignore[arg-type]
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


# --- ranges ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "size", "count"),
    [
        ("AAxx", 4, 6 * 1128 + 4 * 48 + 1),
        ("AAKK", 4, 36),
        ("AAKKds", 4, 6),
        ("AAKKss", 4, 24),
        ("AAKKr", 4, 6),
        ("KQJTss", 4, 4 * 3 * 12 + 4 * 12 + 4),
        ("KQJTr", 4, 24),
        ("A[K-T]QQ", 4, 4 * (4 + 4 + 4) * 6 + 4 * 4),
        ("AsKsxx", 4, 1225),
        ("AsKsQhJh", 4, 1),
        ("AAxx, !AAAx", 4, 6 * 1128),
        ("AAds, !AAxxds", 4, 0),
        ("AAxxds, !AAds", 4, 0),
        ("KQJss, !KQJxxss", 5, 0),
        ("AAAAx", 5, 48),
    ],
)
def test_hands_of_a_range(text: str, size: int, count: int) -> None:
    found = read_hands(text, size)
    assert len(found) == count
    assert all(len(set(hand)) == size and list(hand) == sorted(hand) for hand in found)


def test_suits_of_a_range_part_all_hands() -> None:
    every = read_hands("A[K-T]9x", 4)
    parts = [read_hands(f"A[K-T]9x{suits}", 4) for suits in ("ds", "ss", "r")]
    assert sum(map(len, parts)) == len(every)
    assert {**parts[0], **parts[1], **parts[2]} == every


def same_but_for_suits(hand: HandCards) -> set[HandCards]:
    """The slow twin of `all_suits`."""
    return {tuple(sorted(card & ~3 | suits[card & 3] for card in hand)) for suits in permutations(range(4))}


@pytest.mark.parametrize("size", [4, 5, pytest.param(6, marks=pytest.mark.long)])
def test_classes_part_all_hands(size: int) -> None:
    hands, sizes = hand_classes(size)
    assert (len(hands), sizes.sum()) == ({4: 16_432, 5: 134_459, 6: 962_988}[size], comb(52, size))
    for place in random.Random(size).sample(range(len(hands)), 300):
        rows = list(map(tuple, all_suits(hands[place : place + 1]).tolist()))
        assert len(rows) == sizes[place]
        assert set(rows) == same_but_for_suits(tuple(hands[place].tolist()))
    assert len({min(same_but_for_suits(tuple(row))) for row in hands[::97].tolist()}) == len(hands[::97])


OMAHAS = [game for game in GAMES.values() if game.percentages]


def test_every_omaha_has_a_table_of_its_own() -> None:
    assert {game.percentages for game in OMAHAS} == TABLES.keys()
    assert len(OMAHAS) == len(TABLES)
    for game in OMAHAS:
        assert (game.hand_cards, game.splits) == TABLES[game.percentages][:2]


@pytest.mark.parametrize("game", OMAHAS, ids=lambda game: game.name)
def test_the_order_is_that_of_equity(game: Game) -> None:
    """Equities are those of random deals, within four standard errors of both."""
    order = omaha_order(game.percentages)
    assert (numpy.diff(order.equities) <= 0).all()
    assert numpy.average(order.equities, weights=order.sizes) == pytest.approx(0.5, abs=0.002)
    for place in random.Random(game.name).sample(range(len(order.hands)), 5):
        hand = [Card(card) for card in order.hands[place].tolist()]
        found = equity([hand, "random"], game=game, trials=40_000).players[0]
        assert order.equities[place] == pytest.approx(found.equity, abs=4 * (found.error + 0.0023))


@pytest.mark.parametrize("name", ["omaha-5", "omaha-5-hilo"])
def test_the_order_is_made_by_comparing_hands_on_boards(name: str) -> None:
    """The maker's deals, a few of them, give what the game's own equity gives."""
    game = GAMES[name]
    hands = numpy.array([parse_cards("4c Tc Kc Kd 2h"), parse_cards("2c 2d 2h 2s 7c")], dtype=numpy.uint8)
    hands.sort(axis=1)
    equities, met = sampled(hands, 4_000, splits=game.splits)
    for row, made, count in zip(hands, equities, met, strict=True):
        found = equity([[Card(card) for card in row.tolist()], "random"], game=game, trials=40_000)
        assert made == pytest.approx(found.players[0].equity, abs=0.04)
        assert 2.3 < count / 4_000 < 2.9  # opponents that share no card with the hand, on boards that do not either


def test_the_low_counts_in_an_order_of_high_and_low() -> None:
    """Wheel cards are worth more with a low, kings less."""
    places = {}
    for name in ("omaha4", "omaha4-hilo"):
        rows = [frozenset(row) for row in omaha_order(name).hands.tolist()]
        for text in ("As2sAd3d", "KsKhQsQh"):
            wanted = min(same_but_for_suits(tuple(map(int, parse_cards(text)))))
            places[name, text] = next(
                place for place, row in enumerate(rows) if min(same_but_for_suits(tuple(row))) == wanted
            )
    assert places["omaha4-hilo", "As2sAd3d"] < 10
    assert places["omaha4", "As2sAd3d"] > 100
    assert places["omaha4", "KsKhQsQh"] < places["omaha4-hilo", "KsKhQsQh"]


@pytest.mark.parametrize(("size", "best"), [(4, "AsAhTsTh"), (5, "AsAhTsTh9c"), (6, "")])
def test_percentages_have_the_best_hands(size: int, best: str) -> None:
    wide, narrow, every = (0.4, 0.1, comb(52, size)) if size == 6 else (10, 5, comb(52, size))

    def read(text: str) -> dict[HandCards, float]:
        return read_hands(text, size, percentages=f"omaha{size}")

    ten, five = read(f"{wide}%"), read(f"top {narrow}%")
    assert len(ten) == pytest.approx(wide / 100 * every, abs=24)
    assert set(five) < set(ten)
    assert set(read(f"{narrow}%-{wide}%")) == set(ten) - set(five)
    assert not best or tuple(sorted(map(int, parse_cards(best)))) in five
    assert set(read(f"{wide}%, !{narrow}%")) == set(ten) - set(five)
    assert set(read("0.01%@50").values()) == {0.5}
    if size == 4:
        assert len(read("100%")) == every
    for hand in random.Random(size).sample(sorted(ten), 20):
        assert same_but_for_suits(hand) <= ten.keys()
        assert list(hand) == sorted(hand)


@pytest.mark.parametrize(
    ("text", "size", "told"),
    [
        ("30%", 6, "'30%' is more than 3,100,000 hands of 6 cards: take 15% of them or fewer"),
        ("20%-10%", 5, "a percentage is from 0% to 100%, the smaller first: '20%-10%'"),
        ("top 101%", 5, "a percentage is from 0% to 100%, the smaller first: 'top101%'"),
    ],
)
def test_percentages_that_cannot_be(text: str, size: int, told: str) -> None:
    with pytest.raises(RangeError) as error:
        read_hands(text, size, percentages=f"omaha{size}")
    assert str(error.value) == told


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ("", "the game has no order of hands for percentages: write '15%' as hands"),
        ("omaha5", "the table 'omaha5' has hands of 5 cards, not of 4"),
        ("omaha4-hi", "unknown table of percentages 'omaha4-hi' (did you mean omaha4-hilo?); choose from omaha4, "),
    ],
)
def test_a_table_that_is_not_that_of_the_game(table: str, told: str) -> None:
    with pytest.raises(KickerError) as error:
        equity(["15%", "random"], game=replace(OMAHA, percentages=table))
    assert str(error.value).startswith(told)


def test_percentages_of_a_game_go_by_its_own_order() -> None:
    """In the hi-lo game the range of a percentage is another one, wherever it is read."""
    double_suited_wheel, kings = "As2sAd3d", "KsKhQsQh"
    for name, inside, outside in (("omaha", kings, "2s3s4d5d"), ("omaha-hilo", double_suited_wheel, kings)):
        game = GAMES[name]
        seat = read_seat(game, "top 2%")
        held = {frozenset(hand) for hand in seat.hands}
        assert frozenset(map(int, parse_cards(inside))) in held
        assert frozenset(map(int, parse_cards(outside))) not in held
        assert json.loads(run("range", "top 2%", "--game", name, "--json"))["hands"] == len(seat.hands)
        shown = range_facts("top 2%", game)
        examples = [frozenset(map(int, parse_cards(" ".join(cards)))) for cards in shown["examples"]]
        assert shown["hands"] == len(seat.hands)
        assert held.issuperset(examples)


def test_a_percentage_of_fewer_cards_needs_the_whole_deck() -> None:
    with pytest.raises(RangeError, match="percentages need a deck of 52 cards: write '15%' as hands"):
        read_hands("15%", 4, GAMES["short-deck"].deck, "omaha4")


def test_five_cards_of_a_percentage_are_favourites() -> None:
    found = equity(["top 1%", "random"], game=GAMES["omaha-5"], trials=5_000)
    assert found.players[0].equity > 0.6
    assert found.players[0].name == "top 1%"


# --- commands --------------------------------------------------------------------------------------------------------


def run(*arguments: str) -> str:
    result = CliRunner().invoke(main, list(arguments))
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_command_knows_games() -> None:
    told = run("equity", "--game", "omaha", "AsAhKsKh", "QcJcTd9d")
    assert "61.6277%" in told
    assert told.endswith("exact, all 1,086,008 boards\n")
    record = json.loads(run("equity", "--game", "badugi", "As2h3c", "4sKh5d7c", "--json"))
    assert (record["exact"], record["players"][0]["equity"]) == (True, 0.2)
    wrong = CliRunner().invoke(main, ["equity", "--game", "omahaa", "AsAhKsKh", "random"])
    assert wrong.exit_code != 0
    assert "did you mean omaha" in str(wrong.output) + str(wrong.exception)


def test_rank_in_orders_and_games() -> None:
    told = run("rank", "8c 6d 4h 3s Ac Kd Kh", "--order", "ace-to-five")
    assert "8-6-4-3-A low" in told
    assert "strength  6147 of 6175" in told
    told = run("rank", "As 2s Kd Kh", "--board", "Ks 8d 7d 4c 4h", "--game", "omaha-hilo", "--explain")
    assert "full house, kings over fours" in told
    assert "8-7-4-2-A low" in told
    assert "Kd Kh of the hole cards and Ks 4c 4h of the board" in told
    assert "full house       yes  three kings and two fours" in told
    record = json.loads(run("rank", "Ts 9s Kd Kh", "--board", "Ks 8d 7d 4c 4h", "--order", "eight-or-better", "--json"))
    assert record["strength"] is None
    assert record["description"] == "no eight-or-better low"
    assert "Kh shares its suit with Ah" in run("rank", "4c 3d Ah Kh", "--game", "badugi", "--explain")
    for wrong in (["--order", "high", "--game", "razz"], ["--order", "razz"], ["--order", "badugi", "--scores"]):
        assert CliRunner().invoke(main, ["rank", "4c 3d Ah Kh", *wrong]).exit_code != 0


@pytest.mark.parametrize(
    "arguments", [["AsKsQsJsTs"], ["AsKs", "--board", "TsJs2c"], ["AsKsQsJs2d", "--board", "TsJs2c"]]
)
def test_a_hand_of_another_game_is_no_hand_of_omaha(arguments: list[str]) -> None:
    result = CliRunner().invoke(main, ["rank", *arguments, "--game", "omaha"])
    assert result.exit_code != 0
    assert "is not a hand of Omaha: give 4 hole cards and --board CARDS" in str(result.output) + str(result.exception)


def test_a_hand_of_too_many_cards_is_not_ranked_as_the_board_alone() -> None:
    board = parse_cards("2c 3d 4h 5s 7c")
    for order in ORDERS.values():
        with pytest.raises(HandError):
            order.best(parse_cards("6c 6d 6h 6s 8c 8d 8h 8s"), board)


@pytest.mark.parametrize("name", GAMES)
def test_screens_say_the_share_of_the_pot_in_every_game(name: str) -> None:
    rules = usual(GAMES[name])
    seats = rules.most_seats
    deck = random.Random(name).sample(rules.game.deck, len(rules.game.deck))
    state, _ = rules.start(deck, [100] * seats, 0)
    told = {}
    while not state.over:
        if state.step not in told:  # once on every street, and before every draw
            words = chance_words(state.view(state.to_act), str, "seed")
            assert 0 <= int(re.findall(r"about (\d+)%", words)[0]) <= 100
            told[state.step] = words.rpartition(" ")[2]
        state, _ = state.apply(state.options.passive)
    assert set(told.values()) == ({"hands", "hand"} if rules.game.exchanges else {"hands"})


def test_the_best_draw() -> None:
    record = json.loads(run("discard", "As 2d 3c Ah", "--game", "badugi", "--max-draw", "1", "--json"))
    assert record["choices"][0]["discards"] in (["Ah"], ["As"])  # the ace of either suit
    told = run("discard", "2s 3h 4c 7d Kd", "--game", "single-draw", "--against", "2d 3d 5s 8c")
    assert "K-7-4-3-2 low" in told
    assert told.splitlines()[2].split()[0] == "Kd"
    again = equity(["2s 3h 4c 7d", "2d 3d 5s 8c"], dead="Kd", game=GAMES["single-draw"])
    assert f"{again.players[0].equity:.3%}" in told
    for wrong in (["--game", "omaha"], ["--game", "badugi"], ["--against", "2c"]):
        assert CliRunner().invoke(main, ["discard", "4C 9S 4H 3D 2D", *wrong]).exit_code != 0


def test_every_game_of_the_catalogue_has_equity() -> None:
    for game in GAMES.values():
        found = equity(["random", "random"], game=game, trials=500)
        assert sum(player.equity for player in found.players) == pytest.approx(1)
        assert len(DECK) >= len(game.deck)


def test_ranges_that_take_too_long_to_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hands that are looked at count like those that are listed, and a signal ends the reading."""
    with pytest.raises(RangeError, match="lists more than 3,100,000 hands"):
        read_hands("[A-2]s[A-2]h[A-2]d[A-2]cxx", 6)
    monkeypatch.setattr("kicker.hand_ranges.MOST_HANDS", 80_000)
    with pytest.raises(RangeError, match="lists more than 80,000 hands"):
        read_hands("AxxKds, " * 10, 4)

    def signalled() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("kicker.stopping.check", signalled)
    with pytest.raises(KeyboardInterrupt):
        read_hands("AAxx", 4)
