"""The model of a record: `Record`, the money that it is written in, and the codes of games.

`reading.py`, `replaying.py` and `writing.py` work on this model.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from decimal import Decimal
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from kicker.cards import Card, parse_cards
from kicker.errors import KickerError
from kicker.games import GAMES, Action, Game, Limit, Rules

if TYPE_CHECKING:
    from kicker.games import State

Money = int | Decimal

MOST: Final = 10**15
"""The largest amount in a record."""
_ENDLESS: Final = 1000 * MOST
"""Stands in for an unknown stack: more than anyone can bet. It is never printed."""

ReplayVerdict = Literal["ok", "raked", "half_chip", "undetermined", "mismatched"]
OK: Final = "ok"
RAKED: Final = "raked"
HALF_CHIP: Final = "half_chip"
UNDETERMINED: Final = "undetermined"
MISMATCHED: Final = "mismatched"
VERDICTS: Final[dict[ReplayVerdict, str]] = {
    OK: "the replay ends as the record says, or the record does not say how it ends",
    RAKED: "the winners are the same, and the house took rake from the pots",
    HALF_CHIP: "the only difference is how odd chips were paid",
    UNDETERMINED: "not enough is known to tell how the deal ended",
    MISMATCHED: "the replay ends differently from the record",
}
"""The possible verdicts of a replay."""

LIMITS: Final[dict[str, Limit]] = {"N": "no-limit", "P": "pot-limit", "F": "fixed-limit", "": "none"}
"""The first letter of a variant's code."""


STANDARD_CODES: Final = ("FT", "NT", "NS", "PO", "FO/8", "F7S", "F7S/8", "FR", "N2L1D", "F2L3D", "FB")
"""The codes of the standard."""


def find_variant(code: str) -> tuple[Game, Limit] | None:
    """Return the game and the betting of a variant's code. `STANDARD_CODES` are the standard's; others follow its
    naming."""
    for game in GAMES.values():
        letter = code.removesuffix(game.code)
        if letter in LIMITS and letter + game.code == code:
            return game, LIMITS[letter]
    return None


_TOLD: Final = {
    "game",
    "betting",
    "blinds",
    "posts",
    "ante",
    "dead_antes",
    "min_bet",
    "big_bet",
    "bring_in",
    "button_blind",
}
_SET: Final = {"deal_order", "showdown", "all_in_face_up", "dead_button"}
HOUSE_RULES: Final[dict[str, type]] = {
    item.name: {tuple: list, type(None): int}.get(type(item.default), type(item.default))
    for item in fields(Rules)
    if item.init and item.name not in _TOLD | _SET
} | {"reshuffle": bool}
"""The rules that the standard has no field for, with their types in TOML.

The order of dealing and the way hands are shown are not among them: the record itself says who showed, and when.
"""

RULES_FIELD: Final = "_kicker_rules"
"""The field for these rules. The standard leaves names that start with an underscore to programs."""

HERO_FIELD: Final = "_kicker_hero"
"""The field for the name of the player whose record it is."""

NOTE_FIELD: Final = "_kicker_note"
"""The field for a note on the hand."""

TAGS_FIELD: Final = "_kicker_tags"
"""The field for the tags of the hand."""

TOURNAMENT_FIELD: Final = "_kicker_tournament"
"""The field for the number of the tournament."""

BUY_IN_FIELD: Final = "_kicker_buy_in"
"""The field for its buy-in, like `5.00+0.50+0.00 USD`: the stake, the fee and the bounty."""

BESIDE_FIELD: Final = "_kicker_beside"
"""The field for what each player got besides the pots, or paid if it is negative: a cash-out or insurance."""

FINISHES_FIELD: Final = "_kicker_finishes"
"""The field for each player's end in the tournament, like `place 3, prize 1.60`; empty if it went on."""

POT_FIELD: Final = "_kicker_pot"
"""The field for chips in the pot before the deal."""

RABBIT_FIELD: Final = "_kicker_rabbit"
"""The field for the board cards that would have come; only records with all cards have it."""

CHECK_OR_CALL: Final = Action("check or call")
"""The action for the format's single word for both; the replay decides which one it is."""


class RecordedAction(NamedTuple):
    """One decision in a record."""

    seat: int
    """The seat that acted."""
    action: Action
    """The action."""
    number: int
    """The number of the action in the file, from 1."""
    board: int
    """The number of board cards before it."""


