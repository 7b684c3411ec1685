"""`kicker solve --report`: one spot on many boards, as a table that can be continued."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import click

from kicker import stopping
from kicker.cards import count_of, parse_cards
from kicker.errors import FileError, KickerError
from kicker.ui.common.output import open_input, writing
from kicker.ui.solve import read_request, solved

_MOST_BYTES = 1_000_000
HEAD = (
    "board",
    "value_oop",
    "value_ip",
    "equity_oop",
    "exploitability",
    "iterations",
    "seconds",
    "action",
    "frequency",
)
"""The columns; a board has a row for each action at the root."""


def report(spot_file: str | None, options: dict[str, Any]) -> None:
    """Solve every board that is not in the output yet. Each board is written when it is solved."""
    if not options["output"]:
        raise click.UsageError("--report needs --output FILE.csv")
    boards = read_boards(options["report"])
    target = Path(options["output"])
    done = _boards_in(target)
    if done:
        click.echo(f"{count_of(len(done), 'board')} reused from {target}", err=True)
    todo = [board for board in boards if board not in done]
    for number, board in enumerate(todo, 1):
        stopping.check()
        request = read_request(spot_file, options | {"board": board})
        solution = solved(request, options)
        if solution.stopped == "interrupted":
            raise KeyboardInterrupt
        root = solution.root
        numbers = [*solution.values, solution.equity[0], 100 * solution.exploitability]
        common = [board, *(f"{value:.4f}" for value in numbers), solution.iterations, f"{solution.seconds:.2f}"]
        rows = [
            [*common, str(action), f"{share:.4f}"] for action, share in zip(root.actions, root.frequencies, strict=True)
        ]
        _append(target, rows)
        click.echo(
            f"{number} of {len(todo)}: {board}  value {solution.values[0]:.2f} and {solution.values[1]:.2f}", err=True
        )


def read_boards(path: str) -> list[str]:
    """The boards of a file, one a line; empty lines and what follows a # are passed over."""
    with open_input(path) as stream:
        text = stream.read(_MOST_BYTES).decode(errors="replace")
    boards: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].strip()
        if not words:
            continue
        try:
            board = "".join(map(str, parse_cards(words)))
        except KickerError as error:
            raise FileError(f"{path}:{number}: {error}", "board") from None
        if board not in boards:
            boards.append(board)
    if not boards:
        raise FileError(f"{path!r} lists no boards; write one a line, like QsJh2h", "board")
    return boards


def _boards_in(target: Path) -> set[str]:
    if not target.exists():
        return set()
    rows = list(csv.reader(io.StringIO(target.read_text())))
    if not rows or tuple(rows[0]) != HEAD:
        raise FileError(f"{str(target)!r} is not a report that kicker wrote; choose another --output", "file")
    return {row[0] for row in rows[1:] if len(row) == len(HEAD)}


def _append(target: Path, rows: list[list[Any]]) -> None:
    """Write all rows of a board at once, so that a report never holds part of one."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    if not target.exists():
        table.writerow(HEAD)
    table.writerows(rows)
    with writing(target), target.open("a") as stream:
        stream.write(text.getvalue())
