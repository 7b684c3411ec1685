"""Drills, the sources of the trainer's questions. Drills for solved spots are in `solved.py`.

>>> drill = PushFoldDrill(10)
>>> [choice.name for choice in drill.recall("sb AhKd").choices]
['fold', 'shove']
"""

from __future__ import annotations

from functools import cached_property
from random import Random
from typing import Final, Protocol

from kicker.cards import DECK, SHORT, Card, parse_cards
from kicker.checks import whole
from kicker.combos import COMBOS, class_of, combo_index, format_combo
from kicker.discards import best_discard
from kicker.errors import KickerError, quoted
from kicker.players.charts import SIX_HANDED, ChartSpot, frequencies, nearest_depth
from kicker.pushfold import PushFold, call_gains, push_gains, push_or_fold
from kicker.training.questions import Choice, Question, Scene, Unit

_INTERESTING: Final = 8  # hands to choose from, so that obvious ones are rare


class Drill(Protocol):
    """A source of questions."""

    @property
    def name(self) -> str:
        """The name of the drill: the same name gives the same questions for the same keys."""

    @property
    def unit(self) -> Unit:
        """The unit of values."""

    def deal(self, dice: Random) -> Question:
        """Return a random question."""

    def recall(self, key: str) -> Question:
        """Return the question with this key; raise `KickerError` for a key of another drill."""


class PushFoldDrill:
    """Shove or fold, and call or fold, heads-up with a short stack."""

    unit: Unit = "bb"
    """The unit of values."""

    def __init__(self, stack: float = 10, ante: float = 0.0) -> None:
        self.stack, self.ante = stack, ante
        self.chart: PushFold = push_or_fold(stack, ante)

    @property
    def name(self) -> str:
        """The name, such as `pushfold 10bb`."""
        return f"pushfold {self.stack:g}bb" + (f" ante {self.ante:g}" if self.ante else "")

    @cached_property
    def _gains(self) -> dict[str, list[float]]:
        return {
            "sb": push_gains(self.stack, self.chart.call, self.ante),
            "bb": call_gains(self.stack, self.chart.push, self.ante),
        }

    def deal(self, dice: Random) -> Question:
        """Return a random seat and hand; close decisions come more often."""
        seat = dice.choice(["sb", "bb"])
        gains = self._gains[seat]
        places = dice.sample(range(len(COMBOS)), _INTERESTING)
        return self.recall(f"{seat} {format_combo(min(places, key=lambda place: abs(gains[place])))}")

    def recall(self, key: str) -> Question:
        """Return the question of `sb AhKd` or `bb AhKd`."""
        seat, cards = _read_key(key, 2, tuple(self._gains))
        place = combo_index(*cards)
        share = (self.chart.push if seat == "sb" else self.chart.call).weights[place]
        name, kind = ("shove", "raise") if seat == "sb" else ("call", "stay")
        choices = (
            Choice("fold", "fold", 1 - share, 0.0),
            Choice(name, "raise" if kind == "raise" else "stay", share, self._gains[seat][place]),
        )
        antes = 2 * self.ante
        pot = 1.5 + antes if seat == "sb" else self.stack + 1 + self.ante
        owed = 0.0 if seat == "sb" else self.stack - 1 - self.ante
        scene = Scene(self.stack, owed, "" if seat == "sb" else "SB")
        return Question(self.name, key, "preflop", seat.upper(), cards, (), pot, self.unit, choices, scene)


class ChartDrill:
    """The preflop charts of the bot `solid` at a table of six: open, or respond to a raise.

    The charts have frequencies and no values, so answers are graded by how often the chart makes them.
    """

    unit: Unit = "bb"
    """The unit of values."""

    def __init__(self, stack: float = 100) -> None:
        self.depth = nearest_depth(stack)

    @property
    def name(self) -> str:
        """The name, such as `preflop 100bb`."""
        return f"preflop {self.depth}bb"

    def deal(self, dice: Random) -> Question:
        """Return a random position, raiser and hand; clear folds come less often."""
        position = dice.choice(list(SIX_HANDED))
        earlier = [name for name, behind in SIX_HANDED.items() if behind > SIX_HANDED[position]]
        raiser = dice.choice([*([] if position == "BB" else [""]), *earlier])
        keys = [
            f"{position}{'/' if raiser else ''}{raiser} {format_combo(place)}"
            for place in dice.sample(range(len(COMBOS)), _INTERESTING)
        ]
        return min(map(self.recall, keys), key=lambda question: question.choices[0].frequency)

    def recall(self, key: str) -> Question:
        """Return the question of `BTN AhKd` (folded to the button) or `BB/BTN AhKd` (a raise from the button)."""
        where = key.partition(" ")[0].partition("/")
        position, raiser = where[0], where[2]
        if position not in SIX_HANDED or (raiser and raiser not in SIX_HANDED):
            raise _unknown_key(key)
        _, cards = _read_key(key, 2)
        me = SIX_HANDED[position]
        spot = ChartSpot("opened", SIX_HANDED[raiser], me) if raiser else ChartSpot("open", me, me)
        found = frequencies(self.depth, spot)
        name = class_of(*cards)
        calls, raises = (found.calls[name] if raiser else 0.0), found.raises[name]
        choices = [Choice("fold", "fold", max(0.0, 1 - calls - raises), None)]
        if raiser:
            choices.append(Choice("call", "stay", calls, None))
        choices.append(Choice("raise", "raise", raises, None))
        scene = Scene(float(self.depth), 0.0, raiser)
        return Question(self.name, key, "preflop", position, cards, (), 1.5, self.unit, tuple(choices), scene)


class DiscardDrill:
    """The best discard in five-card draw, against an opponent who stands pat."""

    unit: Unit = "pot"
    """The unit of values."""

    def __init__(self, max_draw: int = 3) -> None:
        self.max_draw = whole("max_draw", max_draw, 1, 5, KickerError, "count")

    @property
    def name(self) -> str:
        """The name, such as `discard 3`."""
        return f"discard {self.max_draw}"

    def deal(self, dice: Random) -> Question:
        """Return a question about a random hand."""
        return self.recall(f"draw {''.join(map(str, dice.sample(DECK, 5)))}")

    def recall(self, key: str) -> Question:
        """Return the question of `draw 4c9s4h3d2d`."""
        _, cards = _read_key(key, 5, ("draw",))
        found = best_discard(cards, self.max_draw)
        choices = tuple(
            Choice(SHORT.format_cards(odds.discards) or "stand pat", "discard", float(place == 0), odds.share)
            for place, odds in enumerate(found)
        )
        return Question(self.name, key, "draw", "", cards, (), 1.0, self.unit, choices, Scene())


def _read_key(key: str, count: int, seats: tuple[str, ...] = ()) -> tuple[str, tuple[Card, ...]]:
    """Return the seat and the cards of a key."""
    seat, _, text = key.partition(" ")
    try:
        cards = tuple(parse_cards(text))
    except KickerError:
        raise _unknown_key(key) from None
    if len(set(cards)) != count or len(cards) != count or (seats and seat not in seats):
        raise _unknown_key(key)
    return seat, cards


def _unknown_key(key: str) -> KickerError:
    return KickerError(f"{quoted(key)} is not a question of this drill", "question")