@dataclass(frozen=True, slots=True)
class Record:
    """A recorded deal. Seat 0 is `p1`, left of the button; the last seat has the button.

    `parse_phh`, `read_records` and `Record.from_state` make records. `fields` is what is written; all other attributes
    are derived from it. Tuples have one item per seat.

    fields     all fields in their order; amounts are `int` or `Decimal`, as in the file
    rules      the rules of the deal; seats choose to show or muck, and cards are dealt hand by hand
    deck       the cards in dealing order, with stand-ins for unknown ones
    unknown    the stand-ins: cards that are `??` in the record, or missing because it ends too soon
    stacks     starting chips; `inf` in the record means an unknown stack, for which `knows_stack` is false
    moves      all decisions up to the showdown
    showdown   by seat, if recorded: the number of the action, and True if the hand was shown
    finishing  final chips, if recorded; old records have half chips
    winnings   the amount paid to each seat, if recorded; less than the pot if the house took rake
    names      the players' names; `p1`, `p2` ... if the record has none
    scale      the number of chips in one unit of the record's money: 100 if it counts in hundredths
    source     the file it was read from, for messages
    pot        chips in the pot before the deal
    labels     the players' names in messages; empty for `p1`, `p2` ...
    told       by seat, the cards that the record has of it; empty unless cards were dealt again after a reshuffle, for
               then a card can be known in one hand and a stand-in in another
    """

    fields: Mapping[str, object] = field(hash=False)
    rules: Rules
    deck: tuple[Card, ...]
    unknown: frozenset[Card]
    stacks: tuple[int, ...]
    moves: tuple[RecordedAction, ...]
    showdown: Mapping[int, tuple[int, bool]] = field(hash=False)
    finishing: tuple[Money, ...] | None
    winnings: tuple[Money, ...] | None
    names: tuple[str, ...]
    scale: int
    source: str = field(default="", compare=False)
    pot: int = 0
    labels: tuple[str, ...] = field(default=(), compare=False)
    told: tuple[frozenset[Card], ...] = field(default=(), compare=False)

    @classmethod
    def from_state(
        cls, state: State, names: Sequence[str] | None = None, scale: int = 1, *, seen_by: int | None = None,
        **fields: object,
    ) -> Record:  # fmt: skip
        """Return the record of a finished deal. `names` are by seat; `fields` are more fields, like `hand=17`.

        Seats are turned so that the button comes last, and those that were not dealt in are left out; where everybody
        sat is kept in the field `seats`. With a `scale` of 100 a chip is written as 0.01. With `seen_by` a seat, the
        record has the cards that this seat could see, and `??` for all others.
        """
        from kicker.records.writing import record_of_state

        return record_of_state(state, names, scale, fields, seen_by)

    @property
    def rabbit(self) -> tuple[Card, ...]:
        """The board cards that would have come, if the record has them and they are possible."""
        text = self.fields.get(RABBIT_FIELD)
        try:
            cards = tuple(parse_cards(text)) if isinstance(text, str) else ()
        except KickerError:
            return ()
        dealt = set(self.deck) - self.unknown
        return cards if len(set(cards)) == len(cards) <= self.rules.game.board_cards and dealt.isdisjoint(cards) else ()

    @property
    def beside(self) -> tuple[int, ...]:
        """The chips that each player got besides the pots, or paid if negative; 0 if the record does not say."""
        told = self.fields.get(BESIDE_FIELD)
        if not isinstance(told, list) or len(told) != len(self.stacks) or not all(map(_is_amount, told)):
            return (0,) * len(self.stacks)
        return tuple([round(amount * self.scale) for amount in told])

    @property
    def button(self) -> int:
        """The seat with the button: the last one."""
        return len(self.stacks) - 1

    def label(self, seat: int) -> str:
        """Return the name of a player in messages."""
        return self.labels[seat] if self.labels else f"p{seat + 1}"

    @property
    def hand(self) -> object:
        """The name or number of the deal, if the record has one."""
        return self.fields.get("hand")

    @property
    def payoffs(self) -> tuple[Money, ...] | None:
        """The chips that each seat won or lost according to the record; None if it does not say."""
        if self.finishing is None or not all(map(self.knows_stack, self.stacks)):
            return None
        return tuple(now - before for now, before in zip(self.finishing, self.stacks, strict=True))

    def money(self, chips: int) -> Money:
        """Return chips in the record's money; infinite for an unknown stack."""
        return money(chips, self.scale) if self.knows_stack(chips) else Decimal("Infinity")

    def knows_stack(self, chips: int) -> bool:
        """Return False for the chips of an unknown stack."""
        return is_known(chips, self.scale)

    def knows(self, cards: Iterable[Card], seat: int | None = None) -> bool:
        """Return True if the record has all of these cards, which the seat holds or held; None stands for the board."""
        if seat is not None and self.told:
            return self.told[seat].issuperset(cards)
        return self.unknown.isdisjoint(cards)

    def card_words(self, cards: Iterable[Card], seat: int | None = None) -> list[str]:
        """Return cards of a seat or the board as text, with `??` for unknown ones."""
        return [str(card) if self.knows((card,), seat) else "??" for card in cards]


def _is_amount(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        return False
    amount = Decimal(value)
    return amount.is_finite() and -MOST <= amount <= MOST


def money(chips: int, scale: int) -> Money:
    """Return chips as an amount of money; it has decimals exactly if a chip is a fraction of the unit."""
    return chips if scale == 1 else Decimal(chips).scaleb(1 - len(str(scale)))


def unknown_stack(scale: int) -> int:
    """Return the chips that stand for an unknown stack."""
    return _ENDLESS * scale


def is_known(chips: int, scale: int) -> bool:
    """Return False for the remaining chips of an unknown stack, however much was bet from it."""
    return 2 * chips < _ENDLESS * scale


def quote(value: object) -> str:
    """Return a value for a message, shortened if it is long."""
    try:
        text = repr(value) if isinstance(value, str) else str(value)
    except ValueError:
        return "a huge number"  # Python refuses to write more than a few thousand digits
    return text if len(text) <= 60 else text[:60] + "..."


def place_of(source: str, fields: Mapping[str, object]) -> str:
    """Return the name of a record in messages: its file, or else its own label."""
    return source or (f"hand {quote(fields['hand'])}" if "hand" in fields else "")
