"""The equity of each hand and after each card, and kinds of hands, against slow and obvious twins."""

from __future__ import annotations

import json
from array import array
from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from kicker import (
    Card,
    HandError,
    Range,
    RangeError,
    blockers,
    count_kinds,
    equity,
    equity_by_card,
    equity_by_hand,
    hand_kind,
    parse_cards,
)
from kicker.combos import COMBOS
from kicker.games import GAMES
from kicker.kinds import combo_kinds
from kicker.shares import HOLDEM, lottery, read_spot
from kicker.ui.cli import main

FLOP = "Js 7s 2c"
OURS, THEIRS = "AsKs, QQ:0.5, 76s", "JJ+, AKo:0.25, T9s"


def mean(hands: Any) -> float:
    assert sum(one.weight for one in hands) == pytest.approx(1)
    return float(sum(one.weight * one.equity for one in hands))


@pytest.mark.parametrize("board", ["", FLOP, "Js 7s 2c 2d", "Js 7s 2c 2d Th"])
def test_each_hand_is_what_it_is_alone(board: str) -> None:
    """Every hand of one side, asked by itself, and all of them together."""
    found = equity_by_hand([OURS, THEIRS], board)
    whole = equity([OURS, THEIRS], board)
    assert found.exact
    for hands, player in zip(found.players, whole.players, strict=True):
        assert mean(hands) == pytest.approx(player.equity, abs=1e-12)
    for one in found.players[0][::3]:
        alone = equity([list(one.hand), THEIRS], board, exact=True)
        assert one.equity == pytest.approx(alone.players[0].equity, abs=1e-12)


@pytest.mark.parametrize(
    ("game", "players", "board", "dead"),
    [
        ("holdem", [OURS, "QQ, JTs:0.5", "77"], "Js 7s 2c 2d", ""),
        ("short-deck", ["AhKh, 99:0.5", "TT+"], "6h 7h 8d", "As"),
        ("omaha", ["AsAhKsKh, JsJhTsTh:0.25", "QcJcTd9d, 9s8s7h6h"], "2c 7d 8d", ""),
        ("omaha-hilo", ["AsAh2s3h", "KcKd4c5c, 6c7d8c9s"], "2c 7d 8s", ""),
        ("stud-hilo", ["AsAh2s3h7c8c", "KcKd4c5cJhJd"], "", "9s"),
        ("draw", ["AsAhKd", "QcQd8c7c"], "", ""),
    ],
)
def test_every_hand_of_any_game_is_counted(game: str, players: list[str], board: str, dead: str) -> None:
    """Each hand has the equity that it has alone; together they have the equity of the range."""
    spot: Any = {"board": board, "dead": dead, "game": GAMES[game]}
    found = equity_by_hand(players, **spot)
    whole = equity(players, **spot, exact=True)
    assert (found.exact, found.text) == (True, whole.text)
    for seat, (hands, player) in enumerate(zip(found.players, whole.players, strict=True)):
        assert mean(hands) == pytest.approx(player.equity, abs=1e-12)
        for one in hands[::3]:
            alone = equity([*players[:seat], list(one.hand), *players[seat + 1 :]], **spot, exact=True)
            assert one.equity == pytest.approx(alone.players[seat].equity, abs=1e-12)
            assert one.error == 0


def test_an_exact_result_needs_hands() -> None:
    with pytest.raises(HandError, match="an exact result needs hands or ranges: 'random' in Omaha can only be sampled"):
        equity(["AsAhKsKh", "random"], FLOP, game=GAMES["omaha"], exact=True)
    assert not equity(["AsAhKsKh", "random"], FLOP, game=GAMES["omaha"], trials=1000).exact


def test_weights_of_hands_count_what_the_others_leave() -> None:
    """With one board everything can be counted by hand."""
    board = "Js 7s 2c 2d Th"
    ours, theirs = Range(OURS).without(board), Range(THEIRS).without(board)
    met = {tuple(a): w * sum(v for b, v in theirs if not {*a} & {*b}) for a, w in ours}
    total = sum(met.values())
    found = equity_by_hand([OURS, THEIRS], board).players[0]
    assert {one.hand: one.weight for one in found} == pytest.approx({h: m / total for h, m in met.items() if m})


@pytest.mark.parametrize(
    ("game", "players", "board", "dead"),
    [
        ("holdem", [OURS, THEIRS, "random"], FLOP, ""),
        ("holdem", ["AA, KK", "random"], "", "As"),
        ("short-deck", ["AKs, 66", "QQ+"], "Js 7s 9c", ""),
        ("omaha", ["AAxxds", "KQJTss"], FLOP, ""),
        ("omaha-hilo", ["AA2xds", "KQJTss", "random"], FLOP, ""),
    ],
)
def test_random_deals_agree(game: str, players: list[str], board: str, dead: str) -> None:
    found = equity_by_hand(players, board, dead, game=GAMES[game], trials=40_000, seed=3)
    whole = equity(players, board, dead, game=GAMES[game], trials=40_000, seed=4)
    assert not found.exact
    assert found.trials == 40_000
    for hands, player in zip(found.players, whole.players, strict=True):
        if hands:
            assert mean(hands) == pytest.approx(player.equity, abs=8 * player.error)
    assert found == equity_by_hand(players, board, dead, game=GAMES[game], trials=40_000, seed=3)


