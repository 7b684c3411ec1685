"""The boards that a spot can come to, and the hands of both players on each of them.

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
"""Rows of hands are padded to a multiple of this, with at least one spare place."""
Suits = tuple[int, int, int, int]
"""The suit that each suit becomes."""
SAME: Final[Suits] = (0, 1, 2, 3)
_BYTES_A_HAND: Final = 24  # cards, places and strengths of a hand on a board


def moved(card: int, suits: Suits) -> Card:
    """A card with its suit changed."""
    return DECK[card - card % 4 + suits[card % 4]]


def inverse(suits: Suits) -> Suits:
    """The inverse of a change of suits."""
    back = [0] * 4
    for suit, target in enumerate(suits):
        back[target] = suit
    return (back[0], back[1], back[2], back[3])


def chained(first: Suits, second: Suits) -> Suits:
    """One change of suits after another."""
    return (second[first[0]], second[first[1]], second[first[2]], second[first[3]])


@cache
def combo_moves(suits: Suits) -> Array:
    """The place in `COMBOS` to which each combination goes when suits change."""
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
    """The two cards of each hand."""
    cards: Array = _cards_of_combos()[hands]
    return cards


class Board:
    """Cards, and the hands that both players may hold with them."""

    __slots__ = ("cards", "copies", "first_child", "children", "hands", "parent", "symmetries")  # noqa: RUF023

    def __init__(self, cards: tuple[Card, ...], parent: int, hands: tuple[Array, Array], symmetries: list[Suits]):
        self.cards = cards
        self.parent = parent
        """Its place among the boards of the street before."""
        self.hands = hands
        """The places in `COMBOS` of both players' hands."""
        self.symmetries = symmetries
        """Changes of suits that leave everything as it is."""
        self.copies: list[Suits] = [SAME]
        """Changes of suits from this board to the boards it stands for, itself first."""
        self.first_child = self.children = 0

    def stride(self, player: int) -> int:
        """The length of a row of a player's hands: one place more than there are hands, rounded up."""
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
        """Which hand beats which."""
        self.levels: list[list[Board]] = [[Board(spot.board, -1, start, found)]]
        """The boards of each street from the spot's on; those with the same parent stand together."""
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
        """The board after a card, and the change of suits from it to the board that people see.

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
        """The board that stands for these cards, and the change of suits from it to them."""
        place, suits = 0, SAME
        for step in range(1, level + 1):
            place, suits = self.find(step, place, cards[len(cards) - level + step - 1], suits)
        return place, suits


def _symmetries(spot: Spot, weights: list[Array]) -> list[Suits]:
    """The changes of suits that leave the board and both ranges as they are."""
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
    """The boards with one card more."""

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
    """The hands, weakest first. Of those that are equal, neighbours share no card where that can be: sums for each card
    are added up hand by hand, and a sum that was just written makes the next hand wait.
    """
    import numpy as np

    low, high = hand_cards(hands).astype(np.int64).T
    apart = (high - low) % 4  # how far the suits are apart
    places = np.lexsort(((high - 2 * apart) % 4, low // 4, high // 4, apart, strengths(hands, board, order)))
    ordered: Array = hands[places]
    return ordered


def strengths(hands: Array, board: tuple[Card, ...], order: str) -> Array:
    """The strength of each hand on a board of five cards."""
    import numpy as np

    rows = np.empty((len(hands), 7), np.uint8)
    rows[:, :2] = hand_cards(hands)
    rows[:, 2:] = [int(card) for card in board]
    return evaluate_many(rows, threads=1, order=order) if len(hands) else np.zeros(0, np.uint16)
