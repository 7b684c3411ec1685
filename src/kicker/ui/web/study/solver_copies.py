"""The command and the Python code that give the same numbers as the pages of the solver."""

from __future__ import annotations

from shlex import join

from kicker.cards import number_text
from kicker.solver import Request
from kicker.solver.kept_reports import KeptReport
from kicker.solver.library import Entry
from kicker.solver.reports import named_boards


def spot_copies(request: Request, start: Entry | None = None) -> dict[str, str]:
    """Return `command` and `python` that solve a spot as the page does, or continue from a solution of the library."""
    if start:
        return _further_copies(request, start)
    values = {name: value for name, value in request.spot.as_dict().items() if name != "name"}
    given = _given(request)
    python = [
        "from kicker.solver import Spot, solve\n",
        "spot = Spot(",
        *(f"    {name}={value!r}," for name, value in values.items()),
        ")",
        f"solution = solve(spot, {given})",
        "print(solution.values, solution.exploitability)",
    ]
    return {"command": join(_solve(request)), "python": "\n".join(python)}


def _further_copies(request: Request, start: Entry) -> dict[str, str]:
    locks = [str(lock) for lock in request.locks]
    command = ["kicker", "solve", "--load", start.name, *_limits(request)]  # which keeps the locks of the solution
    command += [word for lock in locks if lock not in start.locks for word in ("--lock", lock)]
    python = [
        "from kicker.solver import solve",
        "from kicker.solver.library import Library\n",
        f"start = Library().open({start.name!r})",
        f"solution = solve(start.spot, start=start, {_given(request)})",
        "print(solution.values, solution.exploitability)",
    ]
    kept = set(start.locks) <= set(locks)
    return {"command": join(command if kept else _solve(request)), "python": "\n".join(python)}


def _given(request: Request) -> str:
    """Return the limits and locks of a request as arguments of `solve`."""
    given = f"target={request.target:g}, iterations={request.iterations}"
    return given + (f", locks={[str(lock) for lock in request.locks]!r}" if request.locks else "")


def node_copies(name: str, line: str, other: str = "") -> dict[str, str]:
    """Return `command` and `python` that show a node of a solution of the library, or of two solutions."""
    words = ["kicker", "solve", "--load", name, *(["--line", line] if line else [])]
    python = ["from kicker.solver.library import Library\n"]
    if other:
        words += ["--compare", other]
        python = [
            "from kicker.solver import compare",
            *python,
            f"found = compare(Library().open({name!r}), Library().open({other!r}), {line!r})",
            "print(found.values, found.sizes, found.frequencies)",
        ]
    else:
        python += [
            f"node = Library().open({name!r}).at({line!r})",
            "print(node.values, node.equity)",
            'if node.kind == "card":',
            "    print(node.runouts())",
            'elif node.kind == "decision":',
            "    print(dict(zip(node.sizes, node.frequencies)))",
        ]
    return {"command": join(words), "python": "\n".join(python)}


def report_copies(entry: KeptReport) -> dict[str, str]:
    """Return `command` and `python` that solve the boards of a report."""
    request, boards = Request.from_dict(entry.config), entry.boards.strip()
    listed = named_boards(boards) is None
    options = ["--report", "-" if listed else boards, "--output", f"{entry.name}.csv"]
    options += ["--line", request.line] if request.line else []
    python = [
        "from kicker.solver import Request",
        "from kicker.solver.kept_reports import boards_of",
        "from kicker.solver.reports import BoardResult, solve_boards, summary\n",
        f"request = Request.from_dict({entry.config!r})",
        f"found = solve_boards(request, boards_of({boards!r}))",
        "print(summary([each for each in found if isinstance(each, BoardResult)]))",
    ]
    command = join([*_solve(request, report=True), *options])
    return {"command": command + (f" <<'END'\n{boards}\nEND" if listed else ""), "python": "\n".join(python)}


def _solve(request: Request, *, report: bool = False) -> list[str]:
    """Return the words of `kicker solve` for a spot; a report has its boards in place of that of the spot."""
    words = ["kicker", "solve"]
    for name, value in request.spot.as_dict().items():
        if name != "name" and not (report and name == "board"):
            words += [f"--{name.replace('_', '-')}", _text(value)]
    return words + _limits(request) + [word for lock in request.locks for word in ("--lock", str(lock))]


def _limits(request: Request) -> list[str]:
    return ["--target", f"{100 * request.target:g}", "--iterations", str(request.iterations)]


def _text(value: object) -> str:
    """Return a value of a spot as an option takes it; sizes of both players have a bar between them."""
    if isinstance(value, int | float):
        return number_text(value)
    return " | ".join(value) if isinstance(value, tuple) else str(value)
