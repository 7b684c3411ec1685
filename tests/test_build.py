"""The build matches the sources: kernels, tables, and the wheel."""

import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
import tomllib
import venv
from collections.abc import Iterable
from dataclasses import replace
from importlib import import_module
from importlib.metadata import packages_distributions, requires
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from kicker._kernels import tables
from tests.conftest import ROOT
from tests.test_examples import PRINTED

KERNELS = ROOT / "src" / "kicker" / "_kernels"
ENGINE = ROOT / "src" / "kicker" / "games"


@pytest.mark.parametrize("stub", sorted(KERNELS.glob("*.pyi")), ids=lambda stub: stub.stem)
def test_compiled_kernels_are_not_older_than_their_sources(stub: Path) -> None:
    """An edited kernel that was not compiled again would be passed over without a word: run `make setup`."""
    if stub.stem.endswith("_v3") and not list(KERNELS.glob(f"{stub.stem}.*.so")):
        pytest.skip("only portable builds for x86-64 have kernels for a second level of processors")
    kernel = import_module(f"kicker._kernels.{stub.stem}")
    sources = [KERNELS / f"{loaded_setup().source_name(stub.stem)}.py", *sorted(KERNELS.glob("*.pxd"))]
    assert kernel.source_hash() == hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()
    assert not str(kernel.__file__).endswith(".py")


@pytest.mark.parametrize(
    "types", sorted(types for types in ENGINE.glob("*.pxd") if types.stem != "tuples"), ids=lambda types: types.stem
)
def test_the_compiled_engine_is_not_older_than_its_sources(types: Path) -> None:
    """What holds for the kernels; but the engine may do without being compiled."""
    sources = [types.with_suffix(".py"), *sorted(ENGINE.glob("*.pxd"))]
    wanted = hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()
    file = Path(str(import_module(f"kicker.games.{types.stem}").__file__))
    if file.suffix == ".py":
        pytest.skip("the engine is not compiled here: `make setup` does it")
    assert wanted.encode() in file.read_bytes()


AS_IT_IS = """
import sys
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, SourceFileLoader
from tests.test_build import digest_of_deals

def source_alone(folder):
    if not folder.endswith("kicker/games"):
        raise ImportError(folder)
    return FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES))

sys.path_hooks.insert(0, source_alone)
print(digest_of_deals(), sys.modules["kicker.games.progress"].__file__)
"""


def digest_of_deals() -> str:
    """Play every game at random, and return a digest of all states; what was refused counts as well."""
    from kicker.errors import IllegalAction
    from kicker.games import FOLD, GAMES, Action, discard, raise_to, standard

    digest, dice = hashlib.sha256(), random.Random(8)
    for game in GAMES.values():
        for showdown in ("order", "ask"):
            rules = replace(standard(game, (1, 2)), showdown=showdown)
            stacks = [dice.choice([3, 20, 500, 10**20]) for _ in range(min(4, rules.most_seats))]
            state, _ = rules.start(dice.sample(game.deck, len(game.deck)), stacks, 0)
            while options := state.options:
                most = min(options.max_raise_to, 4 * options.min_raise_to)
                choices: list[Action] = [options.passive, raise_to(most), FOLD]
                if options.phase == "drawing":
                    choices = [discard(options.hand[: dice.randint(0, 6)])]
                try:
                    state, events = state.apply(dice.choices(choices, (9, 3, 1)[: len(choices)])[0])
                    digest.update(repr((state[1:], events)).encode())
                except IllegalAction as error:
                    digest.update(str(error).encode())
    return digest.hexdigest()


def test_the_engine_plays_the_same_if_it_is_not_compiled() -> None:
    result = subprocess.run([sys.executable, "-c", AS_IT_IS], capture_output=True, text=True, check=True, cwd=ROOT)
    digest, file = result.stdout.split()
    assert file.endswith("progress.py")
    assert digest == digest_of_deals()


