"""What each deal of a table begins with: its deck by seed and number, its blinds and antes by a schedule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

from kicker.cards import DECK, Card
from kicker.games import Rules


def shuffled(seed: int | str, deal: int, cards: Sequence[Card] = DECK) -> list[Card]:
    """The deck of a deal: the same seed and number give the same order everywhere."""
    deck = list(cards)
    Random(f"{seed}/{deal}").shuffle(deck)
    return deck


class Schedule(NamedTuple):
    """How blinds and antes rise."""

    ante_step: int = 0
    """What the ante grows by from each deal to the next."""
    every: int = 0
    """How many deals a level lasts."""
    levels: tuple[tuple[tuple[int, ...], int], ...] = ()
    """Blinds and ante of each level; the last one stays."""

    def level(self, deal: int) -> int:
        """The level of a deal, both counted from 1."""
        return min((deal - 1) // max(1, self.every) + 1, len(self.levels))

    def rules(self, base: Rules, deal: int) -> Rules:
        """The rules of a deal, counted from 1."""
        if self.levels:
            blinds, ante = self.levels[self.level(deal) - 1]
            smallest = max([*blinds, 0]) or base.min_bet
            big_bet = 2 * smallest if base.big_bet else 0
            return _with_ante(replace(base, blinds=blinds, min_bet=smallest, big_bet=big_bet), ante)
        if self.ante_step:
            usual = max([base.ante, *base.dead_antes])
            return _with_ante(base, usual + self.ante_step * (deal - 1))
        return base


def _with_ante(rules: Rules, ante: int) -> Rules:
    """The rules with another ante, paid by whoever paid it before: every seat, or one for the table."""
    if any(rules.dead_antes):
        return replace(rules, dead_antes=tuple(ante if dead else 0 for dead in rules.dead_antes))
    if rules.ante and (rules.bring_in or rules.button_blind):  # these go with the ante, and so do the bets
        grown = {
            name: getattr(rules, name) * ante // rules.ante
            for name in ("bring_in", "button_blind", "min_bet", "big_bet")
        }
        return replace(rules, ante=ante, **grown)
    return replace(rules, ante=ante)
