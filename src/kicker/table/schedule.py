"""What each deal of a table begins with: its deck by seed and number, its game, blinds and antes by a schedule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

from kicker.cards import DECK, Card
from kicker.games import Event, Level, Rules


def shuffled(seed: int | str, deal: int, cards: Sequence[Card] = DECK) -> list[Card]:
    """The deck of a deal: the same seed and number give the same order everywhere."""
    deck = list(cards)
    Random(f"{seed}/{deal}").shuffle(deck)
    return deck


class Schedule(NamedTuple):
    """How blinds and antes rise, or which games take turns."""

    ante_step: int = 0
    """What the ante grows by from each deal to the next."""
    every: int = 0
    """How many deals a level lasts, or one of several games."""
    levels: tuple[tuple[tuple[int, ...], int], ...] = ()
    """Blinds and ante of each level; the last one stays."""
    games: tuple[Rules, ...] = ()
    """Rules that take turns: a mixed game. The first is played again after the last."""

    def level(self, deal: int) -> int:
        """The level of a deal, both counted from 1."""
        return min((deal - 1) // max(1, self.every) + 1, len(self.levels))

    def rules(self, base: Rules, deal: int) -> Rules:
        """The rules of a deal, counted from 1."""
        if self.games:
            return self.games[(deal - 1) // max(1, self.every) % len(self.games)]
        if self.levels:
            blinds, ante = self.levels[self.level(deal) - 1]
            smallest = max([*blinds, 0]) or base.min_bet
            big_bet = 2 * smallest if base.big_bet else 0
            return _with_ante(replace(base, blinds=blinds, min_bet=smallest, big_bet=big_bet), ante)
        if self.ante_step:
            usual = max([base.ante, *base.dead_antes])
            return _with_ante(base, usual + self.ante_step * (deal - 1))
        return base

    def news(self, base: Rules, deal: int) -> list[Event]:
        """What is different in a deal from the one before: the game, and what is paid before the cards."""
        if deal < 2:
            return []
        before, rules = self.rules(base, deal - 1), self.rules(base, deal)
        level = Level(rules.blinds, max([rules.ante, *rules.dead_antes]))
        changed = level != Level(before.blinds, max([before.ante, *before.dead_antes]))
        if rules.game == before.game:
            return [Event("level", level=level)] if changed else []
        return [Event("game", name=rules.game.title), Event("level", level=level)]

    def as_dict(self) -> dict[str, Any]:
        """The schedule for JSON."""
        games = {"games": [rules.as_dict() for rules in self.games]} if self.games else {}
        return {"ante_step": self.ante_step, "every": self.every, "levels": self.levels} | games

    @classmethod
    def from_dict(cls, fields: Mapping[str, Any]) -> Schedule:
        """The inverse of `as_dict`."""
        levels = tuple((tuple(blinds), ante) for blinds, ante in fields["levels"])
        games = tuple(Rules.from_dict(rules) for rules in fields.get("games", ()))
        return cls(fields["ante_step"], fields["every"], levels, games)


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
