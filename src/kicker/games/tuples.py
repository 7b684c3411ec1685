"""NamedTuples at the speed of tuples. `tuples.pxd` has the same for the compiled modules of the engine."""

from __future__ import annotations

from typing import TypeVar

_Item = TypeVar("_Item")
_Fields = TypeVar("_Fields", bound=tuple[object, ...])

make = tuple.__new__
"""`make(State, fields)`: calling a NamedTuple runs a Python function, and this takes half the time."""


def plain(fields: _Fields) -> _Fields:
    """Return a NamedTuple for unpacking: compiled code unpacks it as fast as a plain tuple."""
    return fields


def replaced(items: tuple[_Item, ...], seat: int, item: _Item) -> tuple[_Item, ...]:
    """Return a copy of `items` with the item of one seat replaced."""
    copied = [*items]
    copied[seat] = item
    return tuple(copied)
