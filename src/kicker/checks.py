"""Checks of arguments: one sentence says which argument is wrong, what it must be, and what it was.

>>> whole("nodes", 2.5, 1)
Traceback (most recent call last):
kicker.errors.KickerError: nodes must be a whole number, 1 or more, not 2.5
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator
from itertools import islice
from math import inf
from numbers import Real
from typing import TYPE_CHECKING, Any, TypeVar

from kicker.errors import KickerError, quoted

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random

T = TypeVar("T")


def whole(
    name: str, value: object, least: int, most: int | None = None, error: type[KickerError] = KickerError,
    code: str = "type",
) -> int:  # fmt: skip
    """Return `value` as a whole number; any integer type is accepted."""
    try:
        number = least - 1 if isinstance(value, bool) else operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        number = least - 1
    if number < least or (most is not None and number > most):
        limits = f", {least} or more" if most is None else f" from {least} to {most}"
        raise error(f"{name} must be a whole number{limits}, not {quoted(value)}", code)
    return number


def positive(
    name: str, value: object, error: type[KickerError] = KickerError, code: str = "type", *, endless: bool = False
) -> float:
    """Return `value` as a number above 0; infinity is accepted only where it means no limit."""
    try:
        number = float(value) if isinstance(value, Real) else 0.0
    except OverflowError:
        number = inf
    if not 0 < number < inf and not (endless and number == inf):
        raise error(f"{name} must be a number above 0, not {quoted(value)}", code)
    return number


def of_type(name: str, value: object, kind: type[T], error: type[KickerError] = KickerError) -> T:
    """Return `value` if it is of this type: one of kicker's classes, or text."""
    if not isinstance(value, kind):
        what = "text" if kind is str else f"a{'n' * (kind.__name__[0] in 'AEIOU')} {kind.__name__}"
        raise error(f"{name} must be {what}, not {quoted(value)}", "type")
    return value


def flag(name: str, value: object) -> bool:
    """Return `value` if it is True or False."""
    if not isinstance(value, bool):
        raise KickerError(f"{name} must be True or False, not {quoted(value)}", "type")
    return value


def seed_value(value: object) -> None:
    """Refuse a seed for decks and bots unless its type survives being written down and read again."""
    if not isinstance(value, (int, str)):
        raise KickerError(f"seed must be a whole number or text, not {quoted(value)}", "seed")


def file_path(name: str, value: object, error: type[KickerError]) -> Path:
    """Return `value` as the path of a file or folder."""
    from pathlib import Path  # one of the slower imports

    try:
        return Path(value)  # type: ignore[arg-type]
    except TypeError:
        raise error(f"{name} must be a path, not {quoted(value)}", "type") from None


def callback(name: str, value: object) -> None:
    """Refuse anything that cannot be called, except None."""
    if value is not None and not callable(value):
        raise KickerError(f"{name} must be a function, not {quoted(value)}", "type")


def each(name: str, values: Iterable[T], like: str, error: type[KickerError] = KickerError) -> Iterator[T]:
    """Yield the items of a list, or of any iterable except text."""
    try:
        if not isinstance(values, (str, bytes)):
            return iter(values)
    except TypeError:
        pass
    raise error(f"{name} must be a list like {like}, not {quoted(values)}", "type")


def listed(name: str, values: Iterable[T], most: int, like: str, error: type[KickerError] = KickerError) -> list[T]:
    """Return the items as a list of at most `most`; an endless iterable is not read to its end."""
    items = list(islice(each(name, values, like, error), most + 1))
    if len(items) > most:
        raise error(f"{name} must be a list of at most {most}", "count")
    return items


def dice(seed: Any) -> Random:
    """Return a random generator for a seed; a `Random` is used as it is."""
    from random import Random  # one of the slower imports, and rarely needed

    if isinstance(seed, Random):
        return seed
    try:
        return Random(seed)
    except (TypeError, UnicodeError):
        raise KickerError(f"seed must be a whole number or text, not {quoted(seed)}", "seed") from None
