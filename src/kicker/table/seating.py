"""The seats of a table and their chips, and what people do between deals: come and go, buy chips, straddle, agree to
several boards.

A `Table` is a `Seating` that plays deals.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kicker.cards import count_of
from kicker.checks import flag, listed, of_type, whole
from kicker.errors import KickerError, quoted
from kicker.games import Event, Rules
from kicker.games.rules import check_stack
from kicker.players import Player
from kicker.players.specs import PlayerSpec
from kicker.table.asking import Observer
from kicker.table.customs import Customs, Round

MOST_SEATS = 100
_MOST_OBSERVERS = 1_000


class Seating:
    """The seats of a table, and what people can do between deals."""

    def __init__(
        self, stacks: Sequence[int], names: Sequence[str] | None, customs: Customs, observers: Iterable[Observer]
    ) -> None:
        stacks = listed("stacks", stacks, MOST_SEATS, "[200, 200]")
        for stack in stacks:
            check_stack(stack)
        of_type("customs", customs, Customs).check()
        self.names = _names(names, len(stacks))
        self.customs = customs
        """The customs of the table."""
        self.observers = listed("observers", observers, _MOST_OBSERVERS, "[print]")
        self.deals = 0
        """The number of deals begun."""
        self.log: list[Event] = []
        """The events of this deal and the one before."""
        self.sitting_out: set[int] = set()
        self.forfeited: set[int] = set()
        self.running_once: set[int] = set()
        """The seats of people who do not agree to several boards."""
        self.players: dict[int, Player] = {}
        self.specs: dict[int, PlayerSpec] = {}
        """The specs that the players were made from."""
        self._stacks = list(stacks)
        self._round = Round()  # the last blinds, and who owes blinds
        self._straddles: dict[int, int] = {}  # straddles of the next deal

    @property
    def playing(self) -> bool:
        """True while a deal is in progress."""
        raise NotImplementedError

    @property
    def next_rules(self) -> Rules:
        """The rules of the next deal."""
        raise NotImplementedError

    def next_straddler(self) -> int | None:
        """Return the seat that may straddle in the next deal and has not asked to; None if there is none."""
        raise NotImplementedError

    def _tell_observers(self) -> None:
        raise NotImplementedError

    def sit_out(self, seat: int) -> None:
        """Deal the seat out from the next deal, and check or fold for it in this one."""
        self._check_seat(seat)
        if seat not in self.sitting_out:
            self.sitting_out.add(seat)
            self._note(Event("sit out", seat))

    def sit_in(self, seat: int) -> None:
        """Deal the seat in again from the next deal."""
        self._check_seat(seat)
        if seat in self.sitting_out:
            self.sitting_out.remove(seat)
            self._note(Event("sit in", seat))

    def run_it(self, seat: int, *, agreed: bool = True) -> None:
        """Agree to several boards from the next deal on, or withdraw; raise `KickerError` if the table has only one
        board."""
        self._check_seat(seat)
        flag("agreed", agreed)
        if self.customs.runs < 2:
            raise KickerError("at this table the board is dealt once", "state")
        (self.running_once.discard if agreed else self.running_once.add)(seat)
        self._note(Event("runs", seat, amount=self.customs.runs if agreed else 1))

    def runs_once(self, seat: int) -> bool:
        """Return True if a seat does not agree to several boards."""
        self._check_seat(seat)
        return seat in self.running_once or (seat in self.players and not self.customs.bots_run)

    def straddle(self, seat: int, amount: int | None = None) -> None:
        """Let a seat post a straddle in the next deal: a further blind, by default twice the big blind.

        It counts if the seat is dealt in and has no other blind then.
        """
        self._check_seat(seat)
        if self.customs.straddle == "no":
            raise KickerError("there are no straddles at this table", "state")
        least = 2 * max(self.next_rules.blinds, default=0)
        if self.playing or not least or self.next_rules.bomb_pot:
            raise KickerError("a straddle is posted between deals, in a game with blinds", "state")
        amount = least if amount is None else whole("a straddle", amount, least, code="chips")
        self._straddles[seat] = amount
        self._note(Event("straddle", seat, amount=amount))

    def top_up(self, seat: int, chips: int) -> None:
        """Let a seat buy chips between deals, even if it is broke."""
        self._check_seat(seat)
        if self.playing:
            raise KickerError(f"deal {self.deals} is not over; buy chips between deals", "state")
        check_stack(chips, least=1)
        self._stacks[seat] += chips
        self._note(Event("bought", seat, amount=chips, stack=self._stacks[seat]))

    def for_sale(self, seat: int) -> int:
        """Return the chips that a seat may buy by the customs of the table: up to the buy-in."""
        self._check_seat(seat)
        return 0 if self.playing else max(0, self.customs.buy_in - self._stacks[seat])

    def join(self, seat: int, name: str, chips: int, *, owes: bool = False) -> None:
        """Give a seat without chips to a new player, between deals.

        A returning player `owes` the blinds if missed ones are posted.
        """
        self._check_seat(seat)
        if self.playing:
            raise KickerError(f"deal {self.deals} is not over; take a seat between deals", "state")
        if self._stacks[seat]:
            raise KickerError(
                f"seat {seat} is taken by {self.names[seat]}, who has {self._stacks[seat]} chips", "seats"
            )
        check_stack(chips, least=1)
        self.names[seat], self._stacks[seat] = name, chips
        self._vacate(seat)
        if owes and self.customs.missed_blinds:
            self._round = self._round.with_debt(seat)
        self._note(Event("joined", seat, amount=chips, stack=chips, name=name))

    def leave(self, seat: int) -> int:
        """Remove a seat's chips from the table between deals; return how many there were."""
        self._check_seat(seat)
        if self.playing:
            raise KickerError(f"deal {self.deals} is not over; leave a seat between deals", "state")
        chips, self._stacks[seat] = self._stacks[seat], 0
        self._vacate(seat)
        self._note(Event("left", seat, amount=chips))
        return chips

    def _note(self, event: Event) -> None:
        self.log.append(event)
        self._tell_observers()

    def _vacate(self, seat: int) -> None:
        """Forget the previous player of the seat."""
        for seats in (self.sitting_out, self.forfeited, self.running_once):
            seats.discard(seat)
        for mapping in (self._straddles, self.players, self.specs):
            mapping.pop(seat, None)
        self._round = self._round.without(seat)

    def _check_seat(self, seat: int) -> None:
        if not isinstance(seat, int) or not 0 <= seat < len(self._stacks):
            raise KickerError(
                f"there is no seat {quoted(seat)}; seats are numbered from 0 to {len(self._stacks) - 1}", "seats"
            )

    def _able(self, rules: Rules) -> list[int]:
        """Return the seats that can pay for a deal."""
        stacks = enumerate(self._stacks)
        return [seat for seat, stack in stacks if stack >= rules.least_stack and seat not in self.forfeited]


def _names(given: Sequence[str] | None, seats: int) -> list[str]:
    """Return the names of the seats."""
    if given is None:
        return [f"Player{seat + 1}" for seat in range(seats)]
    names = [of_type("a name", name, str) for name in listed("names", given, MOST_SEATS, "['Ann', 'Bob']")]
    if len(names) != seats:
        raise KickerError(f"{count_of(len(names), 'name')} given for {count_of(seats, 'seat')}", "seats")
    return names
