"""The steps by which a hand is ranked, as data; the command line prints them.

>>> explain("7c 7d 7h 2s 2c").steps[-1]
Step(category=<Category.FULL_HOUSE: 6>, test='full house', met=True, reason='three sevens and two twos')
>>> [step.reason for step in explain("4c 3d Ah Kh", order="badugi").steps]
['Kh shares its suit with Ah', '4c 3d Ah differ in rank and suit']
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations
from typing import NamedTuple

from kicker.cards import SHORT, SUITS, Card, by_face, by_face_low, parse_cards
from kicker.hands import HandLike, evaluate, hole_and_board
from kicker.orders import BADUGI, EIGHT_OR_BETTER, HIGH, RANK_WORDS, Category, Order, Strength, find_order, rank_plural
from kicker.scores import (
    CODES,
    Preview,
    code,
    decimal_value,
    definitive,
    longest_run,
    packed,
    preview,
    score_900,
)

__all__ = ["Explanation", "Step", "Sum", "explain", "parse_cards"]


@dataclass(frozen=True, slots=True)
class Step:
    """One test: the kind of hand, whether the cards make it, and what was found."""

    category: Category
    """The category that was tested for; in badugi and eight or better always `HIGH_CARD`."""
    test: str
    """The kind of hand that was tested for, in words."""
    met: bool
    """True if the hand is of this kind."""
    reason: str
    """The finding, in words."""


@dataclass(frozen=True, slots=True)
class Sum:
    """The computation of one score: its name, the arithmetic, the result."""

    scheme: str
    """The name of the score."""
    arithmetic: str
    """The arithmetic."""
    value: int | float
    """The result."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Everything that leads to a strength."""

    cards: tuple[Card, ...]
    """As given, highest first."""
    best: tuple[Card, ...]
    """The cards that play: five, in badugi one to four; none if the cards do not qualify."""
    strength: Strength | None
    """Their strength; None if they do not qualify."""
    preview: Preview
    """The facts that can be seen before the hand is ranked."""
    counts: Mapping[int, int] = field(hash=False)
    """The number of cards of each rank in the hand, highest rank first."""
    steps: tuple[Step, ...]
    """The tests from the best kind of hand down to the one that was met."""
    sums: tuple[Sum, ...]
    """Other scores of the same hand, in the usual order."""
    order: Order = HIGH
    """The order of hands."""
    own: tuple[Card, ...] = ()
    """In Omaha the two hole cards that play."""


def explain(cards: HandLike, board: HandLike | None = None, order: Order | str = HIGH) -> Explanation:
    """Explain a hand in any order: cards alone, or hole cards and a board as in `evaluate`."""
    hand, table, plays = hole_and_board(cards, board)
    chosen = find_order(order)
    strength = evaluate(hand, table or None, chosen)
    best = chosen.playing(hand, table, plays)
    face = by_face_low if _ace_is_low(chosen) else by_face
    made = tuple(sorted((*hand, *table), key=face, reverse=True))
    counts = {rank: sum(card.rank == rank for card in made) for rank in dict.fromkeys(card.rank for card in made)}
    run, top = longest_run(counts, _above_ace(chosen))
    seen = _Seen(chosen, made, hand if plays else (), table if plays else (), counts, run)
    return Explanation(
        cards=made,
        best=best,
        strength=strength,
        preview=replace(preview(made), longest_run=run, run_top=top),
        counts=counts,
        steps=tuple(_steps(seen, strength, best)),
        sums=tuple(_sums(strength)) if chosen is HIGH and strength is not None and not plays else (),
        order=chosen,
        own=tuple(card for card in best if plays and card in hand),
    )


class _Seen(NamedTuple):
    """The facts about a hand that the reasons use; `hole` and `board` are empty unless exactly two hole cards play."""

    order: Order
    cards: tuple[Card, ...]
    hole: tuple[Card, ...]
    board: tuple[Card, ...]
    counts: Mapping[int, int]
    run: int


def _ace_is_low(order: Order) -> bool:
    return 1 in order.made_of(order.count)[1]


@cache
def _above_ace(order: Order) -> int:
    """Return the rank above a low ace in a straight: 2, in short deck 6; 0 if there is no such straight."""
    low = order.deck[0].rank
    wheel = [card for card in order.deck if card.rank in (low, low + 1, low + 2, low + 3, 14)]
    one_each = [wheel[4 * place + place % 2] for place in range(5)]
    made = order.strength(one_each) if order.size == len(one_each) else None
    return low if made is not None and made.category is Category.STRAIGHT else 0