def loaded_setup() -> ModuleType:
    spec = spec_from_file_location("kicker_setup", ROOT / "setup.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("compiler", "platform", "flags"),
    [
        ("msvc", "win-amd64", ["/O2"]),
        ("mingw32", "win-amd64", ["-O3", "-g0", "-march=x86-64-v2", "-ffp-contract=off"]),
        ("unix", "linux-x86_64", ["-O3", "-g0", "-march=x86-64-v2", "-ffp-contract=off"]),
        ("unix", "linux-aarch64", ["-O3", "-g0", "-ffp-contract=off"]),
        ("unix", "macosx-11.0-arm64", ["-O3", "-g0", "-ffp-contract=off"]),
        ("unix", "macosx-10.13-universal2", ["-O3", "-g0", "-ffp-contract=off"]),
    ],
)
def test_each_compiler_gets_flags_that_it_knows(
    monkeypatch: pytest.MonkeyPatch, compiler: str, platform: str, flags: list[str]
) -> None:
    for name in ("KICKER_NATIVE", "KICKER_SANITIZE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sysconfig.get_platform", lambda: platform)
    assert loaded_setup().compile_flags("julia", compiler) == flags


@pytest.mark.parametrize(
    ("native", "platform", "levels"),
    [
        ("0", "linux-x86_64", ["-march=x86-64-v2", "-march=x86-64-v3"]),
        ("0", "macosx-11.0-x86_64", ["-march=x86-64-v2", "-march=x86-64-v3"]),
        ("0", "linux-aarch64", [""]),
        ("0", "macosx-10.13-universal2", [""]),
        ("0", "win-amd64", ["-march=x86-64-v2"]),
        ("1", "linux-x86_64", ["-march=native"]),
    ],
)
def test_portable_builds_have_the_solver_for_two_levels_of_processors(
    monkeypatch: pytest.MonkeyPatch, native: str, platform: str, levels: list[str]
) -> None:
    monkeypatch.delenv("KICKER_SANITIZE", raising=False)
    monkeypatch.setenv("KICKER_NATIVE", native)
    monkeypatch.setattr("sysconfig.get_platform", lambda: platform)
    build = loaded_setup()
    kernels = ["cfr", *(["cfr_v3"] if build.has_v3() else [])]
    found = ["".join(f for f in build.compile_flags(kernel, "unix") if "-march" in f) for kernel in kernels]
    assert found == levels
    assert build.source_name("cfr_v3") == "cfr"


