"""Customs of tables about who pays what: dead buttons, missed blinds, straddles. Not here: what a deal does with them.

A `Round` remembers what the next deal must know of the last one; `next_round` says who has the button then, and the
rules with what each position owes.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from kicker.games import Rules, State


class Round(NamedTuple):
    """Who had the blinds in a deal, and who owes some."""

    small: int = -1
    """The seat of the small blind, also if nobody sat there; -1 before the first deal."""
    big: int = -1
    """The seat of the big blind."""
    owing: tuple[int, ...] = ()
    """Seats that the big blind passed while they sat out."""

    def as_dict(self) -> dict[str, Any]:
        """The round for JSON."""
        return self._asdict()

    @classmethod
    def from_dict(cls, fields: Mapping[str, Any]) -> Round:
        """The inverse of `as_dict`."""
        return cls(int(fields["small"]), int(fields["big"]), tuple(map(int, fields["owing"])))


def ring(first: int, count: int) -> list[int]:
    """All seats from one on, round the table."""
    return [(first + place) % count for place in range(count)]


def next_button(state: State | None, present: Sequence[int], seats: int, first: int, *, fixed: bool) -> int:
    """Where the button goes after a deal, if there was one: to the next seat that is dealt in, or nowhere."""
    if state is not None and state.carried and state.setup.button in present:
        return state.setup.button  # nobody could open: the same dealer deals again
    if fixed:
        return next(seat for seat in reversed(ring(first + 1, seats)) if seat in present)
    if state is not None and len(present) == 2 < len(state.setup.order):
        # Heads-up begins so that nobody has the big blind twice in a row.
        big_blind = state.setup.order[1]
        if state.rules.blinds and big_blind in present:
            return big_blind
    after = first if state is None else state.setup.button + 1
    return next(seat for seat in ring(after, seats) if seat in present)


def dead_button(last: Round, present: Sequence[int], seats: int) -> tuple[int, int, int] | None:
    """Button, small and big blind by the dead-button rule: the big blind moves on, the others follow where it was.

    None where the rule does not say: before the first deal, and heads-up, where the button has the small blind.
    """
    if last.big < 0:
        return None
    big = next(seat for seat in ring(last.big + 1, seats) if seat in present)
    if len(present) == 2:
        other = next(seat for seat in present if seat != big)
        return other, other, big
    return last.small, last.big, big


def next_round(
    rules: Rules,
    last: Round,
    present: Sequence[int],
    seats: int,
    button: int,
    *,
    dead: bool,
    missed: Collection[int] | None,
    straddles: Mapping[int, int],
) -> tuple[int, Rules, Round]:
    """The button of the next deal, its rules with what each seat owes, and what the deal after it must know.

    `button` is where it goes without a dead button; `missed` are the seats with chips that sit out, None where missed
    blinds are not made up for.
    """
    if len(rules.blinds) != 2 or not (dead or missed is not None or straddles):
        return button, rules, Round()
    found = dead_button(last, present, seats) if dead else None
    if found is None:
        around = [seat for seat in ring(button + 1, seats) if seat in present]
        small, big = (button, around[0]) if len(present) == 2 else (around[0], around[1])
    else:
        button, small, big = found
    order = [seat for seat in ring(button + 1, seats) if seat in present]
    if len(order) == 2 and order[1] == button:
        order.reverse()
    owed = dict(zip((big, small), rules.blinds[::-1], strict=True))
    blinds = {seat: owed.get(seat, 0) for seat in order}
    blinds |= {seat: amount for seat, amount in straddles.items() if not blinds.get(seat, 1)}
    posts: dict[int, int] = {}
    owing = _owing(last, big, missed or (), seats)
    if missed is not None:
        posts = {seat: sum(rules.blinds) for seat in owing if seat in order and not blinds[seat]}
        owing = tuple(seat for seat in owing if seat not in posts and seat != big)
    rules = replace(
        rules,
        blinds=_cut([blinds[seat] for seat in order]),
        posts=_cut([posts.get(seat, 0) for seat in order]),
        dead_posts=rules.dead_posts or bool(posts),
        dead_button=button not in present,
    )
    return button, rules, Round(small, big, owing)


def _owing(last: Round, big: int, missed: Collection[int], seats: int) -> tuple[int, ...]:
    """Who owes blinds, with those that the big blind passes now."""
    if last.big < 0:
        return last.owing
    passed = ring(last.big + 1, seats)[: (big - last.big - 1) % seats]
    return tuple(sorted({*last.owing, *(seat for seat in passed if seat in missed)}))


def _cut(amounts: list[int]) -> tuple[int, ...]:
    """Without the zeros at the end."""
    while amounts and not amounts[-1]:
        amounts = amounts[:-1]
    return tuple(amounts)
