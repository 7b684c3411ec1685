"""The boards that a spot can lead to, and the hands of both players on each of them.

Suits that neither the board nor the ranges distinguish are equivalent: of the boards that differ only by swapping such
suits, one is kept and the others are copies of it. A board lists the hands of both players; on the river they are in
the order of strength, so that a showdown is one pass.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import permutations
from typing import TYPE_CHECKING, Any, Final

from kicker.cards import DECK, Card
from kicker.combos import COMBOS
from kicker.errors import KickerError
from kicker.hands import evaluate_many
from kicker.solver.spot import Spot

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

LANES: Final = 8
"""Rows of hands are padded to a multiple of this number, with at least one spare place."""
Suits = tuple[int, int, int, int]
"""A change of suits: for each suit, the suit that replaces it."""
SAME: Final[Suits] = (0, 1, 2, 3)
_BYTES_A_HAND: Final = 24  # the cards, places and strength of a hand on a board


def moved(card: int, suits: Suits) -> Card:
    """Return a card with its suit changed."""
    return DECK[card - card % 4 + suits[card % 4]]


def inverse(suits: Suits) -> Suits:
    """Return the inverse of a change of suits."""
    back = [0] * 4
    for suit, target in enumerate(suits):
        back[target] = suit
    return (back[0], back[1], back[2], back[3])


def chained(first: Suits, second: Suits) -> Suits:
    """Return the change of suits that applies `first`, then `second`."""
    return (second[first[0]], second[first[1]], second[first[2]], second[first[3]])


@cache
def combo_moves(suits: Suits) -> Array:
    """Return the index in `COMBOS` that each combination has after a change of suits."""
    import numpy as np

    cards = np.array(COMBOS, np.int64)
    there = cards - cards % 4 + np.array(suits)[cards % 4]
    low, high = there.min(axis=1), there.max(axis=1)
    places: Array = high * (high - 1) // 2 + low
    return places


@cache
def _cards_of_combos() -> Array:
    import numpy as np

    return np.array(COMBOS, np.uint8)


def hand_cards(hands: Array) -> Array:
    """Return the two cards of each hand."""
    cards: Array = _cards_of_combos()[hands]
    return cards


class Board:
    """A board, with the hands that both players may hold on it."""

    __slots__ = ("cards", "copies", "first_child", "children", "hands", "parent", "symmetries")  # noqa: RUF023

    def __init__(self, cards: tuple[Card, ...], parent: int, hands: tuple[Array, Array], symmetries: list[Suits]):
        self.cards = cards
        self.parent = parent
        """The index of its parent among the boards of the street before."""
        self.hands = hands
        """The indices in `COMBOS` of both players' hands."""
        self.symmetries = symmetries
        """The changes of suits that leave the board and both ranges unchanged."""
        self.copies: list[Suits] = [SAME]
        """The changes of suits from this board to each board that it represents, itself first."""
        self.first_child = self.children = 0

    def stride(self, player: int) -> int:
        """Return the length of a row of a player's hands: at least one place more than there are hands, rounded up."""
        return (len(self.hands[player]) // LANES + 1) * LANES


class Boards:
    """All boards of a spot, street by street."""

    def __init__(self, spot: Spot, isomorphism: bool = True, fixed: Iterable[Suits] | None = None) -> None:
        import numpy as np

        weights = [np.array(each.weights) for each in spot.ranges]
        start = (np.flatnonzero(weights[0]), np.flatnonzero(weights[1]))
        found = [SAME]
        if isomorphism:
            allowed = None if fixed is None else set(fixed)
            found = [suits for suits in _symmetries(spot, weights) if allowed is None or suits in allowed]
        if len(spot.board) == 5:
            start = (_by_strength(start[0], spot.board, spot.order), _by_strength(start[1], spot.board, spot.order))
        self.order = spot.order
        """The order of hands."""
        self.levels: list[list[Board]] = [[Board(spot.board, -1, start, found)]]
        """The boards of each street from the spot's on; boards with the same parent are adjacent."""
        for _ in range(5 - len(spot.board)):
            self.levels.append(_dealt(self.levels[-1], spot))

    @property
    def memory(self) -> int:
        """The bytes that the lists of hands take."""
        return sum(
            _BYTES_A_HAND * len(hands) + 2 * len(board.copies) * len(hands)
            for level in self.levels
            for board in level
            for hands in board.hands
        )

    def find(self, level: int, parent: int, card: int, suits: Suits) -> tuple[int, Suits]:
        """Return the board after a card, and the change of suits from it to the board that the user sees.

        The card is as people see it; `suits` is the change for the parent's board.
        """
        here = self.levels[level]
        wanted = moved(card, inverse(suits))
        first = self.levels[level - 1][parent].first_child
        for place in range(first, first + self.levels[level - 1][parent].children):
            for copy in here[place].copies:
                if moved(here[place].cards[-1], copy) == wanted:
                    return place, chained(copy, suits)
        raise KickerError(f"{DECK[card]} is not in the deck", "line")

    def trace(self, cards: Sequence[Card], level: int) -> tuple[int, Suits]:
        """Return the board that represents these cards, and the change of suits from it to them."""
        place, suits = 0, SAME
        for step in range(1, level + 1):
            place, suits = self.find(step, place, cards[len(cards) - level + step - 1], suits)
        return place, suits


def _symmetries(spot: Spot, weights: list[Array]) -> list[Suits]:
    """Return the changes of suits that leave the board and both ranges unchanged."""
    import numpy as np

    cards = set(spot.board)
    found = []
    for order in permutations(range(4)):
        suits: Suits = (order[0], order[1], order[2], order[3])
        if {moved(card, suits) for card in cards} == cards and all(
            np.array_equal(each[combo_moves(suits)], each) for each in weights
        ):
            found.append(suits)
    return found


def _dealt(parents: list[Board], spot: Spot) -> list[Board]:
    """Return the boards with one card more."""

    boards: list[Board] = []
    cards_of = _cards_of_combos()
    for place, parent in enumerate(parents):
        parent.first_child = len(boards)
        left = [card for card in spot.deck if card not in parent.cards]
        while left:
            card = left.pop(0)
            free = [hands[(cards_of[hands] != card).all(axis=1)] for hands in parent.hands]
            child = Board(
                (*parent.cards, card),
                place,
                (free[0], free[1]),
                [suits for suits in parent.symmetries if moved(card, suits) == card],
            )
            for suits in parent.symmetries:
                twin = moved(card, suits)
                if twin in left:
                    left.remove(twin)
                    child.copies.append(suits)
            if len(child.cards) == 5:
                first, second = (_by_strength(hands, child.cards, spot.order) for hands in free)
                child.hands = (first, second)
            boards.append(child)
        parent.children = len(boards) - parent.first_child
    return boards


def _by_strength(hands: Array, board: tuple[Card, ...], order: str) -> Array:
    """Return the hands, weakest first. Among equals, neighbours share no card where possible.

    Sums per card are added up hand by hand, and reading a sum that has just been written would stall the next hand.
    """
    import numpy as np

    neighbours = _neighbours()
    keys = strengths(hands, board, order) * np.int32(len(neighbours) * 4) + neighbours[hands]
    ordered: Array = hands[np.argsort(keys, kind="stable")]
    return ordered


@cache
def _neighbours() -> Array:
    """Return a number for each combination; in the order of these numbers neighbours rarely share a card."""
    import numpy as np

    low, high = _cards_of_combos().astype(np.int32).T
    apart = (high - low) % 4  # the distance between the suits
    numbers: Array = ((apart * 13 + high // 4) * 13 + low // 4) * 4 + (high - 2 * apart) % 4
    return numbers


def strengths(hands: Array, board: tuple[Card, ...], order: str) -> Array:
    """Return the strength of each hand on a board of five cards."""
    import numpy as np

    rows = np.empty((len(hands), 7), np.uint8)
    rows[:, :2] = hand_cards(hands)
    rows[:, 2:] = [int(card) for card in board]
    return evaluate_many(rows, threads=1, order=order) if len(hands) else np.zeros(0, np.uint16)