@pytest.mark.long
def test_chosen_kernels_are_compiled_alone(tmp_path: Path) -> None:
    shutil.copy(ROOT / "setup.py", tmp_path)
    shutil.copytree(KERNELS, tmp_path / "src/kicker/_kernels", ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    environment = {key: value for key, value in os.environ.items() if not key.startswith("KICKER_")}
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--build-lib", "built", "--build-temp", "objects"]
    subprocess.run(command, check=True, env=environment | {"KICKER_KERNELS": "julia"}, cwd=tmp_path)
    assert [path.name.partition(".")[0] for path in (tmp_path / "built").rglob("*.so")] == ["julia"]


def test_the_tables_are_what_their_maker_makes() -> None:
    assert tables.FILE.read_bytes() == tables.build()


def test_each_rank_summand_is_the_smallest_that_keeps_sums_apart() -> None:
    """For the first six ranks, which can be searched at once; that all sums differ, `tables.build` asserts."""
    from itertools import combinations_with_replacement

    def apart(summands: tuple[int, ...]) -> bool:
        hands = [
            hand for hand in combinations_with_replacement(range(len(summands)), 7) if max(map(hand.count, hand)) < 5
        ]
        return len({sum(summands[rank] for rank in hand) for hand in hands}) == len(hands)

    for count in range(2, 7):
        known = tables.RANK_SUMMANDS[: count - 1]
        assert apart((*known, tables.RANK_SUMMANDS[count - 1]))
        for smaller in range(known[-1] + 1, tables.RANK_SUMMANDS[count - 1]):
            assert not apart((*known, smaller)), (known, smaller)


BOTH_BUILDS = """
from kicker._kernels import postflop, postflop_v3
from kicker.solver import Spot, engine, solve
spot = Spot("QQ+,AKs", "TT-88,AQs", "Td9d6hQc", 200, 900, turn_bet="60%", river_bet="60%", river_raise="2.5x")
found = []
for engine.Game in (postflop.Game, postflop_v3.Game):
    found.append(solve(spot, target=0.001))
assert abs(found[0].values[0] - found[1].values[0]) <= 2 * 200 * sum(each.exploitability for each in found)
"""


@pytest.mark.parametrize(
    "compile_them", [False, pytest.param(True, marks=pytest.mark.long)], ids=["copied", "compiled"]
)
def test_the_wheel_works_in_an_empty_environment(tmp_path: Path, compile_them: bool) -> None:
    """Built without what this machine can do better, installed with nothing but its dependencies, and used.

    Its kernels are compiled for it, which takes a minute, or else those that are here are copied into it.
    """
    environment = {key: value for key, value in os.environ.items() if not key.startswith("KICKER_")}
    environment |= {} if compile_them else {"KICKER_KERNELS": "0"}
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    source = tmp_path / "source"
    source.mkdir()
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    shutil.copytree(ROOT / "src", source / "src", ignore=shutil.ignore_patterns("*.so", "__pycache__", "*.egg-info"))
    subprocess.run(
        [*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(tmp_path), str(source)],
        check=True,
        env=environment,
    )
    (wheel,) = tmp_path.glob("*.whl")
    with ZipFile(wheel, "a") as files:
        pages = {path.name for path in (ROOT / "src" / "kicker" / "ui" / "web" / "static").iterdir()}
        assert {Path(name).name for name in files.namelist() if "/static/" in name} == pages
        for kernel in [] if compile_them else KERNELS.glob("*.so"):
            files.write(kernel, f"kicker/_kernels/{kernel.name}")
    venv.create(tmp_path / "empty", with_pip=False)
    python = tmp_path / "empty" / "bin" / "python"
    constraints = ["--constraint", str(ROOT / "constraints.txt")]
    subprocess.run(
        [*pip, "--python", str(python), "install", "--no-compile", *constraints, str(wheel)],
        check=True,
        env=environment,
    )
    script = "import kicker, numpy; print(kicker.evaluate('AsKsQsJsTs'), kicker.evaluate_many([[0, 1, 2, 3, 4]])[0])"
    result = subprocess.run([python, "-c", script], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert result.stdout == "7462 7297\n"
    if compile_them and loaded_setup().has_v3():
        subprocess.run([python, "-c", BOTH_BUILDS], check=True, cwd=tmp_path)
    examples = sorted(set(PRINTED) - {"card_back.py"} if compile_them else ["first_evaluation.py", "push_or_fold.py"])
    for name in examples:
        subprocess.run([python, ROOT / "examples" / name], check=True, cwd=tmp_path, stdout=subprocess.DEVNULL)
    result = subprocess.run(
        [python.with_name("kicker"), "tour"], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert "4 pairs" in result.stdout


def brought_by(requirements: Iterable[Requirement]) -> set[str]:
    """The packages that an installation of these brings, with all that they need themselves."""
    found: set[tuple[str, str]] = set()
    waiting = list(requirements)
    while waiting:
        requirement = waiting.pop()
        for extra in ("", *requirement.extras):
            key = canonicalize_name(requirement.name), extra
            if key not in found:
                found.add(key)
                needs = [Requirement(text) for text in requires(requirement.name) or []]
                waiting += [need for need in needs if need.marker is None or need.marker.evaluate({"extra": extra})]
    return {name for name, _ in found}


@pytest.mark.parametrize(
    ("extra", "module"), [("web", "kicker.ui.web.server"), ("tui", "kicker.ui.tui.app"), ("art", "PIL.Image")]
)
def test_an_extra_brings_all_that_its_part_imports(extra: str, module: str) -> None:
    """A part needs no package that is installed only for the tests, because users do not have those."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    brought = brought_by(map(Requirement, project["dependencies"] + project["optional-dependencies"][extra]))
    script = (
        f"import json, sys; before = {{*sys.modules}}; import {module}; print(json.dumps([*{{*sys.modules}} - before]))"
    )
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    packages = packages_distributions()
    loaded = {name.partition(".")[0] for name in json.loads(result.stdout)}
    found = {canonicalize_name(packages[name][0]) for name in loaded & set(packages)}
    assert found
    assert found - {"kicker", "cython"} <= brought  # SQLAlchemy looks for Cython and does without it
