"""Spots, bet sizes and trees of the solver: their meaning, their size, and refused ones."""

import json
from typing import Any

import pytest

from kicker import Card, KickerError, Range
from kicker.solver import Lock, Request, Spot, read_sizes
from kicker.solver.locks import check_line
from kicker.solver.sizes import Betting
from tests.solver_spots import narrow_river, spots

NOW = Betting(pot=180, prev=0, most=910, streets=3, bets=0)


@pytest.mark.parametrize(("text", "chips"), [
    ("52%", 94), ("2.5%", 5), ("100c", 100), ("a", 910), ("1e", 910), ("e", 111), ("2e", 210), ("2e75%", 135),
])  # fmt: skip
def test_bets(text: str, chips: int) -> None:
    (size,) = read_sizes(text)
    assert size.chips(NOW) == chips
    assert read_sizes(str(size)) == (size,)


@pytest.mark.parametrize(("text", "chips"), [("45%", 320), ("2.5x", 315), ("100c", 226), ("a", 910), ("1e", 910)])
def test_raises(text: str, chips: int) -> None:
    """After a bet of 126 into 180: the pot after a call is 432."""
    assert read_sizes(text)[0].chips(Betting(pot=432, prev=126, most=910, streets=1, bets=1)) == chips


@pytest.mark.parametrize(
    "text", ["52", "x", "2.5", "-5%", "0%", "0c", "1x", "0e", "e0%", "1.5c", "e75", "52%%", "nan%"]
)
def test_what_is_not_a_size(text: str) -> None:
    with pytest.raises(KickerError) as error:
        read_sizes(text, "river_bet")
    assert error.value.code == "size"
    assert "river_bet" in str(error.value)


def test_sizes_of_both_players_in_one_text() -> None:
    spot = narrow_river(river_bet="60% | 50%, a")
    assert spot.river_bet == ("60%", "50%, a")
    assert spot == narrow_river(river_bet=["60%", "50%, a"])
    with pytest.raises(
        KickerError, match="river_bet must be text like '52%, a', or one text for each player, not 3 items"
    ):
        narrow_river(river_bet="60% | 50% | 40%")


def test_a_bet_is_not_a_multiple_of_a_bet() -> None:
    with pytest.raises(KickerError, match=r"2\.5x multiplies a bet"):
        narrow_river(river_bet="2.5x")


@pytest.mark.parametrize("name", spots())
def test_trees_are_as_large_as_those_of_another_program(name: str) -> None:
    tree = Spot.from_dict(spots()[name]["config"]).tree()
    assert tree.nodes == spots()[name]["nodes"]
    assert [len(hands) for hands in tree.boards.levels[0][0].hands] == spots()[name]["hands"]
    names = [str(action) for action in tree.root.actions]
    assert names == [read_action(text) for text in spots()[name]["root"]["actions"]]


def read_action(text: str) -> str:
    """`Bet(126)` as kicker writes it."""
    return text.replace("(", " ").replace(")", "").replace("AllIn", "all in").lower()


def test_tables_of_16_bits_take_half_the_memory() -> None:
    tree = Spot.from_dict(spots()["flop_fast"]["config"]).tree()
    assert 0.4e9 < tree.memory(16) < 0.55e9
    assert 1.8 < tree.memory(32) / tree.memory(16) < 2


def test_a_tree_can_be_walked() -> None:
    tree = narrow_river().tree()
    walked = list(tree.walk())
    assert len(walked) == tree.nodes == 33
    for line, node in walked:
        here = tree.root
        for action in line:
            here = here.child(action)
        assert here is node
        assert node.matched <= 900
    assert tree.root.child("bet").child("raise to 300").player == 0
    assert tree.root.child("all-in") is tree.root.child("all in 900") is tree.root.child("bet 900")
    assert tree.text(1).splitlines()[0] == "0 to act, pot 200: check, bet 60% (120), all in (900)"
    with pytest.raises(
        KickerError, match=r"'bet 7' is not possible here; choose from check, bet 60% \(120\), all in \(900\)"
    ):
        tree.root.child("bet 7")
    with pytest.raises(KickerError, match="nobody acts here"):
        tree.root.child("all in").child("fold").child("check")


def test_sizes_are_said_in_percent_and_multiples() -> None:
    root = narrow_river().tree().root
    assert root.sizes == ("check", "bet 60%", "all in")
    assert root.child("bet").sizes == ("fold", "call", "raise 2.5x")
    assert root.words[-1] == "all in (900)"
    for text in ("bet 120", "bet 60%", "bet 60% (120)"):
        assert root.child(text) is root.child("bet")
    assert root.child("bet").child("raise 2.5x") is root.child("bet").child("raise to 300")
    close = narrow_river(river_bet="120c, 121c").tree().root
    assert close.sizes == close.words == ("check", "bet 120", "bet 121")  # both are 60%


def actions(**changes: Any) -> list[str]:
    return [str(action) for action in narrow_river(**changes).tree().root.actions]


def test_thresholds() -> None:
    assert actions(river_bet="60%,66%,100%", merging=0.1) == ["check", "bet 132", "bet 200"]
    assert actions(river_bet="60%,66%,100%") == ["check", "bet 120", "bet 132", "bet 200"]
    assert actions(river_bet="60%", add_allin=4.5) == ["check", "bet 120", "all in 900"]
    assert actions(river_bet="60%", add_allin=4.4) == ["check", "bet 120"]
    assert actions(river_bet="400%", force_allin=0.06) == ["check", "all in 900"]
    assert actions(river_bet="400%", force_allin=0.05) == ["check", "bet 800"]
    assert actions(river_bet="2000%,1c") == ["check", "bet 1", "all in 900"]
    assert actions(river_bet="") == ["check"]
    assert actions(river_bet=["50%", "60%"]) == ["check", "bet 100"]


