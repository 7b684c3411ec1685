"""The scores and names that other programs give to hands, as thin functions of a `Strength`.

All of them order hands as poker does and give equal numbers to hands that tie, except the short decimal form. Two
schemes can also be computed from the cards by their own bit tricks: `bitwise`, the only one for hands that hold a card
twice, and `SuitBits`, which adds and removes cards cheaply.

>>> from kicker.hands import evaluate
>>> decimal_value(evaluate("5s 6s 6d 8d 9h"))
1006009008005000000
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations
from typing import Final, Literal

from kicker.cards import LONG, Card, by_face, count_of, format_pair
from kicker.errors import HandError, quoted
from kicker.hands import Category, Hand, HandLike, Strength, as_cards, best_five, evaluate

# --- names -----------------------------------------------------------------------------------------------------------

NAMES: Final[dict[str, tuple[str, ...]]] = {
    "classic": ("High Card", "One Pair", "Two Pair", "Three of a Kind", "Straight", "Flush", "Full House",
                "Four of a Kind", "Straight Flush", "Royal Flush"),
    "draw": ("High Card", "One Pair", "Two pairs", "Three of a kind", "Straight", "Flush", "Full house",
             "Four of a kind", "Straight flush", "Royal flush"),
    "holdem": ("High Card", "Pair", "Two Pairs", "Three of a kind", "Straight", "Flush", "Full House",
               "Four of a kind", "Straight Flush", "Royal King"),
    "course": ("High Card", "One Pair", "Two Pair", "Three of a Kind", "Straight", "Flush", "Full House",
               "Four of a Kind", "Straight Flush", "Straight Flush"),
    "console": ("High card", "Pair", "Two pair", "Three of a kind", "Straight", "Flush", "Full house",
                "Four of a kind", "Straight flush", "Straight flush"),
}  # fmt: skip
"""The names of the categories in five programs; the tenth name is the royal flush."""


def name(strength: Strength, table: str = "classic") -> str:
    """Return the name of a hand's category in one of the tables of `NAMES`."""
    if table not in NAMES:
        raise HandError(f"unknown table of names {quoted(table)}; choose from {', '.join(NAMES)}", "type")
    return NAMES[table][9 if strength.is_royal else strength.category]


def format_with_name(hand: Hand, width: int = 0, table: str = "course") -> str:
    """Format a hand and the name of its category, each card in a field of `width` characters.

    >>> format_with_name(Hand("AD AC 4H 10S KS"), width=4)
    '  AD  AC  4H 10S  KS --- One Pair'
    """
    return f"{hand.format(LONG, width=width)} --- {name(hand.strength, table)}"


# --- packed bits -----------------------------------------------------------------------------------------------------

CODES: Final = ("highCard", "onePair", "twoPair", "threeKind", "aceLowStraight", "straight", "flush", "fullHouse",
                "fourKind", "straightFlush", "royalFlush")  # fmt: skip
_CODE_BY_MODULO: Final = {5: 0, 6: 1, 7: 2, 9: 3, 10: 7, 1: 8}
_ACE_LOW_BITS: Final = 0b100000000111100
_ROYAL_BITS: Final = 0b111110000000000


def table_rank(strength: Strength | None) -> int:
    """Return a rank from 1 (high card) to 10 (royal flush); 0 means not yet ranked."""
    if strength is None:
        return 0
    return 10 if strength.is_royal else strength.category + 1


def code(strength: Strength) -> int:
    """Return 0 to 10, an index into `CODES`: the ace-low straight has a separate code, 4, below the other straights."""
    if strength.is_royal:
        return 10
    if strength.category < Category.STRAIGHT:
        return int(strength.category)
    return 4 if strength.category is Category.STRAIGHT and strength.ranks[0] == 5 else strength.category + 1


def packed(strength: Strength) -> int:
    """Return the five ranks in tie-breaking order, four bits each. It compares only hands of the same code.

    >>> packed(evaluate("Ac Ad Ah As Kc"))
    978669
    """
    return _pack(strength.ranks)


def definitive(strength: Strength) -> int:
    """Return `code << 20 | packed`, a number that compares any two hands."""
    return code(strength) << 20 | packed(strength)


def _pack(ranks: Sequence[int]) -> int:
    a, b, c, d, e = ranks
    return a << 16 | b << 12 | c << 8 | d << 4 | e


def sort_by_occurrence(values: Iterable[int]) -> list[int]:
    """Return the values, most frequent first; among equally frequent ones, higher first.

    >>> sort_by_occurrence([1, 2, 1, 1, 1])
    [1, 1, 1, 1, 2]
    """
    listed = list(values)
    return sorted(listed, key=lambda value: (listed.count(value), value), reverse=True)


