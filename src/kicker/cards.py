"""Cards, decks and notations. The strength of hands is in `hands.py`.

>>> from kicker.cards import Card, Deck, parse_cards
>>> parse_cards("As 10h, K♦")
[Card('As'), Card('Th'), Card('Kd')]
>>> Deck(seed=7).shuffle().deal(2) == Deck(seed=7).shuffle().deal(2)
True
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple, SupportsIndex

from kicker.checks import dice, each, of_type, whole
from kicker.errors import CardError, KickerError, quoted

if TYPE_CHECKING:
    from random import Random

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"


class Card(int):
    """One of 52 shared objects, itself the number `4 * (rank - 2) + suit` with suits in the order c d h s.

    `Card("As")`, `Card("10H")`, `Card("A♠")` and `Card(51)` are the same object. Its order as a number only tells
    cards apart; sort with `by_face` or `by_face_low`.
    """

    __slots__ = ()

    def __new__(cls, card: str | SupportsIndex) -> Card:
        """Return the shared object of a card's text or number."""
        if isinstance(card, str):
            return _parse_one(card)
        try:
            number = operator.index(card)
        except TypeError:
            message = f"a card must be text like 'As' or a number from 0 to 51, not {quoted(card)}"
            raise CardError(message, "type") from None
        if not 0 <= number < 52:
            raise CardError(f"{quoted(number)} is not a card; cards are numbered from 0 to 51", "rank")
        return DECK[number]

    @property
    def rank(self) -> int:
        """2 to 14; the ace is 14."""
        return (self >> 2) + 2

    @property
    def low_rank(self) -> int:
        """1 to 13; the ace is 1."""
        return (self >> 2) + 2 if self < 48 else 1

    @property
    def suit(self) -> str:
        """One of `c d h s`."""
        return SUITS[self & 3]

    @property
    def is_red(self) -> bool:
        """True for hearts and diamonds."""
        return self & 3 in (1, 2)

    def __repr__(self) -> str:
        return f"Card('{self}')"

    def __str__(self) -> str:
        return RANKS[self >> 2] + SUITS[self & 3]

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __reduce__(self) -> tuple[object, ...]:
        return Card, (int(self),)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self


CardsLike = str | Iterable[Card | int | str]
"""Anything that can be read as cards: text, or a sequence of cards, card numbers and card texts."""

DECK: Final[tuple[Card, ...]] = tuple(int.__new__(Card, number) for number in range(52))
"""All 52 cards in the order of their numbers: 2c 2d 2h 2s 3c ... As."""


def by_face(card: Card | int | str) -> int:
    """Return a sort key: the rank, ace high; suits are equal."""
    return card.rank if isinstance(card, Card) else Card(card).rank


def by_face_low(card: Card | int | str) -> int:
    """Return a sort key: the rank, ace low; suits are equal."""
    return card.low_rank if isinstance(card, Card) else Card(card).low_rank


# --- notations -------------------------------------------------------------------------------------------------------


class Notation(NamedTuple):
    """One way to write a card: a word per rank (deuce first), a word per suit (c d h s), and the text between them.

    `format` writes it and `parse` reads exactly that; `parse_cards` reads every notation.
    """

    name: str
    """The name in messages and options."""
    ranks: tuple[str, ...]
    """Thirteen words, from the deuce to the ace."""
    suits: tuple[str, ...]
    """Four words: clubs, diamonds, hearts, spades."""
    gap: str = ""
    """The text between rank and suit."""

    def format(self, card: Card) -> str:
        """Format a card: `Td` in the notation `SHORT`, `10 D` in `SPACED`."""
        if type(card) is not Card:
            card = Card(card)
        return self.ranks[card >> 2] + self.gap + self.suits[card & 3]

    def format_cards(self, cards: Iterable[Card]) -> str:
        """Format cards on one line, with single spaces between them."""
        return " ".join(map(self.format, each("cards", cards, "['As', 'Kd']", CardError)))

    def parse(self, text: str) -> Card:
        """Return the card that `format` writes as `text`; raise `CardError` for anything else."""
        of_type("a card", text, str, CardError)
        for card in DECK:
            if self.format(card) == text:
                return card
        example = self.format(DECK[34])
        message = f"{quoted(text)} is not a card in {self.name} notation: the ten of hearts is {example!r}"
        raise CardError(message, "size")


_TEN = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")

SHORT: Final = Notation("short", tuple(RANKS), tuple("cdhs"))
UPPER: Final = Notation("upper", tuple(RANKS), tuple("CDHS"))
LONG: Final = Notation("long", _TEN, tuple("CDHS"))
SPACED: Final = Notation("spaced", _TEN, tuple("CDHS"), gap=" ")
SYMBOL: Final = Notation("symbol", _TEN, tuple("♣♦♥♠"))
NOTATIONS: Final = {notation.name: notation for notation in (SHORT, UPPER, LONG, SPACED, SYMBOL)}

