"""Charts for the study room: shove or fold at any table, for chips or prizes, and the preflop charts of `solid`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from shlex import join
from typing import Any, Final

from kicker.cards import number_text
from kicker.combos import CLASSES, MEMBERS, format_combo
from kicker.errors import KickerError, quoted
from kicker.players.charts import SIX_HANDED, ChartSpot, frequencies, nearest_depth
from kicker.pushfold import PushFoldTable, SeatRange, push_or_fold
from kicker.ranges import Range

MOST_SEATS: Final = 9
"""The most seats at a table with prizes; ten take too long for a page."""
_DIGITS: Final = 4


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
        "charts": [_decision(table, found) for found in table.ranges],
    }


def _decision(table: PushFoldTable, found: SeatRange) -> dict[str, Any]:
    """Return the chart of one decision at a table."""
    stacks, seats = ",".join(map(number_text, table.stacks)), [found.seat, *found.after]
    prizes = "" if table.payouts is None else ",".join(map(number_text, table.payouts))
    options = ["--ante", number_text(table.ante)] if table.ante else []
    options += ["--payouts", prizes] if prizes else []
    given = [f"[{', '.join(map(number_text, table.stacks))}]"]
    given += [f"ante={number_text(table.ante)}"] if table.ante else []
    given += [f"payouts=[{prizes.replace(',', ', ')}]"] if prizes else []
    copies = {
        "command": join(["kicker", "pushfold", stacks, *options, "--show", ":".join(seats)]),
        "python": f"import kicker\n\ntable = kicker.push_or_fold({', '.join(given)})\n"
        f"print(table.range({', '.join(map(repr, seats))}))",
    }
    return _chart(_title(found), {"call" if found.after else "shove": found.range}, len(found.after), copies)


def _title(found: SeatRange) -> str:
    return f"{found.seat} calls {' and '.join(found.after)}" if found.after else f"{found.seat} shoves"


def preflop_charts(stack: float) -> dict[str, Any]:
    """Return each position's opening range and its responses to a raise, at a table of six."""
    depth = nearest_depth(stack)
    charts = []
    for seat, behind in SIX_HANDED.items():
        if seat != "BB":
            charts.append(_preflop(f"{seat} opens", depth, ChartSpot("open", behind, behind)))
        for raiser, before in SIX_HANDED.items():
            if before > behind:
                charts.append(_preflop(f"{seat} against {raiser}", depth, ChartSpot("opened", before, behind)))
    return {"depth": depth, "charts": charts}


def _preflop(title: str, depth: int, spot: ChartSpot) -> dict[str, Any]:
    found = frequencies(depth, spot)
    rows = {"raise": found.raises} | ({} if spot.name == "open" else {"call": found.calls})
    ranges = {action: _of_classes(row) for action, row in rows.items()}
    asked = f"frequencies({depth}, ChartSpot({', '.join(map(repr, spot))}))"
    copies = {
        "command": "\n".join(join(["kicker", "range", str(held)]) for held in ranges.values() if len(held)),
        "python": f"from kicker.players.charts import ChartSpot, frequencies\n\nchart = {asked}\n"
        + "\n".join(f"print(chart.{action}s)" for action in ranges),
    }
    return _chart(title, ranges, 0 if spot.name == "open" else 1, copies)


def _of_classes(weights: Mapping[str, float]) -> Range:
    places = {format_combo(place): round(weights[name], _DIGITS) for name in CLASSES for place in MEMBERS[name]}
    return Range.from_combos(places)


def _chart(title: str, ranges: Mapping[str, Range], entered: int, copies: Mapping[str, str]) -> dict[str, Any]:
    """Return a chart; `entered` players have raised before."""
    short = {
        action: Range.from_weights(round(weight, _DIGITS) for weight in held.weights) for action, held in ranges.items()
    }
    return {
        "title": title,
        "entered": entered,
        "share": sum(held.share for held in ranges.values()),
        "texts": {action: str(held) for action, held in short.items()},
        "actions": {action: list(held.class_weights().values()) for action, held in short.items()},
        "copies": copies,
    }


def read_numbers(name: str, text: str) -> list[float]:
    """Return `12, 8, 20` as numbers."""
    try:
        return [float(part) for part in text.replace(" ", ",").split(",") if part]
    except ValueError:
        raise KickerError(f"{name} must be numbers separated by commas, not {quoted(text)}", "stack") from None
