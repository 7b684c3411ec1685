"""Tables of push or fold for the trainer, solved in a worker process: a large one takes half a minute."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any, Final

from fastapi import Request as Call

from kicker.pushfold import TableDecision, table_decisions
from kicker.training import Drill
from kicker.ui.common.drills import TableOptions, push_fold_drill
from kicker.ui.web.limits import Refused, new_token
from kicker.ui.web.study.workers import Workers

MOST_TABLES: Final = 16
"""The number of solved tables in memory; a table of ten takes about four megabytes."""
_DIGITS: Final = 7

Tell = Callable[[Mapping[str, Any]], None]


def solve_table(question: Mapping[str, Any], tell: Tell) -> None:
    """Solve a table and report its decisions; the question is `{"stacks", "ante", "payouts"}`, as numbers."""
    found = table_decisions(
        question["stacks"], question["ante"], question["payouts"] or None, lambda gain: tell({"gain": gain})
    )
    tell({"answer": {"decisions": [[one.seat, one.after, *(_rounded(row) for row in one[2:])] for one in found]}})


def _rounded(row: tuple[float, ...]) -> list[float]:
    return [round(number, _DIGITS) for number in row]


class Tables:
    """The drills of tables that were solved last."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._drills: OrderedDict[TableOptions, Drill] = OrderedDict()

    async def drill(self, table: TableOptions, call: Call) -> Drill:
        """Return the drill of a table; solve it unless it is in memory."""
        if table not in self._drills:
            question = {"work": "table", **table._asdict()}
            answer = await self._workers.answer(question, new_token(), call)
            if answer is None:  # the page was closed
                raise Refused(503, "study", "the table was not solved; ask again")
            found = [TableDecision(seat, tuple(after), *map(tuple, rows)) for seat, after, *rows in answer["decisions"]]
            self._drills[table] = push_fold_drill(table, found)
            while len(self._drills) > MOST_TABLES:
                self._drills.popitem(last=False)
        self._drills.move_to_end(table)
        return self._drills[table]
