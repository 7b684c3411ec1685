"""`python -m benchmarks` runs all subjects, and `python -m benchmarks evaluate batch` runs those two."""

from __future__ import annotations

import argparse
import json
import os
import platform
from dataclasses import asdict
from importlib import import_module
from types import ModuleType

import kicker
from benchmarks.timing import Result, print_results
from kicker.parallel import available_cores

SUBJECTS = (
    *("evaluate", "batch", "orders", "compare", "equity", "engine", "games", "sites", "match", "klondike", "solver"),
    *("art", "startup", "terminal", "server", "study"),
)


def title(module: ModuleType) -> str:
    """The first line of a module's description."""
    return (module.__doc__ or "").partition("\n")[0]


def print_machine() -> None:
    """Print the machine that the figures were measured on; the load shows whether other programs kept it busy."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    print(f"kicker {kicker.__version__}, {python}, {platform.platform()}")
    print(f"{available_cores()} cores, load before the start {os.getloadavg()[0]:.1f}\n", flush=True)


def print_summary(results: list[Result]) -> None:
    """Print how many targets and goals were met, and list those that were missed."""
    wanted = [result for result in results if result.target]
    failed = [result for result in wanted if not result.met]
    print(f"{len(wanted) - len(failed)} of {len(wanted)} targets and goals met{', all but:' if failed else ''}")
    for result in failed:
        print(f"  {result.subject}: {result.name}: {result.verdict}")


def main() -> None:
    """Run the subjects named on the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="How fast kicker is.")
    parser.add_argument("subjects", nargs="*", metavar="SUBJECT", help=f"{', '.join(SUBJECTS)}; all by default")
    parser.add_argument("--solving", action="store_true", help="server only: measure it while it solves a flop")
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    parser.add_argument("--list", action="store_true", help="list the subjects and stop")
    arguments = parser.parse_args()
    unknown = [name for name in arguments.subjects if name not in SUBJECTS]
    if unknown:
        parser.error(f"unknown subject {', '.join(unknown)}; choose from {', '.join(SUBJECTS)}")
    if arguments.solving and arguments.subjects != ["server"]:
        parser.error("--solving works with server: python -m benchmarks server --solving")
    modules = {name: import_module(f"benchmarks.{name}") for name in arguments.subjects or SUBJECTS}
    if arguments.list:
        for name, module in modules.items():
            print(f"{name:10}{title(module)}")
        return
    if not arguments.json:
        print_machine()
    results: list[Result] = []
    for name, module in modules.items():
        found = module.run_solving() if arguments.solving else module.run()
        results += found
        if not arguments.json:
            print_results(f"{name}: {title(module)}", found)
    if arguments.json:
        print(json.dumps([asdict(result) for result in results], indent=2))
    else:
        print_summary(results)


if __name__ == "__main__":
    main()
