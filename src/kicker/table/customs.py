"""Customs of tables: dead buttons, missed blinds, straddles, bomb pots, several boards, rebuys.

`Customs` are what a table has agreed on. A `Round` remembers what the next deal must know about the last one;
`next_round` gives the next button, and the rules with what each position owes. A deal applies them through its `Rules`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, Literal, NamedTuple, get_args

from kicker.cards import unknown
from kicker.checks import flag, of_type, whole
from kicker.errors import KickerError
from kicker.games import Rules, State
from kicker.games.rules import MOST_RUNS

Straddling = Literal["no", "allowed", "always"]
"""Straddles by the seat left of the big blind: never, when it wants to, or always."""


class Customs(NamedTuple):
    """The agreements of a table, besides the rules of the game."""

    dead_button: bool = False
    """True for the dead-button rule: the big blind always moves to the next player; the small blind and the button
    follow to where the blinds were, even if that seat is empty."""
    missed_blinds: bool = False
    """True if a seat that comes back posts the blinds that it missed: the big one live, the small one dead."""
    straddle: Straddling = "allowed"
    """The rule on straddles, for games with blinds and three or more players."""
    bomb_every: int = 0
    """The number of deals from one bomb pot to the next; 0 for none.

    In a bomb pot everyone pays the same instead of blinds and antes, and the first street has no betting.
    """
    bomb_blinds: int = 2
    """The amount that everyone pays into a bomb pot, in big blinds or minimum bets."""
    runs: int = 1
    """The number of boards after an all-in, if everyone still in agrees."""
    bots_run: bool = True
    """True if the bots agree to several boards."""
    buy_in: int = 0
    """The stack up to which people may buy chips between deals, and with which broke bots buy in again; 0 for no
    rebuys."""

    def check(self) -> None:
        """Raise `KickerError` if these customs are impossible."""
        for name in ("dead_button", "missed_blinds", "bots_run"):
            flag(name, getattr(self, name))
        if of_type("straddle", self.straddle, str) not in get_args(Straddling):
            raise KickerError(unknown("straddle", self.straddle, get_args(Straddling)), "rules")
        for name in ("bomb_every", "buy_in"):
            whole(name, getattr(self, name), 0, code="rules")
        whole("bomb_blinds", self.bomb_blinds, 1, code="rules")
        whole("runs", self.runs, 1, MOST_RUNS, code="rules")

    def rules(self, rules: Rules, deal: int) -> Rules:
        """Return the rules of a deal, counted from 1, with its customs; a game without a board is run once."""
        if self.runs > 1 and rules.game.board_cards:
            rules = replace(rules, runs=self.runs)
        if self.bomb_every and deal % self.bomb_every == 0 and len(rules.game.streets) > 1:
            rules = replace(rules, bomb_pot=self.bomb_blinds * rules.big_blind)
        return rules

    def as_dict(self) -> dict[str, Any]:
        """Return the customs that differ from the defaults, for JSON."""
        return {name: value for name, value in self._asdict().items() if value != self._field_defaults[name]}

    @classmethod
    def from_dict(cls, fields: Mapping[str, Any]) -> Customs:
        """Return the customs that `as_dict` wrote."""
        return cls(**fields)


NO_CUSTOMS: Final = Customs()
"""The default customs."""


NOBODY: Final[Mapping[int, int]] = {}


class Round(NamedTuple):
    """The blinds of the last deal, and the seats that owe blinds."""

    small: int = -1
    """The seat of the small blind, even if empty; -1 before the first deal."""
    big: int = -1
    """The seat of the big blind."""
    owing: tuple[int, ...] = ()
    """The seats that owe the big blind: it passed while they sat out."""
    owing_small: tuple[int, ...] = ()
    """The seats that owe the small blind."""

    def with_debt(self, seat: int) -> Round:
        """Return the round with a seat that owes both blinds."""
        return self._replace(owing=_together(self.owing, (seat,)), owing_small=_together(self.owing_small, (seat,)))

    def without(self, seat: int) -> Round:
        """Return the round without what a seat owes."""
        owing, owing_small = ([other for other in seats if other != seat] for seats in (self.owing, self.owing_small))
        return self._replace(owing=tuple(owing), owing_small=tuple(owing_small))

    def as_dict(self) -> dict[str, Any]:
        """Return the round for JSON."""
        return self._asdict()

    @classmethod
    def from_dict(cls, fields: Mapping[str, Any]) -> Round:
        """Return the round that `as_dict` wrote; in older saves who owed the big blind owed both."""
        owing, owing_small = fields["owing"], fields.get("owing_small", fields["owing"])
        return cls(int(fields["small"]), int(fields["big"]), tuple(map(int, owing)), tuple(map(int, owing_small)))


def _together(*groups: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted({seat for group in groups for seat in group}))


def ring(first: int, count: int) -> list[int]:
    """Return all seats clockwise, starting with `first`."""
    return [(first + place) % count for place in range(count)]


def next_button(
    state: State | None, present: Sequence[int], seats: int, first: int, *, fixed: bool, waits: bool
) -> int:
    """Return the seat of the next button: the next seat dealt in, or the same seat if the button stays."""
    if state is not None and state.carried and state.setup.button in present:
        return state.setup.button  # unopened: the same dealer deals again
    if fixed:
        return next(seat for seat in reversed(ring(first + 1, seats)) if seat in present)
    if state is not None and not waits and len(present) == 2 < len(state.setup.order):
        # Heads-up play begins so that no seat has the big blind twice in a row.
        big_blind = state.setup.order[1]
        if state.rules.blinds and big_blind in present:
            return big_blind
    after = first if state is None else state.setup.button + (not waits)
    return next(seat for seat in ring(after, seats) if seat in present)


def dead_button(last: Round, present: Sequence[int], seats: int) -> tuple[int, int, int] | None:
    """Return the button and both blinds by the dead-button rule: the big blind moves on, and the others follow.

    None if the rule does not apply: before the first deal, and heads-up, where the button has the small blind.
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
    customs: Customs,
    absent: Collection[int] = (),
    straddles: Mapping[int, int] = NOBODY,
) -> tuple[int, Rules, Round]:
    """Return the button of the next deal, its rules with what each seat owes, and the round to pass to the deal after
    it.

    `button` is the next one without a dead button; `absent` are the seats with chips that sit out.
    """
    always = customs.straddle == "always"
    if len(rules.blinds) != 2:
        return button, rules, last  # the blinds continue from where they were
    if not (customs.dead_button or customs.missed_blinds or always or straddles):
        return button, rules, Round()
    found = dead_button(last, present, seats) if customs.dead_button else None
    if found is None:
        around = [seat for seat in ring(button + 1, seats) if seat in present]
        small, big = (button, around[0]) if len(present) == 2 else (around[0], around[1])
    else:
        button, small, big = found
    order = positions(button, present, seats)
    owed = dict(zip((big, small), rules.blinds[::-1], strict=True))
    blinds = {seat: owed.get(seat, 0) for seat in order}
    if always and (first := under_the_gun(order, big)) is not None and not rules.bomb_pot:
        straddles = {first: 2 * rules.blinds[-1], **straddles}
    blinds |= {seat: amount for seat, amount in straddles.items() if not blinds.get(seat, 1)}
    after, posts = Round(small, big, last.owing, last.owing_small), dict[int, int]()
    if customs.missed_blinds and not rules.bomb_pot:
        after = _with_missed(last, after, button, absent, seats)
        after, posts = _post_missed(after, [seat for seat in order if not blinds[seat]], rules.blinds)
    rules = replace(
        rules,
        blinds=_cut([blinds[seat] for seat in order]),
        posts=_cut([posts.get(seat, 0) for seat in order]),
        dead_posts=rules.dead_posts or bool(posts),
        dead_button=button not in present,
    )
    return button, rules, after


