"""Combinations and classes of two hole cards, and how they are ordered. `ranges.py` gives them weights, and
`range_text.py` reads the notation that players use.

>>> COMBOS[combo_index("As", "Ah")], class_of("Kd", "Ah"), len(class_combos("AKo"))
((Card('Ah'), Card('As')), 'AKo', 12)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Final

from kicker.cards import DECK, RANKS, Card
from kicker.errors import RangeError, quoted

Combo = tuple[Card, Card]

_WHOLE_DECK: Final = frozenset(DECK)
_SHORT_DECK: Final = frozenset(DECK[16:])

COMBOS: Final[tuple[Combo, ...]] = tuple((low, high) for high in DECK for low in DECK[:high])
"""Every two cards, the one with the lower number first, in the order of `combo_index`: 2d2c 2h2c 2h2d ... AsAh."""

FACES: Final = RANKS[::-1]
"""The ranks, aces first."""

CLASSES: Final[tuple[str, ...]] = tuple(
    one + two + ("s" if row < column else "") if row <= column else two + one + "o"
    for row, one in enumerate(FACES)
    for column, two in enumerate(FACES)
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
"""The classes by exact equity against a random hand, best first; a test computes it again from all match-ups."""
_SHORT_BY_EQUITY = """
AA KK QQ JJ TT AKs AQs AKo AJs KQs AQo ATs KJs AJo QJs KTs KQo JTs QTs 99 ATo KJo A9s QJo KTo JTo QTo A8s A9o K9s T9s
A8o Q9s J9s A7s K9o T9o Q9o J9o A7o 88 A6s K8s 98s T8s Q8s J8s K7s A6o K8o 98o T8o Q8o J8o K6s K7o 97s T7s Q7s J7s 77
Q6s K6o 97o T7o 87s Q7o J7o 96s Q6o T6s J6s 87o 96o 86s T6o J6o 66 76s 86o 76o
"""
SHORT_BY_EQUITY: Final = tuple(_SHORT_BY_EQUITY.split())
"""The classes of the short deck, six to ace, in the same order; a test computes it again from all boards."""


def combo_index(one: Card | int | str, two: Card | int | str) -> int:
    """Return the index of two cards in `COMBOS`, 0 to 1325: `b * (b - 1) // 2 + a` for the card numbers a < b.

    >>> combo_index("As", "Ah"), combo_index("2c", "2d")
    (1325, 0)
    """
    low, high = sorted((Card(one), Card(two)))
    if low == high:
        raise RangeError(f"a combination is two different cards, not {low} twice", "repeat")
    return high * (high - 1) // 2 + low


def class_of(one: Card | int | str, two: Card | int | str) -> str:
    """Return the class of two cards, the higher rank first.

    >>> class_of("Kd", "Ah"), class_of("Kh", "Ah"), class_of("Ad", "Ah")
    ('AKo', 'AKs', 'AA')
    """
    return _class_of(*COMBOS[combo_index(one, two)])


def _class_of(low: Card, high: Card) -> str:
    kind = "" if low >> 2 == high >> 2 else "s" if low & 3 == high & 3 else "o"
    return RANKS[high >> 2] + RANKS[low >> 2] + kind


def class_combos(name: str) -> tuple[int, ...]:
    """Return the indices in `COMBOS` of a class: six for a pair, four for a suited class, twelve for an offsuit one."""
    if not isinstance(name, str) or name not in MEMBERS:
        raise RangeError(f"{quoted(name)} is not a class; write a class like 'QQ', 'AKs' or 'AKo'", "item")
    return MEMBERS[name]


def format_combo(place: int) -> str:
    """Format a combination like `AhKd`, the card with the higher number first."""
    low, high = COMBOS[place]
    return f"{high}{low}"


def _members() -> dict[str, tuple[int, ...]]:
    members: dict[str, list[int]] = {name: [] for name in CLASSES}
    for place, combo in enumerate(COMBOS):
        members[_class_of(*combo)].append(place)
    return {name: tuple(places) for name, places in members.items()}


MEMBERS: Final = _members()
"""The indices in `COMBOS` of each class, in the order of `CLASSES`."""

ROWS: Final = [tuple(face + face for face in FACES)] + [
    tuple(high + low + kind for low in FACES[place:]) for kind in "so" for place, high in enumerate(FACES[:-1], 1)
]
"""The rows along which '+' and spans of one high card run, best class first: the pairs, then for each high card its
lower cards."""
SLOPES: Final = [
    tuple(high + low + kind for high, low in zip(FACES, FACES[gap:], strict=False))
    for kind in "so"
    for gap in range(1, 13)
]
"""The rows along which spans with a fixed gap run: for each gap, the classes of both cards."""
ROW_OF: Final = {name: row for row in ROWS for name in row}
SLOPE_OF: Final = {name: slope for slope in SLOPES for name in slope}


def best_combos(share: float, deck: Iterable[Card] = DECK) -> Sequence[int]:
    """Return the best combinations of a deck: whole classes, as close to a percentage as possible; of two equally close
    sets, the smaller."""
    if share > 100:
        raise RangeError("a share is from 0% to 100%", "share")
    order = _order_of(frozenset(deck))
    totals = list(accumulate((len(MEMBERS[name]) for name in order), initial=0))
    count = min(range(len(totals)), key=lambda count: abs(totals[count] - share * totals[-1] / 100))
    return [place for name in order[:count] for place in MEMBERS[name]]


def _order_of(deck: frozenset[Card]) -> tuple[str, ...]:
    if deck == _WHOLE_DECK:
        return BY_EQUITY
    if deck == _SHORT_DECK:
        return SHORT_BY_EQUITY
    raise RangeError("a share needs a deck of 52 cards, or of 36 from six to ace; write the hands instead", "share")
