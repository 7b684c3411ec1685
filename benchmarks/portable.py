"""A portable build of the solver's kernels, as wheels carry it, beside the kernels built for this machine."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.timing import Result, Target
from kicker._kernels.forest import is_v3

ROOT = Path(__file__).parent.parent
KERNELS = "forest,cfr,cfr_v3,postflop,postflop_v3"
"""The kernels in which an iteration runs."""
SPOTS = ("river_full", "turn_full", "turn_fast")
ROUNDS = 3
ITERATION = """
import sys
from benchmarks.solver import ITERATIONS, best_processor_time, engine
for name in sys.argv[1:]:
    game, count = engine(name), ITERATIONS[name][3]
    game.iterate(count)
    print(best_processor_time(lambda: game.iterate(count)) / count)
print(type(game.game).__module__)
"""


def portable_builds(subject: str) -> list[Result]:
    """Measure iterations with both builds, which take turns, each in processes of its own."""
    names = {spot: f"{spot}, an iteration with the kernels of a wheel" for spot in SPOTS}
    target = Target("<=", 1.3)
    if not is_v3():
        return [Result(subject, name, target=target, note="not an x86-64-v3 processor") for name in names.values()]
    with TemporaryDirectory() as folder:
        package = build(Path(folder))
        best = {(spot, portable): inf for spot in SPOTS for portable in (False, True)}
        for _ in range(ROUNDS):
            for portable in (False, True):
                for spot, seconds in zip(SPOTS, iterations(package if portable else None), strict=True):
                    best[spot, portable] = min(best[spot, portable], seconds)
    return [
        Result(subject, name, best[spot, True] * 1e3, "ms", best[spot, True] / best[spot, False],
               "portable / native", target)
        for spot, name in names.items()
    ]  # fmt: skip


def build(folder: Path) -> Path:
    """Copy the package into a folder, with the solver's kernels built with the flags of a wheel; return its path."""
    package = folder / "package"
    shutil.copytree(ROOT / "src" / "kicker", package / "kicker", ignore=shutil.ignore_patterns("__pycache__"))
    settings = {name: value for name, value in os.environ.items() if not name.startswith("KICKER_")}
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--force", "--build-lib", str(package)]
    subprocess.run(
        [*command, "--build-temp", str(folder / "objects")],
        cwd=ROOT, env=settings | {"KICKER_KERNELS": KERNELS}, check=True, capture_output=True,
    )  # fmt: skip
    return package


def iterations(package: Path | None) -> list[float]:
    """Return the processor time of an iteration of each spot, with the kernels of a package or with those in use."""
    settings = os.environ | ({} if package is None else {"PYTHONPATH": str(package)})
    result = subprocess.run(
        [sys.executable, "-c", ITERATION, *SPOTS], cwd=ROOT, env=settings, check=True, capture_output=True, text=True
    )
    *seconds, kernel = result.stdout.split()
    assert kernel.endswith("_v3") is (package is not None), kernel
    return [float(each) for each in seconds]
