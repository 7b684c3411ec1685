"""Ranges of two-card hands: a weight for each of the 1,326 combinations. Their equity is in `odds.py`.

>>> opening = Range("QQ+, AK, 76s:0.5")
>>> len(opening), opening.total, opening["7h6h"]
(38, 36.0, 0.5)
>>> "AKs" in opening, "AhKd" in opening, "JJ+" in opening
(True, True, False)
>>> opening - Range("AA, AKo")
Range('KK-QQ,AKs,76s:0.5')

`range_text.py` has the notation. Text that cannot be read, or that has two readings, raises `RangeError`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import fsum
from numbers import Real
from typing import TYPE_CHECKING, cast

from kicker.cards import DECK, Card, CardsLike, cards_in, shorten
from kicker.checks import dice, each, listed, whole
from kicker.combos import COMBOS, MEMBERS, Combo, best_combos, combo_index, format_combo
from kicker.errors import RangeError, quoted
from kicker.range_text import format_weights, read_item, read_weights

if TYPE_CHECKING:
    from random import Random


def _place(combo: CardsLike) -> int:
    """Return the index in `COMBOS` of two cards."""
    cards = cards_in(combo, RangeError, "a combination")
    if len(cards) != 2:
        raise RangeError(f"a combination is two cards like 'AhKd', not {len(cards)}", "count")
    return combo_index(cards[0], cards[1])


_MOST_SAMPLED = 1_000_000_000


class Range:
    """A weight from 0 to 1 for each of the 1,326 combinations; immutable. `kicker range --help` lists the notation.

    `Range()` is empty. Its length is the number of combinations with a weight above 0, and iteration gives those with
    their weights. Equal ranges have the same `str`, and reading that gives an equal range.

    Percentages are shares of the hands of `deck`: of all 52 cards, or of the 36 of short deck.

    >>> from kicker.games import GAMES
    >>> Range("top 3%", GAMES["short-deck"].deck)
    Range('QQ+')
    """

    __slots__ = ("weights",)

    weights: tuple[float, ...]
    """The weights in the order of `COMBOS`."""

    def __init__(self, text: str = "", deck: Iterable[Card] = DECK) -> None:
        object.__setattr__(self, "weights", tuple(read_weights(text, deck)))

    @classmethod
    def from_weights(cls, weights: Iterable[float]) -> Range:
        """Make a range from 1,326 numbers in the order of `COMBOS`."""
        given = listed("weights", weights, len(COMBOS), "[1.0, 0.5, ...]", RangeError)
        try:
            made = tuple(float(weight) + 0.0 for weight in given)  # + 0.0 turns -0.0 into 0.0
        except (TypeError, ValueError, OverflowError) as fault:
            raise RangeError(f"weights must be numbers from 0 to 1 ({fault})", "type") from None
        if len(made) != len(COMBOS):
            raise RangeError(f"a range has {len(COMBOS)} weights, not {len(made)}", "count")
        for place, weight in enumerate(made):
            if not 0 <= weight <= 1:
                raise RangeError(f"{quoted(weight)} for {format_combo(place)} is not a weight from 0 to 1", "weight")
        return cls._of(made)

    @classmethod
    def from_combos(cls, combos: Iterable[CardsLike] | Mapping[str, float] | Mapping[Combo, float]) -> Range:
        """Make a range of these combinations with weight 1, or with the weights of a mapping.

        A combination is two cards in either order. If one appears twice, the later weight counts, as in the notation.

        >>> Range.from_combos(["AhKd", "KhAh"]), Range.from_combos({"AhKd": 0.5})
        (Range('AhKh,AhKd'), Range('AhKd:0.5'))
        """
        weights: list[float] = [0.0] * len(COMBOS)
        with_weights = isinstance(combos, Mapping)
        for combo in each("combos", combos, "['AhKd', 'AhKh']", RangeError):
            weights[_place(combo)] = cast(Mapping[object, float], combos)[combo] if with_weights else 1.0
        return cls.from_weights(weights)

    @classmethod
    def top(cls, percent: float) -> Range:
        """Make a range of the best hands against a random one: `Range.top(15)` is `Range("top 15%")`.

        >>> Range.top(5)
        Range('77+,AJs+,AKo')
        """
        if not isinstance(percent, Real) or not 0 <= percent <= 100:
            raise RangeError(f"percent must be a number from 0 to 100, not {quoted(percent)}", "share")
        weights = [0.0] * len(COMBOS)
        for place in best_combos(percent):
            weights[place] = 1.0
        return cls._of(weights)

    @classmethod
    def _of(cls, weights: Iterable[float]) -> Range:
        made = object.__new__(cls)
        object.__setattr__(made, "weights", tuple(weights))
        return made

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Range cannot be changed; make a new Range instead of setting {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Range cannot be changed; {name!r} cannot be deleted")

    def __reduce__(self) -> tuple[object, ...]:
        return Range.from_weights, (self.weights,)

    # Contents

    def weight(self, combo: CardsLike) -> float:
        """Return the weight of two cards, in either order; `range["AhKd"]` is the same."""
        return self.weights[_place(combo)]

    def __getitem__(self, combo: CardsLike) -> float:
        return self.weight(combo)

    def __contains__(self, hands: CardsLike) -> bool:
        """Return True if two cards, or all combinations of an item such as `AKs`, `AK` or `QQ+`, have a weight above 0.

        A class with missing combinations is not in the range; `class_weights` says how much of it is.
        """
        if not isinstance(hands, str):
            return self.weight(hands) > 0
        try:
            places = read_item("".join(hands.split()))
        except RangeError as fault:
            raise RangeError(f"{shorten(hands)} is not a hand or a class: {fault}", fault.code) from None
        return all(self.weights[place] > 0 for place in places)

    def __len__(self) -> int:
        return len(COMBOS) - self.weights.count(0)

    def __iter__(self) -> Iterator[tuple[Combo, float]]:
        return ((combo, weight) for combo, weight in zip(COMBOS, self.weights, strict=True) if weight)

    @property
    def total(self) -> float:
        """The sum of the weights."""
        return fsum(self.weights)

    @property
    def share(self) -> float:
        """The total as a share of all combinations, 0 to 1."""
        return self.total / len(COMBOS)

    def class_weights(self) -> dict[str, float]:
        """Return the mean weight of each class, in the order of `CLASSES`."""
        means = {}
        for name, members in MEMBERS.items():
            found = [self.weights[place] for place in members]
            # The mean of equal weights is that weight; a sum and a division may miss it by a hair.
            means[name] = found[0] if len(set(found)) == 1 else fsum(found) / len(found)
        return means

    def sample(self, count: int = 1, *, seed: int | Random | None = None, dead: CardsLike = ()) -> list[Combo]:
        """Choose combinations at random, each time in proportion to the weights, with replacement.

        Combinations with a dead card are never chosen. The same seed gives the same choice; a `Random` is used
        as it is.

        >>> Range("QQ, AKs:0.5").sample(2, seed=1)
        [(Card('Qc'), Card('Qh')), (Card('Kd'), Card('Ad'))]
        """
        whole("count", count, 0, _MOST_SAMPLED, RangeError, "count")
        held = dict(self.without(dead))
        if not held:
            why = "no combination is left beside the dead cards" if len(self) else "the range is empty"
            raise RangeError(f"cannot sample {shorten(str(self))}: {why}", "empty")
        return dice(seed).choices(list(held), list(held.values()), k=count)

    # New ranges

    def __or__(self, other: Range) -> Range:
        """Union: the higher weight of each combination."""
        return Range._of(map(max, self.weights, other.weights)) if isinstance(other, Range) else NotImplemented

    def __and__(self, other: Range) -> Range:
        """Intersection: the lower weight of each combination."""
        return Range._of(map(min, self.weights, other.weights)) if isinstance(other, Range) else NotImplemented

    def __sub__(self, other: Range) -> Range:
        """Difference: each weight times one minus the other's, `w * (1 - other)`."""
        if not isinstance(other, Range):
            return NotImplemented
        return Range._of(weight * (1 - gone) for weight, gone in zip(self.weights, other.weights, strict=True))

    def without(self, cards: CardsLike) -> Range:
        """Return the range without the combinations that hold one of these cards.

        >>> len(Range("AA").without("As Kd"))
        3
        """
        gone = frozenset(cards_in(cards, RangeError))
        return Range._of(
            0.0 if low in gone or high in gone else weight
            for (low, high), weight in zip(COMBOS, self.weights, strict=True)
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Range) and self.weights == other.weights

    def __hash__(self) -> int:
        return hash(self.weights)

    # Text

    def format(self) -> str:
        """Return the text of the range: highest weight first, then pairs, suited, offsuit, single combinations; no
        spaces.

        >>> Range("AhKd, k7s-kts, 22-44:0.25, aj+").format()
        'AJs+,KTs-K7s,AJo+,44-22:0.25'
        """
        return format_weights(self.weights)

    def __str__(self) -> str:
        return self.format()

    def __repr__(self) -> str:
        return f"Range({self.format()!r})"
