"""Results are values: they can be keys, and every field of theirs is described. All public types are found here."""

import ast
import dataclasses
import importlib
import inspect
import pkgutil
import pydoc
import sys
import textwrap
import types
import typing
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import kicker
from kicker.games import FOLD, Action, View
from kicker.match import Match
from kicker.players import specs

NOT_RESULTS = (
    "kicker.ui",
    "kicker._kernels",
    "kicker.__main__",
    "kicker.crews",
    *(f"kicker.players.{name}" for name in ("boards", "charting", "charts", "preflop_play", "public", "situation")),
    "kicker.omaha_order",
    "kicker.players.street_solver",
    "kicker.pushfold_table",
    "kicker.several_draws",
)
"""Modules whose types nobody is handed: what draws on the screen, and the workings of crews, bots and solvers."""


def public_types() -> dict[str, type]:
    """Every dataclass and named tuple that a user of the library can meet, by module and name."""
    found = {}
    for module in pkgutil.walk_packages(kicker.__path__, "kicker."):
        if module.name.startswith(NOT_RESULTS):
            continue
        for name, thing in vars(importlib.import_module(module.name)).items():
            is_record = dataclasses.is_dataclass(thing) or hasattr(thing, "_fields")
            if inspect.isclass(thing) and is_record and thing.__module__ == module.name and not name.startswith("_"):
                found[f"{module.name.removeprefix('kicker.')}.{name}"] = thing
    return found


TYPES = public_types()


def hints_of(kind: Any) -> dict[str, Any]:
    """The types of the fields. `PlayerLike` is written as text, which its own module can read alone."""
    known = {"Maker": specs.Maker, "PlayerSpec": specs.PlayerSpec}
    if dataclasses.is_dataclass(kind) and "__annotations__" not in vars(kind):  # a compiled class keeps none
        names = vars(sys.modules[kind.__module__])
        fields = [part for part in _body(kind) if isinstance(part, ast.AnnAssign)]
        return {ast.unparse(part.target): eval(ast.unparse(part.annotation), names, known) for part in fields}
    return typing.get_type_hints(kind, localns=known)


def frozen(kind: Any) -> bool:
    return bool(issubclass(kind, tuple) or kind.__dataclass_params__.frozen)


def hashed_fields(kind: Any) -> list[str]:
    """The fields that make up the hash; none if the type has its own hash, or hashes by identity."""
    if not dataclasses.is_dataclass(kind):
        return [] if "__hash__" in vars(kind) else list(getattr(kind, "_fields", ()))
    own = any(isinstance(part, ast.FunctionDef) and part.name == "__hash__" for part in _body(kind))
    if own or kind.__hash__ is object.__hash__:
        return []
    return [item.name for item in dataclasses.fields(kind) if (item.compare if item.hash is None else item.hash)]


def _body(kind: Any) -> list[ast.stmt]:
    file = Path(inspect.getfile(kind))
    if file.suffix == ".py":
        definition = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
    else:  # a compiled class does not say where its source is: in the module beside it
        source = file.with_name(kind.__module__.rpartition(".")[2] + ".py").read_text(encoding="utf-8")
        definition = next(part for part in ast.parse(source).body if getattr(part, "name", "") == kind.__name__)
    assert isinstance(definition, ast.ClassDef)
    return definition.body


def can_be_hashed(hint: Any) -> bool:
    """Whether all values of a type have a hash, as far as its annotation tells."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Union or origin is types.UnionType or origin is tuple:
        return all(can_be_hashed(argument) for argument in arguments if argument is not Ellipsis)
    if origin is typing.Literal or origin is Callable or hint is type(None):
        return True
    kind = origin or hint
    if not isinstance(kind, type) or kind is object:
        return False
    if kind.__module__.startswith("kicker.") and hasattr(kind, "_fields") | dataclasses.is_dataclass(kind):
        hints = hints_of(kind)
        return frozen(kind) and all(can_be_hashed(hints[name]) for name in hashed_fields(kind))
    return issubclass(kind, Hashable)


@pytest.mark.parametrize("name", sorted(name for name, kind in TYPES.items() if frozen(kind)))
def test_what_never_changes_can_be_a_key(name: str) -> None:
    kind = TYPES[name]
    hints = hints_of(kind)
    assert [part for part in hashed_fields(kind) if not can_be_hashed(hints[part])] == []
    assert kind.__hash__ is not None


def test_the_search_finds_what_cannot_be_a_key() -> None:
    @dataclass(frozen=True)
    class Plain:
        items: list[int]
        names: dict[str, int] = field(hash=False)

    assert hashed_fields(Plain) == ["items"]
    assert not can_be_hashed(list[int])
    assert not can_be_hashed(tuple[int, dict[str, int]])
    assert not can_be_hashed(int | None | set[int])
    assert not can_be_hashed(typing.Mapping[int, int])
    assert can_be_hashed(tuple[int | str, ...])
    assert can_be_hashed(frozenset[int])
    assert can_be_hashed(TYPES["games.state.State"])


@dataclass
class Folder:
    """A player that compares its fields, and so has no hash."""

    patience: int = 3

    def act(self, view: View) -> Action:
        return FOLD


def test_matches_of_any_players_can_be_keys() -> None:
    one, two = (Match([Folder(), "caller"]) for _ in range(2))
    assert {one: 1}[two] == 1
    assert one != Match([Folder(4), "caller"])


# --- fields ----------------------------------------------------------------------------------------------------------


def described(kind: type) -> set[str]:
    """Fields with a text after them, or a line of their own in the docstring, of the type or what it is made from."""
    found = set()
    for base in kind.__mro__:
        if not base.__module__.startswith("kicker."):
            continue
        body = _body(base)
        for part, after in pairwise(body):
            text = after.value if isinstance(after, ast.Expr) else None
            if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name) and isinstance(text, ast.Constant):
                found.add(part.target.id)
        lines = (base.__doc__ or "").splitlines()
        found |= {line.split()[0] for line in lines if line.startswith("    ") and "  " in line.strip()}
    return found


@pytest.mark.parametrize("name", sorted(TYPES))
def test_every_field_is_described(name: str) -> None:
    kind: Any = TYPES[name]
    fields = [item.name for item in dataclasses.fields(kind)] if dataclasses.is_dataclass(kind) else kind._fields
    assert set(fields) - described(kind) == set()


def test_help_on_a_record_says_what_its_fields_are() -> None:
    text = pydoc.plain(pydoc.render_doc(kicker.Record))
    for item in dataclasses.fields(kicker.Record):
        assert f"\n |  {item.name:11}" in text
