# cython: annotation_typing=False, nonecheck=True
"""A deal while it changes: its facts, and the small changes that all parts of the engine make."""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING

from kicker.cards import Card
from kicker.games import tuples
from kicker.games.events import Event, EventKind
from kicker.orders import Strength

if TYPE_CHECKING:
    from kicker.games.state import Setup, State


class Deal:
    """The facts of a deal. Those per seat are tuples, as in `State`, because most decisions change few of them."""

    __slots__ = (
        "acted_at",
        "aggressor",
        "bet",
        "bet_count",
        "bets",
        "board",
        "boards",
        "course",
        "dead",
        "dealt",
        "deck",
        "events",
        "full_bet",
        "hands",
        "last_raise",
        "live",
        "order",
        "over",
        "paid",
        "past",
        "rules",
        "runs_from",
        "setup",
        "stacks",
        "step",
        "street",
        "to_act",
        "up",
        "waiting",
    )

    def __init__(self, setup: Setup, state: State | None = None) -> None:
        self.setup = setup
        self.rules, _, _, _, self.order, _ = tuples.plain(setup)
        self.course = self.rules.course
        self.events: list[Event] = []
        self.over = False
        self.to_act: int | None = None
        if state is None:
            count = len(setup.stacks)
            self.step = self.street = -1
            self.stacks: tuple[int, ...] = setup.stacks
            self.bets: tuple[int, ...] = (0,) * count
            self.paid, self.acted_at = self.bets, (-1,) * count
            self.dealt = self.bet = self.full_bet = self.bet_count = 0
            self.dead, self.deck, self.runs_from = setup.pot, setup.deck, -1
            self.last_raise = setup.rules.min_bet
            self.live: tuple[bool, ...] = tuple([seat in setup.order for seat in range(count)])
            self.hands: tuple[tuple[Card, ...], ...] = ((),) * count
            self.board: tuple[Card, ...] = ()
            self.aggressor: int | None = None
            self.up: tuple[tuple[bool, ...], ...] = ((),) * count
            self.waiting: tuple[int, ...] = ()
            self.boards: tuple[tuple[Card, ...], ...] = ()
            self.past: tuple[Event, ...] = ()
            return
        # Unpacking all at once is much faster than twenty named reads.
        (_, self.step, self.street, self.to_act, self.stacks, self.bets, self.paid, self.dead, self.live, self.hands,
         self.board, self.dealt, self.bet, self.full_bet, self.last_raise, self.bet_count, self.acted_at,
         self.aggressor, self.up, self.waiting, self.deck, self.boards, self.runs_from, self.past, _,
        ) = tuples.plain(state)  # fmt: skip

    def add(self, kind: EventKind, seat: int, amount: int = 0) -> None:
        """Record an action of a seat, with its bet and stack afterwards."""
        to, stack = self.bets[seat], self.stacks[seat]
        fields = (kind, seat, amount, to, stack, (), None, (), "", None, None, None, "", "", None, "", 0)
        self.events.append(tuples.make(Event, fields))

    def add_cards(
        self, kind: EventKind, seat: int, cards: tuple[Card, ...], only: int | None = None, up: tuple[bool, ...] = (),
        street: str = "", strength: Strength | None = None, low: Strength | None = None, run: int = 0,
    ) -> None:  # fmt: skip
        """Record an event with cards of a seat."""
        to, stack = self.bets[seat], self.stacks[seat]
        fields = (kind, seat, 0, to, stack, cards, only, up, street, None, strength, None, "", "", low, "", run)
        self.events.append(tuples.make(Event, fields))

    def put_in(self, seat: int, amount: int) -> int:
        """Bet `amount` chips of a seat, at most its stack; return the chips moved."""
        chips = min(amount, self.stacks[seat])
        self.stacks = tuples.replaced(self.stacks, seat, self.stacks[seat] - chips)
        self.bets = tuples.replaced(self.bets, seat, self.bets[seat] + chips)
        self.paid = tuples.replaced(self.paid, seat, self.paid[seat] + chips)
        return chips

    def pay_dead(self, seat: int, amount: int) -> int:
        """Move `amount` chips of a seat to the main pot as dead money, at most its stack; return the chips moved."""
        chips = min(amount, self.stacks[seat])
        self.stacks = tuples.replaced(self.stacks, seat, self.stacks[seat] - chips)
        self.dead += chips
        return chips

    def return_uncalled(self) -> None:
        """Return an uncalled bet to its seat."""
        *_, second, most = sorted(self.paid)
        top = self.paid.index(most)
        if most > second and self.live[top]:
            chips = most - second
            self.stacks = tuples.replaced(self.stacks, top, self.stacks[top] + chips)
            self.paid = tuples.replaced(self.paid, top, second)
            self.bets = tuples.replaced(self.bets, top, max(0, self.bets[top] - chips))
            self.add("returned", top, chips)

    @property
    def must_show(self) -> bool:
        """True if a live seat is all in and the rules then forbid mucking."""
        rules = self.rules
        if not rules.all_in_face_up or rules.betting == "none":
            return False
        return not all(compress(self.stacks, self.live))

    @property
    def two_have_chips(self) -> bool:
        """True if two or more live seats are not all in. Otherwise an unopened pot is played for, not passed on."""
        return sum(map(bool, compress(self.stacks, self.live))) > 1

    @property
    def face_up(self) -> bool:
        """True if all cards of everyone still in are face up."""
        return all(map(all, compress(self.up, self.live)))
