"""`kicker solve`: equilibria of a spot, walked node by node."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import click

from kicker.cards import number_text
from kicker.errors import FileError, KickerError
from kicker.ui.common.output import open_input, progress_bar

if TYPE_CHECKING:
    from kicker.ranges import Range
    from kicker.solver import HandPlan, Request, Solution, SolvedNode

_PLAYERS = ("out of position", "in position")
_SIZES = ("flop_bet", "flop_raise", "turn_bet", "turn_raise", "turn_donk", "river_bet", "river_raise", "river_donk")
_SHOWN = 12  # hands in the table of a node


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
@click.option("--add-allin", type=float, metavar="POTS", help="Offer all-in where it is at most POTS pots.")
@click.option("--merging", type=float, metavar="SHARE", help="Merge sizes that are closer together than SHARE.")
@click.option("--rake-rate", type=float, metavar="SHARE", help="Share of the pot that the house takes, like 0.05.")
@click.option("--rake-cap", type=float, metavar="CHIPS", help="Most chips that the house takes.")
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
@click.option("--save", metavar="FILE", help="Keep the solution in FILE.")
@click.option("--load", metavar="FILE", help="Walk a solution that was saved, without solving.")
@click.option("--report", metavar="BOARDS.txt", help="Solve the spot on every board of a file, one board a line.")
@click.option("--output", metavar="FILE.csv", help="Where --report writes; boards that are in it are not solved again.")
@click.option("--tree", "tree_only", is_flag=True, help="Print the tree and its memory without solving.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--plot", metavar="FILE", help="Draw how often each action is taken to a PNG or SVG file.")
def solve_command(spot_file: str | None, **options: Any) -> None:
    """Solve a postflop spot to a stated exploitability.

    A spot is given by options, by a JSON file with the same names, or by both: an option overrides the file. Values are
    chips and include the share of the pot. Ctrl-C stops the solver and shows what is known.

    \b
      kicker solve --oop "QQ+,AKs" --ip "TT-88,AQs" --board Td9d6hQc2s --pot 200 --stack 900 --river-bet 60%
      kicker solve spot.json --line "check, bet 60" --hand AhKd
    """
    if options["report"]:
        from kicker.ui.solve_report import report

        report(spot_file, options)
        return
    named: tuple[str, ...] = ()
    if options["load"]:
        from kicker.solver import load_solution

        solution = load_solution(options["load"])
    else:
        request = read_request(spot_file, options)
        if options["tree_only"]:
            _print_tree(request, options["as_json"])
            return
        solution, named = solved(request, options), request.hands
    if options["save"]:
        solution.save(options["save"])
    node = solution.at(options["line"])
    hands = [*(hand for hand in named if _acts(node, hand)), *options["hands"]]
    if options["plot"]:
        _plot(options["plot"], node)
    if options["as_json"]:
        click.echo(json.dumps(as_dict(solution, node, hands)))
    else:
        _print(solution, node, hands)
    if solution.stopped == "interrupted":
        sys.exit(130)


def _acts(node: SolvedNode, hand: str) -> bool:
    """True if the player to act may hold the hand: a file may name hands for every node."""
    if node.kind != "decision":
        return False
    try:
        node.hand(hand)
    except KickerError:
        return False
    return True


# --- what is asked ---------------------------------------------------------------------------------------------------


def read_request(spot_file: str | None, options: dict[str, Any]) -> Request:
    """The spot of a file and of the options, and how to solve it."""
    from kicker.solver import Lock, Request, Spot

    config: dict[str, Any] = _config(spot_file) if spot_file else {}
    names = set(Spot.__dataclass_fields__)
    config |= {name: value for name, value in options.items() if name in names and value is not None}
    if options.get("target") is not None:
        config["target"] = options["target"] / 100
    if options.get("iterations") is not None:
        config["maxit"] = options["iterations"]
    request = Request.from_dict(config)
    return request._replace(locks=(*request.locks, *map(Lock.parse, options.get("locks", ()))))


def _config(path: str) -> dict[str, Any]:
    with open_input(path) as stream:
        data = stream.read(1_000_001)
    if len(data) > 1_000_000:
        raise FileError(f"{path!r} is too large for a spot", "file")
    try:
        config = json.loads(data)
    except ValueError as error:
        raise FileError(f"{path!r} is not JSON: {error}", "file") from None
    if not isinstance(config, dict):
        raise FileError(f'{path!r} must hold an object like {{"oop": "QQ+", ...}}', "file")
    return config


def solved(request: Request, options: dict[str, Any]) -> Solution:
    """Solve, with a progress bar."""
    from kicker.parallel import available_cores
    from kicker.solver import Progress, solve

    memory = int(options["memory"] * 1e9) if options.get("memory") is not None else None
    with progress_bar("solving", request.iterations) as update:

        def tell(progress: Progress) -> None:
            known = f", exploitability {progress.exploitability:.3%}" if progress.exploitability < 1e9 else ""
            update(progress.iterations, f"solving{known}")

        return solve(
            request.spot, target=request.target, iterations=request.iterations, seconds=options.get("seconds"),
            threads=options.get("threads") or available_cores(), progress=tell, locks=request.locks, memory=memory,
        )  # fmt: skip


# --- what is shown ---------------------------------------------------------------------------------------------------


def as_dict(solution: Solution, node: SolvedNode, hands: list[str]) -> dict[str, object]:
    """What `--json` prints."""
    found: dict[str, object] = {
        "values": list(solution.values),
        "equity": list(solution.equity),
        "exploitability": 100 * solution.exploitability,
        "iterations": solution.iterations,
        "nodes": solution.nodes,
        "bytes": solution.bytes,
        "seconds": solution.seconds,
        "stopped": solution.stopped,
        "root": _node_dict(solution.root),
    }
    if node.line:
        found["node"] = _node_dict(node)
    if hands:
        found["hands"] = [_plan_dict(node, node.hand(hand)) for hand in hands]
    return found


def _node_dict(node: SolvedNode) -> dict[str, object]:
    shown: dict[str, object] = {
        "line": [str(step) for step in node.line],
        "kind": node.kind,
        "board": "".join(map(str, node.board)),
        "pot": node.pot,
        "values": list(node.values),
        "equity": list(node.equity),
    }
    if node.kind == "decision":
        shown |= {
            "player": node.player,
            "actions": [str(action) for action in node.actions],
            "frequencies": list(node.frequencies),
        }
    return shown


def _plan_dict(node: SolvedNode, plan: HandPlan) -> dict[str, object]:
    return {
        "hand": f"{plan.combo[1]}{plan.combo[0]}",
        "frequencies": dict(zip(map(str, node.actions), plan.frequencies, strict=True)),
        "value": plan.value,
        "equity": plan.equity,
    }


def _print(solution: Solution, node: SolvedNode, hands: list[str]) -> None:
    if solution.stopped == "interrupted":
        click.echo("stopped early; this is what is known")
    click.echo(
        f"{solution.nodes:,} nodes, {solution.iterations} iterations, {solution.seconds:.1f} s,"
        f" exploitability {solution.exploitability:.3%} of the pot"
    )
    for player, name in enumerate(_PLAYERS):
        click.echo(f"  {name:15}  value {solution.values[player]:8.2f}  equity {solution.equity[player]:6.1%}")
    _print_node(node)
    for hand in hands:
        plan = node.hand(hand)
        click.echo(_hand_line(node, plan))


def _print_node(node: SolvedNode) -> None:
    where = ", ".join(str(step) for step in node.line) or "start"
    board = " ".join(map(str, node.board))
    click.echo(f"\n{where}: board {board}, pot {number_text(node.pot)}")
    if node.kind == "card":
        click.echo("  a card comes next; add one to --line, like 5d")
    if node.kind != "decision":
        return
    click.echo(f"  {_PLAYERS[node.player]} acts")
    for action, share in zip(node.actions, node.frequencies, strict=True):
        click.echo(f"  {action!s:12} {share:6.1%}")
    click.echo("")
    plans = sorted((plan for plan in node.plans(node.player) if plan.weight > 0), key=lambda plan: -plan.value)
    heads = "  ".join(f"{action!s:>10}" for action in node.actions)
    click.echo(f"  {'hand':6} {heads}     value  equity")
    step = max(1, len(plans) // _SHOWN)
    for plan in plans[::step][:_SHOWN]:
        click.echo(_hand_line(node, plan))
    if len(plans) > _SHOWN:
        click.echo(f"  {len(plans)} hands in all; --hand AhKd shows one")


def _hand_line(node: SolvedNode, plan: HandPlan) -> str:
    shares = "  ".join(f"{share:10.1%}" for share in plan.frequencies)
    return f"  {plan.combo[1]}{plan.combo[0]:<4} {shares}  {plan.value:8.2f}  {plan.equity:6.1%}"


def _print_tree(request: Request, as_json: bool) -> None:
    tree = request.spot.tree()
    sizes = {bits: tree.memory(bits) for bits in (16, 32)}
    if as_json:
        click.echo(json.dumps({"nodes": tree.nodes, "bytes": {str(bits): size for bits, size in sizes.items()}}))
        return
    click.echo(tree.text())
    narrow, wide = (f"{sizes[bits] / 1e6:,.1f} MB with {bits}-bit tables" for bits in (16, 32))
    click.echo(f"{tree.nodes:,} nodes, {narrow}, {wide}")


def _plot(path: str, node: SolvedNode) -> None:
    from kicker.ui.plots import check_plot, plot_ranges

    check_plot(path)
    if node.kind != "decision":
        raise KickerError("nobody acts at this node: there is nothing to draw", "line")
    plot_ranges(path, action_ranges(node), ", ".join(str(step) for step in node.line) or "start")


def action_ranges(node: SolvedNode) -> dict[str, Range]:
    """For each action the hands that take it, weighted by how often."""
    from kicker.combos import COMBOS, combo_index
    from kicker.ranges import Range

    shown = {}
    for action, row in zip(node.actions, node.strategy, strict=True):
        weights = [0.0] * len(COMBOS)
        for combo, share, reach in zip(node.hands(node.player), row.tolist(), node.reach(node.player), strict=True):
            weights[combo_index(*combo)] = min(max(share, 0.0), 1.0) if reach > 0 else 0.0
        shown[str(action)] = Range.from_weights(weights)
    return shown
