"""One spot solved on many boards, in worker processes or on a Dask cluster, and summarised by texture.

>>> texture("QsJh2h"), texture("8c8d3c"), texture("AsKsQs")
('two-tone', 'paired', 'monotone')
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from math import fsum, inf, nan
from pathlib import Path
from typing import Any, Final, NamedTuple

from kicker.cards import Card, CardsLike, cards_in, parse_cards
from kicker.crews import Task, find_crew, results_of
from kicker.disk import append
from kicker.errors import FileError, KickerError, quoted
from kicker.solver.flops import WeightedFlop, flop_classes, flop_subset
from kicker.solver.locks import check_line, check_locks, left_locks, locked_boards
from kicker.solver.solving import Progress, Request, physical_memory, solve
from kicker.solver.tree import SpotAction, TreeNode, said_size

HEAD: Final = (
    "board",
    "weight",
    "texture",
    "value_oop",
    "value_ip",
    "equity_oop",
    "exploitability",
    "iterations",
    "seconds",
    "action",
    "frequency",
    "spot",
)
"""The columns of a report; each board has a row for each action at its node, the root unless there is a line."""
LINE_HEAD: Final = (*HEAD, "line", "reach")
"""The columns of a report about the node after a line."""
TEXTURES: Final = ("monotone", "two-tone", "rainbow", "paired", "three of a kind")


class BoardResult(NamedTuple):
    """The result of a spot on one board."""

    board: str
    """The cards."""
    weight: float
    """The weight of the board."""
    values: tuple[float, float]
    """The chips that each player wins on average, including the share of the pot."""
    equity: float
    """The share of the pot that the player out of position wins if there is no betting."""
    exploitability: float
    """The exploitability, as a share of the pot."""
    iterations: int
    """The number of iterations."""
    seconds: float
    """The time it took, in seconds."""
    actions: tuple[str, ...]
    """The actions of the player to act at the node: without a line, the player out of position at the start."""
    frequencies: tuple[float, ...]
    """The frequency of each action."""
    spot: str = ""
    """`Request.mark` of the spot that was solved."""
    line: str = ""
    """The line to the node; empty for the root."""
    reach: float = 1.0
    """The probability of the line on this board."""


class Row(NamedTuple):
    """Weighted means over boards."""

    name: str
    """The texture, or `all`."""
    boards: int
    """The number of boards solved."""
    share: float
    """The weight of these boards, as a share of all."""
    values: tuple[float, float]
    """The mean chips that each player wins."""
    equity: float
    """Mean equity of the player out of position."""
    frequencies: tuple[float, ...]
    """Mean frequency of each action of `actions_of`."""
    reach: float
    """The probability of the line; 1 at the root. Means over a line are weighted by it."""


def texture(board: CardsLike) -> str:
    """Return the texture of a flop: three of a kind, paired, or by its suits; turn and river are ignored."""
    flop = list(cards_in(board, KickerError, "a board"))[:3]
    ranks, suits = len({card.rank for card in flop}), len({card.suit for card in flop})
    if ranks < 3:
        return "paired" if ranks == 2 else "three of a kind"
    return TEXTURES[suits - 1]


def read_boards(text: str, name: str) -> list[WeightedFlop]:
    """Parse boards, one per line, with an optional weight after a colon; text after a # is ignored. `name` is used in
    errors."""
    boards: dict[tuple[Card, ...], int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        words, _, weight = line.partition("#")[0].partition(":")
        if not words.strip():
            continue
        try:
            cards = tuple(parse_cards(words.strip()))
            if weight.strip() and not (re.fullmatch(r"\s*[0-9]{1,9}\s*", weight) and int(weight)):
                given = quoted(weight.strip())
                raise KickerError(f"a weight must be a whole number from 1 to 999,999,999, not {given}", "board")
        except KickerError as error:
            raise KickerError(f"{name}:{number}: {error}", "board") from None
        boards.setdefault(cards, int(weight.strip() or 1))
    if not boards:
        raise KickerError(f"{name!r} lists no boards; write one per line, like QsJh2h", "board")
    return [WeightedFlop(cards, weight) for cards, weight in boards.items()]


def named_boards(name: str) -> tuple[WeightedFlop, ...] | None:
    """Return the flops of `all`, `25`, `49`, `95` or `184`; None for any other name."""
    if name == "all":
        return flop_classes()
    return flop_subset(int(name)) if re.fullmatch(r"[0-9]{1,4}", name) else None


def checked_request(request: Request) -> Request:
    """Return the request with its line in full, `check, bet 20` for `check, bet 33%`; a line or locks that do not fit
    a report raise `KickerError`."""
    if not request.line and not request.locks:
        return request
    tree = request.spot.tree()
    locks = left_locks(tree, request.locks)
    if locks:
        check_locks(tree, locked_boards(tree, locks), locks)
    if not request.line:
        return request
    node, _, steps = check_line(tree, request.line)
    if any(isinstance(step, Card) for step in steps):
        raise KickerError("the line of a report has actions only: the cards differ from board to board", "line")
    if node.kind != "decision":
        raise KickerError(f"nobody acts after {request.line!r}: the line of a report must lead to a decision", "line")
    return request._replace(line=", ".join(map(str, steps)))


def solve_boards(
    request: Request,
    boards: Iterable[WeightedFlop],
    *,
    workers: int = 1,
    cluster: str | None = None,
    threads: int = 1,
    seconds: float | None = None,
    memory: int | None = None,
    progress: Callable[[str, Progress], object] | None = None,
) -> Iterator[BoardResult | str]:
    """Solve a spot on many boards. Yield, in their order, a result for each, or a sentence that says why there is none.

    The board of the spot itself does not matter; a line of the request chooses the node. `workers` and `cluster` are as
    in `play_match`; workers have one thread each. `memory` is for all workers together.
    """
    request = checked_request(request)
    limit = (memory or physical_memory() * 4 // 5) // (workers if cluster is None else 1)
    settings = {"threads": threads if workers == 1 and cluster is None else 1, "seconds": seconds, "memory": limit}
    tasks = (Task(_name(board), _solve_board, (request, board, settings)) for board in boards)

    def tell(word: tuple[str, Progress]) -> None:
        if progress is not None:
            progress(*word)

    with find_crew(workers, cluster) as crew, closing(results_of(crew, tasks, tell)) as results:
        yield from results


def _solve_board(
    request: Request, board: WeightedFlop, settings: dict[str, Any], tell: Callable[[Any], None] | None
) -> BoardResult | str:
    """Solve one board, in any process; a board that blocks a range gives a sentence."""
    name = _name(board)
    try:
        spot = replace(request.spot, board=board.cards)
    except KickerError as error:
        return f"{name} left out: {error}"
    solution = solve(
        spot, target=request.target, iterations=request.iterations, locks=left_locks(spot.tree(), request.locks),
        progress=None if tell is None else lambda progress: tell((name, progress)), **settings,
    )  # fmt: skip
    if solution.stopped == "interrupted":
        raise KeyboardInterrupt
    node, reach = solution.root, 1.0
    if request.line:
        node = node.solution.at(request.line)
        reach = float(node.weights(0).sum() / solution.root.weights(0).sum())
    values = node.values if request.line else solution.values
    return BoardResult(
        name, board.weight, values, node.equity[0], solution.exploitability, solution.iterations, solution.seconds,
        tuple(map(str, node.actions)), node.frequencies, line=request.line, reach=reach,
    )  # fmt: skip


# --- files -----------------------------------------------------------------------------------------------------------


def read_report(path: Path, request: Request | None = None) -> list[BoardResult]:
    """Return the boards of a report; none if there is no file. With `request`, a report of another spot raises
    `FileError`."""
    if not path.is_file():
        return []
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise FileError(f"cannot read {str(path)!r}: {(error.strerror or '').lower()}", "missing") from None
    except UnicodeDecodeError:
        raise _no_report(path) from None
    try:
        rows = list(csv.reader(io.StringIO(text)))
        if not rows or tuple(rows[0]) not in (HEAD, LINE_HEAD):
            raise ValueError
        found: dict[str, list[list[str]]] = {}
        for row in rows[1:]:
            if len(row) != len(rows[0]):
                raise ValueError
            found.setdefault(row[0], []).append(row)
        results = [_result(of_board) for of_board in found.values()]
    except (ValueError, csv.Error):
        raise _no_report(path) from None
    mark = "" if request is None or not results else checked_request(request).mark
    if mark and any(result.spot != mark for result in results):
        raise FileError(f"{str(path)!r} is a report of another spot; choose another --output", "file")
    return results


def _no_report(path: Path) -> FileError:
    return FileError(f"{str(path)!r} is not a report that kicker wrote; choose another --output", "file")


def _result(rows: Sequence[Sequence[str]]) -> BoardResult:
    board, weight, _, *numbers, iterations, seconds = rows[0][:9]
    line, reach = (rows[0][12], float(rows[0][13])) if len(rows[0]) > len(HEAD) else ("", 1.0)
    oop, ip, equity, gap = map(float, numbers)
    texture(board)  # it is a board
    if not 0 < float(weight) < inf or not 0 <= reach <= 1:
        raise ValueError(weight)
    return BoardResult(
        board, float(weight), (oop, ip), equity, gap / 100, int(iterations), float(seconds),
        tuple(row[9] for row in rows), tuple(float(row[10]) for row in rows), rows[0][11], line, reach,
    )  # fmt: skip


def continue_report(
    path: Path, request: Request, boards: Iterable[WeightedFlop], **settings: Any
) -> Iterator[BoardResult | str]:
    """Solve the boards that are missing from a report, with the settings of `solve_boards`.

    Each board is written as soon as it is solved, so a stopped report continues where it was. A report of another spot
    raises `FileError`.
    """
    request = checked_request(request)
    if path.is_dir():
        raise FileError(f"cannot write {str(path)!r}: it is a directory", "write")
    done = {result.board for result in read_report(path, request)}
    for result in solve_boards(request, [each for each in boards if _name(each) not in done], **settings):
        if isinstance(result, BoardResult):
            result = result._replace(spot=request.mark)
            try:
                head = not path.is_file() or not path.stat().st_size
                append(path, report_text(result, head=head).encode())
            except OSError as error:
                raise FileError(f"cannot write {str(path)!r}: {(error.strerror or '').lower()}", "write") from None
        yield result


def _name(board: WeightedFlop) -> str:
    return "".join(map(str, board.cards))


def report_text(result: BoardResult, head: bool) -> str:
    """Return the rows of a board, with the header line before them if `head`."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    if head:
        table.writerow(LINE_HEAD if result.line else HEAD)
    numbers = [*result.values, result.equity, 100 * result.exploitability]
    common = [result.board, f"{result.weight:g}", texture(result.board), *(f"{number:.4f}" for number in numbers)]
    common += [str(result.iterations), f"{result.seconds:.2f}"]
    after = [result.line, f"{result.reach:.6f}"] if result.line else []
    for action, share in zip(result.actions, result.frequencies, strict=True):
        table.writerow([*common, action, f"{share:.4f}", result.spot, *after])
    return text.getvalue()