SUIT_NAMES: Final = ("Club", "Diamond", "Heart", "Spade")


def format_pair(card: Card) -> tuple[str, str]:
    """Return value and suit of a card as words: `("10", "Club")`, `("14", "Spade")`.

    >>> format_pair(Card("As"))
    ('14', 'Spade')
    """
    return str(card.rank), SUIT_NAMES[card & 3]


def parse_pair(pair: Iterable[str]) -> Card:
    """Return the card of a value ("2" to "14") and a suit word; the inverse of `format_pair`."""
    words = tuple(islice(each("a pair", pair, "('14', 'Spade')", CardError), 3))
    for card in DECK:
        if format_pair(card) == words:
            return card
    raise CardError(
        f"{quoted(words)} is not a card: a pair is a value from '2' to '14' and one of {SUIT_NAMES}", "rank"
    )


def format_index(card: Card, suits: str = "shdc") -> int:
    """Return a card as one number: `13 * suit + value` with the ace as 0 and the suits in the given order, as in old
    files."""
    _check_suits(suits)
    return 13 * suits.index(card.suit) + card.low_rank - 1


def parse_index(index: int, suits: str = "shdc") -> Card:
    """Return the card of a number that `format_index` made."""
    index = whole("an index", index, 0, 51, CardError, "rank")
    _check_suits(suits)
    suit, value = divmod(index, 13)
    return DECK[4 * ((value - 1) % 13) + SUITS.index(suits[suit])]


def _check_suits(suits: str) -> None:
    if not isinstance(suits, str) or sorted(suits) != sorted(SUITS):
        raise CardError(f"suits must be c, d, h and s in some order, not {quoted(suits)}", "suit")


# --- the lenient reader ----------------------------------------------------------------------------------------------

_RANK_OF = {
    character: rank
    for rank, characters in enumerate(zip(RANKS, RANKS.lower(), strict=True))
    for character in characters
}
_SUIT_OF = {
    character: suit for suit, characters in enumerate(("cC♣♧", "dD♦♢", "hH♥♡", "sS♠♤")) for character in characters
}
_BY_TEXT = {notation.format(card): card for notation in (SHORT, UPPER) for card in DECK}
_BETWEEN = frozenset(",;[](){}|\ufe0f")  # the last one selects coloured suit symbols on some screens


def parse_cards(text: str) -> list[Card]:
    """Read any number of cards in any notation, with spaces, commas or nothing between them, in either case.

    >>> parse_cards("AsKs 10 H [qd, J♣]")
    [Card('As'), Card('Ks'), Card('Th'), Card('Qd'), Card('Jc')]
    """
    try:
        return [_BY_TEXT[word] for word in text.split()]
    except (KeyError, AttributeError):
        return list(_scan(text))


_MOST_READ: Final = 104  # two decks: enough for a repeated card to be reported as one


def cards_in(cards: CardsLike, error: type[KickerError] = CardError, what: str = "cards") -> list[Card]:
    """Return the cards of a text, or of a sequence of cards, card numbers and card texts."""
    if isinstance(cards, str):
        return parse_cards(cards)
    try:
        items = list(islice(cards, _MOST_READ + 1))  # an endless iterable is not read to its end
    except TypeError:
        raise error(f"{what} must be text like 'As Kd' or a list of cards, not {quoted(cards)}", "type") from None
    made = [item if type(item) is Card else Card(item) for item in items]
    if len(made) > _MOST_READ:
        raise error(f"{what} must be at most {_MOST_READ} cards", "count")
    return made


def _parse_one(text: str) -> Card:
    cards = parse_cards(text)
    if len(cards) != 1:
        raise CardError(f"{shorten(text)} is {count_of(len(cards), 'card')}, not one", "size")
    return cards[0]


def _scan(text: str) -> Iterator[Card]:
    if not isinstance(text, str):
        raise CardError(f"cards must be text like 'As Kd 10h', not {quoted(text)}", "type")
    position = 0
    while position < len(text):
        character = text[position]
        if character in _BETWEEN or character.isspace():
            position += 1
            continue
        start = position
        if text.startswith("10", position):
            rank, position = 8, position + 2
        elif character in _RANK_OF:
            rank, position = _RANK_OF[character], position + 1
        else:
            raise card_error(text, start, "rank")
        while position < len(text) and text[position].isspace():
            position += 1
        if position == len(text):
            raise card_error(text, start, "size")
        if text[position] not in _SUIT_OF:
            raise card_error(text, start, "suit")
        yield DECK[4 * rank + _SUIT_OF[text[position]]]
        position += 1


