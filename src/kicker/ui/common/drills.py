"""The drills and their options, as the prompt, the terminal and the browser offer them.

Questions and scores are in `kicker.training`, their sentences in `training.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kicker.cards import shorten, unknown
from kicker.errors import KickerError
from kicker.pushfold import TableDecision
from kicker.training import (
    ChartDrill,
    DiscardDrill,
    Drill,
    PushFoldDrill,
    SolutionDrill,
    TableDrill,
    Trainer,
    WholeHands,
)
from kicker.ui.common.options import YES_OR_NO, Option, OptionError

if TYPE_CHECKING:
    from kicker.solver import Solution

Values = Mapping[str, Any]


class DrillKind(NamedTuple):
    """A kind of drill."""

    name: str
    title: str
    summary: str
    """A sentence about its questions."""
    options: tuple[Option, ...]
    make: Callable[[Values], Drill] | None
    """Makes the drill from the values of all options; None if it needs a solution."""

    def values(self, given: Values) -> dict[str, Any]:
        """Return the checked values of all options, with defaults for missing ones."""
        names = [option.name for option in self.options]
        for name in given:
            if name not in names:
                raise OptionError(name, unknown("option", name, names))
        values = {option.name: given.get(option.name, option.usual) for option in self.options}
        for option in self.options:
            option.check(values[option.name])
        return values

    def as_dict(self) -> dict[str, Any]:
        """Return the kind for JSON."""
        options = [
            option.as_dict() | {"step": 1 if isinstance(option.usual, int) else "any"} for option in self.options
        ]
        return {"drill": self.name, "title": self.title, "words": self.summary, "options": options}


class TableOptions(NamedTuple):
    """A table of push or fold."""

    stacks: tuple[float, ...]
    ante: float
    payouts: tuple[float, ...]

    @property
    def is_slow(self) -> bool:
        """True if solving it takes seconds. Heads-up is quick, and prizes change nothing there."""
        return len(self.stacks) > 2


def table_of(values: Values) -> TableOptions:
    """Return the table that the options of push or fold describe."""
    stacks = _numbers("stacks", values["stacks"]) or (float(values["stack"]),) * int(values["seats"])
    payouts = _numbers("payouts", values["payouts"])
    if not 2 <= len(stacks) <= 10:
        raise OptionError("stacks", f"give two to ten stacks, not {len(stacks)}", "stack")
    if len(stacks) == 2 and len(set(stacks)) > 1:
        raise OptionError(
            "stacks", "heads-up only the shorter stack counts: use it as the stack of both players", "stack"
        )
    return TableOptions(stacks, float(values["ante"]), payouts)


def _numbers(name: str, text: str) -> tuple[float, ...]:
    try:
        return tuple(float(part) for part in text.replace(",", " ").split())
    except ValueError:
        raise OptionError(name, f"{name} must be numbers separated by commas, not {shorten(text)}", "stack") from None


def push_fold_drill(table: TableOptions, decisions: Sequence[TableDecision] | None = None) -> Drill:
    """Return the drill of a table, with its solution if it is known already."""
    if not table.is_slow:
        return PushFoldDrill(table.stacks[0], table.ante)
    return TableDrill(table.stacks, table.ante, table.payouts or None, decisions=decisions)


_BIG_BLINDS: Final = "stack in big blinds"
_BIG_BLIND: Final = "chips in a big blind; 0 takes what the spot says, or a tenth of its pot"
SEATS: Final = ("both", "oop", "ip")
WHOLE_HANDS: Final = Option("whole_hands", "Whole hands", "play whole hands against it", "no", choices=YES_OR_NO)
SOLUTION: Final = DrillKind(
    "solution",
    "Solved spot",
    "A solved spot from the library: decide, or play whole hands against the solution.",
    (
        Option("seat", "Seat", "the player to decide for", "both", choices=SEATS),
        Option("big_blind", "Big blind", _BIG_BLIND, 0.0, 0, 10**9, form="CHIPS"),
        WHOLE_HANDS,
    ),
    None,
)
"""Decisions from a solution; each screen chooses the solution in its own way."""
DRILLS: Final = {
    kind.name: kind
    for kind in (
        DrillKind(
            "pushfold",
            "Push or fold",
            "Two to ten players with short stacks, for chips or prizes: shove or fold, call or fold.",
            (
                Option("seats", "Seats", "players at the table", 2, 2, 10),
                Option("stack", "Stack", _BIG_BLINDS, 10.0, 1, 1000),
                Option("ante", "Ante", "ante per player, in big blinds", 0.0, 0, 100),
                Option("stacks", "Stacks", "different stacks, in the order of acting", "", form="BB,BB,..."),
                Option("payouts", "Prizes", "prizes of a tournament, first place first", "", form="PRIZE,PRIZE,..."),
            ),
            lambda values: push_fold_drill(table_of(values)),
        ),
        DrillKind(
            "preflop",
            "Preflop charts",
            "Six players: open, call, raise or fold, by the charts of the bot solid.",
            (Option("stack", "Stack", _BIG_BLINDS, 100.0, 1, 1000),),
            lambda values: ChartDrill(values["stack"]),
        ),
        DrillKind(
            "discard",
            "Discards",
            "Five-card draw: which cards to discard.",
            (Option("max_draw", "Most discards", "most cards to discard", 3, 1, 5),),
            lambda values: DiscardDrill(values["max_draw"]),
        ),
        SOLUTION,
    )
}
"""All kinds by name."""


def drill_kind(name: str) -> DrillKind:
    """Return the kind with this name."""
    if name not in DRILLS:
        raise KickerError(unknown("drill", name, DRILLS), "drill")
    return DRILLS[name]


def solution_drill(solution: Solution, title: str, values: Values) -> SolutionDrill:
    """Return the drill for a solution, with the values of `SOLUTION`."""
    seat = SEATS.index(values["seat"]) - 1
    return SolutionDrill(solution, title, seat=None if seat < 0 else seat, big_blind=values["big_blind"] or None)


def trainer_kind(values: Values) -> type[Trainer]:
    """Return the trainer for a drill: single decisions, or whole hands."""
    return WholeHands if values.get(WHOLE_HANDS.name) == "yes" else Trainer
