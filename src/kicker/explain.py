"""The steps by which a hand is ranked, as data; the command line prints them.

>>> explain("7c 7d 7h 2s 2c").steps[-1]
Step(category=<Category.FULL_HOUSE: 6>, met=True, reason='three sevens and two twos')
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kicker.cards import SHORT, SUITS, Card, by_face, parse_cards
from kicker.hands import HandLike, best_five, evaluate, on_board
from kicker.orders import BADUGI, RANK_WORDS, Category, Order, Strength, rank_plural
from kicker.scores import CODES, Preview, code, decimal_value, definitive, packed, preview, score_900

FOUR = 4
__all__ = ["BADUGI", "Explanation", "Step", "Sum", "explain", "parse_cards", "reasons"]


@dataclass(frozen=True, slots=True)
class Step:
    """One test: the category, whether the hand is in it, and what was found."""

    category: Category
    """The kind of hand that was tested for."""
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
    """The five cards that play."""
    strength: Strength
    """Their strength."""
    preview: Preview
    """The facts that can be seen before the hand is ranked."""
    counts: Mapping[int, int] = field(hash=False)
    """The number of cards of each rank in the hand, highest rank first."""
    steps: tuple[Step, ...]
    """The tests from the strongest category down to the one that was met."""
    sums: tuple[Sum, ...]
    """Other scores of the same hand."""


def explain(cards: HandLike, board: HandLike | None = None) -> Explanation:
    """Explain five, six or seven cards, or two hole cards and a board."""
    made = sorted(on_board(cards, board), key=by_face, reverse=True)
    strength = evaluate(made)
    counts = {rank: sum(card.rank == rank for card in made) for rank in dict.fromkeys(card.rank for card in made)}
    return Explanation(
        cards=tuple(made),
        best=best_five(made).cards,
        strength=strength,
        preview=preview(made),
        counts=counts,
        steps=tuple(_steps(made, counts, strength)),
        sums=tuple(_sums(strength)),
    )


def _steps(made: list[Card], counts: dict[int, int], strength: Strength) -> Iterator[Step]:
    for category in reversed(Category):
        met = category is strength.category
        yield Step(category, met, _met(strength) if met else _missed(category, made, counts))
        if met:
            return


def _met(strength: Strength) -> str:
    ranks = strength.ranks
    words = [RANK_WORDS[rank] for rank in ranks]
    many = [rank_plural(rank) for rank in ranks]
    return {
        Category.HIGH_CARD: f"nothing matches; the highest card is the {words[0]}",
        Category.ONE_PAIR: f"two {many[0]}",
        Category.TWO_PAIR: f"two {many[0]} and two {many[2]}",
        Category.THREE_OF_A_KIND: f"three {many[0]}",
        Category.STRAIGHT: f"five ranks in a row up to the {words[0]}",
        Category.FLUSH: f"five cards of a suit, the highest the {words[0]}",
        Category.FULL_HOUSE: f"three {many[0]} and two {many[3]}",
        Category.FOUR_OF_A_KIND: f"four {many[0]}",
        Category.STRAIGHT_FLUSH: f"five cards of a suit in a row up to the {words[0]}",
    }[strength.category]


def _missed(category: Category, made: list[Card], counts: dict[int, int]) -> str:
    most_suited = max(sum(card.suit == suit for card in made) for suit in SUITS)
    most_alike = max(counts.values())
    pairs = sum(count >= 2 for count in counts.values())
    run = preview(made).longest_run
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
            return f"the longest run has {run} ranks" if run > 1 else "no two ranks are in a row"
        case _:
            return f"{('no rank', 'one rank')[pairs]} occurs twice"


def reasons(
    order: Order, hand: Sequence[Card], board: Sequence[Card] = (), hand_plays: int | None = None
) -> tuple[str, ...]:
    """Explain the rank of cards in an order other than the usual one, a sentence per step.

    >>> reasons(BADUGI, parse_cards("4c 3d Ah Kh"))[1:]
    ('Kh shares its suit with Ah', '4c 3d Ah play')
    """
    told = [order.rule]
    if hand_plays is not None:
        told.append(f"exactly {hand_plays} of the hole cards play, with {order.size - hand_plays} of the board")
    playing = order.playing(hand, board, hand_plays)
    strength = order.best(hand, board, hand_plays)
    if strength is None:
        told.append("no five cards qualify")
    elif order.size == FOUR:
        for card in (card for card in hand if card not in playing):
            other = next(kept for kept in playing if kept.rank == card.rank or kept.suit == card.suit)
            told.append(f"{card} shares its {'suit' if card.suit == other.suit else 'rank'} with {other}")
    else:
        told.append(_met(strength))
    if playing:
        told.append(f"{SHORT.format_cards(playing)} play{'s' if len(playing) == 1 else ''}")
    return tuple(told)


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