def card_error(text: str, start: int, code: str) -> CardError:
    """Return the error for the card that begins at `start`; quotes that word, and the whole text if there is more."""
    rest = text[start:]
    word = rest.split()[0].rstrip(",;])}") if rest.split() else rest
    wrong = {
        "rank": f"the rank is one of {' '.join(reversed(RANKS))} (or 10)",
        "suit": "the suit is one of c d h s or ♣ ♦ ♥ ♠",
        "size": "a card is a rank and a suit, like 'As'",
    }
    place = f" at character {start + 1} of {shorten(text)}" if text.strip() != word else ""
    return CardError(f"{shorten(word)} is not a card{place}: {wrong[code]}", code)


def shorten(text: str, width: int = 60) -> str:
    """Return the text in quotes for error messages: unprintable characters escaped, and cut if it is long."""
    return repr(text if len(text) <= width else text[:width] + "...")


def count_of(number: int, noun: str) -> str:
    """`1 hand`, `2 hands`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def number_text(value: float) -> str:
    """Return a number in full, without superfluous digits.

    >>> number_text(10.0), number_text(0.125), number_text(2469130.0), number_text(1234.5678)
    ('10', '0.125', '2469130', '1234.5678')
    """
    return f"{value:.0f}" if abs(value) < 1e15 and value == int(value) else repr(float(value))


def unknown(kind: str, name: str, choices: Iterable[str]) -> str:
    """Return the sentence for an unknown name, which suggests the nearest known name and lists all names.

    >>> unknown("bot", "sharpp", ["sharp", "cpu"])
    "unknown bot 'sharpp' (did you mean sharp?); choose from cpu, sharp"
    """
    names = sorted(choices)
    return f"{suggest(kind, name, names)}; choose from {', '.join(names)}"


def suggest(kind: str, name: str, choices: Iterable[str]) -> str:
    """Return the sentence for an unknown name without the list of known names, for long lists.

    >>> suggest("option", "--trails", ["--trials", "--seed"])
    "unknown option '--trails' (did you mean --trials?)"
    """
    from difflib import get_close_matches  # rarely needed, and as slow to load as all of `import kicker`

    near = get_close_matches(name, list(choices), 1)
    return f"unknown {kind} {shorten(name)}" + (f" (did you mean {near[0]}?)" if near else "")


# --- the deck --------------------------------------------------------------------------------------------------------


class Deck:
    """Cards in an order, dealt from the top; the only mutable object in this module.

    A new deck is in the order of `DECK`, or of `cards`, and is not shuffled. The same seed gives the same sequence of
    shuffles.
    """

    def __init__(self, cards: CardsLike | None = None, *, seed: int | Random | None = None) -> None:
        chosen = DECK if cards is None else tuple(cards_in(cards))
        if len(set(chosen)) < len(chosen):
            twice = next(card for index, card in enumerate(chosen) if card in chosen[:index])
            raise CardError(f"{twice} appears twice; a deck has each card once", "repeat")
        self._cards = list(chosen)
        self._top = 0
        self._random = None if seed is None else dice(seed)

    @property
    def order(self) -> tuple[Card, ...]:
        """All cards, the dealt ones first."""
        return tuple(self._cards)

    @property
    def is_empty(self) -> bool:
        """True when no card is left to deal."""
        return self._top == len(self._cards)

    def shuffle(self) -> Deck:
        """Shuffle the cards that are left; return the deck."""
        if self._random is None:
            self._random = dice(None)
        left = self._cards[self._top :]
        self._random.shuffle(left)
        self._cards[self._top :] = left
        return self

    def deal_card(self) -> Card:
        """Take the top card."""
        return self.deal(1)[0]

    def deal(self, count: int) -> list[Card]:
        """Take `count` cards from the top, the topmost first."""
        if whole("count", count, 0, error=CardError, code="absent") > len(self):
            raise CardError(f"cannot deal {quoted(count)} cards; the deck has {len(self)} left", "absent")
        dealt = self._cards[self._top : self._top + count]
        self._top += count
        return dealt

    def put_back(self, card: Card | str) -> None:
        """Put a dealt card at the bottom of the deck."""
        dealt = Card(card)
        if dealt not in self._cards[: self._top]:
            raise CardError(f"cannot put back {dealt}; it was not dealt from this deck", "absent")
        self._cards.remove(dealt)
        self._cards.append(dealt)
        self._top -= 1

    def peek(self, index: int = 0) -> Card:
        """Return the card `index` places below the top, without taking it."""
        if whole("index", index, 0, error=CardError, code="absent") >= len(self):
            raise CardError(
                f"cannot peek at card {quoted(index)}; the deck has {len(self)} left, counted from 0", "absent"
            )
        return self._cards[self._top + index]

    def reset(self) -> Deck:
        """Take all dealt cards back, in their former order; return the deck."""
        self._top = 0
        return self

    def __len__(self) -> int:
        return len(self._cards) - self._top

    def __iter__(self) -> Iterator[Card]:
        return iter(self._cards[self._top :])

    def __str__(self) -> str:
        return SHORT.format_cards(self)

    def __repr__(self) -> str:
        return f"<Deck of {len(self)}: {self}>"
