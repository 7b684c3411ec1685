"""The deck, game, blinds and antes of each deal: the deck follows from the seed and the deal's number, the rest from a
schedule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

from kicker.cards import DECK, Card
from kicker.games import Event, Level, Rules


def shuffled(seed: int | str, deal: int, cards: Sequence[Card] = DECK) -> list[Card]:
    """Return the deck of a deal. The same seed and number give the same order everywhere."""
    deck = list(cards)
    Random(f"{seed}/{deal}").shuffle(deck)
    return deck


class Schedule(NamedTuple):
    """The rise of blinds and antes, and the games that take turns."""

    ante_step: int = 0
    """The amount by which the ante rises each deal."""
    every: int = 0
    """The number of deals of a level, or of each game in a mix."""
    levels: tuple[tuple[tuple[int, ...], int], ...] = ()
    """The blinds and ante of each level; the last level stays."""
    games: tuple[Rules, ...] = ()
    """The rules of a mixed game, which take turns; the first follows the last."""
    rise: int = 0
    """The number of deals of a level in a mixed game; 0 if stakes do not rise."""
    factors: tuple[int, ...] = ()
    """The stakes of each level of a mixed game, as multiples of the first; the last level stays."""

    @property
    def rises(self) -> bool:
        """True if stakes grow from deal to deal."""
        return bool(self.ante_step or self.levels or (self.rise and self.factors))

    def level(self, deal: int) -> int:
        """Return the level of a deal, both counted from 1; 0 if there are no levels."""
        lasts, count = (self.rise, len(self.factors)) if self.games else (self.every, len(self.levels))
        return min((deal - 1) // max(1, lasts) + 1, count)

    def rules(self, base: Rules, deal: int) -> Rules:
        """Return the rules of a deal, counted from 1."""
        if self.games:
            rules = self.games[(deal - 1) // max(1, self.every) % len(self.games)]
            return scaled(rules, self.factors[self.level(deal) - 1]) if self.rise and self.factors else rules
        if self.levels:
            blinds, ante = self.levels[self.level(deal) - 1]
            smallest = max([*blinds, 0]) or base.min_bet
            big_bet = 2 * smallest if base.big_bet else 0
            return _with_ante(replace(base, blinds=blinds, min_bet=smallest, big_bet=big_bet), ante)
        if self.ante_step:
            return _with_ante(base, base.largest_ante + self.ante_step * (deal - 1))
        return base

    def news(self, base: Rules, deal: int) -> list[Event]:
        """Return the event of a change of blinds or ante from the deal before, in the same game."""
        before, rules = self.rules(base, max(1, deal - 1)), self.rules(base, deal)
        level = level_of(rules)
        return [Event("level", level=level)] if rules.game == before.game and level != level_of(before) else []

    def outlook(self, base: Rules, deal: int) -> list[Event]:
        """Return the event that names the next game, if it changes after this deal."""
        rules = self.rules(base, deal + 1)
        changes = rules.game != self.rules(base, deal).game or rules.betting != self.rules(base, deal).betting
        return [Event("game", name=rules.title, level=level_of(rules))] if changes else []

    def as_dict(self) -> dict[str, Any]:
        """Return the schedule for JSON."""
        games = {"games": [rules.as_dict() for rules in self.games]} if self.games else {}
        rising = {"rise": self.rise, "factors": self.factors} if self.factors else {}
        return {"ante_step": self.ante_step, "every": self.every, "levels": self.levels} | games | rising

    @classmethod
    def from_dict(cls, fields: Mapping[str, Any]) -> Schedule:
        """Return the schedule that `as_dict` wrote."""
        levels = tuple((tuple(blinds), ante) for blinds, ante in fields["levels"])
        games = tuple(Rules.from_dict(rules) for rules in fields.get("games", ()))
        factors = tuple(map(int, fields.get("factors", ())))
        return cls(fields["ante_step"], fields["every"], levels, games, int(fields.get("rise", 0)), factors)


def level_of(rules: Rules) -> Level:
    """Return the blinds and the ante."""
    return Level(rules.blinds, rules.largest_ante)


_STAKES = ("ante", "button_ante", "button_blind", "bring_in", "min_bet", "big_bet")


def scaled(rules: Rules, factor: int) -> Rules:
    """Return the rules with all stakes multiplied by `factor`."""
    if factor == 1:
        return rules
    amounts: dict[str, Any] = {name: getattr(rules, name) * factor for name in _STAKES}
    for name in ("blinds", "dead_antes"):
        amounts[name] = tuple(each * factor for each in getattr(rules, name))
    return replace(rules, **amounts)


def _with_ante(rules: Rules, ante: int) -> Rules:
    """Return the rules with another ante, paid by the same seats as before."""
    if any(rules.dead_antes):
        return replace(rules, dead_antes=tuple(ante if dead else 0 for dead in rules.dead_antes))
    if rules.button_ante:
        return replace(rules, button_ante=ante)
    if rules.ante and (rules.bring_in or rules.button_blind):  # these scale with the ante, and so do the bets
        grown = {
            name: getattr(rules, name) * ante // rules.ante
            for name in ("bring_in", "button_blind", "min_bet", "big_bet")
        }
        return replace(rules, ante=ante, **grown)
    return replace(rules, ante=ante)