def test_random_deals_come_near_to_the_count() -> None:
    exact = {one.hand: one for one in equity_by_hand([OURS, THEIRS], FLOP).players[0]}
    for one in equity_by_hand([OURS, THEIRS], FLOP, trials=200_000).players[0]:
        assert abs(one.equity - exact[one.hand].equity) < 6 * one.error
        assert one.weight == pytest.approx(exact[one.hand].weight, abs=0.01)


def test_progress_can_end_it() -> None:
    class Enough(Exception):  # noqa: N818
        pass

    def stop(_: object) -> None:
        raise Enough

    with pytest.raises(Enough):
        equity_by_hand(["random", "random", "random"], seconds=60, progress=stop)


def test_the_next_card() -> None:
    found = equity_by_card(["AsKs", THEIRS], FLOP, dead="3s")
    assert len(found) == 52 - 3 - 1 - 2
    for card in parse_cards("4s Ac 2d"):
        assert found[card] == equity(["AsKs", THEIRS], [*parse_cards(FLOP), card], "3s")
    sampled = equity_by_card(["AKs, 66", "QQ+"], "Js 7s 9c", game=GAMES["short-deck"], trials=500)
    assert all(not result.exact for result in sampled.values())
    assert len(sampled) == 33


@pytest.mark.parametrize("board", ["", "As Kd", "2c 3d 4h 5s 9c"])
def test_there_is_no_next_card(board: str) -> None:
    with pytest.raises(HandError, match="three or four"):
        equity_by_card(["QQ", "JJ"], board)


def test_ranges_that_cannot_be_dealt_together() -> None:
    with pytest.raises(RangeError):
        equity_by_hand(["AsAh", "AsKs, AhKh"], FLOP)
    with pytest.raises(RangeError, match="same cards"):
        equity_by_hand(["AsKs, AhKs", "KsQs, KsTs"], FLOP)


@pytest.mark.parametrize("room", [1, 2, 3 * 14 - 1])
def test_the_kernel_refuses_too_little_room(room: int) -> None:
    """Twelve hands and two others: three places each."""
    drawn = lottery(read_spot(HOLDEM, ["QQ, KK", "AsAh, AsAd"], "", ""))
    with pytest.raises(ValueError, match="each has"):
        drawn.deal(0, 0, 10, array("q", bytes(8 * 8)), array("q", bytes(8 * room)))
    with pytest.raises(ValueError, match="shares has"):
        drawn.deal(0, 0, 10, array("q", bytes(8 * 7)), array("q", bytes(8 * 3 * 14)))


# --- kinds ---


@pytest.mark.parametrize(
    ("hand", "board", "made", "draws"),
    [
        ("QhQd", "Qs 7s 2c", "set", ()),
        ("QhJd", "Qs Qc 2c", "trips", ()),
        ("AhKd", "7s 7c 7d", "ace high", ()),
        ("QhKd", "Qs Kc 2c", "two pair", ()),
        ("QhQd", "Js 7s 2c", "overpair", ()),
        ("QhQd", "7s 7c 2c", "overpair", ()),
        ("JhAd", "Js 7s 2c", "top pair", ()),
        ("7hAd", "Js 7s 2c", "middle pair", ()),
        ("2hAd", "Js 7s 2c", "bottom pair", ()),
        ("9h9d", "Js 7s 2c", "pocket pair", ()),
        ("AhKd", "Js Jc 2c", "ace high", ()),
        ("KhQd", "Js Jc 2c", "no pair", ()),
        ("AsKs", "Js 7s 2c", "ace high", ("flush draw",)),
        ("Ts9s", "Js 8s 2c", "no pair", ("flush draw", "open-ended straight draw")),
        ("Th9d", "Js 7s 2c", "no pair", ("gutshot",)),
        ("Th9d", "Js 8s 7c", "straight", ()),
        ("Ah2d", "Ks Qs Js Ts", "straight", ()),
        ("2h3d", "Ks Qs Js Ts 9s", "no pair", ()),
        ("As3d", "Ks Qs Js Ts 9s", "straight flush", ()),
        ("2h3d", "Ks Qs Js Ts", "no pair", ()),
        ("AhAd", "As 7s 7c", "full house", ()),
    ],
)
def test_what_a_hand_is(hand: str, board: str, made: str, draws: tuple[str, ...]) -> None:
    assert hand_kind(hand, board) == (made, draws)


def test_what_a_hand_of_omaha_is() -> None:
    omaha = GAMES["omaha"]
    assert hand_kind("Qh9d4c4s", "Ks Jh 3c", game=omaha).draws == ("gutshot",)
    assert hand_kind("JhTd9c5s", "Qs 8h 2c", game=omaha).draws == ("wrap",)
    assert hand_kind("As2c3d4h", "Ks Qs 9s", game=omaha).draws == ()  # one spade is no flush draw with four cards
    assert hand_kind("As2s3d9h", "Ks Qs 9c", game=omaha) == ("bottom pair", ("flush draw",))