def positions(button: int, present: Collection[int], seats: int) -> list[int]:
    """Return the seats dealt in, in the order of the blinds; heads-up the button has the small blind."""
    order = [seat for seat in ring(button + 1, seats) if seat in present]
    return order[::-1] if len(order) == 2 and order[1] == button else order


def under_the_gun(order: Sequence[int], big: int) -> int | None:
    """Return the seat left of the big blind, which may straddle; None heads-up."""
    return order[(order.index(big) + 1) % len(order)] if len(order) > 2 else None


def _with_missed(last: Round, now: Round, button: int, absent: Collection[int], seats: int) -> Round:
    """Return the round with the blinds that this deal settles, and those that would have been due from a seat that is
    away.

    The big blind settles everything, the small blind a missed small blind. A seat that comes back between the button
    and the small blind has missed both.
    """
    now = now.without(now.big)
    unsettled = [seat for seat in now.owing_small if seat != now.small]
    if last.big < 0:
        return now._replace(owing_small=tuple(unsettled))
    between = now.big if now.small == button else button  # heads-up the button has the small blind
    big = [seat for seat in _passed(button, last.big, now.big, seats) if seat in absent]
    small = [seat for seat in _passed(between, last.small, now.small, seats) if seat in absent or seat in last.owing]
    if now.small in absent:  # with a dead button
        small.append(now.small)
    return now._replace(owing=_together(now.owing, big), owing_small=_together(unsettled, small))


def _passed(start: int, before: int, blind: int, seats: int) -> list[int]:
    """Return the seats that a blind passes: those between `start` and the blind, and after where it was before."""
    between = ring(start + 1, seats)[: (blind - start - 1) % seats]
    return between[between.index(before) + 1 :] if before in between else between


def _post_missed(now: Round, free: Sequence[int], blinds: Sequence[int]) -> tuple[Round, dict[int, int]]:
    """Return the round after the seats without a blind have posted what they owe, and the posts."""
    posts = {
        seat: blinds[0] * (seat in now.owing_small) + blinds[1] * (seat in now.owing)
        for seat in free
        if seat in now.owing or seat in now.owing_small
    }
    for seat in posts:
        now = now.without(seat)
    return now, posts


def _cut(amounts: list[int]) -> tuple[int, ...]:
    """Return the amounts without trailing zeros."""
    while amounts and not amounts[-1]:
        amounts = amounts[:-1]
    return tuple(amounts)
