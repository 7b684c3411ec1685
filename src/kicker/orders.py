"""Orders of hands, which decide which hand beats which: in words, and as one number. Higher is better in every order.

>>> ACE_TO_FIVE.strength(parse_cards("8c 6d 4h 3s Ac")).describe()
'8-6-4-3-A low'
>>> BADUGI.strength(parse_cards("4c 3d Ah Ks")).describe()
'badugi, K-4-3-A'
>>> EIGHT_OR_BETTER.strength(parse_cards("9c 6d 4h 3s Ac")) is None
True

`hands.py` reads hands from text, and has functions for whole hands.
"""

from __future__ import annotations

import operator
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from functools import cache
from itertools import combinations
from typing import Any, Final, NoReturn, SupportsIndex

from kicker._kernels import orders as _orders
from kicker._kernels import strength as _kernel
from kicker.cards import DECK, RANKS, SHORT, Card, count_of, parse_cards, unknown
from kicker.errors import HandError, quoted

__all__ = [
    "ACE_TO_FIVE",
    "BADUGI",
    "DEUCE_TO_SEVEN",
    "EIGHT_OR_BETTER",
    "HIGH",
    "ORDERS",
    "SHORT_DECK",
    "Category",
    "Order",
    "OtherStrength",
    "Strength",
    "find_order",
    "parse_cards",
]


class Category(IntEnum):
    """The nine kinds of hands, weakest first. A royal flush is the best straight flush: `Strength.is_royal`."""

    HIGH_CARD = 0
    ONE_PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8

    @classmethod
    def _missing_(cls, value: object) -> Category:
        raise HandError(f"a category must be a number from 0 to 8, not {quoted(value)}", "type")

    def describe(self) -> str:
        """Return the category in words: `three of a kind`."""
        return self.name.lower().replace("_", " ")


_FIRST_OF_CATEGORY: Final = (1, 1278, 4138, 4996, 5854, 5864, 7141, 7297, 7453)
CATEGORIES: Final = tuple(Category)

RANK_WORDS: Final = ("", "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen",
                     "king", "ace")  # fmt: skip


def rank_plural(rank: int) -> str:
    """Return the plural of a rank: `sevens`, `sixes`."""
    return RANK_WORDS[rank] + ("es" if rank == 6 else "s")


def hand_words(category: Category, ranks: tuple[int, ...]) -> str:
    """Describe a hand of five cards: `two pair, jacks and fours, seven kicker`."""
    words = [RANK_WORDS[rank] for rank in ranks]
    plurals = [rank_plural(rank) for rank in ranks]
    details = {
        Category.HIGH_CARD: "-".join(words),
        Category.ONE_PAIR: f"{plurals[0]}, {'-'.join(words[2:])} kickers",
        Category.TWO_PAIR: f"{plurals[0]} and {plurals[2]}, {words[4]} kicker",
        Category.THREE_OF_A_KIND: f"{plurals[0]}, {'-'.join(words[3:])} kickers",
        Category.STRAIGHT: f"{words[0]} high",
        Category.FLUSH: "-".join(words),
        Category.FULL_HOUSE: f"{plurals[0]} over {plurals[3]}",
        Category.FOUR_OF_A_KIND: f"{plurals[0]}, {words[4]} kicker",
        Category.STRAIGHT_FLUSH: f"{words[0]} high",
    }
    return f"{category.describe()}, {details[category]}"