def slow_kind(hand: tuple[Card, ...], board: list[Card]) -> str:
    """A flush, a straight or less, said in another way."""
    cards = [*hand, *board]
    suits = Counter(card & 3 for card in cards)
    if max(suits.values()) >= 5:
        return "flush"
    ranks = {card.rank for card in cards} | ({1} if any(card.rank == 14 for card in cards) else set())
    if any({*range(low, low + 5)} <= ranks for low in range(1, 11)):
        return "straight"
    return "less"


def test_kinds_of_all_hands() -> None:
    board = parse_cards("Js 9s 8c 2s")
    deck = [Card(number) for number in range(52) if Card(number) not in board]
    seen: Counter[str] = Counter()
    draws = 0
    for hand in combinations(deck, 2):
        kind = hand_kind(hand, board)
        slow = slow_kind(hand, board)
        assert (kind.made in ("flush", "straight flush")) == (slow == "flush")
        assert (kind.made == "straight") == (slow == "straight")
        spades = sum(card & 3 == 3 for card in hand)
        drawing = "flush draw" in kind.draws
        assert drawing == (spades == 1 and slow != "flush"), hand
        draws += drawing
        seen[kind.made] += 1
    counts = count_kinds("random", board)
    assert counts.made == pytest.approx({name: number / 1128 for name, number in seen.items()})
    assert counts.draws["flush draw"] == pytest.approx(draws / 1128)
    assert counts.exact


def test_weights_count_in_kinds() -> None:
    counts = count_kinds("QQ:0.5, AKs", "Qs 7h 2c")
    assert counts.made == pytest.approx({"set": 1.5 / 5.5, "ace high": 4 / 5.5})
    assert not count_kinds("random", FLOP, game=GAMES["omaha"]).exact


def test_blockers() -> None:
    found = {one.card: one for one in blockers("QQ, AKs", "Qs 7h 2c")}
    assert len(found) == 49
    assert found[Card("Qh")].share == pytest.approx(2 / 7)
    assert found[Card("Qh")].made == pytest.approx({"set": 2 / 3, "ace high": 0})
    assert found[Card("As")].made == pytest.approx({"set": 0, "ace high": 1 / 4})
    assert found[Card("3s")].share == 0
    before = {one.card: one.share for one in blockers("QQ, AKs")}
    assert before[Card("Qs")] == pytest.approx(3 / 10)
    assert sum(before.values()) == pytest.approx(2)


def test_kinds_need_a_board() -> None:
    with pytest.raises(HandError, match="three to five"):
        count_kinds("QQ", "As Kd")
    with pytest.raises(HandError, match="share a card"):
        hand_kind("AsKs", "As 2d 3c")
    with pytest.raises(RangeError, match="no hand of"):
        count_kinds("AsKs", "As 2d 3c, 4d")


# --- at the command line ---


def run(*arguments: str) -> Any:
    answer = CliRunner().invoke(main, [*arguments, "--json"])
    assert answer.exit_code == 0, answer.output
    return json.loads(answer.output)


def test_the_commands_say_the_same() -> None:
    by_hand = run("equity", OURS, THEIRS, "--board", FLOP, "--by", "hand")
    expected = equity_by_hand([OURS, THEIRS], FLOP)
    assert [row["equity"] for row in by_hand["players"][1]] == [one.equity for one in expected.players[1]]
    by_card = run("equity", "AsKs", THEIRS, "--board", FLOP, "--by", "card")
    assert by_card["cards"]["4s"] == [p.equity for p in equity_by_card(["AsKs", THEIRS], FLOP)[Card("4s")].players]
    kinds = run("range", THEIRS, "--board", FLOP)
    assert kinds["made"] == count_kinds(THEIRS, FLOP).made
    blocked = run("range", "AAxxds", "--board", FLOP, "--game", "omaha", "--blockers")
    assert blocked["cards"]["As"]["share"] == blockers("AAxxds", FLOP, game=GAMES["omaha"])[0].share


def test_the_commands_in_words(kicker: Any) -> None:
    words = kicker("range", THEIRS, "--board", FLOP, "--blockers").stdout.decode()
    assert "% of " in words
    assert b"--by cannot be combined with --exact" in kicker("equity", "QQ", "JJ", "--by", "hand", "--exact").stderr


@pytest.mark.parametrize("deck", [52, 36])
def test_kinds_of_all_combinations_at_once(deck: int) -> None:
    game = next(game for game in GAMES.values() if game.hand_cards == 2 and len(game.deck) == deck)
    dice = Random(deck)
    for count in (3, 4, 5):
        board = dice.sample(game.deck, count)
        kinds = combo_kinds(board, game=game)
        for place in dice.sample(range(1326), 60):
            blocked = not set(COMBOS[place]) <= {*game.deck} - {*board}
            assert kinds[place] == (None if blocked else hand_kind(COMBOS[place], board, game=game))
