"""From a `SiteHand` to a `Record`, and whether playing it again gives what the file says."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Final, NamedTuple

from kicker.cards import Card
from kicker.errors import KickerError
from kicker.games import Limit
from kicker.records.building import build
from kicker.records.model import MISMATCHED, UNDETERMINED, Record
from kicker.records.replaying import Replay, replay
from kicker.sites.model import SiteHand, SiteSeat

_LETTERS: Final[dict[Limit, str]] = {"no-limit": "N", "pot-limit": "P", "fixed-limit": "F", "none": ""}
_WORDS: Final = {"fold": "f", "check": "cc", "call": "cc"}
_BLINDS: Final = ("small blind", "big blind", "straddle", "button blind")


class Proof(NamedTuple):
    """A hand that was played again."""

    hand: SiteHand
    """What the file says."""
    replay: Replay | None
    """The hand played again, if it can be."""
    problem: str = ""
    """What does not agree, in one sentence; empty if everything does."""
    line: int = 0
    """The line of the file that it is about."""

    @property
    def ok(self) -> bool:
        """True if the hand was replayed and agrees with the file's own summary."""
        return not self.problem


def prove(hand: SiteHand) -> Proof:
    """Play a hand again and compare pots, uncalled bets, winners and rake with the file."""
    try:
        played = replay(record_of(hand))
    except KickerError as error:
        return Proof(hand, None, str(error), hand.line)
    return Proof(hand, played, _difference(hand, played), hand.line)


def _difference(hand: SiteHand, played: Replay) -> str:
    """What the replay and the file disagree about; empty where they agree."""
    if played.verdict in (MISMATCHED, UNDETERMINED):
        return played.reason
    history = played.final.history
    won = sum(event.amount for event in history if event.kind == "won")
    back = sum(event.amount for event in history if event.kind == "returned")
    paid, returned, rake = sum(hand.collected.values()), _returned(hand), hand.rake or 0
    # Old files do not mention uncalled bets: they leave them out of the pot, or count them as part of it.
    if not returned and hand.total in (won, won - rake):
        returned = back
    pot = won + back - returned
    if hand.total not in (None, pot, pot - rake):
        return f"a total pot of {_money(hand, hand.total or 0)} in the file, {_money(hand, pot)} in the replay"
    if hand.rake is not None and pot - paid != rake:
        return f"a rake of {_money(hand, rake)} in the file, {_money(hand, pot - paid)} in the replay"
    return ""


def _returned(hand: SiteHand, name: str | None = None) -> int:
    """The uncalled bets that came back to a player, or to anybody."""
    return sum(step.amount for step in hand.steps if step.kind == "returned" and name in (None, step.name))


def _money(hand: SiteHand, chips: int) -> str:
    return f"{chips / hand.scale:.2f}" if hand.scale > 1 else str(chips)


