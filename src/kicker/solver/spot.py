"""A spot: two ranges, a board, a pot, stacks and the bet sizes that the solver may use.

>>> spot = Spot("QQ+,AKs", "TT-88,AQs", "Td9d6hQc2s", pot=200, stack=900, river_bet="60%, a", river_raise="2.5x")
>>> spot.street, spot.tree().nodes
('river', 33)
>>> Spot.from_dict(spot.as_dict()) == spot
True
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from math import inf
from numbers import Real
from typing import TYPE_CHECKING, Final

from kicker.cards import DECK, Card, CardsLike, cards_in, count_of, shorten, unknown
from kicker.checks import of_type, whole
from kicker.errors import KickerError, quoted
from kicker.orders import HIGH, SHORT_DECK, deck_words
from kicker.ranges import Range
from kicker.solver.sizes import Size, read_sizes

if TYPE_CHECKING:
    from kicker.solver.tree import Tree

STREETS: Final = ("flop", "turn", "river")
PLAYERS: Final = ("oop", "ip")
MOST_CHIPS: Final = 1_000_000_000
RUN_KEYS: Final = frozenset({"target", "maxit", "hands", "lock", "line"})
"""The keys of a file that say how to solve the spot; `Request` reads them."""

_ORDERS: Final = {order.name: order for order in (HIGH, SHORT_DECK)}

Sizes = str | Sequence[str]
"""Bet sizes for both players, or those of player 0 and of player 1: two texts, or one with a `|` between them."""


@dataclass(frozen=True)
class Spot:
    """A spot to solve: an immutable value. Player 0 (`oop`) is out of position and acts first on each street.

    The bet and raise sizes of each street are a text like `"52%, a"` for both players, or one text for each: two texts,
    or one with a `|` between them, like `"52%, a | 33%"`.
    `turn_donk` and `river_donk` are the sizes for player 0's first action on a street after calling the last bet on the
    street before: empty text allows only a check, None gives the usual sizes. The solver starts on the street of the
    board; sizes of earlier streets are not used.
    """

    oop: Range
    """The range of player 0, as a `Range` or its text."""
    ip: Range
    """The range of player 1."""
    board: tuple[Card, ...]
    """Three to five cards."""
    pot: int
    """Chips in the middle."""
    stack: int
    """Chips behind, the same for both players."""
    flop_bet: Sizes = ""
    """Sizes of bets on the flop."""
    flop_raise: Sizes = ""
    """Sizes of raises on the flop."""
    turn_bet: Sizes = ""
    """Sizes of bets on the turn."""
    turn_raise: Sizes = ""
    """Sizes of raises on the turn."""
    turn_donk: str | None = None
    """Sizes of player 0's first bet on the turn after calling the last bet on the flop."""
    river_bet: Sizes = ""
    """Sizes of bets on the river."""
    river_raise: Sizes = ""
    """Sizes of raises on the river."""
    river_donk: str | None = None
    """Sizes of player 0's first bet on the river after calling the last bet on the turn."""
    force_allin: float = 0.0
    """The share of the pot at which a bet becomes all-in: a size that leaves no more behind, after a call, is replaced
    by all-in."""
    add_allin: float = 0.0
    """The multiple of the pot up to which all-in is added to the sizes."""
    merging: float = 0.0
    """The distance below which sizes are merged; the largest is kept."""
    rake_rate: float = 0.0
    """The rake, as a share of the pot: 0.05 for 5%."""
    rake_cap: float = 0.0
    """The most chips that the rake can be."""
    raise_cap: int | None = None
    """The most raises on one street; None for no limit."""
    big_blind: float = 0.0
    """The chips in a big blind; 0 if unknown. Nothing is solved differently: the trainer counts in big blinds."""
    name: str = ""
    """The name of the spot; empty for none."""
    order: str = "high"
    """The order of hands: `high`, or `short-deck`, played with the 36 cards from six to ace."""

    if TYPE_CHECKING:  # the types that callers may pass; text becomes ranges and cards

        def __init__(
            self,
            oop: Range | str,
            ip: Range | str,
            board: CardsLike,
            pot: int,
            stack: int,
            flop_bet: Sizes = "",
            flop_raise: Sizes = "",
            turn_bet: Sizes = "",
            turn_raise: Sizes = "",
            turn_donk: str | None = None,
            river_bet: Sizes = "",
            river_raise: Sizes = "",
            river_donk: str | None = None,
            force_allin: float = 0.0,
            add_allin: float = 0.0,
            merging: float = 0.0,
            rake_rate: float = 0.0,
            rake_cap: float = 0.0,
            raise_cap: int | None = None,
            big_blind: float = 0.0,
            name: str = "",
            order: str = "high",
        ) -> None: ...

    def __post_init__(self) -> None:
        if not isinstance(self.order, str) or self.order not in _ORDERS:
            given = self.order if isinstance(self.order, str) else quoted(self.order)
            raise KickerError(unknown("order", given, list(_ORDERS)), "order")
        for player in PLAYERS:
            object.__setattr__(self, player, _range(player, getattr(self, player), self.deck))
        object.__setattr__(self, "board", _board(self.board, self.deck))
        for player in PLAYERS:
            _check_range(player, getattr(self, player), self.board, self.deck)
        _check_pairs(*self.ranges)
        whole("pot", self.pot, 1, MOST_CHIPS, code="pot")
        whole("stack", self.stack, 1, MOST_CHIPS, code="stack")
        of_type("name", self.name, str)
        for name, most in (("force_allin", 100), ("add_allin", 1e6), ("merging", 100), ("rake_rate", 1)):
            _check_number(name, getattr(self, name), most)
        for name in ("rake_cap", "big_blind"):
            _check_number(name, getattr(self, name), MOST_CHIPS)
        if self.raise_cap is not None:
            whole("raise_cap", self.raise_cap, 0, 100)
        for street in STREETS:
            for kind in ("bet", "raise"):
                field = f"{street}_{kind}"
                object.__setattr__(self, field, _pair_of_texts(field, getattr(self, field)))
                for seat in range(2):
                    self.sizes(street, kind, seat)
            self.donk_sizes(street)

    @property
    def street(self) -> str:
        """The street at which the solver starts: `flop`, `turn` or `river`."""
        return STREETS[len(self.board) - 3]

    @property
    def deck(self) -> tuple[Card, ...]:
        """The cards of the deck."""
        return _ORDERS[self.order].deck

    @property
    def ranges(self) -> tuple[Range, Range]:
        """Both ranges, without the hands that the board blocks or the deck does not have."""
        gone = _gone(self.board, self.deck)
        return self.oop.without(gone), self.ip.without(gone)

    def sizes(self, street: str, kind: str, player: int) -> tuple[Size, ...]:
        """Return the sizes of a player on a street; `kind` is `bet` or `raise`."""
        field = f"{_one_of('street', street, STREETS)}_{_one_of('kind', kind, ('bet', 'raise'))}"
        text = getattr(self, field)
        whole("player", player, 0, 1)
        return read_sizes(text if isinstance(text, str) else text[player], field, raises=kind == "raise")

    def donk_sizes(self, street: str) -> tuple[Size, ...] | None:
        """Return the sizes for player 0's first bet after a call, or None for the usual ones."""
        text = getattr(self, f"{_one_of('street', street, STREETS)}_donk", None)
        return None if text is None else read_sizes(text, f"{street}_donk", raises=False)

    def rake(self, pot: float) -> float:
        """Return the rake from a pot."""
        _check_number("pot", pot, 2 * MOST_CHIPS + MOST_CHIPS)
        return min(pot * self.rake_rate, self.rake_cap)

    def tree(self, isomorphism: bool = True) -> Tree:
        """Return the betting tree of the spot, without solving anything."""
        from kicker.solver.tree import Tree

        return Tree(self, isomorphism)

    @classmethod
    def from_dict(cls, config: Mapping[str, object]) -> Spot:
        """Read a spot from a JSON object with the keys of `as_dict`; keys in `RUN_KEYS` are left to `Request`."""
        if not isinstance(config, Mapping):
            raise KickerError(f"a spot must be an object like {{'oop': 'QQ+', ...}}, not {quoted(config)}", "type")
        known = [field.name for field in fields(cls)]
        for key in config:
            if key not in known and key not in RUN_KEYS:
                raise KickerError(unknown("key", str(key), sorted({*known, *RUN_KEYS})), "key")
        for key in ("oop", "ip", "board", "pot", "stack"):
            if key not in config:
                raise KickerError(f"the spot has no {key!r}: give oop, ip, board, pot and stack", "key")
        return cls(**{key: value for key, value in config.items() if key in known})  # type: ignore[arg-type]

    def as_dict(self) -> dict[str, object]:
        """Return the spot for JSON: ranges and cards as text, without defaults."""
        config: dict[str, object] = {}
        for field in fields(self):
            value = getattr(self, field.name)
            if value != field.default:
                config[field.name] = "".join(map(str, value)) if field.name == "board" else value
        return config | {player: str(getattr(self, player)) for player in PLAYERS}