class Strength(int):
    """The strength of a hand, from 1 to 7462; higher is better, and equal hands have equal strengths. There are 7,462
    shared objects."""

    __slots__ = ()

    order: Order
    """The order of hands that it belongs to: the usual one."""

    def __new__(cls, number: SupportsIndex) -> Strength:
        """Return the shared object of a number."""
        try:
            value = operator.index(number)
        except TypeError:
            raise HandError(f"a strength must be a whole number, not {quoted(number)}", "type") from None
        if not 1 <= value <= _kernel.STRENGTHS:
            raise HandError(f"{quoted(value)} is not a strength: strengths are from 1 to {_kernel.STRENGTHS}", "count")
        return SHARED[value - 1]

    @property
    def category(self) -> Category:
        """The kind of hand."""
        return CATEGORIES[bisect_right(_FIRST_OF_CATEGORY, self) - 1]

    @property
    def ranks(self) -> tuple[int, ...]:
        """The five ranks in tie-breaking order; the ace of a five-high straight is 1.

        >>> Strength(7453).ranks
        (5, 4, 3, 2, 1)
        """
        return _kernel.five_ranks(self)

    @property
    def is_royal(self) -> bool:
        """True for the ace-high straight flush."""
        return self == _kernel.STRENGTHS

    def describe(self) -> str:
        """Describe the hand, differently for every strength: `two pair, jacks and fours, seven kicker`."""
        return _words_of(self)

    def __repr__(self) -> str:
        return f"Strength({int(self)})"

    def __str__(self) -> str:
        return int.__repr__(self)

    def __reduce__(self) -> tuple[object, ...]:
        return Strength, (int(self),)

    def __copy__(self) -> Strength:
        return self

    def __deepcopy__(self, memo: object) -> Strength:
        return self


@cache
def _words_of(strength: Strength) -> str:
    return "royal flush" if strength.is_royal else hand_words(strength.category, strength.ranks)


SHARED: Final = [int.__new__(Strength, number) for number in range(1, _kernel.STRENGTHS + 1)]


class OtherStrength(Strength):
    """The strength of a hand in any other order: a number with its order; higher is better.

    Strengths of one order compare; those of different orders raise `HandError`. Plain numbers compare with both.
    """

    order: Order

    def __new__(cls, number: int, order: Order) -> OtherStrength:
        """Make a number of an order; `Order.with_number` returns the shared object."""
        made = int.__new__(cls, number)
        made.order = order
        return made

    @property
    def category(self) -> Category:
        """The kind of hand that the cards make; a badugi is always `HIGH_CARD`."""
        return self.order.made_of(self)[0]

    @property
    def ranks(self) -> tuple[int, ...]:
        """The ranks in tie-breaking order; an ace that counts low is 1."""
        return self.order.made_of(self)[1]

    @property
    def is_royal(self) -> bool:
        """True for the ace-high straight flush, where that is the best hand."""
        return self.category is Category.STRAIGHT_FLUSH and self.ranks[0] == 14

    def describe(self) -> str:
        """Describe the hand, differently for every strength: `8-6-4-3-A low`."""
        return self.order.words(self)

    def __repr__(self) -> str:
        return f"{self.order!r}.with_number({int(self)})"

    def __reduce__(self) -> tuple[object, ...]:
        return _strength_of, (self.order.name, int(self))

    def _comparable(self, other: Any) -> Any:
        """Return the other number; raise `HandError` if it is a strength of another order."""
        if isinstance(other, Strength) and other.order is not self.order:
            orders = f"{self.order.title} and {other.order.title}"
            raise HandError(f"strengths of different orders do not compare: {orders}", "order")
        return other

    def __lt__(self, other: int) -> bool:
        return int.__lt__(self, self._comparable(other))

    def __le__(self, other: int) -> bool:
        return int.__le__(self, self._comparable(other))

    def __gt__(self, other: int) -> bool:
        return int.__gt__(self, self._comparable(other))

    def __ge__(self, other: int) -> bool:
        return int.__ge__(self, self._comparable(other))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Strength) and other.order is not self.order:
            return False
        return int.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = int.__hash__


def _strength_of(name: str, number: int) -> Strength:
    return find_order(name).with_number(number)


