"""Replaying a record: every state on the way, and whether the deal ends as the record says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from typing import NoReturn

from kicker.checks import of_type
from kicker.errors import IllegalAction, KickerError, RecordError
from kicker.games import CALL, CHECK, MUCK, SHOW, Event, Options, Rules, State, raise_to
from kicker.games.beginning import set_up
from kicker.games.progress import Progress, start
from kicker.games.state import pots_of
from kicker.records.model import (
    CHECK_OR_CALL,
    HALF_CHIP,
    MISMATCHED,
    OK,
    RAKED,
    UNDETERMINED,
    Money,
    Record,
    RecordedAction,
    ReplayVerdict,
    place_of,
)
from kicker.records.script import at_action

_INFINITE = Decimal("Infinity")
_EXACT = Decimal("0.000001")
"""Thirds of a chip are written with various numbers of digits; closer than this counts as equal."""

_CENTS = 100
"""The scale of money that is counted in cents."""
_NICKEL = 5
"""Old hands were raked in whole nickels, so players who split a pot may get that much more or less."""


@dataclass(frozen=True)
class Replay:
    """The result of replaying a record."""

    record: Record
    """The record that was replayed."""
    final: State
    """The state after the last action; at the showdown if the winner cannot be told."""
    verdict: ReplayVerdict
    """One of `VERDICTS`."""
    reason: str
    """The reason in words; empty if everything was compared and agrees."""
    rake: Money = 0
    """The rake, in chips."""

    @cached_property
    def states(self) -> tuple[State, ...]:
        """The states from the first decision on, one more for each decision; they are made on demand."""
        states = [self.final.setup.start()]
        for action in self.final.actions:
            states.append(states[-1].apply(action)[0])
        return tuple(states)

    def events(self) -> Iterator[tuple[Event, ...]]:
        """Yield the events that led to each state; unknown hands that were shown have no strength."""
        before = 0
        for state in self.states:
            yield tuple(map(self._known, state.history[before:]))
            before = len(state.history)

    def _known(self, event: Event) -> Event:
        if event.kind == "show" and not (
            self.record.knows(event.known, event.seat) and self.record.knows(self.final.board)
        ):
            return event._replace(strength=None)
        return event


def replay(record: Record) -> Replay:
    """Replay a record. An action that the rules forbid raises a `RecordError` that names the hand and the action.

    If posts could be live or dead, the result in the record decides; if both fit, they are live.
    """
    of_type("record", record, Record, RecordError)
    posts = set(record.rules.posts)
    if not posts or posts <= {0, max(record.rules.blinds)}:
        return _replayed(record, record.rules)
    with suppress(RecordError):
        result = _replayed(record, record.rules)
        if result.verdict != MISMATCHED:
            return result
    with suppress(RecordError):
        result = _replayed(record, replace(record.rules, dead_posts=True))
        if result.verdict != MISMATCHED:
            return replace(result, reason="; ".join(filter(None, [result.reason, "the posts are dead"])))
    return _replayed(record, record.rules)


def _replayed(record: Record, rules: Rules) -> Replay:
    """Replay the record by these rules. An unknown stack is used up where its seat should act but never acts again."""
    stacks = list(record.stacks)
    while True:
        deal, silent = _play(record, rules, stacks)
        if silent is None:
            return _judged(record, deal)
        stacks[silent] -= deal.stacks[silent]


def _play(record: Record, rules: Rules, stacks: Sequence[int]) -> tuple[Progress, int | None]:
    """Return the deal up to the showdown; if it breaks off there, also the seat that turns out to be all in."""
    try:
        deal = start(set_up(rules, record.deck, stacks, record.button, (), record.pot))
    except KickerError as error:
        raise RecordError(str(error), "field", place_of(record.source, record.fields)) from None
    for place, move in enumerate(record.moves):
        seat, action, _, board = move
        if seat != deal.to_act or board != len(deal.board):
            if _is_all_in(record, deal, place):
                return deal, deal.to_act
            _refuse(record, deal, move)
        stays = action.kind == CHECK_OR_CALL.kind
        if stays:
            action = CALL if deal.bet > deal.bets[seat] else CHECK
        if (stays or action.kind == "fold") and deal.only_bets:  # legal in any case: no options are needed
            deal.act(action)
            deal.go_on()
            continue
        options = deal.options()
        if action.kind == "raise" and action.to < options.min_raise_to and _covers(deal, seat, action.to):
            action = raise_to(options.min_raise_to)
        try:
            deal.take(action, options)
        except IllegalAction:
            _refuse(record, deal, move)
    if not _is_all_in(record, deal, len(record.moves)):
        return deal, None
    first = len(stacks) * rules.game.hand_cards
    goes_on = record.showdown or record.knows(record.deck[first : first + rules.game.board_cards])
    return deal, deal.to_act if goes_on else None


def _covers(state: Progress, seat: int, amount: int) -> bool:
    """Return True if no other seat can call more than the amount: some records cap a raise at what the others have
    left."""
    others = [other for other in state.setup.order if other != seat and state.live[other]]
    return state.bet < amount and all(state.bets[other] + state.stacks[other] <= amount for other in others)


def _is_all_in(record: Record, state: Progress, place: int) -> bool:
    """Return True if the seat to act has bet, its stack is unknown, and it never acts again in the record."""
    seat = state.to_act
    if seat is None or not state.paid[seat] or record.knows_stack(state.stacks[seat]):
        return False
    if state.options().phase != "betting":
        return False
    return all(move.seat != seat for move in record.moves[place:])


def _judged(record: Record, deal: Progress) -> Replay:
    """Return the verdict on a record whose moves lead to this deal."""
    phase = deal.options().phase
    if phase in ("betting", "drawing"):
        if record.showdown:
            _refuse_show(record, min(record.showdown.items(), key=lambda item: item[1][0])[0], deal)
        why = f"the record ends before the deal is over: {record.names[deal.to_act or 0]} is to act"
        return Replay(record, deal.freeze()[0], UNDETERMINED, why)
    live = deal.waiting or [seat for seat, alive in enumerate(deal.live) if alive]
    for seat in record.showdown:
        if seat not in live:
            _refuse_show(record, seat, deal)
    if phase == "showdown":
        why = undecided(record, deal)
        if why:
            return Replay(record, deal.freeze()[0], UNDETERMINED, why)
        for seat in deal.waiting:
            deal.take(SHOW if record.showdown.get(seat, (0, True))[1] else MUCK, deal.options())
    final = deal.freeze()[0]
    return Replay(record, final, *compare_end(record, final))


def undecided(record: Record, state: State | Progress) -> str:
    """Return why the winner of a showdown is unknown; empty if all cards that matter are known."""
    claims = [seat for seat in state.waiting if record.showdown.get(seat, (0, True))[1]]
    if len(claims) < 2:
        return ""
    for pot in pots_of(tuple(state.paid), state.dead, tuple(state.live)).pots:
        rivals = [seat for seat in pot.players if seat in claims]
        if len(rivals) < 2:
            continue
        if not record.knows(state.board):
            return "some board cards are unknown"
        for seat in rivals:
            if not record.knows(state.hands[seat], seat):
                return f"the hand of {record.names[seat]} is unknown"
    return ""


# --- the end ---------------------------------------------------------------------------------------------------------


def compare_end(record: Record, state: State) -> tuple[ReplayVerdict, str, Money]:
    """Return the verdict on a finished deal, the reason, and the rake."""
    if record.finishing == state.stacks:
        return OK, "", 0
    shares, won = _shares(state), winnings_of(state)
    paid = paid_out(record, state)
    told: Sequence[Money]
    if record.finishing is not None:
        what, told, replayed = "finishing_stacks", record.finishing, state.stacks
    elif record.winnings is not None and any(record.winnings):
        what, told, replayed = "winnings", record.winnings, tuple(won)
    else:
        return OK, "the record does not say how the deal ends", 0
    if all(map(_equal, paid, won)):
        return OK, "", 0
    if _odd_chips_only(paid, shares):
        return HALF_CHIP, _difference("odd chips were given out differently", record, told, replayed), 0
    rake = sum(won) - sum(paid)
    if _is_raked(paid, shares, _NICKEL if record.scale == _CENTS and rake % _NICKEL == 0 else 0):
        whole = record.money(int(rake)) if rake == int(rake) else _shortest(rake, record.scale)
        return RAKED, f"the house took {whole} of {record.money(sum(won))}", rake
    return MISMATCHED, _difference(f"{what} do not fit", record, told, replayed), 0


def winnings_of(state: State) -> list[int]:
    """Return the chips that each seat got from the pots."""
    won = [0] * len(state.stacks)
    for event in state.history:
        if event.kind == "won" and event.seat is not None:
            won[event.seat] += event.amount
    return won


def paid_out(record: Record, state: State) -> list[Money]:
    """Return the chips that each seat got from the pots according to the record, and by the rules where it does not
    say."""
    won = winnings_of(state)
    if record.finishing is not None:
        return _paid_by_stacks(record, record.finishing, state, won)
    if record.winnings is not None and any(record.winnings):
        return _paid_by_winnings(record.winnings, state, won)
    return list(won)


Shares = Sequence[Mapping[int, int]]
"""For each pot, the chips that each of its winners got."""


def _shares(state: State) -> Shares:
    """Return what each pot paid. Each half of a pot, and each board of several, counts as a separate pot."""
    shares: dict[tuple[object, ...], dict[int, int]] = {}
    for event in state.history:
        if event.kind == "won" and event.seat is not None:
            shares.setdefault((event.pot, event.half, event.run), {})[event.seat] = event.amount
    return list(shares.values())


def _paid_by_stacks(record: Record, finishing: Sequence[Money], state: State, won: Sequence[int]) -> list[Money]:
    """Return what each seat won according to its final stack; unknown stacks are not compared."""
    paid: list[Money] = list(won)
    for seat, (told, replayed) in enumerate(zip(finishing, state.stacks, strict=True)):
        if _is_comparable(record, told, replayed):
            paid[seat] += told - replayed
    return paid


def _is_comparable(record: Record, told: Money, replayed: int) -> bool:
    return told != _INFINITE and record.knows_stack(replayed)


def _paid_by_winnings(winnings: Sequence[Money], state: State, won: Sequence[int]) -> list[Money]:
    """Return what each seat won according to `winnings`; some programs include a returned uncalled bet."""
    paid = list(winnings)
    for event in state.history:
        if event.kind == "returned" and event.seat is not None and paid[event.seat] > won[event.seat]:
            paid[event.seat] -= event.amount
    return paid


def _equal(told: Money, replayed: int) -> bool:
    return told == replayed or -_EXACT < told - replayed < _EXACT


def _bounds(shares: Shares, seats: int) -> list[tuple[int, int]]:
    """Return the least and most each seat can have won: its whole shares, without or with all odd chips."""
    least, most = [0] * seats, [0] * seats
    for pot in shares:
        whole, odd = divmod(sum(pot.values()), len(pot))
        for seat in pot:
            least[seat] += whole
            most[seat] += whole + odd
    return list(zip(least, most, strict=True))


def _odd_chips_only(paid: Sequence[Money], shares: Shares) -> bool:
    """Return True if each winner got a whole share, with or without odd chips, and no chip is missing."""
    bounds = _bounds(shares, len(paid))
    within = all(low - _EXACT <= got <= high + _EXACT for got, (low, high) in zip(paid, bounds, strict=True))
    return within and _equal(sum(paid), sum(sum(pot.values()) for pot in shares))


def _is_raked(paid: Sequence[Money], shares: Shares, slack: int) -> bool:
    """Return True if rake explains the difference: at most half, from winners only, equal for players who split a pot.

    With `slack` the rake of one player may be that much larger.
    """
    together: dict[tuple[int, ...], list[Money]] = {}
    for seat, (got, (_, most)) in enumerate(zip(paid, _bounds(shares, len(paid)), strict=True)):
        if not (0 < got <= most + _EXACT if most else _equal(got, 0)):
            return False
        pots = tuple(place for place, pot in enumerate(shares) if seat in pot)
        together.setdefault(pots, []).append(got)
    alike = all(max(got) - min(got) <= max(len(pots), slack) + _EXACT for pots, got in together.items())
    total = sum(sum(pot.values()) for pot in shares)
    return alike and total <= 2 * sum(paid) < 2 * total


def _difference(what: str, record: Record, told: Sequence[Money], replayed: Sequence[int]) -> str:
    parts = [
        f"{name} {record.money(mine)}, in the record {_shortest(theirs, record.scale)}"
        for name, mine, theirs in zip(record.names, replayed, told, strict=True)
        if _is_comparable(record, theirs, mine) and not _equal(theirs, mine)
    ]
    return f"{what}: the replay gives {'; '.join(parts)}"


def _shortest(chips: Money, scale: int) -> str:
    amount = Decimal(chips) / scale
    return f"{amount.quantize(_EXACT):f}".rstrip("0").rstrip(".")


# --- illegal actions -------------------------------------------------------------------------------------------------


def _fail(record: Record, number: int, why: str) -> NoReturn:
    if record.labels:
        raise at_action(why, number)
    lines = record.fields["actions"]
    line = lines[number - 1] if isinstance(lines, list) else ""
    raise RecordError(f"action {number} {line!r}: {why}", "action", place_of(record.source, record.fields))


def _refuse(record: Record, state: Progress, move: RecordedAction) -> NoReturn:
    if state.to_act is None:
        _fail(record, move.number, "the deal is over")
    if move.board != len(state.board):
        _fail(record, move.number, f"the board has {move.board} cards before it, but should have {len(state.board)}")
    if state.to_act != move.seat:
        _fail(record, move.number, f"{record.label(state.to_act)} is to act")
    _fail(record, move.number, f"{record.label(move.seat)} may {_describe(record, state.options())}")


def _describe(record: Record, options: Options) -> str:
    """Return the options in words, with amounts in the record's money."""
    if options.phase == "drawing":
        return f"discard up to {options.max_draw} of {''.join(record.card_words(options.hand, options.to_act or 0))}"
    if options.phase == "showdown":
        return f"only {options.describe()}"
    return options.describe(lambda chips: record.money(chips) if record.knows_stack(chips) else "inf")


def _refuse_show(record: Record, seat: int, state: Progress) -> NoReturn:
    number = record.showdown[seat][0]
    if state.to_act is not None and not state.waiting:
        _fail(record, number, f"{record.label(state.to_act)} is to act first")
    _fail(record, number, f"{record.label(seat)} has folded")