def to_binary(number: int, width: int = 0) -> str:
    """Format a number in binary, padded with zeros: `to_binary(9)` is `1001`."""
    return format(number, f"0{width}b")


@dataclass(frozen=True, slots=True)
class Bitwise:
    """Five cards evaluated by two bit sets; a card may repeat, but five cards of one rank are refused."""

    cards: tuple[Card, ...]
    """Highest first."""
    exists: int
    """15 bits: bit r is set if the hand has rank r; the ace is rank 14."""
    occurrences: int
    """60 bits, four for each rank: one set for each card of that rank."""
    modulo: int
    """`occurrences % 15`, which identifies the pattern of pairs."""
    code: int
    """Index into `CODES`."""
    packed: int
    """Breaks ties within a code."""

    @property
    def definitive(self) -> int:
        """Compares any two hands."""
        return self.code << 20 | self.packed


def bitwise(cards: HandLike) -> Bitwise:
    """Evaluate five cards by bit sets.

    >>> CODES[bitwise("Ac 2c 3c 4c 5c").code]
    'straightFlush'
    """
    hand = tuple(sorted(as_cards(cards), key=by_face, reverse=True))
    if len(hand) != 5:
        raise HandError(f"'{' '.join(map(str, hand))}' has {count_of(len(hand), 'card')}, not five", "count")
    ranks = [card.rank for card in hand]
    exists = occurrences = 0
    for rank in ranks:
        exists |= 1 << rank
        nibble = occurrences >> 4 * rank & 15
        occurrences |= (nibble << 1 | 1) << 4 * rank
    if occurrences >= 1 << 60 or len(set(ranks)) == 1:
        raise HandError(f"'{' '.join(map(str, hand))}' has five cards of one rank; a deck has four", "five-alike")
    ace_low = exists == _ACE_LOW_BITS
    straight = exists // (exists & -exists) == 31
    flush = len({card.suit for card in hand}) == 1
    # Straights and flushes are tested first: by the remainder they look like a high card.
    if flush and exists == _ROYAL_BITS:
        found = 10
    elif flush and (straight or ace_low):
        found = 9
    elif flush:
        found = 6
    elif ace_low:
        found = 4
    elif straight:
        found = 5
    else:
        found = _CODE_BY_MODULO[occurrences % 15]
    order = [5, 4, 3, 2, 1] if ace_low else sort_by_occurrence(ranks)
    return Bitwise(hand, exists, occurrences, occurrences % 15, found, _pack(order))


def definitive_score(cards: HandLike | Iterable[Iterable[str]]) -> int:
    """Return the number of `definitive`, directly from cards or from a list of one-card lists.

    >>> definitive_score([["5H"], ["AC"], ["KC"], ["3S"], ["2D"]]) == definitive(evaluate("5H AC KC 3S 2D"))
    True
    """
    if isinstance(cards, (str, Hand)):
        return bitwise(cards).definitive
    single = ([card] if isinstance(card, (str, int)) else card for card in cards)
    return bitwise(list(chain.from_iterable(single))).definitive


# --- 0 to 900 --------------------------------------------------------------------------------------------------------

_NORMALIZE: Final = 433175


def highest_cards(
    values: Iterable[int], exclude: Iterable[int] = (), limit: int = 5, normalize: float = _NORMALIZE
) -> float:
    """Return values as the digits of a number in base 13, highest first, divided by `normalize`: below 0.86 by default.

    Values in `exclude` are left out; at most `limit` of the others count.

    >>> highest_cards([2, 2, 2, 2, 14]) > highest_cards([13, 13, 13, 13, 13])
    True
    """
    without = set(exclude)
    digits = [value - 2 for value in sorted(values, reverse=True) if value not in without][:limit]
    number = 0
    for place in range(5):
        number = number * 13 + (digits[place] if place < len(digits) else 0)
    return number / normalize


def score_900(strength: Strength) -> float:
    """Return a hundred per category plus a place within it; the royal flush is 900."""
    ranks = strength.ranks
    top = ranks[0]
    match strength.category:
        case Category.STRAIGHT_FLUSH:
            return 900.0 if strength.is_royal else 800 + top / 14 * 99
        case Category.FOUR_OF_A_KIND:
            return 700 + top / 14 * 50 + highest_cards(ranks, exclude=[top], limit=1)
        case Category.FULL_HOUSE:
            return 600 + top + ranks[3] / 14
        case Category.FLUSH:
            return 500 + highest_cards(ranks)
        case Category.STRAIGHT:
            return 400 + top / 14 * 99
        case Category.THREE_OF_A_KIND:
            return 300 + top / 14 * 50 + highest_cards(ranks, exclude=[top], limit=2)
        case Category.TWO_PAIR:
            # A step of the lower pair must outweigh any kicker, and a step of the higher pair both.
            return 200 + top / 14 * 50 + ranks[2] / 14 * (50 / 14) + (ranks[4] - 2) / 13 * (50 / 196)
        case Category.ONE_PAIR:
            return 100 + top / 14 * 50 + highest_cards(ranks, exclude=[top], limit=3)
        case _:
            return highest_cards(ranks)