def _range(name: str, given: object, deck: tuple[Card, ...]) -> Range:
    if isinstance(given, str):
        try:
            return Range(given, deck)
        except KickerError as fault:
            raise KickerError(f"{name}: {fault}", fault.code) from None
    return of_type(name, given, Range)


def _gone(board: tuple[Card, ...], deck: tuple[Card, ...]) -> list[Card]:
    """Return the cards that no player can hold."""
    return [card for card in DECK if card in board or card not in deck]


def _board(given: CardsLike, deck: tuple[Card, ...]) -> tuple[Card, ...]:
    board = tuple(cards_in(given, KickerError, "a board"))
    if not 3 <= len(board) <= 5:
        raise KickerError(f"a board has three to five cards, not {len(board)}", "board")
    for card in board:
        if board.count(card) > 1:
            raise KickerError(f"{card} appears twice on the board", "board")
        if card not in deck:
            raise KickerError(f"{card} is not in the deck, which is {deck_words(deck)}", "board")
    return board


def _check_range(name: str, hands: Range, board: tuple[Card, ...], deck: tuple[Card, ...]) -> None:
    if not len(hands):
        raise KickerError(f"{name}: the range is empty", "range")
    if not len(hands.without(_gone((), deck))):
        raise KickerError(f"{name}: the deck has no hand of {shorten(str(hands))}", "range")
    if not len(hands.without(_gone(board, deck))):
        shown = "".join(map(str, board))
        raise KickerError(f"{name}: the board {shown} blocks every hand of {shorten(str(hands))}", "range")


