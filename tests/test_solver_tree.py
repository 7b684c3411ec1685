"""The betting tree against a twin that is written straight from the rules, on spots with every kind of option."""

import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from kicker.solver import Spot
from tests.conftest import few_or_many
from tests.reference_solver import Config, listed_tree, plain_tree

BETS = ["20%", "33%", "52%", "75%", "110%", "200%", "1c", "40c", "250c", "e", "2e", "3e", "2e60%", "e30%", "3e75%", "a"]
RAISES = [*BETS, "2x", "2.2x", "3.5x"]
BOARDS = {"flop": "Ts7h2c", "turn": "Ts7h2c9d", "river": "Ts7h2c9d3h"}


def some(dice: Random, sizes: list[str], most: int = 3) -> str:
    return ", ".join(dice.sample(sizes, dice.randint(0, most)))


def random_config(dice: Random) -> Config:
    """A spot of any kind; flops have a raise cap and few sizes, or their trees would fill the memory."""
    first = dice.choice(("river", "river", "turn", "flop"))
    config: Config = {
        "oop": "AA", "ip": "KK", "board": BOARDS[first], "pot": dice.choice((1, 7, 60, 180, 1001)),
        "stack": dice.choice((1, 5, 90, 333, 910, 2500)),
    }  # fmt: skip
    most = {"flop": 1, "turn": 2, "river": 3}[first]
    for street in list(BOARDS)[list(BOARDS).index(first) :]:
        for kind, sizes in (("bet", BETS), ("raise", RAISES)):
            each = [some(dice, sizes, most) for _ in range(2)]
            config[f"{street}_{kind}"] = each if dice.random() < 0.5 else each[0]
        if street != "flop" and dice.random() < 0.6:
            config[f"{street}_donk"] = some(dice, BETS, 2)
    options: dict[str, list[Any]] = {
        "force_allin": [0.05, 0.15, 0.5], "add_allin": [0.8, 1.5, 4.0], "merging": [0.1, 0.3, 1.0],
        "raise_cap": [0, 1, 2],
    }  # fmt: skip
    for name, values in options.items():
        if dice.random() < 0.5:
            config[name] = dice.choice(values)
    if first != "river":
        config.setdefault("raise_cap", 2)
    return config


@pytest.fixture
def deep() -> Iterator[None]:
    """Let the plain twin walk trees of raises by one chip, which are hundreds of levels deep."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(10_000)
    yield
    sys.setrecursionlimit(before)


@pytest.mark.usefixtures("deep")
@few_or_many(60, 2000)
def test_random_trees_are_what_the_rules_say(count: int) -> None:
    dice = Random(5)
    for _ in range(count):
        config = random_config(dice)
        spot = Spot.from_dict(config)
        assert listed_tree(spot) == plain_tree(spot, config), config


@pytest.mark.parametrize(("options", "line", "wanted"), [
    ({"river_bet": "e", "stack": 400}, (), "0: check, all in 400"),
    ({"river_bet": "2e", "stack": 400}, (), "0: check, bet 100"),
    ({"river_bet": "3e20%"}, (), "0: check, bet 20"),
    ({"river_bet": "50%", "river_raise": "3e"}, ("bet 50",), "1: fold, call, raise 162"),
    ({"river_bet": "10%", "river_raise": "50%"}, ("bet 10",), "1: fold, call, raise 70"),
    ({"river_bet": "10%", "river_raise": "1c"}, ("bet 10", "raise 20"), "0: fold, call, raise 30"),
    ({"river_bet": "60%", "force_allin": 0.3, "stack": 126}, (), "0: check, all in 126"),
    ({"river_bet": "60%", "force_allin": 0.3, "stack": 127}, (), "0: check, bet 60"),
    ({"river_bet": "60%", "add_allin": 1.26, "stack": 126}, (), "0: check, bet 60, all in 126"),
    ({"river_bet": "60%", "add_allin": 1.25, "stack": 126}, (), "0: check, bet 60"),
    ({"river_bet": "50%, 60%, 100%", "merging": 0.1}, (), "0: check, bet 60, bet 100"),
    ({"river_bet": "50%, 60%, 82%, 100%", "merging": 0.1}, (), "0: check, bet 60, bet 100"),
    ({"river_bet": "50%, 60%, 81%, 100%", "merging": 0.1}, (), "0: check, bet 60, bet 81, bet 100"),
    ({"river_bet": "100%", "river_raise": "a", "stack": 99}, ("all in 99",), "1: fold, call"),
])  # fmt: skip
def test_sizes_worked_out_by_hand(options: Config, line: tuple[str, ...], wanted: str) -> None:
    """A pot of 100 on the river, with 900 behind unless it says otherwise."""
    config = {"oop": "AA", "ip": "KK", "board": BOARDS["river"], "pot": 100, "stack": 900} | options
    spot = Spot.from_dict(config)
    assert listed_tree(spot)[line] == wanted
    assert plain_tree(spot, config)[line] == wanted
