"""Makes a `Record` from the fields of a file: checks each field and turns amounts of money into whole chips."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple, NoReturn, Protocol

from kicker.cards import Card, count_of, shorten
from kicker.errors import KickerError, RecordError
from kicker.games import Game, Limit, Rules
from kicker.records.model import (
    HOUSE_RULES,
    MOST,
    POT_FIELD,
    RULES_FIELD,
    STANDARD_CODES,
    Money,
    Record,
    RecordedAction,
    find_variant,
    money,
    quote,
    unknown_stack,
)
from kicker.records.script import MOST_DECIMALS, Script, parse_script
from kicker.records.stand_ins import Dealt

_INFINITE = Decimal("Infinity")
_KIND_WORDS = {str: "a word", bool: "true or false", int: "a whole number", list: "a list of whole numbers"}


def _fail(message: str, code: str = "field") -> NoReturn:
    raise RecordError(message, code)


def build(fields: Mapping[str, object], source: str = "") -> Record:
    """Check the fields and return their record. Errors do not name the file."""
    variant = fields.get("variant")
    game, betting = _variant(variant)
    stacks = _amounts(fields, "starting_stacks")
    seats = len(stacks)
    if not 2 <= seats <= 26:  # the rules check the exact number later; no game seats more
        _fail(f"starting_stacks has {count_of(seats, 'number')}: a deal needs at least 2 players, and 10 at most")
    lists = [stacks, _amounts(fields, "antes", seats), _blinds(fields, game, seats)]
    sizes = {"fixed-limit": ("small_bet", "big_bet"), "none": ()}.get(betting, ("min_bet",))
    lists.append([_amount(_needed(fields, name), name) for name in sizes])
    lists.append([_amount(fields.get(POT_FIELD, 0), POT_FIELD), _bring_in(fields, game)])
    house_rules = dict(_house_rules(fields))
    reshuffle = bool(house_rules.get("reshuffle", game.reshuffles))
    runs, openers = house_rules.get("runs", 1), house_rules.get("openers", 0)
    labels = [f"p{place}" for place in range(1, seats + 1)]
    lines = _needed(fields, "actions")
    try:
        script = Script(
            parse_script(lines, seats), game, labels, runs if isinstance(runs, int) else 1, reshuffle=reshuffle,
            least_to_open=openers if isinstance(openers, int) else 0,
        )  # fmt: skip
    except RecordError as error:
        if not error.action or not isinstance(lines, list):
            raise
        _fail(f"action {error.action} {shorten(lines[error.action - 1])}: {error}", "action")
    scale = _scale([amount for amounts in lists for amount in amounts] + [*script.raises.values()])
    if scale != 1 or Decimal in map(type, stacks):
        lists = [[_chips(amount, scale) for amount in amounts] for amounts in lists]
        script.raises = {number: int(to * scale) for number, to in script.raises.items()}
    whole, antes, blinds, bets, (pot, bring_in) = [tuple(map(int, amounts)) for amounts in lists]
    trimmed = fields.get("ante_trimming_status", False)
    if type(trimmed) is not bool:
        _fail(f"ante_trimming_status must be true or false, not {quote(trimmed)}")
    return assemble(
        Stakes(game, betting, whole, antes, blinds, bets, bring_in, pot, trimmed, tuple(house_rules.items())), script,
        fields, scale, _names(fields, seats), _results(fields, "finishing_stacks", stacks, scale),
        _results(fields, "winnings", stacks, scale), source,
    )  # fmt: skip


class Stakes(NamedTuple):
    """Everything about a deal except its actions, in whole chips. Lists are by player."""

    game: Game
    """The game."""
    betting: Limit
    """The betting structure."""
    stacks: tuple[int, ...]
    """Starting stacks."""
    antes: tuple[int, ...]
    """The ante of each player."""
    blinds: tuple[int, ...]
    """Blinds and straddles; a negative number is a newcomer's post. Heads-up, the button comes first."""
    bets: tuple[int, ...]
    """The minimum bet, or the small and the big bet."""
    bring_in: int = 0
    """The bring-in, in games with up cards."""
    pot: int = 0
    """Chips in the pot before the deal."""
    trimmed: bool = True
    """True if everyone pays the same ante; otherwise antes are dead money in the main pot."""
    house_rules: tuple[tuple[str, Hashable], ...] = ()
    """Rules that differ from the defaults."""


class ScriptLike(Protocol):
    """The actions of a record, as far as `assemble` needs them. `Script` reads them for any game."""

    @property
    def labels(self) -> Sequence[str]:
        """The names of the players in messages."""

    @property
    def moves(self) -> Sequence[tuple[object, ...]]:
        """The decisions, each with the seat first."""

    @property
    def showdown(self) -> dict[int, tuple[int, bool]]:
        """The number of the action with which a seat showed or mucked, and True if it showed."""

    @property
    def face_up(self) -> bool:
        """True if everyone still in showed before the last board card."""

    def deal(self, need: int) -> Dealt:
        """Return a whole deck with stand-ins for unknown cards."""

    def decisions(self, deck: tuple[Card, ...]) -> tuple[RecordedAction, ...]:
        """Return the decisions."""