# --- summaries --------------------------------------------------------------------------------------------------------


def actions_of(results: Iterable[BoardResult]) -> tuple[str, ...]:
    """Return all actions on the boards, in the order of their first appearance."""
    return tuple(dict.fromkeys(action for result in results for action in result.actions))


def said_actions(actions: Iterable[str], pot: int | None, node: TreeNode | None = None) -> list[str]:
    """Actions as players say them, `bet 52% (94)`, at the root or at a node; as they are where the pot is not known."""
    if node is not None:
        words = {str(action): said for action, said in zip(node.actions, node.words, strict=True)}
        return [words.get(action, action) for action in actions]
    found = []
    for action in actions:
        kind, _, chips = action.rpartition(" ")
        if pot and kind in ("bet", "all in") and chips.isdecimal():
            action = f"{said_size(SpotAction(kind, int(chips)), pot, 0)} ({chips})"
        found.append(action)
    return found


def summary(results: Sequence[BoardResult]) -> list[Row]:
    """Return weighted means for each texture, and for all boards."""
    total = fsum(result.weight for result in results)
    groups = [(name, [result for result in results if texture(result.board) == name]) for name in TEXTURES]
    actions = actions_of(results)
    return [_row(name, group, actions, total) for name, group in (*groups, ("all", list(results))) if group]


def _row(name: str, group: Sequence[BoardResult], actions: Sequence[str], total: float) -> Row:
    boards = fsum(result.weight for result in group)
    weights = [result.weight * result.reach for result in group]

    def mean(numbers: Iterable[float]) -> float:
        known = [(number, weight) for number, weight in zip(numbers, weights, strict=True) if weight > 0]
        total = fsum(weight for _, weight in known)
        return fsum(number * weight for number, weight in known) / total if known else nan

    shares = [dict(zip(result.actions, result.frequencies, strict=True)) for result in group]
    return Row(
        name,
        len(group),
        boards / total,
        (mean(result.values[0] for result in group), mean(result.values[1] for result in group)),
        mean(result.equity for result in group),
        tuple(mean(share.get(action, 0.0) for share in shares) for action in actions),
        fsum(weights) / boards,
    )