@dataclass(frozen=True, slots=True)
class SevenCardRank:
    """A ranked hand of seven cards: a name, a score, and the five cards that play."""

    name: str
    """The category."""
    score: float
    """Higher is better."""
    cards: tuple[tuple[str, str], ...]
    """The five cards that play, each as value and suit."""


def rank_seven(cards: HandLike) -> SevenCardRank:
    """Rank a player's two cards with five on the board."""
    made = as_cards(cards)
    if len(made) != 7:
        raise HandError(f"give seven cards, five on the board and two in hand, not {len(made)}", "count")
    strength = evaluate(made)
    return SevenCardRank(name(strength, "holdem"), score_900(strength), tuple(map(format_pair, best_five(made))))


@dataclass(frozen=True, slots=True)
class Preview:
    """The facts that can be seen before a hand is ranked."""

    highest: int
    """The highest rank, 2 to 14."""
    longest_run: int
    """The length of the longest run of ranks."""
    run_top: int
    """The highest rank of that run."""
    suit_counts: Mapping[str, int] = field(hash=False)
    """Cards of each suit."""
    duplicates: Mapping[int, int] = field(hash=False)
    """The count of each repeated rank, most frequent and highest first."""


def preview(cards: HandLike) -> Preview:
    """Return the highest card, the longest run with its top, suits, and repeated ranks; a repeat does not break
    a run."""
    made = sorted(as_cards(cards), key=by_face)
    if not made:
        raise HandError("no cards given; a preview needs at least one", "count")
    ranks = sorted({card.rank for card in made})
    longest, top = longest_run(ranks)
    counts = {rank: sum(card.rank == rank for card in made) for rank in ranks}
    repeated = sorted((rank for rank in ranks if counts[rank] > 1), key=lambda rank: (-counts[rank], -rank))
    return Preview(
        highest=made[-1].rank,
        longest_run=longest,
        run_top=top,
        suit_counts={suit: sum(card.suit == suit for card in made) for suit in "cdhs"},
        duplicates={rank: counts[rank] for rank in repeated},
    )


def longest_run(ranks: Iterable[int], above_ace: int = 2) -> tuple[int, int]:
    """Return the length and the top of the longest run; the ace also counts below `above_ace`."""
    found = set(ranks)
    longest = top = 0
    for high in sorted(found):
        low = high
        while low - 1 in found or (low == above_ace and 14 in found):
            low -= 1
        if high - low + 1 >= longest:
            longest, top = high - low + 1, high
    return longest, top


# --- decimal blocks --------------------------------------------------------------------------------------------------

DecimalForm = Literal["full", "short", "five"]

_BLOCKS: Final = {
    Category.HIGH_CARD: (0, 1, 2, 3, 4),
    Category.ONE_PAIR: (0, 2, 3, 4),
    Category.TWO_PAIR: (0, 2, 4),
    Category.THREE_OF_A_KIND: (0, 3, 4),
    Category.STRAIGHT: (0, 1, 2, 3, 4),
    Category.FLUSH: (0, 1, 2, 3, 4),
    Category.FULL_HOUSE: (0, 3),
    Category.FOUR_OF_A_KIND: (0, 4),
    Category.STRAIGHT_FLUSH: (0, 1, 2, 3, 4),
}
_SHORTENED: Final = (
    Category.THREE_OF_A_KIND,
    Category.STRAIGHT,
    Category.FULL_HOUSE,
    Category.FOUR_OF_A_KIND,
    Category.STRAIGHT_FLUSH,
)


def decimal_value(strength: Strength, form: DecimalForm = "full") -> int:
    """Return the category as the first digit, then blocks of three digits with the ranks that matter.

    `full` has six blocks, the last always 000, and `five` omits that one. `short` keeps only the blocks that can matter
    between hands without common cards: different hands may tie in it, so do not use it for hold'em.
    """
    if form not in ("full", "short", "five"):
        raise HandError(f"{quoted(form)} is not a decimal form; choose full, short or five", "type")
    places = _BLOCKS[strength.category]
    if form == "short" and strength.category in _SHORTENED:
        places = places[:1]
    blocks = [strength.ranks[place] for place in places]
    value = int(strength.category)
    for block in [*blocks, *[0] * (6 - len(blocks))]:
        value = value * 1000 + block
    return value // 1000 if form == "five" else value


# --- suit masks ------------------------------------------------------------------------------------------------------

_WHEEL_MASK: Final = 0x100F