@cache
def kinds(order: Order) -> tuple[Category, ...]:
    """Return the categories of an order, the best first."""
    if order is HIGH:
        return tuple(reversed(Category))
    return tuple(dict.fromkeys(order.made_of(number)[0] for number in range(order.count, 0, -1)))


def _steps(seen: _Seen, strength: Strength | None, best: Sequence[Card]) -> Iterator[Step]:
    if seen.order is BADUGI:
        yield from _badugi_steps(seen.cards, best)
    elif seen.order is EIGHT_OR_BETTER:
        reason = (
            _no_low(seen) if strength is None else f"five different ranks up to the {RANK_WORDS[strength.ranks[0]]}"
        )
        yield Step(Category.HIGH_CARD, "low", strength is not None, reason)
    elif strength is not None:
        for category in kinds(seen.order):
            met = category is strength.category
            reason = _met(strength) if met else _missed(category, seen)
            yield Step(category, category.describe(), met, reason)
            if met:
                return


def _met(strength: Strength) -> str:
    ranks = strength.ranks
    words = [RANK_WORDS[rank] for rank in ranks]
    many = [rank_plural(rank) for rank in ranks]
    return {
        Category.HIGH_CARD: _nothing(strength),
        Category.ONE_PAIR: f"two {many[0]}",
        Category.TWO_PAIR: f"two {many[0]} and two {many[2]}",
        Category.THREE_OF_A_KIND: f"three {many[0]}",
        Category.STRAIGHT: f"five ranks in a row up to the {words[0]}",
        Category.FLUSH: f"five cards of a suit, the highest the {words[0]}",
        Category.FULL_HOUSE: f"three {many[0]} and two {many[3]}",
        Category.FOUR_OF_A_KIND: f"four {many[0]}",
        Category.STRAIGHT_FLUSH: f"five cards of a suit in a row up to the {words[0]}",
    }[strength.category]


def _nothing(strength: Strength) -> str:
    """Return the reason for a hand without a pair, which is the best kind in low orders and the worst in others."""
    top = RANK_WORDS[strength.ranks[0]]
    if kinds(strength.order)[0] is not Category.HIGH_CARD:
        return f"nothing matches; the highest card is the {top}"
    if Category.STRAIGHT not in kinds(strength.order):
        return f"five different ranks up to the {top}"
    if strength.ranks == (14, 5, 4, 3, 2):
        return "no pair or flush; the ace is high, so A-2-3-4-5 is not a straight"
    return f"no pair, straight or flush; the highest card is the {top}"


def _missed(category: Category, seen: _Seen) -> str:
    """Return the reason why the cards that may play do not make a category."""
    if seen.hole and any(_category(seen.order, five) is category for five in combinations(seen.cards, seen.order.size)):
        return "not with exactly two of the hole cards"
    low = kinds(seen.order)[0] is Category.HIGH_CARD
    return _missed_low(category, seen) if low else _missed_high(category, seen)


def _category(order: Order, five: Sequence[Card]) -> Category | None:
    number = order.number(five)
    return order.made_of(number)[0] if number else None


def _missed_high(category: Category, seen: _Seen) -> str:
    most_suited = max(sum(card.suit == suit for card in seen.cards) for suit in SUITS)
    most_alike = max(seen.counts.values())
    pairs = sum(count >= 2 for count in seen.counts.values())
    match category:
        case Category.STRAIGHT_FLUSH if most_suited >= 5:
            return "the cards of the suit are not in a row"
        case Category.STRAIGHT_FLUSH | Category.FLUSH:
            return f"at most {most_suited} cards share a suit"
        case Category.FOUR_OF_A_KIND | Category.THREE_OF_A_KIND:
            return f"no rank occurs more than {('', 'once', 'twice', 'three times')[most_alike]}"
        case Category.FULL_HOUSE:
            return "no three of a kind" if most_alike < 3 else "three of a kind, but no pair beside it"
        case Category.STRAIGHT:
            return f"the longest run has {seen.run} ranks" if seen.run > 1 else "no two ranks are in a row"
        case _:
            return f"{('no rank', 'one rank')[pairs]} occurs twice"


_RANKS_NEEDED = {
    Category.HIGH_CARD: 5,
    Category.ONE_PAIR: 4,
    Category.TWO_PAIR: 3,
    Category.THREE_OF_A_KIND: 3,
    Category.FULL_HOUSE: 2,
}


