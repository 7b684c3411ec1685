"""Ranges of two-card hands: a weight for each of the 1,326 combinations, and the text in which players write them. Not
here: how ranges fare against each other (`odds.py`).

>>> opening = Range("QQ+, AK, 76s:0.5")
>>> len(opening), opening.total, opening["7h6h"]
(38, 36.0, 0.5)
>>> "AKs" in opening, "AhKd" in opening, "JJ+" in opening
(True, True, False)
>>> opening - Range("AA, AKo")
Range('KK-QQ,AKs,76s:0.5')

A range is written as items with commas, semicolons or white space between them, in upper or lower case, the
ten as T or 10:

    QQ  QQ+  99-55          a pair, it and all above, the pairs from one to another
    AKs  AKo  AK            suited, offsuit, both
    AJo+                    the lower card goes up: AJo AQo AKo
    KTs-K7s  JTs-54s        the lower card goes down; with the same gap at both ends both cards do
    AhKd                    two cards
    random  any  100%       everything
    top 15%  15%            the best hands against a random one, whole classes, as near to the share as they come
    76s:0.5  76s@50         any item with a weight from 0 to 1, or in percent
    !QQ+                    takes an item away

Items are applied from left to right, and a later one puts its weight in the place of an earlier one's: `22+, AA:0.5`
has half of the aces, `random, !QQ+` has no high pair and `!QQ+, random` has all of them. What cannot be read raises
`RangeError`; nothing is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, groupby
from math import fsum
from typing import TYPE_CHECKING, Final

from kicker.cards import DECK, RANKS, Card, count_of, parse_cards, shorten
from kicker.errors import RangeError

if TYPE_CHECKING:
    from random import Random

__all__ = ["BY_EQUITY", "CLASSES", "COMBOS", "Range", "class_combos", "class_of", "combo_index"]

Combo = tuple[Card, Card]
CardsLike = str | Iterable[Card | int | str]

# --- combinations and classes ----------------------------------------------------------------------------------------

COMBOS: Final[tuple[Combo, ...]] = tuple((low, high) for high in DECK for low in DECK[:high])
"""Every two cards, the one with the lower number first, in the order of `combo_index`: 2d2c 2h2c 2h2d ... AsAh."""

_FACES: Final = RANKS[::-1]

CLASSES: Final[tuple[str, ...]] = tuple(
    one + two + ("s" if row < column else "") if row <= column else two + one + "o"
    for row, one in enumerate(_FACES)
    for column, two in enumerate(_FACES)
)
"""The 169 classes as a grid of 13 x 13, row by row, aces first: AA AKs AQs ... A2s, AKo KK KQs ... 22."""


_BY_EQUITY = """
AA KK QQ JJ TT 99 88 AKs 77 AQs AJs AKo ATs AQo AJo KQs 66 A9s ATo KJs A8s KTs KQo A7s A9o KJo 55 QJs K9s A5s A6s A8o
KTo QTs A4s A7o K8s A3s QJo K9o A5o A6o Q9s K7s JTs A2s QTo 44 A4o K6s K8o Q8s A3o K5s J9s Q9o JTo K7o A2o K4s Q7s K6o
K3s T9s J8s 33 Q6s Q8o K5o J9o K2s Q5s T8s K4o J7s Q4s Q7o T9o J8o K3o Q6o Q3s 98s T7s J6s K2o 22 Q2s Q5o J5s T8o J7o
Q4o 97s J4s T6s J3s Q3o 98o 87s T7o J6o 96s J2s Q2o T5s J5o T4s 97o 86s J4o T6o 95s T3s 76s J3o 87o T2s 85s 96o J2o
T5o 94s 75s T4o 93s 86o 65s 84s 95o T3o 92s 76o 74s T2o 54s 85o 64s 83s 94o 75o 82s 73s 93o 65o 53s 63s 84o 92o 43s
74o 72s 54o 64o 52s 62s 83o 42s 82o 73o 53o 63o 32s 43o 72o 52o 62o 42o 32o
"""
BY_EQUITY: Final = tuple(_BY_EQUITY.split())
"""The classes by exact equity against a random hand, best first; a test works it out again from all match-ups."""


def combo_index(one: Card | int | str, two: Card | int | str) -> int:
    """The place of two cards in `COMBOS`, 0 to 1325: `b * (b - 1) // 2 + a` for the card numbers a < b.

    >>> combo_index("As", "Ah"), combo_index("2c", "2d")
    (1325, 0)
    """
    low, high = sorted((Card(one), Card(two)))
    if low == high:
        raise RangeError(f"a combination is two different cards, not {low} twice", "repeat")
    return high * (high - 1) // 2 + low


def class_of(one: Card | int | str, two: Card | int | str) -> str:
    """The class of two cards, the higher rank first.

    >>> class_of("Kd", "Ah"), class_of("Kh", "Ah"), class_of("Ad", "Ah")
    ('AKo', 'AKs', 'AA')
    """
    return _class_of(*COMBOS[combo_index(one, two)])


def _class_of(low: Card, high: Card) -> str:
    kind = "" if low >> 2 == high >> 2 else "s" if low & 3 == high & 3 else "o"
    return RANKS[high >> 2] + RANKS[low >> 2] + kind


def class_combos(name: str) -> tuple[int, ...]:
    """The places in `COMBOS` of a class: six of a pair, four of a suited class, twelve of an offsuit one."""
    if name not in _MEMBERS:
        raise RangeError(f"{name!r} is not a class: the 169 classes are named like 'QQ', 'AKs' and 'AKo'", "item")
    return _MEMBERS[name]


def _members() -> dict[str, tuple[int, ...]]:
    members: dict[str, list[int]] = {name: [] for name in CLASSES}
    for place, combo in enumerate(COMBOS):
        members[_class_of(*combo)].append(place)
    return {name: tuple(places) for name, places in members.items()}


_MEMBERS: Final = _members()

# What '+' and spans run along, best class first: the pairs, and for each high card its lower cards ...
_ROWS: Final = [tuple(face + face for face in _FACES)] + [
    tuple(high + low + kind for low in _FACES[place:]) for kind in "so" for place, high in enumerate(_FACES[:-1], 1)
]
# ... and for each gap both cards.
_SLOPES: Final = [
    tuple(high + low + kind for high, low in zip(_FACES, _FACES[gap:], strict=False))
    for kind in "so"
    for gap in range(1, 13)
]
_ROW_OF: Final = {name: row for row in _ROWS for name in row}
_SLOPE_OF: Final = {name: slope for slope in _SLOPES for name in slope}


def _cards(cards: CardsLike) -> list[Card]:
    if isinstance(cards, str):
        return parse_cards(cards)
    try:
        items = list(cards)
    except TypeError:
        raise RangeError(f"{cards!r} is not cards: write them like 'Ah Kd' or as a list", "type") from None
    return [Card(item) for item in items]


def _place(combo: CardsLike) -> int:
    """The place in `COMBOS` of two cards."""
    cards = _cards(combo)
    if len(cards) != 2:
        raise RangeError(f"{count_of(len(cards), 'card')} given: a combination is two, like 'AhKd'", "count")
    return combo_index(cards[0], cards[1])


# --- the range -------------------------------------------------------------------------------------------------------


class Range:
    """A weight from 0 to 1 for each of the 1,326 combinations; never changes. The module's text has the notation.

    `Range()` is empty. Its length is how many combinations have a weight above 0; iteration gives those with their
    weights. `str` writes a text that depends on nothing but the weights, and reading it gives an equal range.
    """

    __slots__ = ("weights",)

    weights: tuple[float, ...]
    """The weights in the order of `COMBOS`."""

    def __init__(self, text: str = "") -> None:
        object.__setattr__(self, "weights", tuple(_parse(text)))

    @classmethod
    def from_weights(cls, weights: Iterable[float]) -> Range:
        """The range of 1,326 numbers in the order of `COMBOS`."""
        try:
            made = tuple(float(weight) + 0.0 for weight in weights)  # + 0.0 makes 0.0 of -0.0
        except (TypeError, ValueError, OverflowError) as fault:
            raise RangeError(f"these are not weights: numbers from 0 to 1 were wanted ({fault})", "type") from None
        if len(made) != len(COMBOS):
            raise RangeError(f"{count_of(len(made), 'weight')} given: a range has {len(COMBOS)}", "count")
        for place, weight in enumerate(made):
            if not 0 <= weight <= 1:
                raise RangeError(f"{weight!r} for {_format_combo(place)} is not a weight from 0 to 1", "weight")
        return cls._of(made)

    @classmethod
    def from_combos(cls, combos: Iterable[CardsLike] | Mapping[str, float] | Mapping[Combo, float]) -> Range:
        """The range of these combinations with weight 1, or with the weights that a mapping gives them.

        A combination is two cards in either order. If one comes twice, the later weight counts, as in the notation.

        >>> Range.from_combos(["AhKd", "KhAh"]), Range.from_combos({"AhKd": 0.5})
        (Range('AhKh,AhKd'), Range('AhKd:0.5'))
        """
        if isinstance(combos, str) or not isinstance(combos, Iterable):
            raise RangeError(f"{combos!r} is not a list of combinations; write ['AhKd', 'AhKh']", "type")
        weights: list[float] = [0.0] * len(COMBOS)
        for combo, weight in combos.items() if isinstance(combos, Mapping) else ((combo, 1.0) for combo in combos):
            weights[_place(combo)] = weight
        return cls.from_weights(weights)

    @classmethod
    def top(cls, percent: float) -> Range:
        """The best hands against a random one: `Range.top(15)` is `Range("top 15%")`.

        >>> Range.top(5)
        Range('77+,AJs+,AKo')
        """
        if not isinstance(percent, (int, float)) or not 0 <= percent <= 100:
            raise RangeError(f"percent must be a number from 0 to 100, not {percent!r}", "share")
        weights = [0.0] * len(COMBOS)
        for place in _top(percent):
            weights[place] = 1.0
        return cls._of(weights)

    @classmethod
    def _of(cls, weights: Iterable[float]) -> Range:
        made = object.__new__(cls)
        object.__setattr__(made, "weights", tuple(weights))
        return made

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Range never changes: make a new one instead of setting {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Range never changes: {name!r} stays")

    def __reduce__(self) -> tuple[object, ...]:
        return Range.from_weights, (self.weights,)

    # What it holds

    def weight(self, combo: CardsLike) -> float:
        """The weight of two cards, in either order; `range["AhKd"]` is the same."""
        return self.weights[_place(combo)]

    def __getitem__(self, combo: CardsLike) -> float:
        return self.weight(combo)

    def __contains__(self, hands: CardsLike) -> bool:
        """Whether two cards, or all combinations of an item such as `AKs`, `AK` or `QQ+`, have a weight above 0.

        A class of which some combinations are missing is not in the range; `class_weights` says how much of it is.
        """
        if not isinstance(hands, str):
            return self.weight(hands) > 0
        try:
            places = _combos("".join(hands.split()))
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
        """The total as a part of all combinations, 0 to 1."""
        return self.total / len(COMBOS)

    def class_weights(self) -> dict[str, float]:
        """The mean weight of each class, in the order of `CLASSES`."""
        means = {}
        for name, members in _MEMBERS.items():
            found = [self.weights[place] for place in members]
            # The mean of equal weights is that weight, which a sum and a division may miss by a hair.
            means[name] = found[0] if len(set(found)) == 1 else fsum(found) / len(found)
        return means

    def sample(self, count: int = 1, *, seed: int | Random | None = None, dead: CardsLike = ()) -> list[Combo]:
        """Choose combinations at random, each time in proportion to the weights, with replacement.

        Combinations that hold a dead card are never chosen. The same seed chooses the same ones; a `Random` goes on
        from where it is.

        >>> [class_of(*combo) for combo in Range("QQ, AKs:0.5").sample(3, seed=1)]
        ['QQ', 'AKs', 'AKs']
        """
        if not isinstance(count, int) or count < 0:
            raise RangeError(f"count must be a whole number, 0 or more, not {count!r}", "count")
        held = dict(self.without(dead))
        if not held:
            why = "the dead cards leave no combination of it" if len(self) else "it is empty"
            raise RangeError(f"cannot sample the range {shorten(str(self))}: {why}", "empty")
        from random import Random  # one of the slower imports, and few need it

        dice = seed if isinstance(seed, Random) else Random(seed)
        return dice.choices(list(held), list(held.values()), k=count)

    # New ranges from this one

    def __or__(self, other: Range) -> Range:
        """Union: of each combination the higher weight."""
        return Range._of(map(max, self.weights, other.weights)) if isinstance(other, Range) else NotImplemented

    def __and__(self, other: Range) -> Range:
        """Intersection: of each combination the lower weight."""
        return Range._of(map(min, self.weights, other.weights)) if isinstance(other, Range) else NotImplemented

    def __sub__(self, other: Range) -> Range:
        """Difference: each weight times what the other leaves, `w * (1 - other)`; all where the other has nothing."""
        if not isinstance(other, Range):
            return NotImplemented
        return Range._of(weight * (1 - gone) for weight, gone in zip(self.weights, other.weights, strict=True))

    def without(self, cards: CardsLike) -> Range:
        """The combinations that hold none of these cards: what is left when they are seen elsewhere.

        >>> len(Range("AA").without("As Kd"))
        3
        """
        gone = frozenset(_cards(cards))
        return Range._of(
            0.0 if low in gone or high in gone else weight
            for (low, high), weight in zip(COMBOS, self.weights, strict=True)
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Range) and self.weights == other.weights

    def __hash__(self) -> int:
        return hash(self.weights)

    # How it is written

    def format(self) -> str:
        """Highest weight first, and of each weight pairs, suited, offsuit and single combinations, without spaces.

        >>> Range("AhKd, k7s-kts, 22-44:0.25, aj+").format()
        'AJs+,KTs-K7s,AJo+,44-22:0.25'
        """
        whole: dict[float, set[str]] = {}
        loose: dict[float, list[int]] = {}
        for name, members in _MEMBERS.items():
            if len({self.weights[place] for place in members}) == 1:
                whole.setdefault(self.weights[members[0]], set()).add(name)
            else:
                for place in members:
                    loose.setdefault(self.weights[place], []).append(place)
        items: list[str] = []
        for weight in sorted({*whole, *loose} - {0.0}, reverse=True):
            names = whole.get(weight, set())
            written = ["random"] if len(names) == len(CLASSES) else list(_runs(names))
            written += map(_format_combo, sorted(loose.get(weight, ()), reverse=True))
            items += [item if weight == 1 else f"{item}:{weight!r}" for item in written]
        return ",".join(items)

    def __str__(self) -> str:
        return self.format()

    def __repr__(self) -> str:
        return f"Range({self.format()!r})"


def _runs(names: set[str]) -> Iterator[str]:
    for row in _ROWS:
        for present, run in groupby(row, names.__contains__):
            if present:
                ends = list(run)
                first, last = ends[0], ends[-1]
                yield first if first == last else f"{last}+" if first == row[0] else f"{first}-{last}"


def _format_combo(place: int) -> str:
    low, high = COMBOS[place]
    return f"{high}{low}"


# --- the reader ------------------------------------------------------------------------------------------------------

_RANK: Final = "(10|[2-9TJQKA])"
_CARD: Final = "((?:10|[2-9TJQKA])[cdhs♣♦♥♠])"
_NUMBER: Final = r"((?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[-+]?[0-9]+)?)"

# An item goes on across spaces beside '-', ':' and '@', after '!' and 'top', and before '%'. Every character that
# parts no items is in some word, whatever it is: what is no item is found when the word is read.
_PART: Final = r"[^\s,;:@-]*(?:[ \t]+%[^\s,;:@-]*)?"
_WORD: Final = rf"(?=[^\s,;])(?:![ \t]*)?(?:top[ \t]*)?{_PART}(?:[ \t]*[-:@][ \t]*{_PART})*"
_ITEM: Final = rf"(!?)([^:@]*)(?::{_NUMBER}|@{_NUMBER}%?)?"
_SHARE: Final = rf"(?:top)?{_NUMBER}%"
_RUN: Final = rf"{_RANK}{_RANK}([so]?)(\+|-{_RANK}{_RANK}([so]?))?"


def _match(pattern: str, text: str) -> re.Match[str] | None:
    # Without ASCII, IGNORECASE takes the Kelvin sign for a king and the long s for a suit.
    return re.fullmatch(pattern, text, re.ASCII | re.IGNORECASE)


def _parse(text: str) -> list[float]:
    """The weights that a text gives; the only place that knows where in the text an item stands."""
    if not isinstance(text, str):
        raise RangeError(f"{text!r} is not text: a range is written like 'QQ+, AKs'", "type")
    weights = [0.0] * len(COMBOS)
    for match in re.finditer(_WORD, text, re.IGNORECASE):
        word = match[0].strip()
        try:
            combos, weight = _read("".join(word.split()))
        except RangeError as fault:
            start = match.start()
            place = f" (character {start + 1} of {shorten(text)})" if text.strip() != word else ""
            message = f"{shorten(word)} is not a range item{place}: {fault}"
            raise RangeError(message, fault.code, start) from None
        for index in combos:
            weights[index] = weight
    return weights


def _read(item: str) -> tuple[Sequence[int], float]:
    """The combinations and the weight of an item without spaces; errors say only what would have been right."""
    match = _match(_ITEM, item)
    if match is None:
        raise RangeError("a weight is written like ':0.5' or '@50'", "weight")
    away, what, weight, percent = match.groups()
    combos = _combos(what)
    if away and (weight or percent):
        raise RangeError("what '!' takes away has no weight", "weight")
    if weight and float(weight) > 1:
        raise RangeError("a weight after ':' is from 0 to 1, a percentage stands after '@'", "weight")
    if percent and float(percent) > 100:
        raise RangeError("a weight after '@' is from 0 to 100", "weight")
    if away:
        return combos, 0.0
    return combos, float(weight) if weight else float(percent) / 100 if percent else 1.0


def _combos(what: str) -> Sequence[int]:
    if what.lower() in ("random", "any"):
        return range(len(COMBOS))
    if match := _match(_SHARE, what):
        return _top(float(match[1]))
    if match := _match(_CARD + _CARD, what):
        return (combo_index(match[1], match[2]),)
    if match := _match(_RUN, what):
        return [place for name in _classes(*match.groups()) for place in _MEMBERS[name]]
    if match := _match(f"{_RANK}{_RANK}.*", what):
        two = _ranks(match[1], match[2])
        pair = f"a pair is '{two}', '{two}+' or an end of a span like '99-55'"
        raise RangeError(pair if two[0] == two[1] else f"'{two}s', '{two}o' or '{two}' is, also with a '+'", "item")
    if _match(f"{_CARD}.*", what):
        raise RangeError("two cards are written like 'AhKd', without '+' or '-'", "item")
    if what.lower().startswith("top") or what.endswith("%"):
        raise RangeError("a share is written like 'top 15%'", "share")
    raise RangeError("an item is like 'QQ+', 'AKs', 'AhKd', 'top 15%' or 'random'", "item")


def _ranks(one: str, two: str) -> str:
    """Two ranks as a class has them: `AT` for '10' and 'a'."""
    ranks = ("T" if rank == "10" else rank.upper() for rank in (one, two))
    return "".join(sorted(ranks, key=_FACES.index))


def _ends(one: str, two: str, kind: str) -> list[str]:
    ranks = _ranks(one, two)
    if ranks[0] != ranks[1]:
        return [ranks + letter for letter in kind.lower() or "so"]
    if kind:
        raise RangeError(f"a pair is neither suited nor offsuit, just '{ranks}'", "item")
    return [ranks]


def _classes(one: str, two: str, kind: str, tail: str | None, *end: str) -> Iterator[str]:
    """The classes of 'AKs', 'AK', 'AJo+', '99-55', 'KTs-K7s' or 'JTs-54s', taken apart."""
    names = _ends(one, two, kind)
    if tail is None:
        yield from names
    elif tail == "+":
        for name in names:
            row = _ROW_OF[name]
            yield from row[: row.index(name) + 1]
    else:
        others = _ends(*end)
        for name, other in zip(names, others, strict=False):
            line = next((line for line in (_ROW_OF[name], _SLOPE_OF.get(name, ())) if other in line), None)
            if line is None or len(names) != len(others):
                message = "a span is like '99-55', 'KTs-K7s' with one high card or 'JTs-54s' with one gap"
                raise RangeError(message, "span")
            first, last = sorted((line.index(name), line.index(other)))
            yield from line[first : last + 1]


def _top(share: float) -> Sequence[int]:
    """Classes from the best on, as many as come nearest to a share in percent, and the fewer where two are as near."""
    if share > 100:
        raise RangeError("a share is from 0% to 100%", "share")
    if share in (0, 100):
        return range(len(COMBOS) if share else 0)
    order = BY_EQUITY
    totals = list(accumulate((len(_MEMBERS[name]) for name in order), initial=0))
    count = min(range(len(totals)), key=lambda count: abs(totals[count] - share * len(COMBOS) / 100))
    return [place for name in order[:count] for place in _MEMBERS[name]]