class SuitBits:
    """Thirteen bits per suit (bit 0 the two, bit 12 the ace); adding or removing a card is one operation."""

    def __init__(self, cards: HandLike = ()) -> None:
        self.masks = [0, 0, 0, 0]
        for card in as_cards(cards):
            self.push(card)

    def push(self, card: Card) -> None:
        """Add a card."""
        self.masks[card & 3] |= 1 << (card >> 2)

    def pop(self, card: Card) -> None:
        """Remove a card."""
        self.masks[card & 3] &= ~(1 << (card >> 2))

    def value(self) -> int:
        """Return `kind << 26 | primary ranks << 13 | secondary ranks` of the five cards."""
        c, d, h, s = self.masks
        any_of, odd = c | d | h | s, c ^ d ^ h ^ s
        even = any_of ^ odd
        if sum(mask.bit_count() for mask in self.masks) != 5:
            raise HandError("add five cards before asking for a value", "count")
        one_suit = self.masks.count(0) == 3
        wheel = any_of == _WHEEL_MASK
        straight = wheel or any_of == 31 * (any_of & -any_of)
        ranks = any_of.bit_count()
        run = 0xF if wheel else any_of
        if straight and one_suit:
            return _suit_bits_value(Category.STRAIGHT_FLUSH, run)
        if ranks == 2 and c & d & h & s:
            return _suit_bits_value(Category.FOUR_OF_A_KIND, even, odd)
        if ranks == 2:
            return _suit_bits_value(Category.FULL_HOUSE, odd, even)
        if one_suit:
            return _suit_bits_value(Category.FLUSH, any_of)
        if straight:
            return _suit_bits_value(Category.STRAIGHT, run)
        if ranks == 3 and odd.bit_count() == 3:
            three = c & d & h | c & d & s | c & h & s | d & h & s
            return _suit_bits_value(Category.THREE_OF_A_KIND, three, any_of ^ three)
        if ranks == 3:
            return _suit_bits_value(Category.TWO_PAIR, even, odd)
        if ranks == 4:
            return _suit_bits_value(Category.ONE_PAIR, even, odd)
        return _suit_bits_value(Category.HIGH_CARD, any_of)


def _suit_bits_value(category: Category, primary: int, secondary: int = 0) -> int:
    return category << 26 | primary << 13 | secondary


def suit_bits_value(strength: Strength) -> int:
    """Return the number of `SuitBits.value`, from a strength."""
    primary, secondary = {
        Category.ONE_PAIR: ((0,), (2, 3, 4)),
        Category.TWO_PAIR: ((0, 2), (4,)),
        Category.THREE_OF_A_KIND: ((0,), (3, 4)),
        Category.FULL_HOUSE: ((0,), (3,)),
        Category.FOUR_OF_A_KIND: ((0,), (4,)),
    }.get(strength.category, ((0, 1, 2, 3, 4), ()))
    ranks = [0 if rank == 1 else 1 << rank - 2 for rank in strength.ranks]  # no bit for the low ace of a straight
    return _suit_bits_value(
        strength.category, sum(ranks[place] for place in primary), sum(ranks[place] for place in secondary)
    )


def best_suit_bits_value(cards: HandLike) -> int:
    """Return the highest `SuitBits.value` of any five of the cards, toggling only the cards that change."""
    made = as_cards(cards)
    evaluate(made)  # refuses too few cards and repeated ones
    inside = SuitBits()
    present: tuple[Card, ...] = ()
    best = -1
    for five in combinations(made, 5):
        for card in present:
            if card not in five:
                inside.pop(card)
        for card in five:
            if card not in present:
                inside.push(card)
        present = five
        best = max(best, inside.value())
    return best


# --- all of them -----------------------------------------------------------------------------------------------------


def worst_first(strength: Strength) -> int:
    """Return 1 for the best hand up to 7462 for the worst, as some other evaluators count."""
    return 7463 - strength


SCHEMES: Final[dict[str, tuple[str, Callable[[Strength], int | float]]]] = {
    "strength": ("1 worst to 7462 best", int),
    "worst_first": ("1 best to 7462 worst", worst_first),
    "table_rank": ("1 high card to 10 royal flush", table_rank),
    "code": ("0 to 10, ace-low straight 4", code),
    "packed": ("tie-break within a code", packed),
    "definitive": ("code << 20 | packed", definitive),
    "score_900": ("a hundred per kind", score_900),
    "decimal": ("kind and six blocks", decimal_value),
    "decimal_short": ("one deck only", lambda strength: decimal_value(strength, "short")),
    "decimal_five": ("without the last block", lambda strength: decimal_value(strength, "five")),
    "suit_bits": ("kind << 26 | primary << 13 | secondary", suit_bits_value),
}
"""Every scheme: a description, and the function from a strength to its number."""
