"""kicker: cards, hands, what they are worth and how often they win.

>>> import kicker
>>> kicker.evaluate("As Ks Qs Js Ts").describe()
'royal flush'
"""

from kicker.cards import Card, Deck, Notation, by_face, by_face_low, parse_cards
from kicker.discards import DrawOdds, best_discard, draw_odds
from kicker.errors import CardError, FileError, HandError, IllegalAction, KickerError, RangeError, RecordError
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
from kicker.odds import Equity, PlayerEquity, equity
from kicker.pushfold import PushFold, best_call, best_push, push_or_fold
from kicker.ranges import Range
from kicker.version import __version__

__all__ = [
    "Card",
    "CardError",
    "Category",
    "Deck",
    "DrawOdds",
    "Equity",
    "FileError",
    "Hand",
    "HandError",
    "IllegalAction",
    "KickerError",
    "Notation",
    "PlayerEquity",
    "PushFold",
    "Range",
    "RangeError",
    "RecordError",
    "Strength",
    "__version__",
    "best_call",
    "best_discard",
    "best_five",
    "best_push",
    "by_face",
    "by_face_low",
    "compare",
    "draw_odds",
    "equity",
    "evaluate",
    "evaluate_many",
    "parse_cards",
    "push_or_fold",
    "strength_counts",
    "winners",
]
