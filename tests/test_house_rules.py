"""The rules of the house: who imports whom, what is public, what the docs must name."""

import ast
import copy
import re
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path

import pytest

import kicker
from kicker.explain import explain
from kicker.games import GAMES
from kicker.pairs import compare_pair
from tests.conftest import ROOT
from tests.layers import MAY_IMPORT
from tests.sources import nodes_of

SOURCE = ROOT / "src" / "kicker"
DOCS = ROOT / "docs"


def module_name(path: Path) -> str:
    name = ".".join(path.relative_to(SOURCE).with_suffix("").parts)
    return name.removesuffix(".__init__")


def is_module(path: Path) -> bool:
    """Whether a folder or a file of Python or of C declarations has this name."""
    return path.is_dir() or any(path.with_suffix(suffix).exists() for suffix in (".py", ".pxd"))


def nodes(name: str) -> tuple[ast.AST, ...]:
    """All that a module is made of."""
    return nodes_of(MODULES[name])


@cache
def imports(name: str) -> set[str]:
    """The modules of kicker that a module imports, wherever in it; compiled imports count as well."""
    found: set[str] = set()
    for node in nodes(name):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name}: relative import"
            module = (node.module or "").removeprefix("cython.cimports.")
            below = SOURCE.parent / module.replace(".", "/")
            found |= {f"{module}.{alias.name}" if is_module(below / alias.name) else module for alias in node.names}
    return {name.removeprefix("kicker.") for name in found if name.startswith("kicker.")}


MODULES = {module_name(path): path for path in SOURCE.rglob("*.py")}
UI = {"__init__", "__main__"} | {name for name in MODULES if name.split(".")[0] == "ui"}
"""These may import everything below them."""
AT_HOME = {
    "textual": ("ui.tui",),
    "fastapi": ("ui.web",),
    "starlette": ("ui.web",),
    "uvicorn": ("ui.web",),
    "sqlalchemy": ("databases", "tracker", "ui.web"),
    "sqlite3": ("sites.repeats", "ui.common.statistics"),
    "PIL": ("ui.cardback",),
    "matplotlib": ("ui.plots",),
    "pyarrow": ("tracker.exporting", "ui.exporting"),
    "click": ("ui",),
    "rich": ("ui",),
}
"""Packages that are made for one part of kicker, and where that is."""


@pytest.mark.req("R000-49", "R003-25")
def test_layers() -> None:
    below = sorted(set(MODULES) - UI)
    assert [name for name in below if name not in MAY_IMPORT] == [], "give each of these a room: add it to MAY_IMPORT"
    assert {name: wrong for name in below if (wrong := imports(name) - MAY_IMPORT[name])} == {}


def imported(name: str) -> list[str]:
    """All that a module imports, from wherever it comes."""
    found: list[str] = []
    for node in nodes(name):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found.append(node.module or "")
    return found


def test_packages_are_used_where_they_belong() -> None:
    users: dict[str, set[str]] = {package: set() for package in AT_HOME}
    for name in MODULES:
        for found in imported(name):
            users.get(found.split(".")[0], set()).add(name)
    assert [package for package in AT_HOME if not users[package]] == []
    for package, homes in AT_HOME.items():
        for name in users[package]:
            assert any(name == home or name.startswith(f"{home}.") for home in homes), f"{name} uses {package}"


SCREENS = ("ui.play", "ui.tui", "ui.web")


def test_screens_share_through_common_alone() -> None:
    """A screen imports its own modules and those of `ui.common`; commands may open a screen, nobody else."""
    wrong = {}
    for name in (name for name in MODULES if name.startswith("ui.")):
        own = name if name in SCREENS else name.rpartition(".")[0]
        if own in (*SCREENS, "ui.common"):
            allowed = [f"{own}.", "ui.common."] + ["ui.cli."] * (own == "ui.play")  # where its commands are loaded
            below = {other for other in imports(name) if other.startswith("ui.")}
            wrong[name] = {other for other in below if not f"{other}.".startswith(tuple(allowed))}
    assert len(wrong) > 50
    assert {name: others for name, others in wrong.items() if others} == {}


def test_every_listed_module_exists() -> None:
    assert set(MAY_IMPORT) | UI == set(MODULES)


def test_nothing_below_the_ui_prints_or_asks() -> None:
    for name in set(MODULES) - UI:
        calls = [node.func for node in nodes(name) if isinstance(node, ast.Call)]
        assert not {call.id for call in calls if isinstance(call, ast.Name)} & {"print", "input", "exit"}, name


def test_files_and_functions_stay_readable() -> None:
    files = [*MODULES.values(), *Path(__file__).parent.glob("*.py")]
    long = [str(path) for path in files if path.read_text().count("\n") > 600]
    assert long == [], "a file over 600 lines wants splitting"
    for name in MODULES:
        for node in nodes(name):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno is not None:
                assert node.end_lineno - node.lineno < 70, f"{node.name} of {name} is too long"