class Order:
    """An order of hands. A new order defines what cards are worth (`number`) and what a number means (`words`).

    `find_order` and `ORDERS` find orders by name.
    """

    name: str
    """Its name for programs."""
    title: str
    """Its name for people."""
    size: int = 5
    """The number of cards that make a hand."""
    sizes: range = range(5, 8)
    """The numbers of cards it accepts; the best of them play."""
    deck: tuple[Card, ...] = DECK
    """The cards that it ranks."""
    count: int = 0
    """The number of strengths; 0 if unknown."""
    rule: str = ""
    """The difference from the usual order, in a sentence."""

    def __init__(self, name: str, title: str) -> None:
        self.name = name
        self.title = title
        self._shared: dict[int, Strength] = {}

    def __repr__(self) -> str:
        return f"find_order({self.name!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return find_order, (self.name,)

    def __copy__(self) -> Order:
        return self

    def __deepcopy__(self, memo: object) -> Order:
        return self

    # What a new order defines

    def number(self, cards: Sequence[Card]) -> int:
        """Return the strength of cards as a number; 0 if they do not qualify."""
        raise NotImplementedError

    def words(self, number: int) -> str:
        """Describe the hand that a number stands for."""
        raise NotImplementedError

    def made_of(self, number: int) -> tuple[Category, tuple[int, ...]]:
        """Return the category, and the ranks of the cards in tie-breaking order."""
        return Category.HIGH_CARD, ()

    # What follows from it

    def with_number(self, number: int) -> Strength:
        """Return the strength of a number; always the same object."""
        made = self._shared.get(number)
        if made is None:
            if number < 1 or (self.count and number > self.count):
                message = f"{quoted(int(number))} is not a strength of {self.title}: they are from 1 to {self.count}"
                raise HandError(message, "count")
            made = self._shared[int(number)] = OtherStrength(number, self)
        return made

    def strength(self, cards: Sequence[Card]) -> Strength | None:
        """Return the strength of the best of the cards; None if they do not qualify."""
        number = self.number(cards)
        return self.with_number(number) if number else None

    def best(self, hand: Sequence[Card], board: Sequence[Card] = (), hand_plays: int | None = None) -> Strength | None:
        """Return the strength of a hand with a board: any of the cards play, or exactly `hand_plays` of the hand.

        >>> HIGH.best(parse_cards("As Ah Ks Kh"), parse_cards("Qs Js Ts 2c 3d"), 2).describe()
        'royal flush'
        """
        if hand_plays is None:
            return self.strength((*hand, *board))
        choices = self.choices(hand, board, hand_plays)
        number = max((self.number(cards) for cards in choices), default=0)
        return self.with_number(number) if number else None

    def choices(
        self, hand: Sequence[Card], board: Sequence[Card] = (), hand_plays: int | None = None
    ) -> Iterator[tuple[Card, ...]]:
        """Yield all sets of cards that may play, those with the first cards of a hand first."""
        if hand_plays is None:
            given = (*hand, *board)
            yield from combinations(given, min(self.size, len(given)))
            return
        for own in combinations(hand, hand_plays):
            for shared in combinations(board, self.size - hand_plays):
                yield own + shared

    def playing(
        self, hand: Sequence[Card], board: Sequence[Card] = (), hand_plays: int | None = None
    ) -> tuple[Card, ...]:
        """Return the cards that play, in tie-breaking order; of equals, those given first.

        Empty if they do not qualify.
        """
        best = self.best(hand, board, hand_plays)
        if best is None:
            return ()
        playing = next(cards for cards in self.choices(hand, board, hand_plays) if self.strength(cards) == best)
        places = {14 if rank == 1 else rank: place for place, rank in reversed(list(enumerate(best.ranks)))}
        return tuple(sorted(self.kept(playing), key=lambda card: places.get(card.rank, 0)))

    def kept(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """Return the cards of a hand that count: in most orders all of them."""
        return cards


class _TableOrder(Order):
    """An order whose strengths are in the kernel's tables."""

    def __init__(self, place: int, name: str, title: str, rule: str, deck: tuple[Card, ...] = DECK) -> None:
        super().__init__(name, title)
        self.place = place
        self.rule = rule
        self.deck = deck

    @property
    def count(self) -> int:  # type: ignore[override]
        """The number of strengths."""
        return _orders.count(self.place)

    def number(self, cards: Sequence[Card]) -> int:
        """Return the strength of cards as a number; 0 if they do not qualify."""
        number = _orders.strength_number(self.place, cards, None, 0)
        if number < 0 or (number == 0 and len(self.deck) < len(DECK)):
            self.refuse(cards)
        return number

    def strength(self, cards: Sequence[Card]) -> Strength | None:
        """Return the strength of the best hand among the cards; None if they do not qualify."""
        return self.best(cards)

    def best(self, hand: Sequence[Card], board: Sequence[Card] = (), hand_plays: int | None = None) -> Strength | None:
        """Return the strength of a hand with a board: any of the cards play, or exactly `hand_plays` of the hand."""
        number = _orders.strength_number(self.place, hand, board, hand_plays or 0)
        made = self._shared.get(number)
        if made is not None:
            return made
        if number < 0 or (number == 0 and len(self.deck) < len(DECK)):
            self.refuse((*hand, *board), hand_plays)
        return self.with_number(number) if number else None

    def refuse(self, cards: Sequence[Card], hand_plays: int | None = None) -> NoReturn:
        """Raise the error that says what is wrong with the cards."""
        text = SHORT.format_cards(cards)
        for index, card in enumerate(cards):
            if card in cards[:index]:
                raise HandError(f"{card} appears twice in '{text}'", "repeat")
            if card not in self.deck:
                raise HandError(f"{card} is not in the deck: {self.title} has {deck_words(self.deck)}", "deck")
        if hand_plays is not None:
            message = f"'{text}' makes no hand of {hand_plays} own cards and {self.size - hand_plays} of the board"
            raise HandError(message, "count")
        wanted = "four cards" if self.sizes == range(4, 5) else "five, six or seven cards"
        message = f"'{text}' has {count_of(len(cards), 'card')}: a hand of {self.title} has {wanted}"
        raise HandError(message, "count")

    def made_of(self, number: int) -> tuple[Category, tuple[int, ...]]:
        """Return the category, and the ranks of the cards in tie-breaking order."""
        category, ranks = _orders.made_of(self.place, int(number))
        return CATEGORIES[category], ranks

    def words(self, number: int) -> str:
        """Describe the hand that a number stands for: `8-6-4-3-A low`."""
        category, ranks = self.made_of(number)
        if category is Category.HIGH_CARD:
            return f"{letters(ranks)} low"
        return hand_words(category, ranks)


class _High(_TableOrder):
    """The usual order: its strengths are shared objects, and `evaluate` is the compiled function itself."""

    def __init__(self) -> None:
        super().__init__(0, "high", "high", "the usual order")
        self.strength = _kernel.evaluate  # type: ignore[method-assign]

    def with_number(self, number: int) -> Strength:
        """Return the shared object of a number."""
        made = self._shared[int(number)] = Strength(number)
        return made

    def made_of(self, number: int) -> tuple[Category, tuple[int, ...]]:
        """Return the category, and the ranks of the cards in tie-breaking order."""
        return Strength(number).category, Strength(number).ranks

    def words(self, number: int) -> str:
        """Describe the hand that a number stands for."""
        return Strength(number).describe()


class _ShortDeck(_TableOrder):
    def words(self, number: int) -> str:
        """Describe the hand that a number stands for: `flush, ace-jack-nine-eight-six`."""
        category, ranks = self.made_of(number)
        return "royal flush" if number == self.count else hand_words(category, ranks)


class _DeuceToSeven(_TableOrder):
    def words(self, number: int) -> str:
        """Describe the hand that a number stands for; seven lows are given by number, as players do."""
        ranks = self.made_of(number)[1]
        place = self.count - int(number)
        if place < len(_SEVEN_LOWS):
            return f"{RANK_WORDS[ranks[0]]}-{RANK_WORDS[ranks[1]]} low, number {_SEVEN_LOWS[place]}"
        return super().words(number)


_SEVEN_LOWS: Final = ("one", "two", "three", "four")


class _Badugi(_TableOrder):
    size = 4
    sizes = range(4, 5)

    def words(self, number: int) -> str:
        """Describe the hand that a number stands for: `three-card badugi, 4-3-A`."""
        ranks = self.made_of(number)[1]
        size = ("", "one-card ", "two-card ", "three-card ", "")[len(ranks)]
        return f"{size}badugi, {letters(ranks)}"

    def kept(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """Return the largest set without a repeated rank or suit, and of those the lowest."""
        best = self.number(cards)
        ranks = {14 if rank == 1 else rank for rank in self.made_of(best)[1]}
        for chosen in combinations(cards, len(ranks)):
            if {card.rank for card in chosen} == ranks and len({card.suit for card in chosen}) == len(ranks):
                return chosen
        raise AssertionError(f"{cards} do not make {self.words(best)}")


def letters(ranks: Iterable[int]) -> str:
    """Return ranks as text: `8-6-4-3-A`."""
    return "-".join([RANKS[-1] if rank == 1 else RANKS[rank - 2] for rank in ranks])


def deck_words(deck: Sequence[Card]) -> str:
    """Describe a deck: `36 cards, 6 to A`."""
    ranks = sorted({card.rank for card in deck})
    return f"{len(deck)} cards, {RANKS[ranks[0] - 2]} to {RANKS[ranks[-1] - 2]}"


HIGH: Final[Order] = _High()
"""The usual order of poker hands."""
SHORT_DECK: Final[Order] = _ShortDeck(
    1,
    "short-deck",
    "short deck",
    "36 cards, 6 to A: a flush beats a full house, and A-6-7-8-9 is the lowest straight",
    DECK[16:],
)
"""36 cards: a flush beats a full house, and A-6-7-8-9 is the lowest straight."""
DEUCE_TO_SEVEN: Final[Order] = _DeuceToSeven(
    2,
    "deuce-to-seven",
    "deuce-to-seven low",
    "the lowest hand wins: aces are high, straights and flushes count against it",
)
"""The usual order upside down: aces are high, straights and flushes count against a hand."""
ACE_TO_FIVE: Final[Order] = _TableOrder(
    3, "ace-to-five", "ace-to-five low", "the lowest hand wins: aces are low, straights and flushes do not count"
)
"""Aces are low, straights and flushes do not count, the lowest hand wins."""
EIGHT_OR_BETTER: Final[Order] = _TableOrder(
    4, "eight-or-better", "eight-or-better low", "a low has five different ranks, none above eight; aces are low"
)
"""Ace-to-five with five different ranks, none above eight; other cards do not qualify."""
BADUGI: Final[Order] = _Badugi(
    5, "badugi", "badugi", "the most cards without a rank or a suit twice win, then the lowest; aces are low"
)
"""Four cards: the most without a repeated rank or suit, then the lowest; aces are low."""

ORDERS: Final[dict[str, Order]] = {
    order.name: order for order in (HIGH, SHORT_DECK, DEUCE_TO_SEVEN, ACE_TO_FIVE, EIGHT_OR_BETTER, BADUGI)
}
"""All orders by name."""

Strength.order = HIGH


def find_order(order: Order | str) -> Order:
    """Return the order with this name, or the order itself; an unknown name raises `KickerError`."""
    if isinstance(order, Order):
        return order
    if not isinstance(order, str):
        raise HandError(f"an order must be an Order or its name, not {quoted(order)}", "type")
    if order not in ORDERS:
        raise HandError(unknown("order", order, ORDERS), "order")
    return ORDERS[order]
