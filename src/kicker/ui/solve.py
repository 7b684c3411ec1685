"""`kicker solve`: solve a spot, and show it node by node."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kicker.checks import positive
from kicker.errors import FileError, KickerError
from kicker.ui.common.output import check_folder, open_input, progress_bar

if TYPE_CHECKING:
    from kicker.cards import Card
    from kicker.solver import Request, ResponseNode, Solution, SolvedNode

SIDES = ("oop", "ip")
_SIZES = ("flop_bet", "flop_raise", "turn_bet", "turn_raise", "turn_donk", "river_bet", "river_raise", "river_donk")
_RUNS = (
    "target",
    "iterations",
    "seconds",
    "threads",
    "memory",
    "report",
    "output",
    "workers",
    "cluster",
)  # how it is solved
# Options that do not describe the spot.
_WALKS = (
    "line", "hands", "range_of", "save", "small", "load", "compare", "tree_only", "as_json", "plot", "fixes",
    "response", "locks",
)  # fmt: skip
_LIMITS = ("target", "iterations", "seconds")  # with one of these a saved solution is solved further


def _size_options(command: Any) -> Any:
    for name in reversed(_SIZES):
        street, kind = name.split("_")
        first = " after calling the last bet, out of position" if kind == "donk" else ""
        text = f"Sizes of a {street} {kind}{first}, like '50%, a'."
        command = click.option(f"--{street}-{kind}", name, metavar="SIZES", help=text)(command)
    return command


@click.command("solve")
@click.argument("spot_file", metavar="[SPOT.json]", required=False)
@click.option("--oop", metavar="RANGE", help="Range of the player out of position, who acts first.")
@click.option("--ip", metavar="RANGE", help="Range of the player in position.")
@click.option("--board", metavar="CARDS", help="Three to five cards.")
@click.option("--pot", type=int, metavar="CHIPS", help="Chips in the middle.")
@click.option("--stack", type=int, metavar="CHIPS", help="Chips behind, the same for both players.")
@_size_options
@click.option("--raise-cap", type=int, metavar="N", help="Most raises on a street.")
@click.option("--force-allin", type=float, metavar="SHARE", help="Bets that leave SHARE of the pot or less are all-in.")
@click.option("--add-allin", type=float, metavar="POTS", help="Add an all-in if it is at most POTS times the pot.")
@click.option("--merging", type=float, metavar="SHARE", help="Merge sizes that are closer together than SHARE.")
@click.option(
    "--order", type=click.Choice(["high", "short-deck"]), help="Order of hands, and its deck.  [default: high]"
)
@click.option("--rake-rate", type=float, metavar="SHARE", help="Share of the pot that the house takes, like 0.05.")
@click.option("--rake-cap", type=float, metavar="CHIPS", help="Most chips that the house takes.")
@click.option("--big-blind", type=float, metavar="CHIPS", help="Chips in a big blind, for the trainer.")
@click.option(
    "--target", type=float, metavar="PERCENT", help="Exploitability to reach, in percent of the pot.  [default: 0.3]"
)
@click.option("--iterations", type=click.IntRange(0), metavar="N", help="Stop after N iterations.  [default: 1000]")
@click.option("--seconds", type=float, metavar="S", help="Stop after S seconds.")
@click.option("--threads", type=click.IntRange(1, 256), metavar="N", help="Threads.  [default: one per core]")
@click.option("--memory", type=float, metavar="GB", help="Refuse a spot that needs more memory.")
@click.option(
    "--lock", "locks", multiple=True, metavar="TEXT", help="Fix a node: 'LINE; FREQUENCIES; HANDS'. Repeatable."
)
@click.option("--line", metavar="LINE", default="", help="Show the node after a line, like 'check, bet 60, call, 5d'.")
@click.option("--hand", "hands", multiple=True, metavar="CARDS", help="Show one hand at the node. Repeatable.")
@click.option("--range", "range_of", type=click.Choice(SIDES), help="List all hands of this player at the node.")
@click.option(
    "--fix",
    "fixes",
    multiple=True,
    metavar="TEXT",
    help="Change how a node is played and show the cost: 'ip; always check, call'. Repeatable.",
)
@click.option("--response", type=click.Choice(SIDES), help="Walk the best response of this player.")
@click.option("--compare", metavar="FILE", help="Compare the node with the same node of another saved solution.")
@click.option("--save", metavar="FILE", help="Keep the solution in FILE.")
@click.option("--small", is_flag=True, help="Save a smaller file, which cannot be solved further.")
@click.option(
    "--load",
    metavar="FILE",
    help="Walk a saved solution; with --target, --iterations, --seconds or --lock, solve it further.",
)
@click.option(
    "--report",
    metavar="BOARDS",
    help="Solve the spot on many boards: a file with one per line, a subset of 25, 49, 95 or 184 flops, or all.",
)
@click.option(
    "--workers", type=click.IntRange(1, 256), metavar="N", help="Processes for --report.  [default: one per core]"
)
@click.option("--cluster", metavar="ADDRESS", help="Dask scheduler for --report, or 'local'.")
@click.option("--output", metavar="FILE.csv", help="File that --report writes; it skips boards already in the file.")
@click.option("--tree", "tree_only", is_flag=True, help="Print the tree and its memory without solving.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--plot", metavar="FILE", help="Draw how often each action is taken to a PNG or SVG file.")
def solve_command(spot_file: str | None, **options: Any) -> None:
    """Solve a postflop spot to a stated exploitability.

    A spot is given by options, by a JSON file with the same names, or by both: an option overrides the file. Values are
    chips and include the share of the pot. Ctrl-C stops the solver and shows what is known.

    \b
      kicker solve --oop QQ+,AKs --ip TT-88,AQs --board Td9d6hQc2s \\
        --pot 200 --stack 900 --river-bet 60%
      kicker solve spot.json --line "check, bet 60" --hand AhKd
    """
    if options["report"]:
        from kicker.ui.solve_report import report

        report(spot_file, options)
        return
    _check_outputs(options)
    named: tuple[str, ...] = ()
    other = _opened(options["compare"]) if options["compare"] else None
    if options["load"]:
        solution = _loaded(spot_file, options, other)
    else:
        request = read_request(spot_file, options)
        options["line"] = request.line
        if options["tree_only"]:
            _print_tree(request, options)
            return
        _check_walk(request, options, other)
        solution, named = solved(request, options), request.hands
    _show(solution, named, options, other)
    if solution.stopped == "interrupted":
        sys.exit(130)


def _check_outputs(options: dict[str, Any]) -> None:
    """Refuse files that cannot be written, before any work is done."""
    if options["save"]:
        check_folder(options["save"])
    elif options["small"]:
        raise click.UsageError("--small is about the file of --save: give --save, or leave out --small")
    if options["plot"]:
        from kicker.ui.plots import check_plot

        check_plot(options["plot"])


def _check_walk(request: Request, options: dict[str, Any], other: Solution | None) -> None:
    """Refuse a line, hands and fixed strategies that do not fit the spot, before it is solved."""
    from kicker.solver.comparing import check_same
    from kicker.solver.locks import check_line, check_locks, locked_boards, read_locks

    tree = request.spot.tree()
    node, board, _ = check_line(tree, options["line"])
    if other is not None:
        check_same(request.spot, other.spot)
    for locks in (request.locks, read_locks(options["fixes"], request.spot)):
        check_locks(tree, locked_boards(tree, locks), locks)
    if options["plot"] and node.kind != "decision":
        raise KickerError("nobody acts at this node: there is nothing to draw", "line")
    for hand in options["hands"]:
        _check_hand(request, node.player, board, hand)


def _check_hand(request: Request, player: int, board: Sequence[Card], hand: str) -> None:
    from kicker.combos import combo_index
    from kicker.solver.solution import hand_of

    cards = hand_of(hand)
    if player < 0:
        raise KickerError("nobody acts at this node: leave out --hand", "line")
    weight = request.spot.ranges[player].weights[combo_index(*cards)]
    if not weight or set(cards) & set(board):
        raise KickerError(f"{cards[0]}{cards[1]} is not in the range of --{SIDES[player]} on this board", "hand")


def _loaded(spot_file: str | None, options: dict[str, Any], other: Solution | None) -> Solution:
    """Return a saved solution; with locks or a limit, solve it further."""
    from kicker.solver import Request
    from kicker.solver.locks import read_locks, replaced

    given = [name for name in options if name not in _WALKS and name not in _RUNS and options[name] is not None]
    if spot_file or given or options["tree_only"]:
        first = repr(spot_file) if spot_file else "--" + (given[0] if given else "tree").replace("_", "-")
        raise click.UsageError(f"--load has a spot already: leave out {first}")
    solution = _opened(options["load"])
    if not options["locks"] and all(options[name] is None for name in _LIMITS):
        return solution
    locks = tuple(replaced(solution.locks, read_locks(options["locks"], solution.spot)))
    request = _with_limits(Request(solution.spot, locks=locks), options)
    _check_walk(request, options, other)
    if not solution.resumable:
        click.echo(f"{options['load']!r} holds no regrets: solving from the start", err=True)
    return solved(request, options, solution)


def _opened(name: str) -> Solution:
    """Return a saved solution by its file, or by its name in the library."""
    from kicker.solver import load_solution
    from kicker.solver.library import Library

    return load_solution(name if Path(name).exists() or not Library().has(name) else Library().path_of(name))


def _show(solution: Solution, named: Sequence[str], options: dict[str, Any], other: Solution | None) -> None:
    """Print the requested output, and save it."""
    from kicker.solver import compare
    from kicker.ui import solve_compare
    from kicker.ui import solve_view as view

    played = solution.playing(options["fixes"]) if options["fixes"] else solution
    if options["save"]:
        played.save(options["save"], small=options["small"])
    node: SolvedNode | ResponseNode = played.at(options["line"])
    response = None
    if options["response"]:
        response = played.best_response(SIDES.index(options["response"]))
        node = answer = response.at(options["line"])
    beside = None if other is None else compare(played, other, options["line"])
    hands = [*(hand for hand in named if _acts(node, hand)), *options["hands"]]
    player = SIDES.index(options["range_of"]) if options["range_of"] else None
    if options["plot"]:
        _plot(options["plot"], node)
    if options["as_json"]:
        found = view.solution_dict(solution, node, hands, player)
        if options["fixes"]:
            found["fixed"] = view.fixed_dict(solution, played)
        if response is not None:
            found["response"] = view.response_dict(response, answer)
        if beside is not None:
            found["compared"] = solve_compare.comparison_dict(beside, options["hands"])
        click.echo(json.dumps(found))
        return
    view.print_solution(solution)
    if options["fixes"]:
        view.print_fixed(solution, played, _fixed_players(solution, options["fixes"]))
    if response is not None:
        view.print_response(response)
    view.print_node(node, hands, whole_range=player is not None)
    if player is not None:
        view.print_range(node, player)
    if beside is not None:
        solve_compare.print_comparison(beside, options["compare"], options["hands"])


def _fixed_players(solution: Solution, fixes: Sequence[str]) -> list[int]:
    """Return the players whose strategies are fixed somewhere."""
    from kicker.solver.locks import lock_places, read_locks

    tree, locks = solution.tree, read_locks(fixes, solution.spot)
    return sorted({node.player for lock in locks for node, *_ in lock_places(tree, tree.boards, lock)})


def _acts(node: SolvedNode, hand: str) -> bool:
    """Return True if the player to act may hold the hand; a file may name hands for every node."""
    if node.kind != "decision":
        return False
    try:
        node.hand(hand)
    except KickerError:
        return False
    return True


# --- the request -----------------------------------------------------------------------------------------------------


def read_request(spot_file: str | None, options: dict[str, Any]) -> Request:
    """Return the spot of a file and of the options, and the settings of the solver."""
    from kicker.solver import Request, Spot
    from kicker.solver.locks import read_locks

    config: dict[str, Any] = _config(spot_file) if spot_file else {}
    names = set(Spot.__dataclass_fields__)
    config |= {name: value for name, value in options.items() if name in names and value is not None}
    request = _with_limits(Request.from_dict(config), options)
    locks = (*request.locks, *read_locks(options.get("locks", ()), request.spot))
    return request._replace(locks=locks, line=options.get("line") or request.line)


def _with_limits(request: Request, options: dict[str, Any]) -> Request:
    """Return a request with the target and the iterations of the options."""
    if options.get("target") is not None:
        request = request._replace(target=positive("--target", options["target"]) / 100)
    if options.get("iterations") is not None:
        request = request._replace(iterations=options["iterations"])
    return request


def _config(path: str) -> dict[str, Any]:
    with open_input(path) as stream:
        data = stream.read(1_000_001)
    if len(data) > 1_000_000:
        raise FileError(f"{path!r} is too large for a spot", "file")
    try:
        config = json.loads(data)
    except (ValueError, RecursionError) as error:
        where = f" at line {error.lineno}, column {error.colno}" if isinstance(error, json.JSONDecodeError) else ""
        raise FileError(f'{path!r} is not JSON{where}; write a spot like {{"oop": "QQ+", ...}}', "file") from None
    if not isinstance(config, dict):
        raise FileError(f'{path!r} must hold an object like {{"oop": "QQ+", ...}}', "file")
    return config


def memory_of(options: dict[str, Any]) -> int | None:
    """Return the bytes of `--memory`."""
    if options.get("memory") is None:
        return None
    return max(1, int(1e9 * min(positive("--memory", options["memory"]), 1e9)))


def solved(request: Request, options: dict[str, Any], start: Solution | None = None) -> Solution:
    """Solve, from the start or further, with a progress bar."""
    from kicker.parallel import available_cores
    from kicker.solver import Progress, solve

    # A solution that is solved further for some time has often reached the default target already.
    endless = start is not None and options["target"] is None and not options["locks"]
    before = start.iterations if start is not None and start.resumable else 0
    with progress_bar("solving", request.iterations) as update:

        def tell(progress: Progress) -> None:
            known = f", exploitability {progress.exploitability:.3%}" if progress.exploitability < 1e9 else ""
            update(progress.iterations - before, f"solving{known}")

        return solve(
            request.spot, target=None if endless else request.target, iterations=request.iterations,
            seconds=options.get("seconds"), threads=options.get("threads") or available_cores(), progress=tell,
            locks=request.locks, memory=memory_of(options), start=start,
        )  # fmt: skip


def _print_tree(request: Request, options: dict[str, Any]) -> None:
    """Print the tree with its memory, locks included, and whether it is refused."""
    from kicker.solver.locks import check_locks, locked_boards
    from kicker.solver.solving import checked_bits, needed_memory

    tree = request.spot.tree()
    boards = locked_boards(tree, request.locks)
    check_locks(tree, boards, request.locks)
    nodes = sum(len(nodes) * len(level) for nodes, level in zip(tree.streets, boards.levels, strict=True))
    sizes = {bits: needed_memory(tree, boards, bits, request.locks) for bits in (16, 32)}
    refusal = None
    try:
        checked_bits(tree, boards, request.locks, memory=memory_of(options))
    except KickerError as error:
        refusal = str(error)
    if options["as_json"]:
        told = {"nodes": nodes, "bytes": {str(bits): size for bits, size in sizes.items()}, "refused": refusal}
        click.echo(json.dumps(told))
        return
    click.echo(tree.text())
    narrow, wide = (f"{sizes[bits] / 1e6:,.1f} MB with {bits}-bit tables" for bits in (16, 32))
    click.echo(f"{nodes:,} nodes, {narrow}, {wide}")
    if refusal:
        click.echo(f"refused: {refusal}")


def _plot(path: str, node: SolvedNode) -> None:
    from kicker.ui.plots import plot_ranges
    from kicker.ui.solve_view import action_ranges

    if node.kind != "decision":
        raise KickerError("nobody acts at this node: there is nothing to draw", "line")
    plot_ranges(path, action_ranges(node), ", ".join(node.said) or "start")
