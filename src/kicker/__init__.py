"""Poker and Klondike: evaluate hands, work out equities, play games, read hand histories, solve deals.

>>> import kicker
>>> kicker.evaluate("As Ks Qs Js Ts").describe()
'royal flush'
>>> kicker.solve(kicker.Klondike(draw=1).start(12345)).result
'won'

Games, tables, matches, hand histories and Klondike are imported when one of their names is first used.
"""

from typing import TYPE_CHECKING

from kicker.cards import Card, Deck, Notation, by_face, by_face_low, parse_cards
from kicker.discards import DrawOdds, DrawShare, best_discard, best_draw, draw_odds
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
from kicker.orders import ORDERS, Order
from kicker.prizes import icm
from kicker.pushfold import PushFold, PushFoldTable, SeatRange, best_call, best_push, push_or_fold
from kicker.ranges import Range
from kicker.version import __version__

if TYPE_CHECKING:  # for type checkers and editors; `_ON_DEMAND` has the same for Python
    from kicker.by_hand import EquityByHand, HandEquity, equity_by_card, equity_by_hand
    from kicker.games import (
        CALL,
        CHECK,
        FOLD,
        MUCK,
        SHOW,
        STAND_PAT,
        Action,
        Event,
        Game,
        Options,
        Rules,
        State,
        View,
        discard,
        draw,
        holdem,
        parse_action,
        raise_to,
    )
    from kicker.kinds import Blocker, HandKind, KindCounts, blockers, count_kinds, hand_kind
    from kicker.match import Match, play_match
    from kicker.players import BOTS, Player, make_bot
    from kicker.pots import Payment, Pot, Split, pay_pots, split_pots
    from kicker.records import Record, Replay, format_phh, format_phhs, parse_phh, read_records, replay
    from kicker.solitaire import Klondike, Position
    from kicker.solitaire.solve import Verdict, solve
    from kicker.table import Table

_ON_DEMAND = {
    "by_hand": "EquityByHand HandEquity equity_by_card equity_by_hand",
    "games": "CALL CHECK FOLD MUCK SHOW STAND_PAT Action Event Game Options Rules State View "
    "discard draw holdem parse_action raise_to",
    "kinds": "Blocker HandKind KindCounts blockers count_kinds hand_kind",
    "match": "Match play_match",
    "players": "BOTS Player make_bot",
    "pots": "Payment Pot Split pay_pots split_pots",
    "records": "Record Replay format_phh format_phhs parse_phh read_records replay",
    "solitaire": "Klondike Position",
    "solitaire.solve": "Verdict solve",
    "table": "Table",
}
_HOME = {name: module for module, names in _ON_DEMAND.items() for name in names.split()}


if not TYPE_CHECKING:  # a type checker would accept any name if it saw `__getattr__`

    def __getattr__(name: str) -> object:
        if name not in _HOME:
            raise AttributeError(f"module 'kicker' has no attribute {name!r}")
        from importlib import import_module

        value: object = getattr(import_module(f"kicker.{_HOME[name]}"), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


__all__ = [
    "BOTS",
    "CALL",
    "CHECK",
    "FOLD",
    "MUCK",
    "ORDERS",
    "SHOW",
    "STAND_PAT",
    "Action",
    "Blocker",
    "Card",
    "CardError",
    "Category",
    "Deck",
    "DrawOdds",
    "DrawShare",
    "Equity",
    "EquityByHand",
    "Event",
    "FileError",
    "Game",
    "Hand",
    "HandEquity",
    "HandError",
    "HandKind",
    "IllegalAction",
    "KickerError",
    "KindCounts",
    "Klondike",
    "Match",
    "Notation",
    "Options",
    "Order",
    "Payment",
    "Player",
    "PlayerEquity",
    "Position",
    "Pot",
    "PushFold",
    "PushFoldTable",
    "Range",
    "RangeError",
    "Record",
    "RecordError",
    "Replay",
    "Rules",
    "SeatRange",
    "Split",
    "State",
    "Strength",
    "Table",
    "Verdict",
    "View",
    "__version__",
    "best_call",
    "best_discard",
    "best_draw",
    "best_five",
    "best_push",
    "blockers",
    "by_face",
    "by_face_low",
    "compare",
    "count_kinds",
    "discard",
    "draw",
    "draw_odds",
    "equity",
    "equity_by_card",
    "equity_by_hand",
    "evaluate",
    "evaluate_many",
    "format_phh",
    "format_phhs",
    "hand_kind",
    "holdem",
    "icm",
    "make_bot",
    "parse_action",
    "parse_cards",
    "parse_phh",
    "pay_pots",
    "play_match",
    "push_or_fold",
    "raise_to",
    "read_records",
    "replay",
    "solve",
    "split_pots",
    "strength_counts",
    "winners",
]
