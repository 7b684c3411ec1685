"""Kinds of hands on a board, in players' words: a set, top pair, a flush draw; how often a range has each, and
blockers.

>>> hand_kind("QhQd", "Qs 7s 2c")
HandKind(made='set', draws=())
>>> hand_kind("AsKs", "Js 7s 2c")
HandKind(made='ace high', draws=('flush draw',))
>>> count_kinds("QQ, AhKh", "Qs 7s 2c").made
{'set': 0.75, 'ace high': 0.25}
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kicker import stopping
from kicker.cards import Card
from kicker.checks import whole
from kicker.combos import COMBOS
from kicker.errors import HandError, RangeError
from kicker.hands import Category, HandLike, as_cards, evaluate_many
from kicker.odds import GameLike, PlayerLike
from kicker.orders import Order, Strength
from kicker.shares import HOLDEM, read_seat

if TYPE_CHECKING:
    from numpy.typing import NDArray

MADE: Final = (
    "straight flush", "four of a kind", "full house", "flush", "straight", "set", "trips", "two pair", "overpair",
    "top pair", "middle pair", "bottom pair", "pocket pair", "ace high", "no pair",
)  # fmt: skip
"""Kinds of made hands, best first. A pair on the board belongs to nobody: a hand is named by what its own cards add."""
DRAWS: Final = ("flush draw", "wrap", "open-ended straight draw", "gutshot")
"""The draws that a hand can have. A wrap has three or more ranks that complete a straight, an open-ended draw (or a
double gutshot) two, a gutshot one."""
MOST_HANDS: Final = 5_000
"""Larger ranges are sampled: this many hands are counted."""

_FROM_STRAIGHT: Final = frozenset(
    {Category.STRAIGHT, Category.FLUSH, Category.FULL_HOUSE, Category.FOUR_OF_A_KIND, Category.STRAIGHT_FLUSH}
)
_FROM_FLUSH: Final = _FROM_STRAIGHT - {Category.STRAIGHT}
_FLUSHES: Final = frozenset({Category.FLUSH, Category.STRAIGHT_FLUSH})


class HandKind(NamedTuple):
    """The kind of a hand on a board: what it has made, and its draws."""

    made: str
    """One of `MADE`."""
    draws: tuple[str, ...]
    """Some of `DRAWS`: a flush draw, a straight draw, both or none."""


@dataclass(frozen=True, slots=True)
class KindCounts:
    """The share of each kind of hand in a range."""

    hands: int
    """The number of hands counted."""
    exact: bool
    """True if all hands of the range were counted, False for a sample."""
    made: dict[str, float] = field(hash=False)
    """The share of each kind that occurs, the best first; they add up to 1."""
    draws: dict[str, float] = field(hash=False)
    """The share of each kind of draw that occurs; a hand can have two."""


@dataclass(frozen=True, slots=True)
class Blocker:
    """The part of a range that a card blocks, if another player holds it."""

    card: Card
    """The card."""
    share: float
    """The share of the range that holds it."""
    made: dict[str, float] = field(hash=False)
    """Of each kind of hand that the range has, the share that holds it."""


def hand_kind(hand: HandLike, board: HandLike, *, game: GameLike | None = None) -> HandKind:
    """Return the kind of a hand on a board of three to five cards, with its draws."""
    rules, table = game or HOLDEM, _board(board)
    held = as_cards(hand)
    if len(held) != rules.hand_cards:
        raise HandError(f"a hand has {rules.hand_cards} cards in {rules.title}, not {len(held)}", "count")
    if len({*held, *table}) < len(held) + len(table):
        raise HandError("the hand and the board share a card", "shared")
    return _kind(rules, tuple(held), tuple(table))


def combo_kinds(board: HandLike, *, game: GameLike | None = None) -> list[HandKind | None]:
    """Return the kind of each of the 1,326 combinations on a board, as `hand_kind` does; None for those that the board
    blocks.

    All at once, in milliseconds, for games with two hole cards.
    """
    import numpy as np

    rules, table = game or HOLDEM, tuple(_board(board))
    if rules.hand_cards != 2:
        raise HandError(f"{rules.title} has hands of {rules.hand_cards} cards, not of two", "count")
    order, deck = rules.orders[0], [card for card in rules.deck if card not in table]
    alive = [place for place, combo in enumerate(COMBOS) if set(combo) <= set(deck)]
    hands = np.array([COMBOS[place] for place in alive], np.uint8)
    now = [order.with_number(number) for number in _numbers(order, hands, table).tolist()]
    flush, straights = np.zeros(len(alive), bool), np.zeros((len(alive), 15), bool)
    for card in deck if len(table) < rules.board_cards else ():
        after = (*table, card)
        free = (hands != int(card)).all(axis=1)
        numbers = _numbers(order, hands[free], after)
        own = np.ones(len(numbers), bool) if len(after) < 5 else numbers != order.number(after)
        found = _categories(order)[numbers]
        flush[free] |= own & np.isin(found, list(_FLUSHES))
        straights[free, card.rank] |= own & (found == Category.STRAIGHT)
    kinds: list[HandKind | None] = [None] * len(COMBOS)
    for row, (place, best) in enumerate(zip(alive, now, strict=True)):
        ranks = 0 if best.category is Category.STRAIGHT else int(straights[row].sum())
        draws = () if best.category in _FROM_FLUSH else _named(bool(flush[row]), ranks)
        kinds[place] = HandKind(_made(rules, order, COMBOS[place], table, best), draws)
    return kinds


def _numbers(order: Order, hands: NDArray[Any], board: tuple[Card, ...]) -> NDArray[Any]:
    """Return the strength of each hand with a board, as a number."""
    import numpy as np

    cards = np.tile(np.array(board, np.uint8), (len(hands), 1))
    return evaluate_many(np.concatenate([hands, cards], axis=1), threads=1, order=order)


@cache
def _categories(order: Order) -> NDArray[Any]:
    """Return the category of each number of an order; there is no number 0."""
    import numpy as np

    return np.array([0, *(int(order.with_number(number).category) for number in range(1, order.count + 1))], np.uint8)


def count_kinds(
    player: PlayerLike, board: HandLike, dead: HandLike = (), *, game: GameLike | None = None, seed: int = 0
) -> KindCounts:
    """Return how often a hand or range has a set, top pair, a flush draw and so on.

    Ranges with more than 5,000 hands are sampled; the same seed takes the same hands.
    """
    held, exact, kinds = _kinds(player, board, dead, game, seed)
    made: Counter[str] = Counter()
    draws: Counter[str] = Counter()
    for (_, weight), kind in zip(held, kinds, strict=True):
        made[kind.made] += weight  # type: ignore[assignment]
        for draw in kind.draws:
            draws[draw] += weight  # type: ignore[assignment]
    total = sum(made.values())
    return KindCounts(
        len(held),
        exact,
        {name: made[name] / total for name in MADE if name in made},
        {name: draws[name] / total for name in DRAWS if name in draws},
    )


def blockers(
    player: PlayerLike, board: HandLike = (), dead: HandLike = (), *, game: GameLike | None = None, seed: int = 0
) -> list[Blocker]:
    """Return how much of a range each unseen card blocks; with three or more board cards, also how much of each kind of
    hand."""
    rules = game or HOLDEM
    table, gone = as_cards(board), as_cards(dead)
    if len(table) >= 3:
        held, _, kinds = _kinds(player, board, dead, game, seed)
        names: Sequence[str] = [kind.made for kind in kinds]
    else:
        held, _ = _hands(player, table, gone, rules, seed)
        names = [""] * len(held)
    totals: Counter[str] = Counter()
    blocked: dict[Card, Counter[str]] = {card: Counter() for card in rules.deck if card not in {*table, *gone}}
    for (hand, weight), name in zip(held, names, strict=True):
        totals[name] += weight  # type: ignore[assignment]
        for card in hand:
            blocked[card][name] += weight  # type: ignore[assignment]
    whole_range = sum(totals.values())
    kept = [name for name in MADE if totals[name]]
    return [
        Blocker(card, sum(taken.values()) / whole_range, {name: taken[name] / totals[name] for name in kept})
        for card, taken in reversed(blocked.items())
    ]


def _board(board: HandLike) -> list[Card]:
    table = as_cards(board)
    if not 3 <= len(table) <= 5:
        raise HandError(f"kinds of hands need a board of three to five cards, not {len(table)}", "count")
    return table


Held = list[tuple[tuple[Card, ...], float]]


def _kinds(
    player: PlayerLike, board: HandLike, dead: HandLike, game: GameLike | None, seed: int
) -> tuple[Held, bool, list[HandKind]]:
    """Return the hands of a player, True if they are all of them, and the kind of each."""
    rules, table = game or HOLDEM, _board(board)
    held, exact = _hands(player, table, as_cards(dead), rules, seed)
    kinds = []
    for hand, _ in held:
        stopping.check()
        kinds.append(_kind(rules, hand, tuple(table)))
    return held, exact, kinds


def _hands(
    player: PlayerLike, table: Sequence[Card], dead: Sequence[Card], rules: GameLike, seed: int
) -> tuple[Held, bool]:
    """Return the hands of a player beside the known cards, by weight; some of them if there are too many."""
    dice = Random(whole("seed", seed, -(2**63), 2**64 - 1, HandError, "count"))
    seat = read_seat(rules, player)
    gone = {int(card) for card in (*table, *dead)}
    if not seat.hands and rules.hand_cards != 2:
        left = [card for card in rules.deck if int(card) not in gone]
        return [(tuple(dice.sample(left, rules.hand_cards)), 1.0) for _ in range(MOST_HANDS)], False
    chosen = (
        dict(zip(seat.hands, seat.weights, strict=True)) if seat.hands else {tuple(map(int, c)): 1.0 for c in COMBOS}
    )
    deck = {int(card) for card in rules.deck} - gone
    held = [(tuple(map(Card, hand)), weight) for hand, weight in chosen.items() if deck.issuperset(hand)]
    if not held:
        raise RangeError(f"no hand of {seat.name} is left: known cards block them all", "empty")
    if len(held) > MOST_HANDS:
        drawn = dice.choices(held, [weight for _, weight in held], k=MOST_HANDS)
        return [(hand, 1.0) for hand, _ in drawn], False
    return held, True


# --- one hand --------------------------------------------------------------------------------------------------------


def _kind(rules: GameLike, hand: tuple[Card, ...], board: tuple[Card, ...]) -> HandKind:
    order = rules.orders[0]
    best = order.best(hand, board, rules.hand_plays)
    assert best is not None  # the first order of a game with a board takes any hand
    draws = _draws(rules, order, hand, board, best.category) if len(board) < rules.board_cards else ()
    return HandKind(_made(rules, order, hand, board, best), draws)


def _made(rules: GameLike, order: Order, hand: tuple[Card, ...], board: tuple[Card, ...], best: Strength) -> str:
    own = Counter(card.rank for card in hand)
    nothing = "ace high" if own[14] else "no pair"
    if _plays_board(rules, order, board, best):
        return nothing
    category, ranks = best.category, list(dict.fromkeys(best.ranks))
    if category in _FROM_STRAIGHT:
        return category.describe()
    if category is Category.THREE_OF_A_KIND:
        return nothing if not own[ranks[0]] else "trips" if own[ranks[0]] == 1 else "set"
    paired = {Category.HIGH_CARD: 0, Category.ONE_PAIR: 1, Category.TWO_PAIR: 2}[category]
    ours = [rank for rank in ranks[:paired] if own[rank]]
    if len(ours) == 2:
        return "two pair"
    return _pair(ours[0], own[ours[0]], board) if ours else nothing


def _pair(rank: int, held: int, board: tuple[Card, ...]) -> str:
    """Return a pair that is the hand's own, by where it stands among the cards of the board."""
    places = sorted({card.rank for card in board}, reverse=True)
    if held > 1 and rank not in places:
        return "overpair" if rank > places[0] else "pocket pair"
    if rank == places[0]:
        return "top pair"
    return "bottom pair" if rank == places[-1] else "middle pair"