def test_raises_have_a_cap() -> None:
    sizes = {"river_bet": "10%", "river_raise": "2x"}
    capped = narrow_river(**sizes, raise_cap=1).tree().root.child("bet 20").child("raise 40")
    assert [str(action) for action in capped.actions] == ["fold", "call"]
    assert narrow_river(**sizes, raise_cap=0).tree().root.child("bet 20").actions == capped.actions
    assert len(narrow_river(**sizes).tree().root.child("bet 20").child("raise 40").actions) == 3


def test_after_a_call_player_0_may_have_other_sizes() -> None:
    config = spots()["turn_fast"]["config"]
    for donk, wanted in ((None, ["check", "bet 265"]), ("", ["check"]), ("10%", ["check", "bet 38"])):
        tree = Spot.from_dict(config | {"river_donk": donk}).tree()
        called = tree.root.child("check").child("bet 99").child("call").children[0]
        assert [str(action) for action in called.actions] == wanted
        checked = tree.root.child("check").child("check").children[0]
        assert [str(action) for action in checked.actions] == ["check", "bet 126"]


def test_a_line_of_numbers() -> None:
    """Numbers and cards with spaces or commas between them say the same as actions."""
    tree = Spot.from_dict(spots()["turn_fast"]["config"]).tree()
    said = check_line(tree, "check, bet 99, call, 5d, check")
    assert said == check_line(tree, "0 1 1 5d 0") == check_line(tree, " 0, 1 1;5d, check")
    assert Lock("0 1 1 5d", "always check").line == ("0", "1", "1", Card("5d"))
    with pytest.raises(KickerError, match="'0 x' is not possible here"):
        check_line(tree, "0 x")


def test_spots_are_values() -> None:
    spot = narrow_river()
    assert spot == Spot.from_dict(json.loads(json.dumps(spot.as_dict())))
    assert hash(spot) == hash(narrow_river())
    assert spot != narrow_river(pot=201)
    assert (spot.board[0], spot.oop["AhAd"]) == (Card("Td"), 1.0)
    assert Spot.from_dict(narrow_river(river_bet=["50%", "60%"]).as_dict()).sizes("river", "bet", 1)[0].amount == 0.6
    with pytest.raises(AttributeError):
        spot.pot = 7  # type: ignore[misc]
    request = Request.from_dict(spots()["flop_lock_ip_vs_bet"]["config"])
    assert (request.target, request.iterations, str(request.locks[0])) == (0.001, 2000, "1; 0.5, 0.5, 0")


@pytest.mark.parametrize(("changes", "sentence"), [
    ({"oop": ""}, "oop: the range is empty"),
    ({"oop": "QcQc"}, "oop: "),
    ({"ip": "AKx"}, "ip: .*AKx"),
    ({"ip": "2s2h"}, "ip: the board Td9d6hQc2s blocks every hand of 2h2s|ip: the board .* blocks"),
    ({"oop": "AhAd", "ip": "AhKh"}, "every hand of one range blocks every hand of the other"),
    ({"board": "Td9d6hQcTd"}, "Td appears twice on the board"),
    ({"board": "Td9d"}, "a board has three to five cards, not 2"),
    ({"board": "Td9d6hQc2s3s"}, "a board has three to five cards, not 6"),
    ({"board": "Td9dxx"}, "xx"),
    ({"pot": 0}, "pot must be a whole number from 1 to 1000000000, not 0"),
    ({"pot": 1.5}, "pot must be a whole number"),
    ({"stack": 0}, "stack must be a whole number from 1"),
    ({"stack": "x"}, "stack must be a whole number"),
    ({"river_bet": "half"}, "river_bet: 'half' is not a bet size; write 52%"),
    ({"river_bet": 7}, "river_bet must be text"),
    ({"river_bet": ["50%"]}, "river_bet must be text"),
    ({"river_donk": "2x"}, "river_donk: 2x multiplies a bet"),
    ({"rake_rate": 2}, "rake_rate must be a number from 0 to 1, not 2"),
    ({"rake_cap": float("nan")}, "rake_cap must be a number"),
    ({"merging": -1}, "merging must be a number"),
    ({"raise_cap": -1}, "raise_cap must be a whole number"),
    ({"rivr_bet": "5%"}, "unknown key 'rivr_bet'"),
    ({"order": "badugi"}, "unknown order 'badugi'"),
    ({"order": "short-deck"}, "2s is not in the deck, which is 36 cards, 6 to A"),
    ({"order": "short-deck", "board": "Td9d6hQc8s", "oop": "55"}, "oop: the deck has no hand of '55'"),
])  # fmt: skip
def test_bad_spots_are_one_sentence(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(KickerError, match=sentence) as error:
        narrow_river(**changes).tree()
    assert "\n" not in str(error.value)


def test_a_tree_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kicker.solver.tree.MOST_BETTING", 1000)
    with pytest.raises(KickerError, match="more than 1,000 nodes before any card is dealt: give fewer sizes"):
        narrow_river(river_bet="1c", river_raise="1c,2c,3c,4c").tree()


def test_a_spot_needs_ranges_board_pot_and_stack() -> None:
    with pytest.raises(KickerError, match="the spot has no 'ip'"):
        Spot.from_dict({"oop": "AA"})
    with pytest.raises(KickerError, match="a spot must be an object"):
        Spot.from_dict([])  # type: ignore[arg-type]
    with pytest.raises(KickerError, match="ip must be a Range"):
        Spot(Range("AA"), 7, "2c3c4c", 1, 1)  # type: ignore[arg-type]
