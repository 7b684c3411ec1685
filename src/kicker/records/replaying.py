"""Replaying a record: every state on the way, and whether the deal ends as the record says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple, NoReturn

from kicker.checks import of_type
from kicker.errors import IllegalAction, RecordError
from kicker.games import CALL, CHECK, MUCK, SHOW, Event, Options, State
from kicker.records.model import (
    CHECK_OR_CALL,
    HALF_CHIP,
    MISMATCHED,
    OK,
    UNDETERMINED,
    Money,
    Record,
    RecordedAction,
    ReplayVerdict,
    place_of,
)

_EXACT = Decimal("0.000001")
"""Thirds of a chip are written with as many digits as somebody had; what is closer than this is equal."""


class Replay(NamedTuple):
    """A record that was played again."""

    record: Record
    states: tuple[State, ...]
    """From the first decision on, one more for each. Where the winner cannot be told they end at the showdown."""
    verdict: ReplayVerdict
    """One of `VERDICTS`."""
    reason: str
    """Why, in words; empty where everything was compared and is the same."""

    @property
    def final(self) -> State:
        """The state after the last action."""
        return self.states[-1]

    def events(self) -> Iterator[tuple[Event, ...]]:
        """What happened up to each state, hands that are not known without words for them."""
        before = 0
        for state in self.states:
            yield tuple(map(self._known, state.history[before:]))
            before = len(state.history)

    def _known(self, event: Event) -> Event:
        if event.kind == "show" and not (self.record.knows(event.known) and self.record.knows(self.final.board)):
            return event._replace(strength=None)
        return event


def replay(record: Record) -> Replay:
    """Play a record again. An action that the rules forbid raises a `RecordError` that names hand and action."""
    of_type("record", record, Record, RecordError)
    state, _ = record.rules.start(record.deck, record.stacks, record.button)
    states = [state]
    for move in record.moves:
        seat, action, _, board = move
        if board != len(state.board):
            _refuse_board(record, state, move)
        if action == CHECK_OR_CALL:
            action = CALL if state.bet > state.bets[seat] else CHECK
        if seat != state.to_act:
            _refuse(record, state, move)
        try:
            state, _ = state.apply(action)
        except IllegalAction:
            _refuse(record, state, move)
        states.append(state)
    phase = state.phase
    if phase in ("betting", "drawing"):
        if record.showdown:
            _refuse_show(record, min(record.showdown.items(), key=lambda item: item[1][0])[0], state)
        why = f"the record ends before the deal is over: {record.names[state.to_act or 0]} is to act"
        return Replay(record, tuple(states), UNDETERMINED, why)
    live = state.waiting or [seat for seat, alive in enumerate(state.live) if alive]
    for seat in record.showdown:
        if seat not in live:
            _refuse_show(record, seat, state)
    if phase == "showdown":
        why = undecided(record, state)
        if why:
            return Replay(record, tuple(states), UNDETERMINED, why)
        for seat in state.waiting:
            state, _ = state.apply(SHOW if record.showdown.get(seat, (0, True))[1] else MUCK)
            states.append(state)
    verdict, reason = compare_end(record, state)
    return Replay(record, tuple(states), verdict, reason)


def undecided(record: Record, state: State) -> str:
    """Why nobody can tell who wins at a showdown; empty if the cards that count are known."""
    claims = [seat for seat in state.waiting if record.showdown.get(seat, (0, True))[1]]
    for pot in state.pots:
        rivals = [seat for seat in pot.players if seat in claims]
        if len(rivals) < 2:
            continue
        if not record.knows(state.board):
            return "the board is not all known"
        for seat in rivals:
            if not record.knows(state.hands[seat]):
                return f"the hand of {record.names[seat]} is not known"
    return ""


# --- the end ---------------------------------------------------------------------------------------------------------


def compare_end(record: Record, state: State) -> tuple[ReplayVerdict, str]:
    """The verdict on a deal that is over."""
    if record.finishing is not None:
        return _compare_stacks(record, record.finishing, state)
    if record.winnings is not None and any(record.winnings):
        return _compare_winnings(record, record.winnings, state)
    return OK, "the record does not say how the deal ends"


def _compare_stacks(record: Record, finishing: Sequence[Money], state: State) -> tuple[ReplayVerdict, str]:
    if all(map(_equal, finishing, state.stacks)):
        return OK, ""
    if _odd_chips_only(finishing, state):
        return HALF_CHIP, _difference(
            "chips that cannot be split were given otherwise", record, finishing, state.stacks
        )
    return MISMATCHED, _difference("finishing_stacks do not fit", record, finishing, state.stacks)


def _compare_winnings(record: Record, winnings: Sequence[Money], state: State) -> tuple[ReplayVerdict, str]:
    """The house may have taken a part, so the winners must be the same and get no more than there was."""
    paid, returned = [0] * len(winnings), [0] * len(winnings)
    for event in state.history:
        if event.seat is not None and event.kind in ("won", "returned"):
            (paid if event.kind == "won" else returned)[event.seat] += event.amount
    for seat, amount in enumerate(winnings):
        if (amount > 0) != (paid[seat] > 0) or amount > paid[seat] + returned[seat]:
            return MISMATCHED, _difference("winnings do not fit", record, winnings, paid)
    return OK, "" if all(map(_equal, winnings, paid)) else "the house took a part of the pot"


def _equal(told: Money, replayed: int) -> bool:
    return told == replayed or -_EXACT < told - replayed < _EXACT


def _odd_chips_only(finishing: Sequence[Money], state: State) -> bool:
    """True if each winner has at least his whole share and at most all odd chips more, and no chip is missing."""
    least, most = list(state.stacks), list(state.stacks)
    shares: dict[int | None, dict[int, int]] = {}
    for event in state.history:
        if event.kind == "won" and event.seat is not None:
            shares.setdefault(event.pot, {})[event.seat] = event.amount
    for winners in shares.values():
        whole, odd = divmod(sum(winners.values()), len(winners))
        for seat, amount in winners.items():
            least[seat] -= amount - whole
            most[seat] += whole + odd - amount
    within = all(low - _EXACT <= told <= high + _EXACT for low, told, high in zip(least, finishing, most, strict=True))
    return within and _equal(sum(finishing), sum(state.stacks))


def _difference(what: str, record: Record, told: Sequence[Money], replayed: Sequence[int]) -> str:
    parts = [
        f"{name} {record.money(mine)}, in the record {_shortest(theirs, record.scale)}"
        for name, mine, theirs in zip(record.names, replayed, told, strict=True)
        if not _equal(theirs, mine)
    ]
    return f"{what}: the replay gives {'; '.join(parts)}"


def _shortest(chips: Money, scale: int) -> str:
    amount = Decimal(chips) / scale
    return f"{amount.quantize(_EXACT):f}".rstrip("0").rstrip(".")


# --- what is forbidden -----------------------------------------------------------------------------------------------


def _fail(record: Record, number: int, why: str) -> NoReturn:
    lines = record.fields["actions"]
    line = lines[number - 1] if isinstance(lines, list) else ""
    raise RecordError(f"action {number} {line!r}: {why}", "action", place_of(record.source, record.fields))


def _refuse(record: Record, state: State, move: RecordedAction) -> NoReturn:
    if state.to_act is None:
        _fail(record, move.number, "the deal is over")
    if state.to_act != move.seat:
        _fail(record, move.number, f"p{state.to_act + 1} is to act")
    _fail(record, move.number, f"p{move.seat + 1} may {_describe(record, state.options)}")


def _describe(record: Record, options: Options) -> str:
    """The options in the words and the money of the record."""
    if options.phase == "drawing":
        return f"throw up to {options.max_draw} of {''.join(record.card_words(options.hand))}"
    return f"only {options.describe()}" if options.phase == "showdown" else options.describe(record.money)


def _refuse_board(record: Record, state: State, move: RecordedAction) -> NoReturn:
    if state.to_act is None:
        _fail(record, move.number, "the deal is over")
    _fail(record, move.number, f"the board has {move.board} cards: {len(state.board)} would be right before it")


def _refuse_show(record: Record, seat: int, state: State) -> NoReturn:
    number = record.showdown[seat][0]
    if state.to_act is not None and state.phase != "showdown":
        _fail(record, number, f"p{state.to_act + 1} is to act first")
    _fail(record, number, f"p{seat + 1} has folded")
