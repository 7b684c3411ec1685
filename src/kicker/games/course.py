# cython: annotation_typing=False, nonecheck=True
"""The rules that the engine reads at every decision (`Course`), as fields of a compiled class, which are faster to read
than those of `Rules`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kicker.games.rules import Rules, Step


class Course:
    """The fields of `Rules` that decide how a deal goes on."""

    __slots__ = (
        "bet_cap",
        "bet_sizes",
        "bring_in",
        "completes",
        "draw_limits",
        "fixed_limit",
        "must_open",
        "openers",
        "single_raise",
        "steps",
    )

    def __init__(self, rules: Rules) -> None:
        self.steps: tuple[Step, ...] = rules.steps
        self.draw_limits: tuple[int, ...] = rules.draw_limits
        self.bet_sizes: tuple[int, ...] = rules.bet_sizes
        self.bet_cap: int | None = rules.bet_cap
        self.must_open: tuple[int, ...] = rules.must_open
        self.bring_in: int = rules.bring_in
        self.openers: int = rules.openers
        self.fixed_limit: bool = rules.betting == "fixed-limit"
        self.single_raise: bool = rules.raises == "single"
        self.completes: bool = rules.completes
