"""Heads-up equities before the flop: a table of all 47,008 match-ups that differ by more than the names of suits.

`python -m kicker.preflop` counts all boards of each match-up and writes the table in about ten seconds; a long test
counts them again. For boards, dead cards or more than two players, see `odds.py`.

>>> wins, ties = matchup(Card("As"), Card("Ah"), Card("Ks"), Card("Kh"))
>>> wins, ties, BOARDS
(1410336, 9308, 1712304)
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence
from functools import cache
from math import comb
from typing import TYPE_CHECKING, Final, NamedTuple

import kicker.data
from kicker._kernels import matchups as _kernel
from kicker._kernels.equity import count_outcomes
from kicker.cards import DECK, Card
from kicker.combos import CLASSES, COMBOS, class_of, combo_index
from kicker.errors import KickerError
from kicker.parallel import available_cores, in_parallel

if TYPE_CHECKING:
    from pathlib import Path

MATCHUPS: Final = 47_008
BOARDS: Final = 1_712_304
"""The number of boards of five cards from the 48 that are left."""


def table_file() -> Path:
    """Return the path of the table."""
    from pathlib import Path  # a tenth of `import kicker`'s time, and rarely needed

    return Path(kicker.data.__file__).with_name("preflop.bin")


class _Table(NamedTuple):
    places: array[int]
    """For two combinations: twice the number of their match-up, plus one if it is the other way round; -1 if none."""
    wins: array[int]
    ties: array[int]


@cache
def _table() -> _Table:
    numbers = array("I", table_file().read_bytes())
    if sys.byteorder == "big":
        numbers.byteswap()
    index = array("i", bytes(4 * len(COMBOS) ** 2))
    count = len(_kernel.index_matchups(index))
    if count != MATCHUPS or len(numbers) != 2 * count:
        raise KickerError(
            f"'{table_file().name}' does not hold {count} match-ups: run `python -m kicker.preflop`", "size"
        )
    return _Table(index, numbers[:count], numbers[count:])


def matchup(first: Card, second: Card, third: Card, fourth: Card) -> tuple[int, int]:
    """Return the number of `BOARDS` that the first two cards win against the other two, and the number they tie."""
    table = _table()
    place = table.places[len(COMBOS) * combo_index(first, second) + combo_index(third, fourth)]
    if place < 0:
        raise KickerError(f"{first} {second} and {third} {fourth} share a card", "shared")
    wins, ties = table.wins[place >> 1], table.ties[place >> 1]
    return (BOARDS - wins - ties if place & 1 else wins), ties


def matchup_without(hands: Sequence[Sequence[Card]], dead: Sequence[Card]) -> tuple[int, int, int]:
    """Return the numbers of boards that the first of two hands wins, that it ties, and of all boards, given dead cards.

    Boards with a dead card are counted and subtracted from the table; there are far fewer of them.
    """
    (first, second), (third, fourth) = hands
    won, tied = matchup(first, second, third, fourth)
    cards, counts = bytes([first, second, third, fourth]), array("q", bytes(8 * 22))
    for place, card in enumerate(dead):
        count_outcomes(cards, bytes([card]), bytes(dead[:place]), counts)
    return won - counts[0], tied - counts[2], comb(len(DECK) - 4 - len(dead), 5)


def against(weights: Sequence[float]) -> list[tuple[float, float, float]]:
    """Return, for each combination, the weighted numbers of boards that it wins, ties and plays against a range."""
    table = _table()
    results = array("d", bytes(8 * 3 * len(COMBOS)))
    _kernel.weigh_matchups(table.places, table.wins, table.ties, BOARDS, array("d", weights), results)
    return list(zip(results[::3], results[1::3], results[2::3], strict=True))


def class_sums() -> tuple[array[float], array[float]]:
    """Return, for each two of the 169 classes, the number of pairs of combinations, and the first class's total
    winnings of a stake.

    Both are grids of 169 x 169, row by row, in the order of `CLASSES`.
    """
    table = _table()
    classes = bytes(CLASSES.index(class_of(*combo)) for combo in COMBOS)
    pairs, gains = array("d", bytes(8 * 169**2)), array("d", bytes(8 * 169**2))
    _kernel.add_matchups_by_class(table.places, table.wins, table.ties, BOARDS, classes, pairs, gains)
    return pairs, gains


def class_outcomes() -> tuple[array[float], array[float], array[float]]:
    """Return, for each two of the 169 classes, the number of pairs of combinations, and how often the first wins and
    ties, added up."""
    import numpy as np

    table = _table()
    pairs, gains = class_sums()
    classes = np.array([CLASSES.index(class_of(*combo)) for combo in COMBOS])
    places = np.frombuffer(table.places, dtype=np.int32).reshape(len(COMBOS), len(COMBOS))
    apart = places >= 0
    cells = (169 * classes[:, None] + classes[None, :])[apart]
    tied = np.bincount(cells, np.array(table.ties)[places[apart] >> 1] / BOARDS, 169**2)
    won = (np.array(gains) + np.array(pairs) - tied) / 2
    return pairs, array("d", won.tolist()), array("d", tied.tolist())


def build() -> bytes:
    """Count all boards of all match-ups: first all wins, then all ties, as little-endian 32-bit numbers."""
    representatives = _kernel.index_matchups(array("i", bytes(4 * len(COMBOS) ** 2)))

    def count(pair: tuple[int, int]) -> tuple[int, int]:
        counts = array("q", bytes(8 * 22))
        count_outcomes(bytes([*COMBOS[pair[0]], *COMBOS[pair[1]]]), b"", b"", counts)
        return counts[0], counts[2]

    wins, ties = zip(*in_parallel(count, representatives, available_cores()), strict=True)
    numbers = array("I", [*wins, *ties])
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()


if __name__ == "__main__":
    table_file().write_bytes(build())