def test_all_packages_are_installed() -> None:
    listed = tomllib.loads((SOURCE.parent.parent / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"]
    folders = [path.parent.relative_to(SOURCE.parent) for path in SOURCE.rglob("__init__.py")]
    assert sorted(listed) == sorted(".".join(folder.parts) for folder in folders)


def imported_in(statements: list[ast.stmt]) -> dict[str, str]:
    """The names that `from ... import` statements bring, and the module of kicker that each comes from."""
    found = [node for node in statements if isinstance(node, ast.ImportFrom)]
    return {alias.name: (node.module or "").removeprefix("kicker.") for node in found for alias in node.names}


KNOWS_GAMES = {"games.catalogue", "scores", "_kernels.tables"}
"""Where games have their names; `scores` has tables of words that are called so, and orders of hands can be."""
OTHER_WORDS = ("solitaire", "klondike")
"""Modules with these words in their names mean a rule of Klondike by `draw`."""


def decides(node: ast.AST) -> list[ast.expr]:
    """The expressions that something is compared with or looked up by."""
    if isinstance(node, ast.Compare):
        listed = [each for each in node.comparators if isinstance(each, ast.Tuple | ast.List | ast.Set)]
        return [node.left, *node.comparators, *(part for each in listed for part in each.elts)]
    if isinstance(node, ast.Dict):
        return [key for key in node.keys if key is not None]
    if isinstance(node, ast.MatchValue):
        return [node.value]
    return [node.slice] if isinstance(node, ast.Subscript) else []


def test_no_module_asks_for_the_name_of_a_game() -> None:
    """Code asks the game for its properties, so a new game needs no change elsewhere."""
    for name in set(MODULES) - KNOWS_GAMES:
        if not any(word in name for word in OTHER_WORDS):
            asked = [part for node in nodes(name) for part in decides(node)]
            lines = [part.lineno for part in asked if isinstance(part, ast.Constant) and part.value in GAMES]
            assert not lines, f"{name} decides by the name of a game in lines {lines}"


def test_no_page_asks_for_the_name_of_a_game() -> None:
    name = rf"""["'](?:{"|".join(GAMES)})["']"""
    key = rf"[{{,]\s*(?:{name}|{'|'.join(GAMES)})\s*:"
    asked = rf"(?:[=!]==?|\?\?|case|\[)\s*{name}|{name}\s*[=!]==?|{key}"
    pages = [*(SOURCE / "ui" / "web" / "static").glob("*.[jh]*")]
    assert len(pages) > 30
    for path in pages:
        if not any(word in path.name for word in OTHER_WORDS):
            assert [line for line in path.read_text().splitlines() if re.search(asked, line)] == [], path.name


def test_public_names() -> None:
    assert len(set(kicker.__all__)) == len(kicker.__all__)
    statements = ast.parse((SOURCE / "__init__.py").read_text()).body
    (on_demand,) = [
        node.body for node in statements if isinstance(node, ast.If) and "not" not in ast.unparse(node.test)
    ]
    assert imported_in(on_demand) == kicker._HOME
    assert {*imported_in(statements), *kicker._HOME} == {*kicker.__all__, "TYPE_CHECKING"}
    for name in kicker.__all__:
        assert getattr(kicker, name) is not None
    assert set(kicker.__all__) <= set(dir(kicker))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = kicker.nothing  # type: ignore[attr-defined]


def test_no_public_name_hides_a_module() -> None:
    assert not set(kicker.__all__) & {name.split(".")[0] for name in MODULES}


def test_names_are_imported_when_they_are_first_used() -> None:
    script = (
        "import kicker, sys; kicker.split_pots; assert 'kicker.games' not in sys.modules; kicker.Table; dir(kicker)"
    )
    subprocess.run([sys.executable, "-c", f"{script}; from kicker import *; solve"], check=True)


def test_results_can_be_keys() -> None:
    state, _ = kicker.holdem(blinds=(5, 10)).start("As Kd Ah Kc 2c 3d 5h 9s Jd", stacks=[100, 100], button=0)
    ended, _ = state.apply(kicker.FOLD)
    record = kicker.Record.from_state(ended)
    split = kicker.split_pots([25, 50, 100])
    results: list[object] = [
        kicker.equity(["AsAh", "KsKh"]),
        kicker.Range("AA"),
        kicker.draw_odds("4C 9S 4H 3D 2D", "9S"),
        kicker.push_or_fold(10),
        split,
        *kicker.pay_pots(split.pots, {0: 9, 1: 5, 2: 5}),
        *(state, state.rules, state.options, state.view(0), *ended.history),
        *(record, kicker.replay(record)),
        kicker.solve(kicker.Klondike().start(3)),
        explain("As Ks Qs Js Ts"),
        compare_pair("AS KS QS JS TS", "2C 3C 4C 5C 7D"),
    ]
    assert len({*results, *copy.deepcopy(results)}) == len(results)


def test_every_public_name_has_a_docstring() -> None:
    for name in set(kicker.__all__) - {"__version__"}:
        thing = getattr(kicker, name)
        assert thing.__doc__, name
        if isinstance(thing, type):
            for part, value in vars(thing).items():
                if not part.startswith("_") and (callable(value) or isinstance(value, (property, classmethod))):
                    assert value.__doc__, f"{name}.{part}"


def test_importing_kicker_loads_nothing_heavy() -> None:
    script = "import kicker, sys; print(*sorted(sys.modules))"
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert not set(result.stdout.split()) & {
        "numpy",
        "click",
        "rich",
        "random",
        "concurrent.futures",
        "cython",
        "inspect",
    }


def test_ranking_a_hand_loads_no_numpy_and_no_rich(tmp_path: Path) -> None:
    script = (
        "import sys; from kicker.ui.cli import main\ntry: main(['rank', 'AsKsQsJsTs'])\nfinally: print(*sys.modules)"
    )
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert not set(result.stdout.split()) & {"numpy", "rich", "random", "concurrent.futures"}


def test_marks_select_the_tests_of_live_files() -> None:
    """`make test-stress` selects by the mark that these files get while tests are collected."""
    command = [sys.executable, "-m", "pytest", "-q", "--collect-only", "-p", "no:xdist", "-m", "live"]
    listed = subprocess.run([*command, "tests/test_parallel.py"], cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert "::test_there_is_a_core" in listed.stdout, listed.stdout + listed.stderr