def _check_pairs(one: Range, two: Range) -> None:
    """Refuse ranges that block each other completely."""
    others = [frozenset(combo) for combo, _ in two]
    if not any(other.isdisjoint(combo) for combo, _ in one for other in others):
        raise KickerError("oop and ip: every hand of one range blocks every hand of the other", "range")


def _one_of(name: str, given: object, choices: Sequence[str]) -> str:
    if not isinstance(given, str) or given not in choices:
        raise KickerError(f"{name} must be one of {', '.join(choices)}, not {quoted(given)}", "type")
    return given


def _check_number(name: str, value: object, most: float) -> None:
    if not isinstance(value, Real) or isinstance(value, bool) or value < 0 or not value <= most:
        limits = f"from 0 to {most:g}" if most < inf else "0 or more"
        raise KickerError(f"{name} must be a number {limits}, not {quoted(value)}", "type")


def _pair_of_texts(name: str, given: object) -> str | tuple[str, str]:
    if isinstance(given, str) and "|" not in given:
        return given
    if isinstance(given, str):
        given = [part.strip() for part in given.split("|")]
    if isinstance(given, Sequence) and len(given) == 2 and all(isinstance(text, str) for text in given):
        return given[0] if given[0] == given[1] else (given[0], given[1])
    count = f"{count_of(len(given), 'item')}" if isinstance(given, Sequence) else quoted(given)
    raise KickerError(f"{name} must be text like '52%, a', or one text for each player, not {count}", "type")
