"""Charts for the study room: shove or fold at any table, for chips or prizes, and the preflop charts of `solid`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kicker.combos import CLASSES
from kicker.errors import KickerError, quoted
from kicker.players.charts import Spot, frequencies, nearest_depth
from kicker.pushfold import push_or_fold
from kicker.training.drills import POSITIONS
from kicker.ui.web.limits import Refused

MOST_SEATS: Final = 9
"""Seats at a table with prizes; a table of ten takes too long for a page."""


def push_fold_chart(
    stacks: list[float], ante: float, payouts: list[float] | None, progress: Callable[[float], None] | None = None
) -> dict[str, Any]:
    """What each seat goes all in with, first in and after others."""
    if not 2 <= len(stacks) <= MOST_SEATS:
        raise Refused(400, "form", f"give two to {MOST_SEATS} stacks")
    table = push_or_fold(stacks, ante, payouts=payouts, progress=progress)
    return {
        "seats": table.seats,
        "unit": "bb" if payouts is None else "prizes",
        "values": dict(zip(table.seats, table.values, strict=True)),
        "gain": table.exploitability,
        "charts": [
            {
                "title": _title(found.seat, found.after),
                "share": found.range.share,
                "text": str(found.range),
                "actions": {"call" if found.after else "shove": _by_class(found.range.class_weights())},
            }
            for found in table.ranges
            if len(found.after) <= 1
        ],
    }


def _title(seat: str, after: tuple[str, ...]) -> str:
    return f"{seat} calls {after[0]}" if after else f"{seat} shoves"


def preflop_charts(stack: float) -> dict[str, Any]:
    """What each position opens, and how it answers a raise, at a table of six."""
    depth = nearest_depth(stack)
    charts = []
    for seat, behind in POSITIONS.items():
        if seat != "BB":
            found = frequencies(depth, Spot("open", behind, behind))
            charts.append(_preflop(f"{seat} opens", {"raise": found.raises}))
        for raiser, before in POSITIONS.items():
            if before > behind:
                found = frequencies(depth, Spot("opened", before, behind))
                charts.append(_preflop(f"{seat} against {raiser}", {"raise": found.raises, "call": found.calls}))
    return {"depth": depth, "charts": charts}


def _preflop(title: str, actions: dict[str, dict[str, float]]) -> dict[str, Any]:
    sizes = {name: 6 if len(name) == 2 else 4 if name[2] == "s" else 12 for name in CLASSES}
    total = sum(sizes[name] * weight for chosen in actions.values() for name, weight in chosen.items())
    return {
        "title": title,
        "share": total / 1326,
        "text": "",
        "actions": {action: _by_class(chosen) for action, chosen in actions.items()},
    }


def _by_class(weights: dict[str, float]) -> list[float]:
    return [round(weights[name], 4) for name in CLASSES]


def read_numbers(name: str, text: str) -> list[float]:
    """`12, 8, 20` as numbers."""
    try:
        return [float(part) for part in text.replace(" ", ",").split(",") if part]
    except ValueError:
        raise KickerError(f"{name} must be numbers separated by commas, not {quoted(text)}", "stack") from None
