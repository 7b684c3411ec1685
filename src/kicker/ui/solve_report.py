"""`kicker solve --report`: solve a spot on many boards, into a table that can be continued."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kicker.cards import count_of
from kicker.ui.common.output import check_folder, open_input, progress_bar
from kicker.ui.solve import memory_of, read_request

if TYPE_CHECKING:
    from kicker.solver import Progress, Request
    from kicker.solver.flops import WeightedFlop
    from kicker.solver.reports import BoardResult

_MOST_BYTES = 1_000_000
# Options about one solution, which a report does not have.
_UNUSED = ("hands", "range_of", "fixes", "response", "compare", "save", "small", "load", "tree_only", "as_json", "plot")


def report(spot_file: str | None, options: dict[str, Any]) -> None:
    """Solve every board that is not in the output yet. Each board is written when it is solved."""
    from kicker.parallel import available_cores
    from kicker.solver.reports import checked_request, continue_report, read_report

    for parameter in click.get_current_context().command.params:
        if parameter.name in _UNUSED and options[parameter.name]:
            raise click.UsageError(f"--report solves many boards: leave out {parameter.opts[0]}")
    if not options["output"]:
        raise click.UsageError("--report needs --output FILE.csv")
    check_folder(options["output"])
    boards = _boards(options["report"])
    target = Path(options["output"])
    request = checked_request(read_request(spot_file, options | {"board": "".join(map(str, boards[0].cards))}))
    results = read_report(target, request)
    if results:
        click.echo(f"{count_of(len(results), 'board')} reused from {target}", err=True)
    done = {result.board for result in results}
    todo = sum("".join(map(str, board.cards)) not in done for board in boards)
    workers = options["workers"] or max(1, min(todo, available_cores()))
    with progress_bar("solving", todo, beside_output=True) as update:
        number = 0

        def tell(board: str, progress: Progress) -> None:
            known = f" {progress.exploitability:.2%}" if progress.exploitability < 1e9 else ""
            update(number, f"{board}{known}")

        found = continue_report(
            target, request, boards, workers=workers, cluster=options["cluster"],
            threads=options["threads"] or available_cores(), seconds=options["seconds"], memory=memory_of(options),
            progress=tell,
        )  # fmt: skip
        for number, result in enumerate(found, 1):
            update(number)
            if isinstance(result, str):
                click.echo(result, err=True)
                continue
            results.append(result)
            values = " and ".join(f"{value:.2f}" for value in result.values)
            click.echo(f"{number} of {todo}: {result.board}  value {values}", err=True)
    _print_summary(results, request)


def _boards(name: str) -> tuple[WeightedFlop, ...] | list[WeightedFlop]:
    """Return the boards of a file, or a subset of flops by its size."""
    from kicker.solver.reports import named_boards, read_boards

    named = named_boards(name)
    if named is not None:
        return named
    with open_input(name) as stream:
        return read_boards(stream.read(_MOST_BYTES).decode(errors="replace"), name)


def _print_summary(results: list[BoardResult], request: Request) -> None:
    from kicker.solver.locks import check_line
    from kicker.solver.reports import actions_of, said_actions, summary
    from kicker.ui.solve_view import PLAYERS

    if not results:
        return
    node = check_line(request.spot.tree(), request.line)[0] if request.line else None
    names = said_actions(actions_of(results), request.spot.pot, node)
    if node is not None:
        click.echo(
            f"after {request.line}, {PLAYERS[node.player]} acts; averages are weighted by the probability of the line"
        )
    line_head = "" if node is None else "    line"
    heads = "".join(f"  {name:>10}" for name in names)
    click.echo(f"{'':16} boards   share{line_head}     value  equity{heads}")
    for row in summary(results):
        shares = "".join(
            f"  {share:{max(10, len(name))}.1%}" for name, share in zip(names, row.frequencies, strict=True)
        )
        line = "" if node is None else f"  {row.reach:6.1%}"
        click.echo(
            f"{row.name:16} {row.boards:6}  {row.share:6.1%}{line}  {row.values[0]:8.2f}  {row.equity:6.1%}{shares}"
        )
