"""The names of bets: whether a raise is a bet, a raise, or completes a bring-in to the small bet.

Events and actions have the amounts; the name follows from what came before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, Literal

from kicker.games.events import Event
from kicker.games.rules import Rules

RaiseVerb = Literal["bet", "raise to", "complete to"]
"""The name of a raise: the first bet of a street, a raise of it, or the raise of a bring-in to the small bet."""

_LIVE: Final = ("blind", "post", "bring-in", "bet", "raise")
"""Events after which there is a bet to match."""
_DEEDS: Final = ("bring-in", "fold", "check", "call", "bet", "raise")
"""Events by which seats act on a street; blinds come before its cards."""
_CARDS: Final = ("dealt", "board", "discard")
"""Events with which a street begins."""


def raise_verb(rules: Rules, street: int, bet: int, to: int) -> RaiseVerb:
    """Return what a raise from a `bet` to a total of `to` is called on a street.

    A seat that owes the bring-in and makes a small bet instead completes too; less than a small bet completes nothing.
    """
    if street == 0 and rules.bring_in and bet <= rules.bring_in < rules.min_bet <= to:
        return "complete to"
    return "raise to" if bet else "bet"


class Wagers:
    """The bets of a deal, followed event by event."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._street = self._bet = 0
        self._acted = False

    def verb(self, event: Event) -> RaiseVerb | None:
        """Return the name of a bet or raise; None for any other event. Every event of the deal must come, in order."""
        if event.kind in _CARDS and self._acted:
            self._street, self._bet, self._acted = self._street + 1, 0, False
        verb = None
        if event.kind in ("bet", "raise"):
            verb = raise_verb(self._rules, self._street, self._bet, event.to)
        if event.kind in _LIVE:
            self._bet = max(self._bet, event.to)
        self._acted = self._acted or event.kind in _DEEDS
        return verb


def verbs(rules: Rules, events: Iterable[Event]) -> Iterator[tuple[Event, RaiseVerb | None]]:
    """Yield the events of a deal, each with the name of its bet."""
    wagers = Wagers(rules)
    for event in events:
        yield event, wagers.verb(event)
