"""Charts for the study room: shove or fold at any table, for chips or prizes, and the preflop charts of `solid`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from kicker.combos import CLASSES, COMBOS, MEMBERS
from kicker.errors import KickerError, quoted
from kicker.players.charts import SIX_HANDED, ChartSpot, frequencies, nearest_depth
from kicker.pushfold import PushFoldTable, push_or_fold

MOST_SEATS: Final = 9
"""The most seats at a table with prizes; ten take too long for a page."""


Tell = Callable[[Mapping[str, Any]], None]


def push_fold_chart(question: Mapping[str, Any], tell: Tell) -> None:
    """Solve a table and report the hands that each seat goes all in with; the question is `{"stacks", "ante",
    "payouts"}`, as texts."""
    stacks = read_numbers("stacks", question["stacks"])
    stacks = stacks * 2 if len(stacks) == 1 else stacks
    payouts = read_numbers("prizes", question["payouts"]) or None
    if not 2 <= len(stacks) <= MOST_SEATS:
        raise KickerError(f"give one to {MOST_SEATS} stacks", "stack")
    table = push_or_fold(stacks, question["ante"], payouts=payouts, progress=lambda gain: tell({"gain": gain}))
    tell({"answer": table_facts(table)})


def table_facts(table: PushFoldTable) -> dict[str, Any]:
    """Return a solved table as the page shows it."""
    return {
        "seats": table.seats,
        "unit": "bb" if table.payouts is None else "prizes",
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
    """Return each position's opening range and its responses to a raise, at a table of six."""
    depth = nearest_depth(stack)
    charts = []
    for seat, behind in SIX_HANDED.items():
        if seat != "BB":
            found = frequencies(depth, ChartSpot("open", behind, behind))
            charts.append(_preflop(f"{seat} opens", {"raise": found.raises}))
        for raiser, before in SIX_HANDED.items():
            if before > behind:
                found = frequencies(depth, ChartSpot("opened", before, behind))
                charts.append(_preflop(f"{seat} against {raiser}", {"raise": found.raises, "call": found.calls}))
    return {"depth": depth, "charts": charts}


def _preflop(title: str, actions: dict[str, dict[str, float]]) -> dict[str, Any]:
    total = sum(len(MEMBERS[name]) * weight for chosen in actions.values() for name, weight in chosen.items())
    return {
        "title": title,
        "share": total / len(COMBOS),
        "text": "",
        "actions": {action: _by_class(chosen) for action, chosen in actions.items()},
    }


def _by_class(weights: dict[str, float]) -> list[float]:
    return [round(weights[name], 4) for name in CLASSES]


def read_numbers(name: str, text: str) -> list[float]:
    """Return `12, 8, 20` as numbers."""
    try:
        return [float(part) for part in text.replace(" ", ",").split(",") if part]
    except ValueError:
        raise KickerError(f"{name} must be numbers separated by commas, not {quoted(text)}", "stack") from None