def record_of(hand: SiteHand) -> Record:
    """The hand as a record. Seats are turned so that the first one is left of the button."""
    seats = _dealt_in(hand)
    place = {seat.name: number for number, seat in enumerate(seats)}
    fields: dict[str, object] = {
        "variant": _LETTERS[hand.limit] + hand.game.code,
        "ante_trimming_status": True,
        "antes": _amounts(hand, _antes(hand, seats)),
        "blinds_or_straddles": _amounts(hand, _blinds(hand, seats)),
    }
    low, high = hand.stakes
    if any(street.up for street in hand.game.streets):  # whoever completes at once does not say how much it would be
        brought = [step.amount for step in hand.steps if step.kind == "bring-in"]
        fields["bring_in"] = _amount(hand, max(brought, default=max(1, low // 2)))
    if hand.limit == "fixed-limit":
        fields |= {"small_bet": _amount(hand, low), "big_bet": _amount(hand, high)}
    else:
        fields |= {"min_bet": _amount(hand, high)}
    fields["starting_stacks"] = _amounts(hand, [seat.stack for seat in seats])
    fields["actions"] = _actions(hand, seats, place)
    fields["winnings"] = _amounts(
        hand, [hand.collected.get(seat.name, 0) + _returned(hand, seat.name) for seat in seats]
    )
    fields |= _labels(hand, seats)
    return build(fields, f"{hand.source}:{hand.line}" if hand.source else "")


def _labels(hand: SiteHand, seats: Sequence[SiteSeat]) -> dict[str, object]:
    """What describes a hand and does not change it."""
    labels: dict[str, object] = {"venue": hand.site, "hand": hand.number, "table": hand.table}
    if hand.when:
        labels |= {"day": hand.when.day, "month": hand.when.month, "year": hand.when.year}
        labels |= {"time": hand.when.time()}
    if hand.table_size:
        labels["seat_count"] = hand.table_size
    labels["seats"] = [seat.number for seat in seats]
    labels["players"] = [seat.name for seat in seats]
    if hand.currency:
        labels["currency"] = hand.currency
    return labels


def _dealt_in(hand: SiteHand) -> list[SiteSeat]:
    """The seats that were dealt in, the one left of the button first."""
    playing = {step.name for step in hand.steps if step.kind not in ("returned", "street", "board")} | set(
        hand.collected
    )
    seats = sorted(seat for seat in hand.seats if seat.name in playing)
    return [seat for seat in seats if seat.number > hand.button] + [
        seat for seat in seats if seat.number <= hand.button
    ]


def _amount(hand: SiteHand, chips: int) -> int | Decimal:
    return chips if hand.scale == 1 else Decimal(chips).scaleb(-2)


def _amounts(hand: SiteHand, chips: Sequence[int]) -> list[int | Decimal]:
    return [_amount(hand, each) for each in chips]


def _antes(hand: SiteHand, seats: Sequence[SiteSeat]) -> list[int]:
    """What everybody antes: a seat that has less than the others pays what it has."""
    paid = {step.name: step.amount for step in hand.steps if step.kind == "ante"}
    most = max(paid.values(), default=0)
    return [most if seat.name in paid else 0 for seat in seats]


def _blinds(hand: SiteHand, seats: Sequence[SiteSeat]) -> list[int]:
    """Blinds by position; what somebody posts out of turn is below zero, as the format wants it."""
    amounts = dict.fromkeys([seat.name for seat in seats], 0)
    nominal = _nominal(hand)
    taken: set[str] = set()
    for step in hand.steps:
        if step.kind in _BLINDS and step.kind not in taken:
            taken.add(step.kind)
            stack = next(seat.stack for seat in seats if seat.name == step.name)
            full = nominal.get(step.kind, step.amount)
            short = step.amount < full and step.amount + _ante_of(hand, step.name) >= stack
            amounts[step.name] += full if short else step.amount
        elif step.kind in (*_BLINDS, "both blinds", "post"):
            amounts[step.name] -= step.amount
    values = [amounts[seat.name] for seat in seats]
    return values[::-1] if len(seats) == 2 else values


def _ante_of(hand: SiteHand, name: str) -> int:
    return sum(step.amount for step in hand.steps if step.kind == "ante" and step.name == name)


def _nominal(hand: SiteHand) -> dict[str, int]:
    """The blinds as the first line has them: in fixed limit they are half and all of the small bet."""
    low, high = hand.stakes
    return {"big blind": low} if hand.limit == "fixed-limit" else {"small blind": low, "big blind": high}


def _actions(hand: SiteHand, seats: Sequence[SiteSeat], place: dict[str, int]) -> list[str]:
    """The lines of the record. Where cards are exchanged, what somebody shows is not what he was dealt."""
    if any(street.up for street in hand.game.streets):
        return _open_actions(hand, seats, place)
    size = hand.game.hand_cards
    known: dict[str, tuple[Card, ...]] = {} if hand.game.exchanges else dict(hand.mucked)
    for step in hand.steps:
        whole = len(step.cards) == size and not (step.kind == "show" and hand.game.exchanges)
        if whole and step.kind in ("dealt", "show"):
            known[step.name] = known.get(step.name, step.cards) if hand.game.exchanges else step.cards
    lines = []
    for number, seat in enumerate(seats, 1):
        cards = known.get(seat.name, ())
        lines.append(f"d dh p{number} {_cards(cards) if len(cards) == size else '??' * size}")
    shown: set[str] = set()
    for place_of_step, step in enumerate(hand.steps):
        lines += _action(hand, place_of_step, place, shown)
        if step.kind == "discard" and step.amount and step.name in place:
            new = _drawn(hand, place_of_step)
            text = _cards(new) if len(new) == step.amount else "??" * step.amount
            lines.append(f"d dh p{place[step.name] + 1} {text}")
    return lines


def _open_actions(hand: SiteHand, seats: Sequence[SiteSeat], place: dict[str, int]) -> list[str]:
    """The same where cards lie open: each street deals, and cards that lay face down are known from the showdown."""
    streets = hand.game.streets
    whole = {
        step.name: step.cards for step in hand.steps if step.kind == "show" and len(step.cards) == hand.game.hand_cards
    }
    whole |= {name: cards for name, cards in hand.mucked.items() if len(cards) == hand.game.hand_cards}
    starts = [number for number, step in enumerate(hand.steps) if step.kind == "street"]
    lines: list[str] = []
    shown: set[str] = set()
    folded: set[str] = set()
    at = 0
    for street, start in enumerate(starts[: len(streets)]):
        end = starts[street + 1] if street + 1 < len(starts) else len(hand.steps)
        told = {step.name: step.cards for step in hand.steps[start:end] if step.kind == "dealt"}
        size = streets[street].down + streets[street].up
        for seat in seats:
            if seat.name not in folded:
                new = told.get(seat.name, ())
                full = whole.get(seat.name, ())[at : at + size]
                text = _cards(full) if len(full) == size else "??" * (size - len(new)) + _cards(new)
                lines.append(f"d dh p{place[seat.name] + 1} {text}")
        at += size
        for number in range(start, end):
            step = hand.steps[number]
            if step.kind == "fold":
                folded.add(step.name)
            lines += _action(hand, number, place, shown)
    return lines


def _cards(cards: Sequence[Card]) -> str:
    return "".join(map(str, cards))


def _drawn(hand: SiteHand, number: int) -> tuple[Card, ...]:
    """The cards that a player was dealt for those of a discard, if the file shows them."""
    name = hand.steps[number].name
    for step in hand.steps[number + 1 :]:
        if step.name == name:
            return step.cards if step.kind == "dealt" else ()
    return ()


def _action(hand: SiteHand, number: int, place: dict[str, int], shown: set[str]) -> list[str]:
    """The line of the record for a step, if it has one."""
    step, size = hand.steps[number], hand.game.hand_cards
    kind = step.kind
    if kind == "board":
        return ["d db " + _cards(step.cards)]
    player = f"p{place[step.name] + 1}" if step.name in place else ""
    if kind in _WORDS:
        return [f"{player} {_WORDS[kind]}"]
    if kind == "bring-in":
        return [f"{player} pb"]
    if kind in ("bet", "raise"):
        return [f"{player} cbr {_amount(hand, step.amount)}"]
    if kind == "discard":
        cards = _cards(step.cards) if len(step.cards) == step.amount else "??" * step.amount
        return [f"{player} sd {cards}".rstrip()]
    if kind == "show" and step.name not in shown and len(step.cards) == size:
        shown.add(step.name)
        return [f"{player} sm {_cards(step.cards)}"]
    if kind == "muck" and step.name not in shown:
        shown.add(step.name)
        return [f"{player} sm"]
    return []