def _missed_low(category: Category, seen: _Seen) -> str:
    """Return the reason why a low hand is worse than a category: too few ranks, or cards that count against it."""
    if len(seen.counts) < _RANKS_NEEDED.get(category, 0):
        return f"only {_number_of(len(seen.counts), 'different rank')}"
    if category is Category.HIGH_CARD:
        fives = [
            _category(seen.order, five) for five in combinations(seen.cards, 5) if len({c.rank for c in five}) == 5
        ]
        made = [f"a {kind.describe()}" for kind in Category if kind in fives]
        return f"cards without a pair make {' or '.join(made)}"
    if category is Category.TWO_PAIR and max(seen.counts.values()) > 2:
        return "only one rank occurs more than once"
    return _missed_high(category, seen)


def _no_low(seen: _Seen) -> str:
    """Return the reason why cards do not qualify for eight or better."""
    ranks, hole, board = (
        {card.low_rank for card in cards if card.low_rank <= 8} for cards in (seen.cards, seen.hole, seen.board)
    )
    if seen.hole and len(board) < 3:
        return f"the board has only {_number_of(len(board), 'rank')} from ace to eight, and three must play"
    if seen.hole and len(hole) < 2:
        return f"the hole cards have only {_number_of(len(hole), 'rank')} from ace to eight, and two must play"
    return f"only {_number_of(len(ranks), 'rank')} from ace to eight"


def _number_of(count: int, noun: str) -> str:
    return f"{('no', 'one', 'two', 'three', 'four')[count]} {noun}{'' if count == 1 else 's'}"


def _badugi_steps(cards: Sequence[Card], best: Sequence[Card]) -> Iterator[Step]:
    for size in (4, 3, 2, 1):
        test = _number_of(size, "card")
        if size == len(best):
            reason = f"{SHORT.format_cards(best)} differ in rank and suit" if size > 1 else f"only {best[0]} is left"
            yield Step(Category.HIGH_CARD, test, True, reason)
            return
        reason = f"any {test.split()[0]} of them repeat a rank or a suit"
        if size == len(cards):
            reason = ", ".join(_clash(card, best) for card in cards if card not in best)
        yield Step(Category.HIGH_CARD, test, False, reason)


def _clash(card: Card, best: Sequence[Card]) -> str:
    """Return the reason why a card does not count in badugi."""
    other = next(kept for kept in best if kept.rank == card.rank or kept.suit == card.suit)
    return f"{card} shares its {'suit' if card.suit == other.suit else 'rank'} with {other}"


def _sums(strength: Strength) -> Iterator[Sum]:
    ranks = strength.ranks
    shifts = " | ".join(f"{rank}<<{shift}" for rank, shift in zip(ranks, (16, 12, 8, 4, 0), strict=True))
    yield Sum("packed", shifts, packed(strength))
    yield Sum(
        "definitive", f"{code(strength)}<<20 | {packed(strength)} ({CODES[code(strength)]})", definitive(strength)
    )
    blocks = f"{decimal_value(strength):019}"
    summands = [f"{int(blocks[place : place + 3])}*10^{16 - place}" for place in range(1, 16, 3)]
    yield Sum("decimal", " + ".join([f"{int(blocks[0])}*10^18", *summands]), decimal_value(strength))
    yield Sum("score_900", _score_arithmetic(strength), score_900(strength))


def _score_arithmetic(strength: Strength) -> str:
    a, _, c, d, e = strength.ranks
    digits = strength.ranks

    def base13(kickers: tuple[int, ...]) -> str:
        powers = (f"{rank - 2}*13^{4 - place}" for place, rank in enumerate(kickers))
        return f"({' + '.join(powers)})/433175"

    match strength.category:
        case Category.STRAIGHT_FLUSH:
            return "900" if strength.is_royal else f"800 + {a}/14*99"
        case Category.FOUR_OF_A_KIND:
            return f"700 + {a}/14*50 + {base13((e,))}"
        case Category.FULL_HOUSE:
            return f"600 + {a} + {d}/14"
        case Category.FLUSH:
            return f"500 + {base13(digits)}"
        case Category.STRAIGHT:
            return f"400 + {a}/14*99"
        case Category.THREE_OF_A_KIND:
            return f"300 + {a}/14*50 + {base13((d, e))}"
        case Category.TWO_PAIR:
            return f"200 + {a}/14*50 + {c}/14*50/14 + ({e} - 2)/13*50/196"
        case Category.ONE_PAIR:
            return f"100 + {a}/14*50 + {base13((c, d, e))}"
        case _:
            return base13(digits)