def assemble(
    stakes: Stakes,
    script: ScriptLike,
    fields: Mapping[str, object],
    scale: int,
    names: tuple[str, ...],
    finishing: tuple[Money, ...] | None,
    winnings: tuple[Money, ...] | None,
    source: str = "",
    labels: tuple[str, ...] = (),
) -> Record:
    """Return the record of a script played for these stakes."""
    game, betting, stacks, antes, blinds, bets, bring_in, pot, trimmed, house_rules = stakes
    seats = len(stacks)
    if seats == 2 and blinds[0] > blinds[1] and script.moves and script.moves[0][0] == 1:
        # Listed by player, with the big blind first: the button acts first, so it has the small blind.
        blinds = blinds[::-1]
    rules = _rules(game, betting, blinds, antes, trimmed, bets, bring_in, script.face_up, house_rules)
    try:
        rules.check_seats(seats)
    except KickerError as error:
        _fail(str(error))
    if min(stacks) < rules.least_stack:
        short = stacks.index(min(stacks))
        has, least = money(stacks[short], scale), money(rules.least_stack, scale)
        _fail(f"{script.labels[short]} has {has}, but needs at least {least} to be dealt in")
    deck, unknown, told = script.deal(rules.cards_needed(seats))
    return Record(
        fields, rules, deck, unknown, stacks, script.decisions(deck), script.showdown, finishing, winnings,
        names, scale, source, pot, labels, told,
    )  # fmt: skip


def _blinds(fields: Mapping[str, object], game: Game, seats: int) -> list[Money]:
    """Return the blinds by player; a game with a bring-in need not have any."""
    if game.brings_in and "blinds_or_straddles" not in fields:
        return [0] * seats
    return _amounts(fields, "blinds_or_straddles", seats, below_zero=True)


def _bring_in(fields: Mapping[str, object], game: Game) -> Money:
    if not game.brings_in:
        if fields.get("bring_in"):
            _fail(f"there is no bring-in in {game.title}")
        return 0
    amount = _amount(_needed(fields, "bring_in"), "bring_in")
    if amount < 0:
        _fail(f"bring_in has {amount}; amounts must be 0 or more")
    return amount


def _variant(code: object) -> tuple[Game, Limit]:
    if not isinstance(code, str):
        _fail(
            "variant is missing; write text like 'NT'" if code is None else f"variant must be text, not {quote(code)}"
        )
    found = find_variant(code.removesuffix("+"))
    if found is None:
        _fail(
            f"unknown variant {shorten(code)}; kicker plays {', '.join(STANDARD_CODES)}, N5D and others",
            "variant",
        )
    return found


def _needed(fields: Mapping[str, object], name: str) -> object:
    if name not in fields:
        _fail(f"{name} is missing; variant {fields['variant']} needs it")
    return fields[name]


def _amount(value: object, name: str, *, exact: bool = True) -> Money:
    """Return an amount of money; `exact` limits its decimals, so that it can be counted in chips."""
    if type(value) is int:
        if abs(value) <= MOST:
            return value
    elif type(value) is Decimal:
        if name in ("starting_stacks", "finishing_stacks") and _is_endless(value):
            return value
        if value.is_finite() and abs(value) <= MOST:
            if not exact or _decimals(value) <= MOST_DECIMALS:
                return value
            _fail(f"{name} has {quote(value)}; write at most {MOST_DECIMALS} decimals")
    else:
        _fail(f"{name} has {quote(value)}; write a number")
    _fail(f"{name} has {quote(value)}: amounts go up to {MOST}")


def _amounts(
    fields: Mapping[str, object], name: str, seats: int = 0, *, below_zero: bool = False, exact: bool = True
) -> list[Money]:
    values = _needed(fields, name)
    if not isinstance(values, list):
        _fail(f"{name} must be a list with a number for each player, like [100, 100]")
    if seats and len(values) != seats:
        _fail(f"{name} has {count_of(len(values), 'number')}, but starting_stacks has {seats}")
    # The fast check covers nearly all files; only the others are checked number by number.
    plain = values and set(map(type, values)) == {int} and min(values) >= 0 and max(values) <= MOST
    amounts = values if plain else [_amount(value, name, exact=exact) for value in values]
    if not below_zero:
        for amount in amounts:
            if amount < 0:
                _fail(f"{name} has {amount}; amounts must be 0 or more")
    return amounts


