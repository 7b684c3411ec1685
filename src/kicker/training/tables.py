"""Push or fold at a table of three to ten seats, for chips or prizes.

>>> drill = TableDrill([8, 8, 8])
>>> question = drill.recall("BTN AsAh")
>>> question.scene.stacks, [choice.name for choice in question.choices]
((('BTN', 8.0), ('SB', 8.0), ('BB', 8.0)), ['fold', 'shove'])
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import fsum
from random import Random
from typing import Final

from kicker.cards import number_text, parse_cards
from kicker.combos import CLASSES, COMBOS, class_of, format_combo
from kicker.errors import KickerError, quoted
from kicker.positions import names_in_turn
from kicker.prizes import checked_payouts
from kicker.pushfold import SMALL_BLIND, TableDecision, stacks_of_table, table_decisions
from kicker.training.questions import Choice, Question, Scene, Unit

_INTERESTING: Final = 8  # hands to choose from, so that obvious ones are rare
_RARE: Final = 1e-6  # decisions that come less often are not asked
_CLASS: Final = {name: place for place, name in enumerate(CLASSES)}


class TableDrill:
    """Shove or fold, and call or fold, at a table of three to ten seats.

    Costs are in big blinds; with `payouts`, the prizes of a tournament, they are shares of all prizes by the
    Independent Chip Model. Solving a table takes up to half a minute; `decisions` are those of an earlier call of
    `table_decisions` with the same arguments.
    """

    def __init__(
        self,
        stacks: Sequence[float],
        ante: float = 0.0,
        payouts: Sequence[float] | None = None,
        *,
        decisions: Sequence[TableDecision] | None = None,
    ) -> None:
        self.stacks: tuple[float, ...] = tuple(stacks_of_table(stacks))
        self.ante = ante
        self.payouts: tuple[float, ...] = () if payouts is None else tuple(checked_payouts(payouts, len(self.stacks)))
        self.unit: Unit = "prizes" if self.payouts else "bb"
        """The unit of values."""
        self.seats: tuple[str, ...] = names_in_turn(len(self.stacks))
        if decisions is not None:
            self.decisions = tuple(decisions)

    @cached_property
    def decisions(self) -> tuple[TableDecision, ...]:
        """All decisions; the table is solved when the first question is asked."""
        return table_decisions(self.stacks, self.ante, self.payouts or None)

    @cached_property
    def _found(self) -> dict[tuple[str, tuple[str, ...]], TableDecision]:
        return {(one.seat, one.after): one for one in self.decisions}

    @cached_property
    def _often(self) -> list[float]:
        return [fsum(one.reach) / len(CLASSES) for one in self.decisions]

    @property
    def name(self) -> str:
        """The name, such as `pushfold 6x10bb` or `pushfold 12-8-20bb prizes 50-30-20`."""
        return table_name(self.stacks, self.ante, self.payouts)

    def deal(self, dice: Random) -> Question:
        """Return a random decision and hand; common decisions and close ones come more often."""
        seat = dice.choice(self.seats)
        own = [place for place, one in enumerate(self.decisions) if one.seat == seat and self._often[place] > _RARE]
        asked = self.decisions[dice.choices(own, [self._often[place] for place in own])[0]]
        hands = [(abs(asked.gains[_CLASS[class_of(*COMBOS[place])]]), place)
                 for place in dice.sample(range(len(COMBOS)), _INTERESTING)]  # fmt: skip
        before = f"/{','.join(asked.after)}" if asked.after else ""
        return self.recall(f"{seat}{before} {format_combo(min(hands)[1])}")

    def recall(self, key: str) -> Question:
        """Return the question of `BTN AhKd`, or of `BB/CO,BTN AhKd` where the cutoff and the button are all in."""
        where, _, text = key.partition(" ")
        seat, _, before = where.partition("/")
        after = tuple(before.split(",")) if before else ()
        try:
            cards = tuple(parse_cards(text))
        except KickerError:
            cards = ()
        asked = self._found.get((seat, after))
        if asked is None or len(set(cards)) != 2 or len(cards) != 2:
            raise KickerError(f"{quoted(key)} is not a question of this drill", "question")
        place = _CLASS[class_of(*cards)]
        share, gain = asked.frequencies[place], asked.gains[place]
        name = "call" if after else "shove"
        choices = (
            Choice("fold", "fold", 1 - share, 0.0),
            Choice(name, "stay" if after else "raise", share, gain),
        )
        pot, owed = self._chips(seat, after)
        worth = pot / sum(self.stacks) if self.payouts else pot
        stacks = tuple(zip(self.seats, self.stacks, strict=True))
        scene = Scene(dict(stacks)[seat], owed, shoved=after, stacks=stacks, payouts=self.payouts)
        return Question(self.name, key, "preflop", seat, cards, (), worth, self.unit, choices, scene)

    def _chips(self, seat: str, after: Sequence[str]) -> tuple[float, float]:
        """Return the pot and the price of a call, in big blinds."""
        blinds = {self.seats[-2]: SMALL_BLIND, self.seats[-1]: 1.0}
        held = dict(zip(self.seats, self.stacks, strict=True))
        posted = {name: min(stack, self.ante + blinds.get(name, 0.0)) for name, stack in held.items()}
        if not after:
            return sum(posted.values()), 0.0
        # Chips that the player's own stack cannot match do not count.
        put_in = {name: min(held[name], held[seat]) if name in after else chips for name, chips in posted.items()}
        return sum(put_in.values()), max(put_in[name] for name in after) - posted[seat]


def table_name(stacks: Sequence[float], ante: float, payouts: Sequence[float]) -> str:
    """Return the name of the drill for a table."""
    same = len(set(stacks)) == 1
    held = f"{len(stacks)}x{number_text(stacks[0])}" if same else "-".join(map(number_text, stacks))
    prizes = f" prizes {'-'.join(map(number_text, payouts))}" if payouts else ""
    return f"pushfold {held}bb" + (f" ante {number_text(ante)}" if ante else "") + prizes
