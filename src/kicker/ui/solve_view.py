"""The output of `kicker solve`: a node as a grid and a table, next cards, and JSON."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, isfinite
from typing import TYPE_CHECKING

import click

from kicker.cards import count_of, number_text
from kicker.combos import CLASSES, COMBOS, class_of, combo_index
from kicker.ranges import Range
from kicker.ui.common.style import has_colour, paint_cards
from kicker.ui.solve import SIDES

if TYPE_CHECKING:
    from kicker.solver import BestResponse, HandPlan, ResponseNode, Solution, SolvedNode

PLAYERS = ("out of position", "in position")
_SHOWN = 12  # hands in the table of a node
_LEAST = 0.0005  # weight from which a hand is listed; less is 0.0%
_MIXED = 0.9  # share of the first action below which a class counts as mixed
_LETTERS = {"check": "x", "limp": "l", "fold": "f", "call": "c"}
_BETS = "bdgh"  # letters of bets and raises, the smallest first
_ALL_IN = "a"
_COLOURS = {"x": "green", "c": "green", "l": "green", "f": "blue", "a": "magenta"}


# --- for people ------------------------------------------------------------------------------------------------------


def print_solution(solution: Solution) -> None:
    """Print the spot, the quality of the solution, and its values."""
    if solution.stopped == "interrupted":
        click.echo("stopped early; this is what is known")
    click.echo(
        f"{solution.nodes:,} nodes, {solution.iterations} iterations, {solution.seconds:.1f} s,"
        f" exploitability {solution.exploitability:.3%} of the pot"
    )
    _print_values(solution)


def _print_values(shown: Solution | SolvedNode) -> None:
    for name, value, equity in zip(PLAYERS, shown.values, shown.equity, strict=True):
        click.echo(f"  {name:15}  value {_known(value, '8.2f')}  equity {_known(equity, '6.1%')}")


def _known(value: float, form: str) -> str:
    """Return the number, or a dash at nodes that are never reached."""
    return f"{_chips(value):{form}}" if isfinite(value) else f"{'-':>{form.split('.')[0]}}"


def print_fixed(solution: Solution, fixed: Solution, players: Sequence[int]) -> None:
    """Print the cost to these players of playing fixed strategies, against the best response to them."""
    for player in players:
        best = fixed.best_response(1 - player).value
        before = solution.values[1 - player]
        loss = max(0.0, best - before)
        click.echo(
            f"  as fixed, {PLAYERS[player]} can lose {loss:.2f} ({loss / solution.spot.pot:.1%} of the pot): "
            f"the best response wins {best:.2f} instead of {before:.2f}"
        )


def print_response(response: BestResponse) -> None:
    """Print the gain of the best response."""
    click.echo(
        f"  best response {PLAYERS[response.player]}: {response.value:.2f}, {_signed(response.gain)} "
        f"({response.gain / response.solution.spot.pot:.2%} of the pot)"
    )


def print_node(node: SolvedNode, hands: list[str], *, whole_range: bool = False) -> None:
    """Print a node: its place, its values, how often each action is taken, the grid, and some hands.

    If a `whole_range` follows, only the hands that are named.
    """
    where = ", ".join(node.said) or "start"
    click.echo(f"\n{where}: board {paint_cards(node.board)}, pot {number_text(node.pot)}")
    if node.line and node.kind in ("decision", "card"):
        _print_values(node)
    if node.kind == "card":
        _print_runouts(node)
        return
    if node.kind != "decision":
        values = " and ".join(f"{value:.2f}" for value in node.values)
        click.echo(f"  the hand ends here; values {values}")
        return
    click.echo(f"  {PLAYERS[node.player]} acts")
    _print_grid(node)
    named = [node.hand(hand) for hand in hands]
    if named or not whole_range:
        _print_some(node, named)


def _print_some(node: SolvedNode, named: list[HandPlan]) -> None:
    """Print some hands of the player to act: those named, or examples from the best to the worst."""
    plans = sorted((plan for plan in node.plans(node.player) if plan.weight > 0), key=lambda plan: -plan.value)
    step = max(1, len(plans) // _SHOWN)
    _print_plans(node, node.player, named or plans[::step][:_SHOWN])
    if not named and len(plans) > _SHOWN:
        click.echo(f"  {len(plans)} hands in all; --hand AhKd shows one, --range {SIDES[node.player]} all")


def print_range(node: SolvedNode, player: int) -> None:
    """Print all hands of a player at a node, the most valuable first."""
    found = zip(node.plans(player), node.reach(player).tolist(), strict=True)
    plans = [plan._replace(weight=weight) for plan, weight in found if weight >= _LEAST]
    plans.sort(key=lambda plan: -plan.value if isfinite(plan.value) else inf)
    click.echo(f"  the range {PLAYERS[player]}: {count_of(len(plans), 'hand')}")
    if plans:
        _print_plans(node, player, plans, weights=True)


def _print_plans(node: SolvedNode, player: int, plans: Sequence[HandPlan], *, weights: bool = False) -> None:
    sizes = node.sizes if node.player == player else ()
    gains = _gains(node) if node.player == player else None
    widths = [max(10, len(size)) for size in sizes]
    heads = "".join(f"  {size:>{width}}" for size, width in zip(sizes, widths, strict=True))
    click.echo(
        f"  {'hand':5}{'  weight' if weights else ''}{heads}     value  equity{'' if gains is None else '    gain'}"
    )
    for plan in plans:
        shares = "".join(f"  {share:{width}.1%}" for share, width in zip(plan.frequencies, widths, strict=True))
        weight = f"  {plan.weight:6.1%}" if weights else ""
        more = "" if gains is None else f"  {gains[combo_index(*plan.combo)]:6.2f}"
        click.echo(
            f"  {plan.combo[1]}{plan.combo[0]:<3}{weight}{shares}  {_known(plan.value, '8.2f')}"
            f"  {_known(plan.equity, '6.1%')}{more}"
        )


def _gains(node: SolvedNode | ResponseNode) -> dict[int, float] | None:
    """Return the gain of each hand by the best response, at nodes where the responding player acts."""
    from kicker.solver import ResponseNode

    if not isinstance(node, ResponseNode) or node.response.player != node.player:
        return None
    places = [combo_index(*combo) for combo in node.hands(node.player)]
    return dict(zip(places, node.hand_gains().tolist(), strict=True))


def _chips(value: float) -> float:
    """Return the value without the minus of a zero."""
    return 0.0 if abs(value) < 0.005 else value


def _signed(value: float) -> str:
    return f"{_chips(value):+.2f}"


def letters_of(kinds: Sequence[str]) -> list[str]:
    """Return a letter for each action: x check, f fold, c call, a all-in, and others for bets from small to large."""
    bets = iter(_BETS + "ijklmnopqrstuvwyz" * 20)
    return [_ALL_IN if kind == "all in" else _LETTERS.get(kind) or next(bets) for kind in kinds]


def _print_grid(node: SolvedNode) -> None:
    letters = letters_of([action.kind for action in node.actions])
    width = max(18, *map(len, node.words))
    for letter, words, share in zip(letters, node.words, node.frequencies, strict=True):
        click.echo(f"  {_painted(letter, letter)}  {words:{width}} {share:6.1%}")
    click.echo("")
    print_cells(class_frequencies(node), letters)


def print_cells(shares: dict[str, list[float]], letters: list[str]) -> None:
    """Print the grid of 169 classes, each with the letter of its most frequent action."""
    for row in range(13):
        cells = (_cell(name, shares.get(name), letters) for name in CLASSES[13 * row : 13 * row + 13])
        click.echo("  " + "".join(cells).rstrip())
    click.echo(f"  * less than {_MIXED:.0%} of the time; . not in the range\n")


def _cell(name: str, shares: list[float] | None, letters: list[str]) -> str:
    if shares is None:
        return f"{'.':6}"
    most = max(range(len(shares)), key=shares.__getitem__)
    text = f"{name}{letters[most]}{'*' if shares[most] < _MIXED else ''}"
    return _painted(text, letters[most]) + " " * (6 - len(text))


def _painted(text: str, letter: str) -> str:
    return click.style(text, fg=_COLOURS.get(letter, "red")) if has_colour() else text


def class_frequencies(node: SolvedNode) -> dict[str, list[float]]:
    """Return how often each of the 169 classes takes each action, weighted by the hands that it can meet."""
    totals: dict[str, list[float]] = {}
    weights = node.weights(node.player).tolist()
    for combo, weight, row in zip(node.hands(node.player), weights, node.strategy.T.tolist(), strict=True):
        if weight > 0:
            sums = totals.setdefault(class_of(*combo), [0.0] * (len(row) + 1))
            for place, share in enumerate([*row, 1.0]):
                sums[place] += weight * share
    return {name: [share / sums[-1] for share in sums[:-1]] for name, sums in totals.items()}


def _print_runouts(node: SolvedNode) -> None:
    click.echo("  the next card, and what the player out of position then has; add one to --line, like 5d")
    sizes = node.tree_node.children[0].sizes
    for runout in node.runouts():
        acts = ", ".join(f"{size} {share:.0%}" for size, share in zip(sizes, runout.frequencies, strict=True))
        click.echo(
            f"  {paint_cards([runout.card])}  value {_chips(runout.values[0]):8.2f}"
            f"  equity {runout.equity[0]:6.1%}  {acts}"
        )


# --- for programs ----------------------------------------------------------------------------------------------------


def solution_dict(
    solution: Solution, node: SolvedNode, hands: list[str], player: int | None = None
) -> dict[str, object]:
    """Return the object that `--json` prints."""
    found: dict[str, object] = {
        "values": list(solution.values),
        "equity": list(solution.equity),
        "exploitability": 100 * solution.exploitability,
        "iterations": solution.iterations,
        "nodes": solution.nodes,
        "bytes": solution.bytes,
        "seconds": solution.seconds,
        "stopped": solution.stopped,
        "root": node_dict(solution.root),
    }
    if node.line:
        found["node"] = node_dict(node) | _details(node)
    if hands:
        gains = _gains(node)
        found["hands"] = [_plan_dict(node, node.hand(hand), gains) for hand in hands]
    if player is not None:
        found["range"] = range_list(node, player)
    return found


def range_list(node: SolvedNode, player: int) -> list[dict[str, object]]:
    """Return all hands of a player at a node."""
    gains = _gains(node) if node.player == player else None
    found = zip(node.plans(player), node.reach(player).tolist(), strict=True)
    return [_plan_dict(node, plan, gains) | {"weight": weight} for plan, weight in found if weight > 0]


def _details(node: SolvedNode) -> dict[str, object]:
    """Return both ranges at a node, and the effect of each next card."""
    found: dict[str, object] = {"ranges": [str(hands) for hands in node.ranges]}
    if node.kind == "card":
        found["cards"] = [
            {
                "card": str(runout.card),
                "values": [as_number(value) for value in runout.values],
                "equity": [as_number(value) for value in runout.equity],
                "actions": [str(action) for action in runout.actions],
                "frequencies": [as_number(share) for share in runout.frequencies],
            }
            for runout in node.runouts()
        ]
    return found


def fixed_dict(solution: Solution, fixed: Solution) -> dict[str, object]:
    """Return the values of fixed strategies, and the loss that they cost each player."""
    best = [fixed.best_response(player).value for player in range(2)]
    return {
        "values": list(fixed.values),
        "best_responses": best,
        "losses": [best[1] - solution.values[1], best[0] - solution.values[0]],
    }


def response_dict(response: BestResponse, node: ResponseNode) -> dict[str, object]:
    """Return the best response, and the requested node."""
    return {
        "player": response.player,
        "value": response.value,
        "gain": response.gain,
        "node": node_dict(node) | {"gain": as_number(node.gain)},
    }


def node_dict(node: SolvedNode) -> dict[str, object]:
    """Return a node: its place, its values and its actions."""
    shown: dict[str, object] = {
        "line": [str(step) for step in node.line],
        "kind": node.kind,
        "board": "".join(map(str, node.board)),
        "pot": node.pot,
        "values": [as_number(value) for value in node.values],
        "equity": [as_number(value) for value in node.equity],
    }
    if node.kind == "decision":
        shown |= {
            "player": node.player,
            "actions": [str(action) for action in node.actions],
            "frequencies": [as_number(share) for share in node.frequencies],
        }
    return shown


def _plan_dict(node: SolvedNode, plan: HandPlan, gains: dict[int, float] | None) -> dict[str, object]:
    shown: dict[str, object] = {
        "hand": f"{plan.combo[1]}{plan.combo[0]}",
        "frequencies": dict(zip(map(str, node.actions if plan.frequencies else ()), plan.frequencies, strict=True)),
        "value": as_number(plan.value),
        "equity": as_number(plan.equity),
    }
    return shown if gains is None else shown | {"gain": as_number(gains[combo_index(*plan.combo)])}


def as_number(value: float) -> float | None:
    """Return the number, or None for NaN, which JSON lacks."""
    return value if isfinite(value) else None


# --- for plots -------------------------------------------------------------------------------------------------------


def action_ranges(node: SolvedNode) -> dict[str, Range]:
    """Return, for each action, the hands that take it, weighted by how often they do."""
    shown = {}
    for size, row in zip(node.sizes, node.strategy, strict=True):
        weights = [0.0] * len(COMBOS)
        for combo, share, reach in zip(node.hands(node.player), row.tolist(), node.reach(node.player), strict=True):
            weights[combo_index(*combo)] = min(max(share, 0.0), 1.0) if reach > 0 else 0.0
        shown[size] = Range.from_weights(weights)
    return shown