def _results(fields: Mapping[str, object], name: str, stacks: list[Money], scale: int) -> tuple[Money, ...] | None:
    if name not in fields:
        return None
    amounts = _amounts(fields, name, len(stacks), exact=False)  # a third of a pot has endless decimals
    if Decimal in map(type, amounts):
        for player, (before, after) in enumerate(zip(stacks, amounts, strict=True), 1):
            if _is_endless(after) and not _is_endless(before):
                _fail(f"{name} has inf for p{player}, whose stack of {before} is known")
    return tuple(amounts) if scale == 1 else tuple(amount * scale for amount in amounts)


def _is_endless(amount: Money) -> bool:
    """Return True for an unknown stack, which PHH writes as `inf`."""
    return type(amount) is Decimal and amount == _INFINITE


def _chips(amount: Money, scale: int) -> int:
    return unknown_stack(scale) if _is_endless(amount) else int(amount * scale)


def _decimals(amount: Decimal) -> int:
    """Return the number of decimals of an amount. 25.0 has none: some programs write whole numbers that way."""
    exponent = amount.as_tuple().exponent
    if not isinstance(exponent, int) or exponent >= 0 or (exponent == -1 and amount == int(amount)):
        return 0
    return -exponent


def _scale(amounts: Iterable[Money]) -> int:
    """Return the power of ten that makes all amounts whole: a chip is the last decimal place in use."""
    fractions = [amount for amount in amounts if type(amount) is Decimal]
    return 10 ** max(map(_decimals, fractions)) if fractions else 1


def _names(fields: Mapping[str, object], seats: int) -> tuple[str, ...]:
    """Return the players' names. Players without a name are called p1, p2 and so on; namesakes get that as a suffix."""
    names = fields.get("players")
    places = [f"p{place}" for place in range(1, seats + 1)]
    if names is None:
        return tuple(places)
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        _fail("players must be a list of names, one for each player, like ['Ada', 'Ben']")
    if len(names) != seats:
        _fail(f"players has {count_of(len(names), 'name')}, but starting_stacks has {seats}")
    given = [name if name.isprintable() and name == name.strip() else _printable(name) for name in names]
    if len(set(given)) == seats and "" not in given:
        return tuple(given)
    return tuple(
        place if not name else f"{name} ({place})" if given.count(name) > 1 else name
        for name, place in zip(given, places, strict=True)
    )


def _printable(name: str) -> str:
    """Return a name on one line, without control characters."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())


def _house_rules(fields: Mapping[str, object]) -> tuple[tuple[str, object], ...]:
    values = fields.get(RULES_FIELD)
    if values is None:
        return ()
    if not isinstance(values, dict):
        _fail(f"{RULES_FIELD} must be a table like {{max_draw = 4}}")
    for name, value in values.items():
        kind = HOUSE_RULES.get(name)
        if kind is None:
            _fail(f"{RULES_FIELD} has unknown {shorten(name)}; choose from {', '.join(HOUSE_RULES)}")
        inside = value if isinstance(value, list) else []
        if type(value) is not kind or not all(type(item) is int for item in inside):
            _fail(f"{name} in {RULES_FIELD} must be {_KIND_WORDS[kind]}, not {quote(value)}")
    return tuple((name, tuple(value) if isinstance(value, list) else value) for name, value in values.items())


# A file has few different rule sets, and making one takes as long as reading several actions.
@lru_cache(maxsize=4096)
def _rules(
    game: Game,
    betting: Limit,
    blinds: tuple[int, ...],
    antes: tuple[int, ...],
    trimmed: bool,
    bets: tuple[int, ...],
    bring_in: int,
    face_up: bool,
    house_rules: tuple[tuple[str, object], ...],
) -> Rules:
    if trimmed and len(set(antes)) > 1:
        _fail(
            f"antes {list(antes)} differ, which kicker plays only as dead money in the main pot:"
            " write ante_trimming_status = false",
            "variant",
        )
    min_bet, big_bet = [*bets, 0, 0][:2]
    if betting != "none" and min(bets) <= 0:
        _fail(f"min_bet, small_bet and big_bet must be more than 0, not {min(bets)}")
    try:
        return Rules(
            game,
            betting,
            _cut(max(blind, 0) for blind in blinds),
            posts=_cut(max(-blind, 0) for blind in blinds),
            ante=antes[0] if trimmed and antes else 0,
            dead_antes=() if trimmed else _cut(antes),
            min_bet=min_bet,
            big_bet=big_bet,
            bring_in=bring_in,
            deal_order="hand",
            showdown="ask",
            all_in_face_up=face_up,
            **dict(house_rules),  # type: ignore[arg-type]
        )
    except KickerError as error:
        _fail(str(error))


def _cut(amounts: Iterable[int]) -> tuple[int, ...]:
    """Return the amounts without trailing zeros."""
    values = list(amounts)
    while values and not values[-1]:
        values.pop()
    return tuple(values)
