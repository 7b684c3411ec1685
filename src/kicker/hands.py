"""Hands and their strength: the readable interface to the strength kernel. The scores of other programs are in
`scores.py`, files of hands in `pairs.py`.

>>> from kicker.hands import Hand, evaluate, winners
>>> evaluate("7c 7d 7h 2s 2c").describe()
'full house, sevens over twos'
>>> winners(["As Ks Qs Js Ts", "2c 2d 2h 2s 3c"])
[0]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, overload

from kicker._kernels import batches as _batches
from kicker._kernels import orders as _orders
from kicker._kernels import strength as _kernel
from kicker._kernels.strength import evaluate
from kicker.cards import DECK, SHORT, Card, Notation, by_face, by_face_low, cards_in, count_of, shorten
from kicker.checks import each, of_type, whole
from kicker.errors import HandError, quoted
from kicker.orders import HIGH, SHARED, Category, Order, Strength, find_order
from kicker.parallel import available_cores, in_parallel

if TYPE_CHECKING:
    from numpy import uint8, uint16
    from numpy.typing import ArrayLike, NDArray

__all__ = [
    "Category",
    "Hand",
    "Strength",
    "best_five",
    "compare",
    "evaluate",
    "evaluate_many",
    "strength_counts",
    "winners",
]


class Hand:
    """Up to seven different cards in an order. Immutable: adding or removing a card returns a new hand.

    Hands of five to seven cards compare by strength (`<`, `>`, `<=`, `>=`); `==` means the same cards in the same
    order. `Hand("As Kd")`, `Hand(["As", 47])` and `Hand()` all work.
    """

    __slots__ = ("cards",)

    cards: tuple[Card, ...]

    def __init__(self, cards: HandLike = ()) -> None:
        made = as_cards(cards)
        _check(made, cards, 0, 7)
        object.__setattr__(self, "cards", tuple(made))

    @classmethod
    def with_repeats(cls, cards: HandLike) -> Hand:
        """Make a hand that may hold a card twice, as old pair files do. It has no `strength`."""
        made = as_cards(cards)
        if len(made) > 7:
            raise _count_error(made, cards, 0, 7)
        hand = cls()
        object.__setattr__(hand, "cards", tuple(made))
        return hand

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Hand never changes: make a new one instead of setting {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Hand never changes: {name!r} cannot be deleted")

    def __reduce__(self) -> tuple[object, ...]:
        return Hand.with_repeats, (tuple(map(int, self.cards)),)

    # Contents

    @property
    def has_repeats(self) -> bool:
        """True if a card is in it twice, which only `with_repeats` allows."""
        return len(set(self.cards)) < len(self.cards)

    @property
    def rank_counts(self) -> tuple[int, ...]:
        """The number of cards of each rank: thirteen numbers, deuces first.

        >>> Hand("4s 4c 5c Kd Ac").rank_counts
        (0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1)
        """
        counts = [0] * 13
        for card in self.cards:
            counts[card >> 2] += 1
        return tuple(counts)

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __getitem__(self, position: int) -> Card:
        return self.cards[position]

    def __contains__(self, card: Card | str) -> bool:
        return Card(card) in self.cards

    # New hands

    def add(self, card: Card | str) -> Hand:
        """Return the hand with this card added at the end."""
        return Hand((*self.cards, Card(card)))

    def discard(self, card: Card | str) -> Hand:
        """Return the hand without this card."""
        gone = Card(card)
        if gone not in self.cards:
            raise HandError(f"cannot discard {gone}: it is not in '{self}'", "absent")
        return Hand.with_repeats([kept for kept in self.cards if kept != gone])

    def replace(self, position: int, card: Card | str) -> Hand:
        """Return the hand with another card at a position, counted from 0."""
        if whole("position", position, 0, error=HandError, code="count") >= len(self.cards):
            raise HandError(f"there is no position {quoted(position)} in '{self}': 0 is the first", "count")
        return Hand((*self.cards[:position], Card(card), *self.cards[position + 1 :]))

    def sorted(self, *, ace_low: bool = False, descending: bool = False) -> Hand:
        """Return the hand sorted by rank, ascending by default; cards of equal rank keep their order."""
        ordered = sorted(self.cards, key=by_face_low if ace_low else by_face, reverse=descending)
        return Hand.with_repeats(ordered)

    # Strength

    @property
    def strength(self) -> Strength:
        """The strength of its best five cards; raises `HandError` for fewer than five cards or a repeated one."""
        return evaluate(self)

    @property
    def category(self) -> Category:
        """The kind of hand."""
        return self.strength.category

    def is_flush(self) -> bool:
        """Return True if the best five cards are of one suit, straight flushes included."""
        return self.category in (Category.FLUSH, Category.STRAIGHT_FLUSH)

    def is_straight_flush(self) -> bool:
        """Return True for a straight flush, a royal flush included."""
        return self.category is Category.STRAIGHT_FLUSH

    def is_straight(self) -> bool:
        """Return True if the best five cards are in sequence, ace high or low, straight flushes included."""
        return self.category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH)

    def is_four_of_a_kind(self) -> bool:
        """Return True for four of a kind."""
        return self.category is Category.FOUR_OF_A_KIND

    def is_full_house(self) -> bool:
        """Return True for a full house."""
        return self.category is Category.FULL_HOUSE

    def is_three_of_a_kind(self) -> bool:
        """Return True for exactly three of a kind; not for a full house."""
        return self.category is Category.THREE_OF_A_KIND

    def is_two_pair(self) -> bool:
        """Return True for two pair."""
        return self.category is Category.TWO_PAIR

    def is_one_pair(self) -> bool:
        """Return True for exactly one pair."""
        return self.category is Category.ONE_PAIR

    def is_high_card(self) -> bool:
        """Return True for a hand without even a pair."""
        return self.category is Category.HIGH_CARD

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hand) and self.cards == other.cards

    def __hash__(self) -> int:
        return hash(self.cards)

    def __lt__(self, other: Hand) -> bool:
        return evaluate(self) < evaluate(other) if isinstance(other, Hand) else NotImplemented

    def __le__(self, other: Hand) -> bool:
        return evaluate(self) <= evaluate(other) if isinstance(other, Hand) else NotImplemented

    def __gt__(self, other: Hand) -> bool:
        return evaluate(self) > evaluate(other) if isinstance(other, Hand) else NotImplemented

    def __ge__(self, other: Hand) -> bool:
        return evaluate(self) >= evaluate(other) if isinstance(other, Hand) else NotImplemented

    # Text

    def format(self, notation: Notation = SHORT, *, width: int = 0, brackets: bool = False) -> str:
        """Format the hand on one line: plain, as `[JC, QD]`, or with each card right-justified in a field of `width`
        characters.

        >>> from kicker.cards import LONG
        >>> Hand("5s Th").format(LONG, width=4)
        '  5S 10H'
        """
        of_type("notation", notation, Notation, HandError)
        whole("width", width, 0, error=HandError)
        words = [notation.format(card) for card in self.cards]
        if brackets:
            return f"[{', '.join(words)}]"
        if width:
            return "".join(word.rjust(width) for word in words)
        return " ".join(words)

    def __str__(self) -> str:
        return self.format()

    def __repr__(self) -> str:
        return f"Hand.with_repeats('{self}')" if self.has_repeats else f"Hand('{self}')"


HandLike = str | Hand | Iterable[Card | int | str]
"""Anything that can be read as a hand: text, a `Hand`, or a sequence of cards, card numbers and card texts."""


def as_cards(cards: HandLike) -> list[Card]:
    """Return the cards of a hand in any form; their number and repeats are not checked."""
    return list(cards.cards) if isinstance(cards, Hand) else cards_in(cards, HandError, "a hand")


def hole_and_board(cards: HandLike, board: HandLike | None) -> tuple[tuple[Card, ...], tuple[Card, ...], int | None]:
    """Return a hand, its board, and how many cards of the hand must play: any of two, exactly two of four, five or six.

    Without a board the cards are one hand.
    """
    made, table = tuple(as_cards(cards)), tuple(as_cards(() if board is None else board))
    if not table:
        return made, (), None
    if len(made) not in (2, 4, 5, 6) or not 3 <= len(table) <= 5:
        both = f"'{SHORT.format_cards(made)}' on the board '{SHORT.format_cards(table)}'"
        wanted = "give two hole cards, or four to six in Omaha, and three to five board cards"
        raise HandError(f"cannot evaluate {both}: {wanted}", "count")
    return made, table, None if len(made) == 2 else 2


def _check(made: Sequence[Card], given: HandLike, least: int, most: int) -> None:
    if not least <= len(made) <= most:
        raise _count_error(made, given, least, most)
    for index, card in enumerate(made):
        if card in made[:index]:
            raise HandError(f"{card} appears twice in {_quote(made, given)}", "repeat")


def _count_error(made: Sequence[Card], given: HandLike, least: int, most: int) -> HandError:
    wanted = "at most seven cards" if least == 0 else "five, six or seven cards"
    return HandError(f"{_quote(made, given)} has {count_of(len(made), 'card')}: a hand has {wanted}", "count")


def _quote(made: Sequence[Card], given: HandLike) -> str:
    return shorten(given if isinstance(given, str) else SHORT.format_cards(made))


def _evaluate_unusual(
    cards: HandLike, board: HandLike | None, order: Order | str | tuple[Order | str, ...] | None
) -> Strength | tuple[Strength | None, ...] | None:
    """Evaluate what the kernel leaves to Python: other orders, several at once, rarer notations, and errors."""
    if isinstance(order, tuple):
        if not order:
            raise HandError("no order given; give one, or several like ('high', 'eight-or-better')", "order")
        hand, table, _ = hole_and_board(cards, board)
        return tuple(evaluate(hand, table or None, part) for part in order)
    chosen = HIGH if order is None else find_order(order)
    if chosen is HIGH and order is not None:
        return evaluate(cards, board)
    hand, table, plays = hole_and_board(cards, board)
    if chosen is not HIGH:
        return chosen.best(hand, table, plays)
    _check((*hand, *table), cards if board is None else (*hand, *table), 5, 7 if plays is None else 11)
    return chosen.best(hand, table, plays)


_kernel.install(SHARED, Hand, _orders.evaluate_omaha)
_orders.install(SHARED, _evaluate_unusual)


def best_five(cards: HandLike, board: HandLike | None = None, order: Order | str = HIGH) -> Hand:
    """Return the cards that play, in tie-break order; among equals, those given first.

    Five in most orders, fewer in badugi, and none if the cards do not qualify.

    >>> best_five("2c Ah Ad 5s Ac 5d 9h")
    Hand('Ah Ad Ac 5s 5d')
    >>> best_five("2c Ah", "Ad 5s Ac 5d 9h")
    Hand('Ah Ad Ac 5s 5d')
    >>> best_five("As 2s Kd Kh", "Ks 8d 7d 4c 4h", order="eight-or-better")
    Hand('8d 7d 4c 2s As')
    """
    hand, table, plays = hole_and_board(cards, board)
    chosen = find_order(order)
    evaluate(hand, table or None, chosen)  # raises if anything is wrong with the cards
    return Hand(chosen.playing(hand, table, plays))


def compare(first: HandLike, second: HandLike, board: HandLike | None = None, order: Order | str = HIGH) -> int:
    """Return 1 if the first hand is better, -1 if the second is, 0 for a tie; a hand that does not qualify loses."""
    chosen = find_order(order)
    one, two = (evaluate(hand, board, chosen) or 0 for hand in (first, second))
    return (one > two) - (one < two)


def winners(hands: Iterable[HandLike], board: HandLike | None = None, order: Order | str = HIGH) -> list[int]:
    """Return the indices of the best hands: several if they tie, none if no hand qualifies.

    >>> winners(["Ah Kh Qd 8c 2s", "3c 3d 9h 8s 2c", "3h 3s 9c 8d 2d"])
    [1, 2]
    >>> winners(["AhKh", "3c3d"], board="Ad Kd Qd Jd Td")
    [0, 1]
    >>> winners(["As 2s 3s 4d", "Ks Qd Jh 9c"], order="badugi")
    [1]
    """
    given = each("hands", hands, "['AhKh', 'QsQd']", HandError)
    chosen = find_order(order)
    strengths = [evaluate(hand, board, chosen) for hand in given]
    best = max((strength for strength in strengths if strength is not None), default=None)
    return [place for place, strength in enumerate(strengths) if strength is not None and strength == best]


# --- many hands ------------------------------------------------------------------------------------------------------

_ROWS_PER_THREAD = 1 << 18  # below this a second thread costs more than it saves


@overload
def evaluate_many(
    cards: ArrayLike, threads: int | None = None, *, boards: ArrayLike | None = None, order: Order | str = HIGH
) -> NDArray[uint16]: ...
@overload
def evaluate_many(
    cards: ArrayLike, threads: int | None = None, *, boards: ArrayLike, order: tuple[Order | str, Order | str]
) -> tuple[NDArray[uint16], NDArray[uint16]]: ...
def evaluate_many(
    cards: ArrayLike,
    threads: int | None = None,
    *,
    boards: ArrayLike | None = None,
    order: Order | str | tuple[Order | str, Order | str] = HIGH,
) -> NDArray[uint16] | tuple[NDArray[uint16], NDArray[uint16]]:
    """Return the strengths of n hands, from an n x 5, n x 6 or n x 7 array of card numbers (badugi: n x 4).

    With `boards`, n x 3 to n x 5 or one board for all, the hands are hole cards: two, or four to six as in Omaha. The
    number is 0 for a hand that does not qualify. `order` may be a pair, high and eight-or-better; there are then two
    arrays. Every row is checked: an invalid card number, or a card that appears twice in a row, raises `HandError` with
    the row. `threads` is the number of cores to use, by default all; the result does not depend on it.
    """
    import numpy as np

    if isinstance(order, tuple):
        high, low = (find_order(part) for part in order)
        return _evaluate_pair(cards, boards, high, low, threads)
    chosen = find_order(order)
    if boards is not None:
        return _evaluate_with_boards(cards, boards, chosen, threads)
    rows = _as_rows(cards, chosen.sizes, "hands")
    strengths = np.empty(len(rows), dtype=np.uint16)
    place = _place(chosen)
    if chosen is HIGH:
        bad = _in_threads(lambda part: _kernel.evaluate_rows(rows[part], strengths[part]), len(rows), threads)
    else:
        bad = _in_threads(lambda part: _batches.evaluate_rows(place, rows[part], strengths[part]), len(rows), threads)
    if bad is None and len(chosen.deck) < len(DECK) and not strengths.all():
        bad = int(np.argmin(strengths))
    if bad is not None:
        _refuse_row(bad, lambda: evaluate([int(number) for number in np.asarray(cards)[bad]], None, chosen))
    return strengths


def _place(order: Order) -> int:
    """Return the number by which the kernels know an order."""
    place = getattr(order, "place", None)
    if place is None:
        raise HandError(f"{order.title} has no table: evaluate its hands one by one", "order")
    return int(place)


def _as_rows(cards: ArrayLike, widths: Iterable[int], what: str) -> NDArray[uint8]:
    """Return rows of card numbers, 255 for an invalid card; raise an error for anything else."""
    import numpy as np

    *others, last = (f"n x {width}" for width in widths)
    wanted = f"give {', '.join(others)} or {last}" if others else f"give {last}"
    first = cards[0] if isinstance(cards, Sequence) and not isinstance(cards, memoryview) and len(cards) else ()
    if not hasattr(first, "__len__"):  # do not copy a long row first
        raise HandError(f"a row of numbers does not hold {what}: {wanted}", "count")
    try:
        given = np.asarray(cards)
    except (ValueError, TypeError):
        raise HandError(f"rows of different lengths do not hold {what}: {wanted}", "count") from None
    if given.ndim != 2 or given.shape[1] not in widths:
        raise HandError(f"an array of shape {given.shape} does not hold {what}: {wanted}", "count")
    if given.dtype.kind not in "iu":
        raise HandError(f"an array of {given.dtype} does not hold cards: give whole numbers from 0 to 51", "type")
    if given.dtype != np.uint8:
        outside = (given < 0) | (given > 51)
        given = np.where(outside, 255, given).astype(np.uint8)
    return np.ascontiguousarray(given)


def _refuse_row(row: int, ask: Callable[[], object]) -> None:
    try:
        ask()
    except ValueError as error:
        raise HandError(f"row {row}: {error}", getattr(error, "code", "type")) from None


def _hole_and_boards(cards: ArrayLike, boards: ArrayLike) -> tuple[NDArray[uint8], NDArray[uint8]]:
    hands = _as_rows(cards, (2, 4, 5, 6), "hole cards")
    single = isinstance(boards, Sequence) and len(boards) and not hasattr(boards[0], "__len__")
    tables = _as_rows([boards] if single else boards, (3, 4, 5), "boards")  # type: ignore[arg-type]
    if len(tables) not in (1, len(hands)):
        raise HandError(f"{len(tables)} boards for {len(hands)} hands: give one for each, or one for all", "count")
    return hands, tables


def _evaluate_with_boards(cards: ArrayLike, boards: ArrayLike, order: Order, threads: int | None) -> NDArray[uint16]:
    """Evaluate hole cards with boards."""
    import numpy as np

    hands, tables = _hole_and_boards(cards, boards)
    if hands.shape[1] == 2:
        whole_hands = np.concatenate([hands, np.broadcast_to(tables, (len(hands), tables.shape[1]))], axis=1)
        return evaluate_many(whole_hands, threads, order=order)
    if order is HIGH:
        return _evaluate_omaha(hands, tables, threads, high=True, low=False)[0]
    if _place(order) == _EIGHT_OR_BETTER:
        return _evaluate_omaha(hands, tables, threads, high=False, low=True)[1]
    raise HandError(f"{order.title} is not played with {hands.shape[1]} hole cards and a board", "order")


def _evaluate_pair(
    cards: ArrayLike, boards: ArrayLike | None, high: Order, low: Order, threads: int | None
) -> tuple[NDArray[uint16], NDArray[uint16]]:
    """Return high and low of the same hands."""
    if boards is not None:
        hands, tables = _hole_and_boards(cards, boards)
        if hands.shape[1] > 2 and high is HIGH and _place(low) == _EIGHT_OR_BETTER:
            return _evaluate_omaha(hands, tables, threads, high=True, low=True)
    both = [evaluate_many(cards, threads, boards=boards, order=order) for order in (high, low)]
    return both[0], both[1]


_EIGHT_OR_BETTER = 4


def _evaluate_omaha(
    hands: NDArray[uint8], boards: NDArray[uint8], threads: int | None, *, high: bool, low: bool
) -> tuple[NDArray[uint16], NDArray[uint16]]:
    import numpy as np

    highs, lows = (np.empty(len(hands) if wanted else 0, dtype=np.uint16) for wanted in (high, low))

    def work(part: slice) -> int:
        tables = boards if len(boards) == 1 else boards[part]
        return _batches.evaluate_omaha_rows(hands[part], tables, highs[part], lows[part])

    bad = _in_threads(work, len(hands), threads)
    if bad is not None:
        board = boards[0 if len(boards) == 1 else bad]
        _refuse_row(bad, lambda: evaluate(hands[bad].tolist(), board.tolist()))
    return highs, lows


def _in_threads(work: Callable[[slice], int], rows: int, threads: int | None) -> int | None:
    """Do the work on slices of the rows in parallel; return the first bad row that any of them finds."""
    cores = available_cores() if threads is None else whole("threads", threads, 1, error=HandError, code="count")
    parts = max(1, min(cores, rows // _ROWS_PER_THREAD))
    slices = [slice(rows * part // parts, rows * (part + 1) // parts) for part in range(parts)]
    found = in_parallel(work, slices, parts)
    return next((part.start + bad for part, bad in zip(slices, found, strict=True) if bad >= 0), None)


def strength_counts(size: int = 7, cards: HandLike = (), dead: HandLike = ()) -> list[int]:
    """Count the hands of `size` cards that hold `cards` and no `dead` card, by strength.

    The count of strength s is at index s; index 0 is unused. Every hand is evaluated: all 133,784,560 hands of
    seven cards take about a fifth of a second.

    >>> counts = strength_counts(5)
    >>> counts[7462], sum(counts)
    (4, 2598960)
    """
    size = whole("size", size, 5, 7, HandError, "count")
    known, gone = as_cards(cards), as_cards(dead)
    _check([*known, *gone], SHORT.format_cards([*known, *gone]), 0, 52)
    if len(known) > size:
        raise HandError(f"{len(known)} cards are known: a hand of {size} cannot hold them", "count")
    # Suit by suit: docs/evaluator.md says why that is faster.
    free = [card for suit in range(4) for card in DECK[suit::4] if card not in known and card not in gone]
    if len(free) < size - len(known):
        raise HandError(f"{len(free)} cards are left: too few for hands of {size}", "count")
    return _kernel.count_strengths(size, bytes(known), bytes(free))