def _plays_board(rules: GameLike, order: Order, board: tuple[Card, ...], best: Strength) -> bool:
    return rules.hand_plays is None and len(board) == 5 and order.strength(board) == best


def _draws(
    rules: GameLike, order: Order, hand: tuple[Card, ...], board: tuple[Card, ...], now: Category
) -> tuple[str, ...]:
    """Return the draws of a hand with its next card; at least one of its own cards must take part."""
    if now in _FROM_FLUSH:
        return ()
    flush, straights = False, set()
    known = {*hand, *board}
    for card in rules.deck:
        if card in known:
            continue
        after = (*board, card)
        best = order.best(hand, after, rules.hand_plays)
        if best is None or best.category not in _FROM_STRAIGHT or _plays_board(rules, order, after, best):
            continue
        if best.category in _FLUSHES:
            flush = True
        elif best.category is Category.STRAIGHT and now is not Category.STRAIGHT:
            straights.add(card.rank)
    return _named(flush, len(straights))


def _named(flush: bool, straights: int) -> tuple[str, ...]:
    """Return the names of a flush draw, and of a draw to a straight by the number of ranks that complete it."""
    found = ["flush draw"] if flush else []
    if straights:
        most = "wrap" if straights > 2 else "open-ended straight draw"
        found.append(most if straights > 1 else "gutshot")
    return tuple(found)
