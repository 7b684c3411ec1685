"""kicker: cards, hands and what they are worth.

>>> import kicker
>>> kicker.evaluate("As Ks Qs Js Ts").describe()
'royal flush'
"""

from kicker.cards import Card, Deck, Notation, by_face, by_face_low, parse_cards
from kicker.errors import CardError, FileError, HandError, KickerError
from kicker.hands import (
    Category,
    Hand,
    Strength,
    best_five,
    compare,
    evaluate,
    evaluate_many,
    strength_counts,
    winners,
)
from kicker.version import __version__

__all__ = [
    "Card",
    "CardError",
    "Category",
    "Deck",
    "FileError",
    "Hand",
    "HandError",
    "KickerError",
    "Notation",
    "Strength",
    "__version__",
    "best_five",
    "by_face",
    "by_face_low",
    "compare",
    "evaluate",
    "evaluate_many",
    "parse_cards",
    "strength_counts",
    "winners",
]
