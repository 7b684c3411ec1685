"""The names of the seats at a poker table."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

LATE: Final = ("BTN", "CO", "HJ")
"""The names of seats from the button backwards; earlier ones are UTG, UTG+1 and so on."""


@lru_cache
def position_names(seats: int, *, blinds: bool = True) -> tuple[str, ...]:
    """Return the names of the seats, starting left of the button. Without blinds that seat is the first to act.

    >>> position_names(6)
    ('SB', 'BB', 'UTG', 'HJ', 'CO', 'BTN')
    >>> position_names(6, blinds=False)
    ('UTG', 'UTG+1', 'UTG+2', 'HJ', 'CO', 'BTN')
    """
    if not blinds:
        late = LATE[: min(3, seats - 1)]
        return (*_early(seats - len(late)), *reversed(late))
    if seats == 2:
        return ("BB", "BTN")
    late = LATE[: max(1, min(3, seats - 3))]
    return ("SB", "BB", *_early(seats - 2 - len(late)), *reversed(late))


def _early(count: int) -> tuple[str, ...]:
    return tuple(f"UTG+{place}" if place else "UTG" for place in range(count))


def names_in_turn(seats: int) -> tuple[str, ...]:
    """Return the names in the order of acting before the flop: the blinds come last, and heads-up the button is the
    small blind.

    >>> names_in_turn(4), names_in_turn(2)
    (('UTG', 'BTN', 'SB', 'BB'), ('SB', 'BB'))
    """
    if seats == 2:
        return ("SB", "BB")
    names = position_names(seats)
    return (*names[2:], *names[:2])
